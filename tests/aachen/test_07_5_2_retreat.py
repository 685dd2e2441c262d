"""Chapter 7.5.2: where beaten units go, who may follow, and what becomes of those who cannot."""

from __future__ import annotations

import pytest

from tests.aachen.helpers_combat import DUEL, GERMAN, GERMAN_HQ, US, US_HQ, alive, order, outcome
from tests.aachen.kit import disrupted, lost, step, told, where
from tests.kit import offers, refused
from tests.rules import rule

PAIR = f"{US_HQ} {US} 116P-HQ=2413 116P-I/24=2409 116P-I/60=2409"
PAIR_UNITS = "116P-I/24 116P-I/60"
#: Every hex next to 2409 but that of the attacker.
WOODS = ("2308", "2309", "2410", "2508", "2509")
#: U.S. units whose zones cover every hex next to 2409 that a retreat could reach, but not the hexes themselves.
COVER = "1-II/16=2310 1-III/16=2510"


@rule("aachen", "7.5.2x", "7.5.2an", "7.5.2p")
def test_a_retreat_goes_towards_the_nearest_supply() -> None:
    # 2410 is 12 hexes from the eastern edge, 2309 and 2509 are 13 like 2409 itself.
    match = outcome("1/2r", DUEL, "1-I/16", "12-I/27", dice=[7])
    assert where(match, "12-I/27") == "2410"


@rule("aachen", "7.5.2x", "7.5.2an")
def test_where_no_free_hex_is_nearer_any_free_hex_will_do() -> None:
    east = outcome("1/2r", DUEL, "1-I/16", "12-I/27", dice=[7], sides={"2409-2410": "roer"})
    assert offers(east, "to") == {"2309", "2509"}
    refused(east, "to 2410", "7.5.2")


@rule("aachen", "7.5.2p")
def test_nobody_retreats_two_hexes() -> None:
    match = outcome("1/2r", DUEL, "1-I/16", "12-I/27", dice=[7], sides={"2409-2410": "roer"})
    assert "more than one hex" in refused(match, "to 2411", "7.5.2").why


@rule("aachen", "7.5.2y", "7.5.2m")
def test_a_stack_retreats_together() -> None:
    match = outcome("1/2r", PAIR, "1-I/16", PAIR_UNITS, dice=[7, 7], sides={"2409-2410": "roer"})
    match.play("to 2509")
    assert {where(match, unit) for unit in PAIR_UNITS.split()} == {"2509"}


@rule("aachen", "7.5.2z")
def test_an_enemy_hq_alone_closes_a_hex() -> None:
    match = outcome("1/2r", f"{DUEL} 3A-HQ=2309", "1-I/16", "12-I/27", dice=[7], sides={"2409-2410": "roer"})
    assert where(match, "12-I/27") == "2509"


@rule("aachen", "7.5.2aa")
def test_nobody_retreats_over_the_roer_by_road_either() -> None:
    sides = dict.fromkeys(("2409-2410", "2409-2509", "2309-2409", "2308-2409", "2409-2508"), "roer")
    match = outcome("1/2r", DUEL, "1-I/16", "12-I/27", dice=[7], sides=sides, roads="2408-2409-2410")
    assert (where(match, "12-I/27"), lost(match, "12-I/27")) == ("2409", 3)


@rule("aachen", "7.5.2ab", "7.5.2ag")
def test_nobody_retreats_off_the_map() -> None:
    # 1021 and 1022 lie on the southern edge; every other neighbour of 1022 is American.
    at = "1-HQ=1015 1-I/16=1021 1-II/16=1121 1-III/16=1122 12-HQ=1320 12-I/27=1022"
    match = outcome("1/2r", at, "1-I/16", "12-I/27", hexes=("1021", "1022"), dice=[7])
    assert (where(match, "12-I/27"), lost(match, "12-I/27")) == ("1022", 3)


@rule("aachen", "7.5.2ac")
def test_a_voluntary_retreat_enters_no_enemy_zone() -> None:
    match = outcome("1/2r", f"{DUEL} {COVER}", "1-I/16", "12-I/27", dice=[1])
    assert (where(match, "12-I/27"), lost(match, "12-I/27")) == ("2409", 2), "without a question"


@rule("aachen", "7.5.2ad", "7.5.2an", "7.5.2")
def test_a_forced_retreat_enters_a_zone_only_where_nothing_else_is_left() -> None:
    # 2410 and 2509 are in the zone of the battalion in 2510; 2309 is free though it is not nearer.
    match = outcome("1/2r", f"{DUEL} 1-II/16=2510", "1-I/16", "12-I/27", dice=[7])
    assert (where(match, "12-I/27"), lost(match, "12-I/27")) == ("2309", 1)


