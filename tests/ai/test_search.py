"""Search over plans, and rehearsals of the best of them."""

from __future__ import annotations

import random

import pytest

from grognard.ai.doctrine import expect
from grognard.ai.levels.move import OnePlan, RehearsedPlan
from grognard.ai.levels.officer import Officer
from grognard.ai.levels.strategies import ThinkingTime
from grognard.ai.maps import Maps
from grognard.ai.plan.planner import Plan, Planner
from grognard.ai.plan.scripts import PORTFOLIO
from grognard.ai.registry import aide, general
from grognard.ai.search.budget import Budget
from grognard.ai.search.evolution import Evolution, Trial
from grognard.ai.search.rehearsal import Dice

from ..generic.play import begin
from .helpers import PHASED, on_the_move, outcome, played, rehearsal, staff

every_game = pytest.mark.parametrize("game", PHASED, ids=[game.id for game in PHASED])


def search(game, evaluations, seed=1):
    s = on_the_move(game)
    return Evolution(game, s, game.side_index[game.seat(s)], random.Random(seed), Budget(0.0, evaluations))


def captains_moves(game):
    """The captain's moves, with repeated attacks considered as in the search."""
    s = on_the_move(game)
    return Planner(Maps(game, s), game.side_index[game.seat(s)]).carry_out(s, Plan(storms=True)).moves


@every_game
def test_with_one_evaluation_the_plan_is_the_captains(game):
    found = search(game, 1).run()
    assert len(found) == 1
    assert found[0].outcome.moves == captains_moves(game)


@every_game
def test_the_captains_plan_is_among_the_first(game):
    seen = search(game, 10)
    seen.run()
    first = list(seen._known.values())[:3]
    assert captains_moves(game) in [trial.outcome.moves for trial in first]


@every_game
def test_the_chosen_plan_is_at_least_as_good_as_the_captains(game):
    captains = search(game, 1).run()[0].value
    found = search(game, 14).run()
    assert found[0].value >= captains
    assert [trial.value for trial in found] == sorted((trial.value for trial in found), reverse=True)


@every_game
def test_more_search_never_finds_a_worse_plan(game):
    values = [search(game, n).run()[0].value for n in (1, 3, 11)]
    assert values == sorted(values)


@every_game
def test_the_same_seed_gives_the_same_mutations(game):
    """More evaluations than initial plans, so that some plans are mutations."""
    one, two = (search(game, 18, seed=3) for _ in range(2))
    assert [trial.outcome.moves for trial in one.run()] == [trial.outcome.moves for trial in two.run()]
    assert list(one._known) == list(two._known)
    assert len(one._known) > len(one._initial_plans())


@every_game
def test_a_search_uses_all_its_evaluations(game):
    for evaluations in (2, 11):
        seen = search(game, evaluations)
        seen.run()
        assert seen.budget.made == evaluations


@every_game
def test_a_plan_consists_of_legal_actions_and_leads_to_its_outcome(game):
    for trial in search(game, 6).run():
        state = on_the_move(game)
        for _, actions in trial.outcome.moves:
            for action in actions:
                game.apply(state, action)
                state = expect(game, state)
        assert state == trial.outcome.after


@every_game
def test_every_unit_on_the_map_is_in_one_group(game):
    seen = search(game, 1)
    grouped = [u for group in seen.groups for u in group]
    assert sorted(grouped) == seen.maps.units[seen.side]


@every_game
def test_a_plan_does_not_depend_on_earlier_plans(game):
    """Cached values are valid for every plan."""
    s = on_the_move(game)
    planner = Planner(Maps(game, s), game.side_index[game.seat(s)])
    first = planner.carry_out(s, Plan())
    for script in PORTFOLIO:
        planner.carry_out(s, Plan(dict.fromkeys(planner.maps.units[planner.side], script), allowed=0))
    assert planner.carry_out(s, Plan()) == first


@every_game
def test_spared_enemies_are_not_attacked(game):
    s = on_the_move(game)
    planner = Planner(Maps(game, s), game.side_index[game.seat(s)])
    assert planner.carry_out(s, Plan(allowed=0)).assignment.attacks == ()


@every_game
def test_finalists_lead_to_different_positions(game):
    seen = search(game, 30)
    best = seen.run()
    field = seen.finalists(6)
    assert 1 < len(field) <= 6
    assert len({tuple(trial.outcome.after.at) for trial in field}) == len(field)
    assert field[0].value == best[0].value
    plain = {seen.judge(genome).outcome.after.at.__repr__() for genome in seen._initial_plans()}
    assert sum(trial.outcome.after.at.__repr__() in plain for trial in field) >= 2, "plain scripts get their chance"
    longer = seen.finalists(6, 6)
    assert longer[: len(field)] == field
    assert len(field) < len({tuple(trial.outcome.after.at) for trial in longer}) == len(longer) <= 12


