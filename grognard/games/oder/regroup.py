"""Chapter 9: elimination, regrouping and reinforcements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import Die, Offer, Procedure, Prompt, Step
from ...hexes import bits
from . import stacking, supply
from .state import DUE, ELIMINATED, GERMAN, OderState
from .units import controlled, enter, place

if TYPE_CHECKING:
    from .game import OderGame


def score(s: OderState, side: int, points: int) -> None:
    """Victory Points for a side."""
    if side == GERMAN:
        s.vp_german += points
    else:
        s.vp_soviet += points


def eliminate(game: OderGame, s: OderState, unit: int, rule: str, *, judged: bool = True) -> None:
    """A unit is lost: Victory Points at once (4.2.1), then its regroup roll (9.1).

    In combat the supply judged at its start counts; otherwise it is looked at now (ruling 4.2.1).
    """
    bit, side = 1 << unit, game.side_of[unit]
    if judged:
        regular, air = bool(s.in_supply & bit), bool(s.in_air & bit)
    else:
        kind = supply.kind_of(game, s, unit)
        regular, air = kind == supply.REGULAR, kind == supply.AERIAL
    points = 1 if regular or air else 2
    s.tell(rule, "{} is eliminated in {}: {} to the {}", game.counters[unit].id, game.place_name(s.at[unit]),
           "1 point" if points == 1 else "2 points", game.side_names[game.sides[1 - side]])  # fmt: skip
    score(s, 1 - side, points)
    place(game, s, unit, ELIMINATED)
    s.pending &= ~bit
    s.attackers &= ~bit
    s.advanced &= ~bit
    if s.aerial == unit:
        s.aerial = -1  # the marker is back with the next Game Turn (ruling 8.3)
    if game.roster.regroups & bit:
        s.agenda.append((game.codes[RegroupDie], unit, 1 if regular else 2, 0))


class RegroupDie(Die):
    """How many Game Turns later a lost unit comes back: one die, or two if it was cut off (9.1)."""

    name = "regroup-die"
    args = ("unit", "number", "number")

    def prompt(self, s: OderState) -> Prompt:
        return Prompt(f"Roll for the return of {self.game.counters[s.agenda[-1][1]].id}.", "9.1")

    def do_roll(self, s: OderState, roll: int) -> None:
        _, unit, dice, total = s.agenda[-1]
        total += roll
        if dice > 1:
            self.become(s, unit, dice - 1, total)
            return
        self.pop(s)
        name = self.game.counters[unit].id
        turn = s.turn + total
        if turn > s.turns:
            s.tell("9.1", "{} would return on Game Turn {}: it is out of play", name, turn)
            return
        place(self.game, s, unit, DUE)
        s.due_turn[unit] = turn
        s.tell("9.1", "{} returns on Game Turn {}", name, turn)


def due(game: OderGame, s: OderState, side: int) -> int:
    """The units of a side that arrive in this Game Turn."""
    return sum(1 << u for u in bits(game.units_of[side]) if s.at[u] == DUE and s.due_turn[u] == s.turn)


def places(game: OderGame, s: OderState, unit: int) -> int:
    """The hexes where an arriving unit may be placed (9.1.1, 9.2), stacking included."""
    side = game.side_of[unit]
    fixed = game.fixed_entry.get(unit)
    mine = controlled(game, s, side)
    if fixed is not None:
        hexes = 1 << fixed & mine & ~s.once_changed
    else:
        towns = (game.towns | game.cities) & game.start_control[side] & mine & ~s.once_changed
        if side == GERMAN:
            towns &= ~(1 << game.memel) & supply.line_to(game, s, side, game.edges["west"])
        else:
            towns &= supply.line_hexes(game, s, side)
        edge = game.edges["west" if side == GERMAN else "east"]
        hexes = (towns | edge & mine) & ~game.sea & ~game.bridges & ~s.occupied[1 - side]
    return stacking.rooms(game, s, hexes, unit)


class Regroup(Procedure):
    """The Regroup (and Reinforcement) Phase: nothing may be delayed (9.3). The argument is the side."""

    name = "regroup"
    args = ("side",)

    def run(self, s: OderState) -> None:
        game: OderGame = self.game
        side = s.agenda[-1][1]
        for unit in bits(due(game, s, side)):
            if not places(game, s, unit):
                self._lost(s, unit)
        if due(game, s, side):
            self.push(s, Arrivals, side, -1)
        else:
            self.pop(s)

    def _lost(self, s: OderState, unit: int) -> None:
        """A unit without a place is out of play; a Korpsgruppe whose hex was Soviet pays the Soviet (9.2, 9.3)."""
        game: OderGame = self.game
        fixed, side = game.fixed_entry.get(unit), game.side_of[unit]
        soviet_hex = fixed is not None and bool(
            s.once_changed >> fixed & 1 or not controlled(game, s, side) >> fixed & 1
        )
        winner = 1 - side if soviet_hex else side
        remove(game, s, unit, winner, "9.2" if soviet_hex else "9.3", "has no place to arrive")


def remove(game: OderGame, s: OderState, unit: int, winner: int, rule: str, why: str) -> None:
    """An arriving unit goes out of play for good, for one Victory Point."""
    place(game, s, unit, ELIMINATED)
    s.due_turn[unit] = 0
    score(s, winner, 1)
    s.tell(rule, "{} {}: out of play, 1 point to the {}", game.counters[unit].id, why,
           game.side_names[game.sides[winner]])  # fmt: skip


def arrival_rule(side: int) -> str:
    """The rule about a side's arrivals."""
    return "9.2" if side == GERMAN else "9.1.1"


