"""Attacks on one hex at a time: announce the hex, gather units, resolve, advance. Nothing is mandatory.

The phasing side names a hex, adds units next to it and resolves the attack. A game derives a subclass of
:class:`Attacks` for its own rules, keeps an object of it as ``attacks``, and derives the steps with its own rows over
the cases and laws here. An attack whose units are known from the start, such as one made during a move, is begun by
:func:`attack_with`. Probes and momentum attacks are added by :mod:`.assault`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from ..engine.limits import lazy
from ..engine.state import WarState
from ..engine.step import Procedure, Prompt
from ..hexes import bits
from .phasing import Phase, Phasing
from .stacks import hexes_of, units_in, units_on
from .turn_game import TurnGame


class AttackState(WarState):
    """The fields of a game's state that attacks read and write."""

    #: units that have finished their move in this phase, and the selected units
    moved: int
    hand: list[int]
    #: units that in this phase have attacked, and been attacked
    fought: int
    struck: int
    #: the current combat: its hex, its attackers, and those that have advanced in it
    target: int
    attackers: int
    advanced: int


@dataclass(frozen=True)
class Rules:
    """The numbers of the rules that the prompts and events of the shared steps name."""

    attack: str
    gather: str
    advance: str


A = TypeVar("A", bound=AttackState)


class AttackGame(TurnGame[A]):
    """A game with attacks on one hex at a time."""

    attacks: Attacks[Any, A]  # any: the game and its form of this know each other


G = TypeVar("G", bound=AttackGame[Any])  # any state: games are not alike in it


class Attacks(Generic[G, A]):
    """A game's rules for attacks."""

    rules: ClassVar[Rules]

    def __init__(self, game: G) -> None:
        self.game = game

    # -- defined by a game -------------------------------------------------------------------

    def near(self, hexes: int) -> int:
        """Hexes next to the set that can be attacked from it."""
        raise NotImplementedError

    def able(self, s: A) -> int:
        """Units of the phasing side that may attack."""
        raise NotImplementedError

    def armed(self, s: A, units: int) -> int:
        """Units with an attack strength, among the given ones."""
        return units

    def targets_of(self, s: A, units: int) -> int:
        """Hexes that some of these units could attack."""
        return self.near(hexes_of(s.at, units))

    def attackers_of(self, s: A, units: int, h: int) -> int:
        """Units that could attack a hex, among the given ones."""
        return units_on(s.at, units, self.near(1 << h))

    def untouched(self, s: A, h: int) -> bool:
        """Whether a unit in a hex has not been attacked in this phase."""
        return bool(units_in(s.at, h) & ~s.struck)

    def has_room(self, s: A, h: int, unit: int) -> bool:
        """Whether a unit may be added to a hex."""
        raise NotImplementedError

    def have_room(self, s: A, h: int, units: int) -> bool:
        """Whether all these units together may be added to a hex."""
        return all(self.has_room(s, h, u) for u in bits(units))

    def enter(self, s: A, unit: int, h: int) -> None:
        """Move a unit into a hex, with all consequences."""
        raise NotImplementedError

    def on_announce(self, s: A) -> None:
        """Called when an attack is announced: pushes the reactions of the other side, if any."""

    def on_begin(self, s: A) -> None:
        """Called when the units of the current attack are chosen and it begins."""

    def resolve(self, s: A) -> None:
        """Push the steps that resolve the current attack."""
        raise NotImplementedError

    def on_combat_over(self, s: A) -> None:
        """Called when the current combat is over, and still known: clears what a game keeps about it."""

    # -- derived from these ------------------------------------------------------------------

    def spent(self, s: A) -> int:
        """Units that have attacked in this phase."""
        return s.fought

    def fresh(self, s: A) -> int:
        """Units that may attack and have not done so in this phase."""
        return self.able(s) & ~self.spent(s)


# -- the course of an attack -------------------------------------------------------------------


def begin_combat_phase(s: A) -> None:
    """Forget the attacks of the last phase."""
    s.fought = s.struck = 0


def announce(game: G, s: A, h: int) -> None:
    """Name the hex of an attack."""
    s.target, s.attackers = h, 0
    s.agenda.append((game.codes[Declare],))
    game.attacks.on_announce(s)


