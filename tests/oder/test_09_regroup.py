"""Chapter 9: regrouping and reinforcements."""

from __future__ import annotations

import pytest

from tests.kit import due, field, move, now, offered, offers, place, places, refused, rest, status, supply, where, words
from tests.oder.helpers_campaign import fight_unaided, fresh, german_any, sea_between, until, vp
from tests.oder.sheet import EAST_EDGE, USIR, WEST_EDGE, having
from tests.oder.table import table
from tests.rules import rule

#: Three panzer corps against one army in 2113: 30 to 4, so no die decides it.
THRUST = "GD=2013 1SS=2013 4SS=2013 50=2113"
PANZERS = ("GD", "1SS", "4SS")
#: Six armies against the units in 2113: 51 attack factors, so no die is rolled.
STORM = "1GT=2214 2GT=2214 3GT=2214 4T=2213 5GT=2213 8G=2213"
STORMERS = ("1GT", "2GT", "3GT", "4T", "5GT", "8G")
TURN_4 = {"KGW2", "KGW20", "KGJN", "KGM", "KGWS", "18"}
EAST_LAND = EAST_EDGE - {"3503", "3504"}


def lost_army(turn, *dice, behind=""):
    """The 50th Army is eliminated in the German Combat Phase of a turn."""
    match = table(f"turn {turn}\nphase german combat\nat {THRUST} {behind}", bare=True, dice=dice)
    return fight_unaided(match, "2113", *PANZERS)


def lost_corps(turn, unit, *dice, more="", **ground):
    """A German unit in 2113 is eliminated in the Soviet Combat Phase of a turn."""
    marker = "" if "aerial" in more else "\naerial_spent 1"
    text = f"turn {turn}\nphase soviet combat second\nat {STORM} {unit}=2113 {more}{marker}"
    return fight_unaided(table(text, bare=True, dice=dice, **ground), "2113", *STORMERS)


def arrival(units, turn=3, side="german", more="", real=False, **ground):
    """The regroup phase of a side in which some units are due."""
    names = units.split()
    here = " ".join(f"{unit}=due" for unit in names)
    when = " ".join(f"{unit}={turn}" for unit in names)
    text = f"turn {turn}\nphase {side} regroup\nat {here}\ndue_turn {when}\n{more}"
    return table(text, **ground) if real else table(text, bare=True, **ground)


# -- 9.0, 9.1 --------------------------------------------------------------------------------


@rule("oder", "9.0", "9.0a")
def test_both_sides_bring_eliminated_units_back():
    match = rest(lost_army(2, 2))
    assert now(until(match, 4, "soviet regroup")) == (4, "soviet regroup")
    assert where(place(match, "50", "3512"), "50") == "3512"
    match = rest(lost_corps(2, "66", 2))
    assert now(until(match, 4, "german regroup")) == (4, "german regroup")
    assert where(place(match, "66", "1012"), "66") == "1012"


@rule("oder", "9.1", "9.1d", "9.1f", "9.1.1", "9.1.1a")
def test_example_a_supplied_army_lost_on_turn_2_with_a_roll_of_3_is_back_on_turn_5():
    match = lost_army(2)
    assert match.side == "dice"
    match.play("roll 3")
    assert due(match)["50"] == 5
    # Had it been offered before, it would have been declined on the way.
    until(rest(match), 5, "soviet regroup")
    assert (where(match, "50"), offers(match, "select")) == ("due", {"50"})


@rule("oder", "9.1", "9.1a", "9.1b", "9.1c")
@pytest.mark.parametrize("unit", ["FCB", "FCDK", "KGM", "KGJN", "KGW2"])
def test_static_units_and_korpsgruppen_never_return_but_score(unit):
    match = lost_corps(2, unit)
    assert match.side == "soviet"  # no roll: the victors are asked to advance
    assert where(match, unit) == "eliminated"
    assert vp(match) == (0, 1)
    match = lost_corps(2, unit, more="3=2013")
    assert (where(match, unit), vp(match)) == ("eliminated", (0, 2))


@rule("oder", "9.1", "9.1d")
@pytest.mark.parametrize("roll", range(1, 7))
def test_a_unit_lost_in_regular_supply_rolls_one_die(roll):
    match = lost_army(2, roll)
    assert match.side == "german"
    assert due(match)["50"] == 2 + roll
    match = lost_corps(2, "66", roll)
    assert match.side == "soviet"
    assert due(match)["66"] == 2 + roll


