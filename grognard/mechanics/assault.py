"""Attacks on one hex at a time, probing attacks and momentum attacks.

The phasing side names a hex, gathers units next to it and resolves; nothing is mandatory. Units that
advanced may at once make one momentum attack. A probe is an advance into an empty hex in an enemy
zone, by units next to an enemy; it may lead to a momentum attack, or be one, but not both.

A game derives an :class:`Assault`, which says who may attack what, and lists these steps, or its own
forms of them, among its steps.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, Protocol

from ..engine.action import Refusal
from ..engine.game import Game
from ..engine.step import ONLY, Offer, Procedure, Prompt, Step
from ..hexes import bits
from .stacks import hexes_of, units_in, units_on


class AssaultState(Protocol):
    """What these steps read and write in a game's state."""

    phasing: int
    at: list[int]
    occupied: list[int]
    agenda: list[tuple[int, ...]]
    #: in this phase: who has attacked, been attacked, probed; and who has made a momentum attack
    fought: int
    struck: int
    probed: int
    momentum: int
    #: the combat in hand: where, by whom, whether a probe, whether a momentum attack
    target: int
    attackers: int
    probe: int
    momentum_now: int
    #: who has advanced in it, and whether a probe came first
    advanced: int
    first_probe: int

    def tell(self, rule: str, text: str, *args: Any) -> None: ...


class Rules(NamedTuple):
    """The clauses that stand behind the steps."""

    attack: str
    gather: str
    once: str
    factors: str
    stacking: str
    advance: str
    momentum: str
    probe: str