def attack_with(game: G, s: A, h: int, units: int) -> None:
    """Attack a hex at once with units that need not be gathered."""
    s.target, s.attackers = h, units
    game.attacks.on_begin(s)
    fight(game, s)


def fight(game: G, s: A, what: str = "attack") -> None:
    """Push the steps of the current attack, whose units are known."""
    s.advanced = 0
    s.fought |= s.attackers
    s.struck |= units_in(s.at, s.target)
    side = game.side_names[game.sides[s.phasing]]
    rule, there = game.attacks.rules.attack, game.place_name(s.target)
    s.report(rule, "{} {} on {} with {}", side, what, there, game.names(s.attackers))
    s.agenda.append((game.codes[AfterCombat],))
    game.attacks.resolve(s)


def clear(game: G, s: A) -> None:
    """End the current combat."""
    game.attacks.on_combat_over(s)
    s.target = -1
    s.attackers = 0


# -- choosing a hex ----------------------------------------------------------------------------


class Fight(Phase[G, A]):
    """The units that may attack now, and the hexes they can attack."""

    @lazy
    def units(self) -> int:
        """The units that may attack and have not done so."""
        return self.game.attacks.fresh(self.s)

    @lazy
    def attackable(self) -> int:
        """Hexes that these units could attack from where they are."""
        attacks = self.game.attacks
        return attacks.targets_of(self.s, attacks.armed(self.s, self.units))

    def rested(self, units: int) -> int:
        """Units that have not attacked, among the given ones."""
        return units & ~self.game.attacks.spent(self.s)

    def next_to(self, units: int) -> int:
        """Hexes next to some of the units."""
        return self.game.board.grid.neighbours(hexes_of(self.s.at, units))

    def reached(self, units: int) -> int:
        """Hexes that some of the units could attack from where they are."""
        return self.game.attacks.targets_of(self.s, units)


def untouched(c: Fight[G, A], hexes: int) -> int:
    """Hexes in which not all units have been attacked in this phase.

    A beaten unit that retreated to a stack that has not been attacked fights again with it.
    """
    for h in bits(hexes & hexes_of(c.s.at, c.s.struck)):
        if not c.game.attacks.untouched(c.s, h):
            hexes &= ~(1 << h)
    return hexes


class Combat(Phasing[G, A]):
    """The Combat Phase: announce an attack, or end the phase."""

    name = "combat"
    case = Fight

    def prompt(self, s: A) -> Prompt:
        return Prompt("Choose a hex to attack, or end the Combat Phase.", self.game.attacks.rules.attack)

    def do_attack(self, s: A, h: int) -> None:
        announce(self.game, s, h)

    def do_done(self, s: A, _: int) -> None:
        self.pop(s)


# -- choosing the units ------------------------------------------------------------------------


class Attack(Phase[G, A]):
    """The attack that is being declared."""

    def __init__(self, game: G, s: A) -> None:
        super().__init__(game, s)
        self.target, self.attackers = s.target, s.attackers

    @property
    def there(self) -> str:
        return self.game.place_name(self.target)


def unspent(c: Attack[G, A], units: int) -> int:
    """Units that have not attacked: each does so once in a phase."""
    return units & ~c.game.attacks.spent(c.s)


def adjacent(c: Attack[G, A], units: int) -> int:
    """Units next to the target."""
    return units_on(c.s.at, units, c.game.board.grid.neighbours(1 << c.target))


class Declare(Phasing[G, A]):
    """Adds units to an attack and resolves it."""

    name = "declare"
    case = Attack

    def prompt(self, s: A) -> Prompt:
        there = self.game.place_name(s.target)
        return Prompt(f"Attack on {there}: {self.next_choice(s)}.", self.game.attacks.rules.gather, s.target)

    def next_choice(self, s: A) -> str:
        """The choice in words."""
        return "add units, or roll the die" if s.attackers else "choose a unit that takes part"

    def do_with(self, s: A, unit: int) -> None:
        s.attackers |= 1 << unit

    def do_resolve(self, s: A, _: int) -> None:
        self.pop(s)
        self.game.attacks.on_begin(s)
        fight(self.game, s)


class AfterCombat(Procedure[G, A]):
    """Ends a combat."""

    name = "after-combat"

    def run(self, s: A) -> None:
        self.pop(s)
        s.advanced = 0
        clear(self.game, s)
