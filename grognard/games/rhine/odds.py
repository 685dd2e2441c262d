"""Chapter 11.7 to 11.19: the odds of the current attack, with every shift."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from ...engine.board import hexside
from ...engine.reading import Modifier, Note, Preview
from ...hexes import bits
from ...mechanics import odds as mechanics
from ...mechanics.concentric import concentric
from ...mechanics.fog import height
from . import supply
from .pieces import steps_of
from .state import ALLIED, GERMAN, LANDING, RHINE, RhineState
from .tables import LINE

if TYPE_CHECKING:
    from .game import RhineGame


def attack_factors(game: RhineGame, s: RhineState) -> int:
    """The attack factors; units without full supply are added, halved and rounded up (8.7, 8.16); then the bombs."""
    if is_drop(game, s):  # printed defense factors (12.4)
        return sum(game.roster.defense[u][steps_of(game, s, u)] for u in bits(s.attackers))
    whole = half = 0
    for u in bits(s.attackers):
        factor = game.roster.attack[u][steps_of(game, s, u)]
        if _halved(game, s, u):
            half += factor
        else:
            whole += factor
    return whole + -(-half // 2) + s.bombs


def _halved(game: RhineGame, s: RhineState, unit: int) -> bool:
    """Whether a unit's attack is halved: judged at the start of the battle, before that by its current supply."""
    if fighting(game, s):
        return bool(s.halved >> unit & 1)
    return supply.halves(supply.kind_of(game, s, unit), game.side_of[unit])


def fighting(game: RhineGame, s: RhineState) -> bool:
    """Whether the battle has begun, so that its supply has been judged."""
    return any(frame[0] == game.after_combat for frame in s.agenda)


def is_drop(game: RhineGame, s: RhineState) -> bool:
    """Whether the current attack is the battle of an airborne corps for its drop hex (12.4)."""
    return any(s.at[u] == LANDING for u in bits(s.attackers & game.roster.corps))


def defense_factors(game: RhineGame, s: RhineState) -> int:
    return sum(game.roster.defense[u][steps_of(game, s, u)] for u in bits(defenders(game, s)))


def defenders(game: RhineGame, s: RhineState) -> int:
    return s.pile[s.target]


def unseen_defenders(game: RhineGame, s: RhineState) -> int:
    """The number of units in the target that are hidden from the attacker (6.7)."""
    return height(s, s.target) - defenders(game, s).bit_count()


def wall_counts(game: RhineGame, s: RhineState, attacker: int, h: int) -> bool:
    """Whether the West Wall helps a German defender: intact, and not on Turn 1 (5.8, 11.17)."""
    return attacker == ALLIED and s.turn > 1 and bool(supply.intact(game, s) >> h & 1)


def shifts(game: RhineGame, s: RhineState) -> list[Modifier]:
    """Every column shift with its rule; negative to the left."""
    table, h = game.tables.shifts, s.target
    out = ground(game, s, s.phasing, h)
    out += bearing(game, s, s.phasing, h, 0 if is_drop(game, s) else _from(s))
    if s.phasing == GERMAN and s.watch == RHINE and s.turn == game.tables.watch.turn + 1:
        out.append(Modifier("Watch on the Rhine", table["watch_german"], "5.4"))
    if s.short:
        out.append(Modifier("bombs fell short", table["bombs_short"], "11.18"))
    return out


def bearing(game: RhineGame, s: RhineState, attacker: int, h: int, hexes: int) -> list[Modifier]:
    """Shifts that depend on the hexes of the attackers; an airdrop has no such hexes."""
    table, out = game.tables.shifts, []
    water = _water(game, h, hexes)
    if water:
        words = {"river": "all attackers cross a river", "rhine": "all attackers cross the Rhine"}
        out.append(Modifier(words[water], table[water], "11.14"))
    if high_water(game, s) & (1 << h | hexes):
        out.append(Modifier("flooded hexes", table["flood"], "10.18"))
    direction = game.board.grid.direction
    if may_be_concentric(game, s, attacker, h) and concentric(direction(h, other) for other in bits(hexes)):
        out.append(Modifier("concentric attack", table["concentric"], "11.19"))
    return out


def ground(game: RhineGame, s: RhineState, attacker: int, h: int) -> list[Modifier]:
    """Shifts for the defender's hex and the turn, whatever the hexes of the attackers."""
    out = _terrain(game, attacker, h)
    if wall_counts(game, s, attacker, h):
        out.append(Modifier("intact West Wall", game.tables.shifts["westwall"], "11.17"))
    if attacker == GERMAN and s.turn == 1:
        out.append(Modifier("German attack on Turn 1", game.tables.shifts["first_turn_german"], "5.8"))
    return out


def _terrain(game: RhineGame, attacker: int, h: int) -> list[Modifier]:
    table = game.tables.shifts
    for word, hexes in (("ruhr", game.ruhr), ("city", game.cities), ("town", game.towns)):
        if hexes >> h & 1:
            return [Modifier(f"defender in a {'Ruhr city' if word == 'ruhr' else word}", table[word], "11.16")]
    terrain = game.board.terrain_at[h]
    if terrain == "rough":
        return [Modifier("defender in rough ground", table["rough"], "11.12")]
    if terrain == "polder" and game.highway >> h & 1 and attacker == ALLIED:
        return [Modifier("German defender on Hell's Highway", table["highway"], "11.13")]
    return []


def high_water(game: RhineGame, s: RhineState) -> int:
    """Flood hexes of a turn after the third (10.18, 11.27)."""
    return game.flood_hexes if s.flood == s.turn and s.turn > game.tables.flood_frozen else 0


