"""Chapter 10: movement.

A unit takes control of every hex it enters, so the path matters. A selected unit moves by its cheapest path to any hex
in reach and may then move on. A stack moves one hex at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.limits import Choice, Limit, Only, Reason, lazy
from ...engine.step import Prompt
from ...hexes import Costs, Reach, bits, of, reach
from ...mechanics.phasing import Phase, Phasing, mobile, on_map, own_units, unmoved
from ...mechanics.stacks import units_in
from . import markers, stacking, supply
from .state import OderState
from .units import enter, take

if TYPE_CHECKING:
    from .game import OderGame


def begin_movement_phase(s: OderState) -> None:
    s.moved = 0
    s.hand.clear()
    s.left.clear()


def allowance(game: OderGame, s: OderState, unit: int) -> int:
    """The movement factors of a unit at the start of its move, halved if out of supply (8.5, 10.1)."""
    if game.roster.static >> unit & 1:
        return 0
    full = game.tables.movement["mechanized" if game.roster.mechanized >> unit & 1 else "non-mechanized"]
    return full if supply.in_supply(game, s, unit) else full // 2


def costs_of(game: OderGame, s: OderState, unit: int) -> Costs:
    """The costs of steps for a unit now, German air support included (10.3)."""
    who = "mechanized" if game.roster.mechanized >> unit & 1 else "non-mechanized"
    return game.ground_of(who, game.side_of[unit], s.air)


def reach_of(game: OderGame, s: OderState, unit: int, budget: int) -> Reach:
    """The hexes that a unit can reach with some movement factors.

    The first step out of an enemy zone must lead to a hex outside all enemy zones (7.1). A unit stops when it enters a
    zone. A land bridge hex in a zone cannot be entered, because no move may end there (ruling 10.0).
    """
    side, here = game.side_of[unit], s.at[unit]
    enemies = s.occupied[1 - side]
    zone = game.zones.of(enemies)
    block = enemies | zone & game.bridges
    first = zone if zone >> here & 1 else 0
    return reach(costs_of(game, s, unit), 1 << here, budget, stop=zone, block=block, first_block=first)


def ends(game: OderGame, s: OderState, unit: int, budget: int) -> int:
    """The hexes where a unit may stop or pause: not its own, and no land bridge (10.0)."""
    if budget <= 0:
        return 0
    return reach_of(game, s, unit, budget).all & ~(1 << s.at[unit]) & ~game.bridges


# -- choosing a unit -------------------------------------------------------------------------


class Choosing(Phase["OderGame", OderState]):
    """The units that can move, answered for many units at once."""

    @lazy
    def zone(self) -> int:
        """The hexes in enemy zones."""
        return self.game.zones.of(self.enemies)

    @lazy
    def free(self) -> int:
        """The hexes without enemies and outside their zones where a unit may stop."""
        return self.game.board.playable & ~self.enemies & ~self.zone & ~self.game.bridges

    @lazy
    def beside(self) -> dict[tuple[int, int], int]:
        """By movement factors and kind of unit: the hexes from which one step leads to a free hex."""
        return {}

    def first_hexes(self, unit: int) -> int:
        """The hexes that a unit's first step may lead to, whatever it costs (7.1)."""
        here = self.s.at[unit]
        near = costs_of(self.game, self.s, unit).next(1 << here) & ~self.enemies
        return near & ~self.zone if self.zone >> here & 1 else near

    def first_cost(self, unit: int) -> int:
        """The lowest cost of a unit's first step."""
        costs, here = costs_of(self.game, self.s, unit), self.s.at[unit]
        return min((costs.step(here, h) or 0 for h in bits(self.first_hexes(unit))), default=0)


def beside_a_way_out(c: Choosing, units: int) -> int:
    """The first step of a unit in an enemy zone must lead out of all enemy zones (7.1)."""
    return of(u for u in bits(on_map(c, units)) if c.first_hexes(u))


def can_pay(c: Choosing, units: int) -> int:
    """The first step must not cost more than the unit has (10.0)."""
    return of(u for u in bits(on_map(c, units)) if c.first_cost(u) <= allowance(c.game, c.s, u))


