"""The start line of January 1945, its bridgeheads, and how both armies stand on it."""

from __future__ import annotations

import pytest

from grognard.engine.board import hexside
from grognard.hexes import bits, of
from tests.oder.helpers_map import (
    BOARD,
    BRIDGES,
    CAMPAIGN,
    CITIES,
    FORTRESSES,
    GAME,
    GERMAN,
    LAND,
    MAP,
    RIVERS,
    SOVIET,
    START,
    START_LINE,
    around,
    counter,
    facing,
    joined,
    posts,
    standing,
)

BRIDGEHEADS = {
    "Narew bridgehead": "2214",
    "Magnuszew bridgehead": "2117",
    "Puławy bridgehead": "2118",
    "Sandomierz bridgehead": "1821 1920",
}
#: units that start behind the front; all others with a start hex are in contact
RESERVES = {"GD", "40", "24", "11G", "5GT", "1GT", "2GT", "3GT", "4T", "38"}
#: front hexes outside every zone of their own side: the Memel delta, and the coast north of Memel
THIN = MAP.hexes("2707 2905")
FOES = {"german": SOVIET, "soviet": GERMAN}
OWN = {"german": GERMAN, "soviet": SOVIET}
PLACED = [(name, unit) for name in ("german", "soviet") for unit in START[name]]


# -- the line ------------------------------------------------------------------------------------


def test_the_start_line_runs_where_german_and_soviet_ground_meet() -> None:
    meeting = {hexside(a, b) for a in bits(GERMAN) for b in MAP.grid.neighbour_list(a) if SOVIET >> b & 1}
    assert meeting == START_LINE
    assert len(START_LINE) == 49


def test_both_sides_hold_what_the_file_gives_them() -> None:
    assert GAME.start_control == [GERMAN, SOVIET]
    assert not GERMAN & SOVIET
    assert (GERMAN.bit_count(), SOVIET.bit_count()) == (244, 203)


def test_no_german_hex_is_cut_off_at_the_start() -> None:
    assert joined("1010", GERMAN) == GERMAN


def test_no_soviet_hex_is_cut_off_at_the_start() -> None:
    assert joined("3510", SOVIET) == SOVIET


def test_memel_and_nothing_else_hangs_on_the_land_bridge() -> None:
    mainland = joined("1010", GERMAN & ~BRIDGES)
    assert MAP.labels(GERMAN & ~BRIDGES & ~mainland) == {"2806"}


def test_the_west_edge_is_german_and_the_east_edge_soviet() -> None:
    assert not LAND & BOARD.edge("west") & ~GERMAN
    assert not LAND & BOARD.edge("east") & ~SOVIET


@pytest.mark.parametrize(("name", "members"), BRIDGEHEADS.items())
def test_a_bridgehead_is_beyond_the_river_and_touches_german_ground_without_one(name: str, members: str) -> None:
    assert BOARD.regions[name].set == MAP.hexes(members)
    for h in bits(MAP.hexes(members)):
        behind = [n for n in MAP.grid.neighbour_list(h) if SOVIET >> n & 1 and hexside(h, n) in RIVERS]
        before = [n for n in MAP.grid.neighbour_list(h) if GERMAN >> n & 1 and hexside(h, n) not in RIVERS]
        assert SOVIET >> h & 1
        assert behind
        assert before


def test_there_are_no_other_bridgeheads() -> None:
    assert BOARD.having("bridgehead") == MAP.hexes(" ".join(BRIDGEHEADS.values()))


# -- the set-up ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "unit"), PLACED, ids=lambda word: word)
def test_a_unit_starts_on_land_of_its_own_side(name: str, unit: str) -> None:
    h = MAP.at(START[name][unit])
    assert (OWN[name] & LAND & ~BRIDGES) >> h & 1
    assert counter(unit).side == name


def test_how_many_units_have_a_hex_of_their_own() -> None:
    assert {name: len(units) for name, units in START.items()} == {"soviet": 32, "german": 27}


@pytest.mark.parametrize("name", ["german", "soviet"])
def test_nobody_starts_overstacked(name: str) -> None:
    for label, units in standing(name).items():
        mobile = [unit for unit in units if counter(unit).type != "fortress"]
        assert len(mobile) <= 3, label
        if any(counter(unit).type == "shock" for unit in mobile):
            assert len(mobile) == 1, label


def test_the_two_start_hexes_of_the_rules() -> None:
    assert START["soviet"]["1GT"] == "2416"
    assert CAMPAIGN["any"]["third_shock"] == ["3Sh"]


@pytest.mark.parametrize(("unit", "town"), FORTRESSES.items())
def test_a_fortress_command_holds_its_town(unit: str, town: str) -> None:
    h = MAP.at(START["german"][unit])
    assert BOARD.names[h] == town
    assert BOARD.having(f"command:{unit}") == 1 << h
    assert counter(unit).type == "fortress"


def test_there_are_no_other_fortress_commands() -> None:
    marked = {word.removeprefix("command:") for words in BOARD.features.values() for word in words if "command" in word}
    assert marked == set(FORTRESSES) == {c.id for c in GAME.counters if c.type == "fortress"}


@pytest.mark.parametrize(("unit", "town"), [("KGW2", "Stettin"), ("KGW20", "Danzig")])
def test_a_korpsgruppe_enters_at_the_seat_of_its_military_district(unit: str, town: str) -> None:
    h = MAP.at(CAMPAIGN["turn_box"]["units"][unit])
    assert BOARD.names[h] == town
    assert BOARD.having(f"entry:{unit}") == 1 << h
    assert CITIES >> h & GERMAN >> h & 1


def test_memel_is_held_by_infantry_at_most_two_corps() -> None:
    units = standing("german")["2806"]
    assert len(units) <= 2
    assert all("non-mechanized" in counter(unit).tags for unit in units)


@pytest.mark.parametrize(
    ("name", "unit"), [(n, u) for n, u in PLACED if counter(u).type != "fortress"], ids=lambda word: word
)
def test_front_units_stand_in_contact_and_reserves_do_not(name: str, unit: str) -> None:
    assert facing(MAP.at(START[name][unit]), FOES[name]) != (unit in RESERVES)


@pytest.mark.parametrize("name", ["german", "soviet"])
def test_the_front_has_no_gap(name: str) -> None:
    """Every hex on the start line is held or lies next to one that is held."""
    front = of(h for h in bits(OWN[name]) if facing(h, FOES[name])) & ~THIN
    assert not MAP.labels(front & ~around(posts(name)))


def test_the_two_thin_places() -> None:
    assert all(any(facing(h, foe) for foe in FOES.values()) for h in bits(THIN))
    assert not THIN & (around(posts("german")) & GERMAN | around(posts("soviet")) & SOVIET)


def test_the_front_of_january_1945_runs_by_towns_that_everybody_knows() -> None:
    """Tilsit, Gumbinnen, Goldap, Lyck and Warsaw behind the German line; Suwałki, Łomża and Pułtusk beyond it."""
    for name in ("Tilsit", "Gumbinnen", "Goldap", "Lyck", "Modlin", "Warsaw", "Radom", "Kielce", "Tarnów", "Memel"):
        assert not MAP.place(name) & ~GERMAN, name
    for name in ("Suwałki", "Augustów", "Łomża", "Ostrolenka", "Pułtusk", "Siedlce", "Lublin", "Sandomierz", "Libau"):
        assert not MAP.place(name) & ~SOVIET, name
