"""Chapter 10: what the German air support marker does to movement."""

from __future__ import annotations

import random

import pytest

from grognard import Match
from tests.kit import left, now, offers, pair, reach, refused, status, supply, where
from tests.oder.helpers_campaign import fight_unaided, until
from tests.oder.helpers_lines import rim, soviet_cut_off, spent, stopped, walk
from tests.oder.sheet import COUNTERS, EVERY_HEX, near, within
from tests.oder.table import moving, phase
from tests.rules import rule

AIR = "air 2011"
AREA = {"2011"} | near("2011")
#: Movement factors per hex: a non-mechanized and a mechanized unit.
COST = {"clear": (1, 1), "forest": (2, 2), "rough": (2, 3), "marsh": (2, 3)}
#: Rivers that no path from 2010 south to 2011 avoids.
CROSSING = {"2010-2011": "river", "1910-2011": "river", "2011-2110": "river"}


@rule("oder", "10.3", "10.3a")
@pytest.mark.parametrize("terrain", list(COST))
@pytest.mark.parametrize(("unit", "factors"), [("66", 4), ("24", 6)])
def test_a_german_unit_pays_one_for_any_hex_under_the_marker(terrain: str, unit: str, factors: int) -> None:
    for marker in ("2011", "2012", "2111"):  # in the hex, or beside it
        match = moving("german", f"{unit}=2010", f"air {marker}", terrain={"2011": terrain})
        assert spent(match, unit, factors, "2011") == 1
    match = moving("german", f"{unit}=2010", "air 2013", terrain={"2011": terrain})
    assert spent(match, unit, factors, "2011") == COST[terrain][unit == "24"]


@rule("oder", "10.3", "10.3a")
def test_the_area_is_the_marker_and_its_six_neighbours() -> None:
    rough = dict.fromkeys(within("2011", 4) | {"2011"}, "rough")
    for start, unit in (("2010", "24"), ("2009", "24"), ("2008", "66")):
        factors, dear = (6, 3) if unit == "24" else (4, 2)

        def price(a: str, b: str, dear: int = dear) -> int:
            return 1 if b in AREA else dear if b in rough else 1

        match = moving("german", f"{unit}={start}", AIR, terrain=rough)
        assert reach(match, unit) == walk(start, factors, price=price)


@rule("oder", "10.3", "10.3a")
def test_a_german_stack_pays_one_for_a_hex_under_the_marker() -> None:
    match = moving("german", "24=2010 66=2010 67=2010", AIR, terrain={"2011": "rough", "2012": "marsh"})
    match.play("select 24", "also 66", "also 67", "move 2011", "move 2012", "move 2013", "move 2014")
    if offers(match, "drop"):
        match.play("drop 66", "drop 67")
    assert {where(match, unit) for unit in ("24", "66", "67")} == {"2014"}
    assert left(match, "24") == 2


@rule("oder", "10.3", "10.3b")
@pytest.mark.parametrize("terrain", list(COST))
@pytest.mark.parametrize(("unit", "factors"), [("66", 4), ("24", 6)])
def test_a_german_unit_pays_no_river_into_a_hex_under_the_marker(terrain: str, unit: str, factors: int) -> None:
    ground = {"terrain": {"2011": terrain}, "sides": CROSSING}
    assert spent(moving("german", f"{unit}=2010", AIR, **ground), unit, factors, "2011") == 1
    dear = COST[terrain][unit == "24"] + 1
    assert spent(moving("german", f"{unit}=2010", "air 2015", **ground), unit, factors, "2011") == dear


@rule("oder", "10.3", "10.3b")
def test_a_river_on_the_edge_of_the_area_is_paid_for_when_leaving() -> None:
    # The marker in 2009 covers 2010 but not 2011.
    match = moving("german", "24=2010", "air 2009", sides=CROSSING)
    assert spent(match, "24", 6, "2011") == 2
    match = moving("german", "24=2011", "air 2009", sides=CROSSING)
    assert spent(match, "24", 6, "2010") == 1


