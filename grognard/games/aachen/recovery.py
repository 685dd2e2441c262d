"""Chapters 8 and 8.1: the Recovery Segment, with Interdiction, automatic refit and attrition (5.6.4, 5.8.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Case, Choice
from ...engine.step import AnyStep, Procedure, Prompt
from ...hexes import bits, lowest
from ...mechanics.phasing import Owned
from . import command, control, displacement, victory
from .displacement import HQ_HEXES, Leaving
from .formations import members
from .luck import AachenDie
from .pieces import due_units, effectiveness, lose_points, lower_level, place, recover, say
from .state import ELIMINATED, NOBODY, WAITING, AachenState
from .supply import is_supplied, supplied_among
from .units import FORMATIONS, GERMAN, US

if TYPE_CHECKING:
    from .game import AachenGame


def begin(game: AachenGame, s: AachenState) -> None:
    """The marker of the Initiative track goes back to 0 (6.1); then the Recovery Segment begins."""
    s.drm, s.drm_side = 0, NOBODY
    s.announce("6.1", "the Initiative marker goes back to 0")
    s.agenda.append((game.codes[Recovery], 0, -1))


def gain(game: AachenGame, s: AachenState, formation: int) -> int:
    """How many levels a formation may recover: the US rating, or the German one by Interdiction (8.1.1, 8.1.3)."""
    rating = game.roster.recovery[formation]
    if game.roster.formations[formation].side == US:
        return rating
    return game.tables.recovery[rating][s.interdiction]


def raise_levels(game: AachenGame, s: AachenState, side: int) -> None:
    """Formations with a supplied HQ recover levels, up to their maximum (8.1)."""
    rule = "8.1.1" if side == US else "8.1.3"
    supplied = supplied_among(game, s, game.roster.hqs & game.units_of[side])
    for index, formation in enumerate(game.roster.formations):
        if formation.side != side or s.at[formation.hq] < 0:
            continue
        if not supplied >> formation.hq & 1:
            s.announce("8.1", "the {} is out of supply and recovers no level", formation.name)
            continue
        before = s.level[index]
        s.level[index] = min(before + gain(game, s, index), max(game.roster.level[index], before))
        if s.level[index] != before:
            s.announce(rule, "the {} recovers from level {} to {}", formation.name, before, s.level[index])
            if side == GERMAN:
                s.regained[index] = s.level[index] - before


def forget_die(s: AachenState) -> None:
    """The Interdiction die stands: its roller has done something else (5.2)."""
    s.fresh, s.regained = 0, [0] * FORMATIONS


def take_back_german_levels(game: AachenGame, s: AachenState) -> None:
    """Take back the German recovery of an Interdiction die that is rolled again (5.2)."""
    for index, levels in enumerate(s.regained):
        lower_level(game, s, index, levels)
    forget_die(s)


def turn_back(game: AachenGame, s: AachenState) -> None:
    """HQs that had expended Emergency Supply and are in supply again show their front side (8.1, 5.7.3)."""
    for hq in bits(s.flipped):
        if is_supplied(game, s, hq):
            s.flipped &= ~(1 << hq)
            s.announce("8.1", "{} is in supply again and turns to its front side", game.counters[hq].id)


def refit_all(game: AachenGame, s: AachenState) -> None:
    """Disrupted units in command recover without a die, whether their HQ is in supply or not (8.1.4, 5.6.4).

    An assigned unit counts with the HQ it is assigned to (ruling 8.1.4b). All units are judged before one recovers.
    """
    ready = command.in_command(game, s, s.disrupted & game.roster.combat & s.on_map)
    for unit in bits(ready):
        recover(game, s, unit, "8.1.4")
    if ready:
        control.update(game, s)
        victory.check(game, s)


def worn(game: AachenGame, s: AachenState) -> int:
    """Units that are still disrupted, and isolated (8.1.5)."""
    units = s.disrupted & game.roster.combat & s.on_map
    return sum(1 << u for u in bits(units) if command.status(game, s, u) == command.ISOLATED)


#: The parts of the segment, in order (8.1b).
_US, _GERMAN, _FLIP, _RETURN, _REFIT, _ATTRITION = range(6)


class Recovery(Procedure["AachenGame", AachenState]):
    """One part after the other. Arguments: the part, and the last HQ that was asked whether it comes back."""

    game: AachenGame
    name = "recovery"
    args = ("number", "unit")

    def run(self, s: AachenState) -> None:
        game = self.game
        _, part, last = s.agenda[-1]
        if part == _RETURN:
            self._next_hq(s, last)
            return
        self.set_args(s, part + 1, -1)
        if part == _US:
            raise_levels(game, s, US)
            self.push(s, InterdictionDie, 0, 0)
        elif part == _GERMAN:
            raise_levels(game, s, GERMAN)
        elif part == _FLIP:
            turn_back(game, s)
        elif part == _REFIT:
            refit_all(game, s)
            s.checking = worn(game, s)
        elif s.checking:
            self.set_args(s, _ATTRITION, -1)
            self.push(s, AttritionDie, lowest(s.checking), 0, 0)
        else:
            self.pop(s)
            control.update(game, s)
            victory.check(game, s)

    def _next_hq(self, s: AachenState, last: int) -> None:
        """HQs that found no place come back where they can (ruling 5.3.2m)."""
        game = self.game
        hq = next((u for u in bits(game.roster.hqs) if u > last and s.at[u] == WAITING), -1)
        if hq < 0:
            self.set_args(s, _REFIT, -1)
            return
        self.set_args(s, _RETURN, hq)
        if not members(game, s, game.hq_formation[hq]) & (s.on_map | due_units(s)):
            place(game, s, hq, ELIMINATED)
            s.announce("3.3", "{} does not come back: it has no units left", game.counters[hq].id)
            return
        self.push(s, ReturnHQ, game.side_of[hq], hq)
        c = Returning(game, s)
        found = c.without_hq(c.supplied(c.open))
        if not found & (found - 1):
            self.pop(s)
            if found:
                come_back(game, s, hq, lowest(found))


def come_back(game: AachenGame, s: AachenState, hq: int, h: int) -> None:
    """An HQ returns to the map, without support points and with level 0 (ruling 5.3.2m)."""
    place(game, s, hq, h)
    s.announce("5.3.2", "{} comes back in {}", game.counters[hq].id, game.hex_name(h))
    control.update(game, s)
    victory.check(game, s)
    displacement.judge(game, s, h)


class Returning(Leaving):
    """An HQ that comes back to the map."""

    def __init__(self, game: AachenGame, s: AachenState) -> None:
        Case.__init__(self, game, s)
        _, self.side, self.hq = s.agenda[-1]


class ReturnHQ(Owned["AachenGame", AachenState]):
    """The owner chooses where an HQ without a place comes back. Arguments: the side and the HQ."""

    game: AachenGame
    name = "return-hq"
    args = ("side", "unit")
    case = Returning
    choices: ClassVar[tuple[Choice[Leaving], ...]] = (Choice("to", *HQ_HEXES),)

    def prompt(self, s: AachenState) -> Prompt:
        _, _, hq = s.agenda[-1]
        return Prompt(f"{self.game.counters[hq].id} comes back: choose its hex.", "5.3.2")

    def do_to(self, s: AachenState, h: int) -> None:
        _, _, hq = s.agenda.pop()
        come_back(self.game, s, hq, h)


class InterdictionDie(AachenDie):
    """The US die for the Interdiction Level of the turn (8.1.2)."""

    name = "interdiction-die"
    args = ("number", "number")
    # No window: the roller is the next to decide, in the Assignment Segment, and may roll again there (5.2).

    def side(self, s: AachenState) -> int:
        return US

    def prompt(self, s: AachenState) -> Prompt:
        return Prompt("Roll for the Interdiction Level.", "8.1.2")

    def effect(self, s: AachenState, roll: int) -> None:
        _, _, again = s.agenda.pop()
        s.interdiction = self.game.tables.interdiction_level(roll)
        s.announce("8.1.2", "a {}: the Interdiction Level is {}", roll, s.interdiction)
        s.fresh = 1 - again
        if again:  # the Recovery Segment is over: the German levels follow here
            raise_levels(self.game, s, GERMAN)
            forget_die(s)


class AttritionDie(AachenDie):
    """The die of an isolated, disrupted unit: it loses what the die is above its rating (5.8.4, 8.1.5)."""

    name = "attrition-die"
    args = ("unit", "number", "number")

    def side(self, s: AachenState) -> int:
        _, unit, *_ = s.agenda[-1]
        return self.game.side_of[unit]

    def prompt(self, s: AachenState) -> Prompt:
        _, unit, *_ = s.agenda[-1]
        if s.at[unit] < 0:  # the enemy does not see which unit it is
            return Prompt("Attrition Check for an enemy unit.", "8.1.5")
        rating = effectiveness(self.game, s, unit)
        return Prompt(f"Attrition Check for {self.game.counters[unit].id}: it loses the excess over {rating}.", "8.1.5")

    def may_improve(self, s: AachenState, roll: int) -> bool:
        _, unit, *_ = s.agenda[-1]
        return roll > effectiveness(self.game, s, unit)

    def effect(self, s: AachenState, roll: int) -> None:
        game = self.game
        _, unit, *_ = s.agenda.pop()
        s.checking &= ~(1 << unit)
        loss = roll - effectiveness(game, s, unit)
        say(game, s, unit, "8.1.5", "{} rolls a {} for attrition", roll)
        if loss > 0:
            lose_points(game, s, unit, loss, "8.1.5")
            control.update(game, s)
            victory.check(game, s)


STEPS: tuple[type[AnyStep], ...] = (Recovery, ReturnHQ, InterdictionDie, AttritionDie)
