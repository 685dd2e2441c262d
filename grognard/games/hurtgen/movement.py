"""Chapter 5: movement.

A unit is selected (``select``) and moved by its cheapest path (``move``). It cannot be moved
again in the phase (5.15). Only the destination and the cost matter, so the path itself is not a decision:
a unit passes through friends (5.32) and friendly zones (5.33), and an enemy zone costs nothing extra (6.12).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.limits import Choice, Limit, Only, Reason, lazy
from ...engine.step import Prompt
from ...hexes import Reach, bits, of
from ...mechanics.ground import Ground
from ...mechanics.phasing import Phase, Phasing, own_units, unmoved
from . import exits, reinforcements
from .state import DUE, EXITED, HurtgenState
from .units import place

if TYPE_CHECKING:
    from .game import HurtgenGame


def begin_movement_phase(s: HurtgenState) -> None:
    s.moved = 0
    s.entries.clear()
    s.fought = s.struck = s.advanced = s.displaced = 0
    s.duty_attack = s.duty_target = 0


def reach_of(game: HurtgenGame, s: HurtgenState, unit: int) -> Reach:
    """The hexes that a unit on the map can reach with its allowance (5.13). It stops in enemy zones (6.0) and never
    enters an enemy's hex (5.12)."""
    side = game.side_of[unit]
    return game.ground[unit].reach(
        s.at[unit], game.roster.movement[unit], stop=game.enemy_zone(s, side), block=s.occupied[1 - side]
    )


def vacated(s: HurtgenState, here: int) -> int:
    """The hex that a selected unit leaves empty; -1 if it makes room for another or comes from off the map."""
    return here if here >= 0 and s.at.count(here) == 1 else -1


def may_exchange(game: HurtgenGame, s: HurtgenState, hexes: int, left: int) -> int:
    """The friendly hexes whose unit can still make room for a newcomer (5.31).

    The unit must not have moved, must be free to leave, and must have a vacant hex to go to. ``left`` is the hex that
    the newcomer comes from (-1 for none), which is vacant by then.
    """
    side = s.phasing
    free = hexes & ~game.enemy_zone(s, side)
    if not free:
        return 0
    vacant = game.board.playable & ~s.occupied[0] & ~s.occupied[1]
    if left >= 0:
        vacant |= 1 << left
    room = AdjacentRoom(game, vacant)
    out = 0
    for h in bits(free):
        unit = game.unit_at(s, h)
        if not s.moved >> unit & 1 and (room.next_to(unit, h) or _has_room(game, s, unit, vacant)):
            out |= 1 << h
    return out


def _has_room(game: HurtgenGame, s: HurtgenState, unit: int, vacant: int) -> bool:
    """Whether a unit can reach one of the vacant hexes, or leave the map."""
    reached = reach_of(game, s, unit)
    return bool(reached.all & vacant & ~(1 << s.at[unit]) or exits.exit_hexes(game, s, unit, reached))


def reach_from(game: HurtgenGame, s: HurtgenState, unit: int, entry: int, spent: int) -> Reach:
    """The hexes that a selected unit can reach, on the map or from its entry hex."""
    if entry < 0:
        return reach_of(game, s, unit)
    return reinforcements.entry_reach(game, s, unit, entry, spent)


def stops(game: HurtgenGame, s: HurtgenState, unit: int, hexes: int) -> int:
    """The hexes where a unit may stop: not its own, and a friend's hex only if the friend can make room (5.31)."""
    here = s.at[unit]
    if here >= 0:
        hexes &= ~(1 << here)
    met = hexes & s.occupied[s.phasing]
    if met:
        hexes = hexes & ~met | may_exchange(game, s, met, vacated(s, here))
    return hexes


def can_go(game: HurtgenGame, s: HurtgenState, unit: int, entry: int = -1, spent: int = 0) -> bool:
    """Whether a unit can stop anywhere, or leave the map."""
    reached = reach_from(game, s, unit, entry, spent)
    return bool(stops(game, s, unit, reached.all) or exits.exit_hexes(game, s, unit, reached))


class AdjacentRoom:
    """Units with an affordable vacant hex next to them, answered for many units at once."""

    def __init__(self, game: HurtgenGame, vacant: int) -> None:
        self.game = game
        self.vacant = vacant
        self._known: dict[tuple[int, int], int] = {}

    def next_to(self, unit: int, h: int) -> bool:
        """Whether a unit in a hex has an affordable vacant hex next to it."""
        roster = self.game.roster
        budget = roster.movement[unit]
        key = (budget, roster.vehicles >> unit & 1)
        hexes = self._known.get(key)
        if hexes is None:
            hexes = self._known[key] = self.game.ground[unit].beside(self.vacant, budget)
        return bool(hexes >> h & 1)


# -- choosing a unit -------------------------------------------------------------------------


