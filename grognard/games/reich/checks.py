"""Checks of positions: the invariants of the game, and errors in positions written by hand.

The bounds of a step's numbers are in its chapter, as ``BOUNDS``; a chapter with fields of its own may have ``errors``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.bounds import Bound, Bounds
from ...hexes import bits
from ...mechanics.stacks import hexes_of
from .sequence import STAGES
from .state import (
    AIR_MARKED,
    ALLIED,
    BRITTANY,
    BY_DIE,
    CUP,
    ENGLAND,
    ENTERING,
    EXPLOITATION,
    GERMAN,
    LIMITED,
    SHAEF_LAST,
    SUPPORT,
    TRACK,
    TRAY,
    WATCH,
    ReichState,
)
from .tables_schema import TURNS
from .victory import REASONS

if TYPE_CHECKING:
    from .game import ReichGame

#: The most units in a hex: three that count and one of each free type of either side (5.2), and those on the move.
_STACK = 30


def bounds(game: ReichGame) -> Bounds:
    """The bounds of the numbers in a position."""
    tables = game.tables
    turns, units = Bound(0, TURNS), Bound(0, len(game.counters))
    spaces, bridges = tables.numbers["allowance"]["spaces"], len(game.ground.bridges)
    fields = {
        "turn": Bound(1, TURNS),
        "turns": Bound(1, TURNS),
        "scenario_index": Bound(0, len(game.scenarios) - 1),
        "won": Bound(0, max(REASONS)),
        "strafers": Bound(-1, len(game.counters) - 1, "17.5.2"),
        "air": Bound(0, max(tables.lists["air"]["units"]), "17.5.1"),
        "bombers_spent": Bound(0, 3, "11.0"),
        "refit_cw": Bound(0, len(tables.lists["refit"]["commonwealth"]), "7.3"),
        "refit_us": Bound(0, len(tables.lists["refit"]["us"]), "7.3"),
        "refit_german": Bound(0, len(tables.lists["refit"]["german"]), "7.3"),
        "logistics": Bound(0, LIMITED, "9.1"),
        "red_ball_saved": Bound(0, tables.numbers["logistics"]["saved"], "9.3.D"),
        "priority_moved": Bound(0, 31, "10.3.B"),
        "cherbourg": Bound(0, TURNS + max(tables.lists["cherbourg"]["delay"]), "8.6.B"),
        "step": Bound(0, EXPLOITATION),
        "points": Bound(0, 2 * spaces, "9.4"),
        "declared": Bound(-1, spaces, "10.6.A"),
        "spent": Bound(0, 99),
        "air_wish": Bound(0, AIR_MARKED, "17.5.3"),
        "shaef_wish": Bound(0, SHAEF_LAST, "17.7.5"),
        "paris": Bound(0, ENTERING, "10.7.9"),
        "blown": Bound(0, (1 << bridges) - 1, "10.7.5"),
        "bridge": Bound(0, bridges, "10.7.5"),
        "funnies": Bound(0, BY_DIE, "13.9.B"),
        "rolled": Bound(0, 6),
        "hits": Bound(0, 9),
        "ended": Bound(0, 1),
        "german_attacks": Bound(0, 999, "17.7.3.C"),
        "dead_divisions": units,
        "operations": Bound(0, tables.numbers["airborne"]["most"], "17.9.3.A"),
        **dict.fromkeys(("due", "breakout", "brittany_turn", "flood", "offensive", "operation_turn"), turns),
    }
    return Bounds(fields, {"game-turn": (Bound(0, len(STAGES)),), **game.step_bounds})


def position_errors(game: ReichGame, s: ReichState) -> list[str]:
    """The violated invariants of the game."""
    return [*_hexes(game, s), *_boxes(game, s), *_marks(game, s), *_turns(game, s), *_course(game, s)]


def _hexes(game: ReichGame, s: ReichState) -> Iterator[str]:
    for h in bits(s.occupied[ALLIED] & s.occupied[GERMAN]):
        yield f"units of both sides are in {game.place_name(h)} (3.2.D)"
    here = hexes_of(s.at, (1 << len(game.counters)) - 1)
    for h in bits(here & ~game.ground.land):
        yield f"{game.place_name(h)} is sea: no unit can be there"
    for h in bits(here & ~game.in_play(s)):
        yield f"{game.place_name(h)} is not in play in this scenario"
    for h in bits(here):
        if s.at.count(h) > _STACK:
            yield f"too many units in {game.place_name(h)}: {s.at.count(h)}, at most {_STACK}"
    for u in bits(game.roster.support):
        if s.at[u] >= 0:
            yield f"{game.counters[u].id} is a support unit and is never in a hex (2.2.B)"
    for u in bits(game.roster.mechanized):
        if s.at[u] >= 0 and game.ground.holland >> s.at[u] & 1:
            yield f"{game.counters[u].id} is mechanized and in Fortress Holland (17.1.C)"


def _boxes(game: ReichGame, s: ReichState) -> Iterator[str]:
    roster = game.roster
    allied, german = game.combat_of
    allowed = {
        TRAY: (german, "a German unit", "3.3.D"),
        ENGLAND: (allied, "an Allied combat unit", "2.1.E"),
        WATCH: (roster.mechanized, "a Mechanized unit", "17.7.2"),
        CUP: (german & roster.replaceable & ~roster.mechanized, "replaceable German Infantry", "7.2.2.B"),
        BRITTANY: (roster.us & roster.divisions, "a US division", "7.1.2.J"),
        SUPPORT: (roster.support, "a support unit", "2.1.F"),
    }
    for u, box in enumerate(s.at):
        if box in allowed and not allowed[box][0] >> u & 1:
            _, what, rule = allowed[box]
            yield f"{game.counters[u].id} is not {what} and cannot be in the box {game.place_name(box)!r} ({rule})"
        if box == TRACK and not s.due[u]:
            yield f"due: {game.counters[u].id} is on the turn track without a turn (2.1.A)"


def _marks(game: ReichGame, s: ReichState) -> Iterator[str]:
    roster = game.roster
    allied, german = game.combat_of
    sets = {
        "reduced": (roster.two_steps, "has one step only (2.2.A)"),
        "dropped": (roster.landed, "has no Dropped side (17.9.1)"),
        "disrupted": (german & ~roster.flak, "cannot be disrupted (12.0)"),
        "strafed": (german, "cannot be strafed (17.5.2)"),
        "grounded": (allied & roster.divisions, "is not an Allied division and cannot be grounded (9.2)"),
        "refitting": (roster.two_steps & roster.replaceable, "cannot refit (7.3)"),
        "replaced": (roster.mech_divisions, "is not a Mechanized division (7.2.2.A)"),
    }
    for name, (allowed, why) in sets.items():
        for u in bits(getattr(s, name) & ~allowed):
            yield f"{name}: {game.counters[u].id} {why}"
    for u in s.strafers:
        if u >= 0 and not s.strafed >> u & 1:
            yield f"strafers: {game.counters[u].id} is not strafed (17.5.2)"


def _turns(game: ReichGame, s: ReichState) -> Iterator[str]:
    if s.turn > s.turns:
        yield f"turn: {s.turn} is after the last turn, {s.turns}"
    for name in ("breakout", "brittany_turn", "flood", "offensive", "operation_turn"):
        if getattr(s, name) > s.turn:
            yield f"{name}: Turn {getattr(s, name)} has not begun"
    if s.won and not s.over:
        yield "won: the game is not over, so nobody has won"
    if s.breakout and not s.brittany_turn:
        yield "breakout: there is no Breakout without the exit into Brittany (17.6)"
    if s.offensive and s.offensive not in game.tables.lists["counteroffensive"]["turns"]:
        yield f"offensive: the counteroffensive cannot be declared on Turn {s.offensive} (17.7.1)"
    if s.bridge_hex >= 0 and not s.bridge:
        yield "bridge_hex: no Rhine Bridge is captured (10.7.5)"


def _course(game: ReichGame, s: ReichState) -> Iterator[str]:
    if s.agenda and game.steps[s.agenda[0][0]].name != "game-turn":
        yield "agenda: has to begin with game-turn"
    if any(not game.combat_of[s.phasing] >> u & 1 for u in s.hand):
        yield "hand: the selected units have to be combat units of the phasing side"
    if len({s.at[u] for u in s.hand}) > 1 or any(s.at[u] < 0 and s.at[u] not in (TRAY, BRITTANY) for u in s.hand):
        yield "hand: the selected units have to be together on the map, or off it in the tray or in Brittany"
    for name in ("attackers", "advanced"):
        if any(s.at[u] < 0 for u in bits(getattr(s, name))):
            yield f"{name}: contains a unit that is not on the map"
    for errors in game.chapter_errors:
        yield from errors(game, s)
