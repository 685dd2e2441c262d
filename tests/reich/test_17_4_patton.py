"""Clauses 17.4.A, 6.7.B and 17.7.6: Patton leads Mobile Assaults on, and reacts to the counteroffensive."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.kit import offered, offers, refused, where
from tests.reich.helpers_combat import NE, NW, SE, SW, N, S, T, events, exploit, reduced, settle, take
from tests.rules import rule

UP, DOWN = "1325", "1329"


def column(at: str, *more: str, where_: str = N, dice: tuple[int, ...] = (), **options: object) -> Match:
    """Patton with two armored divisions in a hex, both of them in hand."""
    units = f"US-PATTON={where_} US-2A={where_} US-3A={where_}"
    match = exploit("allied", f"{units} {at}", *more, dice=dice, **options)  # type: ignore[arg-type]
    return take(match, "US-2A US-3A US-PATTON")


@rule("reich", "17.4.A", "17.4.Aa", "17.4.Af", "17.4.Aj", "17.4.Ae", "14.1.Cb")
def test_the_same_hex_again_and_again() -> None:
    match = column(f"G-12SS={T} G-1SS={T} G-9SS={T}", dice=(1, 1, 1, 1))
    settle(match.play(f"assault {T}", "resolve"))
    assert len(events(match, "14.2.D")) == 1
    assert match.state.spent[match.game.unit_ids["US-2A"]] == 2
    assert offered(match, f"assault {T}")
    settle(match.play(f"assault {T}", "resolve"))
    assert len(events(match, "14.2.D")) == 2
    assert match.state.spent[match.game.unit_ids["US-2A"]] == 4
    assert reduced(match)


@rule("reich", "17.4.Ac")
def test_after_a_failure_nothing_but_the_same_hex() -> None:
    match = column(f"G-12SS={T} G-1SS={T} G-716={NE}", dice=(1, 1))
    settle(match.play(f"assault {T}", "resolve"))
    assert offers(match, "assault") == {T}
    assert not offers(match, "move")
    refused(match, f"assault {NE}", "17.4.A")
    match.play("stop")
    assert not offers(match, "assault")


@rule("reich", "17.4.Ab", "14.2.Cc", "6.7.Bc", "17.4.Ad")
def test_after_clearing_a_hex_they_go_on() -> None:
    match = column(f"G-716={T} G-352={S}", dice=(6, 1, 6, 1))
    settle(match.play(f"assault {T}", "resolve"))
    assert where(match, "US-PATTON") == where(match, "US-2A") == T
    assert offers(match, "assault") == {S}
    settle(match.play(f"assault {S}", "resolve"))
    assert where(match, "US-3A") == S


@rule("reich", "17.4.Ab")
def test_they_move_on_where_no_zone_stops_them() -> None:
    match = column(f"G-716={T} G-352=1330", dice=(6, 1, 6, 1))
    settle(match.play(f"assault {T}", "resolve", "move 1329", "assault 1330", "resolve"))
    assert where(match, "US-2A") == "1330"


@rule("reich", "6.7.Bc", "17.4.Ad")
def test_zones_do_not_matter_for_the_next_assault() -> None:
    match = column(f"G-716={T} G-352={S} G-77={SE} G-276={SW}", dice=(6, 1))
    settle(match.play(f"assault {T}", "resolve"))
    assert offers(match, "assault") == {S, SE, SW}


@rule("reich", "6.7.Bc", "17.4.Ag", "14.1.Ca")
def test_without_patton_one_assault_is_all() -> None:
    at = f"US-2A={N} US-3A={N} G-716={T} G-352={S}"
    match = take(exploit("allied", at, dice=(6, 1)), "US-2A US-3A")
    settle(match.play(f"assault {T}", "resolve"))
    assert where(match, "US-2A") == T
    assert not offers(match, "assault")
    assert not offers(match, "select")


@rule("reich", "17.4.Ai")
def test_plain_moves_obey_zones() -> None:
    match = column(f"G-716={T} G-352={DOWN}", dice=(6, 1))
    settle(match.play(f"assault {T}", "resolve"))
    assert offers(match, "move")
    assert not zone_moves(match)
    stuck = column(f"G-716={T} G-352={S} G-77={NW}", dice=(6, 1))
    settle(stuck.play(f"assault {T}", "resolve"))
    assert not zone_moves(stuck)
    # In a zone it stops like other units (6.5), but goes on assaulting.
    assert not offers(stuck, "move")
    assert refused(stuck, f"move {N}", "6.5")
    assert offers(stuck, "assault") == {S, NW}


def zone_moves(match: Match) -> set[str]:
    """Moves from one enemy zone straight into another."""
    grid, zone = match.game.board.grid, match.game.zone(match.state, 1)
    here = grid.parse(where(match, "US-2A"))
    if not zone >> here & 1:
        return set()
    return {h for h in offers(match, "move") if grid.adjacent(here, grid.parse(h)) and zone >> grid.parse(h) & 1}


@rule("reich", "17.4.Ah")
def test_patton_must_begin_with_them() -> None:
    at = f"US-PATTON={UP} US-2A={N} G-716={T} G-352={S} US-1={UP}"
    match = exploit("allied", at, dice=(6, 1))
    take(match, "US-2A")
    refused(match, "also US-PATTON", "14.1.B")
    settle(match.play(f"assault {T}", "resolve"))
    assert not offers(match, "assault")


@rule("reich", "17.4.Ah")
def test_when_patton_leaves_nobody_goes_on() -> None:
    match = column(f"G-716={T} G-352={S}", dice=(6, 1))
    settle(match.play(f"assault {T}", "resolve"))
    match.play("leave US-PATTON")
    refused(match, f"assault {S}", "14.1.C")


@rule("reich", "17.4.Af")
def test_the_points_run_out() -> None:
    match = column(f"G-716={T} G-352={S}", die=1, terrain={T: "woods", S: "woods"}, dice=(6, 1))
    assert match.state.points[1] == 8
    settle(match.play(f"assault {T}", "resolve"))
    assert offers(match, "assault") == {S}  # three of eight are spent
    few = column(f"G-716={T} G-352={S}", "logistics 2", die=1, terrain={T: "woods", S: "woods"}, dice=(6, 1))
    assert few.state.points[1] == 4
    settle(few.play(f"assault {T}", "resolve"))
    assert not offers(few, "assault")


# -- the reaction to the counteroffensive ------------------------------------------------------------


def reaction(turn: int = 10, **ground: object) -> Match:
    """Patton's stack next to T, on the turn of the counteroffensive or the one after it."""
    return column(f"G-352={T}", "offensive 10", turn=turn, **ground)


