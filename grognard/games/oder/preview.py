"""Chapter 11.5: odds and die roll modifiers of the current attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.board import hexside
from ...engine.reading import Modifier, Preview
from ...hexes import bits
from ...mechanics.concentric import concentric
from ...mechanics.odds import chances, odds
from ...mechanics.stacks import units_in
from . import markers, supply
from .state import GERMAN, SOVIET, OderState

if TYPE_CHECKING:
    from .game import OderGame

#: Results that change in a city (11.5.1).
_CITY = {"DR": "EX", "AS": "AL1"}


def totals(game: OderGame, s: OderState) -> tuple[int, int]:
    """Attack factors against defense factors (11.5)."""
    attack = sum(game.roster.attack[u] for u in bits(s.attackers))
    return attack, sum(game.roster.defense[u] for u in bits(units_in(s.at, s.target)))


def odds_column(game: OderGame, s: OderState) -> int:
    """The column of the combat results table, the shift of Game Turn 1 included (5.2)."""
    crt = game.tables.crt
    column = crt.column(game.sides[s.phasing], odds(*totals(game, s)))
    if s.turn == 1 and s.phasing == SOVIET:
        column -= game.tables.modifiers["first_turn_soviet_shift"]
    return column


def modifiers(game: OderGame, s: OderState) -> list[Modifier]:
    """Every die roll modifier with its rule."""
    hexes = sum(1 << h for h in {s.at[u] for u in bits(s.attackers)})
    return [
        *ground(game, s, s.phasing, s.target),
        *bearing(game, s, s.phasing, s.target, hexes),
        *_supply_modifiers(game, s),
    ]


def ground(game: OderGame, s: OderState, attacker: int, h: int) -> list[Modifier]:
    """Modifiers for the defender's hex and the Game Turn, independent of the attackers' hexes."""
    table, out = game.tables.modifiers, []
    best = max((word for word in _words(game, h) if word in table), key=lambda w: table[w], default="")
    if best:
        out.append(Modifier(f"defender in {best}", table[best], "11.5.1"))
    if attacker == SOVIET and game.intact(s, h):
        out.append(Modifier("intact fortification", table["fortification"], "11.5.2"))
    if attacker == GERMAN and s.turn == 1:
        out.append(Modifier("German attack on Game Turn 1", table["first_turn_german"], "5.2"))
    return out


def _words(game: OderGame, h: int) -> list[str]:
    """The terrain a defender may choose from; the program chooses the best (ruling 11.5.1)."""
    words = {game.board.terrain_at[h], *game.board.features.get(h, ())}
    if game.cities >> h & 1:
        words.add("city")
    return sorted(words & {"forest", "rough", "town", "city"})


def bearing(game: OderGame, s: OderState, attacker: int, h: int, hexes: int) -> list[Modifier]:
    """Modifiers for the attackers' hexes and the support markers."""
    table, out = game.tables.modifiers, []
    if _all_across_rivers(game, h, hexes):
        out.append(Modifier("all attackers across a river", table["river"], "11.5.1"))
    sign = -1 if attacker == GERMAN else 1
    if s.naval == h:
        out.append(Modifier("naval support", sign * table["support"], "11.5.3"))
    if markers.air_area(game, s) >> h & 1:
        out.append(Modifier("air support", sign * table["support"], "11.5.3"))
    direction = game.board.grid.direction
    if not game.cities >> h & 1 and concentric(direction(h, other) for other in bits(hexes)):
        out.append(Modifier("concentric attack", table["concentric"], "11.5.4"))
    return out


def _all_across_rivers(game: OderGame, h: int, hexes: int) -> bool:
    edges = [game.board.hexsides.get(hexside(other, h)) for other in bits(hexes)]
    return bool(edges) and all(edge is not None and edge.kind == "river" for edge in edges)


def _supply_modifiers(game: OderGame, s: OderState) -> list[Modifier]:
    """Modifiers for being out of supply (8.6): any one attacker, or the whole defending stack (ruling 8.6)."""
    table, defenders = game.tables.modifiers, units_in(s.at, s.target)
    if s.in_supply | s.in_special | s.in_air or not s.attackers:
        known = s.in_supply | s.in_special | s.in_air
        attackers_out, defenders_out = bool(s.attackers & ~known), not defenders & known
    else:
        attackers_out = any(not supply.in_supply(game, s, u) for u in bits(s.attackers))
        defenders_out = not any(supply.in_supply(game, s, u) for u in bits(defenders))
    out = []
    if attackers_out:
        out.append(Modifier("attacker out of supply", table["attacker_out_of_supply"], "8.6"))
    if defenders and defenders_out:
        out.append(Modifier("defender out of supply", table["defender_out_of_supply"], "8.6"))
    return out


def convert(game: OderGame, h: int, result: str) -> str:
    """The result after the changes for a city (11.5.1)."""
    return _CITY.get(result, result) if game.cities >> h & 1 else result


def preview(game: OderGame, s: OderState) -> Preview | None:
    """The current attack as a player sees it before the die roll."""
    step = "" if s.over else game.step(s).name
    if s.target < 0 or s.probe or not s.attackers or step not in ("declare", "combat-die"):
        return None
    crt = game.tables.crt
    column = odds_column(game, s)
    found = modifiers(game, s)
    total = sum(m.amount for m in found)
    automatic = crt.automatic(column)
    by_roll = tuple(convert(game, s.target, r) for r in crt.by_roll(column, total))
    heads = crt.lines[game.sides[s.phasing]]
    attack, defense = totals(game, s)
    about = f"Attack on {game.place_name(s.target)}"
    return Preview(
        title=f"{about}: {attack} against {defense}",
        about=about,
        modifiers=tuple(found),
        total=total,
        line=game.sides[s.phasing],
        line_rule="11.5",
        column=f"automatic {automatic}" if automatic else heads[column],
        chances=chances(by_roll),
        by_roll=by_roll,
        column_index=column,
    )
