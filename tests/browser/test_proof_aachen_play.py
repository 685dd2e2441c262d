"""Crossing the Line: Aachen 1944 at the table: a turn with reactions, a battle to its bonus, hidden stacks, grades."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import grognard

from .conftest import Server
from .hands import at_table, unit, unveil
from .proof import Finger, Hands, Keyboard, Mouse, ask, decided, replayed, settled, sit_down, take_seat
from .test_access import findings

AACHEN = "aachen"

#: A U.S. stack is about to move next to a German one.
FRONT = """
game aachen
scenario stolberg
turn 1
phase us activation 1-HQ
purse 6 0
level 6 6 0 0 0 0 3 0 0 0 0 0 0 0 0
at 1-HQ=1705 1-I/16=1907 1-II/16=1908 526-HQ=2706 526-328=2107 394=2107
assigned 394=7
tops 526-328
"""
#: Three sides of 2008 are American: a Prepared Attack from 1908 is sure to win.
BATTLE = """
game aachen
scenario stolberg
turn 1
phase us activation 1-HQ
purse 7 0
level 6 6 0 0 0 0 3 0 0 0 0 0 0 0 0
at 1-HQ=1705 1-I/16=1908 1-745=1908 1-634=1908 1-II/16=1907 1-I/18=2009 1-II/18=2007 526-HQ=2706 526-328=2008 394=2008
assigned 394=7
quiet 3
"""


class Screen(Mouse):
    """A mouse at one screen for both sides: opens the curtain, and answers brief questions by their buttons."""

    def do(self, action: str) -> None:
        unveil(self.page)
        expect(self.page.locator("#primary[aria-disabled=true]")).to_have_count(0)
        super().do(action)

    def do_none(self, verb: str, _: str) -> None:
        words = self.verbs[verb]["say"]
        button = self.page.locator(".acts button", has_text=re.compile(rf"^(End .*|{re.escape(words)}).{{0,2}}$"))
        button.first.click()

    def do_unit(self, verb: str, name: str) -> None:
        if self.page.locator(".whose.brief").count():
            words, printed = self.verbs[verb]["say"].partition(" {}")[0], name.rpartition("-")[2]
            self.page.locator(".acts button", has_text=re.compile(f"^{words} .*{re.escape(printed)}")).first.click()
        else:
            super().do_unit(verb, name)

    def do_hex(self, verb: str, label: str) -> None:
        if not self.verbs[verb]["quiet"]:
            super().do_hex(verb, label)
            return
        self.bring(lambda: self.hex(label))
        self.page.mouse.click(*self.hex(label), button="right")
        self.of_several(verb)


#: A turn of The Stolberg Corridor with the seed 4: the 526th reacts, digs in, and wins the battle for its bunker.
TURN = """
    propose, done, propose, done, act 1-HQ, stack 1907, move 2007, react 526-HQ, improve 2107, done, stack 2007,
    attack 2107, mode regular, resolve, stay, decline, done, pass, pass
"""


def curtains(page: Page) -> int:
    return page.locator("dialog.curtain[open]").count()


def test_a_turn_of_the_stolberg_corridor_at_one_screen(page: Page) -> None:
    """Reactions, retreats and the defender's bonus are answered without the curtain."""
    made = page.request.post("/api/matches", data={"game": AACHEN, "scenario": "stolberg", "seed": "4"}).json()
    page.goto(f"/m/{next(iter(made['tokens'].values()))}")
    at_table(page)
    engine, hand = grognard.new(AACHEN, "stolberg", seed="4"), Screen(page, AACHEN)
    answered = 0
    for action in (" ".join(words.split()) for words in TURN.split(",")):
        if engine.brief:
            assert curtains(page) == 0
            expect(page.locator(".whose")).to_contain_text("a quick answer")
            answered += 1
        elif engine.state.agenda and engine.facing not in ("", engine.side):
            assert curtains(page) == 1
        hand.do(action)
        settled(page)
        engine.play(action)
        if not curtains(page):
            expect(page.locator("#ask .rule")).to_contain_text(engine.prompt.rule)
    assert answered >= 3
    assert replayed(page).position() == engine.position()
    assert engine.state.turn == 2  # type: ignore[attr-defined]


