"""The command line that the benchmarks of games share."""

from __future__ import annotations

import argparse

from grognard.engine.library import games
from grognard.lab.provenance import commit, machine


def read_options(about: str, figure: str, default: float, help_: str) -> argparse.Namespace:
    """Read the games, one number and --save from the command line; print the machine and the commit."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("games", nargs="*", help="ids of games (default: all)")
    parser.add_argument(f"--{figure}", type=type(default), default=default, help=help_)
    parser.add_argument("--save", action="store_true", help="add the figures to bench/results.md")
    args = parser.parse_args()
    unknown = [name for name in args.games if name not in games()]
    if unknown:
        parser.error(f"unknown game {unknown[0]!r}; choose from: {', '.join(games())}")
    print(machine())
    print(f"commit {commit()}")
    args.games = args.games or list(games())
    return args
