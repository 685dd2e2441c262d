"""The counters (2.2), and placing them on the board with the effects of entering a hex (3.1, 7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.checks import read_counters
from ...engine.contents import Counter
from ...engine.data import Row, Source
from ...mechanics.stacks import put
from .state import COUNT, SOVIET, OderState

if TYPE_CHECKING:
    from .game import OderGame

TYPES = frozenset({"infantry", "motorized", "armor", "shock", "fortress"})
MOBILITY = frozenset({"mechanized", "non-mechanized", "static"})
_COLUMNS = ("id", "side", "name", "formation", "type", "size", "mobility", "attack", "defense", "tags", "source")


def load_counters(source: Source, sides: tuple[str, ...]) -> tuple[Counter, ...]:
    """Read and check counters.csv."""
    return read_counters(source, _COLUMNS, COUNT, lambda row: _counter(source, row, sides))


def _counter(source: Source, row: Row, sides: tuple[str, ...]) -> Counter:
    source.one_of(row, "side", sides)
    kind = source.one_of(row, "type", TYPES)
    mobility = source.one_of(row, "mobility", MOBILITY)
    if (kind == "fortress") != (mobility == "static"):
        source.error(row, "only fortress commands are static, and all of them are (2.2.2)")
    values = {"attack": source.number(row, "attack", least=0), "defense": source.number(row, "defense", least=1)}
    tags = frozenset({*row["tags"].split(), mobility})
    printed = f"{values['attack']}-{values['defense']}"
    return Counter(
        row["id"], row["side"], row["name"], kind, values, printed, row["size"], row["formation"], row["source"], tags
    )


class Roster:
    """The counters as lists and sets, for fast access."""

    def __init__(self, counters: tuple[Counter, ...]) -> None:
        def tagged(tag: str) -> int:
            return sum(1 << i for i, c in enumerate(counters) if tag in c.tags)

        self.attack = [c.values["attack"] for c in counters]
        self.defense = [c.values["defense"] for c in counters]
        self.mechanized = tagged("mechanized")
        self.static = tagged("static")
        self.korpsgruppen = tagged("kg")
        self.shock = sum(1 << i for i, c in enumerate(counters) if c.type == "shock")
        #: units that return after their elimination (9.1)
        self.regroups = ((1 << len(counters)) - 1) & ~self.static & ~self.korpsgruppen


def place(game: OderGame, s: OderState, unit: int, there: int) -> None:
    """Put a unit into a hex or a box."""
    put(s.at, s.occupied, game.side_of[unit], unit, there)


def enter(game: OderGame, s: OderState, unit: int, h: int) -> None:
    """Move a unit into a hex: it takes control (3.1), and a Soviet unit destroys a fortification (7.5)."""
    take(game, s, game.side_of[unit], 1 << h)
    place(game, s, unit, h)


def take(game: OderGame, s: OderState, side: int, hexes: int) -> None:
    """Give a side control of some hexes."""
    foreign = game.start_control[1 - side]
    gained = hexes & foreign & ~s.flipped
    regained = hexes & game.start_control[side] & s.flipped
    s.flipped ^= gained | regained
    s.once_changed |= gained
    if side == SOVIET:
        s.razed |= hexes & game.fortifications


def controlled(game: OderGame, s: OderState, side: int) -> int:
    """Every hex under the control of a side."""
    return game.start_control[side] & ~s.flipped | game.start_control[1 - side] & s.flipped
