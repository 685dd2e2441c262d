"""Clause 11.23: advance after combat."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import Match
from tests.kit import advance, control, fight, intact, offered, offers, on_map, refused, rest, status, water, where
from tests.rhine.helpers_aftermath import clean, combat, gone, shed
from tests.rhine.helpers_course import steps
from tests.rhine.sheet import NE, NW, SE, TARGET, E, W, island
from tests.rules import rule

#: Two divisions against one: 12 to 3, 4:1.
PAIR = f"US1={W} US9={W} 85ID={TARGET}"


def won(at: str, *units: str, roll: int = 6, **ground: Any) -> Match:
    """An attack on a lone unit of one step that eliminates it."""
    return fight(combat(at, **ground), TARGET, *units, roll=roll)


# -- when and who --------------------------------------------------------------------------------


@rule("rhine", "11.23", "11.23a")
@pytest.mark.parametrize("result", ["DE", "DR", "BB", "yield"])
def test_a_hex_emptied_by_any_result_is_open(result: str) -> None:
    roll = {"DE": 4, "DR": 1, "BB": 2, "yield": 2}[result]
    match = fight(combat(PAIR), TARGET, "US1", "US9", roll=roll)
    if roll == 2:
        shed(match, "US1").play("lose US9", "lose 85ID" if result == "BB" else "yield")
    if result != "BB":
        match.play(f"to {E}")
    assert match.side == "allied"
    assert offers(match, "advance") == {"US1", "US9"}
    match.play("advance US9")
    assert where(match, "US9") == TARGET
    assert control(match, TARGET) == "allied"


@rule("rhine", "11.23", "11.23a")
def test_an_automatic_elimination_opens_the_hex_too() -> None:
    # 18 to 2 is beyond the table.
    match = fight(combat(f"US2A={W} US3A={W} 105PB={TARGET}"), TARGET, "US2A", "US3A")
    assert gone(match, "105PB")
    assert offers(match, "advance") == {"US2A", "US3A"}


@rule("rhine", "11.23", "11.23a")
def test_german_attackers_advance_likewise() -> None:
    match = fight(combat(f"1SS={E} US4C={TARGET}", side="german"), TARGET, "1SS", roll=5)
    assert offers(match, "advance") == {"1SS"}
    match.play("advance 1SS")
    assert (where(match, "1SS"), control(match, TARGET)) == (TARGET, "german")


@rule("rhine", "11.23", "11.23b")
def test_only_attackers_advance() -> None:
    match = won(f"US1={W} US9={W} US30={NW} 105PB={TARGET}", "US1", roll=5)
    assert offers(match, "advance") == {"US1"}
    for unit in ("US9", "US30"):
        refused(match, f"advance {unit}", "11.23")


@rule("rhine", "11.23", "11.23l")
@pytest.mark.parametrize("roll", [1, 2, 4])
def test_no_unit_advances_while_a_defender_is_left(roll: int) -> None:
    # 12 to 6 at 2:1: a step lost, an attack stalled, a bloodbath.
    at = f"{PAIR} 353ID={TARGET}"
    match = fight(combat(at), TARGET, "US1", "US9", roll=roll)
    if roll != 2:
        shed(match, "US1", *(["85ID"] if roll == 4 else []))
    refused(match, "advance US9")
    rest(match)
    refused(match, "advance US9")
    assert on_map(match, TARGET) == {"85ID", "353ID"}


@rule("rhine", "11.23", "11.23i")
def test_defenders_never_advance() -> None:
    match = fight(combat(f"BC8Bd={W} 85ID={TARGET}"), TARGET, "BC8Bd", roll=1)
    assert gone(match, "BC8Bd")
    assert on_map(match, W) == set()
    assert clean(match)
    refused(match, "advance 85ID")
    assert where(match, "85ID") == TARGET


@rule("rhine", "11.23", "11.23j")
def test_units_that_cannot_move_do_not_advance() -> None:
    match = combat(f"1SS={E} 7Flk={E} US4C={TARGET}", side="german")
    fight(match, TARGET, "1SS", "7Flk", roll=5)
    assert gone(match, "US4C")
    assert offers(match, "advance") == {"1SS"}
    refused(match, "advance 7Flk")


# -- how many ------------------------------------------------------------------------------------


@rule("rhine", "11.23", "11.23c")
def test_no_more_advance_than_may_stack() -> None:
    # 29 to 9 from two hexes: 3:1, a 5. Five divisions and a brigade won the hex.
    at = f"US1={W} US4={W} US28={W} US9={NW} US29={NW} US4C={NW} 85ID={TARGET} 353ID={TARGET} 49ID={TARGET}"
    units = ("US1", "US4", "US28", "US9", "US29", "US4C")
    match = fight(combat(at), TARGET, *units, roll=5).play(f"to {E}")
    assert offers(match, "advance") == set(units)
    match.play("advance US1", "advance US4", "advance US9", "advance US29")
    for unit in ("US28", "US4C"):
        refused(match, f"advance {unit}")
    assert on_map(match, TARGET) == {"US1", "US4", "US9", "US29"}


@rule("rhine", "11.23", "11.23c")
def test_brigades_count_half() -> None:
    # 26 to 6: 4:1, a 4. With three divisions and a brigade in the hex, a brigade still fits in, a division does not.
    at = f"US1={W} US4={W} US28={W} US9={NW} US4C={NW} US102C={NW} 85ID={TARGET} 353ID={TARGET}"
    match = fight(combat(at), TARGET, "US1", "US4", "US28", "US9", "US4C", "US102C", roll=4).play(f"to {E}")
    match.play("advance US1", "advance US4", "advance US9", "advance US4C")
    assert offers(match, "advance") == {"US102C"}
    refused(match, "advance US28", "11.23", "6.3", "6.2")
    match.play("advance US102C")
    assert on_map(match, TARGET) == {"US1", "US4", "US9", "US4C", "US102C"}


@rule("rhine", "11.23", "11.23c")
@pytest.mark.parametrize(("first", "second"), [("US1", "BC50"), ("BC50", "US1")])
def test_army_groups_do_not_advance_into_one_hex(first: str, second: str) -> None:
    # Only out of Antwerp do two of them fight together. 11 to 3: 3:1, a 1.
    match = combat("US1=1511N BC50=1511N 85ID=1510N", more="antwerp 1")
    fight(match, "1510N", "US1", "BC50", roll=1)
    match.play(f"to {sorted(offers(match, 'to'))[0]}")
    assert offers(match, "advance") == {"US1", "BC50"}
    match.play(f"advance {first}")
    refused(match, f"advance {second}")
    assert on_map(match, "1510N") == {first}


@rule("rhine", "11.23", "11.23g")
@pytest.mark.parametrize("going", [(), ("US4C",), ("US1", "US9"), ("US1", "US9", "US4C")])
def test_any_number_of_attackers_may_advance_or_none(going: tuple[str, ...]) -> None:
    # 14 to 3: 4:1, a 1.
    match = fight(combat(f"{PAIR} US4C={W}"), TARGET, "US1", "US9", "US4C", roll=1).play(f"to {E}")
    assert offered(match, "pass")
    rest(advance(match, *going))
    assert on_map(match, TARGET) == set(going)
    assert on_map(match, W) == {"US1", "US9", "US4C"} - set(going)
    assert control(match, TARGET) == ("allied" if going else "german")


@rule("rhine", "11.23", "11.23k")
def test_attackers_from_several_hexes_advance_together() -> None:
    match = won(f"US1={W} US4C={NW} 105PB={TARGET}", "US1", "US4C")
    assert offers(match, "advance") == {"US1", "US4C"}
    match.play("advance US1", "advance US4C")
    assert on_map(match, TARGET) == {"US1", "US4C"}


# -- the way -------------------------------------------------------------------------------------


@rule("rhine", "11.23", "11.23d")
def test_an_advance_costs_no_movement() -> None:
    # Ten movement points, all of them left behind rough ground across a river; the zone of the division in
    # the south-east forbids column movement.
    sides = {f"{W}-{TARGET}": "river"}
    match = combat(f"US1={W} US9={W} 105PB={TARGET} 85ID={SE}", terrain={TARGET: "rough"}, sides=sides)
    # 12 to 2, two columns left: 4:1.
    rest(advance(fight(match, TARGET, "US1", "US9", roll=4), "US1")).play("done")
    assert status(match)["phase"] == "allied movement"
    assert where(match, "US1") == TARGET
    match.play("select US1")
    assert offered(match, "move 1115N")
    refused(match, "move 1116N")


@rule("rhine", "11.23", "11.23d")
def test_ground_dearer_than_its_movement_does_not_stop_an_advance() -> None:
    # A division out of supply has three movement points; rough ground behind a blocked hexside, flooded, costs six.
    match = combat(
        f"180ID={E} 1SS={E} 12SS={E} US4C={TARGET}",
        side="german",
        turn=5,
        more="flood 5",
        terrain={TARGET: "rough"},
        features={TARGET: "flood"},
        sides={**island(E, but=[TARGET]), f"{E}-{TARGET}": "blocked"},
    )
    assert status(match, "german")["supply"]["180ID"] == "none"
    # 15 halved is 8, to 2: 4:1, two columns left.
    fight(match, TARGET, "180ID", "1SS", "12SS", roll=6)
    assert gone(match, "US4C")
    match.play("advance 180ID")
    assert where(match, "180ID") == TARGET


@rule("rhine", "11.23", "11.23e")
@pytest.mark.parametrize("kind", ["estuary", "all-sea"])
def test_no_unit_advances_over_sea_or_estuary(kind: str) -> None:
    # The division in the west is cut off by the water, the one in the north-west is not.
    match = combat(f"BC50={W} BC53={NW} 105PB={TARGET}", sides=water(TARGET, W, kind=kind)).play(f"attack {TARGET}")
    refused(match, "with BC50")
    match.play("with BC53", "resolve", "roll 6")
    assert gone(match, "105PB")
    refused(match, "advance BC50")
    assert offers(match, "advance") == {"BC53"}


@rule("rhine", "11.23", "11.23e", "11.15e", "11.15g")
def test_commandos_advance_over_an_estuary() -> None:
    # 2 to 1, one column left for the water: 1:1, a 6.
    match = combat(f"BC50={W} BC4Co={W} 280SG={TARGET}", sides=water(TARGET, W, kind="estuary"))
    match.play(f"attack {TARGET}")
    refused(match, "with BC50")
    match.play("with BC4Co", "resolve", "roll 6", f"to {E}")
    assert offers(match, "advance") == {"BC4Co"}
    match.play("advance BC4Co")
    assert where(match, "BC4Co") == TARGET


@rule("rhine", "11.23", "11.23f", "7.6a")
def test_neither_supply_nor_enemy_zones_stop_an_advance() -> None:
    # An armored division on an island, halved to 5 to 1, and three enemies behind the hex.
    at = f"US2A={W} 280SG={TARGET} 85ID={NE} 353ID={E} 49ID={SE}"
    match = combat(at, sides=island(W, but=[TARGET]))
    assert status(match)["supply"]["US2A"] == "none"
    fight(match, TARGET, "US2A", roll=3)
    assert gone(match, "280SG")
    match.play("advance US2A")
    assert where(match, "US2A") == TARGET


@rule("rhine", "11.23", "11.23f")
def test_attenuated_units_advance() -> None:
    # 9 halved is 5, to 2: 2:1, a 6.
    match = won(f"US2A={W} 105PB={TARGET}", "US2A", more="sector 2")
    match.play("advance US2A")
    assert where(match, "US2A") == TARGET


# -- at once -------------------------------------------------------------------------------------


@rule("rhine", "11.23", "11.23h")
def test_the_advance_is_decided_before_the_next_battle() -> None:
    at = f"US1={W} 105PB={TARGET} US9=1511N 353ID=1510N"
    match = won(at, "US1", roll=5)
    refused(match, "attack 1510N")
    refused(match, "done")
    match.play("pass")
    refused(match, "advance US1")
    fight(match, "1510N", "US9", roll=2)
    refused(match, "advance US1")
    assert where(match, "US1") == W


@rule("rhine", "11.23", "11.23a")
def test_an_advance_clears_the_wall_and_a_refusal_does_not() -> None:
    # 12 to 2, one column left: 5:1; a 3 is a bloodbath here and costs the brigade its only step.
    for going in (True, False):
        match = combat(f"US1={W} US9={W} 105PB={TARGET}", features={TARGET: "westwall"})
        shed(fight(match, TARGET, "US1", "US9", roll=3), "US1")
        assert steps(match, "US9") == 2
        match.play("advance US9" if going else "pass")
        assert intact(match, TARGET) is not going
