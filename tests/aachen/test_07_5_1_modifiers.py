"""Chapter 7.5.1.2: hexside, combat support, HQ support and armor superiority."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import Match
from grognard.games.aachen.tables_schema import HEXSIDES
from tests.aachen.helpers_combat import (
    DUEL,
    GERMAN,
    GERMAN_HQ,
    PANZERS,
    TANKS,
    US,
    US_HQ,
    attack,
    declare,
    outcome,
    parts,
)
from tests.aachen.kit import act, disrupted, improved, lost, real, step, told
from tests.kit import offered, offers, refused
from tests.rules import rule

THIRD = "3A-HQ=2405"


def amount(letter: str, at: str, units: str = "1-I/16", mode: str = "regular", *more: str, **words: Any) -> int:
    """What one paragraph of 7.5.1.2 adds to the die."""
    return parts(attack(at, units, mode, *more, **words)).get(letter, 0)


# -- A. hexsides --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "die"), [("stream", -1), ("embankment", -1), ("dragons-teeth", -2), ("roer", -3), ("none", 0)]
)
@rule("aachen", "7.5.1.2", "7.5.1.2c", "3.1.2")
def test_the_hexside_helps_the_defender(side: str, die: int) -> None:
    assert amount("A", DUEL, "1-I/16", "hasty", sides={"2408-2409": side}) == die


@rule("aachen", "7.5.1.2c")
def test_other_hexsides_of_the_defender_help_nobody() -> None:
    assert amount("A", DUEL, "1-I/16", "hasty", sides={"2308-2409": "stream", "2409-2410": "roer"}) == 0


@rule("aachen", "7.5.1.2d", "7.5.1.2g")
def test_a_stream_through_the_teeth_is_teeth_only() -> None:
    ground, grid = real().ground, real().board.grid
    for pair in ("1821/1921", "1919/2019"):
        a, b = (grid.parse(label) for label in pair.split("/"))
        assert ground.hexside_modifier(a, b) == -2
        assert ground.tank_points(6, a, b) == 0


@pytest.mark.parametrize(
    "pair", ["1821/1921", "1919/2019", "2011/2110", "2008/2108", "2504/2505", "3102/3103", "3403/3303"]
)
@rule("aachen", "7.5.1.2f")
def test_the_seven_hexsides_with_a_road_or_stream_are_teeth(pair: str) -> None:
    a, b = (real().board.grid.parse(label) for label in pair.split("/"))
    assert real().board.kind_between(a, b) == "dragons-teeth"
    assert "dragons-teeth" in HEXSIDES


@rule("aachen", "7.5.1.2e")
def test_a_road_and_a_town_do_not_cancel_the_hexside() -> None:
    ground: dict[str, Any] = {"terrain": {"2409": "town"}, "roads": "2407-2408-2409"}
    assert amount("A", DUEL, "1-I/16", "hasty", sides={"2408-2409": "stream"}, **ground) == -1


# -- B. combat support --------------------------------------------------------------------------

#: A lone tank battalion attacks; 3A-I/36 and others may support it.
LONE = f"{THIRD} 3A-I/32=2408 {GERMAN_HQ} {GERMAN}"


def support(at: str, mode: str = "regular", *more: str, **words: Any) -> int:
    return amount("B", at, "3A-I/32", mode, *more, who="us 3A-HQ", **words)


@rule("aachen", "7.5.1.2ba", "7.5.1.2")
def test_nobody_supports_its_own_fight() -> None:
    for mode in ("regular", "prepared"):
        assert support(LONE, mode) == 0


@pytest.mark.parametrize(("mode", "points"), [("hasty", 0), ("regular", 1), ("prepared", 2)])
@rule("aachen", "7.5.1.2l", "7.5.1.2n", "7.5.1.2p", "7.5.1.2")
def test_pitfall_32_support_of_the_attacker_by_the_kind_of_attack(mode: str, points: int) -> None:
    assert support(f"{LONE} 3A-I/36=2308", mode) == points
    assert support(f"{LONE} 3A-I/36=2308 3A-II/36=2509", mode) == 2 * points


@rule("aachen", "7.5.1.2h")
def test_a_supporter_is_next_to_the_enemy_hex() -> None:
    assert support(f"{LONE} 3A-I/36=2307", "prepared") == 0
    assert support(f"{LONE} 3A-I/36=2410", "prepared") == 2


@rule("aachen", "7.5.1.2i")
def test_another_formation_gives_nothing_in_a_regular_attack_or_defense() -> None:
    assert support(f"{LONE} 1-HQ=2404 1-I/16=2308") == 0
    assert support(f"{LONE} 116P-HQ=2414 116P-I/60=2307") == 0


@rule("aachen", "7.5.1.2j", "5.4.1", "5.4")
def test_pitfall_33_a_supporter_has_a_zone_in_the_enemy_hex() -> None:
    assert support(f"{LONE} 3A-I/36=2308", "regular", "disrupted 3A-I/36") == 0
    tanks = f"{LONE} 3A-I/33=2308"
    assert support(tanks) == 1
    assert support(tanks, sides={"2308-2409": "stream"}) == 0
    assert support(f"{LONE} 3A-I/36=2308", sides={"2308-2409": "stream"}) == 1
    assert support(tanks, terrain={"2409": "town"}) == 0
    assert support(f"{LONE} 3A-I/36=2308", terrain={"2409": "town"}) == 1
    assert support(f"{LONE} 3A-I/36=2308", terrain={"2409": "city"}) == 0


@rule("aachen", "7.5.1.2k")
def test_a_supporter_is_in_command() -> None:
    # Every hex around 2410 is in a German zone.
    cut = f"{LONE} 3A-I/36=2410 12-I/48=2311 12-II/48=2511"
    assert support(cut) == 0
    assert support(f"{LONE} 3A-I/36=2309") == 1


@rule("aachen", "7.5.1.2m")
def test_a_disrupted_defender_has_no_support() -> None:
    at = f"{THIRD} 3A-I/32=2408 116P-HQ=2413 116P-I/24=2409 116P-I/60=2409 116P-II/60=2307"
    assert support(at) == -1
    assert support(at, "regular", "disrupted 116P-I/24") == 0
    assert support(at, "regular", "disrupted 116P-I/60") == 0


@rule("aachen", "7.5.1.2o")
def test_support_of_a_regular_defense() -> None:
    assert support(f"{LONE} 12-II/27=2307") == -1
    assert support(f"3A-HQ=2407 3A-I/32=2408 {GERMAN_HQ} {GERMAN} 12-II/27=2307 12-I/48=2507") == -2
    assert support(f"{LONE} 12-II/27=2410") == 0, "next to the defender, not to the attacker"


@rule("aachen", "7.5.1.2q")
def test_another_formation_counts_1_in_a_prepared_attack() -> None:
    other = "1-HQ=2404 1-I/16=2308"
    assert support(f"{LONE} {other}", "prepared") == 1
    assert support(f"{LONE} {other} 3A-I/36=2509", "prepared") == 3


@rule("aachen", "7.5.1.2r", "7.5.1.2s")
def test_support_of_an_improved_defense() -> None:
    assert support(f"{LONE} 12-II/27=2307", "regular", "improved 2409") == -2
    assert support(f"{LONE} 116P-HQ=2414 116P-I/60=2307", "regular", "improved 2409") == -1
    both = f"3A-HQ=2407 3A-I/32=2408 {GERMAN_HQ} {GERMAN} 116P-HQ=2414 116P-I/60=2307 12-II/27=2507"
    assert support(both, "regular", "improved 2409") == -3


@rule("aachen", "7.5.1.2u", "5.1f", "7.5.1.2")
def test_support_counts_hexes_and_not_units_and_the_two_kinds_do_not_add_up() -> None:
    three = f"{LONE} 3A-I/33=2308 3A-II/33=2308 3A-I/36=2308"
    assert support(three) == 1
    assert support(three, "prepared") == 2
    assert support(f"{LONE} 1-HQ=2404 1-I/16=2308 3A-I/33=2308", "prepared") == 2


@rule("aachen", "7.5.1.2v", "7.5.1.2y")
def test_a_supporter_suffers_nothing_and_keeps_its_improved_defense() -> None:
    # 8 x 2 = 16 : 18 is 1:2; HQ 3, support 1, tanks 3: 1 + 7 = 8 on 1:2 is 3r/1.
    match = attack(f"{LONE} 3A-I/36=2308", "3A-I/32", "regular", "improved 2308", who="us 3A-HQ", dice=[1, 10])
    assert any("3r/1" in text for text in told(match, "7.5.1"))
    assert [text.split()[0] for text in told(match, "5.6.1")] == ["3A-I/32"]
    assert lost(match, "3A-I/36") == 0
    assert not disrupted(match, "3A-I/36")
    assert improved(match, "2308")


@rule("aachen", "7.5.1.2w", "7.5.1.2l")
def test_the_defender_has_its_support_against_a_hasty_attack_too() -> None:
    assert support(f"{LONE} 12-II/27=2307 3A-I/36=2308", "hasty") == -1


@rule("aachen", "7.5.1.2x")
def test_support_costs_nothing_and_may_be_given_again() -> None:
    match = outcome("1/1", f"{LONE} 3A-I/36=2308", "3A-I/32", "12-I/27", who="us 3A-HQ")
    for attempt in (1, 2):
        match.play("select 3A-I/32", "attack 2409", "mode regular", "resolve", "chit 2", "chit 2")
        assert parts(match)["B"] == attempt
        # 16 : 18 is 1:2, HQ 3, support 1, tanks 3: 1 + 7 is 3r/1; the attacker passes its check and stays.
        match.play("roll 1", "roll 1", "stay", "decline")
        assert match.state.purse == [7 - 2 * attempt, 0]  # type: ignore[attr-defined]


@rule("aachen", "7.5.1.2z")
def test_units_left_out_of_the_attack_do_not_support_it() -> None:
    assert support(f"{LONE} 3A-I/36=2408") == 0


@rule("aachen", "7.5.1.2aa")
def test_a_defending_stack_of_several_formations_is_supported_by_each() -> None:
    at = f"{THIRD} 3A-I/32=2408 {GERMAN_HQ} {GERMAN} 116P-HQ=2414 116P-I/24=2409"
    assert support(f"{at} 12-II/27=2307") == -1
    assert support(f"{at} 116P-II/60=2307") == -1
    assert support(f"{at} 353-HQ=2415 353-941=2307") == 0


@rule("aachen", "5.5.2")
def test_support_shows_an_assignment() -> None:
    at = f"{LONE} 1-HQ=2404 1-I/16=2308"
    match = attack(at, "3A-I/32", "regular", "assigned 1-I/16=2", who="us 3A-HQ")
    assert parts(match)["B"] == 1
    assert "1-I/16 is assigned to the 3rd Armored Division" in told(match, "5.5.2")
    idle = attack(f"{LONE} 1-HQ=2404 1-I/16=2307", "3A-I/32", "regular", "assigned 1-I/16=2", who="us 3A-HQ")
    assert not told(idle, "5.5.2")


# -- C. HQ support ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lost_points", "regular", "prepared"), [(0, 3, 5), (1, 2, 4), (2, 2, 3), (4, 1, 1), (5, 0, 0)]
)
@rule("aachen", "7.5.1.2", "7.5.1.2ac", "7.5.1.2ad", "5.1")
def test_pitfall_34_half_of_the_current_support_rounded_up_or_all_of_it(
    lost_points: int, regular: int, prepared: int
) -> None:
    line = f"lost 1-HQ={lost_points}" if lost_points else "lost"
    assert amount("C", DUEL, "1-I/16", "hasty", line) == 0
    assert amount("C", DUEL, "1-I/16", "regular", line) == regular
    assert amount("C", DUEL, "1-I/16", "prepared", line) == prepared


@rule("aachen", "7.5.1.2ab", "5.8.3")
def test_hq_support_needs_command() -> None:
    match = act("us 1-HQ", "1-HQ=1301 1-I/16=2413 12-HQ=2418 12-I/27=2414").play("select 1-I/16", "attack 2414")
    refused(match, "mode regular", "5.8.3")


@rule("aachen", "7.5.1.2ae")
def test_the_defender_has_no_hq_support() -> None:
    at = f"{US_HQ} {US} 12-HQ=2409 {GERMAN}"
    assert "C" not in parts(attack(at, "1-I/16", "hasty"))


@rule("aachen", "7.5.1.2af")
def test_hq_support_is_not_used_up() -> None:
    match = outcome("1/1", DUEL, "1-I/16", "12-I/27")
    for attempt in (1, 2):
        match.play("select 1-I/16", "attack 2409", "mode regular", "resolve", "chit 2", "chit 2")
        assert parts(match)["C"] == 3 * attempt
        # 20 : 18 is 1:1: 1 + 3 is 4: 3r/1; the check is passed.
        match.play("roll 1", "roll 1", "stay", "decline")


@rule("aachen", "7.5.1.2ag")
def test_only_the_own_hq_supports() -> None:
    assert amount("C", f"{DUEL} 3A-HQ=2407", "1-I/16", "prepared", "lost 1-HQ=5") == 0
    assigned = f"{THIRD} 1-HQ=2404 {US} {GERMAN_HQ} {GERMAN}"
    assert amount("C", assigned, "1-I/16", "prepared", "assigned 1-I/16=2", "lost 1-HQ=5", who="us 3A-HQ") == 5


@rule("aachen", "7.5.1.2ah")
def test_a_flipped_and_unsupplied_hq_supports_in_full() -> None:
    # German units all round the HQ and its battalion cut their supply.
    ring = "12-I/48=2402 12-II/48=2702 12-I/89=2102"
    assert amount("C", f"{DUEL} {ring}", "1-I/16", "prepared", "flipped 1-HQ") == 5


# -- D. armor superiority -----------------------------------------------------------------------


def armor(at: str, units: str, *more: str, who: str = "us 3A-HQ", **ground: Any) -> int:
    return amount("D", at, units, "hasty", *more, who=who, **ground)


@rule("aachen", "7.5.1.2ai", "7.5.1.2ap", "7.5.1.2")
def test_each_side_uses_its_strongest_armor() -> None:
    at = "3A-HQ=2405 3A-I/32=2408 1-745=2408 116P-HQ=2413 116P-II/16=2409"
    assert armor(at, "3A-I/32 1-745", "assigned 1-745=2") == 6 - 5
    assert armor(at, "1-745", "assigned 1-745=2") == 5 - 5
    assert armor(f"{TANKS} 116P-HQ=2413 116P-II/16=2409 116P-I/24=2409", "3A-I/32") == 6 - 7


@rule("aachen", "7.5.1.2aj")
def test_pitfall_35_a_defender_with_tanks_must_use_them() -> None:
    at = f"{TANKS} 12-HQ=2413 12-I/27=2409 1012=2409"
    # 1012 disrupted has 2 tank points, the infantry 3 anti-tank points.
    assert armor(at, "3A-I/32", "assigned 1012=12", "disrupted 1012") == 6 - 2
    assert armor(at, "3A-I/32", "assigned 1012=12", "disrupted 1012", terrain={"2409": "town"}) == 3 - 2


@rule("aachen", "7.5.1.2al")
def test_without_tanks_there_is_no_superiority() -> None:
    assert armor(DUEL, "1-I/16", who="us 1-HQ") == 0


@pytest.mark.parametrize(
    ("german", "terrain", "points"),
    [("526-328", "town", 1), ("12-I/27", "town", 0), ("12-I/27", "clear", 3), ("Pol", "light-forest", 2)],
)
@rule("aachen", "7.5.1.2am", "7.5.1.2an", "7.5.1.2ao", "5.1c")
def test_tanks_against_anti_tank_points(german: str, terrain: str, points: int) -> None:
    at = f"{TANKS} 526-HQ=2413 {german}=2409"
    assert armor(at, "3A-I/32", terrain={"2409": terrain}) == points


@rule("aachen", "5.1c", "7.5.1.2am")
def test_tank_points_are_rounded_down() -> None:
    at = "1-HQ=2405 1-745=2408 526-HQ=2413 Pol=2409"
    assert armor(at, "1-745", who="us 1-HQ", terrain={"2409": "town"}) == 2 - 1


@rule("aachen", "7.5.1.2an", "7.5.1.2as")
def test_anti_tank_points_never_win() -> None:
    assert armor(f"{TANKS} {GERMAN_HQ} {GERMAN}", "3A-I/32", terrain={"2409": "dense-forest"}) == 0
    assert armor(f"{US_HQ} {US} {PANZERS}", "1-I/16", who="us 1-HQ") == -7


@rule("aachen", "7.5.1.2aq", "7.5.1.2ar", "7.5.1.2as")
def test_defending_tanks_count_in_full_in_any_terrain() -> None:
    at = f"{US_HQ} {US} {PANZERS}"
    for terrain in ("clear", "town", "city", "industrial"):
        assert armor(at, "1-I/16", who="us 1-HQ", terrain={"2409": terrain}) == -7
    assert armor(f"{TANKS} {PANZERS}", "3A-I/32", terrain={"2409": "city"}) == 0 - 7


@rule("aachen", "7.5.1.2at", "5.6.3f")
def test_disrupted_defenders_count_with_their_disrupted_points() -> None:
    assert armor(f"{TANKS} {PANZERS}", "3A-I/32", "disrupted 116P-I/24") == 6 - 5


@rule("aachen", "7.5.1.2au")
def test_armor_of_supporters_does_not_count() -> None:
    at = f"3A-HQ=2405 3A-I/36=2408 3A-I/32=2308 {GERMAN_HQ} {GERMAN}"
    match = attack(at, "3A-I/36", "prepared", who="us 3A-HQ")
    assert "D" not in parts(match)
    assert parts(match)["B"] == 2


@rule("aachen", "7.5.1.2av", "7.5.2w")
def test_losses_do_not_reduce_tank_points() -> None:
    assert armor(f"{TANKS} {GERMAN_HQ} {GERMAN}", "3A-I/32", "lost 3A-I/32=7") == 3


@pytest.mark.parametrize(
    ("terrain", "pillbox", "points"),
    [
        ("clear", False, 6),
        ("clear", True, 2),
        ("light-forest", False, 2),
        ("light-forest", True, 1),
        ("dense-forest", False, 0),
        ("dense-forest", True, 0),
        ("town", False, 2),
        ("city", False, 0),
        ("industrial", False, 0),
    ],
)
@rule("aachen", "7.5.1.2aw")
def test_terrain_changes_attacking_tanks_and_helps_anti_tank_points(terrain: str, pillbox: bool, points: int) -> None:
    at = f"{TANKS} 526-HQ=2413 Pol=2409"
    assert armor(at, "3A-I/32", terrain={"2409": terrain}, pillboxes="2409" if pillbox else "") == points


@rule("aachen", "7.5.1.2ax", "5.1")
def test_hex_and_hexside_both_halve_and_are_rounded_once() -> None:
    game_h = {"terrain": {"2409": "town"}, "sides": {"2408-2409": "stream"}}
    # 6 x 1/2 x 1/2 = 1.5, so 1, against a disrupted assault gun of 2.
    at = f"{TANKS} 12-HQ=2413 1012=2409"
    assert armor(at, "3A-I/32", "assigned 1012=12", "disrupted 1012", **game_h) == 1 - 2


@rule("aachen", "7.5.1.2ay", "7.5.2e", "7.5.2f")
def test_tanks_without_points_are_tanks_and_take_the_first_loss() -> None:
    at = f"3A-HQ=2405 3A-I/32=2408 3A-I/36=2408 {GERMAN_HQ} {GERMAN}"
    for ground in ({"terrain": {"2409": "city"}}, {"sides": {"2408-2409": "dragons-teeth"}}):
        match = outcome("1/1", at, "3A-I/32 3A-I/36", "12-I/27", who="us 3A-HQ", **ground)
        assert (lost(match, "3A-I/32"), lost(match, "3A-I/36")) == (1, 0)


@rule("aachen", "7.5.1.2az")
def test_across_teeth_attacking_tanks_have_no_points() -> None:
    teeth = {"2408-2409": "dragons-teeth"}
    assert armor(f"{TANKS} {GERMAN_HQ} {GERMAN}", "3A-I/32", sides=teeth) == 0
    assert armor(f"{TANKS} 12-HQ=2413 1012=2409", "3A-I/32", "assigned 1012=12", sides=teeth) == -4


@rule("aachen", "7.5.1.2ak", "7.5.2e")
def test_of_equal_armor_the_stronger_unit_counts_and_takes_the_first_loss() -> None:
    at = f"3A-HQ=2405 3A-I/32=2408 3A-703=2408 {GERMAN_HQ} {GERMAN}"
    match = outcome("1/1", at, "3A-I/32 3A-703", "12-I/27", who="us 3A-HQ")
    assert (lost(match, "3A-I/32"), lost(match, "3A-703")) == (1, 0)
    tied = outcome("1/1", at, "3A-I/32 3A-703", "12-I/27", "lost 3A-I/32=3", who="us 3A-HQ")
    assert tied.actions.texts() == ["lose 3A-I/32", "lose 3A-703"]


# -- doing without support ----------------------------------------------------------------------


def preview_sum(match: Match) -> int:
    found = match.preview
    assert found is not None
    return found.total


@rule("aachen", "7.5.1.2x", "7.5.1.2")
def test_the_attacker_may_do_without_any_supporting_unit() -> None:
    at = f"{LONE} 3A-I/36=2308 3A-I/33=2308 3A-II/36=2509"
    match = act("us 3A-HQ", at, "quiet 3", dice=["chit 2", "chit 2"])
    declare(match, "3A-I/32", mode="regular")
    assert offers(match, "forgo") == {"3A-I/36", "3A-I/33", "3A-II/36", "3A-HQ"}
    whole = preview_sum(match)
    match.play("forgo 3A-I/36")
    assert preview_sum(match) == whole, "another unit of the hex supports"
    match.play("forgo 3A-I/33")
    assert preview_sum(match) == whole - 1
    match.play("support 3A-I/33", "forgo 3A-II/36")
    assert preview_sum(match) == whole - 1
    match.play("resolve")
    assert parts(match)["B"] == 1


@rule("aachen", "7.5.1.2x", "7.5.1.2ac", "3.3b")
def test_the_attacker_may_do_without_its_hq() -> None:
    match = declare(act("us 1-HQ", DUEL, "quiet 3", dice=["chit 2", "chit 2"]), "1-I/16", mode="prepared")
    whole = preview_sum(match)
    assert preview_sum(match.play("forgo 1-HQ")) == whole - 5
    assert "without 1-HQ already" in refused(match, "forgo 1-HQ", "7.5.1.2").why
    assert "C" not in parts(match.play("resolve"))


@rule("aachen", "5.5.2", "5.5.2n", "7.5.1.2x")
def test_a_unit_that_does_not_support_keeps_its_assignment_secret() -> None:
    at = f"{LONE} 1-HQ=2404 1-I/16=2308 3A-I/36=2308"
    match = act("us 3A-HQ", at, "assigned 1-I/16=2", "quiet 3", dice=["chit 2", "chit 2"])
    declare(match, "3A-I/32", mode="regular").play("forgo 1-I/16", "resolve")
    assert parts(match)["B"] == 1
    assert "1-I/16 is assigned to the 3rd Armored Division" not in told(match, "5.5.2")


@rule("aachen", "7.1", "7.5.1.2l", "7.5.1.2x")
def test_what_cannot_support_cannot_be_left_out() -> None:
    match = declare(act("us 3A-HQ", f"{LONE} 3A-I/36=2308 3A-II/36=2307"), "3A-I/32")
    assert "Hasty" in refused(match, "forgo 3A-I/36", "7.1").why
    match.play("mode regular")
    assert "cannot support" in refused(match, "forgo 3A-II/36", "7.5.1.2").why
    assert "not left out" in refused(match, "support 3A-I/36", "7.5.1.2").why
    # Another target has other supporters: nothing is left out of it.
    other = declare(act("us 3A-HQ", f"{LONE} 12-II/27=2507 3A-I/36=2308"), "3A-I/32", mode="regular")
    other.play("forgo 3A-I/36", "attack 2507", "attack 2409")
    assert offered(other, "forgo 3A-I/36")


@rule("aachen", "7.5.1.2x", "7.5.1.2o")
def test_the_defender_is_asked_about_its_support_only_if_it_has_ordered_so() -> None:
    at = f"{LONE} 12-II/27=2307"
    assert attack(at, "3A-I/32", "hasty", who="us 3A-HQ").side == "dice"
    match = act("us 3A-HQ", at, "quiet 3", dice=["chit 2", "chit 2"]).play("ask-support german")
    declare(match, "3A-I/32").play("resolve")
    assert (match.side, step(match), match.brief) == ("german", "support", True)
    assert offers(match, "without") == {"12-II/27"}
    refused(match, "without 12-I/27", "7.5.1.2")
    match.play("without 12-II/27", "support 12-II/27", "without 12-II/27", "agreed")
    assert parts(match).get("B", 0) == 0
    given = act("us 3A-HQ", at, "quiet 3", "asks 2", dice=["chit 2", "chit 2"])
    assert parts(declare(given, "3A-I/32").play("resolve", "agreed"))["B"] == -1
    again = act("us 3A-HQ", at, "quiet 3", "asks 2", dice=["chit 2", "chit 2"]).play("give-support german")
    assert declare(again, "3A-I/32").play("resolve").side == "dice"


@rule("aachen", "7.5.1.2x")
def test_a_defender_without_supporters_is_not_asked() -> None:
    assert attack(LONE, "3A-I/32", "hasty", "asks 2", who="us 3A-HQ").side == "dice"


@rule("aachen", "7.5.1.2x")
def test_what_was_left_out_of_one_attack_supports_the_next() -> None:
    at = f"{LONE} 3A-I/36=2308"
    match = declare(act("us 3A-HQ", at), "3A-I/32", mode="regular").play("forgo 3A-I/36", "pass")
    match.play("select 3A-I/32", "attack 2409", "mode regular")
    assert offered(match, "forgo 3A-I/36")
