"""Chapter 12: the First Allied Airborne Army, from the holding box to the link-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import ONLY, Offer, Procedure, Prompt, Step
from ...hexes import bits
from ...mechanics.stacks import hexes_of
from . import supply
from .asides import Asides
from .pieces import eliminate, enter, lose_step, place, steps_of
from .stacking import legal, load, refuse_room, room, rooms
from .state import AIRBORNE, ALLIED, ELIMINATED, GERMAN, LANDING, REMOVED, RhineState

if TYPE_CHECKING:
    from .game import RhineGame

#: Stacking value of a corps and so of what makes it up, in half divisions (12.9, ruling 12.2p).
_SIZE = 4


def components(game: RhineGame, s: RhineState, corps: int) -> int:
    """The units that make up a corps."""
    return s.made1 if corps == game.corps1 else s.made18


def set_components(game: RhineGame, s: RhineState, corps: int, units: int) -> None:
    if corps == game.corps1:
        s.made1 = units
    else:
        s.made18 = units


def bound_in_corps(game: RhineGame, s: RhineState) -> int:
    """Units in the box that make up a corps on the map: they may not be used otherwise (12.2)."""
    return s.made1 | s.made18


def available(game: RhineGame, s: RhineState, corps: int) -> int:
    """Units that may make up a corps: in the box since the game turn began, of its nation (12.2)."""
    group = "bc" if corps == game.corps1 else "us"
    units = s.boxed & game.roster.paratroops & game.roster.groups[group] & ~bound_in_corps(game, s)
    return sum(1 << u for u in bits(units) if s.at[u] == AIRBORNE)


def steps_in(game: RhineGame, s: RhineState, units: int) -> int:
    return sum(steps_of(game, s, u) for u in bits(units))


def eligible(game: RhineGame, s: RhineState) -> int:
    """The corps that may drop now."""
    year = 1 if game.tables.year(s.turn) == 1944 else 2
    if s.dropped & year:
        return 0
    out = 0
    for corps in (game.corps1, game.corps18):
        if s.at[corps] == AIRBORNE and completes(game, s, corps, 0):
            out |= 1 << corps
    return out


def completes(game: RhineGame, s: RhineState, corps: int, made: int) -> bool:
    """Whether these units, and others of the box, can make up three steps within two divisions (12.2)."""
    if steps_in(game, s, made) >= game.tables.airborne_steps:
        return True
    return any(
        load(game, made | 1 << u) <= _SIZE and completes(game, s, corps, made | 1 << u)
        for u in bits(available(game, s, corps) & ~made)
    )


def drop_hexes(game: RhineGame, s: RhineState, corps: int) -> int:
    """Where a corps may be dropped (12.3): clear or town, in the fully supplied sector, near the other corps."""
    ground = (game.board.terrain.get("clear", 0) | game.towns) & ~game.cities & ~game.ruhr & ~game.hook
    out = ground & game.land & ~supply.frozen(game, s) & supply.full_sector(game, s)
    other = s.land18 if corps == game.corps1 else s.land1
    if other >= 0:
        out &= game.board.grid.within(other, game.tables.airborne_apart)
    for h in bits(out & s.occupied[ALLIED]):
        if not legal(game, s, s.pile[h] | 1 << corps | _landing(game, s, h), h):
            out &= ~(1 << h)
    return out


def _landing(game: RhineGame, s: RhineState, h: int) -> int:
    """The corps that are to land in a hex."""
    return (1 << game.corps1 if s.land1 == h else 0) | (1 << game.corps18 if s.land18 == h else 0)


class AirbornePhase(Procedure):
    """Whoever cannot drop is not asked (12.8)."""

    name = "airborne-phase"

    def run(self, s: RhineState) -> None:
        self.pop(s)
        if eligible(self.game, s):
            self.push(s, AirborneEntry, -1)


class AirborneEntry(Asides):
    """The corps are made up and given their drop hexes. Argument: the corps being prepared."""

    name = "airborne-entry"
    args = ("unit",)
    orders_stacks = False

    def seat(self, s: RhineState) -> str:
        return str(self.game.sides[ALLIED])

    def prompt(self, s: RhineState) -> Prompt:
        corps = s.agenda[-1][1]
        if corps < 0:
            return Prompt("Prepare a corps for an airdrop, or go on.", "12.2")
        name = self.game.counters[corps].id
        if self._enough(s, corps):
            return Prompt(f"{name}: choose its drop hex, or add a unit.", "12.3")
        return Prompt(f"{name}: choose the units that make it up, three steps at least.", "12.2")

    def _enough(self, s: RhineState, corps: int) -> bool:
        game: RhineGame = self.game
        return steps_in(game, s, components(game, s, corps)) >= game.tables.airborne_steps

    def _joiners(self, s: RhineState, corps: int) -> int:
        game: RhineGame = self.game
        made = components(game, s, corps)
        out = 0
        for u in bits(available(game, s, corps)):
            if load(game, made | 1 << u) <= _SIZE and completes(game, s, corps, made | 1 << u):
                out |= 1 << u
        return out

    def offer(self, s: RhineState) -> Offer:
        game: RhineGame = self.game
        corps = s.agenda[-1][1]
        if corps < 0:
            waiting = eligible(game, s) & ~self._prepared(s)
            waiting = sum(1 << c for c in bits(waiting) if drop_hexes(game, s, c))
            out: Offer = {"select": waiting, "done": ONLY}
            return out if self._prepared(s) else {**out, **self.aside_offer(s)}
        out = {"with": self._joiners(s, corps)}
        if self._enough(s, corps):
            out["land"] = drop_hexes(game, s, corps)
        return out

    def _prepared(self, s: RhineState) -> int:
        game: RhineGame = self.game
        return (1 << game.corps1 if s.land1 >= 0 else 0) | (1 << game.corps18 if s.land18 >= 0 else 0)

    def do_select(self, s: RhineState, corps: int) -> None:
        set_components(self.game, s, corps, 0)
        self.become(s, corps)

    def do_with(self, s: RhineState, unit: int) -> None:
        corps = s.agenda[-1][1]
        set_components(self.game, s, corps, components(self.game, s, corps) | 1 << unit)

    def do_land(self, s: RhineState, h: int) -> None:
        if s.agenda[-1][1] == self.game.corps1:
            s.land1 = h
        else:
            s.land18 = h
        self.become(s, -1)

    def do_done(self, s: RhineState, _: int) -> None:
        game: RhineGame = self.game
        self.pop(s)
        corps = self._prepared(s)
        if not corps:
            return
        s.dropped |= 1 if game.tables.year(s.turn) == 1944 else 2
        s.aerial = 0  # the markers are gone at once (ruling 8.18l)
        s.no_air = True
        for unit in bits(corps):
            s.steps[unit] = 0  # ruling 12.8e
            place(game, s, unit, LANDING)
        self.push(s, Landings)

    def refuse(self, s: RhineState, verb: str, arg: int) -> Refusal:
        game: RhineGame = self.game
        corps = s.agenda[-1][1]
        if verb in ("lift", "supply") and corps < 0:
            return self.refuse_aside(s, verb, arg)
        if verb == "select" and corps < 0:
            return self._refuse_corps(s, arg)
        if verb == "with" and corps >= 0:
            return self._refuse_with(s, corps, arg)
        if verb == "land" and corps >= 0:
            return self._refuse_land(s, corps, arg)
        if verb == "done":
            return Refusal("12.3", f"{game.counters[corps].id} has no drop hex yet")
        return self.out_of_place(s, verb)

    def _refuse_corps(self, s: RhineState, unit: int) -> Refusal:
        game: RhineGame = self.game
        name = game.counters[unit].id
        if not game.roster.corps >> unit & 1:
            return Refusal("12.2", f"{name} is not an airborne corps")
        if self._prepared(s) >> unit & 1:
            return Refusal("12.3", f"{name} has its drop hex")
        if s.at[unit] != AIRBORNE:
            return Refusal("12.5", f"{name} is not in the holding box")
        return Refusal("12.2", f"{name} lacks three steps in the box since the turn began, or a hex to drop into")

    def _refuse_with(self, s: RhineState, corps: int, unit: int) -> Refusal:
        game: RhineGame = self.game
        name = game.counters[unit].id
        if available(game, s, corps) >> unit & 1:
            return Refusal("12.2", f"with {name} the corps would be more than two divisions, or short of three steps")
        return Refusal("12.2", f"{name} has not been in the box since the turn began, or is of another nation")

    def _refuse_land(self, s: RhineState, corps: int, h: int) -> Refusal:
        game: RhineGame = self.game
        there = game.place_name(h)
        if not self._enough(s, corps):
            return Refusal("12.2", "the corps needs three steps first")
        if supply.frozen(game, s) >> h & 1:
            return Refusal("10.18", f"{there} is flooded")
        if not supply.full_sector(game, s) >> h & 1:
            return Refusal("12.3", f"{there} is not in the fully supplied sector")
        other = s.land18 if corps == game.corps1 else s.land1
        if other >= 0 and game.board.grid.distance(other, h) > game.tables.airborne_apart:
            return Refusal("12.3", f"{there} is more than six hexes from the other drop hex")
        if s.occupied[ALLIED] >> h & 1:
            return refuse_room(game, s, h, 1 << corps | _landing(game, s, h))
        return Refusal("12.3", f"{there} is neither clear nor a town")


class Landings(Procedure):
    """The corps come down, empty hexes first; where Germans stand, battle after battle until it is decided (12.4)."""

    name = "landings"

    def run(self, s: RhineState) -> None:
        game: RhineGame = self.game
        ends = [h for h in dict.fromkeys((s.land1, s.land18)) if h >= 0]
        ends.sort(key=lambda h: s.occupied[GERMAN] >> h & 1)
        if not ends:
            self.pop(s)
            s.target, s.attackers = -1, 0
            return
        h = ends[0]
        corps = sum(1 << c for c in bits(_landing(game, s, h)) if s.at[c] == LANDING)
        if not corps:
            self._forget(s, h)
        elif s.occupied[GERMAN] >> h & 1:
            self._fight(s, h, corps)
        else:
            self._forget(s, h)
            for unit in bits(corps):
                s.tell("12.3", "{} holds {}", game.counters[unit].id, game.place_name(h))
                enter(game, s, unit, h)

    @staticmethod
    def _forget(s: RhineState, h: int) -> None:
        if s.land1 == h:
            s.land1 = -1
        if s.land18 == h:
            s.land18 = -1

    def _fight(self, s: RhineState, h: int, corps: int) -> None:
        from .results import resolve

        game: RhineGame = self.game
        s.target, s.attackers = h, corps
        s.bombers = s.short = False
        s.bombs = s.pending = 0
        s.tell("12.4", "airdrop on {} by {}", game.place_name(h), game.names(corps))
        self.push(s, AfterDrop)
        resolve(game, s)


class AfterDrop(Procedure):
    """A round of an airdrop battle is over; nobody advances, the corps is there."""

    name = "after-drop"

    def run(self, s: RhineState) -> None:
        s.target = -1
        s.attackers = s.pending = s.advanced = 0
        self.pop(s)


def corps_reduced(game: RhineGame, s: RhineState, corps: int) -> None:
    """A corps has lost a step: so has one of its components (12.5)."""
    units = components(game, s, corps)
    if units & (units - 1):
        s.agenda.append((game.codes[ComponentLoss], corps))
    elif units:
        component_loss(game, s, units.bit_length() - 1)


def component_loss(game: RhineGame, s: RhineState, unit: int) -> None:
    """A component division is reduced, or a brigade or reduced division goes to the dead pile (ruling 12.5j)."""
    bit = ~(1 << unit)
    gone = steps_of(game, s, unit) == 1
    lose_step(game, s, unit, "12.5")
    if gone:
        s.made1 &= bit
        s.made18 &= bit


def corps_lost(game: RhineGame, s: RhineState, corps: int, rule: str) -> None:
    """A corps is gone for good, and all that made it up (12.5)."""
    for unit in bits(components(game, s, corps)):
        eliminate(game, s, unit, "12.5", REMOVED)
    set_components(game, s, corps, 0)
    eliminate(game, s, corps, rule, REMOVED)


class ComponentLoss(Step):
    """The Allied player chooses the component that bears a corps' loss (12.5). Argument: the corps."""

    name = "component-loss"
    args = ("unit",)

    def seat(self, s: RhineState) -> str:
        return str(self.game.sides[ALLIED])

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt(f"Choose the unit of {self.game.counters[s.agenda[-1][1]].id} that loses a step.", "12.5")

    def offer(self, s: RhineState) -> Offer:
        return {"lose": components(self.game, s, s.agenda[-1][1])}

    def do_lose(self, s: RhineState, unit: int) -> None:
        self.pop(s)
        component_loss(self.game, s, unit)

    def refuse(self, s: RhineState, verb: str, arg: int) -> Refusal:
        if verb != "lose":
            return self.out_of_place(s, verb)
        return Refusal("12.5", f"{self.game.counters[arg].id} is not a component of the corps")


