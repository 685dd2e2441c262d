"""Facts about a game that never change, computed once: distances, and averages of the combat table.

They are stored in the cache of the game's doctrine, so all matches of the game share them.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from ..engine.doctrine import Effect
from ..engine.game import AnyGame
from ..hexes import bits
from .distances import Distances
from .doctrine import WarState, doctrine_of

_NOTHING = Effect()

#: The largest number of averages in the cache.
_MOST = 200_000


class Prospect(NamedTuple):
    """The average result of an attack: losses of both sides, as in :class:`Effect`, and two chances."""

    own: float
    own_units: float
    enemy: float
    enemy_units: float
    #: the chance that surviving defenders must leave the hex
    leaves: float
    #: the chance of a result that allows the attacker to continue until the hex falls
    storms: float
    #: steps that both sides lose; of the defender's never more than it has
    own_steps: float = 0.0
    enemy_steps: float = 0.0
    #: the chance that the defender loses all of its steps
    clears: float = 0.0


class Knowledge:
    """Facts about one game, shared by the commanders of all its matches."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.doctrine = doctrine_of(game)
        self.distances = Distances(game)
        self.side_of = [game.side_index[c.side] for c in game.counters]
        self.members = [list(bits(units)) for units in game.units_of]
        #: by a goal's centre: the influence of a unit in each hex on that goal
        self.influence: dict[int, list[float]] = {}
        self._prospects: dict[tuple[Hashable, int, int, int, int, int, int], Prospect] = {}
        #: whether results of combat are steps lost
        self.counts_steps = any(e.own_steps or e.enemy_steps for e in self.doctrine.effects.values())

    def prospect(
        self, s: WarState, side: int, attack: float, defense: float, h: int, bonus: int = 0, steps: int = 0
    ) -> Prospect:
        """Return the average result of an attack on a hex with these strengths; ``steps`` are the defender's."""
        # Round first: a cached value must not depend on the first caller's exact strengths.
        attack, defense = round(attack), round(defense)
        key = (self.doctrine.chances_key(s, side, h), side, attack, defense, h, bonus, steps)
        found = self._prospects.get(key)
        if found is None:
            if len(self._prospects) > _MOST:
                self._prospects.clear()
            found = self._prospects[key] = self._average(s, side, attack, defense, h, bonus, steps)
        return found

    def _average(
        self, s: WarState, side: int, attack: float, defense: float, h: int, bonus: int, steps: int
    ) -> Prospect:
        out = [0.0] * 9
        effects = self.doctrine.effects
        for result, p in self.doctrine.chances(s, side, attack, defense, h, bonus).items():
            effect = effects.get(result, _NOTHING)
            clears = 0 < steps <= effect.enemy_steps
            leaves = 1.0 - effect.enemy if effect.leaves and not clears else 0.0
            lost = min(effect.enemy_steps, steps)
            each = (
                *(effect.own, effect.own_units, effect.enemy, effect.enemy_units, leaves, effect.storms),
                *(effect.own_steps, lost, clears),
            )
            for i, amount in enumerate(each):
                out[i] += p * amount
        return Prospect(*out)


def knowledge(game: AnyGame) -> Knowledge:
    """Return the shared facts about a game, computed on first use."""
    cache = doctrine_of(game).cache
    found = cache.get(Knowledge)
    if not isinstance(found, Knowledge):
        found = cache[Knowledge] = Knowledge(game)
    return found
