"""Clauses 13.7.4, 3.2.E.4 and 7.2: steps lost in combat."""

from __future__ import annotations

import pytest

from tests.kit import offers, refused, where
from tests.reich.helpers_combat import (
    NE,
    TABLE,
    N,
    S,
    T,
    alive,
    attack,
    combat,
    events,
    on_map,
    reduced,
    resolve,
    settle,
)
from tests.rules import rule


@rule("reich", "13.7.4", "13.7.4a", "13.7.4e")
def test_the_number_is_the_steps_lost_by_the_other_side() -> None:
    at = f"G-12SS={T} G-2PZ={T} US-1={N} US-29={N} US-2={N} US-82AB={N}"
    match = combat("allied", at, dice=[5, 1])
    resolve(match, T, "US-1 US-29 US-2 US-82AB")
    assert match.state.hits == [3, 1]
    settle(match)
    game, s = match.game, match.state
    left = sum(game.roster.steps[game.unit_ids[u]] - (u in reduced(match)) for u in alive(match, "G-12SS", "G-2PZ"))
    assert left == 1
    assert s.hits == [0, 0]


@rule("reich", "13.7.4b", "13.7.4i")
def test_the_owner_chooses_among_all_attackers() -> None:
    match = combat("allied", f"G-12SS={T} US-1={N} US-29={NE} US-2={S}", dice=[1, 4])
    resolve(match, T, "US-1 US-29 US-2")
    assert match.side == "allied"
    assert offers(match, "lose") == {"US-1", "US-29", "US-2"}
    match.play("lose US-29")
    assert reduced(match) >= {"US-29"}
    assert "US-1" not in reduced(match)


@rule("reich", "13.7.4b")
def test_the_program_proposes_the_cheapest_loss() -> None:
    match = combat("allied", f"G-12SS={T} US-1={N} CW-8AB={NE}", dice=[1, 4])
    resolve(match, T, "US-1 CW-8AB").play("propose")
    assert "CW-8AB" in reduced(match)
    assert "US-1" not in reduced(match)


@rule("reich", "13.7.4")
@pytest.mark.parametrize(("more", "what"), [((), "loses 1 step"), (("reduced US-1 CW-8AB",), "is eliminated")])
def test_the_proposal_is_shown_before_it_is_taken(more: tuple[str, ...], what: str) -> None:
    match = combat("allied", f"G-12SS={T} US-1={N} CW-8AB={NE}", *more, dice=[1, 4])
    resolve(match, T, "US-1 CW-8AB")
    step = match.game.step(match.state)
    assert step.aftermath
    assert {match.game.counters[unit].id: text for unit, text in step.presets(match.state).items()} == {"CW-8AB": what}
    match.play("propose")
    assert bool(alive(match, "CW-8AB")) is (not more)


@rule("reich", "13.7.4c", "13.7.4e")
def test_two_step_units_come_first_in_their_hex() -> None:
    match = combat("allied", f"G-17SS={T} G-30BDE={T} US-1={N}", dice=[3, 1])
    resolve(match, T, "US-1")
    settle(match)
    assert reduced(match) == {"G-17SS", "US-1"}
    assert alive(match, "G-30BDE")
    choice = combat("allied", f"G-17SS={T} G-30BDE={T} G-12SS={T} US-1={N}", dice=[3, 1])
    resolve(choice, T, "US-1")
    assert offers(choice, "lose") == {"G-17SS", "G-12SS"}
    refused(choice, "lose G-30BDE", "13.7.4")


@rule("reich", "13.7.4d")
def test_the_attacker_loses_first() -> None:
    match = combat("allied", f"G-12SS={T} G-2PZ={T} US-1={N} US-29={N}", dice=[4, 1])
    resolve(match, T, "US-1 US-29")
    assert match.side == "allied"
    refused(match, "lose G-12SS", "13.7.4")
    match.play("propose")
    assert match.side == "german"
    assert offers(match, "lose") == {"G-12SS", "G-2PZ"}


