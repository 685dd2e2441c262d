"""The game class of Watch on the Oder."""

from __future__ import annotations

from pathlib import Path

from ...engine.board import Board, load_board
from ...engine.contents import Counter, Scenario
from ...engine.data import Source
from ...engine.verbs import Verb, shared
from ...hexes import Costs, bits
from ...mechanics.advance import Advances
from ...mechanics.assault import AfterCombat, AssaultGame
from ...mechanics.ground import Ground
from ...mechanics.retreat_to_supply import Retreating, Retreats, SupplyRetreatGame
from ...mechanics.turn_game import Parts
from ...mechanics.zones import Zones
from . import checks, setup, victory
from .combat import ChooseAdvance, Combat, Declare, Momentum, OderAssault
from .doctrine import OderDoctrine
from .markers import AerialAnswer, Retrieval, SupportMarkers
from .movement import Move, Movement
from .reading import OderReading
from .regroup import Arrivals, Regroup, RegroupDie
from .results import CombatDie, Lose, Losses
from .retreat import ChooseRetreat, OderRetreatRules, RetreatStep
from .sequence import Declaration, GameTurn
from .setup import STEPS, SetUp
from .stacking import RemoveOverstack, StackingCheck
from .state import BOXES, GERMAN, SOVIET, OderState
from .tables import Tables, load_tables
from .units import Roster, controlled, load_counters
from .victory import SuddenDeath


