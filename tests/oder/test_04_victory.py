"""Chapter 4: sudden death, Victory Points and who wins."""

from __future__ import annotations

import pytest

from tests.kit import control, due, move, now, offered, offers, place, refused, rest, status, supply, where
from tests.oder.helpers_campaign import fight_unaided, finished, sea_between, until, vp
from tests.oder.sheet import USIR
from tests.oder.table import table
from tests.rules import rule

#: Six armies against one corps in 2113: 51 to 6, so no die decides it.
STORM = "1GT=2214 2GT=2214 3GT=2214 4T=2213 5GT=2213 8G=2213 66=2113"
STORMERS = ("1GT", "2GT", "3GT", "4T", "5GT", "8G")
#: An army behind the corps closes its way home.
BEHIND = "3=2013"
#: Three panzer corps against one army in 2113: 30 to 4, no die either.
THRUST = "GD=2013 1SS=2013 4SS=2013 50=2113"
PANZERS = ("GD", "1SS", "4SS")

#: The three Soviet conditions of 4.1.2, each met.
WEST = "1GT=1010 2GT=1015"
KOENIGSBERG = "3GT=2408"
SILESIA = "4T=1319"


def soviet_check(units, *more, **ground):
    """The end of a German Player Turn with these units on the map."""
    text = "\n".join((f"turn 3\nphase german regroup\nat {units}", *more))
    return finished(table(text, bare=True, **ground))


def german_check(units, *more, **ground):
    """The end of a Soviet Player Turn with these units on the map."""
    return table("\n".join((f"turn 3\nphase soviet retrieval\nat {units}", *more)), bare=True, **ground)


def goes_on(match, turn, phase):
    assert not match.over
    assert match.result is None
    assert now(match) == (turn, phase)


def won(match, side, level="Sudden Death"):
    assert match.over
    assert (match.result.winner, match.result.level) == (side, level)


# -- 4.0, 4.1 --------------------------------------------------------------------------------


@rule("oder", "4.0", "4.0a")
@pytest.mark.parametrize(("german", "soviet", "winner"), [(60, 0, "german"), (0, 60, "soviet"), (40, 20, "")])
def test_a_game_is_won_lost_or_drawn_whatever_the_margin(german, soviet, winner):
    near = {"german": (30, 14), "soviet": (30, 16), "": (30, 15)}[winner]
    levels = set()
    for points in ((german, soviet), near):
        text = "turn 8\nphase soviet retrieval\nat 24=1713 5=2713\nvp_german {}\nvp_soviet {}"
        match = table(text.format(*points), bare=True)
        assert match.result.winner == winner
        levels.add(match.result.level)
    assert len(levels) == 1


@rule("oder", "4.0", "4.0b")
def test_points_are_kept_for_each_side_all_through_the_game():
    text = f"turn 2\nphase german combat\nvp_german 3\nvp_soviet 2\nat {THRUST} 41P=2713 5=2813"
    match = table(text, bare=True, dice=[4, 6, 5])
    assert vp(match) == (3, 2)
    rest(fight_unaided(match, "2113", *PANZERS))
    assert vp(match) == (4, 2)
    fight_unaided(match, "2813", "41P")  # 3 to 5, die 6: AL1
    assert vp(match) == (4, 3)


@rule("oder", "4.1", "4.1a")
def test_a_sudden_death_ends_the_game_at_once():
    match = german_check("24=3510 HG=3512")
    won(match, "german")
    assert match.actions.texts() == []
    refused(match, "order move-fight")
    won(soviet_check(f"{KOENIGSBERG} {SILESIA}"), "soviet")


@rule("oder", "4.1", "4.1b")
def test_the_german_condition_is_tested_at_the_end_of_the_soviet_turn_only():
    match = table("turn 3\nphase german movement\nat 24=3510 HG=3512", bare=True)
    goes_on(until(match, 3, "soviet declaration"), 3, "soviet declaration")
    goes_on(until(match, 3, "soviet combat"), 3, "soviet combat")
    won(until(match, 4, "german declaration"), "german")


