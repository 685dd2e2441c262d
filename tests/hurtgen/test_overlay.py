"""An owner of the printed game corrects the package: one file a mistake, one line a fact.

An overlay is a folder with files of the same names. Its errors are reported with file, line and
reason, everything at once, and nothing of it is used.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard import DataError
from grognard.engine.board import hexside
from tests.hurtgen.table import DATA, game
from tests.kit import faults, overlay

Files = Mapping[str, str]


def corrected(path: Path, **files: str) -> Any:
    """The game with corrections: ``hexes_csv="..."``."""
    named = {name.replace("_", ".") for name in files}
    texts = {name.replace("_", "."): text for name, text in files.items()}
    assert all((DATA / name).is_file() for name in named)
    return grognard.game("hurtgen", overlay(path / "hurtgen", texts))


def crt_with(roll: int, column: int, result: str) -> str:
    """The combat results with one cell changed, as a correction of tables.toml."""
    words = tomllib.loads((DATA / "tables.toml").read_text(encoding="utf-8"))
    rows = words["crt"]["results"]
    rows[roll - 1][column] = result
    lines = ",\n".join("  [" + ", ".join(f'"{cell}"' for cell in row) + "]" for row in rows)
    return f"[crt]\nresults = [\n{lines}\n]\n"


def pair(a: str, b: str) -> tuple[int, int]:
    parse = game().board.grid.parse
    return hexside(parse(a), parse(b))


def at(label: str) -> int:
    return int(game().board.grid.parse(label))


def snapshot(title: Any) -> tuple[Any, ...]:
    """Everything an overlay could have changed."""
    board = title.board
    return (
        title.data_digest,
        dict(board.terrain_at),
        dict(board.names),
        dict(board.features),
        dict(board.hexsides),
        dict(board.roads),
        dict(board.regions),
        title.counters,
        title.tables,
        title.towns,
        title.deploy_areas,
    )


# -- single corrections ----------------------------------------------------------------------


def test_a_hex(tmp_path: Path) -> None:
    mine = corrected(tmp_path, hexes_csv="hex,terrain\n0505,clear\n")
    now, before = mine.board, game().board
    assert (before.terrain_at[at("0505")], now.terrain_at[at("0505")]) == ("woods", "clear")
    others = [h for h in before.terrain_at if h != at("0505")]
    assert all(now.terrain_at[h] == before.terrain_at[h] for h in others)
    assert (now.names, now.features, now.area_at, now.sources) == (
        before.names,
        before.features,
        before.area_at,
        before.sources,
    )
    assert (game().leg.costs.step(at("0504"), at("0505")), mine.leg.costs.step(at("0504"), at("0505"))) == (6, 2)
    assert not game().vehicle.open(at("0504"), at("0505"))
    assert mine.vehicle.open(at("0504"), at("0505"))


def test_a_town_grows_by_a_hex(tmp_path: Path) -> None:
    """Which hexes belong to Germeter is a judgement; who has the printed map knows better."""
    mine = corrected(tmp_path, hexes_csv="hex,terrain,name\n0720,town,Germeter\n")
    assert game().towns["Germeter"] == 1 << at("0819")
    assert mine.towns["Germeter"] == 1 << at("0819") | 1 << at("0720")
    assert {name: hexes for name, hexes in mine.towns.items() if name != "Germeter"} == {
        name: hexes for name, hexes in game().towns.items() if name != "Germeter"
    }


def test_a_hexside(tmp_path: Path) -> None:
    """The bridge below Nideggen is down."""
    no_bridge, no_road = "hex1,hex2,bridge\n2520,2619,0\n", "hex1,hex2,kind\n2520,2619,none\n"
    mine = corrected(tmp_path, hexsides_csv=no_bridge, roads_csv=no_road)
    bridge = pair("2520", "2619")
    assert game().board.hexsides[bridge].bridge
    assert (mine.board.hexsides[bridge].kind, mine.board.hexsides[bridge].bridge) == ("river", False)
    assert bridge not in mine.board.roads
    assert not mine.leg.open(*bridge)
    assert mine.lines.step(*bridge) is None
    assert len(mine.board.hexsides) == len(game().board.hexsides)


def test_a_stream_less_and_a_ferry_more(tmp_path: Path) -> None:
    text = "hex1,hex2,kind,name,bridge,source\n1223,1222,none,,,\n2318,2418,ferry,Rur,0,derived\n"
    mine = corrected(tmp_path, hexsides_csv=text)
    assert pair("1222", "1223") in game().board.hexsides
    assert pair("1222", "1223") not in mine.board.hexsides
    assert game().board.hexsides[pair("2318", "2418")].kind == "river"
    assert mine.board.hexsides[pair("2318", "2418")].kind == "ferry"


def test_a_road(tmp_path: Path) -> None:
    """A trail is a road after all, another never was, and there is one more."""
    text = "hex1,hex2,kind,name,source\n1220,1221,road,,\n0204,0203,none,,\n1718,1717,trail,,derived\n"
    mine = corrected(tmp_path, roads_csv=text)
    assert mine.board.roads[pair("1220", "1221")].kind == "road"
    assert mine.board.roads[pair("1220", "1221")].name == "Kall trail", "what the owner leaves empty stays"
    assert pair("0203", "0204") not in mine.board.roads, "whichever hex is named first"
    assert mine.board.roads[pair("1717", "1718")].kind == "trail"
    assert mine.leg.costs.step(at("1220"), at("1221")) == 1
    assert mine.leg.costs.step(at("0204"), at("0203")) == 4


def test_a_strength(tmp_path: Path) -> None:
    mine = corrected(tmp_path, counters_csv="id,attack\n1/8,4\n")
    number = mine.unit_ids["1/8"]
    assert (game().counters[number].printed, mine.counters[number].printed) == ("2-3-7", "4-3-7")
    assert (mine.roster.attack[number], mine.roster.worth[number]) == (4, 7)
    assert [c for c in mine.counters if c.id != "1/8"] == [c for c in game().counters if c.id != "1/8"]
    match = grognard.setup("game hurtgen\nphase us combat\nat 1/8=0505 1/983=0605", of=mine)
    match.play("attack 0605", "with 1/8")
    assert match.preview is not None
    assert match.preview.total == 2


def test_a_movement_cost(tmp_path: Path) -> None:
    mine = corrected(tmp_path, tables_toml="[tec.leg]\nwoods = 2\n")
    assert (game().leg.enter["woods"], mine.leg.enter["woods"]) == (6, 4)
    assert {word: cost for word, cost in mine.leg.enter.items() if word != "woods"} == {
        word: cost for word, cost in game().leg.enter.items() if word != "woods"
    }
    assert mine.vehicle.enter == game().vehicle.enter


def test_a_cell_of_the_combat_results_table(tmp_path: Path) -> None:
    mine = corrected(tmp_path, tables_toml=crt_with(6, 0, "A2"))
    old, new = game().tables.crt, mine.tables.crt
    assert (old.results[5][0], new.results[5][0]) == ("Ae", "A2")
    changed = [(r, c) for r in range(6) for c in range(12) if old.results[r][c] != new.results[r][c]]
    assert changed == [(5, 0)]
    assert new.lines == old.lines


def test_a_start_hex(tmp_path: Path) -> None:
    mine = corrected(tmp_path, scenarios_toml='[historical.setup.us]\n"1/8" = "0403"\n')
    match = grognard.new(mine, "historical", seed=1)
    assert match.state.at[mine.unit_ids["1/8"]] == at("0403")
    assert match.state.at[mine.unit_ids["2/8"]] == at("0505")


def test_an_arrival_is_corrected_added_or_taken_away(tmp_path: Path) -> None:
    """Entries with the same side, turn and hex are one; the others stay."""
    text = """
