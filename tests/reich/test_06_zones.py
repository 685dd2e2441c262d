"""Clauses 6.1 to 6.4 and 12.2: zones of control."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.games.reich import traces
from tests.kit import offers
from tests.reich.helpers_combat import (
    GRID,
    NE,
    TABLE,
    N,
    S,
    T,
    attack,
    combat,
    exploit,
    resolve,
    settle,
    take,
)
from tests.rules import rule

RING = {GRID.label(n) for n in GRID.neighbour_list(GRID.parse(T))}
UP = "1325"


def zone(match: Match, side: str) -> set[str]:
    """The hexes of the ring around T that are in a zone of a side."""
    found = match.game.zone(match.state, match.game.side_index[side])
    return {h for h in RING if found >> GRID.parse(h) & 1}


def zone_of(unit: str, *more: str, **ground: object) -> set[str]:
    """The zone that a unit in T has around it."""
    side = "german" if unit.startswith("G-") else "allied"
    match = combat("german", f"{unit}={T} US-90=1031 G-77=1032", *more, **ground)  # type: ignore[arg-type]
    return zone(match, side)


@rule("reich", "6.1", "6.1a", "6.2", "6.2a")
@pytest.mark.parametrize("unit", ["G-12SS", "G-352", "US-1", "CW-8AB", "CW-1AB"])
def test_a_zone_is_the_six_hexes_around_a_unit(unit: str) -> None:
    assert zone_of(unit) == RING


@rule("reich", "6.2", "6.2b")
@pytest.mark.parametrize("unit", ["G-HQ7", "G-MODEL", "US-PATTON", "CW-HQ21", "G-METZ1", "G-FLAK1"])
def test_units_without_an_attack_strength_have_none(unit: str) -> None:
    assert zone_of(unit) == set()


@rule("reich", "6.2c", "6.2d", "6.2f", "6.2g")
@pytest.mark.parametrize(
    ("unit", "line"),
    [
        ("G-12SS", "oos G-12SS"),
        ("US-1", "oos US-1"),
        ("G-12SS", "disrupted G-12SS"),
        ("CW-7A", "refitting CW-7A"),
        ("US-29", "grounded US-29"),
    ],
)
def test_units_in_these_conditions_have_none(unit: str, line: str) -> None:
    assert zone_of(unit) == RING
    assert zone_of(unit, line) == set()


@rule("reich", "6.2e", "6.1b")
def test_tigers_have_none_but_a_stack_with_one_other_unit_has() -> None:
    assert zone_of("G-501SS") == set()
    both = combat("german", f"G-501SS={T} G-352={T} US-1=1021")
    assert zone(both, "german") == RING


@rule("reich", "6.2h")
def test_unreleased_units_and_dropped_ones_have_one() -> None:
    assert zone_of("G-84") == RING
    assert zone_of("CW-1AB", "dropped CW-1AB") == RING


@rule("reich", "6.2i")
def test_the_side_of_the_counter_that_is_shown_counts() -> None:
    files = {"counters.csv": "id,attack2,source\nG-IIIFLK,0,derived\n"}
    match = combat("german", f"G-IIIFLK={T} US-1=1021", "reduced G-IIIFLK", files=files)
    assert zone(match, "german") == set()
    assert zone(combat("german", f"G-IIIFLK={T} US-1=1021", files=files), "german") == RING
    shot = combat("allied", f"G-IIIFLK={T} US-1={N} US-29={N}", files=files, dice=[1, 1])
    settle(resolve(shot, T, "US-1"))
    assert zone(shot, "german") == set()  # it is reduced in combat


@rule("reich", "6.1c")
def test_zones_do_not_hinder_their_own_side() -> None:
    match = exploit("german", f"G-12SS={T} G-2PZ={UP}")
    assert len(offers(take(match, "G-2PZ"), "move") & RING) == 6


@rule("reich", "6.1d")
def test_a_zone_goes_with_its_unit() -> None:
    match = combat("allied", f"G-716={T} US-1={N} US-29={N}", dice=[6, 1])
    assert zone(match, "german") == RING
    settle(resolve(match, T, "US-1 US-29"))
    assert zone(match, "german") == set()


@rule("reich", "6.3", "6.3a")
def test_what_zones_do_not_reach_they_do_not_reach_for_any_purpose() -> None:
    city = {"features": {N: "city"}}
    moves = exploit("german", f"US-1={T} G-12SS={UP}", **city)
    take(moves, "G-12SS").play(f"move {N}")
    assert offers(moves, "move")  # it need not stop
    supply = combat("german", f"US-1={T} G-12SS={UP}", **city)
    assert not traces.situation(supply.game, supply.state, 1).closed >> GRID.parse(N) & 1
    duty = combat("german", f"US-1={T} US-2={NE} G-12SS={S} G-2PZ=1427", features={NE: "city"})
    attack(duty, T, "G-12SS G-2PZ")


@rule("reich", "6.3.A", "6.3.Ab", "6.3.B", "6.3.C", "6.3.D", "6.3.E")
def test_a_destroyed_fort_is_in_zones() -> None:
    fort = {"features": {N: "fort;fort:metz"}}
    assert zone_of("US-1", **fort) == RING - {N}
    assert zone_of("US-1", f"razed {N}", **fort) == RING
    assert zone_of("G-12SS", **fort) == RING
    assert zone_of("G-12SS", features={N: "city"}) == RING - {N}
    assert zone_of("G-12SS", sides={f"{T}-{N}": "major-river"}) == RING - {N}


@rule("reich", "6.3.Ed", "6.3.Ee")
@pytest.mark.parametrize(
    ("side", "reaches"),
    [
        ("major-river bridge", False),
        ("rhine bridge", False),
        ("impassable", False),
        ("all-sea", False),
        ("all-sea bridge", True),
    ],
)
def test_bridges_carry_no_zone_but_the_ferry_does(side: str, *, reaches: bool) -> None:
    assert (N in zone_of("G-12SS", sides={f"{T}-{N}": side})) == reaches


# -- the hex that the Germans negate (6.3.F) -------------------------------------------------------


def breakthrough(*negate: str) -> Match:
    """The German Breakthrough Step of the counteroffensive, with a panzer division north of US-1."""
    lines = ["scenario campaign", "turn 10", "phase german breakthrough", f"at US-1={T} G-12SS={UP} G-2PZ={UP}"]
    lines += ["offensive 10", "points 0 0 0 3 6"]
    match = TABLE.table("\n".join(lines), bare=True)
    return match.play(*(f"negate {h}" for h in negate)) if negate else match.play("pass")


@rule("reich", "6.3.F", "6.3.Fa")
def test_units_pass_the_negated_hex() -> None:
    held = take(breakthrough(), "G-12SS").play(f"move {N}")
    assert not offers(held, "move")
    free = take(breakthrough(T), "G-12SS").play(f"move {N}")
    assert offers(free, "move")


@rule("reich", "6.3.Fb", "6.3.Fc", "12.2b")
def test_the_negated_units_are_not_disrupted_and_have_their_zone_again() -> None:
    match = breakthrough(T)
    assert zone(match, "allied") == set()
    assert not match.state.disrupted
    match.play("done")
    assert match.game.phase_of(match.state) == "allied second-strafing"
    assert zone(match, "allied") == RING


# -- supply (6.4) ----------------------------------------------------------------------------------


@rule("reich", "6.4", "6.4a", "6.4c")
@pytest.mark.parametrize(
    ("unit", "line"),
    [
        ("G-352", "turn 3"),
        ("G-HQ7", "turn 3"),
        ("G-501SS", "turn 3"),
        ("G-352", "oos G-352"),
        ("G-352", "disrupted G-352"),
        ("G-12SS", "refitting G-12SS"),
    ],
)
def test_any_unit_cancels_a_zone_for_supply(unit: str, line: str) -> None:
    more = () if line.startswith("turn") else (line,)
    empty = combat("german", f"US-1={T} G-77=1032 US-90=1031")
    assert traces.situation(empty.game, empty.state, 1).closed >> GRID.parse(N) & 1
    held = combat("german", f"US-1={T} {unit}={N} G-77=1032 US-90=1031", *more)
    assert not traces.situation(held.game, held.state, 1).closed >> GRID.parse(N) & 1


@rule("reich", "6.4b", "6.5")
def test_a_unit_does_not_cancel_a_zone_for_movement() -> None:
    match = exploit("german", f"US-1={T} G-352={N} G-12SS={UP}")
    take(match, "G-12SS").play(f"move {N}")
    assert not offers(match, "move")


@rule("reich", "17.5", "17.5a")
def test_tactical_air_units_have_no_hex_zone_or_steps() -> None:
    game = TABLE.game()
    for unit in ("AL-TAC1", "AL-TAC2", "AL-TAC3", "AL-TAC4"):
        number = game.unit_ids[unit]
        assert game.roster.support >> number & 1
        assert not game.roster.zoned >> number & 1
        assert not game.roster.steps[number]
