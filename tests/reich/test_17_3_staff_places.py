"""Clauses 17.3 and 17.4.B: units that arrive with HQs and with Model."""

from __future__ import annotations

from grognard import Match
from tests.kit import offers, refused, where
from tests.reich.helpers_moves import GAME, GRID
from tests.reich.table import position
from tests.rules import rule

DUE = "due G-9SS=9 G-10SS=9 G-2SS=9 G-LEHR=9"
PANZERS = "G-9SS=track G-10SS=track G-2SS=track G-LEHR=track"


def replacements(at: str, *more: str) -> Match:
    return position("german replacement", f"{at} {PANZERS} US-1=0619", DUE, *more, turn=9)


def places(match: Match, unit: str) -> set[str]:
    match.play(f"select {unit}")
    found = offers(match, "place")
    match.undo()
    return found


@rule("reich", "17.3", "17.3d")
def test_reinforcements_arrive_with_the_army_group_hq() -> None:
    at = "CW-HQ21=1021 CW-3=1020 CW-15=track CW-49=track G-352=1332"
    match = position("allied reinforcement", at, "due CW-15=3 CW-49=3")
    assert "1021" in places(match, "CW-15")
    near = position("allied reinforcement", at.replace("1332", "1122"), "due CW-15=3 CW-49=3")
    assert "1021" not in places(near, "CW-15")


@rule("reich", "17.3", "17.3e")
def test_one_replacement_a_turn_joins_the_7th_army() -> None:
    match = replacements("G-HQ7=5220")
    assert "5220" in places(match, "G-9SS")
    match.play("select G-9SS", "place 5220")
    assert where(match, "G-9SS") == "5220"
    assert "5220" not in places(match, "G-10SS")
    arrivals = position(
        "german reinforcement", "G-HQ7=5220 G-9SS=track G-10SS=track US-1=0619", "due G-9SS=2 G-10SS=2", turn=2
    )
    assert "5220" not in places(arrivals, "G-9SS")


@rule("reich", "17.3", "17.3f")
def test_shaef_lets_two_airborne_divisions_react() -> None:
    from grognard.games.reich import shaef

    at = "US-82AB=3525 US-101AB=3525 G-352=5018 US-1=4420"
    towns = "allied 3525 4225 3913 4420"
    for hq, asked in (("AL-SHAEF=3525", True), ("US-HQ1-12=3525", False), ("AL-SHAEF=3913", False)):
        lines = "offensive 10", towns, "antwerp 1", "points 0 0 0 3 3"
        state = position("german offensive-combat", f"{at} CW-50=3910 {hq}", *lines, turn=10, dice=[1]).state
        state.allied |= 1 << GRID.parse("3910")
        shaef.offer(GAME, state)
        assert (GAME.step(state).name == "shaef-reaction") is asked


@rule("reich", "17.4.B", "17.4.Ba", "17.4.Bd")
def test_three_replacements_a_turn_join_model_within_the_stacking_limits() -> None:
    match = replacements("G-MODEL=5220")
    for unit in ("G-9SS", "G-10SS", "G-2SS"):
        match.play(f"select {unit}", "place 5220")
    refused(match, "place 5220")
    crowded = replacements("G-MODEL=5220 G-352=5220 G-353=5220 G-271=5220")
    assert "5220" not in places(crowded, "G-9SS")


@rule("reich", "17.4.B", "17.4.Bb", "17.4.Bc")
def test_model_needs_a_line_to_the_east_and_no_enemy_next_to_him() -> None:
    assert "5220" not in places(replacements("G-MODEL=5220 US-2=5221"), "G-9SS")
    ruhr = GRID.parse("5409")
    inside = GRID.neighbours(1 << ruhr) | 1 << ruhr
    ring = [GRID.label(h) for h in GRID if GRID.neighbours(inside) & ~inside & GAME.ground.land & 1 << h]
    units = ("US-2", "US-29", "US-9", "US-30", "US-79", "US-8", "US-83", "US-35", "US-5", "US-28", "US-80", "US-26")
    at = " ".join(f"{unit}={h}" for unit, h in zip(units, ring, strict=False))
    assert len(ring) <= len(units)
    assert "5409" not in places(replacements(f"G-MODEL=5409 {at}"), "G-9SS")


@rule("reich", "17.4.B", "17.4.Be")
def test_no_reinforcement_joins_model() -> None:
    at = "G-MODEL=5220 G-9SS=track G-10SS=track US-1=0619"
    match = position("german reinforcement", at, "due G-9SS=2 G-10SS=2", turn=2)
    match.play("select G-9SS")
    refused(match, "place 5220")
