"""Duties of chapters 9 and 10 that other tests only touch: bands and special victories, control, scenarios."""

from __future__ import annotations

import pytest

import grognard
from grognard import Match
from grognard.games.aachen import command, supply, victory
from grognard.games.aachen.control import update
from grognard.games.aachen.units import GERMAN, US
from grognard.hexes import bits
from tests.aachen.kit import act, real, table, where
from tests.aachen.test_90_victory import ended, flags
from tests.kit import refused
from tests.rules import rule

#: All that Plan A gives, 36 points, and the hexes that give them.
PLAN_A = {"us": "2806 3317 2717", "plans": [0]}


@rule("aachen", "9a", "9")
@pytest.mark.parametrize(
    ("scenario", "fields", "winner", "grade"),
    [
        ("campaign", PLAN_A, "us", "marginal"),
        ("campaign", {**PLAN_A, "us": "2806 3317"}, "german", "marginal"),
        ("campaign", {**PLAN_A, "won": victory.BREAKTHROUGH}, "german", "decisive"),
        ("stolberg", {"us": "2915"}, "german", "substantial"),
        ("stolberg", {"us": "2915", "at": "1-I/16=2805"}, "us", "decisive"),
        ("campaign", {**PLAN_A, "at": "1-I/16=2805"}, "us", "marginal"),
        ("wurm", {"us": "3109 3111"}, "german", "marginal"),
        ("first-blood", {"won": victory.CLEARED, "activations": 1}, "us", "decisive"),
        ("first-blood", {"activations": 5}, "german", "poor"),
    ],
)
def test_points_decide_by_bands_apart_from_the_special_victories(
    scenario: str, fields: dict[str, object], winner: str, grade: str
) -> None:
    found = ended(scenario, **fields)  # type: ignore[arg-type]
    assert (found.winner, found.level) == (winner, grade)


@pytest.mark.parametrize("scenario", ["stolberg", "wurm", "campaign"])
@rule("aachen", "9b", "9")
def test_every_victory_hex_begins_in_german_hands(scenario: str) -> None:
    match = grognard.new(real(), scenario, seed=1)
    goals = match.game.objectives(match.state)  # type: ignore[attr-defined]
    assert goals
    for h in goals:
        assert flags(match, match.game.board.grid.label(h)) == "german"
    assert victory.points(match.game, match.state) == 0  # type: ignore[arg-type]


@rule("aachen", "9.lossesd", "9.lossesa")
def test_only_german_losses_score() -> None:
    game = real()
    for side, scores in ((US, False), (GERMAN, True)):
        s = game.blank(game.scenarios["campaign"])
        for unit in bits(game.units_of[side] & game.roster.combat):
            s.at[unit], s.lost[unit] = -4, game.roster.strength[unit]
        assert (victory.points(game, s) > 0) == scores


# -- control (9.control) ----------------------------------------------------------------------------------


def after(at: str, label: str, *more: str, us: str = "", **ground: object) -> str:
    """Who controls a hex once units stand where they stand; it was German, or ``us`` names it."""
    german = "" if us else label
    match = table("ops", at, *more, turn=2, dice=[9, 1], us=us, german=german, **ground)  # type: ignore[arg-type]
    update(match.game, match.state)  # type: ignore[arg-type]
    return flags(match, label)


HQS = "1-HQ=1703 526-HQ=3518"


@rule("aachen", "9.controle", "9.controlf")
def test_the_other_side_takes_a_hex_back_at_once_and_only_as_it_was_taken() -> None:
    match = table("ops", f"{HQS} 1-I/16=1704 526-328=1709", "quiet 3", "passed 1", turn=2, dice=[5], us="1707")
    match.play("act 526-HQ")
    assert flags(match, "1707") == "us", "nobody has taken it"
    match.play("select 526-328", "move 1708")
    assert flags(match, "1707") == "german"


