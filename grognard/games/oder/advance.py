"""Chapters 11.7 and 11.8: advance after combat and German momentum attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import ONLY, Offer, Procedure, Prompt, Step
from ...hexes import bits
from . import markers, stacking
from .combat import able, announce, attack_targets, probe_targets, refuse_target
from .state import GERMAN, OderState
from .units import enter

if TYPE_CHECKING:
    from .game import OderGame


def advancers(game: OderGame, s: OderState) -> int:
    """Attackers that may advance into the vacated hex: next to it, with room there, not static (11.7)."""
    if (s.occupied[1 - s.phasing] | game.bridges) >> s.target & 1:
        return 0
    units = s.attackers & ~s.advanced
    return sum(1 << u for u in bits(units) if stacking.room(game, s, s.target, u))


class Advances(Procedure):
    """The victorious attackers may advance, at once (11.7)."""

    name = "advances"

    def run(self, s: OderState) -> None:
        if advancers(self.game, s):
            self.push(s, ChooseAdvance)
        else:
            self.pop(s)


class ChooseAdvance(Step):
    """Which attacker advances, if any."""

    name = "choose-advance"

    def seat(self, s: OderState) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: OderState) -> Prompt:
        return Prompt(f"Choose a unit to advance into {self.game.place_name(s.target)}, or pass.", "11.7")

    def offer(self, s: OderState) -> Offer:
        return {"advance": advancers(self.game, s), "pass": ONLY}

    def do_advance(self, s: OderState, unit: int) -> None:
        game: OderGame = self.game
        s.tell("11.7", "{} advances to {}", game.counters[unit].id, game.place_name(s.target))
        enter(game, s, unit, s.target)
        s.advanced |= 1 << unit
        self.pop(s)

    def do_pass(self, s: OderState, _: int) -> None:
        self.pop(s)
        self.pop(s)

    def refuse(self, s: OderState, verb: str, arg: int) -> Refusal:
        game: OderGame = self.game
        if verb != "advance":
            return self.out_of_place(s, verb)
        name = game.counters[arg].id
        if not s.attackers >> arg & 1:
            return Refusal("11.7", f"{name} did not take part in this attack")
        if s.advanced >> arg & 1:
            return Refusal("11.7", f"{name} has advanced already")
        return Refusal("6.2", f"{game.place_name(s.target)} has no room for {name}")


def momentum_units(game: OderGame, s: OderState) -> int:
    """German mechanized units that have just advanced and made no momentum attack in this Game Turn (11.8)."""
    if s.phasing != GERMAN:
        return 0
    return able(game, s) & game.roster.mechanized & s.advanced & ~s.momentum


def momentum_targets(game: OderGame, s: OderState) -> Offer:
    """What they may attack; after a probe the momentum attack may not be a probe as well (11.9)."""
    units = momentum_units(game, s)
    out = {"attack": attack_targets(game, s, units, again=True)}
    if not s.first_probe:
        out["probe"] = probe_targets(game, s, units)
    return out


def offer_momentum(game: OderGame, s: OderState) -> None:
    """Ask for a momentum attack if there is somebody who can make one."""
    s.advanced = momentum_units(game, s)
    if any(momentum_targets(game, s).values()):
        s.agenda.append((game.codes[Momentum],))
    else:
        s.advanced = s.first_probe = 0


class Momentum(Step):
    """German mechanized units that advanced may attack once more, or probe, at once (11.8)."""

    name = "momentum"

    def seat(self, s: OderState) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: OderState) -> Prompt:
        names = self.game.names(s.advanced)
        return Prompt(f"Momentum: {names} may attack again, or pass.", "11.8")

    def offer(self, s: OderState) -> Offer:
        return {**momentum_targets(self.game, s), "pass": ONLY, "supply": markers.may_supply(self.game, s)}

    def do_attack(self, s: OderState, h: int) -> None:
        self._go(s, h, 0)

    def do_probe(self, s: OderState, h: int) -> None:
        self._go(s, h, 1)

    def _go(self, s: OderState, h: int, probe: int) -> None:
        self.pop(s)
        announce(self.game, s, h, probe=probe, momentum=1)

    def do_supply(self, s: OderState, unit: int) -> None:
        markers.place_supply(self.game, s, unit)

    def do_pass(self, s: OderState, _: int) -> None:
        s.advanced = s.first_probe = 0
        self.pop(s)

    def refuse(self, s: OderState, verb: str, arg: int) -> Refusal:
        if verb == "supply":
            return markers.refuse_supply(self.game, s, arg)
        if verb == "probe" and s.first_probe:
            return Refusal("11.9", "after a probing attack the momentum attack may not be a probe as well")
        if verb in ("attack", "probe"):
            return refuse_target(self.game, s, verb, arg, s.advanced, again=True)
        return self.out_of_place(s, verb)
