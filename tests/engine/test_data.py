"""Game files: every fault is reported with file, line and reason, all at once; owners may correct anything."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from grognard import DataError
from grognard.engine.board import Board, hexside, load_board
from grognard.engine.data import Overlay, Source, overlay_folder

FILES = {
    "board.toml": """
title = "Two by two"
[grid]
lines = [1, 2]
positions = [1, 2]
[words]
terrain = ["clear", "woods"]
hexside = ["stream", "river"]
road = ["road"]
source = ["derived"]
""",
    "hexes.csv": """hex,terrain,name,features,area,source
0101,clear,Aachen,town;fort,west,derived
0102,clear,,,west,derived
# a remark
0201,woods,,,east,derived
0202,clear,,,east,derived
""",
    "hexsides.csv": """hex1,hex2,kind,name,bridge,source
0101,0201,stream,Kall,0,derived
0101,0102,river,Rur,1,derived
""",
    "roads.csv": "hex1,hex2,kind,name,source\n0101,0102,road,,derived\n",
    "regions.csv": """region,kind,members,rule
front,line,0101-0201 0102-0201,6.1
west,list,0101 0102,6.2
""",
}


def folder(path: Path, **changed: str | None) -> Path:
    """The packaged files, some of them changed (``hexes_csv=...``) or left out (None)."""
    path.mkdir(exist_ok=True)
    for name, text in FILES.items():
        text_now = changed.get(name.replace(".", "_"), text)
        if text_now is not None:
            (path / name).write_text(text_now, encoding="utf-8")
    return path


def load(path: Path, overlay: Overlay | None = None) -> tuple[Board, Source]:
    source = Source(path, overlay)
    board = load_board(source)
    source.check()
    return board, source


def faults(path: Path, overlay: Overlay | None = None) -> list[str]:
    with pytest.raises(DataError) as caught:
        load(path, overlay)
    assert str(caught.value).splitlines() == [str(p) for p in caught.value.problems]
    return [str(p) for p in caught.value.problems]


def changed(name: str, old: str, new: str) -> dict[str, str]:
    assert FILES[name].count(old) == 1
    return {name.replace(".", "_"): FILES[name].replace(old, new)}


def test_good_files_make_a_board(tmp_path: Path) -> None:
    board, _ = load(folder(tmp_path))
    parse = board.grid.parse
    assert board.terrain_at[parse("0201")] == "woods"
    assert board.names[parse("0101")] == "Aachen"
    assert board.having("fort") == 1 << parse("0101")
    assert board.area("east") == 1 << parse("0201") | 1 << parse("0202")
    assert board.hexsides[hexside(parse("0101"), parse("0102"))].bridge
    assert board.hexsides_of("river", bridged=False) == []
    assert board.roads[hexside(parse("0102"), parse("0101"))].kind == "road"
    assert board.regions["west"].set == 1 << parse("0101") | 1 << parse("0102")
    assert len(board.regions["front"].hexsides) == 2


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("hexes.csv", "0202,clear", "0202,swamp", "hexes.csv:6: terrain is 'swamp', not one of clear, woods"),
        ("hexes.csv", "0202,clear", "9999,clear", "hexes.csv:6: hex: no hex '9999' on this map"),
        ("hexes.csv", "0202,clear", "0201,clear", "hexes.csv:6: 0201 is already in line 5"),
        ("hexes.csv", "0202,clear,,,east", ",clear,,,east", "hexes.csv:6: hex is empty"),
        ("hexes.csv", "0202,clear,,,east,", "0202,clear,,,east,guess", "hexes.csv:6: source is 'guessderived'"),
        ("hexes.csv", "0202,clear,,,east,derived", "0202,clear", "hexes.csv:6: 2 cells, but the header has 6"),
        ("hexes.csv", "0202,clear,,,east,derived\n", "", "hexes.csv: 1 hexes of the grid have no row, such as 0202"),
        ("hexes.csv", "hex,terrain,", "hex,ground,", "hexes.csv:1: column terrain is missing"),
        ("hexes.csv", "hex,terrain,name", "hex,terrain,terrain,name", "hexes.csv:1: column terrain appears twice"),
        ("hexsides.csv", "0101,0201", "0101,0202", "hexsides.csv:2: 0101 and 0202 are not neighbours"),
        ("hexsides.csv", "stream", "creek", "hexsides.csv:2: kind is 'creek', not one of river, stream"),
        ("hexsides.csv", "Kall,0", "Kall,yes", "hexsides.csv:2: bridge is 'yes', not one of 0, 1"),
        ("hexsides.csv", "0101,0102", "0201,0101", "hexsides.csv:3: hexside 0201-0101 is already listed as 0101-0201"),
        ("roads.csv", "0101,0102", "0101,0101", "roads.csv:2: 0101 and 0101 are not neighbours"),
        ("roads.csv", ",road,", ",rail,", "roads.csv:2: kind is 'rail', not one of road"),
        ("regions.csv", "0101 0102", "0101 0999", "regions.csv:3: no hex '0999'"),
        ("regions.csv", "0101 0102", "0101-0202", "regions.csv:3: 0101-0202 is neither a hex nor a hexside"),
        ("regions.csv", "west,list", "west,heap", "regions.csv:3: kind is 'heap', not one of area, line, list"),
        (
            "regions.csv",
            "west,list",
            "west,line",
            "regions.csv:3: a region of kind line must list at least one hexside",
        ),
        (
            "regions.csv",
            "0101-0201 0102-0201",
            "",
            "regions.csv:2: a region of kind line must list at least one hexside",
        ),
        ("board.toml", "lines = [1, 2]", "lines = [1, 2", "board.toml:"),
        ("board.toml", "lines = [1, 2]\n", "", "board.toml:3: grid.lines is missing"),
        ("board.toml", "[grid]\n", "", "board.toml: grid is missing"),
        ("board.toml", "[grid]\n", "", "board.toml:3: lines is unknown here"),
        ("board.toml", "lines = [1, 2]", "lines = [2, 1]", "board.toml:3: grid: not a valid grid"),
        ("board.toml", "lines = [1, 2]", 'lines = "ab"', "board.toml:4: grid.lines is 'ab', not a list"),
        ("board.toml", "lines = [1, 2]", "lines = [1]", "board.toml:4: grid.lines has 1 entries"),
        ("board.toml", "lines = [1, 2]", "lines = [1, true]", "board.toml:4: grid.lines #2 is true, not a whole"),
        ("board.toml", "lines = [1, 2]", "lines = [1, 200]", "board.toml:4: grid.lines #2 is 200, more than 99"),
        ("board.toml", "lines = [1, 2]", 'lines = [1, 2]\nlines_run = "up"', "board.toml:5: grid.lines_run: 'up' is"),
        ("board.toml", '["road"]', '["road", 3]', "board.toml:9: words.road #2 is 3, not a text"),
        ("board.toml", "source =", "sauce =", "board.toml:10: words.sauce is unknown here: did you mean source?"),
        ("hexsides.csv", "Kall,0,derived", "Kall,0,hearsay", "hexsides.csv:2: source is 'hearsay', not one of derived"),
        ("hexsides.csv", "Kall,0,derived", "Kall,0,", "hexsides.csv:2: source is '', not one of derived"),
        ("roads.csv", "road,,derived", "road,,hearsay", "roads.csv:2: source is 'hearsay', not one of derived"),
    ],
)
def test_every_kind_of_fault_is_named(tmp_path: Path, name: str, old: str, new: str, expected: str) -> None:
    said = faults(folder(tmp_path, **changed(name, old, new)))
    assert any(fault.startswith(expected) for fault in said), said


def test_a_toml_fault_has_its_line(tmp_path: Path) -> None:
    said = faults(folder(tmp_path, **changed("board.toml", "positions = [1, 2]", "positions = = 2")))
    assert said == [said[0]]
    assert said[0].startswith("board.toml:5: ")


def test_a_missing_file_is_named_unless_it_is_optional(tmp_path: Path) -> None:
    assert faults(folder(tmp_path / "a", board_toml=None)) == ["board.toml: the file is missing"]
    assert faults(folder(tmp_path / "b", hexes_csv=None))[0] == "hexes.csv: the file is missing"
    board, _ = load(folder(tmp_path / "c", hexsides_csv=None, roads_csv=None, regions_csv=None))
    assert board.hexsides == {}


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    files = {
        **changed("hexes.csv", "0101,clear", "0101,bog"),
        **changed("hexsides.csv", "stream", "creek"),
        **changed("roads.csv", ",road,", ",rail,"),
        **changed("regions.csv", "west,list", "west,heap"),
    }
    said = faults(folder(tmp_path, **files))
    assert {fault.split(":")[0] for fault in said} >= {"hexes.csv", "hexsides.csv", "roads.csv", "regions.csv"}


def test_a_faulty_grid_does_not_hide_the_other_faults(tmp_path: Path) -> None:
    """The rest is then checked against the packaged grid."""
    overlay = {"board.toml": "[grid]\nlines = [2, 1]", "roads.csv": "hex1,hex2,kind\n0101,0102,x\n"}
    said = faults(folder(tmp_path), overlay)
    assert [fault.split(": ")[0] for fault in said] == ["overlay/board.toml:1", "overlay/roads.csv:2"]


def test_faulty_words_do_not_make_every_row_a_fault(tmp_path: Path) -> None:
    assert faults(folder(tmp_path), {"board.toml": "words = 3"}) == ["overlay/board.toml:1: words is 3, not a table"]
    words = '[words]\nterrain = ["clear", "woods", "bog"]\nroad = 3'
    overlay = {"board.toml": words, "hexes.csv": "hex,terrain\n0101,bog\n"}
    assert faults(tmp_path, overlay) == ["overlay/board.toml:3: words.road is 3, not a list"]


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    folder(tmp_path)
    (tmp_path / "roads.csv").write_bytes(b"hex1,hex2\xff\xfe")
    assert faults(tmp_path)[0].startswith("roads.csv: cannot be read: ")


def test_a_cell_without_end_is_named(tmp_path: Path) -> None:
    long = FILES["roads.csv"] + "0102,0201,road," + "x" * 200_000 + ",derived\n"
    assert any(f.startswith("roads.csv:3: ") and "limit" in f for f in faults(folder(tmp_path, roads_csv=long)))


def test_checked_cells(tmp_path: Path) -> None:
    (tmp_path / "counters.csv").write_text("id,attack\na,3\nb,x\nc,\n", encoding="utf-8")
    source = Source(tmp_path)
    rows = source.table("counters.csv", ("id",), ("id", "attack"))
    assert [source.number(row, "attack", 1) for row in rows] == [3, 1, 1]
    assert [str(p) for p in source.problems] == ["counters.csv:3: attack is 'x', not a whole number"]
    assert source.number(rows[2], "attack") == 0
    assert str(source.problems[-1]) == "counters.csv:4: attack is '', not a whole number"
    assert rows[0]["no such column"] == ""
    assert source.number(rows[0], "attack", least=3) == 3
    assert source.number(rows[0], "attack", least=4) == 0
    assert str(source.problems[-1]) == "counters.csv:2: attack is 3, less than 4"


def test_to_a_closed_file_no_row_is_added(tmp_path: Path) -> None:
    (tmp_path / "counters.csv").write_text("id,attack\na,3\n", encoding="utf-8")
    source = Source(tmp_path, {"counters.csv": "id,attack\na,4\nb,5\n"})
    rows = source.table("counters.csv", ("id",), ("id", "attack"), closed=True)
    assert [row.cells for row in rows] == [{"id": "a", "attack": "4"}]
    (problem,) = source.problems
    assert str(problem) == "overlay/counters.csv:3: unknown id 'b'; an overlay cannot add rows to this file"


class TestOverlays:
    """An owner corrects single cells, rows and tables without touching the package."""

    def board(self, tmp_path: Path, overlay: Mapping[str, str]) -> Board:
        """Given as texts and given as a folder, an overlay does the same."""
        packaged = folder(tmp_path / "packaged")
        mine = tmp_path / "mine"
        mine.mkdir()
        for name, text in overlay.items():
            (mine / name).write_text(text, encoding="utf-8-sig")  # as a spreadsheet writes it
        one, source = load(packaged, overlay)
        two, same = load(packaged, mine)
        assert one.terrain_at == two.terrain_at
        assert one.hexsides == two.hexsides
        assert source.digest == same.digest
        assert source.digest != load(packaged)[1].digest, "the fingerprint tells that there is an overlay"
        return one

    def test_a_single_cell(self, tmp_path: Path) -> None:
        board = self.board(tmp_path, {"hexes.csv": "hex,terrain\n0101,woods\n"})
        h = board.grid.parse("0101")
        assert (board.terrain_at[h], board.names[h], board.area_at[h]) == ("woods", "Aachen", "west")
        assert board.terrain["clear"] >> h & 1 == 0

    def test_an_empty_cell_changes_nothing(self, tmp_path: Path) -> None:
        board = self.board(tmp_path, {"hexes.csv": "hex,terrain,name\n0101,,Aix\n"})
        h = board.grid.parse("0101")
        assert (board.terrain_at[h], board.names[h]) == ("clear", "Aix")

    def test_a_new_hexside_and_one_less(self, tmp_path: Path) -> None:
        text = "hex1,hex2,kind,bridge,source\n0101,0201,none,,\n0102,0202,stream,0,derived\n"
        board = self.board(tmp_path, {"hexsides.csv": text})
        parse = board.grid.parse
        assert hexside(parse("0101"), parse("0201")) not in board.hexsides
        assert board.hexsides[hexside(parse("0102"), parse("0202"))].kind == "stream"
        assert len(board.hexsides) == 2

    def test_a_hexside_is_taken_away_by_either_name(self, tmp_path: Path) -> None:
        board = self.board(tmp_path, {"hexsides.csv": "hex1,hex2,kind\n0201,0101,none\n"})
        assert len(board.hexsides) == 1

    def test_a_road_is_taken_away(self, tmp_path: Path) -> None:
        assert self.board(tmp_path, {"roads.csv": "hex1,hex2,kind\n0101,0102,none\n"}).roads == {}

    def test_a_road_is_taken_away_by_either_name(self, tmp_path: Path) -> None:
        assert self.board(tmp_path, {"roads.csv": "hex1,hex2,kind\n0102,0101,none\n"}).roads == {}

    def test_a_table_is_merged(self, tmp_path: Path) -> None:
        board = self.board(tmp_path, {"board.toml": 'title = "Mine"\n[look.terrain]\nclear = "sea"\n'})
        assert board.title == "Mine"
        assert board.look == {"terrain": {"clear": "sea"}}
        assert len(board.grid) == 4

    def test_tables_merge_key_by_key_and_lists_as_a_whole(self, tmp_path: Path) -> None:
        text = "[crt]\na = [1, 2]\nb = [3]\n[crt.deep]\nx = 1\ny = 2\n"
        (tmp_path / "tables.toml").write_text(text, encoding="utf-8")
        source = Source(tmp_path, {"tables.toml": "[crt]\na = [9]\n[crt.deep]\ny = 3\n"})
        assert source.toml("tables.toml") == {"crt": {"a": [9], "b": [3], "deep": {"x": 1, "y": 3}}}
        assert source.problems == []

    @pytest.mark.parametrize(
        ("name", "text", "expected"),
        [
            ("hexes.csv", "hex,ground\n0101,woods\n", "overlay/hexes.csv:2: unknown column ground"),
            ("hexsides.csv", "hex1,hex2,sort\n0102,0202,stream\n", "overlay/hexsides.csv:2: unknown column sort"),
            ("hexes.csv", "hex,terrain\n0101,bog\n", "overlay/hexes.csv:2: terrain is 'bog', not one of clear, woods"),
            ("hexes.csv", "hex,terrain\n9999,woods\n", "overlay/hexes.csv:2: hex: no hex '9999' on this map"),
            ("hexes.csv", "terrain\nwoods\n", "overlay/hexes.csv:1: column hex is missing"),
            ("hexes.csv", "hex,terrain\n0101,woods\n0101,clear\n", "overlay/hexes.csv:3: 0101 is already in line 2"),
            ("hexes.csv", "hex,terrain\n0101\n", "overlay/hexes.csv:2: 1 cells, but the header has 2"),
            ("hexsides.csv", "hex1,hex2,kind,bridge\n0101,0202,stream,0\n", "overlay/hexsides.csv:2: 0101 and 0202"),
            ("hexes.csv", "hex,terrain\n0102,none\n", "overlay/hexes.csv:2: hex 0102 cannot be removed"),
            ("hexes.csv", "hex,features\n0102,twon\n", "overlay/hexes.csv:2: features: 'twon' is not one of fort, "),
            ("hexsides.csv", "hex1,hex2,source\n0101,0201,guess\n", "overlay/hexsides.csv:2: source is 'guess'"),
            ("roads.csv", "hex1,hex2,source\n0101,0102,guess\n", "overlay/roads.csv:2: source is 'guess'"),
            ("board.toml", "= 3", "overlay/board.toml:1: "),
            ("board.toml", "\nlook = 3", "overlay/board.toml:2: look is 3, not a table"),
            ("board.toml", '[words]\nterrain = ["woods"]', "overlay/board.toml:2: words.terrain lacks clear, which"),
            ("board.toml", "[look]\nsea = 3", "overlay/board.toml:2: look.sea is unknown here"),
            ("board.toml", '[look.signs]\n"0101" = "a"\n"9" = "b"', "overlay/board.toml:3: look.signs.9: no hex '9'"),
            ("board.toml", "[grid]\nlines = [2, 1]", "overlay/board.toml:1: grid: not a valid grid"),
        ],
    )
    def test_a_faulty_correction_is_named(self, tmp_path: Path, name: str, text: str, expected: str) -> None:
        said = faults(folder(tmp_path), {name: text})
        assert any(fault.startswith(expected) for fault in said), said

    def test_the_folder_of_overlays(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("GROGNARD_OVERLAYS", str(tmp_path))
        assert overlay_folder("skirmish") is None
        (tmp_path / "skirmish").mkdir()
        assert overlay_folder("skirmish") == tmp_path / "skirmish"
        monkeypatch.delenv("GROGNARD_OVERLAYS")
        monkeypatch.setattr("platformdirs.user_data_dir", lambda *a, **k: str(tmp_path / "user"))
        assert overlay_folder("skirmish") is None
        (tmp_path / "user" / "overlays" / "skirmish").mkdir(parents=True)
        assert overlay_folder("skirmish") == tmp_path / "user" / "overlays" / "skirmish"


def test_the_fingerprint_follows_every_file(tmp_path: Path) -> None:
    whole = load(folder(tmp_path / "whole"))[1].digest
    assert load(folder(tmp_path / "again"))[1].digest == whole
    for name, old, new in (
        ("hexes.csv", "Aachen", "Aix"),
        ("hexsides.csv", "Kall", "Inde"),
        ("roads.csv", "0102,road,", "0102,road,A4"),
        ("regions.csv", "6.2", "6.3"),
        ("board.toml", "Two by two", "2 x 2"),
    ):
        path = folder(tmp_path / name, **changed(name, old, new))
        assert load(path)[1].digest != whole, name


def test_two_names_of_one_hex_are_one_hex(tmp_path: Path) -> None:
    """The seam of two sheets: a hex may stand in the file once, by either of its names."""
    north, south = 'suffix = "N"\nfirst = 1\nlast = 2', 'suffix = "S"\nfirst = 1\nlast = 1\noffset = 1'
    sheets = f"[[grid.sheets]]\n{north}\n[[grid.sheets]]\n{south}\n"
    rows = "hex,terrain,name,features,area,source\n" + "".join(
        f"{h},clear,,,,derived\n" for h in ("0101N", "0102N", "0101S", "0202N")
    )
    files: dict[str, str | None] = dict.fromkeys(("hexsides_csv", "roads_csv", "regions_csv"))
    board_toml = FILES["board.toml"] + sheets
    board, _ = load(folder(tmp_path / "a", board_toml=board_toml, hexes_csv=rows, **files))
    assert board.grid.parse("0101S") == board.grid.parse("0201N")
    twice = rows + "0201N,woods,,,,derived\n"
    said = faults(folder(tmp_path / "b", board_toml=board_toml, hexes_csv=twice, **files))
    assert said == ["hexes.csv:6: hex 0201N is already listed under its other number"]


def test_the_edges_of_a_map_whichever_way_its_lines_run(tmp_path: Path) -> None:
    """Along a zigzag edge the outermost hex of every line is on it."""
    three = FILES["board.toml"].replace("[1, 2]", "[1, 3]")
    rows = "hex,terrain,name,features,area,source\n" + "".join(
        f"0{a}0{b},clear,,,,derived\n" for a in (1, 2, 3) for b in (1, 2, 3)
    )
    files: dict[str, str | None] = dict.fromkeys(("hexsides_csv", "roads_csv", "regions_csv"))

    def edges(name: str, toml: str) -> dict[str, set[str]]:
        board, _ = load(folder(tmp_path / name, board_toml=toml, hexes_csv=rows, **files))
        return {
            which: {board.grid.label(h) for h in board.grid if board.edge(which) >> h & 1}
            for which in ("west", "east", "north", "south")
        }

    columns = edges("columns", three)
    assert columns == {
        "west": {"0101", "0102", "0103"},
        "east": {"0301", "0302", "0303"},
        "north": {"0101", "0201", "0301"},
        "south": {"0103", "0203", "0303"},
    }
    turned = 'positions = [1, 3]\nlines_run = "south"\npositions_run = "west"'
    turned_rows = edges("rows", three.replace("positions = [1, 3]", turned))
    assert turned_rows == {
        "north": {"0101", "0102", "0103"},
        "south": {"0301", "0302", "0303"},
        "west": {"0103", "0203", "0303"},
        "east": {"0101", "0201", "0301"},
    }
