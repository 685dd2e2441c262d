"""Chapter 3.2 and 3.3: how the scenarios of June 1944 begin."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Action
from ...engine.contents import Scenario
from ...engine.limits import Case, Choice, Limit
from ...engine.step import AnyStep, Chance, Prompt, Step
from ...hexes import bits
from . import control
from .pieces import put
from .sequence import GameTurn
from .state import ALLIED, ENGLAND, GERMAN, SUPPORT, TRACK, TRAY, ReichState
from .units import ENGLAND as IN_ENGLAND

if TYPE_CHECKING:
    from .game import ReichGame


def start(game: ReichGame, scenario: Scenario) -> ReichState:
    """The state at the beginning of a scenario of June 1944, before the German player places the 503rd SS (3.2.E)."""
    s = game.blank(scenario)
    words, ids = scenario.words, game.unit_ids
    for unit, label in words["setup"].items():
        s.at[ids[unit]] = ENGLAND if label == IN_ENGLAND else game.board.grid.parse(label)
    place_arrivals(game, s, scenario)
    game.place_in_box(s, words.get("waiting", ()), TRAY)
    for unit in words.get("dropped", ()):
        s.dropped |= 1 << ids[unit]
    control.start_with(game, s)
    game.refresh(s)
    s.agenda = [(game.codes[GameTurn], 0)]
    s.agenda += [(game.codes[Anywhere], ids[unit]) for unit in words.get("anywhere", {})]
    if "strafed" in words:
        s.strafed = 1 << ids[words["strafed"]]
        s.agenda.append((game.codes[FirstStrafing], ids[words["strafed"]]))
    game.run(s)
    return s


def place_arrivals(game: ReichGame, s: ReichState, scenario: Scenario) -> None:
    """Put the reinforcements on the turn track (3.2.A, 3.4.A.1), and support units into their box."""
    for turn, units in scenario.words["arrivals"].items():
        for unit in units:
            u = game.unit_ids[unit]
            s.at[u], s.due[u] = (SUPPORT if game.roster.support >> u & 1 else TRACK), turn
    for u in bits(game.roster.types["tactical-air"]):
        s.at[u] = SUPPORT


class FirstStrafing(Chance["ReichGame", ReichState]):
    """The marker on Panzer Lehr is drawn from all four, and everybody sees it (3.2.E.1, ruling 3.2.E.1d)."""

    name = "first-strafing"
    args = ("unit",)
    open_outcome = True

    def prompt(self, s: ReichState) -> Prompt:
        _, unit = s.agenda[-1]
        return Prompt(f"Draw the Strafing marker on {self.game.counters[unit].id}.", "3.2.E.1")

    def outcomes(self, s: ReichState) -> list[tuple[Action, int]]:
        return [(Action("roll", points), 1) for points in self.game.tables.lists["air"]["markers"]]

    def roller(self, s: ReichState) -> str:
        return str(self.game.sides[ALLIED])

    def do_roll(self, s: ReichState, points: int) -> None:
        _, unit = s.agenda.pop()
        s.strafers[self.game.tables.lists["air"]["markers"].index(points)] = unit
        s.report("3.2.E.1", "{} is strafed and loses {} Movement Points", self.game.counters[unit].id, points)


class OneUnit(Case["ReichGame", ReichState]):
    """The unit of the frame."""

    def __init__(self, game: ReichGame, s: ReichState) -> None:
        super().__init__(game, s)
        _, self.unit = s.agenda[-1]

    @property
    def name(self) -> str:
        return self.game.counters[self.unit].id

    @property
    def hexes(self) -> int:
        """The entrance hexes of its letter."""
        entry = self.game.scenario_of(self.s).words["anywhere"][self.name]["entry"]
        return self.game.ground.entrances[entry]


class Anywhere(Step["ReichGame", ReichState]):
    """The German player sets a unit up in any entrance hex of its letter (3.2.E.2). Argument: the unit."""

    name = "set-up"
    args = ("unit",)
    case = OneUnit
    choices: ClassVar[tuple[Choice[OneUnit], ...]] = (
        Choice(
            "place", Limit("3.2.E.2", lambda c, hexes: hexes & c.hexes, "{it} is not an E hex, where {c.name} starts")
        ),
        Choice("propose"),
    )

    def seat(self, s: ReichState) -> str:
        return self.game.sides[GERMAN]

    def prompt(self, s: ReichState) -> Prompt:
        return Prompt(f"Choose an E hex for {OneUnit(self.game, s).name}.", "3.2.E.2")

    def do_place(self, s: ReichState, h: int) -> None:
        _, unit = s.agenda.pop()
        put(self.game, s, unit, h)
        s.due[unit] = 0
        s.report("3.2.E.2", "{} is set up in {}", self.game.counters[unit].id, self.game.place_name(h))

    def do_propose(self, s: ReichState, _: int) -> None:
        c = OneUnit(self.game, s)
        label = self.game.scenario_of(s).words["anywhere"][c.name]["proposed"]
        self.do_place(s, self.game.board.grid.parse(label))


STEPS: tuple[type[AnyStep], ...] = (FirstStrafing, Anywhere)
