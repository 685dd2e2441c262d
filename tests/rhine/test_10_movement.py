"""Clauses 10.1 to 10.3 and 10.6 to 10.17: movement, its limits and the cost of terrain."""

from __future__ import annotations

from itertools import pairwise

import pytest

from grognard.engine.position import PositionError
from tests.kit import announce, control, in_hex, left, move, offered, offers, refused, rows, status, take, where
from tests.rhine.helpers_battle import combat, shift
from tests.rhine.helpers_course import until
from tests.rhine.helpers_march import (
    ALLIED,
    BRITISH,
    CLOSED,
    COMMANDO,
    CUT_OFF,
    GERMAN,
    LANE,
    MOUNTAIN,
    PANZER,
    Walker,
    price,
)
from tests.rhine.sheet import NO_GERMAN_SUPPLY, RING, TARGET, around, near
from tests.rhine.table import game, moving, table
from tests.rules import rule

BOTH = pytest.mark.parametrize("who", [ALLIED, GERMAN], ids=["allied", "german"])
FAR = "2016N"

# -- 10.1 ------------------------------------------------------------------------------------


@rule("rhine", "10.0", "10.1", "10.1a")
def test_only_the_side_whose_movement_phase_it_is_moves() -> None:
    at = "US1=2010N 9SS=2006N"
    allied = moving("allied", at)
    assert offers(allied, "select") == {"US1"}
    refused(allied, "select 9SS")
    german = moving("german", at)
    assert offers(german, "select") == {"9SS"}
    refused(german, "select US1")


@rule("rhine", "10.1", "10.1a")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_no_unit_moves_in_a_combat_phase(side: str) -> None:
    match = combat("US1=2010N 9SS=2009N", side)
    refused(match, "select US1")
    refused(match, "select 9SS")


@rule("rhine", "10.1", "10.1b")
def test_a_unit_passes_through_every_hex_of_its_way() -> None:
    match = move(moving("allied", "US1=2014N"), "US1", "2011N")
    assert where(match, "US1") == "2011N"
    assert [control(match, label) for label in ("2014N", "2013N", "2012N", "2011N")] == ["allied"] * 4
    assert control(match, "2010N") == "german"


@rule("rhine", "10.1", "10.1b")
def test_a_unit_does_not_skip_what_it_cannot_enter() -> None:
    sides = around("2010N", "all-sea", "2009N")
    # An enemy stands in the only way out.
    assert take(moving("allied", "US2A=2010N 9SS=2009N", sides=sides), "US2A") == set()
    # His zone is in the only way out: that hex and no other, however many points are left.
    match = moving("allied", "US2A=2010N 9SS=2008N", sides=sides)
    assert take(match, "US2A") == {"2009N"}
    refused(match, "move 1909N")
    refused(match, "move 2007N")


@rule("rhine", "6.2", "6.2a", "6.2d")
@pytest.mark.parametrize(
    ("unit", "four", "sheet"), [("US30", "US1 US4 US9 US28", "N"), ("F3MT", "F1A F5A F10 F14", "S")]
)
def test_a_unit_behind_full_hexes_moves_only_if_it_gets_through_them(unit: str, four: str, sheet: str) -> None:
    here, door, beyond = f"2010{sheet}", f"2009{sheet}", f"2008{sheet}"
    full = in_hex(door, four)
    sides = around(here, "all-sea", door)
    closed = sides | around(door, "all-sea", here)
    refused(moving("allied", f"{unit}={here} {full}", "sector 2", sides=closed), f"select {unit}", "6.2", "10.3")
    three = in_hex(door, *four.split()[:3])
    assert take(moving("allied", f"{unit}={here} {three}", "sector 2", sides=closed), unit) == {door}
    assert beyond in take(moving("allied", f"{unit}={here} {full}", "sector 2", sides=sides), unit)


# -- 10.2 and 10.3 ----------------------------------------------------------------------------


@rule("rhine", "10.2", "10.2a")
def test_points_are_not_saved_for_the_next_turn() -> None:
    match = move(moving("german", "9SS=2014N 183VG=2414N"), "9SS", "2012N")
    assert left(match, "9SS") == 18  # of twice ten
    match.undo()
    until(match, 3, "german movement")
    assert left(match, "9SS") == 20
    match.undo()
    assert left(match, "183VG") == 12  # has not moved at all in the turn before


