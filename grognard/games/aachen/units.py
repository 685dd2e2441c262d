"""The counters (3.2, 3.3, 5.5): reading them, and their ratings, kinds and formations for quick use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ...engine.contents import Counter, Figure, FigureLook
from ...engine.data import Row, Source
from ...hexes import bits
from .tables_schema import AFV, FACES, INFANTRY, LEVELS, RATINGS, SIDES

#: Units of each side, HQs among them.
COUNTS = {"us": 73, "german": 96}
COUNT = sum(COUNTS.values())
#: Divisions, each with an HQ.
FORMATIONS = 15
US, GERMAN = range(2)

HQ = "hq"
TYPES = (*INFANTRY, *AFV, HQ)
CORPS = {"us": ("VII", "XIX"), "german": ("LXXXI",)}
MOVERS = ("leg", "motorized")
#: Types that may be motorized or not by their name.
_LEG = frozenset({"infantry", "mg-infantry", "bicycle-infantry", "engineer"})

#: The figures on combat units, front and disrupted side, and on HQs; and the lowest and highest number of each.
_COMBAT = {
    "effectiveness": (2, RATINGS),
    "strength": (1, 15),
    "armor": (0, FACES),
    "movement": (1, 20),
    "effectiveness2": (1, RATINGS),
    "armor2": (0, FACES),
}
_HEADQUARTERS = {
    "reaction": (1, FACES),
    "range": (1, 99),
    "support": (0, 15),
    "relocation": (1, LEVELS),
    "level": (1, LEVELS),
    "recovery": (0, LEVELS),
}
#: The columns that say where a unit starts, by the name that scenarios give to a start.
STARTS = ("september", "october")
_COLUMNS = (
    "id",
    "side",
    "name",
    "title",
    "formation",
    "corps",
    "type",
    "mover",
    *_COMBAT,
    *_HEADQUARTERS,
    *STARTS,
    "source",
)
_FILE = "counters.csv"
INDEPENDENT = "Independent"


def load_counters(source: Source, sides: tuple[str, ...], parse: Callable[[str], int]) -> tuple[Counter, ...]:
    """Read and check counters.csv; ``parse`` reads a hex."""
    rows = source.table(_FILE, ("id",), _COLUMNS, closed=True)
    titles = {row["formation"]: row["title"] for row in rows if row["type"] == HQ}
    counters = tuple(_counter(source, row, sides, parse, titles) for row in rows)
    _check_formations(source, rows)
    sound = not source.has_errors(_FILE)
    for side, count in COUNTS.items():
        found = sum(c.side == side for c in counters)
        if found != count and sound:
            source.error(_FILE, f"{found} {side} counters, the game has {count}")
    return counters


def _counter(
    source: Source, row: Row, sides: tuple[str, ...], parse: Callable[[str], int], titles: dict[str, str]
) -> Counter:
    side = source.one_of(row, "side", sides)
    kind = source.one_of(row, "type", TYPES)
    corps = source.one_of(row, "corps", CORPS.get(side, ()))
    for start in STARTS:
        if row[start]:
            source.parsed(row, start, parse)
    _check_id(source, row)
    values = _values(source, row, _HEADQUARTERS if kind == HQ else _COMBAT, _COMBAT if kind == HQ else _HEADQUARTERS)
    tags = {f"formation:{row['formation']}", f"corps:{corps}"} - {"formation:"}
    if kind == HQ:
        printed = "-".join(str(values[name]) for name in ("reaction", "range", "support", "relocation"))
    else:
        tags |= {"afv" if kind in AFV else "infantry", source.one_of(row, "mover", MOVERS)}
        _check_combat(source, row, values)
        printed = "-".join(str(values[name]) for name in ("effectiveness", "strength", "armor", "movement"))
    return Counter(
        row["id"],
        side,
        row["name"],
        kind,
        values,
        printed,
        formation=titles.get(row["formation"], INDEPENDENT),
        source=row["source"],
        tags=frozenset(tags),
        figures=_figures(row, values),
        back=_figures(row, values, back=True),
        white_band=not row["formation"],
    )


def _figures(row: Row, values: Mapping[str, int], *, back: bool = False) -> tuple[Figure, ...]:
    """The printed figures (3.2, 3.3): those of both sides of combat units, and of HQs with a back marked for supply."""
    code = Figure(row["formation"], "right")
    if row["type"] == HQ:
        return (
            Figure(str(values["reaction"]), "left"),
            code,
            Figure(str(values["range"]), "lower left"),
            Figure(str(values["support"]), "lower middle"),
            Figure(str(values["relocation"]), "lower right"),
        )
    box: FigureLook = "yellow box" if row["type"] in AFV else "white box"
    hexagon: FigureLook = "red hexagon" if row["mover"] == "motorized" else "white hexagon"
    return (
        Figure(str(values["effectiveness2" if back else "effectiveness"]), "left"),
        *((code,) if row["formation"] else ()),
        Figure(str(values["strength"]), "lower left"),
        Figure(str(values["armor2" if back else "armor"]), "lower middle", box),
        Figure("d" if back else str(values["movement"]), "lower right", hexagon),
    )


def _values(
    source: Source, row: Row, printed: dict[str, tuple[int, int]], others: dict[str, tuple[int, int]]
) -> dict[str, int]:
    """The numbers of a counter within their limits; a combat unit has none of an HQ's and the other way round."""
    for name in others:
        if row[name]:
            source.error(row, f"{name} is {row[name]!r}, which a unit of type {row['type']} does not have")
    values = {}
    for name, (least, most) in printed.items():
        values[name] = source.number(row, name, least=least)
        if values[name] > most:
            source.error(row, f"{name} is {values[name]}, more than {most}")
    return values


