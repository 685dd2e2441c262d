"""Looks: how a game is shown. Marks, badges and figures of counters, boxes off the map, gauges, what is in hand.

A game says all of this; the table and the drawings show what they are told. Whatever is computed from a state is
computed from the state as one side may know it, so a look cannot tell a secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, Literal, TypeVar

from .state import State

if TYPE_CHECKING:
    from .step import AnyStep

S = TypeVar("S", bound=State)

#: The tone of a mark or a badge. ``spent`` greys the counter, ``duty`` is something still to be done, ``harm``
#: something bad; ``chosen``, ``target`` and ``attacking`` are frames: in hand, under attack, in the attack.
Look = Literal["plain", "spent", "duty", "harm", "chosen", "target", "attacking"]


@dataclass(frozen=True)
class Mark:
    """How a word about a counter is drawn: as a letter, or without one as a frame."""

    letter: str = ""
    look: Look = "plain"
    _: KW_ONLY
    #: whether a counter with this mark lies on its back
    turns: bool = False


@dataclass(frozen=True)
class Box:
    """A box off the map as players know it."""

    name: str
    _: KW_ONLY
    #: whether the counters in it are listed
    listed: bool = True
    #: whether they count as lost
    lost: bool = False


@dataclass(frozen=True)
class Badge:
    """A short text on a counter, such as its strength now; ``title`` says in words what it is."""

    text: str
    title: str
    look: Look = "plain"


@dataclass(frozen=True)
class Gauge:
    """A titled track: a value that goes from nothing up to ``greatest``."""

    title: str
    value: int
    greatest: int
    #: whose it is; empty for both sides
    side: str = ""
    rule: str = ""
    _: KW_ONLY
    #: whether it stands with the question while its side decides
    asked: bool = False


#: Marks that mean the same in every game.
SHARED_MARKS: Mapping[str, Mark] = {
    "chosen": Mark("", "chosen"),
    "target": Mark("", "target"),
    "attacking": Mark("", "attacking"),
    "moved": Mark("✓", "spent"),
    "fought": Mark("✓", "spent"),
    "advanced": Mark("✓", "spent"),
}


class Looks(Generic[S]):
    """What a game says of how it is shown; :class:`~grognard.engine.game.Game` is one."""

    #: off-map boxes by their ids, as position texts have them
    boxes: ClassVar[tuple[str, ...]] = ()
    #: how boxes are called, in the order in which they are listed
    box_looks: ClassVar[Mapping[str, Box]] = {}
    #: how marks are drawn; a mark that is not here shows its first letter
    mark_looks: ClassVar[Mapping[str, Mark]] = SHARED_MARKS
    #: the figures of counters that players know, by the names of ``Counter.values``
    figures: ClassVar[Mapping[str, str]] = {"attack": "attack", "defense": "defense", "movement": "movement"}
    #: words of the status, the charts and the like that players read otherwise
    words: ClassVar[Mapping[str, str]] = {}

    steps: tuple[AnyStep, ...]

    def look_of(self, mark: str) -> Mark:
        """How a mark is drawn."""
        return self.mark_looks.get(mark) or Mark(mark[:1].upper())

    def lost_boxes(self) -> frozenset[int]:
        """The numbers of the boxes that hold lost counters."""
        lost = {name for name, box in self.box_looks.items() if box.lost}
        return frozenset(-1 - n for n, name in enumerate(self.boxes) if name in lost)

    def hand(self, state: S, /) -> tuple[int, ...]:
        """The units in hand, the one taken last at the end: what the next actions are about.

        Usually they are named by the step in force; a game that keeps a whole stack in hand says so.
        """
        if state.over:
            return ()
        code, *args = state.agenda[-1]
        kinds = self.steps[code].args
        return tuple(arg for kind, arg in zip(kinds, args, strict=False) if kind == "unit" and arg >= 0)

    def marks(self, state: S, /) -> Mapping[int, tuple[str, ...]]:
        """Words about single counters (moved, fought, target), for drawing."""
        return {}

    def badges(self, state: S, /) -> Mapping[int, Badge]:
        """A short text on some counters."""
        return {}

    def heights(self, state: S, /) -> Mapping[int, int]:
        """How many counters lie in a hex, where not all of them are seen."""
        return {}

    def gauges(self, state: S, /) -> tuple[Gauge, ...]:
        """Tracks of points, levels and the like."""
        return ()
