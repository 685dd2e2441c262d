"""Hexes: grids with any numbering, sets of hexes as ints, distance, reach and flood."""

from .flow import Costs, Reach, flood, reach, rings
from .grid import Grid, LabelError, Sheet
from .hexset import bits, lowest, members, nth, of
from .raised import RaisedCosts

__all__ = [
    "Costs",
    "Grid",
    "LabelError",
    "RaisedCosts",
    "Reach",
    "Sheet",
    "bits",
    "flood",
    "lowest",
    "members",
    "nth",
    "of",
    "reach",
    "rings",
]
