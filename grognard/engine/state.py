"""State: everything that changes in a match, as flat plain data.

A game writes each fact of its state once, as an annotated field. From these follow copying, comparing, the text form
and what each side may see. Units and hexes are kept as sets (one int) or as one list with an entry a counter, so a
copy is a few microseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, Self, TypeAlias

from .unrolled import make_changes, make_copy, make_equal

#: number: an int. flag: a bool. unit, hex, side: a counter, a hex, a side, or -1 for none. units, hexes: sets as one
#: int. numbers, unit-list, hex-list: lists of ints. places, counts: for each counter its hex or box, or a number.
Kind = Literal[
    "number", "flag", "unit", "hex", "side", "units", "hexes", "numbers", "unit-list", "hex-list", "places", "counts"
]

_LISTS = ("numbers", "unit-list", "hex-list", "places", "counts")

#: What a field holds. Any: an int, a bool or a list of ints, by its kind, so no type fits all.
FieldValue: TypeAlias = Any

#: Who sits at the table, by name: a side, or the empty string for a spectator, who knows what all may know. Whose
#: decision it is may also be ``dice``, and is the empty string when the game is over. Inside the rules a side is an
#: index into ``Game.sides``.
Seat: TypeAlias = str

#: What a seat is shown instead of a field's value, by the game, the state and the seat.
Redaction = Callable[[Any, Any, Seat], Any]  # any game and state: a field is written before its state's type exists


@dataclass(frozen=True)
class Field:
    """One fact of the state.

    ``shown`` declares a secret: it gives the value that a side is shown instead of the true one.
    It must put something in a hidden fact's place that the fact itself can never be; otherwise the
    engine cannot tell when the fact is revealed. A field without it is public, and so is the agenda:
    what is secret belongs in a field, not in the arguments of a step. ``derived`` fields follow from
    the others and have no text form.
    """

    kind: Kind
    default: FieldValue = 0
    shown: Redaction | None = None
    derived: bool = False
    name: str = ""

    @property
    def is_list(self) -> bool:
        return self.kind in _LISTS


def field(
    kind: Kind, default: FieldValue = None, *, shown: Redaction | None = None, derived: bool = False
) -> FieldValue:
    """Declare a fact in the body of a state: ``turn: int = field("number", 1)``.

    Sets and numbers begin at 0, flags at False, lists empty, a unit or a hex at -1 for none.
    """
    if default is None:
        plain = {"flag": False, "unit": -1, "hex": -1}
        default = () if kind in _LISTS else plain.get(kind, 0)
    return Field(kind, default, shown, derived)


#: An event: rule, text, what fills the text in, the part of the game that begins with it, and whether all may read it.
LoggedEvent = tuple[str, str, tuple[object, ...], str, bool]

#: A frame of the agenda: the step's number in the game and its arguments.
Frame = tuple[int, ...]


class StateType(type):
    """Makes the slots and the list of fields of a state from the fields in its body."""

    # any: all that a class body holds
    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> StateType:
        own = tuple(replace(value, name=key) for key, value in body.items() if isinstance(value, Field))
        for f in own:
            del body[f.name]
        body["__slots__"] = (*body.get("__slots__", ()), *(f.name for f in own))
        made = super().__new__(mcs, name, bases, body)
        inherited = tuple(dict.fromkeys(f for base in bases for f in getattr(base, "fields", ())))
        made.fields = (*inherited, *own)  # type: ignore[attr-defined]
        plain = ["over", *(f.name for f in made.fields if not f.is_list)]  # type: ignore[attr-defined]
        lists = ["agenda", *(f.name for f in made.fields if f.is_list)]  # type: ignore[attr-defined]
        made._copy = staticmethod(make_copy(made, plain, lists))  # type: ignore[attr-defined]
        made._changes = staticmethod(make_changes([*plain, *lists]))  # type: ignore[attr-defined]
        made._equal = staticmethod(make_equal([*plain, *lists]))  # type: ignore[attr-defined]
        return made


class State(metaclass=StateType):
    """Base of every game's state."""

    __slots__ = ("agenda", "log", "over", "settled")

    fields: ClassVar[tuple[Field, ...]]
    _copy: ClassVar[staticmethod[[State], Self]]
    _changes: ClassVar[staticmethod[[State, State], list[str]]]
    _equal: ClassVar[staticmethod[[State, State], bool]]

    agenda: list[Frame]
    over: bool
    #: Events since the match last took them, or None where nobody listens. Not part of the state.
    log: list[LoggedEvent] | None
    #: Why what was just done may not be taken back, or nothing. The match clears it; like ``log`` it is not part of the
    #: state.
    settled: str

    def __init__(self) -> None:
        self.agenda = []
        self.over = False
        self.log = None
        self.settled = ""
        for f in self.fields:
            setattr(self, f.name, list(f.default) if f.is_list else f.default)

    def copy(self) -> Self:
        """An independent state, equal to this one. Nobody listens to its events."""
        new: Self = self._copy(self)
        new.log = None
        new.settled = ""
        return new

    def changes(self, other: Self) -> list[str]:
        """The names of the fields in which two states differ."""
        return self._changes(self, other)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._equal(self, other)

    __hash__ = None  # type: ignore[assignment]

    def report(self, rule: str, text: str, *args: object) -> None:
        """Report an event to whoever listens. ``text`` is a format for ``args``, filled in later."""
        if self.log is not None:
            self.log.append((rule, text, args, "", False))

    def announce(self, rule: str, text: str, *args: object) -> None:
        """Report an event to both sides and to spectators, even where the action itself is hidden from them.

        The words may hold no secret.
        """
        if self.log is not None:
            self.log.append((rule, text, args, "", True))

    def begin(self, part: str, title: str = "") -> None:
        """Report a heading: a part of the game begins, such as a turn, and in it a phase."""
        if self.log is not None:
            self.log.append(("", "{}, {}" if title else "{}", (part, title), part, True))

    def settle(self, why: str) -> None:
        """Keep what is being done now from being taken back, for a reason such as "the enemy could react to it".

        An action does so when it lets its side learn something that no field shows.
        """
        self.settled = why


class WarState(State):
    """What the shared mechanics, the commanders and the table rely on. A game's state declares ``at`` as a field."""

    turn: int = field("number", 1)
    #: the last turn, by the scenario
    turns: int = field("number")
    #: the side whose phase it is
    phasing: int = field("side", 0)
    #: for each counter its hex, or a box
    at: list[int]
    #: for each side the hexes it stands in
    occupied: list[int] = field("numbers", (0, 0), derived=True)
