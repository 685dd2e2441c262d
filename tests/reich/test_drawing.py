"""The board and the counters as they are drawn."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest

from grognard.art.counters import back_line, counter_svg, has_back
from grognard.art.map import Map, sheet
from grognard.art.style import region_line
from grognard.art.symbols import has_symbol, symbol
from grognard.hexes import bits
from tests.reich.helpers_map import BOARD, COUNTERS, GRID, GROUND, INDEX, ROSTER
from tests.rules import rule

SVG = "{http://www.w3.org/2000/svg}"
CHART = Map(BOARD)
DRAWING = ElementTree.fromstring(sheet(CHART, "", "", None))
BOUNDARIES = (
    "Seine Line",
    "Normandy Breakout Line",
    "Exclusion Zone boundary",
    "21AG/12AG boundary",
    "Blind Spot boundary",
    "Allied Front Line",
)


def texts(element: ElementTree.Element) -> list[str]:
    return ["".join(e.itertext()) for e in element.iter(f"{SVG}text")]


def drawn(unit: str) -> ElementTree.Element:
    return ElementTree.fromstring(counter_svg(COUNTERS[INDEX[unit]], sides=("allied", "german")))


def of_class(element: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [e for e in element.iter() if e.get("class") == name]


def test_every_hex_is_drawn() -> None:
    ids = {e.get("id") for e in DRAWING.iter()}
    assert all(f"hex-{GRID.label(h)}" in ids for h in bits(BOARD.playable))


def test_every_name_is_written_and_none_lies_on_another() -> None:
    assert set(BOARD.names.values()) <= set(texts(DRAWING))
    boxes = CHART.names.taken[: len(CHART.names.names())]
    assert len(boxes) > 250
    assert not [(a, b) for a, b in combinations(boxes, 2) if a.meets(b)]


def test_the_six_boundaries_of_the_rules_look_different() -> None:
    styles = [region_line(BOARD.look["lines"][name]) for name in BOUNDARIES]
    assert len(set(styles)) == len(styles)
    for a, b in combinations(styles, 2):
        assert a.tone != b.tone
        assert (a.way, a.dash) != (b.way, b.dash)


def test_every_line_of_the_look_is_a_region() -> None:
    assert set(BOARD.look["lines"]) <= set(BOARD.regions)
    assert {name for name, _, curves in CHART.water.region_curves if curves} == set(BOARD.look["lines"])


def test_entrance_hexes_are_shaded() -> None:
    (places,) = (e for e in DRAWING.iter(f"{SVG}g") if e.get("id") == "places")
    every = sum(hexes.bit_count() for hexes in GROUND.entrances.values())
    assert len(of_class(places, "entrance")) == every
    assert len(of_class(DRAWING, "entrance")) == every + 1, "and one in the key"
    assert len(of_class(places, "closed")) == GROUND.holland.bit_count()


def test_every_type_has_a_symbol_of_its_own() -> None:
    types = {c.type for c in COUNTERS} - {"panzer", "parachute"}
    assert all(has_symbol(c.type) for c in COUNTERS)
    assert len({symbol(kind) for kind in types}) == len(types)
    assert symbol("panzer") == symbol("armored")
    assert symbol("parachute") == symbol("airborne")


@rule("reich", "2.2.A", "7.1.4", "10.2", "10.7.8", "17.9.1")
@pytest.mark.parametrize(
    ("unit", "front", "back"),
    [
        ("US-4", ["4", "4", "4", "Utah"], ["2", "2"]),
        ("US-82AB", ["82 AB", "4", "4", "Utah"], ["2", "2", "2"]),
        ("CW-52AL", ["52 AL", "3", "4", "Eng"], ["2", "2", "2"]),
        ("G-85", ["85", "3", "4", "2516", "R5"], ["1", "2"]),
        ("G-711", ["711", "1", "2", "4", "1421", "R2"], []),
        ("US-3", ["3", "5", "5", "7AD"], ["3", "3"]),
        ("CW-79", ["79 Arm", "+1"], []),
    ],
)
def test_what_is_printed_on_both_sides(unit: str, front: list[str], back: list[str]) -> None:
    picture = drawn(unit)
    hidden = of_class(picture, "back")
    found = texts(hidden[0]) if hidden else []
    assert found == back
    every = texts(picture)
    for words in found:
        every.remove(words)
    assert sorted(every) == sorted(front)


@rule("reich", "10.2", "14.1.B")
def test_looks_say_who_moves_how_and_who_may_assault() -> None:
    boxes = {
        "21AG": "blue box",
        "12AG": "white box",
        "6AG": "red box",
        "infantry": "green box",
        "mech": "yellow box",
    }
    for u in bits(ROSTER.combat):
        looks = {figure.place: figure.look for figure in COUNTERS[u].figures}
        assert (looks["lower left"] == "red") == bool(ROSTER.mobile >> u & 1)
        if not ROSTER.printed >> u & 1:
            assert looks["lower right"] == boxes[ROSTER.command[u]]


@rule("reich", "7.2")
def test_units_that_are_never_replaced_have_a_dot_on_both_sides() -> None:
    for u in bits(ROSTER.combat):
        picture = drawn(COUNTERS[u].id)
        wanted = 0 if ROSTER.replaceable >> u & 1 else 2 if COUNTERS[u].back else 1
        assert len(of_class(picture, "dot")) == wanted


@rule("reich", "17.9.1")
def test_only_the_dropped_side_has_a_parachute() -> None:
    with_canopy = {c.id for c in COUNTERS if of_class(drawn(c.id), "parachute")}
    assert with_canopy == {COUNTERS[u].id for u in bits(ROSTER.landed)}
    for unit in with_canopy:
        (hidden,) = of_class(drawn(unit), "back")
        assert of_class(hidden, "parachute")


def test_who_has_a_back() -> None:
    for u, c in enumerate(COUNTERS):
        assert has_back(c) == bool((ROSTER.two_steps | ROSTER.landed) >> u & 1)
        assert bool(back_line(c)) == has_back(c)
    assert back_line(COUNTERS[INDEX["G-1SS"]]) == "4-4"
