"""Chapters 1 to 3: map edges, the counters, hex control and set-up."""

from __future__ import annotations

import tomllib

import pytest

from grognard import Refusal
from tests.kit import (
    GAMES,
    control,
    due,
    move,
    now,
    offered,
    offers,
    place,
    places,
    reach,
    refused,
    rest,
    status,
    supply,
    where,
)
from tests.oder.helpers_campaign import (
    announce_unaided,
    fight_unaided,
    finished,
    fresh,
    german_any,
    odds_at,
    sea_between,
    soviet_any,
    until,
    vp,
)
from tests.oder.sheet import COUNTERS, EAST_EDGE, GRID, HEXES, WEST_EDGE, having, within
from tests.oder.table import game, table
from tests.rules import rule

SETUP = tomllib.loads((GAMES / "oder" / "data" / "scenarios.toml").read_text(encoding="utf-8"))["campaign"]
FORTRESSES = "FCB=1114 FCK=2408 FCDK=1408 FCDZ=2007 FCKS=1007 FCSM=1204 FCSW=1105"
MOVEMENT = {"armor": 6, "motorized": 6, "infantry": 4, "shock": 4, "fortress": 0}


# -- 1.3 -------------------------------------------------------------------------------------


@rule("oder", "1.3", "1.3a")
def test_each_map_edge_runs_from_corner_to_corner():
    north, south = ({f"{column}{row}" for column in range(10, 36)} for row in ("03", "21"))
    features = game().board.features
    for edge, expected in {"north": north, "south": south, "west": WEST_EDGE, "east": EAST_EDGE}.items():
        assert {GRID.label(h) for h in GRID if f"edge:{edge}" in features[h]} == expected


@rule("oder", "1.3", "1.3b")
def test_a_german_corner_counts_as_east_edge_and_as_south_edge():
    match = table("turn 3\nphase soviet retrieval\nat 24=3521 HG=3512", bare=True)
    assert match.over
    assert match.result.winner == "german"
    assert {"edge:south", "edge:east"} <= game().board.features[GRID.parse("3521")]
    assert not table("turn 3\nphase soviet retrieval\nat 24=3421 HG=3512", bare=True).over


@rule("oder", "1.3", "1.3b")
@pytest.mark.parametrize(("corner", "other"), [("1021", "1121"), ("1003", "1103")])
def test_a_soviet_corner_counts_as_west_edge(corner, other):
    text = "turn 3\nphase german regroup\nat 1GT=1319 2GT=1012 3GT="
    match = finished(table(text + corner, bare=True))
    assert match.over
    assert match.result.winner == "soviet"
    assert not finished(table(text + other, bare=True)).over


@rule("oder", "1.3", "1.3c")
def test_units_cross_between_2308_and_2408_both_ways():
    for start, to in (("2308", "2408"), ("2408", "2308")):
        match = table(f"turn 2\nphase german movement\nat 66={start} 67={start}")
        # A stack moves hex by hex, so this is the hexside itself and no way around it.
        match.play("select 66", "also 67")
        assert to in offers(match, "move")
        match.play(f"move {to}")
        assert (where(match, "66"), where(match, "67")) == (to, to)
    match = table("turn 2\nphase german movement\nat 66=2308 67=2308").play("select 66", "also 67")
    refused(match, "move 2307")


@rule("oder", "1.3", "1.3d")
def test_attack_zone_and_advance_cross_between_2308_and_2408():
    match = table("turn 2\nphase soviet combat\nat 1GT=2308 66=2408\naerial_spent 1")
    assert offered(match, "attack 2408")
    match = table("turn 2\nphase german combat\nat 50=2308 GD=2408 1SS=2408 4SS=2408", dice=[3])
    fight_unaided(match, "2308", "GD", "1SS", "4SS")
    match.play("advance GD")
    assert where(match, "GD") == "2308"
    # The zone of a Soviet army in 2308 stops a panzer corps in 2408.
    match = table("turn 2\nphase german movement\nat 50=2308 HG=2508").play("select HG", "move 2408")
    refused(match, "move 2407")
    refused(match, "select HG")
    match = table("turn 2\nphase german movement\nat HG=2508").play("select HG", "move 2408")
    assert offered(match, "move 2407")