class Assault:
    """Who may attack what. ``easy`` means a probe or a momentum attack, for games that narrow those."""

    rules: ClassVar[Rules]
    #: what a probe may not be made across
    barrier: ClassVar[str] = "a hexside that cannot be crossed"

    def __init__(self, game: Any) -> None:
        self.game = game

    # -- what a game says --------------------------------------------------------------------

    def near(self, hexes: int, *, easy: bool = False) -> int:
        """Every hex next to the set that can be attacked from it."""
        raise NotImplementedError

    def able(self, s: Any) -> int:
        """Units of the phasing side that may attack at all."""
        raise NotImplementedError

    def targets_of(self, s: Any, units: int, *, easy: bool) -> int:
        """Every hex some of these units could attack."""
        return self.near(hexes_of(s.at, units), easy=easy)

    def from_which(self, s: Any, units: int, h: int, *, easy: bool) -> int:
        """Those of the units that could attack a hex."""
        return units_on(s.at, units, self.near(1 << h, easy=easy))

    def together(self, s: Any, units: int, unit: int) -> bool:
        """Whether a unit may attack together with others."""
        return True

    def ready(self, s: Any) -> bool:
        """Whether the attack in hand can be resolved."""
        return bool(s.attackers)

    def untouched(self, s: Any, h: int) -> bool:
        """Whether somebody in a hex has not been attacked in this phase."""
        return bool(units_in(s.at, h) & ~s.struck)

    def may_probe(self, s: Any, units: int) -> int:
        """Those of the units that may probe, wherever they stand."""
        return units

    def may_go_on(self, s: Any, units: int) -> int:
        """Those of the units that may make a momentum attack after an advance."""
        return units

    def closed(self, s: Any, *, probe: bool, momentum: bool) -> int:
        """Hexes that no such attack may be made into."""
        return 0

    def zone(self, s: Any, side: int) -> int:
        """Every hex in a zone of control of a side."""
        raise NotImplementedError

    def fits(self, s: Any, units: int) -> bool:
        """Whether these units may stand in one hex together."""
        raise NotImplementedError

    def room(self, s: Any, h: int, unit: int) -> bool:
        """Whether a unit may be added to a hex."""
        raise NotImplementedError

    def enter(self, s: Any, unit: int, h: int) -> None:
        """A unit goes into a hex, with all that follows."""
        raise NotImplementedError

    def begun(self, s: Any) -> None:
        """The units of the attack or probe in hand are chosen, and it begins."""

    def announced(self, s: Any) -> None:
        """An attack has been announced: whatever the other side may answer goes on the agenda."""

    def resolve(self, s: Any) -> None:
        """The attack in hand is resolved: what it needs goes on the agenda."""
        raise NotImplementedError

    def over(self, s: Any) -> None:
        """The combat in hand is over: forget what a game keeps of it."""

    def why_closed(self, s: Any, verb: str, h: int, *, momentum: bool) -> Refusal | None:
        """A reason of the game's own why a hex cannot be attacked or probed."""
        return None

    def why_unable(self, s: Any, unit: int) -> Refusal | None:
        """A reason of the game's own why a unit cannot take part in the attack in hand."""
        return None

    # -- what follows ------------------------------------------------------------------------

    def fresh(self, s: AssaultState) -> int:
        """Units that have neither attacked nor probed in this phase."""
        return self.able(s) & ~s.fought & ~s.probed

    def going_on(self, s: AssaultState) -> int:
        """Units that have just advanced and may make a momentum attack."""
        return self.may_go_on(s, self.able(s) & s.advanced & ~s.momentum)

    def probers(self, s: AssaultState, units: int) -> int:
        """Those of the units that may probe and stand next to an enemy."""
        return units_on(s.at, self.may_probe(s, units), self.near(s.occupied[1 - s.phasing]))

    def probe_targets(self, s: AssaultState, units: int, *, momentum: bool = False) -> int:
        """The empty hexes in an enemy zone that these units can probe into."""
        held = s.occupied[0] | s.occupied[1]
        open_hexes = self.zone(s, 1 - s.phasing) & ~held & ~self.closed(s, probe=True, momentum=momentum)
        return self.targets_of(s, self.probers(s, units), easy=True) & open_hexes & int(self.game.board.playable)

    def attack_targets(self, s: AssaultState, units: int, *, momentum: bool = False) -> int:
        """Enemy hexes these units can attack: each at most once a phase, but for momentum.

        A hex counts as attacked if all units in it have been: a beaten unit that retreated onto a fresh
        stack fights again with it.
        """
        found = self.targets_of(s, units, easy=momentum) & s.occupied[1 - s.phasing]
        found &= ~self.closed(s, probe=False, momentum=momentum)
        if momentum:
            return found
        return sum(1 << h for h in bits(found) if self.untouched(s, h))

    def momentum_targets(self, s: AssaultState) -> Offer:
        """What the units that advanced may attack; after a probe the momentum attack may not be one as well."""
        units = self.going_on(s)
        out = {"attack": self.attack_targets(s, units, momentum=True)}
        if not s.first_probe:
            out["probe"] = self.probe_targets(s, units, momentum=True)
        return out

    def announce(self, s: AssaultState, h: int, *, probe: int, momentum: int) -> None:
        s.target, s.attackers, s.probe, s.momentum_now = h, 0, probe, momentum
        s.agenda.append((self.game.codes[Declare],))
        self.announced(s)

    def clear(self, s: AssaultState) -> None:
        """The combat in hand is over."""
        s.target = -1
        s.attackers = s.probe = s.momentum_now = 0
        self.over(s)

    def refuse_target(self, s: AssaultState, verb: str, h: int, units: int, *, momentum: bool) -> Refusal:
        there, rules = self.game.place_name(h), self.rules
        if verb == "attack" and not s.occupied[1 - s.phasing] >> h & 1:
            return Refusal(rules.attack, f"there is no enemy in {there}")
        if verb == "probe" and (s.occupied[0] | s.occupied[1]) >> h & 1:
            return Refusal(rules.probe, f"{there} is not unoccupied")
        closed = self.why_closed(s, verb, h, momentum=momentum)
        if closed is not None:
            return closed
        return self._why_not_attack(s, h, momentum) if verb == "attack" else self._why_not_probe(s, h, units)

    def _why_not_attack(self, s: AssaultState, h: int, momentum: bool) -> Refusal:
        there, rules = self.game.place_name(h), self.rules
        if not momentum and not self.untouched(s, h):
            return Refusal(rules.once, f"the units in {there} have been attacked in this phase")
        beside = units_on(s.at, self.game.units_of[s.phasing], self.near(1 << h))
        if beside & (s.fought | s.probed):
            return Refusal(rules.once, f"the units next to {there} that could attack it have attacked in this phase")
        return Refusal(rules.attack, f"no unit next to {there} may attack it")

    def _why_not_probe(self, s: AssaultState, h: int, units: int) -> Refusal:
        there, rules = self.game.place_name(h), self.rules
        if not self.zone(s, 1 - s.phasing) >> h & 1:
            return Refusal(rules.probe, f"{there} is not in an enemy zone")
        if units_on(s.at, self.probers(s, units), self.game.board.grid.neighbours(1 << h)):
            return Refusal(rules.probe, f"{self.barrier} lies between {there} and the units next to it")
        return Refusal(rules.probe, f"no unit next to {there} that may probe is adjacent to an enemy")


