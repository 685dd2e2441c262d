"""The state of a match of Watch on the Rhine, and its parts that are hidden from the enemy (3.6, 6.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.state import Seat, field
from ...mechanics.assault import AssaultState
from ...mechanics.fog import FogState, shown_counts, shown_list, shown_places, shown_units
from ...mechanics.moving import MarchState
from ...mechanics.order import OrderState
from ...mechanics.retreat_to_supply import SupplyRetreatState
from .units import COUNT

if TYPE_CHECKING:
    from .game import RhineGame

#: Off the map: not in play, to be set up, on the turn track, in the holding box of the 1AAA, in the air above a
#: drop hex, in the dead pile, out of the game for good, and beneath the top of an enemy stack.
BOXES = ("aside", "reserve", "due", "airborne", "landing", "eliminated", "removed", "unseen")
ASIDE, RESERVE, DUE, AIRBORNE, LANDING, ELIMINATED, REMOVED, UNSEEN = range(-1, -9, -1)

ALLIED, GERMAN = 0, 1

#: The sector with full supply (8.16), and the value that hides it from the German player (3.6).
NORTH, SOUTH = 1, 2
UNKNOWN = 9

#: Hitler's decision (5.4).
UNDECIDED, RHINE, ODER = 0, 1, 2


def _sector(game: RhineGame, s: RhineState, seat: Seat) -> int:
    return s.sector if s.sector_open or seat == game.sides[ALLIED] or not s.sector else UNKNOWN


class RhineState(AssaultState, MarchState, SupplyRetreatState, OrderState, FogState):
    order: int = field("number", 0)
    at: list[int] = field("places", (ASIDE,) * COUNT, shown=shown_places(UNSEEN))
    # Steps left of a unit that has lost some, 0 for one that has all; 9 where they are not seen.
    steps: list[int] = field("counts", (0,) * COUNT, shown=shown_counts("steps", 9))
    due_turn: list[int] = field("counts", (0,) * COUNT)
    # Stacks (6.7): who lies on top, who has been seen beneath in this phase, who has been put on top in it.
    tops: int = field("units")
    # How high each unit lies in its pile, among those there.
    rank: list[int] = field("counts", (0,) * COUNT, shown=shown_counts("rank", 999))
    seen: int = field("units")
    topped: int = field("units", shown=shown_units("topped"))
    # Control (3.9): Allied hexes, West Wall hexes that are no longer intact (8.5), edge hexes that the Allies have
    # lost (ruling 3.9g), hexes for 4.6.
    allied: int = field("hexes")
    cleared: int = field("hexes")
    closed: int = field("hexes")
    taken: int = field("hexes")
    # Supply (8.15 to 8.19).
    sector: int = field("number", NORTH, shown=_sector)
    sector_open: bool = field("flag", True)
    antwerp: bool = field("flag")
    aerial: int = field("hexes")
    aerial_used: int = field("number")
    no_air: bool = field("flag")
    # Hitler's decision (5.4) and the flood (10.18): the turn in which the dam was opened.
    watch: int = field("number")
    flood: int = field("number")
    # Replacements and returns of this turn (9.2, 9.6), withdrawals (9.3).
    used_us: int = field("number")
    used_bc: int = field("number")
    rebuilt: int = field("units", shown=shown_units("rebuilt"))
    recalled: int = field("number")
    leaving: int = field("units", shown=shown_units("leaving"))
    withdrawn: int = field("units")
    # The 1AAA (12.0): drops made, units in the box when the turn began, components and drop hexes of the corps,
    # and airborne units that belong to the south (ruling 9.5w).
    dropped: int = field("number")
    boxed: int = field("units")
    made1: int = field("units")
    made18: int = field("units")
    land1: int = field("hex", -1)
    land18: int = field("hex", -1)
    southern: int = field("units", shown=shown_units("southern"))
    # Movement: units that have moved, selected units, the moving parent stack, its points and those it has spent, and
    # its units that may still use column movement (10.19).
    moved: int = field("units", shown=shown_units("moved"))
    hand: list[int] = field("unit-list", (), shown=shown_list("hand"))
    parent: int = field("units", shown=shown_units("parent"))
    points: list[int] = field("counts", (0,) * COUNT, shown=shown_counts("points", 99))
    spent: list[int] = field("counts", (0,) * COUNT, shown=shown_counts("spent", 99))
    column: int = field("units", shown=shown_units("column"))
    # Combat Phase: see mechanics.assault; and whether the bombers have flown.
    fought: int = field("units", shown=shown_units("fought"))
    struck: int = field("units", shown=shown_units("struck"))
    probed: int = field("units", shown=shown_units("probed"))
    momentum: int = field("units", shown=shown_units("momentum"))
    bombed: bool = field("flag")
    # The current combat: supply at its start (8.1), bombers called, their factors, bombs fallen short.
    target: int = field("hex", -1)
    attackers: int = field("units", shown=shown_units("attackers"))
    probe: bool = field("flag")
    momentum_now: bool = field("flag")
    first_probe: bool = field("flag")
    advanced: int = field("units", shown=shown_units("advanced"))
    pending: int = field("units", shown=shown_units("pending"))
    routed: int = field("units", shown=shown_units("routed"))
    halved: int = field("units", shown=shown_units("halved"))
    bombers: bool = field("flag")
    bombs: int = field("number")
    short: bool = field("flag")
    # How the game ended: see victory.REASONS.
    won: int = field("number")
    on_map: int = field("units", derived=True)
    # The hexes of units of each kind for stacking: see stacking.kinds.
    held: list[int] = field("numbers", (0, 0, 0, 0, 0, 0), derived=True)
    # For each hex the units in it, as far as they are seen.
    pile: list[int] = field("numbers", (), derived=True)
    # The heights of all stacks, digit by digit: heights[k] holds the hexes with 2**k in their number.
    heights: list[int] = field("numbers", (0, 0, 0, 0), derived=True)
