"""Can the Allies leave the map on Turn 1? Chances computed roll by roll, and a bound without dice."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from grognard import Action
from grognard.engine.step import DICE
from grognard.games.rhine import ground
from grognard.hexes import bits, reach
from tests.rhine.table import game

NORTH, SOUTH = "north", "south"
_GAME: Any = game()
_GRID = _GAME.board.grid
#: By sector with full supply: where units enter, their movement points, where they may go, and whether they may begin
#: column movement in an enemy zone (9.5, 10.20). F2A may go anywhere. The fastest of each kind on Turn 1.
_MOVERS = {
    NORTH: (("US N", 13, _GAME.north, False), ("BC", 12, _GAME.north, False), ("US N", 12, _GAME.land, False)),
    SOUTH: (("US SW", 13, _GAME.south, True), ("US N", 12, _GAME.land, False)),
}
_FULL = {NORTH: _GAME.north, SOUTH: _GAME.south}
DROP_HEXES = (_GAME.board.terrain["clear"] | _GAME.towns) & _GAME.land & ~_GAME.cities & ~_GAME.ruhr & ~_GAME.hook


def open_way(germans: int, corps: int, sector: str) -> str:
    """How an Allied unit leaves the map or enters the Ruhr on Turn 1, with Germans and corps in these hexes; or "".

    Whoever walks first clears West Wall hexes for those who follow in column.
    """
    zone, costs = _GAME.zones.of(germans), _GAME.terrain_costs("allied")
    if corps:
        costs = ground.changed(_GAME, "allied", costs, corps, flood=False)
    walks = []
    for name, points, area, patton in _MOVERS[sector]:
        closed = germans | _GAME.hook | _GAME.land & ~area
        doors = _GAME.entries[name] & _FULL[sector] & ~closed
        walks.append(
            (points, closed, doors if patton else doors & ~zone, reach(costs, doors, points, stop=zone, block=closed))
        )
    wall = _GAME.west_wall & ~corps
    for *_, walked in walks:
        wall &= ~walked.all
    for points, closed, doors, walked in walks:
        column = reach(costs, doors, 2 * points, block=closed | (zone | wall) & ~doors)
        for found, most in ((walked, points), (column, 2 * points)):
            if found.all & _GAME.ruhr:
                return "into the Ruhr"
            for h in bits(found.all & _GAME.east_edge & ~zone):
                if (found.cost(h) or 0) < most:
                    return " ".join(_GAME.place_name(x) for x in found.path(h))
    return ""


def plans(germans: int, sector: str) -> Iterator[int]:
    """Every choice of one or two drop hexes that takes something away: hexes with Germans or in the West Wall."""
    worth = [h for h in bits(DROP_HEXES & _FULL[sector]) if (germans | _GAME.west_wall) >> h & 1]
    for i, h in enumerate(worth):
        yield 1 << h
        for other in worth[:i]:
            if _GRID.distance(h, other) <= _GAME.tables.airborne_apart:
                yield 1 << h | 1 << other


def chance(s: Any) -> Fraction:
    """The chance that a way is open when the airborne phase of this state is over.

    Both sides fight the battles for the drop hexes as well as they can. A roll that changes nothing is rolled again.
    """
    seat = _GAME.seat(s)
    if _GAME.step(s).name == "reinforce":
        corps = sum(1 << h for h in {s.at[_GAME.corps1], s.at[_GAME.corps18]} if h >= 0)
        return Fraction(bool(open_way(s.occupied[1], corps, (NORTH, SOUTH)[s.sector - 1])))
    if seat == DICE:
        total, weights = Fraction(0), 0
        for roll, weight in _GAME.step(s).outcomes(s):
            after = _after(s, roll)
            if after != s:
                total, weights = total + weight * chance(after), weights + weight
        return total / weights
    replies = [chance(_after(s, action)) for action in _actions(s)]
    return max(replies) if seat == "allied" else min(replies)


def _actions(s: Any) -> Iterator[Any]:
    for verb, args in _GAME.offer(s).items():
        for arg in bits(args):
            if verb not in ("lift", "supply", "top"):
                yield Action(verb, arg)


def _after(s: Any, action: Any) -> Any:
    after = s.copy()
    _GAME.do(after, action)
    return after
