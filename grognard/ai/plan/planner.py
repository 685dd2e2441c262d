"""Plans for a movement phase: the attacks to prepare, and the hexes of all other units.

First units are assigned to attacks. Then all other units choose their hexes by their scripts, one after the other, each
aware of the moves before it. A plan is carried out on a copy of the state by legal actions only.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from ...engine.action import Action
from ...engine.doctrine import Role
from ...hexes import bits
from ..doctrine import WarState, verb_for
from ..fight.allocator import Allocator, PlannedAttack
from ..line import Line
from ..maps import Maps
from ..value.goals import Aims
from .garrisons import garrisons
from .hex_values import HexValues
from .moves import Mover, Moves, MoveSequence
from .posts import Posts
from .scripts import ADVANCE, HOLD, Script
from .strikes import Strike
from .winning_moves import winning_entries, winning_exits

#: An empty assignment.
_NO_POSTS: Mapping[int, int] = MappingProxyType({})


class Plan(NamedTuple):
    """The parameters of a plan: scripts by unit, posts, and the attacks to consider."""

    scripts: Mapping[int, Script] = MappingProxyType({})
    #: enemy hexes that may be attacked
    allowed: int = -1
    caution: float = 1.0
    #: by unit: the hex it is sent to, where it does not attack
    posts: Mapping[int, int] = _NO_POSTS
    #: whether repeated attacks on a hex are considered
    storms: bool = False

    def script(self, unit: int) -> Script:
        return self.scripts.get(unit, ADVANCE)


class Assignment(NamedTuple):
    """The hexes assigned to units by a plan, by purpose. All other units choose for themselves."""

    #: units that hold vital hexes
    garrisons: Mapping[int, int] = _NO_POSTS
    #: units that block the enemy's paths in every plan
    line: Mapping[int, int] = _NO_POSTS
    #: further posts of this plan: to block a path, strengthen a garrison, or reduce the enemy's score
    posts: Mapping[int, int] = _NO_POSTS
    attacks: tuple[PlannedAttack, ...] = ()

    @property
    def spots(self) -> dict[int, int]:
        """The hex of each assigned unit."""
        out = {**self.garrisons, **self.line, **self.posts}
        for planned in self.attacks:
            out.update(planned.spots)
        return out


class Outcome(NamedTuple):
    """The result of a plan: the moves, the state after them, and the assignment."""

    moves: Moves
    after: WarState
    assignment: Assignment
    #: attacks that units could make during their moves, by unit
    strikes: Mapping[int, Strike] = MappingProxyType({})


class Fixed(NamedTuple):
    """The assignments that all plans of a phase share."""

    #: units and hexes of moves that may win the game at once
    winners: list[tuple[int, int]]
    garrisons: dict[int, int]
    #: by unit: a post that blocks the enemy's paths
    line: dict[int, int]


class Planner:
    """Plans a movement phase of a side."""

    def __init__(self, maps: Maps, side: int, aims: Aims | None = None) -> None:
        self.maps, self.side, self.foe = maps, side, 1 - side
        self.game, self.doctrine, self.s = maps.game, maps.doctrine, maps.s
        self.aims = aims or Aims(maps, side)
        self.hex_values = HexValues(maps, side, self.aims)
        self.mover = Mover(maps, side, self.hex_values)

    @cached_property
    def fixed(self) -> Fixed:
        """Winning moves, garrisons and the line, computed once."""
        winners = winning_entries(self.maps, self.side) + winning_exits(self.maps, self.side, self._is_won_by)
        kept = garrisons(self.maps, self.side, self.hex_values.supplied)
        line = Line(self.maps, self.side)
        if not line.targets(self.s):
            return Fixed(winners, kept, {})
        found = self._without_line(Fixed(winners, kept, {})) if line.exits else None
        return Fixed(winners, kept, self._block(line, kept, found))

    def _without_line(self, fixed: Fixed) -> list[int]:
        """Return the places of all units after a plan without a line.

        A map edge is too long to be blocked by posts alone, but the army covers most of it anyway."""
        return list(self._carried_out(self.s, Plan(), fixed).after.at)

    def blockers(self, posts: Mapping[int, int], found: list[int]) -> dict[int, int]:
        """Return blockers for the paths that stay open with all units in the hexes ``found``.

        Units with ``posts`` keep them."""
        return self._block(Line(self.maps, self.side), {**self.fixed.garrisons, **posts}, found)

    def open_count(self, s: WarState) -> int:
        """Return how many vital hexes and exits the enemy can reach in a position."""
        line = Line(self.maps, self.side)
        return line.open(line.targets(s), self.doctrine.zone(s, self.side), s.occupied[self.side]).bit_count()

    def _block(self, line: Line, kept: Mapping[int, int], found: list[int] | None) -> dict[int, int]:
        fixed, free, s = 0, dict[int, int](), self.s
        for u in self.maps.units[self.side]:
            if u in kept:
                fixed |= 1 << kept[u]
            elif self.doctrine.speed(s, u) and not self.aims.has_special_goal(u):
                free[u] = found[u] if found is not None else -1
            else:
                fixed |= 1 << s.at[u]

        def best(u: int, hexes: int) -> tuple[float, int]:
            return self.hex_values.best(s, u, hexes, HOLD)

        return Posts(line).block(s, fixed, free, best)

    # -- moves that win ------------------------------------------------------------------------

    def _is_won_by(self, unit: int, spot: int) -> bool:
        return self._winning(self.s, unit, spot, ADVANCE) is not None

    def _winning(self, s: WarState, unit: int, spot: int, script: Script) -> MoveSequence | None:
        """Return the move of a unit to a hex if it wins the game, otherwise None."""
        run = self.mover.run(s)
        run.move(unit, spot, script, last=False)
        result = self.game.result(run.s) if run.s.over else None
        return run if result is not None and result.winner == self.game.sides[self.side] else None

    @cached_property
    def departing(self) -> Mapping[int, int]:
        """Units that win the game by leaving the map together now, each with the hex from which it leaves."""
        return self.doctrine.departures(self.s, self.side)

    def _departed(self, s: WarState) -> MoveSequence | None:
        """Return the moves of units that leave the map together if they win the game, otherwise None."""
        if not self.departing:
            return None
        run = self.mover.run(s)
        for unit, spot in self.departing.items():
            if not run.s.over:
                run.leave(unit, spot)
        end, after = verb_for(Role.END, self.game.offer(run.s), self.doctrine.role_of), run.s
        if end and not after.over:  # some games count those who have left at the end of the step only
            after = after.copy()
            self.game.do(after, Action(end, 0))
        result = self.game.result(after) if after.over else None
        return run if result is not None and result.winner == self.game.sides[self.side] else None

    # -- carrying it out -----------------------------------------------------------------------

    def carry_out(self, s: WarState, plan: Plan) -> Outcome:
        """Carry out a plan on a copy of ``s``, without ending the phase."""
        return self._carried_out(s, plan, self.fixed)

    def _carried_out(self, s: WarState, plan: Plan, fixed: Fixed) -> Outcome:
        departed = self._departed(s)
        if departed is not None:
            return Outcome(departed.moves, departed.s, Assignment())
        for unit, spot in fixed.winners:
            won = self._winning(s, unit, spot, plan.script(unit))
            if won is not None:
                return Outcome(won.moves, won.s, Assignment(fixed.garrisons, fixed.line, plan.posts))
        self.hex_values.covered = 0
        assignment = self._assigned(plan, fixed)
        run, spots = self.mover.run(s), assignment.spots
        waiting = self._order(s, spots)
        for last in (False, False, True):
            waiting = [u for u in waiting if not run.move(u, spots.get(u, -1), plan.script(u), last)]
        return Outcome(run.moves, run.s, assignment, run.strikes)

    def assign(self, plan: Plan) -> Assignment:
        """Return the assigned hexes of a plan: garrisons, line, posts and attackers."""
        return self._assigned(plan, self.fixed)

    def _assigned(self, plan: Plan, fixed: Fixed) -> Assignment:
        attacks = self._attacks(plan, fixed) if self.doctrine.combat_follows(self.s) else []
        return Assignment(fixed.garrisons, fixed.line, plan.posts, tuple(attacks))

    def _attacks(self, plan: Plan, fixed: Fixed) -> list[PlannedAttack]:
        """Assign units to attacks; units in the line attack from their posts."""
        taken = {*fixed.garrisons, *plan.posts}
        ready = [
            u
            for u in self.maps.units[self.side]
            if plan.script(u).attacks and not self.aims.has_special_goal(u) and u not in taken
        ]
        allocator = Allocator(
            self.maps, self.side, ready, mobile=True, caution=plan.caution, posts=fixed.line, storms=plan.storms
        )
        return allocator.allocate(plan.allowed)

    def _order(self, s: WarState, spots: dict[int, int]) -> list[int]:
        """Return the order of movement: assigned units first, then from the front to the rear."""
        at, foes = s.at, list(bits(self.maps.occupied[self.foe]))
        distance = self.game.board.grid.distance

        def front(u: int) -> int:
            return min((distance(at[u], h) for h in foes), default=0) if at[u] >= 0 else 99

        return sorted(self.selectable(s), key=lambda u: (u not in spots, front(u), u))

    def selectable(self, s: WarState) -> list[int]:
        """Return the units that may be selected."""
        return list(bits(self.game.step(s).offer(s).get(self.mover.select_verb(s), 0)))