# -- rehearsals ------------------------------------------------------------------------------------


@every_game
def test_a_rehearsal_is_reproducible(game):
    s = on_the_move(game)
    side = game.side_index[game.seat(s)]
    s = Planner(Maps(game, s), side).carry_out(s, Plan()).after  # so that attacks are possible
    stage = rehearsal(game, side, 7)
    first = [stage.value(s.copy(), number) for number in range(2)]
    assert stage.value(s.copy(), 0) == first[0], "whatever was put on before"
    assert rehearsal(game, side, 7).value(s.copy(), 1) == first[1], "whoever puts it on"
    assert len({*first, rehearsal(game, side, 8).value(s.copy(), 0)}) > 1, "the dice matter"


def rolls(game):
    """States of one phase before the rolls of attacks on different hexes."""
    out = {}
    for before, action in played(game, begin(game, next(iter(game.scenarios))), staff(game, "captain"), most=1500):
        state = before.copy()
        game.apply(state, action)
        preview = game.reading.preview(state) if not state.over and game.step(state).chance else None
        if preview is None:
            continue
        phase = (state.turn, state.phasing)
        if out and phase != next(iter(out.values()))[0]:
            if len(out) > 2:
                break
            out.clear()
        out.setdefault(preview.title.split(":")[0], (phase, state))
    return [state for _, state in out.values()]


@every_game
def test_an_attack_on_a_hex_has_the_same_roll_whatever_was_rolled_before(game):
    states = rolls(game)
    assert len(states) > 2
    for number in range(8):
        forth, back = Dice(game, f"1/{number}"), Dice(game, f"1/{number}")
        assert [forth.roll(s) for s in states] == [back.roll(s) for s in reversed(states)][::-1]


@every_game
def test_dice_are_not_all_the_same(game):
    first, second = rolls(game)[:2]
    dice = [Dice(game, str(number)) for number in range(40)]
    one, other, again = ([d.roll(s) for d in dice] for s in (first, second, first))
    assert len(set(one)) > 3, "rehearsals differ"
    assert one != other, "attacks differ"
    assert one != again, "a second die for the same attack is another one"


class Stage:
    """A fake rehearsal with given values that records its numbers."""

    worth: dict[int, float] = {}
    calls: list[tuple[int, int]] = []

    def __init__(self, game, side, seed, own, foe):
        pass

    def value(self, s, number):
        Stage.calls.append((s.turn, number))
        assert len(Stage.calls) < 200, "the rehearsals never end"
        return Stage.worth[s.turn]


class Marked:
    """A fake state, identified by a number."""

    def __init__(self, turn):
        self.turn = turn

    def copy(self):
        return Marked(self.turn)


def rehearsed(monkeypatch, worth, evaluations, thought=None, sure=8):
    monkeypatch.setattr("grognard.ai.levels.move.Rehearsal", Stage)
    Stage.worth, Stage.calls = worth, []
    field = [Trial(None, (thought or {}).get(i, 0.0), outcome(Marked(i))) for i in worth]
    plan = RehearsedPlan(ThinkingTime(10.0, 1600, evaluations), aide, aide, 0.8)
    return plan._rehearsed(PHASED[0], 0, field, sure, random.Random(1)).outcome


def test_the_plan_that_does_best_in_rehearsals_is_chosen(monkeypatch):
    best = rehearsed(monkeypatch, {0: 1.0, 1: 5.0, 2: 3.0}, 200)
    assert best.after.turn == 1


def test_the_estimate_of_the_search_counts_as_two_rehearsals(monkeypatch):
    """With one rehearsal each, a plan 4 better there and 2 worse in the search is equal; slightly more is better."""
    worth = {0: 1.0, 1: 5.1}
    assert rehearsed(monkeypatch, worth, 50, {0: 2.0}).after.turn == 1
    assert len(Stage.calls) == 2
    assert rehearsed(monkeypatch, worth, 50, {0: 2.1}).after.turn == 0


@pytest.mark.parametrize(
    ("evaluations", "sizes"), [(500, [8, 4, 2, 2]), (2000, [8] * 3 + [4] * 5 + [2] * 10)], ids=["short", "long"]
)
def test_the_worse_half_is_dropped_and_each_stage_has_its_share(evaluations, sizes, monkeypatch):
    """A rehearsal costs 25, four fifths of the budget are for rehearsals; stages have 8, 4 and 2 plans."""
    rehearsed(monkeypatch, {i: float(i) for i in range(8)}, evaluations)
    rounds: dict[int, list[int]] = {}
    for turn, number in Stage.calls:
        rounds.setdefault(number, []).append(turn)
    assert [sorted(rounds[n]) for n in range(len(rounds))] == [list(range(8 - size, 8)) for size in sizes]


