"""Selected counters, stacks, and counters off the map or turned over."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .hands import asks, unit
from .proof import Mouse, ask, decided, settled, sit_down, take_seat
from .test_sight import altered

RHINE = "rhine"
POSITION = """
game rhine
turn 4
phase allied movement
at US30=2305N US3A=2305N 12VG=2204N 9SS=2404N US5=due US7A=due US82AB=airborne US28=eliminated
due_turn US5=4 US7A=4
steps US30=1 9SS=1
allied 2305N
"""
ARRIVALS = POSITION.replace("allied movement", "allied reinforcement")


def point(page: Page, mouse: Mouse, name: str) -> tuple[float, float]:
    """The place of a counter in a stack that the pointer has fanned out."""
    mouse.bring(lambda: mouse.counter(name))
    page.mouse.move(*mouse.counter(name))
    return mouse.counter(name)


def test_a_click_selects_a_lower_counter_and_other_choices_are_in_menus(page: Page) -> None:
    take_seat(page, POSITION)
    actions = ask(page, "")["view"]["actions"]
    lower = actions["top"][0]
    assert lower in actions["select"]
    mouse = Mouse(page, RHINE)
    page.mouse.click(*point(page, mouse, lower), button="right")
    expect(page.locator(".menu [role=menuitem]")).to_contain_text([f"Select {lower}", f"Put {lower} on top"])
    page.keyboard.press("Escape")
    page.mouse.click(*point(page, mouse, lower))
    asks(page, f"Choose a hex to move {lower} to")
    expect(page.locator(".menu")).to_have_count(0)
    assert decided(page) == [f"select {lower}"]
    page.keyboard.press("Escape")
    asks(page, "Choose a unit to move")
    page.locator(".inspector").get_by_role("button", name=f"Put {lower} on top").click()
    settled(page)
    assert decided(page) == [f"top {lower}"]


def test_units_off_the_map_are_grouped_by_boxes_and_can_be_deselected(page: Page) -> None:
    take_seat(page, ARRIVALS)
    boxes = page.locator(".tray .group")
    expect(boxes).to_contain_text(
        ["Reinforcements due · 2 units", "Airborne holding box · 1 unit", "Dead pile · 1 unit"]
    )
    expect(page.locator("#primary")).to_have_text(re.compile("^Place automatically"))
    page.locator('.tray [data-pick="US5"]').click()
    asks(page, "Choose the hex where US5 arrives")
    expect(page.locator('.tray [data-pick="US5"]')).to_have_attribute("aria-pressed", "true")
    # An illegal hex gives the reason, and so does one with an own unit in it.
    mouse = Mouse(page, RHINE)
    for place in ("2305N", "2204N"):
        mouse.bring(lambda at=place: mouse.hex(at))
        mouse.click(mouse.hex(place))
        expect(page.locator(".toast.refused")).to_contain_text(f"not at {place}")
    # Select another unit instead, then deselect it.
    page.locator('.tray [data-pick="US7A"]').click()
    asks(page, "Choose the hex where US7A arrives")
    expect(page.get_by_role("button", name="Deselect")).to_be_visible()
    page.keyboard.press("Escape")
    asks(page, "Choose a unit to place")
    assert decided(page) == []


def test_a_reduced_unit_is_shown_as_it_is(page: Page) -> None:
    take_seat(page, POSITION)
    page.evaluate("grognard.show('2305N')")
    rows = page.locator(".inspector .unit-row")
    reduced = rows.filter(has_text="US30")
    expect(reduced).to_contain_text("3-3-10, reduced (full 6-6-10)")
    expect(reduced.locator(".chit .front").first).to_be_hidden()
    expect(reduced.locator(".chit .back").first).to_be_visible()
    whole = rows.filter(has_text="US3A")
    expect(whole).to_contain_text("attack 9 · defense 7 · movement 13")
    expect(whole.locator(".chit .front").first).to_be_visible()
    for inner in ("attack2", "defense2", "entry", "steps"):
        expect(page.locator(".inspector")).not_to_contain_text(inner)


def test_a_counter_that_has_moved_is_grey_and_opaque(page: Page) -> None:
    sit_down(page, "hurtgen", "5")
    Mouse(page, "hurtgen").carry_out(["select 1/22", "move 0608"])
    moved = unit(page, "1/22")
    expect(moved.locator(".veil")).to_be_attached()
    see = "e => Math.min(...[e, e.querySelector('.face')].map(part => Number(getComputedStyle(part).opacity)))"
    page.wait_for_function(f"() => ({see})(document.querySelector('.unit.spent')) === 1")
    expect(unit(page, "2/22").locator(".veil")).to_have_count(0)
    # Outlines of hexes are under the counters, so they do not cross a fanned stack.
    order = page.locator(".pieces > g").evaluate_all("all => all.map(e => e.getAttribute('class'))")
    assert order.index("lit") < order.index("beneath") < order.index("units")
    assert page.locator(".cursor").evaluate("e => e.parentElement.getAttribute('class')") == "beneath"


def test_the_inspector_shows_how_many_units_were_lost_in_a_hex(page: Page) -> None:
    def lose(body: Any) -> None:
        body["losses"] = {"0709": 3, "0608": 1}.get(body["hex"], 0)

    altered(page, lose, "**/api/match/inspect/*")
    sit_down(page, "hurtgen", "5")
    for place, words in (("0709", "Three units were lost here"), ("0608", "One unit was lost here")):
        page.evaluate(f"grognard.show('{place}')")
        expect(page.locator(".inspector")).to_contain_text(words)
    page.evaluate("grognard.show('0708')")
    expect(page.locator(".inspector")).to_contain_text("Hex 0708")
    expect(page.locator(".inspector")).not_to_contain_text("lost here")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1440, 900)])
def test_the_tabs_of_the_panel_fit_without_scrolling(new_page: Callable[..., Page], width: int, height: int) -> None:
    page = new_page(width, height)
    sit_down(page, "hurtgen", "5")
    row = page.get_by_role("tablist")
    expect(row.get_by_role("tab")).to_have_count(5)
    assert row.evaluate("row => row.scrollWidth <= row.clientWidth")
    assert row.evaluate("row => row.offsetHeight - row.clientHeight <= 1")
