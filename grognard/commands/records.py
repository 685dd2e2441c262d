"""Commands for one match: new, replay, verify, draw, odds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import typer
from rich.table import Table

import grognard

from ..engine.game import Result
from ..engine.match import Match
from ..engine.reading import Preview, SideFire
from .common import (
    EITHER,
    CommandError,
    choose_game,
    choose_scenario,
    console,
    count,
    err,
    load_match,
    read_record,
    side_to_play,
    write_text,
)

#: The number of errors that verify prints.
_SHOWN = 20

GAME = typer.Argument(..., metavar="GAME", help="Id of a game, as `grognard games` lists it.")
RECORD = typer.Argument(..., metavar="FILE", help="A record file.")
SCENARIO = typer.Option(None, help="Id of a scenario, as `grognard games` lists it. Default: the game's first.")
TO = typer.Option(None, min=0, help="Stop after this number of actions of the record.")


def new(
    name: str = GAME,
    scenario: str | None = SCENARIO,
    seed: str | None = typer.Option(None, help="Seed of the dice. Default: one that cannot be guessed."),
    out: Path = typer.Option(..., "-o", "--out", help="The record file to write."),
    show_seed: bool = typer.Option(
        False, "--show-seed", help="Write the seed into the file. Anyone who reads it can compute the coming rolls."
    ),
) -> None:
    """Start a match and write its record file."""
    game = choose_game(name)
    match = grognard.new(game, choose_scenario(game, scenario).id, seed)
    write_text(out, match.record(seed=show_seed))
    typer.echo(f"{game.title}, {match.scenario.title}: {out}")
    typer.echo(f"{side_to_play(match)} to play: {match.prompt.text}")
    if not show_seed:
        typer.echo(f"The seed of the dice is {match.seeds[0].seed}. The file holds only its digest, so keep the seed.")


def replay(
    file: Path = RECORD,
    to: int | None = TO,
    position: bool = typer.Option(False, "--position", help="Print only the position that is reached."),
) -> None:
    """Print the phases, events and result of a record. Every action is checked again."""
    match = load_match(file, to)
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
    console.print(f"{count(len(match.journal), 'action')}, {count(rolls, 'roll')} among them")
    _print_outcome(match)


def _print_outcome(match: Match) -> None:
    """Print the result, or the next decision."""
    result = match.result
    if result is None:
        prompt = match.prompt
        console.print(f"{side_to_play(match)} to play: {prompt.text} ({prompt.rule})", markup=False)
    else:
        print_result(match, result)


def print_result(match: Match, result: Result) -> None:
    """Print how a match ended."""
    names = match.game.side_names
    sides = [side for side in match.game.sides if side in result.score]
    score = ", ".join(f"{names.get(side, side)} {result.score[side]}" for side in sides)
    winner = names.get(result.winner, "")
    said = result.level if not winner or winner in result.level else f"{winner}: {result.level}"
    console.print(f"[bold]{said}[/bold]" + (f" ({score})" if score else ""))
    for reason in result.reasons:
        console.print(f"  {reason}", markup=False, soft_wrap=True)


def verify(file: Path = RECORD) -> None:
    """Prove every roll of a record: the seed matches its digest, and each roll follows from the seed."""
    match, faults = grognard.verify(read_record(file))
    for fault in faults[:_SHOWN]:
        typer.echo(fault)
    if len(faults) > _SHOWN:
        typer.echo(f"... and {len(faults) - _SHOWN} more")
    if faults:
        err(f"{file}: errors found: {len(faults)}")
        raise typer.Exit(1)
    rolls = sum(entry.seat == "dice" for entry in match.journal)
    typer.echo(f"{file}: all actions are legal ({len(match.journal)}), and all rolls follow from the seed ({rolls})")


def draw(
    name: str = GAME,
    record: Path | None = typer.Argument(
        None, metavar="[FILE]", help="A record or a position. Default: the empty board."
    ),
    out: Path = typer.Option(..., "-o", "--out", help="The SVG file to write."),
    to: int | None = TO,
    palette: str = typer.Option("default", help="Palette of the counters."),
    side: str = typer.Option("", help="Draw what this side may see. Default: what both sides may see."),
    charts: Path | None = typer.Option(None, help="Also write the game's charts to this folder."),
) -> None:
    """Draw the board as SVG, with the counters of a record or a position."""
    from .. import art

    game = choose_game(name)
    match = load_match(record, to, EITHER) if record else None
    if match is not None and match.game.id != game.id:
        raise CommandError(
            f"{record} is a match of {match.game.id}, not of {game.id}; begin with: grognard draw {match.game.id}",
            2,
        )
    if side and side not in game.sides:
        raise CommandError(f"{game.title} has no side {side!r}; choose from: {', '.join(game.sides)}", 2)
    if palette not in art.PALETTES:
        raise CommandError(f"unknown palette {palette!r}; choose from: {', '.join(art.PALETTES)}", 2)
    write_text(out, art.board_svg(game, match.state if match else None, palette=palette, side=side))
    typer.echo(f"{game.title}: {out}")
    if charts is not None:
        for chart, svg in art.charts_svg(game).items():
            write_text(charts / f"{chart}.svg", svg)
            typer.echo(f"{game.title}: {charts / chart}.svg")


def odds(
    file: Path = typer.Argument(..., metavar="FILE", help="A record or a position."),
    to: int | None = TO,
    play: list[str] = typer.Option([], "--play", "-p", help="Play this action first. May be repeated."),
) -> None:
    """Show the odds of the attack being declared: every modifier with its rule, and the chance of each result."""
    match = load_match(file, to, EITHER)
    match.play(*play)
    preview = match.preview
    if preview is None:
        asked = f"{side_to_play(match)} to play: {match.prompt.text}" if match.side else "The game is over."
        raise CommandError(f"no attack is being declared here; declare one with --play. {asked}")
    _print_preview(preview, match.game.side_names)


def _print_preview(preview: Preview, names: Mapping[str, str]) -> None:
    for fire in preview.fires:
        title = f"{names.get(fire.side, fire.side)}: strength {fire.strength}"
        console.print(_modifiers(title, fire, "column", preview.line_rule))
        console.print(_chances("Steps lost by the other side", fire.chances))
        _print_rolls(fire.by_roll)
    if preview.first:
        console.print(f"{names.get(preview.first, preview.first)} fires first")
    if not preview.fires:
        console.print(_modifiers(preview.title, preview, f"line: {preview.line}", preview.line_rule))
    console.print(_chances(f"{preview.title}: both fires" if preview.fires else "Results", preview.chances))
    _print_rolls(preview.by_roll)
    if preview.cleared is not None:
        hits, of = preview.cleared
        console.print(f"no defender is left: {hits}/{of}, {hits / of:.1%}")


def _modifiers(title: str, fire: Preview | SideFire, line: str, line_rule: str) -> Table:
    """The sum of an attack, or of one of its fires."""
    table = Table(title=title)
    table.add_column("modifier")
    table.add_column("amount", justify="right")
    table.add_column("rule")
    for modifier in fire.modifiers:
        table.add_row(modifier.what, f"{modifier.amount:+d}", modifier.rule)
    table.add_section()
    table.add_row("total", f"{fire.total:+d}", "")
    table.add_row(line, fire.column, line_rule)
    return table


def _chances(title: str, chances: Mapping[str, tuple[int, int]]) -> Table:
    table = Table(title=title)
    table.add_column("result")
    table.add_column("chance", justify="right")
    table.add_column("percent", justify="right")
    for result, (hits, of) in chances.items():
        table.add_row(result, f"{hits}/{of}", f"{hits / of:.1%}")
    return table


def _print_rolls(by_roll: tuple[str, ...]) -> None:
    if by_roll:
        console.print("by roll: " + ", ".join(f"{n}: {result}" for n, result in enumerate(by_roll, 1)))