@rule("aachen", "7.5.2ae", "7.5.2af", "5.4.1")
def test_pitfall_40_a_forced_retreat_into_a_zone_costs_each_unit_a_point_more() -> None:
    match = outcome("1/3r", f"{PAIR} {COVER}", "1-I/16", PAIR_UNITS, dice=[7, 7])
    assert {where(match, unit) for unit in PAIR_UNITS.split()} == {"2410"}
    # Tanks: first hit and zone; infantry: zone and third hit.
    assert (lost(match, "116P-I/24"), lost(match, "116P-I/60")) == (2, 2)


@rule("aachen", "7.5.2ag", "7.5.2aw", "7.5.2au")
def test_pitfall_40_units_that_cannot_retreat_lose_two_points_each_and_the_hit_stays_converted() -> None:
    ring = "1-II/16=2308 1-III/16=2309 1-I/18=2410 1-II/18=2508 1-III/18=2509"
    match = outcome("1/2r", f"{DUEL} {ring}", "1-I/16", "12-I/27", dice=[7])
    assert (where(match, "12-I/27"), lost(match, "12-I/27")) == ("2409", 3)
    assert disrupted(match, "12-I/27")
    weak = outcome("1/2r", f"{DUEL} {ring}", "1-I/16", "12-I/27", "lost 12-I/27=6", dice=[7])
    assert not alive(weak, "12-I/27")
    three = outcome("1/3r", f"{DUEL} {ring}", "1-I/16", "12-I/27", dice=[7])
    assert lost(three, "12-I/27") == 4


@rule("aachen", "7.5.2ah")
def test_pitfall_17_a_friend_in_the_hex_does_not_cancel_the_zone() -> None:
    at = f"{US_HQ} {US} 116P-HQ=2413 116P-I/24=2409 {COVER} 116P-I/60=2410"
    match = outcome("1/2r", at, "1-I/16", "116P-I/24", dice=[7])
    assert (where(match, "116P-I/24"), lost(match, "116P-I/24")) == ("2410", 2)


@rule("aachen", "7.5.2ak", "5.6.2c", "5.3.1", "5.3.1q")
def test_a_unit_that_overstacks_by_its_retreat_is_disrupted_again() -> None:
    match = outcome("1/2r", f"{DUEL} 12-II/27=2410", "1-I/16", "12-I/27", dice=[7])
    # First hit and the second disruption; the other battalion is disrupted for the first time.
    assert (lost(match, "12-I/27"), lost(match, "12-II/27")) == (2, 0)
    assert disrupted(match, "12-I/27", "12-II/27")
    assert (step(match), match.side) == ("displace", "us")
    match.play("displace 12-II/27", "to 2411")
    assert (where(match, "12-I/27"), where(match, "12-II/27")) == ("2410", "2411")


@rule("aachen", "7.5.2av", "5.3.1")
def test_pitfall_41_stacking_is_judged_after_each_of_two_retreats() -> None:
    at = f"{PAIR} 116P-II/60=2410"
    match = outcome("1/2r", at, "1-I/16", PAIR_UNITS, dice=[1, 7])
    # The infantry goes first, onto infantry: judged before the tanks are asked.
    assert (step(match), match.side) == ("displace", "us")
    match.play("displace 116P-II/60", "to 2411")
    assert match.actions.texts() == ["yield", "stay"]
    match.play("yield")
    assert where(match, "116P-I/24") == "2410"
    assert not disrupted(match, "116P-I/24")


@rule("aachen", "7.5.2aq")
def test_pitfall_41_volunteers_do_not_follow_into_an_enemy_zone() -> None:
    match = outcome("1/2r", f"{PAIR} {COVER}", "1-I/16", PAIR_UNITS, dice=[1, 7])
    # The infantry is forced into the zone at a point; the tanks are not asked and take the second hit.
    assert (where(match, "116P-I/60"), lost(match, "116P-I/60")) == ("2410", 1)
    assert (where(match, "116P-I/24"), lost(match, "116P-I/24")) == ("2409", 2)
    assert step(match) != "yield"


