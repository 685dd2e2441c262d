"""Chapters 7.1, 7.2.A, 7.2.B and 3.3.D: placing the units that arrive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.bounds import FLAG
from ...engine.limits import Case, Choice, Limit, Only, lazy
from ...engine.reading import Note
from ...engine.step import AnyStep, Procedure, Prompt
from ...engine.verbs import Verb
from ...hexes import bits
from ...mechanics.phasing import Owned
from ...mechanics.stacks import units_in
from . import arrival_plan, entries, refit, replacements
from .arrival_words import missing_place, no_entry, no_room
from .pieces import occupy
from .schedule import MECHANIZED
from .stacking import room
from .state import ALLIED, ENGLAND, GERMAN, REMOVED, TRACK, TRAY, WATCH, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

VERBS = {
    "england": Verb("none", "Into the England Box"),
    "tray": Verb("none", "Off the map, to enter by Strategic Movement"),
}


class Arriving(Case["ReichGame", ReichState]):
    """The units of a side that arrive in this segment, and the selected one of them."""

    def __init__(self, game: ReichGame, s: ReichState) -> None:
        super().__init__(game, s)
        _, self.side, self.unit = s.agenda[-1]
        self._hexes: dict[tuple[int, bool, bool], int] = {}

    @property
    def new(self) -> bool:
        """Whether these are reinforcements."""
        step = self.game.steps[self.s.agenda[-1][0]]
        return isinstance(step, PlaceReinforcements)

    @property
    def name(self) -> str:
        return self.game.counters[self.unit].id

    @lazy
    def due(self) -> int:
        """The units that have to be placed, among them units that go to England by themselves."""
        return entries.due_now(self.game, self.s, self.side, new=self.new)

    @lazy
    def waiting(self) -> int:
        """Units in England, which may be placed on any turn (7.1.3)."""
        if self.side != ALLIED or not self.new:
            return 0
        return units_in_england(self.game, self.s)

    def hexes(self, unit: int) -> int:
        """The hexes that a unit may be placed in."""
        game, s = self.game, self.s
        key = game.entries.alike[unit], entries.is_reinforcement(game, s, unit), s.at[unit] == TRACK
        found = self._hexes.get(key)
        if found is None:
            found = self._hexes[key] = entries.with_room(game, s, unit)
        return found

    def has_place(self, unit: int) -> bool:
        """Whether there is a hex or a box for a unit."""
        return (
            may_go_to_england(self.game, self.s, unit)
            or uses_tray(self.game, self.s, unit)
            or may_be_boxed(self.game, self.s, unit)
            or bool(self.hexes(unit))
        )

    @lazy
    def left(self) -> int:
        """Units that still have to be placed and can be."""
        return sum(1 << u for u in bits(self.due) if self.has_place(u))

    @property
    def left_names(self) -> str:
        return self.game.names(self.left)


def units_in_england(game: ReichGame, s: ReichState) -> int:
    return units_in(s.at, ENGLAND) & game.combat_of[ALLIED]


# -- boxes ----------------------------------------------------------------------------------


def may_go_to_england(game: ReichGame, s: ReichState, unit: int) -> bool:
    """Whether an arriving unit may go into the England Box: any Allied unit but A-D units (ruling 7.1c)."""
    arriving = s.at[unit] == TRACK and game.side_of[unit] == ALLIED
    return arriving and not entries.is_southern(game, unit)


def uses_tray(game: ReichGame, s: ReichState, unit: int) -> bool:
    """Whether an arriving unit may wait off the map (ruling 3.3.Di)."""
    return game.side_of[unit] == GERMAN and entries.uses_tray(game, s, unit)


def may_be_boxed(game: ReichGame, s: ReichState, unit: int) -> bool:
    """Whether a replacement may go into the Watch on the Rhine Box (4.1.I.b, ruling 4.1g)."""
    mechanized = game.schedule.way(unit) == MECHANIZED and not entries.is_reinforcement(game, s, unit)
    return mechanized and replacements.box_open(game, s)


# -- laws -----------------------------------------------------------------------------------


def _arrives(c: Arriving, units: int) -> int:
    return units & (c.due | c.waiting)


def _has_place(c: Arriving, units: int) -> int:
    return sum(1 << u for u in bits(units) if c.has_place(u))


def _none_selected(c: Arriving) -> bool:
    return c.unit < 0


def _selected(c: Arriving) -> bool:
    return c.unit >= 0


def _entry(c: Arriving, hexes: int) -> int:
    return hexes & entries.hexes(c.game, c.s, c.unit)


def _room(c: Arriving, hexes: int) -> int:
    return room(c.game, c.s, hexes, 1 << c.unit)


def _some_left(c: Arriving) -> bool:
    return bool(c.left) or any(c.hexes(u) for u in bits(arrival_plan.wanted(c.game, c.waiting)))


_SELECTED = "select a unit first"

_CHOICES: tuple[Choice[Arriving], ...] = (
    Choice(
        "select",
        Limit("7.1", _arrives, "{it} does not arrive in this segment"),
        Only("7.1.1", _none_selected, "{c.name} has to be placed first"),
        Limit("7.1.1", _has_place, missing_place),
    ),
    Choice(
        "place",
        Only("7.1.1", _selected, _SELECTED),
        Limit("7.1.3", _entry, no_entry),
        Limit("7.1.1", _room, no_room),
    ),
    Choice(
        "england",
        Only("7.1.3", _selected, _SELECTED),
        Only(
            "7.1.3",
            lambda c: may_go_to_england(c.game, c.s, c.unit),
            lambda c, _: f"{c.name} {_why_not_england(c)}",
        ),
    ),
    Choice(
        "tray",
        Only("3.3.D", _selected, _SELECTED),
        Only("3.3.D", lambda c: uses_tray(c.game, c.s, c.unit), "{c.name} does not wait off the map"),
    ),
    Choice(
        "box",
        Only("4.1", _selected, _SELECTED),
        Only(
            "7.2.2.A",
            lambda c: may_be_boxed(c.game, c.s, c.unit),
            "only Mechanized replacements go into the Watch on the Rhine Box, and only while it is open",
        ),
    ),
    Choice(
        "propose",
        Only("7.1.1", _none_selected, "{c.name} has to be placed first"),
        Only("7.1.1", _some_left, "no unit is left that the program would place"),
    ),
    Choice(
        "done",
        Only("7.1.1", _none_selected, "{c.name} has to be placed first"),
        Only("7.1", lambda c: not c.left, "{c.left_names} must be placed: arrival may not be delayed"),
    ),
)


def _why_not_england(c: Arriving) -> str:
    if c.side == GERMAN:
        return "is German"
    return "is an A-D unit" if entries.is_southern(c.game, c.unit) else "is in England"


# -- steps ----------------------------------------------------------------------------------


class PlaceArrivals(Owned["ReichGame", ReichState]):
    """A side places its arrivals. Arguments: the side and the selected unit."""

    args = ("side", "unit")
    passes = True
    case = Arriving
    choices = _CHOICES

    def prompt(self, s: ReichState) -> Prompt:
        _, side, unit = s.agenda[-1]
        rule = "7.1.4" if side == GERMAN else "7.1.3"
        if unit >= 0:
            return Prompt(f"Choose where {self.game.counters[unit].id} arrives.", rule)
        c = Arriving(self.game, s)
        if c.left:
            return Prompt("Choose a unit to place, or accept the proposal for all.", rule)
        if c.waiting:
            return Prompt("All arrivals are placed. You may place units from England.", rule)
        return Prompt("All arrivals are placed. Continue when ready.", rule)

    def presets(self, s: ReichState) -> dict[int, str]:
        """Where the proposal for the whole segment places each unit."""
        if "propose" not in self.offer(s):
            return {}
        then, game = s.copy(), self.game
        self.do_propose(then, 0)
        moved = [u for u, (here, there) in enumerate(zip(s.at, then.at, strict=True)) if here != there]
        boxes = {ENGLAND: "goes to England", TRAY: "waits off the map", WATCH: "goes into the Watch on the Rhine Box"}
        return {u: boxes.get(then.at[u]) or f"arrives in {game.place_name(then.at[u])}" for u in moved}

    def do_select(self, s: ReichState, unit: int) -> None:
        _, side, _ = s.agenda[-1]
        self.set_args(s, side, unit)

    def do_place(self, s: ReichState, h: int) -> None:
        _, side, unit = s.agenda[-1]
        self._settle(s, unit)
        occupy(self.game, s, unit, h)
        s.arrived |= 1 << unit
        rule = "7.1.4" if side == GERMAN else "7.1.3"
        s.report(rule, "{} arrives in {}", self.game.counters[unit].id, self.game.place_name(h))

    def do_england(self, s: ReichState, _: int) -> None:
        self._into_box(s, ENGLAND, "7.1.3", "{} goes to England")

    def do_tray(self, s: ReichState, _: int) -> None:
        self._into_box(s, TRAY, "3.3.D", "{} waits off the map")

    def do_box(self, s: ReichState, _: int) -> None:
        self._into_box(s, WATCH, "4.1", "{} goes into the Watch on the Rhine Box")

    def _into_box(self, s: ReichState, box: int, rule: str, text: str) -> None:
        _, _, unit = s.agenda[-1]
        self._settle(s, unit)
        s.at[unit] = box
        s.report(rule, text, self.game.counters[unit].id)

    def _settle(self, s: ReichState, unit: int) -> None:
        """A unit has left the track; nothing is selected any more."""
        _, side, _ = s.agenda[-1]
        self.set_args(s, side, -1)
        if s.at[unit] == TRACK and not entries.is_reinforcement(self.game, s, unit):
            replacements.count(self.game, s, unit)
        s.due[unit] = 0

    def do_propose(self, s: ReichState, _: int) -> None:
        _, side, _ = s.agenda[-1]
        c = Arriving(self.game, s)
        for unit in arrival_plan.order(self.game, s, c.due | arrival_plan.wanted(self.game, c.waiting)):
            hexes = entries.with_room(self.game, s, unit)
            self.set_args(s, side, unit)
            if hexes:
                self.do_place(s, arrival_plan.best_hex(self.game, s, unit, hexes))
            elif may_go_to_england(self.game, s, unit):
                self.do_england(s, 0)
            elif uses_tray(self.game, s, unit):
                self.do_tray(s, 0)
            elif may_be_boxed(self.game, s, unit):
                self.do_box(s, 0)
        self.set_args(s, side, -1)

    def do_done(self, s: ReichState, _: int) -> None:
        self.pop(s)


def remarks(game: ReichGame, s: ReichState) -> tuple[Note, ...]:
    """The room that arriving units find, while there are some to place."""
    if s.over or not isinstance(game.step(s), PlaceArrivals):
        return ()
    c = Arriving(game, s)
    units = 1 << c.unit if c.unit >= 0 else c.due | c.waiting
    return arrival_plan.room_notes(game, s, c.side, units)


class PlaceReinforcements(PlaceArrivals):
    """Places the reinforcements of a side (7.1)."""

    name = "place-reinforcements"


class PlaceReplacements(PlaceArrivals):
    """Places the replacements of a side (7.2)."""

    name = "place-replacements"


class BeginArrivals(Procedure["ReichGame", ReichState]):
    """Begins the placing of arrivals if there is a choice to be made. Arguments: the side, and 1 for reinforcements."""

    name = "begin-arrivals"
    args = ("side", "number")

    def run(self, s: ReichState) -> None:
        _, side, new = s.agenda[-1]
        game = self.game
        self.pop(s)
        self.push(s, EndArrivals, side, new)
        due = entries.due_now(game, s, side, new=bool(new))
        if not due and not (side == ALLIED and new and units_in_england(game, s)):
            return
        self.push(s, PlaceReinforcements if new else PlaceReplacements, side, -1)
        c = Arriving(game, s)
        if not c.left and not any(c.hexes(u) for u in bits(c.waiting)):
            self.pop(s)


class EndArrivals(Procedure["ReichGame", ReichState]):
    """Loses the arrivals that found no place (7.1). Arguments: the side, and 1 for reinforcements."""

    name = "end-arrivals"
    args = ("side", "number")

    def run(self, s: ReichState) -> None:
        _, side, new = s.agenda[-1]
        self.pop(s)
        forfeit(self.game, s, entries.due_now(self.game, s, side, new=bool(new)))


def forfeit(game: ReichGame, s: ReichState, units: int) -> None:
    """Remove arrivals for good that cannot enter (7.1)."""
    for unit in bits(units):
        s.at[unit], s.due[unit] = REMOVED, 0
    if units:
        s.report("7.1", "{} no place to arrive in: lost for good", game.names_with(units, "finds", "find"))


# -- segments -------------------------------------------------------------------------------


def begin(game: ReichGame, s: ReichState, side: int) -> None:
    """A Reinforcement Segment."""
    refit.arrive(game, s, side)
    for unit in bits(entries.due_now(game, s, side, new=True)):
        _arrive_at_once(game, s, unit)
    s.agenda.append((game.codes[BeginArrivals], side, 1))


def _arrive_at_once(game: ReichGame, s: ReichState, unit: int) -> None:
    """Put a unit where it arrives without a choice: into England, off the map (3.3.D), or out of the game."""
    code, name = game.roster.entry[unit], game.counters[unit].id
    if code == "England":
        s.at[unit], s.due[unit] = ENGLAND, 0
        s.report("7.1.3", "{} arrives in England", name)
    elif code == "E" and entries.uses_tray(game, s, unit):
        s.at[unit], s.due[unit] = TRAY, 0
        s.report("3.3.D", "{} arrives off the map", name)
    elif code == "B" and s.brittany_turn:  # 7.1.2.B, 7.1.2.J
        s.at[unit], s.due[unit] = REMOVED, 0
        s.report("7.1.2.B", "{} never enters: the Allies are in Brittany", name)


def begin_replacements(game: ReichGame, s: ReichState, side: int) -> None:
    """A Replacement Segment: the Germans draw from the cup first (7.2.2.B)."""
    s.agenda.append((game.codes[BeginArrivals], side, 0))
    number = replacements.draws(game, s) if side == GERMAN else 0
    if number:
        s.agenda.append((game.codes[replacements.DrawFromCup], number))


BOUNDS = {"begin-arrivals": (FLAG,), "end-arrivals": (FLAG,)}
STEPS: tuple[type[AnyStep], ...] = (PlaceReinforcements, PlaceReplacements, BeginArrivals, EndArrivals)
