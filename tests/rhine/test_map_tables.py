"""The charts: combat results and terrain effects as printed, limits and rates, the turn track, and errors in them."""

from __future__ import annotations

import pytest

from grognard.games.rhine.tables import LINE
from grognard.mechanics.odds import odds
from tests.rhine.helpers_map import BOARD, TABLES, faults

#: the table by column, die 1 to 6
PRINTED = {
    "1:2": "AL1 AL1 AL1 AL1 AS AS",
    "1:1": "AL1 AL1 AL1 AS BB DR",
    "2:1": "AL1 AS AS BB DR DE",
    "3:1": "DR DR BB DR DE DE",
    "4:1": "DR BB DR DE DE DE",
    "5:1": "BB DR DE DE DE DE",
    "6:1": "DR DE DE DE DE DE",
}


def column(attack: int, defense: int) -> int:
    return TABLES.crt.column(LINE, odds(attack, defense, defender_rounds_up=True))


@pytest.mark.parametrize(("head", "results"), PRINTED.items())
def test_the_combat_results_as_printed(head: str, results: str) -> None:
    place = list(PRINTED).index(head)
    assert TABLES.crt.lines[LINE][place] == head
    assert TABLES.crt.by_roll(place, 0) == tuple(results.split())


@pytest.mark.parametrize(
    ("attack", "defense", "head"),
    [(26, 7, "3:1"), (5, 9, "1:2"), (9, 9, "1:1"), (17, 9, "1:1"), (18, 9, "2:1"), (8, 9, "1:2"), (54, 9, "6:1")],
)
def test_which_column_two_totals_give(attack: int, defense: int, head: str) -> None:
    assert TABLES.crt.lines[LINE][column(attack, defense)] == head


def test_beyond_the_ends_no_die_is_rolled() -> None:
    assert TABLES.crt.automatic(column(4, 9)) == "AL1"
    assert TABLES.crt.automatic(column(63, 9)) == "DE"
    assert not TABLES.crt.automatic(column(5, 10))
    assert not TABLES.crt.automatic(column(62, 9))


def test_the_example_of_the_rules() -> None:
    assert TABLES.crt.result(column(3, 1), 3) == "BB"


def test_what_hexes_and_hexsides_cost() -> None:
    assert TABLES.enter == {"clear": 1, "polder": 2, "rough": 2, "town": 1, "city": 1, "ruhr": 1}
    assert TABLES.enter_mountain == {**TABLES.enter, "rough": 1}
    closed = {"estuary": None, "all-sea": None}
    assert TABLES.cross == {
        "allied": {"river": 1, "rhine": 2, "blocked": 1, **closed},
        "german": {"river": 1, "rhine": 1, "blocked": 1, **closed},
    }
    assert (TABLES.highway, TABLES.flood_cost, TABLES.exit_cost) == (1, 3, 1)


def test_everything_on_the_board_has_a_price() -> None:
    assert set(BOARD.terrain) - {"sea"} == set(TABLES.enter) - {"town", "city", "ruhr"}
    assert {edge.kind for edge in BOARD.hexsides.values()} == set(TABLES.cross["allied"])


def test_the_shifts() -> None:
    left = {
        "rough": 1,
        "highway": 1,
        "town": 1,
        "city": 2,
        "ruhr": 2,
        "westwall": 1,
        "river": 1,
        "rhine": 2,
        "flood": 1,
        "first_turn_german": 1,
        "bombs_short": 1,
    }
    assert TABLES.shifts == {**{name: -by for name, by in left.items()}, "concentric": 1, "watch_german": 1}


def test_stacking_counts_half_divisions() -> None:
    assert TABLES.stacking_limit == 8
    assert TABLES.stacking == {"XXX": 4, "XX": 2, "X": 1}


def test_rates_and_limits() -> None:
    assert TABLES.replacements == {"us": 2, "bc": 1}
    assert TABLES.aerial_markers == 2
    assert (TABLES.airborne_steps, TABLES.airborne_apart) == (3, 6)
    assert (TABLES.flood_first, TABLES.flood_frozen, TABLES.german_exit) == (2, 3, 4)
    one, two = TABLES.move_fight, TABLES.fight_move
    assert ((one.dice, one.less, one.short), (two.dice, two.less, two.short)) == ((1, 1, 0), (2, 1, 3))


def test_what_hitlers_decision_brings() -> None:
    w = TABLES.watch
    assert (w.turn, w.least, w.last_turn, w.otherwise) == (6, 4, 11, 9)
    assert (w.hexes, w.hexes_by, w.returned) == (8, 8, 7)
    assert (w.withdraw_turn, w.divisions, w.brigades) == (9, 6, 3)


