"""Lines that run over many hexes, drawn as smooth curves.

Rivers run along hexsides, roads from centre to centre. Both are *links* between *nodes*. At every node the two links
that match best are joined into a chain, so one curve continues through a junction and others end at it. A curve passes
through the middle of each link, with the node between two links as a control point, so it has no kinks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .svg import Point, lerp, pair

Node = Hashable


@dataclass(frozen=True)
class Link:
    """A piece of a line. Links with a lower ``rank`` are joined first; others end on them."""

    a: Node
    b: Node
    kind: str
    name: str = ""
    rank: int = 0

    def other(self, node: Node) -> Node:
        return self.b if node == self.a else self.a


@dataclass
class Curve:
    """A smooth line: a start, then pairs of a control point and the next point."""

    kind: str
    name: str
    start: Point
    pieces: list[tuple[Point, Point]] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    closed: bool = False

    def path(self) -> str:
        return f"M{pair(self.start)}" + "".join(f"Q{pair(c)} {pair(p)}" for c, p in self.pieces)

    def points(self, steps: int = 6) -> list[Point]:
        """Points along the curve, close enough together for measuring."""
        out = [self.start]
        for c, p in self.pieces:
            a = out[-1]
            for i in range(1, steps + 1):
                t = i / steps
                out.append(lerp(lerp(a, c, t), lerp(c, p, t), t))
        return out


def _turn(at: Point, p: Point, q: Point) -> float:
    """The angle by which a line from ``p`` through ``at`` to ``q`` turns, in radians."""
    a = math.atan2(at[1] - p[1], at[0] - p[0])
    b = math.atan2(q[1] - at[1], q[0] - at[0])
    return abs((b - a + math.pi) % (2 * math.pi) - math.pi)


class Network:
    """Links between nodes, joined into chains."""

    def __init__(self, links: Sequence[Link], place: Callable[[Any], Point]) -> None:
        self.links = list(links)
        self.place = place
        self.ends: dict[Node, list[int]] = {}
        for i, link in enumerate(self.links):
            self.ends.setdefault(link.a, []).append(i)
            self.ends.setdefault(link.b, []).append(i)
        #: (node, link) -> the link that continues it
        self.onward: dict[tuple[Node, int], int] = {}
        #: the point where a curve passes a node, for the ends of other curves
        self.passing: dict[Node, Point] = {}
        for node, found in self.ends.items():
            self._join(node, found)

    def gate(self, i: int) -> Point:
        return lerp(self.place(self.links[i].a), self.place(self.links[i].b), 0.5)

    def degree(self, node: Node) -> int:
        return len(self.ends.get(node, ()))

    def _join(self, node: Node, found: list[int]) -> None:
        at = self.place(node)
        offers = []
        for n, i in enumerate(found):
            for j in found[n + 1 :]:
                first, second = self.links[i], self.links[j]
                if first.kind != second.kind:
                    continue
                turn = _turn(at, self.place(first.other(node)), self.place(second.other(node)))
                if turn > 1.9 and sum(self.links[k].kind == first.kind for k in found) > 2:
                    continue  # a branch, not a bend
                offers.append((first.rank, first.name != second.name, round(turn, 3), i, j))
        free = set(found)
        for _, _, turn, i, j in sorted(offers):
            # A minor line that would bend at a major one ends there; only a straight one crosses it.
            if node in self.passing and turn > 0.7:
                continue
            if i in free and j in free:
                free -= {i, j}
                self.onward[node, i] = j
                self.onward[node, j] = i
                if node not in self.passing:
                    self.passing[node] = lerp(at, lerp(self.gate(i), self.gate(j), 0.5), 0.5)

    def curves(self) -> list[Curve]:
        """The curves; every link is in exactly one."""
        left = set(range(len(self.links)))
        found = []
        for i, link in enumerate(self.links):
            for node in (link.a, link.b):
                if i in left and (node, i) not in self.onward:
                    found.append(self._walk(node, i, left))
        for i, link in enumerate(self.links):  # the remaining links form rings
            if i in left:
                found.append(self._walk(link.a, i, left))
        return found

    def _walk(self, node: Node, i: int, left: set[int]) -> Curve:
        ring = (node, i) in self.onward
        first = self.links[i]
        gate = self.gate(i)
        end = self.passing.get(node, self.place(node))
        curve = Curve(first.kind, first.name, gate if ring else end, nodes=[node], closed=ring)
        if not ring:
            curve.pieces.append((lerp(end, gate, 0.5), gate))
        while True:
            left.discard(i)
            node = self.links[i].other(node)
            curve.nodes.append(node)
            following = self.onward.get((node, i))
            if following is None:
                end = self.passing.get(node, self.place(node))
                curve.pieces.append((lerp(curve.pieces[-1][1] if curve.pieces else curve.start, end, 0.5), end))
                return curve
            gate = self.gate(following)
            curve.pieces.append((self.place(node), gate))
            if following not in left:
                return curve
            i = following
