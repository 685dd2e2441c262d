"""Chapters 14, 6.7, 17.4.A and 17.7.6: Mobile Assaults, made by a moving stack on a hex next to it.

The Movement Step lists the verb with :data:`ROWS` and calls :func:`begin`. The stack pays, the assault is resolved like
a normal combat, and then the move of the stack is over, unless Patton is with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.limits import Choice, Limit, Only, Reason, Row, allowed_by
from ...engine.step import AnyStep, Procedure, Prompt
from ...engine.verbs import Verb
from ...hexes import bits, of
from ...mechanics.attacks import fight
from ...mechanics.phasing import Phase, Phasing
from ...mechanics.stacks import units_on
from . import fires, limits, pieces, support, zones
from .ground import FLOODING, RHINE
from .losses import Losses
from .movement import March, mover_of
from .roer import stage
from .state import ALLIED, EXPLOITATION, GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: more points than any unit has
IMPOSSIBLE = 99

VERBS = {"assault": Verb("hex", "Mobile Assault on {}", "strike", ask="Mobile Assault")}


# -- who ---------------------------------------------------------------------------------------------


def capable(game: ReichGame, s: ReichState) -> int:
    """Units that may make a Mobile Assault or, like Patton, lead one (14.1.B, 17.4.A)."""
    return game.roster.mobile & ~(s.oos | s.disrupted | s.refitting | s.grounded) | game.patton


def all_red(c: March) -> bool:
    """Whether all units but Patton have a red Attack Strength, and there is one that does."""
    return bool(c.members & c.game.roster.mobile) and not c.members & ~(c.game.roster.mobile | c.game.patton)


def supplied(c: March) -> bool:
    return not c.members & c.game.roster.mobile & c.s.oos


def undisrupted(c: March) -> bool:
    return not c.members & c.s.disrupted


def has_patton(c: March) -> bool:
    return bool(c.members & c.game.patton)


def first_assault(c: March) -> bool:
    """Whether none of them has made a Mobile Assault, or Patton leads them on (14.1.C)."""
    return has_patton(c) or not c.members & c.s.assaulted


def reacts(c: March) -> bool:
    """Whether Patton reacts to the counteroffensive on its turn (17.7.6)."""
    return c.side == ALLIED and c.s.offensive == c.s.turn and has_patton(c)


def free_of_the_rhine(c: March) -> bool:
    """Whether they need not stop behind the Rhine; Patton's halt before an uncleared hex is another one (17.4.A)."""
    return not c.s.halted or c.s.locked >= 0


# -- where -------------------------------------------------------------------------------------------


def uncleared(c: March, hexes: int) -> int:
    """The hex that Patton's stack has failed to clear comes before any other (17.4.A)."""
    return hexes & 1 << c.s.locked if c.s.locked >= 0 else hexes


def adjacent(c: March, hexes: int) -> int:
    return hexes & c.game.board.grid.neighbours(1 << c.here) if c.here >= 0 else 0


def over_open_sides(c: March, hexes: int) -> int:
    return hexes & c.game.attacks.near(1 << c.here)


def no_mountains(c: March, hexes: int) -> int:
    return hexes & ~c.game.attacks.mountains(c.s)


def forts(c: March) -> int:
    """The intact forts that bar a Mobile Assault: German ones (ruling 14.1.Dj)."""
    return zones.intact_forts(c.game, c.s) & c.s.occupied[GERMAN]


def no_forts(c: March, hexes: int) -> int:
    return hexes if reacts(c) else hexes & ~forts(c)


def dry(c: March, hexes: int) -> int:
    """Hexes without an unbridged river in between (ruling 14.1.Di); Patton's Reaction minds the Rhine only."""
    ground, board = c.game.ground, c.game.board
    out = 0
    for h in bits(adjacent(c, hexes)):
        if board.kind_between(c.here, h) == RHINE:
            wet = not has_bridge(c, h)
        else:
            wet = ground.is_river(c.here, h) and not reacts(c)
        out |= 0 if wet else 1 << h
    return out


def has_bridge(c: March, h: int) -> bool:
    """Whether the side may use a Rhine Bridge to a hex: the captured one, or for the Germans any other that stands."""
    pair = (min(c.here, h), max(c.here, h))
    if c.side == ALLIED:
        return c.game.rhine.captured(c.s) == pair
    bridges = c.game.rhine.bridges
    n = bridges.index(pair) if pair in bridges else -1
    return n >= 0 and not c.s.blown >> n & 1 and c.s.bridge != n + 1


