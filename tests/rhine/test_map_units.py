"""The counters and the set-up: numbers given by the rules, start hexes and strengths."""

from __future__ import annotations

import re
from collections import Counter as Tally

import pytest

from grognard.games.rhine.units import COUNT, COUNTS
from grognard.hexes import of
from tests.rhine.helpers_map import (
    BOARD,
    CAMPAIGN,
    CITIES,
    COUNTERS,
    ENTER,
    GRID,
    INDEX,
    LINES,
    MAP,
    ROSTER,
    RUHR,
    TABLES,
    faults,
    ids,
    region,
)

START: dict[str, str] = CAMPAIGN["setup"]["german"]
HEAD = "id,side,steps,attack,defense,attack2,defense2,movement,entry,code,tags,group,size,type\n"


def test_the_sides_have_their_units() -> None:
    assert Tally(c.side for c in COUNTERS) == COUNTS == {"allied": 118, "german": 106}
    assert len(COUNTERS) == COUNT == 224


def test_unit_ids_are_short_words_and_not_numbers_or_hexes() -> None:
    assert len(INDEX) == COUNT
    for unit in INDEX:
        assert re.fullmatch(r"[A-Za-z0-9]{2,7}", unit)
        assert not unit.isdigit()
        assert not re.fullmatch(r"\d{4}[NS]", unit)
    assert len({unit.lower() for unit in INDEX}) == COUNT


@pytest.mark.parametrize(("code", "count"), [("15A", 5), ("19A", 7), ("Any", 10), ("WR", 12), ("*", 6), ("hex", 29)])
def test_the_numbers_that_the_rules_give(code: str, count: int) -> None:
    assert ROSTER.codes[code].bit_count() == count


def test_the_army_groups() -> None:
    assert {group: units.bit_count() for group, units in ROSTER.groups.items()} == {
        "us": 69,
        "bc": 33,
        "f": 14,
        "1aaa": 2,
    }
    for c, group in zip(COUNTERS, ROSTER.group, strict=True):
        assert (group == "") == (c.side == "german")


def test_the_airborne_box() -> None:
    box = CAMPAIGN["box"]["units"]
    assert set(box) == ids(ROSTER.codes["*"]) == {"AAA1", "AAA18", "BC1AB", "BC1PAB", "US82AB", "US101AB"}
    assert ids(ROSTER.corps) == {"AAA1", "AAA18"} == ids(ROSTER.groups["1aaa"])
    assert ids(ROSTER.paratroops) == {"BC1AB", "BC1PAB", "BC6AB", "US82AB", "US101AB", "US17AB", "US13AB"}
    for group, least in (("bc", TABLES.airborne_steps), ("us", TABLES.airborne_steps)):
        steps = sum(ROSTER.steps[INDEX[u]] for u in box if ROSTER.group[INDEX[u]] == group)
        assert steps >= least, "both corps may drop on the first turn (12.2)"


def test_units_that_a_rule_singles_out() -> None:
    assert ids(ROSTER.garrisons) == {"FW", "SO"}
    assert ids(ROSTER.commandos) == {"BC1Co", "BC4Co"}
    assert ids(ROSTER.us_or_f) == {"F2A"}
    assert ids(ROSTER.mountain) == {"F4MO", "F1MT", "F2MT", "F3MT", "6SSM", "2Mtn"}
    assert ids(ROSTER.static) == {"AAA1", "AAA18", "FW", "SO", "4Flk", "7Flk", "21Flk", "22Flk"}
    assert ids(ROSTER.bc_armor) >= {"BCGA", "BC11A", "BC1PA", "BC8Bd"}
    assert ROSTER.bc_armor.bit_count() == 13
    assert ids(ROSTER.patton) >= {"US4A", "US5", "US2C"}
    assert not ROSTER.patton & ~ROSTER.codes["SW"]


