"""Moving, disrupting and losing units, and what follows at once (3.3, 5.6.2, 5.6.3, 7.5.2, 7.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import bits
from ...mechanics.fog import move_counter
from .formations import members
from .state import DUE, ELIMINATED, UNKNOWN, AachenState
from .units import GERMAN

if TYPE_CHECKING:
    from .game import AachenGame


def place(game: AachenGame, s: AachenState, unit: int, there: int) -> None:
    """Put a unit into a hex, on top of what is there, or into a box. Nothing else follows from it here."""
    here, side, roster = s.at[unit], game.side_of[unit], game.roster
    rest = move_counter(s, unit, side, there)
    if roster.hqs >> unit & 1:
        return
    grip = 2 * side + (roster.afv >> unit & 1)
    if here >= 0:
        if not rest & roster.combat:
            s.manned[side] &= ~(1 << here)
            s.grip[grip] &= ~(1 << here)
        else:
            _let_go(game, s, unit, here, rest)
    if there >= 0:
        s.manned[side] |= 1 << there
        if not s.disrupted >> unit & 1:
            s.grip[grip] |= 1 << there


def _class(game: AachenGame, unit: int) -> int:
    """The place of a combat unit's class in the list of grips."""
    return 2 * game.side_of[unit] + (game.roster.afv >> unit & 1)


def _let_go(game: AachenGame, s: AachenState, unit: int, h: int, others: int) -> None:
    """A unit no longer has a zone from a hex; others of its class may."""
    like = game.roster.afv if game.roster.afv >> unit & 1 else game.roster.infantry
    if not others & like & ~s.disrupted:
        s.grip[_class(game, unit)] &= ~(1 << h)


def count_classes(game: AachenGame, s: AachenState) -> None:
    """Compute the hexes with combat units and those that zones come from, out of the places."""
    s.manned, s.grip = [0, 0], [0, 0, 0, 0]
    for u in bits(game.roster.combat & s.on_map):
        s.manned[game.side_of[u]] |= 1 << s.at[u]
        if not s.disrupted >> u & 1:
            s.grip[_class(game, u)] |= 1 << s.at[u]


def strength(game: AachenGame, s: AachenState, unit: int) -> int:
    """The current Combat Strength of a unit; of an enemy unit whose losses are not known, the printed one."""
    printed = game.roster.strength[unit]
    return max(printed - s.lost[unit], 0) if s.lost[unit] <= printed else printed


def support_of(game: AachenGame, s: AachenState, hq: int) -> int:
    """The current Attack Support Points of an HQ (3.3)."""
    return game.roster.support[hq] - s.lost[hq]


def combat_units(game: AachenGame, s: AachenState, h: int) -> int:
    """The combat units in a hex, as far as they are seen."""
    return s.pile[h] & game.roster.combat


def effectiveness(game: AachenGame, s: AachenState, unit: int) -> int:
    """The Effectiveness Rating of the side of the counter that is up."""
    return game.roster.effectiveness[unit][s.disrupted >> unit & 1]


def armor(game: AachenGame, s: AachenState, unit: int) -> int:
    """Tank or Anti-Tank Points of the side of the counter that is up."""
    return game.roster.armor[unit][s.disrupted >> unit & 1]


# -- disruption ---------------------------------------------------------------------------------


def disrupt(game: AachenGame, s: AachenState, unit: int, rule: str, *, costs_a_point: bool) -> None:
    """A unit is disrupted; if it is already, it loses a point in combat and by overstacking (5.6.2)."""
    bit = 1 << unit
    if s.disrupted & bit:
        if costs_a_point:
            lose_points(game, s, unit, 1, "5.6.2")
        return
    s.disrupted |= bit
    h = s.at[unit]
    _let_go(game, s, unit, h, s.pile[h] & ~bit)
    say(game, s, unit, rule, "{} is disrupted")
    drop_improved(s, h, "it has a disrupted unit")


def recover(game: AachenGame, s: AachenState, unit: int, rule: str) -> None:
    """A unit is turned back to its front side (5.6.4)."""
    s.disrupted &= ~(1 << unit)
    if s.at[unit] >= 0:
        s.grip[_class(game, unit)] |= 1 << s.at[unit]
    say(game, s, unit, rule, "{} recovers from disruption")


