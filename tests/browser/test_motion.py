"""Units travel along their paths in the replay and live; not for those who want less motion."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .hands import at_table, unit
from .proof import Mouse, settled, take_seat

POSITION = "game rhine\nturn 4\nphase allied movement\nat US30=2104N 12VG=2713N\n"
#: Note every animation of a counter and the number of its frames.
_SPY = """
window.travels = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  if (this.dataset.unit) window.travels.push([this.dataset.unit, frames.length]);
  return animate.call(this, frames, how);
};
"""


@pytest.mark.parametrize(("motion", "seen"), [("no-preference", [["US30", 5]]), ("reduce", [])])
def test_a_move_is_shown_hex_by_hex(new_page: Callable[..., Page], motion: str, seen: list[list[object]]) -> None:
    page = new_page(reduced_motion=motion)
    page.add_init_script(_SPY)
    take_seat(page, POSITION)
    Mouse(page, "rhine").carry_out(["select US30", "move 2505N"])
    settled(page)
    page.keyboard.press("r")
    expect(page.locator(".caption")).to_contain_text("2 of 2")
    page.keyboard.press(",")
    expect(unit(page, "US30")).to_have_attribute("data-hex", "2104N")
    page.keyboard.press(".")
    expect(page.locator(".caption")).to_contain_text("US30 moves from 2104N to 2505N")
    assert page.evaluate("travels") == seen
    expect(unit(page, "US30")).to_have_attribute("data-hex", "2505N")
    # Live, a counter glides to its new hex.
    glide = unit(page, "US30").evaluate("e => getComputedStyle(e).transitionProperty")
    assert ("transform" in glide) == bool(seen)


def test_the_captain_finishes_a_phase_after_a_look_at_its_plan(page: Page) -> None:
    take_seat(page, "game hurtgen\nturn 1\nphase us movement\nat 1/22=0508 2/22=0510 1/985=0709\n")
    at_table(page)
    page.keyboard.press("h")
    page.locator("#plan-phase").click(timeout=60_000)
    plan = page.locator(".hint .advice")
    expect(plan).to_contain_text("would give", timeout=60_000)
    expect(page.locator("#plan-phase")).to_be_hidden()
    expect(page.locator(".prompt .where")).to_contain_text("U.S. Movement")
    page.get_by_role("button", name="Let it do all of this").click()
    expect(page.locator(".prompt .where")).not_to_contain_text("U.S. Movement")
    page.keyboard.press("Backspace")
    expect(page.locator(".prompt .where")).to_contain_text("U.S. Movement")
