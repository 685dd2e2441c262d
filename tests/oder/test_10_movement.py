"""Chapter 10: movement, movement factors and the cost of terrain."""

from __future__ import annotations

import random
import tomllib

import pytest

from grognard import Match
from tests.kit import GAMES, left, move, offered, offers, pair, reach, refused, rest, status, supply, where
from tests.oder.helpers_campaign import fight_unaided, until
from tests.oder.helpers_lines import cut_off, pinned, rim, soviet_cut_off, spent, stopped, walk
from tests.oder.sheet import COUNTERS, EVERY_HEX, distance, near, within
from tests.oder.table import moving, phase
from tests.rules import rule

#: Movement factors per hex and for a river (10.2d): a non-mechanized and a mechanized unit.
COST = {"clear": (1, 1), "forest": (2, 2), "rough": (2, 3), "marsh": (2, 3)}
RIVER = 1
FACTORS = {"mechanized": 6, "non-mechanized": 4, "static": 0}
#: Rivers that no path from 2010 south to 2011 avoids.
CROSSING = {"2010-2011": "river", "1910-2011": "river", "2011-2110": "river"}


def drop(match: Match, unit: str) -> None:
    """Leave a unit without movement factors behind, if that has not happened by itself."""
    if offered(match, f"drop {unit}"):
        match.play(f"drop {unit}")


# -- 10.0 ------------------------------------------------------------------------------------


@rule("oder", "10.0", "10.0a")
@pytest.mark.parametrize(("side", "units"), [("german", ("24", "66", "67")), ("soviet", ("1GT", "5", "28"))])
def test_any_number_of_units_may_move_or_none(side: str, units: tuple[str, ...]) -> None:
    text = " ".join(f"{unit}={hex_}" for unit, hex_ in zip(units, ("2010", "2012", "2014"), strict=True))
    idle = moving(side, text).play("done")
    assert status(idle)["phase"] == f"{side} combat"
    assert [where(idle, unit) for unit in units] == ["2010", "2012", "2014"]
    busy = moving(side, text)
    for unit, to in zip(units, ("2110", "2112", "2114"), strict=True):
        move(busy, unit, to)
    assert [where(busy, unit) for unit in units] == ["2110", "2112", "2114"]
    assert offered(busy, "done")
    assert offers(busy, "select") == set()


@rule("oder", "10.0", "10.0a")
def test_only_the_phasing_side_moves() -> None:
    refused(moving("german", "24=2010 5=2310"), "select 5")
    refused(moving("soviet", "24=2010 5=2310"), "select 24")


@rule("oder", "10.0", "10.0b")
def test_retreats_and_advances_cost_no_movement_factors() -> None:
    ground = {"terrain": {"2113": "rough"}, "sides": dict.fromkeys(rim("2113"), "river")}
    # First the attack, then the whole movement.
    match = phase("german combat first", "GD=2013 1SS=2013 4SS=2013 50=2113", dice=[1, 1], **ground)
    fight_unaided(match, "2113", "GD", "1SS", "4SS")
    rest(match.play("advance GD", "advance 1SS", "advance 4SS"))
    until(match, 2, "german movement")
    assert left(match.play("select GD"), "GD") == 5  # six, less one for the river at the first step
    # First the whole movement, then the advance.
    match = phase("german movement first", "GD=2007 1SS=2007 4SS=2007 50=2113", dice=[1, 1], **ground)
    for unit in ("GD", "1SS", "4SS"):
        stopped(match, unit, "2013")
    until(match, 2, "german combat")
    fight_unaided(match, "2113", "GD", "1SS", "4SS").play("advance GD")
    assert where(match, "GD") == "2113"


@rule("oder", "10.0", "10.0b")
def test_a_retreat_costs_no_movement_factors() -> None:
    marsh = dict.fromkeys(EVERY_HEX, "marsh")
    units = "66=2013 67=2013 5=2113"
    match = phase("german combat first", units, dice=[1], terrain=marsh)
    fight_unaided(match, "2113", "66", "67")  # 8 to 5, die 1: DR
    assert offers(match, "to")
    match.play("to " + min(offers(match, "to")))
    rest(match)
    until(match, 2, "soviet movement")
    match.play("select 5")
    assert max(distance(where(match, "5"), hex_) for hex_ in offers(match, "move")) == 2  # marsh: two hexes of 2


