"""Clause 10.18: the Roer dam and its flood."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import Match
from tests.kit import announce, control, left, move, offered, offers, refused, status, supply, take, where
from tests.rhine.helpers_battle import combat, shift, shifted
from tests.rhine.helpers_course import until
from tests.rhine.helpers_march import CLOSED, Walker, price
from tests.rhine.sheet import NO_GERMAN_SUPPLY, SW, TARGET, E, W, around
from tests.rhine.table import game, moving, table
from tests.rules import rule

FIVE = ["2005N", "2104N", "2204N", "2304N", "2404N"]
DAM = "2504N"
#: A board with nothing but the dam and the hexes below it.
ROER = {"bare": True, "features": {DAM: "dam", **dict.fromkeys(FIVE, "flood")}}
WET = {"features": {TARGET: "flood"}}
#: What opens Antwerp at the start of a turn.
ANTWERP = "1511N 1112N 1212N 1213N 1311N 1312N 1411N 1412N 1116N"


def opening(turn: int, more: str = "", at: str = "US1=2016N 9SS=1902N") -> Match:
    """The start of a game turn."""
    return table(f"turn {turn}\nphase allied opening\nat {at}\n{more}", **ROER)


def asked(match: Match, turn: int) -> str:
    """The side that may open the dam at the start of a turn; empty if the order is declared first."""
    for _ in range(60):
        if offered(match, "flood"):
            return match.side
        if status(match)["turn"] == turn and offers(match, "order"):
            return ""
        words = ("stop", "done", "pass", "order move-fight", "full north")
        match.play(next(word for word in words if offered(match, word)))
    raise AssertionError(f"turn {turn} never begins")


# -- who opens the dam, and when -------------------------------------------------------------------


@rule("rhine", "10.18", "10.18a")
def test_the_dam_is_german_at_the_start() -> None:
    match = table("turn 1\nphase allied opening\nat US1=2016N")
    assert control(match, DAM) == "german"
    board = match.game.board
    assert [board.grid.label(h) for h in board.grid if board.having("dam") >> h & 1] == [DAM]


@rule("rhine", "10.18", "10.18b")
@pytest.mark.parametrize(("turn", "kind"), [(2, "frozen"), (3, "frozen"), (4, "high"), (9, "high")])
def test_the_german_may_open_the_dam_at_the_start_of_a_turn(turn: int, kind: str) -> None:
    match = opening(turn, "watch 2" if turn > 6 else "")
    assert match.side == "german"
    assert offers(match, "flood") == {""}
    assert offered(match, "pass")
    match.play("flood")
    assert status(match)["flood"] == kind
    assert match.side == "allied"  # his turn begins


@rule("rhine", "10.18", "10.18c")
def test_the_dam_stays_closed_on_turn_1() -> None:
    match = opening(1)
    assert asked(match, 1) == ""
    refused(match, "flood")


@rule("rhine", "10.18", "10.18d")
@pytest.mark.parametrize("phase", ["allied movement", "german movement", "german combat", "german reinforcement"])
def test_the_dam_is_not_opened_during_a_turn(phase: str) -> None:
    match = table(f"turn 4\nphase {phase}\nat US1=2016N 9SS=1902N", **ROER)
    refused(match, "flood")


@rule("rhine", "10.18", "10.18e", "10.18x", "10.18m")
def test_five_hexes_below_the_dam_are_flooded() -> None:
    """On the map itself: units in these hexes are frozen, the others are not."""
    wet = dict(zip(("183VG", "246VG", "256VG", "361VG", "269ID"), FIVE, strict=True))
    dry = {"84ID": DAM, "47VG": "2403N", "708VG": "2303N", "5FJ": "2203N", "272VG": "2103N", "12VG": "2004N"}
    at = " ".join(f"{unit}={label}" for unit, label in {**wet, **dry}.items())
    match = table(f"turn 2\nphase allied opening\nat {at} US1=1116S").play("flood")
    until(match, 2, "german movement")
    assert offers(match, "select") == set(dry)
    board = game().board
    assert sorted(board.grid.label(h) for h in board.grid if board.having("flood") >> h & 1) == FIVE


@rule("rhine", "10.18", "10.18f")
@pytest.mark.parametrize("more", ["", f"\nallied {DAM}"], ids=["german dam", "allied dam"])
def test_there_is_one_flood_in_a_game(more: str) -> None:
    match = opening(6, f"flood 3{more}")
    assert asked(match, 6) == ""
    refused(match, "flood")
    assert asked(opening(6, more.strip()), 6) == ("allied" if more else "german")


@rule("rhine", "10.18", "10.18f", "10.18i")
def test_after_the_flood_no_side_is_asked_again() -> None:
    match = opening(2).play("flood")
    assert asked(match, 3) == ""
    assert status(match)["flood"] == ""
    assert asked(match.play("order move-fight"), 4) == ""


@rule("rhine", "10.18", "10.18g")
def test_the_dam_need_not_be_opened() -> None:
    match = opening(2)
    for turn in (2, 3, 4):
        assert asked(match, turn) == "german"
        match.play("pass")
        assert match.side == "allied"
        assert status(match)["flood"] == ""


@rule("rhine", "10.18", "10.18h")
def test_the_allies_inherit_the_dam() -> None:
    match = table("turn 4\nphase allied movement\nat US1=2505N 9SS=1902N", **ROER)
    move(match, "US1", DAM)
    assert control(match, DAM) == "allied"
    assert asked(match, 5) == "allied"
    match.play("flood")
    assert status(match)["flood"] == "high"


@rule("rhine", "10.18", "10.18y")
def test_whoever_holds_the_dam_may_open_it() -> None:
    match = table(f"turn 4\nphase german movement\nat US1=2016N 9SS=2503N\nallied {DAM}", **ROER)
    move(match, "9SS", DAM)
    assert control(match, DAM) == "german"
    assert asked(match, 5) == "german"


@rule("rhine", "10.18", "10.18i")
@pytest.mark.parametrize(("turn", "kind"), [(2, "frozen"), (4, "high")])
def test_the_water_is_gone_in_the_next_turn(turn: int, kind: str) -> None:
    match = moving("german", f"US1={TARGET} 9SS=1402N", f"flood {turn}\nantwerp 1", turn=turn, **WET)
    assert status(match)["flood"] == kind
    until(match, turn + 1, "allied movement")
    assert status(match)["flood"] == ""
    assert left(match, "US1") == 20  # not frozen
    match.play("move 2011N", f"move {TARGET}")
    assert left(match, "US1") == 18  # and back for one point


@rule("rhine", "10.18", "10.18ad")
def test_antwerp_comes_before_the_flood_and_the_flood_before_the_order() -> None:
    match = opening(5, f"allied {ANTWERP}")
    assert match.side == "german"
    assert status(match)["antwerp"]
    assert offers(match, "order") == set()
    match.play("flood")
    assert match.side == "allied"
    assert offers(match, "order") == {"move-fight", "fight-move"}


# -- Turns 2 and 3: out of play --------------------------------------------------------------------

EARLY = pytest.mark.parametrize("turn", [2, 3])


@rule("rhine", "10.18", "10.18j")
@EARLY
@pytest.mark.parametrize(("side", "unit"), [("allied", "US1"), ("german", "9SS")])
def test_no_unit_enters_an_early_flood(turn: int, side: str, unit: str) -> None:
    match = moving(side, f"{unit}=2011N", f"flood {turn}", turn=turn, **WET).play(f"select {unit}")
    refused(match, f"move {TARGET}", "10.18")
    assert "2009N" in offers(match, "move")  # around it
    # Without a flood the hex is like any other.
    assert TARGET in take(moving(side, f"{unit}=2011N", turn=turn, **WET), unit)


def box(turn: int, more: str, at: str = "") -> Match:
    """The 18th Corps is ready for its drop."""
    at = f"AAA18=airborne US82AB=airborne US101AB=airborne US1=2016N {at}"
    match = table(f"turn {turn}\nphase allied airborne\nat {at}\n{more}", bare=True, **WET)
    return match.play("select AAA18", "with US82AB", "with US101AB")


@rule("rhine", "10.18", "10.18k")
@EARLY
def test_no_drop_into_an_early_flood(turn: int) -> None:
    match = box(turn, f"flood {turn}")
    refused(match, f"land {TARGET}", "10.18")
    assert offered(match, "land 2009N")
    assert offered(box(turn, ""), f"land {TARGET}")


@rule("rhine", "10.18", "10.18l")
@EARLY
def test_no_attack_into_an_early_flood(turn: int) -> None:
    match = combat(f"US1={W} 280SG={TARGET}", more=f"flood {turn}", turn=turn, **WET)
    refused(match, f"attack {TARGET}", "10.18")
    empty = combat(f"US1={W} 9SS=1910N", more=f"flood {turn}", turn=turn, **WET)
    refused(empty, f"probe {TARGET}", "10.18")
    assert offered(empty, "attack 1910N")
    # The German may not attack into it either.
    refused(combat(f"9SS={W} US4C={TARGET}", "german", f"flood {turn}", turn=turn, **WET), f"attack {TARGET}", "10.18")
    # Without a flood both attacks are good.
    assert offered(combat(f"US1={W} 280SG={TARGET}", turn=turn, **WET), f"attack {TARGET}")
    assert offered(combat(f"US1={W} 9SS=1910N", turn=turn, **WET), f"probe {TARGET}")


@rule("rhine", "10.18", "10.18m")
@EARLY
@pytest.mark.parametrize(("side", "unit"), [("allied", "US1"), ("german", "9SS")])
def test_units_in_an_early_flood_do_not_move(turn: int, side: str, unit: str) -> None:
    match = moving(side, f"{unit}={TARGET}", f"flood {turn}", turn=turn, **WET)
    refused(match, f"select {unit}", "10.18")
    assert offered(moving(side, f"{unit}={TARGET}", turn=turn, **WET), f"select {unit}")


@rule("rhine", "10.18", "10.18n")
@EARLY
@pytest.mark.parametrize("side", ["allied", "german"])
def test_units_in_an_early_flood_do_not_attack(turn: int, side: str) -> None:
    wet, dry, target = ("US1", "US9", "280SG") if side == "allied" else ("9SS", "10SS", "US4C")
    match = combat(f"{wet}={TARGET} {dry}=2111N {target}=2110N", side, f"flood {turn}", turn=turn, **WET)
    match.play("attack 2110N")
    refused(match, f"with {wet}", "10.18")
    match.play(f"with {dry}")
    alone = combat(f"{wet}={TARGET} {target}=2110N", side, f"flood {turn}", turn=turn, **WET)
    assert offers(alone, "attack") == set()


def shore(at: str, turn: int, more: str, **ground: Any) -> Match:
    """A pocket at 2010N whose only land way out leads east, over 2009N."""
    sides = around(TARGET, "all-sea", E)
    return moving("german", at, more, turn=turn, sides=sides, features={E: "flood"}, **ground)


@rule("rhine", "10.18", "10.18o", "10.18p")
@EARLY
def test_supply_goes_into_an_early_flood_but_not_through(turn: int) -> None:
    at = f"9SS={TARGET} 10SS={E}"
    match = shore(at, turn, f"flood {turn}")
    assert supply(match, "10SS", "german") == "full"
    assert supply(match, "9SS", "german") == "none"
    assert supply(shore(at, turn, ""), "9SS", "german") == "full"


@rule("rhine", "10.18", "10.18q")
@EARLY
@pytest.mark.parametrize("flooded", [True, False])
def test_no_unit_retreats_into_an_early_flood(turn: int, flooded: bool) -> None:
    sides = around(TARGET, "all-sea", E, W)
    more = f"flood {turn}" if flooded else ""
    match = combat(f"US1={W} 280SG={TARGET}", more=more, turn=turn, dice=[1], sides=sides, features={E: "flood"})
    announce(match, TARGET, "US1").play("resolve")  # 6:1, die 1: DR
    if flooded:
        assert where(match, "280SG") == "eliminated"
    else:
        assert offers(match, "to") == {E}


@rule("rhine", "10.18", "10.18z")
@EARLY
def test_frozen_units_keep_their_zones(turn: int) -> None:
    match = moving("allied", f"US1=2013N 183VG={TARGET}", f"flood {turn}", turn=turn, **WET)
    move(match, "US1", "2011N")
    refused(match, "select US1", "7.3", "10.2")
    assert left(move(moving("allied", "US1=2013N", f"flood {turn}", turn=turn, **WET), "US1", "2011N"), "US1") > 0


@rule("rhine", "10.18", "10.18aa")
def test_no_reinforcement_in_a_flooded_wall_hex() -> None:
    wall = {"features": {TARGET: "westwall;flood", "2012N": "westwall"}}
    for turn, more in ((2, "\nflood 2"), (2, ""), (5, "\nflood 5")):
        text = f"turn {turn}\nphase german reinforcement\nat 183VG=due US1=1617N\ndue_turn 183VG={turn}{more}"
        match = table(text, bare=True, **wall).play("select 183VG")
        assert offered(match, "place 2012N")
        if more == "\nflood 2":
            refused(match, f"place {TARGET}", "10.18")
        else:
            assert offered(match, f"place {TARGET}")


# -- Turn 4 and later: high water --------------------------------------------------------------------

HIGH_ALLIED = Walker("allied", "US2A", 7, "sector 2\nflood 6", 6)
HIGH_GERMAN = Walker("german", "9SS", 5, f"{NO_GERMAN_SUPPLY}\nflood 6", 6)


@rule("rhine", "10.18", "10.18r")
@pytest.mark.parametrize("who", [HIGH_ALLIED, HIGH_GERMAN], ids=["allied", "german"])
def test_high_water_costs_three_more(who: Walker) -> None:
    assert price(who, **WET) == 4
    assert price(who, **WET, sides=around(TARGET, "river")) == 5
    assert price(who, **WET, sides=around(TARGET, "blocked")) == 5
    assert price(who, **WET, terrain={TARGET: "rough"}) == 5
    assert price(who) == 1  # a dry hex
    assert price(who, **WET, sides=around(TARGET, "all-sea")) == CLOSED


@rule("rhine", "10.18", "10.18r")
def test_leaving_high_water_costs_nothing_more() -> None:
    assert left(HIGH_ALLIED.starts(TARGET, **WET), "US2A") == 7


@rule("rhine", "10.18", "10.18s")
@pytest.mark.parametrize("turn", [4, 5, 8])
def test_an_attack_into_high_water_shifts_to_the_left(turn: int) -> None:
    at = f"US75={W} 280SG={TARGET}"  # 4 against 1
    assert shift(combat(at, more=f"flood {turn}", turn=turn, **WET), TARGET, "US75") == (-1, "3:1")
    assert shift(combat(at, turn=turn, **WET), TARGET, "US75") == (0, "4:1")
    german = combat(f"9SS={W} US4C={TARGET}", "german", f"flood {turn}", turn=turn, **WET)  # 4 against 2
    assert shift(german, TARGET, "9SS") == (-1, "1:1")


@rule("rhine", "10.18", "10.18t")
def test_an_attack_out_of_high_water_shifts_to_the_left() -> None:
    wet = {"features": {W: "flood"}}
    at = f"US75={W} 280SG={TARGET}"
    assert shift(combat(at, more="flood 5", turn=5, **wet), TARGET, "US75") == (-1, "3:1")
    assert shift(combat(at, turn=5, **wet), TARGET, "US75") == (0, "4:1")


@rule("rhine", "10.18", "10.18u", "10.18ab")
@pytest.mark.parametrize(
    "hexes", [{W, SW, TARGET}, {W, SW}, {W}, {TARGET}], ids=["three", "both attackers", "one attacker", "defender"]
)
def test_high_water_shifts_one_column_in_all(hexes: set[str]) -> None:
    wet = {"features": dict.fromkeys(sorted(hexes), "flood")}
    assert shifted(hexes=(W, SW), turn=5, more="flood 5", **wet) == -1
    assert shifted(hexes=(W, SW), turn=5, **wet) == 0


@rule("rhine", "10.18", "10.18w")
def test_the_shift_of_the_flood_adds_to_the_others() -> None:
    wall = {"features": {TARGET: "westwall;flood"}}
    assert shifted(turn=5, more="flood 5", **wall) == -2
    assert shifted(turn=5, **wall) == -1
    assert shifted(turn=5, more="flood 5", **WET, sides=around(TARGET, "river")) == -2
    assert shifted(hexes=(W, E), turn=5, more="flood 5", **WET) == 0  # from opposite hexes


@rule("rhine", "10.18", "10.18v")
def test_high_water_lets_everything_happen() -> None:
    # Supply goes through it.
    assert supply(shore(f"9SS={TARGET} 10SS={E}", 5, "flood 5"), "9SS", "german") == "full"
    # Units in it move and attack.
    assert offered(moving("allied", f"US1={TARGET}", "flood 5", turn=5, **WET), "select US1")
    assert offered(combat(f"US1={TARGET} 280SG={W}", more="flood 5", turn=5, **WET), f"attack {W}")
    # A corps lands in it.
    match = box(5, "flood 5")
    match.play(f"land {TARGET}", "done")
    assert where(match, "AAA18") == TARGET
    # A beaten force may go there.
    sides = around(TARGET, "all-sea", E, W)
    match = combat(f"US1={W} 280SG={TARGET}", more="flood 5", turn=5, dice=[1], sides=sides, features={E: "flood"})
    announce(match, TARGET, "US1").play("resolve")
    assert offers(match, "to") == {E}


@rule("rhine", "10.18", "10.18ac")
@pytest.mark.parametrize("flooded", [True, False])
def test_a_drop_battle_in_high_water_is_shifted(flooded: bool) -> None:
    """10 against 3 is 3:1, under water 2:1; a 2 is DR in the one column and AS in the other."""
    match = box(5, "flood 5" if flooded else "", f"183VG={TARGET}").play(f"land {TARGET}", "done")
    assert match.side == "dice"
    match.play("roll 2")
    if flooded:
        assert match.side == "dice"  # the next round
        assert where(match, "183VG") == TARGET
    else:
        assert match.side == "german"
        assert offers(match, "to")
