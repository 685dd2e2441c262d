"""The aims of a scenario: for each side a few lines about how to win, for players.

They are in ``aims.toml`` of a game's data folder, by scenario and side. No rule depends on them, so they are not part
of the digest of a game's data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .contents import Scenario
from .data import Source
from .schema import ListOf, Table, Text, read

FILE = "aims.toml"


def with_aims(source: Source, scenarios: Mapping[str, Scenario], sides: tuple[str, ...]) -> dict[str, Scenario]:
    """The scenarios with their aims. A game without the file has none."""
    if not (source.folder / FILE).is_file():
        return dict(scenarios)
    lines = ListOf(Text(), least=1)
    words = read(source, FILE, Table(dict.fromkeys(scenarios, Table(dict.fromkeys(sides, lines)))), digest=False)
    return {
        name: replace(scenario, aims={side: tuple(found) for side, found in words.get(name, {}).items()})
        for name, scenario in scenarios.items()
    }
