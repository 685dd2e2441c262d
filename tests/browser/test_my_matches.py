"""The home page lists every match of this browser, those that wait for the player first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from .test_access import findings

_REMEMBER = """seats => localStorage.setItem("grognard.seats", JSON.stringify(seats))"""


def made(page: Page, game: str, **seats: str) -> dict[str, Any]:
    """A new match, as its player remembers it."""
    answer = page.request.post("/api/matches", data={"game": game, "seats": seats}).json()
    side = next(side for side, who in seats.items() if who == "me")
    return {"token": answer["tokens"][side], "match": answer["match"], "game": game, "side": side, "how": ""}


def test_my_matches_are_found_filtered_removed_and_carried(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto("/")
    seats = [
        made(page, "hurtgen", us="me", german="friend"),
        made(page, "hurtgen", us="friend", german="me"),
        made(page, "oder", german="me", soviet="friend"),
        made(page, "hurtgen", us="me", german="me"),
    ]
    page.evaluate(_REMEMBER, [{**seat, "title": "", "scenario": "", "when": n} for n, seat in enumerate(seats)])
    page.reload()
    rows = page.locator(".going > ul > li")
    expect(rows).to_have_count(4)
    # The match that waits for this player comes first, though it is the oldest.
    expect(rows.first.locator(".your-move")).to_be_visible()
    expect(rows.first.locator("a").first).to_have_attribute("href", f"/m/{seats[0]['token']}")
    expect(rows.first).to_contain_text("you: U.S. · against a friend · turn 1, U.S. Movement")
    expect(rows.first.locator(".small-map circle").first).to_be_visible()
    assert findings(page) == []
    page.locator(".going").get_by_text("Your move", exact=True).first.click()
    expect(rows).to_have_count(2)
    page.locator(".going").get_by_text("All", exact=True).click()
    page.get_by_label("Search your matches").fill("oder")
    expect(rows).to_have_count(1)
    page.get_by_role("button", name="Remove Watch on the Oder").click()
    page.get_by_role("button", name="Cancel").click()
    expect(rows).to_have_count(1)
    page.get_by_role("button", name="Remove Watch on the Oder").click()
    page.locator("#sure").click()
    expect(rows).to_have_count(0)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(rows).to_have_count(1)
    page.get_by_role("button", name="On another device").click()
    link = page.get_by_label("Link to your matches").input_value()
    other = new_page(390, 844, has_touch=True)
    other.goto(link)
    expect(other.locator(".going > ul > li")).to_have_count(4)
    assert "#" not in other.url
    assert other.evaluate("document.documentElement.scrollWidth") <= 390
    # An account takes over the matches of the browser in which it is made.
    other.get_by_role("button", name="Log in").click()
    other.get_by_label("Name").fill("Carrier of matches")
    other.get_by_label("Password").fill("many good words")
    other.get_by_role("button", name="Create account").click()
    expect(other.get_by_role("button", name="Log out")).to_be_visible()
    listed = other.request.get("/api/me").json()["matches"]
    assert {match["link"].split("/m/")[1] for match in listed} == {seat["token"] for seat in seats}
