"""What it is worth that a unit stands in a hex: its goal, the enemy's ways and lines, supply, and the danger there."""

from __future__ import annotations

from ...hexes import bits
from ..doctrine import WarState
from ..maps import Maps
from ..value.goals import Aims
from .scripts import Script

#: Points for one move nearer to a goal, as a share of its worth; at most so many points of worth count.
_PACE, _MOST = 0.1, 12.0
#: How much more a unit stands in the enemy's way if its goal is to be kept.
_KEEP = 1.5
#: What it is worth to stand in a hex that must not be lost.
_PLUG = 40.0
#: Hexes that artillery and the like keep between themselves and the enemy.
_CLEAR = 4
#: What a second unit in the enemy's way is worth, the price of a fight that must be fought, and of having no room.
_SECOND, _FORCED, _NO_ROOM = 0.3, 3.0, 1000.0
#: What a hex is worth that wins the game.
_PRIZE = 200.0


class Places:
    """Values of hexes for the units of a side, in one movement phase. What does not change is worked out once."""

    def __init__(self, maps: Maps, side: int, aims: Aims) -> None:
        self.maps, self.side, self.foe, self.aims = maps, side, 1 - side, aims
        self.game, self.doctrine = maps.game, maps.doctrine
        self.corridors = aims.corridors()
        self.supplied = self.doctrine.supplied(maps.s, side)
        self.prizes = self.doctrine.vital(maps.s, self.foe)
        self.chase = self._distances()
        self._lines = self._enemy_lines()
        #: hexes that must not be lost and where nobody stands, and hexes that somebody covers already
        self.gaps = self.covered = 0
        #: hexes in which what a unit risks depends on who else is still there
        self._crowded = maps.occupied[side] if self.doctrine.stack_limit > 1 else 0
        self._dangers: dict[tuple[float, ...], float] = {}
        #: by unit and script: for each hex its lasting value, and what it is worth to bar the enemy's way there
        self._values: dict[tuple[int, str], dict[int, tuple[float, float]]] = {}

    def _enemy_lines(self) -> int:
        """Hexes just behind the enemy that keep him in supply."""
        maps = self.maps
        fed = self.doctrine.supplied(maps.s, self.foe)
        beside = self.game.board.grid.neighbours(maps.occupied[self.foe])
        return 0 if fed == -1 else fed & beside & ~maps.zone[self.side]

    def _distances(self) -> list[int]:
        """How far every hex is from the enemy, over the ground of the first unit that can move."""
        maps = self.maps
        movers = [u for u in maps.units[self.side] if self.doctrine.speed(maps.s, u)]
        if not movers:
            return [0] * maps.knowledge.ways.size
        return maps.knowledge.ways.flood(self.doctrine.movement_costs(maps.s, movers[0]), maps.occupied[self.foe])

    def value(self, s: WarState, unit: int, h: int, script: Script) -> float:
        """What it is worth that a unit stands in a hex, under a script."""
        return self.best(s, unit, 1 << h, script)[0]

    def best(self, s: WarState, unit: int, hexes: int, script: Script) -> tuple[float, int]:
        """The best of some hexes for a unit, with its value; the lowest where several are as good."""
        standoff = 0 if self.aims.bound(unit) else self.doctrine.standoff(s, unit)
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
                found = self._behind(unit, h, standoff) if standoff else self._lasting(s, unit, h, script)
                if not crowded >> h & 1:
                    found = (found[0] - afraid * self.danger(s, unit, h), found[1])
                known[h] = found
            value, guard = found
            if guard:
                value += guard * (_SECOND if covered >> h & 1 else 1.0)
            if crowded >> h & 1:
                value -= afraid * self.danger(s, unit, h)
            if gaps >> h & 1:
                value += _PLUG
            if full >> h & 1 and not room(s, unit, h):
                value -= _NO_ROOM
            if value > best:
                best, where = value, h
        return best, where

    def _lasting(self, s: WarState, unit: int, h: int, script: Script) -> tuple[float, float]:
        """The part of a hex's value that others do not change, and what it is worth to bar the enemy's way there."""
        maps, out = self.maps, 0.0
        goal = self.aims.goal_for(unit, h)
        if goal is not None and script.goal:
            out -= script.goal * _PACE * min(goal.worth, _MOST) * self.aims.late(unit, goal, h)
            if goal.hexes >> h & 1 and not goal.kept:
                out += script.goal * (0.5 + 0.1 * goal.worth)
        guard = script.guard + (_KEEP if goal is not None and goal.kept else 0.0)
        if maps.zone[self.foe] >> h & 1:
            out += script.contact - (_FORCED if self.doctrine.must_attack else 0.0)
        if script.pursuit:
            out -= (
                script.pursuit * self.doctrine.pursuit[self.side] * self.chase[h] / max(1, self.doctrine.speed(s, unit))
            )
        if self.prizes >> h & 1:
            out += _PRIZE
        if script.cut and self._lines >> h & 1:
            out += script.cut
        if not self.supplied >> h & 1:
            out -= self.doctrine.supply_penalty * (maps.worth[unit] + 0.5)
        if h == maps.s.at[unit]:
            out += script.stay
        return out, guard * 0.05 * self.corridors.get(h, 0.0)

    def _behind(self, unit: int, h: int, standoff: int) -> tuple[float, float]:
        """The same for a unit that works from afar: behind the others, but not too far."""
        away = self.maps.away(self.foe)[h]
        out = -1.5 * max(0, _CLEAR - away) - 0.3 * max(0, away - standoff)
        if (goal := self.aims.goal_for(unit, h)) is not None:
            out -= 0.05 * self.aims.late(unit, goal, h)
        return out + (0.3 if h == self.maps.s.at[unit] else 0.0), 0.0

    def danger(self, s: WarState, unit: int, h: int) -> float:
        """Points more that the enemy takes on the average if a unit stands in a hex as well."""
        maps, there = self.maps, []
        if self._crowded >> h & 1:
            there = [u for u in maps.inside.get(h, ()) if u != unit and s.at[u] == h]
        others, worth = sum(maps.defense[u] for u in there), sum(maps.worth[u] for u in there)
        key = (h, others, worth, len(there), maps.defense[unit], maps.worth[unit])
        found = self._dangers.get(key)
        if found is None:
            both = maps.danger(self.side, h, others + maps.defense[unit], worth + maps.worth[unit], len(there) + 1)
            alone = maps.danger(self.side, h, others, worth, len(there)) if there else 0.0
            found = self._dangers[key] = both - alone
        return found
