"""State: everything that changes in a match, as flat plain data.

A game lists its fields once. From that list follow copying, comparing, the text form and what each
side may see. Units and hexes are kept as sets (one int) or as one list with an entry a counter, so
a copy is a few microseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

if TYPE_CHECKING:
    from .game import Game

#: number: an int. unit, hex, side: a counter, a hex, a side, or -1 for none. units, hexes: sets as one
#: int. numbers, unit-list, hex-list: lists of ints. places, counts: for each counter its hex or box, or a
#: number.
Kind = Literal[
    "number", "unit", "hex", "side", "units", "hexes", "numbers", "unit-list", "hex-list", "places", "counts"
]

_LISTS = ("numbers", "unit-list", "hex-list", "places", "counts")

#: What a side is shown instead of a field's value.
Redaction = Callable[["Game", Any, str], Any]


@dataclass(frozen=True)
class Field:
    """One fact of the state.

    ``shown`` declares a secret: it gives the value that a side is shown instead of the true one.
    It must put something in a hidden fact's place that the fact itself can never be; otherwise the
    engine cannot tell when the fact is revealed. A field without it is public, and so is the agenda:
    what is secret belongs in a field, not in the arguments of a step. ``derived`` fields follow from
    the others and have no text form.
    """

    name: str
    kind: Kind
    default: Any = 0
    shown: Redaction | None = None
    derived: bool = False

    @property
    def is_list(self) -> bool:
        return self.kind in _LISTS


#: A frame of the agenda: the step's number in the game and its arguments.
Frame = tuple[int, ...]


class State:
    """Base of every game's state. A subclass lists ``fields`` and the same names in ``__slots__``."""

    __slots__ = ("agenda", "log", "over")

    fields: ClassVar[tuple[Field, ...]] = ()
    _plain: ClassVar[tuple[str, ...]] = ()
    _lists: ClassVar[tuple[str, ...]] = ()

    agenda: list[Frame]
    over: int
    #: Events since the match last took them, or None where nobody listens. Not part of the state.
    log: list[Any] | None

    def __init_subclass__(cls) -> None:
        cls._plain = tuple(f.name for f in cls.fields if not f.is_list)
        cls._lists = tuple(f.name for f in cls.fields if f.is_list)

    def __init__(self) -> None:
        self.agenda = []
        self.over = 0
        self.log = None
        for field in self.fields:
            setattr(self, field.name, list(field.default) if field.is_list else field.default)

    def copy(self) -> Self:
        """An independent state, equal to this one. Nobody listens to its events."""
        new = object.__new__(type(self))
        new.agenda = self.agenda[:]
        new.over = self.over
        new.log = None
        for name in self._plain:
            setattr(new, name, getattr(self, name))
        for name in self._lists:
            setattr(new, name, getattr(self, name)[:])
        return new

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return (
            self.agenda == other.agenda
            and self.over == other.over
            and all(getattr(self, f.name) == getattr(other, f.name) for f in self.fields)
        )

    __hash__ = None  # type: ignore[assignment]

    def tell(self, rule: str, text: str, *args: Any) -> None:
        """Report an event to whoever listens. ``text`` is a format for ``args``, filled in later."""
        if self.log is not None:
            self.log.append((rule, text, args, ""))

    def begin(self, part: str, title: str = "") -> None:
        """Report a heading: a part of the game begins, such as a turn, and in it a phase."""
        if self.log is not None:
            self.log.append(("", "{}, {}" if title else "{}", (part, title), part))
