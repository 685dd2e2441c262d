"""Influence maps: strengths, ranges and threats on the map at one moment, computed by floods over sets of hexes."""

from __future__ import annotations

from collections.abc import Iterable

from ..engine.game import AnyGame
from ..hexes import Costs, bits, reach
from .doctrine import WarState
from .knowledge import knowledge
from .tally import Tally

#: The number of hexes that one attack comes from, the chance that the enemy makes a possible attack, and the cost of a
#: retreat with a free hex to retreat to and without, as a share of the units' worth.
_FRONTAGE, _ATTACK_CHANCE, _RETREAT, _SURROUNDED = 2.5, 0.8, 0.1, 0.6

#: How many hexes beyond their entry hexes reinforcements can attack, roughly.
_ENTRY_RANGE = 4

#: Longer distances from the enemy all count the same.
_FAR_AWAY = 15


class Maps:
    """The map at one moment: places, strengths, hexes within reach, and threats."""

    def __init__(self, game: AnyGame, s: WarState) -> None:
        self.knowledge = known = knowledge(game)
        self.game, self.s, self.doctrine = known.game, s, known.doctrine
        #: the hexes that the scenario uses
        self.in_play = known.game.in_play(s)
        doctrine, at = self.doctrine, s.at
        count = len(game.counters)
        self.units: tuple[list[int], list[int]] = ([], [])
        self.attack, self.defense, self.worth = [0.0] * count, [0.0] * count, [0.0] * count
        #: by hex: the units in it
        self.stacks: dict[int, list[int]] = {}
        for side in (0, 1):
            for u in bits(game.units_of[side]):
                if at[u] >= 0:
                    self.units[side].append(u)
                    self.stacks.setdefault(at[u], []).append(u)
                    self.attack[u] = doctrine.attack(s, u)
                    self.defense[u] = doctrine.defense(s, u)
                    self.worth[u] = doctrine.worth(s, u)
        self.occupied: tuple[int, int] = (s.occupied[0], s.occupied[1])
        self.zone = (doctrine.zone(s, 0), doctrine.zone(s, 1))
        self._reach: dict[int, int] = {}
        self._leaps: dict[int, int] = {}
        self._destinations: dict[int, int] = {}
        self._threat: list[Tally | None] = [None, None]
        self._frontage_strength = [-1.0, -1.0]
        self._support: dict[tuple[int, int], float] = {}
        self._bonuses: dict[tuple[int, int, int], int] = {}
        self._retreat_hexes: list[int | None] = [None, None]
        self._distance_from: list[list[int] | None] = [None, None]
        self._reachable: list[int | None] = [None, None]
        self._reachable_unopposed: list[int | None] = [None, None]
        self._reinforcements: list[tuple[int, float] | None] = [None, None]

    def defense_at(self, h: int) -> float:
        """Return the total defence of the units in a hex."""
        return sum(self.defense[u] for u in self.stacks.get(h, ()))

    def worth_at(self, h: int) -> float:
        """Return the total worth of the units in a hex."""
        return sum(self.worth[u] for u in self.stacks.get(h, ()))

    def steps_of(self, units: Iterable[int]) -> int:
        """Return the steps that some units have together; 0 in a game in which combat costs no steps."""
        if not self.knowledge.counts_steps:
            return 0
        return sum(self.doctrine.steps(self.s, u) for u in units)

    def forbidden_hexes(self, unit: int) -> int:
        """Return the hexes that a unit may neither enter nor attack."""
        return self.game.board.playable & ~(self.doctrine.allowed_hexes(self.s, unit) & self.in_play)

    def reach(self, unit: int) -> int:
        """Return the hexes that a unit can reach in its next move, and its own; friendly units do not block it."""
        found = self._reach.get(unit)
        if found is None:
            foe = 1 - self.knowledge.side_of[unit]
            speed, here = self.doctrine.speed(self.s, unit), self.s.at[unit]
            found = 1 << here
            if speed and (self.doctrine.may_leave_zones or not self.zone[foe] >> here & 1):
                costs = self.doctrine.movement_costs(self.s, unit)
                stop, block = self.zone[foe], self.occupied[foe] | self.forbidden_hexes(unit)
                first = stop if stop >> here & 1 else 0
                found |= reach(costs, 1 << here, speed, stop=stop, block=block, first_block=first).all
            self._reach[unit] = found
        return found

    def leaps(self, unit: int) -> int:
        """Return the hexes that a unit can be put into without a path to them."""
        found = self._leaps.get(unit)
        if found is None:
            foe, hexes = 1 - self.knowledge.side_of[unit], self.doctrine.leaps(self.s, unit)
            found = self._leaps[unit] = hexes & ~self.occupied[foe] & ~self.forbidden_hexes(unit) if hexes else 0
        return found

    def destinations(self, unit: int) -> int:
        """Return the reach of a unit, extended by longer moves that avoid enemy zones, and by moves without a path."""
        found = self._destinations.get(unit)
        if found is not None:
            return found
        out, budget = self.reach(unit) | self.leaps(unit), self.doctrine.speed_outside_zones(self.s, unit)
        if budget:
            foe, here = 1 - self.knowledge.side_of[unit], self.s.at[unit]
            forbidden = self.occupied[foe] | self.zone[foe] | self.forbidden_hexes(unit)
            out |= reach(self.doctrine.movement_costs(self.s, unit), 1 << here, budget, block=forbidden).all
        self._destinations[unit] = out
        return out

    def threat(self, side: int) -> Tally:
        """Return for each hex the attack strength that a side can bring against it after its next move."""
        found = self._threat[side]
        if found is None:
            found = self._threat[side] = Tally()
            neighbours = self.game.board.grid.neighbours
            for u in self.units[side]:
                strength = round(self.attack[u])
                if strength:
                    found.add(neighbours(self.reach(u) | self.leaps(u)), strength)
        return found

    def distance_from(self, side: int) -> list[int]:
        """Return for each hex its distance from the nearest unit of a side."""
        found = self._distance_from[side]
        if found is None:
            found = self._distance_from[side] = [_FAR_AWAY] * self.knowledge.distances.size
            grid = self.game.board.grid
            reached = layer = self.occupied[side]
            for steps in range(_FAR_AWAY):
                for h in bits(layer):
                    found[h] = steps
                layer = grid.neighbours(reached) & ~reached
                reached |= layer
                if not layer:
                    break
        return found

    def reachable(self, side: int) -> int:
        """Return the hexes that a side can reach in its next move, including occupied ones next to those."""
        found = self._reachable[side]
        if found is None:
            found = 0
            for u in self.units[side]:
                found |= self.destinations(u)
            found |= self.game.board.grid.neighbours(found) & self.occupied[1 - side]
            self._reachable[side] = found
        return found

    def reachable_unopposed(self, side: int) -> int:
        """Return the hexes that a side could reach in its next move if there were no enemy units."""
        found = self._reachable_unopposed[side]
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
            self._reachable_unopposed[side] = found
        return found

    def frontage_strength(self, side: int) -> float:
        """Return the greatest strength that a side can bring against one hex, limited by the room around it."""
        found = self._frontage_strength[side]
        if found < 0:
            strengths = [self.attack[u] for u in self.units[side] if self.attack[u] > 0]
            mean = sum(strengths) / len(strengths) if strengths else 0.0
            found = self._frontage_strength[side] = _FRONTAGE * self.doctrine.stack_limit * mean
        return found

    def support(self, side: int, h: int) -> float:
        """Return the distant support for an attack by a side on a hex."""
        found = self._support.get((side, h))
        if found is None:
            found = self._support[side, h] = self.doctrine.support(self.s, side, h)
        return found

    def attack_bonus(self, side: int, h: int, hexes: int) -> int:
        """Return the bonus of a side's attack on a hex that comes from these hexes."""
        found = self._bonuses.get((side, h, hexes))
        if found is None:
            found = self._bonuses[side, h, hexes] = self.doctrine.attack_bonus(self.s, side, h, hexes)
        return found

    def danger(self, side: int, h: int, defense: float, worth: float, units: int = 1, steps: int = 0) -> float:
        """Return the points that units with this defence, worth and steps lose in a hex on average."""
        foe = 1 - side
        threat = min(self.threat(foe).at(h), self.frontage_strength(foe)) + self.support(foe, h)
        if not threat or not self.threat(foe).at(h):
            return 0.0
        hexes = self.doctrine.attack_hexes(self.s, h) & self.reachable(foe)
        p = self.knowledge.prospect(self.s, foe, threat, defense, h, self.attack_bonus(foe, h, hexes), steps)
        retreat = _RETREAT if self.retreat_hexes(side) >> h & 1 else _SURROUNDED
        lost = p.enemy * worth + p.enemy_units * worth / max(1, units) + p.leaves * retreat * (worth + 1.0)
        if steps:
            lost += p.enemy_steps * worth / steps
        return _ATTACK_CHANCE * lost

    def loss_chance(self, side: int, h: int, defense: float, steps: int = 0) -> float:
        """Return the chance that a side loses a hex if the enemy attacks with full strength.

        The hex is held with this defence and this number of steps."""
        foe = 1 - side
        threat = min(self.threat(foe).at(h), self.frontage_strength(foe))
        area, more = self.reinforcements(foe)
        if area >> h & 1:
            threat += more
        if not threat:
            return 0.0
        p = self.knowledge.prospect(self.s, foe, threat, defense, h, steps=steps)
        return p.enemy + p.leaves + p.clears + max(p.storms, 0.5 * p.enemy_units)

    def chance_of_loss(self, side: int, h: int) -> float:
        """Return the same for a hex with the units that are in it."""
        return self.loss_chance(side, h, self.defense_at(h), self.steps_of(self.stacks.get(h, ())))

    def reinforcements(self, side: int) -> tuple[int, float]:
        """Return the hexes that a side's reinforcements can attack in its next turn, and their strength."""
        found = self._reinforcements[side]
        if found is None:
            hexes, strength = self.doctrine.reinforcements(self.s, side)
            for _ in range(_ENTRY_RANGE if hexes else 0):
                hexes |= self.game.board.grid.neighbours(hexes)
            found = self._reinforcements[side] = hexes, strength
        return found

    def retreat_hexes(self, side: int) -> int:
        """Return the hexes from which a side's units can retreat out of reach of enemy zones."""
        found = self._retreat_hexes[side]
        if found is None:
            grid = self.game.board.grid
            reachable = 0
            for u in self.units[1 - side]:
                reachable |= self.destinations(u)
            safe = self.in_play & ~reachable & ~grid.neighbours(reachable)
            found = self._retreat_hexes[side] = grid.neighbours(safe)
        return found
