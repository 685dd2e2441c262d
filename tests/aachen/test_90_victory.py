"""Chapters 9 and 10: control, points, bands, and the victories that end a match at once."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.engine.game import Result
from grognard.games.aachen import victory
from grognard.games.aachen.control import update
from grognard.games.aachen.state import AachenState
from tests.aachen.helpers_combat import outcome
from tests.aachen.kit import act, real, step, table, told, where
from tests.kit import offered, refused
from tests.rules import rule


def ended(scenario: str, at: str = "", us: str = "", **fields: object) -> Result:
    """The result of a scenario that is over, with units and hexes under US control."""
    game = real()
    s = game.blank(game.scenarios[scenario])
    for word in at.split():
        unit, _, label = word.partition("=")
        s.at[game.unit_ids[unit]] = game.board.grid.parse(label)
    game.refresh(s)
    s.us_flags = sum(1 << game.board.grid.parse(label) for label in us.split())
    for name, value in fields.items():
        setattr(s, name, value)
    s.over = True
    found = game.result(s)
    assert found is not None
    return found


S15 = "2915 3217 3218 3219 3316 3317 3318 3416 3417".split()
S10 = "2315 2717 3019".split()
S5 = "2108 2121 2211 2212 2221 2318 2505 2520 2617 2618 3122".split()


@rule("aachen", "10.2h", "10.2i", "10.2j", "9.lossesd")
def test_the_hexes_of_the_stolberg_corridor() -> None:
    for hexes, worth in ((S15, 15), (S10, 10), (S5, 5)):
        for label in hexes:
            assert ended("stolberg", us=label).score == {"us": worth}
    assert ended("stolberg", us=" ".join(S15 + S10 + S5)).score == {"us": 135 + 30 + 55}


@rule("aachen", "10.2l", "10.2m", "10.2n", "10.2o", "10.2p", "10.2q", "10.2r", "10.2s", "10.2u")
@pytest.mark.parametrize(
    ("points", "winner", "grade"),
    [
        (0, "german", "decisive"),
        (10, "german", "decisive"),
        (15, "german", "substantial"),
        (25, "german", "substantial"),
        (30, "german", "marginal"),
        (35, "german", "marginal"),
        (40, "", "draw"),
        (50, "", "draw"),
        (55, "us", "marginal"),
        (60, "us", "marginal"),
        (65, "us", "substantial"),
        (70, "us", "substantial"),
        (75, "us", "decisive"),
    ],
)
def test_the_bands_of_the_stolberg_corridor(points: int, winner: str, grade: str) -> None:
    fifteens, rest = divmod(points, 15)
    us = S15[:fifteens] + (S10[:1] if rest >= 10 else []) + (S5[:1] if rest % 10 else [])
    found = ended("stolberg", us=" ".join(us), tally=[40, 20])
    assert (found.score, found.winner, found.level) == ({"us": points}, winner, grade)


@rule("aachen", "10.2k", "10.2v", "10.2x")
@pytest.mark.parametrize("label", ["2705", "2706", "2805", "2806", "2807", "2905", "2906"])
def test_a_us_unit_in_aachen_wins_whatever_the_points(label: str) -> None:
    found = ended("stolberg", f"1-I/16={label}")
    assert (found.winner, found.level) == ("us", "decisive")
    assert found.reasons[0].startswith("10.2")
    assert ended("stolberg", "1-I/16=2703").winner == "german"


W10, W5 = "3109 3111".split(), "3509 3510 3610 3708 4109 4209 4210 4305 4309 4708 5303".split()


@rule("aachen", "10.3g", "10.3h", "10.3i", "10.3j", "10.3k", "10.3l", "10.3m", "10.3n")
@pytest.mark.parametrize(
    ("points", "winner", "grade"),
    [
        (10, "german", "decisive"),
        (15, "german", "marginal"),
        (25, "german", "marginal"),
        (30, "", "draw"),
        (35, "", "draw"),
        (40, "us", "marginal"),
        (55, "us", "marginal"),
        (60, "us", "decisive"),
        (75, "us", "decisive"),
    ],
)
def test_the_bands_across_the_wurm(points: int, winner: str, grade: str) -> None:
    us = (W10[: points // 10] + W5)[: len(W10[: points // 10]) + (points - 10 * len(W10[: points // 10])) // 5]
    found = ended("wurm", us=" ".join(us))
    assert (found.score, found.winner, found.level) == ({"us": points}, winner, grade)


@rule("aachen", "9a", "10.4d", "10.4f", "10.4g", "10.4h", "10.4i", "10.4j", "10.4k", "10.4l", "9.lossesa", "9.lossesb")
@pytest.mark.parametrize(
    ("points", "winner", "grade"),
    [
        (15, "german", "decisive"),
        (16, "german", "substantial"),
        (21, "german", "substantial"),
        (22, "german", "marginal"),
        (28, "german", "marginal"),
        (29, "", "draw"),
        (35, "", "draw"),
        (36, "us", "marginal"),
        (42, "us", "marginal"),
        (43, "us", "substantial"),
        (48, "us", "substantial"),
        (49, "us", "decisive"),
    ],
)
def test_the_bands_of_the_campaign(points: int, winner: str, grade: str) -> None:
    plan_a = {"2806": 20, "3317": 8, "2717": 8}
    us, left = [], points
    for label, worth in plan_a.items():
        if left >= worth:
            us.append(label)
            left -= worth
    found = ended("campaign", us=" ".join(us), plans=[7, 0, 1], tally=[20 * left, 0])
    assert (found.score, found.winner, found.level) == ({"us": points}, winner, grade)
    assert found.reasons[1:] == (
        "8.3: Victory Plan A",
        f"9: {left} of them for German losses ({20 * left} infantry-type and 0 AFV points)",
    )


@rule("aachen", "9.lossese", "9.lossesb", "9.lossesc")
def test_losses_are_rounded_down_by_type() -> None:
    points = real().tables.loss_victory_points
    assert [points(39, 9), points(40, 10), points(19, 4)] == [2, 4, 0]
    game = real()
    unit = game.unit_ids["526-328"]
    s = game.blank(game.scenarios["campaign"])
    s.at[unit], s.lost[unit] = -4, game.roster.strength[unit]
    assert victory.german_losses(game, s) == (game.roster.strength[unit], 0)


@rule("aachen", "3.1.5", "3.1.5b")
@pytest.mark.parametrize("label", ["5022", "5121", "5320", "5617"])
def test_one_hex_of_the_roer_area_is_enough(label: str) -> None:
    assert ended("campaign", us=label, plans=[2]).score == {"us": 22}
    assert ended("campaign", us="5022 5121 5617", plans=[2]).score == {"us": 22}


# -- control -----------------------------------------------------------------------------------


def flags(match, label: str) -> str:
    """Who controls a hex."""
    h = match.game.board.grid.parse(label)
    s: AachenState = match.state
    return ("us" if s.us_flags >> h & 1 else "") + ("german" if s.german_flags >> h & 1 else "")


@rule("aachen", "9.controla", "9.controle", "9.controlf", "9.controlm")
def test_pitfall_53_a_hex_is_taken_by_entering_or_by_a_zone_and_stays_taken() -> None:
    m = act("us 1-HQ", "1-HQ=1703 1-I/16=1704 526-HQ=3518", german="1707 1804", terrain={"1804": "industrial"})
    m.play("select 1-I/16", "move 1706")
    assert flags(m, "1707") == "us", "by its zone"
    assert flags(m, "1804") == "german"
    while step(m) != "act":
        m.play("stop")
    m.play("select 1-I/16", "move 1704")
    assert flags(m, "1707") == "us"


@rule("aachen", "9.controlb")
def test_a_unit_without_a_line_of_supply_takes_nothing() -> None:
    ring = "526-328=1804 526-453=1805 526-473=1905 526-536=2005 353-941=2004 353-942=1903"
    m = table("ops", f"1-HQ=1703 1-I/16=1904 526-HQ=3518 {ring}", german="1904", turn=2, dice=[9, 1])
    update(m.game, m.state)
    assert flags(m, "1904") == "german"


@rule("aachen", "9.controld", "9.controlj", "9.controlk")
def test_pitfall_53_two_zones_in_an_empty_hex_make_it_common() -> None:
    m = table("ops", "1-HQ=1703 1-I/16=1706 526-HQ=3518 526-328=1708", german="1707", turn=2, dice=[9, 1])
    update(m.game, m.state)
    assert flags(m, "1707") == "usgerman"


@rule("aachen", "9.controlg", "9.controlh", "9.controli", "9.controll", "9.controlc")
def test_pitfall_53_what_keeps_a_zone_from_taking_a_hex() -> None:
    def after(at: str, **ground: object) -> str:
        m = table("ops", f"1-HQ=1703 526-HQ=3518 {at}", german="1707", turn=2, dice=[9, 1], **ground)  # type: ignore[arg-type]
        update(m.game, m.state)
        return flags(m, "1707")

    assert after("1-I/16=1706") == "us"
    assert after("1-I/16=1706", terrain={"1707": "city"}) == "german"
    assert after("1-745=1706") == "german", "an AFV has no zone into a town"
    assert after("1-I/16=1706 116P-HQ=1707 116P-I/60=3517") == "german", "an HQ keeps it"
    assert after("1-I/16=4106 1-II/16=1706") == "us"


# -- at once -----------------------------------------------------------------------------------

SOUTH = "1-HQ=1705 526-HQ=2706"


@rule("aachen", "10.4m", "10.4p")
def test_a_german_unit_in_command_on_the_southern_road_wins_at_once() -> None:
    m = act("german 12-HQ", "1-HQ=2003 12-HQ=1511 12-I/27=1111", scenario="campaign")
    m.play("select 12-I/27", "move 1011")
    assert m.over
    assert m.result is not None
    assert (m.result.winner, m.result.level) == ("german", "decisive")
    assert m.result.reasons[0].startswith("10.4")


@rule("aachen", "10.4s")
def test_only_the_campaign_has_this_victory() -> None:
    m = act("german 12-HQ", "1-HQ=2003 12-HQ=1511 12-I/27=1111", scenario="stolberg")
    m.play("select 12-I/27", "move 1011")
    assert not m.over


@rule("aachen", "10.4n", "10.4o")
def test_a_unit_out_of_command_or_elsewhere_does_not_win() -> None:
    far = act("german 12-HQ", "1-HQ=2003 12-HQ=4118 12-I/27=1111", scenario="campaign")
    far.play("select 12-I/27", "move 1011")
    assert not far.over
    west = act("german 12-HQ", "1-HQ=2003 12-HQ=1511 12-I/27=1102", scenario="campaign")
    west.play("select 12-I/27", "move 1002")
    assert not west.over


@rule("aachen", "10.4p")
def test_pitfall_54_a_unit_that_is_there_wins_when_it_comes_into_command() -> None:
    m = table("recovery", "1-HQ=2003 12-HQ=waiting 12-I/27=1011", scenario="campaign", turn=3, german="1511", dice=[1])
    assert m.over
    assert m.result is not None
    assert m.result.reasons[0].startswith("10.4")


@rule("aachen", "10.4p", "10.4m", "7.5.2")
def test_pitfall_54_a_unit_that_retreats_to_the_road_in_command_wins() -> None:
    def battle(hq: str) -> Match:
        sides = {f"1111-{h}": "roer" for h in ("1110", "1012", "1211", "1212")}
        at = f"1-HQ=1705 1-I/16=1112 12-HQ={hq} 12-I/27=1111"
        where_to = {"hexes": ("1112", "1111"), "sides": sides, "scenario": "campaign"}
        return outcome("2/2r", at, "1-I/16", "12-I/27", dice=[10], **where_to)

    match = battle("1807")
    assert (match.over, where(match, "12-I/27")) == (True, "1011")
    assert match.result is not None
    assert (match.result.winner, match.result.reasons[0][:4]) == ("german", "10.4")
    far = battle("4118")
    assert (far.over, where(far, "12-I/27")) == (False, "1011")


# -- First Blood -------------------------------------------------------------------------------


@rule("aachen", "10.1e", "10.1f", "10.1o", "10.1p", "10.1q", "10.1r", "10.1s")
@pytest.mark.parametrize(
    ("activations", "winner", "grade"),
    [
        (1, "us", "decisive"),
        (2, "us", "decisive"),
        (3, "us", "substantial"),
        (4, "us", "satisfactory"),
        (5, "german", "poor"),
    ],
)
def test_the_grades_of_first_blood(activations: int, winner: str, grade: str) -> None:
    found = ended("first-blood", activations=activations, won=victory.CLEARED)
    assert (found.winner, found.level) == (winner, grade)
    assert ended("first-blood", activations=5).level == "poor"


@rule("aachen", "10a", "10.1c", "10.1g")
def test_only_the_1st_division_acts_in_first_blood() -> None:
    m = table("us activation 1-HQ", "1-HQ=1705 1-I/16=1907 526-328=2107", scenario="first-blood", whole=True)
    refused(m, "act 526-HQ")
    assert not offered(m, "pass")
    assert not told(m, "6.1")
