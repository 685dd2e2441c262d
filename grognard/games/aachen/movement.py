"""Chapter 7.3: how far a stack can go, what its steps cost, and which path it takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from ...hexes import Reach, reach
from .ground import Steps
from .state import AachenState
from .zones import enemy_zone

if TYPE_CHECKING:
    from .game import AachenGame


def steps_of(game: AachenGame, units: Iterable[int]) -> Steps:
    """The costs of steps for units that move together: the highest of their costs (ruling 7.3.1g)."""
    mover = game.roster.mover
    first, *others = [mover[u] for u in units]
    if all(other == first for other in others):
        return game.ground.steps[first]
    return game.ground.steps_together(frozenset((first, *others)))


def allowances(game: AachenGame, units: Iterable[int]) -> tuple[int, int]:
    """The Movement Allowance of a stack in half points, and that with the increase of leg units (7.3.1, 7.3.5)."""
    roster = game.roster
    plain = [2 * roster.movement[u] for u in units]
    more = [2 * (roster.movement[u] + (game.tables.leg_bonus if roster.leg >> u & 1 else 0)) for u in units]
    return min(plain), min(more)


@dataclass
class March:
    """A stack on its way: where it is, what it has spent in half points, and whether it has been next to an enemy.

    It knows what its side knows: where enemy units are and where their zones reach.
    """

    game: AachenGame
    s: AachenState
    units: tuple[int, ...]
    spent: int = 0
    #: whether the Movement Action has brought it next to an enemy unit, the starting hex included
    loud: bool = False

    def __post_init__(self) -> None:
        game, s = self.game, self.s
        self.here = s.at[self.units[0]]
        self.side = game.side_of[self.units[0]]
        self.steps = steps_of(game, self.units)
        self.allowance, self.increased = allowances(game, self.units)
        self.zone = enemy_zone(game, s, self.side)
        self.beside = game.board.grid.neighbours(s.occupied[1 - self.side])
        self.loud = self.loud or bool(self.beside >> self.here & 1)
        #: hexes that cannot be entered: enemy combat units, outside the area, beyond the outer line
        self.closed = s.manned[1 - self.side] | game.closed_hexes(s, self.side)

    @property
    def begun(self) -> bool:
        """Whether it has left its first hex: there is no step that costs nothing."""
        return self.spent > 0

    @property
    def in_zone(self) -> bool:
        return bool(self.zone >> self.here & 1)

    @property
    def held(self) -> bool:
        """Whether it may go no farther: it has entered an enemy zone (5.4.1)."""
        return self.begun and self.in_zone

    # -- the searches ------------------------------------------------------------------------

    @cached_property
    def near(self) -> Reach:
        """Hexes within the allowance."""
        return self._search(self.allowance, 0)

    @cached_property
    def far(self) -> Reach | None:
        """Hexes within the increased allowance that are never next to an enemy unit (7.3.5); None where it is lost."""
        if self.loud or self.increased == self.allowance:
            return None
        return self._search(self.increased, self.beside)

    @cached_property
    def farther(self) -> int:
        """Hexes within the increased allowance, if no enemy unit were near (7.3.5)."""
        return self._search(self.increased, 0).all

    def _search(self, budget: int, block: int) -> Reach:
        first = self.zone if self.in_zone else 0
        costs = self.steps.in_zone(self.zone)
        start = 1 << self.here
        if self.held:
            budget = self.spent
        return reach(
            costs,
            start,
            max(budget, self.spent),
            stop=self.zone,
            block=(self.closed | block) & ~start,
            spent=self.spent,
            first_block=first,
        )

    @cached_property
    def whole(self) -> int:
        """Hexes that take the whole allowance: the first step, and then it stops (7.3.2, 7.3.7).

        Any step that is allowed at all can be made as the only one.
        """
        if self.begun:
            return 0
        return self.steps.open.next(1 << self.here) & ~self.closed & ~(self.zone if self.in_zone else 0)

    @cached_property
    def infiltration(self) -> int:
        """Hexes that can be entered from zone to zone, with the whole allowance and a check (7.3.4)."""
        if self.begun or not self.in_zone:
            return 0
        return self.steps.open.next(1 << self.here) & ~self.closed & self.zone

    @cached_property
    def targets(self) -> int:
        """Every hex that the stack can be ordered to."""
        found = self.near.all | self.whole | self.infiltration
        if self.far is not None:
            found |= self.far.all
        return found & ~(1 << self.here)

    def cost(self, h: int) -> int:
        """The cost of a hex in reach from here, in half points."""
        for found in (self.near, self.far):
            price = found.cost(h) if found is not None else None
            if price is not None:
                return price - self.spent
        return self.allowance - self.spent

    def after(self, h: int) -> int | None:
        """The points spent after a step to a neighbour, or None if the step takes the whole allowance."""
        price = self.steps.in_zone(self.zone).step(self.here, h)
        if price is None or (self.in_zone and self.zone >> h & 1):
            return None
        spent = self.spent + price
        quiet = not self.loud and not self.beside >> h & 1
        return spent if spent <= (self.increased if quiet else self.allowance) else None

    # -- the path ----------------------------------------------------------------------------

    def next_hex(self, goal: int) -> int:
        """The next hex on the path to a hex in reach."""
        return self.path(goal)[1]

    def path(self, goal: int) -> list[int]:
        """The whole path from here, both ends included.

        A neighbour is entered at once, so that a player can choose the path. Otherwise the path meets the fewest places
        where the enemy might react, then it is the cheapest. The increased allowance is for paths without any.
        """
        near = self.game.board.grid.adjacent(self.here, goal)
        if near and (self.after(goal) is not None or (self.whole | self.infiltration) >> goal & 1):
            return [self.here, goal]
        quiet = self._search(self.allowance, self.game.triggers(self.s, self.side) & ~(1 << goal))
        if quiet.all >> goal & 1:
            return quiet.path(goal)
        if self.far is not None and self.far.all >> goal & 1:
            return self.far.path(goal)
        return self._fewest(self.near, goal)

    def _fewest(self, found: Reach, goal: int) -> list[int]:
        """The path with the fewest triggers within the budget, then the cheapest."""
        triggers, costs, budget = self.game.triggers(self.s, self.side), found.costs, len(found.levels) - 1
        heap: list[tuple[int, int, int, tuple[int, ...]]] = [(0, self.spent, self.here, (self.here,))]
        best: dict[int, int] = {}
        while heap:
            met, price, h, way = heappop(heap)
            if h == goal:
                return list(way)
            if best.get(h, budget + 1) <= price:
                continue
            best[h] = price
            if h != self.here and self.zone >> h & 1:
                continue
            block = self.closed | (found.first_block if h == self.here else 0)
            for n in self.game.board.grid.neighbour_list(h):
                step = costs.step(h, n)
                if step is not None and price + step <= budget and not block >> n & 1 and found.all >> n & 1:
                    heappush(heap, (met + (triggers >> n & 1), price + step, n, (*way, n)))
        raise AssertionError(f"no path to {self.game.place_name(goal)}")


def march_of_units(
    game: AachenGame, s: AachenState, units: tuple[int, ...], spent: int = 0, loud: bool = False
) -> March:
    """A stack on its way. The same question is often asked again at once, so the last march is kept."""
    key = (units, s.at[units[0]], spent, loud, *s.occupied, *s.manned, *s.grip, s.turn, s.scenario_index)
    asked, found = game.march_asked
    if found is None or asked != key:
        found = March(game, s, units, spent, loud)
        game.march_asked = key, found
    found.s = s  # another state may be alike in all that matters here
    return found
