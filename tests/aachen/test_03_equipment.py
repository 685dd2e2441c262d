"""Chapter 3: terrain in combat, tracks, HQs, and the charts; and what chapters 5 and 7 say of battles beside 7.5."""

from __future__ import annotations

import pytest

import grognard
from grognard import Match
from grognard.games.aachen import command, formations
from grognard.hexes import bits
from tests.aachen.kit import act, improved, level, real, step, table, told, where
from tests.kit import offered, offers, refused
from tests.rules import rule

HQS = "1-HQ=2008 526-HQ=2916"
#: The chit that changes nothing, for both sides: then the combat die is due.
EVEN: list[int | str] = ["chit 2", "chit 2"]


def us(at: str, *more: str, **ground: object) -> Match:
    return act("us 1-HQ", f"{HQS} {at}", "quiet 3", *more, **ground)  # type: ignore[arg-type]


def attack(match: Match, mode: str = "hasty", unit: str = "1-I/16", target: str = "2411") -> Match:
    """An attack up to the combat die."""
    match.play(f"select {unit}", f"attack {target}")
    if offered(match, f"mode {mode}"):
        match.play(f"mode {mode}")
    return match.play("resolve")


def fight(*more: str, at: str = "1-I/16=2410 526-328=2411", mode: str = "hasty", **ground: object) -> Match:
    ground.setdefault("dice", EVEN)
    return attack(us(at, *more, **ground), mode)


def units(match: Match, set_: int) -> set[str]:
    return {match.game.counters[u].id for u in bits(set_)}


# -- terrain in combat (3.1) -------------------------------------------------------------------------


@rule("aachen", "3.1", "3.1.1", "3.1.1b")
def test_roads_do_not_change_the_line_of_the_table() -> None:
    columns = {fight(roads=roads).state.column for roads in ("", "2410-2411-2412", "2412-2411")}  # type: ignore[attr-defined]
    assert len(columns) == 1
    for word in ("light-forest", "dense-forest"):
        assert fight(terrain={"2411": word}).state.column < min(columns)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("kind", "die", "tanks"), [("stream", -1, 4), ("embankment", -1, 4), ("dragons-teeth", -2, 0), ("roer", -3, 0)]
)
@rule("aachen", "3.1.1i", "3.1.2d", "3.1.2e", "3.1.2")
def test_hexsides_help_the_defender_and_a_road_across_changes_nothing_in_combat(
    kind: str, die: int, tanks: int
) -> None:
    for roads in ("", "2410-2411"):
        match = fight(sides={"2410-2411": kind}, roads=roads)
        assert match.state.modifier == die  # type: ignore[attr-defined]
        parse = match.game.board.grid.parse
        assert match.game.ground.tank_points(8, parse("2410"), parse("2411")) == tanks  # type: ignore[attr-defined]
    assert fight().state.modifier == 0  # type: ignore[attr-defined]


# -- tracks (3.1.3, 3.1.4, 3.4, 3.8) -------------------------------------------------------------------


@rule("aachen", "3.1.3", "3.1.3a", "3.6", "3.7", "3.1.4", "3.5")
def test_the_turn_track_says_who_is_due() -> None:
    match = grognard.new(real(), "campaign", 1)
    assert match.state.turn == 1  # type: ignore[attr-defined]
    assert where(match, "12-HQ") == where(match, "30-HQ") == "due"
    assert where(match, "1-HQ") == "1705"
    arrivals = match.scenario.words["arrivals"]
    assert "12-HQ" in arrivals[2]
    assert "30-HQ" in arrivals[3]


# -- HQs (3.3) ---------------------------------------------------------------------------------------------


@rule("aachen", "3.3", "3.3a", "7.5")
def test_an_hq_is_no_combat_unit_and_alone_nobody_to_attack() -> None:
    match = us("1-I/16=2410 9P-HQ=2411 9P-11=2920")
    match.play("select 1-I/16")
    refused(match, "attack 2411", "7.5")


