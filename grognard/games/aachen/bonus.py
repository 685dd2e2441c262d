"""Chapter 7.5.3: the bonus point of a battle that was won, for one Action of the units that fought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.limits import Case, Choice
from ...engine.step import AnyStep, Procedure, Prompt
from ...hexes import bits
from ...mechanics.phasing import Owned
from . import command
from .state import AachenState

if TYPE_CHECKING:
    from .game import AachenGame


def offer_bonus(game: AachenGame, s: AachenState, side: int, units: int) -> None:
    """The winner's units in command get one point for one Action, at once (7.5.3).

    The attacker may add the points left of the activation; the defender has the one point only, at level 0 too.
    """
    if s.over or game.is_static(s, side):  # static units earn no Battle Victory (10.1)
        return
    ready = list(bits(command.in_command(game, s, units)))
    name = game.side_names[game.sides[side]]
    if not ready:
        s.announce("7.5.3", "the {} side wins the battle; no unit of it may use the bonus point", name)
        return
    s.announce("7.5.3", "the {} side wins the battle and gets a bonus point", name)
    units3 = (*ready, -1, -1, -1)[:3]
    saved, back = s.purse[side], s.phasing
    s.phasing = side
    s.purse[side] = saved + 1 if side == back else 1
    s.agenda.append((game.codes[Bonus], side, *units3, saved, back, int(side == back)))


class Bonus(Procedure["AachenGame", AachenState]):
    """One Action of the winning units. Arguments: the side, up to three units, its points before, the side to go on,
    and whether the side wants the point.

    A defender is asked first whether it does: only then does the board change hands.
    """

    game: AachenGame
    name = "bonus"
    args = ("side", "unit", "unit", "unit", "number", "side", "number")

    def run(self, s: AachenState) -> None:
        from .actions import Act

        _, side, *units, saved, back, wanted = s.agenda[-1]
        attacks = side == back
        s.hand = []
        if s.purse[side] == (saved + 1 if attacks else 1) and any(u >= 0 and s.at[u] >= 0 for u in units):
            if wanted:
                self.push(s, Act, acting_hq(self.game, s))
            else:
                self.push(s, BonusCard, side)
            return
        self.pop(s)
        s.purse[side] = min(s.purse[side], saved) if attacks else saved
        s.phasing = back


def acting_hq(game: AachenGame, s: AachenState) -> int:
    """The HQ of the formation that acts in the bonus on top of the agenda; none for a stack of several."""
    _, _, *units, _, _, _ = s.agenda[-1]
    formations = {game.formation_of(s, u) for u in units if u >= 0}
    index = formations.pop() if len(formations) == 1 else -1
    return game.roster.formations[index].hq if index >= 0 else -1


class BonusCard(Owned["AachenGame", AachenState]):
    """The defender has won a bonus point: use it, or decline it (7.5.3). Argument: the side."""

    game: AachenGame
    name = "bonus-card"
    args = ("side",)
    brief = True
    case = Case
    choices = (Choice("decline"), Choice("use-bonus"))

    def prompt(self, s: AachenState) -> Prompt:
        _, _, *units, _, _, _ = s.agenda[-2]
        winners = [u for u in units if u >= 0 and s.at[u] >= 0]
        where = s.at[winners[0]] if winners else -1
        place = f" in {self.game.hex_name(where)}" if where >= 0 else ""
        return Prompt(f"Battle won{place}: use the bonus point for one Action, or decline it?", "7.5.3", where)

    def do_use_bonus(self, s: AachenState, _: int) -> None:
        from .actions import Act

        self.pop(s)
        *bonus, _ = s.agenda[-1]
        s.agenda[-1] = (*bonus, 1)
        self.push(s, Act, acting_hq(self.game, s))

    def do_decline(self, s: AachenState, _: int) -> None:
        _, side = s.agenda.pop()
        s.purse[side] -= 1


STEPS: tuple[type[AnyStep], ...] = (Bonus, BonusCard)