[[arrivals]]
side = "german"
turn = 2
hex = "2918"
units = []

[[arrivals]]
side = "german"
turn = 3
hex = "2918"
units = ["1/856", "2/856", "344k"]

[[arrivals]]
side = "us"
turn = 4
hex = "0123"
units = ["10", "47"]
"""
    mine = corrected(tmp_path, scenarios_toml=text)
    entries = mine.scenarios["historical"].words["arrivals"]
    before = game().scenarios["historical"].words["arrivals"]
    assert [e["units"] for e in entries] == [
        ["10", "47"],
        before[1]["units"],
        [],
        *(e["units"] for e in before[3:]),
        before[2]["units"],
    ]
    assert entries[0]["rule"] == before[0]["rule"], "what the owner does not say stays"
    turn = {unit: mine.arrival_turn[mine.unit_ids[unit]] for unit in ("1/856", "1/854", "10", "56sp")}
    assert turn == {"1/856": 3, "1/854": 2, "10": 4, "56sp": 0}


def test_a_duplicate_arrival_is_an_error(tmp_path: Path) -> None:
    """In the owner's list, or because the unit is still in the packaged entry."""
    twice = '[[arrivals]]\nside = "german"\nturn = 3\nhex = "2918"\nunits = ["1/856"]\n'
    said = [str(problem) for problem in faults("hurtgen", tmp_path / "a" / "hurtgen", {"scenarios.toml": twice})]
    assert said == ["overlay/scenarios.toml:5: arrivals: '1/856' arrives twice"]
    empty = '[[arrivals]]\nside = "german"\nturn = 3\nhex = "2918"\nunits = []\n'
    said = [str(problem) for problem in faults("hurtgen", tmp_path / "b" / "hurtgen", {"scenarios.toml": empty * 2})]
    assert said == ["overlay/scenarios.toml:6: arrivals #8: side german, turn 3, hex 2918 is already in #7"]


