"""Marks of single hexes: hills, ports and the like, ramparts, bridgeheads."""

from __future__ import annotations

from .plan import Box, Plan
from .svg import Point, lerp, polyline, tag
from .terrain import number_drop

MARKS = (
    '<g id="pillbox"><path d="M-5.4-4.4H5.4V4.4H-5.4Z" fill="#4b4a48" stroke="#efe9dc" stroke-width="1.3"/>'
    '<path d="M-2.6 2.2H2.6" stroke="#efe9dc" stroke-width="1.5"/></g>'
    '<g id="mark-hill"><path d="M0-9L7.5 4.5H-7.5Z" fill="#f6f0e1" fill-opacity="0.8"'
    ' stroke="#3a3026" stroke-width="1.8"/>'
    '<circle r="1.7" fill="#3a3026"/></g>'
    '<g id="mark-settlement"><circle r="7" fill="#fbf6e9" stroke="#3a3026" stroke-width="2"/>'
    '<circle r="2.8" fill="#3a3026"/></g>'
    '<g id="mark-port"><path d="M0-8V9M-5-3H5M-8 3Q-7 9 0 9T8 3" fill="none" stroke="#1f4f7a" stroke-width="2.4"/>'
    '<circle cy="-10.5" r="2.6" fill="none" stroke="#1f4f7a" stroke-width="2"/></g>'
    '<g id="mark-beach"><path d="M-12 5Q-6-1 0 5T12 5" fill="none" stroke="#c9a227" stroke-width="4"/></g>'
    '<g id="mark-dam"><path d="M-12-3H12L8 5H-8Z" fill="#6f6a63" stroke="#3a3026" stroke-width="1.4"/></g>'
)


def bridgehead(outline: list[Point]) -> str:
    """A hex held beyond a river: washed and outlined in the colour of the front."""
    return tag(
        "path", d=polyline(outline, closed=True), fill="#b8443a", fill_opacity="0.1", stroke="#b8443a",
        stroke_width="2", stroke_dasharray="8 5",
    )  # fmt: skip


def rampart(plan: Plan, h: int, mark: str) -> str:
    """A fortified hex: a rampart just inside the hexsides, toothed outwards, open where the number stands."""
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
