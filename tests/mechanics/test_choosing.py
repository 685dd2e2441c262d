"""Choosing from m to n units, on a toy in which three tasks follow one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import grognard
from grognard.engine.contents import Scenario
from grognard.engine.game import Game, Result
from grognard.engine.limits import Choice, Limit, Only
from grognard.engine.match import Match
from grognard.engine.reading import Reading
from grognard.engine.state import field
from grognard.engine.step import Procedure
from grognard.engine.verbs import shared
from grognard.hexes import bits
from grognard.mechanics.choosing import (
    VERBS,
    BeginChoice,
    ChooseUnits,
    Choosing,
    ChoosingState,
    Task,
    available,
    chosen,
    has_enough,
    has_room,
    lacks_units,
    unchosen,
)
from tests.engine.helpers import offers, refused, walk
from tests.engine.toys import DATA, clear_board, counter, library_of

COUNTERS = (
    *(counter(f"{n}", "blue", strength=strength) for n, strength in enumerate((5, 2, 4, 1, 3), 1)),
    counter("x", "red", strength=1),
    counter("y", "red", strength=2),
)
GONE = -1


class DepotState(ChoosingState):
    at: list[int] = field("places", [GONE] * len(COUNTERS))
    kept: list[int] = field("numbers", [0, 0, 0])


class Days(Procedure):
    name = "days"

    def run(self, s: Any) -> None:
        if s.turn > 3:
            s.over = True
            return
        self.push(s, BeginChoice, s.turn - 1)
        s.turn += 1


class Ground(ChooseUnits):
    """Blue grounds two units or three, red one of two, and blue all that are left of a list of two."""

    name = "ground"
    case = Choosing
    choices = (
        Choice(
            "choose",
            Limit("9.2", available, "{it} cannot be grounded"),
            Limit("9.2", unchosen, "{it} is chosen already"),
            Only("9.2", has_room, "{c.task.most} units are chosen already"),
        ),
        Choice("return", Limit("9.2", chosen, "{it} is not chosen")),
        Choice("propose", Only("9.2", lacks_units, "enough units are chosen")),
        Choice("done", Only("9.2", has_enough, "{c.missing} more must be chosen")),
    )

    def task(self, s: Any, index: int) -> Task:
        blue, red = self.game.units_of
        return (
            Task(0, blue & ~1, 2, 3, "9.2", "to be grounded"),
            Task(1, red, 0, 1, "9.2", "to be sent", wanted=1),
            Task(0, blue & 0b11, 2, 3, "9.2", "to be removed"),
        )[index]

    def apply(self, s: Any, index: int, units: int) -> None:
        s.kept[index] = units

    def worth(self, s: Any, index: int, unit: int) -> float:
        return float(COUNTERS[unit].values["strength"])


class Depot(Game):
    id = "depot"
    title = "Depot"
    sides = ("blue", "red")
    boxes = ("gone",)
    state_type = DepotState
    reading_type = Reading
    verbs = {**VERBS, **shared("propose done")}
    step_types = (Days, BeginChoice, Ground)

    def __init__(self) -> None:
        super().__init__(clear_board((1, 3), (1, 3)), COUNTERS, {"open": Scenario("open", "Open", "", 3, "")})
        self.data_digest = DATA
        self.make_steps()

    def start(self, scenario: Scenario, options: Mapping[str, Any]) -> DepotState:
        state = DepotState()
        state.at = [next(iter(self.board.grid))] * len(COUNTERS)
        state.agenda = [(self.codes[Days],)]
        return state

    def result(self, state: Any) -> Result:
        return Result("", "", (), {})


DEPOT = Depot()


@pytest.fixture
def match() -> Iterator[Match]:
    with library_of(DEPOT):
        yield grognard.new("depot", seed=1)


def test_the_offer_is_what_the_task_names(match):
    assert offers(match, "choose") == {"2", "3", "4", "5"}
    assert not offers(match, "return")
    assert match.prompt.text == "Choose 2 to 3 units to be grounded: 0 chosen."
    refused(match, "choose 1")
    refused(match, "choose x")
    refused(match, "done")
    assert match.why_not("done").why == "2 more must be chosen"


def test_units_are_chosen_and_taken_back(match):
    match.play("choose 2")
    match.play("choose 3")
    assert offers(match, "choose") == {"4", "5"}
    assert offers(match, "return") == {"2", "3"}
    match.play("return 2")
    assert offers(match, "choose") == {"2", "4", "5"}
    assert "done" not in match.actions.texts()
    match.play("choose 5")
    match.play("done")
    assert match.state.kept[0] == 0b10100


def test_no_more_than_the_greatest_number_is_chosen(match):
    for unit in ("2", "3", "4"):
        match.play(f"choose {unit}")
    assert not offers(match, "choose")
    assert match.why_not("choose 5").why == "3 units are chosen already"
    assert match.why_not("choose 4").why == "4 is chosen already"


def test_the_proposal_takes_the_cheapest_and_keeps_what_is_chosen(match):
    match.play("propose")
    assert match.state.chosen == 0b01010, "the units of strength 1 and 2"
    assert "propose" not in match.actions.texts()
    match.undo()
    match.play("choose 3")
    match.play("propose")
    assert match.state.chosen == 0b01100


def test_a_proposal_may_go_beyond_the_least_number(match):
    match.play("propose")
    match.play("done")
    assert match.prompt.text == "Choose 0 to 1 units to be sent: 0 chosen."
    assert DEPOT.step(match.state).seat(match.state) == "red"
    assert "done" in match.actions.texts()
    match.play("propose")
    assert match.state.chosen == 1 << DEPOT.unit_ids["x"]


def test_a_choice_without_an_alternative_is_made_at_once(match):
    for action in ("propose", "done", "done"):
        match.play(action)
    assert match.over
    assert match.state.kept == [0b01010, 0, 0b11]
    assert match.state.chosen == 0


@pytest.mark.parametrize(
    ("units", "least", "most", "forced"),
    [
        (0b111, 3, 3, 0b111),
        (0b111, 5, 9, 0b111),
        (0b111, 0, 0, 0),
        (0, 2, 3, 0),
        (0b111, 2, 3, None),
        (0b1, 0, 1, None),
    ],
)
def test_when_there_is_no_alternative(units, least, most, forced):
    assert Task(0, units, least, most, "", "").forced == forced


def test_random_choices_keep_to_the_numbers():
    with library_of(DEPOT):
        for seed in range(12):
            game = grognard.new("depot", seed=seed)
            for _ in walk(game, seed, 200):
                assert game.state.chosen.bit_count() <= 3
            if game.over:
                assert 2 <= game.state.kept[0].bit_count() <= 3
                assert game.state.kept[1].bit_count() <= 1
                assert set(bits(game.state.kept[0])) <= {1, 2, 3, 4}
