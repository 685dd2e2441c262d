"""The recruit: moves towards the enemy and attacks whatever is next to it, without a plan."""

from __future__ import annotations

import random

from ...engine.action import Action
from ...engine.actions import pick
from ...engine.doctrine import Role
from ...engine.game import AnyGame
from ...engine.step import Offer
from ...hexes import bits, nth
from ..commander import Commander
from ..doctrine import WarState

#: Roles in order of preference, and the chance to use each if there is an alternative.
_HABITS = (
    (Role.PROPOSE, 1.0),
    (Role.MOVE, 1.0),
    (Role.PLACE, 1.0),
    (Role.JOIN, 0.8),
    (Role.RESOLVE, 1.0),
    (Role.LOSE, 1.0),
    (Role.RETREAT, 1.0),
    (Role.ADVANCE, 0.7),
    (Role.SELECT, 0.94),
    (Role.ATTACK, 0.95),
)


class Recruit(Commander):
    """Follows fixed habits and does not think ahead."""

    name = "recruit"

    def decide(self, game: AnyGame, state: WarState, offer: Offer, rng: random.Random) -> Action:
        doctrine = game.doctrine
        if doctrine is None:
            return pick(offer, rng.randrange(sum(args.bit_count() for args in offer.values())))
        by_role: dict[str, list[str]] = {}
        for verb, args in offer.items():
            if args:
                by_role.setdefault(doctrine.role_of.get(verb, ""), []).append(verb)
        for role, chance in _HABITS:
            verbs = by_role.get(role)
            if verbs and (rng.random() < chance or len(by_role) == 1):
                verb = rng.choice(verbs)
                return Action(verb, self._argument(game, state, role, offer[verb], rng))
        verbs = by_role.get(Role.END) or [verb for found in by_role.values() for verb in found]
        verb = rng.choice(verbs)
        return Action(verb, self._any(offer[verb], rng))

    def _any(self, args: int, rng: random.Random) -> int:
        return nth(args, int(rng.random() * args.bit_count()))

    def _argument(self, game: AnyGame, state: WarState, role: str, args: int, rng: random.Random) -> int:
        if role not in (Role.MOVE, Role.PLACE):
            return self._any(args, rng)
        side = game.side_index[game.seat(state)]
        foes = state.occupied[1 - side]
        distance = game.board.grid.distance
        few = [self._any(args, rng) for _ in range(3)]
        nearby = list(bits(foes))
        return min(few, key=lambda h: min((distance(h, f) for f in nearby), default=0))
