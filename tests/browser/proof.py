"""Play a written plan by mouse, keyboard or touch.

The result is checked against the record of the match, which must contain exactly the actions of the plan.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

import grognard
from grognard import Match

from .hands import at_table, unit

#: Whether a point of the window shows the board, uncovered by cards.
_FREE = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.port'))"
#: The point nearest to the centre of the board with free space on all sides.
_MIDDLE = """() => {
    const port = document.querySelector(".port").getBoundingClientRect();
    const free = (x, y) => Boolean(document.elementFromPoint(x, y)?.closest(".port"));
    const found = [];
    for (let x = 10; x < port.width; x += 20) {
        for (let y = 10; y < port.height; y += 20) {
            if ([-40, 0, 40].every((dx) => [-40, 0, 40].every((dy) => free(x + dx, y + dy)))) found.push([x, y]);
        }
    }
    const far = ([x, y]) => Math.hypot(x - port.width / 2, y - port.height / 2);
    return found.sort((a, b) => far(a) - far(b))[0];
}"""

Point = tuple[float, float]


def sit_down(page: Page, game: str, seed: str, **seats: str) -> str:
    """Open a new hot-seat match with known dice and return the token of its seat."""
    made = page.request.post("/api/matches", data={"game": game, "seed": seed, "seats": seats}).json()
    token = str(next(iter(made["tokens"].values())))
    page.goto(f"/m/{token}")
    at_table(page)
    return token


def take_seat(page: Page, position: str) -> None:
    """Open a match that starts from a position."""
    made = page.request.post("/api/matches/setup", data={"position": position}).json()
    page.goto(f"/m/{next(iter(made['tokens'].values()))}")
    at_table(page)


def ask(page: Page, path: str) -> Any:
    """The server's answer to the seat on this page."""
    token = re.split(r"[#/]", page.url.split("/m/")[1])[0]
    reply = page.request.get(f"/api/match{path}", headers={"Authorization": f"Bearer {token}"})
    assert reply.ok, reply.text()
    return reply.json() if "json" in reply.headers["content-type"] else reply.text()


def replayed(page: Page) -> Match:
    """The match on this page, played again by the engine from its record."""
    return grognard.replay(ask(page, "/record"))


def played(page: Page) -> list[str]:
    """All actions in force, rolls included."""
    return [str(line["action"]) for line in ask(page, "/log") if line["action"]]


def decided(page: Page) -> list[str]:
    """All decisions of players in force."""
    return [str(line["action"]) for line in ask(page, "/log") if line["seat"] not in ("", "dice")]


def settled(page: Page) -> None:
    """Wait until the server has answered the last action and the page shows it."""
    expect(page.locator(".prompt")).not_to_have_class(re.compile(r"\bbusy\b"))


def places(page: Page) -> dict[str, str]:
    """The counters on the board and their hexes, as the page shows them."""
    shown = page.locator(".unit").evaluate_all("all => all.map(e => [e.dataset.unit, e.dataset.hex])")
    return {str(name): str(hex) for name, hex in shown}


def true_places(match: Match) -> dict[str, str]:
    """The counters on the board and their hexes, as the engine has them."""
    words = (word.rpartition("=") for word in match.view("").facts["at"].split())
    return {name: at for name, _, at in words if at.isdecimal()}


class Hands:
    """Carries out actions; subclasses do it by mouse, keyboard or touch."""

    def __init__(self, page: Page, game: str) -> None:
        self.page = page
        self.verbs: dict[str, Any] = page.request.get(f"/api/games/{game}").json()["verbs"]

    def carry_out(self, plan: list[str], after: Callable[[str], None] | None = None) -> None:
        """Play all decisions of a plan. The page does actions without a choice automatically."""
        before = decided(self.page)
        done = 0
        while done < len(plan):
            action = plan[done]
            self.do(action)
            settled(self.page)
            now = decided(self.page)[len(before) :]
            assert len(now) > done, f"nothing came of {action}"
            assert now == plan[: len(now)], f"{action} became {now[done:]}"
            done = len(now)
            if after is not None:
                after(action)

    def carry_out_one(self, action: str) -> None:
        """Play one decision, which the page may follow with forced ones."""
        before = len(decided(self.page))
        self.do(action)
        settled(self.page)
        assert decided(self.page)[before] == action

    def do(self, action: str) -> None:
        verb, _, argument = action.partition(" ")
        kind = self.verbs[verb]["kind"].partition(":")[0]
        getattr(self, f"do_{kind}")(verb, argument)

    def do_none(self, verb: str, _: str) -> None:
        raise NotImplementedError

    def do_unit(self, verb: str, name: str) -> None:
        raise NotImplementedError

    def do_hex(self, verb: str, label: str) -> None:
        raise NotImplementedError

    def do_number(self, verb: str, number: str) -> None:
        raise NotImplementedError


