"""The state of a match of Crossing the Line: Aachen 1944, and the facts hidden from the enemy (5.3.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.state import Redaction, Seat, field
from ...hexes import bits
from ...mechanics.fog import FogState, shown_counts, shown_list, shown_places, shown_units
from .units import COUNT, FORMATIONS, GERMAN, US

if TYPE_CHECKING:
    from .game import AachenGame

#: Off the map: not in this scenario, due as a reinforcement, an HQ without a place to go (ruling 5.3.2m), eliminated,
#: withdrawn (8.5.2), given up for replacements (8.4.2), and beneath the top of an enemy stack.
BOXES = ("aside", "due", "waiting", "eliminated", "withdrawn", "reorganized", "unseen")
ASIDE, DUE, WAITING, ELIMINATED, WITHDRAWN, REORGANIZED, UNSEEN = range(-1, -8, -1)

#: Shown to a side instead of a number that it may not know.
UNKNOWN = 99

#: Ways to attack (7.5), in the order of the columns of a chit.
HASTY, REGULAR, PREPARED = range(3)

NOBODY = -1


def _of_enemies(name: str, *, known: str = "") -> Redaction:
    """A number for each unit; those of enemy combat units are unknown, except for the set in a field ``known``."""

    def shown(game: AachenGame, s: AachenState, seat: Seat) -> list[int]:
        out: list[int] = getattr(s, name)[:]
        own = game.units_of[game.side_index[seat]] if seat else 0
        hidden = game.roster.combat & ~own
        if known:
            hidden &= ~int(getattr(s, known))
        else:  # what lies in the boxes of lost units is nobody's secret
            hidden &= s.on_map
        for u in bits(hidden):
            out[u] = UNKNOWN
        return out

    return shown


def _plans(game: AachenGame, s: AachenState, seat: Seat) -> list[int]:
    """Drawn markers are the US player's secret; the German player knows those looked at (8.3)."""
    if seat == game.sides[US]:
        return s.plans[:]
    looked = s.plans_seen if seat == game.sides[GERMAN] else 0
    return [plan if looked >> i & 1 else UNKNOWN for i, plan in enumerate(s.plans)]


def _own_unit(name: str) -> Redaction:
    """A unit that only its owner knows of."""

    def shown(game: AachenGame, s: AachenState, seat: Seat) -> int:
        unit: int = getattr(s, name)
        return unit if unit >= 0 and seat and game.units_of[game.side_index[seat]] >> unit & 1 else -1

    return shown


def _of_reaction_side(name: str, otherwise: int) -> Redaction:
    """How the Reaction side answers questions about reactions: nobody else knows, and sees a fixed number."""

    def shown(game: AachenGame, s: AachenState, seat: Seat) -> int:
        mine = seat != "" and s.initiative != game.side_index[seat]
        return int(getattr(s, name)) if mine else otherwise

    return shown


def _own_bit(name: str) -> Redaction:
    """Wishes of both sides, bit by bit: each side knows of its own only. 4 stands for the rest."""

    def shown(game: AachenGame, s: AachenState, seat: Seat) -> int:
        return 4 | (getattr(s, name) & 1 << game.side_index[seat] if seat else 0)

    return shown