@rule("oder", "9.1", "9.1e")
@pytest.mark.parametrize(
    ("more", "feature", "kind"),
    [
        ("3=2013", "none", "none"),
        ("3=2013\naerial 66", "none", "aerial"),
        ("3=2013", "coast", "coastal"),
        ("3=2013", "city", "fortress"),
    ],
)
def test_a_unit_lost_without_regular_supply_rolls_two_dice(more, feature, kind):
    ground = {"features": {"2113": feature}}
    before = table(f"turn 2\nphase soviet combat\nat {STORM} 66=2113 {more}", bare=True, **ground)
    assert supply(before, "66") == kind
    assert lost_corps(2, "66", 2, more=more, **ground).side == "dice"
    match = lost_corps(2, "66", 2, 3, more=more, **ground)
    assert match.side == "soviet"
    assert due(match)["66"] == 7
    assert field(match, "aerial") == []  # the marker does not pass to anybody else


@rule("oder", "9.1e")
def test_an_army_out_of_supply_rolls_two_dice():
    # The first turn gives the German -1, which changes nothing here: 30 to 4 needs no die.
    match = lost_army(1, 2, 3, behind="66=2214")
    assert due(match)["50"] == 6


@rule("oder", "9.1", "9.1f")
def test_the_roll_comes_before_the_advance():
    match = lost_army(2)
    assert (match.side, offers(match, "roll")) == ("dice", {"1", "2", "3", "4", "5", "6"})
    assert where(match, "50") != "2113"
    match.play("roll 6")
    assert offers(match, "advance") == set(PANZERS)


@rule("oder", "9.1", "9.1g", "9.1h", "9.1l")
@pytest.mark.parametrize(
    ("turn", "roll", "back"), [(5, 3, True), (5, 4, False), (2, 6, True), (7, 1, True), (7, 2, False), (8, 1, False)]
)
def test_a_unit_that_would_return_after_turn_8_is_out_of_play(turn, roll, back):
    match = lost_army(turn, roll)
    assert where(match, "50") == ("due" if back else "eliminated")
    assert vp(match) == (1, 0)
    if back:
        assert now(until(rest(match), turn + roll, "soviet regroup")) == (turn + roll, "soviet regroup")
        assert offered(match, "select 50")


@rule("oder", "9.1", "9.1i")
@pytest.mark.parametrize("unit", ["2Sh", "1GT", "8G", "5", "1Po"])
def test_every_kind_of_soviet_army_regroups(unit):
    text = f"turn 2\nphase german combat\nat GD=2013 1SS=2013 2SS=2013 {unit}=2113"
    match = table(text, bare=True).play("attack 2113", "with GD", "with 1SS", "with 2SS", "resolve")
    if where(match, unit) == "2113":
        match.play("roll 1")  # 3:1 or better: DE
    assert where(match.play("roll 2"), unit) == "due"
    assert due(match)[unit] == 4


@rule("oder", "9.1", "9.1k")
@pytest.mark.parametrize("turn", [7, 8])
def test_two_dice_on_turn_7_or_8_are_always_too_late(turn):
    match = lost_army(turn, 1, 1, behind="66=2214")
    assert (where(match, "50"), vp(match)) == ("eliminated", (2, 0))
    match = lost_army(6, 1, 1, behind="66=2214")
    assert due(match)["50"] == 8


@rule("oder", "9.1", "9.1f")
def test_the_roll_says_whose_return_it_is_for():
    match = lost_army(2)
    assert (match.side, match.prompt.rule) == ("dice", "9.1")
    assert "in which 50 returns" in match.prompt.text


@rule("oder", "9.1", "9.1d", "9.1e")
@pytest.mark.parametrize(
    ("behind", "points"),
    [
        ("", "1 Victory Point to the German"),
        ("66=2214", "2 Victory Points, since it is out of regular and air supply, to the German"),
    ],
)
def test_the_record_of_events_says_what_a_lost_unit_was_worth(behind, points):
    texts = [event.text for event in lost_army(2, behind=behind).events]
    assert [text for text in texts if "50 is eliminated" in text] == [f"50 is eliminated in 2113: {points}"]


# -- 9.1.1 -----------------------------------------------------------------------------------


@rule("oder", "9.1.1", "9.1.1a", "9.1.1m")
def test_a_unit_returns_in_the_regroup_phase_of_its_own_side():
    match = rest(lost_army(2, 1))
    until(match, 3, "german movement")
    refused(match, "select 50")
    refused(until(match, 3, "soviet combat"), "select 50")
    assert offered(until(match, 3, "soviet regroup"), "select 50")
    match = rest(lost_corps(2, "66", 1))
    assert offered(until(match, 3, "german regroup"), "select 66")


