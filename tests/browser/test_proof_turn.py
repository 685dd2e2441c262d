"""A whole Game-Turn of Hürtgen Forest for both sides in a hot-seat match: by mouse, and again by keyboard alone.

The plan has every kind of decision in it: moves, an attack with barrage and ground support, Final
Protective Fire, retreats of either side, an advance. The engine plays along, and after each decision
the page must show what the engine has.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import grognard

from .hands import GAME
from .proof import Hands, Keyboard, Mouse, places, played, sit_down, true_places

SEED = "5"

TURN = """
    select 1/22, move 0608, select 2/22, move 0609, done,
    attack 0709, with 1/22, with 2/22, barrage 29, support 5, resolve, fpf 275h, to 0808, to 0908,
    advance 1/22, to 0709, pass, attack 0712, barrage 42, resolve, done,
    select 1/985, move 0808, select 2/984, move 0708, done,
    attack 0709, with 1/985, with 2/984, barrage 116sp, barrage 275k, resolve, fpf 29, pass,
    retreat 2/984, to 0807, to 0908, pass, done
"""
PLAN = [" ".join(action.split()) for action in TURN.split(",")]


@pytest.mark.parametrize("kind", [Mouse, Keyboard])
def test_a_whole_turn_for_both_sides(page: Page, kind: type[Hands]) -> None:
    sit_down(page, GAME, SEED)
    engine = grognard.new(GAME, seed=SEED)

    def same(_: str) -> None:
        """The page shows the engine's state after the same decisions."""
        for action in played(page)[len(engine.journal) :]:
            if not action.startswith("roll"):
                engine.play(action)
        expect(page.locator("#ask")).to_contain_text(engine.prompt.text)
        expect(page.locator("#ask .rule")).to_contain_text(engine.prompt.rule)
        assert places(page) == true_places(engine)

    kind(page, GAME).carry_out(PLAN, same)
    expect(page.locator(".prompt .where")).to_contain_text("Turn 2 of 14")
    assert played(page) == [engine.game.notation.text(entry.action) for entry in engine.journal]
    assert [entry.seat for entry in engine.journal].count("dice") == 3
