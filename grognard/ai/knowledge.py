"""What never changes about a game, worked out once: distances, and the values of the combat table.

It lies in the doctrine of the game, so it lasts as long as the game does.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from ..engine.doctrine import Effect
from ..engine.game import AnyGame
from ..hexes import bits
from .doctrine import WarState, doctrine_of
from .ways import Ways

_NOTHING = Effect()

#: Values of attacks that have been worked out are kept up to this number.
_MOST = 200_000


class Prospect(NamedTuple):
    """What an attack brings on the average: shares and single units lost by attackers and defenders, the chance that
    what is left of the defenders must leave, and that the hex can be had by pressing on."""

    own: float
    own_units: float
    enemy: float
    enemy_units: float
    leaves: float
    storms: float


class Knowledge:
    """What commanders have worked out of a game for all its matches."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.doctrine = doctrine_of(game)
        self.ways = Ways(game)
        self.side_of = [game.side_index[c.side] for c in game.counters]
        self.members = [list(bits(units)) for units in game.units_of]
        #: for goals, by their centre: how much a unit in a hex bears on them
        self.pulls: dict[int, list[float]] = {}
        self._prospects: dict[tuple[Hashable, int, int, int, int, int], Prospect] = {}

    def prospect(self, s: WarState, side: int, attack: float, defense: float, h: int, bonus: int = 0) -> Prospect:
        """What an attack by a side on a hex with these strengths brings."""
        # Rounded before anything else: what is kept must not depend on who asked first.
        attack, defense = round(attack), round(defense)
        key = (self.doctrine.chances_key(s, side, h), side, attack, defense, h, bonus)
        found = self._prospects.get(key)
        if found is None:
            if len(self._prospects) > _MOST:
                self._prospects.clear()
            found = self._prospects[key] = self._average(s, side, attack, defense, h, bonus)
        return found

    def _average(self, s: WarState, side: int, attack: float, defense: float, h: int, bonus: int) -> Prospect:
        out = [0.0] * 6
        effects = self.doctrine.effects
        for result, p in self.doctrine.chances(s, side, attack, defense, h, bonus).items():
            effect = effects.get(result, _NOTHING)
            leaves = 1.0 - effect.enemy if effect.leaves else 0.0
            each = (effect.own, effect.own_units, effect.enemy, effect.enemy_units, leaves, effect.storms)
            for i, amount in enumerate(each):
                out[i] += p * amount
        return Prospect(*out)


def knowledge(game: AnyGame) -> Knowledge:
    """What is known of a game; worked out when it is first asked for."""
    notes = doctrine_of(game).cache
    found = notes.get(Knowledge)
    if not isinstance(found, Knowledge):
        found = notes[Knowledge] = Knowledge(game)
    return found
