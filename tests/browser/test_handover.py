"""Hot-seat matches with hidden information: the curtain, what it shows, and rolls of several dice."""

from __future__ import annotations

import re
from itertools import pairwise

from playwright.sync_api import Locator, Page, expect

from .hands import asks, at_table, unveil
from .proof import Mouse, ask, decided, replayed, settled, take_seat

RHINE = "rhine"

#: Six to one: after any roll the German side must retreat, so the device is handed over.
SURE = """
game rhine
turn 4
phase allied combat
at US3A=2205N US2A=2205N US30=2205N 12VG=2204N 9SS=2404N
cleared 2205N
allied 2205N 2305N 2306N
"""
#: Two to one before the bombers are rolled for.
BOMBED = SURE.replace(" US2A=2205N US30=2205N", " US1=2306N")


def curtain(page: Page) -> Locator:
    return page.locator("dialog.curtain")


def attack(page: Page, *units: str) -> None:
    take_seat(page, SURE)
    mouse = Mouse(page, RHINE)
    mouse.carry_out(["attack 2204N", *(f"with {name}" for name in units)])
    mouse.do("resolve")
    expect(curtain(page)).to_be_visible()


def test_the_curtain_hides_the_board_and_shows_the_roll(page: Page) -> None:
    attack(page, "US3A", "US2A", "US30")
    roll = next(entry.action[1] for entry in replayed(page).journal if entry.seat == "dice")
    expect(curtain(page).locator(".die.big")).to_have_text([str(roll)])
    expect(curtain(page).locator("h3")).to_contain_text("Attack on 2204N: 24 against 4")
    expect(curtain(page).locator(".meaning strong")).to_have_text("DR" if roll == 1 else "DE")
    expect(curtain(page).locator(".events")).to_contain_text(f"Odds 6:1, rolled {roll}")
    for hidden in (".port", ".side", ".prompt", ".builder"):
        expect(page.locator(hidden)).not_to_be_visible()
    page.get_by_role("button", name="Continue as German").click()
    asks(page, "Choose the hex that the defenders retreat to")
    expect(page.locator(".port")).to_be_visible()
    # The other side may see the roll too.
    expect(page.locator(".outcome .rolled")).to_contain_text(str(roll))


def test_announcements_wait_for_the_right_player(page: Page) -> None:
    """The prompt of the next side is not announced to the player before."""
    attack(page, "US3A", "US2A", "US30")
    expect(curtain(page).locator(".die.big")).to_be_visible()
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    expect(page.locator("#voice")).to_have_text("")
    expect(page.locator("#alarm")).to_have_text("")
    unveil(page)
    expect(page.locator("#voice")).to_contain_text("Choose the hex that the defenders retreat to")


def test_only_its_button_opens_the_curtain(page: Page) -> None:
    attack(page, "US3A", "US2A", "US30")
    for key in ("Escape", "Escape", "x", "n", "/"):
        page.keyboard.press(key)
    page.mouse.click(20, 20)
    page.mouse.click(20, 700)
    expect(curtain(page)).to_be_visible()
    expect(page.locator(".port")).not_to_be_visible()
    expect(page.locator("#unveil")).to_be_focused()
    page.keyboard.press("Enter")
    expect(curtain(page)).to_have_count(0)
    expect(page.locator(".port")).to_be_visible()


def test_a_match_that_is_over_has_no_curtain(page: Page) -> None:
    take_seat(page, SURE)
    token = page.url.split("/m/")[1]
    reply = page.request.post("/api/match/resign", headers={"Authorization": f"Bearer {token}"})
    assert reply.ok, reply.text()
    page.goto(f"/m/{token}#replay")
    page.reload()
    expect(page.locator(".port.ready")).to_be_visible(timeout=60_000)
    expect(page.locator(".replay")).to_be_visible()
    expect(curtain(page)).to_have_count(0)


