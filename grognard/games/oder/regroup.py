"""Chapter 9: elimination, regrouping and reinforcements."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.limits import Case, Choice, Limit, Only, Row, lazy
from ...engine.step import Die, Procedure, Prompt
from ...hexes import bits, of
from ...mechanics.phasing import Owned
from ...mechanics.stacks import units_in
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


def eliminate(game: OderGame, s: OderState, unit: int, rule: str, *, judged: bool = True, why: str = "") -> None:
    """Eliminate a unit and say why: score Victory Points (4.2.1), then roll for its return (9.1).

    In combat the supply at its start counts; otherwise supply is checked now (ruling 4.2.1).
    """
    bit, side = 1 << unit, game.side_of[unit]
    if judged:
        regular, air = bool(s.in_supply & bit), bool(s.in_air & bit)
    else:
        kind = supply.kind_of(game, s, unit)
        regular, air = kind == supply.REGULAR, kind == supply.AERIAL
    points = 1 if regular or air else 2
    s.report(
        rule,
        "{} is eliminated in {}{}: {} to the {}",
        game.counters[unit].id,
        game.place_name(s.at[unit]),
        why and f", because {why}",
        "1 Victory Point" if points == 1 else "2 Victory Points, since it is out of regular and air supply,",
        game.side_names[game.sides[1 - side]],
    )
    score(s, 1 - side, points)
    place(game, s, unit, ELIMINATED)
    s.pending &= ~bit
    s.attackers &= ~bit
    s.advanced &= ~bit
    if s.aerial == unit:
        s.aerial = -1  # the marker is available again in the next Game Turn (ruling 8.3)
    if game.roster.regroups & bit:
        s.agenda.append((game.codes[RegroupDie], unit, 1 if regular else 2, 0))


class RegroupDie(Die["OderGame", OderState]):
    """Roll the number of Game Turns until a lost unit returns: one die, or two if it was cut off (9.1)."""

    name = "regroup-die"
    args = ("unit", "number", "number")

    def prompt(self, s: OderState) -> Prompt:
        _, unit, _, _ = s.agenda[-1]
        return Prompt(f"Roll for the Game Turn in which {self.game.counters[unit].id} returns.", "9.1")

    def do_roll(self, s: OderState, roll: int) -> None:
        _, unit, dice, total = s.agenda[-1]
        total += roll
        if dice > 1:
            self.set_args(s, unit, dice - 1, total)
            return
        self.pop(s)
        name = self.game.counters[unit].id
        turn = s.turn + total
        if turn > s.turns:
            s.report("9.1", "{} would return on Game Turn {}, after the last: it is out of play", name, turn)
            return
        place(self.game, s, unit, DUE)
        s.due_turn[unit] = turn
        s.report("9.1", "{} returns on Game Turn {}", name, turn)


def due(game: OderGame, s: OderState, side: int) -> int:
    """The units of a side that arrive in this Game Turn."""
    return of(u for u in bits(units_in(s.at, DUE) & game.units_of[side]) if s.due_turn[u] == s.turn)


def places(game: OderGame, s: OderState, unit: int) -> int:
    """The hexes where an arriving unit may be placed, by all rows of the step, including stacking."""
    return game.steps[game.codes[Arrivals]].laws["place"].legal(Arriving(game, s, unit))


class Regroup(Procedure["OderGame", OderState]):
    """The Regroup (and Reinforcement) Phase: no unit may be delayed (9.3). The argument is the side."""

    name = "regroup"
    args = ("side",)

    def run(self, s: OderState) -> None:
        game = self.game
        _, side = s.agenda[-1]
        for unit in bits(due(game, s, side)):
            if not places(game, s, unit):
                self._lost(s, unit)
        if due(game, s, side):
            self.push(s, Arrivals, side, -1)
        else:
            self.pop(s)

    def _lost(self, s: OderState, unit: int) -> None:
        """Remove a unit without a legal hex. If the hex of a Korpsgruppe was Soviet, the Soviet scores (9.2, 9.3)."""
        game = self.game
        fixed, side = game.fixed_entry.get(unit), game.side_of[unit]
        soviet_hex = fixed is not None and bool(
            s.once_changed >> fixed & 1 or not controlled(game, s, side) >> fixed & 1
        )
        winner = 1 - side if soviet_hex else side
        remove(game, s, unit, winner, "9.2" if soviet_hex else "9.3", "has no legal hex to arrive in")


def remove(game: OderGame, s: OderState, unit: int, winner: int, rule: str, why: str) -> None:
    """Remove an arriving unit from play, for one Victory Point."""
    place(game, s, unit, ELIMINATED)
    s.due_turn[unit] = 0
    score(s, winner, 1)
    s.report(
        rule,
        "{} {}: out of play, 1 Victory Point to the {}",
        game.counters[unit].id,
        why,
        game.side_names[game.sides[winner]],
    )


def arrival_rule(side: int) -> str:
    """The rule for a side's arrivals."""
    return "9.2" if side == GERMAN else "9.1.1"


# -- placing what is due ---------------------------------------------------------------------


