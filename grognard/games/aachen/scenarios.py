"""Chapter 10 and the schedules of 8.5: reading scenarios.toml, and what is checked across the files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ...engine.board import Board
from ...engine.checks import require_region, unit_of
from ...engine.contents import Counter, Scenario, read_scenarios
from ...engine.data import Source
from ...engine.schema import Flag, ListOf, Table, Text, Whole, one_of, read
from ...engine.toml_lines import Words
from ...hexes import bits
from .places import Places
from .tables import Tables
from .tables_schema import SIDES
from .units import STARTS, Roster

_FILE = "scenarios.toml"
#: Regions that the rules mention by name.
_REGIONS = {
    **dict.fromkeys(
        (
            "Aachen city",
            "Outer pillbox line",
            "Closed to Germans",
            "Bulge of Kerkrade",
            "US supply south",
            "US supply west",
            "German supply east",
            "German supply north",
            "German instant victory",
        ),
        "list",
    ),
    "Roer crossings": "line",
    "Stated dragon's teeth": "line",
}
GRADES = ("decisive", "substantial", "marginal", "draw")
_WINNER = Text(one_of(SIDES).parse, empty=True)
_BAND = Table({"from": Whole(), "winner": _WINNER, "grade": one_of(GRADES)})
_CLEAR_GRADE = Table({"until": Whole(1, 99), "grade": Text(), "name": Text()})


@dataclass(frozen=True)
class _Box:
    """The data that scenarios are checked against."""

    source: Source
    board: Board
    counters: tuple[Counter, ...]
    tables: Tables
    roster: Roster
    by_id: Mapping[str, Counter]

    @property
    def codes(self) -> dict[str, int]:
        return self.roster.by_code

    @property
    def independents(self) -> list[str]:
        return [self.counters[u].id for u in bits(self.roster.independents)]

    def fault(self, *way: str | int, reason: str) -> None:
        self.source.error(self.source.entry(_FILE, *way), reason)


def load_scenarios(source: Source, counters: tuple[Counter, ...], board: Board, tables: Tables) -> dict[str, Scenario]:
    """Read and check scenarios.toml, where units start, and the regions of the board that the rules speak of."""
    box = _Box(source, board, counters, tables, Roster(counters), {c.id: c for c in counters})
    words = read(source, _FILE, _file(box))
    for region, kind in _REGIONS.items():
        require_region(source, board, region, kind)
    for plan, points in tables.plans.items():
        for region in points:
            if region not in board.regions:
                place = source.entry("tables.toml", "plans", "markers", plan, region)
                source.error(place, f"plans.markers.{plan}: the board has no region {region!r}")
    schedule = words.pop("schedule")
    starts = _starts(box)
    _check_schedule(box, schedule, starts)
    _check_recovery(box)
    entries = {name: _complete(box, name, entry, schedule, starts) for name, entry in words.items()}
    return read_scenarios(entries)


def _file(box: _Box) -> Table:
    """The schema of scenarios.toml: the schedule, and scenarios by name."""

    def region(text: str) -> None:
        if text not in box.board.regions:
            raise ValueError(f"the board has no region {text!r}")

    def name(text: str) -> None:
        if text not in box.codes and text not in box.independents:
            raise ValueError(f"{text!r} is neither a formation nor an independent unit")

    def turn(text: str) -> None:
        if not text.isdigit() or not 1 <= int(text) <= len(box.tables.track):
            raise ValueError(f"{text!r} is not a turn of the track")

    unit, formation = unit_of(box.by_id), one_of(box.codes)
    places = Table(others=Text(box.board.grid.parse), names=unit)
    lent = Table(others=formation, names=one_of(box.independents).parse)
    schedule = Table(
        {
            "reinforcements": Table(others=places, names=turn),
            "returns": Table(others=places, names=turn),
            "withdrawals": Table(others=ListOf(formation), names=turn),
            "proposed": lent,
        }
    )
    victory = Table(
        {"bands": ListOf(_BAND, least=1)},
        {
            "points": Table(others=Whole(), names=region),
            "decisive": Text(region),
            "instant_victory": Text(region),
            "plans": Flag(),
            "losses": Flag(),
        },
    )
    clear = Table(
        {
            "formation": formation,
            "activations": Whole(1, 99),
            "objectives": Text(region),
            "grades": ListOf(_CLEAR_GRADE, least=1),
        }
    )
    scenario = Table(
        {
            "title": Text(),
            "rule": Text(),
            "about": Text(),
            "source": Text(),
            "first_turn": Whole(1, len(box.tables.track)),
            "turns": Whole(1, len(box.tables.track)),
            "start": one_of(STARTS),
            "us_control": Text(region),
            "assigned": lent,
        },
        {
            "answers": one_of(SIDES),
            "area": Text(region),
            "units": ListOf(Text(unit)),
            "reinforcements": ListOf(Text(name)),
            "withdrawals": ListOf(formation),
            "proposed": lent,
            "victory": victory,
            "clear": clear,
        },
    )
    return Table({"schedule": schedule}, others=scenario)


def _starts(box: _Box) -> dict[str, dict[str, str]]:
    """For each start the hexes of the units that are on the map then."""
    found: dict[str, dict[str, str]] = {}
    rows = box.source.rows["counters.csv"]
    for start in STARTS:
        places = Places(box.source, box.board, box.by_id, box.tables)
        for row in rows:
            if row[start]:
                places.add(row["id"], row[start], row)
        found[start] = {row["id"]: row[start] for row in rows if row[start]}
    return found


def _check_schedule(box: _Box, schedule: Words, starts: Mapping[str, Mapping[str, str]]) -> None:
    """Every unit that does not start in September arrives once; only units that were withdrawn come back."""
    seen: dict[str, str] = {}
    for turn, units in schedule["reinforcements"].items():
        _check_arrivals(box, "reinforcements", turn, units)
        for unit in units:
            way = ("schedule", "reinforcements", turn, unit)
            if unit in starts["september"]:
                box.fault(*way, reason=f"schedule: {unit!r} starts in September and cannot arrive on turn {turn}")
            if unit in seen:
                box.fault(*way, reason=f"schedule: {unit!r} arrives a second time (first on turn {seen[unit]})")
            seen.setdefault(unit, turn)
    lacking = [unit for unit in box.by_id if unit not in seen and unit not in starts["september"]]
    if lacking and not box.source.has_errors(_FILE):
        box.fault("schedule", "reinforcements", reason=f"schedule: {', '.join(lacking)} never arrive")
    left = {code: int(turn) for turn, codes in schedule["withdrawals"].items() for code in codes}
    for turn, units in schedule["returns"].items():
        _check_arrivals(box, "returns", turn, units)
        for unit in units:
            code = _formation(box, unit)
            if unit in box.by_id and left.get(code, 99) >= int(turn or 0):
                reason = f"schedule: {unit!r} comes back on turn {turn}, and its formation was not withdrawn before"
                box.fault("schedule", "returns", turn, unit, reason=reason)
    for unit, code in schedule["proposed"].items():
        _check_lent(box, ("schedule", "proposed", unit), unit, code)
    for unit in seen:
        if unit in box.independents and unit not in schedule["proposed"]:
            box.fault("schedule", "proposed", reason=f"schedule.proposed has no formation for {unit!r}")


def _check_arrivals(box: _Box, name: str, turn: str, units: Mapping[str, str]) -> None:
    places = Places(box.source, box.board, box.by_id, box.tables)
    for unit, label in units.items():
        places.add(unit, label, box.source.entry(_FILE, "schedule", name, turn, unit))


def _formation(box: _Box, unit: str) -> str:
    """The code of a unit's formation, or nothing for an independent unit."""
    home = -1 if unit not in box.by_id else box.roster.home[list(box.by_id).index(unit)]
    return "" if home < 0 else box.roster.formations[home].code


