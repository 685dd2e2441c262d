"""Clauses 9.1 to 9.3: German reinforcements, and the units that Watch on the Rhine adds and removes."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.kit import field, move, now, offered, offers, place, places, reach, refused, status, supply, where, words
from tests.rhine.helpers_arrivals import EAST, arriving, brought
from tests.rhine.helpers_course import steps, until
from tests.rhine.sheet import COUNTERS, distance, having, within
from tests.rhine.table import table
from tests.rules import rule

#: One West Wall hex on the bare board.
WALL = {"2205N": "westwall"}
WATCH = sorted(unit for unit, row in COUNTERS.items() if row["code"] == "WR")
#: Ten units of every kind for the dead pile.
DEAD = "9SS 10SS 2Pz 3PG 59ID 12VG 7FJ 105PB 280SG 4Flk".split()


def german(units: str, *, turn: int = 3, more: str = "", **ground: object) -> Match:
    return arriving(units, side="german", turn=turn, more=more, **ground)


# -- 9.1 -------------------------------------------------------------------------------------


@rule("rhine", "9.1", "9.1a", "9.1e")
def test_every_unit_due_this_turn_is_placed_before_the_phase_ends() -> None:
    text = "turn 3\nphase german reinforcement\nat 183VG=due 108PB=due 363VG=due\ndue_turn 183VG=3 108PB=3 363VG=4"
    match = table(text, bare=True)
    assert (match.side, offers(match, "select")) == ("german", {"183VG", "108PB"})
    refused(match, "select 363VG")
    refused(match, "done", "9.1")
    place(match, "183VG", "2300N")
    refused(match, "done", "9.1")
    place(match, "108PB", "1100N")
    assert (where(match, "183VG"), where(match, "108PB"), where(match, "363VG")) == ("2300N", "1100N", "due")
    match.play("done")
    assert now(match)[1] != "german reinforcement"
    refused(match, "select 363VG")


@rule("rhine", "9.1a")
def test_german_units_do_not_arrive_in_the_allied_phase() -> None:
    match = table("turn 3\nphase allied reinforcement\nat US1=due 183VG=due\ndue_turn US1=3 183VG=3", bare=True)
    assert offers(match, "select") == {"US1"}
    refused(match, "select 183VG")


@rule("rhine", "9.1", "9.1b", "9.1i")
def test_on_the_map_units_arrive_at_the_east_edge_and_in_the_west_wall_only() -> None:
    match = german("183VG", bare=False)
    assert places(match, "183VG") == EAST | having("westwall")
    match.play("select 183VG")
    for label in ("2602N", "2305N", "1807S", "2402N"):  # Bonn, Aachen, Saarbrücken, Köln
        refused(match, f"place {label}", "9.1")
    for label in ("2300N", "2205N", "2000N"):  # the last is Essen, a city but an edge hex
        assert offered(match, f"place {label}")


@rule("rhine", "9.1c")
def test_the_hex_is_chosen_unit_by_unit() -> None:
    match = german("183VG 246VG 711ID", features=WALL)
    for unit, label in (("183VG", "1500N"), ("246VG", "2900S"), ("711ID", "2205N")):
        assert places(match, unit) == EAST | {"2205N"}
        place(match, unit, label)
        assert where(match, unit) == label


@rule("rhine", "9.1d")
def test_a_fifth_division_does_not_fit() -> None:
    match = german("183VG 246VG 108PB 902SG", more="at 9SS=2205N 10SS=2205N 59ID=2205N 2Pz=2000N", features=WALL)
    place(match, "108PB", "2205N")
    refused(match.play("select 183VG"), "place 2205N", "6.2", "6.3", "9.1")
    assert offered(match, "place 2000N")
    place(match.undo(), "902SG", "2205N")
    match.play("select 246VG")
    refused(match, "place 2205N", "6.2", "6.3", "9.1")


@rule("rhine", "9.1", "9.1f")
def test_no_german_unit_arrives_in_an_allied_edge_hex() -> None:
    match = german("183VG", more="at US1=1900N\nallied 2000N 2100N")
    assert places(match, "183VG") == EAST - {"1900N", "2000N", "2100N"}
    refused(match.play("select 183VG"), "place 2000N", "9.1", "8.12")
    assert offered(match, "place 1800N")  # next to an Allied unit


@rule("rhine", "9.1", "9.1g", "9.1j", "9.1m")
@pytest.mark.parametrize(
    ("units", "open_"),
    [
        ("US1=2010N", True),
        ("US1=2206N", True),  # in an Allied zone, with free hexes behind
        ("US1=2206N US4=2204N", False),  # every hex around it is in a zone or taken
        ("US1=2206N US4=2204N 9SS=2104N", True),  # a German unit lets the line through
    ],
)
def test_a_wall_hex_needs_a_line_and_may_lie_in_a_zone(units: str, open_: bool) -> None:
    match = german("183VG", more=f"at {units}", features=WALL)
    # The German in 2104N must itself be in supply, else the case would prove nothing.
    if "9SS" in units:
        assert supply(match, "9SS") != "none"
    assert ("2205N" in places(match, "183VG")) == open_
    match.play("select 183VG")
    if open_:
        assert where(match.play("place 2205N"), "183VG") == "2205N"
    else:
        refused(match, "place 2205N", "9.1")


@rule("rhine", "9.1h")
def test_no_unit_arrives_in_a_cleared_wall_hex() -> None:
    assert "2205N" in places(german("183VG", features=WALL), "183VG")
    for more in ("cleared 2205N", "cleared 2205N\nat 9SS=2205N"):
        match = german("183VG", more=more, features=WALL)
        refused(match.play("select 183VG"), "place 2205N", "9.1")


@rule("rhine", "9.1i")
def test_a_city_in_the_line_of_the_wall_is_a_city() -> None:
    match = german("183VG", features={"2305N": "city", "2205N": "westwall", "2000N": "ruhr", "1500S": "city"})
    assert places(match, "183VG") == EAST | {"2205N"}


@rule("rhine", "9.1", "9.1k")
def test_units_that_arrive_move_and_fight_in_the_same_turn() -> None:
    text = "turn 1\nphase german declaration\nat 183VG=due 246VG=due US1=2206N\ndue_turn 183VG=1 246VG=1"
    match = table(text, bare=True, features=WALL).play("order move-fight")
    assert now(match) == (1, "german reinforcement")
    place(place(match, "183VG", "2205N"), "246VG", "1500S").play("done")
    assert now(match) == (1, "german movement")
    assert reach(match, "246VG") == within("1500S", 6)  # all its points; no columns on turn 1
    match.play("done", "attack 2206N", "with 183VG")
    assert offered(match, "resolve")


@rule("rhine", "9.1", "9.1l")
def test_a_unit_without_room_waits_and_comes_when_there_is_some() -> None:
    full = "at 9SS=2000N 10SS=2000N 2Pz=2000N 9Pz=2000N"
    allied = words(EAST - {"2000N"})
    text = f"turn 2\nphase german declaration\nat 12VG=due 111PB=due\n{full}\ndue_turn 12VG=2 111PB=2\nallied {allied}"
    match = table(text, bare=True).play("order move-fight")
    until(match, 2, "german movement")
    assert (where(match, "12VG"), where(match, "111PB")) == ("due", "due")
    move(match, "9SS", "2005N")
    until(match, 3, "german reinforcement")
    assert offers(match, "select") == {"12VG", "111PB"}
    assert places(match, "12VG") == {"2000N"}
    refused(match, "done", "9.1")
    place(match, "12VG", "2000N")
    # Now there is no room for the brigade, and it waits again.
    if now(match) == (3, "german reinforcement"):
        match.play("done")
    assert (where(match, "12VG"), where(match, "111PB")) == ("2000N", "due")


# -- 9.2 -------------------------------------------------------------------------------------


def decided(roll: int) -> Match:
    """The end of turn 6 with the broad front reached: Hitler's decision is rolled. The WR units are not in play yet."""
    when = " ".join(f"{unit}=7" for unit in (*WATCH, "9VG"))
    text = f"turn 6\nphase german determination\nat US1=2306N 9SS=2010S 9VG=due 8FJ=due\ndue_turn {when} 8FJ=9\n"
    return table(f"{text}antwerp 1\nallied 2305N", bare=True, features={"2305N": "city"}, dice=[roll])


