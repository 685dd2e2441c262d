"""Mass play: playouts, simulations, tournaments, perft counts and soak tests."""

from .counting import perft
from .entrants import Entrant, read_entrant, read_entrants
from .forgery import Answer, forge, forge_text, try_action
from .playout import Playout, draw, play_out
from .ratings import Rating, elo, wilson
from .simulation import Outcome, Summary, simulate
from .soaking import SoakReport, soak
from .tournament import Bout, Played

__all__ = [
    "Answer",
    "Bout",
    "Entrant",
    "Outcome",
    "Played",
    "Playout",
    "Rating",
    "SoakReport",
    "Summary",
    "draw",
    "elo",
    "forge",
    "forge_text",
    "perft",
    "play_out",
    "read_entrant",
    "read_entrants",
    "simulate",
    "soak",
    "try_action",
    "wilson",
]
