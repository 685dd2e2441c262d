"""Advance after combat into the hex that the enemy has left."""

from __future__ import annotations

from ..engine.step import Procedure, Prompt
from ..hexes import bits, of
from .assault import A, G
from .phasing import Phase, Phasing, possible


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
    return of(u for u in bits(units) if c.game.assault.has_room(c.s, c.target, u))


class Advances(Procedure[G, A]):
    """Lets the victorious attackers advance at once."""

    name = "advances"

    def run(self, s: A) -> None:
        if possible(self.game, s, ChooseAdvance, "advance"):
            self.push(s, ChooseAdvance)
        else:
            self.pop(s)


class ChooseAdvance(Phasing[G, A]):
    """The choice of an attacker that advances, if any."""

    name = "choose-advance"
    case = Vacated

    def prompt(self, s: A) -> Prompt:
        rule = self.game.assault.rules.advance
        return Prompt(f"Choose a unit to advance into {self.game.place_name(s.target)}, or pass.", rule, s.target)

    def do_advance(self, s: A, unit: int) -> None:
        game = self.game
        s.report(game.assault.rules.advance, "{} advances to {}", game.counters[unit].id, game.place_name(s.target))
        game.assault.enter(s, unit, s.target)
        s.advanced |= 1 << unit
        self.pop(s)

    def do_pass(self, s: A, _: int) -> None:
        self.pop(s)
        self.pop(s)
