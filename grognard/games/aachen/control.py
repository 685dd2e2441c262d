"""Chapter 9: control of towns, cities and industrial hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import AachenState
from .supply import lines_of
from .units import GERMAN, US
from .zones import zone

if TYPE_CHECKING:
    from .game import AachenGame


def _joined(game: AachenGame, s: AachenState, side: int, hexes: int) -> int:
    """Those of some hexes to which a line leads; it may end in an enemy zone."""
    if not hexes:
        return 0
    lines = lines_of(game, s, side)
    return hexes & (lines.hexes | lines.beyond)


def update(game: AachenGame, s: AachenState) -> None:
    """Change control where the last change of places brought it about; it happens at once (9, 9.control).

    A side takes a built-up or scored hex if a line from its supply leads there and it has a combat unit there, or a
    zone there and no enemy unit is in the hex (rulings 9.controlj, 9.controlk). HQs take nothing (ruling 9.controll).
    Lines are looked for only where a flag could change: most moves touch no such hex.
    """
    us_flags, german_flags = s.us_flags, s.german_flags
    us_occupied, german_occupied = s.occupied
    us_manned, german_manned = s.manned
    hexes = game.controllable_in[s.scenario_index]
    us = hexes & (us_manned | zone(game, s, US)) & ~german_occupied
    german = hexes & (german_manned | zone(game, s, GERMAN)) & ~us_occupied
    open_question = us & (~us_flags | german_flags) | german & (~german_flags | us_flags)
    if not open_question:
        return
    us, german = _joined(game, s, US, us & open_question), _joined(game, s, GERMAN, german & open_question)
    us_flags = (us_flags | us) & ~(german & ~us)
    german_flags = (german_flags | german) & ~(us & ~german)
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
