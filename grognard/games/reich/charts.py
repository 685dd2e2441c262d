"""The charts as players read them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...engine.looks import Outcome
from ...engine.reading import Chart
from .tables import Tables
from .tables_schema import FACES

if TYPE_CHECKING:
    from .game import ReichGame

_DICE = tuple(map(str, range(1, FACES + 1)))
#: The lines of the Movement Allowance Track.
_LINES = {
    "limited": "Allied, Limited Supply",
    "full": "Allied, Full Supply",
    "infantry": "German infantry",
    "mechanized": "German mechanized",
}
#: Rows of the chart of returns: the key in the tables, and the units.
_RETURNS = {
    "armored": "Allied armored",
    "infantry": "U.S. and French, others",
    "commonwealth": "Commonwealth, others",
    "mechanized": "German mechanized",
}
#: Free stacking types as players call them.
_FREE = {
    "tiger": "Tiger battalion",
    "flak": "Flak or anti-tank unit",
    "garrison": "Metz garrison",
    "staff": "Leader or HQ",
    "brigade": "brigade",
    "airborne": "Airborne or Air Landing division",
}


def charts(game: ReichGame) -> tuple[Chart, ...]:
    """All charts, in the order in which players need them."""
    tables = game.tables
    return (
        _fire(tables),
        _modifiers(tables),
        _allowance(tables),
        _terrain(tables),
        _hexsides(tables),
        _stacking(game),
        _returns(tables),
        _air(tables),
        _dice(tables),
    )


def signed(number: int) -> str:
    """A modifier with its sign."""
    return f"{number:+d}".replace("-", "−") if number else "0"


def outcomes(tables: Tables) -> tuple[Outcome, ...]:
    """Each result of the Combat Fire Table in words."""
    most = max(max(row) for row in tables.fire.rows)
    words = (
        ("0", "no effect"),
        *((str(n), f"the other side loses {n} step{'s' * (n > 1)}") for n in range(1, most + 1)),
    )
    return tuple(Outcome((result,), meaning) for result, meaning in words)


def _fire(tables: Tables) -> Chart:
    table = tables.fire
    rows = [(str(die).replace("-", "−"), *map(str, row)) for die, row in enumerate(table.rows, table.first)]
    rows[0] = (f"{rows[0][0]} or less", *rows[0][1:])
    rows[-1] = (f"{table.first + len(rows) - 1} or more", *rows[-1][1:])
    notes = (
        "Steps that the other side loses, by the Combat Strength of the side that fires and its modified die.",
        "Both sides fire at the same time, unless the defender fires first (13.6.A). A strength of 0 does not fire.",
    )
    heads = (("die", *table.heads),)
    return Chart("fire", "Combat Fire", tables.sources["fire"], "13.7", heads, tuple(rows), notes, outcomes(tables))


def _modifiers(tables: Tables) -> Chart:
    numbers, last = tables.numbers["modifiers"], tables.numbers["modifiers"]["limited_after"]
    rows = (
        ("attacker", "terrain: the one line that is best for the defender", "see Terrain and Hexsides", "13.9.A.1"),
        ("defender", "a defending unit is disrupted", signed(numbers["disrupted"]), "13.9.A.2"),
        ("Allies", "a Tactical Air unit takes part, in attack or defense", signed(numbers["air"]), "17.5.3"),
        ("Allies", f"attack of a Command in Limited Supply after Turn {last}", signed(numbers["limited"]), "9.1.A"),
        ("Allies", "attack with the 79th Armoured Division", signed(numbers["funnies"]), "13.9.B"),
        (
            "Germans",
            f"the first {numbers['counteroffensive_attacks']} attacks on the turn of the counteroffensive",
            signed(numbers["counteroffensive"]),
            "17.7.3.C",
        ),
    )
    heads = (("die of the", "if", "modifier", "rule"),)
    return Chart("drm", "Combat Modifiers", tables.sources["modifiers"], "13.9.A", heads, rows)


def _allowance(tables: Tables) -> Chart:
    rows = tuple((title, *map(str, tables.allowance[line])) for line, title in _LINES.items())
    numbers = tables.numbers["allowance"]
    notes = (
        f"Priority Supply: {numbers['priority']} points. Red Ball Express: {numbers['red_ball']} more, at most "
        f"{numbers['spaces']} (9.2, 9.3).",
        "Out of supply: half, rounded down (8.5). HQs and Leaders move by their printed allowance, after combat and in "
        "the Exploitation Phase only (10.3.A).",
    )
    heads = (("Command Die Roll", *_DICE),)
    return Chart("allowance", "Movement Allowance", tables.sources["allowance"], "10.2.5", heads, rows, notes)


def _yes(flag: bool | None) -> str:
    return "as its ground" if flag is None else "yes" if flag else "no"


def _terrain(tables: Tables) -> Chart:
    rows = [
        (
            row.title,
            str(row.cost) if row.cost == row.mountain else f"{row.cost}, mountain units {row.mountain}",
            signed(row.modifier),
            _yes(row.zone),
            _yes(row.mobile),
        )
        for row in tables.terrain.values()
    ]
    bocage = tables.numbers["bocage"]
    for i, (name, row) in enumerate(tables.terrain.items()):
        if name == "bocage":
            before = f"{signed(row.modifier)}; Germans {signed(bocage['german'])} through Turn {bocage['through']}"
            rows[i] = (rows[i][0], rows[i][1], before, *rows[i][3:])
    rows += [
        (p.title, "as its ground", signed(p.modifier), _yes(p.zone), _yes(p.mobile)) for p in tables.places.values()
    ]
    roads = tables.numbers["roads"]
    rows.append(("Along a road", str(roads["cost"]), "", "", "yes"))
    rows.append(("HQs and Leaders", f"{roads['staff']} in any hex", "", "", ""))
    heads = (("terrain", "Movement Points", "attacker's die", "zones enter", "Mobile Assault"),)
    notes = (
        f"A Mobile Assault costs {roads['assault']} more than the hex (14.2.A).",
        "A road does not bridge a river: the river is still paid for (10.5.A).",
        "Forts count for Germans only. Mobile Assault units do not attack into Mountain hexes (13.9.E).",
    )
    return Chart("tec", "Terrain", tables.sources["terrain"], "10.5", heads, tuple(rows), notes)


def _hexsides(tables: Tables) -> Chart:
    rows = tuple(
        (row.title, "closed" if row.cost is None else f"+{row.cost}", signed(row.modifier), _yes(row.zone))
        for row in tables.hexsides.values()
    )
    heads = (("hexside", "Movement Points", "attacker's die, if all cross", "zones cross"),)
    notes = (
        "A bridge or the ferry: no extra points.",
        "The sea is attacked across with the 79th Armoured Division only, as across a Minor River (13.9.B).",
    )
    return Chart("hexsides", "Hexsides", tables.sources["hexsides"], "10.5", heads, rows, notes)


def _stacking(game: ReichGame) -> Chart:
    tables = game.tables
    number = tables.numbers["stacking"]["units"]
    rows = tuple(
        (game.side_names[side], str(number), ", ".join(_FREE[word] for word in tables.lists["stacking"][side]))
        for side in game.sides
    )
    heads = (("side", "units in a hex", "one of each of these more"),)
    notes = (
        "Commonwealth units never stack with U.S. or French ones, except SHAEF and one U.S. Airborne division (5.2.B).",
    )
    return Chart("stacking", "Stacking", tables.sources["stacking"], "5.2", heads, rows, notes)


def _returns(tables: Tables) -> Chart:
    numbers = tables.numbers["returns"]
    rows = [(units, f"{numbers[key]} turns later") for key, units in _RETURNS.items()]
    draws = " and ".join(map(str, tables.lists["returns"]["draw_turns"]))
    rows.append(
        ("German infantry", f"{numbers['draw']} units from the cup on Turns {draws}; later losses do not return")
    )
    notes = (
        f"German mechanized units may go into the Watch on the Rhine Box through Turn {numbers['box_last']} instead.",
        f"No German mechanized unit returns after Turn {numbers['mechanized_last']}, or after Turn "
        f"{numbers['mechanized_last_undeclared']} without a counteroffensive (7.2.2.A).",
        "Units with a dot never return.",
    )
    heads = (("eliminated", "return"),)
    return Chart("returns", "Replacements", tables.sources["returns"], "7.2", heads, tuple(rows), notes)


def _air(tables: Tables) -> Chart:
    units = tables.lists["air"]["units"]
    rows = tuple((_span(first, last), str(number)) for first, last, number in _runs(units))
    markers = tables.lists["air"]["markers"]
    operations = tables.numbers["airborne"]
    barred = ", ".join(map(str, tables.lists["airborne"]["barred"]))
    notes = (
        f"Strafing markers take {', '.join(map(str, markers))} Movement Points; nobody knows which before the reveal.",
        f"Airborne Operations: at most {operations['most']} in a game, not on Turns {barred}, never on consecutive "
        "turns (17.9.3).",
    )
    heads = (("turns", "Tactical Air units"),)
    return Chart("air", "Air Support", tables.sources["air"], "17.5.1", heads, rows, notes)


def _runs(values: Iterable[int]) -> list[tuple[int, int, int]]:
    """The stretches of equal values: first turn, last turn, value."""
    out: list[tuple[int, int, int]] = []
    for turn, value in enumerate(values, 1):
        if out and out[-1][2] == value:
            out[-1] = (out[-1][0], turn, value)
        else:
            out.append((turn, turn, value))
    return out


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"


def _dice(tables: Tables) -> Chart:
    """The tables that need one die only."""
    faces = range(1, FACES + 1)
    captured = ["captured" if tables.captures(die) else "blown" for die in faces]
    allied, german = tables.lists["bombing"]["allied"], tables.lists["bombing"]["german"]
    failing = tables.numbers["strategic"]
    rows = (
        ("Combat Duration: points lost", *map(str, tables.lists["duration"]["points"]), "13.5"),
        ("Carpet Bombing: Allied steps", *map(str, allied), "11.1"),
        ("Carpet Bombing: German steps", *map(str, german), "11.1"),
        ("Cherbourg: turns of delay", *map(str, tables.lists["cherbourg"]["delay"]), "8.6.B"),
        ("Rhine Bridge", *captured, "10.7.5"),
        ("German Strategic Movement", *("fails" if die <= failing["fails"] else "moves" for die in faces), "10.7.12"),
    )
    heads = (("die", *_DICE, "rule"),)
    notes = (
        f"On turns with bombers that do not bomb, Strategic Movement also fails on {failing['unbombed']} (11.1.C).",
        "Carpet Bombing never takes the last step in a hex, and disrupts all German units but Flak.",
    )
    source = f"{tables.sources['duration']}; {tables.sources['bombing']}; {tables.sources['strategic']}"
    return Chart("dice", "Other Dice", source, "13.5", heads, rows, notes)
