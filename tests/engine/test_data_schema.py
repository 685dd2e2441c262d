"""Schemas of TOML files: kinds of values, unknown and missing keys, and the line of every error."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard import DataError
from grognard.engine.data import FILES, Source
from grognard.engine.lessons import load_lessons
from grognard.engine.schema import (
    Either,
    Entries,
    Flag,
    Kind,
    ListOf,
    Number,
    Table,
    Text,
    Whole,
    one_of,
    read,
)
from grognard.engine.toml_lines import KeyPath, lines_of

PACKAGED = sorted((Path(grognard.__file__).parent / "games").glob("*/data/*.toml"))

#: Everything TOML can do to hide a line.
TRICKY = '''# a = 1
title = "[b]" # c = 2
text = """
d = 3
\\"""\\" [e] """""
raw = \'\'\'
it's [f]\'\'\'
g.h."i.j" = 4
'k = l' = 5

[ m . "n\\u0041" ]
o = [
  1, # 2,
  [ "]", "," ],
  { p = "}", q.r = [ 6 ] },
]
when = 1979-05-27 07:32:00

[[s]]
t = 7
[[s]]
u = 8
[s.v]
w = 9
[[s.x]]
[[s.x]]
y = true
'''


def ways(value: Any, way: KeyPath = ()) -> list[KeyPath]:
    """The way to every entry."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [w for key, entry in inner for w in ((*way, key), *ways(entry, (*way, key)))]


def test_the_line_of_every_entry() -> None:
    lines = lines_of(TRICKY)
    assert sorted(map(str, lines)) == sorted(map(str, ways(tomllib.loads(TRICKY))))
    wanted: dict[KeyPath, int] = {
        ("title",): 2,
        ("text",): 3,
        ("raw",): 6,
        ("g",): 8,
        ("g", "h", "i.j"): 8,
        ("k = l",): 9,
        ("m",): 11,
        ("m", "nA"): 11,
        ("m", "nA", "o"): 12,
        ("m", "nA", "o", 0): 13,
        ("m", "nA", "o", 1, 1): 14,
        ("m", "nA", "o", 2): 15,
        ("m", "nA", "o", 2, "q", "r", 0): 15,
        ("m", "nA", "when"): 17,
        ("s",): 19,
        ("s", 0): 19,
        ("s", 0, "t"): 20,
        ("s", 1): 21,
        ("s", 1, "u"): 22,
        ("s", 1, "v"): 23,
        ("s", 1, "v", "w"): 24,
        ("s", 1, "x", 0): 25,
        ("s", 1, "x", 1): 26,
        ("s", 1, "x", 1, "y"): 27,
    }
    assert {way: lines[way] for way in wanted} == wanted


@pytest.mark.parametrize("path", PACKAGED, ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_every_entry_of_the_packaged_files_has_a_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = lines_of(text)
    assert sorted(map(str, lines)) == sorted(map(str, ways(tomllib.loads(text))))
    written = text.splitlines()
    for way, line in lines.items():
        if isinstance(way[-1], str):
            assert way[-1] in written[line - 1], way


def faults(tmp_path: Path, kind: Table, packaged: str, overlay: str | None = None) -> list[str]:
    """All that is wrong with tables.toml."""
    (tmp_path / "tables.toml").write_text(packaged, encoding="utf-8")
    source = Source(tmp_path, None if overlay is None else {"tables.toml": overlay})
    read(source, "tables.toml", kind)
    return [str(problem) for problem in source.problems]


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        (Text(), '"x"', None),
        (Text(), "3", "is 3, not a text"),
        (Text(), '""', "is empty"),
        (Text(empty=True), '""', None),
        (Text(int), '"x"', ": invalid literal for int() with base 10: 'x'"),
        (one_of(("a", "b")), '"a"', None),
        (one_of(("b", "a")), '"c"', ": 'c' is not one of a, b"),
        (Whole(), "0", None),
        (Whole(), "-1", "is -1, less than 0"),
        (Whole(-1, 2), "3", "is 3, more than 2"),
        (Whole(), "1.0", "is 1.0, not a whole number"),
        (Whole(), "true", "is true, not a whole number"),
        (Whole(), "{}", "is a table, not a whole number"),
        (Number(), "1.3", None),
        (Number(), "nan", "is nan, not a number"),
        (Number(), "-inf", "is -inf, not a number"),
        (Number("a half", 2), "1.5", None),
        (Number("a half", 2), "1.3", "is 1.3, not a half"),
        (Number("a half", 2, least=0.5), "0", "is 0, less than 0.5"),
        (Number(), "false", "is false, not a number"),
        (Flag(), "false", None),
        (Flag(), "0", "is 0, not true or false"),
        (ListOf(Whole()), "[1, 2]", None),
        (ListOf(Whole()), "1", "is 1, not a list"),
        (ListOf(Whole()), '[1, "2"]', " #2 is '2', not a whole number"),
        (ListOf(Whole(), least=1), "[]", "has 0 entries; it must have at least 1"),
        (ListOf(Whole(), exactly=2), "[1]", "has 1 entries; it must have exactly 2"),
        (ListOf(ListOf(Whole())), "[[1], [1, true]]", " #2 #2 is true, not a whole number"),
        (ListOf(Table({"a": Whole()})), "[{a = 1}, {}]", " #2 a is missing"),
        (Either(Text(), ListOf(Text())), '"x"', None),
        (Either(Text(), ListOf(Text())), '["x"]', None),
        (Either(Text(), ListOf(Text())), "3", "is 3, not a text"),
        (Table({"a": Whole()}), "[]", "is a list, not a table"),
        (Table({"a": Whole()}), "{}", ".a is missing"),
        (Table(optional={"a": Whole()}), "{}", None),
        (Table(optional={"alpha": Whole()}), "{alhpa = 1}", ".alhpa is unknown here: did you mean alpha?"),
        (Table(optional={"a": Whole(), "b": Whole()}), "{zzz = 1}", ".zzz is unknown here; known keys: a, b"),
        (Table(others=Whole()), "{any = 1, thing = 2}", None),
        (Table(others=Whole()), '{any = "x"}', ".any is 'x', not a whole number"),
        (Table(others=Whole(), names=int), "{1 = 1, x = 2}", ".x: invalid literal for int() with base 10: 'x'"),
        (Entries(Table({"a": Whole()}), key=("a",)), "[{a = 1}, {a = 1}]", " #2: a 1 is already in #1"),
    ],
)
def test_kinds_of_values(tmp_path: Path, kind: Kind, text: str, expected: str | None) -> None:
    said = faults(tmp_path, Table({"value": kind}), f"\n\nvalue = {text}\n")
    assert len(said) == (expected is not None), said
    if expected is not None:
        joint = "" if expected[0] in ":. " else " "
        assert said[0].startswith(f"tables.toml:3: value{joint}{expected}")


def test_a_fault_stands_where_its_text_stands(tmp_path: Path) -> None:
    """An error is in the file that has the entry: the packaged one or the overlay."""
    kind = Table({"a": Table({"x": Whole(), "y": Whole(), "z": ListOf(Whole())})})
    packaged = '[a]\nx = "one"\ny = 2\nz = [3]\n'
    assert faults(tmp_path, kind, packaged, "[a]\n\ny = 'two'\n") == [
        "tables.toml:2: a.x is 'one', not a whole number",
        "overlay/tables.toml:3: a.y is 'two', not a whole number",
    ]
    packaged = "[a]\nx = 1\ny = 2\nz = [3]\n"
    said = faults(tmp_path, kind, packaged, "a.z = [\n'x']")
    assert said == ["overlay/tables.toml:2: a.z #1 is 'x', not a whole number"]
    assert faults(tmp_path, kind, "[a]\nx = 1\ny = 2\n", "a.y = 3") == ["overlay/tables.toml:1: a.z is missing"]
    assert faults(tmp_path, kind, packaged, "\n\na = 3") == ["overlay/tables.toml:3: a is 3, not a table"]


def test_entries_are_merged_by_their_keys(tmp_path: Path) -> None:
    kind = Table(optional={"e": Entries(Table({"n": Whole(), "v": Whole()}, {"w": Whole()}), key=("n",))})
    (tmp_path / "tables.toml").write_text("[[e]]\nn = 1\nv = 1\nw = 1\n[[e]]\nn = 2\nv = 2\n", encoding="utf-8")
    source = Source(tmp_path, {"tables.toml": "[[e]]\nn = 3\nv = 3\n[[e]]\nn = 1\nv = 10\n"})
    assert read(source, "tables.toml", kind) == {"e": [{"n": 1, "v": 10, "w": 1}, {"n": 2, "v": 2}, {"n": 3, "v": 3}]}
    assert source.problems == []
    text = (tmp_path / "tables.toml").read_text(encoding="utf-8")
    overlay = "[[e]]\nn = 3\nv = 'x'\n[[e]]\nn = 1\nw = 'y'\n[[e]]\nn = 3\nv = 4\n[[e]]\nv = 5\n"
    assert faults(tmp_path, kind, text, overlay) == [
        "overlay/tables.toml:6: e #1 w is 'y', not a whole number",
        "overlay/tables.toml:3: e #3 v is 'x', not a whole number",
        "overlay/tables.toml:10: e #5 n is missing",
        "overlay/tables.toml:7: e #4: n 3 is already in #3",
    ]
    assert faults(tmp_path, kind, text.replace("2", "'2'"), "[[e]]\nn = 1\n") == [
        "tables.toml:6: e #2 n is '2', not a whole number",
        "tables.toml:7: e #2 v is '2', not a whole number",
    ]


def test_a_file_that_cannot_be_read_is_told_once(tmp_path: Path) -> None:
    kind = Table({"a": Whole()})
    assert faults(tmp_path, kind, "a = ")[0].startswith("tables.toml:1: Invalid value")
    assert len(faults(tmp_path, kind, "a = ")) == 1
    assert len(faults(tmp_path, kind, "a = 1", "a = ")) == 1
    (tmp_path / "tables.toml").unlink()
    source = Source(tmp_path)
    assert read(source, "tables.toml", kind) == {"a": 0}
    assert [str(p) for p in source.problems] == ["tables.toml: the file is missing"]


def test_lessons(tmp_path: Path) -> None:
    whole = '[[exercise]]\ntitle = "t"\ntext = "x"\nposition = "p"\nside = "us"\nsteps = ["a", ["b", "c"]]\n'
    (tmp_path / "lessons.toml").write_text(whole + "dice = [1, 'card 2']\n", encoding="utf-8")
    source = Source(tmp_path)
    empty = source.digest
    (exercise,) = load_lessons(source)
    assert (exercise.steps, exercise.dice, exercise.rule) == ((("a",), ("b", "c")), (1, "card 2"), "")
    assert source.digest == empty
    (tmp_path / "lessons.toml").write_text(whole + 'dice = ["six"]\nhint = 3\n[[exercise]]\n', encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_lessons(Source(tmp_path))
    said = [str(problem) for problem in caught.value.problems]
    assert said[:2] == [
        "lessons.toml:7: exercise #1 dice #1 is 'six', not a face of the die, or an outcome such as 'card 2'",
        "lessons.toml:8: exercise #1 hint is unknown here; known keys: dice, position, praise, rule, side, steps, text,"
        " title",
    ]
    assert {fault.split(" ", 1)[0] for fault in said[2:]} == {"lessons.toml:9:"}
    assert len(said) == 7, "and the second lacks all five"


class TestFilesOfAnOverlay:
    """Files of an overlay are read, or reported as unknown."""

    def said(self, overlay: Path | dict[str, str], files: frozenset[str] = FILES) -> list[str]:
        return [str(problem) for problem in Source(Path("nowhere"), overlay, files=files).problems]

    def test_unknown_names(self, tmp_path: Path) -> None:
        texts = {"hexs.csv": "", "hexes.csv": "", "clauses.csv": "", "Counters.csv": "", "tables.toml.txt": ""}
        for name in texts:
            (tmp_path / name).write_text("", encoding="utf-8")
        (tmp_path / "old").mkdir()
        wanted = {"hexs.csv": "hexes.csv", "Counters.csv": "counters.csv", "tables.toml.txt": "tables.toml"}
        by_folder, by_text = self.said(tmp_path), self.said(texts)
        for said in (by_folder, by_text):
            for name, meant in wanted.items():
                assert f"overlay/{name}: not a file of this game: did you mean {meant}?" in said
            assert any(fault.startswith("overlay/clauses.csv: not a file of this game") for fault in said)
        assert len(by_text) == 4
        assert len(by_folder) == 5
        assert any(fault.startswith("overlay/old: not a file of this game") for fault in by_folder)

    def test_notes_and_litter(self, tmp_path: Path) -> None:
        for name in ("README.txt", "notes.md", ".DS_Store", "hexes.csv~", "Thumbs.db", *FILES):
            (tmp_path / name).write_text("", encoding="utf-8")
        assert self.said(tmp_path) == []

    def test_files_of_a_game_of_its_own(self, tmp_path: Path) -> None:
        assert self.said({"chits.csv": ""}) != []
        assert self.said({"chits.csv": ""}, FILES | {"chits.csv"}) == []
        (tmp_path / "chits.csv").write_text("id\n", encoding="utf-8")
        assert Source(tmp_path, files=FILES | {"chits.csv"}).table("chits.csv", ("id",), ("id",)) == []
        with pytest.raises(ValueError, match=r"chits\.csv is not one of the files"):
            Source(tmp_path).table("chits.csv", ("id",), ("id",))

    def test_no_such_folder(self, tmp_path: Path) -> None:
        (fault,) = self.said(tmp_path / "nowhere")
        assert fault.startswith("overlay: cannot be read: ")
