"""The counters: how many there are, what their figures must be, and what the rules count of them."""

from __future__ import annotations

from collections import Counter as Tally

import pytest

from grognard.games.reich.tables_schema import FREE
from grognard.games.reich.units import COUNT, COUNTS
from grognard.hexes import bits
from tests.reich.helpers_map import COUNTERS, INDEX, ROSTER, TABLES, ids, units
from tests.rules import rule


def test_the_sides_have_their_counters() -> None:
    assert Tally(c.side for c in COUNTERS) == COUNTS
    assert len(INDEX) == COUNT == 264
    assert ROSTER.support.bit_count() == 7


@rule("reich", "2.2.A", "2.2.B")
def test_types() -> None:
    found = Tally((c.side, c.type) for c in COUNTERS)
    assert {t: n for (side, t), n in found.items() if side == "allied"} == {
        "hq": 4,
        "leader": 1,
        "infantry": 63,
        "mountain": 1,
        "armored": 33,
        "airborne": 7,
        "air-landing": 1,
        "tactical-air": 4,
        "bomber": 2,
        "funnies": 1,
    }
    assert {t: n for (side, t), n in found.items() if side == "german"} == {
        "hq": 1,
        "leader": 1,
        "infantry": 70,
        "coastal": 18,
        "parachute": 7,
        "mountain": 2,
        "panzer": 22,
        "panzergrenadier": 5,
        "tiger": 5,
        "flak": 9,
        "tank-destroyer": 3,
        "garrison": 4,
    }


@rule("reich", "2.2.A")
def test_mechanized_units_are_panzers_panzergrenadiers_tigers_and_model() -> None:
    kinds = ("panzer", "panzergrenadier", "tiger", "leader")
    assert ids(ROSTER.mechanized) == {c.id for c in COUNTERS if c.side == "german" and c.type in kinds}
    assert ROSTER.mechanized == ROSTER.commands["mech"]
    assert ROSTER.german & ~ROSTER.mechanized == ROSTER.commands["infantry"]


@rule("reich", "6.2")
def test_units_without_a_zone_by_their_print() -> None:
    assert ROSTER.zoned & (ROSTER.staff | ROSTER.types["tiger"] | ROSTER.types["garrison"] | ROSTER.support) == 0
    assert ROSTER.zoned & units("G-FLAK1 G-FLAK8") == 0
    assert ROSTER.zoned & units("G-IIIFLK G-654 CW-Bel US-82AB") == units("G-IIIFLK G-654 CW-Bel US-82AB")


@rule("reich", "16.2")
def test_metz_garrisons_and_others_that_cannot_move() -> None:
    assert {c.printed for c in COUNTERS if c.type == "garrison"} == {"0-3-0"}
    assert {c.printed for c in COUNTERS if c.id.startswith("G-FLAK")} == {"0-2-0"}


@rule("reich", "17.9.1", "7.3.A")
def test_airborne_units_have_one_step_and_a_weaker_dropped_side() -> None:
    assert ROSTER.landed.bit_count() == 8
    for u in bits(ROSTER.landed):
        assert ROSTER.steps[u] == 1
        assert ROSTER.dropped[u][0] <= ROSTER.attack[u][1]
        assert ROSTER.dropped[u][1] <= ROSTER.defense[u][1]
        assert COUNTERS[u].back
    assert ROSTER.brigades & ROSTER.landed == units("CW-POLAB")


def test_the_reduced_side_is_never_stronger() -> None:
    for u in bits(ROSTER.two_steps):
        assert ROSTER.attack[u][1] <= ROSTER.attack[u][2]
        assert ROSTER.defense[u][1] <= ROSTER.defense[u][2]
    assert ROSTER.two_steps & ROSTER.landed == 0


@rule("reich", "14.1.B")
def test_red_strengths_belong_to_armour_and_panzers() -> None:
    kinds = {COUNTERS[u].type for u in bits(ROSTER.mobile)}
    assert kinds == {"armored", "panzer", "panzergrenadier", "tiger"}
    every = {u for u, c in enumerate(COUNTERS) if c.type in kinds}
    assert set(bits(ROSTER.mobile)) == every


