"""Clauses 13.9.B, 13.9.D and 17.5.3: the 79th Armoured Division, the flood, and Tactical Air in combat."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.kit import offered, offers, refused, where
from tests.reich.helpers_combat import (
    GRID,
    NE,
    TABLE,
    N,
    S,
    T,
    attack,
    card,
    combat,
    exploit,
    on_map,
    resolve,
    settle,
    settle_losses,
    shown,
    strengths,
    take,
    totals,
)
from tests.rules import rule

F79 = "CW-79=support"
DUE = "due CW-79=2"


def with_79(at: str, *more: str, turn: int = 3, **options: object) -> Match:
    """An Allied Combat Segment with the 79th in its box."""
    return combat("allied", f"{at} {F79}", DUE, *more, turn=turn, **options)  # type: ignore[arg-type]


# -- the 79th ----------------------------------------------------------------------------------------


@rule("reich", "13.9.B", "13.9.Ba", "13.9.Bk")
def test_the_79th_helps_once_a_turn_from_turn_2() -> None:
    at = f"G-12SS={T} G-2PZ=1427 CW-50={N} CW-49=1428"
    match = with_79(at, dice=[1, 1, 1, 1])
    settle(resolve(match, T, "CW-50", "funnies die"))
    attack(match, "1427", "CW-49")
    refused(match, "funnies die", "13.9.B")
    early = with_79(at, "funnies_used 0", turn=2)
    assert offered(attack(early, T, "CW-50"), "funnies die")
    match.play("resolve")
    settle(match)
    next_turn = with_79(at, turn=4)
    assert offered(attack(next_turn, T, "CW-50"), "funnies die")


@rule("reich", "13.9.Bk")
def test_it_is_back_at_the_beginning_of_the_next_turn() -> None:
    lines = ["scenario campaign", "turn 3", "phase end", f"at CW-50={T} G-12SS={N} {F79}", DUE, "funnies_used 1"]
    match = TABLE.table("\n".join(lines), bare=True)
    assert match.state.turn == 4
    assert not match.state.funnies_used


@rule("reich", "13.9.Bc", "13.9.Bd", "13.9.Bl")
def test_it_helps_in_the_area_of_the_21st_army_group() -> None:
    west = with_79(f"G-12SS={T} US-1={N} CW-50={NE}")
    attack(west, T, "US-1")
    refused(west, "funnies die", "13.9.B")
    west.play("with CW-50")
    assert offered(west, "funnies die")
    at = "G-12SS=4014 US-1=4013"
    north = on_map("allied", f"{at} {F79}", DUE, turn=9)
    game = north.game
    assert game.areas.army21 >> game.board.grid.parse("4014") & 1
    assert offered(attack(north, "4014", "US-1"), "funnies die")
    south = on_map("allied", f"G-12SS=4019 US-1=4018 {F79}", DUE, turn=9)
    assert game.areas.army12 >> game.board.grid.parse("4019") & 1
    attack(south, "4019", "US-1")
    refused(south, "funnies die", "13.9.B")


@rule("reich", "13.9.Be")
def test_each_use_serves_one_purpose() -> None:
    match = with_79(f"G-12SS={T} CW-50={N}", sides={f"{T}-{N}": "rhine"})
    attack(match, T, "CW-50")
    assert offers(match, "funnies") == {"die", "first-fire"}
    match.play("funnies first-fire")
    refused(match, "funnies die", "13.9.B")
    assert totals(match)[0] == -2


@rule("reich", "13.9.Bh", "13.6.Ah")
def test_it_cancels_first_fire_over_the_rhine_but_not_the_modifier() -> None:
    match = with_79(f"G-12SS={T} CW-50={N}", sides={f"{T}-{N}": "rhine"})
    attack(match, T, "CW-50")
    assert shown(match).first == "german"
    match.play("funnies first-fire")
    assert shown(match).first == ""
    assert totals(match)[0] == -2
    dry = attack(with_79(f"G-12SS={T} CW-50={N}"), T, "CW-50")
    refused(dry, "funnies first-fire", "13.9.B")


@rule("reich", "13.6.Ah")
def test_it_does_not_help_the_germans_against_the_beaches() -> None:
    match = on_map("german", f"CW-3=1121 G-21PZ=1122 {F79}", DUE, turn=2)
    attack(match, "1121", "G-21PZ")
    refused(match, "funnies first-fire", "13.9.B")


@rule("reich", "13.9.Bj", "13.9.A.2i")
def test_it_adds_one_to_the_die() -> None:
    match = attack(with_79(f"G-12SS={T} CW-50={N}"), T, "CW-50")
    before = totals(match)
    match.play("funnies die")
    assert totals(match) == (before[0] + 1, before[1])


# -- over the sea --------------------------------------------------------------------------------------

SEA = {f"{T}-{N}": "all-sea", f"{T}-{NE}": "all-sea"}
COAST = {T: "coast"}


@rule("reich", "13.9.Bf", "13.9.Bm", "13.1.Cb")
def test_one_unit_attacks_over_a_sea_hexside_as_over_a_minor_river() -> None:
    at = f"G-716={T} CW-50={N} CW-49={NE}"
    match = with_79(at, sides=SEA, features=COAST, dice=[6, 1])
    match.play(f"attack {T}")
    refused(match, "with CW-50", "13.1.C")
    match.play("funnies sea", "with CW-50")
    refused(match, "with CW-49", "13.1.C")
    assert totals(match)[0] == -1
    match.play("resolve")
    settle_losses(match)
    match.play("advance CW-50")
    assert where(match, "CW-50") == T


@rule("reich", "13.9.Bf")
def test_without_the_79th_a_hex_over_the_sea_is_not_a_target() -> None:
    at = f"G-716={T} CW-50={N} G-352=1429 CW-49=1428"
    match = combat("allied", f"{at} {F79}", DUE, "funnies_used 1", sides=SEA, features=COAST)
    refused(match, f"attack {T}", "13.1.C")
    assert offered(with_79(at, sides=SEA, features=COAST), f"attack {T}")


@rule("reich", "13.9.Bg")
def test_an_impassable_sea_hexside_stays_closed() -> None:
    at = f"G-716={T} CW-50={N} G-352=1429 CW-49=1428"
    match = with_79(at, sides={f"{T}-{N}": "impassable"}, features=COAST)
    refused(match, f"attack {T}", "13.1.C")


# -- the flood -----------------------------------------------------------------------------------------

WET = "4914"


def flooded(turn: int, *more: str, dice: tuple[int, ...] = ()) -> Match:
    """Allied units in the Roer River Valley, which was flooded on Turn 12."""
    at = f"US-1={WET} US-29={WET} G-716=5013 {F79}"
    return on_map("allied", at, DUE, "flood 12", "antwerp 1", *more, turn=turn, dice=dice)


@rule("reich", "13.9.D", "13.9.Da", "17.2.Bf", "17.2.Bo")
@pytest.mark.parametrize(("turn", "strength"), [(12, 9 // 2), (13, 9 // 2), (14, 9)])
def test_units_attack_out_of_the_flood_at_half_strength(turn: int, strength: int) -> None:
    match = attack(flooded(turn), "5013", "US-1 US-29")
    assert strengths(match)[0] == strength


@rule("reich", "13.7.1e")
def test_the_flood_and_lack_of_supply_halve_once() -> None:
    match = attack(flooded(13, "oos US-1"), "5013", "US-1 US-29")
    assert strengths(match)[0] == 9 // 2


@rule("reich", "13.9.Db", "17.2.Bg", "13.8k")
@pytest.mark.parametrize(("turn", "able"), [(13, False), (14, True)])
def test_units_do_not_advance_out_of_the_flood(turn: int, *, able: bool) -> None:
    match = flooded(turn, dice=(6, 1))
    settle_losses(resolve(match, "5013", "US-1 US-29"))
    assert bool(offers(match, "advance")) == able


@rule("reich", "13.9.Bi", "13.9.Bn", "17.2.Bh")
def test_the_79th_brings_one_unit_out_of_the_flood() -> None:
    match = flooded(13, dice=(6, 1))
    attack(match, "5013", "US-1 US-29", "funnies flood")
    assert offers(match, "help") == {"US-1", "US-29"}
    match.play("help US-1")
    assert strengths(match)[0] == 5 + 4 // 2
    settle_losses(match.play("resolve"))
    assert offers(match, "advance") == {"US-1"}


@rule("reich", "13.9.Bi")
def test_there_is_nobody_to_bring_out_of_dry_hexes() -> None:
    match = attack(with_79(f"G-12SS={T} CW-50={N}"), T, "CW-50")
    refused(match, "funnies flood", "13.9.B")


@rule("reich", "17.2.Bj", "17.2.Bk")
@pytest.mark.parametrize(("turn", "amount"), [(13, -1), (14, 0)])
def test_a_flooded_hex_is_swamp_on_the_next_turn_and_clear_afterwards(turn: int, amount: int) -> None:
    match = on_map("allied", f"US-1=4813 G-716={WET}", "flood 12", "antwerp 1", "allied 4813", turn=turn)
    if not offered(match, f"attack {WET}"):
        pytest.fail("the hexes are not adjacent")
    assert totals(attack(match, WET, "US-1"))[0] == amount


# -- Tactical Air ----------------------------------------------------------------------------------------


@rule("reich", "17.5.3", "17.5.3a", "17.5.3.Aa", "13.9.A.2b")
def test_air_adds_one_to_an_allied_attack_die() -> None:
    match = attack(combat("allied", f"G-12SS={T} US-1={N}", "air 2"), T, "US-1", "air")
    assert totals(match) == (1, 0)
    assert match.state.air == 1


@rule("reich", "17.5.3.C", "17.5.3.Ca", "13.9.A.2c")
def test_one_air_unit_a_combat() -> None:
    match = attack(combat("allied", f"G-12SS={T} US-1={N}", "air 2"), T, "US-1", "air")
    refused(match, "air", "17.5.3.C")


@rule("reich", "17.5.3.B", "17.5.3.Ba")
def test_each_air_unit_supports_one_combat() -> None:
    match = combat("allied", f"G-12SS={T} G-2PZ=1427 US-1={N} US-29=1428", "air 1", dice=[1, 1])
    settle(resolve(match, T, "US-1", "air"))
    attack(match, "1427", "US-29")
    refused(match, "air", "17.5.3")


@rule("reich", "17.5.3.A", "17.5.3.Aa", "13.9.A.2b")
def test_air_supports_the_allied_defense() -> None:
    match = combat("german", f"US-1={T} G-12SS={N}", "air 1", dice=[1])
    attack(match, T, "G-12SS")
    refused(match, "air", "17.5.3")
    match.play("resolve")
    assert match.side == "allied"
    assert match.brief
    match.play("air")
    assert totals(match) == (0, 1)
    assert match.state.air == 0


@rule("reich", "17.5.3.A")
def test_the_defender_may_pass_and_is_asked_only_if_there_is_air() -> None:
    match = combat("german", f"US-1={T} G-12SS={N}", "air 1")
    attack(match, T, "G-12SS").play("resolve", "pass")
    assert match.side == "dice"
    assert totals(match) == (0, 0)
    none = attack(combat("german", f"US-1={T} G-12SS={N}"), T, "G-12SS").play("resolve")
    assert none.side == "dice"


@rule("reich", "17.5.3.Ac")
def test_support_is_committed_before_the_dice() -> None:
    match = combat("allied", f"G-12SS={T} CW-50={N} {F79}", DUE, "air 1")
    attack(match, T, "CW-50").play("resolve")
    assert match.side == "dice"
    assert not offered(match, "air")
    match.play("roll 1")
    refused(match, "air")
    refused(match, "funnies die")
    defense = combat("german", f"US-1={T} G-12SS={N}", "air 1")
    attack(defense, T, "G-12SS").play("resolve", "pass", "roll 3")
    refused(defense, "air")


@rule("reich", "17.5.3.A")
def test_the_card_warns_the_attacker_of_air_in_defense() -> None:
    match = attack(combat("german", f"US-1={T} G-12SS={N}", "air 1"), T, "G-12SS")
    assert any(note["rule"] == "17.5.3" for note in card(match, "german")["reactions"])
    none = attack(combat("german", f"US-1={T} G-12SS={N}"), T, "G-12SS")
    assert not card(none, "german")["reactions"]


@rule("reich", "17.5.3.Aa")
def test_air_that_the_attack_left_serves_the_defense_of_the_next_phase() -> None:
    match = combat("allied", f"G-12SS={T} US-1={N} US-29={S}", "air 1")
    match.play("done")
    while match.game.phase_of(match.state) != "german combat":
        match.play("roll 3" if match.side == "dice" else "done")
    assert match.state.air == 1
    attack(match, N, "G-12SS").play("resolve")
    assert offered(match, "air")


@rule("reich", "17.5.3.Ab", "17.5.3.Bb", "17.5.3.B")
def test_air_returns_to_the_pool_and_serves_a_second_time() -> None:
    lines = ["scenario campaign", "turn 7", "phase allied second-strafing", f"at G-12SS={T} US-2A={N}"]
    for left in (0, 2):  # used up in the first period, or not used
        match = TABLE.table("\n".join([*lines, f"air {left}"]), bare=True)
        assert match.state.air == 4  # of Turn 7, whatever was left
        match.play("keep")
        assert match.game.phase_of(match.state) != "allied second-strafing"
    match.play("roll 6", "select US-2A", f"assault {T}", "air")
    assert totals(match)[0] == 1


@rule("reich", "17.2.Bi")
@pytest.mark.parametrize(("turn", "able"), [(12, False), (13, True)])
def test_nobody_assaults_out_of_the_flood_on_its_turn(turn: int, *, able: bool) -> None:
    ground = TABLE.game().ground
    target = next(n for n in GRID.neighbour_list(GRID.parse(WET)) if not ground.valley >> n & 1)
    label = GRID.label(target)
    plain = {"terrain": {label: "clear"}, "features": {label: "none"}, "sides": {f"{WET}-{label}": "none"}}
    match = exploit("allied", f"US-2A={WET} G-716={label}", "flood 12", "antwerp 1", turn=turn, bare=False, **plain)
    take(match, "US-2A")
    assert offered(match, f"assault {label}") == able
    if not able:
        refused(match, f"assault {label}", "17.2.B")
