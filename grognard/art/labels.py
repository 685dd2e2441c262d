"""Names on the map: towns, landscapes, rivers and lines, each at a free place."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from xml.sax.saxutils import escape

from .network import Curve
from .plan import Box, Keepout, Plan
from .style import INK, RED, Line, hexside, is_hexside
from .svg import SERIF, Point, exact_width, group, lerp, num, pair, tag, text, text_width
from .terrain import number_drop
from .towns import Places
from .water import BROAD, Water

#: From the foot of a letter to its middle, relative to the font size.
_MIDDLE = 0.34
#: Width of the widest serif font relative to :func:`text_width`, for bold text and for italics.
_BOLD, _ITALIC = 1.2, 1.04
#: Distance between the lines of one name, relative to the font size.
_LEADING = 0.98
#: A name without a free place may be split into two lines, if it has at least this many letters, or be made smaller;
#: then the costs of both.
_LONG = 11
_SMALL = 0.86
_TWO_LINES, _SMALLER = 1.0, 1.5


@dataclass
class Name:
    """A name for one hex or several neighbouring hexes."""

    words: str
    hexes: list[int]
    kind: str
    points: str = ""

    @property
    def size(self) -> float:
        return {"city": 22.0, "objective": 19.0, "town": 18.0}.get(self.kind, 14.5)

    def forms(self) -> list[Form]:
        """The ways to write the name, the best first."""
        halves = _halves(self.words) if len(self.words) >= _LONG else ()
        lines = [(self.words,), halves] if halves else [(self.words,)]
        return [
            Form(words, self.size * scale, (price if scale < 1 else 0.0) + (len(words) - 1) * _TWO_LINES)
            for scale, price in ((1.0, 0.0), (_SMALL, _SMALLER))
            for words in lines
        ]


@dataclass(frozen=True)
class Form:
    """One way to write a name: its lines, its font size and its cost."""

    lines: tuple[str, ...]
    size: float
    price: float

    def width(self, kind: str) -> float:
        """The width of the longest line."""
        return max(self.line_width(line, kind) for line in self.lines)

    def line_width(self, line: str, kind: str) -> float:
        factor = _ITALIC if kind == "land" else _BOLD
        spacing = 1.0 if kind == "city" else 0.0
        return text_width(line, self.size, spacing=spacing) * factor

    def box(self, p: Point, w: float) -> Box:
        """The box that the name covers if the baseline of its first line is at a point."""
        below = (len(self.lines) - 1) * self.size * _LEADING
        return Box(p[0] - w / 2, p[1] - self.size * 0.74, w, self.size * 0.96 + below)


def _halves(words: str) -> tuple[str, ...]:
    """A name as two lines of similar length, split after a space or hyphen; empty if it has neither."""
    cuts = [i + 1 for i, letter in enumerate(words[:-1]) if letter in " -"]
    if not cuts:
        return ()
    cut = min(cuts, key=lambda i: abs(2 * i - len(words)))
    return words[:cut], words[cut:]


class Labels:
    """Places every name, important ones first, away from numbers and other names."""

    def __init__(self, plan: Plan, places: Places, water: Water, keep: Keepout) -> None:
        self.plan = plan
        self.places = places
        self.water = water
        self.keep = keep
        self.taken: list[Box] = []
        drop = number_drop(plan)
        self.numbers = [Box(x - 15, y + drop - 9, 30, 11) for x, y in plan.at.values()]
        self._near: dict[tuple[int, int], list[Box]] = {}
        for box in self.numbers:
            self._near.setdefault((int(box.x // 100), int(box.y // 100)), []).append(box)

    def names(self) -> list[Name]:
        """The names, one for neighbouring hexes with the same name."""
        board, left = self.plan.board, dict(self.plan.board.names)
        found = []
        for h in self.plan.hexes:
            if h not in left:
                continue
            words, hexes, queue = left.pop(h), [h], [h]
            while queue:
                for n in board.grid.neighbour_list(queue.pop()):
                    if left.get(n) == words:
                        del left[n]
                        hexes.append(n)
                        queue.append(n)
            found.append(Name(words, hexes, self._kind(hexes), self._points(hexes)))
        order = ("city", "objective", "town", "land")
        return sorted(found, key=lambda n: (order.index(n.kind), n.hexes[0]))

    def _kind(self, hexes: Iterable[int]) -> str:
        kinds = {self.places.built(h) for h in hexes}
        if any(self.places.is_objective(h) for h in hexes):
            return "objective"
        if "city" in kinds:
            return "city"
        marked = any("settlement" in self.places.marks(h) for h in hexes)
        return "town" if marked or kinds - {""} else "land"

    def _points(self, hexes: Iterable[int]) -> str:
        """The Victory Points of a place, if a feature gives them."""
        for h in hexes:
            for feature in sorted(self.plan.board.features.get(h, ())):
                head, _, worth = feature.partition(":")
                if head == "vp" and worth.isdigit():
                    return worth
        return ""

    def _candidates(self, name: Name, w: float) -> Iterable[tuple[float, Point]]:
        """Candidate places for a name with their costs, those below the houses first."""
        for h in name.hexes:
            x, y = self.plan.at[h]
            if name.kind == "land":
                base: tuple[tuple[int, float], ...] = ((4, 0.0), (20, 1.0), (-14, 1.5), (34, 2.0), (-26, 3.0))
            else:
                # Below a counter in the hex, but above the numbers of the hexes below.
                foot = 49 if self.plan.grid.flat_top else 44
                base = ((foot, 0.0), (foot - 3, 0.3), (foot + 3, 0.5), (foot - 7, 1.5), (-26, 3.5), (-32, 3.5))
            for dy, cost in base:
                for dx in (0.0, -12.0, 12.0, -24.0, 24.0):
                    yield cost + abs(dx) / 16, (x + dx, y + dy)
            if name.kind != "land":
                for dx in (34 + w / 2, -34 - w / 2):
                    yield 4.0, (x + dx, y + 5)

    def _cost(self, box: Box) -> float:
        cost = 30.0 * sum(box.meets(other, 3) for other in self.taken)
        i, j = int(box.x // 100), int(box.y // 100)
        for u in range(i - 1, i + 3):
            for v in range(j - 1, j + 2):
                cost += 4.0 * sum(box.meets(other) for other in self._near.get((u, v), ()))
        inside = box.x > 8 and box.x + box.w < self.plan.width - 8
        return cost + self.keep.count(box) * 0.22 + (0 if inside else 50)

    def draw_names(self) -> str:
        parts = []
        for name in self.names():
            badge = 22.0 if name.points else 0.0
            form, p = self._place(name, badge)
            w = form.width(name.kind)
            self.taken.append(form.box(p, w + badge))
            parts.append(_written(name, form, (p[0] - badge / 2, p[1])))
            if badge:
                parts.append(_badge((p[0] + w / 2 - 5, p[1] - form.size * 0.34), name.points))
        for found in self.taken:
            self.keep.box(found)
        return "".join(parts)

    def _place(self, name: Name, badge: float) -> tuple[Form, Point]:
        """The form and the place of a name. Other forms are tried if the first finds no free place."""
        best: tuple[float, Form, Point] | None = None
        for form in name.forms():
            w = form.width(name.kind) + badge
            for price, p in self._candidates(name, w):
                total = price + form.price + self._cost(form.box(p, w)) + self._stray(name, p)
                if best is None or total < best[0]:
                    best = total, form, p
            assert best is not None
            if not self._collides(best[1].box(best[2], best[1].width(name.kind) + badge)):
                break
        assert best is not None
        return best[1], best[2]

    def _stray(self, name: Name, p: Point) -> float:
        """The cost of a place where the name would be read as the name of another town."""
        h = self.plan.hex_at((p[0], p[1] - 5))
        return 8.0 if h >= 0 and h not in name.hexes and self.places.built(h) else 0.0

    def _collides(self, box: Box) -> bool:
        """Whether a name there would overlap another name or leave the sheet."""
        inside = box.x > 8 and box.x + box.w < self.plan.width - 8
        return not inside or any(box.meets(other) for other in self.taken)

    def draw_captions(self) -> str:
        """Large names across many hexes (a sea, a country), as listed in board.toml."""
        parts = []
        for name, words in self.plan.board.look.get("captions", {}).items():
            h = self.plan.grid.parse(name)
            if h in self.plan.at:
                x, y = self.plan.at[h]
                kind = "caption wet" if self.places.land.style_at[h] in ("sea", "lake") else "caption"
                parts.append(text((x, y + 8), str(words), class_=kind, font_size="30"))
        return "".join(parts)

    def note_numbers(self) -> None:
        for box in self.numbers:
            self.keep.box(box)

    # -- names along lines -------------------------------------------------------------------

    def draw_rivers(self) -> str:
        """River names along rivers, repeated on long ones."""
        parts = []
        for i, curve in enumerate(self.water.named()):
            look = hexside(curve.kind)
            size = 15.5 if look.width < 8 else 21.0
            off: float | None = look.width / 2 + 13
            if look.width >= BROAD:
                size, off = 14.0, None
            parts += self._along(f"river-{i}", curve.name, curve, size, off, 16, "water-name")
        for i, (name, line, curves) in enumerate(self.water.region_curves):
            if curves and not is_hexside(line):
                best = max(curves, key=lambda c: len(c.pieces))
                parts += self._along(f"line-{i}", name.upper(), best, 11.5, 15, 60, "line-name", line)
        return "".join(parts)

    def _along(
        self,
        key: str,
        words: str,
        curve: Curve,
        size: float,
        off: float | None,
        every: int,
        kind: str,
        line: Line | None = None,
    ) -> list[str]:
        """The text along a smoothed line next to the curve (on it without ``off``), where it covers least."""
        beside = 0.0 if off is None else off + size * 0.4
        steps = 4
        dots = curve.points(steps)
        span = max(3, round(text_width(words, size, spacing=size * 0.22) / 44 + 1.6)) * steps
        if len(dots) <= span:
            return []
        spots = []
        for start in range(0, len(dots) - span, steps):
            for hand in (1, -1):
                route = _smoothed(dots[start : start + span + 1], beside, hand)
                if route[0][0] > route[-1][0] or (abs(route[0][0] - route[-1][0]) < 12 and route[0][1] < route[-1][1]):
                    route.reverse()
                if off is None:
                    route = _shifted(route, -size * _MIDDLE)
                boxes = _letters(route[:: steps // 2], size)
                bend = math.dist(route[0], route[-1]) / max(1.0, sum(math.dist(a, b) for a, b in pairwise(route)))
                cost = sum(self._cost(b) for b in boxes) + (1 - bend) * 60
                spots.append((cost, start, route, boxes))
        chosen: list[tuple[int, list[Point]]] = []
        wanted = max(1, round(len(dots) / steps / every))
        for cost, start, route, boxes in sorted(spots, key=lambda s: (s[0], s[1])):
            if len(chosen) == wanted or (chosen and cost > 40):
                break
            if all(abs(start - other) > every * steps * 0.6 for other, _ in chosen):
                chosen.append((start, route))
                self.taken += boxes
        out = []
        for n, (_, route) in enumerate(chosen):
            path = f"{key}-{n}"
            tone = line.tone if line else None
            out.append(tag("path", id=path, d=_smooth(route), fill="none", stroke="none"))
            on_path = tag("textPath", escape(words), href=f"#{path}", startOffset="50%")
            out.append(tag("text", on_path, class_=kind, font_size=num(size), fill=tone))
        return out


def _written(name: Name, form: Form, p: Point) -> str:
    """The SVG text of a name; all its lines are in one element.

    A name with a disc of points after it is as wide as planned in every font, so that the disc covers no letter.
    """
    style = {"class_": name.kind, "font_size": num(form.size)}
    fixed = [exact_width(form.line_width(line, name.kind)) if name.points else {} for line in form.lines]
    if len(form.lines) == 1:
        return text(p, form.lines[0], **style, **fixed[0])
    below = num(form.size * _LEADING)
    spans = [
        tag("tspan", escape(line), x=num(p[0]), dy=below if n else None, **width)
        for n, (line, width) in enumerate(zip(form.lines, fixed, strict=True))
    ]
    return tag("text", "".join(spans), x=num(p[0]), y=num(p[1]), **style)


def _letters(route: list[Point], size: float) -> list[Box]:
    """The boxes that letters on a path cover. They are to the left of the path's direction."""
    half = size * 0.42
    return [Box(x - half, y - half, 2 * half, 2 * half) for x, y in _shifted(route, size * _MIDDLE)]


