"""Bad data: every error is reported with file, line and reason, and all of them at once."""

from __future__ import annotations

import pytest

from tests.kit.box import DataError
from tests.reich.helpers_map import BOX

ROW = "[0, 0, 1, 1, 1, 1, 1, 1, 1, 1]"
ROWS = ", ".join([ROW] * 9)
#: file, an owner's text, line, words of the report
CASES: list[DataError] = [
    ("hexes.csv", "hex,terrain\n1425,moor\n", 2, "terrain is 'moor', not one of"),
    ("hexes.csv", "hex,terrain\n9901,clear\n", 2, "9901"),
    ("hexes.csv", "hex,features\n0126,entry:B;town\n", 2, "0126 is a B hex and must be clear, without a town or fort"),
    ("hexes.csv", "hex,features\n0434,entry:W;entry:B\n", 2, "0434 is an entrance for several letters (7.1.2)"),
    ("hexes.csv", "hex,features\n4812,fort\n", 2, "4812 needs 'fort' and its kind"),
    ("hexes.csv", "hex,features\n4812,fort;fort:coastal\n", 2, "only forts on the coast are coastal (16.1.A)"),
    ("hexsides.csv", "hex1,hex2,kind\n1425,1426,ditch\n", 2, "kind is 'ditch'"),
    ("hexsides.csv", "hex1,hex2,kind,bridge\n1425,1430,minor-river,0\n", 2, "1425 and 1430 are not neighbours"),
    ("roads.csv", "hex1,hex2,kind\n1425,1426,rail\n", 2, "kind is 'rail'"),
    ("regions.csv", "region,members\nParis,9999\n", 2, "9999"),
    ("regions.csv", "region,kind,members\nSeine Line,list,1520\n", 2, "Seine Line must be a line, not a list"),
    ("counters.csv", "id,type\nG-91,cavalry\n", 2, "type is 'cavalry', not one of"),
    ("counters.csv", "id,type\nG-91,armored\n", 2, "type is 'armored', not one of"),
    ("counters.csv", "id,size\nG-91,XV\n", 2, "size is 'XV', not one of"),
    ("counters.csv", "id,nation\nG-91,us\n", 2, "nation is 'us', not one of german"),
    ("counters.csv", "id,command\nG-91,6AG\n", 2, "command is '6AG', not one of"),
    ("counters.csv", "id,command\nG-91,mech\n", 2, "command is 'mech', wrong for a unit of type infantry (2.2.A)"),
    ("counters.csv", "id,steps\nG-91,3\n", 2, "steps is 3, more than 2"),
    ("counters.csv", "id,attack2\nG-91,1\n", 2, "a unit of type infantry with one step has nothing on its back"),
    ("counters.csv", "id,attack2\nUS-4,5\n", 2, "the back is stronger than the front"),
    ("counters.csv", "id,attack2\nUS-82AB,5\n", 2, "the back is stronger than the front"),
    ("counters.csv", "id,steps\nUS-82AB,2\n", 2, "an Airborne or Air Landing unit has one step (17.9.1)"),
    ("counters.csv", "id,attack\nUS-4,four\n", 2, "attack is 'four', not a whole number"),
    ("counters.csv", "id,attack\nG-HQ7,1\n", 2, "a unit of type hq has an Attack Strength of 0"),
    ("counters.csv", "id,defense\nG-METZ1,4\n", 2, "a Metz garrison unit is a 0-3-0 (16.2)"),
    ("counters.csv", "id,mobile\nG-METZ1,yes\n", 2, "a red Attack Strength cannot be 0 (14.1.B)"),
    ("counters.csv", "id,replaceable\nUS-4,maybe\n", 2, "replaceable is 'maybe', not one of"),
    ("counters.csv", "id,setup\nG-91,England\n", 2, "a German unit cannot start in England (2.1.E)"),
    ("counters.csv", "id,setup\nUS-9,0619\n", 2, "US-9 needs either a set-up hex or a turn of arrival"),
    ("counters.csv", "id,entry\nG-91,E\n", 2, "G-91 needs turn and code of arrival together (7.1.4)"),
    ("counters.csv", "id,entry\nG-9SS,std\n", 2, "entry is 'std', not one of"),
    ("counters.csv", "id,turn\nG-9SS,16\n", 2, "turn is 16, more than 15"),
    ("counters.csv", "id,release\nUS-4,3\n", 2, "only a German unit with a set-up hex has a turn of release (10.7.8)"),
    ("counters.csv", "id,attack\nAL-TAC1,1\n", 2, "attack is '1', which a support unit does not have (2.2.B)"),
    ("counters.csv", "id,setup\nG-91,0917\n", 2, "G-91 is in 0917, which is not a land hex of the map"),
    ("counters.csv", "id,setup\nG-91,2527\n", 2, "G-91 is in 2527, but no German unit stays in Paris (10.7.9)"),
    ("counters.csv", "id,setup\nG-91,0434\n", 2, "G-91 is in 0434, an entrance hex (7.1.2)"),
    ("counters.csv", "id,setup\nG-2PZ,4404\n", 2, "G-2PZ is mechanized and in 4404 in Fortress Holland (17.1.C)"),
    ("counters.csv", "id,setup\nG-METZ1,4525\n", 2, "G-METZ1 is in 4525, which has no Metz fort (16.1)"),
    ("counters.csv", "id,setup\nG-91,0619\n", 0, "0619 holds units of both sides"),
    (
        "counters.csv",
        "id,setup\nUS-4,0820\n",
        0,
        "0820 holds US-4, US-1, US-29, US-2: more than may stack there (5.2.A)",
    ),
    ("counters.csv", "id,setup\nUS-4,1020\n", 0, "Commonwealth and US or French units together (5.2.B)"),
    ("counters.csv", "id,name\nX-1,X\n", 2, "unknown id 'X-1'; an overlay cannot add"),
    ("tables.toml", f"[fire]\nrows = [{ROWS}]\n", 2, "fire.rows has 9 entries; it must"),
    ("tables.toml", f"[fire]\nrows = [{ROWS}, [0, 0]]\n", 2, "#10 has 2 results under 10 columns"),
    ("tables.toml", f"[fire]\nrows = [{ROWS}, {ROW.replace('[0, 0, 1', '[0, 1, 0')}]\n", 2, "falls from one column"),
    ("tables.toml", f"[fire]\nrows = [{ROWS}, {ROW.replace('0, 0, 1', '0, 0, 0')}]\n", 2, "#10 is lower than the row"),
    (
        "tables.toml",
        '[fire]\ncolumns = ["1", "2", "3", "4", "5", "6", "7-9", "11-12", "13-16", "17+"]\n',
        2,
        "'11-12' does not follow the column before it",
    ),
    (
        "tables.toml",
        '[fire]\ncolumns = ["1", "2", "3", "4", "5", "6", "7-9", "10-12", "13-16", "17"]\n',
        2,
        "the last column must be open",
    ),
    ("tables.toml", '[fire]\ncolumns = ["1", "x"]\n', 2, "'x' is not a range of strengths"),
    ("tables.toml", "[allowance]\nlimited = [4, 4, 5, 5, 6, 5]\n", 2, "allowance.limited falls with a better die"),
    ("tables.toml", "[allowance]\nfull = [8, 8, 9, 9, 12, 13]\n", 2, "goes beyond the 12 spaces of the track"),
    ("tables.toml", "[allowance]\nfull = [8, 8, 9]\n", 2, "allowance.full has 3 entries; it must have exactly 6"),
    ("tables.toml", "[terrain.kinds.bog]\ncost = 1\n", 1, "terrain.kinds.bog is unknown here"),
    ("tables.toml", "[terrain.kinds.woods]\ncost = 0\n", 2, "terrain.kinds.woods.cost is 0, less than 1"),
    ("tables.toml", '[hexsides.kinds.rhine]\ncost = "all"\n', 2, "is 'all', not Movement Points or 'closed'"),
    ("tables.toml", '[flood]\nwet = "lake"\n', 2, "'lake' is not one of"),
    ("tables.toml", '[stacking]\ngerman = ["brigade"]\n', 2, "'brigade' is not one of"),
    ("tables.toml", "[air]\nunits = [1, 4]\n", 2, "air.units has 2 entries; it must have exactly 15"),
    ("tables.toml", "[airborne]\nbarred = [16]\n", 2, "is 16, more than 15"),
    ("tables.toml", "[turns]\ntrack = []\n", 2, "turns.track has 0 entries; it must have exactly 15"),
    ("scenarios.toml", '[campaign]\ndropped = ["US-4"]\n', 2, "campaign: 'US-4' has no Dropped side (17.9.1)"),
    ("scenarios.toml", '[campaign]\nstrafed = "US-4"\n', 2, "'US-4' is not German and cannot be strafed (17.5.2)"),
    ("scenarios.toml", '[campaign]\nstrafed = "US-444"\n', 2, "unknown unit 'US-444'"),
    (
        "scenarios.toml",
        '[campaign.anywhere."G-503SS"]\nproposed = "1425"\n',
        2,
        "1425 is not an entrance hex of the letter E",
    ),
    ("scenarios.toml", '[breakout]\narea = "Spain"\n', 2, "the board has no region 'Spain'"),
    ("scenarios.toml", "[final]\nturns = 10\n", 2, "final: the last turn 10 comes before the first 11"),
    ("scenarios.toml", '[campaign]\nstart = "front"\n', 0, "a start of 'front' needs the steps of its set-up"),
    ("scenarios.toml", '[[final.steps]]\nnumber = 3\nside = "allied"\n', 0, "not 2 to 10 in order"),
]