def passable(c: March, hexes: int) -> int:
    """Hexes whose ground allows the assault (14.1.D)."""
    if reacts(c):
        return hexes
    ground, valley = c.game.ground, stage(c.s)
    return of(h for h in bits(hexes) if ground.may_mobile_assault(c.here, h, forts(c), valley))


def in_bounds(c: March, hexes: int) -> int:
    """Hexes that all of them may attack and enter."""
    for u in c.units:
        hexes &= limits.may_attack(c.game, c.s, u) & limits.may_advance(c.game, c.s, u)
    return hexes


def outside_paris(c: March, hexes: int) -> int:
    """A Mobile Assault ends the movement of German units in the cleared hex, so not in Paris (ruling 10.7.9j)."""
    return hexes & ~c.game.areas.paris if c.side == GERMAN else hexes


def why_out_of_bounds(c: March, h: int) -> Refusal:
    """The limit that keeps the first of them from attacking or entering a hex."""
    for u in c.units:
        if not limits.may_attack(c.game, c.s, u) >> h & 1:
            return limits.why_no_attack(c.game, c.s, u, h)
        if not limits.may_advance(c.game, c.s, u) >> h & 1:
            return limits.why_no_advance(c.game, c.s, u, h)
    raise AssertionError("nothing keeps them out")


def alone_in_zone(c: March, hexes: int) -> int:
    """Hexes that may be assaulted in spite of enemy zones (6.7.A, 14.3).

    Those who have moved must be in no zone but that of the target (ruling 6.7.Af); those who began in their hex, and
    Patton's stack after an assault, need not mind (ruling 6.7.Ae, 6.7.B).
    """
    game, s = c.game, c.s
    moved = any(s.spent[u] for u in c.units)
    if not moved or (has_patton(c) and c.members & s.assaulted):
        return hexes
    there = 1 << c.here
    near = game.board.grid.neighbours(there) & s.occupied[1 - c.side]
    zoned = of(h for h in bits(near) if zones.zone_from(game, s, 1 - c.side, 1 << h) & there)
    return hexes if not zoned else hexes & zoned if not zoned & (zoned - 1) else 0


def price(game: ReichGame, s: ReichState, unit: int, h: int) -> int:
    """The points that a unit pays for assaulting a hex: those for entering it and one more (14.2.A)."""
    side = game.side_of[unit]
    mover = mover_of(game, unit)
    costs = game.rhine.german_costs(s, mover) if side == GERMAN else game.rhine.paid_costs(s, mover)
    step = costs.step(s.at[unit], h)
    return IMPOSSIBLE if step is None else step + game.tables.numbers["roads"]["assault"]


def affordable(c: March, hexes: int) -> int:
    """Hexes that all of them can pay for."""
    return of(h for h in bits(hexes) if all(price(c.game, c.s, u, h) <= c.left(u) for u in c.units))


#: Which hexes the moving stack may assault.
ROWS: tuple[Row[March], ...] = (
    Only("6.7", lambda c: c.s.step == EXPLOITATION, "Mobile Assaults are made in Exploitation Movement Segments only"),
    Only("14.1.B", all_red, "only units with a red Attack Strength make Mobile Assaults"),
    Only("14.1.B", supplied, "units that are out of supply make no Mobile Assaults"),
    Only("12.1", undisrupted, "disrupted units make no Mobile Assaults"),
    Only("14.1.C", first_assault, "these units have already made a Mobile Assault in this step"),
    Only("10.7.4", free_of_the_rhine, "units that have crossed the Rhine stop behind it, and make no Mobile Assault"),
    Only(
        "17.2.B",
        lambda c: not (stage(c.s) == FLOODING and c.here >= 0 and c.game.ground.valley >> c.here & 1),
        "nobody makes a Mobile Assault out of a flooded hex on the turn of the flood",
    ),
    Limit("14.2.A", lambda c, hexes: hexes & c.enemies, "there is no enemy unit in {it}"),
    Limit("14.2.A", adjacent, "{it} is not adjacent"),
    Limit("17.4.A", uncleared, "the hex that was assaulted has to be cleared first"),
    Limit("13.1.C", over_open_sides, "a prohibited hexside separates {it} from the stack"),
    Limit("13.9.E", no_mountains, "{it} is a Mountain hex"),
    Reason("14.1.D", no_forts, "{it} is an intact Fort"),
    Limit("14.1.D", dry, "a river without a bridge separates {it} from the stack"),
    Limit("14.1.D", passable, "the ground in {it} can be assaulted along a road only"),
    Limit("10.7", in_bounds, why_out_of_bounds),
    Limit("10.7.9", outside_paris, "{it} is a hex of Paris, where no German unit ends its movement"),
    Limit("6.7.A", alone_in_zone, "the stack has moved into an enemy Zone of Control that is not from {it} alone"),
    Limit("14.2.A", affordable, "not enough Movement Points are left for a Mobile Assault on {it}"),
)