def test_the_germans_can_pay_what_the_counteroffensive_costs() -> None:
    assert ids(ROSTER.withdraw_divisions) == set(
        "1SS 2SS 9SS 10SS 12SS 2Pz 9Pz 11Pz 21Pz 116Pz Lehr 3PG 15PG 25PG 17SS".split()
    )
    assert ids(ROSTER.withdraw_brigades) == set(
        "105PB 106PB 107PB 108PB 111PB 112PB 113PB 150PB KGP FE FG SSW 244SG 280SG 341SG 394SG 902SG".split()
    )
    late = of(i for i, turn in enumerate(ROSTER.entry) if turn > TABLES.watch.withdraw_turn)
    assert (ROSTER.withdraw_divisions & ~late).bit_count() > TABLES.watch.divisions
    assert (ROSTER.withdraw_brigades & ~late).bit_count() > TABLES.watch.brigades


def test_codes_say_where_a_group_enters() -> None:
    for i, c in enumerate(COUNTERS):
        if ROSTER.group[i] == "bc":
            assert ROSTER.code[i] in ("N", "*"), c.id
        if ROSTER.group[i] == "f":
            assert ROSTER.code[i] == ("N" if c.id == "F2A" else "S"), c.id


# -- strengths (2.9 to 2.11) -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "attack", "defense", "movement", "printed"),
    [
        ("US2A", (0, 5, 9), (0, 4, 7), 13, "9-7-13"),
        ("BC8Bd", (0, 3), (0, 2), 12, "3-2-12"),
        ("1SS", (0, 4, 7), (0, 3, 6), 10, "7-6-10"),
        ("AAA18", (0, 0, 0), (0, 5, 10), 0, "0-10-0"),
        ("FW", (0, 0), (0, 5), 0, "0-5-0"),
    ],
)
def test_a_strength_is_read_by_the_steps_left(
    unit: str, attack: tuple[int, ...], defense: tuple[int, ...], movement: int, printed: str
) -> None:
    i = INDEX[unit]
    assert (ROSTER.attack[i], ROSTER.defense[i], ROSTER.movement[i]) == (attack, defense, movement)
    assert COUNTERS[i].printed == printed


def test_every_unit_has_a_side_for_every_step_and_the_reduced_one_is_no_stronger() -> None:
    for i, c in enumerate(COUNTERS):
        for faces in (ROSTER.attack[i], ROSTER.defense[i]):
            assert len(faces) == ROSTER.steps[i] + 1 == c.values["steps"] + 1
            assert list(faces) == sorted(faces)
        assert ROSTER.defense[i][1] > 0
        assert 0 <= ROSTER.movement[i] <= 13, "10.1"


def test_brigades_have_one_step_and_divisions_that_move_two() -> None:
    assert not ROSTER.brigades & ROSTER.two_steps
    assert not ROSTER.divisions & ~ROSTER.static & ~ROSTER.two_steps
    assert not ROSTER.corps & ~ROSTER.two_steps
    assert not (1 << COUNT) - 1 & ~(ROSTER.brigades | ROSTER.divisions | ROSTER.corps)


# -- the set-up (3.3 to 3.7) -----------------------------------------------------------------------


def listed() -> dict[str, tuple[str, str]]:
    """Unit -> its entry and code, as scenarios.toml has them."""
    found: dict[str, tuple[str, str]] = {}
    where = [(u, ("0", h)) for u, h in START.items()]
    where += [(u, ("0", code)) for code, units in CAMPAIGN["groups"].items() for u in units]
    where += [(u, ("0", "*")) for u in CAMPAIGN["box"]["units"]]
    where += [(u, (str(CAMPAIGN["watch"]["turn"]), "WR")) for u in CAMPAIGN["watch"]["units"]]
    for side, boxes in CAMPAIGN["turn_boxes"].items():
        for turn, units in boxes.items():
            for unit in units:
                assert LINES[unit]["side"] == side
                where.append((unit, (turn, LINES[unit]["code"])))
    for unit, code in where:
        assert unit not in found, f"{unit} is listed twice"
        found[unit] = code
    return found


def test_every_unit_is_in_one_list_as_its_counter_says() -> None:
    assert listed() == {unit: (line["entry"], line["code"]) for unit, line in LINES.items()}


