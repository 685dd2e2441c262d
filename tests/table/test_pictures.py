"""Pictures are drawn once, before the first request, and are kept over a restart."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor

import pytest

from grognard.table import pictures
from grognard.table.services import Services
from grognard.table.settings import Settings, database_url

from ..engine import fog, skirmish


class Studio(ThreadPoolExecutor):
    """Draws in this process, since another would not know the toy games, and counts the drawings."""

    def __init__(self) -> None:
        super().__init__(2)
        self.drawn: list[tuple[str, str, str]] = []
        self.closed = False

    def submit(self, work, /, *words, **more):
        self.drawn.append(words)
        return super().submit(work, *words, **more)

    def shutdown(self, wait=True, *, cancel_futures=False):
        self.closed = True
        super().shutdown(wait, cancel_futures=cancel_futures)


def run(folder, studio: Executor, visit: Callable, *, warm: bool = True) -> None:
    """Start the services, use them, and stop them."""

    async def work() -> None:
        url = database_url(f"sqlite:///{folder}/table.sqlite")
        services = Services(Settings(data=folder, database=url, warm=warm))
        services.machines._pools["draw"] = studio
        await services.start()
        try:
            await visit(services)
        finally:
            await services.stop()

    asyncio.run(work())


async def warmed(services: Services) -> None:
    await services._warming


ALL = sorted((game, what, "default") for game in ("fog", "skirmish") for what in ("map", "counters"))


def test_everything_is_drawn_at_the_start(toys, tmp_path):
    studio = Studio()

    async def visit(services: Services) -> None:
        await services._warming
        assert studio.closed  # drawing processes take much memory and are no longer needed
        for game in (fog.GAME, skirmish.GAME):
            assert b"<svg" in (await services.pictures.picture(game, "map", "default")).plain
            assert b"<svg" in (await services.pictures.picture(game, "counters", "default")).plain

    run(tmp_path, studio, visit)
    assert sorted(studio.drawn) == ALL


def test_after_a_restart_nothing_is_drawn_again(toys, tmp_path):
    run(tmp_path, Studio(), warmed)
    again = Studio()
    run(tmp_path, again, warmed)
    assert again.drawn == []


def test_pictures_are_drawn_again_after_a_change_of_data_or_drawing_code(toys, tmp_path, monkeypatch):
    run(tmp_path, Studio(), warmed)
    monkeypatch.setattr(skirmish.GAME, "data_digest", "corrected")
    corrected = Studio()
    run(tmp_path, corrected, warmed)
    assert {name for name, _, _ in corrected.drawn} == {"skirmish"}
    monkeypatch.setattr(pictures, "_drawing_digest", lambda: "another version")
    newer = Studio()
    run(tmp_path, newer, warmed)
    assert sorted(newer.drawn) == ALL


def test_nothing_is_drawn_in_advance_if_that_is_turned_off(toys, tmp_path):
    studio = Studio()

    async def visit(services: Services) -> None:
        await services._warming
        assert studio.drawn == []
        await services.pictures.picture(fog.GAME, "map", "default")

    run(tmp_path, studio, visit, warm=False)
    assert studio.drawn == [("fog", "map", "default")]


def test_other_requests_do_not_wait_for_a_drawing(toys, tmp_path):
    """The table answers before the first picture is finished, and a picture is not drawn twice."""
    studio, finish = Studio(), threading.Event()
    studio.submit(finish.wait, 60)
    studio.submit(finish.wait, 60)  # both workers are busy
    studio.drawn.clear()

    async def visit(services: Services) -> None:
        asked = asyncio.create_task(services.pictures.picture(fog.GAME, "map", "default"))
        assert await services.accounts.of("nobody") is None  # an answer from the store
        assert not asked.done()
        finish.set()
        await asked
        await services._warming

    try:
        run(tmp_path, studio, visit)
    finally:
        finish.set()
    assert sorted(studio.drawn) == ALL


def test_a_failed_drawing_does_not_stop_the_others(toys, tmp_path, monkeypatch, caplog):
    plain = pictures.draw

    def draw(game: str, what: str, palette: str) -> bytes:
        if game == "fog":
            raise RuntimeError("no ink")
        return plain(game, what, palette)

    monkeypatch.setattr(pictures, "draw", draw)

    async def visit(services: Services) -> None:
        await services._warming
        assert (await services.pictures.picture(skirmish.GAME, "counters", "default")).plain
        services.machines._pools["draw"] = Studio()
        with pytest.raises(RuntimeError, match="no ink"):
            await services.pictures.picture(fog.GAME, "map", "default")

    run(tmp_path, Studio(), visit)
    assert caplog.text.count("could not be drawn for fog") == 2