@rule("oder", "4.1", "4.1b")
def test_the_soviet_conditions_are_tested_at_the_end_of_the_german_turn_only():
    match = table(f"turn 3\nphase soviet movement\nat {KOENIGSBERG} {SILESIA}", bare=True)
    goes_on(until(match, 4, "german declaration"), 4, "german declaration")
    goes_on(until(match, 4, "german combat"), 4, "german combat")
    won(until(match, 4, "soviet declaration"), "soviet")


# -- 4.1.1 -----------------------------------------------------------------------------------


@rule("oder", "4.1.1", "4.1.1a", "4.1.1b")
@pytest.mark.parametrize(
    ("units", "wins"),
    [
        ("24=3510 HG=3512", True),
        ("24=3510 HG=3510", True),
        ("24=3510 66=3521", True),
        ("24=3510", False),
        ("24=3510 HG=3411", False),
    ],
)
def test_two_supplied_german_units_on_the_east_edge_win(units, wins):
    match = german_check(f"{units} 5=2713")
    if wins:
        won(match, "german")
    else:
        goes_on(match, 4, "german declaration")


@rule("oder", "4.1.1", "4.1.1c")
def test_a_german_unit_out_of_supply_does_not_count():
    around = "5=3411 28=3509"
    units = f"24=3510 HG=3518 {around}"
    assert supply(table(f"turn 3\nphase soviet combat\nat {units}", bare=True), "24") == "none"
    goes_on(german_check(units), 4, "german declaration")
    won(german_check(f"{units} 66=3519"), "german")


@rule("oder", "4.1.1", "4.1.1d")
def test_aerial_supply_does_not_count():
    units = "24=3510 HG=3518 5=3411 28=3509"
    match = table(f"turn 3\nphase soviet combat second\nat {units}\naerial 24", bare=True)
    assert supply(match, "24") == "aerial"
    goes_on(until(match, 4, "german declaration"), 4, "german declaration")
    goes_on(german_check(units, "aerial 24"), 4, "german declaration")


@rule("oder", "4.1.1", "4.1.1e")
def test_the_units_must_still_be_there_after_the_soviet_turn():
    text = "turn 3\nphase soviet combat second\naerial_spent 1\nat 66=3512 HG=3520 1GT=3412 2GT=3412 3GT=3412"
    match = table(text, bare=True, dice=[1, 3])
    rest(fight_unaided(match, "3512", "1GT", "2GT", "3GT"))
    assert where(match, "66") == "due"
    goes_on(until(match, 4, "german declaration"), 4, "german declaration")
    won(until(table(text, bare=True), 4, "german declaration"), "german")


@rule("oder", "4.1.1", "4.1.1f")
def test_coastal_supply_counts_for_the_east_edge():
    units = "24=3510 HG=3518 5=3411 28=3509"
    shore = {"3510": "coast;edge:east;supply:soviet"}
    match = table(f"turn 3\nphase soviet combat\nat {units}", bare=True, features=shore)
    assert supply(match, "24") == "coastal"
    won(german_check(units, features=shore), "german")


# -- 4.1.2 -----------------------------------------------------------------------------------


@rule("oder", "4.1.2", "4.1.2a", "4.1.2b", "4.1.2f")
@pytest.mark.parametrize(
    ("units", "wins"),
    [
        (f"{WEST} {KOENIGSBERG}", True),
        (f"{WEST} {SILESIA}", True),
        (f"{KOENIGSBERG} {SILESIA}", True),
        (f"{WEST} {KOENIGSBERG} {SILESIA}", True),
        (f"1GT=1012 2GT=1012 {SILESIA}", True),
        (f"1GT=1012 2GT=1112 {SILESIA}", False),
        (f"1GT=1012 {SILESIA}", False),
        (WEST, False),
        (KOENIGSBERG, False),
        (f"{SILESIA} 5=1219", False),
    ],
)
def test_any_two_of_three_conditions_win_for_the_soviet(units, wins):
    match = soviet_check(units)
    if wins:
        won(match, "soviet")
    else:
        goes_on(match, 3, "soviet declaration")


