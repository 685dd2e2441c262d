"""What a player at the table wants to read off the board: hexes, costs, marks, tracks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.board import hexside
from ...engine.game import Note, Track, Turn
from ...engine.looks import Gauge
from ...hexes import Reach, bits
from ...mechanics.stacks import words_by_unit
from .movement import Move, reach_from, reach_of
from .sequence import STAGES
from .state import DUE, GERMAN, US, HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame

_PHASE_NAMES = ("U.S. Movement", "U.S. Combat", "German Movement", "German Combat")


def half_points(half: int | None) -> str:
    """Half Movement Points as a player writes them; None is prohibited."""
    if half is None:
        return "P"
    whole, rest = divmod(half, 2)
    return f"{whole or ''}½" if rest else str(whole)


def inspect(game: HurtgenGame, s: HurtgenState, h: int) -> tuple[Note, ...]:
    """Terrain, ways, hexsides, zones and objectives of a hex, each with its rule."""
    board, tables = game.board, game.tables
    word = board.terrain_at[h]
    leg, vehicle = tables.leg[0][word], tables.vehicle[0][word]
    line = tables.crt.lines[tables.crt.line_of([word])]
    out = [
        Note(f"{word}: {half_points(leg)} on foot, {half_points(vehicle)} by vehicle", "5.21"),
        Note(f"defends on the line {', '.join(line.terrain)}", "7.43"),
    ]
    out += _sides(game, h)
    for index, name in ((US, "U.S."), (GERMAN, "German")):
        if game.zones.of(s.occupied[index]) >> h & 1:
            out.append(Note(f"in a {name} zone of control", "6.0"))
    for name, hexes in game.towns.items():
        if hexes >> h & 1:
            out.append(Note(f"{name}: {tables.objectives[name]} points to the U.S. at the end", "15.22"))
    if any(hexes == h for hexes in game.arrival_hex):
        out.append(Note("reinforcements enter here", "13.0"))
    if game.exit_edge >> h & 1:
        out.append(Note("the 116th Panzer Division may leave the map here", "14.0"))
    if board.sources.get(h) == "reconstructed":
        out.append(Note("this hex is reconstructed, not taken from the printed map"))
    return tuple(out)


def _sides(game: HurtgenGame, h: int) -> list[Note]:
    """Roads, trails and water on the sides of a hex."""
    board = game.board
    out = []
    ways: dict[str, list[str]] = {}
    for n in board.grid.neighbour_list(h):
        pair = hexside(h, n)
        road, edge = board.roads.get(pair), board.hexsides.get(pair)
        if road:
            ways.setdefault(road.kind, []).append(board.grid.label(n))
        if edge:
            ways.setdefault(f"{edge.kind}{' with a bridge' if edge.bridge else ''}", []).append(board.grid.label(n))
    text = {
        "road": (f"road, {half_points(game.tables.ways['road'])} a hex, to", "5.22"),
        "trail": (f"trail, {half_points(game.tables.ways['trail'])} a hex, to", "5.23"),
        "stream": (f"stream (+{half_points(game.tables.leg[1]['stream'])} on foot, no vehicles) towards", "5.21"),
        "river": ("river without a bridge (closed, no zones, no ground attacks) towards", "6.33"),
        "ferry": ("ferry (no bridge) towards", "6.33"),
        "stream with a bridge": ("bridged stream towards", "7.42"),
        "river with a bridge": ("bridged river towards", "6.33"),
    }
    for kind, labels in ways.items():
        words, rule = text[kind]
        out.append(Note(f"{words} {', '.join(labels)}", rule))
    return out


def _in_hand(game: HurtgenGame, s: HurtgenState) -> Reach | None:
    """The reach of the unit in hand, if there is one on its way."""
    if s.over or not isinstance(game.step(s), Move):
        return None
    (unit,), (entry, spent) = game.hand(s), s.agenda[-1][2:]
    if s.at[unit] == DUE and entry < 0:
        return None
    return reach_from(game, s, unit, entry, spent)


def reach(game: HurtgenGame, s: HurtgenState) -> dict[int, str]:
    found = _in_hand(game, s)
    if found is None:
        return {}
    return {h: half_points(price) for price, level in enumerate(found.levels) if level for h in bits(level)}


def path(game: HurtgenGame, s: HurtgenState, h: int) -> tuple[int, ...]:
    found = _in_hand(game, s)
    if found is None or not found.all >> h & 1:
        return ()
    return tuple(found.path(h))


def threat(game: HurtgenGame, s: HurtgenState, side: int) -> int:
    """Every hex a side could attack after its next move: next to where its units can go."""
    zone, out = game.enemy_zone(s, side), s.occupied[side]
    for u in bits(game.units_of[side]):
        if s.at[u] >= 0 and not zone >> s.at[u] & 1:
            out |= reach_of(game, s, u).all
    return game.zones.of(out)


def marks(game: HurtgenGame, s: HurtgenState) -> dict[int, tuple[str, ...]]:
    """What the counters' markers would say."""
    sets = {
        "moved": s.moved if game.game_turn.phase_of(s).endswith("movement") else 0,
        "fought": s.fought,
        "attacked": s.struck & ~s.targets,
        "target": s.targets,
        "attacking": s.attackers | s.barrage,
        "firing": s.fpf,
        "must attack": s.duty_attack & ~s.attackers,
        "must be attacked": s.duty_target & ~s.targets,
        "displaced": s.displaced,
        "advanced": s.advanced,
    }
    return words_by_unit(sets)


def gauges(game: HurtgenGame, s: HurtgenState) -> tuple[Gauge, ...]:
    """The Ground Support Points of the U.S. side, which matter in its Combat Phases."""
    fights = game.game_turn.phase_of(s) == "us combat"
    title, most = game.words["support"], game.tables.support_turn[US]
    return (Gauge(title, s.support, most, game.sides[US], "11.41", asked=fights),)


def track(game: HurtgenGame, s: HurtgenState) -> Track:
    """The four phases, and the turns with what they bring."""
    phase = game.game_turn.phase_of(s)
    notes: dict[int, list[Note]] = {}
    for entry in next(iter(game.scenarios.values())).words["arrivals"]:
        text = f"{game.side_names[entry['side']]}: {', '.join(entry['units'])} at {entry['hex']}"
        notes.setdefault(entry["turn"], []).append(Note(text, entry["rule"]))
    last = game.tables.last_turn_116
    notes.setdefault(last, []).append(Note("last turn for the 116th Panzer Division to leave free of penalty", "12.11"))
    turns = tuple(Turn(n, f"Game-Turn {n}", tuple(notes.get(n, ()))) for n in range(1, s.turns + 1))
    phases = [f"{game.sides[side]} {name}" for side, name in STAGES]
    return Track(_PHASE_NAMES, phases.index(phase) if phase in phases else -1, turns, s.turn)
