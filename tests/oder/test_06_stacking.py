"""Chapter 6: stacking."""

from __future__ import annotations

import pytest

from grognard import PositionError
from tests.kit import due, move, now, offered, offers, places, refused, rest, supply, where
from tests.oder.helpers_campaign import fight_unaided, fresh, sea_between, until, vp
from tests.oder.sheet import COUNTERS
from tests.oder.table import table
from tests.rules import rule

#: Three corps in 2113 and a fourth next to it; the Soviets are far.
FOUR = "turn 2\nphase german movement\nat 41P=2113 46P=2113 48P=2113 56P=2013 5=3010"
#: A Shock Army and a rifle army two hexes apart.
SHOCK = "turn 2\nphase soviet movement\nat 2Sh=2516 5=2716 28=2718 66=1613"


def overstacked(**ground):
    """Four corps end the Movement Phase in 2113."""
    return move(table(FOUR, bare=True, **ground), "56P", "2113").play("done")


# -- 6.0, 6.1 --------------------------------------------------------------------------------


@rule("oder", "6.0", "6.0a")
@pytest.mark.parametrize(("side", "unit"), [("german", "24"), ("soviet", "1GT")])
def test_nobody_enters_a_hex_with_an_enemy(side, unit):
    enemy = "5" if side == "german" else "66"
    match = table(f"turn 2\nphase {side} movement\nat {unit}=1913 {enemy}=2113", bare=True)
    match.play(f"select {unit}")
    refused(match, "move 2113", "6.0")
    empty = table(f"turn 2\nphase {side} movement\nat {unit}=1913", bare=True)
    assert offered(empty.play(f"select {unit}"), "move 2113")


@rule("oder", "6.0", "6.0b")
def test_the_sides_never_share_a_hex():
    with pytest.raises(PositionError):
        table("turn 2\nphase german movement\nat 24=2113 5=2113", bare=True)
    # No unit is placed on an enemy, retreats onto one or probes into its hex.
    text = "turn 3\nphase german regroup\nat 66=due 5=1010\ndue_turn 66=3"
    assert "1010" not in places(table(text, bare=True), "66")
    text = "turn 2\nphase soviet combat\naerial_spent 1\nat 41P=2113 1GT=2214 2GT=2214 5=2013"
    match = table(text, bare=True)
    refused(match, "probe 2113")
    text = "turn 2\nphase german combat\nat GD=2013 5=2113 66=2213"
    match = fight_unaided(table(text, bare=True, dice=[2]), "2113", "GD")  # 2:1, die 2: DR
    assert offers(match, "to") == {"2114"}  # 66 stands in 2213 and holds 2112 and 2214


@rule("oder", "6.1", "6.1a")
@pytest.mark.parametrize("markers", ["air 2113\nnaval 2113", "aerial 66\nnaval 2113"])
def test_markers_take_no_room(markers):
    text = f"turn 2\nphase german movement\n{markers}\nat 24=2113 66=2113 67=2113 5=3010"
    match = table(text, bare=True, features={"2113": "coast"}).play("done")
    assert (match.side, now(match)) == ("german", (2, "german combat"))


@rule("oder", "6.1", "6.1b")
def test_fortress_commands_take_no_room():
    text = "turn 2\nphase german movement\nat FCB=2113 41P=2113 46P=2113 48P=2013 56P=2013 5=3010"
    match = move(table(text, bare=True), "48P", "2113").play("done")
    assert (match.side, now(match)) == ("german", (2, "german combat"))
    match = move(move(table(text, bare=True), "48P", "2113"), "56P", "2113").play("done")
    assert match.side == "soviet"
    # To take the Fortress Command away would not mend the stack.
    assert offers(match, "remove") == {"41P", "46P", "48P", "56P"}


# -- 6.2, 6.3 --------------------------------------------------------------------------------


@rule("oder", "6.2", "6.2a")
def test_three_units_may_share_a_hex_and_four_may_not():
    match = table(FOUR, bare=True).play("done")
    assert (match.side, now(match)) == ("german", (2, "german combat"))
    match = overstacked()
    assert match.side == "soviet"
    assert offers(match, "remove") == {"41P", "46P", "48P", "56P"}


@rule("oder", "6.2", "6.2a")
def test_the_limit_holds_for_the_soviets_as_well():
    text = "turn 2\nphase soviet movement\nat 5=2713 28=2713 39=2713 1GT=2714 66=1613"
    assert now(table(text, bare=True).play("done")) == (2, "soviet combat")
    match = move(table(text, bare=True), "1GT", "2713").play("done")
    assert (match.side, offers(match, "remove")) == ("german", {"5", "28", "39", "1GT"})


@rule("oder", "6.2", "6.2b", "6.4", "6.4c")
@pytest.mark.parametrize(("gone", "left"), [("2Sh", "5"), ("5", "2Sh")])
def test_a_shock_army_shares_its_hex_with_no_unit(gone, left):
    match = move(table(SHOCK, bare=True, dice=[1]), "2Sh", "2716").play("done")
    assert (match.side, offers(match, "remove")) == ("german", {"2Sh", "5"})
    match.play(f"remove {gone}")
    assert where(match, gone) == "due"
    assert where(match, left) == "2716"
    assert (match.side, now(match)) == ("soviet", (2, "soviet combat"))