def test_a_lesson_more(tmp_path: Path) -> None:
    text = '[[exercise]]\ntitle = "Move along a road"\nside = "german"\n[[exercise]]\ntitle = "Mine"\nside = "us"\n'
    text += 'text = "Do it."\nposition = "game hurtgen"\nsteps = ["done"]\n'
    mine = corrected(tmp_path, lessons_toml=text)
    assert [e.title for e in mine.lessons()] == [*(e.title for e in game().lessons()), "Mine"]
    assert (mine.lessons()[0].side, mine.lessons()[0].steps) == ("german", game().lessons()[0].steps)
    assert mine.data_digest == game().data_digest, "no play depends on a lesson"


def test_the_front_line(tmp_path: Path) -> None:
    """The line is a list of hexsides; the deployment areas follow it."""
    label = game().board.grid.label
    members = " ".join(f"{label(a)}-{label(b)}" for a, b in game().board.regions["Front Line"].hexsides[1:])
    mine = corrected(tmp_path, regions_csv=f"region,members\nFront Line,{members}\n")
    assert not game().deploy_areas[0] >> at("0501") & 1
    assert mine.deploy_areas[0] == game().deploy_areas[0] | 1 << at("0501")


def test_corrections_in_all_files_together(tmp_path: Path) -> None:
    mine = corrected(
        tmp_path,
        hexes_csv="hex,terrain\n0505,clear\n",
        hexsides_csv="hex1,hex2,kind\n1222,1223,none\n",
        roads_csv="hex1,hex2,kind\n1220,1221,road\n",
        counters_csv="id,defense\n1/8,1\n",
        tables_toml="[tec]\ntrail = 2\n",
        board_toml='note = "As printed."\n',
    )
    assert mine.board.terrain_at[at("0505")] == "clear"
    assert pair("1222", "1223") not in mine.board.hexsides
    assert mine.board.roads[pair("1220", "1221")].kind == "road"
    assert mine.counters[mine.unit_ids["1/8"]].values["defense"] == 1
    assert mine.tables.ways == {"road": 1, "trail": 4}
    assert mine.board.note == "As printed."


# -- where an owner keeps them ---------------------------------------------------------------


def test_the_overlay_folder_is_found_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    overlay(tmp_path / "hurtgen", {"hexes.csv": "hex,terrain\n0505,clear\n"})
    monkeypatch.setenv("GROGNARD_OVERLAYS", str(tmp_path))
    mine: Any = grognard.game("hurtgen")
    assert mine.board.terrain_at[at("0505")] == "clear"
    assert grognard.new("hurtgen", seed=1).game is mine
    monkeypatch.undo()
    assert grognard.game("hurtgen").board.terrain_at[at("0505")] == "woods"


def test_a_corrected_game_has_a_fingerprint_of_its_own(tmp_path: Path) -> None:
    one = corrected(tmp_path / "a", hexes_csv="hex,terrain\n0505,clear\n")
    two = corrected(tmp_path / "b", hexes_csv="hex,terrain\n0505,mixed\n")
    same = corrected(tmp_path / "c", hexes_csv="hex,terrain\n0505,clear\n")
    assert len({game().data_digest, one.data_digest, two.data_digest}) == 3
    assert same.data_digest == one.data_digest


def test_an_empty_folder_changes_nothing(tmp_path: Path) -> None:
    assert snapshot(corrected(tmp_path)) == snapshot(game())


# -- faults ----------------------------------------------------------------------------------

