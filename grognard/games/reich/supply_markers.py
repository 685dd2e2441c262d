"""Chapters 9.2 and 9.3: the choices of divisions to be Grounded, and of units with Priority Supply or Red Ball."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from ...engine.bounds import Bound
from ...engine.limits import Choice, Limit, Only
from ...engine.step import AnyStep
from ...hexes import bits
from ...mechanics.choosing import (
    BeginChoice,
    ChooseUnits,
    Choosing,
    Task,
    chosen,
    has_enough,
    has_room,
    lacks_units,
    unchosen,
)
from ...mechanics.stacks import units_on
from . import pieces, supply
from .state import ALLIED, GERMAN, REMOVED, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: The numbers of the choices.
GROUND_US, GROUND_CW, ELIMINATE_US, ELIMINATE_CW, RELEASE_CW, PRIORITY_US, PRIORITY_CW, RED_BALL = range(8)


def nation_of(game: ReichGame, index: int) -> int:
    """The units of the nation that a choice is about; French units are not US units (ruling 9.2.Ah)."""
    us = index in (GROUND_US, ELIMINATE_US, PRIORITY_US)
    return game.roster.us if us else game.roster.commonwealth


def markers(game: ReichGame, s: ReichState, index: int) -> int:
    """Priority Supply markers of a nation: one for each of its Grounded units (9.2.C, ruling 9.2.Bg)."""
    return (s.grounded & nation_of(game, index)).bit_count()


def needed(game: ReichGame, index: int) -> int:
    """The divisions of a nation that have to be Grounded (9.2.A)."""
    return game.tables.numbers["logistics"]["us" if index in (GROUND_US, ELIMINATE_US) else "commonwealth"]


def red_balls(game: ReichGame, s: ReichState) -> int:
    """The Red Ball Express markers of this turn, saved ones included (9.3.A, 9.3.D)."""
    return game.tables.numbers["logistics"]["red_balls"] + s.red_ball_saved


# -- who may be chosen ----------------------------------------------------------------------


def on_map(game: ReichGame, s: ReichState, units: int) -> int:
    return units_on(s.at, units, game.board.playable)


def west(c: Logistics, units: int) -> int:
    """Units west of the Seine Line."""
    return units_on(c.s.at, units, c.game.ground.west)


def supplied(c: Logistics, units: int) -> int:
    """Units that can trace supply now."""
    return units_on(c.s.at, units, supply.fed(c.game, c.s, ALLIED))


def undisturbed(c: Logistics, units: int) -> int:
    """Units that are not adjacent to a German unit."""
    return units_on(c.s.at, units, ~c.game.board.grid.neighbours(c.s.occupied[GERMAN]))


def national(c: Logistics, units: int) -> int:
    """Units of the nation that is asked for."""
    return units & nation_of(c.game, c.index)


def divisions(c: Logistics, units: int) -> int:
    return on_map(c.game, c.s, units & c.game.roster.divisions)


def brigades_too(c: Logistics, units: int) -> int:
    """Divisions and brigades on the map."""
    return on_map(c.game, c.s, units & (c.game.roster.divisions | c.game.roster.brigades))


def ungrounded(c: Logistics, units: int) -> int:
    return units & ~c.s.grounded


def unsupplied(c: Logistics, units: int) -> int:
    """Units without Priority Supply (9.3.F)."""
    return units & ~c.s.priority


def outside_army6(c: Logistics, units: int) -> int:
    """Units that do not belong to the 6th Army Group now."""
    return units & ~units_on(c.s.at, units, c.game.army6_area)


def carried(c: Logistics, units: int) -> int:
    """Units that the Red Ball Express may serve, by their kind: no Leaders or HQs (9.3.B)."""
    return on_map(c.game, c.s, units & c.game.combat_of[ALLIED] & ~c.game.roster.staff)


def undropped(c: Logistics, units: int) -> int:
    return units & ~c.s.dropped


class Logistics(Choosing["ReichGame", ReichState]):
    """A choice of the Logistics Segment."""

    @property
    def nation(self) -> str:
        return "US" if nation_of(self.game, self.index) == self.game.roster.us else "Commonwealth"


def _choices(*rows: Limit[Logistics], rule: str, voluntary: bool = False) -> tuple[Choice[Logistics], ...]:
    """The verbs of a choice of units that fit the rows; a voluntary one may end at any time."""
    here = rows[-1].location
    enough = (Only(rule, has_enough, "{c.missing} more must be chosen").written_at(here),)
    return (
        Choice(
            "choose",
            *rows,
            Limit(rule, unchosen, "{it} is chosen already").written_at(here),
            Only(rule, has_room, "no more than {c.task.most} may be chosen").written_at(here),
        ),
        Choice("return", Limit(rule, chosen, "{it} is not chosen").written_at(here)),
        Choice("propose", Only(rule, lacks_units, "the program would choose no more units").written_at(here)),
        Choice("done", *(() if voluntary else enough)),
    )


# -- steps ----------------------------------------------------------------------------------


class _Choice(ChooseUnits["ReichGame", ReichState]):
    """The common part of the choices of the Logistics Segment."""

    case = Logistics
    rule: ClassVar[str]
    side: ClassVar[int] = ALLIED
    purpose: ClassVar[str]

    def task(self, s: ReichState, index: int) -> Task:
        units = self.units(s, index)
        least, most = self.number(s, index)
        return Task(self.side, units, least, most, self.rule, self.purpose, wanted=most)

    def number(self, s: ReichState, index: int) -> tuple[int, int]:
        """The least and the greatest number of units."""
        raise NotImplementedError

    def units(self, s: ReichState, index: int) -> int:
        """The units that fit every row of the choice."""
        c = Logistics(self.game, s)
        c.index = index
        units = self.game.combat_of[ALLIED]
        for row in self.laws["choose"].rows:
            if row.keep is unchosen:
                break
            units = row.remaining(c, units)
        return units

    def worth(self, s: ReichState, index: int, unit: int) -> float:
        """Spearheads first: strong units next to the enemy."""
        h, distance = s.at[unit], self.game.board.grid.distance
        away = min((distance(h, enemy) for enemy in bits(s.occupied[GERMAN])), default=0)
        return away - strength(self.game, s, unit)


def strength(game: ReichGame, s: ReichState, unit: int) -> float:
    return float(pieces.attack_of(game, s, unit) + pieces.defense_of(game, s, unit))


class ChooseGrounded(_Choice):
    """The Allied player Grounds divisions of a nation (9.2.A)."""

    name = "choose-grounded"
    rule = "9.2.A"
    purpose = "to be Grounded"
    choices = _choices(
        Limit("9.2.A", national, "{it} is not a {c.nation} unit"),
        Limit("9.2.A", divisions, "{it} is not a division on the map"),
        Limit("9.2.A", west, "{it} is not west of the Seine Line"),
        Limit("9.2.A", supplied, "{it} cannot trace supply"),
        Limit("9.2.A", undisturbed, "{it} is adjacent to a German unit"),
        rule="9.2.A",
    )

    def number(self, s: ReichState, index: int) -> tuple[int, int]:
        return needed(self.game, index), needed(self.game, index)

    def apply(self, s: ReichState, index: int, units: int) -> None:
        if units:
            s.grounded |= units
            s.report("9.2.A", "{} Grounded", self.game.names_with(units, "is", "are"))
            pieces.renew_zones(self.game, s)

    def worth(self, s: ReichState, index: int, unit: int) -> float:
        """The weakest first."""
        return strength(self.game, s, unit)


class ChooseEliminated(_Choice):
    """The German player eliminates divisions for those that could not be Grounded (9.2.A)."""

    name = "choose-eliminated"
    rule = "9.2.A"
    side = GERMAN
    purpose = "to be eliminated for good"
    choices = _choices(
        Limit("9.2.A", national, "{it} is not a {c.nation} unit"),
        Limit("9.2.A", divisions, "{it} is not a division on the map"),
        Limit("9.2.A", outside_army6, "{it} is in the US 6th Army Group"),
        rule="9.2.A",
        voluntary=True,
    )

    def number(self, s: ReichState, index: int) -> tuple[int, int]:
        missing = needed(self.game, index) - markers(self.game, s, index - ELIMINATE_US + GROUND_US)
        return 0, max(0, missing)

    def apply(self, s: ReichState, index: int, units: int) -> None:
        for unit in bits(units):
            pieces.lift(self.game, s, unit, REMOVED)
        if units:
            s.report("9.2.A", "{} for good", self.game.names_with(units, "is eliminated", "are eliminated"))

    def worth(self, s: ReichState, index: int, unit: int) -> float:
        """The strongest first."""
        return -strength(self.game, s, unit)


class ChooseReleased(_Choice):
    """The Allied player frees one Commonwealth division when Antwerpen becomes Operational (9.2.E)."""

    name = "choose-released"
    rule = "9.2.E"
    purpose = "to move again"
    choices = _choices(
        Limit("9.2.E", national, "{it} is not a Commonwealth unit"),
        Limit("9.2.E", lambda c, units: units & c.s.grounded, "{it} is not Grounded"),
        rule="9.2.E",
    )

    def number(self, s: ReichState, index: int) -> tuple[int, int]:
        there = (s.grounded & nation_of(self.game, index)).bit_count()
        free = max(0, needed(self.game, GROUND_CW) - self.game.tables.numbers["logistics"]["stay_grounded"])
        return min(free, there), min(free, there)

    def apply(self, s: ReichState, index: int, units: int) -> None:
        if units:
            s.grounded &= ~units
            s.report("9.2.E", "{} no longer Grounded", self.game.names_with(units, "is", "are"))
            pieces.renew_zones(self.game, s)


class ChoosePriority(_Choice):
    """The Allied player places the Priority Supply markers of a nation (9.2.D)."""

    name = "choose-priority"
    rule = "9.2.D"
    purpose = "for Priority Supply"
    choices = _choices(
        Limit("9.2.D", national, "{it} is not a {c.nation} unit"),
        Limit("9.2.D", brigades_too, "{it} is not a division or brigade on the map"),
        Limit("9.2.D", ungrounded, "{it} is Grounded"),
        rule="9.2.D",
        voluntary=True,
    )

    def number(self, s: ReichState, index: int) -> tuple[int, int]:
        return 0, markers(self.game, s, index)

    def apply(self, s: ReichState, index: int, units: int) -> None:
        if units:
            s.priority |= units
            s.report("9.2.D", "{} Priority Supply", self.game.names_with(units, "has", "have"))


class ChooseRedBall(_Choice):
    """The Allied player places Red Ball Express markers; the others are saved, five at most (9.3)."""

    name = "choose-red-ball"
    rule = "9.3.B"
    purpose = "for the Red Ball Express"
    choices = _choices(
        Limit("9.3.B", carried, "{it} is not an Allied combat unit on the map other than a Leader or HQ"),
        Limit("9.3.B", ungrounded, "{it} is Grounded"),
        Limit("9.3.B", undropped, "{it} is on its Dropped side"),
        Limit("9.3.E", outside_army6, "{it} is in the US 6th Army Group"),
        Limit("9.3.F", unsupplied, "{it} has Priority Supply"),
        rule="9.3.B",
        voluntary=True,
    )

    def number(self, s: ReichState, index: int) -> tuple[int, int]:
        return 0, red_balls(self.game, s)

    def apply(self, s: ReichState, index: int, units: int) -> None:
        left = red_balls(self.game, s) - units.bit_count()
        s.red_ball |= units
        s.red_ball_saved = min(left, self.game.tables.numbers["logistics"]["saved"])
        if units:
            s.report("9.3.B", "{} served by the Red Ball Express", self.game.names_with(units, "is", "are"))
        s.report("9.3.D", "Red Ball Express markers saved: {}", s.red_ball_saved)


class BeginGrounding(BeginChoice["ReichGame", ReichState]):
    name = "begin-grounding"
    form = ChooseGrounded


class BeginElimination(BeginChoice["ReichGame", ReichState]):
    name = "begin-elimination"
    form = ChooseEliminated


class BeginRelease(BeginChoice["ReichGame", ReichState]):
    name = "begin-release"
    form = ChooseReleased


class BeginPriority(BeginChoice["ReichGame", ReichState]):
    name = "begin-priority"
    form = ChoosePriority


class BeginRedBall(BeginChoice["ReichGame", ReichState]):
    name = "begin-red-ball"
    form = ChooseRedBall


def errors(game: ReichGame, s: ReichState) -> Iterator[str]:
    """Markers in a position that no unit can have (9.2.D, 9.3.B, 9.3.F)."""
    roster = game.roster
    served = game.combat_of[ALLIED] & ~roster.staff
    sets = {
        "priority": (served & (roster.divisions | roster.brigades), "cannot have Priority Supply (9.2.D)"),
        "red_ball": (served, "cannot be served by the Red Ball Express (9.3.B)"),
    }
    for name, (allowed, why) in sets.items():
        for unit in bits(getattr(s, name) & ~allowed):
            yield f"{name}: {game.counters[unit].id} {why}"
    for unit in bits(s.priority & s.red_ball):
        yield f"red_ball: {game.counters[unit].id} has Priority Supply already (9.3.F)"


_GROUPS = {
    ("choose-grounded", "begin-grounding"): (GROUND_US, GROUND_CW),
    ("choose-eliminated", "begin-elimination"): (ELIMINATE_US, ELIMINATE_CW),
    ("choose-released", "begin-release"): (RELEASE_CW, RELEASE_CW),
    ("choose-priority", "begin-priority"): (PRIORITY_US, PRIORITY_CW),
    ("choose-red-ball", "begin-red-ball"): (RED_BALL, RED_BALL),
}
BOUNDS = {name: (Bound(*indices, "9.2"),) for names, indices in _GROUPS.items() for name in names}
STEPS: tuple[type[AnyStep], ...] = (
    ChooseGrounded,
    ChooseEliminated,
    ChooseReleased,
    ChoosePriority,
    ChooseRedBall,
    BeginGrounding,
    BeginElimination,
    BeginRelease,
    BeginPriority,
    BeginRedBall,
)
