"""The counters: what the rules count of them, what their figures must be, and where they start."""

from __future__ import annotations

from collections import Counter as Tally

import pytest

from grognard.games.aachen.units import COUNTS
from grognard.hexes import bits
from tests.aachen.helpers_map import BOARD, COUNTERS, GRID, GROUND, INDEX, ROSTER, SCENARIOS, at, region, words
from tests.rules import rule

CODES = ["1", "3A", "9", "30", "2A", "29", "526", "353", "9P", "116P", "49", "12", "183", "246", "3PG"]


def ids(units: int) -> set[str]:
    return {COUNTERS[u].id for u in bits(units)}


def test_the_sides_have_their_units() -> None:
    assert Tally(c.side for c in COUNTERS) == COUNTS == {"us": 73, "german": 96}
    assert Tally(c.side for c in COUNTERS if c.type == "hq") == {"us": 6, "german": 9}
    assert len(INDEX) == 169


@rule("aachen", "3.2f", "3.2g")
def test_the_formations_and_their_corps() -> None:
    assert [f.code for f in ROSTER.formations] == CODES
    by_corps: dict[str, set[str]] = {}
    for f in ROSTER.formations:
        by_corps.setdefault(f.corps, set()).add(f.code)
    assert by_corps == {"VII": {"1", "3A", "9"}, "XIX": {"30", "2A", "29"}, "LXXXI": set(CODES[6:])}


@pytest.mark.parametrize(("code", "count"), [("12", 9), ("353", 6), ("29", 4), ("3PG", 11)])
@rule("aachen", "10.2g")
def test_numbers_of_units_that_the_scenarios_give_count_the_hq(code: str, count: int) -> None:
    formation = ROSTER.formations[ROSTER.by_code[code]]
    assert formation.members.bit_count() + 1 == count


@rule("aachen", "3.2a", "3.2b", "3.2e")
def test_every_combat_unit_is_of_one_type_and_moves_in_one_way() -> None:
    assert ROSTER.infantry ^ ROSTER.afv == ROSTER.combat
    assert ROSTER.infantry & ROSTER.afv == 0
    assert ROSTER.leg ^ ROSTER.motorized == ROSTER.combat
    assert ROSTER.combat & ROSTER.hqs == 0
    assert ROSTER.afv & ROSTER.leg == 0
    for u, home in enumerate(ROSTER.home):
        assert (home < 0) == bool(ROSTER.independents >> u & 1)


@rule("aachen", "3.2c", "3.2h")
def test_ratings_run_from_2_to_7_and_are_lower_on_the_disrupted_side() -> None:
    for u in bits(ROSTER.combat):
        front, back = ROSTER.effectiveness[u]
        assert 2 <= front <= 7
        assert 1 <= back < front
        assert ROSTER.armor[u][1] <= ROSTER.armor[u][0]
        assert 1 <= ROSTER.strength[u] <= 15


@rule("aachen", "3.3")
@pytest.mark.parametrize("code", ["30", "2A"])
def test_the_hq_of_the_figure(code: str) -> None:
    hq = ROSTER.formations[ROSTER.by_code[code]].hq
    assert (ROSTER.reaction[hq], ROSTER.range[hq], ROSTER.support[hq], ROSTER.relocation[hq]) == (5, 15, 4, 3)


def test_units_that_the_rulebook_shows() -> None:
    assert ROSTER.effectiveness[INDEX["246-I/404"]] == (5, 3)
    assert ROSTER.afv >> INDEX["116P-II/16"] & 1
    assert ROSTER.effectiveness[INDEX["2A-A/41"]][0] == ROSTER.effectiveness[INDEX["2A-B/41"]][0] == 5
    assert ROSTER.level[ROSTER.by_code["3PG"]] == 6


def test_recce_are_infantry_type_and_assault_guns_and_tank_destroyers_are_no_tanks() -> None:
    assert ROSTER.types["recce"] & ~ROSTER.infantry == 0
    for kind in ("assault-gun", "tank-destroyer"):
        assert ROSTER.types[kind] & ~ROSTER.afv == 0
        assert ROSTER.types[kind] & ROSTER.types["tank"] == 0


@rule("aachen", "5.5.1")
def test_what_a_us_division_may_lend() -> None:
    regiments = {code: set(ROSTER.regiments[ROSTER.by_code[code]]) for code in ("1", "30")}
    assert regiments == {"1": {"16", "18", "26"}, "30": {"117", "119", "120"}}
    assert ids(ROSTER.regiments[ROSTER.by_code["1"]]["16"]) == {"1-I/16", "1-II/16", "1-III/16"}
    groups = {
        f"{code}-{n}/{r}" for code, rs in (("3A", (32, 33)), ("2A", (66, 67))) for r in rs for n in ("I", "II", "III")
    }
    assert ids(ROSTER.task_groups) == groups


def test_the_scenarios_have_their_units() -> None:
    count = {name: Tally(COUNTERS[INDEX[u]].side for u in words(name)["setup"]) for name in SCENARIOS}
    assert count == {
        "first-blood": {"us": 11, "german": 6},
        "stolberg": {"us": 26, "german": 45},
        "wurm": {"us": 28, "german": 29},
        "campaign": {"us": 26, "german": 45},
    }