@rule("oder", "10.0", "10.0c")
def test_a_unit_may_move_in_any_directions() -> None:
    match = moving("german", "24=2010")
    assert reach(match, "24") == within("2010", 6)
    match.play("select 24")
    for hex_ in ("2009", "2109", "2110", "2011", "1910"):
        match.play(f"move {hex_}")
        assert where(match, "24") == hex_
    assert left(match, "24") == 1
    match.play("move 2010")  # back where it came from
    assert (where(match, "24"), offers(match, "move")) == ("2010", set())


@rule("oder", "10.0", "10.0d")
def test_units_move_one_by_one_or_as_a_stack() -> None:
    match = moving("german", "66=2010 67=2010 8=2010")
    match.play("select 66", "also 67", "also 8")
    assert offers(match, "move") == near("2010")
    for hex_ in ("2011", "2111", "2112", "2212"):
        match.play(f"move {hex_}")
        assert {where(match, unit) for unit in ("66", "67", "8")} == {hex_}
    assert not offers(match, "move")
    single = moving("german", "66=2010 67=2010 8=2010")
    move(single, "66", "2012")
    assert [where(single, unit) for unit in ("66", "67", "8")] == ["2012", "2010", "2010"]
    refused(moving("german", "66=2010 67=2011").play("select 66"), "also 67")


@rule("oder", "10.0", "10.0e", "10.2", "10.2a")
@pytest.mark.parametrize("terrain", list(COST))
@pytest.mark.parametrize(("unit", "column"), [("66", 0), ("24", 1), ("FCB", -1), ("5", 0), ("3Sh", 0), ("1GT", 1)])
def test_a_hex_costs_what_its_terrain_says(terrain: str, unit: str, column: int) -> None:
    side = COUNTERS[unit]["side"]
    match = moving(side, f"{unit}=2010", terrain={"2011": terrain})
    if column < 0:
        refused(match, f"select {unit}", "10.1", "2.3")
        return
    assert spent(match, unit, FACTORS[COUNTERS[unit]["mobility"]], "2011") == COST[terrain][column]


@rule("oder", "10.0", "10.0e", "10.2", "10.2a")
@pytest.mark.parametrize("feature", ["town", "city", "fortification", "coast"])
@pytest.mark.parametrize(("unit", "factors"), [("66", 4), ("24", 6)])
def test_towns_cities_and_fortifications_cost_as_clear_ground(feature: str, unit: str, factors: int) -> None:
    assert spent(moving("german", f"{unit}=2010", features={"2011": feature}), unit, factors, "2011") == 1


@rule("oder", "10.0", "10.0e", "10.2", "10.2a", "10.2b")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("unit", ["66", "24", "5", "1GT"])
def test_moves_on_mixed_ground_cost_what_the_chart_says(seed: int, unit: str) -> None:
    rng = random.Random(seed)
    terrain = {hex_: rng.choice(list(COST)) for hex_ in EVERY_HEX}
    rivers = {side for side in sorted(rim(*EVERY_HEX)) if rng.random() < 0.3}
    side, kind = COUNTERS[unit]["side"], COUNTERS[unit]["mobility"]
    match = moving(side, f"{unit}=2010", terrain=terrain, sides=dict.fromkeys(rivers, "river"))

    def price(a: str, b: str) -> int:
        return COST[terrain[b]][kind == "mechanized"] + (RIVER if pair(a, b) in rivers else 0)

    assert reach(match, unit) == walk("2010", FACTORS[kind], price=price)


@rule("oder", "10.0", "10.0f")
def test_no_unit_spends_more_than_it_has() -> None:
    match = moving("german", "66=2010", terrain={"2013": "forest"})
    assert "2012" in reach(match, "66")
    match.play("select 66")
    assert offered(match, "move 2013")  # 1 + 1 + 2
    refused(match, "move 2014", "10.0")
    match = moving("german", "66=2010", terrain={"2013": "forest"}, sides={"2010-2011": "river"})
    match.play("select 66", "move 2011")
    assert left(match, "66") == 2
    match.play("move 2012")
    refused(match, "move 2013", "10.0")  # 2 + 1 + 2
    # The whole way of a piecemeal move counts.
    match = moving("german", "66=2010").play("select 66", "move 2012", "move 2010")
    refused(match, "move 2009")


@rule("oder", "10.0", "10.0g")
def test_unused_factors_are_not_saved() -> None:
    match = moving("german", "66=2010 67=2014 5=3010")
    move(match, "67", "2015")
    until(match, 3, "german movement")
    assert reach(match, "66") == within("2010", 4)
    assert reach(match, "67") == within("2015", 4)