@rule("rhine", "10.2", "10.2c")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_a_player_may_move_all_some_or_none_of_his_units(side: str) -> None:
    units = ["US1", "US9", "US30"] if side == "allied" else ["9SS", "10SS", "2Pz"]
    starts, ends = ["2014N", "1614N", "2414N"], ["2013N", "1613N", "2413N"]
    at = " ".join(f"{unit}={start}" for unit, start in zip(units, starts, strict=True))
    for count in (0, 1, 3):
        match = moving(side, at)
        for unit, end in list(zip(units, ends, strict=True))[:count]:
            move(match, unit, end)
        assert [where(match, unit) for unit in units] == ends[:count] + starts[count:]
        match.play("done")
        assert status(match)["phase"] == f"{side} combat"


@rule("rhine", "10.2", "10.2d")
def test_a_unit_may_stop_with_points_unspent() -> None:
    match = moving("german", "9SS=2014N").play("select 9SS")
    refused(match, "stop")  # nothing has moved yet
    match.play("move 2013N", "stop", "done")
    assert where(match, "9SS") == "2013N"
    assert status(match)["phase"] == "german combat"


#: The airborne corps on the map, with their components in the box.
CORPS = "US82AB=airborne US101AB=airborne BC1AB=airborne BC1PAB=airborne"
MADE = "made18 US82AB US101AB\nmade1 BC1AB BC1PAB\ndropped 1"


@rule("rhine", "10.2", "10.2g")
@pytest.mark.parametrize("unit", ["7Flk", "FW", "SO", "AAA18", "AAA1"])
def test_a_unit_without_a_movement_factor_never_moves(unit: str) -> None:
    if unit.startswith("AAA"):
        match = moving("allied", f"AAA18=2016N AAA1=2014N US1=2612N {CORPS}", MADE, turn=3)
    else:
        match = moving("german", f"{unit}=2016N 9SS=2612N", turn=3)
    before = where(match, unit)
    refused(match, f"select {unit}", "10.2")
    match.play("done")
    assert where(match, unit) == before


@rule("rhine", "10.2", "10.2g")
def test_a_static_unit_is_not_taken_along() -> None:
    match = moving("german", f"7Flk={FAR} 9SS={FAR}").play("select 9SS")
    refused(match, "also 7Flk", "10.2")
    match.play("move 2015N")
    assert (where(match, "7Flk"), where(match, "9SS")) == (FAR, "2015N")


@rule("rhine", "10.2", "10.2g")
def test_a_static_unit_leaves_its_hex_for_the_dead_pile() -> None:
    match = announce(combat("US2A=2010N US3A=2010N 7Flk=2009N"), "2009N", "US2A US3A")  # 18 against 2
    match.play("resolve")
    assert where(match, "7Flk") == "eliminated"


@rule("rhine", "10.3", "10.3a")
def test_no_unit_is_sure_of_one_hex() -> None:
    """Water all around on Turn 5: a cut-off division has three points, every hex costs four."""
    wet = {"features": dict.fromkeys(near("2011N"), "flood")}
    more = f"{NO_GERMAN_SUPPLY}\nflood 5"
    weak = moving("german", "159ID=2011N", more, turn=5, **wet)
    assert take(weak, "159ID") == set()
    strong = moving("german", "9SS=2011N", more, turn=5, **wet)
    assert take(strong, "9SS") > set(near("2011N"))  # five points
    # The same division on dry ground.
    assert left(moving("german", "159ID=2011N", more, turn=5), "159ID") == 3


@rule("rhine", "10.3", "10.3b")
def test_the_last_point_does_not_buy_a_hex_of_two() -> None:
    rough = {"terrain": {TARGET: "rough"}}
    match = GERMAN.starts("2016N", **rough).play("select 183VG", "move 2011N")  # five of six points
    assert left(match, "183VG") == 1
    refused(match, f"move {TARGET}", "10.3", "10.2", "10.9", "10.19")
    match = GERMAN.starts("2015N", **rough).play("select 183VG", "move 2011N", f"move {TARGET}")
    assert where(match, "183VG") == TARGET


@rule("rhine", "10.3")
@pytest.mark.parametrize(("side", "unit", "enemy"), [("allied", "US1", "2010N"), ("german", "9SS", "2011N")])
def test_no_unit_enters_a_hex_with_enemies(side: str, unit: str, enemy: str) -> None:
    match = moving(side, "US1=2011N 9SS=2010N")
    assert enemy not in take(match, unit)
    refused(match, f"move {enemy}", "10.3", "6.1")