class LinkUp(Procedure):
    """At the end of the Allied player turn every corps with a regular unit at hand is exchanged (12.6).

    Which they are is judged once: the units of one corps do not link up with the other in the same turn.
    """

    name = "link-up"

    def run(self, s: RhineState) -> None:
        game: RhineGame = self.game
        self.pop(s)
        regular = hexes_of(s.at, game.units_of[ALLIED] & s.on_map & ~game.roster.corps)
        near = regular | game.board.grid.neighbours(regular)
        linked: dict[int, list[int]] = {}
        for corps in (game.corps18, game.corps1):
            h = s.at[corps]
            if h >= 0 and near >> h & 1:
                linked.setdefault(h, []).append(corps)
        for h, found in linked.items():
            for corps in found:
                s.tell("12.6", "{} links up in {}", game.counters[corps].id, game.place_name(h))
                place(game, s, corps, AIRBORNE)
                s.steps[corps] = 0
            exchange(game, s, found[0] if len(found) == 1 else -1, h)


def made_of(game: RhineGame, s: RhineState, corps: int) -> int:
    """The units of a corps, or of both for -1."""
    return components(game, s, corps) if corps >= 0 else s.made1 | s.made18


def exchange(game: RhineGame, s: RhineState, corps: int, h: int) -> None:
    """The components take the place of their corps; the player is asked if they do not all fit (ruling 12.6j)."""
    made = made_of(game, s, corps)
    if s.occupied[GERMAN] >> h & 1 or not legal(game, s, s.pile[h] | made, h):
        s.agenda.append((game.codes[Exchange], corps, h, -1))
        return
    for unit in bits(made):
        release(game, s, unit, h)