def test_the_turn_track() -> None:
    labels = [turn.label for turn in TABLES.track]
    assert labels == ["I Sep", "II Sep", "III Sep", "I Oct", "II Oct", "Nov", "Dec", "Jan", "Feb", "I Mar", "II Mar"]
    assert [TABLES.year(turn) for turn in range(1, 12)] == [1944] * 7 + [1945] * 4
    assert all(str(turn.year) in turn.dates for turn in TABLES.track)


# -- an owner's corrections ------------------------------------------------------------------------


def test_a_correction_of_a_price_is_taken() -> None:
    assert faults(tables_toml="[tec]\npolder = 3\n") == []


ROW = '["AL1", "AL1", "AL1", "DR", "DR", "BB", "DR"]'


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("[tec]\nrough = 0\n", 2, "tec.rough is 0, less than 1"),
        ("[tec]\nmarsh = 2\n", 2, "tec.marsh is unknown here"),
        ("[tec.allied]\nrhine = 'two'\n", 2, "tec.allied.rhine is 'two', not a whole number"),
        ("[stacking]\nX = 0.3\n", 2, "stacking.X is 0.3, not a whole or half number of divisions"),
        ("[watch]\nlast_turn = 12\n", 2, "watch.last_turn is 12, and the track has 11 turns"),
        ("[flood]\nfrozen = 30\n", 2, "flood.frozen is 30, and the track has 11 turns"),
        ("[crt]\nbelow = 'AE'\n", 2, "crt.below: 'AE' is not one of AL1, AS, BB, DE, DR"),
        ("[crt]\nodds = ['1:1', '3:1', '4:1', '5:1', '6:1', '7:1', '8:1']\n", 2, "crt.odds: the headings are"),
        ("[crt]\nodds = ['1:1', '2:1']\n", 2, "crt.odds has 2 headings over 7 results"),
        ("[crt]\nodds = []\n", 2, "crt.odds has 0 entries; it must have at least 1"),
        ("[crt]\nresults = []\n", 2, "crt.results has 0 entries; it must have at least 1"),
        ("[crt]\nresults = ['AL1', 'AS', 'BB', 'DR']\n", 2, "crt.results lacks DE, which the table contains"),
        (f"[crt]\nrows = [{ROW}]\n", 2, "crt.rows has 1 entries; it must have exactly 6"),
        (f"[crt]\nrows = [{ROW},\n['AS'],{', '.join([ROW] * 4)}]\n", 3, "crt.rows #2 has 1 results, the first has 7"),
        ("[turns]\ntrack = [{ label = 'a', dates = 'b', year = 1946 }]\n", 2, "turns.track #1 year is 1946"),
    ],
)
def test_an_error_in_a_table_is_reported_with_its_line(text: str, line: int, reason: str) -> None:
    found = faults(tables_toml=text)
    assert [told for told in found if told.startswith(f"overlay/tables.toml:{line}: {reason}")], found


def test_a_table_of_one_column_and_one_result_is_a_table() -> None:
    rows = ", ".join(["['DE']"] * 6)
    text = f"[crt]\nodds = ['1:1']\nresults = ['DE']\nbelow = 'DE'\nabove = 'DE'\nrows = [{rows}]\n"
    assert faults(tables_toml=text) == []


def test_years_run_forward() -> None:
    turns = [f"{{ label = 'x{n}', dates = 'y', year = {1945 if n == 2 else 1944} }}" for n in range(11)]
    found = faults(tables_toml=f"[turns]\ntrack = [{', '.join(turns)}]\n")
    assert found == ["overlay/tables.toml:2: turns.track #4: 1944 comes after 1945"]


@pytest.mark.parametrize(
    ("file", "text", "reason"),
    [
        ("hexes.csv", "hex,terrain\n1600N,swamp\n", "terrain is 'swamp'"),
        ("hexes.csv", "hex,features\n1600N,harbour\n", "features: 'harbour' is not one of"),
        ("hexes.csv", "hex,terrain\n2917N,rough\n", "hex 2917N is already listed under its other number"),
        ("hexsides.csv", "hex1,hex2,kind,bridge\n1600N,1601N,ditch,0\n", "kind is 'ditch'"),
        ("hexsides.csv", "hex1,hex2,kind,bridge\n1600N,1603N,river,0\n", "1600N and 1603N are not neighbours"),
        ("roads.csv", "hex1,hex2,kind\n1600N,1601N,path\n", "kind is 'path'"),
    ],
)
def test_an_error_in_a_hex_is_reported_with_its_line(file: str, text: str, reason: str) -> None:
    found = faults(**{file.replace(".", "_"): text})
    assert [told for told in found if told.startswith(f"overlay/{file}:2: {reason}")], found