@rule("aachen", "3.3b", "5.8.1g", "3.3")
def test_an_hq_gives_support_to_a_battle_it_takes_no_part_in() -> None:
    assert [fight(mode=mode).state.modifier for mode in ("hasty", "regular", "prepared")] == [0, 3, 5]  # type: ignore[attr-defined]
    weak = fight("lost 1-HQ=2", mode="regular")
    assert weak.state.modifier == 2  # type: ignore[attr-defined]
    assert not weak.state.attackers & weak.game.roster.hqs  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("at", "more", "stays"),
    [
        ("", "fresh 0", False),
        (" 394=2920", "assigned 394=7", True),
        (" 394=2920", "fresh 0", False),
        (" 526-453=due", "fresh 0", True),
    ],
)
@rule("aachen", "3.3f", "3.3g", "3.3i", "3.3")
def test_pitfall_56_an_hq_goes_with_its_last_unit_assigned_and_due_ones_counted(
    at: str, more: str, stays: bool
) -> None:
    match = fight("lost 526-328=4", more, at=f"1-I/16=2410 526-328=2411{at}", dice=[*EVEN, 10])
    while match.side == "dice" or where(match, "526-328") == "2411":
        match.play("roll 1" if match.side == "dice" else next(iter(match.actions.texts())))
    assert where(match, "526-328") == "eliminated"
    assert (where(match, "526-HQ") == "2916") == stays


# -- battles beside 7.5 -----------------------------------------------------------------------------------


@rule("aachen", "5.3.1p", "7.1f", "5.3.1n")
def test_all_combat_units_of_the_hex_defend_whatever_their_formation() -> None:
    match = fight(at="1-I/16=2410 526-328=2411 9P-2105P=2411 394=2411 9P-HQ=2920 9P-11=2920")
    assert units(match, match.state.defenders) == {"526-328", "9P-2105P", "394"}  # type: ignore[attr-defined]


@rule("aachen", "7.1e", "7.1k", "7.1d")
def test_the_attacker_says_who_takes_part() -> None:
    at = "1-I/16=2410 1-745=2410 1-634=2410 526-328=2411"
    match = fight(at=at)
    assert units(match, match.state.attackers) == {"1-I/16"}  # type: ignore[attr-defined]
    both = us(at, dice=EVEN).play("stack 2410", "attack 2411", "leave 1-745", "resolve")
    assert units(both, both.state.attackers) == {"1-I/16", "1-634"}  # type: ignore[attr-defined]


@rule("aachen", "5.3.4f", "7.1g", "5.3.4")
def test_an_attack_is_binding_once_it_is_resolved() -> None:
    match = us("1-I/16=2410 526-328=2411", dice=EVEN).play("select 1-I/16", "attack 2411", "mode regular")
    assert offered(match, "pass")
    match.play("resolve")
    for action in ("pass", "mode hasty", "attack 2411"):
        refused(match, action)
    assert not match.may_undo()


@rule("aachen", "7.3.8c", "7.3.8")
def test_germans_may_attack_into_the_closed_zone() -> None:
    match = act("german 526-HQ", "1-HQ=1508 526-HQ=2916 526-328=2206 1-I/16=2205").play("select 526-328")
    assert offered(match, "attack 2205")


@rule("aachen", "7.7b", "5.6.3d")
def test_pitfall_44_the_marker_gives_the_right_column_and_attacks_do_not_remove_it() -> None:
    plain, dug_in = fight(), fight("improved 2411")
    assert (plain.state.totals[1], dug_in.state.totals[1]) == (8, 10)  # type: ignore[attr-defined]
    assert improved(dug_in, "2411")
    assert fight("disrupted 526-328").state.totals[1] == 5  # type: ignore[attr-defined]


