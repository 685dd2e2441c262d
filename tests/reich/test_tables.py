"""The charts as numbers: fire, allowances, air, arrivals, and what the example of play shows of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.mechanics.fire import Fire, joint
from tests.reich.helpers_map import COUNTERS, FIRE, ROSTER, TABLES, attack, defense
from tests.rules import rule

NUMBERS = TABLES.numbers


@rule("reich", "13.7.2a", "13.7.3c")
@pytest.mark.parametrize(
    ("strength", "die", "steps"),
    [
        *((strength, die, 1) for strength in (7, 9) for die in range(-1, 5)),
        (7, 5, 2),
        (9, 5, 2),
        *((strength, die, steps) for strength in (17, 30) for die, steps in ((0, 1), (1, 1), (2, 2))),
        *((strength, die, steps) for strength in (13, 16) for die, steps in ((1, 1), (5, 2))),
        *((strength, die, steps) for strength in (10, 12) for die, steps in ((2, 1), (5, 2))),
        (6, 2, 1),
        (5, 2, 1),
        (5, 5, 1),
        (3, 1, 1),
        (1, 2, 0),
    ],
)
def test_cells_that_the_example_of_play_shows(strength: int, die: int, steps: int) -> None:
    assert FIRE.steps(strength, die) == steps


@rule("reich", "13.7.3c")
def test_ten_to_twelve_never_miss_between_minus_1_and_4() -> None:
    assert all(FIRE.steps(strength, die) >= 1 for strength in (10, 11, 12) for die in range(-1, 5))


@rule("reich", "13.7.2b")
def test_a_strength_of_0_does_not_fire() -> None:
    assert FIRE.column(0) is None
    assert all(FIRE.steps(0, die) == 0 for die in range(-3, 12))


def test_every_strength_has_the_column_with_its_range() -> None:
    for strength in range(1, 60):
        column = FIRE.columns[FIRE.column(strength) or 0]
        assert column.first <= strength <= (column.last or strength)
    assert [FIRE.heads[FIRE.column(s) or 0] for s in (1, 6, 7, 9, 10, 12, 13, 16, 17, 40)] == [
        *("1", "6", "7-9", "7-9", "10-12", "10-12", "13-16", "13-16", "17+", "17+")
    ]


def test_more_strength_and_a_better_die_never_bring_less() -> None:
    for die in range(-2, 10):
        for strength in range(1, 20):
            assert FIRE.steps(strength, die) <= FIRE.steps(strength + 1, die)
            assert FIRE.steps(strength, die) <= FIRE.steps(strength, die + 1)


def test_a_die_beyond_the_table_counts_as_its_last_line() -> None:
    for strength in (1, 8, 20):
        assert FIRE.steps(strength, -4) == FIRE.steps(strength, -1)
        assert FIRE.steps(strength, 11) == FIRE.steps(strength, 8)


@pytest.mark.parametrize(
    ("modifier", "means"),
    [
        (-3, ["0", "1/6", "1/2", "1/2", "1/2", "2/3", "1", "1", "7/6", "4/3"]),
        (-2, ["0", "1/3", "2/3", "2/3", "2/3", "5/6", "1", "7/6", "4/3", "3/2"]),
        (0, ["1/3", "2/3", "1", "1", "7/6", "4/3", "4/3", "3/2", "11/6", "13/6"]),
    ],
)
def test_mean_steps_by_modifier(modifier: int, means: list[str]) -> None:
    found = [
        Fraction(sum(FIRE.steps(column.first, die + modifier) for die in range(1, 7)), 6) for column in FIRE.columns
    ]
    assert found == [Fraction(mean) for mean in means]


@rule("reich", "13.6.Ad", "13.6.Ae")
def test_the_chances_at_1221_where_the_defender_fires_first() -> None:
    """The Germans attack with 7; the loss of the coastal division leaves 6, of the other two units 4, 2 and nothing."""
    germans, allies = Fire((7, 6, 2, 0)), Fire((9, 5, 3, 1, 0))
    chances = joint(FIRE, germans, allies, "defender")
    assert sum(chances.values()) == 1
    assert {lost for lost, _ in chances} == {1, 2}
    # dice 5 and 6 of the Allies cost two steps and leave a strength of 2, which never costs more than one
    assert chances[1, 1] == Fraction(4, 6) * Fraction(sum(FIRE.steps(6, die) == 1 for die in range(1, 7)), 6)
    assert chances[2, 0] == Fraction(2, 6) * Fraction(sum(FIRE.steps(2, die) == 0 for die in range(1, 7)), 6)


@rule("reich", "10.2.5.A")
@pytest.mark.parametrize(
    ("line", "die", "points"),
    [
        ("limited", 2, 4),
        ("limited", 4, 5),
        ("limited", 6, 6),
        ("infantry", 3, 4),
        ("infantry", 4, 4),
        ("mechanized", 3, 8),
        ("mechanized", 4, 8),
    ],
)
def test_allowances_of_the_example_of_play(line: str, die: int, points: int) -> None:
    assert TABLES.points(line, die) == points


def test_full_supply_doubles_limited_supply_and_ends_with_the_track() -> None:
    for die in range(1, 7):
        assert TABLES.points("full", die) == 2 * TABLES.points("limited", die)
        assert TABLES.points("mechanized", die) == 2 * TABLES.points("infantry", die)
    assert TABLES.points("full", 6) == NUMBERS["allowance"]["spaces"] == 12
    assert TABLES.points("limited", 6) + NUMBERS["allowance"]["red_ball"] == 12
    assert NUMBERS["allowance"]["priority"] == 6


@rule("reich", "13.5")
def test_combat_takes_half_the_die_but_at_least_1() -> None:
    assert [TABLES.duration(die) for die in range(1, 7)] == [max(1, die // 2) for die in range(1, 7)]


@rule("reich", "8.6.B")
def test_cherbourg_is_delayed_by_the_die_but_at_least_three_turns() -> None:
    assert [TABLES.delay(die) for die in range(1, 7)] == [max(3, die) for die in range(1, 7)]


@rule("reich", "10.7.5c", "10.7.5e")
def test_only_a_1_captures_a_rhine_bridge() -> None:
    assert [die for die in range(1, 7) if TABLES.captures(die)] == [1]
    assert NUMBERS["bridges"]["most"] == 1


@rule("reich", "10.7.12")
def test_strategic_movement_fails_on_1_and_on_2_without_bombing() -> None:
    assert [die for die in range(1, 7) if TABLES.strategic_fails(die, unbombed=False)] == [1]
    assert [die for die in range(1, 7) if TABLES.strategic_fails(die, unbombed=True)] == [1, 2]


def test_bombing_never_costs_both_sides_a_step() -> None:
    results = [TABLES.bombing(die) for die in range(1, 7)]
    assert results == [(1, 0), (0, 0), (0, 1), (0, 1), (0, 2), (0, 2)]
    assert (NUMBERS["bombing"]["first"], NUMBERS["bombing"]["last"]) == (2, 5)


@rule("reich", "17.5.1.A")
def test_tactical_air_by_turn() -> None:
    assert [TABLES.air_units(turn) for turn in range(1, 16)] == [1, *[4] * 6, *[3] * 6, 4, 4]
    assert sorted(TABLES.lists["air"]["markers"]) == [2, 3, 4, 5]
    assert len(TABLES.lists["air"]["markers"]) == ROSTER.types["tactical-air"].bit_count()


@rule("reich", "17.9.3.A", "17.9.3.B", "17.9.3.C")
def test_airborne_operations() -> None:
    assert TABLES.lists["airborne"]["barred"] == (1, 2, 9, 10, 11, 12, 13)
    row = NUMBERS["airborne"]
    assert (row["most"], row["divisions"], row["brigades"], row["range"], row["apart"]) == (2, 3, 1, 8, 2)
    assert TABLES.lists["airborne"]["safe"] == (1, 2, 3)


@rule("reich", "13.9.A.2")
def test_other_modifiers() -> None:
    row = NUMBERS["modifiers"]
    assert {name: row[name] for name in ("disrupted", "air", "limited", "funnies", "counteroffensive")} == {
        "disrupted": -1,
        "air": 1,
        "limited": -1,
        "funnies": 1,
        "counteroffensive": 1,
    }
    assert (row["limited_after"], row["counteroffensive_attacks"]) == (2, 2)


@rule("reich", "7.2.1.A", "7.2.1.B", "7.2.1.C", "7.2.2.A", "7.2.2.B")
def test_when_eliminated_units_return() -> None:
    row = NUMBERS["returns"]
    assert (row["armored"], row["infantry"], row["commonwealth"], row["mechanized"]) == (2, 3, 4, 3)
    assert (row["last"], row["mechanized_last"], row["mechanized_last_undeclared"]) == (15, 12, 10)
    assert (row["box_last"], row["cup_last"], row["draw"]) == (9, 7, 4)
    assert TABLES.lists["returns"]["draw_turns"] == (7, 8)
    assert (row["with_hq"], row["with_leader"]) == (1, 3)


@rule("reich", "7.3.B")
def test_markers_of_rest_and_refit() -> None:
    markers = {who: len(turns) for who, turns in TABLES.lists["refit"].items()}
    assert markers == {"commonwealth": 2, "us": 3, "german": 1}
    assert TABLES.lists["refit"]["commonwealth"][0] == 2
    assert TABLES.lists["refit"]["german"] == (4,)


@rule("reich", "3.2.C.1", "3.2.C.2", "17.7.4", "17.8.A")
def test_numbers_of_victory() -> None:
    victory, offensive = NUMBERS["victory"], NUMBERS["counteroffensive"]
    assert (victory["breakout_last"], victory["beaches_last"], victory["seine"], victory["metz"]) == (4, 6, 6, 11)
    assert (victory["exit_divisions"], victory["across"], victory["lost_cities"]) == (10, 10, 2)
    assert (offensive["cities"], offensive["towns"], offensive["eliminated"], offensive["attacks"]) == (1, 2, 4, 6)
    assert TABLES.lists["counteroffensive"]["turns"] == (10, 11)
    assert NUMBERS["withdrawal"] == {"divisions": 4, "turn": 13, "undeclared": 11}


def test_the_track_runs_from_june_to_april() -> None:
    labels = [space.label for space in TABLES.track]
    assert labels == [
        *("Jun I", "Jun II", "Jul I", "Jul II", "Aug I", "Aug II", "Sep I", "Sep II"),
        *("Oct", "Nov", "Dec", "Jan", "Feb", "Mar", "Apr"),
    ]


@pytest.mark.parametrize(
    ("strength", "wanted"),
    [
        (attack("US-4 US-90 US-82AB US-2A"), 18),
        (defense("G-709 G-243"), 5),
        (attack("US-101AB US-30 US-79"), 12),
        (defense("G-91 G-6FJR"), 3),
        (attack("US-29 US-2"), 8),
        (defense("G-17SS G-30BDE"), 8),
        (attack("US-1 US-9 CW-50 CW-49 CW-34TB"), 17),
        (defense("G-352 G-914"), 5),
        (attack("CW-7A CW-11A CW-8AB CW-2CAB CW-3 CW-15 CW-4AB CW-27AB"), 24),
        (defense("G-21PZ G-21KG G-716 G-IIIFLK"), 12),
        (attack("CW-51 CW-3C CW-6AB"), 9),
        (defense("G-12SS"), 8),
        (attack("G-501SS G-347", "G-12SS"), 7),
        (attack("G-501SS", "G-12SS"), 6),
        (defense("CW-6AB", "CW-51 CW-3C CW-4AB"), 9),
        (attack("CW-7A CW-11A CW-8AB CW-2CAB"), 14),
        (defense("G-LEHR G-2PZ"), 13),
        (attack("US-4 US-82AB US-2A", "US-90"), 16),
    ],
)
def test_strengths_of_the_example_of_play(strength: int, wanted: int) -> None:
    assert strength == wanted


@rule("reich", "8.5")
def test_cherbourg_out_of_supply_defends_with_1_and_misses_on_a_2() -> None:
    assert defense("G-709") // 2 == 1
    assert FIRE.steps(1, 2) == 0


@pytest.mark.parametrize(
    ("fire", "die", "modifier", "steps"),
    [
        (18, 3, -2, 1),
        (5, 5, 0, 1),
        (12, 4, -2, 1),
        (3, 1, 0, 1),
        (8, 5, -2, 1),
        (8, 4, 0, 1),
        (17, 3, -1, 2),
        (5, 2, 0, 1),
        (24, 1, -1, 1),
        (12, 5, 0, 2),
        (9, 1, -2, 1),
        (8, 5, 0, 2),
        (9, 3, 0, 1),
        (6, 2, 0, 1),
        (14, 6, -1, 2),
        (13, 1, 0, 1),
    ],
)
def test_fires_of_the_example_of_play(fire: int, die: int, modifier: int, steps: int) -> None:
    assert FIRE.steps(fire, die + modifier) == steps


def test_every_chart_says_where_it_comes_from() -> None:
    assert all(TABLES.sources.values())
    for name in ("fire", "allowance", "bombing", "terrain"):
        assert "reconstructed" in TABLES.sources[name]
    assert {c.source for c in COUNTERS} <= {"rule", "derived", "reconstructed"}
