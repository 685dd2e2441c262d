"""Terrain: areas with soft borders, the coast, tints of countries, the grid."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from .plan import Corner, Edge, Plan, edge
from .style import TINTS, ground, layer, word
from .svg import Point, group, lerp, num, pair, polyline, tag, text

#: The distance by which corners of an area move from the corners of the hex.
_SWAY = 8.0
#: Terrain that is open water, and the id of the shape of the rest.
OPEN_WATER = ("sea", "lake")
ASHORE = "clip-ashore"


class Ground:
    """The terrain of a board in style words, and the shapes of its areas.

    A border between two terrains has the same curve for both, so areas meet without a gap.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        board = plan.board
        words: Mapping[str, str] = board.look.get("terrain", {})
        self.style_at = {h: word(words.get(t, t)) for h, t in board.terrain_at.items()}
        self.styles = sorted(set(self.style_at.values()), key=lambda s: (layer(s), s))
        self._borders: dict[Corner, list[Edge]] = {}
        for e, hexes in plan.edges.items():
            if len(hexes) == 1 or self.style_at[hexes[0]] != self.style_at[hexes[1]]:
                for corner in e:
                    self._borders.setdefault(corner, []).append(e)

    @cached_property
    def coast(self) -> frozenset[Corner]:
        """Corners next to open water."""
        wet = [h for h, style in self.style_at.items() if style in OPEN_WATER]
        return frozenset(corner for h in wet for corner in self.plan.corners[h])

    def hexes(self, style: str) -> list[int]:
        return [h for h, s in self.style_at.items() if s == style]

    def _middle(self, e: Edge) -> Point:
        """The middle of a border, halfway between its moved corners, so that curves meet smoothly."""
        return lerp(self.plan.nudge(e[0], _SWAY), self.plan.nudge(e[1], _SWAY), 0.5)

    def _top(self, corner: Corner) -> int:
        """The hex with the highest layer where three terrains meet; -1 where two meet."""
        found = {h for e in self._borders[corner] for h in self.plan.edges[e]}
        styles = {self.style_at[h] for h in found}
        if len(styles) < 3:
            return -1
        return max(found, key=lambda h: layer(self.style_at[h]))

    def shape(self, style: str) -> str:
        """Path data of all areas of a terrain, with their corners rounded."""
        parts = []
        for loop in self.plan.loops(self.hexes(style)):
            first = self._middle(edge(loop[-1], loop[0]))
            parts.append("M" + pair(first))
            for i, corner in enumerate(loop):
                after = self._middle(edge(corner, loop[(i + 1) % len(loop)]))
                parts.append(self._corner(style, corner, after))
            parts.append("Z")
        return "".join(parts)

    def _corner(self, style: str, corner: Corner, after: Point) -> str:
        at = self.plan.place[corner]
        if corner in self.plan.rim:
            return f"L{pair(at)}L{pair(after)}"
        at = self.plan.nudge(corner, _SWAY)
        top = self._top(corner)
        if top >= 0 and self.style_at[top] != style:
            # The top terrain has a round corner; the lower ones extend below it.
            return f"L{pair(lerp(at, self.plan.at[top], 0.34))}L{pair(after)}"
        return f"Q{pair(at)} {pair(after)}"

    def shore(self, style: str) -> str:
        """Path data of the border with other terrain, without the edge of the map."""
        parts = []
        for loop in self.plan.loops(self.hexes(style)):
            for i, corner in enumerate(loop):
                for e, out in ((edge(loop[i - 1], corner), False), (edge(corner, loop[(i + 1) % len(loop)]), True)):
                    if len(self.plan.edges[e]) == 1:
                        continue
                    at, middle = self.plan.nudge(corner, _SWAY), self._middle(e)
                    if corner in self.plan.rim:
                        parts.append(f"M{pair(at)}L{pair(middle)}")
                    elif not out:
                        following = self._middle(edge(corner, loop[(i + 1) % len(loop)]))
                        parts.append(f"M{pair(middle)}Q{pair(at)} {pair(following)}")
        return "".join(parts)

    # -- drawing -----------------------------------------------------------------------------

    def areas(self) -> str:
        """The terrain layer: the base colour, every area, then water with its shore."""
        plan = self.plan
        edge_path = "".join(polyline([plan.place[c] for c in loop], closed=True) for loop in plan.loops(plan.hexes))
        base = ground("clear").fill
        parts = [
            tag("path", d=edge_path, fill="#3a3026", opacity="0.25", transform="translate(3 5)"),
            tag("path", d=edge_path, fill=base),
            self._tints(),
        ]
        wet: list[str] = []
        for style in self.styles:
            look = ground(style)
            if look.fill == base and not look.rim:
                continue
            d = self.shape(style)
            if style in OPEN_WATER:
                wet.append(d)
                parts.append(self._water(style, d))
                continue
            rim = {"stroke": look.rim, "stroke_width": "1.6"} if look.rim else {}
            parts.append(tag("path", d=d, fill=look.fill, stroke_linejoin="round", class_=f"area {style}", **rim))
        if wet:
            sheet = f"M0 0H{num(plan.width)}V{num(plan.height)}H0Z"
            parts.append(f'<clipPath id="{ASHORE}"><path clip-rule="evenodd" d="{sheet}{"".join(wet)}"/></clipPath>')
        return group(parts, id="terrain")

    def _water(self, style: str, d: str) -> str:
        """Open water: lighter towards the shore in three bands, as on a sea chart."""
        look, clip, shore = ground(style), f"clip-{style}", self.shore(style)
        ends = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
        bands = [
            # One group for each band, so that transparent pieces do not add up where they meet.
            group([tag("path", d=shore, stroke="#d9ebf2", stroke_width=w, **ends)], opacity="0.38")
            for w in ("58", "36", "16")
        ]
        return (
            f'<clipPath id="{clip}"><path d="{d}"/></clipPath>'
            + tag("path", d=d, fill=look.fill)
            + group(bands, clip_path=f"url(#{clip})")
            + tag("path", d=shore, stroke=look.rim, stroke_width="2.2", **ends)
        )

    def _tints(self) -> str:
        """Tints of countries or sides over the base, if the game has them."""
        board = self.plan.board
        parts = []
        for area, tint in board.look.get("areas", {}).items():
            hexes = [h for h in self.plan.hexes if board.area_at.get(h) == area]
            if hexes:
                d = "".join(
                    polyline([self.plan.place[c] for c in loop], closed=True) for loop in self.plan.loops(hexes)
                )
                parts.append(tag("path", d=d, fill=TINTS.get(tint, tint), fill_opacity="0.16"))
        return "".join(parts)

    def grid(self, numbers: bool) -> str:
        """Thin hex lines, with one shape for each hex so that it can be highlighted, and the numbers."""
        plan = self.plan
        lines = "".join(polyline((plan.place[a], plan.place[b])) for a, b in plan.edges)
        border = "".join(polyline([plan.place[c] for c in loop], closed=True) for loop in plan.loops(plan.hexes))
        shape = polyline(plan.around((0.0, 0.0)), closed=True)
        cells = []
        for h in plan.hexes:
            x, y = plan.at[h]
            name = plan.grid.label(h)
            cells.append(f'<use id="hex-{name}" class="hex" href="#hex" x="{num(x)}" y="{num(y)}"/>')
        return group(
            [
                f'<defs><path id="hex" d="{shape}"/></defs>',
                tag("path", d=lines, fill="none", stroke="#4a3f30", stroke_width="0.9", stroke_opacity="0.42"),
                tag("path", d=border, fill="none", stroke="#5d4f3d", stroke_width="2.4", stroke_linejoin="round"),
                group(cells, class_="hexes", fill="#fff", fill_opacity="0"),
                self._numbers() if numbers else "",
            ],
            id="grid",
        )

    def _numbers(self) -> str:
        plan = self.plan
        drop = number_drop(plan)
        marks = [text((plan.at[h][0], plan.at[h][1] + drop), plan.grid.label(h)) for h in plan.hexes]
        return group(
            marks, class_="numbers", font_size="10.5", text_anchor="middle", fill="#4a4033", fill_opacity="0.72"
        )


def number_drop(plan: Plan) -> float:
    """From the centre of a hex to the foot of its number."""
    return -38.5 if plan.grid.flat_top else -36.0
