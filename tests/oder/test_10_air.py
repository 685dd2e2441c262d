"""Chapter 10: what the German air support marker does to movement."""

from __future__ import annotations

import pytest

from tests.oder.helpers_campaign import control, fight, move, near, reach, rest, sea_between, supply, until, within
from tests.oder.helpers_lines import left, moving, phase, rim, soviet_cut_off, spent, stopped, walk
from tests.oder.table import offered, offers, refused, status, where
from tests.rules import rule

AIR = "air 2011"
AREA = {"2011"} | near("2011")
#: Movement factors per hex: a non-mechanized and a mechanized unit.
COST = {"clear": (1, 1), "forest": (2, 2), "rough": (2, 3), "marsh": (2, 3)}
#: Rivers that nobody avoids on his way from 2010 south to 2011.
CROSSING = {"2010-2011": "river", "1910-2011": "river", "2011-2110": "river"}
#: All of the map behind water but for a strip of one column: nobody walks round anything.
STRIP = sea_between(19) | sea_between(20)


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
def test_a_river_on_the_way_out_of_the_area_is_paid() -> None:
    # The marker in 2008 covers 2009 but not 2010.
    match = moving("german", "24=2008", "air 2008", sides={**STRIP, "2009-2010": "river", "2008-2009": "river"})
    match.play("select 24", "move 2009")
    assert left(match, "24") == 4  # one spent; the river costs one of the five left
    match.play("move 2010")
    assert left(match, "24") == 3


@rule("oder", "10.3", "10.3c")
@pytest.mark.parametrize("terrain", list(COST))
@pytest.mark.parametrize(("unit", "factors"), [("5", 4), ("3Sh", 4), ("1GT", 6)])
def test_a_soviet_unit_pays_one_more_under_the_marker(terrain: str, unit: str, factors: int) -> None:
    far = COST[terrain][unit == "1GT"]
    for marker, price in (("2011", far + 1), ("2012", far + 1), ("2013", far)):
        match = moving("soviet", f"{unit}=2010", f"air {marker}", sides=STRIP, terrain={"2011": terrain})
        rest_of_it = factors - price
        match.play(f"select {unit}", "move 2011")
        # On: 2012, 2013, ... are clear; those in the area cost 2.
        area = {f"20{int(marker[2:]) + step:02d}" for step in (-1, 0, 1)}
        on = walk("2011", rest_of_it, price=lambda a, b, area=area: 9 if b[:2] != "20" else 2 if b in area else 1)
        assert {h for h in offers(match, "move") if h > "2011"} == {h for h in on if h > "2011"}


@rule("oder", "10.3", "10.3c")
def test_soviet_moves_in_and_round_the_area() -> None:
    for unit, factors in (("5", 4), ("1GT", 6)):
        for start in ("2009", "2011", "2112"):
            match = moving("soviet", f"{unit}={start}", AIR)
            assert reach(match, unit) == walk(start, factors, price=lambda a, b: 2 if b in AREA else 1)
    match = moving("soviet", "1GT=2010 5=2010", AIR).play("select 1GT", "also 5", "move 2011", "move 2012")
    if offers(match, "drop"):
        match.play("drop 5")
    assert where(match, "5") == "2012"  # 4 of 4 spent
    assert left(match, "1GT") == 2 - (2 - 1)  # 2013 is outside the area: hmm


@rule("oder", "10.3", "10.3d")
def test_a_soviet_unit_pays_one_more_for_the_river_too() -> None:
    match = moving("soviet", "1GT=2010", AIR, sides=CROSSING)
    match.play("select 1GT")
    assert offered(match, "move 2011")
    match.play("move 2011")
    assert walk("2011", 2, price=lambda a, b: price(a, b)) == offers(match, "move")


def price(a: str, b: str) -> int:
    """What a Soviet unit pays under the marker in 2011, with CROSSING."""
    river = "-".join(sorted((a, b))) in CROSSING
    return (2 if b in AREA else 1) + (2 if river and b in AREA else 1 if river else 0)