@rule("aachen", "10.1w")
def test_the_germans_of_first_blood() -> None:
    germans = {u: h for u, h in words("first-blood")["setup"].items() if COUNTERS[INDEX[u]].side == "german"}
    assert germans == {
        "526-328": "2107",
        "526-453": "2108",
        "526-473": "2109",
        "526-536": "2110",
        "526-VIIILW": "2206",
        "394": "2208",
    }


@pytest.mark.parametrize("name", ["stolberg", "wurm", "campaign", "first-blood"])
def test_everybody_starts_in_command_range_and_no_german_behind_the_line(name: str) -> None:
    setup = words(name)["setup"]
    lent = {**words(name)["assigned"], **words(name)["proposed"]}
    for unit, label in setup.items():
        home = ROSTER.home[INDEX[unit]]
        code = ROSTER.formations[home].code if home >= 0 else lent[unit]
        formation = ROSTER.formations[ROSTER.by_code[code]]
        if COUNTERS[formation.hq].id in setup:
            hq = at(setup[COUNTERS[formation.hq].id])
            assert GRID.distance(at(label), hq) <= ROSTER.range[formation.hq], unit
        if formation.side == 1 and SCENARIOS[name].words["first_turn"] == 1:
            assert not GROUND.closed_to_germans >> at(label) & 1


def test_opposing_units_start_apart_but_for_one_hex_in_october() -> None:
    for name, touching in (("campaign", set()), ("wurm", {("4303", "4204"), ("4303", "4304")})):
        setup = words(name)["setup"]
        hexes: dict[str, set[str]] = {"us": set(), "german": set()}
        for unit, label in setup.items():
            hexes[COUNTERS[INDEX[unit]].side].add(label)
        found = {(a, b) for a in hexes["us"] for b in hexes["german"] if GRID.distance(at(a), at(b)) == 1}
        assert found == touching


@rule("aachen", "8.5.2")
def test_the_116th_comes_back_whole_and_the_others_stay_away() -> None:
    back = {unit for units in words("campaign")["returns"].values() for unit in units}
    formation = ROSTER.formations[ROSTER.by_code["116P"]]
    assert back == ids(formation.members | 1 << formation.hq)
    assert words("campaign")["departures"] == {3: ["353"], 4: ["9P", "116P"]}
    assert words("stolberg")["departures"] == {3: ["353"]}
    assert not words("wurm")["departures"]
    assert not words("wurm")["returns"]


@rule("aachen", "10.2", "10.3")
def test_reinforcements_of_the_smaller_scenarios() -> None:
    stolberg, wurm = words("stolberg")["arrivals"], words("wurm")["arrivals"]
    assert {u for u in stolberg[2] if COUNTERS[INDEX[u]].side == "us"} == {"1-238", "1-257"}
    assert set(stolberg[3]) == {"1-745", "1-634", "1-4E"}
    twelfth = ROSTER.formations[ROSTER.by_code["12"]]
    assert {u for u in stolberg[2] if COUNTERS[INDEX[u]].side == "german"} == {
        "1012",
        *ids(twelfth.members | 1 << twelfth.hq),
    }
    assert len(wurm[6]) == 4
    assert {u for u in wurm[7] if COUNTERS[INDEX[u]].side == "us"} == {"1128", "1129", "99"}
    assert sum(u.startswith("3PG") for u in wurm[7]) == 11
    assert set(wurm) == {6, 7}


def test_every_unit_is_on_the_map_or_arrives_in_the_campaign() -> None:
    campaign = words("campaign")
    due = [unit for units in campaign["arrivals"].values() for unit in units]
    assert sorted([*campaign["setup"], *due]) == sorted(INDEX)


def test_no_arrival_is_behind_the_line_on_the_first_turns() -> None:
    for turn, units in words("campaign")["arrivals"].items():
        for unit, label in units.items():
            if COUNTERS[INDEX[unit]].side == "german" and turn <= 3:
                assert not GROUND.closed_to_germans >> at(label) & 1


@rule("aachen", "10.2", "10.3", "10.4")
def test_points_and_bands() -> None:
    for name, total, last in (("stolberg", 220, 71), ("wurm", 75, 60)):
        victory = words(name)["victory"]
        assert sum(worth * region(r).bit_count() for r, worth in victory["points"].items()) == total
        assert victory["bands"][-1] == {"from": last, "winner": "us", "grade": "decisive"}
    assert [band["from"] for band in words("campaign")["victory"]["bands"]] == [0, 16, 22, 29, 36, 43, 49]


@rule("aachen", "10.2s")
def test_fifteen_points_in_the_corridor_are_a_substantial_german_victory() -> None:
    bands = [band for band in words("stolberg")["victory"]["bands"] if band["from"] <= 15]
    assert (bands[-1]["winner"], bands[-1]["grade"]) == ("german", "substantial")


def test_everything_off_the_text_is_marked_reconstructed() -> None:
    assert {c.source for c in COUNTERS} == {"reconstructed", "derived"}
    assert {BOARD.sources[at(h)] for h in ("2107", "2915")} == {"rule"}
