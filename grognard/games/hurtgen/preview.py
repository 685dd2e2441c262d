"""The current attack: its strengths, its terrain line and the chances of its results (7.0, 7.4, 8.62)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.board import hexside
from ...engine.reading import Modifier, Preview
from ...hexes import bits
from . import artillery
from .state import HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame


def totals(game: HurtgenGame, s: HurtgenState) -> tuple[int, int]:
    """Attack and defence in strength points (7.0)."""
    roster = game.roster
    attack = s.spent + sum(roster.attack[u] for u in bits(s.attackers | s.barrage))
    defense = sum(roster.defense[u] for u in bits(s.targets)) + sum(roster.fpf[u] for u in bits(s.fpf))
    return attack, defense


def line_words(game: HurtgenGame, s: HurtgenState) -> list[str]:
    """The terrain words of the defenders' hexes; the best line among them counts (7.44, 7.45).

    Only the defender's terrain counts (7.41).
    """
    words = []
    for t in bits(s.targets):
        words.append(game.board.terrain_at[s.at[t]])
        word = _hexside_word(game, s, s.at[t])
        if word:
            words.append(word)
    return words


def _hexside_word(game: HurtgenGame, s: HurtgenState, h: int) -> str:
    """``stream`` or ``bridge`` if all attackers that count attack across such hexsides (7.42, 8.62).

    Only non-artillery attackers count; artillery alone never gives a hexside benefit. If some cross streams and some
    bridges, the bridge line counts (ruling 7.42).
    """
    ground = s.attackers & ~game.roster.artillery
    if not ground:
        return ""
    found = set()
    for u in bits(ground):
        edge = game.board.hexsides.get(hexside(s.at[u], h))
        if edge is None:
            return ""
        found.add("bridge" if edge.bridge else edge.kind)
    return "stream" if found == {"stream"} else "bridge"


def preview(game: HurtgenGame, s: HurtgenState) -> Preview | None:
    """The current combat as a player sees it before the die roll."""
    if not s.targets or s.pending or s.path_units or not s.targets & ~s.struck:
        return None
    attack, defense = totals(game, s)
    crt = game.tables.crt
    words = line_words(game, s)
    line = crt.line_of(words)
    column = crt.lines[line].column(attack - defense)
    by_roll = tuple(row[column] for row in crt.results)
    about = f"Attack on {', '.join(game.place_name(s.at[t]) for t in bits(s.targets))}"
    return Preview(
        title=about,
        about=about,
        modifiers=tuple(_modifiers(game, s)),
        total=attack - defense,
        line=", ".join(crt.lines[line].terrain),
        line_rule="8.62" if artillery.pure_artillery(game, s) else "7.45" if s.targets & (s.targets - 1) else "7.44",
        column=crt.lines[line].columns[column],
        chances=crt.chances(column),
        by_roll=by_roll,
        column_index=column,
    )


def _modifiers(game: HurtgenGame, s: HurtgenState) -> list[Modifier]:
    roster, counters = game.roster, game.counters
    out = []
    for u in bits(s.attackers):
        rule = "8.31" if roster.artillery >> u & 1 else "7.22"
        out.append(Modifier(f"{counters[u].id} attacks", roster.attack[u], rule))
    for u in bits(s.barrage):
        reach = min(game.board.grid.distance(s.at[u], s.at[t]) for t in bits(s.targets))
        out.append(Modifier(f"{counters[u].id} barrages at range {reach}", roster.attack[u], "8.1"))
    if s.spent:
        out.append(Modifier("Ground Support", s.spent, "9.11"))
    out += [
        Modifier(f"{counters[u].id} defends", -roster.defense[u], "8.5" if roster.artillery >> u & 1 else "7.0")
        for u in bits(s.targets)
    ]
    out += [Modifier(f"Final Protective Fire of {counters[u].id}", -roster.fpf[u], "8.43") for u in bits(s.fpf)]
    return out
