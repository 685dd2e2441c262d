"""No serious finding of axe-core on further screens: a replay, lessons, another game, a result."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .hands import GAME, lesson
from .proof import Keyboard, Mouse, sit_down
from .test_access import findings


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_home_table_replay_and_lesson(new_page: Callable[..., Page], scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    page.goto("/")
    expect(page.locator(f"[data-play={GAME}]")).to_be_visible()
    assert findings(page) == []
    sit_down(page, "oder", "5")
    Keyboard(page, "oder").carry_out(["propose"])
    assert findings(page) == []
    page.keyboard.press("r")
    page.keyboard.press(",")
    expect(page.locator(".replay .caption")).to_contain_text("0 of 1")
    assert findings(page) == []
    lesson(page, 2)
    Mouse(page, GAME).carry_out(["select 1/22", "move 0608"])
    expect(page.locator(".lesson .praise")).to_be_visible()
    assert findings(page) == []


def test_the_tabs_of_the_panel_scroll_by_key(page: Page) -> None:
    sit_down(page, GAME, "5")
    cursor = page.locator(".cursor").get_attribute("d")
    page.keyboard.press("4")
    page.keyboard.press("Tab")
    expect(page.locator("#leaf-turns")).to_be_focused()
    page.keyboard.press("PageDown")
    page.wait_for_function("() => document.querySelector('#leaf-turns').scrollTop > 0")
    assert page.locator(".cursor").get_attribute("d") == cursor


def test_the_result_of_a_match(page: Page) -> None:
    sit_down(page, GAME, "5")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitem", name="Resign").click()
    page.locator("dialog .danger").click()
    expect(page.locator("dialog h2").first).to_be_visible()
    expect(page.locator(".prompt .whose")).to_have_text("Match over")
    assert findings(page) == []
