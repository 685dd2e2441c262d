"""Every test of the engine sees a library that holds the toy games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from . import fog, skirmish
from .toys import library_of


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with library_of(skirmish.GAME, fog.GAME):
        yield
