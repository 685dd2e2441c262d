"""Attacks on one hex at a time, probing attacks and momentum attacks: which units may attack which hexes.

The phasing side names a hex, adds units next to it and resolves the attack; nothing is mandatory. Units that advanced
may make one momentum attack at once. A probe is an advance into an empty hex in an enemy zone by units next to an
enemy. It may lead to a momentum attack or be one, but not both.

A game derives a subclass of :class:`Assault` for its own rules, and the steps of :mod:`.attacks` with its own rows. The
cases and the laws for those rows are here.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from ..engine.limits import lazy
from ..engine.state import WarState
from ..hexes import bits
from .phasing import Phase
from .stacks import hexes_of, units_in, units_on
from .turn_game import TurnGame


class AssaultState(WarState):
    """The fields of a game's state that attacks read and write."""

    #: units that have finished their move in this phase, and the selected units
    moved: int
    hand: list[int]
    #: units that in this phase have attacked, been attacked, probed, and made a momentum attack
    fought: int
    struck: int
    probed: int
    momentum: int
    #: the current combat: its hex, its attackers, whether it is a probe, whether it is a momentum attack
    target: int
    attackers: int
    probe: bool
    momentum_now: bool
    #: units that have advanced in it, and whether a probe came first
    advanced: int
    first_probe: bool


class Rules(NamedTuple):
    """The numbers of the rules that the prompts and events of the shared steps name."""

    attack: str
    gather: str
    advance: str
    momentum: str
    probe: str


A = TypeVar("A", bound=AssaultState)


class AssaultGame(TurnGame[A]):
    """A game with attacks on one hex at a time."""

    assault: Assault[Any, A]  # any game: the game and its form of this know each other


G = TypeVar("G", bound=AssaultGame[Any])  # any state: games are not alike in it


class Assault(Generic[G, A]):
    """A game's rules for attacks. ``restricted`` means a probe or a momentum attack, which has further limits."""

    rules: ClassVar[Rules]

    def __init__(self, game: G) -> None:
        self.game = game

    # -- defined by a game -------------------------------------------------------------------

    def near(self, hexes: int, *, restricted: bool = False) -> int:
        """Hexes next to the set that can be attacked from it."""
        raise NotImplementedError

    def able(self, s: A) -> int:
        """Units of the phasing side that may attack."""
        raise NotImplementedError

    def armed(self, s: A, units: int) -> int:
        """Units with an attack strength, among the given ones."""
        return units

    def targets_of(self, s: A, units: int, *, restricted: bool = False) -> int:
        """Hexes that some of these units could attack."""
        return self.near(hexes_of(s.at, units), restricted=restricted)

    def attackers_of(self, s: A, units: int, h: int, *, restricted: bool = False) -> int:
        """Units that could attack a hex, among the given ones."""
        return units_on(s.at, units, self.near(1 << h, restricted=restricted))

    def untouched(self, s: A, h: int) -> bool:
        """Whether a unit in a hex has not been attacked in this phase."""
        return bool(units_in(s.at, h) & ~s.struck)

    def may_probe(self, s: A, units: int) -> int:
        """Units that may probe, wherever they are, among the given ones."""
        return units

    def may_make_momentum_attack(self, s: A, units: int) -> int:
        """Units that may make a momentum attack after an advance, among the given ones."""
        return units

    def next_to_enemy(self, s: A, units: int) -> int:
        """Units next to an enemy, among the given ones."""
        return units_on(s.at, units, self.near(s.occupied[1 - s.phasing]))

    def has_room(self, s: A, h: int, unit: int) -> bool:
        """Whether a unit may be added to a hex."""
        raise NotImplementedError

    def zone(self, s: A, side: int) -> int:
        """Hexes in a zone of control of a side."""
        raise NotImplementedError

    def enter(self, s: A, unit: int, h: int) -> None:
        """Move a unit into a hex, with all consequences."""
        raise NotImplementedError

    def on_begin(self, s: A) -> None:
        """Called when the units of the current attack or probe are chosen and it begins."""

    def on_announce(self, s: A) -> None:
        """Called when an attack is announced: pushes the reactions of the other side, if any."""

    def resolve(self, s: A) -> None:
        """Push the steps that resolve the current attack."""
        raise NotImplementedError

    def on_combat_over(self, s: A) -> None:
        """Called when the current combat is over: clears what a game keeps about it."""

    # -- derived from these ------------------------------------------------------------------

    def fresh(self, s: A) -> int:
        """Units that have neither attacked nor probed in this phase."""
        return self.able(s) & ~spent(s)

    def momentum_units(self, s: A) -> int:
        """Units that have just advanced and may make a momentum attack."""
        return self.may_make_momentum_attack(s, self.able(s) & s.advanced & ~s.momentum)

    def probers(self, s: A, units: int) -> int:
        """Units that may probe and are next to an enemy, among the given ones."""
        return self.next_to_enemy(s, self.may_probe(s, units))