def with_a_hex_to_go_to(c: Choosing, units: int) -> int:
    """The units that can reach a hex where they may stop.

    The fast test is one affordable step into a hex without enemies and outside their zones.
    """
    game, s, beside = c.game, c.s, c.beside
    at, mechanized, out = s.at, game.roster.mechanized, 0
    for u in bits(units):
        h = at[u]
        if h < 0:
            continue
        budget = allowance(game, s, u)
        key = (budget, mechanized >> u & 1)
        hexes = beside.get(key)
        if hexes is None:
            hexes = beside[key] = costs_of(game, s, u).beside(c.free, budget)
        if hexes >> h & 1 or ends(game, s, u, budget):
            out |= 1 << u
    return out


def why_shut_in(c: Choosing, unit: int) -> str | Refusal:
    game, name = c.game, c.game.counters[unit].id
    near = costs_of(game, c.s, unit).next(1 << c.s.at[unit])
    if not near:
        return Refusal("10.0", f"{name} cannot enter any hex next to it")
    if not near & ~c.enemies:
        return Refusal("10.0", f"{name} is surrounded: enemy units occupy every hex next to it that it could enter")
    return f"{name} is in an enemy Zone of Control, and every adjacent hex it could enter is in one too"


def why_too_poor(c: Choosing, unit: int) -> str:
    where = "next to it that is not in an enemy Zone of Control" if c.zone >> c.s.at[unit] & 1 else "next to it"
    return f"{c.game.counters[unit].id} has too few movement factors to enter a hex {where}"


class Movement(Phasing["OderGame", OderState]):
    """The Movement Phase: choose a unit, or end the phase."""

    name = "movement"
    case = Choosing
    choices: ClassVar[tuple[Choice[Choosing], ...]] = (
        Choice(
            "select",
            Limit("10.0", own_units, "{it} is an enemy unit"),
            Reason("10.0", on_map, "{it} is not on the map"),
            Limit("2.3", mobile, "{it} is static and never moves"),
            Limit("10.0", unmoved, "{it} has already moved in this phase"),
            Reason("7.1", beside_a_way_out, why_shut_in),
            Reason("10.0", can_pay, why_too_poor),
            Limit("10.0", with_a_hex_to_go_to, "{it} cannot reach a hex where it may stop"),
        ),
        Choice("done"),
        Choice(
            "supply",
            Only(
                "8.3", markers.german_phase, "the aerial supply marker may not be placed in the Soviet Movement Phase"
            ),
            *markers.AERIAL,
        ),
    )

    def prompt(self, s: OderState) -> Prompt:
        text = "Choose a unit to move, or end the Movement Phase."
        return Prompt(text + stacking.warning(self.game, s), "10.0")

    def do_select(self, s: OderState, unit: int) -> None:
        s.hand.append(unit)
        s.left.append(allowance(self.game, s, unit))
        self.push(s, Move, 0)

    def do_supply(self, s: OderState, unit: int) -> None:
        markers.place_supply(self.game, s, unit)

    def do_done(self, s: OderState, _: int) -> None:
        self.pop(s)


# -- moving what is selected -----------------------------------------------------------------


