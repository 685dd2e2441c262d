"""``grognard table``: the web table, and its database."""

from __future__ import annotations

import asyncio

import typer

from .common import CommandError

app = typer.Typer(invoke_without_command=True, rich_markup_mode="rich")


def table(
    context: typer.Context,
    host: str = typer.Option(
        "127.0.0.1", help="Address to listen on; 0.0.0.0 accepts connections from other computers."
    ),
    port: int = typer.Option(
        8444, min=1, max=65535, help="Port to listen on. If it is taken, the next free one is used."
    ),
    fixed: bool = typer.Option(False, "--fixed-port", help="Do not use another port if it is taken."),
    browser: bool = typer.Option(True, "--browser/--no-browser", help="Open the table in a browser, if there is one."),
) -> None:
    """Start the web table: play in the browser, against the computer, hot seat or by invitation link."""
    if context.invoked_subcommand is not None:
        return
    from ..table.serve import serve
    from ..table.settings import read_settings

    try:
        serve(read_settings(), host, port, browser=browser, fixed=fixed, say=typer.echo)
    except OSError as error:
        raise CommandError(
            f"the table cannot listen on {host}, port {port}: {error.strerror}; choose another --host or --port"
        ) from None
    except ValueError as error:
        raise CommandError(str(error), 2) from None


def migrate(
    target: str = typer.Argument(
        ..., metavar="TO", help="An empty database: postgresql://user@host/name or sqlite:///file."
    ),
    source: str = typer.Option("", "--from", help="The database to copy; by default the one that the table uses."),
) -> None:
    """Copy all matches, seats, chats and accounts to another database. Stop the table first."""
    from sqlalchemy.exc import SQLAlchemyError

    from ..table.migrate import migrate as copy
    from ..table.settings import database_url, read_settings

    try:
        old = database_url(source) if source else read_settings().database
        asyncio.run(copy(old, database_url(target), typer.echo))
    except ValueError as error:
        raise CommandError(str(error), 2) from None
    except (OSError, SQLAlchemyError) as error:
        raise CommandError(f"the database cannot be copied: {error}") from None
    typer.echo("Everything is copied. Start the table with the new database as DATABASE_URL.")
