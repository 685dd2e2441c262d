"""The database's schema: versions, the step from that of before, and the move to another database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import inspect, select, update

from grognard.table import schema
from grognard.table.migrate import MigrateError, migrate
from grognard.table.migrations import NEWEST, SchemaError, version
from grognard.table.settings import database_url
from grognard.table.store import Store, make_engine, opened

from . import schema_v1
from .server import Player, Table, serving

T = TypeVar("T")


def run(work: Awaitable[T]) -> T:
    async def go() -> T:
        return await work

    return asyncio.run(go())


async def rows_of(url: str, tables: Any = schema.METADATA) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in a database."""
    engine = make_engine(database_url(url))
    out = {}
    async with engine.connect() as connection:
        for table in tables.sorted_tables:
            if table.name != "schema_version":
                found = await connection.execute(select(table).order_by(*table.primary_key.columns))
                out[table.name] = [tuple(row) for row in found]
    await engine.dispose()
    return out


async def version_of(url: str) -> tuple[int, set[str]]:
    """The version of a database, and the names of the indexes on its matches."""
    engine = make_engine(database_url(url))
    async with engine.connect() as connection:
        found = await connection.run_sync(version)
        indexes = await connection.run_sync(lambda c: {str(i["name"]) for i in inspect(c).get_indexes("matches")})
    await engine.dispose()
    return found, indexes


async def make_old(url: str, content: dict[str, list[tuple[Any, ...]]]) -> None:
    """A database with the schema of version 1 and some content."""
    engine = make_engine(database_url(url))
    async with engine.begin() as connection:
        await connection.run_sync(schema_v1.METADATA.create_all)
        for table in schema_v1.METADATA.sorted_tables:
            names = [column.name for column in table.columns]
            if content[table.name]:
                rows = [dict(zip(names, row, strict=True)) for row in content[table.name]]
                await connection.execute(table.insert(), rows)
    await engine.dispose()


def played(table: Table) -> dict[str, Player]:
    """A match with actions, chat, notes and an account; all that was acknowledged."""
    table.http.post("/api/account", json={"name": "Ike", "password": "overlord 1944", "mail": "ike@example.org"})
    made = table.new("fog", allied="me", german="friend")
    seats = {side: table.at(token) for side, token in made["tokens"].items()}
    seats["allied"].play("favour south")
    seats["german"].walk(4)
    seats["german"].post("/chat", {"text": "Grüße"})
    seats["german"].put("/notes", {"text": "hold the river"})
    return seats


def all_of(player: Player) -> list[Any]:
    return [player.look(), player.get("/log").json(), player.get("/report").json()]


async def start(url: str) -> None:
    """Open a database as the table does when it starts."""
    async with opened(database_url(url)):
        pass


#: The address of a database, the tokens of the seats of its match, and what they see.
Filled = tuple[str, dict[str, str], dict[str, list[Any]]]


@pytest.fixture(scope="module")
def filled(new_store: Callable[[], str], toys: None, tmp_path_factory: pytest.TempPathFactory) -> Filled:
    url = new_store()
    with serving(url, tmp_path_factory.mktemp("filled")) as table:
        seats = played(table)
        tokens = {side: player.token for side, player in seats.items()}
        return url, tokens, {side: all_of(player) for side, player in seats.items()}


def check_same(url: str, tmp_path: Path, tokens: dict[str, str], seen: dict[str, list[Any]]) -> None:
    """A table on a database shows what was seen, and goes on: new rows get new numbers."""
    with serving(url, tmp_path) as table:
        for side, token in tokens.items():
            assert all_of(table.at(token)) == seen[side]
        assert table.http.post("/api/login", json={"name": "ike", "password": "overlord 1944"}).status_code == 200
        german = table.at(tokens["german"])
        assert german.post("/chat", {"text": "still here"}).status_code == 200
        assert [line["text"] for line in german.look()["board"]["chat"]] == ["Grüße", "still here"]
        monty = table.http.post("/api/account", json={"name": "Monty", "password": "market garden"})
        assert monty.status_code == 201
        before = german.look()["view"]["version"]
        assert german.walk(1)["view"]["version"] > before or not german.look()["view"]["actions"]


