"""``grognard table``: a busy port, Ctrl-C, and no secrets in its output."""

from __future__ import annotations

import errno
import signal
import socket

import httpx
import pytest

from grognard.table.serve import SecretFilter, address, greeting, listen

from .process import table_process

GAME = "hurtgen"


def busy() -> socket.socket:
    """A busy port with free ports after it."""
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


def test_an_unavailable_port_is_not_reported_as_busy(monkeypatch):
    """No other port is tried if that would not help: this machine does not have the address."""
    tried = []

    class Noting(socket.socket):
        def bind(self, address):
            tried.append(address)
            super().bind(address)

    monkeypatch.setattr(socket, "socket", Noting)
    with pytest.raises(OSError) as error:
        listen("198.51.100.7", 8444)
    assert error.value.errno == errno.EADDRNOTAVAIL
    assert tried == [("198.51.100.7", 8444)]


def test_only_a_busy_port_is_reported_as_busy():
    assert greeting("http://x:8444", 8444, 8444) == "Grognard is at http://x:8444  (press Ctrl-C to stop)"
    assert "port 8444 is busy, using 8446" in greeting("http://x:8446", 8444, 8446)


def test_the_name_that_the_table_listens_on_is_an_allowed_host(tmp_path):
    """A server can listen only on names of this machine; this one is not allowed otherwise."""
    with table_process(tmp_path, "--host", "127.1", "--port", "8780") as process:
        where = process.address()
        assert where.startswith("http://127.1:")
        assert httpx.get(f"{where}/api/library", timeout=20, headers={"host": "127.1"}).status_code == 200
        assert httpx.get(f"{where}/api/library", timeout=20, headers={"host": "127.2"}).status_code == 403


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_command_prints_its_address_and_ends_cleanly(tmp_path, how):
    with busy() as other, table_process(tmp_path, "--port", str(other.getsockname()[1])) as process:
        line = process.wait_for(r"Grognard is at http://.*")
        where = line.split()[3]
        assert where != f"http://127.0.0.1:{other.getsockname()[1]}"
        assert f"port {other.getsockname()[1]} is busy" in line
        with httpx.Client(base_url=where, timeout=20) as http:
            token = http.post("/api/matches", json={"game": GAME, "seats": {}}).json()["tokens"].popitem()[1]
            http.get(f"/m/{token}")
            headers = {"authorization": f"Bearer {token}"}
            assert http.get("/api/match", headers=headers).status_code == 200
            http.post("/api/match/actions", headers=headers, content=b"{")
            http.post("/api/account", json={"name": "Ike", "password": "overlord 1944"})
        assert process.end(how) == 0
        said = "".join(process.said)
        assert "All matches are saved" in said
        assert "Traceback" not in said
        assert token not in said
        assert "overlord" not in said


def test_links_and_tokens_are_removed_from_the_log(caplog):
    import logging

    record = logging.LogRecord("x", logging.INFO, "", 0, 'GET %s "Bearer %s"', ("/m/Abc-12_3", "Zyx-98"), None)
    assert SecretFilter().filter(record)
    assert record.getMessage() == 'GET /m/… "Bearer …"'
