"""A cache of built attacks for one combat phase, valid as long as nothing near the target changes."""

from __future__ import annotations

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.state import Frame
from ...engine.step import Offer
from ...hexes import bits
from ..doctrine import WarState
from .builder import AttackBuilder, BuiltAttack

#: Changes farther away than this do not affect an attack.
_NEAR = 3


class AttackMemory:
    """Keeps the built attacks of one combat phase."""

    def __init__(self, *, lazy: bool = False) -> None:
        #: whether an outdated attack is rebuilt only when it becomes the best one
        self.lazy = lazy
        self._phase: tuple[int, Frame] | None = None
        self._at: list[int] = []
        self._known: dict[Action, BuiltAttack | None] = {}
        self._fresh: set[Action] = set()

    def ranked(self, builder: AttackBuilder, s: WarState, offer: Offer) -> list[BuiltAttack]:
        """Return all attacks that can be made now, best first.

        If lazy, only the first is sure to be up to date. Attacks tend to lose value during a phase, so an old value is
        seldom too low."""
        stale = self._stale(builder, s)
        before = builder.lookahead.judge.value(s)
        verbs = [verb for verb in offer if builder.role_of.get(verb) == Role.ATTACK]
        strikes = [Action(verb, h) for verb in verbs for h in bits(offer[verb])]
        self._known = {strike: self._known[strike] for strike in strikes if strike in self._known}
        self._fresh = {
            strike
            for strike, built in self._known.items()
            if strike in self._fresh and not stale >> strike.arg & 1 and self._is_possible(builder, s, built)
        }
        for strike in strikes:
            if strike not in self._known or not self.lazy:
                self._rebuild(builder, s, strike, before)
        while True:
            ranked = sorted(self._known.items(), key=lambda item: -item[1].gain if item[1] is not None else 1e9)
            if not ranked or ranked[0][0] in self._fresh or ranked[0][1] is None:
                return [built for _, built in ranked if built is not None]
            self._rebuild(builder, s, ranked[0][0], before)

    def _rebuild(self, builder: AttackBuilder, s: WarState, strike: Action, before: float) -> None:
        if strike not in self._fresh:
            self._known[strike] = builder.compose(s, strike, before)
            self._fresh.add(strike)

    def _stale(self, builder: AttackBuilder, s: WarState) -> int:
        """Return the hexes near units that appeared, moved or left since the last attack."""
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

    def _is_possible(self, builder: AttackBuilder, s: WarState, built: BuiltAttack | None) -> bool:
        """Return whether all actions of an attack are still legal."""
        if built is None:
            return True
        trial = s.copy()
        side = builder.game.seat(s)
        for action in built.actions:
            if not builder.lookahead.adjutant.play_reply(trial, side):
                return False
            if not builder.game.step(trial).permits(trial, action.verb, action.arg):
                return False
            builder.game.do(trial, action)
        return True
