"""The result tables of a tournament, for the terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from rich.table import Table

from ..engine.game import Game
from ..lab import Played
from ..lab.standings import (
    Tally,
    duplicate,
    finished,
    length,
    levels,
    pairing,
    points,
    ratings,
    tally,
    thinking,
)

#: Columns of words; all others hold figures and are aligned to the right.
_WORDS = {"pairing", "commander", "against", "when", "winner", "side", "level"}


@dataclass
class ResultTable:
    """A table: groups of rows under headings."""

    title: str
    heads: tuple[str, ...]
    groups: list[list[tuple[str, ...]]] = field(default_factory=list)

    def for_terminal(self) -> Table:
        table = Table(title=self.title)
        for head in self.heads:
            table.add_column(head, justify="left" if head in _WORDS else "right")
        for group in self.groups:
            for row in group:
                table.add_row(*row)
            table.add_section()
        return table

    def markdown(self) -> str:
        lines = [f"### {self.title}", "", _row(self.heads)]
        lines.append("|" + "|".join("---" if head in _WORDS else "---:" for head in self.heads) + "|")
        lines += [_row(row) for group in self.groups for row in group]
        return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def result_tables(games: Sequence[Played], labels: Sequence[str], title: str, game: Game | None) -> list[ResultTable]:
    """All tables of a scenario; without a game, those that combine several scenarios."""
    found = [_scores(games, labels, title, game), _thinking_times(games, labels, title)]
    if game is not None:
        found.append(_levels(games, labels, title, game))
    return [*found, _elo(games, labels, title)]


def _scores(games: Sequence[Played], labels: Sequence[str], title: str, game: Game | None) -> ResultTable:
    """Each pairing from its first commander's view: all games, by side, and in pairs with the same dice."""
    heads = ("pairing", "games", "won", "drawn", "lost", "rate", "95%", "at least")
    table = ResultTable(f"{title}: scores", heads)
    sides = {} if game is None else {side: game.side_names.get(side, side) for side in game.sides}
    for pair in combinations(labels, 2):
        mine = pairing(games, *pair)
        rows = [(" – ".join(pair), *_tally(tally(mine)))]
        rows += [(f"{pair[0]} as {name}", *_tally(tally(mine, side))) for side, name in sides.items()]
        rows.append(("pairs with the same dice", *_tally(duplicate(mine))))
        table.groups.append(rows)
    return table


def _tally(score: Tally) -> tuple[str, ...]:
    counts = tuple(str(n) for n in (score.games, score.won, score.drawn, score.lost))
    if not score.games:
        return (*counts, "", "", "")
    low, high = score.interval
    return (*counts, f"{score.rate:.1%}", f"{low:.0%}–{high:.0%}", f"{low:.1%}")


def _thinking_times(games: Sequence[Played], labels: Sequence[str], title: str) -> ResultTable:
    """Thinking time in seconds of processor time, and the length of the games."""
    heads = ("commander", "against", "per game", "per phase", "longest", "when", "choices")
    table = ResultTable(f"{title}: thinking time in seconds", heads)
    for pair in combinations(labels, 2):
        mine = pairing(games, *pair)
        rows: list[tuple[str, ...]] = []
        for label, other in (pair, pair[::-1]):
            t = thinking(mine, label)
            seconds = (f"{t.per_game:.2f}", f"{t.per_phase:.3f}", f"{t.longest:.3f}")
            rows.append((label, other, *seconds, t.where, f"{length(mine):.0f}"))
        table.groups.append(rows)
    return table


def _levels(games: Sequence[Played], labels: Sequence[str], title: str, game: Game) -> ResultTable:
    table = ResultTable(f"{title}: wins by level", ("winner", "against", "side", "level", "games"))
    for pair in combinations(labels, 2):
        rows: list[tuple[str, ...]] = []
        for (winner, side, level), count in levels(pairing(games, *pair)).items():
            loser = " – ".join(label for label in pair if label != winner)
            rows.append((winner or "nobody", loser, game.side_names.get(side, side), level, str(count)))
        table.groups.append(rows)
    return table


def _elo(games: Sequence[Played], labels: Sequence[str], title: str) -> ResultTable:
    """Ratings, best first."""
    table = ResultTable(f"{title}: Elo, {labels[0]} = 1000", ("commander", "games", "points", "rate", "Elo", "95%"))
    found = ratings(finished(games), labels)
    rows: list[tuple[str, ...]] = []
    for label in sorted(labels, key=lambda name: -found[name].value):
        score, rating = points(games, label), found[label]
        interval = f"{rating.low:.0f}–{rating.high:.0f}" if label != labels[0] else "anchor"
        figures = (str(score.games), f"{score.points:g}", f"{score.rate:.1%}", f"{rating.value:.0f}")
        rows.append((label, *figures, interval))
    table.groups.append(rows)
    return table
