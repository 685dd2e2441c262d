"""Commanders: whoever decides for a side without being a person. They see what their side may see."""

from .commander import Commander, consult
from .levels.random_commander import RandomCommander
from .registry import Level, commanders

__all__ = ["Commander", "Level", "RandomCommander", "commanders", "consult"]
