"""Clause 11.7: advance after combat."""

from __future__ import annotations

import pytest

from tests.kit import advance, control, intact, offered, offers, on_map, refused, rest, retreat, status, water, where
from tests.oder.helpers_assault import NE, NW, SE, TARGET, N, combat, fight_to, gone, regroup
from tests.oder.helpers_campaign import vp
from tests.oder.sheet import island
from tests.rules import rule

#: Two panzer corps attack an army from the north-west: 16 to 4.
PANZERS = f"24={NW} 40={NW} 31={TARGET}"


# -- who, where and how many -------------------------------------------------------------------


@rule("oder", "11.7", "11.7a")
@pytest.mark.parametrize(("result", "able"), [("DE", {"24", "40"}), ("DR", {"24", "40"}), ("EX", {"24"})])
def test_an_emptied_hex_is_open_to_the_attackers(result: str, able: set[str]) -> None:
    match = fight_to(combat(PANZERS), TARGET, "24", "40", result=result)
    if result == "EX":
        match.play("lose 40")
    if result == "DR":
        match.play(f"to {NE}")
    regroup(match)
    assert match.side == "german"
    assert offers(match, "advance") == able
    match.play("advance 24")
    assert where(match, "24") == TARGET


@rule("oder", "11.7", "11.7a")
@pytest.mark.parametrize("result", ["AS", "AL1", "EX"])
def test_nobody_advances_while_a_defender_is_left(result: str) -> None:
    match = fight_to(combat(f"{PANZERS} 50={TARGET}"), TARGET, "24", "40", result=result)
    if result != "AS":
        regroup(match.play("lose 40"))
    if result == "EX":
        regroup(match.play("lose 50"))
    assert "31" in on_map(match, TARGET)
    refused(match, "advance 24")
    assert offered(match, "done")


@rule("oder", "11.7", "11.7a")
def test_soviet_attackers_advance_too() -> None:
    at = f"1GT={SE} 2GT={SE} 41P={TARGET}"
    match = regroup(fight_to(combat(at, side="soviet"), TARGET, "1GT", "2GT", result="DE"))
    assert match.side == "soviet"
    advance(match, "1GT")
    assert where(match, "1GT") == TARGET
    assert where(match, "2GT") == SE


@rule("oder", "11.7", "11.7b")
def test_no_more_units_advance_than_may_stack() -> None:
    at = f"24={NW} 66={NW} 67={NW} 23={N} 31={TARGET}"
    match = regroup(fight_to(combat(at), TARGET, "24", "66", "67", "23", result="DE"))
    match.play("advance 66", "advance 67", "advance 23")
    refused(match, "advance 24")
    assert on_map(match, TARGET) == {"66", "67", "23"}
    assert where(match, "24") == NW


@rule("oder", "11.7", "11.7c")
@pytest.mark.parametrize(("first", "second"), [("2Sh", "5"), ("5", "2Sh")])
def test_a_shock_army_advances_alone(first: str, second: str) -> None:
    at = f"2Sh={SE} 5={NE} KGM={TARGET}"
    match = fight_to(combat(at, side="soviet"), TARGET, "2Sh", "5", result="DE")
    assert offers(match, "advance") == {"2Sh", "5"}
    match.play(f"advance {first}")
    refused(match, f"advance {second}")
    assert on_map(match, TARGET) == {first}


@rule("oder", "11.7", "11.7d")
def test_an_advance_costs_no_movement_factors() -> None:
    # A panzer corps out of supply has three movement factors; rough behind a river would cost four.
    sides = {f"{TARGET}-{NW}": "river", **island(NW, but=[TARGET])}
    match = combat(f"GD={NW} 1SS={NW} 31={TARGET}", terrain={TARGET: "rough"}, sides=sides)
    assert status(match)["supply"]["GD"] == "none"
    regroup(fight_to(match, TARGET, "GD", "1SS", result="DE")).play("advance GD")
    assert where(match, "GD") == TARGET


@rule("oder", "11.7", "11.7d")
def test_a_unit_that_advanced_moves_with_all_its_factors_afterwards() -> None:
    match = combat(f"66={NW} 24={NW} 31={TARGET}", terrain={TARGET: "rough"})
    rest(advance(regroup(fight_to(match, TARGET, "24", "66", result="DE")), "66")).play("done")
    assert status(match)["phase"] == "german movement"
    match.play("select 66")
    assert offered(match, "move 2410")
    refused(match, "move 2510")


@rule("oder", "11.7", "11.7e")
def test_nobody_advances_over_an_all_sea_hexside() -> None:
    match = combat(f"{PANZERS} GD={N}", sides=water(TARGET, N)).play("attack 2010")
    refused(match, "with GD")
    match.play("with 24", "with 40", "resolve", "roll 1")
    regroup(match)
    refused(match, "advance GD")
    assert offers(match, "advance") == {"24", "40"}


