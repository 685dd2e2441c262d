"""Chapter 3: reading scenarios.toml, and what is checked across the files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...engine.board import Board
from ...engine.checks import require_region, unit_of
from ...engine.contents import Counter, Scenario, read_scenarios
from ...engine.data import Row, Source
from ...engine.schema import ListOf, Table, Text, Whole, one_of, read
from ...engine.toml_lines import Words
from ...hexes import bits
from .ground import ENTRANCES
from .places import Places
from .regions import REGIONS
from .roster import Roster
from .tables import Tables
from .tables_schema import SIDES, TURNS
from .units import ENGLAND, LANDED

FILE = "scenarios.toml"
STARTS = ("june", "front")
#: Uses of chosen units in the steps of the Final Battles set-up.
CHOICES = ("remove", "reduce", "keep")
STEPS = range(2, 11)


@dataclass(frozen=True)
class _Box:
    """The data that scenarios are checked against."""

    source: Source
    board: Board
    counters: tuple[Counter, ...]
    tables: Tables
    roster: Roster
    by_id: Mapping[str, Counter]

    def error(self, *path: str | int, reason: str) -> None:
        self.source.error(self.source.entry(FILE, *path), reason)


def load_scenarios(source: Source, counters: tuple[Counter, ...], board: Board, tables: Tables) -> dict[str, Scenario]:
    """Read and check scenarios.toml, the set-up of counters.csv, and the regions that the rules name."""
    box = _Box(source, board, counters, tables, Roster(counters), {c.id: c for c in counters})
    words = read(source, FILE, _file(box))
    for region, kind in REGIONS.items():
        require_region(source, board, region, kind)
    _check_setup(box)
    _check_unique_entrances(box)
    return read_scenarios({name: _complete(box, name, entry) for name, entry in words.items()})


def _file(box: _Box) -> Table:
    """The schema of scenarios.toml: scenarios by name."""

    def region(text: str) -> None:
        if text not in box.board.regions:
            raise ValueError(f"the board has no region {text!r}")

    unit, hexes = Text(unit_of(box.by_id)), Text(box.board.grid.parse)
    units = ListOf(unit)
    choice = Table({"count": Whole(1, 99), "of": one_of(box.roster.groups), "what": one_of(CHOICES)})
    step = Table(
        {"number": Whole(STEPS[0], STEPS[-1]), "side": one_of(SIDES)},
        {
            **dict.fromkeys(("removed", "reduced", "kept", "england", "box", "anywhere"), units),
            "chosen": ListOf(choice, least=1),
            "placed": Table(others=hexes, names=unit_of(box.by_id)),
            "front": Text(region),
            "garrisons": ListOf(hexes),
            "pairs": ListOf(Text(region)),
        },
    )
    anywhere = Table({"entry": one_of(ENTRANCES), "proposed": hexes})
    scenario = Table(
        {
            "title": Text(),
            "rule": Text(),
            "about": Text(),
            "source": Text(),
            "first_turn": Whole(1, TURNS),
            "turns": Whole(1, TURNS),
            "start": one_of(STARTS),
            "airborne_operations": Whole(0, 9),
        },
        {
            "area": Text(region),
            "german_supply": Text(region),
            "dropped": units,
            "strafed": unit,
            "waiting": units,
            "absent": units,
            "anywhere": Table(others=anywhere, names=unit_of(box.by_id)),
            "steps": ListOf(step),
        },
    )
    return Table(others=scenario)


def _check_setup(box: _Box) -> None:
    """Every set-up hex of counters.csv can hold its units (3.2.A)."""
    places = Places(box.source, box.board, box.counters, box.tables)
    for row in box.source.rows["counters.csv"]:
        if row["setup"] and row["setup"] != ENGLAND:
            places.add(row["id"], row["setup"], row)


def _check_unique_entrances(box: _Box) -> None:
    """A hex is an entrance for one letter at most, and B hexes are clear (7.1.2)."""
    for row in box.source.rows["hexes.csv"]:
        words = row["features"].split(";")
        if sum(word.startswith("entry:") for word in words) > 1:
            box.source.error(row, f"{row['hex']} is an entrance for several letters (7.1.2)")
        if "entry:B" in words and (row["terrain"] != "clear" or {"town", "city", "fort"} & set(words)):
            box.source.error(row, f"{row['hex']} is a B hex and must be clear, without a town or fort (7.1.2.F)")
        _check_fort(box.source, row, words)


def _check_fort(source: Source, row: Row, words: list[str]) -> None:
    """A fort has one kind, and only coastal forts are on the coast (16.1)."""
    kinds = [word for word in words if word.startswith("fort:")]
    if len(kinds) != ("fort" in words):
        source.error(row, f"{row['hex']} needs 'fort' and its kind, such as 'fort:westwall', together (16.1)")
    elif kinds and (kinds == ["fort:coastal"]) != ("coast" in words):
        source.error(row, f"{row['hex']} has {kinds[0]}, but only forts on the coast are coastal (16.1.A)")


def _complete(box: _Box, name: str, entry: dict[str, Any]) -> dict[str, Any]:
    """A scenario with its set-up and arrivals, checked (3.1, 3.2.B, 3.3.B)."""
    first, last = entry["first_turn"], entry["turns"]
    if first > last:
        box.error(name, "turns", reason=f"{name}: the last turn {last} comes before the first {first}")
    if (entry["start"] == "front") != ("steps" in entry):
        box.error(name, reason=f"{name}: a start of 'front' needs the steps of its set-up, and no other start has them")
    setup = _june(box, name, entry) if entry["start"] == "june" else {}
    _check_special(box, name, entry)
    if "steps" in entry:
        _check_steps(box, name, entry["steps"])
    waiting = set(entry.get("waiting", ())) | set(entry.get("anywhere", {}))
    arrivals: dict[int, list[str]] = {}
    for u, turn in enumerate(box.roster.turn):
        unit = box.counters[u].id
        if first <= turn <= last and unit not in waiting and not _is_unused(box, entry, u):
            arrivals.setdefault(turn, []).append(unit)
    return {**entry, "setup": setup, "arrivals": dict(sorted(arrivals.items()))}


def _is_unused(box: _Box, entry: Words, u: int) -> bool:
    """A-D units are not used where their hexes are out of play (ruling 3.3.Ad)."""
    region = box.board.regions.get(entry.get("area", ""))
    if region is None or box.roster.entry[u] != "A-D":
        return False
    return not region.set & box.board.having("entry:A-D")


def _june(box: _Box, name: str, entry: Words) -> dict[str, str]:
    """The set-up by unit; units of the other sheet wait off the map (3.3.A)."""
    region = box.board.regions.get(entry.get("area", ""))
    absent = set(entry.get("absent", ()))
    setup = {}
    for row in box.source.rows["counters.csv"]:
        label = row["setup"]
        if not label or box.source.has_errors(row) or row["id"] in absent:
            continue
        if region is None or label == ENGLAND or region.set >> box.board.grid.parse(label) & 1:
            setup[row["id"]] = label
        else:
            entry.setdefault("waiting", []).append(row["id"])
    return setup


def _check_special(box: _Box, name: str, entry: Words) -> None:
    """Units of the special rules are of the right kind (3.2.E)."""
    for k, unit in enumerate(entry.get("dropped", ())):
        if unit in box.by_id and box.by_id[unit].type not in LANDED:
            box.error(name, "dropped", k, reason=f"{name}: {unit!r} has no Dropped side (17.9.1)")
    strafed = entry.get("strafed", "")
    if strafed in box.by_id and box.by_id[strafed].side != "german":
        box.error(name, "strafed", reason=f"{name}: {strafed!r} is not German and cannot be strafed (17.5.2)")
    for unit, where in entry.get("anywhere", {}).items():
        code = where["entry"]
        hexes = box.board.having(f"entry:{code}")
        sound = not box.source.has_errors(box.source.entry(FILE, name, "anywhere", unit))
        if sound and not hexes >> box.board.grid.parse(where["proposed"]) & 1:
            reason = f"{name}: {where['proposed']} is not an entrance hex of the letter {code}"
            box.error(name, "anywhere", unit, "proposed", reason=reason)


def _check_steps(box: _Box, name: str, steps: list[Words]) -> None:
    """Steps 2 to 10 in order; named units of the side, no unit twice, and enough units to choose from (3.4.A)."""
    numbers = [step["number"] for step in steps]
    if numbers != list(STEPS):
        box.error(
            name, "steps", reason=f"{name}.steps: the numbers are {numbers}, not {STEPS[0]} to {STEPS[-1]} in order"
        )
        return
    gone = {u for u, turn in enumerate(box.roster.turn) if turn >= 11}
    used: dict[str, int] = {}
    places = Places(box.source, box.board, box.counters, box.tables)
    for k, step in enumerate(steps):
        named = [u for key in ("removed", "kept", "england", "box", "anywhere") for u in step.get(key, ())]
        for unit in (*named, *step.get("placed", {})):
            if unit in used:
                reason = f"{name}.steps: {unit!r} was used in step {used[unit]} already"
                box.error(name, "steps", k, reason=reason)
            used.setdefault(unit, step["number"])
        for unit in (*named, *step.get("placed", {}), *step.get("reduced", ())):
            _check_named(box, (name, "steps", k), unit, step["side"], gone)
        for unit, label in step.get("placed", {}).items():
            places.add(unit, label, box.source.entry(FILE, name, "steps", k, "placed", unit))
    groups = box.roster.groups
    for k, step in enumerate(steps):
        for i, choice in enumerate(step.get("chosen", ())):
            free = sum(u not in gone and box.counters[u].id not in used for u in bits(groups.get(choice["of"], 0)))
            if free < choice["count"]:
                reason = f"{name}.steps: only {free} of the {choice['of']} can be chosen, not {choice['count']}"
                box.error(name, "steps", k, "chosen", i, reason=reason)


def _check_named(box: _Box, path: tuple[str, str, int], unit: str, side: str, gone: set[int]) -> None:
    if unit not in box.by_id:
        return
    if box.by_id[unit].side != side:
        box.error(*path, reason=f"{path[0]}.steps: {unit!r} is not {side}")
    elif box.roster.by_id[unit] in gone:
        box.error(*path, reason=f"{path[0]}.steps: {unit!r} is a reinforcement of a later turn (3.4.A.1)")