def release(game: RhineGame, s: RhineState, unit: int, h: int) -> None:
    """A component stands on its own again."""
    s.made1 &= ~(1 << unit)
    s.made18 &= ~(1 << unit)
    enter(game, s, unit, h)
    bind(game, s, unit)


class Exchange(Step):
    """The components take the place of their corps (12.6). Arguments: corps or -1 for both, hex, unit in hand.

    Those that do not fit go to hexes next to it, and are lost only if there is none (ruling 12.6j).
    """

    name = "exchange"
    args = ("unit", "hex", "unit")

    def seat(self, s: RhineState) -> str:
        return str(self.game.sides[ALLIED])

    def prompt(self, s: RhineState) -> Prompt:
        corps, unit = s.agenda[-1][1], s.agenda[-1][3]
        if unit >= 0:
            return Prompt(f"Choose the hex for {self.game.counters[unit].id}.", "12.6")
        names = self.game.names(made_of(self.game, s, corps))
        return Prompt(f"{names} take the place of their corps: choose one to place, or go on.", "12.6")

    def hexes(self, s: RhineState, h: int, unit: int) -> int:
        """The hex of the corps if there is room, else those next to it that are Allied and free of Germans."""
        game: RhineGame = self.game
        if not s.occupied[GERMAN] >> h & 1 and room(game, s, h, unit):
            return 1 << h
        near = game.lines.next(1 << h) & s.allied & ~s.occupied[GERMAN] & ~supply.frozen(game, s) & ~game.hook
        return rooms(game, s, near, 1 << unit)

    def offer(self, s: RhineState) -> Offer:
        game: RhineGame = self.game
        _, corps, h, unit = s.agenda[-1]
        if unit >= 0:
            return {"place": self.hexes(s, h, unit)}
        made = made_of(game, s, corps)
        out: Offer = {"select": sum(1 << u for u in bits(made) if self.hexes(s, h, u))}
        return out if out["select"] else {"done": ONLY}

    def do_select(self, s: RhineState, unit: int) -> None:
        _, corps, h, _ = s.agenda[-1]
        self.become(s, corps, h, unit)

    def do_place(self, s: RhineState, there: int) -> None:
        _, corps, h, unit = s.agenda[-1]
        release(self.game, s, unit, there)
        self.become(s, corps, h, -1)
        if not made_of(self.game, s, corps):
            self.pop(s)

    def do_done(self, s: RhineState, _: int) -> None:
        game: RhineGame = self.game
        _, corps, _, _ = s.agenda[-1]
        self.pop(s)
        for unit in bits(made_of(game, s, corps)):
            s.made1 &= ~(1 << unit)
            s.made18 &= ~(1 << unit)
            eliminate(game, s, unit, "12.6", ELIMINATED)

    def refuse(self, s: RhineState, verb: str, arg: int) -> Refusal:
        game: RhineGame = self.game
        unit = s.agenda[-1][3]
        if verb == "done":
            return Refusal("12.6", "there are units to be placed still")
        if verb == "select":
            return Refusal("12.6", f"{game.counters[arg].id} is not a component to be placed now")
        if verb == "place" and unit >= 0:
            return Refusal("12.6", f"{game.counters[unit].id} cannot be placed in {game.place_name(arg)}")
        return self.out_of_place(s, verb)


def bind(game: RhineGame, s: RhineState, unit: int) -> None:
    """An airborne unit with an asterisk belongs to the sector it comes on in (ruling 9.5w)."""
    if game.roster.code[unit] == "*":
        if game.south >> s.at[unit] & 1:
            s.southern |= 1 << unit
        else:
            s.southern &= ~(1 << unit)
