"""Chapter 17.2: the Roer Dams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.limits import AnyCase
from .ground import DRAINED, DRY, FLOODED, FLOODING
from .state import ASSAULT, EXPLOITATION, GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def stage(s: ReichState) -> int:
    """The state of the Roer River Valley (17.2.B)."""
    if not s.flood:
        return DRY
    return (FLOODING, FLOODED)[s.turn - s.flood] if s.turn - s.flood < 2 else DRAINED


def is_harmful(s: ReichState) -> bool:
    """Whether attacks out of the valley are at half strength and without advance: two turns (ruling 17.2.Bo)."""
    return stage(s) in (FLOODING, FLOODED)


# -- laws ------------------------------------------------------------------------------------


def in_german_step(c: AnyCase) -> bool:
    """The dams are blown during a German Assault or Exploitation Movement Segment (17.2.B)."""
    s: ReichState = c.s
    return s.phasing == GERMAN and s.step in (ASSAULT, EXPLOITATION)


def unflooded(c: AnyCase) -> bool:
    return not c.s.flood


def holds_dams(c: AnyCase) -> bool:
    """Whether the Germans control all three dam hexes (17.2.A)."""
    return not c.game.areas.dams & (c.s.allied | ~c.game.in_play(c.s))


def blow(game: ReichGame, s: ReichState) -> None:
    """Blow the dams: the valley is flooded, and its West Wall forts are gone (16.1, 17.2.B)."""
    s.flood = s.turn
    s.razed |= game.ground.valley & game.ground.forts["westwall"]
    s.report("17.2.B", "the Germans blow the Roer Dams and flood the Roer River Valley")
