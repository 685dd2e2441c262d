"""Important things are visible: targets, charts, notices, stacks, counts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from .hands import GAME, at_table, begin, unit
from .proof import Keyboard, Mouse, ask, settled, sit_down, take_seat
from .test_proof_combat import POSITION

ODER = "oder"
SET_UP = ["propose", "done"] * 3

Box = dict[str, float]


def box(place: Locator) -> Box:
    found = place.bounding_box()
    assert found is not None
    return dict(found)


def apart(a: Box, b: Box) -> bool:
    beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return beside or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]


def altered(page: Page, change: Callable[[Any], None], where: str = "**/api/match") -> None:
    """Change the server's answers, for facts that no short game produces. Every answer has the whole page."""

    def answer(route: Route) -> None:
        headers = route.request.headers
        if "grognard-known" in headers:
            headers["grognard-known"] = json.dumps({**json.loads(headers["grognard-known"]), "parts": {}})
        reply = route.fetch(headers=headers)
        body = reply.json()
        change(body)
        route.fulfill(response=reply, json=body)

    page.route(where, answer)


# -- targets -----------------------------------------------------------------------------------------


def test_a_target_out_of_view_is_one_click_away(page: Page) -> None:
    sit_down(page, ODER, "5")
    mouse = Mouse(page, ODER)
    mouse.carry_out([*SET_UP, "order move-fight", "select HG", "move 2810", "done"])
    page.evaluate("grognard.show('1105')")
    mouse.drawn()
    assert not mouse.free(mouse.hex("2811"))
    size = box(unit(page, "FCSW").locator(".face"))["width"]
    before = mouse.hex("1105")
    Keyboard(page, ODER).search("attack 2811")
    expect(page.locator('.unit[data-marks~="target"]').first).to_be_attached()
    there = page.locator(".elsewhere")
    expect(there).to_have_text("Show the target")
    mouse.drawn()
    assert mouse.hex("1105") == pytest.approx(before, abs=1)
    there.click()
    expect(there).to_be_hidden()
    page.wait_for_function("""() => {
        const at = grognard.where("2811");
        return Boolean(document.elementFromPoint(at.x, at.y)?.closest(".port"));
    }""")
    # The board was moved, not zoomed.
    assert box(unit(page, "HG").locator(".face"))["width"] == pytest.approx(size, rel=0.01)


def test_a_visible_target_does_not_move_the_board(page: Page) -> None:
    take_seat(page, POSITION)
    mouse = Mouse(page, GAME)
    mouse.drawn()
    before = mouse.hex("0709")
    assert mouse.free(before)
    mouse.carry_out(["attack 0709"])
    mouse.drawn()
    assert mouse.hex("0709") == pytest.approx(before, abs=1)


# -- charts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_charts_are_not_cut_off(new_page: Callable[..., Page], width: int, height: int) -> None:
    page = new_page(width, height)
    take_seat(page, POSITION)
    Mouse(page, GAME).carry_out(["attack 0709", "with 1/22", "with 2/22"])
    if width < 900:
        page.get_by_role("button", name="Log, forces and charts").click()
    page.locator("#tab-charts").click()
    leaf = page.locator("#leaf-charts")
    # The tab itself does not scroll sideways: notes wrap, and only tables scroll.
    assert leaf.evaluate("leaf => leaf.scrollWidth <= leaf.clientWidth")
    for note in leaf.locator(".chart .note").all():
        assert box(note)["x"] + box(note)["width"] <= width
    lit, frame = box(leaf.locator("thead .lit")), box(leaf.locator(".scroll", has=page.locator(".lit")))
    assert frame["x"] <= lit["x"]
    assert lit["x"] + lit["width"] <= frame["x"] + frame["width"] + 1
    # The chart has the whole panel.
    expect(page.locator(".inspector")).to_be_hidden()
    assert box(leaf)["y"] + box(leaf)["height"] >= height - 2
    page.locator("#tab-log").click()
    expect(page.locator(".inspector")).to_be_visible()


def test_the_line_of_a_side_is_highlighted_in_its_chart(page: Page) -> None:
    sit_down(page, ODER, "5")
    mouse = Mouse(page, ODER)
    mouse.carry_out([*SET_UP, "order fight-move", "attack 2713", "with 6k"])
    expect(page.locator(".sum tfoot th")).to_contain_text("German attacks")
    page.locator("#tab-charts").click()
    preview = ask(page, "")["view"]["preview"]
    expect(page.locator(".chart thead .lit")).to_have_text(preview["column"])
    expect(page.locator(".chart thead .litrow th").first).to_have_text("German attacks")
    mouse.carry_out(["resolve"])
    die = int(page.locator(".outcome .die.big").first.inner_text())
    # The row is that of the die plus modifiers.
    assert preview["total"] != 0
    expect(page.locator(".chart tbody .litrow th")).to_have_text(str(die + preview["total"]))
    expect(page.locator(".chart tbody .litrow .lit")).to_have_text(preview["by_roll"][die - 1])


