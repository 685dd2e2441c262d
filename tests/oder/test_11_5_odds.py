"""Clauses 11.5 to 11.5.4: odds, the two lines of the table, the die and its modifiers."""

from __future__ import annotations

from itertools import combinations

import pytest

import grognard
from tests.kit import announce, blocked, column, fight, forecast, intact, offered, rows, status, total, where
from tests.oder.helpers_assault import NE, NW, RING, SE, SW, TARGET, N, S, combat, gone, modifier, regroup, results
from tests.oder.helpers_campaign import vp
from tests.oder.helpers_odds import GERMAN, GERMAN_LINE, SOVIET, SOVIET_LINE, against, both, cell, ratio, ring_modifier
from tests.oder.sheet import island
from tests.oder.table import table
from tests.rules import rule

# -- 11.5: odds ------------------------------------------------------------------------------


@rule("oder", "11.5", "11.5b")
def test_the_example_of_the_rulebook() -> None:
    """26 factors attack 7: 3.71, rounded down to 3:1."""
    assert ratio("german", "GD 1SS 66 / 5GT") == "3:1"
    assert ratio("soviet", "1GT 2GT 4T / KGJN KGM") == "3:1"


@rule("oder", "11.5", "11.5a")
def test_attackers_use_their_attack_factor_and_defenders_their_defence_factor() -> None:
    files = {"counters.csv": "id,attack,defense\n24,8,1\n5,1,4\n"}
    match = announce(combat(f"24={NW} 5={TARGET}", files=files), TARGET, "24")
    assert column(match) == "2:1"
    match = announce(combat(f"24={TARGET} 5={SE}", side="soviet", files=files), TARGET, "5")
    assert column(match) == "1:1"


@rule("oder", "11.5", "11.5b")
@pytest.mark.parametrize(
    ("side", "forces", "expected"),
    [
        ("soviet", "8G / KGJN KGM", "1:1"),  # 7 to 7
        ("german", "66 41P / 5GT", "1:1"),  # 7 to 7
        ("german", "24 / 5", "1:1"),  # 8 to 5
        ("german", "24 40 / 5", "3:1"),  # 16 to 5
        ("german", "GD 66 / 31", "3:1"),  # 15 to 4
        ("soviet", "1GT 2GT / 41P", "3:1"),  # 18 to 5
        ("soviet", "1GT 2GT / 66", "3:1"),  # 18 to 6
        ("soviet", "1GT 4T / 66", "2:1"),  # 17 to 6
    ],
)
def test_a_stronger_or_equal_attacker_has_odds_rounded_down(side: str, forces: str, expected: str) -> None:
    assert ratio(side, forces) == expected


@rule("oder", "11.5", "11.5c")
@pytest.mark.parametrize(
    ("side", "forces", "expected"),
    [
        ("soviet", "8G / GD 1SS HG FCB", "1:3"),  # 7 to 26
        ("german", "66 / 5", "1:1"),  # 4 to 5
        ("german", "41P / 3", "1:2"),  # 3 to 6
        ("german", "66 / 1GT", "1:1"),  # 4 to 7
        ("german", "66 / 31 50", "1:2"),  # 4 to 8
        ("german", "66 / 5 3", "1:2"),  # 4 to 11
        ("soviet", "5 / 66 67", "1:3"),  # 4 to 12
    ],
)
def test_a_weaker_attacker_has_odds_rounded_in_favour_of_the_defender(side: str, forces: str, expected: str) -> None:
    assert ratio(side, forces) == expected


# -- 11.5: the table -------------------------------------------------------------------------


@rule("oder", "11.5", "11.5d", "11.5j")
@pytest.mark.parametrize(("side", "line"), [("german", GERMAN_LINE), ("soviet", SOVIET_LINE)])
def test_each_side_reads_its_own_line(side: str, line: dict[str, str]) -> None:
    for place, (heading, forces) in enumerate(line.items()):
        match, attackers = against(side, forces)
        announce(match, TARGET, *attackers)
        assert (forecast(match).line, column(match), total(match)) == (side, heading, 0)
        assert results(match) == tuple(cell(die, place) for die in range(1, 7)), heading


