"""A real table for the tests: uvicorn on a port of the loopback, and a small client."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from grognard.table.app import make_litestar
from grognard.table.compress import Compress
from grognard.table.guard import Guard
from grognard.table.serve import listen
from grognard.table.services import Services
from grognard.table.settings import Settings, database_url


class Table:
    """A running table."""

    def __init__(self, url: str, settings: Settings, services: Services, server: uvicorn.Server) -> None:
        self.url = url
        self.settings = settings
        self.services = services
        self.server = server
        self.http = httpx.Client(base_url=url, timeout=30)

    @property
    def host(self) -> str:
        return self.url.removeprefix("http://")

    def new(self, game: str, *, seed: str = "", **seats: str) -> dict[str, Any]:
        return self.make("/api/matches", {"game": game, "seats": seats, **({"seed": seed} if seed else {})})

    def make(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.http.post(path, json=body)
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def at(self, token: str) -> Player:
        return Player(self.http, token)


class Player:
    """The seat of a token."""

    def __init__(self, http: httpx.Client, token: str) -> None:
        self.http = http
        self.token = token
        self.headers = {"authorization": f"Bearer {token}"}

    def get(self, path: str = "", **params: Any) -> httpx.Response:
        return self.http.get(f"/api/match{path}", headers=self.headers, params=params)

    def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return self.http.post(f"/api/match{path}", headers=self.headers, json=body, **more)

    def put(self, path: str, body: Any) -> httpx.Response:
        return self.http.put(f"/api/match{path}", headers=self.headers, json=body)

    def look(self) -> dict[str, Any]:
        answer = self.get()
        assert answer.status_code == 200, answer.text
        page: dict[str, Any] = answer.json()
        return page

    def try_(self, *actions: str, version: int | None = None) -> httpx.Response:
        now = self.look()["view"]["version"] if version is None else version
        return self.post("/actions", {"version": now, "actions": list(actions)})

    def play(self, *actions: str) -> dict[str, Any]:
        answer = self.try_(*actions)
        assert answer.status_code == 200, answer.text
        page: dict[str, Any] = answer.json()
        return page

    def walk(self, steps: int, *, prefer: tuple[str, ...] = ()) -> dict[str, Any]:
        """Play ``steps`` legal actions, or until the match is over or another seat decides."""
        page = self.look()
        for _ in range(steps):
            action = some_action(page["view"], prefer)
            if not action:
                break
            answer = self.post("/actions", {"version": page["view"]["version"], "actions": [action]})
            assert answer.status_code == 200, answer.text
            page = answer.json()
        return page


def some_action(view: dict[str, Any], prefer: tuple[str, ...] = ()) -> str:
    """A legal action: one with a preferred verb, or else the first."""
    offered: dict[str, list[str]] = view["actions"]
    for verb in (*prefer, *offered):
        if offered.get(verb):
            return f"{verb} {offered[verb][0]}".strip()
    return ""


@contextmanager
def serving(database: str, folder: Path, **settings: Any) -> Iterator[Table]:
    """A table on a database, without rate limits unless a test sets them."""
    limits = {"rate": 0, "rate_new": 0, "rate_login": 0, **settings}
    chosen = Settings(data=folder, database=database_url(database), **limits)
    app = make_litestar(chosen)
    sock = listen("127.0.0.1", 0, 1)
    config = uvicorn.Config(
        Guard(Compress(app), chosen, app.state.services.figures),
        log_level="error",
        access_log=False,
        ws_max_size=65_536,
        timeout_graceful_shutdown=1,
        log_config=None,
    )
    server = uvicorn.Server(config)
    started = threading.Event()
    plain_startup = server.startup

    async def startup(sockets: Any = None) -> None:
        await plain_startup(sockets)
        started.set()

    server.startup = startup  # type: ignore[method-assign]
    thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]}, daemon=True)
    thread.start()
    assert started.wait(30), "the table did not start"
    table = Table(f"http://127.0.0.1:{sock.getsockname()[1]}", chosen, app.state.services, server)
    try:
        yield table
    finally:
        table.http.close()
        server.should_exit = True
        thread.join(30)
        sock.close()
