"""All commanders by name: the strategies of each level, and its thinking time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from .commander import Commander
from .levels.buy import BuyOne, BuySequence
from .levels.declare import DeclareByAttacks, RehearsedDeclare
from .levels.exploiter import RingingPlan
from .levels.fight import FightByTable, FightByTrial, FightInTime
from .levels.guarded import GuardedFight, GuardedMinor
from .levels.minor import RulesOfThumb, Weighed, WeighedInTime
from .levels.move import OnePlan, RehearsedPlan, SearchedPlan
from .levels.officer import Officer
from .levels.random_commander import RandomCommander
from .levels.recruit import Recruit
from .levels.strategies import PhaseAnalysis, Strategies, ThinkingTime

#: The share of a general's time for rehearsals, and the number of plans that the enemy considers in them.
_REHEARSES, _REPLIES = 0.8, 9
#: The least chance of a win within the turn for which officers leave everything else.
_WINS = 0.6
#: The same for the exploiter.
_TRIES = 0.3
#: The share of the time for a phase that each search for bought orders takes.
_BOUGHT = 0.4


def captain() -> Officer:
    """Make a captain: one sound plan, no search."""
    fight, minor = GuardedFight(FightByTable()), GuardedMinor(RulesOfThumb())
    strategies = Strategies(DeclareByAttacks(), OnePlan(), fight, minor, BuyOne())
    return Officer("captain", strategies, wins=_WINS)


def aide() -> Officer:
    """Make an aide, which plays rehearsals: a captain's moves, simulated attacks, and one analysis a phase."""
    strategies = Strategies(
        DeclareByAttacks(), OnePlan(closes_gaps=False), FightByTrial(lazy=True), Weighed(), BuyOne()
    )
    return Officer("aide", strategies, analysis=PhaseAnalysis())


def colonel(evaluations: int | None = None) -> Officer:
    """Make a colonel: a search of about a second a phase, or of a number of evaluations."""
    time = ThinkingTime(1.0, 160, evaluations)
    strategies = Strategies(
        DeclareByAttacks(),
        SearchedPlan(time),
        GuardedFight(FightInTime(time.clock)),
        GuardedMinor(WeighedInTime(time.clock, in_enemy_turn=False)),
        BuySequence(time, _BOUGHT, 3),
    )
    return Officer("colonel", strategies, time, wins=_WINS)


def general(evaluations: int | None = None) -> Officer:
    """Make a general: about ten seconds a phase, a fifth for the search and the rest for rehearsals.

    In rehearsals a fast colonel plays the enemy. A general also simulates its decisions in the enemy's turn."""
    time = ThinkingTime(10.0, 1600, evaluations)
    foe = partial(colonel, _REPLIES)
    strategies = Strategies(
        RehearsedDeclare(time, aide, foe, _REHEARSES),
        RehearsedPlan(time, aide, foe, _REHEARSES),
        GuardedFight(FightInTime(time.clock)),
        GuardedMinor(WeighedInTime(time.clock, in_enemy_turn=True)),
        BuySequence(time, _BOUGHT, 8),
    )
    return Officer("general", strategies, time, wins=_WINS)


def exploiter(evaluations: int | None = None) -> Officer:
    """Make an exploiter: it plays every win that has a fair chance, and leaves enemy units without a retreat.

    It stands in for a good player in tests and tournaments."""
    time = ThinkingTime(1.0, 160, evaluations)
    strategies = Strategies(
        DeclareByAttacks(),
        RingingPlan(time),
        GuardedFight(FightInTime(time.clock)),
        GuardedMinor(WeighedInTime(time.clock, in_enemy_turn=True)),
        BuySequence(time, _BOUGHT, 3),
    )
    return Officer("exploiter", strategies, time, wins=_TRIES)


@dataclass(frozen=True)
class Level:
    """A level to choose: how to make its commander, and a description."""

    factory: Callable[[int | None], Commander]
    about: str

    def make(self, evaluations: int | None = None) -> Commander:
        """Make a new commander; with a number of evaluations it ignores the clock."""
        return self.factory(evaluations)


def commanders() -> dict[str, Level]:
    """Return all levels by name, weakest first."""
    return {
        "random": Level(lambda _: RandomCommander(), "Picks any legal action at random."),
        "recruit": Level(lambda _: Recruit(), "Moves towards the enemy and attacks whatever it meets, without a plan."),
        "captain": Level(lambda _: captain(), "Makes one plan for each phase and attacks where the odds are good."),
        "colonel": Level(colonel, "Compares many plans and your best reply to each; takes about a second a phase."),
        "general": Level(general, "Also plays out its best plans with dice; takes about ten seconds a phase."),
    }


def sparring() -> dict[str, Level]:
    """Return commanders for tests and tournaments that are not offered to players."""
    return {"exploiter": Level(exploiter, "Looks for wins within a turn and for units without a retreat.")}
