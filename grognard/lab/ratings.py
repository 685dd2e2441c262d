"""Statistics of tournaments: intervals of a win rate, and ratings from many results."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

#: Half width of a 95% interval, in standard errors.
Z95 = 1.96
#: One unit of the natural logarithm of strength, in points of Elo.
POINTS = 400 / math.log(10)
#: Drawn games added to every pairing, so that a perfect score does not give an infinite rating.
PRIOR = 1.0
#: The iteration ends when no strength changes by more than this share.
_CLOSE = 1e-10
_SWEEPS = 100_000


@dataclass(frozen=True)
class Rating:
    """An Elo rating with its 95% interval."""

    value: float
    low: float
    high: float


def wilson(points: float, games: int) -> tuple[float, float]:
    """The 95% Wilson interval of a share of points. A draw is half a point."""
    if not games:
        return 0.0, 1.0
    share, zz = points / games, Z95 * Z95
    middle = (share + zz / (2 * games)) / (1 + zz / games)
    half = Z95 / (1 + zz / games) * math.sqrt(share * (1 - share) / games + zz / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def elo(
    names: Sequence[str], results: Mapping[tuple[str, str], tuple[float, int]], anchor: float = 1000.0
) -> dict[str, Rating]:
    """Maximum-likelihood ratings (Bradley and Terry); the first name is the anchor.

    ``results`` holds for each pairing the points of the first name and the number of games. The intervals
    come from the Fisher information and describe the distance from the anchor, whose interval has no width.
    If the sides are unequal, pairs of games with sides swapped vary less than independent games, so the
    intervals are too wide rather than too narrow.
    """
    place = {name: i for i, name in enumerate(names)}
    size = len(names)
    won, met = [0.0] * size, [[0.0] * size for _ in names]
    for (first, second), (points, games) in results.items():
        i, j = place[first], place[second]
        won[i] += points + PRIOR / 2
        won[j] += games - points + PRIOR / 2
        met[i][j] += games + PRIOR
        met[j][i] += games + PRIOR
    strength = _strengths(won, met)
    variances = _variances(strength, met)
    out = {}
    for name, i in place.items():
        value = anchor + POINTS * math.log(strength[i] / strength[0])
        half = Z95 * POINTS * math.sqrt(variances[i])
        out[name] = Rating(value, value - half, value + half)
    return out


def _strengths(won: list[float], met: list[list[float]]) -> list[float]:
    """Maximum likelihood by minorisation (Hunter 2004): each sweep increases the likelihood."""
    strength = [1.0] * len(won)
    for _ in range(_SWEEPS):
        before = list(strength)
        for i, row in enumerate(met):
            expected = sum(n / (strength[i] + strength[j]) for j, n in enumerate(row) if n)
            if expected:
                strength[i] = won[i] / expected
        scale = strength[0]
        strength = [s / scale for s in strength]
        if all(abs(new - old) <= _CLOSE * new for new, old in zip(strength, before, strict=True)):
            break
    return strength


def _variances(strength: list[float], met: list[list[float]]) -> list[float]:
    """The variance of each log strength relative to the first, from the inverse of the information matrix."""
    size = len(strength)
    information = [[0.0] * size for _ in strength]
    for i in range(size):
        for j in range(size):
            chance = strength[i] / (strength[i] + strength[j])
            amount = met[i][j] * chance * (1 - chance)
            information[i][i] += amount
            information[i][j] -= amount
    inverse = invert([row[1:] for row in information[1:]])
    return [0.0, *(inverse[i][i] for i in range(size - 1))]


def invert(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a symmetric positive definite matrix (Gauss-Jordan)."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [x / pivot for x in rows[i]]
        for j in range(size):
            if j != i:
                factor = rows[j][i]
                rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
