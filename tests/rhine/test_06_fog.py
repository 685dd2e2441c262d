"""6.7 and 6.8: only the top unit of an enemy stack is seen, until it is attacked."""

from __future__ import annotations

import pytest

from grognard import Refusal
from tests.kit import announce, fight, in_hex, move, refused, status, where
from tests.rhine.helpers_arrivals import drop
from tests.rhine.helpers_fog import ALLIED_TOPS, GERMAN_TOPS, HIDDEN, TOPS, stacks
from tests.rhine.helpers_supply import height, seen
from tests.rhine.table import fighting, moving, phase
from tests.rules import rule

# -- what is seen ----------------------------------------------------------------------------


@rule("rhine", "6.7", "6.7a", "6.7d")
@pytest.mark.parametrize("name", ["allied movement", "allied combat", "german movement", "german combat"])
def test_only_the_top_unit_of_an_enemy_stack_is_seen(name: str) -> None:
    match = phase(name, stacks(), TOPS)
    for side in ("allied", "german"):
        told = seen(match, side)
        for unit in HIDDEN[side]:
            assert told[unit] == "unseen"
            assert unit not in status(match, side)["supply"]
            assert unit not in status(match, side)["steps"]
            assert seen(match, "")[unit] == "unseen"
        for unit in (*ALLIED_TOPS.split(), *GERMAN_TOPS.split()):
            assert told[unit] == where(match, unit)
    for side, other in (("allied", "german"), ("german", "allied")):
        for unit in HIDDEN[other]:
            assert seen(match, side)[unit] == where(match, unit)
            assert unit in status(match, side)["supply"]


@rule("rhine", "6.7", "6.7a")
def test_a_unit_alone_in_its_hex_is_seen() -> None:
    match = moving("german", "US1=2011N 9SS=2008N")
    assert (seen(match, "german")["US1"], seen(match, "allied")["9SS"], seen(match, "")["US1"]) == (
        "2011N",
        "2008N",
        "2011N",
    )


@rule("rhine", "6.7", "6.7e")
def test_the_height_of_a_stack_is_seen() -> None:
    match = moving("german", f"{stacks()} US28=2013N 7FJ=2005N", TOPS)
    for side in ("allied", "german", ""):
        found = [height(match, side, label) for label in ("2011N", "2013N", "2010N", "2005N", "2006N")]
        assert found == [3, 4, 3, 1, 0]


# -- what is shown when an attack begins -----------------------------------------------------


@rule("rhine", "6.7", "6.7b", "6.7c")
@pytest.mark.parametrize(
    ("side", "target", "attackers"), [("allied", "2010N", "US1 US4"), ("german", "2011N", "9SS 12VG")]
)
def test_a_stack_is_revealed_when_its_attack_begins_and_then_there_is_no_undo(
    side: str, target: str, attackers: str
) -> None:
    match = announce(fighting(side, stacks(), TOPS), target, *attackers.split())
    mine = HIDDEN["allied" if side == "german" else "german"]
    there = [unit for unit in HIDDEN[side] if where(match, unit) == target]
    away = [unit for unit in HIDDEN[side] if where(match, unit) != target]
    assert len(there) == len(away) == 2
    assert all(seen(match, side)[unit] == "unseen" for unit in there)
    assert match.preview is not None
    assert (match.preview.column, dict(match.preview.chances), match.preview.by_roll) == ("unseen", {}, ())
    assert match.may_undo(side)
    match.play("resolve")
    assert match.side == "dice"
    assert all(seen(match, side)[unit] == target for unit in there)
    assert all(seen(match, side)[unit] == "unseen" for unit in away)
    assert not match.may_undo(side)
    with pytest.raises(Refusal):
        match.undo()
    # The defender sees who attacks him, and no more than that.
    other = "allied" if side == "german" else "german"
    shown = [unit for unit in mine if seen(match, other)[unit] != "unseen"]
    assert shown == [unit for unit in mine if unit in attackers.split()]


