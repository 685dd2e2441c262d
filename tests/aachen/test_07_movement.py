"""Chapters 7.3 to 7.3.3, 7.3.5, 7.3.7 and 7.3.8: how far units go, alone and in stacks, by road and over water."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.aachen.kit import act, disrupted, purse, real, step, told, where
from tests.kit import blocked, offers, reach, refused
from tests.rules import rule

HQS = "1-HQ=1508 526-HQ=3018"


def ring(label: str, distance: int, at_least: int = 1) -> set[str]:
    """The hexes of the scenario's area at some distance from a hex."""
    grid, game = real().board.grid, real()
    area = game.board.regions["Stolberg area"].set
    here = grid.parse(label)
    return {grid.label(h) for h in grid if area >> h & 1 and at_least <= grid.distance(here, h) <= distance}


def us(at: str, *more: str, **ground: object) -> Match:
    """An activation of the 1st Infantry."""
    return act("us 1-HQ", f"{HQS} {at}", *more, **ground)  # type: ignore[arg-type]


def german(at: str, *more: str, **ground: object) -> Match:
    """An activation of the 526th Infantry on turn 4, when nothing is closed any more."""
    ground.setdefault("turn", 4)
    return act("german 526-HQ", f"{HQS} {at}", *more, **ground)  # type: ignore[arg-type]


def panzer(at: str, *more: str, **ground: object) -> Match:
    """An activation of the 3rd Panzergrenadier on turn 7."""
    ground.setdefault("turn", 7)
    return act("german 3PG-HQ", f"1-HQ=1508 3PG-HQ=3018 {at}", *more, **ground)  # type: ignore[arg-type]


# -- allowances (7.3, 7.3.2, 7.3.5) ------------------------------------------------------------


@rule("aachen", "7.3", "7.3a", "7.3b", "7.3.5a", "7.3.5c", "5.1d")
def test_leg_units_far_from_the_enemy_have_two_points_more_and_motorized_units_have_not() -> None:
    assert reach(us("1-I/16=2410"), "1-I/16") == ring("2410", 6) - {"1508"} | ({"1508"} & ring("2410", 6))
    assert reach(german("526-328=2410"), "526-328") == ring("2410", 5)
    assert reach(panzer("3PG-103A=2410"), "3PG-103A") == ring("2410", 10)


@pytest.mark.parametrize("enemy", ["526-328=2411", "526-HQ=2411"])
@rule("aachen", "7.3.5a", "7.3.5e")
def test_pitfall_12_no_increase_for_a_unit_that_starts_next_to_a_disrupted_enemy_or_a_lone_hq(enemy: str) -> None:
    base = "1-HQ=1508" if "HQ" in enemy else HQS
    match = act("us 1-HQ", f"{base} 1-I/16=2410 {enemy}", "disrupted 526-328" if "328" in enemy else "fresh 0")
    found = reach(match, "1-I/16")
    assert found <= ring("2410", 4)
    assert {"2406", "2810", "2010"} <= found


@rule("aachen", "7.3.5a", "7.3.5b", "7.3.2a")
def test_pitfall_12_the_increase_leads_next_to_no_enemy_at_any_time() -> None:
    match = us("1-I/16=2410 526-328=2416", "disrupted 526-328")
    found = reach(match, "1-I/16")
    assert "2416" not in found
    assert not found & ring("2416", 1)
    assert ring("2410", 6) - ring("2416", 1) - {"2416"} == found
    match.play("select 1-I/16")
    assert refused(match, "move 2415", "7.3.5").why


@rule("aachen", "7.3.5b")
def test_pitfall_12_a_unit_that_spent_more_than_its_allowance_does_not_come_next_to_an_enemy() -> None:
    match = us("1-I/16=2410 526-328=2416", "disrupted 526-328")
    match.play("select 1-I/16", "move 2411", "move 2412", "move 2413", "move 2414")
    assert step(match) == "move"
    refused(match, "move 2415", "7.3.5")
    assert offers(match, "move") == ring("2414", 2) - ring("2416", 1) - {"2416"}


