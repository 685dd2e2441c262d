"""kill -9 during play: every acknowledged action is still there. A real process, on both databases."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from pathlib import Path

import httpx

from .process import table_process
from .server import Player, some_action

GAME = "hurtgen"
MATCHES = 4
#: the process is killed after this number of acknowledged actions
ENOUGH = 120


class Traffic:
    """Play several matches in threads until the table no longer answers."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.acknowledged: dict[str, list[str]] = {}
        self.count = 0
        self.enough = threading.Event()

    def play(self, token: str) -> None:
        done = self.acknowledged.setdefault(token, [])
        with httpx.Client(base_url=self.address, timeout=10) as http:
            player = Player(http, token)
            try:
                page = player.look()
                while True:
                    action = some_action(page["view"], ("resolve", "done", "with", "attack", "select", "move"))
                    page = player.post("/actions", {"version": page["view"]["version"], "actions": [action]}).json()
                    done.append(action)
                    self.count += 1
                    if self.count >= ENOUGH:
                        self.enough.set()
            except httpx.HTTPError:
                return  # the table is gone


def decisions(player: Player) -> list[str]:
    return [line["action"] for line in player.get("/log").json() if line["seat"] not in ("", "dice")]


def test_kill_9_loses_no_acknowledged_action(new_store: Callable[[], str], tmp_path: Path):
    database = {"DATABASE_URL": new_store()}
    with table_process(tmp_path, "--port", "8700", **database) as process:
        address = process.address()
        traffic = Traffic(address)
        with httpx.Client(base_url=address, timeout=20) as http:
            tokens = [http.post("/api/matches", json={"game": GAME}).json()["tokens"] for _ in range(MATCHES)]
        threads = [threading.Thread(target=traffic.play, args=(next(iter(t.values())),)) for t in tokens]
        for thread in threads:
            thread.start()
        assert traffic.enough.wait(60), "the table is too slow to be killed in mid-play"
        assert process.end(signal.SIGKILL) == -signal.SIGKILL
        for thread in threads:
            thread.join(30)
    with (
        table_process(tmp_path, "--port", "8700", **database) as process,
        httpx.Client(base_url=process.address(), timeout=20) as http,
    ):
        for token, acknowledged in traffic.acknowledged.items():
            player = Player(http, token)
            kept = decisions(player)
            # One more action may have been written whose acknowledgement was lost.
            assert kept[: len(acknowledged)] == acknowledged
            assert len(kept) <= len(acknowledged) + 1
            page = player.look()
            assert page["board"]["moment"] == page["view"]["version"]
            player.walk(2)
            assert decisions(player)[: len(kept)] == kept
