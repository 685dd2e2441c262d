"""Hexsides: rivers, streams, bridges, dikes, dragon's teeth, walls, ferries, lines of regions."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise

from ..engine.board import Border, Hexside
from .network import Curve, Link, Network
from .plan import SCALE, Corner, Plan
from .style import Line, hexside, region_line, word
from .svg import Point, group, lerp, pair, polyline, tag
from .terrain import ASHORE, Ground

_SWAY = 4.0
#: Ways of drawing that cross a hexside instead of running along it.
ACROSS = ("ferry", "arrow")
#: The id of the shape of the whole map.
ON_MAP = "clip-map"
#: The smallest width of a river that can carry its name.
BROAD = 20.0


class Water:
    """All lines along hexsides, as smooth curves."""

    def __init__(self, plan: Plan, land: Ground) -> None:
        self.plan = plan
        self.land = land
        board = plan.board
        self._words: Mapping[str, str] = board.look.get("hexside", {})
        links: dict[str, list[Link]] = {}
        self.across: list[tuple[Hexside, Line]] = []
        for side, piece in board.hexsides.items():
            if side not in plan.hexsides:
                continue
            style = word(self._words.get(piece.kind, piece.kind))
            look = hexside(style)
            if look.way in ACROSS:
                self.across.append((side, look))
                continue
            a, b = plan.hexsides[side]
            # All water is one network, so that streams end at rivers; each other kind is its own network.
            family = "water" if look.way == "water" else style
            links.setdefault(family, []).append(Link(a, b, style, piece.name, look.rank))
        flowing = sorted(links.pop("water", []), key=lambda k: k.rank)
        self.network = Network(flowing, self._place)
        self.curves = self.network.curves()
        self._flowing = flowing
        self.others = [c for found in links.values() for c in Network(found, self._place).curves()]
        self.region_curves = self._regions()

    def _place(self, corner: Corner) -> Point:
        return self.plan.nudge(corner, _SWAY)

    def named(self) -> list[Curve]:
        """The longest curve of every named river, for its name."""
        found = []
        for name in sorted({link.name for link in self._flowing if link.name}):
            curves = Network([link for link in self._flowing if link.name == name], self._place).curves()
            found.append(max(curves, key=lambda c: len(c.pieces)))
        return found

    def _regions(self) -> list[tuple[str, Line, list[Curve]]]:
        board = self.plan.board
        found = []
        for name, style in board.look.get("lines", {}).items():
            region = board.regions.get(name)
            if region is None:
                continue
            links = [Link(*self.plan.hexsides[s], "line", name) for s in region.hexsides if s in self.plan.hexsides]
            found.append((name, region_line(style), Network(links, self._place).curves()))
        return found

    # -- drawing -----------------------------------------------------------------------------

    def water(self) -> str:
        """Rivers: first all banks, then all surfaces, so that rivers merge where they meet.

        Banks end at the coast, so that the mouth of a river is open.
        """
        curves = sorted(self.curves, key=lambda c: -hexside(c.kind).rank)
        banks, surface, shine = [], [], []
        for curve in curves:
            look = hexside(curve.kind)
            banks += self._strokes(curve, look.width + 2.4, look.casing)
            surface += self._strokes(curve, look.width, look.tone)
            if 8 < look.width < BROAD:
                shine += self._strokes(curve, look.width * 0.28, "#c3dfee")
        ends = {"stroke_linecap": "round", "stroke_linejoin": "round", "fill": "none"}
        if self.land.coast:
            banks = [group(banks, clip_path=f"url(#{ASHORE})")]
        body = group([*banks, *surface, group(shine, stroke_opacity="0.7")], clip_path=f"url(#{ON_MAP})")
        return group([self._sheet_clip(), body], id="water", **ends)

    def _sheet_clip(self) -> str:
        """A clip path in the shape of the map, so that rivers end at its edge."""
        loops = self.plan.loops(self.plan.hexes)
        d = "".join(polyline([self.plan.place[c] for c in loop], closed=True) for loop in loops)
        return f'<clipPath id="{ON_MAP}"><path d="{d}"/></clipPath>'

    def _strokes(self, curve: Curve, width: float, tone: str) -> list[str]:
        """Draw a curve; at a spring it starts thin."""
        head, tail = self._spring(curve, 0), self._spring(curve, -1)
        pieces = list(curve.pieces)
        start, out = curve.start, []
        ways = [(start, *pieces[0])]
        for before, after in pairwise(pieces):
            ways.append((before[1], *after))
        body = ways
        if head and len(body) > 2:
            out += _taper(body[:2], width, tone)
            body = body[2:]
        if tail and len(body) > 2:
            out += _taper([(p, c, a) for a, c, p in reversed(body[-2:])], width, tone)
            body = body[:-2]
        d = f"M{pair(body[0][0])}" + "".join(f"Q{pair(c)} {pair(p)}" for _, c, p in body)
        return [*out, tag("path", d=d, stroke=tone, stroke_width=width)]

    def _spring(self, curve: Curve, end: int) -> bool:
        node = curve.nodes[end]
        ends = not curve.closed and self.network.degree(node) == 1
        return ends and node not in self.plan.rim and node not in self.land.coast

    def lines(self) -> str:
        """Dikes, walls, dragon's teeth and the lines of the rules."""
        parts = [along(c, hexside(c.kind)) for c in self.others]
        parts += [_crossing(self.plan, side, look) for side, look in self.across]
        for _, look, curves in self.region_curves:
            parts += [along(c, look) for c in curves]
        return "".join(parts)

    def _bridged(self) -> list[tuple[Hexside, Border]]:
        return [(s, piece) for s, piece in self.plan.board.hexsides.items() if piece.bridge and s in self.plan.hexsides]

    def bridge_places(self) -> list[Point]:
        return [crossing(self.plan, side)[0] for side, _ in self._bridged()]

    def bridges(self) -> str:
        """Bridges: two parapets along the road, over the middle of the hexside."""
        marks = []
        for side, piece in self._bridged():
            look = hexside(self._words.get(piece.kind, piece.kind))
            at, turn = crossing(self.plan, side)
            kind = "bridge" if look.width > 8 else "footbridge"
            marks.append(f'<use href="#{kind}" transform="translate({pair(at)}) rotate({turn:.0f})"/>')
        return "".join(marks)