@rule("oder", "11.5", "11.5j", "11.5k")
@pytest.mark.parametrize(("side", "line"), [("german", GERMAN_LINE), ("soviet", SOVIET_LINE)])
def test_the_rows_for_modified_rolls_under_1_and_over_6(side: str, line: dict[str, str]) -> None:
    near = NW if side == "german" else SE
    for place, (heading, forces) in enumerate(line.items()):
        # Cut off from supply: -1.
        match, attackers = against(side, forces, sides=island(TARGET, but=[near]))
        announce(match, TARGET, *attackers)
        assert (column(match), total(match)) == (heading, -1)
        assert results(match) == tuple(cell(die - 1, place) for die in range(1, 7)), heading
        # In a forest behind a river: +2.
        river = {f"{TARGET}-{near}": "river"}
        match, attackers = against(side, forces, sides=river, terrain={TARGET: "forest"})
        announce(match, TARGET, *attackers)
        assert (column(match), total(match)) == (heading, 2)
        assert results(match) == tuple(cell(die + 2, place) for die in range(1, 7)), heading


@rule("oder", "11.5", "11.5d")
def test_equal_odds_are_worth_less_to_the_soviet() -> None:
    german, attackers = against("german", "24 66 / 31")
    announce(german, TARGET, *attackers)
    soviet, attackers = against("soviet", "1GT 31 / KGJN")
    announce(soviet, TARGET, *attackers)
    assert column(german) == column(soviet) == "3:1"
    assert results(german) == ("DE", "DE", "DR", "EX", "AS", "AL1")
    assert results(soviet) == ("DE", "DR", "EX", "AS", "AL1", "AL1")


@rule("oder", "11.5", "11.5k")
def test_a_roll_far_above_the_table_is_read_in_its_last_row() -> None:
    # 7:1 on a corps in a fortified wood behind a river, in reach of the air marker: 6 + 4 is read as 8.
    match, attackers = against(
        "soviet",
        SOVIET_LINE["7:1"],
        sides={f"{TARGET}-{SE}": "river"},
        terrain={TARGET: "forest"},
        features={TARGET: "fortification"},
        more=f"air {TARGET}",
    )
    announce(match, TARGET, *attackers)
    assert (column(match), total(match)) == ("7:1", 4)
    assert results(match)[-1] == "AS"
    match.play("resolve", "roll 6")
    assert match.side == "soviet"
    assert not any(gone(match, unit) for unit in (*attackers, "KGM"))


@rule("oder", "11.5", "11.5k")
def test_a_roll_far_below_the_table_is_read_in_its_first_row() -> None:
    # 4 to 18 from opposite sides, cut off, in reach of the air marker: 1 - 3 is read as 0.
    at = f"KGW2={NW} KGW20={SE} 3={TARGET} 65={TARGET} 61={TARGET}"
    match = combat(at, more=f"air {TARGET}")
    announce(match, TARGET, "KGW2", "KGW20")
    assert (column(match), total(match)) == ("1:4", -3)
    assert results(match) == ("AS", "AS", "AS", "AL1", "AL1", "AL1")


@rule("oder", "11.5", "11.5e")
def test_odds_above_the_table_eliminate_the_defender_without_a_roll() -> None:
    match, attackers = against("german", "GD 1SS 58 / 31")  # 28 to 4
    announce(match, TARGET, *attackers)
    assert column(match) == "automatic DE"
    match.play("resolve")
    regroup(match)
    assert gone(match, "31")
    assert match.chance_count == 1  # only for the army's return
    match, attackers = against("soviet", "1GT 2GT 11G / KGM")  # 24 to 3
    assert column(announce(match, TARGET, *attackers)) == "automatic DE"
    match.play("resolve")
    assert where(match, "KGM") == "eliminated"
    assert match.chance_count == 0
    assert vp(match) == (0, 1)


@rule("oder", "11.5", "11.5f")
def test_odds_below_the_table_cost_the_attacker_a_unit_without_a_roll() -> None:
    match, _ = against("german", "KGM / 5 28 48")  # 3 to 15
    assert column(announce(match, TARGET, "KGM")) == "automatic AL1"
    match.play("resolve")
    assert where(match, "KGM") == "eliminated"
    assert match.chance_count == 0
    match, _ = against("soviet", "31 / 66 67")  # 3 to 12
    assert column(announce(match, TARGET, "31")) == "automatic AL1"
    regroup(match.play("resolve"))
    assert gone(match, "31")
    assert match.chance_count == 1  # only for the army's return


