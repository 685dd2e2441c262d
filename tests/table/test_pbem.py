"""Play by mail: two players send a file back and forth, and any manipulation is detected."""

from __future__ import annotations

import re
import shutil

import pytest

import grognard
from grognard.cli import main

from .server import some_action

GAME = "hurtgen"
SIDES = grognard.game(GAME).sides


class Mail:
    """Two players, each with a machine, and the file that they send each other."""

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


def test_a_file_goes_back_and_forth(mail):
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


def test_the_player_sees_what_is_new_and_where_to_send_the_file(mail):
    mail.go_on(2)
    side, action = mail.next_action()
    _, out, _ = mail.status(side)
    assert re.search(r"\d+ actions, \d+ new to you", out)
    _, out, _ = mail.play(side, action)
    after = mail.match()
    if after.side != side:
        assert f"Send {mail.file}" in out.replace("\n", " ")


def test_an_illegal_action_leaves_the_file_unchanged(mail):
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
    """The record with its last roll changed."""
    last = list(re.finditer(r"^roll (\d)$", text, re.M))[-1]
    return text[: last.start()] + f"roll {int(last[1]) % 6 + 1}" + text[last.end() :]


def until_rolled(mail: Mail) -> None:
    for _ in range(60):
        if re.search(r"^roll \d$", mail.file.read_text(), re.M):
            return
        mail.go_on(1, bold=True)
    pytest.fail("no die was rolled")


def test_the_seal_shows_a_changed_file(mail):
    mail.go_on(3)
    text = mail.file.read_text()
    mail.file.write_text(text.rstrip("\n").rsplit("\n", 1)[0] + "\n")
    code, _, err = mail.status(SIDES[0])
    assert code == 1
    assert "seal" in err


def test_the_seed_shows_a_changed_roll_in_a_file_sealed_again(mail):
    from grognard.commands.pbem import sealed

    until_rolled(mail)
    shutil.rmtree(mail.folder / SIDES[0])  # a machine that keeps no match
    shutil.rmtree(mail.folder / SIDES[1], ignore_errors=True)
    mail.file.write_text(sealed(rolled(mail.file.read_text())))
    code, _, err = mail.status(SIDES[0])
    assert code == 1
    assert "line" in err or "seed gives" in err


def test_a_changed_past_is_noticed_on_the_machine_that_keeps_the_match(mail):
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


def forked(match: grognard.Match, at: int | None = None) -> str:
    """A fork with new dice from an action on, continued by the other side and sealed."""
    from grognard.commands.pbem import sealed

    fork = match.fork(at, seed="chosen")
    chances = fork.chance_count
    for _ in range(40):
        if fork.chance_count > chances + 2:
            break
        fork.play(some_action({"actions": fork.view(fork.side).actions}, ("resolve", "with", "attack", "done", "pass")))
    return sealed(fork.record(seed=True))


def all_files(mail: Mail) -> set[str]:
    return {path.relative_to(mail.folder).as_posix() for path in mail.folder.rglob("*") if path.is_file()}


def test_a_fork_with_a_seed_chosen_later_is_noticed(mail):
    until_rolled(mail)
    match = mail.match()
    assert match.chance_count
    mine = next(entry.seat for entry in reversed(match.journal) if entry.seat in SIDES)
    text = forked(match)
    assert text.count("[Dice") == 2
    assert grognard.verify(text)[1] == [], "the dice of a fork can be proved"
    mail.file.write_text(text)
    for words in (("status", mail.file), ("play", mail.file, "pass")):
        code, _, err = mail.run(mine, "pbem", *words, "--as", mine)
        assert code == 1
        assert f"from roll {match.chance_count + 1} on, the dice follow another seed" in err


def test_a_fork_before_the_first_roll_is_noticed(mail):
    """All dice are different then, and only the actions in the file match what this machine keeps."""
    side, action = mail.next_action()
    mail.play(side, action)
    match = mail.match()
    assert not match.chance_count
    text = forked(match)
    assert text.count("[Dice") == 1
    mail.file.write_text(text)
    code, _, err = mail.status(side)
    assert code == 1
    assert "from roll 1 on, the dice follow another seed" in err
    code, _, err = mail.run(side, "pbem", "status", mail.file)
    assert code == 1
    assert "name your side with --as" in err
    other = next(s for s in SIDES if s != side)
    assert mail.status(other)[0] == 0, "a machine that keeps nothing has nothing to compare"


