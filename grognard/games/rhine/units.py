"""The counters (2.3 to 2.12): reading them, and their strengths and kinds for quick access."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.contents import Counter
from ...engine.data import Row, Source

#: The number of units of each side, without markers.
COUNTS = {"allied": 118, "german": 106}
COUNT = sum(COUNTS.values())

TYPES = frozenset(
    {
        "infantry",
        "mountain",
        "airborne",
        "armor",
        "armored-recon",
        "panzer",
        "panzergrenadier",
        "sp-antitank",
        "flak",
        "fortress",
    }
)
SIZES = frozenset({"XXX", "XX", "X"})
#: Allied army groups (2.5); a German unit has none.
GROUPS = ("us", "bc", "f", "1aaa")
#: The letters in the upper left corner (2.12); a German unit may have a hex there instead.
CODES = {"allied": frozenset({"N", "S", "SW", "*"}), "german": frozenset({"", "WR", "Any", "15A", "19A"})}
#: Properties of a unit besides its numbers, size, group and code.
TAGS = frozenset(
    {
        "infantry",
        "mountain",
        "paratroop",
        "armor",
        "cavalry",
        "panzer",
        "panzergrenadier",
        "assault-gun",
        "flak",
        "garrison",
        "static",
        "commando",
        "us-or-f",
        "canadian",
        "polish",
        "belgian",
        "netherlands",
    }
)
_COLUMNS = (
    "id",
    "side",
    "name",
    "title",
    "formation",
    "group",
    "type",
    "size",
    "steps",
    "attack",
    "defense",
    "attack2",
    "defense2",
    "movement",
    "entry",
    "code",
    "tags",
    "source",
)


def load_counters(source: Source, sides: tuple[str, ...], parse: Callable[[str], int]) -> tuple[Counter, ...]:
    """Read and check counters.csv; ``parse`` reads a hex."""
    rows = source.table("counters.csv", ("id",), _COLUMNS, closed=True)
    counters = tuple(_counter(source, row, sides, parse) for row in rows)
    sound = not source.has_errors("counters.csv")
    for side, count in COUNTS.items():
        found = sum(c.side == side for c in counters)
        if found != count and sound:
            source.error("counters.csv", f"{found} {side} counters instead of {count}")
    return counters


def _counter(source: Source, row: Row, sides: tuple[str, ...], parse: Callable[[str], int]) -> Counter:
    side = source.one_of(row, "side", sides)
    kind = source.one_of(row, "type", TYPES)
    source.one_of(row, "size", SIZES)
    source.one_of(row, "steps", ("1", "2"))
    values = _values(source, row)
    code = _code(source, row, side, parse)
    tags = row["tags"].split()
    for word in tags:
        if word not in TAGS:
            source.error(row, f"tags: {word!r} is not one of {', '.join(sorted(TAGS))}")
    if ("static" in tags) != (values["movement"] == 0):
        source.error(row, "static units, and only static units, have a movement factor of 0 (2.10)")
    source.one_of(row, "group", GROUPS if side == "allied" else ("",))
    known = {*tags, f"group:{row['group']}", f"code:{code}"} - {"group:", "code:"}
    printed = f"{values['attack']}-{values['defense']}-{values['movement']}"
    return Counter(
        row["id"],
        side,
        row["name"],
        kind,
        values,
        printed,
        row["size"],
        row["formation"],
        row["source"],
        frozenset(known),
    )


def _values(source: Source, row: Row) -> dict[str, int]:
    """The numbers of a counter. A unit of one step has no reduced side (2.11)."""
    values = {name: source.number(row, name, least=0) for name in ("steps", "attack", "movement", "entry")}
    values["defense"] = source.number(row, "defense", least=1)
    if values["steps"] == 2:
        values["attack2"] = source.number(row, "attack2", least=0)
        values["defense2"] = source.number(row, "defense2", least=1)
        if values["attack2"] > values["attack"] or values["defense2"] > values["defense"]:
            source.error(row, "the reduced side is stronger than the full one (2.11)")
    elif row["attack2"] or row["defense2"]:
        source.error(row, "a unit of one step has no reduced side (2.11)")
    return values


def _code(source: Source, row: Row, side: str, parse: Callable[[str], int]) -> str:
    """The code of a unit: its letters, or ``hex`` if it has a start hex."""
    allowed = CODES.get(side, frozenset())
    code = row["code"]
    if code not in allowed and side == "german":
        source.parsed(row, "code", parse)
        code = "hex"
    else:
        source.one_of(row, "code", allowed)
    waits = code in ("", "WR", "N", "S", "SW")
    if waits != (row["entry"] != "0"):
        reason = "needs a turn of entry" if waits else f"is in play from the start: {code} and entry {row['entry']}"
        source.error(row, f"{row['id']} {reason} (2.12)")
    return code


class Roster:
    """The counters as lists and sets, for quick access."""

    def __init__(self, counters: tuple[Counter, ...]) -> None:
        def having(test: Callable[[Counter], bool]) -> int:
            return sum(1 << i for i, c in enumerate(counters) if test(c))

        def tagged(tag: str) -> int:
            return having(lambda c: tag in c.tags)

        def by_steps(name: str) -> list[tuple[int, ...]]:
            return [_faces(c, name) for c in counters]

        #: attack[unit][steps]: 0 for no step, then one step, then two
        self.attack = by_steps("attack")
        self.defense = by_steps("defense")
        self.steps = [c.values["steps"] for c in counters]
        self.movement = [c.values["movement"] for c in counters]
        #: turn of entry; 0 for units in play from the start
        self.entry = [c.values["entry"] for c in counters]
        self.group = [next((g for g in GROUPS if f"group:{g}" in c.tags), "") for c in counters]
        #: N, S, SW, *, WR, Any, 15A, 19A, hex, or nothing
        self.code = [next((t[5:] for t in c.tags if t.startswith("code:")), "") for c in counters]
        self.two_steps = having(lambda c: c.values["steps"] == 2)
        self.corps = having(lambda c: c.size == "XXX")
        self.divisions = having(lambda c: c.size == "XX")
        self.brigades = having(lambda c: c.size == "X")
        self.groups = {group: tagged(f"group:{group}") for group in GROUPS}
        self.codes = {code: tagged(f"code:{code}") for code in ("N", "S", "SW", "*", "WR", "Any", "15A", "19A", "hex")}
        self.static = tagged("static")
        #: mountain infantry pays less for rough hexes (10.9)
        self.mountain = tagged("mountain")
        #: British commandos cross the Scheldt (11.15)
        self.commandos = tagged("commando")
        #: divisions and brigades that may be in the holding box (12.2), without the corps
        self.paratroops = tagged("paratroop") & ~self.corps & ~having(lambda c: c.side == "german")
        #: Fortress Walcheren and Strongpoint Ostend, always supplied (8.13)
        self.garrisons = tagged("garrison")
        #: counts as US or F at any moment (6.5)
        self.us_or_f = tagged("us-or-f")
        #: may take replacements in 1945 (9.8)
        self.bc_armor = tagged("armor") & self.groups["bc"]
        #: may start column movement in an enemy zone in 1944 (10.20)
        self.patton = self.codes["SW"] & self.groups["us"]
        #: units that may be withdrawn on Turn 9 (9.3)
        mobile = tagged("panzer") | tagged("panzergrenadier")
        self.withdraw_divisions = mobile & self.divisions
        self.withdraw_brigades = (mobile | tagged("assault-gun")) & self.brigades


def _faces(counter: Counter, name: str) -> tuple[int, ...]:
    """A factor by the number of steps left: nothing, reduced, full."""
    full = counter.values[name]
    return (0, full) if counter.values["steps"] == 1 else (0, counter.values[f"{name}2"], full)
