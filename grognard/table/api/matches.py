"""Routes that create matches."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from .. import catalogue, lessons, opening
from ..errors import error_responses
from ..matches import Opened
from ..messages import ImportRecord, NewMatch, SetupPosition
from .account import account_of
from .common import AnyRequest, link, services_of


class NewLinks(msgspec.Struct):
    """A new match with its secret tokens and the links that contain them."""

    match: str
    tokens: dict[str, str]
    spectator: str
    links: dict[str, str]


def links(opened: Opened) -> NewLinks:
    addresses = {side: link(token) for side, token in opened.tokens.items()}
    addresses["spectator"] = link(opened.spectator)
    return NewLinks(opened.match, opened.tokens, opened.spectator, addresses)


async def _open(request: AnyRequest, make: Any, data: Any) -> NewLinks:
    match, header = await asyncio.to_thread(make, data)
    account = await account_of(request)
    return links(await services_of(request).matches.open(match, header, account=account.id if account else None))


@post("/api/matches", responses=error_responses(404, 413, 422))
async def create(request: AnyRequest, data: JSONBody[NewMatch]) -> NewLinks:
    """Create a match."""
    return await _open(request, opening.new_match, data)


@post("/api/matches/import", responses=error_responses(413, 422), request_max_body_size=5_200_000)
async def import_record(request: AnyRequest, data: JSONBody[ImportRecord]) -> NewLinks:
    """Create a match that continues from a record."""
    return await _open(request, opening.imported, data)


@post("/api/matches/setup", responses=error_responses(413, 422))
async def set_up(request: AnyRequest, data: JSONBody[SetupPosition]) -> NewLinks:
    """Create a match that starts from a position."""
    return await _open(request, opening.set_up, data)


@get("/api/lessons/{game:str}/{number:int}", responses=error_responses(404))
async def lesson(request: AnyRequest, game: FromPath[str], number: FromPath[int]) -> NewLinks:
    """Start a lesson. It is deleted after some days."""
    match, header = await asyncio.to_thread(lessons.begin, catalogue.find(game), number)
    return links(await services_of(request).matches.open(match, header, temporary=True))


HANDLERS = [create, import_record, set_up, lesson]
