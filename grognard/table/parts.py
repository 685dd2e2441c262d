"""The parts of a page that the client does not have yet, and the new lines of the log.

A client that keeps pages says in the header ``Grognard-Known`` what it has: the tags of the larger parts, how far it
has read the log, and the overlays it wants. A tag is a digest of a part as it was sent to this seat, so it shows the
client nothing new, and any process of the table can compare it. Without the header the whole page is sent.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from .errors import Problem
from .journal import Live
from .match_log import log_of
from .seat_view import Page

HEADER = "grognard-known"
#: Parts shorter than this many bytes are always sent; a tag would not be shorter.
SHORT = 64
#: Fields of the view that the client does not show.
UNUSED = {"facts"}

Tag = Annotated[str, Meta(max_length=16)]
Name = Annotated[str, Meta(max_length=100)]
Count = Annotated[int, Meta(ge=0, le=10_000_000)]


class Known(msgspec.Struct, forbid_unknown_fields=True):
    """The parts and lines that a client has already."""

    #: by part, such as ``board.units``: the tag it was sent with
    parts: Annotated[dict[Name, Tag], Meta(max_length=100)] = {}
    #: by the side whose log it is: the number of actions in it, and the version of the match at that time
    log: Annotated[dict[Name, tuple[Count, Count]], Meta(max_length=10)] = {}
    #: the overlays to be sent
    overlays: Annotated[list[Name], Meta(max_length=100)] = []


def read_known(text: str | None) -> Known | None:
    """The header of a request, if it has one."""
    if text is None:
        return None
    try:
        return msgspec.json.decode(text[:16_000], type=Known)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise Problem("malformed", f"the header {HEADER} is not valid: {error}") from None


def changed_parts(page: Page, known: Known) -> dict[str, Any]:
    """The page without the parts that the client has, ready to be encoded."""
    tags: dict[str, str] = {}
    out: dict[str, Any] = {"match": page.match, "seats": page.seats, "tags": tags}
    for name, struct in (("view", page.view), ("board", page.board)):
        out[name] = {
            field: text
            for field in struct.__struct_fields__
            if field not in UNUSED
            and (text := _unknown_part(f"{name}.{field}", getattr(struct, field), known, tags)) is not None
        }
    return out


def _unknown_part(part: str, value: Any, known: Known, tags: dict[str, str]) -> msgspec.Raw | None:
    """A part as it is sent, or None if the client has it. The tags of long parts are noted."""
    text = msgspec.json.encode(value)
    if len(text) >= SHORT:
        tag = blake2b(text, digest_size=6).hexdigest()
        if known.parts.get(part) == tag:
            return None
        tags[part] = tag
    return msgspec.Raw(text)


def new_log(live: Live, side: str, known: Known) -> dict[str, Any]:
    """The lines of the log that the client does not have, and the number of its actions that they follow."""
    knower = side if live.game.secret_fields else ""
    after = -1
    if knower in known.log:
        moment, version = known.log[knower]
        after = live.progress.unchanged(version, moment)
    return {"knower": knower, "after": after, "lines": log_of(live.match, side, after)}
