"""Influence maps: what a commander reads off the map before he plans. Made of floods over sets of hexes."""

from __future__ import annotations

from typing import Any

from ..engine.doctrine import Doctrine, Effect
from ..engine.game import Game
from ..hexes import bits, reach
from .tally import Tally
from .ways import Ways

_NOTHING = Effect()

#: Values of attacks that have been worked out are kept up to this number.
_MOST = 200_000


class Knowledge:
    """What never changes about a game, worked out once: doctrine, distances and the values of the combat table."""

    def __init__(self, game: Game) -> None:
        doctrine = game.doctrine
        assert doctrine is not None, f"{game.id} has no doctrine"
        self.game: Any = game
        self.doctrine: Doctrine = doctrine
        self.ways = Ways(game)
        self.side_of = [game.side_index[c.side] for c in game.counters]
        self.members = [list(bits(units)) for units in game.units_of]
        #: for goals, by their centre: how much a unit in a hex bears on them
        self.pulls: dict[int, list[float]] = {}
        self._prospects: dict[tuple[Any, ...], tuple[float, float, float]] = {}

    def prospect(self, s: Any, side: int, attack: float, defense: float, h: int) -> tuple[float, float, float]:
        """What an attack on a hex brings on the average: the share of the attackers lost, the share of the defenders
        lost outright, and the chance that the rest must leave."""
        key = (self.doctrine.table(s, side, h), side, round(attack), round(defense), h)
        found = self._prospects.get(key)
        if found is None:
            if len(self._prospects) > _MOST:
                self._prospects.clear()
            found = self._prospects[key] = self._average(s, side, attack, defense, h)
        return found

    def _average(self, s: Any, side: int, attack: float, defense: float, h: int) -> tuple[float, float, float]:
        own = enemy = leaves = 0.0
        effects = self.doctrine.effects
        for result, p in self.doctrine.chances(s, side, attack, defense, h).items():
            effect = effects.get(result, _NOTHING)
            own += p * effect.own
            enemy += p * effect.enemy
            if effect.leaves:
                leaves += p * (1.0 - effect.enemy)
        return own, enemy, leaves


_KNOWN: dict[int, Knowledge] = {}


def knowledge(game: Game) -> Knowledge:
    """What is known of a game."""
    found = _KNOWN.get(id(game))
    if found is None or found.game is not game:
        found = _KNOWN[id(game)] = Knowledge(game)
    return found


class Maps:
    """One moment: who stands where, how strong, who can get where, who threatens what, which hexes matter."""

    def __init__(self, game: Game, s: Any) -> None:
        self.knowledge = known = knowledge(game)
        self.game, self.s, self.doctrine = known.game, s, known.doctrine
        doctrine, at = self.doctrine, s.at
        count = len(game.counters)
        self.units: tuple[list[int], list[int]] = ([], [])
        self.attack, self.defense, self.worth = [0.0] * count, [0.0] * count, [0.0] * count
        #: for each hex that is held the units in it, and their defence and worth
        self.inside: dict[int, list[int]] = {}
        for side in (0, 1):
            for u in bits(game.units_of[side]):
                if at[u] >= 0:
                    self.units[side].append(u)
                    self.inside.setdefault(at[u], []).append(u)
                    self.attack[u] = doctrine.attack(s, u)
                    self.defense[u] = doctrine.defense(s, u)
                    self.worth[u] = doctrine.worth(s, u)
        self.occupied: tuple[int, int] = (s.occupied[0], s.occupied[1])
        self.zone = (doctrine.zone(s, 0), doctrine.zone(s, 1))
        self._reach: dict[int, int] = {}
        self._threat: list[Tally | None] = [None, None]

    def guard(self, h: int) -> float:
        """The defence of the units in a hex."""
        return sum(self.defense[u] for u in self.inside.get(h, ()))

    def stake(self, h: int) -> float:
        """The worth of the units in a hex."""
        return sum(self.worth[u] for u in self.inside.get(h, ()))

    def reach(self, unit: int) -> int:
        """Where a unit can stand after its next move, its own hex among them; friends are not in the way."""
        found = self._reach.get(unit)
        if found is None:
            foe = 1 - self.knowledge.side_of[unit]
            speed, here = self.doctrine.speed(self.s, unit), self.s.at[unit]
            found = 1 << here
            if speed and (self.doctrine.leaves_zones or not self.zone[foe] >> here & 1):
                costs = self.doctrine.ground(self.s, unit)
                stop, block = self.zone[foe], self.occupied[foe]
                first = stop if stop >> here & 1 else 0
                found |= reach(costs, 1 << here, speed, stop=stop, block=block, first_block=first).all
            self._reach[unit] = found
        return found

    def threat(self, side: int) -> Tally:
        """For each hex the attack strength a side can bring against it after its next move."""
        found = self._threat[side]
        if found is None:
            found = self._threat[side] = Tally()
            neighbours = self.game.board.grid.neighbours
            for u in self.units[side]:
                strength = round(self.attack[u])
                if strength:
                    found.add(neighbours(self.reach(u)), strength)
        return found