@rule("oder", "1.3d")
def test_retreat_and_supply_cross_between_2308_and_2408():
    match = table("turn 2\nphase soviet combat\naerial_spent 1\nat 1GT=2309 2GT=2309 41P=2308", dice=[2])
    fight_unaided(match, "2308", "1GT", "2GT")
    assert offers(match, "to") == {"2408"}
    # The spit is closed by an army at its other end: 2408 is the only way out.
    text = "turn 2\nphase german movement\nat 1GT=2309 3=2107 41P=2308"
    assert supply(table(text), "41P") == "regular"
    assert supply(table(f"{text} 5=2408"), "41P") != "regular"


# -- 2.2, 2.3 --------------------------------------------------------------------------------


@rule("oder", "2.2", "2.2a")
def test_a_unit_has_one_step_and_any_loss_removes_it():
    match = table("turn 2\nphase german combat\nat GD=2013 5=2113", bare=True, dice=[3, 2, 4])
    fight_unaided(match, "2113", "GD")  # 2:1, die 3: EX
    assert (where(match, "GD"), where(match, "5")) == ("due", "due")
    assert vp(match) == (1, 1)


@rule("oder", "2.2.2", "2.2.2a")
def test_the_airborne_sign_of_the_hermann_goering_corps_means_nothing():
    text = "turn 2\nphase german {}\nat {}=2013 5=2113"
    found = {unit: table(text.format("combat", unit), bare=True) for unit in ("HG", "24")}
    columns = {announce_unaided(match, "2113", unit).preview.by_roll for unit, match in found.items()}
    assert len(columns) == 1
    free = "turn 2\nphase german movement\nat {}=1613"
    assert reach(table(free.format("HG"), bare=True), "HG") == reach(table(free.format("24"), bare=True), "24")
    refused(table("turn 2\nphase german movement\nat HG=2107 24=2107").play("select HG", "also 24"), "move 2007")


@rule("oder", "2.2.2", "2.2.2b")
@pytest.mark.parametrize(
    ("side", "unit", "start", "water"), [("german", "66", "1613", 13), ("soviet", "61", "2713", 33)]
)
def test_german_infantry_and_soviet_rifle_units_move_alike(side, unit, start, water):
    text = f"turn 2\nphase {side} movement\nat {unit}={start}"
    assert reach(table(text, bare=True), unit) == within(start, 4)
    match = table(text, bare=True, sides=sea_between(water))
    assert supply(match, unit) == "none"
    assert reach(match, unit) == within(start, 2)


@rule("oder", "2.2.2", "2.2.2c")
@pytest.mark.parametrize("unit", sorted(COUNTERS))
def test_the_movement_class_of_every_counter(unit):
    row = COUNTERS[unit]
    match = table(f"turn 2\nphase {row['side']} movement\nat {unit}=1613", bare=True)
    factors = MOVEMENT[row["type"]]
    if factors:
        assert reach(match, unit) == within("1613", factors)
    else:
        refused(match, f"select {unit}", "10.1", "2.3")


@rule("oder", "2.2.2", "2.2.2c")
def test_guards_and_tank_armies_are_mechanized_and_the_rest_is_not():
    for unit, row in COUNTERS.items():
        if row["side"] == "soviet":
            assert (MOVEMENT[row["type"]] == 6) == unit.endswith(("G", "GT", "T")), unit
        else:
            assert (MOVEMENT[row["type"]] == 0) == unit.startswith("FC"), unit


@rule("oder", "2.2.2", "2.2.2d")
def test_a_static_unit_defends_with_its_defense_factor():
    text = "turn 2\nphase soviet combat\naerial_spent 1\nat 1GT=2214 2GT=2214 3GT=2214 FCB=2113"
    assert odds_at(text, "2113", "1GT", "2GT", "3GT", bare=True) == ("6:1", 0)  # 27 to 4
    assert odds_at(text, "2113", "1GT", bare=True) == ("2:1", 0)


