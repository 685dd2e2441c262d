"""The table under load: many matches against machine commanders, on a real server process on the loopback.

    python bench/load.py [--matches N] [--seconds N] [--save]

Two runs: a brisk pace, at which every player acts about once a second, and flat out, at which he acts as
soon as he may. At the end the log of every match is compared with what its player was told: nothing
acknowledged may be lost, nothing may be there twice. With ``--save`` the figures go to bench/results.md.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any

from run import RESULTS, ROOT, commit, machine
from websockets.asyncio.client import connect

from grognard.engine.library import game, games

COLUMNS = ("run", "matches", "actions/s", "with machines /s", "p50 ms", "p99 ms", "worst ms", "lost or doubled")


class Line:
    """One connection that stays open; just enough of HTTP."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, token: str = "", body: Any = None) -> tuple[int, Any]:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\ncontent-length: {len(data)}\r\n"
        head += f"authorization: Bearer {token}\r\n" if token else ""
        head += "content-type: application/json\r\n\r\n"
        writer.write(head.encode() + data)
        status = int((await reader.readline()).split()[1])
        length = 0
        while (line := await reader.readline()) != b"\r\n":
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return status, json.loads(await reader.readexactly(length))

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()


@dataclass
class Player:
    """One person against a machine."""

    port: int
    token: str
    side: str
    think: float
    rng: random.Random
    acknowledged: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    async def play(self, until: float) -> None:
        line = Line(self.port)
        async with connect(f"ws://127.0.0.1:{self.port}/ws") as socket:
            await socket.send(json.dumps({"token": self.token}))
            _, page = await line.ask("GET", "/api/match", self.token)
            while time.perf_counter() < until and not page["view"]["over"]:
                if page["view"]["actions"]:
                    page = await self._act(line, page["view"])
                    continue
                try:
                    async with asyncio.timeout(until - time.perf_counter()):
                        while json.loads(await socket.recv()).get("version", 0) <= page["view"]["version"]:
                            pass  # what we have seen already, and who comes and goes
                except TimeoutError:
                    break
                _, page = await line.ask("GET", "/api/match", self.token)
        line.close()

    async def _act(self, line: Line, view: dict[str, Any]) -> Any:
        await asyncio.sleep(self.rng.uniform(0, 2 * self.think))
        verb = self.rng.choice(list(view["actions"]))
        action = f"{verb} {self.rng.choice(view['actions'][verb])}".strip()
        began = time.perf_counter()
        body = {"version": view["version"], "actions": [action]}
        status, answer = await line.ask("POST", "/api/match/actions", self.token, body)
        if status != 200:
            raise SystemExit(f"{action!r} was answered with {status}: {answer['error']}")
        self.times.append((time.perf_counter() - began) * 1000)
        self.acknowledged.append(action)
        return answer

    async def check(self) -> tuple[int, int]:
        """How many actions are lost or doubled, and how many the match has in all."""
        line = Line(self.port)
        _, log = await line.ask("GET", "/api/match/log", self.token)
        line.close()
        kept = [entry["action"] for entry in log if entry["seat"] == self.side]
        wrong = abs(len(kept) - len(self.acknowledged))
        wrong += sum(a != b for a, b in zip(kept, self.acknowledged, strict=False))
        return wrong, len(log) - 1


async def seated(port: int, number: int, think: float) -> list[Player]:
    """Open the matches, sides and games in turn."""
    line, out = Line(port), []
    names = list(games())
    for n in range(number):
        name = names[n % len(names)]
        sides = game(name).sides
        mine = sides[n % len(sides)]
        seats = {side: "me" if side == mine else "machine:random" for side in sides}
        status, made = await line.ask("POST", "/api/matches", body={"game": name, "seats": seats})
        assert status == 201, made
        out.append(Player(port, made["tokens"][mine], mine, think, random.Random(n)))
    line.close()
    return out


async def run(port: int, title: str, number: int, seconds: float, think: float) -> list[str]:
    """One run; returns a row of figures."""
    players = await seated(port, number, think)
    began = time.perf_counter()
    await asyncio.gather(*(player.play(began + seconds) for player in players))
    took = time.perf_counter() - began
    checked = [await player.check() for player in players]
    times = sorted(t for player in players for t in player.times)
    wrong, every = sum(w for w, _ in checked), sum(n for _, n in checked)
    figures = [
        title, str(number), f"{len(times) / took:,.0f}", f"{every / took:,.0f}", f"{times[len(times) // 2]:.1f}",
        f"{times[len(times) * 99 // 100]:.1f}", f"{times[-1]:.0f}", str(wrong),
    ]  # fmt: skip
    print("\n".join(f"  {head:<20}{figure:>14}" for head, figure in zip(COLUMNS, figures, strict=True)), flush=True)
    if wrong:
        raise SystemExit(f"{wrong} actions were lost or doubled")
    return figures


def start(folder: str) -> tuple[subprocess.Popen[str], int]:
    """The table in a process of its own, without limits."""
    free = {"GROGNARD_RATE": "0", "GROGNARD_RATE_NEW": "0", "GROGNARD_WARM": "0"}
    process = subprocess.Popen(
        [sys.executable, "-m", "grognard", "table", "--no-browser", "--port", "8800"],
        env={**os.environ, "GROGNARD_DATA": folder, "PYTHONUNBUFFERED": "1", **free},
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    said = process.stdout.readline()
    return process, int(said.split("http://")[1].split()[0].rsplit(":", 1)[1])


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the table under load.")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20, help="time for each of the two runs")
    parser.add_argument("--save", action="store_true", help="add the figures to bench/results.md")
    args = parser.parse_args()
    store = "PostgreSQL" if os.environ.get("DATABASE_URL", "").startswith("postgres") else "SQLite"
    busy = os.getloadavg()[0]
    print(f"{machine()}\ncommit {commit()}, {store}, load average {busy:.1f} before the run")
    with tempfile.TemporaryDirectory() as folder:
        process, port = start(folder)
        try:
            rows = [
                asyncio.run(run(port, title, args.matches, args.seconds, think))
                for title, think in (("brisk", 1.0), ("flat out", 0.0))
            ]
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)
    if args.save:
        save(rows, store, busy)


def save(rows: list[list[str]], store: str, busy: float) -> None:
    """Add a section to the results."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.is_file() else "# Benchmarks\n\nOne core, random play.\n"
    heads = [f"| {' | '.join(COLUMNS)} |", "|---" + "|---:" * (len(COLUMNS) - 1) + "|"]
    where = f"{machine()}, {store}; client and server share two cores; load average {busy:.1f} before the run"
    lines = [f"\n## The table under load, {commit()}", "", where, ""]
    lines += [*heads, *(f"| {' | '.join(figures)} |" for figures in rows)]
    RESULTS.write_text(text.rstrip("\n") + "\n" + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"added to {RESULTS}")


if __name__ == "__main__":
    main()
