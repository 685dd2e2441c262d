"""Chapter 10: movement.

Every hex a unit enters changes hands, so the way is part of the decision: a unit in hand moves by its
cheapest way to any hex in reach and may then go on. A stack moves hex by hex.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import ONLY, Offer, Prompt, Step
from ...hexes import Costs, Reach, bits, reach
from ...mechanics.stacks import units_in
from . import markers, stacking, supply
from .state import GERMAN, OderState
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
    """Where a unit can go with so many movement factors.

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
    """The hexes where a unit may stop, or pause, on its way: not its own, and no land bridge (10.0)."""
    if budget <= 0:
        return 0
    return reach_of(game, s, unit, budget).all & ~(1 << s.at[unit]) & ~game.bridges


class Room:
    """Which units can move at all: one question for many units.

    The quick answer is one affordable step into a hex that is neither held nor watched by the enemy.
    """

    def __init__(self, game: OderGame, s: OderState) -> None:
        self.game, self.s = game, s
        enemies = s.occupied[1 - s.phasing]
        self.free = game.board.playable & ~enemies & ~game.zones.of(enemies) & ~game.bridges
        self._beside: dict[tuple[int, int], int] = {}

    def can_move(self, unit: int) -> bool:
        budget = allowance(self.game, self.s, unit)
        key = (budget, self.game.roster.mechanized >> unit & 1)
        hexes = self._beside.get(key)
        if hexes is None:
            hexes = self._beside[key] = costs_of(self.game, self.s, unit).beside(self.free, budget)
        return bool(hexes >> self.s.at[unit] & 1) or bool(ends(self.game, self.s, unit, budget))


class Movement(Step):
    """The Movement Phase: take a unit in hand, or end the phase."""

    name = "movement"

    def seat(self, s: OderState) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: OderState) -> Prompt:
        text = "Choose a unit to move, or end the Movement Phase."
        return Prompt(text + stacking.warning(self.game, s), "10.0")

    def offer(self, s: OderState) -> Offer:
        game: OderGame = self.game
        movable, at = 0, s.at
        room = Room(game, s)
        for u in bits(game.units_of[s.phasing] & ~s.moved & ~game.roster.static):
            if at[u] >= 0 and room.can_move(u):
                movable |= 1 << u
        out = {"select": movable, "done": ONLY}
        if s.phasing == GERMAN:
            out["supply"] = markers.may_supply(game, s)
        return out

    def permits(self, s: OderState, verb: str, arg: int) -> bool:
        if verb == "select":
            game: OderGame = self.game
            if arg >= len(s.at) or game.side_of[arg] != s.phasing or s.moved >> arg & 1 or s.at[arg] < 0:
                return False
            return Room(game, s).can_move(arg)
        if verb == "supply":
            return s.phasing == GERMAN and bool(markers.may_supply(self.game, s) >> arg & 1)
        return verb == "done" and arg == 0

    def do_select(self, s: OderState, unit: int) -> None:
        s.hand.append(unit)
        s.left.append(allowance(self.game, s, unit))
        self.push(s, Move, 0)

    def do_supply(self, s: OderState, unit: int) -> None:
        markers.place_supply(self.game, s, unit)

    def do_done(self, s: OderState, _: int) -> None:
        self.pop(s)

    def refuse(self, s: OderState, verb: str, arg: int) -> Refusal:
        game: OderGame = self.game
        if verb == "supply":
            if s.phasing != GERMAN:
                return Refusal("8.3", "aerial supply may not be placed in the Soviet Movement Phase")
            return markers.refuse_supply(game, s, arg)
        if verb != "select":
            return self.out_of_place(s, verb)
        name = game.counters[arg].id
        if game.side_of[arg] != s.phasing:
            return Refusal("10.0", f"{name} is an enemy unit")
        if s.at[arg] < 0:
            return Refusal("10.0", f"{name} is not on the map")
        if game.roster.static >> arg & 1:
            return Refusal("2.3", f"{name} is static and never moves")
        if s.moved >> arg & 1:
            return Refusal("10.0", f"{name} has been moved in this phase")
        if game.zones.of(s.occupied[1 - s.phasing]) >> s.at[arg] & 1:
            return Refusal("7.1", f"{name} is in an enemy zone and has no free hex without one to go to first")
        return Refusal("10.0", f"{name} has nowhere to go")


