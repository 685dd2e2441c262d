"""Chapters 2 and 3: reading the counters, setting up."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.contents import Counter
from tests.hurtgen.helpers_ground import PANZER_116, VEHICLES, everywhere, until, within
from tests.hurtgen.table import game, table
from tests.kit import fight, offered, offers, reach, refused, status, where
from tests.rules import rule

ARTILLERY_VALUES = ("barrage", "fpf", "range")
US_ON_MAP = (
    "1/8 2/8 3/8 1/22 2/22 3/22 1/12 2/12 3/12 1/121 2/121 3/121 1/28 2/28 3/28 1/13 2/13 3/13 20 29 42 45 43 28 44 56"
).split()
GERMAN_ON_MAP = (
    "1/983 2/983 1/984 2/984 1/985 2/985 275F 253(-) 31MG 1/1055 2/1055 3/1055 1/1056 2/1056 3/1056 89F 60 156 16 "
    "116r 275h 89h 116sp 116k 275k 89k 116h"
).split()
LATER = (
    "10 47 56sp 1/854 2/854 1/855 2/855 1/856 2/856 344h 344k 1/941 2/941 1/942 2/942 1/943 2/943 344F 353h 353k "
    "1/980 2/980 1/29 272"
).split()


def counter(unit: str) -> Counter:
    return game().counters[game().unit_ids[unit]]


def value(unit: str, name: str) -> int:
    return counter(unit).values.get(name) or 0


def is_artillery(unit: str) -> bool:
    return "/" in counter(unit).printed


# -- 2.31 ------------------------------------------------------------------------------------


@rule("hurtgen", "2.31", "2.31a")
@pytest.mark.parametrize(
    ("unit", "printed", "attack", "defense", "movement"),
    [("10", "3-2-12", 3, 2, 12), ("1/8", "2-3-7", 2, 3, 7), ("1/983", "1-2-7", 1, 2, 7), ("116r", "1-3-12", 1, 3, 12)],
)
def test_a_non_artillery_unit_reads_attack_defense_movement(unit, printed, attack, defense, movement):
    assert counter(unit).printed == printed
    assert (value(unit, "attack"), value(unit, "defense"), value(unit, "movement")) == (attack, defense, movement)
    assert not any(value(unit, name) for name in ARTILLERY_VALUES)


@rule("hurtgen", "2.31", "2.31b")
@pytest.mark.parametrize(
    ("unit", "printed", "barrage", "fpf", "distance", "defense", "movement"),
    [
        ("275h", "2-3-16/1-7", 2, 3, 16, 1, 7),
        ("45", "1-2-16/2-7", 1, 2, 16, 2, 7),
        ("44", "3-1-20/1-7", 3, 1, 20, 1, 7),
        ("116sp", "2-3-16/2-12", 2, 3, 16, 2, 12),
    ],
)
def test_an_artillery_unit_reads_barrage_fpf_range_defense_movement(
    unit, printed, barrage, fpf, distance, defense, movement
):
    assert counter(unit).printed == printed
    assert [value(unit, name) for name in ARTILLERY_VALUES] == [barrage, fpf, distance]
    assert (value(unit, "defense"), value(unit, "movement")) == (defense, movement)
    assert not value(unit, "attack")


@rule("hurtgen", "2.31a", "2.31b")
def test_every_printed_line_agrees_with_its_values():
    assert len(game().counters) == 77
    for piece in game().counters:
        v = {name: number for name, number in piece.values.items() if number}
        line = f"{v['defense']}-{v['movement']}"
        if "barrage" in v:
            assert piece.printed == f"{v['barrage']}-{v['fpf']}-{v['range']}/{line}"
        else:
            assert piece.printed == f"{v['attack']}-{line}"


@rule("hurtgen", "2.31", "2.31c")
def test_exactly_the_seven_units_marked_116_may_leave_the_map():
    leavers = set()
    for piece in game().counters:
        match = table(f"turn 1\nphase {piece.side} movement\nat {piece.id}=2918", plain=True)
        match.play(f"select {piece.id}")
        if offers(match, "exit"):
            leavers.add(piece.id)
    assert leavers == PANZER_116


@rule("hurtgen", "2.31", "2.31d")
def test_the_units_of_movement_allowance_12_are_the_vehicles():
    stuck = set()
    for piece in game().counters:
        text = f"turn 1\nphase {piece.side} movement\nat {piece.id}=1010"
        match = table(text, plain=True, terrain=everywhere("woods", h1010="clear"))
        if not offered(match, f"select {piece.id}"):
            stuck.add(piece.id)
    assert stuck == VEHICLES
    assert stuck == {piece.id for piece in game().counters if value(piece.id, "movement") == 12}


# -- 2.32 ------------------------------------------------------------------------------------


@rule("hurtgen", "2.32", "2.32a")
def test_a_unit_attacks_with_its_attack_strength_and_not_with_its_defense_strength():
    match = table("turn 1\nphase us combat\nat 1/8=0503 1/983=0603", plain=True)
    match.play("attack 0603", "with 1/8")
    assert match.preview.total == 2 - 2
    match = table("turn 1\nphase german combat\nat 116r=0603 45=0503", plain=True)
    match.play("attack 0503", "with 116r")
    assert match.preview.total == 1 - 2


@rule("hurtgen", "2.32", "2.32b")
def test_artillery_attacks_with_its_barrage_strength_near_and_far():
    far = table("turn 1\nphase us combat\nat 44=0303 1/983=0603", plain=True)
    far.play("attack 0603", "barrage 44")
    assert far.preview.total == 3 - 2
    near_by = table("turn 1\nphase us combat\nat 44=0503 1/983=0603", plain=True)
    near_by.play("attack 0603", "with 44")
    assert near_by.preview.total == 3 - 2


@rule("hurtgen", "2.32", "2.32c")
def test_fpf_strength_is_added_to_the_defense_of_a_friend():
    match = table("turn 1\nphase us combat\nat 1/8=0503 1/983=0603 275h=1010", plain=True)
    fight(match, "0603", "1/8")
    assert match.side == "german"
    assert match.preview.total == 2 - 2
    match.play("fpf 275h")
    assert match.side == "dice"
    assert match.preview.total == 2 - (2 + 3)


@rule("hurtgen", "2.32", "2.32d")
@pytest.mark.parametrize(("unit", "side", "points"), [("1/8", "us", 7), ("275h", "german", 7), ("10", "us", 12)])
def test_the_movement_allowance_is_the_most_clear_hexes_a_unit_may_enter(unit, side, points):
    match = table(f"turn 1\nphase {side} movement\nat {unit}=1414", plain=True)
    assert reach(match, unit) == within("1414", points)
    match.play(f"select {unit}")
    assert offered(match, f"move 14{14 - points:02d}")
    refused(match, f"move 14{15 + points:02d}", "2.32", "5.13", "5.25")


@rule("hurtgen", "2.32", "2.32e")
def test_barrage_range_counts_the_target_hex_but_not_the_firing_hex():
    text = "turn 1\nphase us combat\nat 45=0110 44=0111 1/983={}"
    match = table(text.format("1710"), plain=True)
    match.play("attack 1710")
    assert offers(match, "barrage") == {"44", "45"}
    match = table(text.format("1810"), plain=True)
    match.play("attack 1810")
    assert offers(match, "barrage") == {"44"}
    refused(match, "barrage 45", "8.11", "8.12", "2.32", "8.0")


@rule("hurtgen", "2.32e")
@pytest.mark.parametrize(("gun", "asked"), [("2203", True), ("2303", False)])
def test_fpf_range_is_counted_the_same_way(gun, asked):
    match = table(f"turn 1\nphase us combat\nat 1/8=0503 1/983=0603 275h={gun}", plain=True)
    fight(match, "0603", "1/8")
    assert match.side == ("german" if asked else "dice")
    assert offers(match, "fpf") == ({"275h"} if asked else set())


# -- 3.0 -------------------------------------------------------------------------------------


@rule("hurtgen", "3.0", "3.0a")
def test_only_the_initial_deployment_is_on_the_map():
    match = grognard.new("hurtgen", "historical", seed=1)
    assert sorted(match.game.unit_ids) == sorted(US_ON_MAP + GERMAN_ON_MAP + LATER)
    for unit in US_ON_MAP + GERMAN_ON_MAP:
        assert where(match, unit).isdigit()
    for unit in LATER:
        assert where(match, unit) == "due"


@rule("hurtgen", "3.0a")
def test_units_kept_back_come_in_by_the_schedule_only():
    match = grognard.new("hurtgen", "historical", seed=1)
    for unit in ("10", "47", "56sp"):
        refused(match, f"select {unit}")
    match = table("turn 3\nphase us movement\nat 10=due 1/8=0503")
    refused(match, "select 10")
    match = table("turn 4\nphase us movement\nat 10=due 1/8=0503")
    assert offered(match, "select 10")


@rule("hurtgen", "3.0", "3.0b")
def test_listed_set_up_hexes_leave_no_choice():
    match = grognard.new("hurtgen", "historical", seed=1)
    listed = {"1/8": "0402", "3/13": "0723", "44": "0322", "1/983": "0702", "116k": "1411", "89h": "1623"}
    assert {unit: where(match, unit) for unit in listed} == listed
    assert status(match)["phase"] == "us movement"
    refused(match, "place 0403")
    match.play("select 1/8")
    refused(match, "place 0403")


def deploy(match: grognard.Match, units: list[str]) -> None:
    for unit in units:
        match.play(f"select {unit}")
        match.play(f"place {min(offers(match, 'place'))}")


@rule("hurtgen", "3.0", "3.0c")
def test_the_side_that_deploys_first_places_everything_before_the_other_places_anything():
    match = grognard.new("hurtgen", "free", seed=1)
    assert (match.side, status(match)["phase"]) == ("german", "german deployment")
    refused(match, "select 1/8")
    deploy(match, GERMAN_ON_MAP[:-1])
    assert match.side == "german"
    refused(match, "done")
    refused(match, "select 1/8")
    deploy(match, GERMAN_ON_MAP[-1:])
    match.play("done")
    assert (match.side, status(match)["phase"]) == ("us", "us deployment")
    refused(match, "select 1/983")
    refused(match, "select 10")
    deploy(match, US_ON_MAP[:-1])
    refused(match, "done")
    deploy(match, US_ON_MAP[-1:])
    match.play("done")
    assert (status(match)["turn"], status(match)["phase"]) == (1, "us movement")
    assert all(where(match, unit).isdigit() for unit in US_ON_MAP + GERMAN_ON_MAP)
    assert all(where(match, unit) == "due" for unit in LATER)


@rule("hurtgen", "3.0", "3.0d")
def test_the_first_player_begins_every_game_turn():
    match = table("turn 1\nphase us movement\nat 1/8=0503 1/983=2020", plain=True)
    openings = []
    for turn in range(1, 15):
        while status(match)["turn"] < turn:
            match.play("done")
        openings.append((status(match)["turn"], status(match)["phase"], status(match)["phasing"]))
    assert openings == [(turn, "us movement", "us") for turn in range(1, 15)]


@rule("hurtgen", "3.0", "3.0e")
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_the_turn_marker_begins_in_the_first_space(scenario):
    assert status(grognard.new("hurtgen", scenario, seed=1))["turn"] == 1


@rule("hurtgen", "3.0", "3.0f")
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_the_game_lasts_fourteen_turns_and_then_victory_is_judged(scenario):
    match = table(f"scenario {scenario}\nturn 13\nphase german combat\nat 1/8=0503 1/983=2020", plain=True)
    match.play("done")
    assert not match.over
    assert match.result is None
    assert (status(match)["turn"], status(match)["phase"]) == (14, "us movement")
    until(match, 14, "german combat").play("done")
    assert match.over
    assert match.result is not None
    assert match.result.winner in ("us", "german")
    assert match.side == ""
    assert status(match)["turn"] == 14
    refused(match, "done")


@rule("hurtgen", "3.0f")
@pytest.mark.parametrize("turns", [2, 3])
def test_the_scenario_says_how_many_turns_there_are(turns):
    short = game(files={"scenarios.toml": f"[historical]\nturns = {turns}\n"})
    match = grognard.new(short, "historical", seed=1)
    until(match, turns, "german combat")
    assert not match.over
    match.play("done")
    assert match.over
    assert match.result is not None