@rule("aachen", "7.3.5b")
def test_pitfall_12_passing_an_enemy_costs_the_increase_for_the_whole_action() -> None:
    match = us("1-I/16=2410 526-328=2511", "disrupted 526-328")
    match.play("select 1-I/16", "move 2411")
    while step(match) == "react":
        match.play("hold")
    assert offers(match, "move") <= ring("2411", 3)


@rule("aachen", "7.3.1b", "7.3.5d", "7.3.1a")
def test_a_stack_moves_as_far_as_its_slowest_unit_the_increase_counted_first() -> None:
    quiet = us("1-I/16=2410 1-745=2410").play("stack 2410")
    assert offers(quiet, "move") == ring("2410", 6)
    loud = us("1-I/16=2410 1-745=2410 526-328=2409", "disrupted 526-328").play("stack 2410")
    assert offers(loud, "move") <= ring("2410", 4)


@rule("aachen", "7.3.1g", "7.3.1f")
def test_pitfall_19_a_stack_pays_the_highest_cost_and_goes_only_where_all_may_go() -> None:
    wood = dict.fromkeys(ring("2410", 6), "light-forest")
    match = us("1-I/16=2410 1-745=2410", terrain=wood).play("stack 2410")
    assert offers(match, "move") == ring("2410", 2)  # 3 each, of 6
    dense = us("1-I/16=2410 1-745=2410", terrain={"2411": "dense-forest"})
    dense.play("stack 2410")
    refused(dense, "move 2411", "7.3")
    assert "2411" in offers(
        us("1-I/16=2410 1-745=2410", terrain={"2411": "dense-forest"}).play("select 1-I/16"), "move"
    )


@rule("aachen", "7.3.1", "7.3.1c", "7.3.1d", "7.3.1a", "7.1b")
def test_pitfall_19_a_stack_on_its_way_neither_drops_nor_picks_up_units() -> None:
    match = us("1-I/16=2410 1-745=2410 1-634=2411")
    match.play("stack 2410", "move 2411")
    assert step(match) == "move"
    for action in ("also 1-634", "leave 1-745", "select 1-I/16"):
        refused(match, action)
    match.play("move 2412")
    assert where(match, "1-I/16") == where(match, "1-745") == "2412"
    assert where(match, "1-634") == "2411"
    assert purse(match, "us") == 6


@rule("aachen", "7.3.1", "7.3.1a", "7.1c", "3.3c")
def test_pitfall_19_only_units_of_one_formation_and_one_hex_move_together_and_never_an_hq() -> None:
    match = us("1-I/16=1508 1-745=2411 3A-I/32=1508 3A-HQ=1208")
    match.play("select 1-I/16")
    refused(match, "also 1-745", "7.3.1")
    refused(match, "also 3A-I/32", "7.2")
    refused(match, "also 1-HQ", "3.3")
    refused(match, "select 1-HQ", "3.3")
    refused(match, "select 526-HQ", "6.3")
    match.play("move 1510")
    assert where(match, "1-HQ") == "1508"


@rule("aachen", "7.3.1", "5.5.2e", "7.3.1a")
def test_pitfall_19_an_assigned_unit_moves_with_its_formation() -> None:
    match = us("3A-I/32=2410 1-I/16=2410 3A-HQ=1209", "assigned 3A-I/32=1")
    match.play("stack 2410", "move 2412", "stop")
    assert where(match, "3A-I/32") == where(match, "1-I/16") == "2412"


@rule("aachen", "7.3.2", "7.3.2a", "7.3.2b", "7.3.2g")
def test_pitfall_13_one_hex_is_always_possible_but_only_as_the_first_step() -> None:
    ground = {"terrain": {"2409": "dense-forest", "2509": "dense-forest"}, "sides": {"2409-2410": "stream"}}
    match = german("526-328=2410 1-I/16=2510", "disrupted 1-I/16", **ground)
    match.play("select 526-328", "move 2409")
    while step(match) == "react":
        match.play("hold")
    assert where(match, "526-328") == "2409"
    assert step(match) == "act"
    later = german("526-328=2411 1-I/16=2511", "disrupted 1-I/16", **ground)
    later.play("select 526-328", "move 2410")
    while step(later) == "react":
        later.play("hold")
    refused(later, "move 2409", "7.3.2", "7.3.5")


