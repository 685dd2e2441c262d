"""Errors as one kind of answer: a code, a sentence and, where there is one, a rule."""

from __future__ import annotations

import logging
from typing import Any, Literal

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from ..engine.action import Refusal

log = logging.getLogger("grognard.table")

Code = Literal[
    "stale", "seat", "refused", "malformed", "too-large", "not-found", "rate", "over", "unavailable", "origin", "host"
]

_STATUS: dict[str, int] = {
    "stale": 409,
    "seat": 403,
    "refused": 422,
    "malformed": 400,
    "too-large": 413,
    "not-found": 404,
    "rate": 429,
    "over": 410,
    "unavailable": 503,
    "origin": 403,
    "host": 403,
}


class ErrorDetail(msgspec.Struct):
    """An error: a code for programs, a sentence for people, and the rule that forbids the action."""

    code: str
    message: str
    rule: str = ""


class ErrorBody(msgspec.Struct, omit_defaults=True):
    error: ErrorDetail
    #: with ``stale``: the match as it is now
    current: Any = None


class Problem(Exception):
    """An error for the client. Nothing has been changed."""

    def __init__(self, code: Code, message: str, rule: str = "", *, current: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule
        self.current = current

    @classmethod
    def of(cls, refusal: Refusal) -> Problem:
        return cls("refused", refusal.why, refusal.rule)


def answer(
    status: int, code: str, message: str, rule: str = "", *, current: Any = None, headers: dict[str, str] | None = None
) -> Response[ErrorBody]:
    body = ErrorBody(ErrorDetail(code, message, rule), current)
    return Response(body, status_code=status, media_type="application/json", headers=headers)


def on_problem(_: Request[Any, Any, Any], problem: Problem) -> Response[ErrorBody]:
    return answer(_STATUS[problem.code], problem.code, problem.message, problem.rule, current=problem.current)


def on_refusal(_: Request[Any, Any, Any], refusal: Refusal) -> Response[ErrorBody]:
    return answer(_STATUS["refused"], "refused", refusal.why, refusal.rule)


_BY_STATUS = {404: "not-found", 405: "not-found", 413: "too-large", 429: "rate", 401: "seat", 403: "seat"}


def on_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorBody]:
    """Errors of the framework: unknown paths, and bodies that are not JSON or not of the right form."""
    status = error.status_code
    if status >= 500:
        log.error("%s", type(error).__name__)
        return answer(500, "unavailable", "internal server error; nothing was changed")
    message = error.detail
    if isinstance(error.extra, list) and error.extra:
        parts = [f"{item.get('key') or 'body'}: {item.get('message', '')}" for item in error.extra[:4]]
        message = f"{message} ({'; '.join(parts)})"
    return answer(status, _BY_STATUS.get(status, "malformed"), message[:500], headers=error.headers)


def on_crash(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    # The path is left out because it may contain the secret link of a seat.
    log.exception("%s failed: %s", request.method, type(error).__name__, exc_info=error)
    return answer(500, "unavailable", "internal server error; nothing was changed")


HANDLERS: dict[int | type[Exception], Any] = {
    Problem: on_problem,
    Refusal: on_refusal,
    HTTPException: on_http,
    Exception: on_crash,
}

_DESCRIPTIONS = {
    400: "malformed",
    403: "not allowed for this seat, or sent by another site",
    404: "not found",
    409: "the match has moved on; the answer contains the current view",
    410: "the match is over",
    413: "too large",
    422: "the rules forbid it",
    429: "too many requests",
    503: "temporarily unavailable",
}


def error_responses(*statuses: int) -> dict[int, ResponseSpec]:
    """The error responses of a route, for its description."""
    return {
        status: ResponseSpec(ErrorBody, generate_examples=False, description=_DESCRIPTIONS[status])
        for status in (400, *statuses, 429)
    }