def test_another_match_with_the_same_beginning_is_not_a_fork(mail):
    """Played by the same people on the same machines, with the sides exchanged."""
    side, action = mail.next_action()
    other = next(s for s in SIDES if s != side)
    mail.run(side, "pbem", "play", mail.file, "--as", side, action)
    mail.run("x", "new", GAME, "--seed", "1945", "--show-seed", "-o", mail.file)
    mail.run("y", "pbem", "play", mail.file, "--as", side, action)
    assert mail.run(side, "pbem", "status", mail.file, "--as", other)[0] == 0


def test_an_unknown_match_with_actions_of_ones_own_side_is_mentioned(mail):
    side, action = mail.next_action()
    mail.play(side, action)
    assert "new to this machine" not in mail.status(side)[1]
    shutil.rmtree(mail.folder / side)
    code, out, _ = mail.status(side)
    assert code == 0
    assert f"This match is new to this machine: 1 action of {side} played elsewhere." in out


def test_another_start_is_noticed_on_the_machine_that_keeps_the_match(mail):
    from grognard.commands.pbem import sealed

    side, action = mail.next_action()
    begun = mail.match().position()
    mail.play(side, action)
    other = grognard.setup(begun, seed="1944").play(action)
    mail.file.write_text(sealed(other.record(seed=True)))
    code, _, err = mail.status(side)
    assert code == 1
    assert "it starts from another position" in err
    scenario = list(grognard.game(GAME).scenarios)[-1]
    elsewhere = grognard.new(GAME, scenario, seed="1944")
    mail.file.write_text(sealed(elsewhere.record(seed=True)))
    code, _, err = mail.status(side)
    assert code == 1
    assert f"yours was {grognard.game(GAME).title}" in err


@pytest.mark.parametrize("digest", ["../../OUT", "../../../OUT", "a\\u0000b", "x" * 64, ""])
@pytest.mark.parametrize("number", [0, 1])
def test_a_bad_digest_never_becomes_a_file_name(mail, number, digest):
    from grognard.commands.pbem import sealed

    side, action = mail.next_action()
    lines = mail.file.read_text().split("\n")
    tag = f'[Dice "{number} {digest}"]'
    found = next(n for n, line in enumerate(lines) if line.startswith("[Dice"))
    lines[found : found + number] = [tag]
    for text in ("\n".join(lines), sealed("\n".join(lines))):
        mail.file.write_text(text)
        before = all_files(mail)
        for words in (("status", mail.file), ("play", mail.file, action)):
            code, _, err = mail.run(side, "pbem", *words, "--as", side)
            assert code == 1
            assert f"line {found + 1}: Dice must" in err
        assert all_files(mail) == before
        assert not (mail.folder.parent / "OUT.txt").exists()


def test_a_seed_for_coming_rolls_is_refused(mail):
    from grognard.commands.pbem import sealed
    from grognard.engine.dice import digest

    marks = f'[Dice "50 {digest("later")}"]\n[Seed "50 later"]\n\n'
    mail.file.write_text(sealed(mail.file.read_text().replace("\n\n", "\n" + marks, 1)))
    code, _, err = mail.status(SIDES[0])
    assert code == 1
    assert "it has a seed for roll 50" in err


def test_a_missing_seed_is_reported(mail):
    from grognard.commands.pbem import sealed

    until_rolled(mail)
    text = forked(mail.match())
    mail.file.write_text(sealed("".join(line for line in text.splitlines(keepends=True) if "chosen" not in line)))
    code, _, err = mail.run("z", "pbem", "status", mail.file)
    assert code == 1
    assert "does not hold every seed" in err


def test_an_action_that_somebody_else_played_for_ones_side_is_noticed(mail):
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
    assert "was played for your side" in err


def test_a_missing_seal_is_noticed(mail):
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


def test_the_help_says_what_the_file_reveals(mail):
    """The statement is true: the file alone is enough to compute the next roll."""
    _, out, _ = mail.run("x", "pbem", "--help")
    assert "compute the rolls to come" in " ".join(re.sub("[│|]", " ", out).split())
    seed = mail.match().seeds[-1].seed
    assert seed == "1944"
    until_rolled(mail)
    foreseen = grognard.new(GAME, seed=seed)
    foreseen.play(*(entry.action for entry in mail.match().journal if entry.seat != "dice"))
    assert foreseen.journal == mail.match().journal


def test_the_help_has_examples(mail):
    for words in (["pbem"], ["pbem", "play"], ["pbem", "status"]):
        _, out, _ = mail.run("x", *words, "--help")
        assert "Examples:" in out
        assert "grognard pbem" in out
