"""What a tournament's games add up to: scores, scores of pairs with the same dice, thought, levels, ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from .ratings import Rating, elo, wilson
from .tournament import Played, Thought


@dataclass(frozen=True)
class Tally:
    """Games won, drawn and lost, as the first of a pairing sees them."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        return self.won + self.drawn / 2

    @property
    def rate(self) -> float:
        """Share of the points; a half before the first game."""
        return self.points / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """What holds the true rate in 95 cases of 100."""
        return wilson(self.points, self.games)


def _count(points: Iterable[float]) -> Tally:
    found = Counter(points)
    return Tally(found[1.0], found[0.5], found[0.0])


def finished(games: Iterable[Played]) -> list[Played]:
    """The games that came to their end."""
    return [played for played in games if not played.fault]


def tally(games: Iterable[Played], side: str | None = None) -> Tally:
    """The score of the first commander, on one side or on both."""
    return _count(played.points for played in finished(games) if side in (None, played.side))


def duplicate(games: Iterable[Played]) -> Tally:
    """The score in pairs of games with the same dice and the sides changed, as in duplicate bridge.

    A pair is won by who has the better of the two results. If they are equal, as when the same side won
    both games, it is won by the larger margin; without margins it is even. Pairs with a fault do not count.
    """
    pairs: dict[tuple[str, ...], dict[int, Played]] = {}
    for played in finished(games):
        bout = played.bout
        key = (bout.game, bout.scenario, bout.first, bout.second, str(bout.number // 2))
        pairs.setdefault(key, {})[bout.number % 2] = played
    return _count(_better(pair[0], pair[1]) for pair in pairs.values() if len(pair) == 2)


def _better(straight: Played, swapped: Played) -> float:
    """1 if the first commander has the better of a pair, 0 if the second has, a half if it is even."""
    points = straight.points + swapped.points
    if points != 1:
        return float(points > 1)
    if straight.margin is None or swapped.margin is None or straight.margin == swapped.margin:
        return 0.5
    # The margin is that of the game's first side: first of the one commander, then of the other.
    return float(straight.margin > swapped.margin)


@dataclass(frozen=True)
class Thinking:
    """How long a commander thinks, in seconds of the processor."""

    per_game: float = 0.0
    per_phase: float = 0.0
    longest: float = 0.0
    where: str = ""


def thinking(games: Iterable[Played], label: str) -> Thinking:
    """The thought of a commander over many games."""
    found = [_thought_of(played, label) for played in finished(games) if label in _pair(played)]
    if not found:
        return Thinking()
    seconds, phases = sum(t.seconds for t in found), sum(t.phases for t in found)
    most = max(found, key=lambda t: t.longest)
    return Thinking(seconds / len(found), seconds / phases if phases else 0.0, most.longest, most.where)


def _pair(played: Played) -> tuple[str, str]:
    return played.bout.first, played.bout.second


def _thought_of(played: Played, label: str) -> Thought:
    return played.thought[_pair(played).index(label)]


def length(games: Iterable[Played]) -> float:
    """The mean length in choices."""
    found = [played.choices for played in finished(games)]
    return sum(found) / len(found) if found else 0.0


def levels(games: Iterable[Played]) -> dict[tuple[str, str, str], int]:
    """Games by winner, his side and his level of victory; a draw has no winner. Most frequent first."""
    found: Counter[tuple[str, str, str]] = Counter()
    for played in finished(games):
        winner = "" if not played.winner else _pair(played)[played.winner != played.side]
        found[(winner, played.winner, played.level)] += 1
    return dict(found.most_common())


def pairing(games: Iterable[Played], first: str, second: str) -> list[Played]:
    """The games of two commanders."""
    return [played for played in games if _pair(played) == (first, second)]


def points(games: Iterable[Played], label: str) -> Tally:
    """The score of one commander against all others."""
    mine = [played for played in finished(games) if label in _pair(played)]
    return _count(p.points if p.bout.first == label else 1 - p.points for p in mine)


def ratings(games: Sequence[Played], labels: Sequence[str]) -> dict[str, Rating]:
    """Ratings of all commanders from all their games; the first has 1000."""
    scores = {pair: tally(pairing(games, *pair)) for pair in combinations(labels, 2)}
    return elo(labels, {pair: (score.points, score.games) for pair, score in scores.items()})
