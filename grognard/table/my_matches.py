"""A player's matches: what a list of them shows, for the seats whose tokens the player has."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, select, update

from ..engine.game import AnyGame
from .catalogue import plan_of
from .journal import FRIEND, MACHINE, Header
from .schema import accounts, matches, seats
from .store import Store


class Rival(msgspec.Struct, omit_defaults=True):
    """Another side of a match: the level of a computer player, or the account name of a person if there is one."""

    side: str
    machine: str = ""
    name: str = ""


class MyMatch(msgspec.Struct):
    """A match in the list of a player."""

    token: str
    match: str
    game: str
    scenario: str
    turn: str
    sides: list[str]
    #: the side to decide, and whether that is one of this seat
    seat: str
    your_turn: bool
    over: bool
    updated: float
    rivals: list[Rival]
    lesson: int = 0


class Dot(msgspec.Struct):
    """A counter on a small map, with the number of its side."""

    x: int
    y: int
    side: int


class Glance(msgspec.Struct):
    """A small map: its size and its counters."""

    width: int
    height: int
    units: list[Dot]


async def matches_of(store: Store, tokens: list[str]) -> list[MyMatch]:
    """The matches of these seats; unknown tokens are left out."""
    if not tokens:
        return []
    query = select(matches, seats.c.token, seats.c.sides).join(seats, seats.c.match == matches.c.id)
    rows = await store.read(query.where(seats.c.token.in_(tokens)))
    ids = [row.id for row in rows]
    named = select(seats.c.match, seats.c.sides, accounts.c.name).join(accounts, seats.c.account == accounts.c.id)
    names = {
        (row.match, side): row.name
        for row in (await store.read(named.where(seats.c.match.in_(ids))) if ids else [])
        for side in row.sides.split(",")
    }
    out = []
    for row in rows:
        header, mine = msgspec.json.decode(row.header, type=Header), [s for s in row.sides.split(",") if s]
        rivals = [
            Rival(side, who.removeprefix(MACHINE) if who.startswith(MACHINE) else "", names.get((row.id, side), ""))
            for side, who in header.seats.items()
            if side not in mine and (who == FRIEND or who.startswith(MACHINE) or who == "me")
        ]
        turns = row.seat != "" and row.seat in mine and not row.over
        out.append(
            MyMatch(
                row.token,
                row.id,
                row.game,
                row.scenario,
                row.turn,
                mine,
                row.seat,
                turns,
                bool(row.over),
                row.updated,
                rivals,
                header.lesson,
            )
        )
    return out


async def claim_all(store: Store, tokens: list[str], account: int) -> None:
    """Assign seats that nobody's account has yet to an account."""

    def work(connection: Connection) -> None:
        free = update(seats).where(seats.c.token.in_(tokens), seats.c.account.is_(None), seats.c.sides != "")
        connection.execute(free.values(account=account))

    if tokens:
        await store.write(work)


def glance_at(game: AnyGame, state: Any) -> Glance:
    """A small map of a redacted state."""
    plan = plan_of(game)
    found = {
        (round(plan.at[h][0]), round(plan.at[h][1]), game.sides.index(counter.side))
        for counter, h in zip(game.counters, state.at, strict=True)
        if h in plan.at
    }
    return Glance(round(plan.width), round(plan.height), [Dot(*dot) for dot in sorted(found)])
