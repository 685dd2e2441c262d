"""The contents of a game's box: its name, sides, board, counters and scenarios. Nothing here changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Literal

from .action import NotationError
from .board import Board
from .brief_rules import BriefRule, load_brief
from .reading import Exercise
from .toml_lines import Value, Words
from .verbs import Verb

#: Where on a counter a figure is printed: next to its symbol, in a corner above it, or in the row at the foot.
FigurePlace = Literal["left", "right", "upper right", "lower left", "lower middle", "lower right"]
#: The colour of a figure or the shape around it; a parachute and a dot are drawn instead of a text.
FigureLook = Literal[
    "plain",
    "red",
    "white box",
    "yellow box",
    "green box",
    "blue box",
    "red box",
    "white hexagon",
    "red hexagon",
    "parachute",
    "dot",
]


@dataclass(frozen=True)
class Figure:
    """A figure printed on a counter: its text, where it is, and what is drawn round it."""

    text: str
    place: FigurePlace
    look: FigureLook = "plain"


@dataclass(frozen=True)
class Counter:
    """A printed counter. ``values`` has its printed numbers by name."""

    id: str
    side: str
    name: str
    type: str
    values: Mapping[str, int]
    #: the printed line of strengths, e.g. ``2-3-7``
    printed: str
    size: str = ""
    formation: str = ""
    source: str = ""
    tags: frozenset[str] = frozenset()
    #: the figures one by one, if they are not a single line; and those of its back, which has a diagonal stripe
    figures: tuple[Figure, ...] = ()
    back: tuple[Figure, ...] = ()
    #: whether its stripe is white, which marks a unit of no formation
    white_band: bool = False


@dataclass(frozen=True)
class Scenario:
    """A scenario: its title, its length, and the entries of its file."""

    id: str
    title: str
    about: str
    turns: int
    rule: str
    words: Words = field(default_factory=dict)
    #: the side that only answers: a commander plays it, unless a player wants it
    answers: str = ""
    #: by side, a few lines for players about how to win
    aims: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: ``turns`` is the last turn
    first_turn: int = 1

    @property
    def length(self) -> int:
        """The number of turns that are played."""
        return self.turns - self.first_turn + 1


def read_scenarios(words: Words, **shared: Value) -> dict[str, Scenario]:
    """The scenarios of a checked file by id, each with the entries that all of them share."""
    return {
        name: Scenario(
            name,
            e["title"],
            e["about"],
            e["turns"],
            e["rule"],
            {**e, **shared},
            e.get("answers", ""),
            first_turn=e.get("first_turn", 1),
        )
        for name, e in words.items()
    }


class Contents:
    """The parts of a game and their names. The rules are in :class:`~grognard.engine.game.Game`."""

    id: ClassVar[str] = ""
    title: ClassVar[str] = ""
    publisher: ClassVar[str] = ""
    about: ClassVar[str] = ""
    scale: ClassVar[str] = ""
    sides: ClassVar[tuple[str, ...]] = ()
    #: names of the sides for players
    side_names: ClassVar[Mapping[str, str]] = {}
    #: ids of the off-map boxes, as in position texts
    boxes: ClassVar[tuple[str, ...]] = ()
    verbs: ClassVar[Mapping[str, Verb]] = {}
    folder: ClassVar[Path] = Path()
    #: raised with every change of the rules after which some records no longer replay
    rules_version: ClassVar[int] = 1
    #: more choices than any game has that players make; one that goes on is in an endless loop
    longest: ClassVar[int] = 20_000

    board: Board
    counters: tuple[Counter, ...]
    scenarios: dict[str, Scenario]
    data_digest: str = ""
    _lessons: tuple[Exercise, ...] = ()

    def __init__(self, board: Board, counters: tuple[Counter, ...], scenarios: dict[str, Scenario]) -> None:
        self.board = board
        self.counters = counters
        self.scenarios = scenarios
        self.unit_ids = {c.id: i for i, c in enumerate(counters)}
        self.side_index = {side: i for i, side in enumerate(self.sides)}
        #: the set of counters of each side
        self.units_of = tuple(sum(1 << i for i, c in enumerate(counters) if c.side == side) for side in self.sides)

    def box(self, name: str) -> int:
        """The number of an off-map box: boxes count down from -1."""
        return -1 - self.boxes.index(name)

    def place_name(self, place: int) -> str:
        return self.board.grid.label(place) if place >= 0 else self.boxes[-1 - place]

    def path_words(self, path: Sequence[int]) -> str:
        """A path for a report: "from 2710 to 2808 through 2709, 2708"."""
        start, *between, end = map(self.place_name, path)
        through = f" through {', '.join(between)}" if between else ""
        return f"from {start} to {end}{through}"

    def place(self, word: str) -> int:
        if word in self.boxes:
            return self.box(word)
        try:
            return self.board.grid.parse(word)
        except ValueError as error:
            raise NotationError(f"{error}, and it is not a box ({', '.join(self.boxes)})") from None

    @cached_property
    def rules_in_brief(self) -> tuple[BriefRule, ...]:
        """Every clause of the rulebook in a sentence or two."""
        return load_brief(self.folder / "data")

    def lessons(self) -> tuple[Exercise, ...]:
        """The exercises of the game's lesson."""
        return self._lessons
