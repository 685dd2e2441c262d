"""3.9 and 3.10: control of hexes, and the Allied entry hexes."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.kit import control, fight, in_hex, move, offered, offers, place, probe, refused, rest, status, supply, where
from tests.rhine.helpers_course import LAND, begun, fresh, until
from tests.rhine.sheet import EAST_EDGE, FRENCH_EDGE, WEST_EDGE, near
from tests.rhine.table import table
from tests.rules import rule

#: Three divisions, 18 attack factors.
BIG_RED = ("US1", "US9", "US30")


def seen(match: Match, side: str) -> set[str]:
    """The hexes shown to a side as Allied."""
    return set(match.view(side).facts["allied"].split())


@rule("rhine", "3.9", "3.9a")
def test_at_the_start_every_hex_is_german() -> None:
    for match in (fresh(), begun()):
        assert {control(match, label) for label in LAND} == {"german"}
        assert {control(match, label) for label in ("1117N", "1511N", "2912S")} == {"german"}


@rule("rhine", "3.9", "3.9b", "3.9e")
def test_a_hex_changes_hands_when_an_enemy_enters_and_stays_with_him() -> None:
    match = table("turn 3\nphase allied movement\nat US1=2012N", bare=True)
    assert [control(match, label) for label in ("2012N", "2011N", "2010N")] == ["allied", "german", "german"]
    match.play("select US1", "move 2011N")
    assert [control(match, label) for label in ("2011N", "2010N")] == ["allied", "german"]
    match.play("move 2010N", "move 2009N", "stop")
    assert [control(match, f"20{place_:02d}N") for place_ in (12, 11, 10, 9, 8)] == ["allied"] * 4 + ["german"]
    match.play("done")
    assert control(match, "2011N") == "allied"


@rule("rhine", "3.9", "3.9b", "3.9e")
def test_the_german_takes_hexes_in_the_same_way() -> None:
    match = table("turn 3\nphase german movement\nallied 2010N 2011N 2012N\nat 9SS=2009N", bare=True)
    move(match, "9SS", "2010N", "2011N", "2010N")
    assert [control(match, f"20{place_}N") for place_ in (10, 11, 12)] == ["german", "german", "allied"]


@rule("rhine", "3.9", "3.9c", "3.9g")
def test_placing_a_unit_takes_its_hex() -> None:
    text = "turn 1\nphase allied reinforcement\nat US1=due US9=due\ndue_turn US1=1 US9=1"
    match = table(text)
    assert control(match, "1517N") == "german"
    place(match, "US1", "1517N")
    assert (where(match, "US1"), control(match, "1517N")) == ("1517N", "allied")
    assert supply(match, "US1") == "full"
    # A German reinforcement takes nothing: it stands where his side controls.
    text = "turn 2\nphase german reinforcement\nallied 2000N\nat 12VG=due 406ID=due\ndue_turn 12VG=2 406ID=2"
    match = table(text, bare=True).play("select 12VG")
    assert "2000N" not in offers(match, "place")
    match.play("place 2100N")
    assert (control(match, "2100N"), control(match, "2000N")) == ("german", "allied")


@rule("rhine", "3.9", "3.9c")
def test_advance_probe_and_retreat_take_hexes() -> None:
    text = f"turn 3\nphase allied combat\nat {in_hex('2011N', *BIG_RED)} 105PB=2010N 719ID=1910N"
    assert {"2011N", "2010N"} <= near("1910N")
    match = fight(table(text, bare=True), "2010N", *BIG_RED)  # 18 to 2: DE without a die
    assert (where(match, "105PB"), control(match, "2010N")) == ("eliminated", "german")
    match.play("advance US1")
    assert control(match, "2010N") == "allied"
    match = table("turn 3\nphase allied combat\nat US1=2011N 719ID=1910N", bare=True)
    assert control(match, "2010N") == "german"
    probe(match, "2010N", "US1")
    assert (where(match, "US1"), control(match, "2010N")) == ("2010N", "allied")
    # The beaten German flees into a hex that the Allies held.
    held = "2009N 1909N 2109N"
    text = f"turn 3\nphase allied combat\nallied {held}\nat {in_hex('2011N', *BIG_RED)} 9SS=2010N"
    match = fight(table(text, bare=True, dice=[1]), "2010N", *BIG_RED)  # 18 to 4, die 1: DR
    assert offers(match, "to") <= set(held.split())
    to = sorted(offers(match, "to"))[0]
    match.play(f"to {to}")
    assert control(match, to) == "german"
    assert control(match, "2010N") == "german"
    assert {control(match, label) for label in held.split() if label != to} == {"allied"}


@rule("rhine", "3.9c")
def test_a_drop_on_an_empty_hex_takes_it() -> None:
    text = f"turn 3\nphase allied airborne\nat {in_hex('airborne', 'AAA18', 'US82AB', 'US101AB')} US1=2015N"
    match = table(text, bare=True)
    assert control(match, "1706N") == "german"
    match.play("select AAA18", "with US82AB", "with US101AB", "land 1706N", "done")
    assert (where(match, "AAA18"), control(match, "1706N")) == ("1706N", "allied")


@rule("rhine", "3.9", "3.9d")
def test_control_goes_back_and_forth_over_the_turns() -> None:
    match = table("turn 3\nphase allied movement second\nat US1=2014N 9SS=2004N", bare=True)
    move(match, "US1", "2011N", "2010N", "2011N", "2014N")
    assert control(match, "2010N") == "allied"
    move(until(match, 3, "german movement"), "9SS", "2009N", "2010N", "2004N")
    assert control(match, "2010N") == "german"
    move(until(match, 4, "allied movement"), "US1", "2010N")
    assert control(match, "2010N") == "allied"


@rule("rhine", "3.9", "3.9d")
def test_control_goes_back_and_forth_within_one_phase() -> None:
    text = f"turn 3\nphase allied combat\nallied 2009N 1909N 2109N\nat {in_hex('2011N', *BIG_RED)} 9SS=2010N"
    match = fight(table(text, bare=True, dice=[1, 1]), "2010N", *BIG_RED)
    to = sorted(offers(match, "to"))[0]
    assert control(match, to) == "allied"
    match.play(f"to {to}")
    assert control(match, to) == "german"
    match.play(*(f"advance {unit}" for unit in BIG_RED))
    fight(match, to, *BIG_RED)
    match.play(f"to {sorted(offers(match, 'to'))[0]}", "advance US1")
    assert (where(match, "US1"), control(match, to)) == (to, "allied")


@rule("rhine", "3.9", "3.9f")
def test_a_hex_emptied_by_combat_keeps_its_control_until_somebody_enters() -> None:
    text = f"turn 3\nphase allied combat\nat {in_hex('2011N', *BIG_RED)} 105PB=2010N"
    match = rest(fight(table(text, bare=True), "2010N", *BIG_RED))
    assert (where(match, "105PB"), control(match, "2010N")) == ("eliminated", "german")
    assert offered(match, "done")


@rule("rhine", "3.9", "3.9g")
def test_an_edge_hex_that_a_german_unit_has_entered_is_closed_to_the_allies() -> None:
    text = "turn 1\nphase german movement second\nat 11Pz=2813S F1A=due F1MR=due\ndue_turn F1A=2 F1MR=2"
    match = table(text, bare=True)
    assert {"2814S", "2815S"} <= near("2914S")
    move(match, "11Pz", "2814S", "2914S", "2815S", "2713S")
    until(match, 2, "allied reinforcement")
    match.play("select F1A")
    refused(match, "place 2914S", "3.9", "8.14", "9.4", "9.5")
    assert offers(match, "place") == set(FRENCH_EDGE) - {"2914S"}
    match.play("place 2913S")
    assert control(match, "2913S") == "allied"
    # Nobody entered it: the edge works from the first moment.
    match = until(table(text, bare=True), 2, "allied reinforcement").play("select F1A")
    assert offers(match, "place") == set(FRENCH_EDGE)


@rule("rhine", "3.9", "3.9g")
def test_an_allied_unit_opens_a_closed_edge_hex_again() -> None:
    text = "turn 3\nphase allied movement\nclosed 2914S\nsector 2\nat F1A=2913S F2MO=due\ndue_turn F2MO=4"
    match = move(table(text, bare=True), "F1A", "2914S", "2814S")
    until(match, 4, "allied reinforcement").play("select F2MO")
    assert offered(match, "place 2914S")


@rule("rhine", "3.9", "3.9h")
@pytest.mark.parametrize(("turn", "unit", "label"), [(1, "US4A", "2917S"), (2, "F1A", "2916S")])
def test_allied_units_do_not_arrive_in_an_edge_hex_with_a_german_unit(turn: int, unit: str, label: str) -> None:
    text = f"turn {turn}\nphase allied reinforcement\nat {unit}=due 338ID={label}\ndue_turn {unit}={turn}"
    match = table(text, bare=True).play(f"select {unit}")
    refused(match, f"place {label}", "3.9", "8.14", "9.4", "9.5")
    assert offers(match, "place")


@rule("rhine", "3.9", "3.9h")
def test_an_edge_hex_with_a_german_unit_is_not_a_source() -> None:
    others = " ".join(sorted({*WEST_EDGE, *FRENCH_EDGE} - {"2917S"}))
    text = f"turn 3\nphase allied movement\nsector 2\nclosed {others}\nat US4A=2613S"
    assert supply(table(text, bare=True), "US4A") == "full"
    assert supply(table(f"{text} 338ID=2917S", bare=True), "US4A") == "none"


@rule("rhine", "3.10", "3.10a")
def test_a_zone_does_not_give_control() -> None:
    match = table("turn 3\nphase allied movement\nat US1=2012N 9SS=2004N", bare=True, features={"2010N": "city"})
    move(match, "US1", "2011N")
    until(match, 4, "allied movement")
    assert {control(match, label) for label in near("2011N") - {"2012N"}} == {"german"}
    match = table("turn 3\nphase german movement\nallied 2010N 1910N\nat 9SS=2009N", bare=True)
    until(match, 4, "german movement")
    assert control(match, "2010N") == "allied"


@rule("rhine", "3.10", "3.10b")
def test_both_sides_are_shown_who_controls_an_empty_hex() -> None:
    match = table("turn 3\nphase allied movement\nat US1=2012N 9SS=2004N", bare=True)
    move(match, "US1", "2011N", "2010N", "2009N", "2010N")
    for side in ("allied", "german", ""):
        assert {"2012N", "2011N", "2009N"} <= seen(match, side)
        assert seen(match, side).isdisjoint({"2008N", "2004N", *EAST_EDGE})
    match.play("done")
    assert status(match)["phase"] == "allied combat"
    assert {"2012N", "2011N", "2009N"} <= seen(match, "german")
