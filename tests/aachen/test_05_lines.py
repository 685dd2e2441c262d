"""Chapters 5.4, 5.7 and 5.8: zones of control, supply of HQs, Command Range, isolation."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.games.aachen import command, supply, zones
from grognard.hexes import bits
from tests.aachen.kit import act, disrupted, level, lost, purse, step, table, told, where
from tests.kit import offered, offers, refused
from tests.rules import rule

HQS = "1-HQ=2008 526-HQ=2916"
US, GERMAN = 0, 1


def us(at: str, *more: str, **ground: object) -> Match:
    return act("us 1-HQ", f"{HQS} {at}", *more, **ground)  # type: ignore[arg-type]


def zone(match: Match, side: int) -> set[str]:
    grid = match.game.board.grid
    return {grid.label(h) for h in bits(zones.zone(match.game, match.state, side))}  # type: ignore[arg-type]


def status(match: Match, unit: str) -> str:
    found = command.status(match.game, match.state, match.game.unit_ids[unit])  # type: ignore[arg-type]
    return ("in", "out", "cut")[found]


def supplied(match: Match, hq: str) -> bool:
    return supply.is_supplied(match.game, match.state, match.game.unit_ids[hq])  # type: ignore[arg-type]


AROUND = {"2410", "2409", "2411", "2309", "2310", "2509", "2510"}


# -- zones (5.4) -----------------------------------------------------------------------------------


@rule("aachen", "5.4", "5.4a", "5.4b", "5.4c", "5.4m", "5.6.3", "5.6.3b")
def test_a_zone_is_the_hex_and_its_neighbours_but_not_of_hqs_and_disrupted_units() -> None:
    assert zone(us("1-I/16=2410"), US) == AROUND
    assert zone(us("1-I/16=2410", "disrupted 1-I/16"), US) == set()
    assert zone(us("1-I/16=2410 1-745=2410", "disrupted 1-I/16"), US) == AROUND


@pytest.mark.parametrize(
    ("word", "pillbox", "infantry", "afv"),
    [
        ("clear", False, True, True),
        ("clear", True, True, True),
        ("light-forest", False, True, False),
        ("light-forest", True, True, False),
        ("dense-forest", False, True, False),
        ("town", False, True, False),
        ("city", False, False, False),
        ("industrial", False, False, False),
    ],
)
@rule("aachen", "5.4d", "5.4e", "5.4f")
def test_the_terrain_that_zones_enter(word: str, pillbox: bool, infantry: bool, afv: bool) -> None:
    for unit, enters in (("1-I/16", infantry), ("1-745", afv)):
        match = us(f"{unit}=2410", terrain={"2411": word}, pillboxes="2411" if pillbox else "")
        assert ("2411" in zone(match, US)) == enters


@pytest.mark.parametrize("kind", ["stream", "embankment", "dragons-teeth", "roer"])
@rule("aachen", "5.4g", "5.4j", "5.4l")
def test_no_hexside_terrain_stops_infantry_zones_and_all_of_it_stops_those_of_afvs(kind: str) -> None:
    for roads in ("", "2410-2411"):
        ground = {"sides": {"2410-2411": kind}, "roads": roads}
        assert "2411" in zone(us("1-I/16=2410", **ground), US)
        assert "2411" not in zone(us("1-745=2410", **ground), US)


@rule("aachen", "5.4k")
def test_a_unit_has_its_own_hex_in_its_zone_whatever_the_terrain() -> None:
    assert "2410" in zone(us("1-I/16=2410", terrain={"2410": "city"}), US)
    assert "2410" in zone(us("1-745=2410", terrain={"2410": "town"}), US)


@rule("aachen", "5.4i", "5.4.1i", "5.4.1j")
def test_zones_of_both_sides_lie_over_one_another() -> None:
    match = us("1-I/16=2410 526-328=2411")
    assert {"2410", "2411"} <= zone(match, US) & zone(match, GERMAN)
    afv = match.game.unit_ids["1-745"]
    beside = us("1-745=2410 526-328=2411", terrain={"2411": "town"})
    assert not zones.reaches(beside.game, beside.state, afv, beside.game.board.grid.parse("2411"))  # type: ignore[arg-type]


@rule("aachen", "5.4m", "5.6.3")
def test_zones_of_unseen_units_are_open_knowledge() -> None:
    match = us("1-I/16=2410 1-745=2410", "tops 1-745", terrain={"2411": "town"})
    shown = match.moment().shown("german")
    assert "2411" in {match.game.board.grid.label(h) for h in bits(zones.zone(match.game, shown, US))}  # type: ignore[arg-type]


# -- supply (5.7) ------------------------------------------------------------------------------------

#: Germans whose zones cover every hex next to 2008.
RING = "526-328=2006 526-453=1909 526-473=2208 526-536=1807"


@rule("aachen", "5.7", "5.7a", "5.7.2", "5.7.2a", "5.7.2b", "5.7.2c", "3.1.4a", "5.4.1f", "5.7.2e", "5.7.2d")
def test_pitfall_26_a_supply_path_leads_to_an_edge_past_no_enemy_and_no_zone_without_a_friend() -> None:
    free = us("1-I/16=2410")
    assert supplied(free, "1-HQ")
    cut = us(f"1-I/16=2410 {RING}")
    assert not supplied(cut, "1-HQ")
    friend = us(f"1-I/16=2007 1-I/18=2106 {RING}")
    assert supplied(friend, "1-HQ")
    tired = us(f"1-I/16=2007 1-I/18=2106 {RING}", "disrupted 1-I/16 1-I/18")
    assert supplied(tired, "1-HQ")
    wood = us("1-I/16=2410", terrain=dict.fromkeys(("2007", "2009", "1907", "1908", "2107", "2108"), "dense-forest"))
    assert supplied(wood, "1-HQ")


@rule("aachen", "5.7.2b")
def test_an_enemy_hq_or_a_disrupted_enemy_bars_its_hex() -> None:
    walls = {
        n: f"526-{u}"
        for n, u in zip(("2007", "2009", "1907", "1908", "2107"), ("328", "453", "473", "536", "VIIILW"), strict=True)
    }
    at = " ".join(f"{unit}={n}" for n, unit in walls.items())
    match = us(f"1-I/16=2410 {at} 9P-HQ=2108 9P-11=2920", "disrupted " + " ".join(walls.values()))
    assert not supplied(match, "1-HQ")
    assert supplied(us(f"1-I/16=2410 {at} 9P-HQ=2920 9P-11=2920", "disrupted " + " ".join(walls.values())), "1-HQ")


@rule("aachen", "5.7.1b", "5.7.3", "5.7.3a", "5.7.3e", "6.3.3", "6.3.3a", "5.7b", "6.3a", "5.7.3d")
def test_pitfall_27_an_unsupplied_hq_expends_emergency_supply_and_activates_normally() -> None:
    for ring, flipped in (("", False), (RING, True)):
        match = table("ops", f"{HQS} 1-I/16=2410 {ring}", dice=[5]).play("act 1-HQ")
        assert bool(match.state.flipped) == flipped  # type: ignore[attr-defined]
        assert (level(match, "1"), purse(match, "us")) == (6, 6)
    again = table("ops", f"{HQS} 1-I/16=2410", "flipped 1-HQ", dice=[5]).play("act 1-HQ")
    assert level(again, "1") == 6


@rule("aachen", "5.7.3b", "6.3.3c", "6.3.2e", "6.3.2", "5.7.3")
def test_pitfall_27_a_second_time_the_level_falls_to_0_after_the_roll() -> None:
    match = table("ops", f"{HQS} 1-I/16=2410 {RING}", "flipped 1-HQ", dice=[5]).play("act 1-HQ")
    assert (level(match, "1"), purse(match, "us")) == (0, 6)


@rule("aachen", "5.7.3f")
def test_the_supply_of_an_hq_is_open_before_it_is_chosen() -> None:
    match = table("ops", f"{HQS} 1-I/16=2410 {RING} 3A-HQ=1508 3A-I/32=1509")
    assert offers(match, "act") == {"1-HQ", "3A-HQ"}
    assert not match.state.flipped  # type: ignore[attr-defined]


# -- command (5.8) -------------------------------------------------------------------------------------


@rule("aachen", "5.8", "5.8b", "5.8c", "5.8d", "5.8e", "5.8g", "5.8.3")
def test_pitfall_22_range_is_counted_along_the_path_with_the_hex_of_the_hq() -> None:
    for there, found in (("2809", "in"), ("2810", "in"), ("2821", "in"), ("2822", "out")):
        match = act("german 526-HQ", f"1-HQ=1508 526-HQ=2809 526-328={there}")
        assert status(match, "526-328") == found, there
    wall = "1-I/16=2815"  # the straight line is barred, the way round is longer
    match = act("german 526-HQ", f"1-HQ=1508 526-HQ=2809 526-328=2820 {wall}")
    assert status(match, "526-328") == "out"


@rule("aachen", "5.8.4", "5.8.4a", "5.8.2", "5.8.2a", "5.8.2b", "5.4.1g", "5.4.1h")
def test_pitfall_22_a_cut_path_is_isolation_even_next_to_the_hq() -> None:
    beside = "526-328=2308 526-453=2310 526-473=2508 526-536=2511"
    match = us(f"1-I/16=2410 {beside}")
    assert status(match, "1-I/16") == "cut"
    near = act("us 1-HQ", f"1-HQ=2411 526-HQ=2916 1-I/16=2410 {beside}")
    assert status(near, "1-I/16") == "in"


@rule("aachen", "5.8.2b", "5.4.1g", "5.4.1h")
def test_friends_of_any_kind_open_a_zone_to_the_path() -> None:
    beside = "526-328=2308 526-453=2310 526-473=2508 526-536=2511"
    units, hqs = "1-I/18=2409 1-745=2408", "9-HQ=2409 9-I/47=1705 3A-HQ=2408 3A-I/32=1706"
    for friends, more in ((units, "snafu us"), (units, "disrupted 1-I/18 1-745"), (hqs, "snafu us")):
        match = us(f"1-I/16=2410 {friends} {beside}", more)
        assert status(match, "1-I/16") == "in"
    assert status(us(f"1-I/16=2410 1-I/18=2409 {beside}"), "1-I/16") == "cut"


@rule("aachen", "5.8.2c", "5.8.2d", "5.8.2e")
def test_pitfall_23_terrain_closed_to_the_unit_itself() -> None:
    wood = dict.fromkeys(("2409", "2411", "2309", "2310", "2509", "2510"), "dense-forest")
    match = us("1-I/16=2410 1-745=2410", terrain=wood)
    assert (status(match, "1-I/16"), status(match, "1-745")) == ("in", "cut")
    water = {
        f"2410-{n}": kind
        for n, kind in zip(
            ("2409", "2411", "2309", "2310", "2509", "2510"), ("stream", "dragons-teeth") * 3, strict=True
        )
    }
    dry = us("1-I/16=2410 1-745=2410", sides=water)
    assert (status(dry, "1-I/16"), status(dry, "1-745")) == ("in", "in")


@rule("aachen", "5.8.2g", "5.8.2c")
def test_pitfall_23_the_roer_breaks_a_path() -> None:
    water = {f"2410-{n}": "roer" for n in ("2409", "2411", "2309", "2310", "2509", "2510")}
    assert status(us("1-I/16=2410", sides=water), "1-I/16") == "cut"


@rule("aachen", "5.8.2f")
def test_the_closed_zone_does_not_break_german_paths() -> None:
    match = act("german 526-HQ", "1-HQ=1508 526-HQ=2206 526-328=2203")
    assert status(match, "526-328") == "in"


@rule("aachen", "5.8f", "5.8.1", "5.8a", "5.5.2p", "5.8.1e")
def test_assigned_units_measure_to_the_hq_they_are_assigned_to() -> None:
    at = "1-HQ=2008 1-I/16=1508 3A-HQ=4018 3A-I/32=2007 526-HQ=2916"
    assert status(act("us 1-HQ", at, "assigned 3A-I/32=1", turn=4), "3A-I/32") == "in"
    assert status(act("us 1-HQ", at, turn=4), "3A-I/32") == "out"
    assert status(us("1-I/16=1508 4Cav=2007"), "4Cav") == "out"


FAR = "1-HQ=1502 526-HQ=2916 1-I/16=3020 1-745=3020"


@rule("aachen", "5.8.3", "5.8.3b", "5.8.3c", "7.1a")
def test_pitfall_24_out_of_command_only_movement_and_hasty_attacks_both_for_2() -> None:
    match = act("us 1-HQ", FAR)
    assert status(match, "1-I/16") == "out"
    assert "command" in refused(match, "improve 3020", "7.7", "5.8.3").why
    match.play("select 1-I/16", "move 3019")
    assert purse(match, "us") == 5
    tired = act("us 1-HQ", FAR, "disrupted 1-I/16")
    refused(tired, "refit 1-I/16", "5.8.3")


@rule("aachen", "5.8.3e", "5.8.3c")
def test_pitfall_24_a_mixed_stack_pays_2() -> None:
    wood = dict.fromkeys(("2409", "2411", "2309", "2310", "2509", "2510"), "dense-forest")
    match = us("1-I/16=2410 1-745=2410", terrain=wood, dice=[1])
    assert (status(match, "1-I/16"), status(match, "1-745")) == ("in", "cut")
    match.play("stack 2410")
    assert not offers(match, "move")  # the tank is shut in
    match.play("select 1-I/16", "move 2411")
    assert purse(match, "us") == 6


@rule("aachen", "5.8.3e")
def test_pitfall_24_one_unit_without_command_makes_the_stack_pay_2() -> None:
    wood = dict.fromkeys(("2409", "2411", "2309", "2310", "2509", "2511", "2610", "2611"), "dense-forest")
    match = us("1-I/16=2410 1-745=2410", terrain=wood, dice=[1])
    assert (status(match, "1-I/16"), status(match, "1-745")) == ("in", "cut")
    match.play("stack 2410", "move 2510")
    assert purse(match, "us") == 5
    assert len(told(match, "5.6.1")) == 1


@rule("aachen", "5.8.3d")
def test_out_of_command_units_keep_their_zone() -> None:
    assert "3019" in zone(act("us 1-HQ", FAR), US)


#: 1-I/16 in 2410 is isolated; 2409 is open to it.
CUT = "1-HQ=2008 526-HQ=2916 1-I/16=2410 526-328=2308 526-453=2310 526-473=2508 526-536=2511"


@rule("aachen", "5.8.4", "5.8.4d", "5.8.4f", "5.8.4g", "5.6c", "7.2a", "5.8.4b")
def test_pitfall_25_isolated_units_check_first_and_the_points_are_spent_whatever_comes() -> None:
    match = act("us 1-HQ", CUT, dice=[6]).play("select 1-I/16", "move 2409")
    assert purse(match, "us") == 5
    assert told(match, "5.6.1")
    assert offered(match, "stop")
    match.play("stop")
    assert (where(match, "1-I/16"), purse(match, "us"), step(match)) == ("2410", 5, "act")


@rule("aachen", "5.8.4e", "5.8.4f", "5.8.4n", "5.8.4q")
def test_pitfall_25_who_fails_is_disrupted_and_does_nothing_more() -> None:
    match = act("us 1-HQ", CUT, dice=[7]).play("select 1-I/16", "move 2409")
    assert disrupted(match, "1-I/16")
    assert (where(match, "1-I/16"), purse(match, "us"), lost(match, "1-I/16")) == ("2410", 5, 0)
    refused(match, "select 1-I/16", "5.6.3")
    refused(match, "refit 1-I/16", "5.8.3", "5.8.4")


@rule("aachen", "5.8.4r", "5.6.1c")
def test_in_an_isolated_stack_those_who_pass_may_act() -> None:
    match = act("us 1-HQ", f"{CUT} 1-745=2410", dice=[7, 5, 1, 1]).play("stack 2410", "move 2409")
    assert disrupted(match, "1-I/16")
    assert match.state.hand == [match.game.unit_ids["1-745"]]  # type: ignore[attr-defined]


@rule("aachen", "5.2g", "5.8.4")
def test_a_failed_check_of_isolation_may_be_rolled_again() -> None:
    match = act("us 1-HQ", CUT, "snafu us", dice=[7, 6]).play("select 1-I/16", "move 2409", "reroll-unit 1-I/16")
    assert not disrupted(match, "1-I/16")
    assert step(match) == "move"


@rule("aachen", "5.8.4c", "5.8.3a")
def test_isolation_ends_as_soon_as_a_path_is_open() -> None:
    assert status(act("us 1-HQ", CUT), "1-I/16") == "cut"
    assert status(act("us 1-HQ", CUT, "disrupted 526-328 526-453 526-473"), "1-I/16") == "in"


@rule("aachen", "5.3.2m")
def test_units_whose_hq_is_off_the_map_are_isolated() -> None:
    match = act("us 1-HQ", "1-HQ=2008 526-HQ=waiting 526-328=2916 1-I/16=2410")
    assert status(match, "526-328") == "cut"
