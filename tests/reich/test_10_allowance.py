"""Chapters 10.0 to 10.3, 10.6 and 9.4: Movement Steps, Command dice, declaration and what each unit may spend."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.games.reich import allowance, limits
from tests.kit import blocked, now, offered, offers, refused, where
from tests.reich.helpers_moves import (
    AREAS,
    GAME,
    GRID,
    assault,
    breakthrough,
    ends,
    farthest,
    moved,
    on_map,
    points,
    step,
)
from tests.rules import rule

#: a US and a Commonwealth division far from a German one
TWO = "US-1=1327 CW-50=1325 G-352=0927"


def steps_of(match: Match, turn: int) -> list[str]:
    """The Movement Steps of a turn, in order, when everybody passes."""
    found: list[str] = []
    for _ in range(400):
        if match.over or match.state.turn != turn:
            return found
        name = now(match)[1]
        if match.state.step and found[-1:] != [name]:
            found.append(name)
        choices = match.actions.texts()
        wanted = ["done", "pass", "declare 0", "give 0", "keep", "propose", *choices]
        match.play(next(text for text in wanted if text in choices))
    raise AssertionError("the turn does not end")


# -- 10.0 -------------------------------------------------------------------------------------


@rule("reich", "10.0", "10.0a", "10.0.B", "10.0.Ba")
def test_a_turn_has_five_movement_steps() -> None:
    at = "US-1=1327 US-HQ1-12=1325 G-352=0927 G-HQ7=0931"
    match = on_map("allied", "assault", at, turn=6)
    assert steps_of(match, 6) == [
        "allied assault",
        "allied breakthrough",
        "german assault",
        "allied exploitation",
        "german exploitation",
    ]


@rule("reich", "10.0b", "4.1bt", "4.1cf", "4.1ck")
def test_the_first_turn_has_three() -> None:
    import grognard

    match = grognard.setup(
        "game reich\nscenario campaign\nturn 1\nphase german assault-supply\nat US-1=1327 G-352=0927"
    )
    assert steps_of(match, 1) == ["german assault", "allied exploitation", "german exploitation"]


@rule("reich", "10.0c")
def test_the_turn_of_the_counteroffensive_has_four() -> None:
    at = "US-1=4420 G-352=5018 G-9SS=5118"
    match = on_map("german", "offensive", at, "offensive 10", turn=10)
    assert steps_of(match, 10) == [
        "german offensive",
        "german breakthrough",
        "allied exploitation",
        "german exploitation",
    ]


@rule("reich", "10.0d", "10.5.B", "10.5.Ba")
def test_all_steps_have_the_same_costs_for_both_sides() -> None:
    ground = {"terrain": {"1729": "forest", "1731": "woods", "1830": "bocage"}}
    german, allied = "G-352=1730 US-1=1126", "US-1=1730 G-352=1126"
    found = [
        ends(step(side, kind, at, dice=[2, 2, 2], **ground), at[: at.index("=")])
        for side, kind, at in (("german", "assault", german), ("german", "exploitation", german))
    ]
    found.append(ends(assault(allied, declared=3, **ground), "US-1"))
    assert found[0] == found[1] == found[2]
    assert {"1729", "1731", "1830"} <= found[0]


@rule("reich", "10.0.A", "10.0.Aa", "10.0.Ab", "10.6.B.4", "10.6.B.4a")
@pytest.mark.parametrize(("die", "lost"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_breakthrough_uses_what_declaration_and_duration_leave(die: int, lost: int) -> None:
    at = "US-1=1327 CW-50=1325 G-352=1326"
    match = step("allied", "assault", at, "logistics 2", dice=[6, 6, die]).play("give 0", "declare 2", "done")
    while now(match)[1] != "allied breakthrough":
        match.play("done" if offered(match, "done") else "pass")
    assert points(match)[:2] == [4 - lost, 4 - lost]


@rule("reich", "10.0.B", "10.0.Ba", "10.0.Bb")
def test_nobody_attacks_in_breakthrough_or_exploitation() -> None:
    at = "US-1=1327 G-352=1328"
    for match in (breakthrough(at), step("allied", "exploitation", at)):
        assert not offers(match, "attack")
        refused(match, "attack 1328")
    assert not offers(step("german", "exploitation", at), "attack")


@rule("reich", "10.0.C", "10.0.Ca", "10.1.B.3", "10.1.B.3a", "10.4.Ai", "4.1ci", "4.1co")
def test_mobile_assaults_are_made_in_exploitation_by_the_moving_side_only() -> None:
    at = "US-2A=1327 G-352=1328 G-12SS=1427"
    assert offered(step("allied", "exploitation", at).play("select US-2A"), "assault 1328")
    for match in (assault(at), breakthrough(at)):
        assert not offered(match, "select US-2A") or not offers(match.play("select US-2A"), "assault")
    match = step("allied", "exploitation", at)
    refused(match, "select G-12SS", "10.1.B")
    assert offered(step("german", "exploitation", at).play("select G-12SS"), "assault 1327")


# -- 10.1, 10.2 -------------------------------------------------------------------------------


@rule("reich", "10.1", "10.1a", "10.1.A", "10.1.Aa", "10.1.B", "10.1.Ba", "10.6.A.1", "10.6.A.1a")
def test_dice_and_declaration_come_before_any_move() -> None:
    match = step("allied", "assault", TWO, dice=[])
    assert match.side == "dice"
    blocked(match, "select US-1")
    blocked(match, "declare 2")
    match.play("roll 3")
    blocked(match, "declare 2")
    match.play("roll 4")
    blocked(match, "select US-1")
    match.play("declare 2")
    assert offered(match, "select US-1")


@rule("reich", "10.1.A.1", "10.1.A.1a", "10.2.5.A", "10.2.5.Aa", "10.2.5.Ab", "4.1bi", "10.2.5")
def test_each_command_with_units_on_the_map_has_a_die() -> None:
    match = step("allied", "exploitation", TWO, dice=[1, 5])
    assert points(match) == [8, 12, 0, 0, 0]
    three = on_map("allied", "exploitation", "US-1=1327 CW-50=1325 US-3=4039 G-352=0927", dice=[1, 5, 3])
    assert points(three) == [8, 12, 10, 0, 0]
    one = step("allied", "exploitation", "US-1=1327 CW-50=england G-352=0927", dice=[3])
    assert points(one) == [0, 10, 0, 0, 0]


@rule("reich", "10.2.5.A", "10.2.5.Ad", "10.2.5.Af", "10.2.5.Ag", "4.1x", "4.1bv", "4.1cm", "10.1.A.1a")
@pytest.mark.parametrize("kind", ["assault", "exploitation"])
@pytest.mark.parametrize(("die", "found"), [(1, [3, 6]), (3, [4, 8]), (4, [4, 8]), (6, [5, 10])])
def test_one_german_die_serves_both_types(kind: str, die: int, found: list[int]) -> None:
    match = step("german", kind, "G-352=1327 G-9SS=1326 US-1=0927", dice=[die])
    assert points(match)[3:] == found
    offensive = on_map("german", "offensive", "G-352=5018 US-1=4420", "offensive 10", turn=10, dice=[die])
    assert points(offensive)[3:] == found


@rule("reich", "10.2.5.A", "10.2.5.Ac", "10.2.5.Ae", "10.2.5.B", "10.2.5.Ba", "4.1ch")
@pytest.mark.parametrize(("die", "limited", "full"), [(2, 4, 8), (4, 5, 10), (6, 6, 12)])
def test_the_line_of_the_track_follows_the_supply(die: int, limited: int, full: int) -> None:
    at = "US-1=1327 CW-50=1325 US-3=4039 G-352=0927"
    for turn, logistics, found in ((3, 0, full), (2, 1, limited), (3, 2, limited)):
        match = on_map("allied", "exploitation", at, f"logistics {logistics}", turn=turn, dice=[die] * 3)
        assert points(match)[:3] == [found, found, full]  # the 6th Army Group is always in Full Supply


@rule("reich", "10.1.A.2", "10.1.A.2a", "10.3.Ab")
def test_printed_allowances_do_not_follow_the_die() -> None:
    match = step("german", "exploitation", "G-HQ7=1327 G-352=1325 US-1=0927", dice=[1])
    assert (farthest(match, "G-HQ7"), farthest(match, "G-352")) == (6, 3)


@rule("reich", "10.1.A.3", "10.1.A.3a", "10.6.A", "10.6.Aa", "10.6.A.1b", "10.6.A.2", "10.6.A.2a", "10.6.A.2b")
@rule("reich", "10.2.5.C", "10.2.5.Ca", "4.1bk")
def test_one_number_is_declared_up_to_the_lowest_command() -> None:
    match = step("allied", "assault", TWO, "logistics 1", turn=2, dice=[4, 2])
    assert points(match)[:2] == [5, 4]
    assert offers(match, "declare") == {"0", "1", "2", "3", "4"}
    refused(match, "declare 5", "10.6.A")
    match.play("declare 1")
    assert points(match)[:2] == [4, 3]
    refused(match, "declare 1")


@rule("reich", "10.6.A", "10.6.B.1", "9.4")
def test_the_screen_says_what_a_number_leaves() -> None:
    match = on_map("allied", "assault", "US-1=1325 CW-50=1020 G-352=1331", "logistics 2", turn=8, dice=[1, 6])
    said = match.game.reading.consequences(match.state)
    assert set(said) == {"give"}
    assert said["give"][2] == "12th Army Group 4, 21st 6"
    match.play("give 0")
    said = match.game.reading.consequences(match.state)["declare"]
    assert list(said) == [0, 1, 2, 3, 4]
    assert said[1] == "leaves 21st Army Group 3, 12th Army Group 5; combat then takes 1 to 3"
    assert said[4] == "leaves 21st Army Group 0, 12th Army Group 2: no combat and no Breakthrough"
    match.play("declare 1")
    assert not match.game.reading.consequences(match.state)


@rule("reich", "10.1.A.3b", "10.6.A.3", "10.6.A.3a", "10.6.A.3b", "4.1y", "10.6")
def test_the_german_declares_in_the_counteroffensive() -> None:
    at = "G-352=5018 G-9SS=5118 US-1=4420"
    match = on_map("german", "offensive", at, "offensive 10", turn=10, dice=[3])
    assert offers(match, "declare") == {"0", "1", "2", "3", "4"}
    refused(match, "declare 5", "10.6.A")
    assert points(match.play("declare 3"))[3:] == [1, 5]


@rule("reich", "10.1.A.3c", "10.1.A.3d", "10.6a", "4.1bw")
def test_nothing_is_declared_in_other_segments() -> None:
    at = "G-352=1327 G-9SS=1326 US-1=0927"
    match = step("german", "assault", at)
    assert not offers(match, "declare")
    assert (farthest(match, "G-352"), farthest(match, "G-9SS")) == (5, 10)
    assert not offers(step("german", "exploitation", at), "declare")
    assert not offers(step("allied", "exploitation", at), "declare")


@rule("reich", "10.1.B.1", "10.1.B.1a")
def test_units_may_stay_where_they_are() -> None:
    match = step("allied", "exploitation", TWO).play("done")
    assert [where(match, unit) for unit in ("US-1", "CW-50")] == ["1327", "1325"]


@rule("reich", "10.1.B.2", "10.1.B.2a", "4.1bl", "4.1z", "10.6.A.4")
def test_no_unit_spends_more_than_the_declared_number_before_combat() -> None:
    match = assault(TWO, declared=2)
    assert farthest(match, "US-1") == 2
    at = "G-352=5018 G-9SS=5118 US-1=4420"
    german = step("german", "offensive", at, "offensive 10", turn=10, dice=[3]).play("declare 3")
    assert farthest(german, "G-9SS") == 3


@rule("reich", "10.2", "10.2a", "10.2c")
def test_every_unit_belongs_to_one_type_or_command() -> None:
    roster = GAME.roster
    german = roster.german & roster.combat
    assert roster.commands["infantry"] | roster.commands["mech"] == german
    assert not roster.commands["infantry"] & roster.commands["mech"]
    allied = [roster.commands[word] for word in ("21AG", "12AG", "6AG", "any")]
    assert sum(allied) == roster.allied & roster.combat


@rule("reich", "10.2d")
def test_the_us_1st_army_becomes_the_12th_army_group_on_turn_7() -> None:
    for turn, name in ((6, "US 1st Army"), (7, "12th Army Group")):
        match = step("allied", "exploitation", "US-1=1327 G-352=0927", turn=turn, dice=[])
        assert match.prompt is not None
        assert name in match.prompt.text


def command(unit: str, label: str) -> int:
    match = on_map("german", "exploitation", "G-352=0927 US-1=1321")
    return limits.command_at(GAME, match.state, GAME.unit_ids[unit], GRID.parse(label))


@rule("reich", "10.2.1", "10.2.1a", "10.2.1b", "10.2.2", "10.2.2a", "10.2.2b", "10.2.3", "10.2.3a")
def test_commands_by_nation_west_of_the_seine_and_by_area_east_of_it() -> None:
    assert [command("CW-50", h) for h in ("1021", "1328", "2318")] == [0, 0, 0]
    assert [command(unit, "0619") for unit in ("US-1", "FR-2A")] == [1, 1]
    assert [command("US-1", h) for h in ("2318", "2627", "4039", "4040")] == [0, 1, 2, 2]
    assert command("US-3", "2627") == 1


@rule("reich", "10.2.2c", "10.2.3b", "10.7.2d")
def test_west_of_the_seine_only_the_nation_counts() -> None:
    far_south = next(
        h for h in sorted(GRID.label(h) for h in GRID) if AREAS.west >> GRID.parse(h) & 1 and h[2:] == "33"
    )
    assert command("CW-50", far_south) == 0
    assert command("US-1", far_south) == 1
    assert command("US-3", far_south) == 1


@rule("reich", "10.2.4", "10.2.4a")
def test_a_unit_keeps_the_command_that_it_began_with() -> None:
    at = "US-1=2324 CW-50=2222 G-352=4039"
    more = "breakout 5", "brittany_turn 5", "seine_crossed 1"
    match = on_map("allied", "exploitation", at, *more, turn=8, dice=[2, 6])
    assert points(match)[:2] == [8, 12]
    match.play("select US-1", "move 2323")
    assert AREAS.army21 >> GRID.parse("2323") & 1
    spent = match.state.spent[GAME.unit_ids["US-1"]]
    assert allowance.allowance(GAME, match.state, GAME.unit_ids["US-1"]) == 12 > spent


@rule("reich", "10.2.4b")
def test_the_command_holds_through_breakthrough() -> None:
    at = "US-1=2323 CW-50=2222 G-352=4039"
    more = "breakout 5", "brittany_turn 5", "seine_crossed 1", "army12 US-1", "army21 CW-50", "points 3 1 0 0 0"
    match = step("allied", "breakthrough", at, *more, turn=8)
    assert farthest(match, "US-1") == 1
    assert farthest(match, "CW-50") == 3


@rule("reich", "10.2.5a")
def test_breakthrough_has_no_dice_of_its_own() -> None:
    match = breakthrough(TWO, points="2 3 0 0 0", dice=[])
    assert match.side == "allied"
    assert points(match)[:2] == [2, 3]


@rule("reich", "10.2.5.Cb", "10.6.B.4d", "10.6.B.4b", "4.1bs", "10.6.C")
def test_a_command_without_points_after_combat_stays_and_the_other_moves() -> None:
    at = "US-1=1327 CW-50=1325 G-352=1326"
    match = step("allied", "assault", at, "logistics 1", turn=2, dice=[6, 2, 6]).play("declare 3", "done")
    assert now(match)[1] == "allied combat"
    assert points(match)[:2] == [0, 0]
    match = breakthrough("US-1=1331 CW-50=1325 G-352=0927", points="2 0 0 0 0")
    assert farthest(match, "CW-50") == 2
    refused(match, "select US-1", "10.2")


@rule("reich", "10.2.5.Cc", "10.4.Aa")
def test_points_that_are_left_are_lost() -> None:
    match = step("allied", "exploitation", TWO, dice=[6, 6])
    moved(match, "US-1", "1328")
    assert points(match.play("done")) == [0] * 5
    assert points(breakthrough(TWO).play("done"))[:3] == [0, 0, 0]
