"""Several units at once: Shift and click, a frame, a whole stack; one click sends all, one undo takes all back."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .hands import click_hex, unit
from .proof import settled, take_seat
from .test_access import findings

POSITION = "game hurtgen\nturn 1\nphase us movement\nat 1/22=0605 2/22=0606 3/22=0506 29=0310 1/985=1412\n"
STACK = "game oder\nturn 2\nphase soviet movement\norder 1\nat 8G=2116 33=2116 69=2115 5Sh=1821 47k=1508 2SS=1210\n"


def at(page: Page, name: str) -> str | None:
    return unit(page, name).get_attribute("data-hex")


def shift_click(page: Page, label: str) -> None:
    page.keyboard.down("Shift")
    click_hex(page, label)
    page.keyboard.up("Shift")


def test_orders_of_one_click_are_carried_out_all_or_none(page: Page) -> None:
    take_seat(page, POSITION)
    shift_click(page, "0605")
    shift_click(page, "0506")
    card = page.locator(".crowd")
    expect(card).to_contain_text("2 units")
    expect(page.locator(".frame.gathered")).to_have_count(2)
    assert findings(page) == []
    click_hex(page, "0505")
    settled(page)
    # There is no stacking in this game (5.31): of one request all orders are carried out, or none.
    expect(page.locator(".toast.refused")).to_be_visible()
    assert [at(page, name) for name in ("1/22", "3/22")] == ["0605", "0506"]
    click_hex(page, "0710")
    settled(page)
    expect(card).to_contain_text("2 units")


def test_a_whole_stack_goes_and_comes_back_together(page: Page) -> None:
    take_seat(page, STACK)
    shift_click(page, "2116")
    expect(page.locator(".crowd")).to_contain_text("2 units")
    click_hex(page, "2016")
    expect(unit(page, "33")).to_have_attribute("data-hex", "2016")
    expect(unit(page, "8G")).to_have_attribute("data-hex", "2016")
    expect(page.locator(".crowd")).to_be_hidden()
    page.keyboard.press("Backspace")
    expect(unit(page, "33")).to_have_attribute("data-hex", "2116")
    expect(unit(page, "8G")).to_have_attribute("data-hex", "2116")


def test_a_frame_takes_what_is_inside(page: Page) -> None:
    take_seat(page, POSITION)
    page.evaluate("grognard.show('0506')")
    spots = [page.evaluate(f"grognard.where('{label}')") for label in ("0605", "0606", "0506")]
    left, right = min(p["x"] for p in spots) - 45, max(p["x"] for p in spots) + 45
    top, bottom = min(p["y"] for p in spots) - 45, max(p["y"] for p in spots) + 45
    page.keyboard.down("Shift")
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move((left + right) / 2, (top + bottom) / 2)
    page.mouse.move(right, bottom)
    page.mouse.up()
    page.keyboard.up("Shift")
    expect(page.locator(".crowd")).to_contain_text("3 units")
    page.keyboard.press("Escape")
    expect(page.locator(".crowd")).to_be_hidden()


def test_keys_and_a_button_take_a_stack(page: Page) -> None:
    take_seat(page, STACK)
    click_hex(page, "2015")
    page.evaluate("grognard.show('2116')")
    page.locator(".port").focus()
    shift_click(page, "2116")
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    expect(page.locator(".crowd")).to_contain_text("2 units")
    page.keyboard.press("g")
    expect(page.locator(".crowd")).to_be_hidden()


def test_forces_lists_who_has_yet_to_act_and_can_be_searched(page: Page) -> None:
    take_seat(page, STACK)
    page.click("#tab-forces")
    yet = page.locator(".yet")
    first = yet.locator("[data-pick]").first.get_attribute("data-pick")
    yet.get_by_role("button", name="Skip for now").click()
    assert yet.locator("[data-pick]").first.get_attribute("data-pick") != first
    yet.get_by_role("button", name="Show skipped again").click()
    assert yet.locator("[data-pick]").first.get_attribute("data-pick") == first
    page.locator("#forces-search").fill("33")
    expect(page.locator(".forces [data-pick='33']")).to_be_visible()
    expect(page.locator(".forces [data-pick='8G']")).to_have_count(0)
    assert findings(page) == []
