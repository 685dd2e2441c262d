"""The counters (2.2): reading them from counters.csv, and what their figures must be."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...engine.contents import Counter, Figure, FigureLook
from ...engine.data import Row, Source
from .tables_schema import SIDES, TURNS

FILE = "counters.csv"
#: Counters of each side, the Allied support units among them.
COUNTS = {"allied": 117, "german": 147}
COUNT = sum(COUNTS.values())

STAFF = ("hq", "leader")
SUPPORT = ("tactical-air", "bomber", "funnies")
#: Types whose units land by air and have a Dropped side (17.9.1).
LANDED = ("airborne", "air-landing")
FLAK = ("flak", "tank-destroyer")
MECHANIZED = ("panzer", "panzergrenadier", "tiger", "leader")
TYPES = {
    "allied": (*STAFF, "infantry", "mountain", "armored", *LANDED, *SUPPORT),
    "german": (
        *STAFF,
        "infantry",
        "coastal",
        "parachute",
        "mountain",
        "panzer",
        "panzergrenadier",
        "tiger",
        *FLAK,
        "garrison",
    ),
}
SIZES = ("XXXXX", "XXXX", "XXX", "XX", "X", "III", "II", "")
COMMONWEALTH = ("british", "canadian", "polish", "belgian", "dutch")
NATIONS = {"allied": ("us", "french", "allied", *COMMONWEALTH), "german": ("german",)}
#: Allied Commands, ``any`` for SHAEF; the two kinds of German units (2.2.A, 10.2).
COMMANDS = {"allied": ("21AG", "12AG", "6AG", "any"), "german": ("infantry", "mech")}
#: How a reinforcement arrives (7.1.3, 7.1.4, 7.1.5); support units come into their box.
ENTRIES = {"allied": ("std", "England", "A-D", "support"), "german": ("E", "B", "W", "A-D", "flak")}
ENGLAND = "England"

_NUMBERS = ("attack", "defense")
_BACK = ("attack2", "defense2")
_COLUMNS = (
    "id",
    "side",
    "name",
    "title",
    "nation",
    "command",
    "type",
    "size",
    "steps",
    *_NUMBERS,
    *_BACK,
    "mobile",
    "replaceable",
    "movement",
    "setup",
    "release",
    "turn",
    "entry",
    "source",
)
#: The box that says how a unit moves (10.2).
_BOXES: Mapping[str, FigureLook] = {
    "21AG": "blue box",
    "12AG": "white box",
    "6AG": "red box",
    "any": "white box",
    "infantry": "green box",
    "mech": "yellow box",
}
#: The forces of the Allied nations, and what marks those of the SS in the title of a unit.
_FORCES = {
    "us": "United States",
    "french": "France",
    "british": "Great Britain",
    "canadian": "Canada",
    "polish": "Poland",
    "belgian": "Belgium",
    "dutch": "Netherlands",
}
SS = "SS"
WAFFEN_SS = "Waffen-SS"
_SOURCES = ("rule", "derived", "reconstructed")


def load_counters(
    source: Source, parse: Callable[[str], int], place_names: Mapping[str, str] | None = None
) -> tuple[Counter, ...]:
    """Read and check counters.csv; ``parse`` reads a hex, ``place_names`` are printed in place of some hexes."""
    rows = source.table(FILE, ("id",), _COLUMNS, closed=True)
    counters = tuple(_counter(source, row, parse, place_names or {}) for row in rows)
    if not source.has_errors(FILE):
        for side, count in COUNTS.items():
            found = sum(c.side == side for c in counters)
            if found != count:
                source.error(FILE, f"{found} {side} counters, the game has {count}")
    return counters


def _counter(source: Source, row: Row, parse: Callable[[str], int], place_names: Mapping[str, str]) -> Counter:
    side = source.one_of(row, "side", SIDES)
    kind = source.one_of(row, "type", TYPES.get(side, ()))
    source.one_of(row, "size", SIZES)
    source.one_of(row, "source", _SOURCES)
    tags = {f"{name}:{row[name]}" for name in ("nation", "command", "setup", "entry") if row[name]}
    if kind in SUPPORT:
        values = _support(source, row)
    else:
        values = _values(source, row, kind)
        source.one_of(row, "nation", NATIONS.get(side, ()))
        source.one_of(row, "command", COMMANDS.get(side, ()))
        tags |= {word for word in ("mobile", "replaceable") if source.one_of(row, word, ("yes", "no")) == "yes"}
        _check_kind(source, row, kind, values)
        _check_arrival(source, row, side, parse)
    for name in ("turn", "release"):
        if row[name]:
            values[name] = _turn(source, row, name)
    return Counter(
        row["id"],
        side,
        row["name"],
        kind,
        values,
        printed_line(row),
        row["size"],
        _formation(row),
        row["source"],
        frozenset(tags),
        figures=_figures(row, place_names),
        back=_figures(row, place_names, back=True) if row["attack2"] else (),
    )


def _formation(row: Row) -> str:
    """The force whose colour a counter has on its stripe."""
    if row["side"] != "german":
        return _FORCES.get(row["nation"], "Allied")
    words = row["title"].split()
    if SS in words:
        return WAFFEN_SS
    return "Luftwaffe" if row["type"] in ("parachute", "flak") or "Luftwaffe" in words else "Army"


def printed_line(row: Row) -> str:
    """Attack and Defense Strength, and a printed Movement Allowance."""
    return "-".join(row[name] for name in (*_NUMBERS, "movement") if row[name])


def _turn(source: Source, row: Row, name: str) -> int:
    turn = source.number(row, name, least=1)
    if turn > TURNS:
        source.error(row, f"{name} is {turn}, more than {TURNS}")
    return turn


def _support(source: Source, row: Row) -> dict[str, int]:
    """Report strengths, steps and a Command: a support unit has none (2.2.B)."""
    for name in ("command", "steps", *_NUMBERS, *_BACK, "mobile", "replaceable", "movement", "setup", "release"):
        if row[name]:
            source.error(row, f"{name} is {row[name]!r}, which a support unit does not have (2.2.B)")
    return {}


def _values(source: Source, row: Row, kind: str) -> dict[str, int]:
    """The numbers of a combat unit; the back is its reduced or its Dropped side."""
    values = {"steps": source.number(row, "steps", least=1)}
    if values["steps"] > 2:
        source.error(row, f"steps is {values['steps']}, more than 2")
    values |= {name: source.number(row, name, least=0) for name in _NUMBERS}
    if row["movement"]:
        values["movement"] = source.number(row, "movement", least=0)
    turns = values["steps"] == 2 or kind in LANDED
    if not turns:
        if row["attack2"] or row["defense2"]:
            source.error(row, f"a unit of type {kind} with one step has nothing on its back")
        return values
    values |= {name: source.number(row, name, least=0) for name in _BACK}
    if values["attack2"] > values["attack"] or values["defense2"] > values["defense"]:
        source.error(row, "the back is stronger than the front")
    return values


def _check_kind(source: Source, row: Row, kind: str, values: Mapping[str, int]) -> None:
    """Report figures that do not fit the type (2.2.A, 14.1.B, 16.2, 17.9.1)."""
    if kind in STAFF and (values["attack"] or not row["movement"]):
        source.error(row, f"a unit of type {kind} has an Attack Strength of 0 and a printed Movement Allowance (2.2.A)")
    if kind == "garrison" and (values["attack"], values["defense"], row["movement"]) != (0, 3, "0"):
        source.error(row, "a Metz garrison unit is a 0-3-0 (16.2)")
    if kind in LANDED and values["steps"] != 1:
        source.error(row, "an Airborne or Air Landing unit has one step (17.9.1)")
    if row["mobile"] == "yes" and not values["attack"]:
        source.error(row, "a red Attack Strength cannot be 0 (14.1.B)")
    mechanized = row["side"] == "german" and kind in MECHANIZED
    if row["side"] == "german" and (row["command"] == "mech") != mechanized:
        source.error(row, f"command is {row['command']!r}, wrong for a unit of type {kind} (2.2.A)")


def _check_arrival(source: Source, row: Row, side: str, parse: Callable[[str], int]) -> None:
    """A unit has a set-up hex, or a turn and a code of arrival; only German set-ups have a turn of release (10.7.8)."""
    if row["setup"] and row["setup"] != ENGLAND:
        source.parsed(row, "setup", parse)
    elif row["setup"] and side == "german":
        source.error(row, "a German unit cannot start in England (2.1.E)")
    if bool(row["setup"]) == bool(row["turn"]):
        source.error(row, f"{row['id']} needs either a set-up hex or a turn of arrival")
    if bool(row["turn"]) != bool(row["entry"]):
        source.error(row, f"{row['id']} needs turn and code of arrival together (7.1.4)")
    if row["entry"]:
        source.one_of(row, "entry", ENTRIES.get(side, ()))
    if row["release"] and (side != "german" or not row["setup"]):
        source.error(row, "only a German unit with a set-up hex has a turn of release (10.7.8)")


def _figures(row: Row, place_names: Mapping[str, str], *, back: bool = False) -> tuple[Figure, ...]:
    """The printed figures: arrival, dot and release beside the symbol; strengths and movement in the row below."""
    if not row["attack"]:
        return (Figure("+1", "lower middle"),) if row["type"] in _HELPERS else ()
    attack, defense = _BACK if back else _NUMBERS
    dropped = back and row["type"] in LANDED
    look: FigureLook = "red" if row["mobile"] == "yes" else "plain"
    figures = [Figure(row[attack], "lower left", look), Figure(row[defense], "lower middle")]
    if dropped:
        figures += [Figure("2", "lower right"), Figure("", "left", "parachute")]
    elif row["movement"]:
        figures.append(Figure(row["movement"], "lower right"))
    else:
        figures.append(Figure("", "lower right", _BOXES.get(row["command"], "white box")))
    arrival = f"{row['turn']}{_CODES.get(row['entry'], row['entry'])}" if row["turn"] else row["setup"]
    arrival = place_names.get(arrival, arrival)
    if arrival and not back:
        figures.append(Figure(arrival, "left", "yellow box" if row["release"] else "plain"))
    if row["release"] and not back:
        figures.append(Figure(f"R{row['release']}", "right"))
    if row["replaceable"] == "no":
        figures.append(Figure("", "upper right", "dot"))
    return tuple(figures)


#: Support units that add 1 to a die (13.9.A.2).
_HELPERS = ("tactical-air", "funnies")
#: Codes of arrival that are printed shorter.
_CODES = {"std": "", "flak": "", ENGLAND: "Eng", "A-D": "AD"}
