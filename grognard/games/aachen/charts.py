"""The charts as players read them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...engine.looks import Outcome
from ...engine.reading import Chart
from .tables import Crossing, Terrain

if TYPE_CHECKING:
    from .game import AachenGame

_ACTIONS = {
    "movement": "Movement",
    "refit": "Refit",
    "improved_defense": "Improved Defense",
    "hasty": "Hasty Attack",
    "regular": "Regular Attack",
    "prepared": "Prepared Attack",
}
_CHIT_COLUMNS = ("hasty or disrupted", "regular", "prepared or improved")


def half(points: int) -> str:
    """A number of halves, such as "2½"."""
    whole = points // 2
    return f"{whole or ''}½" if points % 2 else str(whole)


def charts(game: AachenGame) -> tuple[Chart, ...]:
    return (
        _combat_results(game),
        _terrain(game),
        _hexsides(game),
        _actions(game),
        _action_points(game),
        _chits(game),
        _headquarters(game),
        _recovery(game),
        _replacements(game),
        _plans(game),
        _points(game),
    )


# -- the Ops Phase ------------------------------------------------------------------------------


def outcomes(game: AachenGame) -> tuple[Outcome, ...]:
    """Each result of the table in words; it harms a side if only that side is hit."""
    out = []
    printed = {text for row in game.tables.crt.rows for text in row}
    for text, result in game.tables.results.items():
        if text not in printed:
            continue
        more = bool(result.attacker) - bool(result.defender)
        red = " with checks" if result.attacker_red or result.defender_red else ""
        hits = f"attacker {result.attacker}, defender {result.defender}{red}"
        out.append(Outcome((text,), hits, "attacker" if more > 0 else "defender" if more < 0 else ""))
    return tuple(out)


def line_title(game: AachenGame, line: str) -> str:
    """A line of the combat results table by the terrain it is for."""
    return ", ".join(row.title for row in game.tables.terrain.values() if row.line == line)


def _combat_results(game: AachenGame) -> Chart:
    crt = game.tables.crt
    heads = tuple((line_title(game, name), *columns) for name, columns in crt.lines.items())
    rows = tuple((str(die), *row) for die, row in enumerate(crt.rows, crt.first_row))
    notes = (
        "Hits of the attacker / hits of the defender; after an r the units of that side make Effectiveness Checks.",
        f"Left of the first column: {crt.beyond[0]} without a die. Right of the last column: the last column.",
        "The die counts with its modifier, from 1 to 20.",
    )
    return Chart("crt", "Combat Results", crt.source, "7.5.1", heads, rows, notes, outcomes(game))


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"


def _terrain(game: AachenGame) -> Chart:
    tables = game.tables
    rows = [_terrain_row(row, line_title(game, row.line)) for row in tables.terrain.values()]
    road = tables.road
    on_foot = f"U.S. {half(road['us leg'])}, German {half(road['german leg'])}"
    rows.append(("Road", on_foot, half(road["us motorized"]), "", "", "", "", ""))
    heads = (("terrain", "leg", "motorized", "infantry zone", "AFV zone", "tank points", "anti-tank", "combat line"),)
    notes = (
        "Movement Points to enter. The road rate counts along a road into a hex other than towns, cities and "
        "industrial hexes, and neither into nor out of an enemy zone (7.3.3).",
        "Tank points: what is left to attacking AFVs. Anti-tank: what the terrain adds to the defender.",
    )
    return Chart("tec", "Terrain Effects", tables.sources["terrain"], "3.1.1", heads, tuple(rows), notes)


def _terrain_row(row: Terrain, line: str) -> tuple[str, ...]:
    motorized = "road only" if row.motorized is None else half(row.motorized)
    zones = (_yes(row.infantry_zone), _yes(row.afv_zone))
    return row.title, half(row.leg), motorized, *zones, _share(row.tank), f"+{row.antitank}", line


def _share(halves: int) -> str:
    return {0: "none", 1: "half", 2: "all"}[halves]


def _hexsides(game: AachenGame) -> Chart:
    tables = game.tables
    rows = tuple(_hexside_row(row) for row in tables.hexsides.values())
    heads = (("hexside", "leg", "motorized", "infantry zone", "AFV zone", "die", "tank points"),)
    notes = (
        "Whole allowance: only as the first step of a Movement Action, which then ends (7.3.7).",
        "A road leads across at the cost of its terrain; Germans cross the Roer by its two roads only.",
        "Streams cost nothing where a town or an industrial hex is at either end.",
    )
    return Chart("hexsides", "Hexside Effects", tables.sources["hexsides"], "3.1.2", heads, rows, notes)


def _hexside_row(row: Crossing) -> tuple[str, ...]:
    leg = "closed" if row.leg is None else f"+{half(row.leg)}"
    motorized = "whole allowance" if row.whole else "closed" if row.motorized is None else f"+{half(row.motorized)}"
    zones = (_yes(row.infantry_zone), _yes(row.afv_zone))
    return row.title, leg, motorized, *zones, str(row.die).replace("-", "−"), _share(row.tank)


def _actions(game: AachenGame) -> Chart:
    tables = game.tables
    far = str(tables.out_of_command)
    rows = [(_ACTIONS[name], str(cost), far if name in ("movement", "hasty") else "no") for name, cost in _costs(game)]
    rows.append(("HQ Relocation", "as printed", ""))
    heads = (("Action", "points", "out of command"),)
    notes = ("A stack pays once. A disrupted unit may refit and do nothing else (5.6.3).",)
    return Chart("actions", "Costs of Actions", tables.sources["actions"], "7.1", heads, tuple(rows), notes)


def _costs(game: AachenGame) -> Iterable[tuple[str, int]]:
    return game.tables.costs.items()


def _action_points(game: AachenGame) -> Chart:
    tables = game.tables
    levels = range(1, len(tables.activation[0]) + 1)
    heads = (("die", *(f"level {level}" for level in levels)),)
    rows = tuple(
        (str(die), *(f"{tables.points(n, die)} ({tables.reaction_points(n, die)})" for n in levels))
        for die in range(1, len(tables.activation) + 1)
    )
    notes = ("In brackets: the points of a Formation Reaction.",)
    return Chart("points", "Action Points", tables.sources["action_points"], "6.3.2", heads, rows, notes)


def _chits(game: AachenGame) -> Chart:
    tables = game.tables
    heads = (("rating", *(f"chit {_signed(chit.kind)}" for chit in tables.chits)),)
    ratings = range(1, len(tables.chits[0].rows) + 1)
    rows = tuple(
        (str(rating), *(" ".join(half(x) for x in chit.rows[rating - 1]) for chit in tables.chits))
        for rating in ratings
    )
    numbers = ", ".join(f"{chit.count} of {_signed(chit.kind)}" for chit in tables.chits)
    notes = (
        f"Multipliers of strength by Effectiveness Rating, three to a cell: {', '.join(_CHIT_COLUMNS)}.",
        f"There are {sum(chit.count for chit in tables.chits)} chits: {numbers}. The attacker draws first.",
    )
    return Chart("chits", "Combat Chits", tables.sources["chits"], "7.5.1.1", heads, rows, notes)


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"


# -- the Admin Phase ----------------------------------------------------------------------------


def _headquarters(game: AachenGame) -> Chart:
    roster = game.roster
    printed = (roster.reaction, roster.range, roster.support, roster.relocation)
    rows = tuple(
        (f.name, *(str(values[f.hq]) for values in printed), str(roster.level[i]), str(roster.recovery[i]))
        for i, f in enumerate(roster.formations)
    )
    heads = (("formation", "reaction", "range", "support", "relocation", "highest level", "recovery"),)
    return Chart("hqs", "Headquarters", "the counters; reconstructed", "3.3", heads, rows)


def _recovery(game: AachenGame) -> Chart:
    tables = game.tables
    levels = range(max(tables.interdiction) + 1)
    dice: dict[int, list[int]] = {}
    for die in range(1, len(tables.interdiction) + 1):
        dice.setdefault(tables.interdiction_level(die), []).append(die)
    rows = tuple((str(rating), str(rating), *map(str, found)) for rating, found in sorted(tables.recovery.items()))
    heads = (("rating", "U.S.", *(f"German, interdiction {n}" for n in levels)),)
    notes = (
        "Interdiction: " + "; ".join(f"level {n} on a {found[0]} to {found[-1]}" for n, found in sorted(dice.items())),
        "Levels that a formation with a supplied HQ recovers, up to its highest level (8.1).",
    )
    return Chart("recovery", "Recovery and Interdiction", tables.sources["recovery"], "8.1", heads, rows, notes)


def _replacements(game: AachenGame) -> Chart:
    tables = game.tables
    us = tuple((f"U.S. {_plain(kind)}", f"{points} points a turn") for kind, points in tables.replacements.items())
    german = tuple(
        (f"German {_plain(kind)}", ", ".join(sorted(map(_plain, others))))
        for kind, others in tables.reorganization.items()
    )
    heads = (("type", "points, or the types that are given up for it"),)
    source = f"{tables.sources['replacements']}; {tables.sources['reorganization']}"
    return Chart("replacements", "Replacements and Reorganization", source, "8.4", heads, (*us, *german))


def _plain(kind: str) -> str:
    return kind.replace("-", " ").replace("_", " ")


def _plans(game: AachenGame) -> Chart:
    tables = game.tables
    regions = list(dict.fromkeys(region for points in tables.plans.values() for region in points))
    heads = (("plan", *(region.removeprefix("VP ") for region in regions)),)
    rows = tuple((name, *(str(points.get(r, 0)) for r in regions)) for name, points in tables.plans.items())
    notes = (
        f"There are {tables.dummies} dummies. The first plan drawn that is none counts (8.3).",
        f"On a {tables.look} or more the German player looks at a marker.",
    )
    return Chart("plans", "Victory Plans", tables.sources["plans"], "8.3", heads, rows, notes)


def _points(game: AachenGame) -> Chart:
    """The points of each scenario, and their grades."""
    rows: list[tuple[str, ...]] = []
    for scenario in game.scenarios.values():
        words = scenario.words
        for grade in words.get("clear", {}).get("grades", ()):
            rows.append((scenario.title, f"cleared in {grade['until']} activations", grade["name"]))
        victory = words.get("victory", {})
        for region, worth in victory.get("points", {}).items():
            hexes = ", ".join(map(game.board.grid.label, game.board.regions[region].hexes))
            rows.append((scenario.title, f"{worth} points each", hexes))
        bands = victory.get("bands", ())
        for i, band in enumerate(bands, 1):
            to = f" to {bands[i]['from'] - 1}" if i < len(bands) else " or more"
            who = game.side_names.get(band["winner"], "")
            rows.append((scenario.title, f"{band['from']}{to} points", f"{who} {band['grade']}".strip()))
    loss = game.tables.loss_points
    notes = (
        f"In the campaign also 1 point for each {loss['infantry']} strength points of infantry type and each "
        f"{loss['afv']} of AFV type that the Germans lose.",
    )
    heads = (("scenario", "points", "hexes or grade"),)
    return Chart("victory", "Victory", "chapters 9 and 10", "9", heads, tuple(rows), notes)