def _from(s: RhineState) -> int:
    return sum(1 << h for h in {s.at[u] for u in bits(s.attackers)} if h >= 0)


def _water(game: RhineGame, h: int, hexes: int) -> str:
    """The water that all attackers cross: the Rhine, or rivers and the Rhine (11.14); an estuary is a river (11.15)."""
    edges = [game.board.hexsides.get(hexside(other, h)) for other in bits(hexes)]
    kinds = {edge.kind if edge is not None else "" for edge in edges}
    if kinds == {"rhine"}:
        return "rhine"
    return "river" if kinds and kinds <= {"river", "rhine", "estuary"} else ""


def may_be_concentric(game: RhineGame, s: RhineState, attacker: int, h: int) -> bool:
    """Whether the concentric bonus is possible: not against towns, cities, the intact West Wall or a corps (11.19)."""
    if (game.towns | game.cities | game.ruhr) >> h & 1 or wall_counts(game, s, attacker, h):
        return False
    return not any(s.at[u] == h for u in bits(game.roster.corps))


def column(game: RhineGame, s: RhineState) -> int:
    """The column after all shifts; it may be beyond the ends of the table (11.9, 11.10)."""
    step = mechanics.odds(attack_factors(game, s), defense_factors(game, s), defender_rounds_up=True)
    return game.tables.crt.column(LINE, step) + sum(m.amount for m in shifts(game, s))


def convert(game: RhineGame, s: RhineState, attacker: int, h: int, result: str) -> str:
    """Convert a rolled result in cities, in the intact West Wall and against a corps (11.16, 11.17, 12.5)."""
    strong = (game.cities | game.ruhr) >> h & 1 or wall_counts(game, s, attacker, h)
    if strong and result in ("DR", "DE"):
        return "BB"
    if result == "DR" and any(s.at[u] == h for u in bits(game.roster.corps)):
        return "BB"
    return result


def preview(game: RhineGame, s: RhineState) -> Preview | None:
    """The preview of the current attack for players, before the die is rolled."""
    shown = _preview(game, s)
    return None if shown is None else replace(shown, remarks=_remarks(game, s))


def _remarks(game: RhineGame, s: RhineState) -> tuple[Note, ...]:
    """The attackers at half strength for want of full supply (8.7, 8.16)."""
    if is_drop(game, s):
        return ()
    half: dict[str, int] = {}
    for u in bits(s.attackers):
        if _halved(game, s, u):
            kind = supply.kind_of(game, s, u)
            half[kind] = half.get(kind, 0) | 1 << u
    words = {supply.NONE: "out of supply", supply.ATTENUATED: "in attenuated supply"}
    return tuple(
        Note(
            f"{words.get(kind, f'in {kind} supply')}, so at half strength: {game.names(units)}",
            "8.7" if kind == supply.NONE else "8.16",
        )
        for kind, units in half.items()
    )


def _preview(game: RhineGame, s: RhineState) -> Preview | None:
    """The preview without remarks."""
    step = "" if s.over else game.step(s).name
    if s.target < 0 or s.probe or not s.attackers or step not in ("declare", "bomber-die", "combat-die"):
        return None
    found = shifts(game, s)
    total = sum(m.amount for m in found)
    attack, defense, unseen = attack_factors(game, s), defense_factors(game, s), unseen_defenders(game, s)
    against = f"{defense} plus {unseen} hidden units" if unseen else str(defense)
    about = f"Attack on {game.place_name(s.target)}"
    title = f"{about}: {attack} against {against}"
    if unseen or not attack or not defense:
        return Preview(title, tuple(found), total, "", "11.7", "unseen" if unseen else "none", {}, (), -1, about)
    where = column(game, s)
    automatic = game.tables.crt.automatic(where)
    head = f"automatic {automatic}" if automatic else game.tables.crt.lines[LINE][where]
    if s.bombers and step != "combat-die":
        title, mixed = f"{title}, before bombing", _with_bombs(game, s)
        return Preview(title, tuple(found), total, "", "11.18", head, mixed, (), where, about)
    by_roll = results_by_roll(game, s)
    return Preview(title, tuple(found), total, "", "11.7", head, mechanics.chances(by_roll), by_roll, where, about)


def results_by_roll(game: RhineGame, s: RhineState) -> tuple[str, ...]:
    """The result of each roll of the die for the current attack."""
    return results_in(game, s, s.phasing, s.target, column(game, s))


def results_in(game: RhineGame, s: RhineState, attacker: int, h: int, where: int) -> tuple[str, ...]:
    """The result of each roll of the die in a column; beyond the table all are the same."""
    automatic = game.tables.crt.automatic(where)
    if automatic:
        return (automatic,) * 6
    return tuple(convert(game, s, attacker, h, result) for result in game.tables.crt.by_roll(where, 0))


def _with_bombs(game: RhineGame, s: RhineState) -> dict[str, tuple[int, int]]:
    """The chances of an attack before the bombers' dice are rolled (11.18)."""
    bombs = game.bombs(s)
    rolls = [sum(dice) for dice in product(range(1, 7), repeat=bombs.dice)]
    trial = s.copy()
    found: list[str] = []
    for roll in rolls:
        drop_bombs(game, trial, roll)
        found += results_by_roll(game, trial)
    return mechanics.chances(tuple(found))


def drop_bombs(game: RhineGame, s: RhineState, roll: int) -> None:
    """Apply a roll for the bombers: more attack factors, or bombs that fall short (11.18)."""
    bombs = game.bombs(s)
    result = roll - bombs.less
    s.bombs, s.short = (0, True) if result <= bombs.short else (result, False)
