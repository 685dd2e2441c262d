"""Chapters 13.1 and 13.2: who may attack, and which hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import bits, of
from ...mechanics.advance import Advances
from ...mechanics.attacks import Attacks, Rules
from ...mechanics.phasing import Phase
from ...mechanics.stacks import hexes_of, units_on
from . import cherbourg, duties, fires, limits, mobile, pieces, refit_markers, resolution, roer, shaef, stacking
from .ground import DRAINED, FLOODED
from .state import GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

AnyAttack = Phase["ReichGame", ReichState]


# -- units that may not attack at all -------------------------------------------------------------


def combat_units(c: AnyAttack, units: int) -> int:
    """Support units attack nobody (2.2)."""
    return units & c.game.roster.combat


def undisrupted(c: AnyAttack, units: int) -> int:
    return units & ~c.s.disrupted


def not_refitting(c: AnyAttack, units: int) -> int:
    return units & ~c.s.refitting


def ungrounded(c: AnyAttack, units: int) -> int:
    return units & ~c.s.grounded


def no_garrison(c: AnyAttack, units: int) -> int:
    return units & ~c.game.roster.types["garrison"]


def released(c: AnyAttack, units: int) -> int:
    return units & ~limits.unreleased(c.game, c.s)


def in_play(c: AnyAttack, units: int) -> int:
    """Units that are not in Entrance Hexes, but for Allied ones that cannot leave theirs (7.1.2.E, 7.1.2.G)."""
    game, s = c.game, c.s
    off = game.ground.off_map
    if not off & s.occupied[c.side]:
        return units
    return units & ~of(u for u in bits(units_on(s.at, units, off)) if not limits.may_break_out(game, s, u))


# -- the rules of attacks --------------------------------------------------------------------------


class ReichAttacks(Attacks["ReichGame", ReichState]):
    """The rules of attacks in chapters 13, 14 and 8.6.A."""

    rules = Rules(attack="13.1", gather="13.1.C", advance="13.8")

    def __init__(self, game: ReichGame) -> None:
        super().__init__(game)
        self._near: dict[int, int] = {}

    def units_on(self, s: ReichState, hexes: int) -> int:
        """The combat units of the phasing side in these hexes."""
        stacks, out = pieces.stacks(self.game, s, s.phasing), 0
        for h in bits(hexes & s.occupied[s.phasing]):
            out |= stacks[h]
        return out

    def near(self, hexes: int) -> int:
        """Hexes next to the set that can be attacked from it: not over an impassable or all-Sea hexside."""
        if hexes & (hexes - 1):
            return self.game.ground.lines.next(hexes)
        found = self._near.get(hexes)
        if found is None:
            found = self._near[hexes] = self.game.ground.lines.next(hexes)
        return found

    def able(self, s: ReichState) -> int:
        return self.ready(s, self.units_on(s, self.near(s.occupied[1 - s.phasing])))

    def ready(self, s: ReichState, units: int) -> int:
        """Units that may attack, among the given ones."""
        return in_play(Phase(self.game, s), units & ~limits.bound(self.game, s))

    def armed(self, s: ReichState, units: int) -> int:
        """Units with an Attack Strength of 1 or more (13.2.A)."""
        roster = self.game.roster
        return units & ~(roster.harmless | s.reduced & roster.blunted)

    def open_to(self, s: ReichState, unit: int) -> int:
        """The hexes that a unit may attack, if it is next to them."""
        found = limits.may_attack(self.game, s, unit)
        return found & ~self.mountains(s) if self.game.roster.mobile >> unit & 1 else found  # 13.9.E

    def mountains(self, s: ReichState) -> int:
        """The mountain hexes, as the flood of the Roer leaves them."""
        game = self.game
        found = game.board.terrain.get("mountain", 0)
        return found & ~game.ground.valley if roer.stage(s) in (FLOODED, DRAINED) else found

    def targets_of(self, s: ReichState, units: int) -> int:
        enemies, roster = s.occupied[1 - s.phasing], self.game.roster
        kinds, red, divisions = self.game.areas.kind_of, roster.mobile, roster.divisions
        out, seen = 0, set()
        for u in bits(units):
            h = s.at[u]
            alike = h, kinds[u], red >> u & 1, divisions >> u & 1  # the same limits bind such units in a hex
            if h >= 0 and alike not in seen:
                seen.add(alike)
                out |= self.near(1 << h) & enemies & self.open_to(s, u)
        return out

    def attackers_of(self, s: ReichState, units: int, h: int) -> int:
        units &= self.units_on(s, self.near(1 << h))
        return of(u for u in bits(units) if self.open_to(s, u) >> h & 1)

    def has_room(self, s: ReichState, h: int, unit: int) -> bool:
        return self.have_room(s, h, 1 << unit)

    def have_room(self, s: ReichState, h: int, units: int) -> bool:
        return bool(stacking.room(self.game, s, 1 << h, units))

    def enter(self, s: ReichState, unit: int, h: int) -> None:
        pieces.occupy(self.game, s, unit, h)

    def at_cherbourg(self, s: ReichState) -> bool:
        """Whether the current attack is part of the special assault on Cherbourg (8.6.A)."""
        code = self.game.codes[cherbourg.Assault]
        return any(frame[0] == code for frame in s.agenda)

    def on_begin(self, s: ReichState) -> None:
        """Take note of the attack before it is resolved."""
        game, bit = self.game, 1 << s.target
        if not s.mobile and not self.at_cherbourg(s):
            s.owed = duties.after(game, s, s.attackers, s.target)
            s.struck_hexes |= bit
        s.rolled, s.hits, s.ended = [0, 0], [0, 0], [0, 0]
        defenders = fires.defenders(game, s)
        if defenders & s.refitting:
            refit_markers.interrupt(game, s, defenders, "7.3.F")
            pieces.renew_zones(game, s)
        if defenders & limits.unreleased(game, s):
            s.released = True
            s.report("10.7.8", "an unreleased unit is attacked: all German units are released")
        if s.phasing == GERMAN and s.offensive == s.turn and s.attackers & game.roster.mech_divisions:
            s.hexes_attacked |= bit  # 17.7.4

    def resolve(self, s: ReichState) -> None:
        """Push the steps of the combat; the last one pushed is the first to be carried out."""
        resolution.push(self.game, s, mobile.Outcome if s.mobile else Advances)

    def on_combat_over(self, s: ReichState) -> None:
        if s.rolled[fires.ATTACKER] and s.phasing == GERMAN and s.offensive == s.turn:
            s.german_attacks += 1
        shaef.after_combat(self.game, s)
        s.rolled, s.hits, s.ended = [0, 0], [0, 0], [0, 0]
        s.air_now = s.mobile = False
        s.funnies, s.helped = 0, -1


def hexes_next_to(c: AnyAttack, units: int) -> int:
    """Hexes next to some of the units, over hexsides that can be attacked across."""
    return c.game.attacks.near(hexes_of(c.s.at, units))
