"""Chapter 11.18 and 11.20 to 11.22: the dice and their results."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Choice, Limit, Only, Row
from ...engine.step import AnyStep, Die, Procedure, Prompt
from ...hexes import bits
from ...mechanics import losses
from ...mechanics.advance import Advances
from ...mechanics.phasing import Opposing, Phasing
from ...mechanics.retreat_to_supply import Retreats
from . import odds, supply
from .pieces import lose_step, steps_of
from .state import RhineState
from .tables import LINE

if TYPE_CHECKING:
    from .game import RhineGame


def resolve(game: RhineGame, s: RhineState) -> None:
    """Begin a battle: reveal the units (6.7), judge supply (8.1) and roll for the bombers (11.18)."""
    s.seen |= s.attackers | odds.defenders(game, s)
    supply.judge(game, s, s.attackers)
    s.agenda.append((game.codes[Resolution],))
    if s.bombers:
        s.bombed = True
        s.agenda.append((game.codes[BomberDie], game.bombs(s).dice, 0))


class BomberDie(Die["RhineGame", RhineState]):
    """One or two dice for heavy bombers (11.18). Arguments: dice left to roll, and the sum so far."""

    name = "bomber-die"
    args = ("number", "number")

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt("Roll for the heavy bombers.", "11.18", s.target)

    def do_roll(self, s: RhineState, roll: int) -> None:
        game = self.game
        _, dice, total = s.agenda[-1]
        if dice > 1:
            self.set_args(s, dice - 1, total + roll)
            return
        self.pop(s)
        odds.drop_bombs(game, s, total + roll)
        if s.short:
            s.report(
                "11.18", "rolled {}: the bombs fall short, and the odds shift one column to the left", total + roll
            )
        else:
            less = game.bombs(s).less
            s.report(
                "11.18", "rolled {} minus {}: the heavy bombers add {} attack factors", total + roll, less, s.bombs
            )


class Resolution(Procedure["RhineGame", RhineState]):
    """Resolve an attack; odds beyond the table need no die (11.9)."""

    name = "resolution"

    def run(self, s: RhineState) -> None:
        game = self.game
        self.pop(s)
        automatic = game.tables.crt.automatic(odds.column(game, s))
        if automatic:
            s.report("11.9", "the odds are beyond the table: automatic {}", automatic)
            carry_out(game, s, automatic)
        else:
            self.push(s, CombatDie)


class CombatDie(Die["RhineGame", RhineState]):
    """The attacker's die roll (11.20)."""

    name = "combat-die"

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt("Roll the die for the attack.", "11.20", s.target)

    def do_roll(self, s: RhineState, roll: int) -> None:
        game = self.game
        self.pop(s)
        column = odds.column(game, s)
        result = odds.convert(game, s, s.phasing, s.target, game.tables.crt.result(column, roll))
        s.report("11.20", "odds {}, rolled {}: {}", game.tables.crt.lines[LINE][column], roll, result)
        carry_out(game, s, result)


def carry_out(game: RhineGame, s: RhineState, result: str) -> None:
    """Put the steps of a result on the agenda; the last one is carried out first (11.21)."""

    def call(step: type[AnyStep], *args: int) -> None:
        s.agenda.append((game.codes[step], *args))

    if result == "AL1":
        call(Losses, s.phasing)
    elif result == "BB":
        call(Advances)
        bloodbath(game, s)
    elif result == "DR":
        call(Advances)
        retreat(game, s)
    elif result == "DE":
        call(Advances)
        call(Survivors)
        strike_all(game, s)
    else:
        s.report("11.21", "the attack is stalled")


def bloodbath(game: RhineGame, s: RhineState) -> None:
    """Both sides lose a step; then the attacker may continue."""
    codes = game.codes
    s.agenda += [(codes[Bloodbath],), (codes[Losses], 1 - s.phasing), (codes[Losses], s.phasing)]


def retreat(game: RhineGame, s: RhineState) -> None:
    s.pending = odds.defenders(game, s)
    s.routed = 0
    s.agenda.append((game.codes[Retreats],))


def strike_all(game: RhineGame, s: RhineState) -> None:
    """Every defender loses a step (11.21, DE). In reverse order, so that follow-up decisions come in order."""
    for unit in reversed(list(bits(odds.defenders(game, s)))):
        lose_step(game, s, unit, "11.21")


