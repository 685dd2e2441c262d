"""Chapter 7: zones of control and German fortifications."""

from __future__ import annotations

import pytest

from tests.kit import control, move, offered, offers, pair, reach, refused, supply, where
from tests.oder.helpers_campaign import fight_unaided, sea_between, vp
from tests.oder.helpers_lines import cut_off, goes_on, pinned, stopped, two_off, walk
from tests.oder.sheet import distance, near, within
from tests.oder.table import moving, phase, table
from tests.rules import rule

#: Two armies beat one corps of 2010 back with a 1 (14 to 6, no modifier), or with a 2 if it is out of supply.
PUSH = "1GT=2110 69=2110 66=2010"
PUSHERS = ("1GT", "69")


# -- 7.0 -------------------------------------------------------------------------------------


@rule("oder", "7.0", "7.0a")
@pytest.mark.parametrize("blocker", ["FCB", "66", "24", "KGW2", "46P"])
def test_every_german_unit_has_a_zone_in_the_six_hexes_around_it(blocker: str) -> None:
    assert reach(moving("soviet", f"1GT=2310 {blocker}=2010"), "1GT") == walk("2310", 6, enemies=["2010"])
    for hex_ in near("2010"):
        stopped(moving("soviet", f"1GT={two_off(hex_, '2010')} {blocker}=2010"), "1GT", hex_)
    for hex_ in within("2010", 2) - near("2010"):
        start = min(h for h in near(hex_) if distance(h, "2010") == 3)
        goes_on(moving("soviet", f"1GT={start} {blocker}=2010"), "1GT", hex_)


@rule("oder", "7.0", "7.0a")
@pytest.mark.parametrize("blocker", ["5", "3Sh", "1GT", "2G", "1Po"])
def test_every_soviet_unit_has_a_zone_in_the_six_hexes_around_it(blocker: str) -> None:
    assert reach(moving("german", f"24=2310 {blocker}=2010"), "24") == walk("2310", 6, enemies=["2010"])
    for hex_ in near("2010"):
        stopped(moving("german", f"24={two_off(hex_, '2010')} {blocker}=2010"), "24", hex_)


@rule("oder", "7.0", "7.0b")
@pytest.mark.parametrize("aerial", ["aerial_spent 1", "aerial 66"])
def test_a_unit_out_of_supply_keeps_its_zone(aerial: str) -> None:
    match = moving("soviet", "1GT=2412 66=2210 5=2209 28=2211", aerial)
    assert supply(match, "66") == ("aerial" if aerial == "aerial 66" else "none")
    assert reach(match, "1GT") == walk("2412", 6, enemies=["2210"])
    stopped(match, "1GT", "2310")


@rule("oder", "7.0", "7.0b")
def test_a_soviet_army_out_of_supply_keeps_its_zone() -> None:
    match = moving("german", "24=1812 5=2010", sides=sea_between(30))
    assert supply(match, "5") == "none"
    assert reach(match, "24") == walk("1812", 6, enemies=["2010"])
    stopped(match, "24", "1910")


@rule("oder", "7.0", "7.0c")
def test_two_zones_in_a_hex_are_as_one() -> None:
    # 2011 is next to each of them, 2010 on the way there to none.
    for blockers in (["2111"], ["2111", "1911"], ["2111", "1911", "2012"]):
        armies = " ".join(f"{unit}={hex_}" for unit, hex_ in zip(("5", "28", "3"), blockers, strict=False))
        stopped(moving("german", f"24=2009 {armies}"), "24", "2011")
        away = moving("german", f"24=2011 {armies}")
        assert reach(away, "24") == walk("2011", 6, enemies=blockers)


@rule("oder", "7.0", "7.0c")
def test_entering_two_zones_at_once_costs_what_one_costs() -> None:
    one, two = "5=2114", "5=2114 28=2014"
    for armies in (one, two):
        match = moving("german", f"66=2009 {armies}")
        assert "2013" in reach(match, "66")  # four hexes on
        assert "2014" not in reach(match, "66")
        stopped(match, "66", "2013")


