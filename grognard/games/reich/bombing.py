"""Chapters 11 and 12: Carpet Bombing and disruption."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Action
from ...engine.bounds import Bound
from ...engine.limits import Case, Choice, Limit, lazy
from ...engine.step import AnyStep, Chance, Die, Procedure, Prompt
from ...engine.verbs import Verb
from ...hexes import bits
from ...mechanics.phasing import Phasing
from . import pieces
from .state import ALLIED, GERMAN, REMOVED, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

VERBS = {
    "bomb": Verb("hex", "Bomb {}", "strike"),
    "hit": Verb("unit", "{} is hit"),
}

#: The bombers, with their bits in ``bombers_spent``: that of the US and that of the Commonwealth (11.0).
BOMBERS = ("US-CARPET", "CW-CARPET")


def _users(game: ReichGame, bomber: int) -> int:
    """The units that a bomber supports; French units are not among them (ruling 11.0j)."""
    roster = game.roster
    return (roster.us, roster.commonwealth)[bomber] & game.combat_of[ALLIED]


def targets(game: ReichGame, s: ReichState, bomber: int) -> int:
    """The hexes that a bomber may bomb (11.0)."""
    if s.bombers_spent >> bomber & 1:
        return 0
    return _near(game, s, bomber) & s.occupied[GERMAN]


def _near(game: ReichGame, s: ReichState, bomber: int) -> int:
    """The hexes adjacent to units that a bomber supports."""
    own = 0
    for u in bits(_users(game, bomber)):
        if s.at[u] >= 0:
            own |= 1 << s.at[u]
    return game.board.grid.neighbours(own)


# -- the target ------------------------------------------------------------------------------


class Bombing(Case["ReichGame", ReichState]):
    """The hexes near the units of each bomber."""

    @lazy
    def near(self) -> tuple[int, int]:
        us, commonwealth = (_near(self.game, self.s, bomber) for bomber in range(len(BOMBERS)))
        return us, commonwealth

    @lazy
    def open(self) -> int:
        """The hexes that a bomber may bomb."""
        return targets(self.game, self.s, 0) | targets(self.game, self.s, 1)


def _held(c: Bombing, hexes: int) -> int:
    return hexes & c.s.occupied[GERMAN]


def _adjacent(c: Bombing, hexes: int) -> int:
    return hexes & (c.near[0] | c.near[1])


def _in_reach(c: Bombing, hexes: int) -> int:
    return hexes & c.open


class ChooseTarget(Phasing["ReichGame", ReichState]):
    """The Allied player names the hex to be bombed, or does without (11.0)."""

    name = "choose-target"
    case = Bombing
    choices: ClassVar[tuple[Choice[Bombing], ...]] = (
        Choice(
            "bomb",
            Limit("11.0", _held, "no German unit is in {it}"),
            Limit("11.0", _adjacent, "{it} is not adjacent to a US or Commonwealth unit"),
            Limit("11.0", _in_reach, "the bomber of the Allied units adjacent to {it} has been used"),
        ),
        Choice("pass"),
    )

    def prompt(self, s: ReichState) -> Prompt:
        effect = "A die decides about steps, and all but Flak is disrupted."
        other = "If you pass, German Strategic Movement fails on 1 and 2."
        return Prompt(f"Choose a hex for Carpet Bombing, or pass. {effect} {other}", "11.0")

    def do_bomb(self, s: ReichState, h: int) -> None:
        self.pop(s)
        usable = [bomber for bomber in range(len(BOMBERS)) if targets(self.game, s, bomber) >> h & 1]
        if len(usable) > 1:
            self.push(s, ChooseBomber, h)
        else:
            send(self.game, s, h, usable[0])

    def do_pass(self, s: ReichState, _: int) -> None:
        self.pop(s)
        stay_home(s)


class ChooseBomber(Phasing["ReichGame", ReichState]):
    """The choice between the two bombers. Argument: the target."""

    name = "choose-bomber"
    args = ("hex",)
    choices: ClassVar[tuple[Choice[Case[ReichGame, ReichState]], ...]] = (
        Choice("with", Limit("11.0", lambda c, units: units & bombers(c.game), "{it} is not a Carpet Bomber")),
    )

    def prompt(self, s: ReichState) -> Prompt:
        _, h = s.agenda[-1]
        return Prompt(f"Choose the bomber that bombs {self.game.place_name(h)}.", "11.0", h)

    def do_with(self, s: ReichState, unit: int) -> None:
        _, h = s.agenda[-1]
        self.pop(s)
        send(self.game, s, h, BOMBERS.index(self.game.counters[unit].id))


def bombers(game: ReichGame) -> int:
    return sum(1 << game.unit_ids[name] for name in BOMBERS)


def stay_home(s: ReichState) -> None:
    """No hex is bombed on this turn: German Strategic Movement fails more easily (11.1.C)."""
    s.unbombed = True
    s.report("11.1.C", "no Carpet Bombing: German Strategic Movement is interdicted")


def send(game: ReichGame, s: ReichState, h: int, bomber: int) -> None:
    """A bomber bombs a hex; the die comes next (11.1)."""
    s.bombers_spent |= 1 << bomber
    s.at[game.unit_ids[BOMBERS[bomber]]] = REMOVED
    s.report("11.1.A", "{} bombs {}", BOMBERS[bomber], game.place_name(h))
    s.agenda.append((game.codes[BombingDie], h))


# -- the result ------------------------------------------------------------------------------


class BombingDie(Die["ReichGame", ReichState]):
    """The die of the Carpet Bombing Table (11.1.B). Argument: the target."""

    name = "bombing-die"
    args = ("hex",)

    def prompt(self, s: ReichState) -> Prompt:
        _, h = s.agenda[-1]
        return Prompt(f"Roll for the bombing of {self.game.place_name(h)}.", "11.1.A", h)

    def do_roll(self, s: ReichState, die: int) -> None:
        _, h = s.agenda[-1]
        self.pop(s)
        allied, german = self.game.tables.bombing(die)
        s.report("11.1.B", "Carpet Bombing {}: Allied steps {}, German steps {}", die, allied, german)
        self.push(s, Disrupt, h)
        self.push(s, BombingLoss, h, german)
        if allied and short_falls(self.game, s, h):
            self.push(s, BombsShort, h)


def steps_in(game: ReichGame, s: ReichState, h: int, side: int) -> int:
    """The steps of a side in a hex."""
    return sum(pieces.steps_left(game, s, u) for u in bits(pieces.units_at(game, s, h, side)))


def short_falls(game: ReichGame, s: ReichState, h: int) -> int:
    """The Allied units that bombs may hit: all adjacent ones but the last step in a hex (rulings 11.1.Bj, Bk)."""
    found = 0
    for n in bits(game.board.grid.neighbours(1 << h) & s.occupied[ALLIED]):
        if steps_in(game, s, n, ALLIED) > 1:
            found |= pieces.units_at(game, s, n, ALLIED)
    return found


class BombsShort(Chance["ReichGame", ReichState]):
    """The Allied unit that is hit, by lot (11.1.B). Argument: the target."""

    name = "bombs-short"
    args = ("hex",)
    open_outcome = True

    def prompt(self, s: ReichState) -> Prompt:
        _, h = s.agenda[-1]
        return Prompt("Draw the Allied unit that the bombs hit.", "11.1.B", h)

    def outcomes(self, s: ReichState) -> list[tuple[Action, int]]:
        _, h = s.agenda[-1]
        return [(Action("hit", unit), 1) for unit in bits(short_falls(self.game, s, h))]

    def do_hit(self, s: ReichState, unit: int) -> None:
        self.pop(s)
        pieces.lose_step(self.game, s, unit, "11.1.B")


def victims(game: ReichGame, s: ReichState, h: int) -> int:
    """The German units that may lose a step: no Flak, and never the last step in the hex (11.1.B, ruling 11.1.Bl)."""
    units = pieces.units_at(game, s, h, GERMAN)
    return units & ~game.roster.flak if steps_in(game, s, h, GERMAN) > 1 else 0


class BombingLoss(Procedure["ReichGame", ReichState]):
    """German steps lost to bombing. Arguments: the target, and how many steps."""

    name = "bombing-loss"
    args = ("hex", "number")

    def run(self, s: ReichState) -> None:
        _, h, left = s.agenda[-1]
        units = victims(self.game, s, h) if left else 0
        if not units:
            self.pop(s)
            return
        self.set_args(s, h, left - 1)
        if units & units - 1:
            self.push(s, ChooseVictim, h)
        else:
            pieces.lose_step(self.game, s, units.bit_length() - 1, "11.1.B")


class Victims(Case["ReichGame", ReichState]):
    """The hex that is bombed."""

    def __init__(self, game: ReichGame, s: ReichState) -> None:
        super().__init__(game, s)
        _, self.hex = s.agenda[-1]


def _in_target(c: Victims, units: int) -> int:
    return units & pieces.units_at(c.game, c.s, c.hex, GERMAN)


def _touchable(c: Victims, units: int) -> int:
    return units & victims(c.game, c.s, c.hex)


class ChooseVictim(Phasing["ReichGame", ReichState]):
    """The Allied player chooses the German unit that loses a step (11.1.B). Argument: the target."""

    name = "choose-victim"
    args = ("hex",)
    case = Victims
    choices: ClassVar[tuple[Choice[Victims], ...]] = (
        Choice(
            "lose",
            Limit("11.1.B", _in_target, "{it} is not a German unit in the bombed hex"),
            Limit("11.1.B", _touchable, "{it} is a Flak unit, which bombs never affect"),
        ),
    )

    def prompt(self, s: ReichState) -> Prompt:
        _, h = s.agenda[-1]
        return Prompt("Choose the German unit that loses a step.", "11.1.B", h)

    def do_lose(self, s: ReichState, unit: int) -> None:
        self.pop(s)
        pieces.lose_step(self.game, s, unit, "11.1.B")


# -- disruption -----------------------------------------------------------------------------


class Disrupt(Procedure["ReichGame", ReichState]):
    """Disrupts the German units in the bombed hex (11.1.B, 12.0). Argument: the target."""

    name = "disrupt"
    args = ("hex",)

    def run(self, s: ReichState) -> None:
        _, h = s.agenda[-1]
        self.pop(s)
        disrupt(self.game, s, pieces.units_at(self.game, s, h, GERMAN))


def disrupt(game: ReichGame, s: ReichState, units: int) -> None:
    """Disrupt units; Flak is never disrupted (12.0)."""
    units &= ~(game.roster.flak | s.disrupted)
    if units:
        s.disrupted |= units
        s.report("12.0", "{} disrupted", game.names_with(units, "is", "are"))
        pieces.renew_zones(game, s)


def end_move(game: ReichGame, s: ReichState, unit: int) -> None:
    """Disrupt a German unit that ends its movement with a disrupted one (12.0)."""
    h = s.at[unit]
    if h >= 0 and pieces.units_at(game, s, h, GERMAN) & s.disrupted:
        disrupt(game, s, 1 << unit)


def begin(game: ReichGame, s: ReichState, _: int) -> None:
    """The Carpet Bombing Segment (III.c): on Turns 2 to 5."""
    rows = game.tables.numbers["bombing"]
    if not rows["first"] <= s.turn <= rows["last"]:
        return
    if targets(game, s, 0) | targets(game, s, 1):
        s.agenda.append((game.codes[ChooseTarget],))
    else:
        stay_home(s)


BOUNDS = {"bombing-loss": (Bound(0, 9, "11.1.B"),)}
STEPS: tuple[type[AnyStep], ...] = (
    ChooseTarget,
    ChooseBomber,
    BombingDie,
    BombsShort,
    BombingLoss,
    ChooseVictim,
    Disrupt,
)
