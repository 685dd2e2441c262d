"""What a player may do between moves, between attacks and while he brings up his reinforcements.

Putting a unit on top of its stack (6.7, 6.8), taking airborne units back to the holding box (12.2) and
supplying a hex from the air (8.18).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import ONLY, Offer, Procedure, Prompt, Step
from ...mechanics.stacks import units_on
from . import supply
from .pieces import lift_to_top, place
from .state import AIRBORNE, ALLIED, RhineState

if TYPE_CHECKING:
    from .game import RhineGame


def may_top(game: RhineGame, s: RhineState) -> int:
    """Units of the phasing side beneath the top of a stack, each once in a phase."""
    return s.on_map & game.units_of[s.phasing] & ~s.tops & ~s.topped


def may_lift(game: RhineGame, s: RhineState) -> int:
    """Airborne units on the map in full overland supply (12.2)."""
    units = game.roster.paratroops & s.on_map
    return units_on(s.at, units, supply.overland(game, s, ALLIED) & ~supply.frozen(game, s)) if units else 0


def mark(game: RhineGame, s: RhineState, h: int) -> None:
    """Put an Aerial Supply marker down (8.18)."""
    s.aerial |= 1 << h
    s.aerial_used += 1
    s.tell("8.18", "{} is supplied from the air", game.place_name(h))


def refuse_mark(game: RhineGame, s: RhineState, h: int) -> Refusal:
    there = game.place_name(h)
    if s.no_air:
        return Refusal("8.19", "an airborne corps is or was on the map in this turn, so there are no markers")
    if s.aerial_used >= game.tables.aerial_markers:
        return Refusal("8.18", "both Aerial Supply markers have been used in this turn")
    return Refusal("8.18", f"no Allied unit in {there} is out of supply")


class Asides(Step):
    """A step with these actions among its own."""

    #: whether stacks may be put in order in this step (ruling 6.8b)
    orders_stacks = True

    def aside_offer(self, s: RhineState) -> Offer:
        game: RhineGame = self.game
        out: Offer = {"top": may_top(game, s)} if self.orders_stacks else {}
        if s.phasing == ALLIED:
            out["lift"] = may_lift(game, s)
            out["supply"] = supply.may_be_marked(game, s)
        return out

    def permits_aside(self, s: RhineState, verb: str, arg: int) -> bool:
        return bool(self.aside_offer(s).get(verb, 0) >> arg & 1)

    def do_top(self, s: RhineState, unit: int) -> None:
        s.topped |= 1 << unit
        lift_to_top(s, unit)

    def do_lift(self, s: RhineState, unit: int) -> None:
        game: RhineGame = self.game
        s.tell("12.2", "{} is taken from {} to the holding box", game.counters[unit].id, game.place_name(s.at[unit]))
        place(game, s, unit, AIRBORNE)
        s.southern &= ~(1 << unit)

    def do_supply(self, s: RhineState, h: int) -> None:
        mark(self.game, s, h)

    def refuse_aside(self, s: RhineState, verb: str, arg: int) -> Refusal:
        game: RhineGame = self.game
        if verb == "supply":
            if s.phasing != ALLIED:
                return Refusal("8.18", "the Allied player is asked at the end of the German player turn")
            return refuse_mark(game, s, arg)
        name = game.counters[arg].id
        if verb == "lift":
            if s.phasing != ALLIED:
                return Refusal("12.2", "only in the Allied player turn")
            if not game.roster.paratroops >> arg & 1:
                return Refusal("12.2", f"{name} is not an airborne division or brigade")
            if s.at[arg] < 0:
                return Refusal("12.2", f"{name} is not on the map")
            if supply.frozen(game, s) >> s.at[arg] & 1:
                return Refusal("10.18", f"{name} is held fast by the flood")
            return Refusal("12.2", f"{name} is not in full overland supply")
        if not self.orders_stacks:
            return Refusal("6.8", "stacks are put in order in the Movement and Combat Phases")
        if s.at[arg] < 0 or game.side_of[arg] != s.phasing:
            return Refusal("6.8", f"{name} is not a unit of yours on the map")
        if s.tops >> arg & 1:
            return Refusal("6.8", f"{name} lies on top already")
        return Refusal("6.8", f"{name} has been put on top in this phase already, or is alone")


class Airlift(Procedure):
    """The Allied player is asked for markers where he has units out of supply (8.18)."""

    name = "airlift"

    def run(self, s: RhineState) -> None:
        self.pop(s)
        if supply.may_be_marked(self.game, s):
            self.push(s, AirliftChoice)


class AirliftChoice(Step):
    """Markers outside the Allied player turn (8.18)."""

    name = "airlift-choice"

    def seat(self, s: RhineState) -> str:
        return str(self.game.sides[ALLIED])

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt("Choose a hex to supply from the air, or pass.", "8.18")

    def offer(self, s: RhineState) -> Offer:
        return {"supply": supply.may_be_marked(self.game, s), "pass": ONLY}

    def do_supply(self, s: RhineState, h: int) -> None:
        mark(self.game, s, h)
        if not supply.may_be_marked(self.game, s):
            self.pop(s)

    def do_pass(self, s: RhineState, _: int) -> None:
        self.pop(s)

    def refuse(self, s: RhineState, verb: str, arg: int) -> Refusal:
        return refuse_mark(self.game, s, arg) if verb == "supply" else self.out_of_place(s, verb)
