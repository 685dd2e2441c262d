"""The map plays like the Hürtgen Forest: vehicles keep to roads and open ground, infantry crawls.

All numbers are measured on the packaged map with the packaged movement costs, and nobody in the way
unless the test says so.
"""

from __future__ import annotations

from statistics import median

import pytest

import grognard
from grognard import Match
from grognard.hexes import bits, reach
from grognard.mechanics.ground import Ground
from tests.hurtgen.helpers_ground import until
from tests.hurtgen.helpers_map import (
    BOARD,
    FOREST,
    GAME,
    GRID,
    HEXES,
    ON_WAY,
    PANZER_116,
    START,
    along,
    at,
    column,
    dry,
    hexes,
    labels,
    line_from,
    nearest,
    price,
    row,
    terrain,
    text,
    turns,
    turns_to_leave,
)
from tests.hurtgen.table import game, table
from tests.kit import offers, status, where

LEG, VEHICLE = GAME.leg, GAME.vehicle
INFANTRY, ARMOUR = 7, 12
FRONT_VEHICLES = ("60", "156", "16", "116r", "116sp")
CCR = ("10", "47", "56sp")
KALL_TRAIL = "1220 1221 1322 1422 1523 1524"
STEPS = [(h, n) for h in GRID for n in GRID.neighbour_list(h)]


def start(unit: str) -> str:
    return START["german"].get(unit, "0123")


def without(*names: str) -> dict[str, str]:
    """A board that lacks the roads or trails of these names."""
    return {text(pair): "none" for pair, way in BOARD.roads.items() if way.name in names}


def without_trails() -> dict[str, str]:
    return {text(pair): "none" for pair, way in BOARD.roads.items() if way.kind == "trail"}


# -- what it looks like ----------------------------------------------------------------------


def test_the_counts_of_terrain() -> None:
    found = {word: hexes_.bit_count() for word, hexes_ in BOARD.terrain.items()}
    assert found == {"woods": 311, "broken": 154, "clear": 126, "mixed": 114, "rough": 42, "town": 40, "grove": 25}


def share_of_forest(columns: range, rows: range) -> float:
    chosen = hexes(" ".join(label for label in HEXES if column(label) in columns and row(label) in rows))
    return (chosen & FOREST).bit_count() / chosen.bit_count()


def test_the_west_is_forest_and_the_north_east_a_plain() -> None:
    assert share_of_forest(range(1, 11), range(1, 29)) > 0.8
    assert share_of_forest(range(19, 30), range(1, 11)) < 0.1


def test_rough_ground_is_gorge_country() -> None:
    """Cliffs and gorges belong to the Kall, its Tiefenbach, and the Rur; none is more than a hex from them."""
    banks = [pair for pair, edge in BOARD.hexsides.items() if edge.name in ("Kall", "Tiefenbach", "Rur")]
    valley = hexes(" ".join(GRID.label(h) for pair in banks for h in pair))
    assert all(nearest(1 << h, valley) <= 1 for h in bits(GAME.rough))
    assert GAME.rough.bit_count() < 60


def test_the_kall_gorge_is_rough_from_simonskall_to_zerkall() -> None:
    """No two steps down the stream without cliffs on one bank or the other."""
    gorge = [p for p, e in BOARD.hexsides.items() if e.name == "Kall" and 10 <= column(GRID.label(p[0])) <= 21]
    bare = [text(pair) for pair in gorge if not any(GAME.rough >> h & 1 for h in pair)]
    assert len(gorge) >= 24
    assert not bare


def test_vossenack_is_on_a_bare_ridge() -> None:
    ridge = hexes("0819 0919 0920 1019 1020 1021 1119 1120 1121 1219 1220 1320")
    assert not ridge & FOREST
    assert terrain("0922") == terrain("1118") == "woods", "with the forest below it on both sides"


# -- vehicles --------------------------------------------------------------------------------


def test_vehicles_enter_the_forest_only_by_road_or_trail() -> None:
    into_forest = [(a, b) for a, b in STEPS if FOREST >> b & 1]
    assert into_forest
    for a, b in into_forest:
        assert VEHICLE.open(a, b) == ((min(a, b), max(a, b)) in BOARD.roads), text((a, b))


def test_vehicles_cross_water_only_by_road_or_trail() -> None:
    for pair, edge in BOARD.hexsides.items():
        assert VEHICLE.open(*pair) == edge.bridge
        assert VEHICLE.open(*reversed(pair)) == edge.bridge


def test_vehicles_can_be_anywhere_but_in_the_trackless_forest() -> None:
    everywhere = VEHICLE.reach(at("0123"), 1000).all
    assert everywhere == BOARD.playable & ~(FOREST & ~ON_WAY)
    assert (FOREST & ~ON_WAY).bit_count() > BOARD.playable.bit_count() / 3


@pytest.mark.parametrize("unit", FRONT_VEHICLES)
def test_a_vehicle_starts_where_it_could_have_driven(unit: str) -> None:
    """On ground open to it, whatever roads there are, and with a way out."""
    label = start(unit)
    assert terrain(label) in ("clear", "mixed", "grove", "town")
    assert any(VEHICLE.open(at(label), n) for n in GRID.neighbour_list(at(label)))


