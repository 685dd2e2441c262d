"""No serious finding of axe-core on any screen."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page

from .hands import begin, click_hex, lesson

#: axe-core from the Python package
AXE = files("axe_playwright_python") / "axe.min.js"


def findings(page: Page) -> list[Any]:
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [(f["id"], f["nodes"][0]["target"]) for f in found if f["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_home(new_page: Callable[..., Page], scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    page.goto("/")
    page.wait_for_selector(".title-card")
    assert findings(page) == []
    page.click("[data-play]")
    assert findings(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_table(new_page: Callable[..., Page], scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    begin(page)
    for leaf in ("log", "forces", "charts", "turns", "chat"):
        page.click(f"#tab-{leaf}")
        assert findings(page) == [], leaf
    page.keyboard.press("/")
    assert findings(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    assert findings(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_attack(new_page: Callable[..., Page], scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    lesson(page, 3)
    click_hex(page, "0709")
    page.wait_for_selector(".builder")
    assert findings(page) == []


def test_phone(new_page: Callable[..., Page]) -> None:
    page = new_page(390, 844, has_touch=True)
    lesson(page, 3)
    assert findings(page) == []
