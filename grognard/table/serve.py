"""Serving the table from one command: a free port, the address, the browser, a clean end."""

from __future__ import annotations

import contextlib
import errno
import logging
import re
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable

import msgspec
import uvicorn

from .app import make_app
from .settings import Settings


class Hush(logging.Filter):
    """Keeps the secrets of links out of the log."""

    _LINK = re.compile(r"(/m/|[Bb]earer )[A-Za-z0-9_~.%-]+")

    def filter(self, record: logging.LogRecord) -> bool:
        text = record.getMessage()
        hushed = self._LINK.sub(r"\1…", text)
        if hushed != text:
            record.msg, record.args = hushed, ()
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
                raise  # another port would not help, or not be what was asked for
            last = error
            continue
        return sock
    raise last or OSError(f"there is no port {port}")


def address(host: str, sock: socket.socket) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{sock.getsockname()[1]}"


def greeting(url: str, asked: int, port: int) -> str:
    """Where the table is, and why it is not where it was asked to be."""
    busy = "" if port == asked else f"port {asked} is busy, so it uses {port}; "
    return f"Grognard is at {url}  ({busy}Ctrl-C ends it)"


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: threading.Event) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready.set()


def serve(settings: Settings, host: str, port: int, *, browser: bool, say: Callable[[str], None] = print) -> None:
    """Serve until somebody presses Ctrl-C."""
    sock = listen(host, port)
    url = address(host, sock)
    # Whoever listens on a name wants to be called by it.
    settings = msgspec.structs.replace(settings, hosts=(*settings.hosts, host))
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    for name in ("", "uvicorn", "uvicorn.error", "uvicorn.access", "litestar", "grognard.table"):
        logging.getLogger(name).addFilter(Hush())
    for handler in logging.getLogger().handlers:
        handler.addFilter(Hush())
    # The access log would show the links of seats, so there is none.
    config = uvicorn.Config(
        make_app(settings),
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
    # Whoever runs services ends them with SIGTERM; it closes the table like Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # uvicorn shuts everything down in order and then raises the signal again; it has done its work.
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[sock])
    # Whoever started it may have gone first and listens no more.
    with contextlib.suppress(BrokenPipeError):
        say("The table is closed; every match is kept.")


def _show(ready: threading.Event, url: str) -> None:
    """Open the browser where there is one."""
    if not ready.wait(30):
        return
    try:
        webbrowser.get()
    except webbrowser.Error:
        return
    webbrowser.open(url)
