"""Refusals, undo, the attack builder compared with the engine, and interruptions during a combat."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from grognard.engine.reading import Preview
from tests.table.process import Process, table_process

from .hands import GAME, asks, at_table, unit
from .proof import Mouse, ask, decided, places, played, replayed, settled, sit_down, take_seat, true_places

#: U.S. units around a German battalion, with artillery and ground support available.
POSITION = """
game hurtgen
turn 1
phase us combat
at 1/22=0608 2/22=0609 29=0310 42=0315 1/985=0709 275h=1002
"""


def shown_figures(page: Page) -> dict[str, object]:
    """The figures that the builder shows."""
    builder = page.locator(".builder")
    lines = [
        (
            row.locator("td").first.inner_text().split("rule")[0].strip(),
            row.locator(".rule").inner_text().split()[-1],
            number(row.locator(".number").inner_text()),
        )
        for row in builder.locator(".sum tbody tr").all()
    ]
    odds = [part.locator("dt, dd").all_inner_texts() for part in builder.locator(".odds div").all()]
    return {
        "lines": lines,
        "total": number(builder.locator(".sum tfoot .number").inner_text()),
        "column": builder.locator(".sum tfoot button").inner_text().removeprefix("column "),
        "chances": {result: int(chance.removesuffix("%")) for result, chance in odds},
        "by_roll": [roll.inner_text().split()[-1] for roll in builder.locator(".rolls li").all()],
    }


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def replayed_preview(page: Page) -> Preview:
    match = replayed(page)
    preview = match.game.reading.preview(match.state)
    assert preview is not None
    return preview


def true_figures(page: Page) -> dict[str, object]:
    """The figures of the engine for the same attack, from the replayed record.

    Chances are shown as soon as a unit attacks, which is when any modifier counts for the attack.
    """
    preview = replayed_preview(page)
    attacked = any(m.amount > 0 for m in preview.modifiers)
    chances = {result: int(100 * part / whole + 0.5) for result, (part, whole) in preview.chances.items()}
    return {
        "lines": [(m.what[0].upper() + m.what[1:], m.rule, m.amount) for m in preview.modifiers],
        "total": preview.total,
        "column": re.sub("^-", "−", preview.column).replace("-", "–"),
        "chances": chances if attacked else {},
        "by_roll": list(preview.by_roll) if attacked else [],
    }


def test_a_refused_move_names_its_rule_and_changes_nothing(page: Page) -> None:
    sit_down(page, GAME, "5")
    mouse = Mouse(page, GAME)
    mouse.carry_out(["select 1/22", "move 0608"])
    before = played(page)
    # A unit that has moved and is in an enemy zone: the engine knows why it may not be selected again.
    mouse.do_unit("select", "1/22")
    refusal = page.locator(".toast.refused")
    why = ask(page, "/why?action=select%201/22")
    assert not why["legal"]
    expect(refusal.locator(".rule")).to_have_text(re.compile(rf"{re.escape(why['rule'])}$"))
    expect(refusal).to_contain_text(why["why"][1:])
    assert re.fullmatch(r"\d+\.\d+[a-z]?", why["rule"])
    assert played(page) == before
    expect(unit(page, "1/22")).to_have_attribute("data-hex", "0608")
    # Screen readers announce it too.
    expect(page.locator("#alarm")).to_contain_text(f"Rule {why['rule']}")


def test_undo_takes_back_move_by_move_and_stops_at_a_roll(page: Page) -> None:
    take_seat(page, POSITION)
    mouse = Mouse(page, GAME)
    mouse.carry_out(["attack 0709", "with 1/22", "with 2/22"])
    before = shown_figures(page)
    mouse.carry_out(["barrage 29"])
    assert shown_figures(page) != before
    page.locator("#undo").click()
    settled(page)
    assert shown_figures(page) == before
    assert decided(page) == ["attack 0709", "with 1/22", "with 2/22"]
    mouse.carry_out(["resolve"])
    asks(page, "Final Protective Fire")
    mouse.carry_out(["pass"])
    rolled = played(page)
    assert any(action.startswith("roll") for action in rolled)
    page.keyboard.press("Backspace")
    expect(page.locator(".toast.refused")).to_contain_text("Dice have been rolled since")
    assert played(page) == rolled


def test_the_builder_shows_the_figures_of_the_engine_at_every_step(page: Page) -> None:
    take_seat(page, POSITION)
    seen = []

    def same(_: str) -> None:
        figures = shown_figures(page)
        assert figures == true_figures(page)
        seen.append(figures)

    plan = ["attack 0709", "with 1/22", "with 2/22", "barrage 29", "barrage 42", "support 4"]
    Mouse(page, GAME).carry_out(plan, same)
    # A target alone has a total but no chances; every attacker changes them or the total.
    assert [bool(figure["chances"]) for figure in seen] == [False, *[True] * (len(seen) - 1)]
    # Every unit and point counts: no two steps have the same total.
    assert len({figure["total"] for figure in seen}) == len(seen) >= 5
    page.locator(".sum tfoot button").click()
    lit = page.locator("dialog thead .lit")
    expect(lit).to_have_text(replayed_preview(page).column)


def test_defensive_fire_changes_the_result_that_is_shown(page: Page) -> None:
    take_seat(page, POSITION)
    mouse = Mouse(page, GAME)
    mouse.carry_out(["attack 0709", "with 1/22", "with 2/22", "barrage 29", "support 4"])
    answer = page.locator(".builder .answer")
    expect(answer).to_contain_text("the defender may still add Final Protective Fire")
    mouse.carry_out(["resolve"])
    expect(answer).to_contain_text("The defender (German) may still react")
    stale = replayed_preview(page)
    assert shown_figures(page) == true_figures(page)
    mouse.carry_out(["fpf 275h"])
    match = replayed(page)
    roll = next(n for n, entry in enumerate(match.journal) if entry.seat == "dice")
    die = match.journal[roll].action[1]
    before = match.before(roll)
    preview = before.game.reading.preview(before.state)
    assert preview is not None
    assert preview.total < stale.total
    assert preview.by_roll != stale.by_roll
    outcome = page.locator(".outcome")
    expect(outcome.locator(".die.big")).to_have_text(str(die))
    expect(outcome.locator(".rolls .rolled")).to_contain_text(preview.by_roll[die - 1])
    assert [roll.inner_text().split()[-1] for roll in outcome.locator(".rolls li").all()] == list(preview.by_roll)
    outcome.locator("summary").click()
    expect(outcome.locator(".sum tbody tr", has_text="Final Protective Fire")).to_contain_text("8.43")
    assert number(outcome.locator(".sum tfoot .number").inner_text()) == preview.total
    # The chart highlights the cell used, in the column of the changed total.
    page.locator("#tab-charts").click()
    expect(page.locator(".chart thead .lit")).to_have_text(preview.column)
    expect(page.locator(".chart tbody .litrow .lit")).to_have_text(preview.by_roll[die - 1])


def test_a_reload_during_a_combat(page: Page) -> None:
    take_seat(page, POSITION)
    mouse = Mouse(page, GAME)
    mouse.carry_out(["attack 0709", "with 1/22", "with 2/22", "barrage 29"])
    before = shown_figures(page)
    page.reload()
    at_table(page)
    assert shown_figures(page) == before
    assert page.locator('.unit[data-marks~="target"]').get_attribute("data-unit") == "1/985"
    mouse.carry_out(["support 3", "resolve"])
    # Again while the other side decides.
    page.reload()
    at_table(page)
    asks(page, "Final Protective Fire")
    mouse.carry_out(["pass"])
    assert any(action.startswith("roll") for action in played(page))
    assert places(page) == true_places(replayed(page))


# -- a server that dies ------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Callable[[str], Process]]:
    """Start a separate server on a folder, several times if needed."""
    running = []

    def start(port: str) -> Process:
        opened = table_process(tmp_path, "--port", port)
        running.append(opened)
        return opened.__enter__()

    yield start
    for opened in running:
        opened.__exit__(None, None, None)


def test_kill_9_during_a_combat_loses_nothing_and_the_page_reconnects(
    browser: Browser, table: Callable[[str], Process]
) -> None:
    process = table("8760")
    address = process.address()
    with browser.new_context(viewport={"width": 1440, "height": 900}, base_url=address) as context:
        page = context.new_page()
        take_seat(page, POSITION)
        mouse = Mouse(page, GAME)
        mouse.carry_out(["attack 0709", "with 1/22", "with 2/22", "barrage 29"])
        before = shown_figures(page)

        process.end(signal.SIGKILL)
        expect(page.locator(".wire")).to_be_visible()
        page.locator("#primary").click()
        settled(page)
        # The server is gone: the page keeps its state and shows a message.
        expect(page.locator(".wire")).to_be_visible()
        assert shown_figures(page) == before

        again = table(address.rsplit(":", 1)[1])
        assert again.address() == address
        expect(page.locator(".wire")).to_be_hidden(timeout=30_000)
        # The order given meanwhile is sent once, and nothing else is lost.
        asks(page, "Final Protective Fire")
        assert decided(page) == ["attack 0709", "with 1/22", "with 2/22", "barrage 29", "resolve"]
        assert shown_figures(page) == before == true_figures(page)
        mouse.carry_out(["pass"])
        assert decided(page) == ["attack 0709", "with 1/22", "with 2/22", "barrage 29", "resolve", "pass"]
        expect(page.locator(".outcome .die.big")).to_be_visible()
        # The page is connected again: it is notified of another page's messages.
        other = context.new_page()
        other.goto(page.url)
        at_table(other)
        other.locator("#tab-chat").click()
        other.get_by_label("Message").fill("Back again")
        other.get_by_label("Message").press("Enter")
        page.locator("#tab-chat").click()
        expect(page.get_by_role("log", name="Chat")).to_contain_text("Back again")
