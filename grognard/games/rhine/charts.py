"""The charts as a player reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.looks import Outcome
from ...engine.reading import Chart
from .tables import LINE

if TYPE_CHECKING:
    from .game import RhineGame

OUTCOMES = (
    Outcome(("AL1",), "attacker loses one step", "attacker"),
    Outcome(("AS",), "nothing happens"),
    Outcome(("BB",), "both lose a step, and the attacker may go on"),
    Outcome(("DR",), "defender retreats one hex", "defender"),
    Outcome(("DE",), "every defender loses a step and retreats", "defender"),
)


def charts(game: RhineGame) -> tuple[Chart, ...]:
    return _combat_results(game), _terrain_effects(game), _shifts(game)


def _combat_results(game: RhineGame) -> Chart:
    crt = game.tables.crt
    rows = tuple((str(roll), *row) for roll, row in enumerate(crt.rows, crt.first_row))
    notes = (
        "Final odds below 1:2 bring AL1, above 6:1 DE, without a roll (11.9).",
        " ".join(str(outcome) for outcome in OUTCOMES),
        "A rolled DR or DE becomes BB in cities and in the intact West Wall (11.16, 11.17).",
    )
    return Chart("crt", "Combat Results", crt.source, "11.20", (("die", *crt.lines[LINE]),), rows, notes, OUTCOMES)


def _terrain_effects(game: RhineGame) -> Chart:
    tables = game.tables
    rows = [(word, str(price), _columns(tables.shifts.get(word, 0))) for word, price in tables.enter.items()]
    rows.append(("rough, mountain infantry", str(tables.enter_mountain["rough"]), _columns(tables.shifts["rough"])))
    highway = f"{_columns(tables.shifts['highway'])} German, in polder"
    rows.append(("Hell's Highway", f"{tables.highway} along it", highway))
    for kind in ("river", "rhine", "blocked"):
        prices = [f"+{tables.cross[side][kind]} {game.side_names[side]}" for side in game.sides]
        across = f"{_columns(tables.shifts.get(kind, 0))} if all attack across"
        effect = across if kind in tables.shifts else "no probe, no momentum"
        rows.append((f"{kind} hexside", ", ".join(prices), effect))
    rows.append(("sea or estuary hexside", "not allowed", "not allowed"))
    rows.append(("intact West Wall", "by its terrain", f"{_columns(tables.shifts['westwall'])}, not on Turn 1"))
    heads = (("terrain", "movement points", "columns"),)
    notes = ("1L is one column to the left. British commandos cross the Scheldt like a river (11.15).",)
    return Chart("tec", "Terrain Effects", tables.tec_source, "10.6", heads, tuple(rows), notes)


def _columns(shift: int) -> str:
    return "no effect" if not shift else f"{abs(shift)}{'L' if shift < 0 else 'R'}"


def _shifts(game: RhineGame) -> Chart:
    words = {
        "westwall": "intact West Wall",
        "highway": "German in a polder hex of Hell's Highway",
        "ruhr": "Ruhr city",
        "river": "all across rivers",
        "rhine": "all across the Rhine",
        "flood": "into or out of a flood hex",
        "first_turn_german": "German attack on Turn 1",
        "watch_german": "German attack on Turn 7, Watch on the Rhine",
        "bombs_short": "bombs fallen short",
        "concentric": "concentric attack",
    }
    rows = tuple((words.get(name, name), _columns(value)) for name, value in game.tables.shifts.items())
    heads = (("what", "columns"),)
    return Chart("shifts", "Odds Shifts", "rules 5.4, 5.8, 10.18, 11.12 to 11.19", "11.10", heads, rows)
