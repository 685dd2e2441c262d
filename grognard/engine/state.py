"""State: everything that changes in a match, as flat plain data.

A game declares each fact of its state once, as an annotated field. Copying, comparing, the text form and redaction
follow from the fields. Units and hexes are kept as sets (one int) or as one list with an entry for each counter, so a
copy takes a few microseconds.
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

#: Lines of a position that are not fields of the state. A field with such a name could not be written.
POSITION_LINES = frozenset({"game", "scenario", "phase", "agenda", "over"})

_LISTS = ("numbers", "unit-list", "hex-list", "places", "counts")

#: The value of a field. Any: an int, a bool or a list of ints, depending on its kind.
FieldValue: TypeAlias = Any

#: A seat: the name of a side, or the empty string for a spectator, who sees only what everybody may see. For decisions
#: it may also be ``dice``, and it is empty when the game is over. Inside the rules a side is an index into
#: ``Game.sides``.
Seat: TypeAlias = str

#: Returns the value that a seat is shown for a field, from the game, the state and the seat.
Redaction = Callable[[Any, Any, Seat], Any]  # any game and state: a field is written before its state's type exists


@dataclass(frozen=True)
class Field:
    """One fact of the state.

    ``shown`` declares a secret: it returns the value that a side is shown instead of the true one. The shown value of a
    hidden fact must be impossible as a true value; otherwise the engine does not notice when the fact is revealed.
    Fields without ``shown`` are public, and so is the agenda: secrets belong in fields, not in the arguments of a step.
    ``derived`` fields follow from the others and have no text form.
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
    """Declare a field in the body of a state: ``turn: int = field("number", 1)``.

    The default is 0 for sets and numbers, False for flags, an empty list for lists, and -1 (none) for a unit or a hex.
    """
    if default is None:
        plain = {"flag": False, "unit": -1, "hex": -1}
        default = () if kind in _LISTS else plain.get(kind, 0)
    return Field(kind, default, shown, derived)


#: An event: rule, text, arguments of the text, the part of the game that begins with it, and whether all may read it.
LoggedEvent = tuple[str, str, tuple[object, ...], str, bool]

#: A frame of the agenda: the step's number in the game and its arguments.
Frame = tuple[int, ...]


class StateType(type):
    """Makes the slots and the list of fields of a class of states from its body."""

    # any: all that a class body holds
    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> StateType:
        own = tuple(replace(value, name=key) for key, value in body.items() if isinstance(value, Field))
        for f in own:
            del body[f.name]
            if f.name in POSITION_LINES and not f.derived:
                raise TypeError(f"the field {f.name!r} of {name} has the name of another line of a position")
        body["__slots__"] = (*body.get("__slots__", ()), *(f.name for f in own))
        made = super().__new__(mcs, name, bases, body)
        inherited = {f.name: f for base in bases for f in getattr(base, "fields", ())}
        made.fields = (*inherited.values(), *own)  # type: ignore[attr-defined]
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
    #: Events since the match last took them, or None if they are not wanted. Not part of the state.
    log: list[LoggedEvent] | None
    #: Why the last action cannot be taken back, or empty. The match clears it. Not part of the state.
    settled: str

    def __init__(self) -> None:
        self.agenda = []
        self.over = False
        self.log = None
        self.settled = ""
        for f in self.fields:
            setattr(self, f.name, list(f.default) if f.is_list else f.default)

    def copy(self) -> Self:
        """An independent copy of this state. It collects no events."""
        new: Self = self._copy(self)
        new.log = None
        new.settled = ""
        return new

    def changes(self, other: Self) -> list[str]:
        """The names of the fields that differ between two states."""
        return self._changes(self, other)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._equal(self, other)

    __hash__ = None  # type: ignore[assignment]

    def report(self, rule: str, text: str, *args: object) -> None:
        """Report an event. ``text`` is a format string for ``args``, which is filled in later."""
        if self.log is not None:
            self.log.append((rule, text, args, "", False))

    def announce(self, rule: str, text: str, *args: object) -> None:
        """Report an event to both sides and to spectators, even if the action itself is hidden from them.

        The text must not reveal a secret.
        """
        if self.log is not None:
            self.log.append((rule, text, args, "", True))

    def begin(self, part: str, title: str = "") -> None:
        """Report a heading: the beginning of a part of the game, such as a turn, and of a phase in it."""
        if self.log is not None:
            self.log.append(("", "{}, {}" if title else "{}", (part, title), part, True))

    def settle(self, why: str) -> None:
        """Make the current action final, with a reason such as "the enemy could react to it".

        Use it for actions from which a side learns something that no field shows.
        """
        self.settled = why


class WarState(State):
    """The fields that shared mechanics, commanders and the web table use. A game's state declares ``at`` as a field."""

    turn: int = field("number", 1)
    #: the last turn of the scenario
    turns: int = field("number")
    #: the side whose phase it is
    phasing: int = field("side", 0)
    #: the hex or box of each counter
    at: list[int]
    #: the hexes with units of each side
    occupied: list[int] = field("numbers", (0, 0), derived=True)
