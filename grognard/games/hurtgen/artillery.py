"""Chapter 8, with the limits of chapters 9 and 11: barrage, Final Protective Fire, Ground Support."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import ONLY, Offer, Prompt, Step
from ...hexes import bits
from .state import HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame


def guns(game: HurtgenGame, s: HurtgenState) -> int:
    """Phasing artillery that may barrage now: it has not fired (7.14), was not displaced (7.82) and
    has no enemy next door except across an unbridged river (8.31, 8.34)."""
    units = game.units_of[s.phasing] & game.roster.artillery & ~(s.fought | s.displaced | s.attackers | s.barrage)
    return _on_map_and_clear(game, s, units, game.enemy_zone(s, s.phasing))


def _on_map_and_clear(game: HurtgenGame, s: HurtgenState, units: int, zone: int) -> int:
    """Those of the units that are on the map and outside a zone."""
    out, at = 0, s.at
    for u in bits(units):
        h = at[u]
        if h >= 0 and not zone >> h & 1:
            out |= 1 << u
    return out


def in_range(game: HurtgenGame, s: HurtgenState, h: int, units: int) -> int:
    """The artillery units that reach a hex (8.12)."""
    out, at, distance, ranges = 0, s.at, game.board.grid.distance, game.roster.range
    for u in bits(units):
        if distance(at[u], h) <= ranges[u]:
            out |= 1 << u
    return out


def reaching(game: HurtgenGame, s: HurtgenState, targets: int, units: int) -> int:
    """The artillery units that reach at least one of the defenders (8.22, 8.42)."""
    out = 0
    for t in bits(targets):
        out |= in_range(game, s, s.at[t], units & ~out)
    return out


def guns_used(game: HurtgenGame, s: HurtgenState) -> int:
    """Artillery units in the attack in hand; near and far ones count alike (11.12)."""
    return ((s.attackers | s.barrage) & game.roster.artillery).bit_count()


def pure_artillery(game: HurtgenGame, s: HurtgenState) -> bool:
    """Whether the attack in hand is made by artillery and Ground Support alone (8.15, 8.45, 8.62)."""
    return not s.attackers & ~game.roster.artillery


def support_limit(game: HurtgenGame, s: HurtgenState) -> int:
    """Ground Support Points that may be added to the attack in hand (11.41 to 11.43)."""
    if s.spent or not game.tables.support_turn[s.phasing]:
        return 0
    return min(s.support, game.tables.support_combat[s.phasing])


def final_fire(game: HurtgenGame, s: HurtgenState) -> int:
    """The artillery that may lend Final Protective Fire to the attack in hand (8.41 to 8.46, 11.22, 11.32)."""
    defender = 1 - s.phasing
    if pure_artillery(game, s) or s.fpf.bit_count() >= game.tables.fpf_limit[defender]:
        return 0
    barred = s.fpf_used | s.hit_now | s.hit_before | s.targets
    units = game.units_of[defender] & game.roster.artillery & ~barred
    return reaching(game, s, s.targets, _on_map_and_clear(game, s, units, game.enemy_zone(s, defender)))


class FinalFire(Step):
    """The defender allots Final Protective Fire, knowing the attack (4.1, 8.4)."""

    name = "final-protective-fire"

    def seat(self, s: HurtgenState) -> str:
        return str(self.game.sides[1 - s.phasing])

    def prompt(self, s: HurtgenState) -> Prompt:
        return Prompt("Choose artillery to lend Final Protective Fire, or pass.", "8.4")

    def offer(self, s: HurtgenState) -> Offer:
        return {"fpf": final_fire(self.game, s), "pass": ONLY}

    def do_fpf(self, s: HurtgenState, unit: int) -> None:
        s.fpf |= 1 << unit
        s.fpf_used |= 1 << unit
        s.tell("8.43", "{} lends Final Protective Fire of {}", self.game.counters[unit].id,
               self.game.roster.fpf[unit])  # fmt: skip
        if not final_fire(self.game, s):
            self.pop(s)

    def do_pass(self, s: HurtgenState, _: int) -> None:
        self.pop(s)

    def refuse(self, s: HurtgenState, verb: str, arg: int) -> Refusal:
        game: HurtgenGame = self.game
        if verb != "fpf":
            return self.out_of_place(s, verb)
        name, bit = game.counters[arg].id, 1 << arg
        if game.side_of[arg] == s.phasing:
            return Refusal("8.41", f"{name} is on the attacking side")
        if not game.roster.artillery & bit:
            return Refusal("8.4", f"{name} is not artillery")
        if s.at[arg] < 0:
            return Refusal("8.41", f"{name} is not on the map")
        if s.targets & bit:
            return Refusal("8.5", f"{name} is under attack itself and defends with its own strength")
        if s.fpf_used & bit:
            return Refusal("8.46", f"{name} has lent its fire already in this Game-Turn")
        if (s.hit_now | s.hit_before) & bit:
            return Refusal("8.41", f"{name} suffered a result or was displaced in this or the previous Combat Phase")
        if game.enemy_zone(s, 1 - s.phasing) >> s.at[arg] & 1:
            return Refusal("8.41", f"{name} has an enemy next to it")
        if not reaching(game, s, s.targets, bit):
            return Refusal("8.42", f"no defender is within {name}'s range of {game.roster.range[arg]} hexes")
        limit = game.tables.fpf_limit[1 - s.phasing]
        rule = ("11.22", "11.32")[1 - s.phasing]
        return Refusal(rule, f"at most {limit} artillery units may lend fire in one combat")