def test_a_battle_from_its_card_to_its_bonus(page: Page) -> None:
    """The card equals the preview; then chits, die, losses, checks, retreat; last the bonus."""
    take_seat(page, BATTLE)
    hand = Screen(page, AACHEN)
    for action in ("stack 1908", "attack 2008", "mode prepared"):
        hand.do(action)
        settled(page)
    preview = replayed(page).preview
    assert preview is not None
    chosen = page.locator(".way.chosen")
    expect(chosen.locator(".price")).to_have_text("3 Action Points")
    expect(chosen.locator("li.total")).to_contain_text(f"+{preview.total}")
    for modifier in preview.modifiers:
        expect(chosen.locator("li", has_text=modifier.what)).to_contain_text(modifier.rule)
    won, of = preview.alternatives[2].victory
    assert won == of, "the position is meant to be won"
    expect(chosen.locator(".wins strong")).to_have_text("100%")
    # A quiet order leaves a supporting unit out, and the card follows.
    hand.bring(lambda: hand.counter("1-I/18"))
    page.mouse.click(*hand.counter("1-I/18"), button="right")
    page.get_by_role("menuitem", name=re.compile("Do without the support of")).click()
    settled(page)
    expect(chosen.locator("li.total")).to_contain_text(f"+{preview.total - 2}")
    page.keyboard.press("Backspace")
    expect(chosen.locator("li.total")).to_contain_text(f"+{preview.total}")
    hand.do("resolve")
    settled(page)
    dice = [entry.action for entry in replayed(page).journal if entry.seat == "dice"]
    expect(page.locator(".outcome .die.big").first).to_have_text(str(dice[2].arg))
    met = []
    while (match := replayed(page)).game.step(match.state).name != "act":
        met.append(match.game.step(match.state).name)
        assert match.brief
        assert curtains(page) == 0
        expect(page.locator("#ask .rule")).to_contain_text(match.prompt.rule)
        hand.do(next(text for text in match.actions.texts() if text != "yield"))
        settled(page)
    assert match.side == "us"
    expect(page.locator("#ask")).to_contain_text("Battle won: 5 Action Points")
    expect(page.get_by_role("button", name="Decline the bonus")).to_be_visible()
    if "394" not in met:
        log = " ".join(event.text for event in match.events if event.rule == "7.5.2")
        assert "394 loses 1 Strength Point" in log, "the assault gun takes the first loss"
    hand.do("decline")
    settled(page)
    expect(page.locator(".prompt .gauges strong")).to_have_text("4")


def two(new_page: Callable[..., Page], position: str, **sizes: Any) -> tuple[Page, Page]:
    """Two players, each at a screen of their own."""
    american, german = new_page(), new_page(**sizes)
    seats = {"us": "me", "german": "friend"}
    made = american.request.post("/api/matches/setup", data={"position": position, "seats": seats}).json()
    for side, screen in (("us", american), ("german", german)):
        screen.goto(f"/m/{made['tokens'][side]}")
        at_table(screen)
    return american, german


def test_a_hidden_stack_before_during_and_after_an_attack_from_both_seats(new_page: Callable[..., Page]) -> None:
    weak = FRONT.replace("1-I/16=1907", "1-I/16=2007").replace("assigned", "lost 1-I/16=9\nassigned")
    american, german = two(new_page, weak)
    height = unit(american, "526-328").locator(".many")

    def hidden() -> None:
        expect(unit(american, "394")).to_have_count(0)
        expect(unit(american, "526-328")).to_have_attribute("data-hex", "2107")
        expect(height).to_contain_text("2 units, 1 of them hidden")
        expect(unit(german, "394")).to_have_attribute("data-hex", "2107")

    hidden()
    mouse = Mouse(american, AACHEN)
    for action in ("stack 2007", "attack 2107"):
        mouse.do(action)
        settled(american)
    expect(american.locator(".builder")).to_contain_text("1 unit unseen")
    # One point of strength is below the table: the attacker is gone, and the stack was seen.
    mouse.do("resolve")
    settled(american)
    expect(german.locator(".whose")).to_have_text("German: a quick answer")
    assert "against 526-328, 394" in " ".join(
        event["text"] for line in ask(american, "/log") for event in line["events"]
    )
    expect(german.locator("#primary[aria-disabled=true]")).to_have_count(0)
    german.get_by_role("button", name="Decline the bonus").click()
    settled(german)
    expect(american.locator(".whose")).to_have_text("Your turn (U.S.)")
    hidden()