class Mouse(Hands):
    """Clicks counters, hexes and buttons; drags the board with the middle button."""

    def do_none(self, verb: str, _: str) -> None:
        self.page.locator("#primary").click()

    def do_unit(self, verb: str, name: str) -> None:
        if not unit(self.page, name).count():
            # A unit off the map is in the tray.
            self.page.locator(f'.tray [data-pick="{name}"]').click()
            return
        self.bring(lambda: self.counter(name))
        # A stack fans out under the pointer, so the counter's place is read again.
        self.page.mouse.move(*self.counter(name))
        self.click(self.counter(name))
        self.of_several(verb)

    def do_hex(self, verb: str, label: str) -> None:
        self.bring(lambda: self.hex(label))
        self.click(self.hex(label))
        self.of_several(verb)

    def do_number(self, verb: str, number: str) -> None:
        steps = self.page.locator(".stepper", has=self.page.locator(f"[data-verb={verb}]"))
        shown = steps.locator("output")
        while shown.inner_text() != number:
            steps.locator("button").nth(0 if int(shown.inner_text()) > int(number) else 1).click()
        steps.locator("[data-verb]").click()

    def do_word(self, verb: str, word: str) -> None:
        self.page.locator(".acts button", has_text=self.verbs[verb]["words"][word]).click()

    def of_several(self, verb: str) -> None:
        """Choose from the menu that opens where a click may mean several things."""
        settled(self.page)
        menu = self.page.locator(".menu [role=menuitem]")
        if menu.count():
            menu.filter(has_text=re.compile(rf"^{self.verbs[verb]['say'].partition(' {}')[0]} ")).click()

    def click(self, at: Point) -> None:
        self.page.mouse.click(*at)

    def counter(self, name: str) -> Point:
        box = unit(self.page, name).locator(".face").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def hex(self, label: str) -> Point:
        place = self.page.evaluate("hex => grognard.where(hex)", label)
        return place["x"], place["y"]

    def bring(self, where: Callable[[], Point]) -> None:
        """Drag the board until a point is free in the window."""
        self.drawn()
        if not self.free(where()):
            self.pull(where(), self.middle())
            self.drawn()
        assert self.free(where()), "something covers the point to click"

    def drawn(self) -> None:
        """Wait for the next frame, in which the board is drawn at its new place."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def free(self, at: Point) -> bool:
        size = self.page.viewport_size
        assert size is not None
        inside = 0 < at[0] < size["width"] and 0 < at[1] < size["height"]
        return inside and bool(self.page.evaluate(_FREE, list(at)))

    def middle(self) -> Point:
        """The centre of the board, or the nearest point that no card covers."""
        x, y = self.page.evaluate(_MIDDLE)
        return x, y

    def pull(self, start: Point, end: Point) -> None:
        mouse, (x, y) = self.page.mouse, self.middle()
        mouse.move(x, y)
        mouse.down(button="middle")
        mouse.move(x + end[0] - start[0], y + end[1] - start[1], steps=4)
        mouse.up(button="middle")


class Keyboard(Hands):
    """Uses keys only: N goes to the next highlighted place, Space acts there, and slash lists all actions."""

    def do_none(self, verb: str, _: str) -> None:
        # The main button rests for a moment when the decision has changed.
        expect(self.page.locator("#primary[aria-disabled]")).to_have_count(0)
        self.page.keyboard.press("Enter")

    def do_unit(self, verb: str, name: str) -> None:
        """Choose a counter; from the list if it is off the map or in a stack."""
        shown = places(self.page)
        if list(shown.values()).count(shown.get(name, "")) == 1:
            self.press_at(shown[name])
        else:
            self.search(f"{verb} {name}")

    def do_hex(self, verb: str, label: str) -> None:
        self.press_at(label)

    def do_number(self, verb: str, number: str) -> None:
        self.search(f"{verb} {number}")

    def press_at(self, label: str) -> None:
        """Go to a highlighted hex and act there."""
        self.page.keyboard.press("n")
        first = self.heard()
        while not self.heard().startswith(label):
            self.page.keyboard.press("n")
            assert self.heard() != first, f"{label} is not lit"
        self.page.keyboard.press("Space")

    def heard(self) -> str:
        """The announcement to screen readers after a key press, which clears the region first."""
        voice = self.page.locator("#voice")
        expect(voice).not_to_be_empty()
        return voice.inner_text()

    def search(self, words: str) -> None:
        self.page.keyboard.press("/")
        self.page.keyboard.type(words)
        self.page.keyboard.press("Enter")


class Finger(Mouse):
    """Taps; drags the board with one finger."""

    def click(self, at: Point) -> None:
        self.page.touchscreen.tap(*at)

    def do_none(self, verb: str, _: str) -> None:
        self.page.locator("#primary").tap()

    def do_unit(self, verb: str, name: str) -> None:
        self.bring(lambda: self.counter(name))
        self.click(self.counter(name))

    def pull(self, start: Point, end: Point) -> None:
        x, y = self.middle()
        self.touch([(x, y)], [(x + end[0] - start[0], y + end[1] - start[1])])

    def touch(self, begin: list[Point], end: list[Point]) -> None:
        """Fingers go down, slide and are lifted."""
        wire = self.page.context.new_cdp_session(self.page)

        def send(kind: str, at: list[Point]) -> None:
            points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(at)]
            wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        send("touchStart", begin)
        for part in (0.25, 0.5, 0.75, 1.0):
            ways = zip(begin, end, strict=True)
            send("touchMove", [(a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part) for a, b in ways])
        send("touchEnd", [])
        wire.detach()