@pytest.mark.parametrize("unit", [*FRONT_VEHICLES, "10"])
@pytest.mark.parametrize("town", GAME.towns)
def test_vehicles_reach_every_objective_within_two_turns(unit: str, town: str) -> None:
    assert turns(VEHICLE, start(unit), GAME.towns[town], ARMOUR) <= 2


@pytest.mark.parametrize(
    ("unit", "east", "south"),
    [("60", 2, 2), ("156", 1, 2), ("16", 2, 2), ("116r", 1, 2), ("116sp", 2, 2), ("116k", 2, 3), ("116h", 2, 2)],
)
def test_the_116th_can_leave_in_time_behind_its_own_line(unit: str, east: int, south: int) -> None:
    assert (turns_to_leave(unit, "east"), turns_to_leave(unit, "south")) == (east, south)
    assert max(east, south) <= GAME.tables.last_turn_116


def drive_off(match: Match, unit: str) -> None:
    """Leave the map, or go to the hex offered that is nearest to the east edge by road."""
    match.play(f"select {unit}")
    exits = offers(match, "exit")
    if exits:
        match.play(f"exit {min(exits)}")
        return
    ground = GAME.ground[GAME.unit_ids[unit]]
    left = {goal: price(ground, goal, "2918") for goal in offers(match, "move")}
    match.play(f"move {min((cost, goal) for goal, cost in left.items() if cost is not None)[1]}")


def test_the_whole_116th_drives_off_the_map_in_two_turns_of_a_quiet_game() -> None:
    match = grognard.new("hurtgen", "historical", seed=1)
    for turn in (1, 2):
        until(match, turn, "german movement")
        for unit in PANZER_116:
            if where(match, unit) != "exited":
                drive_off(match, unit)
    assert {where(match, unit) for unit in PANZER_116} == {"exited"}
    until(match, 6, "us movement")
    assert status(match)["vp"]["us"] == 0


def test_the_armour_of_ccr_reaches_germeter_in_its_first_phase() -> None:
    """Three in a column: each pays half a point more, and all three are up with the 8th Division."""
    match = table("turn 4\nphase us movement\nat 10=due 47=due 56sp=due")
    for unit, goal in zip(CCR, ("0819", "0920", "0720"), strict=True):
        match.play(f"select {unit}", "enter 0123", f"move {goal}")
    assert [where(match, unit) for unit in CCR] == ["0819", "0920", "0720"]


@pytest.mark.parametrize(
    ("place", "furthest", "beyond"), [(0, "1408", "1508"), (1, "1409", "1408"), (2, "1410", "1409")]
)
def test_how_far_ccr_could_move_along_an_empty_highway(place: int, furthest: str, beyond: str) -> None:
    """The first of the column to Grosshau, the last to Kleinhau."""
    match = table("turn 4\nphase us movement\nat 10=due 47=due 56sp=due")
    for unit, goal in zip(CCR[:place], ("0819", "0920"), strict=False):
        match.play(f"select {unit}", "enter 0123", f"move {goal}")
    match.play(f"select {CCR[place]}", "enter 0123")
    assert furthest in offers(match, "move")
    assert beyond not in offers(match, "move")


def test_in_the_western_forest_ccr_keeps_to_the_roads_and_trails() -> None:
    match = table("turn 4\nphase us movement\nat 10=0123").play("select 10")
    found = offers(match, "move")
    woods = {label for label in found if terrain(label) in ("woods", "broken", "rough")}
    assert len(woods) > 20
    assert woods <= labels(ON_WAY)


# -- infantry --------------------------------------------------------------------------------


def test_infantry_reaches_every_hex() -> None:
    assert LEG.reach(at("0123"), 1000).all == BOARD.playable


def test_two_hexes_of_trackless_forest_are_a_day_of_marching() -> None:
    for a, b in STEPS:
        if FOREST >> b & 1 and (min(a, b), max(a, b)) not in BOARD.roads:
            cost = LEG.costs.step(a, b)
            assert cost is None or 2 * INFANTRY // cost <= 2, text((a, b))


@pytest.mark.parametrize("label", ["0627", "0628", "0728", "0828"])
def test_a_battalion_deep_in_the_forest_goes_two_hexes(label: str) -> None:
    """No way and no clearing within two hexes: the woods of the upper Kall."""
    match = table(f"turn 3\nphase us movement\nat 1/8={label}").play("select 1/8")
    assert {GRID.distance(at(label), at(goal)) for goal in offers(match, "move")} == {1, 2}


def test_infantry_in_the_trackless_forest_has_a_third_of_the_reach_it_has_in_the_open() -> None:
    def typical(found: int) -> float:
        return float(median(LEG.reach(h, 2 * INFANTRY).all.bit_count() for h in bits(found)))

    assert typical(FOREST & ~ON_WAY) < 0.36 * typical(BOARD.terrain["clear"])