@rule("oder", "2.2.4", "2.2.4a")
@pytest.mark.parametrize("unit", ["41P", "46P", "48P", "56P"])
def test_a_pseudo_panzer_corps_is_not_mechanized(unit):
    free = table(f"turn 2\nphase german movement\nat {unit}=1613", bare=True)
    assert reach(free, unit) == within("1613", 4)
    # It beats one army, advances next to another, and is not asked for a momentum attack.
    match = table(f"turn 2\nphase german combat\nat 67=2013 {unit}=2013 50=2113 49=2214", bare=True, dice=[1])
    fight_unaided(match, "2113", unit, "67")  # 7 to 4 is 1:1, die 1: DR
    match.play(f"to {sorted(offers(match, 'to'))[0]}", f"advance {unit}")
    rest(match)
    assert where(match, unit) == "2113"
    assert offered(match, "done")
    # A true panzer corps in its place is.
    match = table("turn 2\nphase german combat\nat 24=2013 50=2113 49=2214", bare=True, dice=[1, 6])
    fight_unaided(match, "2113", "24").play("advance 24")
    assert offered(match, "attack 2214")
    assert not offered(match, "done")


@rule("oder", "2.3", "2.3a")
def test_a_fortress_command_never_leaves_its_hex():
    match = table("turn 2\nphase german movement\nat FCB=1114 66=1114")
    refused(match, "select FCB", "2.3", "10.1")
    refused(match.play("select 66"), "also FCB", "2.3", "10.1")
    match = table("turn 2\nphase german combat\nat FCB=2013 GD=2013 1SS=2013 5=2113", bare=True, dice=[1, 6])
    announce_unaided(match, "2113", "GD", "1SS")
    refused(match, "with FCB", "11.0", "2.2.2", "2.3")
    match.play("resolve")
    assert offers(match, "advance") == {"GD", "1SS"}
    refused(match, "advance FCB")


# -- 3.0, 3.1 --------------------------------------------------------------------------------


@rule("oder", "3.0", "3.0a")
def test_there_are_two_sides_and_each_decision_belongs_to_one():
    match = fresh()
    assert set(match.game.sides) == {"german", "soviet"}
    assert match.side == "soviet"
    with pytest.raises(Refusal):
        match.play("select 3Sh", side="german")
    match.play("select 3Sh", side="soviet")


@rule("oder", "3.1", "3.1a")
def test_at_the_start_the_printed_line_parts_german_from_soviet_hexes():
    match = fresh()
    line = set(match.game.board.regions["Start line"].hexsides)
    land = [h for h in GRID if HEXES[GRID.label(h)]["terrain"] != "sea"]
    assert all(control(match, GRID.label(h)) in ("german", "soviet") for h in land)
    for a in land:
        for b in GRID.neighbour_list(a):
            if a < b and b in land:
                differ = control(match, GRID.label(a)) != control(match, GRID.label(b))
                assert differ == ((a, b) in line), (GRID.label(a), GRID.label(b))
    assert {control(match, label) for label in WEST_EDGE} == {"german"}
    assert {control(match, f"35{row:02d}") for row in range(5, 22)} == {"soviet"}


@rule("oder", "3.1", "3.1b")
def test_a_hex_changes_control_when_an_enemy_enters_and_stays_changed():
    match = table("turn 2\nphase soviet movement\nat 8G=2113", bare=True)
    assert (control(match, "2013"), control(match, "1913")) == ("german", "german")
    match.play("select 8G", "move 2013")
    assert (control(match, "2013"), control(match, "1913")) == ("soviet", "german")
    match.play("move 1913", "move 1813", "stop")
    assert [control(match, label) for label in ("2013", "1913", "1813", "1713")] == ["soviet"] * 3 + ["german"]


@rule("oder", "3.1", "3.1c")
def test_retreat_advance_and_probe_change_control():
    match = table("turn 2\nphase soviet combat\naerial_spent 1\nat 41P=2616 1GT=2716 2GT=2716", bare=True, dice=[2])
    assert (control(match, "2516"), control(match, "2616")) == ("soviet", "german")
    fight_unaided(match, "2616", "1GT", "2GT").play("to 2516")
    assert (control(match, "2516"), control(match, "2616")) == ("german", "german")
    match.play("advance 1GT")
    assert control(match, "2616") == "soviet"
    # A probing advance does so as well.
    match = table("turn 2\nphase german combat\nat 41P=2615 5=2715", bare=True)
    assert control(match, "2616") == "soviet"
    match.play("probe 2616", "with 41P", "resolve")
    assert (where(match, "41P"), control(match, "2616")) == ("2616", "german")


