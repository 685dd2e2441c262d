"""Chapter 7.5.1.2: what is added to the die: hexside, combat support, HQ support, armor."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...engine.reading import Modifier
from ...hexes import bits
from . import command, zones
from .pieces import armor, strength, support_of
from .state import HASTY, PREPARED, AachenState

if TYPE_CHECKING:
    from .game import AachenGame


class Fight(NamedTuple):
    """A combat: attackers, defenders, the hexside between them, and the mode."""

    origin: int
    target: int
    attackers: int
    defenders: int
    mode: int
    side: int


def fight_of(s: AachenState) -> Fight:
    """The current combat."""
    return Fight(s.origin, s.target, s.attackers, s.defenders, s.mode, s.phasing)


def modifiers(game: AachenGame, s: AachenState, fight: Fight) -> list[Modifier]:
    """All modifiers that are not zero, each with its rule."""
    found = [
        Modifier("hexside", game.ground.hexside_modifier(fight.origin, fight.target), "7.5.1.2 A"),
        Modifier("attacker's combat support", attacker_support(game, s, fight), "7.5.1.2 B"),
        Modifier("defender's combat support", -defender_support(game, s, fight), "7.5.1.2 B"),
        Modifier("HQ support", hq_support(game, s, fight), "7.5.1.2 C"),
        Modifier("armor superiority", armor_superiority(game, s, fight), "7.5.1.2 D"),
    ]
    return [m for m in found if m.amount]


def supporters(game: AachenGame, s: AachenState, side: int, target: int, apart: int) -> dict[int, int]:
    """By hex the units that could support a fight for or against a hex, those of the hex ``apart`` left out.

    They have a zone in the enemy hex and are in command; support costs nothing and puts them in no danger. Units whose
    support their side does without are left out.
    """
    out = {}
    near = game.board.grid.neighbours(1 << target) & s.manned[side] & ~(1 << apart)
    for h in bits(near):
        there = s.pile[h] & game.roster.combat & ~s.withheld
        units = sum(1 << u for u in bits(there) if zones.reaches(game, s, u, target))
        units = command.in_command(game, s, units)
        if units:
            out[h] = units
    return out


def supporting(game: AachenGame, s: AachenState, fight: Fight) -> int:
    """The units of both sides in hexes whose support counts in a fight."""
    out = 0
    if fight.mode != HASTY:
        out |= _counted(game, s, _attacking(game, s, fight), fight.attackers, strong=fight.mode == PREPARED)
    if not fight.defenders & s.disrupted:
        improved = bool(s.improved >> fight.target & 1)
        out |= _counted(game, s, _defending(game, s, fight), fight.defenders, strong=improved)
    return out


def _attacking(game: AachenGame, s: AachenState, fight: Fight) -> dict[int, int]:
    return supporters(game, s, fight.side, fight.target, fight.origin)


def _defending(game: AachenGame, s: AachenState, fight: Fight) -> dict[int, int]:
    return supporters(game, s, 1 - fight.side, fight.origin, fight.target)


def _counted(game: AachenGame, s: AachenState, found: dict[int, int], units: int, *, strong: bool) -> int:
    formations = _formations(game, s, units)
    return sum(there for there in found.values() if strong or _formations(game, s, there) & formations)


def _formations(game: AachenGame, s: AachenState, units: int) -> set[int]:
    return {game.formation_of(s, u) for u in bits(units)}


def _support(game: AachenGame, s: AachenState, found: dict[int, int], formations: set[int], *, strong: bool) -> int:
    """The modifier of supporting hexes: some formations count more, and some only next to strong ones."""
    points, words = 0, game.tables.support
    for units in found.values():
        if _formations(game, s, units) & formations:
            points += words["prepared" if strong else "regular"]
        elif strong:
            points += words["other"]
    return points


def attacker_support(game: AachenGame, s: AachenState, fight: Fight) -> int:
    """Combat support for the attacker; none in a Hasty Attack."""
    if fight.mode == HASTY:
        return 0
    return _support(
        game, s, _attacking(game, s, fight), _formations(game, s, fight.attackers), strong=fight.mode == PREPARED
    )


def defender_support(game: AachenGame, s: AachenState, fight: Fight) -> int:
    """Combat support for the defender, against Hasty Attacks too (ruling 7.5.1.2w); none with a disrupted unit."""
    if fight.defenders & s.disrupted:
        return 0
    improved = bool(s.improved >> fight.target & 1)
    return _support(game, s, _defending(game, s, fight), _formations(game, s, fight.defenders), strong=improved)


def hq_support(game: AachenGame, s: AachenState, fight: Fight) -> int:
    """The support points of the attacker's HQ: half in a Regular Attack, all in a Prepared Attack, without supply too
    (ruling 7.5.1.2ah)."""
    if fight.mode == HASTY or not fight.attackers:
        return 0
    if command.in_command(game, s, fight.attackers) != fight.attackers:
        return 0
    formation = game.formation_of(s, fight.attackers.bit_length() - 1)
    if formation < 0:
        return 0
    hq = game.roster.formations[formation].hq
    points = 0 if s.withheld >> hq & 1 else support_of(game, s, hq)
    return points if fight.mode == PREPARED else -(-points // 2)


def strongest_armor(game: AachenGame, s: AachenState, units: int) -> int:
    """The units with the most Tank or Anti-Tank Points, and of those the ones with the most strength."""
    if not units:
        return 0
    points = max(armor(game, s, u) for u in bits(units))
    best = [u for u in bits(units) if armor(game, s, u) == points]
    most = max(strength(game, s, u) for u in best)
    return sum(1 << u for u in best if strength(game, s, u) == most)


def armor_superiority(game: AachenGame, s: AachenState, fight: Fight) -> int:
    """Tank Points against Tank or Anti-Tank Points; a defender with tanks must use them."""
    afv = game.roster.afv
    tanks, enemy_tanks = fight.attackers & afv, fight.defenders & afv
    mine = _best(game, s, tanks)
    if tanks:
        mine = game.ground.tank_points(mine, fight.origin, fight.target)
    if enemy_tanks:
        return mine - _best(game, s, enemy_tanks)
    if not tanks or not fight.defenders:
        return 0
    theirs = _best(game, s, fight.defenders) + game.ground.terrain[fight.target].antitank
    return max(mine - theirs, 0)


def _best(game: AachenGame, s: AachenState, units: int) -> int:
    return max((armor(game, s, u) for u in bits(units)), default=0)


def first_to_lose(game: AachenGame, s: AachenState, fight: Fight, side: int, units: int) -> int:
    """The units of a side among which the first point must be lost: those whose armor counted (7.5.2).

    Attacking AFVs count even where terrain leaves them no Tank Points (ruling 7.5.1.2ay).
    """
    afv = game.roster.afv
    if side == fight.side:
        return strongest_armor(game, s, units & afv) or units
    if units & afv:
        return strongest_armor(game, s, units & afv)
    return strongest_armor(game, s, units) if fight.attackers & afv else units
