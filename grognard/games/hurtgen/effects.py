"""The effects of the results of the current attack, and the fire that the defender could add (7.74, 8.1, 8.4).

The chart says what a result usually does. Guns alone move nobody with the weaker results, and a unit that has no hex to
retreat to is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.reading import Effect, Note
from ...hexes import bits
from . import artillery
from .retreat import router
from .state import HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame

#: The hexes that the defenders and the attackers retreat by a result.
_DEFENDERS = {"D1": 1, "D2": 2, "D3": 3, "D4": 4, "Br": 1}
_ATTACKERS = {"A1": 1, "A2": 2, "Br": 1}
#: These move no defender if only artillery attacks (8.15).
_WEAK = ("D1", "Br")


def effects(game: HurtgenGame, s: HurtgenState, results: list[str]) -> tuple[Effect, ...]:
    """The results among the possible ones that do something else than the chart says, alike ones together."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for result in results:
        found = _effect(game, s, result)
        if found is not None:
            alike.setdefault(found, []).append(result)
    return tuple(Effect(tuple(same), *words) for words, same in alike.items())


def _effect(game: HurtgenGame, s: HurtgenState, result: str) -> tuple[str, str, str] | None:
    """The effect of a result here, its rule and whom it harms; None if the chart says the same."""
    guns_alone = artillery.pure_artillery(game, s)
    if guns_alone and result in _WEAK:
        if result == "Br" and s.attackers:
            return "only the adjacent artillery retreats", "8.33", "attacker"
        return "no effect: artillery alone needs a D2 or better", "8.15", ""
    if result[0] == "A" and not s.attackers:
        return "no effect: artillery that fires from a distance suffers no result", "8.14", ""
    lost = _lost(game, s, 1 - s.phasing, s.targets, _DEFENDERS.get(result, 0))
    own = _lost(game, s, s.phasing, s.attackers, _ATTACKERS.get(result, 0))
    if not lost | own:
        return None
    words = f"{game.names(lost | own)} eliminated: no full retreat is open"
    return words, "7.74", "defender" if not own else "attacker" if not lost else ""


def _lost(game: HurtgenGame, s: HurtgenState, side: int, units: int, length: int) -> int:
    """The units that are certain to be lost because they cannot retreat so far.

    If several retreat, one may make room for another, so their friends are not counted as obstacles.
    """
    if not length or not units:
        return 0
    way = router(game, s, side)
    if units & (units - 1):
        way.friends = 0
    return sum(1 << u for u in bits(units) if not way.survives(u, s.at[u], length))


def reactions(game: HurtgenGame, s: HurtgenState) -> tuple[Note, ...]:
    """The artillery that could lend Final Protective Fire to the current attack, and how many units may."""
    guns = artillery.final_fire(game, s)
    if not guns:
        return ()
    defender = 1 - s.phasing
    left = game.tables.fpf_limit[defender] - s.fpf.bit_count()
    listed = ", ".join(f"{game.counters[u].id} ({game.roster.fpf[u]})" for u in bits(guns))
    most = f", at most {left} of them" if guns.bit_count() > left else ""
    return (Note(f"{game.side_names[game.sides[defender]]} Final Protective Fire in range: {listed}{most}", "8.4"),)