def _shifted(route: list[Point], by: float) -> list[Point]:
    """The path shifted to the left of its direction."""
    out = []
    for i, (x, y) in enumerate(route):
        a, b = route[max(0, i - 1)], route[min(len(route) - 1, i + 1)]
        length = math.dist(a, b) or 1.0
        out.append((x + (b[1] - a[1]) / length * by, y - (b[0] - a[0]) / length * by))
    return out


def _smoothed(dots: list[Point], off: float, hand: int) -> list[Point]:
    """A smoothed copy of a curve, shifted to one side."""
    n, window = len(dots), 7
    smooth = []
    for i in range(n):
        part = dots[max(0, i - window) : i + window + 1]
        smooth.append((sum(p[0] for p in part) / len(part), sum(p[1] for p in part) / len(part)))
    out = []
    for i in range(0, n, 2):
        a, b = smooth[max(0, i - 4)], smooth[min(n - 1, i + 4)]
        length = math.dist(a, b) or 1.0
        out.append(
            (smooth[i][0] - (b[1] - a[1]) / length * off * hand, smooth[i][1] + (b[0] - a[0]) / length * off * hand)
        )
    return out


def _smooth(route: list[Point]) -> str:
    """Path data of a path, extended at both ends because letters past the end would not be drawn."""
    mids = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(route)]
    return (
        f"M{pair(_beyond(route[1], route[0]))}L{pair(mids[0])}"
        + "".join(f"Q{pair(p)} {pair(m)}" for p, m in zip(route[1:-1], mids[1:], strict=True))
        + f"L{pair(_beyond(route[-2], route[-1]))}"
    )


