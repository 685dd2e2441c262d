"""Chapters 9.4, 10.1 to 10.3 and 10.6: the Movement Allowance Determination Step, and what each unit may spend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.bounds import Bound
from ...engine.limits import Case, Choice, Limit
from ...engine.step import AnyStep, Die, Procedure, Prompt
from ...engine.verbs import Verb
from ...hexes import bits
from ...mechanics.phasing import Phasing
from . import air, limits
from .roster import DROPPED_MOVEMENT
from .state import (
    ALLIED,
    ASSAULT,
    BREAKTHROUGH,
    COMMAND_6,
    COMMAND_12,
    COMMAND_21,
    FULL,
    GERMAN,
    INFANTRY,
    LIMITED,
    MECHANIZED,
    POOL_NAMES,
    ReichState,
)

if TYPE_CHECKING:
    from .game import ReichGame

COMMANDS = (COMMAND_21, COMMAND_12, COMMAND_6)

VERBS = {
    "declare": Verb("number", "Spend {} before combat", ask="Movement Points to spend before combat", middle=True),
    "give": Verb("number", "Give {} points to the 21st Army Group", ask="Points for the 21st Army Group"),
}


# -- pools -----------------------------------------------------------------------------------


def set_armies(game: ReichGame, s: ReichState) -> None:
    """Note the Command of each Allied unit on the map: it holds for the whole phase (10.2.4, ruling 10.2.4b)."""
    armies = [0, 0, 0]
    for u in bits(game.combat_of[ALLIED]):
        if s.at[u] >= 0:
            armies[limits.command_at(game, s, u, s.at[u])] |= 1 << u
    s.army21, s.army12, s.army6 = armies


def pool_of(game: ReichGame, s: ReichState, unit: int) -> int:
    """The pool that a unit's Movement Points come from (10.2, 10.1.A.1)."""
    if game.side_of[unit] == GERMAN:
        return MECHANIZED if game.roster.mechanized >> unit & 1 else INFANTRY
    if s.army21 >> unit & 1:
        return COMMAND_21
    return COMMAND_6 if s.army6 >> unit & 1 else COMMAND_12


def active(s: ReichState, side: int) -> tuple[int, ...]:
    """The pools of a side in this phase: Commands without units on the map have none (ruling 10.6.A.2d)."""
    if side == GERMAN:
        return (INFANTRY, MECHANIZED)
    armies = (s.army21, s.army12, s.army6)
    return tuple(pool for pool in COMMANDS if armies[pool])


def lowest(s: ReichState, side: int) -> int:
    """The points that decide how many may be declared, and whether combat follows (10.6.A, 10.6.B, 10.6.A.3,
    10.6.B.3)."""
    if side == GERMAN:
        return s.points[INFANTRY]
    return min((s.points[pool] for pool in active(s, side)), default=0)


def declares(s: ReichState, side: int) -> bool:
    """Whether a side moves before and after combat on this turn (10.6)."""
    return side == ALLIED or s.offensive == s.turn


# -- what a unit may spend -------------------------------------------------------------------


def allowance(game: ReichGame, s: ReichState, unit: int) -> int:
    """The Movement Points of a unit in the current Movement Step (10.2, 10.3, 10.6)."""
    points = _full(game, s, unit)
    if s.oos >> unit & 1:
        points //= 2  # 8.5
    if s.strafed >> unit & 1:  # after halving: ruling 10.4.Al
        points -= air.lost_points(game, s, unit)
    return max(0, points)


