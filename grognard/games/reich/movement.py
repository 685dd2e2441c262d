"""Chapters 6.5, 10.4 and 10.5: where units can move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

from ...engine.limits import lazy
from ...hexes import Costs, Reach, reach
from ...mechanics import moving
from . import exits, limits
from .allowance import allowance
from .state import ALLIED, BRITTANY, GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def mover_of(game: ReichGame, unit: int) -> str:
    """The class of a unit's movement costs (10.5, 17.3, 17.4)."""
    if game.roster.staff >> unit & 1:
        return "staff"
    return "mountain" if game.roster.mountain >> unit & 1 else "ordinary"


def costs_of(game: ReichGame, s: ReichState, side: int, mover: str) -> Costs:
    """The current costs of steps in mid-move, if nobody helps others over the Rhine (10.7.4)."""
    return game.rhine.german_costs(s, mover) if side == GERMAN else game.rhine.allied_costs(s, mover)


class March(moving.March["ReichGame", ReichState]):
    """The moves that some units in one hex can make together."""

    def __init__(self, game: ReichGame, s: ReichState, units: Sequence[int]) -> None:
        super().__init__(game, s, units)
        self.mine = game.combat_of[self.side]

    # -- points and costs --------------------------------------------------------------------

    @lazy
    def mover(self) -> str:
        """The class of the slowest: a stack pays its costs together."""
        if len(self.units) == 1:
            return mover_of(self.game, self.units[0])
        found = {mover_of(self.game, u) for u in self.units}
        return next(word for word in ("ordinary", "mountain", "staff") if word in found)

    def same_costs(self) -> bool:
        return True

    @lazy
    def current(self) -> Costs:
        """The costs of steps in mid-move."""
        if self.side == ALLIED and self.here >= 0:
            return self.game.rhine.costs_from(self.s, self.mover, self.here, self.budget)
        return costs_of(self.game, self.s, self.side, self.mover)

    def costs(self, unit: int) -> Costs:
        return self.current

    def left(self, unit: int) -> int:
        return allowance(self.game, self.s, unit) - self.s.spent[unit]

    @lazy
    def budget(self) -> int:
        """The points that all of them have left."""
        units = self.units
        return max(0, self.left(units[0]) if len(units) == 1 else min(self.left(u) for u in units))

    @lazy
    def paid(self) -> Costs:
        """The costs of steps that are possible in some way, the first over the Rhine included."""
        game = self.game
        return game.rhine.paid_costs(self.s, self.mover) if self.side == ALLIED else self.costs(self.units[0])

    def price_of(self, way: Sequence[int], unit: int) -> int:
        if len(way) == 1:  # back from Brittany (7.1.2.K)
            return 1
        if self.game.roster.staff >> unit & 1:  # 17.3, 17.4, ruling 17.4.Ah
            return len(way) - 1
        if len(self.searches) == 1:  # a path is as cheap as can be, and so is its beginning
            return self.searches[0].cost(way[-1]) or 0
        return sum(self.paid.step(a, b) or 0 for a, b in pairwise(way))

    # -- hexes -------------------------------------------------------------------------------

    @lazy
    def zone(self) -> int:
        return self.game.zone(self.s, 1 - self.side)

    @lazy
    def closed_at_first(self) -> int:
        return self.zone if self.here >= 0 and self.zone >> self.here & 1 else 0

    @lazy
    def stopped(self) -> bool:
        """Whether they have moved and may not move on: in an enemy zone (6.5), or behind the Rhine (10.7.4)."""
        if self.s.halted or self.here < 0 or not self.zone >> self.here & 1:
            return self.s.halted
        return any(self.s.spent[u] for u in self.units)

    @lazy
    def endless(self) -> int:
        """The hexes where at least one of them may not end its movement."""
        out = 0
        for u in self.units:
            out |= limits.no_end(self.game, self.s, u)
        return out

    @lazy
    def stops(self) -> int:
        """The hexes where a move stops or halts."""
        return self.zone | self.game.marches.halts(self)

    def closed_to(self, unit: int) -> int:
        """A hex that stops a move is closed if the move may not end there."""
        closed, endless = self.enemies | limits.closed_to(self.game, self.s, unit), self.endless
        return closed | self.stops & endless if endless else closed

    @lazy
    def first_crossing(self) -> int:
        """The hexes beyond the Rhine that they may enter as their first, to stop there (10.7.4)."""
        if self.side != ALLIED or self.here not in self.game.rhine.over or any(self.s.spent[u] for u in self.units):
            return 0
        found = self.game.rhine.across(self.s, self.here)
        return found & ~(self.blocked | self.closed_at_first | self.endless) if found else 0

    @lazy
    def searches(self) -> list[Reach]:
        if self.here < 0 or self.budget <= 0 or self.stopped:
            return []
        found = [self.search(self.current, self.budget)]
        if self.first_crossing:
            everywhere = self.game.board.grid.all
            found.append(reach(self.paid, 1 << self.here, self.budget, stop=everywhere, block=~self.first_crossing))
        return found

    def search(self, costs: Costs, budget: int) -> Reach:
        return self.game.searches.reach(
            costs, self.here, budget, stop=self.zone, block=self.blocked, first_block=self.closed_at_first
        )

    @lazy
    def reached(self) -> int:
        if self.here < 0:
            return exits.return_hexes(self.game, self.s) & ~self.blocked if self.s.at[self.units[0]] == BRITTANY else 0
        out = 0
        for found in self.searches:
            out |= found.all
        return out & ~(1 << self.here)

    def with_room(self, hexes: int) -> int:
        return hexes & ~self.endless

    def steps(self) -> int:
        return self.reached & (self.game.board.grid.neighbours(1 << self.here) if self.here >= 0 else -1)

    def can_go(self) -> bool:
        """Whether they can move on: mostly a look at the adjacent hexes is enough."""
        if self.here < 0:
            return bool(self.ends())
        if self.budget <= 0 or self.stopped:
            return False
        near = 0
        for price, hexes in self.current.from_hex[self.here]:
            if price <= self.budget:
                near |= hexes
        near &= ~(self.blocked | self.closed_at_first)
        return bool(near & ~self.endless or ((near or self.first_crossing) and self.ends()))

    def way(self, h: int) -> list[int]:
        return [h] if self.here < 0 else super().way(h)


