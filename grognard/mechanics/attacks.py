"""The steps of attacks, probes and momentum attacks. A game derives each with its own rows; see :mod:`.assault`."""

from __future__ import annotations

from ..engine.step import Procedure, Prompt
from ..hexes import bits
from .assault import A, Attack, Fight, G, Pursuit
from .phasing import Phasing, possible
from .stacks import units_in


def begin_combat_phase(s: A) -> None:
    """Forget the attacks and probes of the last phase."""
    s.fought = s.struck = s.probed = 0


def announce(game: G, s: A, h: int, *, probe: bool = False, momentum: bool = False) -> None:
    """Name the hex of an attack or a probe."""
    s.target, s.attackers, s.probe, s.momentum_now = h, 0, probe, momentum
    s.agenda.append((game.codes[Declare],))
    game.assault.on_announce(s)


def clear(game: G, s: A) -> None:
    """End the current combat."""
    s.target = -1
    s.attackers = 0
    s.probe = s.momentum_now = False
    game.assault.on_combat_over(s)


def offer_momentum(game: G, s: A) -> None:
    """Push the step for a momentum attack if a unit can make one."""
    s.advanced = game.assault.momentum_units(s)
    if s.advanced and possible(game, s, Momentum, "attack", "probe"):
        s.agenda.append((game.codes[Momentum],))
    else:
        s.advanced, s.first_probe = 0, False


class Combat(Phasing[G, A]):
    """The Combat Phase: announce an attack or a probe, or end the phase; nothing is mandatory."""

    name = "combat"
    case = Fight

    def prompt(self, s: A) -> Prompt:
        rule = self.game.assault.rules.attack
        return Prompt("Choose a hex to attack or probe, or end the Combat Phase.", rule)

    def do_attack(self, s: A, h: int) -> None:
        announce(self.game, s, h)

    def do_probe(self, s: A, h: int) -> None:
        announce(self.game, s, h, probe=True)

    def do_done(self, s: A, _: int) -> None:
        self.pop(s)


class Declare(Phasing[G, A]):
    """Adds units to an attack or probe and resolves it."""

    name = "declare"
    case = Attack

    def prompt(self, s: A) -> Prompt:
        there, rules = self.game.place_name(s.target), self.game.assault.rules
        what = "Probe into" if s.probe else "Momentum attack on" if s.momentum_now else "Attack on"
        then = "add units, or roll the die" if s.attackers else "choose a unit that takes part"
        return Prompt(f"{what} {there}: {then}.", rules.probe if s.probe else rules.gather, s.target)

    def do_with(self, s: A, unit: int) -> None:
        s.attackers |= 1 << unit

    def do_resolve(self, s: A, _: int) -> None:
        self.pop(s)
        self.game.assault.on_begin(s)
        if s.momentum_now:
            s.momentum |= s.attackers
        if s.probe:
            self._probe(s)
        else:
            self._attack(s)

    def _attack(self, s: A) -> None:
        game = self.game
        s.advanced = 0
        s.fought |= s.attackers
        s.struck |= units_in(s.at, s.target)
        what = "momentum attack" if s.momentum_now else "attack"
        s.report(
            game.assault.rules.attack,
            "{} {} on {} with {}",
            game.side_names[self.seat(s)],
            what,
            game.place_name(s.target),
            game.names(s.attackers),
        )
        self.push(s, AfterCombat)
        game.assault.resolve(s)

    def _probe(self, s: A) -> None:
        """Advance the units, without a roll or losses."""
        game = self.game
        s.probed |= s.attackers
        s.report(game.assault.rules.probe, "probe into {} by {}", game.place_name(s.target), game.names(s.attackers))
        for unit in bits(s.attackers):
            game.assault.enter(s, unit, s.target)
        s.advanced, s.first_probe = (0, False) if s.momentum_now else (s.attackers, True)
        clear(game, s)
        offer_momentum(game, s)


class AfterCombat(Procedure[G, A]):
    """Ends a combat and lets units that advanced make a momentum attack."""

    name = "after-combat"

    def run(self, s: A) -> None:
        if s.momentum_now:
            s.advanced = 0
        s.first_probe = False
        clear(self.game, s)
        self.pop(s)
        offer_momentum(self.game, s)


class Momentum(Phasing[G, A]):
    """Units that have advanced may attack again, or probe, at once."""

    name = "momentum"
    case = Pursuit

    def prompt(self, s: A) -> Prompt:
        names = self.game.names(s.advanced)
        return Prompt(f"Momentum: {names} may attack again, or pass.", self.game.assault.rules.momentum)

    def do_attack(self, s: A, h: int) -> None:
        self.pop(s)
        announce(self.game, s, h, momentum=True)

    def do_probe(self, s: A, h: int) -> None:
        self.pop(s)
        announce(self.game, s, h, probe=True, momentum=True)

    def do_pass(self, s: A, _: int) -> None:
        s.advanced, s.first_probe = 0, False
        self.pop(s)
