"""Words of the printed board do not run into each other, whatever font the machine has."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

import grognard
from grognard.art.map import Map, sheet
from grognard.engine.library import games

#: The boxes of some elements of the drawing, as [left, top, right, bottom].
_BOXES = """
([scope, wanted]) => [...document.querySelectorAll(`#${scope} ${wanted}`)].map(e => {
  const b = e.getBoundingClientRect();
  return [b.left, b.top, b.right, b.bottom];
})
"""
#: For each disc of Victory Points, the boxes of the name before it and of the disc.
_DISCS = """
() => [...document.querySelectorAll('#labels circle')].map(disc => {
  const name = disc.previousElementSibling, both = [name, disc].map(e => e.getBoundingClientRect());
  return [name.textContent, ...both.map(b => [b.left, b.top, b.right, b.bottom])];
})
"""
#: A font that is wider than any that the drawing asks for.
_WIDE = "<style>#labels text, #legend { font-family: monospace !important }</style>"


def overlap(a, b):
    return min(a[2], b[2]) - max(a[0], b[0]) > 0.5 and min(a[3], b[3]) - max(a[1], b[1]) > 0.5


@pytest.fixture(scope="module", params=sorted(games()))
def drawing(request, browser: Browser):
    board = grognard.game(request.param).board
    page = browser.new_page(viewport={"width": 1600, "height": 1600})
    page.set_content(f"{_WIDE}{sheet(Map(board), '', '', None)}")
    yield board, page
    page.close()


def test_the_title_and_the_notes_of_a_map_keep_clear_of_its_key(drawing):
    board, page = drawing
    words = [element.text_content() for element in page.query_selector_all("#legend > text")]
    lines = page.evaluate(_BOXES, ["legend", "> text"])
    known = {board.title, board.note, f"Sources: {board.credits}", *map(str, board.look.values())}
    margin = {word: box for word, box in zip(words, lines, strict=True) if word in known}
    key = [box for word, box in zip(words, lines, strict=True) if word not in known]
    key += page.evaluate(_BOXES, ["legend", "> g"])
    assert len(margin) >= 3
    assert len(key) >= 16
    assert not [word for word, a in margin.items() for b in key if overlap(a, b)]


def test_a_disc_of_victory_points_covers_no_letter(drawing):
    _, page = drawing
    assert not [name for name, letters, disc in page.evaluate(_DISCS) if overlap(letters, disc)]