@rule("oder", "4.1.2", "4.1.2c")
def test_an_army_in_koenigsberg_must_be_in_supply():
    cut = f"{KOENIGSBERG} 66=2407 67=2409"
    assert supply(table(f"turn 3\nphase german movement\nat {cut}", bare=True), "3GT") == "none"
    goes_on(soviet_check(f"{cut} {SILESIA}"), 3, "soviet declaration")
    won(soviet_check(f"{KOENIGSBERG} 66=2407 {SILESIA}"), "soviet")


@rule("oder", "4.1.2", "4.1.2d")
@pytest.mark.parametrize("label", sorted(USIR))
def test_each_hex_of_the_silesian_region_will_do(label):
    won(soviet_check(f"{KOENIGSBERG} 4T={label}"), "soviet")


@rule("oder", "4.1.2", "4.1.2d")
def test_hexes_next_to_the_region_and_armies_cut_off_in_it_do_not_count():
    goes_on(soviet_check(f"{KOENIGSBERG} 4T=1217 5=1419"), 3, "soviet declaration")
    # 1319 lies between 1318 and 1320.
    goes_on(soviet_check(f"{KOENIGSBERG} 4T=1319 66=1318 67=1320"), 3, "soviet declaration")


@rule("oder", "4.1.2", "4.1.2e")
def test_control_of_an_empty_hex_is_occupation():
    match = soviet_check(SILESIA, "flipped 2408")
    assert control(match, "2408") == "soviet"
    won(match, "soviet")
    won(soviet_check(KOENIGSBERG, "flipped 1320"), "soviet")
    won(soviet_check("5=3010", "flipped 1320 2408"), "soviet")
    goes_on(soviet_check("5=3010", "flipped 1320 1319 1318"), 3, "soviet declaration")


@rule("oder", "4.1.2", "4.1.2g")
def test_armies_on_the_west_edge_must_trace_to_the_east():
    cut = "1GT=1010 2GT=1010 66=1109 67=1011"
    match = table(f"turn 3\nphase german movement\nat {cut}", bare=True)
    assert (supply(match, "1GT"), supply(match, "2GT")) == ("none", "none")
    goes_on(soviet_check(f"{cut} {SILESIA}"), 3, "soviet declaration")
    goes_on(soviet_check(f"{cut} 3GT=1015 {SILESIA}"), 3, "soviet declaration")
    won(soviet_check(f"{cut} 3GT=1015 5GT=1018 {SILESIA}"), "soviet")


# -- 4.2, 4.3 --------------------------------------------------------------------------------


@rule("oder", "4.2", "4.2a", "4.3", "4.3a", "4.3b", "4.3c", "4.3d")
@pytest.mark.parametrize(
    ("german", "soviet", "winner"),
    [
        (30, 14, "german"),
        (31, 15, "german"),
        (30, 0, "german"),
        (29, 0, "soviet"),
        (0, 0, "soviet"),
        (29, 14, "soviet"),
        (30, 16, "soviet"),
        (31, 16, "soviet"),
        (30, 15, ""),
        (44, 22, ""),
    ],
)
def test_after_game_turn_8_the_points_decide(german, soviet, winner):
    text = f"phase soviet retrieval\nvp_german {german}\nvp_soviet {soviet}\nat 24=1713 5=2713"
    match = table(f"turn 8\n{text}", bare=True)
    won(match, winner, "Draw" if not winner else "Victory Points")
    assert match.result.score == {"german": german, "soviet": soviet}
    goes_on(table(f"turn 7\n{text}", bare=True), 8, "german declaration")


