"""Thousands of games: playing out, simulating, counting, soaking."""

from .forge import Answer, forge, forge_text, provoke
from .perft import perft
from .playout import CAP, Playout, draw, play_out
from .simulate import Outcome, Summary, simulate
from .soak import SoakReport, soak

__all__ = [
    "CAP",
    "Answer",
    "Outcome",
    "Playout",
    "SoakReport",
    "Summary",
    "draw",
    "forge",
    "forge_text",
    "perft",
    "play_out",
    "provoke",
    "simulate",
    "soak",
]
