"""The average gain of an attack, for commanders (7.5): losses, checks, retreats and the bonus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from ...hexes import bits
from . import drm
from .cycle import able_hqs
from .drm import Fight
from .pieces import effectiveness, strength
from .preview import outlook
from .state import AachenState
from .tables_schema import Result

if TYPE_CHECKING:
    from .doctrine import AachenDoctrine
    from .game import AachenGame

#: Points for a Strength Point of infantry type and of AFV type, for a disrupted Strength Point, and for a bonus point.
_INFANTRY, _AFV, _DISRUPTED, _BONUS = 0.5, 0.8, 0.12, 0.6
#: The share of the worth of strength on the last turn, and when the enemy can do no more.
_LATE, _LAST = 0.4, 0.1
#: The share of the worth of a hex that its attacker has gained when all its defenders are nearly gone.
_WORN = 0.4
_FACES = 10
#: How many attacks are kept with their odds.
_REMEMBERED = 4096


class Toll(NamedTuple):
    """The cost of hits for one side: points lost, and the chance that the hex is left."""

    points: float
    leaves: float
    #: the share of their strength that is lost
    share: float = 0.0


def worth_of(game: AachenGame, s: AachenState, unit: int) -> float:
    """The worth of the Strength Points of a unit."""
    return strength(game, s, unit) * (_AFV if game.roster.afv >> unit & 1 else _INFANTRY)


def ahead(game: AachenGame, s: AachenState) -> float:
    """The share of its worth that strength has for what is still to come: less on the last turn.

    It is least if only the side that acts can still do so: then nothing is left to save strength for."""
    scenario = game.scenario_of(s)
    if s.turn < scenario.turns or "clear" in scenario.words:
        return 1.0
    return _LATE if may_still_act(game, s, 1 - s.phasing) else _LAST


def may_still_act(game: AachenGame, s: AachenState, side: int) -> bool:
    """Whether a side can activate a formation in this Ops Phase (6.2); static Germans always count as if (10.1)."""
    return game.is_static(s, side) or (not s.passed >> side & 1 and bool(able_hqs(game, s, side)))


def toll(game: AachenGame, s: AachenState, units: int, hits: int, *, red: bool) -> Toll:
    """The average cost of a result for a side: a failed check turns the second hit into a retreat (7.5.2)."""
    total = sum(strength(game, s, u) for u in bits(units))
    if not hits or not total:
        return Toll(0.0, 0.0)
    each = ahead(game, s) * sum(worth_of(game, s, u) for u in bits(units)) / total
    fails = [1 - effectiveness(game, s, u) / _FACES for u in bits(units)] if red else [0.0]
    all_fail = 1.0
    for p in fails:
        all_fail *= p
    disrupted = sum(
        (1 - effectiveness(game, s, u) / _FACES)
        * (each if s.disrupted >> u & 1 else _DISRUPTED * strength(game, s, u) + 0.3)
        for u in bits(units)
        if red
    )
    leaves = all_fail if hits >= 2 else 0.0
    lost = min(hits - (leaves if hits >= 2 else 0.0), total)
    if hits >= total:
        leaves = max(leaves, 0.9)
    return Toll(lost * each + disrupted, leaves, lost / total)


def gain_of(d: AachenDoctrine, s: AachenState, fight: Fight, taken: float, given: float) -> float:
    """The average gain of an attack; ``taken`` is the worth of the target's hex, ``given`` that of the attacker's."""
    game, (results, of) = d.game, _odds(d, s, fight)
    return sum(w * _value(game, s, fight, game.tables.results[text], taken, given) for text, w in results.items()) / of


def _odds(d: AachenDoctrine, s: AachenState, fight: Fight) -> tuple[Mapping[str, int], int]:
    """The weights of all results and their sum; those of one attack are the same as long as nothing in it changes."""
    game, memory = d.game, d.odds
    modifier = sum(m.amount for m in drm.modifiers(game, s, fight))
    units = fight.attackers | fight.defenders
    improved = s.improved >> fight.target & 1
    lost = tuple(s.lost[u] for u in bits(units))
    key = (fight, modifier, s.disrupted & units, improved, lost)
    known = memory.get(key)
    if known is None:
        if len(memory) > _REMEMBERED:
            memory.clear()
        found = outlook(game, s, fight)
        known = memory[key] = found.results, found.of
    return known


def _value(game: AachenGame, s: AachenState, fight: Fight, result: Result, taken: float, given: float) -> float:
    theirs = toll(game, s, fight.defenders, result.defender, red=result.defender_red)
    mine = toll(game, s, fight.attackers, result.attacker, red=result.attacker_red)
    won = _BONUS if result.attacker < result.defender else -0.4 if result.defender < result.attacker else 0.0
    worn = _WORN * taken * theirs.share * (1 - theirs.leaves)
    return theirs.points + theirs.leaves * taken + worn - mine.points - mine.leaves * given + won