def _check_lent(box: _Box, way: tuple[str, ...], unit: str, code: str) -> None:
    """An independent unit is assigned within its side, and a US one within its corps (5.5.2)."""
    if unit not in box.by_id or code not in box.codes:
        return
    counter, formation = box.by_id[unit], box.roster.formations[box.codes[code]]
    if counter.side != SIDES[formation.side] or f"corps:{formation.corps}" not in counter.tags:
        box.fault(*way, reason=f"{'.'.join(way[:-1])}: {unit!r} cannot be assigned to the {formation.name} (5.5.2)")


def _check_recovery(box: _Box) -> None:
    """Every German rating has a line of the recovery table (8.1.3)."""
    source, seen = box.source, set()
    for row in source.rows["counters.csv"]:
        rating = row["recovery"]
        if row["side"] == "german" and rating.isdigit() and int(rating) not in box.tables.recovery:
            if rating not in seen and not source.has_errors("tables.toml"):
                source.error(row, f"recovery is {rating}, which has no line in tables.toml (8.1.3)")
            seen.add(rating)


def _complete(
    box: _Box, name: str, entry: dict[str, Any], schedule: Words, starts: Mapping[str, Mapping[str, str]]
) -> dict[str, Any]:
    """A scenario with its own part of the schedule, checked."""
    start = starts.get(entry["start"], {})
    chosen = entry.get("units")
    for k, unit in enumerate(chosen or ()):
        if unit not in start and unit in box.by_id:
            box.fault(name, "units", k, reason=f"{name}: {unit!r} does not start in {entry['start']}")
    setup = {unit: label for unit, label in start.items() if chosen is None or unit in chosen}
    _check_area(box, name, entry, setup)
    _check_assignments(box, name, entry, setup)
    _check_grades(box, name, entry)
    first, last = entry["first_turn"], entry["turns"]
    if first > last:
        box.fault(name, "turns", reason=f"{name}: the last turn {last} comes before the first {first}")
    wanted, leaving = entry.get("reinforcements"), entry.get("withdrawals")

    def due(units: Mapping[str, str], names: Iterable[str] | None) -> dict[str, str]:
        """The units of a turn that the scenario uses."""
        return {
            unit: label
            for unit, label in units.items()
            if names is None or unit in names or (_formation(box, unit) or unit) in names
        }

    def turns(table: Mapping[str, Any]) -> list[tuple[int, Any]]:
        return [(int(t), what) for t, what in table.items() if t.isdigit() and first < int(t) <= last]

    return {
        **entry,
        "setup": setup,
        "arrivals": {t: found for t, units in turns(schedule["reinforcements"]) if (found := due(units, wanted))},
        "returns": {t: found for t, units in turns(schedule["returns"]) if (found := due(units, leaving))},
        "departures": {
            t: gone
            for t, codes in turns(schedule["withdrawals"])
            if (gone := [code for code in codes if leaving is None or code in leaving])
        },
        "proposed": entry.get("proposed", {}),
        "arrivals_proposed": schedule["proposed"],
    }


