"""Clauses 11.1 to 11.6: which units may attack which, how often and in which order."""

from __future__ import annotations

import pytest

from grognard import Match, Refusal
from tests.kit import announce, fight, forecast, offered, offers, refused, settle, status, where
from tests.rhine.helpers_battle import combat, totals
from tests.rhine.helpers_course import steps
from tests.rhine.sheet import NE, NW, RING, SE, SW, TARGET, E, W, near
from tests.rhine.table import moving, table
from tests.rules import rule

FULL = "antwerp 1"


# -- 11.1 ------------------------------------------------------------------------------------------


@rule("rhine", "11.0", "11.1", "11.1a")
@pytest.mark.parametrize(("side", "attacker", "enemy"), [("allied", "US1", "9SS"), ("german", "9SS", "US1")])
def test_attacks_are_made_on_adjacent_enemies_in_the_own_combat_phase(side: str, attacker: str, enemy: str) -> None:
    other = "german" if side == "allied" else "allied"
    for label in RING:
        assert offers(combat(f"{attacker}={label} {enemy}={TARGET}", side), "attack") == {TARGET}
    for label in ("2012N", "1911N", "2108N"):
        match = combat(f"{attacker}={label} {enemy}={TARGET}", side)
        assert offers(match, "attack") == set()
        refused(match, f"attack {TARGET}", "11.1")
    # Not in another phase, and nobody attacks an empty hex or a friend.
    refused(moving(side, f"{attacker}={W} {enemy}={TARGET}"), f"attack {TARGET}")
    refused(combat(f"{attacker}={W} {enemy}={TARGET}", other), f"attack {TARGET}")
    match = combat(f"{attacker}={W} {enemy}={TARGET}", side)
    refused(match, f"attack {W}")
    refused(match, "attack 2012N")


@rule("rhine", "11.1", "11.1a")
def test_only_adjacent_units_take_part() -> None:
    match = combat(f"US1={W} US9=2012N 9SS={TARGET}").play(f"attack {TARGET}")
    assert offers(match, "with") == {"US1"}
    refused(match, "with US9", "11.1", "11.3")


@rule("rhine", "11.1", "11.1b")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_no_unit_has_to_attack(side: str) -> None:
    match = combat(f"US1={W} 9SS={TARGET} US9=1511N 10SS=1510N", side)
    match.play("done")
    assert status(match)["phase"] == f"{side} movement"
    assert (where(match, "US1"), where(match, "9SS")) == (W, TARGET)


@rule("rhine", "11.1", "11.1c")
def test_the_phasing_side_attacks_and_the_other_defends() -> None:
    german = announce(combat(f"1SS={W} US2A={TARGET}", "german"), TARGET, "1SS")
    assert totals(german) == (7, 7)  # attack factor of the one, defense factor of the other
    allied = announce(combat(f"1SS={W} US2A={TARGET}"), W, "US2A")
    assert totals(allied) == (9, 6)


@rule("rhine", "11.1", "11.1d")
@pytest.mark.parametrize(
    ("first", "second", "target"),
    [
        ("US1", "BC43", TARGET),
        ("BC43", "US1", TARGET),
        ("US1", "F3ALG", "2010S"),
        ("F3ALG", "US1", "2010S"),
        ("BC43", "F2A", TARGET),
    ],
)
def test_army_groups_do_not_attack_together(first: str, second: str, target: str) -> None:
    sheet = target[-1]
    match = combat(f"{first}=2011{sheet} {second}=1910{sheet} 9SS={target}", more=FULL)
    match.play(f"attack {target}")
    assert {first, second} <= offers(match, "with")
    match.play(f"with {first}")
    refused(match, f"with {second}", "11.1")
    assert offered(match, "resolve")


@rule("rhine", "11.1", "11.1d")
def test_the_french_2nd_armored_attacks_with_us_or_french_units_but_not_both() -> None:
    match = combat("F2A=2011S US1=1910S F3ALG=2110S 9SS=2010S", more=FULL)
    announce(match, "2010S", "F2A US1")
    refused(match, "with F3ALG", "11.1")
    match = combat("F2A=2011S US1=1910S F3ALG=2110S 9SS=2010S", more=FULL)
    announce(match, "2010S", "F2A F3ALG")
    refused(match, "with US1", "11.1")
    assert offered(match, "resolve")


