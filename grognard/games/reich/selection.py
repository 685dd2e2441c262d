"""Chapter 10.1.B: the Movement Step, in which units are selected to move one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.action import Refusal
from ...engine.limits import Choice, Limit, Only, Reason, lazy
from ...engine.step import AnyStep, Procedure, Prompt
from ...engine.verbs import Verb
from ...hexes import bits, of
from ...mechanics.phasing import Phase, Phasing, own_units, possible, unmoved
from ...mechanics.stacks import units_in, units_in_hexes
from . import exits, limits, mobile, roer, stacking, strategic, watch
from .allowance import allowance, pool_of
from .classes import able_to_step
from .movement import March
from .moves import FAILED, UNMOVED, Move
from .state import ALLIED, ASSAULT, BREAKTHROUGH, GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

VERBS = {"blow": Verb("none", "Blow the Roer Dams", "strike")}


class Choosing(Phase["ReichGame", ReichState]):
    """The units that may be moved now."""

    def __init__(self, game: ReichGame, s: ReichState) -> None:
        super().__init__(game, s)
        self.mine = game.combat_of[self.side]

    @lazy
    def arriving(self) -> int:
        """Units off the map that may come in by moving."""
        return strategic.waiting(self.game, self.s) | (
            exits.returnable(self.game, self.s) if self.side == ALLIED else 0
        )

    @lazy
    def doomed(self) -> int:
        """Units that are lost if the step ends now, though they could still move."""
        lost = exits.doomed(self.game, self.s, self.side)
        return lost & ~self.s.moved and able_to_step(self.game, self.s, lost & ~self.s.moved & ~self.bound)

    @lazy
    def bound(self) -> int:
        return limits.bound(self.game, self.s)

    @lazy
    def slow_to_leave(self) -> int:
        """Allied units that could leave the A-D hexes now and have not moved (7.1.2.E)."""
        south = self.game.ground.entrances["A-D"]
        if self.side != ALLIED or not south & self.s.occupied[ALLIED]:
            return 0
        units = units_in_hexes(self.s.at, south & self.s.occupied[ALLIED]) & self.mine & ~self.s.moved
        units = units and units & ~self.bound & ~barred(self.game, self.s)
        return able_to_step(self.game, self.s, units) if units else 0


def barred(game: ReichGame, s: ReichState) -> int:
    """Units that have no movement of any kind in this step (10.3.A, 10.3.B, 10.6.C)."""
    if s.step == ASSAULT:
        return game.roster.staff
    if s.step != BREAKTHROUGH:
        return 0
    done = sum(1 << u for u in bits(s.priority) if s.priority_moved >> pool_of(game, s, u) & 1)
    return (game.roster.printed & ~game.roster.staff | s.dropped) & ~s.priority | done


def helpers(game: ReichGame, s: ReichState) -> int:
    """Units that hold a hex beyond the Rhine for others that have crossed to it, alone (10.7.4)."""
    out = 0
    for h in bits(s.crossed):
        there = units_in(s.at, h) & game.combat_of[ALLIED]
        if there.bit_count() == 1:
            out |= there
    return out


def present(c: Choosing, units: int) -> int:
    """Units on the map, and those that may come in by moving."""
    at = c.s.at
    return of(u for u in bits(units) if at[u] >= 0) | units & c.arriving


def not_staff_in_assault(c: Choosing, units: int) -> int:
    return units & ~c.game.roster.staff if c.s.step == ASSAULT else units


def not_printed_in_breakthrough(c: Choosing, units: int) -> int:
    if c.s.step != BREAKTHROUGH:
        return units
    return units & ~(c.game.roster.printed & ~c.game.roster.staff & ~c.s.priority | c.s.dropped & ~c.s.priority)


def not_late_priority(c: Choosing, units: int) -> int:
    return units & ~(barred(c.game, c.s) & c.s.priority) if c.s.priority else units


def with_points(c: Choosing, units: int) -> int:
    """Units with Movement Points, or with another way to go."""
    return of(u for u in bits(units) if allowance(c.game, c.s, u)) | otherwise(c, units)


def otherwise(c: Choosing, units: int) -> int:
    """The units that can do something in this step besides ordinary movement."""
    game, s = c.game, c.s
    out = strategic.able(game, s, units & ~barred(game, s)) if strategic.is_open(game, s) else 0
    out |= mobile.able(game, s, units & ~out)
    if c.side == GERMAN:
        out |= watch.ready(game, s, units & ~out)
    else:
        out |= exits.ready_east(game, s, units & ~out)
        if s.brittany_turn:
            out |= units & exits.returnable(game, s)
    return out


def selectable(c: Choosing, units: int) -> int:
    """The units that can move or leave the map."""
    found = able_to_step(c.game, c.s, units & ~c.arriving)
    rest = units & ~found & (c.s.fielded | c.arriving)
    return found | otherwise(c, rest) if rest else found


def why_stuck(c: Choosing, unit: int) -> str | Refusal:
    game, s, name = c.game, c.s, c.game.counters[unit].id
    here = s.at[unit]
    if here < 0:
        return Refusal("10.7.12", f"no hex is open to the Strategic Movement of {name}")
    march = March(game, s, [unit])
    near = march.paid.next(1 << here) & ~march.enemies
    if not near:
        return Refusal("10.4", f"{name} cannot enter any hex next to it")
    if not near & ~limits.closed_to(game, s, unit):
        return Refusal("10.7", f"{name} may not enter any hex next to it")
    if march.closed_at_first and not near & ~march.zone:
        return Refusal(
            "6.5", f"{name} is in an enemy Zone of Control, and so is every hex next to it that it could enter"
        )
    return f"{name} cannot reach a hex where it may end its movement"


def why_unreleased(c: Choosing, unit: int) -> str:
    return f"{c.game.counters[unit].id} is not released before Turn {c.game.roster.release[unit]}"


class BeginMovement(Procedure["ReichGame", ReichState]):
    """Begins a Movement Step; without a choice it is passed over."""

    name = "begin-movement"

    def run(self, s: ReichState) -> None:
        self.pop(s)
        if possible(self.game, s, Movement, "select", "exit", "blow"):
            self.push(s, Movement)
        else:
            s.report("10.1.B", "no unit can move")


class Movement(Phasing["ReichGame", ReichState]):
    """A Movement Step: select a unit to move, or end the step."""

    name = "movement"
    case = Choosing
    choices: ClassVar[tuple[Choice[Choosing], ...]] = (
        Choice(
            "select",
            Limit("10.1.B", own_units, "{it} is not a combat unit of the moving side"),
            Reason("10.4", present, "{it} is not on the map"),
            Limit("10.4.A", unmoved, "{it} has already moved in this step"),
            Limit(
                "16.2", lambda c, units: units & ~c.game.roster.types["garrison"], "{it} is a garrison and never moves"
            ),
            Limit("12.1", lambda c, units: units & ~c.s.disrupted, "{it} is disrupted"),
            Limit("7.3.E", lambda c, units: units & ~c.s.refitting, "{it} is under an R&R marker"),
            Limit("9.2.B", lambda c, units: units & ~c.s.grounded, "{it} is grounded"),
            Limit("10.7.8", lambda c, units: units & ~limits.unreleased(c.game, c.s), why_unreleased),
            Limit("10.3.A", not_staff_in_assault, "{it} does not move in an Assault Movement Step"),
            Limit("10.6.C", not_printed_in_breakthrough, "{it} has a printed allowance: no Breakthrough Movement"),
            Limit(
                "10.3.B", not_late_priority, "Priority Supply units of its Command moved in the Assault Movement Step"
            ),
            Limit("10.7.4", lambda c, units: units & ~helpers(c.game, c.s), "{it} helped others over the Rhine: stays"),
            Reason("10.2", with_points, "{it} has no Movement Points"),
            Limit("10.4.B", selectable, why_stuck),
        ),
        Choice(
            "exit",
            Only("7.1.2.I", lambda c: c.side == ALLIED, "German units never leave the map"),
            Only("7.1.2.J", lambda c: not c.s.brittany_turn, "the exit into Brittany has been made"),
            Only(
                "7.1.2.J",
                lambda c: exits.has_four(c.game, c.s),
                "there are not four US divisions in B hexes with a Movement Point left and free to move",
            ),
        ),
        Choice(
            "blow",
            Only(
                "17.2.B",
                roer.in_german_step,
                "dams are blown in German Assault and Exploitation Movement Segments only",
            ),
            Only("17.2.B", roer.unflooded, "the Roer River Valley has been flooded already"),
            Only("17.2.A", roer.holds_dams, "the Germans do not control all three Roer Dam hexes"),
        ),
        Choice(
            "done",
            Only(
                "7.1.2.E",
                lambda c: not c.slow_to_leave,
                lambda c, _: f"{c.game.names(c.slow_to_leave)} must leave the A-D hexes first",
            ),
        ),
    )

    def prompt(self, s: ReichState) -> Prompt:
        c = Choosing(self.game, s)
        text = "Choose a unit to move, or end the step."
        if c.doomed:
            text += f" If the step ends now, {self.game.names_with(c.doomed, 'is', 'are')} lost (7.1.2)."
        over = stacking.overstacked(self.game, s, s.phasing)
        if over:
            where = ", ".join(self.game.place_name(h) for h in bits(over))
            text += f" Too many units in {where}: some will be eliminated at the end of the step (5.3)."
        return Prompt(text, "10.1.B")

    def do_select(self, s: ReichState, unit: int) -> None:
        s.hand.append(unit)
        s.origin = max(-1, s.at[unit])
        self.push(s, Move, FAILED if s.failed >> unit & 1 else UNMOVED)

    def do_exit(self, s: ReichState, _: int) -> None:
        self.push(s, exits.BeginExit, 0)

    def do_blow(self, s: ReichState, _: int) -> None:
        roer.blow(self.game, s)

    def do_done(self, s: ReichState, _: int) -> None:
        if Choosing(self.game, s).doomed:
            self.push(s, Abandon)
        else:
            self.pop(s)


class Abandon(Phasing["ReichGame", ReichState]):
    """Units that would be lost: send them one hex out, or lose them (7.1.2.C, 7.1.2.J)."""

    name = "abandon"
    case = Choosing
    choices: ClassVar[tuple[Choice[Any], ...]] = (Choice("propose"), Choice("pass"))

    def prompt(self, s: ReichState) -> Prompt:
        names = self.game.names_with(Choosing(self.game, s).doomed, "is", "are")
        return Prompt(f"{names} lost if the step ends now. Send them one hex out, or lose them?", "7.1.2.C")

    def do_propose(self, s: ReichState, _: int) -> None:
        units = Choosing(self.game, s).doomed
        self.pop(s)
        for u in bits(units):
            self.game.marches.step_out(s, u)

    def do_pass(self, s: ReichState, _: int) -> None:
        self.pop(s)
        s.agenda.pop()  # the Movement Step ends


STEPS: tuple[type[AnyStep], ...] = (BeginMovement, Movement, Abandon)
