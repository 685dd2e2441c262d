"""The pages about the actions of each game name all of its verbs, and only counters that it has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import grognard

DOCS = Path(__file__).parent.parent / "docs"


def page(name: str) -> str:
    return (DOCS / f"{name}-actions.md").read_text(encoding="utf-8")


def coded(text: str) -> set[str]:
    """The words printed as code."""
    return {word for found in re.findall(r"`([^`]+)`", text) for word in re.split(r"[ ,=]+", found)}


@pytest.mark.parametrize("name", list(grognard.games()))
def test_every_verb_is_explained(name: str) -> None:
    assert not set(grognard.game(name).verbs) - coded(page(name))


def test_the_page_of_storming_the_reich_names_counters_and_fields_of_the_game() -> None:
    game, words = grognard.game("reich"), coded(page("reich"))
    units = {word for word in words if re.match(r"(US|CW|FR|AL|G)-", word)}
    assert units
    assert not units - set(game.unit_ids)
    rows = re.findall(r"^\| (`[a-z_0-9`, ]+)", page("reich").partition("## Positions")[2], re.MULTILINE)
    keys = {found.split()[0] for row in rows for found in re.findall(r"`([^`]+)`", row)}
    assert len(keys) > 20
    assert not keys - {field.name for field in game.state_type.fields} - {"phase", "due"}
