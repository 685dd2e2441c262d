"""Colours of the counters, and their appearance to colour-blind players.

Sides differ in lightness as well as in hue: one is light, the next dark. The stripe of a formation always carries the
unit's designation as text as well.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass

Colour = tuple[float, float, float]


@dataclass(frozen=True)
class SideTones:
    """Colours of one side's counters: body, text, edge, box of the unit symbol, and symbol."""

    body: str
    ink: str
    edge: str
    box: str
    mark: str


@dataclass(frozen=True)
class Palette:
    name: str
    sides: tuple[SideTones, ...]
    #: stripes of formations, all dark enough for white text
    stripes: tuple[str, ...]


_CALM = (
    "#2f7d4f",
    "#6d4aa8",
    "#8e2f2f",
    "#b0560f",
    "#1f6f78",
    "#2c4a8a",
    "#66701f",
    "#7a4a2a",
    "#96306f",
    "#505a66",
    "#23573c",
    "#4b3d8f",
)
#: After Okabe and Ito, darkened for white text, and different in lightness.
_SAFE = ("#00537f", "#a84b00", "#006b50", "#8f4673", "#6a5f00", "#1c1c1c", "#3a6ea5", "#7d3c00", "#3f3f74", "#5c5c5c")

PALETTES = {
    "default": Palette(
        "default",
        (
            SideTones("#e8ecd2", "#1f2118", "#5f6b45", "#f8f9ee", "#1f2118"),
            SideTones("#48515e", "#f5f4ee", "#20252c", "#c8cdd3", "#14181d"),
            SideTones("#e3c795", "#2a2013", "#7d6132", "#f6ead2", "#2a2013"),
            SideTones("#6a3b3b", "#f7efe9", "#351a1a", "#dcc9c4", "#241010"),
        ),
        _CALM,
    ),
    "contrast": Palette(
        "contrast",
        (
            SideTones("#ffffff", "#000000", "#000000", "#ffffff", "#000000"),
            SideTones("#111111", "#ffffff", "#ffffff", "#ffffff", "#000000"),
            SideTones("#ffe14d", "#000000", "#000000", "#ffffff", "#000000"),
            SideTones("#0b3a8c", "#ffffff", "#ffffff", "#ffffff", "#000000"),
        ),
        ("#00337a", "#7a0000", "#004d33", "#4d004d", "#333333", "#5c3300"),
    ),
    "deuteranopia": Palette(
        "deuteranopia",
        (
            SideTones("#fde9bf", "#2a1e05", "#a0741a", "#fff8e6", "#2a1e05"),
            SideTones("#1f4a78", "#ffffff", "#0b2238", "#cfe0f0", "#0b1d30"),
            SideTones("#d8d8d8", "#1a1a1a", "#6a6a6a", "#f4f4f4", "#1a1a1a"),
            SideTones("#2b2b2b", "#ffffff", "#000000", "#d0d0d0", "#101010"),
        ),
        _SAFE,
    ),
}


def palette(name: str) -> Palette:
    """Return a palette by name; raise KeyError with the valid names."""
    try:
        return PALETTES[name]
    except KeyError:
        raise KeyError(f"unknown palette {name!r}; choose from: {', '.join(PALETTES)}") from None


def stripes(formations: Iterable[str], colours: Palette) -> dict[str, str]:
    """The stripe of every formation, in the order in which they appear."""
    found: dict[str, str] = {}
    for name in formations:
        if name not in found:
            found[name] = colours.stripes[len(found) % len(colours.stripes)]
    return found


def stripe(formation: str, colours: Palette) -> str:
    """The stripe of one formation, if the others are unknown."""
    return colours.stripes[zlib.crc32(formation.encode()) % len(colours.stripes)]


# -- vision ----------------------------------------------------------------------------------

#: Linear RGB without green (deuteranopia) or red (protanopia) cones, after Machado 2009.
_SEEN = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
}
VISIONS = tuple(_SEEN)


def _linear(colour: str) -> Colour:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return (r, g, b)


def seen(colour: str, vision: str) -> Colour:
    """A colour in L*a*b*, as it appears with a type of vision."""
    rgb = _linear(colour)
    r, g, b = (min(1.0, max(0.0, sum(k * c for k, c in zip(row, rgb, strict=True)))) for row in _SEEN[vision])
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return (116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))


def distance(a: str, b: str, vision: str = "normal") -> float:
    """The difference between two colours in units of L*a*b* (about 2 is just visible)."""
    return sum((u - v) ** 2 for u, v in zip(seen(a, vision), seen(b, vision), strict=True)) ** 0.5


def contrast(a: str, b: str) -> float:
    """The contrast of text and background, from 1 to 21."""
    lights = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (_linear(a), _linear(b)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)