@rule("oder", "3.1", "3.1d")
def test_control_goes_back_and_forth_with_each_entry():
    match = table("turn 2\nphase soviet movement second\nat 8G=2610 24=2010", bare=True)
    assert control(match, "2310") == "german"
    move(match, "8G", "2510", "2410", "2310", "2410", "2510")
    assert control(match, "2310") == "soviet"
    move(until(match, 3, "german movement"), "24", "2310", "2010")
    assert control(match, "2310") == "german"
    move(until(match, 3, "soviet movement"), "8G", "2310")
    assert control(match, "2310") == "soviet"


@rule("oder", "3.1", "3.1e")
def test_a_zone_of_control_gives_no_control():
    match = until(table("turn 2\nphase soviet movement\nat 8G=2013 24=2714", bare=True), 3, "german declaration")
    assert {control(match, label) for label in ("2012", "2014", "2112", "2113", "1912", "1913")} == {"german"}
    assert {control(match, label) for label in ("2614", "2715", "2814")} == {"soviet"}


@rule("oder", "3.1", "3.1f")
def test_support_and_supply_markers_never_change_control():
    match = table("turn 2\nphase german support\nat 24=2013", bare=True, features={"2714": "coast"})
    before = {label: control(match, label) for label in ("2713", "2714", "2715", "2614")}
    match.play("air 2713", "naval 2714")
    assert {label: control(match, label) for label in before} == before
    assert before["2714"] == "soviet"


@rule("oder", "3.1", "3.1g")
def test_there_is_a_single_scenario():
    assert list(game().scenarios) == ["campaign"]


@rule("oder", "3.1", "3.1h")
def test_the_original_front_line_does_not_move():
    towns = {"2010": "town", "2610": "town", "2616": "town"}
    taken = "flipped 2010 2616\nonce_changed 2010 2616"
    text = f"turn 3\nphase soviet regroup\nat 5=due 66=due\ndue_turn 5=3 66=4\n{taken}"
    match = table(text, bare=True, features=towns | {"2914": "town"})
    assert control(match, "2010") == "soviet"
    assert places(match, "5") & (set(towns) | {"2914"}) == {"2914"}
    text = f"turn 3\nphase german regroup\nat 66=due\ndue_turn 66=3\n{taken}"
    match = table(text, bare=True, features=towns)
    assert control(match, "2616") == "german"
    assert places(match, "66") & set(towns) == {"2610"}


@rule("oder", "3.1", "3.1i")
def test_a_retaken_town_has_once_been_soviet():
    text = "turn 2\nphase soviet movement second\nat 8G=2211 24=1710 66=due\ndue_turn 66=3"
    match = table(text, bare=True, features={"2010": "town", "1610": "town"})
    move(match, "8G", "2010", "2211")
    assert control(match, "2010") == "soviet"
    move(until(match, 3, "german movement"), "24", "2010")
    until(match, 3, "german regroup")
    assert control(match, "2010") == "german"
    assert places(match, "66") & {"2010", "1610"} == {"1610"}


# -- 3.2 -------------------------------------------------------------------------------------


@rule("oder", "3.2", "3.2a", "3.2c")
def test_units_with_a_printed_hex_start_there():
    match = fresh()
    assert where(match, "1GT") == "2416"
    for side in ("soviet", "german"):
        for unit, label in SETUP["setup"][side].items():
            assert COUNTERS[unit]["side"] == side
            assert where(match, unit) == label


@rule("oder", "3.2", "3.2b")
def test_the_third_shock_army_goes_to_the_east_edge():
    match = fresh()
    assert offers(match, "select") == {"3Sh"}
    match.play("select 3Sh")
    assert offers(match, "place") == {f"35{row:02d}" for row in range(5, 22)}
    refused(match, "place 3504", "3.2")
    refused(match, "place 3410", "3.2")
    match.play("place 3521")
    assert where(match, "3Sh") == "3521"


