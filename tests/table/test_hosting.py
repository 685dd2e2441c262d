"""The guide to hosting: nginx with TLS before two processes on PostgreSQL, forwarded addresses, backup and restore."""

from __future__ import annotations

import configparser
import json
import re
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from typer.testing import CliRunner
from websockets.sync.client import connect

from grognard.cli import app

from . import nginx, postgres
from .process import table_process
from .server import Player, some_action

NAME = "table.example.org"
GAME = "hurtgen"


class Site(NamedTuple):
    """Two processes behind nginx."""

    http: httpx.Client
    port: int
    trust: ssl.SSLContext
    processes: list[httpx.Client]
    monitors: list[httpx.Client]


@pytest.fixture(scope="module")
def site(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    port, ports, watch = postgres.free_port(), [postgres.free_port() for _ in range(2)], []
    env = {
        "DATABASE_URL": postgres.new_database(postgres_server, "hosted"),
        "GROGNARD_PUBLIC": f"https://{NAME}",
        "FORWARDED_ALLOW_IPS": "127.0.0.1",
        "GROGNARD_RATE_LOGIN": "4",
    }
    with ExitStack() as stack:
        for each in ports:
            watch.append(postgres.free_port())
            words = ("--host", "127.0.0.1", "--port", str(each), "--fixed-port")
            more = {**env, "GROGNARD_METRICS": f"127.0.0.1:{watch[-1]}"}
            stack.enter_context(table_process(folder, *words, **more)).address()
        trust = ssl.create_default_context(cafile=str(stack.enter_context(nginx.running(folder, port, *ports))))
        http = httpx.Client(
            transport=httpx.HTTPTransport(verify=trust, local_address="127.0.0.1"),
            base_url=f"https://127.0.0.1:{port}",
            headers={"host": NAME},
            timeout=30,
        )
        http.event_hooks = {"request": [lambda request: request.extensions.update(sni_hostname=NAME)]}
        direct = [httpx.Client(base_url=f"http://127.0.0.1:{each}", timeout=30) for each in ports]
        monitors = [httpx.Client(base_url=f"http://127.0.0.1:{each}", timeout=30) for each in watch]
        yield Site(http, port, trust, direct, monitors)
        for client in (http, *direct, *monitors):
            client.close()


def news(site: Site, token: str) -> Any:
    """A connection for news through nginx."""
    socket = connect(f"wss://{NAME}/ws", ssl=site.trust, sock=_socket(site.port), origin=f"https://{NAME}")
    socket.send(json.dumps({"token": token}))
    return socket


def _socket(port: int) -> Any:
    import socket

    return socket.create_connection(("127.0.0.1", port))


def acted(monitor: httpx.Client) -> int:
    """The actions that a process has answered with success."""
    found = re.search(r'action_answers_total\{status="200"\} (\d+)', monitor.get("/metrics").text)
    return int(found[1]) if found else 0


def test_two_people_play_through_nginx_whatever_process_serves_them(site: Site) -> None:
    before = [acted(monitor) for monitor in site.monitors]
    for _ in range(8):
        seats = {"us": "friend", "german": "friend"}
        made = site.http.post(
            "/api/matches", json={"game": GAME, "seats": seats}, headers={"origin": f"https://{NAME}"}
        )
        tokens = made.json()["tokens"]
        mover = Player(site.http, next(t for t in tokens.values() if Player(site.http, t).look()["view"]["actions"]))
        other = Player(site.http, next(t for t in tokens.values() if t != mover.token))
        page = mover.look()
        with news(site, other.token) as heard:
            assert json.loads(heard.recv(20)) == {"type": "update", "version": page["view"]["version"]}
            after = mover.play(some_action(page["view"]))
            versions = iter(lambda: json.loads(heard.recv(20)).get("version", 0), after["view"]["version"])
            assert all(version <= after["view"]["version"] for version in versions)
        assert other.look()["view"]["version"] == after["view"]["version"]
        for process in site.processes:
            assert Player(process, other.token).look()["view"]["version"] == after["view"]["version"]
    assert all(acted(monitor) > n for monitor, n in zip(site.monitors, before, strict=True))
    assert all(monitor.get("/health").json()["ok"] for monitor in site.monitors)


def test_pages_come_compressed_over_tls_with_the_headers_of_both(site: Site) -> None:
    reply = site.http.get("/static/js/table.js", headers={"accept-encoding": "gzip"})
    assert reply.headers["content-encoding"] == "gzip"
    assert reply.headers["strict-transport-security"] == "max-age=31536000"
    assert "default-src 'none'" in reply.headers["content-security-policy"]


def test_a_cookie_is_secure_behind_tls(site: Site) -> None:
    reply = site.http.post("/api/account", json={"name": "Ike", "password": "overlord 1944"})
    assert reply.status_code == 201
    assert "secure" in reply.headers["set-cookie"].lower()


def test_pages_of_other_sites_may_not_act_through_nginx(site: Site) -> None:
    reply = site.http.post("/api/matches", json={"game": GAME}, headers={"origin": "https://evil.example"})
    assert reply.json()["error"]["code"] == "origin"
    assert site.http.get("/api/library", headers={"host": "evil.example"}).status_code == 403


def login(client: httpx.Client, address: str) -> int:
    wrong = {"name": "nobody", "password": "wrong horse"}
    return client.post("/api/login", json=wrong, headers={"x-forwarded-for": address}).status_code


def test_nginx_replaces_an_address_that_a_visitor_invents(site: Site) -> None:
    """So the limits hold: each process allows two attempts at once."""
    assert 429 in [login(site.http, f"198.51.100.{n}") for n in range(8)]


def test_a_configured_proxy_says_who_a_request_comes_from(site: Site) -> None:
    process = site.processes[0]
    assert [login(process, "192.0.2.1") for _ in range(3)][-1] == 429
    assert login(process, "192.0.2.2") == 403


def test_without_a_configured_proxy_nobody_says_who_a_request_comes_from(tmp_path: Path) -> None:
    with (
        table_process(tmp_path, "--port", str(postgres.free_port()), GROGNARD_RATE_LOGIN="4") as process,
        httpx.Client(base_url=process.address(), timeout=30) as http,
    ):
        assert [login(http, f"192.0.2.{n}") for n in range(3)] == [403, 403, 429]


# -- systemd ---------------------------------------------------------------------------------------


def test_the_unit_starts_the_table_with_options_that_it_has() -> None:
    unit = configparser.RawConfigParser()
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(nginx.block("ini", 1))
    words = unit["Service"]["ExecStart"].replace("%i", "8444").split()
    assert Path(words[0]).name == "grognard"
    options = [word for word in words[2:] if word.startswith("--")]
    shown = CliRunner().invoke(app, [words[1], "--help"], env={"COLUMNS": "200"}).output
    assert words[1] == "table"
    assert len(options) == 4
    assert all(option in shown for option in options)
    environment = unit["Service"]["Environment"].replace("%i", "8444")
    assert environment == "GROGNARD_METRICS=127.0.0.1:18444"


def test_a_fixed_port_that_is_busy_is_an_error(tmp_path: Path) -> None:
    with _listening() as busy, table_process(tmp_path, "--port", str(busy.getsockname()[1]), "--fixed-port") as process:
        assert process.child.wait(30) != 0


def _listening() -> Any:
    import socket

    return socket.create_server(("127.0.0.1", 0))


# -- backup and restore ----------------------------------------------------------------------------


class Busy(threading.Thread):
    """A player who acts until told to stop."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.http = httpx.Client(base_url=address, timeout=30)
        self.token = self.http.post("/api/matches", json={"game": GAME}).json()["tokens"]["us"]
        self.acknowledged: list[str] = []
        self.stopped = threading.Event()
        self.begun = threading.Event()

    def run(self) -> None:
        player = Player(self.http, self.token)
        page = player.look()
        while not self.stopped.is_set():
            action = some_action(page["view"], ("resolve", "done", "with", "attack", "select", "move"))
            page = player.post("/actions", {"version": page["view"]["version"], "actions": [action]}).json()
            self.acknowledged.append(action)
            if len(self.acknowledged) >= 20:
                self.begun.set()

    def stop(self) -> None:
        self.stopped.set()
        self.join(30)
        self.http.close()


def _dump(source: str, folder: Path) -> Callable[[str], None]:
    """Make a backup as the guide says; return what restores it."""
    if source.startswith("sqlite"):
        copy = folder / "backup.sqlite"
        done = CliRunner().invoke(app, ["table", "migrate", f"sqlite:///{copy}", "--from", source])
        assert done.exit_code == 0, done.output
        return lambda target: Path(target.removeprefix("sqlite:///")).write_bytes(copy.read_bytes()) and None
    file, programs = folder / "grognard.dump", (postgres.programs() / "initdb").resolve().parent
    words = [str(programs / "pg_dump"), "--format=custom", f"--file={file}", f"--dbname={source}"]
    subprocess.run(words, check=True, capture_output=True)
    restore = [str(programs / "pg_restore"), "--exit-on-error"]
    return lambda target: subprocess.run([*restore, f"--dbname={target}", str(file)], check=True) and None


def test_a_restored_table_has_every_action_acknowledged_before_the_backup(
    new_store: Callable[[], str], tmp_path: Path
) -> None:
    """The backup is made while people play."""
    source, target = new_store(), new_store()
    with table_process(tmp_path, "--port", str(postgres.free_port()), DATABASE_URL=source) as process:
        busy = Busy(process.address())
        busy.start()
        try:
            assert busy.begun.wait(60)
            acknowledged = list(busy.acknowledged)
            restore = _dump(source, tmp_path)
        finally:
            busy.stop()
    restore(target)
    with (
        table_process(tmp_path, "--port", str(postgres.free_port()), DATABASE_URL=target) as process,
        httpx.Client(base_url=process.address(), timeout=30) as http,
    ):
        player = Player(http, busy.token)
        kept = [line["action"] for line in player.get("/log").json() if line["seat"] not in ("", "dice")]
        assert len(acknowledged) >= 20
        assert kept[: len(acknowledged)] == acknowledged
        player.walk(1)