@rule("rhine", "9.2", "9.2a", "9.2c")
@pytest.mark.parametrize("roll", [4, 5, 6])
def test_watch_on_the_rhine_brings_twelve_units_on_turn_7(roll: int) -> None:
    match = decided(roll)
    assert status(match)["watch"] == "rhine"
    until(match, 7, "german reinforcement")
    assert len(WATCH) == 12
    assert offers(match, "select") == {*WATCH, "9VG"}
    refused(match, "done", "9.1", "9.2")
    for unit in WATCH:
        assert places(match, unit) == EAST
    refused(match.play("select 1SS"), "place 2010S", "9.1", "9.2")


@rule("rhine", "9.2", "9.2b")
@pytest.mark.parametrize("roll", [1, 2, 3])
def test_after_watch_on_the_oder_they_never_come(roll: int) -> None:
    match = decided(roll)
    assert status(match)["watch"] == "oder"
    until(match, 7, "german reinforcement")
    assert offers(match, "select") == {"9VG"}
    refused(match, "select 1SS")
    refused(match, "recall 9SS")
    until(match, 9, "german reinforcement")
    assert offers(match, "select") == {"8FJ"}
    assert {where(match, unit) for unit in WATCH} <= {"aside", "removed"}


def returning(dead: list[str], *, turn: int = 7, more: str = "watch 1") -> Match:
    at = " ".join(f"{unit}=eliminated" for unit in dead)
    text = f"turn {turn}\nphase german reinforcement\nat 9VG=due US1=2010N {at}\ndue_turn 9VG={turn}\nantwerp 1\n{more}"
    return table(text, bare=True, features=WALL)


