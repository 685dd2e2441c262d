"""5.8: what is different on the first turn."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from grognard import Match
from tests.kit import (
    announce,
    fight,
    forecast,
    in_hex,
    odds,
    offered,
    offers,
    places,
    reach,
    refused,
    rows,
    supply,
    where,
)
from tests.rhine.helpers_course import shifts, walk
from tests.rhine.sheet import ALL_EAST, COUNTERS, EAST_EDGE, HEXES, near, region, within
from tests.rhine.table import table
from tests.rules import rule

ACCESS = ("1112N", "1212N", "1213N", "1311N", "1312N", "1411N", "1412N")
FIFTEENTH = ("59ID", "64ID", "245ID", "346ID", "712ID")
BIG_RED = ("US1", "US9", "US30")
WALL = {"2009N": "westwall"}
PRICES = {"clear": 1, "rough": 2, "polder": 2}
SIDES = {frozenset((row["hex1"], row["hex2"])): row["kind"] for row in rows("rhine", "hexsides.csv")}
HIGHWAY = {frozenset((row["hex1"], row["hex2"])) for row in rows("rhine", "roads.csv")}
COASTAL_POLDER = region("Coastal polder")


def price(a: str, b: str, right: bool = False) -> int | None:
    """The cost of one hex for a German unit; with ``right``, one of the Fifteenth Army on the first turn."""
    kind = SIDES.get(frozenset((a, b)), "")
    if kind == "all-sea" or HEXES[b]["terrain"] == "sea" or "hook-of-holland" in HEXES[b]["features"]:
        return None
    if kind == "estuary" and not right:
        return None
    ground = PRICES[HEXES[b]["terrain"]]
    if frozenset((a, b)) in HIGHWAY or (right and b in COASTAL_POLDER):
        ground = 1
    return ground + (kind in ("river", "rhine", "blocked"))


def with_right(a: str, b: str) -> int | None:
    return price(a, b, right=True)


# -- column movement and attacks -------------------------------------------------------------------


@rule("rhine", "5.8", "5.8a", "5.8b")
@pytest.mark.parametrize("unit", ["9SS", "719ID", "59ID", "7FJ", "107PB"])
def test_no_german_unit_marches_in_column_on_the_first_turn(unit: str) -> None:
    factor = int(COUNTERS[unit]["movement"])
    text = f"turn {{}}\nphase german movement\nat {unit}=2508N"
    match = table(text.format(1), bare=True)
    assert supply(match, unit) == "full"
    assert reach(match, unit) == within("2508N", factor)
    for turn in (2, 3):
        assert reach(table(text.format(turn), bare=True), unit) == within("2508N", 2 * factor)


@rule("rhine", "5.8a")
def test_allied_units_may_use_column_movement_on_the_first_turn() -> None:
    match = table("turn 1\nphase allied movement\nat BC50=1908N", bare=True)
    assert reach(match, "BC50") >= {"1117N", "1900N", "2817N"}


@rule("rhine", "5.8", "5.8c")
@pytest.mark.parametrize(("turn", "expected"), [(1, ("2:1", -1)), (2, ("3:1", 0))])
def test_german_attacks_lose_a_column_on_the_first_turn(turn: int, expected: tuple[str, int]) -> None:
    units = ("Lehr", "11Pz", "9SS", "105PB")
    text = f"turn {turn}\nphase german combat\nat {in_hex('2009N', *units)} US1=2010N"
    column, total = expected
    assert shifts(text, "2010N", *units, bare=True) == expected  # 18 to 6
    town = {"3:1": "2:1", "2:1": "1:1"}[column], total - 1
    assert shifts(text, "2010N", *units, bare=True, features={"2010N": "town"}) == town
    allied = f"turn {turn}\nphase allied combat\nat {in_hex('2010N', *BIG_RED)} 12SS=2009N"
    assert shifts(allied, "2009N", *BIG_RED, bare=True) == ("3:1", 0)


@rule("rhine", "5.8", "5.8d")
@pytest.mark.parametrize(("turn", "expected"), [(1, ("1:1", -1)), (2, ("2:1", 0))])
def test_german_momentum_attacks_lose_it_too(turn: int, expected: tuple[str, int]) -> None:
    units = ("Lehr", "11Pz", "9SS")
    text = f"turn {turn}\nphase german combat\nat {in_hex('2009N', *units)} US4C=2010N US1=2011N"
    match = fight(table(text, bare=True), "2010N", *units)  # 16 to 2: no die, even one to the left
    match.play(*(f"advance {unit}" for unit in units))
    assert odds(announce(match, "2011N", "Lehr", "11Pz")) == expected  # 12 to 6


# -- the West Wall ---------------------------------------------------------------------------------


def assault(turn: int, feature: str, terrain: str = "clear", *, dice: Iterable[int] = ()) -> Match:
    """Three divisions face one in 2009N: 18 to 6."""
    text = f"turn {turn}\nphase allied combat\nat {in_hex('2010N', *BIG_RED)} 12SS=2009N"
    return table(text, bare=True, features={"2009N": feature}, terrain={"2009N": terrain}, dice=dice)


@rule("rhine", "5.8", "5.8e", "5.8h")
@pytest.mark.parametrize(
    ("feature", "terrain", "first", "second"),
    [
        ("westwall", "clear", ("3:1", 0), ("2:1", -1)),
        ("westwall", "rough", ("2:1", -1), ("1:1", -2)),
        ("town;westwall", "clear", ("2:1", -1), ("1:1", -2)),
        ("none", "rough", ("2:1", -1), ("2:1", -1)),
    ],
)
def test_the_west_wall_gives_no_shift_on_the_first_turn(
    feature: str, terrain: str, first: tuple[str, int], second: tuple[str, int]
) -> None:
    assert odds(announce(assault(1, feature, terrain), "2009N", *BIG_RED)) == first
    assert odds(announce(assault(2, feature, terrain), "2009N", *BIG_RED)) == second


@rule("rhine", "5.8", "5.8f")
def test_the_west_wall_stops_probes_even_on_the_first_turn() -> None:
    assert {"2009N", "2010N"} <= near("1909N")
    text = "turn 1\nphase allied combat\nat US1=2010N 719ID=1909N"
    assert offered(table(text, bare=True), "probe 2009N")
    refused(table(text, bare=True, features=WALL), "probe 2009N", "5.8", "11.17", "11.25")
    assert offered(table(f"{text}\ncleared 2009N", bare=True, features=WALL), "probe 2009N")


@rule("rhine", "5.8", "5.8g")
def test_the_west_wall_takes_reinforcements_even_on_the_first_turn() -> None:
    walls = dict.fromkeys(("2205N", "2305N", "1408S"), "westwall")
    text = "turn 1\nphase german reinforcement\ncleared 2305N\nat 12VG=due\ndue_turn 12VG=1"
    assert places(table(text, bare=True, features=walls), "12VG") == {*EAST_EDGE, "2205N", "1408S"}


@rule("rhine", "5.8", "5.8i")
def test_the_west_wall_has_no_effect_on_results_on_the_first_turn() -> None:
    first = forecast(announce(assault(1, "westwall"), "2009N", *BIG_RED))
    assert first.by_roll == ("DR", "DR", "BB", "DR", "DE", "DE")
    second = forecast(announce(assault(2, "westwall"), "2009N", *BIG_RED))
    assert second.by_roll == ("AL1", "AS", "AS", "BB", "BB", "BB")
    match = fight(assault(1, "westwall", dice=[1]), "2009N", *BIG_RED)
    assert match.side == "german"
    assert offers(match, "to")


@rule("rhine", "5.8", "5.8i")
@pytest.mark.parametrize(("turn", "feature", "total"), [(1, "westwall", 1), (2, "westwall", -1), (2, "none", 1)])
def test_a_concentric_attack_on_the_west_wall_counts_on_the_first_turn(turn: int, feature: str, total: int) -> None:
    text = f"turn {turn}\nphase allied combat\nat US1=2010N US9=2010N US30=2008N 12SS=2009N"
    assert odds(announce(table(text, bare=True, features={"2009N": feature}), "2009N", *BIG_RED))[1] == total


@rule("rhine", "5.8", "5.8j")
@pytest.mark.parametrize("turn", [1, 2])
def test_the_west_wall_stops_momentum_attacks_even_on_the_first_turn(turn: int) -> None:
    assert {"2008N", "2108N"} <= near("2009N")
    text = f"turn {turn}\nphase allied combat\nat {in_hex('2010N', *BIG_RED)} 105PB=2009N 719ID=2008N 85ID=2108N"
    for feature in ("westwall", "none"):
        match = fight(table(text, bare=True, features={"2008N": feature}), "2009N", *BIG_RED)  # 18 to 2: no die
        match.play(*(f"advance {unit}" for unit in BIG_RED))
        assert offered(match, "attack 2108N")
        if feature == "westwall":
            refused(match, "attack 2008N", "5.8", "11.17", "11.24")
        else:
            assert offered(match, "attack 2008N")


# -- the supply of the Fifteenth Army --------------------------------------------------------------


@rule("rhine", "5.8", "5.8k", "5.8m")
@pytest.mark.parametrize("label", ACCESS)
def test_the_fifteenth_army_is_supplied_in_the_access_hexes_on_the_first_turn(label: str) -> None:
    text = f"turn {{}}\nphase german {{}}\nallied {ALL_EAST}\nat 59ID={label}"
    assert supply(table(text.format(1, "movement")), "59ID") == "automatic"
    assert where(table(text.format(1, "supply")), "59ID") == label
    assert supply(table(text.format(2, "movement")), "59ID") == "none"
    assert where(table(text.format(2, "supply")), "59ID") == "eliminated"


@rule("rhine", "5.8", "5.8k")
@pytest.mark.parametrize("unit", FIFTEENTH)
def test_its_supply_is_whole_for_moving_and_fighting(unit: str) -> None:
    match = table(f"turn 1\nphase german movement\nallied {ALL_EAST}\nat {unit}=1213N")
    assert reach(match, unit) == walk("1213N", 6, with_right)
    text = f"turn {{}}\nphase german combat\nallied {ALL_EAST}\nat {unit}=1213N BCBN=1313N"
    assert "2 against 2" in forecast(announce(table(text.format(1)), "1313N", unit)).title
    assert "1 against 2" in forecast(announce(table(text.format(2)), "1313N", unit)).title


@rule("rhine", "5.8", "5.8l")
def test_other_units_in_an_access_hex_are_not_supplied() -> None:
    text = f"turn 1\nphase german {{}}\nallied {ALL_EAST}\nat 59ID=1411N 719ID=1411N"
    match = table(text.format("movement"))
    assert (supply(match, "59ID"), supply(match, "719ID")) == ("automatic", "none")
    match = table(text.format("supply"))
    assert (where(match, "59ID"), where(match, "719ID")) == ("1411N", "eliminated")


@rule("rhine", "5.8", "5.8n")
@pytest.mark.parametrize("label", ["1413N", "1214N", "1511N", "1310N"])
def test_outside_the_access_hexes_the_fifteenth_army_needs_a_line(label: str) -> None:
    text = f"turn 1\nphase german {{}}\nallied {ALL_EAST}\nat 59ID={label}"
    assert supply(table(text.format("movement")), "59ID") == "none"
    assert where(table(text.format("supply")), "59ID") == "eliminated"
    assert supply(table(f"turn 1\nphase german movement\nat 59ID={label}"), "59ID") == "full"


# -- the way over the Scheldt ----------------------------------------------------------------------


@rule("rhine", "5.8", "5.8o", "5.8p", "5.8t")
@pytest.mark.parametrize("start", ["1212N", "1213N", "1311N", "1412N", "1310N", "1215N"])
def test_where_the_fifteenth_army_comes_on_the_first_turn(start: str) -> None:
    match = table(f"turn 1\nphase german movement\nat 59ID={start}")
    assert reach(match, "59ID") == walk(start, 6, with_right)


@rule("rhine", "5.8", "5.8o", "5.8p", "5.8t")
@pytest.mark.parametrize("start", ["1212N", "1213N", "1311N", "1310N"])
def test_afterwards_it_moves_like_everybody(start: str) -> None:
    # In column, 12 movement points.
    match = table(f"turn 2\nphase german movement\nat 59ID={start}")
    assert supply(match, "59ID") == "full"
    assert reach(match, "59ID") == walk(start, 12, price)


@rule("rhine", "5.8", "5.8o", "5.8p", "5.8t")
def test_each_step_over_the_scheldt_costs_one_point() -> None:
    way = ("1212N", "1311N", "1310N", "1311N", "1212N", "1213N")
    match = table("turn 1\nphase german movement\nat 59ID=1213N").play("select 59ID")
    for label in way:
        match.play(f"move {label}")
        assert where(match, "59ID") == label
    refused(match, "move 1214N")
    # Inland polder costs two: after two such hexes two points are left, and the third lies beyond a river.
    assert [price(*step) for step in (("1310N", "1309N"), ("1309N", "1308N"), ("1308N", "1307N"))] == [2, 2, 3]
    match = table("turn 1\nphase german movement\nat 59ID=1310N").play("select 59ID", "move 1309N", "move 1308N")
    refused(match, "move 1307N")


@rule("rhine", "5.8", "5.8q")
def test_other_germans_do_not_cross_the_scheldt() -> None:
    match = table("turn 1\nphase german movement\nat 719ID=1213N").play("select 719ID")
    for label in ("1212N", "1112N"):
        refused(match, f"move {label}", "5.8", "10.12")
    match = table("turn 1\nphase german movement\nat 719ID=1310N")
    assert reach(match, "719ID") == walk("1310N", 5, price)
    # With the neck of the peninsula held the water would be the only way.
    assert {"1310N", "1311N"} <= near("1411N")
    text = "turn 1\nphase german movement\nat {}=1310N BC50=1411N"
    refused(table(text.format("719ID")).play("select 719ID"), "move 1311N", "5.8", "10.12")
    assert offered(table(text.format("59ID")).play("select 59ID"), "move 1311N")
    refused(table(text.format("59ID").replace("turn 1", "turn 2")).play("select 59ID"), "move 1311N", "5.8", "10.12")


@rule("rhine", "5.8", "5.8r")
@pytest.mark.parametrize(("start", "sea"), [("1213N", "1113N"), ("1112N", "1113N"), ("1214N", "1114N")])
def test_no_unit_crosses_the_open_sea(start: str, sea: str) -> None:
    assert sea in near(start)
    assert SIDES[frozenset((start, sea))] == "all-sea"
    refused(table(f"turn 1\nphase german movement\nat 59ID={start}").play("select 59ID"), f"move {sea}")


@rule("rhine", "5.8", "5.8s")
def test_no_supply_is_traced_over_the_scheldt() -> None:
    # Sluis is closed to the south; its neighbour holds Breskens, and beyond the water the way to the east is free.
    text = "turn 1\nphase german movement\nat 59ID=1214N 64ID=1213N BC50=1313N BC53=1315N"
    match = table(text)
    assert (supply(match, "59ID"), supply(match, "64ID")) == ("none", "automatic")
    assert supply(table(f"{text} 245ID=1312N"), "59ID") == "full"


@rule("rhine", "5.8", "5.8s")
def test_no_unit_attacks_or_retreats_over_the_scheldt() -> None:
    match = table("turn 1\nphase german combat\nat 59ID=1213N BC50=1212N BC53=1313N")
    assert offered(match, "attack 1313N")
    refused(match, "attack 1212N", "5.8", "10.12", "11.1", "11.15")
    units = ("BC50", "BC53", "BC15")
    text = f"turn 1\nphase allied combat\nat {in_hex('1313N', *units)} 59ID=1213N"
    match = fight(table(text, dice=[2]), "1213N", *units)  # 15 to 3, die 2: DR, and nowhere to go
    assert where(match, "59ID") == "eliminated"
    match = fight(table(f"{text} 64ID=1312N", dice=[2]), "1213N", *units)
    assert offers(match, "to") == {"1312N"}