def _check_id(source: Source, row: Row) -> None:
    """An id is the code of the formation, a dash and the printed name; an independent unit has its name only."""
    wanted = f"{row['formation']}-{row['name']}" if row["formation"] else row["name"]
    if row["id"] != wanted:
        source.error(row, f"id is {row['id']!r}, where formation and name make {wanted!r}")


def _check_combat(source: Source, row: Row, values: dict[str, int]) -> None:
    """The disrupted side is weaker (5.6.3), and a type moves as its name says (3.2)."""
    if values["effectiveness2"] >= values["effectiveness"]:
        source.error(row, "the disrupted side does not have a lower Effectiveness Rating (5.6.3)")
    if values["armor2"] > values["armor"]:
        source.error(row, "the disrupted side has more Tank or Anti-Tank Points (5.6.3)")
    wanted = "leg" if row["type"] in _LEG else "motorized"
    if row["mover"] in MOVERS and row["mover"] != wanted:
        source.error(row, f"mover is {row['mover']!r}, but a unit of type {row['type']} is {wanted}")


def _check_formations(source: Source, rows: list[Row]) -> None:
    """Every formation has one HQ, which has a title; all of its units are of one side and corps (3.3, 5.5.1)."""
    hqs: dict[str, Row] = {}
    for row in rows:
        if row["type"] != HQ:
            continue
        if not row["formation"]:
            source.error(row, "an HQ needs a formation (3.3)")
        elif row["formation"] in hqs:
            first = hqs[row["formation"]].line
            source.error(row, f"formation {row['formation']} has a second HQ (first in line {first})")
        else:
            hqs[row["formation"]] = row
        if not row["title"]:
            source.error(row, "an HQ needs the name of its formation as title")
    lacking: set[str] = set()
    for row in rows:
        code = row["formation"]
        if not code or row["type"] == HQ:
            continue
        if code not in hqs:
            if code not in lacking:
                source.error(row, f"formation {code} has no HQ (3.3)")
            lacking.add(code)
        elif (row["side"], row["corps"]) != (hqs[code]["side"], hqs[code]["corps"]):
            source.error(row, f"{row['id']} is not of the side and corps of the HQ of formation {code}")


