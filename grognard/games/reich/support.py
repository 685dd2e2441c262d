"""Chapters 13.9.B and 17.5.3: Tactical Air in combat, and the 79th Armoured Division.

Support is committed before the dice are rolled (ruling 17.5.3.Ac).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Choice, Limit, Only, Row
from ...engine.step import AnyStep, Procedure, Prompt
from ...engine.verbs import Verb
from ...hexes import bits, of
from ...mechanics.phasing import AnyPhase, Opposing, Phase, Phasing
from ...mechanics.stacks import units_on
from . import fires, orders
from .state import AGAINST_FIRST_FIRE, ALLIED, BY_DIE, BY_SEA, GERMAN, OUT_OF_FLOOD, SUPPORT, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: The uses of the 79th in the order of the verb's words.
USES = {"sea": BY_SEA, "first-fire": AGAINST_FIRST_FIRE, "flood": OUT_OF_FLOOD, "die": BY_DIE}
VERBS = {
    "air": Verb("none", "Add Tactical Air", "aid"),
    "funnies": Verb(
        f"word:{' '.join(USES)}",
        "79th Armoured: {}",
        "aid",
        ask="79th Armoured Division",
        words={
            "sea": "one unit attacks over a Sea hexside",
            "first-fire": "cancel Defensive First Fire over the Rhine",
            "flood": "one unit attacks out of the flood",
            "die": "+1 to the die",
        },
    ),
    "help": Verb("unit", "Help {}", "aid"),
}

Case = Phase["ReichGame", ReichState]


# -- Tactical Air ------------------------------------------------------------------------------------


def commit_air(game: ReichGame, s: ReichState) -> None:
    """Commit a Tactical Air unit to the current combat (17.5.3, 17.5.3.B)."""
    s.air -= 1
    s.air_now = True
    s.report("17.5.3", "a Tactical Air unit supports the combat at {}", game.place_name(s.target))


AIR: tuple[Row[Case], ...] = (
    Only("17.5.3.C", lambda c: not c.s.air_now, "a Tactical Air unit already supports this combat"),
    Only("17.5.3", lambda c: c.s.air > 0, "no Tactical Air unit that was set aside for combat is left"),
)
#: In an attack (17.5.3.A).
AIR_ATTACK: Choice[Case] = Choice(
    "air", Only("17.5.3", lambda c: c.side == ALLIED, "only the Allied side has Tactical Air units"), *AIR
)


class Defence(Procedure["ReichGame", ReichState]):
    """Lets the Allied side support its defence, if it can (17.5.3), or does what it has ordered."""

    name = "defence"

    def run(self, s: ReichState) -> None:
        self.pop(s)
        if s.phasing != GERMAN or s.air <= 0:
            return
        answer = orders.answer_air(s)
        if answer is None:
            self.push(s, AirDefence)
        elif answer:
            commit_air(self.game, s)


class AirDefence(Opposing["ReichGame", ReichState]):
    """The Allied side may support its defence with a Tactical Air unit (17.5.3)."""

    name = "air-defence"
    case = Phase
    brief = True
    choices: ClassVar[tuple[Choice[Case], ...]] = (Choice("air", *AIR), Choice("pass"))

    def prompt(self, s: ReichState) -> Prompt:
        there = self.game.place_name(s.target)
        return Prompt(f"Support the defense of {there} with Tactical Air, or pass.", "17.5.3", s.target)

    def do_air(self, s: ReichState, _: int) -> None:
        self.pop(s)
        commit_air(self.game, s)

    def do_pass(self, s: ReichState, _: int) -> None:
        self.pop(s)


# -- the 79th Armoured Division ----------------------------------------------------------------------


def has_funnies(game: ReichGame, s: ReichState) -> bool:
    """Whether the 79th is in its box and has not been used this turn (13.9.B)."""
    unit = game.unit_ids["CW-79"]
    return s.at[unit] == SUPPORT and s.turn >= game.roster.turn[unit] and not s.funnies_used


def in_area(game: ReichGame, h: int, units: int) -> bool:
    """Whether an attack on a hex with these units is in the 21st Army Group's area (13.9.B).

    West of the Seine Line a Commonwealth unit has to take part (ruling 13.9.Bl).
    """
    if game.ground.west >> h & 1:
        return bool(units & game.roster.commonwealth)
    return bool(game.ground.area21 >> h & 1)


def swimmers(game: ReichGame, s: ReichState, h: int, attackers: int = 0) -> int:
    """The units that may attack a hex over the sea if the 79th helps them, with these attackers or alone."""
    shores = game.ground.across_sea(h)
    if s.phasing != ALLIED or not shores & s.occupied[ALLIED]:
        return 0
    attacks = game.attacks
    units = attacks.ready(s, units_on(s.at, game.combat_of[ALLIED] & ~s.fought & ~attackers, shores))
    found = of(u for u in bits(attacks.armed(s, units)) if attacks.open_to(s, u) >> h & 1)
    return of(u for u in bits(found) if in_area(game, h, attackers | 1 << u))


def sea_targets(game: ReichGame, s: ReichState) -> int:
    """The enemy hexes that a unit could attack over the sea with the 79th."""
    if s.phasing != ALLIED or not has_funnies(game, s):
        return 0
    return of(h for h in bits(s.occupied[GERMAN] & game.ground.coast) if swimmers(game, s, h))


def useful(c: Case, words: int) -> int:
    """The uses that would do something in this attack."""
    game, s = c.game, c.s
    fits = (
        bool(swimmers(game, s, s.target, s.attackers)),
        bool(s.attackers) and fires.order(game, s) == "defender",
        bool(units_on(s.at, s.attackers, fires.flooded(game, s))),
        bool(s.attackers),
    )
    return words & of(n for n, fit in enumerate(fits) if fit)


def near_commonwealth(c: Case, words: int) -> int:
    """Uses in the 21st Army Group's area; for the sea the swimmer may be the Commonwealth unit."""
    s = c.s
    if in_area(c.game, s.target, s.attackers):
        return words
    return words & 1 if swimmers(c.game, s, s.target, s.attackers) else 0


