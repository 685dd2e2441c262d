"""What a player's hands and eyes do at the table."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

GAME = "hurtgen"


def begin(page: Page, against: str = "screen") -> None:
    """From the home to a match."""
    page.goto("/")
    page.click(f"[data-play={GAME}]")
    page.check(f"input[name=way][value={against}]", force=True)
    page.click("#begin")
    at_table(page)


def at_table(page: Page) -> None:
    # The first visitor of a new table waits until its map is drawn.
    expect(page.locator(".port.ready")).to_be_attached(timeout=60_000)
    unveil(page)
    expect(page.locator(".port.ready")).to_be_visible()
    expect(page.locator(".unit").first).to_be_attached()


def unveil(page: Page) -> None:
    """At one screen, sit down before it: where a side has secrets, a curtain hides them until then."""
    if page.locator("#unveil").count():
        page.locator("#unveil").click()


def lesson(page: Page, number: int) -> None:
    """A prepared position."""
    token = next(iter(page.request.get(f"/api/lessons/{GAME}/{number}").json()["tokens"].values()))
    page.goto(f"/m/{token}")
    at_table(page)


def unit(page: Page, name: str) -> Locator:
    return page.locator(f'.unit[data-unit="{name}"]')


def click_hex(page: Page, label: str) -> None:
    """Bring a hex into sight and click it."""
    page.evaluate(f"grognard.show('{label}')")
    place = page.evaluate(f"grognard.where('{label}')")
    page.mouse.click(place["x"], place["y"])


def click_unit(page: Page, name: str) -> None:
    click_hex(page, unit(page, name).get_attribute("data-hex") or "")


def asks(page: Page, words: str) -> None:
    expect(page.locator("#ask")).to_contain_text(words)


def view_of(page: Page) -> dict[str, Any]:
    """What the server says to this seat."""
    token = page.url.rsplit("/m/")[1].split("#")[0]
    reply = page.request.get("/api/match", headers={"Authorization": f"Bearer {token}"}).json()
    return reply["view"]