def test_of_several_dice_the_last_gives_the_result(page: Page) -> None:
    take_seat(page, BOMBED)
    mouse = Mouse(page, RHINE)
    mouse.carry_out(["attack 2204N", "with US3A"])
    page.get_by_role("button", name="Call the heavy bombers").click()
    settled(page)
    page.locator("#primary").click()
    settled(page)
    unveil(page)
    lines = [line for line in ask(page, "/log") if line["seat"] == "dice"]
    assert len(lines) == 3
    dice = [int(line["action"].split()[-1]) for line in lines]
    # The total with the bombs, as it was before the last roll.
    preview = ask(page, f"/replay/{lines[-1]['number'] - 1}")["view"]["preview"]
    card = page.locator(".builder .outcome")
    expect(card.locator("h2")).to_contain_text(preview["title"])
    expect(card.locator(".die.big")).to_have_text([str(die) for die in dice])
    expect(card.locator(".rolled")).to_have_text(f"{dice[-1]}{preview['by_roll'][dice[-1] - 1]}")
    page.locator("#tab-charts").click()
    expect(page.locator(".chart thead .lit")).to_have_text(preview["column"])
    expect(page.locator(".chart tbody .litrow th")).to_have_text(str(dice[-1]))
    expect(page.locator(".chart tbody .litrow .lit")).to_have_text(preview["by_roll"][dice[-1] - 1])


def test_a_sum_without_a_line_and_with_narrow_chances_is_readable(page: Page) -> None:
    take_seat(page, BOMBED)
    Mouse(page, RHINE).carry_out(["attack 2204N", "with US3A"])
    page.get_by_role("button", name="Call the heavy bombers").click()
    settled(page)
    expect(page.locator(".sum tfoot th")).to_have_text("Total in column 2:1")
    preview = ask(page, "")["view"]["preview"]
    assert min(part / whole for part, whole in preview["chances"].values()) < 0.05
    # A screen reader gets all of them; the visible ones do not overlap.
    expect(page.locator(".odds dt")).to_have_text(list(preview["chances"]))
    spans = page.locator(".odds div:not(.slim)").evaluate_all(
        "all => all.map(e => [...e.children].map(c => c.getBoundingClientRect()).map(b => [b.left, b.right]))"
    )
    edges = [(min(b[0] for b in label), max(b[1] for b in label)) for label in spans]
    assert all(before[1] <= after[0] for before, after in pairwise(edges))


def test_a_probe_is_carried_out_without_a_die(page: Page) -> None:
    take_seat(page, SURE.replace("US30=2205N", "US30=2305N"))
    mouse = Mouse(page, RHINE)
    # Attack and probe have different looks.
    expect(page.locator(".lit .area.strike")).to_have_count(1)
    expect(page.locator(".lit .area.probe")).to_have_count(1)
    expect(page.locator('.unit[data-unit="12VG"] .halo.strike')).to_be_attached()
    mouse.carry_out(["probe 2304N"])
    with_whom = ask(page, "")["view"]["actions"].get("with", [])
    mouse.carry_out([f"with {with_whom[0]}"])
    expect(page.locator(".declared")).to_have_attribute("d", re.compile("^M"))
    expect(page.locator("#primary")).to_have_text(re.compile("^Carry out"))
    page.keyboard.press("/")
    expect(page.locator(".actions")).to_contain_text("Carry out")
    expect(page.locator(".actions")).not_to_contain_text("Roll the die")
    page.keyboard.press("Escape")
    mouse.carry_out(["resolve"])
    assert not [entry for entry in replayed(page).journal if entry.seat == "dice"]


def test_an_illegal_click_gives_the_reason_while_an_attack_is_declared(page: Page) -> None:
    take_seat(page, BOMBED)
    mouse = Mouse(page, RHINE)
    mouse.carry_out(["attack 2204N", "with US3A"])
    done = decided(page)
    refusal = page.locator(".toast.refused")
    for place in ("2404N", "2407N"):
        page.reload()
        at_table(page)
        mouse.bring(lambda at=place: mouse.hex(at))
        mouse.click(mouse.hex(place))
        expect(refusal).to_contain_text("Not now. Attack on 2204N: add units, or roll the die.")
    assert decided(page) == done