class AachenState(FogState):
    at: list[int] = field("places", (ASIDE,) * COUNT, shown=shown_places(UNSEEN))
    # Stacks (5.3.4): which unit is on top, how high each unit is, which have been looked at.
    tops: int = field("units")
    rank: list[int] = field("counts", (0,) * COUNT, shown=shown_counts("rank", 999))
    seen: int = field("units")
    # Strength points that a unit has lost; of an HQ, support points (5.3.1, 5.3.2).
    lost: list[int] = field("counts", (0,) * COUNT, shown=_of_enemies("lost"))
    # Of those the points that the enemy has seen a unit lose: everybody can count what is announced.
    noted: list[int] = field("counts", (0,) * COUNT)
    disrupted: int = field("units", shown=shown_units("disrupted"))
    # Hexes in Improved Defense (7.7).
    improved: int = field("hexes")
    # The formation a unit is assigned to, counted from 1, or 0 for its own (5.5); units whose assignment is known.
    assigned: list[int] = field("counts", (0,) * COUNT, shown=_of_enemies("assigned", known="assigned_open"))
    assigned_open: int = field("units")
    # HQs that have expended Emergency Supply (5.7.3); the Activation Level of each formation (6.3.1).
    flipped: int = field("units")
    level: list[int] = field("numbers", (0,) * FORMATIONS)
    # The Victory Plan markers drawn so far (8.3), and which of them the German has looked at, bit by bit.
    plans: list[int] = field("numbers", (), shown=_plans)
    plans_seen: int = field("number")
    # Which scenario it is, by its place in the file: it has an area, and Germans that do not act in First Blood (10).
    scenario_index: int = field("number", derived=True)
    # The Ops Cycle (6.1, 6.2): Action Points of each side, the Initiative side, the marker of the track with its side
    # and number, the Interdiction Level, the holder of the reroll marker (5.2), the sides that have passed, and the
    # last Initiative dice of both.
    purse: list[int] = field("numbers", (0, 0))
    initiative: int = field("side", NOBODY)
    drm_side: int = field("side", NOBODY)
    drm: int = field("number")
    interdiction: int = field("number")
    snafu: int = field("side", GERMAN)
    passed: int = field("number")
    dice: list[int] = field("numbers", (0, 0))
    # Side and number of the marker before these dice, as long as they may be rolled again. And whether the last die is
    # fresh, so that its roller may still roll it again (5.2): the column of a die for Action Points, else 1.
    marker: list[int] = field("numbers", (NOBODY, 0))
    fresh: int = field("number")
    # The levels that German formations have recovered by the Interdiction die, as long as it may be rolled again.
    regained: list[int] = field("numbers", (0,) * FORMATIONS)
    # Sides that want no reroll windows, and those that want to be asked which units support their defenders (bit by
    # bit); how many activations First Blood has had.
    quiet: int = field("number", shown=_own_bit("quiet"))
    asks: int = field("number", shown=_own_bit("asks"))
    activations: int = field("number")
    # Control of towns, cities and industrial hexes (9): the flags of both sides.
    us_flags: int = field("hexes")
    german_flags: int = field("hexes")
    # The current Action: the units that carry it out; where its movement began.
    hand: list[int] = field("unit-list", (), shown=shown_list("hand"))
    start: int = field("hex")
    # Reaction to the current Movement Action (6.4): whether an attempt was made, formations that may make none (7.3.6),
    # what the Reaction side answers from now on (see reaction), its last answer, and the HQs with which it could have
    # reacted when it let the mover pass in this hex. The enemy sees that it was asked, and not what it answered.
    attempted: bool = field("flag")
    startled: int = field("units")
    answer: int = field("number", shown=_of_reaction_side("answer", UNKNOWN))
    reply: int = field("number", shown=_of_reaction_side("reply", UNKNOWN))
    let_pass: int = field("units", shown=_of_reaction_side("let_pass", 0))
    # The current combat (7.5): hexes, participants, mode, chits of attacker and defender (places among the kinds, -1
    # before they are drawn), totals, column, modifier, modified die, hits of both sides and which of them are red.
    target: int = field("hex")
    origin: int = field("hex")
    attackers: int = field("units", shown=shown_units("attackers"))
    defenders: int = field("units", shown=shown_units("defenders"))
    mode: int = field("number")
    # Units and HQs whose support is not used.
    withheld: int = field("units", shown=shown_units("withheld"))
    chits: list[int] = field("numbers", (-1, -1))
    totals: list[int] = field("numbers", (0, 0))
    column: int = field("number", -1)
    modifier: int = field("number")
    die: int = field("number")
    hits: list[int] = field("numbers", (0, 0))
    red: list[int] = field("numbers", (0, 0))
    # Effectiveness Checks (5.6): units still to be checked.
    checking: int = field("units", shown=shown_units("checking"))
    # Its results, side by side (7.5.2): hits still to be taken, points each unit has lost for hits, units that failed
    # their check and must retreat, units that retreat.
    owed: int = field("number")
    wounds: list[int] = field("counts", (0,) * COUNT, shown=shown_counts("wounds", UNKNOWN))
    failed: int = field("units", shown=shown_units("failed"))
    pending: int = field("units", shown=shown_units("pending"))
    # Units among which a loss is chosen; the hex that units retreated to.
    choice: int = field("units", shown=shown_units("choice"))
    refuge: int = field("hex")
    # The unit whose new formation its owner is about to choose (8.2).
    assignee: int = field("unit", shown=_own_unit("assignee"))
    # Admin Phase (8): replacement points left by type of the US table, points given up by the Germans, and the unit
    # they come from.
    points: list[int] = field("numbers", (0, 0, 0))
    given: int = field("number")
    giver: int = field("unit")
    # German strength points lost by units that left play (9): infantry type, AFV type.
    tally: list[int] = field("numbers", (0, 0))
    # How the game ended: see victory.
    won: int = field("number")
    on_map: int = field("units", derived=True)
    pile: list[int] = field("numbers", (), derived=True)
    heights: list[int] = field("numbers", (0, 0, 0, 0), derived=True)
    # By side the hexes with a combat unit; and, for the zones of both sides, the hexes with undisrupted units of
    # infantry type and of AFV type: US, US, German, German. Everybody knows where zones are.
    manned: list[int] = field("numbers", (0, 0), derived=True)
    grip: list[int] = field("numbers", (0, 0, 0, 0), derived=True)
