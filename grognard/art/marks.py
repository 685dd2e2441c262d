"""Marks of single hexes: hills, ports, ramparts, bridgeheads, flood plains, closed hexes, entrances."""

from __future__ import annotations

from .plan import Box, Plan
from .svg import Point, lerp, pair, polyline, tag
from .terrain import number_drop

MARKS = (
    '<g id="pillbox"><path d="M-5.4-4.4H5.4V4.4H-5.4Z" fill="#4b4a48" stroke="#efe9dc" stroke-width="1.3"/>'
    '<path d="M-2.6 2.2H2.6" stroke="#efe9dc" stroke-width="1.5"/></g>'
    '<g id="mark-bunker"><path d="M-15 11V-3L-9-10H9L15-3V11Z" fill="#4b4a48" stroke="#efe9dc" stroke-width="2.4"/>'
    '<path d="M-8-1H8" stroke="#efe9dc" stroke-width="3.6"/></g>'
    '<g id="mark-hill"><path d="M0-9L7.5 4.5H-7.5Z" fill="#f6f0e1" fill-opacity="0.8"'
    ' stroke="#3a3026" stroke-width="1.8"/>'
    '<circle r="1.7" fill="#3a3026"/></g>'
    '<g id="mark-settlement"><circle r="7" fill="#fbf6e9" stroke="#3a3026" stroke-width="2"/>'
    '<circle r="2.8" fill="#3a3026"/></g>'
    '<g id="mark-port"><path d="M0-8V9M-5-3H5M-8 3Q-7 9 0 9T8 3" fill="none" stroke="#1f4f7a" stroke-width="2.4"/>'
    '<circle cy="-10.5" r="2.6" fill="none" stroke="#1f4f7a" stroke-width="2"/></g>'
    '<g id="mark-beach"><path d="M-20 6Q-15-2-10 6T0 6 10 6 20 6" fill="none" stroke="#fbf6e9" stroke-width="8"'
    ' stroke-linecap="round"/><path d="M-20 6Q-15-2-10 6T0 6 10 6 20 6" fill="none" stroke="#c9972a" stroke-width="4.6"'
    ' stroke-linecap="round"/><path d="M-5-16H5V-8H10L0 1-10-8H-5Z" fill="#b8443a" stroke="#fbf6e9"'
    ' stroke-width="1.6"/></g>'
    '<g id="mark-dam"><path d="M-12-3H12L8 5H-8Z" fill="#6f6a63" stroke="#3a3026" stroke-width="1.4"/></g>'
)


def bridgehead(outline: list[Point]) -> str:
    """A bridgehead: a hex tinted and outlined in the colour of the front."""
    return tag(
        "path",
        d=polyline(outline, closed=True),
        fill="#b8443a",
        fill_opacity="0.1",
        stroke="#b8443a",
        stroke_width="2",
        stroke_dasharray="8 5",
    )


def bunker(outline: list[Point]) -> str:
    """A hex with pillboxes: washed grey inside a wall along its sides, so that it is seen under counters too."""
    return tag(
        "path",
        d=polyline(outline, closed=True),
        fill="#4b4a48",
        fill_opacity="0.14",
        stroke="#4b4a48",
        stroke_width="3.6",
        stroke_linejoin="round",
        class_="bunker",
    )


def flood(outline: list[Point]) -> str:
    """A hex that can be flooded: tinted blue, with two rows of waves that leave name and number free."""
    x, y = _middle(outline)
    reach = (max(p[0] for p in outline) - min(p[0] for p in outline)) / 2
    wave = reach * 0.17
    d = "".join(
        f"M{pair((x + across * reach, y + down * reach))}q{pair((wave / 2, -wave * 0.8))} {pair((wave, 0.0))}"
        + f"t{pair((wave, 0.0))}" * 2
        for across, down in ((-0.8, -0.25), (0.28, -0.25), (-0.8, 0.4), (0.28, 0.4))
    )
    shape = tag("path", d=polyline(outline, closed=True), fill="#4f93c4", fill_opacity="0.24", class_="floodplain")
    return shape + tag("path", d=d, fill="none", stroke="#2d659a", stroke_width="1.8", stroke_linecap="round")


def closed(outline: list[Point]) -> str:
    """A hex that units may not enter: hatched."""
    d = "".join(polyline(line) for line in _hatching(outline, 13.0))
    return tag(
        "path",
        d=d,
        fill="none",
        stroke="#8a2f26",
        stroke_width="1.8",
        stroke_opacity="0.55",
        class_="closed",
    )


def entrance(outline: list[Point]) -> str:
    """A hex on the edge through which units enter: shaded, with a broken outline."""
    return tag(
        "path",
        d=polyline(outline, closed=True),
        fill="#5f574b",
        fill_opacity="0.24",
        stroke="#5f574b",
        stroke_width="2.2",
        stroke_dasharray="3 5",
        class_="entrance",
    )


def _middle(outline: list[Point]) -> Point:
    return sum(p[0] for p in outline) / len(outline), sum(p[1] for p in outline) / len(outline)


def _hatching(outline: list[Point], gap: float) -> list[list[Point]]:
    """Diagonal lines across a convex shape; x + y is constant on each line."""
    sums = [p[0] + p[1] for p in outline]
    lines, at = [], min(sums) + gap / 2
    while at < max(sums):
        ends = []
        for i, p in enumerate(outline):
            a, b = sums[i - 1], sums[i]
            if (a < at) != (b < at):
                ends.append(lerp(outline[i - 1], p, (at - a) / (b - a)))
        lines.append(ends)
        at += gap
    return lines


def rampart(plan: Plan, h: int, mark: str) -> str:
    """A fortified hex: a rampart inside the hexsides, with teeth pointing outwards and a gap at the number."""
    inner, outer = plan.outline(h, 0.84), plan.outline(h, 0.94)
    x, y = plan.at[h]
    gate = Box(x - 17, y + number_drop(plan) - 14, 34, 17)
    wall, teeth = [], []
    for i in range(6):
        a, b, c, d = inner[i], inner[(i + 1) % 6], outer[i], outer[(i + 1) % 6]
        for k in range(14):
            p, q = lerp(a, b, k / 14), lerp(a, b, (k + 1) / 14)
            if gate.holds(lerp(p, q, 0.5)):
                continue
            wall.append(polyline((p, q)))
            if k % 2:
                teeth.append(polyline((p, lerp(c, d, k / 14))))
    line = {"stroke": "#3f3a34" if mark == "fortification" else "#5c4a36", "stroke_linecap": "round"}
    return tag("path", d="".join(wall), stroke_width="2.4", **line) + tag(
        "path", d="".join(teeth), stroke_width="2.6", **line
    )
