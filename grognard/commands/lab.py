"""Commanders at play: one game to watch, simulations, and the soak test."""

from __future__ import annotations

import random
import re
import statistics
import time
from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import typer
from rich.console import Group
from rich.live import Live
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

import grognard

from ..ai import commanders as all_commanders
from ..ai import consult
from ..engine.dice import new_seed
from ..engine.game import Game
from ..engine.library import games as all_games
from ..engine.match import Match
from ..lab import SoakReport, Summary, simulate, wilson
from ..lab import soak as soak_scenario
from ..lab.entrants import Entrant, assign_sides, make_commanders
from ..lab.soaking import batches
from .common import (
    EITHER,
    CommandError,
    choose_commanders,
    choose_game,
    choose_scenario,
    console,
    err,
    load_match,
    progress_bar,
    write_text,
)
from .records import GAME, SCENARIO, print_result

COMMANDERS = typer.Option(
    "random",
    help=f"{', '.join(all_commanders())}: one for each side, as in A,B, or one for both. "
    "A:60 gives A a budget of 60 evaluations a decision.",
)
JOBS = typer.Option(1, min=1, max=64, help="Number of processes.")


# -- one game to watch ----------------------------------------------------------------------------


def play(
    name: str = GAME,
    scenario: str | None = SCENARIO,
    seed: str | None = typer.Option(None, help="Seed of dice and commanders. Default: a random one."),
    out: Path | None = typer.Option(
        None, "-o", "--out", help="The record file to write. Default: a file in the folder records."
    ),
    pace: float = typer.Option(0.12, min=0, max=10, help="Seconds to show each phase; 0 plays at full speed."),
    commanders: str = COMMANDERS,
) -> None:
    """Watch two commanders play a game, and save its record."""
    game = choose_game(name)
    seats = make_commanders(_seats(game, commanders))
    seed = new_seed() if seed is None else seed
    match = grognard.new(game, choose_scenario(game, scenario).id, seed)
    rng = random.Random(f"commanders {seed}")
    pause = pace if console.is_terminal else 0.0
    with Live(_screen(match), console=console, auto_refresh=False, transient=True) as live:
        while not match.over:
            action = consult(seats[game.seat(match.state)], game, match.state, rng)
            if action is None or match.version > game.longest * 2:
                raise CommandError(
                    f"the game does not end: it stopped after {match.version} actions at {match.prompt.text!r}"
                )
            seen = len(match.events)
            match.play(action)
            if any(event.heading for event in match.events[seen:]):
                live.update(_screen(match), refresh=True)
                time.sleep(pause)
    path = out or Path("records") / f"{game.id}-{match.scenario.id}-{re.sub(r'[^0-9A-Za-z]+', '-', seed)[:12]}.txt"
    write_text(path, match.record())
    console.print(_screen(match))
    if match.result is not None:
        print_result(match, match.result)
    console.print(f"Record: {path}  (grognard replay {path}, grognard verify {path})", markup=False, soft_wrap=True)


#: Keys of the status that most games have.
_WORDS = {"vp": "Victory Points", "phasing": "Phasing Player"}
#: A status with more entries than this is shown as counts.
_MANY = 16


def _seats(game: Game, text: str) -> dict[str, Entrant]:
    """The commander of each side, from the option ``--commanders``."""
    try:
        return assign_sides(choose_commanders(text), game.sides)
    except ValueError as error:
        raise CommandError(str(error), 2) from None


