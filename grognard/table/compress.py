"""Compression of answers and of the client's files. Pictures come compressed already."""

from __future__ import annotations

import asyncio
import zlib
from collections import OrderedDict
from typing import Any

from .guard import App, Receive, Scope, Send

#: Shorter bodies are sent as they are.
LEAST = 1000
#: Longer bodies are compressed in a thread, so that others need not wait.
LONG = 50_000
#: Media types of texts contain one of these.
_TEXTS = ("text/", "json", "javascript", "xml")


def pack(body: bytes, level: int = 4) -> bytes:
    """The body in gzip's format."""
    packer = zlib.compressobj(level, zlib.DEFLATED, 31)
    return packer.compress(body) + packer.flush()


class Compress:
    """ASGI middleware that compresses what is worth it, for clients that accept gzip."""

    def __init__(self, app: App, kept: int = 200) -> None:
        self.app = app
        self._kept = kept
        #: the client's files, packed, by their content
        self._packed: OrderedDict[bytes, bytes] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _accepts(scope):
            await self.app(scope, receive, send)
            return
        start: Any = None
        body = bytearray()

        async def collected(message: Any) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                if _is_text(message):
                    start = message
                    return
            elif start is not None and message["type"] == "http.response.body":
                body.extend(message.get("body", b""))
                if not message.get("more_body", False):
                    whole = bytes(body)
                    await self._send(start, whole, send, keep=scope["path"].startswith("/static/"))
                return
            await send(message)

        await self.app(scope, receive, collected)

    async def _send(self, start: Any, body: bytes, send: Send, *, keep: bool) -> None:
        headers = [(name, value) for name, value in start["headers"] if name.lower() != b"content-length"]
        headers.append((b"vary", b"accept-encoding"))
        if len(body) >= LEAST:
            body = await self._pack_file(body) if keep else await _pack_answer(body)
            headers.append((b"content-encoding", b"gzip"))
            # The same tag may not name two different bodies.
            headers = [(name, _weak(value) if name.lower() == b"etag" else value) for name, value in headers]
        headers.append((b"content-length", str(len(body)).encode()))
        await send({**start, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _pack_file(self, body: bytes) -> bytes:
        found = self._packed.get(body)
        if found is None:
            found = self._packed[body] = await asyncio.to_thread(pack, body, 9)
            if len(self._packed) > self._kept:
                self._packed.popitem(last=False)
        return found


async def _pack_answer(body: bytes) -> bytes:
    return await asyncio.to_thread(pack, body) if len(body) > LONG else pack(body)


def _accepts(scope: Scope) -> bool:
    """Whether the client reads gzip, and may read the body at all."""
    if scope["method"] == "HEAD":
        return False
    return any(name == b"accept-encoding" and b"gzip" in value for name, value in scope["headers"])


def _is_text(start: Any) -> bool:
    """Whether a response is text that is not compressed yet."""
    headers = {name.lower(): value for name, value in start["headers"]}
    kind = headers.get(b"content-type", b"").decode("latin-1")
    return (
        start["status"] not in (204, 304)
        and b"content-encoding" not in headers
        and any(word in kind for word in _TEXTS)
    )


def _weak(tag: bytes) -> bytes:
    return tag if tag.startswith(b"W/") else b"W/" + tag