# -- 10.6 and 10.7: the kinds of terrain ---------------------------------------------------------


@rule("rhine", "10.6", "10.6a", "10.7", "10.7a")
def test_a_hex_has_one_kind_of_natural_terrain_and_any_number_of_works() -> None:
    hexes = rows("rhine", "hexes.csv")
    assert {row["terrain"] for row in hexes} == {"clear", "rough", "polder", "sea"}
    assert len(hexes) == len({row["hex"] for row in hexes}) == 37 * 18
    assert {row["kind"] for row in rows("rhine", "hexsides.csv")} == {"river", "rhine", "blocked", "all-sea", "estuary"}
    words = [set(row["features"].split(";")) for row in hexes]
    assert any({"town", "highway"} <= both for both in words)
    assert any({"town", "westwall"} <= both for both in words)
    board = game().board
    for row in hexes:
        h = board.grid.parse(row["hex"])
        assert [word for word, members in board.terrain.items() if members >> h & 1] == [row["terrain"]]


@rule("rhine", "10.7", "10.7b")
@pytest.mark.parametrize("who", [ALLIED, GERMAN, COMMANDO], ids=["allied", "german", "commando"])
def test_no_unit_enters_the_hook_of_holland(who: Walker) -> None:
    hook = {"features": {TARGET: "hook-of-holland"}}
    assert price(who) == 1
    assert price(who, **hook) == CLOSED
    match = who.starts("2011N", **hook).play(f"select {who.unit}")
    refused(match, f"move {TARGET}", "10.7")


@rule("rhine", "10.7", "10.7b")
def test_the_hook_of_holland_is_1109() -> None:
    for unit, side in (("US1", "allied"), ("9SS", "german")):
        match = table(f"turn 2\nphase {side} movement\nat {unit}=1108N\nantwerp 1")
        assert "1109N" not in take(match, unit)
        refused(match, "move 1109N", "10.7")


@rule("rhine", "10.7", "10.7b")
@pytest.mark.parametrize("hook", [True, False])
def test_no_unit_retreats_into_the_hook(hook: bool) -> None:
    """The only free hex behind the defender is, or is not, the Hook."""
    match = combat(
        "US1=2011N 280SG=2010N",
        dice=[1],
        sides=around("2010N", "all-sea", "2011N", "2009N"),
        features={"2009N": "hook-of-holland"} if hook else {},
    )
    announce(match, "2010N", "US1").play("resolve")  # 6:1, die 1: DR
    if hook:
        assert where(match, "280SG") == "eliminated"
    else:
        assert offers(match, "to") == {"2009N"}


@rule("rhine", "10.7", "10.7c")
def test_no_combat_into_the_hook_or_out_of_it() -> None:
    hook = {"features": {TARGET: "hook-of-holland"}}
    probe = combat("US1=2011N 9SS=1909N 10SS=1910N", **hook)  # the Hook is empty and in German zones
    assert offered(combat("US1=2011N 9SS=1909N 10SS=1910N"), f"probe {TARGET}")
    refused(probe, f"probe {TARGET}", "10.7")
    # Nobody can be there to attack or to be attacked.
    for at in (f"US1=2011N 280SG={TARGET}", f"US1={TARGET} 280SG=2011N"):
        with pytest.raises(PositionError):
            combat(at, **hook)


# -- 10.8 to 10.10: hexes ----------------------------------------------------------------------


@rule("rhine", "10.8", "10.8a")
@pytest.mark.parametrize("who", [ALLIED, BRITISH, COMMANDO, GERMAN, PANZER, MOUNTAIN], ids=lambda who: who.unit)
def test_a_clear_hex_costs_everybody_one(who: Walker) -> None:
    starts = who.starts("2017N" if who.points < 8 else "1610N")
    assert left(starts, who.unit) == who.points
    if who is not PANZER:
        assert price(who) == 1


@rule("rhine", "10.8", "10.8b", "10.14", "10.15", "10.15a")
@BOTH
@pytest.mark.parametrize("word", ["town", "city", "ruhr"])
def test_a_town_or_city_costs_one_like_clear_ground(who: Walker, word: str) -> None:
    # Taking a Ruhr city ends the game, but it can be entered.
    assert price(who, features={TARGET: word}) == 1


@rule("rhine", "10.8", "10.8b")
def test_towns_and_cities_of_the_map_are_on_clear_terrain() -> None:
    built = [row for row in rows("rhine", "hexes.csv") if {"town", "city", "ruhr"} & set(row["features"].split(";"))]
    assert len(built) > 80
    assert {row["terrain"] for row in built} == {"clear"}


