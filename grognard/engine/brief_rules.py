"""The rules in brief: for each clause of a rulebook its title and one or two sentences in our own words.

``clauses.csv`` in a game's data folder has the numbers and titles, ``brief.csv`` the sentences. No rule depends on
them, so they are not part of the digest of a game's data.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

#: The kind of a clause that only heads others.
HEADING = "heading"


@dataclass(frozen=True)
class BriefRule:
    """A clause in brief. A clause that nobody has summed up yet has no text."""

    rule: str
    title: str
    text: str
    #: whether it only heads the clauses below it
    heading: bool


def load_brief(folder: Path) -> tuple[BriefRule, ...]:
    """The clauses of a game in the order of its rulebook; none, if the game has no list of clauses."""
    clauses, texts = _rows(folder / "clauses.csv"), _rows(folder / "brief.csv")
    words = {row["clause"]: row["text"] for row in texts}
    return tuple(
        BriefRule(row["clause"], row["title"], words.get(row["clause"], ""), row["kind"] == HEADING) for row in clauses
    )


def _rows(path: Path) -> list[dict[str, str]]:
    if not path.is_file():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
