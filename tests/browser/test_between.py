"""Between decisions: what a double click does, how matches are found again, and what the other player is told."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .hands import GAME, asks, at_table, begin, click_hex, click_unit, lesson, unit, view_of
from .proof import Mouse, decided, settled, sit_down

#: The dice do not matter: the attack waits for the defender's fire.
SEED = "5"
DECLARED = ["select 1/22", "move 0608", "done", "attack 0709", "with 1/22", "barrage 20", "barrage 45"]


def stopped_clock(page: Page) -> None:
    """From now on time passes only when the test says so."""
    page.clock.pause_at("2030-01-01T12:00:00Z")


def test_a_double_click_does_not_answer_the_next_decision(page: Page) -> None:
    page.clock.install(time="2030-01-01T10:00:00Z")
    sit_down(page, GAME, SEED)
    Mouse(page, GAME).carry_out(DECLARED)
    stopped_clock(page)
    roll = page.locator("#primary")
    roll.click()
    asks(page, "Final Protective Fire")
    version = view_of(page)["version"]
    expect(roll).to_have_attribute("aria-disabled", "true")
    roll.click(force=True)
    page.keyboard.press("Enter")
    asks(page, "Final Protective Fire")
    assert view_of(page)["version"] == version
    page.clock.run_for(600)
    expect(roll).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).not_to_contain_text("Final Protective Fire")
    assert decided(page)[: len(DECLARED) + 2] == [*DECLARED, "resolve", "pass"]


def test_a_match_is_found_again_among_many(page: Page) -> None:
    """Lessons are listed apart, and no match is left out."""
    page.goto("/")
    seats = [
        {"token": f"match{n}", "match": f"m{n}", "game": GAME, "title": f"Match {n}", "scenario": "", "side": "us"}
        for n in range(70)
    ]
    page.evaluate(
        "seats => localStorage.setItem('grognard.seats', JSON.stringify(seats.map((s, n) => ({...s, when: n}))))", seats
    )
    lesson(page, 1)
    lesson(page, 1)
    lesson(page, 2)
    page.goto("/")
    matches = page.locator(".going > ul > li")
    expect(matches).to_have_count(70)
    expect(matches.last).to_contain_text("Match 0")
    apart = page.locator(".going-lessons")
    expect(apart.locator("summary")).to_have_text("Tutorial: 2 lessons begun")
    apart.locator("summary").click()
    expect(apart.locator("li")).to_have_count(2)
    expect(apart.locator("li").first).to_contain_text("lesson 2")


def friends(new_page: Callable[..., Page]) -> tuple[Page, Page]:
    """Two players at one match, each with their own browser."""
    host, guest = new_page(), new_page()
    made = host.request.post("/api/matches", data={"game": GAME, "seats": {"us": "me", "german": "friend"}}).json()
    host.goto(made["links"]["us"])
    guest.goto(made["links"]["german"])
    at_table(host)
    at_table(guest)
    return host, guest


def menu(page: Page, item: str) -> None:
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("menuitem", name=item).click()


def test_a_rematch_carries_both_players_across(new_page: Callable[..., Page]) -> None:
    host, guest = friends(new_page)
    menu(guest, "Resign")
    guest.locator("#sure").click()
    for player in (host, guest):
        expect(player.locator("dialog.report")).to_be_visible()
    before = {host.url, guest.url}
    host.locator("dialog.report").get_by_role("button", name="Play again").click()
    expect(host.locator(".offer")).to_contain_text("It starts when German agrees")
    expect(guest.locator("dialog.report")).to_contain_text("U.S. asks for another match")
    expect(guest).to_have_title(re.compile("^●"))
    guest.keyboard.press("Escape")
    expect(guest.locator(".offer")).to_contain_text("U.S. asks for another match")
    guest.locator("#agree").click()
    for player in (host, guest):
        player.wait_for_url(lambda url: url not in before)
        at_table(player)
        expect(player.locator(".whose")).not_to_contain_text("Match over")
    assert view_of(host)["version"] == view_of(guest)["version"] == 0
    assert host.url != guest.url


def test_a_take_back_says_what_it_returns_to(new_page: Callable[..., Page]) -> None:
    host, guest = friends(new_page)
    Mouse(host, GAME).carry_out([*DECLARED, "resolve"])
    menu(host, "Take back a roll")
    expect(host.locator(".offer")).to_contain_text("You ask to go back to before the attack on 0709")
    expect(guest.locator(".offer")).to_contain_text("U.S. asks to go back to before the attack on 0709")
    expect(guest).to_have_title(re.compile("^●"))
    guest.locator("#refuse").click()
    for player in (host, guest):
        expect(player.locator(".offer")).to_be_hidden()
    assert decided(host)[-1] == "resolve"
    menu(host, "Take back a roll")
    guest.locator("#agree").click()
    expect(host.locator(".offer")).to_be_hidden()
    assert decided(host) == DECLARED


def test_a_message_is_announced_until_it_is_read(new_page: Callable[..., Page]) -> None:
    host, guest = friends(new_page)
    host.locator("#tab-chat").click()
    word = "Hürtgenwald" * 30
    host.get_by_label("Message").fill(word)
    host.get_by_label("Message").press("Enter")
    expect(guest.locator(".toast")).to_contain_text("U.S.: Hürtgenwald")
    expect(guest).to_have_title(re.compile(r"^\(1\) "))
    expect(guest.locator("#tab-chat")).to_have_class(re.compile("has-news"))
    expect(host).not_to_have_title(re.compile(r"\(1\)"))
    guest.locator("#tab-chat").click()
    expect(guest).not_to_have_title(re.compile(r"\(1\)"))
    expect(guest.locator("#tab-chat")).not_to_have_class(re.compile("has-news"))
    chat = guest.get_by_role("log", name="Chat")
    expect(chat).to_contain_text(word)
    assert chat.evaluate("list => list.scrollWidth <= list.clientWidth")


def test_a_new_match_from_the_past_asks_first_and_is_named_at_home(page: Page) -> None:
    begin(page)
    Mouse(page, GAME).carry_out(["select 1/22", "move 0608"])
    before = page.url
    page.keyboard.press("r")
    fork = page.get_by_role("button", name="Play from here")
    fork.click()
    expect(page.locator("dialog .about")).to_contain_text("from turn 1, U.S. Movement, of your match at one screen")
    page.get_by_role("button", name="Cancel").click()
    assert page.url == before
    fork.click()
    page.locator("#sure").click()
    page.wait_for_url(lambda url: url.split("#")[0] != before.split("#")[0])
    at_table(page)
    page.goto("/")
    expect(page.locator(".going li").first).to_contain_text("from turn 1, U.S. Movement, of your match at one screen")


def test_what_was_not_sent_is_sent_when_the_connection_is_back(page: Page) -> None:
    begin(page)
    version = view_of(page)["version"]
    page.context.set_offline(True)
    click_unit(page, "1/22")
    expect(page.locator(".wire")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".wire")).to_be_hidden()
    asks(page, "1/22 moves to")
    assert view_of(page)["version"] == version + 1


def test_what_was_lost_while_offline_is_named(new_page: Callable[..., Page]) -> None:
    page, other = new_page(), new_page()
    begin(page)
    other.goto(page.url)
    at_table(other)
    page.context.set_offline(True)
    click_unit(page, "1/22")
    expect(page.locator(".wire")).to_be_visible()
    click_unit(other, "2/22")
    asks(other, "2/22 moves to")
    page.context.set_offline(False)
    expect(page.locator(".toast.refused")).to_contain_text("Not sent while the connection was lost: Select 1/22")
    asks(page, "2/22 moves to")


def test_a_card_that_waits_gives_no_order(new_page: Callable[..., Page]) -> None:
    host, guest = friends(new_page)
    asks(host, "Choose a unit to move")
    asks(guest, "Waiting for U.S.")
    expect(guest.locator("#ask")).not_to_contain_text("Choose")


def test_an_enemy_counter_may_be_read_without_a_refusal(page: Page) -> None:
    begin(page)
    mouse = Mouse(page, GAME)
    mouse.carry_out(["select 1/22", "move 0608"])
    click_unit(page, "1/985")
    expect(page.locator(".inspector")).to_contain_text("0709")
    settled(page)
    expect(page.locator(".toast.refused")).to_have_count(0)
    # With a unit selected the same click is an order, and is refused with its rule.
    click_unit(page, "2/22")
    asks(page, "2/22 moves to")
    click_hex(page, "0709")
    expect(page.locator(".toast.refused .rule")).to_be_visible()


def test_an_address_that_leads_nowhere_says_so(page: Page) -> None:
    reply = page.goto("/nope")
    assert reply is not None
    assert reply.status == 404
    expect(page.get_by_role("heading")).to_have_text("Page not found")
    page.goto("/m/this-is-no-seat")
    expect(page.get_by_role("heading")).to_have_text("No seat here")
    page.get_by_role("link", name="Home").click()
    expect(page.locator("[data-play]").first).to_be_visible()


def test_solved_lessons_keep_a_tick(page: Page) -> None:
    lesson(page, 1)
    click_unit(page, "10")
    click_hex(page, "0819")
    expect(page.locator(".lesson .praise")).to_be_visible()
    page.goto("/")
    page.click(f"[data-learn={GAME}]")
    rows = page.locator(".lesson-list li")
    expect(rows.first.locator(".solved")).to_be_visible()
    expect(page.locator(".lesson-list .solved")).to_have_count(1)
    page.keyboard.press("Escape")
    last = page.request.get(f"/api/games/{GAME}").json()["lessons"][-1]["number"]
    lesson(page, last)
    page.get_by_role("button", name="Play the first turn").click()
    expect(page.locator("#begin")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(844, 390), (720, 450), (280, 600), (390, 844)])
def test_the_main_button_is_free_in_low_windows(new_page: Callable[..., Page], width: int, height: int) -> None:
    """The attack card and the first tip leave the prompt uncovered."""
    made = new_page().request.post("/api/matches", data={"game": GAME, "seed": SEED}).json()
    link = next(iter(made["links"].values()))
    desk = new_page()
    desk.goto(link)
    at_table(desk)
    Mouse(desk, GAME).carry_out(DECLARED)
    phone = new_page(width, height, has_touch=True)
    phone.goto(link)
    at_table(phone)
    prompt, tip = (phone.locator(name).bounding_box() for name in (".prompt", ".toast"))
    assert prompt is not None
    assert tip is not None
    assert tip["y"] >= prompt["y"] + prompt["height"]
    phone.locator("#primary").tap()
    asks(phone, "Final Protective Fire")


def test_shift_shows_what_could_be_reached_without_a_selection(page: Page) -> None:
    begin(page)
    page.evaluate("grognard.show('0508')")
    here, there = page.evaluate("['0508', '0608'].map(grognard.where)")
    page.mouse.move(here["x"], here["y"])
    page.keyboard.down("Shift")
    expect(page.locator("#voice")).to_contain_text("could reach")
    assert page.locator(".reach text").count() > 5
    page.keyboard.up("Shift")
    expect(page.locator(".reach text")).to_have_count(0)
    page.mouse.move(there["x"], there["y"])
    page.keyboard.down("Shift")
    expect(page.locator("#voice")).to_contain_text("1/22")
    expect(unit(page, "1/22").locator(".frame.advised")).to_be_attached()
    page.keyboard.up("Shift")
    expect(page.locator(".frame.advised")).to_have_count(0)
    assert view_of(page)["version"] == 0


def test_a_click_beside_the_map_deselects(page: Page) -> None:
    begin(page)
    click_unit(page, "1/22")
    asks(page, "1/22 moves to")
    page.keyboard.press("0")
    at = page.evaluate("""() => {
        const map = document.querySelector(".world").getBoundingClientRect();
        for (let y = 200; y < innerHeight; y += 10) {
            for (let x = 0; x < innerWidth; x += 10) {
                const free = document.elementFromPoint(x, y)?.closest(".port");
                if (free && (x < map.left - 5 || x > map.right + 5 || y > map.bottom + 5)) return [x, y];
            }
        }
    }""")
    page.mouse.click(*at)
    asks(page, "Choose a unit to move")


def test_the_log_names_the_towns(page: Page) -> None:
    lesson(page, 1)
    click_unit(page, "10")
    click_hex(page, "0819")
    expect(page.locator(".log .town", has_text="Germeter").first).to_be_visible()
