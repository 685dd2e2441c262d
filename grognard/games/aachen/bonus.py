"""Chapter 7.5.3: the bonus point of a battle that was won, for one Action of the units that fought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.step import AnyStep, Procedure
from ...hexes import bits
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
    s.agenda.append((game.codes[Bonus], side, *units3, saved, back))


class Bonus(Procedure["AachenGame", AachenState]):
    """One Action of the winning units. Arguments: the side, up to three units, its points before, the side to go on."""

    game: AachenGame
    name = "bonus"
    args = ("side", "unit", "unit", "unit", "number", "side")

    def run(self, s: AachenState) -> None:
        from .actions import Act

        _, side, *units, saved, back = s.agenda[-1]
        attacks = side == back
        s.hand = []
        if s.purse[side] == (saved + 1 if attacks else 1) and any(u >= 0 and s.at[u] >= 0 for u in units):
            self.push(s, Act, self._hq(s, side))
            return
        self.pop(s)
        s.purse[side] = min(s.purse[side], saved) if attacks else saved
        s.phasing = back

    def _hq(self, s: AachenState, side: int) -> int:
        """The HQ of the formation that acts; none for a defending stack of several."""
        _, _, *units, _, _ = s.agenda[-1]
        formations = {self.game.formation_of(s, u) for u in units if u >= 0}
        index = formations.pop() if len(formations) == 1 else -1
        return self.game.roster.formations[index].hq if index >= 0 else -1


STEPS: tuple[type[AnyStep], ...] = (Bonus,)
