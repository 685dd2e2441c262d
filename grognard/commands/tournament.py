"""Commanders against each other: ``grognard tournament``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from ..engine.library import game as load
from ..engine.library import games as all_games
from ..lab import CAP, Played, provenance
from ..lab.entrants import MAX_EVALUATIONS, Entrant
from ..lab.scorebook import Scorebook, ScorebookError
from ..lab.tournament import arenas, check, schedule
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
from .sheets import Sheet, result_tables

#: The word that stands for every game of the library.
ALL = "all"
#: Faults that are told one by one.
_TOLD = 20
MOST_JOBS = 64


def tournament(
    game: str = typer.Argument(..., metavar="GAME", help=f"Id of a game, or {ALL!r} for every game."),
    scenario: str | None = typer.Option(None, help="Id of a scenario; all of the game without it."),
    commanders: str = typer.Option(
        ..., help="Who plays, as in A,B,C; A:60 allows him 60 evaluations. The first is the anchor of the ratings."
    ),
    games: int = typer.Option(
        20, "--games", "-n", min=1, max=1_000_000, help="Games for each pairing and scenario, made even."
    ),
    jobs: int = typer.Option(
        min(MOST_JOBS, provenance.cores()), min=1, max=MOST_JOBS, show_default="all cores", help="Processes to use."
    ),
    seed: str = typer.Option("1", help="Seed of the whole tournament; the results do not depend on --jobs."),
    evaluations: int | None = typer.Option(
        None,
        min=1,
        max=MAX_EVALUATIONS,
        help="Evaluations for a decision, of all who name none; who has no budget may look at the clock.",
    ),
    out: list[Path] = typer.Option(
        [], "-o", "--out", help="A .md file to add a report to, a .json file of all games to go on from; or both."
    ),
) -> None:
    """Let commanders meet on both sides with the same dice: scores, time of thought, ratings."""
    places = _places(game, scenario)
    who = choose_commanders(commanders, evaluations)
    try:
        check(who)
    except ValueError as error:
        raise CommandError(str(error), 2) from None
    book, reports = _files(out, seed)
    try:
        results = _play(places, who, games, jobs, seed, book)
    except KeyboardInterrupt:
        again = f"; the same command goes on from {book.path}" if book else ""
        raise CommandError(f"cut off{again}", 130) from None
    except ScorebookError as error:
        raise CommandError(str(error)) from None
    sheets = _sheets(places, who, results)
    for sheet in sheets:
        console.print(sheet.shown())
    for path in reports:
        _report(path, f"{', '.join(e.label for e in who)}: {game}", seed, book, results, sheets)
    _faults(results)


def _places(game: str, scenario: str | None) -> list[tuple[str, str]]:
    """Where they meet: pairs of a game and a scenario."""
    if game == ALL:
        if scenario is not None:
            raise CommandError("--scenario needs one game, not all", 2)
        return [place for name in all_games() for place in arenas(name)]
    title = choose_game(game)
    return arenas(game, None if scenario is None else choose_scenario(title, scenario).id)


def _files(out: Sequence[Path], seed: str) -> tuple[Scorebook | None, list[Path]]:
    """The scorebook, if one is wanted, and the reports; what cannot be written is told before the first game."""
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
                book = Scorebook(path, seed, CAP)
            except ScorebookError as error:
                raise CommandError(str(error)) from None
        else:
            raise CommandError(f"--out {path}: a report ends in .md, the games in one file that ends in .json", 2)
    return book, reports


def _play(
    places: Sequence[tuple[str, str]],
    who: Sequence[Entrant],
    games: int,
    jobs: int,
    seed: str,
    book: Scorebook | None,
) -> list[Played]:
    """Play what the scorebook does not have yet, with the score beside the bar."""
    bouts = set(schedule(places, who, games))
    known = {} if book is None else {bout: p for bout, p in book.games.items() if bout in bouts and not p.fault}
    foreign = sum(p.code != provenance.code() for p in known.values())
    if foreign:
        err(f"{foreign} of {len(bouts)} games were played by another state of the code: the tables mix them")
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
    """The running score: the points of every commander, and how many he could have."""

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


def _sheets(places: Sequence[tuple[str, str]], who: Sequence[Entrant], results: Sequence[Played]) -> list[Sheet]:
    """The tables of each scenario, and of all together if there are several."""
    labels = [e.label for e in who]
    sheets = []
    for name, scenario in places:
        title = load(name)
        mine = [p for p in results if (p.bout.game, p.bout.scenario) == (name, scenario)]
        sheets += result_tables(mine, labels, f"{title.title}, {title.scenarios[scenario].title}", title)
    if len(places) > 1:
        sheets += result_tables(results, labels, "All scenarios", None)
    return sheets


def _report(
    path: Path, title: str, seed: str, book: Scorebook | None, results: Sequence[Played], sheets: Sequence[Sheet]
) -> None:
    """Add a section to a report, under the machine and the commit that played last."""
    here = (f"{provenance.machine()}, {provenance.cores()} cores", provenance.commit())
    machine, commit = here if book is None else (book.machine, book.commit)
    before = read_text(path).rstrip("\n") or "# Tournaments"
    codes = sorted({p.code for p in results})
    lines = [
        f"## {title}, {commit}",
        "",
        f"{machine}. {len(results)} games, seed {seed}, code {', '.join(codes)}. "
        "Rates are those of the commander named first, a draw counts half; intervals are those of 95%.",
    ]
    faults = [p for p in results if p.fault]
    if faults:
        lines += ["", f"{len(faults)} games came to no end:", "", *(f"- {_fault(p)}" for p in faults)]
    write_text(path, "\n".join([before, "", *lines, ""]) + "\n" + "\n\n".join(s.markdown() for s in sheets) + "\n")
    console.print(f"Report: {path}", markup=False, soft_wrap=True)


def _fault(played: Played) -> str:
    bout = played.bout
    return f"{bout.game} {bout.scenario}, {bout.first} – {bout.second}, game {bout.number}: {played.fault}"


def _faults(results: Sequence[Played]) -> None:
    """Tell every fault; any makes the command fail."""
    faults = [p for p in results if p.fault]
    for played in faults[:_TOLD]:
        err(_fault(played))
    if faults:
        err(f"{len(faults)} of {len(results)} games came to no end")
        raise typer.Exit(1)
