"""A movement phase: who attacks whom from where, and where everybody else stands.

First units are given to attacks, then everybody else chooses his hex by his script, one after the other; each sees
what those before him have done. The plan is carried out on a copy of the state by legal actions alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..engine.action import Action
from ..engine.doctrine import END, GO, LET_GO, PUT, TAKE
from ..hexes import bits
from .aims import Aims
from .assaults import Allocator, Assault
from .garrisons import garrisons
from .line import Line
from .maps import Maps
from .scripts import ADVANCE, HOLD, Script

#: What was done unit by unit.
Moves = list[tuple[int, tuple[Action, ...]]]

#: Points for one move nearer to a goal, as a share of its worth; at most so many points of worth count.
_PACE, _MOST = 0.1, 12.0
#: How much more a unit stands in the enemy's way if its goal is to be kept.
_KEEP = 1.5
#: What it is worth to stand in a hex that must not be lost.
_PLUG = 40.0
#: Hexes that artillery and the like keep between themselves and the enemy.
_CLEAR = 4
#: What a second unit in the enemy's way is worth, and the price of a fight that must be fought.
_SECOND, _FORCED = 0.3, 3.0


class Plan:
    """Orders for a side's movement: scripts by unit, and which attacks to prepare."""

    def __init__(self, scripts: Mapping[int, Script] | None = None, allowed: int = -1, caution: float = 1.0) -> None:
        self.scripts = scripts or {}
        #: enemy hexes that may be attacked
        self.allowed = allowed
        self.caution = caution

    def script(self, unit: int) -> Script:
        return self.scripts.get(unit, ADVANCE)


