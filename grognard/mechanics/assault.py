"""Probing attacks and momentum attacks, in addition to the plain attacks of :mod:`.attacks`.

Units that advanced may make one momentum attack at once. A probe is an advance into an empty hex in an enemy zone by
units next to an enemy. It may lead to a momentum attack or be one, but not both.

A game derives a subclass of :class:`Assault` for its own rules, and the steps with its own rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from ..engine.limits import lazy
from ..engine.step import Prompt
from ..hexes import bits
from . import attacks
from .attacks import AttackGame, Attacks, AttackState, fight
from .phasing import Phasing, possible
from .stacks import hexes_of, units_on


class AssaultState(AttackState):
    """The fields of a game's state that attacks, probes and momentum attacks read and write."""

    #: units that in this phase have probed, and made a momentum attack
    probed: int
    momentum: int
    #: the current combat: whether it is a probe, whether it is a momentum attack, and whether a probe came first
    probe: bool
    momentum_now: bool
    first_probe: bool


@dataclass(frozen=True)
class Rules(attacks.Rules):
    """The numbers of the rules that the prompts and events of the shared steps name."""

    momentum: str
    probe: str


A = TypeVar("A", bound=AssaultState)


class AssaultGame(AttackGame[A]):
    """A game with attacks, probes and momentum attacks on one hex at a time."""

    attacks: Assault[Any, A]  # any: the game and its form of this know each other


G = TypeVar("G", bound=AssaultGame[Any])  # any state: games are not alike in it


class Assault(Attacks[G, A]):
    """A game's rules for attacks. ``restricted`` means a probe or a momentum attack, which has further limits."""

    rules: ClassVar[Rules]

    # -- defined by a game -------------------------------------------------------------------

    def near(self, hexes: int, *, restricted: bool = False) -> int:
        """Hexes next to the set that can be attacked from it."""
        raise NotImplementedError

    def targets_of(self, s: A, units: int, *, restricted: bool = False) -> int:
        """Hexes that some of these units could attack."""
        return self.near(hexes_of(s.at, units), restricted=restricted)

    def attackers_of(self, s: A, units: int, h: int, *, restricted: bool = False) -> int:
        """Units that could attack a hex, among the given ones."""
        return units_on(s.at, units, self.near(1 << h, restricted=restricted))

    def may_probe(self, s: A, units: int) -> int:
        """Units that may probe, wherever they are, among the given ones."""
        return units

    def may_make_momentum_attack(self, s: A, units: int) -> int:
        """Units that may make a momentum attack after an advance, among the given ones."""
        return units

    def next_to_enemy(self, s: A, units: int) -> int:
        """Units next to an enemy, among the given ones."""
        return units_on(s.at, units, self.near(s.occupied[1 - s.phasing]))

    def zone(self, s: A, side: int) -> int:
        """Hexes in a zone of control of a side."""
        raise NotImplementedError

    # -- derived from these ------------------------------------------------------------------

    def spent(self, s: A) -> int:
        """Units that have attacked or probed in this phase."""
        return s.fought | s.probed

    def momentum_units(self, s: A) -> int:
        """Units that have just advanced and may make a momentum attack."""
        return self.may_make_momentum_attack(s, self.able(s) & s.advanced & ~s.momentum)

    def probers(self, s: A, units: int) -> int:
        """Units that may probe and are next to an enemy, among the given ones."""
        return self.next_to_enemy(s, self.may_probe(s, units))


# -- the course of an attack -------------------------------------------------------------------


def begin_combat_phase(s: A) -> None:
    """Forget the attacks and probes of the last phase."""
    attacks.begin_combat_phase(s)
    s.probed = 0


def announce(game: G, s: A, h: int, *, probe: bool = False, momentum: bool = False) -> None:
    """Name the hex of an attack or a probe."""
    s.probe, s.momentum_now = probe, momentum
    attacks.announce(game, s, h)


def clear(game: G, s: A) -> None:
    """End the current combat."""
    s.probe = s.momentum_now = False
    attacks.clear(game, s)


def offer_momentum(game: G, s: A) -> None:
    """Push the step for a momentum attack if a unit can make one."""
    s.advanced = game.attacks.momentum_units(s)
    if s.advanced and possible(game, s, Momentum, "attack", "probe"):
        s.agenda.append((game.codes[Momentum],))
    else:
        s.advanced, s.first_probe = 0, False


# -- choosing a hex ----------------------------------------------------------------------------


class Fight(attacks.Fight[G, A]):
    """The units that may attack or probe now, and the hexes they can attack."""

    @lazy
    def probers(self) -> int:
        """Those that may probe and are next to an enemy."""
        return self.game.attacks.probers(self.s, self.units)

    @lazy
    def probeable(self) -> int:
        """Hexes that these could probe into from where they are."""
        return self.game.attacks.targets_of(self.s, self.probers, restricted=True)

    def reached(self, units: int, *, restricted: bool = False) -> int:
        """Hexes that some of the units could attack from where they are."""
        return self.game.attacks.targets_of(self.s, units, restricted=restricted)