@rule("aachen", "7.7e", "7.7")
def test_pitfall_44_the_marker_goes_when_a_unit_is_eliminated() -> None:
    match = fight("lost 526-328=4", "improved 2411", at="1-I/16=2410 526-328=2411 526-453=2920", dice=[*EVEN, 10])
    while where(match, "526-328") == "2411":
        match.play("roll 1" if match.side == "dice" else next(iter(match.actions.texts())))
    assert not improved(match, "2411")


SUPPORT = "1-I/16=2410 1-I/18=2311 526-328=2411"


@rule("aachen", "5.8.1h", "5.8.1")
def test_a_supporter_has_to_be_in_command() -> None:
    assert fight(at=SUPPORT, mode="regular").state.modifier == 4  # type: ignore[attr-defined]
    wood = dict.fromkeys(("2309", "2310", "2211", "2212", "2312"), "dense-forest")
    at = SUPPORT.replace("1-I/18", "1-745")
    assert fight(at=at, mode="regular").state.modifier == 4  # type: ignore[attr-defined]
    assert fight(at=at, mode="regular", terrain=wood).state.modifier == 3  # type: ignore[attr-defined]


@rule("aachen", "5.8.1j")
def test_a_defender_that_is_cut_off_is_supported_all_the_same() -> None:
    """526-328 in 2411 is cut off by zones all around; 526-453 reaches its HQ and has a zone in 2410."""
    ring = "1-I/18=2312 1-II/18=2512"
    at = f"1-I/16=2410 526-328=2411 526-453=2509 {ring}"
    match = us(at, dice=EVEN)
    ids = match.game.unit_ids
    found = [command.status(match.game, match.state, ids[unit]) for unit in ("526-328", "526-453")]  # type: ignore[arg-type]
    assert found == [command.ISOLATED, command.IN_COMMAND]
    assert attack(match).state.modifier == -1  # type: ignore[attr-defined]


@rule("aachen", "6.4.3l", "7.5.3", "6.2i")
def test_a_battle_in_a_reaction_gives_the_winner_a_bonus() -> None:
    at = "1-HQ=2008 526-HQ=2616 1-I/16=2410 526-328=2412"
    match = act("us 1-HQ", at, "quiet 3", dice=[1, 10, "chit 2", "chit 2", 1])
    match.play("select 1-I/16", "move 2411", "react 526-HQ", "select 526-328", "attack 2411", "resolve")
    for _ in range(40):
        if step(match) == "bonus-card":
            break
        match.play("roll 1" if match.side == "dice" else next(iter(match.actions.texts())))
    assert match.side == "us"
    assert any("U.S. side wins the battle" in text for text in told(match, "7.5.3"))
    again = match.fork(seed=1)
    again.play("decline")
    assert (again.side, step(again)) == ("german", "act")
    # Pitfall 9: a bonus move inside a reaction triggers nothing.
    match.play("use-bonus", "select 1-I/16", "move 2410")
    assert (match.side, step(match), where(match, "1-I/16")) == ("us", "move", "2410")


# -- formations (5.5) ----------------------------------------------------------------------------------------


@rule("aachen", "5.5", "5.5a", "5.5.1", "5.5.1b")
def test_a_formation_is_its_hq_its_units_and_those_assigned_to_it() -> None:
    match = us("1-I/16=2410 3A-HQ=2006 3A-I/32=2310 3A-II/32=2410 4Cav=2408", "assigned 3A-II/32=1 4Cav=1")
    roster = real().roster
    first = formations.members(match.game, match.state, roster.by_code["1"])  # type: ignore[arg-type]
    third = formations.members(match.game, match.state, roster.by_code["3A"])  # type: ignore[arg-type]
    assert {"1-I/16", "3A-II/32", "4Cav"} <= units(match, first)
    assert "3A-II/32" not in units(match, third)
    assert "3A-I/32" in units(match, third)


# -- what the Admin Phase asks of chapters 5 to 7 -----------------------------------------------------------------

