"""Plans that bar the enemy's next win: the risk of a plan, and posts that reduce it."""

from __future__ import annotations

from collections.abc import Iterator

from ...hexes import bits
from ..doctrine import WarState
from ..wins.checker import NOTHING, Checker, Win
from .planner import Outcome, Plan, Planner

#: A smaller risk is accepted.
ACCEPTED = 0.08
#: How often a plan is changed to reduce its risk, and how many posts are tried each time.
_ROUNDS, _DROP_ROUNDS, _TRIES = 5, 2, 9
#: How many positions are checked for the enemy's wins in all, and how many count for one with airdrops.
_CHECKS, _DROP_CHECKS = 48, 10
#: More than any risk.
_ANY = 2.0
#: The hexes around units of the enemy's conditions where a post may cut their supply.
_CUTS = 2
#: The cost of a post that attacks well, compared with one that only defends.
_ATTACKER = 0.05


class Guard:
    """The risk that the enemy of a side wins in its next turn, and what reduces it."""

    def __init__(self, planner: Planner) -> None:
        self.planner, self.maps, self.doctrine = planner, planner.maps, planner.doctrine
        self.game, self.side, self.foe = planner.game, planner.side, planner.foe
        self._left = _CHECKS

    @property
    def is_needed(self) -> bool:
        """Whether the enemy can win within a turn at all."""
        return bool(self.doctrine.aims(self.planner.s, self.foe)) and not self.doctrine.has_last_move(
            self.planner.s, self.side
        )

    def threat(self, s: WarState, *, drops: bool = True) -> Win:
        """Return the enemy's best win after a position; a sudden death that stands is certain."""
        if s.over:
            return NOTHING
        if self.doctrine.standing(s, self.foe):
            return Win(1.0)
        self._left -= _DROP_CHECKS if drops else 1
        return Checker(self.game, s, self.foe).best(drops=drops)

    def secured(self, outcome: Outcome, plan: Plan, *, drops: bool = True) -> tuple[Outcome, float]:
        """Return the outcome of a plan with posts that reduce the risk, and the risk that is left."""
        left = 0.0
        for drop, rounds in ((False, _ROUNDS), (True, _DROP_ROUNDS)) if drops else ((False, _ROUNDS),):
            safest = outcome, plan, self.threat(outcome.after, drops=drop)
            trial = safest
            for _ in range(rounds):
                if safest[2].chance <= ACCEPTED:
                    break
                found = self._better(*trial)
                if found is None:
                    break
                trial = found
                if trial[2].chance <= safest[2].chance:  # carried out, a plan may leave more than its posts promise
                    safest = trial
            outcome, plan, threat = safest
            left = max(left, threat.chance) if drop else threat.chance
        return outcome, left

    def _better(self, outcome: Outcome, plan: Plan, threat: Win) -> tuple[Outcome, Plan, Win] | None:
        """Return the plan with one more post that leaves the least risk; None if none leaves less."""
        best, found = self._measure(outcome.after, threat), None
        for unit, h in self._posts(outcome, plan, threat):
            if self._left <= 0:
                break
            trial = self._with(outcome.after, unit, h)
            left = self.threat(trial, drops=threat.drop is not None)
            measure = self._measure(trial, left)
            if measure < best:
                best, found = measure, (unit, h)
        drops = threat.drop is not None
        for more in self._withdrawn(outcome, plan, threat) if found is None else ():
            return self._made(plan._replace(posts={**plan.posts, **more}), threat.chance, drops)
        if found is None:
            return None
        return self._made(plan._replace(posts={**plan.posts, found[0]: found[1]}), _ANY, drops)

    def _made(self, plan: Plan, before: float, drops: bool) -> tuple[Outcome, Plan, Win] | None:
        """Carry out a plan; None if its risk is not below what it was before."""
        outcome = self.planner.carry_out(self.planner.s, plan)
        threat = self.threat(outcome.after, drops=drops)
        return (outcome, plan, threat) if threat.chance < before else None

    def _measure(self, s: WarState, threat: Win) -> tuple[float, int]:
        """Return how bad a position is: the risks, and where they stay the same, how wide the way is open.

        If a sudden death stands, it is what keeps the enemy in supply."""
        if not threat.chance:
            return 0.0, 0
        if threat.drop is not None:
            return round(threat.chance, 2), 0
        if not threat.takers and not threat.strikes:
            fed = self.doctrine.supplied(s, self.foe)
            return 100.0, fed.bit_count() if fed != -1 else 0
        checker = Checker(self.game, s, self.foe)
        self._left -= 1
        return round(checker.weight(), 2), checker.openings()

    def _with(self, after: WarState, unit: int, h: int) -> WarState:
        trial = after.copy()
        trial.at[unit] = h
        self.game.refresh(trial)
        return trial

    # -- posts -----------------------------------------------------------------------------------

    def _posts(self, outcome: Outcome, plan: Plan, threat: Win) -> Iterator[tuple[int, int]]:
        """Return units and hexes that may bar the enemy's way, the most promising first."""
        s, after = self.planner.s, outcome.after
        kept = {*outcome.assignment.garrisons, *plan.posts}
        worth = self._hexes(after, threat)
        able = [u for u in self.planner.selectable(s) if s.at[u] >= 0 and u not in kept]
        able.sort(key=lambda u: (_ATTACKER * self.maps.attack[u] - self.maps.defense[u], u))
        reach = {u: self.maps.destinations(u) for u in able}
        tried = 0
        for h in sorted(worth, key=lambda h: (-worth[h], h)):
            if after.occupied[self.foe] >> h & 1:
                continue
            for u in able:
                if reach[u] >> h & 1 and after.at[u] != h and self._fits(after, u, h):
                    yield u, h
                    tried += 1
                    break
            if tried >= _TRIES:
                return

    def _fits(self, after: WarState, unit: int, h: int) -> bool:
        return not after.occupied[self.side] >> h & 1 or self.doctrine.has_room(after, unit, h)

    def _hexes(self, after: WarState, threat: Win) -> dict[int, int]:
        """Return hexes where a post may help, by how much of the enemy's way it covers."""
        grid, mine = self.game.board.grid, self.maps.in_play
        out: dict[int, int] = {}
        targets = 0
        for strike in threat.strikes:
            targets |= 1 << strike.target
        for _, h in threat.drop.spots if threat.drop is not None else ():
            targets |= 1 << h
        way = threat.path
        if not way and not targets:  # a sudden death that stands: its units, and what keeps them in supply
            for aims in self.doctrine.aims(after, self.foe):
                for aim in aims:
                    way |= aim.hexes & after.occupied[self.foe] if not aim.units else 0
            for _ in range(_CUTS):
                way |= grid.neighbours(way) & mine
        for h in bits((way | grid.neighbours(way) | targets) & mine):
            covered = ((grid.neighbours(1 << h) | 1 << h) & way).bit_count()
            out[h] = covered + (3 if targets >> h & 1 else 0) + (way >> h & 1)
        return out

    def _withdrawn(self, outcome: Outcome, plan: Plan, threat: Win) -> Iterator[dict[int, int]]:
        """Return units that would enter a hex which the enemy then takes, each kept in its own hex."""
        s, after = self.planner.s, outcome.after
        targets = {strike.target for strike in threat.strikes}
        able = self.planner.selectable(s)
        stay = {u: s.at[u] for u in able if s.at[u] >= 0 and s.at[u] != after.at[u] and after.at[u] in targets}
        if stay and not stay.items() <= plan.posts.items():
            yield stay
