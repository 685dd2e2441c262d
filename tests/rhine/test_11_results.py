"""Clauses 11.20 and 11.21: the combat results table, and the effects of its results."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.kit import announce, column, control, fight, forecast, offered, offers, on_map, refused, where
from tests.rhine.helpers_aftermath import COLUMNS, CRT, clean, combat, gone, outcome, shed
from tests.rhine.helpers_course import steps
from tests.rhine.sheet import TARGET, E, W
from tests.rules import rule

#: For each column, forces that make these odds: attackers / defender.
ALLIED = (
    "US4C / 85ID",
    "US1 / 9SS",
    "US1 / 85ID",
    "US2A / 85ID",
    "US1 US9 / 85ID",
    "US2A US1 / 85ID",
    "US2A US3A / 85ID",
)
GERMAN = (
    "9SS / US1",
    "1SS / US1",
    "1SS 12SS / US1",
    "1SS / US4C",
    "9SS 10SS / US4C",
    "1SS 9SS / US4C",
    "1SS Lehr / US4C",
)

#: Two divisions against two: 12 to 6, where a 4 is a bloodbath.
EVEN = f"US1={W} US9={W} 85ID={TARGET} 353ID={TARGET}"


def force(words: str, *, german: bool = False) -> tuple[Match, list[str], str]:
    """A Combat Phase with the attackers in one hex next to the defender; the attackers and the defender."""
    attackers, defender = (part.split() for part in words.split("/"))
    near = E if german else W
    at = " ".join(f"{unit}={near}" for unit in attackers) + f" {defender[0]}={TARGET}"
    return combat(at, side="german" if german else "allied"), attackers, defender[0]


def bloodbath(at: str = EVEN, units: str = "US1 US9", losses: str = "US1 85ID", roll: int = 4) -> Match:
    """A bloodbath with its first exchange done."""
    return shed(fight(combat(at), TARGET, *units.split(), roll=roll), *losses.split())


# -- 11.20: the table ----------------------------------------------------------------------------


@rule("rhine", "11.20", "11.20a")
def test_the_worked_figure_a_three_at_three_to_one_is_a_bloodbath() -> None:
    match, _, _ = force("US2A / 85ID")
    assert column(announce(match, TARGET, "US2A")) == "3:1"
    match.play("resolve")
    assert match.side == "dice"
    match.play("roll 3")
    assert outcome(match, "US2A", "85ID") == "BB"
    assert (steps(match, "US2A"), steps(match, "85ID")) == (1, 1)


@rule("rhine", "11.20", "11.20a")
def test_the_shifted_column_is_read() -> None:
    # 3:1 in the open, 2:1 on rough ground: on a 2 the attack stalls instead of driving the enemy out.
    at = f"US2A={W} 85ID={TARGET}"
    assert outcome(fight(combat(at), TARGET, "US2A", roll=2), "US2A", "85ID") == "DR"
    match = fight(combat(at, terrain={TARGET: "rough"}), TARGET, "US2A", roll=2)
    assert outcome(match, "US2A", "85ID") == "AS"


@rule("rhine", "11.20", "11.20b", "11.20c", "11.20d", "11.20e", "11.20f", "11.20g")
@pytest.mark.parametrize("place", range(7))
@pytest.mark.parametrize("german", [False, True])
def test_the_preview_of_each_column_is_as_printed(place: int, german: bool) -> None:
    match, attackers, _ = force((GERMAN if german else ALLIED)[place], german=german)
    announce(match, TARGET, *attackers)
    assert column(match) == COLUMNS[place]
    assert forecast(match).by_roll == tuple(line[place] for line in CRT)


@rule("rhine", "11.20", "11.20b", "11.20c", "11.20d", "11.20e", "11.20f", "11.20g")
@pytest.mark.parametrize("place", range(1, 7))
@pytest.mark.parametrize("roll", range(1, 7))
def test_each_roll_has_the_printed_result(place: int, roll: int) -> None:
    match, attackers, defender = force(ALLIED[place])
    fight(match, TARGET, *attackers, roll=roll)
    assert outcome(match, attackers[0], defender) == CRT[roll - 1][place]


@rule("rhine", "11.20", "11.20b", "11.20c", "11.20d", "11.20e", "11.20f", "11.20g")
@pytest.mark.parametrize("roll", range(1, 7))
def test_at_one_to_two_nothing_is_won(roll: int) -> None:
    match, _, _ = force("US4C / 85ID")
    fight(match, TARGET, "US4C", roll=roll)
    assert gone(match, "US4C") is (CRT[roll - 1][0] == "AL1")
    assert (where(match, "85ID"), steps(match, "85ID")) == (TARGET, 2)


@rule("rhine", "11.20", "11.20h")
@pytest.mark.parametrize(
    ("words", "roll", "result"),
    [("US2A / 85ID", 1, "DR"), ("US2A / 85ID", 2, "DR"), ("US1 US9 / 85ID", 1, "DR"), ("US1 / 85ID", 2, "AS")],
)
def test_odd_looking_cells_are_as_printed(words: str, roll: int, result: str) -> None:
    match, attackers, defender = force(words)
    assert outcome(fight(match, TARGET, *attackers, roll=roll), attackers[0], defender) == result


# -- 11.21: defender eliminated ------------------------------------------------------------------


@rule("rhine", "11.21", "11.21a")
def test_one_step_defenders_are_eliminated() -> None:
    match = fight(combat(f"US2A={W} 105PB={TARGET} 280SG={TARGET}"), TARGET, "US2A", roll=5)
    assert gone(match, "105PB", "280SG")
    assert steps(match, "US2A") == 2
    assert match.side == "allied"


@rule("rhine", "11.21", "11.21b", "11.21d")
def test_a_full_division_is_reduced_and_must_retreat() -> None:
    match = fight(combat(f"US2A={W} 85ID={TARGET}"), TARGET, "US2A", roll=5)
    assert match.side == "german"
    assert steps(match, "85ID") == 1
    for action in ("pass", "done"):
        refused(match, action)
    match.play(f"to {E}")
    assert (where(match, "85ID"), steps(match, "85ID")) == (E, 1)
    assert on_map(match, TARGET) == set()


@rule("rhine", "11.21", "11.21a", "11.21b", "11.21d")
def test_in_a_mixed_stack_each_suffers_its_own() -> None:
    # 15 to 5: the brigade dies, the division is reduced and goes.
    at = f"US2A={W} US1={W} 85ID={TARGET} 105PB={TARGET}"
    match = fight(combat(at), TARGET, "US2A", "US1", roll=5)
    assert gone(match, "105PB")
    match.play(f"to {E}")
    assert (where(match, "85ID"), steps(match, "85ID")) == (E, 1)


@rule("rhine", "11.21", "11.21c")
def test_a_reduced_division_is_eliminated() -> None:
    match = fight(combat(f"US1={W} 85ID={TARGET}", more="steps 85ID=1"), TARGET, "US1", roll=5)
    assert gone(match, "85ID")
    assert match.side == "allied"


@rule("rhine", "11.21", "11.21e")
def test_survivors_that_cannot_retreat_are_eliminated() -> None:
    match = fight(combat(f"US2A={W} US4C={E} 85ID={TARGET}"), TARGET, "US2A", roll=5)
    assert gone(match, "85ID")
    assert match.side == "allied"
    assert offers(match, "advance") == {"US2A"}


# -- 11.21: bloodbath ----------------------------------------------------------------------------


@rule("rhine", "11.21", "11.21f")
@pytest.mark.parametrize("losses", [("US1", "85ID"), ("US9", "353ID"), ("US1", "353ID")])
def test_each_side_loses_one_step_of_its_choice(losses: tuple[str, str]) -> None:
    match = shed(fight(combat(EVEN), TARGET, "US1", "US9", roll=4), *losses)
    for unit in ("US1", "US9", "85ID", "353ID"):
        assert steps(match, unit) == (1 if unit in losses else 2)
    assert on_map(match, TARGET) == {"85ID", "353ID"}


@rule("rhine", "11.21", "11.21f")
def test_a_german_bloodbath_costs_both_sides_too() -> None:
    # 14 to 6: 2:1, a 4.
    match = combat(f"1SS={E} 12SS={E} US1={TARGET}", side="german")
    shed(fight(match, TARGET, "1SS", "12SS", roll=4), "12SS")
    assert [steps(match, unit) for unit in ("1SS", "12SS", "US1")] == [2, 1, 1]


@rule("rhine", "11.21", "11.21g", "11.21h")
def test_the_attacker_may_give_up_another_step_at_once() -> None:
    match = bloodbath()
    assert match.side == "allied"
    assert offered(match, "pass")
    refused(match, "done")
    match.play("lose US9")
    assert steps(match, "US9") == 1
    assert match.side == "german"
    assert offers(match, "lose") == {"353ID"}
    assert offered(match, "yield")
    for action in ("pass", "done"):
        refused(match, action)
    assert {text.split()[0] for text in match.actions.texts()} == {"lose", "yield"}


@rule("rhine", "11.21", "11.21h")
def test_the_defender_may_stay_and_lose_another_step() -> None:
    match = bloodbath().play("lose US9", "lose 353ID")
    assert (steps(match, "85ID"), steps(match, "353ID")) == (1, 1)
    assert on_map(match, TARGET) == {"85ID", "353ID"}


@rule("rhine", "11.21", "11.21i", "11.21j")
def test_the_bloodbath_may_go_on_to_the_attackers_last_step() -> None:
    # 14 to 9: 1:1, a 5. Five steps against six; four are left after the first exchange.
    at = f"US1={W} US9={W} US4C={W} 85ID={TARGET} 353ID={TARGET} 49ID={TARGET}"
    match = bloodbath(at, "US1 US9 US4C", "US1 85ID", 5)
    for ours, theirs in (("US9", "353ID"), ("US4C", "49ID"), ("US1", "85ID")):
        assert match.side == "allied"
        match.play(f"lose {ours}")
        assert match.side == "german"
        match.play(f"lose {theirs}")
    assert [steps(match, unit) for unit in ("US1", "US9", "US4C")] == [0, 1, 0]
    assert gone(match, "US1", "US4C", "85ID")
    refused(match, "lose US9")
    assert clean(match)


@rule("rhine", "11.21", "11.21j")
def test_the_last_step_is_never_given_up() -> None:
    match = fight(combat(f"US2A={W} 85ID={TARGET}"), TARGET, "US2A", roll=3)
    assert (steps(match, "US2A"), steps(match, "85ID")) == (1, 1)
    refused(match, "lose US2A")
    assert clean(match)


@rule("rhine", "11.21", "11.21k", "11.21o")
def test_a_retreat_does_not_give_the_last_step_back() -> None:
    match = bloodbath().play("lose US9", "yield", f"to {E}")
    assert (steps(match, "US1"), steps(match, "US9")) == (1, 1)
    assert on_map(match, E) == {"85ID", "353ID"}
    assert (steps(match, "85ID"), steps(match, "353ID")) == (1, 2)
    assert match.side == "allied"
    assert offers(match, "advance") == {"US1", "US9"}
    match.play("advance US9")
    assert where(match, "US9") == TARGET


@rule("rhine", "11.21", "11.21l")
def test_a_bloodbath_that_takes_the_last_defender_ends_there() -> None:
    # 12 to 2 is 6:1 and has no bloodbath; two against a brigade on rough ground are at 5:1, with one on a 1.
    match = combat(f"US1={W} US9={W} 105PB={TARGET}", terrain={TARGET: "rough"})
    shed(fight(match, TARGET, "US1", "US9", roll=1), "US1")
    assert gone(match, "105PB")
    assert (steps(match, "US1"), steps(match, "US9")) == (1, 2)
    refused(match, "lose US9")
    assert offers(match, "advance") == {"US1", "US9"}


@rule("rhine", "11.21", "11.21l")
def test_a_last_defender_lost_later_also_empties_the_hex() -> None:
    # 12 to 3: 4:1, a 2. The division loses one step, then its other one.
    match = bloodbath(f"US1={W} US9={W} 85ID={TARGET}", "US1 US9", "US1", 2).play("lose US9", "lose 85ID")
    assert gone(match, "85ID")
    assert offers(match, "advance") == {"US1", "US9"}


@rule("rhine", "11.21", "11.21m")
def test_the_first_loss_may_wipe_the_attackers_out() -> None:
    match = fight(combat(f"BC8Bd={W} 85ID={TARGET}"), TARGET, "BC8Bd", roll=5)
    assert gone(match, "BC8Bd")
    assert (where(match, "85ID"), steps(match, "85ID")) == (TARGET, 1)
    assert clean(match)


@rule("rhine", "11.21", "11.21al")
def test_two_last_steps_destroy_each_other() -> None:
    match = fight(combat(f"US4C={W} 105PB={TARGET}"), TARGET, "US4C", roll=5)
    assert gone(match, "US4C", "105PB")
    assert on_map(match, TARGET) == set()
    assert control(match, TARGET) == "german"
    assert not offers(match, "advance")
    assert clean(match)


@rule("rhine", "11.21", "11.21n")
def test_without_another_step_the_survivors_stay() -> None:
    match = bloodbath().play("pass")
    assert on_map(match, TARGET) == {"85ID", "353ID"}
    assert on_map(match, W) == {"US1", "US9"}
    assert not offers(match, "advance")
    assert clean(match)


@rule("rhine", "11.21", "11.21p")
def test_a_defender_that_chooses_to_retreat_and_cannot_is_eliminated() -> None:
    match = bloodbath(f"{EVEN} US4C={E}").play("lose US9", "yield")
    assert gone(match, "85ID", "353ID")
    assert offers(match, "advance") == {"US1", "US9"}


@rule("rhine", "11.21", "11.21q")
@pytest.mark.parametrize("word", ["city", "westwall"])
def test_in_a_city_or_the_wall_a_defender_may_still_go_in_a_bloodbath(word: str) -> None:
    # 24 to 6, shifted to 2:1 or 3:1. A 5 is a retreat or an elimination and is turned into a bloodbath.
    at = f"US2A={W} US3A={W} US1={W} 85ID={TARGET} 353ID={TARGET}"
    match = combat(at, features={TARGET: word})
    shed(fight(match, TARGET, "US2A", "US3A", "US1", roll=5), "US1", "85ID").play("lose US2A")
    assert offered(match, "yield")
    match.play("yield", f"to {E}")
    assert on_map(match, E) == {"85ID", "353ID"}
    assert offers(match, "advance") == {"US2A", "US3A", "US1"}


# -- 11.21: the attacker's results ----------------------------------------------------------------


@rule("rhine", "11.21", "11.21r", "11.21s")
@pytest.mark.parametrize("loss", ["US1", "US9"])
def test_al1_costs_the_attackers_one_step_and_the_defenders_nothing(loss: str) -> None:
    # 14 to 9: 1:1, a 1.
    at = f"US1={W} US9={W} US4C={W} 3PG={TARGET} 9SS={TARGET}"
    match = fight(combat(at), TARGET, "US1", "US9", "US4C", roll=1)
    assert match.side == "allied"
    match.play(f"lose {loss}")
    assert sum(steps(match, unit) for unit in ("US1", "US9", "US4C")) == 4
    assert steps(match, loss) == 1
    assert (steps(match, "3PG"), steps(match, "9SS")) == (2, 2)
    assert on_map(match, TARGET) == {"3PG", "9SS"}
    assert clean(match)


@rule("rhine", "11.21", "11.21t")
@pytest.mark.parametrize("german", [False, True])
def test_as_changes_nothing(german: bool) -> None:
    match, attackers, defender = force((GERMAN if german else ALLIED)[1], german=german)
    before = {unit: (where(match, unit), steps(match, unit)) for unit in (*attackers, defender)}
    fight(match, TARGET, *attackers, roll=4)
    assert {unit: (where(match, unit), steps(match, unit)) for unit in before} == before
    assert control(match, TARGET) == ("allied" if german else "german")
    assert clean(match)
