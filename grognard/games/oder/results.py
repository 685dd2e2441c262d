"""Chapter 11.6: combat results."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.limits import Case, Choice, Limit
from ...engine.step import AnyStep, Die, Procedure, Prompt
from ...hexes import bits
from ...mechanics.advance import Advances
from ...mechanics.phasing import Owned
from ...mechanics.retreat_to_supply import Retreats
from ...mechanics.stacks import units_in
from .preview import convert, modifiers, odds_column
from .regroup import eliminate
from .state import OderState

if TYPE_CHECKING:
    from .game import OderGame


class CombatDie(Die["OderGame", OderState]):
    """The attacker's die roll (11.5)."""

    name = "combat-die"

    def prompt(self, s: OderState) -> Prompt:
        return Prompt("Roll the die for the attack.", "11.5", s.target)

    def do_roll(self, s: OderState, roll: int) -> None:
        game = self.game
        column = odds_column(game, s)
        total = sum(m.amount for m in modifiers(game, s))
        result = game.tables.crt.result(column, roll + total)
        s.report(
            "11.5",
            "odds {}, roll {} {:+d}: {}",
            game.tables.crt.lines[game.sides[s.phasing]][column],
            roll,
            total,
            convert(game, s.target, result),
        )
        self.pop(s)
        carry_out(game, s, result)


def carry_out(game: OderGame, s: OderState, result: str) -> None:
    """Push the steps that carry out a result; the last one pushed runs first."""
    result = convert(game, s.target, result)

    def call(step: type[AnyStep], *args: int) -> None:
        s.agenda.append((game.codes[step], *args))

    if result == "AL1":
        call(Losses, s.phasing, 1)
    elif result == "EX":
        call(Advances)
        call(Losses, 1 - s.phasing, 0)
        call(Losses, s.phasing, 0)
    elif result == "DE":
        call(Advances)
        lose_all(game, s, units_in(s.at, s.target), "11.6.5")
    elif result == "DR":
        call(Advances)
        s.pending = units_in(s.at, s.target)
        call(Retreats)
    else:
        s.report("11.6.3", "the attack is stalled: no effect")


def lose_all(game: OderGame, s: OderState, units: int, rule: str) -> None:
    """Eliminate units; their regroup rolls come in the order of the counters."""
    for unit in reversed(list(bits(units))):
        eliminate(game, s, unit, rule)


def in_combat(game: OderGame, s: OderState, side: int) -> int:
    """The units of a side in the current combat."""
    return s.attackers if side == s.phasing else units_in(s.at, s.target)


def loss_rule(alone: int) -> str:
    """The rule for a loss: of the attacker alone, or in an exchange."""
    return "11.6.4" if alone else "11.6.2"


class Losses(Procedure["OderGame", OderState]):
    """A side loses one unit in the combat, and chooses it if there is a choice.

    Arguments: the side, and whether it loses alone (11.6.4) or in an exchange (11.6.2).
    """

    name = "losses"
    args = ("side", "number")

    def run(self, s: OderState) -> None:
        _, side, alone = s.agenda.pop()
        units = in_combat(self.game, s, side)
        if units & (units - 1):
            self.push(s, Lose, side, alone)
        elif units:
            eliminate(self.game, s, units.bit_length() - 1, loss_rule(alone))


class Loss(Case["OderGame", OderState]):
    """The side that loses a unit, and its units in the combat."""

    def __init__(self, game: OderGame, s: OderState) -> None:
        super().__init__(game, s)
        _, self.side, self.alone = s.agenda[-1]
        self.units = in_combat(game, s, self.side)


def why_not_lost(c: Loss, unit: int) -> Refusal:
    return Refusal(loss_rule(c.alone), f"{c.game.counters[unit].id} is not one of your units in this combat")


class Lose(Owned["OderGame", OderState]):
    """A side chooses the unit it loses (11.6.2, 11.6.4)."""

    name = "lose"
    args = ("side", "number")
    case = Loss
    choices: ClassVar[tuple[Choice[Loss], ...]] = (
        Choice("lose", Limit("11.6.2", lambda c, units: units & c.units, why_not_lost)),
    )

    def prompt(self, s: OderState) -> Prompt:
        _, _, alone = s.agenda[-1]
        return Prompt("Choose the unit to lose.", loss_rule(alone), s.target)

    def do_lose(self, s: OderState, unit: int) -> None:
        _, _, alone = s.agenda.pop()
        eliminate(self.game, s, unit, loss_rule(alone))
