"""How a game is drawn: marks and badges of counters, boxes off the map, gauges.

A game's :class:`~grognard.engine.reading.Reading` supplies them; the web table and the drawings show them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Literal

#: The style of a mark or a badge. ``spent`` greys the counter, ``duty`` marks something still to do, ``harm`` something
#: bad. ``chosen``, ``target`` and ``attacking`` are frames: selected, under attack, taking part in the attack.
Look = Literal["plain", "spent", "duty", "harm", "chosen", "target", "attacking"]


@dataclass(frozen=True)
class Mark:
    """How a mark on a counter is drawn: as a letter or, without one, as a frame."""

    letter: str = ""
    look: Look = "plain"
    _: KW_ONLY
    #: whether a counter with this mark is turned over
    turns: bool = False


@dataclass(frozen=True)
class Box:
    """A box off the map, with its name for players."""

    name: str
    _: KW_ONLY
    #: whether the counters in it are listed
    listed: bool = True
    #: whether they count as lost
    lost: bool = False


#: Places at the foot of a counter.
Foot = Literal["", "left", "middle"]


@dataclass(frozen=True)
class Badge:
    """A short text on a counter, such as its current strength; ``title`` explains it."""

    text: str
    title: str
    look: Look = "plain"
    _: KW_ONLY
    #: its place at the foot of the counter, over the figure that it replaces; by default it is next to the symbol
    foot: Foot = ""


@dataclass(frozen=True)
class Gauge:
    """A titled track: a value from 0 to ``greatest``."""

    title: str
    value: int
    greatest: int
    #: the side it belongs to; empty for both sides
    side: str = ""
    rule: str = ""
    _: KW_ONLY
    #: whether it is shown next to the prompt while its side decides
    asked: bool = False


@dataclass(frozen=True)
class Outcome:
    """The meaning of combat results, and the side they harm: ``attacker``, ``defender`` or empty for neither alone."""

    results: tuple[str, ...]
    meaning: str
    harms: Literal["", "attacker", "defender"] = ""

    def __str__(self) -> str:
        first, *rest = self.results
        return f"{f'{first} to {rest[-1]}' if rest[1:] else ', '.join(self.results)}: {self.meaning}."


#: Marks that mean the same in every game.
SHARED_MARKS: Mapping[str, Mark] = {
    "chosen": Mark("", "chosen"),
    "target": Mark("", "target"),
    "attacking": Mark("", "attacking"),
    "moved": Mark("✓", "spent"),
    "fought": Mark("✓", "spent"),
    "advanced": Mark("✓", "spent"),
}
