"""Helpers that act and look like a player at the table."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

GAME = "hurtgen"


def begin(page: Page, against: str = "screen") -> None:
    """Start a match from the home page."""
    page.goto("/")
    page.click(f"[data-play={GAME}]")
    page.check(f"input[name=way][value={against}]", force=True)
    page.click("#begin")
    at_table(page)


def at_table(page: Page) -> None:
    # The first visitor of a new server waits until its map is drawn.
    expect(page.locator(".port.ready")).to_be_attached(timeout=60_000)
    unveil(page)
    expect(page.locator(".port.ready")).to_be_visible()
    expect(page.locator(".unit").first).to_be_attached()


def unveil(page: Page) -> None:
    """In a hot-seat match with secrets, open the curtain."""
    if page.locator("#unveil").count():
        page.locator("#unveil").click()


def lesson(page: Page, number: int) -> None:
    """Start a lesson."""
    lesson_of(page, GAME, number)


def lesson_of(page: Page, game: str, number: int) -> None:
    """Start a lesson of some game."""
    token = next(iter(page.request.get(f"/api/lessons/{game}/{number}").json()["tokens"].values()))
    page.goto(f"/m/{token}")
    at_table(page)


def unit(page: Page, name: str) -> Locator:
    return page.locator(f'.unit[data-unit="{name}"]')


def click_hex(page: Page, label: str) -> None:
    """Scroll a hex into view and click it."""
    page.evaluate(f"grognard.show('{label}')")
    place = page.evaluate(f"grognard.where('{label}')")
    page.mouse.click(place["x"], place["y"])


def click_unit(page: Page, name: str) -> None:
    click_hex(page, unit(page, name).get_attribute("data-hex") or "")


def asks(page: Page, words: str) -> None:
    expect(page.locator("#ask")).to_contain_text(words)


def view_of(page: Page) -> dict[str, Any]:
    """The view that the server sends to this seat."""
    token = page.url.rsplit("/m/")[1].split("#")[0]
    reply = page.request.get("/api/match", headers={"Authorization": f"Bearer {token}"}).json()
    return reply["view"]
