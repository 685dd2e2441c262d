"""What an audit of Watch on the Oder against its rulebook found: rights not offered, untrue refusals, and
duties that no other test held fast."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import grognard
from tests.kit import announce, control, fight, forecast, intact, offered, offers, probe, refused, supply, where
from tests.oder.helpers_assault import combat, conquer, fight_to, regroup
from tests.oder.helpers_campaign import until, vp
from tests.oder.helpers_lines import moat
from tests.oder.table import moving, table
from tests.rules import rule


def events(match: grognard.Match) -> list[tuple[str, str]]:
    """Rule and sentence of everything the last action brought about."""
    return [(event.rule, event.text) for event in match.events]


# -- 8.3: aerial supply at any time of the German Combat Phase --------------------------------


@rule("oder", "8.3", "8.3b", "11.8", "11.8i")
@pytest.mark.parametrize("first", ["attack", "probe"])
def test_aerial_supply_may_come_between_an_advance_and_its_momentum_attack(first: str) -> None:
    # In 2010 the panzers have a line by 1910; 2011 opens to 2010 only, and 28 watches that hex (7.4).
    sea = {name: "all-sea" for name in moat(["2011"]) if name not in ("2010-2011", "2011-2012")}
    units = "1SS=2010 2SS=2010 28=2009 39=2012" + (" 31=2011" if first == "attack" else "")
    match = table(f"turn 3\nphase german combat\nat {units}", bare=True, sides=sea)
    assert supply(match, "1SS") == "regular"
    if first == "attack":
        conquer(match, "2011", ["1SS", "2SS"], ["1SS"])
    else:
        probe(match, "2011", "1SS")
    assert supply(match, "1SS") == "none"
    assert offered(match, "attack 2012")
    assert "8.6" in [m.rule for m in forecast(announce(match.fork(), "2012", "1SS")).modifiers]
    match.play("supply 1SS")
    assert supply(match, "1SS") == "aerial"
    assert "8.6" not in [m.rule for m in forecast(announce(match, "2012", "1SS")).modifiers]


# -- 6.4: overstacking ------------------------------------------------------------------------


@rule("oder", "6.4", "6.4a", "6.4c")
def test_no_more_units_are_removed_than_the_limit_demands() -> None:
    # Without the Shock Army the two others are legal: one loss is enough.
    match = table("turn 3\nphase soviet movement\nat 3Sh=3010 5=3010 39=3010 24=1010", bare=True).play("done")
    assert offers(match, "remove") == {"3Sh"}
    refused(match, "remove 5", "6.4")
    regroup(match.play("remove 3Sh"))
    assert (where(match, "5"), where(match, "39")) == ("3010", "3010")
    assert match.side == "soviet"
    # With one other army beside it either of them is one loss.
    match = table("turn 3\nphase soviet movement\nat 3Sh=3010 5=3010 24=1010", bare=True).play("done")
    assert offers(match, "remove") == {"3Sh", "5"}


@rule("oder", "6.4", "6.4f")
def test_a_player_is_warned_before_ending_a_phase_overstacked() -> None:
    match = moving("german", "41P=2113 46P=2113 48P=2113 56P=2013")
    plain = match.prompt.text
    assert "2113" not in plain
    match.play("select 56P", "move 2113")
    if offered(match, "stop"):
        match.play("stop")
    assert "2113" in match.prompt.text
    assert "overstack" in match.prompt.text


# -- the rule cited is the rule that speaks ---------------------------------------------------


@rule("oder", "11.6.4", "11.6.4a")
def test_a_lost_attack_cites_its_own_rule() -> None:
    match = combat("24=2010 40=2010 5=2011 39=2011 28=2011")
    fight_to(match, "2011", "24", "40", result="AL1")
    assert match.prompt.rule == "11.6.4"
    assert refused(match, "lose 5").rule == "11.6.4"
    match.play("lose 24")
    assert "11.6.4" in [rule_ for rule_, text in events(match) if "eliminated" in text]
    match = combat("24=2010 5=2011 39=2011 28=2011")
    fight_to(match, "2011", "24", result="AL1")
    assert "11.6.4" in [rule_ for rule_, text in events(match) if "eliminated" in text]


@rule("oder", "9.1.1", "9.1.1a")
def test_soviet_arrivals_cite_the_soviet_rule() -> None:
    match = table("turn 3\nphase soviet regroup\nat 5=due\ndue_turn 5=3").play("select 5")
    assert match.prompt.rule == "9.1.1"
    match.play("place 3510")
    assert "9.1.1" in [rule_ for rule_, text in events(match) if "arrives" in text]


# -- refusals say what is true ----------------------------------------------------------------


@rule("oder", "11.8", "11.8b")
def test_infantry_that_advanced_is_not_refused_for_not_advancing() -> None:
    match = combat("1SS=2010 26=2010 31=2011 39=2012")
    conquer(match, "2011", ["1SS", "26"], ["1SS", "26"])
    match.play("attack 2012")
    refusal = refused(match, "with 26", "11.8")
    assert not refusal.why.endswith("has not")
    assert "mechanized" in refusal.why


@rule("oder", "11.9", "11.9p")
@pytest.mark.parametrize(
    ("ground", "word"),
    [({"terrain": {"2110": "sea"}}, "sea"), ({"sides": {"2010-2110": "all-sea"}}, "sea")],
)
def test_a_probe_over_water_is_refused_for_the_water(ground: dict[str, Any], word: str) -> None:
    # The corps is adjacent to the army in 2011, so that cannot be the reason.
    match = combat("24=2010 5=2011", **ground)
    refusal = refused(match, "probe 2110")
    assert "adjacent to an enemy" not in refusal.why
    assert word in refusal.why


@rule("oder", "10.1", "10.1e")
def test_a_mixed_stack_without_the_factors_is_not_refused_for_zones() -> None:
    pocket = ["2010", "2011", "2012"]
    sea = {name: kind for name, kind in moat(pocket).items() if name not in ("2010-2011", "2011-2012")}
    match = moving(
        "german", "26=2010 24=2010 5=3010", "aerial 26\naerial_spent 1", sides=sea, terrain={"2012": "rough"}
    )
    match.play("select 26", "also 24", "move 2011")  # 3 factors left for 26, 2 for 24, which needs 3
    assert refused(match, "move 2012").rule == "10.0"


@rule("oder", "11.6.1", "11.6.1d")
def test_a_full_hex_is_not_refused_for_room_elsewhere_when_all_are_full() -> None:
    stacks = "9=1910 6k=1910 20=1910 41P=2011 46P=2011 48P=2011 23=2110 27=2110 8=2110"
    match = combat(f"24=2010 {stacks} 1GT=2009 2GT=2009", side="soviet")
    fight_to(match, "2010", "1GT", "2GT", result="DR")
    assert offers(match, "to") == {"1910"}  # full too, but on the way west
    assert "there is a hex that has" not in refused(match, "to 2011", "11.6.1").why


@rule("oder", "3.2", "3.2d")
def test_a_unit_already_set_up_is_not_said_to_belong_to_another_step() -> None:
    match = grognard.new("oder").play("select 3Sh", "place 3510", "done", "select 21", "place 3012")
    assert refused(match, "select 21", "3.2").why != "21 is not one of the units to be placed now"


# -- sentences --------------------------------------------------------------------------------


@rule("oder", "11.0", "11.9", "11.9g")
def test_sentences_name_sides_and_count_units() -> None:
    match = combat("24=2010 5=2011")
    fight(match, "2011", "24")
    assert not [text for _, text in events(match) if text.startswith(("german ", "soviet "))]
    match = probe(combat("24=2010 5=2011"), "2110", "24")
    assert not [text for _, text in events(match) if "24 probe into" in text]
    assert "german's" not in refused(moving("german", "24=2010 5=2015"), "select 5").why


# -- duties no other test held fast -----------------------------------------------------------


@rule("oder", "3.1", "3.1b", "7.5", "7.5c")
def test_every_hex_on_the_path_of_one_long_move_changes_control() -> None:
    way = ["2013", "1912", "1812"]
    match = moving(
        "soviet",
        "8G=2113",
        features=dict.fromkeys(way, "fortification"),
        sides={
            name: "all-sea" for name in moat(["2013", "1912"]) if name not in ("2013-2113", "1912-2013", "1812-1912")
        },
    )
    match.play("select 8G", "move 1812")
    assert [control(match, h) for h in way] == ["soviet"] * 3
    assert not [h for h in way if intact(match, h)]


@rule("oder", "7.1", "7.1e", "7.1a")
def test_a_single_unit_passes_no_zone_occupied_by_a_friend() -> None:
    # 2111 is entered from 2011 only, and 5 in 2012 watches both.
    sea = dict.fromkeys(moat(["2011", "2111"]), "all-sea")
    gate = {name: kind for name, kind in sea.items() if name not in ("2010-2011", "2011-2111", "2011-2012")}
    for units in ("24=2010 66=2011 5=2012", "24=2011 66=2111 5=2012"):
        watched = {name: kind for name, kind in gate.items() if name != "2012-2111"}
        match = moving("german", units, sides=watched).play("select 24")
        refused(match, "move 2111", "7.1")
        assert offers(match, "move")
    # Unwatched, 2111 may be entered out of the zone; nobody passes through the friend in it either way.
    match = moving("german", "24=2010 66=2011 5=2012", sides=gate).play("select 24")
    assert offered(match, "move 2011")
    refused(match, "move 2111", "7.1")
    assert offered(moving("german", "24=2011 66=2011 5=2012", sides=gate).play("select 24"), "move 2111")
    assert offered(moving("german", "24=2010 66=2011", sides=gate).play("select 24"), "move 2111")


@rule("oder", "5.4", "5.4o", "8.3", "8.3f")
def test_the_aerial_supply_marker_is_there_again_next_turn() -> None:
    match = moving("german", "24=2010 5=3010").play("supply 24")
    refused(match, "supply 24", "8.3")
    until(match, 3, "german movement")
    assert offered(match, "supply 24")


@rule("oder", "4.1.1", "4.1.1d", "8.3h")
def test_a_marker_still_lying_at_the_german_check_does_not_count() -> None:
    units = "24=3510 HG=3518 5=3411 28=3509"
    match = table(f"turn 3\nphase soviet check\nat {units}\naerial 24", bare=True)
    assert not match.over
    units = units.replace("5=3411 28=3509", "5=2010")
    assert table(f"turn 3\nphase soviet check\nat {units}", bare=True).over


@rule("oder", "8.6", "8.6a", "8.6d", "8.6f")
def test_supply_fixed_at_the_start_of_a_combat_counts_as_it_was_announced() -> None:
    def supply_modifiers(match: grognard.Match, *units: str) -> list[int]:
        announce(match, "2010", *units)
        found = []
        for action in ("", "resolve"):  # before and after supply is fixed
            if action:
                match.play(action)
                assert match.side == "dice"
            assert match.preview is not None
            found.append(sum(m.amount for m in match.preview.modifiers if m.rule == "8.6"))
        return found

    # One attacker of two is cut off in 2009; then both are, then none.
    sea = {name: "all-sea" for name in moat(["2009"]) if name != "2009-2010"}
    for units, amount in ((("1SS", "2SS"), 1), (("2SS", "4SS"), 1), (("1SS",), 0)):
        match = combat("1SS=2011 2SS=2009 4SS=2009 5=2010 39=2010", sides=sea)
        assert supply_modifiers(match, *units) == [amount, amount]
    # One defender of two has the marker; then neither has.
    sea = moat(["2010"])
    del sea["2010-2110"]
    for marker, amount in (("aerial 66", 0), ("", -1)):
        match = combat("66=2010 67=2010 5=2110 8G=2110", side="soviet", more=marker, sides=sea)
        assert supply_modifiers(match, "5", "8G") == [amount, amount]


@rule("oder", "8.0", "8.0d")
def test_a_stack_keeps_each_units_own_factors_whichever_is_taken_first() -> None:
    hexes = [f"20{row:02d}" for row in range(5, 16)]
    inner = {f"{a}-{b}" for a, b in pairwise(hexes)}
    column = {name: kind for name, kind in moat(hexes).items() if name not in inner}
    for first, second in (("24", "4SS"), ("4SS", "24")):
        match = moving("german", "24=2005 4SS=2005", "aerial 24\naerial_spent 1", sides=column)
        match.play(f"select {first}", f"also {second}", "move 2006", "move 2007", "move 2008")
        assert where(match, "4SS") == "2008"  # 3 factors, out of supply
        refused(match, "select 4SS")
        assert offers(match, "move") == {"2005", "2006", "2007", "2009", "2010", "2011"}


@rule("oder", "11.8", "11.8i", "8.6", "8.6e")
def test_a_momentum_attack_out_of_supply_is_fought_and_lost_so() -> None:
    sea = {name: "all-sea" for name in moat(["2011"]) if name not in ("2010-2011", "2011-2012")}
    match = combat("1SS=2010 2SS=2010 28=2009 39=2012 5=2012 31=2011", sides=sea)
    conquer(match, "2011", ["1SS", "2SS"], ["1SS"])
    before = vp(match)
    announce(match, "2012", "1SS").play("resolve")
    assert match.preview is not None
    assert [m.amount for m in match.preview.modifiers if m.rule == "8.6"] == [1]
    assert match.preview.by_roll[5] == "AL1"
    match.play("roll 6", "roll 1")
    assert match.side == "dice"  # the second of two dice (9.1)
    assert vp(match) == (before[0], before[1] + 2)


@rule("oder", "11.6.1", "11.6.1d", "11.6.1q")
def test_a_retreat_through_full_hexes_takes_only_a_path_that_leads_on() -> None:
    # 1910 and 2011 are full. Behind 1910 there is water; behind 2011 there is room in 2012.
    full = "9=1910 6k=1910 20=1910 41P=2011 46P=2011 48P=2011"
    sea = moat(["1910", "2011", "2010"])
    for name in ("1910-2010", "2010-2011", "2011-2012", "2009-2010"):
        del sea[name]
    match = combat(f"24=2010 {full} 1GT=2009 2GT=2009", side="soviet", sides=sea)
    fight_to(match, "2010", "1GT", "2GT", result="DR")
    assert offers(match, "to") == {"2011"}
    refused(match, "to 1910", "11.6.1")
    match.play("to 2011", "to 2012")
    assert where(match, "24") == "2012"
    assert match.side == "soviet"


@rule("oder", "5.1", "5.1b", "5.1f")
def test_the_retrieval_comes_before_the_german_check() -> None:
    match = table("turn 2\nphase soviet combat second\naerial_spent 1\nair 2113\nat 24=1010 5=3010").play("done")
    phases = [event.text.lower() for event in match.events if event.heading]
    order = [word for text in phases for word in ("regroup", "retrieval", "check", "declaration") if word in text]
    assert order == ["regroup", "retrieval", "check", "declaration"]
