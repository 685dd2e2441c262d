"""Hex numbering and geometry of one map.

Every map is a sequence of straight *lines* of hexes. On a flat-top map a line is a column, on a pointy-top map it is a
row. Every other line is *shoved*: shifted by half a hex towards the higher numbers. A hex is an ``int`` inside the
program and a label ("0518", "1511N") outside it. A set of hexes is one ``int`` with a bit for each hex (see
:mod:`grognard.hexes.hexset`).

The bits are laid out line after line with one empty bit between lines, so a neighbour is a bit shift:

    along the line      -1, +1
    next/previous line  +stride, -stride, and one more that depends on whether the line is shoved
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from .hexset import lowest

Run = Literal["east", "west", "south", "north"]

_HORIZONTAL = ("east", "west")
_VERTICAL = ("south", "north")

#: The distance between lines, for hexes whose centres are 1 apart.
_LINE_GAP = 3**0.5 / 2


@dataclass(frozen=True)
class Sheet:
    """One printed sheet of a joined map: its line numbers, and their offset from those of the grid.

    ``Sheet("S", 11, 29, 18)`` says that line 11 of the sheet with suffix S is line 29 of the grid.
    """

    suffix: str
    first: int
    last: int
    offset: int = 0


class LabelError(ValueError):
    """A label that is not a hex of the grid."""


def _check_numbers(lines: tuple[int, int], positions: tuple[int, int], sheets: tuple[Sheet, ...]) -> None:
    """Check that every hex has its own printed number of four digits."""
    printed = [(sheet.first, sheet.last) for sheet in sheets] or [lines]
    if not all(0 <= first <= last <= 99 for first, last in (*printed, positions)):
        raise ValueError("the numbers of lines and positions must be from 00 to 99")
    named: dict[tuple[int, str], int] = {}
    for sheet in sheets:
        for number in range(sheet.first, sheet.last + 1):
            if named.setdefault((number, sheet.suffix), number + sheet.offset) != number + sheet.offset:
                raise ValueError(f"line {number:02d} of sheet {sheet.suffix!r} is in two places")
    lost = set(range(lines[0], lines[1] + 1)) - set(named.values())
    if sheets and lost:
        raise ValueError(f"line {min(lost)} is on no sheet")


class Grid:
    """Numbering and geometry. Knows no terrain.

    ``lines`` and ``positions`` are the first and last printed numbers; ``lines_run`` and ``positions_run`` are the
    directions in which they count. ``shoved`` says whether the odd or the even lines are shifted by half a hex. A map
    is flat-top if its lines are columns, that is if they run east or west.
    """

    def __init__(
        self,
        lines: tuple[int, int],
        positions: tuple[int, int],
        *,
        shoved: Literal["odd", "even"] = "even",
        lines_run: Run = "east",
        positions_run: Run = "south",
        line_first: bool = True,
        sheets: tuple[Sheet, ...] = (),
    ) -> None:
        across, along = (_HORIZONTAL, _VERTICAL) if lines_run in _HORIZONTAL else (_VERTICAL, _HORIZONTAL)
        if lines_run not in across or positions_run not in along:
            raise ValueError(f"lines run {lines_run} and positions run {positions_run}, but they must cross each other")
        if lines[0] > lines[1] or positions[0] > positions[1]:
            raise ValueError("a grid needs at least one line and one position")
        if shoved not in ("odd", "even"):
            raise ValueError(f"shoved must be 'odd' or 'even', not {shoved!r}")
        _check_numbers(lines, positions, sheets)
        self.lines = lines
        self.positions = positions
        self.shoved = shoved
        self.lines_run: Run = lines_run
        self.positions_run: Run = positions_run
        self.line_first = line_first
        self.sheets = sheets
        self.flat_top = lines_run in _HORIZONTAL
        self.line_count = lines[1] - lines[0] + 1
        self.line_length = positions[1] - positions[0] + 1
        #: Number of bits from a hex to the same position on the next line.
        self.stride = self.line_length + 1
        #: One more than the highest hex; also the number of bits of a set of hexes.
        self.size = self.line_count * self.stride
        column = (1 << self.line_length) - 1
        self._shoved_lines = 0
        self._straight_lines = 0
        for i in range(self.line_count):
            bits = column << (i * self.stride)
            if self.is_shoved(i):
                self._shoved_lines |= bits
            else:
                self._straight_lines |= bits
        #: Every hex of the grid.
        self.all = self._shoved_lines | self._straight_lines
        self._near: dict[tuple[int, int], int] = {}

    # -- numbering ---------------------------------------------------------------------------

    def is_shoved(self, line_index: int) -> bool:
        """Whether the line (counted from 0) is shifted by half a hex towards the higher positions."""
        return ((self.lines[0] + line_index) % 2 == 1) == (self.shoved == "odd")

    def line_of(self, h: int) -> int:
        """Index of the hex's line, from 0."""
        return h // self.stride

    def position_of(self, h: int) -> int:
        """Index of the hex on its line, from 0."""
        return h % self.stride

    def at(self, line_index: int, position_index: int) -> int:
        """The hex at these indices, which must exist."""
        return line_index * self.stride + position_index

    def __contains__(self, h: int) -> bool:
        return h >= 0 and bool(self.all >> h & 1)

    @cached_property
    def _labels(self) -> dict[int, str]:
        return {h: self._make_label(h) for h in self}

    @cached_property
    def _by_label(self) -> dict[str, int]:
        table = {text: h for h, text in self._labels.items()}
        for sheet in self.sheets:
            for number in range(sheet.first, sheet.last + 1):
                line = number + sheet.offset - self.lines[0]
                if 0 <= line < self.line_count:
                    for position in range(self.line_length):
                        table[self._pair(number, position) + sheet.suffix] = self.at(line, position)
        return table

    def _pair(self, line_number: int, position_index: int) -> str:
        position = self.positions[0] + position_index
        first, second = (line_number, position) if self.line_first else (position, line_number)
        return f"{first:02d}{second:02d}"

    def _make_label(self, h: int) -> str:
        number = self.line_of(h) + self.lines[0]
        position = self.position_of(h)
        for sheet in self.sheets:
            if sheet.first <= number - sheet.offset <= sheet.last:
                return self._pair(number - sheet.offset, position) + sheet.suffix
        return self._pair(number, position)

    def label(self, h: int) -> str:
        """The printed number of a hex. On the seam of two sheets it is the number on the first sheet."""
        return self._labels[h]

    def parse(self, text: str) -> int:
        """The hex with this printed number; on the seam of two sheets, either number."""
        try:
            return self._by_label[text]
        except KeyError:
            raise LabelError(f"no hex {text!r} on this map") from None

    def names(self, h: int) -> tuple[str, ...]:
        """The printed numbers of a hex, its label first. On the seam of two sheets there are two."""
        first = self.label(h)
        return (first, *(t for t, other in self._by_label.items() if other == h and t != first))

    # -- sets and neighbours -----------------------------------------------------------------

    def __iter__(self) -> Iterator[int]:
        for line in range(self.line_count):
            base = line * self.stride
            yield from range(base, base + self.line_length)

    def __len__(self) -> int:
        return self.line_count * self.line_length

    @cached_property
    def shifts(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The ``(shift, mask)`` pairs of each of the six directions.

        The neighbours of a set in a direction are the union of ``(set & mask) << shift`` (a negative shift goes right),
        limited to :attr:`all`. Directions go round the hex, so ``d`` and ``(d + 3) % 6`` are opposite.
        """
        n, sh, st, every = self.stride, self._shoved_lines, self._straight_lines, self.all
        return (
            ((-1, every),),  # lower position
            ((n, sh), (n - 1, st)),  # next line, lower side
            ((n + 1, sh), (n, st)),  # next line, higher side
            ((1, every),),  # higher position
            ((-n + 1, sh), (-n, st)),  # previous line, higher side
            ((-n, sh), (-n - 1, st)),  # previous line, lower side
        )

    def shift(self, hexes: int, direction: int) -> int:
        """The neighbours of a whole set in one direction."""
        out = 0
        for by, mask in self.shifts[direction]:
            part = hexes & mask
            out |= part << by if by > 0 else part >> -by
        return out & self.all

    def neighbours(self, hexes: int) -> int:
        """Hexes next to some hex of the set. They include hexes of the set that are next to each other."""
        n = self.stride
        shoved = hexes & self._shoved_lines
        straight = hexes & self._straight_lines
        return (
            hexes << 1
            | hexes >> 1
            | hexes << n
            | hexes >> n
            | shoved << (n + 1)
            | shoved >> (n - 1)
            | straight << (n - 1)
            | straight >> (n + 1)
        ) & self.all

    @cached_property
    def _neighbour_table(self) -> dict[int, tuple[int, ...]]:
        return {h: tuple(self._neighbour(h, d) for d in range(6)) for h in self}

    def _neighbour(self, h: int, direction: int) -> int:
        return self.shift(1 << h, direction).bit_length() - 1

    def neighbour(self, h: int, direction: int) -> int | None:
        """The hex next to ``h`` in a direction, or None if it is off the map."""
        found = self._neighbour_table[h][direction]
        return None if found < 0 else found

    @cached_property
    def _neighbour_lists(self) -> dict[int, tuple[int, ...]]:
        return {h: tuple(n for n in row if n >= 0) for h, row in self._neighbour_table.items()}

    def neighbour_list(self, h: int) -> tuple[int, ...]:
        """The two to six hexes next to ``h``, in the order of the directions."""
        return self._neighbour_lists[h]

    def direction(self, a: int, b: int) -> int:
        """The direction from a hex to a neighbour of it."""
        return self._neighbour_table[a].index(b)

    def adjacent(self, a: int, b: int) -> bool:
        return b in self._neighbour_lists[a]

    # -- distance ----------------------------------------------------------------------------

    @cached_property
    def _doubled(self) -> dict[int, tuple[int, int]]:
        """For each hex its line, and its position along the line in half hexes, including the shift of the line."""
        return {h: (self.line_of(h), self.position_of(h) * 2 + self.is_shoved(self.line_of(h))) for h in self}

    def distance(self, a: int, b: int) -> int:
        """The distance between two hexes: neighbours are 1 apart."""
        (la, pa), (lb, pb) = self._doubled[a], self._doubled[b]
        across, along = abs(la - lb), abs(pa - pb)
        return across if along <= across else across + (along - across) // 2

    def nearest(self, hexes: int, others: int) -> int:
        """The hex, of a set that is not empty, that is nearest to some hex of others; of equal ones the lowest.

        Without others it is the lowest.
        """
        near = others
        while near and not hexes & near:
            near |= self.neighbours(near)
        return lowest(hexes & near if near else hexes)

    def within(self, h: int, radius: int) -> int:
        """Hexes at most ``radius`` away from ``h``, including ``h``."""
        key = (h, radius)
        found = self._near.get(key)
        if found is None:
            found = 1 << h if radius >= 0 else 0
            for _ in range(radius):
                found |= self.neighbours(found)
            self._near[key] = found
        return found

    def ring(self, h: int, radius: int) -> int:
        """Hexes exactly ``radius`` away from ``h``."""
        return self.within(h, radius) & ~self.within(h, radius - 1)

    # -- drawing -----------------------------------------------------------------------------

    def centre(self, h: int) -> tuple[float, float]:
        """Centre of the hex on the sheet, x to the right and y down, neighbours 1 apart."""
        line = self.line_of(h)
        along = self.position_of(h) + (0.5 if self.is_shoved(line) else 0.0)
        across = line * _LINE_GAP
        if self.lines_run in ("west", "north"):
            across = (self.line_count - 1) * _LINE_GAP - across
        if self.positions_run in ("west", "north"):
            along = self.line_length - 0.5 - along
        return (across, along) if self.flat_top else (along, across)
