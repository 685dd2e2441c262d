"""The charts as players read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.looks import Outcome
from ...engine.reading import Chart
from .tables import half_points

if TYPE_CHECKING:
    from .game import HurtgenGame

OUTCOMES = (
    Outcome(("A1", "A2"), "attacker retreats", "attacker"),
    Outcome(("D1", "D2", "D3", "D4"), "defender retreats", "defender"),
    Outcome(("Br",), "both retreat one hex, defender first"),
    Outcome(("Ae",), "attacker eliminated", "attacker"),
    Outcome(("De",), "defender eliminated", "defender"),
)


def charts(game: HurtgenGame) -> tuple[Chart, ...]:
    return _combat_results(game), _terrain_effects(game), _objectives(game)


def _combat_results(game: HurtgenGame) -> Chart:
    crt = game.tables.crt
    width = len(crt.results[0])
    heads = tuple((", ".join(line.terrain), *line.columns, *[""] * (width - len(line.columns))) for line in crt.lines)
    rows = tuple((str(roll), *row) for roll, row in enumerate(crt.results, 1))
    notes = (
        "Differential: attack minus defense. Below the lowest column use the lowest, above +12 use +12.",
        " ".join(str(outcome) for outcome in OUTCOMES),
        "Artillery alone: only D2 and better count (8.15).",
    )
    return Chart("crt", "Combat Results", crt.source, "7.61", heads, rows, notes, OUTCOMES)


def _terrain_effects(game: HurtgenGame) -> Chart:
    tables = game.tables
    line_of = {word: ", ".join(line.terrain) for line in tables.crt.lines for word in line.terrain}
    on_foot, driving = tables.leg[0], tables.vehicle[0]
    rows = [(word, half_points(on_foot[word]), half_points(driving[word]), line_of[word]) for word in on_foot]
    rows.append(
        (
            "stream hexside",
            "+" + half_points(tables.leg[1]["stream"]),
            half_points(tables.vehicle[1]["stream"]),
            line_of["stream"] + " if all attack across (7.42)",
        )
    )
    rows.append(("river hexside", "P", "P", "no Zone of Control, no ground attack (6.33)"))
    rows.append(("bridge", "by road or trail", "by road or trail", line_of["bridge"]))
    for way, half in tables.ways.items():
        rows.append((way, half_points(half), half_points(half), "no effect"))
    heads = (("terrain", "leg and towed", "vehicles", "combat line"),)
    notes = (
        "P: prohibited; vehicles enter such ground and cross water only by road or trail (5.24).",
        "The rulebook gives the costs of clear, road and trail (5.21 to 5.23) and the limits on vehicles (5.24); "
        "the other costs are reconstructed.",
    )
    return Chart("tec", "Terrain Effects", tables.tec_source, "5.2", heads, tuple(rows), notes)


def _objectives(game: HurtgenGame) -> Chart:
    label = game.board.grid.label
    rows = tuple(
        (name, label(game.board.regions[name].hexes[0]), str(points)) for name, points in game.tables.objectives.items()
    )
    return Chart("objectives", "Territorial Objectives", "rule 15.22", "15.22", (("town", "hex", "points"),), rows)