#: The Germans have passed, so the U.S. side chooses a formation without dice.
CHOICE = """
game aachen
scenario stolberg
turn 2
phase ops
passed 2
level 5 6 0 0 0 0 3 0 0 0 0 0 0 0 0
at 1-HQ=1705 1-I/16=1907 526-HQ=2706
"""


def test_an_hq_shows_its_level_its_supply_and_its_range_under_the_pointer(page: Page) -> None:
    take_seat(page, CHOICE)
    expect(page.locator("#unveil").or_(page.get_by_role("button", name="Pass")).first).to_be_visible()
    unveil(page)
    hand = Screen(page, AACHEN)
    hand.bring(lambda: hand.hex("1705"))
    page.mouse.move(*hand.hex("1705"))
    expect(page.locator(".spotlight")).to_have_text(["Activation Level 5 of 7", "In supply"])
    expect(page.locator("path.range")).to_have_attribute("d", re.compile("M"))
    page.mouse.move(*hand.hex("1806"))
    expect(page.locator(".spotlight")).to_have_count(0)
    expect(page.locator("path.range")).to_have_attribute("d", "")


class Keys(Keyboard):
    """Keys only: where a hex may mean several orders, the list of actions names the order."""

    def do_hex(self, verb: str, label: str) -> None:
        if verb in ("stack", "to"):
            self.search(f"{verb} {label}")
        else:
            super().do_hex(verb, label)

    def do_word(self, verb: str, word: str) -> None:
        self.search(f"{verb} {word}")


#: First Blood with the seed 5, from its first activation; the third attack clears the last hex in the second one.
FIRST_BLOOD = """
    stack 1908, move 2008, stack 2008, attack 2108, mode prepared, resolve, displace 526-473, to 2010, stay,
    stack 1909, move 2108, stack 2108, attack 2109, resolve, stay, stack 2108, attack 2107, mode prepared, resolve, keep
"""


@pytest.mark.parametrize("kind", [Screen, Keys])
def test_first_blood_is_played_to_its_grade(page: Page, kind: type[Hands]) -> None:
    """A computer player answers for the German side: its losses, retreats and rerolls take no question."""
    seats = {"us": "me", "german": "machine:captain"}
    data = {"game": AACHEN, "scenario": "first-blood", "seed": "5", "seats": seats}
    made = page.request.post("/api/matches", data=data).json()
    assert set(made["tokens"]) == {"us"}
    page.goto(f"/m/{made['tokens']['us']}")
    at_table(page)
    hand, plan, done = kind(page, AACHEN), [" ".join(words.split()) for words in FIRST_BLOOD.split(",")], 0
    while done < len(plan):
        # The computer player thinks in a process that has to start first.
        expect(page.locator(".whose")).to_have_text(re.compile(r"Your turn|U.S.: a quick answer"), timeout=60_000)
        hand.do(plan[done])
        settled(page)
        mine = [str(line["action"]) for line in ask(page, "/log") if line["seat"] == "us"]
        assert mine == plan[: len(mine)]
        assert len(mine) > done, f"nothing came of {plan[done]}"
        done = len(mine)
    expect(page.locator(".prompt .whose")).to_have_text("Match over")
    expect(page.locator("#ask")).to_contain_text("U.S. wins: decisive")
    result = replayed(page).result
    assert result is not None
    assert result.reasons == ("10.1: cleared in activation 2",)


