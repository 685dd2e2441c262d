"""What changes in a match of Watch on the Rhine, and what of it the enemy does not see (3.6, 6.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.state import Field, State
from ...hexes import bits
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


def beneath(game: RhineGame, s: RhineState, side: str) -> int:
    """Units on the map that a side does not see: enemy units beneath the top of their stacks (6.7).

    A spectator sees neither side's.
    """
    own = game.units_of[game.side_index[side]] if side else 0
    return s.on_map & ~s.tops & ~s.seen & ~own


def _places(game: Any, s: RhineState, side: str) -> list[int]:
    out = s.at[:]
    for u in bits(beneath(game, s, side)):
        out[u] = UNSEEN
    return out


def _units(name: str) -> Any:
    def shown(game: Any, s: RhineState, side: str) -> int:
        value: int = getattr(s, name)
        return value & ~beneath(game, s, side) if value else 0

    return shown


def _counts(name: str, hidden_as: int) -> Any:
    def shown(game: Any, s: RhineState, side: str) -> list[int]:
        out: list[int] = getattr(s, name)[:]
        for u in bits(beneath(game, s, side)):
            out[u] = hidden_as
        return out

    return shown


def _hand(game: Any, s: RhineState, side: str) -> list[int]:
    hidden = beneath(game, s, side) if s.hand else 0
    return [u for u in s.hand if not hidden >> u & 1]


def _sector(game: Any, s: RhineState, side: str) -> int:
    return s.sector if s.sector_open or side == "allied" or not s.sector else UNKNOWN


class RhineState(State):
    fields = (
        Field("turn", "number", 1),
        Field("turns", "number", 11),
        Field("phasing", "side", 0),
        Field("order", "number", 0),
        Field("at", "places", (ASIDE,) * COUNT, shown=_places),
        # Steps left of a unit that has lost some, 0 for one that has all; 9 where they are not seen.
        Field("steps", "counts", (0,) * COUNT, shown=_counts("steps", 9)),
        Field("due_turn", "counts", (0,) * COUNT),
        # Stacks (6.7): who lies on top, who has been seen beneath in this phase, who has been put on top in it.
        Field("tops", "units"),
        # How high each unit lies in its pile, among those there.
        Field("rank", "counts", (0,) * COUNT, shown=_counts("rank", 999)),
        Field("seen", "units"),
        Field("topped", "units", shown=_units("topped")),
        # Control (3.9): Allied hexes, West Wall hexes that are no longer intact (8.5), edge hexes that the Allies have
        # lost (ruling 3.9g), hexes for 4.6.
        Field("allied", "hexes"),
        Field("cleared", "hexes"),
        Field("closed", "hexes"),
        Field("taken", "hexes"),
        # Supply (8.15 to 8.19).
        Field("sector", "number", NORTH, shown=_sector),
        Field("sector_open", "number", 1),
        Field("antwerp", "number"),
        Field("aerial", "hexes"),
        Field("aerial_used", "number"),
        Field("no_air", "number"),
        # Hitler's decision (5.4) and the flood (10.18): the turn in which the dam was opened.
        Field("watch", "number"),
        Field("flood", "number"),
        # Replacements and returns of this turn (9.2, 9.6), withdrawals (9.3).
        Field("used_us", "number"),
        Field("used_bc", "number"),
        Field("rebuilt", "units", shown=_units("rebuilt")),
        Field("recalled", "number"),
        Field("leaving", "units", shown=_units("leaving")),
        Field("withdrawn", "units"),
        # The 1AAA (12.0): drops made, units in the box when the turn began, components and drop hexes of the corps,
        # and airborne units that belong to the south (ruling 9.5w).
        Field("dropped", "number"),
        Field("boxed", "units"),
        Field("made1", "units"),
        Field("made18", "units"),
        Field("land1", "hex", -1),
        Field("land18", "hex", -1),
        Field("southern", "units", shown=_units("southern")),
        # Movement: who has moved, who is in hand, the parent stack on its way, its points and what it has spent, and
        # who of it may still use column movement (10.19).
        Field("moved", "units", shown=_units("moved")),
        Field("hand", "unit-list", (), shown=_hand),
        Field("parent", "units", shown=_units("parent")),
        Field("points", "counts", (0,) * COUNT, shown=_counts("points", 99)),
        Field("spent", "counts", (0,) * COUNT, shown=_counts("spent", 99)),
        Field("column", "units", shown=_units("column")),
        # Combat Phase: see mechanics.assault; and whether the bombers have flown.
        Field("fought", "units", shown=_units("fought")),
        Field("struck", "units", shown=_units("struck")),
        Field("probed", "units", shown=_units("probed")),
        Field("momentum", "units", shown=_units("momentum")),
        Field("bombed", "number"),
        # The combat in hand: supply at its start (8.1), bombers called, their factors, bombs fallen short.
        Field("target", "hex", -1),
        Field("attackers", "units", shown=_units("attackers")),
        Field("probe", "number"),
        Field("momentum_now", "number"),
        Field("first_probe", "number"),
        Field("advanced", "units", shown=_units("advanced")),
        Field("pending", "units", shown=_units("pending")),
        Field("routed", "units", shown=_units("routed")),
        Field("halved", "units", shown=_units("halved")),
        Field("bombers", "number"),
        Field("bombs", "number"),
        Field("short", "number"),
        # How the game ended: see victory.REASONS.
        Field("won", "number"),
        Field("occupied", "numbers", (0, 0), derived=True),
        Field("on_map", "units", derived=True),
        # The hexes of units of each kind for stacking: see stacking.kinds.
        Field("held", "numbers", (0, 0, 0, 0, 0, 0), derived=True),
        # For each hex the units in it, as far as they are seen.
        Field("pile", "numbers", (), derived=True),
        # The heights of all stacks, digit by digit: heights[k] holds the hexes with 2**k in their number.
        Field("heights", "numbers", (0, 0, 0, 0), derived=True),
    )
    __slots__ = tuple(f.name for f in fields)

    turn: int
    turns: int
    phasing: int
    order: int
    at: list[int]
    steps: list[int]
    due_turn: list[int]
    tops: int
    rank: list[int]
    seen: int
    topped: int
    allied: int
    cleared: int
    closed: int
    taken: int
    sector: int
    sector_open: int
    antwerp: int
    aerial: int
    aerial_used: int
    no_air: int
    watch: int
    flood: int
    used_us: int
    used_bc: int
    rebuilt: int
    recalled: int
    leaving: int
    withdrawn: int
    dropped: int
    boxed: int
    made1: int
    made18: int
    land1: int
    land18: int
    southern: int
    moved: int
    hand: list[int]
    parent: int
    points: list[int]
    spent: list[int]
    column: int
    fought: int
    struck: int
    probed: int
    momentum: int
    bombed: int
    target: int
    attackers: int
    probe: int
    momentum_now: int
    first_probe: int
    advanced: int
    pending: int
    routed: int
    halved: int
    bombers: int
    bombs: int
    short: int
    won: int
    occupied: list[int]
    on_map: int
    held: list[int]
    pile: list[int]
    heights: list[int]