def drop_improved(s: AachenState, h: int, why: str) -> None:
    """A hex loses its Improved Defense (7.7)."""
    if h >= 0 and s.improved >> h & 1:
        s.improved &= ~(1 << h)
        s.announce("7.7", "an Improved Defense is lost: {}", why)


def say(game: AachenGame, s: AachenState, unit: int, rule: str, text: str, *args: object) -> None:
    """Report what happens to a unit: to everybody where both sides see it, else to its owner."""
    report = s.announce if _is_seen(s, unit) else s.report
    report(rule, text, game.counters[unit].id, *args)


def _is_seen(s: AachenState, unit: int) -> bool:
    """Whether both sides see a unit now (5.3.4)."""
    return bool((s.tops | s.seen) >> unit & 1)


# -- losses -------------------------------------------------------------------------------------


def lose_points(game: AachenGame, s: AachenState, unit: int, points: int, rule: str) -> None:
    """A unit loses Strength Points; without any left it is eliminated (7.5.2)."""
    left = strength(game, s, unit) - points
    say(game, s, unit, rule, "{} loses {}", "1 Strength Point" if points == 1 else f"{points} Strength Points")
    if left <= 0:
        eliminate(game, s, unit, rule)
        return
    s.lost[unit] += points
    if _is_seen(s, unit):
        s.noted[unit] = min(s.noted[unit] + points, game.roster.strength[unit] - 1)


def eliminate(game: AachenGame, s: AachenState, unit: int, rule: str, box: int = ELIMINATED) -> None:
    """A combat unit leaves the map for good, and perhaps its HQ with it (3.3)."""
    here = s.at[unit]
    s.announce(rule, "{} is eliminated", game.counters[unit].id)
    s.lost[unit], s.noted[unit] = game.roster.strength[unit], 0
    leave(game, s, unit, box)
    drop_improved(s, here, "a unit in it was eliminated")
    remove_idle_hqs(game, s, rule)


def leave(game: AachenGame, s: AachenState, unit: int, box: int) -> None:
    """A unit goes to a box and takes no part in anything under way."""
    place(game, s, unit, box)
    bit = ~(1 << unit)
    s.disrupted &= bit
    s.seen &= bit
    s.attackers &= bit
    s.defenders &= bit
    s.failed &= bit
    s.pending &= bit
    if unit in s.hand:
        s.hand.remove(unit)


def remove_idle_hqs(game: AachenGame, s: AachenState, rule: str) -> None:
    """Remove HQs without units: none of their own, assigned or still due (3.3, rulings 3.3g, 3.3i)."""
    for index, formation in enumerate(game.roster.formations):
        if s.at[formation.hq] >= 0 and _is_idle(game, s, index):
            s.announce("3.3", "the HQ of the {} is removed: it has no units left", formation.name)
            place(game, s, formation.hq, ELIMINATED)
            s.level[index] = 0


def _is_idle(game: AachenGame, s: AachenState, formation: int) -> bool:
    """Whether a formation has no unit on the map or due."""
    units = members(game, s, formation)
    return not units & s.on_map and not units & due_units(s)


def lower_level(game: AachenGame, s: AachenState, formation: int, by: int) -> None:
    """Move the Activation marker of a formation down, not below 0 (6.3.1)."""
    s.level[formation] = max(s.level[formation] - by, 0)


def lower_support(game: AachenGame, s: AachenState, hq: int, by: int) -> None:
    """Reduce the Attack Support Points of an HQ for the rest of the game, not below 0 (5.3.2)."""
    s.lost[hq] = min(s.lost[hq] + by, game.roster.support[hq])


def due_units(s: AachenState) -> int:
    """The units still on the turn track."""
    return sum(1 << u for u, where in enumerate(s.at) if where == DUE)


def german_losses(game: AachenGame, s: AachenState) -> tuple[int, int]:
    """German strength points lost so far, infantry type and AFV type, as far as they are known (9.losses)."""
    out = list(s.tally)
    for u in bits(game.units_of[GERMAN] & game.roster.combat):
        if (s.at[u] >= 0 or s.at[u] == ELIMINATED) and s.lost[u] != UNKNOWN:
            out[game.roster.afv >> u & 1] += s.lost[u]
    return out[0], out[1]
