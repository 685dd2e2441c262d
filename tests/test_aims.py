"""The aims: every side of every scenario is told how to win."""

from __future__ import annotations

import re

import pytest

import grognard
from grognard.engine.aims import with_aims
from grognard.engine.contents import Scenario
from grognard.engine.data import DataError, Source
from grognard.engine.library import game, games

SCENARIOS = [(name, scenario) for name in sorted(games()) for scenario in game(name).scenarios]


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_every_side_is_told_how_to_win(name, scenario):
    found = game(name)
    aims = found.scenarios[scenario].aims
    assert set(aims) == set(found.sides)
    for lines in aims.values():
        assert 2 <= len(lines) <= 4
        assert all(len(line) <= 240 and line.endswith(".") for line in lines)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_rules_that_aims_name_exist(name, scenario):
    found = game(name)
    known = {rule.rule for rule in found.rules_in_brief}
    for lines in found.scenarios[scenario].aims.values():
        for numbers in re.findall(r"\(((?:\d+[\d.A-Z]*(?:, )?)+)\)", " ".join(lines)):
            assert {number for number in numbers.split(", ") if number not in known} == set()


def read(tmp_path, text):
    (tmp_path / "aims.toml").write_text(text, encoding="utf-8")
    source = Source(tmp_path)
    found = with_aims(source, {"one": Scenario("one", "One", "", 3, "1")}, ("blue", "red"))
    source.check()
    return found["one"].aims


def test_aims_are_read_by_scenario_and_side(tmp_path):
    assert read(tmp_path, '[one]\nblue = ["Win."]\nred = ["Hold.", "Live."]\n') == {
        "blue": ("Win.",),
        "red": ("Hold.", "Live."),
    }


def test_a_game_without_the_file_has_no_aims(tmp_path):
    found = with_aims(Source(tmp_path), {"one": Scenario("one", "One", "", 3, "1")}, ("blue", "red"))
    assert found["one"].aims == {}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[one]\nblue = ["Win."]\n', "red"),
        ('[one]\nblue = ["Win."]\nred = []\n', "red"),
        ('[one]\nblue = ["Win."]\nred = ["Hold."]\ngreen = ["No."]\n', "green"),
        ('[two]\nblue = ["Win."]\nred = ["Hold."]\n', "two"),
    ],
)
def test_faulty_aims_are_refused_with_their_place(tmp_path, text, reason):
    with pytest.raises(DataError, match=rf"aims.toml:\d+: .*{reason}|aims.toml: .*{reason}"):
        read(tmp_path, text)


def test_the_status_of_the_rhine_shows_the_way_to_its_check():
    match = grognard.new("rhine", seed=1)
    assert match.view("allied").status["progress"] == {
        "Antwerp": "0 of 9 hexes",
        "Cities outside Germany": f"0 of {game('rhine').cities_outside.bit_count()}",
        "Cities in Germany": "0, 1 needed",
    }
