"""Steps lost by their owner, on a toy in which two stacks lose steps one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

import pytest

import grognard
from grognard.engine.contents import Scenario
from grognard.engine.game import Result
from grognard.engine.limits import Choice, Limit
from grognard.engine.match import Match
from grognard.engine.reading import Reading
from grognard.engine.state import WarState, field
from grognard.engine.step import Die, Procedure, Prompt
from grognard.engine.verbs import shared
from grognard.hexes import bits, of
from grognard.mechanics.losses import (
    PROPOSE,
    Lose,
    Losses,
    StepLosses,
    StepLossGame,
    full_first,
    involved,
)
from tests.engine.helpers import offers, refused
from tests.engine.toys import DATA, clear_board, counter, library_of

#: Blue in two hexes: a and b with two steps, c with one; d with two, e with one. Red: x with two, y with one.
BLUE = {"a": (2, 5), "b": (2, 3), "c": (1, 1), "d": (2, 4), "e": (1, 6)}
COUNTERS = (
    *(counter(name, "blue", steps=steps, price=price) for name, (steps, price) in BLUE.items()),
    counter("x", "red", steps=2, price=1),
    counter("y", "red", steps=1, price=1),
)
GONE = -1


class CasualtyState(WarState):
    at: list[int] = field("places", [GONE] * len(COUNTERS))
    steps: list[int] = field("numbers", [c.values["steps"] for c in COUNTERS])
    #: steps that blue and red lose, and whether a lost unit is followed by a die
    due: list[int] = field("numbers", [0, 0])
    fate: bool = field("flag")
    rolled: list[int] = field("numbers", [])


class Day(Procedure):
    """Blue loses its steps, then red: the last one pushed comes first."""

    name = "day"

    def run(self, s: Any) -> None:
        if s.turn > 1:
            s.over = True
            return
        s.turn += 1
        self.push(s, Losses, 1, s.due[1])
        self.push(s, Losses, 0, s.due[0])


class FateDie(Die):
    name = "fate"
    args = ("unit",)

    def prompt(self, s: Any) -> Prompt:
        return Prompt("Roll for the survivors.", "7.2")

    def do_roll(self, s: Any, roll: int) -> None:
        s.rolled.append(s.agenda[-1][1])
        self.pop(s)


class Casualties(StepLosses[Any, Any]):
    rule = "13.7"

    def units(self, s: Any, side: int) -> int:
        return of(u for u in bits(self.game.units_of[side]) if s.at[u] >= 0)

    def steps(self, s: Any, unit: int) -> int:
        return int(s.steps[unit])

    def lose(self, s: Any, unit: int) -> None:
        s.steps[unit] -= 1
        if not s.steps[unit]:
            s.at[unit] = GONE
            if s.fate:
                s.agenda.append((self.game.codes[FateDie], unit))

    def price(self, s: Any, unit: int, left: int) -> float:
        return float(COUNTERS[unit].values["price"])


class Suffer(Lose[Any, Any]):
    choices = (
        Choice(
            "lose",
            Limit("13.7", involved, "{it} takes no part"),
            Limit("13.7", full_first, "units with two steps are reduced before {it} is eliminated"),
        ),
        Choice("propose"),
    )


class Casualty(StepLossGame[CasualtyState]):
    id = "casualty"
    title = "Casualty"
    sides = ("blue", "red")
    boxes = ("gone",)
    state_type = CasualtyState
    reading_type = Reading
    verbs = {**shared("lose roll"), **PROPOSE}
    step_types = (Day, Losses, Suffer, FateDie)

    def __init__(self) -> None:
        super().__init__(clear_board((1, 3), (1, 3)), COUNTERS, {"open": Scenario("open", "Open", "", 1, "")})
        self.data_digest = DATA
        self.step_losses = Casualties(self)
        self.make_steps()

    def opening(self, blue: int, red: int, *, fate: bool = False) -> CasualtyState:
        state = CasualtyState()
        first, second, third, *_ = self.board.grid
        state.at = [first, first, first, second, second, third, third]
        state.due, state.fate = [blue, red], fate
        state.agenda = [(self.codes[Day],)]
        return state

    def start(self, scenario: Scenario, options: Mapping[str, Any]) -> CasualtyState:
        return self.opening(3, 1)

    def result(self, state: Any) -> Result:
        return Result("", "", (), {})


TOY = Casualty()


@pytest.fixture
def match() -> Iterator[Match]:
    with library_of(TOY):
        yield grognard.new("casualty", seed=1)


def ran(blue: int, red: int, *, fate: bool = False) -> Any:
    state = TOY.opening(blue, red, fate=fate)
    TOY.run(state)
    return state


def test_the_owner_reduces_units_with_two_steps_first_hex_by_hex(match):
    assert match.prompt.text == "Choose the unit that loses a step (3 steps left to lose)."
    assert offers(match, "lose") == {"a", "b", "d"}
    refused(match, "lose x")
    assert match.why_not("lose c").why == "units with two steps are reduced before c is eliminated"
    match.play("lose d")
    assert offers(match, "lose") == {"a", "b", "d", "e"}, "the other hex has no bearing on this one"
    match.play("lose a")
    assert match.prompt.text == "Choose the unit that loses a step."
    assert offers(match, "lose") == {"b", "d", "e"}
    match.play("lose e")
    assert match.over
    assert match.state.steps == [1, 2, 1, 1, 0, 1, 1], "red had no choice"


def test_a_loss_without_an_alternative_is_taken_at_once():
    state = ran(0, 2)
    assert TOY.step(state).name == "lose", "x has been reduced; now either may be eliminated"
    assert (TOY.step(state).seat(state), state.steps[5:]) == ("red", [1, 1])
    assert ran(0, 1).over
    assert ran(0, 1).steps[5:] == [1, 1]
    assert ran(0, 3).steps[5:] == [0, 0]
    assert ran(0, 9).over, "no more steps are lost than there are"


def test_a_loss_is_forced_exactly_if_every_legal_distribution_contains_it():
    def distributions(number: int) -> set[tuple[int, ...]]:
        """The steps after every legal order of losses."""
        out = set()

        def go(steps: tuple[int, ...], left: int) -> None:
            if not left:
                out.add(steps)
                return
            state = TOY.opening(0, 0)
            state.steps[:5] = steps
            for u in range(5):
                if not steps[u]:
                    state.at[u] = GONE
            for u in bits(TOY.step_losses.candidates(state, TOY.step_losses.units(state, 0))):
                go((*steps[:u], steps[u] - 1, *steps[u + 1 :]), left - 1)

        go((2, 2, 1, 2, 1), number)
        return out

    for number in range(1, 9):
        ends, state = distributions(number), TOY.opening(0, 0)
        unit = TOY.step_losses.forced(state, 0, number)
        always = {u for u in range(5) if all(end[u] < COUNTERS[u].values["steps"] for end in ends)}
        assert (unit >= 0) == bool(always), number
        assert unit < 0 or unit in always, number


def test_the_proposal_is_the_cheapest_legal_distribution():
    state = TOY.opening(0, 0)
    prices = [c.values["price"] for c in COUNTERS]

    def legal(order: tuple[int, ...]) -> bool:
        trial = TOY.opening(0, 0)
        for u in order:
            if not TOY.step_losses.candidates(trial, TOY.step_losses.units(trial, 0)) >> u & 1:
                return False
            TOY.step_losses.lose(trial, u)
        return True

    steps = [0, 0, 1, 1, 2, 3, 3, 4]
    for number in range(1, 6):
        found = TOY.step_losses.proposal(state, 0, number)
        assert legal(tuple(found))
        assert len(found) == number
        cheapest = min(sum(prices[u] for u in order) for order in set(permutations(steps, number)) if legal(order))
        assert sum(prices[u] for u in found) == cheapest, number
    assert len(TOY.step_losses.proposal(state, 0, 99)) == 8


def test_the_proposal_takes_all_steps_at_once(match):
    match.play("propose")
    assert match.over
    assert match.state.steps == [1, 1, 0, 2, 1, 1, 1]


def test_what_follows_from_a_loss_comes_before_the_next_one():
    state = ran(8, 1, fate=True)
    left = []
    while not state.over:
        assert TOY.step(state).name == "fate"
        left.append("".join(COUNTERS[u].id for u in range(5) if state.at[u] >= 0))
        TOY.do(state, grognard.Action("roll", 1))
    assert left == ["bcde", "cde", "de", "e", ""]
    assert state.rolled == [0, 1, 2, 3, 4]
    assert state.steps == [0, 0, 0, 0, 0, 1, 1]
