"""``grognard table``: the web table."""

from __future__ import annotations

import typer

from .common import CommandError


def table(
    host: str = typer.Option(
        "127.0.0.1", help="Address to listen on; 0.0.0.0 accepts connections from other computers."
    ),
    port: int = typer.Option(
        8444, min=1, max=65535, help="Port to listen on. If it is taken, the next free one is used."
    ),
    browser: bool = typer.Option(True, "--browser/--no-browser", help="Open the table in a browser, if there is one."),
) -> None:
    """Start the web table: play in the browser, against the computer, hot seat or by invitation link."""
    from ..table.serve import serve
    from ..table.settings import read_settings

    try:
        serve(read_settings(), host, port, browser=browser, say=typer.echo)
    except OSError as error:
        raise CommandError(
            f"the table cannot listen on {host}, port {port}: {error.strerror}; choose another --host or --port"
        ) from None
    except ValueError as error:
        raise CommandError(str(error), 2) from None