@rule("oder", "10.3", "10.3c")
@pytest.mark.parametrize("terrain", list(COST))
@pytest.mark.parametrize(("unit", "factors"), [("5", 4), ("3Sh", 4), ("1GT", 6)])
def test_a_soviet_unit_pays_one_more_under_the_marker(terrain: str, unit: str, factors: int) -> None:
    cost = COST[terrain][unit == "1GT"]
    for marker, more in (("2010", 1), ("2006", 0)):
        match = moving("soviet", f"{unit}=2010", f"air {marker}", terrain={"2011": terrain})
        assert spent(match, unit, factors, "2011") == cost + more


@rule("oder", "10.3", "10.3c")
def test_a_soviet_stack_pays_one_more_under_the_marker() -> None:
    match = moving("soviet", "1GT=2010 5=2010", AIR).play("select 1GT", "also 5", "move 2011", "move 2012")
    if offers(match, "drop"):
        match.play("drop 5")
    refused(match, "select 5")  # 4 of 4 spent
    assert left(match, "1GT") == 2  # 4 of 6


@rule("oder", "10.3", "10.3d")
@pytest.mark.parametrize("terrain", list(COST))
@pytest.mark.parametrize(("unit", "factors"), [("5", 4), ("1GT", 6)])
def test_a_soviet_unit_pays_one_more_for_the_river_too(terrain: str, unit: str, factors: int) -> None:
    ground = {"terrain": {"2011": terrain}, "sides": CROSSING}
    plain = COST[terrain][unit == "1GT"] + 1
    assert spent(moving("soviet", f"{unit}=2010", "air 2006", **ground), unit, factors, "2011") == plain
    match = moving("soviet", f"{unit}=2010", "air 2010", **ground)
    if plain + 2 > factors:
        refused(match.play(f"select {unit}"), "move 2011", "10.0", "10.3")
    else:
        assert spent(match, unit, factors, "2011") == plain + 2


@rule("oder", "10.3", "10.3d")
def test_a_river_crossed_out_of_the_area_costs_the_soviet_no_more() -> None:
    match = moving("soviet", "1GT=2010", "air 2009", sides=CROSSING)
    assert spent(match, "1GT", 6, "2011") == 2


@rule("oder", "10.3", "10.3a", "10.3b", "10.3c", "10.3d")
@pytest.mark.parametrize("unit", ["66", "24", "5", "1GT"])
@pytest.mark.parametrize("start", ["2011", "2009", "2112"])
def test_moves_on_mixed_ground_in_and_round_the_area(unit: str, start: str) -> None:
    rng = random.Random(7)
    terrain = {hex_: rng.choice(list(COST)) for hex_ in EVERY_HEX}
    rivers = {side for side in sorted(rim(*EVERY_HEX)) if rng.random() < 0.3}
    counter = COUNTERS[unit]

    def price(a: str, b: str) -> int:
        ground = COST[terrain[b]][counter["mobility"] == "mechanized"]
        river = int(pair(a, b) in rivers)
        if b not in AREA:
            return ground + river
        return 1 if counter["side"] == "german" else ground + 1 + 2 * river

    match = moving(counter["side"], f"{unit}={start}", AIR, terrain=terrain, sides=dict.fromkeys(rivers, "river"))
    factors = 6 if counter["mobility"] == "mechanized" else 4
    assert reach(match, unit) == walk(start, factors, price=price)


@rule("oder", "10.3", "10.3e")
def test_the_marker_leaves_soviet_zones_alone() -> None:
    for marker in ("2012", "2011", "2013"):
        stopped(moving("german", "24=2009 5=2012", f"air {marker}"), "24", "2011")
    match = moving("german", "24=2010 5=2009 28=2011", AIR)
    refused(match, "select 24", "7.1", "10.0")
    assert supply(match, "24") == "none"


