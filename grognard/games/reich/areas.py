"""The parts of the map that limit movement and attacks, and who they bind (8.7, 10.2, 10.7, 17.1)."""

from __future__ import annotations

from ...engine.board import Board
from ...hexes import bits
from .ground import Ground
from .roster import Roster
from .tables import Tables

#: Units that special rules treat alike: US and French units by their symbol (10.7.2), SHAEF, and the two German types.
KINDS = ("commonwealth", "white", "red", "shaef", "mechanized", "infantry")
AMERICAN, GERMANS = ("white", "red"), ("mechanized", "infantry")
ALLIES = ("commonwealth", "white", "red", "shaef")


class Areas:
    """The regions of special movement rules, and the units that they bind."""

    def __init__(self, board: Board, ground: Ground, roster: Roster, tables: Tables) -> None:
        def region(name: str) -> int:
            return board.regions[name].set

        self.west, self.east = ground.west, ground.east
        self.army21, self.army12, self.army6 = (region(f"{n} Army Group area") for n in ("21st", "12th", "6th"))
        self.exclusion = region("Normandy Exclusion Zone")
        self.barred_columns = region("CW barred columns")
        self.ike = region("Ike's Blind Spot")
        self.ike_rim = self.ike | board.grid.neighbours(self.ike)
        self.monty = region("Monty's Blind Spot")
        self.holland = ground.holland
        self.near_holland = self.holland | board.grid.neighbours(self.holland)
        self.garrisons = region("Fortress Holland garrison cities")
        self.paris = region("Paris")
        self.dams = region("Roer Dams")
        self.west_bank, self.east_bank = region("Seine Line west bank"), region("Seine Line east bank")
        self.germany = ground.germany
        #: hexsides of the Seine Line that can be crossed, from west to east
        self.over_seine = tuple(
            (a, b)
            for a in bits(self.west)
            for b in bits(board.grid.neighbours(1 << a) & self.east)
            if ground.land >> a & 1 and ground.land >> b & 1 and ground.is_open(a, b)
        )
        american = roster.us | roster.french
        #: US and French units with the white and with the red symbol (10.7.2)
        self.white = american & roster.commands["12AG"]
        self.red = american & roster.commands["6AG"]
        self.american = american
        self.american_divisions = american & roster.divisions
        kinds = (
            roster.commonwealth,
            self.white,
            self.red,
            roster.shaef,
            roster.mechanized,
            roster.german & ~roster.mechanized,
        )
        units = range((roster.combat | roster.support).bit_length())
        #: the kind of each unit; support units have none
        self.kind_of = [next((k for k, of in zip(KINDS, kinds, strict=True) if of >> u & 1), "") for u in units]
        #: closed hexes by kind of unit and what they depend on
        self.known: dict[tuple[object, ...], int] = {}
        #: the same of attacks: hexes out of which a kind may not attack, and those that it may not attack
        self.known_pairs: dict[tuple[object, ...], tuple[int, int]] = {}
        #: hexes east of the Seine Line where the Commonwealth may not operate (10.7.2)
        self.south_east = self.east & ~self.army21
        #: units of the 15th Army that are not released on a turn, by turn (10.7.8)
        self.held = [
            sum(1 << u for u, release in enumerate(roster.release) if release > turn)
            for turn in range(len(tables.track) + 2)
        ]
