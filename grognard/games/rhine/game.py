"""The game class of Watch on the Rhine, for the engine."""

from __future__ import annotations

import random
from pathlib import Path

from ...engine.board import Board, load_board
from ...engine.contents import Counter, Scenario
from ...engine.data import Source
from ...engine.state import Seat
from ...engine.verbs import Verb, shared
from ...hexes import Costs, Reach, bits, of, reach
from ...mechanics.advance import Advances
from ...mechanics.assault import AfterCombat, AssaultGame
from ...mechanics.fog import FogGame, height
from ...mechanics.losses import StepLossGame
from ...mechanics.moving import MarchGame
from ...mechanics.order import FIGHT_MOVE
from ...mechanics.retreat_to_supply import Retreating, SupplyRetreatGame
from ...mechanics.stacks import hexes_of
from ...mechanics.turn_game import Parts
from . import checks, fog, ground, setup, supply, victory
from .airborne import ComponentLoss, Exchange, LinkUp
from .area import bound
from .asides import Airlift, AirliftChoice
from .assault import RhineAssault
from .combat import ChooseAdvance, Combat, Declare, Momentum
from .doctrine import RhineDoctrine
from .drop import AfterDrop, AirborneEntry, AirbornePhase, Landings
from .moves import Move, Movement, RhineMarches
from .reading import RhineReading
from .reinforcements import Reinforce
from .replacements import Withdraw
from .results import Answer, Bloodbath, BomberDie, CombatDie, Escalate, Lose, Losses, Resolution, RhineLosses, Survivors
from .retreat import ChooseRetreat, Retreats, RetreatStep, RetreatTogether, RhineRetreatRules
from .sequence import Declaration, Determination, Flood, GameTurn, HitlerDie, TerminalCheck, Withdrawals
from .setup import SecretSector, Sector, SetUp
from .stacking import CORPS, RemoveOverstack, StackingCheck, kinds, load
from .state import ALLIED, BOXES, GERMAN, UNSEEN, RhineState
from .tables import Bombs, Tables, load_tables
from .units import Roster, load_counters