@dataclass(frozen=True)
class Formation:
    """A division: its HQ and its own units, the HQ not among them."""

    code: str
    name: str
    side: int
    corps: str
    hq: int
    members: int


def _tagged(counter: Counter, head: str) -> str:
    return next((tag.partition(":")[2] for tag in sorted(counter.tags) if tag.startswith(f"{head}:")), "")


class Roster:
    """The counters as lists and sets, for quick reading. Units and formations are numbers."""

    def __init__(self, counters: tuple[Counter, ...]) -> None:
        def having(test: Callable[[Counter], bool]) -> int:
            return sum(1 << i for i, c in enumerate(counters) if test(c))

        def value(name: str) -> list[int]:
            return [c.values.get(name, 0) for c in counters]

        def faces(name: str) -> list[tuple[int, int]]:
            return list(zip(value(name), value(f"{name}2"), strict=True))

        #: by unit, front and disrupted side; 0 for HQs
        self.effectiveness = faces("effectiveness")
        #: Tank Points of AFVs, Anti-Tank Points of infantry type, front and disrupted side
        self.armor = faces("armor")
        #: printed strength and movement allowance; 0 for HQs
        self.strength = value("strength")
        self.movement = value("movement")
        self.hqs = having(lambda c: c.type == HQ)
        self.combat = having(lambda c: c.type != HQ)
        self.afv = having(lambda c: "afv" in c.tags)
        self.infantry = having(lambda c: "infantry" in c.tags)
        self.leg = having(lambda c: "leg" in c.tags)
        self.motorized = having(lambda c: "motorized" in c.tags)
        #: by type
        self.types = {kind: having(lambda c, kind=kind: c.type == kind) for kind in TYPES}  # type: ignore[misc]
        self.corps = [_tagged(c, "corps") for c in counters]
        self.side = [SIDES.index(c.side) for c in counters]
        #: the class of mover: ``us leg``, ``us motorized``, ``german leg`` or ``german motorized``; HQs have none
        self.mover = ["" if c.type == HQ else f"{c.side} {'leg' if 'leg' in c.tags else 'motorized'}" for c in counters]
        self.formations = tuple(self._formations(counters))
        self.by_code = {f.code: i for i, f in enumerate(self.formations)}
        #: the formation that a unit belongs to for good, or -1
        self.home = [self.by_code.get(_tagged(c, "formation"), -1) for c in counters]
        self.independents = sum(1 << u for u, home in enumerate(self.home) if home < 0)
        #: by unit the figures of HQs; 0 for other units
        self.reaction = value("reaction")
        self.range = value("range")
        self.support = value("support")
        self.relocation = value("relocation")
        #: highest Activation Level and recovery rating by formation
        self.level = [counters[f.hq].values["level"] for f in self.formations]
        self.recovery = [counters[f.hq].values["recovery"] for f in self.formations]
        #: what may be lent within a US corps (5.5.1): infantry by regiment, and tank task groups
        self.regiments = {i: self._regiments(counters, f) for i, f in enumerate(self.formations)}
        self.task_groups = having(lambda c: c.type == "tank" and c.side == SIDES[US] and "/" in c.name)

    def _formations(self, counters: tuple[Counter, ...]) -> Iterable[Formation]:
        for hq in bits(self.hqs):
            c = counters[hq]
            code = _tagged(c, "formation")
            tag = f"formation:{code}"
            members = sum(1 << i for i, other in enumerate(counters) if tag in other.tags and i != hq)
            yield Formation(code, c.formation, SIDES.index(c.side), _tagged(c, "corps"), hq, members)

    def _regiments(self, counters: tuple[Counter, ...], formation: Formation) -> dict[str, int]:
        """The infantry battalions of a formation by regiment: the part of their name after the stroke."""
        found: dict[str, int] = {}
        for u in bits(formation.members & self.types["infantry"]):
            regiment = counters[u].name.partition("/")[2]
            if regiment:
                found[regiment] = found.get(regiment, 0) | 1 << u
        return found

    def formation_name(self, index: int) -> str:
        """A formation as players read it."""
        return self.formations[index].name