#: file, text, line (0: the fault is the file itself), what the reason says
WRONG = [
    ("hexes.csv", "hex,terrain\n0505,clear\n0506,swamp\n", 3, "terrain is 'swamp', not one of broken, clear,"),
    ("hexes.csv", "hex,terrain\n3001,clear\n", 2, "no hex '3001' on this map"),
    ("hexes.csv", "hex,terrian\n0505,clear\n", 2, "unknown column terrian"),
    ("hexes.csv", "hex,source\n0505,guess\n", 2, "source is 'guess', not one of derived,"),
    ("hexes.csv", "hex,terrain\n0505,none\n", 2, "hex 0505 cannot be removed"),
    ("hexes.csv", "hex,area\n0505,uss\n", 2, "area is 'uss', not one of german, us"),
    ("hexes.csv", "hex,features\n0505,hil\n", 2, "features: 'hil' is not one of"),
    ("hexsides.csv", "hex1,hex2,source\n2520,2619,rumour\n", 2, "source is 'rumour', not one of derived,"),
    ("hexsides.csv", "hex1,hex2,kind\n0501,0701,stream\n", 2, "0501 and 0701 are not neighbours"),
    ("hexsides.csv", "hex1,hex2,bridge\n2520,2619,no\n", 2, "bridge is 'no', not one of 0, 1"),
    ("hexsides.csv", "hex1,hex2,kind\n2520,2619,brook\n", 2, "kind is 'brook', not one of ferry, river, stream"),
    ("roads.csv", "hex1,hex2,kind\n1220,1221,rail\n", 2, "kind is 'rail', not one of road, trail"),
    ("roads.csv", "hex1,hex2,kind\n1221,1220,road\n", 2, "road 1221-1220 is already listed as 1220-1221"),
    ("roads.csv", "hex1,hex2,source\n1220,1221,rumour\n", 2, "source is 'rumour', not one of derived,"),
    ("roads.csv", "hex1,kind\n1220,road\n", 1, "column hex2 is missing"),
    ("regions.csv", "region,kind,members\nFront Line,list,0501 0601\n", 2, "Front Line must be a line, not a list"),
    ("regions.csv", "region,kind,members\nGey,line,1805-1905\n", 2, "Gey must be a list, not a line"),
    ("regions.csv", "region,members\nGey,0101\n", 2, "the objective Gey includes 0101, which is not a town hex"),
    ("regions.csv", "region,members\nGey,1805 9999\n", 2, "no hex '9999' on this map"),
    ("counters.csv", "id,attack\n1/8,two\n", 2, "attack is 'two', not a whole number"),
    ("counters.csv", "id,attack\n1/8,-2\n", 2, "attack is -2, less than 0"),
    ("counters.csv", "id,movement\n1/22,-7\n", 2, "movement is -7, less than 0"),
    ("counters.csv", "id,fpf\n20,-1\n", 2, "fpf is -1, less than 0"),
    ("counters.csv", "id,attack\n1/88,2\n", 2, "unknown id '1/88'; an overlay cannot add rows to this file"),
    ("counters.csv", "id,type\n1/8,cavalry\n", 2, "type is 'cavalry', not one of"),
    ("counters.csv", "id,barrage\n1/8,3\n", 2, "a unit of type infantry has no barrage"),
    ("counters.csv", "id,side\n1/8,french\n", 2, "side is 'french', not one of german, us"),
    ("tables.toml", "[tec.leg]\nwoods = \n", 2, "Invalid value"),
    ("tables.toml", '[tec.leg]\nwoods = "deep"\n', 2, "leg.woods is 'deep', not a whole or half number"),
    ("tables.toml", "[tec.leg]\nclear = 1\nwoods = 0.3\n", 3, "leg.woods is 0.3, not a whole or half number"),
    ("tables.toml", "[tec.leg]\nwoods = inf\n", 2, "leg.woods is inf, not a whole or half number"),
    ("tables.toml", "[tec.leg]\nwoods = -1\n", 2, "leg.woods is -1, less than 0"),
    ("tables.toml", "[tec.leg]\nwods = 2\n", 2, "tec.leg.wods is unknown here: did you mean woods?"),
    ("tables.toml", "[tec]\nroad = 0\n", 2, "tec.road is 0, less than 0.5"),
    ("tables.toml", "[tce]\n[tce.leg]\nwoods = 2\n", 1, "tce is unknown here: did you mean tec?"),
    ("tables.toml", '[crt]\nresults = [["A1"]]\n', 2, "crt.results has 1 entries; it must have exactly 6"),
    ("tables.toml", "[crt]\nresults = [" + '["A1"],' * 6 + "]\n", 1, "line rough: more columns than results"),
    ("tables.toml", crt_with(3, 4, "Zz"), 5, "crt.results #3 #5: 'Zz' is not one of A1,"),
    ("tables.toml", '[crt]\nlines = [\n{terrain=["rough"], columns=["0","2"]}]\n', 2, "no line for woods"),
    ("tables.toml", '[crt]\nlines = [\n{terrain=["rough"], columns=["0",\n"nil"]}]\n', 4, "'nil' is not a column"),
    ("tables.toml", "[objectives.points]\nAachen = 5\n", 2, "Aachen is not in regions.csv"),
    ("tables.toml", '[objectives.points]\nGermeter = 5\nGey = "25"\n', 3, "points.Gey is '25', not a whole number"),
    ("tables.toml", "[objectives.points]\n'US entry' = 5\n", 2, "US entry includes 0123, which is not a town hex"),
    ("tables.toml", '[limits]\nbarrage = {us = "four"}\n', 2, "limits.barrage.us is 'four', not a whole number"),
    ("tables.toml", "[limits]\nbarrage = {us = -4}\n", 2, "limits.barrage.us is -4, less than 0"),
    ("tables.toml", '[victory]\nlevels = [\n{least = "x"}]\n', 3, "victory.levels #1 least is 'x', not a whole"),
    ("tables.toml", "[victory]\nlevels = [\n{least = 3}]\n", 3, "victory.levels #1 winner is missing"),
    ("tables.toml", "[victory]\nlevels = [\n" + '{least = 3, winner = "us", level = "x"},\n' * 2 + "]", 4, "3 is not"),
    ("tables.toml", '[victory.otherwise]\nwinner = "french"\n', 2, "winner: 'french' is not one of german, us"),
    ("scenarios.toml", "[historical\n", 1, "Expected ']'"),
    ("scenarios.toml", '[historical.setup.us]\n"2/8" = "0402"\n', 2, "2/8 and 1/8 are both placed in 0402"),
    ("scenarios.toml", '[historical.setup.us]\n"1/8" = "0505"\n', 2, "2/8 and 1/8 are both placed in 0505"),
    ("scenarios.toml", '[historical.setup.us]\n"9/8" = "0101"\n', 2, "unknown unit '9/8'"),
    ("scenarios.toml", '[historical.setup.us]\n"16" = "0101"\n', 2, "'16' is not a us unit"),
    ("scenarios.toml", '[historical.setup.us]\n"10" = "0101"\n', 2, "'10' is listed twice"),
    ("scenarios.toml", '[historical.setup.us]\n"1/8" = "9999"\n', 2, "no hex '9999' on this map"),
    ("scenarios.toml", '[historical.setup.french]\n"1/8" = "0101"\n', 1, "historical.setup.french is unknown here"),
    ("scenarios.toml", '[historical]\nturns = "many"\n', 2, "historical.turns is 'many', not a whole number"),
    ("scenarios.toml", "[historical]\nturns = 0\n", 2, "historical.turns is 0, less than 1"),
    ("scenarios.toml", '[historical]\nrule = "16.1"\nsetup = 3\n', 3, "historical.setup is 3, not a table"),
    ("scenarios.toml", '[historical]\nfirst = "german"\n', 2, "the First Player must be the U.S."),
    ("scenarios.toml", '[mine]\ntitle = "My own"\n', 1, "mine.turns is missing"),
    ("scenarios.toml", '\n[[arrivals]]\nturn = "soon"\n', 3, "arrivals #7 turn is 'soon', not a whole number"),
    ("scenarios.toml", "\n[[arrivals]]\nturn = 3\n", 2, "arrivals #7 side is missing"),
    ("board.toml", "[grid]\nlines = [29, 1]\n", 1, "not a valid grid"),
    ("board.toml", "title = Hürtgen\n", 1, "Invalid value"),
    ("board.toml", "title = 3\n", 1, "title is 3, not a text"),
    ("lessons.toml", '[[exercise]]\ntitle = "x"\n', 1, "exercise #8 steps is missing"),
    ("lessons.toml", '[[exercise]]\ntitle = "Move along a road"\nsteps = [3]\n', 3, "exercise #1 steps #1 is 3, not"),
    ("lessons.toml", '[[exercise]]\ntitle = "Move along a road"\nhint = "x"\n', 3, "exercise #1 hint is unknown here"),
    ("hexs.csv", "hex,terrain\n0505,clear\n", 0, "not a file of this game: did you mean hexes.csv?"),
    ("duties.csv", "duty,clause\n", 0, "not a file of this game"),
]


