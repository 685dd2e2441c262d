"""4.5 and 4.6: the broad-front check at the end of turn 6, and the hexes that a counteroffensive has to take."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from grognard import Match
from tests.kit import control, fight, in_hex, move, now, offers, probe, status, supply, where
from tests.rhine.helpers_course import outcome, ring, taken, until, won
from tests.rhine.sheet import ALL_EAST
from tests.rhine.table import table
from tests.rules import rule

ABROAD = ("1511N", "1712N", "2208N", "1710S", "1912S", "2407S")
ACCESS = ("1112N", "1212N", "1213N", "1311N", "1312N", "1411N", "1412N")
OPENING = ("1511N", "1116N", *ACCESS)
CITIES = dict.fromkeys((*ABROAD, "2305N", "2402N", "1807S"), "city")
RING = ("9SS", "10SS", "2Pz", "9Pz", "116Pz", "719ID")
PASSED = (*ABROAD, "2305N")
BIG_RED = ("US1", "US9", "US30")


def check(
    held: Iterable[str] = PASSED, *more: str, at: str = "US1=2012N 85ID=1604N", features: dict[str, str] | None = None
) -> Match:
    """The end of the German player turn of turn 6; no more Aerial Supply markers."""
    text = "\n".join(("turn 6\nphase german determination\naerial_used 2", f"at {at}", *more))
    text += f"\nallied {' '.join(held)}" if held else ""
    if "antwerp" not in text:
        text += "\nantwerp 1"
    return table(text, bare=True, features={**CITIES, **(features or {})})


def die(match: Match) -> None:
    """The check is passed: the die is to be rolled."""
    assert not match.over
    assert (match.side, now(match)) == ("dice", (6, "german determination"))


def lost(match: Match) -> None:
    won(match, "german", "Broad Front")
    assert status(match)["watch"] == "undecided"


# -- 4.5 -------------------------------------------------------------------------------------------


@rule("rhine", "4.5", "4.5a", "4.5f", "4.5j")
def test_the_german_wins_unless_all_three_conditions_hold() -> None:
    die(check())
    lost(check(PASSED, "antwerp 0"))
    lost(check(ABROAD))
    lost(check(PASSED[1:]))
    lost(check(()))
    match = check().play("roll 2")
    assert (status(match)["watch"], match.over) == ("oder", False)


@rule("rhine", "4.5", "4.5a")
def test_the_result_names_the_conditions_that_do_not_hold() -> None:
    match = check(PASSED[1:])
    lost(match)
    assert match.result is not None
    assert len(match.result.reasons) == 2
    assert "Antwerp" in match.result.reasons[1]
    # Another victory has one reason, though the front is no broader.
    text = "turn 6\nphase allied movement\nat US1=2000N"
    other = table(text, bare=True, features=CITIES).play("select US1", "exit")
    won(other, "allied")
    assert other.result is not None
    assert len(other.result.reasons) == 1


@rule("rhine", "4.5", "4.5b", "4.5h")
@pytest.mark.parametrize("missing", ["", "1116N", "1112N", "1511N", "1412N"])
def test_antwerp_must_have_opened_by_the_beginning_of_the_turn(missing: str) -> None:
    held = sorted({*PASSED, *OPENING} - {missing})
    text = f"turn 6\nphase allied opening\nat US1=2012N 85ID=1604N\nallied {' '.join(held)}"
    match = table(text, bare=True, features=CITIES)
    assert status(match)["antwerp"] == (not missing)
    until(match, 6, "german determination")
    if missing:
        lost(match)
    else:
        die(match)


@rule("rhine", "4.5", "4.5h")
def test_an_access_hex_taken_during_turn_6_comes_too_late() -> None:
    held = sorted({*PASSED, *OPENING} - {"1112N"})
    text = f"turn 6\nphase allied opening\nat BC50=1212N 85ID=1604N\nallied {' '.join(held)}"
    match = until(table(text, bare=True, features=CITIES), 6, "allied movement")
    move(match, "BC50", "1112N")
    assert {control(match, label) for label in OPENING} == {"allied"}
    lost(until(match, 6, "german determination"))


@rule("rhine", "4.5", "4.5c")
@pytest.mark.parametrize("missing", ABROAD)
def test_every_city_outside_germany_must_be_allied(missing: str) -> None:
    held = [label for label in PASSED if label != missing]
    lost(check(held))
    die(check([*held, missing]))


@rule("rhine", "4.5", "4.5d")
@pytest.mark.parametrize("label", ["1712N", "1912S", "2407S"])
def test_every_city_outside_germany_needs_a_line_over_land(label: str) -> None:
    around = ring(label, RING)
    lost(check(PASSED, at=around))
    # A hole in the ring, but its zones still close it.
    lost(check(PASSED, at=around.partition(" ")[2]))
    die(check(PASSED, at=around.split()[0]))


@rule("rhine", "4.5", "4.5d")
def test_supply_by_air_or_sea_does_not_do_for_a_city_outside_germany() -> None:
    units = f"US4A=1912S {ring('1912S', RING)}"
    text = f"turn 6\nphase german movement\nantwerp 1\naerial 1912S\naerial_used 2\nat {units}"
    assert supply(table(text, bare=True, features=CITIES), "US4A") == "aerial"
    lost(check(PASSED, "aerial 1912S", at=units))
    lost(check(PASSED, at=units, features={"1912S": "city;coast"}))
    die(check(PASSED, "aerial 1912S", at="US4A=1912S"))


@rule("rhine", "4.5", "4.5e")
@pytest.mark.parametrize("label", ["2305N", "2402N", "1807S"])
def test_one_supplied_city_in_germany_is_enough(label: str) -> None:
    die(check((*ABROAD, label)))
    lost(check((*ABROAD, label), at=ring(label, RING)))
    lost(check(ABROAD))
    if label != "2305N":
        die(check((*PASSED, label), at=ring(label, RING)))


@rule("rhine", "4.5", "4.5g")
def test_there_is_only_one_broad_front_check() -> None:
    text = "turn {}\nphase german combat second\n{}at US1=2012N 85ID=1604N"
    for turn, more in ((5, ""), (7, "watch 2\nantwerp 1\n"), (8, "watch 2\nantwerp 1\n")):
        match = table(text.format(turn, more), bare=True, features=CITIES)
        assert now(match) == (turn, "german combat")
        until(match, turn + 1, "allied declaration")
        assert now(match) == (turn + 1, "allied declaration")
    lost(until(table(text.format(6, ""), bare=True, features=CITIES), 7, "allied declaration"))


@rule("rhine", "4.5", "4.5i")
def test_the_check_comes_before_the_supply_checks() -> None:
    # The divisions around Aachen would be gone after the German supply check: the city is cut off before it.
    held = (*PASSED, *ALL_EAST.split())
    lost(check(held, at=ring("2305N", RING)))
    match = check(held, at="719ID=1604N US1=2012N")
    die(match)
    assert (where(match, "719ID"), supply(match, "719ID")) == ("1604N", "none")
    match.play("roll 3")
    assert where(match, "719ID") == "eliminated"


@rule("rhine", "4.5", "4.5j")
def test_a_city_need_not_be_garrisoned() -> None:
    die(check(at="85ID=1604N"))
    die(check(at="85ID=1604N US1=2305N BC50=1511N"))


@rule("rhine", "4.5", "4.5k")
def test_any_supply_will_do_for_the_city_in_germany() -> None:
    units = f"US1=2305N {ring('2305N', RING)}"
    lost(check(at=units))
    die(check(PASSED, "aerial 2305N", at=units))
    die(check(at=units, features={"2305N": "city;coast"}))


# -- 4.6 -------------------------------------------------------------------------------------------


def hexes(number: int) -> str:
    return " ".join(f"20{place:02d}N" for place in range(5, 5 + number))


def offensive(turn: int, phase: str, units: str, *more: str, watch: int = 1, dice: Iterable[int] = ()) -> Match:
    """A moment after Hitler's decision."""
    text = "\n".join((f"turn {turn}\nphase {phase}\nwatch {watch}\nantwerp 1\nat {units}", *more))
    return table(text, bare=True, dice=dice)


