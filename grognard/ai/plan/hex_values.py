"""The value of a hex for a unit: its goal, the enemy's paths and supply, its own supply, and danger."""

from __future__ import annotations

from ...hexes import bits
from ..doctrine import WarState
from ..maps import Maps
from ..value.goals import Aims
from .scripts import Script

#: The value of one move nearer to a goal, as a share of its worth, and the greatest worth that counts.
_PACE, _MAX_WORTH = 0.1, 12.0
#: The extra weight of blocking the enemy if the unit's goal is to be kept.
_KEEP_BONUS = 1.5
#: The value of filling an empty vital hex.
_FILL_GAP = 40.0
#: The least distance that units such as artillery keep from the enemy.
_LEAST_DISTANCE = 4
#: The weight of a second unit that blocks a path, the cost of a combat that is mandatory, and of an overfull hex.
_SECOND, _MUST_FIGHT, _NO_ROOM = 0.3, 3.0, 1000.0
#: The value of a hex that wins the game, and the cost of one that a unit cannot leave again, as a share of its worth.
_PRIZE, _TRAP = 200.0, 0.7


class HexValues:
    """Values of hexes for the units of a side in one movement phase."""

    def __init__(self, maps: Maps, side: int, aims: Aims) -> None:
        self.maps, self.side, self.foe, self.aims = maps, side, 1 - side, aims
        self.game, self.doctrine = maps.game, maps.doctrine
        self.corridors = aims.corridors()
        self.supplied = self.doctrine.supplied(maps.s, side)
        self.prizes = self.doctrine.vital(maps.s, self.foe)
        self.enemy_distance = self._distances()
        self._lines, self._traps = self._enemy_lines(), self._dead_ends()
        #: empty vital hexes, and hexes that a unit covers already
        self.gaps = self.covered = 0
        #: hexes in which a unit's danger depends on the units that are still there
        self._crowded = maps.occupied[side] if self.doctrine.stack_limit > 1 else 0
        self._dangers: dict[tuple[float, ...], float] = {}
        #: by unit and script: for each hex its fixed value, and the value of blocking the enemy there
        self._values: dict[tuple[int, str], dict[int, tuple[float, float]]] = {}

    def _enemy_lines(self) -> int:
        """Return the hexes next to the enemy that keep it in supply."""
        maps = self.maps
        fed = self.doctrine.supplied(maps.s, self.foe)
        beside = self.game.board.grid.neighbours(maps.occupied[self.foe])
        return 0 if fed == -1 else fed & beside & ~maps.zone[self.side]

    def _dead_ends(self) -> int:
        """Return the hexes in enemy zones that can be left only into other enemy zones, where that is forbidden."""
        doctrine, maps = self.doctrine, self.maps
        if doctrine.zone_to_zone or not doctrine.may_leave_zones:
            return 0
        open_ = maps.in_play & ~maps.zone[self.foe] & ~maps.occupied[self.foe]
        return maps.zone[self.foe] & ~maps.knowledge.distances.adjacent(maps.s, open_)

    def _distances(self) -> list[int]:
        """Return for each hex the cost of the path from the enemy, for the first unit that can move."""
        maps = self.maps
        movers = [u for u in maps.units[self.side] if self.doctrine.speed(maps.s, u)]
        if not movers:
            return [0] * maps.knowledge.distances.size
        costs = self.doctrine.movement_costs(maps.s, movers[0])
        return maps.knowledge.distances.from_hexes(costs, maps.occupied[self.foe])

    def value(self, s: WarState, unit: int, h: int, script: Script) -> float:
        """Return the value of a hex for a unit with a script."""
        return self.best(s, unit, 1 << h, script)[0]

    def best(self, s: WarState, unit: int, hexes: int, script: Script) -> tuple[float, int]:
        """Return the highest value of some hexes for a unit, and the hex; the lowest hex if several are equal."""
        standoff = 0 if self.aims.has_special_goal(unit) else self.doctrine.standoff(s, unit)
        key = (unit, "" if standoff else script.name)
        known = self._values.get(key)
        if known is None:
            known = self._values[key] = {}
        afraid, crowded = 1.0 if standoff else script.danger, self._crowded
        gaps, full = (0, 0) if standoff else (self.gaps, s.occupied[self.side])
        covered, room = self.covered, self.doctrine.has_room
        best, where = -1e18, -1
        for h in bits(hexes):
            found = known.get(h)
            if found is None:
                found = self._distant_value(unit, h, standoff) if standoff else self._fixed_value(s, unit, h, script)
                if not crowded >> h & 1:
                    found = (found[0] - afraid * self.danger(s, unit, h), found[1])
                known[h] = found
            value, guard = found
            if guard:
                value += guard * (_SECOND if covered >> h & 1 else 1.0)
            if crowded >> h & 1:
                value -= afraid * self.danger(s, unit, h)
            if gaps >> h & 1:
                value += _FILL_GAP
            if full >> h & 1 and not room(s, unit, h):
                value -= _NO_ROOM
            if value > best:
                best, where = value, h
        return best, where

    def _fixed_value(self, s: WarState, unit: int, h: int, script: Script) -> tuple[float, float]:
        """Return the part of a hex's value that other units do not affect, and the value of blocking the enemy."""
        maps, out = self.maps, 0.0
        goal = self.aims.goal_for(unit, h)
        if goal is not None and script.goal:
            out -= script.goal * _PACE * min(goal.worth, _MAX_WORTH) * self.aims.delay(unit, goal, h)
            if goal.hexes >> h & 1 and not goal.kept:
                out += script.goal * (0.5 + 0.1 * goal.worth)
        guard = script.guard + (_KEEP_BONUS if goal is not None and goal.kept else 0.0)
        if maps.zone[self.foe] >> h & 1:
            out += script.contact - (_MUST_FIGHT if self.doctrine.must_attack else 0.0)
        if script.pursuit:
            out -= (
                script.pursuit
                * self.doctrine.pursuit[self.side]
                * self.enemy_distance[h]
                / max(1, self.doctrine.speed(s, unit))
            )
        if self.prizes >> h & 1:
            out += _PRIZE
        if self._traps >> h & 1 and h != maps.s.at[unit]:
            out -= _TRAP * maps.worth[unit]
        if script.cut and self._lines >> h & 1:
            out += script.cut
        if not self.supplied >> h & 1:
            out -= self.doctrine.supply_penalty * (maps.worth[unit] + 0.5)
        if h == maps.s.at[unit]:
            out += script.stay
        return out, guard * 0.05 * self.corridors.get(h, 0.0)

    def _distant_value(self, unit: int, h: int, standoff: int) -> tuple[float, float]:
        """Return the same for a unit that works from a distance: behind the others, but within its range."""
        away = self.maps.distance_from(self.foe)[h]
        out = -1.5 * max(0, _LEAST_DISTANCE - away) - 0.3 * max(0, away - standoff)
        if (goal := self.aims.goal_for(unit, h)) is not None:
            out -= 0.05 * self.aims.delay(unit, goal, h)
        return out + (0.3 if h == self.maps.s.at[unit] else 0.0), 0.0

    def danger(self, s: WarState, unit: int, h: int) -> float:
        """Return the expected loss in points that a unit adds to the hex it is in."""
        maps, there = self.maps, []
        if self._crowded >> h & 1:
            there = [u for u in maps.stacks.get(h, ()) if u != unit and s.at[u] == h]
        others, worth = sum(maps.defense[u] for u in there), sum(maps.worth[u] for u in there)
        steps = maps.steps_of(there)
        every = steps + maps.steps_of([unit])
        key = (h, others, worth, len(there), maps.defense[unit], maps.worth[unit], steps, every)
        found = self._dangers.get(key)
        if found is None:
            defense = others + maps.defense[unit]
            both = maps.danger(self.side, h, defense, worth + maps.worth[unit], len(there) + 1, every)
            alone = maps.danger(self.side, h, others, worth, len(there), steps) if there else 0.0
            found = self._dangers[key] = both - alone
        return found
