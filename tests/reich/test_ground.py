"""Costs, zones, supply lines and modifiers of the ground, with every move of the example of play."""

from __future__ import annotations

import pytest

from grognard.engine.board import hexside
from grognard.games.reich.ground import DRAINED, DRY, FLOODED, FLOODING, MOVERS
from grognard.hexes import bits, of, reach
from tests.reich.helpers_map import (
    ALLIED,
    BOARD,
    GERMAN,
    GRID,
    GROUND,
    TABLES,
    allied,
    at,
    cost,
    german,
    path_cost,
    region,
    step,
)
from tests.rules import rule

#: moves of the example of play whose path is given, and those of which only the ends are
PATHS = {
    "0619 0519": 1,
    "0619 0620": 1,
    "1020 1021": 1,
    "1020 0921": 1,
    "1020 1121": 1,
    "1021 0921 0922": 2,
    "0520 0420 0521": 3,
    "1223 1222": 3,
    "1422 1322": 2,
    "1423 1324 1223": 4,
    "0619 0519 0419 0420": 4,
    "0521 0522": 2,
    "0522 0622 0722": 3,
    "0722 0723": 2,
    "0923 0924": 1,
    "0922 0923": 1,
    "1223 1123": 3,
}
ENDS = {
    ("0125", "0526"): 4,
    ("0634", "0630"): 4,
    ("0434", "0627"): 8,
    ("1125", "0923"): 4,
    ("1521", "1324"): 5,
    ("1521", "1422"): 3,
    ("5706", "5108"): 7,
    ("5706", "5008"): 8,
    ("0526", "0523"): 4,
    ("0630", "0626"): 4,
    ("0627", "0624"): 4,
    ("1324", "1123"): 5,
    ("1422", "0924"): 8,
    ("1521", "1323"): 5,
    ("1521", "1125"): 8,
}


@rule("reich", "10.5.A")
@pytest.mark.parametrize("path", PATHS)
def test_moves_of_the_example_of_play_along_their_path(path: str) -> None:
    assert path_cost(path) == PATHS[path]


@rule("reich", "10.5.A")
@pytest.mark.parametrize("ends", ENDS, ids="-".join)
def test_moves_of_the_example_of_play_by_their_ends(ends: tuple[str, str]) -> None:
    assert cost(*ends) == ENDS[ends]


def test_moves_within_the_points_of_the_example() -> None:
    assert (step("1121", "1221") or 9) <= 2
    assert (step("0921", "1021") or 9) <= 2
    assert (cost("1121", "0921") or 9) <= 5


@rule("reich", "17.3a")
def test_staff_pay_1_a_hex() -> None:
    assert cost("0826", "1425", "staff") == GRID.distance(at("0826"), at("1425")) == 6
    assert cost("0619", "0419", "staff") == 2
    assert step("5006", "5007", "staff") == 1
    assert step("1520", "1521", "staff") is None


@rule("reich", "10.5.Aa", "10.5.Ab", "10.5.Ac", "10.5.Ad", "10.5.Ae", "10.5.Ai", "10.5.Aj", "10.5.Ak")
@pytest.mark.parametrize(
    ("a", "b", "points"),
    [
        ("0224", "0225", 1),
        ("0520", "0519", 2),
        ("0518", "0519", 1),
        ("0925", "0926", 2),
        ("1226", "1227", 1),
        ("0725", "0726", 2),
        ("2515", "2415", 3),
        ("2414", "2415", 1),
        ("1221", "1222", 3),
        ("0921", "0821", 1),
        ("4838", "4839", 4),
        ("5035", "4935", 1),
        ("0229", "0230", 2),
        ("1621", "1620", 3),
        ("5007", "5006", 3),
        ("4804", "4805", 1),
        ("4520", "4519", 2),
        ("5108", "5008", 1),
    ],
)
def test_costs_of_steps(a: str, b: str, points: int) -> None:
    assert step(a, b) == points