@rule("rhine", "11.1", "11.1e")
def test_army_groups_attack_different_hexes() -> None:
    match = combat(f"US1={W} BC43={NE} 9SS={TARGET} 10SS=1908N", dice=[4, 4])
    settle(fight(match, TARGET, "US1"))  # 6 against 4, die 4: AS
    settle(fight(match, "1908N", "BC43"))  # 5 against 4, die 4: AS
    assert offers(match, "attack") == set()
    assert offered(match, "done")


@rule("rhine", "11.1", "11.1f")
def test_a_second_army_group_finds_the_hex_already_attacked() -> None:
    match = combat(f"US1={W} BC43={NE} 9SS={TARGET}", dice=[4])
    settle(fight(match, TARGET, "US1"))  # AS
    refused(match, f"attack {TARGET}", "11.4", "11.1")


@rule("rhine", "11.1", "11.1g")
def test_a_corps_on_the_map_does_not_attack() -> None:
    at = f"AAA18={NW} US82AB=airborne US101AB=airborne 9SS={TARGET}"
    more = "made18 US82AB US101AB\ndropped 1\nno_air 1"
    alone = combat(at, more=more, turn=3)
    assert offers(alone, "attack") == set()
    match = combat(f"{at} US1={W}", more=more, turn=3).play(f"attack {TARGET}")
    assert offers(match, "with") == {"US1"}
    refused(match, "with AAA18")


# -- 11.2 and 11.6: stacks ----------------------------------------------------------------------------


def two_defenders(roll: int) -> Match:
    """14 against 3 and 4: 2:1 against both together, 4:1 or 3:1 against one of them."""
    match = combat(f"US1={W} US5A={W} 183VG={TARGET} 12VG={TARGET}", dice=[roll])
    return fight(match, TARGET, "US1 US5A")


@rule("rhine", "11.2", "11.2a", "11.6", "11.6b")
def test_a_stack_defends_as_one_with_all_its_factors() -> None:
    match = two_defenders(1)  # AL1 at 2:1; DR at 3:1 and at 4:1
    assert match.side == "allied"
    assert offers(match, "lose") == {"US1", "US5A"}
    match.play("lose US1")
    assert (steps(match, "US1"), steps(match, "US5A")) == (1, 2)
    assert (where(match, "183VG"), where(match, "12VG")) == (TARGET, TARGET)


@rule("rhine", "11.2", "11.2a", "11.6b")
def test_the_result_falls_on_the_whole_stack() -> None:
    match = two_defenders(6)  # DE
    assert (steps(match, "183VG"), steps(match, "12VG")) == (1, 1)
    match.play(f"to {E}")
    assert (where(match, "183VG"), where(match, "12VG")) == (E, E)


@rule("rhine", "11.2", "11.2a", "11.6b")
def test_an_attack_is_made_on_all_defenders() -> None:
    match = combat(f"US1={W} US5A={W} 183VG={TARGET} 12VG={TARGET}")
    with pytest.raises(Refusal):
        match.play("attack 183VG")
    announce(match, TARGET, "US1 US5A")
    refused(match, "with 183VG")
    match.play("resolve")
    assert match.side == "dice"  # the defender is asked nothing


@rule("rhine", "11.6", "11.6a")
def test_units_of_a_stack_attack_different_hexes_or_rest() -> None:
    at = f"US1={TARGET} US9={TARGET} US30={TARGET} 9SS={E} 10SS={NE}"
    match = combat(at, dice=[4, 4])
    settle(fight(match, E, "US1"))  # AS
    match.play(f"attack {NE}")
    assert offers(match, "with") == {"US9", "US30"}
    match.play("with US9")
    assert totals(match) == (6, 4)
    settle(match.play("resolve")).play("done")
    assert status(match)["phase"] == "allied movement"


# -- 11.3: several hexes --------------------------------------------------------------------------------


@rule("rhine", "11.3", "11.3a")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_one_hex_is_attacked_from_any_number_of_hexes(count: int) -> None:
    units = ["US1", "US9", "US30", "US4", "US28", "US29"]  # 6, 6, 6, 5, 5, 5
    at = " ".join(f"{unit}={label}" for unit, label in zip(units, RING, strict=True))
    match = announce(combat(f"{at} 17SS={TARGET}", more=FULL), TARGET, " ".join(units[:count]))
    assert totals(match) == (sum((6, 6, 6, 5, 5, 5)[:count]), 5)


