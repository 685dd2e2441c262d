"""Chapter 7.1 to 7.2: the Combat Phase and its duties.

``duty_attack`` and ``duty_target`` hold the duties still open. An attack may be declared only so that
the others can still be done (:mod:`.declare`), and no result of a combat makes them impossible (ruling 7.12).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import ONLY, Offer, Prompt, Step
from ...hexes import bits
from . import artillery
from .declare import Declare
from .state import HurtgenState
from .zones import refresh_contact

if TYPE_CHECKING:
    from .game import HurtgenGame


def begin_combat_phase(game: HurtgenGame, s: HurtgenState) -> None:
    """Every unit in an enemy zone must attack (7.12), every enemy in one must be attacked (7.11)."""
    s.fought = s.struck = s.advanced = s.displaced = 0
    s.hit_before, s.hit_now = s.hit_now, 0  # 8.41 looks back one Combat Phase
    mine, theirs = s.occupied[s.phasing], s.occupied[1 - s.phasing]
    s.duty_attack = game.units_in(s, mine & game.zones.of(theirs))
    s.duty_target = game.units_in(s, theirs & game.zones.of(mine))
    refresh_contact(game, s)


def settle_duties(game: HurtgenGame, s: HurtgenState) -> None:
    """After a combat: strike out what is done, and artillery that was one too many (ruling 11.12)."""
    s.duty_attack &= ~s.fought
    s.duty_target &= ~s.struck
    refresh_contact(game, s)
    for u in bits(s.duty_attack):
        if not s.contact[u]:
            s.duty_attack &= ~(1 << u)


def attackable(game: HurtgenGame, s: HurtgenState) -> int:
    """Enemy units that have neither been attacked nor advanced in this phase (7.14, 7.96)."""
    return game.units_in(s, s.occupied[1 - s.phasing]) & ~s.struck & ~s.advanced


class Combat(Step):
    """The Combat Phase: begin an attack, or end the phase when no duty is open (7.0)."""

    name = "combat"

    def seat(self, s: HurtgenState) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: HurtgenState) -> Prompt:
        game: HurtgenGame = self.game
        if s.duty_target or s.duty_attack:
            where = ", ".join(game.place_name(s.at[u]) for u in bits(s.duty_target))
            return Prompt(f"Choose a hex to attack. Still to be attacked: {where or 'none'}.", "7.11")
        return Prompt("Choose a hex to barrage, or end the Combat Phase.", "8.11")

    def offer(self, s: HurtgenState) -> Offer:
        game: HurtgenGame = self.game
        hexes = game.hexes_of(s, s.duty_target)
        others = attackable(game, s) & ~s.duty_target
        if others:
            hexes |= self._open_to_fire(s, others)
        out = {"attack": hexes}
        if not s.duty_attack and not s.duty_target:
            out["done"] = ONLY
        return out

    def _open_to_fire(self, s: HurtgenState, units: int) -> int:
        """The hexes of units without contact that artillery or Ground Support may attack."""
        game: HurtgenGame = self.game
        if artillery.support_limit(game, s):
            return game.hexes_of(s, units)
        within, at, ranges = 0, s.at, game.roster.range
        for gun in bits(artillery.guns(game, s)):
            within |= game.board.grid.within(at[gun], ranges[gun])
        return game.hexes_of(s, units) & within

    def permits(self, s: HurtgenState, verb: str, arg: int) -> bool:
        if verb == "attack" and s.occupied[1 - s.phasing] >> arg & 1:
            unit = 1 << self.game.unit_at(s, arg)
            if unit & s.duty_target:
                return True
            if unit & (s.struck | s.advanced):
                return False
            return bool(self._open_to_fire(s, unit))
        return verb == "done" and arg == 0 and not s.duty_attack and not s.duty_target

    def do_attack(self, s: HurtgenState, h: int) -> None:
        s.targets = 1 << self.game.unit_at(s, h)
        self.push(s, Declare)

    def do_done(self, s: HurtgenState, _: int) -> None:
        self.pop(s)

    def refuse(self, s: HurtgenState, verb: str, arg: int) -> Refusal:
        game: HurtgenGame = self.game
        if verb == "done":
            return self._refuse_done(s)
        if verb != "attack":
            return self.out_of_place(s, verb)
        there = game.place_name(arg)
        if not s.occupied[1 - s.phasing] >> arg & 1:
            return Refusal("7.0", f"there is no enemy unit in {there}")
        unit = game.unit_at(s, arg)
        name = game.counters[unit].id
        if s.struck >> unit & 1:
            return Refusal("7.14", f"{name} in {there} has been attacked already in this phase")
        if s.advanced >> unit & 1:
            return Refusal("7.96", f"{name} has advanced and may not be attacked in this phase")
        return Refusal("8.11", f"no unit next to {name} in {there} and no artillery that could still fire reaches it")

    def _refuse_done(self, s: HurtgenState) -> Refusal:
        game: HurtgenGame = self.game
        parts = []
        if s.duty_target:
            parts.append(f"must still be attacked: {game.names(s.duty_target)}")
        if s.duty_attack:
            parts.append(f"must still attack: {game.names(s.duty_attack)}")
        return Refusal("7.11" if s.duty_target else "7.12", "; ".join(parts))
