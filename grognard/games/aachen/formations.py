"""Chapter 5.5: formations, and the units assigned to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import bits
from .state import UNKNOWN, AachenState

if TYPE_CHECKING:
    from .game import AachenGame


def formation_of(game: AachenGame, s: AachenState, unit: int) -> int:
    """The formation a combat unit belongs to now, or -1. Of an enemy unit it is the one that is known."""
    assigned = s.assigned[unit]
    return game.roster.home[unit] if assigned in (0, UNKNOWN) else assigned - 1


def members(game: AachenGame, s: AachenState, formation: int) -> int:
    """The combat units that belong to a formation now, on the map or not: its own and those assigned to it."""
    return all_members(game, s)[formation]


def all_members(game: AachenGame, s: AachenState) -> list[int]:
    """The members of every formation. The last answer is kept; it depends on the assignments alone."""
    asked, found = game.memory.members
    if asked != s.assigned:
        found = [formation.members for formation in game.roster.formations]
        for u, assigned in enumerate(s.assigned):
            if assigned and assigned != UNKNOWN:
                home = game.roster.home[u]
                if home >= 0:
                    found[home] &= ~(1 << u)
                found[assigned - 1] |= 1 << u
        game.memory.members = s.assigned[:], found
    return found


def assign(game: AachenGame, s: AachenState, unit: int, formation: int) -> None:
    """Assign a unit to a formation; its own formation means that it returns. This is not announced (5.5.2)."""
    home = game.roster.home[unit]
    s.assigned[unit] = 0 if formation == home else formation + 1
    s.assigned_open &= ~(1 << unit)


def disclose(game: AachenGame, s: AachenState, units: int) -> None:
    """Show the assignment of units that act, support or react."""
    for u in bits(units & ~s.assigned_open):
        s.assigned_open |= 1 << u
        if s.assigned[u]:
            name = game.roster.formations[s.assigned[u] - 1].name
            s.announce("5.5.2", "{} is assigned to the {}", game.counters[u].id, name)