@rule("oder", "11.5", "11.5e", "11.5f")
@pytest.mark.parametrize(
    ("side", "forces", "heading"),
    [
        ("german", "GD 24 40 / 31", "6:1"),
        ("soviet", "1GT 2GT 2G / KGM", "7:1"),
        ("german", "41P / 5 28 31", "1:4"),
        ("soviet", "31 / 66 41P", "1:3"),
    ],
)
def test_the_end_columns_need_a_roll(side: str, forces: str, heading: str) -> None:
    match, attackers = against(side, forces)
    assert column(announce(match, TARGET, *attackers)) == heading
    assert match.play("resolve").side == "dice"


@rule("oder", "11.5", "11.5l")
def test_modifiers_do_not_touch_an_automatic_result() -> None:
    ground = {"sides": {f"{TARGET}-{NW}": "river"}, "features": {TARGET: "city"}}
    match, attackers = against("german", "GD 1SS 58 / 31", **ground)
    assert column(announce(match, TARGET, *attackers)) == "automatic DE"
    regroup(match.play("resolve"))
    assert gone(match, "31")
    assert not any(gone(match, unit) for unit in attackers)
    assert match.chance_count == 1
    match, _ = against("german", "KGM / 5 28 48", more=f"air {TARGET}", sides=island(TARGET, but=[NW]))
    assert column(announce(match, TARGET, "KGM")) == "automatic AL1"
    match.play("resolve")
    assert where(match, "KGM") == "eliminated"
    assert match.chance_count == 0


@rule("oder", "11.5", "11.5m")
def test_a_unit_without_an_attack_factor_does_not_attack_alone() -> None:
    files = {"counters.csv": "id,attack\n66,0\n"}
    match = combat(f"66={NW} 31={TARGET}", files=files)
    blocked(match, "attack 2010", "with 66", "resolve")


# -- 11.5: the die and its modifiers -------------------------------------------------------------


@rule("oder", "11.5", "11.5g")
def test_all_modifiers_make_one_sum() -> None:
    sides, features = {f"{TARGET}-{NW}": "river"}, {TARGET: "city"}
    match = announce(combat(GERMAN, more=f"air {TARGET}", sides=sides, features=features), TARGET, "24")
    assert total(match) == 2
    assert sorted(m.amount for m in forecast(match).modifiers) == [-1, 1, 2]


@rule("oder", "11.5", "11.5h")
def test_plus_helps_the_defender_and_minus_the_attacker() -> None:
    ladder = ("AL1", "AS", "EX", "DR", "DE")
    by_total = {}
    for ground in ({"terrain": {TARGET: "forest"}}, {}, {"more": f"air {TARGET}"}):
        match, attackers = against("german", "24 66 / 31", **ground)
        announce(match, TARGET, *attackers)
        by_total[total(match)] = [ladder.index(result) for result in results(match)]
    assert set(by_total) == {-1, 0, 1}
    for worse, better in ((1, 0), (0, -1)):
        assert all(a <= b for a, b in zip(by_total[worse], by_total[better], strict=True))
        assert by_total[worse] != by_total[better]
    assert by_total[0] == sorted(by_total[0], reverse=True)


@rule("oder", "11.5", "11.5i")
def test_the_modified_roll_is_read_in_the_odds_column() -> None:
    # 3:1: a 3 drives the defender back; in a forest it counts as 4 and costs both sides a unit.
    match, attackers = against("german", "24 66 / 31", dice=[3])
    fight(match, TARGET, *attackers)
    assert match.side == "soviet"
    assert offered(match, f"to {NE}")
    match, attackers = against("german", "24 66 / 31", terrain={TARGET: "forest"}, dice=[3, 1, 1])
    fight(match, TARGET, *attackers)
    assert match.side == "german"
    match.play("lose 66")
    assert gone(match, "66")
    assert gone(match, "31")


# -- 11.5.1: terrain ------------------------------------------------------------------------------


@rule("oder", "11.5.1", "11.5.1a", "11.5.1b")
@pytest.mark.parametrize(("terrain", "amount"), [("clear", 0), ("marsh", 0), ("forest", 1), ("rough", 1)])
def test_terrain_of_the_defenders_hex(terrain: str, amount: int) -> None:
    assert both(terrain={TARGET: terrain}) == (amount, amount)
    assert both(terrain=dict.fromkeys(RING, terrain)) == (0, 0)


