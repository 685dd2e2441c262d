"""Clauses 13.6 and 13.7.1 to 13.7.3: the order of the fires, strengths, columns and dice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.kit import offers
from tests.reich.helpers_combat import (
    NE,
    N,
    S,
    T,
    alive,
    attack,
    card,
    columns,
    combat,
    events,
    fire,
    on_map,
    reduced,
    resolve,
    settle,
    shown,
    strengths,
    totals,
)
from tests.rules import rule

RHINE = {f"{T}-{N}": "rhine", f"{T}-{NE}": "rhine"}


def order(match: object) -> list[str]:
    """Who fired, in order."""
    return [text.split()[0] for text in events(match, "13.7.3")]  # type: ignore[arg-type]


# -- the order of the fires ----------------------------------------------------------------------


@rule("reich", "13.6", "13.6a", "13.6b", "13.7", "14.2.Bc")
def test_both_sides_fire_with_all_they_had() -> None:
    match = combat("allied", f"G-352={T} US-1={N}", dice=[6, 6])
    attack(match, T, "US-1")
    assert shown(match).first == ""
    match.play("resolve")
    assert not alive(match, "G-352")
    assert len(order(match)) == 2
    assert reduced(match) == {"US-1"}  # the defender falls, and hits all the same


@rule("reich", "13.6.A", "13.6.Aa", "13.6.Ae")
def test_the_defender_fires_first_over_the_rhine() -> None:
    match = combat("allied", f"G-12SS={T} US-1={N} US-29={NE}", dice=[6, 3], sides=RHINE)
    attack(match, T, "US-1 US-29")
    assert shown(match).first == "german"
    assert [f.side for f in shown(match).fires] == ["german", "allied"]
    match.play("resolve")
    assert order(match) == ["German"]
    assert offers(match, "lose") == {"US-1", "US-29"}
    match.play("lose US-1", "lose US-29")
    assert order(match) == ["German", "Allied"]
    assert events(match, "13.7.3")[1].startswith("Allied fires with 5 on column 5")


@rule("reich", "13.6.Ab")
def test_one_attacker_on_the_same_bank_makes_the_fire_simultaneous() -> None:
    match = combat("allied", f"G-12SS={T} US-1={N} US-29={S}", sides=RHINE)
    assert shown(attack(match, T, "US-1 US-29")).first == ""


@rule("reich", "13.6.Aa", "13.9.A.1s")
def test_a_standing_bridge_takes_the_first_fire_away_but_not_the_modifier() -> None:
    over = {"bridge": "5008-5108"}["bridge"]
    a, b = over.split("-")
    match = on_map("german", f"US-1={a} G-12SS={b}", turn=8)
    attack(match, a, "G-12SS")
    assert shown(match).first == ""
    blown = on_map("german", f"US-1={a} G-12SS={b}", "blown 1", turn=8)
    attack(blown, a, "G-12SS")
    assert shown(blown).first == "allied"
    assert fire(blown, True).total == fire(match, True).total == -2


@rule("reich", "13.6.Ac")
def test_the_allies_fire_first_on_their_beaches() -> None:
    match = on_map("german", "CW-3=1121 G-21PZ=1122", turn=2)
    assert shown(attack(match, "1121", "G-21PZ")).first == "allied"


@rule("reich", "13.6.Ad")
def test_the_allies_fire_first_on_the_coast_next_to_a_beach_only() -> None:
    match = on_map("german", "CW-3C=1221 G-12SS=1222", turn=2)
    assert shown(attack(match, "1221", "G-12SS")).first == "allied"
    inland = on_map("german", "CW-7A=1021 G-12SS=1022", turn=2)
    assert shown(attack(inland, "1021", "G-12SS")).first == ""
    far = on_map("german", "CW-3C=1421 G-12SS=1422", turn=2)
    assert shown(attack(far, "1421", "G-12SS")).first == ""


@rule("reich", "13.6.Af")
def test_if_the_first_fire_leaves_no_attacker_there_is_no_attack_die() -> None:
    match = on_map("german", "CW-3C=1221 CW-51=1221 G-347=1222", turn=2, dice=[6])
    resolve(match, "1221", "G-347")
    assert not alive(match, "G-347")
    assert order(match) == ["Allied"]
    assert match.state.target < 0


@rule("reich", "13.6.Ag")
def test_an_allied_attack_on_the_coast_is_simultaneous() -> None:
    match = on_map("allied", "CW-3C=1221 G-711=1321", turn=3)
    assert shown(attack(match, "1321", "CW-3C")).first == ""
    beach = on_map("allied", "CW-3=1121 G-711=1221", turn=3)
    assert shown(attack(beach, "1221", "CW-3")).first == ""


# -- strengths -----------------------------------------------------------------------------------


@rule("reich", "13.7.1", "13.7.1a", "13.7a")
def test_attack_strengths_against_defense_strengths() -> None:
    match = attack(combat("allied", f"G-12SS={T} G-352={T} US-1={N} CW-7A={S}"), T, "US-1 CW-7A")
    assert strengths(match) == (5 + 5, 8 + 3)
    assert match.position().count("G-12SS") >= 1


@rule("reich", "13.7.1b", "13.9.Ca", "13.9.C", "12.1b")
def test_weak_units_are_totalled_before_they_are_halved() -> None:
    at = f"G-352={T} G-77={T} G-276={T} US-1={N}"
    match = attack(combat("allied", at, "oos G-352 G-77"), T, "US-1")
    assert strengths(match)[1] == (3 + 3) // 2 + 4
    odd = attack(combat("allied", at, "oos G-352"), T, "US-1")
    assert strengths(odd)[1] == 1 + 3 + 4
    disrupted = attack(combat("allied", at, "disrupted G-352", "oos G-77"), T, "US-1")
    assert strengths(disrupted)[1] == (3 + 3) // 2 + 4
    attackers = attack(combat("allied", f"G-352={T} US-1={N} US-29={N}", "oos US-1"), T, "US-1 US-29")
    assert strengths(attackers)[0] == 5 // 2 + 4


@rule("reich", "12.1", "13.7.1e")
def test_two_causes_halve_once() -> None:
    match = attack(combat("allied", f"G-12SS={T} US-1={N}", "oos G-12SS", "disrupted G-12SS"), T, "US-1")
    assert strengths(match)[1] == 4


@rule("reich", "13.7.1d")
def test_a_side_without_strength_does_not_fire() -> None:
    match = combat("allied", f"G-709={T} US-1={N}", "oos G-709", dice=[1])
    assert strengths(attack(match, T, "US-1"))[1] == 1
    model = combat("allied", f"G-MODEL={T} US-1={N}", dice=[3])
    attack(model, T, "US-1")
    assert strengths(model)[1] == 0
    assert columns(model)[1] == ""
    model.play("resolve")
    assert order(model) == ["Allied"]
    assert reduced(model) == set()


@rule("reich", "13.7.2", "13.7.2a", "13.7.2b")
@pytest.mark.parametrize(
    ("units", "total", "column"),
    [
        ("US-1", 5, "5"),
        ("US-1 US-82AB", 9, "7-9"),
        ("US-1 US-29 US-82AB", 13, "13-16"),
        ("US-1 US-29 US-2 US-82AB", 17, "17+"),
        ("US-2A", 6, "6"),
        ("US-29 US-2 US-82AB", 12, "10-12"),
    ],
)
def test_the_total_selects_the_column(units: str, total: int, column: str) -> None:
    at = " ".join(f"{unit}={N}" for unit in units.split())
    match = attack(combat("allied", f"G-12SS={T} {at}"), T, units)
    assert strengths(match)[0] == total
    assert columns(match)[0] == column


@rule("reich", "13.7.3", "13.7.3a", "13.7.3b")
def test_each_side_reads_its_own_column_with_its_own_modifiers() -> None:
    match = combat("allied", f"G-352={T} G-77={T} US-1={N}", "disrupted G-352", dice=[3, 5], terrain={T: "forest"})
    attack(match, T, "US-1")
    assert totals(match) == (-2, -1)
    assert strengths(match) == (5, 1 + 3)
    match.play("resolve")
    table = match.game.tables.fire
    assert match.state.hits == [table.steps(5, 1), table.steps(4, 4)]
    assert "roll 3 -2" in events(match, "13.7.3")[0]
    assert "roll 5 -1" in events(match, "13.7.3")[1]


@rule("reich", "13.7.6", "13.7.6a", "13.1.D")
def test_after_a_combat_the_attacker_chooses_again() -> None:
    match = combat("allied", f"G-12SS={T} G-2PZ=1427 US-1={N} US-29=1428", dice=[1, 1])
    settle(resolve(match, T, "US-1"))
    assert {"attack 1427", "done"} <= set(match.actions.texts())


# -- the preview ---------------------------------------------------------------------------------


@rule("reich", "13.9a", "13.7.3")
def test_the_preview_has_the_exact_chances_of_both_fires() -> None:
    match = attack(combat("allied", f"G-352={T} US-1={N}"), T, "US-1")
    found = shown(match)
    table = match.game.tables.fire
    counted: dict[str, int] = {}
    for ours in range(1, 7):
        for theirs in range(1, 7):
            own, lost = min(2, table.steps(3, theirs)), min(1, table.steps(5, ours))
            counted[f"{own}:{lost}"] = counted.get(f"{own}:{lost}", 0) + 1
    assert {name: n for name, (n, _) in found.chances.items()} == counted
    clear = sum(n for name, n in counted.items() if name.endswith(":1"))
    assert found.cleared is not None
    assert Fraction(*found.cleared) == Fraction(clear, 36)
    assert fire(match, True).by_roll == tuple(str(table.steps(5, die)) for die in range(1, 7))


@rule("reich", "13.6.Ae")
def test_under_first_fire_the_chances_count_what_is_left() -> None:
    match = attack(combat("allied", f"G-12SS={T} US-1={N}", sides=RHINE), T, "US-1")
    table = match.game.tables.fire
    left = {0: 5, 1: 3, 2: 0}
    counted: dict[str, Fraction] = {}
    for theirs in range(1, 7):
        own = min(2, table.steps(8, theirs))
        for ours in range(1, 7):
            lost = min(2, table.steps(left[own], ours - 2)) if left[own] else 0
            name = f"{own}:{lost}"
            counted[name] = counted.get(name, Fraction(0)) + Fraction(1, 36)
    assert {name: Fraction(*pair) for name, pair in shown(match).chances.items()} == counted


@rule("reich", "13.9a")
def test_the_card_says_what_a_result_does_here() -> None:
    match = attack(combat("allied", f"G-12SS={T} CW-7A={N}"), T, "CW-7A")
    effects = {name: effect["text"] for effect in card(match, "allied")["effects"] for name in effect["results"]}
    assert "cleared" in effects["1:2"]
    assert "no attacker" in effects["2:1"]
    assert "nobody is left" in effects["2:2"]
    assert "1:1" not in effects