class OderGame(AssaultGame[OderState], SupplyRetreatGame[OderState]):
    """Rules, board, counters, tables and the scenario."""

    id = "oder"
    title = "Watch on the Oder"
    publisher = "Decision Games, 2022; no affiliation"
    about = (
        "An alternative January 1945: the German forces of the Ardennes attack in the east "
        "before the Soviet offensive begins. Both sides fight for Victory Points."
    )
    scale = "corps and armies, 20 miles a hex, 8 Game Turns"
    sides = ("german", "soviet")
    side_names = {"german": "German", "soviet": "Soviet"}
    boxes = BOXES
    verbs = {
        **shared("select place propose done order also move drop stop attack probe with resolve roll lose"),
        **shared("retreat to advance pass remove"),
        "air": Verb("hex", "Air support at {}", "aid"),
        "naval": Verb("hex", "Naval support at {}", "aid"),
        "supply": Verb("unit", "Aerial supply for {}", "aid"),
        "decline": Verb("unit", "Decline {}"),
    }
    step_types = (
        GameTurn,
        SetUp,
        Declaration,
        SupportMarkers,
        AerialAnswer,
        Retrieval,
        Movement,
        Move,
        Combat,
        Declare,
        AfterCombat,
        CombatDie,
        Losses,
        Lose,
        Retreats,
        ChooseRetreat,
        Retreating,
        RetreatStep,
        Advances,
        ChooseAdvance,
        Momentum,
        StackingCheck,
        RemoveOverstack,
        Regroup,
        Arrivals,
        RegroupDie,
        SuddenDeath,
    )
    state_type = OderState
    turn_step = GameTurn
    reading_type = OderReading
    tables: Tables
    assault: OderAssault
    retreat_rules: OderRetreatRules
    folder = Path(__file__).parent

    roster: Roster
    sea: int
    bridges: int
    towns: int
    cities: int
    coast: int
    fortifications: int
    usir: int

    number_bounds = checks.bounds
    position_errors = checks.position_errors
    result = victory.result

    def __init__(
        self, board: Board, counters: tuple[Counter, ...], scenarios: dict[str, Scenario], tables: Tables
    ) -> None:
        super().__init__(board, counters, scenarios, tables)
        self.roster = Roster(counters)
        self.armed = sum(1 << u for u, attack in enumerate(self.roster.attack) if attack > 0)
        self._read_board()
        self._read_scenario(next(iter(scenarios.values())))
        self._grounds = {who: Ground(board, tables.enter[who], tables.cross[who], {}) for who in tables.enter}
        self._costs: dict[tuple[str, int, int], Costs] = {}
        #: by side: the hexes of the enemies at the last query of supply lines, and the result
        self.supply_asked: list[tuple[int, int]] = [(-1, 0), (-1, 0)]
        self.supply_memory: dict[tuple[int, int], int] = {}
        self.attacks = OderAssault(self)
        self.retreat_rules = OderRetreatRules(self)
        self.make_steps()
        self.doctrine = OderDoctrine(self)

    def _read_board(self) -> None:
        board = self.board
        self.sea = board.terrain.get("sea", 0)
        self.bridges = board.having("land-bridge")
        self.towns, self.cities = board.having("town"), board.having("city") | board.having("usir")
        self.coast = board.having("coast")
        self.fortifications = board.having("fortification")
        self.usir = board.having("usir")
        self.edges = {name: board.edge(name) for name in ("west", "east", "north", "south")}
        self.memel = board.regions["Memel"].hexes[0]
        self.koenigsberg = board.regions["Königsberg"].hexes[0]
        self.third_shock_hexes = board.regions["Third Shock Army"].set
        self.start_control = [board.area(side) for side in self.sides]
        self.sources = [(self.edges["west"] | self.usir) & ~self.sea, self.edges["east"] & ~self.sea]
        closed = board.hexsides_of("all-sea")
        #: steps open to movement, attack and supply: over land, not across all-sea hexsides
        self.lines = Costs(board.grid, self._line_step)
        self.zones = Zones(board.grid, [*closed, *board.regions["No zones onto the land bridges"].hexsides])

    def _line_step(self, h: int, direction: int) -> int | None:
        n = self.board.grid.neighbour(h, direction)
        if n is None or (self.sea >> h | self.sea >> n) & 1:
            return None
        edge = self.board.hexsides.get((min(h, n), max(h, n)))
        return None if edge is not None and edge.kind == "all-sea" else 1

    def _read_scenario(self, scenario: Scenario) -> None:
        words, parse = scenario.words, self.board.grid.parse
        self.placed_in = [[self.unit_ids[u] for u in words["any"][name]] for _, name in STEPS]
        entries = words["turn_box"]["units"]
        self.fixed_entry = {self.unit_ids[u]: parse(label) for u, label in entries.items() if label}

    @classmethod
    def parts(cls, source: Source) -> Parts:
        board = load_board(source)
        counters = load_counters(source, cls.sides)
        tables = load_tables(source)
        return board, counters, setup.load_scenarios(source, cls.sides, counters, board), tables

    # -- ground ------------------------------------------------------------------------------

    def ground_of(self, who: str, side: int, air: int) -> Costs:
        """The costs of steps for a class of units, with the air support marker in a hex (-1 for none) (10.3)."""
        base = self._grounds[who].costs
        if air < 0:
            return base
        key = (who, side, air)
        found = self._costs.get(key)
        if found is None:
            if len(self._costs) > 1024:
                self._costs.clear()
            found = self._costs[key] = base.changed(self._air_prices(who, side, air))
        return found

    def _air_prices(self, who: str, side: int, air: int) -> dict[tuple[int, int], int]:
        """Costs under air support: one for Germans; one more for Soviets for the hex, and for a hexside with a cost."""
        ground, grid = self._grounds[who], self.board.grid
        out = {}
        for b in bits(grid.within(air, 1)):
            for a in grid.neighbour_list(b):
                price = ground.costs.step(a, b)
                if price is not None:
                    inside = ground.price(b) or 0
                    out[a, b] = 1 if side == GERMAN else price + 1 + (price > inside)
        return out

    # -- set-up ------------------------------------------------------------------------------

    def opening_state(self, scenario: Scenario) -> OderState:
        return setup.start(self, scenario)

    def begin_phase(self, state: OderState, words: list[str]) -> None:
        setup.settle_control(self, state)
        self.game_turn.begin_at(state, words)

    def refresh(self, state: OderState) -> None:
        state.occupied = self.occupied(state.at)

    # -- reading -----------------------------------------------------------------------------

    def controller(self, state: OderState, h: int) -> int:
        """The side that controls a hex (3.1)."""
        return SOVIET if controlled(self, state, SOVIET) >> h & 1 else GERMAN

    def intact(self, state: OderState, h: int) -> bool:
        """Whether a hex has a fortification that no Soviet unit has entered yet (7.5)."""
        return bool(self.fortifications & ~state.razed & 1 << h)