@rule("oder", "11.5.1", "11.5.1c", "11.5.1d", "11.5.1k")
@pytest.mark.parametrize(("place", "amount"), [("town", 1), ("city", 2)])
def test_towns_and_cities(place: str, amount: int) -> None:
    assert both(features={TARGET: place}) == (amount, amount)
    assert both(features=dict.fromkeys(RING, place)) == (0, 0)


@rule("oder", "11.5.1", "11.5.1e", "11.5.1f", "11.5.1k")
@pytest.mark.parametrize(("side", "forces"), [("german", "24 40 / 31"), ("soviet", "1GT 2GT 31 / KGJN")])
def test_in_a_city_retreats_become_exchanges_and_stalled_attacks_losses(side: str, forces: str) -> None:
    near = NW if side == "german" else SE
    plain, attackers = against(side, forces, sides={f"{TARGET}-{near}": "river"}, terrain={TARGET: "forest"})
    city, _ = against(side, forces, features={TARGET: "city"})
    for match in (plain, city):
        assert total(announce(match, TARGET, *attackers)) == 2
    assert {"DR", "AS"} <= set(results(plain))
    turned = {"DR": "EX", "AS": "AL1"}
    assert results(city) == tuple(turned.get(result, result) for result in results(plain))


@rule("oder", "11.5.1", "11.5.1e", "11.5.1f")
def test_the_converted_results_are_carried_out() -> None:
    # 4:1 against a city: a 2 would be DR on row 4, a 4 AS on row 6.
    for die, defender_falls in ((2, True), (4, False)):
        match, attackers = against("german", "24 40 / 31", features={TARGET: "city"}, dice=[die])
        fight(match, TARGET, *attackers).play("lose 40")
        regroup(match)
        assert gone(match, "40")
        assert gone(match, "31") is defender_falls


@rule("oder", "11.5.1", "11.5.1g", "11.5.4f")
@pytest.mark.parametrize("hexes", [(NW, SE), (N, SE, SW), (N, NE, SE, S), RING])
def test_no_concentric_modifier_against_a_city(hexes: tuple[str, ...]) -> None:
    assert ring_modifier(hexes) == -1
    assert ring_modifier(hexes, features={TARGET: "city"}) == 2


@rule("oder", "11.5.1", "11.5.1h")
def test_a_river_counts_only_if_every_attacker_crosses_one() -> None:
    at = f"24={NW} 40={N} 66={NW} 31={TARGET}"
    one, two = f"{TARGET}-{NW}", f"{TARGET}-{N}"
    assert modifier(at, "24", sides={one: "river"}) == 1
    assert modifier(at, "24", "66", sides={one: "river"}) == 1
    assert modifier(at, "24", "40", sides={one: "river", two: "river"}) == 1
    assert modifier(at, "24", "40", sides={one: "river"}) == 0
    assert modifier(at, "40", sides={one: "river"}) == 0
    assert modifier(SOVIET, "1GT", side="soviet", sides={f"{TARGET}-{SE}": "river"}) == 1


@rule("oder", "11.5.1", "11.5.1i", "11.5.1l")
@pytest.mark.parametrize(
    ("terrain", "place", "amount"),
    [("forest", "town", 1), ("rough", "city", 2), ("marsh", "town", 1), ("forest", "city", 2)],
)
def test_one_modifier_for_all_that_is_in_the_hex(terrain: str, place: str, amount: int) -> None:
    assert both(terrain={TARGET: terrain}, features={TARGET: place}) == (amount, amount)


@rule("oder", "11.5.1", "11.5.1l")
def test_a_city_in_rough_is_a_city_all_the_same() -> None:
    ground = {"terrain": {TARGET: "rough"}, "features": {TARGET: "city"}}
    match, attackers = against("german", "24 40 / 31", **ground)
    assert not {"DR", "AS"} & set(results(announce(match, TARGET, *attackers)))
    assert ring_modifier((NW, SE), **ground) == 2


@rule("oder", "11.5.1", "11.5.1j")
@pytest.mark.parametrize(
    ("terrain", "place", "amount"), [("clear", "city;", 4), ("forest", "", 3), ("clear", "town;", 3)]
)
def test_river_and_fortification_are_added_to_the_hex(terrain: str, place: str, amount: int) -> None:
    ground = {"terrain": {TARGET: terrain}, "features": {TARGET: f"{place}fortification"}}
    assert modifier(SOVIET, "1GT", side="soviet", sides={f"{TARGET}-{SE}": "river"}, **ground) == amount
    assert modifier(SOVIET, "1GT", side="soviet", **ground) == amount - 1


