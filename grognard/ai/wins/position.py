"""Where the units of a side can go in a position, which may differ from the real one by units that are gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from ...engine.doctrine import Aim
from ...hexes import Costs, bits, lowest, reach
from ..doctrine import WarState
from ..knowledge import Knowledge

_NONE: Mapping[int, int] = MappingProxyType({})


class Walkers(NamedTuple):
    """Units with the same movement, and the hexes they start from."""

    costs: Costs
    budget: int
    #: the longer budget for moves that avoid enemy zones; 0 if there is none
    outside: int
    #: hexes they may not enter, and hexes closed to their longer moves
    forbidden: int
    closed: int
    starts: int
    units: tuple[tuple[int, int], ...]


class Taker(NamedTuple):
    """A unit that can meet an aim: the hex it starts from and the hex it goes to."""

    unit: int
    start: int
    hex: int


class Position:
    """A position of a side before its movement.

    ``arrivals`` has the hexes where units off the map may be placed first; ``advanced`` further hexes in which units on
    the map may begin, such as one that they have just taken. Only ``movers`` can move, only ``fighters`` attack."""

    def __init__(
        self,
        known: Knowledge,
        s: WarState,
        side: int,
        arrivals: Mapping[int, int] = _NONE,
        advanced: Mapping[int, int] = _NONE,
        movers: int = -1,
        fighters: int = -1,
    ) -> None:
        self.known, self.game, self.doctrine = known, known.game, known.doctrine
        self.s, self.side, self.foe = s, side, 1 - side
        self.arrivals, self.advanced, self.movers, self.fighters = arrivals, advanced, movers, fighters
        self._met: dict[tuple[Aim, ...], list[Taker] | None] = {}

    @cached_property
    def placed(self) -> WarState:
        """The position with every unit that arrives in one of its hexes, to ask for its strength and movement."""
        if not self.arrivals:
            return self.s
        s = self.s.copy()
        for u, here in self.own():
            s.at[u] = here
            s.occupied[self.side] |= 1 << here
        return s

    @cached_property
    def zone(self) -> int:
        """The hexes in enemy zones."""
        return self.doctrine.zone(self.s, self.foe)

    @property
    def enemies(self) -> int:
        return self.s.occupied[self.foe]

    def without(self, hexes: int, moved: Mapping[int, int] = _NONE, advanced: Mapping[int, int] = _NONE) -> Position:
        """Return the position with all enemies in some hexes gone; ``moved`` ones are in other hexes instead."""
        after = self.s.copy()
        held = after.occupied[self.foe] & ~hexes
        for u in self.known.members[self.foe]:
            if after.at[u] >= 0 and hexes >> after.at[u] & 1:
                after.at[u] = moved.get(after.at[u], -1)
        for h in moved.values():
            held |= 1 << h
        after.occupied[self.foe] = held
        starts = {**self.advanced, **advanced}
        return Position(self.known, after, self.side, self.arrivals, starts, self.movers, self.fighters)

    def at(self, s: WarState) -> Position:
        """Return another position with the same arrivals and the same units that can act."""
        return Position(self.known, s, self.side, self.arrivals, self.advanced, self.movers, self.fighters)

    def with_enemies(self, places: Mapping[int, int]) -> Position:
        """Return the position with some enemy units in other hexes."""
        after = self.s.copy()
        for u, h in places.items():
            after.at[u] = h
            after.occupied[self.foe] |= 1 << h
        return self.at(after)

    # -- who can move ----------------------------------------------------------------------------

    def own(self) -> Iterator[tuple[int, int]]:
        """Return all units that may take part, with their hex; for those that arrive it is one of their hexes."""
        at = self.s.at
        for u in self.known.members[self.side]:
            if at[u] >= 0:
                yield u, at[u]
        for u, hexes in self.arrivals.items():
            open_ = hexes & ~self.enemies
            if at[u] < 0 and open_:
                yield u, lowest(open_ & ~self.zone or open_)

    def places(self, unit: int) -> int:
        """Return the hexes a unit may begin in."""
        here = self.s.at[unit]
        if here < 0:
            return self.arrivals.get(unit, 0) & ~self.enemies
        return 1 << here | self.advanced.get(unit, 0)

    @cached_property
    def walkers(self) -> list[Walkers]:
        """All units that can move, grouped by their movement."""
        doctrine, playable = self.doctrine, self.game.in_play(self.s)
        found: dict[tuple[int, int, int, int, int], list[tuple[int, int]]] = {}
        kept: dict[int, Costs] = {}
        s = self.placed
        for u, _ in self.own():
            speed = doctrine.speed(s, u) if self.movers >> u & 1 else 0
            if not speed:
                continue
            costs = doctrine.movement_costs(s, u)
            kept[id(costs)] = costs
            forbidden = self.game.board.playable & ~(doctrine.allowed_hexes(s, u) & playable)
            outside = doctrine.speed_outside_zones(s, u)
            closed = doctrine.closed_outside_zones(s, u) if outside else 0
            found.setdefault((id(costs), speed, outside, forbidden, closed), []).append((u, self.places(u)))
        out = []
        for (costs_id, speed, outside, forbidden, closed), units in found.items():
            starts = 0
            for _, places in units:
                starts |= places
            out.append(Walkers(kept[costs_id], speed, outside, forbidden, closed, starts, tuple(units)))
        return out

    def flood(self, group: Walkers, starts: int, less: int = 0) -> int:
        """Return the hexes that units of a group reach from some hexes with ``less`` points to spare."""
        zone, block, budget = self.zone, self.enemies | group.forbidden, group.budget - less
        caught, out = starts & zone, starts
        if caught and not self.doctrine.zone_to_zone:
            starts &= ~zone
            if self.doctrine.may_leave_zones:
                out |= reach(group.costs, caught, budget, stop=zone, block=block & ~caught, first_block=zone).all
        if starts:
            out |= reach(group.costs, starts, budget, stop=zone, block=block & ~starts).all
            if group.outside:
                closed = (block | zone | group.closed) & ~starts
                out |= reach(group.costs, starts, group.outside - less, block=closed).all
        return out

    def path(self, taker: Taker) -> list[int]:
        """Return the way of a unit from where it starts to where it goes."""
        for group in self.walkers:
            if any(u == taker.unit for u, _ in group.units):
                start, block = 1 << taker.start, (self.enemies | group.forbidden) & ~(1 << taker.start)
                ways = [reach(group.costs, start, group.budget, stop=self.zone, block=block)]
                closed = (block | self.zone | group.closed) & ~start
                ways += [reach(group.costs, start, group.outside, block=closed)] if group.outside else []
                for found in ways:
                    if found.all >> taker.hex & 1:
                        return found.path(taker.hex)
        return [taker.start, taker.hex]

    # -- aims ------------------------------------------------------------------------------------

    def meets(self, aims: tuple[Aim, ...]) -> list[Taker] | None:
        """Return units that meet all of some aims by movement; None if they cannot all be met."""
        if aims not in self._met:
            self._met[aims] = self._meeting(aims)
        return self._met[aims]

    def _meeting(self, aims: Iterable[Aim]) -> list[Taker] | None:
        out: list[Taker] = []
        for aim in aims:
            if not aim.units:
                continue
            found = self.takers(aim, {taker.unit for taker in out})
            if len(found) < aim.units:
                return None
            out += found
        return out

    def takers(self, aim: Aim, used: Iterable[int] = ()) -> list[Taker]:
        """Return as many units as an aim needs, if they can meet it by movement; fewer if there are not enough."""
        out: list[Taker] = []
        less = self.doctrine.exit_cost if aim.leaves else 0
        for group in self.walkers:
            found = self.flood(group, group.starts, less)
            hit = found & aim.hexes & ~self.enemies
            if aim.leaves:
                hit &= ~self.zone | group.starts
            if not hit:
                continue
            out += self._by_unit(group, aim.hexes & hit, less, {*used, *(t.unit for t in out)})
            if len(out) >= aim.units:
                break
        return out[: aim.units]

    def width(self, aim: Aim) -> int:
        """Return how many hexes of an aim each group of units can walk to, in all."""
        less, out = self.doctrine.exit_cost if aim.leaves else 0, 0
        for group in self.walkers:
            hit = self.flood(group, group.starts, less) & aim.hexes & ~self.enemies
            out += (hit & (~self.zone | group.starts) if aim.leaves else hit).bit_count()
        return out

    def _by_unit(self, group: Walkers, hexes: int, less: int, used: set[int]) -> list[Taker]:
        """Return the units of a group that reach one of some hexes, each from the first hex that will do."""
        out, floods = [], dict[int, int]()
        for u, places in group.units:
            for start in bits(places) if u not in used else ():
                if start not in floods:
                    floods[start] = self.flood(group, 1 << start, less) & hexes
                if floods[start]:
                    out.append(Taker(u, start, lowest(floods[start])))
                    break
        return out

    @cached_property
    def everywhere(self) -> int:
        """All hexes that some unit can be in after its movement."""
        out = 0
        for u, _ in self.own():
            out |= self.places(u)
        for group in self.walkers:
            out |= self.flood(group, group.starts)
        return out

    @cached_property
    def reach(self) -> dict[int, int]:
        """By unit: the hexes it can be in after its movement."""
        out: dict[int, int] = {}
        for u, _ in self.own():
            out[u] = self.places(u)
        for group in self.walkers:
            floods: dict[int, int] = {}
            for u, places in group.units:
                if places not in floods:
                    floods[places] = self.flood(group, places)
                out[u] |= floods[places]
        return out