@rule("rhine", "4.6", "4.6a", "4.6e")
@pytest.mark.parametrize(
    ("turn", "watch", "number", "over"),
    [
        (8, 1, 0, True),
        (8, 1, 7, True),
        (8, 1, 8, False),
        (8, 1, 9, False),
        (7, 1, 0, False),
        (7, 1, 7, False),
        (8, 2, 0, False),
        (7, 2, 0, False),
        (9, 1, 7, False),
    ],
)
def test_eight_hexes_must_be_taken_by_the_end_of_turn_8(turn: int, watch: int, number: int, over: bool) -> None:
    more = (f"taken {hexes(number)}",) if number else ()
    match = offensive(turn, "allied supply", "US1=2117N 85ID=1604N", *more, watch=watch)
    if over:
        won(match, "allied", "Forfeit")
    else:
        assert (outcome(match), now(match)[0]) == (("", ""), turn + 1)


@rule("rhine", "4.6", "4.6a")
def test_the_forfeit_waits_for_the_end_of_turn_8() -> None:
    match = offensive(8, "german combat second", "US1=2117N 85ID=1604N", f"taken {hexes(7)}")
    until(match, 8, "allied combat")
    assert now(match) == (8, "allied combat")
    won(until(match, 9, "german declaration"), "allied", "Forfeit")


