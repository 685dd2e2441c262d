"""Machine commanders at the table. They think in a worker process, so only real games will do."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Iterator

import httpx
import pytest
from sqlalchemy import func, select
from websockets.sync.client import connect

import grognard
from grognard.ai import commanders
from grognard.engine.library import games
from grognard.table.schema import journal
from grognard.table.store import opened
from grognard.table.worker import think

from .process import table_process
from .server import Player, Table, serving

GAME = next(iter(games()))
SIDES = grognard.game(GAME).sides


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Iterator[Table]:
    folder = tmp_path_factory.mktemp("machines")
    with serving(f"sqlite:///{folder}/table.sqlite", folder) as found:
        yield found


def wait_until(host: str, token: str, reached, seconds: float = 30) -> dict:
    """Look again whenever the socket says that something has changed."""
    with connect(f"ws://{host}/ws") as socket, httpx.Client(base_url=f"http://{host}", timeout=20) as http:
        socket.send(json.dumps({"token": token}))
        while True:
            socket.recv(timeout=seconds)
            page = Player(http, token).look()
            if reached(page):
                return page


def seats(mine: str, level: str = "random") -> dict[str, str]:
    return {side: "me" if side == mine else f"machine:{level}" for side in SIDES}


def test_every_commander_is_offered(table):
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


def test_a_machine_hands_in_legal_actions_of_its_own_side_only():
    match = grognard.new(GAME, seed=3)
    for _ in range(40):
        if match.over:
            break
        side = match.side
        for text in think(GAME, "random", match.state.copy(), 7):
            assert match.side == side
            match.play(text)


def test_a_machine_goes_on_after_the_table_was_killed(tmp_path):
    """The match waits for the machine in the journal, not in the memory of a process."""
    body = {"game": GAME, "seats": dict.fromkeys(SIDES, "machine:random")}
    with table_process(tmp_path, "--port", "8720") as process:
        address = process.address()
        made = httpx.post(f"{address}/api/matches", json=body, timeout=20).json()
        host, token = address.removeprefix("http://"), made["spectator"]
        wait_until(host, token, lambda page: page["view"]["version"] > 0)
        process.end(signal.SIGKILL)
    left = asyncio.run(_rows(f"sqlite+aiosqlite:///{tmp_path}/table.sqlite"))
    with table_process(tmp_path, "--port", "8720") as process:
        host = process.address().removeprefix("http://")
        with connect(f"ws://{host}/ws") as socket:  # nobody looks at the match: the machine goes on by itself
            socket.send(json.dumps({"token": token}))
            while json.loads(socket.recv(timeout=30)).get("version", 0) <= left:
                pass


async def _rows(url: str) -> int:
    async with opened(url) as store:
        return int((await store.read(select(func.count()).select_from(journal)))[0][0])
