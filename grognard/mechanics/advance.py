"""Advance after combat into the hex that the enemy has left."""

from __future__ import annotations

from ..engine.step import Procedure, Prompt
from ..engine.verbs import Verb
from ..hexes import bits, of
from .attacks import A, G
from .phasing import Phase, Phasing, possible

#: The verb for the advance of all units, which a game may add.
ALL = {"advance-all": Verb("none", "Advance with all", main=True)}


class Vacated(Phase[G, A]):
    """The hex of the combat, and the victorious attackers."""

    def __init__(self, game: G, s: A) -> None:
        super().__init__(game, s)
        self.target, self.attackers = s.target, s.attackers

    @property
    def there(self) -> str:
        return self.game.place_name(self.target)


def vacated(c: Vacated[G, A]) -> bool:
    """Whether all defenders have left their hex."""
    return not c.enemies >> c.target & 1


def with_room(c: Vacated[G, A], units: int) -> int:
    """Units that may stack in the vacated hex."""
    return of(u for u in bits(units) if c.game.attacks.has_room(c.s, c.target, u))


def all_with_room(c: Vacated[G, A]) -> bool:
    """Whether all units that may advance have room in the vacated hex together; false if there are none."""
    units = c.game.steps[c.game.codes[ChooseAdvance]].laws["advance"].legal(c)
    return bool(units) and c.game.attacks.have_room(c.s, c.target, units)


def advance(game: G, s: A, unit: int) -> None:
    """Move a unit into the vacated hex."""
    s.report(game.attacks.rules.advance, "{} advances to {}", game.counters[unit].id, game.place_name(s.target))
    game.attacks.enter(s, unit, s.target)
    s.advanced |= 1 << unit


class Advances(Procedure[G, A]):
    """Lets the victorious attackers advance at once."""

    name = "advances"

    def run(self, s: A) -> None:
        if possible(self.game, s, ChooseAdvance, "advance"):
            self.push(s, ChooseAdvance)
        else:
            self.pop(s)


class ChooseAdvance(Phasing[G, A]):
    """The choice of an attacker that advances, if any; or all of them, if a game lists the verb."""

    name = "choose-advance"
    case = Vacated

    def prompt(self, s: A) -> Prompt:
        rule = self.game.attacks.rules.advance
        return Prompt(f"Choose a unit to advance into {self.game.place_name(s.target)}, or pass.", rule, s.target)

    def do_advance(self, s: A, unit: int) -> None:
        self.pop(s)  # what the unit sets off by entering the hex comes on top of the agenda
        advance(self.game, s, unit)

    def do_advance_all(self, s: A, _: int) -> None:
        units = self.laws["advance"].legal(self.make_case(s))
        self.pop(s)
        for unit in bits(units):
            advance(self.game, s, unit)

    def do_pass(self, s: A, _: int) -> None:
        self.pop(s)
        self.pop(s)
