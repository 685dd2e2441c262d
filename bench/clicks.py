"""The time from a click to the picture after it: a real Chromium and a real table, over loopback.

    python bench/clicks.py [--save]

In every game units are selected and sent to hexes by clicks on the map. The clock starts with the click and stops when
the frame with the answer is drawn. With ``--save`` the figures are added to bench/results.md.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from typing import Any

from frames import open_match
from playwright.sync_api import Page, sync_playwright
from run import RESULTS, commit, machine

from grognard.engine.library import game, games

CLICKS = 40
COLUMNS = ("game", "clicks", "median ms", "p95 ms", "worst ms", "answers, median bytes")

#: Notes when a click happens, and when the frame after the answer to an action is drawn.
_WATCH = """() => {
  window.drawn = [];
  let clicked = 0;
  addEventListener("pointerup", (event) => (clicked = event.timeStamp), true);
  const { fetch } = window;
  window.fetch = async (path, options) => {
    const reply = await fetch(path, options);
    if (!String(path).includes("/api/match/actions")) return reply;
    const text = await reply.text();
    const size = performance.getEntriesByName(new URL(path, location).href).at(-1)?.encodedBodySize ?? 0;
    setTimeout(() => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => drawn.push([performance.now() - clicked, size]);
      port2.postMessage(0);
    }));
    return new Response(text, { status: reply.status, headers: reply.headers });
  };
}"""


def target(name: str, page: dict[str, Any], rng: random.Random) -> str:
    """A hex whose click is an action now: that of a unit, or one that may be chosen itself; or nothing."""
    verbs, actions = game(name).verbs, page["view"]["actions"]
    units = [unit for verb in actions if verbs[verb].kind == "unit" and not verbs[verb].quiet for unit in actions[verb]]
    hexes = [label for verb in actions if verbs[verb].kind == "hex" for label in actions[verb]]
    places = [page["board"]["units"][unit]["at"] for unit in units]
    grid = {label for label in places if label[:1].isdigit()}
    return rng.choice(sorted(hexes or grid)) if hexes or grid else ""


def play(page: Page, address: str, name: str) -> list[list[float]]:
    """Click actions on the map; return the time of each and the size of its answer."""
    token = page.url.rsplit("/", 1)[1]
    head, rng = {"Authorization": f"Bearer {token}"}, random.Random(1)
    page.evaluate(_WATCH)
    for _ in range(4 * CLICKS):
        done: list[list[float]] = page.evaluate("drawn")
        if len(done) >= CLICKS:
            break
        now = page.request.get(f"{address}/api/match", headers=head).json()
        label = target(name, now, rng)
        if not label:
            page.keyboard.press("Enter")
        else:
            page.evaluate(f"grognard.show('{label}')")
            page.wait_for_timeout(400)  # the map glides there
            place = page.evaluate(f"grognard.where('{label}')")
            page.mouse.click(place["x"], place["y"])
        page.wait_for_timeout(200)
        page.keyboard.press("Escape")
        page.wait_for_timeout(300)
    found: list[list[float]] = page.evaluate("drawn")
    return found


def measure() -> list[list[str]]:
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    rows = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        env = {**os.environ, "GROGNARD_DATA": folder, "GROGNARD_RATE": "0", "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "grognard", "table", "--port", "8760", "--no-browser"]
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            line = next(line for line in process.stdout if line.startswith("Grognard is at "))
            address = line.removeprefix("Grognard is at ").split()[0].rstrip("/")
            browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
            for name in games():
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                open_match(page, address, name)
                rows.append(row(name, play(page, address, name)))
                page.close()
            browser.close()
            process.terminate()
    return rows


def row(name: str, found: list[list[float]]) -> list[str]:
    if not found:
        return [name, "0", "", "", "", ""]
    times, sizes = sorted(time for time, _ in found), sorted(size for _, size in found)
    middle, late = len(times) // 2, int(0.95 * len(times))
    return [
        name,
        str(len(times)),
        f"{times[middle]:.1f}",
        f"{times[late]:.1f}",
        f"{times[-1]:.1f}",
        f"{sizes[middle]:,.0f}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--save", action="store_true", help="add the figures to bench/results.md")
    args = parser.parse_args()
    busy = os.getloadavg()[0]
    rows = measure()
    title = f"{machine()}, Chromium without a graphics card, 1440 x 900, load average {busy:.1f}"
    print(f"{title}\ncommit {commit()}")
    for cells in (COLUMNS, *rows):
        print("  ".join(f"{cell:>16}" for cell in cells))
    if args.save:
        lines = ["", f"## From click to drawn, {commit()}", "", title, "", f"| {' | '.join(COLUMNS)} |"]
        lines += [f"|---|{'---:|' * (len(COLUMNS) - 1)}", *(f"| {' | '.join(cells)} |" for cells in rows)]
        with RESULTS.open("a", encoding="utf-8") as text:
            text.write("\n".join(lines) + "\n")
        print(f"added to {RESULTS}")


if __name__ == "__main__":
    main()
