"""Thousands of games: playing out, simulating, counting, soaking."""

from .counting import perft
from .forgery import Answer, forge, forge_text, provoke
from .playout import CAP, Playout, draw, play_out
from .simulation import Outcome, Summary, simulate
from .soaking import SoakReport, soak

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
