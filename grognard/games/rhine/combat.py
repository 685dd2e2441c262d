"""Chapter 11.1 to 11.6, 11.18 and 11.23 to 11.26: attacks, probes, momentum attacks and advances."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.limits import Choice, Limit, Only, Reason, Row
from ...hexes import bits, of
from ...mechanics import advance, assault
from ...mechanics.assault import first_momentum, in_contact, in_enemy_zone, just_advanced, unspent, vacant
from ...mechanics.attacks import untouched
from ...mechanics.fog import standing
from ...mechanics.phasing import mobile, on_map, own_units
from . import odds, supply
from .area import area
from .asides import ASIDES, Asides
from .assault import no_corps, supplied, unfrozen
from .stacking import legal, one_group, refuse_stacking
from .state import ALLIED, RhineState

if TYPE_CHECKING:
    from .game import RhineGame

# -- choosing a hex --------------------------------------------------------------------------

Fight = assault.Fight["RhineGame", RhineState]


def dry(c: Fight, hexes: int) -> int:
    """No unit enters or attacks a flooded hex (10.18)."""
    return hexes & ~supply.frozen(c.game, c.s)


def not_in_wall(c: Fight, hexes: int) -> int:
    """The intact West Wall may not be probed or attacked with momentum (11.17)."""
    return hexes & ~supply.intact(c.game, c.s)


#: Hexes that may be attacked.
HELD: tuple[Row[Fight], ...] = (
    Limit("11.1", lambda c, hexes: hexes & c.enemies, "there is no enemy in {it}"),
    Limit("10.18", dry, "{it} is flooded"),
)

#: Hexes that may be probed (11.25).
OPEN: tuple[Row[Fight], ...] = (
    Limit("11.25", vacant, "{it} is occupied"),
    Limit("10.18", dry, "{it} is flooded"),
    Limit("10.7", lambda c, hexes: hexes & ~c.game.hook, "no unit may enter {it}"),
    Limit("11.25", lambda c, hexes: hexes & c.game.land, "{it} is sea"),
    Limit("11.25", not_in_wall, "{it} is in the intact West Wall and may not be probed"),
    Limit("11.25", in_enemy_zone, "{it} is not in an enemy Zone of Control"),
)

#: Reasons that prevent all units next to a hex from attacking or probing it.
IDLE: tuple[Row[Fight], ...] = (
    Reason(
        "11.1",
        lambda c, hexes: hexes & c.next_to(no_corps(c, c.mine)),
        "only airborne corps are next to {it}, and corps on the map do not attack",
    ),
    Reason(
        "11.15",
        lambda c, hexes: hexes & c.game.attacks.beside(c.s, no_corps(c, c.mine)),
        "no attack is allowed across the water to {it}",
    ),
    Reason(
        "9.5",
        lambda c, hexes: hexes & c.reached(no_corps(c, c.mine)),
        "the supply sector line prevents every attack on {it}",
    ),
    Reason(
        "10.18",
        lambda c, hexes: hexes & c.reached(unfrozen(c, no_corps(c, c.mine))),
        "all units that could attack {it} are in flooded hexes",
    ),
)


def reached_by_mobile(c: Fight, hexes: int) -> int:
    return hexes & c.reached(mobile(c, unfrozen(c, no_corps(c, c.mine))))


def in_supply(c: Fight) -> int:
    """Units that may probe, regardless of their hex."""
    return supplied(c.game, c.s, mobile(c, unfrozen(c, no_corps(c, c.mine))))


def reached_in_supply(c: Fight, hexes: int) -> int:
    return hexes & c.reached(in_supply(c))


def reached_easily(c: Fight, hexes: int) -> int:
    return hexes & c.reached(in_supply(c), restricted=True)


def reached_by_rested(c: Fight, hexes: int) -> int:
    return hexes & c.reached(c.rested(in_supply(c)), restricted=True)


class Combat(assault.Combat["RhineGame", RhineState], Asides):
    """The Combat Phase, with the actions allowed between attacks."""

    choices: ClassVar[tuple[Choice[Fight], ...]] = (
        Choice(
            "attack",
            *HELD,
            Limit("11.4", untouched, "the units in {it} have already been attacked in this phase"),
            Reason("11.1", lambda c, hexes: hexes & c.next_to(c.mine), "none of your units is next to {it}"),
            *IDLE,
            Reason(
                "11.4",
                lambda c, hexes: hexes & c.reached(c.rested(no_corps(c, c.mine))),
                "every unit that could attack {it} has already attacked or probed in this phase",
            ),
            Limit("11.8", lambda c, hexes: hexes & c.attackable, "no unit that could attack {it} has an attack factor"),
        ),
        Choice(
            "probe",
            *OPEN,
            Reason("11.25", lambda c, hexes: hexes & c.next_to(c.mine), "none of your units is next to {it}"),
            *IDLE,
            Reason(
                "11.25",
                reached_by_mobile,
                "the units that could probe into {it} have no movement factor and cannot advance",
            ),
            Reason("8.16", reached_in_supply, "no unit that could probe into {it} is in full supply"),
            Reason("11.25", reached_easily, "a probe into {it} would have to cross a blocked hexside"),
            Reason(
                "11.4",
                reached_by_rested,
                "every unit that could probe into {it} has already attacked or probed in this phase",
            ),
            Limit(
                "11.25",
                lambda c, hexes: hexes & c.probeable,
                "no unit that could probe into {it} is adjacent to an enemy",
            ),
        ),
        Choice("done"),
        *ASIDES,
    )


#: Hexes that units with a momentum attack can reach.
AGAIN: tuple[Row[Fight], ...] = (
    Reason("11.24", lambda c, hexes: hexes & c.next_to(c.units), "no unit that may attack again is next to {it}"),
    Reason(
        "11.15",
        lambda c, hexes: hexes & c.game.attacks.beside(c.s, c.units),
        "no attack is allowed across the water to {it}",
    ),
    Reason(
        "9.5",
        lambda c, hexes: hexes & c.reached(c.units),
        "the supply sector line prevents a momentum attack on {it}",
    ),
)


class Momentum(assault.Momentum["RhineGame", RhineState]):
    """Units that advanced may attack again, or probe, at once (11.24)."""

    choices: ClassVar[tuple[Choice[Fight], ...]] = (
        Choice(
            "attack",
            *HELD,
            Limit("11.24", not_in_wall, "{it} is in the intact West Wall, where no momentum attack is allowed"),
            *AGAIN,
            Reason(
                "11.24",
                lambda c, hexes: hexes & c.reached(c.units, restricted=True),
                "no momentum attack is allowed across the blocked hexside to {it}",
            ),
            Limit("11.8", lambda c, hexes: hexes & c.attackable, "no unit that could attack {it} has an attack factor"),
        ),
        Choice(
            "probe",
            Only(
                "11.25",
                lambda c: not c.s.first_probe,
                "these units have just probed, so their momentum attack may not be another probe",
            ),
            *OPEN,
            *AGAIN,
            Limit(
                "11.25",
                lambda c, hexes: hexes & c.probeable,  # those who may attack again are next to an enemy
                "no probing attack is allowed across the blocked hexside to {it}",
            ),
        ),
        Choice("pass"),
    )


# -- putting an attack together --------------------------------------------------------------

Attack = assault.Attack["RhineGame", RhineState]


def in_area(c: Attack, units: int) -> int:
    """Units attack only on their side of the sector line (9.5), and only from there (ruling 9.5x)."""
    s, out = c.s, 0
    for u in bits(units):
        mine = area(c.game, s, u)
        if mine >> c.target & 1 and s.at[u] >= 0 and mine >> s.at[u] & 1:
            out |= 1 << u
    return out


def in_full_supply(c: Attack, units: int) -> int:
    return supplied(c.game, c.s, units) if c.probe or c.momentum else units


def able_to_advance(c: Attack, units: int) -> int:
    return mobile(c, units) if c.probe else units


def next_to_target(c: Attack, units: int) -> int:
    return units & standing(c.s, c.game.board.grid.neighbours(1 << c.target))


def across_land(c: Attack, units: int) -> int:
    return c.game.attacks.attackers_of(c.s, units, c.target)


def unblocked(c: Attack, units: int) -> int:
    """Probes and momentum attacks do not cross blocked hexsides (11.24, 11.25)."""
    return c.game.attacks.attackers_of(c.s, units, c.target, restricted=True) if c.probe or c.momentum else units


def why_blocked(c: Attack, unit: int) -> Refusal:
    rule, what = ("11.25", "probing") if c.probe else ("11.24", "momentum")
    return Refusal(
        rule, f"{c.game.counters[unit].id} may not make a {what} attack across the blocked hexside to {c.there}"
    )


def with_a_factor(c: Attack, units: int) -> int:
    """Without a unit that has an attack factor, others may not join (ruling 11.8c)."""
    return units if c.probe or c.game.attacks.armed(c.s, c.attackers) else c.game.attacks.armed(c.s, units)


def no_french_bombed(c: Attack, units: int) -> int:
    """French units may not join an attack supported by bombers (11.18)."""
    return units & ~c.game.attacks.french(units) if c.s.bombers else units


def one_army_group(c: Attack, units: int) -> int:
    return of(u for u in bits(units) if together(c, c.attackers | 1 << u))


def together(c: Attack, units: int) -> bool:
    """Whether units may attack together: one army group, apart from units that share Antwerp (11.1, 11.26)."""
    if one_group(c.game, units):
        return True
    if not c.s.antwerp:
        return False
    inside = units & c.s.pile[c.game.antwerp]
    return not one_group(c.game, inside) and one_group(c.game, units & ~inside)


def may_stack(c: Attack, units: int) -> int:
    """All units that probe advance into one hex."""
    if not c.probe:
        return units
    return of(u for u in bits(units) if legal(c.game, c.s, c.attackers | 1 << u, c.target))


def why_not_stacked(c: Attack, unit: int) -> Refusal:
    return refuse_stacking(c.game, c.s, c.target, c.attackers | 1 << unit)


def strong_enough(c: Attack) -> bool:
    """An attack needs at least one attack factor (ruling 11.8c)."""
    return c.probe or odds.attack_factors(c.game, c.s) > 0


def us_or_bc(c: Attack) -> bool:
    """Whether the attack counts as one of the US or BC army group (rulings 11.18s)."""
    r = c.game.roster
    leclerc = c.attackers & r.us_or_f and not c.game.attacks.french(c.attackers)
    return bool(c.attackers & (r.groups["us"] | r.groups["bc"]) or leclerc)


class Declare(assault.Declare["RhineGame", RhineState]):
    """An attack being put together; the Allied player may call the bombers for it (11.18)."""

    choices: ClassVar[tuple[Choice[Attack], ...]] = (
        Choice(
            "with",
            Limit("11.1", own_units, "{it} is an enemy unit"),
            Reason("11.1", on_map, "{it} is not on the map"),
            Limit("11.4", lambda c, units: units & ~c.attackers, "{it} already takes part"),
            Limit("11.1", no_corps, "{it} is an airborne corps: it attacks only when it lands"),
            Limit("11.1", next_to_target, "{it} is not adjacent to {c.there}"),
            Limit("10.18", unfrozen, "{it} is in a flooded hex and cannot act"),
            Reason("9.5", in_area, "the supply sector line keeps {it} from attacking {c.there}"),
            Limit("11.15", across_land, "{it} may not attack {c.there} across the water"),
            Limit("11.8", with_a_factor, "{it} has no attack factor: first choose a unit that has one"),
            Limit("11.18", no_french_bombed, "{it} is French and may not join an attack that heavy bombers support"),
            Limit("11.1", one_army_group, "{it} belongs to a different army group from the units attacking {c.there}"),
            Limit("8.16", in_full_supply, "{it} is not in full supply and may not make a probing or momentum attack"),
            Limit("11.25", able_to_advance, "{it} has no movement factor and cannot advance"),
            Limit("11.24", just_advanced, "{it} has not just advanced and may not join this momentum attack"),
            Limit("11.24", first_momentum, "{it} has already made a momentum attack in this phase"),
            Limit("11.4", unspent, "{it} has already attacked or probed in this phase"),
            Limit("11.24", unblocked, why_blocked),
            Limit("6.3", may_stack, why_not_stacked),
            Limit("11.25", in_contact, "{it} is not adjacent to an enemy and may not probe"),
        ),
        Choice(
            "resolve",
            Only("11.1", lambda c: c.attackers, "no unit takes part yet"),
            Only("11.8", strong_enough, "none of the attacking units has an attack factor"),
        ),
        Choice(
            "bombers",
            Only("11.18", lambda c: c.side == ALLIED, "the German player has no heavy bombers"),
            Only("11.18", lambda c: not c.probe, "heavy bombers cannot support a probing attack"),
            Only(
                "11.18",
                lambda c: not c.s.bombed and not c.s.bombers,
                "the heavy bombers have already been called in this Combat Phase",
            ),
            Only("11.18", lambda c: c.attackers, "first choose the attacking units"),
            Only("11.18", us_or_bc, "heavy bombers cannot support a French attack"),
            Only("11.8", strong_enough, "none of the attacking units has an attack factor"),
        ),
    )

    def do_bombers(self, s: RhineState, _: int) -> None:
        s.bombers = True


# -- advance after combat --------------------------------------------------------------------


class ChooseAdvance(advance.ChooseAdvance["RhineGame", RhineState]):
    """Choose the attacker that advances, if any (11.23)."""

    choices: ClassVar[tuple[Choice[advance.Vacated[RhineGame, RhineState]], ...]] = (
        Choice(
            "advance",
            Only("11.23", advance.vacated, "the enemy is still in {c.there}"),
            Limit("11.23", lambda c, units: units & c.attackers, "{it} did not take part in this attack"),
            Limit("11.23", lambda c, units: units & ~c.s.advanced, "{it} has already advanced"),
            Limit("11.23", mobile, "{it} has no movement factor and cannot advance"),
            Limit("6.3", advance.with_room, lambda c, unit: refuse_stacking(c.game, c.s, c.target, 1 << unit)),
        ),
        Choice("pass"),
    )
