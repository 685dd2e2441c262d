"""No game is special: Watch on the Oder is played in the same way, with stacks."""

from __future__ import annotations

from playwright.sync_api import Page, expect

import grognard

from .proof import Keyboard, Mouse, decided, places, replayed, sit_down, true_places

GAME = "oder"
SET_UP = ["propose", "done"] * 3


def test_set_up_order_a_move_of_a_stack_and_an_attack(page: Page) -> None:
    sit_down(page, GAME, "5")
    mouse = Mouse(page, GAME)
    mouse.carry_out([*SET_UP, "order move-fight"])
    assert places(page) == true_places(replayed(page))
    # Two corps in one hex move together: the stack fans out under the pointer.
    mouse.carry_out(["select 66", "also 85", "move 2016", "stop"])
    mouse.carry_out(["select HG", "move 2810", "done", "attack 2811", "with HG", "with 26"])
    match = replayed(page)
    preview = match.game.reading.preview(match.state)
    assert preview is not None
    expect(page.locator(".builder h2")).to_contain_text(preview.title)
    for modifier in preview.modifiers:
        expect(page.locator(".sum tbody tr", has_text=modifier.what)).to_contain_text(modifier.rule)
    shown = [part.locator("dt, dd").all_inner_texts() for part in page.locator(".odds div").all()]
    assert dict(shown) == {result: f"{int(100 * a / b + 0.5)}%" for result, (a, b) in preview.chances.items()}
    mouse.carry_out(["resolve"])
    die = next(entry.action[1] for entry in replayed(page).journal if entry.seat == "dice")
    expect(page.locator(".outcome .die.big").first).to_have_text(str(die))
    assert places(page) == true_places(replayed(page))


def test_the_same_start_by_keyboard(page: Page) -> None:
    sit_down(page, GAME, "5")
    keys = Keyboard(page, GAME)
    keys.carry_out(SET_UP)
    page.keyboard.press("/")
    page.keyboard.type("fight, then move")
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_contain_text("attack")
    assert decided(page) == [*SET_UP, "order fight-move"]
    engine = grognard.new(GAME, seed="5")
    for action in decided(page):
        engine.play(action)
    expect(page.locator("#ask")).to_contain_text(engine.prompt.text)
    assert places(page) == true_places(engine)
