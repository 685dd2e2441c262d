"""Chapter 10: movement.

Every hex a unit enters changes hands, so the path is part of the decision: a selected unit moves by its cheapest path
to any hex in reach and may then go on. A stack moves hex by hex.
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
    """Movement factors of a unit that begins to move: halved out of supply (8.5, 10.1)."""
    if game.roster.static >> unit & 1:
        return 0
    full = game.tables.movement["mechanized" if game.roster.mechanized >> unit & 1 else "non-mechanized"]
    return full if supply.in_supply(game, s, unit) else full // 2


def costs_of(game: OderGame, s: OderState, unit: int) -> Costs:
    """What steps cost a unit now, German air support included (10.3)."""
    who = "mechanized" if game.roster.mechanized >> unit & 1 else "non-mechanized"
    return game.ground_of(who, game.side_of[unit], s.air)


def reach_of(game: OderGame, s: OderState, unit: int, budget: int) -> Reach:
    """Where a unit can go with some movement factors.

    Out of an enemy zone the first step must lead to a hex without one (7.1); in a zone it stops; and a
    land bridge hex in a zone cannot be entered at all, since no move may end there (ruling 10.0).
    """
    side, here = game.side_of[unit], s.at[unit]
    enemies = s.occupied[1 - side]
    zone = game.zones.of(enemies)
    block = enemies | zone & game.bridges
    first = zone if zone >> here & 1 else 0
    return reach(costs_of(game, s, unit), 1 << here, budget, stop=zone, block=block, first_block=first)


def ends(game: OderGame, s: OderState, unit: int, budget: int) -> int:
    """The hexes where a unit may stop, or pause, on its path: not its own, and no land bridge (10.0)."""
    if budget <= 0:
        return 0
    return reach_of(game, s, unit, budget).all & ~(1 << s.at[unit]) & ~game.bridges


# -- choosing a unit -------------------------------------------------------------------------


class Choosing(Phase["OderGame", OderState]):
    """Who can move at all: one question for many units."""

    @lazy
    def zone(self) -> int:
        """The hexes in enemy zones."""
        return self.game.zones.of(self.enemies)

    @lazy
    def free(self) -> int:
        """The hexes that are neither held nor watched by the enemy, and where a unit may stop."""
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
        """The least that a unit's first step costs."""
        costs, here = costs_of(self.game, self.s, unit), self.s.at[unit]
        return min((costs.step(here, h) or 0 for h in bits(self.first_hexes(unit))), default=0)


def beside_a_way_out(c: Choosing, units: int) -> int:
    """A unit in an enemy zone must go to a hex without one first (7.1)."""
    return of(u for u in bits(on_map(c, units)) if c.first_hexes(u))


def can_pay(c: Choosing, units: int) -> int:
    """The first step must not cost more than the unit has (10.0)."""
    return of(u for u in bits(on_map(c, units)) if c.first_cost(u) <= allowance(c.game, c.s, u))


