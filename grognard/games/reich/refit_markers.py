"""Chapter 7.3.B to 7.3.F: the R&R markers, and the units that they serve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import ALLIED, GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: The kinds of R&R markers (7.3.B): the numbers of the choices, with the side, the field of the state that counts
#: them, and their row in the table.
KINDS = ((GERMAN, "refit_german", "german"), (ALLIED, "refit_cw", "commonwealth"), (ALLIED, "refit_us", "us"))


def armor(game: ReichGame, kind: int) -> int:
    """The units that the markers of a kind serve: replaceable two-step armor (7.3.A, 7.3.B)."""
    roster = game.roster
    users = (roster.mechanized, roster.types["armored"] & roster.commonwealth, roster.types["armored"] & roster.us)
    return users[kind] & roster.replaceable & roster.two_steps


def free(s: ReichState, kind: int) -> int:
    """The markers of a kind that are free."""
    found: int = getattr(s, KINDS[kind][1])
    return found


def take_off(game: ReichGame, s: ReichState, units: int) -> None:
    """Take the markers off units; they become free."""
    for kind, (_, name, _) in enumerate(KINDS):
        setattr(s, name, getattr(s, name) + (units & armor(game, kind)).bit_count())
    s.refitting &= ~units


def interrupt(game: ReichGame, s: ReichState, units: int, rule: str) -> None:
    """Take the markers off units that are attacked or found out of supply; they stay reduced (7.3.F)."""
    units &= s.refitting
    if units:
        take_off(game, s, units)
        s.report(rule, "{} without refitting", game.names_with(units, "loses its marker", "lose their markers"))
