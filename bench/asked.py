"""What the benchmarks of games are asked for on the command line."""

from __future__ import annotations

import argparse

from grognard.engine.library import games
from grognard.lab.provenance import commit, machine


def asked(about: str, figure: str, default: float, help_: str) -> argparse.Namespace:
    """Games, one figure to set, and whether to save; the machine and the commit are told at once."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("games", nargs="*", help="ids of games; all without any")
    parser.add_argument(f"--{figure}", type=type(default), default=default, help=help_)
    parser.add_argument("--save", action="store_true", help="add the figures to bench/results.md")
    args = parser.parse_args()
    unknown = [name for name in args.games if name not in games()]
    if unknown:
        parser.error(f"no game {unknown[0]!r}: there is {', '.join(games())}")
    print(machine())
    print(f"commit {commit()}")
    args.games = args.games or list(games())
    return args
