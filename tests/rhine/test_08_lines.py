"""8.1 to 8.13: supply lines, what being out of supply means, and German sources."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from tests.kit import (
    announce,
    control,
    fight,
    in_hex,
    intact,
    move,
    offered,
    offers,
    reach,
    refused,
    rest,
    rows,
    status,
    supply,
    where,
)
from tests.rhine.helpers_battle import totals
from tests.rhine.helpers_course import until
from tests.rhine.helpers_supply import EAST_LANE, LAND, WEST_LANE, allied, east_but, furthest, lane, lines
from tests.rhine.sheet import (
    ALLIED_EDGE,
    COUNTERS,
    EAST_EDGE,
    EVERY_HEX,
    REGIONS,
    closed_but,
    distance,
    having,
    island,
    near,
    row,
    within,
)
from tests.rhine.table import fighting, moving, phase
from tests.rules import rule

#: By this door the zone of an enemy in 1909N reaches 2010N in the lane.
DOOR = "1909N-2010N"
#: A country of its own, without any source.
ALONE = island(*within("2010N", 4), "2010N")


# -- 8.1 -------------------------------------------------------------------------------------


@rule("rhine", "8.1", "8.1a", "8.9", "8.9a")
def test_supply_for_movement_is_judged_where_the_move_begins() -> None:
    # Who leaves 2010N to the east has an empty hex in an enemy zone behind him.
    ground: dict[str, Any] = {"sides": lane(row("20N", 0, 17), DOOR)}
    match = moving("allied", "BC50=2010N 183VG=1909N", **ground).play("select BC50", "move 2009N")
    assert supply(match, "BC50") == "none"
    assert offers(match, "move") == {"2010N", *row("20N", 1, 8)}
    match.play("move 2005N")
    assert offers(match, "move") == {"2001N", "2002N", "2003N", "2004N", "2006N", "2007N", "2008N", "2009N"}
    # Who begins there has half of nine points, rounded up.
    match = moving("allied", "BC50=2009N 183VG=1909N", **ground)
    assert reach(match, "BC50") == {"2010N", *row("20N", 4, 8)}


@rule("rhine", "8.1", "8.1a")
def test_a_move_made_before_changes_the_supply_of_the_next() -> None:
    # US4 opens the line in 2010N, or leaves it; half of ten points do not lead from 2006N to the east edge.
    ground: dict[str, Any] = {"sides": lane(row("20N", 0, 17), DOOR)}
    match = moving("allied", "US1=2006N US4=2013N 183VG=1909N", **ground)
    assert "2000N" not in reach(match, "US1")
    assert "2000N" in reach(move(match, "US4", "2010N"), "US1")
    match = moving("allied", "US1=2006N US4=2010N 183VG=1909N", **ground)
    assert "2000N" in reach(match, "US1")
    assert "2000N" not in reach(move(match, "US4", "2013N"), "US1")


@rule("rhine", "8.1", "8.1b")
def test_supply_for_combat_is_judged_at_the_start_of_each_battle() -> None:
    # The brigade keeps the line open in 2011N; lost in its own attack, it leaves 1SS without one.
    ground: dict[str, Any] = {"sides": lane(EAST_LANE, "1910N-2011N", "2012N-2013N")}
    units = "1SS=2012N 111PB=2011N US2A=1910N US1=2013N"
    assert totals(announce(fighting("german", units, **ground), "2013N", "1SS")) == (7, 6)
    match = fight(fighting("german", units, **ground), "1910N", "111PB")  # 3 to 7 is 1:3: AL1
    assert where(match, "111PB") == "eliminated"
    assert supply(match, "1SS") == "none"
    assert totals(announce(match, "2013N", "1SS")) == (4, 6)


@rule("rhine", "8.1", "8.1c")
def test_supply_for_a_momentum_attack_is_judged_where_it_starts() -> None:
    ground: dict[str, Any] = {"sides": lane([*EAST_LANE, "2013N"], "1910N-2011N"), "dice": [5]}
    match = fighting("german", "1SS=2011N US2A=1910N US4C=2012N US1=2013N", **ground)
    assert totals(announce(match, "2012N", "1SS")) == (7, 2)
    match.play("resolve", "advance 1SS")  # 3:1, die 5: DE
    assert supply(match, "1SS") == "none"
    assert totals(announce(match, "2013N", "1SS")) == (4, 6)
    # Without the armor beside the lane its line is whole.
    match = fighting("german", "1SS=2011N US2A=1905N US4C=2012N US1=2013N", **ground)
    match.play("attack 2012N", "with 1SS", "resolve", "advance 1SS")
    assert totals(announce(match, "2013N", "1SS")) == (7, 6)


@rule("rhine", "8.1", "8.1d")
def test_a_unit_may_move_in_supply_and_fight_out_of_it() -> None:
    ground: dict[str, Any] = {"sides": lane(row("20N", 0, 17), DOOR)}
    match = moving("allied", "US2A=2010N 12VG=1909N 183VG=2004N", **ground)
    assert supply(match, "US2A") == "full"
    move(match, "US2A", "2005N").play("done")
    assert totals(announce(match, "2004N", "US2A")) == (5, 3)
    # And the other way round: the move brings it back to its line.
    match = moving("allied", "US2A=2008N 12VG=1909N", **ground)
    assert supply(match, "US2A") == "none"
    move(match, "US2A", "2010N").play("done")
    assert supply(match, "US2A") == "full"
    assert totals(announce(match, "1909N", "US2A")) == (9, 4)


# -- 8.2 to 8.4 ------------------------------------------------------------------------------


@rule("rhine", "8.2", "8.2a")
def test_a_line_may_be_of_any_length() -> None:
    match = moving("german", "183VG=1110N US1=1115N", east_but("2900S"), closed_but("2912S"))
    assert distance("1110N", "2900S") > 20 < distance("1115N", "2912S")
    assert (supply(match, "183VG"), supply(match, "US1")) == ("full", "full")


@rule("rhine", "8.2", "8.2b")
@pytest.mark.parametrize(("unit", "ring"), [("183VG", "US1 US4 US9"), ("US1", "12VG 183VG 246VG")])
def test_a_unit_in_a_ring_of_enemy_zones_is_out_of_supply(unit: str, ring: str) -> None:
    places = ["1909N", "2012N", "2210N"]
    around = " ".join(f"{u}={p}" for u, p in zip(ring.split(), places, strict=True))
    assert near("2010N") <= set(places).union(*map(near, places))
    match = moving("german", f"{unit}=2010N {around}")
    assert supply(match, unit) == "none"
    # Without the western one of the three a way is open.
    match = moving("german", f"{unit}=2010N " + " ".join(w for w in around.split() if "2012N" not in w))
    assert supply(match, unit) == "full"


@rule("rhine", "8.2", "8.2c")
def test_a_unit_on_a_source_is_in_supply() -> None:
    enemies = "US1=1900N US4=2001N US9=2100N"
    assert near("2000N") == {"1900N", "2001N", "2100N"}
    assert supply(moving("german", f"183VG=2000N {enemies}"), "183VG") == "full"
    german = "12VG=1916N 183VG=2016N 246VG=2116N 9SS=1917N 10SS=2117N"
    assert near("2017N") <= {word.split("=")[1] for word in german.split()}
    assert supply(moving("allied", f"US1=2017N {german}"), "US1") == "full"


@rule("rhine", "8.3", "8.3a")
@pytest.mark.parametrize(
    ("units", "unit"),
    [("183VG=2012N 12VG=2011N US1=2010N 9SS=2009N", "183VG"), ("US1=2006N US4=2007N 9SS=2008N US9=2009N", "US1")],
)
def test_no_line_enters_a_hex_with_an_enemy(units: str, unit: str) -> None:
    # Friends on both sides of the enemy lift his zone, but not the enemy.
    sides = lane(EAST_LANE if unit == "183VG" else WEST_LANE)
    assert supply(moving("german", units, sides=sides), unit) == "none"
    gone = "US1=2010N" if unit == "183VG" else "9SS=2008N"
    assert supply(moving("german", units.replace(gone, ""), sides=sides), unit) == "full"


@rule("rhine", "8.3", "8.3b")
def test_lines_run_through_empty_hexes_of_the_enemy() -> None:
    match = moving("german", "183VG=2012N", allied(*row("20N", 2, 11)), sides=lane(EAST_LANE))
    assert (control(match, "2005N"), supply(match, "183VG")) == ("allied", "full")
    match = moving("allied", "US1=2005N", sides=lane(WEST_LANE))
    assert (control(match, "2010N"), supply(match, "US1")) == ("german", "full")


@rule("rhine", "8.4", "8.4a")
@pytest.mark.parametrize(("unit", "start", "holder"), [("183VG", "2011N", "US1"), ("US1", "2009N", "183VG")])
def test_no_line_goes_on_from_an_empty_hex_in_an_enemy_zone(unit: str, start: str, holder: str) -> None:
    sides = lane(EAST_LANE if unit == "183VG" else WEST_LANE, DOOR)
    assert supply(moving("german", f"{unit}={start} {holder}=1909N", sides=sides), unit) == "none"
    assert supply(moving("german", f"{unit}={start} {holder}=1904N", sides=sides), unit) == "full"


@rule("rhine", "8.4", "8.4b")
@pytest.mark.parametrize(("unit", "holder"), [("183VG", "US1"), ("US1", "183VG")])
def test_the_hex_of_the_unit_itself_may_lie_in_an_enemy_zone(unit: str, holder: str) -> None:
    sides = lane(EAST_LANE if unit == "183VG" else WEST_LANE, DOOR)
    assert supply(moving("german", f"{unit}=2010N {holder}=1909N", sides=sides), unit) == "full"


@rule("rhine", "8.4", "8.4c")
@pytest.mark.parametrize(
    ("unit", "friend", "holder", "source", "door", "inland"),
    [
        ("183VG", "105PB", "US1=1900N", "2000N", "1900N-2000N", "2001N"),
        ("US1", "US4C", "183VG=1916N", "2017N", "1916N-2017N", "2016N"),
    ],
)
def test_no_line_begins_in_an_empty_source_hex_in_an_enemy_zone(
    unit: str, friend: str, holder: str, source: str, door: str, inland: str
) -> None:
    sides = lane(EAST_LANE if unit == "183VG" else WEST_LANE, door)
    assert supply(moving("german", f"{unit}={inland} {holder}", sides=sides), unit) == "none"
    assert supply(moving("german", f"{unit}={source} {holder}", sides=sides), unit) == "full"
    assert supply(moving("german", f"{unit}={inland} {friend}={source} {holder}", sides=sides), unit) == "full"


# -- 8.5 -------------------------------------------------------------------------------------


@rule("rhine", "8.5", "8.5a")
def test_lines_cross_every_terrain_and_river() -> None:
    kinds, waters = ["rough", "polder", "clear"], ["river", "rhine", "blocked"]
    labels = row("20N", 0, 17)
    ground: dict[str, Any] = {
        "terrain": {label: kinds[i % 3] for i, label in enumerate(labels)},
        "sides": lane(labels) | {f"{a}-{b}": waters[i % 3] for i, (a, b) in enumerate(pairwise(labels))},
        "features": {"2003N": "town", "2005N": "city", "2009N": "highway"},
    }
    match = moving("german", "183VG=2016N", **ground)
    assert supply(match, "183VG") == "full"
    assert supply(moving("allied", "US1=2001N", **ground), "US1") == "full"


@rule("rhine", "8.5", "8.5b", "8.5c")
@pytest.mark.parametrize("kind", ["all-sea", "estuary"])
@pytest.mark.parametrize(("unit", "start"), [("183VG", "2012N"), ("US1", "2006N")])
def test_no_line_crosses_the_sea_or_an_estuary(unit: str, start: str, kind: str) -> None:
    sides = lane(EAST_LANE if unit == "183VG" else WEST_LANE)
    assert supply(moving("german", f"{unit}={start}", sides=sides), unit) == "full"
    wet = sides | {"2008N-2009N": kind}
    assert supply(moving("german", f"{unit}={start}", sides=wet), unit) == "none"


@rule("rhine", "8.5", "8.5b", "8.5c")
def test_the_scheldt_and_the_sea_part_the_shores_of_the_real_map() -> None:
    units = "BC50=1212N 183VG=1311N"
    match = moving("allied", units, allied("1312N", "1213N"), bare=False)
    assert supply(match, "BC50") == "none"
    # Walcheren, too, has the sea and the estuaries round it; on its shore there is coastal supply, but no line.
    assert supply(moving("allied", "BC50=1112N 183VG=1212N", allied("1213N", "1214N"), bare=False), "BC50") == "coastal"
    assert supply(moving("allied", "BC50=1212N", bare=False), "BC50") == "full"


@rule("rhine", "8.5", "8.5d", "8.5i")
@pytest.mark.parametrize("turn", [1, 2])
def test_no_allied_line_passes_an_intact_west_wall_hex(turn: int) -> None:
    wall: dict[str, Any] = {"turn": turn, "sides": lane(WEST_LANE), "features": {"2010N": "westwall"}}
    assert supply(moving("allied", "US1=2006N", **wall), "US1") == "none"
    assert supply(moving("allied", "US1=2006N", "cleared 2010N", **wall), "US1") == "full"
    assert supply(moving("allied", "US1=2006N", **wall | {"features": {"2010N": "city"}}), "US1") == "full"


@rule("rhine", "8.5", "8.5e")
@pytest.mark.parametrize("turn", [1, 2])
def test_german_lines_pass_the_west_wall(turn: int) -> None:
    match = moving("german", "183VG=2012N", turn=turn, sides=lane(EAST_LANE), features={"2005N": "westwall"})
    assert (intact(match, "2005N"), supply(match, "183VG")) == (True, "full")


@rule("rhine", "8.5", "8.5f")
def test_the_west_wall_is_intact_where_no_allied_unit_has_been() -> None:
    walls = [row_["hex"] for row_ in rows("rhine", "hexes.csv") if "westwall" in row_["features"].split(";")]
    assert len(walls) == 38
    match = moving("german", "183VG=2205N", "cleared 2405N", bare=False)
    assert {label for label in walls if not intact(match, label)} == {"2405N"}
    assert not any(intact(match, label) for label in EVERY_HEX if label not in walls)


#: An American passes the wall hex 2010N, and the German takes it back.
WALL: dict[str, Any] = {"features": {"2010N": "westwall"}}


@rule("rhine", "8.5", "8.5g", "8.5j")
def test_a_west_wall_hex_once_lost_is_never_intact_again() -> None:
    match = moving("allied", "US1=2012N 183VG=2004N 12VG=due", "due_turn 12VG=3", "sector 2", **WALL)
    assert intact(match, "2010N")
    match.play("select US1", "move 2011N", "move 2010N", "move 2011N", "stop")
    assert (intact(match, "2010N"), control(match, "2010N")) == (False, "allied")
    assert "2010N" in match.view("german").facts["cleared"].split()
    until(match, 2, "german movement")
    move(match, "183VG", "2010N")
    assert (intact(match, "2010N"), control(match, "2010N")) == (False, "german")
    assert "2010N" in match.view("german").facts["cleared"].split()
    until(match, 3, "german reinforcement").play("select 12VG")
    refused(match, "place 2010N", "9.1", "8.5", "11.17")
    # Where no enemy has been, arrivals are welcome.
    match = phase("german reinforcement", "12VG=due", "due_turn 12VG=2", **WALL).play("select 12VG")
    assert offered(match, "place 2010N")


@rule("rhine", "8.5", "8.5g")
def test_a_cleared_west_wall_hex_gives_no_shift_and_may_be_probed() -> None:
    units = "US2A=2011N 183VG=2010N"
    for more, column in ((), "2:1"), (("cleared 2010N",), "3:1"):
        match = announce(fighting("allied", units, *more, **WALL), "2010N", "US2A")  # 9 to 3
        assert match.preview is not None
        assert match.preview.column == column
    units = "US2A=2011N 183VG=1910N"
    refused(fighting("allied", units, **WALL), "probe 2010N", "11.17", "11.25")
    assert offered(fighting("allied", units, "cleared 2010N", **WALL), "probe 2010N")


@rule("rhine", "8.5", "8.5h")
def test_who_enters_a_west_wall_hex_can_be_supplied_there() -> None:
    match = move(moving("allied", "US1=2012N", **WALL), "US1", "2010N")
    assert (intact(match, "2010N"), supply(match, "US1")) == (False, "full")
    # 9 to 1 and one column left for the wall: 8:1, so DE without a roll.
    match = fighting("allied", "US2A=2011N 280SG=2010N", **WALL, sides=lane(WEST_LANE))
    fight(match, "2010N", "US2A")
    rest(match.play("advance US2A"))
    assert (where(match, "US2A"), intact(match, "2010N"), supply(match, "US2A")) == ("2010N", False, "full")


# -- 8.6, 8.7 --------------------------------------------------------------------------------


@rule("rhine", "8.6", "8.6a")
@pytest.mark.parametrize(
    ("side", "unit", "points"),
    [("allied", "US2A", 7), ("allied", "BC50", 5), ("german", "9SS", 5), ("german", "183VG", 3)],
)
def test_movement_out_of_supply_is_halved_and_rounded_up(side: str, unit: str, points: int) -> None:
    sides = island(*within("2009N", 8) - {"2017N"}, "2009N")
    match = moving(side, f"{unit}=2009N", sides=sides)
    assert supply(match, unit) == "none"
    assert furthest(match, unit, "2009N") == points


@rule("rhine", "8.6", "8.6b")
def test_a_unit_that_moves_into_supply_gains_no_points_in_that_phase() -> None:
    # Entering the wall hex clears it, and that opens the line.
    match = moving("allied", "BC50=2011N", sides=lane(WEST_LANE), features={"2012N": "westwall"})
    assert supply(match, "BC50") == "none"
    match.play("select BC50", "move 2012N")
    assert supply(match, "BC50") == "full"
    assert offers(match, "move") == {"2008N", "2009N", "2010N", "2011N", "2013N", "2014N", "2015N", "2016N"}
    match.play("stop", "select BC50")
    assert "2017N" not in offers(match, "move")


@rule("rhine", "8.6", "8.6c")
def test_each_unit_of_a_stack_has_its_own_half() -> None:
    sides = island(*within("2009N", 8) - {"2017N"}, "2009N")
    match = moving("german", in_hex("2009N", "9SS 526ID"), sides=sides).play("select 9SS", "also 526ID")
    assert max(distance("2009N", label) for label in offers(match, "move")) == 3
    match.play("move 2006N", "drop 526ID")
    assert max(distance("2006N", label) for label in offers(match, "move")) == 2


@rule("rhine", "8.7", "8.7a", "8.7c", "8.7e", "8.7f")
@pytest.mark.parametrize(
    ("side", "units", "target", "total"),
    [
        ("allied", "US1", "183VG", 3),
        ("allied", "US4", "183VG", 3),
        ("allied", "US4 US28", "183VG", 5),
        ("allied", "US4 US28 US29", "183VG", 8),
        ("german", "1SS", "US4C", 4),
        ("german", "9SS 12VG", "US4C", 4),
        ("german", "12VG 6FJ", "US4C", 3),
    ],
)
def test_attackers_out_of_supply_are_added_and_halved_once(side: str, units: str, target: str, total: int) -> None:
    match = fighting(side, f"{in_hex('2010N', units)} {target}=2009N", sides=ALONE)
    assert {supply(match, unit) for unit in units.split()} == {"none"}
    assert totals(announce(match, "2009N", *units.split()))[0] == total


@rule("rhine", "8.7", "8.7b")
def test_defenders_out_of_supply_are_not_halved() -> None:
    match = fighting("allied", "US1=2010N 1SS=2009N", sides=ALONE)
    assert supply(match, "1SS") == "none"
    assert totals(announce(match, "2009N", "US1")) == (3, 6)
    match = fighting("german", "US2A=2010N 1SS=2009N", sides=ALONE)
    assert totals(announce(match, "2010N", "1SS")) == (4, 7)


#: An attack on 2010N from 2009N, where nobody has a line, and from 2011N, at the end of a lane to the west edge.
SPLIT: dict[str, Any] = {"sides": lane(row("20N", 9, 17))}


@rule("rhine", "8.7", "8.7d", "8.7g", "8.7h")
@pytest.mark.parametrize(
    ("sector", "cut_off", "linked", "total"),
    [("sector 1", "US1", "US4", 8), ("sector 2", "US4", "US28", 5), ("sector 2", "US1", "US4", 6)],
)
def test_those_to_be_halved_are_pooled_and_the_others_count_whole(
    sector: str, cut_off: str, linked: str, total: int
) -> None:
    match = fighting("allied", f"{cut_off}=2009N {linked}=2011N 183VG=2010N", sector, **SPLIT)
    assert supply(match, cut_off) == "none"
    assert supply(match, linked) == ("full" if sector == "sector 1" else "attenuated")
    assert totals(announce(match, "2010N", cut_off, linked))[0] == total


@rule("rhine", "8.7", "8.7h", "8.16p")
def test_no_unit_is_halved_twice() -> None:
    match = fighting("allied", "US1=2010N 183VG=2009N", "sector 2", sides=ALONE)
    assert supply(match, "US1") == "none"
    assert totals(announce(match, "2009N", "US1"))[0] == 3


@rule("rhine", "8.2", "8.3", "8.4", "8.5", "8.14", "8.15", "8.16", "8.17")
@pytest.mark.parametrize("seed", range(24))
def test_supply_on_the_real_map_by_a_second_opinion(seed: int) -> None:
    rng = random.Random(seed)
    north = set(REGIONS["North sector"])
    where_from = {"BC50 BC53 BC15 BC43 BC8Bd BCBN US1 US4 US9 US28 US2A US4C": LAND & north}
    where_from["US5 US90 US35 US4A US3 US45 F1A F3ALG F2MO FAFC"] = LAND - north
    where_from["183VG 12VG 246VG 363VG 9SS 10SS 2Pz 105PB 106PB 59ID 64ID 36VG 553VG 1SS 11Pz 3PG"] = LAND
    places: dict[str, str] = {}
    for units, ground in where_from.items():
        names = units.split()
        free = sorted(ground - set(places.values()))
        places |= dict(zip(names, rng.sample(free, len(names)), strict=True))
    allies = {h for u, h in places.items() if COUNTERS[u]["side"] == "allied"}
    germans = set(places.values()) - allies
    shut = set(rng.sample(ALLIED_EDGE, 30)) - allies
    taken = set(rng.sample(EAST_EDGE, 25)) - germans
    cleared = set(rng.sample(sorted(having("westwall")), 12))
    sector, opened = rng.choice([1, 2]), rng.choice([0, 1])
    units = " ".join(f"{u}={h}" for u, h in places.items())
    text = (f"sector {sector}", f"antwerp {opened}", f"cleared {' '.join(cleared)}", f"closed {' '.join(shut)}")
    match = moving("german", units, *text, allied("1511N", *taken), bare=False)
    sources = set(ALLIED_EDGE) - shut | ({"1511N"} if opened else set())
    reached = lines(sources, allies, germans, having("westwall") - cleared - allies)
    german = lines(set(EAST_EDGE) - taken - allies, germans, allies, set())
    found = status(match, "allied")["supply"] | status(match, "german")["supply"]
    for unit, label in places.items():
        if COUNTERS[unit]["side"] == "german":
            expected = "full" if label in german else "automatic" if label == "1710S" else "none"
        elif label in reached:
            expected = "full" if opened or (label in north) == (sector == 1) else "attenuated"
        else:
            expected = "coastal" if label in having("coast") else "none"
        assert found[unit] == expected, f"{unit} in {label}"