@rule("rhine", "9.2", "9.2d", "9.2e")
def test_seven_units_of_the_dead_pile_return_at_full_strength() -> None:
    match = returning(DEAD)
    assert offers(match, "recall") == set(DEAD)
    for number, unit in enumerate(DEAD[:7]):
        brought(match, f"recall {unit}", f"{15 + number}00N")
        assert (where(match, unit), steps(match, unit)) == (f"{15 + number}00N", int(COUNTERS[unit]["steps"]))
    assert offers(match, "recall") == set()
    refused(match, "recall 280SG", "9.2")
    assert where(match, "280SG") == "eliminated"
    place(match, "9VG", "2500N").play("done")
    assert now(match)[1] != "german reinforcement"


@rule("rhine", "9.2d")
def test_no_unit_has_to_return() -> None:
    match = place(returning(DEAD), "9VG", "2500N").play("done")
    assert {where(match, unit) for unit in DEAD} == {"eliminated"}
    assert now(match)[1] != "german reinforcement"


@rule("rhine", "9.2d", "9.2f")
@pytest.mark.parametrize(
    ("turn", "more"), [(7, "watch 2"), (8, "watch 1"), (6, ""), (10, "watch 1")], ids=["oder", "late", "early", "march"]
)
def test_units_return_on_turn_7_after_watch_on_the_rhine_only(turn: int, more: str) -> None:
    match = returning(DEAD, turn=turn, more=more)
    assert offers(match, "recall") == set()
    refused(match, "recall 9SS", "9.2", "9.6")


@rule("rhine", "9.2f")
def test_a_returned_unit_is_placed_at_once_like_a_reinforcement() -> None:
    match = place(returning(DEAD), "9VG", "2500N")
    match.play("recall 9SS")
    refused(match, "done", "9.1", "9.2")
    if not offers(match, "place"):
        match.play("select 9SS")
    assert offers(match, "place") == EAST | {"2205N"}
    refused(match, "place 2005N", "9.1", "9.2")
    match.play("place 2205N", "done")
    assert where(match, "9SS") == "2205N"


