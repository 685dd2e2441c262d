"""Chapters 5.4 and 8.3: the German support markers and the aerial supply marker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import ONLY, Offer, Procedure, Prompt, Step
from ...hexes import bits
from .state import GERMAN, OderState

if TYPE_CHECKING:
    from .game import OderGame


def air_area(game: OderGame, s: OderState) -> int:
    """The hexes the air support marker acts on: its own and the six round it (5.4)."""
    return game.board.grid.within(s.air, 1) if s.air >= 0 else 0


def may_supply(game: OderGame, s: OderState) -> int:
    """The units on which the aerial supply marker may be placed now (8.3): any German unit on the map."""
    if s.turn == 1 or s.aerial >= 0 or s.aerial_spent or s.air >= 0:
        return 0
    return sum(1 << u for u in bits(game.units_of[GERMAN]) if s.at[u] >= 0)


def place_supply(game: OderGame, s: OderState, unit: int) -> None:
    s.aerial = unit
    s.aerial_spent = 1
    s.tell("8.3", "{} is supplied by air", game.counters[unit].id)


def refuse_supply(game: OderGame, s: OderState, unit: int) -> Refusal:
    if s.turn == 1:
        return Refusal("5.2", "aerial supply is not available on Game Turn 1")
    if s.air >= 0:
        return Refusal("8.3", "air support is on the map, so there is no aerial supply in this Game Turn")
    if s.aerial >= 0:
        return Refusal("8.3", f"the marker stays with {game.counters[s.aerial].id} until the retrieval phase")
    if s.aerial_spent:
        return Refusal("8.3", "the aerial supply marker has been used in this Game Turn")
    return Refusal("8.3", f"{game.counters[unit].id} is no German unit on the map")


class SupportMarkers(Step):
    """The German may place air and naval support (5.4)."""

    name = "support-markers"

    def seat(self, s: OderState) -> str:
        return str(self.game.sides[GERMAN])

    def prompt(self, s: OderState) -> Prompt:
        return Prompt("Place the air support and naval support markers, or go on.", "5.4")

    def offer(self, s: OderState) -> Offer:
        game: OderGame = self.game
        out: Offer = {}
        if s.air < 0:
            out["air"] = game.board.playable
        if s.naval < 0:
            out["naval"] = game.coast
        out["done"] = ONLY
        return out

    def do_air(self, s: OderState, h: int) -> None:
        s.air = h
        s.tell("5.4", "German air support in {}", self.game.place_name(h))

    def do_naval(self, s: OderState, h: int) -> None:
        s.naval = h
        s.tell("5.4", "German naval support in {}", self.game.place_name(h))

    def do_done(self, s: OderState, _: int) -> None:
        self.pop(s)

    def refuse(self, s: OderState, verb: str, arg: int) -> Refusal:
        if (verb == "air" and s.air >= 0) or (verb == "naval" and s.naval >= 0):
            return Refusal("5.4", f"the {verb} support marker has been placed and stays until the retrieval phase")
        if verb == "naval":
            return Refusal("5.4", f"{self.game.place_name(arg)} is not a coastal hex")
        return self.out_of_place(s, verb)


class AerialAnswer(Step):
    """When an attack is announced the German may answer with aerial supply (ruling 8.3)."""

    name = "aerial-answer"

    def seat(self, s: OderState) -> str:
        return str(self.game.sides[GERMAN])

    def prompt(self, s: OderState) -> Prompt:
        there = self.game.place_name(s.target)
        return Prompt(f"The Soviets attack {there}: place the aerial supply marker, or pass.", "8.3", s.target)

    def offer(self, s: OderState) -> Offer:
        return {"supply": may_supply(self.game, s), "pass": ONLY}

    def do_supply(self, s: OderState, unit: int) -> None:
        place_supply(self.game, s, unit)
        self.pop(s)

    def do_pass(self, s: OderState, _: int) -> None:
        self.pop(s)

    def refuse(self, s: OderState, verb: str, arg: int) -> Refusal:
        return refuse_supply(self.game, s, arg) if verb == "supply" else self.out_of_place(s, verb)


class Retrieval(Procedure):
    """The German takes his markers off the map (5.4)."""

    name = "retrieval"

    def run(self, s: OderState) -> None:
        s.air = s.naval = s.aerial = -1
        s.aerial_spent = 0
        self.pop(s)