class Hand(Phase["OderGame", OderState]):
    """The selected units, all in one hex, and the movement factors each has left."""

    moved: int

    def __init__(self, game: OderGame, s: OderState) -> None:
        super().__init__(game, s)
        _, self.moved = s.agenda[-1]
        self.hand, self.left = s.hand, s.left
        self.here = s.at[s.hand[0]]

    @property
    def names(self) -> str:
        return self.game.listed(self.hand)

    @property
    def where(self) -> str:
        return self.game.place_name(self.here)

    @lazy
    def zone(self) -> int:
        """The hexes in enemy zones."""
        return self.game.zones.of(self.enemies)

    @property
    def stack(self) -> list[tuple[int, int]]:
        """The selected units with what they have left."""
        return list(zip(self.hand, self.left, strict=True))

    def steps(self, stack: list[tuple[int, int]], here: int) -> int:
        """The adjacent hexes that all units of a stack can enter; a land bridge only if they can move on from it."""
        game, zone = self.game, self.zone
        out = game.board.playable & ~self.enemies & ~(game.bridges & zone)
        if zone >> here & 1:
            out &= ~zone
        for unit, left in stack:
            out &= self._payable(unit, left, here)
        for h in bits(out & game.bridges):
            after = [(u, left - (costs_of(game, self.s, u).step(here, h) or 0)) for u, left in stack]
            if not self.steps(after, h):
                out &= ~(1 << h)
        return out

    def _payable(self, unit: int, left: int, here: int) -> int:
        """The adjacent hexes that a unit can pay for."""
        near = 0
        for price, hexes in costs_of(self.game, self.s, unit).from_hex[here]:
            if price <= left:
                near |= hexes
        return near

    def anywhere(self, *, paid: bool) -> int:
        """The hexes that all selected units could reach without enemy zones, within their factors or not."""
        out = -1
        for unit, left in self.stack:
            budget = left if paid else 10_000
            out &= reach(costs_of(self.game, self.s, unit), 1 << self.here, budget, block=self.enemies).all
        return out


def destinations(c: Hand, hexes: int) -> int:
    """Any hex in reach for one unit, an adjacent hex for a stack."""
    if len(c.hand) == 1:
        return hexes & ends(c.game, c.s, c.hand[0], c.left[0])
    return hexes & c.steps(c.stack, c.here)


def one_unit_off_bridges(c: Hand, hexes: int) -> int:
    """A single unit crosses a land bridge in one move, so it never ends or pauses there (10.0)."""
    return hexes & ~c.game.bridges if len(c.hand) == 1 else hexes


def next_to_stack(c: Hand, hexes: int) -> int:
    return hexes & c.game.board.grid.neighbours(1 << c.here) if len(c.hand) > 1 else hexes


def not_over_sea(c: Hand, hexes: int) -> int:
    """No step crosses an all-sea hexside."""
    near = c.game.board.grid.neighbours(1 << c.here)
    return hexes & ~(near & ~c.game.lines.next(1 << c.here)) if len(c.hand) > 1 else hexes


def why_zones(c: Hand, h: int) -> str | Refusal:
    game, there = c.game, c.game.place_name(h)
    stack = len(c.hand) > 1
    if c.zone >> c.here & 1 and c.zone >> h & 1 and game.board.grid.adjacent(c.here, h):
        return f"{c.names} may not move directly from one enemy Zone of Control into another"
    if stack and game.bridges >> h & 1:
        return Refusal("10.0", f"the stack could not move on from the land bridge hex {there}")
    return f"enemy Zones of Control stop {c.names} on the way to {there}"


def companions(c: Hand, units: int) -> int:
    """The units that can join the stack: all can enter a common first hex."""
    game, s = c.game, c.s
    return of(u for u in bits(units) if c.steps([*c.stack, (u, allowance(game, s, u))], c.here))