@rule("rhine", "9.2", "9.2g")
def test_no_more_units_return_than_are_in_the_dead_pile() -> None:
    match = returning(DEAD[:3])
    assert offers(match, "recall") == set(DEAD[:3])
    for unit in DEAD[:3]:
        brought(match, f"recall {unit}", "1500N")
    assert offers(match, "recall") == set()
    refused(match, "recall 59ID")


@rule("rhine", "9.2", "9.2h")
@pytest.mark.parametrize("unit", ["FW", "SO", "7Flk"])
def test_garrisons_and_flak_may_be_among_the_seven_and_stay_where_put(unit: str) -> None:
    match = brought(returning([unit]), f"recall {unit}", "2205N")
    place(match, "9VG", "2500N").play("done")
    until(match, 7, "german movement")
    assert where(match, unit) == "2205N"
    refused(match, f"select {unit}")


# -- 9.3 -------------------------------------------------------------------------------------

SIX = "9SS 10SS 2Pz 3PG 15PG 116Pz".split()
THREE = "105PB FG 280SG".split()


def february(
    units: str, *, turn: int = 9, more: str = "watch 1", due: str = "8FJ", phase: str = "german reinforcement"
) -> Match:
    """The German reinforcement and withdrawal phase of turn 9."""
    when = "" if not due else f"at {due}=due\ndue_turn {due}={turn}\n"
    return table(f"turn {turn}\nphase {phase}\nat {units}\n{when}antwerp 1\n{more}", bare=True)


def withdrawing(match: Match) -> Match:
    """All reinforcements are placed; the withdrawal comes next."""
    return match if offers(match, "withdraw") else match.play("done")


def spread(units: list[str], first: int = 12) -> str:
    """Units in a line, one in each row."""
    return " ".join(f"{unit}={first + number}05N" for number, unit in enumerate(units))


@rule("rhine", "9.3", "9.3a", "9.3b", "9.3f")
def test_six_mobile_divisions_and_three_brigades_are_withdrawn() -> None:
    match = february(f"{spread([*SIX, 'Lehr'])} {spread([*THREE, 'KGP'], 21)} 12VG=1105S")
    refused(match, "done")
    refused(match, "withdraw 9SS")  # the arrivals come first
    withdrawing(place(match, "8FJ", "2500N"))
    assert now(match) == (9, "german reinforcement")
    assert offers(match, "withdraw") == {*SIX, *THREE, "Lehr", "KGP"}
    for number, unit in enumerate((*SIX, *THREE)):
        refused(match, "done", "9.3")
        if number == 6:
            refused(match, "withdraw Lehr", "9.3")
        match.play(f"withdraw {unit}")
    refused(match, "withdraw KGP")
    if now(match) == (9, "german reinforcement"):
        match.play("done")
    assert not match.over
    assert {where(match, unit) for unit in (*SIX, *THREE)} == {"removed"}
    assert {where(match, unit) for unit in ("Lehr", "KGP", "12VG", "8FJ")} == {"1805N", "2405N", "1105S", "2500N"}


@rule("rhine", "9.3b")
def test_brigades_and_divisions_do_not_replace_each_other() -> None:
    match = withdrawing(february(f"{spread(SIX)} {spread(THREE, 21)} KGP=2405N", due=""))
    match.play(*(f"withdraw {unit}" for unit in THREE))
    refused(match, "withdraw KGP", "9.3")
    refused(match, "done", "9.3")


@rule("rhine", "9.3", "9.3c")
def test_a_unit_out_of_supply_is_not_withdrawn() -> None:
    ring = "11Pz=2010N US1=2009N US4=2011N"
    match = february(f"{spread(SIX)} {spread(THREE, 21)} {ring}", due="")
    assert supply(match, "11Pz") == "none"
    withdrawing(match)
    assert offers(match, "withdraw") == {*SIX, *THREE}
    refused(match, "withdraw 11Pz", "9.3")