def marked(game: Any, s: Any) -> dict[str, int]:
    """What the markers on the counters would say of moves and attacks: for each word its units."""
    phase = game.phase_of(s)
    target = units_in(s.at, s.target) if s.target >= 0 else 0
    return {
        "moved": s.moved if phase.endswith("movement") else 0,
        "fought": (s.fought | s.probed) if phase.endswith("combat") else 0,
        "target": target & game.units_of[1 - s.phasing],
        "attacking": s.attackers,
        "advanced": s.advanced,
    }


def in_hand(game: Any, s: Any) -> tuple[int, ...]:
    """The unit that the step in force names, or the stack that is about to move."""
    return Game.hand(game, s) or (() if s.over else tuple(s.hand))


class Combat(Step):
    """The Combat Phase: announce an attack or a probe, or end the phase; nothing is mandatory."""

    name = "combat"

    def seat(self, s: Any) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: Any) -> Prompt:
        rule = self.game.assault.rules.attack
        return Prompt("Choose a hex to attack or to probe, or end the Combat Phase.", rule)

    def offer(self, s: Any) -> Offer:
        assault: Assault = self.game.assault
        units = assault.fresh(s)
        return {"attack": assault.attack_targets(s, units), "probe": assault.probe_targets(s, units), "done": ONLY}

    def do_attack(self, s: Any, h: int) -> None:
        self.game.assault.announce(s, h, probe=0, momentum=0)

    def do_probe(self, s: Any, h: int) -> None:
        self.game.assault.announce(s, h, probe=1, momentum=0)

    def do_done(self, s: Any, _: int) -> None:
        self.pop(s)

    def refuse(self, s: Any, verb: str, arg: int) -> Refusal:
        assault: Assault = self.game.assault
        if verb in ("attack", "probe"):
            return assault.refuse_target(s, verb, arg, assault.fresh(s), momentum=False)
        return self.out_of_place(s, verb)


def begin_combat_phase(s: AssaultState) -> None:
    s.fought = s.struck = s.probed = 0


