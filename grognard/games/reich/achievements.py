"""Chapters 3.2 and 17.7.4: what a counteroffensive achieves on its turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import ALLIED, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


def is_running(s: ReichState) -> bool:
    """Whether this is the turn of the counteroffensive."""
    return s.offensive == s.turn and s.offensive > 0


def note_capture(game: ReichGame, s: ReichState, h: int) -> None:
    """Note a City or Town that the Germans capture; it need not be held (ruling 17.7.4h)."""
    if is_running(s) and (game.ground.cities | game.ground.towns) >> h & 1:
        s.gains |= 1 << h


def note_elimination(game: ReichGame, s: ReichState, unit: int) -> None:
    """Count an Allied division eliminated in combat: Attrition and overstacking do not count (ruling 17.7.4h)."""
    fallen = game.combat_of[ALLIED] & game.roster.divisions
    if is_running(s) and s.target >= 0 and fallen >> unit & 1:
        s.dead_divisions += 1


def captured(game: ReichGame, s: ReichState) -> tuple[int, int]:
    """The Cities and the Towns captured on this turn; Paris is one City (ruling 3.2.C.2m)."""
    cities = s.gains & game.ground.cities
    return _one_paris(game, cities).bit_count(), (s.gains & ~cities).bit_count()


def _one_paris(game: ReichGame, cities: int) -> int:
    """City hexes with one hex of Paris for all."""
    paris = cities & game.paris
    return cities & ~paris | paris & -paris


def achieved(game: ReichGame, s: ReichState) -> bool:
    """Whether the Minimum Achievements of 17.7.4 are reached."""
    numbers = game.tables.numbers["counteroffensive"]
    cities, towns = captured(game, s)
    return (
        cities >= numbers["cities"]
        or towns >= numbers["towns"]
        or s.dead_divisions >= numbers["eliminated"]
        or s.hexes_attacked.bit_count() >= numbers["attacks"]
    )


def has_two_cities(game: ReichGame, s: ReichState) -> bool:
    """Whether the Germans now control two Cities that were Allied and in supply at the start (3.2.C.2)."""
    held = _one_paris(game, s.cities_at_start & ~s.allied)
    return is_running(s) and held.bit_count() >= game.tables.numbers["victory"]["lost_cities"]
