"""Chapter 17.7.5: the SHAEF Reaction to the counteroffensive (17.7.5.A)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.limits import Case, Choice, Limit, Only, Row, allowed_by, lazy
from ...engine.step import AnyStep, Procedure, Prompt, Step
from ...hexes import bits, of
from . import achievements, orders, supply
from .pieces import occupy
from .stacking import room, why_full
from .state import ALLIED, GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

RULE = "17.7.5.B"


class Reacting(Case["ReichGame", ReichState]):
    """The divisions that may move, the selected one, and whether the first has moved."""

    def __init__(self, game: ReichGame, s: ReichState) -> None:
        super().__init__(game, s)
        *_, self.unit = s.agenda[-1]

    @property
    def bit(self) -> int:
        return 1 << self.unit if self.unit >= 0 else 0

    @property
    def name(self) -> str:
        return self.game.counters[self.unit].id

    @property
    def headquarters(self) -> int:
        """The hex of SHAEF, or -1."""
        return self.s.at[self.game.roster.shaef.bit_length() - 1]

    @lazy
    def paratroops(self) -> int:
        """US Airborne divisions stacked with SHAEF."""
        units = self.game.roster.us & self.game.roster.landed_divisions
        return of(u for u in bits(units) if self.headquarters >= 0 and self.s.at[u] == self.headquarters)

    @lazy
    def ready(self) -> int:
        """Those in supply and not Grounded that have not moved yet."""
        return self.paratroops & ~(self.s.oos | self.s.grounded | self.s.chosen)

    @lazy
    def supplied(self) -> int:
        return supply.fed(self.game, self.s, ALLIED)

    def hexes_for(self, unit: int) -> int:
        """The hexes to which a division may be moved."""
        other = Reacting(self.game, self.s)
        other.unit = unit
        other.__dict__["supplied"] = self.supplied
        return allowed_by(_PLACES, other, self.game.ground.land)

    @lazy
    def can_move(self) -> int:
        """The divisions with a hex to go to; the first only if the second has another one."""
        found = {u: self.hexes_for(u) for u in bits(self.ready)}
        if self.s.chosen:
            return of(u for u, hexes in found.items() if hexes)
        return of(u for u in found if any(_pair(found[u], found[v]) for v in found if v != u))


def _pair(one: int, other: int) -> bool:
    """Whether two divisions find two different hexes."""
    return bool(one and other) and (one | other).bit_count() > 1


def not_taken(c: Reacting, hexes: int) -> int:
    """One division a hex, and none stays with SHAEF."""
    taken = of(c.s.at[u] for u in bits(c.s.chosen))
    here = 1 << c.headquarters if c.headquarters >= 0 else 0
    return hexes & ~(taken | here)


_PLACES: tuple[Row[Any], ...] = (
    Limit(
        "17.7.5.B",
        lambda c, hexes: hexes & (c.game.ground.towns | c.game.ground.cities),
        "{it} is neither a Town nor a City",
    ),
    Limit("17.7.5.B", lambda c, hexes: hexes & c.s.allied & c.game.in_play(c.s), "{it} is not under Allied control"),
    Limit("17.7.5.B", not_taken, "{it} already has one of the divisions that react"),
    Limit(
        "17.7.5.B",
        lambda c, hexes: hexes & ~(c.game.board.grid.neighbours(c.s.occupied[GERMAN]) | c.s.occupied[GERMAN]),
        "a German unit is adjacent to {it}",
    ),
    Limit("17.7.5.B", lambda c, hexes: hexes & c.supplied, "{it} is out of supply"),
    Limit(
        "17.7.5.B",
        lambda c, hexes: room(c.game, c.s, hexes, c.bit) if hexes and c.bit else hexes,
        lambda c, h: why_full(c.game, c.s, h, c.bit),
    ),
)


class Reaction(Step["ReichGame", ReichState]):
    """Two US Airborne divisions with SHAEF move at the same time, or not (17.7.5). Argument: the selected division."""

    name = "shaef-reaction"
    args = ("unit",)
    case = Reacting
    choices: ClassVar[tuple[Choice[Reacting], ...]] = (
        Choice(
            "select",
            Only("17.7.5.B", lambda c: c.unit < 0, "place {c.name} first"),
            Limit("17.7.5.B", lambda c, units: units & ~c.s.chosen, "{it} has moved already"),
            Limit("17.7.5.B", lambda c, units: units & c.paratroops, "{it} is not a US Airborne division with SHAEF"),
            Limit("9.2.B", lambda c, units: units & ~c.s.grounded, "{it} is Grounded and may not move"),
            Limit("17.7.5.B", lambda c, units: units & c.ready, "{it} is out of supply"),
            Limit("17.7.5.B", lambda c, units: units & c.can_move, "there are no hexes for {it} and another division"),
        ),
        Choice(
            "place",
            Only("17.7.5.B", lambda c: c.unit >= 0, "first choose a division"),
            *_PLACES,
        ),
        Choice(
            "pass", Only("17.7.5.B", lambda c: c.unit < 0 and not c.s.chosen, "both divisions move at the same time")
        ),
        Choice(
            "wait",
            Only("17.7.5.B", lambda c: c.unit < 0 and not c.s.chosen, "both divisions move at the same time"),
            Only("17.7.5.B", lambda c: not c.s.shaef_later, "this is the last moment to react"),
        ),
    )

    def seat(self, s: ReichState) -> str:
        return self.game.sides[ALLIED]

    def prompt(self, s: ReichState) -> Prompt:
        c = Reacting(self.game, s)
        if c.unit >= 0:
            return Prompt(f"Choose a Town or City for {c.name}.", RULE)
        if s.chosen:
            return Prompt("Choose the second division that moves.", RULE)
        return Prompt("Move two US Airborne divisions that are with SHAEF, or pass.", RULE)

    def do_select(self, s: ReichState, unit: int) -> None:
        self.set_args(s, unit)

    def do_place(self, s: ReichState, h: int) -> None:
        _, unit = s.agenda[-1]
        s.chosen |= 1 << unit
        if s.chosen.bit_count() == self.game.tables.numbers["counteroffensive"]["shaef_divisions"]:
            self.pop(s)
            s.chosen, s.shaef_used = 0, True
        else:
            self.set_args(s, -1)
        s.report(RULE, "{} moves to {}", self.game.counters[unit].id, self.game.place_name(h))
        occupy(self.game, s, unit, h)

    def do_pass(self, s: ReichState, _: int) -> None:
        self.pop(s)

    def do_wait(self, s: ReichState, _: int) -> None:
        self.pop(s)
        s.shaef_later = True


class LastReaction(Procedure["ReichGame", ReichState]):
    """The end of the Combat Resolution Step: the last moment to react, for those who wait (17.7.5.B)."""

    name = "last-reaction"

    def run(self, s: ReichState) -> None:
        self.pop(s)
        if (s.shaef_later or orders.asks_at_the_end(s)) and s.struck:
            s.shaef_later = True
            offer(self.game, s)


def after_combat(game: ReichGame, s: ReichState) -> None:
    """A combat is over: ask the Allied player, if they want it now (17.7.5.B)."""
    asks = orders.asks_shaef(s) and not s.shaef_later
    if asks and achievements.is_running(s) and s.phasing == GERMAN and not s.mobile:
        offer(game, s)


def offer(game: ReichGame, s: ReichState) -> None:
    """Ask for the reaction if it can be made: with two divisions, once (ruling 17.7.5.Bi)."""
    if s.shaef_used or s.over:
        return
    s.chosen = 0
    s.agenda.append((game.codes[Reaction], -1))
    if not Reacting(game, s).can_move:
        s.agenda.pop()


STEPS: tuple[type[AnyStep], ...] = (Reaction, LastReaction)
