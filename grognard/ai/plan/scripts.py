"""The portfolio: what a unit or a group may be told to do. A script is a set of weights on what a hex offers."""

from __future__ import annotations

from typing import NamedTuple


class Script(NamedTuple):
    """How much each thing counts when a unit chooses where to stand."""

    name: str
    #: nearness to the unit's goal
    goal: float
    #: what the enemy could do to it there
    danger: float
    #: standing in the enemy's way to our goals
    guard: float
    #: being next to the enemy
    contact: float
    #: cutting the enemy's supply
    cut: float
    #: staying where it is
    stay: float
    #: going after the enemy
    pursuit: float
    #: whether it takes part in attacks
    attacks: bool


HOLD = Script("hold", 0.1, 0.8, 0.6, 0.0, 0.0, 0.4, 0.0, True)
ADVANCE = Script("advance", 1.0, 0.35, 0.1, 0.0, 0.0, 0.0, 1.0, True)
MASS = Script("mass", 0.8, 0.2, 0.0, 0.5, 0.0, 0.0, 1.5, True)
SCREEN = Script("screen", 0.2, 0.5, 1.2, 0.0, 0.0, 0.1, 0.3, False)
EXPLOIT = Script("exploit", 1.8, 0.1, 0.0, 0.0, 0.3, 0.0, 0.3, True)
WITHDRAW = Script("withdraw", 0.0, 1.5, 0.5, -0.5, 0.0, 0.0, -0.5, False)
CUT = Script("cut supply", 0.3, 0.3, 0.0, 0.2, 1.5, 0.0, 0.5, True)

PORTFOLIO = (HOLD, ADVANCE, MASS, SCREEN, EXPLOIT, WITHDRAW, CUT)