@rule("aachen", "7.5.2ao", "7.5.2y")
def test_pitfall_41_terrain_closed_to_a_unit_is_closed_to_its_retreat() -> None:
    woods = {"terrain": dict.fromkeys(WOODS, "dense-forest")}
    match = outcome("1/2r", PAIR, "1-I/16", PAIR_UNITS, dice=[7, 7], **woods)
    assert {where(match, unit) for unit in PAIR_UNITS.split()} == {"2409"}
    assert (lost(match, "116P-I/24"), lost(match, "116P-I/60")) == (3, 2)
    road = outcome("1/2r", PAIR, "1-I/16", PAIR_UNITS, dice=[7, 7], roads="2409-2410", **woods)
    assert {where(road, unit) for unit in PAIR_UNITS.split()} == {"2410"}
    leg = outcome("1/2r", DUEL, "1-I/16", "12-I/27", dice=[7], **woods)
    assert where(leg, "12-I/27") == "2410"


@rule("aachen", "7.5.2n", "7.5.2aw")
def test_pitfall_41_volunteers_stay_where_the_forced_could_not_go() -> None:
    # A mixed stack in woods that only leg units enter: the infantry passes, the tanks fail and lose two points each.
    at = f"{US_HQ} {US} {GERMAN_HQ} {GERMAN} 1012=2409"
    woods = dict.fromkeys(WOODS, "dense-forest")
    match = outcome("1/2r", at, "1-I/16", "12-I/27 1012", "assigned 1012=12", dice=[1, 6], terrain=woods)
    assert not alive(match, "1012"), "three points, one by the first hit and two for staying"
    assert (where(match, "12-I/27"), lost(match, "12-I/27")) == ("2409", 1)


@rule("aachen", "7.5.2ao")
def test_volunteers_follow_only_into_a_hex_open_to_them() -> None:
    # The infantry fails and goes into the woods; the tanks cannot follow and take the second hit.
    at = f"{US_HQ} {US} {GERMAN_HQ} {GERMAN} 1012=2409"
    woods = {"2410": "dense-forest"}
    match = outcome("1/2r", at, "1-I/16", "12-I/27 1012", "assigned 1012=12", dice=[7, 1], terrain=woods)
    assert (where(match, "12-I/27"), where(match, "1012")) == ("2410", "2409")
    assert (lost(match, "12-I/27"), lost(match, "1012")) == (0, 2)


@rule("aachen", "7.5.2ai", "7.5.2y")
def test_volunteers_go_where_the_forced_went() -> None:
    match = outcome("1/2r", PAIR, "1-I/16", PAIR_UNITS, dice=[1, 7], sides={"2409-2410": "roer"})
    match.play("to 2509", "yield")
    assert where(match, "116P-I/24") == "2509"
    assert order(match, "116P-I/60 must retreat to 2509") < order(match, "116P-I/24 retreats to 2509")


@rule("aachen", "7.5.2ai")
def test_volunteers_follow_even_where_the_forced_did_not_survive() -> None:
    # The infantry of one point is disrupted a second time by stacking and dies; its hex is the one that is taken.
    at = f"{PAIR} 116P-II/60=2509"
    roer = {"2409-2410": "roer"}
    match = outcome("1/2r", at, "1-I/16", PAIR_UNITS, "lost 116P-I/60=6", dice=[1, 7], sides=roer).play("to 2509")
    assert not alive(match, "116P-I/60")
    match.play("yield")
    assert where(match, "116P-I/24") == "2509"


@rule("aachen", "7.5.2k", "7.5.2c")
def test_the_attacker_may_retreat_after_the_defender_has() -> None:
    match = outcome("2/2r", DUEL, "1-I/16", "12-I/27", dice=[7])
    assert where(match, "12-I/27") == "2410"
    assert (match.side, match.actions.texts()) == ("us", ["yield", "stay"])
    match.play("yield", "to 2407")
    assert where(match, "1-I/16") == "2407"


@pytest.mark.parametrize("side", ["stream", "embankment"])
@rule("aachen", "7.5.2al")
def test_a_retreat_costs_no_points_and_brings_no_reaction(side: str) -> None:
    at = f"{PAIR} 1-II/16=2512"
    match = outcome("1/2r", at, "1-I/16", PAIR_UNITS, dice=[7, 7], sides={"2409-2410": side})
    assert {where(match, unit) for unit in PAIR_UNITS.split()} == {"2410"}
    assert match.state.purse == [7, 0] or step(match) == "act"  # type: ignore[attr-defined]
    assert not told(match, "6.4.1")
    assert step(match) == "act"


@rule("aachen", "7.5.2x")
def test_the_attacker_retreats_towards_its_own_supply() -> None:
    match = outcome("2r/1", DUEL, "1-I/16", "12-I/27", dice=[7], sides={"2407-2408": "roer"})
    assert offers(match, "to") == {"2307", "2507"}
    refused(match, "to 2409", "7.5.2")
