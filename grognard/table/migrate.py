"""Copy a whole table from one database to another, such as from SQLite to PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Table, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from .schema import METADATA, accounts, chat, matches, schema_version
from .store import Store, opened

#: Rows written at a time.
CHUNK = 500


class MigrateError(ValueError):
    """The copy was not made; the target is as it was."""


async def migrate(source: str, target: str, say: Callable[[str], None] = lambda _: None) -> dict[str, int]:
    """Copy everything; return the number of rows of each table. All of it is copied or nothing.

    Both databases get the newest schema. The target must not have matches or accounts.
    """
    if source == target:
        raise MigrateError("source and target are the same database")
    async with opened(source) as old, opened(target) as new:
        await _check_empty(new)
        async with _reading(old) as reading, new.engine.begin() as writing:
            if reading.dialect.name == "sqlite":
                await reading.execute(text("BEGIN"))
            counts = {}
            for table in METADATA.sorted_tables:
                if table is not schema_version:
                    counts[table.name] = await _copy(table, reading, writing)
                    say(f"{table.name}: {counts[table.name]:,}")
            if writing.dialect.name == "postgresql":
                await _continue_numbers(writing)
    return counts


def _reading(store: Store) -> Any:
    """A connection that sees one moment of the database, whatever others write."""
    engine = store.engine
    if engine.dialect.name == "postgresql":
        return engine.execution_options(isolation_level="REPEATABLE READ").begin()
    return engine.begin()


async def _check_empty(store: Store) -> None:
    for table in (matches, accounts):
        rows = await store.read(select(func.count()).select_from(table))
        if rows[0][0]:
            raise MigrateError(f"the target has {rows[0][0]} {table.name} already; give an empty database")


async def _copy(table: Table, reading: AsyncConnection, writing: AsyncConnection) -> int:
    """Copy one table in the order of its key; compare the numbers of rows."""
    wanted = (await reading.execute(select(func.count()).select_from(table))).scalar_one()
    result = await reading.stream(select(table).order_by(*table.primary_key.columns))
    async for rows in result.mappings().partitions(CHUNK):
        await writing.execute(insert(table), [dict(row) for row in rows])
    found = (await writing.execute(select(func.count()).select_from(table))).scalar_one()
    if found != wanted:
        raise MigrateError(f"{table.name}: {found} of {wanted} rows arrived; nothing was copied")
    return int(found)


async def _continue_numbers(connection: AsyncConnection) -> None:
    """Let the numbers that PostgreSQL gives to new rows follow those that were copied."""
    for table in (accounts, chat):
        name, first = table.name, f"(SELECT COALESCE(MAX(id), 0) + 1 FROM {table.name})"
        await connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), {first}, false)"))
