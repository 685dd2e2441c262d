"""Clause 11.19: concentric attacks."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

import pytest

from tests.kit import advance, amount, announce, column, fight, refused, total, water
from tests.rhine.helpers_aftermath import combat
from tests.rhine.sheet import NE, NW, RING, SE, SW, TARGET, E, W
from tests.rules import rule

#: A U.S. division in each hex round the target.
CIRCLE = dict(zip(RING, ("US1", "US4", "US9", "US28", "US30", "US29"), strict=True))
#: A German one likewise.
RAID = dict(zip(RING, ("1SS", "12SS", "9SS", "10SS", "Lehr", "2Pz"), strict=True))

OPPOSITE = [(NE, SW), (E, W), (SE, NW)]
ALTERNATE = [(NE, SE, W), (E, SW, NW)]


def shift(hexes: Iterable[str], *, german: bool = False, at: str = "", more: str = "", **rest: Any) -> int:
    """The shift of an attack from some hexes of the circle, all of which are occupied."""
    circle = RAID if german else CIRCLE
    defender = at or (f"US2A={TARGET}" if german else f"9SS={TARGET}")
    units = " ".join(f"{unit}={hex_}" for hex_, unit in circle.items())
    match = combat(f"{units} {defender}", side="german" if german else "allied", more=more, **rest)
    return total(announce(match, TARGET, *(circle[hex_] for hex_ in hexes)))


def bonus(hexes: Iterable[str]) -> bool:
    """The rule in other words: opposite hexes, every other hex, or more than three."""
    taken = set(hexes)
    return any(taken >= set(pattern) for pattern in OPPOSITE + ALTERNATE) or len(taken) > 3


@rule("rhine", "11.19", "11.19a")
@pytest.mark.parametrize("pair", OPPOSITE)
def test_opposite_hexes_give_a_column_to_the_right(pair: tuple[str, str]) -> None:
    assert shift(pair) == 1


@rule("rhine", "11.19", "11.19a")
def test_three_to_one_becomes_four_to_one() -> None:
    match = announce(combat(f"US1={W} US9={E} 9SS={TARGET}"), TARGET, "US1", "US9")
    assert (column(match), total(match), amount(match, "11.19")) == ("4:1", 1, 1)
    match = announce(combat(f"US1={W} US9={NW} 9SS={TARGET}"), TARGET, "US1", "US9")
    assert (column(match), total(match)) == ("3:1", 0)


@rule("rhine", "11.19", "11.19b")
@pytest.mark.parametrize("three", ALTERNATE)
def test_every_other_hex_gives_a_column(three: tuple[str, ...]) -> None:
    assert shift(three) == 1


@rule("rhine", "11.19", "11.19c")
@pytest.mark.parametrize("four", [(NE, E, SE, SW), (E, SE, SW, W), (NW, NE, E, W), (SE, SW, W, NW), RING[:5]])
def test_four_hexes_and_more_give_a_column(four: tuple[str, ...]) -> None:
    assert shift(four) == 1


@rule("rhine", "11.19", "11.19d")
@pytest.mark.parametrize(
    "few", [(W,), (W, NW), (NW, NE), (NE, SE), (W, SW), (NE, E, SE), (SW, W, NW), (W, NW, NE), (SE, SW, W)]
)
def test_other_two_or_three_hexes_give_none(few: tuple[str, ...]) -> None:
    assert shift(few) == 0


@rule("rhine", "11.19", "11.19e")
@pytest.mark.parametrize("three", [(NE, E, SW), (NE, SE, SW), (W, NW, E), (SE, NW, SW)])
def test_three_hexes_with_an_opposite_pair_qualify(three: tuple[str, ...]) -> None:
    assert shift(three) == 1


@rule("rhine", "11.19", "11.19f")
def test_the_bonus_is_one_column_at_most() -> None:
    assert shift(RING) == 1
    assert shift(RING, german=True) == 1
    # Two units in each of two opposite hexes are still one concentric attack.
    at = f"US1={W} US4={W} US9={E} US28={E} 9SS={TARGET}"
    assert total(announce(combat(at), TARGET, "US1", "US4", "US9", "US28")) == 1


@rule("rhine", "11.19", "11.19a", "11.19b", "11.19c", "11.19d", "11.19e", "11.19f")
@pytest.mark.parametrize("number", range(1, 7))
def test_every_choice_of_hexes(number: int) -> None:
    for hexes in combinations(RING, number):
        assert shift(hexes) == int(bonus(hexes)), hexes


@rule("rhine", "11.19", "11.19g")
def test_only_hexes_that_take_part_count() -> None:
    at = f"US1={W} US9={E} US4={E} US28={NW} 9SS={TARGET}"
    assert total(announce(combat(at), TARGET, "US1", "US28")) == 0
    # One of the two units in the opposite hex is enough.
    assert total(announce(combat(at), TARGET, "US1", "US4")) == 1


@rule("rhine", "11.19", "11.19h")
@pytest.mark.parametrize("pattern", [*OPPOSITE, *ALTERNATE, RING[:4]])
def test_germans_get_it_too(pattern: tuple[str, ...]) -> None:
    assert shift(pattern, german=True) == 1


@rule("rhine", "11.19", "11.19h")
def test_germans_do_not_get_it_from_one_side() -> None:
    assert shift((NE, E, SE), german=True) == 0
    match = combat(f"1SS={E} 12SS={W} US1={TARGET}", side="german")
    assert column(announce(match, TARGET, "1SS", "12SS")) == "3:1"


@rule("rhine", "11.19", "11.19i")
@pytest.mark.parametrize("pattern", [(E, W), (NE, SE, W), RING])
def test_none_against_an_airborne_corps(pattern: tuple[str, ...]) -> None:
    at = f"US82AB=airborne US101AB=airborne AAA18={TARGET}"
    assert shift(pattern, german=True, at=at, more="made18 US82AB US101AB") == 0
    assert shift(pattern, german=True, at=f"US82AB={TARGET}") == 1


@rule("rhine", "11.19", "11.19j")
@pytest.mark.parametrize(("terrain", "expected"), [("clear", 1), ("polder", 1), ("rough", 0)])
def test_terrain_does_not_bar_it(terrain: str, expected: int) -> None:
    assert shift((E, W), terrain={TARGET: terrain}) == expected
    assert shift((E, W), german=True, terrain={TARGET: terrain}) == expected


@rule("rhine", "11.19", "11.19j")
def test_a_rough_hex_attacked_from_opposite_hexes_keeps_its_odds() -> None:
    match = combat(f"US1={W} US9={E} 9SS={TARGET}", terrain={TARGET: "rough"})
    assert column(announce(match, TARGET, "US1", "US9")) == "3:1"


@rule("rhine", "11.19", "11.19j")
def test_rivers_and_floods_do_not_bar_it() -> None:
    assert shift((E, W), sides=water(TARGET, *RING, kind="river")) == 0
    assert shift((E, W), sides=water(TARGET, *RING, kind="rhine")) == -1
    assert shift((E, W), sides=water(TARGET, *RING, kind="blocked")) == 1
    flood: dict[str, Any] = {"turn": 5, "more": "flood 5", "features": {TARGET: "flood"}}
    assert shift((E, W), **flood) == 0
    assert shift((SW, W), **flood) == -1


@rule("rhine", "11.19", "11.16b", "11.16d", "11.17d")
@pytest.mark.parametrize(("word", "expected"), [("town", -1), ("city", -2), ("ruhr", -2), ("westwall", -1)])
def test_none_against_towns_cities_and_the_wall(word: str, expected: int) -> None:
    assert shift((E, W), features={TARGET: word}) == expected
    assert shift(RING, features={TARGET: word}) == expected


@rule("rhine", "11.19", "11.16b", "11.16d")
@pytest.mark.parametrize(("word", "expected"), [("town", -1), ("city", -2)])
def test_towns_and_cities_also_protect_the_allies(word: str, expected: int) -> None:
    assert shift((E, W), german=True, features={TARGET: word}) == expected


@rule("rhine", "11.19", "11.19k")
def test_a_momentum_attack_is_never_concentric() -> None:
    # A friend stands on the other side of the new target, but may not join.
    at = f"US2A={W} US1=2008N 105PB={TARGET} 85ID={E}"
    match = advance(fight(combat(at), TARGET, "US2A", roll=4), "US2A")
    announce(match, E, "US2A")
    refused(match, "with US1")
    assert (column(match), total(match)) == ("3:1", 0)
