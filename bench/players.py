"""People at a table under load: a minimal HTTP client that asks what the browser's client asks."""

from __future__ import annotations

import asyncio
import difflib
import gzip
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect


class Connection:
    """A connection that is kept open."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port = port
        self.token = token
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        #: bytes of the last answer's body, as sent
        self.size = 0

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        data = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"host: 127.0.0.1:{self.port}", f"content-length: {len(data)}"]
        lines += ["content-type: application/json", "accept-encoding: gzip"]
        lines += [f"authorization: Bearer {self.token}"] if self.token else []
        lines += [f"{name}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join([*lines, "", ""]).encode() + data)
        status = int((await reader.readline()).split()[1])
        answered: dict[str, str] = {}
        while (line := await reader.readline()) != b"\r\n":
            name, _, value = line.decode().partition(":")
            answered[name.lower()] = value.strip()
        content = await reader.readexactly(int(answered.get("content-length", "0")))
        self.size = len(content)
        if answered.get("content-encoding") == "gzip":
            content = gzip.decompress(content)
        return status, json.loads(content)

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()


@dataclass
class Deeds:
    """What was acknowledged to the people of a match, in its order."""

    match: str
    game: str
    sides: list[str]
    acknowledged: list[str] = field(default_factory=list)

    def check(self, rows: list[Any]) -> tuple[int, int]:
        """The number of acknowledged actions that the journal lacks, and of its actions that were not acknowledged."""
        if [row.number for row in rows] != list(range(1, len(rows) + 1)):
            raise SystemExit(f"the journal of match {self.match} has gaps")
        return compare([row.text for row in rows if row.seat in self.sides], self.acknowledged)


def compare(kept: list[str], acknowledged: list[str]) -> tuple[int, int]:
    """The number of actions in one list that are not in the other, for each of the two ordered lists."""
    if kept == acknowledged:
        return 0, 0
    changes = difflib.SequenceMatcher(None, acknowledged, kept, autojunk=False).get_opcodes()
    lost = sum(a2 - a1 for kind, a1, a2, _, _ in changes if kind != "equal")
    return lost, sum(b2 - b1 for kind, _, _, b1, b2 in changes if kind != "equal")


@dataclass
class Player:
    """A person at a match, against a machine or another person."""

    port: int
    deeds: Deeds
    token: str
    think: float
    rng: random.Random
    times: list[float] = field(default_factory=list)
    #: bytes of all that answered an action
    sizes: list[int] = field(default_factory=list)
    page: Any = None
    read: int = 0

    async def play(self, until: float) -> None:
        connection = Connection(self.port, self.token)
        async with connect(f"ws://127.0.0.1:{self.port}/ws") as socket:
            await socket.send(json.dumps({"token": self.token}))
            await self._look(connection)
            while time.perf_counter() < until and not self.page["view"]["over"]:
                if self.page["view"]["actions"]:
                    await self._act(connection)
                elif await self._wait(socket, until):
                    await self._look(connection)
                else:
                    break
        connection.close()

    async def _wait(self, socket: ClientConnection, until: float) -> bool:
        """Wait for news, past versions seen already and notices of presence."""
        try:
            async with asyncio.timeout(until - time.perf_counter()):
                while json.loads(await socket.recv()).get("version", 0) <= self.page["view"]["version"]:
                    pass
        except TimeoutError:
            return False
        return True

    async def _look(self, connection: Connection) -> None:
        _, self.page = await connection.ask("GET", "/api/match")
        await self._read_log(connection)

    async def _read_log(self, connection: Connection) -> None:
        await connection.ask("GET", f"/api/match/log?after={self.read}")
        self.read = self.page["board"]["moment"]

    async def _act(self, connection: Connection) -> None:
        await asyncio.sleep(self.rng.uniform(0, 2 * self.think))
        view = self.page["view"]
        verb = self.rng.choice(list(view["actions"]))
        action = f"{verb} {self.rng.choice(view['actions'][verb])}".strip()
        began = time.perf_counter()
        body = {"version": view["version"], "actions": [action]}
        status, answer = await connection.ask("POST", "/api/match/actions", body)
        if status != 200:
            raise SystemExit(f"{action!r} was answered with {status}: {answer['error']}")
        self.times.append((time.perf_counter() - began) * 1000)
        self.page, size = answer, connection.size
        self.deeds.acknowledged.append(action)
        await self._read_log(connection)
        self.sizes.append(size + connection.size)