class Arriving(Case["OderGame", OderState]):
    """An arriving unit, or the choice of one, with the hexes of its side."""

    def __init__(self, game: OderGame, s: OderState, unit: int | None = None) -> None:
        super().__init__(game, s)
        if unit is None:
            _, self.side, self.unit = s.agenda[-1]
        else:
            self.side, self.unit = game.side_of[unit], unit

    @property
    def name(self) -> str:
        return self.game.counters[self.unit].id

    @property
    def entry(self) -> str:
        """The printed hex of a unit that has one."""
        return self.game.place_name(self.game.fixed_entry[self.unit])

    @property
    def fixed(self) -> bool:
        """Whether the unit arrives in one hex only."""
        return self.unit in self.game.fixed_entry

    @lazy
    def mine(self) -> int:
        """The hexes under the control of its side."""
        return controlled(self.game, self.s, self.side)

    @lazy
    def edge(self) -> int:
        """The hexes of its map edge."""
        return self.game.edges["west" if self.side == GERMAN else "east"]

    @lazy
    def towns(self) -> int:
        """The towns and cities of its side."""
        return (self.game.towns | self.game.cities) & self.game.start_control[self.side]

    @lazy
    def lines(self) -> int:
        """The hexes from which a line of supply leads to the west edge, or to a Soviet source."""
        if self.side == GERMAN:
            return supply.line_to(self.game, self.s, self.side, self.game.edges["west"])
        return supply.line_hexes(self.game, self.s, self.side)


def at_entry(c: Arriving, hexes: int) -> int:
    """KGW2 and KGW20 arrive in their printed hex."""
    return hexes & 1 << c.game.fixed_entry[c.unit] if c.fixed else hexes


def in_places(c: Arriving, hexes: int) -> int:
    """All others arrive in a town or city of their side, or on its map edge."""
    return hexes if c.fixed else hexes & (c.towns | c.edge)


def never_lost(c: Arriving, hexes: int) -> int:
    """A town or a printed hex must never have been under enemy control."""
    return hexes & ~(c.s.once_changed if c.fixed else c.s.once_changed & ~c.edge)


def not_memel(c: Arriving, hexes: int) -> int:
    """Memel does not count as a town for German arrivals."""
    excluded = c.side == GERMAN and not c.fixed
    return hexes & ~(1 << c.game.memel & ~c.edge) if excluded else hexes


def in_supply(c: Arriving, hexes: int) -> int:
    """From a town a line of supply must lead to the west edge, or to a Soviet source."""
    return hexes if c.fixed else hexes & (c.edge | c.lines)


def with_room(c: Arriving, hexes: int) -> int:
    return stacking.having_room(c.game, c.s, hexes, c.unit)


def why_foreign(c: Arriving, h: int) -> Refusal:
    return Refusal(arrival_rule(c.side), f"{c.game.place_name(h)} is not under your control")


def why_no_place(c: Arriving, h: int) -> Refusal:
    what = "a town or city on your side of the start line or a hex on your map edge"
    return Refusal(arrival_rule(c.side), f"{c.game.place_name(h)} is not {what}")


def why_lost(c: Arriving, h: int) -> Refusal:
    return Refusal(arrival_rule(c.side), f"{c.game.place_name(h)} has been under enemy control before")


def why_cut_off(c: Arriving, h: int) -> Refusal:
    return Refusal(arrival_rule(c.side), f"{c.game.place_name(h)} has no line of supply")


#: The units that are due (9.3).
WAITING: tuple[Row[Arriving], ...] = (
    Only("9.3", lambda c: c.unit < 0, "place {c.name} first"),
    Limit("9.1.1", lambda c, units: units & c.game.units_of[c.side], "{it} is an enemy unit"),
    Limit("9.1.1", lambda c, units: units & due(c.game, c.s, c.side), "{it} does not arrive in this Game Turn"),
)


class Arrivals(Owned["OderGame", OderState]):
    """The owner places or declines the units that are due. Arguments: the side and the selected unit."""

    name = "arrivals"
    args = ("side", "unit")
    case = Arriving
    choices: ClassVar[tuple[Choice[Arriving], ...]] = (
        Choice("select", *WAITING),
        Choice("decline", *WAITING),
        Choice(
            "place",
            Only("9.3", lambda c: c.unit >= 0, "choose the unit to place first"),
            Limit("9.2", at_entry, "{c.name} may arrive only in {c.entry}"),
            Limit("10.0", lambda c, hexes: hexes & ~c.game.sea, "{it} is a sea hex"),
            Limit("6.0", lambda c, hexes: hexes & ~c.s.occupied[1 - c.side], "{it} is occupied by the enemy"),
            Limit("9.1.1", lambda c, hexes: hexes & c.mine, why_foreign),
            Limit(
                "10.0", lambda c, hexes: hexes & ~c.game.bridges, "{it} is a land bridge hex, where no unit may arrive"
            ),
            Limit("9.1.1", in_places, why_no_place),
            Limit("9.1.1", never_lost, why_lost),
            Limit("9.2", not_memel, "units may not arrive in Memel ({it})"),
            Limit("9.1.1", in_supply, why_cut_off),
            Limit("6.3", with_room, "{c.name} would exceed the stacking limit in {it}"),
        ),
    )

    def prompt(self, s: OderState) -> Prompt:
        _, side, unit = s.agenda[-1]
        if unit >= 0:
            return Prompt(f"Choose the hex where {self.game.counters[unit].id} arrives.", arrival_rule(side))
        return Prompt("Choose a unit to place, or decline it: it leaves play, and you receive 1 Victory Point.", "9.3")

    def do_select(self, s: OderState, unit: int) -> None:
        _, side, _ = s.agenda[-1]
        self.set_args(s, side, unit)

    def do_place(self, s: OderState, h: int) -> None:
        game = self.game
        _, side, unit = s.agenda[-1]
        s.due_turn[unit] = 0
        enter(game, s, unit, h)
        s.report(arrival_rule(side), "{} arrives in {}", game.counters[unit].id, game.place_name(h))
        self.pop(s)  # the phase checks again, because the others may have lost their place

    def do_decline(self, s: OderState, unit: int) -> None:
        _, side, _ = s.agenda[-1]
        remove(self.game, s, unit, side, "9.3", "is declined")
        self.pop(s)