class Arrivals(Step):
    """The owner places the units due, or declines them. Arguments: the side, the unit in hand."""

    name = "arrivals"
    args = ("side", "unit")

    def seat(self, s: OderState) -> str:
        return str(self.game.sides[s.agenda[-1][1]])

    def prompt(self, s: OderState) -> Prompt:
        unit = s.agenda[-1][2]
        if unit >= 0:
            return Prompt(f"Choose the hex where {self.game.counters[unit].id} arrives.", arrival_rule(s.agenda[-1][1]))
        return Prompt("Choose a unit to place, or decline it for a Victory Point.", "9.3")

    def offer(self, s: OderState) -> Offer:
        _, side, unit = s.agenda[-1]
        if unit >= 0:
            return {"place": places(self.game, s, unit)}
        waiting = due(self.game, s, side)
        return {"select": waiting, "decline": waiting}

    def do_select(self, s: OderState, unit: int) -> None:
        self.become(s, s.agenda[-1][1], unit)

    def do_place(self, s: OderState, h: int) -> None:
        game: OderGame = self.game
        unit = s.agenda[-1][2]
        s.due_turn[unit] = 0
        enter(game, s, unit, h)
        s.tell(arrival_rule(game.side_of[unit]), "{} arrives in {}", game.counters[unit].id, game.place_name(h))
        self.pop(s)  # the phase looks again: the others may have lost their place

    def do_decline(self, s: OderState, unit: int) -> None:
        remove(self.game, s, unit, s.agenda[-1][1], "9.3", "is declined")
        self.pop(s)

    def refuse(self, s: OderState, verb: str, arg: int) -> Refusal:
        game: OderGame = self.game
        _, side, unit = s.agenda[-1]
        if verb in ("select", "decline"):
            name = game.counters[arg].id
            if unit >= 0:
                return Refusal("9.3", f"place {game.counters[unit].id} first")
            if game.side_of[arg] != side:
                return Refusal("9.1.1", f"{name} is an enemy unit")
            return Refusal("9.1.1", f"{name} does not arrive in this Game Turn")
        if unit < 0:
            return Refusal("9.3", "choose the unit to place first")
        return self._refuse_place(s, side, unit, arg)

    def _refuse_place(self, s: OderState, side: int, unit: int, h: int) -> Refusal:
        game: OderGame = self.game
        name, there = game.counters[unit].id, game.place_name(h)
        rule = arrival_rule(side)
        if game.fixed_entry.get(unit) not in (None, h):
            return Refusal("9.2", f"{name} may enter only at {game.place_name(game.fixed_entry[unit])}")
        if not controlled(game, s, side) >> h & 1:
            return Refusal(rule, f"{there} is not under your control")
        if not stacking.room(game, s, h, unit):
            return Refusal("6.3", f"{there} has no room for {name}")
        if s.once_changed >> h & 1:
            return Refusal(rule, f"{there} has been under the enemy's control before")
        if h == game.memel and side == GERMAN:
            return Refusal("9.2", "units may not arrive in Memel")
        return Refusal(rule, f"{there} is neither a map edge supply hex nor a town or city of yours with a supply line")