@rule("rhine", "10.9", "10.9a")
@pytest.mark.parametrize("who", [ALLIED, BRITISH, COMMANDO, GERMAN, CUT_OFF], ids=lambda who: who.unit)
def test_a_rough_hex_costs_two(who: Walker) -> None:
    assert price(who, terrain={TARGET: "rough"}) == 2


@rule("rhine", "10.9", "10.9b")
def test_mountain_infantry_pays_one_for_rough() -> None:
    assert price(MOUNTAIN, terrain={TARGET: "rough"}) == 1
    assert price(MOUNTAIN, terrain={TARGET: "polder"}) == 2
    french = Walker("allied", "F1MT", 4, "sector 1", 3)
    rough = {"terrain": {"2210S": "rough"}}
    match = french.starts("2211S", **rough).play("select F1MT", "move 2210S")
    assert left(match, "F1MT") == 3  # eight halved, less one


@rule("rhine", "10.9", "10.9b")
def test_in_a_mixed_stack_each_pays_his_own_price() -> None:
    for unit, points in (("6SSM", 6), ("6FJ", 5)):  # of seven points each
        match = moving("german", "6SSM=2011N 6FJ=2011N", turn=1, terrain={TARGET: "rough"})
        assert left(move(match, "6SSM 6FJ", TARGET), unit) == points


@rule("rhine", "10.10", "10.10a")
@pytest.mark.parametrize("who", [ALLIED, BRITISH, COMMANDO, GERMAN, MOUNTAIN], ids=lambda who: who.unit)
def test_a_polder_hex_costs_everybody_two(who: Walker) -> None:
    assert price(who, terrain={TARGET: "polder"}) == 2


# -- 10.11 to 10.13: hexsides --------------------------------------------------------------------


@rule("rhine", "10.11", "10.11a", "10.11b", "10.11c")
@pytest.mark.parametrize(
    ("who", "kind", "points"), [(ALLIED, "river", 2), (GERMAN, "river", 2), (ALLIED, "rhine", 3), (GERMAN, "rhine", 2)]
)
def test_crossing_a_river_costs_more(who: Walker, kind: str, points: int) -> None:
    assert price(who, sides=around(TARGET, kind)) == points


@rule("rhine", "10.12", "10.12a")
@pytest.mark.parametrize(
    "who", [ALLIED, COMMANDO, GERMAN, CUT_OFF, Walker("german", "59ID", 6)], ids=lambda who: who.unit
)
def test_no_unit_crosses_the_sea(who: Walker) -> None:
    """Not even the Fifteenth Army on Turn 1."""
    assert price(who, sides=around(TARGET, "all-sea")) == CLOSED
    match = who.starts("2011N", sides=around(TARGET, "all-sea")).play(f"select {who.unit}")
    refused(match, f"move {TARGET}", "10.12")


@rule("rhine", "10.12", "10.12a")
def test_no_unit_leaves_walcheren_by_sea() -> None:
    match = table("turn 5\nphase allied movement\nat BC4Co=1112N\nantwerp 1")
    assert "1113N" not in take(match, "BC4Co")
    refused(match, "move 1113N", "10.12")


@rule("rhine", "10.12", "10.12b", "11.15c")
@pytest.mark.parametrize(
    ("who", "points"),
    [
        (ALLIED, CLOSED),
        (BRITISH, CLOSED),
        (GERMAN, CLOSED),
        (CUT_OFF, CLOSED),
        (Walker("german", "59ID", 3, NO_GERMAN_SUPPLY, 2), CLOSED),  # of the Fifteenth Army, but on Turn 2
        (Walker("german", "59ID", 6), 1),  # on Turn 1 as if it were clear
        (COMMANDO, 2),  # as if it were a river
    ],
)
def test_an_estuary_is_crossed_by_few(who: Walker, points: int) -> None:
    assert price(who, sides=around(TARGET, "estuary")) == points


@rule("rhine", "10.12", "10.12b")
def test_the_scheldt_stops_an_american() -> None:
    match = table("turn 5\nphase allied movement\nat US1=1213N\nsector 2").play("select US1")
    refused(match, "move 1212N", "10.12", "10.3", "10.2")  # by land it is too far


@rule("rhine", "10.13", "10.13a")
@BOTH
def test_a_blocked_hexside_costs_one_more(who: Walker) -> None:
    sides = around(TARGET, "blocked")
    assert price(who, sides=sides) == 2
    assert price(who, sides=sides, terrain={TARGET: "rough"}) == 3


