"""Chapter 17.9.3.E: units drop, one after the other, also on German units, which fight or withdraw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.limits import Case, Choice, Limit, Only, Prefer, Row, allowed_by, lazy
from ...engine.step import AnyStep, Die, Procedure, Prompt, Step
from ...hexes import bits, of
from . import limits, traces
from .pieces import attack_of, eliminate, occupy, put, units_at
from .stacking import room, why_full
from .state import ALLIED, ASIDE, GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

RULE = "17.9.3.E"


class Drops(Procedure["ReichGame", ReichState]):
    """The named units drop in their order (ruling 17.9.3.Eag)."""

    name = "drops"

    def run(self, s: ReichState) -> None:
        game = self.game
        if not s.dropping:
            self.pop(s)
            s.landing.clear()
            return
        unit, h = s.dropping[0], s.landing[0]
        if units_at(game, s, h, GERMAN):
            self.push(s, DropRoll)
        else:
            land(game, s, unit, h)


def end_drop(s: ReichState) -> None:
    """The first drop is over; its hex stays named, so that nobody withdraws into it, until all have dropped."""
    s.dropping.pop(0)
    s.landing.append(s.landing.pop(0))


def land(game: ReichGame, s: ReichState, unit: int, h: int) -> None:
    """A unit has landed, on its Dropped side (17.9.3.E)."""
    end_drop(s)
    s.dropped |= 1 << unit
    s.landed |= 1 << unit
    s.report(RULE, "{} lands in {}", game.counters[unit].id, game.place_name(h))
    occupy(game, s, unit, h)


# -- drops on German units ---------------------------------------------------------------------------


class OnGermans(Die["ReichGame", ReichState]):
    """A die for a drop on German units."""

    def words(self, s: ReichState) -> tuple[str, str]:
        return self.game.counters[s.dropping[0]].id, self.game.place_name(s.landing[0])


class DropRoll(OnGermans):
    """The die of a unit that drops on German units: 1 to 3 is safe, else they attack (17.9.3.E)."""

    name = "drop-roll"

    def prompt(self, s: ReichState) -> Prompt:
        unit, there = self.words(s)
        return Prompt(f"Roll for the drop of {unit} on German units in {there}.", RULE, s.landing[0])

    def do_roll(self, s: ReichState, die: int) -> None:
        game, h = self.game, s.landing[0]
        unit, there = self.words(s)
        self.pop(s)
        if die in game.tables.lists["airborne"]["safe"]:
            s.report(RULE, "die {}: {} lands safely, the Germans leave {}", die, unit, there)
            self.push(s, Leave, -1)
        elif strength(game, s, h):
            s.report(RULE, "die {}: the Germans in {} attack {}", die, there, unit)
            self.push(s, DropAttack)
        else:  # ruling 17.9.3.Eaf
            s.report(RULE, "die {}: the Germans in {} cannot attack and leave", die, there)
            self.push(s, Leave, -1)

    def roller(self, s: ReichState) -> str:
        return str(self.game.sides[ALLIED])


def strength(game: ReichGame, s: ReichState, h: int) -> int:
    """The Attack Strength of the German units in a hex: out of supply they are halved (ruling 17.9.3.Eaf)."""
    units = units_at(game, s, h, GERMAN)
    whole = sum(attack_of(game, s, u) for u in bits(units & ~s.oos))
    return whole + sum(attack_of(game, s, u) for u in bits(units & s.oos)) // 2


class DropAttack(OnGermans):
    """The attack on a dropping unit, which gets no terrain benefit and no die of its own (17.9.3.E)."""

    name = "drop-attack"

    def prompt(self, s: ReichState) -> Prompt:
        unit, there = self.words(s)
        power = strength(self.game, s, s.landing[0])
        return Prompt(f"Roll for the German attack of strength {power} on {unit} in {there}.", RULE, s.landing[0])

    def do_roll(self, s: ReichState, die: int) -> None:
        game, unit = self.game, s.dropping[0]
        self.pop(s)
        if game.tables.fire.steps(strength(game, s, s.landing[0]), die):
            s.report(RULE, "die {}: {} is hit", die, game.counters[unit].id)
            end_drop(s)
            eliminate(game, s, unit, RULE)
        else:
            s.report(RULE, "die {}: {} takes no loss", die, game.counters[unit].id)
            self.push(s, Leave, -1)

    def roller(self, s: ReichState) -> str:
        return str(self.game.sides[GERMAN])


# -- the Germans leave the hex --------------------------------------------------------------------------


class Leaving(Case["ReichGame", ReichState]):
    """The German units that must leave a drop hex, and the hexes that they may go to."""

    def __init__(self, game: ReichGame, s: ReichState, units: int | None = None) -> None:
        super().__init__(game, s)
        self.h = s.landing[0]
        self.stack = units_at(game, s, self.h, GERMAN)
        *_, unit = s.agenda[-1]
        self.unit = unit
        self.units = units if units is not None else 1 << unit if unit >= 0 else self.stack

    @property
    def names(self) -> str:
        return self.game.names(self.units)

    @property
    def there(self) -> str:
        return self.game.place_name(self.h)

    @lazy
    def near(self) -> int:
        """Neighbours over hexsides that can be crossed."""
        return self.game.ground.lines.next(1 << self.h)

    @lazy
    def supplied(self) -> int:
        """Hexes in supply once the stack has left and the Allied unit has landed."""
        after = self.s.copy()
        for u in bits(self.stack):
            put(self.game, after, u, ASIDE)
        put(self.game, after, after.dropping[0], self.h)
        return traces.german(self.game, after)

    @lazy
    def together(self) -> int:
        """The hexes to which the whole stack can go."""
        return allowed_by(_WAYS, Leaving(self.game, self.s, self.stack), self.game.ground.land)

    def ways(self, unit: int) -> int:
        """The hexes to which one unit can go."""
        return allowed_by(_WAYS, Leaving(self.game, self.s, 1 << unit), self.game.ground.land)

    @lazy
    def movable(self) -> int:
        """The units that can leave at all."""
        return of(u for u in bits(self.stack) if self.ways(u))


def allowed(c: Leaving, hexes: int) -> int:
    """Hexes that the units may enter: a forced move is not one that they end (rulings 8.7.Ac, 10.7.9j)."""
    return hexes & limits.may_enter(c.game, c.s, c.units) & ~c.game.ground.off_map


_WAYS: tuple[Row[Any], ...] = (
    Limit(
        "17.9.3.E", lambda c, hexes: hexes & c.near, "{it} is not next to {c.there}, or cannot be reached from there"
    ),
    Limit("17.9.3.E", lambda c, hexes: hexes & ~c.s.occupied[ALLIED], "Allied units are in {it}"),
    Limit("17.9.3.E", lambda c, hexes: hexes & ~of(c.s.landing), "an Allied unit drops in {it}"),
    Limit("17.9.3.E", allowed, "{c.names} may not enter {it}"),
    Limit(
        "17.9.3.E", lambda c, hexes: room(c.game, c.s, hexes, c.units), lambda c, h: why_full(c.game, c.s, h, c.units)
    ),
    Prefer("17.9.3.E", lambda c, hexes: hexes & c.supplied or hexes, "{it} is out of supply, and others are not"),
)


class Leave(Procedure["ReichGame", ReichState]):
    """The Germans leave the drop hex: together, else one by one; who cannot is eliminated (17.9.3.E)."""

    name = "leave-drop-hex"
    args = ("unit",)

    def run(self, s: ReichState) -> None:
        game = self.game
        s.agenda[-1] = (self.code, -1)
        c = Leaving(game, s)
        if not c.stack:
            self.pop(s)
            land(game, s, s.dropping[0], c.h)
        elif c.together:
            if c.together & (c.together - 1):
                self.push(s, Withdraw, -1)
            else:
                withdraw(game, s, c.stack, c.together.bit_length() - 1)
        elif c.movable:
            self.push(s, Withdraw, -1)
        else:
            for unit in bits(c.stack):
                eliminate(game, s, unit, RULE)


def withdraw(game: ReichGame, s: ReichState, units: int, h: int) -> None:
    """Units go to a hex."""
    s.report(RULE, "{} to {}", game.names_with(units, "withdraws", "withdraw"), game.place_name(h))
    for unit in bits(units):
        occupy(game, s, unit, h)


class Withdraw(Step["ReichGame", ReichState]):
    """The German player chooses where units go that leave a drop hex (17.9.3.E). Argument: the selected unit.

    All go to one hex. If none can take them all, they go one by one.
    """

    name = "drop-withdrawal"
    args = ("unit",)
    case = Leaving
    choices: ClassVar[tuple[Choice[Leaving], ...]] = (
        Choice(
            "select",
            Only("17.9.3.E", lambda c: not c.together, "all of them withdraw into one hex"),
            Only("17.9.3.E", lambda c: c.unit < 0, "first choose a hex for {c.names}"),
            Limit("17.9.3.E", lambda c, units: units & c.stack, "{it} is not in {c.there}"),
            Limit("17.9.3.E", lambda c, units: units & c.movable, "{it} cannot leave {c.there}"),
        ),
        Choice("place", Only("17.9.3.E", lambda c: c.unit >= 0 or c.together, "first choose a unit"), *_WAYS),
    )

    def seat(self, s: ReichState) -> str:
        return self.game.sides[GERMAN]

    def prompt(self, s: ReichState) -> Prompt:
        c = Leaving(self.game, s)
        if c.unit < 0 and not c.together:
            return Prompt(f"No hex can take all units in {c.there}: choose one that withdraws.", RULE, c.h)
        return Prompt(f"Choose the hex to which {c.names} withdraw from {c.there}.", RULE, c.h)

    def do_select(self, s: ReichState, unit: int) -> None:
        self.set_args(s, unit)

    def do_place(self, s: ReichState, h: int) -> None:
        units = Leaving(self.game, s).units
        self.pop(s)
        withdraw(self.game, s, units, h)


STEPS: tuple[type[AnyStep], ...] = (Drops, DropRoll, DropAttack, Leave, Withdraw)
