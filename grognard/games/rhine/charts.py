"""The charts as players read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.looks import Outcome
from ...engine.reading import Chart
from .tables import LINE

if TYPE_CHECKING:
    from .game import RhineGame

OUTCOMES = (
    Outcome(("AL1",), "the attacker loses a step", "attacker"),
    Outcome(("AS",), "no effect"),
    Outcome(("BB",), "each side loses a step, and the attacker may continue"),
    Outcome(("DR",), "the defender retreats one hex", "defender"),
    Outcome(("DE",), "every defending unit loses a step, and the survivors retreat", "defender"),
)


def charts(game: RhineGame) -> tuple[Chart, ...]:
    return _combat_results(game), _terrain_effects(game), _shifts(game)


def _combat_results(game: RhineGame) -> Chart:
    crt = game.tables.crt
    rows = tuple((str(roll), *row) for roll, row in enumerate(crt.rows, crt.first_row))
    notes = (
        "Final odds below 1:2 are an automatic AL1, above 6:1 an automatic DE; no die is rolled (11.9).",
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
        rows.append((f"{'Rhine' if kind == 'rhine' else kind} hexside", ", ".join(prices), effect))
    rows.append(("sea or estuary hexside", "not allowed", "not allowed"))
    rows.append(("intact West Wall", "as its terrain", f"{_columns(tables.shifts['westwall'])}, not on Turn 1"))
    heads = (("terrain", "Movement Points", "columns"),)
    notes = ("1L is one column to the left. British commandos cross the Scheldt like a river (11.15).",)
    return Chart("tec", "Terrain Effects", tables.tec_source, "10.6", heads, tuple(rows), notes)


def _columns(shift: int) -> str:
    return "no effect" if not shift else f"{abs(shift)}{'L' if shift < 0 else 'R'}"


def _shifts(game: RhineGame) -> Chart:
    words = {
        "westwall": "intact West Wall",
        "highway": "German in a polder hex of Hell's Highway",
        "ruhr": "Ruhr city",
        "river": "all attackers across rivers",
        "rhine": "all attackers across the Rhine",
        "flood": "into or out of a flood hex",
        "first_turn_german": "German attack on Turn 1",
        "watch_german": "German attack on Turn 7, Watch on the Rhine",
        "bombs_short": "bombs fall short",
        "concentric": "concentric attack",
    }
    rows = tuple((words.get(name, name), _columns(value)) for name, value in game.tables.shifts.items())
    heads = (("situation", "columns"),)
    return Chart("shifts", "Odds Shifts", "rules 5.4, 5.8, 10.18, 11.12 to 11.19", "11.10", heads, rows)
