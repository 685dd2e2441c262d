"""The socket: everybody at a match is notified of changes, even those made by another process."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import asyncpg
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from . import postgres
from .server import Table, serving


@contextmanager
def listening(table: Table, token: str) -> Iterator[ClientConnection]:
    with connect(f"ws://{table.host}/ws") as socket:
        socket.send(json.dumps({"token": token}))
        yield socket


def hear(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        words: dict[str, Any] = json.loads(socket.recv(timeout=15))
        if words["type"] == kind:
            return words


def test_everybody_is_notified_of_a_change(table):
    made = table.new("skirmish", blue="me", red="friend")
    with listening(table, made["tokens"]["blue"]) as blue, listening(table, made["spectator"]) as watcher:
        assert hear(blue, "update")["version"] == 0
        assert hear(watcher, "update")["version"] == 0
        table.at(made["tokens"]["red"]).play("first blue")
        assert hear(blue, "update") == {"type": "update", "version": 2}
        assert hear(watcher, "update") == {"type": "update", "version": 2}


def test_chat_and_presence(table):
    made = table.new("skirmish", blue="me", red="friend")
    red = table.at(made["tokens"]["red"])
    assert red.look()["board"]["opponents"]["blue"]["here"] is False
    with listening(table, made["tokens"]["blue"]) as blue:
        hear(blue, "update")
        assert hear(blue, "presence") == {"type": "presence", "side": "blue", "here": True}
        assert red.look()["board"]["opponents"]["blue"]["here"] is True
        red.post("/chat", {"text": "there you are"})
        said = hear(blue, "chat")
        assert (said["seat"], said["text"]) == ("red", "there you are")
        with listening(table, made["tokens"]["red"]) as other:
            hear(other, "update")
            assert hear(blue, "presence") == {"type": "presence", "side": "red", "here": True}
        assert hear(blue, "presence") == {"type": "presence", "side": "red", "here": False}


def test_changes_of_another_match_are_not_sent(table):
    one, two = table.new("skirmish"), table.new("skirmish")
    with listening(table, one["tokens"]["red"]) as socket:
        hear(socket, "update")
        table.at(two["tokens"]["red"]).play("first red")
        table.at(one["tokens"]["red"]).play("first blue")
        table.at(one["tokens"]["red"]).play("select 1/8")
        assert [hear(socket, "update")["version"] for _ in range(2)] == [2, 3]


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ("{", "malformed"),
        ("[]", "malformed"),
        ('{"token": 5}', "malformed"),
        ('{"token": "nobody"}', "not-found"),
        ('{"token": "x", "more": 1}', "malformed"),
        ('{"token": "' + "x" * 32 + '"}', "not-found"),
    ],
)
def test_a_connection_without_a_valid_token_is_closed(table, first, said):
    with connect(f"ws://{table.host}/ws") as socket:
        socket.send(first)
        words = json.loads(socket.recv(timeout=15))
        assert (words["type"], words["code"]) == ("error", said)
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=15)


def test_a_message_that_is_too_long_closes_the_socket(table):
    with connect(f"ws://{table.host}/ws") as socket:
        socket.send("x" * 70_000)
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=15)


def test_postgres_notifies_the_other_process(postgres_server: str, toys: None, tmp_path):
    address = postgres.new_database(postgres_server, "telling")
    with serving(address, tmp_path) as one, serving(address, tmp_path) as two:
        made = one.new("skirmish", blue="me", red="friend")
        with listening(two, made["tokens"]["blue"]) as socket:
            hear(socket, "update")
            one.at(made["tokens"]["red"]).play("first blue")
            assert hear(socket, "update")["version"] == 2
            one.at(made["tokens"]["red"]).post("/chat", {"text": "from the other process"})
            assert hear(socket, "chat")["text"] == "from the other process"


def test_postgres_notifications_resume_after_the_connections_were_cut(postgres_server: str, toys: None, tmp_path):
    address = postgres.new_database(postgres_server, "cut")
    with serving(address, tmp_path) as one, serving(address, tmp_path) as two:
        made = one.new("skirmish", blue="me", red="friend")
        red = one.at(made["tokens"]["red"])
        with listening(two, made["tokens"]["blue"]) as socket:
            hear(socket, "update")
            red.play("first blue")
            assert hear(socket, "update")["version"] == 2
            asyncio.run(_cut(address))
            for number in range(100):  # until notifications resume; each try waits for an answer
                red.post("/chat", {"text": f"do you hear me? {number}"})
                with contextlib.suppress(TimeoutError):
                    if json.loads(socket.recv(timeout=0.2))["type"] == "chat":
                        return
    pytest.fail("nothing was heard after the connections were cut")


async def _cut(address: str) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'cut' AND pid <> pg_backend_pid()"
    )
    await connection.close()
