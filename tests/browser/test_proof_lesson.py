"""The tutorial of a game, played by mouse from the home page to the last lesson."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .hands import GAME, at_table
from .proof import Mouse, ask


def wanted(page: Page) -> str:
    """A decision that the lesson asks for, as text."""
    answer = ask(page, "")
    words, actions = answer["board"]["lesson"]["wants"], answer["view"]["actions"]
    allowed = [f"{verb} {argument}".strip() for verb, arguments in actions.items() for argument in arguments]
    return next(a for a in allowed if any(a == want or a.startswith(f"{want} ") for want in words))


def test_every_lesson_can_be_completed(page: Page) -> None:
    page.goto("/")
    page.locator(f"[data-learn={GAME}]").click()
    lessons = page.locator(".lesson-list li")
    expect(lessons.first).to_be_visible()
    count = lessons.count()
    lessons.first.locator("button").click()
    card = page.locator(".card.lesson")
    for number in range(1, count + 1):
        expect(card).to_contain_text(f"Lesson {number} of {count}")
        at_table(page)
        expect(card.locator(".praise")).to_have_count(0)
        mouse = Mouse(page, GAME)
        for _ in range(10):
            if card.locator(".praise").count():
                break
            mouse.carry_out_one(wanted(page))
        expect(card.locator(".praise")).to_be_visible()
        lesson = ask(page, "")["board"]["lesson"]
        assert lesson["done"]
        assert lesson["step"] == lesson["steps"]
        expect(card.locator(".praise")).to_contain_text(lesson["praise"])
        card.get_by_role("button", name="Next lesson" if number < count else "All games").click()
    expect(page.locator(f"[data-play={GAME}]")).to_be_visible()


def test_a_legal_action_that_the_lesson_does_not_ask_for_is_reported(page: Page) -> None:
    token = next(iter(page.request.get(f"/api/lessons/{GAME}/1").json()["tokens"].values()))
    page.goto(f"/m/{token}")
    at_table(page)
    Mouse(page, GAME).carry_out(["select 47"])
    card = page.locator(".card.lesson")
    expect(card.locator(".off")).to_contain_text("not what this lesson asks for")
    page.locator(".acts button", has_text="Deselect").click()
    expect(card.locator(".off")).to_have_count(0)
    card.locator("summary").click()
    expect(card.locator("details p")).to_contain_text("Select 10")
