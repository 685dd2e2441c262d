"""The game class of Hürtgen Forest."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ...engine.board import Board, load_board
from ...engine.contents import Counter, Scenario
from ...engine.data import Source
from ...engine.verbs import Verb, shared
from ...hexes import Costs
from ...mechanics.arrivals import perimeter
from ...mechanics.ground import Ground
from ...mechanics.stacks import hexes_of
from ...mechanics.turn_game import Parts, TurnGame
from . import checks, setup, victory
from .advance import Advances, AdvanceTo, ChooseAdvance
from .artillery import FinalFire
from .combat import Combat
from .declare import Declare
from .doctrine import HurtgenDoctrine
from .movement import Move, Movement
from .reading import HurtgenReading
from .results import AfterCombat, CombatDie
from .retreat import ChooseRetreat, Displace, MakeRoom, Retreating, Retreats, RetreatStep
from .sequence import GameTurn
from .setup import Deploy, Deployment
from .state import BOXES, US, HurtgenState
from .tables import Tables, load_tables
from .units import Roster, load_counters
from .zones import make_zones, refresh_contact


class HurtgenGame(TurnGame[HurtgenState]):
    """Rules, board, counters, tables and scenarios."""

    id = "hurtgen"
    title = "Hürtgen Forest"
    publisher = "Simulations Publications, Inc., 1976 (Westwall); no affiliation"
    about = (
        "November 1944: two American divisions fight through dense forest towards the Rur "
        "against worn-out German battalions and a panzer division that must soon leave."
    )
    scale = "battalions, 500 m a hex, 14 Game-Turns"
    sides = ("us", "german")
    side_names = {"us": "U.S.", "german": "German"}
    boxes = BOXES
    verbs = {
        **shared("select move enter done place attack with resolve pass roll retreat to advance"),
        "exit": Verb("hex", "Leave the map at {}", "leave"),
        "also": Verb("hex", "Also attack {}", "strike"),
        "barrage": Verb("unit", "Barrage by {}", "aid"),
        "support": Verb("number", "Add {} Ground Support Points", "aid", ask="Ground Support Points"),
        "fpf": Verb("unit", "Final Protective Fire by {}", "aid", answer="add Final Protective Fire"),
    }
    step_types = (
        GameTurn,
        Deployment,
        Deploy,
        Movement,
        Move,
        Combat,
        Declare,
        FinalFire,
        CombatDie,
        AfterCombat,
        Retreats,
        ChooseRetreat,
        Retreating,
        RetreatStep,
        MakeRoom,
        Displace,
        Advances,
        ChooseAdvance,
        AdvanceTo,
    )
    state_type = HurtgenState
    turn_step = GameTurn
    reading_type = HurtgenReading
    tables: Tables
    folder = Path(__file__).parent

    roster: Roster
    exit_edge: int
    deploy_areas: list[int]
    arrival_turn: list[int]
    arrival_hex: list[int]

    number_bounds = checks.bounds
    position_errors = checks.position_errors
    result = victory.result

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
        #: steps of a line of communications, which crosses no unbridged water (15.34)
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

    # -- set-up ------------------------------------------------------------------------------

    def opening_state(self, scenario: Scenario) -> HurtgenState:
        return setup.start(self, scenario)

    def blank(self, scenario: Scenario) -> HurtgenState:
        state = super().blank(scenario)
        state.support = self.tables.support_turn[US]
        return state

    def begin_phase(self, state: HurtgenState, words: list[str]) -> None:
        self.game_turn.begin_at(state, words)

    def refresh(self, state: HurtgenState) -> None:
        state.occupied = self.occupied(state.at)
        refresh_contact(self, state)

    # -- reading -----------------------------------------------------------------------------

    def unit_at(self, state: HurtgenState, h: int) -> int:
        """The unit in an occupied hex."""
        return state.at.index(h)

    def units_in(self, state: HurtgenState, hexes: int) -> int:
        """The units in these hexes."""
        out = 0
        index = state.at.index
        while hexes:
            low = hexes & -hexes
            out |= 1 << index(low.bit_length() - 1)
            hexes ^= low
        return out

    def hexes_of(self, state: HurtgenState, units: int) -> int:
        """The hexes of those of these units that are on the map."""
        return hexes_of(state.at, units)

    def enemy_zone(self, state: HurtgenState, side: int) -> int:
        """Every hex in the zone of control of this side's enemy (6.0)."""
        return self.zones.of(state.occupied[1 - side])


def bridge_roads(board: Board) -> None:
    """Mark every road or trail across water as a bridge (ruling 15.34), even if the file does not."""
    for pair, edge in board.hexsides.items():
        if pair in board.roads and not edge.bridge:
            board.hexsides[pair] = replace(edge, bridge=True)
