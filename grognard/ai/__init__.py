"""Commanders: whoever decides for a side without being a person. They see what their side may see."""

from .commander import Commander, consult
from .random_commander import RandomCommander

__all__ = ["Commander", "RandomCommander", "consult"]
