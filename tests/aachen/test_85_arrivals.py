"""Chapter 8.5: withdrawals and reinforcements."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.games.aachen.pieces import german_losses
from tests.aachen.kit import disrupted, improved, level, levels, lost, real, step, support, table, where
from tests.kit import offered, offers, refused
from tests.rules import rule


def segment(at: str, *more: str, turn: int = 2, scenario: str = "stolberg", whole: bool = False) -> Match:
    return table("reinforcement", at, *more, turn=turn, scenario=scenario, whole=whole)


def losses(match: Match) -> tuple[int, int]:
    return german_losses(match.game, match.state)


HQS = "1-HQ=1705 526-HQ=2706"
DIVISION = "12-HQ=due 12-I/27=due 12-II/27=due"


@rule("aachen", "8.5a", "8.5.1a", "8.5c", "10h")
def test_pitfall_52_units_arrive_in_their_hexes_the_german_side_first() -> None:
    m = segment(f"{HQS} {DIVISION} 1-238=due 1-4E=due", whole=True)
    assert m.side == "german"
    refused(m, "select 1-238", "8.5")
    m.play("select 12-I/27")
    assert offers(m, "place") == {"3019"}
    refused(m, "place 3020", "8.5")
    m.play("place 3019", "propose")
    assert {u: where(m, u) for u in ("12-HQ", "12-I/27", "12-II/27")} == {
        "12-HQ": "3317",
        "12-I/27": "3019",
        "12-II/27": "2919",
    }
    assert (step(m), m.side) == ("reinforce", "us")
    refused(m, "select 1-4E", "8.5")
    assert where(m.play("propose"), "1-238") == "1605"


@rule("aachen", "8.5b")
def test_units_not_placed_are_delayed_and_come_later() -> None:
    m = segment(f"{HQS} {DIVISION}", whole=True).play("done")
    assert where(m, "12-I/27") == "due"
    later = segment(f"{HQS} {DIVISION}", turn=3, whole=True)
    assert offered(later, "select 12-I/27")


@rule("aachen", "8.5.1b", "8.5.2o")
def test_the_marker_of_an_arriving_formation_starts_at_its_maximum() -> None:
    m = segment(f"{HQS} {DIVISION}", "level " + levels(F12=0), whole=True).play("propose")
    assert level(m, "12") == 6


@rule("aachen", "8.5e", "8.5.1c", "8.5.1d")
def test_a_given_hex_next_to_enemies_is_used() -> None:
    m = segment(f"{HQS} {DIVISION} 1-I/16=3020", whole=True)
    m.play("select 12-I/27")
    assert offers(m, "place") == {"3019"}
    m.play("place 3019")
    assert (step(m), m.side) == ("reinforce", "german"), "nobody reacts"


@rule("aachen", "8.5f", "8.5g")
def test_if_the_given_hex_is_taken_the_nearest_one_in_command_away_from_enemies_is_used() -> None:
    m = segment(f"{HQS} {DIVISION} 1-I/16=3019", whole=True)
    refused(m, "select 12-I/27", "8.5")
    m.play("select 12-HQ", "place 3317", "select 12-I/27")
    game = m.game
    near = game.board.grid.neighbours(1 << game.board.grid.parse("3019"))
    found = offers(m, "place")
    assert found
    for label in found:
        h = game.board.grid.parse(label)
        assert not near >> h & 1
        assert game.board.grid.distance(h, game.board.grid.parse("3019")) == 2
    assert refused(m, "place 3018", "8.5.1").why.endswith("is next to an enemy unit")
    assert refused(m, "place 3320", "8.5")


@rule("aachen", "8.5g", "5.3.1s")
def test_a_full_hex_is_not_available() -> None:
    m = segment(f"{HQS} {DIVISION} 526-328=3019", whole=True)
    m.play("select 12-HQ", "place 3317", "select 12-I/27")
    assert "3019" not in offers(m, "place")
    assert all(m.game.board.grid.distance(*map(m.game.board.grid.parse, (h, "3019"))) == 1 for h in offers(m, "place"))


def test_the_hq_takes_the_nearest_friendly_town_if_its_own_is_taken() -> None:
    flags = "german_flags 3219 3417"
    m = segment(f"{HQS} {DIVISION} 1-I/16=3317", "us_flags 3317", flags, whole=True)
    m.play("select 12-HQ")
    grid = m.game.board.grid
    assert offers(m, "place") <= {"3219", "3417"}
    assert all(not grid.adjacent(grid.parse(h), grid.parse("3317")) for h in offers(m, "place"))


@rule("aachen", "8.5.1", "5.5.2f")
def test_independents_need_a_formation_whose_hq_is_there() -> None:
    m = segment(f"{HQS} {DIVISION} 1012=due", "assigned 1012=12", whole=True)
    refused(m, "select 1012", "8.5.1")
    m.play("select 12-HQ", "place 3317", "select 1012", "place 3317")
    assert where(m, "1012") == "3317"
    refused(segment(f"{HQS} {DIVISION} 1012=due", whole=True), "select 1012", "8.5.1")


@rule("aachen", "8.5d")
def test_the_order_within_a_side_has_no_effect() -> None:
    first = segment(f"{HQS} {DIVISION}", whole=True).play("select 12-I/27", "place 3019", "propose")
    second = segment(f"{HQS} {DIVISION}", whole=True).play("propose")
    assert first.state.at == second.state.at


# -- withdrawals -------------------------------------------------------------------------------

D353 = "353-HQ=3219 353-941=3218 353-942=3119"


@rule("aachen", "8.5.2a", "8.5.2e", "8.5.2n", "10.2f")
def test_the_353rd_leaves_on_turn_3() -> None:
    m = segment(f"{HQS} {D353}", turn=3, whole=True)
    assert {where(m, u) for u in ("353-HQ", "353-941", "353-942")} == {"withdrawn"}
    assert level(m, "353") == 0
    assert losses(m) == (0, 0)


@rule("aachen", "8.5.2f", "8.5.2g")
def test_pitfall_52_units_that_cannot_leave_in_order_are_lost_and_earlier_losses_are_noted() -> None:
    m = segment(f"{HQS} {D353}", "disrupted 353-941", "lost 353-942=2", turn=3, whole=True)
    printed = m.game.roster.strength[m.game.unit_ids["353-941"]]
    assert where(m, "353-941") == "eliminated"
    assert where(m, "353-942") == "withdrawn"
    assert losses(m) == (printed + 2, 0)


@rule("aachen", "7.7f", "7.7", "8.5.2e")
def test_a_unit_that_is_withdrawn_ends_the_improved_defense_of_those_who_stay() -> None:
    at = f"{HQS} {D353} 394=3218 526-328=2707"
    m = segment(at, "assigned 394=7", "improved 3218 2707", turn=3, whole=True)
    assert (where(m, "353-941"), where(m, "394")) == ("withdrawn", "3218")
    assert not improved(m, "3218")
    assert improved(m, "2707"), "nobody left it"


@rule("aachen", "8.5.2e", "8.5.2f")
def test_units_out_of_command_are_lost_too() -> None:
    m = segment(f"{HQS} {D353.replace('3119', '1912')}", turn=3, whole=True)
    assert where(m, "353-942") == "eliminated"
    assert where(m, "353-941") == "withdrawn"


@rule("aachen", "8.5.2h", "8.5.2i")
def test_pitfall_52_assigned_units_stay_and_are_reassigned_at_once() -> None:
    m = segment(f"{HQS} {D353} 526-328=2707 394=2806", "assigned 394=8", turn=3, whole=True)
    assert (step(m), m.side) == ("assign", "german")
    assert offers(m, "assign") == {"394"}
    m.play("assign 394", "under 526-HQ", "done")
    assert m.state.assigned[m.game.unit_ids["394"]] == m.game.roster.by_code["526"] + 1


@rule("aachen", "8.5.2m")
def test_an_attached_unit_leaves_with_its_own_division() -> None:
    m = segment(f"{HQS} {D353}", "assigned 353-941=7", turn=3, whole=True)
    assert where(m, "353-941") == "withdrawn"
    # Near the HQ that it is attached to, and out of the range of its own: it cannot leave in order.
    far = segment(f"{HQS} 353-HQ=3219 353-941=1808", "assigned 353-941=7", turn=3, whole=True)
    assert where(far, "353-941") == "eliminated"


@rule("aachen", "8.5.2b", "8.5.2c", "8.5h", "10.4b")
def test_pitfall_52_two_panzer_divisions_leave_on_turn_4_before_the_246th_takes_over() -> None:
    at = "1-HQ=1705 9P-HQ=2717 9P-II/33=2718 116P-HQ=3510 116P-675=2805 246-HQ=due 246-246P=due 526-HQ=2706"
    m = segment(at, turn=4, scenario="campaign", whole=True)
    assert {where(m, u) for u in ("9P-HQ", "9P-II/33", "116P-HQ", "116P-675")} == {"withdrawn"}
    m.play("propose")
    assert where(m, "246-246P") == "2805"


@rule("aachen", "8.5.2d", "8.5.2k", "8.5.2l", "8.5.2p", "8.5.2o")
def test_pitfall_52_the_116th_comes_back_whole_and_what_it_lost_counts_all_the_same() -> None:
    at = (
        "1-HQ=1705 526-HQ=2706 116P-HQ=withdrawn 116P-I/24=eliminated 116P-II/16=withdrawn 116P-I/60=reorganized "
        "116P-II/60=withdrawn 116P-116A=withdrawn 116P-I/156=withdrawn 116P-675=withdrawn"
    )
    m = segment(
        at,
        "lost 116P-HQ=3 116P-I/24=9",
        "tally 2 1",
        "level " + levels(F116P=0),
        turn=6,
        scenario="campaign",
        whole=True,
    )
    printed = m.game.roster.strength[m.game.unit_ids["116P-I/24"]]
    assert losses(m) == (2, 1 + printed)
    assert offers(m, "select") == {f"116P-{u}" for u in ("HQ", "I/24", "II/16", "I/60", "II/60", "116A")}
    m.play("propose")
    assert where(m, "116P-HQ") == "3520"
    assert (support(m, "116P-HQ"), level(m, "116P")) == (3, 6)
    assert lost(m, "116P-I/24") == 0
    assert not disrupted(m, "116P-I/24")
    assert where(m, "116P-675") == "due"
    assert losses(m) == (2, 1 + printed)


@rule("aachen", "8.5.2j", "10.3f", "10.1l")
def test_no_division_leaves_on_other_turns() -> None:
    words = {name: scenario.words["departures"] for name, scenario in real().scenarios.items()}
    assert words == {
        "first-blood": {},
        "stolberg": {3: ["353"]},
        "wurm": {},
        "campaign": {3: ["353"], 4: ["9P", "116P"]},
    }


@rule("aachen", "10.2c", "10.2d", "10.2e", "10.3c", "10.3e")
@pytest.mark.parametrize(
    ("scenario", "turn", "side", "count"),
    [("stolberg", 2, 0, 2), ("stolberg", 3, 0, 3), ("stolberg", 2, 1, 10), ("wurm", 6, 0, 4), ("wurm", 7, 1, 11)],
)
def test_how_many_units_a_scenario_brings(scenario: str, turn: int, side: int, count: int) -> None:
    game = real()
    units = game.scenarios[scenario].words["arrivals"][turn]
    assert sum(game.side_of[game.unit_ids[unit]] == side for unit in units) == count
