"""Chapter 7.3: how far a stack can go, what its steps cost, and which path it takes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from heapq import heappop, heappush
from itertools import pairwise
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from ...engine.limits import lazy
from ...hexes import Reach, of
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


class Mover(NamedTuple):
    """A stack as its movement sees it: its side, steps, and Movement Allowance without and with the increase."""

    side: int
    steps: Steps
    allowance: int
    increased: int


def mover_of(game: AachenGame, units: tuple[int, ...]) -> Mover:
    """The abilities of units that move together. They never change, so the answers are kept."""
    found = game.memory.movers.get(units)
    if found is None:
        if len(game.memory.movers) >= 4096:
            game.memory.movers.clear()
        found = Mover(game.side_of[units[0]], steps_of(game, units), *allowances(game, units))
        game.memory.movers[units] = found
    return found


class Front(NamedTuple):
    """The enemies that a side meets when it moves. It knows where enemy units are and where their zones reach."""

    zone: int
    #: hexes next to an enemy unit, and next to an enemy combat unit (7.3.5, 6.4.1)
    beside: int
    triggers: int
    #: hexes that cannot be entered: enemy combat units, outside the area, beyond the outer line
    closed: int
    #: hexes with enemy HQs alone
    lone_hqs: int


def front_of(game: AachenGame, s: AachenState, side: int) -> Front:
    """The front of a side. The last one is kept; it depends on enemy places and zones, the turn and the scenario."""
    enemy = 1 - side
    occupied, manned = s.occupied[enemy], s.manned[enemy]
    key = (occupied, manned, s.grip[2 * enemy], s.grip[2 * enemy + 1], s.turn, s.scenario_index)
    asked, found = game.memory.fronts[side]
    if found is None or asked != key:
        near = game.board.grid.neighbours
        closed = manned | game.closed_hexes(s, side)
        found = Front(enemy_zone(game, s, side), near(occupied), near(manned), closed, occupied & ~manned)
        game.memory.fronts[side] = key, found
    return found


class Route(NamedTuple):
    """The path of a stack to the hex it was ordered to. As long as nothing comes up, it goes on along it."""

    front: Front
    units: tuple[int, ...]
    goal: int
    #: the next hex, by the hex where the stack is and the points spent there
    onwards: dict[tuple[int, int], int]


class March:
    """A stack on its way: where it is, what it has spent in half points, and whether it has been next to an enemy."""

    def __init__(
        self, game: AachenGame, s: AachenState, units: tuple[int, ...], spent: int = 0, loud: bool = False
    ) -> None:
        self.game, self.s, self.units, self.spent = game, s, units, spent
        self.here = s.at[units[0]]
        self.side, self.steps, self.allowance, self.increased = mover_of(game, units)
        self.front = front_of(game, s, self.side)
        self.zone, self.beside, self.triggers, self.closed, self.lone_hqs = self.front
        #: whether the Movement Action has brought it next to an enemy unit, the starting hex included
        self.loud = loud or bool(self.beside >> self.here & 1)
        #: whether it has left its first hex: there is no step that costs nothing
        self.begun = spent > 0
        self.in_zone = bool(self.zone >> self.here & 1)
        #: whether it may go no farther: it has entered an enemy zone (5.4.1)
        self.held = self.begun and self.in_zone

    # -- the searches ------------------------------------------------------------------------

    @lazy
    def near(self) -> Reach:
        """Hexes within the allowance. If no enemy is next to them, they are the beginning of the farther search."""
        far = self.__dict__.get("far")  # only if it was searched already
        if far is not None and self.spent <= self.allowance:
            levels = far.levels[: self.allowance + 1]
            every = of_levels(levels)
            if not far.costs.next(every) & self.beside:
                return Reach(far.costs, levels, every, far.stop, far.spent, far.first_block)
        return self._search(self.allowance, 0)

    @lazy
    def far(self) -> Reach | None:
        """Hexes within the increased allowance that are never next to an enemy unit (7.3.5); None where it is lost."""
        if self.loud or self.increased == self.allowance:
            return None
        return self._search(self.increased, self.beside)

    @lazy
    def farther(self) -> int:
        """Hexes within the increased allowance, if no enemy unit were near (7.3.5)."""
        return self._search(self.increased, 0).all

    def _search(self, budget: int, block: int) -> Reach:
        budget = self.spent if self.held else max(budget, self.spent)
        return self.steps.search(self.here, self.spent, budget, self.zone, self.closed | block)

    @lazy
    def whole(self) -> int:
        """Hexes that take the whole allowance: the first step, and then it stops (7.3.2, 7.3.7).

        Any step that is allowed at all can be made as the only one.
        """
        if self.begun:
            return 0
        return self.steps.open.near[self.here] & ~self.closed & ~(self.zone if self.in_zone else 0)

    @lazy
    def infiltration(self) -> int:
        """Hexes that can be entered from zone to zone, with the whole allowance and a check (7.3.4)."""
        if self.begun or not self.in_zone:
            return 0
        return self.steps.open.near[self.here] & ~self.closed & self.zone

    @lazy
    def targets(self) -> int:
        """Every hex that the stack can be ordered to."""
        far = self.far.all if self.far is not None else 0
        return (far | self.near.all | self.whole | self.infiltration) & ~(1 << self.here)

    def cost(self, h: int) -> int:
        """The cost of a hex in reach from here, in half points."""
        for found in (self.near, self.far):
            price = found.cost(h) if found is not None else None
            if price is not None:
                return price - self.spent
        return self.allowance - self.spent

    def after(self, h: int) -> int | None:
        """The points spent after a step to a neighbour, or None if the step takes the whole allowance."""
        price = self.steps.price(self.zone, self.here, h)
        if price is None or (self.in_zone and self.zone >> h & 1):
            return None
        spent = self.spent + price
        quiet = not self.loud and not self.beside >> h & 1
        return spent if spent <= (self.increased if quiet else self.allowance) else None

    # -- the path ----------------------------------------------------------------------------

    def next_hex(self, goal: int) -> int:
        """The next hex on the path to a hex in reach.

        A path without triggers that was found before is still the one to be found, as long as nothing has changed.
        """
        if self._is_direct(goal):
            return goal
        route = self.game.memory.route
        if route is not None and route.front is self.front and (route.units, route.goal) == (self.units, goal):
            h = route.onwards.get((self.here, self.spent))
            if h is not None:
                return h
        found = self._quiet_path(goal)
        if found is None:
            return self._fewest(self.near, goal)[1]
        self._keep_route(goal, found)
        return found[1]

    def _keep_route(self, goal: int, path: list[int]) -> None:
        onwards, spent = {}, self.spent
        for a, b in pairwise(path):
            onwards[a, spent] = b
            spent += self.steps.price(self.zone, a, b) or 0
        self.game.memory.route = Route(self.front, self.units, goal, onwards)

    def path(self, goal: int) -> list[int]:
        """The whole path from here, both ends included.

        A neighbour is entered at once, so that a player can choose the path. Otherwise the path meets the fewest places
        where the enemy might react, then it is the cheapest. The increased allowance is for paths without any.
        """
        if self._is_direct(goal):
            return [self.here, goal]
        return self._quiet_path(goal) or self._fewest(self.near, goal)

    def _is_direct(self, goal: int) -> bool:
        """Whether a goal is a neighbour that can be entered at once."""
        if not self.steps.open.near[self.here] >> goal & 1:
            return False
        return self.after(goal) is not None or bool((self.whole | self.infiltration) >> goal & 1)

    def _quiet_path(self, goal: int) -> list[int] | None:
        """The cheapest path without triggers on the way, or None if there is none."""
        if self.near.all >> goal & 1:
            found = self.near.path(goal)
            if not self.triggers & of(found[1:-1]):  # the same path is found without the triggers
                return found
        quiet = self._search(self.allowance, self.triggers & ~(1 << goal))
        if quiet.all >> goal & 1:
            return quiet.path(goal)
        return self.far.path(goal) if self.far is not None and self.far.all >> goal & 1 else None

    def _fewest(self, found: Reach, goal: int) -> list[int]:
        """The path with the fewest triggers within the budget, then the cheapest."""
        triggers, costs, budget = self.triggers, found.costs, len(found.levels) - 1
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


def of_levels(levels: Iterable[int]) -> int:
    """The hexes of all levels of a search."""
    return reduce(or_, levels)


def march_of_units(
    game: AachenGame, s: AachenState, units: tuple[int, ...], spent: int = 0, loud: bool = False
) -> March:
    """A stack on its way. The same question is often asked again at once, so the last march is kept.

    It depends on the units and their hex, on what they have done, and on the front.
    """
    key = (units, s.at[units[0]], spent, loud, front_of(game, s, game.side_of[units[0]]))
    asked, found = game.memory.march
    if found is None or asked != key:
        found = March(game, s, units, spent, loud)
        game.memory.march = key, found
    found.s = s  # another state may be alike in all that matters here
    return found
