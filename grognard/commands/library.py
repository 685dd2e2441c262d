"""The library: its games, the checks of their files, and the ledger of rules."""

from __future__ import annotations

from pathlib import Path

import typer
from rich.table import Table
from rich.text import Text

import grognard

from ..engine.data import DataError
from ..engine.game import Game
from ..engine.laws import laws
from ..engine.ledger import Ledger, Mark, marks
from ..engine.ledger import ledger as read_ledger
from ..engine.library import games as all_games
from .common import CommandError, choose_game, console, count, err


def games() -> None:
    """List the games of the library with their scenarios and sides."""
    for name in all_games():
        game = choose_game(name)
        console.print(f"[bold]{name}[/bold]  {game.title}: {game.scale}")
        table = Table.grid(padding=(0, 2))
        for scenario in game.scenarios.values():
            about = f"{scenario.title}, {count(scenario.length, 'turn')}. {scenario.about}"
            table.add_row("", Text(scenario.id, style="bold"), about)
        sides = ", ".join(f"{side} ({game.side_names.get(side, side)})" for side in game.sides)
        table.add_row("", "sides", sides)
        console.print(table)


def validate(
    name: str = typer.Argument(..., metavar="GAME", help="Id of a game, as `grognard games` lists it."),
    overlay: Path | None = typer.Option(None, help="A folder with your corrections to the game's data files."),
) -> None:
    """Check the data files of a game and your corrections to them. Lists every error with file, line and reason."""
    if overlay is not None and not overlay.is_dir():
        raise CommandError(f"folder not found: {overlay}", 2)
    try:
        game = choose_game(name, overlay)
    except DataError as error:
        for problem in error.problems:
            typer.echo(str(problem))
        err(f"errors in the files of {name}: {len(error.problems)}")
        raise typer.Exit(1) from None
    faults = [f"scenario {one}: {error}" for one in game.scenarios for error in _opening_errors(game, one)]
    for fault in faults:
        typer.echo(fault)
    if faults:
        err(f"errors in the scenarios of {name}: {len(faults)}")
        raise typer.Exit(1)
    hexes = game.board.playable.bit_count()
    typer.echo(
        f"{game.title}: {hexes} hexes, {len(game.counters)} counters, "
        f"{count(len(game.scenarios), 'scenario')}, no errors (data {game.data_digest})"
    )


def _opening_errors(game: Game, scenario: str) -> list[str]:
    return game.position_errors(game.start(game.scenarios[scenario], {}))


def ledger(
    game: str | None = typer.Argument(None, metavar="[GAME]", help="Id of a game. Default: all games."),
    clause: str | None = typer.Argument(
        None, metavar="[CLAUSE]", help="Show the code that enforces this clause, and its tests."
    ),
    tests: Path | None = typer.Option(None, help="The folder of tests. Default: the tests of the checkout."),
    missing: bool = typer.Option(False, "--missing", help="Also list the clauses and duties without a test."),
    without_law: bool = typer.Option(False, "--without-law", help="List the rule clauses that no code enforces."),
) -> None:
    """Show which clauses and duties of the rulebooks have tests, and the code that enforces a clause."""
    folder = tests or Path(grognard.__file__).parent.parent / "tests"
    if not folder.is_dir():
        raise CommandError(
            f"folder of tests not found: {folder}; the tests come with the source, name their folder with --tests", 2
        )
    found = list(marks(folder))
    if game and clause:
        _print_clause(game, clause, found)
        return
    books = [read_ledger(choose_game(name), found) for name in ([game] if game else all_games())]
    if without_law:
        for book in books:
            _print_unenforced(book)
        return
    table = Table(title="Rules proved by tests")
    table.add_column("game")
    for head in ("rule clauses", "duties", "marked tests", "unknown ids", "empty marks"):
        table.add_column(head, justify="right")
    for one in books:
        clauses, duties = len(one.rules), len(one.duties)
        table.add_row(
            one.game,
            f"{clauses - len(one.uncovered_clauses)} of {clauses}",
            f"{duties - len(one.uncovered_duties)} of {duties}",
            str(len({(mark.file, mark.line) for mark in one.marks})),
            str(len(one.unknown)),
            str(len(one.void)),
        )
    console.print(table)
    for one in books:
        _print_gaps(one, missing)


def _print_clause(game: str, id: str, found: list[Mark]) -> None:
    """Print a clause: its title, the code that enforces it, and the tests that prove it."""
    title = choose_game(game)
    book = read_ledger(title, found)
    if id not in book.clauses:
        raise CommandError(f"{title.title} has no clause {id!r}", 2)
    typer.echo(f"{id} {book.clauses[id].title}")
    for place in laws(title).get(id, []):
        typer.echo(f"  code  {place}")
    for mark in book.marks:
        if any(found == id or (found in book.duties and book.duties[found].clause == id) for found in mark.ids):
            typer.echo(f"  test  {mark}")


def _print_unenforced(book: Ledger) -> None:
    """Print the rule clauses that no code enforces."""
    known = laws(choose_game(book.game))
    without = [clause for clause in book.rules if clause.id not in known]
    for clause in without:
        typer.echo(f"{book.game} {clause.id}: {clause.title}")
    typer.echo(f"{book.game}: {len(without)} of {len(book.rules)} rule clauses are enforced by no code")


def _print_gaps(one: Ledger, missing: bool) -> None:
    for mark, id in one.unknown:
        typer.echo(f"{mark}: unknown clause or duty {id!r} of {one.game}")
    for mark in one.void:
        typer.echo(f"{mark}: proves nothing: {mark.void}")
    if missing:
        for clause in one.uncovered_clauses:
            typer.echo(f"{one.game} {clause.id}: {clause.title}")
        for duty in one.uncovered_duties:
            typer.echo(f"{one.game} {duty.id}: {duty.statement}")
