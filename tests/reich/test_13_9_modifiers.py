"""Clause 13.9.A: die roll modifiers."""

from __future__ import annotations

import pytest

from tests.reich.helpers_combat import NE, N, S, T, attack, card, combat, fire, on_map, settle, totals, words
from tests.rules import rule

US = f"G-12SS={T} US-1={N}"
GERMAN = f"US-1={T} G-352={N}"


def terrain(side: str, word: str, *, turn: int = 3) -> int:
    """The attacker's modifier against units in this terrain."""
    at = US if side == "allied" else GERMAN
    match = attack(combat(side, at, turn=turn, terrain={T: word}), T, "US-1" if side == "allied" else "G-352")
    assert totals(match)[1] == 0  # terrain never changes the defender's die
    return totals(match)[0]


@rule("reich", "13.9", "13.9.A", "13.9.A.1", "13.9.Ab", "13.9.A.1p")
@rule("reich", "13.9.A.1c", "13.9.A.1d", "13.9.A.1e", "13.9.A.1i", "13.9.A.1h")
@pytest.mark.parametrize(
    ("word", "amount"),
    [
        ("clear", 0),
        ("rough", -1),
        ("woods", -1),
        ("swamp", -1),
        ("forest", -2),
        ("mountain", -2),
    ],
)
@pytest.mark.parametrize("side", ["allied", "german"])
def test_terrain(side: str, word: str, amount: int) -> None:
    assert terrain(side, word) == amount


@rule("reich", "13.9.A.1f", "13.9.A.1j")
@pytest.mark.parametrize(("place", "amount"), [("town", -1), ("city", -2)])
@pytest.mark.parametrize("side", ["allied", "german"])
def test_towns_and_cities(side: str, place: str, amount: int) -> None:
    at = US if side == "allied" else GERMAN
    match = attack(combat(side, at, features={T: place}), T, "US-1" if side == "allied" else "G-352")
    assert totals(match) == (amount, 0)
    assert words(match) == {place.capitalize()}


@rule("reich", "13.9.A.1n", "13.9.A.1o", "13.9.A.1m")
@pytest.mark.parametrize(
    ("side", "turn", "amount"),
    [("allied", 2, -2), ("allied", 4, -2), ("allied", 5, -1), ("german", 2, -1), ("german", 5, -1)],
)
def test_bocage_by_owner_and_turn(side: str, turn: int, amount: int) -> None:
    assert terrain(side, "bocage", turn=turn) == amount


@rule("reich", "13.9.A.1a", "13.9.Aa")
def test_only_the_best_terrain_for_the_defender_counts() -> None:
    match = combat("allied", US, terrain={T: "forest"}, features={T: "town"}, sides={f"{T}-{N}": "minor-river"})
    assert totals(attack(match, T, "US-1"))[0] == -2
    town = combat("allied", US, terrain={T: "bocage"}, features={T: "town"}, turn=6)
    assert totals(attack(town, T, "US-1"))[0] == -1


# -- forts -----------------------------------------------------------------------------------------


@rule("reich", "13.9.A.1k", "16.1.Cb")
@pytest.mark.parametrize("kind", ["coastal", "metz", "westwall"])
def test_every_kind_of_fort_gives_the_same(kind: str) -> None:
    feature = f"fort;fort:{kind}" + (";coast" if kind == "coastal" else "")
    match = attack(combat("allied", US, features={T: feature}), T, "US-1")
    assert totals(match) == (-2, 0)
    assert words(match) == {"Fort"}


@rule("reich", "13.9.A.1q", "16.1.Ch", "16.1.Cg", "16.1.Ci")
def test_a_fort_helps_germans_only_and_only_while_it_stands() -> None:
    fort = {T: "fort;fort:westwall"}
    assert totals(attack(combat("german", GERMAN, features=fort), T, "G-352"))[0] == 0
    razed = combat("allied", US, f"razed {T}", features={T: "fort;fort:metz"})
    assert totals(attack(razed, T, "US-1"))[0] == 0
    back = combat("allied", US, features=fort)  # German-controlled: it works again
    assert totals(attack(back, T, "US-1"))[0] == -2


# -- rivers ----------------------------------------------------------------------------------------


@rule("reich", "13.9.A.1b", "13.9.A.1g", "13.9.A.1l")
@pytest.mark.parametrize(("kind", "amount"), [("minor-river", -1), ("major-river", -2), ("rhine", -2)])
def test_rivers_count_if_all_attackers_cross(kind: str, amount: int) -> None:
    at = f"G-12SS={T} US-1={N} US-29={NE} US-2={S}"
    sides = {f"{T}-{N}": kind, f"{T}-{NE}": kind}
    assert totals(attack(combat("allied", at, sides=sides), T, "US-1 US-29"))[0] == amount
    assert totals(attack(combat("allied", at, sides=sides), T, "US-1 US-2"))[0] == 0


