"""Taking things out, and notes on the map for oneself: a link to a moment, a picture, a print, a page, a drawing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from .hands import GAME, asks, at_table, unit
from .proof import Mouse, settled, sit_down
from .test_access import findings
from .test_between import menu


def test_a_match_can_be_taken_out(new_page: Callable[..., Page], tmp_path: Path) -> None:
    page = new_page()
    page.add_init_script("window.print = () => { window.printed = true; }")
    sit_down(page, GAME, "5")
    Mouse(page, GAME).carry_out(["select 1/22", "move 0608", "select 2/22", "move 0610"])
    settled(page)
    # The picture is a PNG of the whole board.
    with page.expect_download() as got:
        menu(page, "Picture of the board")
    content = Path(got.value.path()).read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    assert max(width, height) > 1500
    assert len(content) > 200_000
    # On paper there is the board only, a page for each sheet.
    menu(page, "Print the board")
    page.wait_for_function("() => window.printed")
    page.emulate_media(media="print")
    expect(page.locator(".print-sheet")).to_have_count(1)
    expect(page.locator(".print-sheet")).to_be_visible()
    expect(page.locator("main.table")).to_be_hidden()
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".print-sheet")).to_have_count(0)
    # The page of the match works without the server.
    with page.expect_download() as got:
        menu(page, "After-action page")
    file = tmp_path / "match.html"
    got.value.save_as(file)
    reader = new_page()
    reader.context.set_offline(True)
    reader.goto(file.as_uri())
    expect(reader.get_by_role("heading", level=1)).to_contain_text("Historical")
    expect(reader.locator("body")).to_contain_text("1/22 moves from 0508 to 0608")
    moved = reader.locator('.board [data-unit="1/22"]')
    after = moved.evaluate("e => e.style.transform")
    reader.locator("#turn").select_option("0")
    assert moved.evaluate("e => e.style.transform") != after
    # A link leads anyone to the moment, not to a seat of a player.
    menu(page, "Link to this moment")
    link = page.get_by_label("It opens the replay for spectators").input_value()
    assert link.endswith("#replay-4")
    assert page.url.split("/m/")[1] not in link
    guest = new_page()
    guest.goto(link.replace("#replay-4", "#replay-1"))
    expect(guest.locator(".caption")).to_contain_text("1 of 4")


def test_notes_on_the_map_stay_in_the_browser_and_alt_measures(page: Page) -> None:
    sit_down(page, GAME, "5")
    mouse = Mouse(page, GAME)
    menu(page, "Draw on the map")
    mouse.drawn()
    assert findings(page) == []
    start, end = mouse.hex("0709"), mouse.hex("0711")
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=8)
    page.mouse.up()
    expect(page.locator(".sketch .line")).to_have_count(1)
    page.get_by_text("Flag", exact=True).click()
    page.mouse.click(*mouse.hex("0809"))
    page.get_by_text("Words", exact=True).click()
    page.mouse.click(*mouse.hex("0810"))
    page.get_by_role("textbox", name="Words at 0810").fill("Attack here")
    page.keyboard.press("Enter")
    expect(page.locator(".sketch text")).to_have_text("Attack here")
    # While drawing, a click gives no order.
    asks(page, "Choose a unit to move")
    page.get_by_role("button", name="Done").click()
    page.reload()
    at_table(page)
    expect(page.locator(".sketch .line")).to_have_count(1)
    expect(page.locator(".sketch .flag")).to_have_count(1)
    menu(page, "Draw on the map")
    page.get_by_text("Erase", exact=True).click()
    page.mouse.click(*mouse.hex("0809"))
    expect(page.locator(".sketch .flag")).to_have_count(0)
    page.get_by_role("button", name="Done").click()
    page.mouse.move(*mouse.hex("0709"))
    page.keyboard.down("Alt")
    page.mouse.move(*mouse.hex("1011"), steps=4)
    expect(page.locator(".measure")).to_have_attribute("data-hexes", "4")
    page.keyboard.up("Alt")
    expect(page.locator(".measure line")).to_have_count(0)
    expect(unit(page, "1/22")).to_be_attached()