class Planner:
    """Plans a movement phase for a side on what it reads off the map."""

    def __init__(self, maps: Maps, side: int, aims: Aims | None = None) -> None:
        self.maps, self.side, self.foe = maps, side, 1 - side
        self.game, self.doctrine, self.s = maps.game, maps.doctrine, maps.s
        self.aims = aims or Aims(maps, side)
        self.corridors = self.aims.corridors()
        self._beside = self.game.board.grid.neighbours
        self.supplied = self.doctrine.supplied(self.s, side)
        self._lines = self._enemy_lines()
        self.prizes = self.doctrine.vital(self.s, self.foe)
        self.chase = self._distances()
        self._dangers: dict[tuple[int, int, int, int], float] = {}
        self.assaults: list[Assault] = []
        self.kept: dict[int, int] = {}
        #: who bars the enemy's way, and where
        self.posts: dict[int, int] = {}
        self._line = Line(maps, side)
        self._open = 0
        self._covered = 0
        #: by unit and script: for each hex its lasting value
        self._values: dict[tuple[int, str], dict[int, tuple[float, float]]] = {}
        self._garrisons: dict[int, int] | None = None

    def _enemy_lines(self) -> int:
        """Hexes just behind the enemy that keep him in supply."""
        fed = self.doctrine.supplied(self.s, self.foe)
        return 0 if fed == -1 else fed & self._beside(self.maps.occupied[self.foe]) & ~self.maps.zone[self.side]

    def _distances(self) -> list[int]:
        """How far every hex is from the enemy, over the ground of an ordinary unit."""
        movers = [u for u in self.maps.units[self.side] if self.doctrine.speed(self.s, u)]
        if not movers:
            return [0] * self.maps.knowledge.ways.size
        ground = self.doctrine.ground(self.s, movers[0])
        return self.maps.knowledge.ways.flood(ground, self.maps.occupied[self.foe])

    # -- carrying it out ---------------------------------------------------------------------

    def carry_out(self, s: Any, plan: Plan) -> Moves:
        """Move on ``s``, which is changed, and return what was done unit by unit. The phase is not ended."""
        self.assaults = []
        self.posts = {}
        if self._garrisons is None:
            self._garrisons = garrisons(self.maps, self.side, self.supplied)
        self.kept = dict(self._garrisons)
        spots = dict(self.kept)
        self._covered = 0
        self._bar(s, spots)
        if self.doctrine.fights_next(s):
            self._attack(s, spots, plan)
        done: Moves = []
        waiting = self._order(s, spots)
        for last in (False, False, True):
            waiting = [u for u in waiting if not self._move(s, u, spots.get(u, -1), plan, done, last)]
        return done

    def _attack(self, s: Any, spots: dict[int, int], plan: Plan) -> None:
        """Give units to attacks; those who hold the line attack from where they stand in it."""
        ready = [u for u in self.maps.units[self.side]
                 if plan.script(u).attacks and not self.aims.bound(u) and u not in self.kept]  # fmt: skip
        allocator = Allocator(self.maps, self.side, ready, mobile=True, caution=plan.caution, posts=self.posts)
        self.assaults = allocator.allocate(plan.allowed)
        for assault in self.assaults:
            spots.update(assault.spots)

    def _bar(self, s: Any, spots: dict[int, int]) -> None:
        """Give units places in the line, if there is something to be kept."""
        line = self._line
        if not line.targets(s):
            return
        maps, at = self.maps, self.s.at
        fixed = 0
        free = []
        for u in maps.units[self.side]:
            if u in spots:
                fixed |= 1 << spots[u]
            elif self.doctrine.speed(s, u) and not self.aims.bound(u):
                free.append(u)
            else:
                fixed |= 1 << at[u]
        self.posts = line.bar(s, fixed, free, lambda u, h: self.value(s, u, h, HOLD) + (0.5 if at[u] == h else 0.0))
        spots.update(self.posts)

    def _order(self, s: Any, spots: dict[int, int]) -> list[int]:
        """Attackers first, then from the front to the rear."""
        step = self.game.step(s)
        able = step.offer(s).get(self._take(step), 0)
        at, foes = s.at, list(bits(self.maps.occupied[self.foe]))
        distance = self.game.board.grid.distance

        def front(u: int) -> int:
            return min((distance(at[u], h) for h in foes), default=0) if at[u] >= 0 else 99

        return sorted(bits(able), key=lambda u: (u not in spots, front(u), u))

    def _take(self, step: Any) -> str:
        return next((verb for verb in step.verbs if self.doctrine.role_of.get(verb) == TAKE), "")

    def _move(self, s: Any, unit: int, spot: int, plan: Plan, done: Moves, last: bool) -> bool:
        """Move one unit; False if it had better wait until others have moved."""
        if s.at[unit] == spot:
            self._cover(spot)
            return True
        step = self.game.step(s)
        take = self._take(step)
        if not take or not step.permits(s, take, unit):
            return not (spot >= 0 and not last)
        trial = s.copy()
        self.game.do(trial, Action(take, unit))
        orders = [Action(take, unit)]
        self._open = self._gaps(trial, unit)
        while True:
            offer = self.game.offer(trial)
            verb, h = self.choose(trial, unit, offer, spot if not last else -1, plan.script(unit))
            if not verb:
                break
            self.game.do(trial, Action(verb, h))
            orders.append(Action(verb, h))
            if trial.over or self._free(trial, unit):
                break
        if len(orders) == 1:
            self._cover(s.at[unit])
            return spot < 0 or last
        if spot >= 0 and not last and trial.at[unit] != spot:
            return False
        self._accept(s, trial)
        done.append((unit, tuple(orders)))
        self._cover(trial.at[unit])
        return True

    def _gaps(self, s: Any, unit: int) -> int:
        """Hexes that must not be lost, where the enemy could come and nobody else stands."""
        vital = self.doctrine.vital(s, self.side) & self.maps.coming(self.foe)
        if not vital:
            return 0
        guarded = s.occupied[self.side]
        here = s.at[unit]
        if here >= 0 and vital >> here & 1 and s.at.count(here) == 1:
            guarded &= ~(1 << here)
        return vital & ~guarded

    def _free(self, s: Any, unit: int) -> bool:
        """Whether nobody is in hand any more."""
        step = self.game.step(s)
        return bool(self._take(step)) or self.game.seat(s) != self.game.sides[self.side]

    def _accept(self, s: Any, trial: Any) -> None:
        s.agenda = trial.agenda
        s.over = trial.over
        for field in s.fields:
            setattr(s, field.name, getattr(trial, field.name))

    def _cover(self, h: int) -> None:
        if h >= 0:
            self._covered |= self._beside(1 << h) | 1 << h

    # -- where to ----------------------------------------------------------------------------

    def choose(self, s: Any, unit: int, offer: dict[str, int], spot: int, script: Script) -> tuple[str, int]:
        """The best thing to do with a unit in hand; nothing if it had better stay."""
        role = self.doctrine.role_of
        here = s.at[unit]
        best, found = (self.value(s, unit, here, script) + 0.001 if here >= 0 else -1e9), ("", 0)
        for verb, args in offer.items():
            part = role.get(verb, "")
            if part in (GO, PUT):
                if self.doctrine.stack == 1:  # who is walked upon would have to go at once
                    args &= ~s.occupied[self.side] | (1 << s.at[unit] if s.at[unit] >= 0 else 0)
                if spot >= 0 and args >> spot & 1:
                    return verb, spot
                for h in bits(args):
                    value = self.value(s, unit, h, script)
                    if value > best:
                        best, found = value, (verb, h)
            elif part in (LET_GO, END):
                continue
            else:
                for arg in bits(args):
                    liked = self.doctrine.likes(s, self.side, verb, arg)
                    if liked is not None and liked > best:
                        best, found = liked, (verb, arg)
        if not found[0]:
            found = next(((verb, 0) for verb, args in offer.items() if role.get(verb) == LET_GO and args), ("", 0))
        return found

    def value(self, s: Any, unit: int, h: int, script: Script) -> float:
        """What it is worth that a unit stands in a hex, under a script."""
        standoff = self.doctrine.standoff(s, unit)
        if standoff and not self.aims.bound(unit):
            return self._behind(s, unit, h, standoff)
        known = self._values.get((unit, script.name))
        if known is None:
            known = self._values[unit, script.name] = {}
        found = known.get(h)
        if found is None:
            found = known[h] = self._lasting(s, unit, h, script)
        out, guard = found
        if guard:
            out += guard * (_SECOND if self._covered >> h & 1 else 1.0)
        if self._open >> h & 1:
            out += _PLUG
        if not self.doctrine.room(s, unit, h):
            out -= 100.0
        return out - script.danger * self.danger(s, unit, h)

    def _lasting(self, s: Any, unit: int, h: int, script: Script) -> tuple[float, float]:
        """The part of a hex's value that others do not change, and what it is worth to bar the enemy's way there."""
        maps, out = self.maps, 0.0
        goal = self.aims.goal_for(unit, h) if h >= 0 else None
        if goal is not None and script.goal:
            out -= script.goal * _PACE * min(goal.worth, _MOST) * self.aims.late(unit, goal, h)
            if goal.hexes >> h & 1 and not goal.kept:
                out += script.goal * (0.5 + 0.1 * goal.worth)
        guard = script.guard + (_KEEP if goal is not None and goal.kept else 0.0)
        if maps.zone[self.foe] >> h & 1:
            out += script.contact - (_FORCED if self.doctrine.must_attack else 0.0)
        if script.hunt:
            out -= script.hunt * self.doctrine.hunt[self.side] * self.chase[h] / max(1, self.doctrine.speed(s, unit))
        if self.prizes >> h & 1:
            out += 200.0
        if script.cut and self._lines >> h & 1:
            out += script.cut
        if not self.supplied >> h & 1:
            out -= self.doctrine.hunger * (maps.worth[unit] + 0.5)
        if h == maps.s.at[unit]:
            out += script.stay
        return out, guard * 0.05 * self.corridors.get(h, 0.0)

    def _behind(self, s: Any, unit: int, h: int, standoff: int) -> float:
        """The same for a unit that works from afar: behind the others, but not too far."""
        away = self.maps.away(self.foe)[h]
        out = -1.5 * max(0, _CLEAR - away) - 0.3 * max(0, away - standoff) - self.danger(s, unit, h)
        out -= 0.05 * self.aims.late(unit, goal, h) if (goal := self.aims.goal_for(unit, h)) is not None else 0.0
        return out + (0.3 if h == self.maps.s.at[unit] else 0.0)

    def danger(self, s: Any, unit: int, h: int) -> float:
        """Points more that the enemy takes on the average if a unit stands in a hex as well."""
        maps = self.maps
        there = [u for u in maps.inside.get(h, ()) if u != unit and s.at[u] == h] if self.doctrine.stack > 1 else []
        others = sum(maps.defense[u] for u in there)
        key = (h, round(others), round(maps.defense[unit]), round(4 * maps.worth[unit]))
        found = self._dangers.get(key)
        if found is None:
            worth = sum(maps.worth[u] for u in there)
            both = maps.danger(self.side, h, others + maps.defense[unit], worth + maps.worth[unit], len(there) + 1)
            alone = maps.danger(self.side, h, others, worth, len(there)) if there else 0.0
            found = self._dangers[key] = both - alone
        return found
