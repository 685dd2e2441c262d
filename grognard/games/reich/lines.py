"""Chapters 8.1 to 8.4: Supply Lines as sets of hexes, supply sources, and what supplies units without a line.

Nothing here reads a state, so the same functions serve units, towns and hexes in which nobody is yet.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...engine.board import Board
from ...hexes import flood
from .ground import Ground
from .tables import Tables


@dataclass(frozen=True)
class Situation:
    """Obstacles to the lines of a side: enemy units, their zones, and intact forts for the Allies (8.2)."""

    enemies: int
    #: hexes in enemy zones
    zone: int
    #: hexes with units of the side, which cancel zones (6.4)
    own: int
    #: intact forts, if they stop the side
    forts: int = 0

    @property
    def closed(self) -> int:
        """Hexes that no line enters."""
        return self.enemies | self.zone & ~self.own | self.forts


@dataclass(frozen=True)
class Ports:
    """The Allied sources that depend on the course of the game (8.3.B)."""

    turn: int
    #: Allied hexes
    allied: int
    #: the turn from which Cherbourg is Operational, or 0
    cherbourg: int
    #: whether Antwerpen is Operational
    antwerp: bool


class Lines:
    """The Supply Lines of the board, with the results of recent floods."""

    def __init__(self, ground: Ground, tables: Tables) -> None:
        self.ground = ground
        board = ground.board
        self.cherbourg, self.antwerp = (_named(board, name) for name in ("Cherbourg", "Antwerpen"))
        self.ruhr = board.regions["Ruhr Cities"].set
        self.last_beaches = tables.numbers["entry"]["beaches_last"]
        self._memory: dict[tuple[int, int], int] = {}

    # -- sources -----------------------------------------------------------------------------

    def allied_sources(self, ports: Ports) -> int:
        """Full sources of every Allied unit (8.3.B)."""
        found = self.ground.beaches if ports.turn <= self.last_beaches else 0
        if self.serves_cherbourg(ports):
            found |= 1 << self.cherbourg
        if ports.antwerp and ports.allied >> self.antwerp & 1:
            found |= 1 << self.antwerp
        return found

    def serves_cherbourg(self, ports: Ports) -> bool:
        """Whether Cherbourg is Allied and Operational (8.6.B)."""
        return 0 < ports.cherbourg <= ports.turn and bool(ports.allied >> self.cherbourg & 1)

    @property
    def southern(self) -> int:
        """The A-D hexes: sources of the 6th Army Group, and of others against Attrition only (8.3.B)."""
        return self.ground.entrances["A-D"]

    def german_sources(self, edge: int = 0) -> int:
        """The East edge (8.3.A), or the hexes that a scenario puts in its place (ruling 3.3.Dh)."""
        return edge or self.ground.entrances["E"]

    # -- lines -------------------------------------------------------------------------------

    def hexes(self, sources: int, now: Situation) -> int:
        """Hexes from which a line leads to a source (8.1, 8.2).

        What is in the first hex of a line does not matter, but no enemy is there. Entrance hexes off the map are ends
        of lines only (ruling 7.1.2b).
        """
        closed = now.closed
        key = sources, closed
        found = self._memory.get(key)
        if found is None:
            costs, ground = self.ground.lines, self.ground
            through = flood(costs, sources & ~closed, block=closed | ground.off_map & ~sources)
            found = through | costs.next(through)
            if len(self._memory) > 64:
                self._memory.clear()
            self._memory[key] = found
        return (found | sources & now.own) & ~now.enemies

    # -- without a line ----------------------------------------------------------------------

    def fed(self, forts: int) -> int:
        """Hexes whose German units are always in supply (8.4): Ruhr Cities and intact Coastal Forts but Cherbourg."""
        return self.ruhr | forts & self.ground.forts["coastal"] & ~(1 << self.cherbourg)

    def sheltered(self, forts: int) -> int:
        """Hexes whose German units never suffer Attrition (8.4, 15.0.A)."""
        return self.ruhr | forts & self.ground.forts["coastal"]


def _named(board: Board, name: str) -> int:
    """The hex with a name."""
    return next(h for h, printed in board.names.items() if printed == name)