def test_a_new_database_has_the_newest_version(filled) -> None:
    url, _, _ = filled
    assert run(version_of(url)) == (NEWEST, {"matches_waiting", "matches_temporary"})


def test_a_database_of_version_1_is_brought_up_to_date_with_all_it_holds(filled, new_store, tmp_path) -> None:
    url, tokens, seen = filled
    content, old = run(rows_of(url)), new_store()
    run(make_old(old, content))
    assert run(version_of(old)) == (1, {"matches_waiting"})
    for _ in range(2):  # the second time nothing is left to do
        run(start(old))
        assert run(version_of(old)) == (NEWEST, {"matches_waiting", "matches_temporary"})
    assert {name: rows for name, rows in run(rows_of(old)).items() if name != "sessions"} == {
        name: rows for name, rows in content.items() if name != "sessions"
    }
    with serving(old, tmp_path) as table:
        assert {side: all_of(table.at(token)) for side, token in tokens.items()} == seen


def test_two_processes_may_upgrade_at_the_same_time(filled, new_store) -> None:
    url, _, _ = filled
    content, old = run(rows_of(url)), new_store()
    run(make_old(old, content))

    async def together() -> None:
        stores = [Store(database_url(old)) for _ in range(3)]
        await asyncio.gather(*(store.start() for store in stores))
        for store in stores:
            await store.stop()

    asyncio.run(together())
    assert run(version_of(old))[0] == NEWEST


def test_a_database_of_a_newer_program_is_refused_and_stays_as_it_is(new_store) -> None:
    url = new_store()

    async def go() -> None:
        async with opened(database_url(url)) as store, store.engine.begin() as connection:
            await connection.execute(update(schema.schema_version).values(version=NEWEST + 1))
        with pytest.raises(SchemaError, match=f"version {NEWEST + 1}"):
            await Store(database_url(url)).start()

    asyncio.run(go())
    assert run(version_of(url))[0] == NEWEST + 1


def test_everything_moves_to_another_database(filled, new_store, tmp_path) -> None:
    url, tokens, seen = filled
    target = new_store()
    counts = run(migrate(database_url(url), database_url(target)))
    moved = run(rows_of(target))
    assert moved == run(rows_of(url))
    assert counts == {name: len(rows) for name, rows in moved.items()}
    assert counts["journal"] > 4
    check_same(target, tmp_path, tokens, seen)


def test_sqlite_moves_to_postgresql_and_back(toys, postgres_server, tmp_path) -> None:
    from . import postgres

    first, last = f"sqlite:///{tmp_path}/first.sqlite", f"sqlite:///{tmp_path}/last.sqlite"
    middle = postgres.new_database(postgres_server, f"moved{time.monotonic_ns()}")
    with serving(first, tmp_path) as table:
        seats = played(table)
        tokens = {side: player.token for side, player in seats.items()}
        seen = {side: all_of(player) for side, player in seats.items()}
    run(migrate(database_url(first), database_url(middle)))
    run(migrate(database_url(middle), database_url(last)))
    assert run(rows_of(first)) == run(rows_of(middle)) == run(rows_of(last))
    check_same(middle, tmp_path, tokens, seen)


def test_a_database_with_matches_is_not_overwritten(filled, new_store) -> None:
    url, _, _ = filled
    before = run(rows_of(url))
    for target in (url, None):
        if target is None:
            target = new_store()
            run(migrate(database_url(url), database_url(target)))
        with pytest.raises(MigrateError):
            run(migrate(database_url(url), database_url(target)))
    assert run(rows_of(url)) == before


def test_the_command_says_what_it_copied(filled, new_store, monkeypatch) -> None:
    from typer.testing import CliRunner

    from grognard.cli import app

    url, _, _ = filled
    monkeypatch.setenv("DATABASE_URL", url)
    target = new_store()
    done = CliRunner().invoke(app, ["table", "migrate", target])
    assert (done.exit_code, "matches: 1" in done.output, "Everything is copied" in done.output) == (0, True, True)
    again = CliRunner().invoke(app, ["table", "migrate", target])
    assert again.exit_code != 0
