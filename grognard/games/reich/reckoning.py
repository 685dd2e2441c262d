"""The chances of an attack as commanders reckon them: strengths and modifiers are known, single units are not."""

from __future__ import annotations

from typing import NamedTuple

from ...mechanics.fire import FireTable, result_name

#: The strength that an attacker loses with each step, where the defender fires first.
_PER_STEP = 3


class Odds(NamedTuple):
    """An attack in numbers."""

    attack: int
    defense: int
    #: the modifiers of the two dice
    own: int
    theirs: int
    #: the steps to be cleared in a Mobile Assault, in which failure costs a step (14.2.D); otherwise 0
    left: int
    #: whether the defender fires first (13.6.A)
    first: bool
    #: whether the defender ignores the loss of one step (3.2.E.4)
    alone: bool


def joint_chances(table: FireTable, odds: Odds) -> dict[str, float]:
    """The chances of the steps lost by attacker and defender, by the names of the results."""
    out: dict[str, float] = {}
    share = 1.0 / table.faces**2
    for roll in range(1, table.faces + 1):
        lost = table.steps(odds.defense, roll + odds.theirs)
        power = max(0, odds.attack - _PER_STEP * lost) if odds.first else odds.attack
        for die in range(1, table.faces + 1):
            hit = table.steps(power, die + odds.own)
            hit = 0 if odds.alone and hit == 1 else hit
            name = result_name(lost + (hit < odds.left), hit)
            out[name] = out.get(name, 0.0) + share
    return out
