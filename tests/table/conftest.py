"""Fixtures for tests of the table: both databases, and a table on each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from ..engine import fog, skirmish
from ..engine.toys import library_of
from . import postgres
from .server import Table, serving

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with postgres.running() as address:
        yield address


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def new_store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], str]:
    """Make empty databases; tests that use this run on SQLite and on PostgreSQL."""

    def make() -> str:
        if request.param == "sqlite":
            return f"sqlite:///{tmp_path_factory.mktemp('store')}/table.sqlite"
        return postgres.new_database(request.getfixturevalue("postgres_server"), f"table{next(_NUMBERS)}")

    return make


@pytest.fixture(scope="module")
def toys() -> Iterator[None]:
    """A library with the toy games: one with dice, one with secrets."""
    with library_of(skirmish.GAME, fog.GAME):
        yield


@pytest.fixture(scope="module")
def table(new_store: Callable[[], str], toys: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table with the toy games, on each database."""
    with serving(new_store(), tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture(scope="module")
def light_table(toys: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table with the toy games, for tests in which the database does not matter."""
    folder: Path = tmp_path_factory.mktemp("light")
    with serving(f"sqlite:///{folder}/table.sqlite", folder) as found:
        yield found
