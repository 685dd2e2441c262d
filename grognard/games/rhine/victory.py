"""Chapter 4: how to win. There are no draws and no levels of victory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.game import Result
from ...hexes import bits
from . import supply
from .state import ALLIED, RHINE, RhineState

if TYPE_CHECKING:
    from .game import RhineGame

ALLIED_EXIT, RUHR, GERMAN_CITY, GERMAN_EXIT, NARROW_FRONT, TOO_FEW_HEXES, NO_WITHDRAWAL, LAST_TURN = range(1, 9)

#: Winner, kind of victory and reason.
REASONS = {
    ALLIED_EXIT: ("allied", "Sudden Death", "an Allied unit has left the map by the east edge (4.2)"),
    RUHR: ("allied", "Sudden Death", "a Ruhr city is under Allied control (4.3)"),
    GERMAN_CITY: ("german", "Sudden Death", "the Germans have taken a city from the Allies (4.4)"),
    GERMAN_EXIT: ("german", "Sudden Death", "a German unit has left the map by the west edge (4.4)"),
    NARROW_FRONT: ("german", "Broad Front", "the Allied advance is not broad enough at the end of Turn 6 (4.5)"),
    TOO_FEW_HEXES: ("allied", "Forfeit", "the Germans have taken fewer than eight hexes in Turns 7 and 8 (4.6)"),
    NO_WITHDRAWAL: ("allied", "Forfeit", "the Germans cannot withdraw the required units (9.3)"),
    LAST_TURN: ("german", "End of the Game", "the last turn has ended without an Allied victory (4.7)"),
}


def win(game: RhineGame, s: RhineState, why: int) -> None:
    """End the game at once."""
    if s.won:
        return
    s.won, s.over = why, True
    winner, _, reason = REASONS[why]
    s.report("4.1", "{} victory: {}", game.side_names[winner], reason)


def narrow_front(game: RhineGame, s: RhineState) -> list[str]:
    """The conditions of the broad front that are not met (4.5)."""
    out = []
    if not s.antwerp:
        out.append("Antwerp is not up and running")
    lines = supply.line_hexes(game, s, ALLIED)
    missing = [h for h in bits(game.cities_outside) if not (s.allied & lines) >> h & 1]
    if missing:
        out.append(f"not under Allied control with overland supply: {', '.join(game.hex_name(h) for h in missing)}")
    held = game.cities_inside & s.allied
    if not any(lines >> h & 1 or supply.hex_kind(game, s, h) != supply.NONE for h in bits(held)):
        out.append("no city in Germany is under Allied control and in supply")
    return out


def progress(game: RhineGame, s: RhineState) -> dict[str, str]:
    """How far the Allies are with the check of Turn 6 (4.5), or the Germans with their eight hexes (4.6)."""
    watch = game.tables.watch
    if s.watch == RHINE and s.turn <= watch.hexes_by:
        return {"Hexes taken by the Germans": f"{s.taken.bit_count()} of {watch.hexes}"}
    if s.turn > watch.turn:
        return {"Cities in Germany": f"{(game.cities_inside & s.allied).bit_count()} Allied"}
    held, inside = game.cities_outside & s.allied, game.cities_inside & s.allied
    opened = (game.opening & s.allied).bit_count()
    return {
        "Antwerp": "open" if s.antwerp else f"{opened} of {game.opening.bit_count()} hexes",
        "Cities outside Germany": f"{held.bit_count()} of {game.cities_outside.bit_count()}",
        "Cities in Germany": f"{inside.bit_count()}, 1 needed" if not inside else str(inside.bit_count()),
    }


def check_hexes(game: RhineGame, s: RhineState) -> None:
    """End the game if the Germans have not taken enough hexes by the end of Turn 8 (4.6)."""
    watch = game.tables.watch
    if s.watch == RHINE and s.turn == watch.hexes_by and s.taken.bit_count() < watch.hexes:
        win(game, s, TOO_FEW_HEXES)


def result(game: RhineGame, s: RhineState) -> Result:
    winner, level, reason = REASONS[s.won or LAST_TURN]
    reasons = [reason]
    if s.won == NARROW_FRONT:
        reasons += narrow_front(game, s)
    return Result(winner, level, tuple(reasons), {})