# -- notices -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (390, 844)])
def test_notices_cover_neither_tools_nor_prompt(new_page: Callable[..., Page], width: int, height: int) -> None:
    page = new_page(width, height, has_touch=width < 900, is_mobile=width < 900)
    begin(page)
    notice = page.locator(".toast").first
    expect(notice).to_be_visible()
    for name in (".tools", ".prompt"):
        assert apart(box(notice), box(page.locator(name))), name


def test_help_on_touch_screens_does_not_mention_keys(new_page: Callable[..., Page]) -> None:
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    begin(page)
    expect(page.locator(".toast").first).to_contain_text("tap one")
    expect(page.locator(".toast").first).not_to_contain_text("Press")
    assert not any(cap.is_visible() for cap in page.locator("kbd").all())
    page.get_by_role("button", name="Menu").tap()
    assert not any(cap.is_visible() for cap in page.locator("kbd").all())
    page.get_by_role("menuitem", name="Help").tap()
    help_page = page.locator("dialog")
    expect(help_page).to_contain_text("You can undo everything")
    expect(help_page).not_to_contain_text(re.compile("Backspace|Keyboard"))


def test_help_with_a_keyboard_mentions_keys(page: Page) -> None:
    begin(page)
    expect(page.locator(".toast").first).to_contain_text("Press ? for help")
    expect(page.locator("#primary kbd")).to_be_visible()


# -- stacks and counts -------------------------------------------------------------------------------


def test_counters_of_a_stack_can_be_told_apart(page: Page) -> None:
    stack = ["66", "53", "85", "39k", "47k", "58"]

    def gather(body: Any) -> None:
        for name in stack:
            body["board"]["units"][name]["at"] = "1918"

    altered(page, gather)
    sit_down(page, ODER, "5")
    page.evaluate("grognard.show('1918')")
    Mouse(page, ODER).drawn()
    there = page.locator('.unit[data-hex="1918"]')
    size = box(there.first.locator(".face"))["width"] / 70
    heads = sorted({round(box(counter.locator(".face"))["y"] / size) for counter in there.all()})
    # Four counters each show a strip at their top; the rest are under the lowest, and a badge shows the number.
    assert len(heads) == 4
    assert all(9 <= below - above <= 12 for above, below in pairwise(heads))
    many = there.count()
    assert many >= len(stack)
    expect(there.locator(".many text")).to_have_text([str(many)])
    place = page.evaluate("grognard.where('1918')")
    page.mouse.move(place["x"], place["y"])
    expect(page.locator(".unit.fanned")).to_have_count(many)
    expect(there.locator(".many")).to_have_count(0)
    spots = [box(counter.locator(".face")) for counter in there.all()]
    assert all(apart(a, b) for n, a in enumerate(spots) for b in spots[:n])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_hexes_that_are_listed_several_times_show_how_often(new_page: Callable[..., Page], scheme: str) -> None:
    page = new_page(color_scheme=scheme)

    def lose(body: Any) -> None:
        body["board"]["overlays"]["losses"] = ["0709", "0608", "0709", "0709", *["0310"] * 12]

    altered(page, lose)
    sit_down(page, GAME, "5")
    expect(page.locator(".counts .count")).to_have_count(0)
    page.keyboard.press("o")
    page.get_by_role("menuitemcheckbox", name="Losses").click()
    counts = page.locator(".counts .count")
    expect(counts).to_have_count(2)
    shown = counts.evaluate_all("all => Object.fromEntries(all.map(e => [e.dataset.hex, e.textContent]))")
    assert shown == {"0709": "3", "0310": "12"}
    expect(page.locator(".shown")).to_contain_text("Losses")
    page.get_by_role("button", name="Hide losses").click()
    expect(counts).to_have_count(0)


# -- the other side ----------------------------------------------------------------------------------


def test_the_name_of_the_other_player_is_shown(page: Page) -> None:
    def name(body: Any) -> None:
        for other in body["board"]["opponents"].values():
            other["name"] = "Hanna"

    altered(page, name)
    made = page.request.post("/api/matches", data={"game": GAME, "seats": {"us": "friend", "german": "me"}}).json()
    page.goto(f"/m/{made['tokens']['german']}")
    at_table(page)
    settled(page)
    expect(page.locator(".whose")).to_contain_text("U.S. (Hanna) to play")
