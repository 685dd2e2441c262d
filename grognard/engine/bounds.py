"""Bounds of the numbers in a position.

Numbers control loops and lists: a turn track has an entry for each turn, and a retreat is searched hex by hex. A
position therefore has no number that cannot occur in play, and no list or agenda longer than any game needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import repeat
from typing import NamedTuple

from .action import NotationError
from .state import Field, FieldValue, Frame
from .step import AnyStep

#: Most entries of a list, and most frames of an agenda.
ENTRIES = 500
FRAMES = 250


class Bound(NamedTuple):
    """Least and greatest value of a number, and the rule that sets them, if any."""

    least: int
    most: int
    rule: str = ""

    def check(self, what: str, number: int) -> None:
        """Raise NotationError if a number is out of bounds."""
        if not self.least <= number <= self.most:
            why = f" ({self.rule})" if self.rule else ""
            raise NotationError(f"{what} is {number}; it must be from {self.least} to {self.most}{why}")


#: True or false.
FLAG = Bound(0, 1)
#: Victory points: more than any game awards.
POINTS = Bound(0, 9_999)
#: Numbers for which a game sets no bounds.
ANY = Bound(-9_999, 9_999)


@dataclass(frozen=True)
class Bounds:
    """The bounds of a game: for its fields, and for each number among the arguments of its steps."""

    fields: Mapping[str, Bound] = field(default_factory=dict)
    steps: Mapping[str, tuple[Bound, ...]] = field(default_factory=dict)

    def check_field(self, f: Field, value: FieldValue) -> None:
        """Raise NotationError if a field's value is out of bounds."""
        if f.is_list and len(value) > max(ENTRIES, len(f.default)):
            raise NotationError(f"{f.name} has {len(value)} entries; at most {ENTRIES} are allowed")
        if f.kind in ("number", "numbers", "counts"):
            bound = self.fields.get(f.name, ANY)
            for number in (value,) if f.kind == "number" else value:
                bound.check(f.name, number)

    def check_frame(self, step: type[AnyStep], frame: Frame) -> None:
        """Raise NotationError if an argument of a step is out of bounds."""
        numbers = [arg for kind, arg in zip(step.args, frame[1:], strict=True) if kind == "number"]
        for number, bound in zip(numbers, self.steps.get(step.name, repeat(ANY)), strict=False):
            bound.check(f"an argument of the step {step.name!r}", number)


def check_frames(count: int) -> None:
    """Raise NotationError if an agenda is too long."""
    if count > FRAMES:
        raise NotationError(f"the agenda has {count} steps; at most {FRAMES} are allowed")
