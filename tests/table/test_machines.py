"""Computer players at the table. They think in worker processes, which know only the real games."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select
from websockets.sync.client import connect

import grognard
from grognard.ai import commanders
from grognard.table import hints, worker
from grognard.table.machines import Machines
from grognard.table.schema import journal
from grognard.table.store import opened
from grognard.table.worker import advise, commander, think

from .process import table_process
from .server import Player, Table, serving
from .test_play import code

GAME = "hurtgen"
SIDES = grognard.game(GAME).sides


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Iterator[Table]:
    folder = tmp_path_factory.mktemp("machines")
    with serving(f"sqlite:///{folder}/table.sqlite", folder) as found:
        yield found


def wait_until(host: str, token: str, reached, seconds: float = 30) -> dict:
    """Fetch the match whenever the socket announces a change."""
    with connect(f"ws://{host}/ws") as socket, httpx.Client(base_url=f"http://{host}", timeout=20) as http:
        socket.send(json.dumps({"token": token}))
        while True:
            socket.recv(timeout=seconds)
            page = Player(http, token).look()
            if reached(page):
                return page


def seats(mine: str, level: str = "random") -> dict[str, str]:
    return {side: "me" if side == mine else f"machine:{level}" for side in SIDES}


def test_every_commander_is_listed(table):
    cards = table.http.get("/api/library").json()
    for card in cards:
        assert {entry["id"] for entry in card["commanders"]} == {f"machine:{name}" for name in commanders()}
        assert all(entry["about"] for entry in card["commanders"])


@pytest.mark.parametrize("mine", SIDES)
def test_the_machine_answers(table, mine):
    made = table.make("/api/matches", {"game": GAME, "seats": seats(mine)})
    assert list(made["tokens"]) == [mine]
    token = made["tokens"][mine]
    player = table.at(token)
    page = wait_until(table.host, token, lambda page: page["view"]["seat"] == mine)
    other = next(side for side in SIDES if side != mine)
    assert page["board"]["opponents"][other] == {"kind": "machine", "here": False, "name": "random"}
    for _ in range(8):
        player.walk(60, prefer=("done", "pass", "resolve"))
        page = wait_until(table.host, token, lambda page: page["view"]["seat"] in (mine, ""))
        done = [line["seat"] for line in player.get("/log").json()]
        if other in done:
            break
    assert other in done


def test_two_machines_play_a_match_to_its_end(table):
    made = table.make("/api/matches", {"game": GAME, "seats": dict.fromkeys(SIDES, "machine:random")})
    assert made["tokens"] == {}
    page = wait_until(table.host, made["spectator"], lambda page: page["view"]["over"], 60)
    assert page["view"]["result"]["level"]
    record = table.at(made["spectator"]).get("/record").text
    match, faults = grognard.verify(record)
    assert faults == []
    assert match.over
    assert len(match.journal) == page["board"]["moment"] == page["view"]["version"]


def test_a_worker_returns_legal_actions_of_its_side_only():
    match = grognard.new(GAME, seed=3)
    for _ in range(40):
        if match.over:
            break
        side = match.side
        for text in think("m", GAME, "random", match.state.copy(), 7):
            assert match.side == side
            match.play(text)


def test_a_worker_plays_until_the_dice_or_another_side_decide():
    match = grognard.new(GAME, seed=3)
    state, side = match.state.copy(), match.side
    found = think("m", GAME, "random", match.state.copy(), 7)
    assert len(found) > 1
    for text in found:
        assert match.game.seat(state) == side
        match.game.apply(state, match.game.notation.parse(text))
    assert match.game.seat(state) != side


# -- worker processes ------------------------------------------------------------------------------


def test_a_commander_is_kept_for_its_side_of_its_match():
    kept = {key: commander(*key) for key in (("a", "one", "random"), ("a", "two", "random"), ("b", "one", "random"))}
    assert len(set(map(id, kept.values()))) == 3
    for key, found in kept.items():
        assert commander(*key) is found


def test_commanders_that_have_not_been_used_for_long_are_dropped(monkeypatch):
    monkeypatch.setattr(worker, "_commanders", type(worker._commanders)())
    first, second = commander("0", "one", "random"), commander("1", "one", "random")
    for number in range(2, worker.KEPT + 1):
        assert commander("0", "one", "random") is first
        commander(str(number), "one", "random")
    assert commander("0", "one", "random") is first
    assert commander("1", "one", "random") is not second
    assert len(worker._commanders) == worker.KEPT


def thinking(workers: int) -> Machines:
    """Computer players without a table."""
    return Machines(SimpleNamespace(listeners=[]), workers)  # type: ignore[arg-type]


def test_a_match_has_one_process_and_several_matches_have_several():
    async def ask() -> None:
        machines = thinking(2)
        try:
            names = [f"match {number}" for number in range(8)]
            first = [await machines.ask(name, os.getpid) for name in names]
            again = [await machines.ask(name, os.getpid) for name in names]
        finally:
            await machines.stop()
        assert first == again
        assert len(set(first)) == 2
        assert os.getpid() not in first

    asyncio.run(ask())


def dawdle(fifo: Path) -> None:
    """Signal the start, then think for longer than the test waits."""
    fifo.write_text("begun")
    time.sleep(100)


def test_the_table_closes_while_a_worker_is_thinking(tmp_path):
    async def close() -> None:
        machines = thinking(1)
        fifo = tmp_path / "begun"
        os.mkfifo(fifo)
        asked = asyncio.create_task(machines.ask("a", dawdle, fifo))
        await asyncio.to_thread(fifo.read_text)
        executor = machines.pool("think 0")
        (child,) = executor._processes.values()
        # The executor's thread waits for the child too, and only one waiter gets its exit code.
        minder = executor._executor_manager_thread
        await machines.stop()
        await asyncio.wait({asked}, timeout=20)
        await asyncio.to_thread(minder.join, 20)
        assert child.exitcode is not None

    asyncio.run(close())


def dies(*_: Any) -> None:
    os._exit(1)


def ask_for_hint(player: Player) -> httpx.Response:
    return player.post("/hint", {"version": player.look()["view"]["version"], "level": "random"})


def test_a_hint_is_computed_in_a_worker_process(table, monkeypatch):
    """If the worker dies, another one replaces it."""
    player = table.at(table.make("/api/matches", {"game": GAME})["tokens"][SIDES[0]])
    monkeypatch.setattr(hints, "advise", dies)
    assert code(ask_for_hint(player)) == (503, "unavailable")
    monkeypatch.setattr(hints, "advise", advise)
    found = ask_for_hint(player).json()
    assert found["sentence"]
    player.play(*found["texts"])


def test_a_lesson_needs_no_hints(table):
    (token,) = table.http.get(f"/api/lessons/{GAME}/1").json()["tokens"].values()
    player = table.at(token)
    assert player.look()["board"]["hints"] is False
    answer = ask_for_hint(player)
    assert code(answer) == (422, "refused")
    assert "lesson" in answer.json()["error"]["message"]


def test_a_computer_player_continues_after_the_table_was_killed(tmp_path):
    """The journal shows that the computer has to play, so no memory of a process is needed."""
    # Colonels are slow; a fast commander could finish before the table is killed.
    body = {"game": GAME, "seats": dict.fromkeys(SIDES, "machine:colonel")}
    with table_process(tmp_path, "--port", "8720") as process:
        address = process.address()
        made = httpx.post(f"{address}/api/matches", json=body, timeout=20).json()
        host, token = address.removeprefix("http://"), made["spectator"]
        wait_until(host, token, lambda page: page["view"]["version"] > 0)
        process.end(signal.SIGKILL)
    left = asyncio.run(_rows(f"sqlite+aiosqlite:///{tmp_path}/table.sqlite"))
    with table_process(tmp_path, "--port", "8720") as process:
        host = process.address().removeprefix("http://")
        with connect(f"ws://{host}/ws") as socket:  # nobody opens the match: the computer continues all the same
            socket.send(json.dumps({"token": token}))
            while json.loads(socket.recv(timeout=30)).get("version", 0) <= left:
                pass


async def _rows(url: str) -> int:
    async with opened(url) as store:
        return int((await store.read(select(func.count()).select_from(journal)))[0][0])