@rule("oder", "9.1.1", "9.1.1b", "9.2", "9.2j")
def test_regrouped_german_units_enter_where_reinforcements_do():
    match = arrival("66 18 KGM", turn=4, real=True)
    assert places(match, "66") == places(match, "18") == places(match, "KGM")


@rule("oder", "9.1.1", "9.1.1c", "9.1.1e")
def test_where_a_soviet_unit_returns():
    match = arrival("5", side="soviet", real=True)
    assert places(match, "5") == EAST_LAND | having("town", "soviet") | having("city", "soviet")


@rule("oder", "9.1.1", "9.1.1c", "9.1.1d", "9.1.1l")
@pytest.mark.parametrize(
    ("more", "open_"),
    [
        ("at 66=1613", True),
        ("once_changed 2914", False),  # a German was here and left, a Soviet came again
        ("flipped 2914\nonce_changed 2914", False),  # German now
        ("at 66=2913 67=2915", False),  # all six hexes around are in a zone
        ("at 66=2913", True),  # itself in a zone, with a free hex behind
    ],
)
def test_which_soviet_towns_receive_a_unit(more, open_):
    for word in ("town", "city"):
        match = arrival("5", side="soviet", more=more, features={"2914": word})
        assert ("2914" in places(match, "5")) == open_
    assert "2914" not in places(arrival("5", side="soviet"), "5")


@rule("oder", "9.1.1", "9.1.1c")
def test_a_retreat_into_a_soviet_town_spoils_it_for_returning_units():
    text = "turn 2\nphase soviet combat second\naerial_spent 1\nat 41P=2616 1GT=2716 2GT=2716 5=due\ndue_turn 5=3"
    match = table(text, bare=True, features={"2516": "town", "2914": "town"}, dice=[2])
    rest(fight_unaided(match, "2616", "1GT", "2GT").play("to 2516"))
    move(until(match, 3, "german movement"), "41P", "2314")
    move(until(match, 3, "soviet movement"), "1GT", "2516", "2716")
    until(match, 3, "soviet regroup")
    assert places(match, "5") & {"2516", "2914"} == {"2914"}


@rule("oder", "9.1.1", "9.1.1e", "9.1.1f")
def test_east_edge_hexes_need_soviet_control_only():
    match = arrival("5", side="soviet", more="at 66=3410 67=3515\nflipped 3515 3518")
    found = places(match, "5")
    assert found & EAST_LAND == EAST_LAND - {"3515", "3518"}  # 3510 and 3514 are in German zones
    refused(match.play("select 5"), "place 3518", "9.1.1")
    refused(match, "place 3515")
    # To have been German once does not matter at the edge.
    match = arrival("5", side="soviet", more="once_changed 3518")
    assert "3518" in places(match, "5")


@rule("oder", "9.1.1", "9.1.1g")
def test_a_regrouped_unit_acts_normally_afterwards():
    match = place(arrival("5", turn=5, side="soviet", more="at 66=3410"), "5", "3510")
    assert offered(until(match, 6, "soviet movement"), "select 5")
    until(match, 6, "soviet combat").play("attack 3410")
    if match.side == "german":
        match.play("pass")
    assert offered(match, "with 5")


@rule("oder", "9.1.1", "9.1.1h", "9.1.1i", "9.1.1j")
def test_a_unit_may_be_lost_return_and_be_lost_again():
    text = f"turn 2\nphase german combat\nat {THRUST}"
    match = table(text, bare=True, features={"2214": "town"}, dice=[1, 2])
    rest(fight_unaided(match, "2113", *PANZERS))
    place(until(match, 3, "soviet regroup"), "50", "2214")
    assert vp(match) == (1, 0)
    until(match, 4, "german movement")
    for unit in PANZERS:
        move(match, unit, "2113")
    fight_unaided(match.play("done"), "2214", *PANZERS)
    assert vp(match) == (2, 0)
    assert due(match)["50"] == 6


@rule("oder", "9.1.1", "9.1.1k")
def test_a_returning_shock_army_needs_an_empty_hex():
    match = arrival("2Sh 19", side="soviet", more="at 5=3510 28=3512").play("select 2Sh")
    refused(match, "place 3510", "6.2", "6.3", "9.1.1")
    match.play("place 3514")
    refused(match.play("select 19"), "place 3514", "6.2", "6.3", "9.1.1")
    assert offered(match, "place 3510")