def _full(game: ReichGame, s: ReichState, unit: int) -> int:
    # 10.1.A.2
    roster, table = game.roster, game.tables.numbers["allowance"]
    if s.step == 0:
        return 0
    if roster.staff >> unit & 1:  # 10.3.A
        return 0 if s.step == ASSAULT else roster.movement[unit]
    pool = pool_of(game, s, unit)
    if s.priority >> unit & 1:  # 10.3.B
        return 0 if s.step == BREAKTHROUGH and s.priority_moved >> pool & 1 else table["priority"]
    points = variable(s, game.side_of[unit], pool)
    printed = DROPPED_MOVEMENT if s.dropped >> unit & 1 else roster.movement[unit]
    if printed >= 0:  # 10.3.C, 10.6.C
        return 0 if s.step == BREAKTHROUGH else min(printed, points)
    late = s.step != ASSAULT or not declares(s, game.side_of[unit])
    if late and s.red_ball >> unit & 1 and pool != COMMAND_6:  # rulings 9.3.Ce, 9.3.Eb
        points = min(points + table["red_ball"], table["spaces"])
    return points


def variable(s: ReichState, side: int, pool: int) -> int:
    """The points of a pool that its units may spend in this step (10.6.A, 10.1.B.2, 10.6.B.4)."""
    return s.declared if s.step == ASSAULT and declares(s, side) else s.points[pool]


# -- the Determination Step ------------------------------------------------------------------


class CommandRoll(Die["ReichGame", ReichState]):
    """A Command Die Roll (10.2.5). Argument: the pool; the German die sets both pools."""

    name = "command-roll"
    args = ("number",)

    def prompt(self, s: ReichState) -> Prompt:
        _, pool = s.agenda[-1]
        whose = "German units" if pool == INFANTRY else f"the {command_name(self.game, s, pool)}"
        return Prompt(f"Roll the Command die of {whose}.", "10.2.5.A")

    def do_roll(self, s: ReichState, die: int) -> None:
        _, pool = s.agenda[-1]
        self.pop(s)
        set_points(self.game, s, pool, die)


def command_name(game: ReichGame, s: ReichState, pool: int) -> str:
    """The name of a pool; the 12th Army Group is the US 1st Army at first (10.2)."""
    if pool == COMMAND_12 and s.turn < game.tables.numbers["entry"]["army_group"]:
        return "US 1st Army"
    return POOL_NAMES[pool]


def set_points(game: ReichGame, s: ReichState, pool: int, die: int) -> None:
    """Read a Command die on the line of the track for its supply (9.1.A.1, 9.1.A.2, 10.2.5, 10.2.5.B)."""
    tables = game.tables
    if pool == INFANTRY:
        s.points[INFANTRY], s.points[MECHANIZED] = (tables.points(line, die) for line in ("infantry", "mechanized"))
        s.report("10.2.5", "die {}: infantry {}, mechanized {}", die, s.points[INFANTRY], s.points[MECHANIZED])
        return
    full = pool == COMMAND_6 or s.logistics == FULL  # 9.1.B
    s.points[pool] = tables.points("full" if full else "limited", die)
    s.report("10.2.5", "die {}: the {} has {} points", die, command_name(game, s, pool), s.points[pool])


class Determination(Procedure["ReichGame", ReichState]):
    """After the Command dice: points given away (9.4), then the number declared (10.6.A). Argument: what is next."""

    name = "determination"
    args = ("number",)

    def run(self, s: ReichState) -> None:
        _, next_ = s.agenda[-1]
        if not next_:
            self.set_args(s, 1)
            if most_given(self.game, s):
                self.push(s, Give)
            return
        self.pop(s)
        if s.step == ASSAULT and declares(s, s.phasing):
            if lowest(s, s.phasing):
                self.push(s, DeclarePoints)
            else:
                declare(s, 0)


def most_given(game: ReichGame, s: ReichState) -> int:
    """The most points that the 12th Army Group may give to the 21st (9.4).

    Only in Limited Supply, not on Turns 1 and 2, and not beyond the end of the track (ruling 9.4g).
    """
    if s.phasing != ALLIED or s.logistics != LIMITED or not s.army21 or not s.army12:
        return 0
    return max(0, min(s.points[COMMAND_12], game.tables.numbers["allowance"]["spaces"] - s.points[COMMAND_21]))


