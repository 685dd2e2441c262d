"""Movement, entry and exit where several rules meet: exchanges in a chain, alternates, ways off the map, refusals."""

from __future__ import annotations

import pytest

from tests.hurtgen.helpers_ground import around, everywhere, near, walk, water_line
from tests.hurtgen.helpers_guns import featured
from tests.hurtgen.table import moving, table
from tests.kit import offered, offers, reach, refused, where
from tests.rules import rule

# -- 5.31, changing places -------------------------------------------------------------------


@rule("hurtgen", "5.31", "5.31b")
def test_a_chain_of_exchanges_never_strands_a_unit() -> None:
    """3/8 can get to 1011 only. With 1/8 there for good, 2/8 has no right to drive it out of 1012."""
    terrain = dict.fromkeys(near("1011"), "rough") | {"1011": "rough", "1012": "clear"}
    sides = around("1012", "river", "1011") | {"1011-1012": "stream"}
    match = moving("us", "1/8=1010 2/8=1011 3/8=1012", turn=4, terrain=terrain, sides=sides)
    assert reach(match, "3/8") == {"1011"}
    match.play("select 1/8", "move 1011")
    refused(match, "move 1012", "5.31")


@rule("hurtgen", "5.31b")
def test_the_hex_a_newcomer_leaves_is_room_enough() -> None:
    match = moving("us", "1/8=1010 10=1011", turn=4, terrain=everywhere("woods", h1010="clear", h1011="clear"))
    match.play("select 1/8", "move 1011")
    assert offers(match, "move") == {"1010"}
    match.play("move 1010")
    assert (where(match, "1/8"), where(match, "10")) == ("1011", "1010")


@rule("hurtgen", "5.31b", "14.0")
def test_a_unit_makes_room_by_leaving_the_map() -> None:
    match = moving("german", "1/983=2809 16=2910", terrain=everywhere("woods", h2910="clear"))
    match.play("select 1/983", "move 2910")
    assert match.actions.texts() == ["exit 2910"]
    match.play("exit 2910")
    assert (where(match, "1/983"), where(match, "16")) == ("2910", "exited")


@rule("hurtgen", "5.31b", "13.14", "13.14b")
def test_a_reinforcement_stops_on_a_friend_that_moves_on() -> None:
    match = moving("german", "1/854=due 1/983=2907").play("select 1/854", "enter 2907")
    assert offered(match, "move 2907")
    match.play("move 2907")
    refused(match, "done")
    match.play("move 2906")
    assert (where(match, "1/854"), where(match, "1/983")) == ("2907", "2906")


# -- 13.1, after the entry hex ---------------------------------------------------------------


@rule("hurtgen", "13.14", "13.14a", "6.0b")
def test_a_reinforcement_stops_in_zones_inland_too() -> None:
    match = moving("german", "1/854=due 1/8=2904 1/983=2920").play("select 1/854", "enter 2907")
    assert offers(match, "move") == walk("2907", 6, enemies=["2904"]) | {"2907"}


@rule("hurtgen", "13.14a", "5.31a")
def test_a_reinforcement_passes_friends() -> None:
    match = moving("german", "1/854=due 1/983=2906", sides=around("2907", "river", "2906"))
    match.play("select 1/854", "enter 2907")
    assert {"2905", "2901"} <= offers(match, "move")


@rule("hurtgen", "13.13", "13.13d")
@pytest.mark.parametrize(("ahead", "enters"), [(6, True), (7, False)])
def test_a_unit_too_far_back_in_the_column_is_refused_though_the_entry_hex_is_vacant(ahead: int, enters: bool) -> None:
    column = " ".join(["2907"] * ahead)
    text = f"turn 9\nphasing german\nentries {column}\nat 1/854=due 1/983=0101\nagenda game-turn 3 / movement"
    match = table(text, plain=True, files=featured({"2907": "entry:German"}))
    assert offered(match, "select 1/854") == enters
    if not enters:
        refused(match, "select 1/854", "13.13")


# -- 13.22, alternates -----------------------------------------------------------------------


@rule("hurtgen", "13.22", "13.22a", "13.22c", "13.22e")
@pytest.mark.parametrize(("friend", "entry"), [("2915", "2908"), ("2901", "2906")])
def test_a_friend_in_the_entry_hex_gives_no_direction(friend: str, entry: str) -> None:
    """1/983 in 2907 shuts it. The way round leads towards the nearest other friend, not both ways."""
    match = moving("german", f"1/854=due 1/983=2907 2/983={friend} 1/8=2806").play("select 1/854")
    assert offers(match, "enter") == {entry}


@rule("hurtgen", "13.22", "13.22c")
def test_the_path_to_an_alternate_follows_the_corners_of_the_map() -> None:
    woods = {f"01{row}": "woods" for row in range(24, 29)}
    match = moving("us", "10=due 1/983=0123 1/8=0428", turn=4, terrain=woods, features={"0127": "none"}).play(
        "select 10"
    )
    assert offers(match, "enter") == {"0228"}
    shut = " ".join(f"{unit}=290{row}" for row, unit in enumerate(("1/8", "2/8", "3/8", "1/22", "2/22", "3/22"), 1))
    match = moving("german", f"1/854=due {shut} 1/12=2907 1/983=2701").play("select 1/854")
    assert offers(match, "enter") == {"2801"}


