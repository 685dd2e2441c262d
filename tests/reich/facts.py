"""What the refusals of Storming the Reich claim, and how each claim is checked against the position."""

from __future__ import annotations

from tests.kit.facts import Oracle

from .facts_arrivals import AIR, ARRIVALS, LOGISTICS, REFIT
from .facts_attacks import ATTACKS
from .facts_combat import COMBAT
from .facts_movement import MOVEMENT
from .facts_orders import ORDERS
from .facts_plain import ReichFacts
from .facts_special import SPECIAL
from .scenes import scene

__all__ = ["ORACLE", "scene"]

ORACLE = Oracle(ReichFacts, (*ARRIVALS, *REFIT, *LOGISTICS, *AIR, *MOVEMENT, *ATTACKS, *COMBAT, *SPECIAL, *ORDERS))
