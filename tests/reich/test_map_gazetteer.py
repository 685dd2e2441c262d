"""Every fact the gazetteer knows of a hex: what the rules say of it, and where the ground puts a town."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kit import csv_rows
from tests.kit.box import Gazetteer
from tests.reich.helpers_map import BOARD, BOX, GROUND, at, kind, members, region
from tests.rules import rule

LINES = csv_rows(Path(__file__).parent / "gazetteer.csv")
DERIVED = [line for line in LINES if line["facts"].startswith("DERIVED")]
STATED = [line for line in LINES if line not in DERIVED]
#: Rows and columns that limit an area.
AREAS = {"xx14": "North of row 14", "34xx": "West Map", "08xx": "CW barred columns"}
#: Places off the map, and those that rules or the course of the Rhine put further from the ground.
OFF_MAP = {"tours", "frankfurt"}
ALIAS = {"hagenau": "haguenau"}
FAR = {"mainz": 3, "mannheim": 3, "karlsruhe": 3}
#: Words in the facts of a hex, with what they mean.
FEATURES = {
    "Beach hex": "beach",
    "Coastal Fort": "fort:coastal",
    "Roer Dam hex": "roer-dam",
    "Ruhr City hex": "ruhr",
    "Monty's Blind Spot hex": "monty-blind-spot",
    "one of three Paris hexes": "paris",
    "Fortress Holland city": "fortress-holland",
    "B entrance/exit hex": "entry:B",
    "W entrance hex": "entry:W",
    "E entrance hex directly": "entry:E",
    "coastal hex adjacent to a Beach": "coast",
}


NAMES = Gazetteer(BOX, {"ß": "ss", "ü": "u", "ö": "o", "ä": "a"})


@rule("reich", "2.1")
@pytest.mark.parametrize("line", STATED, ids=lambda line: f"{line['hex']} {line['facts'][:24]}")
def test_what_the_rules_say_of_a_hex(line: dict[str, str]) -> None:
    where, facts = line["hex"], line["facts"]
    if where in AREAS:
        assert members(AREAS[where])
        return
    if "/" in where:
        assert kind(where.replace("/", "-"))
        return
    assert where == "0920" or GROUND.land >> at(where) & 1
    found = BOARD.features[at(where)]
    for words, feature in FEATURES.items():
        assert words not in facts or feature in found, words
    terrain = re.match(r"(Bocage|Forest)\b", facts)
    if terrain:
        assert BOARD.terrain_at[at(where)] == terrain[1].lower()
    for place in ("Town", "City"):
        if re.search(rf"\b{place}\b(?! hex)", facts) and "City hex" not in facts:
            assert place.lower() in found
    if "must be Allied for Antwerpen" in facts:
        assert where in members("Antwerp approaches")


@pytest.mark.parametrize("line", DERIVED, ids=lambda line: line["name"])
def test_towns_are_near_their_place_on_the_ground(line: dict[str, str]) -> None:
    name = NAMES.plain(line["name"])
    name = ALIAS.get(name, name)
    if name in OFF_MAP:
        assert name not in NAMES.hexes
        return
    near = f"{min(int(line['hex'][:2]), 58)}{line['hex'][2:]}" if int(line["hex"][:2]) > 58 else line["hex"]
    assert NAMES.distance(name, near) <= FAR.get(name, 1)


@rule("reich", "3.4.A.4a", "3.4.A.4b", "3.4.A.4c", "3.4.A.4d")
@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("3525", "Reims"),
        ("3913", "Bruxelles"),
        ("4225", "Verdun"),
        ("4734", "Épinal"),
        ("4520", "Bastogne"),
        ("4519", "Houffalize"),
        ("4804", "Arnhem"),
        ("5108", "Wesel"),
        ("0620", "Carentan"),
        ("0921", "Bayeux"),
        ("1122", "Caen"),
        ("1422", "Lisieux"),
        ("0722", "St-Lô"),
        ("0923", "Villers-Bocage"),
        ("3910", "Antwerpen"),
        ("1225", "Argentan"),
        ("1328", "Alençon"),
        ("4404", "Utrecht"),
        ("4005", "Rotterdam"),
        ("4302", "Amsterdam"),
    ],
)
def test_names_that_the_rules_give(label: str, name: str) -> None:
    assert BOARD.names[at(label)] == name


def test_areas_of_the_facts_are_columns_and_rows() -> None:
    assert all(int(label[:2]) <= 34 for label in members("West Map"))
    assert all(int(label[:2]) >= 35 for label in members("East Map"))
    assert region("West Map") | region("East Map") == BOARD.playable
    assert all(int(label[:2]) <= 8 for label in members("CW barred columns"))
    assert all(int(label[2:]) <= 13 for label in members("North of row 14"))