@rule("rhine", "10.13", "10.13b")
def test_a_blocked_hexside_does_not_hinder_attack_retreat_and_advance() -> None:
    match = combat(f"US75=2011N 280SG={TARGET}", dice=[1], sides=around(TARGET, "blocked"))
    assert shift(match, TARGET, "US75") == (0, "4:1")  # 4 against 1
    match.play("resolve")  # die 1: DR, over another blocked hexside
    match.play("to " + min(offers(match, "to")), "advance US75")
    assert where(match, "US75") == TARGET


# -- 10.14 to 10.17: works, the highway and sums ----------------------------------------------------


@rule("rhine", "10.14", "10.14a")
@BOTH
def test_the_west_wall_has_no_movement_cost(who: Walker) -> None:
    wall = {"features": {TARGET: "westwall"}}
    assert price(who, **wall) == 1
    assert price(who, **wall, terrain={TARGET: "rough"}) == 2


@rule("rhine", "10.14", "10.14b")
def test_an_access_mark_changes_nothing() -> None:
    access = {"features": {TARGET: "access"}}
    assert price(ALLIED, **access) == 1
    assert price(ALLIED, **access, terrain={TARGET: "polder"}) == 2
    match = combat(f"US75={RING[0]} 280SG={TARGET}", **access, terrain={TARGET: "polder"})
    assert shift(match, TARGET, "US75") == (0, "4:1")


#: The highway along the lane to the target, all of it polder.
ROAD = [TARGET, *LANE]
ALONG = {f"{a}-{b}": "highway" for a, b in pairwise(ROAD)}
HIGHWAY = {"terrain": dict.fromkeys(ROAD, "polder"), "features": dict.fromkeys(ROAD, "highway")}


@rule("rhine", "10.16", "10.16a", "10.16d")
@BOTH
def test_along_the_highway_polder_costs_one(who: Walker) -> None:
    assert price(who, **HIGHWAY, roads=ALONG) == 1
    assert price(who, **HIGHWAY) > 1  # without the road each of these hexes costs two
    match = who.starts("2012N", **HIGHWAY, roads=ALONG).play(f"select {who.unit}", f"move {TARGET}")
    assert left(match, who.unit) == who.points - 2


@rule("rhine", "10.16", "10.16b")
@BOTH
def test_a_polder_hex_of_the_highway_entered_from_the_side_costs_two(who: Walker) -> None:
    ground = {"terrain": {TARGET: "polder"}, "features": {TARGET: "highway", "2009N": "highway"}}
    assert price(who, **ground, roads={"2009N-2010N": "highway"}) == 2
    # Both are highway hexes, but the highway does not run from one to the other.
    beside = {"terrain": {TARGET: "polder"}, "features": dict.fromkeys([TARGET, *near(TARGET)], "highway")}
    assert price(who, **beside) == 2


@rule("rhine", "10.16", "10.16c")
@pytest.mark.parametrize(
    ("who", "kind", "points"), [(ALLIED, "river", 2), (GERMAN, "river", 2), (ALLIED, "rhine", 3), (GERMAN, "rhine", 2)]
)
def test_the_highway_has_no_bridges(who: Walker, kind: str, points: int) -> None:
    assert price(who, **HIGHWAY, roads=ALONG, sides=around(TARGET, kind)) == points


@rule("rhine", "10.16", "10.16e")
@BOTH
@pytest.mark.parametrize("words", ["highway", "highway;town"])
def test_a_clear_highway_hex_entered_from_the_side_costs_one(who: Walker, words: str) -> None:
    assert price(who, features={TARGET: words, "2009N": "highway"}, roads={"2009N-2010N": "highway"}) == 1


@rule("rhine", "10.17", "10.17a")
@pytest.mark.parametrize(
    ("who", "terrain", "kind", "points"),
    [
        (ALLIED, "polder", "river", 3),
        (GERMAN, "polder", "river", 3),
        (ALLIED, "rough", "rhine", 4),
        (GERMAN, "rough", "rhine", 3),
        (ALLIED, "polder", "blocked", 3),
        (MOUNTAIN, "rough", "river", 2),
    ],
)
def test_the_costs_of_hex_and_hexside_add_up(who: Walker, terrain: str, kind: str, points: int) -> None:
    assert price(who, terrain={TARGET: terrain}, sides=around(TARGET, kind)) == points
