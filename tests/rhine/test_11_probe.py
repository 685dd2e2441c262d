"""Clauses 11.25 to 11.27: probing attacks, international attacks out of Antwerp, attacks in the Roer flood."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import Match
from tests.kit import (
    advance,
    amount,
    announce,
    blocked,
    column,
    control,
    fight,
    offered,
    offers,
    on_map,
    probe,
    refused,
    rest,
    total,
    water,
    where,
)
from tests.rhine.helpers_aftermath import clean, combat, gone, outcome
from tests.rhine.helpers_course import steps
from tests.rhine.sheet import NE, NW, SE, SW, TARGET, E, W, island
from tests.rules import rule

#: A division in the west faces one in the south-west; the empty hex between lies in the zones of both.
SCREEN = f"US1={W} 85ID={SW}"
#: An armored division attacks a brigade behind which a division stands.
BREACH = f"US2A={W} 105PB={TARGET} 85ID={E}"


# -- 11.25: who and where ------------------------------------------------------------------------


@rule("rhine", "11.25", "11.25a")
def test_an_empty_hex_in_an_enemy_zone_may_be_probed() -> None:
    match = combat(SCREEN)
    assert offered(match, f"probe {TARGET}")
    probe(match, TARGET, "US1")
    assert where(match, "US1") == TARGET


@rule("rhine", "11.25", "11.25a")
def test_the_germans_probe_too() -> None:
    match = probe(combat(f"9SS={E} US1={SE}", side="german"), TARGET, "9SS")
    assert where(match, "9SS") == TARGET


@rule("rhine", "11.25", "11.25b")
def test_the_prober_must_be_next_to_an_enemy() -> None:
    # The enemy in the east covers the hex between but does not touch the division in the west.
    refused(combat(f"US1={W} 85ID={E}"), f"probe {TARGET}", "11.25")
    # In company the neighbour of an enemy may go, the other may not.
    match = combat(f"US1={W} US9={NW} 85ID={SW}").play(f"probe {TARGET}")
    assert offers(match, "with") == {"US1"}
    refused(match, "with US9", "11.25")


@rule("rhine", "11.25", "11.25c")
def test_the_probed_hex_must_be_empty_and_in_an_enemy_zone() -> None:
    match = combat(f"{SCREEN} US9=1911N")
    # Free of zones of control, held by the enemy, held by a friend, not adjacent.
    for hex_ in (NW, "2012N", SW, "1911N", SE, "1305N"):
        refused(match, f"probe {hex_}", "11.25")
    assert offers(match, "probe") == {TARGET, "2111N"}


@rule("rhine", "11.25", "11.25c")
def test_a_zone_does_not_reach_a_hex_over_water() -> None:
    match = combat(SCREEN, sides=water(TARGET, SW))
    refused(match, f"probe {TARGET}", "11.25")


@rule("rhine", "11.25", "11.25d")
def test_a_probe_has_no_odds_no_roll_and_no_losses() -> None:
    match = combat(SCREEN).play(f"probe {TARGET}", "with US1")
    assert match.preview is None or not match.preview.chances
    match.play("resolve")
    assert match.side == "allied"
    assert match.chance_count == 0
    assert (steps(match, "US1"), steps(match, "85ID")) == (2, 2)
    assert (where(match, "US1"), where(match, "85ID")) == (TARGET, SW)


@rule("rhine", "11.25", "11.25e")
def test_a_probe_takes_control() -> None:
    match = combat(SCREEN)
    assert control(match, TARGET) == "german"
    assert control(probe(match, TARGET, "US1"), TARGET) == "allied"
    match = combat(f"9SS={E} US1={SE}", side="german", more=f"allied {TARGET}")
    assert control(probe(match, TARGET, "9SS"), TARGET) == "german"


@rule("rhine", "11.25", "11.25o")
def test_an_own_hex_may_be_probed_as_well() -> None:
    match = probe(combat(SCREEN, more=f"allied {TARGET}"), TARGET, "US1")
    assert where(match, "US1") == TARGET


@rule("rhine", "11.25", "11.25f")
def test_no_more_probe_than_may_stack() -> None:
    # Three divisions in the west, two in the north-west, each stack next to an enemy.
    at = f"US1={W} US9={W} US30={W} US28={NW} US29={NW} 85ID={SW} 353ID={NE}"
    match = combat(at).play(f"probe {TARGET}", "with US1", "with US9", "with US30", "with US28")
    refused(match, "with US29", "11.25", "6.3", "6.2")
    match.play("resolve")
    assert on_map(match, TARGET) == {"US1", "US9", "US30", "US28"}
    assert where(match, "US29") == NW


@rule("rhine", "11.25", "11.25f", "9.5r")
@pytest.mark.parametrize(("unit", "more"), [("BC50", ""), ("US1", ""), ("BC50", "antwerp 1")])
def test_a_probe_stays_on_its_own_side_of_the_sector_line(unit: str, more: str) -> None:
    match = combat(f"{unit}=1416S 85ID=1516S", more=more)
    blocked(match, "probe 1515S", f"with {unit}", rules=("9.5", "11.25"))


@rule("rhine", "11.25", "11.25f", "9.5m")
def test_with_antwerp_open_americans_probe_over_the_sector_line() -> None:
    match = probe(combat("US1=1416S 85ID=1516S", more="antwerp 1"), "1515S", "US1")
    assert where(match, "US1") == "1515S"


@rule("rhine", "11.25", "11.25g")
def test_no_probe_over_a_blocked_hexside() -> None:
    refused(combat(SCREEN, sides=water(TARGET, W, kind="blocked")), f"probe {TARGET}", "11.25")
    for kind in ("river", "rhine"):
        assert offered(combat(SCREEN, sides=water(TARGET, W, kind=kind)), f"probe {TARGET}")


@rule("rhine", "11.25", "11.25g", "11.25n")
def test_others_may_probe_the_same_hex_by_an_open_hexside() -> None:
    at = f"US1={W} US9={NW} 85ID={SW} 353ID={NE}"
    match = combat(at, sides=water(TARGET, W, kind="blocked")).play(f"probe {TARGET}")
    assert offers(match, "with") == {"US9"}


@rule("rhine", "11.25", "11.25h")
def test_no_probe_over_sea_or_estuary_but_by_commandos() -> None:
    at = f"BC50={W} BC4Co={W} 85ID={SW}"
    match = combat(at, sides=water(TARGET, W, kind="estuary")).play(f"probe {TARGET}")
    assert offers(match, "with") == {"BC4Co"}
    refused(match, "with BC50")
    match.play("with BC4Co", "resolve")
    assert where(match, "BC4Co") == TARGET
    refused(combat(at, sides=water(TARGET, W)), f"probe {TARGET}", "11.25", "11.15", "10.12")
    refused(combat(f"BC50={W} 85ID={SW}", sides=water(TARGET, W, kind="estuary")), f"probe {TARGET}")


@rule("rhine", "11.25", "11.25h")
def test_the_scheldt_is_probed_by_commandos_only() -> None:
    # From Breskens to Zuid-Beveland, between an enemy at 1312N and one at 1311N that covers the hex.
    at = "59ID=1312N 64ID=1311N"
    refused(combat(f"BC50=1213N {at}", bare=False), "probe 1212N")
    match = probe(combat(f"BC4Co=1213N {at}", bare=False), "1212N", "BC4Co")
    assert where(match, "BC4Co") == "1212N"


@rule("rhine", "11.25", "11.25h")
def test_no_unit_probes_the_sea_or_the_hook_of_holland() -> None:
    refused(combat(SCREEN, terrain={TARGET: "sea"}, sides=island(TARGET)), f"probe {TARGET}")
    refused(combat(SCREEN, features={TARGET: "hook-of-holland"}), f"probe {TARGET}")


@rule("rhine", "11.25")
def test_the_intact_wall_is_not_probed() -> None:
    refused(combat(SCREEN, features={TARGET: "westwall"}), f"probe {TARGET}", "11.25", "11.17")


@rule("rhine", "11.25", "11.25l")
@pytest.mark.parametrize(("turn", "more"), [(1, ""), (7, "watch 1"), (7, "watch 2")])
def test_the_shifts_of_the_first_and_seventh_turn_do_not_touch_a_probe(turn: int, more: str) -> None:
    match = probe(combat(f"9SS={E} US1={SE}", side="german", turn=turn, more=more), TARGET, "9SS")
    assert where(match, "9SS") == TARGET
    assert match.chance_count == 0


# -- 11.25: together -----------------------------------------------------------------------------


@rule("rhine", "11.25", "11.25n")
def test_units_of_several_hexes_probe_together() -> None:
    match = probe(combat(f"US1={W} US9={NW} 85ID={SW} 353ID={NE}"), TARGET, "US1", "US9")
    assert on_map(match, TARGET) == {"US1", "US9"}


@rule("rhine", "11.25", "11.25q")
def test_army_groups_do_not_probe_one_hex_together() -> None:
    match = combat(f"US1={W} BC50={NW} 85ID={SW} 353ID={NE}").play(f"probe {TARGET}", "with US1")
    refused(match, "with BC50")
    match = combat(f"US1={W} BC50={NW} 85ID={SW} 353ID={NE}").play(f"probe {TARGET}", "with BC50")
    refused(match, "with US1")


# -- 11.25: probes and momentum ------------------------------------------------------------------


@rule("rhine", "11.25", "11.25i")
def test_a_momentum_attack_may_be_a_probe() -> None:
    match = advance(fight(combat(BREACH), TARGET, "US2A", roll=4), "US2A")
    assert offers(match, "probe") == {NE, SE}
    probe(match, NE, "US2A")
    assert (where(match, "US2A"), control(match, NE)) == (NE, "allied")


@rule("rhine", "11.25", "11.25i", "11.25k")
def test_after_a_momentum_probe_there_is_nothing_more() -> None:
    match = advance(fight(combat(BREACH), TARGET, "US2A", roll=4), "US2A")
    probe(match, NE, "US2A")
    assert clean(match)
    blocked(match, f"attack {E}", "with US2A")
    refused(match, "probe 1908N")


@rule("rhine", "11.25", "11.25j")
def test_a_first_probe_may_be_followed_by_a_momentum_attack() -> None:
    match = probe(combat(f"US2A={W} 85ID={SW}"), TARGET, "US2A")
    assert offers(match, "attack") == {SW}
    assert column(announce(match, SW, "US2A")) == "3:1"
    assert outcome(match.play("resolve", "roll 1"), "US2A", "85ID") == "DR"


@rule("rhine", "11.25", "11.25j")
def test_an_enemy_out_of_reach_before_the_probe_may_be_its_aim() -> None:
    match = probe(combat(f"US2A={W} 85ID={SW} 353ID={E}"), TARGET, "US2A")
    assert offers(match, "attack") == {SW, E}
    announce(match, E, "US2A")
    assert column(match) == "3:1"


@rule("rhine", "11.25", "11.25j")
def test_only_units_that_probed_have_momentum() -> None:
    match = probe(combat(f"US2A={W} US1={W} 85ID={SW}"), TARGET, "US2A").play(f"attack {SW}")
    assert offers(match, "with") == {"US2A"}
    refused(match, "with US1", "11.24", "11.25")


@rule("rhine", "11.25", "11.25k", "11.4g")
def test_a_probe_uses_up_the_attack_of_the_phase() -> None:
    match = probe(combat(f"US2A={W} 85ID={SW}"), TARGET, "US2A")
    assert offered(match, "pass")
    rest(match)
    blocked(match, f"attack {SW}", "with US2A")
    blocked(match, f"probe {SE}", "with US2A")


@rule("rhine", "11.25", "11.25k")
@pytest.mark.parametrize("going", [True, False])
def test_after_a_probe_and_a_momentum_attack_there_is_nothing_more(going: bool) -> None:
    # The momentum attack takes the south-west, which touches another enemy at 2210N.
    match = probe(combat(f"US2A={W} 105PB={SW} 85ID=2210N"), TARGET, "US2A")
    fight(match, SW, "US2A", roll=4)
    assert gone(match, "105PB")
    match.play("advance US2A" if going else "pass")
    assert clean(match)
    assert not offers(match, "attack")
    assert not offers(match, "probe")
    refused(match, "attack 2210N")
    refused(match, f"probe {SE}")


@rule("rhine", "11.25", "11.25k")
def test_a_unit_that_attacked_does_not_probe_afterwards() -> None:
    # 6 to 3 at 2:1: a 2 stalls the attack.
    match = fight(combat(SCREEN), SW, "US1", roll=2)
    refused(match, f"probe {TARGET}", "11.25", "11.4")


@rule("rhine", "11.25", "11.25m")
def test_two_probes_in_a_row_are_not_allowed() -> None:
    match = probe(combat(f"US2A={W} 85ID={SW}"), TARGET, "US2A")
    refused(match, f"probe {SE}", "11.25")
    assert not offers(match, "probe")


@rule("rhine", "11.25", "11.25p")
def test_a_unit_does_not_probe_after_two_battles() -> None:
    # Two brigades in a row are beaten; the victors then stand next to a division and an empty hex it covers.
    match = combat(f"US2A={W} 105PB={TARGET} 106PB={E} 85ID=2008N")
    advance(fight(match, TARGET, "US2A", roll=4), "US2A")
    advance(fight(match, E, "US2A", roll=4), "US2A")
    assert where(match, "US2A") == E
    assert clean(match)
    refused(match, "probe 1908N", "11.25", "11.24", "11.4")


# -- 11.26: Antwerp ------------------------------------------------------------------------------


def antwerp(units: str, *joining: str, open_: bool = True, **ground: Any) -> Match:
    """An attack on 1510N with some of these units."""
    match = combat(f"{units} 85ID=1510N", more="antwerp 1" if open_ else "", **ground)
    return announce(match, "1510N", *joining)


@rule("rhine", "11.26", "11.26a")
@pytest.mark.parametrize("city", [False, True])
def test_army_groups_attack_together_out_of_open_antwerp(city: bool) -> None:
    ground: dict[str, Any] = {"features": {"1511N": "city;access"}} if city else {}
    match = antwerp("US1=1511N BC50=1511N", "US1", "BC50", **ground)
    # 11 to 3.
    assert column(match) == "3:1"
    assert match.play("resolve").side == "dice"


@rule("rhine", "11.26", "11.26a")
def test_they_do_not_out_of_any_other_hex_or_two_hexes() -> None:
    match = antwerp("US1=1411N BC50=1611N", "US1")
    refused(match, "with BC50", "11.26", "11.1")
    match = antwerp("US1=1411N BC50=1611N", "BC50")
    refused(match, "with US1", "11.26", "11.1")


@rule("rhine", "11.26", "11.26b")
def test_they_do_not_before_antwerp_is_open() -> None:
    match = antwerp("US1=1511N BC50=1611N", "US1", open_=False)
    refused(match, "with BC50", "11.26", "11.1")


@rule("rhine", "11.26", "11.26c", "11.26e")
@pytest.mark.parametrize("outside", ["BC53", "US9"])
def test_units_of_one_army_group_may_join_from_outside(outside: str) -> None:
    units = f"US1=1511N BC50=1511N {outside}=1611N"
    match = antwerp(units, "US1", "BC50", outside)
    # 16 or 17 to 3.
    assert column(match) == "5:1"
    assert match.play("resolve").side == "dice"


@rule("rhine", "11.26", "11.26d")
@pytest.mark.parametrize(("first", "second"), [("BC53", "US9"), ("US9", "BC53")])
def test_units_of_two_army_groups_may_not_join_from_outside(first: str, second: str) -> None:
    match = antwerp("US1=1511N BC50=1511N BC53=1611N US9=1411N", "US1", "BC50", first)
    refused(match, f"with {second}", "11.26", "11.1")


# -- 11.27: the flood ----------------------------------------------------------------------------


@rule("rhine", "11.27", "11.27a")
def test_an_attack_into_or_out_of_the_flood_is_shifted_left() -> None:
    at = f"US2A={W} 85ID={TARGET}"
    for wet in (TARGET, W):
        match = announce(combat(at, turn=5, more="flood 5", features={wet: "flood"}), TARGET, "US2A")
        assert (column(match), total(match), amount(match, "10.18")) == ("2:1", -1, -1)
    both = {TARGET: "flood", W: "flood"}
    assert total(announce(combat(at, turn=5, more="flood 5", features=both), TARGET, "US2A")) == -1


@rule("rhine", "11.27", "11.27a")
def test_without_a_flood_or_beside_it_there_is_no_shift() -> None:
    at = f"US2A={W} 85ID={TARGET}"
    dry = combat(at, turn=5, features={TARGET: "flood"})
    past = combat(at, turn=6, more="flood 5", features={TARGET: "flood"})
    beside = combat(at, turn=5, more="flood 5", features={E: "flood", NW: "flood"})
    for match in (dry, past, beside):
        assert (column(announce(match, TARGET, "US2A")), total(match)) == ("3:1", 0)


@rule("rhine", "11.27", "11.27a")
def test_an_early_flood_forbids_attacks_altogether() -> None:
    at = f"US2A={W} 85ID={TARGET}"
    refused(combat(at, turn=3, more="flood 3", features={TARGET: "flood"}), f"attack {TARGET}", "10.18")
    blocked(combat(at, turn=3, more="flood 3", features={W: "flood"}), f"attack {TARGET}", "with US2A")
