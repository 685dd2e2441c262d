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
    "upper right": ((28.6, -12.6), 10.0, 8.0),
    "lower left": ((-22.6, 23.6), 17.0, 22.0),
    "lower middle": ((0.0, 23.6), 16.0, 18.0),
    "lower right": ((22.4, 23.6), 16.0, 14.0),
}
#: A longer text than this next to the symbol is written upwards; available length and x of such a text.
_ACROSS, _UPWARDS, _UPRIGHT = 2, 24.5, 28.4
_WHITE, _YELLOW, _RED, _BLACK = "#ffffff", "#f7d64a", "#b3261e", "#1d1812"
_GREEN, _BLUE = "#7f9a6e", "#3f74b5"
#: Fill, text colour and number of corners of each look.
_LOOKS = {
    "white box": (_WHITE, _BLACK, 4),
    "yellow box": (_YELLOW, _BLACK, 4),
    "green box": (_GREEN, _BLACK, 4),
    "blue box": (_BLUE, _WHITE, 4),
    "red box": (_RED, _WHITE, 4),
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
    if figure.look == "dot":
        return tag("circle", cx=middle[0], cy=middle[1], r="3.6", fill=ink, class_="dot")
    if figure.look == "parachute":
        return _parachute(middle, ink)
    if figure.place in ("left", "right") and len(figure.text) > _ACROSS:
        return _upwards(figure, _UPRIGHT if middle[0] > 0 else -_UPRIGHT, middle[1] - 3.0, ink)
    size = fit(figure.text, size, room)
    fill, colour, corners = _LOOKS.get(figure.look, ("", ink, 0))
    place = (middle[0], middle[1] + size * _FOOT)
    if figure.look == "red":
        rim = {"stroke": _WHITE, "stroke_width": "3.2", "stroke_linejoin": "round", "paint_order": "stroke"}
        return text(place, figure.text, font_size=num(size), fill=_RED, **rim)
    words = text(place, figure.text, font_size=num(size), fill=colour) if figure.text else ""
    return (_shape(middle, corners, fill, ink) if corners else "") + words


def _parachute(p: Point, ink: str) -> str:
    """A canopy with its lines, on the side of a unit that has just been dropped."""
    place = f"translate({num(p[0])} {num(p[1] - 1)})"
    canopy = tag("path", d="M-8 0Q-8-11 0-11T8 0Q5.4-3 2.7 0Q0-3-2.7 0Q-5.4-3-8 0Z", fill=ink)
    lines = tag("path", d="M-8 0L0 11 8 0M-2.7 0L0 11 2.7 0", fill="none", stroke=ink, stroke_width="1.3")
    return f'<g class="parachute" transform="{place}">{canopy}{lines}</g>'


def _upwards(figure: Figure, x: float, y: float, ink: str) -> str:
    """A long text next to the symbol, upwards; a box becomes a narrow label behind it."""
    size = fit(figure.text, 11.0, _UPWARDS)
    fill, colour, boxed = _LOOKS.get(figure.look, ("", ink, 0))
    label = {"x": x - 5.4, "y": y - 15.5, "width": "10.8", "height": "31", "rx": "1.5", "fill": fill}
    turned = f"translate({num(x)} {num(y)}) rotate(-90)"
    words = text((0, size * _FOOT), figure.text, font_size=num(size), fill=colour, transform=turned)
    return (tag("rect", **label) if boxed else "") + words


def _shape(p: Point, corners: int, fill: str, edge: str) -> str:
    """The box or hexagon round a figure."""
    line = {"fill": fill, "stroke": edge, "stroke_width": "1.2"}
    if corners == 4:
        return tag("rect", x=p[0] - 10, y=p[1] - 9, width="20", height="18", rx="1.5", **line)
    angles = (math.pi / 3 * k for k in range(6))
    return tag(
        "path", d=polyline([(p[0] + 12 * math.cos(t), p[1] + 10.2 * math.sin(t)) for t in angles], closed=True), **line
    )
