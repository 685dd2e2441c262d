"""Walks, fights and phases for the tests of chapters 1 to 6 and 9."""

from __future__ import annotations

from typing import Any

import grognard
from grognard import Match
from tests import kit
from tests.kit import announce, now, offers, place, status
from tests.oder.sheet import EVERY_HEX, near
from tests.oder.table import table


def sea_between(west: int) -> dict[str, str]:
    """All-sea hexsides from north to south between a column and the next: nothing crosses, supply neither."""
    first, second = f"{west:02d}", f"{west + 1:02d}"
    columns = (label for label in EVERY_HEX if label.startswith(first))
    return {f"{a}-{b}": "all-sea" for a in columns for b in near(a) if b.startswith(second)}


def fresh() -> Match:
    """A new game, before anybody has placed anything."""
    return grognard.new("oder", scenario="campaign", dice=[])


def soviet_any() -> Match:
    """The Soviet has placed 3Sh and places the Soviet "Any" units."""
    return place(fresh(), "3Sh", "3510").play("done")


def german_any() -> Match:
    """The Soviet has finished, the German places the German "Any" units."""
    match = soviet_any()
    for unit in ("21", "59", "6", "19", "2Po"):
        place(match, unit, "3012" if unit in ("21", "59", "6") else "3014")
    return match.play("done")


def vp(match: Match) -> tuple[int, int]:
    """Victory Points: the German's, the Soviet's."""
    points = status(match)["vp"]
    return points["german"], points["soviet"]


def announce_unaided(match: Match, target: str, *units: str) -> Match:
    """Announce an attack, decline aerial supply if it is offered, and name the units; not yet resolved."""
    phasing = match.side
    announce(match, target)
    if match.side != phasing:
        match.play("pass", side="german")
    return match.play(*(f"with {unit}" for unit in units))


def fight_unaided(match: Match, target: str, *units: str) -> Match:
    """The same, resolved."""
    return announce_unaided(match, target, *units).play("resolve")


def odds_at(text: str, target: str, *units: str, **ground: Any) -> tuple[str, int]:
    """Column and sum of the die roll modifiers of an attack in a position."""
    return kit.odds(announce_unaided(table(text, **ground), target, *units))


def go_on(match: Match, order: str = "move-fight") -> Match:
    """End the current phase: declare an order, decline all units due, do nothing else."""
    if status(match)["phase"].endswith("declaration"):
        return match.play(f"order {order}")
    for unit in sorted(offers(match, "decline")):
        match.play(f"decline {unit}")
    return match


def until(match: Match, turn: int, phase: str, order: str = "move-fight") -> Match:
    """Let everybody end their phases until this one begins."""

    def on(match: Match) -> None:
        before = now(match)
        go_on(match, order)
        if now(match) == before and not match.over:
            match.play("done")

    kit.until(match, turn, phase, on)
    return match


def finished(match: Match) -> Match:
    """End a regroup phase in which nobody has anything to place."""
    if not match.over and status(match)["phase"].endswith("regroup"):
        match.play("done")
    return match
