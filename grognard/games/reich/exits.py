"""Chapter 7.1.2.C to M: leaving Entrance Hexes and the map, and the return from Brittany."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.bounds import Bound
from ...engine.limits import Choice, Limit, Only
from ...engine.step import AnyStep
from ...hexes import bits
from ...mechanics import choosing
from ...mechanics.choosing import Task, available, chosen, has_enough, has_room, lacks_units, unchosen
from ...mechanics.stacks import units_in, units_on
from . import allowance, breakout, control, pieces, victory
from .state import ALLIED, ASSAULT, BRITTANY, COMMAND_12, EXITED, GERMAN, REMOVED, TRACK, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


VERBS = choosing.VERBS


# -- Entrance Hexes that must be left --------------------------------------------------------


def doomed(game: ReichGame, s: ReichState, side: int) -> int:
    """German units that are lost if this Movement Step ends now (7.1.2.C, 7.1.2.J).

    HQs and Leaders have until the first step in which they may move (ruling 7.1.2.Ci).
    """
    if side != GERMAN:
        return 0
    units = game.combat_of[GERMAN]
    if s.step == ASSAULT:
        units &= ~game.roster.staff
    hexes = game.ground.off_map
    if s.brittany_turn:
        hexes |= game.ground.entrances["B"]
    return units_on(s.at, units, hexes) if hexes & s.occupied[GERMAN] else 0


def end_step(game: ReichGame, s: ReichState, side: int) -> None:
    """Lose the units that had to leave by the end of the step; units that stay in Brittany are gone (7.1.2.K)."""
    coast = game.ground.entrances["B"]
    for u in bits(doomed(game, s, side)):
        forever = bool(coast >> s.at[u] & 1)
        if forever:
            s.report("7.1.2.J", "{} is eliminated for good in {}", game.counters[u].id, game.place_name(s.at[u]))
            pieces.lift(game, s, u, REMOVED)
            control.eliminated(game, s, u)
        else:
            pieces.eliminate(game, s, u, "7.1.2.C")
    if side == GERMAN:
        s.coast_cleared = s.coast_cleared or bool(s.brittany_turn)
    elif is_return_step(s):
        s.brittany_back = True
    if side == ALLIED and s.brittany_back:
        for u in bits(in_brittany(game, s)):
            pieces.lift(game, s, u, REMOVED)


# -- Brittany --------------------------------------------------------------------------------


def in_brittany(game: ReichGame, s: ReichState) -> int:
    """The divisions that have exited into Brittany."""
    return units_in(s.at, BRITTANY) if s.brittany_turn else 0


def may_exit_west(game: ReichGame, s: ReichState) -> int:
    """US divisions in B hexes that could exit now: with a point left, and free to move (7.1.2.J)."""
    coast = game.ground.entrances["B"]
    if s.brittany_turn or not coast & s.occupied[ALLIED]:
        return 0
    units = units_on(s.at, game.roster.us & game.roster.divisions & s.fielded, coast)
    stuck = s.disrupted | s.refitting | s.grounded
    ready = units & s.poised
    for u in bits(units & ~s.moved & ~stuck):
        if allowance.allowance(game, s, u) >= 1:
            ready |= 1 << u
    return ready


def has_four(game: ReichGame, s: ReichState) -> bool:
    return may_exit_west(game, s).bit_count() >= game.tables.numbers["entry"]["exit_divisions"]


def exit_west(game: ReichGame, s: ReichState, units: int) -> None:
    """Four US divisions exit into Brittany (7.1.2.J)."""
    for u in bits(units):
        pieces.lift_whole(game, s, u, BRITTANY)
    s.brittany_turn = s.turn
    s.exits |= units
    s.report("7.1.2.J", "{} exit into Brittany", game.names(units))
    for u in range(len(game.counters)):
        if game.roster.entry[u] == "B" and s.at[u] == TRACK and game.roster.turn[u] == s.due[u]:
            s.at[u], s.due[u] = REMOVED, 0
            s.report("7.1.2.J", "{} will not arrive any more", game.counters[u].id)
    breakout.check(game, s)  # 17.6


def is_return_step(s: ReichState) -> bool:
    """Whether divisions may come back from Brittany in this step (7.1.2.K).

    It is the first Allied Movement Step after the exit in which the 12th Army Group has a point (ruling 7.1.2.Kd).
    """
    gone = bool(s.brittany_turn) and not s.brittany_back and not s.exits
    return gone and allowance.variable(s, ALLIED, COMMAND_12) >= 1


def returnable(game: ReichGame, s: ReichState) -> int:
    """The divisions that may come back from Brittany now: all but the last of them (7.1.2.K)."""
    if not is_return_step(s):
        return 0
    there, entry = in_brittany(game, s), game.tables.numbers["entry"]
    return there if there.bit_count() > entry["exit_divisions"] - entry["exit_return"] else 0


def return_hexes(game: ReichGame, s: ReichState) -> int:
    """The B hexes that a division may come back to."""
    return game.ground.entrances["B"] & ~s.occupied[GERMAN]


# -- the East edge ---------------------------------------------------------------------------


def way_out(game: ReichGame, s: ReichState, h: int) -> bool:
    """Whether a hex is next to a marked exit hex of the East edge without German units (7.1.2.L)."""
    ground = game.ground
    if not ground.beside_exits >> h & 1:
        return False
    return bool(ground.lines.into(ground.exits & game.in_play(s) & ~s.occupied[GERMAN]) >> h & 1)


def ready_east(game: ReichGame, s: ReichState, units: int) -> int:
    """The units that could exit over the East edge from where they are."""
    exits = game.ground.exits & game.in_play(s)
    if not exits:
        return 0
    near = units_on(s.at, units & s.fielded, game.board.grid.neighbours(exits))
    if not near or exited_before(game, s):
        return 0
    return sum(1 << u for u in bits(near) if way_out(game, s, s.at[u]) and allowance.allowance(game, s, u) >= 1)


def exited_before(game: ReichGame, s: ReichState) -> bool:
    """Whether units have exited in an earlier Movement Step: all must do so in one (7.1.2.L)."""
    return any(game.combat_of[ALLIED] >> u & 1 for u in bits(units_in(s.at, EXITED) & ~s.exits))


def exit_east(game: ReichGame, s: ReichState, unit: int) -> None:
    s.exits |= 1 << unit
    pieces.lift_whole(game, s, unit, EXITED)
    s.report("7.1.2.L", "{} exits over the East edge", game.counters[unit].id)
    victory.check_exits(game, s)  # 3.2.C.1


# -- the choice of the four ------------------------------------------------------------------


class ChooseExits(choosing.ChooseUnits["ReichGame", ReichState]):
    """The four US divisions that exit into Brittany (7.1.2.J)."""

    name = "choose-exits"
    choices: ClassVar[tuple[Choice[Any], ...]] = (
        Choice(
            "choose",
            Limit("7.1.2.J", available, "{it} cannot exit"),
            Limit("7.1.2.J", unchosen, "{it} is chosen already"),
            Only("7.1.2.J", has_room, "four divisions are chosen already"),
        ),
        Choice("return", Limit("7.1.2.J", chosen, "{it} is not chosen")),
        Choice("propose", Only("7.1.2.J", lacks_units, "enough divisions are chosen")),
        Choice("done", Only("7.1.2.J", has_enough, "{c.missing} more must be chosen")),
    )

    def task(self, s: ReichState, index: int) -> Task:
        four = self.game.tables.numbers["entry"]["exit_divisions"]
        return Task(ALLIED, may_exit_west(self.game, s), four, four, "7.1.2.J", "to exit into Brittany")

    def apply(self, s: ReichState, index: int, units: int) -> None:
        exit_west(self.game, s, units)

    def worth(self, s: ReichState, index: int, unit: int) -> float:
        roster = self.game.roster
        return float(roster.steps[unit] - (s.reduced >> unit & 1)) + roster.attack[unit][-1] / 10


class BeginExit(choosing.BeginChoice["ReichGame", ReichState]):
    """Begins the choice of the divisions that exit."""

    name = "begin-exit"
    form = ChooseExits


BOUNDS = {"choose-exits": (Bound(0, 0),), "begin-exit": (Bound(0, 0),)}
STEPS: tuple[type[AnyStep], ...] = (ChooseExits, BeginExit)
