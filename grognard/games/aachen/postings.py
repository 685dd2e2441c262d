"""The worth of a hex to units, and the cost of their orders, for commanders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from ...hexes import bits
from . import command, stacking
from .combat import MODES
from .state import AachenState
from .worths import Worths

if TYPE_CHECKING:
    from .game import AachenGame

#: The factor for places.
_PLACE = 0.6
#: The cost for a stack to be out of command, and to be isolated.
_AWAY, _CUT_OFF = 0.8, 2.5


def place_gain(
    game: AachenGame, s: AachenState, worths: Worths, units: Sequence[int], hexes: int
) -> Mapping[int, float]:
    """By pull and exposure; a hex that would be overstacked is worth nothing."""
    moving, here = sum(1 << u for u in units), s.at[units[0]]
    power = sum(worths.force[u] for u in units)
    share = _PLACE * min(power, 20.0) / 14.0
    own, led = worths.power[worths.side], _led(game, s, units)

    def value(h: int, others: float) -> float:
        kept = worths.garrison(h, moving, s.pile[h] & game.roster.combat & ~moving)
        risked = worths.exposure(h, power + others) + led(h)
        if s.improved >> h & 1:  # lost when a unit leaves or arrives (7.7)
            risked += dug_in(worths, h) if h != here else -dug_in(worths, h)
        return share * worths.pull(h, moving) + kept - risked

    base = value(here, own.get(here, power) - power)
    return {
        h: value(h, own.get(h, 0.0)) - base
        for h in bits(hexes)
        if not stacking.is_overstacked(game, s.pile[h] & ~moving | moving)
    }


def dug_in(worths: Worths, h: int) -> float:
    """The worth of an Improved Defense, by what the units in the hex risk, and by what the hex is worth."""
    near = min((worths.game.board.grid.distance(h, e) for e, _ in worths.enemies), default=20)
    if near > 2:
        return 0.0
    power = worths.power[worths.side].get(h, 0.0)
    stake = worths.goals.get(h, 0.0) + worths.garrison(h, worths.s.pile[h] & worths.game.roster.combat)
    return 0.5 * worths.exposure(h, power) + stake * (0.07 if near == 1 else 0.03) + (0.15 if near == 1 else 0.0)


def _led(game: AachenGame, s: AachenState, units: Sequence[int]) -> Callable[[int], float]:
    """The cost for units to be out of command or isolated in a hex (5.8.3, 5.8.4)."""
    index = game.formation_of(s, units[0])
    found = command.command_of(game, s, index, game.roster.mover[units[0]]) if index >= 0 else None
    if found is None or game.is_static(s, game.side_of[units[0]]):
        return lambda h: 0.0
    near, joined = found.in_command, found.joined
    return lambda h: 0.0 if near >> h & 1 else _AWAY if joined >> h & 1 else _CUT_OFF


def price(game: AachenGame, s: AachenState, verb: str, arg: int) -> int:
    """The Action Points of an order: of an HQ or of some units, or of those selected or declared (7.1)."""
    costs = game.tables.costs
    if verb == "relocate":
        return game.roster.relocation[arg]
    if verb in ("refit", "improve"):
        return costs["refit" if verb == "refit" else "improved_defense"]
    declared = game.step(s).name == "declare"
    units = s.attackers if declared else sum(1 << u for u in s.hand)
    if units & ~command.in_command(game, s, units):
        return game.tables.out_of_command
    return costs[MODES[s.mode] if declared else "movement"]
