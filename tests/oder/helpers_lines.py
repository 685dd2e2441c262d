"""Walks, zones, supply lines and movement factors for the tests of chapters 7, 8 and 10."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection

from grognard import Match
from tests.kit import forecast, left, offers, pair, refused, total, where
from tests.oder.helpers_campaign import announce_unaided
from tests.oder.sheet import EAST_EDGE, USIR, WEST_EDGE, distance, near

GERMAN_SOURCES = WEST_EDGE | USIR

Price = Callable[[str, str], int]


def rim(*labels: str) -> set[str]:
    """All hexsides of these hexes."""
    return {pair(a, b) for a in labels for b in near(a)}


def moat(labels: Collection[str], *open_: str) -> dict[str, str]:
    """All-sea on every hexside of these hexes but those of ``open_``."""
    return dict.fromkeys(rim(*(label for label in labels if label not in open_)), "all-sea")


def cut_off(*open_: str) -> dict[str, str]:
    """No way to any German supply source but these."""
    return moat(GERMAN_SOURCES, *open_)


def soviet_cut_off(*open_: str) -> dict[str, str]:
    """No way to any hex of the east edge but these."""
    return moat(EAST_EDGE, *open_)


def walk(start: str, factors: int, *, enemies: Collection[str] = (), price: Price = lambda a, b: 1) -> set[str]:
    """Where a unit gets to by 7.1 and 10.0: a second opinion on the program's moves."""
    zone = {hex_ for enemy in enemies for hex_ in near(enemy)}
    found = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > found[here] or (here in zone and here != start):
            continue
        for there in near(here) - set(enemies):
            cost = spent + price(here, there)
            if (here in zone and there in zone) or cost > min(factors, found.get(there, factors + 1) - 1):
                continue
            found[there] = cost
            heapq.heappush(queue, (cost, there))
    return set(found) - {start}


def two_off(label: str, blocker: str) -> str:
    """A neighbour of a hex that is two hexes away from a blocker."""
    return min(hex_ for hex_ in near(label) if distance(hex_, blocker) == 2)


def traced(start: str, sources: Collection[str], enemies: Collection[str], sea: Collection[str]) -> bool:
    """Whether a line of supply leads to a source by 7.4 and 8.1, with all-sea hexsides: a second opinion too."""
    zone = {there for enemy in enemies for there in near(enemy) if pair(enemy, there) not in sea}
    seen = {start}
    queue = [start]
    while queue:
        here = queue.pop()
        if here in sources:
            return True
        if here == start or here not in zone:
            free = {there for there in near(here) - seen - set(enemies) if pair(here, there) not in sea}
            seen |= free
            queue += free
    return False


def stopped(match: Match, unit: str, at: str) -> None:
    """The unit goes to this hex, and its move is over."""
    match.play(f"select {unit}", f"move {at}")
    assert where(match, unit) == at
    assert not offers(match, "move")
    refused(match, f"select {unit}")


def goes_on(match: Match, unit: str, at: str) -> None:
    """The unit goes to this hex, and may go on."""
    match.play(f"select {unit}", f"move {at}")
    assert where(match, unit) == at
    assert offers(match, "move")


def pinned(match: Match, unit: str) -> None:
    """The unit cannot move at all."""
    refused(match, f"select {unit}", "7.1", "10.0")


def spent(match: Match, unit: str, factors: int, *way: str) -> int:
    """What a way cost a unit that had so many movement factors."""
    match.play(f"select {unit}", *(f"move {hex_}" for hex_ in way))
    return factors - left(match, unit)


def sum_of_modifiers(match: Match, target: str, *units: str) -> int:
    """The sum of the die roll modifiers of an attack."""
    return total(announce_unaided(match, target, *units))


def rules_of_modifiers(match: Match) -> set[str]:
    return {modifier.rule for modifier in forecast(match).modifiers}
