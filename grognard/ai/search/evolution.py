"""Search over plans: online evolution of scripts for groups of units, each plan judged after the enemy's reply.

A plan says which script each group follows and which enemies may be attacked. It is carried out on a copy of the
state, one's own attacks are taken at their average, then the enemy makes his best attacks, at their average too. The
first plans are the scripts themselves, the captain's among them; the best are varied until the time is up.
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

#: Units in a group, about; and how many plans are kept to be varied.
_GROUP, _KEPT = 3, 6
_CAUTION = (0.6, 1.0, 1.5)
#: How often a garrison is made stronger where one may be stormed, from which chance on, and who is thought of.
_GUARD, _WEAK, _FEW = 0.3, 0.15, 4


@dataclass(frozen=True)
class Genome:
    """A plan as it is varied: a script for each group, enemies left alone, caution, and posts for single units."""

    scripts: tuple[Script, ...]
    spared: int = 0
    caution: float = 1.0
    posts: tuple[tuple[int, int], ...] = ()


@dataclass
class Trial:
    """A plan that has been judged."""

    genome: Genome
    value: float
    outcome: Outcome
    #: what the enemy's reply costs
    reply: float = 0.0
    #: hexes that must not be lost and may well be stormed there; None if nobody has looked yet
    weak: list[int] | None = None
    #: posts that close the ways it leaves open; None if nobody has looked yet, and nothing once that has been tried
    closed: dict[int, int] | None = None


class Evolution:
    """Finds a plan for a movement phase."""

    def __init__(self, game: AnyGame, s: WarState, side: int, rng: random.Random, budget: Budget) -> None:
        self.game, self.s, self.side, self.rng, self.budget = game, s, side, rng, budget
        self.maps = Maps(game, s)
        self.aims = Aims(self.maps, side)
        self.planner = Planner(self.maps, side, self.aims)
        self.groups = self._grouped()
        self._outlook = Outlook(game, side)
        self._known: dict[Genome, Trial] = {}
        self._able = self.planner.able(s) if self.maps.doctrine.vital_penalty else []

    @property
    def tried(self) -> int:
        """How many different plans have been judged."""
        return len(self._known)

    def _grouped(self) -> list[list[int]]:
        """Units of the side by neighbourhood."""
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
        """The best plans found, best first."""
        kept: list[Trial] = []
        for genome in self._first():
            if kept and not self.budget.left():
                break
            kept.append(self.judge(genome))
        kept.sort(key=lambda trial: -trial.value)
        while self.budget.left():
            kept = kept[:_KEPT]
            parent = kept[min(int(self.rng.random() ** 2 * len(kept)), len(kept) - 1)]
            child = self._vary(parent)
            if child in self._known:
                self.budget.spend()
                continue
            kept.append(self.judge(child))
            kept.sort(key=lambda trial: -trial.value)
        return kept

    def finalists(self, size: int, more: int = 0) -> list[Trial]:
        """Plans that lead to different positions, to be looked at more closely: the best half, and plain scripts; then
        more of them, for whoever has the time."""
        tried = list(self._known.values())
        plain = tried[: len(self._first())]
        best = sorted(tried, key=lambda trial: -trial.value)
        shares = ((size // 2, best), (size, plain), (size, best), (size + more, plain), (size + more, best))
        out: dict[tuple[int, ...], Trial] = {}
        for share, trials in shares:
            for trial in trials:
                if len(out) < share:
                    out.setdefault(tuple(trial.outcome.after.at), trial)
        return list(out.values())

    def _first(self) -> list[Genome]:
        count = len(self.groups)
        plain = Genome((ADVANCE,) * count)
        return [
            plain,
            *(Genome((ADVANCE,) * count, caution=c) for c in _CAUTION if c != 1.0),
            *(Genome((script,) * count) for script in PORTFOLIO if script is not ADVANCE),
        ]

    def _vary(self, parent: Trial) -> Genome:
        rng, genome = self.rng, parent.genome
        if self.maps.doctrine.vital_penalty and rng.random() < _GUARD:
            posts = self._closed(parent) or self._stronger(parent)
            if posts:
                return replace(genome, posts=posts)
        scripts, spared, caution = list(genome.scripts), genome.spared, genome.caution
        assaults = parent.outcome.assignment.assaults
        kind = rng.random()
        if kind < 0.7 and scripts:
            for _ in range(rng.choice((1, 1, 2, 3))):
                scripts[rng.randrange(len(scripts))] = rng.choice(PORTFOLIO)
        elif kind < 0.9 and (assaults or spared):
            targets = [a.target for a in assaults] + list(bits(spared))
            spared ^= 1 << rng.choice(targets)
        else:
            caution = rng.choice(_CAUTION)
        return Genome(tuple(scripts), spared, caution, genome.posts)

    def _closed(self, parent: Trial) -> tuple[tuple[int, int], ...]:
        """The posts of a plan with those that close the ways it leaves open; none if there are no such ways."""
        posts = dict(parent.genome.posts)
        if parent.closed is None:
            parent.closed = self.planner.barred(posts, parent.outcome.after.at)
        more, parent.closed = parent.closed, {}
        return (*posts.items(), *more.items()) if more else ()

    def _stronger(self, parent: Trial) -> tuple[tuple[int, int], ...]:
        """The posts of a plan with one more in a hex that could be stormed; none if there is no such hex, or nobody."""
        after, at = parent.outcome.after, parent.outcome.after.at
        if parent.weak is None:
            maps = Maps(self.game, after)
            held = maps.doctrine.vital(after, self.side) & maps.occupied[self.side]
            parent.weak = [h for h in bits(held) if maps.fall(self.side, h, maps.guard(h)) >= _WEAK]
        posts = dict(parent.genome.posts)
        if not parent.weak:
            return ()
        h = self.rng.choice(parent.weak)
        elsewhere = [u for u in self._able if u not in posts and at[u] not in parent.weak]
        able = [u for u in elsewhere if self.maps.march(u) >> h & 1]
        able.sort(key=lambda u: (self.maps.attack[u] - 2.0 * self.maps.defense[u], u))
        if not able:
            return ()
        return (*posts.items(), (self.rng.choice(able[:_FEW]), h))

    # -- judging -----------------------------------------------------------------------------

    def judge(self, genome: Genome) -> Trial:
        """Carry a plan out and see what comes of it."""
        found = self._known.get(genome)
        if found is not None:
            return found
        self.budget.spend()
        scripts = {u: script for group, script in zip(self.groups, genome.scripts, strict=True) for u in group}
        plan = Plan(scripts, ~genome.spared, genome.caution, dict(genome.posts), presses=True)
        outcome, doctrine = self.planner.carry_out(self.s, plan), self.maps.doctrine
        attacks, answered = doctrine.combat_follows(outcome.after), not doctrine.has_last_move(self.s, self.side)
        value, reply = self._outlook.value(outcome.after, attacks=attacks, reply=answered)
        found = self._known[genome] = Trial(genome, value, outcome, reply)
        return found
