"""The table under load: many matches against machine commanders, on a real server process on this machine.

    python bench/load.py [--matches N] [--seconds N] [--save]

There are two runs: "brisk", with an action of every player about once a second, and "flat out", with each player
acting without a pause. Table, machines and players share two cores. At the end the stored journal of every match is
compared with the acknowledgements its player received: no action may be lost or doubled. With ``--save`` the figures
are added to bench/results.md.
"""

from __future__ import annotations

import argparse
import asyncio
import difflib
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
from sqlalchemy import select
from websockets.asyncio.client import connect

from grognard.engine.library import game, games
from grognard.table.schema import journal
from grognard.table.settings import database_url
from grognard.table.store import opened

COLUMNS = (
    "run",
    "matches",
    "actions",
    "actions/s",
    "with machines /s",
    "p50 ms",
    "p99 ms",
    "worst ms",
    "lost",
    "doubled",
)
CORES = 2


class Connection:
    """A connection that is kept open; a minimal HTTP client."""

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
    """A player against a machine commander."""

    port: int
    match: str
    token: str
    side: str
    think: float
    rng: random.Random
    acknowledged: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    async def play(self, until: float) -> None:
        connection = Connection(self.port)
        async with connect(f"ws://127.0.0.1:{self.port}/ws") as socket:
            await socket.send(json.dumps({"token": self.token}))
            _, page = await connection.ask("GET", "/api/match", self.token)
            while time.perf_counter() < until and not page["view"]["over"]:
                if page["view"]["actions"]:
                    page = await self._act(connection, page["view"])
                    continue
                try:
                    async with asyncio.timeout(until - time.perf_counter()):
                        while json.loads(await socket.recv()).get("version", 0) <= page["view"]["version"]:
                            pass  # versions seen already, and notices of presence
                except TimeoutError:
                    break
                _, page = await connection.ask("GET", "/api/match", self.token)
        connection.close()

    async def _act(self, connection: Connection, view: dict[str, Any]) -> Any:
        await asyncio.sleep(self.rng.uniform(0, 2 * self.think))
        verb = self.rng.choice(list(view["actions"]))
        action = f"{verb} {self.rng.choice(view['actions'][verb])}".strip()
        began = time.perf_counter()
        body = {"version": view["version"], "actions": [action]}
        status, answer = await connection.ask("POST", "/api/match/actions", self.token, body)
        if status != 200:
            raise SystemExit(f"{action!r} was answered with {status}: {answer['error']}")
        self.times.append((time.perf_counter() - began) * 1000)
        self.acknowledged.append(action)
        return answer

    def check(self, rows: list[Any]) -> tuple[int, int]:
        """The number of acknowledged actions that the journal lacks, and of its actions that were not acknowledged."""
        if [row.number for row in rows] != list(range(1, len(rows) + 1)):
            raise SystemExit(f"the journal of match {self.match} has gaps")
        kept = [row.text for row in rows if row.seat == self.side]
        return compare(kept, self.acknowledged)


def compare(kept: list[str], acknowledged: list[str]) -> tuple[int, int]:
    """The number of actions in one list that are not in the other, for each of the two ordered lists."""
    if kept == acknowledged:
        return 0, 0
    changes = difflib.SequenceMatcher(None, acknowledged, kept, autojunk=False).get_opcodes()
    lost = sum(a2 - a1 for kind, a1, a2, _, _ in changes if kind != "equal")
    return lost, sum(b2 - b1 for kind, _, _, b1, b2 in changes if kind != "equal")


async def journals(database: str, players: list[Player]) -> list[list[Any]]:
    """The journal of every player's match, read from the store, not from the table's memory."""
    async with opened(database) as store:
        query = select(journal).order_by(journal.c.number)
        return [await store.read(query.where(journal.c.match == player.match)) for player in players]


async def open_matches(port: int, number: int, think: float) -> list[Player]:
    """Open ``number`` matches; games and sides alternate."""
    connection, out = Connection(port), []
    names = list(games())
    for n in range(number):
        name = names[n % len(names)]
        sides = game(name).sides
        mine = sides[n % len(sides)]
        seats = {side: "me" if side == mine else "machine:random" for side in sides}
        status, made = await connection.ask("POST", "/api/matches", body={"game": name, "seats": seats})
        assert status == 201, made
        out.append(Player(port, made["match"], made["tokens"][mine], mine, think, random.Random(n)))
    connection.close()
    return out


