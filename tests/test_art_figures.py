"""Counters whose figures are printed one by one, hexes with bunkers, and names that leave each other room."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from grognard.art import board_svg, counter_svg
from grognard.art.counters import SIZE, back_line, has_back
from grognard.art.figures import draw_figures
from grognard.art.map import Map, sheet
from grognard.art.palettes import contrast
from grognard.art.svg import text_width
from grognard.art.symbols import has_symbol, symbol
from grognard.engine.board import Board, Region, hexside
from grognard.engine.contents import Counter, Figure
from grognard.hexes import Grid

from .test_art import SVG, parse, units, words_of
from .test_art_tokens import worn

# -- counters with figures of their own places -----------------------------------------------------


def battalion(**changes: object) -> Counter:
    """A counter with figures in all places, and others on its back."""
    front = (
        Figure("5", "left"),
        Figure("116P", "right"),
        Figure("10", "lower left"),
        Figure("3", "lower middle", "yellow box"),
        Figure("8", "lower right", "red hexagon"),
    )
    back = (Figure("3", "left"), Figure("1", "lower middle", "white box"), Figure("d", "lower right", "white hexagon"))
    values = {"rating": 5, "strength": 10, "armor": 3, "movement": 8, "rating2": 3, "armor2": 1}
    given = {"figures": front, "back": back, "formation": "116th", **changes}
    return Counter("I/60", "red", "I/60", "armored-infantry", values, "5-10-3-8", **given)  # type: ignore[arg-type]


def faces_of(counter: Counter) -> dict[str, ElementTree.Element]:
    drawn = parse(counter_svg(counter))
    return {e.get("class", ""): e for e in drawn.iter(f"{SVG}g") if e.get("class") in ("front", "back")}


def test_figures_are_printed_one_by_one_and_others_on_the_back():
    faces = faces_of(battalion())
    assert words_of(ElementTree.tostring(faces["front"], "unicode")) == ["5", "116P", "10", "3", "8"]
    assert words_of(ElementTree.tostring(faces["back"], "unicode")) == ["3", "1", "d"]
    assert faces["front"].get("display") is None
    assert faces["back"].get("display") == "none"


def test_the_back_has_a_diagonal_stripe_and_the_front_none():
    faces = faces_of(battalion())
    striped = {name: [e.get("class") for e in face.iter(f"{SVG}path")].count("stripe") for name, face in faces.items()}
    assert striped == {"front": 0, "back": 1}


@pytest.mark.parametrize(
    ("look", "shape", "fill", "ink"),
    [
        ("white box", "rect", "#ffffff", "#1d1812"),
        ("yellow box", "rect", "#f7d64a", "#1d1812"),
        ("white hexagon", "path", "#ffffff", "#1d1812"),
        ("red hexagon", "path", "#b3261e", "#ffffff"),
    ],
)
def test_a_figure_stands_in_its_box_or_hexagon(look, shape, fill, ink):
    drawn = parse(f'<svg xmlns="{SVG[1:-1]}">{draw_figures([Figure("7", "lower middle", look)], "#123456")}</svg>')
    assert [(e.tag.removeprefix(SVG), e.get("fill")) for e in drawn] == [(shape, fill), ("text", ink)]
    assert contrast(fill, ink) > 4.5
    plain = parse(f'<svg xmlns="{SVG[1:-1]}">{draw_figures([Figure("7", "lower middle")], "#123456")}</svg>')
    assert [(e.tag.removeprefix(SVG), e.get("fill")) for e in plain] == [("text", "#123456")]


def test_figures_stay_on_the_counter_and_out_of_each_others_places():
    places = ("left", "right", "lower left", "lower middle", "lower right")
    spots = {}
    for place in places:
        drawn = parse(f'<svg xmlns="{SVG[1:-1]}">{draw_figures([Figure("10", place)], "#000")}</svg>')
        (e,) = drawn
        half = text_width("10", float(e.get("font-size", 0))) / 2
        spots[place] = (float(e.get("x", 0)) - half, float(e.get("x", 0)) + half)
        assert -SIZE / 2 <= spots[place][0] < spots[place][1] <= SIZE / 2
    row = [spots[place] for place in places[2:]]
    assert all(left[1] <= right[0] for left, right in pairwise(row))


def test_a_long_word_beside_the_symbol_is_written_upwards():
    (e,) = parse(f'<svg xmlns="{SVG[1:-1]}">{draw_figures([Figure("116P", "right")], "#000")}</svg>')
    assert "rotate(-90)" in (e.get("transform") or "")
    assert text_width("116P", float(e.get("font-size", 0))) <= 26


def test_the_line_in_words_follows_the_back():
    assert back_line(battalion()) == "3-10-1-8"
    headquarters = replace(battalion(), values={"reaction": 5}, printed="5")
    assert back_line(headquarters) == ""
    assert has_back(headquarters)
    assert not has_back(replace(headquarters, back=()))


def test_a_mark_turns_a_counter_with_figures_over_and_needs_no_letter():
    game, state = worn()
    pieces = (replace(battalion(), id="1/8"), *game.counters[1:])
    told = board_svg(type(game)(game.board, pieces, {}), state, marks={0: ["tired"]})
    face = next(e for e in parse(told).iter(f"{SVG}g") if e.get("id") == "face-0")
    assert "stripe" in {e.get("class") for e in face.iter(f"{SVG}path")}
    assert not list(units(parse(told))["1/8"].iter(f"{SVG}circle"))


def test_a_unit_of_no_formation_may_have_a_white_stripe_with_dark_letters():
    fills = []
    for white in (False, True):
        drawn = parse(counter_svg(battalion(white_band=white)))
        name = next(e for e in drawn.iter(f"{SVG}text") if e.text == "I/60")
        fills.append(({e.get("fill") for e in drawn.iter(f"{SVG}path")}, name.get("fill") or ""))
    (plain, light), (changed, dark) = fills
    (coloured,), (white_band,) = plain - changed, changed - plain
    assert contrast(str(coloured), light) > 4.5
    assert contrast(str(white_band), dark) > 7
    assert light == "#ffffff"


@pytest.mark.parametrize(
    "kind",
    [
        "mg-infantry",
        "bicycle-infantry",
        "motorized-infantry",
        "armored-infantry",
        "engineer",
        "motorized-engineer",
        "armored-engineer",
        "recce",
        "tank",
        "tank-destroyer",
        "assault-gun",
        "hq",
    ],
)
def test_new_types_have_symbols_unlike_each_other(kind):
    assert has_symbol(kind)
    assert symbol(kind) != symbol("infantry")
    assert symbol(kind) != symbol("no such type")


# -- hexes and names -------------------------------------------------------------------------------


def test_hexes_with_bunkers_have_a_wall_and_one_large_bunker():
    board = Board(Grid((1, 5), (1, 5)), "Line", "", "")
    for h in board.grid:
        board.terrain_at[h] = "clear"
        board.playable |= 1 << h
    for label in ("0202", "0303"):
        board.features[board.grid.parse(label)] = frozenset({"fort"})
    board.look = {"features": {"fort": "bunker"}}
    drawing = parse(sheet(Map(board), "", "", None))
    places = next(e for e in drawing.iter(f"{SVG}g") if e.get("id") == "places")
    assert [e.get("class") for e in places.iter(f"{SVG}path")].count("bunker") == 2
    assert [e.get("href") for e in places.iter(f"{SVG}use")] == ["#mark-bunker"] * 2
    assert "fort" in words_of(sheet(Map(board), "", "", None))


def row_of_names(*names: str) -> Map:
    board = Board(Grid((1, 3), (1, 5), lines_run="south", positions_run="east"), "Row", "", "")
    for h in board.grid:
        board.terrain_at[h] = "town" if board.grid.label(h).startswith("02") else "clear"
        board.playable |= 1 << h
    for n, name in enumerate(names, 2):
        board.names[board.grid.parse(f"02{n:02}")] = name
    return Map(board)


def test_long_names_side_by_side_do_not_lie_on_each_other():
    taken = row_of_names("Oberstolberg", "Diepenlinchen", "Carl Alexander colliery").names.taken
    assert len(taken) == 3
    assert not any(a.meets(b) for a, b in combinations(taken, 2))


def test_a_name_is_not_written_across_another_town():
    names = ("Stolberg", "Oberstolberg", "Diepenlinchen")
    found = row_of_names(*names)
    own = {name: h for h, name in found.board.names.items()}
    for name, box in zip(found.names.names(), found.names.taken, strict=True):
        under = found.plan.hex_at((box.x + box.w / 2, box.y + box.h / 2))
        assert under == own[name.words] or under not in own.values()


def test_a_name_alone_is_written_in_one_line_and_full_size():
    found = row_of_names("Carl Alexander colliery")
    drawing = sheet(found, "", "", None)
    assert "<tspan" not in drawing
    assert 'class="town" font-size="18">Carl Alexander colliery' in drawing


def test_a_name_has_room_for_the_widest_letters():
    """The widest serif face in use needs 133 for this name at 18; measured in a browser."""
    (box,) = row_of_names("Oberstolberg").names.taken
    assert box.w >= 133


def test_a_line_of_a_region_that_looks_like_a_stream_has_no_name_and_no_entry_in_the_key():
    board = Board(Grid((1, 6), (1, 6)), "Brook", "", "")
    for h in board.grid:
        board.terrain_at[h] = "clear"
        board.playable |= 1 << h
    a = board.grid.parse("0303")
    line = tuple(hexside(a, n) for n in board.grid.neighbour_list(a)[:4])
    board.regions["Hidden brook"] = Region("Hidden brook", "line", hexsides=line)
    for look, shown in (("stream", 0), ("front", 1)):
        board.look = {"lines": {"Hidden brook": look}}
        assert words_of(sheet(Map(board), "", "", None)).count("Hidden brook") == shown
