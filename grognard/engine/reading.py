"""The reading of a game: its texts for players. Previews, charts, notes on a hex, tracks, marks and badges.

Rules do not use it. Everything here is computed from a redacted state, so it cannot reveal a secret.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic

from .limits import G, S
from .looks import SHARED_MARKS, Badge, Box, Gauge, Mark, Outcome


@dataclass(frozen=True)
class Modifier:
    """One line of a preview: its name, its value and its rule."""

    what: str
    amount: int
    rule: str


@dataclass(frozen=True)
class Alternative:
    """Another way to make the same attack: what it costs, its modifiers, and the exact chance of each result."""

    #: the action that chooses it
    action: str
    title: str
    #: what it costs, in words, and whether it can be chosen now
    price: str
    possible: bool
    #: the lowest and the highest column that the draws can bring
    columns: str
    modifiers: tuple[Modifier, ...]
    total: int
    chances: Mapping[str, tuple[int, int]]
    #: the chance that the attacker wins the battle
    victory: tuple[int, int]
    #: whether it is the one chosen at the moment
    chosen: bool = False


@dataclass(frozen=True)
class Note:
    """A sentence for players, with the rule it is based on."""

    text: str
    rule: str = ""


@dataclass(frozen=True)
class Spotlight:
    """Facts shown while the pointer is on a hex: the border of some hexes, and notes on the card."""

    hexes: int
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Effect:
    """An effect of some results of one attack, where it differs from the chart."""

    results: tuple[str, ...]
    text: str
    rule: str
    #: whom it harms: attacker, defender, or nobody
    harms: str = ""


@dataclass(frozen=True)
class SideFire:
    """The fire of one side in a combat in which both sides roll: its figures, and what the other side loses to it."""

    #: the side that fires
    side: str
    #: whether it is the attacker
    attacks: bool
    strength: int
    column: str
    modifiers: tuple[Modifier, ...]
    total: int
    #: the result of each roll of its die, in order, at its present strength; empty if it cannot fire
    by_roll: tuple[str, ...]
    #: the exact chance of each result; for a side that fires second, on average over the losses to the first fire
    chances: Mapping[str, tuple[int, int]]
    #: the steps that this side has in the combat
    steps: int = 0
    #: index of the column in the printed table
    column_index: int = 0
    #: the number that it has rolled; 0 before its roll
    rolled: int = 0


@dataclass(frozen=True)
class Preview:
    """The odds of an attack: the sum, the column, and the exact chance of each result.

    If both sides fire, each has its own sum, column and die in ``fires``, and ``by_roll`` is empty.
    """

    title: str
    modifiers: tuple[Modifier, ...]
    total: int
    line: str
    line_rule: str
    column: str
    #: result -> chance as a fraction (numerator, denominator)
    chances: Mapping[str, tuple[int, int]]
    #: the result of each roll of the die, in order
    by_roll: tuple[str, ...] = ()
    #: index of the column in the printed table
    column_index: int = 0
    #: identifies the attack, without its figures: unchanged as long as it is the same attack
    about: str = ""
    #: other ways to make the attack, the chosen one among them, for games that have several
    alternatives: tuple[Alternative, ...] = ()
    #: what was assumed of units that the side does not see
    assumed: str = ""
    #: the fire of each side, in the order in which they roll
    fires: tuple[SideFire, ...] = ()
    #: the side whose fire takes effect before the other side fires; empty if both fire at the same time
    first: str = ""
    #: the chance that no defender is left, if it does not follow from the results
    cleared: tuple[int, int] | None = None
    #: filled in for views by :meth:`Reading.effects` and :meth:`Reading.reactions`
    effects: tuple[Effect, ...] = ()
    reactions: tuple[Note, ...] = ()
    #: facts that the sum contains and does not show, such as attackers at half strength
    remarks: tuple[Note, ...] = ()

    @property
    def next_fire(self) -> SideFire | None:
        """The fire that is rolled for next, if any."""
        return next((fire for fire in self.fires if not fire.rolled and fire.by_roll), None)

    @property
    def next_by_roll(self) -> tuple[str, ...]:
        """The result of each number of the next roll, in order."""
        fire = self.next_fire
        return self.by_roll if fire is None else fire.by_roll

    @property
    def next_chances(self) -> Mapping[str, tuple[int, int]]:
        """The exact chance of each result of the next roll."""
        fire = self.next_fire
        return self.chances if fire is None else chances_of(fire.by_roll)


def chances_of(by_roll: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    """The exact chance of each result, from the results of all rolls."""
    return {result: (n, len(by_roll)) for result, n in Counter(by_roll).items()}


@dataclass(frozen=True)
class Turn:
    """One space of the turn track: its label and the events of the turn."""

    number: int
    label: str
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Track:
    """The sequence of play and the turn track, with the current phase and turn."""

    phases: tuple[str, ...]
    phase: int
    turns: tuple[Turn, ...]
    turn: int
    #: what the verb ``done`` ends now, if that is less than the phase
    ends: str = ""


@dataclass(frozen=True)
class Exercise:
    """One exercise of a lesson: a position, what to learn from it, and the actions that solve it.

    Each of the ``steps`` lists texts of actions, or their beginnings; any of them completes the step.
    """

    title: str
    text: str
    position: str
    side: str
    steps: tuple[tuple[str, ...], ...]
    rule: str = ""
    #: faces of the die, or other outcomes of chance as actions, such as ``card 2``
    dice: tuple[int | str, ...] = ()
    praise: str = ""


@dataclass(frozen=True)
class Objective:
    """Hexes that a side wants, for the map and for warnings."""

    #: what they are, such as "Ruhr city"
    text: str
    rule: str
    hexes: int
    #: index of the side that gains by them
    side: int
    #: whether the side gains at once when it enters one; the other side is then warned
    sudden: bool = False


@dataclass(frozen=True)
class Chart:
    """A printed table: rows of cells under headings."""

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
    """The texts and marks that screens and drawings show. A game overrides what differs from these defaults."""

    #: the names of boxes, in the order of lists
    box_looks: ClassVar[Mapping[str, Box]] = {}
    #: how marks are drawn; other marks show their first letter
    mark_looks: ClassVar[Mapping[str, Mark]] = SHARED_MARKS
    #: the printed numbers of counters with their names for players, by the keys of ``Counter.values``
    figures: ClassVar[Mapping[str, str]] = {"attack": "attack", "defense": "defense", "movement": "movement"}
    #: other names for words of the status, the charts and the like
    words: ClassVar[Mapping[str, str]] = {}

    def __init__(self, game: G) -> None:
        self.game = game

    # -- the table and the sheets ------------------------------------------------------------

    def status(self, s: S, /) -> dict[str, Any]:  # any: words, numbers and tables of them, ready to be sent
        """Turn, phase, score and the like, for players."""
        return {}

    def preview(self, s: S, /) -> Preview | None:
        """The attack being declared, or None if there is none."""
        return None

    def path_notes(self, s: S, h: int, /) -> tuple[Note, ...]:
        """The consequences of the path of the selected unit to a hex, such as places that it captures."""
        return ()

    def objectives(self, s: S, /) -> tuple[Objective, ...]:
        """The hexes that decide the game or score, for marks on the map."""
        return ()

    def warnings(self, s: S, /) -> tuple[Note, ...]:
        """A warning of what the enemy could do if the side to decide ends its turn now; shown at the button for it."""
        return ()

    def effects(self, s: S, /) -> tuple[Effect, ...]:
        """The results of the current attack that do here something else than the chart says."""
        return ()

    def reactions(self, s: S, /) -> tuple[Note, ...]:
        """Additions that the enemy could still make to the current attack, as far as both sides may know them."""
        return ()

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
        """Named sets of hexes that a player can highlight: zones, lines, objectives."""
        return {}

    def overlays_in_play(self, s: S, /) -> dict[str, int]:
        """The overlays, without hexes that are not in play, and without those that have no others."""
        used = self.game.in_play(s)
        return {name: hexes & used for name, hexes in self.overlays(s).items() if hexes & used or not hexes}

    def inspect(self, s: S, h: int, /) -> tuple[Note, ...]:
        """Notes on a hex: terrain, hexsides and zones, with their rules."""
        return ()

    def reach(self, s: S, /) -> dict[int, str]:
        """The cost of each hex in reach of the selected unit, for players."""
        return {}

    def faint(self, s: S, /) -> int:
        """The hexes in reach that are drawn paler, because they are reached under a condition only."""
        return 0

    def groups(self, s: S, /) -> dict[str, int]:
        """Named groups of units, such as commands, under which those that have yet to move are listed."""
        return {}

    def flagged(self, s: S, side: int, /) -> int:
        """The hexes that a side has marked by its standing orders."""
        return 0

    def wishes(self, s: S, /) -> tuple[str, ...]:
        """The verbs of standing orders that concern the current decision: the screen shows them next to it."""
        return ()

    def remarks(self, s: S, /) -> tuple[Note, ...]:
        """Facts that help with the current decision, for the card that proposes something."""
        return ()

    def leaps(self, s: S, /) -> Mapping[str, int]:
        """The hexes to which some unit may go by a verb whose dice are rolled together, whichever unit it is."""
        return {}

    def consequences(self, s: S, /) -> Mapping[str, Mapping[int, str]]:
        """The effects of the numbers that may be chosen now, by verb and number: the screen shows them."""
        return {}

    def ringed(self, s: S, /) -> int:
        """The hexes in reach where the enemy may interrupt the move."""
        return 0

    def spotlights(self, s: S, /) -> Mapping[int, Spotlight]:
        """By hex: what the side to decide is shown while the pointer is there, such as the range of an HQ."""
        return {}

    def path(self, s: S, h: int, /) -> tuple[int, ...]:
        """The path of the selected unit to a hex, both ends included."""
        return ()

    # -- the counters ------------------------------------------------------------------------

    def hand(self, s: S, /) -> tuple[int, ...]:
        """The selected units, the last one selected at the end. The next actions are about them.

        The default is the unit in the frame of the current step. Games in which a whole stack is selected override it.
        """
        if s.over:
            return ()
        code, *args = s.agenda[-1]
        kinds = self.game.steps[code].args
        return tuple(arg for kind, arg in zip(kinds, args, strict=False) if kind == "unit" and arg >= 0)

    def marks(self, s: S, /) -> Mapping[int, tuple[str, ...]]:
        """Marks of single counters (moved, fought, target), for drawing."""
        return {}

    def badges(self, s: S, /) -> Mapping[int, Badge]:
        """Short texts on some counters."""
        return {}

    def reminders(self, s: S, side: int, /) -> Mapping[int, str]:
        """Units of a side that its brief decision is about, each with a short text such as its strength.

        At one screen the decision is made in front of both players, so they are shown only while a key is held.
        """
        return {}

    def heights(self, s: S, /) -> Mapping[int, int]:
        """The number of counters in each hex where not all of them are seen."""
        return {}

    def look_of(self, mark: str) -> Mark:
        """How a mark is drawn."""
        return self.mark_looks.get(mark) or Mark(mark[:1].upper())

    def lost_boxes(self) -> frozenset[int]:
        """The numbers of the boxes for lost counters."""
        return frozenset(self.game.box(name) for name, box in self.box_looks.items() if box.lost)
