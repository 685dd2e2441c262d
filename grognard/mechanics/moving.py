"""Moves of selected units: take them, go by the cheapest path to a hex, stop for events on the way, and go on.

Units in one hex move alone or together, each with its own points; units with different costs move together one hex at
a time. A game derives :class:`March` for the moves that some units can make, and :class:`Marches` for what happens on
the way, and keeps an object of the latter as ``marches``. It derives :class:`MoveOn` with its own rows.

Some hexes interrupt a move when they are entered: a die is rolled, or somebody is asked. The units then pause there;
the game's step for the event runs, and :class:`Walk` takes the units on to where they were going. If that is out of
reach now, or nothing is left of them, the move ends or the player chooses again. A strike in the middle of a move is
a verb of the game's own: :meth:`March.payable` has the hexes that all of them can pay for with points to spare, and
as long as :meth:`Marches.may_act` the units stay selected where they had to stop.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar, Generic, TypeVar

from ..engine.game import Game
from ..engine.limits import lazy
from ..engine.state import WarState
from ..engine.step import Procedure
from ..hexes import Costs, Reach, flood, of, reach
from .phasing import Phase, Phasing

#: The argument of :class:`MoveOn`: the units have not moved yet, have moved, or have had to stop and may only act.
UNMOVED, MOVED, STOPPED = range(3)


class MarchState(WarState):
    """The fields of a game's state that moves read and write."""

    #: units that have finished their move in this phase
    moved: int
    #: the selected units, all in one hex
    hand: list[int]
    #: by unit: the points it has spent in this phase
    spent: list[int]


M = TypeVar("M", bound=MarchState)


class MarchGame(Game[M]):
    """A game in which selected units move."""

    marches: Marches[Any, M]  # any: the game and its form of this know each other


G = TypeVar("G", bound=MarchGame[Any])  # any state: games are not alike in it


