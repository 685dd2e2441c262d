"""The counters as lists and sets, for quick reading. A unit is a number, a set of units an int."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from ...engine.contents import Counter
from .units import COMMONWEALTH, ENGLAND, FLAK, LANDED, MECHANIZED, STAFF, SUPPORT, TYPES, WAFFEN_SS

#: Movement Allowance of units on their Dropped side (17.9.1).
DROPPED_MOVEMENT = 2


def tagged(counter: Counter, head: str) -> str:
    """The value of a tag such as ``nation:us``, or nothing."""
    return next((tag.partition(":")[2] for tag in sorted(counter.tags) if tag.startswith(f"{head}:")), "")


class Roster:
    """The counters as the rules read them."""

    def __init__(self, counters: tuple[Counter, ...]) -> None:
        self._counters = counters
        having = self._having
        self.by_id = {c.id: i for i, c in enumerate(counters)}
        self.allied = having(lambda c: c.side == "allied")
        self.german = having(lambda c: c.side == "german")
        #: attack[unit][steps] and defense[unit][steps]: 0 for no step, then one step, then two
        self.attack = [_by_steps(c, "attack") for c in counters]
        self.defense = [_by_steps(c, "defense") for c in counters]
        #: strengths on the Dropped side; (0, 0) for other units
        self.dropped = [(c.values["attack2"], c.values["defense2"]) if c.type in LANDED else (0, 0) for c in counters]
        self.steps = [c.values.get("steps", 0) for c in counters]
        self.two_steps = having(lambda c: c.values.get("steps") == 2)
        #: printed Movement Allowance, or -1 where it is variable (10.2, 10.3)
        self.movement = [c.values.get("movement", -1) for c in counters]
        self.printed = having(lambda c: "movement" in c.values)
        self.types = {kind: having(lambda c, k=kind: c.type == k) for side in TYPES.values() for kind in side}  # type: ignore[misc]
        self.nation = [tagged(c, "nation") for c in counters]
        #: 21AG, 12AG, 6AG or any; infantry or mech
        self.command = [tagged(c, "command") for c in counters]
        self._kinds()
        self._arrivals()

    def _having(self, test: Callable[[Counter], bool]) -> int:
        return sum(1 << i for i, c in enumerate(self._counters) if test(c))

    def _of_types(self, *kinds: str) -> int:
        return self._having(lambda c: c.type in kinds)

    def _kinds(self) -> None:
        having = self._having
        self.support = self._of_types(*SUPPORT)
        self.combat = (1 << len(self._counters)) - 1 & ~self.support
        self.staff = self._of_types(*STAFF)
        self.divisions = having(lambda c: c.size == "XX" and c.type not in SUPPORT)
        self.brigades = having(lambda c: c.size == "X")
        self.landed = self._of_types(*LANDED)
        #: those that stack freely one a hex: divisions that land by air (5.2.A.3)
        self.landed_divisions = self.landed & self.divisions
        self.mountain = self.types["mountain"]
        self.flak = self._of_types(*FLAK)
        self.mechanized = self.german & self._of_types(*MECHANIZED)
        self.mech_divisions = self.mechanized & self.divisions
        #: units with a red Attack Strength (14.1.B), and those without a dot (7.2)
        self.mobile = having(lambda c: "mobile" in c.tags)
        self.replaceable = having(lambda c: "replaceable" in c.tags)
        self.ss = having(lambda c: c.formation == WAFFEN_SS)
        self.commonwealth = having(lambda c: tagged(c, "nation") in COMMONWEALTH)
        self.us = having(lambda c: tagged(c, "nation") == "us")
        self.french = having(lambda c: tagged(c, "nation") == "french")
        #: SHAEF, which stacks with every Allied unit (5.2.B)
        self.shaef = having(lambda c: tagged(c, "nation") == "allied")
        self.commands = {
            word: having(lambda c, w=word: tagged(c, "command") == w)  # type: ignore[misc]
            for word in ("21AG", "12AG", "6AG", "any", "infantry", "mech")
        }
        #: printed Attack Strength 0: no zone, and no attack without help (6.2, 13.2.A)
        self.harmless = having(lambda c: not c.values.get("attack"))
        #: units whose reduced side has an Attack Strength of 0 (ruling 6.2i)
        self.blunted = having(lambda c: c.values.get("attack2") == 0) & self.two_steps & ~self.harmless
        #: units that can have a zone of control (6.2)
        self.zoned = self.combat & ~self.harmless & ~self.types["tiger"]
        #: types of which one a hex does not count, by side and word of the stacking chart (5.2.A)
        self.free = {
            "german": {
                "tiger": self.types["tiger"],
                "flak": self.flak,
                "garrison": self.types["garrison"],
                "staff": self.staff & self.german,
            },
            "allied": {
                "brigade": self.brigades & self.allied,
                "airborne": self.landed_divisions,
                "staff": self.staff & self.allied,
            },
        }

    def _arrivals(self) -> None:
        counters = self._counters
        #: turn and code of arrival; 0 and nothing for units in play from the start
        self.turn = [c.values.get("turn", 0) for c in counters]
        self.entry = [tagged(c, "entry") for c in counters]
        #: turn of release of the 15th Army, or 0 (10.7.8)
        self.release = [c.values.get("release", 0) for c in counters]
        #: label of the set-up hex, England, or nothing
        self.setup = [tagged(c, "setup") for c in counters]
        self.fifteenth = self._having(lambda c: "release" in c.values)
        self.england = self._having(lambda c: tagged(c, "setup") == ENGLAND)

    def due(self, turn: int) -> int:
        """The units that arrive on a turn as reinforcements."""
        return sum(1 << u for u, arrives in enumerate(self.turn) if arrives == turn)

    @cached_property
    def groups(self) -> dict[str, int]:
        """The kinds of divisions that the Final Battles set-up names (3.4.A)."""
        infantry, armored, divisions = self.types["infantry"], self.types["armored"], self.divisions
        german = infantry & self.german & divisions
        return {
            "commonwealth infantry divisions": infantry & self.commonwealth & divisions,
            "commonwealth armored divisions": armored & self.commonwealth & divisions,
            "us infantry divisions": infantry & self.us & divisions,
            "us armored divisions": armored & self.us & divisions,
            "commonwealth divisions": self.commonwealth & divisions,
            "us and french divisions": (self.us | self.french) & divisions,
            "1-2-4 divisions": self.types["coastal"] & self.printed_as(1, 2),
            **{f"{a}-{d} infantry divisions": german & self.printed_as(a, d) for a, d in ((3, 4), (2, 3), (1, 2))},
            "fj divisions": self.types["parachute"] & divisions & self.two_steps,
        }

    def printed_as(self, attack: int, defense: int) -> int:
        """The units with these strengths on their front."""
        return self._having(lambda c: (c.values.get("attack"), c.values.get("defense")) == (attack, defense))


def _by_steps(counter: Counter, name: str) -> tuple[int, ...]:
    """A strength by the number of steps left: nothing, reduced, full."""
    full = counter.values.get(name, 0)
    return (0, counter.values[f"{name}2"], full) if counter.values.get("steps") == 2 else (0, full)