@rule("reich", "10.5.Ae")
def test_mountain_units_pay_less_in_mountains_only() -> None:
    assert step("4838", "4839", "mountain") == 2
    assert step("1221", "1222", "mountain") == 3


@rule("reich", "10.5.Af", "10.5.Ag", "10.5.Ah")
def test_only_the_ferry_crosses_the_sea() -> None:
    assert step("3508", "3509") == 1
    for kind in ("all-sea", "impassable"):
        for a, b in BOARD.hexsides_of(kind, bridged=False):
            assert all(GROUND.costs(mover).step(a, b) is None for mover in MOVERS)
            assert GROUND.lines.step(a, b) is None


@rule("reich", "7.1.2.Ab", "7.1.2.Cc", "7.1.2.Fa")
def test_nobody_moves_into_entrance_hexes_but_b() -> None:
    for mover in MOVERS:
        reached = GROUND.costs(mover).next(GROUND.land)
        assert reached & GROUND.off_map == 0
        assert reached & region("B entrance") == region("B entrance")
    assert step("0433", "0434") is None
    assert step("0434", "0433") == 1
    assert GROUND.lines.step(at("0433"), at("0434")) == 1


@rule("reich", "10.7.5c", "10.7.5n")
def test_a_blown_bridge_costs_the_river() -> None:
    pair = hexside(at("5008"), at("5108"))
    blown = GROUND.costs("ordinary", DRY, [pair])
    assert GROUND.costs("ordinary").step(at("5108"), at("5008")) == 1
    assert blown.step(at("5108"), at("5008")) == 3
    assert blown.step(at("5210"), at("5110")) == GROUND.costs("ordinary").step(at("5210"), at("5110"))
    assert GROUND.costs("ordinary", DRY, [pair]) is blown


@rule("reich", "17.2.Be", "17.2.Bk")
def test_the_flood_makes_the_valley_swamp_and_then_clear() -> None:
    swamp = TABLES.terrain["swamp"].cost
    assert step("4815", "4915") == 3
    for h in bits(GROUND.valley):
        for n in GRID.neighbour_list(h):
            if GROUND.land >> n & 1 and not GROUND.has_road(n, h) and BOARD.kind_between(n, h) == "":
                assert GROUND.costs("ordinary", FLOODING).step(n, h) == swamp
                assert GROUND.costs("ordinary", DRAINED).step(n, h) == 1
    assert GROUND.costs("ordinary", FLOODED) is GROUND.costs("ordinary", FLOODING)
    elsewhere = next(h for h in bits(BOARD.terrain["forest"] & ~GROUND.valley))
    assert GROUND.terrain(elsewhere, FLOODED) == "forest"


@rule("reich", "6.3.Ba", "6.3.Bb", "6.3.Ca", "6.3.Cb", "6.3.Cc", "6.3.Cd")
def test_where_zones_enter() -> None:
    ours, theirs = GROUND.zones
    assert theirs.of(1 << at("0519")) >> at("0619") & 1 == 0
    assert ours.of(1 << at("0519")) >> at("0619") & 1
    assert ours.of(1 << at("0619")) >> at("0519") & 1
    for zones in (ours, theirs):
        everywhere = zones.of(GROUND.land)
        assert everywhere & (GROUND.cities | BOARD.terrain["mountain"]) == 0
        assert everywhere & GROUND.towns == GROUND.towns & ~GROUND.off_map & ~BOARD.terrain["mountain"]
        assert zones.of(1 << at("1122")) >> at("1021") & 1


@rule("reich", "6.3.Da", "6.3.Db")
def test_zones_and_entrance_hexes() -> None:
    for zones in GROUND.zones:
        assert zones.of(GROUND.off_map) == 0
        assert zones.of(GROUND.land) & GROUND.off_map == 0
        assert zones.of(1 << at("0125")) >> at("0225") & 1
        assert zones.of(1 << at("0224")) >> at("0125") & 1


