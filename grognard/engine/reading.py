"""Reading: what players read of a game. Previews, charts, notes on a hex, tracks, marks and badges of counters.

The rules know nothing of it. Whatever is computed from a state is computed from the state as one side may know it, so
nothing here can tell a secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic

from .limits import G, S
from .looks import SHARED_MARKS, Badge, Box, Gauge, Mark, Outcome


@dataclass(frozen=True)
class Modifier:
    """One line of a preview: what it is, how much it counts, and by which rule."""

    what: str
    amount: int
    rule: str


@dataclass(frozen=True)
class Preview:
    """What an attack would bring: the sum, the column, and the exact chance of each result."""

    title: str
    modifiers: tuple[Modifier, ...]
    total: int
    line: str
    line_rule: str
    column: str
    #: result -> chance, as a fraction of the chance events (numerator, denominator)
    chances: Mapping[str, tuple[int, int]]
    #: result for each roll of the die, in order
    by_roll: tuple[str, ...] = ()
    #: place of the column and of the line in the printed table
    column_index: int = 0
    #: which attack it is, without its figures: the same as long as it is the same attack
    about: str = ""


@dataclass(frozen=True)
class Note:
    """A sentence for a player, with the rule it rests on."""

    text: str
    rule: str = ""


@dataclass(frozen=True)
class Turn:
    """One space of the turn track: what it is called and what it brings."""

    number: int
    label: str
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Track:
    """The sequence of play and the turn track, and where the match is on them."""

    phases: tuple[str, ...]
    phase: int
    turns: tuple[Turn, ...]
    turn: int


@dataclass(frozen=True)
class Exercise:
    """One task of a lesson: a position, what to learn from it, and the actions that solve it.

    ``accepts`` holds the texts of actions, or beginnings of them, any of which brings the pupil on;
    an exercise with several ``steps`` wants one after the other.
    """

    title: str
    text: str
    position: str
    side: str
    steps: tuple[tuple[str, ...], ...]
    rule: str = ""
    dice: tuple[int, ...] = ()
    praise: str = ""


@dataclass(frozen=True)
class Chart:
    """A table as a player reads it, for drawing: rows of cells under headings."""

    id: str
    title: str
    source: str
    rule: str
    heads: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    #: what the results in the rows mean, if they are results of combats
    outcomes: tuple[Outcome, ...] = ()


class Reading(Generic[G, S]):
    """What screens and drawings ask of a game; a game says what differs from this."""

    #: how boxes are called, in the order in which they are listed
    box_looks: ClassVar[Mapping[str, Box]] = {}
    #: how marks are drawn; a mark that is not here shows its first letter
    mark_looks: ClassVar[Mapping[str, Mark]] = SHARED_MARKS
    #: the figures of counters that players know, by the names of ``Counter.values``
    figures: ClassVar[Mapping[str, str]] = {"attack": "attack", "defense": "defense", "movement": "movement"}
    #: words of the status, the charts and the like that players read otherwise
    words: ClassVar[Mapping[str, str]] = {}

    def __init__(self, game: G) -> None:
        self.game = game

    # -- the table and the sheets ------------------------------------------------------------

    def status(self, s: S, /) -> dict[str, Any]:  # any: words, numbers and tables of them, ready to be sent
        """Turn, phase, score and the like, as a player reads them."""
        return {}

    def preview(self, s: S, /) -> Preview | None:
        """The attack being declared, or None when there is none."""
        return None

    def charts(self) -> tuple[Chart, ...]:
        return ()

    def track(self, s: S, /) -> Track | None:
        """The sequence of play and the turn track."""
        return None

    def gauges(self, s: S, /) -> tuple[Gauge, ...]:
        """Tracks of points, levels and the like."""
        return ()

    # -- the map -----------------------------------------------------------------------------

    def overlays(self, s: S, /) -> dict[str, int]:
        """Named sets of hexes a player may want to see: zones, lines, objectives."""
        return {}

    def inspect(self, s: S, h: int, /) -> tuple[Note, ...]:
        """What a player wants to know of a hex: terrain, hexsides, zones, with their rules."""
        return ()

    def reach(self, s: S, /) -> dict[int, str]:
        """What every hex in reach costs the unit in hand, as a player reads it."""
        return {}

    def path(self, s: S, h: int, /) -> tuple[int, ...]:
        """The way the unit in hand would take to a hex, both ends included."""
        return ()

    # -- the counters ------------------------------------------------------------------------

    def hand(self, s: S, /) -> tuple[int, ...]:
        """The units in hand, the one taken last at the end: what the next actions are about.

        Usually they are named by the step in force; a game that keeps a whole stack in hand says so.
        """
        if s.over:
            return ()
        code, *args = s.agenda[-1]
        kinds = self.game.steps[code].args
        return tuple(arg for kind, arg in zip(kinds, args, strict=False) if kind == "unit" and arg >= 0)

    def marks(self, s: S, /) -> Mapping[int, tuple[str, ...]]:
        """Words about single counters (moved, fought, target), for drawing."""
        return {}

    def badges(self, s: S, /) -> Mapping[int, Badge]:
        """A short text on some counters."""
        return {}

    def heights(self, s: S, /) -> Mapping[int, int]:
        """How many counters lie in a hex, where not all of them are seen."""
        return {}

    def look_of(self, mark: str) -> Mark:
        """How a mark is drawn."""
        return self.mark_looks.get(mark) or Mark(mark[:1].upper())

    def lost_boxes(self) -> frozenset[int]:
        """The numbers of the boxes that hold lost counters."""
        return frozenset(self.game.box(name) for name, box in self.box_looks.items() if box.lost)