@rule("rhine", "6.7", "6.7b")
def test_what_an_attack_showed_is_seen_until_the_phase_ends() -> None:
    match = fight(fighting("allied", stacks(), TOPS, dice=[4]), "2010N", "US1", "US4")  # 11 to 10 is 1:1: AS
    assert match.side == "allied"
    assert [seen(match, "allied")[unit] for unit in ("9SS", "12VG", "105PB")] == ["2010N"] * 3
    assert (seen(match, "german")["US4"], seen(match, "german")["US4C"]) == ("2011N", "unseen")
    match.play("done")
    assert [seen(match, "allied")[unit] for unit in ("9SS", "12VG", "105PB")] == ["2010N", "unseen", "unseen"]
    assert seen(match, "german")["US4"] == "unseen"


@rule("rhine", "6.7", "6.7f")
def test_a_drop_shows_the_stack_when_its_battle_begins() -> None:
    units = f"AAA18=airborne US82AB=airborne US101AB=airborne {in_hex('2010N', '9SS 12VG 105PB')}"
    match = drop(phase("allied airborne", units, "tops 9SS"), "AAA18", "2010N", units="US82AB US101AB")
    assert [seen(match, "allied")[unit] for unit in ("9SS", "12VG", "105PB")] == ["2010N", "unseen", "unseen"]
    assert match.may_undo("allied")
    match.play("done")
    assert match.side == "dice"
    assert [seen(match, "allied")[unit] for unit in ("9SS", "12VG", "105PB")] == ["2010N"] * 3
    assert not match.may_undo("allied")
    with pytest.raises(Refusal):
        match.undo()


# -- the order of a stack --------------------------------------------------------------------


@rule("rhine", "6.8", "6.8b")
@pytest.mark.parametrize("name", ["movement", "combat"])
@pytest.mark.parametrize(("side", "unit", "top"), [("allied", "US4", "US1"), ("german", "12VG", "9SS")])
def test_the_owner_puts_on_top_whom_he_likes(name: str, side: str, unit: str, top: str) -> None:
    other = "german" if side == "allied" else "allied"
    match = phase(f"{side} {name}", stacks(), TOPS).play(f"top {unit}")
    assert seen(match, other)[unit] == seen(match, "")[unit] == where(match, unit)
    assert seen(match, other)[top] == seen(match, "")[top] == "unseen"


@rule("rhine", "6.8", "6.8b")
@pytest.mark.parametrize("name", ["movement", "combat"])
@pytest.mark.parametrize(("side", "unit", "top"), [("allied", "US4", "US1"), ("german", "12VG", "9SS")])
def test_the_owner_may_change_his_mind(name: str, side: str, unit: str, top: str) -> None:
    other = "german" if side == "allied" else "allied"
    match = phase(f"{side} {name}", stacks(), TOPS).play(f"top {unit}", f"top {top}")
    assert (seen(match, other)[unit], seen(match, other)[top]) == ("unseen", where(match, top))


@rule("rhine", "6.8", "6.8b")
def test_players_do_not_look_through_enemy_stacks() -> None:
    refused(phase("german movement", stacks(), TOPS), "top US4")
    refused(phase("allied combat", stacks(), TOPS), "top 12VG")
    refused(phase("allied combat", f"{stacks()} US28=2414N", TOPS), "top 2Pz")


@rule("rhine", "6.8", "6.8b")
def test_who_moves_into_a_hex_or_is_taken_in_hand_lies_on_top() -> None:
    match = move(moving("allied", f"{stacks()} US28=2414N", TOPS), "US28", "2013N")
    assert (seen(match, "german")["US28"], seen(match, "german")["US2A"]) == ("2013N", "unseen")
    match = moving("allied", stacks(), TOPS).play("select US9")
    assert (seen(match, "german")["US9"], seen(match, "german")["US2A"]) == ("2013N", "unseen")
    match.play("move 2113N")
    assert seen(match, "german")["US9"] == "2113N"


@rule("rhine", "6.8", "6.8b")
def test_who_retreats_into_a_hex_lies_on_top() -> None:
    units = f"{in_hex('2011N', 'US2A US3A')} 183VG=2010N {in_hex('2009N', '9SS 10SS')} US4C=1810N US102C=2210N"
    match = fight(fighting("allied", units, "tops 9SS", dice=[1]), "2010N", "US2A", "US3A")  # 18 to 3 is 6:1: DR
    match.play("to 2009N")
    told = seen(match, "allied")
    assert (told["183VG"], told["9SS"], told["10SS"]) == ("2009N", "unseen", "unseen")
