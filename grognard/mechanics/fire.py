"""Fire combat: each side rolls a die against a table of strengths, and the result is the other side's loss in steps.

Both sides fire together, or one fires first and the other with what is left. All chances are exact.

A game computes a :class:`Fire` for each side. :func:`joint` has the chances, :func:`side_fires` the lines of the
preview, and :func:`fire_effects` the effects of the results for a doctrine. A result of both fires together is named
by the steps lost by attacker and defender, such as ``1:2``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from ..engine.doctrine import Effect
from ..engine.reading import Modifier, SideFire

#: The order of the two fires.
Order = Literal["together", "attacker", "defender"]
#: Steps lost by attacker and defender, with their chances.
Chances = Mapping[tuple[int, int], Fraction]

_HEAD = re.compile(r"([1-9][0-9]?)(?:-([1-9][0-9]?)|(\+))?")


@dataclass(frozen=True)
class Column:
    """The strengths of a column; without ``last`` it has no upper end."""

    first: int
    last: int | None


def parse_column(text: str) -> Column:
    """A heading such as ``5``, ``7-9`` or ``17+``."""
    found = _HEAD.fullmatch(text)
    if found is None or (found[2] and int(found[2]) <= int(found[1])):
        raise ValueError(f"{text!r} is not a range of strengths such as '5', '7-9' or '17+'")
    first = int(found[1])
    return Column(first, None if found[3] else int(found[2] or first))


@dataclass(frozen=True)
class FireTable:
    """Steps lost by the other side, by modified die and strength. The first row is for the die ``first``."""

    heads: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[tuple[int, ...], ...]
    first: int = 1
    #: faces of the die
    faces: int = 6

    def column(self, strength: int) -> int | None:
        """The column of a strength; None below the first column: such a strength does not fire."""
        found = [i for i, column in enumerate(self.columns) if column.first <= strength]
        return found[-1] if found else None

    def steps(self, strength: int, die: int) -> int:
        """Steps lost to this strength at a modified die; beyond the ends of the table its last row counts."""
        column = self.column(strength)
        row = max(0, min(len(self.rows) - 1, die - self.first))
        return 0 if column is None else self.rows[row][column]


@dataclass(frozen=True)
class Fire:
    """One side in a combat.

    ``strengths`` has its strength by steps that it has lost; the last entry is for a side without steps. ``modifier``
    is that of its own die. A loss in ``ignored`` does not hurt it. ``rolled`` is the number that it has rolled, 0
    before its roll. Once the other side has taken its losses, the fire has ``ended`` and hurts nobody any more.
    """

    strengths: tuple[int, ...]
    modifier: int = 0
    ignored: frozenset[int] = frozenset()
    rolled: int = 0
    ended: bool = False

    @property
    def steps(self) -> int:
        return len(self.strengths) - 1

    def loss(self, result: int) -> int:
        """The steps that it loses to a result of the other side: never more than it has."""
        return 0 if result in self.ignored else min(result, self.steps)

    def is_gone(self, lost: int) -> bool:
        return lost >= self.steps


def by_result(table: FireTable, fire: Fire, lost: int = 0) -> dict[int, Fraction]:
    """The chances of each result of a side's fire after it has lost some steps."""
    out: dict[int, Fraction] = {}
    if fire.ended or fire.is_gone(lost):
        return {0: Fraction(1)}
    results = _by_roll(table, fire, lost)
    if fire.rolled:
        return {results[fire.rolled - 1]: Fraction(1)}
    for result in results:
        out[result] = out.get(result, Fraction(0)) + Fraction(1, table.faces)
    return dict(sorted(out.items()))


def _by_roll(table: FireTable, fire: Fire, lost: int = 0) -> list[int]:
    """The result of each roll."""
    return [table.steps(fire.strengths[lost], die + fire.modifier) for die in range(1, table.faces + 1)]