def declare(s: ReichState, number: int) -> None:
    """All units of the side count as having spent this number before combat (10.6.A, 10.1.A.3, 10.6.A.1, 10.6.A.4)."""
    s.declared = number
    for pool in active(s, s.phasing):
        s.points[pool] -= number
    s.report("10.6.A", "{} points will be spent before combat", number)


def giveable(c: Case[ReichGame, ReichState], numbers: int) -> int:
    return numbers & (2 << most_given(c.game, c.s)) - 1


def declarable(c: Case[ReichGame, ReichState], numbers: int) -> int:
    return numbers & (2 << lowest(c.s, c.s.phasing)) - 1


def why_not_given(c: Case[ReichGame, ReichState], number: int) -> str:
    return f"the 12th Army Group may give at most {most_given(c.game, c.s)} points"


def why_not_declared(c: Case[ReichGame, ReichState], number: int) -> str:
    s = c.s
    whose = "the German Infantry" if s.phasing == GERMAN else "the Command with the fewest points"
    return f"{whose} has only {lowest(s, s.phasing)}"


class Give(Phasing["ReichGame", ReichState]):
    """Patton v. Monty: points of the 12th Army Group for the 21st (9.4)."""

    name = "give"
    choices: ClassVar[tuple[Choice[Any], ...]] = (Choice("give", Limit("9.4", giveable, why_not_given), most=12),)

    def prompt(self, s: ReichState) -> Prompt:
        have = f"it has {s.points[COMMAND_12]}, the 21st has {s.points[COMMAND_21]}"
        return Prompt(f"How many points does the 12th Army Group give to the 21st? Now {have}.", "9.4")

    def do_give(self, s: ReichState, number: int) -> None:
        s.points[COMMAND_12] -= number
        s.points[COMMAND_21] += number
        if number:
            s.report("9.4", "the 12th Army Group gives {} points to the 21st", number)
        self.pop(s)


class DeclarePoints(Phasing["ReichGame", ReichState]):
    """The points to be spent before combat, one number for all (10.6.A)."""

    name = "declare-points"
    choices: ClassVar[tuple[Choice[Any], ...]] = (
        Choice("declare", Limit("10.6.A", declarable, why_not_declared), most=12),
    )

    def prompt(self, s: ReichState) -> Prompt:
        most = lowest(s, s.phasing)
        text = (
            f"How many Movement Points are spent before combat? With {most} there is neither combat nor Breakthrough."
        )
        return Prompt(text, "10.6.A")

    def do_declare(self, s: ReichState, number: int) -> None:
        self.pop(s)
        declare(s, number)


def consequences(game: ReichGame, s: ReichState) -> dict[str, dict[int, str]]:
    """The points that each number leaves that may be declared or given now, in words."""
    name = game.step(s).name
    if name == DeclarePoints.name:
        return {"declare": {n: _after_declaring(game, s, n) for n in range(lowest(s, s.phasing) + 1)}}
    if name == Give.name:
        ours, theirs = s.points[COMMAND_12], s.points[COMMAND_21]
        most = most_given(game, s)
        return {"give": {n: f"12th Army Group {ours - n}, 21st {theirs + n}" for n in range(most + 1)}}
    return {}


def _after_declaring(game: ReichGame, s: ReichState, number: int) -> str:
    left = ", ".join(f"{command_name(game, s, pool)} {s.points[pool] - number}" for pool in active(s, s.phasing))
    if number == lowest(s, s.phasing):
        return f"leaves {left}: no combat and no Breakthrough"
    takes = [game.tables.duration(die) for die in range(1, 7)]
    return f"leaves {left}; combat then takes {min(takes)} to {max(takes)}"


BOUNDS = {"command-roll": (Bound(0, INFANTRY),), "determination": (Bound(0, 1),)}
STEPS: tuple[type[AnyStep], ...] = (CommandRoll, Determination, Give, DeclarePoints)
