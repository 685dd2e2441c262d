"""Chapter 7: zones of control."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import Match
from tests.kit import fight, in_hex, offers, pair, reach, refused, rest, supply, where
from tests.rhine.helpers_arrivals import drop
from tests.rhine.helpers_supply import EAST_LANE, WEST_LANE, lane, stopped
from tests.rhine.sheet import distance, island, near, row, within
from tests.rhine.table import fighting, moving, phase
from tests.rules import rule

HERE = "2010N"
NEIGHBOURS = sorted(near(HERE))


def goes(side: str, mover: str, units: str, to: str, *more: str, **ground: Any) -> Match:
    """Move a unit to a hex, to see whether it can move on."""
    match = moving(side, units, *more, **ground)
    match.play(f"select {mover}", f"move {to}")
    assert where(match, mover) == to
    return match


def halts(*words: str, **ground: Any) -> None:
    """The unit that moves there has to stop."""
    match = goes(*words, **ground)
    stopped(match, words[1])
    refused(match, f"select {words[1]}")


def passes(*words: str, **ground: Any) -> None:
    """The unit that moves there may move on."""
    assert offers(goes(*words, **ground), "move")


# -- 7.1 -------------------------------------------------------------------------------------


@rule("rhine", "7.1", "7.1a")
@pytest.mark.parametrize("to", NEIGHBOURS)
@pytest.mark.parametrize(("side", "mover", "holder"), [("german", "9SS", "US4C"), ("allied", "US1", "105PB")])
def test_a_zone_covers_the_six_hexes_round_a_unit(side: str, mover: str, holder: str, to: str) -> None:
    start = "2006N" if distance("2006N", to) <= 4 else "2014N"
    halts(side, mover, f"{mover}={start} {holder}={HERE}", to)


@rule("rhine", "7.1", "7.1a")
@pytest.mark.parametrize("to", sorted(within(HERE, 2) - near(HERE)))
def test_a_zone_goes_no_further(to: str) -> None:
    passes("german", "9SS", f"9SS=2006N US4C={HERE}", to)


@rule("rhine", "7.1", "7.1b")
def test_zones_of_both_sides_share_a_hex() -> None:
    # 2011N lies between 2010N and 2012N.
    halts("german", "9SS", f"9SS=2308N 105PB=2012N US4C={HERE}", "2011N")
    halts("allied", "US1", f"US1=2313N 105PB=2012N US4C={HERE}", "2011N")


@rule("rhine", "7.1", "7.1c")
@pytest.mark.parametrize(
    ("side", "mover", "holder", "more"),
    [
        ("allied", "US1", "7Flk", ""),
        ("allied", "US1", "FW", ""),
        ("allied", "US1", "183VG", "steps 183VG=1"),
        ("german", "9SS", "US1", "steps US1=1"),
        ("german", "9SS", "AAA18", "made18 US82AB US101AB"),
        ("german", "9SS", "BCBN", ""),
    ],
)
def test_every_unit_has_a_zone(side: str, mover: str, holder: str, more: str) -> None:
    box = " US82AB=airborne US101AB=airborne" if holder == "AAA18" else ""
    for to in NEIGHBOURS:
        start = "2006N" if distance("2006N", to) <= 4 else "2014N"
        halts(side, mover, f"{mover}={start} {holder}={HERE}{box}", to, more)


@rule("rhine", "7.1", "7.1d")
def test_a_zone_covers_hexes_with_enemies_in_them() -> None:
    # Who stands there starts in an enemy zone: he does not move in column (10.19).
    alone = moving("allied", f"US1={HERE}")
    facing = moving("allied", f"US1={HERE} 183VG=2009N")
    assert max(distance(HERE, hex_) for hex_ in reach(alone, "US1")) > 10
    assert max(distance(HERE, hex_) for hex_ in reach(facing, "US1")) == 10
    # And whoever joins him stops.
    halts("allied", "US4", f"US1={HERE} 183VG=2009N US4=2013N", HERE)


# -- 7.2 -------------------------------------------------------------------------------------


@rule("rhine", "7.2", "7.2a")
@pytest.mark.parametrize("kind", ["river", "rhine", "blocked"])
@pytest.mark.parametrize(("side", "mover", "holder"), [("german", "9SS", "US1"), ("allied", "US2A", "183VG")])
def test_zones_cross_rivers_and_blocked_hexsides(side: str, mover: str, holder: str, kind: str) -> None:
    sides = {pair(HERE, there): kind for there in near(HERE)}
    for to in NEIGHBOURS:
        start = "2006N" if distance("2006N", to) <= 4 else "2014N"
        halts(side, mover, f"{mover}={start} {holder}={HERE}", to, sides=sides)


@rule("rhine", "7.2", "7.2a")
@pytest.mark.parametrize("terrain", ["clear", "rough", "polder"])
@pytest.mark.parametrize("feature", ["none", "town", "city", "westwall", "highway"])
def test_zones_enter_and_leave_every_kind_of_hex(terrain: str, feature: str) -> None:
    for label in (HERE, "2009N"):
        ground = {"terrain": {label: terrain}, "features": {label: feature}}
        halts("german", "9SS", f"9SS=2007N US1={HERE}", "2009N", **ground)


@rule("rhine", "7.2", "7.2b", "7.2c")
@pytest.mark.parametrize("kind", ["all-sea", "estuary"])
@pytest.mark.parametrize(("side", "mover", "holder"), [("german", "9SS", "US1"), ("allied", "US1", "183VG")])
def test_zones_do_not_cross_the_sea_or_an_estuary(side: str, mover: str, holder: str, kind: str) -> None:
    wet = {pair(HERE, "2009N"): kind}
    passes(side, mover, f"{mover}=2007N {holder}={HERE}", "2009N", sides=wet)
    halts(side, mover, f"{mover}=2007N {holder}={HERE}", "1909N", sides=wet)
    # Nor does the zone cross it when the holder's other hexes are dry: who starts there moves in column.
    match = moving(side, f"{mover}=2009N {holder}={HERE}", sides=wet)
    assert max(distance("2009N", hex_) for hex_ in reach(match, mover)) > 10


@rule("rhine", "7.2", "7.2b", "7.2c")
def test_no_zone_crosses_the_scheldt_on_the_real_map() -> None:
    # 64ID holds Zuid-Beveland, the British pass Breskens, which lies across the water from it.
    match = moving("allied", "BC50=1314N 64ID=1212N", bare=False)
    match.play("select BC50", "move 1213N")
    assert offers(match, "move")
    match = moving("german", "BC50=1213N 64ID=1411N", bare=False)
    match.play("select 64ID", "move 1212N")
    assert offers(match, "move")
    # And none crosses the sea at all: Walcheren does not reach Blankenberge.
    assert distance("1112N", "1214N") == 2
    match = moving("allied", "BC50=1216N FW=1112N", bare=False).play("select BC50", "move 1214N")
    assert offers(match, "move")


@rule("rhine", "7.2", "7.2d")
def test_commandos_cross_the_estuary_but_their_zone_does_not() -> None:
    match = moving("german", "BC4Co=1213N 64ID=1411N", bare=False).play("select 64ID", "move 1212N")
    assert "1112N" in offers(match, "move")
    match = moving("allied", "BC4Co=1314N 64ID=1212N", bare=False).play("select BC4Co", "move 1213N")
    assert offers(match, "move")


# -- 7.3 -------------------------------------------------------------------------------------


@rule("rhine", "7.3", "7.3a")
@pytest.mark.parametrize(("side", "mover", "holder"), [("german", "9SS", "US1"), ("allied", "US1", "183VG")])
def test_whoever_enters_an_enemy_zone_stops_for_the_phase(side: str, mover: str, holder: str) -> None:
    match = moving(side, f"{mover}=2013N {holder}={HERE}").play(f"select {mover}", "move 2011N")
    stopped(match, mover)
    refused(match, f"select {mover}", "7.3", "10.5", "10.2")
    passes(side, mover, f"{mover}=2013N {holder}=2508N", "2011N")


@rule("rhine", "7.3", "7.3a")
def test_no_move_leads_through_an_enemy_zone() -> None:
    # The lane passes a door with an enemy behind it.
    sides = lane(WEST_LANE, "1909N-2010N")
    assert reach(moving("allied", "US1=2013N 183VG=1909N", sides=sides), "US1") == {
        *row("20N", 10, 12),
        *row("20N", 14, 17),
    }
    assert "2008N" in reach(moving("allied", "US1=2013N 183VG=1906N", sides=sides), "US1")


@rule("rhine", "7.3", "7.3b")
@pytest.mark.parametrize(
    ("side", "mover", "friend", "holder"), [("german", "9SS", "12VG", "US1"), ("allied", "US1", "US4", "183VG")]
)
def test_a_friend_does_not_lift_the_zone_for_movement(side: str, mover: str, friend: str, holder: str) -> None:
    halts(side, mover, f"{mover}=2014N {friend}=2011N {holder}={HERE}", "2011N")


@rule("rhine", "7.3", "7.3c")
@pytest.mark.parametrize(
    ("side", "mover", "factors", "holder"), [("german", "9SS", 10, "US1"), ("allied", "US1", 10, "183VG")]
)
def test_leaving_a_zone_costs_nothing(side: str, mover: str, factors: int, holder: str) -> None:
    match = moving(side, f"{mover}=2509N {holder}=2508N")
    found = reach(match, mover)
    assert max(distance("2509N", hex_) for hex_ in found) == factors
    assert "1509N" in found
    assert distance("2509N", "1509N") == factors


@rule("rhine", "7.3", "7.3d")
@pytest.mark.parametrize(("side", "mover", "holder"), [("german", "9SS", "US1"), ("allied", "US1", "183VG")])
def test_a_unit_goes_from_zone_to_zone_and_stops(side: str, mover: str, holder: str) -> None:
    both = sorted(near("2011N") & near(HERE))
    assert both == ["1910N", "2110N"]
    for to in both:
        halts(side, mover, f"{mover}=2011N {holder}={HERE}", to)


@rule("rhine", "7.3", "7.3e")
@pytest.mark.parametrize(
    ("side", "units", "holder"), [("german", "9SS 2Pz 105PB", "US1"), ("allied", "US1 US4 US4C", "183VG")]
)
def test_a_stack_stops_as_a_whole(side: str, units: str, holder: str) -> None:
    first, *others = units.split()
    match = moving(side, f"{in_hex('2013N', units)} {holder}={HERE}")
    match.play(f"select {first}", *(f"also {unit}" for unit in others), "move 2011N")
    assert {where(match, unit) for unit in units.split()} == {"2011N"}
    stopped(match, *units.split())


# -- 7.4 -------------------------------------------------------------------------------------

#: Doors from the lane to enemies beside it, by which their zones reach 2010N and 2008N.
DOOR = "1909N-2010N"
SECOND = "1907N-2008N"


@rule("rhine", "7.4", "7.4a")
@pytest.mark.parametrize(("side", "unit", "holder"), [("german", "183VG", "US1"), ("allied", "US1", "183VG")])
def test_a_line_may_end_in_an_enemy_zone(side: str, unit: str, holder: str) -> None:
    sides = lane(EAST_LANE if side == "german" else WEST_LANE, DOOR)
    assert supply(moving(side, f"{unit}={HERE} {holder}=1909N", sides=sides), unit) == "full"


@rule("rhine", "7.4", "7.4b")
@pytest.mark.parametrize(
    ("side", "unit", "start", "friend", "holder"),
    [("german", "183VG", "2012N", "105PB", "US1"), ("allied", "US1", "2006N", "BCBN", "183VG")],
)
def test_a_line_runs_through_an_enemy_zone_only_in_a_friendly_hex(
    side: str, unit: str, start: str, friend: str, holder: str
) -> None:
    sides = lane(EAST_LANE if side == "german" else WEST_LANE, DOOR)
    units = f"{unit}={start} {holder}=1909N"
    assert supply(moving(side, units, sides=sides), unit) == "none"
    assert supply(moving(side, f"{units} {friend}={HERE}", sides=sides), unit) == "full"
    assert supply(moving(side, f"{unit}={start} {holder}=1905N", sides=sides), unit) == "full"


@rule("rhine", "7.4", "7.4c")
@pytest.mark.parametrize(
    ("side", "unit", "start", "friends", "holders"),
    [
        ("german", "183VG", "2012N", ("105PB", "106PB"), "US1=1909N US4=1907N"),
        ("allied", "US1", "2006N", ("US4C", "US102C"), "12VG=1909N 183VG=1907N"),
    ],
)
def test_each_hex_in_an_enemy_zone_needs_a_friend(
    side: str, unit: str, start: str, friends: tuple[str, str], holders: str
) -> None:
    sides = lane(EAST_LANE if side == "german" else WEST_LANE, DOOR, SECOND)
    units = f"{unit}={start} {holders}"
    a, b = friends
    assert supply(moving(side, f"{units} {a}=2010N", sides=sides), unit) == "none"
    assert supply(moving(side, f"{units} {a}=2008N", sides=sides), unit) == "none"
    assert supply(moving(side, f"{units} {a}=2010N {b}=2008N", sides=sides), unit) == "full"


# -- 7.5, 7.6, 7.7 ---------------------------------------------------------------------------

#: 183VG in 2010N has one way out, 2009N, and the cavalry in 2108N holds that in its zone.
CORNER = "183VG=2010N US2A=2011N US4C=1810N US102C=2210N US113C=2108N"


@rule("rhine", "7.5", "7.5a")
def test_a_friend_lifts_the_zone_for_a_retreat() -> None:
    match = fight(fighting("allied", f"{CORNER} 12VG=2009N", dice=[1]), "2010N", "US2A")  # 9 to 3 is 3:1: DR
    assert (match.side, offers(match, "to")) == ("german", {"2009N"})
    assert where(match.play("to 2009N"), "183VG") == "2009N"


@rule("rhine", "7.5", "7.5b")
def test_no_unit_retreats_into_an_empty_hex_of_an_enemy_zone() -> None:
    match = fight(fighting("allied", CORNER, dice=[1]), "2010N", "US2A")
    assert where(match, "183VG") == "eliminated"
    free = CORNER.replace("US113C=2108N", "US113C=2107N")
    match = fight(fighting("allied", free, dice=[1]), "2010N", "US2A")
    assert where(match.play("to 2009N"), "183VG") == "2009N"


@rule("rhine", "7.5", "7.5a", "7.5b")
def test_the_same_is_true_for_the_allies() -> None:
    units = f"US1=2010N {in_hex('2009N', '1SS 12SS Lehr')} 105PB=1810N 106PB=2210N 107PB=2111N"
    attack = ("2010N", "1SS", "12SS", "Lehr")  # 20 to 6 is 3:1: DR
    assert where(fight(fighting("german", units, dice=[1]), *attack), "US1") == "eliminated"
    match = fight(fighting("german", f"{units} US4=2011N", dice=[1]), *attack)
    assert where(match.play("to 2011N"), "US1") == "2011N"


@rule("rhine", "7.6", "7.6a")
@pytest.mark.parametrize(
    ("side", "units", "attackers"),
    [
        ("allied", "107PB=2010N 12VG=2009N 183VG=1909N 246VG=2109N US2A=2011N US3A=2011N", "US2A US3A"),
        ("german", "US4C=2010N US1=2009N US4=1909N US9=2109N 1SS=2011N 12SS=2011N", "1SS 12SS"),
    ],
)
def test_zones_do_not_stop_an_advance(side: str, units: str, attackers: str) -> None:
    match = fight(fighting(side, units), "2010N", *attackers.split())  # more than 6:1: DE
    for unit in attackers.split():
        match.play(f"advance {unit}")
    rest(match)
    assert {where(match, unit) for unit in attackers.split()} == {"2010N"}


@rule("rhine", "7.7", "7.7a")
def test_a_corps_drops_into_an_enemy_zone() -> None:
    units = "AAA18=airborne US82AB=airborne US101AB=airborne 12VG=2009N 183VG=1910N"
    match = drop(phase("allied airborne", units), "AAA18", HERE, units="US82AB US101AB").play("done")
    assert where(match, "AAA18") == HERE


# -- 7.8 -------------------------------------------------------------------------------------


@rule("rhine", "7.8", "7.8a")
@pytest.mark.parametrize(("side", "mover", "holder"), [("german", "9SS", "US1"), ("allied", "US1", "183VG")])
def test_units_out_of_supply_keep_their_zones(side: str, mover: str, holder: str) -> None:
    # Both stand on an island without a source.
    sides = island(*within(HERE, 5), HERE)
    units = f"{mover}=2013N {holder}={HERE}"
    assert supply(moving(side, units, sides=sides), holder) == "none"
    halts(side, mover, units, "2011N", sides=sides)


@rule("rhine", "7.8", "7.8b")
def test_attenuated_units_keep_their_zones() -> None:
    units = f"9SS=2007N US1={HERE}"
    assert supply(moving("german", units, "sector 2"), "US1") == "attenuated"
    for to in ("2009N", "1909N", "2109N"):
        halts("german", "9SS", units, to, "sector 2")
