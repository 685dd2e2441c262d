"""Chapter 7.1 to 7.2: the Combat Phase and its duties.

``duty_attack`` and ``duty_target`` hold the open duties. An attack may be declared only if all other duties remain
possible (:mod:`.declare`), and no combat result makes them impossible (ruling 7.12).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Choice, Limit, Only, Reason, lazy
from ...engine.step import Prompt
from ...hexes import bits
from ...mechanics.phasing import Phase, Phasing, on_map
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
    """Remove the duties that a combat has fulfilled, and those of surplus artillery (ruling 11.12)."""
    s.duty_attack &= ~s.fought
    s.duty_target &= ~s.struck
    refresh_contact(game, s)
    for u in bits(s.duty_attack):
        if not s.contact[u]:
            s.duty_attack &= ~(1 << u)


class Choosing(Phase["HurtgenGame", HurtgenState]):
    """The open duties, and the other hexes that artillery and Ground Support may attack."""

    @property
    def targets(self) -> str:
        """The enemies that must still be attacked, by name."""
        return self.game.names(self.s.duty_target)

    @property
    def attackers(self) -> str:
        """The units that must still attack, by name."""
        return self.game.names(self.s.duty_attack)

    @lazy
    def under_fire(self) -> int:
        """The hexes that artillery or Ground Support may attack: points reach everywhere (9.13, 11.44)."""
        if artillery.support_limit(self.game, self.s):
            return -1
        within, at, ranges = 0, self.s.at, self.game.roster.range
        for gun in bits(artillery.guns(self.game, self.s)):
            within |= self.game.board.grid.within(at[gun], ranges[gun])
        return within


def enemy_hexes(c: Choosing, hexes: int) -> int:
    return hexes & c.enemies


def not_hit(c: Choosing, hexes: int) -> int:
    return hexes & ~_hexes(c, c.s.struck)


def not_advanced(c: Choosing, hexes: int) -> int:
    return hexes & ~_hexes(c, c.s.advanced)


def _hexes(c: Choosing, units: int) -> int:
    return c.game.hexes_of(c.s, on_map(c, units))


def open_to_attack(c: Choosing, hexes: int) -> int:
    """Enemies in contact must be attacked (7.11); others may be, by artillery or points alone (8.21)."""
    game, s = c.game, c.s
    duties = hexes & game.hexes_of(s, s.duty_target)
    others = hexes & ~duties
    if not others:
        return duties
    free = game.units_in(s, others & c.enemies) & ~s.struck & ~s.advanced
    return duties | (game.hexes_of(s, free) & c.under_fire if free else 0)


def duties_done(c: Choosing) -> bool:
    """Whether all adjacent enemies have been attacked (7.11) and all units next to them have attacked (7.12)."""
    return not c.s.duty_target and not c.s.duty_attack


def why_out_of_reach(c: Choosing, h: int) -> str:
    name = c.game.counters[c.game.unit_at(c.s, h)].id
    there = c.game.place_name(h)
    return f"no unit next to {name} in {there} can attack it, and no artillery that can still fire reaches it"


class Combat(Phasing["HurtgenGame", HurtgenState]):
    """The Combat Phase: begin an attack, or end the phase when no duty is open (7.0). An attack at poor odds is legal
    (7.51)."""

    name = "combat"
    case = Choosing
    choices: ClassVar[tuple[Choice[Choosing], ...]] = (
        Choice(
            "attack",
            Limit("7.0", enemy_hexes, "there is no enemy unit in {it}"),
            Reason("7.96", not_advanced, "the unit in {it} has advanced and may not be attacked in this phase"),
            Reason("7.14", not_hit, "the unit in {it} has already been attacked in this phase"),
            Limit("8.11", open_to_attack, why_out_of_reach),
        ),
        Choice(
            "done",
            Only("7.11", duties_done, "you must still attack {c.targets}; units that must still attack: {c.attackers}"),
        ),
    )

    def prompt(self, s: HurtgenState) -> Prompt:
        game = self.game
        if s.duty_target or s.duty_attack:
            where = ", ".join(game.place_name(s.at[u]) for u in bits(s.duty_target))
            return Prompt(f"Choose a hex to attack. You must still attack: {where or 'none'}.", "7.11")
        return Prompt("Choose a hex to barrage, or end the Combat Phase.", "8.11")

    def do_attack(self, s: HurtgenState, h: int) -> None:
        s.targets = 1 << self.game.unit_at(s, h)
        self.push(s, Declare)

    def do_done(self, s: HurtgenState, _: int) -> None:
        self.pop(s)
