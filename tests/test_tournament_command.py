"""``grognard tournament``, and the commanders of ``grognard play`` and ``grognard sim``."""

from __future__ import annotations

import json
import re

import pytest

import grognard
from grognard.engine.library import games
from grognard.lab import Played

NAME = "oder"
SCENARIO = next(iter(grognard.game(NAME).scenarios))


WORDS = ("tournament", NAME, "--commanders", "random,random:5", "--games", 1, "--jobs", 1)


def test_the_command_prints_scores_times_levels_and_ratings(run):
    code, out, err = run(*WORDS)
    assert (code, err) == (0, "")
    for word in ("scores", "thinking time in seconds", "wins by level", "Elo, random = 1000", "anchor", "2/2"):
        assert word in out
    assert all(f"random as {name}" in out for name in grognard.game(NAME).side_names.values())


def test_the_command_writes_games_and_reports(run, tmp_path, monkeypatch):
    files = ("--out", "games.json", "--out", "report.md")
    assert run(*WORDS, *files)[0] == 0
    data = json.loads((tmp_path / "games.json").read_text(encoding="utf-8"))
    assert [game["bout"]["number"] for game in data["games"]] == [0, 1]
    assert "cores" in data["machine"]
    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert report.startswith("# Tournaments\n\n## random, random:5: ")
    assert "| random – random:5 | 2 |" in report
    monkeypatch.setattr("grognard.lab.tournament.contest", lambda *words: pytest.fail("played again"))
    assert run(*WORDS, *files)[0] == 0
    assert (tmp_path / "report.md").read_text(encoding="utf-8").count("\n## random, random:5") == 2
    old = re.sub('"commit":"[^"]*"', '"commit":"c0ffee of 1944"', book := (tmp_path / "games.json").read_text())
    assert old != book
    (tmp_path / "games.json").write_text(old)
    run(*WORDS, *files)
    assert ", c0ffee of 1944\n" in (tmp_path / "report.md").read_text(encoding="utf-8"), (
        "the report names the commit that played"
    )
    monkeypatch.setattr("grognard.lab.provenance.code", lambda: "other")
    assert "2 of 2 games were played with other code" in run(*WORDS, *files)[2]


def test_several_scenarios_get_a_common_table(run):
    several = "hurtgen"
    code, out, _ = run("tournament", several, "--commanders", "random,random:5", "--games", 2, "--jobs", 1)
    assert code == 0
    assert "All scenarios: scores" in out
    assert out.count(": Elo") == len(grognard.game(several).scenarios) + 1


def test_all_plays_every_scenario_of_every_game(run, monkeypatch):
    seen = []

    def quick(bout, side="us"):
        seen.append((bout.game, bout.scenario))
        return Played(bout, side, side, "level")

    monkeypatch.setattr("grognard.lab.tournament.play_bout", lambda seed, cap, bout: quick(bout))
    assert run("tournament", "all", *WORDS[2:])[0] == 0
    assert set(seen) == {(name, scenario) for name in games() for scenario in grognard.game(name).scenarios}


def test_errors_are_printed_and_counted(run, tmp_path, monkeypatch):
    monkeypatch.setattr("grognard.ai.RandomCommander.decide", lambda *words: 1 / 0)
    code, _, err = run(*WORDS, "--out", "report.md")
    assert code == 1
    assert f"{NAME} {SCENARIO}, random – random:5, game 0: ZeroDivisionError: division by zero" in err
    assert "2 of 2 games did not finish" in err
    assert "2 games did not finish" in (tmp_path / "report.md").read_text(encoding="utf-8")


def test_an_interrupt_keeps_the_games_played_so_far(run, tmp_path, monkeypatch):
    def interrupted(seed, cap, bout):
        if bout.number:
            raise KeyboardInterrupt
        return Played(bout, "x", "x", "level")

    monkeypatch.setattr("grognard.lab.tournament.play_bout", interrupted)
    code, _, err = run(*WORDS, "--out", "games.json")
    assert (code, err) == (130, "grognard: interrupted; the same command continues from games.json\n")
    assert len(json.loads((tmp_path / "games.json").read_text())["games"]) == 1


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (["tournament", NAME], 2, "Missing option '--commanders'"),
        (["tournament", "chess", "--commanders", "random,random:5"], 2, "unknown game 'chess'"),
        (["tournament", NAME, "--commanders", "random,napoleon"], 2, "unknown commander 'napoleon'"),
        (["tournament", NAME, "--commanders", "random"], 2, "at least two commanders"),
        (["tournament", NAME, "--commanders", "random,random"], 2, "random is named twice"),
        (["tournament", NAME, "--commanders", "random:5,random", "--evaluations", 5], 2, "random:5 is named twice"),
        (["tournament", NAME, "--commanders", "random,random:0"], 2, "must be a number from 1"),
        ([*WORDS, "--scenario", "moon"], 2, "has no scenario 'moon'"),
        (["tournament", "all", *WORDS[2:], "--scenario", SCENARIO], 2, "--scenario needs one game"),
        ([*WORDS, "--games", 0], 2, "--games"),
        ([*WORDS, "--jobs", 0], 2, "--jobs"),
        ([*WORDS, "--evaluations", 0], 2, "--evaluations"),
        ([*WORDS, "--out", "report.txt"], 2, "use one .json file for the games, and .md files for reports"),
        ([*WORDS, "--out", "a.json", "--out", "b.json"], 2, "--out b.json: use one .json file"),
        ([*WORDS, "--out", "file/report.md"], 1, "cannot be written"),
        ([*WORDS, "--out", "file/games.json"], 1, "cannot be written"),
        ([*WORDS, "--out", "folder.md"], 2, "is a folder"),
        (["sim", NAME, "--commanders", "napoleon"], 2, "unknown commander 'napoleon'"),
        (["sim", NAME, "--commanders", "random,random,random"], 2, "3 commanders for 2 sides"),
        (["play", NAME, "--commanders", "random,"], 2, "unknown commander ''"),
    ],
)
def test_an_error_is_one_line(run, tmp_path, words, code, reason):
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.md").mkdir()
    left, _, err = run(*words)
    assert left == code
    assert err.startswith("grognard: ")
    assert err.count("\n") == 1
    assert reason in err


def test_play_takes_named_commanders(run, tmp_path):
    words = ("play", NAME, "--seed", "1944", "--pace", "0", "-o")
    run(*words, "plain.txt")
    assert run(*words, "named.txt", "--commanders", "random,random:5")[0] == 0
    plain, named = ((tmp_path / f"{name}.txt").read_text(encoding="utf-8") for name in ("plain", "named"))
    assert named == plain
