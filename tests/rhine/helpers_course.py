"""Set-up, walks, fights and phases for the tests of chapters 1 to 5."""

from __future__ import annotations

import heapq
import tomllib
from collections.abc import Callable, Iterable
from typing import Any

import grognard
from grognard import Match
from tests import kit
from tests.kit import GAMES, announce, field, odds, offered, offers, owner, status, where
from tests.rhine.sheet import COUNTERS, EVERY_HEX, HEXES, near
from tests.rhine.table import table

LAND = [label for label in EVERY_HEX if HEXES[label]["terrain"] != "sea"]
CAMPAIGN: dict[str, Any] = tomllib.loads((GAMES / "rhine" / "data" / "scenarios.toml").read_text("utf-8"))["campaign"]


def ring(label: str, units: Iterable[str]) -> str:
    """Units of a position text, one in each hex around a hex."""
    hexes = sorted(near(label))
    return " ".join(f"{unit}={hex_}" for unit, hex_ in zip(units, hexes, strict=True))


def walk(start: str, factors: int, cost: Callable[[str, str], int | None]) -> set[str]:
    """Where somebody comes with so many movement points when a step costs what ``cost`` says."""
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        spent, at = heapq.heappop(heap)
        for to in near(at):
            price = cost(at, to)
            if price is not None and spent + price <= factors and spent + price < best.get(to, 99):
                best[to] = spent + price
                heapq.heappush(heap, (best[to], to))
    return set(best) - {start}


# -- looking ---------------------------------------------------------------------------------------


def taken(match: Match) -> int:
    found: int = status(match, "german")["taken"]
    return found


def outcome(match: Match) -> tuple[str, str]:
    """The winner and the kind of victory; empty while the match continues."""
    found = match.result
    assert match.over == (found is not None)
    return (found.winner, found.level) if found else ("", "")


def won(match: Match, side: str, level: str = "Sudden Death") -> None:
    """The match is over, and this side has won it in this way."""
    assert outcome(match) == (side, level)
    assert match.actions.texts() == []


# -- set-up ----------------------------------------------------------------------------------------


def fresh() -> Match:
    """A new game before the first unit is placed."""
    return grognard.new("rhine", scenario="campaign", dice=[])


def allied_choice() -> Match:
    """Both German armies are placed; the Allied player chooses the sector."""
    return fresh().play("propose", "done", "propose", "done")


def german_any(sector: str = "north") -> Match:
    """The Allied player has chosen; the German player places the "Any" units."""
    return allied_choice().play(f"full {sector}")


def begun(sector: str = "north") -> Match:
    """Set-up is over."""
    return german_any(sector).play("propose", "done")


# -- moving and fighting ---------------------------------------------------------------------------


def beaten(match: Match) -> Match:
    """Take losses and retreats until a unit may advance."""
    for _ in range(20):
        if match.over or offers(match, "advance"):
            return match
        if offered(match, "pass"):
            match.play("pass")
        else:
            words = [f"{verb} {word}" for verb in ("lose", "to") for word in sorted(offers(match, verb))]
            match.play(words[0])
    raise AssertionError(match.actions.texts())


def steps(match: Match, unit: str) -> int:
    """The steps that a unit has left, as its owner sees it: on the map, in a box or due; none when it is lost."""
    if where(match, unit) in ("eliminated", "removed"):
        return 0
    shown: dict[str, int] = status(match, owner(match, unit))["steps"]
    reduced = dict(word.split("=") for word in field(match, "steps"))
    return shown.get(unit, int(reduced.get(unit, COUNTERS[unit]["steps"])))


# -- the course of a turn --------------------------------------------------------------------------


def idle(match: Match, order: str = "move-fight", sector: str = "north") -> Match:
    """The action that continues the game with the least change."""
    if match.side == "dice":
        return match.play("roll 4")
    texts = sorted(match.actions.texts())
    quiet = ("stop", f"order {order}", f"full {sector}", "pass", "done", "propose")
    for wanted in ("withdraw ", *quiet, "place ", "remove ", "select "):
        for text in texts:
            if text == wanted or (wanted.endswith(" ") and text.startswith(wanted)):
                return match.play(text)
    raise AssertionError(texts)


def passed(match: Match, turn: int, phase: str = "", **idly: str) -> list[tuple[int, str]]:
    """Let everybody do as little as they can until this phase begins or the game is over; the phases before it."""
    return kit.until(match, turn, phase, lambda match: idle(match, **idly))


def until(match: Match, turn: int, phase: str = "", **idly: str) -> Match:
    """The same, for the match."""
    passed(match, turn, phase, **idly)
    return match


def shifts(text: str, target: str, *units: str, **ground: Any) -> tuple[str, int]:
    """Column and shifts of an attack in a position."""
    return odds(announce(table(text, **ground), target, *units))