@rule("aachen", "7.3.2", "7.3.2c", "7.3.2d", "7.3.2e", "7.3.2i")
def test_pitfall_13_the_one_hex_enters_no_enemy_no_closed_ground_and_no_zone_from_a_zone() -> None:
    match = us(
        "1-745=2410 526-328=2411 526-453=2512", terrain={"2409": "dense-forest"}, sides={"2410-2310": "dragons-teeth"}
    )
    match.play("select 1-745")
    refused(match, "move 2411", "7.3.2")
    refused(match, "move 2409", "7.3")
    match.play("move 2510")
    assert step(match) == "react"
    match.play("hold")
    assert step(match) == "dice" or match.side == "dice"  # infiltration: the zone is left for a zone


@rule("aachen", "7.3.2h", "7.2b", "7.3.2g", "6.3.4a", "6.3.4", "7.1a")
def test_a_unit_moves_as_often_as_there_are_points_and_saves_none() -> None:
    match = us("1-I/16=2410", purse=2)
    match.play("select 1-I/16", "move 2411", "stop")
    assert purse(match, "us") == 1
    assert reach(match, "1-I/16") == ring("2411", 6)
    match.play("select 1-I/16", "move 2412", "stop")
    assert purse(match, "us") == 0
    assert step(match) != "act"


@rule("aachen", "7.3.2", "7.3.2i", "7.3.2j", "7.3.6")
def test_an_enemy_combat_unit_bars_its_hex_and_the_hex_of_a_displaced_hq_is_open() -> None:
    match = act("us 1-HQ", "1-HQ=1508 1-I/16=2410 526-HQ=2412 526-328=3018", german="3018")
    match.play("select 1-I/16", "move 2411")
    assert where(match, "526-HQ") == "3018"
    match.play("move 2412")
    assert where(match, "1-I/16") == "2412"


# -- stacking on the way (5.3.1) --------------------------------------------------------------


@rule("aachen", "5.3.1", "5.3.1d", "7.3")
def test_pitfall_21_full_hexes_are_passed_freely() -> None:
    match = us("1-I/16=2410 1-I/18=2411")
    match.play("select 1-I/16", "move 2412", "stop")
    assert where(match, "1-I/16") == "2412"
    assert not disrupted(match, "1-I/18")


@rule("aachen", "5.3.1d", "5.3.1e")
def test_pitfall_21_ending_in_a_full_hex_is_legal_and_disrupts_all() -> None:
    match = us("1-I/16=2410 1-I/18=2411")
    match.play("select 1-I/16", "move 2411", "stop")
    assert disrupted(match, "1-I/16", "1-I/18")
    assert match.side == "german"
    assert step(match) == "displace"


# -- zones (5.4.1) -----------------------------------------------------------------------------


@rule("aachen", "5.4.1a", "5.4.1", "5.4.1e")
def test_pitfall_17_a_unit_stops_in_an_enemy_zone_even_where_a_friend_stands() -> None:
    for friend in ("", " 1-745=2412"):
        match = us(f"1-I/16=2410{friend} 526-328=2414 526-453=1021")
        match.play("select 1-I/16", "move 2413")
        while step(match) == "react":
            match.play("hold")
        assert where(match, "1-I/16") == "2413"
        assert step(match) == "act"
    match = us("1-I/16=2410 1-745=2412 526-328=2413")
    match.play("select 1-I/16")
    refused(match, "move 2312", "5.4.1") if "2312" not in offers(match, "move") else None
    match.play("move 2412")
    match.play("hold") if step(match) == "react" else None
    assert step(match) == "act"


@rule("aachen", "5.4.1b", "5.4.1c")
def test_a_unit_leaves_a_zone_freely_and_enters_another_one_after_a_free_hex() -> None:
    match = us("1-I/16=2410 526-328=2411 526-453=2208")
    match.play("select 1-I/16", "move 2409")
    while step(match) == "react":
        match.play("pass")
    assert step(match) == "move"
    match.play("move 2308")
    while step(match) == "react":
        match.play("pass")
    assert where(match, "1-I/16") == "2308"
    assert step(match) == "act"


