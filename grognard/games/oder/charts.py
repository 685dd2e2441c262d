"""The charts as players read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.looks import Outcome
from ...engine.reading import Chart

if TYPE_CHECKING:
    from .game import OderGame

OUTCOMES = (
    Outcome(("AL1",), "attacker loses one unit", "attacker"),
    Outcome(("AS",), "nothing happens"),
    Outcome(("EX",), "both lose one unit"),
    Outcome(("DR",), "defender retreats", "defender"),
    Outcome(("DE",), "defender eliminated", "defender"),
)


def charts(game: OderGame) -> tuple[Chart, ...]:
    return _combat_results(game), _terrain_effects(game), _modifiers(game)


def _combat_results(game: OderGame) -> Chart:
    crt = game.tables.crt
    heads = tuple((f"{game.side_names[side]} attacks", *heads) for side, heads in crt.lines.items())
    rows = tuple((str(roll), *row) for roll, row in enumerate(crt.rows, crt.first_row))
    notes = (
        " ".join(str(outcome) for outcome in OUTCOMES),
        "Odds below the first column are an automatic AL1, above the last an automatic DE; no die is rolled.",
        "Against a city DR becomes EX and AS becomes AL1 (11.5.1).",
        "The end columns are printed (11.5). The rest of the table and the line of each side are reconstructed.",
    )
    return Chart("crt", "Combat Results", crt.source, "11.5", heads, rows, notes, OUTCOMES)


def _terrain_effects(game: OderGame) -> Chart:
    tables = game.tables
    rows = [
        (
            word,
            str(tables.enter["non-mechanized"][word]),
            str(tables.enter["mechanized"][word]),
            f"+{tables.modifiers[word]}" if word in tables.modifiers else "-",
        )
        for word in tables.enter["mechanized"]
    ]
    river = [f"+{tables.cross[who]['river']}" for who in ("non-mechanized", "mechanized")]
    rows.append(("river hexside", river[0], river[1], f"+{tables.modifiers['river']} if all attackers cross it"))
    rows.append(("fortification", "no effect", "no effect", f"+{tables.modifiers['fortification']} (German)"))
    rows.append(("all-sea hexside", "not allowed", "not allowed", "not allowed"))
    heads = (("terrain", "non-mechanized", "mechanized", "die roll"),)
    notes = (
        "The most expensive terrain in a hex counts for movement, the best for the defender.",
        "The die roll modifiers are printed (11.5.1), the movement factors are not.",
    )
    return Chart("tec", "Terrain Effects", tables.tec_source, "10.2", heads, tuple(rows), notes)


#: Names of modifiers that the words of the table do not explain.
_NAMES = {
    "river": "all attackers across a river",
    "support": "air or naval support",
    "concentric": "concentric attack",
    "first_turn_german": "German attack on Game Turn 1",
    "first_turn_soviet_shift": "Soviet attack on Game Turn 1 (columns to the left)",
}


def _modifiers(game: OderGame) -> Chart:
    table = game.tables.modifiers
    rows = tuple((_NAMES.get(name) or name.replace("_", " "), f"{value:+d}") for name, value in table.items())
    return Chart(
        "modifiers",
        "Die Roll Modifiers",
        "rules 5.2, 8.6, 11.5.1 to 11.5.4",
        "11.5",
        (("condition", "modifier"),),
        rows,
    )