def test_turn_boxes_lie_on_the_track() -> None:
    assert CAMPAIGN["turns"] == len(TABLES.track) == 11
    for boxes in CAMPAIGN["turn_boxes"].values():
        assert {int(turn) for turn in boxes} <= set(range(1, 12))
    assert set(CAMPAIGN["turn_boxes"]["allied"]) == {str(turn) for turn in range(1, 12)}, "9.4: every turn"


def test_no_allied_unit_starts_on_the_map() -> None:
    assert set(CAMPAIGN["setup"]) == {"german"}
    assert {LINES[unit]["side"] for unit in START} == {"german"}


def test_fixed_units_start_on_land_within_the_limit_and_off_the_entry_hexes() -> None:
    load: Tally[str] = Tally()
    for unit, label in START.items():
        assert ENTER >> MAP.at(label) & 1
        assert GRID.label(MAP.at(label)) == label
        assert not region("Allied edge sources") >> MAP.at(label) & 1
        load[label] += TABLES.stacking[LINES[unit]["size"]]
    assert max(load.values()) <= TABLES.stacking_limit


def test_the_armies_find_room_in_their_hexes() -> None:
    for code in ("15A", "19A"):
        need = sum(TABLES.stacking[LINES[unit]["size"]] for unit in CAMPAIGN["groups"][code])
        assert need <= TABLES.stacking_limit * region(f"{code} set-up").bit_count()


def test_garrisons_and_flak_start_in_their_hexes() -> None:
    assert (START["FW"], START["SO"], START["17SS"]) == ("1112N", "1116N", "1710S")
    for unit in ("4Flk", "7Flk", "21Flk", "22Flk"):
        assert (CITIES | RUHR) >> MAP.at(START[unit]) & 1
    assert BOARD.names[MAP.at(START["FW"])] == "Walcheren"


# -- an owner's corrections ------------------------------------------------------------------------


def test_a_correction_of_a_strength_is_taken() -> None:
    assert faults(counters_csv="id,attack,attack2\nUS2A,8,4\n") == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("US2A,axis,,,,,,,,,,,,", "side is 'axis', not one of allied, german"),
        ("US2A,,3,,,,,,,,,,,", "steps is '3', not one of 1, 2"),
        ("US2A,,,,,10,,,,,,,,", "the reduced side is stronger than the full one (2.11)"),
        ("BC8Bd,,,,,1,,,,,,,,", "a unit of one step has no reduced side (2.11)"),
        ("US2A,,,,0,,,,,,,,,", "defense is 0, less than 1"),
        ("US2A,,,,,,,0,,,,,,", "static units, and only static units, have a movement factor of 0 (2.10)"),
        ("US2A,,,,,,,,0,,,,,", "US2A needs a turn of entry (2.12)"),
        ("9SS,,,,,,,,3,,,,,", "9SS is in play from the start: Any and entry 3 (2.12)"),
        ("US2A,,,,,,,,,W,,,,", "code is 'W', not one of *, N, S, SW"),
        ("2Pz,,,,,,,,,9999N,,,,", "code: no hex '9999N' on this map"),
        ("US2A,,,,,,,,,,tank,,,", "tags: 'tank' is not one of"),
        ("US2A,,,,,,,,,,,xx,,", "group is 'xx', not one of 1aaa, bc, f, us"),
        ("US2A,,,,,,,,,,,,II,", "size is 'II', not one of X, XX, XXX"),
        ("US2A,,,,,,,,,,,,,tank", "type is 'tank', not one of"),
        ("US999,,,,,,,,,,,,,", "unknown id 'US999'; an overlay cannot add rows to this file"),
    ],
)
def test_an_error_in_a_counter_is_reported_with_its_line(line: str, reason: str) -> None:
    found = faults(counters_csv=HEAD + line + "\n")
    assert [text for text in found if text.startswith(f"overlay/counters.csv:2: {reason}")], found


def test_a_unit_that_changes_sides_is_missed() -> None:
    found = faults(counters_csv="id,side,group,code\n2Pz,allied,us,*\n")
    assert found == [
        "counters.csv: 119 allied counters instead of 118",
        "counters.csv: 105 german counters instead of 106",
    ]