@rule("oder", "7.0", "7.0d")
def test_both_sides_may_have_a_zone_in_the_same_hex() -> None:
    facing = "66=2010 5=2012"
    assert near("2010") & near("2012") == {"2011"}
    stopped(moving("german", f"{facing} 24=2009"), "24", "2011")
    stopped(moving("soviet", f"{facing} 1GT=2013"), "1GT", "2011")


@rule("oder", "7.0", "7.0e")
def test_no_zone_across_an_all_sea_hexside() -> None:
    strait = {"2010-2011": "all-sea"}
    for side, mover, blocker in (("german", "24", "5"), ("soviet", "1GT", "66")):
        stopped(moving(side, f"{mover}=2008 {blocker}=2011"), mover, "2010")
        goes_on(moving(side, f"{mover}=2008 {blocker}=2011", sides=strait), mover, "2010")
        # The other five hexes stay in the zone.
        for hex_ in near("2011") - {"2010"}:
            start = two_off(hex_, "2011")
            stopped(moving(side, f"{mover}={start} {blocker}=2011", sides=strait), mover, hex_)


@rule("oder", "7.0", "7.0e")
def test_a_zone_does_cross_a_river() -> None:
    stopped(moving("german", "24=2008 5=2011", sides={"2010-2011": "river"}), "24", "2010")


@rule("oder", "7.0", "7.0f")
@pytest.mark.parametrize("hex_", ["2707", "2608", "2807"])
@pytest.mark.parametrize("shore", [{}, {"2607-2707": "none", "2706-2707": "none", "2607-2608": "none"}])
def test_no_zone_from_the_mainland_onto_the_courland_spit(hex_: str, shore: dict[str, str]) -> None:
    match = table(f"turn 2\nphase german movement\nat 66=2806 5={hex_}", sides=shore)
    assert "2507" in reach(match, "66")
    move(match, "66", "2507")
    assert where(match, "66") == "2507"


@rule("oder", "7.0", "7.0g")
@pytest.mark.parametrize(
    ("blocker", "mover"), [("1010", "3510"), ("3510", "1010"), ("2021", "2003"), ("2003", "2021"), ("1003", "3521")]
)
def test_zones_end_at_the_edge_of_the_map(blocker: str, mover: str) -> None:
    assert len(near(blocker)) < 6
    match = moving("german", f"24={mover} 5={blocker}")
    assert reach(match, "24") == walk(mover, 6)
    for hex_ in near(blocker):
        stopped(moving("german", f"24={two_off(hex_, blocker)} 5={blocker}"), "24", hex_)


@rule("oder", "7.0", "7.0h")
def test_a_zone_gives_no_control() -> None:
    match = moving("soviet", "1GT=1610")
    move(match, "1GT", "1510")
    assert control(match, "1510") == "soviet"
    for hex_ in near("1510") - {"1610"}:
        assert control(match, hex_) == "german"
    match = moving("german", "24=3110")
    move(match, "24", "3210")
    assert control(match, "3210") == "german"
    assert {control(match, hex_) for hex_ in near("3210") - {"3110"}} == {"soviet"}


@rule("oder", "7.0", "7.0i")
@pytest.mark.parametrize(("spit", "shore"), [("2607", "2707"), ("2607", "2608"), ("2706", "2707"), ("2706", "2807")])
def test_no_zone_from_the_courland_spit_onto_the_mainland(spit: str, shore: str) -> None:
    for sides in ({}, {pair(spit, shore): "none"}):
        match = table(f"turn 2\nphase german movement\nat 24=2708 5={spit}", terrain={shore: "clear"}, sides=sides)
        goes_on(match, "24", shore)


