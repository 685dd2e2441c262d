"""Maps, counters and charts as SVG. Games are known only through the engine's contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from ..engine.game import Game
from .charts import chart_svg
from .counters import Faces, counter_svg
from .map import Map, dimmed, overlay_layer, sheet
from .palettes import PALETTES
from .palettes import palette as palette_named
from .plan import part_of

__all__ = ["PALETTES", "board_svg", "chart_svg", "charts_svg", "counter_svg", "counters_svg"]

#: A board never changes, so the map is drawn once for each game.
_MAPS: WeakKeyDictionary[Game, dict[bool, Map]] = WeakKeyDictionary()


def _map(game: Game, numbers: bool) -> Map:
    kept = _MAPS.setdefault(game, {})
    if numbers not in kept:
        kept[numbers] = Map(game.board, numbers=numbers)
    return kept[numbers]


def _chosen(game: Game, state: Any, overlays: Mapping[str, int] | Sequence[str] | None) -> Mapping[str, int]:
    if overlays is None or isinstance(overlays, Mapping):
        return overlays or {}
    offered = game.reading.overlays_in_play(state) if state is not None else {}
    return {name: offered[name] for name in overlays if name in offered}


def board_svg(
    game: Game,
    state: Any = None,
    *,
    palette: str = "default",
    overlays: Mapping[str, int] | Sequence[str] | None = None,
    side: str = "",
    size: float | None = None,
    numbers: bool = True,
    marks: Mapping[int, Iterable[str]] | None = None,
) -> str:
    """The board, and if there is a state, its counters as ``side`` may see them (empty: a spectator).

    Hexes that are not in play are dimmed, and the drawing ends with those in play.
    ``overlays`` are sets of hexes by name, or names of overlays that the game offers; ``marks`` are words such as
    ``moved`` for each counter; ``size`` is the width in pixels. A counter is drawn with its back up if one of its
    marks turns it over.
    """
    chart = _map(game, numbers)
    colours = palette_named(palette)
    defs, upper, part = "", '<g id="counters"/>', None
    if state is not None:
        state = game.redact(state, side)
        faces = Faces(game, colours)
        on_map = [i for i, h in enumerate(state.at) if h in chart.plan.at]
        labels = {h: game.board.grid.label(h) for h in chart.plan.hexes}
        every = [pair for some in (game.reading.marks(state), marks or {}) for pair in some.items()]
        worn = {i for i, words in every if any(game.reading.look_of(word).turns for word in words)}
        defs = faces.defs(on_map, worn)
        badges, heights = game.reading.badges(state), game.reading.heights(state)
        upper = faces.layer(state.at, chart.plan.at, labels, marks or {}, worn, badges, heights)
        part = part_of(chart.plan, game.in_play(state))
    lower = dimmed(part) + overlay_layer(chart.plan, _chosen(game, state, overlays))
    return sheet(chart, defs, lower + upper, size, part)


def charts_svg(game: Game, *, lit: Mapping[str, tuple[int, int]] | None = None) -> dict[str, str]:
    """Every chart of a game by its id; ``lit`` highlights one cell of a chart."""
    return {chart.id: chart_svg(chart, lit=(lit or {}).get(chart.id)) for chart in game.reading.charts()}


def counters_svg(game: Game, *, palette: str = "default", size: float | None = None) -> dict[str, str]:
    """Every counter of a game by its id, in its colours on the board.

    The drawing of a counter with a back holds both: groups with the classes ``front`` and ``back``, the back hidden
    by ``display``.
    """
    faces = Faces(game, palette_named(palette))
    return {
        c.id: counter_svg(c, faces.colours, sides=game.sides, band=faces.bands[c.formation], size=size)
        for c in game.counters
    }
