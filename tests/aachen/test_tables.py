"""The charts as numbers: Action Points, chits, combat results, and the figures that can be worked from them alone."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import pytest

from grognard.games.aachen.tables_schema import parse_result
from grognard.mechanics.odds import odds, scale
from tests.aachen.helpers_map import COUNTERS, GROUND, INDEX, ROSTER, TABLES, at
from tests.rules import rule

CRT = TABLES.crt


def multiplier(kind: int, rating: int, column: int) -> Fraction:
    chit = next(chit for chit in TABLES.chits if chit.kind == kind)
    return Fraction(chit.multiplier(rating, column), 2)


def cell(line: str, attack: int, defense: int, die: int) -> str:
    return CRT.result(CRT.column(line, odds(attack, defense, defender_rounds_up=True)), die)


@rule("aachen", "6.3.2")
def test_action_points_by_level_and_die() -> None:
    for level in range(1, 8):
        for die in range(1, 11):
            points = max(1, min(7, (2 * level + die + 1) // 3))
            assert TABLES.points(level, die) == points
            assert TABLES.reaction_points(level, die) == ceil(points / 2)


@pytest.mark.parametrize(("level", "mean"), [(1, 2.5), (2, 3.2), (3, 3.8), (4, 4.5), (5, 5.2), (6, 5.8), (7, 6.3)])
def test_mean_action_points(level: int, mean: float) -> None:
    assert sum(TABLES.points(level, die) for die in range(1, 11)) / 10 == mean


def test_first_blood_has_25_6_points_on_average() -> None:
    assert sum(TABLES.points(level, die) for level in (7, 6, 5, 4, 3) for die in range(1, 11)) / 10 == 25.6


@rule("aachen", "7.5.1.1")
def test_twelve_chits_of_five_kinds() -> None:
    assert {chit.kind: chit.count for chit in TABLES.chits} == {-2: 2, -1: 2, 0: 4, 1: 2, 2: 2}
    for chit in TABLES.chits:
        for rating in range(1, 8):
            for column in range(3):
                score = rating + 2 * column + chit.kind
                assert chit.multiplier(rating, column) == max(2, min(6, (score + 1) // 2 if score > 4 else 2))


def test_combat_results_follow_die_and_column() -> None:
    assert len(CRT.rows) == 20
    assert CRT.width() == 8
    for die in range(1, 21):
        for column in range(8):
            s = die + 2 * column
            attacker = next(hits for hits, last in ((5, 4), (4, 7), (3, 11), (2, 16), (1, 22), (0, 99)) if s <= last)
            defender = next(hits for hits, last in ((0, 6), (1, 11), (2, 17), (3, 23), (4, 28), (5, 99)) if s <= last)
            found = TABLES.results[CRT.result(column, die)]
            assert (found.attacker, found.defender) == (attacker, defender)
            assert (found.attacker_red, found.defender_red) == (s <= 11, s >= 12)


@rule("aachen", "7.5.1")
def test_beyond_the_ends_of_the_combat_results_table() -> None:
    assert CRT.automatic(-1) == "5/0"
    assert TABLES.results["5/0"] == parse_result("5/0")
    assert not TABLES.results["5/0"].attacker_red
    assert CRT.result(11, 7) == CRT.result(7, 7)
    assert CRT.result(0, -3) == CRT.result(0, 1)
    assert CRT.result(0, 25) == CRT.result(0, 20)


@pytest.mark.parametrize(("line", "first"), [("open", "1:3"), ("light", "1:2"), ("dense", "1:1"), ("fortified", "2:1")])
def test_the_lines_of_the_table_start_at_different_odds(line: str, first: str) -> None:
    heads = CRT.lines[line]
    assert heads[0] == first
    assert [scale(head) for head in heads] == list(range(scale(first), scale(first) + 8))


def test_which_terrain_is_fought_on_which_line() -> None:
    assert {name: row.line for name, row in TABLES.terrain.items()} == {
        "clear": "open",
        "pillbox-clear": "light",
        "light-forest": "light",
        "town": "light",
        "dense-forest": "dense",
        "city": "dense",
        "pillbox-light-forest": "fortified",
        "pillbox-dense-forest": "fortified",
        "industrial": "fortified",
    }


def test_a_prepared_attack_on_a_pillbox_in_light_forest() -> None:
    battalion, training = INDEX["1-I/16"], INDEX["526-328"]
    attack = ceil(ROSTER.strength[battalion] * multiplier(0, ROSTER.effectiveness[battalion][0], 2))
    defense = ceil(ROSTER.strength[training] * multiplier(-1, ROSTER.effectiveness[training][0], 1))
    assert (attack, defense) == (25, 5)
    step = odds(attack, defense, defender_rounds_up=True)
    line = TABLES.terrain["pillbox-light-forest"].line
    assert CRT.column(line, step) == 3
    modifier = ROSTER.support[INDEX["1-HQ"]] + TABLES.hexsides["dragons-teeth"].die
    assert 4 + modifier == 7
    assert CRT.result(3, 4 + modifier) == "2/2r"


def test_ten_against_fifteen() -> None:
    step = odds(10, 15, defender_rounds_up=True)
    assert [CRT.column(line, step) for line in ("open", "light", "dense")] == [1, 0, -1]
    assert cell("dense", 10, 15, 5) == "5/0"


@rule("aachen", "5.1")
def test_totals_are_rounded_up_after_adding() -> None:
    half = multiplier(0, 5, 0)
    assert half == Fraction(3, 2)
    assert ceil(9 * half + 5 * half) == 21
    assert ceil(5 * half) == 8


@rule("aachen", "7.5.1.2ax")
def test_terrain_and_hexside_both_reduce_tank_points_and_are_rounded_down_once() -> None:
    pair = next(
        (a, b)
        for s in GROUND.board.hexsides_of("stream")
        for a, b in (s, s[::-1])
        if GROUND.terrain[b] is TABLES.terrain["light-forest"]
    )
    assert GROUND.tank_points(6, *pair) == 1
    assert GROUND.tank_points(6, *pair) <= 1 + TABLES.terrain["light-forest"].antitank


@rule("aachen", "7.5.1.2ay")
def test_tanks_across_the_teeth_have_no_points_left() -> None:
    assert GROUND.tank_points(8, at("2504"), at("2505")) == 0
    assert GROUND.hexside_modifier(at("2504"), at("2505")) == -2


def test_tanks_into_a_town() -> None:
    town = next(h for h, row in GROUND.terrain.items() if row is TABLES.terrain["town"])
    frm = next(n for n in GROUND.board.grid.neighbour_list(town) if GROUND.crossing(n, town) is None)
    points = GROUND.tank_points(8, frm, town)
    assert points == 4
    assert [max(0, points - (at_points + GROUND.terrain[town].antitank)) for at_points in (3, 2)] == [0, 1]
    assert GROUND.hexside_modifier(frm, town) == 0


def test_the_best_tank_has_eight_points() -> None:
    assert max(ROSTER.armor[u][0] for u, c in enumerate(COUNTERS) if "afv" in c.tags) == 8
    assert ROSTER.armor[INDEX["506"]][0] == 8


#: attackers and defenders as strength and rating, the column of each on the chit, line, modifier, and what comes of it
AVERAGES = [
    ([(10, 6)], 2, [(5, 3)], 1, "light", 5, "1.33", "2.55", 96),
    ([(10, 6)], 2, [(5, 3)], 1, "fortified", 3, "2.58", "1.48", 51),
    ([(10, 6)], 1, [(5, 3)], 1, "light", 1, "2.45", "1.57", 56),
    ([(10, 6)], 0, [(5, 3)], 1, "light", -2, "3.54", "0.76", 14),
    ([(10, 6), (8, 6), (8, 6)], 2, [(9, 6)], 1, "open", 9, "0.52", "3.39", 100),
    ([(9, 6)], 2, [(10, 6)], 1, "open", 1, "2.97", "1.17", 33),
]


@pytest.mark.parametrize("case", AVERAGES, ids=lambda case: f"{case[4]} {case[5]:+}")
def test_averages_over_all_chits_and_dice(case: tuple) -> None:  # type: ignore[type-arg]
    attackers, left, defenders, right, line, modifier, attacker_hits, defender_hits, red = case
    chits = [chit for chit in TABLES.chits for _ in range(chit.count)]
    sums, red_hits, cases = [0, 0], 0, 0

    def total(units: list[tuple[int, int]], chit: object, column: int) -> int:
        return -(-sum(s * chit.multiplier(r, column) for s, r in units) // 2)  # type: ignore[attr-defined]

    for i, first in enumerate(chits):
        for k, second in enumerate(chits):
            if i == k:
                continue
            step = odds(total(attackers, first, left), total(defenders, second, right), defender_rounds_up=True)
            for die in range(1, 11):
                found = TABLES.results[CRT.result(CRT.column(line, step), die + modifier)]
                sums[0] += found.attacker
                sums[1] += found.defender
                red_hits += found.defender_red and found.defender >= 2
                cases += 1
    assert [f"{s / cases:.2f}" for s in sums] == [attacker_hits, defender_hits]
    assert round(100 * red_hits / cases) == red


@rule("aachen", "9.losses", "9.lossese")
def test_loss_points_are_counted_apart() -> None:
    assert TABLES.loss_victory_points(39, 9) == 1 + 1
    assert TABLES.loss_victory_points(40, 10) == 2 + 2
    assert TABLES.loss_victory_points(19, 4) == 0


@rule("aachen", "8.1.2")
def test_interdiction_by_the_die() -> None:
    assert [TABLES.interdiction_level(die) for die in range(1, 11)] == [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]


def test_more_interdiction_never_helps_the_german() -> None:
    for rating, levels in TABLES.recovery.items():
        assert list(levels) == sorted(levels, reverse=True)
        assert levels[0] <= rating
    assert TABLES.recovery == {4: (4, 3, 2), 3: (3, 2, 1), 2: (2, 2, 1), 1: (1, 1, 0)}


@rule("aachen", "8.3")
def test_every_plan_is_worth_fifty_points_and_one_always_appears() -> None:
    assert {name: sum(points.values()) for name, points in TABLES.plans.items()} == dict.fromkeys("ABCD", 50)
    assert TABLES.dummies < 7 <= TABLES.dummies + len(TABLES.plans)


@rule("aachen", "8.4.1a", "8.4.2k", "8.4.2l", "8.4.2m", "8.4.2n", "8.4.2o", "8.4.2q")
def test_replacements_and_reorganization() -> None:
    assert TABLES.replacements == {"infantry": 2, "armored-infantry": 2, "tank": 3}
    table = TABLES.reorganization
    assert table["infantry"] == {"infantry", "bicycle-infantry", "mg-infantry", "engineer"}
    assert table["motorized-infantry"] == {"motorized-infantry", "motorized-engineer"}
    assert table["armored-infantry"] == {"armored-infantry", "armored-engineer"}
    alone = set(table) - {"infantry", "motorized-infantry", "armored-infantry"}
    assert all(table[kind] == {kind} for kind in alone)
    assert "recce" in alone


def test_turns_have_two_to_eight_days_and_fill_forty() -> None:
    days = []
    for turn in TABLES.track:
        first, last = (part.split() for part in turn.dates.split("-"))
        crosses = len(first) > 1
        days.append(int(last[0]) - int(first[0]) + 1 + (30 if crosses else 0))
    assert days == [3, 3, 7, 7, 5, 4, 5, 6]
    assert sum(days) == 40
