"""8.14 to 8.17: Allied sources, Antwerp, full and attenuated supply, and the coast."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from tests.kit import announce, control, fight, in_hex, move, now, offered, offers, refused, rest, status, supply, where
from tests.rhine.helpers_battle import totals
from tests.rhine.helpers_course import until
from tests.rhine.helpers_supply import OPENING, allied, furthest, next_turn
from tests.rhine.sheet import ALLIED_EDGE, closed_but, island, near, within
from tests.rhine.table import fighting, moving, phase
from tests.rules import rule

ALONE = island(*within("2010N", 6), "2010N")
HELD = allied(*OPENING)


# -- 8.14 ------------------------------------------------------------------------------------


@rule("rhine", "8.14", "8.14a")
@pytest.mark.parametrize("source", ["1117N", "2017N", "1117S", "2817S", "2917S", "2916S", "2914S", "2912S"])
def test_allied_sources_are_the_west_edge_and_the_south_edge_in_france(source: str) -> None:
    assert len(ALLIED_EDGE) == 42
    match = moving("allied", "US1=2010N US5=2010S", closed_but(source), "antwerp 0")
    assert (supply(match, "US1"), supply(match, "US5")) == ("full", "attenuated")
    match = moving("allied", "US1=2010N US5=2010S", closed_but())
    assert (supply(match, "US1"), supply(match, "US5")) == ("none", "none")


@rule("rhine", "8.14", "8.14a", "8.14d")
@pytest.mark.parametrize("edge", ["2911S", "2905S", "2900S", "2000S", "1110N"])
def test_other_edge_hexes_are_not_allied_sources(edge: str) -> None:
    unit = "US5" if edge.endswith("S") else "US1"
    match = moving("allied", f"{unit}={edge}", closed_but(), "sector 2" if unit == "US5" else "sector 1")
    assert (control(match, edge), supply(match, unit)) == ("allied", "none")
    match = moving("allied", "US5=2510S", closed_but(), allied("2911S", "2910S"), "sector 2")
    assert supply(match, "US5") == "none"


@rule("rhine", "8.14", "8.14b")
def test_a_source_held_by_germans_does_not_supply_the_allies() -> None:
    match = moving("german", "9SS=1814N US1=2006N", closed_but("2017N"))
    assert supply(match, "US1") == "full"
    match.play("select 9SS", "move 1916N", "move 2017N")
    assert supply(match, "US1") == "none"
    match.play("move 1916N", "move 1714N", "stop")
    assert (control(match, "2017N"), supply(match, "US1")) == ("german", "none")


@rule("rhine", "8.14", "8.14c")
def test_a_source_works_again_as_soon_as_it_is_allied() -> None:
    match = moving("allied", "US1=2006N US4=2015N 9SS=1607N", closed_but())
    assert supply(match, "US1") == "none"
    match.play("select US4", "move 2017N")
    assert (supply(match, "US1"), supply(match, "US4")) == ("full", "full")
    # After the unit has gone on it still works, until the Germans come again.
    match.play("move 2016N", "stop")
    assert (control(match, "2017N"), supply(match, "US1")) == ("allied", "full")
    # After Watch on the Rhine the German moves first: he takes it, the Americans take it back.
    text = (closed_but("2017N"), "allied 2017N", "watch 1")
    match = moving("german", "9SS=1814N US1=2006N US4=2315N", *text, turn=8)
    match.play("select 9SS", "move 1916N", "move 2017N", "move 1916N", "move 1714N", "stop")
    assert supply(match, "US1") == "none"
    move(until(match, 8, "allied movement"), "US4", "2017N")
    assert supply(match, "US1") == "full"


# -- 8.15 ------------------------------------------------------------------------------------


@rule("rhine", "8.15", "8.15a")
def test_antwerp_opens_when_a_turn_begins_with_all_nine_hexes_allied() -> None:
    assert status(phase("allied opening", "US1=2013N", HELD, turn=3))["antwerp"] is True
    assert status(phase("allied declaration", "US1=2013N", HELD, turn=3))["antwerp"] is False


@rule("rhine", "8.15", "8.15c")
@pytest.mark.parametrize("missing", OPENING)
def test_antwerp_stays_closed_if_one_hex_is_german(missing: str) -> None:
    held = allied(*(label for label in OPENING if label != missing))
    assert status(phase("allied opening", "US1=2013N", held, turn=3))["antwerp"] is False


@rule("rhine", "8.15", "8.15b")
def test_a_hex_taken_in_mid_turn_opens_antwerp_in_the_next() -> None:
    held = allied(*(label for label in OPENING if label != "1412N"))
    match = moving("allied", "BC50=1414N US5=2010S", held, turn=4)
    move(match, "BC50", "1412N")
    assert (control(match, "1412N"), status(match)["antwerp"], supply(match, "US5")) == ("allied", False, "attenuated")
    until(match, 4, "german combat")
    assert status(match)["antwerp"] is False
    next_turn(match)
    assert (status(match)["turn"], status(match)["antwerp"], supply(match, "US5")) == (5, True, "full")


@rule("rhine", "8.15", "8.15d")
@pytest.mark.parametrize("lost", [True, False])
def test_a_hex_lost_again_before_the_turn_begins_does_not_count(lost: bool) -> None:
    match = moving("german", "9SS=1210N US1=2013N", HELD, turn=3)
    move(match, "9SS", "1212N" if lost else "1209N")
    next_turn(match)
    assert status(match)["antwerp"] is not lost


@rule("rhine", "8.15", "8.15e")
def test_no_sector_is_chosen_once_antwerp_is_open() -> None:
    match = next_turn(phase("german combat second", "US1=2010N US5=2010S", HELD, turn=4))
    assert (status(match)["turn"], status(match)["antwerp"]) == (5, True)
    until(match, 5, "allied declaration").play("order move-fight")
    assert (now(match)[1] != "allied sector", offers(match, "full")) == (True, set())
    assert (supply(match, "US1"), supply(match, "US5")) == ("full", "full")
    until(match, 6, "allied declaration").play("order move-fight")
    assert (now(match)[1] != "allied sector", offers(match, "full")) == (True, set())
    match = next_turn(phase("german combat second", "US1=2010N US5=2010S", turn=4))
    until(match, 5, "allied declaration").play("order move-fight")
    assert (now(match), offers(match, "full")) == ((5, "allied sector"), {"north", "south"})


@rule("rhine", "8.15", "8.15f")
def test_open_antwerp_stays_open() -> None:
    match = moving("german", "9SS=1210N US1=1514N", "antwerp 1", HELD, closed_but(), turn=3)
    move(match, "9SS", "1212N")
    assert (control(match, "1212N"), status(match)["antwerp"], supply(match, "US1")) == ("german", True, "full")
    next_turn(match)
    assert (status(match)["antwerp"], supply(match, "US1"), where(match, "US1")) == (True, "full", "1514N")


@rule("rhine", "8.15", "8.15g")
def test_the_edges_serve_when_antwerp_is_open_too() -> None:
    match = moving("allied", "US1=2010N", "antwerp 1", allied("1511N"), closed_but("2917S"), sides=island("1511N"))
    assert supply(match, "US1") == "full"
    match = moving("allied", "US1=2010N", "antwerp 1", allied("1511N"), closed_but(), sides=island("1511N"))
    assert supply(match, "US1") == "none"


@rule("rhine", "8.15", "8.15h", "8.15i")
@pytest.mark.parametrize(("unit", "start"), [("US1", "2010N"), ("US5", "2010S"), ("F3ALG", "2510S"), ("BC50", "1310N")])
@pytest.mark.parametrize("sector", ["sector 1", "sector 2"])
@pytest.mark.parametrize("edge", ["1117N 2917S", ""])
def test_with_open_antwerp_every_line_gives_full_supply(unit: str, start: str, sector: str, edge: str) -> None:
    ground: dict[str, Any] = {"features": {"1310N": "coast"}}
    held = allied("1511N")
    match = moving("allied", f"{unit}={start}", "antwerp 1", held, sector, closed_but(*edge.split()), **ground)
    assert supply(match, unit) == "full"
    assert furthest(match, unit, start) > 10, "it moves in column"
    match = fighting("allied", f"{unit}={start} 183VG={min(near(start))}", "antwerp 1", sector, **ground)
    assert totals(announce(match, min(near(start)), unit))[0] == {"US1": 6, "US5": 5, "F3ALG": 4, "BC50": 5}[unit]


@rule("rhine", "8.15", "8.15j")
def test_the_german_who_retakes_antwerp_has_won() -> None:
    match = moving("german", "9SS=1509N US1=2013N", "antwerp 1", HELD, bare=False)
    move(match, "9SS", "1511N")
    assert match.over
    assert match.result is not None
    assert match.result.winner == "german"


# -- 8.16 ------------------------------------------------------------------------------------

BOTH = "US1=2010N US5=2010S"


@rule("rhine", "8.16", "8.16a", "8.16b", "8.16c")
@pytest.mark.parametrize(
    ("choice", "north", "south"), [("north", "full", "attenuated"), ("south", "attenuated", "full")]
)
def test_one_sector_has_full_supply_for_the_whole_turn(choice: str, north: str, south: str) -> None:
    match = phase("allied declaration", BOTH).play("order move-fight")
    assert (now(match), offers(match, "full")) == ((2, "allied sector"), {"north", "south"})
    refused(match, "done")
    match.play(f"full {choice}")
    assert {status(match, side)["sector"] for side in ("allied", "german", "")} == {choice}
    for name in ("allied movement", "allied combat", "german movement", "german combat"):
        until(match, 2, name)
        assert (supply(match, "US1"), supply(match, "US5")) == (north, south)
        refused(match, "full north")
        refused(match, "full south")
    until(match, 3, "allied declaration").play("order move-fight")
    assert offers(match, "full") == {"north", "south"}


@rule("rhine", "8.16", "8.16d")
def test_the_choice_is_free_in_every_turn() -> None:
    match = phase("allied sector", BOTH)
    for turn, choice in enumerate(["north", "south", "south", "north"], 2):
        until(match, turn, "allied sector").play(f"full {choice}")
        assert status(match, "german")["sector"] == choice
        next_turn(match)


@rule("rhine", "8.16", "8.16e")
@pytest.mark.parametrize(
    ("label", "north"),
    [("1100S", True), ("1200S", False), ("1417S", True), ("1517S", False), ("1110N", True), ("2905S", False)],
)
def test_the_sector_line(label: str, north: bool) -> None:
    for sector in (1, 2):
        match = moving("german", f"{'US1' if north else 'US5'}={label}", f"sector {sector}")
        assert supply(match, "US1" if north else "US5") == ("full" if north == (sector == 1) else "attenuated")


@rule("rhine", "8.16", "8.16f", "8.16n")
@pytest.mark.parametrize(("units", "total"), [("US4", 3), ("US1", 3), ("US4 US28", 5), ("US4 US28 US29", 8)])
def test_attenuated_attackers_are_added_and_halved_once(units: str, total: int) -> None:
    match = fighting("allied", f"{in_hex('2010N', units)} 183VG=2009N", "sector 2")
    assert totals(announce(match, "2009N", *units.split())) == (total, 3)


@rule("rhine", "8.16", "8.16g", "8.16j")
@pytest.mark.parametrize(("unit", "points"), [("US2A", 7), ("BC50", 5), ("US1", 5), ("BC11A", 6)])
def test_attenuated_units_have_half_their_movement_and_no_column(unit: str, points: int) -> None:
    assert furthest(moving("allied", f"{unit}=2010N", "sector 2"), unit, "2010N") == points


@rule("rhine", "8.16", "8.16h")
def test_attenuated_units_defend_with_all_they_have() -> None:
    match = fighting("german", "US1=2010N 1SS=2009N", "sector 2")
    assert supply(match, "US1") == "attenuated"
    assert totals(announce(match, "2010N", "1SS")) == (7, 6)


@rule("rhine", "8.16", "8.16i", "8.16p")
def test_attenuated_units_survive_the_turn_and_units_without_a_line_do_not() -> None:
    match = phase("german combat second", "US1=2010N US4=2410N", "sector 2", sides=island("2410N"))
    assert (supply(match, "US1"), supply(match, "US4")) == ("attenuated", "none")
    next_turn(match)
    assert (where(match, "US1"), where(match, "US4")) == ("2010N", "eliminated")


@rule("rhine", "8.16", "8.16k")
def test_attenuated_units_make_no_probe() -> None:
    units = "US2A=2011N 183VG=1910N"
    assert offered(fighting("allied", units, "sector 1"), "probe 2010N")
    refused(fighting("allied", units, "sector 2"), "probe 2010N", "8.16", "11.25")


@rule("rhine", "8.16", "8.16l", "8.16m")
@pytest.mark.parametrize(("sector", "total"), [("sector 1", 18), ("sector 2", 9)])
def test_attenuated_units_attack_and_advance_but_not_twice(sector: str, total: int) -> None:
    units = "US2A=2011N US3A=2011N 105PB=2010N 183VG=2009N"
    match = announce(fighting("allied", units, sector, dice=[4]), "2010N", "US2A", "US3A")
    assert totals(match) == (total, 2)
    match.play("resolve", "advance US2A", "advance US3A")  # 9:1, or 4:1 with a 4: DE
    assert where(match, "105PB") == "eliminated"
    assert where(match, "US2A") == where(match, "US3A") == "2010N"
    if sector == "sector 1":
        assert offered(match, "attack 2009N")
    else:
        assert not offers(match, "attack")
        refused(rest(match), "attack 2009N")


@rule("rhine", "8.16", "8.16o")
@pytest.mark.parametrize("sector", ["sector 1", "sector 2"])
def test_germans_are_never_attenuated(sector: str) -> None:
    match = moving("german", "183VG=2010N 12VG=2010S", sector)
    assert (supply(match, "183VG"), supply(match, "12VG")) == ("full", "full")


@rule("rhine", "8.16", "8.16q")
@pytest.mark.parametrize("source", ["2017N", "2917S"])
@pytest.mark.parametrize(("sector", "north", "south"), [(1, "full", "attenuated"), (2, "attenuated", "full")])
def test_the_sector_of_the_unit_decides_not_that_of_the_source(
    source: str, sector: int, north: str, south: str
) -> None:
    match = moving("allied", BOTH, closed_but(source), f"sector {sector}")
    assert (supply(match, "US1"), supply(match, "US5")) == (north, south)


@rule("rhine", "8.16", "8.16r")
@pytest.mark.parametrize("sector", ["north", "south"])
def test_the_secret_choice_applies_on_the_first_turn(sector: str) -> None:
    match = grognard.new("rhine", scenario="campaign", dice=[])
    while not offers(match, "full"):
        match.play("propose" if offered(match, "propose") else "done")
    match.play(f"full {sector}")
    while now(match) != (1, "allied movement"):
        assert not offers(match, "full")
        found = [a for a in ("pass", "done", "propose", "order move-fight") if offered(match, a)]
        match.play(found[0])
    assert {status(match, side)["sector"] for side in ("allied", "german", "")} == {sector}
    assert supply(match, "US1") == ("full" if sector == "north" else "attenuated")
    assert supply(match, "US5") == ("full" if sector == "south" else "attenuated")


@rule("rhine", "8.16", "8.16s")
def test_full_supply_allows_everything() -> None:
    match = moving("allied", "US4A=2010S", "sector 2")
    assert furthest(match, "US4A", "2010S") > 13
    match = fighting("allied", "US4A=2011S 183VG=1910S", "sector 2")
    assert offered(match, "probe 2010S")
    assert totals(announce(match, "1910S", "US4A")) == (8, 3)
    match = fighting("allied", "US4A=2011S US7A=2011S 105PB=2010S 183VG=2009S", "sector 2")
    fight(match, "2010S", "US4A", "US7A").play("advance US4A", "advance US7A")
    assert offered(match, "attack 2009S")


# -- 8.17 ------------------------------------------------------------------------------------


@rule("rhine", "8.17", "8.17a", "8.17b")
@pytest.mark.parametrize("antwerp", ["antwerp 0", "antwerp 1"])
def test_a_unit_on_the_coast_lives_from_the_sea(antwerp: str) -> None:
    ground: dict[str, Any] = {"sides": ALONE, "features": {"2010N": "coast"}}
    match = moving("allied", "BC50=2010N", antwerp, **ground)
    assert (supply(match, "BC50"), furthest(match, "BC50", "2010N")) == ("coastal", 5)
    assert where(next_turn(match), "BC50") == "2010N"
    match = fighting("allied", "BC50=2010N 183VG=2009N", antwerp, **ground)
    refused(match, "probe 1909N", "8.16", "8.17", "11.25")
    assert totals(announce(match, "2009N", "BC50")) == (3, 3)
    assert totals(announce(fighting("german", "BC50=2010N 1SS=2009N", antwerp, **ground), "2010N", "1SS"))[1] == 6


@rule("rhine", "8.17", "8.17c")
def test_coastal_supply_is_only_for_units_without_a_line() -> None:
    match = moving("allied", "BC50=2010N", features={"2010N": "coast"})
    assert (supply(match, "BC50"), furthest(match, "BC50", "2010N") > 9) == ("full", True)


@rule("rhine", "8.17", "8.17d", "8.17f")
def test_the_coast_does_not_supply_inland_or_german_units() -> None:
    ground: dict[str, Any] = {"sides": ALONE, "features": {"2010N": "coast"}}
    match = phase("german combat second", "BC50=2010N BC53=2011N", **ground)
    assert (supply(match, "BC50"), supply(match, "BC53")) == ("coastal", "none")
    next_turn(match)
    assert (where(match, "BC50"), where(match, "BC53")) == ("2010N", "eliminated")
    match = phase("german combat second", "183VG=2010N", **ground)
    assert supply(match, "183VG") == "none"
    assert where(next_turn(match), "183VG") == "eliminated"


@rule("rhine", "8.17", "8.17e")
def test_supply_from_the_sea_is_not_overland() -> None:
    ground: dict[str, Any] = {"sides": ALONE, "features": {"2010N": "coast"}}
    match = phase("allied reinforcement", "BC50=2010N", "steps BC50=1", **ground)
    refused(match, "replace BC50", "9.6")
    assert offered(phase("allied reinforcement", "BC50=2010N", "steps BC50=1"), "replace BC50")
    refused(moving("allied", "BC1AB=2010N", **ground), "lift BC1AB", "12.2")
    assert offered(moving("allied", "BC1AB=2010N"), "lift BC1AB")
    # 4.5 wants all cities outside Germany in overland supply.
    cities = allied(*"1511N 1712N 2208N 1710S 1912S 2407S 2305N".split())
    features = dict.fromkeys("1511N 1712N 2208N 1710S 1912S 2407S 2305N".split(), "city")
    for sides, over in ((island("1712N"), True), ({}, False)):
        ground = {"sides": sides, "features": features | {"1712N": "city;coast"}, "turn": 6}
        match = phase("german determination", "US1=1712N 183VG=1900S", "antwerp 1", cities, **ground)
        assert match.over is over


COAST = "1110N 1111N 1112N 1115N 1116N 1213N 1214N 1215N".split()
INLAND = "1211N 1212N 1310N 1311N 1312N 1411N 1412N 1216N 1313N".split()


@rule("rhine", "8.17", "8.17g")
@pytest.mark.parametrize("label", [*COAST, *INLAND])
def test_coast_hexes_touch_the_open_sea(label: str) -> None:
    match = moving("allied", f"BC50={label}", closed_but(), bare=False)
    assert supply(match, "BC50") == ("coastal" if label in COAST else "none")


@rule("rhine", "8.17", "8.17a", "8.17g")
def test_walcheren_and_beveland_on_the_real_map() -> None:
    match = moving("german", "BC50=1112N 183VG=1212N", bare=False)
    assert supply(match, "BC50") == "coastal"
    match = moving("german", "BC50=1311N 183VG=1212N 12VG=1411N", bare=False)
    assert supply(match, "BC50") == "none"
