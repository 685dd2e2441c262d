"""Chapter 10.4: moving the selected units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.bounds import Bound
from ...engine.limits import Choice, Limit, Only, Reason, Row, lazy
from ...engine.step import AnyStep, Prompt
from ...engine.verbs import Verb
from ...hexes import bits, of, reach
from ...mechanics.moving import Walk
from ...mechanics.phasing import Phasing, own_units, unmoved
from ...mechanics.stacks import units_in
from . import exits, limits, mobile, strategic, watch
from .limits import BANS, ENDS, Ban
from .movement import March
from .state import ALLIED, EXPLOITATION, GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

VERBS = {
    "also": Verb("unit", "Also {}"),
    "leave": Verb("unit", "Leave {} behind", "leave"),
    "strategic": Verb("hex", "Strategic Movement to {}", ask="Strategic Movement", together="put-off"),
    "put-off": Verb("none", "Move it later"),
    "exit": Verb("none", "Exit the map"),
    "box": Verb("none", "Into the Watch on the Rhine Box"),
}

#: The argument of a Move: not moved yet, moved, or without Strategic Movement because its die failed (10.7.12).
UNMOVED, MOVED, FAILED = 0, 1, strategic.FAILED


class Hand(March):
    """The selected units, all in one place."""

    def __init__(self, game: ReichGame, s: ReichState) -> None:
        super().__init__(game, s, s.hand)
        _, self.stage = s.agenda[-1]
        game.marches.recent.tell(self)

    @property
    def names(self) -> str:
        return self.game.listed(self.units)

    @property
    def where(self) -> str:
        return self.game.place_name(self.here)

    def joining(self, units: int) -> int:
        """The units, among those in the hex, that may leave it with the others (10.7.4)."""
        if not self.s.crossed >> self.here & 1:
            return units
        there = units_in(self.s.at, self.here) & self.mine
        return units if (there & ~self.members).bit_count() > 1 else 0

    @lazy
    def unzoned(self) -> int:
        """The hexes in reach if zones stopped nobody."""
        return self.paid_with([self.left(u) for u in self.units])

    @lazy
    def unbound(self) -> int:
        """The hexes in reach if the Rhine could be crossed like another river (10.7.4)."""
        if self.here < 0 or self.budget <= 0:
            return 0
        start = 1 << self.here
        return reach(
            self.paid, start, self.budget, stop=self.zone, block=self.blocked, first_block=self.closed_at_first
        ).all

    def paid_with(self, left: Sequence[int], avoid: int = 0) -> int:
        budget = min(left)
        if self.here < 0 or budget <= 0:
            return 0
        barred = self.enemies | avoid
        for u in self.units:
            barred |= limits.closed_to(self.game, self.s, u)
        return reach(self.paid, 1 << self.here, budget, block=barred).all


def _banned(ban: Ban) -> Row[Hand]:
    """The row of a limit on entering or ending, for its sentence."""

    def keep(c: Hand, hexes: int) -> int:
        for u in c.units:
            hexes &= ~ban.closed(c.game, c.s, u)
        return hexes

    def why(c: Hand, h: int) -> str:
        unit = next(u for u in c.units if ban.closed(c.game, c.s, u) >> h & 1)
        return ban.why.format(it=c.game.place_name(h), unit=c.game.counters[unit].id)

    return Reason(ban.rule, keep, why).written_at(ban.location)


def on_own_bank(c: Hand, hexes: int) -> int:
    """No Allied unit crosses the Seine Line from the west before the Breakout (10.7.10)."""
    areas = c.game.areas
    held = c.side == ALLIED and not c.s.breakout and c.here >= 0 and areas.west >> c.here & 1
    return hexes & ~areas.east if held else hexes


def in_reach(c: Hand, hexes: int) -> int:
    return hexes & c.ends()


def why_out_of_reach(c: Hand, h: int) -> str | Refusal:
    there = c.game.place_name(h)
    if c.here < 0:
        if c.side == GERMAN:
            return Refusal("3.3.D", f"{c.names}: units off the map come in by Strategic Movement only")
        return Refusal("7.1.2.K", f"{c.names}: units come back from Brittany in B hexes only")
    if c.stopped:
        return Refusal("6.5", f"{c.names}: stopped in an enemy Zone of Control")
    if c.unbound >> h & 1:
        return Refusal(
            "10.7.4",
            f"{c.names}: units cross the Rhine from where they begin and stop behind it, not on the way to {there}",
        )
    if not c.unzoned >> h & 1:
        return Refusal("10.4.B", f"{c.names}: not enough Movement Points to reach {there} over hexes they may enter")
    if c.zone >> c.here & 1 and c.zone >> h & 1 and c.game.board.grid.adjacent(c.here, h):
        return f"{c.names} may not move from one enemy Zone of Control into another"
    return f"enemy Zones of Control stop {c.names} on the way to {there}"


class Move(Phasing["ReichGame", ReichState]):
    """Moving the selected units. Argument: whether they have moved, or their Strategic Movement has failed."""

    name = "move"
    args = ("number",)
    case = Hand
    choices: ClassVar[tuple[Choice[Hand], ...]] = (
        Choice(
            "move",
            Only("17.4.A", lambda c: c.s.locked < 0, "{c.names}: the hex that was assaulted has to be cleared first"),
            Reason(
                "10.4", lambda c, hexes: hexes & ~(1 << max(c.here, 0)) if c.here >= 0 else hexes, "already in {it}"
            ),
            Reason("10.4", lambda c, hexes: hexes & ~c.enemies, "{it} is occupied by the enemy"),
            Reason("10.5.A", lambda c, hexes: hexes & c.game.ground.land, "{it} is sea"),
            Reason("7.1.2.A", lambda c, hexes: hexes & ~c.game.ground.off_map, "{it} is entered from off the map only"),
            *map(_banned, BANS),
            *map(_banned, ENDS),
            Reason("10.7.10", on_own_bank, "{it} is beyond the Seine Line, closed to the Allies before the Breakout"),
            Limit("6.5", in_reach, why_out_of_reach),
        ),
        Choice(
            "also",
            Only(
                "10.4.A", lambda c: c.s.step == EXPLOITATION, "units move one by one: no Mobile Assaults in this step"
            ),
            Only("10.4.A", lambda c: c.stage == UNMOVED, "units join a stack before it moves"),
            Only("10.4", lambda c: c.here >= 0, "{c.names}: not on the map"),
            Only(
                "14.1.B",
                lambda c: not c.members & ~mobile.capable(c.game, c.s),
                "{c.names} cannot make a Mobile Assault, and other units move one by one",
            ),
            Limit("10.1.B", own_units, "{it} is not a combat unit of the moving side"),
            Limit("10.4", lambda c, units: units & ~c.members, "{it} is selected already"),
            Limit("14.1.B", lambda c, units: units & units_in(c.s.at, c.here), "{it} is not in {c.where}"),
            Limit("10.4.A", unmoved, "{it} has already moved in this step"),
            Limit("14.1.B", lambda c, units: units & mobile.capable(c.game, c.s), "{it} cannot make a Mobile Assault"),
            Limit("10.7.8", lambda c, units: units & ~limits.bound(c.game, c.s), "{it} may not move now"),
            Limit("10.2", lambda c, units: of(u for u in bits(units) if c.left(u) > 0), "{it} has no Movement Points"),
            Limit("10.7.4", lambda c, units: c.joining(units), "no unit would stay in {c.where} for those who crossed"),
        ),
        Choice(
            "leave",
            Only("10.4.A", lambda c: len(c.units) > 1, "only one unit is selected"),
            Limit("10.4.A", lambda c, units: units & c.members, "{it} is not in the moving stack"),
        ),
        Choice("stop", Only("10.4.A", lambda c: c.stage != UNMOVED, "the selected units have not moved yet")),
        Choice("assault", *mobile.ROWS),
        Choice(
            "strategic",
            Only("10.7.12", lambda c: c.stage != FAILED, "the Strategic Movement of {c.names} has failed in this step"),
            Only("10.7.11", lambda c: c.stage == UNMOVED, "{c.names}: Strategic Movement replaces other moves"),
            Only("10.7.11", lambda c: len(c.units) == 1, "Strategic Movement is made unit by unit"),
            Only("10.7.12", lambda c: strategic.is_open(c.game, c.s), lambda c, _: strategic.why_closed(c.game, c.s)),
            Only(
                "10.7.11",
                lambda c: strategic.eligible(c.game, c.s, c.members),
                lambda c, _: strategic.why_not(c.game, c.s, c.units[0]),
            ),
            Limit(
                "10.7.11",
                lambda c, hexes: hexes & strategic.ends(c.game, c.s, c.units[0]),
                lambda c, h: strategic.why_no_end(c.game, c.s, c.units[0], h),
            ),
        ),
        Choice(
            "put-off", Only("10.7.12", lambda c: c.stage == FAILED, "no Strategic Movement has failed: move, or undo")
        ),
        Choice(
            "exit",
            Only("7.1.2.I", lambda c: c.side == ALLIED, "German units never leave the map"),
            Only(
                "7.1.2.L",
                lambda c: c.here >= 0 and exits.way_out(c.game, c.s, c.here),
                "{c.names}: no marked exit hex of the East edge without German units is adjacent",
            ),
            Only("7.1.2.L", lambda c: not exits.exited_before(c.game, c.s), "units have exited in an earlier step"),
            Only("6.5", lambda c: not c.stopped, "{c.names}: stopped in an enemy Zone of Control"),
            Only("7.1.2.L", lambda c: c.budget >= 1, "{c.names}: no Movement Point left"),
        ),
        Choice(
            "box",
            Only("17.7.2", lambda c: len(c.units) == 1, "units are transferred one by one"),
            *watch.ROWS,
        ),
    )

    def prompt(self, s: ReichState) -> Prompt:
        names = self.game.listed(s.hand)
        _, how, *_ = s.agenda[-1]
        if how == MOVED:
            return Prompt(f"Continue moving {names}, or stop here.", "10.4", s.at[s.hand[0]])
        return Prompt(f"Choose where {names} {'moves' if len(s.hand) == 1 else 'move'}.", "10.4", s.at[s.hand[0]])

    def do_also(self, s: ReichState, unit: int) -> None:
        s.hand.append(unit)

    def do_stop(self, s: ReichState, _: int) -> None:
        self.game.marches.let_go(s)

    def do_move(self, s: ReichState, h: int) -> None:
        marches = self.game.marches
        self.set_args(s, MOVED)
        marches.go(s, marches.selected(s), h)

    def do_assault(self, s: ReichState, h: int) -> None:
        self.set_args(s, MOVED)
        mobile.begin(self.game, s, h)

    def do_leave(self, s: ReichState, unit: int) -> None:
        """Leave a unit behind; before the stack has moved it may still move by itself."""
        _, how, *_ = s.agenda[-1]
        if how == MOVED:
            self.game.marches.settle(s, unit)
        s.hand.remove(unit)

    def do_strategic(self, s: ReichState, h: int) -> None:
        if s.phasing == GERMAN:
            self.push(s, strategic.StrategicRoll, h)
        else:
            s.report("10.7.11", "{} moves to {}", self.game.listed(s.hand), self.game.place_name(h))
            self.game.marches.leap(s, h)

    def do_put_off(self, s: ReichState, _: int) -> None:
        """Let go of a reinforcement that may still move normally in this step, after others."""
        s.failed |= 1 << s.hand[0]
        s.hand.clear()
        s.origin = -1
        self.pop(s)

    def do_exit(self, s: ReichState, _: int) -> None:
        for unit in s.hand:
            exits.exit_east(self.game, s, unit)
        self.game.marches.let_go(s)

    def do_box(self, s: ReichState, _: int) -> None:
        watch.transfer(self.game, s, s.hand[0])
        self.game.marches.let_go(s)


BOUNDS = {"move": (Bound(UNMOVED, FAILED),)}
STEPS: tuple[type[AnyStep], ...] = (Move, Walk)
