"""The charts of the game: combat results, terrain effects, odds shifts, rates, limits and the turn track."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ...engine.checks import check_cells
from ...engine.data import Source
from ...engine.schema import ListOf, Number, Table, Text, Whole, one_of, read
from ...mechanics.odds import OddsTable, scale

#: Costs in movement points by terrain; None is prohibited.
Prices = Mapping[str, int | None]

_FILE = "tables.toml"
#: Both sides use the same line of odds.
LINE = "odds"
_SIDES = ("allied", "german")
_TERRAIN = ("clear", "rough", "polder")
_BUILT = ("town", "city", "ruhr")
_CROSSINGS = ("river", "rhine", "blocked")
_CLOSED = ("estuary", "all-sea")
_SIZES = ("XXX", "XX", "X")
_RESULTS = one_of(("AL1", "AS", "BB", "DR", "DE"))
_SHIFTS = (
    "rough",
    "highway",
    "town",
    "city",
    "ruhr",
    "westwall",
    "river",
    "rhine",
    "flood",
    "concentric",
    "first_turn_german",
    "watch_german",
    "bombs_short",
)
_EXTRA = ("mountain_rough", "highway", "flood", "exit")
_WATCH = (
    "turn",
    "least",
    "last_turn",
    "otherwise",
    "hexes",
    "hexes_by",
    "returned",
    "withdraw_turn",
    "divisions",
    "brigades",
)

_HALVES = Number("a whole or half number of divisions", parts=2, least=0.5)
_CROSS = Table(dict.fromkeys(_CROSSINGS, Whole(0, 99)))
_PRICE = Whole(1, 99)
_BOMBS = Table({"dice": Whole(1, 2), "less": Whole(0, 6), "short": Whole(0, 12)})
_TURN = Table({"label": Text(), "dates": Text(), "year": Whole(1944, 1945)})
_TABLES = Table(
    {
        "crt": Table(
            {
                "source": Text(),
                "results": ListOf(_RESULTS, least=1),
                "odds": ListOf(Text(scale), least=1),
                "below": _RESULTS,
                "above": _RESULTS,
                "first_row": Whole(1, 1),
                "rows": ListOf(ListOf(_RESULTS, least=1), exactly=6),
            }
        ),
        "tec": Table(
            {"source": Text(), **dict.fromkeys((*_TERRAIN, *_BUILT, *_EXTRA), _PRICE), **dict.fromkeys(_SIDES, _CROSS)}
        ),
        "shifts": Table({"source": Text(), **dict.fromkeys(_SHIFTS, Whole(-9, 9))}),
        "stacking": Table({"source": Text(), "limit": Whole(1, 99), **dict.fromkeys(_SIZES, _HALVES)}),
        "supply": Table({"source": Text(), "aerial_markers": Whole(0, 99)}),
        "replacements": Table({"source": Text(), "us": Whole(0, 99), "bc": Whole(0, 99)}),
        "bombers": Table({"source": Text(), "move_fight": _BOMBS, "fight_move": _BOMBS}),
        "airborne": Table({"source": Text(), "steps": Whole(1, 99), "apart": Whole(0, 99)}),
        "flood": Table({"source": Text(), "first": Whole(1, 99), "frozen": Whole(1, 99)}),
        "watch": Table({"source": Text(), **dict.fromkeys(_WATCH, Whole(1, 99))}),
        "exits": Table({"source": Text(), "german": Whole(1, 99)}),
        "turns": Table({"source": Text(), "track": ListOf(_TURN, least=1)}),
    }
)


@dataclass(frozen=True)
class Bombs:
    """The dice of heavy bombers (11.18)."""

    dice: int
    less: int
    short: int


@dataclass(frozen=True)
class Watch:
    """Hitler's decision (5.4) and its effects (4.6, 9.2, 9.3)."""

    turn: int
    least: int
    last_turn: int
    otherwise: int
    hexes: int
    hexes_by: int
    returned: int
    withdraw_turn: int
    divisions: int
    brigades: int


@dataclass(frozen=True)
class TurnName:
    """A space of the turn track."""

    label: str
    dates: str
    year: int