@rule("reich", "6.3.Ea", "6.3.Eb", "6.3.Ec", "6.3.Ed", "6.3.Ee")
def test_zones_and_rivers() -> None:
    for zones in GROUND.zones:
        for kind, crossing in (("major-river", False), ("rhine", False), ("minor-river", True), ("impassable", False)):
            for a, b in BOARD.hexsides_of(kind):
                if not (GROUND.off_map >> a | GROUND.off_map >> b) & 1 and zones.of(GROUND.land) >> b & 1:
                    assert bool(zones.of(1 << a) >> b & 1) == crossing, (GRID.label(a), GRID.label(b))
        assert zones.of(1 << at("4804")) >> at("4805") & 1 == 0
        assert zones.of(1 << at("3508")) >> at("3509") & 1
        assert zones.of(1 << at("3509") | 1 << at("3608")) >> at("3608") & 1 == 0
    assert GROUND.zones[ALLIED].of(1 << at("1722")) >> at("1721") & 1


@rule("reich", "6.3.Aa", "6.3.Ac")
def test_forts_are_left_to_the_caller() -> None:
    for zones in GROUND.zones:
        assert zones.of(GROUND.land) & GROUND.every_fort & ~GROUND.cities


@rule("reich", "13.9.A.1a", "13.9.A.1c", "13.9.A.1d", "13.9.A.1e", "13.9.A.1f", "13.9.A.1h", "13.9.A.1i", "13.9.A.1j")
@pytest.mark.parametrize(
    ("label", "modifier"),
    [
        ("0225", 0),
        ("0726", -1),
        ("0926", -1),
        ("2415", -1),
        ("0332", -1),
        ("4839", -2),
        ("1222", -2),
        ("1122", -2),
        ("0518", -2),
        ("0722", -2),
    ],
)
def test_modifiers_of_hexes(label: str, modifier: int) -> None:
    assert GROUND.hex_modifier(at(label), german(2)) == modifier


@rule("reich", "13.9.A.1m", "13.9.A.1n", "13.9.A.1o")
def test_bocage_by_owner_and_turn() -> None:
    h = at("0520")
    assert [GROUND.hex_modifier(h, german(turn)) for turn in (1, 4, 5, 9)] == [-2, -2, -1, -1]
    assert [GROUND.hex_modifier(h, allied(turn)) for turn in (1, 4, 5, 9)] == [-1] * 4


@rule("reich", "13.9.A.1k", "13.9.A.1q", "16.1.Cb", "16.1.Cg", "16.1.Ch")
def test_forts_help_only_germans_and_only_while_intact() -> None:
    fort = next(h for h in bits(GROUND.forts["westwall"] & BOARD.terrain["clear"] & ~GROUND.towns & ~GROUND.cities))
    assert GROUND.hex_modifier(fort, german(9)) == -2
    assert GROUND.hex_modifier(fort, german(9, forts=0)) == 0
    assert GROUND.hex_modifier(fort, allied(9, forts=GROUND.every_fort)) == 0


@rule("reich", "13.9.A.1b", "13.9.A.1g", "13.9.A.1l", "13.9.A.1p", "13.9.A.1r", "13.9.A.1s")
def test_rivers_count_if_every_attacker_is_across_one() -> None:
    target = at("2023")
    minor, major = of(map(at, ("1923", "1924"))), 1 << at("2123")
    assert GROUND.river_modifier(minor, target) == -1
    assert GROUND.river_modifier(major, target) == -2
    assert GROUND.river_modifier(minor | major, target) == -2
    assert GROUND.river_modifier(minor | major | 1 << at("2022"), target) == 0
    assert GROUND.modifier(minor, target, german(9)) == -1
    assert GROUND.river_modifier(1 << at("4805"), at("4804")) == -2, "a bridge changes nothing"


@rule("reich", "13.9.A.1b")
def test_no_river_at_1221_in_the_example() -> None:
    attackers = of(map(at, ("1222", "1322")))
    assert GROUND.river_modifier(1 << at("1322"), at("1221")) == -1
    assert GROUND.modifier(attackers, at("1221"), allied(2)) == 0


