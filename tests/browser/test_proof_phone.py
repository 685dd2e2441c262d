"""A phone: play with one finger and zoom with two."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .hands import GAME, asks, at_table, unit
from .proof import Finger, decided, replayed, settled, sit_down


@pytest.fixture
def phone(new_page: Callable[..., Page]) -> Page:
    return new_page(390, 844, has_touch=True, is_mobile=True, device_scale_factor=2)


def test_a_move_and_an_attack_by_touch(phone: Page) -> None:
    sit_down(phone, GAME, "5")
    finger = Finger(phone, GAME)
    finger.carry_out(["select 1/22"])
    asks(phone, "1/22 moves to")
    finger.carry_out(["move 0608"])
    expect(unit(phone, "1/22")).to_have_attribute("data-hex", "0608")
    finger.carry_out(["done", "attack 0709"])
    finger.carry_out(["with 1/22", "barrage 20", "barrage 45"])
    match = replayed(phone)
    preview = match.game.reading.preview(match.state)
    assert preview is not None
    total = phone.locator(".builder .sum tfoot .number")
    assert int(total.inner_text().replace("−", "-")) == preview.total
    box = total.bounding_box()
    assert box is not None
    assert 0 < box["x"] < 390
    assert 0 < box["y"] < 844
    # The guns are far away: one tap leads back to the target, which is visible between the cards, also after a reload.
    phone.get_by_role("button", name="Show the target").tap()
    expect(phone.get_by_role("button", name="Show the target")).to_be_hidden()
    assert finger.free(finger.counter("1/985"))
    phone.reload()
    at_table(phone)
    assert finger.free(finger.counter("1/985"))
    finger.carry_out(["resolve"])
    asks(phone, "Final Protective Fire")
    assert decided(phone) == [
        "select 1/22",
        "move 0608",
        "done",
        "attack 0709",
        "with 1/22",
        "barrage 20",
        "barrage 45",
        "resolve",
    ]


def test_undo_is_within_reach_of_the_thumb(phone: Page) -> None:
    sit_down(phone, GAME, "5")
    finger = Finger(phone, GAME)
    finger.carry_out(["select 1/22", "move 0608"])
    phone.locator("#undo").tap()
    settled(phone)
    expect(unit(phone, "1/22")).to_have_attribute("data-hex", "0508")


def test_two_fingers_zoom_and_one_drags(phone: Page) -> None:
    sit_down(phone, GAME, "5")
    finger = Finger(phone, GAME)
    x, y = finger.middle()

    def size() -> float:
        box = unit(phone, "1/22").locator(".face").bounding_box()
        assert box is not None
        return box["width"]

    before = size()
    finger.touch([(x - 30, y), (x + 30, y)], [(x - 75, y), (x + 75, y)])
    phone.wait_for_function(
        "([unit, least]) => document.querySelector(`.unit[data-unit='${unit}'] .face`)"
        ".getBoundingClientRect().width > least",
        arg=["1/22", before * 2],
    )
    assert decided(phone) == []
    start = finger.hex("0508")
    finger.touch([(x, y)], [(x - 60, y + 50)])
    moved = finger.hex("0508")
    assert (moved[0] - start[0], moved[1] - start[1]) == pytest.approx((-60, 50), abs=2)
    assert decided(phone) == []