async def run(port: int, database: str, title: str, number: int, seconds: float, think: float) -> list[str]:
    """Carry out one run; return its row of figures."""
    players = await open_matches(port, number, think)
    began, date = time.perf_counter(), time.time()
    await asyncio.gather(*(player.play(began + seconds) for player in players))
    took, end = time.perf_counter() - began, time.time()
    rows = await journals(database, players)
    checked = [player.check(kept) for player, kept in zip(players, rows, strict=True)]
    lost, doubled = (sum(counts) for counts in zip(*checked, strict=True))
    every = sum(date <= row.at <= end for kept in rows for row in kept)
    times = sorted(t for player in players for t in player.times)
    if not times:
        raise SystemExit("no player acted in this time; use more --seconds")
    figures = [
        title,
        str(number),
        f"{len(times):,}",
        f"{len(times) / took:,.0f}",
        f"{every / took:,.0f}",
        f"{times[len(times) // 2]:.1f}",
        f"{times[len(times) * 99 // 100]:.1f}",
        f"{times[-1]:.0f}",
        str(lost),
        str(doubled),
    ]
    print_run(figures, took)
    if lost or doubled:
        raise SystemExit(f"{lost} actions were lost, {doubled} doubled")
    return figures


def print_run(figures: list[str], took: float) -> None:
    run, matches, actions, speed, rows, p50, p99, worst, lost, doubled = figures
    print(f"{run}: {matches} matches, each player against a machine, for {took:.1f} s")
    print(f"  {actions} actions of players acknowledged, {speed} a second; {rows} a second with machines and dice")
    print(f"  round trip of a player's action: p50 {p50} ms, p99 {p99} ms, worst {worst} ms")
    print(f"  journals compared with acknowledgements: {lost} lost, {doubled} doubled", flush=True)


def two_cores() -> int:
    """Limit this process and its children to two cores; return the number of cores."""
    if not hasattr(os, "sched_setaffinity"):
        return os.cpu_count() or 1
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    return len(os.sched_getaffinity(0))


def start(folder: str) -> tuple[subprocess.Popen[str], int]:
    """Start the table in its own process, without request limits; return it with its port."""
    free = {"GROGNARD_RATE": "0", "GROGNARD_RATE_NEW": "0", "GROGNARD_WARM": "0"}
    process = subprocess.Popen(
        [sys.executable, "-m", "grognard", "table", "--no-browser", "--port", "8800"],
        env={**os.environ, "GROGNARD_DATA": folder, "PYTHONUNBUFFERED": "1", **free},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    if "http://" not in said:
        raise SystemExit(f"the table did not start: {said!r}")
    return process, int(said.split("http://")[1].split()[0].rsplit(":", 1)[1])


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the table under load.")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20, help="time for each of the two runs")
    parser.add_argument("--save", action="store_true", help="add the figures to bench/results.md")
    args = parser.parse_args()
    store = "PostgreSQL" if os.environ.get("DATABASE_URL", "").startswith("postgres") else "SQLite"
    busy, cores = os.getloadavg()[0], two_cores()
    print(f"{machine()}\ncommit {commit()}, {store}, {cores} cores, load average {busy:.1f} before the run")
    with tempfile.TemporaryDirectory() as folder:
        process, port = start(folder)
        database = database_url(os.environ.get("DATABASE_URL") or f"sqlite:///{folder}/table.sqlite")
        try:
            rows = [
                asyncio.run(run(port, database, title, args.matches, args.seconds, think))
                for title, think in (("brisk", 1.0), ("flat out", 0.0))
            ]
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)
    if args.save:
        save(rows, store, cores, busy)


def save(rows: list[list[str]], store: str, cores: int, busy: float) -> None:
    """Add a section to the results."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.is_file() else "# Benchmarks\n"
    heads = [f"| {' | '.join(COLUMNS)} |", "|---" + "|---:" * (len(COLUMNS) - 1) + "|"]
    where = f"{machine()}, {store}; players, table and machines share {cores} cores; "
    where += f"load average {busy:.1f} before the run; journals compared with acknowledgements"
    lines = [f"\n## The table under load, {commit()}", "", where, ""]
    lines += [*heads, *(f"| {' | '.join(figures)} |" for figures in rows)]
    RESULTS.write_text(text.rstrip("\n") + "\n" + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"added to {RESULTS}")


if __name__ == "__main__":
    main()
