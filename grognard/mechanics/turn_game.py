"""The base of games that have a data folder, no options, and turns with stages."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Self, TypeAlias, TypeVar

from ..engine.aims import with_aims
from ..engine.board import Board
from ..engine.contents import Counter, Scenario
from ..engine.data import Overlay, Source
from ..engine.game import Game
from ..engine.lessons import load_lessons
from ..engine.state import WarState
from ..hexes import bits, of
from .stages import Stages
from .zones import Zones

#: The game's own tables. Any: each game has a type of its own.
Tables: TypeAlias = Any
#: The contents of a data folder: the board, the counters, the scenarios and the game's own tables.
Parts = tuple[Board, tuple[Counter, ...], dict[str, Scenario], Tables]


W = TypeVar("W", bound=WarState)


class TurnGame(Game[W]):
    """Base of games played in turns. A subclass reads its parts, makes the opening state and names its turn step."""

    folder: ClassVar[Path]
    zones: Zones
    turn_step: ClassVar[type[Stages[Any, Any]]]  # any: a class variable cannot name the class's own W

    def __init__(
        self, board: Board, counters: tuple[Counter, ...], scenarios: dict[str, Scenario], tables: Tables
    ) -> None:
        super().__init__(board, counters, scenarios)
        self.tables = tables
        self.side_of = [self.side_index[c.side] for c in counters]

    @classmethod
    @abstractmethod
    def parts(cls, source: Source) -> Parts:
        """Read the data folder. The source collects the errors."""

    @classmethod
    def load(cls, overlay: Overlay | None = None) -> Self:
        """Load the game from its data folder, with an overlay. All errors are raised together."""
        source = Source(cls.folder / "data", overlay)
        board, counters, scenarios, tables = cls.parts(source)
        scenarios = with_aims(source, scenarios, cls.sides)
        lessons = load_lessons(source)
        source.check()
        game = cls(board, counters, scenarios, tables)
        game.data_digest = source.digest
        game._lessons = lessons
        return game

    @abstractmethod
    def opening_state(self, scenario: Scenario) -> W:
        """The state at the beginning of a scenario."""

    def start(self, scenario: Scenario, options: Mapping[str, object]) -> W:
        if options:
            raise ValueError(f"unknown option {', '.join(sorted(options))}: {self.title} has no options")
        return self.opening_state(scenario)

    def blank(self, scenario: Scenario) -> W:
        state = super().blank(scenario)
        state.turns = scenario.turns
        return state

    def place_units(self, state: W, hexes: Mapping[str, str]) -> None:
        """Place units in their hexes, as listed by a scenario."""
        for unit, label in hexes.items():
            state.at[self.unit_ids[unit]] = self.board.grid.parse(label)

    def place_in_box(self, state: W, units: Iterable[str], box: int) -> None:
        """Place units in a box, as listed by a scenario."""
        for unit in units:
            state.at[self.unit_ids[unit]] = box

    @property
    def game_turn(self) -> Stages[Self, W]:
        step = self.steps[self.codes[self.turn_step]]
        assert isinstance(step, Stages)
        return step

    def zone(self, state: W, side: int) -> int:
        """The hexes in zones of control of a side."""
        return self.zones.of(state.occupied[side])

    def phase_of(self, state: W) -> str:
        """The current phase as text."""
        return self.game_turn.phase_of(state)

    def names(self, units: int) -> str:
        """The names of units, for a sentence."""
        return self.listed(bits(units))

    def listed(self, units: Iterable[int]) -> str:
        """The names of units in the given order, for a sentence."""
        return ", ".join(self.counters[u].id for u in units)

    def names_with(self, units: int, one: str, more: str) -> str:
        """The names of units and the form of a verb that agrees with their number."""
        return f"{self.names(units)} {one if units.bit_count() == 1 else more}"

    def occupied(self, at: list[int]) -> list[int]:
        """The hexes with units of each side."""
        return [of(h for h in map(at.__getitem__, bits(units)) if h >= 0) for units in self.units_of]
