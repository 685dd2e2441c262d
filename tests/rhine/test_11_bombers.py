"""Clause 11.18: Allied heavy bombers."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.kit import advance, announce, fight, forecast, offered, refused, rest, status, where
from tests.rhine.helpers_aftermath import combat, outcome
from tests.rhine.sheet import NE, SW, TARGET, E, W
from tests.rhine.table import table
from tests.rules import rule

#: 9 to 3, that is 3:1.
ARMOR = f"US2A={W} 85ID={TARGET}"


def bombed(at: str, target: str, units: str, dice: list[int], *, fight_move: bool = False, more: str = "") -> Match:
    """An attack with bombers, all dice rolled: those of the bombers first, then that of the battle."""
    match = combat(at, second=not fight_move, more=more, dice=dice)
    assert status(match)["order"] == ("fight-move" if fight_move else "move-fight")
    announce(match, target, *units.split()).play("bombers", "resolve")
    assert match.side != "dice"
    assert match.chance_count == len(dice)
    return match


def result(attacker: str, defender: str, dice: list[int], *, fight_move: bool = False) -> str:
    """The result of one unit against another with bombers."""
    match = bombed(f"{attacker}={W} {defender}={TARGET}", TARGET, attacker, dice, fight_move=fight_move)
    return outcome(match, attacker, defender)


def onward(match: Match, phase: str) -> Match:
    """Pass until a phase begins."""
    for _ in range(40):
        for action in ("pass", "done", "order move-fight", "full north"):
            if offered(match, action):
                match.play(action)
                break
        if status(match)["phase"] == phase:
            return match
    pytest.fail(f"no {phase} came")


# -- how often and for whom ----------------------------------------------------------------------


@rule("rhine", "11.18", "11.18a")
def test_one_attack_in_a_phase_gets_bombers() -> None:
    match = combat(f"{ARMOR} US3A=1511N 353ID=1510N", second=True)
    announce(match, TARGET, "US2A").play("bombers")
    refused(match, "bombers", "11.18")
    rest(match.play("resolve", "roll 3", "roll 2", f"to {E}"))
    announce(match, "1510N", "US3A")
    refused(match, "bombers", "11.18")


@rule("rhine", "11.18", "11.18a")
def test_the_bombers_come_back_in_the_next_phase() -> None:
    # 9 + 1 to 5: 2:1, where a 2 stalls the attack.
    match = bombed(f"US2A={W} 3PG={TARGET}", TARGET, "US2A", [2, 2]).play("done")
    onward(match, "allied combat")
    assert status(match)["turn"] == 4
    assert offered(announce(match, TARGET, "US2A"), "bombers")


@rule("rhine", "11.18", "11.18a")
@pytest.mark.parametrize("unit", ["US1", "BC50"])
def test_us_and_commonwealth_attacks_get_bombers(unit: str) -> None:
    assert offered(announce(combat(f"{unit}={W} 85ID={TARGET}"), TARGET, unit), "bombers")


@rule("rhine", "11.18", "11.18b")
def test_french_attacks_get_none() -> None:
    at = "F1A=2011S F2A=2011S 85ID=2010S"
    match = combat(at, more="sector 2")
    refused(announce(match, "2010S", "F1A"), "bombers", "11.18")
    match = combat(at, more="sector 2")
    refused(announce(match, "2010S", "F1A", "F2A"), "bombers", "11.18")


@rule("rhine", "11.18", "11.18p")
def test_leclerc_may_fight_as_an_american_under_bombers() -> None:
    match = combat(f"US1={W} F2A={W} 85ID={TARGET}")
    assert offered(announce(match, TARGET, "US1", "F2A"), "bombers")
    match = combat(f"US1={W} F2A={W} 85ID={TARGET}")
    assert offered(announce(match, TARGET, "F2A"), "bombers")


@rule("rhine", "11.18", "11.18c")
def test_a_drop_battle_gets_none() -> None:
    text = f"turn 3\nphase allied airborne\nat AAA18=airborne US82AB=airborne US101AB=airborne 9SS={TARGET}"
    match = table(text, bare=True)
    for action in ("select AAA18", "with US82AB", "with US101AB", f"land {TARGET}", "done"):
        refused(match, "bombers")
        match.play(action)
    assert match.side == "dice"
    refused(match, "bombers")
    # 10 to 4: an attack stalled, and the next round comes without bombers too.
    match.play("roll 2")
    refused(match, "bombers")


@rule("rhine", "11.18", "11.18m")
def test_the_germans_have_none() -> None:
    match = announce(combat(f"9SS={E} US1={TARGET}", side="german"), TARGET, "9SS")
    refused(match, "bombers", "11.18")


@rule("rhine", "11.18", "11.18l")
@pytest.mark.parametrize("turn", [1, 2, 6, 7, 11])
@pytest.mark.parametrize("sector", [1, 2])
@pytest.mark.parametrize("place", ["north", "south"])
def test_bombers_fly_in_every_turn_and_sector(turn: int, sector: int, place: str) -> None:
    if place == "north":
        unit, at, target = "US1", f"US1={W} 85ID={TARGET}", TARGET
    else:
        unit, at, target = "US5", "US5=2011S 85ID=2010S", "2010S"
    for second in (False, True):
        match = combat(at, turn=turn, second=second, more=f"sector {sector}")
        assert offered(announce(match, target, unit), "bombers")


# -- move-fight: one die -------------------------------------------------------------------------


@rule("rhine", "11.18", "11.18d", "11.18e")
@pytest.mark.parametrize(
    ("die", "attacker", "defender", "odds"),
    [
        # With one factor less the first of each pair, with one factor more the second would change its column.
        (2, "US4", "85ID", "2:1"),  # 5 + 1 = 6 to 3
        (2, "US1", "9SS", "1:1"),  # 6 + 1 = 7 to 4
        (3, "US1", "9SS", "2:1"),  # 6 + 2 = 8 to 4
        (3, "US4", "9SS", "1:1"),  # 5 + 2 = 7 to 4
        (4, "US4", "9SS", "2:1"),  # 5 + 3 = 8 to 4
        (4, "US1", "3PG", "1:1"),  # 6 + 3 = 9 to 5
        (5, "US1", "3PG", "2:1"),  # 6 + 4 = 10 to 5
        (5, "US4", "3PG", "1:1"),  # 5 + 4 = 9 to 5
        (6, "US4", "3PG", "2:1"),  # 5 + 5 = 10 to 5
        (6, "US1", "9SS", "2:1"),  # 6 + 5 = 11 to 4
    ],
)
def test_one_die_less_one_is_added(die: int, attacker: str, defender: str, odds: str) -> None:
    # A 4 stalls the attack at 1:1, is a bloodbath at 2:1 and a retreat at 3:1.
    assert result(attacker, defender, [die, 4]) == {"1:1": "AS", "2:1": "BB", "3:1": "DR"}[odds]


@rule("rhine", "11.18", "11.18e")
def test_ten_factors_become_fifteen() -> None:
    # 10 to 5 is 2:1, where a 4 is a bloodbath; 15 to 5 is 3:1, where it is a retreat.
    match = bombed(f"US4={W} US28={W} 3PG={TARGET}", TARGET, "US4 US28", [6, 4])
    assert outcome(match, "US4", "3PG") == "DR"


@rule("rhine", "11.18", "11.18f")
def test_on_a_one_the_bombs_fall_short() -> None:
    assert result("US2A", "85ID", [1, 4]) == "BB"
    assert result("US2A", "85ID", [1, 2]) == "AS"
    # The same battle without bombers, and with one factor.
    assert outcome(fight(combat(ARMOR, second=True), TARGET, "US2A", roll=4), "US2A", "85ID") == "DR"
    assert result("US2A", "85ID", [2, 4]) == "DR"


@rule("rhine", "11.18", "11.18e", "11.18f")
def test_bombers_count_before_an_automatic_result() -> None:
    # 14 to 2 is beyond the table; bombs fallen short bring it back to 6:1, where a 1 drives the brigade out.
    match = bombed(f"US2A={W} US4={W} 105PB={TARGET}", TARGET, "US2A US4", [1, 1])
    assert match.side == "german"
    assert offered(match, f"to {E}")
    # 2 to 5 is below it; five more factors make 7 to 5, where a 4 stalls the attack.
    match = bombed(f"US4C={W} 3PG={TARGET}", TARGET, "US4C", [6, 4])
    assert where(match, "US4C") == W


# -- fight-move: two dice ------------------------------------------------------------------------


@rule("rhine", "11.18", "11.18g", "11.18i")
@pytest.mark.parametrize(
    ("dice", "attacker", "defender", "odds"),
    [
        ((1, 4), "US1", "3PG", "2:1"),  # 6 + 4 = 10 to 5
        ((4, 1), "US4", "3PG", "1:1"),  # 5 + 4 = 9 to 5
        ((2, 3), "US1", "3PG", "2:1"),
        ((3, 4), "US1", "9SS", "3:1"),  # 6 + 6 = 12 to 4
        ((4, 3), "US4", "9SS", "2:1"),  # 5 + 6 = 11 to 4
        ((2, 6), "US4", "9SS", "3:1"),  # 5 + 7 = 12 to 4
        ((2, 6), "US106", "9SS", "2:1"),  # 4 + 7 = 11 to 4
    ],
)
def test_two_dice_less_one_are_added(dice: tuple[int, int], attacker: str, defender: str, odds: str) -> None:
    expected = {"1:1": "AS", "2:1": "BB", "3:1": "DR"}[odds]
    assert result(attacker, defender, [*dice, 4], fight_move=True) == expected


@rule("rhine", "11.18", "11.18i")
@pytest.mark.parametrize("attacker", ["US4", "US5A"])
def test_two_sixes_add_eleven(attacker: str) -> None:
    # 16 and 19 to 4 are both 4:1: on a 2 a bloodbath, which it is neither at 3:1 nor at 5:1.
    assert result(attacker, "9SS", [6, 6, 2], fight_move=True) == "BB"


@rule("rhine", "11.18", "11.18h", "11.18q")
@pytest.mark.parametrize("dice", [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2)])
def test_up_to_four_on_two_dice_the_bombs_fall_short(dice: tuple[int, int]) -> None:
    assert result("US2A", "85ID", [*dice, 4], fight_move=True) == "BB"
    assert result("US2A", "85ID", [*dice, 2], fight_move=True) == "AS"


@rule("rhine", "11.18", "11.18h", "11.18i")
@pytest.mark.parametrize("dice", [(1, 4), (2, 3), (4, 1)])
def test_from_five_on_two_dice_they_hit(dice: tuple[int, int]) -> None:
    # 9 + 4 = 13 to 3: 4:1, where a 2 is a bloodbath.
    assert result("US2A", "85ID", [*dice, 2], fight_move=True) == "BB"
    assert result("US2A", "85ID", [*dice, 3], fight_move=True) == "DR"


# -- when ----------------------------------------------------------------------------------------


@rule("rhine", "11.18", "11.18j")
def test_a_bombed_attack_cannot_be_called_off() -> None:
    match = announce(combat(ARMOR, second=True), TARGET, "US2A").play("bombers", "resolve", "roll 1")
    assert match.side == "dice"
    assert not match.may_undo()
    for action in ("pass", "done", f"attack {TARGET}", "with US2A", "resolve"):
        refused(match, action)
    assert outcome(match.play("roll 4"), "US2A", "85ID") == "BB"


@rule("rhine", "11.18", "11.18k")
def test_the_bombers_roll_before_the_battle_does() -> None:
    match = announce(combat(ARMOR, second=True), TARGET, "US2A").play("bombers", "resolve")
    assert match.side == "dice"
    match.play("roll 1")
    assert match.side == "dice"
    match.play("roll 4")
    assert outcome(match, "US2A", "85ID") == "BB"
    match = fight(combat(ARMOR, second=True), TARGET, "US2A", roll=4)
    refused(match, "bombers")
    refused(match.play(f"to {E}"), "bombers")


@rule("rhine", "11.18", "11.18t")
def test_bombers_are_called_before_the_defenders_are_seen() -> None:
    match = announce(combat(f"{ARMOR} 105PB={TARGET}"), TARGET, "US2A")
    assert forecast(match).column == "unseen"
    assert offered(match, "bombers")
    match.play("resolve")
    refused(match, "bombers")
    assert not match.may_undo()


@rule("rhine", "11.18", "11.18n")
def test_a_momentum_attack_may_have_the_bombers() -> None:
    at = f"US2A={W} 105PB={TARGET} 85ID={E}"
    match = advance(fight(combat(at, second=True), TARGET, "US2A", roll=4), "US2A")
    announce(match, E, "US2A").play("bombers", "resolve", "roll 1", "roll 2")
    # 9 to 3 and bombs fallen short: 2:1, where a 2 is an attack stalled.
    assert outcome(match, "US2A", "85ID") == "AS"


@rule("rhine", "11.18", "11.18n")
def test_but_not_if_the_first_attack_had_them() -> None:
    at = f"US2A={W} 105PB={TARGET} 85ID={E}"
    match = announce(combat(at, second=True), TARGET, "US2A").play("bombers", "resolve", "roll 2", "roll 4")
    announce(advance(match, "US2A"), E, "US2A")
    refused(match, "bombers", "11.18")


@rule("rhine", "11.18", "11.18o")
def test_a_probe_gets_none() -> None:
    match = combat(f"US1={W} 85ID={SW}").play(f"probe {TARGET}", "with US1")
    refused(match, "bombers", "11.18", "11.25")
    match = advance(fight(combat(f"US2A={W} 105PB={TARGET} 85ID={E}"), TARGET, "US2A", roll=4), "US2A")
    match.play(f"probe {NE}", "with US2A")
    refused(match, "bombers", "11.18", "11.25")


# -- with others ---------------------------------------------------------------------------------


@rule("rhine", "11.18", "11.18r")
def test_bombers_are_not_halved_with_attenuated_units() -> None:
    # (5 + 5) / 2 + 4 = 9 to 3 is 3:1; (5 + 5 + 4) / 2 = 7 would be 2:1, a bloodbath on a 4.
    at = f"US4={W} US28={W} 85ID={TARGET}"
    match = bombed(at, TARGET, "US4 US28", [5, 4], more="sector 2")
    assert outcome(match, "US4", "85ID") == "DR"
    # (5 + 6) / 2 + 2 = 8 to 3 is 2:1; more than half of the units' own factors would make it 3:1.
    at = f"US4={W} US1={W} 85ID={TARGET}"
    assert outcome(bombed(at, TARGET, "US4 US1", [3, 4], more="sector 2"), "US4", "85ID") == "BB"


@rule("rhine", "11.18", "11.18s")
@pytest.mark.parametrize("units", [("US1", "BC50"), ("BC50", "F2A"), ("US1", "BC50", "F2A")])
def test_an_international_attack_from_antwerp_may_have_bombers(units: tuple[str, ...]) -> None:
    match = combat("US1=1511N BC50=1511N F2A=1511N 85ID=1510N", more="antwerp 1")
    assert offered(announce(match, "1510N", *units), "bombers")
