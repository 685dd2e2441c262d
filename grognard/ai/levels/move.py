"""Strategies for a movement phase."""

from __future__ import annotations

import random
from dataclasses import replace

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.game import AnyGame
from ..doctrine import verb_for
from ..maps import Maps
from ..orders import Order
from ..plan.last_move import LastMove
from ..plan.planner import Outcome, Plan, Planner
from ..plan.reasons import explain_move
from ..search.evolution import Evolution, Trial
from ..search.rehearsal import Maker, Rehearsal
from ..search.selection import select
from .strategies import Decision, Thought

#: What a rehearsal costs in evaluations.
REHEARSAL_COST = 25
#: Plans that are rehearsed, and how many more if there is time.
_FIELD, _MORE = 8, 8
#: How often a plan is mended that leaves a way open.
_MENDS = 3


def orders_of(d: Decision, planner: Planner, outcome: Outcome) -> list[Order]:
    """A plan that has been carried out as orders with their reasons, and the end of the phase."""
    after, assigned = outcome.after, outcome.assignment
    out = [Order(actions, explain_move(planner, assigned, u, after.at[u])) for u, actions in outcome.moves]
    end = verb_for(Role.END, d.game.offer(after), planner.doctrine.role_of)
    if end and not after.over:
        out.append(Order((Action(end, 0),), "Everybody else stands where he should."))
    return out or [Order((d.any_action(),))]


def continue_move(d: Decision, unit: int) -> Order:
    """A unit in somebody's hand goes to its place in the plan, or where it stands best if it has none."""
    planner, plan = Planner(d.maps, d.side), Plan()
    assigned = planner.assign(plan)
    spot = assigned.spots.get(unit, -1)
    verb, arg = planner.mover.choose(d.s, unit, d.offer, spot, plan.script(unit))
    if not verb:  # it had better stay, but it must go
        return Order((d.any_action(),), "It has to go somewhere.")
    there = arg if planner.doctrine.role_of.get(verb) in (Role.MOVE, Role.PLACE) else d.s.at[unit]
    return Order((Action(verb, arg),), explain_move(planner, assigned, unit, there))


class OnePlan:
    """One greedy plan. If it ``mends``, it is looked at again where the enemy may leave the map and win."""

    def __init__(self, *, mends: bool = True) -> None:
        self.mends = mends

    def __call__(self, d: Decision) -> list[Order]:
        planner = Planner(Maps(d.game, d.s), d.side)
        outcome = planner.carry_out(d.s, Plan())
        if self.mends and planner.doctrine.enemy_exits(d.s, d.side):
            outcome = self._mended(planner, outcome)
        return orders_of(d, planner, outcome)

    def _mended(self, planner: Planner, outcome: Outcome) -> Outcome:
        """A plan without the ways that it leaves open to the enemy, as far as they can be barred."""
        posts: dict[int, int] = {}
        left = planner.open(outcome.after)
        for _ in range(_MENDS if left else 0):
            more = planner.barred(posts, outcome.after.at)
            posts = posts | more
            trial = planner.carry_out(planner.s, Plan(posts=posts))
            now = planner.open(trial.after)
            if now < left:
                outcome, left = trial, now
            if not left or not more:
                break
        return outcome


class SearchedPlan:
    """The best of many plans, each judged after the enemy's reply."""

    def __init__(self, thought: Thought, share: float = 1.0) -> None:
        self._thought, self._share = thought, share

    def __call__(self, d: Decision) -> list[Order]:
        search = Evolution(d.game, d.s, d.side, d.rng, self._thought.budget(self._share))
        best, planner = self._best(d, search), search.planner
        last = planner.doctrine.has_last_move(d.s, d.side)
        reply = "" if last else f"; the enemy's reply should cost {best.reply:.1f} points"
        of_all = f"Best of {search.tried} plans{reply}."
        return [Order(actions, f"{why} {of_all}") for actions, why in orders_of(d, planner, best.outcome)]

    def _best(self, d: Decision, search: Evolution) -> Trial:
        return search.run()[0]


class RehearsedPlan(SearchedPlan):
    """The best of many plans after rehearsals with dice, which take ``share`` of the time."""

    def __init__(self, thought: Thought, own: Maker, foe: Maker, share: float) -> None:
        super().__init__(thought, 1.0 - share)
        self._own, self._foe, self._rehearses = own, foe, share

    def _best(self, d: Decision, search: Evolution) -> Trial:
        search.run()
        return self._rehearsed(d.game, d.side, *self._finalists(search), d.rng)

    def _finalists(self, search: Evolution) -> tuple[list[Trial], int]:
        """The plans to be rehearsed, and how many of them in any case. In the last move of the game the best one also
        with posts that spoil what the enemy has."""
        field, sure = search.finalists(_FIELD, _MORE), _FIELD
        if search.maps.doctrine.has_last_move(search.s, search.side):
            last_move, first = LastMove(search.maps, search.side), field[0]
            attackers = {u for assault in first.outcome.assignment.assaults for u in assault.spots}
            able = search.planner.able(search.s)
            for movers in ([u for u in able if u not in attackers], able):
                posts = last_move.posts(first.outcome.after, movers)
                if posts:
                    field.insert(1, search.judge(replace(first.genome, posts=tuple(posts.items()))))
                    sure += 1
        return field, sure

    def _rehearsed(self, game: AnyGame, side: int, plans: list[Trial], sure: int, rng: random.Random) -> Trial:
        """The best plan after rehearsals with common random numbers."""
        stage = Rehearsal(game, side, rng.getrandbits(32), self._own, self._foe)
        field, budget = [(plan, plan.value) for plan in plans], self._thought.budget(self._rehearses)
        return select(field, lambda plan, n: stage.value(plan.outcome.after.copy(), n), budget, REHEARSAL_COST, sure)