def targets(c: March) -> int:
    """The hexes that a stack may assault from where it is."""
    if c.s.step != EXPLOITATION or c.here < 0 or not c.members & capable(c.game, c.s):
        return 0
    return allowed_by(ROWS, c, c.enemies)


def able(game: ReichGame, s: ReichState, units: int) -> int:
    """The units that could make a Mobile Assault at once, alone, among the given ones."""
    if s.step != EXPLOITATION:
        return 0
    near = game.attacks.near(s.occupied[1 - s.phasing])
    found = units_on(s.at, units & s.fielded & capable(game, s) & ~game.patton, near)
    return of(u for u in bits(found) if targets(March(game, s, [u])))


# -- the assault -------------------------------------------------------------------------------------


def begin(game: ReichGame, s: ReichState, h: int) -> None:
    """Declare a Mobile Assault by the moving stack, which pays for it (14.2.A, 14.1, 14.2)."""
    for unit in s.hand:
        s.spent[unit] += price(game, s, unit, h)
    units = of(s.hand)
    s.mobile, s.target, s.attackers = True, h, units
    s.assaulted |= units
    s.agenda.append((game.codes[Aftermath], h))
    s.agenda.append((game.codes[Declared],))


class Declared(Phasing["ReichGame", ReichState]):
    """A Mobile Assault before its dice: the Allied side may add air support (14.2.B)."""

    name = "mobile-assault"
    case = Phase
    choices: ClassVar[tuple[Choice[Phase[ReichGame, ReichState]], ...]] = (Choice("resolve"), support.AIR_ATTACK)

    def prompt(self, s: ReichState) -> Prompt:
        there = self.game.place_name(s.target)
        return Prompt(f"Mobile Assault on {there}: add support, or roll the dice.", "14.2.B", s.target)

    def do_resolve(self, s: ReichState, _: int) -> None:
        self.pop(s)
        self.game.attacks.on_begin(s)
        fight(self.game, s, "Mobile Assault")

    def do_air(self, s: ReichState, _: int) -> None:
        support.commit_air(self.game, s)


class Outcome(Procedure["ReichGame", ReichState]):
    """A Mobile Assault after its losses: into the cleared hex, or another step lost (14.2.C, 14.2.D)."""

    name = "outcome"

    def run(self, s: ReichState) -> None:
        game = self.game
        self.pop(s)
        if fires.defenders(game, s):
            if s.attackers:
                s.report("14.2.D", "{} is not cleared: the attacker loses another step", game.place_name(s.target))
                self.push(s, Losses, s.phasing, 1)
            return
        if s.attackers:
            verb = game.names_with(s.attackers, "has", "have")
            s.report("14.2.C", "{} to advance to {}", verb, game.place_name(s.target))
        for unit in bits(s.attackers):
            pieces.occupy(game, s, unit, s.target)


class Aftermath(Procedure["ReichGame", ReichState]):
    """The move of the stack after a Mobile Assault: over, unless Patton leads it on (14.2.C, 17.4.A).

    Argument: the hex that was assaulted.
    """

    name = "aftermath"
    args = ("hex",)

    def run(self, s: ReichState) -> None:
        _, h = s.agenda.pop()
        if not s.hand or not of(s.hand) & self.game.patton:
            self.game.marches.let_go(s)
            return
        held = s.occupied[1 - s.phasing] >> h & 1
        s.halted, s.locked = bool(held), h if held else -1
        self.game.marches.arrived(s)


STEPS: tuple[type[AnyStep], ...] = (Declared, Outcome, Aftermath)
