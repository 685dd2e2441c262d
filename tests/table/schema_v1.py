"""The schema of version 1, as it was before versions were counted. It never changes; a test upgrades it."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

METADATA = MetaData()

matches = Table(
    "matches",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("scenario", String(64), nullable=False),
    #: the start of the match: options, position, seeds, seats, clock; JSON
    Column("header", Text, nullable=False),
    Column("created", Float, nullable=False),
    # Columns for lists of matches; they follow from the journal and are written together with it.
    Column("updated", Float, nullable=False),
    Column("seat", String(64), nullable=False),
    Column("turn", String(64), nullable=False),
    Column("over", Integer, nullable=False),
    #: lessons are deleted after some days
    Column("temporary", Integer, nullable=False),
    Index("matches_waiting", "over", "seat"),
)

journal = Table(
    "journal",
    METADATA,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    #: do, undo, offer, decline, takeback, resign, timeout, rematch
    Column("kind", String(16), nullable=False),
    Column("seat", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

seats = Table(
    "seats",
    METADATA,
    Column("token", String(64), primary_key=True),
    Column("match", String(32), ForeignKey("matches.id"), nullable=False, index=True),
    #: the sides this token plays, separated by commas; empty for spectators
    Column("sides", String(200), nullable=False),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=True, index=True),
    Column("notes", Text, nullable=False, default=""),
)

chat = Table(
    "chat",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("match", String(32), ForeignKey("matches.id"), nullable=False, index=True),
    Column("seat", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

accounts = Table(
    "accounts",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    #: the name as entered, and folded so that no two names differ only in case
    Column("name", String(40), nullable=False),
    Column("folded", String(80), nullable=False, unique=True),
    Column("password", String(200), nullable=False),
    Column("mail", String(200), nullable=False, default=""),
    Column("created", Float, nullable=False),
)

sessions = Table(
    "sessions",
    METADATA,
    #: digest of the cookie, so that a copy of the database is not enough to log in
    Column("digest", String(64), primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False),
    Column("expires", Float, nullable=False),
)