@pytest.mark.parametrize(
    ("begin", "town", "by_trail", "through"),
    [("0508", "Grosshau", 2, 4), ("0512", "Hürtgen", 2, 3), ("0402", "Gey", 3, 5)],
)
def test_the_forest_without_trails_takes_days_more(begin: str, town: str, by_trail: int, through: int) -> None:
    """From the start line of the 4th Division to the edge of the plain, against nobody."""
    assert turns(LEG, begin, GAME.towns[town], INFANTRY) == by_trail
    assert turns(game(roads=without_trails()).leg, begin, GAME.towns[town], INFANTRY) == through


def test_the_plain_from_hurtgen_to_grosshau_is_one_march() -> None:
    assert price(LEG, "1213", "1408") == 3
    assert price(VEHICLE, "1213", "1408") == 3
    no_road = game(roads=without("Germeter - Hürtgen - Düren highway"))
    assert price(no_road.leg, "1213", "1408") <= INFANTRY
    assert price(no_road.vehicle, "1213", "1408") <= ARMOUR


def flanked(town: int) -> int:
    """Turns until some U.S. battalion stands in a town, the Germans staying where they start and nobody fighting."""
    state = grognard.new("hurtgen", "historical", seed=1).state
    us, germans = state.occupied
    zone = GAME.zones.of(germans)
    here, count = us, 0
    while not here & town & ~germans:
        count += 1
        further = here | reach(LEG.costs, here & ~zone, 2 * INFANTRY, stop=zone, block=germans).all
        assert further != here, "there is no way round"
        here = further
    return count


@pytest.mark.parametrize(("town", "count"), [("Schmidt", 5), ("Bergstein", 6), ("Grosshau", 8), ("Hürtgen", 10)])
def test_the_german_line_has_no_hole_but_in_the_woods_of_the_upper_kall(town: str, count: int) -> None:
    """Zones of control close the front from the north edge to Simonskall; the way round is long and slow."""
    assert flanked(GAME.towns[town]) == count


@pytest.mark.parametrize(
    ("entry", "town", "points"),
    [("2907", "Gey", 6.5), ("2907", "Untermaubach", 3.5), ("2918", "Bergstein", 5.5), ("2918", "Schmidt", 8)],
)
def test_how_far_the_german_reserves_must_march(entry: str, town: str, points: float) -> None:
    found = [price(LEG, entry, label) for label in labels(GAME.towns[town])]
    assert min(cost for cost in found if cost is not None) == points


# -- the Kall --------------------------------------------------------------------------------


@pytest.mark.parametrize("ground", [LEG, VEHICLE], ids=["infantry", "tanks"])
def test_the_kall_trail_is_the_route_from_vossenack_to_kommerscheidt(ground: Ground) -> None:
    found = ground.reach(at("1220"), 1000)
    assert [GRID.label(h) for h in found.path(at("1524"))] == KALL_TRAIL.split()
    assert found.cost(at("1524")) == 2 * len(along(KALL_TRAIL))


def test_without_the_trail_the_gorge_is_three_days_for_infantry_and_a_long_detour_for_tanks() -> None:
    bare = game(roads=without("Kall trail"))
    assert turns(LEG, "1220", 1 << at("1524"), INFANTRY) == 1
    assert turns(bare.leg, "1220", 1 << at("1524"), INFANTRY) == 3
    assert (price(VEHICLE, "1220", "1524"), price(bare.vehicle, "1220", "1524")) == (5, 15)
    no_trails = game(roads=without_trails())
    assert price(no_trails.vehicle, "1220", "1524") == 24, "by road it is right round by Bergstein and Brück"


# -- Lines of Communications -----------------------------------------------------------------


@pytest.mark.parametrize("town", GAME.towns)
def test_every_hex_of_an_objective_can_have_a_line_to_the_west_edge(town: str) -> None:
    assert not GAME.towns[town] & ~line_from()


#: The hexes of a U.S. side that has crossed the Kall and nothing else.
BRIDGEHEAD = BOARD.area("us") | dry("1726", "river", "stream")


@pytest.mark.parametrize(
    ("held", "most", "lines"),
    [
        (BRIDGEHEAD, 0, True),  # by the trail 0825-0926, which meets no cliffs
        (BRIDGEHEAD & ~hexes("0926"), 2, True),  # by Simonskall: 0924 and 1024
        (BRIDGEHEAD & ~hexes("0926"), 1, False),
        (BRIDGEHEAD & ~hexes("0926 1024"), 9, False),  # the Kall has no other bridge on the U.S. side
        (BRIDGEHEAD & ~hexes("0926 1024") | hexes("1322"), 2, True),  # by the Kall trail: 1322 and 1422
        (BRIDGEHEAD & ~hexes("0926 1024") | hexes("1322"), 1, False),
    ],
)
def test_the_lines_to_kommerscheidt_and_schmidt(held: int, most: int, lines: bool) -> None:
    found = line_from(~held, most)
    for town in ("Kommerscheidt", "Schmidt"):
        assert (not GAME.towns[town] & ~found) == lines
