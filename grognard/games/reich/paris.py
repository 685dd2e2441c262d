"""Chapter 10.7.9: who enters Paris first. The civil war that may follow is a step of the Attrition Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import ALLIED, CIVIL_WAR, ENTERING, FRENCH_FIRST, UNENTERED, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def enter(game: ReichGame, s: ReichState, unit: int, h: int) -> None:
    """An Allied unit has entered a hex of Paris. The first one, or the first stack, is judged (ruling 10.7.9k)."""
    french = 1 << game.french_first
    by_advance = s.target == h and s.phasing == ALLIED
    if s.paris == ENTERING and by_advance and french >> unit & 1:
        s.paris = FRENCH_FIRST
    elif s.paris == UNENTERED:
        stack = 1 << unit | sum(1 << u for u in s.hand)
        if stack & french:
            s.paris = FRENCH_FIRST
        else:
            s.paris = ENTERING if by_advance else CIVIL_WAR
    else:
        return
    if s.paris == FRENCH_FIRST:
        s.report("10.7.9", "the French 2nd Armored Division enters Paris with the first")
    else:
        s.report("10.7.9", "Allied units enter Paris without the French 2nd Armored Division")
