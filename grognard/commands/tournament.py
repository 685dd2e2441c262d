"""``grognard tournament``: commanders against each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from ..ai import commanders as all_commanders
from ..engine.library import game as load
from ..engine.library import games as all_games
from ..lab import Played, provenance
from ..lab.entrants import MAX_EVALUATIONS, Entrant
from ..lab.scorebook import Scorebook, ScorebookError
from ..lab.tournament import arenas, check, longest, schedule
from ..lab.tournament import tournament as play_tournament
from .common import (
    CommandError,
    choose_commanders,
    choose_game,
    choose_scenario,
    console,
    err,
    progress_bar,
    read_text,
    write_text,
)
from .result_tables import ResultTable, result_tables

#: The argument for every game of the library.
ALL = "all"
#: The number of errors to print.
_SHOWN = 20
MAX_JOBS = 64


def tournament(
    game: str = typer.Argument(..., metavar="GAME", help=f"Id of a game, or {ALL!r} for every game."),
    scenario: str | None = typer.Option(None, help="Id of a scenario. Default: all scenarios of the game."),
    commanders: str = typer.Option(
        ...,
        help=f"Two or more of {', '.join(all_commanders())}, as in A,B,C; A:60 has a budget of 60 evaluations. "
        "The ratings are relative to the first. The exploiter, which stands in for a good player, may take part.",
    ),
    games: int = typer.Option(
        20,
        "--games",
        "-n",
        min=1,
        max=1_000_000,
        help="Games for each pairing and scenario, rounded up to an even number.",
    ),
    jobs: int = typer.Option(
        min(MAX_JOBS, provenance.cores()), min=1, max=MAX_JOBS, show_default="all cores", help="Number of processes."
    ),
    seed: str = typer.Option("1", help="Seed of the whole tournament; the results do not depend on --jobs."),
    evaluations: int | None = typer.Option(
        None,
        min=1,
        max=MAX_EVALUATIONS,
        help="Evaluations a decision for commanders without a budget. Default: they watch the clock.",
    ),
    out: list[Path] = typer.Option(
        [],
        "-o",
        "--out",
        help="A .md file to add a report to, or a .json file of all games, from which a later run continues; or both.",
    ),
) -> None:
    """Play commanders against each other, on both sides with the same dice: scores, thinking time, ratings."""
    places = _arenas(game, scenario)
    who = choose_commanders(commanders, evaluations, partners=True)
    try:
        check(who)
    except ValueError as error:
        raise CommandError(str(error), 2) from None
    book, reports = _files(out, seed, longest(places))
    try:
        results = _play(places, who, games, jobs, seed, book)
    except KeyboardInterrupt:
        again = f"; the same command continues from {book.path}" if book else ""
        raise CommandError(f"interrupted{again}", 130) from None
    except ScorebookError as error:
        raise CommandError(str(error)) from None
    tables = _tables(places, who, results)
    for table in tables:
        console.print(table.for_terminal())
    for path in reports:
        _add_report(path, f"{', '.join(e.label for e in who)}: {game}", seed, book, results, tables)
    _print_errors(results)


def _arenas(game: str, scenario: str | None) -> list[tuple[str, str]]:
    """The pairs of game and scenario to play."""
    if game == ALL:
        if scenario is not None:
            raise CommandError(f"--scenario needs one game; with {ALL!r} every scenario is played", 2)
        return [place for name in all_games() for place in arenas(name)]
    title = choose_game(game)
    return arenas(game, None if scenario is None else choose_scenario(title, scenario).id)


def _files(out: Sequence[Path], seed: str, cap: int) -> tuple[Scorebook | None, list[Path]]:
    """The scorebook, if one is asked for, and the reports. Unwritable files are reported before the first game."""
    book: Scorebook | None = None
    reports: list[Path] = []
    for path in out:
        if path.is_dir():
            raise CommandError(f"{path} is a folder, not a file", 2)
        if path.suffix == ".md":
            write_text(path, read_text(path) if path.exists() else "")
            reports.append(path)
        elif path.suffix == ".json" and book is None:
            try:
                book = Scorebook(path, seed, cap)
            except ScorebookError as error:
                raise CommandError(str(error)) from None
        else:
            raise CommandError(f"--out {path}: use one .json file for the games, and .md files for reports", 2)
    return book, reports


def _play(
    places: Sequence[tuple[str, str]],
    who: Sequence[Entrant],
    games: int,
    jobs: int,
    seed: str,
    book: Scorebook | None,
) -> list[Played]:
    """Play the games that the scorebook does not have yet. The progress bar shows the score."""
    bouts = set(schedule(places, who, games))
    known = {} if book is None else {bout: p for bout, p in book.games.items() if bout in bouts and not p.fault}
    foreign = sum(p.code != provenance.code() for p in known.values())
    if foreign:
        err(f"{foreign} of {len(bouts)} games were played with other code; the tables mix both")
    score = Score(who)
    for played in known.values():
        score.add(played)
    with progress_bar() as progress:
        task = progress.add_task(str(score), total=len(bouts), completed=len(known))

        def keep(played: Played) -> None:
            score.add(played)
            if book is not None:
                book.add(played)
            progress.update(task, advance=1, description=str(score))

        try:
            return play_tournament(places, who, games, jobs, seed, known=known, on_result=keep)
        finally:
            if book is not None:
                book.save()


class Score:
    """The running score: the points and games of every commander."""

    def __init__(self, who: Sequence[Entrant]) -> None:
        self.points = dict.fromkeys((e.label for e in who), 0.0)
        self.games = dict.fromkeys(self.points, 0)

    def add(self, played: Played) -> None:
        if not played.fault:
            for label, points in ((played.bout.first, played.points), (played.bout.second, 1 - played.points)):
                self.points[label] += points
                self.games[label] += 1

    def __str__(self) -> str:
        return ", ".join(f"{label} {points:g}/{self.games[label]}" for label, points in self.points.items())


def _tables(places: Sequence[tuple[str, str]], who: Sequence[Entrant], results: Sequence[Played]) -> list[ResultTable]:
    """The tables of each scenario, and of all together if there is more than one."""
    labels = [e.label for e in who]
    tables = []
    for name, scenario in places:
        title = load(name)
        mine = [p for p in results if (p.bout.game, p.bout.scenario) == (name, scenario)]
        tables += result_tables(mine, labels, f"{title.title}, {title.scenarios[scenario].title}", title)
    if len(places) > 1:
        tables += result_tables(results, labels, "All scenarios", None)
    return tables


def _add_report(
    path: Path, title: str, seed: str, book: Scorebook | None, results: Sequence[Played], tables: Sequence[ResultTable]
) -> None:
    """Add a section to a report, with the machine and commit that played last."""
    here = (f"{provenance.machine()}, {provenance.cores()} cores", provenance.commit())
    machine, commit = here if book is None else (book.machine, book.commit)
    before = read_text(path).rstrip("\n") or "# Tournaments"
    codes = sorted({p.code for p in results})
    lines = [
        f"## {title}, {commit}",
        "",
        f"{machine}. {len(results)} games, seed {seed}, code {', '.join(codes)}. "
        "Rates are those of the commander named first; a draw counts half. Intervals are 95% intervals.",
    ]
    faults = [p for p in results if p.fault]
    if faults:
        lines += ["", f"{len(faults)} games did not finish:", "", *(f"- {_describe_error(p)}" for p in faults)]
    write_text(path, "\n".join([before, "", *lines, ""]) + "\n" + "\n\n".join(s.markdown() for s in tables) + "\n")
    console.print(f"Report: {path}", markup=False, soft_wrap=True)


def _describe_error(played: Played) -> str:
    bout = played.bout
    return f"{bout.game} {bout.scenario}, {bout.first} – {bout.second}, game {bout.number}: {played.fault}"


def _print_errors(results: Sequence[Played]) -> None:
    """Print the errors, and fail if there is one."""
    faults = [p for p in results if p.fault]
    for played in faults[:_SHOWN]:
        err(_describe_error(played))
    if faults:
        err(f"{len(faults)} of {len(results)} games did not finish")
        raise typer.Exit(1)
