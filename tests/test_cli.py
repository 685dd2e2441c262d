"""The command ``grognard``: its output, the files it writes, and its errors."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import grognard
from grognard.ai import RandomCommander, consult
from grognard.cli import app, main
from grognard.commands.lab import _fact
from grognard.engine.library import games

GAME = "hurtgen"
COMMANDS = "games table play new sim tournament replay verify draw odds ledger validate soak".split()


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """The record of a finished game."""
    path = tmp_path_factory.mktemp("records") / "game.txt"
    with pytest.raises(SystemExit) as left:
        main(["play", GAME, "--seed", "1944", "--pace", "0", "-o", str(path)])
    assert left.value.code == 0
    return path


def until(match, wanted):
    """Play at random until a condition is met."""
    rng, commander = random.Random(1), RandomCommander()
    while not wanted(match):
        match.play(consult(commander, match.game, match.state, rng))
    return match


# -- help ------------------------------------------------------------------------------------------


def test_without_arguments_it_lists_the_commands(run):
    code, out, err = run()
    assert (code, err) == (0, "")
    assert all(command in out for command in COMMANDS)
    assert f"grognard play {next(iter(games()))}" in out


def test_this_file_lists_every_command():
    groups = {group.name for group in app.registered_groups}
    assert groups == {"table", "pbem"}
    assert [command.name for command in app.registered_commands] == [name for name in COMMANDS if name not in groups]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_has_examples(run, command):
    code, out, _ = run(command, "--help")
    assert code == 0
    assert re.search(rf"Examples:\s+grognard {command}", out)


def test_make_play_passes_its_arguments_to_the_command():
    root = Path(grognard.__file__).parent.parent
    words = ["make", "--dry-run", "play", "ARGS=--no-browser", "PORT=8500"]
    done = subprocess.run(words, cwd=root, capture_output=True, text=True, check=True)
    assert "grognard table --port 8500 --no-browser" in " ".join(done.stdout.split())


def test_the_version(run):
    assert run("--version") == (0, f"grognard {grognard.__version__}\n", "")


def test_it_runs_as_a_module():
    done = subprocess.run([sys.executable, "-m", "grognard", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"grognard {grognard.__version__}\n"


# -- the library -----------------------------------------------------------------------------------


def test_games(run):
    code, out, _ = run("games")
    assert code == 0
    for name, title in games().items():
        assert f"{name}  {title}" in out
        assert all(scenario in out for scenario in grognard.game(name).scenarios)


@pytest.mark.parametrize("name", games())
def test_validate(run, name):
    code, out, _ = run("validate", name)
    assert code == 0
    assert f"{len(grognard.game(name).counters)} counters" in out
    assert "no errors" in out


def test_validate_names_file_line_and_reason_of_every_error(run, tmp_path):
    first = min(grognard.game(GAME).board.terrain_at)
    label = grognard.game(GAME).board.grid.label(first)
    (tmp_path / "hexes.csv").write_text(f"hex,terrain\n{label},lava\n{label}x,clear\n")
    code, out, err = run("validate", GAME, "--overlay", tmp_path)
    assert code == 1
    assert "overlay/hexes.csv:2:" in out
    assert "lava" in out
    assert "overlay/hexes.csv:3:" in out
    assert err.startswith("grognard: ")


def test_other_commands_report_a_wrong_overlay_in_one_line(run, tmp_path, monkeypatch):
    (tmp_path / GAME).mkdir()
    (tmp_path / GAME / "hexes.csv").write_text("hex,terrain\nnowhere,lava\n")
    monkeypatch.setenv("GROGNARD_OVERLAYS", str(tmp_path))
    code, _, err = run("sim", GAME, "--games", 1)
    assert code == 1
    assert re.fullmatch(r"grognard: overlay/hexes.csv:2: .*\n", err)


def test_ledger(run, tmp_path):
    (tmp_path / "test_one.py").write_text(f'@rule("{GAME}", "no such rule")\ndef test_one(): pass\n')
    code, out, _ = run("ledger", GAME, "--tests", tmp_path, "--missing")
    assert code == 0
    assert f"test_one.py:2: test_one: unknown clause or duty 'no such rule' of {GAME}" in out
    duties = re.search(rf"{GAME} .*? 0 of (\d+) .*? 0 of (\d+)", out)
    assert int(duties[1]) > 0
    assert out.count(f"\n{GAME} ") == int(duties[1]) + int(duties[2])


def test_the_ledger_says_where_a_clause_is_law_and_what_has_none(run):
    code, out, _ = run("ledger", "hurtgen", "5.14")
    assert code == 0
    assert re.search(r"^  code  hurtgen/movement\.py:\d+: row of 'select' in the step 'movement'$", out, re.M)
    assert re.search(r"^  code  hurtgen/movement\.py:\d+: outside_enemy_zones\(\)$", out, re.M)
    assert re.search(r"^  test  hurtgen/test_05_movement\.py:\d+: ", out, re.M)
    code, out, _ = run("ledger", "rhine", "10.2")
    assert re.search(r"^  code  mechanics/phasing\.py:\d+: mobile\(\)$", out, re.M)
    code, out, _ = run("ledger", "hurtgen", "--without-law")
    assert re.fullmatch(r"hurtgen: 0 of \d+ rule clauses are enforced by no code\n", out)


# -- records ---------------------------------------------------------------------------------------


def test_new_writes_the_record_of_a_new_match(run, tmp_path):
    code, out, _ = run("new", GAME, "--seed", "1944", "-o", "a/game.txt")
    assert code == 0
    text = (tmp_path / "a" / "game.txt").read_text()
    assert text == grognard.new(GAME, seed=1944).record()
    assert "[Seed" not in text
    assert "1944" in out


def test_new_can_show_the_seed(run, tmp_path):
    scenario = list(grognard.game(GAME).scenarios)[-1]
    code, _, _ = run("new", GAME, "--scenario", scenario, "--seed", "1944", "--show-seed", "-o", "game.txt")
    match = grognard.replay((tmp_path / "game.txt").read_text())
    assert code == 0
    assert match.scenario.id == scenario
    assert match.dice.seed == "1944"


def test_play_prints_the_path_of_its_record(run, tmp_path):
    code, out, _ = run("play", GAME, "--seed", "a/b", "--pace", "0")
    path = re.search(r"Record: (\S+)", out)[1]
    match = grognard.replay((tmp_path / path).read_text(encoding="utf-8"))
    assert code == 0
    assert match.over
    assert match.result.level in out


def test_a_status_with_an_entry_for_every_unit_is_shown_as_counts():
    """A list of a hundred units would not fit into the panel."""
    game = grognard.game(GAME)
    many = {f"unit {i}": "regular" if i % 4 else "out of supply" for i in range(40)}
    assert _fact(game, many) == "10 × out of supply, 30 × regular"
    assert _fact(game, {"unit 1": "regular", "unit 2": 3}) == "unit 1 regular, unit 2 3"
    assert (
        _fact(game, {"us units": 3, "german": "", "towns": True}) == "U.S. units 3, German none, Towns scoring now yes"
    )


def test_a_group_of_commands_without_a_command_prints_its_help_and_no_error(capsys):
    with pytest.raises(SystemExit):
        main(["pbem"])
    shown = capsys.readouterr()
    assert "Play by mail" in shown.out
    assert not shown.err


def test_play_with_the_same_seed_gives_the_same_record(run, tmp_path, record):
    run("play", GAME, "--seed", "1944", "--pace", "0", "-o", "again.txt")
    assert (tmp_path / "again.txt").read_text(encoding="utf-8") == record.read_text(encoding="utf-8")


def test_replay_prints_phases_events_and_the_result(run, record):
    match = grognard.replay(record.read_text(encoding="utf-8"))
    code, out, _ = run("replay", record)
    assert code == 0
    assert out.count("(action ") == sum(bool(event.heading) for event in match.events)
    assert f"{len(match.journal)} actions" in out
    assert match.result.level in out


def test_replay_stops_at_the_given_action(run, record):
    match = grognard.replay(record.read_text(encoding="utf-8")).before(30)
    code, out, _ = run("replay", record, "--to", 30)
    assert code == 0
    assert "30 actions" in out
    assert f"{match.game.side_names[match.side]} to play" in out
    assert run("replay", record, "--to", 30, "--position") == (0, match.position(), "")


def test_verify_proves_every_roll(run, record):
    match = grognard.replay(record.read_text(encoding="utf-8"))
    code, out, err = run("verify", record)
    assert (code, err) == (0, "")
    assert f"all rolls follow from the seed ({sum(entry.seat == 'dice' for entry in match.journal)})" in out


def test_verify_finds_a_changed_roll(run, tmp_path):
    match = until(grognard.new(GAME, seed=1944), lambda match: match.chance_count)
    rolled = next(entry.action for entry in match.journal if entry.seat == "dice")
    roll = match.game.notation.text(rolled)
    other = "roll 1" if roll != "roll 1" else "roll 2"
    text = match.record(seed=True)
    (tmp_path / "true.txt").write_text(text)
    (tmp_path / "false.txt").write_text(text[: text.rindex(roll)] + other + "\n")
    assert run("verify", "true.txt")[0] == 0
    code, out, err = run("verify", "false.txt")
    assert code == 1
    assert f"is '{other}', but the seed gives '{roll}'" in out
    assert err == "grognard: false.txt: errors found: 1\n"


def test_verify_finds_a_changed_seed(run, tmp_path, record):
    text = record.read_text(encoding="utf-8")
    (tmp_path / "false.txt").write_text(text.replace('[Seed "1 1944"]', '[Seed "1 1945"]'), encoding="utf-8")
    code, out, _ = run("verify", "false.txt")
    assert code == 1
    assert "does not match its digest (tag Dice)" in out


def test_verify_needs_a_seed(run, tmp_path):
    (tmp_path / "game.txt").write_text(grognard.new(GAME, seed=1).record())
    code, out, _ = run("verify", "game.txt")
    assert code == 1
    assert "shows no seed" in out


# -- pictures and odds -----------------------------------------------------------------------------


def test_draw_writes_the_board_at_an_action_and_the_charts(run, tmp_path, record):
    code, _, _ = run("draw", GAME, record, "--to", 30, "-o", "board.svg", "--charts", "charts")
    assert code == 0
    run("draw", GAME, "-o", "empty.svg")
    board, empty = (ElementTree.parse(tmp_path / name) for name in ("board.svg", "empty.svg"))
    assert len(list(board.iter())) > len(list(empty.iter()))
    charts = {path.stem for path in (tmp_path / "charts").glob("*.svg")}
    assert charts == {chart.id for chart in grognard.game(GAME).reading.charts()}


def test_draw_refuses_unknown_palettes_and_sides(run):
    for words in (["--palette", "mud"], ["--side", "nobody"]):
        code, _, err = run("draw", GAME, "-o", "board.svg", *words)
        assert code == 2
        assert words[1] in err


def test_odds_prints_chances_and_modifiers_of_an_attack(run, tmp_path):
    match = until(grognard.new(GAME, seed=3), lambda match: match.preview is not None)
    (tmp_path / "position.txt").write_text(match.position())
    code, out, _ = run("odds", "position.txt")
    assert code == 0
    chances = {result: re.search(rf"│ {result}\s+│\s+(\d+)/(\d+)", out) for result in match.preview.chances}
    assert {r: (int(found[1]), int(found[2])) for r, found in chances.items()} == dict(match.preview.chances)
    assert all(modifier.rule in out for modifier in match.preview.modifiers)


def test_odds_plays_the_given_actions_first(run, tmp_path):
    match = until(grognard.new(GAME, seed=3), lambda match: match.preview is not None)
    action = match.game.notation.text(match.journal[-1].action)
    (tmp_path / "before.txt").write_text(match.before(match.version - 1).position())
    (tmp_path / "after.txt").write_text(match.position())
    assert run("odds", "before.txt", "--play", action) == run("odds", "after.txt")
    code, out, err = run("odds", "before.txt")
    assert (code, out) == (1, "")
    assert err.startswith("grognard: no attack is being declared here")


# -- simulation ------------------------------------------------------------------------------------


def test_sim(run):
    code, out, err = run("sim", GAME, "--games", 3, "--seed", 5)
    assert (code, err) == (0, "")
    assert "wins by level" in out
    assert "length in choices" in out
    assert "counters lost" in out
    assert "100.0%" in out
    assert "3 games" in out


def test_sim_reports_games_that_did_not_finish(run, monkeypatch):
    monkeypatch.setattr("grognard.lab.playout.RandomCommander.decide", lambda *words: 1 / 0)
    code, _, err = run("sim", GAME, "--games", 2)
    assert code == 1
    assert "game 1, seed 1: ZeroDivisionError" in err
    assert "2 of 2 games did not finish" in err


def test_soak(run):
    code, out, err = run("soak", GAME, "--games", 3, "--forged", 20)
    assert (code, err) == (0, "")
    games_played = [int(n) for n in re.findall(rf"│ {GAME}\s*│ \w+\s*│\s*(\d+)", out)]
    assert sum(games_played) == 3
    assert len(games_played) == len(grognard.game(GAME).scenarios)


def test_soak_begins_at_kept_positions(run, record, tmp_path):
    match = grognard.new(GAME, seed=1)
    before = grognard.replay(record.read_text(encoding="utf-8")).before(40)
    (tmp_path / "opening.txt").write_text(match.position())
    (tmp_path / "later.record").write_text(before.record())
    paths = ["--position", tmp_path / "opening.txt", "--position", tmp_path / "later.record"]
    code, out, err = run("soak", GAME, *paths, "--games", 3, "--forged", 5)
    assert (code, err) == (0, "")
    assert re.findall(r"│ (\w+)\s*│\s*(\d+) │", out) == [("opening", "2"), ("later", "1")]
    code, _, err = run("soak", "oder", *paths[:2], "--games", 1)
    assert (code, f"a position of {GAME!r}, not of 'oder'" in err) == (1, True)


def test_soak_fails_on_an_error(run, monkeypatch):
    monkeypatch.setattr(type(grognard.game(GAME)), "position_errors", lambda self, state: ["impossible"])
    code, _, err = run("soak", GAME, "--games", 0, "--forged", 1)
    assert code == 1
    assert "invariant: impossible" in err


# -- errors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (["dance"], 2, "No such command 'dance'"),
        (["sim"], 2, "Missing argument 'GAME'"),
        (["sim", "chess"], 2, "unknown game 'chess'"),
        (["sim", GAME, "--scenario", "moon"], 2, "has no scenario 'moon'"),
        (["sim", GAME, "--games", "0"], 2, "--games"),
        (["sim", GAME, "--games", "many"], 2, "--games"),
        (["sim", GAME, "--colour", "red"], 2, "No such option: --colour"),
        (["new", GAME], 2, "-o"),
        (["new", GAME, "-o", "text.txt/game.txt"], 1, "cannot be written"),
        (["replay", "nowhere.txt"], 2, "file not found: nowhere.txt"),
        (["replay", "."], 2, "is a folder"),
        (["replay", "binary.txt"], 1, "binary.txt is not a record: line 1 is not UTF-8 text"),
        (["verify", "nul.txt"], 1, "nul.txt is not a record: line 2 is not UTF-8 text"),
        (["replay", "empty.txt"], 1, "empty.txt is not a record: it is empty; a record begins"),
        (["verify", "empty.txt"], 1, "empty.txt is not a record: it is empty; a record begins"),
        (["pbem", "status", "empty.txt"], 1, "empty.txt is not a record: it is empty; a record begins"),
        (["odds", "empty.txt"], 1, "empty.txt is not a record or a position: it is empty; a record begins"),
        (["replay", "no-scenario.txt"], 1, "the tag [Scenario ...] is missing"),
        (["verify", "no-scenario.txt"], 1, "the tag [Scenario ...] is missing"),
        (["replay", "big.txt"], 1, "big.txt is too large to be a record"),
        (["replay", "text.txt"], 1, "text.txt is not a record: line 2 is 'dear diary'"),
        (["verify", "text.txt"], 1, "text.txt is not a record: line 2 is 'dear diary'"),
        (["replay", "illegal.txt"], 1, "line 4: 'fly 9999'"),
        (["verify", "illegal.txt"], 1, "line 4: 'fly 9999'"),
        (["replay", "new.txt", "--to", "5"], 2, "--to 5 is too high: the record has 0 actions"),
        (["odds", "position.txt", "--to", "5"], 2, "--to works with records only"),
        (["odds", "new.txt", "--play", "fly"], 1, "unknown action 'fly'"),
        (["draw", GAME, "nowhere.txt", "-o", "board.svg"], 2, "file not found: nowhere.txt"),
        (["validate", "chess"], 2, "unknown game 'chess'"),
        (["validate", GAME, "--overlay", "nowhere"], 2, "folder not found: nowhere"),
        (["ledger", "--tests", "nowhere"], 2, "folder of tests not found: nowhere"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_errors_are_one_line(run, tmp_path, monkeypatch, words, code, reason):
    monkeypatch.setattr("grognard.commands.common.LIMIT", 2000)
    scenario = next(iter(grognard.game(GAME).scenarios))
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00\x81")
    (tmp_path / "nul.txt").write_bytes(b"[\ngame\0chess")
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "no-scenario.txt").write_text(f'[Grognard "1"]\n[Game "{GAME}"]\n\ndone\n')
    (tmp_path / "position.txt").write_text(grognard.new(GAME, seed=1).position())
    (tmp_path / "big.txt").write_text("; much\n" * 300)
    (tmp_path / "text.txt").write_text("; secret\ndear diary\n")
    (tmp_path / "new.txt").write_text(grognard.new(GAME, seed=1).record())
    (tmp_path / "illegal.txt").write_text(f'[Grognard "1"]\n[Game "{GAME}"]\n[Scenario "{scenario}"]\nfly 9999\n')
    left, out, err = run(*words)
    assert (left, out) == (code, "")
    assert err.count("\n") == 1
    assert err.startswith("grognard: ")
    assert reason in err