@rule("oder", "6.2b", "6.4c")
def test_two_shock_armies_or_a_shock_army_and_two_armies():
    text = "turn 2\nphase soviet movement\nat 2Sh=2516 5Sh=2716 66=1613"
    match = move(table(text, bare=True), "2Sh", "2716").play("done")
    assert offers(match, "remove") == {"2Sh", "5Sh"}
    # One removal is enough here, so the Shock Army is the one to go (ruling 6.4a).
    match = move(move(table(SHOCK, bare=True, dice=[1]), "28", "2716"), "2Sh", "2716").play("done")
    assert offers(match, "remove") == {"2Sh"}
    match.play("remove 2Sh")
    assert (match.side, where(match, "5"), where(match, "28")) == ("soviet", "2716", "2716")


@rule("oder", "6.3", "6.3a")
def test_any_number_may_pass_through_a_hex():
    text = "turn 2\nphase german movement\nat 24=2013 66=2013 67=2013 8=2113 20=2113 23=2113 5=3010"
    match = table(text, bare=True).play("select 24", "also 66", "also 67", "move 2113")
    assert {where(match, unit) for unit in ("24", "66", "67", "8", "20", "23")} == {"2113"}
    match.play("move 2213", "stop", "done")
    assert (match.side, now(match)) == ("german", (2, "german combat"))
    assert [where(match, unit) for unit in ("24", "66", "67")] == ["2213"] * 3


@rule("oder", "6.3", "6.3a")
def test_a_hex_may_be_too_full_until_the_phase_ends():
    match = move(table(FOUR, bare=True), "56P", "2113")
    move(match, "41P", "2013").play("done")
    assert (match.side, now(match)) == ("german", (2, "german combat"))


@rule("oder", "6.3", "6.3b")
def test_a_shock_army_passes_a_full_stack():
    text = "turn 2\nphase soviet movement\nat 2Sh=2516 5=2616 28=2616 39=2616 66=1613"
    match = table(text, bare=True).play("select 2Sh", "move 2616", "move 2716", "stop", "done")
    assert (match.side, now(match), where(match, "2Sh")) == ("soviet", (2, "soviet combat"), "2716")
    # And a stack passes a Shock Army.
    text = "turn 2\nphase soviet movement\nat 2Sh=2616 5=2516 28=2516 39=2516 66=1613"
    match = table(text, bare=True).play("select 5", "also 28", "also 39", "move 2616", "move 2716", "stop", "done")
    assert (match.side, now(match), where(match, "39")) == ("soviet", (2, "soviet combat"), "2716")


@rule("oder", "6.2", "6.2a", "6.2b")
def test_the_set_up_the_program_proposes_is_legal():
    match = fresh().play("propose", "done", "propose", "done", "propose", "done")
    assert now(match) == (1, "german declaration")
    stacks: dict[str, list[str]] = {}
    for unit, row in COUNTERS.items():
        if row["type"] != "fortress" and where(match, unit) != "due":
            stacks.setdefault(where(match, unit), []).append(unit)
    for stack in stacks.values():
        assert len(stack) <= 3
        assert len({COUNTERS[unit]["side"] for unit in stack}) == 1
        assert len(stack) == 1 or not any(unit.endswith("Sh") for unit in stack)


@rule("oder", "6.3", "6.3c")
def test_arrivals_obey_the_limit():
    text = "turn 3\nphase german regroup\nat 18=due 24=1010 66=1010 67=1010 8=1012 20=1012 FCB=1012\ndue_turn 18=3"
    match = table(text, bare=True).play("select 18")
    refused(match, "place 1010", "6.2", "6.3", "9.2")
    assert offered(match, "place 1012")
    text = "turn 3\nphase soviet regroup\nat 19=due 5=3510 28=3510 39=3510 3Sh=3512 31=3514\ndue_turn 19=3"
    match = table(text, bare=True).play("select 19")
    refused(match, "place 3510", "6.2", "6.3", "9.1.1")
    refused(match, "place 3512", "6.2", "6.3", "9.1.1")
    assert offered(match, "place 3514")


@rule("oder", "6.2", "6.3", "6.4a")
@pytest.mark.parametrize("hex_", ["1003", "1004", "3521"])
def test_the_limit_holds_in_every_hex(hex_):
    """1003 is the first hex of the map, 3521 the last."""
    text = f"turn 2\nphase german movement\nat 41P={hex_} 46P={hex_} 48P={hex_} 56P={hex_} 5=2113 28=2313"
    match = table(text, bare=True)
    assert f"overstacked hexes: {hex_}" in match.prompt.text
    match.play("done")
    assert (match.side, offers(match, "remove")) == ("soviet", {"41P", "46P", "48P", "56P"})
    assert f"{hex_}" in match.prompt.text


