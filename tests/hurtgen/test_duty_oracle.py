"""Mandatory combat against a slow, obvious judge (7.11, 7.12, 7.21, 7.23).

The judge tries every way to divide the units in contact into combats. On random tangles of units the
attacks the program lets a player declare must be exactly those after which some division of the rest
is left: none too few, none too many.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import pytest

from grognard import Match
from grognard.hexes import bits
from tests.hurtgen.table import game, table
from tests.rules import rule

US = ["1/8", "2/8", "3/8", "1/22", "2/22"]
GERMAN = ["1/983", "2/983", "1/984", "2/984"]

Combat = tuple[frozenset[str], frozenset[str]]


def subsets(items: frozenset[str]) -> list[frozenset[str]]:
    ordered = sorted(items)
    return [frozenset(c) for n in range(1, len(ordered) + 1) for c in combinations(ordered, n)]


def judge(touch: frozenset[tuple[str, str]]):
    """Whether these attackers and defenders can all be put into combats, by trying everything."""

    @cache
    def possible(attackers: frozenset[str], defenders: frozenset[str]) -> bool:
        if not attackers and not defenders:
            return True
        if not attackers or not defenders:
            return False
        first = min(attackers)
        for targets in subsets(defenders):
            if any((first, t) not in touch for t in targets):
                continue
            helpers = frozenset(a for a in attackers if a != first and all((a, t) in touch for t in targets))
            for extra in [frozenset[str](), *subsets(helpers)]:
                if possible(attackers - {first} - extra, defenders - targets):
                    return True
        return False

    return possible


def expected(match: Match) -> set[Combat]:
    """Every first combat that leaves the rest possible."""
    board = match.game.board.grid
    names = {match.game.counters[u].id: h for u, h in enumerate(match.state.at) if h >= 0}
    us, german = [n for n in names if n in US], [n for n in names if n in GERMAN]
    touch = frozenset((a, d) for a in us for d in german if board.adjacent(names[a], names[d]))
    attackers = frozenset(a for a, _ in touch)
    defenders = frozenset(d for _, d in touch)
    possible = judge(touch)
    return {
        (targets, units)
        for targets in subsets(defenders)
        for units in subsets(attackers)
        if all((a, t) in touch for a in units for t in targets) and possible(attackers - units, defenders - targets)
    }


def declared(match: Match) -> set[Combat]:
    """Every combat that can be declared, by walking all offers up to ``resolve``."""
    game_, found, seen = match.game, set(), set()
    stack = [match.state.copy()]
    ids = [c.id for c in game_.counters]
    while stack:
        state = stack.pop()
        key = (len(state.agenda), state.targets, state.attackers)
        if key in seen:
            continue
        seen.add(key)
        offer = game_.offer(state)
        assert any(offer.values()), "a dead end while declaring"
        if "resolve" in offer and not state.spent:
            targets, attackers = (frozenset(ids[u] for u in bits(units)) for units in (state.targets, state.attackers))
            found.add((targets, attackers))
        for verb in ("attack", "also", "with"):
            for arg in bits(offer.get(verb, 0)):
                after = state.copy()
                game_.do(after, (verb, arg))
                stack.append(after)
    return found


def tangle(seed: int) -> str:
    """A knot of units in a small patch of the map."""
    rng = random.Random(seed)
    patch = [f"{c:02d}{r:02d}" for c in range(10, 14) for r in range(10, 13)]
    rng.shuffle(patch)
    units = US[: rng.randint(1, 5)] + GERMAN[: rng.randint(1, 4)]
    places = " ".join(f"{unit}={h}" for unit, h in zip(units, patch, strict=False))
    return f"turn 2\nphase us combat\nsupport 0\nat {places}"


@rule("hurtgen", "7.11a", "7.11c", "7.12a", "7.12b", "7.12c", "7.21a", "7.23a", "7.23c")
@pytest.mark.parametrize("seed", range(60))
def test_exactly_those_attacks_may_be_declared_that_leave_every_other_duty_possible(seed: int) -> None:
    match = table(tangle(seed), plain=True)
    assert declared(match) == expected(match)


def test_the_tangles_are_worth_untangling() -> None:
    """Among the positions there are some where a combat next to a free choice is forbidden."""
    limited = 0
    for seed in range(60):
        match = table(tangle(seed), plain=True)
        grid = game(plain=True).board.grid
        names = {match.game.counters[u].id: h for u, h in enumerate(match.state.at) if h >= 0}
        pairs = [(a, d) for a in names if a in US for d in names if d in GERMAN]
        singles = {(frozenset([d]), frozenset([a])) for a, d in pairs if grid.adjacent(names[a], names[d])}
        limited += bool(singles - expected(match))
    assert limited >= 20
