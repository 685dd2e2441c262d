"""What a player at the table wants to read off the board: hexes, costs, marks, tracks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.board import hexside
from ...engine.game import Note, Track, Turn
from ...hexes import Reach, bits
from ...mechanics.assault import marked
from ...mechanics.stacks import words_by_unit
from .markers import air_area
from .movement import Move, allowance, reach_of
from .state import DUE, GERMAN, SOVIET, OderState

if TYPE_CHECKING:
    from .game import OderGame

_PHASES = ("declaration", "support", "movement", "combat", "regroup", "check")


def inspect(game: OderGame, s: OderState, h: int) -> tuple[Note, ...]:
    """Terrain, hexsides, control, zones and supply of a hex, each with its rule."""
    board, tables = game.board, game.tables
    word = board.terrain_at[h]
    if game.sea >> h & 1:
        return (Note("sea: nobody may enter", "10.0"),)
    words = [word, *(w for w in ("town", "city") if getattr(game, {"town": "towns", "city": "cities"}[w]) >> h & 1)]
    costs = [max(tables.enter[who][w] or 0 for w in words) for who in ("non-mechanized", "mechanized")]
    out = [Note(f"{', '.join(words)}: {costs[0]} for non-mechanized, {costs[1]} for mechanized units", "10.2")]
    best = max((tables.modifiers[w] for w in words if w in tables.modifiers), default=0)
    if best:
        out.append(Note(f"+{best} to the die for the defender", "11.5.1"))
    out += _features(game, s, h)
    rivers = [board.grid.label(n) for n in board.grid.neighbour_list(h) if _kind(game, h, n) == "river"]
    if rivers:
        out.append(Note(f"river (+{tables.cross['mechanized']['river']}) towards {', '.join(rivers)}", "10.2"))
    closed = [board.grid.label(n) for n in board.grid.neighbour_list(h) if _kind(game, h, n) == "all-sea"]
    if closed:
        out.append(Note(f"all-sea hexside towards {', '.join(closed)}", "10.0"))
    out.append(Note(f"under {game.side_names[game.controller(s, h)]} control", "3.1"))
    for index, name in ((GERMAN, "German"), (SOVIET, "Soviet")):
        if game.zones.of(s.occupied[index]) >> h & 1:
            out.append(Note(f"in a {name} zone of control", "7.0"))
    if board.sources.get(h) == "reconstructed":
        out.append(Note("this hex is reconstructed, not taken from the printed map"))
    return tuple(out)


def _kind(game: OderGame, a: int, b: int) -> str:
    edge = game.board.hexsides.get(hexside(a, b))
    return "" if edge is None else edge.kind


def _features(game: OderGame, s: OderState, h: int) -> list[Note]:
    out = []
    if game.fortifications >> h & 1:
        state = "intact fortification: +1 for German defenders" if game.intact(s, h) else "fortification, destroyed"
        out.append(Note(state, "11.5.2"))
    if game.bridges >> h & 1:
        out.append(Note("land bridge: units may pass, not stop", "10.0"))
    if game.usir >> h & 1:
        out.append(Note("Upper Silesian Industrial Region: German supply, Soviet objective", "4.1.2"))
    if h == game.koenigsberg:
        out.append(Note("Königsberg: Soviet objective", "4.1.2"))
    if game.coast >> h & 1:
        out.append(Note("coast: Coastal Supply, naval support", "8.2"))
    if air_area(game, s) >> h & 1:
        out.append(Note("under German air support: 1 factor for Germans, one more for Soviets", "10.3"))
    if s.naval == h:
        out.append(Note("German naval support", "11.5.3"))
    return out


def _in_hand(game: OderGame, s: OderState) -> Reach | None:
    """The reach of a single unit in hand that is on its way."""
    hand = game.hand(s)
    if len(hand) != 1 or not isinstance(game.step(s), Move):
        return None
    return reach_of(game, s, hand[0], s.left[0])


def reach_costs(game: OderGame, s: OderState) -> dict[int, str]:
    found = _in_hand(game, s)
    if found is None:
        return {}
    return {h: str(price) for price, level in enumerate(found.levels) for h in bits(level & ~game.bridges)}


def path(game: OderGame, s: OderState, h: int) -> tuple[int, ...]:
    found = _in_hand(game, s)
    if found is None or not found.all >> h & 1:
        return ()
    return tuple(found.path(h))


def threat(game: OderGame, s: OderState, side: int) -> int:
    """Every hex a side could attack after its next move: next to where its units can go."""
    out = s.occupied[side]
    for u in bits(game.units_of[side] & ~game.roster.static):
        if s.at[u] >= 0:
            out |= reach_of(game, s, u, allowance(game, s, u)).all & ~game.bridges
    return game.lines.next(out)


def marks(game: OderGame, s: OderState) -> dict[int, tuple[str, ...]]:
    """What the counters' markers would say."""
    sets = {
        **marked(game, s),
        "supplied by air": 1 << s.aerial if s.aerial >= 0 else 0,
    }
    return words_by_unit(sets)


def track(game: OderGame, s: OderState) -> Track:
    """The phases of both Player Turns, and the turns with the units that come in them."""
    names = [f"{game.side_names[side]} {name}" for side in game.sides for name in _PHASES
             if not (side == "soviet" and name == "support")]  # fmt: skip
    phase = game.phase_of(s)
    who, _, what = phase.partition(" ")
    current = f"{game.side_names.get(who, '')} {what}"
    turns = []
    for number in range(1, s.turns + 1):
        units = [game.counters[u].id for u in range(len(s.at)) if s.at[u] == DUE and s.due_turn[u] == number]
        notes = (Note(f"arriving: {', '.join(units)}", "9.0"),) if units else ()
        turns.append(Turn(number, f"Game Turn {number}", notes))
    return Track(tuple(names), names.index(current) if current in names else -1, tuple(turns), s.turn)
