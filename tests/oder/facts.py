"""What the refusals of Watch on the Oder claim, and how each claim is checked against the position."""

from __future__ import annotations

from tests.kit.facts import Oracle

from .facts_arrivals import ARRIVALS, SETUP
from .facts_combat import COMBAT
from .facts_movement import MOVEMENT
from .facts_plain import OderFacts
from .scenes import scene

__all__ = ["ORACLE", "scene"]

ORACLE = Oracle(OderFacts, (*SETUP, *MOVEMENT, *COMBAT, *ARRIVALS))
