"""Accounts: an optional name and password that keep a player's matches together."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
import unicodedata

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from .errors import Problem
from .schema import accounts, matches, seats, sessions
from .store import Store

#: Lifetime of a session in seconds.
SESSION_SECONDS = 30 * 86400

_HASHER = PasswordHasher()
#: Verified for an unknown name, so that the answer takes as long as with a wrong password.
_DUMMY_HASH = _HASHER.hash(secrets.token_urlsafe(16))


class Person(msgspec.Struct):
    id: int
    name: str


class AccountMatch(msgspec.Struct):
    """A match in the list of an account."""

    match: str
    game: str
    scenario: str
    turn: str
    sides: list[str]
    seat: str
    your_turn: bool
    over: bool
    updated: float
    link: str


def _digest(cookie: str) -> str:
    return hashlib.sha256(cookie.encode()).hexdigest()


def _fold(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


class Accounts:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def create(self, name: str, password: str, mail: str = "") -> Person:
        name = " ".join(name.split())
        if len(name) < 2 or len(_fold(name)) > 80:
            raise Problem("malformed", "the name must have 2 to 40 characters")
        if mail and ("@" not in mail or any(ch.isspace() for ch in mail)):
            raise Problem("malformed", "not a valid e-mail address")
        hashed = await asyncio.to_thread(_HASHER.hash, password)

        def work(connection: Connection) -> None:
            values = {"name": name, "folded": _fold(name), "password": hashed, "mail": mail, "created": time.time()}
            connection.execute(insert(accounts), [values])

        try:
            await self.store.write(work)
        except IntegrityError:
            raise Problem("refused", "this name is already taken") from None
        rows = await self.store.read(select(accounts.c.id).where(accounts.c.folded == _fold(name)))
        return Person(rows[0].id, name)

    async def check(self, name: str, password: str) -> Person:
        """Return the account if name and password are right."""
        folded = _fold(" ".join(name.split()))
        rows = await self.store.read(select(accounts).where(accounts.c.folded == folded))
        hashed = rows[0].password if rows else _DUMMY_HASH
        if not await asyncio.to_thread(_verify, hashed, password) or not rows:
            raise Problem("seat", "wrong name or password")
        return Person(rows[0].id, rows[0].name)

    async def begin(self, person: Person) -> str:
        """Start a session and return its cookie."""
        cookie = secrets.token_urlsafe(32)
        now = time.time()

        def work(connection: Connection) -> None:
            connection.execute(delete(sessions).where(sessions.c.expires < now))
            values = {"digest": _digest(cookie), "account": person.id, "expires": now + SESSION_SECONDS}
            connection.execute(insert(sessions), [values])

        await self.store.write(work)
        return cookie

    async def end(self, cookie: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(sessions).where(sessions.c.digest == _digest(cookie)))

        await self.store.write(work)

    async def of(self, cookie: str) -> Person | None:
        """The person whose session a cookie belongs to."""
        if not cookie or len(cookie) > 100:
            return None
        query = (
            select(accounts.c.id, accounts.c.name)
            .join(sessions, sessions.c.account == accounts.c.id)
            .where(sessions.c.digest == _digest(cookie), sessions.c.expires > time.time())
        )
        rows = await self.store.read(query)
        return Person(rows[0].id, rows[0].name) if rows else None

    async def matches(self, person: Person) -> list[AccountMatch]:
        """A person's matches, the most recent first."""
        query = (
            select(matches, seats.c.token, seats.c.sides)
            .join(seats, seats.c.match == matches.c.id)
            .where(seats.c.account == person.id, matches.c.temporary == 0)
            .order_by(matches.c.updated.desc())
            .limit(200)
        )
        return [
            AccountMatch(
                row.id,
                row.game,
                row.scenario,
                row.turn,
                row.sides.split(","),
                row.seat,
                row.seat != "" and row.seat in row.sides.split(","),
                bool(row.over),
                row.updated,
                f"/m/{row.token}",
            )
            for row in await self.store.read(query)
        ]


def _verify(hashed: str, password: str) -> bool:
    try:
        return _HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False
