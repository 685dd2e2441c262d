"""The commanders there are, by name: which strategies make each level, and how much time it has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from .commander import Commander
from .levels.declare import DeclareByAttacks, RehearsedDeclare
from .levels.fight import FightByTable, FightByTrial, FightInTime
from .levels.minor import RulesOfThumb, Weighed, WeighedInTime
from .levels.move import OnePlan, RehearsedPlan, SearchedPlan
from .levels.officer import Officer
from .levels.random_commander import RandomCommander
from .levels.recruit import Recruit
from .levels.strategies import PhaseSight, Strategies, Thought

#: The share of a general's time for rehearsals, and the plans that the enemy looks at in them: the plain scripts.
_REHEARSES, _REPLIES = 0.8, 9


def captain() -> Officer:
    """Plays soundly without search."""
    return Officer("captain", Strategies(DeclareByAttacks(), OnePlan(), FightByTable(), RulesOfThumb()))


def aide() -> Officer:
    """For rehearsals: moves like a captain, and tries out attacks and small decisions on maps drawn once a phase."""
    strategies = Strategies(DeclareByAttacks(), OnePlan(mends=False), FightByTrial(lazy=True), Weighed())
    return Officer("aide", strategies, sight=PhaseSight())


def colonel(evaluations: int | None = None) -> Officer:
    """Searches for about a second a phase, or until it has tried plans enough."""
    thought = Thought(1.0, 160, evaluations)
    strategies = Strategies(
        DeclareByAttacks(),
        SearchedPlan(thought),
        FightInTime(thought.clock),
        WeighedInTime(thought.clock, answers=False),
    )
    return Officer("colonel", strategies, thought)


def general(evaluations: int | None = None) -> Officer:
    """Takes ten times as long: a fifth of it for twice the search, the rest to rehearse its best plans against a
    colonel in a hurry. It weighs what it does in the enemy's turn as well."""
    thought = Thought(10.0, 1600, evaluations)
    foe = partial(colonel, _REPLIES)
    strategies = Strategies(
        RehearsedDeclare(thought, aide, foe, _REHEARSES),
        RehearsedPlan(thought, aide, foe, _REHEARSES),
        FightInTime(thought.clock),
        WeighedInTime(thought.clock, answers=True),
    )
    return Officer("general", strategies, thought)


@dataclass(frozen=True)
class Level:
    """A commander to choose: how to make one, and what to expect of it."""

    factory: Callable[[int | None], Commander]
    about: str

    def make(self, evaluations: int | None = None) -> Commander:
        """A fresh commander; with a number of evaluations it decides by them and never looks at the clock."""
        return self.factory(evaluations)


def commanders() -> dict[str, Level]:
    """Every commander that can be given a seat, weakest first."""
    return {
        "random": Level(lambda _: RandomCommander(), "Does anything the rules allow, without a thought."),
        "recruit": Level(lambda _: Recruit(), "Plays at once: walks towards the enemy and attacks what he meets."),
        "captain": Level(lambda _: captain(), "Plans each phase in one pass and attacks where the odds are good."),
        "colonel": Level(colonel, "Tries many plans against your reply, about a second a phase."),
        "general": Level(general, "Plays his best plans through with dice first, about ten seconds a phase."),
    }
