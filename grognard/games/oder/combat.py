"""Chapters 11.0 to 11.5 and 11.7 to 11.9: attacks, probes, advances and German momentum attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Choice, Limit, Only, Reason, Row
from ...hexes import bits, of
from ...mechanics import advance, assault
from ...mechanics.assault import (
    first_momentum,
    in_contact,
    in_enemy_zone,
    just_advanced,
    unspent,
    vacant,
)
from ...mechanics.attacks import adjacent, untouched
from ...mechanics.order import FIGHT_MOVE
from ...mechanics.phasing import Phase, mobile, on_map, own_units
from ...mechanics.stacks import units_in
from . import markers, stacking, supply
from .preview import odds_column
from .results import CombatDie, carry_out
from .state import GERMAN, SOVIET, OderState
from .units import enter

if TYPE_CHECKING:
    from .game import OderGame


# -- who may attack --------------------------------------------------------------------------


def armed(c: Phase[OderGame, OderState], units: int) -> int:
    return units & c.game.armed


def no_shock(c: Phase[OderGame, OderState], units: int) -> int:
    return units & ~c.game.roster.shock


def shock_not_at_first(c: Phase[OderGame, OderState], units: int) -> int:
    """No Shock Army attacks on Game Turn 1 (5.2)."""
    return no_shock(c, units) if c.s.turn == 1 else units


def shock_before_moving(c: Phase[OderGame, OderState], units: int) -> int:
    """Shock Armies attack only if the Soviets fight before they move (5.3)."""
    return no_shock(c, units) if c.side == SOVIET and c.s.order != FIGHT_MOVE else units


def able(c: Phase[OderGame, OderState], units: int) -> int:
    """The units that may attack, wherever they are."""
    return shock_before_moving(c, shock_not_at_first(c, armed(c, mobile(c, units))))


class OderAssault(assault.Assault["OderGame", OderState]):
    """The rules of attacks, probes and momentum attacks in chapter 11."""

    rules = assault.Rules(attack="11.0", gather="11.2", advance="11.7", momentum="11.8", probe="11.9")

    def near(self, hexes: int, *, restricted: bool = False) -> int:
        """Every hex next to the set that can be attacked from it: not across an all-sea hexside (ruling 11.0)."""
        return self.game.lines.next(hexes)

    def able(self, s: OderState) -> int:
        c = Phase(self.game, s)
        return able(c, c.mine)

    def may_probe(self, s: OderState, units: int) -> int:
        return units & ~self.game.roster.shock

    def may_make_momentum_attack(self, s: OderState, units: int) -> int:
        """German mechanized units (11.8)."""
        return units & self.game.roster.mechanized if s.phasing == GERMAN else 0

    def zone(self, s: OderState, side: int) -> int:
        return self.game.zones.of(s.occupied[side])

    def has_room(self, s: OderState, h: int, unit: int) -> bool:
        return stacking.room(self.game, s, h, unit)

    def enter(self, s: OderState, unit: int, h: int) -> None:
        enter(self.game, s, unit, h)

    def on_announce(self, s: OderState) -> None:
        """Let the German answer a Soviet attack with aerial supply (8.3). Enemy zones do not matter (7.3)."""
        if s.phasing == SOVIET and not s.probe and markers.may_supply(self.game, s):
            s.agenda.append((self.game.codes[markers.AerialAnswer],))

    def resolve(self, s: OderState) -> None:
        game = self.game
        supply.judge(game, s, s.attackers | units_in(s.at, s.target))
        automatic = game.tables.crt.automatic(odds_column(game, s))
        if automatic:
            s.report("11.5", "the odds are beyond the table: automatic {}", automatic)
            carry_out(game, s, automatic)
        else:
            s.agenda.append((game.codes[CombatDie],))

    def on_combat_over(self, s: OderState) -> None:
        s.pending = s.in_supply = s.in_special = s.in_air = 0


# -- choosing a hex --------------------------------------------------------------------------

Fight = assault.Fight["OderGame", OderState]

#: The hexes that may be probed (11.9).
OPEN: tuple[Row[Fight], ...] = (
    Limit("11.9", vacant, "{it} is occupied"),
    Limit("10.0", lambda c, hexes: hexes & ~c.game.bridges, "{it} is a land bridge hex, where no advance may end"),
    Limit("11.9", lambda c, hexes: hexes & ~c.game.sea, "{it} is a sea hex"),
    Limit("11.9", in_enemy_zone, "{it} is not in an enemy Zone of Control"),
)


def reached_by_mobile(c: Fight, hexes: int) -> int:
    return hexes & c.reached(mobile(c, c.mine))


def reached_by_armed(c: Fight, hexes: int) -> int:
    return hexes & c.reached(armed(c, mobile(c, c.mine)))


#: Reasons why no unit next to a hex may attack or probe.
IDLE: tuple[Row[Fight], ...] = (
    Reason("11.0", lambda c, hexes: hexes & c.reached(c.mine), "all-sea hexsides separate {it} from your units"),
    Reason("11.0", reached_by_mobile, "only static units are next to {it}, and they may not attack"),
    Reason("11.5", reached_by_armed, "no unit that could attack {it} has an attack factor"),
)


class Combat(assault.Combat["OderGame", OderState]):
    """The Combat Phase. In the German one the aerial supply marker may be placed (8.3)."""

    choices: ClassVar[tuple[Choice[Fight], ...]] = (
        Choice(
            "attack",
            Limit("11.0", lambda c, hexes: hexes & c.enemies, "there is no enemy unit in {it}"),
            Limit("11.3", untouched, "the units in {it} have already been attacked in this phase"),
            Reason("11.0", lambda c, hexes: hexes & c.next_to(c.mine), "none of your units is next to {it}"),
            *IDLE,
            Reason(
                "5.2",
                lambda c, hexes: hexes & c.reached(shock_not_at_first(c, armed(c, mobile(c, c.mine)))),
                "only Shock Armies could attack {it}, and they may not on Game Turn 1",
            ),
            Reason(
                "5.3",
                lambda c, hexes: hexes & c.reached(able(c, c.mine)),
                "only Shock Armies could attack {it}, and they may not after the Movement Phase",
            ),
            Limit(
                "11.3",
                lambda c, hexes: hexes & c.attackable,
                "every unit that could attack {it} has already attacked or probed in this phase",
            ),
        ),
        Choice(
            "probe",
            *OPEN,
            Reason("11.9", lambda c, hexes: hexes & c.next_to(c.mine), "none of your units is next to {it}"),
            *IDLE,
            Reason(
                "11.0",
                lambda c, hexes: hexes & c.reached(no_shock(c, armed(c, mobile(c, c.mine)))),
                "only Shock Armies could probe into {it}, and they may not probe",
            ),
            Reason(
                "11.3",
                lambda c, hexes: hexes & c.reached(no_shock(c, c.units)),
                "every unit that could probe into {it} has already attacked or probed in this phase",
            ),
            Limit(
                "11.9", lambda c, hexes: hexes & c.probeable, "no unit that could probe into {it} is next to an enemy"
            ),
        ),
        Choice("done"),
        Choice(
            "supply",
            Only(
                "8.3",
                markers.german_phase,
                "in the Soviet Combat Phase the aerial supply marker may be placed only when an attack is announced",
            ),
            *markers.AERIAL,
        ),
    )

    def do_supply(self, s: OderState, unit: int) -> None:
        markers.place_supply(self.game, s, unit)


class Momentum(assault.Momentum["OderGame", OderState]):
    """German mechanized units that have just advanced may attack again or probe (11.8)."""

    choices: ClassVar[tuple[Choice[Fight], ...]] = (
        Choice(
            "attack",
            Limit("11.0", lambda c, hexes: hexes & c.enemies, "there is no enemy unit in {it}"),
            Reason(
                "11.8", lambda c, hexes: hexes & c.next_to(c.units), "no unit that may attack again is next to {it}"
            ),
            Limit(
                "11.0",
                lambda c, hexes: hexes & c.attackable,
                "all-sea hexsides separate {it} from the units that may attack again",
            ),
        ),
        Choice(
            "probe",
            Only(
                "11.9",
                lambda c: not c.s.first_probe,
                "the momentum attack after a probe may not be a probe",
            ),
            *OPEN,
            Reason(
                "11.8", lambda c, hexes: hexes & c.next_to(c.units), "no unit that may attack again is next to {it}"
            ),
            Reason(
                "11.0",
                lambda c, hexes: hexes & c.reached(c.units),
                "all-sea hexsides separate {it} from the units that may attack again",
            ),
            Limit(
                "11.9", lambda c, hexes: hexes & c.probeable, "no unit that could probe into {it} is next to an enemy"
            ),
        ),
        Choice("pass"),
        Choice("supply", *markers.AERIAL),
    )

    def do_supply(self, s: OderState, unit: int) -> None:
        markers.place_supply(self.game, s, unit)


# -- declaring an attack --------------------------------------------------------------------

Attack = assault.Attack["OderGame", OderState]


def probes_without_shock(c: Attack, units: int) -> int:
    return no_shock(c, units) if c.probe else units


def momentum_of_mechanized(c: Attack, units: int) -> int:
    return units & c.game.roster.mechanized if c.momentum else units


def across_land(c: Attack, units: int) -> int:
    return c.game.attacks.attackers_of(c.s, units, c.target)


def within_limit(c: Attack, units: int) -> int:
    """All probing units advance into one hex."""
    if not c.probe:
        return units
    limit = c.game.tables.stacking_limit
    return of(u for u in bits(units) if stacking.load(c.game, c.attackers | 1 << u) <= limit)


class Declare(assault.Declare["OderGame", OderState]):
    """Declare an attack or a probe (11.2, 11.9)."""

    choices: ClassVar[tuple[Choice[Attack], ...]] = (
        Choice(
            "with",
            Limit("11.0", own_units, "{it} is an enemy unit"),
            Reason("11.0", on_map, "{it} is not on the map"),
            Limit("11.3", lambda c, units: units & ~c.attackers, "{it} is already in this attack"),
            Limit("11.0", mobile, "{it} is static and may not attack"),
            Limit("11.5", armed, "{it} has no attack factor"),
            Limit("11.0", probes_without_shock, "{it} is a Shock Army and may not probe"),
            Limit("5.2", shock_not_at_first, "{it} is a Shock Army and may not attack on Game Turn 1"),
            Limit("5.3", shock_before_moving, "{it} is a Shock Army and may not attack after the Movement Phase"),
            Limit("11.8", momentum_of_mechanized, "{it} is not mechanized and may not make a momentum attack"),
            Limit("11.8", just_advanced, "{it} has not just advanced and may not join the momentum attack"),
            Limit("11.8", first_momentum, "{it} has already made a momentum attack in this Game Turn"),
            Limit("11.3", unspent, "{it} has already attacked or probed in this phase"),
            Reason("11.0", adjacent, "{it} is not adjacent to {c.there}"),
            Limit("11.0", across_land, "an all-sea hexside separates {it} from {c.there}"),
            Limit("6.2", within_limit, "with {it} the probe would exceed the stacking limit in {c.there}"),
            Limit("11.9", in_contact, "{it} is not adjacent to an enemy and may not probe"),
        ),
        Choice("resolve", Only("11.0", lambda c: c.attackers, "no unit takes part yet")),
    )


# -- advance after combat --------------------------------------------------------------------


class ChooseAdvance(advance.ChooseAdvance["OderGame", OderState]):
    """Choose an attacker to advance, or pass (11.7)."""

    choices: ClassVar[tuple[Choice[advance.Vacated[OderGame, OderState]], ...]] = (
        Choice(
            "advance",
            Only("11.7", advance.vacated, "the enemy is still in {c.there}"),
            Only(
                "10.0",
                lambda c: not c.game.bridges >> c.target & 1,
                "{c.there} is a land bridge hex, where no advance may end",
            ),
            Limit("11.7", lambda c, units: units & c.attackers, "{it} did not take part in this attack"),
            Limit("11.7", lambda c, units: units & ~c.s.advanced, "{it} has already advanced"),
            Limit("6.2", advance.with_room, "{it} would exceed the stacking limit in {c.there}"),
        ),
        Choice("pass"),
    )
