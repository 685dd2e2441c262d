"""A movement phase: which units attack what from where, and where all others stand.

First units are given to attacks, then every other unit chooses its hex by its script, one after the other; each sees
what those before it have done. The plan is carried out on a copy of the state by legal actions alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from ...hexes import bits
from ..doctrine import WarState
from ..fight.allocator import Allocator, Assault
from ..line import Line
from ..maps import Maps
from ..value.goals import Aims
from .garrisons import garrisons
from .moves import Mover, Moves, Run
from .places import Places
from .posts import Posts
from .scripts import ADVANCE, HOLD, Script
from .winning_moves import walk_in, walk_off

#: Nobody is sent anywhere.
_NO_POSTS: Mapping[int, int] = MappingProxyType({})


class Plan(NamedTuple):
    """Orders for a side's movement: scripts by unit, and which attacks to prepare."""

    scripts: Mapping[int, Script] = MappingProxyType({})
    #: enemy hexes that may be attacked
    allowed: int = -1
    caution: float = 1.0
    #: units that stand in a certain hex and do not attack
    posts: Mapping[int, int] = _NO_POSTS
    #: whether hexes are stormed at any price
    presses: bool = False

    def script(self, unit: int) -> Script:
        return self.scripts.get(unit, ADVANCE)


class Assignment(NamedTuple):
    """The hexes that units have in a plan, and what for. All other units are free to choose."""

    #: in hexes that must not be lost
    garrisons: Mapping[int, int] = _NO_POSTS
    #: in the line that bars the enemy's way, whatever the plan
    line: Mapping[int, int] = _NO_POSTS
    #: posts of this plan alone: to bar a way, to make a garrison stronger, or to spoil what the enemy has won
    posts: Mapping[int, int] = _NO_POSTS
    assaults: tuple[Assault, ...] = ()

    @property
    def spots(self) -> dict[int, int]:
        """By unit the hex that it is sent to."""
        out = {**self.garrisons, **self.line, **self.posts}
        for assault in self.assaults:
            out.update(assault.spots)
        return out


class Outcome(NamedTuple):
    """A plan that has been carried out: what was done unit by unit, the state it leads to, and who was sent where."""

    moves: Moves
    after: WarState
    assignment: Assignment


class Fixed(NamedTuple):
    """What is the same whatever the plan."""

    #: single moves that may win the game, by unit and hex
    winners: list[tuple[int, int]]
    garrisons: dict[int, int]
    #: posts that bar the enemy's way
    line: dict[int, int]


class Planner:
    """Plans a movement phase for a side on what it reads off the map."""

    def __init__(self, maps: Maps, side: int, aims: Aims | None = None) -> None:
        self.maps, self.side, self.foe = maps, side, 1 - side
        self.game, self.doctrine, self.s = maps.game, maps.doctrine, maps.s
        self.aims = aims or Aims(maps, side)
        self.places = Places(maps, side, self.aims)
        self.mover = Mover(maps, side, self.places)

    @cached_property
    def fixed(self) -> Fixed:
        """Winning moves, garrisons and the line: looked for once."""
        winners = walk_in(self.maps, self.side) + walk_off(self.maps, self.side, self._is_won_by)
        kept = garrisons(self.maps, self.side, self.places.supplied)
        line = Line(self.maps, self.side)
        if not line.targets(self.s):
            return Fixed(winners, kept, {})
        found = self._left_alone(Fixed(winners, kept, {})) if line.exits else None
        return Fixed(winners, kept, self._bar(line, kept, found))

    def _left_alone(self, fixed: Fixed) -> list[int]:
        """Where everybody would be found if nobody had to bar a way: an edge is too long for posts alone, and most
        of it lies behind the army."""
        return list(self._carried_out(self.s, Plan(), fixed).after.at)

    def barred(self, posts: Mapping[int, int], found: list[int]) -> dict[int, int]:
        """Blockers for the ways that are left open if all others were found in these hexes. Units with ``posts`` are
        not asked."""
        return self._bar(Line(self.maps, self.side), {**self.fixed.garrisons, **posts}, found)

    def open(self, s: WarState) -> int:
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

    # -- moves that win ------------------------------------------------------------------------

    def _is_won_by(self, unit: int, spot: int) -> bool:
        return self._winning(self.s, unit, spot, ADVANCE) is not None

    def _winning(self, s: WarState, unit: int, spot: int, script: Script) -> Run | None:
        """The move of a unit to a hex if it wins the game; None if it does not."""
        run = self.mover.run(s)
        run.move(unit, spot, script, last=False)
        result = self.game.result(run.s) if run.s.over else None
        return run if result is not None and result.winner == self.game.sides[self.side] else None

    # -- carrying it out -----------------------------------------------------------------------

    def carry_out(self, s: WarState, plan: Plan) -> Outcome:
        """Move on a copy of ``s``. The phase is not ended."""
        return self._carried_out(s, plan, self.fixed)

    def _carried_out(self, s: WarState, plan: Plan, fixed: Fixed) -> Outcome:
        for unit, spot in fixed.winners:
            won = self._winning(s, unit, spot, plan.script(unit))
            if won is not None:
                return Outcome(won.moves, won.s, Assignment(fixed.garrisons, fixed.line, plan.posts))
        self.places.covered = 0
        assignment = self._assigned(plan, fixed)
        run, spots = self.mover.run(s), assignment.spots
        waiting = self._order(s, spots)
        for last in (False, False, True):
            waiting = [u for u in waiting if not run.move(u, spots.get(u, -1), plan.script(u), last)]
        return Outcome(run.moves, run.s, assignment)

    def assign(self, plan: Plan) -> Assignment:
        """The hexes that units have in a plan: garrisons, the line, posts, and those who attack."""
        return self._assigned(plan, self.fixed)

    def _assigned(self, plan: Plan, fixed: Fixed) -> Assignment:
        assaults = self._attacks(plan, fixed) if self.doctrine.combat_follows(self.s) else []
        return Assignment(fixed.garrisons, fixed.line, plan.posts, tuple(assaults))

    def _attacks(self, plan: Plan, fixed: Fixed) -> list[Assault]:
        """Give units to attacks; those who hold the line attack from where they stand in it."""
        taken = {*fixed.garrisons, *plan.posts}
        ready = [
            u
            for u in self.maps.units[self.side]
            if plan.script(u).attacks and not self.aims.bound(u) and u not in taken
        ]
        allocator = Allocator(
            self.maps, self.side, ready, mobile=True, caution=plan.caution, posts=fixed.line, presses=plan.presses
        )
        return allocator.allocate(plan.allowed)

    def _order(self, s: WarState, spots: dict[int, int]) -> list[int]:
        """Those who have their place first, then from the front to the rear."""
        at, foes = s.at, list(bits(self.maps.occupied[self.foe]))
        distance = self.game.board.grid.distance

        def front(u: int) -> int:
            return min((distance(at[u], h) for h in foes), default=0) if at[u] >= 0 else 99

        return sorted(self.able(s), key=lambda u: (u not in spots, front(u), u))

    def able(self, s: WarState) -> list[int]:
        """Units that may be selected."""
        return list(bits(self.game.step(s).offer(s).get(self.mover.take_verb(s), 0)))
