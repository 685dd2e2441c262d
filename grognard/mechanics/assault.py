"""Attacks on one hex at a time, probing attacks and momentum attacks: who may attack what.

The phasing side names a hex, gathers units next to it and resolves; nothing is mandatory. Units that
advanced may at once make one momentum attack. A probe is an advance into an empty hex in an enemy
zone, by units next to an enemy; it may lead to a momentum attack, or be one, but not both.

A game derives an :class:`Assault`, which answers what games decide differently, and the steps of
:mod:`.attacks` with its own rows; the cases and the laws those rows need are here.
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
    """What attacks read and write in a game's state."""

    #: who has finished its move in this phase, and who is selected
    moved: int
    hand: list[int]
    #: in this phase: who has attacked, been attacked, probed; and who has made a momentum attack
    fought: int
    struck: int
    probed: int
    momentum: int
    #: the current combat: where, by whom, whether a probe, whether a momentum attack
    target: int
    attackers: int
    probe: bool
    momentum_now: bool
    #: who has advanced in it, and whether a probe came first
    advanced: int
    first_probe: bool


class Rules(NamedTuple):
    """The rules that prompts and events of the shared steps name."""

    attack: str
    gather: str
    advance: str
    momentum: str
    probe: str


A = TypeVar("A", bound=AssaultState)


class AssaultGame(TurnGame[A]):
    """A game with such attacks."""

    assault: Assault[Any, A]  # any game: the game and its form of this know each other


G = TypeVar("G", bound=AssaultGame[Any])  # any state: games are not alike in it


class Assault(Generic[G, A]):
    """What a game says of attacks. ``easy`` means a probe or a momentum attack, for games that narrow those."""

    rules: ClassVar[Rules]

    def __init__(self, game: G) -> None:
        self.game = game

    # -- what a game says --------------------------------------------------------------------

    def near(self, hexes: int, *, restricted: bool = False) -> int:
        """Every hex next to the set that can be attacked from it."""
        raise NotImplementedError

    def able(self, s: A) -> int:
        """Units of the phasing side that may attack at all."""
        raise NotImplementedError

    def armed(self, s: A, units: int) -> int:
        """Those of the units that have something to attack with."""
        return units

    def targets_of(self, s: A, units: int, *, restricted: bool = False) -> int:
        """Every hex some of these units could attack."""
        return self.near(hexes_of(s.at, units), restricted=restricted)

    def attackers_of(self, s: A, units: int, h: int, *, restricted: bool = False) -> int:
        """Those of the units that could attack a hex."""
        return units_on(s.at, units, self.near(1 << h, restricted=restricted))

    def untouched(self, s: A, h: int) -> bool:
        """Whether somebody in a hex has not been attacked in this phase."""
        return bool(units_in(s.at, h) & ~s.struck)

    def may_probe(self, s: A, units: int) -> int:
        """Those of the units that may probe, wherever they are."""
        return units

    def may_make_momentum_attack(self, s: A, units: int) -> int:
        """Those of the units that may make a momentum attack after an advance."""
        return units

    def next_to_enemy(self, s: A, units: int) -> int:
        """Those of the units that are next to an enemy."""
        return units_on(s.at, units, self.near(s.occupied[1 - s.phasing]))

    def has_room(self, s: A, h: int, unit: int) -> bool:
        """Whether a unit may be added to a hex."""
        raise NotImplementedError

    def zone(self, s: A, side: int) -> int:
        """Every hex in a zone of control of a side."""
        raise NotImplementedError

    def enter(self, s: A, unit: int, h: int) -> None:
        """A unit goes into a hex, with all that follows."""
        raise NotImplementedError

    def on_begin(self, s: A) -> None:
        """The units of the current attack or probe are chosen, and it begins."""

    def on_announce(self, s: A) -> None:
        """An attack has been announced: whatever the other side may answer goes on the agenda."""

    def resolve(self, s: A) -> None:
        """The current attack is resolved: what it needs goes on the agenda."""
        raise NotImplementedError

    def on_combat_over(self, s: A) -> None:
        """The current combat is over: forget what a game keeps of it."""

    # -- what follows ------------------------------------------------------------------------

    def fresh(self, s: A) -> int:
        """Units that have neither attacked nor probed in this phase."""
        return self.able(s) & ~spent(s)

    def momentum_units(self, s: A) -> int:
        """Units that have just advanced and may make a momentum attack."""
        return self.may_make_momentum_attack(s, self.able(s) & s.advanced & ~s.momentum)

    def probers(self, s: A, units: int) -> int:
        """Those of the units that may probe and are next to an enemy."""
        return self.next_to_enemy(s, self.may_probe(s, units))