@pytest.mark.parametrize(("name", "text", "line", "reason"), WRONG, ids=[f"{wrong[0]}: {wrong[1]}" for wrong in WRONG])
def test_an_error_is_reported_with_file_line_and_reason(
    tmp_path: Path, name: str, text: str, line: int, reason: str
) -> None:
    said = faults("hurtgen", tmp_path / "hurtgen", {name: text})
    there = [problem for problem in said if reason in problem.reason]
    assert there, said
    for problem in there:
        assert (problem.file, problem.line) == (f"overlay/{name}", line)
        assert str(problem).startswith(f"overlay/{name}:{line}: " if line else f"overlay/{name}: ")


def test_all_errors_are_reported_together(tmp_path: Path) -> None:
    files = {
        "hexes.csv": "hex,terrain\n0505,swamp\n0506,clear\n9999,clear\n",
        "hexsides.csv": "hex1,hex2,bridge\n2520,2619,no\n",
        "roads.csv": "hex1,hex2,kind\n1220,1221,rail\n",
        "regions.csv": "region,kind\nGey,heap\n",
        "counters.csv": "id,attack\n1/8,two\n1/22,three\n",
        "board.toml": "[grid]\nlines = 3\n",
        "tables.toml": '[tec.leg]\nwoods = "deep"\nwods = 3\n[limits]\nfpf = 3\n[objectives.points]\nAachen = 1\n',
        "scenarios.toml": '[historical]\nturns = "many"\nsetup = 3\n',
        "roda.csv": "hex1,hex2\n",
    }
    said = faults("hurtgen", tmp_path / "hurtgen", files)
    assert sorted(f"{problem.file.removeprefix('overlay/')}:{problem.line}" for problem in said) == [
        "board.toml:2",
        "counters.csv:2",
        "counters.csv:3",
        "hexes.csv:2",
        "hexes.csv:4",
        "hexsides.csv:2",
        "regions.csv:2",
        "roads.csv:2",
        "roda.csv:0",
        "scenarios.toml:2",
        "scenarios.toml:3",
        "tables.toml:2",
        "tables.toml:3",
        "tables.toml:5",
        "tables.toml:7",
    ]
    assert all(problem.file.startswith("overlay/") for problem in said)
    assert all(problem.reason for problem in said)


