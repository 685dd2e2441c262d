"""Play by mail: a file goes to and fro between two players, and whoever tampers with it is found out."""

from __future__ import annotations

import re
import shutil

import pytest

import grognard
from grognard.cli import main
from grognard.engine.library import games

from .server import some_action

GAME = next(iter(games()))
SIDES = grognard.game(GAME).sides


class Mail:
    """Two players with a machine each, and one file that they send each other."""

    def __init__(self, folder, monkeypatch, capsys) -> None:
        self.folder, self.monkeypatch, self.capsys = folder, monkeypatch, capsys
        self.file = folder / "game.txt"

    def run(self, side: str, *words: object) -> tuple[int, str, str]:
        self.monkeypatch.setenv("GROGNARD_DATA", str(self.folder / side))
        self.capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main([str(word) for word in words])
        out, err = self.capsys.readouterr()
        return int(left.value.code or 0), out, err

    def status(self, side: str) -> tuple[int, str, str]:
        return self.run(side, "pbem", "status", self.file, "--as", side)

    def play(self, side: str, *actions: str) -> tuple[int, str, str]:
        return self.run(side, "pbem", "play", self.file, "--as", side, *actions)

    def match(self) -> grognard.Match:
        return grognard.replay(self.file.read_text())

    def next_action(self, *, bold: bool = False) -> tuple[str, str]:
        match = self.match()
        prefer = ("resolve", "with", *(("attack",) if bold else ()), "done", "pass")
        return match.side, some_action({"actions": match.view(match.side).actions}, prefer)

    def go_on(self, times: int, *, bold: bool = False) -> None:
        for _ in range(times):
            side, action = self.next_action(bold=bold)
            code, _, err = self.play(side, action)
            assert (code, err) == (0, "")


@pytest.fixture
def mail(tmp_path, monkeypatch, capsys) -> Mail:
    found = Mail(tmp_path, monkeypatch, capsys)
    code, _, _ = found.run("x", "new", GAME, "--seed", "1944", "--show-seed", "-o", found.file)
    assert code == 0
    return found


def test_a_file_goes_to_and_fro(mail):
    first = mail.match().side
    code, out, _ = mail.status(first)
    assert code == 0
    assert "0 actions" in out
    assert "You may:" in out
    while not {entry.seat for entry in mail.match().journal} >= {*SIDES}:
        mail.go_on(1)
    _, faults = grognard.verify(mail.file.read_text())
    assert faults == []
    for side in SIDES:
        assert mail.status(side)[0] == 0


def test_the_player_is_told_what_is_new_and_where_the_file_goes(mail):
    mail.go_on(2)
    side, action = mail.next_action()
    _, out, _ = mail.status(side)
    assert re.search(r"\d+ actions, \d+ of them new to you", out)
    _, out, _ = mail.play(side, action)
    after = mail.match()
    if after.side != side:
        assert f"Send {mail.file}" in out.replace("\n", " ")


def test_an_illegal_action_leaves_the_file_as_it_was(mail):
    mail.go_on(2)
    before = mail.file.read_bytes()
    side, action = mail.next_action()
    code, _, err = mail.play(side, action, "roll 99")
    assert code == 1
    assert "roll" in err
    other = next(s for s in SIDES if s != side)
    code, _, err = mail.play(other, action)
    assert code == 1
    assert side in err
    assert mail.file.read_bytes() == before
    assert mail.run(side, "pbem", "play", mail.file, "--as", "nobody", action)[0] == 2


def rolled(text: str) -> str:
    """The record with its last roll turned into another one."""
    last = list(re.finditer(r"^roll (\d)$", text, re.M))[-1]
    return text[: last.start()] + f"roll {int(last[1]) % 6 + 1}" + text[last.end() :]


def until_rolled(mail: Mail) -> None:
    for _ in range(60):
        if re.search(r"^roll \d$", mail.file.read_text(), re.M):
            return
        mail.go_on(1, bold=True)
    pytest.fail("no die was rolled")


def test_a_changed_file_is_noticed_by_its_seal(mail):
    mail.go_on(3)
    text = mail.file.read_text()
    mail.file.write_text(text.rstrip("\n").rsplit("\n", 1)[0] + "\n")
    code, _, err = mail.status(SIDES[0])
    assert code == 1
    assert "seal" in err


def test_a_changed_roll_is_noticed_by_the_seed_even_with_a_new_seal(mail):
    from grognard.commands.pbem import sealed

    until_rolled(mail)
    shutil.rmtree(mail.folder / SIDES[0])  # a machine that remembers nothing
    shutil.rmtree(mail.folder / SIDES[1], ignore_errors=True)
    mail.file.write_text(sealed(rolled(mail.file.read_text())))
    code, _, err = mail.status(SIDES[0])
    assert code == 1
    assert "line" in err or "seed gives" in err


def test_another_past_is_noticed_by_who_remembers_it(mail):
    from grognard.commands.pbem import sealed

    side, action = mail.next_action()
    mail.play(side, action)
    other = grognard.new(GAME, seed="1944")
    offered = [text for text in other.actions.texts() if text != action]
    other.play(offered[0])
    mail.file.write_text(sealed(other.record(seed=True)))
    code, _, err = mail.status(side)
    assert code == 1
    assert "not the match as you left it" in err


def test_a_decision_made_in_ones_name_is_noticed(mail):
    side, action = mail.next_action()
    mail.play(side, action)
    mail.monkeypatch.setenv("GROGNARD_DATA", str(mail.folder / "forger"))
    again, more = mail.next_action()
    while again != side:
        mail.play(again, more)
        again, more = mail.next_action()
    assert mail.run("forger", "pbem", "play", mail.file, more)[0] == 0
    code, _, err = mail.status(side)
    assert code == 1
    assert "that was not you" in err


def test_a_file_that_lost_its_seal_is_noticed(mail):
    mail.go_on(2)
    side = next(entry.seat for entry in mail.match().journal if entry.seat in SIDES)
    text = mail.file.read_text()
    mail.file.write_text("".join(line for line in text.splitlines(keepends=True) if not line.startswith("[Seal")))
    code, _, err = mail.status(side)
    assert code == 1
    assert "seal" in err


def test_without_a_seed_nobody_can_roll(mail):
    mail.run("x", "new", GAME, "-o", mail.file)
    code, _, err = mail.status(SIDES[0])
    assert code == 1
    assert "--show-seed" in err


def test_help_says_what_the_file_reveals(mail):
    """And it does: the file alone is enough to tell the next roll."""
    _, out, _ = mail.run("x", "pbem", "--help")
    assert "compute the rolls to come" in " ".join(re.sub("[│|]", " ", out).split())
    seed = mail.match().seeds[-1].seed
    assert seed == "1944"
    until_rolled(mail)
    foreseen = grognard.new(GAME, seed=seed)
    foreseen.play(*(entry.action for entry in mail.match().journal if entry.seat != "dice"))
    assert foreseen.journal == mail.match().journal


def test_help_teaches_by_examples(mail):
    for words in (["pbem"], ["pbem", "play"], ["pbem", "status"]):
        _, out, _ = mail.run("x", *words, "--help")
        assert "Examples:" in out
        assert "grognard pbem" in out
