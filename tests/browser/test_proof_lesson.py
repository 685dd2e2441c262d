"""The course of a game, done by mouse from the home to its last lesson."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .hands import GAME, at_table
from .proof import Mouse, ask


def wanted(page: Page) -> str:
    """A decision that the lesson asks for, written out."""
    answer = ask(page, "")
    words, actions = answer["board"]["lesson"]["wants"], answer["view"]["actions"]
    allowed = [f"{verb} {argument}".strip() for verb, arguments in actions.items() for argument in arguments]
    return next(a for a in allowed if any(a == want or a.startswith(f"{want} ") for want in words))


def test_every_lesson_is_done_to_its_end(page: Page) -> None:
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
        card.get_by_role("button", name="Next lesson" if number < count else "To the games").click()
    expect(page.locator(f"[data-play={GAME}]")).to_be_visible()


def test_what_is_allowed_but_not_asked_for_is_said(page: Page) -> None:
    token = next(iter(page.request.get(f"/api/lessons/{GAME}/1").json()["tokens"].values()))
    page.goto(f"/m/{token}")
    at_table(page)
    Mouse(page, GAME).carry_out(["select 47"])
    card = page.locator(".card.lesson")
    expect(card.locator(".off")).to_contain_text("not what this lesson asks for")
    page.locator(".acts button", has_text="Put down").click()
    expect(card.locator(".off")).to_have_count(0)
    card.locator("summary").click()
    expect(card.locator("details p")).to_contain_text("Select 10")
