"""Remembered results that are still true.

Every answer is kept with all that it depends on. It is used again only where that is equal, so it never changes what
follows; a state says all, and any state may be asked about at any time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...mechanics.command import Command
    from .assignment import Prospects
    from .movement import Front, March, Mover, Route
    from .state import AachenState
    from .supply import Lines


class Memory:
    """The answers that a game keeps."""

    def __init__(self) -> None:
        #: by units: how they move together
        self.movers: dict[tuple[int, ...], Mover] = {}
        #: by side: the last front, by enemy places and zones, turn and scenario
        self.fronts: list[tuple[tuple[int, ...], Front | None]] = [((), None), ((), None)]
        #: the last stack on its way, by units, hex, points spent, whether it was next to an enemy, and front
        self.march: tuple[tuple[object, ...], March | None] = ((), None)
        #: the last path of more than one step, with the front, the units and the goal
        self.route: Route | None = None
        #: by side: the zone of control, by the hexes with undisrupted units of both types
        self.zones: list[tuple[int, int, int]] = [(0, 0, 0), (0, 0, 0)]
        #: by side: what the last question about open paths depended on, and its answer
        self.paths: list[tuple[tuple[int, ...], tuple[int, int]]] = [((), (0, 0)), ((), (0, 0))]
        #: the last assignments, and the members of every formation
        self.members: tuple[list[int], list[int]] = ([], [])
        #: the last question which units of a formation are in command: it, the units and all places, by its commands
        self.led: tuple[tuple[object, ...], int] = ((), 0)
        #: the last question which of many units are in command: they, all places, zones and assignments
        self.commanded: tuple[tuple[object, ...], int] = ((), 0)
        #: the places, levels and so on for which raids on the road of supply were last computed, and the formations
        self.raids: tuple[tuple[object, ...], tuple[int, ...]] = ((), ())
        #: by formation and class of mover: the last open paths and hex of its HQ, and the command
        self.last_commands: dict[tuple[int, str], tuple[tuple[int, int], int, Command]] = {}
        #: by side: for some units the HQs that could take each, by the units, all places, zones, turn and scenario
        self.takers: list[tuple[tuple[object, ...], dict[int, int]]] = [((), {}), ((), {})]
        #: by side: the last prospects of assignment, by places, zones, assignments, turn and scenario
        self.prospects: list[tuple[tuple[object, ...], Prospects | None]] = [((), None), ((), None)]
        #: by side: the units that may arrive, by the turn, the scenario and all places
        self.due: list[tuple[tuple[object, ...], int]] = [((), 0), ((), 0)]
        #: by side: the last supply lines, with the open paths and the scenario
        self.lines: list[Lines | None] = [None, None]
        #: by scenario: its opening state
        self.openings: dict[str, AachenState] = {}
        #: by the hex of an HQ, the HQ, the class of mover, and hexes closed to paths and in enemy zones
        self.commands: dict[tuple[int, int, str, int, int], Command] = {}
