"""Chapter 9: control of towns, cities and industrial hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import AachenState
from .supply import supplied_hexes
from .units import GERMAN, US
from .zones import zone

if TYPE_CHECKING:
    from .game import AachenGame


def qualifies(game: AachenGame, s: AachenState, side: int) -> int:
    """The built-up and scored hexes that a side could take now.

    It has a combat unit there, or a zone there and no enemy unit is in the hex; and a line from its supply leads there,
    which may end in an enemy zone (rulings 9.controlj, 9.controlk). HQs take nothing (ruling 9.controll).
    """
    enemies = s.occupied[1 - side]
    held = s.manned[side] | zone(game, s, side)
    lines = supplied_hexes(game, s, side)
    return game.controllable & held & (lines | game.open_ground.next(lines)) & ~enemies & game.area(s)


def _in_question(game: AachenGame, s: AachenState) -> int:
    """Hexes whose flags could change if the side there has a line from its supply: most moves touch none."""
    us, german = (
        game.controllable & (s.manned[side] | zone(game, s, side)) & ~s.occupied[1 - side] for side in (US, GERMAN)
    )
    return us & (~s.us_flags | s.german_flags) | german & (~s.german_flags | s.us_flags)


def update(game: AachenGame, s: AachenState) -> None:
    """Change control where the last change of places brought it about; it happens at once (9, 9.control)."""
    if not _in_question(game, s):
        return
    key = (*s.occupied, *s.grip, *s.manned, s.scenario_index)
    asked, found = game.memory.control
    if key != asked:
        found = qualifies(game, s, US), qualifies(game, s, GERMAN)
        game.memory.control = key, found
    us, german = found
    us_flags = (s.us_flags | us) & ~(german & ~us)
    german_flags = (s.german_flags | german) & ~(us & ~german)
    if us_flags != s.us_flags or german_flags != s.german_flags:
        _report(game, s, us_flags, german_flags)
        s.us_flags, s.german_flags = us_flags, german_flags


def _report(game: AachenGame, s: AachenState, us_flags: int, german_flags: int) -> None:
    for h in game.objectives(s):
        before = (s.us_flags >> h & 1, s.german_flags >> h & 1)
        now = (us_flags >> h & 1, german_flags >> h & 1)
        if now != before:
            who = "both sides" if now == (1, 1) else "the U.S. side" if now[0] else "the German side"
            s.announce("9", "{} is controlled by {}", game.hex_name(h), who)


def controls(s: AachenState, side: int) -> int:
    """The built-up hexes that a side controls, alone or with the enemy."""
    return s.us_flags if side == US else s.german_flags
