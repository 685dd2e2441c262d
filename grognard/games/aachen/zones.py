"""Chapter 5.4: zones of control, by type of unit, terrain and disruption."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import AachenState

if TYPE_CHECKING:
    from .game import AachenGame


def zone(game: AachenGame, s: AachenState, side: int) -> int:
    """The zones of control of a side. Everybody knows where they are (ruling 5.4m)."""
    infantry, afv = s.grip[2 * side], s.grip[2 * side + 1]
    last_infantry, last_afv, found = game.memory.zones[side]
    if infantry != last_infantry or afv != last_afv:
        found = game.ground.zones.of((infantry, afv))
        game.memory.zones[side] = infantry, afv, found
    return found


def enemy_zone(game: AachenGame, s: AachenState, side: int) -> int:
    """The hexes in enemy zones of control, seen from a side."""
    return zone(game, s, 1 - side)


def reaches(game: AachenGame, s: AachenState, unit: int, h: int) -> bool:
    """Whether a unit on the map has a zone of control in a hex."""
    if (s.disrupted | game.roster.hqs) >> unit & 1:
        return False
    kind = game.roster.afv >> unit & 1
    return bool(game.ground.zones.classes[kind].near[s.at[unit]] >> h & 1)


def open_to_paths(game: AachenGame, s: AachenState, side: int) -> tuple[int, int]:
    """For paths of a side: hexes they never enter, and hexes in enemy zones that no unit of its own makes safe.

    Units of any type do, disrupted ones and HQs too (5.7.2, 5.8.2, ruling 5.4.1h).
    """
    key = (*s.occupied, *s.grip, s.scenario_index)
    asked, found = game.memory.paths[side]
    if key != asked:
        enemies = s.occupied[1 - side] | ~game.area(s)
        found = enemies, enemy_zone(game, s, side) & ~s.occupied[side]
        game.memory.paths[side] = key, found
    return found
