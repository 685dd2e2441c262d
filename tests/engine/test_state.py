"""States are flat plain data: copies are equal and independent."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.game import Game
from grognard.engine.moment import Moment
from grognard.engine.state import State, StateType, field

from .fog import GAME as FOG
from .helpers import SCENARIOS, walk
from .skirmish import GAME
from .skirmish_steps import SkirmishState


def test_a_copy_is_equal_and_stays_so_at_every_moment() -> None:
    for name, scenario in SCENARIOS:
        match = grognard.new(name, scenario, seed=6)
        kept = []
        for _ in walk(match, 6):
            copy = match.state.copy()
            assert copy == match.state
            assert copy is not match.state
            kept.append((copy, match.position()))
        for copy, text in kept:
            assert grognard.setup(text, dice=[]).state == copy, "playing on has not touched the copy"


def test_changing_any_field_of_a_copy_leaves_the_original_alone() -> None:
    for game in (GAME, FOG):
        state = game.start(next(iter(game.scenarios.values())), {})
        for each in state.fields:
            copy = state.copy()
            value = getattr(copy, each.name)
            if each.is_list:
                value.append(7)
            else:
                setattr(copy, each.name, value + 1)
            assert copy != state, each.name
            assert getattr(state, each.name) == getattr(state.copy(), each.name)
        for change in ("agenda", "over"):
            copy = state.copy()
            if change == "agenda":
                copy.agenda.append((0,))
            else:
                copy.over = 1
            assert copy != state


def test_states_of_different_games_are_different_and_no_state_is_a_key() -> None:
    assert GAME.start(GAME.scenarios["open"], {}) != FOG.start(FOG.scenarios["any"], {})
    assert SkirmishState() != "state"
    assert SkirmishState.__hash__ is None


def test_new_states_do_not_share_their_lists() -> None:
    one, two = SkirmishState(), SkirmishState()
    one.at[0] = 3
    assert two.at[0] == -1
    assert SkirmishState().at[0] == -1


def test_nobody_listens_to_a_copy() -> None:
    match = grognard.new("skirmish", dice=[])
    assert match.state.log is not None
    copy = match.state.copy()
    assert copy.log is None
    copy.report("1", "nobody hears {}", 1)
    assert copy.log is None


def _secret(kind: str, default: object, before: object, after: object, shown: object, shown_after: object) -> bool:
    """Whether going from one value to another reveals something, given what is shown of each."""

    class Secret(State):
        mask = field(kind, default)  # type: ignore[arg-type]
        fact = field(kind, default, shown=lambda g, s, seat: s.mask)  # type: ignore[arg-type]

    game: Game[Secret] = object.__new__(Game)
    game.secret_fields = Secret.fields[1:]
    moments = []
    for value, mask in ((before, shown), (after, shown_after)):
        state = Secret()
        state.fact, state.mask = value, mask
        moments.append(Moment(game, state, 0))
    return moments[0].revealed(moments[1], "us")


def test_a_number_is_revealed_when_it_is_shown_as_it_is() -> None:
    assert _secret("number", 0, 2, 2, 9, 2)
    assert _secret("number", 0, 2, 0, 9, 0), "the marker is taken away, and everybody sees it go"
    assert not _secret("number", 0, 2, 2, 9, 9)
    assert not _secret("number", 0, 0, 2, 0, 9), "hiding is not revealing"
    assert not _secret("number", 0, 2, 3, 2, 3), "a public change neither"
    assert not _secret("unit", -1, 2, -1, -1, -1), "what is shown has not changed"


def test_a_set_is_revealed_member_by_member() -> None:
    assert _secret("units", 0, 0b111, 0b111, 0b001, 0b011), "one of two hidden members"
    assert _secret("hexes", 0, 0b10, 0b10, 0, 0b10)
    assert not _secret("units", 0, 0b111, 0b111, 0b001, 0b001)
    assert not _secret("units", 0, 0b110, 0b010, 0, 0), "a hidden member leaves unseen"
    assert not _secret("units", 0, 0b001, 0b011, 0b001, 0b001), "a hidden member joins unseen"


def test_a_list_is_revealed_entry_by_entry() -> None:
    assert _secret("numbers", [], [1, 2], [1, 2], [9, 9], [9, 2])
    assert _secret("numbers", [], [1, 2], [2], [9, 9], [9]), "a card leaves a hand"
    assert not _secret("numbers", [], [1, 2], [1, 2], [9, 9], [9, 9])
    assert not _secret("unit-list", [], [2], [-1], [-1], [-1]), "what is shown has not changed"
    assert not _secret("numbers", [], [1], [1, 2], [9], [9, 9]), "a card joins a hand"
    assert not _secret("numbers", [], [1, 2], [2], [1, 2], [2]), "a public list shrinks"
    assert _secret("numbers", [], [1, 2], [2], [], []), "a list of which not even the length is shown"


def test_a_field_may_not_have_the_name_of_another_line_of_a_position() -> None:
    with pytest.raises(TypeError, match="'scenario' of Odd"):
        StateType("Odd", (State,), {"scenario": field("number")})
    kept = StateType("Fine", (State,), {"scenario": field("number", derived=True)})
    assert [f.name for f in kept.fields] == ["scenario"]
