"""Two browsers play each other by an invitation link. Each has only its own link and sees the other's moves live."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .hands import GAME, asks, at_table, unit
from .proof import Hands, Keyboard, Mouse, decided, places, replayed, true_places


def invite(host: Page, guest: Page) -> None:
    """The host creates the links and passes one on; both open the match."""
    host.goto("/")
    host.locator(f"[data-play={GAME}]").click()
    host.locator("label", has_text="A friend").click()
    host.locator("#begin").click()
    link = host.locator(".linkrow", has_text="Your friend").locator("input").input_value()
    host.locator("#begin").click()
    guest.goto(link)
    at_table(host)
    at_table(guest)
    assert host.url != guest.url


def both_show(engine_of: Page, *pages: Page) -> None:
    """Every page shows the counters where the engine has them."""
    truth = true_places(replayed(engine_of))
    for page in pages:
        for name in truth.keys() - {n for n, at in places(page).items() if truth.get(n) == at}:
            expect(unit(page, name)).to_have_attribute("data-hex", truth[name])
        assert places(page) == truth


def test_two_browsers_play_each_other_by_link(new_page: Callable[..., Page]) -> None:
    us, german = new_page(), new_page()
    invite(us, german)
    mouse: Hands = Mouse(us, GAME)
    keyboard: Hands = Keyboard(german, GAME)
    expect(us.locator(".whose")).to_contain_text("Your turn")
    expect(german.locator(".whose")).to_contain_text("U.S. to play")
    assert german.locator(".unit[data-lit]").count() == 0

    mouse.carry_out(["select 1/22", "move 0608"])
    expect(unit(german, "1/22")).to_have_attribute("data-hex", "0608")
    mouse.carry_out(["done", "attack 0709", "with 1/22"])
    # The German player sees the attack with all figures before the roll.
    total = us.locator(".builder .sum tfoot .number").inner_text()
    expect(german.locator(".builder .sum tfoot .number")).to_have_text(total)
    mouse.carry_out(["resolve"])
    expect(german.locator(".whose")).to_contain_text("Your turn")
    asks(german, "Final Protective Fire")
    expect(us.locator(".whose")).to_contain_text("German to play")
    keyboard.carry_out(["pass"])
    die = str(next(a for a in replayed(us).journal if a.seat == "dice").action[1])
    for page in (us, german):
        expect(page.locator(".outcome .die.big")).to_have_text(die)
    both_show(us, us, german)
    assert decided(us) == decided(german)


def test_players_can_chat(new_page: Callable[..., Page]) -> None:
    host, guest = new_page(), new_page()
    invite(host, guest)
    for page in (host, guest):
        page.locator("#tab-chat").click()
    guest.get_by_label("Message").fill("Good luck, and dry feet")
    guest.get_by_label("Message").press("Enter")
    expect(host.get_by_role("log", name="Chat")).to_contain_text("Good luck, and dry feet")


def test_a_spectator_sees_the_match_and_cannot_act(new_page: Callable[..., Page]) -> None:
    player, watcher = new_page(), new_page()
    made = player.request.post("/api/matches", data={"game": GAME, "seed": "5"}).json()
    player.goto(next(iter(made["links"].values())))
    watcher.goto(made["links"]["spectator"])
    at_table(player)
    at_table(watcher)
    Mouse(player, GAME).carry_out(["select 1/22", "move 0608"])
    expect(unit(watcher, "1/22")).to_have_attribute("data-hex", "0608")
    hand = Mouse(watcher, GAME)
    hand.bring(lambda: hand.counter("2/22"))
    hand.click(hand.counter("2/22"))
    expect(watcher.locator(".inspector")).to_contain_text("Hex 0510")
    assert watcher.locator("#primary").count() == 0
    assert decided(player) == ["select 1/22", "move 0608"]
