"""The board has room: a dock of fixed height, a view that only the player moves, and plain counters from afar."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .hands import GAME, asks, at_table, unit, view_of
from .proof import Mouse, sit_down
from .test_between import DECLARED, SEED, friends
from .test_sight import apart, box

#: Where the board is, and at which scale.
_VIEW = "() => { const b = document.querySelector('.world').getBoundingClientRect(); return [b.x, b.y, b.width]; }"


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (844, 390), (390, 844)])
def test_the_dock_keeps_its_height_and_no_card_covers_it(
    new_page: Callable[..., Page], width: int, height: int
) -> None:
    desk = new_page()
    sit_down(desk, GAME, SEED)
    page = new_page(width, height, has_touch=width < 900)
    page.goto(desk.url)
    at_table(page)
    dock = page.locator(".dock")
    size, main = box(dock), box(page.locator("#primary"))
    for action in DECLARED:
        Mouse(desk, GAME).carry_out_one(action)
    asks(page, "Attack on 1/985")
    assert box(dock) == size
    assert box(page.locator("#primary"))["y"] == pytest.approx(main["y"], abs=1)
    expect(page.locator(".builder")).to_be_visible()
    assert apart(box(page.locator(".builder")), size)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_hint_out_of_view_lights_and_does_not_move_the_board(page: Page) -> None:
    sit_down(page, GAME, SEED)
    page.evaluate("grognard.show('2410')")
    Mouse(page, GAME).drawn()
    before = page.evaluate(_VIEW)
    page.keyboard.press("h")
    expect(page.locator("#do-hint")).to_be_visible(timeout=60_000)
    there = page.locator(".elsewhere")
    expect(there).to_have_text("Show the hint")
    assert page.evaluate(_VIEW) == before
    there.click()
    expect(there).to_be_hidden()
    assert page.evaluate(_VIEW) != before


def test_the_view_returns_after_a_fight_in_the_enemys_turn(new_page: Callable[..., Page]) -> None:
    host, guest = friends(new_page)
    guest.evaluate("grognard.show('2410')")
    Mouse(guest, GAME).drawn()
    before = guest.evaluate(_VIEW)
    Mouse(host, GAME).carry_out([*DECLARED, "resolve"])
    asks(guest, "Final Protective Fire")
    guest.wait_for_function(
        "before => document.querySelector('.world').getBoundingClientRect().x !== before[0]", arg=before
    )
    finish_fight(host, guest)
    guest.wait_for_function(
        "before => Math.abs(document.querySelector('.world').getBoundingClientRect().x - before[0]) < 1", arg=before
    )
    assert guest.evaluate(_VIEW) == pytest.approx(before, abs=1)


def finish_fight(*players: Page) -> None:
    """Decide something everywhere until no unit is under attack any more."""
    for _ in range(12):
        page = next(p for p in players if view_of(p)["actions"])
        view = view_of(page)
        if not view["facts"]["targets"]:
            return
        verb = "pass" if "pass" in view["actions"] else next(iter(view["actions"]))
        action = f"{verb} {view['actions'][verb][0]}".strip()
        token = page.url.rsplit("/m/")[1]
        body = {"version": view["version"], "actions": [action]}
        page.request.post("/api/match/actions", data=body, headers={"Authorization": f"Bearer {token}"})
    raise AssertionError("the fight does not end")


def test_from_afar_counters_are_plain_and_names_are_above_them(page: Page) -> None:
    sit_down(page, "oder", "5")
    page.locator("#primary").click()
    counter = page.locator(".unit:not(.upper)").first
    expect(page.locator(".pieces.far")).to_have_count(0)
    expect(counter.locator(".face")).to_be_visible()
    page.keyboard.press("0")
    expect(page.locator(".pieces.far")).to_be_attached()
    expect(counter.locator(".face")).to_be_hidden()
    expect(counter.locator(".plain .figure")).to_be_visible()
    assert counter.locator(".plain .figure").text_content()
    expect(page.locator(".unit.upper .plain .size text").first).to_have_text("2")
    expect(page.locator(".names text").first).to_be_visible()
    # The whole map is as large as the window below the dock allows.
    world, dock = box(page.locator(".world")), box(page.locator(".dock"))
    assert world["y"] + world["height"] >= 900 - 10
    assert apart(world, dock)
    page.evaluate("grognard.show('2811')")
    for _ in range(6):
        page.keyboard.press("+")
    expect(page.locator(".pieces.far")).to_have_count(0)
    expect(page.locator(".names text")).to_have_count(0)
    page.keyboard.press("m")
    expect(page.locator(".names text").first).to_be_attached()
    expect(unit(page, "FCSW").locator(".face")).to_be_attached()
