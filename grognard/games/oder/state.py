"""The state of a match of Watch on the Oder."""

from __future__ import annotations

from ...engine.state import field
from ...mechanics.assault import AssaultState
from ...mechanics.order import OrderState
from ...mechanics.retreat_to_supply import SupplyRetreatState

#: The boxes off the map: not in play, to be set up, arriving or returning later, eliminated.
BOXES = ("aside", "reserve", "due", "eliminated")
ASIDE, RESERVE, DUE, ELIMINATED = -1, -2, -3, -4

#: Counters in the game; the loader checks it against the file.
COUNT = 81

GERMAN, SOVIET = 0, 1


class OderState(AssaultState, SupplyRetreatState, OrderState):
    order: int = field("number", 0)
    at: list[int] = field("places", (ASIDE,) * COUNT)
    # The Game Turn in which a unit in the box "due" arrives (9.1, 9.2).
    due_turn: list[int] = field("counts", (0,) * COUNT)
    # Hexes whose control differs from the start (3.1), hexes that were ever under the other side's control, destroyed
    # fortifications (7.5).
    flipped: int = field("hexes")
    once_changed: int = field("hexes")
    razed: int = field("hexes")
    # Markers (5.4, 8.3): hexes, and the unit with aerial supply.
    air: int = field("hex", -1)
    naval: int = field("hex", -1)
    aerial: int = field("unit", -1)
    aerial_spent: bool = field("flag")
    # Movement: units that have moved, selected units, and the movement factors each of those has left.
    moved: int = field("units")
    hand: list[int] = field("unit-list", ())
    left: list[int] = field("numbers", ())
    # Combat Phase: units that have attacked, been attacked, probed; momentum attacks of this Game Turn (11.8).
    fought: int = field("units")
    struck: int = field("units")
    probed: int = field("units")
    momentum: int = field("units")
    # The current combat: target, units, whether it is a probe or a momentum attack, supply at its start (8.0).
    target: int = field("hex", -1)
    attackers: int = field("units")
    probe: bool = field("flag")
    momentum_now: bool = field("flag")
    first_probe: bool = field("flag")
    in_supply: int = field("units")
    in_special: int = field("units")
    in_air: int = field("units")
    pending: int = field("units")
    advanced: int = field("units")
    vp_german: int = field("number")
    vp_soviet: int = field("number")
    # Sudden death (4.1): 0 for none, else 1 + the side that has won.
    won: int = field("number")
