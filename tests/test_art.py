"""Drawings: complete, the same every time, and legible for colour-blind players."""

from __future__ import annotations

import re
from collections import Counter as Tally
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

import grognard
from grognard.art import PALETTES, board_svg, chart_svg, charts_svg, counter_svg, counters_svg
from grognard.art.counters import SIZE, TEXT_ROOM, back_line
from grognard.art.labels import _letters
from grognard.art.map import Map, sheet
from grognard.art.marks import closed, flood
from grognard.art.network import Link, Network
from grognard.art.palettes import VISIONS, contrast, distance, seen
from grognard.art.plan import Plan
from grognard.art.style import FEATURES, GROUNDS, HEXSIDES, REGION_LINES, ROADS
from grognard.art.svg import fit, text_width
from grognard.art.symbols import has_symbol, symbol
from grognard.art.terrain import Ground
from grognard.engine.board import Board, Border, Region, Road, hexside
from grognard.engine.contents import Counter
from grognard.engine.game import Game
from grognard.engine.library import games
from grognard.engine.looks import SHARED_MARKS, Mark
from grognard.engine.reading import Chart, Reading
from grognard.hexes import Grid, bits, of

SVG = "{http://www.w3.org/2000/svg}"
NAMES = sorted(games())


def parse(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)


def ids(root: ElementTree.Element) -> Tally[str]:
    return Tally(e.get("id", "") for e in root.iter() if e.get("id"))


