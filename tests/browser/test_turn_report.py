"""The other side's turn is reported when the turn comes back."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .hands import begin, unit
from .proof import Mouse, settled, take_seat
from .test_access import findings

GAME = "hurtgen"
#: Three German units without an enemy near, so that there is no German combat.
POSITION = "game hurtgen\nturn 3\nphase german movement\nat 1/22=0403 2/985=1012 275F=1112 31MG=1212\n"


def german_turn(page: Page) -> None:
    """Play the German side from the hot seat, so that the report is for the U.S. player."""
    mouse = Mouse(page, GAME)
    mouse.carry_out(["select 2/985", "move 1011", "select 275F", "move 1111", "select 31MG", "move 1211"])
    mouse.carry_out(["done", "done"])


def test_moves_are_arrows_and_the_card_counts_them(page: Page) -> None:
    take_seat(page, POSITION)
    german_turn(page)
    settled(page)
    card = page.locator(".turn-report")
    expect(card).to_be_visible()
    expect(card.locator("h2")).to_contain_text("German turn: 3 moves")
    expect(page.locator(".trail path")).to_have_count(3)
    assert findings(page) == []
    page.keyboard.press("t")
    expect(card).to_be_hidden()
    expect(page.locator(".trail")).to_have_count(0)
    page.keyboard.press("t")
    expect(card).to_be_visible()
    card.get_by_role("button", name="Step through").click()
    expect(page.locator(".replay")).to_be_visible()


def test_the_first_action_of_ones_own_clears_the_arrows(page: Page) -> None:
    take_seat(page, POSITION)
    german_turn(page)
    settled(page)
    expect(page.locator(".trail path")).to_have_count(3)
    Mouse(page, GAME).carry_out(["select 1/22"])
    expect(page.locator(".trail")).to_have_count(0)
    expect(page.locator(".turn-report")).to_be_hidden()
    expect(unit(page, "1/22")).to_be_attached()


def test_nothing_is_reported_at_the_start(page: Page) -> None:
    begin(page)
    expect(page.locator(".turn-report")).to_be_hidden()
