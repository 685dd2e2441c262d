"""With people: who is here, notices and sounds that are off until they are wanted, and a site that can be installed."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .hands import GAME, at_table
from .proof import Mouse
from .test_access import findings
from .test_between import friends, menu

#: Note notices and tones instead of showing and playing them; the page is never in front.
_SPY = """
window.notices = [];
window.tones = 0;
window.Notification = class {
  static permission = "granted";
  static requestPermission() { return Promise.resolve("granted"); }
  constructor(title, { body }) { window.notices.push(`${title}: ${body}`); }
};
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones++; return start.apply(this, when); };
Object.defineProperty(document, "hidden", { get: () => true });
"""


def test_players_see_who_is_here_and_are_told_when_they_want_to_be(new_page: Callable[..., Page]) -> None:
    host, guest = friends(new_page)
    expect(host.locator(".presence")).to_have_text("German is here")
    guest.add_init_script(_SPY)
    guest.reload()
    at_table(guest)
    mouse = Mouse(host, GAME)
    mouse.carry_out(["done", "done"])
    expect(guest.locator(".whose")).to_contain_text("Your turn")
    # Nothing was switched on.
    assert guest.evaluate("[notices.length, tones]") == [0, 0]
    menu(guest, "Appearance")
    guest.get_by_label("Sounds for dice and turn").check()
    guest.get_by_label("Notify me when it is my turn").check()
    assert findings(guest) == []
    guest.keyboard.press("Escape")
    Mouse(guest, GAME).carry_out(["done", "done"])
    expect(host.locator(".whose")).to_contain_text("Your turn")
    mouse.carry_out(["done", "done"])
    expect(guest.locator(".whose")).to_contain_text("Your turn")
    assert guest.evaluate("notices.length") == 1
    assert "Your turn: Choose a unit to move" in guest.evaluate("notices[0]")
    assert guest.evaluate("tones") >= 2
    guest.goto("/")
    expect(host.locator(".presence")).to_have_text("German is away")


def test_the_site_can_be_installed_and_has_a_page_for_the_time_offline(new_page: Callable[..., Page]) -> None:
    page = new_page(service_workers="allow")
    page.goto("/")
    link = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.request.get(link or "").json()
    assert manifest["start_url"] == "/"
    for entry in manifest["icons"]:
        assert "<svg" in page.request.get(entry["src"]).text()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.goto("/m/some-match-that-was-open")
    expect(page.get_by_role("heading")).to_have_text("No connection")
    assert findings(page) == []
    page.context.set_offline(False)
    page.goto("/")
    expect(page.locator("[data-play]").first).to_be_visible()
