"""Chapter 10: movement, column movement and exits.

Units take control of every hex they enter, so the path is part of the decision: the selected units move by the cheapest
path to any hex in reach and may then move on. Units that began the phase in one hex are a parent stack: they may move
together or separately until another stack is moved (10.4, 10.5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.limits import lazy
from ...hexes import Costs, Reach, bits, of
from ...mechanics import moving
from . import supply
from .area import foreign_land
from .stacking import having_room, legal
from .state import ALLIED, GERMAN, RhineState

if TYPE_CHECKING:
    from .game import RhineGame


def begin_movement_phase(game: RhineGame, s: RhineState) -> None:
    s.moved = 0
    s.hand.clear()
    close_parent(s)


def close_parent(s: RhineState) -> None:
    """End the move of the parent stack (10.5). Its units that have not moved at all may still move later."""
    for u in bits(s.parent):
        if s.spent[u]:
            s.moved |= 1 << u
        s.points[u] = s.spent[u] = 0
    s.parent = s.column = 0


def open_parent(game: RhineGame, s: RhineState, unit: int) -> None:
    """Make the stack of a unit the parent stack."""
    close_parent(s)
    s.parent = s.pile[s.at[unit]] & game.units_of[s.phasing] & ~s.moved & ~game.roster.static
    judge_parent(game, s)


def judge_parent(game: RhineGame, s: RhineState) -> None:
    """Judge supply for the units of the parent stack that have not moved yet (8.1)."""
    zone, fed = _zone_and_fed(game, s)
    for u in bits(s.parent):
        if not s.spent[u]:
            s.points[u] = points_of(game, s, u)
            s.column = s.column & ~(1 << u) | may_use_column(game, s, u, zone, fed) << u


def _zone_and_fed(game: RhineGame, s: RhineState) -> tuple[int, int]:
    """The enemy zones, and the hexes where the phasing side has full overland supply."""
    return game.zones.of(s.occupied[1 - s.phasing]), supply.overland(game, s, s.phasing)


def points_of(game: RhineGame, s: RhineState, unit: int) -> int:
    """Movement points of a unit that begins to move: halved, rounded up, without full supply (8.6, 8.16)."""
    full = game.roster.movement[unit]
    kind = supply.kind_of(game, s, unit)
    return -(-full // 2) if supply.halves(kind, game.side_of[unit]) else full


def may_use_column(game: RhineGame, s: RhineState, unit: int, zone: int, fed: int) -> bool:
    """Whether a unit that begins to move may use column movement (5.8, 10.19, 10.20).

    ``zone``: the enemy zones; ``fed``: the hexes with full overland supply.
    """
    side, here = game.side_of[unit], s.at[unit]
    if side == GERMAN and s.turn == 1:
        return False
    if not fed >> here & 1:
        return False
    if zone >> here & 1:
        return bool(game.roster.patton >> unit & 1) and game.tables.year(s.turn) == 1944
    return True


def costs_of(game: RhineGame, s: RhineState, unit: int) -> Costs:
    """The current movement costs of a unit."""
    return game.class_costs(s, game.mover_class(s, unit))


def blocked_hexes(game: RhineGame, s: RhineState, unit: int) -> int:
    """Hexes a unit may not enter: enemies, flooded ground, the other side of the sector line.

    Supply is not a condition: a unit may move out of supply on purpose (8.9).
    """
    closed = s.occupied[1 - game.side_of[unit]] | supply.frozen(game, s) | game.hook
    return closed | foreign_land(game, s, unit)


class March(moving.March["RhineGame", RhineState]):
    """The moves that some units in one hex can make together, also by column movement."""

    # -- the rules of this game for moves ------------------------------------------------------

    def costs(self, unit: int) -> Costs:
        return costs_of(self.game, self.s, unit)

    def left(self, unit: int, *, column: bool = False) -> int:
        """The movement points a unit has left, without or with column movement."""
        points = self.s.points[unit]
        return points * (2 if column else 1) - self.s.spent[unit]

    def closed_to(self, unit: int) -> int:
        return blocked_hexes(self.game, self.s, unit)

    @lazy
    def zone(self) -> int:
        """Hexes in enemy zones, where a move stops (7.3)."""
        return self.game.zones.of(self.enemies)

    @lazy
    def avoided(self) -> int:
        """Cities that they would capture on the way."""
        return self.game.cities & ~self.controlled

    def same_costs(self) -> bool:
        classes = self.game.classes(self.s)
        return len({classes[u] for u in self.units}) == 1

    def with_room(self, hexes: int) -> int:
        """The hexes that have room for all (6.2)."""
        return having_room(self.game, self.s, hexes, self.members)

    # -- column movement (10.19) -----------------------------------------------------------------

    @property
    def most_left(self) -> int:
        """The points that all of them have left, with column movement for units that may use it."""
        return min(_most_left(self.s, u) for u in self.units)

    @lazy
    def closed_to_columns(self) -> int:
        """Hexes closed to column movement: enemy zones, and for the Allies the intact West Wall (10.19)."""
        wall = supply.intact(self.game, self.s) if self.side == ALLIED else 0
        return self.zone | wall

    def budgets(self) -> tuple[int, int]:
        """The points that all of them have left, without and with column movement."""
        points, spent = self.s.points, self.s.spent
        if len(self.units) == 1:
            u = self.units[0]
            return points[u] - spent[u], 2 * points[u] - spent[u]
        return min(points[u] - spent[u] for u in self.units), min(2 * points[u] - spent[u] for u in self.units)

    @property
    def columned(self) -> bool:
        """Whether all of them may still use column movement."""
        return not self.members & ~self.s.column

    @lazy
    def searches(self) -> list[Reach]:
        """The searches for units with the same costs.

        The first finds the hexes in reach of column movement, and the hexes closed to it that normal movement can
        reach. The second continues past the intact West Wall without column movement, if the wall is in reach.
        """
        look, here, zone, blocked = self.game.cached_reach, self.here, self.zone, self.blocked
        costs = costs_of(self.game, self.s, self.units[0])
        plain, most = self.budgets()
        if self.members & ~self.s.column:
            return [look(costs, here, plain, zone, blocked, -1, 0)] if plain > 0 else []
        if most <= 0:
            return []
        closed_to_columns = self.closed_to_columns
        found = [look(costs, here, most, closed_to_columns, blocked, max(plain, 0), closed_to_columns)]
        if plain > 0 and found[0].all & closed_to_columns & ~zone:
            found.append(look(costs, here, plain, zone, blocked, -1, 0))
        return found

    def steps(self) -> int:
        if len(self.units) == 1:
            return self._steps_alone(self.units[0])
        out = self.payable() & ~self.blocked
        return out | self._payable_by_column() & ~self.closed_to_columns if self.columned else out

    def _payable_by_column(self) -> int:
        return self.affordable([self.left(u, column=True) for u in self.units]) & ~self.blocked

    def _steps_alone(self, unit: int) -> int:
        points = self.s.points[unit]
        left = points - self.s.spent[unit]
        most = left + points if self.columned else left
        near = by_column = 0
        for price, hexes in costs_of(self.game, self.s, unit).from_hex[self.here]:
            if price <= left:
                near |= hexes
            elif price <= most:
                by_column |= hexes
        if by_column:
            near |= by_column & ~self.closed_to_columns
        return near & ~self.blocked if near else 0

    def paid(self, *, column: bool, avoid: int = 0) -> int:
        """The hexes that they could pay for if zones did not stop them, except hexes to avoid."""
        return self.paid_with([self.left(u, column=column) for u in self.units], avoid)

    # -- control, stacking and exits -------------------------------------------------------------

    def may_exit(self) -> bool:
        """Whether they may leave the map from where they are."""
        return may_exit(self.game, self.s, self.units[-1], self.most_left)

    def captures(self, h: int) -> int:
        """The cities that they capture on their path to a hex."""
        return of(self.way(h)[1:]) & self.avoided

    def consequences(self, h: int) -> list[tuple[str, str]]:
        """Consequences of their path to a hex, each with its rule: cities, sources of supply, a city left empty."""
        game, s, passed = self.game, self.s, of(self.way(h)[1:])
        out = [(f"captures {game.place_name(x)}", "3.9") for x in bits(passed & self.avoided)]
        closed = passed & supply.sources(game, s, 1 - self.side)
        out += [(f"closes the source of supply {game.place_name(x)}", "8.12") for x in bits(closed)]
        empty = 1 << self.here & game.cities & self.controlled
        if empty and h != self.here and not s.pile[self.here] & ~self.members:
            out.append((f"leaves {game.place_name(self.here)} empty", "3.9"))
        return out

    @lazy
    def controlled(self) -> int:
        """The hexes that their side controls."""
        return self.s.allied if self.side == ALLIED else ~self.s.allied

    @lazy
    def may_stay(self) -> bool:
        """Whether they may stay where they are."""
        return legal(self.game, self.s, self.s.pile[self.here], self.here)


def movable(game: RhineGame, s: RhineState, units: int) -> int:
    """Those of the units, unmoved and on the map, that have a hex to go to.

    Shortcut: a unit that could pay for any hex even with half its points can move if an empty hex of its area is
    adjacent.
    """
    mine, at, spent = s.occupied[s.phasing], s.at, s.spent
    free = game.land & ~mine & ~s.occupied[1 - s.phasing] & ~game.hook & ~game.flood_hexes
    vacant = [free & area for area in game.areas]
    walkers, opening_state, out = game.walkers(s), s.parent, 0
    while units:
        u = units.bit_length() - 1
        bit = 1 << u
        units ^= bit
        walker = walkers[u]
        if walker is not None and not (opening_state & bit and spent[u]):
            near, which = walker
            if near[at[u]] & vacant[which]:
                out |= bit
                continue
        if _movable_after_all(game, s, u):
            out |= bit
    return out


def _movable_after_all(game: RhineGame, s: RhineState, unit: int) -> bool:
    """Whether a unit can move that has no empty hex next to it, or few points."""
    if s.spent[unit]:
        if _most_left(s, unit) <= 0:
            return False
        march = March(game, s, [unit])
        return march.may_exit() or march.can_go()
    points = points_of(game, s, unit)
    near = _steps(game, s, unit, points)
    if (near and having_room(game, s, near, 1 << unit)) or may_exit(game, s, unit, points):
        return True
    if not near and not (_steps(game, s, unit, 2 * points) and may_use_column(game, s, unit, *_zone_and_fed(game, s))):
        return False
    # The full search, perhaps through full hexes or by column movement, on a trial state.
    return bool(single_march(game, s, unit).ends())


def _steps(game: RhineGame, s: RhineState, unit: int, points: int) -> int:
    """The adjacent hexes that a unit can enter with this many points."""
    near = 0
    for price, hexes in costs_of(game, s, unit).from_hex[s.at[unit]]:
        if price <= points:
            near |= hexes
    return near & ~blocked_hexes(game, s, unit)


def single_march(game: RhineGame, s: RhineState, unit: int) -> March:
    """The moves of one unit if it begins or continues its move now."""
    if s.spent[unit]:
        return March(game, s, [unit])
    trial = s.copy()
    open_parent(game, trial, unit)
    return March(game, trial, [unit])


def _most_left(s: RhineState, unit: int) -> int:
    return s.points[unit] * (2 if s.column >> unit & 1 else 1) - s.spent[unit]


def exit_edge(game: RhineGame, side: int) -> int:
    """The edge hexes from which a side leaves the map: the Allies in the east (4.2), the German in the west (4.4)."""
    return game.east_edge if side == ALLIED else game.west_edge


def exits_open(game: RhineGame, s: RhineState, side: int) -> bool:
    """No German unit leaves the map before Turn 4 (4.4)."""
    return side == ALLIED or s.turn >= game.tables.german_exit


def may_exit(game: RhineGame, s: RhineState, unit: int, left: int) -> bool:
    """Whether a unit may leave the map from where it is (4.2, 4.4). ``left``: the points it has left."""
    side = game.side_of[unit]
    edge = exit_edge(game, side) if exits_open(game, s, side) else 0
    return bool(edge >> s.at[unit] & 1) and left >= game.tables.exit_cost