@rule("rhine", "11.3", "11.3b")
def test_an_attack_has_one_target() -> None:
    match = combat(f"US1={TARGET} US9=1908N 9SS={E} 10SS={NE}")
    announce(match, E, "US1")
    refused(match, f"attack {NE}")
    match = combat(f"US1={TARGET} US9=1810N 9SS={E} 10SS={NE}").play(f"attack {E}")
    assert "1810N" in near(NE)
    assert "1810N" not in near(E)
    refused(match, "with US9", "11.1", "11.3")


# -- 11.4: once -----------------------------------------------------------------------------------------


def after_a_stalled_attack() -> Match:
    """US1 has attacked 9SS in vain; 10SS is next to US1 too, US9 is next to both of them."""
    match = combat(f"US1={TARGET} US9=1908N 9SS={E} 10SS={NE}", dice=[4])
    announce(match, E, "US1")
    assert totals(match) == (6, 4)  # the whole attack factor
    return settle(match.play("resolve"))  # AS


@rule("rhine", "11.4", "11.4a", "11.4c")
def test_a_unit_attacks_once_in_a_phase() -> None:
    assert {E, NE} <= set(near("1908N"))
    match = after_a_stalled_attack().play(f"attack {NE}")
    assert offers(match, "with") == {"US9"}
    refused(match, "with US1", "11.4")


@rule("rhine", "11.4", "11.4c")
def test_without_fresh_units_there_is_no_further_attack() -> None:
    match = combat(f"US1={TARGET} 9SS={E} 10SS={NE}", dice=[4])
    settle(fight(match, E, "US1"))
    refused(match, f"attack {NE}", "11.4")


@rule("rhine", "11.4", "11.4c")
def test_in_the_next_phase_a_unit_attacks_again() -> None:
    match = combat(f"9SS={TARGET} US1={E}", dice=[4])
    settle(fight(match, TARGET, "US1")).play("done", "done")
    for _ in range(10):
        if status(match)["phase"] == "german combat":
            break
        words = ("order fight-move", "done", "pass")
        match.play(next(word for word in words if offered(match, word)))
    assert offers(match, "attack") == {E}  # who has defended may attack in his own phase


@rule("rhine", "11.4", "11.4b", "11.4d")
def test_a_hex_is_attacked_once_in_a_phase() -> None:
    match = after_a_stalled_attack()
    assert offers(match, "attack") == {NE}
    refused(match, f"attack {E}", "11.4")


@rule("rhine", "11.4", "11.4e")
@pytest.mark.parametrize("joined", [True, False])
def test_who_retreats_to_a_friend_defends_again(joined: bool) -> None:
    """15 against 4 and 3: 2:1 and AL1 on a 1; against 4 alone it would be 3:1 and DR."""
    at = f"US1={W} 183VG={TARGET} 12VG={E} US2A=1908N US9=1908N"
    match = combat(at, dice=[5, 1])
    if joined:
        fight(match, TARGET, "US1").play(f"to {E}")  # 6 against 3, die 5: DR
        settle(match)
        fight(match, E, "US2A US9")
        assert offers(match, "lose") == {"US2A", "US9"}
    else:
        match = combat(at, dice=[1])
        fight(match, E, "US2A US9")
        assert match.side == "german"
        assert offers(match, "to")


@rule("rhine", "11.4", "11.4f")
def test_a_drop_battle_goes_on_until_it_is_decided() -> None:
    at = f"AAA18=airborne US82AB=airborne US101AB=airborne 9SS={TARGET}"
    match = table(f"turn 3\nphase allied airborne\nat {at}", bare=True)
    match.play("select AAA18", "with US82AB", "with US101AB", f"land {TARGET}", "done")
    for _ in range(3):  # 10 against 4: 2:1, a 2 is AS
        assert match.side == "dice"
        match.play("roll 2")
    match.play("roll 5")  # DR
    match.play("to " + min(offers(match, "to")))
    assert where(match, "9SS") != TARGET
    assert where(match, "AAA18") == TARGET


@rule("rhine", "11.4", "11.4g")
def test_who_has_probed_has_used_his_attack() -> None:
    match = combat(f"US1={W} US9=1911N 9SS={NW}")
    match.play(f"probe {TARGET}", "with US1", "resolve")
    assert where(match, "US1") == TARGET
    assert offered(match, f"attack {NW}")  # as a momentum attack, now
    settle(match)
    match.play(f"attack {NW}")
    assert offers(match, "with") == {"US9"}
    refused(match, "with US1", "11.4", "11.25")


