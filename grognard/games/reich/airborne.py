"""Chapter 17.9: Allied Airborne and Air Landing units: Operations, recovery, and the way back to England (17.9.3.B)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.action import Refusal
from ...engine.bounds import Bound
from ...engine.limits import Choice, Limit, Only, Reason, Row, allowed_by, lazy
from ...engine.step import AnyStep, Procedure, Prompt, Step
from ...engine.verbs import Verb
from ...hexes import bits, of
from ...mechanics import choosing
from ...mechanics.choosing import Task, available, chosen, lacks_units, unchosen
from ...mechanics.phasing import Phase
from ...mechanics.stacks import hexes_of
from . import drops, limits, supply, traces
from .pieces import lift
from .stacking import room, why_full
from .state import ALLIED, ENGLAND, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


_RULE = "17.9.3.E"

# -- the segment -------------------------------------------------------------------------------


def begin(game: ReichGame, s: ReichState, _: int) -> None:
    """The Airborne Segment (4.1.III.a): Operation, recovery, withdrawal to England."""
    s.boxed = of(u for u in bits(game.roster.landed) if s.at[u] == ENGLAND)
    s.dropping.clear()
    s.landing.clear()
    for step in (Withdrawal, Recovery):
        s.agenda.append((game.codes[step],))
    if why_no_operation(game, s) is None:
        s.agenda.append((game.codes[Operation], -1))
        if not Operating(game, s).ready:
            s.agenda.pop()


def why_no_operation(game: ReichGame, s: ReichState) -> str | None:
    """Why there can be no Airborne Operation on this turn, or None (17.9.3.A, 17.9.3.B)."""
    most = game.scenario_of(s).words["airborne_operations"]
    if s.operations >= most:
        return f"{most} Airborne Operations have taken place"
    if s.turn in game.tables.lists["airborne"]["barred"]:
        return f"there is no Airborne Operation on Turn {s.turn}"
    if s.operation_turn and s.turn - s.operation_turn < 2:
        return "there was an Airborne Operation on the last turn"
    return None


# -- naming units and hexes ----------------------------------------------------------------------


class Operating(Phase["ReichGame", ReichState]):
    """The units and hexes named so far, and the selected unit."""

    def __init__(self, game: ReichGame, s: ReichState, unit: int | None = None) -> None:
        super().__init__(game, s)
        _, given = s.agenda[-1]
        self.unit = given if unit is None else unit
        self.named = of(s.dropping)

    @property
    def name(self) -> str:
        return self.game.counters[self.unit].id

    @property
    def bit(self) -> int:
        return 1 << self.unit if self.unit >= 0 else 0

    @lazy
    def able(self) -> int:
        """Units that could still be named, if there are hexes for them."""
        return self.able_after(self.named)

    def able_after(self, named: int) -> int:
        """Units that may be added to the named ones: three divisions and one brigade take part (17.9.3.C)."""
        roster, numbers = self.game.roster, self.game.tables.numbers["airborne"]
        units = self.s.boxed & ~named
        if (named & roster.divisions).bit_count() >= numbers["divisions"]:
            units &= ~roster.divisions
        if (named & ~roster.divisions).bit_count() >= numbers["brigades"]:
            units &= roster.divisions
        return units

    @lazy
    def lonely(self) -> int:
        """Drop hexes without another one within two hexes (17.9.3.E)."""
        return lonely(self.game, self.s.landing)

    @property
    def lonely_names(self) -> str:
        return ", ".join(self.game.place_name(h) for h in bits(self.lonely))

    @lazy
    def ground(self) -> int:
        """Hexes in which a unit could drop, whatever its kind (17.9.3.E)."""
        return drop_zone(self.game, self.s)

    @lazy
    def hexes(self) -> dict[int, int]:
        """The hexes for each unit that could still be named, without regard to the others' distance."""
        found = {}
        for u in bits(self.able):
            c = Operating(self.game, self.s, u)
            c.__dict__["ground"] = self.ground
            found[u] = allowed_by(_GROUND, c, self.game.ground.land)
        return found

    @lazy
    def ready(self) -> int:
        """Units that can be named now: an Operation has at least two (ruling 17.9.3.Ead)."""
        return of(u for u in self.hexes if self.places(u))

    def places(self, unit: int) -> int:
        """The hexes in which a unit can be named to drop, so that every drop hex has another one near it in the end."""
        own, named = self.hexes.get(unit, 0), self.named | 1 << unit
        near, found = self.around(of(self.s.landing)), 0
        for joined in _subsets(self.lonely):
            left = self.lonely & ~joined
            if self.can_join(left, named):
                found |= own & near & self._joining(joined)
            for u in bits(self.able_after(named)):
                if self.can_join(left, named | 1 << u):
                    found |= own & ~near & self.around(self.hexes.get(u, 0) & self._joining(joined))
        return found

    def can_join(self, alone: int, named: int) -> bool:
        """Whether further units can drop near every hex that is alone."""
        return not alone or any(
            self.hexes.get(u, 0) & self._joining(joined) and self.can_join(alone & ~joined, named | 1 << u)
            for u in bits(self.able_after(named))
            for joined in _subsets(alone)
            if joined
        )

    def _joining(self, hexes: int) -> int:
        """Hexes near each of these."""
        out = -1
        for h in bits(hexes):
            out &= self.around(1 << h)
        return out

    def around(self, hexes: int) -> int:
        """Hexes within two hexes of some of these."""
        for _ in range(self.game.tables.numbers["airborne"]["apart"]):
            hexes |= self.game.board.grid.neighbours(hexes)
        return hexes


