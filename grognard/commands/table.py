"""The web table from the command line."""

from __future__ import annotations

import typer

from .common import CommandError


def table(
    host: str = typer.Option("127.0.0.1", help="Address to listen on; 0.0.0.0 lets others in."),
    port: int = typer.Option(8444, min=1, max=65535, help="Port to listen on; if it is busy, the next free one."),
    browser: bool = typer.Option(True, "--browser/--no-browser", help="Open a browser where there is one."),
) -> None:
    """Open the web table: play in the browser, against the machine, at one screen or by invitation."""
    from ..table.serve import serve
    from ..table.settings import read_settings

    try:
        serve(read_settings(), host, port, browser=browser, say=typer.echo)
    except OSError as error:
        raise CommandError(f"the table cannot listen on {host}, port {port}: {error.strerror}") from None
    except ValueError as error:
        raise CommandError(str(error), 2) from None
