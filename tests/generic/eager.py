"""A slow model of undo: it looks after every action at what each side was shown before and after.

The engine finds out only when somebody asks. This model keeps every state instead, and compares fact by fact.
"""

from __future__ import annotations

from typing import Any

from grognard import Match
from grognard.engine.game import Game
from grognard.engine.state import Field
from grognard.engine.step import DICE


class EagerUndo:
    """Follows a match from its beginning; ``follow`` is called after every play, ``undo`` after every undo."""

    def __init__(self, match: Match) -> None:
        self.match = match
        start = match.before(0).state
        #: the state after each number of actions
        self.states = [start.copy()]
        self.barrier = 0
        #: the actions after which somebody else than the one who acted saw something
        self.shown: set[int] = set()
        self.follow()

    def follow(self) -> None:
        game = self.match.game
        for seat, action, *_ in self.match.journal[len(self.states) - 1 :]:
            before = self.states[-1]
            after = before.copy()
            game.do(after, action)
            self.states.append(after)
            number = len(self.states) - 1
            if seat == DICE or after.over or sees_something(game, before, after, seat):
                self.barrier = number
            elif any(sees_something(game, before, after, side) for side in game.sides if side != seat):
                self.shown.add(number)

    def may_undo(self, side: str) -> bool:
        done = len(self.states) - 1
        return done > self.barrier and (not side or self.match.journal[done - 1].seat == side)

    def undo(self) -> None:
        """The journal and the states after the match has taken back its last action."""
        undone = len(self.states) - 1
        del self.states[undone:]
        if undone in self.shown:
            self.shown.remove(undone)
            self.barrier = undone - 1


def sees_something(game: Game, before: Any, after: Any, side: str) -> bool:
    """Whether a side sees a fact after an action that was hidden from it before."""
    return any(_uncovered(game, field, before, after, side) for field in game.secret_fields)


def _uncovered(game: Game, field: Field, before: Any, after: Any, side: str) -> bool:
    assert field.shown is not None
    true, now = getattr(before, field.name), getattr(after, field.name)
    said, said_now = field.shown(game, before, side), field.shown(game, after, side)
    if field.is_list and len(now) < len(true):
        # A card has left a hand: are fewer hidden than before?
        return _hidden(true, said) > _hidden(now, said_now)
    facts = zip(*(_facts(field, value) for value in (true, said, now, said_now)), strict=False)
    return any(t != s and t2 == s2 and s != s2 for t, s, t2, s2 in facts)


def _facts(field: Field, value: Any) -> list[Any]:
    """A field taken apart into its single facts."""
    if field.kind in ("units", "hexes"):
        return [digit == "1" for digit in f"{value:01024b}"]
    return value if field.is_list else [value]


def _hidden(true: list[int], said: list[int]) -> int:
    if len(true) != len(said):
        return len(true)
    return sum(t != s for t, s in zip(true, said, strict=True))