class Survivors(Procedure["RhineGame", RhineState]):
    """After a DE the survivors retreat; a corps among them makes this a bloodbath (ruling 12.5g)."""

    name = "survivors"

    def run(self, s: RhineState) -> None:
        game = self.game
        self.pop(s)
        units = odds.defenders(game, s)
        if units & game.roster.corps:
            bloodbath(game, s)
        elif units:
            retreat(game, s)


def in_combat(game: RhineGame, s: RhineState, side: int) -> int:
    """The units of a side in the current combat."""
    return s.attackers if side == s.phasing else odds.defenders(game, s)


class RhineLosses(losses.StepLosses["RhineGame", RhineState]):
    """Steps lost in combat: units with two steps first, wherever they are (11.22)."""

    rule = "11.22"

    def units(self, s: RhineState, side: int) -> int:
        return in_combat(self.game, s, side)

    def steps(self, s: RhineState, unit: int) -> int:
        return steps_of(self.game, s, unit)

    def groups(self, s: RhineState, units: int) -> Iterable[int]:
        return (units,) if units else ()

    def lose(self, s: RhineState, unit: int) -> None:
        lose_step(self.game, s, unit, "11.21")


Loss = losses.Loss["RhineGame", RhineState]


class AttackersLoss(Loss):
    """A loss of the attacker."""

    def loser(self, s: RhineState) -> int:
        return s.phasing


class DefendersLoss(Loss):
    """A loss of the defender."""

    def loser(self, s: RhineState) -> int:
        return 1 - s.phasing


#: Units that may lose a step (11.22).
LOSS: tuple[Row[Loss], ...] = (
    Limit("11.22", losses.involved, "{it} is not one of your units in this combat"),
    Limit("11.22", losses.full_first, "units with two steps have to be reduced before {it} is eliminated"),
)


class Losses(losses.Losses["RhineGame", RhineState]):
    """A side loses one step, and chooses the unit if there is a choice."""

    args = ("side",)


class Lose(losses.Lose["RhineGame", RhineState]):
    """A side chooses the unit that loses a step (11.22)."""

    args = ("side",)
    choices: ClassVar[tuple[Choice[Loss], ...]] = (Choice("lose", *LOSS),)

    def where(self, s: RhineState) -> int:
        return s.target


class Bloodbath(Procedure["RhineGame", RhineState]):
    """After both sides have lost a step the attacker may lose more, one at a time, but not the last (11.21)."""

    name = "bloodbath"

    def run(self, s: RhineState) -> None:
        game = self.game
        steps = sum(steps_of(game, s, u) for u in bits(s.attackers))
        if odds.defenders(game, s) and steps > 1:
            self.push(s, Escalate)
        else:
            self.pop(s)


class Escalate(Phasing["RhineGame", RhineState]):
    """The attacker loses another step, or ends the bloodbath."""

    name = "escalate"
    case = AttackersLoss
    choices: ClassVar[tuple[Choice[Loss], ...]] = (Choice("lose", *LOSS), Choice("pass"))

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt("Bloodbath: choose a unit to lose another step, or pass to end it.", "11.21", s.target)

    def do_lose(self, s: RhineState, unit: int) -> None:
        self.pop(s)
        self.push(s, Answer)
        lose_step(self.game, s, unit, "11.21")

    def do_pass(self, s: RhineState, _: int) -> None:
        self.pop(s)
        self.pop(s)


class Answer(Opposing["RhineGame", RhineState]):
    """The defender also loses another step, or retreats; a corps cannot retreat (ruling 12.5h)."""

    name = "answer"
    case = DefendersLoss
    choices: ClassVar[tuple[Choice[Loss], ...]] = (
        Choice("lose", *LOSS),
        Choice(
            "yield",
            Only(
                "12.5",
                lambda c: not c.units & c.game.roster.corps,
                "a corps may not retreat and has to lose a step",
            ),
        ),
    )

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt("Bloodbath: choose a unit to lose another step, or retreat instead.", "11.21", s.target)

    def do_lose(self, s: RhineState, unit: int) -> None:
        self.pop(s)
        lose_step(self.game, s, unit, "11.21")

    def do_yield(self, s: RhineState, _: int) -> None:
        self.pop(s)
        self.pop(s)  # the bloodbath is over
        retreat(self.game, s)
