"""The state of a match of Hürtgen Forest."""

from __future__ import annotations

from ...engine.state import WarState, field

#: The boxes off the map: not in play, waiting to enter, eliminated, exited by the map edge, to be deployed.
BOXES = ("aside", "due", "eliminated", "exited", "reserve")
ASIDE, DUE, ELIMINATED, EXITED, RESERVE = -1, -2, -3, -4, -5

#: Counters in the game; the loader checks it against the file.
COUNT = 77

US, GERMAN = 0, 1


class HurtgenState(WarState):
    at: list[int] = field("places", (ASIDE,) * COUNT)
    # Movement Phase: units that have moved (5.15), and the entry hexes of reinforcements in order (13.12).
    moved: int = field("units")
    entries: list[int] = field("hex-list", ())
    # Combat Phase: units that have attacked and been attacked (7.14), advanced (7.96), been displaced (7.82).
    fought: int = field("units")
    struck: int = field("units")
    advanced: int = field("units")
    displaced: int = field("units")
    # Open duties: units that must attack (7.12) and must be attacked (7.11).
    duty_attack: int = field("units")
    duty_target: int = field("units")
    # Units that suffered a result or were displaced in this and in the previous Combat Phase (8.41).
    hit_now: int = field("units")
    hit_before: int = field("units")
    fpf_used: int = field("units")
    support: int = field("number", 20)
    # The current combat.
    targets: int = field("units")
    attackers: int = field("units")
    barrage: int = field("units")
    fpf: int = field("units")
    spent: int = field("number")
    pending: int = field("units")
    # Units displaced before their own retreat, with their combat hexes (ruling 7.81).
    pushed_units: list[int] = field("unit-list", ())
    pushed_from: list[int] = field("hex-list", ())
    # Paths of retreat (7.91): one unit each, and its vacated hexes up to a "-".
    path_units: list[int] = field("unit-list", ())
    path_hexes: list[int] = field("hex-list", ())
    # Victory Points for eliminated units of the other side, and for the 116th Panzer Division.
    vp_us: int = field("number")
    vp_german: int = field("number")
    vp_116: int = field("number")
    # For each unit in contact, the enemies it may fight in this phase.
    contact: list[int] = field("numbers", (0,) * COUNT, derived=True)
