"""Accounts: making one, coming in, leaving, and one's own matches."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from ..accounts import LASTS, Mine, Person
from ..errors import says
from ..messages import Account, Login, plain
from .common import Asked, services_of

COOKIE = "grognard"


class Me(msgspec.Struct):
    #: empty if nobody is logged in
    name: str
    matches: list[Mine]


async def account_of(request: Asked) -> Person | None:
    """Who is logged in, if somebody is."""
    cookie = request.cookies.get(COOKIE, "")
    return await services_of(request).accounts.of(cookie) if cookie else None


def _cookie(request: Asked, value: str, age: int) -> Cookie:
    secure = request.scope.get("scheme") == "https"
    return Cookie(key=COOKIE, value=value, max_age=age, path="/", httponly=True, samesite="lax", secure=secure)


async def _enter(request: Asked, person: Person) -> Response[Me]:
    accounts = services_of(request).accounts
    cookie = await accounts.begin(person)
    return Response(Me(person.name, await accounts.matches(person)), cookies=[_cookie(request, cookie, LASTS)])


@post("/api/account", responses=says(403, 413, 422))
async def create(request: Asked, data: JSONBody[Account]) -> Response[Me]:
    """Make an account and log in."""
    person = await services_of(request).accounts.create(plain(data.name), data.password, plain(data.mail))
    return await _enter(request, person)


@post("/api/login", status_code=200, responses=says(403, 413))
async def login(request: Asked, data: JSONBody[Login]) -> Response[Me]:
    """Log in."""
    return await _enter(request, await services_of(request).accounts.check(plain(data.name), data.password))


@post("/api/logout", status_code=200, responses=says(403))
async def logout(request: Asked) -> Response[Me]:
    """Log out."""
    cookie = request.cookies.get(COOKIE, "")
    if cookie:
        await services_of(request).accounts.end(cookie)
    return Response(Me("", []), cookies=[_cookie(request, "", 0)])


@get("/api/me", responses=says())
async def me(request: Asked) -> Me:
    """Who is logged in, and his matches."""
    person = await account_of(request)
    return Me("", []) if person is None else Me(person.name, await services_of(request).accounts.matches(person))


HANDLERS = [create, login, logout, me]