@pytest.mark.parametrize("error", CASES, ids=lambda error: f"{error[0]}: {error[3][:50]}")
def test_an_error_is_reported_with_file_line_and_reason(error: DataError) -> None:
    BOX.reports(error)


def test_the_packaged_data_are_in_order() -> None:
    assert not BOX.faults()


def test_errors_of_all_files_are_reported_together() -> None:
    BOX.reports_together(
        counters_csv="id,steps\nG-91,9\n",
        tables_toml="[stacking]\nunits = 0\n",
        scenarios_toml='[campaign]\nstrafed = "X"\n',
        hexes_csv="hex,terrain\n1425,moor\n",
    )


#: the steps of the Final Battles set-up, with one of them changed
STEPS = {
    n: f'[[final.steps]]\nnumber = {n}\nside = "{"german" if n in (7, 8, 9) else "allied"}"\n' for n in range(2, 11)
}


@pytest.mark.parametrize(
    ("number", "words", "reason"),
    [
        (2, 'removed = ["G-91"]', "final.steps: 'G-91' is not allied"),
        (2, 'removed = ["US-13AB"]', "'US-13AB' is a reinforcement of a later turn (3.4.A.1)"),
        (4, 'england = ["CW-6AB", "CW-6AB"]', "'CW-6AB' was used in step 4 already"),
        (4, 'placed = { "CW-HQ21" = "2527x" }', "2527x"),
        (4, 'placed = { "CW-HQ21" = "5806" }', "CW-HQ21 is in 5806, an entrance hex (7.1.2)"),
        (7, 'chosen = [{ count = 18, of = "1-2-4 divisions", what = "remove" }]', "only 17 of the 1-2-4 divisions"),
        (7, 'chosen = [{ count = 1, of = "cavalry", what = "remove" }]', "'cavalry' is not one of"),
        (8, 'chosen = [{ count = 1, of = "fj divisions", what = "sell" }]', "'sell' is not one of"),
    ],
)
def test_errors_in_the_steps_of_final_battles(number: int, words: str, reason: str) -> None:
    text = "".join(step + (words + "\n" if n == number else "") for n, step in STEPS.items())
    found = BOX.faults(scenarios_toml=text)
    assert any(problem.startswith("overlay/scenarios.toml:") and reason in problem for problem in found), found