@rule("oder", "4.2", "4.2b")
def test_the_checks_of_game_turn_8_come_before_the_points():
    text = "turn 8\nphase soviet retrieval\nvp_german 10\nvp_soviet 50\nat 24=3510 HG=3512"
    won(table(text, bare=True), "german")
    text = f"turn 8\nphase german regroup\nvp_german 60\nat {KOENIGSBERG} {SILESIA}"
    won(finished(table(text, bare=True)), "soviet")


@rule("oder", "4.1.1", "4.1.2", "4.3")
def test_the_result_says_why():
    german = german_check("24=3510 HG=3512 5=2713").result
    assert german.reasons == ("German units in supply on the east edge: HG, 24 (4.1.1)",)
    soviet = " ".join(soviet_check(f"{WEST} {KOENIGSBERG} {SILESIA}").result.reasons)
    assert [clause in soviet for clause in ("4.1.2a", "4.1.2b", "4.1.2c")] == [True, True, True]
    soviet = " ".join(soviet_check(f"{WEST} {KOENIGSBERG}").result.reasons)
    assert [clause in soviet for clause in ("4.1.2a", "4.1.2b", "4.1.2c")] == [True, True, False]
    text = "turn 8\nphase soviet retrieval\nat 24=1713 5=2713\nvp_german {}\nvp_soviet {}"
    for points, word in (
        ((29, 0), "needs at least 30"),
        ((30, 14), "has less"),
        ((30, 16), "has more"),
        ((30, 15), "exactly"),
    ):
        (why,) = table(text.format(*points), bare=True).result.reasons
        assert word in why


# -- 4.2.1 -----------------------------------------------------------------------------------


@rule("oder", "4.2.1", "4.2.1a", "4.2.1b", "4.2.1c", "4.2.1d", "4.2.1j")
@pytest.mark.parametrize(
    ("behind", "aerial", "feature", "kind", "points"),
    [
        (False, False, "none", "regular", 1),
        (False, False, "coast", "regular", 1),
        (True, False, "none", "none", 2),
        (True, True, "none", "aerial", 1),
        (True, False, "coast", "coastal", 2),
        (True, False, "city", "fortress", 2),
        (True, True, "coast", "aerial", 1),
        (True, True, "city", "aerial", 1),
    ],
)
def test_points_for_a_german_unit_follow_its_supply(behind, aerial, feature, kind, points):
    text = f"turn 2\nphase soviet combat\nat {STORM} {BEHIND if behind else ''}\n"
    text += "aerial 66" if aerial else "aerial_spent 1"
    match = table(text, bare=True, features={"2113": feature}, dice=[1] if kind == "regular" else [1, 2])
    assert supply(match, "66") == kind
    fight_unaided(match, "2113", *STORMERS)
    assert vp(match) == (0, points)


@rule("oder", "4.2.1", "4.2.1b", "4.2.1d")
def test_each_unit_of_a_stack_scores_by_its_own_supply():
    # 51 to 12 is 4:1, die 1: DE. Each of the two rolls two dice.
    text = f"turn 2\nphase soviet combat\naerial 66\nat {STORM} 67=2113 {BEHIND}"
    match = table(text, bare=True, dice=[1, 1, 2, 3, 1])
    assert (supply(match, "66"), supply(match, "67")) == ("aerial", "none")
    fight_unaided(match, "2113", *STORMERS)
    assert vp(match) == (0, 3)
    assert sorted(due(match).values()) == [5, 6]


@rule("oder", "4.2.1", "4.2.1a", "4.2.1d")
@pytest.mark.parametrize(("behind", "kind", "points"), [("", "regular", 1), ("66=2214", "none", 2)])
def test_points_for_a_soviet_unit_follow_its_supply(behind, kind, points):
    match = table(f"turn 2\nphase german combat\nat {THRUST} {behind}", bare=True, dice=[1] * points)
    assert supply(match, "50") == kind
    fight_unaided(match, "2113", *PANZERS)
    assert vp(match) == (points, 0)