class March(Phase[G, M]):
    """The moves that some units in one hex can make together."""

    #: the selected units as a set
    members: int
    #: whether all of them have the same movement costs
    alike: bool

    def __init__(self, game: G, s: M, units: Sequence[int]) -> None:
        super().__init__(game, s)
        self.units = units
        self.here = s.at[units[0]]
        if len(units) == 1:
            self.members, self.alike = 1 << units[0], True
        else:
            self.members, self.alike = of(units), self.same_costs()

    # -- defined by a game -------------------------------------------------------------------

    def costs(self, unit: int) -> Costs:
        """The current movement costs of a unit."""
        raise NotImplementedError

    def left(self, unit: int) -> int:
        """The points that a unit has left."""
        raise NotImplementedError

    def closed_to(self, unit: int) -> int:
        """Hexes that a unit may not enter."""
        return self.enemies

    @lazy
    def zone(self) -> int:
        """Hexes in which a move stops, such as those in enemy zones of control."""
        return 0

    @lazy
    def closed_at_first(self) -> int:
        """Hexes that they may not enter from where they are, such as those in a zone if they are in one."""
        return 0

    @lazy
    def avoided(self) -> int:
        """Hexes that a path does not enter if another one costs the same, because entering them has consequences."""
        return 0

    def same_costs(self) -> bool:
        """Whether all of them have the same movement costs."""
        first = self.costs(self.units[0])
        return all(self.costs(u) is first for u in self.units)

    def search(self, costs: Costs, budget: int) -> Reach:
        """The search from where they are; a game may keep recent ones."""
        return reach(
            costs, 1 << self.here, budget, stop=self.zone, block=self.blocked, first_block=self.closed_at_first
        )

    def with_room(self, hexes: int) -> int:
        """The hexes where their move may end or pause."""
        return hexes

    # -- what follows ------------------------------------------------------------------------

    @lazy
    def blocked(self) -> int:
        """Hexes that at least one of them may not enter."""
        out = 0
        for u in self.units:
            out |= self.closed_to(u)
        return out

    @lazy
    def searches(self) -> list[Reach]:
        """The searches for units with the same costs; a hex is reached by the cheapest of them."""
        budget = min(self.left(u) for u in self.units)
        return [self.search(self.costs(self.units[0]), budget)] if budget > 0 else []

    def affordable(self, left: Sequence[int]) -> int:
        """The adjacent hexes that all of them can pay for, with the points that each has left."""
        out = -1
        for u, points in zip(self.units, left, strict=True):
            near = 0
            for price, hexes in self.costs(u).from_hex[self.here]:
                if price <= points:
                    near |= hexes
            out &= near
        return out

    def payable(self, extra: int = 0) -> int:
        """The adjacent hexes that all of them can pay for with ``extra`` points to spare, occupied or not."""
        return self.affordable([self.left(u) - extra for u in self.units])

    def steps(self) -> int:
        """The adjacent hexes that they can enter together."""
        return self.payable() & ~self.blocked & ~self.closed_at_first

    @lazy
    def reached(self) -> int:
        """Every hex they can reach, whether they may stop there or not."""
        if not self.alike:
            return self.steps()
        out = 0
        for found in self.searches:
            out |= found.all
        return out & ~(1 << self.here)

    def ends(self) -> int:
        """The hexes in reach where the move may end or pause."""
        return self.with_room(self.reached)

    def can_go(self) -> bool:
        """Whether they can move anywhere together."""
        near = self.steps()
        return bool(near and (self.with_room(near) or self.ends()))

    def found(self, h: int) -> Reach | None:
        """The search with the cheapest path to a hex."""
        searches = self.searches
        if len(searches) == 1:
            return searches[0] if searches[0].all >> h & 1 else None
        able = [found for found in searches if found.all >> h & 1]
        if len(able) < 2:
            return able[0] if able else None
        return min(able, key=lambda found: found.cost(h) or 0)

    def way(self, h: int) -> list[int]:
        """The cheapest path to a hex, both ends included; empty if it is out of reach."""
        if not self.alike:
            return [self.here, h]
        found = self.found(h)
        return [] if found is None else found.path(h, self.avoided)

    def price(self, h: int, unit: int) -> int:
        """The cost of the path to a hex for one of them."""
        found = self.found(h) if self.alike else None
        if found is not None:
            return found.cost(h) or 0
        return self.costs(unit).step(self.here, h) or 0

    def price_of(self, way: Sequence[int], unit: int) -> int:
        """The cost of a path for one of them, hex by hex."""
        costs = self.costs(unit)
        return sum(costs.step(a, b) or 0 for a, b in pairwise(way))

    # -- for the sentences of refusals ---------------------------------------------------------

    def crossings(self) -> int:
        """The adjacent hexes to which all of them may cross, regardless of their contents and costs."""
        out = -1
        for u in self.units:
            out &= self.costs(u).next(1 << self.here)
        return out

    def connected(self) -> int:
        """Every hex connected by a path that they may take, regardless of its cost."""
        if not self.alike:
            return self.crossings() & ~self.blocked
        start = 1 << self.here
        return flood(self.costs(self.units[0]), start, block=self.blocked & ~start)

    def paid_with(self, left: Sequence[int], avoid: int = 0) -> int:
        """The hexes they could pay for with these points if nothing stopped them on the way, except some to avoid."""
        if not self.alike:
            return self.affordable(left) & ~self.blocked & ~avoid
        budget, start = min(left), 1 << self.here
        return reach(self.costs(self.units[0]), start, budget, block=self.blocked | avoid).all if budget > 0 else 0


