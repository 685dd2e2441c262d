"""Chapter 12: corps of the First Allied Airborne Army on the map. Losses (12.5) and the link-up (12.6).

The airdrop is in :mod:`.drop`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Case, Choice, Limit, Only, Row, allowed_by
from ...engine.step import Procedure, Prompt, Step
from ...hexes import bits, of
from ...mechanics.stacks import hexes_of
from . import supply
from .pieces import eliminate, enter, lose_step, place, steps_of
from .stacking import having_room, legal, refuse_stacking, room
from .state import AIRBORNE, ALLIED, ELIMINATED, GERMAN, REMOVED, RhineState

if TYPE_CHECKING:
    from .game import RhineGame


def components(game: RhineGame, s: RhineState, corps: int) -> int:
    """The units that make up a corps."""
    return s.made1 if corps == game.corps1 else s.made18


def set_components(game: RhineGame, s: RhineState, corps: int, units: int) -> None:
    if corps == game.corps1:
        s.made1 = units
    else:
        s.made18 = units


def bound_in_corps(game: RhineGame, s: RhineState) -> int:
    """Units in the holding box that make up a corps on the map; they may not be used otherwise (12.2)."""
    return s.made1 | s.made18


def corps_reduced(game: RhineGame, s: RhineState, corps: int) -> None:
    """Reduce one component of a corps that has lost a step (12.5)."""
    units = components(game, s, corps)
    if units & (units - 1):
        s.agenda.append((game.codes[ComponentLoss], corps))
    elif units:
        component_loss(game, s, units.bit_length() - 1)


def component_loss(game: RhineGame, s: RhineState, unit: int) -> None:
    """Reduce a component division, or move a brigade or reduced division to the dead pile (ruling 12.5j)."""
    bit = ~(1 << unit)
    gone = steps_of(game, s, unit) == 1
    lose_step(game, s, unit, "12.5")
    if gone:
        s.made1 &= bit
        s.made18 &= bit


def corps_lost(game: RhineGame, s: RhineState, corps: int, rule: str) -> None:
    """Remove a corps and all its components permanently (12.5)."""
    for unit in bits(components(game, s, corps)):
        eliminate(game, s, unit, "12.5", REMOVED, why="its corps is lost")
    set_components(game, s, corps, 0)
    eliminate(game, s, corps, rule, REMOVED)


class Losing(Case["RhineGame", RhineState]):
    """The corps that loses a step."""

    def __init__(self, game: RhineGame, s: RhineState) -> None:
        super().__init__(game, s)
        _, self.corps = s.agenda[-1]

    @property
    def name(self) -> str:
        return self.game.counters[self.corps].id


class OfTheAllies(Step["RhineGame", RhineState]):
    """A decision of the Allied player in the phase of either side."""

    def seat(self, s: RhineState) -> str:
        return str(self.game.sides[ALLIED])


class ComponentLoss(OfTheAllies):
    """The Allied player chooses the component that loses a step with its corps (12.5). Argument: the corps."""

    name = "component-loss"
    args = ("unit",)
    case = Losing
    choices: ClassVar[tuple[Choice[Losing], ...]] = (
        Choice(
            "lose",
            Limit(
                "12.5", lambda c, units: units & components(c.game, c.s, c.corps), "{it} is not a component of {c.name}"
            ),
        ),
    )

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt(f"Choose the component of {Losing(self.game, s).name} that loses a step.", "12.5")

    def do_lose(self, s: RhineState, unit: int) -> None:
        self.pop(s)
        component_loss(self.game, s, unit)


class LinkUp(Procedure["RhineGame", RhineState]):
    """Exchange every corps that is with or next to a regular unit at the end of the Allied player turn (12.6).

    This is judged once: the units of one corps do not link up with the other corps in the same turn.
    """

    name = "link-up"

    def run(self, s: RhineState) -> None:
        game = self.game
        self.pop(s)
        regular = hexes_of(s.at, game.units_of[ALLIED] & s.on_map & ~game.roster.corps)
        near = regular | game.board.grid.neighbours(regular)
        linked: dict[int, list[int]] = {}
        for corps in (game.corps18, game.corps1):
            h = s.at[corps]
            if h >= 0 and near >> h & 1:
                linked.setdefault(h, []).append(corps)
        for h, found in linked.items():
            for corps in found:
                s.report("12.6", "{} links up in {}", game.counters[corps].id, game.place_name(h))
                place(game, s, corps, AIRBORNE)
                s.steps[corps] = 0
            exchange(game, s, found[0] if len(found) == 1 else -1, h)


def made_of(game: RhineGame, s: RhineState, corps: int) -> int:
    """The components of a corps, or of both for -1."""
    return components(game, s, corps) if corps >= 0 else s.made1 | s.made18


def exchange(game: RhineGame, s: RhineState, corps: int, h: int) -> None:
    """Replace a corps by its components; the player chooses hexes if they do not all fit (ruling 12.6j)."""
    made = made_of(game, s, corps)
    if s.occupied[GERMAN] >> h & 1 or not legal(game, s, s.pile[h] | made, h):
        s.agenda.append((game.codes[Exchange], corps, h, -1))
        return
    for unit in bits(made):
        release(game, s, unit, h)


def release(game: RhineGame, s: RhineState, unit: int, h: int) -> None:
    """Place a component on the map as an independent unit."""
    s.made1 &= ~(1 << unit)
    s.made18 &= ~(1 << unit)
    enter(game, s, unit, h)
    bind(game, s, unit)


class Exchanging(Case["RhineGame", RhineState]):
    """The corps (-1 for both) that is replaced by its components, its hex, and the component being placed."""

    def __init__(self, game: RhineGame, s: RhineState, unit: int | None = None) -> None:
        super().__init__(game, s)
        _, self.corps, self.h, given = s.agenda[-1]
        self.unit = given if unit is None else unit

    @property
    def name(self) -> str:
        return self.game.counters[self.unit].id

    @property
    def where(self) -> str:
        return self.game.place_name(self.h)

    @property
    def made(self) -> int:
        """The components that are still to be placed."""
        return made_of(self.game, self.s, self.corps)

    @property
    def home(self) -> int:
        """The hex of the corps, if the unit fits there."""
        if self.unit < 0 or self.s.occupied[GERMAN] >> self.h & 1:
            return 0
        return 1 << self.h if room(self.game, self.s, self.h, self.unit) else 0

    @property
    def placeable(self) -> int:
        """The components that can be placed."""
        every = self.game.land
        return of(u for u in bits(self.made) if allowed_by(PLACES, Exchanging(self.game, self.s, u), every))


def free(c: Exchanging) -> bool:
    """Whether no unit is selected: units are placed one at a time (12.6)."""
    return c.unit < 0


def at_home_first(c: Exchanging, hexes: int) -> int:
    """A unit that fits into the hex of its corps is placed there (12.6)."""
    return hexes & (c.home or -1)


def close_by(c: Exchanging, hexes: int) -> int:
    """Units that do not fit are placed in adjacent hexes (ruling 12.6j)."""
    return hexes & (c.game.lines.next(1 << c.h) | 1 << c.h)


def with_room(c: Exchanging, hexes: int) -> int:
    """Stacking limits apply to components (6.2)."""
    return having_room(c.game, c.s, hexes, 1 << c.unit) if hexes else 0


#: Where a component may be placed. Adjacent hexes have to be Allied and free of German units (ruling 12.6j).
PLACES: tuple[Row[Exchanging], ...] = (
    Limit("12.6", at_home_first, "{c.name} fits into the hex of its corps and has to be placed there, in {c.where}"),
    Limit("12.6", close_by, "{it} is neither {c.where} nor adjacent to it by land"),
    Limit("6.1", lambda c, hexes: hexes & ~c.s.occupied[GERMAN], "{it} is occupied by the enemy"),
    Limit("12.6", lambda c, hexes: hexes & (c.s.allied | c.home), "{it} is not under Allied control"),
    Limit("10.18", lambda c, hexes: hexes & (~supply.frozen(c.game, c.s) | c.home), "{it} is flooded"),
    Limit("10.7", lambda c, hexes: hexes & ~c.game.hook, "no unit may enter {it}"),
    Limit("6.3", with_room, lambda c, h: refuse_stacking(c.game, c.s, h, 1 << c.unit)),
)


class Exchange(OfTheAllies):
    """Placing the components of a corps (12.6). Arguments: the corps or -1 for both, its hex, the unit being placed.

    Components that do not fit go to adjacent hexes, and are lost only if there is none (ruling 12.6j).
    """

    name = "exchange"
    args = ("unit", "hex", "unit")
    case = Exchanging
    choices: ClassVar[tuple[Choice[Exchanging], ...]] = (
        Choice("place", Only("12.6", lambda c: c.unit >= 0, "first choose a unit to place"), *PLACES),
        Choice(
            "select",
            Only("12.6", free, "place {c.name} first"),
            Limit("12.6", lambda c, units: units & c.made, "{it} is not one of the components still to be placed"),
            Limit("12.6", lambda c, units: units & c.placeable, "there is no legal hex for {it}"),
        ),
        Choice(
            "done",
            Only("12.6", free, "place {c.name} first"),
            Only("12.6", lambda c: not c.placeable, "some components can still be placed"),
        ),
    )

    def prompt(self, s: RhineState) -> Prompt:
        c = Exchanging(self.game, s)
        if c.unit >= 0:
            return Prompt(f"Choose a hex for {c.name}.", "12.6")
        if c.placeable:
            return Prompt(f"Choose a component to place: {self.game.names(c.placeable)}.", "12.6")
        lost = self.game.names(c.made)
        return Prompt(f"There is no legal hex for {lost}. Continue; what cannot be placed is eliminated.", "12.6")

    def do_select(self, s: RhineState, unit: int) -> None:
        _, corps, h, _ = s.agenda[-1]
        self.set_args(s, corps, h, unit)

    def do_place(self, s: RhineState, there: int) -> None:
        _, corps, h, unit = s.agenda[-1]
        release(self.game, s, unit, there)
        self.set_args(s, corps, h, -1)
        if not made_of(self.game, s, corps):
            self.pop(s)

    def do_done(self, s: RhineState, _: int) -> None:
        game = self.game
        _, corps, _, _ = s.agenda.pop()
        for unit in bits(made_of(game, s, corps)):
            s.made1 &= ~(1 << unit)
            s.made18 &= ~(1 << unit)
            eliminate(game, s, unit, "12.6", ELIMINATED, why="there is no legal hex for it")


def bind(game: RhineGame, s: RhineState, unit: int) -> None:
    """Assign an airborne unit with an asterisk to the sector where it arrives (ruling 9.5w)."""
    if game.roster.code[unit] == "*":
        if game.south >> s.at[unit] & 1:
            s.southern |= 1 << unit
        else:
            s.southern &= ~(1 << unit)