@rule("oder", "3.2", "3.2d")
def test_soviet_any_units_go_to_hexes_under_soviet_control():
    match = soviet_any()
    assert offers(match, "select") == set(SETUP["any"]["soviet"])
    match.play("select 21")
    assert {control(match, label) for label in offers(match, "place")} == {"soviet"}
    for label in ("2116", "1010", "2115"):
        refused(match, f"place {label}")
    match.play("place 2316")
    assert where(match, "21") == "2316"


@rule("oder", "3.2", "3.2e", "3.2m")
def test_the_steps_come_in_the_printed_order():
    match = fresh()
    refused(match, "select 21")
    refused(match, "select 1SS")
    refused(match, "done")
    match = soviet_any()
    assert (match.side, status(match)["phase"]) == ("soviet", "soviet setup")
    refused(match, "select 1SS")
    refused(match, "done")
    match = german_any()
    assert (match.side, status(match)["phase"]) == ("german", "german setup")
    assert offers(match, "select") == set(SETUP["any"]["german"])
    match.play("select 1SS")
    assert {control(match, label) for label in offers(match, "place")} == {"german"}
    refused(match, "place 2316")
    match.play("place 2015", "propose", "done")
    assert now(match) == (1, "german declaration")
    assert where(match, "1SS") == "2015"


@rule("oder", "3.2", "3.2f")
def test_set_up_stacks_within_the_limit():
    match = soviet_any()
    match.play("select 21")
    for full in ("1821", "2214", "2117", "3510"):  # three armies; a Shock Army
        refused(match, f"place {full}", "3.2", "6.2", "6.3")
    match.play("place 2215")  # with the 65th and 70th
    refused(match.play("select 59"), "place 2215", "3.2", "6.2", "6.3")
    match.play("place 3012")
    place(place(match, "6", "3012"), "19", "3012")
    refused(match.play("select 2Po"), "place 3012", "3.2", "6.2", "6.3")


@rule("oder", "3.2", "3.2g", "3.2h", "3.2n")
def test_memel_takes_two_infantry_corps_in_all_and_no_panzer():
    match = german_any()
    assert where(match, "28k") == "2806"
    for unit in ("1SS", "39k"):
        assert "2806" not in places(match, unit)
        refused(match.play(f"select {unit}"), "place 2806", "3.2")
        match.undo()
    place(match, "66", "2806")
    refused(match.play("select 67"), "place 2806", "3.2")


@rule("oder", "3.2", "3.2i")
def test_six_units_wait_in_the_turn_4_box():
    match = fresh()
    units = {"KGW2", "KGW20", "KGJN", "KGM", "KGWS", "18"}
    assert {unit: due(match)[unit] for unit in units} == dict.fromkeys(units, 4)
    assert {unit for unit in COUNTERS if where(match, unit) == "due"} == units


@rule("oder", "3.2", "3.2j", "3.2k", "3.2l")
def test_a_new_game_begins_at_turn_1_without_points_and_markers_and_without_fog():
    match = german_any().play("propose", "done")
    assert status(match)["turn"] == 1
    assert vp(match) == (0, 0)
    assert set(status(match)["markers"].values()) == {""}
    german, soviet = match.view("german"), match.view("soviet")
    assert german.facts == soviet.facts
    assert {word.partition("=")[0] for word in german.facts["at"].split()} == set(COUNTERS)


@rule("oder", "3.2", "3.2o")
def test_nobody_is_set_up_on_a_land_bridge():
    match = german_any().play("select 66")
    for label in ("2607", "2706", "2208"):
        assert label in having("land-bridge")
        refused(match, f"place {label}", "3.2", "10.0")


@rule("oder", "3.2", "3.2p")
def test_fortress_commands_start_at_their_places_and_take_no_room():
    match = german_any()
    for unit, label in (word.split("=") for word in FORTRESSES.split()):
        assert where(match, unit) == label
    for unit in ("1SS", "2SS", "4SS"):
        place(match, unit, "1114")
    assert [where(match, unit) for unit in ("FCB", "1SS", "2SS", "4SS")] == ["1114"] * 4
    refused(match.play("select 47k"), "place 1114", "3.2", "6.2", "6.3")


@rule("oder", "3.2", "3.2q")
def test_an_enemy_zone_does_not_limit_set_up():
    match = soviet_any()
    assert where(match, "46P") == "2115"
    place(match, "21", "2216")  # next to Warsaw
    assert where(match, "21") == "2216"
