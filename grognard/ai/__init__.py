"""Commanders: machine players of five levels. A commander sees only what its side may see."""

from .commander import Commander, consult
from .levels.random_commander import RandomCommander
from .registry import Level, commanders, sparring

__all__ = ["Commander", "Level", "RandomCommander", "commanders", "consult", "sparring"]
