"""Crossing the Line: Aachen 1944 in the browser: bought orders, three ways to attack, and reactions at one screen."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from grognard.engine.reading import Preview

from .hands import at_table, lesson_of, unit
from .proof import Keyboard, Mouse, ask, decided, replayed, settled, take_seat

AACHEN = "aachen"

TRAINING = """
game aachen
scenario first-blood
turn 1
phase us activation 1-HQ
purse 6 0
at 1-HQ=1705 1-I/16=1907 1-II/16=2008 526-328=2107 526-473=2109
"""
FRONT = """
game aachen
scenario stolberg
turn 1
phase us activation 1-HQ
purse 6 0
level 6 6 0 0 0 0 3 0 0 0 0 0 0 0 0
at 1-HQ=1705 1-I/16=1907 1-II/16=1908 526-HQ=2706 526-328=2107 526-453=2107
tops 526-328
"""


def percent(part: int, whole: int) -> str:
    return f"{round(100 * part / whole)}%"


def preview_of(page: Page) -> Preview:
    found = replayed(page).preview
    assert found is not None
    return found


def test_an_attack_is_prepared_chosen_and_fought_by_mouse(page: Page) -> None:
    take_seat(page, TRAINING)
    mouse = Mouse(page, AACHEN)
    mouse.carry_out(["stack 1907", "move 2007"])
    expect(unit(page, "1-I/16")).to_have_attribute("data-hex", "2007")
    expect(page.locator(".prompt .gauges strong")).to_have_text("5")
    mouse.carry_out(["stack 2008", "attack 2107"])
    ways, found = page.locator(".way"), preview_of(page)
    expect(ways).to_have_count(3)
    for n, way in enumerate(found.alternatives):
        card = ways.nth(n)
        expect(card.locator(".price")).to_have_text(way.price)
        expect(card.locator(".wins strong")).to_have_text(percent(*way.victory))
        best = max(way.chances.values(), key=lambda chance: chance[0])
        expect(card.locator("dd").first).to_have_text(percent(*best))
        expect(card.locator("li:not(.total)")).to_have_count(len(way.modifiers))
    expect(page.locator(".way.chosen")).to_contain_text("Hasty Attack")
    # A click on a card chooses that kind of attack.
    ways.nth(2).locator("button.small").click()
    expect(page.locator(".way.chosen")).to_contain_text("Prepared Attack")
    assert decided(page)[-1] == "mode prepared"
    mouse.do("resolve")
    settled(page)
    # The draws and the roll are shown with their result, and the roll is the one in the record.
    match = replayed(page)
    drawn = [entry.action for entry in match.journal if entry.seat == "dice"]
    assert [action.verb for action in drawn[:3]] == ["chit", "chit", "roll"]
    expect(page.locator(".outcome .events")).to_contain_text("The attacker draws the chit")
    expect(page.locator(".outcome .die.big").first).to_have_text(str(drawn[2].arg))
    expect(page.locator(".outcome .rolled")).to_contain_text(str(drawn[2].arg))


def test_the_same_by_keyboard(page: Page) -> None:
    take_seat(page, TRAINING)
    keys = Keyboard(page, AACHEN)
    keys.search("stack 1907")
    keys.carry_out(["move 2007"])
    expect(unit(page, "1-I/16")).to_have_attribute("data-hex", "2007")
    page.keyboard.press("Enter")
    settled(page)
    assert decided(page)[-1] == "done"


def test_reach_shows_where_the_enemy_may_react(page: Page) -> None:
    take_seat(page, FRONT)
    Mouse(page, AACHEN).carry_out(["stack 1907"])
    expect(page.locator(".reach .ring")).to_have_count(len(ask(page, "")["board"]["ringed"]))
    expect(page.locator(".reach .faint").first).to_be_attached()
    assert page.locator(".reach text", has_text=re.compile("^1$")).count()


def awake(page: Page) -> None:
    """Wait until the main button answers again after the decision has changed hands."""
    expect(page.locator("#primary")).to_be_visible()
    expect(page.locator("#primary")).not_to_have_attribute("aria-disabled", "true")


def test_a_reaction_at_one_screen_is_answered_without_the_curtain(page: Page) -> None:
    take_seat(page, FRONT)
    mouse = Mouse(page, AACHEN)
    mouse.do("stack 1907")
    settled(page)
    mouse.do("move 2007")
    settled(page)
    expect(page.locator(".whose")).to_have_text("German: a quick answer")
    expect(page.locator("dialog.curtain")).to_have_count(0)
    expect(page.locator(".prompt .ask")).to_contain_text("526th Infantry Division: 4 in 10")
    expect(page.get_by_role("button", name="React with HQ (526th Infantry Division)")).to_be_visible()
    # Neither side's hidden units are shown: the German unit beneath is in no hex.
    expect(unit(page, "526-328")).to_have_attribute("data-hex", "2107")
    expect(unit(page, "526-453")).to_have_count(0)
    awake(page)
    page.keyboard.press("Enter")
    settled(page)
    # The mover's log says that there was an answer, and not which.
    assert decided(page)[-1] == ""
    assert replayed(page).journal[-1].action.verb == "pass"
    expect(page.locator("dialog.curtain")).to_have_count(0)
    expect(page.locator(".whose")).to_have_text("U.S. to play")


def test_no_step_next_to_the_enemy_is_taken_back(page: Page) -> None:
    take_seat(page, FRONT)
    mouse = Mouse(page, AACHEN)
    mouse.do("stack 1907")
    settled(page)
    mouse.do("move 2007")
    settled(page)
    page.keyboard.press("Backspace")
    expect(page.get_by_text("the enemy could have reacted since").first).to_be_visible()
    assert decided(page)[-1] == "move 2007"


def test_the_lesson_on_reactions_is_solved(page: Page) -> None:
    lesson_of(page, AACHEN, 10)
    page.get_by_role("button", name="React with HQ").click()
    settled(page)
    expect(page.locator(".whose")).to_contain_text("German")
    assert decided(page)[-1] == "react 526-HQ"
    expect(page.locator(".prompt .ask")).to_contain_text("3 Action Points")


def test_quiet_orders_are_in_the_menu_of_the_right_button(page: Page) -> None:
    take_seat(page, TRAINING)
    mouse = Mouse(page, AACHEN)
    mouse.bring(lambda: mouse.counter("1-I/16"))
    page.mouse.click(*mouse.counter("1-I/16"), button="right")
    page.get_by_role("menuitem", name=re.compile("Improve the defense of 1907")).click()
    settled(page)
    assert decided(page) == ["improve 1907"]


def test_each_player_at_a_screen_of_their_own_knows_what_is_awaited(new_page: Callable[..., Page]) -> None:
    """The German side is asked in the middle of the move, and the question is still there after a reload."""
    american, german = new_page(), new_page()
    made = american.request.post(
        "/api/matches/setup", data={"position": FRONT, "seats": {"us": "me", "german": "friend"}}
    ).json()
    for side, screen in (("us", american), ("german", german)):
        screen.goto(f"/m/{made['tokens'][side]}")
        at_table(screen)
    mouse = Mouse(american, AACHEN)
    mouse.do("stack 1907")
    settled(american)
    mouse.do("move 2007")
    settled(american)
    expect(american.locator(".whose")).to_contain_text("German has to answer")
    expect(american.locator(".prompt .ask")).to_contain_text("has entered 2007")
    german.reload()
    at_table(german)
    expect(german.locator(".whose")).to_have_text("German: a quick answer")
    # At this screen the German player sees all of their own stack.
    expect(unit(german, "526-453")).to_have_attribute("data-hex", "2107")
    awake(german)
    german.keyboard.press("Enter")
    settled(german)
    expect(american.locator(".whose")).to_have_text("Your turn (U.S.)")


def test_shift_and_click_leaves_a_unit_of_the_stack_out_and_takes_it_again(page: Page) -> None:
    take_seat(page, TRAINING.replace("1-II/16=2008", "1-II/16=2008 1-745=2008 1-634=2008"))
    mouse = Mouse(page, AACHEN)
    mouse.carry_out(["stack 2008"])
    mouse.bring(lambda: mouse.counter("1-745"))
    page.mouse.move(*mouse.counter("1-745"))  # the stack fans out
    for order in ("leave 1-745", "also 1-745"):
        page.keyboard.down("Shift")
        page.mouse.click(*mouse.counter("1-745"))
        page.keyboard.up("Shift")
        settled(page)
        expect(page.locator(".prompt .ask")).to_contain_text(", 634:" if order.startswith("leave") else ", 745")
        assert decided(page)[-1] == order
