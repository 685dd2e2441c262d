"""Chapter 10.6 to 10.17 and 12.7: movement costs, and hexsides that can be crossed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.board import Board, hexside
from ...hexes import Costs, bits
from ...mechanics.zones import Zones

if TYPE_CHECKING:
    from .game import RhineGame

_WATER = ("all-sea", "estuary")


def mover_class(game: RhineGame, unit: int) -> str:
    """The class of units with the same movement costs."""
    name = game.counters[unit].side
    if game.roster.mountain >> unit & 1:
        return f"{name} mountain"
    return f"{name} commando" if game.roster.commandos >> unit & 1 else name


def costs(game: RhineGame, who: str) -> Costs:
    """Movement costs of a class of units by the terrain alone."""
    board, grid, tables = game.board, game.board.grid, game.tables
    words = who.split()
    enter = tables.enter_mountain if "mountain" in words else tables.enter
    cross = dict(tables.cross["german" if who == "fifteenth" else words[0]])
    if "commando" in words:
        cross["estuary"] = cross["river"]
    elif who == "fifteenth":
        cross["estuary"] = 0

    def step(h: int, direction: int) -> int | None:
        n = grid.neighbour(h, direction)
        if n is None or not (game.land >> h & game.land >> n & 1) or game.hook >> n & 1:
            return None
        edge = board.hexsides.get(hexside(h, n))
        extra = 0 if edge is None else cross.get(edge.kind)
        return None if extra is None else _price(game, who, enter, h, n) + extra

    return Costs(grid, step)


def changed(game: RhineGame, who: str, base: Costs, corps: int, *, flood: bool) -> Costs:
    """These costs with a flood (10.18) and with airborne corps, next to which every hex costs 1 (12.7)."""
    grid = game.board.grid
    prices = {}
    eased = corps | grid.neighbours(corps)
    for n in bits((game.flood_hexes if flood else 0) | eased):
        for h in grid.neighbour_list(n):
            price = base.step(h, n)
            if price is not None:
                prices[h, n] = 1 if eased >> n & 1 else price + game.tables.flood_cost
    return base.changed(prices)


def _price(game: RhineGame, who: str, enter: object, h: int, n: int) -> int:
    """The cost of entering a hex from a neighbour (10.8 to 10.16)."""
    road = game.board.roads.get(hexside(h, n))
    if road is not None and road.kind == "highway":
        return game.tables.highway
    built = game.built(n)
    if built:
        return game.tables.enter[built] or 1
    if who == "fifteenth" and game.coastal_polder >> n & 1:
        return game.tables.enter["clear"] or 1
    prices: dict[str, int] = enter  # type: ignore[assignment]
    return prices[game.board.terrain_at[n]]


def lines(board: Board, land: int) -> tuple[Costs, Costs, Costs, Costs]:
    """Steps for attacks, retreats and supply: all, and without blocked hexsides; then both for commandos."""

    def crossing(closed: tuple[str, ...]) -> Costs:
        def step(h: int, direction: int) -> int | None:
            n = board.grid.neighbour(h, direction)
            if n is None or not (land >> h & land >> n & 1):
                return None
            edge = board.hexsides.get(hexside(h, n))
            return None if edge is not None and edge.kind in closed else 1

        return Costs(board.grid, step)

    return crossing(_WATER), crossing((*_WATER, "blocked")), crossing(("all-sea",)), crossing(("all-sea", "blocked"))


def zones(board: Board) -> Zones:
    """Zones of control, which extend across all hexsides except sea and estuary (7.2), also without supply (7.8)."""
    return Zones(board.grid, [pair for kind in _WATER for pair in board.hexsides_of(kind)])


def distances(board: Board, home: int, among: int = -1) -> dict[int, int]:
    """The distance of each hex, or of each of some hexes, from an area."""
    out: dict[int, int] = {}
    reached, layer, away = 0, home, 0
    left = board.grid.all & among
    while layer and left:
        for h in bits(layer & left):
            out[h] = away
        left &= ~layer
        reached |= layer
        layer = board.grid.neighbours(reached) & ~reached
        away += 1
    return out