#: the findings of a march that are kept
_FOUND = tuple({name for base in March.__mro__ for name, value in vars(base).items() if isinstance(value, lazy)})
#: the facts that they depend on, besides lists: who moves how far, what is closed, and where a move ends
_FACTS = attrgetter(
    *("scenario_index turn phasing step declared army21 army6 oos dropped priority priority_moved red_ball".split()),
    *("halted fielded negated allied razed breakout west_free antwerp antwerp_held offensive brittany_turn".split()),
    *("brittany_back exits ike_lifted holland_open bridge blown flood target attackers".split()),
)


class Recent:
    """The findings of the last march of the selected units. The same position is often asked again at once."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Before the position of the last march changes."""
        self._key: tuple[object, ...] = ()
        self._at: tuple[object, ...] = ()
        self._march: March | None = None

    def tell(self, march: March) -> None:
        """Let a march know what one in the same position has found out."""
        s, units = march.s, march.units
        spent = s.spent[units[0]] if len(units) == 1 else [s.spent[u] for u in units]
        key = _FACTS(s), s.points[:], s.strafers[:], s.hand[:], s.dropping[:], s.landing[:], s.occupied[:], s.zoned[:]
        if self._march is not None and key == self._key and (units, spent, s.at) == self._at:
            known, found = vars(march), vars(self._march)
            for name in _FOUND:
                if name in found:
                    known[name] = found[name]
        else:
            self._key, self._at = key, (units[:], spent, s.at[:])
        self._march = march
