"""The game class of Storming the Reich, for the engine."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from ...engine.board import Board
from ...engine.contents import Counter, Scenario
from ...engine.data import Source
from ...engine.step import AnyStep
from ...engine.verbs import shared
from ...mechanics import choosing
from ...mechanics.attacks import AttackGame
from ...mechanics.ground import Searches
from ...mechanics.losses import StepLossGame
from ...mechanics.moving import MarchGame
from ...mechanics.turn_game import Parts
from . import (
    air,
    airborne,
    allowance,
    bombing,
    checks,
    cherbourg,
    combat,
    control,
    ending,
    exits,
    final,
    logistics,
    losses,
    mobile,
    moments,
    moves,
    offensive,
    orders,
    pieces,
    ports,
    refit,
    reinforcements,
    replacements,
    resolution,
    rhine,
    segments,
    selection,
    sequence,
    setup,
    stacking,
    strategic,
    supply_markers,
    support,
    victory,
    zones,
)
from .areas import Areas
from .attackers import ReichAttacks
from .classes import Classes
from .doctrine import ReichDoctrine
from .entries import Entries
from .ground import Ground
from .lines import Lines
from .losses import ReichLosses
from .marches import Marching
from .parts import load_parts
from .reading import ReichReading
from .roster import Roster
from .schedule import Schedule
from .sequence import GameTurn
from .state import BOXES, ReichState
from .tables import Tables

#: The modules that have steps; each lists its own as ``STEPS`` and their verbs as ``VERBS``.
_CHAPTERS = (
    sequence,
    final,
    moments,
    offensive,
    airborne,
    setup,
    combat,
    cherbourg,
    mobile,
    resolution,
    losses,
    support,
    victory,
    reinforcements,
    replacements,
    refit,
    supply_markers,
    ports,
    air,
    bombing,
    ending,
    stacking,
    allowance,
    selection,
    moves,
    exits,
    segments,
    strategic,
    rhine,
    orders,
)


class ReichGame(AttackGame[ReichState], MarchGame[ReichState], StepLossGame[ReichState]):
    """Rules, board, counters, tables and the scenarios."""

    id = "reich"
    title = "Storming the Reich"
    rules_version = 2
    publisher = "Compass Games, 2010; no affiliation"
    about = (
        "From the beaches of Normandy to the Ruhr. Three army groups share too little fuel, every die decides how far "
        "they go, and the Germans save their tanks for one blow in the west."
    )
    scale = "divisions, 8 miles a hex, up to 15 turns of two to four weeks"
    sides = ("allied", "german")
    side_names = {"allied": "Allied", "german": "German"}
    boxes = BOXES
    verbs = {
        **shared("select place propose done move stop attack with resolve roll lose advance pass remove"),
        **choosing.VERBS,
        **{name: verb for chapter in _CHAPTERS for name, verb in getattr(chapter, "VERBS", {}).items()},
    }
    step_types: ClassVar[tuple[type[AnyStep], ...]] = tuple(
        step for chapter in _CHAPTERS for step in getattr(chapter, "STEPS", ())
    )
    state_type = ReichState
    turn_step = GameTurn
    reading_type = ReichReading
    orders_type = orders.ReichOrders
    tables: Tables
    folder = Path(__file__).parent
    roster: Roster
    attacks: ReichAttacks
    lines: Lines
    ground: Ground
    areas: Areas
    rhine: rhine.Rhine
    marches: Marching

    result = victory.result
    number_bounds = checks.bounds
    position_errors = checks.position_errors

    def __init__(
        self, board: Board, counters: tuple[Counter, ...], scenarios: dict[str, Scenario], tables: Tables
    ) -> None:
        super().__init__(board, counters, scenarios, tables)
        self.roster = Roster(counters)
        self.ground = Ground(board, tables)
        self.lines = Lines(self.ground, tables)
        #: zones by the ground alone, for an army that nothing but ground concerns
        self.zones = self.ground.zones[0]
        self.schedule = Schedule(self.roster, tables)
        self.scenario_names = tuple(scenarios)
        self._areas = tuple(self._area(scenario) for scenario in scenarios.values())
        #: the combat units of each side, without support units (2.2)
        self.combat_of = [units & self.roster.combat for units in self.units_of]
        #: the area of the 6th Army Group (10.2.3)
        self.army6_area = board.regions["6th Army Group area"].set
        #: Monty's Blind Spot (8.7.B)
        self.blind_spot = board.regions["Monty's Blind Spot"].set
        self.areas = Areas(board, self.ground, self.roster, tables)
        self.searches, self.classes = Searches(), Classes(self)
        #: by side the places of all units and the stacks that were last found, see pieces.stacks
        self.known_stacks: list[tuple[list[int], dict[int, int]]] = [([], {}), ([], {})]
        self.patton = 1 << self.unit_ids["US-PATTON"]
        self.rhine = rhine.Rhine(self)
        self.marches = Marching(self)
        self.attacks = ReichAttacks(self)
        self.step_losses = ReichLosses(self)
        self._read_regions()
        self.entries = Entries(self)
        #: bounds of the numbers of steps, and checks of positions, as the chapters list them
        self.step_bounds = {name: found for c in _CHAPTERS for name, found in getattr(c, "BOUNDS", {}).items()}
        self.chapter_errors = tuple(chapter.errors for chapter in _CHAPTERS if hasattr(chapter, "errors"))
        #: what further chapters do when the Allies take a hex: functions of game, state and hex
        self.taken_hooks = tuple(chapter.on_taken for chapter in _CHAPTERS if hasattr(chapter, "on_taken"))
        self.make_steps()
        self.doctrine = ReichDoctrine(self)

    @classmethod
    def parts(cls, source: Source) -> Parts:
        return load_parts(source)

    def _area(self, scenario: Scenario) -> int:
        name = scenario.words.get("area")
        return self.board.regions[name].set if name else self.board.playable

    def _read_regions(self) -> None:
        """The regions of single rules."""
        regions = self.board.regions
        self.paris, self.ike = regions["Paris"].set, regions["Ike's Blind Spot"].set
        self.roer_dams = regions["Roer Dams"].set
        self.inside_breakout = regions["Inside the Breakout Line"].set
        #: hexes across the Seine that count for victory (ruling 3.2.C.2f)
        areas = regions["21st Army Group area"].set | regions["12th Army Group area"].set
        self.beyond_seine = areas & self.ground.east
        #: Argentan and Alençon, which free the Commonwealth in the west (10.7.1)
        self.free_west = sum(1 << h for h, name in self.board.names.items() if name in ("Argentan", "Alençon"))
        #: the division that has to enter Paris first (10.7.9)
        self.french_first = self.unit_ids["FR-2A"]

    # -- what depends on the scenario --------------------------------------------------------

    def scenario_of(self, state: ReichState) -> Scenario:
        return self.scenarios[self.scenario_names[state.scenario_index]]

    def in_play(self, state: ReichState) -> int:
        """The hexes of the scenario's part of the map (3.3, 3.4)."""
        return self._areas[state.scenario_index]

    def german_sources(self, state: ReichState) -> int:
        """The hexes that supply German units in this scenario (8.3.A, ruling 3.3.Dh)."""
        name = self.scenario_of(state).words.get("german_supply")
        return self.lines.german_sources(self.board.regions[name].set if name else 0)

    # -- units -------------------------------------------------------------------------------

    def zone(self, state: ReichState, side: int) -> int:
        return zones.zone(self, state, side)

    # -- beginning ---------------------------------------------------------------------------

    def opening_state(self, scenario: Scenario) -> ReichState:
        begin = final.start if scenario.words["start"] == "front" else setup.start
        return begin(self, scenario)

    def blank(self, scenario: Scenario) -> ReichState:
        state = super().blank(scenario)
        state.scenario_index = self.scenario_names.index(scenario.id)
        state.turn = scenario.words["first_turn"]
        return state

    def begin_phase(self, state: ReichState, words: list[str]) -> None:
        control.settle(self, state)
        self.game_turn.begin_at(state, words)

    def refresh(self, state: ReichState) -> None:
        logistics.settle(self, state)
        pieces.refresh(self, state)
