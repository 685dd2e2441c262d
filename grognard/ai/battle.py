"""A combat phase as a whole: attacks that were put together are kept as long as nothing near them changes."""

from __future__ import annotations

from typing import Any

from ..engine.action import Action
from ..engine.doctrine import STRIKE
from ..engine.step import Offer
from ..hexes import bits
from .composer import Blow, Composer

#: Whatever happens farther away than this changes nothing about an attack.
_NEAR = 3


class Battle:
    """Remembers the attacks of one combat phase."""

    def __init__(self) -> None:
        self._phase: Any = None
        self._at: list[int] = []
        self._known: dict[Action, Blow | None] = {}

    def blows(self, composer: Composer, s: Any, offer: Offer, only: int = -1) -> list[Blow]:
        """Every attack that could be made now, best first."""
        stale = self._stale(composer, s)
        before = composer.ahead.judge.value(s)
        known: dict[Action, Blow | None] = {}
        for verb, args in offer.items():
            if composer.role.get(verb) != STRIKE:
                continue
            for h in bits(args & only):
                strike = Action(verb, h)
                if strike in self._known and not stale >> h & 1 and self._holds(composer, s, self._known[strike]):
                    known[strike] = self._known[strike]
                else:
                    known[strike] = composer.compose(s, strike, before)
        self._known = known
        return sorted((blow for blow in known.values() if blow is not None), key=lambda blow: -blow.gain)

    def _stale(self, composer: Composer, s: Any) -> int:
        """Hexes about which nothing is known any more: near units that came, went or moved since the last attack."""
        phase, at = (s.turn, s.agenda[0]), self._at
        if phase != self._phase or len(at) != len(s.at):
            self._phase, self._at, self._known = phase, list(s.at), {}
            return -1
        changed = 0
        for was, now in zip(at, s.at, strict=True):
            if was != now:
                changed |= (1 << was if was >= 0 else 0) | (1 << now if now >= 0 else 0)
        self._at = list(s.at)
        neighbours = composer.game.board.grid.neighbours
        for _ in range(_NEAR if changed else 0):
            changed |= neighbours(changed)
        return changed

    def _holds(self, composer: Composer, s: Any, blow: Blow | None) -> bool:
        """Whether an attack can still be made as it was meant: nobody in it has been used elsewhere."""
        if blow is None:
            return True
        trial = s.copy()
        side = composer.game.seat(s)
        for action in blow.orders:
            if composer.game.seat(trial) != side:
                composer.ahead.settle(trial)
            if trial.over or not composer.game.step(trial).permits(trial, action.verb, action.arg):
                return False
            composer.game.do(trial, action)
        return True