class Choosing(Phase["HurtgenGame", HurtgenState]):
    """The units that can move."""

    @lazy
    def held(self) -> int:
        """The units of the phasing side in enemy zones."""
        return self.game.units_in(self.s, self.s.occupied[self.side] & self.game.zones.of(self.enemies))

    @lazy
    def room(self) -> AdjacentRoom:
        return AdjacentRoom(self.game, self.game.board.playable & ~self.s.occupied[0] & ~self.s.occupied[1])

    def among(self, units: int, box: int) -> int:
        """The units that are in a box."""
        return of(u for u in bits(units) if self.s.at[u] == box)


def outside_enemy_zones(c: Choosing, units: int) -> int:
    """A unit leaves an enemy zone only through combat, not by movement (5.14, 6.13)."""
    return units & ~c.held


def in_play(c: Choosing, units: int) -> int:
    return of(u for u in bits(units) if c.s.at[u] >= 0 or c.s.at[u] == DUE)


def with_a_hex_to_go_to(c: Choosing, units: int) -> int:
    """A unit moves only if it can pay for hex and hexside (5.25); nothing forces it to enter the map (13.23)."""
    game, s, room = c.game, c.s, c.room
    at, out = s.at, 0
    for u in bits(units):
        h = at[u]
        if h >= 0:
            if room.next_to(u, h) or can_go(game, s, u):
                out |= 1 << u
        elif h == DUE and reinforcements.entry_hexes(game, s, u):
            out |= 1 << u
    return out


class Movement(Phasing["HurtgenGame", HurtgenState]):
    """The Movement Phase: choose a unit, or end the phase (4.1, 5.0)."""

    name = "movement"
    case = Choosing
    choices: ClassVar[tuple[Choice[Choosing], ...]] = (
        Choice(
            "select",
            Limit("5.11", own_units, "{it} is an enemy unit: units move in their owner's Movement Phase only"),
            Limit("5.15", unmoved, "{it} has finished its move in this Player-Turn"),
            Reason(
                "14.11", lambda c, units: units & ~c.among(units, EXITED), "{it} has left the map and may not return"
            ),
            Reason("5.0", in_play, "{it} is not on the map"),
            *reinforcements.WAITING,
            Limit("5.14", outside_enemy_zones, "{it} is in an enemy Zone of Control and may not leave it by movement"),
            Limit("5.25", with_a_hex_to_go_to, "{it} has no hex to move to"),
        ),
        Choice("done"),
    )

    def prompt(self, s: HurtgenState) -> Prompt:
        return Prompt("Choose a unit to move or a reinforcement to enter, or end the Movement Phase.", "5.0")

    def do_select(self, s: HurtgenState, unit: int) -> None:
        self.push(s, Move, unit, -1, 0)

    def do_done(self, s: HurtgenState, _: int) -> None:
        self.pop(s)


# -- moving it -------------------------------------------------------------------------------


class Moving(Phase["HurtgenGame", HurtgenState]):
    """The selected unit, its entry hex (or -1), and the half points it has spent."""

    unit: int
    entry: int
    spent: int

    def __init__(self, game: HurtgenGame, s: HurtgenState) -> None:
        super().__init__(game, s)
        _, self.unit, self.entry, self.spent = s.agenda[-1]
        self.here = s.at[self.unit]

    @property
    def name(self) -> str:
        return self.game.counters[self.unit].id

    @property
    def waiting(self) -> bool:
        """Whether the unit is still off the map and has no entry hex yet."""
        return self.here == DUE and self.entry < 0

    @property
    def start(self) -> int:
        """The hex from which it moves."""
        return self.entry if self.entry >= 0 else self.here

    @property
    def entry_name(self) -> str:
        return self.game.place_name(self.entry)

    @lazy
    def reached(self) -> Reach:
        return reach_from(self.game, self.s, self.unit, self.entry, self.spent)

    @lazy
    def zone(self) -> int:
        """The hexes in enemy zones."""
        return self.game.zones.of(self.enemies)

    @property
    def ground(self) -> Ground:
        return self.game.ground[self.unit]

    def without_enemies(self, budget: int) -> int:
        """The hexes it could reach if there were no enemies."""
        return self.ground.enter_reach(self.start, self.spent, budget).all


def not_behind_a_closed_hexside(c: Moving, hexes: int) -> int:
    """No step crosses water without a bridge; vehicles stay on roads in closed ground (5.24, 6.31)."""
    near = c.game.board.grid.neighbours(1 << c.start) & ~c.ground.costs.next(1 << c.start)
    return hexes & (~near | c.reached.all)


def why_closed(c: Moving, h: int) -> str | Refusal:
    there = c.game.place_name(h)
    if c.ground is c.game.vehicle:
        return Refusal("5.24", f"{c.name} is a vehicle and may go to {there} only by road or trail")
    return f"a river without a bridge blocks {c.name} from {there}"


