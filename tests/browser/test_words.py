"""Texts for players: units by the names on their counters, and no internal words of the program."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .hands import GAME
from .proof import Mouse, sit_down, take_seat

ODER = "oder"
SET_UP = ["propose", "done"] * 3

#: A text, the action it belongs to, and the units named in it.
TEXTS = {
    GAME: [
        ("artillery unit 29 fires", "", ["29"]),
        ("unit 29", "", ["29"]),
        ("29 moves from 0310 to 0105", "", ["29"]),
        ("29 barrages 0709", "barrage 29", ["29"]),
        ("U.S.: 10, 47, 56sp at 0123", "", ["10", "47", "56sp"]),
        ("U.S. attack on 16 with 45 and 5 Ground Support Points", "", ["16", "45"]),
        ("U.S. attack on 1/985 with 20, 42, 28 and 29", "", ["1/985", "20", "42", "28", "29"]),
        ("275h adds Final Protective Fire of 3", "fpf 275h", ["275h"]),
        ("116th Panzer Division units still on the map: 60, 116r; 10 points to the U.S.", "", ["60", "116r"]),
        # Plain numbers, although there are units with these numbers.
        ("Game-Turn 29, U.S. Combat Phase", "", []),
        ("turn 29", "", []),
        ("10 points to the U.S.", "", []),
        ("differential +10 on the rough line, roll 10: D2", "", []),
        ("1/22 retreats 10 more hexes, 20 turns left", "", ["1/22"]),
        ("lasts 29 turns; range 16, roll 20", "", []),
        ("29 points for 29", "barrage 29", ["29"]),
        # Four digits are a hex in any context.
        ("unit 0310", "", []),
    ],
    ODER: [
        ("28k moves from 2806 to 2905 through 2805", "", ["28k"]),
        ("52, 60 move to 1721", "", ["52", "60"]),
        ("Soviet attack on 2117 with 61, 8G, 33, 6", "", ["61", "8G", "33", "6"]),
        ("odds 1:1, roll 5 -1: AL1", "", []),
        ("24 is eliminated in 2018: 3 points to the Soviet", "", ["24"]),
        ("47 returns on Game Turn 8", "", ["47"]),
        ("German 20, Soviet 18: the German Player needs at least 30 (4.3)", "", []),
        ("Attack on 2117: 8 against 9", "", []),
    ],
}

_NAMED = """async ([id, text, action]) => {
    const { linker, unitsOf } = await import("/static/js/text.js");
    const game = await (await fetch(`/api/games/${id}`)).json();
    const shown = document.createElement("p");
    shown.append(linker(game, { point() {}, go() {}, where() {} })(text, unitsOf(game, action)));
    return [...shown.querySelectorAll("[data-names]")].map((link) => link.dataset.names);
}"""


@pytest.mark.parametrize("game", list(TEXTS))
def test_units_are_recognised_in_texts_and_numbers_are_not(page: Page, game: str) -> None:
    page.goto("/")
    for text, action, units in TEXTS[game]:
        assert page.evaluate(_NAMED, [game, text, action]) == units, text


def test_the_log_names_counters_as_they_are_printed(page: Page) -> None:
    take_seat(page, "game hurtgen\nturn 1\nphase us combat\nat 1/22=0608 2/22=0609 29=0310 1/985=0709 275h=1002\n")
    Mouse(page, GAME).carry_out(["attack 0709", "with 1/22", "with 2/22", "barrage 29", "resolve", "fpf 275h"])
    lent = page.locator(".log li", has_text="adds Final Protective Fire")
    # The id distinguishes two batteries of the same name; players see name and strength.
    expect(lent).not_to_contain_text("275h")
    link = lent.locator(".unitlink")
    expect(link).to_have_text("275 2-3-16/1-7")
    expect(link).to_have_attribute("title", "German 275 · artillery · 275th Inf Div · 2-3-16/1-7")
    link.click()
    expect(page.locator(".inspector")).to_contain_text("Hex 1002")
    expect(page.locator(".log li", has_text="attack on").locator(".unitlink")).to_have_text(
        ["1/985", "1/22", "2/22", "29"]
    )
    page.locator("#tab-turns").click()
    expect(page.locator(".turn-list li", has_text="Game-Turn 4")).to_contain_text("56 sp artillery at 0123")


def test_a_prompt_names_counters_as_they_are_printed(page: Page) -> None:
    sit_down(page, ODER, "5")
    Mouse(page, ODER).carry_out([*SET_UP, "order move-fight", "select 28k"])
    expect(page.locator("#ask")).to_contain_text("Choose the hex 28 German moves to")
    expect(page.locator("#ask .unitlink")).to_have_attribute("title", re.compile("3rd Panzer Army"))


#: Internal keys and ids of the program.
_INNER = re.compile(r"\bVp\b|vp_|move-fight|fight-move|\bus to play\b|\bus units\b|· german\b|\b1 faults\b|\bFpf\b")


def test_no_internal_word_in_hurtgen(page: Page) -> None:
    sit_down(page, GAME, "5")
    mouse = Mouse(page, GAME)
    for action in ["select 1/22", "move 0608", "done", "attack 0709", "with 1/22", "resolve", "pass"]:
        mouse.carry_out_one(action)
        assert not _INNER.findall(page.locator("main").inner_text()), action
    expect(page.locator(".standing")).to_contain_text("U.S. points")
    towns = page.locator(".standing .many", has_text="Towns")
    expect(towns.locator("dl div", has_text="Vossenack")).to_contain_text("5")


def test_no_internal_word_in_oder(page: Page) -> None:
    sit_down(page, ODER, "5")
    mouse = Mouse(page, ODER)
    plan = [*SET_UP, "order move-fight", "select HG", "move 2810", "done", "attack 2811", "with HG", "with 26"]
    for action in plan:
        mouse.carry_out_one(action)
        assert not _INNER.findall(page.locator("main").inner_text()), action
    standing = page.locator(".standing")
    expect(standing.locator("div", has_text="Order of phases")).to_contain_text("Move, then fight")
    # Supply of eighty units: numbers per side, not a list of ids.
    supply = standing.locator(".many", has_text="Supply")
    expect(supply.locator("dl div", has_text="Regular")).to_have_text(re.compile(r"^RegularGerman \d+, Soviet \d+$"))
    expect(page.locator(".builder .sum tfoot")).not_to_contain_text("german")


def test_the_list_of_matches_names_the_sides(page: Page) -> None:
    page.goto("/")
    assert page.request.post("/api/account", data={"name": "Reader", "password": "many words"}).ok
    page.request.post("/api/matches", data={"game": GAME, "seats": {"us": "friend", "german": "me"}})
    page.reload()
    about = "Historical · you: German · against a friend · turn 1, U.S. Movement · U.S. to play"
    expect(page.locator(".going li")).to_contain_text(about)


@pytest.mark.parametrize(
    ("winner", "level", "words"),
    [
        ("", "Draw", "A draw."),
        ("", "Truce", "A draw: Truce."),
        ("german", "Sudden Death", "German wins: Sudden Death."),
    ],
)
def test_a_draw_is_reported_as_one(page: Page, winner: str, level: str, words: str) -> None:
    page.goto("/")
    script = """async result => (await import("/static/js/prompt.js")).verdict(
        { view: { result }, sideName: side => side[0].toUpperCase() + side.slice(1) })"""
    assert page.evaluate(script, {"winner": winner, "level": level}) == words
