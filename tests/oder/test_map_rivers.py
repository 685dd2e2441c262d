"""Rivers: every one in one piece, with a spring, a mouth and the towns on the right bank."""

from __future__ import annotations

from collections import Counter as Tally
from itertools import combinations

import pytest

from grognard.engine.board import Hexside, hexside
from grognard.hexes import bits
from tests.oder.helpers_map import (
    ALL_SEA,
    BOARD,
    LAND,
    MAP,
    RIVERS,
    SEA,
    START_LINE,
    ends,
    pairs,
)

NAMES = sorted({BOARD.hexsides[pair].name for pair in RIVERS})
#: corner -> how many river hexsides end there
MEETING = Tally(corner for pair in RIVERS for corner in ends(pair))


def at_water(corner: frozenset[int]) -> bool:
    """A corner at the sea or at a lagoon."""
    pairs_here = combinations(sorted(corner), 2)
    return any(SEA >> h & 1 for h in corner) or any(hexside(a, b) in ALL_SEA for a, b in pairs_here)


def loose(pair: Hexside) -> list[frozenset[int]]:
    """The ends of a hexside where a river begins or stops in the middle of the land."""
    return [corner for corner in ends(pair) if MEETING[corner] == 1 and len(corner) == 3 and not at_water(corner)]


def cut(name: str, start: str) -> int:
    """Every land hex on one side of a river, all other water left out."""
    bank = set(MAP.water(name))
    return MAP.spread(1 << MAP.at(start), lambda a, b: hexside(a, b) not in bank and bool(LAND >> b & 1))


def test_34_rivers_have_341_hexsides() -> None:
    assert len(NAMES) == 34
    assert len(RIVERS) == 341
    assert {"Oder", "Vistula", "Warthe", "Netze", "Bug", "Narew", "Memel", "Pregel", "Pilica"} <= set(NAMES)


def test_every_hexside_of_a_river_meets_another_or_is_as_long_as_the_river() -> None:
    alone = [pair for pair in RIVERS if all(MEETING[corner] == 1 for corner in ends(pair))]
    for pair in alone:
        assert any(at_water(corner) or len(corner) == 2 for corner in ends(pair)), MAP.text(pair)


def test_no_river_has_more_than_one_spring() -> None:
    springs = Tally(BOARD.hexsides[pair].name for pair in RIVERS for _ in loose(pair))
    assert sum(springs.values()) <= len(NAMES)
    assert max(springs.values()) == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_river_leads_somewhere(name: str) -> None:
    """To another river, to the sea, or off the map."""
    water = MAP.water(name)
    corners = [corner for pair in water for corner in ends(pair)]
    mine = Tally(corners)
    assert any(at_water(corner) or len(corner) == 2 or MEETING[corner] > mine[corner] for corner in corners)


def pieces(water: list[Hexside]) -> list[set[Hexside]]:
    """The parts of a river that hang together."""
    left, found = set(water), []
    while left:
        piece = {left.pop()}
        while more := {pair for pair in left if any(MAP.touch(pair, other) for other in piece)}:
            piece |= more
            left -= more
        found.append(piece)
    return found


#: rivers that leave the sheet and come back
WANDERING = {"Oder": 2, "Vistula": 4, "Pripet": 2}


@pytest.mark.parametrize("name", NAMES)
def test_a_river_is_in_one_piece_unless_it_leaves_the_sheet_and_comes_back(name: str) -> None:
    found = pieces(MAP.water(name))
    assert len(found) == WANDERING.get(name, 1)
    if name in WANDERING:
        assert all(any(len(corner) == 2 for pair in piece for corner in ends(pair)) for piece in found)


@pytest.mark.parametrize(
    ("name", "into"),
    [
        ("Warthe", "Netze"),
        ("Netze", "Brahe"),
        ("Obra", "Warthe"),
        ("Prosna", "Warthe"),
        ("Narew", "Bug"),
        ("Narew", "Vistula"),
        ("Pilica", "Vistula"),
        ("San", "Vistula"),
        ("Wieprz", "Vistula"),
        ("Bzura", "Vistula"),
        ("Drewenz", "Vistula"),
        ("Nogat", "Vistula"),
        ("Biebrza", "Narew"),
        ("Alle", "Pregel"),
        ("Deime", "Pregel"),
        ("Angerapp", "Pregel"),
        ("Neris", "Memel"),
        ("Neisse", "Oder"),
        ("Mukhavets", "Bug"),
        ("Shchara", "Memel"),
    ],
)
def test_two_rivers_meet(name: str, into: str) -> None:
    assert any(MAP.touch(a, b) for a in MAP.water(name) for b in MAP.water(into))


def test_the_vistula_passes_warsaw_and_danzig() -> None:
    assert pairs("2115-2216 2117-2217 2007-2008") <= set(MAP.water("Vistula"))


@pytest.mark.parametrize(("town", "bank"), [("Warsaw", "1715"), ("Radom", "1715"), ("Sandomierz", "1715")])
def test_a_town_on_the_left_bank_of_the_vistula(town: str, bank: str) -> None:
    """Whether one comes from the town to Łódź without crossing the Vistula."""
    assert not MAP.place(town) & ~cut("Vistula", bank)


@pytest.mark.parametrize(
    ("town", "neighbour", "river"),
    [("Stettin", "1206", "Oder"), ("Breslau", "1214", "Oder"), ("Tilsit", "2908", "Memel"), ("Łomża", "2513", "Narew")],
)
def test_a_town_has_its_river_between_it_and_the_other_bank(town: str, neighbour: str, river: str) -> None:
    (h,) = bits(MAP.place(town))
    assert BOARD.hexsides[hexside(h, MAP.at(neighbour))].name == river


def test_rivers_carry_the_front_except_at_the_bridgeheads_and_in_east_prussia() -> None:
    wet = Tally(BOARD.hexsides[pair].name for pair in START_LINE & RIVERS)
    assert wet == {"Vistula": 8, "Narew": 6, "Memel": 5, "Biebrza": 2, "Pilica": 1}
    assert len(START_LINE - RIVERS) == 27