FUNNIES: Choice[Case] = Choice(
    "funnies",
    Only("13.9.B", lambda c: c.side == ALLIED, "only the Allied side has the 79th Armoured Division"),
    Only("13.9.B", lambda c: has_funnies(c.game, c.s), "the 79th Armoured Division is not available, or has been used"),
    Limit("13.9.B", near_commonwealth, "this is not an attack in the area of the 21st Army Group"),
    Limit("13.9.B", useful, "that use of the 79th Armoured Division has no object in this attack"),
)


def commit_funnies(game: ReichGame, s: ReichState, word: int) -> None:
    """Add the 79th to the current attack for one purpose (13.9.B)."""
    s.funnies, s.funnies_used = list(USES.values())[word], True
    s.report("13.9.B", "the 79th Armoured Division joins the attack on {}", game.place_name(s.target))
    if s.funnies == OUT_OF_FLOOD:
        wet = units_on(s.at, s.attackers, fires.flooded(game, s))
        if wet & (wet - 1):
            s.agenda.append((game.codes[Helped],))
        else:
            s.helped = wet.bit_length() - 1


def under_water(c: AnyPhase, units: int) -> int:
    """Attackers in flooded hexes."""
    return units_on(c.s.at, units & c.s.attackers, fires.flooded(c.game, c.s))


class Helped(Phasing["ReichGame", ReichState]):
    """The choice of the one unit that the 79th helps out of the flood (13.9.B)."""

    name = "helped"
    case = Phase
    choices: ClassVar[tuple[Choice[Case], ...]] = (
        Choice("help", Limit("13.9.B", under_water, "{it} does not attack out of a flooded hex")),
    )

    def prompt(self, s: ReichState) -> Prompt:
        return Prompt("Choose the unit that the 79th Armoured Division helps.", "13.9.B", s.target)

    def do_help(self, s: ReichState, unit: int) -> None:
        self.pop(s)
        s.helped = unit


STEPS: tuple[type[AnyStep], ...] = (Defence, AirDefence, Helped)