@rule("reich", "13.7.4f")
def test_losses_beyond_the_last_step_are_ignored() -> None:
    units = "US-1 US-29 US-2 US-82AB"
    at = " ".join(f"{unit}={N}" for unit in units.split())
    match = combat("allied", f"G-716={T} G-352=1428 {at}", dice=[6, 1])
    resolve(match, T, units)
    assert not alive(match, "G-716")
    assert alive(match, "G-352")


@rule("reich", "13.7.4g", "13.7.4j")
def test_only_units_of_the_attack_lose_steps() -> None:
    match = combat("allied", f"G-12SS={T} US-1={N} US-29={N}", "reduced US-29", dice=[1, 1])
    resolve(match, T, "US-29")  # its full stackmate stays out and does not protect it
    assert not alive(match, "US-29")
    assert "US-1" not in reduced(match)


@rule("reich", "13.7.4i")
def test_two_step_units_come_first_hex_by_hex() -> None:
    at = f"G-12SS={T} CW-8AB={N} CW-7A={NE}"
    match = combat("allied", at, "reduced CW-8AB", dice=[1, 1])
    resolve(match, T, "CW-8AB CW-7A")
    assert offers(match, "lose") == {"CW-8AB", "CW-7A"}
    match.play("lose CW-8AB")
    assert not alive(match, "CW-8AB")
    assert "CW-7A" not in reduced(match)
    same = combat("allied", at.replace(f"CW-7A={NE}", f"CW-7A={N}"), "reduced CW-8AB", dice=[1, 1])
    resolve(same, T, "CW-8AB CW-7A")
    assert "CW-7A" in reduced(same)


@rule("reich", "13.7.4b")
def test_a_loss_without_a_choice_is_taken_at_once() -> None:
    match = combat("allied", f"G-12SS={T} US-1={N}", dice=[3, 3])
    resolve(match, T, "US-1")
    assert reduced(match) == {"US-1", "G-12SS"}


# -- Turn 1 ----------------------------------------------------------------------------------------


@rule("reich", "3.2.E.4", "3.2.E.4a")
def test_a_lone_airborne_division_ignores_a_single_step_on_turn_1() -> None:
    match = on_map("german", "US-101AB=0620 G-352=0621", turn=1, dice=[6, 1])
    resolve(match, "0620", "G-352")
    assert alive(match, "US-101AB")
    assert where(match, "US-101AB") == "0620"
    assert events(match, "3.2.E.4")


@rule("reich", "3.2.E.4b")
def test_two_steps_eliminate_it() -> None:
    units = "G-12SS G-1SS"
    match = on_map("german", "US-101AB=0620 G-12SS=0621 G-1SS=0621", turn=1, dice=[6, 1])
    settle(resolve(match, "0620", units))
    assert not alive(match, "US-101AB")


@rule("reich", "3.2.E.4c")
@pytest.mark.parametrize("other", ["US-4", "US-HQ1-12"])
def test_with_another_unit_it_is_not_protected(other: str) -> None:
    match = on_map("german", f"US-101AB=0620 {other}=0620 G-352=0621", turn=1, dice=[6, 1])
    resolve(match, "0620", "G-352")
    settle(match)
    assert not events(match, "3.2.E.4")
    assert len(alive(match, "US-101AB", other) - reduced(match)) == 1


@rule("reich", "3.2.E.4d")
def test_attacking_it_is_not_protected() -> None:
    lines = ["scenario campaign", "turn 1", "phase allied cherbourg", "at G-709=0518 G-243=0518 US-82AB=0519"]
    match = TABLE.table("\n".join(lines), dice=[1, 6])
    attack(match, "0518", "US-82AB").play("resolve")
    assert not alive(match, "US-82AB")


@rule("reich", "3.2.E.4e")
def test_from_turn_2_a_single_step_eliminates_it() -> None:
    match = on_map("german", "US-101AB=0620 G-352=0621", turn=2, dice=[6, 1])
    resolve(match, "0620", "G-352")
    assert not alive(match, "US-101AB")


@rule("reich", "3.2.E.4f")
def test_an_air_landing_division_is_not_protected() -> None:
    match = on_map("german", "CW-52AL=0620 G-352=0621", turn=1, dice=[6, 1])
    resolve(match, "0620", "G-352")
    assert not alive(match, "CW-52AL")
