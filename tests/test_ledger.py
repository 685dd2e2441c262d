"""The rules ledger: every clause and duty of every game has a test that proves it and is not switched off."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace

import pytest

import grognard
from grognard.engine.data import DataError
from grognard.engine.laws import laws, numbers
from grognard.engine.ledger import ledger, marks
from grognard.engine.library import games


@pytest.fixture(scope="module", params=sorted(games()))
def book(request, every_mark):
    return ledger(grognard.game(request.param), every_mark)


def test_every_rule_clause_has_a_test(book):
    assert book.rules
    missing = [f"{clause.id}: {clause.title}" for clause in book.uncovered_clauses]
    assert not missing, "\n".join(missing)


def test_every_duty_has_a_test(book):
    assert book.duties
    missing = [f"{duty.id}: {duty.statement}" for duty in book.uncovered_duties]
    assert not missing, "\n".join(missing)


def test_every_mark_names_something_in_the_rulebook(book):
    assert not [f"{mark}: {id}" for mark, id in book.unknown]


def test_no_marked_test_is_switched_off(book):
    assert not [f"{mark}: {mark.void}" for mark in book.void]


def test_every_mark_is_about_a_game_of_the_library(every_mark):
    assert not [f"{mark}: {mark.game}" for mark in every_mark if mark.game not in games()]


# -- the ledger itself -----------------------------------------------------------------------------


@pytest.fixture
def shelf(tmp_path):
    """A rulebook of three clauses and three duties, and a way to write tests for it."""
    data = tmp_path / "book" / "data"
    data.mkdir(parents=True)
    (data / "clauses.csv").write_text("clause,kind,title\n1.0,heading,Moves\n1.1,rule,One\n1.2,rule,Two\n")
    (data / "duties.csv").write_text(
        "duty,clause,kind,statement,how_to_test\n1.1a,1.1,must,A,x\n1.1b,1.1,may,B,x\n1.2a,1.2,must,C,x\n"
    )
    tests = tmp_path / "tests"
    tests.mkdir()

    def read(code):
        (tests / "test_it.py").write_text(dedent(code))
        return ledger(SimpleNamespace(id="toy", folder=tmp_path / "book"), marks(tests))

    return read


def uncovered(book):
    return [c.id for c in book.uncovered_clauses], [d.id for d in book.uncovered_duties]


def test_nothing_is_proved_without_marks(shelf):
    book = shelf("def test_a(): pass")
    assert uncovered(book) == (["1.1", "1.2"], ["1.1a", "1.1b", "1.2a"])
    assert not book.complete


def test_a_duty_proves_itself_and_its_clause(shelf):
    assert uncovered(shelf('@rule("toy", "1.1b")\ndef test_a(): pass')) == (["1.2"], ["1.1a", "1.2a"])


def test_a_clause_does_not_prove_its_duties(shelf):
    assert uncovered(shelf('@rule("toy", "1.1")\ndef test_a(): pass')) == (["1.2"], ["1.1a", "1.1b", "1.2a"])


def test_a_complete_book(shelf):
    assert shelf('@rule("toy", "1.1a", "1.1b", "1.2a")\ndef test_a(): pass').complete


def test_marks_are_found_wherever_pytest_finds_them(shelf):
    book = shelf(
        """
        import pytest

        @pytest.mark.rule("toy", "1.1a")
        async def test_a(): pass

        class TestB:
            @pytest.mark.parametrize("x", [pytest.param(1, marks=rule("toy", "1.1b"))])
            def test_b(self, x): pass

        @rule("toy", "1.2a")
        class TestC:
            def helper(self): pass
            def test_c(self): pass
        """
    )
    assert uncovered(book) == ([], [])
    assert not book.void


def test_marks_of_another_game_do_not_count(shelf):
    assert not shelf('@rule("war", "1.1a")\ndef test_a(): pass').marks


def test_an_unknown_id_is_told(shelf):
    book = shelf('@rule("toy", "1.1a", "9.9")\ndef test_a(): pass')
    assert [(str(mark), id) for mark, id in book.unknown] == [("test_it.py:2: test_a", "9.9")]


@pytest.mark.parametrize(
    "code",
    [
        '@pytest.mark.skip\n@rule("toy", "1.1a")\ndef test_a(): pass',
        '@rule("toy", "1.1a")\n@pytest.mark.skipif(True, reason="x")\ndef test_a(): pass',
        '@rule("toy", "1.1a")\n@pytest.mark.xfail\ndef test_a(): assert False',
        '@rule("toy", "1.1a")\ndef test_a():\n    pytest.skip("later")',
        'pytestmark = pytest.mark.skip\n@rule("toy", "1.1a")\ndef test_a(): pass',
        '@pytest.mark.skip\nclass TestA:\n    @rule("toy", "1.1a")\n    def test_a(self): pass',
        '@rule("toy", "1.1a")\ndef helper(): pass',
    ],
)
def test_a_test_that_does_not_run_proves_nothing(shelf, code):
    book = shelf(code)
    assert len(book.void) == 1
    assert "1.1a" in uncovered(book)[1]


@pytest.mark.parametrize("mark", ['rule("toy", ID)', 'rule("toy")', "rule()", 'rule("toy", *IDS)'])
def test_a_mark_must_be_written_out(shelf, mark):
    with pytest.raises(DataError, match=r"test_it\.py:1: a mark must have literal arguments"):
        shelf(f"@{mark}\ndef test_a(): pass")


def test_a_duty_must_belong_to_a_clause(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    (data / "clauses.csv").write_text("clause,kind,title\n1.1,rule,One\n")
    (data / "duties.csv").write_text("duty,clause,kind,statement,how_to_test\n2.1a,2.1,must,A,x\n")
    with pytest.raises(DataError, match=r"duty 2\.1a names the unknown clause"):
        ledger(SimpleNamespace(id="toy", folder=tmp_path), marks(tmp_path))


def test_a_missing_book_is_told(tmp_path):
    with pytest.raises(DataError, match=r"clauses\.csv: the file is missing"):
        ledger(SimpleNamespace(id="toy", folder=tmp_path), marks(tmp_path))


# -- where a clause is law -------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(games()))
def test_a_row_stands_at_the_line_the_ledger_names(name):
    game = grognard.game(name)
    known = laws(game)
    rows = [row for step in game.steps for law in step.laws.values() for row in law.rows]
    assert rows
    for row in rows:
        file, line = row.location
        written = "".join(Path(file).read_text(encoding="utf-8").splitlines()[line - 1 : line + 1])
        assert f'"{row.rule}"' in written
        assert Path(file).parent == game.folder, "each game writes its own rows"
        assert any(place.file == f"{name}/{Path(file).name}" and place.line == line for place in known[row.rule])


@pytest.mark.parametrize("name", sorted(games()))
def test_every_law_stands_in_the_file_the_ledger_names(name):
    """The law of a row may be a function that games share, in a file of another folder."""
    package = Path(grognard.__file__).parent
    known = {place for places in laws(grognard.game(name)).values() for place in places}
    shared = {place for place in known if place.file.startswith("mechanics/")}
    assert shared, "unmoved, mobile and the like"
    for place in known:
        path = package / place.file if place in shared else package / "games" / place.file
        assert path.is_file()
        if place.what.endswith("()"):
            assert f"def {place.what[:-2]}(" in path.read_text(encoding="utf-8").splitlines()[place.line - 1]


def test_every_row_names_a_clause_of_the_rulebook(book):
    game, clauses = grognard.game(book.game), book.clauses
    cited = {row.rule for step in game.steps for law in step.laws.values() for row in law.rows}
    assert cited
    assert cited <= set(clauses)


def test_every_rule_clause_has_its_place_in_the_code(book):
    known = laws(grognard.game(book.game))
    assert not [f"{clause.id}: {clause.title}" for clause in book.rules if clause.id not in known]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("7.1", ["7.1"]),
        ("never in a zone (7.14, ruling 7.11d)", ["7.14", "7.11d", "7.11"]),
        ("17.9.4.C and 6.7.A", ["17.9.4.C", "6.7.A"]),
        ("Chapters 7.2 to 7.4", ["7.2", "7.4", "7.3"]),
        ("Chapter 4: the turn", ["4"]),
        ("Chapters 9, 9.1 and 10: how to win (ruling 9.controlj)", ["9.1", "9.controlj", "9", "10"]),
        ("control of hexes (9.control)", ["9.control"]),
        ("1,000 of 3 units, v1.2.3x4", []),
    ],
)
def test_the_numbers_in_a_text(text, found):
    assert numbers(text) == found


def test_a_number_that_only_a_refusal_cites_is_no_law(tmp_path):
    (tmp_path / "moves.py").write_text(
        dedent(
            '''
            def lawful(c, units):
                """Units move once (5.1)."""

            def why_not(c, unit):
                """Never (5.2)."""
                return Refusal("5.3", "no")

            def run(s):
                s.tell("5.4", "moved")  # ruling 5.5a
            '''
        )
    )
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "tables.toml").write_text('[x]\nsource = "rule 5.6"\n')
    (tmp_path / "data" / "lessons.toml").write_text('rule = "5.7"\n')
    home = tmp_path.name
    found = laws(SimpleNamespace(steps=(), folder=tmp_path))
    assert {id: [str(place) for place in places] for id, places in found.items()} == {
        "5.1": [f"{home}/moves.py:2: lawful"],
        "5.4": [f"{home}/moves.py:10: run"],
        "5.5a": [f"{home}/moves.py:10: comment"],
        "5.5": [f"{home}/moves.py:10: comment"],
        "5.6": [f"{home}/data/tables.toml:2: table"],
    }