@rule("reich", "17.7.6", "17.7.6a", "17.7.6c")
@pytest.mark.parametrize(
    ("ground", "able"),
    [
        ({"terrain": {T: "forest"}}, True),
        ({"terrain": {T: "swamp"}}, True),
        ({"features": {T: "fort;fort:westwall"}}, True),
        ({"terrain": {T: "mountain"}}, False),
    ],
)
def test_patton_assaults_any_hex_but_mountains(ground: dict[str, dict[str, str]], *, able: bool) -> None:
    assert offered(reaction(**ground), f"assault {T}") == able
    assert not offered(reaction(turn=11, **ground), f"assault {T}")


@rule("reich", "17.7.6b")
@pytest.mark.parametrize(("river", "able"), [("minor-river", True), ("major-river", True), ("rhine", False)])
def test_patton_assaults_over_any_river_but_the_rhine(river: str, *, able: bool) -> None:
    sides = {f"{T}-{N}": river}
    assert offered(reaction(sides=sides), f"assault {T}") == able
    assert not offered(reaction(turn=11, sides=sides), f"assault {T}")


@rule("reich", "17.7.6a")
def test_only_with_patton() -> None:
    at = f"US-2A={N} US-3A={N} G-352={T}"
    match = exploit("allied", at, "offensive 10", turn=10, terrain={T: "forest"})
    take(match, "US-2A")
    refused(match, f"assault {T}", "14.1.D")