def joint(
    table: FireTable, attacker: Fire, defender: Fire, order: Order = "together", *, repulse: int = 0
) -> dict[tuple[int, int], Fraction]:
    """The chances of the steps lost by attacker and defender.

    ``repulse`` are steps that the attacker loses in addition if the defender is not cleared.
    """
    out: dict[tuple[int, int], Fraction] = {}
    for ours, theirs, chance in _pairs(table, attacker, defender, order):
        if repulse and not defender.is_gone(theirs):
            ours = min(attacker.steps, ours + repulse)
        out[ours, theirs] = out.get((ours, theirs), Fraction(0)) + chance
    return dict(sorted(out.items()))


def _pairs(table: FireTable, attacker: Fire, defender: Fire, order: Order) -> Iterator[tuple[int, int, Fraction]]:
    """Steps lost by attacker and defender with their chances; pairs may come more than once."""
    if order == "attacker":
        for theirs, ours, chance in _pairs(table, defender, attacker, "defender"):
            yield ours, theirs, chance
        return
    for shot, chance in by_result(table, defender).items():
        ours = attacker.loss(shot)
        for answer, more in by_result(table, attacker, ours if order == "defender" else 0).items():
            yield ours, defender.loss(answer), chance * more


def cleared(chances: Chances, defender: Fire) -> Fraction:
    """The chance that the defender loses all steps."""
    return sum((p for (_, theirs), p in chances.items() if defender.is_gone(theirs)), Fraction(0))


def means(chances: Chances) -> tuple[Fraction, Fraction]:
    """The mean numbers of steps lost by attacker and defender."""
    ours = sum((p * lost for (lost, _), p in chances.items()), Fraction(0))
    return ours, sum((p * lost for (_, lost), p in chances.items()), Fraction(0))


# -- for players and commanders ----------------------------------------------------------------


def result_name(ours: int, theirs: int) -> str:
    """The name of a result: the steps lost by attacker and defender."""
    return f"{ours}:{theirs}"


def named(table: FireTable, chances: Chances) -> dict[str, tuple[int, int]]:
    """Joint chances by the names of the results, as a preview has them."""
    whole = table.faces**2
    return {result_name(*lost): (int(p * whole), whole) for lost, p in chances.items()}


def fire_effects(most: int) -> dict[str, Effect]:
    """The effects of all results up to ``most`` steps lost by a side, for a doctrine."""
    pairs = ((ours, theirs) for ours in range(most + 1) for theirs in range(most + 1))
    return {result_name(*pair): Effect(own_steps=pair[0], enemy_steps=pair[1]) for pair in pairs}


def side_fires(
    table: FireTable,
    attacker: Fire,
    defender: Fire,
    order: Order = "together",
    *,
    sides: tuple[str, str],
    modifiers: tuple[tuple[Modifier, ...], tuple[Modifier, ...]] = ((), ()),
    word: Callable[[int], str] = str,
) -> tuple[SideFire, ...]:
    """The fires of a preview, in the order in which they roll: attacker first, unless the defender fires first.

    ``sides`` and ``modifiers`` are those of attacker and defender; ``word`` is how a number of steps is printed.
    """
    whole, fires = table.faces**2, (attacker, defender)
    out = []
    for n, (fire, other) in enumerate(zip(fires, reversed(fires), strict=True)):
        second = order == ("defender", "attacker")[n]
        before = by_result(table, other) if second else {0: Fraction(1)}
        chances: dict[str, Fraction] = {}
        for shot, chance in before.items():
            for result, more in by_result(table, fire, fire.loss(shot) if second else 0).items():
                chances[word(result)] = chances.get(word(result), Fraction(0)) + chance * more
        column = None if fire.is_gone(0) else table.column(fire.strengths[0])
        out.append(
            SideFire(
                side=sides[n],
                attacks=n == 0,
                strength=fire.strengths[0],
                column="" if column is None else table.heads[column],
                modifiers=modifiers[n],
                total=fire.modifier,
                by_roll=() if column is None else tuple(map(word, _by_roll(table, fire))),
                chances={result: (int(p * whole), whole) for result, p in chances.items()},
                steps=fire.steps,
                column_index=-1 if column is None else column,
                rolled=fire.rolled,
            )
        )
    return tuple(reversed(out) if order == "defender" else out)
