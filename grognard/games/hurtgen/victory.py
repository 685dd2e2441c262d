"""Chapter 15: Victory Points, territorial objectives, lines of communication and levels of victory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...engine.board import Board
from ...engine.game import Result
from ...mechanics.communication import traced
from .state import GERMAN, HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame

#: The most rough hexes in a line (15.33).
ROUGH_LIMIT = 2


def town_hexes(board: Board, objectives: Mapping[str, int]) -> dict[str, int]:
    """All hexes of each objective: the town hexes connected with its identifying hex (ruling 15.22)."""
    built = board.terrain.get("town", 0)
    out = {}
    for name in objectives:
        town = 1 << board.regions[name].hexes[0]
        while True:
            more = town | board.grid.neighbours(town) & built
            if more == town:
                break
            town = more
        out[name] = town
    return out


def connected(game: HurtgenGame, s: HurtgenState) -> int:
    """Every hex with a U.S. line of communication to the west edge (15.3).

    The line leads from the town to the west edge (15.31), and enemies and their zones block it (15.32). Units need none
    (15.35, 5.16).
    """
    enemy = s.occupied[GERMAN]
    found = game.line_memory.get(enemy)
    if found is None:
        if len(game.line_memory) > 64:
            game.line_memory.clear()
        block = enemy | game.zones.of(enemy) | ~game.board.playable
        found = traced(game.lines, game.west_edge, block=block, limited=game.rough, most=ROUGH_LIMIT)
        game.line_memory[enemy] = found
    return found


def towns_held(game: HurtgenGame, s: HurtgenState) -> dict[str, int]:
    """The towns that would score now, with their points (15.21): every hex is free of Germans and connected.

    A hex with a German unit or in a German zone is not connected, so one test is enough.
    """
    line = connected(game, s)
    return {name: points for name, points in game.tables.objectives.items() if not game.towns[name] & ~line}


def points(s: HurtgenState) -> tuple[int, int]:
    """Points so far without towns: U.S. (units and 116th Panzer Division), German (units)."""
    return s.vp_us + s.vp_116, s.vp_german


def ratio(us: int, german: int) -> int:
    """The ratio in hundredths, rounded down. A German total of zero gives the best or the worst ratio (ruling 15.4)."""
    if german:
        return us * 100 // german
    return 1_000_000 if us else 0


def level(game: HurtgenGame, us: int, german: int) -> tuple[str, str]:
    """Winner and level (15.4)."""
    found = ratio(us, german)
    for least, winner, name in game.tables.levels:
        if found >= least:
            return winner, name
    return game.tables.lowest


def result(game: HurtgenGame, s: HurtgenState) -> Result:
    held = towns_held(game, s)
    towns = sum(held.values())
    us, german = points(s)
    us += towns
    winner, name = level(game, us, german)
    reasons = [
        f"U.S.: {s.vp_us} for eliminated units (15.12), {towns} for towns (15.21), {s.vp_116} for the 116th (12.11)",
        "Towns: " + (", ".join(f"{town} {value}" for town, value in held.items()) or "none"),
        f"German: {german} for eliminated units (15.12)",
        f"Ratio {us} to {german}: {name} (15.4)",
    ]
    score = {"us": us, "german": german, "us units": s.vp_us, "us towns": towns, "us 116th": s.vp_116}
    return Result(winner, name, tuple(reasons), score)