@rule("rhine", "4.6", "4.6b")
def test_hexes_that_the_allies_take_back_still_count() -> None:
    match = offensive(8, "allied movement second", "US1=2014N 85ID=1604N", f"taken {hexes(8)}")
    move(match, "US1", "2012N", "2011N", "2010N", "2009N")
    assert control(match, "2012N") == "allied"
    assert taken(match) == 8
    until(match, 9, "german declaration")
    assert now(match) == (9, "german declaration")


@rule("rhine", "4.6", "4.6c")
def test_movement_advance_and_probe_all_count() -> None:
    lane = "2007N 2008N 2009N 2010N"
    match = offensive(7, "german movement", "9SS=2006N US1=2014N", f"allied {lane} 2011N")
    match.play("select 9SS")
    for number, label in enumerate(lane.split(), 1):
        match.play(f"move {label}")
        assert taken(match) == number
    match = offensive(7, "german combat", "Lehr=2009N 11Pz=2009N US4C=2010N US1=2114N")
    fight(match, "2010N", "Lehr", "11Pz")  # 12 to 2, one to the right: DE without a die
    assert taken(match) == 0
    match.play("advance Lehr")
    assert taken(match) == 1
    match.play("advance 11Pz")
    assert taken(match) == 1
    match = offensive(8, "german combat", "9SS=2009N US1=1909N", "allied 2010N")
    probe(match, "2010N", "9SS")
    assert (where(match, "9SS"), taken(match)) == ("2010N", 1)


@rule("rhine", "4.6", "4.6d")
def test_hexes_of_turn_6_and_german_hexes_do_not_count() -> None:
    held = " ".join((*PASSED, "2007N", "2008N", "2009N"))
    text = f"turn 6\nphase german movement second\nantwerp 1\nallied {held}\nat 9SS=2006N US1=2014N"
    match = move(table(text, bare=True, features=CITIES, dice=[5]), "9SS", "2007N", "2008N", "2009N")
    assert control(match, "2008N") == "german"
    until(match, 7, "german declaration")
    assert (now(match), status(match)["watch"], taken(match)) == ((7, "german declaration"), "rhine", 0)
    match = move(offensive(7, "german movement", "9SS=2006N US1=2014N"), "9SS", "2007N", "2008N", "2009N")
    assert taken(match) == 0


@rule("rhine", "4.6", "4.6d")
def test_three_hexes_before_and_seven_in_time_are_not_enough() -> None:
    held = " ".join((*PASSED, "2007N", "2008N", "2009N", *(f"19{place:02d}N" for place in range(6, 13))))
    text = f"turn 6\nphase german movement second\nantwerp 1\nallied {held}\nat 9SS=2006N 10SS=1905N US1=2117N"
    match = move(table(text, bare=True, features=CITIES, dice=[5]), "9SS", "2007N", "2008N", "2009N")
    until(match, 7, "german movement")
    move(match, "10SS", *(f"19{place:02d}N" for place in range(6, 13)))
    assert taken(match) == 7
    won(until(match, 9, "german declaration"), "allied", "Forfeit")


@rule("rhine", "4.6", "4.6f")
def test_a_hex_taken_twice_counts_once() -> None:
    match = offensive(7, "german movement", "9SS=2006N US1=2014N", "allied 2007N 2008N")
    move(match, "9SS", "2007N", "2004N")
    assert taken(match) == 1
    move(until(match, 7, "allied movement"), "US1", "2007N", "2014N")
    assert control(match, "2007N") == "allied"
    move(until(match, 8, "german movement"), "9SS", "2007N", "2008N")
    assert (control(match, "2007N"), taken(match)) == ("german", 2)


@rule("rhine", "4.6", "4.6g")
def test_a_hex_entered_in_retreat_counts() -> None:
    units = f"{in_hex('2011N', *BIG_RED)} 9SS=2010N"
    match = offensive(8, "allied combat", units, "allied 2009N 1909N 2109N", dice=[1])
    fight(match, "2010N", *BIG_RED)  # 18 to 4, die 1: DR
    match.play(f"to {sorted(offers(match, 'to'))[0]}")
    assert taken(match) == 1
    match = offensive(8, "allied combat", units, dice=[1])
    fight(match, "2010N", *BIG_RED)
    match.play(f"to {sorted(offers(match, 'to'))[0]}")
    assert taken(match) == 0


@rule("rhine", "4.6", "4.6e")
def test_nothing_is_asked_after_watch_on_the_oder() -> None:
    match = offensive(7, "german movement", "9SS=2006N US1=2014N", watch=2)
    until(match, 9, "german movement")
    assert (now(match), where(match, "9SS")) == ((9, "german movement"), "2006N")
