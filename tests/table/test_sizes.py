"""The size of what is sent, in every game of the library."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.engine.library import games

from .pages import Keeper, some_action
from .server import Table, serving


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    folder: Path = tmp_path_factory.mktemp("library")
    with serving(f"sqlite:///{folder}/table.sqlite", folder) as found:
        yield found


def test_overlays_are_sent_when_asked_for(library: Table) -> None:
    keeper = Keeper(library.at(library.new("hurtgen")["tokens"]["us"]))
    every = keeper.player.get("/overlays").json()
    assert len(every) > 1
    assert keeper.look()["board"]["overlays"] == {}
    keeper.overlays = [next(iter(every)), "no such overlay"]
    assert keeper.look()["board"]["overlays"] == {name: every[name] for name in keeper.overlays[:1]}
    keeper.overlays = []
    assert keeper.look()["board"]["overlays"] == {}
    assert keeper.player.get("/overlays", at=0).json().keys() == every.keys()
    assert keeper.player.get("/overlays", at=99).status_code == 404


@pytest.mark.parametrize("game", games())
def test_the_median_answer_to_an_action_is_under_three_kilobytes(library: Table, game: str) -> None:
    made = library.make("/api/matches", {"game": game, "seed": "1", "seats": {}})
    screen = Keeper(library.at(next(iter(made["tokens"].values()))))
    screen.look()
    rng, sizes = random.Random(1), []
    for _ in range(40):
        if not screen.page["view"]["actions"]:
            break
        screen.play(some_action(screen.page, rng))
        sizes.append(screen.sent)
    assert len(sizes) > 10
    assert statistics.median(sizes) < 3000
