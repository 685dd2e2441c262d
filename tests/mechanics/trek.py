"""Trek: a toy game of moves only, with ferries and fords where a die is rolled or a side is asked on the way.

Carts pay two points for a hex, riders one. A ford is rolled for: a 1 drowns the first of the units, a 2 closes the
ford for good. In a village the units are asked whether they wait there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.engine.contents import Scenario
from grognard.engine.game import Result
from grognard.engine.limits import Choice, Limit, lazy
from grognard.engine.state import field
from grognard.engine.step import Die, Prompt
from grognard.engine.verbs import Verb, shared
from grognard.hexes import Costs, bits, of
from grognard.mechanics.moving import March, Marches, MarchGame, MarchState, MoveOn, Walk
from grognard.mechanics.phasing import Phase, Phasing, on_map, own_units, unmoved
from tests.engine.toys import DATA, clear_board, counter

SIDES = ("blue", "red")
#: side and points; carts have an even number
UNITS = {"r": ("blue", 5), "q": ("blue", 3), "c": ("blue", 6), "x": ("red", 3)}
COUNTERS = tuple(counter(name, side, points=points) for name, (side, points) in UNITS.items())
CART = 1 << 2
GONE = -1


class TrekState(MarchState):
    at: list[int] = field("places", [GONE] * len(COUNTERS))
    moved: int = field("units")
    hand: list[int] = field("unit-list")
    spent: list[int] = field("counts", [0] * len(COUNTERS))
    fords: int = field("hexes")
    villages: int = field("hexes")
    closed: int = field("hexes")
    full: int = field("hexes")


class TrekMarch(March["Trek", TrekState]):
    def costs(self, unit: int) -> Costs:
        return self.game.slow if CART >> unit & 1 else self.game.quick

    def left(self, unit: int) -> int:
        return COUNTERS[unit].values["points"] - self.s.spent[unit]

    def closed_to(self, unit: int) -> int:
        return self.enemies | self.s.closed

    @lazy
    def zone(self) -> int:
        return self.game.board.grid.neighbours(self.enemies)

    @lazy
    def closed_at_first(self) -> int:
        return self.zone if self.zone >> self.here & 1 else 0

    @lazy
    def avoided(self) -> int:
        return self.s.villages

    def with_room(self, hexes: int) -> int:
        return hexes & ~self.s.full


class TrekMarches(Marches["Trek", TrekState]):
    def march(self, s: TrekState, units: Sequence[int]) -> TrekMarch:
        return TrekMarch(self.game, s, units)

    def enter(self, s: TrekState, way: Sequence[int]) -> None:
        s.report("10.1", "{}", " ".join(map(self.game.place_name, way)))
        for unit in s.hand:
            s.at[unit] = way[-1]
        self.game.refresh(s)

    def halts(self, march: March[Trek, TrekState]) -> int:
        return march.s.fords | march.s.villages

    def interrupt(self, s: TrekState, h: int) -> None:
        s.agenda.append((self.game.codes[Ford if s.fords >> h & 1 else Village],))


class Camp(Phasing["Trek", TrekState]):
    name = "camp"
    case = Phase
    choices = (
        Choice(
            "select",
            Limit("10.1", own_units, "{it} is an enemy unit"),
            Limit("10.1", on_map, "{it} is not on the map"),
            Limit("10.4", unmoved, "{it} has moved"),
            Limit("10.4", lambda c, units: of(u for u in bits(units) if TrekMarch(c.game, c.s, [u]).ends()), "no way"),
        ),
        Choice("done"),
    )

    def prompt(self, s: TrekState) -> Prompt:
        return Prompt("Choose a unit to move.", "10.1")

    def do_select(self, s: TrekState, unit: int) -> None:
        s.hand.append(unit)
        self.push(s, Ride, 0)

    def do_done(self, s: TrekState, _: int) -> None:
        s.over = True


class Hand(TrekMarch):
    def __init__(self, game: Trek, s: TrekState) -> None:
        super().__init__(game, s, s.hand)
        _, self.under_way = s.agenda[-1]


def companions(c: Hand, units: int) -> int:
    near = of(u for u in bits(units & c.mine & ~c.members & ~c.s.moved) if c.s.at[u] == c.here)
    return 0 if c.under_way else near


def targets(c: Hand, hexes: int) -> int:
    """A strike costs one point more than the hex."""
    return hexes & c.enemies & c.payable(1)


class Ride(MoveOn["Trek", TrekState]):
    case = Hand
    choices = (
        Choice("move", Limit("10.1", lambda c, hexes: hexes & c.ends(), "{it} is out of reach")),
        Choice("also", Limit("10.4", companions, "{it} cannot go with them")),
        Choice("drop", Limit("10.4", lambda c, units: units & c.members if len(c.units) > 1 else 0, "not with them")),
        Choice("stop", Limit("10.4", lambda c, args: args if c.under_way else 0, "they have not moved")),
        Choice("strike", Limit("14.2", targets, "{it} cannot be struck")),
    )

    def prompt(self, s: TrekState) -> Prompt:
        return Prompt("Choose a hex to move to.", "10.1")

    def do_strike(self, s: TrekState, h: int) -> None:
        """The units strike from where they are, and their move is over."""
        s.report("14.2", "{} strike", len(s.hand))
        self.game.marches.let_go(s)


class Ford(Die):
    name = "ford"

    def prompt(self, s: Any) -> Prompt:
        return Prompt("Roll for the ford.", "10.7")

    def do_roll(self, s: Any, roll: int) -> None:
        self.pop(s)
        here = s.at[s.hand[0]]
        if roll == 1:
            s.at[s.hand.pop(0)] = GONE
        elif roll == 2:
            s.closed |= self.game.beyond(here)
        self.game.refresh(s)


class Village(Phasing["Trek", TrekState]):
    name = "village"
    case = Phase
    choices = (Choice("wait"), Choice("pass"))

    def prompt(self, s: TrekState) -> Prompt:
        return Prompt("Wait in the village, or go on?", "10.8")

    def do_wait(self, s: TrekState, _: int) -> None:
        self.pop(s)
        for unit in s.hand:
            s.spent[unit] = COUNTERS[unit].values["points"]

    def do_pass(self, s: TrekState, _: int) -> None:
        self.pop(s)


class Trek(MarchGame[TrekState]):
    id = "trek"
    title = "Trek"
    sides = SIDES
    boxes = ("gone",)
    state_type = TrekState
    verbs = shared("select move also drop stop roll pass done") | {
        "strike": Verb("hex", "Strike {}", "strike"),
        "wait": Verb("none", "Wait"),
    }
    step_types = (Camp, Ride, Walk, Ford, Village)

    def __init__(self) -> None:
        super().__init__(clear_board((1, 9), (1, 5)), COUNTERS, {"any": Scenario("any", "", "", 1, "")})
        self.quick = Costs(self.board.grid, lambda h, d: 1)
        self.slow = Costs(self.board.grid, lambda h, d: 2)
        self.data_digest = DATA
        self.marches = TrekMarches(self)
        self.make_steps()

    def refresh(self, s: Any) -> None:
        s.occupied = [of(s.at[u] for u in bits(units) if s.at[u] >= 0) for units in self.units_of]

    def start(self, scenario: Scenario, options: Mapping[str, object]) -> TrekState:
        return self.position()

    def begin_phase(self, s: Any, words: list[str]) -> None:
        s.agenda = [(self.codes[Camp],)]

    def result(self, s: Any) -> Result | None:
        return Result("", "", ()) if s.over else None

    def hexes(self, labels: str) -> int:
        return of(self.board.grid.parse(label) for label in labels.split())

    def beyond(self, h: int) -> int:
        """All hexes to the east of a hex."""
        grid = self.board.grid
        return of(n for n in grid if grid.line_of(n) > grid.line_of(h))

    def position(self, *, fords: str = "", villages: str = "", full: str = "", **at: str) -> TrekState:
        """Units at hexes; blue decides."""
        s = TrekState()
        s.fords, s.villages, s.full = map(self.hexes, (fords, villages, full))
        for name, label in at.items():
            s.at[self.unit_ids[name]] = self.board.grid.parse(label)
        self.refresh(s)
        s.agenda = [(self.codes[Camp],)]
        return s

    def offers(self, s: TrekState, verb: str) -> set[str]:
        """The legal arguments of a verb, as words."""
        found = bits(self.offer(s).get(verb, 0))
        if self.verbs[verb].kind == "unit":
            return {COUNTERS[u].id for u in found}
        return {self.board.grid.label(h) for h in found}


GAME = Trek()
