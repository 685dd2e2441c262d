"""Clause 11.21, the defender retreats: the hexes, stacking, and units that cannot retreat."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import Match
from tests.kit import advance, control, fight, intact, offers, on_map, refused, rest, water, where
from tests.rhine.helpers_aftermath import clean, combat, gone, outcome
from tests.rhine.helpers_course import steps
from tests.rhine.sheet import NE, NW, SE, SW, TARGET, E, W, island
from tests.rules import rule

#: 9 to 3 from the west; the way to the east is open.
ARMOR = f"US2A={W} 85ID={TARGET}"
#: 7 to 2 from the east.
PANZERS = f"1SS={E} US4C={TARGET}"
#: 30 to 9: three divisions under four.
MASS = f"US2A={W} US3A={W} US1={W} US9={W} 85ID={TARGET} 353ID={TARGET} 49ID={TARGET}"
FOUR = ("US2A", "US3A", "US1", "US9")

#: Four German divisions each, to fill a hex.
FULL = ("180ID", "190ID", "526ID", "406ID"), ("719ID", "347ID", "176ID", "275ID"), ("89ID", "48ID", "711ID", "405ID")


def driven(at: str, *units: str, **ground: Any) -> Match:
    """An Allied attack at 3:1 that drives the defender out with a 1."""
    return fight(combat(at, **ground), TARGET, *units, roll=1)


def thrown(at: str, *units: str, **ground: Any) -> Match:
    """The same by the Germans."""
    return fight(combat(at, side="german", **ground), TARGET, *units, roll=1)


def put(hex_: str, *units: str) -> str:
    return " ".join(f"{unit}={hex_}" for unit in units)


# -- the hex -------------------------------------------------------------------------------------


@rule("rhine", "11.21", "11.21u")
def test_the_whole_force_goes_to_one_free_hex() -> None:
    # A group at 1908N closes two of the three hexes in the east. 21 to 6.
    at = f"US2A={W} US1={W} US9={W} US4C=1908N 85ID={TARGET} 353ID={TARGET}"
    match = driven(at, "US2A", "US1", "US9")
    assert match.side == "german"
    assert offers(match, "to") == {SE}
    for action in (f"to {E}", f"to {NW}", f"to {W}", f"to {TARGET}", "pass", "done"):
        refused(match, action)
    match.play(f"to {SE}")
    assert on_map(match, SE) == {"85ID", "353ID"}
    assert on_map(match, TARGET) == set()
    assert (steps(match, "85ID"), steps(match, "353ID")) == (2, 2)


@rule("rhine", "11.21", "11.21u", "7.5a")
def test_a_friend_in_a_hex_opens_it_in_spite_of_zones_of_control() -> None:
    match = driven(f"{ARMOR} US4C={E} 105PB={NE}", "US2A")
    assert offers(match, "to") == {NE}
    match.play(f"to {NE}")
    assert on_map(match, NE) == {"85ID", "105PB"}


@rule("rhine", "11.21", "11.21u")
def test_units_do_not_retreat_into_a_full_hex() -> None:
    match = driven(f"{ARMOR} {put(E, *FULL[0])}", "US2A")
    assert offers(match, "to") == {NE, SE}


@rule("rhine", "11.21", "11.21u")
def test_units_do_not_retreat_into_a_hex_that_no_unit_may_enter() -> None:
    match = driven(ARMOR, "US2A", terrain={E: "sea"}, sides=island(E))
    assert offers(match, "to") == {NE, SE}
    match = driven(ARMOR, "US2A", features={E: "hook-of-holland"})
    assert offers(match, "to") == {NE, SE}


@rule("rhine", "11.21", "11.21v", "11.21w")
def test_without_a_free_hex_the_force_is_wiped_out() -> None:
    match = driven(f"{ARMOR} US4C={E}", "US2A")
    assert gone(match, "85ID")
    assert match.side == "allied"
    assert offers(match, "advance") == {"US2A"}
    # The same for a stack of full divisions and a brigade: 24 to 8.
    at = f"US2A={W} US3A={W} US1={W} US4C={E} 85ID={TARGET} 353ID={TARGET} 105PB={TARGET}"
    match = driven(at, "US2A", "US3A", "US1")
    assert gone(match, "85ID", "353ID", "105PB")


@rule("rhine", "11.21", "11.21v", "11.21w")
def test_a_surrounded_allied_division_is_wiped_out() -> None:
    # 18 to 6.
    match = thrown(f"1SS={E} 12SS={E} 2Pz={E} 105PB={W} US1={TARGET}", "1SS", "12SS", "2Pz")
    assert gone(match, "US1")
    assert match.side == "german"


@rule("rhine", "11.21", "11.21x")
def test_a_german_force_must_take_the_hex_nearest_to_the_east_edge() -> None:
    # Attacked from the east: the north-west and the south-west are ten hexes from the edge, the west eleven.
    match = driven(f"US2A={E} 85ID={TARGET}", "US2A")
    assert offers(match, "to") == {NW, SW}
    refused(match, f"to {W}", "11.21")
    match.play(f"to {NW}")
    assert where(match, "85ID") == NW


@rule("rhine", "11.21", "11.21x")
def test_an_allied_force_must_take_the_hex_nearest_to_its_own_edge() -> None:
    match = thrown(PANZERS, "1SS")
    assert match.side == "allied"
    assert offers(match, "to") == {W}
    refused(match, f"to {NW}", "11.21")


@rule("rhine", "11.21", "11.21x")
def test_only_working_sources_count() -> None:
    # All of the east edge but its northern end is lost: now the south-east is farther from it than the others.
    lost = " ".join([*(f"{row}00N" for row in range(15, 29)), *(f"{row}00S" for row in range(11, 30))])
    match = driven(ARMOR, "US2A", more=f"allied {lost}")
    assert offers(match, "to") == {NE, E}
    # Of the Allied edges only the far south is left.
    closed = " ".join([*(f"{row}17N" for row in range(11, 29)), *(f"{row}17S" for row in range(11, 26))])
    match = thrown(PANZERS, "1SS", more=f"closed {closed}")
    assert offers(match, "to") == {SW}


@rule("rhine", "11.21", "11.21y")
def test_among_equals_the_owner_chooses() -> None:
    for hex_ in (NE, E, SE):
        match = driven(ARMOR, "US2A")
        assert offers(match, "to") == {NE, E, SE}
        assert where(match.play(f"to {hex_}"), "85ID") == hex_


@rule("rhine", "11.21", "11.21z")
@pytest.mark.parametrize("kind", ["estuary", "all-sea"])
def test_no_unit_retreats_over_sea_or_estuary(kind: str) -> None:
    assert gone(driven(ARMOR, "US2A", sides=water(TARGET, NE, E, SE, kind=kind)), "85ID")
    match = driven(ARMOR, "US2A", sides=water(TARGET, NE, E, kind=kind))
    assert offers(match, "to") == {SE}
    match = thrown(f"1SS={E} BCBN={TARGET}", "1SS", sides=water(TARGET, NW, W, SW, kind=kind))
    assert gone(match, "BCBN")


@rule("rhine", "11.21", "11.21z", "11.15f")
def test_commandos_retreat_over_an_estuary_but_not_over_the_sea() -> None:
    at = f"1SS={E} BC4Co={TARGET}"
    match = thrown(at, "1SS", sides=water(TARGET, NW, W, SW, kind="estuary"))
    assert offers(match, "to") == {W}
    assert gone(thrown(at, "1SS", sides=water(TARGET, NW, W, SW)), "BC4Co")


@rule("rhine", "11.21", "11.21z")
def test_no_unit_retreats_into_an_enemy() -> None:
    # Zones of control do not pass the sea, the enemy beyond it stays closed all the same.
    at = f"{ARMOR} US4C={E}"
    match = driven(at, "US2A", sides=island(E, but=[TARGET]))
    assert offers(match, "to") == {NE, SE}
    refused(match, f"to {E}")


@rule("rhine", "11.21", "11.21af")
@pytest.mark.parametrize("unit", ["59ID", "85ID"])
def test_the_fifteenth_army_does_not_retreat_over_an_estuary(unit: str) -> None:
    sides = water(TARGET, NE, E, SE, kind="estuary")
    assert gone(driven(f"US2A={W} {unit}={TARGET}", "US2A", turn=1, sides=sides), unit)


@rule("rhine", "11.21", "11.21ag")
def test_closeness_is_counted_in_hexes_and_not_along_a_supply_line() -> None:
    # From the south-east no line leads anywhere but back, yet it lies as near to the edge as the others.
    match = driven(ARMOR, "US2A", sides=island(SE, but=[TARGET]))
    assert offers(match, "to") == {NE, E, SE}
    match = thrown(PANZERS, "1SS", sides=island(W, but=[TARGET]))
    assert offers(match, "to") == {W}


@rule("rhine", "11.21", "11.21ah")
def test_units_retreat_farther_from_supply_if_no_other_hex_is_open() -> None:
    match = driven(f"US2A={E} US4C=1810N US102C=2210N 85ID={TARGET}", "US2A")
    assert offers(match, "to") == {W}
    match.play(f"to {W}")
    assert (where(match, "85ID"), steps(match, "85ID")) == (W, 2)


@rule("rhine", "11.21", "11.21aj")
def test_no_unit_retreats_off_the_map() -> None:
    match = fight(combat("US2A=2001N 85ID=2000N"), "2000N", "US2A", roll=1)
    assert gone(match, "85ID")
    at = "1SS=2016N 105PB=1817N 106PB=2217N US4C=2017N"
    match = fight(combat(at, side="german"), "2017N", "1SS", roll=1)
    assert gone(match, "US4C")


# -- together or apart ---------------------------------------------------------------------------


@rule("rhine", "11.21", "11.21aa")
def test_a_force_stays_together_where_it_can() -> None:
    # In the east there is room for two of the three only.
    match = driven(f"{MASS} {put(E, *FULL[0][:2])}", *FOUR)
    assert offers(match, "to") == {NE, SE}
    assert not offers(match, "retreat")
    match.play(f"to {NE}")
    assert on_map(match, NE) == {"85ID", "353ID", "49ID"}


@rule("rhine", "11.21", "11.21aa")
def test_a_force_stays_together_even_in_a_farther_hex() -> None:
    # The three hexes in the east have room for one each; the south-west for all.
    at = f"{put(NW, *FOUR)} 85ID={TARGET} 353ID={TARGET} 49ID={TARGET} "
    at += " ".join(put(hex_, *full[:3]) for hex_, full in zip((NE, E, SE), FULL, strict=True))
    match = driven(at, *FOUR)
    assert offers(match, "to") == {SW}
    assert on_map(match.play(f"to {SW}"), SW) == {"85ID", "353ID", "49ID"}


@rule("rhine", "11.21", "11.21aa")
def test_a_force_splits_as_little_as_stacking_demands() -> None:
    # Room for two in the east, for one in the south-east, none in the north-east.
    at = f"{MASS} {put(NE, *FULL[0])} {put(E, *FULL[1][:2])} {put(SE, *FULL[2][:3])}"
    match = driven(at, *FOUR)
    assert match.side == "german"
    seen: set[str] = set()
    for unit, hex_ in (("85ID", E), ("353ID", SE), ("49ID", E)):
        if offers(match, "retreat"):
            match.play(f"retreat {unit}")
        seen |= offers(match, "to")
        match.play(f"to {hex_}")
    assert seen == {E, SE}
    assert (where(match, "85ID"), where(match, "353ID"), where(match, "49ID")) == (E, SE, E)
    assert [steps(match, unit) for unit in ("85ID", "353ID", "49ID")] == [2, 2, 2]
    assert match.side == "allied"


@rule("rhine", "11.21", "11.21aa", "11.21v")
def test_units_without_room_are_eliminated() -> None:
    # Room for two in the east and nowhere else.
    at = f"{MASS} {put(NE, *FULL[0])} {put(E, *FULL[1][:2])} {put(SE, *FULL[2])}"
    match = driven(at, *FOUR)
    assert offers(match, "retreat") == {"85ID", "353ID", "49ID"}
    match.play("retreat 49ID", f"to {E}", "retreat 85ID", f"to {E}")
    assert (where(match, "49ID"), where(match, "85ID")) == (E, E)
    assert gone(match, "353ID")
    assert match.side == "allied"


@rule("rhine", "11.21", "11.21aa")
def test_the_last_unit_of_a_split_force_joins_an_earlier_one() -> None:
    # Room for two in the east, for one in the south-east and in the north-east.
    at = f"{MASS} {put(NE, *FULL[0][:3])} {put(E, *FULL[1][:2])} {put(SE, *FULL[2][:3])}"
    match = driven(at, *FOUR).play("retreat 85ID", f"to {E}", "retreat 353ID", f"to {SE}")
    if where(match, "49ID") == TARGET:
        assert offers(match, "to") == {E}
        assert "split the force more" in refused(match, f"to {NE}", "11.21").why
        match.play(f"to {E}")
    assert where(match, "49ID") == E


@rule("rhine", "11.21", "11.21aa", "11.15f")
def test_commandos_leave_room_for_units_that_cannot_follow_them() -> None:
    # Over the estuary only the commandos can go; on either side there is room for a division or for both of them.
    sides = {**water(TARGET, NW, kind="estuary"), **water(TARGET, SW)}
    at = f"{put(E, '1SS', '12SS', '11Pz', 'Lehr')} {put(TARGET, 'BC4Co', 'BC1Co', 'BC50')}"
    at += f" {put(W, 'BC53', 'BC15', 'BC49')} {put(NW, 'BC43', 'BC3', 'BC51')}"
    match = combat(at, side="german", sides=sides)
    fight(match, TARGET, "1SS", "12SS", "11Pz", "Lehr", roll=5).play("retreat BC4Co")  # 26 to 10
    assert offers(match, "to") == {NW}
    refused(match, f"to {W}", "11.21")


@rule("rhine", "11.21", "11.21u", "6.4c")
def test_an_allied_force_does_not_retreat_into_another_army_group() -> None:
    match = thrown(f"{PANZERS} BC50={W}", "1SS")
    assert offers(match, "to") == {NW, SW}
    match = thrown(f"{PANZERS} US1={W}", "1SS")
    assert offers(match, "to") == {W}


# -- static units --------------------------------------------------------------------------------


@rule("rhine", "11.21", "11.21ae")
@pytest.mark.parametrize(("unit", "attackers"), [("FW", ("US2A", "US1")), ("SO", ("US1",)), ("7Flk", ("US1",))])
def test_a_unit_that_cannot_move_is_eliminated(unit: str, attackers: tuple[str, ...]) -> None:
    match = driven(f"{put(W, *attackers)} {unit}={TARGET}", *attackers)
    assert gone(match, unit)
    assert match.side == "allied"


@rule("rhine", "11.21", "11.21ai")
def test_its_company_retreats_without_it() -> None:
    match = driven(f"US2A={W} US1={W} 7Flk={TARGET} 85ID={TARGET}", "US2A", "US1")
    assert match.side == "german"
    match.play(f"to {E}")
    assert gone(match, "7Flk")
    assert (where(match, "85ID"), steps(match, "85ID")) == (E, 2)


@rule("rhine", "11.21", "11.21ai", "11.21p")
def test_so_it_does_when_the_owner_chooses_to_go() -> None:
    # 15 to 6, rough: 1:1, a 5. The flak unit may not be lost before the division is reduced.
    at = f"US2A={W} US1={W} 7Flk={TARGET} 9SS={TARGET}"
    match = fight(combat(at, terrain={TARGET: "rough"}), TARGET, "US2A", "US1", roll=5)
    match.play("lose US1", "lose US2A", "yield", f"to {E}")
    assert gone(match, "7Flk")
    assert (where(match, "9SS"), steps(match, "9SS")) == (E, 1)


# -- what a retreat does -------------------------------------------------------------------------


@rule("rhine", "11.21", "11.21ab", "11.4e")
@pytest.mark.parametrize(("unit", "result"), [("US5A", "AS"), ("US2A", "BB")])
def test_a_force_that_retreats_into_a_friend_defends_with_it(unit: str, result: str) -> None:
    # 4 and 3 make 7: with 13 the attack goes in at 1:1, with 14 at 2:1.
    at = f"US3A={W} 85ID={TARGET} 9SS={E} {unit}=2108N US4=2108N"
    match = rest(fight(combat(at), TARGET, "US3A", roll=1).play(f"to {E}"))
    fight(match, E, unit, "US4", roll=4)
    assert bool(offers(match, "lose")) is (result == "BB")
    assert clean(match) is (result == "AS")
    assert on_map(match, E) == {"85ID", "9SS"}


@rule("rhine", "11.21", "11.21ac")
def test_a_retreat_is_one_hex_and_costs_nothing() -> None:
    # Rough ground behind the Rhine, for a division out of supply with three movement points.
    sides = {**island(E, but=[TARGET]), **water(TARGET, NE, SE), **water(TARGET, E, kind="rhine")}
    match = driven(f"US2A={W} 353ID={TARGET}", "US2A", terrain={E: "rough"}, sides=sides)
    assert offers(match, "to") == {E}
    match.play(f"to {E}")
    assert where(match, "353ID") == E
    assert match.side == "allied"


@rule("rhine", "11.21", "11.21ad")
def test_a_retreat_takes_control_of_the_hex() -> None:
    match = thrown(PANZERS, "1SS")
    assert control(match, W) == "german"
    match.play(f"to {W}")
    assert control(match, W) == "allied"
    match = driven(ARMOR, "US2A", more=f"allied {E}")
    assert control(match, E) == "allied"
    match.play(f"to {E}")
    assert control(match, E) == "german"


@rule("rhine", "11.21", "11.21ak")
def test_an_allied_retreat_into_the_wall_clears_it() -> None:
    match = thrown(PANZERS, "1SS", features={W: "westwall", NW: "westwall"})
    assert intact(match, W)
    match.play(f"to {W}")
    assert where(match, "US4C") == W
    assert not intact(match, W)
    assert intact(match, NW)


@rule("rhine", "11.21", "11.21u")
def test_the_hex_left_behind_is_open_to_the_victor() -> None:
    match = driven(ARMOR, "US2A")
    assert outcome(match, "US2A", "85ID") == "DR"
    match.play(f"to {E}")
    assert where(advance(match, "US2A"), "US2A") == TARGET
