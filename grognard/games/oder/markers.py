"""Chapters 5.4 and 8.3: the German support markers and the aerial supply marker."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Case, Choice, Limit, Only, Row
from ...engine.step import Procedure, Prompt, Step
from ...mechanics.phasing import on_map
from .state import GERMAN, OderState

if TYPE_CHECKING:
    from .game import OderGame


def air_area(game: OderGame, s: OderState) -> int:
    """The hexes under the air support marker: its own and the six around it (5.4)."""
    return game.board.grid.within(s.air, 1) if s.air >= 0 else 0


def available(c: Case[OderGame, OderState]) -> bool:
    return c.s.turn > 1


def no_air_support(c: Case[OderGame, OderState]) -> bool:
    return c.s.air < 0


def not_placed(c: Case[OderGame, OderState]) -> bool:
    return c.s.aerial < 0


def not_used(c: Case[OderGame, OderState]) -> bool:
    return not c.s.aerial_spent


def why_placed(c: Case[OderGame, OderState], _: int) -> str:
    return f"the marker stays with {c.game.counters[c.s.aerial].id} until the Retrieval Phase"


def german(c: Case[OderGame, OderState], units: int) -> int:
    return units & c.game.units_of[GERMAN]


def german_phase(c: Case[OderGame, OderState]) -> bool:
    return c.s.phasing == GERMAN


#: The units that may receive the aerial supply marker: any German unit on the map (8.3).
AERIAL: tuple[Row[Case[OderGame, OderState]], ...] = (
    Only("5.2", available, "aerial supply is not available on Game Turn 1"),
    Only("8.3", no_air_support, "the air support marker is on the map, so there is no aerial supply in this Game Turn"),
    Only("8.3", not_placed, why_placed),
    Only("8.3", not_used, "the aerial supply marker has already been used in this Game Turn"),
    Limit("8.3", german, "{it} is not a German unit"),
    Limit("8.3", on_map, "{it} is not on the map"),
)


def may_supply(game: OderGame, s: OderState) -> bool:
    """Whether the aerial supply marker can be placed now (8.3)."""
    c = Case(game, s)
    if not (available(c) and no_air_support(c) and not_placed(c) and not_used(c)):
        return False
    return bool(on_map(c, game.units_of[GERMAN]))


def place_supply(game: OderGame, s: OderState, unit: int) -> None:
    s.aerial = unit
    s.aerial_spent = True
    s.report("8.3", "{} receives aerial supply", game.counters[unit].id)


class German(Step["OderGame", OderState]):
    """A decision of the German side in the phase of either side."""

    def seat(self, s: OderState) -> str:
        return self.game.sides[GERMAN]


class SupportMarkers(German):
    """The German may place air and naval support markers (5.4)."""

    name = "support-markers"
    choices: ClassVar[tuple[Choice[Case[OderGame, OderState]], ...]] = (
        Choice(
            "air",
            Only(
                "5.4",
                lambda c: c.s.air < 0,
                "the air support marker is already placed and stays until the Retrieval Phase",
            ),
            Limit("5.4", lambda c, hexes: hexes & c.game.board.playable, "{it} is not a hex of the map"),
        ),
        Choice(
            "naval",
            Only(
                "5.4",
                lambda c: c.s.naval < 0,
                "the naval support marker is already placed and stays until the Retrieval Phase",
            ),
            Limit("5.4", lambda c, hexes: hexes & c.game.coast, "{it} is not a coastal hex"),
        ),
        Choice("done"),
    )

    def prompt(self, s: OderState) -> Prompt:
        return Prompt("Place the air support and naval support markers. Continue when ready.", "5.4")

    def do_air(self, s: OderState, h: int) -> None:
        s.air = h
        s.report("5.4", "German air support in {}", self.game.place_name(h))

    def do_naval(self, s: OderState, h: int) -> None:
        s.naval = h
        s.report("5.4", "German naval support in {}", self.game.place_name(h))

    def do_done(self, s: OderState, _: int) -> None:
        self.pop(s)


class AerialAnswer(German):
    """The German may answer an announced attack with aerial supply (ruling 8.3)."""

    name = "aerial-answer"
    choices: ClassVar[tuple[Choice[Case[OderGame, OderState]], ...]] = (Choice("supply", *AERIAL), Choice("pass"))

    def prompt(self, s: OderState) -> Prompt:
        there = self.game.place_name(s.target)
        return Prompt(f"The Soviets attack {there}. Place the aerial supply marker, or pass.", "8.3", s.target)

    def do_supply(self, s: OderState, unit: int) -> None:
        place_supply(self.game, s, unit)
        self.pop(s)

    def do_pass(self, s: OderState, _: int) -> None:
        self.pop(s)


class Retrieval(Procedure["OderGame", OderState]):
    """Remove the German markers from the map (5.4)."""

    name = "retrieval"

    def run(self, s: OderState) -> None:
        s.air = s.naval = s.aerial = -1
        s.aerial_spent = False
        self.pop(s)
