"""Style words and what they look like.

A game's ``board.toml`` maps its own words for terrain, hexsides, roads, lines and features to these words, so all games
have the same look. An unknown word gets the plainest style of its kind.
"""

from __future__ import annotations

from dataclasses import dataclass

PAPER = "#f6f0e1"
INK = "#3a3026"
FAINT = "#857763"
RED = "#a3352b"


@dataclass(frozen=True)
class Ground:
    """The style of a terrain: its colour, the colour of its border, and its texture.

    Where three terrains meet, the one that comes later in :data:`GROUNDS` keeps a round border.
    """

    fill: str
    rim: str = ""
    texture: str = ""
    built: str = ""


GROUNDS = {
    "clear": Ground("#f1ead6", texture="meadow"),
    "void": Ground("#e4ddcc", "#c8bfa9"),
    "fields": Ground("#e8e2ba", texture="furrows"),
    "polder": Ground("#d5e3cc", "#a8c6ba", "polder"),
    "flooded": Ground("#c3dbdc", "#93bccb", "polder"),
    "marsh": Ground("#d3e0cd", "#a9c3b4", "marsh"),
    "bocage": Ground("#d6dca6", "#b3bf7c", "bocage"),
    "broken": Ground("#d3c699", "#b9a974", "broken"),
    "rough": Ground("#c2a67c", "#a3855a", "rough"),
    "mountain": Ground("#b79c88", "#967a66", "mountain"),
    "grove": Ground("#d8dfae", "#b9c48a", "grove"),
    "forest": Ground("#b6c898", "#93aa72", "forest"),
    "dense forest": Ground("#98b37f", "#7b9862", "dense"),
    "industrial": Ground("#d6d1cb", "#b5aea6", built="industry"),
    "town": Ground("#eddcc8", "#d9bfa6", built="town"),
    "city": Ground("#e2c9b8", "#c9a894", built="city"),
    "lake": Ground("#b4d1e0", "#6f9dba", "waves"),
    "sea": Ground("#a9c9dc", "#5f8fae", "waves"),
}


@dataclass(frozen=True)
class Line:
    """The style of a line: how it is drawn (``way``), its width and colours. ``rank`` orders joints and layers."""

    way: str
    width: float
    tone: str
    casing: str = ""
    dash: str = ""
    rank: int = 5


HEXSIDES = {
    "stream": Line("water", 4.6, "#7fb2d4", "#4c86b0", rank=3),
    "river": Line("water", 10.0, "#8bbcdb", "#3f78a6", rank=2),
    "major river": Line("water", 17.0, "#78afd6", "#2d659a", rank=1),
    "estuary": Line("water", 24.0, "#a0c8de", "#5f8fae", rank=0),
    "lagoon": Line("water", 40.0, "#c3dce9", "#5f8fae", rank=0),
    "all-sea": Line("dots", 6.0, "#3f78a6", rank=6),
    "impassable": Line("wall", 7.0, "#5a3a22", "#efe3c8", rank=7),
    "dike": Line("ticks", 3.0, "#6b5a40", rank=6),
    "teeth": Line("teeth", 7.0, "#4b4a48", "#efe9dc", rank=7),
    "wall": Line("wall", 7.0, "#5a3a22", "#efe3c8", rank=7),
    "ferry": Line("ferry", 3.0, "#2d659a", rank=8),
    "land-bridge": Line("arrow", 3.2, "#9a5a24", rank=8),
}

REGION_LINES = {
    "front": Line("band", 15.0, "#b8443a", dash="14 8"),
    "border": Line("plain", 3.0, "#8c5f93", dash="16 6 3 6"),
    "boundary": Line("plain", 4.0, "#6b4f8f", dash="22 7"),
    "limit": Line("plain", 4.0, "#2f7d6b", dash="12 8"),
    "objective line": Line("band", 12.0, "#c98a1b", dash="14 8"),
    "goal line": Line("band", 11.0, "#1f7a4d", dash="9 6"),
    "exclusion": Line("plain", 4.6, "#c2302b", dash="10 7"),
    "river line": Line("beads", 5.0, "#123f6d", "#eaf3f8", dash="0.1 11"),
    "zone": Line("beads", 6.0, "#e7b416", "#4a3a10", dash="0.1 12"),
}

ROADS = {
    "motorway": Line("road", 8.5, "#e9b44c", "#7a4a1e", rank=0),
    "road": Line("road", 6.0, "#efd28f", "#8a6530", rank=1),
    "railway": Line("rail", 4.0, "#f6f0e1", "#4a443d", rank=2),
    "trail": Line("trail", 2.3, "#7d6443", "#f4ecd8", "7 4.5", rank=3),
}

#: Hex features that have a mark: objective towns, fortified hexes, heights.
FEATURES = (
    "objective",
    "pillbox",
    "bunker",
    "westwall",
    "fortification",
    "hill",
    "bridgehead",
    "port",
    "beach",
    "lake",
    "dam",
    "settlement",
    "floodplain",
    "closed",
    "entrance",
)

TINTS = {
    "green": "#7fae6b",
    "yellow": "#e3c04f",
    "rose": "#cf7f86",
    "grey": "#8e949c",
    "blue": "#6f9fc4",
    "violet": "#9a7bb5",
    "orange": "#d98f4a",
}

#: Overlays that a player switches on get these colours in order.
OVERLAY_TONES = ("#1f5fa8", "#b8443a", "#2f7d6b", "#8a5a9e", "#c07a12", "#4b4a48")


def word(name: str) -> str:
    """The canonical style word."""
    return name.strip().lower().replace("_", " ")


def layer(name: str) -> int:
    """The layer of a terrain: where two meet, the higher one is on top."""
    return list(GROUNDS).index(word(name)) if word(name) in GROUNDS else 0


def ground(name: str) -> Ground:
    return GROUNDS.get(word(name), GROUNDS["clear"])


def hexside(name: str) -> Line:
    return HEXSIDES.get(word(name), HEXSIDES["stream"])


def road(name: str) -> Line:
    return ROADS.get(word(name), ROADS["road"])


def region_line(name: str) -> Line:
    """The style of a region's line: its own style, or that of a hexside."""
    return REGION_LINES.get(word(name)) or HEXSIDES.get(word(name)) or REGION_LINES["boundary"]


def is_hexside(line: Line) -> bool:
    """Whether a line is drawn as a kind of hexside is."""
    return line in HEXSIDES.values()
