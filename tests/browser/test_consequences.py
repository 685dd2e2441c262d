"""Consequences of a move, an attack or the end of a phase are shown before, and the reasons of losses after."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .hands import GAME, click_hex, click_unit
from .proof import Mouse, settled, take_seat

RHINE = "rhine"
#: A division in an empty city that a German division could reach.
CITY = "game rhine\nturn 3\nphase allied movement\nat US30=2305N 12VG=2505N\nallied 2305N\n"
#: A division without supply next to the enemy.
CUT_OFF = "game rhine\nturn 4\nphase allied combat\nat US30=2505N 12VG={} 3PG={} 3FJ={}\n"
#: A surrounded battalion.
SURROUNDED = "game hurtgen\nturn 1\nphase us combat\nat 1/8=1009 2/8=1111 3/8=0911 1/983=1010\n"


def test_a_city_left_empty_is_told_before_after_and_at_the_end_of_the_phase(page: Page) -> None:
    take_seat(page, CITY)
    expect(page.locator('.star[data-hex="2305N"]')).to_have_count(1)
    expect(page.locator(".prompt .warnings")).to_be_empty()
    click_unit(page, "US30")
    page.evaluate("grognard.show('2304N')")
    at = page.evaluate("grognard.where('2304N')")
    page.mouse.move(at["x"], at["y"])
    expect(page.locator(".pointer .warning")).to_contain_text("Leaves 2305N Aachen empty")
    click_hex(page, "2304N")
    settled(page)
    expect(page.locator(".log")).to_contain_text(re.compile("leaves 2305N Aachen.*empty"))
    page.locator("#primary").click()
    expect(page.locator(".prompt .warnings")).to_contain_text(re.compile("German units could reach .*2305N"))
    page.keyboard.press("o")
    page.get_by_role("menuitemcheckbox", name="Objectives").click()
    expect(page.locator(".star")).to_have_count(0)


def test_the_card_says_who_attacks_at_half_strength_and_how_much_airlift_is_left(page: Page) -> None:
    near = page.request.get(f"/api/games/{RHINE}").json()["grid"]["hexes"]["2505N"]["neighbours"]
    take_seat(page, CUT_OFF.format(*near[::2]))
    expect(page.locator(".prompt .gauges")).to_contain_text("Aerial Supply markers left")
    expect(page.locator(".prompt .warnings")).to_contain_text("lost in the Terminal Supply Check")
    Mouse(page, RHINE).carry_out([f"attack {near[0]}", "with US30"])
    expect(page.locator(".builder .remark")).to_contain_text("Out of supply, so at half strength: US30")


def test_the_log_says_why_a_unit_was_eliminated_and_what_it_scores(page: Page) -> None:
    take_seat(page, SURROUNDED)
    Mouse(page, GAME).carry_out(["attack 1010", "with 1/8", "with 2/8", "with 3/8"])
    expect(page.locator(".meanings")).to_contain_text("eliminated: no full retreat is open")
    expect(page.locator(".prompt .gauges")).to_contain_text("Ground Support")
    Mouse(page, GAME).carry_out(["support 5"])  # now every roll eliminates it
    page.locator("#primary").click()
    expect(page.locator(".log")).to_contain_text(re.compile("because .*Victory Points? to the"))


def test_what_must_be_attacked_is_solid_and_a_wide_choice_does_not_tint_the_map(page: Page) -> None:
    guns = "29=0310 45=0410 20=0309"
    take_seat(page, f"game hurtgen\nturn 1\nphase us combat\nat 1/22=0608 {guns} 1/985=0709 2/985=0809\n")
    expect(page.locator('.unit[data-unit="1/985"] .halo.strike')).to_be_attached()
    expect(page.locator('.unit[data-unit="2/985"] .halo.may')).to_be_attached()
    expect(page.locator(".lit .area.strike")).to_have_count(1)
    # What may be bombarded has a thin, broken border and no tint.
    assert page.locator(".lit .edge.may").evaluate("e => getComputedStyle(e).strokeDasharray") != "none"
    # German air support may go nearly anywhere on the Oder.
    take_seat(page, "game oder\nturn 2\nphase german support\nat HG=2810 66=2016\n")
    expect(page.locator(".lit .edge").first).to_be_attached()
    wide = page.locator(".lit .area").evaluate_all("all => all.map(e => e.getAttribute('d').split('Z').length - 1)")
    assert all(hexes < 200 for hexes in wide)


def test_a_mixed_stack_is_told_the_true_reason(page: Page) -> None:
    take_seat(page, "game rhine\nturn 4\nphase allied movement\nsector 2\nat F2MO=2717S F4MO=2717S 2Pz=1500S\n")
    Mouse(page, RHINE).carry_out(["select F2MO", "also F4MO"])
    click_hex(page, "2515S")
    notice = page.locator(".toast.refused")
    expect(notice).to_contain_text("units with different movement costs move together one hex at a time")
    expect(notice.locator(".rule")).to_contain_text("10.1")
