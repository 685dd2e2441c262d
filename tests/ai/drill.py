"""Drill: a toy game with a doctrine, so simple that the commanders' figures can be checked by hand.

Clear ground, one movement point a hex, zones all around a unit. The chances of an attack are the squares of the
strengths: three against one wins nine times out of ten. A win destroys the enemy, anything else the attacker. Each test
sets the goals, vital hexes and other attributes when it makes the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.action import Action
from grognard.engine.contents import Scenario
from grognard.engine.doctrine import Doctrine, Effect
from grognard.engine.game import Game, Result
from grognard.engine.state import State, field
from grognard.engine.step import ONLY, Chance, Offer, Prompt, Step
from grognard.engine.verbs import shared
from grognard.hexes import Costs, bits, of

from ..engine.toys import DATA, clear_board, counter

SIDES = ("blue", "red")
BLUE, RED = 0, 1
#: Strength is attack, defence and worth; b6 and r6 are strong. All units move three hexes.
_STRENGTH = {"b1": 1, "b2": 1, "b3": 1, "b4": 1, "b5": 2, "b6": 9, "r1": 1, "r2": 1, "r3": 1, "r4": 1, "r5": 2, "r6": 9}
COUNTERS = tuple(
    counter(name, SIDES[name.startswith("r")], strength=strength, movement=3) for name, strength in _STRENGTH.items()
)
LOST = -1
#: The hex that a pursuit leads to.
PURSUED = "1205"
#: Points for blue and the weight of each outcome. The last one never comes up.
THROWS = ((1, 3), (5, 1), (90, 0))


class DrillState(State):
    turn: int = field("number", 1)
    phasing: int = field("number")
    points: int = field("number")
    at: list[int] = field("places", [LOST] * len(COUNTERS))
    occupied: list[int] = field("numbers", [0, 0], derived=True)


class Camp(Step):
    """A major decision: attack, or end the phase."""

    name = "camp"

    def seat(self, s: Any) -> str:
        return SIDES[s.phasing]

    def prompt(self, s: Any) -> Prompt:
        return Prompt("attack or end the phase", "")

    def offer(self, s: Any) -> Offer:
        return {"attack": s.occupied[1 - s.phasing], "done": ONLY}

    def do_attack(self, s: Any, _: int) -> None:
        self.push(s, Sacrifice)
        self.push(s, Throw)

    def do_done(self, s: Any, _: int) -> None:
        s.over = True


class Throw(Chance):
    """A roll with weighted outcomes."""

    name = "throw"

    def prompt(self, s: Any) -> Prompt:
        return Prompt("the throw", "")

    def outcomes(self, s: Any) -> list[tuple[Action, int]]:
        return [(Action("roll", points), weight) for points, weight in THROWS]

    def do_roll(self, s: Any, points: int) -> None:
        s.points += points
        self.pop(s)


class Sacrifice(Step):
    """A small decision: the unit that is lost."""

    name = "sacrifice"

    def seat(self, s: Any) -> str:
        return SIDES[s.phasing]

    def prompt(self, s: Any) -> Prompt:
        return Prompt("lose a unit", "")

    def offer(self, s: Any) -> Offer:
        return {"lose": of(u for u in bits(self.game.units_of[s.phasing]) if s.at[u] >= 0)}

    def do_lose(self, s: Any, unit: int) -> None:
        s.at[unit] = LOST
        self.game.refresh(s)
        self.pop(s)


class Pursuit(Step):
    """Units may follow the enemy to a hex in the east, one after the other; each scores a point."""

    name = "pursuit"

    def seat(self, s: Any) -> str:
        return SIDES[s.phasing]

    def prompt(self, s: Any) -> Prompt:
        return Prompt("follow or stay", "")

    def offer(self, s: Any) -> Offer:
        there = self.game.hex(PURSUED)
        able = of(u for u in bits(self.game.units_of[s.phasing]) if s.at[u] not in (LOST, there))
        return {"advance": able, "pass": ONLY}

    def do_advance(self, s: Any, unit: int) -> None:
        s.at[unit] = self.game.hex(PURSUED)
        s.points += 1
        self.game.refresh(s)

    def do_pass(self, s: Any, _: int) -> None:
        self.pop(s)


class DrillDoctrine(Doctrine):
    """A doctrine with the attributes that a test sets."""

    effects = {
        "won": Effect(enemy=1.0, leaves=True),
        "push": Effect(leaves=True),
        "beaten": Effect(own=1.0),
        "bloody": Effect(storms=True),
    }

    def __init__(self, game: Drill, **attributes: Any) -> None:
        super().__init__(game)
        self.goal_hexes: Mapping[int, float] = {}
        self.vital_hexes = self.door_hexes = (0, 0)
        self.long = 0
        #: units without attack strength
        self.harmless: set[str] = set()
        #: whether a defender retreats instead of being destroyed
        self.gentle = False
        #: whether a successful attack only allows another one
        self.bloody = False
        #: the source of supply for both sides; -1 if all hexes are in supply
        self.depot = -1
        #: reinforcements by side: hexes and strength
        self.to_come: tuple[tuple[int, float], ...] = ((0, 0.0), (0, 0.0))
        #: hexes without zones of control
        self.no_zones = 0
        #: hexes from which an attack counts double
        self.heights = 0
        #: by unit: the hexes it may enter and attack
        self.bound_hexes: Mapping[str, int] = {}
        for name, value in attributes.items():
            setattr(self, name, value)

    def attack(self, s: Any, unit: int) -> float:
        return 0.0 if COUNTERS[unit].id in self.harmless else COUNTERS[unit].values["strength"]

    def defense(self, s: Any, unit: int) -> float:
        return COUNTERS[unit].values["strength"]

    def worth(self, s: Any, unit: int) -> float:
        return COUNTERS[unit].values["strength"]

    def movement_costs(self, s: Any, unit: int) -> Costs:
        costs: Costs = self.game.costs
        return costs

    def speed(self, s: Any, unit: int) -> int:
        return COUNTERS[unit].values["movement"]

    def speed_outside_zones(self, s: Any, unit: int) -> int:
        return self.long

    def goals(self, s: Any, side: int) -> Mapping[int, float]:
        return self.goal_hexes

    def held(self, s: Any, side: int) -> int:
        return s.occupied[side]

    def vital(self, s: Any, side: int) -> int:
        return self.vital_hexes[side]

    def enemy_exits(self, s: Any, side: int) -> int:
        return self.door_hexes[side]

    def score(self, s: Any) -> float:
        return float(s.points)

    def reinforcements(self, s: Any, side: int) -> tuple[int, float]:
        return self.to_come[side]

    def supplied(self, s: Any, side: int) -> int:
        """Hexes connected with the depot around enemy units and zones; friendly units cancel zones in their hexes."""
        if self.depot < 0:
            return -1
        shut = s.occupied[1 - side] | self.zone(s, 1 - side) & ~s.occupied[side]
        found = before = 1 << self.depot & ~shut
        while True:
            found |= self.game.board.grid.neighbours(found) & ~shut
            if found == before:
                return found
            before = found

    def zone(self, s: Any, side: int) -> int:
        return self.game.board.grid.neighbours(s.occupied[side]) & ~self.no_zones

    def allowed_hexes(self, s: Any, unit: int) -> int:
        return self.bound_hexes.get(COUNTERS[unit].id, -1)

    def attack_hexes(self, s: Any, h: int) -> int:
        return self.game.board.grid.neighbours(1 << h)

    def attack_bonus(self, s: Any, side: int, h: int, hexes: int) -> int:
        return int(bool(hexes & self.heights))

    def chances(self, s: Any, side: int, attack: float, defense: float, h: int, favour: int) -> Mapping[str, float]:
        attack *= 2**favour
        share = attack**2 / (attack**2 + defense**2)
        return {"bloody" if self.bloody else "push" if self.gentle else "won": share, "beaten": 1.0 - share}


class Drill(Game):
    id = "drill"
    title = "Drill"
    sides = SIDES
    boxes = ("lost",)
    state_type = DrillState
    verbs = shared("attack done roll lose advance pass")
    step_types = (Camp, Throw, Sacrifice, Pursuit)

    def __init__(self, **attributes: Any) -> None:
        super().__init__(clear_board((1, 12), (1, 10)), COUNTERS, {"any": Scenario("any", "", "", 1, "")})
        self.costs = Costs(self.board.grid, lambda h, d: 1)
        self.data_digest = DATA
        self.make_steps()
        self.doctrine = DrillDoctrine(self, **attributes)

    def refresh(self, state: Any) -> None:
        state.occupied = [of(state.at[u] for u in bits(units) if state.at[u] >= 0) for units in self.units_of]

    def result(self, state: Any) -> Result | None:
        return Result("", "", ()) if state.over else None

    def position(self, **at: str) -> DrillState:
        """Units at hexes; the blue side decides."""
        s = DrillState()
        for name, label in at.items():
            s.at[self.unit_ids[name]] = self.board.grid.parse(label)
        self.refresh(s)
        s.agenda = [(self.codes[Camp],)]
        return s

    def hex(self, label: str) -> int:
        return self.board.grid.parse(label)

    def hexes(self, labels: str) -> int:
        return of(self.hex(label) for label in labels.split())

    def names(self, hexes: int) -> set[str]:
        return {self.board.grid.label(h) for h in bits(hexes)}
