"""The command ``grognard``. Its subcommands are in ``grognard.commands``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import typer

from . import __version__
from .commands import lab, library, pbem, records, tournament
from .commands import table as web
from .commands.common import EXAMPLE, STRONGEST, CommandError, err
from .engine.action import Refusal
from .engine.data import DataError
from .engine.position import PositionError
from .engine.record import RecordError

app = typer.Typer(
    name="grognard",
    help="Hex-and-counter wargames that enforce their rules: play, replay, simulate, draw.",
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"grognard {__version__}")
        raise typer.Exit


@app.callback(
    epilog=f"To start:\n\ngrognard games\n\ngrognard play {EXAMPLE}\n\n"
    f"grognard sim {EXAMPLE} --games 200 --jobs 2\n\n"
    "grognard COMMAND --help explains a command, with examples."
)
def _grognard(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    pass


def _add(name: str, command: Callable[..., Any], *examples: str) -> None:
    """Register a subcommand; its help ends with examples to copy."""
    app.command(name, epilog="\n\n".join(["Examples:", *examples]))(command)


def _add_group(name: str, group: typer.Typer, command: Callable[..., Any], *examples: str) -> None:
    """Register a command that has subcommands of its own."""
    group.callback(invoke_without_command=True, epilog="\n\n".join(["Examples:", *examples]))(command)
    app.add_typer(group, name=name)


_add("games", library.games, "grognard games")
_add_group(
    "table",
    web.app,
    web.table,
    "grognard table",
    "grognard table --host 0.0.0.0 --port 8000 --no-browser",
    "grognard table migrate postgresql://table@127.0.0.1/table",
)
web.app.command("migrate")(web.migrate)
_add(
    "play",
    lab.play,
    f"grognard play {EXAMPLE}",
    f"grognard play {EXAMPLE} --seed 1944 --pace 0 -o game.record",
    f"grognard play {EXAMPLE} --commanders {STRONGEST},random",
)
_add(
    "new",
    records.new,
    f"grognard new {EXAMPLE} -o game.record",
    f"grognard new {EXAMPLE} --seed 1944 --show-seed -o game.record",
)
_add(
    "sim",
    lab.sim,
    f"grognard sim {EXAMPLE} --games 1000 --jobs 2",
    f"grognard sim {EXAMPLE} --games 100 --seed 7",
    f"grognard sim {EXAMPLE} --commanders {STRONGEST} --games 20",
)
_add(
    "tournament",
    tournament.tournament,
    f"grognard tournament {EXAMPLE} --commanders {STRONGEST},random --games 20",
    f"grognard tournament all --commanders {STRONGEST}:60,{STRONGEST}:20,random --games 100 --out games.json "
    "--out report.md",
)
_add(
    "replay",
    records.replay,
    "grognard replay game.record",
    "grognard replay game.record --to 120 --position > position.txt",
)
_add("verify", records.verify, "grognard verify game.record")
_add(
    "draw",
    records.draw,
    f"grognard draw {EXAMPLE} -o board.svg",
    f"grognard draw {EXAMPLE} game.record --to 120 -o board.svg --charts charts/",
)
_add(
    "odds",
    records.odds,
    "grognard odds game.record --to 120",
    "grognard odds position.txt --play 'attack 0603' --play 'with 1/8'",
)
app.add_typer(pbem.app, name="pbem")
_add(
    "ledger",
    library.ledger,
    "grognard ledger",
    f"grognard ledger {EXAMPLE} CLAUSE",
    f"grognard ledger {EXAMPLE} --missing",
)
_add(
    "validate",
    library.validate,
    f"grognard validate {EXAMPLE}",
    f"grognard validate {EXAMPLE} --overlay my-corrections/",
)
_add("soak", lab.soak, f"grognard soak {EXAMPLE} --games 100 --forged 1000")


def main(argv: list[str] | None = None) -> None:
    """Run the command. An error is printed as one line on the error stream and gives an exit code."""
    arguments = sys.argv[1:] if argv is None else argv
    try:
        code = app(arguments or ["--help"], prog_name="grognard", standalone_mode=False)
    except CommandError as error:
        _exit_with(str(error), error.code)
    except typer.TyperException as error:
        _exit_with(error.format_message(), error.exit_code)
    except DataError as error:
        first, *more = error.problems
        rest = f" (and {len(more)} more; grognard validate lists all errors)" if more else ""
        _exit_with(f"{first}{rest}", 1)
    except (RecordError, PositionError, Refusal) as error:
        _exit_with(str(error), 1)
    sys.exit(code if isinstance(code, int) else 0)


def _exit_with(message: str, code: int) -> None:
    if message.strip():  # without a message, the help of a group of commands has just been printed
        err(" ".join(message.split()))
    sys.exit(code)
