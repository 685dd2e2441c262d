"""Influence maps: what a commander reads off the map before he plans. Made of floods over sets of hexes."""

from __future__ import annotations

from ..engine.game import AnyGame
from ..hexes import Costs, bits, reach
from .doctrine import WarState
from .knowledge import knowledge
from .tally import Tally

#: How many hexes one attack comes from, how likely the enemy attacks what he can, and what a retreat costs, with a way
#: out and without.
_FRONTAGE, _LIKELY, _SHAKEN, _TRAPPED = 2.5, 0.8, 0.1, 0.6

#: Hexes that units from off the map are thought to march and fight.
_MARCH = 4

#: Farther than this from the enemy makes no difference.
_DISTANT = 15


class Maps:
    """One moment: who stands where, how strong, who can get where, and who threatens what."""

    def __init__(self, game: AnyGame, s: WarState) -> None:
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
        self._march: dict[int, int] = {}
        self._threat: list[Tally | None] = [None, None]
        self._front = [-1.0, -1.0]
        self._support: dict[tuple[int, int], float] = {}
        self._bonuses: dict[tuple[int, int, int], int] = {}
        self._escapes: list[int | None] = [None, None]
        self._away: list[list[int] | None] = [None, None]
        self._coming: list[int | None] = [None, None]
        self._within: list[int | None] = [None, None]
        self._reinforcements: list[tuple[int, float] | None] = [None, None]

    def guard(self, h: int) -> float:
        """The defence of the units in a hex."""
        return sum(self.defense[u] for u in self.inside.get(h, ()))

    def stake(self, h: int) -> float:
        """The worth of the units in a hex."""
        return sum(self.worth[u] for u in self.inside.get(h, ()))

    def shut(self, unit: int) -> int:
        """Hexes that a unit may neither go to nor attack."""
        return self.game.board.playable & ~self.doctrine.allowed_hexes(self.s, unit)

    def reach(self, unit: int) -> int:
        """Where a unit can stand after its next move, its own hex among them; friends are not in the way."""
        found = self._reach.get(unit)
        if found is None:
            foe = 1 - self.knowledge.side_of[unit]
            speed, here = self.doctrine.speed(self.s, unit), self.s.at[unit]
            found = 1 << here
            if speed and (self.doctrine.may_leave_zones or not self.zone[foe] >> here & 1):
                costs = self.doctrine.movement_costs(self.s, unit)
                stop, block = self.zone[foe], self.occupied[foe] | self.shut(unit)
                first = stop if stop >> here & 1 else 0
                found |= reach(costs, 1 << here, speed, stop=stop, block=block, first_block=first).all
            self._reach[unit] = found
        return found

    def march(self, unit: int) -> int:
        """Where a unit can stand after its next move: its reach, and longer ways that keep out of all zones."""
        found = self._march.get(unit)
        if found is not None:
            return found
        out, far = self.reach(unit), self.doctrine.speed_outside_zones(self.s, unit)
        if far:
            foe, here = 1 - self.knowledge.side_of[unit], self.s.at[unit]
            shut = self.occupied[foe] | self.zone[foe] | self.shut(unit)
            out |= reach(self.doctrine.movement_costs(self.s, unit), 1 << here, far, block=shut).all
        self._march[unit] = out
        return out

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

    def away(self, side: int) -> list[int]:
        """For each hex how many hexes it is from the nearest unit of a side."""
        found = self._away[side]
        if found is None:
            found = self._away[side] = [_DISTANT] * self.knowledge.ways.size
            grid = self.game.board.grid
            reached = layer = self.occupied[side]
            for steps in range(_DISTANT):
                for h in bits(layer):
                    found[h] = steps
                layer = grid.neighbours(reached) & ~reached
                reached |= layer
                if not layer:
                    break
        return found

    def coming(self, side: int) -> int:
        """Every hex that some unit of a side can get into by its next move, or could if nobody stood there."""
        found = self._coming[side]
        if found is None:
            found = 0
            for u in self.units[side]:
                found |= self.march(u)
            found |= self.game.board.grid.neighbours(found) & self.occupied[1 - side]
            self._coming[side] = found
        return found

    def within(self, side: int) -> int:
        """Every hex that some unit of a side could get into by its next move if none of the enemy's were in the way."""
        found = self._within[side]
        if found is None:
            movers: dict[tuple[int, int], tuple[Costs, int]] = {}
            for u in self.units[side]:
                budget = max(self.doctrine.speed(self.s, u), self.doctrine.speed_outside_zones(self.s, u))
                costs = self.doctrine.movement_costs(self.s, u)
                before = movers.get((id(costs), budget), (costs, 0))
                movers[id(costs), budget] = (costs, before[1] | 1 << self.s.at[u])
            found = 0
            for (_, budget), (costs, starts) in movers.items():
                found |= reach(costs, starts, budget).all if budget else starts
            self._within[side] = found
        return found

    def front(self, side: int) -> float:
        """The strength a side can bring against one hex at most: there is room for so many round it."""
        found = self._front[side]
        if found < 0:
            strengths = [self.attack[u] for u in self.units[side] if self.attack[u] > 0]
            mean = sum(strengths) / len(strengths) if strengths else 0.0
            found = self._front[side] = _FRONTAGE * self.doctrine.stack_limit * mean
        return found

    def support(self, side: int, h: int) -> float:
        """What an attack by a side on a hex may count on from afar."""
        found = self._support.get((side, h))
        if found is None:
            found = self._support[side, h] = self.doctrine.support(self.s, side, h)
        return found

    def attack_bonus(self, side: int, h: int, hexes: int) -> int:
        """By how much an attack by a side on a hex is better for coming out of these hexes."""
        found = self._bonuses.get((side, h, hexes))
        if found is None:
            found = self._bonuses[side, h, hexes] = self.doctrine.attack_bonus(self.s, side, h, hexes)
        return found

    def danger(self, side: int, h: int, defense: float, worth: float, units: int = 1) -> float:
        """Points that a side loses on the average if it stands in a hex with this defence and worth."""
        foe = 1 - side
        threat = min(self.threat(foe).at(h), self.front(foe)) + self.support(foe, h)
        if not threat or not self.threat(foe).at(h):
            return 0.0
        hexes = self.doctrine.attack_hexes(self.s, h) & self.coming(foe)
        p = self.knowledge.prospect(self.s, foe, threat, defense, h, self.attack_bonus(foe, h, hexes))
        retreat = _SHAKEN if self.escapes(side) >> h & 1 else _TRAPPED
        lost = p.enemy * worth + p.enemy_units * worth / max(1, units) + p.leaves * retreat * (worth + 1.0)
        return _LIKELY * lost

    def fall(self, side: int, h: int, defense: float) -> float:
        """How likely a side loses a hex that it holds with this defence, if the enemy does what he can."""
        foe = 1 - side
        threat = min(self.threat(foe).at(h), self.front(foe))
        area, more = self.reinforcements(foe)
        if area >> h & 1:
            threat += more
        if not threat:
            return 0.0
        p = self.knowledge.prospect(self.s, foe, threat, defense, h)
        return p.enemy + p.leaves + max(p.storms, 0.5 * p.enemy_units)

    def reinforcements(self, side: int) -> tuple[int, float]:
        """The hexes that units from off the map can attack in a side's next turn, and their strength."""
        found = self._reinforcements[side]
        if found is None:
            hexes, strength = self.doctrine.reinforcements(self.s, side)
            for _ in range(_MARCH if hexes else 0):
                hexes |= self.game.board.grid.neighbours(hexes)
            found = self._reinforcements[side] = hexes, strength
        return found

    def escapes(self, side: int) -> int:
        """Hexes from which a side's units can retreat to where the enemy's zones will not reach."""
        found = self._escapes[side]
        if found is None:
            grid = self.game.board.grid
            coming = 0
            for u in self.units[1 - side]:
                coming |= self.march(u)
            safe = self.game.board.playable & ~coming & ~grid.neighbours(coming)
            found = self._escapes[side] = grid.neighbours(safe)
        return found
