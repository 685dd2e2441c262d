"""What changes in a match of Watch on the Rhine, and what of it the enemy does not see (3.6, 6.7)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ...engine.state import Redaction, Seat, field
from ...hexes import bits
from ...mechanics.assault import AssaultState
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

#: The sector with full supply (8.16); and what the German reads before he may know it (3.6).
NORTH, SOUTH = 1, 2
UNKNOWN = 9

#: What Hitler has decided (5.4).
UNDECIDED, RHINE, ODER = 0, 1, 2


def beneath(game: RhineGame, s: RhineState, seat: Seat) -> int:
    """Units on the map that a seat does not see: enemy units beneath the top of their stacks (6.7).

    A spectator sees neither side's.
    """
    own = game.units_of[game.side_index[seat]] if seat else 0
    return s.on_map & ~s.tops & ~s.seen & ~own


@lru_cache(maxsize=256)
def _members(units: int) -> tuple[int, ...]:
    """Units as numbers. The same are hidden in many fields and for many actions."""
    return tuple(bits(units))


def hidden(game: RhineGame, s: RhineState, seat: Seat) -> tuple[int, ...]:
    """The numbers of the units on the map that a seat does not see."""
    return _members(beneath(game, s, seat))


def _places(game: RhineGame, s: RhineState, seat: Seat) -> list[int]:
    out = s.at[:]
    for u in hidden(game, s, seat):
        out[u] = UNSEEN
    return out


def _units(name: str) -> Redaction:
    def shown(game: RhineGame, s: RhineState, seat: Seat) -> int:
        value: int = getattr(s, name)
        return value & ~beneath(game, s, seat) if value else 0

    return shown


def _counts(name: str, hidden_as: int) -> Redaction:
    def shown(game: RhineGame, s: RhineState, seat: Seat) -> list[int]:
        out: list[int] = getattr(s, name)[:]
        for u in hidden(game, s, seat):
            out[u] = hidden_as
        return out

    return shown


def _hand(game: RhineGame, s: RhineState, seat: Seat) -> list[int]:
    unseen = beneath(game, s, seat) if s.hand else 0
    return [u for u in s.hand if not unseen >> u & 1]


def _sector(game: RhineGame, s: RhineState, seat: Seat) -> int:
    return s.sector if s.sector_open or seat == game.sides[ALLIED] or not s.sector else UNKNOWN


class RhineState(AssaultState, SupplyRetreatState, OrderState):
    order: int = field("number", 0)
    at: list[int] = field("places", (ASIDE,) * COUNT, shown=_places)
    # Steps left of a unit that has lost some, 0 for one that has all; 9 where they are not seen.
    steps: list[int] = field("counts", (0,) * COUNT, shown=_counts("steps", 9))
    due_turn: list[int] = field("counts", (0,) * COUNT)
    # Stacks (6.7): who lies on top, who has been seen beneath in this phase, who has been put on top in it.
    tops: int = field("units")
    # How high each unit lies in its pile, among those there.
    rank: list[int] = field("counts", (0,) * COUNT, shown=_counts("rank", 999))
    seen: int = field("units")
    topped: int = field("units", shown=_units("topped"))
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
    rebuilt: int = field("units", shown=_units("rebuilt"))
    recalled: int = field("number")
    leaving: int = field("units", shown=_units("leaving"))
    withdrawn: int = field("units")
    # The 1AAA (12.0): drops made, units in the box when the turn began, components and drop hexes of the corps,
    # and airborne units that belong to the south (ruling 9.5w).
    dropped: int = field("number")
    boxed: int = field("units")
    made1: int = field("units")
    made18: int = field("units")
    land1: int = field("hex", -1)
    land18: int = field("hex", -1)
    southern: int = field("units", shown=_units("southern"))
    # Movement: who has moved, who is in hand, the parent stack on its way, its points and what it has spent, and
    # who of it may still use column movement (10.19).
    moved: int = field("units", shown=_units("moved"))
    hand: list[int] = field("unit-list", (), shown=_hand)
    parent: int = field("units", shown=_units("parent"))
    points: list[int] = field("counts", (0,) * COUNT, shown=_counts("points", 99))
    spent: list[int] = field("counts", (0,) * COUNT, shown=_counts("spent", 99))
    column: int = field("units", shown=_units("column"))
    # Combat Phase: see mechanics.assault; and whether the bombers have flown.
    fought: int = field("units", shown=_units("fought"))
    struck: int = field("units", shown=_units("struck"))
    probed: int = field("units", shown=_units("probed"))
    momentum: int = field("units", shown=_units("momentum"))
    bombed: bool = field("flag")
    # The combat in hand: supply at its start (8.1), bombers called, their factors, bombs fallen short.
    target: int = field("hex", -1)
    attackers: int = field("units", shown=_units("attackers"))
    probe: bool = field("flag")
    momentum_now: bool = field("flag")
    first_probe: bool = field("flag")
    advanced: int = field("units", shown=_units("advanced"))
    pending: int = field("units", shown=_units("pending"))
    routed: int = field("units", shown=_units("routed"))
    halved: int = field("units", shown=_units("halved"))
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