@rule("reich", "13.9.A.1r")
def test_over_different_rivers_the_best_for_the_defender_counts() -> None:
    at = f"G-12SS={T} US-1={N} US-29={NE}"
    match = combat("allied", at, sides={f"{T}-{N}": "minor-river", f"{T}-{NE}": "major-river"})
    assert totals(attack(match, T, "US-1 US-29"))[0] == -2


@rule("reich", "13.9.A.1s")
def test_a_bridge_does_not_cancel_the_modifier() -> None:
    match = combat("allied", US, sides={f"{T}-{N}": "major-river bridge"})
    assert totals(attack(match, T, "US-1"))[0] == -2


# -- other modifiers -------------------------------------------------------------------------------


@rule("reich", "13.9.A.2a", "13.9.A.2", "12.1")
def test_disrupted_defenders_fire_worse() -> None:
    match = attack(combat("allied", f"{US} G-352={T}", "disrupted G-352"), T, "US-1")
    assert totals(match) == (0, -1)
    assert words(match, attacks=False) == {"disrupted defenders"}


@rule("reich", "13.9.A.2d", "9.1.A.2")
@pytest.mark.parametrize(("turn", "state", "amount"), [(7, 2, -1), (3, 2, -1), (2, 2, 0), (2, 1, 0), (7, 0, 0)])
def test_limited_supply_costs_the_attacker_a_point_after_turn_2(turn: int, state: int, amount: int) -> None:
    match = attack(combat("allied", US, f"logistics {state}", turn=turn), T, "US-1")
    assert totals(match) == (amount, 0)


@rule("reich", "13.9.A.2d")
def test_limited_supply_does_not_matter_in_defense() -> None:
    match = attack(combat("german", GERMAN, "logistics 2", turn=7), T, "G-352")
    assert totals(match) == (0, 0)


@rule("reich", "13.9.A.2k", "9.1.B")
def test_one_command_in_limited_supply_is_enough() -> None:
    at = f"G-12SS={T} US-1={N} US-29={NE}"
    both = combat("allied", at, "logistics 2", "army12 US-1", "army6 US-29", turn=8)
    assert totals(attack(both, T, "US-1 US-29"))[0] == -1
    south = combat("allied", at, "logistics 2", "army12 US-1", "army6 US-29", turn=8)
    assert totals(attack(south, T, "US-29"))[0] == 0


@rule("reich", "13.9.A.2l")
def test_the_command_is_that_of_the_movement_segment() -> None:
    at = "G-12SS=3635 US-1=3634"  # in the 12th Army Group's area
    game = combat("allied", at, bare=False, turn=8).game
    assert game.areas.army12 >> game.board.grid.parse("3634") & 1
    moved = on_map("allied", at, "logistics 2", "army6 US-1", turn=8)
    assert (
        totals(attack(moved, "3635", "US-1"))[0]
        == totals(attack(on_map("allied", at, "logistics 0", "army12 US-1", turn=8), "3635", "US-1"))[0]
    )


@rule("reich", "13.9.A.2j", "17.7.3.Ca", "17.7.3.C")
def test_the_first_two_german_attack_dice_of_the_counteroffensive() -> None:
    at = f"US-1={T} US-2=1424 US-4=1430 G-12SS={N} G-2PZ=1423 G-9SS=1431"
    match = combat("offensive", at, turn=10, dice=[1, 1, 1, 1])
    found = []
    for target, unit in ((T, "G-12SS"), ("1424", "G-2PZ"), ("1430", "G-9SS")):
        attack(match, target, unit)
        found.append(totals(match))
        if target != "1430":
            settle(match.play("resolve"))
    assert found == [(1, 0), (1, 0), (0, 0)]


@rule("reich", "17.7.3.Ca")
def test_other_turns_have_no_such_modifier() -> None:
    match = attack(combat("german", GERMAN, "offensive 10", turn=11), T, "G-352")
    assert totals(match) == (0, 0)


@rule("reich", "13.9.Aa", "13.9a")
def test_all_modifiers_add_up_and_the_preview_lists_them() -> None:
    match = combat(
        "allied",
        f"G-12SS={T} CW-50={N} CW-79=support",
        "air 1",
        "logistics 2",
        "due CW-79=2",
        turn=7,
        features={T: "city"},
    )
    attack(match, T, "CW-50", "air", "funnies die")
    assert totals(match)[0] == -2 - 1 + 1 + 1
    assert words(match) == {"City", "Limited Supply", "Tactical Air", "79th Armoured Division"}
    assert {m.rule for m in fire(match, True).modifiers} == {"13.9.A.1", "9.1.A.2", "17.5.3", "13.9.B"}
    assert card(match, "allied")["total"] == -1


@rule("reich", "13.7.3a")
def test_the_modified_die_is_read_at_the_ends_of_the_table() -> None:
    match = combat("allied", US, "logistics 2", features={T: "city"}, turn=7, dice=[1, 6])
    attack(match, T, "US-1")
    assert fire(match, True).by_roll[0] == str(match.game.tables.fire.steps(5, -2)) == "0"
    match.play("resolve")
    assert match.state.hits[0] == 0
