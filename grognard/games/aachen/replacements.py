"""Chapter 8.4: the Replacement Segment, US replacements and then German reorganization."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Choice, Limit, Only, Row, lazy
from ...engine.step import AnyStep, Procedure, Prompt
from ...hexes import bits
from ...mechanics.phasing import Owned, possible
from . import command, control, victory
from .formations import all_members, disclose, formation_of
from .pieces import drop_improved, leave, remove_idle_hqs, strength
from .stacking import TOP, Owner, PutsInOrder
from .state import ELIMINATED, REORGANIZED, AachenState
from .supply import supplied_among
from .units import GERMAN, US

if TYPE_CHECKING:
    from .game import AachenGame


def begin(game: AachenGame, s: AachenState) -> None:
    """The US side takes replacements first, then the German side reorganizes (8.4)."""
    s.points = list(game.tables.replacements.values())
    s.agenda.append((game.codes[Replacements], 0))


class Replacements(Procedure["AachenGame", AachenState]):
    """Asks one side after the other; a side with nothing to choose is not asked. Argument: how many were asked."""

    name = "replacements"
    args = ("number",)

    def run(self, s: AachenState) -> None:
        game = self.game
        _, asked = s.agenda[-1]
        if asked == 2:
            self.pop(s)
            s.points = [0] * len(s.points)
            return
        self.set_args(s, asked + 1)
        step, verb = ((Replace, "replace"), (Reorganize, "give"))[asked]
        self.push(s, step, (US, GERMAN)[asked])
        if not possible(game, s, step, verb):
            self.pop(s)


class Rebuilding(Owner):
    """The units of a side whose HQs let them take part (8.4)."""

    def __init__(self, game: AachenGame, s: AachenState) -> None:
        super().__init__(game, s)
        _, self.side = s.agenda[-1]
        self.mine = game.units_of[self.side]

    @lazy
    def supplied(self) -> int:
        """The HQs in supply."""
        return supplied_among(self.game, self.s, self.game.roster.hqs & self.mine)

    def hq(self, unit: int) -> int:
        """The HQ that a unit is under, or -1."""
        index = formation_of(self.game, self.s, unit)
        return self.game.roster.formations[index].hq if index >= 0 else -1

    def with_supplied_hq(self, units: int) -> int:
        found, members = 0, all_members(self.game, self.s)
        for hq in bits(self.supplied):
            found |= members[self.game.hq_formation[hq]]
        return units & found

    def in_command(self, units: int) -> int:
        return command.in_command(self.game, self.s, units)

    def reduced(self, units: int) -> int:
        return sum(1 << u for u in bits(units) if self.s.lost[u])

    @lazy
    def types(self) -> int:
        """The units of types that still have points."""
        found = 0
        for kind, left in zip(self.game.tables.replacements, self.s.points, strict=True):
            found |= self.game.roster.types[kind] if left else 0
        return found

    @property
    def rebuildable(self) -> int:
        """The units of all types that ever receive replacement points."""
        return sum(self.game.roster.types[kind] for kind in self.game.tables.replacements)

    # -- reorganization ----------------------------------------------------------------------

    @property
    def giving(self) -> bool:
        return self.s.given > 0

    def of_the_formation(self, units: int) -> int:
        """Units of the formation of the unit given up, attached ones among them (ruling 5.5.2e)."""
        index = formation_of(self.game, self.s, self.s.giver)
        every = all_members(self.game, self.s)
        return units & (every[index] if index >= 0 else ~reduce(or_, every))

    def feedable(self, units: int) -> int:
        """Units of a type that the unit given up may reinforce (8.4.2)."""
        counters, table = self.game.counters, self.game.tables.reorganization
        kind = counters[self.s.giver].type
        return sum(1 << u for u in bits(units) if kind in table.get(counters[u].type, ()))


def _not_on_map(c: Rebuilding, unit: int) -> str:
    name = c.game.counters[unit].id
    return f"{name} was eliminated and is not rebuilt" if c.s.at[unit] == ELIMINATED else f"{name} is not on the map"


def _without_supply(c: Rebuilding, unit: int) -> str:
    name, hq = c.game.counters[unit].id, c.hq(unit)
    return f"{name} belongs to no formation" if hq < 0 else f"{c.game.counters[hq].id}, its HQ, is not in supply"


#: Requirements of a unit for either side (8.4).
FIT: tuple[Row[Rebuilding], ...] = (
    Limit("8.4", lambda c, units: units & ~c.s.disrupted, "{it} is disrupted"),
    Limit("8.4", lambda c, units: c.with_supplied_hq(units), _without_supply),
    Limit("8.4", lambda c, units: c.in_command(units), "{it} is not in command"),
)
PRESENT: tuple[Row[Rebuilding], ...] = (
    Limit("8.4", lambda c, units: units & c.mine, "{it} is an enemy unit"),
    Limit("8.4", lambda c, units: units & c.s.on_map, _not_on_map),
)


class Replace(PutsInOrder, Owned["AachenGame", AachenState]):
    """The US side spends replacement points, one at a time; those left over are lost (8.4.1). Argument: the side."""

    game: AachenGame
    name = "replace"
    args = ("side",)
    case = Rebuilding
    choices: ClassVar[tuple[Choice[Rebuilding], ...]] = (
        Choice(
            "replace",
            *PRESENT,
            Limit("8.4.1", lambda c, units: units & c.rebuildable, "no replacement points exist for the type of {it}"),
            Limit("8.4.1", lambda c, units: units & c.types, "no replacement points for the type of {it} are left"),
            Limit("8.4", lambda c, units: c.reduced(units), "{it} has its printed strength"),
            *FIT,
        ),
        TOP,
        Choice("done"),
    )

    def prompt(self, s: AachenState) -> Prompt:
        left = ", ".join(f"{n} {kind}" for kind, n in zip(self.game.tables.replacements, s.points, strict=True) if n)
        return Prompt(f"Choose a unit to replace (points left: {left}), or continue.", "8.4.1")

    def do_replace(self, s: AachenState, unit: int) -> None:
        game = self.game
        kind = list(game.tables.replacements).index(game.counters[unit].type)
        s.points[kind] -= 1
        rebuild(game, s, unit, "8.4.1")
        if not possible(game, s, Replace, "replace"):
            self.pop(s)

    def do_done(self, s: AachenState, _: int) -> None:
        self.pop(s)


class Reorganize(PutsInOrder, Owned["AachenGame", AachenState]):
    """The German side gives units up and restores others of the same formation (8.4.2). Argument: the side."""

    game: AachenGame
    name = "reorganize"
    args = ("side",)
    case = Rebuilding
    choices: ClassVar[tuple[Choice[Rebuilding], ...]] = (
        Choice(
            "give",
            Only("8.4.2", lambda c: not c.giving, "first use the points of the unit that was given up"),
            *PRESENT,
            Limit("8.4.2", lambda c, units: units & ~c.game.roster.hqs, "{it} is an HQ"),
            Limit("8.4.2", lambda c, units: units & c.game.roster.infantry, "{it} is not of infantry type"),
            *FIT,
        ),
        Choice(
            "rebuild",
            Only("8.4.2", lambda c: c.giving, "no unit was given up, so there are no points"),
            *PRESENT,
            Limit("8.4.2", lambda c, units: units & ~c.game.roster.hqs, "{it} is an HQ"),
            Limit("8.4.2", lambda c, units: c.of_the_formation(units), "{it} belongs to another formation"),
            Limit("8.4.2", lambda c, units: c.feedable(units), "the points are not for a unit of the type of {it}"),
            Limit("8.4", lambda c, units: c.reduced(units), "{it} has its printed strength"),
            *FIT,
        ),
        TOP,
        Choice("done"),
    )

    def prompt(self, s: AachenState) -> Prompt:
        if s.given:
            name = self.game.counters[s.giver].id
            return Prompt(f"{name} was given up: restore units ({s.given} left), or lose the rest.", "8.4.2")
        return Prompt("Choose a unit to give up for others of its formation, or continue.", "8.4.2")

    def do_give(self, s: AachenState, unit: int) -> None:
        """The unit counts as lost at its printed strength; points restored elsewhere do not (ruling 8.4.2u)."""
        game = self.game
        here = s.at[unit]
        s.giver, s.given = unit, strength(game, s, unit)
        disclose(game, s, 1 << unit)
        s.announce("8.4.2", "{} is given up for replacements", game.counters[unit].id)
        s.tally[0] += game.roster.strength[unit]
        leave(game, s, unit, REORGANIZED)
        if not s.pile[here] & game.roster.combat:
            drop_improved(s, here, "nobody is left in it")
        remove_idle_hqs(game, s, "8.4.2")
        control.update(game, s)
        victory.check(game, s)
        self._settle(s)

    def do_rebuild(self, s: AachenState, unit: int) -> None:
        s.given -= 1
        rebuild(self.game, s, unit, "8.4.2")
        self._settle(s)

    def do_done(self, s: AachenState, _: int) -> None:
        if s.given:
            self._drop(s)
        else:
            self.pop(s)

    def _settle(self, s: AachenState) -> None:
        """Points that nobody can take are lost at once."""
        if not s.over and not (s.given and possible(self.game, s, Reorganize, "rebuild")):
            self._drop(s)

    def _drop(self, s: AachenState) -> None:
        if s.given:
            s.report("8.4.2", "points that are not used: {}; they are lost", s.given)
        s.given, s.giver = 0, -1
        if not possible(self.game, s, Reorganize, "give"):
            self.pop(s)


def rebuild(game: AachenGame, s: AachenState, unit: int, rule: str) -> None:
    """A unit gets back one Strength Point (8.4)."""
    s.lost[unit] -= 1
    disclose(game, s, 1 << unit)
    left = strength(game, s, unit)
    s.report(rule, "{} gets back a Strength Point and has {}", game.counters[unit].id, left)


STEPS: tuple[type[AnyStep], ...] = (Replacements, Replace, Reorganize)
