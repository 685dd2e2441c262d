"""Chapter 6: stacking."""

from __future__ import annotations

import pytest

from grognard import Match, PositionError
from tests.kit import announce, fight, in_hex, move, now, offered, offers, reach, refused, rest, supply, where
from tests.rhine.helpers_arrivals import drop
from tests.rhine.helpers_course import steps, until
from tests.rhine.sheet import island, row
from tests.rhine.table import fighting, moving, phase
from tests.rules import rule

#: Four divisions and a fifth, of either side.
US_FOUR, US_FIFTH = "US1 US4 US9 US28", "US30"
GERMAN_FOUR, GERMAN_FIFTH = "183VG 12VG 246VG 363VG", "256VG"
#: The airborne corps and what they are made of.
CORPS_18 = "US82AB=airborne US101AB=airborne"
CORPS_1 = "BC1AB=airborne BC1PAB=airborne"
MADE = ("made18 US82AB US101AB", "made1 BC1AB BC1PAB")
BOTH = f"{CORPS_18} {CORPS_1}"


def full(side: str, *, to: str = "2010N") -> Match:
    """Four divisions in a hex, and a fifth of the same side three hexes west of 2010N."""
    four, fifth = (US_FOUR, US_FIFTH) if side == "allied" else (GERMAN_FOUR, GERMAN_FIFTH)
    return moving(side, f"{in_hex(to, four)} {fifth}=2013N")


def ends(match: Match, unit: str, to: str) -> None:
    """The unit may end its move there, and no unit is removed when the phase ends."""
    side = match.side
    move(match, unit, to)
    assert where(match, unit) == to
    match.play("done")
    assert (match.side, now(match)) == (side, (2, f"{side} combat"))


def kept_out(match: Match, unit: str, to: str, *rules: str) -> None:
    """The unit may not end its move there."""
    match.play(f"select {unit}")
    refused(match, f"move {to}", *rules)


# -- 6.1 -------------------------------------------------------------------------------------


@rule("rhine", "6.1", "6.1a")
@pytest.mark.parametrize(("side", "unit", "enemy"), [("allied", "US1", "183VG"), ("german", "183VG", "US1")])
def test_no_unit_enters_a_hex_with_an_enemy(side: str, unit: str, enemy: str) -> None:
    kept_out(moving(side, f"{unit}=2010N {enemy}=2008N"), unit, "2008N", "6.1", "10.3")
    assert "2008N" in reach(moving(side, f"{unit}=2010N {enemy}=2508N"), unit)


@rule("rhine", "6.1", "6.1a")
def test_no_position_has_both_sides_in_one_hex() -> None:
    with pytest.raises(PositionError):
        moving("german", "183VG=2010N US1=2010N")


@rule("rhine", "6.1", "6.1b")
def test_a_corps_shares_the_hex_with_the_defenders_until_its_battle_is_over() -> None:
    match = phase("allied airborne", f"AAA18=airborne {CORPS_18} 183VG=2010N")
    drop(match, "AAA18", "2010N", units="US82AB US101AB").play("done")
    assert match.side == "dice"
    assert where(match, "AAA18") == "landing"
    assert match.view("allied").facts["land18"] == where(match, "183VG") == "2010N"
    match.play("roll 1")  # 10 to 3 is 3:1: DR
    assert match.side == "german"
    match.play(f"to {min(offers(match, 'to'))}")
    assert where(match, "AAA18") == "2010N" != where(match, "183VG")
    assert now(match) == (2, "allied reinforcement")


# -- 6.2 -------------------------------------------------------------------------------------


@rule("rhine", "6.2", "6.2a", "6.2f", "6.3", "6.3a")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_four_divisions_share_a_hex_and_a_fifth_does_not_end_its_move_there(side: str) -> None:
    kept_out(full(side), US_FIFTH if side == "allied" else GERMAN_FIFTH, "2010N", "6.2", "6.3")
    units, last = ("US1 US4 US9", "US28") if side == "allied" else ("183VG 12VG 246VG", "363VG")
    ends(moving(side, f"{in_hex('2010N', units)} {last}=2013N"), last, "2010N")


