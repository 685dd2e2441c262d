"""Crossing the Line: Aachen 1944 as the engine sees it."""

from __future__ import annotations

import random
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from ...engine.board import Board
from ...engine.bounds import Bounds
from ...engine.contents import Counter, Scenario
from ...engine.data import Source
from ...engine.state import Seat
from ...engine.step import AnyStep
from ...engine.verbs import Verb, shared
from ...hexes import bits, of
from ...mechanics.command import open_steps
from ...mechanics.fog import FogGame
from ...mechanics.turn_game import Parts
from . import (
    actions,
    activation,
    arrivals,
    assignment,
    bonus,
    checks,
    combat,
    cycle,
    displacement,
    effectiveness,
    entries,
    fog,
    formations,
    luck,
    moves,
    plans,
    reaction,
    recovery,
    relocation,
    replacements,
    results,
    retreat,
    sequence,
    setup,
    stacking,
    support,
    victory,
    zones,
)
from .doctrine import AachenDoctrine
from .ground import Ground
from .memory import Memory
from .movement import front_of
from .orders import AachenOrders
from .parts import load_parts
from .pieces import count_classes
from .reading import AachenReading
from .sequence import GameTurn
from .state import BOXES, UNSEEN, AachenState
from .tables import Tables
from .units import GERMAN, Roster

#: The modules that have steps; each lists its own as ``STEPS``.
_ROOMS = (
    sequence,
    cycle,
    activation,
    actions,
    moves,
    reaction,
    displacement,
    relocation,
    combat,
    support,
    results,
    retreat,
    bonus,
    effectiveness,
    luck,
    recovery,
    assignment,
    plans,
    replacements,
    arrivals,
)