# -- 9.2 -------------------------------------------------------------------------------------


@rule("oder", "9.2", "9.2a", "9.2b")
def test_six_german_reinforcements_arrive_on_turn_4_and_no_others_ever():
    assert due(fresh()) == dict.fromkeys(TURN_4, 4)
    match = german_any().play("propose", "done")
    until(match, 3, "soviet declaration")
    assert {unit for unit in TURN_4 if where(match, unit) == "due"} == TURN_4
    until(match, 4, "german regroup")
    assert (match.side, offers(match, "select")) == ("german", TURN_4)
    until(match, 8, "soviet combat")
    assert due(match) == {}


@rule("oder", "9.2", "9.2c", "9.2d")
def test_where_the_plain_reinforcements_arrive():
    match = arrival("KGJN KGM KGWS 18", turn=4, real=True)
    expected = WEST_EDGE | having("town", "german") | having("city", "german")
    for unit in ("KGJN", "KGM", "KGWS", "18"):
        assert places(match, unit) == expected - {"2806"}
    refused(match.play("select 18"), "place 2806", "9.2")


@rule("oder", "9.2", "9.2c")
@pytest.mark.parametrize(
    ("more", "open_"),
    [
        ("at 5=2713", True),
        ("once_changed 1613", False),
        ("flipped 1613\nonce_changed 1613", False),
        ("at 5=1612 28=1614", False),
        ("at 5=1612", True),
    ],
)
def test_which_german_towns_receive_a_unit(more, open_):
    for word in ("town", "city"):
        match = arrival("18", turn=4, more=more, features={"1613": word})
        assert ("1613" in places(match, "18")) == open_
    assert places(arrival("18", turn=4), "18") == WEST_EDGE | USIR


@rule("oder", "9.2", "10.0")
def test_nobody_arrives_in_the_sea():
    for side, unit in (("german", "18"), ("soviet", "5")):
        match = arrival(unit, turn=4, side=side, real=True).play(f"select {unit}")
        refused(match, "place 1203", "10.0")


@rule("oder", "9.2", "9.2e")
def test_a_line_to_the_silesian_region_alone_is_not_enough():
    town = {"1613": "town"}
    assert "1613" in places(arrival("18", turn=4, features=town), "18")
    match = arrival("18", turn=4, more="at 66=1613", features=town, sides=sea_between(10))
    assert supply(match, "66") == "regular"
    assert places(match, "18") == WEST_EDGE


@rule("oder", "9.2", "9.2f")
def test_west_edge_hexes_need_german_control_only():
    more = "at 5=1110 28=1015\nflipped 1015 1018\nonce_changed 1015 1018 1020"
    match = arrival("18", turn=4, more=more)
    assert places(match, "18") & WEST_EDGE == WEST_EDGE - {"1015", "1018"}  # 1010 and 1014 are in Soviet zones
    refused(match.play("select 18"), "place 1018", "9.2")


@rule("oder", "9.2", "9.2g", "9.2m")
@pytest.mark.parametrize(("unit", "entry", "around"), [("KGW2", "1105", "1104 1106"), ("KGW20", "2007", "2006 2008")])
def test_two_korpsgruppen_enter_at_their_printed_hex_only(unit, entry, around):
    match = arrival(unit, turn=4, real=True)
    assert places(match, unit) == {entry}
    refused(match.play(f"select {unit}"), "place 1010", "9.2")
    match.play(f"place {entry}")
    assert where(match, unit) == entry
    # Cut off and in a zone, but never Soviet: it may still come.
    north, south = around.split()
    match = arrival(unit, turn=4, more=f"at 5={north} 28={south}")
    assert places(match, unit) == {entry}


@rule("oder", "9.2", "9.2h", "9.2k")
@pytest.mark.parametrize(("unit", "entry"), [("KGW2", "1105"), ("KGW20", "2007")])
@pytest.mark.parametrize("how", ["once_changed {}", "flipped {}", "flipped {}\nonce_changed {}", "at 5={}"])
def test_a_korpsgruppe_whose_hex_was_soviet_is_lost_to_the_soviets_profit(unit, entry, how):
    match = arrival(f"{unit} 18", turn=4, more=how.replace("{}", entry))
    assert where(match, unit) == "eliminated"
    assert vp(match) == (0, 1)
    assert offers(match, "select") == {"18"}