@rule("rhine", "6.2", "6.2a")
def test_a_stack_that_does_not_fit_may_leave_a_unit_behind() -> None:
    match = moving("german", f"{in_hex('2010N', '183VG 12VG 246VG')} {in_hex('2012N', '363VG 256VG')}")
    match.play("select 363VG", "also 256VG")
    refused(match, "move 2010N", "6.2", "6.3")
    match.play("move 2011N", "drop 256VG", "move 2010N")
    assert (where(match, "363VG"), where(match, "256VG")) == ("2010N", "2011N")


@rule("rhine", "6.2", "6.2d")
def test_units_pass_through_a_full_hex() -> None:
    # Half of 10 are five points: enough for the straight way only. A reserve division has five on the first turn.
    match = moving("allied", f"{in_hex('2010N', US_FOUR)} US30=2013N", "sector 2")
    assert supply(match, "US30") == "attenuated"
    match.play("select US30")
    refused(match, "move 2010N", "6.2", "6.3")
    assert where(match.play("move 2008N"), "US30") == "2008N"
    match = moving("german", f"{in_hex('2010N', GERMAN_FOUR)} 526ID=2013N", turn=1).play("select 526ID")
    refused(match, "move 2010N", "6.2", "6.3")
    assert where(match.play("move 2008N"), "526ID") == "2008N"


#: Two German divisions in 2010N. Allied units in 2011N, 1810N and 2210N leave them 2009N alone to retreat to.
PRESSED = "183VG=2010N 12VG=2010N US2A=2011N US3A=2011N US1=2011N US4C=1810N US102C=2210N"


@rule("rhine", "6.2", "6.2b")
def test_a_retreat_obeys_the_limit() -> None:
    units = f"{PRESSED} {in_hex('2009N', '9SS 10SS 2Pz')}"
    match = fight(fighting("allied", units, dice=[1]), "2010N", "US2A", "US3A", "US1")  # 24 to 7 is 3:1: DR
    assert match.side == "german"
    if offered(match, "retreat 12VG"):
        match.play("retreat 12VG")
    match.play("to 2009N")
    assert {where(match, unit) for unit in ("183VG", "12VG")} == {"2009N", "eliminated"}


@rule("rhine", "6.2", "6.2b")
def test_a_force_that_fits_retreats_together() -> None:
    match = fighting("allied", f"{PRESSED} {in_hex('2009N', '9SS 10SS')}", dice=[1])
    fight(match, "2010N", "US2A", "US3A", "US1").play("to 2009N")
    assert {where(match, unit) for unit in ("183VG", "12VG")} == {"2009N"}
    # Without the cavalry in 2210N there is a second hex, with room for both.
    match = fighting("allied", f"{PRESSED.replace(' US102C=2210N', '')} {in_hex('2009N', '9SS 10SS 2Pz')}", dice=[1])
    fight(match, "2010N", "US2A", "US3A", "US1")
    assert offers(match, "to") == {"2109N"}


PHASES = ["allied airborne"]
PHASES += [f"{side} {n}" for side in ("allied", "german") for n in ("reinforcement", "movement", "combat second")]


@rule("rhine", "6.2", "6.2c", "6.2e")
@pytest.mark.parametrize("name", PHASES)
@pytest.mark.parametrize("side", ["allied", "german"])
def test_whoever_is_overstacked_when_a_phase_ends_eliminates_units_of_his_choice(name: str, side: str) -> None:
    five = (f"{US_FOUR} {US_FIFTH}" if side == "allied" else f"{GERMAN_FOUR} {GERMAN_FIFTH}").split()
    box = f"AAA18=airborne {CORPS_18}"
    match = phase(name, f"{in_hex('2010N', ' '.join(five))} US2A=2515N 9SS=2503N {box}").play("done")
    assert (match.side, offers(match, "remove")) == (side, set(five))
    refused(match, "done")
    refused(match, f"remove {'US2A' if side == 'allied' else '9SS'}")
    match.play(f"remove {five[2]}")
    assert [where(match, unit) for unit in five] == ["2010N", "2010N", "eliminated", "2010N", "2010N"]
    assert not offers(match, "remove")


