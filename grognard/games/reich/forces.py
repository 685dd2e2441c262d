"""The strength and worth of units for commanders, how far they move, and where they are put without a path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import allowance, limits, pieces, shaef, strategic
from .state import ALLIED, COMMAND_6, EXPLOITATION, GERMAN, INFANTRY, LIMITED, MECHANIZED, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: The worth of a point of strength by side (the Allies have more divisions than room for them), less on the last turn,
#: and of an HQ or a Leader.
_POINT, _LATE, _STAFF = (0.12, 0.25), 0.4, 1.0
#: The steps that hold a vital hex against one attack.
_GARRISON = 4
#: The share of its attack that a unit keeps if its side can only make Mobile Assaults before the enemy moves again.
_SUPPORTS = 0.3
#: The die that a commander expects of the other side.
_DIE = 4


def strength(game: ReichGame, s: ReichState, unit: int) -> int:
    """Attack and defence of a unit together."""
    return pieces.attack_of(game, s, unit) + pieces.defense_of(game, s, unit)


def attack(game: ReichGame, s: ReichState, unit: int) -> float:
    """The strength that a unit adds to attacks."""
    bit, side = 1 << unit, game.side_of[unit]
    if not game.roster.combat & bit or limits.bound(game, s) & bit or s.at[unit] < 0:
        return 0.0
    full = pieces.attack_of(game, s, unit) * (0.5 if s.oos & bit else 1.0)
    fights = s.phasing == side or (side == GERMAN) != (s.step == EXPLOITATION) or game.roster.mobile & bit
    return full if fights else _SUPPORTS * full  # the enemy moves before its next ordinary attack


def worth(game: ReichGame, s: ReichState, unit: int) -> float:
    """The points that its side loses with a unit."""
    if game.roster.staff >> unit & 1:
        return _STAFF
    late = _LATE if s.turn >= s.turns and game.side_of[unit] == ALLIED else 1.0
    return late * _POINT[game.side_of[unit]] * strength(game, s, unit)


def garrison_steps(game: ReichGame, s: ReichState, side: int, h: int) -> int:
    """The steps that hold a vital hex: four survive one attack, and two a Mobile Assault."""
    if game.paris >> h & 1:
        return _GARRISON - 1
    if h == game.lines.antwerp:
        return _GARRISON + 2
    return _GARRISON // 2 if s.step == EXPLOITATION and s.phasing == side == ALLIED else _GARRISON


def leaps(game: ReichGame, s: ReichState, unit: int) -> int:
    """Hexes that a unit can be put into by Strategic Movement or the SHAEF Reaction."""
    if is_reaction(game, s):
        return reaction_hexes(game, s, unit)
    if s.phasing != game.side_of[unit] or not s.step or not strategic.eligible(game, s, 1 << unit):
        return 0
    return strategic.ends(game, s, unit)


def is_reaction(game: ReichGame, s: ReichState) -> bool:
    """Whether the Allies decide on the SHAEF Reaction."""
    return game.steps[s.agenda[-1][0]].name == shaef.Reaction.name


def reaction_hexes(game: ReichGame, s: ReichState, unit: int) -> int:
    """The hexes to which a division with SHAEF may be moved (17.7.5)."""
    now = shaef.Reacting(game, s)
    return now.hexes_for(unit) if now.ready >> unit & 1 else 0


def usual_points(game: ReichGame, s: ReichState, unit: int) -> int:
    """The Movement Points that a unit has with an ordinary die in its next move."""
    printed = game.roster.movement[unit]
    if game.roster.staff >> unit & 1:
        return printed
    pool = allowance.pool_of(game, s, unit)
    if pool in (INFANTRY, MECHANIZED):
        line = "infantry" if pool == INFANTRY else "mechanized"
    else:
        soon = s.turn + (s.phasing == GERMAN and s.step == EXPLOITATION)  # then it may be full (9.1.C)
        limited = s.logistics == LIMITED or soon <= game.tables.numbers["logistics"]["limited_through"]
        line = "limited" if limited and pool != COMMAND_6 else "full"
    points = game.tables.points(line, _DIE)
    return (min(points, printed) if printed >= 0 else points) // (2 if s.oos >> unit & 1 else 1)
