"""A movement phase: who attacks whom from where, and where everybody else stands.

First units are given to attacks, then everybody else chooses his hex by his script, one after the other; each sees
what those before him have done. The plan is carried out on a copy of the state by legal actions alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ...engine.action import Action
from ...engine.doctrine import END, GO, LET_GO, PUT, TAKE
from ...hexes import bits, lowest
from ..fight.allocator import Allocator, Assault
from ..line import Line
from ..maps import Maps
from ..value.goals import Aims
from .garrisons import garrisons
from .places import Places
from .posts import Posts
from .scripts import ADVANCE, HOLD, Script
from .winning_moves import walk_in, walk_off

#: What was done unit by unit.
Moves = list[tuple[int, tuple[Action, ...]]]


class Plan:
    """Orders for a side's movement: scripts by unit, and which attacks to prepare."""

    def __init__(
        self,
        scripts: Mapping[int, Script] | None = None,
        allowed: int = -1,
        caution: float = 1.0,
        posts: Mapping[int, int] = MappingProxyType({}),
        presses: bool = False,
    ) -> None:
        self.scripts = scripts or {}
        #: whether hexes are stormed at any price
        self.presses = presses
        #: units that stand in a certain hex and do not attack
        self.posts = posts
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
        self.places = Places(maps, side, self.aims)
        self._beside = self.game.board.grid.neighbours
        self.assaults: list[Assault] = []
        #: posts of the plan that is told: to spoil what the enemy has won, to make a garrison stronger, or to bar a way
        self.spoilers: Mapping[int, int] = MappingProxyType({})
        #: garrisons, and who bars the enemy's way where: the same whatever the plan, and looked for when one is made
        self.kept: dict[int, int] = {}
        self.posts: dict[int, int] = {}
        self._winners: list[tuple[int, int]] = []
        self._ready = False

    def _won(self, s: Any, plan: Plan) -> Moves:
        """A single move that ends the game, if there is one."""
        for unit, spot in self._winners:
            won = self.wins(s, unit, spot, plan)
            if won is not None:
                self._accept(s, won[0])
                return won[1]
        return Moves()

    def wins(self, s: Any, unit: int, spot: int, plan: Plan | None = None) -> tuple[Any, Moves] | None:
        """The game that is won if a unit goes to a hex, with its orders; None if it is not."""
        trial, done = s.copy(), Moves()
        self._move(trial, unit, spot, plan or Plan(), done, last=False)
        result = self.game.result(trial) if trial.over else None
        return (trial, done) if result is not None and result.winner == self.game.sides[self.side] else None

    def _stands(self) -> tuple[dict[int, int], dict[int, int]]:
        """Who must hold what must not be lost, and who bars the ways to it."""
        kept = garrisons(self.maps, self.side, self.places.supplied)
        line = Line(self.maps, self.side)
        if not line.targets(self.s):
            return kept, {}
        return kept, self._bar(line, kept, self._left_alone(kept) if line.doors else None)

    def barred(self, fixed: Mapping[int, int], found: list[int]) -> dict[int, int]:
        """Who would have to bar the ways that are left open if everybody else were found in these hexes; who is
        ``fixed`` is not asked."""
        return self._bar(Line(self.maps, self.side), {**self.kept, **fixed}, found)

    def open(self, s: Any) -> int:
        """How many hexes that must not be lost the enemy can get into in a position, or out of the map."""
        line = Line(self.maps, self.side)
        return line.open(line.targets(s), self.doctrine.zone(s, self.side), s.occupied[self.side]).bit_count()

    def _bar(self, line: Line, kept: Mapping[int, int], found: list[int] | None) -> dict[int, int]:
        fixed, free, s = 0, dict[int, int](), self.s
        for u in self.maps.units[self.side]:
            if u in kept:
                fixed |= 1 << kept[u]
            elif self.doctrine.speed(s, u) and not self.aims.bound(u):
                free[u] = found[u] if found is not None else -1
            else:
                fixed |= 1 << s.at[u]

        def best(u: int, hexes: int) -> tuple[float, int]:
            return self.places.best(s, u, hexes, HOLD)

        return Posts(line).bar(s, fixed, free, best)

    def _left_alone(self, kept: dict[int, int]) -> list[int]:
        """Where everybody would be found if nobody had to bar a way: an edge is too long for posts alone, and most
        of it lies behind the army."""
        trial = self.s.copy()
        self.kept, self._ready = kept, True
        self.carry_out(trial, Plan())
        self._ready = False
        return list(trial.at)

    # -- carrying it out ---------------------------------------------------------------------

    def carry_out(self, s: Any, plan: Plan) -> Moves:
        """Move on ``s``, which is changed, and return what was done unit by unit. The phase is not ended."""
        self._look()
        self.assaults = []
        won = self._won(s, plan)
        if won:
            return won
        self.places.covered = 0
        spots = self.places_in(plan)
        done: Moves = []
        waiting = self._order(s, spots)
        for last in (False, False, True):
            waiting = [u for u in waiting if not self._move(s, u, spots.get(u, -1), plan, done, last)]
        return done

    def _look(self) -> None:
        """What is the same whatever the plan is looked for once."""
        if not self._ready:
            self._winners = walk_in(self.maps, self.side) + walk_off(self)
            self.kept, self.posts = self._stands()
            self._ready = True

    def places_in(self, plan: Plan) -> dict[int, int]:
        """By unit the hex it has in a plan: garrisons, the line, and those who attack. Others are free to choose."""
        self._look()
        spots = {**self.kept, **self.posts, **plan.posts}
        if self.doctrine.fights_next(self.s):
            self._attack(spots, plan)
        return spots

    def _attack(self, spots: dict[int, int], plan: Plan) -> None:
        """Give units to attacks; those who hold the line attack from where they stand in it."""
        fixed = {*self.kept, *plan.posts}
        ready = [u for u in self.maps.units[self.side]
                 if plan.script(u).attacks and not self.aims.bound(u) and u not in fixed]  # fmt: skip
        allocator = Allocator(
            self.maps, self.side, ready, mobile=True, caution=plan.caution, posts=self.posts, presses=plan.presses
        )
        self.assaults = allocator.allocate(plan.allowed)
        for assault in self.assaults:
            spots.update(assault.spots)

    def _order(self, s: Any, spots: dict[int, int]) -> list[int]:
        """Those who have their place first, then from the front to the rear."""
        at, foes = s.at, list(bits(self.maps.occupied[self.foe]))
        distance = self.game.board.grid.distance

        def front(u: int) -> int:
            return min((distance(at[u], h) for h in foes), default=0) if at[u] >= 0 else 99

        return sorted(self.able(s), key=lambda u: (u not in spots, front(u), u))

    def able(self, s: Any) -> list[int]:
        """Who may be taken in hand."""
        step = self.game.step(s)
        return list(bits(step.offer(s).get(self._take(step), 0)))

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
        self.places.gaps = self._gaps(trial, unit)
        while True:
            offer = self.game.offer(trial)
            verb, h = self.choose(trial, unit, offer, spot if not last else -1, plan.script(unit))
            if not verb:
                break
            self.game.do(trial, Action(verb, h))
            orders.append(Action(verb, h))
            if trial.over or self._free(trial):
                break
        if len(orders) == 1:
            self._cover(s.at[unit])
            return spot < 0 or last
        if spot >= 0 and not last and trial.at[unit] != spot:
            return False
        taken = self._left_open(s, trial)
        if taken >= 0 and taken != spot:  # who takes what must then not be lost stays in it
            return self._move(s, unit, taken, plan, done, last=False) or last
        self._accept(s, trial)
        done.append((unit, tuple(orders)))
        self._cover(trial.at[unit])
        return True

    def _left_open(self, before: Any, after: Any) -> int:
        """A hex that was won on the way and left empty though it must not be lost now; -1 if there is none, or if the
        unit stands in another such hex."""
        won = 0 if after.over else self.doctrine.vital(after, self.side) & ~self.doctrine.vital(before, self.side)
        empty = won & self.maps.within(self.foe) & ~after.occupied[self.side]
        return lowest(empty) if empty and empty == won else -1

    def _gaps(self, s: Any, unit: int) -> int:
        """Hexes that must not be lost, where the enemy could come and nobody else stands."""
        vital = self.doctrine.vital(s, self.side) & self.maps.within(self.foe)
        if not vital:
            return 0
        guarded = s.occupied[self.side]
        here = s.at[unit]
        if here >= 0 and vital >> here & 1 and s.at.count(here) == 1:
            guarded &= ~(1 << here)
        return vital & ~guarded

    def _free(self, s: Any) -> bool:
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
            self.places.covered |= self._beside(1 << h) | 1 << h

    # -- where to ----------------------------------------------------------------------------

    def choose(self, s: Any, unit: int, offer: dict[str, int], spot: int, script: Script) -> tuple[str, int]:
        """The best thing to do with a unit in hand; nothing if it had better stay."""
        role = self.doctrine.role_of
        here = s.at[unit]
        places = self.places
        best, found = (places.value(s, unit, here, script) + 0.001 if here >= 0 else -1e9), ("", 0)
        for verb, args in offer.items():
            part = role.get(verb, "")
            if part in (GO, PUT):
                if here == spot >= 0:  # there: whatever it could still spend it keeps
                    continue
                if self.doctrine.stack == 1:  # who is walked upon would have to go at once
                    args &= ~s.occupied[self.side] | (1 << s.at[unit] if s.at[unit] >= 0 else 0)
                if spot >= 0 and args >> spot & 1:
                    return verb, spot
                value, h = places.best(s, unit, args, script)
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