RING = "526-328=2006 526-453=1909 526-473=2208 526-536=1807"
ADMIN = "1-HQ=2008 1-I/16=2410 1-I/18=1508 526-HQ=2916"


@rule("aachen", "5.7.1a", "5.7.1", "6.3.1c", "5.7.3c", "6.3.3b")
def test_pitfall_27_recovery_asks_for_supply() -> None:
    for ring, supplied in (("", True), (RING, False)):
        more = ("flipped 1-HQ", "level 2 6 5 7 6 5 3 3 4 6 4 6 5 5 6", "quiet 3")
        at = f"{ADMIN} {ring}" if ring else f"{ADMIN} 526-328=2917"
        match = table("recovery", at, *more, turn=2, dice=[1])
        assert level(match, "1") == (6 if supplied else 2)
        assert ("1-HQ" in units(match, match.state.flipped)) != supplied  # type: ignore[attr-defined]


@rule("aachen", "5.6.4", "5.6.4a", "5.6.4b", "5.8.1a", "5.8.1")
def test_recovery_turns_units_in_command_to_their_front() -> None:
    at = "1-HQ=1502 1-I/16=1503 1-I/18=3220 526-HQ=2916 526-328=2917"
    match = table("recovery", at, "disrupted 1-I/16 1-I/18", "quiet 3", turn=2, dice=[1])
    assert units(match, match.state.disrupted) == {"1-I/18"}  # type: ignore[attr-defined]


CUT = "1-HQ=2008 526-HQ=2916 1-I/16=2410 526-328=2308 526-453=2310 526-473=2508 526-536=2511"


@pytest.mark.parametrize(("roll", "points"), [(1, 0), (4, 0), (5, 1), (10, 6)])
@rule("aachen", "5.8.4h", "5.8.4i", "5.8.4j", "5.8.4l", "5.8.4")
def test_attrition_of_zero_or_less_has_no_effect(roll: int, points: int) -> None:
    match = table("recovery", CUT, "disrupted 1-I/16", "quiet 3", turn=2, dice=[1, roll])
    assert match.state.lost[match.game.unit_ids["1-I/16"]] == points  # type: ignore[attr-defined]


@rule("aachen", "5.8.1b", "5.5.2c", "5.5.2")
def test_assignment_asks_for_command() -> None:
    at = "1-HQ=2008 1-I/16=2410 3A-HQ=1508 3A-I/32=1509 4Cav=3822 526-HQ=2916 526-328=2917"
    match = table("assignment", at, turn=2)
    refused(match, "assign 4Cav", "5.5.1", "5.5.2")


@rule("aachen", "5.8.1c", "5.8.1d", "5.7.1d", "7.7l")
def test_replacements_ask_for_command_and_supply_and_leave_the_marker() -> None:
    at = "1-HQ=1502 1-I/16=1503 1-I/18=3220 526-HQ=2916 526-328=2917"
    match = table("replacement", at, "lost 1-I/16=2 1-I/18=2", "improved 1503", turn=2)
    refused(match, "replace 1-I/18")
    match.play("replace 1-I/16")
    assert improved(match, "1503")
    cut = table("replacement", f"{ADMIN} {RING}", "lost 1-I/16=2", turn=2)
    assert not offers(cut, "replace")


@rule("aachen", "7.7n", "7.7m")
def test_the_marker_carries_over_to_the_next_turn() -> None:
    match = table("ops", ADMIN + " 526-328=2917", "improved 2410", "quiet 3", turn=2, dice=[9, 1]).play("pass", "pass")
    assert match.state.turn == 3  # type: ignore[attr-defined]
    assert improved(match, "2410")


@rule("aachen", "7.8b", "7.8")
def test_after_the_last_turn_the_game_is_over() -> None:
    match = table("ops", ADMIN + " 526-328=2917", "quiet 3", turn=3, dice=[9, 1]).play("pass", "pass")
    assert match.over
    assert match.result is not None