@rule("aachen", "9.controlm")
def test_a_hex_that_was_taken_stays_taken_when_the_line_is_cut() -> None:
    """Germans stand all around an industrial hex, where they have no zone, and no U.S. line leads there."""
    ring = "526-328=2310 526-453=2311 526-473=2410 526-536=2412 353-941=2510 353-942=2511 353-HQ=3519"
    match = table("ops", f"{HQS} {ring}", turn=2, dice=[9, 1], us="2411", terrain={"2411": "industrial"})
    here = match.game.board.grid.parse("2411")
    assert not supply.supplied_hexes(match.game, match.state, US) >> here & 1  # type: ignore[arg-type]
    update(match.game, match.state)  # type: ignore[arg-type]
    assert flags(match, "2411") == "us"


@rule("aachen", "9.controlc")
def test_a_unit_out_of_command_takes_a_hex() -> None:
    match = table("ops", f"{HQS} 1-I/16=4203", turn=2, dice=[9, 1], german="4204")
    unit = match.game.unit_ids["1-I/16"]
    assert command.status(match.game, match.state, unit) == command.OUT_OF_COMMAND  # type: ignore[arg-type]
    update(match.game, match.state)  # type: ignore[arg-type]
    assert flags(match, "4204") == "us"


@rule("aachen", "9.controli")
def test_a_disrupted_unit_in_the_hex_keeps_it() -> None:
    assert after(f"{HQS} 1-I/16=1706", "1707") == "us"
    assert after(f"{HQS} 1-I/16=1706 526-328=1707", "1707", "disrupted 526-328") == "german"


@pytest.mark.parametrize("kind", ["stream", "embankment", "dragons-teeth"])
@rule("aachen", "9.controlh")
def test_tanks_take_open_hexes_by_their_zone_and_not_across_a_hexside(kind: str) -> None:
    """2915 is a clear hex that the Stolberg Corridor scores."""
    flags_ = "german_flags 2915 3518"
    clear = {"terrain": {"2915": "clear"}}
    sides = {"2914-2915": kind}
    assert after(f"{HQS} 1-745=2914", "2915", flags_, **clear) == "us"
    assert after(f"{HQS} 1-745=2914", "2915", flags_, sides=sides, **clear) == "german"
    assert after(f"{HQS} 1-I/16=2914", "2915", flags_, sides=sides, **clear) == "us"
    assert after(f"{HQS} 1-745=2914", "2915", flags_) == "german", "a town"


# -- scenarios (10) -----------------------------------------------------------------------------------------------


def stolberg(at: str, *more: str) -> Match:
    return act("us 1-HQ", at, *more, scenario="stolberg")


@rule("aachen", "10i")
def test_units_stay_on_the_map_of_their_scenario() -> None:
    match = stolberg("1-HQ=3503 1-I/16=4203 526-HQ=2916 526-328=2917").play("select 1-I/16")
    refused(match, "move 4303", "10")
    whole = act("us 1-HQ", "1-HQ=3503 1-I/16=4203 526-HQ=2916 526-328=2917", scenario="campaign")
    whole.play("select 1-I/16", "move 4303")
    assert where(whole, "1-I/16") == "4303"


@rule("aachen", "10i")
def test_paths_stay_on_the_map_of_their_scenario() -> None:
    """The only way from 4205 to the HQ leads over line 43, which the Stolberg Corridor does not have."""
    wall = dict.fromkeys(("4104-4205", "4105-4205", "4204-4205", "4205-4206"), "roer")
    at = "1-HQ=3503 1-I/16=4205 526-HQ=2916 526-328=2917"
    for scenario, found in (("stolberg", command.ISOLATED), ("campaign", command.IN_COMMAND)):
        match = act("us 1-HQ", at, scenario=scenario, sides=wall)
        assert command.status(match.game, match.state, match.game.unit_ids["1-I/16"]) == found  # type: ignore[arg-type]


@rule("aachen", "10h")
def test_only_the_units_listed_take_part_in_a_scenario() -> None:
    stolberg_, wurm = (grognard.new(real(), name, seed=1) for name in ("stolberg", "wurm"))
    assert {where(stolberg_, c.id) for c in stolberg_.game.counters if c.id.startswith("9-")} == {"aside"}
    assert not any(unit.startswith("116P-") for units in wurm.scenario.words["arrivals"].values() for unit in units)
    assert not wurm.scenario.words["returns"]
    assert not wurm.scenario.words["departures"]
