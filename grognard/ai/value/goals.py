"""The goals of a side, the goal of each unit, and the hexes that block the enemy's path to our goals."""

from __future__ import annotations

from dataclasses import dataclass

from ...hexes import Costs, bits
from ..distances import FAR
from ..maps import Maps


@dataclass(frozen=True)
class Goal:
    """A group of adjacent goal hexes."""

    hexes: int
    #: the hex from which distances are taken
    centre: int
    worth: float
    #: whether the side holds it already
    kept: bool = False
    #: how many moves the enemy needs to reach it
    enemy: float = 0.0


def goals_of(maps: Maps, side: int) -> list[Goal]:
    """Return the goals of a side, with adjacent hexes joined."""
    worth = maps.doctrine.goals(maps.s, side)
    held = maps.doctrine.held(maps.s, side)
    kept = {h: w for h, w in worth.items() if held >> h & 1}
    open_ = {h: w for h, w in worth.items() if not held >> h & 1}
    return cluster(maps, open_, side, kept=False) + cluster(maps, kept, side, kept=True)


def cluster(maps: Maps, worth: dict[int, float], side: int, *, kept: bool) -> list[Goal]:
    """Join adjacent goal hexes to goals."""
    distances, s, left = maps.knowledge.distances, maps.s, 0
    for h in worth:
        left |= 1 << h
    out = []
    while left:
        group = left & -left
        while True:
            more = group | distances.adjacent(s, group) & left
            if more == group:
                break
            group = more
        left &= ~group
        hexes = list(bits(group))
        centre = max(hexes, key=lambda h: (worth[h], (distances.adjacent(s, 1 << h) & group).bit_count(), -h))
        enemy = _arrival(maps, 1 - side, group) if kept else 0.0
        out.append(Goal(group, centre, sum(worth[h] for h in hexes), kept, enemy))
    return out


def _arrival(maps: Maps, side: int, hexes: int) -> float:
    """Return how many moves a side needs to reach one of some hexes."""
    doctrine, s, distances = maps.doctrine, maps.s, maps.knowledge.distances
    least = 99.0
    for u in maps.units[side]:
        speed = doctrine.speed(s, u)
        if speed and maps.attack[u] > 0:
            least = min(least, distances.to(doctrine.movement_costs(s, u), hexes)[s.at[u]] / speed)
    return least


class Aims:
    """The goal of each unit: near, valuable, and not yet covered by other units."""

    def __init__(self, maps: Maps, side: int) -> None:
        self.maps, self.side = maps, side
        self.goals = goals_of(maps, side)
        special_goals = maps.doctrine.special_goals(maps.s, side)
        self._special_goals = {u: cluster(maps, dict(own), side, kept=False) for u, own in special_goals.items()}
        self.goal_of: dict[int, Goal] = {}
        self._paces: dict[int, tuple[int, Costs]] = {}
        self._assign_goals()

    def moves_to(self, unit: int, goal: Goal, h: int) -> float:
        """Return how many moves a unit needs from a hex to a goal."""
        speed, costs = self._paces.get(unit) or self._pace(unit)
        if not speed:
            return 0.0
        return min(self.maps.knowledge.distances.to(costs, goal.hexes)[h], FAR) / speed

    def _pace(self, unit: int) -> tuple[int, Costs]:
        """Return the speed of a unit and its movement costs, which are the same for all hexes of one moment."""
        doctrine, s = self.maps.doctrine, self.maps.s
        found = self._paces[unit] = doctrine.speed(s, unit), doctrine.movement_costs(s, unit)
        return found

    def delay(self, unit: int, goal: Goal, h: int) -> float:
        """Return how many moves a unit is away from a goal, or too late to defend a goal that is to be kept."""
        turns = self.moves_to(unit, goal, h)
        return max(0.0, turns - 0.7 * goal.enemy) if goal.kept else turns

    def has_special_goal(self, unit: int) -> bool:
        """Return whether a unit has a special goal and so does not fight."""
        return unit in self._special_goals

    def goal_for(self, unit: int, h: int) -> Goal | None:
        """Return the goal of a unit; for a unit that arrives, the best goal from its entry hex ``h``."""
        found = self.goal_of.get(unit)
        if found is None and self.goals:
            found = max(self.goals, key=lambda goal: goal.worth / (1.0 + self.moves_to(unit, goal, h)))
            if self.maps.s.at[unit] >= 0:
                self.goal_of[unit] = found
        return found

    def _assign_goals(self) -> None:
        maps, at = self.maps, self.maps.s.at
        foes = [self._weight(maps.units[1 - self.side], goal) for goal in self.goals]
        own = [0.0] * len(self.goals)
        for u in maps.units[self.side]:
            special = self._special_goals.get(u)
            choices = special or self.goals
            fixed = not maps.doctrine.speed(maps.s, u)
            best, found = -1.0, -1
            for i, goal in enumerate(choices):
                if fixed and not goal.hexes >> at[u] & 1:
                    continue
                value = goal.worth / (1.0 + self.moves_to(u, goal, at[u]))
                if goal.kept:
                    value /= 1.0 + 0.5 * goal.enemy
                if not special:
                    value /= 1.0 + own[i] / (1.0 + foes[i])
                if value > best:
                    best, found = value, i
            if found < 0:
                continue
            self.goal_of[u] = choices[found]
            if not special:
                own[found] += 0.5 * (maps.attack[u] + maps.defense[u])

    def _weight(self, units: list[int], goal: Goal) -> float:
        """Return the strength of units near a goal, reduced by distance."""
        maps, apart = self.maps, self.maps.knowledge.distances.hexes_from(self.maps.s, goal.centre)
        return sum(0.5 * (maps.attack[u] + maps.defense[u]) / (1.0 + 0.3 * apart[maps.s.at[u]]) for u in units)

    def corridors(self) -> dict[int, float]:
        """Return the hexes on the enemy's shortest paths to the goals, with the goals' worth."""
        maps, s = self.maps, self.maps.s
        foes = maps.units[1 - self.side]
        movers = [u for u in foes if maps.doctrine.speed(s, u) and maps.attack[u] > 0]
        out: dict[int, float] = {}
        if not movers:
            return out
        costs = maps.doctrine.movement_costs(s, movers[0])
        distances = maps.knowledge.distances
        from_enemy = distances.from_hexes(costs, maps.occupied[1 - self.side])
        step = max(1, min(cost for cost, _ in costs.groups) * 2)
        for goal in self.goals:
            if not goal.hexes & ~maps.occupied[1 - self.side]:
                continue
            to_goal = distances.to(costs, goal.hexes)
            least = min(a + b for a, b in zip(from_enemy, to_goal, strict=True))
            if least >= FAR:
                continue
            for h, (a, b) in enumerate(zip(from_enemy, to_goal, strict=True)):
                if a + b <= least + step and a:
                    out[h] = out.get(h, 0.0) + goal.worth
        return out