@rule("oder", "9.2", "9.2l")
def test_a_korpsgruppe_whose_hex_is_full_counts_for_its_owner():
    match = arrival("KGW2 18", turn=4, more="at 24=1105 66=1105 67=1105")
    assert where(match, "KGW2") == "eliminated"
    assert vp(match) == (1, 0)
    match = arrival("KGW2 18", turn=4, more="at 24=1105 66=1105 FCSW=1105")
    assert places(match, "KGW2") == {"1105"}


@rule("oder", "9.2", "9.2i")
def test_arriving_units_obey_the_stacking_limit():
    match = arrival("18 66 KGM 67", turn=4, features={"1613": "city"})
    for unit in ("18", "66", "KGM"):
        place(match, unit, "1613")
    refused(match.play("select 67"), "place 1613", "6.2", "6.3", "9.2")


# -- 9.3 -------------------------------------------------------------------------------------


@rule("oder", "9.3", "9.3a", "9.3c", "9.3d", "9.3e")
@pytest.mark.parametrize(("side", "units"), [("german", "66 18"), ("soviet", "5 2Sh")])
def test_units_enter_on_their_turn_or_are_given_up_for_a_point_each(side, units):
    first, second = units.split()
    match = arrival(units, side=side)
    refused(match, "done")
    match.play(f"decline {first}")
    assert where(match, first) == "eliminated"
    refused(match, f"select {first}")
    refused(match, "done")
    match.play(f"decline {second}")
    assert status(match)["vp"] == {"german": 0, "soviet": 0, side: 2}
    for turn in (4, 5):
        until(match, turn, f"{side} combat")
        assert (where(match, first), where(match, second)) == ("eliminated", "eliminated")
    assert due(match) == {}
    assert status(match)["vp"][side] == 2


@rule("oder", "9.3", "9.3a")
def test_a_unit_due_later_cannot_come_now():
    text = "turn 3\nphase german regroup\nat 66=due 18=due\ndue_turn 66=3 18=4"
    match = table(text, bare=True)
    assert offers(match, "select") == {"66"}
    refused(match, "select 18")
    refused(match, "decline 18")


@rule("oder", "9.3", "9.3b", "9.3d", "9.3f")
@pytest.mark.parametrize(
    ("side", "units", "lost"),
    [("german", "66 18", WEST_EDGE | USIR), ("soviet", "5 2Sh", EAST_LAND)],
)
def test_a_unit_without_any_place_is_out_and_counts_for_its_owner(side, units, lost):
    match = arrival(units, side=side, more=f"flipped {words(lost)}\nonce_changed {words(lost)}")
    assert {where(match, unit) for unit in units.split()} == {"eliminated"}
    assert status(match)["vp"] == {"german": 0, "soviet": 0, side: 2}
    # One place left, and nobody is out.
    left = sorted(lost & (WEST_EDGE | EAST_EDGE))[0]
    match = arrival(units, side=side, more=f"flipped {words(lost - {left})}")
    assert places(match, units.split()[0]) == {left}
    # The second Soviet unit, a Shock Army, finds the last hex taken.
    place(match, units.split()[0], left)
    assert where(match, units.split()[1]) == ("due" if side == "german" else "eliminated")
    assert vp(match) == ((0, 0) if side == "german" else (0, 1))


@rule("oder", "9.0", "9.2", "9.1.1", "9.3")
@pytest.mark.parametrize(("side", "units", "clause"), [("german", "1SS 66", "9.2"), ("soviet", "43 28", "9.1.1")])
def test_the_owner_is_asked_for_each_unit_that_is_due(side, units, clause):
    match = arrival(units, side=side)
    first, second = units.split()
    assert (match.side, match.prompt.rule, offers(match, "decline")) == (side, "9.3", {first, second})
    assert "Choose a unit" in match.prompt.text
    match.play(f"select {first}")
    assert (match.side, match.prompt.rule, offers(match, "decline")) == (side, clause, set())
    assert f"where {first} arrives" in match.prompt.text
    match.play(f"place {min(offers(match, 'place'))}")
    assert (match.side, match.prompt.rule, offers(match, "decline")) == (side, "9.3", {second})


@rule("oder", "9.3", "9.3a")
@pytest.mark.parametrize(("side", "units"), [("german", "1SS 66"), ("soviet", "43 28")])
def test_a_unit_that_has_arrived_is_due_no_more(side, units):
    match = arrival(units, side=side)
    first, second = units.split()
    place(match, first, min(places(match, first)))
    assert due(match) == {second: 3}
    match.play(f"decline {second}")
    assert due(match) == {}
