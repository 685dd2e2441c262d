"""Search over plans: online evolution of scripts for groups of units.

A genome assigns a script to each group and lists the enemies to leave alone. Its plan is carried out on a copy of the
state and judged after its own attacks and the enemy's best attacks in reply, all at their averages. The first plans use
one script for all units, the captain's plan among them. Then the best plans are mutated until the budget is spent.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from ...engine.game import AnyGame
from ...hexes import bits
from ..doctrine import WarState
from ..maps import Maps
from ..plan.planner import Outcome, Plan, Planner
from ..plan.scripts import ADVANCE, PORTFOLIO, Script
from ..value.goals import Aims
from .budget import Budget
from .outlook import Outlook

#: The usual number of units in a group, and the number of plans kept for mutation.
_GROUP, _KEPT = 3, 6
_CAUTION = (0.6, 1.0, 1.5)
#: The chance of a mutation that adds posts, the chance of loss that makes a hex weak, and the units considered for it.
_ADD_POSTS, _WEAK, _CANDIDATES = 0.3, 0.15, 4


@dataclass(frozen=True)
class Genome:
    """The parameters of a plan for mutation: scripts by group, enemies to leave alone, caution, and posts."""

    scripts: tuple[Script, ...]
    spared: int = 0
    caution: float = 1.0
    posts: tuple[tuple[int, int], ...] = ()


@dataclass
class Trial:
    """A plan with its outcome and its value."""

    genome: Genome
    value: float
    outcome: Outcome
    #: the expected cost of the enemy's reply
    reply: float = 0.0
    #: vital hexes that may well be lost; None if not computed yet
    weak: list[int] | None = None
    #: posts that block the open paths; None if not computed yet, empty once they have been tried
    blockers: dict[int, int] | None = None


class Evolution:
    """Searches for a plan for a movement phase."""

    def __init__(self, game: AnyGame, s: WarState, side: int, rng: random.Random, budget: Budget) -> None:
        self.game, self.s, self.side, self.rng, self.budget = game, s, side, rng, budget
        self.maps = Maps(game, s)
        self.aims = Aims(self.maps, side)
        self.planner = Planner(self.maps, side, self.aims)
        self.groups = self._grouped()
        self._outlook = Outlook(game, side)
        self._known: dict[Genome, Trial] = {}
        self._selectable = self.planner.selectable(s) if self.maps.doctrine.vital_penalty else []

    @property
    def tried(self) -> int:
        """The number of different plans that have been judged."""
        return len(self._known)

    def _grouped(self) -> list[list[int]]:
        """Group neighbouring units of the side."""
        distance, at = self.game.board.grid.distance, self.s.at
        left = list(self.maps.units[self.side])
        out = []
        while left:
            first = left[0]
            left.sort(key=lambda u: (distance(at[u], at[first]), u))
            out.append(left[:_GROUP])
            left = left[_GROUP:]
        return out

    def run(self) -> list[Trial]:
        """Run the search and return the best plans, best first."""
        kept: list[Trial] = []
        for genome in self._initial_plans():
            if kept and not self.budget.left():
                break
            kept.append(self.judge(genome))
        kept.sort(key=lambda trial: -trial.value)
        while self.budget.left():
            kept = kept[:_KEPT]
            parent = kept[min(int(self.rng.random() ** 2 * len(kept)), len(kept) - 1)]
            child = self._mutate(parent)
            if child in self._known:
                self.budget.spend()
                continue
            kept.append(self.judge(child))
            kept.sort(key=lambda trial: -trial.value)
        return kept

    def finalists(self, size: int, more: int = 0) -> list[Trial]:
        """Return plans with different outcomes for rehearsal.

        Half of the first ``size`` are the best plans, half initial plans; up to ``more`` further plans follow."""
        tried = list(self._known.values())
        uniform = tried[: len(self._initial_plans())]
        best = sorted(tried, key=lambda trial: -trial.value)
        shares = ((size // 2, best), (size, uniform), (size, best), (size + more, uniform), (size + more, best))
        out: dict[tuple[int, ...], Trial] = {}
        for share, trials in shares:
            for trial in trials:
                if len(out) < share:
                    out.setdefault(tuple(trial.outcome.after.at), trial)
        return list(out.values())

    def _initial_plans(self) -> list[Genome]:
        count = len(self.groups)
        uniform = Genome((ADVANCE,) * count)
        return [
            uniform,
            *(Genome((ADVANCE,) * count, caution=c) for c in _CAUTION if c != 1.0),
            *(Genome((script,) * count) for script in PORTFOLIO if script is not ADVANCE),
        ]

    def _mutate(self, parent: Trial) -> Genome:
        rng, genome = self.rng, parent.genome
        if self.maps.doctrine.vital_penalty and rng.random() < _ADD_POSTS:
            posts = self._close_gaps(parent) or self._strengthen(parent)
            if posts:
                return replace(genome, posts=posts)
        scripts, spared, caution = list(genome.scripts), genome.spared, genome.caution
        attacks = parent.outcome.assignment.attacks
        kind = rng.random()
        if kind < 0.7 and scripts:
            for _ in range(rng.choice((1, 1, 2, 3))):
                scripts[rng.randrange(len(scripts))] = rng.choice(PORTFOLIO)
        elif kind < 0.9 and (attacks or spared):
            targets = [a.target for a in attacks] + list(bits(spared))
            spared ^= 1 << rng.choice(targets)
        else:
            caution = rng.choice(_CAUTION)
        return Genome(tuple(scripts), spared, caution, genome.posts)

    def _close_gaps(self, parent: Trial) -> tuple[tuple[int, int], ...]:
        """Return the posts of a plan with further ones that block its open paths; empty if there are none."""
        posts = dict(parent.genome.posts)
        if parent.blockers is None:
            parent.blockers = self.planner.blockers(posts, parent.outcome.after.at)
        more, parent.blockers = parent.blockers, {}
        return (*posts.items(), *more.items()) if more else ()

    def _strengthen(self, parent: Trial) -> tuple[tuple[int, int], ...]:
        """Return the posts of a plan with one more unit in a weak vital hex; empty if that is impossible."""
        after, at = parent.outcome.after, parent.outcome.after.at
        if parent.weak is None:
            maps = Maps(self.game, after)
            held = maps.doctrine.vital(after, self.side) & maps.occupied[self.side]
            parent.weak = [h for h in bits(held) if maps.chance_of_loss(self.side, h) >= _WEAK]
        posts = dict(parent.genome.posts)
        if not parent.weak:
            return ()
        h = self.rng.choice(parent.weak)
        elsewhere = [u for u in self._selectable if u not in posts and at[u] not in parent.weak]
        able = [u for u in elsewhere if self.maps.destinations(u) >> h & 1]
        able.sort(key=lambda u: (self.maps.attack[u] - 2.0 * self.maps.defense[u], u))
        if not able:
            return ()
        return (*posts.items(), (self.rng.choice(able[:_CANDIDATES]), h))

    # -- judging -----------------------------------------------------------------------------

    def judge(self, genome: Genome) -> Trial:
        """Carry out a plan and judge its outcome."""
        found = self._known.get(genome)
        if found is not None:
            return found
        self.budget.spend()
        outcome, doctrine = self.planner.carry_out(self.s, self.plan(genome)), self.maps.doctrine
        attacks, answered = doctrine.combat_follows(outcome.after), not doctrine.has_last_move(self.s, self.side)
        value, reply = self._outlook.value(outcome.after, attacks=attacks, reply=answered)
        found = self._known[genome] = Trial(genome, value, outcome, reply)
        return found

    def plan(self, genome: Genome) -> Plan:
        """Return the plan with these parameters."""
        scripts = {u: script for group, script in zip(self.groups, genome.scripts, strict=True) for u in group}
        return Plan(scripts, ~genome.spared, genome.caution, dict(genome.posts), storms=True)