@rule("aachen", "5.4.1", "5.4h", "5.4a")
def test_zones_keep_units_from_what_lies_behind_and_the_refusal_says_so() -> None:
    wall = "526-328=2412 526-453=2212 526-473=2612"
    match = us(f"1-I/16=2410 {wall}")
    match.play("select 1-I/16")
    refused(match, "move 2413", "5.4.1", "7.3.5")


# -- roads (7.3.3, 3.1.1) -----------------------------------------------------------------------

ROAD = "2410-2411-2412-2413-2414-2415-2416-2417-2418"


@rule("aachen", "7.3.3", "7.3.3a", "7.3.3b", "7.3.3e", "3.1.1d", "3.1.1e", "3.1.1c")
def test_pitfall_16_us_leg_and_motorized_units_pay_half_on_roads_and_german_leg_units_one() -> None:
    wood = dict.fromkeys((f"24{n}" for n in range(10, 23)), "light-forest")
    ground = {"terrain": wood, "roads": ROAD + "-2419-2420"}
    assert "2420" in reach(us("1-I/16=2410", **ground), "1-I/16")  # ten half steps of twelve, with the increase
    german_reach = reach(german("526-328=2410", **ground), "526-328")
    assert "2415" in german_reach
    assert "2416" not in german_reach
    assert "2420" in reach(panzer("3PG-I/8=2410", **ground), "3PG-I/8")


@rule("aachen", "7.3.3c", "7.3.3d", "7.3.3f")
def test_pitfall_15_the_half_rate_neither_into_a_zone_nor_out_of_one_but_hexsides_stay_free() -> None:
    ground = {"roads": "2410-2411-2412", "sides": {"2410-2411": "stream"}}
    quiet = us("1-745=2410", **ground).play("select 1-745", "move 2411")
    assert quiet.state.agenda[-2][1] == 1  # type: ignore[attr-defined]
    loud = us("1-745=2410 526-328=2510 526-453=1021", **ground)
    loud.play("select 1-745", "move 2409")
    while step(loud) == "react":
        loud.play("hold")
    into = us("1-745=2410 526-328=2512", **ground)
    into.play("select 1-745", "move 2411")
    while step(into) == "react":
        into.play("hold")
    assert where(into, "1-745") == "2411"
    assert told(into, "7.3") == ["1-745 moves to Brand"]


@rule("aachen", "7.3.3d", "7.3.3c", "7.3.3")
def test_pitfall_15_out_of_a_zone_a_unit_pays_for_the_terrain() -> None:
    ground = {"roads": "2410-2411-2412", "terrain": {"2411": "light-forest"}}
    for enemy, spent in (("526-328=2509", 6), ("526-328=2918", 1)):
        match = us(f"1-745=2410 {enemy}", **ground).play("select 1-745", "move 2411")
        if step(match) == "react":
            match.play("hold")
        assert match.state.agenda[-2][1] == spent  # type: ignore[attr-defined]


@rule("aachen", "3.1.1f", "3.1.1g", "7.3.3")
def test_pitfall_15_no_road_rate_into_a_town_but_out_of_it() -> None:
    ground = {"terrain": {"2411": "town"}, "roads": "2410-2411-2412"}
    match = us("1-745=2410", **ground).play("select 1-745", "move 2411")
    assert match.state.agenda[-2][1] == 4  # type: ignore[attr-defined]
    match.play("move 2412")
    assert match.state.agenda[-2][1] == 5  # type: ignore[attr-defined]


# -- streams and the Roer (7.3.7) -----------------------------------------------------------------


@rule("aachen", "7.3.7", "7.3.7b", "3.1.2b")
def test_pitfall_14_a_motorized_unit_crosses_a_stream_with_its_first_step_and_stops() -> None:
    ground = {"sides": {"2410-2411": "stream"}}
    match = us("1-745=2410", **ground).play("select 1-745", "move 2411")
    assert (where(match, "1-745"), step(match)) == ("2411", "act")
    round_about = {f"{other}-2411": "stream" for other in ("2310", "2311", "2410", "2412", "2510", "2511")}
    far = us("1-745=2409", sides=round_about).play("select 1-745", "move 2410")
    refused(far, "move 2411", "7.3.2", "7.3.7")


@rule("aachen", "7.3.7a", "3.1.2a")
def test_a_leg_unit_pays_one_more_over_a_stream() -> None:
    match = us("1-I/16=2410", sides={"2410-2411": "stream"}).play("select 1-I/16", "move 2411")
    assert match.state.agenda[-2][1] == 4  # type: ignore[attr-defined]


