"""Places: houses along roads, city blocks, factories; and the marks of forts, hills and ports."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise

from .marks import bridgehead, bunker, closed, entrance, flood, rampart
from .plan import Keepout, Plan
from .roads import Roads
from .style import ground, word
from .svg import Point, group, noise, num, pair, polyline, signed_noise, tag
from .terrain import Ground

#: Roofs: lit half, shaded half, outline.
_ROOFS = {
    "town": ("#94806f", "#77665a", "#584a40"),
    "objective": ("#bd5a48", "#97402f", "#692a20"),
    "city": ("#8d7b74", "#6f605b", "#4d423e"),
    "industry": ("#85868a", "#64666b", "#45474b"),
}


#: A house: its centre, angle, length and depth.
House = tuple[Point, float, float, float]

#: Features that are buildings.
_BUILT = ("town", "city", "industrial", "industry")


class Places:
    """Hexes with buildings or marks."""

    def __init__(self, plan: Plan, land: Ground, roads: Roads, keep: Keepout) -> None:
        self.plan = plan
        self.land = land
        self.keep = keep
        self._words: Mapping[str, str] = plan.board.look.get("features", {})
        self._ways = self._by_hex(roads)
        self._fronts: dict[str, list[str]] = {}

    def _by_hex(self, roads: Roads) -> dict[int, list[tuple[Point, Point]]]:
        """Points along the roads of each hex, with their direction."""
        found: dict[int, list[tuple[Point, Point]]] = {}
        for curve in roads.curves:
            dots = curve.points(8)
            for a, b in pairwise(dots):
                length = math.dist(a, b)
                h = self.plan.hex_at(a)
                if length > 0 and h >= 0:
                    found.setdefault(h, []).append((a, ((b[0] - a[0]) / length, (b[1] - a[1]) / length)))
        return found

    def marks(self, h: int) -> list[str]:
        """The style words of a hex's features."""
        words = set()
        for feature in self.plan.board.features.get(h, ()):
            found = self._words.get(feature) or self._words.get(feature.partition(":")[0])
            if found:
                words.add(word(found))
        return sorted(words)

    def is_objective(self, h: int) -> bool:
        return "objective" in self.marks(h)

    def built(self, h: int) -> str:
        """The kind of buildings in a hex, from its terrain or a feature."""
        by_terrain = ground(self.land.style_at[h]).built
        if by_terrain:
            return by_terrain
        for mark in self.marks(h):
            if mark in _BUILT:
                return "industry" if mark == "industrial" else mark
        return ""

    def draw(self) -> str:
        parts = []
        for h in self.plan.hexes:
            kind = self.built(h)
            if kind:
                parts.append(self._built(h, kind))
            parts += [self._mark(h, m) for m in self.marks(h) if m not in _BUILT]
        return group(parts, id="places")

    # -- houses ------------------------------------------------------------------------------

    def _built(self, h: int, kind: str) -> str:
        roofs = _ROOFS["objective" if self.is_objective(h) else kind]
        if kind == "city":
            return self._city(h, roofs)
        houses = self._village(h, kind)
        church = ""
        if kind == "town" and len(houses) > 3:
            spot = min(houses, key=lambda house: math.dist(house[0], self.plan.at[h]))
            houses.remove(spot)
            church = _church(spot[0], roofs)
        body = "".join(_house(p, turn, w, d) for p, turn, w, d in houses)
        lit = "".join(_house(p, turn, w, d, half=True) for p, turn, w, d in houses)
        self.keep.line((p for p, *_ in houses), 6)
        shadow = tag("path", d=body, fill="#3a3026", fill_opacity="0.25", transform="translate(1.2 1.6)")
        return (
            self._patch(h, kind)
            + shadow
            + tag("path", d=body, fill=roofs[1], stroke=roofs[2], stroke_width="0.7")
            + tag("path", d=lit, fill=roofs[0])
            + (_chimneys(houses) if kind == "industry" else church)
        )

    def _patch(self, h: int, kind: str) -> str:
        """The ground under houses on other terrain."""
        if ground(self.land.style_at[h]).built or kind == "industry":
            return ""
        return tag("path", d=_ground(h, self.plan.at[h], 41, 37, 81), fill=ground(kind).fill)

    def _village(self, h: int, kind: str) -> list[House]:
        """Houses on both sides of the roads, fewer away from the centre."""
        x, y = self.plan.at[h]
        ways = self._ways.get(h) or _lanes(h, (x, y))
        scale = 1.25 if kind == "industry" else 1.0
        places: list[House] = []
        for row, reach in ((9.4, 38.0), (18.5, 29.0), (27.0, 20.0)):
            for n, (p, (dx, dy)) in enumerate(ways):
                for hand in (1, -1):
                    keys = (h, n, hand, int(row))
                    off = row * scale + signed_noise(*keys, 1) * 1.3
                    at = (p[0] - dy * off * hand, p[1] + dx * off * hand)
                    if math.dist(at, (x, y)) > reach or noise(*keys, 2) < 0.16 or at[1] > y + 31:
                        continue
                    w, d = (7.0 + noise(*keys, 3) * 5.5) * scale, (5.4 + noise(*keys, 4) * 1.8) * scale
                    if self._room(at, w, places, ways):
                        places.append((at, math.atan2(dy, dx) + signed_noise(*keys, 5) * 0.12, w, d))
        return places[:26]

    def _room(self, at: Point, w: float, places: list[House], ways: list[tuple[Point, Point]]) -> bool:
        if any(math.dist(at, p) < (w + other) * 0.44 + 1.4 for p, _, other, _ in places):
            return False
        return all(math.dist(at, p) > 7.6 for p, _ in ways)

    def _city(self, h: int, roofs: tuple[str, str, str]) -> str:
        """City blocks of many sizes, as on a town map."""
        x, y = self.plan.at[h]
        ways = self._ways.get(h, [])
        turn = signed_noise(h, 3) * 0.5
        cos, sin = math.cos(turn), math.sin(turn)
        tones: tuple[list[str], list[str]] = ([], [])
        for n, (u, v, w, d) in enumerate(_blocks((h,), (-41.0, -37.0, 41.0, 37.0))):
            at = (x + u * cos - v * sin, y + u * sin + v * cos)
            far = math.hypot(at[0] - x, (at[1] - y) * 1.1)
            if far > 38 or at[1] < y - 31 or (far > 26 and noise(h, n, 4) < 0.12):
                continue
            if all(math.dist(at, p) > 4 + min(w, d) / 2 for p, _ in ways):
                tones[noise(h, n, 5) < 0.4].append(_house(at, turn, w, d))
                self.keep.line([at], 7)
        light, dark = ("".join(found) for found in tones)
        line = {"stroke": roofs[2], "stroke_width": "0.8", "stroke_linejoin": "round"}
        return (
            self._patch(h, "city")
            + tag("path", d=light, fill=roofs[0], **line)
            + tag("path", d=dark, fill=roofs[1], **line)
        )

    # -- marks -------------------------------------------------------------------------------

    def _mark(self, h: int, mark: str) -> str:
        x, y = self.plan.at[h]
        if mark == "pillbox":
            return self._pillboxes(h)
        if mark in ("fortification", "westwall"):
            return rampart(self.plan, h, mark)
        if mark == "bunker":
            return bunker(self.plan.outline(h, 0.9)) + self._bunker(h)
        if mark == "bridgehead":
            return bridgehead(self.plan.outline(h, 0.9))
        if mark == "floodplain":
            return flood(self.plan.outline(h, 0.78))
        if mark == "closed":
            return closed(self.plan.outline(h, 0.84))
        if mark == "entrance":
            return entrance(self.plan.outline(h, 0.93))
        if mark == "port" and (self.built(h) or "settlement" in self.marks(h)):
            x, y = x + 27, y - 15
        if mark in ("hill", "port", "beach", "dam", "settlement"):
            self.keep.line([(x + dx, y + dy) for dx in (-6, 0, 6) for dy in (-8, -4, 0, 4)] * 2, 5)
            return f'<use href="#mark-{mark}" x="{num(x)}" y="{num(y)}"/>'
        if mark == "lake":
            d = _ground(h, (x, y), 26, 17, 1)
            self.keep.line([(x - 12, y), (x, y), (x + 12, y)], 14)
            return tag("path", d=d, fill="#b4d1e0", stroke="#6f9dba", stroke_width="1.4")
        return ""

    def _bunker(self, h: int) -> str:
        """One large bunker, off the roads if there is room."""
        x, y = self.plan.at[h]
        spots = [(x + dx, y + dy) for dy in (-4.0, -14.0, 12.0) for dx in (0.0, -20.0, 20.0, -28.0, 28.0)]
        free = (p for p in spots if not self.keep.touches(p, 14))
        p = next(free, spots[0])
        self.keep.line([(p[0] + d, p[1]) for d in (-12, -6, 0, 6, 12)] * 4, 9)
        return f'<use href="#mark-bunker" transform="translate({pair(p)})"/>'

    def _pillboxes(self, h: int) -> str:
        """Two or three bunkers, off the roads."""
        x, y = self.plan.at[h]
        out: list[Point] = []
        for n in range(40):
            p = (x + signed_noise(h, n, 61) * 32, y + signed_noise(h, n, 62) * 27 + 2)
            if not self.keep.touches(p, 7) and all(math.dist(p, q) > 17 for q in out):
                out.append(p)
            if len(out) == 3:
                break
        self.keep.line(out, 6)
        return "".join(
            f'<use href="#pillbox" transform="translate({pair(p)}) rotate({signed_noise(h, n, 63) * 30:.0f})"/>'
            for n, p in enumerate(out)
        )


