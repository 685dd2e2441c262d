"""Reach and flood agree with the slow and obvious way of counting."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from itertools import accumulate, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.hexes import Costs, Grid, RaisedCosts, Reach, flood, flow, members, of, reach, rings

from .boards import CALM, NUMBERINGS, grids

Prices = dict[tuple[int, int], int | None]


@dataclass
class Case:
    """A search: the cost of every step, the start, the hexes that stop the mover and those that block it."""

    grid: Grid
    prices: Prices
    starts: set[int]
    stop: set[int]
    block: set[int]
    budget: int
    spent: int
    #: hexes that cannot be entered at a price above ``late``
    late_block: set[int]
    late: int

    def costs(self) -> Costs:
        return Costs(self.grid, lambda h, d: self.prices[h, d])

    def reach(self) -> Reach:
        return reach(
            self.costs(),
            of(self.starts),
            self.budget,
            stop=of(self.stop),
            block=of(self.block),
            spent=self.spent,
            late=self.late,
            late_block=of(self.late_block),
        )

    def steps(self, h: int) -> dict[int, int]:
        """The neighbours that can be stepped to, and what each step costs."""
        found = {}
        for d in range(6):
            n, price = self.grid.neighbour(h, d), self.prices[h, d]
            if n is not None and price is not None:
                found[n] = price
        return found


def make_case(grid: Grid, dice: Random, budget: int, spent: int) -> Case:
    """Random prices, another one each way, and random sets from empty to crowded."""
    hexes = list(grid)
    dearest, closed = dice.choice((1, 2, 4, 7)), dice.choice((0, 0.1, 0.4))

    def price() -> int | None:
        return None if dice.random() < closed else dice.randint(1, dearest)

    def some(share: float) -> set[int]:
        return {h for h in hexes if dice.random() < share}

    return Case(
        grid,
        {(h, d): price() for h in hexes for d in range(6)},
        starts=set(dice.sample(hexes, min(len(hexes), dice.choice((1, 1, 2, 3))))),
        stop=some(dice.choice((0, 0.15, 0.4, 0.8))),
        block=some(dice.choice((0, 0.1, 0.3))),
        budget=budget,
        spent=spent,
        late_block=some(dice.choice((0, 0, 0.2, 0.5))),
        late=dice.randint(0, max(1, budget)),
    )


@st.composite
def cases(draw: st.DrawFn) -> Case:
    grid = draw(grids(least=2, most=8))
    budget, spent = draw(st.sampled_from(range(15))), draw(st.sampled_from((0, 0, 1, 3)))
    return make_case(grid, Random(draw(st.integers(0, 10**6))), budget, spent)


def slow_reach(case: Case) -> dict[int, int]:
    """The cheapest price of every hex within the budget, one hex at a time."""
    best: dict[int, int] = {}
    heap = [(case.spent, h) for h in case.starts]
    heapq.heapify(heap)
    while heap:
        price, h = heapq.heappop(heap)
        if h in best or price > case.budget:
            continue
        best[h] = price
        if h in case.stop and h not in case.starts:
            continue
        for n, step in case.steps(h).items():
            if n not in case.block and (n not in case.late_block or price + step <= case.late):
                heapq.heappush(heap, (price + step, n))
    return best


def slow_flood(case: Case) -> set[int]:
    found = case.starts - case.block
    todo = list(found)
    while todo:
        for n in case.steps(todo.pop()):
            if n not in found and n not in case.block:
                found.add(n)
                todo.append(n)
    return found


def check_path(case: Case, way: list[int], h: int, price: int) -> None:
    assert way[0] in case.starts
    assert way[-1] == h
    paid = [case.steps(a).get(b) for a, b in pairwise(way)]
    assert None not in paid, "a step where there is no way"
    assert case.spent + sum(p for p in paid if p) == price
    assert not case.stop.intersection(way[1:-1])
    assert not case.block.intersection(way[1:])
    prices = accumulate((p for p in paid if p), initial=case.spent)
    assert all(x not in case.late_block or at <= case.late for x, at in list(zip(way, prices, strict=True))[1:])


# -- costs ---------------------------------------------------------------------------------------


@CALM
@given(cases())
def test_a_step_costs_what_the_mover_was_told(case: Case) -> None:
    costs = case.costs()
    for a in case.grid:
        steps = case.steps(a)
        assert {b: costs.step(a, b) for b in case.grid if costs.step(a, b) is not None} == steps


@CALM
@given(cases())
def test_the_price_is_asked_only_for_steps_on_the_map(case: Case) -> None:
    asked = []

    def step(h: int, d: int) -> int | None:
        asked.append((h, d))
        return case.prices[h, d]

    Costs(case.grid, step)
    assert sorted(asked) == [(h, d) for h in case.grid for d in range(6) if case.grid.neighbour(h, d) is not None]


@CALM
@given(cases())
def test_one_step_out_of_a_set_and_into_it(case: Case) -> None:
    costs = case.costs()
    for hexes in (case.starts, case.stop, case.block, set(case.grid), set()):
        assert set(members(costs.next(of(hexes)))) == {n for h in hexes for n in case.steps(h)}
        assert set(members(costs.into(of(hexes)))) == {h for h in case.grid if hexes.intersection(case.steps(h))}


@CALM
@given(cases())
def test_steps_are_grouped_by_price_cheapest_first(case: Case) -> None:
    costs = case.costs()
    found = {(h, h + by): price for price, shifts in costs.groups for by, mask in shifts for h in members(mask)}
    assert found == {(h, n): price for h in case.grid for n, price in case.steps(h).items()}
    assert [price for price, _ in costs.groups] == sorted({price for price, _ in costs.groups})


@pytest.mark.parametrize("price", [0, -2])
def test_a_step_must_cost_something(price: int) -> None:
    grid = NUMBERINGS["hurtgen"]
    a, b = grid.parse("0518"), grid.parse("0617")
    with pytest.raises(ValueError, match=f"from 0518 to 0617 costs {price};"):
        Costs(grid, lambda h, d: price if (h, grid.neighbour(h, d)) == (a, b) else 1)


# -- reach ---------------------------------------------------------------------------------------


@CALM
@given(cases())
def test_reach_agrees_with_the_slow_way(case: Case) -> None:
    found, expected = case.reach(), slow_reach(case)
    assert {h: found.cost(h) for h in case.grid if found.cost(h) is not None} == expected
    assert set(members(found.all)) == set(expected)


@CALM
@given(cases())
def test_each_hex_stands_at_one_level(case: Case) -> None:
    found, expected = case.reach(), slow_reach(case)
    assert len(found.levels) == case.budget + 1
    levels = [set(members(level)) for level in found.levels]
    assert levels == [{h for h, price in expected.items() if price == at} for at in range(case.budget + 1)]


@CALM
@given(cases())
def test_a_level_expanded_at_once_leads_where_its_hexes_lead(case: Case) -> None:
    """Also with hexes that are not entered straight from a start: both ways of expanding go through the same door."""
    found = []
    for few in (-1, 10_000):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(flow, "FEW", few)
            patch.setattr(flow, "SOME", few)
            found.append(case.reach())
            found.append(reach(case.costs(), of(case.starts), case.budget, first_block=of(case.late_block)))
    assert found[0].levels == found[2].levels
    assert found[1].levels == found[3].levels


@CALM
@given(cases())
def test_within_a_smaller_budget(case: Case) -> None:
    found, expected = case.reach(), slow_reach(case)
    for budget in range(-2, case.budget + 3):
        assert set(members(found.within(budget))) == {h for h, price in expected.items() if price <= budget}


@CALM
@given(cases())
def test_a_path_is_a_cheapest_legal_way(case: Case) -> None:
    found = case.reach()
    for h, price in slow_reach(case).items():
        check_path(case, found.path(h), h, price)


@CALM
@given(cases())
def test_a_path_that_avoids_hexes_is_still_a_cheapest_one(case: Case) -> None:
    found, avoid = case.reach(), of(h for h in case.grid if h % 2)
    for h, price in slow_reach(case).items():
        path = found.path(h, avoid)
        check_path(case, path, h, price)
        assert (of(path) & avoid).bit_count() <= (of(found.path(h)) & avoid).bit_count()


@CALM
@given(cases())
def test_the_path_is_the_same_every_time(case: Case) -> None:
    found, again = case.reach(), case.reach()
    for h in members(found.all):
        assert found.path(h) == found.path(h) == again.path(h)


@CALM
@given(cases())
def test_there_is_no_path_to_a_hex_out_of_reach(case: Case) -> None:
    found = case.reach()
    for h in set(case.grid) - set(slow_reach(case)):
        assert found.cost(h) is None
        with pytest.raises(ValueError, match=case.grid.label(h)):
            found.path(h)


@CALM
@given(cases())
def test_flood_agrees_with_the_slow_way(case: Case) -> None:
    assert set(members(flood(case.costs(), of(case.starts), block=of(case.block)))) == slow_flood(case)


@pytest.mark.parametrize("game", sorted(NUMBERINGS))
def test_reach_and_flood_on_a_whole_map(game: str) -> None:
    for seed in range(2):
        case = make_case(NUMBERINGS[game], Random(seed), budget=16, spent=seed)
        found, expected = case.reach(), slow_reach(case)
        assert {h: found.cost(h) for h in members(found.all)} == expected
        for h, price in expected.items():
            check_path(case, found.path(h), h, price)
        assert set(members(flood(case.costs(), of(case.starts), block=of(case.block)))) == slow_flood(case)


# -- by hand -------------------------------------------------------------------------------------

ROW = Grid((1, 1), (1, 6))  # 0101 to 0106, one below the other
EVEN = Costs(ROW, lambda h, d: 1)


def hexes(text: str) -> int:
    return of(ROW.parse(label) for label in text.split())


def labels(found: int) -> str:
    return " ".join(ROW.label(h) for h in members(found))


def test_a_mover_stops_at_a_stop_hex() -> None:
    found = reach(EVEN, hexes("0101"), 5, stop=hexes("0103"))
    assert labels(found.all) == "0101 0102 0103"


def test_a_mover_may_leave_a_stop_hex_in_which_he_starts() -> None:
    found = reach(EVEN, hexes("0102"), 2, stop=hexes("0102"))
    assert labels(found.all) == "0101 0102 0103 0104"


def test_a_mover_does_not_enter_a_blocked_hex_but_may_stand_in_one() -> None:
    found = reach(EVEN, hexes("0102"), 9, block=hexes("0102 0105"))
    assert labels(found.all) == "0101 0102 0103 0104"


def test_a_flood_does_not_begin_in_a_blocked_hex() -> None:
    assert flood(EVEN, hexes("0102"), block=hexes("0102")) == 0
    assert labels(flood(EVEN, hexes("0102 0106"), block=hexes("0102"))) == "0103 0104 0105 0106"


def test_what_is_spent_counts_against_the_budget() -> None:
    found = reach(EVEN, hexes("0101"), 5, spent=3)
    assert labels(found.all) == "0101 0102 0103"
    assert found.cost(ROW.parse("0101")) == 3
    assert labels(found.within(4)) == "0101 0102"
    assert reach(EVEN, hexes("0101"), 2, spent=3).all == 0


def test_the_path_of_a_mover_who_goes_on_from_a_stop_hex() -> None:
    found = reach(EVEN, hexes("0102"), 4, stop=hexes("0102"), spent=2)
    assert [ROW.label(h) for h in found.path(ROW.parse("0104"))] == ["0102", "0103", "0104"]


def test_a_dear_straight_way_loses_to_a_cheap_detour() -> None:
    grid = NUMBERINGS["hurtgen"]
    a, b, between = grid.parse("0510"), grid.parse("0512"), grid.parse("0511")
    costs = Costs(grid, lambda h, d: 9 if grid.neighbour(h, d) == between else 2)
    found = reach(costs, 1 << a, 12)
    assert found.cost(b) == 6
    assert found.cost(between) == 9
    assert between not in found.path(b)


class TestFirstStep:
    """Some hexes cannot be entered straight from the start, and prices can be changed."""

    grid = Grid((1, 6), (1, 6))

    def costs(self) -> Costs:
        return Costs(self.grid, lambda h, d: 2)

    def test_a_first_block_is_entered_only_from_further_on(self) -> None:
        start = self.grid.parse("0303")
        barred = self.grid.parse("0304")
        found = reach(self.costs(), 1 << start, 6, first_block=1 << barred)
        assert found.cost(barred) == 4
        way = found.path(barred)
        assert len(way) == 3
        assert self.grid.distance(way[1], start) == 1
        assert way[1] != barred

    def test_without_it_the_step_is_direct(self) -> None:
        start, there = self.grid.parse("0303"), self.grid.parse("0304")
        assert reach(self.costs(), 1 << start, 6).path(there) == [start, there]

    def test_changed_prices_hold_in_every_reading(self) -> None:
        a, b = self.grid.parse("0303"), self.grid.parse("0304")
        base = self.costs()
        assert (a, 2) in base.into_hex(b)
        dear = base.changed({(a, b): 5})
        assert dear.into_hex(b) == tuple((n, 5 if n == a else 2) for n in self.grid.neighbour_list(b))
        assert base.step(a, b) == 2
        assert dear.step(a, b) == 5
        assert dear.step(b, a) == 2
        assert reach(dear, 1 << a, 3).cost(b) is None
        assert reach(dear, 1 << a, 4).cost(b) == 4
        slow = Costs(self.grid, lambda h, d: 5 if (h, self.grid.neighbour(h, d)) == (a, b) else 2)
        assert dear.groups == slow.groups
        for hexes in (1 << b, 1 << a, self.grid.all):
            for budget in range(7):
                assert dear.beside(hexes, budget) == slow.beside(hexes, budget)
        for budget in range(9):
            for start in self.grid:
                assert reach(dear, 1 << start, budget).levels == reach(slow, 1 << start, budget).levels


@CALM
@given(cases(), st.integers(0, 10**6))
def test_steps_may_be_closed_and_opened_again(case: Case, seed: int) -> None:
    dice, base = Random(seed), case.costs()
    pairs = {(h, d): n for h in case.grid for d in range(6) if (n := case.grid.neighbour(h, d)) is not None}
    once = {step: dice.choice((None, 1, 4)) for step in pairs if dice.random() < 0.2}
    twice = {step: dice.choice((None, 2)) for step in pairs if dice.random() < 0.2}
    changed = base.changed({(h, pairs[h, d]): price for (h, d), price in once.items()})
    changed = changed.changed({(h, pairs[h, d]): price for (h, d), price in twice.items()})
    prices = {**case.prices, **once, **twice}
    slow = Costs(case.grid, lambda h, d: prices.get((h, d)))
    assert changed.near == slow.near
    everything = of(case.grid)
    for h in case.grid:
        assert changed.from_hex[h] == slow.from_hex[h]
        assert changed.into_hex(h) == slow.into_hex(h)
        assert changed.next(1 << h) == slow.next(1 << h)
        assert changed.into(1 << h) == slow.into(1 << h)
        for budget in (1, 3):
            assert changed.beside(1 << h, budget) == slow.beside(1 << h, budget)
    assert changed.closure(of(case.starts), everything) == slow.closure(of(case.starts), everything)
    for few in (-1, 10_000):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(flow, "FEW", few)
            patch.setattr(flow, "SOME", few)
            searches = [
                reach(costs, of(case.starts), case.budget, stop=of(case.stop), first_block=of(case.block))
                for costs in (changed, slow)
            ]
        assert searches[0].levels == searches[1].levels


@CALM
@given(cases(), st.integers(0, 10**6))
def test_costs_raised_at_some_hexes_are_those_of_both_tables(case: Case, seed: int) -> None:
    dice = Random(seed)
    free, raised = case.costs(), of(h for h in case.grid if dice.random() < dice.choice((0.1, 0.5)))
    more = {step: price if price is None else price + dice.randint(0, 3) for step, price in case.prices.items()}
    dear = Costs(case.grid, lambda h, d: more[h, d])

    def price(h: int, d: int) -> int | None:
        n = case.grid.neighbour(h, d)
        return None if n is None else (more if raised & (1 << h | 1 << n) else case.prices)[h, d]

    found, slow = RaisedCosts(free, dear, raised), Costs(case.grid, price)
    assert found.groups == slow.groups
    assert found.near == slow.near
    for h in case.grid:
        assert found.from_hex[h] == slow.from_hex[h]
        assert found.ahead[h] == slow.ahead[h]
        assert found.into_hex(h) == slow.into_hex(h)
    for few in (-1, 10_000):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(flow, "FEW", few)
            searches = [
                reach(costs, of(case.starts), case.budget, stop=of(case.stop), first_block=of(case.block))
                for costs in (found, slow)
            ]
        assert searches[0].levels == searches[1].levels


@pytest.mark.parametrize("seed", range(30))
def test_rings_are_the_reach_at_one_point_a_step(seed: int) -> None:
    rng = Random(seed)
    grid = Grid(lines=(1, 9), positions=(1, 8))
    hexes = list(grid)
    closed = {(h, d) for h in hexes for d in range(6) if rng.random() < 0.2}
    costs = Costs(grid, lambda h, d: None if (h, d) in closed else 1)
    start, within = rng.choice(hexes), rng.randrange(9)
    stop, block = (of(h for h in hexes if rng.random() < 0.2) for _ in range(2))
    assert rings(costs, 1 << start, within, stop=stop, block=block) == reach(
        costs, 1 << start, within, stop=stop, block=block
    )
