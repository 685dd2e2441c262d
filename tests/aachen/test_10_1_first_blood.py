"""Chapter 10.1: First Blood, five activations of one division against Germans who only sit there."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard import Match
from grognard.hexes import bits
from tests.aachen.helpers_combat import alive, attack, outcome, parts
from tests.aachen.kit import act, disrupted, level, lost, purse, real, step, told, where
from tests.kit import offered, offers, refused
from tests.rules import rule

FIRST: dict[str, Any] = {"scenario": "first-blood", "whole": True}
#: A U.S. battalion in front of the last German in the three hexes; another German is elsewhere.
LAST = "1-HQ=1705 1-I/16=2008 526-453=2108 526-536=2110"


def begun(*dice: int | str) -> Match:
    return grognard.new(real(), "first-blood", dice=dice)


def at_2108(text: str, *more: str, at: str = LAST, **words: Any) -> Match:
    """The result of an attack from 2008 on 2108."""
    return outcome(text, at, "1-I/16", "526-453", *more, hexes=("2008", "2108"), **FIRST, **words)


@rule("aachen", "10.1", "10.1a", "10.1b")
def test_the_area_is_south_of_line_25_and_west_of_row_16() -> None:
    game, match = real(), begun()
    area, parse = game.area(match.state), game.board.grid.parse  # type: ignore[arg-type]
    labels = {game.board.grid.label(h) for h in bits(area)}
    assert labels == {f"{line}{row:02d}" for line in range(10, 25) for row in range(1, 16)}
    assert area >> parse("2415") & 1
    assert area >> parse("2108") & 1
    assert not area >> parse("2505") & 1
    assert not area >> parse("2016") & 1


@rule("aachen", "10.1w", "10.1l")
def test_only_the_two_divisions_are_in_play() -> None:
    match = begun()
    on_map = {c.id for u, c in enumerate(match.game.counters) if match.state.at[u] >= 0}  # type: ignore[attr-defined]
    german = {"526-328", "526-453", "526-473", "526-536", "526-VIIILW", "394"}
    assert {unit for unit in on_map if not unit.startswith("1-")} == german
    assert len(on_map - german) == 11
    assert not any("due" in where(match, c.id) for c in match.game.counters)


@rule("aachen", "10.1c", "10.1g", "10.1u", "10.1", "10.1j")
def test_one_division_is_activated_again_and_again() -> None:
    match = begun(5, 5)
    assert list(told(match, "6.3")) == ["the 1st Infantry Division is activated"]
    assert (step(match), match.side, level(match, "1")) == ("act", "us", 6)
    assert not told(match, "6.1")
    match.play("done")
    assert (step(match), match.side, level(match, "1")) == ("act", "us", 5)
    assert match.state.activations == 2  # type: ignore[attr-defined]


@rule("aachen", "10.1d", "10.1u", "10.1s", "10.1r")
def test_after_five_activations_it_is_over_and_poor() -> None:
    match = begun(*[5] * 5)
    levels = []
    for _ in range(5):
        levels.append(level(match, "1") + 1)
        match.play("done")
    assert levels == [7, 6, 5, 4, 3]
    assert match.over
    assert match.result is not None
    assert (match.result.winner, match.result.level) == ("german", "poor")
    refused(match, "done")


@pytest.mark.parametrize(
    ("number", "winner", "grade"),
    [
        (1, "us", "decisive"),
        (2, "us", "decisive"),
        (3, "us", "substantial"),
        (4, "us", "satisfactory"),
        (5, "german", "poor"),
    ],
)
@rule("aachen", "10.1o", "10.1p", "10.1q", "10.1r", "10.1s", "10.1", "10.1e")
def test_the_grades(number: int, winner: str, grade: str) -> None:
    match = at_2108("1/1r", f"activations {number}", "lost 526-453=4")
    assert match.over
    assert match.result is not None
    assert (match.result.winner, match.result.level) == (winner, grade)


@rule("aachen", "10.1f", "10.1t", "10.1e", "10.1")
def test_pitfall_55_it_ends_in_the_middle_of_an_activation() -> None:
    match = at_2108("2/2r", "activations 3", dice=[10])
    assert not match.over
    assert offers(match, "to") == {"2109", "2209"}
    match.play("to 2209")
    assert match.over, "the three hexes are clear, though no U.S. unit is in them"
    assert lost(match, "1-I/16") == 0, "the attacker's losses no longer matter"
    assert purse(match, "us") == 7


@rule("aachen", "10.1f", "5.6.2")
def test_pitfall_55_a_second_disruption_that_eliminates_the_last_german_ends_it_too() -> None:
    match = at_2108("2/1r", "disrupted 526-453", "lost 526-453=3", "activations 2", dice=[10])
    assert match.over
    assert match.result is not None
    assert match.result.level == "decisive"


@rule("aachen", "10.1f", "10.1e")
def test_a_retreat_within_the_three_hexes_does_not_end_it() -> None:
    match = at_2108("2/2r", dice=[10]).play("to 2109")
    assert not match.over


@rule("aachen", "10.1k", "10.1", "7.5.2")
def test_pitfall_55_static_germans_never_retreat_of_their_own_will() -> None:
    match = at_2108("1/2r", "activations 1", dice=[1])
    assert (where(match, "526-453"), lost(match, "526-453")) == ("2108", 2)
    assert match.side == "us"
    black = at_2108("1/3")
    assert (where(black, "526-453"), lost(black, "526-453")) == ("2108", 3)


@rule("aachen", "10.1k", "7.5.2n")
def test_a_static_unit_that_passed_does_not_follow_one_that_must_retreat() -> None:
    at = "1-HQ=1705 1-I/16=2008 526-453=2108 394=2108 526-536=2110"
    match = outcome(
        "1/2r", at, "1-I/16", "526-453 394", "assigned 394=7", hexes=("2008", "2108"), dice=[10, 1], **FIRST
    )
    match.play("to 2209")
    assert (where(match, "394"), lost(match, "394")) == ("2108", 2)


@rule("aachen", "10.1i", "10.1", "7.5.3")
def test_pitfall_55_static_germans_earn_no_victory() -> None:
    match = at_2108("3/1").play("stay")
    assert (match.side, step(match), offered(match, "decline")) == ("us", "act", False)
    assert not told(match, "7.5.3")


@rule("aachen", "10.1m")
def test_the_us_side_earns_its_bonus() -> None:
    match = at_2108("0/1")
    assert (match.side, offered(match, "decline"), purse(match, "us")) == ("us", True, 8)


@rule("aachen", "10.1h")
def test_pitfall_55_static_germans_do_not_react() -> None:
    match = act("us 1-HQ", "1-HQ=1705 1-I/16=1908 526-453=2108 526-328=2107", **FIRST)
    match.play("select 1-I/16", "move 2008")
    assert where(match, "1-I/16") == "2008"
    assert (match.side, step(match)) == ("us", "act")
    assert not told(match, "6.4.2")


@rule("aachen", "10.1n")
def test_pitfall_55_static_germans_have_zones_and_are_checked() -> None:
    match = act("us 1-HQ", "1-HQ=1705 1-I/16=1908 526-453=2108", **FIRST)
    match.play("select 1-I/16", "move 2008")
    assert step(match) == "act", "the zone has ended the move"
    checked = at_2108("1/1r", dice=[4])
    assert told(checked, "5.6.1") == ["526-453 fails its Effectiveness Check with a 4"]
    assert disrupted(checked, "526-453")


@rule("aachen", "10.1n", "5.2")
def test_pitfall_55_static_germans_may_roll_a_check_of_their_own_again() -> None:
    match = at_2108("1/1r", rerolls=True, dice=[4])
    assert (match.side, step(match)) == ("german", "check-window")
    match.play("reroll-unit 526-453", "roll 2")
    assert not disrupted(match, "526-453")
    assert match.state.snafu == 0  # type: ignore[attr-defined]


@rule("aachen", "10.1j")
def test_static_germans_do_not_recover() -> None:
    match = act("us 1-HQ", LAST, "disrupted 526-453", "activations 1", dice=[5], **FIRST).play("done")
    assert step(match) == "act"
    assert disrupted(match, "526-453")


@rule("aachen", "10.1v")
def test_pitfall_55_static_germans_support_each_other() -> None:
    at = f"{LAST} 526-328=2107"
    match = attack(at, "1-I/16", target="2108", **FIRST)
    assert parts(match)["B"] == -1
    upset = attack(at, "1-I/16", "hasty", "disrupted 526-328", target="2108", **FIRST)
    assert "B" not in parts(upset)


@rule("aachen", "10.1x")
def test_pitfall_55_germans_retreat_towards_their_edge_and_stay_in_the_area() -> None:
    match = at_2108("1/2r", dice=[10])
    assert "nearer to supply" in refused(match, "to 2208", "7.5.2").why
    assert offered(match, "to 2209")
    edge = "1-HQ=1705 1-I/16=2114 1-II/16=2014 526-453=2115 526-328=2108"
    out = outcome("1/2r", edge, "1-I/16", "526-453", hexes=("2114", "2115"), dice=[10], **FIRST)
    assert where(out, "526-453").endswith(("15", "14")), "2116 lies outside"


@rule("aachen", "10.1g")
def test_the_german_has_no_activation() -> None:
    match = begun(5)
    assert "act" not in {text.split()[0] for text in match.actions.texts()}
    refused(match, "act 1-HQ")


@rule("aachen", "10.1", "10.1f")
def test_an_attack_declared_and_played_to_the_end() -> None:
    # Pillbox hexes are not built over: 25 : 8 is 3:1 in a town; HQ 5, teeth -2.
    match = attack(LAST, "1-I/16", "prepared", target="2108", dice=[9, 10], **FIRST)
    assert any(text.startswith("a 9 +3 is 12: ") for text in told(match, "7.5.1"))
    match.play("to 2209")
    assert match.over
    assert alive(match, "1-I/16")


def test_a_commander_answers_for_the_german_side() -> None:
    scenarios = real().scenarios
    assert {name: s.answers for name, s in scenarios.items() if s.answers} == {"first-blood": "german"}
    # It is the side that the scenario keeps from activating.
    match = grognard.new(real(), "first-blood", seed=1)
    assert match.game.is_static(match.state, list(match.game.sides).index(scenarios["first-blood"].answers))
