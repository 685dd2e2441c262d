"""The board as one SVG: terrain, textures, water, roads, grid, names, margin and legend."""

from __future__ import annotations

from collections.abc import Mapping

from ..engine.board import Board
from ..hexes import bits
from . import labels, towns, water
from .legend import legend, legend_height
from .marks import MARKS
from .plan import Box, Keepout, Part, Plan
from .roads import Roads
from .style import OVERLAY_TONES, PAPER, hexside, road
from .svg import group, num, polyline, tag
from .terrain import Ground
from .texture import textures


class Map:
    """The parts of the drawing that depend only on the board, computed once."""

    def __init__(self, board: Board, *, numbers: bool = True) -> None:
        self.board = board
        self.plan = plan = Plan(board)
        self.land = Ground(plan)
        self.water = water.Water(plan, self.land)
        self.roads = Roads(plan)
        self.keep = keep = Keepout()
        for curve in self.roads.curves:
            keep.line(curve.points(8), road(curve.kind).width / 2)
        for curve in [*self.water.curves, *self.water.others]:
            keep.line(curve.points(6), hexside(curve.kind).width / 2)
        for _, _, curves in self.water.region_curves:
            for curve in curves:
                keep.line(curve.points(5), 4)
        for at in self.water.bridge_places():
            keep.line([(at[0] + d, at[1]) for d in (-8, -4, 0, 4, 8)] * 3, 6)
        places = towns.Places(plan, self.land, self.roads, keep)
        built = places.draw()
        self.names = names = labels.Labels(plan, places, self.water, keep)
        written = names.draw_captions() + names.draw_names() + names.draw_rivers()
        if numbers:
            names.note_numbers()
        self.width = plan.width
        self.height = plan.height + legend_height(plan)
        #: the layers below the counters, bottom first
        self.layers = "".join(
            [
                self.land.areas(),
                textures(plan, self.land, keep),
                self.water.water(),
                self.roads.draw(),
                group([built, self.water.bridges()], id="structures"),
                self.land.grid(numbers),
                group([self.water.lines()], id="lines"),
                labels.layer([written, self.roads.signs()]),
                legend(plan, self.land, self.water, self.roads, places),
            ]
        )


def overlay_layer(plan: Plan, overlays: Mapping[str, int]) -> str:
    """Sets of hexes that a player has switched on, each tinted in its own colour and outlined."""
    parts = []
    for i, (name, hexes) in enumerate(overlays.items()):
        inside = [h for h in bits(hexes) if h in plan.at]
        if inside:
            d = "".join(polyline([plan.place[c] for c in loop], closed=True) for loop in plan.loops(inside))
            tone = OVERLAY_TONES[i % len(OVERLAY_TONES)]
            parts.append(
                tag(
                    "path",
                    d=d,
                    fill=tone,
                    fill_opacity="0.17",
                    stroke=tone,
                    stroke_width="3.4",
                    stroke_opacity="0.8",
                    stroke_linejoin="round",
                    class_="overlay",
                    data_name=name,
                )
            )
    return group(parts, id="overlay", pointer_events="none")


def dimmed(part: Part | None) -> str:
    """A veil over the hexes that are not in play."""
    if part is None:
        return ""
    return tag("path", d=part.rest, fill=PAPER, fill_opacity="0.72", class_="unused", pointer_events="none")


def sheet(chart: Map, defs: str, upper: str, size: float | None, part: Part | None = None) -> str:
    """The SVG document, of the whole board with its legend or of a part.

    ``size`` is its width in pixels; without it, the document fills its container.
    """
    w, h = num(chart.width), num(chart.height)
    shown = Box(0.0, 0.0, chart.width, chart.height) if part is None else part.frame
    view = " ".join(map(num, (shown.x, shown.y, shown.w, shown.h)))
    scale = f' width="{num(size)}" height="{num(size * shown.h / shown.w)}"' if size else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"{scale} class="board">'
        f"<style>{labels.CSS}</style><defs>{water.BRIDGES}{MARKS}{defs}</defs>"
        f'<rect width="{w}" height="{h}" fill="{PAPER}"/>'
        f"{chart.layers}{upper}</svg>"
    )