class Move(Phasing["OderGame", OderState]):
    """Move the selected units. Argument: whether they have moved yet.

    Supply for movement is checked when a unit is selected and does not change during the move (8.0).
    """

    name = "move"
    args = ("number",)
    case = Hand
    choices: ClassVar[tuple[Choice[Hand], ...]] = (
        Choice(
            "move",
            Limit("10.0", lambda c, hexes: hexes & ~(1 << c.here), "{c.names} is already in {it}"),
            Reason("6.0", lambda c, hexes: hexes & ~c.enemies, "{it} is occupied by the enemy"),
            Reason("10.0", lambda c, hexes: hexes & ~c.game.sea, "{it} is a sea hex"),
            Reason(
                "10.0", one_unit_off_bridges, "no unit may stop in the land bridge hex {it}; choose a hex beyond it"
            ),
            Reason("10.0", next_to_stack, "{it} is not adjacent; a stack moves one hex at a time"),
            Reason("10.0", not_over_sea, "an all-sea hexside separates {c.where} from {it}"),
            Reason(
                "10.0", lambda c, hexes: hexes & c.anywhere(paid=False), "no path around the enemy units leads to {it}"
            ),
            Reason(
                "10.0",
                lambda c, hexes: hexes & c.anywhere(paid=True),
                "not enough movement factors to reach {it}: {c.names}",
            ),
            Limit("7.1", destinations, why_zones),
        ),
        Choice(
            "also",
            Only("10.0", lambda c: not c.moved, "units join a stack only before it moves"),
            Limit("10.0", own_units, "{it} is an enemy unit"),
            Limit("10.0", lambda c, units: units & ~of(c.hand), "{it} is already selected"),
            Limit("2.3", mobile, "{it} is static and never moves"),
            Limit("10.0", unmoved, "{it} has already moved in this phase"),
            Limit("10.0", lambda c, units: units & units_in(c.s.at, c.here), "{it} is not in {c.where}"),
            Limit("10.0", companions, "{it} and {c.names} together can enter no hex next to {c.where}"),
        ),
        Choice(
            "stop",
            Only("10.0", lambda c: c.moved, "the selected units have not moved yet"),
            Only("10.0", lambda c: not c.game.bridges >> c.here & 1, "no unit may stop on a land bridge"),
        ),
        Choice(
            "drop",
            Only("10.1", lambda c: c.moved, "the stack has not moved yet"),
            Only("10.0", lambda c: not c.game.bridges >> c.here & 1, "no unit may stop on a land bridge"),
            Only("10.1", lambda c: len(c.hand) > 1, "only one unit is selected; use 'stop'"),
            Limit("10.1", lambda c, units: units & of(c.hand), "{it} is not in the moving stack"),
        ),
    )

    def prompt(self, s: OderState) -> Prompt:
        c = Hand(self.game, s)
        if c.moved:
            return Prompt(f"Choose the next hex for {c.names}, or stop.", "10.0")
        return Prompt(f"Choose the hex {c.names} {'moves' if len(c.hand) == 1 else 'move'} to.", "10.0")

    def do_also(self, s: OderState, unit: int) -> None:
        s.left.append(allowance(self.game, s, unit))
        s.hand.append(unit)

    def do_move(self, s: OderState, h: int) -> None:
        if len(s.hand) > 1:
            self._move_stack(s, h)
        else:
            self._move_unit(s, h)
        self.set_args(s, 1)
        self._go_on_or_stop(s, h)

    def _move_unit(self, s: OderState, h: int) -> None:
        game, unit = self.game, s.hand[0]
        found = reach_of(game, s, unit, s.left[0])
        cost, path = found.cost(h), found.path(h)
        assert cost is not None
        s.report("10.0", "{} moves {}", game.counters[unit].id, game.path_words(path))
        for x in path[1:-1]:
            take(game, s, s.phasing, 1 << x)
        enter(game, s, unit, h)
        s.left[0] -= cost

    def _move_stack(self, s: OderState, h: int) -> None:
        game = self.game
        s.report("10.0", "{} move to {}", game.listed(s.hand), game.place_name(h))
        for i, unit in enumerate(s.hand):
            cost = costs_of(game, s, unit).step(s.at[unit], h)
            assert cost is not None
            s.left[i] -= cost
        for unit in s.hand:
            enter(game, s, unit, h)

    def _go_on_or_stop(self, s: OderState, h: int) -> None:
        """End the move in an enemy zone; otherwise keep the units selected that can still move."""
        game = self.game
        if game.zones.of(s.occupied[1 - s.phasing]) >> h & 1:
            self._release(s, list(s.hand))
        else:
            on = len(s.hand) > 1 and game.bridges >> h & 1
            stuck = [u for u, left in zip(s.hand, s.left, strict=True) if not on and not ends(game, s, u, left)]
            self._release(s, stuck)

    def _release(self, s: OderState, units: list[int]) -> None:
        """End the move of some selected units; with none left the step ends."""
        for unit in units:
            i = s.hand.index(unit)
            del s.hand[i], s.left[i]
            s.moved |= 1 << unit
        if not s.hand:
            self.pop(s)

    def do_drop(self, s: OderState, unit: int) -> None:
        self._release(s, [unit])

    def do_stop(self, s: OderState, _: int) -> None:
        self._release(s, list(s.hand))