# -- 11.5.2: fortifications -----------------------------------------------------------------------


@rule("oder", "11.5.2", "11.5.2a")
def test_all_fortifications_are_intact_at_the_start() -> None:
    match = grognard.new("oder", scenario="campaign")
    works = [row["hex"] for row in rows("oder", "hexes.csv") if "fortification" in row["features"].split(";")]
    assert works
    assert all(intact(match, hex_) for hex_ in works)


@rule("oder", "11.5.2", "11.5.2b", "11.5.2d")
def test_a_fortification_helps_only_german_defenders_and_only_while_intact() -> None:
    fort = {TARGET: "fortification"}
    assert both(features=fort) == (0, 1)
    assert both(features=fort, more=f"razed {TARGET}") == (0, 0)
    assert modifier(SOVIET, "1GT", side="soviet", features={NW: "fortification"}) == 0


@rule("oder", "11.5.2", "11.5.2c")
def test_a_soviet_unit_destroys_the_fortification_it_enters_and_no_other() -> None:
    features = dict.fromkeys((TARGET, N), "fortification")
    match = table("turn 3\nphase soviet movement\nat 1GT=2110 24=1509", bare=True, features=features)
    assert intact(match, TARGET)
    match.play("select 1GT", f"move {TARGET}")
    assert not intact(match, TARGET)
    assert intact(match, N)
    match = table(f"turn 3\nphase german movement\nat 24={NW}", bare=True, features=features)
    match.play("select 24", f"move {TARGET}")
    assert intact(match, TARGET)


# -- 11.5.3: support markers ----------------------------------------------------------------------


@rule("oder", "11.5.3", "11.5.3a", "11.5.3c")
def test_naval_support_in_the_defenders_hex() -> None:
    coast = dict.fromkeys((TARGET, *RING), "coast")
    assert both(features=coast, more=f"naval {TARGET}") == (-1, 1)
    for hex_ in RING:
        assert both(features=coast, more=f"naval {hex_}") == (0, 0)


@rule("oder", "11.5.3", "11.5.3b", "11.5.3d", "11.5.3e")
def test_air_support_in_or_next_to_the_defenders_hex_adds_to_naval_support() -> None:
    for hex_ in (TARGET, *RING):
        assert both(more=f"air {hex_}") == (-1, 1)
        assert both(features={TARGET: "coast"}, more=f"air {hex_}\nnaval {TARGET}") == (-2, 2)
    for far in ("2008", "2012", "2210", "1810"):
        assert both(more=f"air {far}") == (0, 0)


@rule("oder", "11.5.3", "11.5.3f")
def test_a_marker_serves_all_combats_of_the_game_turn() -> None:
    at = f"24={NW} 40={NW} 31={TARGET} 50={N}"
    match = combat(at, second=True, more=f"air {TARGET}")
    for unit, target in (("24", TARGET), ("40", N)):
        assert total(announce(match, target, unit)) == -1
        roll = results(match).index("AS") + 1
        match.play("resolve", f"roll {roll}")
    match.play("done")
    while status(match)["phase"] != "soviet combat":
        match.play("order fight-move" if offered(match, "order fight-move") else "done")
    assert total(announce(match, NW, "31")) == 1


# -- 11.5.4: concentric attacks -------------------------------------------------------------------


@rule("oder", "11.5.4", "11.5.4a", "11.5.4g")
def test_opposite_hexes_are_concentric() -> None:
    for hexes in ((N, S), (NE, SW), (SE, NW), (N, NE, S), (NE, SE, SW)):
        assert ring_modifier(hexes) == -1


@rule("oder", "11.5.4", "11.5.4b", "11.5.4c", "11.5.4d")
def test_every_second_hex_or_four_hexes_are_concentric_once() -> None:
    assert ring_modifier((N, SE, SW)) == ring_modifier((NE, S, NW)) == -1
    for count in (4, 5, 6):
        assert {ring_modifier(hexes) for hexes in combinations(RING, count)} == {-1}


@rule("oder", "11.5.4", "11.5.4e", "11.5.4g")
def test_one_two_or_three_hexes_on_one_side_are_not_concentric() -> None:
    for i, hex_ in enumerate(RING):
        second, third = RING[(i + 1) % 6], RING[(i + 2) % 6]
        for hexes in ((hex_,), (hex_, second), (hex_, third), (hex_, second, third)):
            assert ring_modifier(hexes) == 0