def _screen(match: Match) -> Panel:
    """A panel with the turn, the status and the latest events."""
    game = match.game
    status = game.reading.status(match.state)
    turns = match.scenario.turns
    turn = min(int(status.get("turn", 0)), turns)
    bar = Table.grid(padding=(0, 1))
    done = turn if match.over else turn - 1
    bar.add_row(f"turn {turn} of {turns}", ProgressBar(total=turns, completed=done, width=40))
    facts = Table.grid(padding=(0, 2))
    for key, value in status.items():
        if key not in ("turn", "turns"):
            facts.add_row(Text(_capital(_word(game, key)), style="bold"), _fact(game, value))
    facts.add_row(Text("Actions", style="bold"), str(match.version))
    events = [Text(f"{event.rule:>6}  {event.text}", overflow="ellipsis", no_wrap=True) for event in match.events[-8:]]
    return Panel(Group(bar, facts, "", *events), title=f"{game.title}: {match.scenario.title}")


def _word(game: Game, key: str) -> str:
    """A key of the status as players read it: as the game names it, or with the names of sides."""
    if given := game.reading.words.get(key) or _WORDS.get(key):
        return given
    return " ".join(game.side_names.get(part, part) for part in key.replace("_", " ").split())


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _fact(game: Game, value: Any) -> str:
    if isinstance(value, Mapping) and len(value) > _MANY:  # one entry a unit: count equal ones
        counts = Counter(str(item) for item in value.values())
        return ", ".join(f"{number} × {item}" for item, number in sorted(counts.items()))
    if isinstance(value, Mapping):
        return ", ".join(f"{_word(game, key)} {_fact(game, item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value == "" else str(game.side_names.get(value, value))


# -- many games -----------------------------------------------------------------------------------


def sim(
    name: str = GAME,
    scenario: str | None = SCENARIO,
    games: int = typer.Option(100, "--games", "-n", min=1, max=1_000_000, help="Number of games."),
    jobs: int = JOBS,
    seed: str = typer.Option("1", help="Seed of the whole simulation; the results do not depend on --jobs."),
    commanders: str = COMMANDERS,
) -> None:
    """Simulate many games between commanders: wins by level, length, losses, score."""
    game = choose_game(name)
    chosen = choose_scenario(game, scenario)
    who = tuple(_seats(game, commanders).values())
    began = time.perf_counter()
    with progress_bar() as progress:
        task = progress.add_task(f"{game.title}: {chosen.title}", total=games)
        summary = simulate(
            name, chosen.id, games, jobs, seed, commanders=who, on_result=lambda _: progress.advance(task)
        )
    took = time.perf_counter() - began
    if summary.finished:
        console.print(_levels(game, summary))
        console.print(_figures(game, summary))
    choices = sum(o.choices for o in summary.outcomes)
    pace = f"{games / took:.1f} games/s, {choices / took:.0f} choices/s"
    console.print(f"{games} games, {choices} choices in {took:.1f} s: {pace}")
    for outcome in summary.faults[:20]:
        err(f"game {outcome.number}, seed {seed}: {outcome.fault}")
    if summary.faults:
        err(f"{len(summary.faults)} of {games} games did not finish")
        raise typer.Exit(1)


def _levels(game: Game, summary: Summary) -> Table:
    table = Table(title=f"{game.title}, {game.scenarios[summary.scenario].title}: wins by level")
    table.add_column("winner")
    table.add_column("level")
    for head in ("games", "share", "95%"):
        table.add_column(head, justify="right")
    total = len(summary.finished)
    for winner, wins in summary.wins.items():
        for (who, level), count in summary.levels.items():
            if who == winner:
                table.add_row(game.side_names.get(who, who), level, *_share(count, total))
        table.add_row(game.side_names.get(winner, winner) or "nobody", "all", *_share(wins, total), style="bold")
        table.add_section()
    return table


def _share(count: int, total: int) -> tuple[str, str, str]:
    """A count, its share, and the 95% interval of the share (Wilson)."""
    low, high = wilson(count, total)
    return str(count), f"{count / total:.1%}", f"{low:.0%}–{high:.0%}"


def _figures(game: Game, summary: Summary) -> Table:
    table = Table(title="Figures")
    table.add_column("figure")
    for head in ("mean", "lowest", "median", "highest"):
        table.add_column(head, justify="right")
    first = summary.finished[0]
    rows = {"length in choices": [o.choices for o in summary.finished]}
    for side in first.losses:
        rows[f"counters lost: {game.side_names.get(side, side)}"] = [o.losses[side] for o in summary.finished]
    for side in first.score:
        rows[f"score: {game.side_names.get(side, side)}"] = [o.score.get(side, 0) for o in summary.finished]
    for name, figures in rows.items():
        values = sorted(figures)
        middle = statistics.median(values)
        table.add_row(name, f"{statistics.fmean(values):.1f}", f"{values[0]:g}", f"{middle:g}", f"{values[-1]:g}")
    return table


# -- the soak test --------------------------------------------------------------------------------


def soak(
    game: str | None = typer.Argument(None, metavar="[GAME]", help="Id of a game. Default: all games."),
    games: int = typer.Option(10_000, min=0, help="Random games for each game, divided among its scenarios."),
    forged: int = typer.Option(100_000, min=0, help="Illegal actions to try in each scenario."),
    position: list[Path] = typer.Option(
        [],
        metavar="FILE",
        help="Begin at the position in this file, or at the end of a record, instead of a scenario. May be repeated.",
    ),
    jobs: int = JOBS,
    seed: str = typer.Option("1", help="Seed of the whole test."),
) -> None:
    """Test the rules: play many random games and try many illegal actions. Any error fails the test."""
    reports: list[SoakReport] = []
    starts = [_position_start(path, game) for path in position]
    if not starts:
        titles = [choose_game(name) for name in ([game] if game else all_games())]
        starts = [_Start(title.id, scenario) for title in titles for scenario in title.scenarios]
    counts = Counter(start.game for start in starts)
    with progress_bar() as progress:
        for number, start in enumerate(starts):
            earlier = sum(other.game == start.game for other in starts[:number])
            share = _share_of(games, earlier, counts[start.game])
            task = progress.add_task(" ".join(start[:3]).rstrip(), total=share + batches(forged))
            soak_it = partial(soak_scenario, position=start.position, origin=start.origin)
            tick = partial(progress.advance, task)
            reports.append(soak_it(start.game, start.scenario, share, forged, jobs, seed, tick=tick))
    _report(reports)


class _Start(NamedTuple):
    """Where games of a soak test begin."""

    game: str
    scenario: str
    #: the name of the file of a position, and its text
    position: str = ""
    origin: str = ""


def _position_start(path: Path, game: str | None) -> _Start:
    """The start at a position in a file, which must be of the game if one is named."""
    match = load_match(path, what=EITHER)
    if match.over or game not in (None, match.game.id):
        wrong = "the game is over" if match.over else f"this is a position of {match.game.id!r}, not of {game!r}"
        raise CommandError(f"{path}: {wrong}")
    return _Start(match.game.id, match.scenario.id, path.stem, match.position())


def _share_of(games: int, number: int, starts: int) -> int:
    """How many of the games begin at one of several starts, counted from 0."""
    each, left = divmod(games, starts)
    return each + (number < left)


_FIGURES = ("games", "choices", "longest", "forged", "errors")


def _report(reports: list[SoakReport]) -> None:
    table = Table(title="Soak")
    table.add_column("game")
    table.add_column("scenario")
    if any(r.position for r in reports):
        table.add_column("position")
    for head in _FIGURES:
        table.add_column(head, justify="right")
    for r in reports:
        names = (r.game, r.scenario, r.position) if len(table.columns) > len(_FIGURES) + 2 else (r.game, r.scenario)
        table.add_row(*names, *(str(n) for n in (r.games, r.choices, r.longest, r.forged, len(r.faults))))
    console.print(table)
    faults = [f"{r.game} {r.position or r.scenario}: {fault}" for r in reports for fault in r.faults]
    for fault in faults[:50]:
        err(fault)
    if faults:
        err(f"errors found: {len(faults)}")
        raise typer.Exit(1)
