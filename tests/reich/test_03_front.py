"""3.4.A.6 and 3.4.A.9: coverage of the front lines by units and zones."""

from __future__ import annotations

from grognard.games.reich.front import best_cover, uncovered
from grognard.hexes import bits
from tests.reich.helpers_map import GRID, GROUND, at, region
from tests.rules import rule

FRONT = region("Allied Front Line hexes")


def one(label: str) -> int:
    return 1 << at(label)


@rule("reich", "3.4.A.6b")
def test_a_hex_without_unit_and_zone_is_uncovered() -> None:
    assert uncovered(GRID, FRONT, 0, 0) == FRONT
    left = uncovered(GRID, FRONT, one("4107"), one("4107"))
    assert not left & (one("4107") | one("4007"))
    assert left & one("4307")


@rule("reich", "3.4.A.6b")
def test_a_unit_without_a_zone_covers_its_own_hex_only() -> None:
    left = uncovered(GRID, FRONT, one("4107"), 0)
    assert not left & one("4107")
    assert left & one("4007")


@rule("reich", "3.4.A.6c")
def test_terrain_does_not_matter_for_coverage() -> None:
    assert GROUND.cities >> at("5431") & 1
    assert not uncovered(GRID, FRONT, one("5432"), one("5432")) & one("5431")


@rule("reich", "3.4.A.6b")
def test_a_front_is_closed_hex_by_hex() -> None:
    placed = 0
    for _ in range(30):
        h = best_cover(GRID, FRONT, uncovered(GRID, FRONT, placed, placed), bits(FRONT & ~placed))
        if h < 0:
            break
        placed |= 1 << h
    assert not uncovered(GRID, FRONT, placed, placed)
    assert placed.bit_count() <= 24