@rule("oder", "6.4", "6.4a")
def test_the_warning_names_overstacked_hexes_only():
    match = table(FOUR, bare=True)
    assert "overstacked" not in match.prompt.text
    move(match, "56P", "2113")
    assert "overstacked hexes: 2113" in match.prompt.text


# -- 6.4 -------------------------------------------------------------------------------------


@rule("oder", "6.4", "6.4a", "6.4b", "6.4f")
@pytest.mark.parametrize("gone", ["41P", "46P", "48P", "56P"])
def test_the_opponent_removes_units_until_the_stack_is_legal(gone):
    match = overstacked(dice=[3])
    refused(match, "done")
    refused(match, "remove 5")
    match.play(f"remove {gone}")
    assert where(match, gone) == "due"
    assert [unit for unit in ("41P", "46P", "48P", "56P") if where(match, unit) != "2113"] == [gone]
    assert vp(match) == (0, 1)
    assert (match.side, now(match)) == ("german", (2, "german combat"))


@rule("oder", "6.4", "6.4a")
def test_five_units_lose_two():
    text = FOUR.replace("56P=2013", "56P=2013 55=2013")
    match = move(move(table(text, bare=True, dice=[1, 1]), "56P", "2113"), "55", "2113").play("done")
    match.play("remove 55")
    assert match.side == "soviet"
    match.play("remove 41P")
    assert (match.side, vp(match)) == ("german", (0, 2))


@rule("oder", "6.4", "6.4a")
@pytest.mark.parametrize("phase", ["german combat first", "soviet movement", "soviet combat second"])
def test_a_stack_is_checked_at_the_end_of_any_phase(phase):
    text = f"turn 2\nphase {phase}\nat 41P=2113 46P=2113 48P=2113 56P=2113 5=3010"
    match = table(text, bare=True).play("done")
    assert (match.side, offers(match, "remove")) == ("soviet", {"41P", "46P", "48P", "56P"})


@rule("oder", "6.4", "6.4b")
@pytest.mark.parametrize(("water", "kind", "points"), [(False, "regular", 1), (True, "none", 2)])
def test_a_removed_unit_scores_as_eliminated(water, kind, points):
    text = "turn 2\nphase soviet movement\nat 5=1613 28=1613 39=1613 31=1513 66=2713"
    match = table(text, bare=True, sides=sea_between(20) if water else None, dice=[1, 1])
    assert supply(match, "5") == kind
    move(match, "31", "1613").play("done", "remove 5")
    assert vp(match) == (points, 0)


@rule("oder", "6.4", "6.4d")
def test_a_removed_unit_rolls_for_its_return():
    match = overstacked().play("remove 46P")
    assert match.side == "dice"
    match.play("roll 4")
    assert due(match)["46P"] == 6
    assert where(until(match, 6, "german regroup"), "46P") == "due"
    assert offered(match, "select 46P")
    # Cut off, it rolls two dice.
    text = "turn 2\nphase german movement\nat 41P=2512 46P=2512 48P=2512 56P=2511 5=3010"
    match = move(table(text, bare=True, sides=sea_between(20)), "56P", "2512").play("done", "remove 56P", "roll 1")
    assert match.side == "dice"
    assert due(match.play("roll 2"))["56P"] == 5


@rule("oder", "6.4", "6.4d")
def test_a_removed_korpsgruppe_never_returns():
    text = FOUR.replace("56P", "KGM")
    match = move(table(text, bare=True), "KGM", "2113").play("done", "remove KGM")
    assert (where(match, "KGM"), match.side, vp(match)) == ("eliminated", "german", (0, 1))


@rule("oder", "6.4", "6.4e")
def test_a_retreat_continues_from_a_full_hex_without_losses():
    full = "24=2013 66=2013 67=2013 8=2014 20=2014 23=2014"
    text = f"turn 2\nphase soviet combat\naerial_spent 1\nat 41P=2113 {full} 1GT=2214 2GT=2214 5=2213"
    match = table(text, bare=True, dice=[2])
    fight_unaided(match, "2113", "1GT", "2GT")  # 18 to 5 is 3:1, die 2: DR
    first = sorted(offers(match, "to"))[0]
    assert first in ("2013", "2014")
    match.play(f"to {first}")
    assert match.side == "german"
    onward = sorted(offers(match, "to"))
    assert onward
    match.play(f"to {onward[0]}")
    assert where(match, "41P") == onward[0]
    until(rest(match), 2, "soviet movement")
    assert vp(match) == (0, 0)
    assert all(where(match, unit) in ("2013", "2014") for unit in ("24", "66", "67", "8", "20", "23"))


@rule("oder", "6.4", "6.4f")
def test_a_player_may_end_a_phase_overstacked_and_pay_for_it():
    match = move(table(FOUR, bare=True), "56P", "2113")
    assert offered(match, "done")
    assert match.play("done").side == "soviet"