@rule("oder", "10.0", "10.0h")
def test_factors_are_not_passed_on() -> None:
    match = moving("german", "66=2010 24=2010 67=2010")
    match.play("select 66", "also 67", "move 2011", "stop")  # three unused factors each
    assert reach(match, "24") == within("2010", 6)
    match = moving("german", "66=2010 24=2010").play("select 66", "also 24")
    match.play("move 2011", "move 2012", "move 2013", "move 2014")
    refused(match, "select 66")
    drop(match, "66")
    assert left(match, "24") == 2


@rule("oder", "10.0", "10.0i")
def test_a_unit_let_go_of_does_not_move_again_in_the_phase() -> None:
    match = moving("german", "24=2010 66=2015")
    match.play("select 24", "move 2011", "stop")
    refused(match, "select 24", "10.0")
    move(match, "66", "2016")
    refused(match, "select 24", "10.0")
    until(match, 3, "german movement")
    assert offered(match, "select 24")
    # Nor as a companion of another unit.
    match = moving("german", "24=2010 66=2011")
    move(match, "24", "2011")
    refused(match.play("select 66"), "also 24", "10.0")


@rule("oder", "10.0", "10.0j")
def test_there_is_no_minimum_move() -> None:
    island = {"sides": dict.fromkeys(rim("2010"), "river"), "terrain": dict.fromkeys(near("2010"), "forest")}
    cut = {**island["sides"], **cut_off()}
    match = moving("german", "66=2010", **island)
    assert reach(match, "66") == within("2010", 2)  # 3 for the first hex, 1 for the second
    match = moving("german", "66=2010", sides=cut, terrain=island["terrain"])
    assert supply(match, "66") == "none"
    refused(match, "select 66", "10.0")  # 3 needed, 2 there
    match = moving("german", "66=2010", sides=cut_off(), terrain=island["terrain"])
    assert reach(match, "66") == near("2010")
    match = moving("german", "24=2010", sides=cut, terrain=dict.fromkeys(near("2010"), "rough"))
    refused(match, "select 24", "10.0")  # 4 needed, 3 there


@rule("oder", "10.0", "10.0k")
def test_a_unit_with_zones_all_round_or_no_free_hex_to_pay_for_cannot_move() -> None:
    match = moving("german", "24=2010 66=2010 5=2009 28=2011")
    for unit in ("24", "66"):
        pinned(match, unit)
        assert "every adjacent hex it could enter" in refused(match, f"select {unit}", "7.1").why
    ring = " ".join(f"{u}={h}" for u, h in zip(("5", "28", "39", "31", "50", "49"), sorted(near("2010")), strict=True))
    assert "is surrounded" in refused(moving("german", f"24=2010 {ring}"), "select 24", "10.0").why
    island = moving("german", "24=2010", sides=dict.fromkeys(rim("2010"), "all-sea"))
    assert "cannot enter any hex" in refused(island, "select 24", "10.0").why
    # 1909, 1910 and 2009 are free, but too dear for two movement factors.
    dear = dict.fromkeys(near("2010"), "forest")
    sides = cut_off() | dict.fromkeys(rim("2010"), "river")
    match = moving("german", "66=2010 5=2110", terrain=dear, sides=sides)
    assert "too few movement factors" in refused(match, "select 66", "10.0").why
    assert reach(moving("german", "66=2010 5=2110"), "66") == walk("2010", 4, enemies=["2110"])


# -- 10.1 ------------------------------------------------------------------------------------


