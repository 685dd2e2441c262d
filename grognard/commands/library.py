"""About the library: which games there are, whether their files hold together, how far they are proved."""

from __future__ import annotations

from pathlib import Path

import typer
from rich.table import Table
from rich.text import Text

import grognard

from ..engine.data import DataError
from ..engine.game import Game
from ..engine.laws import laws
from ..engine.ledger import Ledger
from ..engine.ledger import ledger as read_ledger
from ..engine.library import games as all_games
from .common import Trouble, choose_game, console, err


def games() -> None:
    """List the games of the library with their scenarios."""
    for name in all_games():
        game = choose_game(name)
        console.print(f"[bold]{name}[/bold]  {game.title}: {game.scale}")
        table = Table.grid(padding=(0, 2))
        for scenario in game.scenarios.values():
            about = f"{scenario.title}, {scenario.turns} turns. {scenario.about}"
            table.add_row("", Text(scenario.id, style="bold"), about)
        console.print(table)


def validate(
    game: str = typer.Argument(..., metavar="GAME", help="Id of a game, as `grognard games` lists it."),
    overlay: Path | None = typer.Option(None, help="A folder with your corrections of the game's files."),
) -> None:
    """Check all files of a game, and your corrections of them. Every fault with file, line and reason."""
    if overlay is not None and not overlay.is_dir():
        raise Trouble(f"there is no folder {overlay}", 2)
    try:
        title = choose_game(game, overlay)
    except DataError as error:
        for problem in error.problems:
            typer.echo(str(problem))
        err(f"{len(error.problems)} faults in the files of {game}")
        raise typer.Exit(1) from None
    faults = [f"scenario {name}: {fault}" for name in title.scenarios for fault in _opening_faults(title, name)]
    for fault in faults:
        typer.echo(fault)
    if faults:
        raise typer.Exit(1)
    hexes = title.board.playable.bit_count()
    typer.echo(
        f"{title.title}: {hexes} hexes, {len(title.counters)} counters, "
        f"{len(title.scenarios)} scenarios, no faults (data {title.data_digest})"
    )


def _opening_faults(game: Game, scenario: str) -> list[str]:
    return game.faults(game.start(game.scenarios[scenario], {}))


def ledger(
    game: str | None = typer.Argument(None, metavar="[GAME]", help="Id of a game; all games without it."),
    clause: str | None = typer.Argument(None, metavar="[CLAUSE]", help="Show where this clause is law, and its tests."),
    tests: Path | None = typer.Option(None, help="The folder of tests; the project's own without it."),
    missing: bool = typer.Option(False, "--missing", help="List every clause and duty without a test."),
    without_law: bool = typer.Option(
        False, "--without-law", help="List the rule clauses that no row, step or table names."
    ),
) -> None:
    """Show which clauses and duties of the rulebooks are proved by marked tests, and where each is law."""
    folder = tests or Path(grognard.__file__).parent.parent / "tests"
    if not folder.is_dir():
        raise Trouble(f"there is no folder of tests at {folder}; name one with --tests", 2)
    if game and clause:
        _clause(game, clause, folder)
        return
    if without_law:
        _lawless([game] if game else list(all_games()), folder)
        return
    found = [read_ledger(choose_game(name), folder) for name in ([game] if game else all_games())]
    table = Table(title="Rules proved by tests")
    table.add_column("game")
    for head in ("rule clauses", "duties", "marked tests", "unknown ids", "void marks"):
        table.add_column(head, justify="right")
    for one in found:
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
    for one in found:
        _faults(one, missing)


def _clause(game: str, id: str, folder: Path) -> None:
    """One clause: its title, the lines that make it law, and the tests that prove it."""
    title = choose_game(game)
    book = read_ledger(title, folder)
    if id not in book.clauses:
        raise Trouble(f"{title.title} has no clause {id}", 2)
    typer.echo(f"{id} {book.clauses[id].title}")
    for place in laws(title).get(id, []):
        typer.echo(f"  law   {place}")
    for mark in book.marks:
        if any(found == id or (found in book.duties and book.duties[found].clause == id) for found in mark.ids):
            typer.echo(f"  test  {mark}")


def _lawless(names: list[str], folder: Path) -> None:
    """The rule clauses that nothing makes law."""
    for name in names:
        title = choose_game(name)
        known, rules = laws(title), read_ledger(title, folder).rules
        without = [clause for clause in rules if clause.id not in known]
        for clause in without:
            typer.echo(f"{name} {clause.id}: {clause.title}")
        typer.echo(f"{name}: {len(without)} of {len(rules)} rule clauses without a law")


def _faults(one: Ledger, missing: bool) -> None:
    for mark, id in one.unknown:
        typer.echo(f"{mark}: no clause or duty {id} in {one.game}")
    for mark in one.void:
        typer.echo(f"{mark}: proves nothing: {mark.void}")
    if missing:
        for clause in one.uncovered_clauses:
            typer.echo(f"{one.game} {clause.id}: {clause.title}")
        for duty in one.uncovered_duties:
            typer.echo(f"{one.game} {duty.id}: {duty.statement}")
