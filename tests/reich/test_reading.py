"""The overlays that players can switch on."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.reich.reading import ReichReading
from tests.reich.helpers_map import at
from tests.reich.helpers_special import GAME, labels
from tests.reich.table import position

EAST = {
    "Rhine Bridges",
    "Fortress Holland",
    "Ike's Blind Spot",
    "Monty's Blind Spot",
    "Roer River Valley",
    "Ruhr Cities",
}
WEST = {"Inside the Breakout Line", "Normandy Exclusion Zone", "Beaches that must not fall", "Paris"}


def overlays(scenario: str) -> dict[str, int]:
    return GAME.reading.overlays_in_play(grognard.new("reich", scenario).state)


@pytest.mark.parametrize(
    ("scenario", "listed", "left_out"), [("breakout", WEST, EAST), ("campaign", WEST | EAST, set())]
)
def test_overlays_of_the_other_sheet_are_left_out(scenario: str, listed: set[str], left_out: set[str]) -> None:
    found = overlays(scenario)
    assert listed <= found.keys()
    assert not left_out & found.keys()
    assert all(found[name] for name in listed)


def test_final_battles_leave_out_normandy() -> None:
    found = overlays("final")
    assert EAST - {"Monty's Blind Spot"} <= found.keys()  # 3.4.E.2: it is no longer in effect
    assert not {"Inside the Breakout Line", "Normandy Exclusion Zone", "Paris"} & found.keys()


def test_an_overlay_that_is_empty_for_now_stays_on_the_list() -> None:
    full = GAME.reading.overlays(position("german combat", "G-352=1326", turn=8).state)
    assert full["Beaches that must not fall"] == 0
    shown = GAME.reading.overlays_in_play(position("german combat", "G-352=1326", turn=8).state)
    assert shown["Beaches that must not fall"] == 0
    assert isinstance(GAME.reading, ReichReading)


def test_rhine_bridges_are_shown_until_they_are_blown() -> None:
    every = GAME.reading.overlays(position("german combat", "G-352=5018", turn=9).state)["Rhine Bridges"]
    ends = sorted(at(h) for h in labels(every))
    assert len(ends) == len({h for pair in GAME.ground.bridges for h in pair})
    first = set(GAME.ground.bridges[0])
    others = {h for pair in GAME.ground.bridges[1:] for h in pair}
    left = GAME.reading.overlays(position("german combat", "G-352=5018", "blown 1", turn=9).state)["Rhine Bridges"]
    assert {at(h) for h in labels(left)} == others | (first & others)
    assert {at(h) for h in labels(left)} != set(ends)
