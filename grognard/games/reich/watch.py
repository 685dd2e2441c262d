"""Chapter 17.7.2.A: the transfer of Mechanized units to the Watch on the Rhine Box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.limits import Only
from ...mechanics.stacks import units_on
from . import pieces, traces
from .movement import March
from .state import ALLIED, GERMAN, WATCH, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def is_open(game: ReichGame, s: ReichState) -> bool:
    """Whether the Box still takes units: nothing brings them back once all is decided (ruling 17.7.2.Af)."""
    return not s.offensive and not s.declined and s.turn <= max(game.tables.lists["counteroffensive"]["turns"])


def kind(game: ReichGame) -> int:
    """Replaceable Mechanized units (17.7.2)."""
    return game.roster.mechanized & game.roster.replaceable


def ready(game: ReichGame, s: ReichState, units: int) -> int:
    """The units that could be transferred from where they are."""
    units &= kind(game)
    germany = game.areas.germany & game.in_play(s)
    if not units or not germany or not is_open(game, s):
        return 0
    calm = germany & ~game.board.grid.neighbours(s.occupied[ALLIED])
    units = units_on(s.at, units & s.fielded, calm)
    return units_on(s.at, units, traces.german(game, s)) if units else 0


def transfer(game: ReichGame, s: ReichState, unit: int) -> None:
    """Put a unit into the Box, reduced if it is (ruling 17.7.2.Ae)."""
    pieces.lift_whole(game, s, unit, WATCH)
    s.report("17.7.2.A", "{} goes to the Watch on the Rhine Box", game.counters[unit].id)


def _near_enemy(c: March) -> bool:
    grid, s = c.game.board.grid, c.s
    return bool(grid.neighbours(s.occupied[ALLIED]) >> c.here & 1)


ROWS: tuple[Only[March], ...] = (
    Only("17.7.2", lambda c: c.side == GERMAN and kind(c.game) & c.members, "{c.names}: not replaceable Mechanized"),
    Only("17.7.2", lambda c: is_open(c.game, c.s), "nothing would bring units back from the Box any more"),
    Only(
        "17.7.2.A",
        lambda c: c.here >= 0 and c.game.areas.germany & c.game.in_play(c.s) & 1 << c.here,
        "{c.names}: not within Germany",
    ),
    Only("17.7.2.A", lambda c: not _near_enemy(c), "{c.names}: adjacent to an Allied unit"),
    Only("17.7.2.A", lambda c: ready(c.game, c.s, c.members), "{c.names}: no supply line to the East edge"),
)
