"""Playing with the mouse, with the keyboard, on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from .hands import asks, at_table, begin, click_hex, click_unit, lesson, unit, view_of


def test_two_clicks_start_a_game(page: Page) -> None:
    page.goto("/")
    page.click("[data-play]")
    page.click("#begin")
    at_table(page)
    expect(page.locator(".whose")).to_contain_text("Your turn")
    assert page.locator(".unit[data-lit]").count() > 5


def test_a_unit_moves_by_two_clicks_and_undo_takes_it_back(page: Page) -> None:
    begin(page)
    click_unit(page, "1/22")
    asks(page, "1/22 moves to")
    assert page.locator(".reach text").count() > 5
    click_hex(page, "0608")
    expect(unit(page, "1/22")).to_have_attribute("data-hex", "0608")
    page.click("#undo")
    expect(unit(page, "1/22")).to_have_attribute("data-hex", "0508")


def test_a_unit_is_dragged_to_its_hex(page: Page) -> None:
    begin(page)
    page.evaluate("grognard.show('0508')")
    here, there = page.evaluate("['0508', '0608'].map(grognard.where)")
    page.mouse.move(here["x"], here["y"])
    page.mouse.down()
    page.mouse.move(there["x"], there["y"], steps=6)
    page.mouse.up()
    expect(unit(page, "1/22")).to_have_attribute("data-hex", "0608")


def test_a_refused_move_names_its_rule(page: Page) -> None:
    begin(page)
    click_unit(page, "1/22")
    asks(page, "1/22 moves to")
    click_hex(page, "1110")
    expect(page.locator(".toast.refused .rule")).to_contain_text("5.13")
    expect(unit(page, "1/22")).to_have_attribute("data-hex", "0508")


def test_a_click_on_another_unit_selects_it_instead(page: Page) -> None:
    begin(page)
    click_unit(page, "1/22")
    asks(page, "1/22 moves to")
    click_unit(page, "2/22")
    asks(page, "2/22 moves to")
    page.keyboard.press("Escape")
    asks(page, "Choose a unit to move")


def test_a_phase_that_cannot_end_yet_gives_the_reason(page: Page) -> None:
    lesson(page, 3)
    expect(page.locator("#not-yet")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".toast.refused")).to_contain_text("attack")
    expect(page.locator(".toast.refused .rule")).to_contain_text("7.11")


def test_the_attack_builder_shows_the_preview_of_the_engine(page: Page) -> None:
    lesson(page, 3)
    click_hex(page, "0709")
    asks(page, "choose the units that attack")
    page.click('[data-add="1/22"]')
    page.click('[data-add="29"]')
    # Both battalions (the second joins automatically since it has to attack too), the artillery and the defender.
    expect(page.locator(".sum tbody tr")).to_have_count(4)
    preview = view_of(page)["preview"]
    shown = [line.inner_text() for line in page.locator(".sum tbody .number").all()]
    assert [int(text.replace("−", "-")) for text in shown] == [m["amount"] for m in preview["modifiers"]]
    chances = {name: f"{round(100 * part / whole)}%" for name, (part, whole) in preview["chances"].items()}
    odds = [part.inner_text().split() for part in page.locator(".odds div").all()]
    assert dict(odds) == chances


def test_the_roll_is_shown_and_explained(page: Page) -> None:
    lesson(page, 3)
    click_hex(page, "0709")
    page.click('[data-add="1/22"]')
    page.click('[data-add="29"]')
    page.click("#primary")
    expect(page.locator(".outcome .die.big")).to_have_text("2")
    expect(page.locator(".rolls .rolled")).to_contain_text("2")


def held_back(page: Page) -> list[Route]:
    """Hold back the next action before it reaches the server."""
    held: list[Route] = []
    page.route("**/api/match/actions", lambda route: route.continue_() if held else held.append(route))
    return held


def test_an_action_chosen_while_another_is_being_sent_follows_it(page: Page) -> None:
    lesson(page, 3)
    click_hex(page, "0709")
    page.click('[data-add="1/22"]')
    expect(page.locator(".sum tbody tr")).to_have_count(3)
    held = held_back(page)
    page.click('[data-add="29"]')
    expect(page.locator(".prompt.busy")).to_be_visible()
    page.click("#primary")
    held[0].continue_()
    expect(page.locator(".outcome .die.big")).to_have_text("2")


def test_a_button_pressed_twice_while_an_action_is_being_sent_acts_once(page: Page) -> None:
    begin(page)
    phase = page.locator(".where strong")
    first = phase.inner_text()
    held = held_back(page)
    page.click("#primary")
    expect(page.locator(".prompt.busy")).to_be_visible()
    page.click("#primary")
    held[0].continue_()
    expect(phase).not_to_have_text(first)
    expect(page.locator(".prompt.busy")).to_have_count(0)
    assert view_of(page)["version"] == 1


def test_a_reload_during_an_attack_loses_nothing(page: Page) -> None:
    lesson(page, 3)
    click_hex(page, "0709")
    page.click('[data-add="1/22"]')
    expect(page.locator(".sum tbody tr")).to_have_count(3)
    page.reload()
    at_table(page)
    expect(page.locator(".sum tbody tr")).to_have_count(3)


def test_a_move_by_keyboard_alone(page: Page) -> None:
    begin(page)
    page.keyboard.press("/")
    page.keyboard.type("1/22")
    page.keyboard.press("Enter")
    asks(page, "1/22 moves to")
    page.keyboard.press("n")
    expect(page.locator(".cursor")).not_to_have_attribute("d", "")
    page.keyboard.press("/")
    page.keyboard.type("0608")
    page.keyboard.press("Enter")
    expect(unit(page, "1/22")).to_have_attribute("data-hex", "0608")
    page.keyboard.press("Backspace")
    asks(page, "1/22 moves to")
    page.keyboard.press("Escape")
    asks(page, "Choose a unit to move")
    page.keyboard.press("Enter")
    expect(page.locator(".where strong")).to_contain_text("Combat")


def test_a_lesson_ends_with_praise(page: Page) -> None:
    lesson(page, 1)
    click_unit(page, "10")
    click_hex(page, "0819")
    expect(page.locator(".lesson .praise")).to_be_visible()


def test_the_replay_goes_back_and_a_new_match_starts_from_there(page: Page) -> None:
    begin(page)
    click_unit(page, "1/22")
    asks(page, "1/22 moves to")
    click_hex(page, "0608")
    asks(page, "Choose a unit to move")
    page.keyboard.press("r")
    page.keyboard.press(",")
    page.keyboard.press(",")
    expect(unit(page, "1/22")).to_have_attribute("data-hex", "0508")
    before = page.url
    page.click("text=Play from here")
    page.click("#sure")
    page.wait_for_url(lambda url: url != before)
    at_table(page)
    expect(unit(page, "1/22")).to_have_attribute("data-hex", "0508")


def test_two_browsers_see_the_moves_of_each_other(new_page: Callable[..., Page]) -> None:
    host, guest = new_page(), new_page()
    host.goto("/")
    host.click("[data-play=hurtgen]")
    host.check("input[name=way][value=friend]", force=True)
    host.click("#begin")
    guest.goto(host.locator(".linkrow input").first.input_value())
    host.click("#begin")
    at_table(host)
    at_table(guest)
    expect(guest.locator(".whose")).to_contain_text("U.S. to play")
    click_unit(host, "1/22")
    asks(host, "1/22 moves to")
    click_hex(host, "0608")
    expect(unit(guest, "1/22")).to_have_attribute("data-hex", "0608")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (1440, 900)])
def test_nothing_overflows_the_window(new_page: Callable[..., Page], width: int, height: int) -> None:
    page = new_page(width, height, has_touch=width < 900)
    begin(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for name in (".prompt", ".tools"):
        box = page.locator(name).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width


def test_a_palette_recolours_the_counters_and_dark_is_dark(page: Page) -> None:
    begin(page)
    body = unit(page, "1/22").locator(".face rect").nth(1)
    before = body.get_attribute("fill")
    page.click("[aria-label=Menu]")
    page.click("text=Appearance")
    page.check("input[name=palette][value=contrast]", force=True)
    page.check("input[name=theme][value=dark]", force=True)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    # The first request for a palette waits until its counters are drawn.
    expect(body).not_to_have_attribute("fill", before or "", timeout=60_000)