@rule("reich", "2.4", "5.2.B")
def test_nations() -> None:
    assert {ROSTER.nation[u] for u in bits(ROSTER.commonwealth)} == {
        "british",
        "canadian",
        "polish",
        "belgian",
        "dutch",
    }
    assert ids(ROSTER.shaef) == {"AL-SHAEF"}
    four = ROSTER.commonwealth | ROSTER.us | ROSTER.french | ROSTER.shaef
    assert four & ROSTER.combat == ROSTER.allied & ROSTER.combat
    assert ROSTER.commonwealth & ROSTER.combat & ~ROSTER.commands["21AG"] == 0
    assert (ROSTER.us | ROSTER.french) & ROSTER.commands["21AG"] == 0


@rule("reich", "5.2.A.2", "5.2.A.3")
def test_free_stacking_types_follow_from_the_chart() -> None:
    for side, words in FREE.items():
        assert TABLES.lists["stacking"][side] == words
        assert set(ROSTER.free[side]) == set(words)
    assert ROSTER.free["german"]["flak"] >> INDEX["G-653"] & 1
    assert ROSTER.free["allied"]["brigade"] & units("CW-POLAB CW-8AB CW-1CDO") == units("CW-POLAB CW-8AB CW-1CDO")
    assert ROSTER.free["allied"]["airborne"] == ROSTER.landed_divisions
    assert TABLES.numbers["stacking"]["units"] == 3


@rule("reich", "7.2.2.A")
def test_replaceable_mechanized_divisions_match_their_markers() -> None:
    replaceable = ROSTER.mech_divisions & ROSTER.replaceable
    assert replaceable.bit_count() == 14
    assert ids(replaceable & ROSTER.ss) == {"G-1SS", "G-2SS", "G-9SS", "G-10SS", "G-12SS", "G-17SS"}
    assert ids(ROSTER.mech_divisions & ~ROSTER.replaceable) == {"G-21PZ"}
    assert ROSTER.types["tiger"] & ~ROSTER.replaceable == 0


@rule("reich", "3.4.A.9")
@pytest.mark.parametrize(
    ("unit", "replaceable"),
    [
        ("G-243", False),
        ("G-709", False),
        ("G-347", False),
        ("G-6FJR", False),
        ("G-352", False),
        ("G-914", False),
        ("CW-4AB", True),
        ("G-FEB", True),
        ("G-150PB", True),
        ("G-FGB", True),
        ("US-PATTON", True),
        ("AL-SHAEF", True),
        ("G-HQ7", False),
        ("G-MODEL", False),
    ],
)
def test_dots_of_units_that_the_rules_speak_of(unit: str, replaceable: bool) -> None:
    assert bool(ROSTER.replaceable >> INDEX[unit] & 1) == replaceable


@rule("reich", "10.2", "10.3")
def test_variable_and_printed_allowances() -> None:
    printed = {COUNTERS[u].type for u in bits(ROSTER.printed)}
    assert printed == {"hq", "leader", "coastal", "garrison", "flak"}
    assert ROSTER.movement[INDEX["G-HQ7"]] == 6
    assert ROSTER.movement[INDEX["G-266"]] == 4
    assert ROSTER.movement[INDEX["US-PATTON"]] == ROSTER.movement[INDEX["G-MODEL"]] == 12
    assert ROSTER.movement[INDEX["G-3FJ"]] == -1


@rule("reich", "10.7.8")
def test_only_german_set_up_units_wait_for_release() -> None:
    assert ROSTER.fifteenth.bit_count() == 18
    for u in bits(ROSTER.fifteenth):
        assert ROSTER.german >> u & 1
        assert ROSTER.setup[u]
        assert 2 <= ROSTER.release[u] <= 7


@rule("reich", "3.4.A.2", "3.4.A.3", "3.4.A.7", "3.4.A.8")
def test_groups_of_the_final_battles_set_up() -> None:
    later = sum(ROSTER.due(turn) for turn in range(11, 16))
    count = {name: (group & ~later).bit_count() for name, group in ROSTER.groups.items()}
    assert count["1-2-4 divisions"] == 17
    assert count["3-4 infantry divisions"] == 10
    assert count["2-3 infantry divisions"] == 32
    assert count["1-2 infantry divisions"] == 14
    assert ids(ROSTER.groups["fj divisions"]) == {"G-2FJ", "G-3FJ", "G-5FJ", "G-7FJ"}
    assert ROSTER.groups["1-2-4 divisions"] >> INDEX["G-716"] & 1