@rule("reich", "13.9.Bf", "10.7.7d")
def test_an_attack_over_the_sea_counts_as_over_a_minor_river() -> None:
    a, b = BOARD.hexsides_of("all-sea", bridged=False)[0]
    assert GROUND.river_modifier(1 << a, b, by_sea=1 << a) == -1
    assert GROUND.river_modifier(1 << at("3508"), at("3509")) == 0


@rule("reich", "13.6.Ac", "13.6.Ad", "13.6.Aa", "13.6.Ab")
def test_who_fires_first() -> None:
    assert all(GROUND.fires_first(at(label)) for label in ("0619", "0820", "1020", "1121", "1221"))
    assert not any(GROUND.fires_first(at(label)) for label in ("0519", "1021", "0922", "1421"))
    pair = hexside(at("5008"), at("5108"))
    assert not GROUND.is_across_rhine(1 << at("5008"), at("5108"), [pair])
    assert GROUND.is_across_rhine(1 << at("5008"), at("5108"), [])
    assert not GROUND.is_across_rhine(1 << at("5008") | 1 << at("5208"), at("5108"), [])
    assert not GROUND.is_across_rhine(0, at("5108"), [])


@rule("reich", "14.1.Da", "14.1.Db", "14.1.Dc", "14.1.Dd", "14.1.De", "14.1.Df", "14.1.Dh", "14.1.Di", "14.1.Dj")
@pytest.mark.parametrize(
    ("a", "b", "allowed"),
    [
        ("0922", "0923", True),
        ("0520", "0519", False),
        ("0224", "0225", True),
        ("0925", "0926", True),
        ("0725", "0726", True),
        ("2515", "2415", False),
        ("2414", "2415", True),
        ("1221", "1222", False),
        ("0921", "0821", True),
        ("1121", "1122", True),
        ("5035", "4935", False),
        ("0432", "0332", True),
        ("4520", "4519", False),
        ("0229", "0230", False),
        ("4804", "4805", True),
        ("5008", "5108", True),
    ],
)
def test_ground_for_mobile_assaults(a: str, b: str, allowed: bool) -> None:
    assert GROUND.may_mobile_assault(at(a), at(b), 0) == allowed


@rule("reich", "14.1.Dd", "14.1.Dj")
def test_forts_bar_mobile_assaults_while_the_defender_holds_them() -> None:
    a, b = at("4813"), at("4812")
    assert not GROUND.may_mobile_assault(a, b, GROUND.every_fort)
    assert GROUND.may_mobile_assault(a, b, 0)


@rule("reich", "17.2.Bj", "17.2.Bk", "17.2.Be")
def test_the_flooded_valley_in_combat() -> None:
    hurtgen, linnich = at("4915"), at("4913")
    wet = [GROUND.hex_modifier(hurtgen, german(12, 0, flood)) for flood in (DRY, FLOODING, FLOODED, DRAINED)]
    assert wet == [-2, -2, -1, 0]
    assert GROUND.hex_modifier(linnich, german(12, 0, FLOODED)) == -1
    frm = next(
        n
        for n in GRID.neighbour_list(linnich)
        if not GROUND.valley >> n & 1 and not GROUND.has_road(n, linnich) and not BOARD.kind_between(n, linnich)
    )
    allowed = [GROUND.may_mobile_assault(frm, linnich, 0, flood) for flood in (DRY, FLOODING, FLOODED, DRAINED)]
    assert allowed == [True, True, False, True]


@rule("reich", "8.1", "10.7.7")
def test_supply_lines_cross_rivers_and_the_ferry() -> None:
    assert GROUND.lines.step(at("3508"), at("3509")) == 1
    assert GROUND.lines.step(at("5006"), at("5007")) == 1
    assert reach(GROUND.lines, 1 << at("5806"), 99).all == GROUND.land


def test_sides_are_numbered_as_the_zones_are() -> None:
    assert (ALLIED, GERMAN) == (0, 1)
    assert GROUND.zones[GERMAN].of(GROUND.land) & GROUND.beaches == 0
    assert GROUND.zones[ALLIED].of(GROUND.land) & GROUND.beaches == GROUND.beaches
