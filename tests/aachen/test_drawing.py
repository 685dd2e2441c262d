"""The board and the counters as they are drawn."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest

from grognard.art.counters import back_line, counter_svg, has_back
from grognard.art.map import Map, sheet
from grognard.art.symbols import has_symbol, symbol
from grognard.hexes import bits
from tests.aachen.helpers_map import BOARD, COUNTERS, GRID, GROUND, INDEX
from tests.rules import rule

SVG = "{http://www.w3.org/2000/svg}"
CHART = Map(BOARD)
DRAWING = ElementTree.fromstring(sheet(CHART, "", "", None))


def texts(element: ElementTree.Element) -> list[str]:
    return ["".join(e.itertext()) for e in element.iter(f"{SVG}text")]


def test_every_hex_is_drawn() -> None:
    ids = {e.get("id") for e in DRAWING.iter()}
    assert all(f"hex-{GRID.label(h)}" in ids for h in bits(BOARD.playable))


def test_every_name_is_written_and_none_lies_on_another() -> None:
    written = texts(DRAWING)
    assert set(BOARD.names.values()) <= set(written)
    boxes = CHART.names.taken[: len(CHART.names.names())]
    assert len(boxes) > 150
    assert not [(a, b) for a, b in combinations(boxes, 2) if a.meets(b)]


def test_no_name_leaves_the_sheet() -> None:
    assert all(box.x > 0 and box.x + box.w < CHART.width for box in CHART.names.taken)


def test_every_hex_with_pillboxes_has_its_wall() -> None:
    walls = [e for e in DRAWING.iter(f"{SVG}path") if e.get("class") == "bunker"]
    (places,) = (e for e in DRAWING.iter(f"{SVG}g") if e.get("id") == "places")
    drawn = [e for e in places.iter(f"{SVG}path") if e.get("class") == "bunker"]
    assert len(drawn) == GROUND.pillboxes.bit_count()
    assert len(walls) == len(drawn) + 1, "and one in the key"


def test_the_streams_at_the_teeth_are_drawn_and_not_named() -> None:
    assert sum(len(curves) for _, _, curves in [r for r in CHART.water.region_curves if r[2]]) >= 2
    assert not [words for words in texts(DRAWING) if "streams at the teeth" in words.lower()]


def test_every_type_has_a_symbol_of_its_own() -> None:
    types = {c.type for c in COUNTERS}
    assert all(has_symbol(kind) for kind in types)
    assert len({symbol(kind) for kind in types}) == len(types)


@rule("aachen", "3.2", "3.3")
@pytest.mark.parametrize(
    ("unit", "front", "back"),
    [
        ("1-I/16", ["I/16", "6", "1", "10", "3", "4"], ["4", "1", "10", "2", "d"]),
        ("394", ["394", "5", "4", "5", "8"], ["3", "4", "3", "d"]),
        ("30-HQ", ["HQ", "HQ", "5", "30", "15", "4", "3"], ["5", "30", "15", "4", "3"]),
    ],
)
def test_what_is_printed_on_both_sides(unit: str, front: list[str], back: list[str]) -> None:
    drawn = ElementTree.fromstring(counter_svg(COUNTERS[INDEX[unit]], sides=("us", "german")))
    (hidden,) = (e for e in drawn.iter(f"{SVG}g") if e.get("class") == "back")
    assert texts(hidden) == back
    every = texts(drawn)
    for words in back:
        every.remove(words)
    assert sorted(every) == sorted(front)


@rule("aachen", "3.2a", "3.2b", "3.2d")
def test_looks_of_the_figures_say_type_and_movement() -> None:
    for c in COUNTERS:
        if c.type == "hq":
            continue
        front = {figure.place: figure.look for figure in c.figures}
        assert front["lower middle"] == ("yellow box" if "afv" in c.tags else "white box")
        assert front["lower right"] == ("red hexagon" if "motorized" in c.tags else "white hexagon")
        assert next(figure.text for figure in c.back if figure.place == "lower right") == "d"


@rule("aachen", "3.2e")
def test_independents_have_a_white_stripe() -> None:
    assert {c.id for c in COUNTERS if c.white_band} == {c.id for c in COUNTERS if c.formation == "Independent"}


def test_every_counter_has_a_back_and_combat_units_other_figures_on_it() -> None:
    assert all(has_back(c) for c in COUNTERS)
    assert back_line(COUNTERS[INDEX["246-I/404"]]) == "3-7-1-4"
    assert all(bool(back_line(c)) == (c.type != "hq") for c in COUNTERS)
