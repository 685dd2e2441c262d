"""Chapter 9: the Logistics Segment, which sets Limited Supply and hands out the markers of 9.2 and 9.3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.step import AnyStep
from ...mechanics.stacks import units_on
from . import pieces, ports
from .state import ALLIED, FULL, LIMITED, LIMITED_MOVEMENT, ReichState
from .supply_markers import (
    ELIMINATE_CW,
    ELIMINATE_US,
    GROUND_CW,
    GROUND_US,
    PRIORITY_CW,
    PRIORITY_US,
    RED_BALL,
    RELEASE_CW,
    BeginElimination,
    BeginGrounding,
    BeginPriority,
    BeginRedBall,
    BeginRelease,
)

if TYPE_CHECKING:
    from .game import ReichGame


def settle(game: ReichGame, s: ReichState) -> None:
    """End the supply of the first turns: from Turn 3 on it is Full until 9.1.D makes it Limited (9.1.C)."""
    if s.logistics == LIMITED_MOVEMENT and s.turn > game.tables.numbers["logistics"]["limited_through"]:
        s.logistics = FULL


def over_the_seine(game: ReichGame, s: ReichState) -> int:
    """The Allied units in Paris or east of the Seine Line, those of the 6th Army Group aside (9.1.D, ruling 9.1.Dg)."""
    hexes = (game.ground.east | game.paris) & ~game.army6_area
    return units_on(s.at, game.combat_of[ALLIED], hexes)


# -- the segment ----------------------------------------------------------------------------


def begin(game: ReichGame, s: ReichState, _: int) -> None:
    """The Logistics Segment (IV.b)."""
    if s.antwerp or s.logistics == LIMITED_MOVEMENT:
        return
    if s.logistics == FULL:
        across = over_the_seine(game, s)
        if not across:
            return
        s.logistics = LIMITED
        s.report("9.1.D", "Allied units are over the Seine: 21st and 12th Army Groups go into Limited Supply")
    if ports.holds_estuary(game, s):
        _open_antwerp(game, s)
        return
    steps: list[tuple[type[AnyStep], int]] = [(BeginRedBall, RED_BALL)]
    steps += [(BeginPriority, PRIORITY_CW), (BeginPriority, PRIORITY_US)]
    if not s.grounding_done:
        s.grounding_done = True
        steps += [(BeginElimination, ELIMINATE_CW), (BeginElimination, ELIMINATE_US)]
        steps += [(BeginGrounding, GROUND_CW), (BeginGrounding, GROUND_US)]
    s.agenda.extend((game.codes[step], index) for step, index in steps)


def _open_antwerp(game: ReichGame, s: ReichState) -> None:
    """Antwerpen becomes Operational (8.7.D, 9.2.E, 9.3.G): Full Supply for good, and the markers leave the game."""
    s.antwerp, s.logistics = True, FULL
    s.priority = s.red_ball = s.red_ball_saved = 0
    s.report("8.7.D", "Antwerpen is Operational: every Army Group is in Full Supply")
    freed = s.grounded & game.roster.us
    if freed:
        s.grounded &= ~freed
        s.report("9.2.E", "{} no longer Grounded", game.names_with(freed, "is", "are"))
        pieces.renew_zones(game, s)
    s.agenda.append((game.codes[BeginRelease], RELEASE_CW))