class Pursuit(Fight[G, A]):
    """The units that may make a momentum attack, and the hexes they can attack."""

    @lazy
    def units(self) -> int:
        """Units that have just advanced and may make a momentum attack."""
        return self.game.attacks.momentum_units(self.s)

    @lazy
    def attackable(self) -> int:
        """Hexes that these units could attack from where they are."""
        rules = self.game.attacks
        return rules.targets_of(self.s, rules.armed(self.s, self.units), restricted=True)


def vacant(c: Fight[G, A], hexes: int) -> int:
    """Hexes without units."""
    return hexes & ~(c.s.occupied[0] | c.s.occupied[1])


def in_enemy_zone(c: Fight[G, A], hexes: int) -> int:
    """Hexes in an enemy zone of control."""
    return hexes & c.game.attacks.zone(c.s, 1 - c.side)


class Combat(attacks.Combat[G, A]):
    """The Combat Phase: announce an attack or a probe, or end the phase."""

    case = Fight

    def prompt(self, s: A) -> Prompt:
        rule = self.game.attacks.rules.attack
        return Prompt("Choose a hex to attack or probe, or end the Combat Phase.", rule)

    def do_probe(self, s: A, h: int) -> None:
        announce(self.game, s, h, probe=True)


class Momentum(Phasing[G, A]):
    """Units that have advanced may attack again, or probe, at once."""

    name = "momentum"
    case = Pursuit

    def prompt(self, s: A) -> Prompt:
        names = self.game.names(s.advanced)
        return Prompt(f"Momentum: {names} may attack again, or pass.", self.game.attacks.rules.momentum)

    def do_attack(self, s: A, h: int) -> None:
        self.pop(s)
        announce(self.game, s, h, momentum=True)

    def do_probe(self, s: A, h: int) -> None:
        self.pop(s)
        announce(self.game, s, h, probe=True, momentum=True)

    def do_pass(self, s: A, _: int) -> None:
        s.advanced, s.first_probe = 0, False
        self.pop(s)


# -- choosing the units ------------------------------------------------------------------------


class Attack(attacks.Attack[G, A]):
    """The attack or probe that is being declared."""

    def __init__(self, game: G, s: A) -> None:
        super().__init__(game, s)
        self.probe, self.momentum = s.probe, s.momentum_now


def unspent(c: Attack[G, A], units: int) -> int:
    """Units that may attack or probe: each does so once in a phase, not counting a momentum attack."""
    return units if c.momentum else attacks.unspent(c, units)


def just_advanced(c: Attack[G, A], units: int) -> int:
    """Units that may take part: in a momentum attack, only those that have just advanced."""
    return units & c.s.advanced if c.momentum else units


def first_momentum(c: Attack[G, A], units: int) -> int:
    """Units that may take part: in a momentum attack, only those that have not made one."""
    return units & ~c.s.momentum if c.momentum else units


def in_contact(c: Attack[G, A], units: int) -> int:
    """Units that may take part: in a probe, only those next to an enemy."""
    return c.game.attacks.next_to_enemy(c.s, units) if c.probe else units


class Declare(attacks.Declare[G, A]):
    """Adds units to an attack or probe and resolves it."""

    case = Attack

    def prompt(self, s: A) -> Prompt:
        there, rules = self.game.place_name(s.target), self.game.attacks.rules
        rule = rules.probe if s.probe else rules.momentum if s.momentum_now else rules.gather
        what = "Probe into" if s.probe else "Momentum attack on" if s.momentum_now else "Attack on"
        return Prompt(f"{what} {there}: {self.next_choice(s)}.", rule, s.target)

    def do_resolve(self, s: A, _: int) -> None:
        self.pop(s)
        self.game.attacks.on_begin(s)
        if s.momentum_now:
            s.momentum |= s.attackers
        if s.probe:
            self._probe(s)
        else:
            fight(self.game, s, "momentum attack" if s.momentum_now else "attack")

    def _probe(self, s: A) -> None:
        """Advance the units, without a roll or losses."""
        game = self.game
        s.probed |= s.attackers
        s.report(game.attacks.rules.probe, "probe into {} by {}", game.place_name(s.target), game.names(s.attackers))
        for unit in bits(s.attackers):
            game.attacks.enter(s, unit, s.target)
        s.advanced, s.first_probe = (0, False) if s.momentum_now else (s.attackers, True)
        clear(game, s)
        offer_momentum(game, s)


class AfterCombat(attacks.AfterCombat[G, A]):
    """Ends a combat and lets units that advanced make a momentum attack."""

    def run(self, s: A) -> None:
        if s.momentum_now:
            s.advanced = 0
        s.first_probe = False
        clear(self.game, s)
        self.pop(s)
        offer_momentum(self.game, s)
