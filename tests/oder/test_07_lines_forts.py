"""Chapter 7: zones of control and supply lines, German fortifications."""

from __future__ import annotations

from tests.kit import intact, move, refused, supply
from tests.oder.helpers_campaign import fight_unaided, sea_between, until
from tests.oder.helpers_lines import cut_off, rules_of_modifiers, stopped, sum_of_modifiers, two_off
from tests.oder.sheet import near
from tests.oder.table import moving, phase
from tests.rules import rule

#: The one passage in an all-sea line between columns 15 and 16.
GATE = "1510-1610"
ONE_WAY = {side: kind for side, kind in sea_between(15).items() if side != GATE}


# -- 7.4 -------------------------------------------------------------------------------------


@rule("oder", "7.4", "7.4a")
def test_a_supply_line_runs_into_but_not_through_an_enemy_zone() -> None:
    def at(army: str) -> str:
        return supply(moving("german", f"66=1710 5={army}", sides=ONE_WAY), "66")

    assert "1510" in near("1410") - near("1409")
    assert at("1409") == "regular"
    assert at("1410") == "none"
    assert at("1511") == "none"
    assert at("1611") == "none"  # the zone in 1610


@rule("oder", "7.4", "7.4a")
def test_a_soviet_line_is_bound_alike() -> None:
    wall = {side: kind for side, kind in sea_between(25).items() if side != "2510-2610"}
    for corps, expected in (("2708", "regular"), ("2709", "none"), ("2609", "none"), ("2511", "none")):
        assert supply(moving("soviet", f"5=2210 66={corps}", sides=wall), "5") == expected


@rule("oder", "7.4", "7.4b")
def test_a_friend_in_the_hex_does_not_cancel_the_zone_for_supply() -> None:
    match = moving("german", "66=1710 67=1510 5=1511", sides=ONE_WAY)
    assert supply(match, "67") == "regular"
    assert supply(match, "66") == "none"
    match = moving("german", "66=1710 67=1510 5=1513", sides=ONE_WAY)
    assert supply(match, "66") == "regular"


@rule("oder", "7.4", "7.4c")
def test_a_unit_in_a_zone_is_supplied_by_a_free_hex_behind_it() -> None:
    assert supply(moving("german", "66=2010 5=2110"), "66") == "regular"
    assert supply(moving("german", "66=2010 5=2110"), "5") == "regular"
    assert supply(moving("german", "66=2010 5=2009 28=2011"), "66") == "none"


@rule("oder", "7.4", "7.4d")
def test_a_source_in_an_enemy_zone_is_the_end_of_a_line() -> None:
    only = cut_off("1010")
    assert supply(moving("german", "66=1310 5=3010", sides=only), "66") == "regular"
    # Both ways into 1010 lead by 1109 or 1110; the army beside them leaves 1109 free.
    assert near("1010") == {"1009", "1011", "1109", "1110"}
    match = moving("german", "66=1109 5=1110", sides=only)
    assert "1010" in near("1110")
    assert supply(match, "66") == "regular"
    match = moving("german", "66=1309 5=1110", sides=only)  # 1109 is in the zone as well, and is passed through
    assert supply(match, "66") == "none"
    usir = cut_off("1319")
    assert supply(moving("german", "66=1420 5=1419", sides=usir), "66") == "regular"
    assert supply(moving("german", "66=1421 5=1419", sides=usir), "66") == "none"


# -- 7.5 -------------------------------------------------------------------------------------


@rule("oder", "7.5", "7.5a")
def test_a_fortification_does_not_keep_a_soviet_zone_out() -> None:
    fort = {"2011": "fortification"}
    stopped(moving("german", "24=2009 5=2012", features=fort), "24", "2011")
    stopped(moving("german", "24=2009 5=2012 66=2011", features=fort), "24", "2011")
    match = moving("german", "24=2011 4SS=2011 5=2012", features={"2011": "fortification", "2111": "fortification"})
    match.play("select 24", "also 4SS")
    refused(match, "move 2111", "7.1")


@rule("oder", "7.5", "7.5b")
def test_a_fortification_does_not_weaken_a_german_zone() -> None:
    fort = {"2010": "fortification", "2011": "fortification"}
    stopped(moving("soviet", "1GT=2013 66=2010", features=fort), "1GT", "2011")
    for hex_ in near("2010"):
        stopped(moving("soviet", f"1GT={two_off(hex_, '2010')} 66=2010", features=fort), "1GT", hex_)


@rule("oder", "7.5", "7.5c")
def test_the_first_soviet_unit_in_a_fortification_destroys_it_for_good() -> None:
    fort = {"2010": "fortification"}

    def later(*way: str) -> int:
        """An army goes this way; a corps goes into 2010, and is attacked there in the next Game Turn."""
        match = moving("soviet", "1GT=2310 69=2410 66=1710", "aerial_spent 1", turn=3, features=fort)
        assert intact(match, "2010")
        move(match, "1GT", *way)
        assert intact(match, "2010") == ("2010" not in way)
        until(match, 4, "german movement")
        move(match, "66", "2010")
        until(match, 4, "soviet movement")
        assert intact(match, "2010") == ("2010" not in way)
        move(match, "69", "2110")
        until(match, 4, "soviet combat")
        total = sum_of_modifiers(match, "2010", "69")
        assert (total == 1) == ("11.5.2" in rules_of_modifiers(match))
        return total

    assert later("2210", "2110", "2011", "2112") == 1  # past it
    assert later("2210", "2110", "2010", "2111", "2212") == 0  # through it


@rule("oder", "7.5", "7.5c")
def test_an_advance_destroys_a_fortification_too_and_a_german_does_not() -> None:
    fort = {"2113": "fortification"}
    units = "1GT=2214 2GT=2214 3GT=2214 4T=2213 5GT=2213 41P=2113"
    match = phase("soviet combat", units, "aerial_spent 1", dice=[4], features=fort)
    fight_unaided(match, "2113", "1GT", "2GT", "3GT", "4T", "5GT")
    assert intact(match, "2113")
    match.play("advance 1GT")
    assert not intact(match, "2113")
    match = moving("german", "66=2110", features=fort)
    move(match, "66", "2113")
    assert intact(match, "2113")
    for razed, total in (("", 1), ("razed 2113", 0)):
        match = phase("soviet combat", "69=2114 66=2113", razed, features=fort)
        assert sum_of_modifiers(match, "2113", "69") == total