@rule("rhine", "11.4", "11.4h")
def test_a_momentum_attack_may_hit_a_hex_attacked_before() -> None:
    match = combat(f"US9=1908N US2A={W} 9SS={E} 280SG={TARGET}", dice=[4])
    settle(fight(match, E, "US9"))  # AS
    fight(match, TARGET, "US2A")  # 9:1, the defender is gone
    match.play("advance US2A")
    assert offered(match, f"attack {E}")
    match.play(f"attack {E}", "with US2A")
    assert totals(match) == (9, 4)


ESTUARY = {"sides": {f"{E}-2008N": "estuary"}}


def retreated(roll: int = 5) -> Match:
    """183VG falls back before US1 to an empty hex, over an estuary from a commando."""
    match = combat(f"US1={W} 183VG={TARGET} BC4Co=2008N", turn=4, dice=[roll], **ESTUARY)
    return fight(match, TARGET, "US1").play(f"to {E}")  # 6 against 3, die 5: DR


@rule("rhine", "11.4", "11.4i")
def test_who_retreats_to_an_empty_hex_is_attacked_again_by_momentum_only() -> None:
    match = retreated().play("advance US1")
    assert offered(match, f"attack {E}")
    match.play(f"attack {E}", "with US1")
    assert totals(match) == (6, 3)
    match = settle(retreated())
    assert where(match, "183VG") == E
    refused(match, f"attack {E}", "11.4")
    # The commando could attack a fresh unit there.
    assert offered(combat(f"183VG={E} BC4Co=2008N", turn=4, **ESTUARY), f"attack {E}")


# -- 11.5: the order ------------------------------------------------------------------------------------


@rule("rhine", "11.5", "11.5a")
def test_there_is_no_limit_to_the_number_of_attacks() -> None:
    allied = "US4 US28 US29 US83 US8 US104 US102 US84 US99 US78".split()
    german = "183VG 246VG 256VG 361VG 269ID 84ID 47VG 708VG 272VG 276VG".split()
    fronts = [(f"{row}14N", f"{row}13N") for row in range(12, 30, 2)] + [("2006N", "2005N")]
    pairs = list(zip(allied, german, fronts, strict=True))
    at = " ".join(f"{us}={a} {ge}={b}" for us, ge, (a, b) in pairs)
    match = combat(at, dice=[4] * 10)  # 1:1 each, die 4: AS
    for unit, _, (_, target) in pairs:
        settle(fight(match, target, unit))
    assert offers(match, "attack") == set()
    match.play("done")
    assert [where(match, ge) for _, ge, _ in pairs] == [target for *_, (_, target) in pairs]


@rule("rhine", "11.5", "11.5b")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_attacks_are_made_in_any_order_one_decided_after_the_other(order: tuple[int, int]) -> None:
    match = combat(f"US1={W} 9SS={TARGET} US9=1514N 10SS=1513N", dice=[4, 4])
    attacks = [(TARGET, "US1"), ("1513N", "US9")]
    for number in order:
        assert offered(match, "done")
        settle(fight(match, *attacks[number]))
    assert offers(match, "attack") == set()


@rule("rhine", "11.5", "11.5c")
def test_an_attack_is_finished_before_the_next_begins() -> None:
    match = combat(f"US2A={W} 280SG={TARGET} US9=1514N 10SS=1513N")
    announce(match, TARGET, "US2A")
    refused(match, "attack 1513N")
    match.play("resolve")  # 9:1: the hex is empty, somebody may advance
    assert offered(match, "advance US2A")
    refused(match, "attack 1513N")
    refused(match, "done")
    settle(match.play("advance US2A"))
    assert offered(match, "attack 1513N")


@rule("rhine", "11.5", "11.5c")
def test_the_dice_and_the_losses_come_before_the_next_attack() -> None:
    match = combat(f"US1={W} 9SS={TARGET} US9={SW} US30={SE} 10SS=2108N")
    announce(match, TARGET, "US1 US9").play("resolve")
    assert match.side == "dice"
    refused(match, "attack 2108N")
    match.play("roll 1")  # 12 against 4, 3:1: DR
    refused(match, "attack 2108N")
    assert match.side == "german"
    settle(match)
    assert offered(match, "attack 2108N")
    assert forecast(announce(match, "2108N", "US30")).title
