"""The plan of a board: coordinates of hexes, corners and hexsides on the drawing."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ..engine.board import Board, Hexside
from ..hexes import bits
from .svg import Point, noise, polyline, signed_noise

#: Distance between neighbouring hexes on the drawing.
SCALE = 100.0
#: From the centre of a hex to a corner.
RADIUS = SCALE / 3**0.5
#: Margin around the hexes.
MARGIN = 96.0

#: A corner of a hex, as rounded coordinates.
Corner = tuple[int, int]
#: Two corners in order: one side of a hex.
Edge = tuple[Corner, Corner]


def edge(a: Corner, b: Corner) -> Edge:
    return (a, b) if a < b else (b, a)


@dataclass(frozen=True)
class Box:
    """A rectangle that text occupies."""

    x: float
    y: float
    w: float
    h: float

    def meets(self, other: Box, gap: float = 0.0) -> bool:
        return (
            self.x < other.x + other.w + gap
            and other.x < self.x + self.w + gap
            and self.y < other.y + other.h + gap
            and other.y < self.y + self.h + gap
        )

    def holds(self, p: Point, gap: float = 0.0) -> bool:
        return self.x - gap < p[0] < self.x + self.w + gap and self.y - gap < p[1] < self.y + self.h + gap


class Plan:
    """The geometry of a board at :data:`SCALE`, computed once."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.grid = board.grid
        self.hexes: tuple[int, ...] = tuple(bits(board.playable))
        raw = {h: board.grid.centre(h) for h in self.hexes}
        left = min((p[0] for p in raw.values()), default=0.0)
        top = min((p[1] for p in raw.values()), default=0.0)
        pad_x = MARGIN + (RADIUS if board.grid.flat_top else SCALE / 2)
        pad_y = MARGIN + (SCALE / 2 if board.grid.flat_top else RADIUS)
        #: from the edge of the drawing to the centre of the first hex
        self.pad = (pad_x, pad_y)
        self._turn = 0.0 if board.grid.flat_top else math.pi / 6
        self.at: dict[int, Point] = {
            h: ((x - left) * SCALE + pad_x, (y - top) * SCALE + pad_y) for h, (x, y) in raw.items()
        }
        self.width = max((p[0] for p in self.at.values()), default=0.0) + pad_x
        self.height = max((p[1] for p in self.at.values()), default=0.0) + pad_y
        self._buckets: dict[tuple[int, int], list[int]] = {}
        for h, (x, y) in self.at.items():
            self._buckets.setdefault((int(x // SCALE), int(y // SCALE)), []).append(h)

    def outline(self, h: int, grow: float = 1.0) -> list[Point]:
        """The six corners of a hex, clockwise, scaled by ``grow``."""
        x, y = self.at[h]
        return self.around((x, y), grow)

    def around(self, p: Point, grow: float = 1.0) -> list[Point]:
        turns = [self._turn + i * math.pi / 3 for i in range(6)]
        r = RADIUS * grow
        return [(p[0] + r * math.cos(t), p[1] + r * math.sin(t)) for t in turns]

    @cached_property
    def place(self) -> dict[Corner, Point]:
        """The exact coordinates of every corner."""
        return {(round(x), round(y)): (x, y) for h in self.hexes for x, y in self.outline(h)}

    @cached_property
    def corners(self) -> dict[int, list[Corner]]:
        return {h: [(round(x), round(y)) for x, y in self.outline(h)] for h in self.hexes}

    @cached_property
    def edges(self) -> dict[Edge, list[int]]:
        """Every side of a hex, with its one or two hexes."""
        found: dict[Edge, list[int]] = {}
        for h, around in self.corners.items():
            for i, corner in enumerate(around):
                found.setdefault(edge(corner, around[(i + 1) % 6]), []).append(h)
        return found

    @cached_property
    def hexsides(self) -> dict[Hexside, Edge]:
        """The two corners of every hexside between two hexes."""
        return {(min(hs), max(hs)): e for e, hs in self.edges.items() if len(hs) == 2}

    @cached_property
    def rim(self) -> frozenset[Corner]:
        """Corners on the edge of the map."""
        return frozenset(c for e, hs in self.edges.items() if len(hs) == 1 for c in e)

    def nudge(self, corner: Corner, by: float) -> Point:
        """The corner moved a little, always in the same way, so that lines do not look drawn with a ruler."""
        x, y = self.place[corner]
        if corner in self.rim:
            return (x, y)
        return (x + signed_noise(*corner, 1) * by, y + signed_noise(*corner, 2) * by)

    def hex_at(self, p: Point) -> int:
        """The hex at a point, or -1."""
        bx, by = int(p[0] // SCALE), int(p[1] // SCALE)
        best, reach = -1, RADIUS * RADIUS
        for i in (bx - 1, bx, bx + 1):
            for j in (by - 1, by, by + 1):
                for h in self._buckets.get((i, j), ()):
                    x, y = self.at[h]
                    d = (x - p[0]) ** 2 + (y - p[1]) ** 2
                    if d < reach:
                        best, reach = h, d
        return best

    def loops(self, hexes: Iterable[int]) -> list[list[Corner]]:
        """The closed borders around a set of hexes, corner by corner."""
        inside = set(hexes)
        after: dict[Corner, Corner] = {}
        for h in sorted(inside):
            around = self.corners[h]
            for i, corner in enumerate(around):
                following = around[(i + 1) % 6]
                if not any(n in inside for n in self.edges[edge(corner, following)] if n != h):
                    after[corner] = following
        found = []
        while after:
            first, here = next(iter(after.items()))
            loop = [first]
            del after[first]
            while here != first:
                loop.append(here)
                here = after.pop(here)
            found.append(loop)
        return found

    def chance(self, h: int, *salt: int) -> float:
        return noise(h, *salt)


@dataclass(frozen=True)
class Part:
    """The part of a board that is in play: its frame on the drawing, and the outline of all the rest as SVG."""

    frame: Box
    rest: str


def part_of(plan: Plan, used: int) -> Part | None:
    """The part of a board that is in play; None if it is all of it."""
    rest = [h for h in plan.hexes if not used >> h & 1]
    if not rest:
        return None
    places = [plan.at[h] for h in plan.hexes if used >> h & 1] or list(plan.at.values())
    left, top = (min(p[i] for p in places) - plan.pad[i] for i in (0, 1))
    right, bottom = (max(p[i] for p in places) + plan.pad[i] for i in (0, 1))
    outline = "".join(polyline([plan.place[c] for c in loop], closed=True) for loop in plan.loops(rest))
    return Part(Box(left, top, right - left, bottom - top), outline)


class Keepout:
    """Places that textures leave free: roads, water, text."""

    _CELL = 40.0

    def __init__(self) -> None:
        self._dots: dict[tuple[int, int], list[tuple[float, float, float]]] = {}
        self._boxes: dict[tuple[int, int], list[Box]] = {}

    def line(self, points: Iterable[Point], radius: float) -> None:
        for x, y in points:
            self._dots.setdefault((int(x // self._CELL), int(y // self._CELL)), []).append((x, y, radius))

    def box(self, b: Box) -> None:
        for i in range(int(b.x // self._CELL), int((b.x + b.w) // self._CELL) + 1):
            for j in range(int(b.y // self._CELL), int((b.y + b.h) // self._CELL) + 1):
                self._boxes.setdefault((i, j), []).append(b)

    def touches(self, p: Point, gap: float) -> bool:
        i, j = int(p[0] // self._CELL), int(p[1] // self._CELL)
        if any(b.holds(p, gap) for b in self._boxes.get((i, j), ())):
            return True
        for u in (i - 1, i, i + 1):
            for v in (j - 1, j, j + 1):
                for x, y, radius in self._dots.get((u, v), ()):
                    if (x - p[0]) ** 2 + (y - p[1]) ** 2 < (radius + gap) ** 2:
                        return True
        return False

    def count(self, b: Box) -> int:
        """The number of kept points in a rectangle, as a measure of what a label there would cover."""
        total = 0
        for i in range(int(b.x // self._CELL), int((b.x + b.w) // self._CELL) + 1):
            for j in range(int(b.y // self._CELL), int((b.y + b.h) // self._CELL) + 1):
                total += sum(b.holds((x, y)) for x, y, _ in self._dots.get((i, j), ()))
        return total