def test_the_force_of_final_battles_before_removals() -> None:
    later = sum(ROSTER.due(turn) for turn in range(11, 16))
    assert (ROSTER.allied & ROSTER.combat & ~later).bit_count() == 81
    assert (ROSTER.german & ROSTER.combat & ~later).bit_count() == 120


#: arrivals by turn: German B, E, W, A-D; Allied std, England, A-D
ARRIVALS = {
    1: ((0, 1, 0, 0), (0, 0, 0)),
    2: ((3, 3, 4, 0), (11, 0, 0)),
    3: ((3, 3, 1, 0), (11, 0, 0)),
    4: ((2, 2, 0, 0), (5, 0, 0)),
    5: ((0, 0, 2, 0), (8, 1, 0)),
    6: ((0, 7, 0, 7), (1, 0, 0)),
    7: ((0, 9, 0, 0), (1, 0, 8)),
    8: ((0, 11, 0, 0), (0, 0, 2)),
    9: ((0, 5, 0, 0), (8, 1, 1)),
    10: ((0, 13, 0, 0), (2, 0, 3)),
    11: ((0, 7, 0, 0), (6, 0, 0)),
    12: ((0, 4, 0, 0), (4, 0, 4)),
    13: ((0, 2, 0, 0), (1, 1, 1)),
    14: ((0, 3, 0, 0), (8, 0, 1)),
    15: ((0, 3, 0, 0), (3, 0, 0)),
}


@rule("reich", "7.1.4", "7.1.3")
@pytest.mark.parametrize("turn", ARRIVALS)
def test_arrivals_by_turn(turn: int) -> None:
    due = ROSTER.due(turn)

    def count(side: int, code: str) -> int:
        return sum(ROSTER.entry[u] == code for u in bits(due & side))

    german = tuple(count(ROSTER.german, code) for code in ("B", "E", "W", "A-D"))
    allied = tuple(count(ROSTER.allied & ROSTER.combat, code) for code in ("std", "England", "A-D"))
    assert (german, allied) == ARRIVALS[turn]
    assert count(ROSTER.german, "flak") == (8 if turn == 13 else 0)


@rule("reich", "3.2.E.2")
def test_arrivals_that_the_rules_name() -> None:
    def due(turn: int, code: str, side: int) -> set[str]:
        return ids(sum(1 << u for u in bits(ROSTER.due(turn) & side) if ROSTER.entry[u] == code))

    assert due(1, "E", ROSTER.german) == {"G-503SS"}
    assert due(2, "E", ROSTER.german) == {"G-9SS", "G-10SS", "G-502SS"}
    assert due(2, "B", ROSTER.german) == {"G-353", "G-266", "G-3FJ"}
    assert due(2, "W", ROSTER.german) == {"G-272", "G-276", "G-277", "G-2SS"}
    assert "G-6FJ" in due(3, "E", ROSTER.german)
    assert due(2, "std", ROSTER.allied & ROSTER.us) == {"US-9", "US-30", "US-79", "US-2A", "US-HQ1-12"}
    assert due(2, "std", ROSTER.commonwealth) == {"CW-15", "CW-49", "CW-11A", "CW-4AB", "CW-34TB", "CW-HQ21"}
    assert due(2, "support", ROSTER.allied) == {"US-CARPET", "CW-CARPET", "CW-79"}
    assert due(6, "A-D", ROSTER.german) == {"G-11PZ", "G-198", "G-338", "G-189", "G-159", "G-16", "G-30SS"}
    assert ids(ROSTER.england) == {"CW-1AB", "CW-52AL"}


@rule("reich", "7.1.4")
def test_every_combat_unit_starts_or_arrives_once() -> None:
    for u in bits(ROSTER.combat):
        assert bool(ROSTER.setup[u]) != bool(ROSTER.turn[u]), COUNTERS[u].id
        assert bool(ROSTER.turn[u]) == bool(ROSTER.entry[u])