def question(new_page: Callable[..., Page], **sizes: Any) -> tuple[Page, Page]:
    """The German side is asked about a reaction in the middle of the U.S. move."""
    american, german = two(new_page, FRONT, **sizes)
    mouse = Mouse(american, AACHEN)
    for action in ("stack 1907", "move 2007"):
        mouse.do(action)
        settled(american)
    expect(german.locator(".whose")).to_have_text("German: a quick answer")
    return american, german


def test_a_question_outlives_a_reload_and_a_restart_of_the_server(
    new_page: Callable[..., Page], server: Server
) -> None:
    american, german = question(new_page)
    german.reload()
    at_table(german)
    server.restart()
    american.reload()
    german.reload()
    at_table(american)
    at_table(german)
    expect(american.locator(".whose")).to_contain_text("German has to answer")
    expect(german.locator(".prompt .ask")).to_contain_text("526th Infantry Division: 4 in 10")
    expect(german.locator("#primary[aria-disabled=true]")).to_have_count(0)
    german.get_by_role("button", name="No reaction in this activation").click()
    settled(german)
    expect(american.locator(".whose")).to_have_text("Your turn (U.S.)")


def test_an_answer_is_taken_back_from_the_panel_while_the_enemy_moves(new_page: Callable[..., Page]) -> None:
    american, german = question(new_page)
    expect(german.locator("#primary[aria-disabled=true]")).to_have_count(0)
    german.get_by_role("button", name="No reaction in this activation").click()
    settled(german)
    expect(german.locator(".whose")).to_contain_text("U.S. to play")
    before = ask(american, "")["view"]
    # Wishes that seldom change are in the panel only.
    expect(german.locator(".prompt .order")).to_have_count(1)
    german.locator(".prompt .order", has_text="ask about reactions again").click()
    settled(german)
    expect(german.locator(".prompt .order", has_text="ask about reactions again")).to_have_count(0)
    # The mover's screen shows nothing of it, and the next trigger is asked about.
    after = ask(american, "")["view"]
    assert {**after, "version": 0, "may_undo": False} == {**before, "version": 0, "may_undo": False}
    mouse = Mouse(american, AACHEN)
    for action in ("stack 2007", "move 1907"):
        mouse.do(action)
        settled(american)
    expect(german.locator(".whose")).to_have_text("German: a quick answer")


def test_the_card_of_a_reaction_on_a_phone(new_page: Callable[..., Page]) -> None:
    _, phone = question(new_page, width=390, height=844, has_touch=True, is_mobile=True, device_scale_factor=2)
    assert findings(phone) == []
    buttons = phone.locator(".acts button")
    for words in ("React with", "Pass", "ask again when they leave", "No reaction to this move"):
        box = buttons.filter(has_text=words).first.bounding_box()
        assert box is not None, words
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 390, words
        assert 0 <= box["y"] <= box["y"] + box["height"] <= 844, words
        assert box["height"] >= 32, words
    expect(phone.locator("#primary[aria-disabled=true]")).to_have_count(0)
    Finger(phone, AACHEN).do("pass")
    settled(phone)
    expect(phone.locator(".whose")).to_contain_text("U.S. to play")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_cards_of_aachen(new_page: Callable[..., Page], scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    take_seat(page, BATTLE.replace("quiet 3", "asks 2"))
    hand = Screen(page, AACHEN)
    for action in ("stack 1908", "attack 2008", "mode prepared"):
        hand.do(action)
        settled(page)
    assert findings(page) == [], "three ways to attack"
    sit_down(page, AACHEN, "4")
    assert findings(page) == [], "First Blood"
    take_seat(page, FRONT)
    hand = Screen(page, AACHEN)
    for action in ("stack 1907", "move 2007"):
        hand.do(action)
        settled(page)
    assert findings(page) == [], "a reaction at one screen"
    assert decided(page)[-1] == "move 2007"