def with_a_hex_to_go_to(c: Choosing, units: int) -> int:
    """Units with a hex in reach where they may stop.

    The quick answer is one affordable step into a hex that is neither held nor watched by the enemy.
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
        return Refusal("10.0", f"{name} can enter no hex next to it")
    if not near & ~c.enemies:
        return Refusal("10.0", f"{name} is shut in: the enemy occupies every hex next to it that it could enter")
    return f"{name} is in an enemy zone, and no hex without one that it could enter first is next to it"


def why_too_poor(c: Choosing, unit: int) -> str:
    where = "next to it that lies in no enemy zone" if c.zone >> c.s.at[unit] & 1 else "next to it"
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
            Limit("10.0", unmoved, "{it} has been moved in this phase"),
            Reason("7.1", beside_a_way_out, why_shut_in),
            Reason("10.0", can_pay, why_too_poor),
            Limit("10.0", with_a_hex_to_go_to, "{it} has no hex in reach where it may stop"),
        ),
        Choice("done"),
        Choice(
            "supply",
            Only("8.3", markers.german_phase, "aerial supply may not be placed in the Soviet Movement Phase"),
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
        """The adjacent hexes that all units of a stack can enter; a land bridge only if they can go on from it."""
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
        """The hexes that all selected units could get to if there were no enemy zones, paid for or not."""
        out = -1
        for unit, left in self.stack:
            budget = left if paid else 10_000
            out &= reach(costs_of(self.game, self.s, unit), 1 << self.here, budget, block=self.enemies).all
        return out


def destinations(c: Hand, hexes: int) -> int:
    """One unit goes to any hex in reach, a stack to the next hex."""
    if len(c.hand) == 1:
        return hexes & ends(c.game, c.s, c.hand[0], c.left[0])
    return hexes & c.steps(c.stack, c.here)


def one_unit_off_bridges(c: Hand, hexes: int) -> int:
    """A unit by itself goes on over a land bridge in one move, so it never ends or pauses there (10.0)."""
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
        return f"{c.names} may not go straight from one enemy zone into another"
    if stack and game.bridges >> h & 1:
        return Refusal("10.0", f"from the land bridge hex {there} the stack could not go on")
    return f"enemy zones stop {c.names} on the way to {there}"


def companions(c: Hand, units: int) -> int:
    """Units that can come along: there is a first hex for all."""
    game, s = c.game, c.s
    return of(u for u in bits(units) if c.steps([*c.stack, (u, allowance(game, s, u))], c.here))


class Move(Phasing["OderGame", OderState]):
    """Selected units, each with the movement factors it has left. Argument: whether they have moved yet.

    Supply for movement was judged when they were selected and does not change on the way (8.0).
    """

    name = "move"
    args = ("number",)
    case = Hand
    choices: ClassVar[tuple[Choice[Hand], ...]] = (
        Choice(
            "move",
            Limit("10.0", lambda c, hexes: hexes & ~(1 << c.here), "{c.names} is in {it} already"),
            Reason("6.0", lambda c, hexes: hexes & ~c.enemies, "{it} is occupied by the enemy"),
            Reason("10.0", lambda c, hexes: hexes & ~c.game.sea, "{it} is sea"),
            Reason("10.0", one_unit_off_bridges, "no unit may stop in the land bridge hex {it}: name a hex beyond it"),
            Reason("10.0", next_to_stack, "{it} is not adjacent: a stack moves hex by hex"),
            Reason("10.0", not_over_sea, "an all-sea hexside lies between {c.where} and {it}"),
            Reason("10.0", lambda c, hexes: hexes & c.anywhere(paid=False), "no path round the enemy leads to {it}"),
            Reason(
                "10.0",
                lambda c, hexes: hexes & c.anywhere(paid=True),
                "{c.names}: not enough movement factors to reach {it}",
            ),
            Limit("7.1", destinations, why_zones),
        ),
        Choice(
            "also",
            Only("10.0", lambda c: not c.moved, "a stack is put together before it moves"),
            Limit("10.0", own_units, "{it} is an enemy unit"),
            Limit("10.0", lambda c, units: units & ~of(c.hand), "{it} is selected already"),
            Limit("2.3", mobile, "{it} is static and never moves"),
            Limit("10.0", unmoved, "{it} has been moved in this phase"),
            Limit("10.0", lambda c, units: units & units_in(c.s.at, c.here), "{it} is not in {c.where}"),
            Limit("10.0", companions, "no hex next to {c.where} can be entered by {it} and {c.names} together"),
        ),
        Choice(
            "stop",
            Only("10.0", lambda c: c.moved, "nothing has been moved yet"),
            Only("10.0", lambda c: not c.game.bridges >> c.here & 1, "no unit may stop on a land bridge"),
        ),
        Choice(
            "drop",
            Only("10.1", lambda c: c.moved, "the stack has not set out yet"),
            Only("10.0", lambda c: not c.game.bridges >> c.here & 1, "no unit may stop on a land bridge"),
            Only("10.1", lambda c: len(c.hand) > 1, "only one unit is selected: it can stop"),
            Limit("10.1", lambda c, units: units & of(c.hand), "{it} is not in the moving stack"),
        ),
    )

    def prompt(self, s: OderState) -> Prompt:
        c = Hand(self.game, s)
        if c.moved:
            return Prompt(f"Move {c.names} on, or stop.", "10.0")
        return Prompt(f"Choose the hex {c.names} moves to.", "10.0")

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
        price, way = found.cost(h), found.path(h)
        assert price is not None
        s.report("10.0", "{} moves {}", game.counters[unit].id, " ".join(game.place_name(x) for x in way))
        for x in way[1:-1]:
            take(game, s, s.phasing, 1 << x)
        enter(game, s, unit, h)
        s.left[0] -= price

    def _move_stack(self, s: OderState, h: int) -> None:
        game = self.game
        s.report("10.0", "{} move to {}", game.listed(s.hand), game.place_name(h))
        for i, unit in enumerate(s.hand):
            price = costs_of(game, s, unit).step(s.at[unit], h)
            assert price is not None
            s.left[i] -= price
        for unit in s.hand:
            enter(game, s, unit, h)

    def _go_on_or_stop(self, s: OderState, h: int) -> None:
        """In an enemy zone the move is over; otherwise those who can still go anywhere stay selected."""
        game = self.game
        if game.zones.of(s.occupied[1 - s.phasing]) >> h & 1:
            self._release(s, list(s.hand))
        else:
            on = len(s.hand) > 1 and game.bridges >> h & 1
            stuck = [u for u, left in zip(s.hand, s.left, strict=True) if not on and not ends(game, s, u, left)]
            self._release(s, stuck)

    def _release(self, s: OderState, units: list[int]) -> None:
        """Selected units have ended their move; with none left this step is over."""
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
