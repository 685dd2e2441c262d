"""Positions that cannot be are refused in a sentence."""

from __future__ import annotations

import pytest

import grognard
from grognard import PositionError
from tests.aachen.kit import real, table
from tests.rules import rule

US = "1-HQ=1703 1-I/16=1704 526-HQ=3518"


@pytest.mark.parametrize(
    ("at", "more", "said"),
    [
        (US + " 1-II/16=1704", "", "1704 is overstacked outside an Action: 1-I/16, 1-II/16 (5.3.1)"),
        (US + " 526-328=1704", "", "units of both sides in 1704: 1-I/16, 526-328"),
        (US, "purse 8 0", "purse is 8; it must be from 0 to 7 (6.3.2)"),
        (US, "plans 8", "plans is 8; it must be from 0 to 7 (8.3)"),
        (US, "plans 1 1", "a marker is drawn twice"),
        (US, "lost 1-I/16=10", "1-I/16 cannot have lost 10 points, at most 9"),
        (US, "lost 1-I/16=99", "lost is 99; it must be from 0 to 98"),
        (US, "disrupted 1-HQ", "disrupted: contains an HQ"),
        (US, "flipped 1-I/16", "flipped: contains a unit that is not an HQ"),
        (US, "assigned 1-I/16=7", "1-I/16 is assigned to an enemy formation (5.5.2)"),
        (US, "improved 1803", "nobody is in 1803 (7.7)"),
        (US, "hand 1-I/16 1-HQ", "hand: the selected units have to be in one hex"),
        (US, "won 1", "nobody has won"),
        (US + " 1-II/16=4301", "", "1-II/16 is in 4301, outside the area of the scenario (10)"),
        (US + " 1-II/16=waiting", "", "1-II/16 is not an HQ and cannot wait for a place (5.3.2)"),
        (US + " 1-II/16=unseen", "", "1-II/16 is unseen"),
    ],
)
def test_what_no_position_may_hold(at: str, more: str, said: str) -> None:
    with pytest.raises(PositionError) as caught:
        table("ops", at, *filter(None, [more]), turn=2)
    assert said in str(caught.value)


def test_an_hq_needs_a_town() -> None:
    with pytest.raises(PositionError, match="neither town, city nor industrial"):
        table("ops", "1-HQ=1603", whole=True)


@rule("aachen", "8.5.2a")
def test_units_of_a_withdrawn_division_are_gone() -> None:
    at = "1-HQ=1703 353-HQ=3518 353-941=3517 116P-HQ=3520 116P-I/24=3519 116P-675=3419"
    for turn, gone in ((3, ""), (4, "353-941"), (5, "116P-I/24"), (7, "116P-675")):
        if not gone:
            table("ops", at, scenario="campaign", turn=turn)
            continue
        if turn == 7:
            table("ops", "1-HQ=1703 116P-HQ=3520 116P-675=3419", scenario="campaign", turn=7)
            continue
        with pytest.raises(PositionError, match=f"{gone} is on the map, and its division was withdrawn"):
            table("ops", at, scenario="campaign", turn=turn)


@pytest.mark.parametrize(
    ("agenda", "said"),
    [
        ("cycle 1", "agenda: has to begin with game-turn"),
        ("game-turn 6 / act 1-HQ", "act: has to follow activation or bonus"),
        ("game-turn 6 / cycle 1 / activation 1-I/16 0 us", "activation: needs an HQ"),
        ("game-turn 6 / cycle 1 / move", "move: has to follow marching"),
        ("game-turn 1 / attrition-die 1-I/16 0 0", "attrition-die: has to follow recovery"),
        ("game-turn 6 / cycle 1 / activation 1-HQ 0 us / declare 1-HQ", "an attack is under way"),
        ("game-turn 6 / cycle 1000", "it must be from 0 to 999"),
    ],
)
def test_frames_that_do_not_fit(agenda: str, said: str) -> None:
    text = f"game aachen\nscenario stolberg\nat 1-HQ=1705 1-I/16=1907 526-HQ=2706\nagenda {agenda}"
    text += "\ntops 1-HQ 1-I/16 526-HQ"
    with pytest.raises(PositionError) as caught:
        grognard.setup(text, of=real())
    assert said in str(caught.value)
