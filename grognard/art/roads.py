"""Roads, trails and railways as smooth curves from hex to hex, and their exits from the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .network import Curve, Link, Network, Node
from .plan import Plan
from .style import FAINT, INK, road, word
from .svg import SERIF, Point, group, polyline, signed_noise, tag, text

_SWAY = 4.5
#: The length of a road beyond the centre of the last hex.
_OUT = 84.0
COMPASS: dict[str, Point] = {
    "N": (0, -1),
    "S": (0, 1),
    "E": (1, 0),
    "W": (-1, 0),
    "NE": (0.7, -0.7),
    "NW": (-0.7, -0.7),
    "SE": (0.7, 0.7),
    "SW": (-0.7, 0.7),
}


@dataclass(frozen=True)
class Exit:
    """An exit from the map: its hex, direction and kind."""

    hex: int
    way: str
    kind: str


def exits(plan: Plan) -> list[Exit]:
    """The exits from the map: hex features such as ``offmap-road:E``."""
    found = []
    for h in plan.hexes:
        for feature in sorted(plan.board.features.get(h, ())):
            head, _, way = feature.partition(":")
            if head.startswith("offmap-") and way in COMPASS:
                found.append(Exit(h, way, head.removeprefix("offmap-")))
    return found


class Roads:
    """The road network of a board."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.exits = exits(plan)
        words: Mapping[str, str] = plan.board.look.get("road", {})
        links = []
        for (a, b), piece in plan.board.roads.items():
            style = word(words.get(piece.kind, piece.kind))
            if a in plan.at and b in plan.at:
                links.append(Link(a, b, style, "", road(style).rank))
        for e in self.exits:
            style = word(words.get(e.kind, e.kind))
            links.append(Link(e.hex, (e.hex, e.way), style, "", road(style).rank))
        self.network = Network(sorted(links, key=lambda k: k.rank), self._place)
        self.curves = self.network.curves()

    def _place(self, node: Node) -> Point:
        if isinstance(node, tuple):
            h, way = node
            x, y = self._place(h)
            dx, dy = COMPASS[way]
            return (x + dx * _OUT, y + dy * _OUT)
        assert isinstance(node, int)
        x, y = self.plan.at[node]
        return (x + signed_noise(node, 31) * _SWAY, y + signed_noise(node, 32) * _SWAY)

    def draw(self) -> str:
        """First the casings, then the surfaces, major roads above minor ones."""
        curves = sorted(self.curves, key=lambda c: -road(c.kind).rank)
        ordered = [(c, road(c.kind)) for c in curves]
        trails = [part for c, look in ordered if look.way == "trail" for part in _trail(c.path())]
        casing = [
            tag("path", d=c.path(), stroke=k.casing, stroke_width=k.width + 2.2) for c, k in ordered if k.way != "trail"
        ]
        surface = [self._surface(c) for c, k in ordered if k.way != "trail"]
        return group(
            [*trails, *casing, *surface], id="roads", fill="none", stroke_linecap="round", stroke_linejoin="round"
        )

    def _surface(self, c: Curve) -> str:
        look = road(c.kind)
        dash = {"stroke_dasharray": "9 9", "stroke_linecap": "butt"} if look.way == "rail" else {}
        return tag("path", d=c.path(), stroke=look.tone, stroke_width=look.width, **dash)

    def signs(self) -> str:
        """The destination of each exit, in the margin, with an arrow head."""
        names: Mapping[str, str] = self.plan.board.look.get("signs", {})
        parts = []
        for e in self.exits:
            x, y = self._place((e.hex, e.way))
            dx, dy = COMPASS[e.way]
            base, nose = (x + dx * 4, y + dy * 4), (x + dx * 12, y + dy * 12)
            head = [(base[0] - dy * 5, base[1] + dx * 5), nose, (base[0] + dy * 5, base[1] - dx * 5)]
            parts.append(tag("path", d=polyline(head, closed=True), fill=FAINT))
            words = names.get(self.plan.grid.label(e.hex), "")
            if words:
                turn = f"rotate(-90 {x + dx * 24:.1f} {y:.1f})" if dy == 0 else None
                at = (x + dx * 24 + (5 if dy == 0 else 0), y + dy * 22 + (5 if dy else 0))
                parts.append(text(at, words, transform=turn))
        return group(
            parts,
            class_="signs",
            font_family=SERIF,
            font_size="15",
            font_style="italic",
            fill=INK,
            text_anchor="middle",
        )


def _trail(d: str) -> list[str]:
    look = road("trail")
    return [
        tag("path", d=d, stroke=look.casing, stroke_width=look.width + 2.4, stroke_opacity="0.75"),
        tag("path", d=d, stroke=look.tone, stroke_width=look.width, stroke_dasharray=look.dash, stroke_linecap="butt"),
    ]
