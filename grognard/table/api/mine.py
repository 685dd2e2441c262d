"""Routes for the matches of a player: those of the seats that a browser remembers."""

from __future__ import annotations

import msgspec
from litestar import get, post
from litestar.params import JSONBody
from sqlalchemy import select

from ...engine.game import AnyGame
from ..errors import Problem, error_responses
from ..messages import SeatTokens
from ..my_matches import Glance, MyMatch, claim_all, glance_at, matches_of
from ..schema import seats
from .account import account_of
from .common import AnyRequest, link, seat_of, services_of
from .play import SEAT_TOKEN


class Watching(msgspec.Struct):
    #: the address of the seat of spectators
    link: str


@post("/api/seats", status_code=200, responses=error_responses(403, 413, 422))
async def list_seats(request: AnyRequest, data: JSONBody[SeatTokens]) -> list[MyMatch]:
    """The matches of these seats; a token is enough to see its match. Unknown tokens are left out."""
    return await matches_of(services_of(request).store, data.tokens)


@post("/api/me/seats", status_code=200, responses=error_responses(403, 413, 422))
async def keep_seats(request: AnyRequest, data: JSONBody[SeatTokens]) -> list[MyMatch]:
    """Assign seats to the account that is logged in, so that its other devices list them."""
    person = await account_of(request)
    if person is None:
        raise Problem("seat", "nobody is logged in")
    services = services_of(request)
    await claim_all(services.store, data.tokens, person.id)
    services.matches.forget_seats(data.tokens)
    return await matches_of(services.store, data.tokens)


@get("/api/match/glance", responses=error_responses(403, 404, 503), security=SEAT_TOKEN)
async def glance(request: AnyRequest) -> Glance:
    """A small map of the match as this seat sees it."""
    services, seat = services_of(request), await seat_of(request)
    async with services.matches.using(seat.match) as live:
        game: AnyGame = live.game
        return glance_at(game, game.redact(live.match.state, seat.side(live)))


@get("/api/match/watch", responses=error_responses(403, 404, 503), security=SEAT_TOKEN)
async def watch(request: AnyRequest) -> Watching:
    """The link of the spectators of this match, which shows what is public."""
    services, seat = services_of(request), await seat_of(request)
    query = select(seats.c.token).where(seats.c.match == seat.match, seats.c.sides == "")
    rows = await services.store.read(query)
    if not rows:
        raise Problem("not-found", "this match has no link for spectators")
    return Watching(link(rows[0].token))


HANDLERS = [list_seats, keep_seats, glance, watch]
