"""Chapters 16.2 and 17.1: Metz garrisons and Fortress Holland."""

from __future__ import annotations

from grognard.games.reich import limits
from tests.kit import offers
from tests.reich.helpers_moves import AREAS, GAME, GRID, beyond, breakthrough, ends, moved
from tests.reich.test_10_7_limits import FREE, exploit, german, labels, may_advance, may_attack, targets
from tests.rules import rule

# -- 17.1 -------------------------------------------------------------------------------------

GARRISON = "G-352=4005 G-353=4302 G-271=4404"


@rule("reich", "17.1", "17.1a", "17.1.A", "17.1.Aa", "17.1.Ab", "17.1.Ac")
def test_garrisons_close_fortress_holland() -> None:
    assert {"4005", "4302", "4404"} <= labels(AREAS.holland)
    at = f"CW-50=4007 CW-11A=4007 {GARRISON} G-277=4006"
    match = exploit(at, *FREE, "antwerp_held 1", turn=9)
    assert not ends(match, "CW-50") & labels(AREAS.holland)
    assert beyond(match, "CW-50", "4106") == "17.1.A"
    assert not may_attack(match, "CW-50", "4006")
    assert not offers(match.play("select CW-11A"), "assault")


@rule("reich", "17.1.A", "17.1.Ad", "17.1.Ae", "17.1.Af", "17.1.Ag")
def test_a_garrison_is_an_ordinary_division_in_each_city() -> None:
    def closed(garrison: str) -> bool:
        match = exploit(f"CW-50=4007 {garrison} G-1SS=5320", *FREE, "antwerp_held 1", turn=9)
        return limits.holland_closed(GAME, match.state)

    assert closed(GARRISON)
    assert not closed("G-352=4005 G-353=4302")
    assert not closed("G-352=4005 G-353=4302 G-6FJR=4404")
    assert not closed("G-352=4005 G-30BDE=4302 G-271=4404")
    state = exploit(f"CW-50=4007 {GARRISON}", *FREE, turn=9).state
    unit = GAME.unit_ids["G-271"]
    state.at[unit], home = -1, state.at[unit]
    GAME.refresh(state)
    assert not limits.holland_closed(GAME, state)
    state.at[unit] = home  # a garrison that comes back closes it again
    GAME.refresh(state)
    assert limits.holland_closed(GAME, state)


@rule("reich", "17.1.Ae")
def test_a_panzer_division_is_no_garrison() -> None:
    state = exploit(f"CW-50=4007 {GARRISON} G-1SS=5320", *FREE, turn=9).state
    state.at[GAME.unit_ids["G-271"]], state.at[GAME.unit_ids["G-1SS"]] = GRID.parse("5320"), GRID.parse("4404")
    GAME.refresh(state)
    assert not limits.holland_closed(GAME, state)


@rule("reich", "17.1.B", "17.1.Ba")
def test_an_allied_entry_opens_it_for_good() -> None:
    match = exploit("CW-50=4007 G-352=4005 G-353=4302 G-1SS=5320", *FREE, "antwerp_held 1", turn=9)
    moved(match, "CW-50", "4106")
    assert match.state.holland_open
    free = exploit(f"CW-50=4007 {GARRISON}", *FREE, "antwerp_held 1", "holland_open 1", turn=9)
    assert "4106" in ends(free, "CW-50")


@rule("reich", "17.1.C", "17.1.Ca", "17.1.Cb")
def test_german_infantry_moves_in_holland_and_panzers_never() -> None:
    match = german("G-352=4505 G-12SS=4806 CW-50=4703", *FREE, turn=9)
    assert ends(match, "G-352") & labels(AREAS.holland)
    assert not ends(match, "G-12SS") & labels(AREAS.holland)
    assert not may_advance(match, "G-12SS", "4504")
    assert not may_attack(match, "G-12SS", "4505")


@rule("reich", "16.2", "16.2b", "16.2c", "12.1")
def test_garrisons_and_disrupted_units_neither_attack_nor_advance() -> None:
    match = german("G-METZ1=4526 G-352=4526 G-12SS=4626 US-1=4525", *FREE, "disrupted G-352", turn=9)
    assert not targets(match, "G-METZ1")
    assert not targets(match, "G-352")
    assert not limits.may_advance(GAME, match.state, GAME.unit_ids["G-METZ1"])
    assert may_attack(match, "G-12SS", "4525")


@rule("reich", "16.2", "16.2d")
def test_a_lone_garrison_stops_nobody() -> None:
    match = exploit("US-1=4422 G-METZ1=4424 G-352=5320", *FREE, turn=9)
    assert not GAME.zone(match.state, 1) >> GRID.parse("4423") & 1
    assert breakthrough("US-1=1327 G-METZ1=1328 G-352=0927").state.zoned[1].bit_count() == 1