def _subsets(hexes: int) -> list[int]:
    """All subsets, the whole set first."""
    out, part = [hexes], hexes
    while part:
        part = (part - 1) & hexes
        out.append(part)
    return out


def lonely(game: ReichGame, hexes: list[int]) -> int:
    """Drop hexes without another one within two hexes."""
    distance, apart = game.board.grid.distance, game.tables.numbers["airborne"]["apart"]
    return of(h for i, h in enumerate(hexes) if not any(distance(h, x) <= apart for k, x in enumerate(hexes) if k != i))


def barred(game: ReichGame, s: ReichState) -> int:
    """Hexes in which nobody drops (17.9.3.E)."""
    ground = game.ground
    entries = ground.off_map | ground.entrances["B"]
    mountains = game.board.terrain.get("mountain", 0)
    return game.roer_dams | ground.holland | game.lines.ruhr | entries | ground.every_fort & ~s.razed | mountains


def in_range(game: ReichGame, s: ReichState) -> int:
    """Hexes within eight hexes of a supplied Allied division (17.9.3.E)."""
    divisions = game.combat_of[ALLIED] & game.roster.divisions & ~s.oos
    out = hexes_of(s.at, divisions)
    for _ in range(game.tables.numbers["airborne"]["range"]):
        out |= game.board.grid.neighbours(out)
    return out


def drop_zone(game: ReichGame, s: ReichState) -> int:
    return game.ground.land & game.in_play(s) & in_range(game, s) & ~barred(game, s)


def within_limits(c: Operating, hexes: int) -> int:
    """A drop is an entry: the limits that bar entering and ending bind it, the Seine Line does not.

    That is ruling 17.9.3.Eae.
    """
    if c.unit < 0:
        return hexes
    return hexes & limits.may_enter(c.game, c.s, c.bit) & limits.may_end(c.game, c.s, c.bit)


def why_limited(c: Operating, h: int) -> Refusal:
    """The limit that closes a hex to a unit."""
    for ban in (*limits.BANS, *limits.ENDS):
        if ban.closed(c.game, c.s, c.unit) >> h & 1:
            return Refusal(ban.rule, "no drop: " + ban.why.format(it=c.game.place_name(h), unit=c.name))
    return Refusal(_RULE, f"{c.game.place_name(h)} is not a land hex")


def for_gliders(c: Operating, hexes: int) -> int:
    """The Air Landing division drops into Clear hexes without enemies and Cities (17.9.3.E)."""
    game = c.game
    if not game.roster.types["air-landing"] & c.bit:
        return hexes
    return hexes & game.board.terrain.get("clear", 0) & ~game.ground.cities & ~c.enemies


def free(c: Operating, hexes: int) -> int:
    """One dropping unit a hex (17.9.3.E)."""
    return hexes & ~of(c.s.landing)