@rule("rhine", "6.2", "6.2e")
def test_six_divisions_lose_two_and_a_brigade_too_many_may_go_itself() -> None:
    match = fighting("german", in_hex("2010N", f"{GERMAN_FOUR} 256VG 416ID")).play("done", "remove 256VG")
    assert offers(match, "remove") == {*GERMAN_FOUR.split(), "416ID"}
    assert not offers(match.play("remove 183VG"), "remove")
    match = fighting("german", in_hex("2010N", f"{GERMAN_FOUR} 105PB")).play("done")
    assert offers(match, "remove") == {*GERMAN_FOUR.split(), "105PB"}
    assert not offers(match.play("remove 105PB"), "remove")


# -- 6.3 -------------------------------------------------------------------------------------


@rule("rhine", "6.3", "6.3b")
@pytest.mark.parametrize(
    ("side", "divisions", "brigades", "last"),
    [
        ("allied", "US1 US4 US9", "US4C US102C", "US113C"),
        ("allied", "BC50 BC53 BC15", "BC8Bd BCBN", "BC4Bd"),
        ("german", "183VG 12VG 246VG", "105PB 280SG", "106PB"),
    ],
)
def test_a_brigade_counts_half(side: str, divisions: str, brigades: str, last: str) -> None:
    first, second = brigades.split()
    kept_out(moving(side, f"{in_hex('2010N', f'{divisions} {brigades}')} {last}=2012N"), last, "2010N", "6.2", "6.3")
    ends(moving(side, f"{in_hex('2010N', f'{divisions} {first}')} {second}=2012N"), second, "2010N")


@rule("rhine", "6.3", "6.3b")
def test_eight_brigades_fill_a_hex_and_a_ninth_does_not_enter() -> None:
    eight = "105PB 106PB 107PB 108PB 111PB 112PB 113PB 280SG"
    kept_out(moving("german", f"{in_hex('2010N', eight)} 902SG=2012N"), "902SG", "2010N", "6.3")
    ends(moving("german", f"{in_hex('2010N', eight[:-6])} 902SG=2012N"), "902SG", "2010N")
    match = fighting("german", in_hex("2010N", f"{eight} 902SG")).play("done")
    assert offers(match, "remove") == {*eight.split(), "902SG"}


@rule("rhine", "6.3", "6.3c")
def test_both_corps_fill_a_hex() -> None:
    match = phase("allied airborne", f"AAA1=airborne AAA18=airborne {BOTH} 183VG=2501N")
    drop(match, "AAA18", "2010N", units="US82AB US101AB")
    drop(match, "AAA1", "2010N", units="BC1AB BC1PAB").play("done")
    assert where(match, "AAA1") == where(match, "AAA18") == "2010N"
    until(match, 2, "allied movement")
    assert where(match, "AAA1") == where(match, "AAA18") == "2010N"
    match = moving("allied", f"AAA1=2010N AAA18=2010N {BOTH} US4C=2012N", *MADE)
    kept_out(match, "US4C", "2010N", "6.2", "6.3")


@rule("rhine", "6.3", "6.3c")
def test_a_corps_counts_two_divisions() -> None:
    units = f"AAA18=2010N {CORPS_18} US1=2010N US9=2012N US4C=2012N"
    ends(moving("allied", units, MADE[0]), "US9", "2010N")
    match = moving("allied", f"{units} US4=2010N", MADE[0])
    kept_out(match, "US9", "2010N", "6.2", "6.3")
    match = phase("allied airborne", f"AAA18=airborne {CORPS_18} {in_hex('2010N', 'US1 US4 US9')}")
    match.play("select AAA18", "with US82AB", "with US101AB")
    refused(match, "land 2010N", "6.2", "6.3", "12.3", "12.9")
    match = phase("allied airborne", f"AAA18=airborne {CORPS_18} {in_hex('2010N', 'US1 US4')}")
    assert where(drop(match, "AAA18", "2010N", units="US82AB US101AB").play("done"), "AAA18") == "2010N"


