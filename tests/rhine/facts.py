"""What the refusals of Watch on the Rhine claim, and how each claim is checked against the position."""

from __future__ import annotations

from tests.kit.facts import Oracle

from .facts_arrivals import ARRIVALS, DROP, LINKUP, REPLACEMENTS, SETUP
from .facts_combat import COMBAT
from .facts_movement import MOVEMENT
from .facts_plain import RhineFacts
from .scenes import scene

__all__ = ["ORACLE", "scene"]

ORACLE = Oracle(RhineFacts, (*SETUP, *ARRIVALS, *REPLACEMENTS, *DROP, *LINKUP, *MOVEMENT, *COMBAT))
