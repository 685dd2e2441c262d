"""Clause 11.17: the West Wall in combat."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.hexes import bits
from tests.kit import (
    advance,
    amount,
    announce,
    blocked,
    column,
    fight,
    forecast,
    intact,
    offered,
    offers,
    on_map,
    probe,
    refused,
    status,
    total,
    where,
)
from tests.rhine.helpers_aftermath import clean, combat, gone, outcome, shed
from tests.rhine.helpers_course import steps
from tests.rhine.sheet import NE, NW, SE, SW, TARGET, E, W
from tests.rhine.table import table
from tests.rules import rule

WALL = {TARGET: "westwall"}

#: An armored division against an infantry division: 9 to 3.
ARMOR = f"US2A={W} 85ID={TARGET}"
#: Two infantry divisions against one: 12 to 3.
PAIR = f"US1={W} US9={W} 85ID={TARGET}"


# -- the shift ---------------------------------------------------------------------------------


@rule("rhine", "11.17", "11.17a")
@pytest.mark.parametrize("turn", [2, 3, 11])
def test_the_intact_wall_shifts_one_column_to_the_left(turn: int) -> None:
    match = announce(combat(ARMOR, turn=turn, features=WALL), TARGET, "US2A")
    assert (column(match), total(match)) == ("2:1", -1)
    assert amount(match, "11.17") == -1


@rule("rhine", "11.17", "11.17a")
def test_no_shift_beside_the_wall_behind_a_cleared_one_or_in_the_first_turn() -> None:
    beside = combat(ARMOR, turn=2, features={W: "westwall", E: "westwall"})
    cleared = combat(ARMOR, turn=2, features=WALL, more=f"cleared {TARGET}")
    first = combat(ARMOR, turn=1, features=WALL)
    for match in (beside, cleared, first):
        announce(match, TARGET, "US2A")
        assert (column(match), total(match)) == ("3:1", 0)


@rule("rhine", "11.17", "11.17a")
def test_the_shift_decides_the_battle() -> None:
    # A 2 at 3:1 would drive the division out; at 2:1 the attack stalls.
    match = fight(combat(ARMOR, turn=2, features=WALL), TARGET, "US2A", roll=2)
    assert outcome(match, "US2A", "85ID") == "AS"
    assert clean(match)


@rule("rhine", "11.17", "11.17b")
@pytest.mark.parametrize(
    ("terrain", "word", "shift"), [("clear", "", -1), ("rough", "", -2), ("clear", "town;", -2), ("polder", "", -1)]
)
def test_the_wall_adds_to_the_other_terrain_of_its_hex(terrain: str, word: str, shift: int) -> None:
    ground: dict[str, Any] = {"terrain": {TARGET: terrain}, "features": {TARGET: f"{word}westwall"}}
    match = announce(combat(PAIR, turn=2, **ground), TARGET, "US1", "US9")
    assert total(match) == shift
    assert column(match) == {-1: "3:1", -2: "2:1"}[shift]


@rule("rhine", "11.17", "11.17b")
def test_the_wall_adds_to_the_river_in_front_of_it() -> None:
    match = announce(combat(PAIR, features=WALL, sides={f"{W}-{TARGET}": "river"}), TARGET, "US1", "US9")
    assert (column(match), total(match)) == ("2:1", -2)


@rule("rhine", "11.17", "11.17b")
def test_the_rough_wall_hex_at_hurtgen() -> None:
    # 2406N looks over a dry and open hexside into 2405N.
    match = combat("US1=2406N US9=2406N 85ID=2405N", turn=2, bare=False)
    assert column(announce(match, "2405N", "US1", "US9")) == "2:1"
    assert total(match) == -2


# -- results and directions ----------------------------------------------------------------------


@rule("rhine", "11.17", "11.17c")
def test_retreats_and_eliminations_become_bloodbaths() -> None:
    match = announce(combat(ARMOR, features=WALL), TARGET, "US2A")
    assert forecast(match).by_roll == ("AL1", "AS", "AS", "BB", "BB", "BB")
    assert forecast(match).chances["BB"] == (3, 6)
    cleared = announce(combat(ARMOR, features=WALL, more=f"cleared {TARGET}"), TARGET, "US2A")
    assert forecast(cleared).by_roll == ("DR", "DR", "BB", "DR", "DE", "DE")


@rule("rhine", "11.17", "11.17c")
@pytest.mark.parametrize("roll", [4, 5, 6])
def test_the_converted_result_is_applied(roll: int) -> None:
    match = fight(combat(ARMOR, features=WALL), TARGET, "US2A", roll=roll)
    assert outcome(match, "US2A", "85ID") == "BB"
    assert (steps(match, "US2A"), steps(match, "85ID")) == (1, 1)
    assert where(match, "85ID") == TARGET
    assert clean(match)


@rule("rhine", "11.17", "11.17d")
def test_no_concentric_bonus_against_the_wall() -> None:
    at = f"US1={W} US9={E} 85ID={TARGET}"
    match = announce(combat(at, features=WALL), TARGET, "US1", "US9")
    assert (column(match), total(match)) == ("3:1", -1)
    match = announce(combat(at, features=WALL, more=f"cleared {TARGET}"), TARGET, "US1", "US9")
    assert (column(match), total(match)) == ("5:1", 1)


# -- probes and momentum -----------------------------------------------------------------------


@rule("rhine", "11.17", "11.17e")
@pytest.mark.parametrize("turn", [1, 3])
def test_the_intact_wall_is_never_probed(turn: int) -> None:
    at = f"US1={W} 85ID={SW}"
    refused(combat(at, turn=turn, features=WALL), f"probe {TARGET}", "11.17", "11.25", "5.8")
    match = probe(combat(at, turn=turn, features=WALL, more=f"cleared {TARGET}"), TARGET, "US1")
    assert where(match, "US1") == TARGET


@rule("rhine", "11.17", "11.17f")
@pytest.mark.parametrize("turn", [1, 3])
def test_the_intact_wall_is_never_the_aim_of_momentum(turn: int) -> None:
    # The victors stand before two divisions; the wall lies under one of them and in an empty hex between.
    at = f"US2A={W} 105PB={TARGET} 85ID={E} 353ID={SW}"
    match = combat(at, turn=turn, features={E: "westwall", NE: "westwall"})
    advance(fight(match, TARGET, "US2A", roll=4), "US2A")
    assert where(match, "US2A") == TARGET
    refused(match, f"attack {E}", "11.17", "11.24", "5.8")
    refused(match, f"probe {NE}", "11.17", "11.24", "11.25", "5.8")
    assert offered(match, f"attack {SW}")
    assert offered(match, f"probe {SE}")


@rule("rhine", "11.17", "11.17f")
def test_a_cleared_wall_hex_may_be_the_aim_of_momentum() -> None:
    match = combat(f"US2A={W} 105PB={TARGET} 85ID={E}", features={E: "westwall"}, more=f"cleared {E}")
    advance(fight(match, TARGET, "US2A", roll=4), "US2A")
    assert offered(match, f"attack {E}")


# -- intact and cleared ------------------------------------------------------------------------


@rule("rhine", "11.17", "11.17g")
def test_the_first_allied_unit_clears_the_wall_at_once_and_for_good() -> None:
    match = table(f"turn 3\nphase allied movement\nat US1={W}", bare=True, features=WALL)
    assert intact(match, TARGET)
    match.play("select US1", f"move {TARGET}")
    assert not intact(match, TARGET)
    match.play(f"move {E}")
    assert where(match, "US1") == E
    assert not intact(match, TARGET)


@rule("rhine", "11.17", "11.17g")
def test_a_german_unit_does_not_clear_the_wall_and_does_not_restore_it() -> None:
    for more, whole in (("", True), (f"cleared {TARGET}\nallied {TARGET}", False)):
        text = f"turn 3\nphase german movement\n{more}\nat 85ID={E}"
        match = table(text, bare=True, features=WALL)
        match.play("select 85ID", f"move {TARGET}")
        assert where(match, "85ID") == TARGET
        assert intact(match, TARGET) is whole


@rule("rhine", "11.17", "11.17h")
@pytest.mark.parametrize("turn", [2, 3])
def test_allied_defenders_get_nothing_from_the_wall(turn: int) -> None:
    at = f"1SS={E} US4C={TARGET}"
    match = combat(at, side="german", turn=turn, features=WALL, more=f"cleared {TARGET}")
    announce(match, TARGET, "1SS")
    assert (column(match), total(match)) == ("3:1", 0)
    assert forecast(match).by_roll == ("DR", "DR", "BB", "DR", "DE", "DE")


@rule("rhine", "11.17", "11.17h")
def test_the_wall_does_not_keep_germans_from_the_concentric_bonus_or_a_probe() -> None:
    at = f"1SS={E} 12SS={W} US1={TARGET}"
    match = combat(at, side="german", features=WALL, more=f"cleared {TARGET}")
    assert total(announce(match, TARGET, "1SS", "12SS")) == 1
    at = f"1SS={E} US1={SE}"
    match = combat(at, side="german", features=WALL, more=f"cleared {TARGET}\nallied {TARGET}")
    assert offered(match, f"probe {TARGET}")


@rule("rhine", "11.17", "11.17k")
def test_the_whole_wall_is_intact_at_the_start() -> None:
    match = grognard.new("rhine", scenario="campaign", seed=1)
    grid = match.game.board.grid
    wall = [grid.label(h) for h in bits(match.game.board.having("westwall"))]
    assert len(wall) > 30
    assert all(intact(match, hex_) for hex_ in wall)


@rule("rhine", "11.17", "11.17l")
def test_an_ordinary_attack_takes_the_wall_and_clears_it() -> None:
    # 15 to 2, one column left: 6:1. The 1 is a retreat and becomes a bloodbath that wipes the brigade out.
    match = combat(f"US2A={W} US1={W} 105PB={TARGET}", features=WALL)
    assert column(announce(match, TARGET, "US2A", "US1")) == "6:1"
    shed(match.play("resolve", "roll 1"), "US1")
    assert gone(match, "105PB")
    assert intact(match, TARGET)
    assert offers(match, "advance") == {"US2A", "US1"}
    match.play("advance US2A")
    assert where(match, "US2A") == TARGET
    assert not intact(match, TARGET)


@rule("rhine", "11.17", "11.17l")
def test_without_an_advance_the_wall_stays_intact() -> None:
    match = combat(f"US2A={W} 105PB={TARGET}", features=WALL)
    assert column(announce(match, TARGET, "US2A")) == "3:1"
    match.play("resolve", "roll 3", "pass")
    assert gone(match, "105PB")
    assert on_map(match, TARGET) == set()
    assert intact(match, TARGET)


# -- Aachen --------------------------------------------------------------------------------------


@rule("rhine", "11.17", "11.17i")
def test_a_city_in_the_line_of_the_wall_is_only_a_city() -> None:
    match = combat("US1=2306N US9=2306N 85ID=2305N", bare=False)
    assert not intact(match, "2305N")
    announce(match, "2305N", "US1", "US9")
    assert (column(match), total(match)) == ("2:1", -2)
    assert amount(match, "11.17") == 0
    assert forecast(match).by_roll == ("AL1", "AS", "AS", "BB", "BB", "BB")


@rule("rhine", "11.17", "11.17i")
def test_such_a_city_gives_no_concentric_bonus() -> None:
    match = combat("US1=2306N US9=2304N 85ID=2305N", bare=False)
    assert total(announce(match, "2305N", "US1", "US9")) == -2


@rule("rhine", "11.17", "11.17j")
def test_such_a_city_may_be_probed() -> None:
    match = combat("US1=2306N 85ID=2406N", bare=False)
    probe(match, "2305N", "US1")
    assert where(match, "US1") == "2305N"
    # The wall hex on the other side of the same enemy may not.
    blocked(combat("US1=2406N 85ID=2305N", bare=False), "probe 2405N", rules=("11.17", "11.25"))


@rule("rhine", "11.17", "11.17j")
def test_such_a_city_lets_a_supply_line_through() -> None:
    # Beyond the wall, with an enemy whose zone closes every other way round.
    at = "US1=2304N 85ID=2303N"
    match = combat(at, turn=2, bare=False)
    assert status(match)["supply"]["US1"] == "full"
    held = combat(f"{at} 353ID=2305N", turn=2, bare=False)
    assert status(held)["supply"]["US1"] == "none"


@rule("rhine", "11.17", "11.17j")
def test_such_a_city_is_open_to_column_movement() -> None:
    # Twelve hexes off, beyond the ten movement points of an infantry division that does not double them.
    match = table("turn 2\nphase allied movement\nat US1=2317N")
    match.play("select US1")
    assert offered(match, "move 2305N")
    refused(match, "move 2205N")


def test_the_ring_is_a_ring() -> None:
    match = combat(f"US1={W} 85ID={TARGET}")
    grid = match.game.board.grid
    ring = [grid.parse(h) for h in (NE, E, SE, SW, W, NW)]
    assert all(grid.distance(grid.parse(TARGET), h) == 1 for h in ring)
    assert all(grid.distance(a, b) == 1 for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
    assert all(grid.distance(ring[i], ring[i + 3]) == 2 for i in range(3))
