"""The table under load: many matches on a real server process on this machine.

    python bench/load.py [--matches N] [--seconds N] [--save]

There are three runs: "two persons", with two people in every match who act about once a second in turn, and no
machines; "brisk", with a person against a machine in every match, who acts about once a second; and "flat out", where
these act without a pause. The table's process has one core; people and machines share another. At the end the stored
journal of every match is compared with the acknowledgements its players received: no action may be lost or doubled.
With ``--save`` the figures are added to bench/results.md.

The machine may be busy with other work, so the processor time of the table for each action is given too.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from players import Connection, Deeds, Player
from run import RESULTS, ROOT, commit, machine
from sqlalchemy import select

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
    "CPU ms an action",
    "answers, median bytes",
    "lost",
    "doubled",
)
#: seconds of play before the figures are taken
SETTLING = 8.0
#: two cores: one for the table
CORES = sorted(os.sched_getaffinity(0))[:2] if hasattr(os, "sched_setaffinity") else []
#: Title, seconds that people think, number of people in a match.
Run = tuple[str, float, int]
RUNS: tuple[Run, ...] = (("two persons", 1.0, 2), ("brisk", 1.0, 1), ("flat out", 0.0, 1))


async def journals(database: str, deeds: list[Deeds]) -> list[list[Any]]:
    """The journal of every match, read from the store, not from the table's memory."""
    async with opened(database) as store:
        query = select(journal).order_by(journal.c.number)
        return [await store.read(query.where(journal.c.match == each.match)) for each in deeds]


async def open_matches(port: int, number: int, think: float, people: int) -> list[Player]:
    """Open ``number`` matches; games and sides alternate."""
    connection, out = Connection(port), []
    names = list(games())
    for n in range(number):
        name = names[n % len(names)]
        sides = game(name).sides
        mine = sides if people == 2 else (sides[n % len(sides)],)
        seats = {side: "friend" if side in mine else "machine:random" for side in sides}
        status, made = await connection.ask("POST", "/api/matches", {"game": name, "seats": seats})
        assert status == 201, made
        deeds = Deeds(made["match"], name, list(mine))
        for side in mine:
            rng = random.Random(f"{n} {side}")
            out.append(Player(port, deeds, made["tokens"][side], think, rng))
    connection.close()
    return out


def cpu(pid: int) -> float:
    """The processor time that a process has used, in seconds, without its children."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def run(pid: int, port: int, database: str, wanted: Run, number: int, seconds: float) -> list[str]:
    """Carry out one run; return its row of figures."""
    title, think, people = wanted
    players = await open_matches(port, number, think, people)
    pin(pid)
    for player in players:
        await player.enter()
    # The first actions in a process fill its caches; they do not count.
    settled = time.perf_counter() + SETTLING
    await asyncio.gather(*(player.play(settled) for player in players))
    for player in players:
        player.times, player.sizes = [], []
    gc.disable()  # pauses of this process are not the table's
    began, date, used = time.perf_counter(), time.time(), cpu(pid)
    await asyncio.gather(*(player.play(began + seconds) for player in players))
    took, end, used = time.perf_counter() - began, time.time(), cpu(pid) - used
    await asyncio.gather(*(player.leave() for player in players))
    deeds = list({id(player.deeds): player.deeds for player in players}.values())
    rows = await journals(database, deeds)
    checked = [each.check(kept) for each, kept in zip(deeds, rows, strict=True)]
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
        f"{used / len(times) * 1000:.1f}",
        ", ".join(f"{name} {size:,}" for name, size in medians(players).items()),
        str(lost),
        str(doubled),
    ]
    print("\n".join(f"  {name}: {figure}" for name, figure in zip(COLUMNS, figures, strict=True)), flush=True)
    if lost or doubled:
        raise SystemExit(f"{lost} actions were lost, {doubled} doubled")
    return figures


def medians(players: list[Player]) -> dict[str, int]:
    """For each game the median size of what answers an action."""
    sizes: dict[str, list[int]] = {}
    for player in players:
        sizes.setdefault(player.deeds.game, []).extend(player.sizes)
    return {name: sorted(every)[len(every) // 2] for name, every in sizes.items() if every}


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
    parser.add_argument("--seconds", type=float, default=20, help="time for each of the runs")
    parser.add_argument("--save", action="store_true", help="add the figures to bench/results.md")
    args = parser.parse_args()
    store = "PostgreSQL" if os.environ.get("DATABASE_URL", "").startswith("postgres") else "SQLite"
    busy = os.getloadavg()[0]
    print(f"{machine()}\ncommit {commit()}, {store}, load average {busy:.1f} before the runs")
    with tempfile.TemporaryDirectory() as folder:
        process, port = start(folder)
        database = database_url(os.environ.get("DATABASE_URL") or f"sqlite:///{folder}/table.sqlite")
        try:
            rows = [
                asyncio.run(run(process.pid, port, database, wanted, args.matches, args.seconds)) for wanted in RUNS
            ]
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)
    if args.save:
        save(rows, store, busy)


def pin(pid: int) -> None:
    """Give the table's threads one core for themselves, and another to its machines and to this process."""
    if not hasattr(os, "sched_setaffinity"):
        return
    for process in (pid, *children(pid)):
        for task in os.listdir(f"/proc/{process}/task"):
            os.sched_setaffinity(int(task), CORES[:1] if process == pid else CORES[-1:])
    os.sched_setaffinity(0, CORES[-1:])


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found: list[int] = []
    for task in os.listdir(f"/proc/{pid}/task"):
        found += map(int, Path(f"/proc/{pid}/task/{task}/children").read_text(encoding="ascii").split())
    return found


def save(rows: list[list[str]], store: str, busy: float) -> None:
    """Add a section to the results."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.is_file() else "# Benchmarks\n"
    heads = [f"| {' | '.join(COLUMNS)} |", "|---" + "|---:" * (len(COLUMNS) - 1) + "|"]
    where = f"{machine()}, {store}; the table on one core, people and machines on another; "
    where += f"load average {busy:.1f} before the runs, {os.getloadavg()[0]:.1f} after; "
    where += "journals compared with acknowledgements"
    lines = [f"\n## The table under load, {commit()}", "", where, ""]
    lines += [*heads, *(f"| {' | '.join(figures)} |" for figures in rows)]
    RESULTS.write_text(text.rstrip("\n") + "\n" + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"added to {RESULTS}")


if __name__ == "__main__":
    main()
