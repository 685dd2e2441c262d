"""What the refusals of Crossing the Line claim, and how each claim is checked against the position."""

from __future__ import annotations

from tests.kit.facts import Oracle

from .facts_actions import ACTIONS
from .facts_admin import ADMIN
from .facts_combat import COMBAT
from .facts_plain import AachenFacts
from .scenes import scene

__all__ = ["ORACLE", "scene"]

ORACLE = Oracle(AachenFacts, (*ACTIONS, *COMBAT, *ADMIN))
