"""Serve the table: find a free port, print the address, open the browser, and shut down cleanly."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import re
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable

import msgspec
import uvicorn

from ..engine.library import game, games
from .app import make_app
from .settings import Settings

#: Thresholds of the garbage collector for its three generations: the first two are collected in a few milliseconds.
COLLECT = (700, 10, 1_000)


class SecretFilter(logging.Filter):
    """Removes the tokens of seats from log lines."""

    _LINK = re.compile(r"(/m/|[Bb]earer )[A-Za-z0-9_~.%-]+")

    def filter(self, record: logging.LogRecord) -> bool:
        text = record.getMessage()
        cleaned = self._LINK.sub(r"\1…", text)
        if cleaned != text:
            record.msg, record.args = cleaned, ()
        return True


def listen(host: str, port: int, tries: int = 50) -> socket.socket:
    """A socket on the port or, if it is busy, on the next free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last: OSError | None = None
    for candidate in range(port, min(port + tries, 65536)):
        sock = socket.socket(family, socket.SOCK_STREAM)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, candidate))
            sock.listen(512)
        except OSError as error:
            sock.close()
            if error.errno != errno.EADDRINUSE:
                raise  # only a busy port is a reason to try another one
            last = error
            continue
        return sock
    raise last or OSError(f"not a valid port: {port}")


def address(host: str, sock: socket.socket) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{sock.getsockname()[1]}"


def greeting(url: str, asked: int, port: int) -> str:
    """The line that shows the address, and why the port is not the requested one."""
    busy = "" if port == asked else f"port {asked} is busy, using {port}; "
    return f"Grognard is at {url}  ({busy}press Ctrl-C to stop)"


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: threading.Event) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        await asyncio.to_thread(_settle_memory)
        self._ready.set()


def _settle_memory() -> None:
    """Load the games, and keep the garbage collector from looking through them again and again.

    Collecting everything takes a fifth of a second with some hundred matches, in which nobody is answered. Little of it
    is ever garbage, so it is done seldom.
    """
    for name in games():
        game(name)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


def serve(
    settings: Settings,
    host: str,
    port: int,
    *,
    browser: bool,
    fixed: bool = False,
    say: Callable[[str], None] = print,
) -> None:
    """Serve until Ctrl-C, on the next free port unless it is ``fixed``."""
    sock = listen(host, port, 1 if fixed else 50)
    url = address(host, sock)
    # The name that the server listens on is an allowed host.
    settings = msgspec.structs.replace(settings, hosts=(*settings.hosts, host))
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    for name in ("", "uvicorn", "uvicorn.error", "uvicorn.access", "litestar", "grognard.table"):
        logging.getLogger(name).addFilter(SecretFilter())
    for handler in logging.getLogger().handlers:
        handler.addFilter(SecretFilter())
    # There is no access log, since it would contain the links of seats.
    config = uvicorn.Config(
        make_app(settings),
        # Without a configured proxy nobody may say who a request comes from.
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies,
        log_level="warning",
        access_log=False,
        ws_max_size=65_536,
        timeout_graceful_shutdown=3,
        timeout_keep_alive=75,
        log_config=None,
        server_header=False,
    )
    ready = threading.Event()
    server = _Server(config, ready)
    if browser:
        threading.Thread(target=_show, args=(ready, url), daemon=True).start()
    say(greeting(url, port, sock.getsockname()[1]))
    # Service managers send SIGTERM; it closes the table like Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # After an orderly shutdown uvicorn raises the signal again, which can be ignored.
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[sock])
    # The parent process may have ended first and closed the pipe.
    with contextlib.suppress(BrokenPipeError):
        say("The table is closed. All matches are saved.")


def _show(ready: threading.Event, url: str) -> None:
    """Open the browser, if there is one."""
    if not ready.wait(30):
        return
    try:
        webbrowser.get()
    except webbrowser.Error:
        return
    webbrowser.open(url)
