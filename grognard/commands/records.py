"""About one match: beginning it, walking through its record, proving its dice, drawing it, its odds."""

from __future__ import annotations

from pathlib import Path

import typer
from rich.table import Table

import grognard

from ..engine.game import Result
from ..engine.match import Match
from ..engine.reading import Preview
from .common import EITHER, CommandError, choose_game, choose_scenario, console, err, moment, read_record, write_text

GAME = typer.Argument(..., metavar="GAME", help="Id of a game, as `grognard games` lists it.")
RECORD = typer.Argument(..., metavar="FILE", help="A record file.")
TO = typer.Option(None, min=0, help="Stop after this many actions of the record.")


def new(
    game: str = GAME,
    scenario: str | None = typer.Option(None, help="Id of a scenario; the game's first without it."),
    seed: str | None = typer.Option(None, help="Seed of the dice; without it one that cannot be guessed."),
    out: Path = typer.Option(..., "-o", "--out", help="The record file to write."),
    show_seed: bool = typer.Option(
        False, "--show-seed", help="Write the seed itself into the file: whoever reads it knows the rolls to come."
    ),
) -> None:
    """Begin a match: write a record file to begin with."""
    title = choose_game(game)
    match = grognard.new(title, choose_scenario(title, scenario).id, seed)
    write_text(out, match.record(seed=show_seed))
    typer.echo(f"{title.title}, {match.scenario.title}: {out}")
    typer.echo(f"{title.side_names.get(match.side, match.side)} to decide: {match.prompt.text}")
    if not show_seed:
        typer.echo(f"The dice have the seed {match.seeds[0].seed}: the file holds its digest only, so keep it.")


def replay(
    file: Path = RECORD,
    to: int | None = TO,
    position: bool = typer.Option(False, "--position", help="Print the position reached, and nothing else."),
) -> None:
    """Walk through a record: phases, events and the result. Every action is checked again."""
    match = moment(file, to)
    if position:
        typer.echo(match.position(), nl=False)
        return
    console.rule(f"{match.game.title}: {match.scenario.title}")
    for event in match.events:
        if event.heading:
            console.print(f"[bold]{event.text}[/bold] [dim](action {event.number})[/dim]")
        else:
            console.print(f"  {event.rule:>6}  {event.text}", markup=False, soft_wrap=True)
    console.rule()
    rolls = sum(entry.seat == "dice" for entry in match.journal)
    console.print(f"{len(match.journal)} actions, {rolls} of them by the dice")
    _tell_result(match)


def _tell_result(match: Match) -> None:
    result = match.result
    if result is None:
        prompt = match.prompt
        console.print(f"{match.side} to decide: {prompt.text} ({prompt.rule})", markup=False)
    else:
        print_result(match, result)


def print_result(match: Match, result: Result) -> None:
    """How a match ended, line by line."""
    names = match.game.side_names
    sides = [side for side in match.game.sides if side in result.score]
    score = ", ".join(f"{names.get(side, side)} {result.score[side]}" for side in sides)
    winner = names.get(result.winner, "")
    said = result.level if not winner or winner in result.level else f"{winner}: {result.level}"
    console.print(f"[bold]{said}[/bold]" + (f" ({score})" if score else ""))
    for reason in result.reasons:
        console.print(f"  {reason}", markup=False, soft_wrap=True)


def verify(file: Path = RECORD) -> None:
    """Prove every roll of a record: the seed is the one promised, and each roll is the seed's."""
    match, faults = grognard.verify(read_record(file))
    for fault in faults:
        typer.echo(fault)
    if faults:
        err(f"{file}: {len(faults)} faults")
        raise typer.Exit(1)
    rolls = sum(entry.seat == "dice" for entry in match.journal)
    typer.echo(f"{file}: {len(match.journal)} actions are legal, and all {rolls} rolls are those of the seed")


def draw(
    game: str = GAME,
    record: Path | None = typer.Argument(None, metavar="[FILE]", help="A record or position; else the empty board."),
    out: Path = typer.Option(..., "-o", "--out", help="The SVG file to write."),
    to: int | None = TO,
    palette: str = typer.Option("default", help="Name of a palette for the counters."),
    side: str = typer.Option("", help="Draw what this side may know; everything public without it."),
    charts: Path | None = typer.Option(None, help="Also write the game's charts into this folder."),
) -> None:
    """Draw the board as SVG, with the counters of a record or a position on it."""
    from .. import art

    title = choose_game(game)
    match = moment(record, to, EITHER) if record else None
    if match is not None and match.game.id != title.id:
        raise CommandError(f"{record} is a match of {match.game.id}, not of {title.id}", 2)
    if side and side not in title.sides:
        raise CommandError(f"{title.title} has no side {side!r}: it has {', '.join(title.sides)}", 2)
    if palette not in art.PALETTES:
        raise CommandError(f"no palette {palette!r}: there are {', '.join(art.PALETTES)}", 2)
    write_text(out, art.board_svg(title, match.state if match else None, palette=palette, side=side))
    typer.echo(f"{title.title}: {out}")
    if charts is not None:
        for name, chart in art.charts_svg(title).items():
            write_text(charts / f"{name}.svg", chart)
            typer.echo(f"{title.title}: {charts / name}.svg")


def odds(
    file: Path = typer.Argument(..., metavar="FILE", help="A record or a position."),
    to: int | None = TO,
    play: list[str] = typer.Option([], "--play", "-p", help="First do this action; may be repeated."),
) -> None:
    """Show the attack being declared: every modifier with its rule, and the chance of each result."""
    match = moment(file, to, EITHER)
    match.play(*play)
    preview = match.preview
    if preview is None:
        raise CommandError(f"no attack is being declared here; {match.side or 'nobody'} is asked: {match.prompt.text}")
    _print_preview(preview)


def _print_preview(preview: Preview) -> None:
    table = Table(title=preview.title)
    table.add_column("what")
    table.add_column("counts", justify="right")
    table.add_column("rule")
    for modifier in preview.modifiers:
        table.add_row(modifier.what, f"{modifier.amount:+d}", modifier.rule)
    table.add_section()
    table.add_row("total", f"{preview.total:+d}", "")
    table.add_row(f"line: {preview.line}", preview.column, preview.line_rule)
    console.print(table)
    chances = Table(title="Results")
    chances.add_column("result")
    chances.add_column("chance", justify="right")
    chances.add_column("", justify="right")
    for result, (hits, of) in preview.chances.items():
        chances.add_row(result, f"{hits}/{of}", f"{hits / of:.1%}")
    console.print(chances)
    if preview.by_roll:
        console.print("by roll: " + ", ".join(f"{n}: {result}" for n, result in enumerate(preview.by_roll, 1)))
