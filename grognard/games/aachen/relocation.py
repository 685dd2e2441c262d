"""Chapter 7.4: an HQ relocates to another town, city or industrial hex."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Choice, Limit
from ...engine.step import AnyStep, Prompt
from ...mechanics.phasing import Phasing
from . import activation, control, displacement, victory
from .displacement import Leaving
from .pieces import place
from .state import AachenState

if TYPE_CHECKING:
    from .game import AachenGame


def _why_closed(c: Leaving, h: int) -> str:
    if c.s.at[c.hq] == h:
        return f"the HQ is in {c.game.place_name(h)} already"
    return displacement.why_closed(c, h)


class Relocate(Phasing["AachenGame", AachenState]):
    """Choose where the HQ goes, or keep it where it is; the points are spent when it goes (7.4).

    A hex out of range or without a free chain is allowed at the price of 5.3.2 (ruling 7.4i).
    """

    game: AachenGame
    name = "relocate"
    args = ("unit",)
    case = Leaving
    choices: ClassVar[tuple[Choice[Leaving], ...]] = (
        Choice("place", Limit("7.4", lambda c, hexes: hexes & c.open, _why_closed)),
        Choice("pass"),
    )

    def prompt(self, s: AachenState) -> Prompt:
        _, hq = s.agenda[-1]
        points = self.game.roster.relocation[hq]
        return Prompt(
            f"{self.game.counters[hq].id}: choose its new hex ({activation.points_text(points)}).", "7.4", s.at[hq]
        )

    def do_place(self, s: AachenState, h: int) -> None:
        game = self.game
        _, hq = s.agenda.pop()
        activation.pay(game, s, game.roster.relocation[hq])
        case = displacement.penalty(game, s, hq, h)
        if case > 1:
            displacement.lose_for_case(game, s, hq, case)
        s.announce("7.4", "{} relocates to {}", game.counters[hq].id, game.hex_name(h))
        place(game, s, hq, h)
        control.update(game, s)
        victory.check(game, s)
        displacement.judge(game, s, h)

    def do_pass(self, s: AachenState, _: int) -> None:
        self.pop(s)


STEPS: tuple[type[AnyStep], ...] = (Relocate,)
