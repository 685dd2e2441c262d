"""Fixtures: a real server in its own process, and a real browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

#: The line with the server's address begins with this.
_SAYS = "Grognard is at "


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A table with all games of the library, on a free port."""
    env = {**os.environ, "GROGNARD_DATA": str(tmp_path_factory.mktemp("table")), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "grognard", "table", "--port", "8700", "--no-browser"]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = next(line for line in process.stdout if line.startswith(_SAYS))
        yield line.removeprefix(_SAYS).split()[0]
        process.terminate()


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
        context = browser.new_context(
            viewport={"width": width, "height": height}, base_url=address, reduced_motion="reduce", **options
        )  # type: ignore[arg-type]
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