def units(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {e.get("data-unit", ""): e for e in root.iter() if e.get("data-unit")}


# -- a board with every style word --------------------------------------------------------------


def sampler(*, flat: bool = True) -> Board:
    """A small board with every style word."""
    grid = Grid((1, 9), (1, 8)) if flat else Grid((1, 9), (1, 8), lines_run="south", positions_run="east")
    board = Board(grid, "Sampler & <test>", "Nobody", "Reconstructed map: a test.")
    words = list(GROUNDS)
    for n, h in enumerate(grid):
        style = words[n % len(words)]
        board.terrain_at[h] = style
        board.terrain[style] = board.terrain.get(style, 0) | 1 << h
        board.playable |= 1 << h
    sides = list(Plan(board).hexsides)
    for n, kind in enumerate(HEXSIDES):
        for s in sides[n * 5 : n * 5 + 5]:
            board.hexsides[s] = Border(kind, f"{kind} water", bridge=n % 2 == 0)
    for n, kind in enumerate(ROADS):
        for s in sides[n * 7 + 3 : n * 7 + 9]:
            board.roads[s] = Road(kind)
    for n, kind in enumerate(REGION_LINES):
        board.regions[kind] = Region(kind, "line", hexsides=tuple(sides[n * 9 : n * 9 + 8]))
    marks = [*FEATURES, "town", "city", "industrial"]
    for h, mark in zip(grid, marks, strict=False):
        board.features[h] = frozenset({mark})
        board.names[h] = f"Name of {mark}"
    first = next(iter(grid))
    board.features[first] |= {"offmap-road:W", "vp:25"}
    board.look = {
        "lines": {kind: kind for kind in REGION_LINES},
        "features": {m: m for m in marks},
        "signs": {grid.label(first): "to Nowhere"},
        "captions": {"0404": "A SEA"},
        "north": 30,
    }
    return board


class ToyReading(Reading):
    mark_looks = {**SHARED_MARKS, "tired": Mark("T", turns=True)}

    def overlays(self, state):
        return {"front": of(state.at[i] for i in range(2))}


class Toy(Game):
    id = "toy"
    title = "Toy"
    sides = ("red", "blue")
    reading_type = ToyReading

    def redact(self, state, seat):
        """Only blue may see blue's second counter."""
        return SimpleNamespace(at=[*state.at[:-1], state.at[-1] if seat == "blue" else -1])


def toy() -> tuple[Toy, SimpleNamespace]:
    pieces = (
        Counter("1/8", "red", "1/8", "infantry", {}, "2-3-7", "II", "4th Div"),
        Counter("2/8", "red", "2/8", "sp-artillery", {}, "2-3-16/2-12", "II", "4th Div"),
        Counter('a "b"<c>', "blue", "odd", "unheard-of", {}, "1-1", "XX", "Odd & Co"),
        Counter("hidden", "blue", "hidden", "armor", {}, "9-9-9", "III", "Odd & Co"),
    )
    game = Toy(sampler(), pieces, {})
    at = [game.board.grid.parse(label) for label in ("0303", "0303", "0505", "0606")]
    return game, SimpleNamespace(at=at)


# -- the board ----------------------------------------------------------------------------------


@pytest.mark.parametrize("flat", [True, False])
def test_every_style_word_can_be_drawn(flat):
    board = sampler(flat=flat)
    drawn = parse(sheet(Map(board), "", "", None))
    found = ids(drawn)
    for h in bits(board.playable):
        assert found[f"hex-{board.grid.label(h)}"] == 1
    assert all(n == 1 for n in found.values())
    for layer in ("terrain", "textures", "water", "roads", "grid", "labels", "legend"):
        assert found[layer] == 1


def test_the_texts_of_a_board_are_written():
    words = ["".join(e.itertext()) for e in parse(sheet(Map(sampler()), "", "", None)).iter(f"{SVG}text")]
    assert {"Sampler & <test>", "Reconstructed map: a test.", "to Nowhere", "A SEA", "25"} <= set(words)
    assert words.count("Name of city") == 1


def test_names_do_not_overlap():
    """Three long names next to each other, each wider than its hex, give way to each other."""
    board = Board(Grid((1, 5), (1, 5), lines_run="south", positions_run="east"), "Row", "", "")
    for h in board.grid:
        board.terrain_at[h] = "clear"
        board.playable |= 1 << h
    for label in ("0302", "0303", "0304"):
        board.names[board.grid.parse(label)] = f"Langerwehe-Schlich {label}"
    first, second, third = Map(board).names.taken
    assert all(box.w > 100 for box in (first, second, third))
    assert [a.meets(b) for a, b in ((first, second), (first, third), (second, third))] == [False] * 3


def test_hex_numbers_can_be_left_out():
    game, state = toy()
    label = game.board.grid.label(state.at[0])
    words = {e.text for e in parse(board_svg(game)).iter(f"{SVG}text")}
    bare = {e.text for e in parse(board_svg(game, numbers=False)).iter(f"{SVG}text")}
    assert label in words
    assert label not in bare


def test_size_is_the_width_in_pixels():
    game, _ = toy()
    root = parse(board_svg(game, size=600))
    left, top, width, height = map(float, root.get("viewBox", "").split())
    assert (left, top) == (0, 0)
    assert float(root.get("width", 0)) == 600
    assert float(root.get("height", 0)) == pytest.approx(600 * height / width, abs=0.1)


@pytest.mark.parametrize("name", NAMES)
def test_a_real_board_is_drawn_completely(name):
    match = grognard.new(name, seed=1)
    game, state = match.game, match.state
    drawing = board_svg(game, state)
    root = parse(drawing)
    found = ids(root)
    hexes = {key for key in found if key.startswith("hex-")}
    assert hexes == {f"hex-{game.board.grid.label(h)}" for h in bits(game.board.playable)}
    assert all(n == 1 for n in found.values())
    seen_at = game.redact(state, "").at
    on_map = {c.id: game.board.grid.label(h) for c, h in zip(game.counters, seen_at, strict=True) if h >= 0}
    assert on_map
    assert {key: e.get("data-hex") for key, e in units(root).items()} == on_map
    assert len(drawing) < 3_000_000
    assert game.board.note in drawing


@pytest.mark.parametrize("name", NAMES)
def test_two_drawings_are_equal(name):
    board = grognard.game(name).board
    assert sheet(Map(board), "", "", None) == sheet(Map(board), "", "", None)


def test_every_id_in_use_is_defined():
    game, state = toy()
    root = parse(board_svg(game, state))
    found = ids(root)
    used = {e.get("href", "").removeprefix("#") for e in root.iter() if e.get("href")}
    assert used
    assert used <= set(found)


# -- terrain and lines --------------------------------------------------------------------------


def test_areas_of_terrain_meet_without_a_gap():
    """Two neighbouring terrains share every point of the border between them."""
    board = Board(Grid((1, 6), (1, 6)), "Two", "", "")
    for h in board.grid:
        board.terrain_at[h] = "forest" if board.grid.line_of(h) < 3 else "rough"
        board.playable |= 1 << h
    land = Ground(Plan(board))

    def curves(style: str) -> set[str]:
        return set(re.findall(r"Q([\d.]+ [\d.]+) ", land.shape(style)))

    assert len(curves("forest")) > 8
    assert curves("forest") == curves("rough")


def test_a_curve_has_no_kink():
    """The direction at the end of each piece is that at the start of the next."""
    place = {n: (n * 60.0, (n % 2) * 40.0) for n in range(9)}
    (curve,) = Network([Link(n, n + 1, "road") for n in range(8)], place.__getitem__).curves()
    assert len(curve.pieces) == 9
    for (c, p), (d, _) in zip(curve.pieces, curve.pieces[1:], strict=False):
        cross = (p[0] - c[0]) * (d[1] - p[1]) - (p[1] - c[1]) * (d[0] - p[0])
        assert abs(cross) < 1e-6


def test_a_branch_ends_on_the_line_from_which_it_leaves():
    place = {0: (0.0, 0.0), 1: (50.0, 0.0), 2: (100.0, 40.0), 3: (50.0, 60.0)}
    links = [Link(0, 1, "road"), Link(1, 2, "road"), Link(1, 3, "trail", rank=1)]
    network = Network(links, place.__getitem__)
    road, trail = sorted(network.curves(), key=lambda c: c.kind)
    ends = [trail.start, trail.pieces[-1][1]]
    assert any(min((x - u) ** 2 + (y - v) ** 2 for u, v in road.points(40)) < 0.5 for x, y in ends)


def test_each_link_is_drawn_once():
    ring = [Link(n, (n + 1) % 6, "road") for n in range(6)]
    spokes = [Link(n, "hub", "road") for n in range(6)]
    place = {**{n: (100.0 * (n % 3), 50.0 * (n // 3)) for n in range(6)}, "hub": (90.0, 30.0)}
    curves = Network([*ring, *spokes], place.__getitem__).curves()
    drawn = Tally(frozenset(pair) for c in curves for pair in zip(c.nodes, c.nodes[1:], strict=False))
    assert drawn == Tally(frozenset((k.a, k.b)) for k in [*ring, *spokes])


def test_bridges_are_drawn_where_the_board_has_them():
    board = sampler()
    drawing = sheet(Map(board), "", "", None)
    water = drawing[drawing.index('id="structures"') : drawing.index('id="grid"')]
    assert len(re.findall(r'href="#(?:foot)?bridge"', water)) == sum(h.bridge for h in board.hexsides.values())


def test_water_ends_at_the_edge_of_the_map():
    root = parse(sheet(Map(sampler()), "", "", None))
    (water,) = (e for e in root.iter() if e.get("id") == "water")
    (shape,) = water.findall(f"{SVG}clipPath")
    flowing = [e for e in water if e is not shape]
    assert flowing
    assert all(e.get("clip-path") == f"url(#{shape.get('id')})" for e in flowing)


@pytest.mark.parametrize("flat", [True, False])
def test_closed_hexes_are_hatched_and_flood_waves_leave_the_centre_free(flat):
    outline = Plan(sampler(flat=flat)).around((0.0, 0.0))

    def ends(drawing: str) -> list[tuple[float, float]]:
        return [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", drawing)]

    hatching, far = ends(closed(outline)), max(x * x + y * y for x, y in outline)
    assert all(49.9**2 <= x * x + y * y <= far + 0.1 for x, y in hatching)
    assert sum(abs(sum(p) - sum(q)) < 0.1 for p, q in zip(hatching[::2], hatching[1::2], strict=True)) > 6
    wash, waves = flood(outline).split("<path")[1:]
    assert 'fill="none"' not in wash
    assert [abs(y) > 9 for _, y in ends(waves)] == [True] * 4


def test_the_key_explains_flood_plains_and_closed_hexes():
    root = parse(sheet(Map(sampler()), "", "", None))
    (legend,) = (e for e in root.iter() if e.get("id") == "legend")
    words = {"".join(e.itertext()) for e in legend.iter(f"{SVG}text")}
    assert {"floodplain", "closed", "dam"} <= words
    assert {"floodplain", "closed"} <= {e.get("class") for e in legend.iter(f"{SVG}path")}


def test_the_boxes_of_a_river_name_are_where_its_letters_are():
    """Letters are above a line that runs to the right, and to the right of a line that runs down."""
    east, south = _letters([(0.0, 0.0), (10.0, 0.0)], 20.0), _letters([(0.0, 0.0), (0.0, 10.0)], 20.0)
    assert all(box.y < -10 and box.y + box.h < 5 for box in east)
    assert all(box.x > -5 and box.x + box.w > 10 for box in south)


# -- counters -----------------------------------------------------------------------------------


def test_a_stack_is_drawn_offset():
    game, state = toy()
    drawn = units(parse(board_svg(game, state)))
    assert drawn["1/8"].get("transform") != drawn["2/8"].get("transform")
    assert drawn["1/8"].get("data-hex") == drawn["2/8"].get("data-hex") == "0303"


def test_a_drawing_shows_only_what_its_side_may_see():
    game, state = toy()
    assert "hidden" in units(parse(board_svg(game, state, side="blue")))
    for stranger in ("red", ""):
        assert "hidden" not in board_svg(game, state, side=stranger)


def test_counters_off_the_map_are_not_drawn():
    game, state = toy()
    state.at[0] = -1
    assert set(units(parse(board_svg(game, state)))) == {"2/8", 'a "b"<c>'}


def test_overlays_by_name_or_by_set():
    game, state = toy()

    def drawn(overlays) -> list[str | None]:
        root = parse(board_svg(game, state, overlays=overlays))
        return [e.get("data-name") for e in root.iter() if e.get("class") == "overlay"]

    assert drawn(None) == []
    assert drawn(["front", "no such thing"]) == ["front"]
    assert drawn({"mine": 1 << state.at[0], "empty": 0}) == ["mine"]


@pytest.mark.parametrize("name", NAMES)
def test_backs_of_real_counters(name):
    """A counter with values for its back has one, and no value is higher than on the front."""
    for c in grognard.game(name).counters:
        given = [key for key in c.values if key.endswith("2") and key[:-1] in c.values]
        assert bool(back_line(c)) == bool(given)
        assert all(c.values[key] <= c.values[key[:-1]] for key in given)


def sizes(drawing: str) -> list[tuple[str, float]]:
    return [(e.text or "", float(e.get("font-size", 0))) for e in parse(drawing).iter(f"{SVG}text")]


@pytest.mark.parametrize("printed", ["2-3-7", "2-3-16/2-12", "12-14-16-18/10-12"])
def test_strengths_fit_the_counter(printed):
    piece = Counter("x", "red", "an unusually long name", "infantry", {}, printed, "II", "4th Div")
    found = dict(sizes(counter_svg(piece)))
    assert set(found) == {printed, piece.name}
    assert TEXT_ROOM < SIZE
    for words, size in found.items():
        assert text_width(words, size) <= TEXT_ROOM + 0.2


def test_short_strengths_are_large():
    piece = Counter("x", "red", "x", "infantry", {}, "2-3-7", "II", "")
    assert dict(sizes(counter_svg(piece)))["2-3-7"] == 18
    assert fit("2-3-16/2-12", 18, TEXT_ROOM) < 18


@pytest.mark.parametrize("palette", PALETTES)
def test_single_counters_look_as_on_the_board(palette):
    game, state = toy()
    drawn = counters_svg(game, palette=palette)
    assert list(drawn) == [c.id for c in game.counters]
    board = board_svg(game, state, palette=palette, side="blue")
    for i, c in enumerate(game.counters):
        face = board[board.index(f'<g id="face-{i}">') :].partition(">")[2].partition("</g>")[0]
        assert face in drawn[c.id]


@pytest.mark.parametrize("name", NAMES)
def test_every_type_of_unit_has_a_symbol(name):
    """Two types of one side have two symbols; the sides may have different words for the same type."""
    game = grognard.game(name)
    for one in game.sides:
        types = {c.type for c in game.counters if c.side == one}
        assert types
        assert all(has_symbol(kind) for kind in types)
        assert len({symbol(kind) for kind in types}) == len(types)


def test_an_unknown_type_shows_its_first_letters():
    assert "UNH" in symbol("unheard-of")


# -- colours ------------------------------------------------------------------------------------


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("name", PALETTES)
def test_sides_differ_for_every_type_of_vision(name, vision):
    first, second, *others = PALETTES[name].sides
    assert abs(seen(first.body, vision)[0] - seen(second.body, vision)[0]) > 40
    bodies = [first.body, second.body, *(s.body for s in others)]
    assert min(distance(a, b, vision) for n, a in enumerate(bodies) for b in bodies[n + 1 :]) > 9


@pytest.mark.parametrize("name", PALETTES)
def test_text_has_enough_contrast(name):
    for tones in PALETTES[name].sides:
        assert contrast(tones.ink, tones.body) > 7
        assert contrast(tones.mark, tones.box) > 7
    for band in PALETTES[name].stripes:
        assert contrast("#ffffff", band) > 4.5


def test_vision_is_modelled():
    """Red and green of the same lightness differ clearly, but hardly without green cones."""
    red, green = "#c05a3c", "#6f8a2a"
    assert distance(red, green) > 3 * distance(red, green, "deuteranopia")
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


def test_an_unknown_palette_is_refused():
    game, _ = toy()
    with pytest.raises(KeyError, match="default, contrast, deuteranopia"):
        board_svg(game, palette="pink")


# -- charts -------------------------------------------------------------------------------------

ROWS = (("1", "A1", "D1"), ("2", "Br", "De"))
CHART = Chart("crt", "Results <1>", "rule 7.61", "7.61", (("die", "1:1", "2:1"),), ROWS, ("a note",))


def words_of(drawing: str) -> list[str]:
    return [e.text or "" for e in parse(drawing).iter(f"{SVG}text")]


def test_a_chart_holds_every_cell_and_its_source():
    cells = ["die", "1:1", "2:1", *ROWS[0], *ROWS[1]]
    assert words_of(chart_svg(CHART)) == ["Results <1>", "printed, rule 7.61", *cells, "a note"]


def test_a_reconstructed_chart_says_so():
    chart = Chart("tec", "Terrain", "reconstructed", "5.2", (), (("clear", "1"),))
    assert "reconstructed, for rule 5.2" in words_of(chart_svg(chart))


def test_one_cell_is_highlighted():
    def lit(drawing: str) -> list[ElementTree.Element]:
        return [e for e in parse(drawing).iter(f"{SVG}rect") if e.get("class") == "lit"]

    (lamp,) = lit(chart_svg(CHART, lit=(1, 2)))
    (cell,) = [e for e in parse(chart_svg(CHART)).iter(f"{SVG}text") if e.text == "De"]
    x, y = float(lamp.get("x", 0)), float(lamp.get("y", 0))
    assert x < float(cell.get("x", 0)) < x + float(lamp.get("width", 0))
    assert y < float(cell.get("y", 0)) < y + float(lamp.get("height", 0))
    assert not lit(chart_svg(CHART))
    assert not lit(chart_svg(CHART, lit=(9, 9)))


@pytest.mark.parametrize("name", NAMES)
def test_the_charts_of_a_game(name):
    game = grognard.game(name)
    drawn = charts_svg(game)
    assert set(drawn) == {chart.id for chart in game.reading.charts()}
    for chart in game.reading.charts():
        words = words_of(drawn[chart.id])
        assert chart.title in words
        assert any(chart.source in w for w in words)


def test_the_plan_and_the_board_use_the_same_hexsides():
    board = sampler()
    plan = Plan(board)
    for h in plan.hexes:
        for n in board.grid.neighbour_list(h):
            assert hexside(h, n) in plan.hexsides