def spent(s: AssaultState) -> int:
    """Units that have attacked or probed in this phase."""
    return s.fought | s.probed


# -- choosing a hex --------------------------------------------------------------------------


class Fight(Phase[G, A]):
    """The units that may attack or probe now, and the hexes they get at."""

    @lazy
    def units(self) -> int:
        """The units that have neither attacked nor probed."""
        return self.game.assault.fresh(self.s)

    @lazy
    def attackable(self) -> int:
        """Every hex these units could attack, by where they are."""
        assault = self.game.assault
        return assault.targets_of(self.s, assault.armed(self.s, self.units))

    @lazy
    def probers(self) -> int:
        """Those of them that may probe and are next to an enemy."""
        return self.game.assault.probers(self.s, self.units)

    @lazy
    def probeable(self) -> int:
        """Every hex these could probe into, by where they are."""
        return self.game.assault.targets_of(self.s, self.probers, restricted=True)

    def rested(self, units: int) -> int:
        """Those of the units that have neither attacked nor probed."""
        return units & ~spent(self.s)

    def next_to(self, units: int) -> int:
        """Every hex next to some of the units."""
        return self.game.board.grid.neighbours(hexes_of(self.s.at, units))

    def reached(self, units: int, *, restricted: bool = False) -> int:
        """Every hex that some of the units could attack, by where they are."""
        return self.game.assault.targets_of(self.s, units, restricted=restricted)


class Pursuit(Fight[G, A]):
    """The units that may make a momentum attack, and the hexes they get at."""

    @lazy
    def units(self) -> int:
        """The units that have just advanced and may go on."""
        return self.game.assault.momentum_units(self.s)

    @lazy
    def attackable(self) -> int:
        """Every hex these units could attack, by where they are."""
        assault = self.game.assault
        return assault.targets_of(self.s, assault.armed(self.s, self.units), restricted=True)


def untouched(c: Fight[G, A], hexes: int) -> int:
    """Hexes in which not all units have been attacked in this phase.

    A beaten unit that retreated onto a stack not yet attacked fights again with it.
    """
    for h in bits(hexes & hexes_of(c.s.at, c.s.struck)):
        if not c.game.assault.untouched(c.s, h):
            hexes &= ~(1 << h)
    return hexes


def vacant(c: Fight[G, A], hexes: int) -> int:
    return hexes & ~(c.s.occupied[0] | c.s.occupied[1])


def in_enemy_zone(c: Fight[G, A], hexes: int) -> int:
    return hexes & c.game.assault.zone(c.s, 1 - c.side)


# -- choosing the units ----------------------------------------------------------------------


class Attack(Phase[G, A]):
    """The attack or probe that is being put together."""

    def __init__(self, game: G, s: A) -> None:
        super().__init__(game, s)
        self.target, self.attackers = s.target, s.attackers
        self.probe, self.momentum = s.probe, s.momentum_now

    @property
    def there(self) -> str:
        return self.game.place_name(self.target)


def unspent(c: Attack[G, A], units: int) -> int:
    """Each unit attacks or probes once a phase; a momentum attack comes on top."""
    return units if c.momentum else units & ~spent(c.s)


def just_advanced(c: Attack[G, A], units: int) -> int:
    """A momentum attack is for those who have just advanced."""
    return units & c.s.advanced if c.momentum else units


def first_momentum(c: Attack[G, A], units: int) -> int:
    """Nobody makes two momentum attacks."""
    return units & ~c.s.momentum if c.momentum else units


def adjacent(c: Attack[G, A], units: int) -> int:
    return units_on(c.s.at, units, c.game.board.grid.neighbours(1 << c.target))


def in_contact(c: Attack[G, A], units: int) -> int:
    """A probe is made by units next to an enemy."""
    return c.game.assault.next_to_enemy(c.s, units) if c.probe else units
