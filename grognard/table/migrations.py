"""Versions of the database's schema, and the steps from each to the next.

A database says its version in ``schema_version``; one without that, but with matches, has version 1. When the table
starts, it brings an older database up to date. To change the schema, change :mod:`.schema` and add a step.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, delete, insert, inspect, select, text

from .schema import METADATA, matches, schema_version

#: A step changes the tables of one version into those of the next. Steps are safe to be run twice.
Migration = Callable[[Connection], None]


class SchemaError(ValueError):
    """The database cannot be used by this version of the program."""


def _index_lessons(connection: Connection) -> None:
    """To version 2: find old lessons without reading all matches."""
    index = next(index for index in matches.indexes if index.name == "matches_temporary")
    index.create(connection, checkfirst=True)


MIGRATIONS: tuple[Migration, ...] = (_index_lessons,)

#: The version of the schema that this program uses.
NEWEST = 1 + len(MIGRATIONS)

#: Number of the lock that lets one process at a time change the schema on PostgreSQL.
_LOCK = 7_165_944


def upgrade(connection: Connection) -> int:
    """Create the tables, or bring those of an older version up to date; return the version found, 0 if none."""
    # One process at a time.
    postgres = connection.dialect.name == "postgresql"
    connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})" if postgres else "BEGIN IMMEDIATE"))
    found = version(connection)
    if found > NEWEST:
        raise SchemaError(
            f"the database has schema version {found}, but this program knows only versions up to {NEWEST}; "
            "use the version of grognard that wrote it, or a newer one"
        )
    METADATA.create_all(connection)
    for migration in MIGRATIONS[found - 1 :] if found else ():
        migration(connection)
    if found != NEWEST:
        connection.execute(delete(schema_version))
        connection.execute(insert(schema_version).values(version=NEWEST))
    return found


def version(connection: Connection) -> int:
    """The version of a database's schema; 0 if it has no tables yet."""
    known = inspect(connection).get_table_names()
    if schema_version.name in known:
        found: int = connection.execute(select(schema_version.c.version)).scalar_one_or_none() or 0
        if found:
            return found
    return 1 if matches.name in known else 0