@rule("rhine", "6.3", "6.3d")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_a_reduced_division_counts_whole(side: str) -> None:
    four, fifth = (US_FOUR, US_FIFTH) if side == "allied" else (GERMAN_FOUR, GERMAN_FIFTH)
    weak = "steps " + " ".join(f"{unit}=1" for unit in f"{four} {fifth}".split())
    kept_out(moving(side, f"{in_hex('2010N', four)} {fifth}=2013N", weak), fifth, "2010N", "6.2", "6.3")


# -- 6.4 -------------------------------------------------------------------------------------


@rule("rhine", "6.4", "6.4a")
@pytest.mark.parametrize(
    ("there", "comes", "label"),
    [("BC50", "US1", "2010N"), ("US1", "BC8Bd", "2010N"), ("BC50", "F2A", "2010N"), ("US5", "F3ALG", "2010S")],
)
def test_army_groups_do_not_end_a_move_together(there: str, comes: str, label: str) -> None:
    start = label.replace("2010", "2012")
    kept_out(moving("allied", f"{there}={label} {comes}={start}", "sector 1"), comes, label, "6.4")
    alike = {"BC50": "BC53", "US1": "US4", "US5": "US90"}[there]
    ends(moving("allied", f"{there}={label} {alike}={start}"), alike, label)


@rule("rhine", "6.4", "6.4a")
@pytest.mark.parametrize("pair", ["US1 BC50", "US5 F3ALG", "AAA18 F3ALG"])
def test_army_groups_do_not_end_a_phase_together(pair: str) -> None:
    label = "2010S" if "F3ALG" in pair else "2010N"
    more = [MADE[0]] if "AAA18" in pair else []
    match = fighting("german", f"{in_hex(label, pair)} {CORPS_18} 183VG=2501N", *more).play("done")
    assert (match.side, offers(match, "remove")) == ("allied", set(pair.split()))
    gone, left = reversed(pair.split())
    match.play(f"remove {gone}")
    assert (where(match, gone), where(match, left)) == ("eliminated", label)


@rule("rhine", "6.4", "6.4b")
def test_army_groups_pass_through_each_other() -> None:
    match = moving("allied", "BC50=2010N US30=2013N", "sector 2").play("select US30")
    refused(match, "move 2010N", "6.4")
    assert where(match.play("move 2008N"), "US30") == "2008N"
    match = moving("allied", "US1=2010N BC50=2013N", "sector 2").play("select BC50")
    refused(match, "move 2010N", "6.4")
    assert where(match.play("move 2008N"), "BC50") == "2008N"


@rule("rhine", "6.4", "6.4a", "6.4c")
@pytest.mark.parametrize(("behind", "saved"), [("US4", True), ("BC50", False), ("F2A", True)])
def test_units_do_not_retreat_into_a_hex_of_another_army_group(behind: str, saved: bool) -> None:
    units = f"US1=2010N {behind}=2011N {in_hex('2009N', '1SS 12SS Lehr')} 105PB=1810N 106PB=2210N"
    match = fight(fighting("german", units, dice=[1]), "2010N", "1SS", "12SS", "Lehr")  # 20 to 6 is 3:1: DR
    if saved:
        assert offers(match, "to") == {"2011N"}
        match.play("to 2011N")
    assert where(match, "US1") == ("2011N" if saved else "eliminated")
    assert where(match, behind) == "2011N"


# -- 6.5 -------------------------------------------------------------------------------------


@rule("rhine", "6.5", "6.5a", "6.5b")
def test_each_corps_stacks_with_whom_the_allied_player_likes() -> None:
    units = f"AAA1=2010N AAA18=2410N {BOTH} US1=2013N BC50=2413N"
    match = moving("allied", units, *MADE)
    move(move(match, "US1", "2010N"), "BC50", "2410N").play("done")
    assert (match.side, now(match)) == ("allied", (2, "allied combat"))
    assert (where(match, "US1"), where(match, "BC50")) == ("2010N", "2410N")
    match = moving("allied", units, *MADE)
    move(move(match, "US1", "2410N"), "BC50", "2010N").play("done")
    assert (match.side, now(match)) == ("allied", (2, "allied combat"))


