"""Scripts: the tasks that a unit or a group may have, as weights on the features of a hex."""

from __future__ import annotations

from typing import NamedTuple


class Script(NamedTuple):
    """The weight of each feature when a unit chooses a hex."""

    name: str
    #: nearness to the unit's goal
    goal: float
    #: the expected loss to enemy attacks
    danger: float
    #: blocking the enemy's paths to our goals
    guard: float
    #: being next to the enemy
    contact: float
    #: cutting the enemy's supply
    cut: float
    #: staying in its hex
    stay: float
    #: nearness to the enemy
    pursuit: float
    #: whether the unit takes part in attacks
    attacks: bool


HOLD = Script("hold", 0.1, 0.8, 0.6, 0.0, 0.0, 0.4, 0.0, True)
ADVANCE = Script("advance", 1.0, 0.35, 0.1, 0.0, 0.0, 0.0, 1.0, True)
MASS = Script("mass", 0.8, 0.2, 0.0, 0.5, 0.0, 0.0, 1.5, True)
SCREEN = Script("screen", 0.2, 0.5, 1.2, 0.0, 0.0, 0.1, 0.3, False)
EXPLOIT = Script("exploit", 1.8, 0.1, 0.0, 0.0, 0.3, 0.0, 0.3, True)
WITHDRAW = Script("withdraw", 0.0, 1.5, 0.5, -0.5, 0.0, 0.0, -0.5, False)
CUT = Script("cut supply", 0.3, 0.3, 0.0, 0.2, 1.5, 0.0, 0.5, True)

PORTFOLIO = (HOLD, ADVANCE, MASS, SCREEN, EXPLOIT, WITHDRAW, CUT)
