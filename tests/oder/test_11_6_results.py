"""Clauses 11.6 and 11.6.2 to 11.6.5: exchanges, stalled attacks and losses. Retreats have a file of their own."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import Match
from tests.kit import advance, announce, column, offered, offers, on_map, refused, rest, status, total, where
from tests.oder.helpers_assault import (
    NE,
    NW,
    SE,
    SW,
    TARGET,
    N,
    combat,
    fight_to,
    gone,
    regroup,
    results,
    soviet_attack,
)
from tests.oder.helpers_campaign import vp
from tests.oder.sheet import island
from tests.rules import rule

#: Two panzer corps attack an army from the north-west: 16 to 4.
PANZERS = f"24={NW} 40={NW} 31={TARGET}"


# -- 11.6 ----------------------------------------------------------------------------------------


@rule("oder", "11.6", "11.6a")
def test_each_battle_stands_alone() -> None:
    match = combat(f"24={N} 40={N} 66={N} 31={TARGET} 50={NE}")
    fight_to(match, TARGET, "24", "66", result="EX").play("lose 66")
    regroup(match)
    rest(match)
    assert gone(match, "31")
    assert [where(match, unit) for unit in ("24", "40", "50")] == [N, N, NE]
    announce(match, NE, "40")
    assert (column(match), total(match)) == ("2:1", 0)
    match.play("resolve", f"roll {1 + ('DE', 'DR', 'EX', 'AS').index('AS')}")
    assert [where(match, unit) for unit in ("24", "40", "50")] == [N, N, NE]


# -- 11.6.2: exchange ------------------------------------------------------------------------------

THREE = f"24={NW} 40={NW} 66={NW} 53=1809"
TWO = f"31={TARGET} 50={TARGET}"


def exchange(at: str = f"{THREE} {TWO}", units: str = "24 40 66", **ground: Any) -> Match:
    return fight_to(combat(at, **ground), TARGET, *units.split(), result="EX")


@rule("oder", "11.6.2", "11.6.2a", "11.6.2b", "11.6.2e")
def test_an_exchange_costs_each_side_one_unit_of_its_choice() -> None:
    match = exchange()
    assert match.side == "german"
    assert offers(match, "lose") == {"24", "40", "66"}
    match.play("lose 66")
    regroup(match)
    assert match.side == "soviet"
    assert offers(match, "lose") == {"31", "50"}
    match.play("lose 50")
    regroup(match)
    assert on_map(match, NW) == {"24", "40"}
    assert on_map(match, TARGET) == {"31"}
    assert not offers(match, "advance")
    assert not offers(match, "to")
    assert offered(match, "done")


@rule("oder", "11.6.2", "11.6.2b")
@pytest.mark.parametrize(("german", "soviet"), [("24", "31"), ("40", "50")])
def test_any_unit_of_the_combat_may_be_the_loss(german: str, soviet: str) -> None:
    match = regroup(exchange().play(f"lose {german}"))
    regroup(match.play(f"lose {soviet}"))
    assert gone(match, german)
    assert gone(match, soviet)
    assert len(on_map(match, NW)) == 2
    assert len(on_map(match, TARGET)) == 1


@rule("oder", "11.6.2", "11.6.2c")
def test_a_unit_that_did_not_attack_is_no_loss() -> None:
    match = exchange(units="24 40")
    assert offers(match, "lose") == {"24", "40"}
    refused(match, "lose 66")
    refused(match, "lose 53")
    refused(match, "lose 31")


@rule("oder", "11.6.2", "11.6.2d")
def test_the_survivors_advance_into_an_emptied_hex() -> None:
    match = exchange(f"{THREE} 5={TARGET}", units="24 40").play("lose 40")
    regroup(match)
    assert gone(match, "5")
    assert offers(match, "advance") == {"24"}
    advance(match, "24")
    assert where(match, "24") == TARGET


@rule("oder", "11.6.2", "11.6.2f")
def test_a_lone_attacker_lost_leaves_the_hex_empty() -> None:
    match = regroup(exchange(f"24={NW} 31={TARGET}", units="24"))
    assert gone(match, "24")
    assert gone(match, "31")
    assert on_map(match, TARGET) == set()
    assert not offers(match, "advance")
    assert offered(match, "done")


@rule("oder", "11.6.2", "11.6.2g")
def test_a_fortress_command_may_be_the_defenders_loss() -> None:
    match = soviet_attack(f"FCDK={TARGET} KGM={TARGET}", "EX", features={TARGET: "city"})
    match.play("lose 2GT")
    regroup(match)
    assert match.side == "german"
    assert offers(match, "lose") == {"FCDK", "KGM"}
    match.play("lose FCDK")
    assert where(match, "FCDK") == "eliminated"
    assert where(match, "KGM") == TARGET


@rule("oder", "11.6.2", "11.6.2h")
def test_both_losses_of_an_exchange_score_and_regroup() -> None:
    match = exchange(f"24={NW} 31={TARGET}", units="24")
    assert match.side == "dice"
    match.play("roll 2", "roll 3")
    assert match.side == "german"
    assert vp(match) == (1, 1)
    assert "due_turn" in match.position()
    line = next(line for line in match.position().splitlines() if line.startswith("due_turn"))
    assert set(line.split()[1:]) == {"24=5", "31=6"}


# -- 11.6.3 to 11.6.5 --------------------------------------------------------------------------------


@rule("oder", "11.6.3", "11.6.3a")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_a_stalled_attack_changes_nothing(side: str) -> None:
    if side == "german":
        match = fight_to(combat(PANZERS), TARGET, "24", "40", result="AS")
        places = {"24": NW, "40": NW, "31": TARGET}
    else:
        match = soviet_attack(f"41P={TARGET}", "AS")
        places = {"1GT": SE, "2GT": SE, "41P": TARGET}
    assert {unit: where(match, unit) for unit in places} == places
    assert vp(match) == (0, 0)
    assert match.side == side
    assert {text.split()[0] for text in match.actions.texts()} <= {"done", "probe", "attack"}


@rule("oder", "11.6.3", "11.6.3b")
def test_an_attack_stalled_before_a_city_costs_a_unit() -> None:
    at, sides = PANZERS, {f"{TARGET}-{NW}": "river"}
    plain = announce(combat(at, terrain={TARGET: "forest"}, sides=sides), TARGET, "24", "40")
    match = announce(combat(at, features={TARGET: "city"}), TARGET, "24", "40")
    assert total(plain) == total(match)
    match.play("resolve", f"roll {results(plain).index('AS') + 1}")
    assert offers(match, "lose") == {"24", "40"}
    regroup(match.play("lose 24"))
    assert (where(match, "40"), where(match, "31")) == (NW, TARGET)


@rule("oder", "11.6.4", "11.6.4a", "11.6.4b")
@pytest.mark.parametrize("lost", ["24", "40", "66"])
def test_the_attacker_chooses_the_unit_to_lose(lost: str) -> None:
    match = fight_to(combat(f"{THREE} {TWO}"), TARGET, "24", "40", "66", result="AL1")
    assert match.side == "german"
    assert offers(match, "lose") == {"24", "40", "66"}
    refused(match, "lose 53")
    regroup(match.play(f"lose {lost}"))
    assert gone(match, lost)
    assert len(on_map(match, NW)) == 2
    assert on_map(match, TARGET) == {"31", "50"}
    assert not offers(match, "advance")
    assert offered(match, "done")


@rule("oder", "11.6.4", "11.6.4b", "11.7i")
def test_after_the_loss_of_a_lone_attacker_nobody_advances() -> None:
    match = regroup(fight_to(combat(f"24={NW} 53=1709 31={TARGET}"), TARGET, "24", result="AL1"))
    assert gone(match, "24")
    assert where(match, "31") == TARGET
    assert match.side == "german"
    refused(match, "advance 31")


@rule("oder", "11.6.4", "11.6.4c")
@pytest.mark.parametrize(("lost", "points"), [("24", 2), ("40", 1)])
def test_the_lost_attacker_scores_by_its_own_supply(lost: str, points: int) -> None:
    match = combat(f"24={NW} 40={SW} 31={TARGET}", sides=island(NW, but=[TARGET]))
    assert status(match)["supply"] == {"24": "none", "40": "regular", "31": "regular"}
    fight_to(match, TARGET, "24", "40", result="AL1").play(f"lose {lost}")
    regroup(match)
    assert vp(match) == (0, points)


@rule("oder", "11.6.5", "11.6.5a", "11.6.5b")
def test_all_defenders_are_eliminated_and_the_attackers_may_advance() -> None:
    at = f"24={NW} 40={NW} GD={NW} 1SS={N} 2SS={N} 31={TARGET} 50={TARGET} 1Po={TARGET}"
    match = fight_to(combat(at), TARGET, "24", "40", "GD", "1SS", "2SS", result="DE")
    regroup(match)
    assert all(gone(match, unit) for unit in ("31", "50", "1Po"))
    assert vp(match) == (3, 0)
    assert offers(match, "advance") == {"24", "40", "GD", "1SS", "2SS"}


@rule("oder", "11.6.2", "11.6.2a", "11.6.4", "11.6.4a")
@pytest.mark.parametrize(("result", "clause"), [("EX", "11.6.2"), ("AL1", "11.6.4")])
def test_a_loss_names_the_rule_it_is_owed_to(result: str, clause: str) -> None:
    match = fight_to(combat(f"{THREE} {TWO}"), TARGET, "24", "40", "66", result=result)
    assert (match.side, match.prompt.rule) == ("german", clause)
    refused(match, "lose 53", clause)
    regroup(match.play("lose 66"))
    if result == "EX":
        assert (match.side, match.prompt.rule) == ("soviet", clause)
        refused(match, "lose 24", clause)
        regroup(match.play("lose 50"))
    lost = [event.rule for event in match.events if "is eliminated" in event.text]
    assert lost == [clause] * (2 if result == "EX" else 1)
    # Where there is no choice nobody is asked, and the reason is the same.
    match = regroup(fight_to(combat(f"24={NW} 31={TARGET}"), TARGET, "24", result=result))
    lost = [event.rule for event in match.events if "is eliminated" in event.text]
    assert lost == [clause] * (2 if result == "EX" else 1)
