"""Chapter 11.0 to 11.5, 11.7 to 11.9: who may attack and probe, and German momentum attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.action import Refusal
from ...engine.limits import Choice, Only
from ...engine.step import Offer, Step
from ...mechanics import advance, assault
from ...mechanics.order import FIGHT_MOVE
from ...mechanics.stacks import units_in
from . import markers, stacking, supply
from .preview import odds_column
from .results import CombatDie, carry_out
from .state import GERMAN, SOVIET, OderState
from .units import enter

if TYPE_CHECKING:
    from .game import OderGame


class OderAssault(assault.Assault):
    """What chapter 11 says of attacks, probes and momentum."""

    game: OderGame
    barrier = "an all-sea hexside"
    rules = assault.Rules(
        attack="11.0", gather="11.2", once="11.3", factors="11.5", stacking="6.2", advance="11.7", momentum="11.8",
        probe="11.9",
    )  # fmt: skip

    def near(self, hexes: int, *, easy: bool = False) -> int:
        """Every hex next to the set that can be attacked from it: not across an all-sea hexside (ruling 11.0)."""
        return self.game.lines.next(hexes)

    def able(self, s: OderState) -> int:
        """Not static, with an attack factor, and Shock Armies only if the Soviets fight before they move, and
        never on Game Turn 1 (11.0, 5.2, 5.3)."""
        game = self.game
        units = game.units_of[s.phasing] & ~game.roster.static & game.armed
        if s.phasing == SOVIET and (s.order != FIGHT_MOVE or s.turn == 1):
            units &= ~game.roster.shock
        return units

    def may_probe(self, s: OderState, units: int) -> int:
        return units & ~self.game.roster.shock

    def may_go_on(self, s: OderState, units: int) -> int:
        """German mechanized units (11.8)."""
        return units & self.game.roster.mechanized if s.phasing == GERMAN else 0

    def closed(self, s: OderState, *, probe: bool, momentum: bool) -> int:
        return self.game.bridges | self.game.sea if probe else 0

    def zone(self, s: OderState, side: int) -> int:
        return self.game.zones.of(s.occupied[side])

    def fits(self, s: OderState, units: int) -> bool:
        return stacking.load(self.game, units) <= self.game.tables.stacking_limit

    def room(self, s: OderState, h: int, unit: int) -> bool:
        """Nobody may end an advance on a land bridge (10.0)."""
        return not self.game.bridges >> h & 1 and stacking.room(self.game, s, h, unit)

    def enter(self, s: OderState, unit: int, h: int) -> None:
        enter(self.game, s, unit, h)

    def announced(self, s: OderState) -> None:
        """The German may answer a Soviet attack with aerial supply (8.3)."""
        if s.phasing == SOVIET and not s.probe and markers.may_supply(self.game, s):
            s.agenda.append((self.game.codes[markers.AerialAnswer],))

    def resolve(self, s: OderState) -> None:
        game = self.game
        supply.judge(game, s, s.attackers | units_in(s.at, s.target))
        automatic = game.tables.crt.automatic(odds_column(game, s))
        if automatic:
            s.tell("11.5", "the odds are beyond the table: {}", automatic)
            carry_out(game, s, automatic)
        else:
            s.agenda.append((game.codes[CombatDie],))

    def over(self, s: OderState) -> None:
        s.pending = s.in_supply = s.in_special = s.in_air = 0

    def why_closed(self, s: OderState, verb: str, h: int, *, momentum: bool) -> Refusal | None:
        there = self.game.place_name(h)
        if verb == "probe" and self.game.bridges >> h & 1:
            return Refusal("10.0", f"no unit may end an advance in the land bridge hex {there}")
        if verb == "probe" and self.game.sea >> h & 1:
            return Refusal("11.9", f"{there} is sea")
        return None

    def why_unable(self, s: OderState, unit: int) -> Refusal | None:
        game, bit = self.game, 1 << unit
        name = game.counters[unit].id
        if game.roster.static & bit:
            return Refusal("11.0", f"{name} is static and may not attack")
        if not game.armed & bit:
            return Refusal("11.5", f"{name} has no attack factor")
        if game.roster.shock & bit and s.probe:
            return Refusal("11.0", f"{name} is a Shock Army and may not probe")
        if game.roster.shock & bit and not self.able(s) & bit:
            return Refusal("5.2" if s.turn == 1 else "5.3", f"{name} is a Shock Army and may not attack in this phase")
        if s.momentum_now and not game.roster.mechanized & bit:
            return Refusal("11.8", f"only mechanized units that have just advanced may join: {name} may not")
        return None


class Combat(assault.Combat):
    """The Combat Phase; in his own the German may place the aerial supply marker (8.3)."""

    choices = (Choice("supply", Only("8.3", markers.german_phase,
                      "in the Soviet Combat Phase the German places it when an attack is announced"),
                      *markers.AERIAL),)  # fmt: skip

    def offer(self, s: OderState) -> Offer:
        return {**super().offer(s), **Step.offer(self, s)}

    def do_supply(self, s: OderState, unit: int) -> None:
        markers.place_supply(self.game, s, unit)

    def refuse(self, s: Any, verb: str, arg: int) -> Refusal:
        return Step.refuse(self, s, verb, arg) if verb == "supply" else super().refuse(s, verb, arg)


class Momentum(advance.Momentum):
    """German mechanized units that advanced may attack once more, or probe, at once (11.8)."""

    choices = (Choice("supply", *markers.AERIAL),)

    def offer(self, s: OderState) -> Offer:
        return {**super().offer(s), **Step.offer(self, s)}

    def do_supply(self, s: OderState, unit: int) -> None:
        markers.place_supply(self.game, s, unit)

    def refuse(self, s: Any, verb: str, arg: int) -> Refusal:
        return Step.refuse(self, s, verb, arg) if verb == "supply" else super().refuse(s, verb, arg)
