"""Chapter 7.2: whether and when eliminated units come back."""

from __future__ import annotations

from .roster import Roster
from .tables import Tables

#: The ways of coming back. The first four are rows of the table of returns.
ARMORED, INFANTRY, COMMONWEALTH, MECHANIZED = "armored", "infantry", "commonwealth", "mechanized"
#: German infantry waits in the cup; units with a dot never return.
CUP, NEVER = "cup", ""


class Schedule:
    """The return of eliminated units by the turn track (7.2.1, 7.2.2)."""

    def __init__(self, roster: Roster, tables: Tables) -> None:
        self.roster, self.numbers = roster, tables.numbers["returns"]

    def way(self, unit: int) -> str:
        """How a unit comes back. Allied units that are not armored return as infantry (ruling 7.2.1.Cb)."""
        roster, bit = self.roster, 1 << unit
        if not roster.replaceable & bit:
            return NEVER
        if roster.german & bit:
            return MECHANIZED if roster.mechanized & bit else CUP
        if roster.types["armored"] & bit:
            return ARMORED
        return COMMONWEALTH if roster.commonwealth & bit else INFANTRY

    def return_turn(self, unit: int, turn: int, turns: int, taken: int = 0, *, declined: bool = False) -> int:
        """The turn on which a unit that is lost now comes back by the track, or 0 (7.2.1.A, 7.2.1.B, 7.2.C).

        ``turns`` is the last turn of the scenario, ``taken`` has the divisions that have come back once already, and
        ``declined`` is whether there is no counteroffensive any more. Before that is known, Turn 12 is the limit of
        Mechanized units (ruling 7.2.2.Aj).
        """
        way = self.way(unit)
        if way in (CUP, NEVER) or taken & self.roster.mech_divisions & 1 << unit:
            return 0
        last = min(turns, self.numbers["last"])
        if way == MECHANIZED:
            last = min(last, self.numbers["mechanized_last_undeclared" if declined else "mechanized_last"])
        back = turn + self.numbers[way]
        return back if back <= last else 0

    def to_cup(self, unit: int, turn: int) -> bool:
        """Whether a unit that is eliminated now goes into the cup (7.2.2.B, ruling 7.2.2.Bf)."""
        return self.way(unit) == CUP and turn <= self.numbers["cup_last"]

    def to_watch(self, unit: int, turn: int) -> bool:
        """Whether a unit that is eliminated now may go into the Watch on the Rhine Box (7.2.2.A)."""
        return self.way(unit) == MECHANIZED and turn <= self.numbers["box_last"]
