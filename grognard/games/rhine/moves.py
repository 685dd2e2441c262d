"""The steps of the Movement Phase (10.0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.limits import Choice, Limit, Only, Reason
from ...engine.step import Prompt
from ...hexes import bits, of
from ...mechanics import moving
from ...mechanics.fog import lift_to_top
from ...mechanics.moving import Marches, MoveOn
from ...mechanics.phasing import Phase, mobile, own_units, unmoved
from . import supply
from .area import area, moving_area
from .asides import ASIDES, Asides, on_map, unfrozen
from .movement import March, close_parent, exit_edge, exits_open, judge_parent, movable, open_parent, single_march
from .pieces import enter, take
from .stacking import having_room, refuse_stacking
from .state import ALLIED, GERMAN, RhineState

if TYPE_CHECKING:
    from .game import RhineGame


# -- choosing a unit -------------------------------------------------------------------------


class Choosing(Phase["RhineGame", RhineState]):
    """The choice of a unit to move."""

    def march(self, unit: int) -> March:
        """The moves of a single unit, for the sentences of refusals."""
        return single_march(self.game, self.s, unit)


def with_points_left(c: Choosing, units: int) -> int:
    return of(u for u in bits(units) if not c.s.spent[u] or c.march(u).most_left > 0)


def not_enclosed(c: Choosing, units: int) -> int:
    return of(u for u in bits(units) if (m := c.march(u)).crossings() & ~m.blocked or m.may_exit())


def can_pay(c: Choosing, units: int) -> int:
    """Units do not always move at least one hex: a unit that cannot pay the whole cost stays (10.3)."""
    return of(u for u in bits(units) if (m := c.march(u)).steps() or m.may_exit())


def with_a_hex_to_go_to(c: Choosing, units: int) -> int:
    """Units with a hex in reach that has room for them (ruling 6.2f), or an exit from the map."""
    return movable(c.game, c.s, units)


def why_enclosed(c: Choosing, unit: int) -> str | Refusal:
    name, near = c.game.counters[unit].id, c.march(unit).crossings()
    if not near:
        return Refusal("10.12", f"{name} is surrounded by water that it may not cross")
    free = near & ~c.enemies
    if not free:
        return f"every adjacent hex that {name} could enter is occupied by the enemy"
    if not free & ~supply.frozen(c.game, c.s):
        return Refusal("10.18", f"every hex next to {name} that has no enemy in it is flooded or may not be entered")
    return Refusal(
        "9.5", f"the supply sector line keeps {name} out of every adjacent hex that it could otherwise enter"
    )


class Movement(Asides):
    """The Movement Phase: choose a unit to move, or end the phase."""

    name = "movement"
    case = Choosing
    choices: ClassVar[tuple[Choice[Choosing], ...]] = (
        Choice(
            "select",
            Limit("10.1", own_units, "{it} is an enemy unit"),
            Limit("10.1", on_map, "{it} is not on the map"),
            Limit("10.2", mobile, "{it} has no movement factor and never moves"),
            Limit("10.2", unmoved, "{it} has already moved in this phase"),
            Limit("10.18", unfrozen, "{it} is in a flooded hex and cannot act"),
            Reason("10.2", with_points_left, "{it} has no Movement Points left"),
            Reason("10.3", not_enclosed, why_enclosed),
            Reason("10.3", can_pay, "{it} does not have enough Movement Points to enter any adjacent hex"),
            Limit("6.2", with_a_hex_to_go_to, "no hex within reach of {it} has room for it"),
        ),
        Choice("done"),
        *ASIDES,
    )

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt("Choose a unit to move, or end the Movement Phase.", "10.1")

    def do_select(self, s: RhineState, unit: int) -> None:
        if s.parent >> unit & 1:
            judge_parent(self.game, s)
        else:
            open_parent(self.game, s, unit)
        s.hand.append(unit)
        lift_to_top(s, unit)
        self.push(s, Move, 0)

    def do_done(self, s: RhineState, _: int) -> None:
        close_parent(s)
        self.pop(s)


# -- moving the selected units ---------------------------------------------------------------


class Hand(March):
    """The selected units, all in one hex, and whether they have moved since they were selected."""

    def __init__(self, game: RhineGame, s: RhineState) -> None:
        super().__init__(game, s, s.hand)
        _, self.moved = s.agenda[-1]

    @property
    def names(self) -> str:
        return self.game.listed(self.units)

    @property
    def where(self) -> str:
        return self.game.place_name(self.here)

    @property
    def slow(self) -> str:
        """The names of units that may not use column movement."""
        return self.game.names(self.members & ~self.s.column)

    def joined_by(self, unit: int) -> March:
        """The moves they can make together with another unit."""
        return March(self.game, self.s, [*self.units, unit])


def dry(c: Hand, hexes: int) -> int:
    """No unit moves into the flood of Turns 2 and 3 (10.18)."""
    return hexes & ~supply.frozen(c.game, c.s)


def on_their_ground(c: Hand, hexes: int) -> int:
    """Most Allied units keep to one side of the supply sector line (9.5)."""
    for u in c.units:
        hexes &= moving_area(c.game, c.s, u)
    return hexes


def why_foreign(c: Hand, h: int) -> str:
    game, there = c.game, c.game.place_name(h)
    unit = next(u for u in c.units if not moving_area(game, c.s, u) >> h & 1)
    name = game.counters[unit].id
    if area(game, c.s, unit) >> c.here & 1:
        return f"{there} is on the other side of the supply sector line, where {name} may not go"
    return f"{name} is on the wrong side of the supply sector line, and {there} is not closer to the right side"


def next_to_mixed(c: Hand, hexes: int) -> int:
    """Units with different costs may not share a cheapest path, so they move together one hex at a time."""
    return hexes if c.alike else hexes & c.game.board.grid.neighbours(1 << c.here)


def not_over_water(c: Hand, hexes: int) -> int:
    """Units do not cross sea and estuary hexsides (10.12)."""
    closed = c.game.board.grid.neighbours(1 << c.here) & ~c.crossings()
    return hexes & (~closed | c.reached)


def connected(c: Hand, hexes: int) -> int:
    return hexes & c.connected()


def by_column(c: Hand) -> int:
    """The hexes in reach of column movement."""
    return c.paid(column=True, avoid=c.closed_to_columns)


def paid_for(c: Hand, hexes: int) -> int:
    """A unit has to pay the whole cost of a hex (10.3), perhaps with the points of column movement (10.19)."""
    return hexes & (c.paid(column=True) if c.columned else c.paid(column=False) | by_column(c))


def without_column(c: Hand, hexes: int) -> int:
    """Units that may not use column movement have only their normal points (10.19)."""
    return hexes if c.columned else hexes & c.paid(column=False)


def open_to_columns(c: Hand, hexes: int) -> int:
    """Column movement does not end in an enemy zone or in the intact West Wall (10.19)."""
    return hexes & (~c.closed_to_columns | c.paid(column=False))


def why_closed_to_columns(c: Hand, h: int) -> str:
    where = "an enemy Zone of Control" if c.zone >> h & 1 else "the intact West Wall"
    return f"{c.names} could reach {c.game.place_name(h)} only by column movement, which may not enter {where}"


def path_open_to_columns(c: Hand, hexes: int) -> int:
    """Nor does its path enter one (10.19)."""
    return hexes & (c.reached | c.paid(column=False))


def why_no_column_path(c: Hand, h: int) -> str:
    past_the_wall = c.paid(column=True, avoid=c.zone) >> h & 1
    what = "the intact West Wall is" if past_the_wall else "enemy Zones of Control are"
    return f"{c.names} could reach {c.game.place_name(h)} only by column movement, and {what} in the way"


def in_reach(c: Hand, hexes: int) -> int:
    """The hexes they can reach, stopping in the first enemy zone they enter (7.3)."""
    return hexes & c.reached


def with_room(c: Hand, hexes: int) -> int:
    """A move may not end or pause overstacked (rulings 6.2f, 6.2a)."""
    return having_room(c.game, c.s, hexes, c.members)


def begun_together(c: Hand, units: int) -> int:
    """Only units that began the phase in one hex move together (10.4)."""
    return units & c.s.parent


def with_a_first_hex(c: Hand, units: int) -> int:
    return of(u for u in bits(units) if (m := c.joined_by(u)).steps() or m.may_exit())


def companions(c: Hand, units: int) -> int:
    """Units that can move somewhere together with the selected units."""
    return of(u for u in bits(units) if (m := c.joined_by(u)).can_go() or m.may_exit())


def on_exit_edge(c: Hand, side: int) -> bool:
    """Whether the units are on the exit edge of a side; always true for units of the other side."""
    return c.side != side or bool(exit_edge(c.game, side) >> c.here & 1)


def why_no_exit(c: Hand, _: int) -> Refusal:
    return Refusal("4.2" if c.side == ALLIED else "4.4", f"{c.names}: not enough Movement Points left to leave the map")


class Move(MoveOn["RhineGame", RhineState]):
    """Moving the selected units, all in one hex. Argument: whether they have moved since they were selected."""

    case = Hand
    choices: ClassVar[tuple[Choice[Hand], ...]] = (
        Choice(
            "move",
            Reason("10.1", lambda c, hexes: hexes & ~(1 << c.here), "{c.names}: already in {it}"),
            Reason("6.1", lambda c, hexes: hexes & ~c.enemies, "{it} is occupied by the enemy"),
            Reason("10.12", lambda c, hexes: hexes & c.game.land, "{it} is sea: no unit may enter it"),
            Reason("10.7", lambda c, hexes: hexes & ~c.game.hook, "no unit may enter {it}"),
            Reason("10.18", dry, "{it} is flooded"),
            Reason("9.5", on_their_ground, why_foreign),
            Reason(
                "10.1",
                next_to_mixed,
                "{it} is not adjacent: units with different movement costs move together one hex at a time",
            ),
            Reason(
                "10.12",
                not_over_water,
                "{c.names} may not cross the water between {c.where} and {it}, and cannot go around it",
            ),
            Reason("10.1", connected, "there is no path to {it} for {c.names}"),
            Reason("10.3", paid_for, "{c.names}: not enough Movement Points to reach {it}"),
            Reason(
                "10.19", without_column, "{it} could be reached only by column movement, which {c.slow} may not use"
            ),
            Reason("10.19", open_to_columns, why_closed_to_columns),
            Reason("10.19", path_open_to_columns, why_no_column_path),
            Limit("7.3", in_reach, "enemy Zones of Control stop {c.names} on the way to {it}"),
            Limit("6.2", with_room, lambda c, h: refuse_stacking(c.game, c.s, h, c.members)),
        ),
        Choice(
            "exit",
            Only("4.2", lambda c: on_exit_edge(c, ALLIED), "{c.names}: not on the east edge of the map"),
            Only(
                "4.4",
                lambda c: exits_open(c.game, c.s, c.side),
                "no German unit may leave the map before Turn {c.game.tables.german_exit}",
            ),
            Only("4.4", lambda c: on_exit_edge(c, GERMAN), "{c.names}: not on the west edge of the map"),
            Only("4.2", lambda c: c.may_exit(), why_no_exit),
        ),
        Choice(
            "also",
            Only("10.4", lambda c: not c.moved, "units may be added to a stack only before it moves"),
            Limit("10.1", own_units, "{it} is an enemy unit"),
            Limit("10.4", lambda c, units: units & ~c.members, "{it} is already selected"),
            Limit("10.2", mobile, "{it} has no movement factor and never moves"),
            Limit("10.2", unmoved, "{it} has already moved in this phase"),
            Reason("10.4", on_map, "{it} is not on the map"),
            Limit("10.4", begun_together, "{it} did not begin the phase in the same hex"),
            Limit("10.4", lambda c, units: units & c.s.pile[c.here], "{it} is not in {c.where} with the others"),
            Reason("10.4", with_a_first_hex, "{it} and {c.names} cannot enter any hex next to {c.where} together"),
            Limit("6.2", companions, "no hex that {it} and {c.names} can reach together has room for all of them"),
        ),
        Choice(
            "stop",
            Only("10.2", lambda c: c.moved, "the selected units have not moved yet"),
            Only("6.2", lambda c: c.may_stay, "these units may not stack here and have to move on"),
        ),
        Choice(
            "drop",
            Only("10.5", lambda c: c.moved, "the stack has not moved yet"),
            Limit("10.5", lambda c, units: units & c.members, "{it} is not in the moving stack"),
            Only("10.5", lambda c: len(c.units) > 1, "only one unit is selected: stop it instead"),
            Only("6.2", lambda c: c.may_stay, "these units may not stack here and have to move on"),
        ),
    )

    def prompt(self, s: RhineState) -> Prompt:
        names = self._names(s)
        _, moved = s.agenda[-1]
        if moved:
            return Prompt(f"Continue moving {names}, or stop here.", "10.2")
        return Prompt(f"Choose a hex to move {names} to.", "10.1")

    def _names(self, s: RhineState) -> str:
        return self.game.listed(s.hand) or "the stack"

    def do_drop(self, s: RhineState, unit: int) -> None:
        super().do_drop(s, unit)
        if s.hand:
            lift_to_top(s, s.hand[0])

    def do_exit(self, s: RhineState, _: int) -> None:
        from .victory import ALLIED_EXIT, GERMAN_EXIT, win

        s.report("4.2" if s.phasing == ALLIED else "4.4", "{} leaves the map", self._names(s))
        win(self.game, s, ALLIED_EXIT if s.phasing == ALLIED else GERMAN_EXIT)


class RhineMarches(Marches["RhineGame", RhineState]):
    """Captures on the way of the selected units, and the end of their column movement."""

    #: a parent stack moves until another one is moved (10.5)
    resumes = True

    def march(self, s: RhineState, units: Sequence[int]) -> March:
        return March(self.game, s, units)

    def carry(self, s: RhineState, march: moving.March[RhineGame, RhineState], way: Sequence[int]) -> None:
        assert isinstance(march, March)
        h = way[-1]
        if s.log is not None:
            self._report(s, march, way)
        for unit in s.hand:
            s.spent[unit] += march.price(h, unit)
        if march.closed_to_columns & of(way[1:]):
            s.column &= ~march.members
        self.enter(s, way)

    def _report(self, s: RhineState, march: March, way: Sequence[int]) -> None:
        game = self.game
        top = game.counters[s.hand[0]].id
        who = top if len(s.hand) == 1 else f"{top} and {len(s.hand) - 1} more"
        verb = "moves" if len(s.hand) == 1 else "move"
        s.report("10.1", "{} {} {}", who, verb, game.path_words(way))
        side = game.side_names[game.sides[s.phasing]]
        for text, rule in march.consequences(way[-1]):
            s.report(rule, "{} {}", side, text)

    def enter(self, s: RhineState, way: Sequence[int]) -> None:
        h = way[-1]
        take(self.game, s, s.phasing, of(way[1:-1]))
        for unit in reversed(s.hand):
            enter(self.game, s, unit, h)

    def can_go_on(self, s: RhineState) -> bool:
        return self.march(s, s.hand).may_exit() or super().can_go_on(s)