def _house(p: Point, turn: float, w: float, d: float, *, half: bool = False) -> str:
    """A roof from above, rotated; ``half`` is the lit side of the ridge."""
    cos, sin = math.cos(turn), math.sin(turn)
    low = 0.0 if half else d / 2
    return polyline(
        [
            (p[0] + u * cos - v * sin, p[1] + u * sin + v * cos)
            for u, v in ((-w / 2, -d / 2), (w / 2, -d / 2), (w / 2, low), (-w / 2, low))
        ],
        closed=True,
    )


def _blocks(keys: tuple[int, ...], box: tuple[float, float, float, float]) -> list[tuple[float, float, float, float]]:
    """The blocks of a rectangle divided by streets, the first the widest: centre, length and depth of each."""
    left, top, right, foot = box
    w, d = right - left, foot - top
    if max(w, d) < 15 or (max(w, d) < 20 and noise(*keys, 91) < 0.35):
        return [((left + right) / 2, (top + foot) / 2, w, d)]
    street = 2.6 if len(keys) < 4 else 1.4
    share = 0.5 + signed_noise(*keys, 92) * 0.16
    if w > d:
        cut = left + w * share
        halves = ((left, top, cut - street, foot), (cut + street, top, right, foot))
    else:
        cut = top + d * share
        halves = ((left, top, right, cut - street), (left, cut + street, right, foot))
    return [block for n, half in enumerate(halves) for block in _blocks((*keys, n), half)]


