"""The value of a position to a side: score, strength, ground, and units in danger."""

from __future__ import annotations

from collections.abc import Hashable
from operator import itemgetter, mul

from ...hexes import bits
from ..doctrine import WarState
from ..line import Line
from ..maps import Maps
from .goals import goals_of

#: Points for a game that is won.
WON = 10_000.0
#: The weight of strength near goals, compared with points.
_GOAL_WEIGHT = 0.25

#: The cost of a vital hex that the enemy can enter.
_OPEN = 60.0
#: The same for an exit in which the enemy must stop first, as a share.
_STOPPED = 0.3
#: The chance of loss of an empty vital hex in supply, of one out of supply, and by an enemy unit in an exit.
_EMPTY, _STARVED, _IN_EXIT = 0.1, 0.5, 0.5
#: The value of the same threat to the enemy.
_THREAT = 4.0


class Judge:
    """Judges positions that differ little from that of the given maps, which supply the threats.

    ``danger`` is the weight of threats to units, ``open_paths`` the cost of an open path to a vital hex or exit.
    """

    def __init__(self, maps: Maps, side: int, danger: float = 1.0, open_paths: float = _OPEN) -> None:
        self.maps, self.side, self._open_path_cost = maps, side, open_paths
        self.game, self.doctrine = maps.game, maps.doctrine
        self._danger_weight = danger * self.doctrine.danger_weight
        self._sign = 1.0 if side == 0 else -1.0
        self._counts_steps = maps.knowledge.counts_steps
        #: the goals of both sides by their centres: total worth, and the influence of a unit in each hex
        worths: dict[int, float] = {}
        for goal in (*goals_of(maps, 0), *goals_of(maps, 1)):
            worths[goal.centre] = worths.get(goal.centre, 0.0) + goal.worth
        self._influences = [(worth, self._influence(centre)) for centre, worth in worths.items()]
        self._dangers: dict[tuple[int, float, float, int, int], float] = {}
        self._sides: dict[tuple[Hashable, ...], tuple[float, list[float]]] = {}
        self._loss_chances: dict[tuple[int, float, int], float] = {}
        self._line = Line(maps, side)
        #: by the held hexes of both sides: the hexes that the enemy can reach
        self._open_hexes: dict[tuple[int, int], int] = {}

    def _influence(self, centre: int) -> list[float]:
        known = self.maps.knowledge
        found = known.influence.get(centre)
        if found is None:
            found = known.influence[centre] = [0.8**steps for steps in known.distances.hexes_from(self.maps.s, centre)]
        return found

    def value(self, s: WarState) -> float:
        """Return the value of a position to the side, in points."""
        if s.over:
            return self.final(s)
        doctrine, at = self.doctrine, s.at
        out = self._sign * doctrine.score(s)
        if self._open_path_cost:
            out -= self._open_path_cost * self._open(s)
        if doctrine.vital_penalty:
            out -= doctrine.vital_penalty * self._risk(s)
        theirs = doctrine.vital(s, 1 - self.side) & ~s.occupied[1 - self.side] | doctrine.enemy_exits(s, 1 - self.side)
        if theirs and theirs & self.maps.reachable(self.side):
            out += _THREAT
        mine, others = self._cached_side(s, at, self.side), self._cached_side(s, at, 1 - self.side)
        out += mine[0] - others[0]
        for (worth, _), own, foe in zip(self._influences, mine[1], others[1], strict=True):
            out += _GOAL_WEIGHT * worth * (own - foe) / (own + foe + 1.0) / 2
        return out

    def _open(self, s: WarState) -> float:
        """Return how many vital hexes and exits are open to the enemy; an exit in which it must stop counts less."""
        guarded, foe = s.occupied[self.side], 1 - self.side
        vital = self.doctrine.vital(s, self.side) & ~guarded
        exits = self.doctrine.enemy_exits(s, self.side) & ~guarded
        if not vital and not exits:
            return 0.0
        reachable = self.maps.reachable(foe)
        if self.maps.occupied[self.side] & ~guarded:  # a unit has left its hex: is there an open path now?
            key = (guarded, s.occupied[foe])
            if key not in self._open_hexes:
                zone = self.doctrine.zone(s, self.side)
                self._open_hexes[key] = self._line.open(vital | exits, zone, guarded)
            reachable |= self._open_hexes[key]
        # Each enemy unit in an exit counts as having left; open paths to all other exits count as one.
        in_exits = exits & s.occupied[foe]
        out = float((vital & reachable).bit_count() + in_exits.bit_count())
        open_exits = exits & reachable & ~in_exits
        if open_exits:
            out += _STOPPED if not open_exits & ~self.doctrine.zone(s, self.side) else 1.0
        return out

    def _risk(self, s: WarState) -> float:
        """Return the sum of the chances that vital hexes are lost: stormed if weakly held, or entered if empty.

        If the side moves next (open paths cost nothing), only empty hexes and enemy units in exits count."""
        vital, foe = self.doctrine.vital(s, self.side), 1 - self.side
        guards = dict.fromkeys(bits(vital & s.occupied[self.side]), 0.0)
        out, fed = 0.0, self.doctrine.supplied(s, self.side)
        for h in bits(vital & ~s.occupied[self.side] & self.maps.reachable_unopposed(foe)):
            out += _EMPTY if fed >> h & 1 else _STARVED
        exits = self.doctrine.enemy_exits(s, self.side) & s.occupied[foe]
        if not self._open_path_cost:
            return out + _IN_EXIT * exits.bit_count()
        steps = dict.fromkeys(guards, 0)
        for u in self.maps.knowledge.members[self.side]:
            if s.at[u] in guards:
                guards[s.at[u]] += self.doctrine.defense(s, u)
                steps[s.at[u]] += self._steps(s, u)
        for h, guard in guards.items():
            out += max(self._loss_chance(h, guard, steps[h]), 0.0 if fed >> h & 1 else _STARVED)
        return out

    def _loss_chance(self, h: int, guard: float, steps: int) -> float:
        found = self._loss_chances.get((h, guard, steps))
        if found is None:
            found = self._loss_chances[h, guard, steps] = self.maps.loss_chance(self.side, h, guard, steps)
        return found

    def _steps(self, s: WarState, unit: int) -> int:
        return self.doctrine.steps(s, unit) if self._counts_steps else 0

    def final(self, s: WarState) -> float:
        """Return the value of a finished game to the side."""
        result = self.game.result(s)
        margin = self._sign * self.doctrine.score(s)
        winner = result.winner if result is not None else ""
        if winner not in self.game.side_index:
            return margin
        return margin + (WON if self.game.side_index[winner] == self.side else -WON)

    def _cached_side(self, s: WarState, at: list[int], side: int) -> tuple[float, list[float]]:
        """Return :meth:`_side` from a cache: most combat results change only one side."""
        fed, strengths = self.doctrine.supplied(s, side), self.doctrine.strength_key(s, side)
        if strengths is None:
            return self._side(s, at, side, fed)
        key = (side, fed, *strengths, *map(at.__getitem__, self.maps.knowledge.members[side]))
        found = self._sides.get(key)
        if found is None:
            found = self._sides[key] = self._side(s, at, side, fed)
        return found

    def _side(self, s: WarState, at: list[int], side: int, fed: int) -> tuple[float, list[float]]:
        """Return the value of a side's units in their hexes, and their influence on each goal."""
        doctrine, force = self.doctrine, 0.0
        supply_penalty, hungry = doctrine.supply_penalty, 0.0
        heavy: dict[int, float] = {}
        standing: dict[int, tuple[float, float, int, int]] = {}
        for u in self.maps.knowledge.members[side]:
            h = at[u]
            if h >= 0:
                defense, unit_worth = doctrine.defense(s, u), doctrine.worth(s, u)
                weight = 0.5 * (doctrine.attack(s, u) + defense)
                force += weight
                if not fed >> h & 1:
                    hungry += min(
                        supply_penalty * unit_worth, doctrine.strength_value * weight
                    )  # being out of supply never costs more than being lost
                heavy[h] = heavy.get(h, 0.0) + weight
                if side == self.side and self._danger_weight:
                    guard, worth, units, steps = standing.get(h, (0.0, 0.0, 0, 0))
                    standing[h] = (guard + defense, worth + unit_worth, units + 1, steps + self._steps(s, u))
        total = doctrine.strength_value * force - hungry
        for h, (guard, worth, units, steps) in standing.items():
            total -= self._danger_weight * self._danger(h, guard, worth, units, steps)
        if len(heavy) < 2:  # itemgetter returns a tuple only for two or more keys
            return total, [sum(weight * pull[h] for h, weight in heavy.items()) for _, pull in self._influences]
        there, weights = itemgetter(*heavy), list(heavy.values())
        return total, [sum(map(mul, weights, there(pull))) for _, pull in self._influences]

    def _danger(self, h: int, defense: float, worth: float, units: int, steps: int) -> float:
        """Return the expected loss of a stack in a hex, in points."""
        key = (h, defense, worth, units, steps)
        found = self._dangers.get(key)
        if found is None:
            found = self._dangers[key] = self.maps.danger(self.side, h, defense, worth, units, steps)
        return found