def released_at_the_entry(c: Moving, hexes: int) -> int:
    """A unit that enters the map in an enemy zone stops there (13.21)."""
    return hexes & 1 << c.entry if c.entry >= 0 and c.zone >> c.entry & 1 else hexes


def vacant_or_exchanged(c: Moving, hexes: int) -> int:
    return stops(c.game, c.s, c.unit, hexes & c.reached.all)


def why_stacked(c: Moving, h: int) -> str:
    friend = c.game.counters[c.game.unit_at(c.s, h)].id
    return f"{c.name} may not stop in the hex of {friend}, which cannot move away in this phase"


class Move(Phasing["HurtgenGame", HurtgenState]):
    """Move the selected unit. Arguments: the unit, its entry hex (or -1) and the half points spent."""

    name = "move"
    args = ("unit", "hex", "number")
    case = Moving
    choices: ClassVar[tuple[Choice[Moving], ...]] = (
        Choice(
            "enter",
            Only("13.11", lambda c: c.entry < 0, "{c.name} has already entered at {c.entry_name}"),
            Only("13.0", lambda c: c.here == DUE, "{c.name} is not waiting to enter"),
            *reinforcements.ENTERING,
        ),
        Choice(
            "move",
            Only("13.11", lambda c: not c.waiting, "{c.name} must enter the map first"),
            Limit(
                "5.0", lambda c, hexes: hexes & ~(1 << c.here) if c.here >= 0 else hexes, "{c.name} is already in {it}"
            ),
            Reason("5.12", lambda c, hexes: hexes & ~c.enemies, "{it} holds an enemy unit"),
            Reason("13.21", released_at_the_entry, "{c.name} entered an enemy Zone of Control and must stop there"),
            Reason("6.31", not_behind_a_closed_hexside, why_closed),
            Reason("6.31", lambda c, hexes: hexes & c.without_enemies(10_000), why_closed),
            Reason(
                "5.13",
                lambda c, hexes: hexes & c.without_enemies(c.game.roster.movement[c.unit]),
                "{c.name} does not have enough Movement Points to reach {it}",
            ),
            Limit(
                "6.0",
                lambda c, hexes: hexes & c.reached.all,
                "{c.name} cannot reach {it}: enemy units or their Zones of Control are in the way",
            ),
            Limit("5.31", vacant_or_exchanged, why_stacked),
        ),
        Choice("exit", Only("13.11", lambda c: not c.waiting, "{c.name} must enter the map first"), *exits.LEAVING),
    )

    def prompt(self, s: HurtgenState) -> Prompt:
        c = Moving(self.game, s)
        if c.waiting:
            return Prompt(f"Choose the hex where {c.name} enters.", "13.11")
        if s.at.count(c.here) > 1 and c.here >= 0:
            return Prompt(f"{c.name} must make room for the unit that entered its hex. Choose where it moves.", "5.31")
        if c.entry >= 0:
            return Prompt(f"Choose the hex {c.name} moves to, or {c.entry_name} to stop where it entered.", "13.14")
        if self.game.roster.panzer116 >> c.unit & 1:
            return Prompt(f"Choose the hex {c.name} moves to, or the edge hex where it leaves the map.", "5.0")
        return Prompt(f"Choose the hex {c.name} moves to.", "5.0")

    def do_enter(self, s: HurtgenState, h: int) -> None:
        _, unit, _, _ = s.agenda[-1]
        spent = reinforcements.entry_cost(self.game, s, unit, h)
        assert spent is not None
        s.entries.append(h)
        self.set_args(s, unit, h, spent)

    def do_move(self, s: HurtgenState, h: int) -> None:
        game = self.game
        _, unit, entry, _ = s.agenda.pop()
        side = s.phasing
        if s.at[unit] == DUE:
            s.report(
                "13.11",
                "{} enters at {} and stops in {}",
                game.counters[unit].id,
                game.place_name(entry),
                game.place_name(h),
            )
        else:
            s.report(
                "5.0", "{} moves from {} to {}", game.counters[unit].id, game.place_name(s.at[unit]), game.place_name(h)
            )
        # A friend in the hex must move away at once (5.31); the move is offered only if it can.
        friend = game.unit_at(s, h) if s.occupied[side] >> h & 1 else -1
        place(game, s, unit, h)
        s.moved |= 1 << unit
        if friend >= 0:
            self.push(s, Move, friend, -1, 0)

    def do_exit(self, s: HurtgenState, h: int) -> None:
        _, unit, _, _ = s.agenda.pop()
        s.report("14.0", "{} leaves the map from {}", self.game.counters[unit].id, self.game.place_name(h))
        place(self.game, s, unit, EXITED)
        s.moved |= 1 << unit
