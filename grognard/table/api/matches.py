"""Opening matches."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from .. import catalogue, lessons, opening
from ..errors import says
from ..matches import Opened
from ..messages import ImportRecord, NewMatch, SetupPosition
from .account import account_of
from .common import Asked, link, services_of


class NewLinks(msgspec.Struct):
    """A new match: its secrets, and the addresses that hold them."""

    match: str
    tokens: dict[str, str]
    spectator: str
    links: dict[str, str]


def links(opened: Opened) -> NewLinks:
    addresses = {side: link(token) for side, token in opened.tokens.items()}
    addresses["spectator"] = link(opened.spectator)
    return NewLinks(opened.match, opened.tokens, opened.spectator, addresses)


async def _open(request: Asked, make: Any, data: Any) -> NewLinks:
    match, header = await asyncio.to_thread(make, data)
    account = await account_of(request)
    return links(await services_of(request).matches.open(match, header, account=account.id if account else None))


@post("/api/matches", responses=says(404, 413, 422))
async def create(request: Asked, data: JSONBody[NewMatch]) -> NewLinks:
    """Begin a match."""
    return await _open(request, opening.new_match, data)


@post("/api/matches/import", responses=says(413, 422), request_max_body_size=5_200_000)
async def import_record(request: Asked, data: JSONBody[ImportRecord]) -> NewLinks:
    """Go on with a match from its record."""
    return await _open(request, opening.imported, data)


@post("/api/matches/setup", responses=says(413, 422))
async def set_up(request: Asked, data: JSONBody[SetupPosition]) -> NewLinks:
    """Begin a match with a position."""
    return await _open(request, opening.set_up, data)


@get("/api/lessons/{game:str}/{number:int}", responses=says(404))
async def lesson(request: Asked, game: FromPath[str], number: FromPath[int]) -> NewLinks:
    """Begin a lesson. It is swept away after some days."""
    match, header = await asyncio.to_thread(lessons.begin, catalogue.find(game), number)
    return links(await services_of(request).matches.open(match, header, temporary=True))


HANDLERS = [create, import_record, set_up, lesson]
