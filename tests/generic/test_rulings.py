"""Every open question of every rulebook has a ruling, and every ruling names a duty or clause of the ledger."""

from __future__ import annotations

import re

import pytest

import grognard
from grognard.engine.ledger import Mark, ledger
from tests.kit import GAMES, rows

NAMED = re.compile(r"\*\*([0-9][0-9A-Za-z.]*)\*\*")


def rulings(name: str) -> set[str]:
    """The duties that rulings.md decides."""
    return set(NAMED.findall((GAMES / name / "rulings.md").read_text(encoding="utf-8")))


def questions(name: str) -> set[str]:
    """The duties that leave something open."""
    return {row["duty"] for row in rows(name, "duties.csv") if "RULING NEEDED" in row["statement"]}


@pytest.mark.parametrize("name", list(grognard.games()))
def test_every_open_question_has_a_ruling(name: str) -> None:
    assert questions(name)
    assert questions(name) - rulings(name) == set()


@pytest.mark.parametrize("name", list(grognard.games()))
def test_every_ruling_names_a_duty_that_tests_prove(name: str, every_mark: list[Mark]) -> None:
    known = {row["duty"] for row in rows(name, "duties.csv")}
    assert rulings(name) - known == set()
    unproved = {duty.id for duty in ledger(grognard.game(name), every_mark).uncovered_duties}
    assert rulings(name) & unproved == set()
