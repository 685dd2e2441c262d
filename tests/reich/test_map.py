"""The map: its grid, what the rules say of hexes and hexsides, and how everything hangs together."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from grognard.engine.board import hexside
from grognard.hexes import bits, of
from tests.reich.helpers_map import (
    BOARD,
    GRID,
    GROUND,
    MAP,
    ROSTER,
    at,
    has_bridge,
    has_road,
    kind,
    members,
    region,
)
from tests.rules import rule

IKE = "Ike's "
ENTRY = {"B": "B entrance", "W": "W entrance", "E": "E entrance", "A-D": "A-D entrance"}
FORTS = {"coastal": "Coastal Forts", "metz": "Metz Forts", "westwall": "West Wall Forts"}


def test_the_size_of_the_map() -> None:
    assert BOARD.playable.bit_count() == 1585
    assert GROUND.land.bit_count() == 1519
    assert BOARD.having("town").bit_count() == 178
    assert BOARD.having("city").bit_count() == 56
    assert region("Germany").bit_count() == 294


def test_even_columns_lie_half_a_hex_lower() -> None:
    for pair in ("0820-0921", "1020-1121", "0619-0519", "5706-5707", "0125-0224", "0125-0225", "5008-5108"):
        assert GRID.adjacent(*map(at, pair.split("-")))
    assert not GRID.adjacent(at("0920"), at("0821"))


@rule("reich", "16.1a", "16.1.Aa", "16.1.Ba", "16.1.Ca")
def test_every_fort_has_one_kind() -> None:
    for kind_, name in FORTS.items():
        assert BOARD.having(f"fort:{kind_}") == region(name)
    assert BOARD.having("fort") == GROUND.every_fort
    assert sum(hexes.bit_count() for hexes in GROUND.forts.values()) == GROUND.every_fort.bit_count()
    assert GROUND.forts["coastal"] & ~GROUND.coast == 0
    assert (GROUND.forts["metz"] | GROUND.forts["westwall"]) & GROUND.coast == 0
    assert set(members("Metz Forts")) == {"4526", "4527", "4626", "4726"}


@rule("reich", "7.1.2.Aa", "7.1.2.Fc", "7.1.2.Fd")
def test_entrance_hexes_by_letter() -> None:
    for code, name in ENTRY.items():
        assert BOARD.having(f"entry:{code}") == region(name)
    assert [region(name).bit_count() for name in ENTRY.values()] == [9, 15, 39, 13]
    for a, b in combinations(ENTRY.values(), 2):
        assert region(a) & region(b) == 0
    assert {BOARD.terrain_at[h] for h in bits(region("B entrance"))} == {"clear"}
    assert region("B entrance") & (GROUND.towns | GROUND.cities) == 0
    assert set(members("Allied Automatic Victory Exit Hexes")) == {f"58{b:02}" for b in range(6, 25)}
    assert BOARD.having("exit:allied-victory") & ~region("E entrance") == 0


def test_every_entrance_hex_leads_onto_the_map() -> None:
    inside = GROUND.land & ~GROUND.off_map
    for code in ENTRY:
        assert all(
            region(ENTRY[code]) & GRID.neighbours(1 << h) | GRID.neighbours(1 << h) & inside
            for h in bits(region(ENTRY[code]))
        )
        assert GROUND.costs("ordinary").next(region(ENTRY[code])) & inside


@rule("reich", "7.1.3.A")
def test_beaches() -> None:
    assert set(members("Beaches")) == {"0619", "0820", "1020", "1121"}
    assert [members(name) for name in ("Utah", "Omaha", "Gold", "Sword/Juno")] == [[b] for b in members("Beaches")]
    assert GROUND.beaches == region("Beaches")
    assert GROUND.beaches & ~GROUND.coast == 0


@rule("reich", "7.1.3.E")
def test_ports() -> None:
    assert {BOARD.names[h] for h in bits(region("Single-unit ports"))} == {
        "Le Havre",
        "Rouen",
        "Boulogne",
        "Calais",
        "Dunkirk",
    }
    assert region("Ports") == BOARD.having("port")
    assert set(members("Ports")) - set(members("Single-unit ports")) == {"0518", "3910"}


@rule("reich", "8.7.B", "8.7.C", "8.4.1", "17.2.A", "10.7.9")
def test_lists_of_hexes_that_the_rules_number() -> None:
    assert set(members("Monty's Blind Spot")) == {"3908", "3909", "4008"}
    assert members("Antwerp approaches") == ["3508", "3509", "3608", "3609", "3709", "3808", "3809", "3909"]
    assert set(members("Ruhr Cities")) == {"5209", "5309", "5310", "5409", "5410", "5510", "5609", "5610"}
    assert region("Ruhr Cities") & ~GROUND.cities == 0
    assert set(members("Roer Dams")) == {"4916", "5015", "5016"}
    assert set(members("Fortress Holland garrison cities")) == {"4404", "4005", "4302"}
    assert region("Fortress Holland garrison cities") & ~(GROUND.holland & GROUND.cities) == 0
    paris = members("Paris")
    assert "2527" in paris
    assert len(paris) == 3
    assert all(GRID.adjacent(at(a), at(b)) for a, b in combinations(paris, 2))


@rule("reich", "17.2.Bd")
def test_the_valley_is_what_touches_the_roer_hexsides() -> None:
    sides = BOARD.regions["Roer River hexsides"].hexsides
    assert {BOARD.hexsides[pair].name for pair in sides} == {"Roer"}
    assert {MAP.between("4916-5015"), MAP.between("4812-4912")} <= set(sides)
    assert MAP.in_one_piece(sides)
    assert region("Roer River Valley") == of(h for pair in sides for h in pair)
    assert region("Roer River Valley") & (GROUND.cities | BOARD.terrain["mountain"]) == 0
    assert region("Roer River Valley") & GROUND.forts["westwall"]


@rule("reich", "10.7.4c", "10.7.5a")
def test_the_rhine_and_its_twelve_bridges() -> None:
    rhine = BOARD.hexsides_of("rhine")
    assert set(rhine) == set(BOARD.regions["Rhine River"].hexsides)
    assert MAP.in_one_piece(rhine)
    assert kind("4906-4907") == kind("5339-5439") == "rhine"
    bridges = BOARD.hexsides_of("rhine", bridged=True)
    assert set(bridges) == set(GROUND.bridges)
    assert len(bridges) == 12
    assert all(pair in BOARD.roads for pair in bridges)
    assert has_bridge("5008-5108")


def test_no_hex_has_two_rhine_bridges() -> None:
    ends = [h for pair in GROUND.bridges for h in pair]
    assert len(ends) == len(set(ends))


@rule("reich", "10.5.Al", "10.5.Am", "10.7.7")
def test_hexsides_that_the_rules_name() -> None:
    assert kind("4519-4520") == "minor-river"
    assert has_road("4519-4520")
    assert not has_bridge("4519-4520")
    assert kind("4804-4805") == "major-river"
    assert has_bridge("4804-4805")
    assert kind("3508-3509") == "all-sea"
    assert has_bridge("3508-3509")
    assert kind("1221-1322") == kind("1024-1125") == "minor-river"
    assert not any(edge.bridge for edge in BOARD.hexsides.values() if edge.name == "Orne")


def test_the_ferry_is_the_only_way_over_a_sea_hexside() -> None:
    assert BOARD.hexsides_of("all-sea", bridged=True) == [MAP.between("3508-3509")]
    assert not BOARD.hexsides_of("impassable", bridged=True)
    for kind_ in ("all-sea", "impassable"):
        assert not [pair for pair in BOARD.hexsides_of(kind_, bridged=False) if pair in BOARD.roads]


@rule("reich", "10.2", "10.7.10")
def test_the_seine_line_divides_the_land() -> None:
    west, east = GROUND.west, GROUND.east
    assert west | east == GROUND.land
    assert west & east == 0
    line = BOARD.regions["Seine Line"].hexsides
    assert MAP.in_one_piece(line)
    assert all((west >> a & 1) != (west >> b & 1) for a, b in line)
    assert region("Seine Line west bank") == of(h for pair in line for h in pair) & west
    assert region("Seine Line east bank") == of(h for pair in line for h in pair) & east
    assert west >> at("1521") & 1
    sector = region("Seine Line test sector")
    assert {"1620", "2527"} <= set(members("Seine Line test sector"))
    assert sector & ~region("Seine Line east bank") == 0


@rule("reich", "17.6", "10.7.1")
def test_breakout_line_and_exclusion_zone() -> None:
    line = BOARD.regions["Normandy Breakout Line"].hexsides
    assert {MAP.between("0425-0525"), MAP.between("1421-1521")} <= set(line)
    assert MAP.in_one_piece(line)
    inside = region("Inside the Breakout Line")
    assert all((inside >> a & 1) != (inside >> b & 1) for a, b in line)
    zone = region("Normandy Exclusion Zone")
    assert {"0921", "1421"} <= set(members("Normandy Exclusion Zone"))
    assert zone & ~GROUND.west == 0
    boundary = BOARD.regions["Exclusion Zone boundary"].hexsides
    assert set(boundary) == _rim(zone)
    assert MAP.one_piece(zone)


@pytest.mark.parametrize("name", ["Ike's Blind Spot", "Fortress Holland"])
def test_areas_with_a_line_around_them(name: str) -> None:
    assert MAP.one_piece(region(name))
    assert set(BOARD.regions[f"{name.removeprefix(IKE)} boundary"].hexsides) == _rim(region(name))


def _rim(area: int) -> set[tuple[int, int]]:
    """The hexsides between an area and the land around it."""
    near = ((h, n) for h in bits(area) for n in GRID.neighbour_list(h))
    return {hexside(h, n) for h, n in near if not area >> n & 1 and GROUND.land >> n & 1}


@rule("reich", "10.2.1", "10.2.2", "10.2.3")
def test_the_land_east_of_the_seine_is_shared_out_among_the_army_groups() -> None:
    areas = [region(f"{name} Army Group area") for name in ("21st", "12th", "6th")]
    assert areas[0] | areas[1] | areas[2] == GROUND.east
    for a, b in combinations(areas, 2):
        assert a & b == 0
    for area, label in zip(areas, ("3913", "4225", "4734"), strict=True):
        assert area >> at(label) & 1
    assert region("A-D entrance") & ~areas[2] == 0
    for name, (a, b) in (("21AG/12AG boundary", areas[:2]), ("12AG/6AG boundary", areas[1:])):
        line = BOARD.regions[name].hexsides
        assert MAP.in_one_piece(line)
        assert set(line) == {pair for pair in _rim(a) if b >> pair[0] & 1 or b >> pair[1] & 1}


@rule("reich", "3.4.D", "3.4.E.1", "3.4.E.1a")
def test_front_lines_of_december() -> None:
    ours, holland = region("Allied side December 1944"), GROUND.holland
    line = BOARD.regions["Allied Front Line"].hexsides
    assert all((ours >> a & 1) != (ours >> b & 1) for a, b in line)
    touching = of(h for pair in line for h in pair)
    assert region("Allied Front Line hexes") == touching & ours
    assert region("German Front Line hexes") == touching & ~ours & ~holland
    assert region("Allied Front Line hexes").bit_count() == 63
    assert region("German Front Line hexes").bit_count() == 60
    assert {"3525", "3913", "4225", "4734", "3910", "4626"} <= MAP.labels(ours)
    assert not {"4916", "5015", "5016", "4404", "4005"} & MAP.labels(ours)


def test_the_german_border_runs_round_germany() -> None:
    germany = BOARD.area("Germany")
    assert germany == region("Germany")
    assert set(BOARD.regions["German border"].hexsides) == _rim(germany)


def test_land_hangs_together() -> None:
    start = 1 << at("0518")
    assert MAP.spread(start, lambda a, b: GROUND.lines.step(a, b) is not None) == GROUND.land


def test_roads_join_all_towns_and_cities_but_granville() -> None:
    net = MAP.spread(1 << at("2527"), lambda a, b: hexside(a, b) in BOARD.roads)
    off = (GROUND.towns | GROUND.cities) & ~net
    assert MAP.labels(off) <= {"0423"}
    assert all(net & region(name) for name in ENTRY.values())


def test_towns_and_cities_have_names_and_no_hex_is_both() -> None:
    assert GROUND.towns & GROUND.cities == 0
    assert all(BOARD.names.get(h) for h in bits(GROUND.towns | GROUND.cities))


def test_every_hexside_joins_land_and_has_a_name() -> None:
    for (a, b), edge in BOARD.hexsides.items():
        assert GROUND.land >> a & 1
        assert GROUND.land >> b & 1
        assert edge.name


def test_the_edge_of_the_west_map() -> None:
    assert region("East edge of the West Map") == of(h for h in bits(GROUND.land) if GRID.label(h)[:2] == "34")


def test_what_is_not_stated_is_marked_reconstructed() -> None:
    stated = re.compile(r"\(.*(reconstructed|derived|ruling).*\)")
    free = {"Seine Line", "Normandy Breakout Line", "Ike's Blind Spot", "Fortress Holland", "West Wall Forts"}
    assert all(stated.search(BOARD.regions[name].rule) for name in free | {"21AG/12AG boundary", "Allied Front Line"})
    assert BOARD.sources[at("0518")] == "rule"
    assert BOARD.sources[at("2233")] == "reconstructed"
    assert set(BOARD.sources.values()) == {"rule", "derived", "reconstructed"}


def test_no_proposal_or_set_up_leaves_the_land() -> None:
    labels = {label for label in ROSTER.setup if label and label != "England"}
    assert all(GROUND.land >> at(label) & 1 for label in labels)
