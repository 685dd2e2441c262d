"""The charts of the game: Action Points, chits, combat results, terrain effects, recovery, plans and replacements.

Movement points are kept in halves, multipliers and what terrain leaves of tank points in halves too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ...engine.checks import check_cells
from ...engine.data import Source
from ...engine.schema import read
from ...mechanics.odds import OddsTable, scale
from .tables_schema import ACTIONS, HEXSIDES, ROADS, TABLES, TERRAIN, Result, parse_result

_FILE = "tables.toml"


@dataclass(frozen=True)
class Terrain:
    """A row of the Terrain Effects Chart for hexes. Prices are in half points."""

    title: str
    leg: int
    #: None where only a road leads in
    motorized: int | None
    #: what motorized units pay along a road whose rate is barred
    by_road: int
    infantry_zone: bool
    afv_zone: bool
    #: the line of the combat results table
    line: str
    #: what is left of attacking tank points, in halves
    tank: int
    antitank: int


@dataclass(frozen=True)
class Crossing:
    """A row of the Terrain Effects Chart for hexsides: what crossing adds, in half points, None where it is closed."""

    title: str
    leg: int | None
    motorized: int | None
    #: whether a motorized unit crosses with its whole allowance only
    whole: bool
    #: built-up terrain at either end of which crossing adds nothing
    free_at: frozenset[str]
    #: the side that may not cross along a road either
    no_road_for: str
    infantry_zone: bool
    afv_zone: bool
    die: int
    tank: int


@dataclass(frozen=True)
class Chit:
    """A kind of combat chit: how many there are, and its multipliers in halves, by rating from 1 and column."""

    kind: int
    count: int
    rows: tuple[tuple[int, ...], ...]

    def multiplier(self, rating: int, column: int) -> int:
        """The multiplier in halves. Column 0 is for hasty or disrupted, 1 for regular, 2 for prepared or improved."""
        return self.rows[rating - 1][column]


@dataclass(frozen=True)
class TurnName:
    """A space of the turn track."""

    label: str
    dates: str


@dataclass(frozen=True)
class Tables:
    #: Action Points by name of the Action, and what movement and a Hasty Attack cost out of command
    costs: Mapping[str, int]
    out_of_command: int
    #: by die and Activation Level, both from 1 and counted here from 0
    activation: tuple[tuple[int, ...], ...]
    reaction: tuple[tuple[int, ...], ...]
    chits: tuple[Chit, ...]
    crt: OddsTable
    #: each cell of the combat results table as numbers
    results: Mapping[str, Result]
    terrain: Mapping[str, Terrain]
    hexsides: Mapping[str, Crossing]
    #: half points along a road by class of mover (``us leg``, ``german motorized``), and where the rate ends
    road: Mapping[str, int]
    no_road_into: frozenset[str]
    stacking: Mapping[str, int]
    leg_bonus: int
    #: the last turn on which Germans may not go beyond the outer line (7.3.8)
    closed_through: int
    support: Mapping[str, int]
    initiative_first: int
    initiative_step: int
    #: levels that German formations recover, by rating, then Interdiction Level
    recovery: Mapping[int, tuple[int, ...]]
    interdiction: tuple[int, ...]
    #: Victory Plans: points by region
    plans: Mapping[str, Mapping[str, int]]
    dummies: int
    #: the die from which the German may look at a marker
    look: int
    #: US replacement points by type, and the types that may be given up for a German type
    replacements: Mapping[str, int]
    reorganization: Mapping[str, frozenset[str]]
    #: strength points for one victory point
    loss_points: Mapping[str, int]
    #: the first turn is track[0]
    track: tuple[TurnName, ...]
    #: where each table comes from
    sources: Mapping[str, str]

    def points(self, level: int, die: int) -> int:
        """Action Points of an activation (6.3.2)."""
        return self.activation[die - 1][level - 1]

    def most_points(self, level: int) -> int:
        """The most Action Points that an activation at a level can get."""
        return max(row[level - 1] for row in self.activation)

    def reaction_points(self, level: int, die: int) -> int:
        """Action Points of a Formation Reaction (6.4.2)."""
        return self.reaction[die - 1][level - 1]

    def interdiction_level(self, die: int) -> int:
        """The Interdiction Level of a die (8.1.2)."""
        return self.interdiction[die - 1]

    def loss_victory_points(self, infantry: int, afv: int) -> int:
        """Victory points for German strength points lost (9.losses)."""
        return infantry // self.loss_points["infantry"] + afv // self.loss_points["afv"]


def load_tables(source: Source) -> Tables:
    """Read and check tables.toml, and that the board knows no terrain without a row."""
    words = read(source, _FILE, TABLES)
    check_cells(source, "hexes.csv", "terrain", TERRAIN)
    check_cells(source, "hexsides.csv", "kind", HEXSIDES)
    check_cells(source, "roads.csv", "kind", ROADS)
    _check_crt(source, words)
    _check_chits(source, words["chits"]["kinds"])
    points, roads, plans = words["action_points"], words["roads"], words["plans"]
    return Tables(
        costs={name: words["actions"][name] for name in ACTIONS},
        out_of_command=words["actions"]["out_of_command"],
        activation=tuple(map(tuple, points["activation"])),
        reaction=tuple(map(tuple, points["reaction"])),
        chits=tuple(_chit(entry) for entry in words["chits"]["kinds"]),
        crt=_crt(words["crt"]),
        results=_results(source, words["crt"]),
        terrain={name: _terrain(entry) for name, entry in words["terrain"]["kinds"].items()},
        hexsides={name: _crossing(entry) for name, entry in words["hexsides"]["kinds"].items()},
        road={
            "us leg": _half(roads["us_leg"]),
            "german leg": _half(roads["german_leg"]),
            **dict.fromkeys(("us motorized", "german motorized"), _half(roads["motorized"])),
        },
        no_road_into=frozenset(roads["not_into"]),
        stacking={name: words["stacking"][name] for name in ("hq", "afv", "infantry")},
        leg_bonus=words["movement"]["leg_bonus"],
        closed_through=words["movement"]["closed_through"],
        support={name: words["support"][name] for name in ("regular", "prepared", "other")},
        initiative_first=words["initiative"]["first"],
        initiative_step=words["initiative"]["step"],
        recovery=_recovery(source, words["recovery"]["german"]),
        interdiction=tuple(words["interdiction"]["levels"]),
        plans=plans["markers"],
        dummies=plans["dummies"],
        look=plans["look"],
        replacements=_without_source(words["replacements"]),
        reorganization={k: frozenset(v) for k, v in _without_source(words["reorganization"]).items()},
        loss_points={name: words["losses"][name] for name in ("infantry", "afv")},
        track=tuple(TurnName(**entry) for entry in words["turns"]["track"]),
        sources={name: table["source"] for name, table in words.items()},
    )


def _without_source(words: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in words.items() if name != "source"}


def _half(points: float) -> int:
    """Points in halves."""
    return int(2 * points)


def _terrain(entry: dict[str, Any]) -> Terrain:
    motorized = entry.get("motorized")
    return Terrain(
        title=entry["title"],
        leg=_half(entry["leg"]),
        motorized=None if motorized is None else _half(motorized),
        by_road=_half(entry.get("by_road", motorized or entry["leg"])),
        infantry_zone=entry["infantry_zone"],
        afv_zone=entry["afv_zone"],
        line=entry["line"],
        tank=_half(entry["tank"]),
        antitank=entry["antitank"],
    )


def _crossing(entry: dict[str, Any]) -> Crossing:
    leg, motorized = entry["leg"], entry["motorized"]
    return Crossing(
        title=entry["title"],
        leg=None if leg == "closed" else _half(leg),
        motorized=None if motorized == "closed" else 0 if motorized == "all" else _half(motorized),
        whole=motorized == "all",
        free_at=frozenset(entry.get("free_at", ())),
        no_road_for=entry.get("no_road_for", ""),
        infantry_zone=entry["infantry_zone"],
        afv_zone=entry["afv_zone"],
        die=entry["die"],
        tank=_half(entry["tank"]),
    )


def _chit(entry: dict[str, Any]) -> Chit:
    return Chit(entry["kind"], entry["count"], tuple(tuple(map(_half, row)) for row in entry["rows"]))


def _crt(words: dict[str, Any]) -> OddsTable:
    rows = tuple(tuple(row) for row in words["rows"])
    lines = {name: tuple(heads) for name, heads in words["lines"].items()}
    return OddsTable(lines, 1, rows, (words["below"], ""), words["source"])


def _results(source: Source, words: dict[str, Any]) -> dict[str, Result]:
    if source.has_errors(source.entry(_FILE, "crt")):
        return {}
    cells = {cell for row in words["rows"] for cell in row} | {words["below"]}
    return {cell: parse_result(cell) for cell in sorted(cells)}


def _recovery(source: Source, words: dict[str, Any]) -> dict[int, tuple[int, ...]]:
    found = {}
    for rating, levels in words.items():
        if rating.isdigit():
            found[int(rating)] = tuple(levels)
        else:
            source.error(source.entry(_FILE, "recovery", "german", rating), f"recovery.german.{rating} is not a rating")
    return found


def _check_crt(source: Source, words: dict[str, Any]) -> None:
    """Rows and lines of one width, odds that follow one another, and a line for every terrain."""
    crt = words["crt"]
    if source.has_errors(source.entry(_FILE, "crt")):
        return
    width = len(crt["rows"][0])
    for i, row in enumerate(crt["rows"]):
        if len(row) != width:
            reason = f"crt.rows #{i + 1} has {len(row)} results, the first has {width}"
            source.error(source.entry(_FILE, "crt", "rows", i), reason)
    for name, heads in crt["lines"].items():
        steps = [scale(head) for head in heads]
        if steps != list(range(steps[0], steps[0] + len(steps))):
            reason = f"crt.lines.{name}: the headings do not follow one another"
            source.error(source.entry(_FILE, "crt", "lines", name), reason)
        if len(heads) != width:
            reason = f"crt.lines.{name} has {len(heads)} headings over {width} results"
            source.error(source.entry(_FILE, "crt", "lines", name), reason)
    for name, entry in words["terrain"]["kinds"].items():
        place = source.entry(_FILE, "terrain", "kinds", name, "line")
        if entry["line"] not in crt["lines"] and not source.has_errors(place):
            known = ", ".join(sorted(crt["lines"]))
            source.error(place, f"terrain.kinds.{name}.line is {entry['line']!r}, not one of {known}")


def _check_chits(source: Source, kinds: list[dict[str, Any]]) -> None:
    """Multipliers of at most 3 that never fall with a better rating or a better column (7.5.1.1)."""
    for i, entry in enumerate(kinds):
        if source.has_errors(source.entry(_FILE, "chits", "kinds", i)):
            continue
        rows = entry["rows"]
        for k, row in enumerate(rows):
            place = source.entry(_FILE, "chits", "kinds", i, "rows", k)
            name = f"chits.kinds #{i + 1}.rows #{k + 1}"
            if max(row) > 3:
                source.error(place, f"{name} has a multiplier above 3 (7.5.1.1)")
            if any(a > b for a, b in pairwise(row)):
                source.error(place, f"{name} falls from one column to the next (7.5.1.1)")
            if k and any(a > b for a, b in zip(rows[k - 1], row, strict=True)):
                source.error(place, f"{name} is lower than the row of the rating before it (7.5.1.1)")
