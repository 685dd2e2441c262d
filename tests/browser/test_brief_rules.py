"""Rules at hand: a click on a rule number explains it, and all rules can be searched."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .hands import click_hex, click_unit
from .proof import take_seat
from .test_access import findings

POSITION = "game hurtgen\nturn 1\nphase us movement\nat 1/22=0605 1/985=0709\n"


def test_a_rule_number_explains_itself(page: Page) -> None:
    take_seat(page, POSITION)
    page.locator(".prompt button.rule").click()
    opened = page.locator("dialog[open]")
    expect(opened.locator("h2").first).to_contain_text("5.0")
    expect(opened.locator("#rule-text")).to_contain_text("one at a time")
    expect(opened.locator(".brief-rules li").first).to_contain_text("5.1")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_part_of_a_clause_is_explained_by_the_clause(page: Page) -> None:
    take_seat(page, POSITION)
    found = page.evaluate(
        """async () => {
            const { clauseOf } = await import("/static/js/rules.js");
            const rules = await (await fetch("/api/games/hurtgen/rules")).json();
            return ["7.11a", "7.11", "7", "99.1"].map((number) => clauseOf(rules, number)?.rule ?? null);
        }"""
    )
    assert found == ["7.11", "7.11", "7.0", None]


def test_the_number_in_a_refusal_is_explained_too(page: Page) -> None:
    take_seat(page, POSITION)
    click_unit(page, "1/22")
    click_hex(page, "0709")
    expect(page.locator(".toast.refused button.rule")).to_be_visible()
    page.locator(".toast.refused button.rule").click()
    expect(page.locator("dialog[open] #rule-text")).to_be_visible()


def test_all_rules_can_be_searched(page: Page) -> None:
    take_seat(page, POSITION)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitem", name="Rules in brief").click()
    page.locator("#rules-search").fill("Range FPF defender attacker")
    found = page.locator("#rules-found li")
    expect(found.first).to_contain_text("8.42")
    expect(page.locator("dialog[open] [role=status]")).to_contain_text("of 187 clauses")
    assert findings(page) == []
    page.locator("#rules-search").fill("no such words")
    expect(found).to_have_count(0)