@rule("hurtgen", "13.22", "13.22c", "13.22d", "13.11", "5.24")
@pytest.mark.parametrize(("friend", "entry"), [("0128", "0127"), ("0115", "0117")])
def test_a_trail_off_the_map_lets_vehicles_in_at_an_alternate(friend: str, entry: str) -> None:
    """On the real map trails lead west from 0117 and 0127; all hexes before them are pathless woods."""
    match = moving("us", f"10=due 1/983=0123 1/13={friend}", turn=4, plain=False).play("select 10")
    assert offers(match, "enter") == {entry}


@rule("hurtgen", "13.22", "13.22d")
def test_at_an_alternate_with_a_road_of_its_own_the_column_comes_by_road() -> None:
    files = featured({"2907": "offmap-road:E", "2908": "offmap-road:E"}, {"2908": "woods"})
    match = moving("german", "1/854=due 2/854=due 1/983=2907 1/8=2906 2/983=2925", files=files)
    match.play("select 1/854", "enter 2908")
    assert offered(match, "move 2914")
    match.play("move 2914", "select 2/854", "enter 2908")
    # The first has half a point left over, the second comes to six hexes just so.
    assert offers(match, "move") == (walk("2908", 6, enemies=["2906"]) | {"2908"}) - {"2907", "2914"}


# -- 14.0, ways off the map ------------------------------------------------------------------


@rule("hurtgen", "14.0", "14.0d", "12.0b")
def test_a_road_off_the_south_edge_counts() -> None:
    """1328 has a road to the south: six clear hexes, half a point on the road, half a point for leaving."""
    assert offered(moving("german", "116k=1321", roads={"1327-1328": "road"}).play("select 116k"), "exit 1328")
    assert not offered(moving("german", "116k=1320", roads={"1327-1328": "road"}).play("select 116k"), "exit 1328")


@rule("hurtgen", "14.0d")
def test_a_trail_off_the_south_edge_counts() -> None:
    files = featured({"1328": "offmap-trail:S"}, {"1328": "woods"})
    match = moving("german", "116k=1322", files=files, roads={"1327-1328": "trail"}).play("select 116k")
    assert offered(match, "exit 1328")


@rule("hurtgen", "14.0", "14.0b", "14.0d", "12.0b")
def test_a_road_off_the_north_edge_is_not_an_exit_to_the_east() -> None:
    """2901 is on the east edge, but its road runs north: leaving to the east costs a clear hex."""
    roads = {"2901-2902": "road"}
    assert not offered(moving("german", "116k=2908", roads=roads).play("select 116k"), "exit 2901")
    assert offered(moving("german", "116k=2907", roads=roads).play("select 116k"), "exit 2901")


# -- 5.24, bridges and roads on an owner's board ---------------------------------------------


@rule("hurtgen", "5.24", "5.24b")
@pytest.mark.parametrize("water", ["stream bridge", "river bridge"])
def test_a_bridge_without_road_or_trail_is_closed_to_vehicles(water: str) -> None:
    sides = water_line(water.split()[0], h1010_1110=water)
    assert "1110" not in reach(moving("us", "10=1010", turn=4, sides=sides), "10")


# -- what a player reads --------------------------------------------------------------------


@rule("hurtgen", "6.31b")
def test_a_river_is_not_explained_to_infantry_as_a_matter_of_vehicles() -> None:
    match = moving("us", "1/8=1010", turn=1, sides=water_line("river")).play("select 1/8")
    assert "vehicle" not in refused(match, "move 1110").why


@rule("hurtgen", "5.12", "5.12a", "6.0b")
def test_a_path_blocked_by_an_enemy_is_not_called_too_long() -> None:
    """1210 is 4 1/2 points away over the bridge, if 1/983 did not stand on its far end."""
    sides = water_line("river", h1010_1110="river bridge")
    match = moving("us", "1/8=1008 1/983=1110", turn=1, sides=sides, roads={"1010-1110": "road"}).play("select 1/8")
    refused(match, "move 1210", "5.12", "6.0")


@rule("hurtgen", "13.22", "13.22c")
def test_an_alternate_in_the_wrong_direction_is_not_called_too_far() -> None:
    match = moving("german", "1/854=due 1/8=2907 1/983=2915").play("select 1/854")
    assert "is not the nearest" not in refused(match, "enter 2906", "13.22").why


@rule("hurtgen", "13.14")
def test_a_unit_that_has_entered_is_not_asked_to_wait() -> None:
    match = moving("german", "1/854=due 1/983=2920").play("select 1/854", "enter 2907")
    assert "nowhere to stop" not in refused(match, "enter 2907").why


@rule("hurtgen", "13.11", "5.24")
def test_the_refusal_names_the_missing_road_of_an_entering_vehicle() -> None:
    files = featured({"0123": "entry:US"}, {"0123": "woods"})
    refused(moving("us", "10=due 1/8=0910", turn=4, files=files), "select 10", "5.24", "13.11", "13.11c")


@rule("hurtgen", "5.11", "13.0", "12.11")
def test_events_and_refusals_are_sentences() -> None:
    match = moving("german", "1/854=due 1/8=0910").play("select 1/854", "enter 2907", "move 2906")
    assert "due" not in match.events[-1].text
    match = moving("us", "1/8=1010 1/983=2020", turn=1)
    assert "us's" not in refused(match, "select 1/983").why
    match = table("turn 4\nphase german combat\nat 16=1010", plain=True).play("done")
    (penalty,) = [event.text for event in match.events if event.rule == "12.11"]
    assert not penalty.startswith("1 units")
