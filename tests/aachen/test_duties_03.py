"""Duties of chapters 3 and 4 that no other test proves: the Roer area, the eight turns, the Ops Cycles of a turn."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.games.aachen import victory
from tests.aachen.helpers_map import BOARD, GRID
from tests.aachen.kit import real, step, table, told
from tests.kit import offered
from tests.rules import rule

AT = "1-HQ=2008 1-I/16=2410 526-HQ=2916 526-328=2917"
ROER = BOARD.regions["VP Roer"]


def us_points(hexes: int) -> int:
    """The US points of the campaign under plan C with some hexes in US hands, and no German losses."""
    game = real()
    s = game.blank(game.scenarios["campaign"])
    s.plans, s.us_flags = [2], hexes
    return victory.points(game, s)


@rule("aachen", "3.1.5b", "3.1.5")
def test_each_hex_of_the_roer_area_scores_as_much_as_all_of_them() -> None:
    whole = us_points(ROER.set)
    assert whole == real().tables.plans[list(real().tables.plans)[2]]["VP Roer"] > 0
    assert {GRID.label(h): us_points(1 << h) for h in ROER.hexes} == {GRID.label(h): whole for h in ROER.hexes}
    three = sum(1 << h for h in ROER.hexes[:3])
    assert us_points(three) == whole
    assert us_points(0) == 0


def last_turn(turn: int, scenario: str) -> Match:
    return table("ops", AT, "quiet 3", turn=turn, scenario=scenario, dice=[9, 1]).play("pass", "pass")


@rule("aachen", "4a", "4", "7.8")
def test_no_game_lasts_longer_than_eight_turns() -> None:
    assert not last_turn(7, "campaign").over
    match = last_turn(8, "campaign")
    assert match.over
    assert match.state.turn == 8  # type: ignore[attr-defined]
    assert {real().blank(scenario).turns for scenario in real().scenarios.values()} <= set(range(1, 9))


@pytest.mark.parametrize("who", ["us", "german"])
@rule("aachen", "4d", "4", "6.1a")
def test_each_cycle_is_initiative_and_then_one_activation(who: str) -> None:
    dice = [9, 1] if who == "us" else [1, 9]
    match = table("ops", AT, "quiet 3", turn=2, dice=dice)
    for cycle in range(1, 3):
        assert (match.side, step(match), len(told(match, "6.1"))) == (who, "choose", cycle)
        match.play("act " + ("1-HQ" if who == "us" else "526-HQ"), "roll 5", "done")
        # The activation is over, and both sides roll before anybody acts again.
        assert (match.side, step(match)) == ("dice", "initiative-die")
        for roll in (10, 1) if who == "us" else (1, 10):
            match.play(f"roll {roll}")
    match.play("pass")
    assert step(match) == "choose"
    assert offered(match, "act " + ("526-HQ" if who == "us" else "1-HQ"))
    assert len(told(match, "6.1")) == 3
