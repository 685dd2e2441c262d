"""Every fact the gazetteer knows of a hex: what the rules say of it, and what geography says.

``gazetteer.csv`` holds one fact a line: towns of 15.22, start hexes of 16.12 and 16.13, entry hexes of
16.14 and 16.15, and places found by fitting the real ground to the twelve towns (one hex more or less).
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from pathlib import Path

import pytest

from grognard.games.hurtgen.setup import drivable
from grognard.hexes import bits, of
from tests.hurtgen.helpers_map import BOARD, GAME, GRID, HISTORICAL, ON_ROAD, START, at, features, place, terrain
from tests.kit import csv_rows

FACTS = csv_rows(Path(__file__).parent / "gazetteer.csv")
#: names of the gazetteer that the map spells otherwise
SPELLED = {
    "Huertgen": "Hürtgen",
    "Kall/Mestrenger Muhle bridge": "Mestrenger Mühle",
    "Bruck": "Brück",
    "Jagerhaus": "Jägerhaus",
    "Schevenhutte": "Schevenhütte",
    "Burgberg/Hill400": "Burgberg (Hill 400)",
    "Lukasmuhle": "Lukasmühle",
}
TOWN = re.compile(r"town \(identifying hex; .*\); (\d+) VP to US")
STARTING = re.compile(r"(US|German) (?:arty )?([\d/-]+) (?:inf )?(\S+?)( \(116 Pz\))? start(?:; (.+))?")
ENTRY = re.compile(r"(US|German) reinforcement entry \(([^)]*)\); (west|east) edge; road hex expected")
PLACE = re.compile(r"DERIVED from georeference .*")


KINDS = {"town": TOWN, "start": STARTING, "entry": ENTRY, "place": PLACE}

Line = dict[str, str]


def kind_of(fact: str) -> str:
    found = [name for name, form in KINDS.items() if form.fullmatch(fact)]
    return found[0] if len(found) == 1 else "unread"


def every(kind: str) -> pytest.MarkDecorator:
    """Run a test for each line of a kind."""
    chosen = [line for line in FACTS if kind_of(line["facts"]) == kind]
    return pytest.mark.parametrize("line", chosen, ids=lambda line: f"{line['hex']} {line['name']}".strip())


def parts(line: Line) -> tuple[str, ...]:
    """What a fact says, in the order of its form."""
    found = KINDS[kind_of(line["facts"])].fullmatch(line["facts"])
    assert found
    return tuple(part or "" for part in found.groups())


def spelled(name: str) -> str:
    plain = re.sub(r" \(.*", "", name)
    return SPELLED.get(plain, plain)


def test_every_line_is_read() -> None:
    assert not [line for line in FACTS if kind_of(line["facts"]) == "unread"]
    counted = Tally(kind_of(line["facts"]) for line in FACTS)
    assert counted == {"town": 12, "start": 26 + 27, "entry": 3, "place": 23}
    assert all(line["rule"] for line in FACTS), "each says where it comes from"


@every("town")
def test_each_objective_is_where_the_rules_put_it(line: Line) -> None:
    label, town = line["hex"], spelled(line["name"])
    points = int(parts(line)[0])
    assert (terrain(label), BOARD.names[at(label)], BOARD.sources[at(label)]) == ("town", town, "rule")
    assert {"victory", "identifying", f"vp:{points}"} <= features(label)
    assert BOARD.regions[town].hexes[0] == at(label)
    assert GAME.tables.objectives[town] == points


@every("start")
def test_a_unit_starts_where_the_rules_put_it(line: Line) -> None:
    nation, values, called, panzer, more = parts(line)
    label, side = line["hex"], nation.lower()
    (unit,) = [u for u, h in START[side].items() if h == label]
    counter = GAME.counters[GAME.unit_ids[unit]]
    assert (counter.side, counter.printed, counter.name) == (side, values, called)
    assert ("116pz" in counter.tags) == bool(panzer)
    assert BOARD.area_at[at(label)] == side
    if more and more.startswith(("west", "east")):
        assert more == ("west" if side == "us" else "east") + " of Front Line"
    elif more:
        assert more.startswith("motorised start hexes")
        assert drivable(GAME) >> at(label) & 1


@every("entry")
def test_reinforcements_enter_where_and_when_the_rules_say(line: Line) -> None:
    nation, when, edge = parts(line)
    label = line["hex"]
    assert f"entry:{nation}" in features(label)
    assert BOARD.edge(edge) >> at(label) & 1
    assert ON_ROAD >> at(label) & 1
    assert f"offmap-road:{edge[0].upper()}" in features(label)
    arrivals = [entry for entry in HISTORICAL.words["arrivals"] if entry["hex"] == label]
    assert {entry["side"] for entry in arrivals} == {nation.lower()}
    assert {entry["turn"] for entry in arrivals} == {int(turn) for turn in re.findall(r"GT(\d+)", when)}


@every("place")
def test_each_place_is_within_a_hex_of_the_real_one(line: Line) -> None:
    label, name = line["hex"], line["name"]
    if name == "Wehebach":  # a stream, and the Weisser Wehe is its upper course
        banks = [pair for pair, edge in BOARD.hexsides.items() if edge.name in ("Wehebach", "Weisser Wehe")]
        found = of(h for pair in banks for h in pair)
    else:
        found = place(spelled(name))
    assert found, f"{name} is not on the map"
    assert min(GRID.distance(at(label), h) for h in bits(found)) <= 1
