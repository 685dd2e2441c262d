"""Duel: a toy game in which both sides fire, and lose steps to the other side's fire.

The attacker announces a hex, adds units and fires; both sides roll together, or the defender of a hill first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.contents import Scenario
from grognard.engine.doctrine import Doctrine
from grognard.engine.game import Result
from grognard.engine.limits import Choice, Limit
from grognard.engine.reading import Modifier, Preview, Reading
from grognard.engine.state import WarState, field
from grognard.engine.step import Die, Procedure, Prompt
from grognard.engine.verbs import shared
from grognard.hexes import Costs, bits, of
from grognard.mechanics.fire import (
    Fire,
    FireTable,
    Order,
    by_result,
    cleared,
    fire_effects,
    joint,
    named,
    parse_column,
    side_fires,
)
from grognard.mechanics.losses import Lose, Losses, StepLosses, StepLossGame, full_first, involved
from grognard.mechanics.phasing import Phase, Phasing
from tests.engine.toys import DATA, clear_board, counter

SIDES = ("blue", "red")
#: strength and steps
UNITS = {"a": ("blue", 4, 2), "b": ("blue", 3, 1), "c": ("blue", 1, 1), "x": ("red", 3, 2), "y": ("red", 2, 1)}
COUNTERS = tuple(counter(name, side, strength=n, steps=steps) for name, (side, n, steps) in UNITS.items())
LOST = -1
HEADS = ("1-2", "3-5", "6+")
TABLE = FireTable(HEADS, tuple(map(parse_column, HEADS)), ((0, 0, 1), (0, 1, 1), (0, 1, 2), (1, 1, 2), (1, 2, 3)), 0)


class DuelState(WarState):
    at: list[int] = field("places", [LOST] * len(COUNTERS))
    steps: list[int] = field("numbers", [c.values["steps"] for c in COUNTERS])
    target: int = field("hex", -1)
    attackers: int = field("units")
    #: by side, attacker first: the number rolled, and whether its fire has ended
    rolled: list[int] = field("numbers", [0, 0])
    ended: list[int] = field("numbers", [0, 0])
    hits: list[int] = field("numbers", [0, 0])


class Camp(Phasing[Any, Any]):
    """Attack a hex, or end the game."""

    name = "camp"
    case = Phase
    choices = (
        Choice("attack", Limit("7.1", lambda c, hexes: hexes & c.enemies, "no enemy is in {it}")),
        Choice("done"),
    )

    def prompt(self, s: Any) -> Prompt:
        return Prompt("Choose a hex to attack.", "7.1")

    def do_attack(self, s: Any, h: int) -> None:
        s.target, s.attackers, s.rolled, s.ended, s.hits = h, 0, [0, 0], [0, 0], [0, 0]
        self.push(s, Announced)

    def do_done(self, s: Any, _: int) -> None:
        s.over = True


def adjacent(c: Any, units: int) -> int:
    near = c.game.board.grid.neighbours(1 << c.s.target)
    return of(u for u in bits(units & c.mine & ~c.s.attackers) if c.s.at[u] >= 0 and near >> c.s.at[u] & 1)


class Announced(Phasing[Any, Any]):
    """Add attackers, then fire."""

    name = "announced"
    case = Phase
    choices = (
        Choice("with", Limit("7.2", adjacent, "{it} cannot attack")),
        Choice("resolve", Limit("7.2", lambda c, args: args if c.s.attackers else 0, "no unit attacks")),
    )

    def prompt(self, s: Any) -> Prompt:
        return Prompt("Add attackers.", "7.2")

    def do_with(self, s: Any, unit: int) -> None:
        s.attackers |= 1 << unit

    def do_resolve(self, s: Any, _: int) -> None:
        self.pop(s)
        together = ((Suffered, 0), (Suffered, 1), (Volley, 1), (Volley, 0))
        in_turn = ((Suffered, 0), (Volley, 0), (Suffered, 1), (Volley, 1))
        self.push(s, Aftermath)
        for step, who in in_turn if self.game.order(s) == "defender" else together:
            self.push(s, step, who)


class Volley(Procedure[Any, Any]):
    """A side rolls if it has anybody left. Argument: 0 for the attacker, 1 for the defender."""

    name = "volley"
    args = ("number",)

    def run(self, s: Any) -> None:
        _, who = s.agenda[-1]
        self.pop(s)
        if self.game.fires(s)[who].strengths[0]:
            self.push(s, Shot, who)


class Suffered(Procedure[Any, Any]):
    """The other side loses steps to a fire. Argument: 0 for the attacker's fire, 1 for the defender's."""

    name = "suffered"
    args = ("number",)

    def run(self, s: Any) -> None:
        _, who = s.agenda[-1]
        self.pop(s)
        s.ended[who] = 1
        if loss := self.game.fires(s)[1 - who].loss(s.hits[who]):
            self.push(s, Losses, 1 - s.phasing if who == 0 else s.phasing, loss)


class Shot(Die):
    """The roll of a side. Argument: 0 for the attacker, 1 for the defender."""

    name = "shot"
    args = ("number",)

    def prompt(self, s: Any) -> Prompt:
        return Prompt("Roll for the losses of the other side.", "13.7")

    def roller(self, s: Any) -> str:
        return SIDES[s.phasing if s.agenda[-1][1] == 0 else 1 - s.phasing]

    def do_roll(self, s: Any, roll: int) -> None:
        _, who = s.agenda[-1]
        s.rolled[who] = roll
        (s.hits[who],) = by_result(TABLE, self.game.fires(s)[who])
        self.pop(s)


class Aftermath(Procedure[Any, Any]):
    name = "aftermath"

    def run(self, s: Any) -> None:
        self.pop(s)
        s.target, s.attackers = -1, 0


class Casualties(StepLosses[Any, Any]):
    rule = "13.7"

    def units(self, s: Any, side: int) -> int:
        units: int = s.attackers if side == s.phasing else self.game.defenders(s)
        return of(u for u in bits(units) if s.at[u] >= 0)

    def steps(self, s: Any, unit: int) -> int:
        return int(s.steps[unit])

    def lose(self, s: Any, unit: int) -> None:
        s.steps[unit] -= 1
        if not s.steps[unit]:
            s.at[unit] = LOST
            self.game.refresh(s)


class Suffer(Lose[Any, Any]):
    choices = (
        Choice("lose", Limit("13.7", involved, "{it} takes no part"), Limit("13.7", full_first, "full units first")),
    )


class DuelReading(Reading[Any, Any]):
    def preview(self, s: Any) -> Preview | None:
        game = self.game
        if s.over or s.target < 0 or not s.attackers or all(s.rolled):
            return None
        (ours, theirs), order = game.fires(s), game.order(s)
        chances = joint(TABLE, ours, theirs, order)
        fires = side_fires(
            TABLE,
            ours,
            theirs,
            order,
            sides=(SIDES[s.phasing], SIDES[1 - s.phasing]),
            modifiers=((Modifier("hill", ours.modifier, "13.9"),) if ours.modifier else (), ()),
        )
        sure = cleared(chances, theirs)
        return Preview(
            "Duel",
            (),
            0,
            "",
            "13.7",
            f"{ours.strengths[0]} against {theirs.strengths[0]}",
            named(TABLE, chances),
            fires=fires,
            first=SIDES[1 - s.phasing] if order == "defender" else "",
            cleared=(int(sure * 36), 36),
        )

    def status(self, s: Any) -> dict[str, Any]:
        return {"turn": s.turn}


class DuelDoctrine(Doctrine[Any, Any]):
    effects = fire_effects(4)

    def attack(self, s: Any, unit: int) -> float:
        return float(COUNTERS[unit].values["strength"])

    defense = attack

    def worth(self, s: Any, unit: int) -> float:
        return float(s.steps[unit])

    def steps(self, s: Any, unit: int) -> int:
        return int(s.steps[unit])

    def movement_costs(self, s: Any, unit: int) -> Costs:
        costs: Costs = self.game.costs
        return costs

    def speed(self, s: Any, unit: int) -> int:
        return 3

    def goals(self, s: Any, side: int) -> Mapping[int, float]:
        return {}

    def zone(self, s: Any, side: int) -> int:
        return 0

    def score(self, s: Any) -> float:
        """A point for each step of red that is lost, and one less for each of blue."""
        left = [sum(s.steps[u] for u in bits(units)) for units in self.game.units_of]
        return float(left[0] - left[1])

    def chances(self, s: Any, side: int, attack: float, defense: float, h: int, bonus: int) -> Mapping[str, float]:
        fires = (Fire((int(attack),) * 4 + (0,)), Fire((int(defense),) * 4 + (0,)))
        return {result: n / of for result, (n, of) in named(TABLE, joint(TABLE, *fires)).items()}


class Duel(StepLossGame[DuelState]):
    id = "duel"
    title = "Duel"
    sides = SIDES
    boxes = ("lost",)
    state_type = DuelState
    reading_type = DuelReading
    verbs = shared("attack with resolve roll lose done")
    step_types = (Camp, Announced, Volley, Suffered, Shot, Aftermath, Losses, Suffer)

    def __init__(self) -> None:
        super().__init__(clear_board((1, 6), (1, 6)), COUNTERS, {"any": Scenario("any", "", "", 1, "")})
        self.costs = Costs(self.board.grid, lambda h, d: 1)
        self.hill = self.board.grid.parse("0303")
        self.data_digest = DATA
        self.step_losses = Casualties(self)
        self.make_steps()
        self.doctrine = DuelDoctrine(self)

    def refresh(self, s: Any) -> None:
        s.occupied = [of(s.at[u] for u in bits(units) if s.at[u] >= 0) for units in self.units_of]

    def start(self, scenario: Scenario, options: Mapping[str, object]) -> DuelState:
        return self.position()

    def begin_phase(self, s: Any, words: list[str]) -> None:
        s.agenda = [(self.codes[Camp],)]

    def result(self, s: Any) -> Result | None:
        return Result("", "", ()) if s.over else None

    def position(self, **at: str) -> DuelState:
        """Units at hexes; blue decides."""
        s = DuelState()
        for name, label in (at or {"a": "0202", "b": "0202", "x": "0303", "y": "0201"}).items():
            s.at[self.unit_ids[name]] = self.board.grid.parse(label)
        self.refresh(s)
        s.agenda = [(self.codes[Camp],)]
        return s

    # -- rules -----------------------------------------------------------------------------------

    def defenders(self, s: Any) -> int:
        return of(u for u in bits(self.units_of[1 - s.phasing]) if s.at[u] == s.target)

    def order(self, s: Any) -> Order:
        return "defender" if s.target == self.hill else "together"

    def fires(self, s: Any) -> tuple[Fire, Fire]:
        """The fire of attacker and defender; the cheapest steps are lost first."""
        found = []
        for n, units in enumerate((s.attackers, self.defenders(s))):
            left = {u: s.steps[u] for u in bits(units) if s.at[u] >= 0}
            strengths = [sum(COUNTERS[u].values["strength"] for u in left)]
            while left:
                full = [u for u, steps in left.items() if steps > 1] or list(left)
                unit = min(full, key=lambda u: (COUNTERS[u].values["strength"], u))
                left[unit] -= 1
                left = {u: steps for u, steps in left.items() if steps}
                strengths.append(sum(COUNTERS[u].values["strength"] for u in left))
            hill = -1 if n == 0 and s.target == self.hill else 0
            found.append(Fire(tuple(strengths), hill, rolled=s.rolled[n], ended=bool(s.ended[n])))
        ours, theirs = found
        return ours, theirs


GAME = Duel()
