"""Duties of chapter 6 and 5.2 that other tests only touch: passing, transfer, one activation at a time, supply."""

from __future__ import annotations

from grognard import Match
from tests.aachen.helpers_combat import DUEL, outcome
from tests.aachen.kit import act, disrupted, level, levels, step, table, told
from tests.kit import offered, offers, refused
from tests.rules import rule

AT = "1-HQ=2008 1-I/16=2410 3A-HQ=1508 3A-I/32=1509 526-HQ=2916 526-328=2917"
#: A German battalion two hexes from an American one, its HQ in range.
NEAR = "1-HQ=2008 526-HQ=2616 1-I/16=2410 526-328=2412"


def ops(*more: str, at: str = AT, dice: tuple[int, ...] = (9, 1)) -> Match:
    return table("ops", at, "quiet 3", *more, turn=2, dice=dice)


@rule("aachen", "6.3c", "6.4a")
def test_no_second_formation_is_activated_within_an_activation() -> None:
    match = ops(dice=(9, 1, 5)).play("act 1-HQ")
    for action in ("act 3A-HQ", "act 526-HQ", "select 3A-I/32", "relocate 3A-HQ"):
        refused(match, action)
    assert offered(match.play("select 1-I/16"), "move 2409")


@rule("aachen", "6.3d", "6.3.1a", "6.3.1b")
def test_a_formation_acts_as_often_as_it_has_levels() -> None:
    match = ops("passed 2", "level " + levels(F1=3), dice=(5, 5, 5))
    for left in (2, 1, 0):
        match.play("act 1-HQ", "done")
        assert level(match, "1") == left
    refused(match, "act 1-HQ", "6.3.1")
    assert offered(match, "act 3A-HQ")


@rule("aachen", "6.2l", "6.2h")
def test_who_has_passed_acts_again_in_the_next_turn() -> None:
    match = ops().play("pass")
    assert match.side == "german"
    match.play("pass")
    assert match.state.turn == 3  # type: ignore[attr-defined]
    for _ in range(40):
        if step(match) == "choose":
            break
        match.play("roll 5" if match.side == "dice" else "done")
    first = match.side
    assert offers(match, "act") == ({"1-HQ", "3A-HQ"} if first == "us" else {"526-HQ"})
    match.play("transfer")
    assert (match.side, step(match)) == ("german" if first == "us" else "us", "choose")
    assert offers(match, "act") == ({"526-HQ"} if first == "us" else {"1-HQ", "3A-HQ"})


@rule("aachen", "6.2g")
def test_who_gave_the_initiative_away_may_react() -> None:
    match = ops(at=NEAR, dice=(9, 1, 5)).play("transfer", "act 526-HQ", "select 526-328", "move 2411")
    assert (match.side, step(match)) == ("us", "react")
    assert offers(match, "react") == {"1-HQ"}


@rule("aachen", "6.2i")
def test_who_has_passed_may_still_react() -> None:
    match = act("us 1-HQ", NEAR, "passed 2").play("select 1-I/16", "move 2411")
    assert (match.side, step(match)) == ("german", "react")
    assert offers(match, "react") == {"526-HQ"}


#: Germans around 2008: the HQ there has no Supply Path.
RING = "526-328=2006 526-453=1909 526-473=2208 526-536=1807"


@rule("aachen", "6.3a", "6.3.3a", "6.3.2e")
def test_supply_is_judged_before_the_die_and_the_die_reads_the_level_before() -> None:
    match = ops("level " + levels(F1=5), at=f"1-HQ=2008 1-I/16=2410 526-HQ=2916 {RING}", dice=(9, 1, 5))
    match.play("act 1-HQ")
    rules = [event.rule for event in match.events if event.rule in ("6.3", "5.7.3", "6.3.2")]
    assert rules == ["6.3", "5.7.3", "6.3.2"]
    assert match.state.flipped == 1 << match.game.unit_ids["1-HQ"]  # type: ignore[attr-defined]
    assert told(match, "6.3.2")[0].startswith("a 5 at level 5")
    assert level(match, "1") == 4


@rule("aachen", "6.3.3b", "5.7.3e")
def test_a_flipped_hq_that_is_supplied_again_pays_nothing_and_stays_flipped() -> None:
    match = ops("flipped 1-HQ", dice=(9, 1, 5)).play("act 1-HQ")
    hq = 1 << match.game.unit_ids["1-HQ"]
    assert level(match, "1") == 6
    assert match.state.flipped & hq  # type: ignore[attr-defined]
    match.play("done")
    assert match.state.flipped & hq  # type: ignore[attr-defined]


@rule("aachen", "5.2m", "5.2c")
def test_a_check_of_an_enemy_unit_is_the_enemys_die() -> None:
    mine = outcome("1/1r", DUEL, "1-I/16", "12-I/27", "snafu us", dice=[10], rerolls=True)
    assert step(mine) != "check-window"
    assert disrupted(mine, "12-I/27")
    theirs = outcome("1/1r", DUEL, "1-I/16", "12-I/27", "snafu german", dice=[10], rerolls=True)
    assert (theirs.side, step(theirs)) == ("german", "check-window")


@rule("aachen", "5.2c", "5.2d", "5.2j")
def test_an_initiative_die_is_rolled_again_by_its_roller_with_the_marker_and_at_once() -> None:
    theirs = ops("snafu german", dice=(9, 1))
    assert "marker" in refused(theirs, "reroll", "5.2").why
    mine = ops("snafu us", dice=(9, 1))
    assert offered(mine, "reroll")
    mine.play("transfer")
    assert (mine.side, step(mine)) == ("german", "choose")
    refused(mine, "reroll", "5.2")
    first = table("ops", AT, "quiet 3", "snafu us")
    assert (first.side, step(first)) == ("us", "choose")
    assert "no die" in refused(first, "reroll", "5.2").why
    given = ops("snafu german", dice=(9, 1)).play("transfer")
    assert "no die" in refused(given, "reroll", "5.2").why
