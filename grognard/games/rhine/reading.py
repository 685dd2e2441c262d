"""What a player at the table wants to read off the board: hexes, costs, marks, tracks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.board import hexside
from ...engine.game import Note, Track, Turn
from ...hexes import bits, reach
from ...mechanics.assault import marked
from ...mechanics.stacks import words_by_unit
from . import supply
from .area import moving_area
from .movement import March, costs_of, points_of
from .moves import Move
from .odds import high_water
from .pieces import height
from .state import ALLIED, DUE, GERMAN, ODER, RhineState

if TYPE_CHECKING:
    from .game import RhineGame

_PHASES = {
    "allied": ("declaration", "sector", "airborne", "reinforcement", "movement", "combat"),
    "german": ("declaration", "reinforcement", "movement", "combat", "determination"),
}


def inspect(game: RhineGame, s: RhineState, h: int) -> tuple[Note, ...]:
    """Terrain, hexsides, control, zones and supply of a hex, each with its rule."""
    board, tables = game.board, game.tables
    if not game.land >> h & 1:
        return (Note("sea: nobody may enter", "10.12"),)
    built = game.built(h)
    words = [board.terrain_at[h], *([{"ruhr": "Ruhr city"}.get(built, built)] if built else [])]
    price = tables.enter[built or words[0]]
    out = [Note(f"{', '.join(words)}: {price} to enter", "10.6")]
    out += _features(game, s, h)
    for kind, rule in (("river", "10.11"), ("rhine", "10.11"), ("blocked", "10.13"), ("estuary", "10.12"),
                       ("all-sea", "10.12")):  # fmt: skip
        found = [board.grid.label(n) for n in board.grid.neighbour_list(h) if _kind(game, h, n) == kind]
        if found:
            out.append(Note(f"{'Rhine' if kind == 'rhine' else kind} hexside towards {', '.join(found)}", rule))
    out.append(Note(f"under {game.side_names[game.controller(s, h)]} control", "3.9"))
    out.append(Note(f"in the {'northern' if game.north >> h & 1 else 'southern'} supply sector", "8.16"))
    for index in (ALLIED, GERMAN):
        if game.zones.of(s.occupied[index]) >> h & 1:
            out.append(Note(f"in a zone of control: {game.side_names[game.sides[index]]}", "7.1"))
    if height(s, h) > 1:
        out.append(Note(f"{height(s, h)} units in the stack", "6.7"))
    if board.sources.get(h) == "reconstructed":
        out.append(Note("this hex is reconstructed, not taken from the printed map"))
    return tuple(out)


def _kind(game: RhineGame, a: int, b: int) -> str:
    edge = game.board.hexsides.get(hexside(a, b))
    return "" if edge is None else edge.kind


def _features(game: RhineGame, s: RhineState, h: int) -> list[Note]:
    notes = (
        (game.west_wall, "West Wall, intact" if game.intact(s, h) else "West Wall, cleared", "11.17"),
        (game.highway, "Hell's Highway", "10.16"),
        (game.access, "Antwerp access", "8.15"),
        (game.coast, "coast: coastal supply for Allied units", "8.17"),
        (game.board.having("dam"), "Roer dam", "10.18"),
        (supply.frozen(game, s), "flooded: out of play in this turn", "10.18"),
        (high_water(game, s), "flooded: 3 more to enter, one column left", "10.18"),
        (s.aerial, "supplied from the air", "8.18"),
        (game.hook, "Hook of Holland: nobody may enter", "10.7"),
    )
    return [Note(text, rule) for hexes, text, rule in notes if hexes >> h & 1]


def _in_hand(game: RhineGame, s: RhineState) -> March | None:
    hand = game.hand(s)
    if not hand or not isinstance(game.step(s), Move):
        return None
    march = March(game, s, list(hand))
    return march if march.alike else None


def reach_costs(game: RhineGame, s: RhineState) -> dict[int, str]:
    march = _in_hand(game, s)
    out: dict[int, str] = {}
    if march is None:
        return out
    for found in march.searches:
        for price, level in enumerate(found.levels):
            for h in bits(level):
                out[h] = str(min(price, int(out.get(h, price))))
    return out


def path(game: RhineGame, s: RhineState, h: int) -> tuple[int, ...]:
    march = _in_hand(game, s)
    return tuple(march.way(h)) if march is not None else ()


def threat(game: RhineGame, s: RhineState, side: int) -> int:
    """Every hex a side could attack after its next move: next to where its units can go without column movement."""
    out = s.occupied[side]
    enemies = s.occupied[1 - side]
    zone = game.zones.of(enemies)
    for u in bits(game.units_of[side] & ~game.roster.static):
        if s.at[u] >= 0:
            block = enemies | game.hook | game.land & ~moving_area(game, s, u)
            out |= reach(costs_of(game, s, u), 1 << s.at[u], points_of(game, s, u), stop=zone, block=block).all
    return game.lines.next(out)


def marks(game: RhineGame, s: RhineState) -> dict[int, tuple[str, ...]]:
    """What the counters' markers would say."""
    sets = {
        **marked(game, s),
        "reduced": sum(1 << u for u, n in enumerate(s.steps) if n == 1 and game.roster.steps[u] == 2),
    }
    for side in (ALLIED, GERMAN):
        cut_off = supply.out_of_supply(game, s, side)
        sets["unsupplied"] = sets.get("unsupplied", 0) | cut_off
    return words_by_unit(sets, s.on_map)


