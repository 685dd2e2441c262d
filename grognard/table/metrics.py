"""Figures for the operator, in the format of Prometheus, and the health of this process, on a port of their own.

They have no names, links or addresses, but they are not for the public either: keep the port closed to it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Awaitable, Callable

#: Upper bounds of the classes of durations, in seconds.
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
#: A health check that takes longer has failed.
PATIENCE = 2.0


class Histogram:
    """Durations by class."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds


class Figures:
    """The counts of this process."""

    def __init__(self) -> None:
        #: rows written to journals, by kind; actions of machines and rolls are kinds of their own
        self.rows: Counter[str] = Counter()
        #: answers to requests that act in a match, by status
        self.answers: Counter[int] = Counter()
        self.durations = Histogram()

    def answered(self, status: int, began: float) -> None:
        """Count the answer to an action, given when its request arrived (``time.perf_counter``)."""
        self.answers[status] += 1
        self.durations.add(time.perf_counter() - began)

    def lines(self) -> list[str]:
        out = _head("journal_rows_total", "counter", "Rows written to journals by this process.")
        out += [f'grognard_journal_rows_total{{kind="{kind}"}} {n}' for kind, n in sorted(self.rows.items())]
        out += _head("action_answers_total", "counter", "Answers to requests that act in a match, by status.")
        out += [f'grognard_action_answers_total{{status="{s}"}} {n}' for s, n in sorted(self.answers.items())]
        out += _head("action_seconds", "histogram", "Time from a request that acts in a match to its answer.")
        below = 0
        for bound, count in zip((*BOUNDS, "+Inf"), self.durations.counts, strict=True):
            below += count
            out.append(f'grognard_action_seconds_bucket{{le="{bound}"}} {below}')
        return [*out, f"grognard_action_seconds_sum {self.durations.sum:.6f}", f"grognard_action_seconds_count {below}"]


def _head(name: str, kind: str, about: str) -> list[str]:
    return [f"# HELP grognard_{name} {about}", f"# TYPE grognard_{name} {kind}"]


def gauge(name: str, about: str, values: dict[str, float] | float) -> list[str]:
    """The lines of a figure that may fall, with one value or one for each label, such as ``state="idle"``."""
    if not isinstance(values, dict):
        return [*_head(name, "gauge", about), f"grognard_{name} {values:g}"]
    return [*_head(name, "gauge", about), *(f"grognard_{name}{{{label}}} {value:g}" for label, value in values.items())]


class Monitor:
    """A small HTTP server with ``/health`` and ``/metrics``."""

    def __init__(
        self, address: str, health: Callable[[], Awaitable[str]], metrics: Callable[[], Awaitable[list[str]]]
    ) -> None:
        host, _, port = address.rpartition(":")
        if not port.isdigit() or int(port) > 65535:
            raise ValueError(f"GROGNARD_METRICS must look like 127.0.0.1:9444, not {address!r}")
        self.host, self.port = host.strip("[]") or "127.0.0.1", int(port)
        self._health = health
        self._metrics = metrics
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, self.host, self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        with contextlib.suppress(OSError, ValueError, TimeoutError, asyncio.IncompleteReadError):
            async with asyncio.timeout(10):
                head = await reader.readuntil(b"\r\n\r\n")
                method, path, *_ = head.split(b"\r\n", 1)[0].decode("latin-1").split(" ")
                status, kind, body = await self._answer(method, path.partition("?")[0])
                lines = [f"HTTP/1.1 {status}", f"content-type: {kind}", f"content-length: {len(body)}"]
                writer.write("\r\n".join([*lines, "connection: close", "", ""]).encode())
                writer.write(b"" if method == "HEAD" else body)
                await writer.drain()
        writer.close()

    async def _answer(self, method: str, path: str) -> tuple[str, str, bytes]:
        if method not in ("GET", "HEAD"):
            return "405 Method Not Allowed", "text/plain", b"only GET\n"
        if path == "/health":
            trouble = await self._trouble()
            text = json.dumps({"ok": not trouble, "trouble": trouble}).encode()
            return "503 Service Unavailable" if trouble else "200 OK", "application/json", text
        if path == "/metrics":
            text = "\n".join([*await self._metrics(), ""]).encode()
            return "200 OK", "text/plain; version=0.0.4; charset=utf-8", text
        return "404 Not Found", "text/plain", b"/health or /metrics\n"

    async def _trouble(self) -> str:
        """Why this process cannot serve, or an empty string."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._health()
        except TimeoutError:
            return "the database does not answer"
        except Exception as error:  # whatever it is, this process is not healthy
            return f"the database cannot be read: {type(error).__name__}"