@pytest.mark.parametrize(("word", "free"), [("town", True), ("industrial", True), ("city", False), ("clear", False)])
@rule("aachen", "7.3.7d", "3.1.2c")
def test_pitfall_14_a_town_or_an_industrial_hex_at_either_end_makes_the_stream_free(word: str, free: bool) -> None:
    for hex_ in ("2410", "2411"):
        match = us("1-745=2410", terrain={hex_: word}, sides={"2410-2411": "stream"})
        match.play("select 1-745", "move 2411")
        assert (step(match) == "move") == free


@rule("aachen", "7.3.7c")
def test_pitfall_14_the_road_makes_the_stream_free() -> None:
    match = us("1-745=2410", roads="2410-2411", sides={"2410-2411": "stream"}).play("select 1-745", "move 2411")
    assert step(match) == "move"


@rule("aachen", "7.3.7e", "7.3.7f")
def test_nobody_crosses_the_roer_but_germans_on_the_two_roads() -> None:
    ground = {"sides": {"2410-2411": "roer"}}
    for match, unit in ((us("1-I/16=2410", **ground), "1-I/16"), (german("526-328=2410", **ground), "526-328")):
        match.play(f"select {unit}", "move 2411")
        assert told(match, "7.3")[0] != f"{unit} moves to 2411"
    at = "1-HQ=1705 3PG-HQ=5517 3PG-I/8=5518"
    match = act("german 3PG-HQ", at, turn=7, scenario="campaign", whole=True)
    match.play("select 3PG-I/8", "move 5519")
    assert where(match, "3PG-I/8") == "5519"


# -- the closed zone (7.3.8) ------------------------------------------------------------------------


@rule("aachen", "7.3.8", "7.3.8a", "7.3.8d")
def test_pitfall_20_germans_do_not_enter_the_closed_zone_on_turns_1_to_3() -> None:
    at = "1-HQ=1508 526-HQ=3018 526-328=2206"
    for turn in (1, 2, 3):
        match = act("german 526-HQ", at, turn=turn).play("select 526-328")
        refused(match, "move 2205", "7.3.8")
        assert "2305" in offers(match, "move")
    assert "2205" in offers(act("german 526-HQ", at, turn=4).play("select 526-328"), "move")
    assert "2205" in offers(act("us 1-HQ", "1-HQ=1508 526-HQ=3018 1-I/16=2206").play("select 1-I/16"), "move")


@rule("aachen", "7.3.8b", "7.3.8")
def test_pitfall_20_the_bulge_of_kerkrade_is_open() -> None:
    match = act("german 49-HQ", "1-HQ=1508 49-HQ=4007 49-I/148=3806", turn=1, scenario="campaign")
    assert {"3805", "3804", "3803", "3903", "3904"} & offers(match.play("select 49-I/148"), "move")
    refused(match, "move 3902", "7.3.8")


@rule("aachen", "7.3.8")
def test_pitfall_20_scenario_three_has_no_closed_zone() -> None:
    match = act("german 49-HQ", "30-HQ=3702 49-HQ=4107 49-I/148=4304", turn=5, scenario="wurm")
    assert "4303" in offers(match.play("select 49-I/148"), "move")


@rule("aachen", "10", "7.3")
def test_the_area_of_the_scenario_is_not_left() -> None:
    match = act("us 1-HQ", "1-HQ=1508 1-I/16=1714 526-328=2107", scenario="first-blood")
    match.play("select 1-I/16")
    refused(match, "move 1716", "10")


@rule("aachen", "5.6.3a", "5.6.3e", "5.6.3g", "3.2d")
def test_a_disrupted_unit_does_not_move_while_others_of_its_hex_do() -> None:
    match = us("1-I/16=2410 1-745=2410", "disrupted 1-I/16")
    refused(match, "select 1-I/16", "5.6.3")
    match.play("stack 2410", "move 2412", "stop")
    assert (where(match, "1-I/16"), where(match, "1-745")) == ("2410", "2412")
    assert blocked(match, "select 1-I/16", rules=("5.6.3",))
