"""What changes in a match of Watch on the Oder."""

from __future__ import annotations

from ...engine.state import Field, State

#: Off the map: not in play, to be set up, coming (back) later, out of play for good.
BOXES = ("aside", "reserve", "due", "eliminated")
ASIDE, RESERVE, DUE, ELIMINATED = -1, -2, -3, -4

#: Counters in the game; the loader checks it against the file.
COUNT = 81

GERMAN, SOVIET = 0, 1


class OderState(State):
    __slots__ = (
        "advanced",
        "aerial",
        "aerial_spent",
        "air",
        "at",
        "attackers",
        "due_turn",
        "first_probe",
        "flipped",
        "fought",
        "hand",
        "in_air",
        "in_special",
        "in_supply",
        "left",
        "momentum",
        "momentum_now",
        "moved",
        "naval",
        "occupied",
        "once_changed",
        "order",
        "pending",
        "phasing",
        "probe",
        "probed",
        "razed",
        "struck",
        "target",
        "turn",
        "turns",
        "vp_german",
        "vp_soviet",
        "won",
    )

    fields = (
        Field("turn", "number", 1),
        Field("turns", "number", 8),
        Field("phasing", "side", 0),
        Field("order", "number", 0),
        Field("at", "places", (ASIDE,) * COUNT),
        # Game Turn in which a unit in the box "due" comes (9.1, 9.2).
        Field("due_turn", "counts", (0,) * COUNT),
        # Hexes whose control differs from the start (3.1), those that were ever the other side's, forts lost (7.5).
        Field("flipped", "hexes"),
        Field("once_changed", "hexes"),
        Field("razed", "hexes"),
        # Markers (5.4, 8.3): hexes, and the unit with aerial supply.
        Field("air", "hex", -1),
        Field("naval", "hex", -1),
        Field("aerial", "unit", -1),
        Field("aerial_spent", "number", 0),
        # Movement: who has moved, who is in hand, and what each of those has left of its movement factors.
        Field("moved", "units"),
        Field("hand", "unit-list", ()),
        Field("left", "numbers", ()),
        # Combat Phase: who has attacked, been attacked, probed; momentum attacks of this Game Turn (11.8).
        Field("fought", "units"),
        Field("struck", "units"),
        Field("probed", "units"),
        Field("momentum", "units"),
        # The combat in hand: target, units, whether it is a probe or a momentum attack, supply at its start (8.0).
        Field("target", "hex", -1),
        Field("attackers", "units"),
        Field("probe", "number"),
        Field("momentum_now", "number"),
        Field("first_probe", "number"),
        Field("in_supply", "units"),
        Field("in_special", "units"),
        Field("in_air", "units"),
        Field("pending", "units"),
        Field("advanced", "units"),
        Field("vp_german", "number"),
        Field("vp_soviet", "number"),
        # Sudden death (4.1): 0 nobody, else 1 + the side that has won.
        Field("won", "number"),
        Field("occupied", "numbers", (0, 0), derived=True),
    )

    turn: int
    turns: int
    phasing: int
    order: int
    at: list[int]
    due_turn: list[int]
    flipped: int
    once_changed: int
    razed: int
    air: int
    naval: int
    aerial: int
    aerial_spent: int
    moved: int
    hand: list[int]
    left: list[int]
    fought: int
    struck: int
    probed: int
    momentum: int
    target: int
    attackers: int
    probe: int
    momentum_now: int
    first_probe: int
    in_supply: int
    in_special: int
    in_air: int
    pending: int
    advanced: int
    vp_german: int
    vp_soviet: int
    won: int
    occupied: list[int]
