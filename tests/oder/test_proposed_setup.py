"""The set-up that the program proposes to the Soviet: the raid from Memel on 3505 no longer wins by force (4.1.1)."""

from __future__ import annotations

import random
import tomllib
from fractions import Fraction

import pytest

import grognard
from grognard.ai import commanders
from tests.kit import GAMES, offers, where
from tests.oder import helpers_raid as raid

CAMPAIGN = tomllib.loads((GAMES / "oder" / "data" / "scenarios.toml").read_text("utf-8"))["campaign"]
ARMIES = CAMPAIGN["any"]["soviet"]
#: Behind the middle of the front, where nobody bars the roads through Courland.
ELSEWHERE = {"21": "2315", "59": "2119", "6": "2218", "19": "2316", "2Po": "2415"}
WALK = ("select 1SS", "also 2SS", "also 4SS", *(f"move {h}" for h in ("2907", "3008", "3107", "3207", "3306", "3406")))
REPLIES = 40


def test_the_proposal_names_the_hexes() -> None:
    match = raid.set_up()
    assert {unit: where(match, unit) for unit in ("3Sh", *ARMIES)} == CAMPAIGN["proposed"]


def test_the_raiders_walk_to_3406_no_longer() -> None:
    raid.breach(raid.set_up(ELSEWHERE)).play(*WALK)
    match = raid.breach(raid.set_up()).play(*WALK[:5])
    assert {where(match, unit) for unit in ("1SS", "2SS", "4SS")} == {"3008"}, "stopped by the zone of the 59th in 3108"
    match = raid.breach(raid.set_up())
    for unit in sorted(offers(match, "select") & set(raid.RAIDERS)):
        assert offers(match.play(f"select {unit}"), "move").isdisjoint({"3405", "3406", "3505", "3506"})
        match.undo()


def turn_two(armies: dict[str, str] | None, level: str, seed: int = 0) -> Fraction:
    """The chance of the raid after the reply of a Soviet commander, or after none."""
    s = raid.breach(raid.set_up(armies)).state.copy()
    raid.raid(s)
    raid.answer(s, commanders()[level].make() if level else None, random.Random(seed))
    return Fraction(0) if s.over else raid.chance(s)


def test_against_armies_elsewhere_the_raid_wins_whatever_the_soviet_does() -> None:
    """The measure of the tests below is good for something."""
    assert [turn_two(ELSEWHERE, level) for level in ("", "recruit", "captain")] == [1, 1, 1]
    assert sum(turn_two(ELSEWHERE, "random", seed) for seed in range(6)) >= 5


@pytest.mark.parametrize("level", ["", "recruit", "captain"])
def test_against_the_proposed_set_up_it_wins_nothing(level: str) -> None:
    assert turn_two(None, level) == 0


def test_against_the_proposed_set_up_it_seldom_wins_even_if_the_soviet_moves_at_random() -> None:
    assert sum(turn_two(None, "random", seed) for seed in range(REPLIES)) / REPLIES <= Fraction(15, 100)


def test_armies_that_the_player_has_placed_stay_and_the_others_keep_their_hexes() -> None:
    match = raid.set_up({"21": "2315", "2Po": "3006"})
    expected = {**CAMPAIGN["proposed"], "21": "2315", "2Po": "3006"}
    assert {unit: where(match, unit) for unit in ("3Sh", *ARMIES)} == expected


def test_a_hex_that_is_taken_is_passed_over() -> None:
    """The 3rd Shock Army stacks with nobody (6.2)."""
    match = grognard.new("oder", dice=[]).play("select 3Sh", "place 3506", "done", "propose", "done")
    assert where(match, "3Sh") == "3506"
    mine = grognard.game("oder", {"scenarios.toml": '[campaign.proposed]\n21 = "3506"\n'})
    match = grognard.new(mine, dice=[]).play("select 3Sh", "place 3506", "done", "propose", "done")
    assert where(match, "21") not in ("3506", "reserve")
    assert where(match, "59") == CAMPAIGN["proposed"]["59"]