def _lanes(h: int, p: Point) -> list[tuple[Point, Point]]:
    """Two crossing lanes, for a place without a road on the map."""
    turn = signed_noise(h, 71) * 0.5
    out = []
    for t in (turn, turn + 1.4 + signed_noise(h, 72) * 0.25):
        dx, dy = math.cos(t), math.sin(t)
        out += [((p[0] + dx * k * 5.0, p[1] + dy * k * 5.0), (dx, dy)) for k in range(-5, 6)]
    return out


def _ground(h: int, p: Point, rx: float, ry: float, salt: int) -> str:
    """Path data of a rounded patch of ground."""
    points = []
    for n in range(9):
        t = math.tau * n / 9
        points.append(
            (
                p[0] + math.cos(t) * rx * (1 + 0.2 * signed_noise(h, n, salt)),
                p[1] + math.sin(t) * ry * (1 + 0.2 * signed_noise(h, n, salt + 1)),
            )
        )
    mids = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, points[1:] + points[:1], strict=True)]
    return f"M{pair(mids[-1])}" + "".join(f"Q{pair(p)} {pair(m)}" for p, m in zip(points, mids, strict=True)) + "Z"


def _church(p: Point, roofs: tuple[str, str, str]) -> str:
    x, y = p
    body = f"M{pair((x - 4, y + 4))}v-7l4-3.5 4 3.500v7z"
    return tag("path", d=body, fill="#f2e6d2", stroke=roofs[2], stroke_width="1.2") + tag(
        "path", d=f"M{pair((x, y - 13))}v7m-2.6-4.600h5.2", stroke=roofs[2], stroke_width="1.5"
    )


def _chimneys(houses: list[House]) -> str:
    d = "".join(f"M{pair((p[0] - 1.4, p[1]))}v-11h2.800v11z" for p, *_ in houses[:3])
    return tag("path", d=d, fill="#45474b")