@rule("rhine", "6.5", "6.5c")
def test_a_corps_does_not_bring_americans_and_british_together() -> None:
    units = f"AAA18=2010N {CORPS_18} US1=2010N BC50=2012N"
    kept_out(moving("allied", units, MADE[0]), "BC50", "2010N", "6.4", "6.5")
    units = f"AAA18=2010N {CORPS_18} BC50=2010N US1=2012N"
    kept_out(moving("allied", units, MADE[0]), "US1", "2010N", "6.4", "6.5")


@rule("rhine", "6.5", "6.5d")
@pytest.mark.parametrize("unit", ["F3ALG", "F1A", "FAFC"])
def test_a_corps_is_never_french(unit: str) -> None:
    match = moving("allied", f"AAA18=2010S {CORPS_18} {unit}=2012S", "sector 2", MADE[0])
    kept_out(match, unit, "2010S", "6.4", "6.5")
    match = moving("allied", f"AAA18=2010S {CORPS_18} US5=2012S", "sector 2", MADE[0])
    ends(match, "US5", "2010S")


@rule("rhine", "6.5", "6.5e")
@pytest.mark.parametrize("there", ["US5", "F1A"])
def test_leclerc_stacks_with_americans_or_french(there: str) -> None:
    ends(moving("allied", f"{there}=2010S F2A=2012S", "sector 2"), "F2A", "2010S")
    other = "F3ALG" if there == "US5" else "US90"
    match = moving("allied", f"{there}=2010S F2A=2010S {other}=2012S", "sector 2")
    kept_out(match, other, "2010S", "6.4", "6.5")


#: Leclerc, an American and a French division round 2010S.
THREE = "183VG=2010S US5=2011S F2A=2110S F1A=1910S"


@rule("rhine", "6.5", "6.5f")
def test_leclerc_joins_an_american_or_a_french_attack() -> None:
    for other in ("US5", "F1A"):
        match = announce(fighting("allied", THREE, "sector 2"), "2010S", other, "F2A")
        assert offered(match, "resolve")


@rule("rhine", "6.5", "6.5g")
@pytest.mark.parametrize(("first", "third"), [("US5", "F1A"), ("F1A", "US5")])
def test_leclerc_does_not_join_americans_and_french(first: str, third: str) -> None:
    match = announce(fighting("allied", THREE, "sector 2"), "2010S", "F2A", first)
    refused(match, f"with {third}", "6.4", "6.5", "11.1")


# -- 6.6, 6.8, 6.9 ---------------------------------------------------------------------------


@rule("rhine", "6.6", "6.6a")
@pytest.mark.parametrize("marks", [("aerial 2010N", "aerial_used 1"), ("flood 5",), ("allied 2010N",)])
def test_markers_take_no_room(marks: tuple[str, ...]) -> None:
    cut_off = island(*row("20N", 8, 12)) if "aerial" in marks[0] else {}
    units = f"{in_hex('2010N', 'US1 US4 US9')} US28=2011N"
    match = moving("allied", units, *marks, turn=5, sides=cut_off, features={"2010N": "flood"})
    move(match, "US28", "2010N").play("done")
    assert (match.side, now(match)) == ("allied", (5, "allied combat"))
    assert {where(match, unit) for unit in US_FOUR.split()} == {"2010N"}


#: An attack of 14 on 6 from two hexes, 2:1; the defenders may retreat to 1909N.
LOW = f"{in_hex('2011N', 'US1 US4C')} {in_hex('2010N', '9SS 105PB')} US9=2109N"
ORDERS = ["tops US1 9SS", "tops US4C 9SS", "tops US1 105PB", "tops US4C 105PB"]


@rule("rhine", "6.8", "6.8a")
@pytest.mark.parametrize("tops", ORDERS)
def test_the_order_in_a_stack_changes_no_battle(tops: str) -> None:
    match = fight(fighting("allied", LOW, tops, dice=[6]), "2010N", "US1", "US4C", "US9")  # DE
    assert (where(match, "105PB"), offers(match, "to")) == ("eliminated", {"1909N"})
    match.play("to 1909N")
    assert offers(match, "advance") == {"US1", "US4C", "US9"}
    match = fight(fighting("allied", LOW, tops, dice=[4]), "2010N", "US1", "US4C", "US9")  # BB
    assert (match.side, offers(match, "lose")) == ("allied", {"US1", "US9"})
    rest(match.play("lose US9"))
    assert (where(match, "105PB"), steps(match, "9SS"), steps(match, "US9")) == ("2010N", 1, 1)


