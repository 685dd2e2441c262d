"""Chapter 7.5.1.2 B and C: support may be given, so a side may do without some or all of it.

All support is used unless its side says otherwise: the attacker while the attack is declared; the defender only if it
has ordered to be asked, so that nobody waits for an answer that is nearly always the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Case, Choice, Limit, lazy
from ...engine.step import AnyStep, Prompt
from ...mechanics.phasing import Owned
from . import drm
from .state import AachenState

if TYPE_CHECKING:
    from .drm import Fight
    from .game import AachenGame


def possible(game: AachenGame, s: AachenState, fight: Fight, side: int) -> int:
    """The units and the HQ whose support would count for a side, whether it is used or not."""
    every = s
    if s.withheld:
        every = s.copy()
        every.withheld = 0
    units = drm.supporting(game, every, fight) & game.units_of[side]
    if side == fight.side and drm.hq_support(game, every, fight):
        units |= 1 << game.roster.formations[game.formation_of(s, fight.attackers.bit_length() - 1)].hq
    return units


class Supporting(Case["AachenGame", AachenState]):
    """The defender's units that could support it in the current combat."""

    def __init__(self, game: AachenGame, s: AachenState) -> None:
        super().__init__(game, s)
        _, self.side = s.agenda[-1]

    @lazy
    def supporters(self) -> int:
        return possible(self.game, self.s, drm.fight_of(self.s), self.side)


class Support(Owned["AachenGame", AachenState]):
    """Which units support the defender; all do unless it says otherwise (7.5.1.2). Argument: the defender's side."""

    game: AachenGame
    name = "support"
    args = ("side",)
    brief = True
    case = Supporting
    choices: ClassVar[tuple[Choice[Supporting], ...]] = (
        Choice("agreed"),
        Choice(
            "without",
            Limit("7.5.1.2", lambda c, units: units & c.supporters, "{it} cannot support the defense"),
            Limit("7.5.1.2", lambda c, units: units & ~c.s.withheld, "{it} is left out already"),
        ),
        Choice(
            "support",
            Limit("7.5.1.2", lambda c, units: units & c.supporters & c.s.withheld, "{it} is not left out"),
        ),
    )

    def prompt(self, s: AachenState) -> Prompt:
        given = drm.defender_support(self.game, s, drm.fight_of(s))
        text = f"Support of the defender: {-given} on the die. Give it, or do without some units."
        return Prompt(text, "7.5.1.2", s.target)

    def do_agreed(self, s: AachenState, _: int) -> None:
        self.pop(s)

    def do_without(self, s: AachenState, unit: int) -> None:
        s.withheld |= 1 << unit

    def do_support(self, s: AachenState, unit: int) -> None:
        s.withheld &= ~(1 << unit)


STEPS: tuple[type[AnyStep], ...] = (Support,)
