"""Hürtgen Forest as the engine sees it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from ...engine.board import Board, load_board
from ...engine.data import Source
from ...engine.game import Counter, Scenario
from ...engine.looks import SHARED_MARKS, Box, Mark
from ...engine.verbs import Verb, shared
from ...hexes import Costs, bits, of
from ...mechanics.arrivals import perimeter
from ...mechanics.ground import Ground
from ...mechanics.title import Parts, Title
from . import checks, reading, setup, victory
from .advance import Advances, AdvanceTo, ChooseAdvance
from .artillery import FinalFire
from .charts import charts as charts_of
from .combat import Combat
from .declare import Declare
from .doctrine import HurtgenDoctrine
from .movement import Move, Movement
from .preview import preview as preview_of
from .results import AfterCombat, CombatDie
from .retreat import ChooseRetreat, Displace, MakeRoom, Retreating, Retreats, RetreatStep
from .sequence import GameTurn
from .setup import Deploy, Deployment
from .state import BOXES, GERMAN, US, HurtgenState
from .tables import Tables, load_tables
from .units import Roster, load_counters
from .zones import make_zones, refresh_contact


class HurtgenGame(Title[HurtgenState]):
    """Rules, board, counters, tables and scenarios."""

    id = "hurtgen"
    title = "Hürtgen Forest"
    publisher = "Simulations Publications, Inc., 1976 (Westwall); no affiliation"
    about = (
        "November 1944: two American divisions grind through dense forest towards the Rur, "
        "against patched-up German battalions and a panzer division that must soon leave."
    )
    scale = "battalions, 500 m a hex, 14 Game-Turns"
    sides = ("us", "german")
    side_names = {"us": "U.S.", "german": "German"}
    boxes = BOXES
    box_looks = {
        "due": Box("Reinforcements due"), "reserve": Box("In reserve"), "exited": Box("Left the map"),
        "eliminated": Box("Eliminated", lost=True), "aside": Box("Not in play", listed=False),
    }  # fmt: skip
    mark_looks = {
        **SHARED_MARKS, "firing": Mark("", "attacking"), "attacked": Mark("×", "spent"),
        "must attack": Mark("!", "duty"), "must be attacked": Mark("!", "duty"), "displaced": Mark("D", "harm"),
    }  # fmt: skip
    figures = {
        "attack": "attack", "barrage": "barrage", "fpf": "defensive fire", "defense": "defense", "range": "range",
        "movement": "movement",
    }  # fmt: skip
    words = {"support": "Ground Support Points left", "vp_parts": "Points come from", "towns": "Towns that score now"}
    verbs = {
        **shared("select move enter done place attack with resolve pass roll retreat to advance"),
        "exit": Verb("hex", "Leave the map at {}", "leave"),
        "also": Verb("hex", "Also {}", "strike"),
        "barrage": Verb("unit", "Barrage by {}", "aid"),
        "support": Verb("number", "Add {} support", "aid", ask="Support points"),
        "fpf": Verb("unit", "Defensive fire by {}", "aid", answer="lend defensive fire"),
    }
    step_types = (
        GameTurn, Deployment, Deploy, Movement, Move, Combat, Declare, FinalFire, CombatDie, AfterCombat,
        Retreats, ChooseRetreat, Retreating, RetreatStep, MakeRoom, Displace, Advances, ChooseAdvance, AdvanceTo,
    )  # fmt: skip
    state_type = HurtgenState
    turn_step = GameTurn
    tables: Tables
    folder = Path(__file__).parent

    roster: Roster
    exit_edge: int
    deploy_areas: list[int]
    arrival_turn: list[int]
    arrival_hex: list[int]

    # What players read is told by functions of the modules.
    number_bounds = checks.bounds
    faults = checks.faults
    result = victory.result
    preview = preview_of
    charts = charts_of
    inspect = reading.inspect
    reach = reading.reach
    path = reading.path
    marks = reading.marks
    gauges = reading.gauges
    track = reading.track

    def __init__(
        self, board: Board, counters: tuple[Counter, ...], scenarios: dict[str, Scenario], tables: Tables
    ) -> None:
        super().__init__(board, counters, scenarios, tables)
        self.roster = Roster(counters)
        self.leg = Ground(board, *tables.leg, tables.ways)
        # Vehicles cross water only where a road or trail does (5.24).
        self.vehicle = Ground(board, *tables.vehicle, tables.ways, bridges=False)
        self.ground = [self.vehicle if self.roster.vehicles >> u & 1 else self.leg for u in range(len(counters))]
        self.zones = make_zones(board)
        #: where a line of communication may run (15.34): over no unbridged water
        self.lines = Costs(board.grid, self._line_step)
        self.line_memory: dict[int, int] = {}
        self.west_edge = board.edge("west")
        self.exit_edge = board.edge("east") | board.edge("south")
        self.ring = perimeter(board)
        self.rough = board.terrain.get("rough", 0)
        self.towns = victory.town_hexes(board, tables.objectives)
        self.arrival_turn, self.arrival_hex = setup.arrival_lists(self)
        self.deploy_areas = setup.deployment_areas(self)
        self.make_steps()
        self.doctrine = HurtgenDoctrine(self)

    def _line_step(self, h: int, direction: int) -> int | None:
        n = self.board.grid.neighbour(h, direction)
        edge = None if n is None else self.board.hexsides.get((min(h, n), max(h, n)))
        return None if n is None or (edge is not None and not edge.bridge) else 1

    @classmethod
    def parts(cls, source: Source) -> Parts:
        board = load_board(source)
        bridge_roads(board)
        counters = load_counters(source, cls.sides)
        tables = load_tables(source, board)
        return board, counters, setup.load_scenarios(source, cls.sides, counters, board), tables

    # -- beginning ---------------------------------------------------------------------------

    def set_out(self, scenario: Scenario) -> HurtgenState:
        return setup.start(self, scenario)

    def blank(self, scenario: Scenario) -> HurtgenState:
        state = HurtgenState()
        state.turns = scenario.turns
        state.support = self.tables.support_turn[US]
        return state

    def begin_phase(self, state: HurtgenState, words: list[str]) -> None:
        self.game_turn.begin_at(state, words)

    def refresh(self, state: HurtgenState) -> None:
        state.occupied = self.occupied(state.at)
        refresh_contact(self, state)

    # -- reading -----------------------------------------------------------------------------

    def unit_at(self, state: HurtgenState, h: int) -> int:
        """The unit in a hex that holds one."""
        return state.at.index(h)

    def units_in(self, state: HurtgenState, hexes: int) -> int:
        """The units standing in some of these hexes."""
        out = 0
        index = state.at.index
        while hexes:
            low = hexes & -hexes
            out |= 1 << index(low.bit_length() - 1)
            hexes ^= low
        return out

    def hexes_of(self, state: HurtgenState, units: int) -> int:
        """The hexes these units stand in."""
        return of(state.at[u] for u in bits(units))

    def enemy_zone(self, state: HurtgenState, side: int) -> int:
        """Every hex in the zone of control of this side's enemy (6.0)."""
        return self.zones.of(state.occupied[1 - side])

    def status(self, state: HurtgenState) -> dict[str, Any]:
        us, german = victory.points(state)
        return {
            "turn": state.turn,
            "turns": state.turns,
            "phase": self.phase_of(state),
            "phasing": self.sides[state.phasing],
            "support": state.support,
            "vp": {"us": us, "german": german},
            "vp_parts": {"us units": state.vp_us, "us 116th": state.vp_116, "german units": state.vp_german},
            "towns": victory.towns_held(self, state),
        }

    def overlays(self, state: HurtgenState) -> dict[str, int]:
        return {
            "U.S. zones of control": self.zones.of(state.occupied[US]),
            "German zones of control": self.zones.of(state.occupied[GERMAN]),
            "U.S. threat": reading.threat(self, state, US),
            "German threat": reading.threat(self, state, GERMAN),
            "Lines of communication": victory.connected(self, state),
            "Towns that score now": of(h for name in victory.towns_held(self, state) for h in bits(self.towns[name])),
        }


def bridge_roads(board: Board) -> None:
    """Every road or trail across water is a bridge (ruling 15.34), whether or not the file marks it."""
    for pair, edge in board.hexsides.items():
        if pair in board.roads and not edge.bridge:
            board.hexsides[pair] = replace(edge, bridge=True)
