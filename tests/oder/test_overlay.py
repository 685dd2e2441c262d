"""Corrections by an owner of the printed game; errors in them are reported with file, line and reason."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.engine.board import hexside
from tests.kit import GAMES, faults
from tests.oder.table import game

DATA = GAMES / "oder" / "data"


def corrected(**files: str) -> Any:
    """The game with corrections: ``hexes_csv="..."``."""
    return grognard.game("oder", {name.replace("_", "."): text for name, text in files.items()})


def at(label: str) -> int:
    return int(game().board.grid.parse(label))


def crt_with(row: int, column: int, result: str) -> str:
    """The combat results with one cell changed, a row a line from line 3 on."""
    rows = tomllib.loads((DATA / "tables.toml").read_text(encoding="utf-8"))["crt"]["rows"]
    rows[row][column] = result
    return "[crt]\nrows = [\n" + "".join(f"  {cells},\n" for cells in rows) + "]\n"


# -- single corrections ----------------------------------------------------------------------


def test_a_hex_and_a_river() -> None:
    mine = corrected(
        hexes_csv="hex,terrain,features\n1009,clear,city\n",
        hexsides_csv="hex1,hex2,kind,bridge\n1008,1009,river,0\n",
    )
    assert (game().board.terrain_at[at("1009")], mine.board.terrain_at[at("1009")]) == ("forest", "clear")
    assert mine.cities == game().cities | 1 << at("1009")
    assert mine.board.hexsides[hexside(at("1008"), at("1009"))].kind == "river"


def test_a_strength_and_a_table() -> None:
    mine = corrected(counters_csv="id,attack\n24,9\n", tables_toml="[modifiers]\nriver = 2\n" + crt_with(0, 0, "EX"))
    assert mine.counters[mine.unit_ids["24"]].printed == "9-6"
    assert (mine.tables.modifiers["river"], mine.tables.modifiers["city"]) == (2, game().tables.modifiers["city"])
    assert (game().tables.crt.rows[0][0], mine.tables.crt.rows[0][0]) == ("AS", "EX")


def test_a_start_hex() -> None:
    mine = corrected(scenarios_toml='[campaign.setup.german]\n"24" = "1820"\n')
    match = grognard.new(mine, seed=1)
    assert match.state.at[mine.unit_ids["24"]] == at("1820")


# -- faults ----------------------------------------------------------------------------------

#: file, text, line (0: the fault is the file itself), what the reason says
WRONG = [
    ("hexes.csv", "hex,area\n1009,germn\n", 2, "area is 'germn', not one of german, soviet"),
    ("hexes.csv", "hex,terrain\n1009,swamp\n", 2, "terrain is 'swamp', not one of clear,"),
    ("hexes.csv", "hex,features\n1009,town;fortifcation\n", 2, "features: 'fortifcation' is not one of"),
    ("hexes.csv", "hex,source\n1009,guess\n", 2, "source is 'guess', not one of derived,"),
    ("hexsides.csv", "hex1,hex2,source\n1005,1006,guess\n", 2, "source is 'guess', not one of derived,"),
    ("roads.csv", "hex1,hex2,kind\n1005,1006,road\n", 2, "kind is 'road', not one of"),
    ("regions.csv", "region,kind,members\nMemel,line,2806-2807\n", 2, "Memel must be a list, not a line"),
    ("regions.csv", "region,kind,members\nNo zones onto the land bridges,list,2507\n", 2, "must be a line, not a list"),
    ("counters.csv", "id,attack\n24,-1\n", 2, "attack is -1, less than 0"),
    ("counters.csv", "id,defense\n24,0\n", 2, "defense is 0, less than 1"),
    ("counters.csv", "id,attack\n2444,1\n", 2, "unknown id '2444'; an overlay cannot add rows to this file"),
    ("tables.toml", crt_with(2, 1, "Zz"), 5, "crt.rows #3 #2: 'Zz' is not one of AL1,"),
    ("tables.toml", '[crt]\nresults = ["AL1", "Zz"]\n', 2, "crt.results #2: 'Zz' is not one of AL1,"),
    (
        "tables.toml",
        '[crt]\nresults = ["AL1", "AS", "EX", "DE"]\n',
        2,
        "crt.results lacks DR, which appears in the rows",
    ),
    ("tables.toml", '[crt]\ngerman = ["1:1", "3:1"]\n', 2, "crt.german: the headings must be consecutive odds"),
    ("tables.toml", '[crt]\ngerman = ["1:1", "2:1"]\n', 2, "crt.german has 2 headings over 9 results"),
    ("tables.toml", '[crt]\ngerman = ["1:1", "2to1"]\n', 2, "crt.german #2: '2to1' is not an odds heading"),
    ("tables.toml", '[crt]\nrows = [\n["AS", "EX"],\n["DE"]]\n', 4, "crt.rows #2 has 1 results, the first has 2"),
    ("tables.toml", '[crt]\nfirst_row = "nil"\n', 2, "crt.first_row is 'nil', not a whole number"),
    ("tables.toml", "[tec.mechanized]\nforest = -2\n", 2, "tec.mechanized.forest is -2, less than 0"),
    ("tables.toml", "[tec.mechanized]\nforest = 1.5\n", 2, "tec.mechanized.forest is 1.5, not a whole number"),
    ("tables.toml", "[tec.mechanised]\nforest = 2\n", 1, "tec.mechanised is unknown here: did you mean mechanized?"),
    ("tables.toml", "[modifiers]\nrivr = 2\n", 2, "modifiers.rivr is unknown here: did you mean river?"),
    ("tables.toml", '[movement]\nstatic = "none"\n', 2, "movement.static is 'none', not a whole number"),
    ("tables.toml", "[stacking]\nlimit = 0\n", 2, "stacking.limit is 0, less than 1"),
    ("tables.toml", "stacking = 3\n", 1, "stacking is 3, not a table"),
    ("tables.toml", '[victory]\ngerman_least = "x"\n', 2, "victory.german_least is 'x', not a whole number"),
    ("scenarios.toml", '[campaign]\nturns = "many"\n', 2, "campaign.turns is 'many', not a whole number"),
    ("scenarios.toml", '[campaign]\nrule = "3.2"\nsetup = 3\n', 3, "campaign.setup is 3, not a table"),
    ("scenarios.toml", '[campaign.setup.german]\n"24" = "9999"\n', 2, "no hex '9999' on this map"),
    ("scenarios.toml", '[campaign.setup.german]\n"24" = ""\n', 2, "campaign.setup.german.24 is empty"),
    ("scenarios.toml", '[campaign.setup.german]\n"99x" = "1820"\n', 2, "unknown unit '99x'"),
    ("scenarios.toml", '[campaign.setup.german]\n"13" = "1820"\n', 2, "'13' is not a german unit"),
    ("scenarios.toml", '[campaign.setup.german]\n"1SS" = "1820"\n', 2, "'1SS' is listed a second time"),
    ("scenarios.toml", "[campaign.any]\nthird_shock = []\n", 1, "'3Sh' is not listed"),
    ("scenarios.toml", "[campaign.any]\nthird_shok = []\n", 2, "third_shok is unknown here: did you mean third_shock?"),
    ("scenarios.toml", '[campaign.turn_box]\nunits = ["18"]\n', 2, "campaign.turn_box.units is a list, not a table"),
    ("scenarios.toml", '[mine]\ntitle = "My own"\n', 1, "mine.setup is missing"),
    ("board.toml", '[look.captions]\n"0101" = "x"\n', 2, "look.captions.0101: no hex '0101' on this map"),
    ("board.toml", '[grid]\nshoved = "some"\n', 2, "grid.shoved: 'some' is not one of even, odd"),
    ("lessons.toml", '[[exercise]]\ntitle = "Zones of control"\nside = 3\n', 3, "exercise #2 side is 3, not a text"),
    ("hexs.csv", "hex,terrain\n1009,clear\n", 0, "not a file of this game: did you mean hexes.csv?"),
]


@pytest.mark.parametrize(("name", "text", "line", "reason"), WRONG, ids=[f"{wrong[0]}: {wrong[3]}" for wrong in WRONG])
def test_an_error_is_reported_with_file_line_and_reason(
    tmp_path: Path, name: str, text: str, line: int, reason: str
) -> None:
    there = [problem for problem in faults("oder", tmp_path, {name: text}) if reason in problem.reason]
    assert there
    assert {(problem.file, problem.line) for problem in there} == {(f"overlay/{name}", line)}


def test_all_errors_are_reported_together(tmp_path: Path) -> None:
    files = {
        "hexes.csv": "hex,terrain\n1009,swamp\n",
        "hexsides.csv": "hex1,hex2,kind\n1005,1006,brook\n",
        "regions.csv": "region,kind,members\nMemel,line,2806-2807\n",
        "counters.csv": "id,attack\n24,two\n",
        "board.toml": "[grid]\nlines = [35, 10]\n",
        "tables.toml": "[stacking]\nlimit = 0\n[crt]\nfirst_row = 'x'\n",
        "scenarios.toml": '[campaign]\nturns = "many"\n[campaign.setup.german]\n"24" = "9999"\n',
        "notes.csv": "",
    }
    said = faults("oder", tmp_path, files)
    assert sorted(f"{problem.file}:{problem.line}" for problem in said) == [
        "overlay/board.toml:1",
        "overlay/counters.csv:2",
        "overlay/hexes.csv:2",
        "overlay/hexsides.csv:2",
        "overlay/notes.csv:0",
        "overlay/regions.csv:2",
        "overlay/scenarios.toml:2",
        "overlay/scenarios.toml:4",
        "overlay/tables.toml:2",
        "overlay/tables.toml:4",
    ]
    again = type(game()).load()
    assert (again.data_digest, again.counters) == (game().data_digest, game().counters), "the package is as it was"
