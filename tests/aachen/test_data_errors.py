"""Bad data: every error is reported with file, line and reason, and all of them at once."""

from __future__ import annotations

import pytest

from tests.aachen.helpers_map import BOX
from tests.kit.box import DataError

HEAD = "id,side,name,title,formation,corps,type,mover"
#: file, an owner's text, line, words of the report
CASES: list[DataError] = [
    ("hexes.csv", "hex,terrain\n1013,moor\n", 2, "terrain is 'moor', not one of"),
    ("hexes.csv", "hex,terrain\n5723,clear\n", 2, "5723"),
    (
        "hexes.csv",
        "hex,features\n2806,pillbox\n",
        2,
        "2806 is city, and a pillbox needs clear ground or forest (3.1.1)",
    ),
    ("hexsides.csv", "hex1,hex2,kind\n1821,1921,ditch\n", 2, "kind is 'ditch'"),
    ("hexsides.csv", "hex1,hex2,kind,bridge\n1921,1821,stream,0\n", 2, "1921-1821 is already listed"),
    ("hexsides.csv", "hex1,hex2,kind,bridge\n1001,1005,stream,0\n", 2, "1001 and 1005 are not neighbours"),
    ("roads.csv", "hex1,hex2,kind\n1001,1002,rail\n", 2, "kind is 'rail'"),
    ("regions.csv", "region,members\nAachen city,9999\n", 2, "9999"),
    (
        "counters.csv",
        "id,september\n1-HQ,1706\n",
        2,
        "1-HQ is in 1706, which is neither town, city nor industrial (3.3)",
    ),
    ("counters.csv", "id,september\n1-I/16,1908\n", 0, "1908 holds 1-I/16, 1-II/16: more than 1 of the type infantry"),
    ("counters.csv", "id,september\n1-I/16,2107\n", 0, "is in 2107 with 1-I/16 of the other side"),
    ("counters.csv", "id,september\n1-I/16,5701\n", 2, "september: "),
    ("counters.csv", "id,level\n1-HQ,8\n", 2, "level is 8, more than 7"),
    ("counters.csv", "id,effectiveness\n1-I/16,8\n", 2, "effectiveness is 8, more than 7"),
    ("counters.csv", "id,effectiveness2\n1-I/16,6\n", 2, "does not have a lower Effectiveness Rating (5.6.3)"),
    ("counters.csv", "id,armor2\n1-I/16,4\n", 2, "has more Tank or Anti-Tank Points (5.6.3)"),
    ("counters.csv", "id,strength\n1-I/16,ten\n", 2, "strength is 'ten', not a whole number"),
    ("counters.csv", "id,mover\n1-I/16,motorized\n", 2, "a unit of type infantry is leg"),
    ("counters.csv", "id,type\n1-I/16,cavalry\n", 2, "type is 'cavalry', not one of"),
    ("counters.csv", "id,corps\n1-I/16,LXXXI\n", 2, "corps is 'LXXXI', not one of VII, XIX"),
    ("counters.csv", "id,corps\n1-I/16,XIX\n", 2, "1-I/16 is not of the side and corps of the HQ of formation 1"),
    ("counters.csv", "id,range\n1-I/16,9\n", 2, "range is '9', which a unit of type infantry does not have"),
    ("counters.csv", "id,name\n1-I/16,I/17\n", 2, "id is '1-I/16', where formation and name make '1-I/17'"),
    ("counters.csv", "id,recovery\n526-HQ,5\n", 2, "recovery is 5, which has no line in tables.toml (8.1.3)"),
    (
        "counters.csv",
        f"{HEAD}\n7-X,us,X,,7,VII,infantry,leg\n",
        2,
        "unknown id '7-X'; an overlay cannot add",
    ),
    (
        "tables.toml",
        "[action_points]\nactivation = [[1, 2, 3, 4, 5, 6, 7]]\n",
        2,
        "has 1 entries; it must",
    ),
    ("tables.toml", "[action_points]\nreaction = 3\n", 2, "action_points.reaction is 3, not a list"),
    ("tables.toml", "[[chits.kinds]]\nkind = 0\nrows = [[1, 1, 1]]\n", 3, "has 1 entries; it must have exactly 7"),
    ("tables.toml", f"[[chits.kinds]]\nkind = 0\nrows = {[[1, 1, 1]] * 6 + [[2, 1, 1]]}\n", 3, "falls from one column"),
    ("tables.toml", f"[[chits.kinds]]\nkind = 0\nrows = {[[1, 1, 2]] + [[1, 1, 1]] * 6}\n", 3, "lower than the row"),
    ("tables.toml", f"[[chits.kinds]]\nkind = 0\nrows = {[[1, 1, 3.5]] * 7}\n", 3, "a multiplier above 3 (7.5.1.1)"),
    ("tables.toml", '[crt]\nbelow = "5:0"\n', 2, "'5:0' is not a result such as '2/2r'"),
    ("tables.toml", f"[crt]\nrows = {[['5/0'] * 8] * 19}\n", 2, "crt.rows has 19 entries; it must"),
    ("tables.toml", f"[crt]\nrows = {[['5/0'] * 7] * 20}\n", 0, "has 8 headings over 7 results"),
    ("tables.toml", f"[crt]\nrows = {[['5/0'] * 8] * 19 + [['5/0'] * 7]}\n", 2, "#20 has 7 results, the first has 8"),
    (
        "tables.toml",
        '[crt.lines]\nopen = ["1:3", "1:1"]\n',
        2,
        "crt.lines.open: the headings do not follow one another",
    ),
    ("tables.toml", '[terrain.kinds.town]\nline = "deep"\n', 2, "line is 'deep', not one of"),
    ("tables.toml", "[terrain.kinds.town]\nleg = 0\n", 2, "terrain.kinds.town.leg is 0, less than 0.5"),
    ("tables.toml", "[terrain.kinds.bog]\nleg = 1\n", 1, "terrain.kinds.bog is unknown here"),
    ("tables.toml", '[hexsides.kinds.stream]\nleg = "all"\n', 2, "is 'all', not Movement Points, 'closed'"),
    ("tables.toml", "[interdiction]\nlevels = [0, 0, 0, 1, 1, 1, 1, 2, 2, 3]\n", 2, "is 3, more than 2"),
    ("tables.toml", '[plans.markers.E]\n"VP Bonn" = 9\n', 2, "the board has no region 'VP Bonn'"),
    ("tables.toml", "[recovery.german]\nx = [1, 1, 1]\n", 2, "recovery.german.x is not a rating"),
    ("tables.toml", "[replacements]\ncavalry = 2\n", 2, "'cavalry' is not one of"),
    ("scenarios.toml", '[schedule.reinforcements.2]\n"9-X" = "1013"\n', 2, "unknown unit '9-X'"),
    ("scenarios.toml", '[schedule.reinforcements.9]\n"29-HQ" = "3702"\n', 0, "'9' is not a turn of the track"),
    ("scenarios.toml", '[schedule.reinforcements.2]\n"12-HQ" = "2022"\n', 2, "12-HQ is in 2022, which is neither town"),
    ("scenarios.toml", '[schedule.reinforcements.5]\n"12-HQ" = "3317"\n', 2, "'12-HQ' arrives a second time"),
    ("scenarios.toml", '[schedule.reinforcements.2]\n"1-I/16" = "1013"\n', 2, "'1-I/16' starts in September"),
    ("scenarios.toml", '[schedule.returns.6]\n"49-49F" = "3620"\n', 2, "its formation was not withdrawn before"),
    (
        "scenarios.toml",
        '[schedule.proposed]\n"99" = "1"\n',
        2,
        "'99' cannot be assigned to the 1st Infantry Division (5.5.2)",
    ),
    (
        "scenarios.toml",
        '[stolberg.proposed]\n"4Cav" = "30"\n',
        2,
        "'4Cav' cannot be assigned to the 30th Infantry Division",
    ),
    (
        "scenarios.toml",
        '[stolberg.proposed]\n"34MG" = "12"\n',
        2,
        "the HQ of formation 12 is not on the map at the start",
    ),
    ("scenarios.toml", '[stolberg.proposed]\n"506" = "526"\n', 2, "'506' is not on the map at the start"),
    ("scenarios.toml", '[stolberg.proposed]\n"Pol" = "526"\n', 2, "'Pol' is assigned already"),
    ("scenarios.toml", '[stolberg]\narea = "Wurm area"\n', 0, "outside the area of the scenario stolberg"),
    ("scenarios.toml", '[stolberg]\narea = "Bonn"\n', 2, "the board has no region 'Bonn'"),
    ("scenarios.toml", "[wurm]\nfirst_turn = 9\n", 2, "wurm.first_turn is 9, more than 8"),
    ("scenarios.toml", "[wurm]\nturns = 4\n", 2, "wurm: the last turn 4 comes before the first 5"),
    ("scenarios.toml", '[first-blood]\nunits = ["12-HQ"]\n', 2, "'12-HQ' does not start in september"),
    ("scenarios.toml", "[first-blood.clear]\nactivations = 6\n", 0, "must rise up to the last activation"),
    ("scenarios.toml", '[wurm.victory]\nbands = [{from = 5, winner = "us", grade = "draw"}]\n', 2, "must begin at 0"),
    (
        "scenarios.toml",
        '[stolberg]\nreinforcements = ["99th"]\n',
        2,
        "'99th' is neither a formation nor an independent unit",
    ),
]


@pytest.mark.parametrize("error", CASES, ids=lambda error: f"{error[0]}: {error[3][:50]}")
def test_an_error_is_reported_with_file_line_and_reason(error: DataError) -> None:
    BOX.reports(error)


def test_the_packaged_data_are_in_order() -> None:
    assert not BOX.faults()


def test_errors_of_all_files_are_reported_together() -> None:
    BOX.reports_together(
        counters_csv="id,level\n1-HQ,9\n",
        tables_toml="[stacking]\nafv = 0\n",
        scenarios_toml='[schedule.withdrawals]\n3 = ["354"]\n',
        hexes_csv="hex,terrain\n1013,moor\n",
    )


def test_a_formation_needs_an_hq() -> None:
    found = BOX.faults(counters_csv="id,type,formation\n29-HQ,hq,28\n")
    assert any("formation 29 has no HQ (3.3)" in problem for problem in found), found


def test_a_missing_row_of_a_table_is_reported() -> None:
    found = BOX.faults(tables_toml="[action_points]\nactivation = []\n[crt]\nrows = []\n")
    assert any("action_points.activation has 0 entries; it must have exactly 10" in problem for problem in found)
    assert any("crt.rows has 0 entries; it must have exactly 20" in problem for problem in found)
