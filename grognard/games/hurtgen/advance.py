"""Chapter 7.9: advance after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.limits import Case, Choice, Limit, Reason
from ...engine.step import Procedure, Prompt
from ...hexes import bits, of
from ...mechanics.phasing import OneUnit, Owned
from .retreat import paths
from .state import HurtgenState
from .units import place

if TYPE_CHECKING:
    from .game import HurtgenGame


def winners(game: HurtgenGame, s: HurtgenState, side: int) -> int:
    """The winning side's adjacent units in the combat that have not advanced yet (7.91, 7.94)."""
    units = s.attackers if side == s.phasing else s.targets
    return units & ~s.advanced


def advance_hexes(game: HurtgenGame, s: HurtgenState, unit: int) -> int:
    """The hexes on paths of retreat a unit may advance to (7.91 to 7.95).

    It follows a path from its beginning, over hexsides it may cross, past friends but not past enemies, and stops in a
    vacant hex. Zones do not matter (7.93).
    """
    ground, grid, here = game.ground[unit], game.board.grid, s.at[unit]
    enemies = s.occupied[1 - game.side_of[unit]]
    taken = s.occupied[0] | s.occupied[1]
    out = 0
    for _, path in paths(s):
        if not grid.adjacent(here, path[0]):
            continue
        before = here
        for h in path:
            if h == before or enemies >> h & 1 or not ground.open(before, h):
                break
            if not taken >> h & 1:
                out |= 1 << h
            before = h
    return out


class Advances(Procedure["HurtgenGame", HurtgenState]):
    """The winning side may follow the paths of retreat immediately (7.96)."""

    name = "advances"
    args = ("side",)

    def run(self, s: HurtgenState) -> None:
        _, side = s.agenda[-1]
        if able(self.game, s, side):
            self.push(s, ChooseAdvance, side)
        else:
            self.pop(s)


def able(game: HurtgenGame, s: HurtgenState, side: int) -> int:
    """The victorious units that can follow a path (7.91 to 7.97)."""
    return of(u for u in bits(winners(game, s, side)) if s.at[u] >= 0 and advance_hexes(game, s, u))


class Winning(Case["HurtgenGame", HurtgenState]):
    """The side that has won."""

    side: int

    def __init__(self, game: HurtgenGame, s: HurtgenState) -> None:
        super().__init__(game, s)
        _, self.side = s.agenda[-1]

    def starts(self, unit: int) -> list[int]:
        """The first hexes of the paths that begin next to a unit."""
        near = self.game.board.grid.neighbours(1 << self.s.at[unit]) if self.s.at[unit] >= 0 else 0
        return [path[0] for _, path in paths(self.s) if near >> path[0] & 1]


def fought_adjacent(c: Winning, units: int) -> int:
    return units & (c.s.attackers if c.side == c.s.phasing else c.s.targets)


def over_an_open_hexside(c: Winning, units: int) -> int:
    """The units that may cross into the first hex of a path; the hexside may be closed to them (5.24, 6.31)."""
    ground, at = c.game.ground, c.s.at
    closed = (u for u in bits(units) if c.starts(u) and not any(ground[u].open(at[u], h) for h in c.starts(u)))
    return units & ~of(closed)


def why_barred(c: Winning, unit: int) -> str | Refusal:
    name, there = c.game.counters[unit].id, c.game.place_name(c.starts(unit)[0])
    if c.game.roster.vehicles >> unit & 1:
        return f"{name} may not cross into {there} without a road or trail"
    return Refusal("7.91", f"{name} may not cross the river into {there}")


class ChooseAdvance(Owned["HurtgenGame", HurtgenState]):
    """Choose a victorious unit to advance, or pass."""

    name = "choose-advance"
    args = ("side",)
    case = Winning
    choices: ClassVar[tuple[Choice[Winning], ...]] = (
        Choice(
            "advance",
            Limit("7.92", lambda c, units: units & ~c.s.advanced, "{it} has already advanced"),
            Limit(
                "7.94",
                fought_adjacent,
                "{it} is not a unit of the winning side that was adjacent to the enemy in this combat",
            ),
            Reason("5.24", over_an_open_hexside, why_barred),
            Limit(
                "7.91",
                lambda c, units: units & able(c.game, c.s, c.side),
                "{it} can follow no path of retreat to a vacant hex",
            ),
        ),
        Choice("pass"),
    )

    def prompt(self, s: HurtgenState) -> Prompt:
        return Prompt("Choose a victorious unit to advance, or pass.", "7.9")

    def do_advance(self, s: HurtgenState, unit: int) -> None:
        self.pop(s)
        self.push(s, AdvanceTo, unit)

    def do_pass(self, s: HurtgenState, _: int) -> None:
        self.pop(s)
        self.pop(s)


class Following(Case["HurtgenGame", HurtgenState]):
    """The unit that follows a path."""

    unit: int

    def __init__(self, game: HurtgenGame, s: HurtgenState) -> None:
        super().__init__(game, s)
        _, self.unit = s.agenda[-1]

    @property
    def name(self) -> str:
        return self.game.counters[self.unit].id


class AdvanceTo(OneUnit["HurtgenGame", HurtgenState]):
    """Choose how far along the path the unit advances (7.92)."""

    name = "advance-to"
    args = ("unit",)
    case = Following
    choices: ClassVar[tuple[Choice[Following], ...]] = (
        Choice(
            "to",
            Reason(
                "7.95",
                lambda c, hexes: hexes & of(h for _, path in paths(c.s) for h in path),
                "{it} is not on a path of retreat",
            ),
            Reason("5.31", lambda c, hexes: hexes & ~(c.s.occupied[0] | c.s.occupied[1]), "{it} is not vacant"),
            Limit(
                "7.91",
                lambda c, hexes: hexes & advance_hexes(c.game, c.s, c.unit),
                "{c.name} cannot follow the path as far as {it}",
            ),
        ),
    )

    def prompt(self, s: HurtgenState) -> Prompt:
        return Prompt(f"Choose how far {Following(self.game, s).name} advances.", "7.92")

    def do_to(self, s: HurtgenState, h: int) -> None:
        game = self.game
        _, unit = s.agenda.pop()
        s.report("7.9", "{} advances to {}", game.counters[unit].id, game.place_name(h))
        place(game, s, unit, h)
        s.advanced |= 1 << unit