def spent(s: AssaultState) -> int:
    """Units that have attacked or probed in this phase."""
    return s.fought | s.probed


# -- choosing a hex --------------------------------------------------------------------------


class Fight(Phase[G, A]):
    """The units that may attack or probe now, and the hexes they can attack."""

    @lazy
    def units(self) -> int:
        """The units that have neither attacked nor probed."""
        return self.game.assault.fresh(self.s)

    @lazy
    def attackable(self) -> int:
        """Hexes that these units could attack from where they are."""
        assault = self.game.assault
        return assault.targets_of(self.s, assault.armed(self.s, self.units))

    @lazy
    def probers(self) -> int:
        """Those that may probe and are next to an enemy."""
        return self.game.assault.probers(self.s, self.units)

    @lazy
    def probeable(self) -> int:
        """Hexes that these could probe into from where they are."""
        return self.game.assault.targets_of(self.s, self.probers, restricted=True)

    def rested(self, units: int) -> int:
        """Units that have neither attacked nor probed, among the given ones."""
        return units & ~spent(self.s)

    def next_to(self, units: int) -> int:
        """Hexes next to some of the units."""
        return self.game.board.grid.neighbours(hexes_of(self.s.at, units))

    def reached(self, units: int, *, restricted: bool = False) -> int:
        """Hexes that some of the units could attack from where they are."""
        return self.game.assault.targets_of(self.s, units, restricted=restricted)


class Pursuit(Fight[G, A]):
    """The units that may make a momentum attack, and the hexes they can attack."""

    @lazy
    def units(self) -> int:
        """Units that have just advanced and may make a momentum attack."""
        return self.game.assault.momentum_units(self.s)

    @lazy
    def attackable(self) -> int:
        """Hexes that these units could attack from where they are."""
        assault = self.game.assault
        return assault.targets_of(self.s, assault.armed(self.s, self.units), restricted=True)


def untouched(c: Fight[G, A], hexes: int) -> int:
    """Hexes in which not all units have been attacked in this phase.

    A beaten unit that retreated to a stack that has not been attacked fights again with it.
    """
    for h in bits(hexes & hexes_of(c.s.at, c.s.struck)):
        if not c.game.assault.untouched(c.s, h):
            hexes &= ~(1 << h)
    return hexes


def vacant(c: Fight[G, A], hexes: int) -> int:
    """Hexes without units."""
    return hexes & ~(c.s.occupied[0] | c.s.occupied[1])


def in_enemy_zone(c: Fight[G, A], hexes: int) -> int:
    """Hexes in an enemy zone of control."""
    return hexes & c.game.assault.zone(c.s, 1 - c.side)


# -- choosing the units ----------------------------------------------------------------------


class Attack(Phase[G, A]):
    """The attack or probe that is being declared."""

    def __init__(self, game: G, s: A) -> None:
        super().__init__(game, s)
        self.target, self.attackers = s.target, s.attackers
        self.probe, self.momentum = s.probe, s.momentum_now

    @property
    def there(self) -> str:
        return self.game.place_name(self.target)


def unspent(c: Attack[G, A], units: int) -> int:
    """Units that may attack or probe: each does so once in a phase, not counting a momentum attack."""
    return units if c.momentum else units & ~spent(c.s)


def just_advanced(c: Attack[G, A], units: int) -> int:
    """Units that may take part: in a momentum attack, only those that have just advanced."""
    return units & c.s.advanced if c.momentum else units


def first_momentum(c: Attack[G, A], units: int) -> int:
    """Units that may take part: in a momentum attack, only those that have not made one."""
    return units & ~c.s.momentum if c.momentum else units


def adjacent(c: Attack[G, A], units: int) -> int:
    """Units next to the target."""
    return units_on(c.s.at, units, c.game.board.grid.neighbours(1 << c.target))


def in_contact(c: Attack[G, A], units: int) -> int:
    """Units that may take part: in a probe, only those next to an enemy."""
    return c.game.assault.next_to_enemy(c.s, units) if c.probe else units
