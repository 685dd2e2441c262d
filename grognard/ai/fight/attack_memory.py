"""A combat phase as a whole: attacks that were put together are kept as long as nothing near them changes."""

from __future__ import annotations

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.state import Frame
from ...engine.step import Offer
from ...hexes import bits
from ..doctrine import WarState
from .builder import AttackBuilder, BuiltAttack

#: Whatever happens farther away than this changes nothing about an attack.
_NEAR = 3


class AttackMemory:
    """Remembers the attacks of one combat phase."""

    def __init__(self, *, lazy: bool = False) -> None:
        #: whether an attack that something has changed about is put together anew only when it comes first
        self.lazy = lazy
        self._phase: tuple[int, Frame] | None = None
        self._at: list[int] = []
        self._known: dict[Action, BuiltAttack | None] = {}
        self._fresh: set[Action] = set()

    def ranked(self, builder: AttackBuilder, s: WarState, offer: Offer) -> list[BuiltAttack]:
        """Every attack that could be made now, best first. If lazy, those behind the first are as they were before:
        the more has been fought, the less an attack is worth, so the old value is seldom too low."""
        stale = self._stale(builder, s)
        before = builder.ahead.judge.value(s)
        strikes = [
            Action(verb, h) for verb, args in offer.items() if builder.role.get(verb) == Role.ATTACK for h in bits(args)
        ]
        self._known = {strike: self._known[strike] for strike in strikes if strike in self._known}
        self._fresh = {
            strike
            for strike, built in self._known.items()
            if strike in self._fresh and not stale >> strike.arg & 1 and self._holds(builder, s, built)
        }
        for strike in strikes:
            if strike not in self._known or not self.lazy:
                self._renew(builder, s, strike, before)
        while True:
            ranked = sorted(self._known.items(), key=lambda item: -item[1].gain if item[1] is not None else 1e9)
            if not ranked or ranked[0][0] in self._fresh or ranked[0][1] is None:
                return [built for _, built in ranked if built is not None]
            self._renew(builder, s, ranked[0][0], before)

    def _renew(self, builder: AttackBuilder, s: WarState, strike: Action, before: float) -> None:
        if strike not in self._fresh:
            self._known[strike] = builder.compose(s, strike, before)
            self._fresh.add(strike)

    def _stale(self, builder: AttackBuilder, s: WarState) -> int:
        """Hexes about which nothing is known any more: near units that came, went or moved since the last attack."""
        phase, at = (s.turn, s.agenda[0]), self._at
        if phase != self._phase or len(at) != len(s.at):
            self._phase, self._at, self._known, self._fresh = phase, list(s.at), {}, set()
            return -1
        changed = 0
        for was, now in zip(at, s.at, strict=True):
            if was != now:
                changed |= (1 << was if was >= 0 else 0) | (1 << now if now >= 0 else 0)
        self._at = list(s.at)
        neighbours = builder.game.board.grid.neighbours
        for _ in range(_NEAR if changed else 0):
            changed |= neighbours(changed)
        return changed

    def _holds(self, builder: AttackBuilder, s: WarState, built: BuiltAttack | None) -> bool:
        """Whether an attack can still be made as it was meant: nobody in it has been used elsewhere."""
        if built is None:
            return True
        trial = s.copy()
        side = builder.game.seat(s)
        for action in built.orders:
            if not builder.ahead.adjutant.answer(trial, side):
                return False
            if not builder.game.step(trial).permits(trial, action.verb, action.arg):
                return False
            builder.game.do(trial, action)
        return True
