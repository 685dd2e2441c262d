"""Chapter 17.8: the withdrawal of the 6th SS Panzer Army (17.8.B)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.bounds import Bound
from ...engine.limits import Choice, Limit, Only
from ...engine.step import AnyStep
from ...hexes import bits, of
from ...mechanics import choosing
from ...mechanics.choosing import Task, available, chosen, has_enough, has_room, lacks_units, unchosen
from . import traces, victory
from .pieces import attack_of, defense_of, lift
from .state import GERMAN, REMOVED, TRACK, WATCH, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: Where divisions are taken from, in order: SS on the map and in the Box, others there, SS on the turn track, others
#: there (17.8.A, 17.8.C, ruling 17.8.Cc). The number of a choice is its tier and ten times what is still needed.
TIERS = 4


def eligible(game: ReichGame, s: ReichState) -> tuple[int, ...]:
    """The divisions of each tier: those on the map need a line to the East edge (17.8.A)."""
    roster = game.roster
    units = roster.mech_divisions & roster.replaceable
    lines = traces.german(game, s)
    here = of(u for u in bits(units) if s.at[u] == WATCH or (s.at[u] >= 0 and lines >> s.at[u] & 1))
    track = of(u for u in bits(units) if s.at[u] == TRACK)
    return here & roster.ss, here & ~roster.ss, track & roster.ss, track & ~roster.ss


def begin(game: ReichGame, s: ReichState) -> None:
    """Withdraw four divisions, or lose the game at once (17.8.C)."""
    s.withdrawn = True
    needed = game.tables.numbers["withdrawal"]["divisions"]
    if sum(units.bit_count() for units in eligible(game, s)) < needed:
        victory.win(game, s, victory.NO_WITHDRAWAL)
        return
    s.report("17.8", "the 6th SS Panzer Army withdraws: {} Mechanized divisions", needed)
    s.agenda.append((game.codes[BeginWithdrawal], 10 * needed))


class Withdrawing(choosing.Choosing["ReichGame", ReichState]):
    """A choice of divisions to be withdrawn."""


def why_not(c: Withdrawing, unit: int) -> str:
    """Why a unit is not among those to choose from."""
    game, s = c.game, c.s
    name, bit = game.counters[unit].id, 1 << unit
    if not bit & game.roster.mech_divisions & game.roster.replaceable:
        return f"{name} is not a replaceable Mechanized division"
    if any(bit & units for units in eligible(game, s)):
        return f"{name} is not among the divisions that go first: {game.names(c.task.units)}"
    if s.at[unit] >= 0:
        return f"{name} has no normal Supply Line to the East Map edge"
    return f"{name} is neither on the map nor in the Box nor on the turn track"


class Withdraw(choosing.ChooseUnits["ReichGame", ReichState]):
    """The German player chooses divisions of one tier. Argument: the tier and ten times what is needed."""

    name = "withdraw"
    case = Withdrawing
    choices: ClassVar[tuple[Choice[Any], ...]] = (
        Choice(
            "choose",
            Limit("17.8.A", available, why_not),
            Limit("17.8.A", unchosen, "{it} is chosen already"),
            Only("17.8.A", has_room, "{c.task.most} divisions are chosen already"),
        ),
        Choice("return", Limit("17.8.A", chosen, "{it} is not chosen")),
        Choice("propose", Only("17.8.A", lacks_units, "enough divisions are chosen")),
        Choice("done", Only("17.8.A", has_enough, "{c.missing} more must be chosen")),
    )

    def task(self, s: ReichState, index: int) -> Task:
        needed, tier = divmod(index, 10)
        return Task(GERMAN, eligible(self.game, s)[tier], needed, needed, "17.8.A", "to be withdrawn")

    def apply(self, s: ReichState, index: int, units: int) -> None:
        game = self.game
        needed, tier = divmod(index, 10)
        for unit in bits(units):
            lift(game, s, unit, REMOVED)
            s.due[unit] = 0
        if units:
            s.report("17.8", "{} withdrawn from the game", game.names_with(units, "is", "are"))
        left = needed - units.bit_count()
        if left and tier + 1 < TIERS:
            self.push(s, BeginWithdrawal, 10 * left + tier + 1)

    def worth(self, s: ReichState, index: int, unit: int) -> float:
        """The weakest go first, those in contact before those in the Box."""
        game = self.game
        return float(attack_of(game, s, unit) + defense_of(game, s, unit))


class BeginWithdrawal(choosing.BeginChoice["ReichGame", ReichState]):
    """Begins the choice of a tier, or takes all of it."""

    name = "begin-withdrawal"
    form = Withdraw


STEPS: tuple[type[AnyStep], ...] = (Withdraw, BeginWithdrawal)
BOUNDS = {"withdraw": (Bound(10, 43, "17.8"),), "begin-withdrawal": (Bound(10, 43, "17.8"),)}
