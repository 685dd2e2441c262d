"""Additions to counters: marks, badges, the height of a stack, and the back."""

from __future__ import annotations

from types import SimpleNamespace
from xml.etree import ElementTree

from grognard.art import board_svg, counters_svg
from grognard.art.counters import back_line
from grognard.art.network import Curve
from grognard.art.style import HEXSIDES, REGION_LINES, region_line
from grognard.art.tokens import badge, state_marks
from grognard.art.water import along
from grognard.engine.contents import Counter
from grognard.engine.looks import Badge

from .test_art import SVG, Toy, ToyReading, parse, toy, units, words_of


def test_marks_are_drawn_in_order():
    game, state = toy()
    drawn = units(parse(board_svg(game, state, marks={0: ["moved", "fired"]})))
    assert [e.get("class") for e in drawn["1/8"].iter(f"{SVG}circle")] == ["mark moved", "mark fired"]
    assert not list(drawn["2/8"].iter(f"{SVG}circle"))
    assert state_marks(game, ["chosen"]).startswith("<rect")


class WatchedReading(ToyReading):
    """Two counters have badges, and a stack has more counters than are visible."""

    def badges(self, state):
        return {0: Badge("7", "strength 7"), 1: Badge("12", "strength 12", "harm")}

    def heights(self, state):
        return {state.at[0]: 5}


class Watched(Toy):
    reading_type = WatchedReading


def test_badges_and_heights_are_drawn_on_counters():
    game, state = toy()
    drawn = units(parse(board_svg(Watched(game.board, game.counters, {}), state)))
    about = {name: [e.text for e in found.iter(f"{SVG}title")][1:] for name, found in drawn.items()}
    # Only the top counter shows the height.
    assert about == {"1/8": ["strength 7"], "2/8": ["strength 12", "5 counters"], 'a "b"<c>': []}
    assert [e.text for e in drawn["2/8"].iter(f"{SVG}text")] == ["12", "5"]
    assert [e.get("class") for e in drawn["2/8"].iter(f"{SVG}rect")] == ["badge harm"]


def test_a_badge_at_the_foot_covers_only_the_figure_that_it_replaces():
    def extent(**where):
        drawn = next(
            parse(f"<svg xmlns='{SVG[1:-1]}'>{badge(Badge('4', 'support', **where))}</svg>").iter(f"{SVG}rect")
        )
        left, top, width = (float(drawn.get(name)) for name in ("x", "y", "width"))
        return left, left + width, top

    beside, left, middle = (extent(foot=foot) for foot in ("", "left", "middle"))
    assert beside[:2] == left[:2]
    assert beside[2] < 0 < left[2] == middle[2]
    # The pill of the middle figure leaves the figures to its left and right uncovered.
    assert -12 < middle[0] == -middle[1]


class TiredReading(ToyReading):
    """The first counter has a back and shows it."""

    def marks(self, state):
        return {0: ("moved", "tired")}


class Tired(Toy):
    reading_type = TiredReading


def worn(kind: type[Toy] = Toy) -> tuple[Toy, SimpleNamespace]:
    game, state = toy()
    values = {"attack": 6, "defense": 7, "movement": 10, "attack2": 3, "defense2": 4, "steps": 2}
    first = Counter("1/8", "red", "1/8", "infantry", values, "6-7-10", "XX", "4th Div")
    return kind(game.board, (first, *game.counters[1:]), {}), state


def test_a_reduced_unit_shows_its_back():
    game, state = worn()
    assert [back_line(c) for c in game.counters] == ["3-4-10", "", "", ""]
    told = board_svg(game, state, marks={0: ["tired"], 1: ["tired"]})
    for drawing, shown in ((board_svg(game, state), "6-7-10"), (told, "3-4-10"), (board_svg(*worn(Tired)), "3-4-10")):
        assert {"6-7-10", "3-4-10"} & set(words_of(drawing)) == {shown}
        assert not list(units(parse(drawing))["1/8"].iter(f"{SVG}circle"))
    assert [e.get("class") for e in units(parse(told))["2/8"].iter(f"{SVG}circle")] == ["mark tired"]


def test_the_drawing_of_a_counter_holds_both_sides_and_hides_the_back():
    drawn = counters_svg(worn()[0])
    sides = {e.get("class"): e for e in parse(drawn["1/8"]).iter(f"{SVG}g") if e.get("class")}
    lines = {name: (e.get("display"), words_of(ElementTree.tostring(e, "unicode"))) for name, e in sides.items()}
    assert lines == {"front": (None, ["6-7-10"]), "back": ("none", ["3-4-10"])}
    assert "back" not in drawn["2/8"]


def test_the_line_of_a_region_may_look_like_a_hexside():
    assert region_line("front") is REGION_LINES["front"]
    assert region_line("stream") is HEXSIDES["stream"]
    assert region_line("unheard of") is REGION_LINES["boundary"]
    curve = Curve("line", "border brook", (0, 0), [((5, 5), (10, 0))])
    strokes = parse(f"<svg>{along(curve, region_line('stream'))}</svg>")
    assert [e.get("stroke") for e in strokes] == [HEXSIDES["stream"].casing, HEXSIDES["stream"].tone]