class Declare(Step):
    """An attack or probe being put together."""

    name = "declare"

    def seat(self, s: Any) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: Any) -> Prompt:
        there, rules = self.game.place_name(s.target), self.game.assault.rules
        what = "Probe into" if s.probe else "Momentum attack on" if s.momentum_now else "Attack on"
        then = "add units, or resolve it" if s.attackers else "choose the units that take part"
        return Prompt(f"{what} {there}: {then}.", rules.probe if s.probe else rules.gather, s.target)

    def pool(self, s: Any) -> int:
        """The units this kind of attack may use, wherever they stand."""
        assault: Assault = self.game.assault
        units = assault.going_on(s) if s.momentum_now else assault.fresh(s)
        return assault.probers(s, units) if s.probe else units

    def beside(self, s: Any, units: int) -> int:
        """Those of the units that can attack the target from where they stand."""
        return int(self.game.assault.from_which(s, units, s.target, easy=bool(s.probe or s.momentum_now)))

    def offer(self, s: Any) -> Offer:
        assault: Assault = self.game.assault
        units = self.beside(s, self.pool(s) & ~s.attackers)
        units = sum(1 << u for u in bits(units) if assault.together(s, s.attackers, u))
        if s.probe:
            units = sum(1 << u for u in bits(units) if assault.fits(s, s.attackers | 1 << u))
        out: Offer = {"with": units}
        if s.attackers and (s.probe or assault.ready(s)):
            out["resolve"] = ONLY
        return out

    def do_with(self, s: Any, unit: int) -> None:
        s.attackers |= 1 << unit

    def do_resolve(self, s: Any, _: int) -> None:
        self.pop(s)
        self.game.assault.begun(s)
        if s.momentum_now:
            s.momentum |= s.attackers
        if s.probe:
            self._probe(s)
            return
        s.advanced = 0
        s.fought |= s.attackers
        s.struck |= units_in(s.at, s.target)
        game = self.game
        what = "momentum attack" if s.momentum_now else "attack"
        s.tell(game.assault.rules.attack, "{} {} on {} with {}", game.side_names[self.seat(s)], what,
               game.place_name(s.target), game.names(s.attackers))  # fmt: skip
        self.push(s, AfterCombat)
        game.assault.resolve(s)

    def _probe(self, s: Any) -> None:
        """The units simply advance; nobody loses anything."""
        from .advance import offer_momentum

        game = self.game
        s.probed |= s.attackers
        s.tell(game.assault.rules.probe, "probe into {} by {}", game.place_name(s.target), game.names(s.attackers))
        for unit in bits(s.attackers):
            game.assault.enter(s, unit, s.target)
        s.advanced, s.first_probe = (0, 0) if s.momentum_now else (s.attackers, 1)
        game.assault.clear(s)
        offer_momentum(game, s)

    def refuse(self, s: Any, verb: str, arg: int) -> Refusal:
        if verb == "resolve":
            rules = self.game.assault.rules
            if s.attackers:
                return Refusal(rules.factors, "nobody who takes part has an attack factor")
            return Refusal(rules.attack, "nobody takes part yet")
        if verb != "with":
            return self.out_of_place(s, verb)
        return self._refuse_with(s, arg, self.game.counters[arg].id)

    def _refuse_with(self, s: Any, unit: int, name: str) -> Refusal:
        game, bit = self.game, 1 << unit
        assault: Assault = game.assault
        rules, there = assault.rules, game.place_name(s.target)
        if game.side_of[unit] != s.phasing or s.at[unit] < 0:
            return Refusal(rules.attack, f"{name} is not a unit of the attacker on the map")
        own = assault.why_unable(s, unit)
        if s.attackers & bit:
            return Refusal(rules.once, f"{name} takes part already")
        if own is not None:
            return own
        if s.momentum_now and not assault.going_on(s) & bit:
            return Refusal(rules.momentum, f"only units that have just advanced, and may go on, join: {name} may not")
        if not s.momentum_now and (s.fought | s.probed) & bit:
            return Refusal(rules.once, f"{name} has attacked already in this phase")
        if not self.beside(s, bit):
            return Refusal(rules.attack, f"{name} is not adjacent to {there}, or may not cross into it so")
        if s.probe and not assault.fits(s, s.attackers | bit):
            return Refusal(rules.stacking, f"{there} would be overstacked")
        return Refusal(rules.probe, f"{name} is not adjacent to an enemy and may not probe")


class AfterCombat(Procedure):
    """When a combat is over, units that advanced may go on."""

    name = "after-combat"

    def run(self, s: Any) -> None:
        from .advance import offer_momentum

        if s.momentum_now:
            s.advanced = 0
        s.first_probe = 0
        self.game.assault.clear(s)
        self.pop(s)
        offer_momentum(self.game, s)
