"""The replay, and a new match that starts from an earlier moment."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from grognard import Match

from .hands import GAME, at_table
from .proof import Mouse, decided, places, played, replayed, sit_down, true_places

PLAN = [
    "select 1/22",
    "move 0608",
    "select 2/22",
    "move 0609",
    "done",
    "attack 0709",
    "with 1/22",
    "with 2/22",
    "resolve",
    "pass",
]


def words(match: Match, label: str) -> list[str]:
    """The notes of the engine on a hex."""
    return [note.text for note in match.game.reading.inspect(match.state, match.game.board.grid.parse(label))]


def test_the_slider_shows_every_moment_as_it_was(page: Page) -> None:
    sit_down(page, GAME, "5")
    Mouse(page, GAME).carry_out(PLAN)
    match = replayed(page)
    end = len(match.journal)
    page.locator("#tab-log").click()
    page.get_by_role("button", name="Replay", exact=True).click()
    slider = page.get_by_role("slider")
    caption = page.locator(".replay .caption")
    expect(caption).to_contain_text(f"0 of {end}")
    for moment in range(end + 1):
        expect(caption).to_contain_text(f"{moment} of {end}")
        then = match.before(moment)
        expect(page.locator("#ask")).to_contain_text(then.prompt.text)
        assert places(page) == true_places(then)
        slider.press("ArrowRight")
    # The inspector shows a hex as it was then, not as it is now.
    mouse = Mouse(page, GAME)
    slider.press("Home")
    expect(caption).to_contain_text(f"0 of {end}")
    first = match.before(0)
    # 1/985 had to leave its hex, and its zone of control moved with it.
    changed = next(h for h in sorted(places(page).values()) if words(match, h) != words(first, h))
    mouse.bring(lambda: mouse.hex(changed))
    mouse.click(mouse.hex(changed))
    then = words(first, changed)
    notes = page.locator(".inspector .notes li")
    expect(notes).to_have_count(len(then))
    for shown, text in zip(notes.all_inner_texts(), then, strict=True):
        assert text[1:] in shown
    # The past cannot be changed.
    expect(page.locator(".whose")).to_have_text("Replay")
    assert page.locator("#primary").count() == 0
    # A click on the slider goes to that moment, a button to the start of its phase.
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 8 / end, box["y"] + box["height"] / 2)
    expect(slider).to_have_value("8")
    page.get_by_role("button", name="Previous phase").click()
    expect(slider).to_have_value(str(PLAN.index("done") + 1))
    expect(caption).to_contain_text("Combat Phase")
    page.get_by_role("button", name="Close replay").click()
    expect(page.locator(".replay")).to_be_hidden()
    expect(page.locator("#ask")).to_contain_text(match.prompt.text)
    assert played(page) == [match.game.notation.text(entry.action) for entry in match.journal]


def test_notices_do_not_cover_the_buttons(page: Page) -> None:
    sit_down(page, GAME, "5")
    page.keyboard.press("r")
    page.keyboard.press("/")
    expect(page.locator(".toast", has_text="not your turn")).to_be_visible()
    page.wait_for_function("""() => {
        const box = (what) => document.querySelector(what).getBoundingClientRect();
        const [notices, card] = [box(".toasts"), box(".card.replay")];
        return card.height > 0 && (notices.bottom <= card.top || notices.left >= card.right);
    }""")


def test_a_new_match_starts_from_a_moment_and_leaves_the_old_one_unchanged(page: Page) -> None:
    sit_down(page, GAME, "5")
    Mouse(page, GAME).carry_out(PLAN)
    old, before = page.url, played(page)
    moment = PLAN.index("resolve")
    page.goto(f"{old}#replay")
    page.reload()
    at_table(page)
    slider = page.get_by_role("slider")
    for _ in range(moment):
        slider.press("ArrowRight")
    expect(page.locator(".replay .caption")).to_contain_text(f"{moment} of {len(before)}")
    page.get_by_role("button", name="Play from here").click()
    page.locator("#sure").click()
    page.wait_for_url(lambda url: url.split("#")[0] != old)
    at_table(page)
    assert decided(page) == PLAN[:moment]
    expect(page.locator(".builder .sum")).to_be_visible()
    # The new match continues independently.
    Mouse(page, GAME).carry_out(["barrage 29", "resolve", "pass"])
    assert decided(page) == [*PLAN[:moment], "barrage 29", "resolve", "pass"]
    page.goto(old)
    at_table(page)
    assert played(page) == before
