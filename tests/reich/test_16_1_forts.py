"""Clause 16.1: forts."""

from __future__ import annotations

import pytest

from grognard.games.reich import traces, zones
from tests.kit import offers
from tests.reich.helpers_combat import GAME, GRID, TABLE, N, T, attack, combat, on_map, resolve, totals, words
from tests.reich.table import position
from tests.rules import rule


def supplied(phase: str, at: str, *more: str) -> set[str]:
    """The units of a position that are in supply after a Supply Segment of their side."""
    match = position(phase, at, *more)
    return {
        unit
        for unit in (word.partition("=")[0] for word in at.split())
        if not match.state.oos >> match.game.unit_ids[unit] & 1
    }


@rule("reich", "16.1", "16.1a", "16.1.A", "16.1.Aa", "16.1.B", "16.1.Ba", "16.1.C", "16.1.Ca")
def test_every_fort_is_of_one_kind() -> None:
    forts = GAME.ground.forts
    assert set(forts) == {"coastal", "metz", "westwall"}
    assert not forts["coastal"] & forts["metz"]
    assert not forts["westwall"] & (forts["coastal"] | forts["metz"])
    assert not forts["coastal"] & ~GAME.ground.coast
    assert not (forts["metz"] | forts["westwall"]) & GAME.ground.coast
    assert forts["metz"] == sum(1 << GRID.parse(h) for h in ("4526", "4527", "4626", "4726"))


@rule("reich", "16.1.Cc", "16.1.Cd", "16.1.Ce", "8.4.2")
def test_which_forts_supply_their_defenders() -> None:
    coastal = next(
        label
        for label in map(GRID.label, _hexes(GAME.ground.forts["coastal"] & GAME.ground.east))
        if len(ring(label)) < 6
    )
    assert "G-352" in supplied("german assault-supply", f"G-352={coastal} {enclosure(coastal)}")
    assert "G-709" not in supplied("german assault-supply", f"G-709=0518 {enclosure('0518')}")
    wall = next(label for label in map(GRID.label, _hexes(GAME.ground.forts["westwall"])) if len(ring(label)) == 6)
    assert "G-352" not in supplied("german assault-supply", f"G-352={wall} {enclosure(wall)}")
    assert "G-352" not in supplied("german assault-supply", f"G-352=4626 {enclosure('4626')}")


def enclosure(label: str) -> str:
    """Allied units in all hexes around a hex."""
    units = ("US-1", "US-2", "US-4", "US-29", "US-90", "US-79")
    return " ".join(f"{unit}={h}" for unit, h in zip(units, ring(label), strict=False))


def _hexes(found: int) -> list[int]:
    return [h for h in range(found.bit_length()) if found >> h & 1]


def ring(label: str) -> list[str]:
    """The land hexes around a hex."""
    land = GAME.ground.land & ~GAME.ground.off_map
    return [GRID.label(n) for n in GRID.neighbour_list(GRID.parse(label)) if land >> n & 1]


@rule("reich", "16.1.Cb")
def test_forts_of_all_kinds_have_one_modifier() -> None:
    for hexes in GAME.ground.forts.values():
        row = GAME.tables.places["fort"]
        assert hexes
        assert row.modifier == -2


@rule("reich", "16.1.Cf", "16.1.Cg")
def test_a_fort_is_destroyed_when_it_is_entered_and_stays_so() -> None:
    features = {T: "fort;fort:metz"}
    match = combat("allied", f"G-716={T} US-1={N} US-29={N}", features=features, dice=[6, 1])
    resolve(match, T, "US-1 US-29")
    while match.game.step(match.state).name == "lose":
        match.play("propose")
    match.play("advance US-1")
    assert match.state.razed >> GRID.parse(T) & 1
    back = combat("allied", f"G-716={T} US-1={N}", f"razed {T}", features=features)
    assert totals(attack(back, T, "US-1"))[0] == 0


@rule("reich", "16.1.Ch", "16.1.Ci", "16.1.Cf")
def test_a_west_wall_fort_stands_but_serves_the_germans_only() -> None:
    features = {T: "fort;fort:westwall"}
    match = combat("allied", f"G-716={T} US-1={N} US-29={N}", features=features, dice=[6, 1])
    resolve(match, T, "US-1 US-29")
    while match.game.step(match.state).name == "lose":
        match.play("propose")
    match.play("advance US-1")
    assert not match.state.razed
    assert not zones.intact_forts(match.game, match.state) >> GRID.parse(T) & 1  # the Allies hold it
    assert totals(attack(combat("german", f"US-1={T} G-352={N}", features=features), T, "G-352"))[0] == 0
    assert words(attack(combat("allied", f"G-352={T} US-1={N}", features=features), T, "US-1")) == {"Fort"}


@rule("reich", "16.1.Cj", "17.2.B")
def test_the_flood_destroys_the_forts_of_the_valley() -> None:
    forts = GAME.ground.forts["westwall"] & GAME.ground.valley
    assert forts
    lines = ["scenario campaign", "turn 12", "phase german assault", "at G-352=5015 G-77=4916 G-276=5016 US-1=3913"]
    match = TABLE.table("\n".join(lines), dice=[3])
    match.play("blow")
    assert match.state.razed & forts == forts
    fort = GRID.label(_hexes(forts)[0])
    beside = next(h for h in ring(fort) if not GAME.ground.valley >> GRID.parse(h) & 1)
    after = on_map("allied", f"G-352={fort} US-1={beside}", "flood 12", f"razed {fort}", "antwerp 1", turn=12)
    assert "Fort" not in words(attack(after, fort, "US-1"))


@rule("reich", "16.1.Ck")
@pytest.mark.parametrize("held", [True, False])
def test_a_west_wall_fort_blocks_the_allies_only_while_it_is_german(*, held: bool) -> None:
    features = {T: "fort;fort:westwall"}
    lines = [f"allied {T}"] if held else []
    match = combat("allied", f"US-1={N} G-352=1334 US-29=1332", *lines, features=features)
    game, s = match.game, match.state
    assert bool(zones.zone(game, s, 0) >> GRID.parse(T) & 1) == held
    closed = traces.situation(game, s, 0).closed
    assert bool(closed >> GRID.parse(T) & 1) != held
    assert offers(match, "attack") is not None
