"""Which unit makes for which goal, and which hexes are in the enemy's way to ours."""

from __future__ import annotations

from dataclasses import dataclass

from ...hexes import bits
from ..maps import Maps
from ..ways import FAR


@dataclass(frozen=True)
class Goal:
    """Goal hexes that touch each other, as one."""

    hexes: int
    #: the hex from which distances are taken
    centre: int
    worth: float
    #: whether the side holds it already
    kept: bool = False
    #: in how many moves the enemy can be there
    enemy: float = 0.0


def gather(maps: Maps, side: int) -> list[Goal]:
    """The goals of a side, neighbours put together."""
    worth = maps.doctrine.goals(maps.s, side)
    held = maps.doctrine.held(maps.s, side)
    kept = {h: w for h, w in worth.items() if held >> h & 1}
    open_ = {h: w for h, w in worth.items() if not held >> h & 1}
    return cluster(maps, open_, side, kept=False) + cluster(maps, kept, side, kept=True)


def cluster(maps: Maps, worth: dict[int, float], side: int, *, kept: bool) -> list[Goal]:
    """Goal hexes that touch each other, as one goal each."""
    ways, s, left = maps.knowledge.ways, maps.s, 0
    for h in worth:
        left |= 1 << h
    out = []
    while left:
        group = left & -left
        while True:
            more = group | ways.beside(s, group) & left
            if more == group:
                break
            group = more
        left &= ~group
        hexes = list(bits(group))
        centre = max(hexes, key=lambda h: (worth[h], (ways.beside(s, 1 << h) & group).bit_count(), -h))
        enemy = _arrival(maps, 1 - side, group) if kept else 0.0
        out.append(Goal(group, centre, sum(worth[h] for h in hexes), kept, enemy))
    return out


def _arrival(maps: Maps, side: int, hexes: int) -> float:
    """In how many moves a side can be in one of some hexes."""
    doctrine, s, ways = maps.doctrine, maps.s, maps.knowledge.ways
    least = 99.0
    for u in maps.units[side]:
        speed = doctrine.speed(s, u)
        if speed and maps.attack[u] > 0:
            least = min(least, ways.to(doctrine.movement_costs(s, u), hexes)[s.at[u]] / speed)
    return least


class Aims:
    """A goal for every unit: near, valuable, and not yet cared for by others."""

    def __init__(self, maps: Maps, side: int) -> None:
        self.maps, self.side = maps, side
        self.goals = gather(maps, side)
        duties = maps.doctrine.special_goals(maps.s, side)
        self._duties = {u: cluster(maps, dict(own), side, kept=False) for u, own in duties.items()}
        self.goal_of: dict[int, Goal] = {}
        self._share()

    def turns(self, unit: int, goal: Goal, h: int) -> float:
        """How many moves a hex is away from a goal for a unit."""
        doctrine, s = self.maps.doctrine, self.maps.s
        speed = doctrine.speed(s, unit)
        if not speed:
            return 0.0
        far = self.maps.knowledge.ways.to(doctrine.movement_costs(s, unit), goal.hexes)[h]
        return min(far, FAR) / speed

    def late(self, unit: int, goal: Goal, h: int) -> float:
        """How many moves too far away a unit is: from a goal to be taken, or from keeping the enemy off one."""
        turns = self.turns(unit, goal, h)
        return max(0.0, turns - 0.7 * goal.enemy) if goal.kept else turns

    def bound(self, unit: int) -> bool:
        """Whether a unit has a goal of its own that leaves it no time to fight."""
        return unit in self._duties

    def goal_for(self, unit: int, h: int) -> Goal | None:
        """The goal of a unit; one that comes from off the map takes the best it finds from where it comes on."""
        found = self.goal_of.get(unit)
        if found is None and self.goals:
            found = max(self.goals, key=lambda goal: goal.worth / (1.0 + self.turns(unit, goal, h)))
            if self.maps.s.at[unit] >= 0:
                self.goal_of[unit] = found
        return found

    def _share(self) -> None:
        maps, at = self.maps, self.maps.s.at
        foes = [self._weight(maps.units[1 - self.side], goal) for goal in self.goals]
        own = [0.0] * len(self.goals)
        for u in maps.units[self.side]:
            duty = self._duties.get(u)
            choice = duty or self.goals
            fixed = not maps.doctrine.speed(maps.s, u)
            best, found = -1.0, -1
            for i, goal in enumerate(choice):
                if fixed and not goal.hexes >> at[u] & 1:
                    continue
                value = goal.worth / (1.0 + self.turns(u, goal, at[u]))
                if goal.kept:
                    value /= 1.0 + 0.5 * goal.enemy
                if not duty:
                    value /= 1.0 + own[i] / (1.0 + foes[i])
                if value > best:
                    best, found = value, i
            if found < 0:
                continue
            self.goal_of[u] = choice[found]
            if not duty:
                own[found] += 0.5 * (maps.attack[u] + maps.defense[u])

    def _weight(self, units: list[int], goal: Goal) -> float:
        """The strength that bears on a goal, less with distance."""
        maps, apart = self.maps, self.maps.knowledge.ways.apart(self.maps.s, goal.centre)
        return sum(0.5 * (maps.attack[u] + maps.defense[u]) / (1.0 + 0.3 * apart[maps.s.at[u]]) for u in units)

    def corridors(self) -> dict[int, float]:
        """Hexes on the enemy's shortest ways to the goals, with the goals' worth: where to stand in his way."""
        maps, s = self.maps, self.maps.s
        foes = maps.units[1 - self.side]
        movers = [u for u in foes if maps.doctrine.speed(s, u) and maps.attack[u] > 0]
        out: dict[int, float] = {}
        if not movers:
            return out
        costs = maps.doctrine.movement_costs(s, movers[0])
        ways = maps.knowledge.ways
        come = ways.flood(costs, maps.occupied[1 - self.side])
        step = max(1, min(cost for cost, _ in costs.groups) * 2)
        for goal in self.goals:
            if not goal.hexes & ~maps.occupied[1 - self.side]:
                continue
            go = ways.to(costs, goal.hexes)
            least = min(a + b for a, b in zip(come, go, strict=True))
            if least >= FAR:
                continue
            for h, (a, b) in enumerate(zip(come, go, strict=True)):
                if a + b <= least + step and a:
                    out[h] = out.get(h, 0.0) + goal.worth
        return out
