"""The steps of the Movement Phase (10.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import ONLY, Offer, Prompt, Step
from ...hexes import bits, of, reach
from . import supply
from .asides import Asides
from .movement import (
    March,
    barred,
    can_go_on,
    close_parent,
    costs_of,
    exit_left,
    judge_parent,
    may_exit,
    movable,
    open_parent,
)
from .pieces import enter, lift_to_top, take
from .stacking import refuse_room
from .state import ALLIED, GERMAN, RhineState

if TYPE_CHECKING:
    from .game import RhineGame


class Movement(Asides):
    """The Movement Phase: take a unit in hand, or end the phase."""

    name = "movement"

    def seat(self, s: RhineState) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt("Choose a unit to move, or end the Movement Phase.", "10.1")

    def offer(self, s: RhineState) -> Offer:
        units = self.game.units_of[s.phasing]
        return {"select": movable(self.game, s, units), "done": ONLY, **self.aside_offer(s)}

    def permits(self, s: RhineState, verb: str, arg: int) -> bool:
        if verb == "select":
            return bool(movable(self.game, s, self.game.units_of[s.phasing] & 1 << arg))
        if verb == "done":
            return arg == 0
        return self.permits_aside(s, verb, arg)

    def do_select(self, s: RhineState, unit: int) -> None:
        if s.parent >> unit & 1:
            judge_parent(self.game, s)
        else:
            open_parent(self.game, s, unit)
        s.hand.append(unit)
        lift_to_top(s, unit)
        self.push(s, Move, 0)

    def do_done(self, s: RhineState, _: int) -> None:
        close_parent(s)
        self.pop(s)

    def refuse(self, s: RhineState, verb: str, arg: int) -> Refusal:
        game: RhineGame = self.game
        if verb in ("top", "lift", "supply"):
            return self.refuse_aside(s, verb, arg)
        if verb != "select":
            return self.out_of_place(s, verb)
        name = game.counters[arg].id
        if game.side_of[arg] != s.phasing:
            return Refusal("10.1", f"{name} is an enemy unit")
        if s.at[arg] < 0:
            return Refusal("10.1", f"{name} is not on the map")
        if game.roster.static >> arg & 1:
            return Refusal("10.2", f"{name} has no movement factor and never moves")
        if s.moved >> arg & 1:
            return Refusal("10.2", f"{name} has been moved in this phase")
        if supply.frozen(game, s) >> s.at[arg] & 1:
            return Refusal("10.18", f"{name} is held fast by the flood")
        return Refusal("10.3", f"{name} has no hex it could go to")


class Move(Step):
    """Units in hand, all in one hex. Argument: whether they have moved since they were taken up."""

    name = "move"
    args = ("number",)

    def seat(self, s: RhineState) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: RhineState) -> Prompt:
        if s.agenda[-1][1]:
            return Prompt(f"Move {self._names(s)} on, or stop.", "10.2")
        return Prompt(f"Choose the hex to move {self._names(s)} to.", "10.1")

    def _names(self, s: RhineState) -> str:
        return ", ".join(self.game.counters[u].id for u in s.hand) or "the stack"

    def offer(self, s: RhineState) -> Offer:
        game: RhineGame = self.game
        march = March(game, s, s.hand)
        out: Offer = {"move": march.ends()}
        if may_exit(game, s, s.hand[0], exit_left(s, s.hand)):
            out["exit"] = ONLY
        if not s.agenda[-1][1]:
            out["also"] = self._companions(s)
        elif march.may_rest():
            out["stop"] = ONLY
            if len(s.hand) > 1:
                out["drop"] = sum(1 << u for u in s.hand)
        return out

    def permits(self, s: RhineState, verb: str, arg: int) -> bool:
        if verb == "move":
            return bool(March(self.game, s, s.hand).ends() >> arg & 1)
        return super().permits(s, verb, arg)

    def _companions(self, s: RhineState) -> int:
        """Units of the parent stack in the same hex that can go somewhere together with those in hand."""
        game: RhineGame = self.game
        others = s.pile[s.at[s.hand[0]]] & s.parent & ~s.moved
        out = 0
        for u in bits(others):
            if u in s.hand:
                continue
            both = [*s.hand, u]
            if can_go_on(game, s, both) or may_exit(game, s, u, exit_left(s, both)):
                out |= 1 << u
        return out

    def do_also(self, s: RhineState, unit: int) -> None:
        s.hand.append(unit)

    def do_move(self, s: RhineState, h: int) -> None:
        game: RhineGame = self.game
        march = March(game, s, s.hand)
        way = march.way(h)
        if s.log is not None:
            top = game.counters[s.hand[0]].id
            who = top if len(s.hand) == 1 else f"{top} and {len(s.hand) - 1} more"
            verb, places = "moves" if len(s.hand) == 1 else "move", " ".join(game.place_name(x) for x in way)
            s.tell("10.1", "{} {} {}", who, verb, places)
        zone = game.zones.of(s.occupied[1 - s.phasing])
        spoiled = zone | (supply.intact(game, s) if s.phasing == ALLIED else 0)
        for unit in s.hand:
            s.spent[unit] += march.price(h, unit)
        passed = of(way[1:])
        if spoiled & passed:
            s.column &= ~sum(1 << u for u in s.hand)
        take(game, s, s.phasing, passed & ~(1 << h))
        for unit in reversed(s.hand):
            enter(game, s, unit, h)
        self.become(s, 1)
        self._go_on_or_stop(s, bool(zone >> h & 1))

    def _go_on_or_stop(self, s: RhineState, stopped: bool) -> None:
        """In an enemy zone the move is over (7.3); otherwise they stay in hand while they can go on."""
        if stopped:
            for unit in s.hand:
                s.moved |= 1 << unit
            self._let_go(s)
        elif not self._can_go_on(s):
            self._let_go(s)

    def _can_go_on(self, s: RhineState) -> bool:
        """Whether those in hand can go anywhere, together or one of them alone."""
        game: RhineGame = self.game
        if can_go_on(game, s, s.hand) or may_exit(game, s, s.hand[0], exit_left(s, s.hand)):
            return True
        return len(s.hand) > 1 and any(March(game, s, [u]).ends() for u in s.hand)

    def _let_go(self, s: RhineState) -> None:
        s.hand.clear()
        self.pop(s)

    def do_drop(self, s: RhineState, unit: int) -> None:
        s.hand.remove(unit)
        if s.hand:
            lift_to_top(s, s.hand[0])

    def do_stop(self, s: RhineState, _: int) -> None:
        self._let_go(s)

    def do_exit(self, s: RhineState, _: int) -> None:
        from .victory import ALLIED_EXIT, GERMAN_EXIT, win

        game: RhineGame = self.game
        s.tell("4.2" if s.phasing == ALLIED else "4.4", "{} leaves the map", self._names(s))
        win(game, s, ALLIED_EXIT if s.phasing == ALLIED else GERMAN_EXIT)

    def refuse(self, s: RhineState, verb: str, arg: int) -> Refusal:
        game: RhineGame = self.game
        if verb == "stop":
            if not s.agenda[-1][1]:
                return Refusal("10.2", "nothing has been moved yet")
            return Refusal("6.2", "the units may not stack here: they have to go on")
        if verb == "drop":
            return Refusal("10.5", f"{game.counters[arg].id} is not in a stack on its way that may pause here")
        if verb == "also":
            return self._refuse_also(s, arg)
        if verb == "exit":
            return self._refuse_exit(s)
        if verb != "move":
            return self.out_of_place(s, verb)
        return self._refuse_move(s, arg)

    def _refuse_also(self, s: RhineState, unit: int) -> Refusal:
        name = self.game.counters[unit].id
        if s.agenda[-1][1]:
            return Refusal("10.4", "a stack is put together before it moves")
        if self.game.roster.static >> unit & 1:
            return Refusal("10.2", f"{name} has no movement factor and never moves")
        if s.moved >> unit & 1:
            return Refusal("10.2", f"{name} has been moved in this phase")
        if not s.parent >> unit & 1:
            return Refusal("10.4", f"{name} did not begin the phase in the same hex")
        if s.at[unit] != s.at[s.hand[0]]:
            return Refusal("10.4", f"{name} is not in the same hex")
        return Refusal("10.4", f"{name} can go nowhere together with the others")

    def _refuse_exit(self, s: RhineState) -> Refusal:
        game: RhineGame = self.game
        if s.phasing == GERMAN and s.turn < game.tables.german_exit:
            return Refusal("4.4", f"no German unit leaves the map before turn {game.tables.german_exit}")
        rule, edge = ("4.2", "east") if s.phasing == ALLIED else ("4.4", "west")
        return Refusal(rule, f"the units in hand are not on the {edge} edge, or have no movement point left")

    def _refuse_move(self, s: RhineState, h: int) -> Refusal:
        game: RhineGame = self.game
        march = March(game, s, s.hand)
        there, names = game.place_name(h), self._names(s)
        if h == march.here:
            return Refusal("10.1", f"{names} is in {there} already")
        if s.occupied[1 - s.phasing] >> h & 1:
            return Refusal("6.1", f"{there} is occupied by the enemy")
        if not game.land >> h & 1 or game.hook >> h & 1:
            return Refusal("10.12" if not game.hook >> h & 1 else "10.7", f"nobody may enter {there}")
        if supply.frozen(game, s) >> h & 1:
            return Refusal("10.18", f"{there} is flooded")
        if any(barred(game, s, u) >> h & 1 for u in s.hand):
            return Refusal("9.5", f"{there} lies on the other side of the supply sector line for {names}")
        if march.all() >> h & 1:
            return refuse_room(game, s, h, march.set)
        return self._too_far(s, march, h)

    def _too_far(self, s: RhineState, march: March, h: int) -> Refusal:
        game: RhineGame = self.game
        there, names = game.place_name(h), self._names(s)
        costs = costs_of(game, s, s.hand[0])
        if game.board.grid.adjacent(march.here, h) and costs.step(march.here, h) is None:
            return Refusal("10.12", f"{names} may not cross the hexside to {there}")
        plain = min(march.left(u, column=False) for u in s.hand)
        if plain > 0 and reach(costs, 1 << march.here, plain, block=march.bars).all >> h & 1:
            return Refusal("7.3", f"enemy zones keep {names} from {there}")
        budget = min(march.left(u, column=True) for u in s.hand)
        free = budget > 0 and reach(costs, 1 << march.here, budget, block=march.bars).all >> h & 1
        if free and march.set & ~s.column:
            return Refusal("10.19", f"{there} could be reached by column movement only, which {names} may not use")
        if free and march.shunned >> h & 1:
            return Refusal("10.19", f"{there} is in an enemy zone or the intact West Wall: no column enters it")
        if free:
            return Refusal("7.3", f"enemy zones keep {names} from {there}")
        return Refusal("10.3", f"{names}: not enough movement points to reach {there}")
