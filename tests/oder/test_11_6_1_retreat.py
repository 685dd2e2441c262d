"""Clause 11.6.1: the retreat of beaten defenders."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import Match
from tests.kit import announce, control, intact, offered, offers, on_map, refused, retreat, status, total, water, where
from tests.oder.helpers_assault import (
    NE,
    NW,
    RING,
    SE,
    SW,
    TARGET,
    N,
    S,
    combat,
    fight_to,
    gone,
    regroup,
    results,
    soviet_attack,
)
from tests.oder.helpers_campaign import vp
from tests.oder.sheet import island
from tests.rules import rule

#: Two panzer corps attack an army from the north-west: 16 to 4.
PANZERS = f"24={NW} 40={NW} 31={TARGET}"
#: The only way out of the attacked hex leads south-east.
ONE_WAY = water(TARGET, NE, S)


def driven_back(more: str = "", *, units: str = PANZERS, **ground: Any) -> Match:
    """DR against the army in 2010: 2109 and 2110 lie nearer to the east edge, 2011 does not."""
    return fight_to(combat(f"{units} {more}", **ground), TARGET, "24", "40", result="DR")


# -- 11.6.1: which way ---------------------------------------------------------------------------


@rule("oder", "11.6.1", "11.6.1a")
def test_the_owner_retreats_the_defenders_one_hex() -> None:
    match = driven_back()
    assert match.side == "soviet"
    assert offers(match, "to") <= set(RING)
    refused(match, "to 2210")
    match.play(f"to {NE}")
    assert where(match, "31") == NE
    assert match.side == "german"
    assert vp(match) == (0, 0)


@rule("oder", "11.6.1", "11.6.1b", "11.6.1p")
def test_a_nearer_hex_to_supply_must_be_taken() -> None:
    match = driven_back()
    assert offers(match, "to") == {NE, SE}
    refused(match, f"to {S}", "11.6.1")
    match = soviet_attack(f"41P={TARGET}", "DR")
    assert match.side == "german"
    assert offers(match, "to") == {NW, SW}
    refused(match, f"to {N}", "11.6.1")


@rule("oder", "11.6.1", "11.6.1b", "11.6.1p")
def test_without_a_nearer_hex_any_legal_one_will_do() -> None:
    # Attacked from the east: only north, south-west and north-west are left, none nearer to the east edge.
    match = driven_back(units=f"24={SE} 40={SE} 31={TARGET}")
    assert offers(match, "to") == {N, NW, SW}
    match = soviet_attack(f"41P={TARGET}", "DR", units=f"1GT={NW} 2GT={NW}")
    assert offers(match, "to") == {NE, SE, S}


@rule("oder", "11.6.1", "11.6.1p")
def test_the_silesian_hexes_are_supply_sources_too() -> None:
    # 1514 lies five hexes from the west edge, from 1318 and from 1218; from 1515 and 1415 it is four, from 1615 five.
    match = fight_to(combat("1GT=1513 2GT=1513 41P=1514", side="soviet"), "1514", "1GT", "2GT", result="DR")
    assert offers(match, "to") == {"1515", "1415"}


@rule("oder", "11.6.1", "11.6.1p")
def test_a_source_hex_held_by_the_enemy_attracts_no_retreat() -> None:
    # From 1515 the west edge and the sources that are left, 1219 and 1319, are five hexes away.
    at = "1GT=1513 2GT=1513 41P=1514 5=1318 28=1218"
    match = fight_to(combat(at, side="soviet"), "1514", "1GT", "2GT", result="DR")
    assert offers(match, "to") == {"1415"}


@rule("oder", "11.6.1", "11.6.1c")
def test_stacked_units_may_retreat_in_different_directions() -> None:
    match = driven_back(f"50={TARGET} 1Po={TARGET}")
    assert offers(match, "retreat") == {"31", "50", "1Po"}
    retreat(match, "50", NE)
    retreat(match, "31", SE)
    retreat(match, "1Po", SE)
    assert [where(match, unit) for unit in ("50", "31", "1Po")] == [NE, SE, SE]


@rule("oder", "11.6.1", "11.6.1g", "11.6.1h", "11.6.1u")
def test_hexes_with_or_next_to_enemies_are_closed() -> None:
    # Attackers in the north and the north-west, a bystander south of 2110.
    match = combat(f"24={NW} 40={N} 66=2111 31={TARGET} 50={SE} 5={NE}")
    fight_to(match, TARGET, "24", "40", result="DR")
    assert not offers(match, "to")
    assert gone(regroup(match), "31")
    match = combat(f"24={NW} 40={N} 31={TARGET} 50={SE} 5={NE}")
    fight_to(match, TARGET, "24", "40", result="DR")
    assert offers(match, "to") == {SE}
    for hex_ in (N, NW, NE, SW):
        refused(match, f"to {hex_}", "11.6.1", "7.2", "6.0")


@rule("oder", "11.6.1", "11.6.1h")
def test_a_friend_does_not_open_a_zone_of_control_to_retreat() -> None:
    match = driven_back(f"66=2111 5={SE} 28={NE}")
    assert offers(match, "to") == {NE}
    refused(match, f"to {SE}", "11.6.1", "7.2")


@rule("oder", "11.6.1", "11.6.1f")
def test_a_land_bridge_is_refused_while_another_hex_is_open() -> None:
    match = driven_back(features={NE: "land-bridge;coast"})
    assert offers(match, "to") == {SE}
    assert "is a land bridge hex" in refused(match, f"to {NE}", "11.6.1").why


@rule("oder", "11.6.1", "11.6.1d")
def test_a_full_hex_off_the_shortest_path_is_refused() -> None:
    # 2110 and 2109 are full; behind 2110 there is room, from 2109 no way leads on.
    match = driven_back(f"{FULL} 33={NE} 60={NE} 70={NE}", sides={**water(TARGET, S), **island(NE, but=[TARGET])})
    assert offers(match, "to") == {SE}
    assert "shortest path to a hex with room" in refused(match, f"to {NE}", "11.6.1").why


@rule("oder", "11.6.1", "11.6.1u")
def test_attackers_on_three_sides_close_all_hexes_next_to_them() -> None:
    at = f"24={NW} 40={N} 66={SW} 31={TARGET}"
    match = fight_to(combat(at), TARGET, "24", "40", "66", result="DR")
    assert offers(match, "to") == {SE}
    for hex_ in (NE, S):
        refused(match, f"to {hex_}", "11.6.1", "7.2")


# -- 11.6.1: terrain and the edge of the map -------------------------------------------------------


@rule("oder", "11.6.1", "11.6.1e", "11.6.1i")
@pytest.mark.parametrize("closed", ["all-sea hexside", "sea hex"])
def test_no_retreat_over_sea(closed: str) -> None:
    free = driven_back(sides=ONE_WAY)
    assert offers(free, "to") == {SE}
    if closed == "sea hex":
        match = driven_back(sides=ONE_WAY, terrain={SE: "sea"})
    else:
        match = driven_back(sides={**ONE_WAY, **water(TARGET, SE)})
    regroup(match)
    assert gone(match, "31")
    assert offers(match, "advance") == {"24", "40"}


@rule("oder", "11.6.1", "11.6.1f")
def test_no_retreat_into_a_land_bridge_hex() -> None:
    match = driven_back(sides=ONE_WAY, features={SE: "land-bridge;coast"})
    assert gone(regroup(match), "31")


@rule("oder", "11.6.1", "11.6.1f")
def test_no_retreat_to_the_spit_of_the_frisches_haff() -> None:
    # 2308 with armies in 2408 and 2309: only the land bridge 2208 is free of them.
    at = "1GT=2309 2GT=2309 3GT=2408 20=2308"
    match = fight_to(combat(at, side="soviet", bare=False), "2308", "1GT", "2GT", result="DR")
    assert not offers(match, "to")
    assert gone(regroup(match), "20")


@rule("oder", "11.6.1", "11.6.1i")
def test_a_surrounded_defender_outside_a_city_is_eliminated() -> None:
    match = driven_back(f"58={SE} 50={TARGET}", terrain={TARGET: "forest"})
    assert not offers(match, "to")
    if offered(match, "retreat 31"):
        match.play("retreat 31")
    regroup(match)
    assert gone(match, "31")
    assert gone(match, "50")
    assert not any(gone(match, unit) for unit in ("24", "40", "58"))
    assert vp(match) == (4, 0)


@rule("oder", "11.6.1", "11.6.1j", "11.6.1r")
@pytest.mark.parametrize("surrounded", [True, False])
def test_in_a_city_nobody_retreats(surrounded: bool) -> None:
    at = f"{PANZERS} 66={SE}" if surrounded else PANZERS
    plain = announce(combat(at, terrain={TARGET: "forest"}, sides={f"{TARGET}-{NW}": "river"}), TARGET, "24", "40")
    match = announce(combat(at, features={TARGET: "city"}), TARGET, "24", "40")
    assert total(plain) == total(match)
    die = results(plain).index("DR") + 1
    match.play("resolve", f"roll {die}", "lose 24")
    regroup(match)
    assert gone(match, "24")
    assert gone(match, "31")


@rule("oder", "11.6.1", "11.6.1k")
def test_a_retreat_costs_no_movement_factors() -> None:
    # A tank army out of supply has three; marsh behind a river would cost four.
    sides = {**ONE_WAY, f"{TARGET}-{SE}": "river", **island(SE, but=[TARGET])}
    at = f"24={NW} 40={NW} GD={NW} 4T={TARGET}"
    match = combat(at, sides=sides, terrain={SE: "marsh"})
    assert status(match)["supply"]["4T"] == "none"
    fight_to(match, TARGET, "24", "40", "GD", result="DR").play(f"to {SE}")
    assert where(match, "4T") == SE


@rule("oder", "11.6.1", "11.6.1m")
def test_nobody_retreats_off_the_map() -> None:
    match = fight_to(combat("24=3403 40=3403 31=3503"), "3503", "24", "40", result="DR")
    assert offers(match, "to") == {"3504"}
    match = fight_to(combat("24=3403 40=3403 58=3404 31=3503"), "3503", "24", "40", result="DR")
    assert gone(regroup(match), "31")
    assert vp(match)[0] > 0


@rule("oder", "11.6.1", "11.6.1l")
def test_a_fortress_command_cannot_retreat() -> None:
    match = soviet_attack(f"FCB={TARGET} KGM={TARGET}", "DR")
    assert not offered(match, "retreat FCB")
    retreat(match, "KGM", NW)
    assert where(match, "KGM") == NW
    assert where(match, "FCB") == "eliminated"
    assert vp(match) == (0, 1)


@rule("oder", "11.6.1", "11.6.1n")
def test_a_retreat_takes_control_of_the_hex_and_razes_its_fort() -> None:
    match = combat(PANZERS, sides=ONE_WAY, features={SE: "fortification"})
    assert (control(match, SE), intact(match, SE)) == ("german", True)
    fight_to(match, TARGET, "24", "40", result="DR").play(f"to {SE}")
    assert (control(match, SE), intact(match, SE)) == ("soviet", False)


@rule("oder", "11.6.1", "11.6.1n")
def test_a_german_retreat_takes_control_of_the_hex() -> None:
    match = combat(f"1GT={SE} 2GT={SE} 41P={TARGET}", side="soviet", more=f"flipped {NW}")
    assert control(match, NW) == "soviet"
    fight_to(match, TARGET, "1GT", "2GT", result="DR").play(f"to {NW}")
    assert control(match, NW) == "german"


# -- 11.6.1: stacking ------------------------------------------------------------------------------

FULL = f"5={SE} 28={SE} 48={SE}"


@rule("oder", "11.6.1", "11.6.1d", "11.6.1q")
def test_an_overstacked_unit_retreats_further() -> None:
    match = driven_back(FULL, sides=ONE_WAY)
    match.play(f"to {SE}")
    assert match.side == "soviet"
    assert {"2210", "2211"} <= offers(match, "to")
    assert SE not in offers(match, "to")
    match.play("to 2211")
    assert where(match, "31") == "2211"
    assert on_map(match, SE) == {"5", "28", "48"}
    assert offers(match, "advance") == {"24", "40"}


@rule("oder", "11.6.1", "11.6.1d")
def test_a_unit_stops_in_the_first_hex_that_has_room() -> None:
    match = driven_back(f"5={SE} 28={SE}", sides=ONE_WAY)
    match.play(f"to {SE}")
    assert on_map(match, SE) == {"5", "28", "31"}
    assert match.side == "german"


@rule("oder", "11.6.1", "11.6.1d")
def test_a_further_retreat_is_as_short_as_possible() -> None:
    # From 2110 the other ways are closed, 2210 is full and 2211 is not: two hexes will do.
    sides = {**ONE_WAY, **water(SE, "2109", "2111", "2011")}
    match = driven_back(f"{FULL} 33=2210 60=2210 70=2210", sides=sides)
    match.play(f"to {SE}")
    assert offers(match, "to") == {"2211"}
    match.play("to 2211")
    assert where(match, "31") == "2211"


@rule("oder", "11.6.1", "11.6.1q")
def test_an_overstacked_unit_that_cannot_go_on_is_eliminated() -> None:
    sides = {**ONE_WAY, **island(SE, but=[TARGET])}
    match = driven_back(FULL, sides=sides)
    if offered(match, f"to {SE}"):
        match.play(f"to {SE}")
    assert gone(regroup(match), "31")
    assert on_map(match, SE) == {"5", "28", "48"}


@rule("oder", "11.6.1", "11.6.1o")
def test_only_the_units_unable_to_retreat_are_eliminated() -> None:
    sides = {**ONE_WAY, **island(SE, but=[TARGET])}
    at = f"24={NW} 40={NW} GD={NW} 31={TARGET} 50={TARGET} 1Po={TARGET} 5={SE}"
    match = fight_to(combat(at, sides=sides), TARGET, "24", "40", "GD", result="DR")
    retreat(match, "50", SE)
    retreat(match, "1Po", SE)
    if match.side == "soviet":
        retreat(match, "31", SE)
    regroup(match)
    assert on_map(match, SE) == {"5", "50", "1Po"}
    assert gone(match, "31")


@rule("oder", "11.6.1", "11.6.1s")
def test_a_shock_army_goes_on_until_it_finds_an_empty_hex() -> None:
    at = f"24={NW} 40={NW} GD={NW} 2Sh={TARGET} 5={SE}"
    match = fight_to(combat(at, sides=ONE_WAY), TARGET, "24", "40", "GD", result="DR")
    match.play(f"to {SE}")
    assert match.side == "soviet"
    match.play("to 2210")
    assert where(match, "2Sh") == "2210"
    match = fight_to(combat(at.replace(f" 5={SE}", ""), sides=ONE_WAY), TARGET, "24", "40", "GD", result="DR")
    match.play(f"to {SE}")
    assert where(match, "2Sh") == SE
    assert match.side == "german"


@rule("oder", "11.6.1", "11.6.1s")
def test_no_unit_stays_with_a_shock_army() -> None:
    match = driven_back(f"2Sh={SE}", sides=ONE_WAY)
    match.play(f"to {SE}", "to 2210")
    assert where(match, "31") == "2210"


@rule("oder", "11.6.1", "11.6.1t")
def test_a_retreated_unit_has_nothing_more_to_do() -> None:
    match = driven_back().play(f"to {NE}")
    refused(match, "advance 31")
    match.play("pass")
    assert match.side == "german"
    refused(match, f"attack {NW}")
    assert where(match, "31") == NE