class RhineGame(
    AssaultGame[RhineState],
    MarchGame[RhineState],
    StepLossGame[RhineState],
    SupplyRetreatGame[RhineState],
    FogGame[RhineState],
):
    """Rules, board, counters, tables and the scenario."""

    id = "rhine"
    title = "Watch on the Rhine"
    rules_version = 2
    publisher = "Decision Games; no affiliation"
    about = (
        "From the pursuit of September 1944 to the Rhine. The Allies have fuel for only half of the front, need "
        "Antwerp and may risk an airborne army. A German counter-offensive may or may not come."
    )
    scale = "divisions and brigades, 10 miles a hex, up to 11 Game Turns"
    sides = ("allied", "german")
    side_names = {"allied": "Allied", "german": "German"}
    boxes = BOXES
    verbs = {
        **shared("select place propose done order pass with also move drop stop attack probe resolve roll lose"),
        **shared("retreat to advance remove"),
        "full": Verb("word:north south", "Full supply to the {}"),
        "flood": Verb("none", "Open the dam"),
        "land": Verb("hex", "Drop into {}", "strike"),
        "lift": Verb("unit", "Move {} to the holding box", "leave"),
        "box": Verb("none", "Place in the holding box"),
        "replace": Verb("unit", "Bring {} to full strength", "aid"),
        "reclaim": Verb("unit", "Return {} from the dead pile", "aid"),
        "recall": Verb("unit", "Return {} from the dead pile", "aid"),
        "withdraw": Verb("unit", "Withdraw {}", "leave"),
        "exit": Verb("none", "Leave the map", "leave"),
        "top": Verb("unit", "Put {} on top", "aid", quiet=True),
        "supply": Verb("hex", "Aerial Supply to {}", "aid"),
        "bombers": Verb("none", "Call the heavy bombers", "aid"),
        "yield": Verb("none", "Retreat instead"),
    }
    step_types = (
        GameTurn,
        SetUp,
        SecretSector,
        Sector,
        Flood,
        Declaration,
        AirbornePhase,
        AirborneEntry,
        Landings,
        AfterDrop,
        ComponentLoss,
        LinkUp,
        Exchange,
        Reinforce,
        Withdrawals,
        Withdraw,
        Movement,
        Move,
        Combat,
        Declare,
        AfterCombat,
        BomberDie,
        Resolution,
        CombatDie,
        Losses,
        Lose,
        Bloodbath,
        Escalate,
        Answer,
        Survivors,
        Retreats,
        RetreatTogether,
        ChooseRetreat,
        Retreating,
        RetreatStep,
        Advances,
        ChooseAdvance,
        Momentum,
        StackingCheck,
        RemoveOverstack,
        Airlift,
        AirliftChoice,
        Determination,
        HitlerDie,
        TerminalCheck,
    )
    state_type = RhineState
    turn_step = GameTurn
    reading_type = RhineReading
    tables: Tables
    assault: RhineAssault
    marches: RhineMarches
    retreat_rules: RhineRetreatRules
    folder = Path(__file__).parent

    roster: Roster
    land: int
    hook: int

    number_bounds = checks.bounds
    position_errors = checks.position_errors
    result = victory.result

    def __init__(
        self, board: Board, counters: tuple[Counter, ...], scenarios: dict[str, Scenario], tables: Tables
    ) -> None:
        super().__init__(board, counters, scenarios, tables)
        self.roster = Roster(counters)
        self.hex_count = max(board.grid) + 1
        #: for each unit its kind for stacking, and the units of each kind
        self.kind_of = kinds(self)
        self.of_kind = [of(u for u, k in enumerate(self.kind_of) if k == kind) for kind in range(6)]
        #: the stacking value of each unit, and the highest value of a unit that is not a corps
        self.loads = [load(self, 1 << u) for u in range(len(counters))]
        self.heaviest = max(tables.stacking["XX"], tables.stacking["X"])
        self.corps1, self.corps18 = self.unit_ids["AAA1"], self.unit_ids["AAA18"]
        self._read_board()
        self._peace: dict[str, Costs] = {}
        self._ground: dict[tuple[str, int, bool], Costs] = {}
        self._reaches: dict[tuple[int, ...], Reach] = {}
        self._classes = [ground.mover_class(self, u) for u in range(len(counters))]
        fifteenth = self.roster.codes["15A"]
        self._first_classes = ["fifteenth" if fifteenth >> u & 1 else c for u, c in enumerate(self._classes)]
        self._foreign: list[dict[int, int]] = [{} for _ in self.areas]
        self._closer: dict[tuple[int, int], int] = {}
        #: cache of the last call of bounds
        self._bounds_asked: tuple[int, int, list[int]] = (-1, -1, [])
        self._bounds: dict[tuple[int, int], list[int]] = {}
        #: cache of the last call of walkers
        self._walkers: tuple[tuple[bool, int, int], list[tuple[list[int], int] | None]] = ((False, -1, -1), [])
        #: the units of each side, and the Allied ones that may take replacements
        self.members_of = [list(bits(units)) for units in self.units_of]
        self.rebuildable = list(bits(self.units_of[ALLIED] & (self.roster.divisions | self.roster.paratroops)))
        self.lines, self.easy_lines, self.estuary_lines, self.easy_estuary_lines = ground.lines(board, self.land)
        self.zones = ground.zones(board)
        #: by side: cache of the last call of supply.line_hexes
        self.supply_asked: list[tuple[tuple[int, ...], int]] = [((), 0), ((), 0)]
        self.supply_memory: dict[tuple[int, ...], int] = {}
        #: by side: the obstacles of the last search, and the hexes that its lines can pass through
        self.supply_before: dict[int, tuple[tuple[int, ...], int]] = {}
        self.attacks: RhineAssault = RhineAssault(self)
        self.step_losses = RhineLosses(self)
        self.marches = RhineMarches(self)
        self.retreat_rules = RhineRetreatRules(self)
        self.after_combat = self.codes[AfterCombat]
        self.make_steps()
        self.doctrine = RhineDoctrine(self)
        for side in self.sides:
            self.terrain_costs(side)

    def _read_board(self) -> None:
        board = self.board
        regions = board.regions
        self.land = board.playable & ~board.terrain.get("sea", 0)
        self.towns, self.ruhr = board.having("town"), board.having("ruhr")
        self.cities = board.having("city") | self.ruhr
        germany = board.area("Germany")
        self.cities_inside, self.cities_outside = self.cities & germany, self.cities & ~germany
        self.west_wall = board.having("westwall") & ~self.cities
        self.coast, self.highway = board.having("coast"), board.having("highway")
        self.flood_hexes, self.hook = board.having("flood"), board.having("hook-of-holland")
        self.dam = (board.having("dam") or 0).bit_length() - 1
        self.antwerp, self.metz = regions["Antwerp"].hexes[0], regions["Metz"].hexes[0]
        self.access, self.opening = regions["Antwerp access"].set, regions["Antwerp opening"].set
        self.coastal_polder = regions["Coastal polder"].set
        self.east_edge, self.west_edge = regions["East edge"].set, regions["West edge"].set
        self.allied_edge = regions["Allied edge sources"].set
        self.entries = {name: regions[f"{name} entry"].set for name in ("BC", "US N", "US SW", "US S", "F")}
        #: every hex where any unit may ever arrive
        self.ports = self.west_wall | self.east_edge | 1 << self.antwerp
        for hexes in self.entries.values():
            self.ports |= hexes
        self.set_up_areas = [regions[f"{name} set-up"].set for name in setup.GROUPS]
        self.north, self.south = regions["North sector"].set, regions["South sector"].set
        #: by the values of area.bound: the area of a unit, and the distance of every other hex from it
        self.areas = (self.land, self.north, self.south)
        self.away = tuple(ground.distances(board, home) for home in self.areas)

    @classmethod
    def parts(cls, source: Source) -> Parts:
        board = load_board(source)
        counters = load_counters(source, cls.sides, board.grid.parse)
        tables = load_tables(source)
        return board, counters, setup.load_scenarios(source, cls.sides, counters, board), tables

    # -- ground ------------------------------------------------------------------------------

    def classes(self, state: RhineState) -> list[str]:
        """The cost class of each unit: 15A units have special rights on Turn 1 (5.8)."""
        return self._first_classes if state.turn == 1 else self._classes

    def walkers(self, state: RhineState) -> list[tuple[list[int], int] | None]:
        """For units that can pay for any hex with half their points: the hexes next to each hex, and the bound."""
        key = (state.turn == 1, state.antwerp, state.southern)
        last, found = self._walkers
        if key != last:
            found = []
            for u, (who, which) in enumerate(zip(self.classes(state), self.bounds(state), strict=True)):
                costs = self.terrain_costs(who)
                quick = -(-self.roster.movement[u] // 2) >= costs.groups[-1][0]
                found.append((costs.near, which) if quick else None)
            self._walkers = key, found
        return found

    def mover_class(self, state: RhineState, unit: int) -> str:
        return self.classes(state)[unit]

    def area_or_closer(self, which: int, here: int) -> int:
        """An area and every hex that is nearer to it than this hex (ruling 9.5x)."""
        found = self._closer.get((which, here))
        if found is None:
            home, far = self.areas[which], self.away[which]
            found = home | of(h for h in bits(self.land & ~home) if far[h] < far[here])
            self._closer[which, here] = found
        return found

    def foreign(self, which: int, here: int) -> int:
        """The land hexes that a unit of an area may not move to from a hex."""
        found = self._foreign[which].get(here)
        if found is None:
            home = self.areas[which]
            ways = home if home >> here & 1 else self.area_or_closer(which, here)
            found = self._foreign[which][here] = self.land & ~ways
        return found

    def bounds(self, state: RhineState) -> list[int]:
        """The side of the sector line that each unit is restricted to (9.5)."""
        southern, antwerp, found = self._bounds_asked
        if state.southern != southern or state.antwerp != antwerp:
            key = (state.antwerp, state.southern)
            if key not in self._bounds:
                self._bounds[key] = [bound(self, state, u) for u in range(len(self.counters))]
            found = self._bounds[key]
            self._bounds_asked = (state.southern, state.antwerp, found)
        return found

    def class_costs(self, state: RhineState, who: str) -> Costs:
        """Movement costs of a class of units, with airborne corps and floods (10.18, 12.7)."""
        corps = state.held[CORPS]
        if corps and not who.startswith("allied"):
            corps = 0
        flood = state.flood == state.turn and state.turn > self.tables.flood_frozen
        if not corps and not flood:
            return self.terrain_costs(who)
        key = (who, corps, flood)
        found = self._ground.get(key)
        if found is None:
            if len(self._ground) > 64:
                self._ground.clear()
                self._reaches.clear()  # their keys contain the ids of these costs
            found = self._ground[key] = ground.changed(self, who, self.terrain_costs(who), corps, flood=flood)
        return found

    def cached_reach(
        self, costs: Costs, start: int, budget: int, stop: int, block: int, late: int, late_block: int
    ) -> Reach:
        """A cached search: the same one is often repeated at once."""
        key = (id(costs), start, budget, stop, block, late)
        found = self._reaches.get(key)
        if found is None:
            if len(self._reaches) > 256:
                self._reaches.clear()
            found = self._reaches[key] = reach(
                costs, 1 << start, budget, stop=stop, block=block, late=late, late_block=late_block
            )
        return found

    def terrain_costs(self, who: str) -> Costs:
        """Movement costs of a class of units by the terrain alone."""
        found = self._peace.get(who)
        if found is None:
            found = self._peace[who] = ground.costs(self, who)
        return found

    def bombs(self, state: RhineState) -> Bombs:
        """The dice of the bombers in this phase (11.18)."""
        return self.tables.fight_move if state.order == FIGHT_MOVE else self.tables.move_fight

    # -- beginning ---------------------------------------------------------------------------

    def opening_state(self, scenario: Scenario) -> RhineState:
        return setup.start(self, scenario)

    def blank(self, scenario: Scenario) -> RhineState:
        state = super().blank(scenario)
        self.refresh(state)
        return state

    def begin_phase(self, state: RhineState, words: list[str]) -> None:
        setup.settle(self, state)
        self.game_turn.begin_at(state, words)

    def refresh(self, state: RhineState) -> None:
        at = state.at
        if UNSEEN in at:  # positions and heights of stacks are public and already known
            return
        state.occupied = self.occupied(at)
        state.held = [hexes_of(at, units) for units in self.of_kind]
        self.count_stacks(state)

    def refresh_shown(self, shown: RhineState, state: RhineState, seat: Seat) -> None:
        """Positions and heights of stacks are public; the kinds of Allied units are known only to the Allies."""
        self.uncover(shown, state, seat)
        if seat != self.sides[ALLIED]:
            shown.held = [0] * len(shown.held)
            shown.held[CORPS] = hexes_of(shown.at, self.roster.corps)

    # -- reading -----------------------------------------------------------------------------

    def built(self, h: int) -> str:
        """The kind of a built-up hex: ruhr, city or town; empty for open ground."""
        sets = (("ruhr", self.ruhr), ("city", self.cities), ("town", self.towns))
        return next((word for word, hexes in sets if hexes >> h & 1), "")

    def hex_name(self, h: int) -> str:
        """The name of a hex, or its number if it has no name."""
        return self.board.names.get(h, "") or self.place_name(h)

    def height(self, state: RhineState, h: int) -> int:
        """The number of units in a hex, which is public (ruling 6.7e)."""
        return height(state, h)

    def controller(self, state: RhineState, h: int) -> int:
        """The side that controls a hex (3.9)."""
        return ALLIED if state.allied >> h & 1 else GERMAN

    def intact(self, state: RhineState, h: int) -> bool:
        """Whether a West Wall hex has never been Allied (8.5)."""
        return bool(supply.intact(self, state) >> h & 1)

    def resample(self, state: RhineState, seat: Seat, rng: random.Random) -> RhineState:
        return fog.resample(self, state, seat, rng)
