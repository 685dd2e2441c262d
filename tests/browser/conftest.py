"""Fixtures: a real server in its own process, and a real browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

#: The line with the server's address begins with this.
_SAYS = "Grognard is at "


class Server:
    """A table with all games of the library, in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._env = {**os.environ, "GROGNARD_DATA": str(folder), "PYTHONUNBUFFERED": "1"}
        self.url = self._start("8700")

    def _start(self, port: str) -> str:
        command = [sys.executable, "-m", "grognard", "table", "--port", port, "--no-browser"]
        self._process = subprocess.Popen(command, env=self._env, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = next(line for line in self._process.stdout if line.startswith(_SAYS))
        return line.removeprefix(_SAYS).split()[0]

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate()

    def restart(self) -> None:
        """Stop the table and start it again at the same address, with the same data."""
        self.stop()
        assert self._start(self.url.rpartition(":")[2].strip("/")) == self.url


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running table, on a free port."""
    started = Server(tmp_path_factory.mktemp("table"))
    yield started
    started.stop()


@pytest.fixture(scope="session")
def address(server: Server) -> str:
    return server.url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium: the one of the system, or else the one Playwright has installed."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def new_page(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Open pages, each with its own storage. Any error in a page fails the test."""
    errors: list[str] = []
    contexts = []

    def open_page(width: int = 1440, height: int = 900, **options: object) -> Page:
        chosen: Any = {"reduced_motion": "reduce", "service_workers": "block", **options}
        context = browser.new_context(viewport={"width": width, "height": height}, base_url=address, **chosen)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if "Content Security" in message.text else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()
