"""Chapter 5: the phases of a turn, Hitler's decision, the airborne phase and the order of moving and fighting."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from grognard import Match, Refusal
from tests.kit import (
    announce,
    fight,
    forecast,
    in_hex,
    move,
    now,
    odds,
    offered,
    offers,
    reach,
    refused,
    rest,
    status,
    supply,
    where,
)
from tests.rhine.helpers_course import idle, passed, ring, shifts, steps, taken, until, won
from tests.rhine.sheet import ALL_EAST, NO_ALLIED_SUPPLY
from tests.rhine.table import table
from tests.rules import rule

QUIET = "at US1=2014N 719ID=1604N"
CORPS = in_hex("airborne", "AAA1", "AAA18", "BC1AB", "BC1PAB", "US82AB", "US101AB")
#: Somebody arrives on either side, and the corps may be dropped.
FULL = f"at US1=2014N 719ID=1604N US29=due 183VG=due {CORPS}\ndue_turn US29={{0}} 183VG={{0}}"
ABROAD = ("1511N", "1712N", "2208N", "1710S", "1912S", "2407S")
PASSED = f"antwerp 1\nflood 2\nallied {' '.join(ABROAD)} 2305N"
CITIES = dict.fromkeys((*ABROAD, "2305N"), "city")
OPENING = "1511N 1116N 1112N 1212N 1213N 1311N 1312N 1411N 1412N"
#: Enough ground gained, and enough to be withdrawn on turn 9.
EIGHT = "taken " + " ".join(f"20{place:02d}N" for place in range(5, 13))
TANKS = "9SS=1603N 10SS=1602N 2Pz=1601N 9Pz=1503N 116Pz=1502N Lehr=1501N 105PB=1403N 106PB=1402N 107PB=1401N"
FRONT = "at US1=2010N US9=2010N 719ID=2009N"


def names(seen: list[tuple[int, str]]) -> list[str]:
    return [name for _, name in seen]


def determination(*, units: str = "US1=2014N 719ID=1604N", dice: Iterable[int] = (), more: str = "") -> Match:
    """The broad-front check of turn 6 is passed."""
    text = f"turn 6\nphase german determination\n{PASSED}\nat {units}\n{more}"
    return table(text, bare=True, features=CITIES, dice=dice)


def after_the_switch(units: str) -> Match:
    """The beginning of turn 7, Watch on the Rhine launched and its requirement met beforehand."""
    return table(f"turn 7\nphase allied opening\nwatch 1\nantwerp 1\nflood 2\n{EIGHT}\nat {units}", bare=True)


# -- 5.1 to 5.3 ------------------------------------------------------------------------------------


@rule("rhine", "5.1", "5.1a", "5.2", "5.2a", "5.2b", "5.2c")
@pytest.mark.parametrize(("order", "main"), [("move-fight", "movement combat"), ("fight-move", "combat movement")])
def test_the_phases_of_a_game_turn_in_order(order: str, main: str) -> None:
    first, second = main.split()
    match = table(f"turn 3\nphase allied opening\nflood 2\n{FULL.format(3)}", bare=True)
    assert names(passed(match, 4, order=order)) == [
        "allied declaration",
        "allied sector",
        "allied airborne",
        "allied reinforcement",
        f"allied {first}",
        f"allied {second}",
        "german declaration",
        "german reinforcement",
        f"german {first}",
        f"german {second}",
    ]
    assert now(match)[0] == 4


@rule("rhine", "5.2", "5.2c")
def test_on_turn_6_the_german_turn_ends_with_hitlers_decision() -> None:
    text = f"turn 6\nphase german declaration\n{PASSED}\n{FULL.format(6)}"
    seen = names(passed(table(text, bare=True, features=CITIES), 7))
    main = ["german declaration", "german reinforcement", "german movement", "german combat"]
    assert seen == [*main, "german determination"]
    text = f"turn 5\nphase german declaration\nantwerp 1\n{FULL.format(5)}"
    assert names(passed(table(text, bare=True), 6)) == main


@rule("rhine", "5.2", "5.2d")
@pytest.mark.parametrize(("turn", "watch", "phase"), [(3, 0, "german combat second"), (10, 1, "allied combat second")])
def test_the_german_supply_check_comes_before_the_allied_one(turn: int, watch: int, phase: str) -> None:
    # US1 is cut off by divisions which are cut off themselves and go first.
    divisions = ("9SS", "10SS", "2Pz", "9Pz", "116Pz", "719ID")
    text = f"turn {turn}\nphase {phase}\nwatch {watch}\nantwerp {watch}\nallied {ALL_EAST}"
    match = table(f"{text}\nat US1=2010N {ring('2010N', divisions)}\naerial_used 2", bare=True)
    assert {supply(match, unit) for unit in ("US1", *divisions)} == {"none"}
    while not match.over and now(match)[0] == turn:
        idle(match)
    assert {where(match, unit) for unit in divisions} == {"eliminated"}
    assert where(match, "US1") == "2010N"


@rule("rhine", "5.1", "5.1b", "5.4", "5.4d", "5.4f")
def test_a_match_lasts_eleven_turns_at_most() -> None:
    match = after_the_switch(f"US1=2014N {TANKS}")
    assert status(match)["turns"] == 11
    turns: list[int] = []
    while not match.over:
        turn = status(match)["turn"]
        if turn not in turns:
            turns.append(turn)
            assert (match.side, now(match)[1]) == ("german", "german declaration")
        idle(match)
    assert turns == [7, 8, 9, 10, 11]
    won(match, "german", "End of the Game")


@rule("rhine", "5.1", "5.1c")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_nothing_is_done_out_of_its_phase(side: str) -> None:
    target, unit = ("2009N", "US1") if side == "allied" else ("2010N", "719ID")
    moving = table(f"turn 3\nphase {side} movement\n{FRONT}", bare=True)
    fighting = table(f"turn 3\nphase {side} combat\n{FRONT}", bare=True)
    for action in (f"attack {target}", "order move-fight", "place 1517N", "full north", "advance US1"):
        refused(moving, action)
    for action in (f"select {unit}", "order move-fight", "place 1517N", "full north", "move 2011N"):
        refused(fighting, action)
    assert offered(moving, f"select {unit}")
    assert offered(fighting, f"attack {target}")


@rule("rhine", "5.1", "5.1d")
def test_a_finished_phase_is_reopened_only_by_taking_back() -> None:
    match = table(f"turn 3\nphase allied movement\n{QUIET}", bare=True)
    move(match, "US1", "2012N").play("done")
    assert now(match) == (3, "allied combat")
    refused(match, "select US1")
    refused(match, "move 2010N")
    with pytest.raises(Refusal):
        match.undo("german")
    match.undo()
    assert now(match) == (3, "allied movement")
    # Once dice have been rolled even that is over.
    match = fight(table(f"turn 3\nphase allied combat second\n{FRONT}", bare=True, dice=[2]), "2009N", "US1")
    with pytest.raises(Refusal):
        match.undo()


@rule("rhine", "5.2", "5.2a")
def test_the_allied_player_turn_comes_first() -> None:
    match = table(f"turn 1\nphase allied opening\n{QUIET}", bare=True)
    order = []
    for _ in range(40):
        if now(match)[0] == 3:
            break
        entry = (now(match)[0], status(match)["phasing"])
        if entry not in order:
            order.append(entry)
        idle(match)
    assert order == [(1, "allied"), (1, "german"), (2, "allied"), (2, "german")]


@rule("rhine", "5.2", "5.2e")
def test_no_sector_is_chosen_once_antwerp_is_open() -> None:
    text = f"turn 3\nphase allied opening\nallied {OPENING}\n{QUIET}"
    match = table(text, bare=True)
    assert status(match)["antwerp"] is True
    assert "allied sector" not in names(passed(match, 5))
    match = table(text.replace(" 1116N", ""), bare=True)
    assert status(match)["antwerp"] is False
    assert names(passed(match, 5)).count("allied sector") == 2
    # The port stays open, whoever holds its hexes now.
    match = table(f"turn 5\nphase allied opening\nantwerp 1\n{QUIET}", bare=True)
    assert "allied sector" not in names(passed(match, 6))


@rule("rhine", "5.2", "5.2f", "5.2g", "5.2h")
def test_after_the_switch_the_german_player_turn_comes_first() -> None:
    more = "due_turn US29=7 183VG=7"
    units = f"US1=2014N 719ID=1604N US29=due 183VG=due {CORPS}"
    match = determination(units=units, dice=[4], more=more)
    assert status(match)["antwerp"] is True
    assert names(passed(match, 8)) == [
        "german declaration",
        "german reinforcement",
        "german movement",
        "german combat",
        "allied declaration",
        "allied airborne",
        "allied reinforcement",
        "allied movement",
        "allied combat",
    ]


@rule("rhine", "5.2", "5.2h")
def test_without_antwerp_there_is_no_turn_7() -> None:
    text = f"turn 6\nphase allied opening\nallied {' '.join(ABROAD)} 2305N\n{QUIET}"
    match = table(text, bare=True, features=CITIES)
    seen = passed(match, 7)
    assert "allied sector" in names(seen)
    won(match, "german", "Broad Front")


@rule("rhine", "5.2", "5.2i")
def test_the_german_goes_twice_in_a_row() -> None:
    text = f"turn 6\nphase german combat second\n{PASSED}\n{QUIET}"
    match = table(text, bare=True, features=CITIES, dice=[5]).play("done")
    assert (match.side, now(match)) == ("german", (7, "german declaration"))
    match = table(text, bare=True, features=CITIES, dice=[1]).play("done")
    assert (match.side, now(match)) == ("allied", (7, "allied declaration"))


@rule("rhine", "5.3", "5.3a")
@pytest.mark.parametrize("turn", [1, 2, 3, 4, 5])
def test_the_turn_ends_with_the_allied_supply_check(turn: int) -> None:
    match = table(f"turn {turn}\nphase german supply\n{QUIET}", bare=True)
    assert status(match)["turn"] == turn + 1
    match = table(f"turn {turn}\nphase allied supply\n{QUIET}", bare=True)
    assert status(match)["turn"] == turn + 1
    match = table(f"turn {turn}\nphase allied supply\n{NO_ALLIED_SUPPLY}\naerial_used 2\n{QUIET}", bare=True)
    assert (status(match)["turn"], where(match, "US1")) == (turn + 1, "eliminated")


# -- 5.4 -------------------------------------------------------------------------------------------


@rule("rhine", "5.4", "5.4a")
def test_hitlers_decision_is_an_open_roll() -> None:
    match = determination()
    assert match.side == "dice"
    assert offers(match, "roll") == {"1", "2", "3", "4", "5", "6"}
    refused(match, "done")
    refused(match, "pass")
    match.play("roll 3")
    for side in ("allied", "german"):
        assert status(match, side)["watch"] == "oder"
    assert not match.may_undo()


@rule("rhine", "5.4", "5.4b", "5.4c", "5.4e")
@pytest.mark.parametrize("roll", range(1, 7))
def test_one_to_three_is_the_oder_and_four_to_six_the_rhine(roll: int) -> None:
    match = determination(dice=[roll])
    assert status(match)["watch"] == ("rhine" if roll > 3 else "oder")
    assert status(match)["turns"] == (11 if roll > 3 else 9)
    assert (match.side, now(match)[0]) == ("german" if roll > 3 else "allied", 7)


@rule("rhine", "5.4", "5.4b", "5.4e")
def test_after_watch_on_the_oder_the_order_stays_and_turn_9_is_the_last() -> None:
    match = determination(dice=[3])
    seen = passed(match, 10)
    for turn in (7, 8, 9):
        sides = [name.split()[0] for number, name in seen if number == turn]
        assert sides == sorted(sides)  # allied before german
        assert set(sides) == {"allied", "german"}
    assert {turn for turn, _ in seen} == {7, 8, 9}
    won(match, "german", "End of the Game")


ATTACK = "at Lehr=2009N 11Pz=2009N US1=2010N"


@rule("rhine", "5.4", "5.4g", "5.4h", "5.4i")
@pytest.mark.parametrize(
    ("turn", "watch", "expected"),
    [(7, 1, ("3:1", 1)), (8, 1, ("2:1", 0)), (11, 1, ("2:1", 0)), (7, 2, ("2:1", 0)), (6, 0, ("2:1", 0))],
)
def test_german_attacks_of_turn_7_gain_a_column(turn: int, watch: int, expected: tuple[str, int]) -> None:
    text = f"turn {turn}\nphase german combat\nwatch {watch}\nantwerp 1\n{ATTACK}"
    assert shifts(text, "2010N", "Lehr", "11Pz", bare=True) == expected  # 12 to 6


@rule("rhine", "5.4g")
def test_allied_attacks_of_turn_7_gain_nothing() -> None:
    text = "turn 7\nphase allied combat\nwatch 1\nantwerp 1\nat US1=2010N US9=2010N 12SS=2009N"
    assert shifts(text, "2009N", "US1", "US9", bare=True) == ("2:1", 0)


@rule("rhine", "5.4", "5.4j")
def test_the_column_of_turn_7_is_added_to_the_others() -> None:
    units = ("Lehr", "11Pz", "9SS", "105PB")
    text = f"turn 7\nphase german combat\nwatch 1\nantwerp 1\nat {in_hex('2009N', *units)} US1=2010N"
    assert shifts(text, "2010N", *units, bare=True) == ("4:1", 1)  # 18 to 6
    assert shifts(text, "2010N", *units, bare=True, features={"2010N": "town"}) == ("3:1", 0)
    assert shifts(text, "2010N", *units, bare=True, features={"2010N": "city"}) == ("2:1", -1)


@rule("rhine", "5.4", "5.4k")
@pytest.mark.parametrize(("turn", "expected"), [(7, ("2:1", 1)), (8, ("1:1", 0))])
def test_momentum_attacks_of_turn_7_gain_the_column_too(turn: int, expected: tuple[str, int]) -> None:
    units = ("Lehr", "11Pz", "9SS")
    text = f"turn {turn}\nphase german combat\nwatch 1\nantwerp 1\nat {in_hex('2009N', *units)} US4C=2010N"
    match = fight(table(f"{text} US1=2011N", bare=True), "2010N", *units)  # 16 to 2: no die
    match.play(*(f"advance {unit}" for unit in units))
    assert odds(announce(match, "2011N", "Lehr", "9SS")) == expected  # 10 to 6


@rule("rhine", "5.4", "5.4l")
def test_watch_on_the_rhine_begins_to_count_hexes() -> None:
    match = determination(dice=[4])
    assert (now(match)[0], taken(match)) == (7, 0)
    match = table(f"turn 8\nphase allied supply\nwatch 1\nantwerp 1\n{QUIET}", bare=True)
    won(match, "allied", "Forfeit")


# -- 5.5 -------------------------------------------------------------------------------------------


def dropped(match: Match, corps: str, to: str, *made: str) -> Match:
    """One corps is dropped."""
    return match.play(f"select {corps}", *(f"with {unit}" for unit in made), f"land {to}", "done")


@rule("rhine", "5.5", "5.5a", "5.5b")
@pytest.mark.parametrize(("turn", "last", "watch"), [(2, 6, 0), (8, 9, 2)])
def test_corps_are_dropped_in_one_turn_of_a_year_only(turn: int, last: int, watch: int) -> None:
    text = f"turn {turn}\nphase allied airborne\nwatch {watch}\nantwerp {watch // 2}\nat US1=2014N 719ID=1604N {CORPS}"
    idle_year = passed(table(text, bare=True), last)
    assert (turn, "allied airborne") in idle_year
    if turn == 2:
        assert (3, "allied airborne") in idle_year
    match = dropped(table(text, bare=True), "AAA18", "1810N", "US82AB", "US101AB")
    assert where(match, "AAA18") == "1810N"
    seen = passed(match, last + 1)
    assert (turn + 1, "allied movement") in seen
    assert "allied airborne" not in names(seen)


@rule("rhine", "5.5", "5.5a", "5.5b", "5.5c")
@pytest.mark.parametrize(
    ("turn", "used", "asked"),
    [
        (1, 0, True),
        (5, 1, False),
        (7, 1, False),
        (7, 0, True),
        (8, 1, True),
        (9, 1, True),
        (9, 2, False),
        (9, 3, False),
    ],
)
def test_turns_1_to_7_are_1944_and_the_rest_1945(turn: int, used: int, asked: bool) -> None:
    watch = "watch 2\nantwerp 1\n" if turn > 6 else ""
    text = f"turn {turn}\nphase allied declaration\n{watch}dropped {used}\nat US1=2014N 719ID=1604N {CORPS}"
    seen = names(passed(table(text, bare=True), turn + 1))
    assert ("allied airborne" in seen) == asked


@rule("rhine", "5.5", "5.5d")
def test_after_the_switch_turn_7_is_still_a_turn_of_1944() -> None:
    match = until(after_the_switch(f"US1=2014N 719ID=1604N {CORPS}"), 7, "allied airborne")
    dropped(match, "AAA18", "1810N", "US82AB", "US101AB")
    assert where(match, "AAA18") == "1810N"
    until(match, 8, "allied airborne")
    assert now(match) == (8, "allied airborne")
    assert offered(match, "select AAA1")


# -- 5.6, 5.7 --------------------------------------------------------------------------------------


@rule("rhine", "5.6", "5.6a", "5.6g")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_a_player_turn_begins_with_the_declaration_of_its_order(side: str) -> None:
    match = table(f"turn 3\nphase {side} declaration\n{FULL.format(3)}", bare=True)
    assert (match.side, set(match.actions.texts())) == (side, {"order move-fight", "order fight-move"})
    for action in ("done", "full north", "select US1", "select US29", "attack 2009N"):
        refused(match, action)
    match.play("order fight-move")
    assert {status(match, who)["order"] for who in ("allied", "german")} == {"fight-move"}
    assert now(match) == (3, "allied sector" if side == "allied" else "german reinforcement")


@rule("rhine", "5.6", "5.6b", "5.6c")
def test_the_order_binds_all_units_for_the_whole_player_turn() -> None:
    match = table(f"turn 3\nphase allied declaration\n{FRONT}", bare=True).play("order fight-move")
    until(match, 3, "allied combat")
    for action in ("select US1", "move 2011N", "order move-fight"):
        refused(match, action)
    match.play("done")
    assert now(match) == (3, "allied movement")
    for action in ("attack 2009N", "order move-fight"):
        refused(match, action)
    match = table(f"turn 3\nphase allied declaration\n{FRONT}", bare=True).play("order move-fight")
    until(match, 3, "allied movement").play("done")
    refused(match, "order fight-move")
    refused(match, "select US1")
    match.play("done")
    assert now(match) == (3, "german declaration")
    refused(match, "select US1")


@rule("rhine", "5.6", "5.6d")
def test_the_order_is_free_in_every_turn() -> None:
    match = table(f"turn 1\nphase allied declaration\n{QUIET}", bare=True)
    chosen = ["move-fight", "fight-move", "fight-move", "move-fight", "move-fight", "fight-move"]
    for number, order in enumerate(chosen):
        turn, side = 1 + number // 2, ("allied", "german")[number % 2]
        until(match, turn, f"{side} declaration").play(f"order {order}")
        assert status(match)["order"] == order
        first = "movement" if order == "move-fight" else "combat"
        seen = [now(match)]
        while seen[-1][1] not in (f"{side} movement", f"{side} combat"):
            idle(match)
            seen.append(now(match))
        assert seen[-1] == (turn, f"{side} {first}")


@rule("rhine", "5.6", "5.6e")
def test_every_unit_moves_and_fights_in_full_in_either_order() -> None:
    alone = "at US1=2010N 719ID=2009N"
    match = table(f"turn 3\nphase allied declaration\n{alone}", bare=True, dice=[2]).play("order fight-move")
    rest(fight(until(match, 3, "allied combat"), "2009N", "US1"))  # 6 to 3, die 2: AS
    assert (where(match, "US1"), steps(match, "US1")) == ("2010N", 2)
    after = reach(match.play("done"), "US1")
    assert after == reach(table(f"turn 3\nphase allied movement\n{alone}", bare=True), "US1")
    assert {"2017N", "1911N"} <= after
    match = table("turn 3\nphase allied declaration\nat US1=2015N 719ID=2009N", bare=True).play("order move-fight")
    move(until(match, 3, "allied movement"), "US1", "2010N").play("done")
    assert "6 against 3" in forecast(announce(match, "2009N", "US1")).title


@rule("rhine", "5.6", "5.6f")
@pytest.mark.parametrize(("side", "target", "unit"), [("allied", "2009N", "US1"), ("german", "2010N", "719ID")])
def test_the_order_changes_no_odds(side: str, target: str, unit: str) -> None:
    found = set()
    for order in ("move-fight", "fight-move"):
        match = table(f"turn 3\nphase {side} declaration\nat US1=2010N 719ID=2009N", bare=True).play(f"order {order}")
        until(match, 3, f"{side} combat")
        preview = forecast(announce(match, target, unit))
        found.add((preview.column, preview.total, preview.by_roll))
    assert len(found) == 1


@rule("rhine", "5.7", "5.7a")
def test_arrivals_replacements_and_withdrawals_have_their_own_phases() -> None:
    units = "at US1=2010N US28=eliminated 719ID=2004N 9SS=2003N US29=due 183VG=due\nsteps US1=1"
    for side, phase in (("allied", "movement"), ("allied", "combat"), ("german", "movement"), ("german", "combat")):
        text = f"turn 9\nphase {side} {phase}\nwatch 1\nantwerp 1\n{units}\ndue_turn US29=10 183VG=10"
        match = table(text, bare=True)
        for action in ("select US29", "select 183VG", "place 1517N", "replace US1", "reclaim US28", "withdraw 9SS"):
            refused(match, action)
    text = f"turn 9\nphase allied reinforcement\nwatch 1\nantwerp 1\n{units}\ndue_turn US29=9 183VG=9"
    match = table(text, bare=True)
    assert {"replace US1", "reclaim US28", "select US29"} <= set(match.actions.texts())
    refused(match, "select US1")
    refused(match, "attack 2004N")