class Marches(Generic[G, M]):
    """A game's rules for moves: what happens on the way and at its end."""

    #: whether units that were let go may be selected again in the same phase
    resumes: ClassVar[bool] = False

    def __init__(self, game: G) -> None:
        self.game = game

    # -- defined by a game -------------------------------------------------------------------

    def march(self, s: M, units: Sequence[int]) -> March[G, M]:
        """The moves that some units can make together."""
        raise NotImplementedError

    def enter(self, s: M, way: Sequence[int]) -> None:
        """Move the selected units along a path, with all consequences of entering its hexes."""
        raise NotImplementedError

    def halts(self, march: March[G, M]) -> int:
        """The hexes that interrupt a move when they are entered, by a die or a question."""
        return 0

    def interrupt(self, s: M, h: int) -> None:
        """Push the steps of an event in a hex that the selected units have just entered."""
        raise NotImplementedError

    def on_let_go(self, s: M) -> None:
        """Called when the selected units are about to be let go."""

    # -- what follows ------------------------------------------------------------------------

    def carry(self, s: M, march: March[G, M], way: Sequence[int]) -> None:
        """Move the selected units along a path or a part of it, and pay for it."""
        for unit in march.units:
            s.spent[unit] += march.price_of(way, unit)
        self.enter(s, way)

    def stops(self, s: M, march: March[G, M]) -> bool:
        """Whether the move of the selected units is over where they are."""
        return bool(march.zone >> march.here & 1)

    def may_act(self, s: M) -> bool:
        """Whether the selected units may do something other than move on where they are, such as strike."""
        return False

    def can_go_on(self, s: M) -> bool:
        """Whether the selected units can move on, together or one of them alone."""
        if self.march(s, s.hand).can_go():
            return True
        return len(s.hand) > 1 and any(self.march(s, [u]).ends() for u in s.hand)

    def arrived(self, s: M) -> None:
        """Called when the selected units have stopped, with their move on top of the agenda."""
        if not s.hand:
            self.let_go(s)
        elif self.stops(s, self.march(s, s.hand)):
            if self.may_act(s):
                s.agenda[-1] = (s.agenda[-1][0], STOPPED)
            else:
                s.moved |= of(s.hand)
                self.let_go(s)
        elif not (self.can_go_on(s) or self.may_act(s)):
            self.let_go(s)

    def let_go(self, s: M) -> None:
        """End the move on top of the agenda."""
        self.on_let_go(s)
        if not self.resumes:
            s.moved |= of(s.hand)
        s.hand.clear()
        s.agenda.pop()

    def go(self, s: M, march: March[G, M], end: int) -> None:
        """Move the selected units towards a hex in reach, as far as the first hex that interrupts them."""
        way = march.way(end)
        halts = self.halts(march)
        last = len(way) - 1
        if halts:
            last = next((n for n, h in enumerate(way) if n and halts >> h & 1), last)
        depth = len(s.agenda)
        self.carry(s, march, way[: last + 1])
        halted = last > 0 and bool(halts >> way[last] & 1)
        if self.waits(s, depth, end, halted=halted):
            if halted:
                self.interrupt(s, way[last])
        else:
            self.arrived(s)

    def waits(self, s: M, depth: int, end: int, *, halted: bool = False) -> bool:
        """Whether events come before the move goes on: those that entering has put on the agenda, or a halt."""
        events = s.agenda[depth:]
        if events or halted:
            s.agenda[depth:] = [(self.game.codes[Walk], end), *events]
        return bool(events) or halted


class Walk(Procedure[G, M]):
    """Takes the selected units on to the hex they were going to, after an event on the way. Argument: that hex."""

    name = "walk"
    args = ("hex",)

    def run(self, s: M) -> None:
        _, end = s.agenda[-1]
        self.pop(s)
        marches = self.game.marches
        if s.hand and s.at[s.hand[0]] != end:
            march = marches.march(s, s.hand)
            if not marches.stops(s, march) and march.ends() >> end & 1:
                marches.go(s, march, end)
                return
        marches.arrived(s)


class MoveOn(Phasing[G, M]):
    """Moving the selected units, all in one hex.

    Argument: whether they have moved since they were selected, or even had to stop.
    """

    name = "move"
    args = ("number",)

    def do_also(self, s: M, unit: int) -> None:
        s.hand.append(unit)

    def do_move(self, s: M, h: int) -> None:
        marches = self.game.marches
        self.set_args(s, MOVED)
        marches.go(s, marches.march(s, s.hand), h)

    def do_drop(self, s: M, unit: int) -> None:
        s.hand.remove(unit)
        if not self.game.marches.resumes:
            s.moved |= 1 << unit

    def do_stop(self, s: M, _: int) -> None:
        self.game.marches.let_go(s)
