"""Every fact about a hex in the gazetteer, from the rules and from geography.

``gazetteer.csv`` holds one fact a line: places and hexes that the rules name, and towns found by fitting
the real ground to those.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.hexes import bits
from tests.kit import csv_rows
from tests.rhine.helpers_map import (
    BOARD,
    CAMPAIGN,
    CITIES,
    EAST,
    FRANCE,
    GERMANY,
    GRID,
    LAND,
    MAP,
    TOWNS,
    WEST,
    members,
    region,
)

Line = dict[str, str]

LINES: list[Line] = csv_rows(Path(__file__).parent / "gazetteer.csv")
DERIVED = [line for line in LINES if line["facts"].startswith("DERIVED")]
STATED = [line for line in LINES if line not in DERIVED]
#: hex, and one thing that the rules say of it
FACTS = [(line["hex"], fact.strip()) for line in STATED for fact in line["facts"].split(";")]
#: names of the gazetteer that the map spells otherwise
SPELLED = {
    "Koln": "Köln",
    "Dusseldorf": "Düsseldorf",
    "Saarbrucken": "Saarbrücken",
    "Liege": "Liège",
    "Bruxelles": "Brussels",
    "Epinal": "Épinal",
}
#: towns that the map puts beside the hex of the gazetteer, for a reason given in docs/rhine-map.md
MOVED = {"Aachen", "Bonn", "Brussels", "Gent", "Saarbrücken", "Mainz", "Colmar", "Mulhouse", "Belfort"}


def spelled(name: str) -> str:
    return SPELLED.get(name, name)


def inside(*names: str) -> Callable[[int], None]:
    """The hex belongs to some regions."""

    def check(h: int) -> None:
        assert [name for name in names if not region(name) >> h & 1] == []

    return check


def city(h: int) -> None:
    assert CITIES >> h & 1


def opens_antwerp(h: int) -> None:
    assert region("Antwerp opening") >> h & 1


def antwerp(h: int) -> None:
    assert region("Antwerp") == 1 << h
    assert region("Antwerp opening") >> h & 1


def access(h: int) -> None:
    assert region("Antwerp access") >> h & BOARD.having("access") >> h & 1


def coastal_town(h: int) -> None:
    assert TOWNS >> h & region("Coast") >> h & 1


def ostend(h: int) -> None:
    assert CAMPAIGN["setup"]["german"]["SO"] == GRID.label(h)
    assert region("Ostend") == 1 << h


def french_city(h: int) -> None:
    assert CITIES >> h & FRANCE >> h & 1


def metz(h: int) -> None:
    assert region("Metz") == 1 << h


def dam(h: int) -> None:
    assert region("Roer dam") == 1 << h == BOARD.having("dam")
    assert GERMANY >> h & 1


def five_floods(h: int) -> None:
    assert len(members("Roer flood")) == 5
    assert MAP.nearest(region("Roer flood"), 1 << h) == 1


def easternmost(h: int) -> None:
    south = BOARD.edge("south") & FRANCE
    assert min(bits(south), key=GRID.position_of) == h
    assert not FRANCE >> (h - 1) & 1


def end_of_sources(h: int) -> None:
    assert members("Allied edge sources")[-1] == GRID.label(h)


def corner(*which: str) -> Callable[[int], None]:
    def check(h: int) -> None:
        assert all(BOARD.edge(edge) >> h & 1 for edge in which)

    return check


def end_of_east(h: int) -> None:
    assert EAST[-1] == GRID.label(h)
    assert region("East edge") >> h & 1


def last_of_north_sheet(h: int) -> None:
    assert members("BC entry")[-1] == GRID.label(h)
    assert "2917N" in GRID.names(h)


def first_of_south_west(h: int, last: str) -> None:
    assert (members("US SW entry")[0], members("US SW entry")[-1]) == (GRID.label(h), last)


def south_of_line(h: int) -> None:
    assert region("South sector") >> h & 1
    assert region("North sector") >> MAP.at(WEST[WEST.index(GRID.label(h)) - 1]) & 1


def line_end(h: int, which: str, pair: str = "") -> None:
    line = BOARD.regions["Supply sector line"].hexsides
    found = line[0] if which == "east" else line[-1]
    assert h in found
    assert not pair or MAP.between(pair.replace("/", "-")) == found


#: the form of a fact -> how it is checked; the groups of the form are handed on
KINDS: dict[str, Callable[..., None]] = {
    r"city": city,
    r"superior Allied supply source once up and running": antwerp,
    r"Allied entry hex then": antwerp,
    r"mixed-nationality stacking and joint attacks allowed then": antwerp,
    r"Antwerp Access hex \((?:marked )?A\)": access,
    r"15A auto-supply on GT1": inside("Antwerp access"),
    r"15A set-up choice": inside("15A set-up"),
    r"19A set-up choice": inside("19A set-up"),
    r"coastal town": coastal_town,
    r"must be Allied for Antwerp to open": opens_antwerp,
    r"Strongpoint Ostend \(SO\) garrison presumably here": ostend,
    r"city in France": french_city,
    r"German units in it are automatically supplied": metz,
    r"legal hex for German Any units": inside("Any set-up"),
    r"dam hex, German at start": dam,
    r"five flood markers carry printed hexes \(not in text\)": five_floods,
    r"south edge (?:hex in )?France": inside("South edge in France"),
    r"US S / French entry|French/US S entry|entry": inside("US S entry", "F entry"),
    r"easternmost south-edge hex in France": easternmost,
    r"end of Allied supply-source run": end_of_sources,
    r"SW corner": corner("south", "west"),
    r"NE corner": corner("north", "east"),
    r"SE corner": corner("south", "east"),
    r"NW corner": corner("north", "west"),
    r"east-edge exit/German supply hex": inside("East edge"),
    r"end of east edge": end_of_east,
    r"west edge|German west-exit hex": inside("West edge"),
    r"Allied supply source": inside("Allied edge sources"),
    r"BC and US N entry": inside("BC entry", "US N entry"),
    r"south end of north-map west edge": last_of_north_sheet,
    r"BC entry": inside("BC entry"),
    r"north end of US SW entry run \(to (\d{4}S)\)": first_of_south_west,
    r"just south of sector line": south_of_line,
    r"(east|west) end of sector line(?:, hexside (\d{4}S/\d{4}S))?": line_end,
}


def forms(fact: str) -> list[str]:
    return [form for form in KINDS if re.fullmatch(form, fact)]


def test_every_line_is_read() -> None:
    assert (len(STATED), len(DERIVED)) == (25, 39)
    assert not [fact for _, fact in FACTS if len(forms(fact)) != 1]
    assert {form for _, fact in FACTS for form in forms(fact)} == set(KINDS)
    assert all(line["rule"] for line in LINES), "each says where it comes from"


@pytest.mark.parametrize(("label", "fact"), FACTS)
def test_what_the_rules_say_of_a_hex(label: str, fact: str) -> None:
    (form,) = forms(fact)
    found = re.fullmatch(form, fact)
    assert found
    assert LAND >> MAP.at(label) & 1
    KINDS[form](MAP.at(label), *(group for group in found.groups() if group))


@pytest.mark.parametrize("line", [line for line in STATED if line["name"]], ids=lambda line: line["hex"])
def test_a_hex_that_the_rules_name_bears_its_name(line: Line) -> None:
    h = MAP.at(line["hex"])
    assert BOARD.names[h] == line["name"]
    assert BOARD.sources[h] == "rule"


@pytest.mark.parametrize("line", DERIVED, ids=lambda line: line["name"])
def test_a_town_is_where_the_fit_puts_it_or_one_hex_away(line: Line) -> None:
    name = spelled(line["name"])
    found = MAP.place(name)
    assert found, f"{name} is not on the map"
    assert MAP.nearest(found, 1 << MAP.at(line["hex"])) == (1 if name in MOVED else 0)
