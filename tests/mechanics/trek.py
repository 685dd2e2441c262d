"""Trek: a toy game of moves only, with ferries and fords where a die is rolled or a side is asked on the way.

Carts pay two points for a hex, riders one. A ford is rolled for: a 1 drowns the first of the units, a 2 closes the
ford for good. In a village the units are asked whether they wait there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from grognard.engine.contents import Scenario
from grognard.engine.doctrine import Doctrine, Effect, Role
from grognard.engine.game import Result
from grognard.engine.limits import Choice, Limit, lazy
from grognard.engine.reading import Reading
from grognard.engine.state import field
from grognard.engine.step import Die, Prompt
from grognard.engine.verbs import Verb, shared
from grognard.hexes import Costs, bits, of
from grognard.mechanics.moving import STOPPED, March, Marches, MarchGame, MarchState, MoveOn, Walk
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
    #: whether units may attack in camp
    sally: bool = field("flag")


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

    def may_act(self, s: TrekState) -> bool:
        march = self.march(s, s.hand)
        return bool(march.payable(1) & march.enemies)

    def interrupt(self, s: TrekState, h: int) -> None:
        s.agenda.append((self.game.codes[Ford if s.fords >> h & 1 else Village],))


def sallies(c: Phase[Any, Any], hexes: int) -> int:
    """Where units may attack without a move, the enemies next to some of them."""
    return of(h for h in bits(hexes & c.enemies) if next_to(c.game, c.s, h)) if c.s.sally else 0


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
        Choice("attack", Limit("13.1", sallies, "{it} cannot be attacked")),
        Choice("done"),
    )

    def prompt(self, s: TrekState) -> Prompt:
        return Prompt("Choose a unit to move.", "10.1")

    def do_select(self, s: TrekState, unit: int) -> None:
        s.hand.append(unit)
        self.push(s, Ride, 0)

    def do_attack(self, s: TrekState, h: int) -> None:
        self.push(s, Sally, h)

    def do_done(self, s: TrekState, _: int) -> None:
        s.over = True


def next_to(game: Trek, s: TrekState, h: int) -> int:
    near = game.board.grid.neighbours(1 << h)
    return of(u for u in bits(game.units_of[0] & ~s.moved) if s.at[u] >= 0 and near >> s.at[u] & 1)


class Sally(Phasing["Trek", TrekState]):
    """Choose the units that attack a hex from camp. Argument: the hex."""

    name = "sally"
    args = ("hex",)
    case = Phase
    choices = (
        Choice(
            "with", Limit("13.1", lambda c, units: units & next_to(c.game, c.s, c.s.agenda[-1][1]), "not next to it")
        ),
        Choice("resolve", Limit("13.1", lambda c, args: args if c.s.hand else 0, "no unit attacks")),
    )

    def prompt(self, s: TrekState) -> Prompt:
        return Prompt("Choose units to attack with.", "13.1")

    def do_with(self, s: TrekState, unit: int) -> None:
        s.hand.append(unit)
        s.moved |= 1 << unit

    def do_resolve(self, s: TrekState, _: int) -> None:
        _, h = s.agenda[-1]
        s.hand.clear()
        self.pop(s)
        self.push(s, Clash, h)


class Hand(TrekMarch):
    def __init__(self, game: Trek, s: TrekState) -> None:
        super().__init__(game, s, s.hand)
        _, self.under_way = s.agenda[-1]


def in_reach(c: Hand, hexes: int) -> int:
    return 0 if c.under_way == STOPPED else hexes & c.ends()


def companions(c: Hand, units: int) -> int:
    near = of(u for u in bits(units & c.mine & ~c.members & ~c.s.moved) if c.s.at[u] == c.here)
    return 0 if c.under_way else near


def targets(c: Hand, hexes: int) -> int:
    """A strike costs one point more than the hex."""
    return hexes & c.enemies & c.payable(1)


class Ride(MoveOn["Trek", TrekState]):
    case = Hand
    choices = (
        Choice("move", Limit("10.1", in_reach, "{it} is out of reach")),
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
        self.push(s, Clash, h)


class Clash(Die):
    """From 3 on the enemy in a hex is gone. Argument: the hex."""

    name = "clash"
    args = ("hex",)

    def prompt(self, s: Any) -> Prompt:
        return Prompt("Roll for the strike.", "14.2")

    def do_roll(self, s: Any, roll: int) -> None:
        _, h = s.agenda[-1]
        self.pop(s)
        if roll >= 3:
            s.at = [GONE if place == h else place for place in s.at]
            self.game.refresh(s)


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


class TrekReading(Reading["Trek", TrekState]):
    def hand(self, s: TrekState) -> tuple[int, ...]:
        return tuple(s.hand)


class TrekDoctrine(Doctrine["Trek", TrekState]):
    roles: ClassVar[Mapping[str, str]] = {"strike": Role.ATTACK}
    effects: ClassVar[Mapping[str, Effect]] = {"won": Effect(enemy=1.0), "lost": Effect(own=1.0)}

    def attack(self, s: TrekState, unit: int) -> float:
        return float(COUNTERS[unit].values["points"])

    defense = attack

    def movement_costs(self, s: TrekState, unit: int) -> Costs:
        return self.game.slow if CART >> unit & 1 else self.game.quick

    def speed(self, s: TrekState, unit: int) -> int:
        return COUNTERS[unit].values["points"]

    def goals(self, s: TrekState, side: int) -> Mapping[int, float]:
        return {}

    def zone(self, s: TrekState, side: int) -> int:
        return 0

    def chances(
        self, s: TrekState, side: int, attack: float, defense: float, h: int, bonus: int
    ) -> Mapping[str, float]:
        share = attack**2 / (attack**2 + defense**2)
        return {"won": share, "lost": 1.0 - share}


class Trek(MarchGame[TrekState]):
    id = "trek"
    title = "Trek"
    sides = SIDES
    boxes = ("gone",)
    state_type = TrekState
    reading_type = TrekReading
    verbs = shared("select move also drop stop roll pass done attack with resolve") | {
        "strike": Verb("hex", "Strike {}", "strike"),
        "wait": Verb("none", "Wait"),
    }
    step_types = (Camp, Sally, Ride, Walk, Ford, Village, Clash)

    def __init__(self) -> None:
        super().__init__(clear_board((1, 9), (1, 5)), COUNTERS, {"any": Scenario("any", "", "", 1, "")})
        self.quick = Costs(self.board.grid, lambda h, d: 1)
        self.slow = Costs(self.board.grid, lambda h, d: 2)
        self.data_digest = DATA
        self.marches = TrekMarches(self)
        self.make_steps()
        self.doctrine = TrekDoctrine(self)

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
