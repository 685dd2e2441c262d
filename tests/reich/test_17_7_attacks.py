"""Clauses 17.7.3.C and 17.7.4: German attacks on the turn of the counteroffensive."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.reich.helpers_combat import (
    GRID,
    NE,
    SE,
    N,
    S,
    T,
    alive,
    assault,
    attack,
    combat,
    exploit,
    resolve,
    settle,
    take,
    totals,
)
from tests.rules import rule


def attacked(match: Match) -> set[str]:
    """The hexes that count for the Minimum Achievements."""
    found = match.state.hexes_attacked
    return {GRID.label(h) for h in range(found.bit_length()) if found >> h & 1}


@rule("reich", "17.7.3.Cb")
def test_a_mobile_assault_may_be_one_of_the_first_two_attack_dice() -> None:
    at = f"US-1={T} G-12SS={N}"
    match = take(exploit("german", at, "offensive 10", "german_attacks 1", turn=10), "G-12SS").play(f"assault {T}")
    assert totals(match)[0] == 1
    late = take(exploit("german", at, "offensive 10", "german_attacks 2", turn=10), "G-12SS").play(f"assault {T}")
    assert totals(late)[0] == 0


@rule("reich", "17.7.3.Ca")
def test_an_attack_without_a_die_does_not_count() -> None:
    at = f"US-1={T} US-2={T} US-4={T} G-716={N} G-12SS={S}"
    sides = {f"{T}-{N}": "rhine"}
    match = combat("offensive", at, turn=10, sides=sides, dice=[6, 1])
    resolve(match, T, "G-716")
    assert not alive(match, "G-716")
    assert match.state.german_attacks == 0


@rule("reich", "17.7.4d", "17.7.4g")
@pytest.mark.parametrize(("unit", "counts"), [
    ("G-12SS", True), ("G-501SS", False), ("G-150PB", False), ("G-352", False),
])  # fmt: skip
def test_attacks_count_with_a_mechanized_division(unit: str, *, counts: bool) -> None:
    match = combat("offensive", f"US-1={T} {unit}={N} G-77={NE}", turn=10, dice=[1, 1])
    settle(resolve(match, T, unit))
    assert attacked(match) == ({T} if counts else set())


@rule("reich", "17.7.4d")
def test_the_division_may_be_one_of_several_attackers_and_the_result_does_not_matter() -> None:
    match = combat("offensive", f"US-1={T} G-352={N} G-12SS={N} G-77={SE}", turn=10, dice=[1, 6])
    settle(resolve(match, T, "G-352 G-12SS"))
    assert attacked(match) == {T}


@rule("reich", "17.7.4h", "17.7.4d")
def test_mobile_assaults_count_and_a_hex_counts_once() -> None:
    match = exploit("german", f"US-1={T} US-2={T} G-12SS={N} G-2PZ={S}", "offensive 10", turn=10, dice=[1, 1, 1, 1])
    settle(assault(match, "G-12SS", T))
    assert attacked(match) == {T}
    settle(assault(match, "G-2PZ", T))
    assert attacked(match) == {T}


@rule("reich", "17.7.4d")
def test_attacks_of_other_turns_do_not_count() -> None:
    match = combat("german", f"US-1={T} G-12SS={N}", "offensive 10", turn=11, dice=[1, 1])
    settle(resolve(match, T, "G-12SS"))
    assert attacked(match) == set()
    assert match.state.german_attacks == 0


@rule("reich", "17.7.4c", "17.7.4h")
def test_divisions_eliminated_in_combat_are_counted() -> None:
    at = f"US-101AB={T} US-4TDB={T} G-12SS={N} G-2PZ={N} G-77={SE}".replace("US-4TDB", "CW-8AB")
    match = combat("offensive", at.replace(f" CW-8AB={T}", ""), turn=10, dice=[6, 1])
    attack(match, T, "G-12SS G-2PZ").play("resolve")
    settle(match)
    assert not alive(match, "US-101AB")
    assert match.state.dead_divisions == 1