def with_room(c: Operating, hexes: int) -> int:
    """Stacking limits hold where Allied units are (17.9.3.E)."""
    return room(c.game, c.s, hexes, c.bit) if hexes and c.bit else hexes


_GROUND: tuple[Row[Any], ...] = (
    Limit("17.9.3.E", lambda c, hexes: hexes & c.game.in_play(c.s), "{it} is not in play in this scenario"),
    Limit("17.9.3.E", lambda c, hexes: hexes & c.game.ground.land, "{it} is sea"),
    Limit("17.9.3.E", lambda c, hexes: hexes & ~c.game.roer_dams, "{it} is a Roer Dam hex"),
    Limit("17.9.3.E", lambda c, hexes: hexes & ~c.game.ground.holland, "{it} is in Fortress Holland"),
    Limit("17.9.3.E", lambda c, hexes: hexes & ~c.game.lines.ruhr, "{it} is a Ruhr City hex"),
    Limit(
        "17.9.3.E",
        lambda c, hexes: hexes & ~(c.game.ground.off_map | c.game.ground.entrances["B"]),
        "{it} is an Entrance or Exit Hex",
    ),
    Limit("17.9.3.E", lambda c, hexes: hexes & ~(c.game.ground.every_fort & ~c.s.razed), "the Fort in {it} stands"),
    Limit("17.9.3.E", lambda c, hexes: hexes & ~c.game.board.terrain.get("mountain", 0), "{it} is a Mountain hex"),
    Limit("17.9.3.E", lambda c, hexes: hexes & c.ground, "no supplied Allied division is within 8 hexes of {it}"),
    Limit("17.9.3.E", for_gliders, "{c.name} may only drop into Clear hexes without enemies"),
    Limit("17.9.3.E", free, "another unit drops in {it}"),
    Limit("17.9.3.E", within_limits, why_limited),
    Limit("17.9.3.E", with_room, lambda c, h: why_full(c.game, c.s, h, c.bit)),
)


class Operation(Step["ReichGame", ReichState]):
    """The Allied player names units and their hexes, then all of them drop (17.9.3). Argument: the selected unit."""

    name = "airborne-operation"
    args = ("unit",)
    case = Operating
    choices: ClassVar[tuple[Choice[Operating], ...]] = (
        Choice(
            "select",
            Only("17.9.3", lambda c: c.unit < 0, "first name the hex of {c.name}"),
            Reason("17.9", lambda c, units: units & c.game.roster.landed, "{it} does not land by air"),
            Limit("17.9.2", lambda c, units: units & c.s.boxed, "{it} was not in England when the phase began"),
            Limit("17.9.3", lambda c, units: units & ~c.named, "{it} has a drop hex already"),
            Limit("17.9.3.C", lambda c, units: units & c.able, "at most three divisions and one brigade take part"),
            Limit("17.9.3.E", lambda c, units: units & c.ready, "there is no legal drop hex for {it} and another unit"),
        ),
        Choice(
            "drop",
            Only("17.9.3", lambda c: c.unit >= 0, "first choose a unit"),
            *_GROUND,
            Limit(
                "17.9.3.E",
                lambda c, hexes: hexes & c.places(c.unit),
                "with a drop in {it}, some drop hex would have no other one within 2 hexes",
            ),
        ),
        Choice(
            "return",
            Only("17.9.3", lambda c: c.unit < 0, "first name the hex of {c.name}"),
            Limit("17.9.3", lambda c, units: units & c.named, "{it} has no drop hex"),
        ),
        Choice(
            "done",
            Only("17.9.3", lambda c: c.unit < 0, "first name the hex of {c.name}"),
            Only("17.9.3.E", lambda c: not c.lonely, "no other unit drops within 2 hexes of {c.lonely_names}"),
        ),
    )

    def seat(self, s: ReichState) -> str:
        return self.game.sides[ALLIED]

    def prompt(self, s: ReichState) -> Prompt:
        c = Operating(self.game, s)
        if c.unit >= 0:
            return Prompt(f"Choose the drop hex of {c.name}.", _RULE)
        if not s.dropping:
            return Prompt("Choose a unit for an Airborne Operation, or continue without one.", "17.9.3")
        return Prompt("Choose another unit, take one back, or continue: all named units drop.", "17.9.3")

    def do_select(self, s: ReichState, unit: int) -> None:
        self.set_args(s, unit)

    def do_drop(self, s: ReichState, h: int) -> None:
        _, unit = s.agenda[-1]
        s.dropping.append(unit)
        s.landing.append(h)
        self.set_args(s, -1)

    def do_return(self, s: ReichState, unit: int) -> None:
        k = s.dropping.index(unit)
        del s.dropping[k], s.landing[k]

    def do_done(self, s: ReichState, _: int) -> None:
        self.pop(s)
        if s.dropping:
            s.operations += 1
            s.operation_turn = s.turn
            s.report("17.9.3", "Airborne Operation with {}", self.game.listed(s.dropping))
            self.push(s, drops.Drops)