class Move(Step):
    """Units in hand, each with the movement factors it has left. Argument: whether they have moved yet.

    Supply for movement was judged when they were taken up and does not change on the way (8.0).
    """

    name = "move"
    args = ("number",)

    def seat(self, s: OderState) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: OderState) -> Prompt:
        names = self._names(s)
        if s.agenda[-1][1]:
            return Prompt(f"Move {names} on, or stop.", "10.0")
        return Prompt(f"Choose the hex {names} moves to.", "10.0")

    def _names(self, s: OderState) -> str:
        return ", ".join(self.game.counters[u].id for u in s.hand)

    def offer(self, s: OderState) -> Offer:
        out: Offer = {"move": self._destinations(s)}
        if not s.agenda[-1][1]:
            out["also"] = self._companions(s)
        elif not self.game.bridges >> s.at[s.hand[0]] & 1:  # nobody may stop on a land bridge (10.0)
            out["stop"] = ONLY
            if len(s.hand) > 1:
                out["drop"] = sum(1 << u for u in s.hand)
        return out

    def permits(self, s: OderState, verb: str, arg: int) -> bool:
        if verb == "move":
            return bool(self._destinations(s) >> arg & 1)
        return super().permits(s, verb, arg)

    def _destinations(self, s: OderState) -> int:
        if len(s.hand) == 1:
            return ends(self.game, s, s.hand[0], s.left[0])
        return self._steps(s, list(zip(s.hand, s.left, strict=True)), s.at[s.hand[0]])

    def _steps(self, s: OderState, stack: list[tuple[int, int]], here: int) -> int:
        """The adjacent hexes that all units of a stack can enter; a land bridge only if they can go on from it."""
        game: OderGame = self.game
        enemies = s.occupied[1 - s.phasing]
        zone = game.zones.of(enemies)
        out = game.board.playable & ~enemies & ~(game.bridges & zone)
        if zone >> here & 1:
            out &= ~zone
        for unit, left in stack:
            near = 0
            for price, hexes in costs_of(game, s, unit).from_hex[here]:
                if price <= left:
                    near |= hexes
            out &= near
        for h in bits(out & game.bridges):
            after = [(u, left - (costs_of(game, s, u).step(here, h) or 0)) for u, left in stack]
            if not self._steps(s, after, h):
                out &= ~(1 << h)
        return out

    def _companions(self, s: OderState) -> int:
        """Units that can come along: unmoved, in the same hex, with a first hex for all."""
        game: OderGame = self.game
        here = s.at[s.hand[0]]
        others = units_in(s.at, here) & game.units_of[s.phasing] & ~s.moved & ~game.roster.static
        stack = list(zip(s.hand, s.left, strict=True))
        free = [u for u in bits(others) if u not in s.hand]
        return sum(1 << u for u in free if self._steps(s, [*stack, (u, allowance(game, s, u))], here))

    def do_also(self, s: OderState, unit: int) -> None:
        s.left.append(allowance(self.game, s, unit))
        s.hand.append(unit)

    def do_move(self, s: OderState, h: int) -> None:
        if len(s.hand) > 1:
            self._move_stack(s, h)
        else:
            self._move_unit(s, h)
        self.become(s, 1)
        self._go_on_or_stop(s, h)

    def _move_unit(self, s: OderState, h: int) -> None:
        game: OderGame = self.game
        unit = s.hand[0]
        found = reach_of(game, s, unit, s.left[0])
        price, way = found.cost(h), found.path(h)
        assert price is not None
        s.tell("10.0", "{} moves {}", game.counters[unit].id, " ".join(game.place_name(x) for x in way))
        for x in way[1:-1]:
            take(game, s, s.phasing, 1 << x)
        enter(game, s, unit, h)
        s.left[0] -= price

    def _move_stack(self, s: OderState, h: int) -> None:
        game: OderGame = self.game
        s.tell("10.0", "{} move to {}", self._names(s), game.place_name(h))
        for i, unit in enumerate(s.hand):
            price = costs_of(game, s, unit).step(s.at[unit], h)
            assert price is not None
            s.left[i] -= price
        for unit in s.hand:
            enter(game, s, unit, h)

    def _go_on_or_stop(self, s: OderState, h: int) -> None:
        """In an enemy zone the move is over; otherwise those who can still go anywhere stay in hand."""
        game: OderGame = self.game
        if game.zones.of(s.occupied[1 - s.phasing]) >> h & 1:
            self._release(s, list(s.hand))
        else:
            on = len(s.hand) > 1 and game.bridges >> h & 1
            stuck = [u for u, left in zip(s.hand, s.left, strict=True) if not on and not ends(game, s, u, left)]
            self._release(s, stuck)

    def _release(self, s: OderState, units: list[int]) -> None:
        """Units in hand have ended their move; with an empty hand this step is over."""
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

    def refuse(self, s: OderState, verb: str, arg: int) -> Refusal:
        game: OderGame = self.game
        if verb == "stop":
            moved = s.agenda[-1][1]
            return Refusal("10.0", "nobody may stop on a land bridge" if moved else "nothing has been moved yet")
        if verb == "drop":
            return Refusal("10.1", f"{game.counters[arg].id} is not in a stack on its way")
        if verb == "also":
            name = game.counters[arg].id
            if s.agenda[-1][1]:
                return Refusal("10.0", "a stack is put together before it moves")
            if s.moved >> arg & 1:
                return Refusal("10.0", f"{name} has been moved in this phase")
            if game.roster.static >> arg & 1:
                return Refusal("2.3", f"{name} is static and never moves")
            return Refusal("10.0", f"{name} is not in the same hex, or has no hex to enter together with the others")
        if verb != "move":
            return self.out_of_place(s, verb)
        return self._refuse_move(s, arg)

    def _refuse_move(self, s: OderState, h: int) -> Refusal:
        game: OderGame = self.game
        unit = s.hand[0]
        here, there, names = s.at[unit], game.place_name(h), self._names(s)
        enemies = s.occupied[1 - s.phasing]
        zone = game.zones.of(enemies)
        if h == here:
            return Refusal("10.0", f"{names} is in {there} already")
        if enemies >> h & 1:
            return Refusal("6.0", f"{there} is occupied by the enemy")
        if game.sea >> h & 1:
            return Refusal("10.0", f"{there} is sea")
        if game.bridges >> h & 1:
            return Refusal("10.0", f"no unit may stop in the land bridge hex {there}")
        costs = costs_of(game, s, unit)
        if game.board.grid.adjacent(here, h):
            if costs.step(here, h) is None:
                return Refusal("10.0", f"an all-sea hexside lies between {game.place_name(here)} and {there}")
            if zone >> here & 1 and zone >> h & 1:
                return Refusal("7.1", f"{names} may not go straight from one enemy zone into another")
        elif len(s.hand) > 1:
            return Refusal("10.0", f"{there} is not adjacent: a stack moves hex by hex")
        able = all(
            reach(costs_of(game, s, u), 1 << here, factors, block=enemies).all >> h & 1
            for u, factors in zip(s.hand, s.left, strict=True)
        )
        if able:
            return Refusal("7.1", f"enemy zones stop {names} on the way to {there}")
        return Refusal("10.0", f"{names}: not enough movement factors to reach {there}")
