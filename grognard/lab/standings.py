"""The standings of a tournament: scores, scores of pairs with the same dice, thinking time, levels, ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from .ratings import Rating, elo, wilson
from .tournament import Played, Thought


@dataclass(frozen=True)
class Tally:
    """Games won, drawn and lost by the first commander of a pairing."""

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
        """Share of the points; one half before the first game."""
        return self.points / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the rate."""
        return wilson(self.points, self.games)


def _count(points: Iterable[float]) -> Tally:
    found = Counter(points)
    return Tally(found[1.0], found[0.5], found[0.0])


def finished(games: Iterable[Played]) -> list[Played]:
    """The games that finished without an error."""
    return [played for played in games if not played.fault]


def tally(games: Iterable[Played], side: str | None = None) -> Tally:
    """The score of the first commander, with one side or with both."""
    return _count(played.points for played in finished(games) if side in (None, played.side))


def duplicate(games: Iterable[Played]) -> Tally:
    """The score in pairs of games with the same dice and the sides swapped, as in duplicate bridge.

    The commander with the better of the two results wins the pair. If they are equal, for example when the
    same side won both games, the larger margin wins; without margins the pair is drawn. Pairs in which a
    game did not finish do not count.
    """
    pairs: dict[tuple[str, ...], dict[int, Played]] = {}
    for played in finished(games):
        bout = played.bout
        key = (bout.game, bout.scenario, bout.first, bout.second, str(bout.number // 2))
        pairs.setdefault(key, {})[bout.number % 2] = played
    return _count(_better(pair[0], pair[1]) for pair in pairs.values() if len(pair) == 2)


def _better(straight: Played, swapped: Played) -> float:
    """1 if the first commander wins a pair of games, 0 if the second does, one half if it is drawn."""
    points = straight.points + swapped.points
    if points != 1:
        return float(points > 1)
    if straight.margin is None or swapped.margin is None or straight.margin == swapped.margin:
        return 0.5
    # A margin belongs to the game's first side: the first commander's, then the second's.
    return float(straight.margin > swapped.margin)


@dataclass(frozen=True)
class Thinking:
    """The thinking time of a commander, in seconds of processor time."""

    per_game: float = 0.0
    per_phase: float = 0.0
    longest: float = 0.0
    where: str = ""


def thinking(games: Iterable[Played], label: str) -> Thinking:
    """The thinking time of a commander over many games."""
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
    """The mean length of the games in choices."""
    found = [played.choices for played in finished(games)]
    return sum(found) / len(found) if found else 0.0


def levels(games: Iterable[Played]) -> dict[tuple[str, str, str], int]:
    """Games by winner, winning side and level of victory, most frequent first. A draw has no winner."""
    found: Counter[tuple[str, str, str]] = Counter()
    for played in finished(games):
        winner = "" if not played.winner else _pair(played)[played.winner != played.side]
        found[(winner, played.winner, played.level)] += 1
    return dict(found.most_common())


def pairing(games: Iterable[Played], first: str, second: str) -> list[Played]:
    """The games between two commanders."""
    return [played for played in games if _pair(played) == (first, second)]


def points(games: Iterable[Played], label: str) -> Tally:
    """The score of one commander against all others."""
    mine = [played for played in finished(games) if label in _pair(played)]
    return _count(p.points if p.bout.first == label else 1 - p.points for p in mine)


def ratings(games: Sequence[Played], labels: Sequence[str]) -> dict[str, Rating]:
    """Ratings of all commanders from all their games; the first has 1000."""
    scores = {pair: tally(pairing(games, *pair)) for pair in combinations(labels, 2)}
    return elo(labels, {pair: (score.points, score.games) for pair, score in scores.items()})
