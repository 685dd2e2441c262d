"""Figures of counters that are printed one by one: each in its place, plain, in a box or in a hexagon."""

from __future__ import annotations

import math
from collections.abc import Iterable

from ..engine.contents import Figure
from .svg import Point, fit, num, polyline, tag, text

#: Centre of each place (the origin is the centre of the counter), font size and available width.
_PLACES: dict[str, tuple[Point, float, float]] = {
    "left": ((-26.6, 1.2), 15.0, 15.0),
    "right": ((26.4, 1.2), 15.0, 13.0),
    "lower left": ((-22.6, 23.6), 17.0, 22.0),
    "lower middle": ((0.0, 23.6), 16.0, 18.0),
    "lower right": ((22.4, 23.6), 16.0, 14.0),
}
#: A longer text than this next to the symbol is written upwards; available length and x of such a text.
_ACROSS, _UPWARDS, _UPRIGHT = 2, 24.5, 28.4
_WHITE, _YELLOW, _RED, _BLACK = "#ffffff", "#f7d64a", "#b3261e", "#1d1812"
#: Fill, text colour and number of corners of each look.
_LOOKS = {
    "white box": (_WHITE, _BLACK, 4),
    "yellow box": (_YELLOW, _BLACK, 4),
    "white hexagon": (_WHITE, _BLACK, 6),
    "red hexagon": (_RED, _WHITE, 6),
}
#: From the middle of a letter down to its baseline, relative to the font size.
_FOOT = 0.36


def draw_figures(figures: Iterable[Figure], ink: str) -> str:
    """Draw figures on a counter; plain ones take the text colour of the counter."""
    return "".join(_figure(figure, ink) for figure in figures)


def stripe(half: float, tone: str) -> str:
    """The diagonal stripe on the back of a counter, from its lower left to its upper right corner."""
    low, high, wide = half - 1.2, half - 17.5, 9.0
    upper = [(-low, low), (-low, low - wide), (low - wide, -high)]
    path = polyline([*upper, (low, -high), (low, -high + wide), (-low + wide, low)])
    return tag("path", d=path + "Z", fill=tone, fill_opacity="0.42", class_="stripe")


def _figure(figure: Figure, ink: str) -> str:
    middle, size, room = _PLACES[figure.place]
    if figure.place in ("left", "right") and len(figure.text) > _ACROSS:
        return _upwards(figure.text, _UPRIGHT if middle[0] > 0 else -_UPRIGHT, middle[1] - 3.0, ink)
    size = fit(figure.text, size, room)
    fill, colour, corners = _LOOKS.get(figure.look, ("", ink, 0))
    words = text((middle[0], middle[1] + size * _FOOT), figure.text, font_size=num(size), fill=colour)
    return (_shape(middle, corners, fill, ink) if corners else "") + words


def _upwards(words: str, x: float, y: float, ink: str) -> str:
    size = fit(words, 11.0, _UPWARDS)
    turned = f"translate({num(x)} {num(y)}) rotate(-90)"
    return text((0, size * _FOOT), words, font_size=num(size), fill=ink, transform=turned)


def _shape(p: Point, corners: int, fill: str, edge: str) -> str:
    """The box or hexagon round a figure."""
    line = {"fill": fill, "stroke": edge, "stroke_width": "1.2"}
    if corners == 4:
        return tag("rect", x=p[0] - 10, y=p[1] - 9, width="20", height="18", rx="1.5", **line)
    angles = (math.pi / 3 * k for k in range(6))
    return tag(
        "path", d=polyline([(p[0] + 12 * math.cos(t), p[1] + 10.2 * math.sin(t)) for t in angles], closed=True), **line
    )
