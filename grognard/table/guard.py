"""Protection of the table: security headers, allowed host names, same origin, and rate limits."""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ..art.labels import CSS
from .errors import ErrorBody, ErrorDetail
from .metrics import Figures
from .settings import Settings

Scope = Any
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_HASH = base64.b64encode(hashlib.sha256(CSS.encode()).digest()).decode()

#: Scripts and styles come from this table only. The one inline style, that of the map, is allowed by its hash.
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        f"style-src 'self' 'sha256-{_HASH}'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)

_HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    # The link of a seat is secret, so it must not be sent to another site.
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]

_SAFE = {"GET", "HEAD", "OPTIONS"}
_LOGIN = {"/api/account", "/api/login"}
_NEW = {
    "/api/matches",
    "/api/matches/import",
    "/api/matches/setup",
    "/api/match/fork",
    "/api/match/rematch",
    "/api/match/hint",
}


class Buckets:
    """Leaky buckets, one per key: ``rate`` requests a minute, half of them at once."""

    def __init__(self, rate: int, kept: int = 20_000) -> None:
        self.rate = rate
        self.capacity = max(1.0, rate / 2)
        self._kept = kept
        self._level: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, key: str, now: float | None = None) -> float:
        """Seconds until one more request is allowed; 0 if it is allowed now."""
        if not self.rate:
            return 0.0
        now = time.monotonic() if now is None else now
        level, then = self._level.get(key, (0.0, now))
        level = max(0.0, level - (now - then) * self.rate / 60)
        if level + 1 > self.capacity:
            return (level + 1 - self.capacity) * 60 / self.rate
        self._level[key] = (level + 1, now)
        self._level.move_to_end(key)
        if len(self._level) > self._kept:
            self._level.popitem(last=False)
        return 0.0


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def foreign(scope: Scope) -> bool:
    """Whether a request was sent by a page of another site."""
    origin = _header(scope, b"origin")
    if origin:
        return urlsplit(origin).netloc.lower() != _header(scope, b"host").lower()
    return _header(scope, b"sec-fetch-site") in ("cross-site", "same-site")


class Names:
    """The host names that requests may use.

    After a page of another site has been loaded, that site can make its name point to this machine, and its requests
    would count as coming from here (DNS rebinding). They still carry that name in ``Host``. So only these names are
    allowed: this machine itself, the address at which the request arrived, and the names in the settings.
    """

    def __init__(self, settings: Settings) -> None:
        self.any = "*" in settings.hosts
        self.known = {"localhost", *map(bare, (settings.public, *settings.hosts))}

    def strange(self, scope: Scope) -> str:
        """The host name of a request if it is not allowed, or an empty string."""
        said = _header(scope, b"host")
        name = bare(said)
        if self.any or (name and (name in self.known or _is_here(name, scope))):
            return ""
        return said or "nothing"


def bare(host: str) -> str:
    """A host in canonical form, without scheme, port and path."""
    host = host.strip().split("://", 1)[-1].split("/", 1)[0]
    found = re.fullmatch(r"(?:\[(.+)\]|([^:]+))(?::[0-9]*)?", host)
    name = (found[1] or found[2]) if found else host
    return str(_address(name) or name.lower().removesuffix("."))


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(name.split("%", 1)[0])
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, ipaddress.IPv6Address) else address


def _is_here(name: str, scope: Scope) -> bool:
    """Whether a name is an address of this machine: loopback, or the address of this connection."""
    address = _address(name)
    server = scope.get("server")
    return address is not None and (address.is_loopback or (bool(server) and address == _address(str(server[0]))))


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(self, app: App, settings: Settings, figures: Figures | None = None) -> None:
        self.app = app
        self.figures = figures
        self.names = Names(settings)
        self.all = Buckets(settings.rate)
        self.new = Buckets(settings.rate_new)
        self.login = Buckets(settings.rate_login)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        strange = self.names.strange(scope)
        wait = 0.0 if strange else self._wait(scope)
        if scope["type"] == "websocket":
            if strange or wait or foreign(scope):
                await receive()
                reason = "host" if strange else "rate" if wait else "origin"
                await send({"type": "websocket.close", "code": 1008, "reason": reason})
                return
            await self.app(scope, receive, send)
            return

        began = time.perf_counter()
        acts = self.figures is not None and scope["method"] == "POST" and scope["path"].startswith("/api/match/")

        async def sent(message: Any) -> None:
            if message["type"] == "http.response.start":
                if acts and self.figures is not None:
                    self.figures.answered(message["status"], began)
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        if strange:
            await _refuse(sent, 403, ErrorDetail("host", _unknown(strange)))
        elif wait:
            after = (b"retry-after", str(int(wait) + 1).encode())
            await _refuse(
                sent, 429, ErrorDetail("rate", f"too many requests; try again in {int(wait) + 1} seconds"), after
            )
        elif scope["method"] not in _SAFE and foreign(scope):
            await _refuse(sent, 403, ErrorDetail("origin", "requests from other sites are not allowed"))
        else:
            await self.app(scope, receive, sent)

    def _wait(self, scope: Scope) -> float:
        client = scope.get("client")
        key = client[0] if client else "-"
        path = scope["path"].rstrip("/")
        if scope["type"] == "http" and scope["method"] == "POST":
            if path in _LOGIN:
                return self.login.wait(key)
            if path in _NEW:
                return self.new.wait(key)
        if path.startswith("/api/lessons/"):
            return self.new.wait(key)
        return 0.0 if path.startswith(("/static/", "/art/")) else self.all.wait(key)


def _unknown(name: str) -> str:
    return f"the host name {name[:100]!r} is not allowed; the operator can add it to GROGNARD_HOSTS"


async def _refuse(send: Send, status: int, detail: ErrorDetail, *headers: tuple[bytes, bytes]) -> None:
    body = msgspec.json.encode(ErrorBody(detail))
    kind = (b"content-type", b"application/json")
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [kind, length, *headers]})
    await send({"type": "http.response.body", "body": body})