@rule("oder", "10.3", "10.3e")
def test_the_marker_leaves_retreats_and_advances_alone() -> None:
    rivers = dict.fromkeys(rim("2010"), "river")
    marsh = dict.fromkeys(near("2010"), "marsh")

    def german_attack(*air: str) -> Match:
        """8 to 4 over a river into marsh: 2:1, and the die gives DR with or without the marker."""
        units = "66=2010 67=2010 50=2011"
        match = phase("german combat", units, *air, dice=[1 if not air else 2], terrain=marsh, sides=rivers)
        return fight_unaided(match, "2011", "66", "67")

    found = []
    for air in ((), ("air 2011",)):
        match = german_attack(*air)
        found.append(offers(match, "to"))
        match.play(f"to {min(found[-1])}")
        assert offers(match, "advance") == {"66", "67"}
        match.play("advance 66")
        assert where(match, "66") == "2011"
    assert found[0] == found[1] != set()


@rule("oder", "10.3", "10.3e")
def test_soviet_advances_and_german_retreats_under_the_marker() -> None:
    # 27 to 6, 4:1, with +1 for the marker: 2 + 1 = 3 is DR.
    units = "1GT=2110 2GT=2110 3GT=2110 66=2010"
    match = phase("soviet combat", units, "air 2010", dice=[2], terrain=dict.fromkeys(EVERY_HEX, "marsh"))
    fight_unaided(match, "2010", "1GT", "2GT", "3GT")
    assert offers(match, "to") <= near("2010") - near("2110")
    match.play(f"to {min(offers(match, 'to'))}")
    match.play("advance 1GT", "advance 2GT", "advance 3GT")
    assert {where(match, unit) for unit in ("1GT", "2GT", "3GT")} == {"2010"}


@rule("oder", "10.3", "10.3f")
def test_the_marker_works_in_both_movement_phases_until_it_is_retrieved() -> None:
    rough = {"2011": "rough"}
    match = phase("german declaration", "24=2010 1GT=2014", terrain=rough)
    match.play("order move-fight", "air 2010", "done")
    assert now(match) == (2, "german movement")
    assert spent(match, "24", 6, "2011") == 1
    until(match.play("stop"), 2, "soviet movement")
    assert status(match)["markers"]["air"] == "2010"
    match = phase("german support", "24=1810 1GT=2010", terrain=rough).play("air 2010", "done")
    until(match, 2, "soviet movement")
    assert spent(match, "1GT", 6, "2011") == 4
    until(match.play("stop"), 3, "german declaration")
    assert status(match)["markers"]["air"] == ""
    until(match, 3, "soviet movement")
    assert left(match.play("select 1GT"), "1GT") == 6
    # Without the marker 24 and 1GT pay for the ground as it is.
    assert spent(moving("german", "24=2010", terrain=rough), "24", 6, "2011") == 3
    assert spent(moving("soviet", "1GT=2010", terrain=rough), "1GT", 6, "2011") == 3


@rule("oder", "10.3", "10.3g")
def test_the_marker_lifts_neither_zones_nor_prohibitions() -> None:
    match = moving("german", "24=2010 66=2010 5=2110", AIR).play("select 24", "also 66")
    refused(match, "move 2011", "7.1")
    match = moving("german", "24=2010 66=2010", AIR, sides={"2010-2011": "all-sea"}).play("select 24", "also 66")
    refused(match, "move 2011", "10.0")
    match = moving("german", "24=2010", AIR, terrain={"2011": "sea"}).play("select 24")
    refused(match, "move 2011", "10.0")
    stopped(moving("german", "24=2009 5=2012", AIR), "24", "2011")


@rule("oder", "10.3", "10.3h")
def test_a_soviet_unit_may_lack_the_factors_to_enter_the_area() -> None:
    forest = {"2011": "forest"}
    match = moving("soviet", "5=2010", AIR, terrain=forest, sides=soviet_cut_off())
    assert supply(match, "5") == "none"
    match.play("select 5")
    refused(match, "move 2011", "10.0", "10.3")  # 3 needed, 2 there
    match = moving("soviet", "5=2010", terrain=forest, sides=soviet_cut_off())
    assert "2011" in reach(match, "5")
    assert "2011" in reach(moving("soviet", "5=2010", AIR, terrain=forest), "5")
