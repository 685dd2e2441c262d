"""Strategies for a movement phase."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.game import AnyGame
from ..doctrine import verb_for
from ..maps import Maps
from ..orders import Order, describe_place, expected_gain, sentence
from ..plan.guard import ACCEPTED, Guard
from ..plan.last_move import LastMove
from ..plan.planner import Outcome, Plan, Planner
from ..plan.reasons import explain_move
from ..plan.strikes import Strike
from ..search.evolution import Evolution, Trial
from ..search.rehearsal import Maker, Rehearsal
from ..search.selection import select
from .strategies import Decision, ThinkingTime

#: The cost of a rehearsal in evaluations.
REHEARSAL_COST = 25
#: The number of plans that are rehearsed in any case, and of further ones if there is time.
_FINALISTS, _EXTRA_FINALISTS = 8, 8
#: The number of plans of a search whose risk is checked, the points that a lost game costs, and the difference between
#: similar risks.
_CHECKED, LOST, _SIMILAR = 5, 400.0, 0.05
#: How often a plan with open paths is revised.
_REPAIRS = 3


def orders_of(d: Decision, planner: Planner, outcome: Outcome) -> list[Order]:
    """Return the moves of a simulated plan as orders with reasons, followed by the end of the phase."""
    after, assigned = outcome.after, outcome.assignment
    kept = {**assigned.garrisons, **assigned.line}
    strikes = {u: strike for u, strike in outcome.strikes.items() if u not in kept}
    out: list[Order] = []
    for u, actions in outcome.moves:
        if u in strikes:  # everything after it depends on the dice, and is planned again
            return [*out, strike_order(d, strikes[u])]
        out.append(Order(actions, explain_move(planner, assigned, u, _end_of(planner, actions, after.at[u]))))
    if strikes:
        return [*out, strike_order(d, max(strikes.values(), key=lambda strike: strike.gain))]
    end = verb_for(Role.END, d.game.offer(after), planner.doctrine.role_of)
    if end and not after.over:
        out.append(Order((Action(end, 0),), "All other units are well placed."))
    return out or [Order((d.any_action(),))]


def _end_of(planner: Planner, actions: tuple[Action, ...], there: int) -> int:
    """Return where a unit goes by its actions; if dice decide whether it does, the simulation stops before them."""
    last = actions[-1]
    return last.arg if planner.doctrine.role_of.get(last.verb) in (Role.MOVE, Role.PLACE) else there


def strike_order(d: Decision, strike: Strike) -> Order:
    """Return the order for an attack during a move."""
    what = f"{strike.action.verb} {describe_place(d.game, strike.action.arg)}; {expected_gain(strike.gain)}"
    return Order((*strike.before, strike.action), sentence(what))


def continue_move(d: Decision, unit: int) -> Order:
    """Move the selected unit to its hex in the captain's plan, or to the best hex if it has none."""
    planner, plan = Planner(d.maps, d.side), Plan()
    strike = planner.mover.strikes.best(d.s, d.offer)
    if strike is not None:
        return strike_order(d, strike)
    assigned = planner.assign(plan)
    spot = planner.departing.get(unit, assigned.spots.get(unit, -1))
    verb, arg = planner.mover.choose(d.s, unit, d.offer, spot, plan.script(unit))
    if not verb:  # staying would be best, but it has to move
        return Order((d.any_action(),), "This unit has to move, and no hex is better than its own.")
    there = arg if planner.doctrine.role_of.get(verb) in (Role.MOVE, Role.PLACE) else d.s.at[unit]
    return Order((Action(verb, arg),), explain_move(planner, assigned, unit, there))


class OnePlan:
    """Makes one greedy plan; with ``closes_gaps`` it is revised if the enemy could win in its next turn.

    Units with ``posts`` go there in any case."""

    def __init__(self, *, closes_gaps: bool = True, posts: Mapping[int, int] | None = None) -> None:
        self.closes_gaps, self.posts = closes_gaps, dict(posts or {})

    def __call__(self, d: Decision) -> list[Order]:
        planner = Planner(Maps(d.game, d.s), d.side)
        outcome = planner.carry_out(d.s, Plan(posts=self.posts))
        if self.closes_gaps and planner.doctrine.enemy_exits(d.s, d.side):
            outcome = self._close_gaps(planner, outcome)
        guard = Guard(planner)
        if self.closes_gaps and guard.is_needed:
            outcome, _ = guard.secured(outcome, Plan(posts=outcome.assignment.posts))
        return orders_of(d, planner, outcome)

    def _close_gaps(self, planner: Planner, outcome: Outcome) -> Outcome:
        """Revise a plan so that fewer paths are open to the enemy."""
        posts = self.posts
        left = planner.open_count(outcome.after)
        for _ in range(_REPAIRS if left else 0):
            more = planner.blockers(posts, outcome.after.at)
            posts = posts | more
            trial = planner.carry_out(planner.s, Plan(posts=posts))
            now = planner.open_count(trial.after)
            if now < left:
                outcome, left = trial, now
            if not left or not more:
                break
        return outcome


