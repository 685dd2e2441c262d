"""Chapter 7.6: the die roll, the combat results table and its results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.step import Die, Procedure, Prompt
from ...hexes import bits
from . import artillery
from .advance import Advances
from .preview import line_words, totals
from .retreat import Retreats, begin_path, end_path
from .state import HurtgenState
from .units import eliminate
from .zones import refresh_contact

if TYPE_CHECKING:
    from .game import HurtgenGame


class CombatDie(Die["HurtgenGame", HurtgenState]):
    """The attacker's die roll (7.61). No modifier is ever added to it."""

    name = "combat-die"

    def prompt(self, s: HurtgenState) -> Prompt:
        return Prompt("Roll the die for the attack.", "7.61")

    def do_roll(self, s: HurtgenState, roll: int) -> None:
        game = self.game
        attack, defense = totals(game, s)
        crt = game.tables.crt
        line = crt.line_of(line_words(game, s))
        result = crt.result(line, attack - defense, roll)
        s.report(
            "7.61",
            "differential {:+d} on the {} line, roll {}: {}",
            attack - defense,
            ", ".join(crt.lines[line].terrain),
            roll,
            result,
        )
        self.pop(s)
        s.fought |= s.attackers | s.barrage
        s.struck |= s.targets
        refresh_contact(game, s)
        self._apply(s, result)

    def _apply(self, s: HurtgenState, result: str) -> None:
        """Push the steps that carry out a result; the last one pushed runs first."""
        if result[0] in "DB" and artillery.pure_artillery(self.game, s) and result in ("D1", "Br"):
            # These results of artillery alone move no defender (8.15); adjacent artillery still retreats on Br (8.33).
            if result == "Br" and s.attackers:
                self._retreat(s, s.phasing, s.attackers, 1)
            else:
                s.report("8.15", "no effect: artillery alone needs a D2 or better")
            return
        if result[0] == "A" and not s.attackers:
            s.report("8.14", "no effect: artillery that fires from a distance suffers no result")
            return
        if result == "Ae":
            self._eliminated(s, s.attackers)
            self.push(s, Advances, 1 - s.phasing)
        elif result == "De":
            self._eliminated(s, s.targets)
            self.push(s, Advances, s.phasing)
        elif result == "Br":
            # Neither side has won, so no unit advances (ruling 7.62).
            self._retreat(s, s.phasing, s.attackers, 1)
            self._retreat(s, 1 - s.phasing, s.targets, 1)
        elif result[0] == "D":
            self.push(s, Advances, s.phasing)
            self._retreat(s, 1 - s.phasing, s.targets, int(result[1]))
        else:
            self.push(s, Advances, 1 - s.phasing)
            self._retreat(s, s.phasing, s.attackers, int(result[1]))

    def _retreat(self, s: HurtgenState, side: int, units: int, length: int) -> None:
        s.pending |= units
        self.push(s, Retreats, side, length)

    def _eliminated(self, s: HurtgenState, units: int) -> None:
        for unit in bits(units):
            begin_path(s, unit)
            s.path_hexes.append(s.at[unit])
            end_path(s)
            eliminate(self.game, s, unit, "7.62", "the result eliminates it")


class AfterCombat(Procedure["HurtgenGame", HurtgenState]):
    """Clear the table after a combat and see which duties are left (7.11, 7.12)."""

    name = "after-combat"

    def run(self, s: HurtgenState) -> None:
        from .combat import settle_duties

        s.targets = s.attackers = s.barrage = s.fpf = s.spent = s.pending = 0
        s.pushed_units.clear()
        s.pushed_from.clear()
        s.path_units.clear()
        s.path_hexes.clear()
        self.pop(s)
        settle_duties(self.game, s)