# -- recovery and withdrawal -----------------------------------------------------------------------


class Recovery(Procedure["ReichGame", ReichState]):
    """Units dropped on an earlier turn that can trace supply now are flipped (17.9.4.C, ruling 17.9.4.Cd)."""

    name = "airborne-recovery"

    def run(self, s: ReichState) -> None:
        game = self.game
        self.pop(s)
        lines = supply.fed(game, s, ALLIED)
        found = of(u for u in bits(s.dropped & ~s.landed) if s.at[u] >= 0 and lines >> s.at[u] & 1)
        if found:
            s.dropped &= ~found
            s.report("17.9.4.C", "{} to the regular side", game.names_with(found, "is turned", "are turned"))


def transferable(game: ReichGame, s: ReichState) -> int:
    """Units in a Beach hex or an Operational port, on any turn, but Grounded ones (17.9.2.A, rulings 17.9.2.Ac, Ad)."""
    hexes = game.ground.beaches
    now = traces.ports(s)
    if game.lines.serves_cherbourg(now):
        hexes |= 1 << game.lines.cherbourg
    if s.antwerp and s.allied >> game.lines.antwerp & 1:
        hexes |= 1 << game.lines.antwerp
    return of(u for u in bits(game.roster.landed & ~s.grounded) if s.at[u] >= 0 and hexes >> s.at[u] & 1)


class Withdrawal(Procedure["ReichGame", ReichState]):
    """The Airborne Withdrawal Step, which a turn with an Operation does not have (4.1.III.a.3)."""

    name = "airborne-withdrawal"

    def run(self, s: ReichState) -> None:
        self.pop(s)
        if s.operation_turn != s.turn and transferable(self.game, s):
            s.chosen = 0
            self.push(s, ToEngland, 0)


class ToEngland(choosing.ChooseUnits["ReichGame", ReichState]):
    """The Allied player sends units to the England Box (17.9.2.A)."""

    name = "to-england"
    choices: ClassVar[tuple[Choice[Any], ...]] = (
        Choice(
            "choose",
            Reason("17.9", lambda c, units: units & c.game.roster.landed, "{it} does not land by air"),
            Limit("9.2.B", lambda c, units: units & ~c.s.grounded, "{it} is Grounded and stays where it is"),
            Limit("17.9.2.A", available, "{it} is neither on a Beach nor in an Operational port"),
            Limit("17.9.2.A", unchosen, "{it} is chosen already"),
        ),
        Choice("return", Limit("17.9.2.A", chosen, "{it} is not chosen")),
        Choice("propose", Only("17.9.2.A", lacks_units, "the program proposes to send nobody")),
        Choice("done"),
    )

    def task(self, s: ReichState, index: int) -> Task:
        units = transferable(self.game, s)
        return Task(ALLIED, units, 0, units.bit_count(), "17.9.2.A", "to go to England")

    def apply(self, s: ReichState, index: int, units: int) -> None:
        for unit in bits(units):
            lift(self.game, s, unit, ENGLAND)
        if units:
            s.report("17.9.2.A", "{} to England", self.game.names_with(units, "goes", "go"))

    def worth(self, s: ReichState, index: int, unit: int) -> float:
        return 0.0


VERBS = {"drop": Verb("hex", "Drop in {}")}
STEPS: tuple[type[AnyStep], ...] = (Operation, Recovery, Withdrawal, ToEngland, *drops.STEPS)
BOUNDS = {"to-england": (Bound(0, 0),)}