@rule("oder", "11.7", "11.7f")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_zones_of_control_do_not_stop_an_advance(side: str) -> None:
    if side == "german":
        match = combat(f"{PANZERS} 50={SE} 5={NE}")
        regroup(fight_to(match, TARGET, "24", "40", result="DE")).play("advance 40")
        assert where(match, "40") == TARGET
    else:
        match = combat(f"1GT={SE} 2GT={SE} 41P={TARGET} 9={NW} 26={N}", side="soviet")
        regroup(fight_to(match, TARGET, "1GT", "2GT", result="DE")).play("advance 1GT")
        assert where(match, "1GT") == TARGET


@rule("oder", "11.7", "11.7g")
@pytest.mark.parametrize("going", [(), ("66",), ("24", "40"), ("24", "40", "66")])
def test_any_number_of_attackers_may_advance_or_none(going: tuple[str, ...]) -> None:
    match = combat(f"{PANZERS} 66={NW}")
    regroup(fight_to(match, TARGET, "24", "40", "66", result="DE"))
    assert offered(match, "pass")
    match.play(*(f"advance {unit}" for unit in going))
    rest(match)
    assert on_map(match, TARGET) == set(going)
    assert on_map(match, NW) == {"24", "40", "66"} - set(going)
    assert control(match, TARGET) == ("german" if going else "soviet")


@rule("oder", "11.7", "11.7h")
def test_the_choice_is_made_before_the_next_combat() -> None:
    match = combat(f"{PANZERS} 58=2407 50=2408")
    regroup(fight_to(match, TARGET, "24", "40", result="DE"))
    refused(match, "attack 2408")
    refused(match, "done")
    match.play("pass")
    refused(match, "advance 24")
    match.play("attack 2408")
    refused(match, "advance 24")
    match.play("with 58", "resolve", "roll 6")
    regroup(match)
    refused(match, "advance 24")
    assert where(match, "24") == NW


@rule("oder", "11.7", "11.7i")
def test_defenders_never_advance() -> None:
    match = regroup(fight_to(combat(f"24={NW} 53=1709 31={TARGET}"), TARGET, "24", result="AL1"))
    assert on_map(match, NW) == set()
    assert match.side == "german"
    refused(match, "advance 31")
    assert where(match, "31") == TARGET
    match = combat(f"1GT={SE} 41P={TARGET} 5=2713", side="soviet")
    regroup(fight_to(match, TARGET, "1GT", result="AL1"))
    assert on_map(match, SE) == set()
    assert match.side == "soviet"
    refused(match, "advance 41P")


@rule("oder", "11.7", "11.7j")
def test_only_units_of_that_attack_advance() -> None:
    match = combat(f"{PANZERS} 66={NW} 58={N}")
    regroup(fight_to(match, TARGET, "24", "40", result="DE"))
    assert offers(match, "advance") == {"24", "40"}
    refused(match, "advance 66", "11.7")
    refused(match, "advance 58", "11.7")


@rule("oder", "11.7", "11.7k")
def test_an_advance_goes_into_the_vacated_hex_and_no_further() -> None:
    match = combat(f"66={NW} 24={NW} 31={TARGET}")
    retreat(fight_to(match, TARGET, "24", "66", result="DR"), "31", SE)
    match.play("advance 66")
    assert where(match, "66") == TARGET
    refused(match, "advance 66")
    refused(match, f"to {NE}")
    rest(match)
    assert (where(match, "66"), where(match, "24"), where(match, "31")) == (TARGET, NW, SE)


# -- what it brings --------------------------------------------------------------------------------


@rule("oder", "11.7", "11.7l")
def test_a_soviet_advance_takes_the_hex_and_its_fort() -> None:
    at = f"1GT={SE} 2GT={SE} 41P={TARGET}"
    match = combat(at, side="soviet", features={TARGET: "fortification", N: "fortification"})
    regroup(fight_to(match, TARGET, "1GT", "2GT", result="DR"))
    match.play(f"to {NW}")
    assert (control(match, TARGET), intact(match, TARGET)) == ("german", True)
    match.play("advance 1GT")
    assert (control(match, TARGET), intact(match, TARGET)) == ("soviet", False)
    assert intact(match, N)


@rule("oder", "11.7", "11.7l")
def test_without_an_advance_the_fort_remains() -> None:
    at = f"1GT={SE} 2GT={SE} KGM={TARGET}"
    match = combat(at, side="soviet", features={TARGET: "fortification"})
    fight_to(match, TARGET, "1GT", "2GT", result="DE").play("pass")
    assert on_map(match, TARGET) == set()
    assert (control(match, TARGET), intact(match, TARGET)) == ("german", True)


@rule("oder", "11.7", "11.7l")
def test_a_german_advance_takes_control() -> None:
    match = combat(PANZERS)
    assert control(match, TARGET) == "soviet"
    regroup(fight_to(match, TARGET, "24", "40", result="DE")).play("advance 24")
    assert control(match, TARGET) == "german"


@rule("oder", "11.7", "11.7m")
def test_a_fortress_command_driven_back_leaves_its_hex_open() -> None:
    at = f"1GT={SE} 2GT={SE} FCB={TARGET}"
    match = fight_to(combat(at, side="soviet"), TARGET, "1GT", "2GT", result="DR")
    assert gone(match, "FCB")
    assert vp(match) == (0, 1)
    assert match.side == "soviet"
    assert offers(match, "advance") == {"1GT", "2GT"}
    assert not offers(match, "to")
