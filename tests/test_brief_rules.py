"""The rules in brief: every clause of every rulebook is summed up in our own words."""

from __future__ import annotations

import csv
import re

import pytest

from grognard.engine.brief_rules import load_brief
from grognard.engine.library import game, games
from tests.kit import GAMES

NAMES = sorted(games())


def texts(name: str) -> dict[str, str]:
    with (GAMES / name / "data" / "brief.csv").open(newline="", encoding="utf-8") as file:
        return {row["clause"]: row["text"] for row in csv.DictReader(file)}


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_has_a_sentence(name):
    rules = game(name).rules_in_brief
    assert [rule.rule for rule in rules] == list(texts(name))
    assert [rule.rule for rule in rules if not rule.text] == []
    assert all(rule.title for rule in rules)


@pytest.mark.parametrize("name", NAMES)
def test_a_brief_rule_is_short_and_complete(name):
    """A few sentences, each ended, within what fits on a phone without scrolling."""
    for clause, text in texts(name).items():
        assert text == text.strip(), clause
        assert re.search(r"[.!?]$", text), f"{clause} does not end with a full stop: {text!r}"
        assert len(text) <= 360, f"{clause} has {len(text)} characters"


def test_a_game_without_clauses_has_no_rules_in_brief(tmp_path):
    assert load_brief(tmp_path) == ()


def test_a_clause_that_nobody_summed_up_has_its_title_only(tmp_path):
    (tmp_path / "clauses.csv").write_text("clause,kind,title\n1.0,heading,Setup\n1.1,rule,Sides\n", encoding="utf-8")
    (tmp_path / "brief.csv").write_text("clause,text\n1.1,Each player has one.\n", encoding="utf-8")
    found = [(rule.rule, rule.title, rule.text, rule.heading) for rule in load_brief(tmp_path)]
    assert found == [("1.0", "Setup", "", True), ("1.1", "Sides", "Each player has one.", False)]
