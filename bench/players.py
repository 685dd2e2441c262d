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

from websockets.asyncio.client import connect


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
    #: bytes of the answers to actions
    sizes: list[int] = field(default_factory=list)
    page: Any = None
    tags: dict[str, str] = field(default_factory=dict)
    #: by side the number of actions whose log has been read, and the version then
    read: dict[str, tuple[int, int]] = field(default_factory=dict)

    async def enter(self) -> None:
        """Open the page of the match and listen for news."""
        self.connection = Connection(self.port, self.token)
        self.socket = await connect(f"ws://127.0.0.1:{self.port}/ws")
        await self.socket.send(json.dumps({"token": self.token}))
        await self._ask("GET", "")

    async def play(self, until: float) -> None:
        while time.perf_counter() < until and not self.page["view"]["over"]:
            if self.page["view"]["actions"]:
                await self._act()
            elif await self._wait(until):
                await self._ask("GET", "")
            else:
                break

    async def leave(self) -> None:
        await self.socket.close()
        self.connection.close()

    async def _wait(self, until: float) -> bool:
        """Wait for news, past versions seen already and notices of presence."""
        try:
            async with asyncio.timeout(until - time.perf_counter()):
                while json.loads(await self.socket.recv()).get("version", 0) <= self.page["view"]["version"]:
                    pass
        except TimeoutError:
            return False
        return True

    async def _ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Ask for what is not known yet, as the browser does."""
        known = json.dumps({"parts": self.tags, "log": self.read})
        status, answer = await self.connection.ask(method, f"/api/match{path}", body, **{"grognard-known": known})
        if status == 200:
            self._take(answer)
        return status, answer

    def _take(self, answer: Any) -> None:
        tags = {part: tag for part, tag in self.tags.items() if part.split(".")[1] not in answer[part.split(".")[0]]}
        for part in tags:
            name, item = part.split(".")
            answer[name][item] = self.page[name][item]
        self.page, self.tags = answer, tags | answer["tags"]
        self.read[answer["log"]["knower"]] = (answer["board"]["moment"], answer["view"]["version"])

    async def _act(self) -> None:
        await asyncio.sleep(self.rng.uniform(0, 2 * self.think))
        view = self.page["view"]
        verb = self.rng.choice(list(view["actions"]))
        action = f"{verb} {self.rng.choice(view['actions'][verb])}".strip()
        began = time.perf_counter()
        body = {"version": view["version"], "actions": [action]}
        status, answer = await self._ask("POST", "/actions", body)
        if status != 200:
            raise SystemExit(f"{action!r} was answered with {status}: {answer['error']}")
        self.times.append((time.perf_counter() - began) * 1000)
        self.sizes.append(self.connection.size)
        self.deeds.acknowledged.append(action)
