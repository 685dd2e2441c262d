"""Ask a commander for a hint, choose one to play against, and wait for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from .hands import asks, at_table, begin, click_hex, click_unit, unit, view_of
from .proof import decided, sit_down
from .test_access import findings

LEVELS = ("random", "recruit", "captain", "colonel", "general")
CARDS = [{"id": f"machine:{name}", "name": name, "about": f"As a {name} plays."} for name in LEVELS]
ORDER = ["select 1/22", "move 0608"]
WHY = "Move 1/22 to 0608: nobody is in the way."


def promote(page: Page) -> None:
    """Add commanders of all levels to the library."""

    def cards(route: Route) -> None:
        reply = route.fetch()
        found = reply.json()
        for title in found if isinstance(found, list) else [found]:
            title["commanders"] = CARDS
        route.fulfill(response=reply, json=found)

    page.route("**/api/library", cards)
    page.route("**/api/games/*", cards)


def answer(route: Route) -> None:
    question = json.loads(route.request.post_data or "")
    route.fulfill(json={**question, "texts": ORDER, "sentence": WHY})


def advised(page: Page, *, asked: Callable[[Route], None] = answer) -> None:
    """A hot-seat match in which commanders of all levels give the answer of the test."""
    promote(page)
    page.route("**/api/match/hint", asked)
    begin(page)


def test_a_hint_is_shown_and_carried_out(page: Page) -> None:
    """A real commander: its order is then in the log."""
    begin(page)
    with page.expect_response("**/api/match/hint") as reply:
        page.click("#ask-hint")
    found = reply.value.json()
    expect(page.locator(".hint .advice")).to_be_visible()
    with page.expect_response("**/api/match/actions"):
        page.click("#do-hint")
    expect(page.locator(".hint")).to_be_hidden()
    assert decided(page)[: len(found["texts"])] == found["texts"]


def test_a_hint_shows_its_sentence_and_marks_its_hexes(page: Page) -> None:
    advised(page)
    expect(page.locator("#ask-hint")).to_have_accessible_name("What would the colonel do?")
    page.click("#ask-hint")
    expect(page.locator(".hint .advice")).to_have_text(WHY)
    expect(page.locator("#voice")).to_have_text(WHY)
    expect(page.locator("#ask-hint")).to_be_hidden()
    expect(unit(page, "1/22").locator(".frame.advised")).to_be_attached()
    assert page.locator(".frame.advised").count() == 1
    # The hex and the arrow to it, each with a bright edge.
    assert page.locator(".above .advised path").count() == 4
    page.click("#do-hint")
    expect(unit(page, "1/22")).to_have_attribute("data-hex", "0608")
    expect(page.locator(".advised")).to_have_count(0)
    assert decided(page) == ORDER


def test_a_hint_outside_the_view_is_one_click_away(page: Page) -> None:
    advised(page)
    page.evaluate("grognard.show('2424')")
    page.click("#ask-hint")
    expect(page.locator("#do-hint")).to_be_visible()
    page.get_by_role("button", name="Show the hint").click()
    expect(page.get_by_role("button", name="Show the hint")).to_be_hidden()
    for label in ("0508", "0608"):
        place = page.evaluate("hex => grognard.where(hex)", label)
        shown = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.port'))"
        assert page.evaluate(shown, [place["x"], place["y"]])


def test_another_commander_is_asked_and_remembered(page: Page) -> None:
    questions: list[str] = []

    def asked(route: Route) -> None:
        questions.append(json.loads(route.request.post_data or "")["level"])
        answer(route)

    advised(page, asked=asked)
    page.click("#ask-hint")
    choice = page.get_by_label("Commander to ask")
    assert choice.locator("option").all_inner_texts() == ["The recruit", "The captain", "The colonel", "The general"]
    choice.select_option("general")
    expect(page.locator("#do-hint")).to_be_visible()
    assert questions == ["colonel", "general"]
    page.reload()
    at_table(page)
    expect(page.locator("#ask-hint")).to_have_accessible_name("What would the general do?")


def test_by_keyboard_alone(page: Page) -> None:
    advised(page)
    page.keyboard.press("h")
    expect(page.locator("#do-hint")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".hint")).to_be_hidden()
    page.keyboard.press("h")
    expect(page.locator("#do-hint")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator("#do-hint")).to_be_focused()
    page.keyboard.press("Enter")
    expect(unit(page, "1/22")).to_have_attribute("data-hex", "0608")
    expect(page.locator("#board")).to_be_focused()
    page.keyboard.press("?")
    expect(page.locator("table.keys")).to_contain_text("ask a commander for a hint")


def test_a_player_may_act_while_waiting_and_the_hint_is_dropped(page: Page) -> None:
    held: list[Route] = []
    advised(page, asked=lambda route: held.append(route))
    page.click("#ask-hint")
    expect(page.locator(".hint .advice")).to_contain_text("The colonel is thinking…")
    expect(page.locator("#do-hint")).to_be_hidden()
    click_unit(page, "1/22")
    asks(page, "1/22 moves to")
    expect(page.locator(".hint")).to_be_hidden()
    answer(held[0])
    click_hex(page, "0608")
    expect(unit(page, "1/22")).to_have_attribute("data-hex", "0608")
    expect(page.locator(".hint")).to_be_hidden()
    expect(page.locator(".advised")).to_have_count(0)


def test_a_hint_disappears_when_the_position_changes(page: Page) -> None:
    advised(page)
    page.click("#ask-hint")
    expect(page.locator("#do-hint")).to_be_visible()
    page.keyboard.press("r")
    page.keyboard.press(",")
    expect(page.locator(".hint")).to_be_hidden()
    page.keyboard.press("Escape")
    page.click("#ask-hint")
    expect(page.locator("#do-hint")).to_be_visible()
    click_unit(page, "2/22")
    asks(page, "2/22 moves to")
    expect(page.locator(".hint")).to_be_hidden()
    expect(page.locator(".advised")).to_have_count(0)


def test_the_reason_for_no_hint_is_shown(page: Page) -> None:
    why = {"error": {"code": "rate", "message": "the general you asked before is still thinking", "rule": ""}}
    advised(page, asked=lambda route: route.fulfill(status=429, json=why))
    page.click("#ask-hint")
    expect(page.locator(".toast.refused")).to_contain_text("still thinking")
    expect(page.locator(".hint")).to_be_hidden()


def test_a_question_that_comes_too_late_shows_the_current_match(page: Page) -> None:
    advised(page)
    page.unroute("**/api/match/hint")
    token = page.url.split("/m/")[1]

    def late(route: Route) -> None:
        """Before the question arrives, the same seat acts on another page."""
        version = view_of(page)["version"]
        headers = {"Authorization": f"Bearer {token}"}
        page.request.post("/api/match/actions", headers=headers, data={"version": version, "actions": ORDER})
        question = {**json.loads(route.request.post_data or ""), "level": "random"}
        route.continue_(post_data=json.dumps(question))

    page.route("**/api/match/hint", late)
    page.click("#ask-hint")
    expect(unit(page, "1/22")).to_have_attribute("data-hex", "0608")
    expect(page.locator(".hint")).to_be_hidden()


# -- matches without hints -------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [{"german": "friend"}, {}])
def test_there_is_no_button_where_hints_are_not_allowed(page: Page, seats: dict[str, str]) -> None:
    body: dict[str, Any] = {"game": "hurtgen", "seats": seats}
    if not seats:
        body["hints"] = False
    made = page.request.post("/api/matches", data=body).json()
    page.goto(f"/m/{made['tokens']['us']}")
    at_table(page)
    expect(page.locator(".whose.mine")).to_be_visible()
    expect(page.locator("#ask-hint")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator("#voice")).to_contain_text("turned off")


# -- choosing and waiting --------------------------------------------------------------------------


def test_the_form_lists_the_weakest_first_and_preselects_the_captain(page: Page) -> None:
    promote(page)
    page.goto("/")
    page.click("[data-play=hurtgen]")
    form = page.locator(".new-match")
    assert form.locator(".pick-level strong").all_inner_texts() == [name.capitalize() for name in LEVELS]
    expect(form.locator(".pick-level")).to_contain_text("As a general plays.")
    expect(form.locator("input[name=level][value='machine:captain']")).to_be_checked()
    expect(form.locator(".pick-way input").first).to_be_in_viewport()
    expect(page.locator("#begin")).to_be_in_viewport()


def test_the_form_offers_no_seat_of_a_side_that_only_answers(page: Page) -> None:
    """Unless a second player wants it: then both sides may be chosen."""

    def alone(route: Route) -> None:
        reply = route.fetch()
        found = reply.json()
        next(title for title in found if title["id"] == "hurtgen")["scenarios"][0]["answers"] = "us"
        route.fulfill(response=reply, json=found)

    page.route("**/api/library", alone)
    page.goto("/")
    page.click("[data-play=hurtgen]")
    sides = page.locator(".new-match input[name=side]")
    expect(sides).to_have_count(1)
    expect(sides).to_have_value("german")
    expect(sides).to_be_checked()
    expect(page.locator(".pick-level")).to_have_count(0)
    expect(page.locator(".pick-way")).to_contain_text("it answers for the U.S. side")
    page.check("input[name=way][value=friend]", force=True)
    expect(sides).to_have_count(2)
    page.check("input[name=way][value=machine]", force=True)
    with page.expect_request("**/api/matches") as request:
        page.click("#begin")
    assert json.loads(request.value.post_data or "")["seats"] == {"german": "me"}


@pytest.mark.parametrize(("way", "usual"), [("machine", True), ("screen", True), ("friend", False)])
def test_the_form_shows_whether_there_will_be_hints(page: Page, way: str, usual: bool) -> None:
    page.goto("/")
    page.click("[data-play=hurtgen]")
    page.check(f"input[name=way][value={way}]", force=True)
    box = page.locator("input[name=hints]")
    assert box.is_checked() is usual
    box.set_checked(not usual)
    with page.expect_request("**/api/matches") as request:
        page.click("#begin")
    assert json.loads(request.value.post_data or "")["hints"] is not usual


def test_the_thinking_commander_is_named_and_the_seconds_are_counted(page: Page) -> None:
    """Without another request to the server."""
    asked = []

    def thinking(route: Route) -> None:
        asked.append(route.request.url)
        reply = route.fetch()
        found = reply.json()
        found["view"] |= {"seat": "german", "side": "us", "actions": {}}
        found["board"]["opponents"] = {"german": {"kind": "machine", "here": False, "name": "general"}}
        route.fulfill(response=reply, json=found)

    begun = 1_800_000_000  # the clock is stopped, so a slow computer does not matter
    page.clock.set_fixed_time(begun)
    page.route("**/api/match", thinking)
    sit_down(page, "hurtgen", "1")
    whose = page.locator(".whose")
    expect(whose).to_have_text("German: the general is thinking…")
    questions = len(asked)
    page.clock.set_fixed_time(begun + 7)
    expect(whose).to_have_text("German: the general is thinking… 7 s")
    assert len(asked) == questions


# -- accessibility ---------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_advice_fits_and_has_no_accessibility_finding(
    new_page: Callable[..., Page], scheme: str, width: int, height: int
) -> None:
    page = new_page(width, height, has_touch=width < 900, color_scheme=scheme)
    advised(page)
    if width < 900:
        button = page.locator("#ask-hint").bounding_box()
        assert button is not None
        assert min(button["width"], button["height"]) >= 40
    page.click("#ask-hint")
    expect(page.locator("#do-hint")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for name in (".prompt", "#do-hint", "#close-hint", ".hint select"):
        box = page.locator(name).bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width
        assert box["height"] >= 38
    assert findings(page) == []
