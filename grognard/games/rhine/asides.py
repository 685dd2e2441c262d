"""Actions between moves, attacks and reinforcements.

Putting a unit on top of its stack (6.7, 6.8), moving airborne units to the holding box (12.2) and
supplying a hex from the air (8.18).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Case, Choice, Limit, Only, Row
from ...engine.step import Procedure, Prompt, Step
from ...mechanics.fog import lift_to_top, standing
from ...mechanics.phasing import Phase, Phasing
from ...mechanics.stacks import hexes_of, units_on
from . import supply
from .pieces import place
from .state import AIRBORNE, ALLIED, RhineState

if TYPE_CHECKING:
    from .game import RhineGame

Moment = Case["RhineGame", RhineState]
InPhase = Phase["RhineGame", RhineState]


def allied_phase(c: Moment) -> bool:
    return c.s.phasing == ALLIED


def on_map(c: Moment, units: int) -> int:
    return units & c.s.on_map


def unfrozen(c: Moment, units: int) -> int:
    """Units in the flood are frozen in place (10.18)."""
    frozen = supply.frozen(c.game, c.s)
    return units & ~standing(c.s, frozen) if frozen else units


# -- stacks (6.8) ----------------------------------------------------------------------------

#: The owner may put each unit on top of its stack once in a Movement or Combat Phase (ruling 6.8b).
TOP: tuple[Row[InPhase], ...] = (
    Limit("6.8", lambda c, units: units & c.mine, "{it} is an enemy unit"),
    Limit("6.8", on_map, "{it} is not on the map"),
    Limit("6.8", lambda c, units: units & ~c.s.tops, "{it} is already on top of its stack"),
    Limit("6.8", lambda c, units: units & ~c.s.topped, "{it} has already been put on top in this phase"),
)

#: In other phases stacks may not be reordered (ruling 6.8b).
NO_TOP: tuple[Row[Moment], ...] = (
    Only("6.8", lambda c: False, "stacks may be reordered only in the Movement and Combat Phases"),
)

# -- the holding box (12.2) ------------------------------------------------------------------


def in_full_supply(c: Moment, units: int) -> int:
    """Airborne units return to the holding box only from hexes with full overland supply (12.2)."""
    return units_on(c.s.at, units, supply.overland(c.game, c.s, ALLIED))


#: Airborne units on the map may return to the holding box (12.2).
LIFTED: tuple[Row[Moment], ...] = (
    Limit("12.2", lambda c, units: units & c.game.roster.paratroops, "{it} is not an airborne division or brigade"),
    Limit("12.2", on_map, "{it} is not on the map"),
    Limit("10.18", unfrozen, "{it} is in a flooded hex and cannot act"),
    Limit("12.2", in_full_supply, "{it} is not in full overland supply"),
)

#: They may do so at any time in the Allied player turn (12.2).
LIFT: tuple[Row[Moment], ...] = (
    Only("12.2", allied_phase, "units may be moved to the holding box only in the Allied player turn"),
    *LIFTED,
)

# -- Aerial Supply (8.18) --------------------------------------------------------------------


def no_corps(c: Moment) -> bool:
    """Whether markers may be used: no corps has been on the map this turn (8.18, 8.19)."""
    return not c.s.no_air


def markers_left(c: Moment) -> bool:
    """Whether a marker is left: the number for each game turn is limited (8.18)."""
    return c.s.aerial_used < c.game.tables.aerial_markers


def cut_off(c: Moment, hexes: int) -> int:
    """The hexes with Allied units out of supply, where markers may be placed (8.18)."""
    units = supply.out_of_supply(c.game, c.s, ALLIED)
    return hexes & hexes_of(c.s.at, units) if units else 0


#: Where the Allied player may place an Aerial Supply marker (8.18, 8.19).
MARKERS: tuple[Row[Moment], ...] = (
    Only("8.19", no_corps, "an airborne corps has been on the map this turn, so there are no Aerial Supply markers"),
    Only("8.18", markers_left, "all Aerial Supply markers have been used this turn"),
    Limit("8.18", cut_off, "no Allied unit in {it} is out of supply"),
)

#: The same between other actions of the Allied player turn (ruling 8.18d).
SUPPLY: tuple[Row[Moment], ...] = (
    Only("8.18", allied_phase, "in the German player turn, Aerial Supply markers are placed only at its end"),
    *MARKERS,
)

#: All three verbs, for the Movement and Combat Phases.
ASIDES: tuple[Choice[InPhase], ...] = (Choice("top", *TOP), Choice("lift", *LIFT), Choice("supply", *SUPPLY))


def may_mark(game: RhineGame, s: RhineState) -> bool:
    """Whether an Aerial Supply marker can be placed now (8.18)."""
    c = Case(game, s)
    return no_corps(c) and markers_left(c) and bool(cut_off(c, game.land))


def mark(game: RhineGame, s: RhineState, h: int) -> None:
    """Place an Aerial Supply marker in a hex (8.18)."""
    s.aerial |= 1 << h
    s.aerial_used += 1
    s.report("8.18", "an Aerial Supply marker is placed in {}", game.place_name(h))


class Asides(Phasing["RhineGame", RhineState]):
    """Base of steps that offer these actions; their choices include :data:`ASIDES` or some of its rows."""

    def do_top(self, s: RhineState, unit: int) -> None:
        s.topped |= 1 << unit
        lift_to_top(s, unit)

    def do_lift(self, s: RhineState, unit: int) -> None:
        game = self.game
        s.report("12.2", "{} moves from {} to the holding box", game.counters[unit].id, game.place_name(s.at[unit]))
        place(game, s, unit, AIRBORNE)
        s.southern &= ~(1 << unit)

    def do_supply(self, s: RhineState, h: int) -> None:
        mark(self.game, s, h)


class Airlift(Procedure["RhineGame", RhineState]):
    """Ask the Allied player for markers if Allied units are out of supply (8.18)."""

    name = "airlift"

    def run(self, s: RhineState) -> None:
        self.pop(s)
        if may_mark(self.game, s):
            self.push(s, AirliftChoice)


class AirliftChoice(Step["RhineGame", RhineState]):
    """Markers outside the Allied player turn (8.18)."""

    name = "airlift-choice"
    choices: ClassVar[tuple[Choice[Moment], ...]] = (Choice("supply", *MARKERS), Choice("pass"))

    def seat(self, s: RhineState) -> str:
        return str(self.game.sides[ALLIED])

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt("Choose a hex for an Aerial Supply marker, or pass.", "8.18")

    def do_supply(self, s: RhineState, h: int) -> None:
        mark(self.game, s, h)
        if not may_mark(self.game, s):
            self.pop(s)

    def do_pass(self, s: RhineState, _: int) -> None:
        self.pop(s)