@pytest.mark.parametrize(("evaluations", "first"), [(185, 3), (312, 5), (375, 6)])
def test_further_plans_are_rehearsed_while_half_of_the_time_is_left(evaluations, first, monkeypatch):
    """Three plans of six are guaranteed. Others may use the first half of 6, 10 and 12 rehearsals."""
    worth = {i: float(i) for i in range(6)}
    best = rehearsed(monkeypatch, worth, evaluations, sure=3)
    assert [turn for turn, number in Stage.calls if number == 0] == list(range(first))
    assert best.after.turn == first - 1, "the best of those rehearsed"


def test_all_plans_are_rehearsed_with_the_same_random_numbers(monkeypatch):
    rehearsed(monkeypatch, {0: 1.0, 1: 2.0, 2: 3.0}, 280)
    by_number: dict[int, list[int]] = {}
    for turn, number in Stage.calls:
        by_number.setdefault(number, []).append(turn)
    assert by_number[0] == [0, 1, 2]
    assert all(len(set(plans)) == len(plans) > 1 for plans in by_number.values())


def test_an_incomplete_round_does_not_count(monkeypatch):
    """Time for four rehearsals of three plans: the fourth, in which only the best plan failed, does not count."""
    worth = {0: 1.0, 1: 2.0, 2: 1.5}
    assert rehearsed(monkeypatch, worth, 75).after.turn == 1
    assert len(Stage.calls) == 3
    monkeypatch.setattr(Stage, "value", lambda self, s, number: Stage.worth[s.turn] if number == 0 else -99.0)
    assert rehearsed(monkeypatch, worth, 100).after.turn == 1


def test_if_the_first_round_is_incomplete_plans_without_rehearsal_are_out(monkeypatch):
    """Time for three rehearsals of five plans: the best of these three is chosen."""
    assert rehearsed(monkeypatch, {0: 1.0, 1: 2.0, 2: 3.0, 3: 9.0, 4: 9.0}, 75).after.turn == 2
    assert Stage.calls == [(0, 0), (1, 0), (2, 0)]


def test_without_time_the_plan_with_the_best_estimate_is_taken(monkeypatch):
    monkeypatch.setattr("grognard.ai.levels.move.REHEARSAL_COST", 1000)
    assert rehearsed(monkeypatch, {0: 1.0, 1: 5.0}, 2).after.turn == 0


def test_a_single_plan_needs_no_rehearsal(monkeypatch):
    assert rehearsed(monkeypatch, {0: 1.0}, 60).after.turn == 0
    assert Stage.calls == []


@every_game
@pytest.mark.parametrize("moved", [True, False])
def test_a_rehearsed_plan_is_not_extended_by_further_moves(game, moved, monkeypatch):
    """The phase ends after the plan's moves. Without a plan, an aide moves."""
    s = on_the_move(game)
    me, now = game.side_index[game.seat(s)], (s.turn, game.phase_of(s))
    seen = set()
    move = OnePlan.__call__

    def watched(self, decision):
        seen.add((decision.s.turn, game.phase_of(decision.s)))
        return move(self, decision)

    monkeypatch.setattr(OnePlan, "__call__", watched)
    rehearsal(game, me, 1).value(s, 0, moved=moved)
    assert seen
    assert (now in seen) == (not moved)


def test_commanders_play_both_sides_in_a_rehearsal(monkeypatch):
    """A commander plays the enemy's reply, so it is not random."""
    game = PHASED[0]
    seats = set()
    decide = Officer.decide

    def watched(self, game, state, offer, rng):
        seats.add(game.seat(state))
        return decide(self, game, state, offer, rng)

    monkeypatch.setattr(Officer, "decide", watched)
    s = on_the_move(game)
    rehearsal(game, game.side_index[game.seat(s)], 1).value(s, 0)
    assert seats == set(game.sides)


def test_in_rehearsals_a_colonel_plays_the_enemy_and_an_aide_the_own_side(monkeypatch):
    game = PHASED[0]
    s = on_the_move(game)
    me = game.side_index[game.seat(s)]
    led: dict[str, set[tuple[str, int | None]]] = {side: set() for side in game.sides}
    decide = Officer.decide

    def watched(self, game, state, offer, rng):
        led[game.seat(state)].add((self.name, self.time.evaluations))
        return decide(self, game, state, offer, rng)

    monkeypatch.setattr(Officer, "decide", watched)
    plans = [Trial(None, 0.0, outcome(s)) for _ in range(2)]
    general(60).strategies.move._rehearsed(game, me, plans, 2, random.Random(1))
    assert led[game.sides[me]] == {("aide", None)}
    assert led[game.sides[1 - me]] == {("colonel", 9)}
