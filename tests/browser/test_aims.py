"""The aims of the scenario, beside the map and in the menu."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .hands import begin
from .proof import take_seat
from .test_access import findings


def test_the_aims_are_open_on_the_first_turn(page: Page) -> None:
    begin(page)
    panel = page.locator(".how-to-win")
    expect(panel).to_have_attribute("open", "")
    expect(panel.locator("li").first).to_contain_text("Take towns and hold them")
    expect(panel.locator("summary")).to_contain_text("14 turns at most")
    assert findings(page) == []


def test_the_aims_are_closed_later_and_in_the_menu(page: Page) -> None:
    take_seat(page, "game hurtgen\nturn 3\nphase us movement\nat 1/22=0605 1/985=0709\n")
    expect(page.locator(".how-to-win")).not_to_have_attribute("open", "")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitem", name="How to win").click()
    expect(page.locator("dialog[open] .aims li").first).to_be_visible()
    assert findings(page) == []
