"""8.1 to 8.4: Supply Lines over the map, sources, and units that are supplied without a line."""

from __future__ import annotations

import pytest

from grognard.games.reich.lines import Lines, Ports, Situation
from tests.reich.helpers_map import ALLIED, BOARD, GERMAN, GRID, GROUND, TABLES, at, region
from tests.rules import rule

LINES = Lines(GROUND, TABLES)
EAST, SOUTH = LINES.german_sources(), LINES.southern


def labels(text: str) -> int:
    return sum(1 << at(word) for word in text.split())


def near(*names: str) -> str:
    """The land neighbours of hexes."""
    hexes = labels(" ".join(names))
    found = GRID.neighbours(hexes) & GROUND.land & ~hexes
    return " ".join(GRID.label(h) for h in GRID if found >> h & 1)


def german(enemies: str = "", own: str = "", *, zones: bool = True) -> Situation:
    """German lines, Allied units with or without zones in the way."""
    hexes = labels(enemies)
    return Situation(hexes, GROUND.zones[ALLIED].of(hexes) if zones else 0, labels(own))


def allied(enemies: str = "", own: str = "", *, zones: bool = True, forts: int = 0) -> Situation:
    hexes = labels(enemies)
    return Situation(hexes, GROUND.zones[GERMAN].of(hexes) if zones else 0, labels(own), forts)


def traces(label: str, sources: int, now: Situation) -> bool:
    return bool(LINES.hexes(sources, now) >> at(label) & 1)


def ports(turn: int, held: str = "", cherbourg: int = 0, *, antwerp: bool = False) -> Ports:
    return Ports(turn, labels(held), cherbourg, antwerp)


@rule("reich", "8.0e", "8.1", "8.1a", "8.1f", "8.3.Aa")
def test_lines_of_any_length_lead_across_the_whole_map() -> None:
    assert traces("0224", EAST, german())
    assert GRID.distance(at("0224"), at("5813")) > 50


@rule("reich", "8.2", "8.2a")
def test_a_line_does_not_enter_a_hex_with_an_enemy_unit() -> None:
    around = near("4629")
    assert not traces("4629", EAST, german(around, "4629", zones=False))
    gap = " ".join(around.split()[1:])
    assert traces("4629", EAST, german(gap, "4629", zones=False))


@rule("reich", "8.2b", "8.2c", "6.4")
def test_a_zone_closes_an_empty_hex_and_a_unit_of_the_side_opens_it() -> None:
    exits = near("4332").split()
    gap, *closed = exits
    # every way out but one holds an Allied unit, and their zones cover the last one
    now = german(" ".join(closed), "4332")
    assert now.zone >> at(gap) & 1
    assert not traces("4332", EAST, now)
    beyond = " ".join(set(near(gap).split()) - {"4332", *closed})
    assert traces("4332", EAST, german(" ".join(closed), f"4332 {gap} {beyond}"))


@rule("reich", "8.1g")
def test_a_zone_or_fort_in_the_hex_of_the_unit_itself_does_not_matter() -> None:
    one = german("4430", "")
    assert one.zone >> at("4431") & 1
    assert traces("4431", EAST, one)


@rule("reich", "8.1b", "8.1c", "8.1d")
def test_only_the_ferry_carries_a_line_over_the_sea() -> None:
    assert BOARD.kind_between(at("3508"), at("3509")) == "all-sea"
    island = labels("3508")
    others = [n for n in GRID.neighbour_list(at("3508")) if GROUND.land >> n & 1 and n != at("3509")]
    cut = Situation(sum(1 << n for n in others), 0, island)
    assert traces("3508", EAST, cut)
    assert not traces("3508", EAST, Situation(cut.enemies | 1 << at("3509"), 0, island))


@rule("reich", "8.1e")
def test_rivers_do_not_stop_lines() -> None:
    unbridged = [
        pair
        for pair in BOARD.regions["Rhine River"].hexsides
        if pair not in BOARD.regions["Rhine Bridges"].hexsides and GROUND.land >> pair[0] & GROUND.land >> pair[1] & 1
    ]
    a, b = unbridged[0]
    assert b in [h for h in GRID if GROUND.lines.next(1 << a) >> h & 1]