class SearchedPlan:
    """Searches many plans and takes the best one after the enemy's reply."""

    def __init__(self, time: ThinkingTime, share: float = 1.0) -> None:
        self._time, self._share = time, share

    def __call__(self, d: Decision) -> list[Order]:
        search = Evolution(d.game, d.s, d.side, d.rng, self._time.budget(self._share))
        best, planner = self._best(d, search), search.planner
        last = planner.doctrine.has_last_move(d.s, d.side)
        reply = "" if last else f"; the enemy's reply is expected to cost {best.reply:.1f} points"
        of_all = f"Best of {search.tried} plans{reply}."
        return [Order(actions, f"{why} {of_all}") for actions, why in orders_of(d, planner, best.outcome)]

    def _best(self, d: Decision, search: Evolution) -> Trial:
        return safest(search, search.run()[:_CHECKED])


def safest(search: Evolution, trials: list[Trial]) -> Trial:
    """Return the best of some plans after the risk that the enemy wins in its next turn; it may be made safer."""
    guard = Guard(search.planner)
    if not guard.is_needed:
        return trials[0]
    risks = {id(trial): guard.threat(trial.outcome.after, drops=False).chance for trial in trials}
    best = max(trials, key=lambda trial: trial.value - LOST * max(0.0, risks[id(trial)] - ACCEPTED))
    outcome, _ = guard.secured(best.outcome, search.plan(best.genome))
    return best if outcome is best.outcome else replace(best, outcome=outcome)


class RehearsedPlan(SearchedPlan):
    """Searches many plans and rehearses the best with dice; rehearsals take ``share`` of the time."""

    def __init__(self, time: ThinkingTime, own: Maker, foe: Maker, share: float) -> None:
        super().__init__(time, 1.0 - share)
        self._own, self._foe, self._rehearses = own, foe, share

    def _best(self, d: Decision, search: Evolution) -> Trial:
        search.run()
        finalists, guaranteed = self._finalists(search)
        guard = Guard(search.planner)
        if guard.is_needed:  # plans that the enemy can win against are not worth a rehearsal if there are others
            risks = [guard.threat(trial.outcome.after, drops=False).chance for trial in finalists]
            least = max(ACCEPTED, min(risks) + _SIMILAR)
            finalists = [trial for trial, risk in zip(finalists, risks, strict=True) if risk <= least]
            guaranteed = min(guaranteed, len(finalists))
        return safest(search, [self._rehearsed(d.game, d.side, finalists, guaranteed, d.rng)])

    def _finalists(self, search: Evolution) -> tuple[list[Trial], int]:
        """Return the plans to rehearse, and how many of them are rehearsed in any case.

        In the last move of the game they include the best plan with posts that reduce the enemy's score."""
        finalists, guaranteed = search.finalists(_FINALISTS, _EXTRA_FINALISTS), _FINALISTS
        if search.maps.doctrine.has_last_move(search.s, search.side):
            last_move, first = LastMove(search.maps, search.side), finalists[0]
            attackers = {u for planned in first.outcome.assignment.attacks for u in planned.spots}
            able = search.planner.selectable(search.s)
            for movers in ([u for u in able if u not in attackers], able):
                posts = last_move.posts(first.outcome.after, movers)
                if posts:
                    finalists.insert(1, search.judge(replace(first.genome, posts=tuple(posts.items()))))
                    guaranteed += 1
        return finalists, guaranteed

    def _rehearsed(self, game: AnyGame, side: int, plans: list[Trial], guaranteed: int, rng: random.Random) -> Trial:
        """Return the best plan after rehearsals with common random numbers."""
        rehearsal = Rehearsal(game, side, rng.getrandbits(32), self._own, self._foe)
        candidates, budget = [(plan, plan.value) for plan in plans], self._time.budget(self._rehearses)

        def play(plan: Trial, number: int) -> float:
            return rehearsal.value(plan.outcome.after.copy(), number)

        return select(candidates, play, budget, REHEARSAL_COST, guaranteed)
