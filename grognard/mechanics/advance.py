"""Advance after combat, and the momentum attack that may follow it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.action import Refusal
from ..engine.step import ONLY, Offer, Procedure, Prompt, Step
from ..hexes import bits

if TYPE_CHECKING:
    from .assault import Assault


def advancers(game: Any, s: Any) -> int:
    """Attackers that may advance into the vacated hex: it has room for them."""
    if s.occupied[1 - s.phasing] >> s.target & 1:
        return 0
    return sum(1 << u for u in bits(s.attackers & ~s.advanced) if game.assault.room(s, s.target, u))


class Advances(Procedure):
    """The victorious attackers may advance, at once."""

    name = "advances"

    def run(self, s: Any) -> None:
        if advancers(self.game, s):
            self.push(s, ChooseAdvance)
        else:
            self.pop(s)


class ChooseAdvance(Step):
    """Which attacker advances, if any."""

    name = "choose-advance"

    def seat(self, s: Any) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: Any) -> Prompt:
        rule = self.game.assault.rules.advance
        return Prompt(f"Choose a unit to advance into {self.game.place_name(s.target)}, or pass.", rule, s.target)

    def offer(self, s: Any) -> Offer:
        return {"advance": advancers(self.game, s), "pass": ONLY}

    def do_advance(self, s: Any, unit: int) -> None:
        game = self.game
        s.tell(game.assault.rules.advance, "{} advances to {}", game.counters[unit].id, game.place_name(s.target))
        game.assault.enter(s, unit, s.target)
        s.advanced |= 1 << unit
        self.pop(s)

    def do_pass(self, s: Any, _: int) -> None:
        self.pop(s)
        self.pop(s)

    def refuse(self, s: Any, verb: str, arg: int) -> Refusal:
        if verb != "advance":
            return self.out_of_place(s, verb)
        game, rules = self.game, self.game.assault.rules
        name = game.counters[arg].id
        if not s.attackers >> arg & 1:
            return Refusal(rules.advance, f"{name} did not take part in this attack")
        if s.advanced >> arg & 1:
            return Refusal(rules.advance, f"{name} has advanced already")
        return Refusal(rules.stacking, f"{game.place_name(s.target)} has no room for {name}")


def offer_momentum(game: Any, s: Any) -> None:
    """Ask for a momentum attack if there is somebody who can make one."""
    s.advanced = game.assault.going_on(s)
    if s.advanced and any(game.assault.momentum_targets(s).values()):
        s.agenda.append((game.codes[Momentum],))
    else:
        s.advanced = s.first_probe = 0


class Momentum(Step):
    """Units that have advanced may attack once more, or probe, at once."""

    name = "momentum"

    def seat(self, s: Any) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: Any) -> Prompt:
        names = self.game.names(s.advanced)
        return Prompt(f"Momentum: {names} may attack again, or pass.", self.game.assault.rules.momentum)

    def offer(self, s: Any) -> Offer:
        return {**self.game.assault.momentum_targets(s), "pass": ONLY}

    def do_attack(self, s: Any, h: int) -> None:
        self._go(s, h, 0)

    def do_probe(self, s: Any, h: int) -> None:
        self._go(s, h, 1)

    def _go(self, s: Any, h: int, probe: int) -> None:
        self.pop(s)
        self.game.assault.announce(s, h, probe=probe, momentum=1)

    def do_pass(self, s: Any, _: int) -> None:
        s.advanced = s.first_probe = 0
        self.pop(s)

    def refuse(self, s: Any, verb: str, arg: int) -> Refusal:
        assault: Assault = self.game.assault
        if verb == "probe" and s.first_probe:
            return Refusal(assault.rules.probe, "after a probing attack the momentum attack may not be a probe as well")
        if verb in ("attack", "probe"):
            return assault.refuse_target(s, verb, arg, s.advanced, momentum=True)
        return self.out_of_place(s, verb)