@rule("oder", "4.2.1", "4.2.1e")
@pytest.mark.parametrize(("side", "units"), [("german", ("66", "67")), ("soviet", ("5", "28"))])
def test_a_point_for_each_own_unit_not_placed(side, units):
    first, second = units
    text = f"turn 3\nphase {side} regroup\nat {first}=due {second}=due\ndue_turn {first}=3 {second}=3"
    match = table(text, bare=True).play(f"decline {first}")
    assert status(match)["vp"][side] == 1
    match.play(f"decline {second}")
    assert sorted(status(match)["vp"].values()) == [0, 2]
    assert status(match)["vp"][side] == 2


@rule("oder", "4.2.1", "4.2.1f")
def test_a_unit_that_rolls_itself_out_of_the_game_gives_no_more_points():
    match = table(f"turn 6\nphase german combat\nat {THRUST}", bare=True, dice=[4])
    rest(fight_unaided(match, "2113", *PANZERS))
    assert where(match, "50") == "eliminated"
    assert vp(match) == (1, 0)
    assert vp(until(match, 8, "soviet combat")) == (1, 0)


@rule("oder", "4.2.1", "4.2.1g")
def test_points_are_scored_in_the_combat_itself():
    match = table(f"turn 2\nphase german combat\nat {THRUST}", bare=True, dice=[4])
    fight_unaided(match, "2113", *PANZERS)
    assert offers(match, "advance") == set(PANZERS)
    assert vp(match) == (1, 0)


@rule("oder", "4.2.1", "4.2.1h")
def test_rebuilding_a_unit_takes_no_points_back():
    match = table(f"turn 2\nphase german combat\nat {THRUST}", bare=True, dice=[1])
    rest(fight_unaided(match, "2113", *PANZERS))
    place(until(match, 3, "soviet regroup"), "50", "3512")
    assert where(match, "50") == "3512"
    assert vp(match) == (1, 0)


@rule("oder", "4.2.1", "4.2.1i")
def test_the_supply_at_the_start_of_the_combat_counts():
    # 8 to 5, cut off: die 2 less 1 is EX. The lone attacker goes first, and its zone with it: the corps
    # could trace a line again when its own turn comes, yet it fought without one.
    text = "turn 2\nphase soviet combat\naerial_spent 1\nat 41P=2113 4T=2214 3=2013"
    match = table(text, bare=True, dice=[2, 3, 1, 2])
    assert supply(match, "41P") == "none"
    fight_unaided(match, "2113", "4T")
    assert (where(match, "4T"), where(match, "41P")) == ("due", "due")
    assert vp(match) == (1, 2)
    assert due(match) == {"4T": 5, "41P": 5}


@rule("oder", "4.2.1", "4.2.1k")
@pytest.mark.parametrize(("water", "points"), [(True, 2), (False, 1)])
def test_supply_of_a_unit_removed_for_overstacking_is_its_supply_then(water, points):
    text = "turn 2\nphase german movement\nat 41P=2512 46P=2512 48P=2512 56P=2511 5=3010"
    match = table(text, bare=True, sides=sea_between(20) if water else None, dice=[1] * points)
    move(match, "56P", "2512").play("done", "remove 46P")
    assert vp(match) == (0, points)


@rule("oder", "4.2.1", "4.2.1l")
@pytest.mark.parametrize(("behind", "points"), [("", 1), ("3=1912", 2)])
def test_units_lost_in_attack_count_as_well(behind, points):
    # 3 to 5 is 1:1, and 5 or more on the die is AL1 in any case.
    text = f"turn 2\nphase german combat\naerial_spent 1\nat 41P=2013 5=2113 {behind}"
    match = table(text, bare=True, dice=[6] + [1] * points)
    assert supply(match, "41P") == ("none" if behind else "regular")
    fight_unaided(match, "2113", "41P")
    assert where(match, "41P") == "due"
    assert vp(match) == (0, points)
    assert offered(match, "done")
