"""Chapter 11.0 to 11.5 and 11.9: announcing attacks and probes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import ONLY, Offer, Procedure, Prompt, Step
from ...hexes import bits
from . import markers, stacking, supply
from .preview import odds_column
from .results import CombatDie, carry_out
from .state import FIGHT_MOVE, GERMAN, SOVIET, OderState
from .units import enter, units_in, units_on

if TYPE_CHECKING:
    from .game import OderGame


def begin_combat_phase(s: OderState) -> None:
    s.fought = s.struck = s.probed = 0


def near(game: OderGame, hexes: int) -> int:
    """Every hex next to the set that can be attacked from it: not across an all-sea hexside (ruling 11.0)."""
    return game.lines.next(hexes)


def able(game: OderGame, s: OderState) -> int:
    """Units of the phasing side that may attack at all: not static, with an attack factor, and Shock
    Armies only if the Soviets fight before they move, and never on Game Turn 1 (11.0, 5.2, 5.3)."""
    units = game.units_of[s.phasing] & ~game.roster.static & game.armed
    if s.phasing == SOVIET and (s.order != FIGHT_MOVE or s.turn == 1):
        units &= ~game.roster.shock
    return units


def fresh(game: OderGame, s: OderState) -> int:
    """Those that have neither attacked nor probed in this phase (11.3, 11.9)."""
    return able(game, s) & ~s.fought & ~s.probed


def probers(game: OderGame, s: OderState, units: int) -> int:
    """Those of the units that stand next to an enemy and may probe (11.9): no Shock Armies."""
    enemies = s.occupied[1 - s.phasing]
    return units_on(s, units & ~game.roster.shock, near(game, enemies))


def probe_targets(game: OderGame, s: OderState, units: int) -> int:
    """The empty hexes in an enemy zone that these units can probe into (11.9)."""
    enemies = s.occupied[1 - s.phasing]
    hexes = 0
    for u in bits(probers(game, s, units)):
        hexes |= 1 << s.at[u]
    empty = ~s.occupied[0] & ~s.occupied[1] & ~game.bridges & ~game.sea
    return near(game, hexes) & game.zones.of(enemies) & empty & game.board.playable


def attack_targets(game: OderGame, s: OderState, units: int, *, again: bool = False) -> int:
    """Enemy hexes these units can attack: each at most once a phase, but for momentum (11.3, 11.8).

    A hex counts as attacked if all units in it have been; a beaten unit that retreated onto a fresh
    stack fights again with it (ruling 11.3).
    """
    hexes = 0
    for u in bits(units):
        h = s.at[u]
        if h >= 0:
            hexes |= 1 << h
    found = near(game, hexes) & s.occupied[1 - s.phasing]
    if again:
        return found
    return sum(1 << h for h in bits(found) if units_in(game, s, h) & ~s.struck)


class Combat(Step):
    """The Combat Phase: announce an attack or a probe, or end the phase; nothing is mandatory (11.0)."""

    name = "combat"

    def seat(self, s: OderState) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: OderState) -> Prompt:
        return Prompt("Choose a hex to attack or to probe, or end the Combat Phase.", "11.0")

    def offer(self, s: OderState) -> Offer:
        game: OderGame = self.game
        units = fresh(game, s)
        out = {"attack": attack_targets(game, s, units), "probe": probe_targets(game, s, units), "done": ONLY}
        if s.phasing == GERMAN:
            out["supply"] = markers.may_supply(game, s)
        return out

    def do_attack(self, s: OderState, h: int) -> None:
        announce(self.game, s, h, probe=0, momentum=0)

    def do_probe(self, s: OderState, h: int) -> None:
        announce(self.game, s, h, probe=1, momentum=0)

    def do_supply(self, s: OderState, unit: int) -> None:
        markers.place_supply(self.game, s, unit)

    def do_done(self, s: OderState, _: int) -> None:
        self.pop(s)

    def refuse(self, s: OderState, verb: str, arg: int) -> Refusal:
        if verb == "supply":
            if s.phasing == GERMAN:
                return markers.refuse_supply(self.game, s, arg)
            return Refusal("8.3", "in the Soviet Combat Phase the German places it when an attack is announced")
        if verb in ("attack", "probe"):
            return refuse_target(self.game, s, verb, arg, fresh(self.game, s), again=False)
        return self.out_of_place(s, verb)


def announce(game: OderGame, s: OderState, h: int, *, probe: int, momentum: int) -> None:
    """An attack or probe is announced; the German may answer a Soviet attack with aerial supply (8.3)."""
    s.target, s.attackers, s.probe, s.momentum_now = h, 0, probe, momentum
    s.agenda.append((game.codes[Declare],))
    if s.phasing == SOVIET and not probe and markers.may_supply(game, s):
        s.agenda.append((game.codes[markers.AerialAnswer],))


def refuse_target(game: OderGame, s: OderState, verb: str, h: int, units: int, *, again: bool) -> Refusal:
    there, enemies = game.place_name(h), s.occupied[1 - s.phasing]
    if verb == "attack":
        if not enemies >> h & 1:
            return Refusal("11.0", f"there is no enemy in {there}")
        if not again and not units_in(game, s, h) & ~s.struck:
            return Refusal("11.3", f"the units in {there} have been attacked in this phase")
        beside = units_on(s, game.units_of[s.phasing], near(game, 1 << h))
        if beside & (s.fought | s.probed):
            return Refusal("11.3", f"the units next to {there} that could attack it have attacked in this phase")
        return Refusal("11.0", f"no unit next to {there} may attack it")
    if (s.occupied[0] | s.occupied[1]) >> h & 1:
        return Refusal("11.9", f"{there} is not unoccupied")
    if game.bridges >> h & 1:
        return Refusal("10.0", f"no unit may end an advance in the land bridge hex {there}")
    if game.sea >> h & 1:
        return Refusal("11.9", f"{there} is sea")
    if not game.zones.of(enemies) >> h & 1:
        return Refusal("11.9", f"{there} is not in an enemy zone")
    beside = units_on(s, probers(game, s, units), game.board.grid.neighbours(1 << h))
    if beside:
        return Refusal("11.9", f"an all-sea hexside lies between {there} and the units next to it")
    return Refusal("11.9", f"no unit next to {there} that may probe is adjacent to an enemy")


class Declare(Step):
    """An attack or probe being put together."""

    name = "declare"

    def seat(self, s: OderState) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: OderState) -> Prompt:
        there = self.game.place_name(s.target)
        what = "Probe into" if s.probe else "Momentum attack on" if s.momentum_now else "Attack on"
        if s.attackers:
            return Prompt(f"{what} {there}: add units, or resolve it.", "11.9" if s.probe else "11.2")
        return Prompt(f"{what} {there}: choose the units that take part.", "11.9" if s.probe else "11.2")

    def pool(self, s: OderState) -> int:
        """The units this kind of attack may use."""
        game: OderGame = self.game
        if s.momentum_now:
            units = able(game, s) & s.advanced & ~s.momentum
        else:
            units = fresh(game, s)
        return probers(game, s, units) if s.probe else units

    def offer(self, s: OderState) -> Offer:
        game: OderGame = self.game
        around = near(game, 1 << s.target)
        units = units_on(s, self.pool(s) & ~s.attackers, around)
        if s.probe:
            limit = game.tables.stacking_limit
            units = sum(1 << u for u in bits(units) if stacking.load(game, s.attackers | 1 << u) <= limit)
        out: Offer = {"with": units}
        if s.attackers:
            out["resolve"] = ONLY
        return out

    def do_with(self, s: OderState, unit: int) -> None:
        s.attackers |= 1 << unit

    def do_resolve(self, s: OderState, _: int) -> None:
        game: OderGame = self.game
        self.pop(s)
        if s.momentum_now:
            s.momentum |= s.attackers
        if s.probe:
            self._probe(s)
            return
        defenders = units_in(game, s, s.target)
        s.advanced = 0
        s.fought |= s.attackers
        s.struck |= defenders
        supply.judge(game, s, s.attackers | defenders)
        s.tell("11.0", "{} attack on {} with {}", game.side_names[self.seat(s)], game.place_name(s.target),
               game.names(s.attackers))  # fmt: skip
        self.push(s, AfterCombat)
        automatic = game.tables.crt.automatic(odds_column(game, s))
        if automatic:
            s.tell("11.5", "the odds are beyond the table: {}", automatic)
            carry_out(game, s, automatic)
        else:
            self.push(s, CombatDie)

    def _probe(self, s: OderState) -> None:
        """The units simply advance; nobody loses anything (11.9)."""
        from .advance import offer_momentum

        game: OderGame = self.game
        s.probed |= s.attackers
        s.tell("11.9", "probe into {} by {}", game.place_name(s.target), game.names(s.attackers))
        for unit in bits(s.attackers):
            enter(game, s, unit, s.target)
        s.advanced, s.first_probe = (0, 0) if s.momentum_now else (s.attackers, 1)
        clear(s)
        offer_momentum(game, s)

    def refuse(self, s: OderState, verb: str, arg: int) -> Refusal:
        game: OderGame = self.game
        if verb == "resolve":
            return Refusal("11.0", "nobody takes part yet")
        if verb != "with":
            return self.out_of_place(s, verb)
        return self._refuse_with(s, arg, game.counters[arg].id)

    def _refuse_with(self, s: OderState, unit: int, name: str) -> Refusal:
        game: OderGame = self.game
        bit = 1 << unit
        if game.side_of[unit] != s.phasing or s.at[unit] < 0:
            return Refusal("11.0", f"{name} is not a unit of the attacker on the map")
        if game.roster.static & bit:
            return Refusal("11.0", f"{name} is static and may not attack")
        if not game.armed & bit:
            return Refusal("11.5", f"{name} has no attack factor")
        if s.attackers & bit:
            return Refusal("11.3", f"{name} takes part already")
        if game.roster.shock & bit and s.probe:
            return Refusal("11.0", f"{name} is a Shock Army and may not probe")
        if game.roster.shock & bit and not able(game, s) & bit:
            return Refusal("5.2" if s.turn == 1 else "5.3", f"{name} is a Shock Army and may not attack in this phase")
        if s.momentum_now and not (s.advanced & ~s.momentum) & bit:
            return Refusal("11.8", f"only mechanized units that have just advanced may join: {name} may not")
        if not s.momentum_now and (s.fought | s.probed) & bit:
            return Refusal("11.3", f"{name} has attacked already in this phase")
        if not near(game, 1 << s.target) >> s.at[unit] & 1:
            return Refusal("11.0", f"{name} is not adjacent to {game.place_name(s.target)}")
        if s.probe and stacking.load(game, s.attackers | bit) > game.tables.stacking_limit:
            return Refusal("6.2", f"{game.place_name(s.target)} would be overstacked")
        return Refusal("11.9", f"{name} is not adjacent to an enemy and may not probe")


def clear(s: OderState) -> None:
    """The combat in hand is over."""
    s.target = -1
    s.attackers = s.probe = s.momentum_now = s.pending = 0
    s.in_supply = s.in_special = s.in_air = 0


class AfterCombat(Procedure):
    """When a combat is over, German mechanized units that advanced may go on (11.8)."""

    name = "after-combat"

    def run(self, s: OderState) -> None:
        from .advance import offer_momentum

        if s.momentum_now:
            s.advanced = 0
        s.first_probe = 0
        clear(s)
        self.pop(s)
        offer_momentum(self.game, s)
