"""Placing units: one after the other, or as the program proposes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, TypeVar

from ..engine.data import Source
from ..engine.limits import Case, lazy
from ..engine.state import WarState
from ..engine.step import Prompt, Step
from ..engine.toml_lines import KeyPath, Words
from ..hexes import bits
from .turn_game import TurnGame

W = TypeVar("W", bound=WarState)
G = TypeVar("G", bound=TurnGame[Any])  # any state: games are not alike in it


def check_proposed(source: Source, where: tuple[str, str], scenario: Words, lists: str) -> None:
    """Check that hexes are proposed only for units that players place."""
    file, name = where
    placed = {unit for units in scenario[lists].values() for unit in units}
    for unit in scenario.get("proposed", {}):
        if unit not in placed:
            source.error(source.entry(file, name, "proposed", unit), f"{name}: {unit!r} is not in a list of {lists!r}")


class UnitLists:
    """Checks that a scenario lists each unit exactly once."""

    def __init__(
        self,
        source: Source,
        file: str,
        name: str,
        listed: Mapping[str, KeyPath] | None = None,
        *,
        twice: str = "is listed a second time",
    ) -> None:
        self.source, self.file, self.name, self.twice = source, file, name, twice
        self.listed = dict(listed or {})

    def add(self, unit: str, *way: str | int) -> None:
        full = (self.name, *way)
        if unit in self.listed:
            place = self.source.conflicting_entry(self.file, self.listed[unit], full)
            self.source.error(place, f"{self.name}: {unit!r} {self.twice}")
        self.listed[unit] = full

    def complete(self, units: Iterable[str]) -> None:
        """Report units that are not in any list."""
        for unit in units:
            if unit not in self.listed:
                self.source.error(self.source.entry(self.file, self.name), f"{self.name}: {unit!r} is not listed")


class Placing(Case[G, W]):
    """A list of units to be placed, and the selected one of them."""

    def __init__(self, game: G, s: W) -> None:
        super().__init__(game, s)
        _, self.number, self.unit = s.agenda[-1]

    @property
    def name(self) -> str:
        return self.game.counters[self.unit].id

    @property
    def bit(self) -> int:
        """The selected unit as a set."""
        return 1 << self.unit if self.unit >= 0 else 0

    @lazy
    def waiting(self) -> int:
        """The units of the list that have not been placed yet."""
        raise NotImplementedError

    @property
    def left(self) -> str:
        """The names of the units still to be placed."""
        return self.game.names(self.waiting)


def none_selected(c: Placing[G, W]) -> bool:
    """Whether no unit is selected: one unit is placed before the next is selected."""
    return c.unit < 0


def selected(c: Placing[G, W]) -> bool:
    """Whether a unit is selected."""
    return c.unit >= 0


def unplaced(c: Placing[G, W], units: int) -> int:
    """Units that have not been placed yet."""
    at = c.s.at
    for u in bits(units):
        if at[u] >= 0:
            units ^= 1 << u
    return units


class PlaceUnits(Step[G, W]):
    """Places a list of units. Arguments: the number of the list, and the selected unit.

    A game derives a :class:`Placing` with the units that are left in a list, and writes the rows. A scenario may name a
    hex for a unit under ``proposed``. The program proposes it if the unit may be placed there, and otherwise a hex of
    its choice.
    """

    name = "set-up"
    args = ("number", "unit")
    case: ClassVar[type[Placing[Any, Any]]] = Placing  # any: a class variable cannot name the class's own G and W

    def __init__(self, game: G, code: int) -> None:
        super().__init__(game, code)
        parse, ids = game.board.grid.parse, game.unit_ids
        tables = (scenario.words.get("proposed", {}) for scenario in game.scenarios.values())
        self.proposed = {ids[unit]: parse(label) for table in tables for unit, label in table.items()}

    # -- defined by a game -------------------------------------------------------------------

    @abstractmethod
    def rule(self, s: W) -> str:
        """The rule of the current list, for prompts and events."""

    @abstractmethod
    def put(self, s: W, unit: int, h: int) -> None:
        """Place a unit."""

    @abstractmethod
    def proposal(self, s: W, number: int, unit: int, hexes: int) -> int:
        """A sensible choice among the hexes that a unit may be placed in, if the scenario names none."""

    # -- derived from these ------------------------------------------------------------------

    def waiting(self, s: W) -> int:
        """The units of the list that have not been placed yet."""
        return self.case(self.game, s).waiting

    def hexes(self, s: W) -> int:
        """The hexes in which the selected unit may be placed."""
        return self.laws["place"].legal(self.make_case(s))

    def prompt(self, s: W) -> Prompt:
        _, _, unit = s.agenda[-1]
        if unit >= 0:
            return Prompt(f"Choose a hex for {self.game.counters[unit].id}.", self.rule(s))
        if self.waiting(s):
            return Prompt("Choose a unit to place, or place all units automatically.", self.rule(s))
        return Prompt("All units are placed. Continue when ready.", self.rule(s))

    def do_select(self, s: W, unit: int) -> None:
        _, number, _ = s.agenda[-1]
        self.set_args(s, number, unit)

    def do_place(self, s: W, h: int) -> None:
        _, number, unit = s.agenda[-1]
        self._put(s, unit, h)
        self.set_args(s, number, -1)

    def _put(self, s: W, unit: int, h: int) -> None:
        self.put(s, unit, h)
        s.report(self.rule(s), "{} is set up in {}", self.game.counters[unit].id, self.game.place_name(h))

    def do_propose(self, s: W, _: int) -> None:
        _, number, _ = s.agenda[-1]
        for unit in bits(self.waiting(s)):
            self.set_args(s, number, unit)
            hexes, h = self.hexes(s), self.proposed.get(unit, -1)
            if h < 0 or not hexes >> h & 1:
                h = self.proposal(s, number, unit, hexes)
            self.do_place(s, h)

    def do_done(self, s: W, _: int) -> None:
        self.pop(s)
