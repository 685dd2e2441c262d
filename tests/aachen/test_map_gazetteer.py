"""Every fact the gazetteer knows of a hex: what the rules say of it, and where the ground puts a town."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.aachen.helpers_map import BOARD, BOX, GROUND, at, has_road, kind, members, region
from tests.kit import csv_rows
from tests.kit.box import Gazetteer

LINES = csv_rows(Path(__file__).parent / "gazetteer.csv")
DERIVED = [line for line in LINES if line["facts"].startswith("DERIVED")]
STATED = [line for line in LINES if line not in DERIVED]
#: names that the map spells otherwise, or that are parts of a place
ALIAS = {
    "aachencentre": "aachen",
    "aachenburtscheid": "aachen",
    "aachenforst": "forst",
    "aachenhaaren": "haaren",
    "aacheneilendorf": "eilendorf",
    "aachenbrand": "brand",
    "aachenlaurensberg": "laurensberg",
    "stolbergmuensterbusch": "muensterbusch",
    "broichweiden": "weiden",
}
#: places off the east edge, and one that two rules put five hexes west of where the ground has it
OFF_MAP = {"juelich", "langerwehe", "inden", "huertgen"}
FAR = {"geilenkirchen": 5}


NAMES = Gazetteer(BOX, {"ß": "ss", "ü": "ue", "ö": "oe", "ä": "ae"})


@pytest.mark.parametrize("line", STATED, ids=lambda line: f"{line['hex']} {line['facts'][:24]}")
def test_what_the_rules_say_of_a_hex(line: dict[str, str]) -> None:
    fact, where = line["facts"], line["hex"]
    points = re.match(r"(\d+) VP in Scenario (\d)", fact)
    if points:
        scenario = {"2": "Stolberg", "3": "Wurm"}[points[2]]
        assert where in members(f"{scenario} {points[1]}")
        assert GROUND.built_up >> at(where) & 1
    elif fact.startswith("Scenario 1 objective"):
        assert where in members("First Blood objectives")
        assert BOARD.having("westwall") >> at(where) & 1
    elif "dragon's teeth" in fact:
        assert kind(where) == "dragons-teeth"
    elif "crossing of Roer" in fact:
        assert kind(where) == "roer"
        assert has_road(where)
    elif "end of outer" in fact:
        assert members("Outer pillbox line")[0 if "southern" in fact else -1] == where
    elif "despite ban" in fact:
        assert where in members("Bulge of Kerkrade")
        assert not region("Closed to Germans") >> at(where) & 1
    else:
        area = {"xx16/25xx": "First Blood area", "10xx-42xx": "Stolberg area", "31xx-56xx": "Wurm area"}[where]
        assert members(area)


@pytest.mark.parametrize("line", DERIVED, ids=lambda line: line["name"])
def test_towns_are_near_their_place_on_the_ground(line: dict[str, str]) -> None:
    name = NAMES.plain(line["name"])
    name = ALIAS.get(name, name)
    if name in OFF_MAP:
        assert name not in NAMES.hexes
        return
    assert NAMES.distance(name, line["hex"]) <= FAR.get(name, 2)