#: The deck in the colour of a road; the parapets widen at both ends.
BRIDGES = (
    '<g id="bridge"><path d="M-11-4.6H11V4.6H-11Z" fill="#efd28f"/>'
    '<path d="M-15-9Q-12-5-9-5H9Q12-5 15-9M-15 9Q-12 5-9 5H9Q12 5 15 9" fill="none" stroke="#332a20" stroke-width="2.2"'
    ' stroke-linecap="round"/></g>'
    '<g id="footbridge"><path d="M-6-3.4H6V3.4H-6Z" fill="#f4ecd8"/>'
    '<path d="M-10.5-7.4Q-8-4-6-4H6Q8-4 10.5-7.4M-10.5 7.4Q-8 4-6 4H6Q8 4 10.5 7.4" fill="none" stroke="#332a20"'
    ' stroke-width="1.9" stroke-linecap="round"/></g>'
)


def crossing(plan: Plan, side: Hexside) -> tuple[Point, float]:
    """The point where a road crosses a hexside, and its direction in degrees."""
    a, b = plan.at[side[0]], plan.at[side[1]]
    return lerp(a, b, 0.5), math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))


def _taper(ways: list[tuple[Point, Point, Point]], width: float, tone: str) -> list[str]:
    """A curve that starts thin and grows to its full width."""
    dots: list[Point] = [ways[0][0]]
    for a, c, p in ways:
        dots += [lerp(lerp(a, c, t / 5), lerp(c, p, t / 5), t / 5) for t in range(1, 6)]
    last = len(dots) - 1
    return [
        tag("path", d=polyline(dots[i : i + 2]), stroke=tone, stroke_width=width * (0.3 + 0.7 * i / last))
        for i in range(last)
    ]


