"""Shared by the toy games: a board in memory, and a library that has the toys instead of the real games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from grognard.engine import library
from grognard.engine.board import Board
from grognard.engine.contents import Counter
from grognard.engine.game import Game
from grognard.hexes import Grid
from grognard.hexes.grid import Sheet

#: The fingerprint of games that have no data files.
DATA = "70797079cafe0000"


def clear_board(lines: tuple[int, int], positions: tuple[int, int], *, sheets: tuple[Sheet, ...] = ()) -> Board:
    """A board of clear hexes. With sheets its lines are rows that count southwards, as in ``rhine``."""
    grid = Grid(
        lines,
        positions,
        lines_run="south" if sheets else "east",
        positions_run="east" if sheets else "south",
        sheets=sheets,
    )
    board = Board(grid, "a toy board", playable=grid.all)
    board.terrain["clear"] = grid.all
    board.terrain_at.update(dict.fromkeys(grid, "clear"))
    return board


def counter(name: str, side: str, **values: int) -> Counter:
    return Counter(name, side, name, "infantry", values, "-".join(str(v) for v in values.values()))


@contextmanager
def library_of(*games: Game) -> Iterator[None]:
    """The library with these games in it and no others, so that records and positions find them."""
    titles = {g.id: type(g) for g in games}
    by_id = {g.id: g for g in games}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "_game_types", lambda: titles)
        patch.setattr(library, "_load", lambda name, overlay: by_id[name])
        yield