@rule("oder", "7.0", "7.0j")
def test_no_zone_from_the_ends_of_the_courland_spit_onto_it() -> None:
    # Another piece of shore beyond each far end shows whether the spit itself can be passed.
    ground = {
        "terrain": {"2506": "clear", "2705": "clear"},
        "sides": {"2506-2607": "none", "2705-2706": "none"},
    }
    match = table("turn 2\nphase german movement\nat 66=2806 5=2507", **ground)
    stopped(match, "66", "2506")
    match = table("turn 2\nphase soviet movement\nat 66=2806 5=2507", **ground)
    stopped(match, "5", "2705")


# -- 7.1 -------------------------------------------------------------------------------------


@rule("oder", "7.1", "7.1a")
def test_a_move_ends_in_an_enemy_zone() -> None:
    # A line of zones from north to south: nobody gets past it.
    line = {"5": "2004", "28": "2007", "3": "2010", "48": "2013", "65": "2016", "70": "2019", "47": "2021"}
    match = moving("german", "24=1812 " + " ".join(f"{unit}={hex_}" for unit, hex_ in line.items()))
    found = reach(match, "24")
    assert found == walk("1812", 6, enemies=line.values())
    assert "2012" in found
    assert not {hex_ for hex_ in found if int(hex_[:2]) > 20}
    match.play("select 24")
    refused(match, "move 2112", "7.1", "10.0")
    match.undo()
    stopped(match, "24", "2012")


@rule("oder", "7.1", "7.1a")
def test_a_stack_ends_its_move_in_an_enemy_zone() -> None:
    match = moving("soviet", "1GT=2013 5=2013 66=2010")
    match.play("select 1GT", "also 5", "move 2012", "move 2011")
    assert not offers(match, "move")
    for unit in ("1GT", "5"):
        assert where(match, unit) == "2011"
        refused(match, f"select {unit}")


@rule("oder", "7.1", "7.1b", "7.1c", "7.1d")
def test_a_unit_leaves_a_zone_only_by_a_free_hex() -> None:
    match = moving("german", "24=2010 5=2110 28=2013")
    free = near("2010") - near("2110") - {"2110"}
    assert free == {"1909", "1910", "2009"}
    assert reach(match, "24") == walk("2010", 6, enemies=["2110", "2013"])
    match.play("select 24")
    for hex_ in free:
        assert offered(match, f"move {hex_}")
    back = moving("german", "24=2010 5=2110").play("select 24", "move 1910", "move 2010")
    assert not offers(back, "move")  # back in the zone it came from, and stopped
    match.play("move 1910", "move 1911")
    match.play("move 1912")  # in the zone of 2013
    assert where(match, "24") == "1912"
    assert not offers(match, "move")
    refused(match, "select 24", "10.0", "7.1")


@rule("oder", "7.1", "7.1c")
def test_no_first_step_from_one_zone_into_another() -> None:
    match = moving("german", "24=2010 66=2010 5=2110")
    match.play("select 24", "also 66")
    for hex_ in ("2109", "2011"):
        refused(match, f"move {hex_}", "7.1")
    # By way of 1910, which is free, 2011 can be entered, as long as the movement factors last.
    stopped(moving("german", "24=2010 5=2110"), "24", "2011")
    forest = {"1910": "forest"}
    stopped(moving("german", "66=2010 5=2110", terrain=forest), "66", "2011")
    match = moving("german", "66=2010 5=2110", terrain=forest, sides=cut_off())
    assert supply(match, "66") == "none"  # two movement factors
    match.play("select 66")
    refused(match, "move 2011", "7.1", "10.0")


@rule("oder", "7.1", "7.1e")
def test_a_friend_in_the_hex_does_not_cancel_the_zone_for_movement() -> None:
    match = moving("german", "24=2009 66=2011 5=2012")
    stopped(match, "24", "2011")
    # Nor for the first step out of a zone.
    match = moving("german", "24=2011 4SS=2011 66=2111 5=2012")
    match.play("select 24", "also 4SS")
    refused(match, "move 2111", "7.1")
    # Without the army both may pass.
    goes_on(moving("german", "24=2009 66=2011"), "24", "2011")