def _beyond(a: Point, b: Point, by: float = 40.0) -> Point:
    """The point on the line from ``a`` through ``b``, past ``b``."""
    return lerp(a, b, 1 + by / (math.dist(a, b) or by))


def _badge(p: Point, points: str) -> str:
    x, y = p
    return f'<circle cx="{num(x + 7)}" cy="{num(y)}" r="8" fill="{RED}" stroke="#f6f0e1" stroke-width="1.6"/>' + text(
        (x + 7, y + 3.7), points, class_="points"
    )


def layer(parts: Iterable[str]) -> str:
    """The layer of names."""
    return group(parts, id="labels", font_family=SERIF, text_anchor="middle", fill=INK)


CSS = (
    "#labels text{paint-order:stroke;stroke:#fbf6e9;stroke-opacity:.86;stroke-width:3.4px;stroke-linejoin:round}"
    "#labels .city,#labels .town,#labels .objective{font-weight:bold}"
    "#labels .objective{fill:#7d1f17}"
    "#labels .city{letter-spacing:1px}"
    "#labels .land{font-style:italic;fill:#4f4434}"
    "#labels .water-name{font-style:italic;fill:#2b5f8c;letter-spacing:.2em;stroke-opacity:.7}"
    "#labels .line-name{font-weight:bold;letter-spacing:.18em}"
    "#labels .caption{letter-spacing:.5em;fill:#8a7a62;stroke:none;fill-opacity:.75}"
    "#labels .wet{font-style:italic;fill:#3f6f96}"
    "#labels .points{font:bold 10.5px Arial,'Liberation Sans',sans-serif;fill:#fff;stroke:none}"
)
