"""Chapters 5.1, 7.5.1 and 7.5.1.1: chits, strengths, the column and the die."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import ceil

import pytest

from grognard.games.aachen.strength import ratio_column
from tests.aachen.helpers_combat import DUEL, GERMAN, GERMAN_HQ, TANKS, US, US_HQ, attack, head, modifier, totals
from tests.aachen.kit import bare, lost, purse, real, step, told
from tests.rules import rule

TABLES = real().tables


def multiplier(rating: int, column: int, kind: int) -> float:
    """The multiplier as the notes on the chits give it: a score of rating, column and chit."""
    score = rating + 2 * column + kind
    return 1 if score <= 4 else 1.5 if score <= 6 else 2 if score <= 8 else 2.5 if score <= 10 else 3


# -- chits --------------------------------------------------------------------------------------


@rule("aachen", "7.5.1.1b", "7.5.1.1k")
def test_twelve_chits_and_their_multipliers() -> None:
    assert {chit.kind: chit.count for chit in TABLES.chits} == {-2: 2, -1: 2, 0: 4, 1: 2, 2: 2}
    for chit in TABLES.chits:
        for rating in range(1, 8):
            for column in range(3):
                assert chit.multiplier(rating, column) / 2 == multiplier(rating, column, chit.kind)


@rule("aachen", "7.5.1.1l")
def test_a_better_rating_or_column_never_lowers_the_multiplier() -> None:
    for chit in TABLES.chits:
        for low, high in pairwise(range(1, 8)):
            assert all(chit.multiplier(low, c) <= chit.multiplier(high, c) for c in range(3))
        assert all(list(row) == sorted(row) for row in chit.rows)


@rule("aachen", "7.5.1.1", "7.5.1.1a", "7.5.1.1h")
def test_each_side_draws_one_chit_and_the_second_comes_from_the_eleven_left() -> None:
    at = f"3A-HQ=2405 3A-I/32=2408 3A-I/33=2408 3A-I/36=2408 {GERMAN_HQ} 116P-HQ=2414 116P-I/24=2409 {GERMAN}"
    match = attack(at, "3A-I/32 3A-I/33 3A-I/36", who="us 3A-HQ", chits=(4, 0))
    assert told(match, "7.5.1.1")[:2] == ["the attacker draws the chit +2", "the defender draws the chit -2"]
    assert step(match) == "combat-die"


@rule("aachen", "7.5.1.1a", "7.5.1.1h")
def test_both_chits_go_back_into_the_pool() -> None:
    match = attack(DUEL, "1-I/16", chits=(0, 0), dice=[])
    before = match.before(3)
    assert step(before) == "draw-chit"
    first = {a.arg: n for a, n in before.game.step(before.state).outcomes(before.state)}  # type: ignore[attr-defined]
    assert first == {0: 2, 1: 2, 2: 4, 3: 2, 4: 2}
    after = match.before(4)
    second = {a.arg: n for a, n in after.game.step(after.state).outcomes(after.state)}  # type: ignore[attr-defined]
    assert second == {0: 1, 1: 2, 2: 4, 3: 2, 4: 2}


@rule("aachen", "7.5.1.1c", "7.5.1.1g", "5.1a")
def test_pitfall_36_one_chit_serves_all_units_each_by_its_own_rating() -> None:
    # Rating 6 and 5, hasty, chit +1: 7 is 2, 6 is 1.5. 8 x 2 + 6 x 1.5 = 25.
    at = f"3A-HQ=2405 3A-I/32=2408 3A-23=2408 {GERMAN_HQ} {GERMAN}"
    match = attack(at, "3A-I/32 3A-23", who="us 3A-HQ", chits=(3, 2))
    assert totals(match)[0] == 25


@rule("aachen", "5.1", "5.1a", "7.5.1.1g")
def test_halves_are_kept_until_the_strengths_of_a_side_are_added() -> None:
    # 5 x 1.5 + 9 x 1.5 = 21, and 5 x 1.5 alone is 8 (figure 3 of the notes).
    two = attack(f"3A-HQ=2405 3A-703=2408 3A-I/36=2408 {GERMAN_HQ} {GERMAN}", "3A-703 3A-I/36", who="us 3A-HQ")
    assert totals(two)[0] == 21
    one = attack(f"3A-HQ=2405 3A-703=2408 3A-I/36=2408 {GERMAN_HQ} {GERMAN}", "3A-703", who="us 3A-HQ")
    assert totals(one)[0] == 8


@pytest.mark.parametrize(("mode", "column"), [("hasty", 0), ("regular", 1), ("prepared", 2)])
@rule("aachen", "7.5.1.1d")
def test_the_column_of_the_attacker_follows_the_kind_of_attack(mode: str, column: int) -> None:
    match = attack(DUEL, "1-I/16", mode)
    assert totals(match)[0] == 10 * multiplier(6, column, 0)


@pytest.mark.parametrize(
    ("line", "column", "rating"), [("disrupted 12-I/27", 0, 4), ("", 1, 6), ("improved 2409", 2, 6)]
)
@rule("aachen", "7.5.1.1e", "7.5.1.1i", "5.6.3d", "5.6.3")
def test_the_column_of_the_defender_follows_its_state(line: str, column: int, rating: int) -> None:
    match = attack(DUEL, "1-I/16", "hasty", *filter(None, [line]), chits=(2, 4))
    assert totals(match)[1] == ceil(9 * multiplier(rating, column, 2))


@rule("aachen", "7.5.1.1i", "7.5.1.1j")
def test_a_stack_with_a_disrupted_unit_reads_the_column_unit_by_unit() -> None:
    at = f"{US_HQ} {US} 116P-HQ=2413 116P-I/24=2409 116P-I/60=2409"
    match = attack(at, "1-I/16", "hasty", "disrupted 116P-I/24", chits=(2, 4))
    # The tanks: 5 x (rating 4, left, +2: 1.5); the infantry: 7 x (rating 6, middle, +2: 2.5).
    assert totals(match)[1] == 25


@rule("aachen", "7.5.1.1f", "7.5.2w")
def test_strength_is_that_after_losses() -> None:
    match = attack(DUEL, "1-I/16", "prepared", "lost 1-I/16=5 12-I/27=3")
    assert totals(match) == (13, 12)


# -- the column ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "defender", "terrain", "heading"),
    [
        (20, 7, "clear", "2:1"),
        (17, 6, "clear", "2:1"),
        (5, 12, "clear", "1:3"),
        (10, 15, "clear", "1:2"),
        (10, 15, "town", "1:2"),
        (15, 15, "city", "1:1"),
        (5, 15, "clear", "1:3"),
    ],
)
@rule("aachen", "5.1b", "7.5.1", "7.5.1b", "7.5.1h")
def test_odds_are_rounded_down_to_a_column(attacker: int, defender: int, terrain: str, heading: str) -> None:
    game = bare((("2409", terrain),), (), "", "")
    h = game.board.grid.parse("2409")
    column = ratio_column(game, h, attacker, defender)
    assert game.tables.crt.lines[game.ground.line(h)][column] == heading


@pytest.mark.parametrize(
    ("terrain", "pillbox", "first"),
    [
        ("clear", False, "1:3"),
        ("clear", True, "1:2"),
        ("light-forest", False, "1:2"),
        ("town", False, "1:2"),
        ("dense-forest", False, "1:1"),
        ("city", False, "1:1"),
        ("light-forest", True, "2:1"),
        ("dense-forest", True, "2:1"),
        ("industrial", False, "2:1"),
    ],
)
@rule("aachen", "7.5.1h", "7.5.1c", "7.5.1d")
def test_each_kind_of_ground_has_its_line(terrain: str, pillbox: bool, first: str) -> None:
    game = bare((("2409", terrain),), (), "", "2409" if pillbox else "")
    h = game.board.grid.parse("2409")
    heads = game.tables.crt.lines[game.ground.line(h)]
    assert heads[0] == first
    assert len(heads) == 8
    assert ratio_column(game, h, 200, 10) >= 8, "beyond the right end the last column is read"
    assert game.tables.crt.read_column(ratio_column(game, h, 200, 10)) == 7
    below = {"1:3": (1, 4), "1:2": (1, 3), "1:1": (1, 2), "2:1": (1, 1)}[first]
    assert ratio_column(game, h, *below) < 0


@rule("aachen", "7.5.1c")
def test_more_than_the_last_column_is_the_last_column() -> None:
    at = f"{US_HQ} {US} 526-HQ=2413 526-VIIILW=2409"
    match = attack(at, "1-I/16", "prepared", "lost 526-VIIILW=3", chits=(4, 0))
    assert totals(match) == (30, 1)
    assert head(match) == "6:1"


@rule("aachen", "7.5.1d", "7.5.1e", "7.5.3o", "7.5.1", "7.5.3")
def test_pitfall_37_below_the_table_it_is_5_to_0_without_a_die_or_a_check() -> None:
    at = f"{US_HQ} {US} 116P-HQ=2413 116P-I/60=2409 116P-I/24=2409 116P-II/16=2409"
    match = attack(at, "1-I/16", "hasty", "lost 1-I/16=4")
    # 6 x 1.5 = 9 against 17 x 2 = 34: 1:4.
    assert totals(match) == (9, 34)
    assert "the odds are below the table: 5/0" in told(match, "7.5.1")
    assert not told(match, "5.6.1")
    assert purse(match, "us") == 6
    assert match.side == "us"
    match.play("stay")
    assert lost(match, "1-I/16") == 9
    assert (step(match), match.side) == ("bonus-card", "german"), "the defender has won"


@rule("aachen", "7.5.1d", "7.5.1h")
def test_the_same_odds_are_a_column_on_one_line_and_below_another() -> None:
    for terrain, column in (("clear", 1), ("town", 0), ("city", -1), ("industrial", -2)):
        game = bare((("2409", terrain),), (), "", "")
        assert ratio_column(game, game.board.grid.parse("2409"), 10, 15) == column


@rule("aachen", "7.5.1i")
def test_the_combat_results_table() -> None:
    for column in range(8):
        for die in range(1, 21):
            s = die + 2 * column
            attacker = 5 if s <= 4 else 4 if s <= 7 else 3 if s <= 11 else 2 if s <= 16 else 1 if s <= 22 else 0
            defender = 0 if s <= 6 else 1 if s <= 11 else 2 if s <= 17 else 3 if s <= 23 else 4 if s <= 28 else 5
            found = TABLES.results[TABLES.crt.result(column, die)]
            assert (found.attacker, found.defender) == (attacker, defender)
            assert (found.attacker_red, found.defender_red) == (s <= 11, s >= 12)


# -- the die ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "row"), [(1, 1), (3, 2), (6, 5), (10, 9)])
@rule("aachen", "7.5.1f", "7.5.1.2a")
def test_the_die_is_modified_by_the_sum(die: int, row: int) -> None:
    # Teeth -2 and stream do not add; HQ support is out of a Hasty Attack, so a stream alone: -1.
    match = attack(DUEL, "1-I/16", dice=[die], sides={"2408-2409": "stream"})
    assert modifier(match) == -1
    shown = next(text for text in told(match, "7.5.1") if text.startswith(f"a {die} -1"))
    assert f"is {row}: " in shown


@rule("aachen", "7.5.1.2b", "7.5.1")
def test_a_modified_die_is_at_least_1_and_at_most_20() -> None:
    low = attack(f"{US_HQ} {US} 116P-HQ=2413 116P-I/24=2409", "1-I/16", dice=[2])
    assert any(text.startswith("a 2 -7 is 1: ") for text in told(low, "7.5.1"))
    high = attack(
        "3A-HQ=2405 3A-I/32=2408 3A-I/33=2308 3A-II/33=2508 3A-III/33=2509 526-HQ=2413 526-VIIILW=2409",
        "3A-I/32",
        "prepared",
        who="us 3A-HQ",
        dice=[10],
    )
    # HQ 5, three hexes of support 6, tanks 6 against none 5.
    assert modifier(high) == 16
    assert any(text.startswith("a 10 +16 is 20: ") for text in told(high, "7.5.1"))


@rule("aachen", "5.2", "7.5.1f")
def test_the_attacker_with_the_marker_may_roll_the_combat_die_again_once() -> None:
    match = attack(DUEL, "1-I/16", "hasty", "snafu us", dice=[1, 9], rerolls=True)
    assert match.side == "us"
    assert match.actions.texts() == ["keep", "reroll"]
    match.play("reroll")
    assert match.state.snafu == 1  # type: ignore[attr-defined]
    assert not any(text.startswith("a 1 ") for text in told(match, "7.5.1"))
    assert any(text.startswith("a 9 ") for text in told(match, "7.5.1"))
    kept = attack(DUEL, "1-I/16", "hasty", "snafu us", dice=[1], rerolls=True).play("keep")
    assert any(text.startswith("a 1 ") for text in told(kept, "7.5.1"))
    assert kept.state.snafu == 0  # type: ignore[attr-defined]


@rule("aachen", "5.2")
def test_no_window_where_no_other_face_serves_better() -> None:
    match = attack(DUEL, "1-I/16", "hasty", "snafu us", dice=[10], rerolls=True)
    assert any(text.startswith("a 10 ") for text in told(match, "7.5.1"))


# -- order --------------------------------------------------------------------------------------


@rule("aachen", "7.5.1", "7.5.1a", "7.5.1g", "7.5.2c")
def test_the_order_of_a_combat() -> None:
    at = f"{TANKS} {GERMAN_HQ} {GERMAN}"
    # 8 x 2.5 = 20 : 18 is 1:1, HQ 5, tanks 6 - 3: 2 + 8 = 10 on 1:1 is 2/2r.
    match = attack(at, "3A-I/32", "prepared", who="us 3A-HQ", dice=[2, 7], sides={"2408-2409": "stream"})
    texts = [event.text for event in match.events]
    seen = [text.split(":")[0].split(" of ")[0] for text in texts]
    wanted = [
        "U.S.",
        "the attacker draws the chit +0",
        "the defender draws the chit +0",
        "strength 20 against 18",
        "hexside",
        "HQ support",
        "a 2 +4 is 6",
        "12-I/27 loses 1 Strength Point",
    ]
    places = [seen.index(word) for word in wanted]
    assert places == sorted(places)
    rules = Counter(event.rule for event in match.events)
    assert rules["7.5.1.1"] == 3


@rule("aachen", "5.1e", "7.5.1.2a")
def test_modifiers_add_up() -> None:
    # Stream -1, one supporting hex +1, half of 5 support points +3, tanks 3 (halved by the stream) - AT 1 = +2.
    at = "3A-HQ=2405 3A-I/32=2408 3A-I/36=2308 526-HQ=2413 526-328=2409"
    match = attack(at, "3A-I/32", "regular", who="us 3A-HQ", sides={"2408-2409": "stream"})
    assert modifier(match) == -1 + 1 + 3 + 2
