"""The smoothness of panning: the time between frames in a real Chromium while the map is dragged.

    python bench/frames.py [--save]

Every game is measured as it is, and again at the size of the largest planned game: more than 2,200 hexes (copies of the
map next to each other) and 300 counters. With ``--save`` the figures are added to bench/results.md.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from typing import Any

from playwright.sync_api import Page, sync_playwright
from run import RESULTS, commit, machine

from grognard.engine.library import game, games

HEXES, COUNTERS = 2200, 300
#: Positions of the pointer while it moves back and forth.
STEPS = 240

#: Puts copies of the map next to it, and copies of counters over the counters.
_GROW = """([grounds, counters]) => {
  const ground = document.querySelector('.world').firstElementChild;
  for (let n = 1; n < grounds; n++) {
    const copy = ground.cloneNode(true);
    copy.style.position = 'absolute';
    copy.style.left = `${(n % 2) * 100}%`;
    copy.style.top = `${Math.floor(n / 2) * 100}%`;
    ground.after(copy);
  }
  const units = [...document.querySelectorAll('.unit')];
  for (let n = units.length; n < counters; n++) {
    const copy = units[n % units.length].cloneNode(true);
    copy.style.translate = `${20 + n % 7 * 30}px ${20 + n % 5 * 30}px`;
    units[0].parentNode.append(copy);
  }
}"""

_WATCH = """() => {
  window.frames_seen = [];
  let last = performance.now();
  const tick = (now) => { frames_seen.push(now - last); last = now; window.watching && requestAnimationFrame(tick); };
  window.watching = true;
  requestAnimationFrame(tick);
}"""


def pan(page: Page) -> list[float]:
    """Drag the map back and forth; return the times between frames in milliseconds."""
    box: dict[str, Any] = page.locator("#board").bounding_box() or {}
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.7
    page.mouse.move(x, y)
    page.mouse.down(button="middle")
    page.evaluate(_WATCH)
    for step in range(STEPS):
        away = abs(step % 80 - 40) * 6
        page.mouse.move(x - away, y - away / 2)
    found: list[float] = page.evaluate("() => { window.watching = false; return frames_seen.slice(2); }")
    page.mouse.up(button="middle")
    return found


def open_match(page: Page, address: str, name: str) -> int:
    """Open a match after its first actions, so that counters are on the map; return their number."""
    made = page.request.post(f"{address}/api/matches", data={"game": name, "seats": {}}).json()
    token = next(iter(made["tokens"].values()))
    head = {"Authorization": f"Bearer {token}"}
    for _ in range(12):
        view = page.request.get(f"{address}/api/match", headers=head).json()["view"]
        wanted = [v for v in ("propose", "done", "full", "order") if v in view["actions"]]
        if not wanted or view["status"]["phase"].endswith("movement"):
            break
        action = f"{wanted[0]} {view['actions'][wanted[0]][0]}".strip()
        page.request.post(
            f"{address}/api/match/actions", headers=head, data={"version": view["version"], "actions": [action]}
        )
    page.goto(f"{address}/m/{token}")
    page.wait_for_selector(".port.ready", state="attached", timeout=60_000)
    curtain = page.locator("button:has-text('show')")
    if curtain.count():
        curtain.first.click()
    page.wait_for_selector(".port.ready", timeout=60_000)
    page.wait_for_timeout(1500)
    return page.locator(".unit").count()


def row(page: Page, address: str, name: str, *, grown: bool) -> list[str]:
    counters, hexes = open_match(page, address, name), len(game(name).board.terrain_at)
    if grown:
        copies = -(-HEXES // hexes)
        page.evaluate(_GROW, [copies, COUNTERS])
        counters, hexes = max(COUNTERS, counters), copies * hexes
        page.wait_for_timeout(1500)
    times = sorted(pan(page))
    late = times[int(0.95 * len(times))]
    return [
        name + (", grown" if grown else ""),
        f"{hexes:,}",
        str(counters),
        str(len(times)),
        f"{statistics.median(times):.1f}",
        f"{late:.1f}",
        f"{times[-1]:.1f}",
    ]


COLUMNS = ("board", "hexes", "counters", "frames", "median ms", "p95 ms", "worst ms")


def measure() -> list[list[str]]:
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        env = {**os.environ, "GROGNARD_DATA": folder, "GROGNARD_RATE": "0", "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "grognard", "table", "--port", "8750", "--no-browser"]
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            line = next(line for line in process.stdout if line.startswith("Grognard is at "))
            address = line.removeprefix("Grognard is at ").split()[0].rstrip("/")
            browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            rows = [row(page, address, name, grown=grown) for name in games() for grown in (False, True)]
            browser.close()
            process.terminate()
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--save", action="store_true", help="add the figures to bench/results.md")
    args = parser.parse_args()
    rows = measure()
    title = f"{machine()}, Chromium without a graphics card, 1440 x 900"
    print(f"{title}\ncommit {commit()}")
    for cells in (COLUMNS, *rows):
        print("  ".join(f"{cell:>16}" for cell in cells))
    if args.save:
        lines = [
            "",
            f"## Panning the board, {commit()}",
            "",
            title,
            "",
            f"| {' | '.join(COLUMNS)} |",
            f"|---|{'---:|' * (len(COLUMNS) - 1)}",
            *(f"| {' | '.join(cells)} |" for cells in rows),
        ]
        with RESULTS.open("a", encoding="utf-8") as text:
            text.write("\n".join(lines) + "\n")
        print(f"added to {RESULTS}")


if __name__ == "__main__":
    main()
