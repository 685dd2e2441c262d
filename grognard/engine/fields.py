"""The text form of a state's fields, and its parser. Each field is a list of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..hexes import bits
from .action import NotationError
from .state import Field, FieldValue, Frame

if TYPE_CHECKING:
    from .game import AnyGame

#: The kind of entry in a field with one entry for each counter.
_EACH = {"places": "place", "counts": "number"}
_ELEMENT = {"units": "unit", "hexes": "hex", "numbers": "number", "unit-list": "unit", "hex-list": "hex"}


#: The number of counters, or members of a set, that are formatted at a time.
_PIECE = {"places": 16, "counts": 16, "units": 64, "hexes": 64}


def field_text(game: AnyGame, field: Field, value: FieldValue) -> str:
    """Format a field's value as words."""
    word = game.notation.word
    if field.kind in _PIECE:
        return _long_text(game, field, value)
    if field.is_list:
        return " ".join(word(_ELEMENT[field.kind], item) for item in value)
    return word(field.kind, value)


def _long_text(game: AnyGame, field: Field, value: FieldValue) -> str:
    """Format a set, or a field with an entry for each counter.

    One action changes little of it, so the text of each piece is cached.
    """
    kept, width, out = game.notation.pieces, _PIECE[field.kind], []
    length = len(value) if field.is_list else value.bit_length()
    mask = (1 << width) - 1
    for first in range(0, length, width):
        piece = tuple(value[first : first + width]) if field.is_list else value >> first & mask
        key = (field.name, first, piece)
        text = kept.get(key)
        if text is None:
            if len(kept) >= 50_000:
                kept.clear()
            text = kept[key] = _piece_text(game, field, first, piece)
        if text:
            out.append(text)
    return " ".join(out)


def _piece_text(game: AnyGame, field: Field, first: int, piece: FieldValue) -> str:
    word = game.notation.word
    if not field.is_list:
        return " ".join(word(_ELEMENT[field.kind], first + item) for item in bits(piece))
    return " ".join(
        f"{game.counters[unit].id}={word(_EACH[field.kind], item)}"
        for unit, item in enumerate(piece, first)
        if item != field.default[unit]
    )


def field_value(game: AnyGame, field: Field, text: str) -> FieldValue:
    """Parse a field's value; raise NotationError with the reason if it is not valid."""
    words = text.split()
    value = game.notation.value
    if field.kind in _EACH:
        return _each(game, field, words)
    if field.kind in ("units", "hexes"):
        out = 0
        for word in words:
            item = value(_ELEMENT[field.kind], word)
            if item < 0 or out >> item & 1:
                raise NotationError(
                    f"{word!r} is listed twice in {field.name}"
                    if item >= 0
                    else f"{word!r} cannot be a member of {field.name}"
                )
            out |= 1 << item
        return out
    if field.is_list:
        return [value(_ELEMENT[field.kind], word) for word in words]
    if len(words) != 1:
        raise NotationError(f"{field.name} takes exactly one word, not {text!r}")
    return value(field.kind, words[0])


def _each(game: AnyGame, field: Field, words: list[str]) -> list[int]:
    out = list(field.default)
    seen: set[int] = set()
    for word in words:
        name, equals, place = word.partition("=")
        if not equals:
            raise NotationError(f"{word!r} must have the form unit={_EACH[field.kind]}")
        unit = game.notation.value("unit", name)
        if unit < 0:
            raise NotationError(f"unknown unit {name!r}")
        if unit in seen:
            raise NotationError(f"unit {name!r} is placed twice")
        seen.add(unit)
        out[unit] = game.notation.value(_EACH[field.kind], place)
    return out


def frame_text(game: AnyGame, frame: Frame) -> str:
    """Format a frame of the agenda: the step's name and its arguments."""
    step = game.steps[frame[0]]
    kinds = step.args
    return " ".join([step.name, *(game.notation.word(kind, arg) for kind, arg in zip(kinds, frame[1:], strict=True))])


def frame_value(game: AnyGame, text: str) -> Frame:
    """Parse a frame."""
    name, *words = text.split() or [""]
    step = game.steps_by_name.get(name)
    if step is None:
        raise NotationError(f"unknown step {name!r}")
    if len(words) != len(step.args):
        raise NotationError(f"step {name!r} takes {len(step.args)} arguments, not {len(words)}")
    return (game.codes[step], *(game.notation.value(k, w) for k, w in zip(step.args, words, strict=True)))
