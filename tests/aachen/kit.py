"""A table for the rule tests of Aachen: boards made to measure, positions from text, scripted dice.

``act("us 1-HQ", "1-HQ=1703 1-I/16=1705")`` is the choice of the next Action in an activation, on a board of clear hexes
without streams, roads and pillboxes. What the rules fix by place stays: map edges, supply, the closed zone, objectives.
A hex with an HQ is a town of that side. ``ground`` changes single hexes: ``terrain={"1706": "light-forest"}``,
``sides={"1705-1706": "stream"}``, ``roads="1705-1706-1707 1805-1806"``, ``pillboxes="1706 1707"``; ``us`` and
``german`` name more towns of a side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise

import grognard
from grognard import Match
from grognard.engine.data import Source
from grognard.games.aachen.game import AachenGame
from grognard.games.aachen.parts import load_parts
from tests.kit import GAMES, rows, where

FOLDER = GAMES / "aachen" / "data"
SIDES = ("us", "german")


@cache
def real() -> AachenGame:
    """The game as it is."""
    return AachenGame.load()


@cache
def bare(
    terrain: tuple[tuple[str, str], ...], sides: tuple[tuple[str, str], ...], roads: str, pillboxes: str
) -> AachenGame:
    """The game on a clear board with some terrain."""
    ground = {row["hex"]: "clear" for row in rows("aachen", "hexes.csv")} | dict(terrain)
    features = dict.fromkeys(ground, "none") | dict.fromkeys(pillboxes.split(), "pillbox")
    edges = {(row["hex1"], row["hex2"]): "none" for row in rows("aachen", "hexsides.csv")}
    edges |= {_pair(pair): kind for pair, kind in sides}
    ways = {(row["hex1"], row["hex2"]): "none" for row in rows("aachen", "roads.csv")}
    ways |= {_pair(f"{a}-{b}"): "road" for road in roads.split() for a, b in pairwise(road.split("-"))}
    overlay = {
        "hexes.csv": "hex,terrain,features,source\n"
        + "".join(f"{h},{word},{features[h]},derived\n" for h, word in ground.items()),
        "hexsides.csv": "hex1,hex2,kind,bridge,source\n"
        + "".join(f"{a},{b},{kind},0,derived\n" for (a, b), kind in edges.items()),
        "roads.csv": "hex1,hex2,kind,source\n" + "".join(f"{a},{b},{kind},derived\n" for (a, b), kind in ways.items()),
    }
    # The scenarios' HQs do not stand in towns on this board, so what the source reports is not asked.
    return AachenGame(*load_parts(Source(FOLDER, overlay)))


def _pair(words: str) -> tuple[str, str]:
    a, b = sorted(words.split("-"))
    return a, b


def table(
    phase: str,
    at: str,
    *more: str,
    dice: Iterable[int | str] = (),
    scenario: str = "",
    turn: int = 1,
    us: str = "",
    german: str = "",
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    roads: str = "",
    pillboxes: str = "",
    whole: bool = False,
) -> Match:
    """A match at the beginning of a phase; when the scripted dice run out, play rolls by hand.

    Every formation has its greatest level, unless ``more`` has a line for it. ``whole`` is the real map.
    """
    towns = {"us": us.split(), "german": german.split()}
    for word in at.split():
        unit, _, place = word.partition("=")
        if "HQ" in unit and place.isdigit():
            side = "us" if unit.split("-")[0] in ("1", "3A", "9", "30", "2A", "29") else "german"
            towns[side] += [place] if place not in towns[side] else []
    ground = dict.fromkeys([*towns["us"], *towns["german"]], "town") | dict(terrain or {})
    game = (
        real() if whole else bare(tuple(sorted(ground.items())), tuple(sorted((sides or {}).items())), roads, pillboxes)
    )
    scenario = scenario or ("stolberg" if turn < 4 else "campaign")
    lines = [f"game aachen\nscenario {scenario}\nturn {turn}\nphase {phase}\nat {at}", *more]
    given = {line.split()[0] for line in more}
    if "level" not in given:
        lines.append("level " + levels())
    lines += [f"{side}_flags {' '.join(towns[side])}" for side in SIDES if towns[side] and f"{side}_flags" not in given]
    return grognard.setup("\n".join(lines), dice=dice, of=game)


def levels(**changed: int) -> str:
    """The greatest levels of all formations, with some changed: ``levels(F1=0)``."""
    roster = real().roster
    return " ".join(str(changed.get(f"F{f.code}", roster.level[i])) for i, f in enumerate(roster.formations))


def act(who: str, at: str, *more: str, purse: int = 7, **ground: object) -> Match:
    """The choice of the next Action of a formation, named by its side and HQ; ``initiative`` is that side."""
    side, hq = who.split()
    points = f"purse {purse} 0" if side == "us" else f"purse 0 {purse}"
    return table(f"{side} activation {hq}", at, points, *more, **ground)  # type: ignore[arg-type]


def purse(match: Match, side: str) -> int:
    """The Action Points of a side."""
    found: int = match.state.purse[SIDES.index(side)]  # type: ignore[attr-defined]
    return found


def level(match: Match, code: str) -> int:
    """The Activation Level of a formation."""
    found: int = match.state.level[match.game.roster.by_code[code]]  # type: ignore[attr-defined]
    return found


def support(match: Match, hq: str) -> int:
    """The Attack Support Points left to an HQ."""
    unit = match.game.unit_ids[hq]
    found: int = match.game.roster.support[unit] - match.state.lost[unit]  # type: ignore[attr-defined]
    return found


def lost(match: Match, unit: str) -> int:
    """The Strength Points that a unit has lost."""
    found: int = match.state.lost[match.game.unit_ids[unit]]  # type: ignore[attr-defined]
    return found


def disrupted(match: Match, *units: str) -> bool:
    """Whether all these units are disrupted."""
    return all(match.state.disrupted >> match.game.unit_ids[unit] & 1 for unit in units)  # type: ignore[attr-defined]


def improved(match: Match, hex_: str) -> bool:
    """Whether a hex is in Improved Defense."""
    return bool(match.state.improved >> match.game.board.grid.parse(hex_) & 1)  # type: ignore[attr-defined]


def told(match: Match, rule: str) -> list[str]:
    """What has been reported under a rule."""
    return [event.text for event in match.events if event.rule == rule]


def step(match: Match) -> str:
    """The step in force."""
    found: str = match.game.step(match.state).name
    return found


__all__ = [
    "act",
    "bare",
    "disrupted",
    "improved",
    "level",
    "levels",
    "lost",
    "purse",
    "real",
    "step",
    "support",
    "table",
    "told",
    "where",
]