@rule("rhine", "9.3d", "9.3e")
def test_units_in_a_zone_and_reduced_ones_may_be_withdrawn() -> None:
    match = february(f"{spread(SIX)} {spread(THREE, 21)} US1=1206N", due="", more="watch 1\nsteps 3PG=1 2Pz=1")
    assert distance(where(match, "9SS"), "1206N") == 1
    withdrawing(match).play("withdraw 9SS", "withdraw 3PG", "withdraw 2Pz")
    assert {where(match, unit) for unit in ("9SS", "3PG", "2Pz")} == {"removed"}
    assert not {"9SS=eliminated", "3PG=eliminated", "2Pz=eliminated"} & set(field(match, "at"))


@rule("rhine", "9.3", "9.3g")
@pytest.mark.parametrize(
    ("units", "lost"),
    [
        (f"{spread(SIX)} {spread(THREE, 21)}", False),
        (f"{spread(SIX[:5])} {spread(THREE, 21)} 12VG=1105S", True),
        (f"{spread(SIX)} {spread(THREE[:2], 21)}", True),
        (f"{spread(SIX[1:])} {spread(THREE, 21)} 9SS=2010N US1=2009N US4=2011N", True),  # the sixth has no supply
    ],
    ids=["enough", "five divisions", "two brigades", "no supply"],
)
def test_who_cannot_withdraw_them_all_forfeits(units: str, lost: bool) -> None:
    match = withdrawing(february(units, due="", phase="german declaration").play("order move-fight"))
    assert match.over == lost
    if lost:
        assert match.result is not None
        assert (match.result.winner, match.result.level) == ("allied", "Forfeit")


@rule("rhine", "9.3", "9.3h")
def test_after_watch_on_the_oder_no_unit_is_withdrawn() -> None:
    match = february(spread([*SIX, *THREE]), more="watch 2")
    assert not match.over
    place(match, "8FJ", "2500N")
    refused(match, "withdraw 9SS")
    match.play("done")
    refused(match, "withdraw 9SS")
    assert now(match)[1] != "german reinforcement"
    # Nor is the game lost for want of divisions.
    match = february("12VG=1105S", more="watch 2", due="", phase="german declaration").play("order move-fight", "done")
    assert (match.over, now(match)[1]) == (False, "german movement")


@rule("rhine", "9.3a")
@pytest.mark.parametrize("turn", [8, 10])
def test_the_withdrawal_is_due_on_turn_9_only(turn: int) -> None:
    match = february(spread([*SIX, *THREE]), turn=turn)
    place(match, "8FJ", "2500N")
    refused(match, "withdraw 9SS")
    match.play("done")
    refused(match, "withdraw 9SS")
    assert (match.over, now(match)[1] != "german reinforcement") == (False, True)


@rule("rhine", "9.3", "9.3i")
@pytest.mark.parametrize("more", ["watch 1", "watch 2"])
def test_no_allied_unit_is_withdrawn(more: str) -> None:
    text = f"turn 9\nphase allied reinforcement\nat US2A=2010N US1=2110N BC8Bd=1510N 9SS=2000N\nantwerp 1\n{more}"
    match = table(text, bare=True)
    assert (match.side, offers(match, "withdraw")) == ("allied", set())
    refused(match, "withdraw US2A")
    match.play("done")
    assert now(match)[1] != "allied reinforcement"


@rule("rhine", "9.3", "9.3j")
def test_only_panzer_panzer_grenadier_and_assault_gun_units_count() -> None:
    others = {"12VG": "1105S", "59ID": "1205S", "7FJ": "1305S", "6SSM": "1405S", "4Flk": "1505S", "FW": "1605S"}
    at = " ".join(f"{unit}={label}" for unit, label in others.items())
    match = withdrawing(february(f"{spread(SIX)} {spread(THREE, 21)} {at}", due=""))
    for unit in others:
        refused(match, f"withdraw {unit}", "9.3")


@rule("rhine", "9.3", "9.3k")
def test_a_unit_that_arrives_on_turn_9_may_be_withdrawn() -> None:
    match = february(f"{spread(SIX[:5])} {spread(THREE, 21)}", due="Lehr")
    assert not match.over  # five on the map, the sixth is coming
    withdrawing(place(match, "Lehr", "2500N")).play(*(f"withdraw {unit}" for unit in (*SIX[:5], "Lehr", *THREE)))
    assert (match.over, where(match, "Lehr")) == (False, "removed")
