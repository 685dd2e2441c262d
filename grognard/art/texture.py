"""Textures of the terrain: trees, furrows, hachures, reeds, waves. They are the same in every drawing.

Marks are spread over a whole area, not hex by hex, and keep clear of roads, water, numbers and names. Marks of one
colour are combined into one path for each tile of the map, which keeps the drawing small and fast.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .plan import Keepout, Plan
from .style import ground
from .svg import Point, group, noise, num, pair, signed_noise
from .terrain import Ground

_TILE = 600.0

#: name of a colour -> attributes of the path of its marks
TONES = {
    "pine": 'fill="#7f9c5f"',
    "pine-dark": 'fill="#6a8a50"',
    "pine-deep": 'fill="#587846"',
    "leaf": 'fill="#9fb36c"',
    "leaf-dark": 'fill="#859d57"',
    "shade": 'fill="#5b6b3c" fill-opacity="0.22"',
    "furrow": 'fill="none" stroke="#c6b877" stroke-width="1" stroke-opacity="0.8"',
    "grass": 'fill="none" stroke="#c9bd97" stroke-width="1.1" stroke-linecap="round"',
    "hummock": 'fill="none" stroke="#9c8650" stroke-width="1.5" stroke-linecap="round"',
    "crest": 'fill="none" stroke="#8f7048" stroke-width="1.5" stroke-linecap="round"',
    "hachure": 'fill="none" stroke="#96784f" stroke-width="0.9" stroke-linecap="round"',
    "peak": 'fill="#a2866f"',
    "peak-lit": 'fill="#cdb7a4"',
    "peak-line": 'fill="none" stroke="#6f5646" stroke-width="1.5" stroke-linejoin="round"',
    "reed": 'fill="none" stroke="#7fa08b" stroke-width="1.4" stroke-linecap="round"',
    "ditch": 'fill="none" stroke="#7fb2c4" stroke-width="1.2" stroke-linecap="round"',
    "wave": 'fill="none" stroke="#6d9dbd" stroke-width="1.2" stroke-linecap="round" stroke-opacity="0.7"',
    "hedge": 'fill="none" stroke="#8fa154" stroke-width="2.4" stroke-linecap="round"',
    "hedge-tree": 'fill="#7b9148"',
}


class MarkPaths:
    """Marks by colour and tile."""

    def __init__(self) -> None:
        self._marks: dict[str, dict[tuple[int, int], list[str]]] = {}

    def add(self, tone: str, p: Point, d: str) -> None:
        tile = (int(p[0] // _TILE), int(p[1] // _TILE))
        self._marks.setdefault(tone, {}).setdefault(tile, []).append(d)

    def draw(self, id_: str = "textures") -> str:
        parts = []
        for tone, style in TONES.items():
            tiles = self._marks.get(tone, {})
            if tiles:
                parts.append(f"<g {style}>" + "".join(f'<path d="{"".join(m)}"/>' for m in tiles.values()) + "</g>")
        return group(parts, id=id_ or None)


Mark = Callable[[MarkPaths, Point, int, int], None]


@dataclass(frozen=True)
class Texture:
    """How marks are spread: their spacing, the distance from the border, and the share of places in use."""

    spacing: float
    margin: float
    share: float
    mark: Mark
    gap: float = 4.0


def _conifer(out: MarkPaths, p: Point, size: float, tone: str) -> None:
    x, y = p
    w, h = size * 0.42, size
    out.add("shade", p, f"M{pair((x - w * 0.7, y + 0.8))}a{num(w)} {num(w * 0.35)} 0 1 0 {num(w * 1.9)} 0z")
    out.add(tone, p, f"M{pair((x, y - h))}l{num(w)} {num(h)}h{num(-2 * w)}z")


def _bush(out: MarkPaths, p: Point, r: float, tone: str) -> None:
    out.add("shade", p, f"M{pair((p[0] - r * 0.8, p[1] + r * 0.7))}a{num(r)} {num(r * 0.4)} 0 1 0 {num(r * 2)} 0z")
    out.add(
        tone,
        p,
        f"M{pair((p[0] - r, p[1]))}a{num(r)} {num(r)} 0 1 1 {num(2 * r)} 0a{num(r)} {num(r)} 0 1 1 {num(-2 * r)} 0z",
    )


def _forest(out: MarkPaths, p: Point, i: int, j: int) -> None:
    size = 8.5 + noise(i, j, 7) * 4.5
    _conifer(out, p, size, "pine" if noise(i, j, 8) < 0.6 else "pine-dark")


def _dense(out: MarkPaths, p: Point, i: int, j: int) -> None:
    size = 9.5 + noise(i, j, 7) * 4.5
    _conifer(out, p, size, "pine-deep" if noise(i, j, 8) < 0.6 else "pine-dark")


def _grove(out: MarkPaths, p: Point, i: int, j: int) -> None:
    for k in range(2 + int(noise(i, j, 6) * 2.2)):
        q = (p[0] + signed_noise(i, j, 20 + k) * 8, p[1] + signed_noise(i, j, 30 + k) * 5)
        _bush(out, q, 2.9 + noise(i, j, 40 + k) * 1.4, "leaf" if k % 2 else "leaf-dark")


def _meadow(out: MarkPaths, p: Point, i: int, j: int) -> None:
    out.add("grass", p, f"M{pair((p[0] - 3, p[1]))}l-1.2-3.4m3.4 3.6v-4.4m2 4.4l1.4-3.4")


def _furrows(out: MarkPaths, p: Point, i: int, j: int) -> None:
    """A ploughed strip: parallel sloping lines, sometimes with a bush at the end."""
    turn = (noise(i, j, 5) - 0.5) * 1.5
    dx, dy = math.cos(turn), math.sin(turn)
    half = 6.5 + noise(i, j, 6) * 5
    rows = 3 + int(noise(i, j, 9) * 3)
    d = []
    for k in range(rows):
        off = (k - (rows - 1) / 2) * 3.6
        x, y = p[0] - dy * off - dx * half, p[1] + dx * off - dy * half
        d.append(f"M{pair((x, y))}l{num(2 * half * dx)} {num(2 * half * dy)}")
    out.add("furrow", p, "".join(d))
    if noise(i, j, 10) < 0.3:
        _bush(out, (p[0] + dx * (half + 4), p[1] + dy * (half + 4)), 2.5, "leaf")


def _broken(out: MarkPaths, p: Point, i: int, j: int) -> None:
    """Hummocks with a few firs between them."""
    x, y = p
    if noise(i, j, 4) < 0.24:
        _conifer(out, p, 8 + noise(i, j, 7) * 3, "pine")
        return
    w = 6 + noise(i, j, 6) * 4.5
    rise = w * 0.75
    out.add("hummock", p, f"M{pair((x - w, y))}q{num(w * 0.8)} {num(-rise)} {num(w * 1.9)} {num(-rise * 0.1)}")
    if noise(i, j, 9) < 0.5:
        out.add("hummock", p, f"M{pair((x - w * 0.15, y - rise * 0.1))}l{num(-w * 0.22)} {num(w * 0.36)}")


def _rough(out: MarkPaths, p: Point, i: int, j: int) -> None:
    """Hachures: a curved crest with fine strokes below it."""
    w = 9 + noise(i, j, 6) * 7
    turn, bow = signed_noise(i, j, 4) * 0.5, 0.25 + noise(i, j, 5) * 0.3
    cos, sin = math.cos(turn), math.sin(turn)

    def put(u: float, v: float) -> Point:
        return (p[0] + u * cos - v * sin, p[1] + u * sin + v * cos)

    out.add("crest", p, f"M{pair(put(-w, 0))}Q{pair(put(0, -w * bow * 2))} {pair(put(w, 0))}")
    strokes = 6 + int(w / 4)
    for k in range(strokes):
        t = (k + 0.5) / strokes
        u, v = -w + 2 * w * t, -4 * t * (1 - t) * w * bow
        length = (3.2 + noise(i, j, 50 + k) * 3.6) * (0.55 + 1.8 * t * (1 - t))
        foot = put(u + (t - 0.5) * 5, v + 1.4 + length)
        out.add("hachure", p, f"M{pair(put(u, v + 1.4))}L{pair(foot)}")


def _mountain(out: MarkPaths, p: Point, i: int, j: int) -> None:
    x, y = p
    h = 15 + noise(i, j, 6) * 9
    w = h * 0.72
    out.add("peak-lit", p, f"M{pair((x, y - h))}l{num(-w)} {num(h)}h{num(w * 0.8)}l{num(w * 0.35)} {num(-h * 0.55)}z")
    out.add("peak", p, f"M{pair((x, y - h))}l{num(w)} {num(h)}h{num(-w * 1.2)}l{num(w * 0.35)} {num(-h * 0.55)}z")
    out.add("peak-line", p, f"M{pair((x - w, y))}l{num(w)} {num(-h)} {num(w)} {num(h)}")


def _marsh(out: MarkPaths, p: Point, i: int, j: int) -> None:
    x, y = p
    w = 7 + noise(i, j, 6) * 3
    out.add("ditch", p, f"M{pair((x - w, y))}h{num(2 * w)}M{pair((x - w * 0.5, y + 3.4))}h{num(w * 1.1)}")
    out.add("reed", p, f"M{pair((x, y - 1))}v-7m-3.4 7l-2.4-5m9.2 5l2.4-5")


def _polder(out: MarkPaths, p: Point, i: int, j: int) -> None:
    x, y = p
    w = 11 + noise(i, j, 6) * 6
    out.add("ditch", p, f"M{pair((x - w, y))}h{num(2 * w)}")
    if noise(i, j, 7) < 0.45:
        out.add("ditch", p, f"M{pair((x + signed_noise(i, j, 8) * w * 0.6, y))}v9")


def _bocage(out: MarkPaths, p: Point, i: int, j: int) -> None:
    """Hedgerows that close small fields."""
    turn = signed_noise(i, j, 5) * 0.35
    dx, dy = math.cos(turn) * 10, math.sin(turn) * 10
    x, y = p
    out.add(
        "hedge",
        p,
        f"M{pair((x - dx, y - dy))}l{num(2 * dx)} {num(2 * dy)}M{pair(p)}l{num(-dy * 0.95)} {num(dx * 0.95)}",
    )
    _bush(out, (x - dx, y - dy), 2.8, "hedge-tree")
    if noise(i, j, 9) < 0.5:
        _bush(out, (x + dx * 0.5, y + dy * 0.5), 2.5, "hedge-tree")


def _waves(out: MarkPaths, p: Point, i: int, j: int) -> None:
    out.add("wave", p, f"M{pair((p[0] - 9, p[1]))}q4.5-4 9 0t9 0")


TEXTURES = {
    "meadow": Texture(44, 10, 0.24, _meadow, 9),
    "furrows": Texture(31, 13, 0.62, _furrows, 11),
    "grove": Texture(25, 10, 0.72, _grove, 8),
    "forest": Texture(14.5, 5, 0.74, _forest, 4.5),
    "dense": Texture(12.5, 4, 0.86, _dense, 4.5),
    "broken": Texture(22, 9, 0.74, _broken, 7),
    "rough": Texture(28, 12, 0.9, _rough, 8),
    "mountain": Texture(33, 14, 0.82, _mountain, 10),
    "marsh": Texture(28, 12, 0.7, _marsh, 8),
    "polder": Texture(27, 15, 0.72, _polder, 8),
    "bocage": Texture(27, 13, 0.92, _bocage, 9),
    "waves": Texture(62, 20, 0.5, _waves, 12),
}


def _places(plan: Plan, spacing: float, salt: int) -> Iterator[tuple[int, int, Point]]:
    """An irregular lattice over the whole drawing, row by row from the top."""
    row = spacing * 0.86
    for j in range(int(plan.height / row) + 1):
        for i in range(int(plan.width / spacing) + 1):
            x = (i + 0.5 * (j % 2) + signed_noise(i, j, salt, 1) * 0.36) * spacing
            y = (j + signed_noise(i, j, salt, 2) * 0.36) * row
            yield i, j, (x, y)


def _inside(plan: Plan, land: Ground, h: int, p: Point, margin: float) -> bool:
    """Whether a place is at least ``margin`` from hexes of another terrain."""
    style, (x, y) = land.style_at[h], plan.at[h]
    same = [n for n in plan.grid.neighbour_list(h) if land.style_at.get(n) == style]
    if len(same) == 6:
        return True
    closed = {(plan.at[n][0] - x, plan.at[n][1] - y) for n in same}
    for a, b in zip(plan.outline(h), plan.outline(h)[1:] + plan.outline(h)[:1], strict=True):
        dx, dy = a[0] + b[0] - 2 * x, a[1] + b[1] - 2 * y
        if any(abs(u - dx) < 1 and abs(v - dy) < 1 for u, v in closed):
            continue
        length = math.hypot(dx, dy)
        if length / 2 - ((p[0] - x) * dx + (p[1] - y) * dy) / length < margin:
            return False
    # A rounded corner is further in than the corner of the hex.
    return len(same) > 0 or math.dist(p, (x, y)) < 50 - margin


def textures(plan: Plan, land: Ground, keep: Keepout) -> str:
    """The texture layer."""
    out = MarkPaths()
    wanted: dict[str, set[str]] = {}
    for style in land.styles:
        wanted.setdefault(ground(style).texture, set()).add(style)
    for salt, (name, texture) in enumerate(TEXTURES.items(), start=100):
        styles = wanted.get(name, set())
        if not styles:
            continue
        for i, j, p in _places(plan, texture.spacing, salt):
            if noise(i, j, salt, 3) > texture.share:
                continue
            h = plan.hex_at(p)
            if h < 0 or land.style_at[h] not in styles or not _inside(plan, land, h, p, texture.margin):
                continue
            if not keep.touches(p, texture.gap):
                texture.mark(out, p, i, j)
    return out.draw()
