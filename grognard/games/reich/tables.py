"""The charts of the game: fire, movement allowances, terrain effects, air, arrivals and the turn track."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ...engine.checks import check_cells
from ...engine.data import Source
from ...engine.schema import read
from ...mechanics.fire import FireTable, parse_column
from .tables_schema import FACES, HEXSIDES, KINDS, ROADS, SEA, TABLES, TERRAIN

FILE = "tables.toml"


@dataclass(frozen=True)
class Terrain:
    """A row of the Terrain Effects Chart for hexes."""

    title: str
    cost: int
    #: the cost for mountain units
    mountain: int
    modifier: int
    #: whether zones of control enter
    zone: bool
    #: whether Mobile Assaults may be made into it without a road
    mobile: bool


@dataclass(frozen=True)
class Place:
    """A row of the chart for towns, cities and forts."""

    title: str
    modifier: int
    zone: bool
    #: whether it allows or bars Mobile Assaults; None if it leaves that to the ground
    mobile: bool | None


@dataclass(frozen=True)
class Crossing:
    """A row of the chart for hexsides without a bridge; a closed hexside has no cost."""

    title: str
    cost: int | None
    modifier: int
    zone: bool


@dataclass(frozen=True)
class Space:
    """A space of the turn track."""

    label: str
    dates: str
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Tables:
    fire: FireTable
    #: Movement Points by die, under ``limited``, ``full``, ``infantry`` and ``mechanized``
    allowance: Mapping[str, tuple[int, ...]]
    terrain: Mapping[str, Terrain]
    places: Mapping[str, Place]
    hexsides: Mapping[str, Crossing]
    #: the first turn is track[0]
    track: tuple[Space, ...]
    #: every other chart as its entries by name, and its lists
    numbers: Mapping[str, Mapping[str, int]]
    lists: Mapping[str, Mapping[str, tuple[Any, ...]]]
    #: terrain of the flooded valley by name: ``wet`` and ``dry``
    flood: Mapping[str, str]
    #: where each table comes from
    sources: Mapping[str, str]

    def points(self, line: str, die: int) -> int:
        """The Movement Points of a Command Die Roll on a line of the track (10.2.5)."""
        return self.allowance[line][die - 1]

    def duration(self, die: int) -> int:
        """Movement Points that combat takes (13.5)."""
        return int(self.lists["duration"]["points"][die - 1])

    def bombing(self, die: int) -> tuple[int, int]:
        """Allied and German steps lost to Carpet Bombing (11.1)."""
        rows = self.lists["bombing"]
        return rows["allied"][die - 1], rows["german"][die - 1]

    def delay(self, die: int) -> int:
        """Turns until Cherbourg is Operational (8.6.B)."""
        return int(self.lists["cherbourg"]["delay"][die - 1])

    def air_units(self, turn: int) -> int:
        """Tactical Air units that may be used on a turn (17.5.1.A)."""
        return int(self.lists["air"]["units"][turn - 1])

    def captures(self, die: int) -> bool:
        """Whether a die captures a Rhine Bridge (10.7.5)."""
        return die in self.lists["bridges"]["captured"]

    def strategic_fails(self, die: int, *, unbombed: bool) -> bool:
        """Whether German Strategic Movement fails (10.7.12)."""
        return die <= self.numbers["strategic"]["unbombed" if unbombed else "fails"]


def load_tables(source: Source) -> Tables:
    """Read and check tables.toml, and that the board knows no terrain without a row."""
    words = read(source, FILE, TABLES)
    check_cells(source, "hexes.csv", "terrain", (*TERRAIN, SEA))
    check_cells(source, "hexsides.csv", "kind", HEXSIDES)
    check_cells(source, "roads.csv", "kind", ROADS)
    _check_fire(source, words["fire"])
    _check_allowance(source, words["allowance"])
    return Tables(
        fire=_fire(source, words["fire"]),
        allowance={line: tuple(words["allowance"][line]) for line in ("limited", "full", *KINDS)},
        terrain={name: _terrain(entry) for name, entry in words["terrain"]["kinds"].items()},
        places={name: _place(entry) for name, entry in words["places"]["kinds"].items()},
        hexsides={name: _crossing(entry) for name, entry in words["hexsides"]["kinds"].items()},
        track=tuple(Space(s["label"], s["dates"], tuple(s.get("notes", ()))) for s in words["turns"]["track"]),
        numbers={name: {k: v for k, v in table.items() if isinstance(v, int)} for name, table in words.items()},
        lists={
            name: {k: tuple(v) for k, v in table.items() if isinstance(v, list)}
            for name, table in words.items()
            if name not in ("fire", "turns")
        },
        flood={name: words["flood"][name] for name in ("wet", "dry")},
        sources={name: table["source"] for name, table in words.items()},
    )


def _terrain(entry: Mapping[str, Any]) -> Terrain:
    title, cost, modifier = entry["title"], entry["cost"], entry["modifier"]
    return Terrain(title, cost, entry.get("mountain", cost), modifier, entry["zone"], entry["mobile"])


def _place(entry: Mapping[str, Any]) -> Place:
    return Place(entry["title"], entry["modifier"], entry["zone"], entry.get("mobile"))


def _crossing(entry: Mapping[str, Any]) -> Crossing:
    cost = entry["cost"]
    return Crossing(entry["title"], None if cost == "closed" else cost, entry["modifier"], entry["zone"])


def _fire(source: Source, words: Mapping[str, Any]) -> FireTable:
    if source.has_errors(source.entry(FILE, "fire")):
        return FireTable((), (), ())
    heads = tuple(words["columns"])
    rows = tuple(map(tuple, words["rows"]))
    return FireTable(heads, tuple(map(parse_column, heads)), rows, words["first"], FACES)


def _check_fire(source: Source, words: Mapping[str, Any]) -> None:
    """Columns that follow one another, the last one open; results that never fall with strength or die."""
    if source.has_errors(source.entry(FILE, "fire")):
        return
    columns = [parse_column(head) for head in words["columns"]]
    ends = [0, *(column.last for column in columns)]
    for i, (column, before) in enumerate(zip(columns, ends, strict=False)):
        if before is None or column.first != before + 1:
            reason = f"fire.columns: {words['columns'][i]!r} does not follow the column before it"
            source.error(source.entry(FILE, "fire", "columns", i), reason)
    if columns[-1].last is not None:
        source.error(source.entry(FILE, "fire", "columns"), "fire.columns: the last column must be open, such as '17+'")
    for i, row in enumerate(words["rows"]):
        place, name = source.entry(FILE, "fire", "rows", i), f"fire.rows #{i + 1}"
        if len(row) != len(columns):
            source.error(place, f"{name} has {len(row)} results under {len(columns)} columns")
        elif any(a > b for a, b in pairwise(row)):
            source.error(place, f"{name} falls from one column to the next")
        elif i and any(a > b for a, b in zip(words["rows"][i - 1], row, strict=False)):
            source.error(place, f"{name} is lower than the row before it")


def _check_allowance(source: Source, words: Mapping[str, Any]) -> None:
    """Allowances that never fall with a better die and fit the track (10.2.5)."""
    for line in ("limited", "full", *KINDS):
        place = source.entry(FILE, "allowance", line)
        if source.has_errors(place):
            continue
        if any(a > b for a, b in pairwise(words[line])):
            source.error(place, f"allowance.{line} falls with a better die")
        if max(words[line]) > words["spaces"]:
            source.error(place, f"allowance.{line} goes beyond the {words['spaces']} spaces of the track")