@rule("oder", "7.1", "7.1f")
@pytest.mark.parametrize("terrain", ["clear", "forest", "rough", "marsh"])
def test_a_zone_costs_no_movement_factors(terrain: str) -> None:
    price = {"clear": 1, "forest": 2, "rough": 2, "marsh": 2}[terrain]
    ground = {"terrain": {"2013": terrain}}
    start = f"20{13 - (4 - price) - 1:02d}"  # so far that the last factor is needed
    for units in (f"66={start}", f"66={start} 5=2014"):
        assert "2013" in reach(moving("german", units, **ground), "66")
    too_far = f"20{13 - (4 - price) - 2:02d}"
    assert "2013" not in reach(moving("german", f"66={too_far} 5=2014", **ground), "66")


@rule("oder", "7.1", "7.1g")
def test_a_stack_in_a_zone_is_bound_like_each_of_its_units() -> None:
    match = moving("german", "24=2010 66=2010 67=2010 5=2110")
    match.play("select 24", "also 66", "also 67")
    assert offers(match, "move") == {"1909", "1910", "2009"}
    refused(match, "move 2109", "7.1")
    match.play("move 1909")
    assert {where(match, unit) for unit in ("24", "66", "67")} == {"1909"}
    locked = moving("german", "24=2010 66=2010 67=2010 5=2009 28=2011")
    for unit in ("24", "66", "67"):
        pinned(locked, unit)


# -- 7.2 -------------------------------------------------------------------------------------


@rule("oder", "7.2", "7.2a")
def test_no_retreat_into_an_enemy_zone() -> None:
    # 2109 and 2011 are in the attackers' zone, 1909 in that of 1809, 1910 in that of 1811.
    match = phase("soviet combat", f"{PUSH} 5=1809 28=1811", dice=[1])
    fight_unaided(match, "2010", *PUSHERS)
    assert offers(match, "to") == {"2009"}
    refused(match, "to 1910", "7.2", "11.6.1")
    match.play("to 2009")
    assert where(match, "66") == "2009"


@rule("oder", "7.2", "7.2a")
def test_a_unit_with_zones_all_round_cannot_retreat() -> None:
    match = phase("soviet combat", f"{PUSH} 5=1809 28=1811 3=2008", dice=[2, 3, 3])
    assert supply(match, "66") == "none"
    fight_unaided(match, "2010", *PUSHERS)
    assert where(match, "66") == "due"
    assert vp(match) == (0, 2)


@rule("oder", "7.2", "7.2b")
def test_a_friend_in_the_hex_does_not_cancel_the_zone_for_retreats() -> None:
    ring = f"{PUSH} 5=1809 28=1811 67=2009"
    match = phase("soviet combat", f"{ring} 3=2008", dice=[2, 3, 3])
    fight_unaided(match, "2010", *PUSHERS)
    assert where(match, "66") == "due"
    match = phase("soviet combat", ring, dice=[1])  # nobody in 2008: the friend's hex is free of zones
    fight_unaided(match, "2010", *PUSHERS).play("to 2009")
    assert where(match, "66") == where(match, "67") == "2009"


# -- 7.3 -------------------------------------------------------------------------------------


@rule("oder", "7.3", "7.3a")
def test_zones_do_not_hinder_an_advance() -> None:
    match = phase("german combat", "GD=2013 1SS=2013 4SS=2013 50=2113 5=2213 28=2214", dice=[4])
    fight_unaided(match, "2113", "GD", "1SS", "4SS")
    assert offers(match, "advance") == {"GD", "1SS", "4SS"}
    match.play("advance GD", "advance 1SS")
    assert where(match, "GD") == where(match, "1SS") == "2113"
    match = phase("soviet combat", "1GT=2214 2GT=2214 3GT=2214 8=2113 66=2013 67=2112", "aerial_spent 1", dice=[1, 1])
    fight_unaided(match, "2113", "1GT", "2GT", "3GT")
    match.play("advance 1GT")
    assert where(match, "1GT") == "2113"