def along(curve: Curve, look: Line) -> str:
    d = curve.path()
    base = {"d": d, "fill": "none", "stroke": look.tone, "stroke_linejoin": "round"}
    if look.way == "band":
        return tag("path", **base, stroke_width=look.width, stroke_opacity="0.2", stroke_linecap="round") + tag(
            "path", **base, stroke_width="3.2", stroke_dasharray=look.dash, stroke_linecap="butt"
        )
    if look.way == "dots":
        return tag("path", **base, stroke_width=look.width, stroke_dasharray="0.1 9", stroke_linecap="round")
    if look.way == "beads":
        dots = {**base, "stroke_dasharray": look.dash, "stroke_linecap": "round"}
        rim = tag("path", **{**dots, "stroke": look.casing}, stroke_width=look.width + 3.2)
        return rim + tag("path", **dots, stroke_width=look.width)
    if look.way == "ticks":
        return tag("path", **base, stroke_width=look.width) + tag(
            "path", **base, stroke_width="12", stroke_dasharray="1.6 6.4"
        )
    if look.way == "wall":
        return _wall(d, look)
    if look.way == "teeth":
        return _teeth(curve, look)
    if look.way == "water":
        bank = tag("path", d=d, fill="none", stroke=look.casing, stroke_width=look.width + 2.4, stroke_linejoin="round")
        return bank + tag("path", **base, stroke_width=look.width)
    return tag("path", **base, stroke_width=look.width, stroke_dasharray=look.dash or None)


def _wall(d: str, look: Line) -> str:
    """A barrier: one broad stroke with a pale rim. Ticks across it would look like a railway."""
    ends = {"d": d, "fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    rim = tag("path", **ends, stroke=look.casing, stroke_width=look.width + 4, stroke_opacity="0.75")
    return rim + tag("path", **ends, stroke=look.tone, stroke_width=look.width)


def _teeth(curve: Curve, look: Line) -> str:
    """Dragon's teeth: two staggered rows of small pyramids."""
    walked, due, marks = 0.0, 4.0, []
    dots = curve.points(8)
    row = 1
    for a, b in pairwise(dots):
        length = math.dist(a, b)
        while length and due <= walked + length:
            x, y = lerp(a, b, (due - walked) / length)
            nx, ny = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
            x, y = x + nx * 3.6 * row, y + ny * 3.6 * row
            marks.append(f"M{pair((x - 3.4, y + 2.8))}l3.4-6.4 3.4 6.4z")
            due += 6.2
            row = -row
        walked += length
    return tag("path", d="".join(marks), fill=look.tone, stroke=look.casing, stroke_width="1.6", paint_order="stroke")


_BOAT = (
    '<path d="M-8 0H8Q6 6 0 6T-8 0ZM0-1V-9L6-3H0" fill="#2d659a" stroke="#f6f0e1" stroke-width="1.4"'
    ' paint-order="stroke"/>'
)


def _crossing(plan: Plan, side: Hexside, look: Line) -> str:
    at, turn = crossing(plan, side)
    return group([across(look, turn)], transform=f"translate({pair(at)})")


def across(look: Line, turn: float) -> str:
    """A mark across a hexside: a double arrow or a ferry."""
    reach = SCALE * 0.2
    line = {"fill": "none", "stroke": look.tone, "transform": f"rotate({turn:.0f})"}
    if look.way == "arrow":
        tip = reach - 8
        d = f"M{-reach} 0H{reach}M{-tip}-6L{-reach} 0L{-tip} 6M{tip}-6L{reach} 0L{tip} 6"
        return tag("path", d=d, stroke_width=look.width, **line)
    return tag("path", d=f"M{-reach} 0H{reach}", stroke_width="2.4", stroke_dasharray="4 4", **line) + _BOAT
