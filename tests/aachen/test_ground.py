"""What steps cost each class of mover, and where zones and paths lead."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grognard.games.aachen.ground import CLASSES
from grognard.hexes import bits
from tests.aachen.helpers_map import BOARD, GRID, GROUND, TABLES, at, points
from tests.rules import rule

LEG = ("us leg", "german leg")
MOTORIZED = ("us motorized", "german motorized")


def step(test: Callable[[int, int], bool]) -> tuple[str, str]:
    """The first step from a hex to a neighbour that passes a test, by labels."""
    for h in bits(BOARD.playable):
        for n in GRID.neighbour_list(h):
            if test(h, n):
                return GRID.label(h), GRID.label(n)
    raise AssertionError("the map has no such step")


def crossing(kind: str, *, road: bool, into: str = "", out_of: str = "") -> tuple[str, str]:
    """A step across a kind of hexside, with or without a road, not from or into towns unless named."""

    def fits(h: int, n: int) -> bool:
        here, there = BOARD.terrain_at[h], BOARD.terrain_at[n]
        wanted = (there == into if into else not GROUND.built_up >> n & 1) and (
            here == out_of if out_of else not GROUND.built_up >> h & 1
        )
        return wanted and BOARD.kind_between(h, n) == kind and GROUND.has_road(h, n) == road

    return step(fits)


def plain_step(terrain: str) -> tuple[str, str]:
    """A step off the road into a row of the chart, over no hexside terrain."""
    row = TABLES.terrain[terrain]
    return step(lambda h, n: GROUND.terrain[n] is row and not BOARD.kind_between(h, n) and not GROUND.has_road(h, n))


@pytest.mark.parametrize(
    ("terrain", "leg", "motorized"),
    [
        ("clear", 1, 1),
        ("pillbox-clear", 1, 2),
        ("light-forest", 2, 3),
        ("pillbox-light-forest", 2, 3),
        ("dense-forest", 3, None),
        ("pillbox-dense-forest", 3, None),
        ("town", 1, 2),
        ("city", 2, 3),
        ("industrial", 2, 3),
    ],
)
@rule("aachen", "3.1.1a", "3.1.1j")
def test_what_hexes_cost(terrain: str, leg: int, motorized: int | None) -> None:
    a, b = plain_step(terrain)
    assert [points(who, a, b) for who in LEG] == [leg, leg]
    assert [points(who, a, b) for who in MOTORIZED] == [motorized, motorized]


@rule("aachen", "3.1.1c", "3.1.1d", "3.1.1e", "7.3.3a")
def test_a_road_costs_half_a_point_and_german_infantry_one() -> None:
    a, b = step(lambda h, n: GROUND.has_road(h, n) and GROUND.terrain[n] is TABLES.terrain["pillbox-light-forest"])
    assert points("us leg", a, b) == points("us motorized", a, b) == points("german motorized", a, b) == 0.5
    assert points("german leg", a, b) == 1


@rule("aachen", "3.1.1f", "3.1.1g")
def test_no_road_rate_into_a_town_but_out_of_it() -> None:
    into = step(lambda h, n: GROUND.has_road(h, n) and BOARD.terrain_at[n] == "town" and not BOARD.kind_between(h, n))
    assert [points(who, *into) for who in CLASSES] == [1, 2, 1, 2]
    out = step(lambda h, n: GROUND.has_road(h, n) and BOARD.terrain_at[h] == "town" and BOARD.terrain_at[n] == "clear")
    assert [points(who, *out) for who in CLASSES] == [0.5, 0.5, 1, 0.5]


@rule("aachen", "7.3.3c", "7.3.3d")
def test_an_enemy_zone_at_either_end_bars_the_road_rate() -> None:
    a, b = step(
        lambda h, n: (
            GROUND.has_road(h, n)
            and GROUND.terrain[n] is TABLES.terrain["light-forest"]
            and not BOARD.kind_between(h, n)
        )
    )
    for zone in (a, b, f"{a} {b}"):
        assert [points(who, a, b, zone) for who in CLASSES] == [2, 3, 2, 3]
    assert points("us leg", a, b) == 0.5


@rule("aachen", "7.3.3f", "7.3.7c")
def test_a_road_spares_the_stream_in_a_zone_too() -> None:
    a, b = crossing("stream", road=True)
    terrain = GROUND.terrain[at(b)]
    assert points("us leg", a, b) == points("us motorized", a, b) == 0.5
    assert points("us leg", a, b, a) == terrain.leg / 2
    assert not GROUND.steps["us motorized"].whole.get(at(a), 0) >> at(b) & 1


@rule("aachen", "3.1.2a", "3.1.2b", "7.3.7a", "7.3.7b")
@pytest.mark.parametrize("kind", ["stream", "embankment"])
def test_streams_and_embankments_cost_a_point_on_foot_and_everything_on_wheels(kind: str) -> None:
    a, b = crossing(kind, road=False)
    assert points("us leg", a, b) == GROUND.terrain[at(b)].leg / 2 + 1
    for who in MOTORIZED:
        assert points(who, a, b) is None
    a, b = step(
        lambda h, n: (
            BOARD.kind_between(h, n) == kind
            and not GROUND.has_road(h, n)
            and BOARD.terrain_at[n] == "clear"
            and not GROUND.built_up >> h & 1
        )
    )
    for who in MOTORIZED:
        assert GROUND.steps[who].whole[at(a)] >> at(b) & 1
        assert GROUND.steps[who].open.step(at(a), at(b)) == 1


@rule("aachen", "7.3.7d")
@pytest.mark.parametrize("terrain", ["town", "industrial"])
def test_a_stream_at_a_town_costs_nothing(terrain: str) -> None:
    a, b = crossing("stream", road=False, into=terrain)
    row = TABLES.terrain[terrain]
    assert points("us leg", a, b) == row.leg / 2
    assert points("us motorized", a, b) == (row.motorized or 0) / 2
    back = points("us leg", b, a)
    assert back == GROUND.terrain[at(a)].leg / 2


@rule("aachen", "3.1.2c")
def test_only_towns_and_industry_spare_the_stream() -> None:
    assert TABLES.hexsides["stream"].free_at == {"town", "industrial"}
    assert not TABLES.hexsides["embankment"].free_at


@rule("aachen", "3.1.1h")
def test_dragons_teeth_are_closed_to_wheels_but_on_a_road() -> None:
    a, b = step(
        lambda h, n: (
            BOARD.kind_between(h, n) == "dragons-teeth"
            and not GROUND.has_road(h, n)
            and GROUND.terrain[n].motorized is not None
        )
    )
    for who in MOTORIZED:
        assert points(who, a, b) is None
        assert GROUND.steps[who].open.step(at(a), at(b)) is None
        assert not GROUND.steps[who].whole.get(at(a), 0) >> at(b) & 1
    assert points("us leg", a, b) == GROUND.terrain[at(b)].leg / 2 + 1
    a, b = "2011", "2110"
    assert points("us motorized", a, b) == points("us leg", a, b) == 0.5


@rule("aachen", "7.3.7e", "7.3.7f", "7.3.7g")
@pytest.mark.parametrize("pair", ["5518/5519", "5420/5520"])
def test_only_germans_cross_the_roer_and_only_by_road(pair: str) -> None:
    a, b = pair.split("/")
    assert points("us leg", a, b) is points("us motorized", a, b) is None
    assert points("german motorized", a, b) is not None
    slow = points("german leg", a, b, a)
    assert slow == GROUND.terrain[at(b)].leg / 2
    off_road = [s for s in BOARD.hexsides_of("roer") if s not in BOARD.roads]
    for who in CLASSES:
        assert all(GROUND.steps[who].open.step(*s) is None for s in off_road)


def test_a_motorized_unit_enters_dense_forest_by_road_only() -> None:
    a, b = step(lambda h, n: GROUND.has_road(h, n) and GROUND.terrain[n] is TABLES.terrain["dense-forest"])
    assert points("us motorized", a, b) == 0.5
    assert points("us motorized", a, b, b) == 3
    off = plain_step("dense-forest")
    steps = GROUND.steps["us motorized"]
    for paths in (steps.retreat, steps.displacement):
        assert paths.step(at(off[0]), at(off[1])) is None
        assert paths.step(at(a), at(b)) == 1


@rule("aachen", "5.8.2c", "5.8.2d", "5.8.2e")
def test_command_paths_pass_streams_and_teeth_but_not_closed_ground() -> None:
    legs, wheels = GROUND.steps["us leg"].command, GROUND.steps["us motorized"].command
    a, b = step(
        lambda h, n: (
            BOARD.kind_between(h, n) == "dragons-teeth"
            and not GROUND.has_road(h, n)
            and GROUND.terrain[h].motorized is not None
        )
    )
    assert legs.step(at(a), at(b)) == wheels.step(at(a), at(b)) == 1
    hq_side, unit_side = plain_step("dense-forest")[::-1]  # a unit outside whose way to the HQ leads into the forest
    assert wheels.step(at(hq_side), at(unit_side)) is None
    assert legs.step(at(hq_side), at(unit_side)) == 1


@rule("aachen", "5.8.2g", "7.5.2aa")
def test_over_the_roer_command_and_displacement_follow_the_roads_and_no_retreat_does() -> None:
    a, b = at("5518"), at("5519")
    german = GROUND.steps["german leg"]
    assert german.command.step(a, b) == german.displacement.step(a, b) == 1
    assert german.retreat.step(a, b) is None
    us = GROUND.steps["us leg"]
    assert us.command.step(a, b) is us.displacement.step(a, b) is us.retreat.step(a, b) is None


@rule("aachen", "5.4d", "5.4e", "5.4k")
def test_infantry_zones_enter_everything_but_city_and_industry() -> None:
    infantry = GROUND.zones.classes[0]
    for h in bits(BOARD.playable):
        zone = infantry.of(1 << h)
        assert zone >> h & 1
        for n in GRID.neighbour_list(h):
            assert bool(zone >> n & 1) == (BOARD.terrain_at[n] not in ("city", "industrial"))


@rule("aachen", "5.4f", "5.4g", "5.4l")
def test_afv_zones_enter_open_ground_and_cross_no_hexside() -> None:
    afv = GROUND.zones.classes[1]
    open_ground = (TABLES.terrain["clear"], TABLES.terrain["pillbox-clear"])
    for h in bits(BOARD.playable):
        zone = afv.of(1 << h)
        assert zone >> h & 1
        for n in GRID.neighbour_list(h):
            wanted = GROUND.terrain[n] in open_ground and not BOARD.kind_between(h, n)
            assert bool(zone >> n & 1) == wanted


def test_costs_with_a_zone_differ_from_those_without_only_on_roads() -> None:
    everywhere = BOARD.playable
    for who in CLASSES:
        steps = GROUND.steps[who]
        slow = steps.in_zone(everywhere)
        for (h, n), found in steps.all.items():
            if not found.whole:
                assert slow.step(h, n) == found.plain
                assert steps.costs.step(h, n) == found.best
