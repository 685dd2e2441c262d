"""The messages that clients may send. Unknown fields are refused."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from .errors import Problem

Version = Annotated[int, Meta(ge=0, le=10_000_000)]
Moment = Annotated[int, Meta(ge=0, le=10_000_000)]
Word = Annotated[str, Meta(min_length=1, max_length=64)]


class Message(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    pass


class Clock(Message):
    days: Annotated[float, Meta(gt=0, le=365)] | None = None


Seats = dict[Word, Word]


class NewMatch(Message):
    """``seats``: for each side ``me``, ``friend`` or ``machine:<level>``; by default ``me``, and a commander for a side
    that only answers in this scenario.

    ``hints``: whether players may ask commanders for advice; by default yes, unless a friend plays.
    """

    game: Word
    scenario: Word | None = None
    seats: Seats = {}
    clock: Clock | None = None
    seed: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    options: dict[str, Any] = {}
    hints: bool | None = None


class ImportRecord(Message):
    record: Annotated[str, Meta(min_length=1, max_length=5_000_000)]
    seats: Seats = {}
    clock: Clock | None = None
    hints: bool | None = None


class SetupPosition(Message):
    position: Annotated[str, Meta(min_length=1, max_length=60_000)]
    seats: Seats = {}
    clock: Clock | None = None
    hints: bool | None = None


class SeatTokens(Message):
    """Tokens of seats, as a browser remembers them."""

    tokens: Annotated[list[Annotated[str, Meta(min_length=1, max_length=64)]], Meta(max_length=500)]


class Actions(Message):
    version: Version
    actions: Annotated[list[Annotated[str, Meta(min_length=1, max_length=200)]], Meta(min_length=1, max_length=200)]


class Orders(Message):
    """``orders``: one list of actions for each unit; ``closing``: an action that ends an order, if it is legal."""

    version: Version
    orders: Annotated[
        list[Annotated[list[Annotated[str, Meta(min_length=1, max_length=200)]], Meta(min_length=1, max_length=20)]],
        Meta(min_length=1, max_length=60),
    ]
    closing: Annotated[str, Meta(max_length=200)] = ""
    #: whether the orders go on after rolls
    through: bool = False


class Undo(Message):
    version: Version


class AskHint(Message):
    """``level``: the commander to ask; ``whole``: for the rest of the phase, not for one order."""

    version: Version
    level: Word
    whole: bool = False


class TakeBack(Message):
    accept: bool | None = None
    to: Moment | None = None


class Say(Message):
    text: Annotated[str, Meta(min_length=1, max_length=2000)]


class Notes(Message):
    text: Annotated[str, Meta(max_length=20_000)]


class Fork(Message):
    at: Moment
    #: ``all``: play every side yourself, if the match is over
    take: Annotated[str, Meta(max_length=8)] = ""


class Account(Message):
    name: Annotated[str, Meta(min_length=2, max_length=40)]
    password: Annotated[str, Meta(min_length=8, max_length=200)]
    mail: Annotated[str, Meta(max_length=200)] = ""


class Login(Message):
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    password: Annotated[str, Meta(min_length=1, max_length=200)]


def plain(text: str) -> str:
    """Return the text if every database can store it; refuse control characters."""
    if any((ch < " " and ch not in "\n\t\r") or ch == "\x7f" or "\ud800" <= ch <= "\udfff" for ch in text):
        raise Problem("malformed", "the text contains control characters")
    return text
