"""Chapter 7.2: eliminated units, the cup, and the Watch on the Rhine Box at their elimination."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Action
from ...engine.bounds import Bound
from ...engine.limits import Case, Choice
from ...engine.step import AnyStep, Chance, Procedure, Prompt
from ...engine.verbs import Verb
from ...hexes import bits
from ...mechanics.phasing import OneUnit
from .schedule import MECHANIZED
from .state import CUP, ELIMINATED, TRACK, WATCH, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

VERBS = {
    "draw": Verb("unit", "Draw {}"),
    "box": Verb("none", "Into the Watch on the Rhine Box"),
}


# -- eliminated units -----------------------------------------------------------------------


def on_eliminated(game: ReichGame, s: ReichState, unit: int, where: int) -> None:
    """Send an eliminated unit where it comes back from, if at all (7.2). ``where`` is the hex or box that it was in.

    A step that eliminates a unit has to take its own frame off the agenda before, since the owner of a Mechanized unit
    may have a choice to make.
    """
    schedule = game.schedule
    if schedule.to_cup(unit, s.turn):
        s.at[unit] = CUP
        return
    back = schedule.return_turn(unit, s.turn, s.turns, s.replaced, declined=s.declined)
    if back:
        to_track(game, s, unit, back)
    if box_open(game, s) and schedule.to_watch(unit, s.turn):
        s.agenda.append((game.codes[ChooseBox], unit))


def to_track(game: ReichGame, s: ReichState, unit: int, turn: int) -> None:
    """Put a unit on the space of a turn on the track."""
    s.at[unit], s.due[unit] = TRACK, turn
    s.report("7.2", "{} will return on Turn {}", game.counters[unit].id, turn)


def box_open(game: ReichGame, s: ReichState) -> bool:
    """Whether units in the Watch on the Rhine Box will ever leave it: not in a game that ends before Turn 10.

    There the Box is not a choice worth asking for (ruling 7.2.2.Ab).
    """
    return not s.offensive and not s.declined and s.turns >= min(game.tables.lists["counteroffensive"]["turns"])


class ChooseBox(OneUnit["ReichGame", ReichState]):
    """The owner of an eliminated Mechanized unit may put it into the Watch on the Rhine Box (7.2.2.A)."""

    name = "choose-box"
    args = ("unit",)
    brief = True
    choices: ClassVar[tuple[Choice[Case[ReichGame, ReichState]], ...]] = (Choice("box"), Choice("pass"))

    def prompt(self, s: ReichState) -> Prompt:
        _, unit = s.agenda[-1]
        name, due = self.game.counters[unit].id, s.due[unit]
        other = f"lets it return on Turn {due}" if due else "means that it never returns"
        return Prompt(f"{name} is eliminated. Put it into the Watch on the Rhine Box? Passing {other}.", "7.2.2.A")

    def do_box(self, s: ReichState, _: int) -> None:
        _, unit = s.agenda[-1]
        self.pop(s)
        s.at[unit], s.due[unit] = WATCH, 0
        s.report("7.2.2.A", "{} goes into the Watch on the Rhine Box", self.game.counters[unit].id)

    def do_pass(self, s: ReichState, _: int) -> None:
        self.pop(s)


# -- units that come back -------------------------------------------------------------------


def count(game: ReichGame, s: ReichState, unit: int) -> None:
    """A Mechanized division has come back by the track: it does so once only (7.2.2.A)."""
    if game.schedule.way(unit) == MECHANIZED and game.roster.mech_divisions >> unit & 1:
        s.replaced |= 1 << unit


def cup(s: ReichState, game: ReichGame) -> int:
    """The units in the cup (7.2.2.B)."""
    return sum(1 << u for u in bits(game.roster.german) if s.at[u] == CUP)


class DrawFromCup(Procedure["ReichGame", ReichState]):
    """Draws units from the cup, and closes it with the last draw (7.2.2.B). Argument: how many are still drawn."""

    name = "draw-from-cup"
    args = ("number",)

    def run(self, s: ReichState) -> None:
        _, left = s.agenda[-1]
        inside = cup(s, self.game)
        if left and inside.bit_count() > left:
            self.set_args(s, left - 1)
            self.push(s, Draw)
            return
        self.pop(s)
        if left:  # all that are there, and the rest of the draw is lost
            for unit in bits(inside):
                receive(self.game, s, unit)
        if s.turn >= max(self.game.tables.lists["returns"]["draw_turns"]):
            _close(self.game, s)


def _close(game: ReichGame, s: ReichState) -> None:
    """Eliminate for good what is left in the cup after its last draw (7.2.2.B)."""
    rest = cup(s, game)
    for unit in bits(rest):
        s.at[unit] = ELIMINATED
    if rest:
        s.report("7.2.2.B", "{} for good: the cup is closed", game.names_with(rest, "is lost", "are lost"))


class Draw(Chance["ReichGame", ReichState]):
    """One unit drawn from the cup (7.2.2.B)."""

    name = "draw"
    open_outcome = True

    def prompt(self, s: ReichState) -> Prompt:
        return Prompt("Draw a unit from the cup.", "7.2.2.B")

    def outcomes(self, s: ReichState) -> list[tuple[Action, int]]:
        return [(Action("draw", unit), 1) for unit in bits(cup(s, self.game))]

    def do_draw(self, s: ReichState, unit: int) -> None:
        self.pop(s)
        receive(self.game, s, unit)


def receive(game: ReichGame, s: ReichState, unit: int) -> None:
    """A unit leaves the cup and arrives on this turn."""
    s.at[unit], s.due[unit] = TRACK, s.turn
    s.report("7.2.2.B", "{} is drawn from the cup", game.counters[unit].id)


def draws(game: ReichGame, s: ReichState) -> int:
    """How many units are drawn from the cup on this turn."""
    rows = game.tables.lists["returns"]
    return game.tables.numbers["returns"]["draw"] if s.turn in rows["draw_turns"] else 0


BOUNDS = {"draw-from-cup": (Bound(0, 9, "7.2.2.B"),)}
STEPS: tuple[type[AnyStep], ...] = (ChooseBox, DrawFromCup, Draw)
