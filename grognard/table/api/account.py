"""Routes for accounts: create one, log in, log out, list its matches."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from ..accounts import SESSION_SECONDS, AccountMatch, Person
from ..errors import error_responses
from ..messages import Account, Login, plain
from .common import AnyRequest, services_of

COOKIE = "grognard"


class Me(msgspec.Struct):
    #: empty if nobody is logged in
    name: str
    matches: list[AccountMatch]


async def account_of(request: AnyRequest) -> Person | None:
    """The person who is logged in, if any."""
    cookie = request.cookies.get(COOKIE, "")
    return await services_of(request).accounts.of(cookie) if cookie else None


def _cookie(request: AnyRequest, value: str, age: int) -> Cookie:
    secure = request.scope.get("scheme") == "https"
    return Cookie(key=COOKIE, value=value, max_age=age, path="/", httponly=True, samesite="lax", secure=secure)


async def _enter(request: AnyRequest, person: Person) -> Response[Me]:
    accounts = services_of(request).accounts
    cookie = await accounts.begin(person)
    return Response(
        Me(person.name, await accounts.matches(person)), cookies=[_cookie(request, cookie, SESSION_SECONDS)]
    )


@post("/api/account", responses=error_responses(403, 413, 422))
async def create(request: AnyRequest, data: JSONBody[Account]) -> Response[Me]:
    """Create an account and log in."""
    person = await services_of(request).accounts.create(plain(data.name), data.password, plain(data.mail))
    return await _enter(request, person)


@post("/api/login", status_code=200, responses=error_responses(403, 413))
async def login(request: AnyRequest, data: JSONBody[Login]) -> Response[Me]:
    """Log in."""
    return await _enter(request, await services_of(request).accounts.check(plain(data.name), data.password))


@post("/api/logout", status_code=200, responses=error_responses(403))
async def logout(request: AnyRequest) -> Response[Me]:
    """Log out."""
    cookie = request.cookies.get(COOKIE, "")
    if cookie:
        await services_of(request).accounts.end(cookie)
    return Response(Me("", []), cookies=[_cookie(request, "", 0)])


@get("/api/me", responses=error_responses())
async def me(request: AnyRequest) -> Me:
    """The player who is logged in, and their matches."""
    person = await account_of(request)
    return Me("", []) if person is None else Me(person.name, await services_of(request).accounts.matches(person))


HANDLERS = [create, login, logout, me]