@rule("reich", "8.2e", "8.2f", "8.2g")
def test_intact_forts_stop_allied_lines_only() -> None:
    forts = GROUND.every_fort
    around = near("4917")
    walls = labels(around) & ~forts
    assert traces("4917", SOUTH, allied(own="4917"))
    open_ring = Situation(walls, 0, labels("4917"), forts)
    assert not traces("4917", SOUTH, open_ring)
    assert traces("4917", EAST, Situation(walls, 0, labels("4917")))
    assert traces("4917", SOUTH, Situation(walls, 0, labels("4917"), forts & ~labels(around)))


@rule("reich", "8.1h", "8.3a")
def test_a_unit_on_its_source_is_supplied_and_an_enemy_closes_the_source() -> None:
    beach = labels("0820")
    ring = near("0820")
    assert traces("0820", beach, allied(ring, "0820"))
    assert not traces("0721", beach, allied("0820", "0721", zones=False))


@rule("reich", "7.1.2b")
def test_entrance_hexes_off_the_map_are_ends_of_lines_but_not_ways() -> None:
    assert traces("0434", EAST, german(own="0434"))
    exits = [label for label in near("0434").split() if not GROUND.off_map >> at(label) & 1]
    assert not traces("0434", EAST, german(" ".join(exits), "0434", zones=False))
    # B hexes are ordinary ground
    b_hexes = region("B entrance")
    assert not b_hexes & GROUND.off_map
    assert traces("0126", EAST, german(own="0126"))


@rule("reich", "8.3", "8.3.Ba")
@pytest.mark.parametrize(("turn", "count"), [(1, 4), (7, 4), (8, 0)])
def test_beaches_are_sources_through_turn_7(turn: int, count: int) -> None:
    assert (LINES.allied_sources(ports(turn)) & GROUND.beaches).bit_count() == count


@rule("reich", "8.3.Bb", "8.6.Bc", "8.6.Bd")
@pytest.mark.parametrize(
    ("turn", "held", "opens", "serves"),
    [(8, "0518", 8, True), (7, "0518", 8, False), (9, "0518", 8, True), (8, "", 8, False), (8, "0518", 0, False)],
)
def test_cherbourg_serves_from_its_date_while_it_is_allied(turn: int, held: str, opens: int, *, serves: bool) -> None:
    assert bool(LINES.allied_sources(ports(turn, held, opens)) & labels("0518")) == serves


@rule("reich", "8.3.Bc")
@pytest.mark.parametrize(
    ("held", "antwerp", "serves"), [("3910", True, True), ("", True, False), ("3910", False, False)]
)
def test_antwerpen_serves_while_it_is_allied_and_operational(held: str, antwerp: bool, serves: bool) -> None:
    assert bool(LINES.allied_sources(ports(9, held, antwerp=antwerp)) & labels("3910")) == serves


@rule("reich", "8.3.Be")
def test_the_southern_hexes_are_no_full_source() -> None:
    assert region("A-D entrance") == SOUTH
    assert not LINES.allied_sources(ports(7, "0518 3910", 5, antwerp=True)) & SOUTH


@rule("reich", "3.3.Dh")
def test_the_edge_of_the_west_map_takes_the_place_of_the_east_edge() -> None:
    edge = region("East edge of the West Map")
    assert LINES.german_sources(edge) == edge
    assert LINES.german_sources() == region("E entrance")


@rule("reich", "8.4.1", "8.4.1a", "8.4.2", "8.4.2a", "8.4.2b", "8.4.2c", "15.0.Aa", "15.0.Ab")
def test_ruhr_and_coastal_forts_feed_and_cherbourg_only_shelters() -> None:
    forts = GROUND.every_fort
    fed, sheltered = LINES.fed(forts), LINES.sheltered(forts)
    assert fed & region("Ruhr Cities") == region("Ruhr Cities")
    assert fed & labels("1520 2511") == labels("1520 2511")
    assert not fed & labels("0518")
    assert sheltered & labels("0518")
    assert not LINES.fed(forts & ~labels("1520")) & labels("1520")
    assert not fed & region("West Wall Forts")
