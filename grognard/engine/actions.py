"""The legal actions of a moment, computed when needed: ``in``, ``len``, iteration and indexing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..hexes import bits, nth
from .action import Action, NotationError

if TYPE_CHECKING:
    from .game import AnyGame
    from .state import State
    from .step import Offer


class Actions:
    """The legal actions now. The rules are evaluated on first use."""

    def __init__(self, game: AnyGame, state: State) -> None:
        self._game = game
        self._state = state
        self._offer: Offer | None = None

    @property
    def offer(self) -> Offer:
        """For each verb the set of its legal arguments, as one int."""
        if self._offer is None:
            self._offer = {verb: args for verb, args in self._game.offer(self._state).items() if args}
        return self._offer

    def __len__(self) -> int:
        return sum(args.bit_count() for args in self.offer.values())

    def __iter__(self) -> Iterator[Action]:
        for verb, args in self.offer.items():
            for arg in bits(args):
                yield Action(verb, arg)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            try:
                action = self._game.notation.parse(action)
            except NotationError:
                return False
        if not isinstance(action, tuple) or len(action) != 2 or self._state.over:
            return False
        verb, arg = action
        return isinstance(verb, str) and type(arg) is int and self._game.permits(self._state, Action(verb, arg))

    def __getitem__(self, number: int) -> Action:
        """The n-th action in the order of iteration."""
        return pick(self.offer, number)

    def texts(self) -> list[str]:
        """The text form of every action."""
        return [self._game.notation.text(action) for action in self]

    def __repr__(self) -> str:
        return f"<{len(self)} actions: {', '.join(f'{v} x{a.bit_count()}' for v, a in self.offer.items())}>"


def pick(offer: Offer, number: int) -> Action:
    """The n-th action of an offer."""
    for verb, args in offer.items():
        count = args.bit_count()
        if number < count:
            return Action(verb, nth(args, number))
        number -= count
    raise IndexError("action number out of range")
