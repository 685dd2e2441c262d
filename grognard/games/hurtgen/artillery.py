"""Chapter 8, with the limits of chapters 9 and 11: barrage, Final Protective Fire, Ground Support."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.limits import Case, Choice, Limit, Only, Reason
from ...engine.step import Prompt, Step
from ...hexes import bits, of
from .state import HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame


def guns(game: HurtgenGame, s: HurtgenState) -> int:
    """Phasing artillery that may barrage now.

    It has not fired (7.14), was not displaced (7.82) and has no adjacent enemy except across an unbridged river (8.31,
    8.34).
    """
    units = game.units_of[s.phasing] & game.roster.artillery & ~(s.fought | s.displaced | s.attackers | s.barrage)
    return _on_map_and_clear(game, s, units, game.enemy_zone(s, s.phasing))


def _on_map_and_clear(game: HurtgenGame, s: HurtgenState, units: int, zone: int) -> int:
    """The units that are on the map and outside a zone."""
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
    """The number of artillery units in the current attack, adjacent or not (11.12)."""
    return ((s.attackers | s.barrage) & game.roster.artillery).bit_count()


def pure_artillery(game: HurtgenGame, s: HurtgenState) -> bool:
    """Whether the current attack is made by artillery and Ground Support alone (8.15, 8.45, 8.62)."""
    return not s.attackers & ~game.roster.artillery


def support_limit(game: HurtgenGame, s: HurtgenState) -> int:
    """Ground Support Points that may be added to the current attack (11.41 to 11.43)."""
    if s.spent or not game.tables.support_turn[s.phasing]:
        return 0
    return min(s.support, game.tables.support_combat[s.phasing])


def final_fire(game: HurtgenGame, s: HurtgenState) -> int:
    """The artillery that may add Final Protective Fire in the current attack (8.41 to 8.46, 11.22, 11.32)."""
    defender = 1 - s.phasing
    if pure_artillery(game, s) or s.fpf.bit_count() >= game.tables.fpf_limit[defender]:
        return 0
    excluded = s.fpf_used | s.hit_now | s.hit_before | s.targets
    units = game.units_of[defender] & game.roster.artillery & ~excluded
    return reaching(game, s, s.targets, _on_map_and_clear(game, s, units, game.enemy_zone(s, defender)))


class Defending(Case["HurtgenGame", HurtgenState]):
    """The side under attack."""

    def __init__(self, game: HurtgenGame, s: HurtgenState) -> None:
        super().__init__(game, s)
        self.side = 1 - s.phasing

    @property
    def most(self) -> int:
        return self.game.tables.fpf_limit[self.side]


def on_the_map(c: Defending, units: int) -> int:
    return of(u for u in bits(units) if c.s.at[u] >= 0)


def unhurt(c: Defending, units: int) -> int:
    """Artillery that suffered no result in this or the previous Combat Phase (8.41)."""
    return units & ~(c.s.hit_now | c.s.hit_before)


def clear_of_enemies(c: Defending, units: int) -> int:
    return _on_map_and_clear(c.game, c.s, units, c.game.enemy_zone(c.s, c.side))


def in_range_of_a_defender(c: Defending, units: int) -> int:
    return reaching(c.game, c.s, c.s.targets, units)


def why_out_of_range(c: Defending, unit: int) -> str:
    return f"no defender is within {c.game.counters[unit].id}'s range of {c.game.roster.range[unit]} hexes"


def why_enough(c: Defending, _: int) -> Refusal:
    return Refusal(
        ("11.22", "11.32")[c.side], f"at most {c.most} artillery units may add Final Protective Fire in one combat"
    )


class FinalFire(Step["HurtgenGame", HurtgenState]):
    """The defender allots Final Protective Fire after seeing the attack (4.1, 8.4).

    The combat result does not affect the artillery that lends it (8.44).
    """

    name = "final-protective-fire"
    case = Defending
    choices: ClassVar[tuple[Choice[Defending], ...]] = (
        Choice(
            "fpf",
            Limit("8.41", lambda c, units: units & c.game.units_of[c.side], "{it} is on the attacking side"),
            Limit("8.4", lambda c, units: units & c.game.roster.artillery, "{it} is not artillery"),
            Reason("8.41", on_the_map, "{it} is not on the map"),
            Limit(
                "8.5",
                lambda c, units: units & ~c.s.targets,
                "{it} is under attack itself and defends with its own strength",
            ),
            Limit("8.46", lambda c, units: units & ~c.s.fpf_used, "{it} has already lent its fire in this Game-Turn"),
            Limit("8.41", unhurt, "{it} suffered a result or was displaced in this or the previous Combat Phase"),
            Limit("8.41", clear_of_enemies, "{it} has an enemy next to it"),
            Limit("8.42", in_range_of_a_defender, why_out_of_range),
            Only("11.22", lambda c: c.s.fpf.bit_count() < c.most, why_enough),
        ),
        Choice("pass"),
    )

    def seat(self, s: HurtgenState) -> str:
        return str(self.game.sides[1 - s.phasing])

    def prompt(self, s: HurtgenState) -> Prompt:
        return Prompt("Choose artillery to add Final Protective Fire, or pass.", "8.4")

    def do_fpf(self, s: HurtgenState, unit: int) -> None:
        s.fpf |= 1 << unit
        s.fpf_used |= 1 << unit
        s.report("8.43", "{} adds Final Protective Fire of {}", self.game.counters[unit].id, self.game.roster.fpf[unit])
        if not final_fire(self.game, s):
            self.pop(s)

    def do_pass(self, s: HurtgenState, _: int) -> None:
        self.pop(s)