@rule("oder", "10.1", "10.1a", "10.1b", "10.1c")
@pytest.mark.parametrize("unit", sorted(COUNTERS))
def test_movement_factors_go_by_the_class_of_the_unit(unit: str) -> None:
    side, kind = COUNTERS[unit]["side"], COUNTERS[unit]["mobility"]
    if kind == "static":
        refused(moving(side, f"{unit}=2010"), f"select {unit}", "10.1", "2.3")
        refused(moving(side, f"66=2010 {unit}=2010").play("select 66"), f"also {unit}", "10.1", "2.3")
        return
    assert reach(moving(side, f"{unit}=2010"), unit) == within("2010", FACTORS[kind])
    cut = moving(side, f"{unit}=2010", sides=cut_off() if side == "german" else soviet_cut_off())
    assert reach(cut, unit) == within("2010", FACTORS[kind] // 2)


@rule("oder", "10.1", "10.1d")
def test_a_static_unit_that_must_retreat_is_eliminated() -> None:
    # 1GT alone: 9 to 4, die 1: DR.
    match = phase("soviet combat", "1GT=2110 FCB=2010", "aerial_spent 1", dice=[1])
    fight_unaided(match, "2010", "1GT")
    assert where(match, "FCB") == "eliminated"
    # Its companion retreats: 27 to 10, 2:1.
    match = phase("soviet combat", "1GT=2110 2GT=2110 3GT=2110 FCB=2010 66=2010", "aerial_spent 1", dice=[1])
    fight_unaided(match, "2010", "1GT", "2GT", "3GT")
    match.play("to " + min(offers(match, "to")))
    assert (where(match, "FCB"), where(match, "66")) == ("eliminated", "1909")


@rule("oder", "10.1", "10.1e")
def test_a_mixed_stack_counts_movement_factors_by_class() -> None:
    match = moving("german", "24=2010 66=2010", terrain={"2011": "rough"})
    match.play("select 24", "also 66", "move 2011")  # 3 of 6, and 2 of 4
    match.play("move 2012", "move 2013")
    drop(match, "66")
    assert where(match, "66") == "2013"
    assert left(match, "24") == 1
    # Alone each of them has gone as far.
    assert spent(moving("german", "24=2010", terrain={"2011": "rough"}), "24", 6, "2011") == 3
    assert spent(moving("german", "66=2010", terrain={"2011": "rough"}), "66", 4, "2011") == 2


@rule("oder", "10.1", "10.1f", "10.1g")
def test_units_without_factors_are_dropped_and_the_rest_moves_on() -> None:
    match = moving("german", "24=2010 4SS=2010 66=2010")
    match.play("select 24", "also 4SS", "also 66", "move 2011", "move 2012", "move 2013", "move 2014")
    drop(match, "66")
    refused(match, "select 66")
    match.play("move 2015", "move 2016")
    assert [where(match, unit) for unit in ("24", "4SS", "66")] == ["2016", "2016", "2014"]
    for unit in ("24", "4SS", "66"):
        refused(match, f"select {unit}", "10.0", "10.1")


@rule("oder", "10.1", "10.1f", "10.1g")
def test_a_unit_dropped_on_the_way_has_ended_its_move() -> None:
    match = moving("german", "24=2010 66=2010", terrain={"2014": "rough"})
    match.play("select 24", "also 66", "move 2011", "move 2012", "move 2013")
    refused(match, "move 2014", "10.0", "10.1")  # the corps of foot has one factor left
    match.play("drop 66", "move 2014")
    assert (where(match, "24"), where(match, "66")) == ("2014", "2013")
    refused(match, "select 66", "10.0", "10.1")


# -- 10.2 ------------------------------------------------------------------------------------


@rule("oder", "10.2", "10.2b")
@pytest.mark.parametrize("terrain", list(COST))
@pytest.mark.parametrize(("unit", "factors", "column"), [("66", 4, 0), ("24", 6, 1)])
def test_a_river_is_paid_on_top_of_the_hex(terrain: str, unit: str, factors: int, column: int) -> None:
    match = moving("german", f"{unit}=2010", terrain={"2011": terrain}, sides=CROSSING)
    assert spent(match, unit, factors, "2011") == COST[terrain][column] + RIVER


@rule("oder", "10.2", "10.2c")
@pytest.mark.parametrize("terrain", list(COST))
@pytest.mark.parametrize("feature", ["town", "city", "town;fortification", "city;coast"])
def test_the_costliest_terrain_of_a_hex_is_paid(terrain: str, feature: str) -> None:
    for unit, factors, column in (("66", 4, 0), ("24", 6, 1)):
        match = moving("german", f"{unit}=2010", terrain={"2011": terrain}, features={"2011": feature})
        assert spent(match, unit, factors, "2011") == COST[terrain][column]


@rule("oder", "10.2", "10.2d")
def test_the_chart_is_reconstructed_and_an_owner_may_replace_it() -> None:
    chart = tomllib.loads((GAMES / "oder" / "data" / "tables.toml").read_text(encoding="utf-8"))["tec"]
    assert chart["source"] == "reconstructed"
    for column, kind in enumerate(("non-mechanized", "mechanized")):
        assert {word: chart[kind][word] for word in COST} == {word: pay[column] for word, pay in COST.items()}
        assert chart[kind]["river"] == RIVER
    own = "[tec.mechanized]\nclear = 1\nforest = 5\nrough = 3\nmarsh = 3\ntown = 1\ncity = 1\nriver = 2\n"
    ground = {"terrain": {"2011": "forest"}, "files": {"tables.toml": own}}
    assert spent(moving("german", "24=2010", **ground), "24", 6, "2011") == 5
    assert spent(moving("german", "66=2010", **ground), "66", 4, "2011") == 2
