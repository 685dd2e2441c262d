"""The turn as a list of phases: phases of one side, and phases that belong to both."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from grognard.engine.action import NotationError
from grognard.engine.state import WarState, field
from grognard.mechanics.stages import BOTH, Stages


class Places(WarState):
    at: list[int] = field("places", ())


class Week(Stages):
    """A turn that both sides begin together; then one side after the other moves."""

    def stages(self, s):
        return ((BOTH, "recovery"), (1, "movement"), (BOTH, "ops"))

    def begin(self, s, side, phase):
        s.report("4", "{} begins for side {}", phase, side)


GAME = SimpleNamespace(sides=("us", "german"), side_names={"us": "U.S.", "german": "German"}, verbs={})


def week():
    turn, s = Week(GAME, 0), Places()
    s.turns, s.log, s.agenda = 1, [], [(0, 0)]
    return turn, s


def headings(s):
    return [text.format(*args) for rule, text, args, part, _ in s.log if part]


def test_a_phase_of_both_sides_names_no_side_and_leaves_the_phasing_side_alone():
    turn, s = week()
    s.phasing = 1
    turn.run(s)
    assert headings(s) == ["Game Turn 1, Recovery Phase"]
    assert (s.phasing, turn.phase_of(s)) == (1, "recovery")
    s.phasing = 0
    turn.run(s)
    assert headings(s)[1:] == ["Game Turn 1, German Movement Phase"]
    assert (s.phasing, turn.phase_of(s)) == (1, "german movement")


def test_positions_name_a_phase_of_both_sides_by_one_word():
    turn, s = week()
    turn.begin_at(s, ["ops"])
    assert (s.agenda, turn.phase_of(s)) == ([(0, 3)], "ops")
    turn.begin_at(s, ["german", "movement"])
    assert (s.agenda, s.phasing) == ([(0, 2)], 1)


@pytest.mark.parametrize("words", [["movement"], ["german", "ops"], ["us", "movement"], []])
def test_a_phase_that_no_turn_has_is_refused_with_an_example(words):
    turn, s = week()
    with pytest.raises(NotationError, match="unknown phase"):
        turn.begin_at(s, words)


def test_the_example_is_a_phase_that_exists():
    turn, s = week()
    with pytest.raises(NotationError, match=r"such as 'recovery'"):
        turn.begin_at(s, ["nonsense"])
