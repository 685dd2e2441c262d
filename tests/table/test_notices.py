"""Notices of a player's turn, by webhook and by mail, over real sockets."""

from __future__ import annotations

import json
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from typing import Any

import httpx

from .server import serving


@contextmanager
def running(server: Any) -> Iterator[int]:
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)


def hook(got: Queue[dict[str, Any]]) -> HTTPServer:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.put(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    return HTTPServer(("127.0.0.1", 0), Handler)


def post_office(got: Queue[str]) -> socketserver.TCPServer:
    """A minimal mail server that accepts a message."""

    class Handler(socketserver.StreamRequestHandler):
        def say(self, line: str) -> None:
            self.wfile.write(f"{line}\r\n".encode())

        def handle(self) -> None:
            self.say("220 here")
            while line := self.rfile.readline().decode().strip():
                word = line.split()[0].upper()
                if word == "DATA":
                    self.say("354 go on")
                    lines = []
                    while (part := self.rfile.readline().decode()).strip() != ".":
                        lines.append(part)
                    got.put("".join(lines))
                self.say("221 bye" if word == "QUIT" else "250 ok")
                if word == "QUIT":
                    return

    return socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)


def test_a_webhook_gets_the_turn_but_no_secret(toys, tmp_path):
    got: Queue[dict[str, Any]] = Queue()
    with (
        running(hook(got)) as port,
        serving(f"sqlite:///{tmp_path}/t.sqlite", tmp_path, webhook=f"http://127.0.0.1:{port}/") as table,
    ):
        made = table.new("skirmish", blue="me", red="friend")
        first = got.get(timeout=15)
        assert (first["match"], first["game"], first["side"]) == (made["match"], "skirmish", "red")
        table.at(made["tokens"]["red"]).play("first blue")
        second = got.get(timeout=15)
        assert second["side"] == "blue"
        assert "your turn" in second["text"]
        assert not any(token in str([first, second]) for token in (*made["tokens"].values(), made["spectator"]))
        table.at(made["tokens"]["blue"]).play("select 1/8")  # still blue's turn
        table.at(made["tokens"]["blue"]).play("halt", "done")
        assert got.get(timeout=15)["side"] == "red"


def test_a_mail_contains_the_link(toys, tmp_path):
    got: Queue[str] = Queue()
    with (
        running(post_office(got)) as port,
        serving(
            f"sqlite:///{tmp_path}/t.sqlite",
            tmp_path,
            smtp=f"smtp://127.0.0.1:{port}",
            public="https://table.example",
            mail_from="table@example.org",
        ) as table,
        httpx.Client(base_url=table.url, timeout=20) as browser,
    ):
        body = {"name": "Blücher", "password": "long enough", "mail": "b@example.org"}
        assert browser.post("/api/account", json=body).status_code == 201
        made = browser.post("/api/matches", json={"game": "skirmish", "seats": {"red": "friend"}}).json()
        table.at(made["tokens"]["red"]).play("first blue")
        letter = got.get(timeout=15)
        assert "To: b@example.org" in letter
        assert f"https://table.example/m/{made['tokens']['blue']}" in letter
        assert made["tokens"]["red"] not in letter


def test_a_notice_that_cannot_be_sent_does_not_disturb_the_match(toys, tmp_path):
    with serving(f"sqlite:///{tmp_path}/t.sqlite", tmp_path, webhook="http://127.0.0.1:9/") as table:
        made = table.new("skirmish", blue="me", red="friend")
        assert table.at(made["tokens"]["red"]).play("first blue")["view"]["version"] == 2
