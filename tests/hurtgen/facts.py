"""What the refusals of Hürtgen Forest claim, and how each claim is checked against the position."""

from __future__ import annotations

from tests.kit.facts import Claim, Oracle

from .facts_combat import COMBAT
from .facts_movement import MOVEMENT
from .facts_plain import HurtgenFacts
from .facts_retreat import RETREAT
from .scenes import scene

CLAIMS: tuple[Claim, ...] = (*MOVEMENT, *COMBAT, *RETREAT)

__all__ = ["ORACLE", "scene"]

ORACLE = Oracle(HurtgenFacts, CLAIMS)