def heights(game: RhineGame, s: RhineState) -> dict[int, int]:
    """How many units lie in the hexes where some are not seen; anybody may count them (ruling 6.7e)."""
    found = ((h, height(s, h)) for h in (s.at[u] for u in bits(s.tops)) if h >= 0)
    return {h: many for h, many in found if many > s.at.count(h)}


def track(game: RhineGame, s: RhineState) -> Track:
    """The phases of both player turns, and the turns with the units that come in them."""
    first = game.game_turn.stages(s)[2][0]
    sides = game.sides if first == ALLIED else tuple(reversed(game.sides))
    names = [f"{game.side_names[side]} {name}" for side in sides for name in _PHASES[side]]
    who, _, what = game.phase_of(s).partition(" ")
    current = f"{game.side_names.get(who, '')} {what}"
    turns = []
    for number in range(1, s.turns + 1):
        never = game.roster.codes["WR"] if s.watch == ODER else 0  # 9.2
        coming = [u for u, h in enumerate(s.at) if h == DUE and s.due_turn[u] == number and not never >> u & 1]
        notes = []
        for side, rule in ((ALLIED, "9.4"), (GERMAN, "9.1")):
            units = [game.counters[u].id for u in coming if game.side_of[u] == side]
            if units:
                notes.append(Note(f"{game.side_names[game.sides[side]]}: {', '.join(units)}", rule))
        turns.append(Turn(number, f"Turn {number}, {game.tables.track[number - 1].label}", tuple(notes)))
    return Track(tuple(names), names.index(current) if current in names else -1, tuple(turns), s.turn)


def overlays(game: RhineGame, s: RhineState) -> dict[str, int]:
    """Named sets of hexes a player may want to see."""
    lines = supply.line_hexes(game, s, ALLIED)
    full = supply.full_sector(game, s)
    return {
        "Allied zones of control": game.zones.of(s.occupied[ALLIED]),
        "German zones of control": game.zones.of(s.occupied[GERMAN]),
        "Allied threat": threat(game, s, ALLIED),
        "German threat": threat(game, s, GERMAN),
        "Allied full supply": lines & full,
        "Allied attenuated supply": lines & ~full,
        "German supply": supply.line_hexes(game, s, GERMAN),
        "Allied control": s.allied,
        "Intact West Wall": supply.intact(game, s),
        "Northern supply sector": game.north,
        "Antwerp still to open": 0 if s.antwerp else game.opening & ~s.allied,
        "Roer flood": game.flood_hexes if s.flood == s.turn else 0,
    }
