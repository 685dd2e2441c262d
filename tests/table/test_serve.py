"""``grognard table``: a busy port, Ctrl-C, and nothing secret in what it prints."""

from __future__ import annotations

import signal
import socket

import httpx
import pytest

from grognard.engine.library import games
from grognard.table.serve import Hush, address, listen

from .process import table_process

GAME = next(iter(games()))


def busy() -> socket.socket:
    """A port that somebody else listens on, with free ones after it."""
    sock = socket.socket()
    sock.bind(("127.0.0.1", 0))
    sock.listen()
    return sock


def test_a_busy_port_gives_the_next_free_one():
    with busy() as other:
        port = other.getsockname()[1]
        with listen("127.0.0.1", port) as found:
            assert port < found.getsockname()[1] < port + 50
            assert address("127.0.0.1", found) == f"http://127.0.0.1:{found.getsockname()[1]}"


def test_no_free_port_is_an_error():
    with busy() as other, pytest.raises(OSError):
        listen("127.0.0.1", other.getsockname()[1], tries=1)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_command_says_where_it_is_and_ends_cleanly(tmp_path, how):
    with busy() as other, table_process(tmp_path, "--port", str(other.getsockname()[1])) as process:
        where = process.address()
        assert where != f"http://127.0.0.1:{other.getsockname()[1]}"
        with httpx.Client(base_url=where, timeout=20) as http:
            token = http.post("/api/matches", json={"game": GAME, "seats": {}}).json()["tokens"].popitem()[1]
            http.get(f"/m/{token}")
            headers = {"authorization": f"Bearer {token}"}
            assert http.get("/api/match", headers=headers).status_code == 200
            http.post("/api/match/actions", headers=headers, content=b"{")
            http.post("/api/account", json={"name": "Ike", "password": "overlord 1944"})
        assert process.end(how) == 0
        said = "".join(process.said)
        assert "every match is kept" in said
        assert "Traceback" not in said
        assert token not in said
        assert "overlord" not in said


def test_links_and_tokens_are_hushed_in_the_log(caplog):
    import logging

    record = logging.LogRecord("x", logging.INFO, "", 0, 'GET %s "Bearer %s"', ("/m/Abc-12_3", "Zyx-98"), None)
    assert Hush().filter(record)
    assert record.getMessage() == 'GET /m/… "Bearer …"'
