"""Make the pictures of the table and of whole boards in docs/img: ``make screens``.

    python docs/screens.py [NAME ...]

The pictures come from a separate server and a real browser, with the same dice every time. They are compressed with
pngquant if it is installed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

import grognard
from grognard.art import board_svg

FOLDER = Path(__file__).parent / "img"
SEED = "5"

#: Two attacks of the first Game-Turn: one is resolved, one is being declared.
ATTACK = """
    select 1/8, move 0503, select 2/8, move 0604, select 1/22, move 0608, select 2/22, move 0609,
    select 3/121, move 0817, select 1/28, move 0918, done,
    attack 0709, with 1/22, with 2/22, barrage 29, support 5, resolve, fpf 275h, to 0808, to 0908,
    advance 1/22, to 0709, pass, attack 0917, with 3/121, with 1/28, barrage 45, support 3
"""
#: The first move, before a hint.
FIRST = "select 1/8, move 0503"
#: The German reply, with a unit selected.
ANSWER = f"{ATTACK}, resolve, pass, to 1016, to 1116, pass, done, select 16"
#: Watch on the Oder up to its first battle.
ODER = """
    propose, done, propose, done, propose, done, order move-fight, select 66, also 85, move 2016, stop,
    select HG, move 2810, done, attack 2811, with HG, with 26, with 41P, resolve
"""
#: Watch on the Rhine up to the first Allied Movement Phase, with the proposed set-up.
RHINE = """
    propose, done, propose, done, full north, propose, done, order move-fight, done, propose, done
"""


def steps(plan: str) -> list[str]:
    return [" ".join(action.split()) for action in plan.split(",")]


@contextmanager
def table() -> Iterator[str]:
    """A server with an empty database; yields its address."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "GROGNARD_DATA": folder, "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "grognard", "table", "--port", "8720", "--no-browser"]
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                found = re.search(r"http://\S+", process.stdout.readline())
                assert found is not None
                yield found[0]
            finally:
                process.terminate()
                process.wait()


def sit_down(page: Page, game: str, plan: str) -> str:
    """Play a match as far as a plan goes, open its page, and return the address."""
    made = page.request.post("/api/matches", data={"game": game, "seed": SEED}).json()
    token = next(iter(made["tokens"].values()))
    headers = {"Authorization": f"Bearer {token}"}
    for action in steps(plan):
        version = page.request.get("/api/match", headers=headers).json()["view"]["version"]
        reply = page.request.post("/api/match/actions", headers=headers, data={"version": version, "actions": [action]})
        assert reply.ok, f"{action}: {reply.text()}"
    page.goto(f"/m/{token}")
    at_table(page)
    return f"/m/{token}"


def seen(page: Page) -> None:
    """Wait until all pictures are loaded."""
    drawn = "() => [...document.images].every((one) => one.complete && one.naturalWidth)"
    page.wait_for_function(drawn, timeout=60_000)


def at_table(page: Page) -> None:
    expect(page.locator(".port.ready")).to_be_visible(timeout=60_000)
    seen(page)
    # Remove the notices for newcomers.
    page.evaluate("document.querySelectorAll('.toast').forEach((toast) => toast.remove())")
    page.wait_for_load_state("networkidle")


def attack(page: Page) -> None:
    sit_down(page, "hurtgen", ATTACK)
    expect(page.locator(".builder .sum")).to_be_visible()


def dark(page: Page) -> None:
    sit_down(page, "hurtgen", ANSWER)
    goal = page.evaluate("grognard.where('0917')")
    page.mouse.move(goal["x"], goal["y"])
    expect(page.locator(".path .way")).to_be_visible()


def phone(page: Page) -> None:
    sit_down(page, "hurtgen", ATTACK)
    expect(page.locator(".builder .sum")).to_be_visible()


def home(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".title-card").first).to_be_visible()
    seen(page)


def replay(page: Page) -> None:
    here = sit_down(page, "oder", ODER)
    page.goto(f"{here}#replay")
    page.reload()
    at_table(page)
    slider = page.get_by_role("slider")
    moment = steps(ODER).index("with 41P") + 1
    for _ in range(moment):
        slider.press("ArrowRight")
    expect(page.locator(".replay .caption")).to_contain_text(f"{moment} of")


def hint(page: Page) -> None:
    sit_down(page, "hurtgen", FIRST)
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="Do this")).to_be_visible(timeout=60_000)


Scene = Callable[[Page], None]
WIDE = {"viewport": {"width": 1440, "height": 900}}
SCENES: dict[str, tuple[Scene, dict[str, object]]] = {
    "attack": (attack, WIDE),
    "dark": (dark, {**WIDE, "color_scheme": "dark"}),
    "phone": (
        phone,
        {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2},
    ),
    "home": (home, WIDE),
    "replay": (replay, WIDE),
    "hint": (hint, WIDE),
}


#: Whole boards as a spectator sees them: game, plan, width of the picture.
BOARDS = {
    "oder": ("oder", "propose, done, propose, done, propose, done", 1120),
    "rhine": ("rhine", RHINE, 1100),
}


def draw(browser: Browser, name: str) -> Path:
    """Draw a board like ``grognard draw``, but as PNG."""
    game, plan, width = BOARDS[name]
    match = grognard.new(game, seed=int(SEED)).play(*steps(plan))
    path = FOLDER / f"{name}.png"
    with browser.new_context(viewport={"width": width, "height": width}) as context:
        page = context.new_page()
        page.set_content(f'<body style="margin: 0">{board_svg(match.game, match.state, size=width)}')
        page.locator("svg").screenshot(path=path)
    return slim(path)


def slim(path: Path) -> Path:
    tool = shutil.which("pngquant")
    if tool:
        subprocess.run([tool, "--force", "--skip-if-larger", "--strip", "--output", path, "128", path], check=False)
    return path


def take(browser: Browser, address: str, name: str) -> Path:
    scene, options = SCENES[name]
    path = FOLDER / f"table-{name}.png"
    with browser.new_context(base_url=address, reduced_motion="reduce", **options) as context:  # type: ignore[arg-type]
        page = context.new_page()
        scene(page)
        page.screenshot(path=path, animations="disabled")
    return slim(path)


def main() -> None:
    names = sys.argv[1:] or [*SCENES, *BOARDS]
    found = os.environ.get("CHROMIUM") or next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    FOLDER.mkdir(exist_ok=True)
    with table() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for name in names:
            path = draw(browser, name) if name in BOARDS else take(browser, address, name)
            print(f"{path.relative_to(FOLDER.parent.parent)}  {path.stat().st_size // 1000} kB")
        browser.close()


if __name__ == "__main__":
    main()
