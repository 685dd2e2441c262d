"""Short cuts for tests of combat, arrivals and victory: declaring, rolling, skipping to a later phase."""

from __future__ import annotations

from typing import Any

from grognard import Match
from grognard.engine.game import Result
from tests.hurtgen.table import table
from tests.kit import rest, rolled, rows

#: The towns of 15.22 by their identifying hexes, with their points.
TOWNS = {
    "1524": 5,
    "1120": 5,
    "0819": 5,
    "1214": 5,
    "1410": 5,
    "1408": 5,
    "1717": 5,
    "1805": 25,
    "2118": 25,
    "2410": 25,
    "2919": 25,
    "1726": 25,
}
ALL_TOWNS = 160


def attack(match: Match, target: str, *orders: str) -> Match:
    """Declare an attack in full, as far as the decision on FPF."""
    return match.play(f"attack {target}", *orders, "resolve")


def attack_and_roll(match: Match, roll: int, target: str, *orders: str) -> Match:
    """Declare an attack, let the defender lend no FPF, and roll."""
    return rolled(rest(attack(match, target, *orders)), roll)


def final(at: str, **ground: Any) -> Result:
    """The result when the last Combat Phase ends with the units at these places."""
    match = table(f"turn 14\nphase german combat\nat {at}", **ground)
    match.play("done")
    assert match.over
    assert match.result is not None
    return match.result


def town_points(at: str, *, terrain: dict[str, str] | None = None, **ground: Any) -> int:
    """U.S. points for towns in a last position on the plain board, each town one hex unless ``terrain`` adds some."""
    towns = {**dict.fromkeys(TOWNS, "town"), **(terrain or {})}
    return final(at, plain=True, terrain=towns, **ground).score["us towns"]


def columns(first: int, last: int, kind: str) -> dict[str, str]:
    """Terrain of one kind from column to column, over the whole height of the map."""
    return {f"{c:02d}{r:02d}": kind for c in range(first, last + 1) for r in range(1, 29)}


def wall(column: int, kind: str, **bridges: str) -> dict[str, str]:
    """Water along the whole east side of an even column; ``bridges`` as h2010_2110="stream bridge"."""
    assert column % 2 == 0
    out = {}
    for r in range(1, 29):
        out[f"{column:02d}{r:02d}-{column + 1:02d}{r:02d}"] = kind
        if r < 28:
            out[f"{column:02d}{r:02d}-{column + 1:02d}{r + 1:02d}"] = kind
    for pair, words in bridges.items():
        assert pair[1:].replace("_", "-") in out
        out[pair[1:].replace("_", "-")] = words
    return out


def featured(features: dict[str, str], terrain: dict[str, str] | None = None) -> dict[str, str]:
    """Overlay files of a board of clear hexes (but for ``terrain``) on which some hexes have other features."""
    lines = ["hex,terrain,features,source"]
    for row in rows("hurtgen", "hexes.csv"):
        h = row["hex"]
        lines.append(f"{h},{(terrain or {}).get(h, 'clear')},{features.get(h, '')},derived")
    return {"hexes.csv": "\n".join(lines) + "\n"}