# -- all or nothing --------------------------------------------------------------------------


def test_a_bad_overlay_is_never_half_applied(tmp_path: Path) -> None:
    """One good file, one bad: no game comes of it, the packaged game is as it was, and mending the file helps."""
    before = snapshot(game())
    files = {"hexes.csv": "hex,terrain\n0505,clear\n", "counters.csv": "id,attack\n1/8,two\n"}
    (fault,) = faults("hurtgen", tmp_path / "hurtgen", files)
    assert str(fault) == "overlay/counters.csv:2: attack is 'two', not a whole number"
    assert snapshot(grognard.game("hurtgen")) == before
    assert snapshot(type(game()).load()) == before, "nor has anything been written to the package"
    assert faults("hurtgen", tmp_path / "hurtgen", files), "asked again it says so again"
    mended = grognard.game("hurtgen", overlay(tmp_path / "hurtgen", {"counters.csv": "id,attack\n1/8,4\n"}))
    assert mended.board.terrain_at[at("0505")] == "clear"
    assert mended.counters[mended.unit_ids["1/8"]].values["attack"] == 4


def test_good_rows_do_not_survive_a_bad_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    overlay(tmp_path / "hurtgen", {"hexes.csv": "hex,terrain\n0505,clear\n0506,swamp\n"})
    monkeypatch.setenv("GROGNARD_OVERLAYS", str(tmp_path))
    with pytest.raises(DataError):
        grognard.game("hurtgen")
    with pytest.raises(DataError):
        grognard.new("hurtgen", seed=1)
    monkeypatch.undo()
    assert grognard.game("hurtgen").board.terrain_at[at("0505")] == "woods"