@rule("rhine", "6.8", "6.8a")
def test_the_order_in_a_stack_changes_no_move() -> None:
    units = f"{in_hex('2011N', 'US1 US4C')} 9SS=2008N"
    for unit in ("US1", "US4C"):
        one, other = (moving("allied", units, f"tops {top}").play(f"select {unit}") for top in ("US1", "US4C"))
        assert offers(one, "move") == offers(other, "move") != set()


@rule("rhine", "6.9", "6.9a")
def test_all_nations_stack_in_antwerp_when_it_is_open() -> None:
    units = "US1=1511N BC50=1513N F2A=1613N"
    kept_out(moving("allied", units), "BC50", "1511N", "6.4", "6.9")
    ends(moving("allied", units, "antwerp 1"), "BC50", "1511N")
    match = move(moving("allied", units, "antwerp 1"), "BC50", "1511N")
    ends(match, "F2A", "1511N")
    # Nowhere else.
    kept_out(moving("allied", "US1=1512N BC50=1514N", "antwerp 1"), "BC50", "1512N", "6.4")


@rule("rhine", "6.4", "6.4a", "6.9", "6.9a")
def test_a_mixed_stack_does_not_leave_antwerp_together() -> None:
    units = f"{in_hex('1511N', 'US1 BC50')} 183VG=1514N"
    match = moving("allied", units, "antwerp 1", "allied 1511N").play("select US1")
    if offered(match, "also BC50"):
        match.play("also BC50")
    for to in sorted(offers(match, "move")):
        match.play(f"move {to}")
        assert (where(match, "US1"), where(match, "BC50")) == (to, "1511N")
        assert match.actions.texts()
        match.undo()
    match.play("move 1513N")
    assert (where(match, "US1"), where(match, "BC50")) == ("1513N", "1511N")


@rule("rhine", "6.4", "6.4a", "6.9", "6.9a")
def test_a_mixed_force_does_not_retreat_from_antwerp_together() -> None:
    # Two hexes are free, 1512N and 1612N. (On this board Antwerp is no city, so a DR stands.)
    attackers = {"1510N": "1SS 12SS Lehr 11Pz", "1411N": "2Pz 9SS 10SS"}
    units = " ".join(in_hex(label, stack) for label, stack in attackers.items())
    match = fighting("german", f"{in_hex('1511N', 'US1 BC50')} {units}", "antwerp 1", "allied 1511N", dice=[1])
    fight(match, "1511N", *" ".join(attackers.values()).split())  # 38 to 12 is 3:1: DR
    while match.side == "allied":
        match.play(min(match.actions.texts()))
    assert {where(match, "US1"), where(match, "BC50")} == {"1512N", "1612N"}
    # Into open Antwerp, on the other hand, anybody may retreat.
    units = f"US1=1510N BC50=1511N {in_hex('1509N', '1SS 12SS Lehr')} 105PB=1309N 106PB=1709N"
    match = fighting("german", units, "antwerp 1", "allied 1511N", dice=[1])
    fight(match, "1510N", "1SS", "12SS", "Lehr")  # 20 to 6 is 3:1: DR
    assert offers(match, "to") == {"1511N"}


@rule("rhine", "6.9", "6.9b")
def test_antwerp_holds_four_divisions_too() -> None:
    units = f"{in_hex('1511N', 'US1 US4 US9 BC50')} BC53=1513N"
    kept_out(moving("allied", units, "antwerp 1"), "BC53", "1511N", "6.2", "6.3", "6.9")


@rule("rhine", "6.9", "6.9c")
def test_the_french_never_get_there() -> None:
    match = moving("allied", "F3ALG=1517S F1A=1516S", "antwerp 1").play("select F3ALG")
    refused(match, "move 1417S", "9.5")
    assert all(label.endswith("S") and int(label[:2]) > 11 for label in offers(match, "move"))
    assert where(match.play("move 1617S"), "F3ALG") == "1617S"
