"""What changes in a match of Hürtgen Forest."""

from __future__ import annotations

from ...engine.state import Field, State

#: The boxes off the map: not in play, waiting to enter, lost, left by the map edge, to be deployed.
BOXES = ("aside", "due", "eliminated", "exited", "reserve")
ASIDE, DUE, ELIMINATED, EXITED, RESERVE = -1, -2, -3, -4, -5

#: Counters in the game; the loader checks it against the file.
COUNT = 77

US, GERMAN = 0, 1


class HurtgenState(State):
    __slots__ = (
        "advanced",
        "at",
        "attackers",
        "barrage",
        "contact",
        "displaced",
        "duty_attack",
        "duty_target",
        "entries",
        "fought",
        "fpf",
        "fpf_used",
        "hit_before",
        "hit_now",
        "moved",
        "occupied",
        "path_hexes",
        "path_units",
        "pending",
        "phasing",
        "pushed_from",
        "pushed_units",
        "spent",
        "struck",
        "support",
        "targets",
        "turn",
        "turns",
        "vp_116",
        "vp_german",
        "vp_us",
    )

    fields = (
        Field("turn", "number", 1),
        Field("turns", "number", 14),
        Field("phasing", "side", 0),
        Field("at", "places", (ASIDE,) * COUNT),
        # Movement Phase: who has moved (5.15), and where reinforcements came on, in order (13.12).
        Field("moved", "units"),
        Field("entries", "hex-list", ()),
        # Combat Phase: who has attacked and been attacked (7.14), advanced (7.96), been displaced (7.82).
        Field("fought", "units"),
        Field("struck", "units"),
        Field("advanced", "units"),
        Field("displaced", "units"),
        # Open duties: who must attack (7.12), who must be attacked (7.11).
        Field("duty_attack", "units"),
        Field("duty_target", "units"),
        # Units that suffered a result or were displaced in this and in the previous Combat Phase (8.41).
        Field("hit_now", "units"),
        Field("hit_before", "units"),
        Field("fpf_used", "units"),
        Field("support", "number", 20),
        # The combat in hand.
        Field("targets", "units"),
        Field("attackers", "units"),
        Field("barrage", "units"),
        Field("fpf", "units"),
        Field("spent", "number"),
        Field("pending", "units"),
        # Units still to retreat that a friend has displaced first: their combat hexes (ruling 7.81).
        Field("pushed_units", "unit-list", ()),
        Field("pushed_from", "hex-list", ()),
        # Paths of retreat (7.91): a unit each, and its vacated hexes up to a "-".
        Field("path_units", "unit-list", ()),
        Field("path_hexes", "hex-list", ()),
        # Victory Points for eliminated units of the other side, and for the 116th Panzer Division.
        Field("vp_us", "number"),
        Field("vp_german", "number"),
        Field("vp_116", "number"),
        # Hexes held by each side; for each unit in contact the enemies it may fight this phase.
        Field("occupied", "numbers", (0, 0), derived=True),
        Field("contact", "numbers", (0,) * COUNT, derived=True),
    )

    turn: int
    turns: int
    phasing: int
    at: list[int]
    moved: int
    entries: list[int]
    fought: int
    struck: int
    advanced: int
    displaced: int
    duty_attack: int
    duty_target: int
    hit_now: int
    hit_before: int
    fpf_used: int
    support: int
    targets: int
    attackers: int
    barrage: int
    fpf: int
    spent: int
    pending: int
    pushed_units: list[int]
    pushed_from: list[int]
    path_units: list[int]
    path_hexes: list[int]
    vp_us: int
    vp_german: int
    vp_116: int
    occupied: list[int]
    contact: list[int]