class AachenGame(FogGame[AachenState]):
    """Rules, board, counters, tables and the scenarios."""

    id = "aachen"
    rules_version = 2
    title = "Crossing the Line: Aachen 1944"
    publisher = "Furor Teutonicus; no affiliation"
    about = (
        "Two American corps against the West Wall and the city of Aachen. Divisions are activated one at a time, every "
        "order has its price, and the enemy may react in the middle of a move."
    )
    scale = "battalions, 1.2 km a hex, up to 8 game turns"
    sides = ("us", "german")
    side_names = {"us": "U.S.", "german": "German"}
    boxes = BOXES
    verbs = {
        **shared("select move done pass stop attack with resolve roll lose to place remove"),
        "propose": Verb("none", "Accept the proposal", main=True),
        "act": Verb("unit", "Activate {}", main=True),
        "transfer": Verb("none", "Hand over the initiative", "leave"),
        "stack": Verb("hex", "Select the units in {}", before="all"),
        "also": Verb("unit", "Add {}", "aid", shift=True),
        "leave": Verb("unit", "Leave {} out", "leave", shift=True),
        "top": Verb("unit", "Put {} on top", "aid", quiet=True),
        "refit": Verb("unit", "Refit {}", "aid"),
        "improve": Verb("hex", "Improve the defense of {}", "aid", quiet=True),
        "relocate": Verb("unit", "Relocate {}", "aid", quiet=True),
        "react": Verb("unit", "React with {}", "strike", key="r"),
        "wait": Verb("none", "Let them enter, ask again when they leave"),
        "hold": Verb("none", "No reaction to this move", "leave"),
        "stand-down": Verb("none", "No reaction in this activation", "leave"),
        "ask-again": Verb("side", "{}: ask about reactions again"),
        "keep-dice": Verb("side", "{}: do not ask about rerolls", quiet=True),
        "ask-dice": Verb("side", "{}: ask about rerolls", quiet=True),
        "ask-support": Verb("side", "{}: ask which units support the defense", quiet=True),
        "give-support": Verb("side", "{}: always give all support", quiet=True),
        "forgo": Verb("unit", "Do without the support of {}", "leave", quiet=True),
        "without": Verb("unit", "Without {}", "leave"),
        "support": Verb("unit", "Use the support of {}", "aid"),
        "agreed": Verb("none", "Give this support", main=True),
        "mode": Verb(
            "word:hasty regular prepared",
            "{}",
            ask="Attack",
            words={"hasty": "Hasty Attack", "regular": "Regular Attack", "prepared": "Prepared Attack"},
        ),
        "chit": Verb("number", "The chit {}"),
        "yield": Verb("none", "Retreat instead"),
        "stay": Verb("none", "Stay and take the hit", main=True),
        "displace": Verb("unit", "Displace {}"),
        "leave-it": Verb("none", "Leave it to the owner", "leave"),
        "keep": Verb("none", "Keep the die", main=True),
        "reroll": Verb("none", "Hand over the marker and reroll", "aid"),
        "reroll-unit": Verb("unit", "Roll again for {}", "aid"),
        "assign": Verb("unit", "Assign {}"),
        "under": Verb("unit", "To {}"),
        "draw": Verb("number", "Marker {}"),
        "look": Verb("number", "Look at marker {}", "aid"),
        "replace": Verb("unit", "Replace {}"),
        "give": Verb("unit", "Give {} up", "leave"),
        "rebuild": Verb("unit", "Restore {}"),
        "use-bonus": Verb("none", "Use the bonus point", main=True),
        "decline": Verb("none", "Decline the bonus", "leave"),
    }
    step_types: ClassVar[tuple[type[AnyStep], ...]] = tuple(step for room in _ROOMS for step in room.STEPS)
    orders_type = AachenOrders
    state_type = AachenState
    reading_type = AachenReading
    turn_step = GameTurn
    result = victory.result
    tables: Tables
    folder = Path(__file__).parent
    roster: Roster
    ground: Ground

    def __init__(
        self, board: Board, counters: tuple[Counter, ...], scenarios: dict[str, Scenario], tables: Tables
    ) -> None:
        super().__init__(board, counters, scenarios, tables)
        self.roster = Roster(counters)
        self.hex_count = max(board.grid) + 1
        self.ground = Ground(board, tables)
        #: every step on the map at one point: Supply Paths and lines of control are stopped by no terrain
        self.open_ground = open_steps(board.grid)
        self.scenario_names = tuple(scenarios)
        self._areas = tuple(self._area(scenario) for scenario in scenarios.values())
        self._static = tuple("clear" in scenario.words for scenario in scenarios.values())
        self._objectives = tuple(self._scored(scenario) for scenario in scenarios.values())
        #: hexes whose control is kept: all built-up ones, and those that a scenario scores (3.1.5, 9)
        self.controllable = self.ground.built_up
        for hexes in self._objectives:
            self.controllable |= sum(1 << h for h in hexes)
        #: by scenario, those of them in its area
        self.controllable_in = tuple(self.controllable & area for area in self._areas)
        #: by scenario, hexes that end the game at once
        self.at_once = tuple(victory.hexes_at_once(self, scenario) for scenario in scenarios.values())
        #: by scenario, when and where units arrive and come back (8.5)
        self.schedules = tuple(
            (entries.schedules(self, scenario, "arrivals"), entries.schedules(self, scenario, "returns"))
            for scenario in scenarios.values()
        )
        self.memory = Memory()
        self.make_steps()
        self.doctrine = AachenDoctrine(self)

    @classmethod
    def parts(cls, source: Source) -> Parts:
        return load_parts(source)

    def _area(self, scenario: Scenario) -> int:
        name = scenario.words.get("area")
        return self.board.regions[name].set if name else self.board.playable

    def _scored(self, scenario: Scenario) -> tuple[int, ...]:
        """The hexes that a scenario gives points for or asks to be cleared, in order."""
        words = scenario.words
        found = self.board.regions[words["clear"]["objectives"]].set if "clear" in words else 0
        victory = words.get("victory", {})
        names = [*victory.get("points", {}), *([victory["decisive"]] if "decisive" in victory else [])]
        if victory.get("plans"):
            names += [region for points in self.tables.plans.values() for region in points]
        for name in names:
            found |= self.board.regions[name].set
        return tuple(bits(found))

    # -- what depends on the scenario --------------------------------------------------------

    def scenario_of(self, state: AachenState) -> Scenario:
        return self.scenarios[self.scenario_names[state.scenario_index]]

    def area(self, state: AachenState) -> int:
        """The hexes of the scenario's part of the map (10, ruling 10i)."""
        return self._areas[state.scenario_index]

    def in_play(self, state: AachenState) -> int:
        return self._areas[state.scenario_index]

    def objectives(self, state: AachenState) -> tuple[int, ...]:
        """The hexes that the scenario scores."""
        return self._objectives[state.scenario_index]

    def is_static(self, state: AachenState, side: int) -> bool:
        """Whether a side only sits and takes its losses (10.1)."""
        return side == GERMAN and self._static[state.scenario_index]

    def is_closed(self, state: AachenState, side: int) -> bool:
        """Whether Germans may not enter the hexes beyond the outer line (7.3.8); Scenario Three begins later."""
        return side == GERMAN and state.turn <= self.tables.closed_through

    def closed_hexes(self, state: AachenState, side: int) -> int:
        """Hexes that a side may never enter now: outside the area, and beyond the outer line (7.3.8)."""
        closed = self.ground.closed_to_germans if self.is_closed(state, side) else 0
        return closed | self.board.playable & ~self.area(state)

    def triggers(self, state: AachenState, side: int) -> int:
        """The hexes next to enemy combat units: entering or leaving them, a side may be reacted to (6.4.1)."""
        return front_of(self, state, side).triggers

    # -- units -------------------------------------------------------------------------------

    def formation_of(self, state: AachenState, unit: int) -> int:
        return formations.formation_of(self, state, unit)

    def zone(self, state: AachenState, side: int) -> int:
        return zones.zone(self, state, side)

    @cached_property
    def serves(self) -> list[int]:
        """For each unit the HQs that it could ever be under (5.5.1, 5.5.2)."""
        return assignment.could_serve(self)

    @cached_property
    def stacking_limits(self) -> list[tuple[int, int]]:
        """For each unit those that count against the same stacking limit, and the limit (5.3.1)."""
        return stacking.limits(self)

    @cached_property
    def possible_members(self) -> dict[int, int]:
        """For each HQ the combat units that could ever be under it, by the kind of unit too (5.5.1)."""
        return assignment.could_be_lent(self)

    @cached_property
    def exchangeable(self) -> int:
        """The units that could ever be under another HQ than that of their own formation."""
        homes = ((u, self.roster.home[u]) for u in range(len(self.counters)))
        own = {u: 1 << self.roster.formations[home].hq if home >= 0 else 0 for u, home in homes}
        return of(u for u, hqs in enumerate(self.serves) if hqs & ~own[u])

    @cached_property
    def hq_formation(self) -> dict[int, int]:
        """The formation of each HQ."""
        return {f.hq: i for i, f in enumerate(self.roster.formations)}

    def also_seen(self, s: AachenState) -> int:
        """An HQ on top shows the unit right below it (5.3.4, ruling 5.3.4e)."""
        out = 0
        for hq in bits(s.tops & self.roster.hqs):
            below = s.pile[s.at[hq]] & ~(1 << hq)
            if below:
                out |= 1 << max(bits(below), key=lambda u: (s.rank[u], -u))
        return out

    # -- beginning ---------------------------------------------------------------------------

    def opening_state(self, scenario: Scenario) -> AachenState:
        return setup.start(self, scenario)

    def blank(self, scenario: Scenario) -> AachenState:
        state = super().blank(scenario)
        state.scenario_index = self.scenario_names.index(scenario.id)
        state.turn = scenario.words["first_turn"]
        self.refresh(state)
        return state

    def begin_phase(self, state: AachenState, words: list[str]) -> None:
        if UNSEEN not in state.at:  # else the checks refuse the position
            setup.settle(self, state)
        self.game_turn.begin_at(state, words)

    def refresh(self, state: AachenState) -> None:
        if UNSEEN in state.at:  # everybody knows where stacks and zones are
            return
        state.occupied = self.occupied(state.at)
        self.count_stacks(state)
        count_classes(self, state)

    def number_bounds(self) -> Bounds:
        return checks.bounds(self)

    def position_errors(self, state: AachenState) -> list[str]:
        return checks.position_errors(self, state)

    def resample(self, state: AachenState, seat: Seat, rng: random.Random) -> AachenState:
        return fog.resample(self, state, seat, rng)

    def refresh_shown(self, shown: AachenState, state: AachenState, seat: Seat) -> None:
        self.uncover(shown, state, seat)

    def hex_name(self, h: int) -> str:
        """A place by its name, if it has one."""
        return self.board.names.get(h, "") or self.place_name(h)
