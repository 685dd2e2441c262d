"""8.18 and 8.19: supply by air."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import Match
from tests.kit import announce, fight, in_hex, move, offered, offers, refused, rest, status, supply, where
from tests.rhine.helpers_arrivals import drop
from tests.rhine.helpers_battle import totals
from tests.rhine.helpers_course import until
from tests.rhine.helpers_supply import furthest, next_turn
from tests.rhine.sheet import closed_but, distance, island, within
from tests.rhine.table import fighting, moving, phase
from tests.rules import rule

#: Nobody on the Allied side has a line.
CUT = closed_but()
#: Nor has he here, whatever is open.
ALONE = island(*within("2010N", 6), "2010N")
CORPS = "AAA18=1505N US82AB=airborne US101AB=airborne"
MADE = "made18 US82AB US101AB"


def markers(match: Match) -> int:
    found: int = status(match)["markers"]
    return found


# -- 8.18 ------------------------------------------------------------------------------------


@rule("rhine", "8.18", "8.18a")
@pytest.mark.parametrize("name", ["allied movement", "allied combat"])
def test_there_are_two_markers_in_a_turn(name: str) -> None:
    match = phase(name, "US1=2010N US4=1510N US9=2510N", CUT)
    assert (markers(match), offers(match, "supply")) == (2, {"2010N", "1510N", "2510N"})
    match.play("supply 2010N")
    assert (markers(match), supply(match, "US1"), supply(match, "US4")) == (1, "aerial", "none")
    match.play("supply 1510N")
    assert (markers(match), supply(match, "US4")) == (0, "aerial")
    refused(match, "supply 2510N", "8.18")
    assert where(next_turn(match), "US9") == "eliminated"
    assert (where(match, "US1"), where(match, "US4")) == ("2010N", "1510N")


@rule("rhine", "8.18", "8.18b")
@pytest.mark.parametrize(("unit", "label"), [("US1", "2002N"), ("US1", "2010N"), ("US5", "2003S"), ("BC50", "1101N")])
def test_a_marker_goes_anywhere_on_the_map(unit: str, label: str) -> None:
    match = moving("allied", f"{unit}={label}", CUT).play(f"supply {label}")
    assert supply(match, unit) == "aerial"


@rule("rhine", "8.18", "8.18c")
def test_a_marker_goes_only_to_units_out_of_supply() -> None:
    units = "US1=2010N US4=2715N 183VG=2414S BC50=1814N"
    ground: dict[str, Any] = {"sides": ALONE, "features": {"1814N": "coast"}}
    match = moving("allied", units, "sector 2", **ground)
    assert (supply(match, "US1"), supply(match, "US4")) == ("none", "attenuated")
    refused(match, "supply 2715N", "8.18")
    refused(match, "supply 1814N", "8.18")
    refused(match, "supply 2011N", "8.18")
    refused(match, "supply 2414S", "8.18")
    assert offers(match, "supply") == {"2010N"}
    match.play("supply 2010N")
    refused(match, "supply 2010N", "8.18")
    match = moving("allied", "US1=2010N", sides=ALONE, features={"2010N": "coast"})
    refused(match, "supply 2010N", "8.18")


@rule("rhine", "8.18", "8.18d")
@pytest.mark.parametrize("name", ["allied reinforcement", "allied movement", "allied combat", "allied combat second"])
def test_markers_are_put_down_all_through_the_allied_turn(name: str) -> None:
    match = phase(name, "US1=2010N", CUT).play("supply 2010N")
    assert supply(match, "US1") == "aerial"
    assert where(next_turn(match), "US1") == "2010N"


@rule("rhine", "8.18", "8.18d")
def test_markers_are_put_down_after_the_german_turn_too() -> None:
    match = phase("german combat second", "US1=2010N 9SS=1705N", CUT).play("done")
    assert (match.side, offers(match, "supply"), offered(match, "pass")) == ("allied", {"2010N"}, True)
    match.play("supply 2010N")
    assert where(next_turn(match, 3), "US1") == "2010N"
    assert where(next_turn(phase("german combat second", "US1=2010N 9SS=1705N", CUT)), "US1") == "eliminated"


@rule("rhine", "8.18", "8.18d")
def test_a_marker_saves_a_unit_cut_off_in_the_german_turn() -> None:
    match = moving("german", "US1=2006N 9SS=1914N", closed_but("2017N"))
    assert supply(match, "US1") == "full"
    move(match, "9SS", "2016N").play("done", "done")
    assert (match.side, offers(match, "supply")) == ("allied", {"2006N"})
    match.play("supply 2006N")
    assert where(next_turn(match, 3), "US1") == "2006N"


@rule("rhine", "8.18", "8.18e")
def test_units_under_a_marker_are_attenuated() -> None:
    units = f"{in_hex('2010N', 'US4 US28')} 183VG=2009N"
    match = fighting("allied", units, CUT).play("supply 2010N")
    assert supply(match, "US4") == supply(match, "US28") == "aerial"
    assert totals(announce(match, "2009N", "US4", "US28")) == (5, 3)
    match = fighting("german", "US1=2010N 1SS=2009N", CUT, "aerial 2010N", "aerial_used 1")
    assert totals(announce(match, "2010N", "1SS")) == (7, 6)
    match = moving("allied", "US2A=2010N", CUT).play("supply 2010N")
    assert furthest(match, "US2A", "2010N") == 7
    assert where(next_turn(match), "US2A") == "2010N"


@rule("rhine", "8.18", "8.18f")
def test_units_under_a_marker_have_no_column_no_probe_and_no_momentum() -> None:
    match = moving("allied", "US1=2010N", CUT).play("supply 2010N")
    assert furthest(match, "US1", "2010N") == 5
    match = fighting("allied", "US2A=2011N 183VG=1910N", CUT).play("supply 2011N")
    refused(match, "probe 2010N", "8.16", "8.18", "11.25")
    match = fighting("allied", "US2A=2011N US3A=2011N 105PB=2010N 183VG=2009N", CUT, dice=[4]).play("supply 2011N")
    fight(match, "2010N", "US2A", "US3A").play("advance US2A", "advance US3A")  # 9 to 2 is 4:1, with a 4: DE
    assert not offers(match, "attack")
    refused(rest(match), "attack 2009N")


@rule("rhine", "8.18", "8.18g", "8.18h")
@pytest.mark.parametrize("second", [True, False])
def test_a_marker_stays_where_it_was_put(second: bool) -> None:
    match = moving("allied", "US2A=2010N US4=2414N", CUT).play("supply 2010N", "select US2A", "move 2011N")
    assert supply(match, "US2A") == "none"
    assert max(distance("2011N", label) for label in offers(match, "move")) == 6, "seven points for the whole move"
    match.play("stop")
    if second:
        match.play("supply 2011N")
        assert supply(match, "US2A") == "aerial"
    else:
        match.play("supply 2414N")
        refused(match, "supply 2011N", "8.18")
    assert where(next_turn(match), "US2A") == ("2011N" if second else "eliminated")


@rule("rhine", "8.18", "8.18g")
def test_whoever_comes_into_a_marked_hex_is_supplied_there() -> None:
    match = moving("allied", "US1=2010N US4=2012N", CUT).play("supply 2010N")
    move(match, "US4", "2010N")
    assert (supply(match, "US1"), supply(match, "US4")) == ("aerial", "aerial")
    next_turn(match)
    assert (where(match, "US1"), where(match, "US4")) == ("2010N", "2010N")


@rule("rhine", "8.18", "8.18i")
@pytest.mark.parametrize("antwerp", ["antwerp 0", "antwerp 1"])
def test_markers_serve_before_and_after_antwerp_opens(antwerp: str) -> None:
    match = moving("allied", "US1=2010N", antwerp, sides=ALONE).play("supply 2010N")
    assert (supply(match, "US1"), furthest(match, "US1", "2010N")) == ("aerial", 5)
    assert where(next_turn(match), "US1") == "2010N"


@rule("rhine", "8.18", "8.18j")
def test_supply_by_air_is_not_overland() -> None:
    match = phase("allied reinforcement", "US1=2010N US82AB=2010N", "steps US1=1", CUT).play("supply 2010N")
    refused(match, "replace US1", "9.6")
    refused(match, "lift US82AB", "12.2")
    match = phase("allied reinforcement", "US1=2010N US82AB=2010N", "steps US1=1")
    assert (offered(match, "replace US1"), offered(match, "lift US82AB")) == (True, True)


@rule("rhine", "8.18", "8.18k")
def test_markers_come_back_when_the_turn_ends() -> None:
    match = moving("allied", "US1=2010N US4=2414N", CUT, turn=3).play("supply 2010N", "supply 2414N")
    assert match.view("german").facts["aerial"].split() == ["2010N", "2414N"]
    next_turn(match)
    assert (status(match)["turn"], markers(match), match.view("german").facts["aerial"]) == (4, 2, "")
    assert (supply(match, "US1"), supply(match, "US4")) == ("none", "none")
    until(match, 4, "allied movement").play("supply 2010N")
    assert supply(match, "US1") == "aerial"


@rule("rhine", "8.18", "8.18l")
def test_a_drop_takes_the_markers_away() -> None:
    units = "AAA18=airborne US82AB=airborne US101AB=airborne US1=2010N"
    text = ("watch 1", "antwerp 1", "aerial 2010N", "aerial_used 1")
    match = phase("allied airborne", units, *text, turn=8, sides=ALONE)
    assert supply(match, "US1") == "aerial"
    drop(match, "AAA18", "2414N", units="US82AB US101AB").play("done")
    assert (where(match, "AAA18"), supply(match, "US1"), match.view("german").facts["aerial"]) == ("2414N", "none", "")
    until(match, 8, "allied movement")
    refused(match, "supply 2010N", "8.18", "8.19")


def never_asked(match: Match) -> Match:
    """Continue to the next turn; no marker is ever offered."""
    turn = status(match)["turn"]
    while status(match)["turn"] == turn:
        assert not offers(match, "supply")
        texts = match.actions.texts()
        match.play(next(a for a in ("pass", "done", "order move-fight") if a in texts))
    return match


@rule("rhine", "8.18", "8.18m")
def test_there_are_no_markers_in_a_turn_with_a_corps_on_the_map() -> None:
    units = f"{CORPS} US1=1506N US9=2010N"
    match = until(phase("allied combat second", units, MADE, sides=ALONE), 2, "german declaration")
    assert (where(match, "AAA18"), where(match, "US82AB")) == ("airborne", "1505N")
    assert supply(match, "US9") == "none"
    assert where(never_asked(match), "US9") == "eliminated"
    # In the next turn they are there again.
    assert markers(match) == 2
    match = never_asked(phase("german combat second", "US9=2010N", "no_air 1", sides=ALONE))
    assert where(match, "US9") == "eliminated"


# -- 8.19 ------------------------------------------------------------------------------------


@rule("rhine", "8.19", "8.19a")
@pytest.mark.parametrize("sector", ["sector 1", "sector 2"])
def test_a_corps_is_always_in_supply(sector: str) -> None:
    match = phase("german combat second", CORPS, MADE, sector, CUT)
    assert supply(match, "AAA18") == "aerial"
    assert where(next_turn(match), "AAA18") == "1505N"
    # Antwerp and a line make no difference.
    assert supply(moving("german", CORPS, MADE, sector, "antwerp 1"), "AAA18") == "aerial"


@rule("rhine", "8.19", "8.19b")
@pytest.mark.parametrize(
    "corps",
    [
        (CORPS, MADE),
        ("AAA1=1505N BC1AB=airborne BC1PAB=airborne", "made1 BC1AB BC1PAB"),
    ],
)
def test_with_a_corps_on_the_map_there_are_no_markers(corps: tuple[str, str]) -> None:
    units, made = corps
    for name in ("allied reinforcement", "allied movement", "allied combat"):
        match = phase(name, f"{units} US1=2010N", made, CUT)
        assert (supply(match, "US1"), markers(match), offers(match, "supply")) == ("none", 0, set())
        refused(match, "supply 2010N", "8.18", "8.19")
    match = phase("german combat second", f"{units} US1=2010N", made, CUT)
    assert where(never_asked(match), "US1") == "eliminated"


@rule("rhine", "8.19", "8.19c")
def test_the_supply_of_a_corps_is_for_itself_alone() -> None:
    match = moving("allied", f"{CORPS.replace('1505N', '2010N')} US1=2012N 183VG=2009N", MADE, CUT)
    move(match, "US1", "2010N")
    assert (supply(match, "AAA18"), supply(match, "US1")) == ("aerial", "none")
    match.play("done")
    assert totals(announce(match, "2009N", "US1")) == (3, 3)
