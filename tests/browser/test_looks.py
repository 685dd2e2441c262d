"""Badges, heights of stacks, gauges and selected units on the screen."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .hands import GAME, unit
from .proof import Mouse, decided, settled, sit_down
from .test_sight import altered

BADGES = {
    "1/22": {"text": "10", "title": "strength 10 of 12", "look": "harm"},
    "2/22": {"text": "7", "title": "strength 7", "look": "plain"},
}
#: Three units in a hex that shows one, and two in a hex that shows none.
HEIGHTS = {"0508": 3, "0607": 2}
GAUGES = [
    {"title": "Action points", "value": 2, "greatest": 5, "side": "us", "rule": "6.3", "asked": True},
    {"title": "Action points", "value": 4, "greatest": 5, "side": "german", "rule": "6.3", "asked": True},
    {"title": "Interdiction", "value": 15, "greatest": 40, "side": "", "rule": "", "asked": False},
]


def furnish(body: Any) -> None:
    board = body["board"]
    for name, badge in BADGES.items():
        board["units"][name]["badge"] = badge
    board["units"]["1/22"]["at"] = "0508"
    board["heights"], board["gauges"] = HEIGHTS, GAUGES


def test_a_badge_is_on_the_counter_and_in_the_lists(page: Page) -> None:
    altered(page, furnish)
    sit_down(page, GAME, "5")
    worn = unit(page, "1/22").locator(".pill")
    expect(worn).to_have_class("pill harm")
    expect(worn.locator("text")).to_have_text("10")
    expect(worn.locator("title")).to_have_text("strength 10 of 12")
    # A longer text has a wider pill.
    wide, narrow = (
        float(unit(page, name).locator(".pill rect").get_attribute("width") or 0) for name in ("1/22", "2/22")
    )
    assert wide > narrow > 0
    expect(unit(page, "2/8").locator(".pill")).to_have_count(0)
    page.evaluate("grognard.show('0508')")
    expect(page.locator(".inspector .unit-row", has_text="1/22")).to_contain_text("strength 10 of 12")


def test_the_height_of_a_stack_is_shown_where_units_are_hidden(page: Page) -> None:
    altered(page, furnish)
    sit_down(page, GAME, "5")
    top = unit(page, "1/22").locator(".many")
    expect(top.locator("text")).to_have_text("3")
    expect(top.locator("title")).to_have_text("3 units, 2 of them hidden")
    pile = page.locator(".pile")
    expect(pile).to_have_count(1)
    expect(pile).to_have_attribute("data-hex", "0607")
    expect(pile.locator("title")).to_have_text("2 units, 2 of them hidden")
    expect(unit(page, "2/8").locator(".many")).to_have_count(0)
    page.evaluate("grognard.show('0607')")
    expect(page.locator(".inspector")).to_contain_text("2 units, 2 of them hidden")


def test_gauges_are_in_the_panel_and_those_of_the_decision_in_the_prompt(page: Page) -> None:
    altered(page, furnish)
    sit_down(page, GAME, "5")
    meters = page.locator(".side .gauges").get_by_role("meter")
    expect(meters).to_have_count(3)
    shown = meters.evaluate_all("all => all.map(e => [e.ariaLabel, e.ariaValueText, e.ariaValueNow, e.ariaValueMax])")
    assert shown == [
        ["Action points, U.S.", "2 of 5", "2", "5"],
        ["Action points, German", "4 of 5", "4", "5"],
        ["Interdiction", "15 of 40", "15", "40"],
    ]
    expect(meters.nth(0).locator(".pip")).to_have_count(5)
    expect(meters.nth(0).locator(".pip.on")).to_have_count(2)
    # A long track is a bar.
    expect(meters.nth(2).locator(".pip")).to_have_count(0)
    asked = page.locator(".prompt").get_by_role("meter")
    expect(asked).to_have_count(1)
    expect(asked).to_have_attribute("aria-label", "Action points, U.S.")


def test_only_the_selected_unit_is_framed(page: Page) -> None:
    sit_down(page, GAME, "5")
    expect(page.locator(".unit.inhand")).to_have_count(0)
    Mouse(page, GAME).carry_out(["select 1/22"])
    expect(page.locator(".unit.inhand")).to_have_attribute("data-unit", "1/22")
    expect(unit(page, "1/22").locator(".frame.chosen")).to_have_count(1)
    page.locator("#tab-forces").click()
    expect(page.locator(".forces .unit-row", has_text=re.compile("selected"))).to_have_attribute("data-pick", "1/22")
    page.keyboard.press("Escape")
    expect(page.locator(".unit.inhand")).to_have_count(0)
    expect(page.locator(".frame.chosen")).to_have_count(0)


#: The verbs that a click on a unit and its hex may mean.
_CLICK = """async ([verbs, names]) => {
    const { choicesAt, plainly } = await import("/static/js/acts.js");
    const none = { say: "", ask: "", tone: "go", words: {}, main: false, quiet: false, before: "", answer: "" };
    const known = Object.fromEntries(Object.entries(verbs).map(([name, verb]) => [name, { ...none, ...verb }]));
    const actions = Object.fromEntries(names.map((name) => [name, [known[name].kind === "unit" ? "1/8" : "0503"]]));
    return plainly(choicesAt({ actions }, known, "1/8", "0503")).map((choice) => choice.verb);
}"""
VERBS = {
    "select": {"kind": "unit", "before": "helps"},
    "refit": {"kind": "unit", "tone": "aid"},
    "strike": {"kind": "unit", "tone": "strike"},
    "stack": {"kind": "hex", "before": "all"},
    "supply": {"kind": "hex", "tone": "aid"},
    "dig": {"kind": "hex", "quiet": True},
}


@pytest.mark.parametrize(
    ("offered", "meant"),
    [
        # Selecting a unit has priority over helping it, but not over an attack or over its hex.
        ("select refit", "select"),
        ("select strike", "select strike"),
        ("select supply", "select supply"),
        ("refit", "refit"),
        # A verb may have priority over everything.
        ("select stack supply", "stack"),
        # A quiet verb never counts.
        ("select dig", "select"),
        ("dig", ""),
    ],
)
def test_some_verbs_have_priority_and_quiet_ones_never_count(page: Page, offered: str, meant: str) -> None:
    page.goto("/")
    assert page.evaluate(_CLICK, [VERBS, offered.split()]) == meant.split()


def test_quiet_verbs_of_a_hex_are_in_the_menu_and_in_the_inspector(page: Page) -> None:
    def whisper(body: Any) -> None:
        body["verbs"]["move"] |= {"quiet": True, "say": "Slip to {}"}

    altered(page, whisper, "**/api/games/*")
    sit_down(page, GAME, "5")
    mouse = Mouse(page, GAME)
    mouse.carry_out(["select 1/22"])
    mouse.bring(lambda: mouse.hex("0608"))
    page.mouse.click(*mouse.hex("0608"))
    expect(page.locator(".unit.inhand")).to_have_attribute("data-unit", "1/22")
    page.mouse.click(*mouse.hex("0608"), button="right")
    expect(page.locator(".menu [role=menuitem]")).to_contain_text(["Slip to 0608"])
    page.keyboard.press("Escape")
    page.locator(".inspector").get_by_role("button", name="Slip to 0608").click()
    settled(page)
    assert decided(page) == ["select 1/22", "move 0608"]


def test_the_key_of_a_verb_works_while_it_is_legal(page: Page) -> None:
    altered(page, lambda body: body["verbs"]["done"].update(key="r"), "**/api/games/*")
    sit_down(page, GAME, "5")
    expect(page.locator("#primary kbd")).to_have_text("R")
    page.keyboard.press("?")
    expect(page.locator("dialog .keys tr").first).to_contain_text("Continue (while that is possible)")
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    settled(page)
    assert decided(page) == ["done"]


def test_the_key_of_a_verb_with_several_units_goes_to_their_buttons(page: Page) -> None:
    def several(body: Any) -> None:
        if body["view"]["actions"].get("select"):
            body["view"] |= {"brief": True, "actions": {"select": ["1/22", "2/22"], "done": [""]}}

    altered(page, lambda body: body["verbs"]["select"].update(key="r"), "**/api/games/*")
    altered(page, several)
    sit_down(page, GAME, "5")
    named = page.locator(".acts [data-key=r]")
    expect(named).to_have_count(2)
    page.keyboard.press("r")
    expect(named.first).to_be_focused()
    page.keyboard.press("Enter")
    settled(page)
    assert decided(page) == ["select 1/22"]


def test_the_units_of_a_brief_decision_are_named_while_a_key_or_the_button_is_held(page: Page) -> None:
    def asked(body: Any) -> None:
        body["view"] |= {"brief": True, "reminders": {"1/22": "strength 4, disrupted"}}

    altered(page, asked)
    sit_down(page, GAME, "5")
    named, button = page.locator("#reminder"), page.get_by_role("button", name="Hold to see your units")
    expect(named).to_be_hidden()
    page.keyboard.down("v")
    expect(named).to_be_visible()
    expect(named).to_contain_text("strength 4, disrupted")
    page.keyboard.up("v")
    expect(named).to_be_hidden()
    expect(named).to_be_empty()
    button.hover()
    page.mouse.down()
    expect(named).to_contain_text("strength 4, disrupted")
    page.mouse.up()
    expect(named).to_be_hidden()


def test_nothing_is_to_be_held_where_no_unit_is_named(page: Page) -> None:
    sit_down(page, GAME, "5")
    page.keyboard.down("v")
    expect(page.locator("#reminder")).to_be_hidden()
    expect(page.get_by_role("button", name="Hold to see your units")).to_have_count(0)


def test_a_badge_at_the_foot_leaves_the_other_figures_uncovered(page: Page) -> None:
    def placed(body: Any) -> None:
        for name, foot in (("1/22", "left"), ("2/22", "middle")):
            body["board"]["units"][name]["badge"] = {"text": "4", "title": "", "look": "harm", "foot": foot}

    altered(page, placed)
    sit_down(page, GAME, "5")
    left, middle = (
        page.evaluate(
            """(unit) => {
              const box = document.querySelector(`.unit[data-unit="${unit}"] .pill rect`).getBBox();
              return [box.x, box.width];
            }""",
            name,
        )
        for name in ("1/22", "2/22")
    )
    assert left[0] == -40
    # The pill is moved 2 to the right and is then in the middle.
    assert middle[0] + 2 == -middle[1] / 2


def test_a_warning_is_at_the_button_that_ends_the_turn(page: Page) -> None:
    def warned(body: Any) -> None:
        body["board"]["warnings"] = [{"text": "the enemy could reach 0508", "rule": "10.4"}]

    altered(page, warned)
    sit_down(page, GAME, "5")
    expect(page.locator(".prompt .warnings p")).to_have_count(1)
    expect(page.locator(".prompt .warnings")).to_contain_text("The enemy could reach 0508")
    expect(page.locator(".prompt .warnings .rule")).to_contain_text("10.4")