@dataclass(frozen=True)
class Tables:
    crt: OddsTable
    #: costs of entering each terrain and each kind of built-up hex, for ordinary units and for mountain infantry
    enter: Prices
    enter_mountain: Prices
    #: by side: the added cost of crossing a hexside; None if it may not be crossed
    cross: Mapping[str, Prices]
    highway: int
    flood_cost: int
    exit_cost: int
    tec_source: str
    #: columns, negative to the left
    shifts: Mapping[str, int]
    #: in half divisions: the limit of a hex, and the stacking value of each size
    stacking_limit: int
    stacking: Mapping[str, int]
    aerial_markers: int
    #: steps a turn by army group; French ones are taken from "us"
    replacements: Mapping[str, int]
    move_fight: Bombs
    fight_move: Bombs
    airborne_steps: int
    airborne_apart: int
    flood_first: int
    flood_frozen: int
    watch: Watch
    german_exit: int
    #: the first turn is track[0]
    track: tuple[TurnName, ...]

    def year(self, turn: int) -> int:
        """The year of a game turn, counted from 1."""
        return self.track[turn - 1].year


def load_tables(source: Source) -> Tables:
    """Read and check tables.toml, and check that every terrain of the board has a cost."""
    words = read(source, _FILE, _TABLES)
    check_cells(source, "hexes.csv", "terrain", (*_TERRAIN, "sea"))
    check_cells(source, "hexsides.csv", "kind", (*_CROSSINGS, *_CLOSED))
    check_cells(source, "roads.csv", "kind", ("highway",))
    _check_turns(source, words)
    tec, stacking, bombers, airborne = (words[name] for name in ("tec", "stacking", "bombers", "airborne"))
    enter = {name: tec[name] for name in (*_TERRAIN, *_BUILT)}
    return Tables(
        crt=_crt(source, words["crt"]),
        enter=enter,
        enter_mountain={**enter, "rough": tec["mountain_rough"]},
        cross={side: {**tec[side], **dict.fromkeys(_CLOSED)} for side in _SIDES},
        highway=tec["highway"],
        flood_cost=tec["flood"],
        exit_cost=tec["exit"],
        tec_source=tec["source"],
        shifts={name: words["shifts"][name] for name in _SHIFTS},
        stacking_limit=2 * stacking["limit"],
        stacking={size: int(2 * stacking[size]) for size in _SIZES},
        aerial_markers=words["supply"]["aerial_markers"],
        replacements={group: words["replacements"][group] for group in ("us", "bc")},
        move_fight=Bombs(**bombers["move_fight"]),
        fight_move=Bombs(**bombers["fight_move"]),
        airborne_steps=airborne["steps"],
        airborne_apart=airborne["apart"],
        flood_first=words["flood"]["first"],
        flood_frozen=words["flood"]["frozen"],
        watch=Watch(**{name: words["watch"][name] for name in _WATCH}),
        german_exit=words["exits"]["german"],
        track=tuple(TurnName(**entry) for entry in words["turns"]["track"]),
    )


def _crt(source: Source, words: dict[str, Any]) -> OddsTable:
    rows, heads = words["rows"], words["odds"]
    if not source.has_errors(source.entry(_FILE, "crt")):
        steps = [scale(head) for head in heads]
        if steps != list(range(steps[0], steps[0] + len(steps))):
            source.error(source.entry(_FILE, "crt", "odds"), "crt.odds: the headings are not consecutive")
        if len(heads) != len(rows[0]):
            reason = f"crt.odds has {len(heads)} headings over {len(rows[0])} results"
            source.error(source.entry(_FILE, "crt", "odds"), reason)
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            reason = f"crt.rows #{i + 1} has {len(row)} results, the first has {len(rows[0])}"
            source.error(source.entry(_FILE, "crt", "rows", i), reason)
    used = {cell for row in rows for cell in row} | {words["below"], words["above"]}
    for word in sorted(used - {*words["results"], ""}):
        source.error(source.entry(_FILE, "crt", "results"), f"crt.results lacks {word}, which the table contains")
    body = tuple(tuple(row) for row in rows)
    return OddsTable({LINE: tuple(heads)}, words["first_row"], body, (words["below"], words["above"]), words["source"])


def _check_turns(source: Source, words: dict[str, Any]) -> None:
    """Check that years do not go back, and that every turn named in a table is on the track."""
    track = words["turns"]["track"]
    for i, (before, after) in enumerate(pairwise(track), 1):
        if after["year"] < before["year"]:
            reason = f"turns.track #{i + 1}: {after['year']} comes after {before['year']}"
            source.error(source.entry(_FILE, "turns", "track", i), reason)
    named = [("watch", key) for key in ("turn", "last_turn", "otherwise", "hexes_by", "withdraw_turn")]
    for table, key in (*named, ("flood", "first"), ("flood", "frozen"), ("exits", "german")):
        if words[table][key] > len(track) and not source.has_errors(source.entry(_FILE, "turns")):
            reason = f"{table}.{key} is {words[table][key]}, and the track has {len(track)} turns"
            source.error(source.entry(_FILE, table, key), reason)