def _check_area(box: _Box, name: str, entry: Words, setup: Mapping[str, str]) -> None:
    """Every unit starts in the area of its scenario."""
    region = box.board.regions.get(entry.get("area", ""))
    if region is None:
        return
    for row in box.source.rows["counters.csv"]:
        label = setup.get(row["id"])
        if label is not None and not box.source.has_errors(row) and not region.set >> box.board.grid.parse(label) & 1:
            box.source.error(row, f"{row['id']} starts in {label}, outside the area of the scenario {name}")


def _check_assignments(box: _Box, name: str, entry: Words, setup: Mapping[str, str]) -> None:
    """Every independent unit on the map has one formation, which is on the map too (10, ruling 10l)."""
    lists = {key: entry.get(key, {}) for key in ("assigned", "proposed")}
    for key, lent in lists.items():
        for unit, code in lent.items():
            way = (name, key, unit)
            _check_lent(box, way, unit, code)
            if unit in box.independents and unit not in setup:
                box.fault(*way, reason=f"{name}.{key}: {unit!r} is not on the map at the start")
            if key == "proposed" and unit in lists["assigned"]:
                box.fault(*way, reason=f"{name}.{key}: {unit!r} is assigned already")
            if f"{code}-HQ" not in setup and code in box.codes and "clear" not in entry:
                box.fault(*way, reason=f"{name}.{key}: the HQ of formation {code} is not on the map at the start")
    lacking = [u for u in box.independents if u in setup and not any(u in lent for lent in lists.values())]
    if lacking:
        box.fault(name, reason=f"{name}: {', '.join(lacking)} are on the map and have no formation")


def _check_grades(box: _Box, name: str, entry: Words) -> None:
    """Either bands of points from 0 upwards, or grades by activations up to the last (9, 10)."""
    if ("victory" in entry) == ("clear" in entry):
        box.fault(name, reason=f"{name} needs either a table of victory or one of hexes to clear")
    if "victory" in entry:
        lows = [band["from"] for band in entry["victory"]["bands"]]
        if lows[:1] != [0] or any(a >= b for a, b in pairwise(lows)):
            box.fault(name, "victory", "bands", reason=f"{name}.victory.bands must begin at 0 and rise")
    if "clear" in entry:
        ends = [grade["until"] for grade in entry["clear"]["grades"]]
        if ends[-1:] != [entry["clear"]["activations"]] or any(a >= b for a, b in pairwise(ends)):
            reason = f"{name}.clear.grades must rise up to the last activation"
            box.fault(name, "clear", "grades", reason=reason)
