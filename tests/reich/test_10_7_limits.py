"""Chapters 10.7.1 to 10.7.3, 10.7.6, 10.7.8 to 10.7.10, 8.7.A-B and 17.1: where units may not go or attack."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.games.reich import limits
from grognard.hexes import bits
from tests.kit import offered, offers, refused, where
from tests.reich.helpers_moves import (
    AREAS,
    GAME,
    GRID,
    beyond,
    ends,
    moved,
    on_map,
    step,
)
from tests.rules import rule

#: after the Breakout of Turn 5
FREE = ("breakout 5", "brittany_turn 5", "seine_crossed 1", "west_free 1", "released 1")


def exploit(at: str, *more: str, **options: object) -> Match:
    return step("allied", "exploitation", at, *more, **options)  # type: ignore[arg-type]


def german(at: str, *more: str, **options: object) -> Match:
    return step("german", "exploitation", at, *more, **options)  # type: ignore[arg-type]


def targets(match: Match, unit: str) -> int:
    """The hexes that a unit may attack by its limits."""
    return limits.may_attack(GAME, match.state, GAME.unit_ids[unit])


def may_attack(match: Match, unit: str, h: str) -> bool:
    return bool(targets(match, unit) >> GRID.parse(h) & 1)


def may_advance(match: Match, unit: str, h: str) -> bool:
    return bool(limits.may_advance(GAME, match.state, GAME.unit_ids[unit]) >> GRID.parse(h) & 1)


def labels(hexes: int) -> set[str]:
    return {GRID.label(h) for h in bits(hexes)}


# -- 10.7, 10.7.1 -----------------------------------------------------------------------------


@rule("reich", "10.7", "10.7a", "10.7.1", "10.7.1a", "10.7.1d")
@pytest.mark.parametrize("unit", ["US-1", "FR-2A", "US-3"])
def test_us_and_french_units_pass_the_exclusion_zone_but_do_not_end_there(unit: str) -> None:
    match = exploit(f"{unit}=0821 G-352=1332")
    assert beyond(match, unit, "0921") == "10.7.1"
    assert "1025" in ends(match, unit)
    assert not ends(match, unit) & labels(AREAS.exclusion)
    moved(match, unit, "0925")
    assert where(match, unit) == "0925"


@rule("reich", "10.7.1", "10.7.1b", "10.7.2h")
def test_us_units_attack_neither_into_nor_out_of_the_zone() -> None:
    match = exploit("US-1=0821 US-2=0921 US-29=1025 CW-50=0921 G-352=0922 G-84=0822")
    assert not may_attack(match, "US-1", "0922")
    assert may_attack(match, "US-1", "0822")
    assert not targets(match, "US-2")
    assert may_attack(match, "CW-50", "0922")


@rule("reich", "10.7.1", "10.7.1c", "10.7.1g")
def test_us_units_neither_assault_nor_advance_into_the_zone() -> None:
    match = exploit("US-2A=0821 CW-11A=0921 G-352=0922")
    match.play("select US-2A")
    assert not offers(match, "assault")
    match.undo()
    assert offered(match.play("select CW-11A"), "assault 0922")
    assert not may_advance(match, "US-2A", "0922")
    assert may_advance(match, "CW-11A", "0922")


@rule("reich", "10.7.1", "10.7.1e")
def test_supply_runs_through_the_zone() -> None:
    from grognard.games.reich import supply

    match = exploit("US-1=0925 G-352=1332")
    fed = supply.fed(GAME, match.state, 0)
    assert {"0921", "0922", "0923", "0925"} <= labels(fed)


@rule("reich", "10.7.1f")
def test_german_units_are_free_in_the_zone() -> None:
    match = german("G-352=0925 G-12SS=0924 US-1=0617")
    assert "0923" in ends(match, "G-352")
    assert may_attack(match, "G-12SS", "0923")


@rule("reich", "10.7.1h")
def test_the_us_limit_lasts_the_whole_game() -> None:
    match = exploit("US-1=0821 G-352=4420", *FREE, turn=8)
    assert beyond(match, "US-1", "0921") == "10.7.1"


@rule("reich", "10.7.1", "10.7.1i", "10.7.1j", "10.7.1k", "10.7.1l")
def test_the_commonwealth_stays_east_of_column_08_but_attacks_there() -> None:
    match = exploit("CW-11A=0922 CW-50=0921 G-352=0822 US-1=0820")
    for h in ("0821", "0823", "0727"):
        assert beyond(match, "CW-50", h) == "10.7.1"
    assert not offers(match.play("select CW-11A"), "assault")
    match.undo()
    assert not may_advance(match, "CW-50", "0821")
    assert may_attack(match, "CW-50", "0821")
    assert may_advance(match, "US-1", "0821")


@rule("reich", "10.7.1", "10.7.1m", "10.7.1n", "10.7.1o")
def test_the_commonwealth_goes_west_after_the_breakout_or_with_both_towns() -> None:
    at = "CW-50=0921 US-1=1328 US-2=1227 G-352=4420"
    towns = {"Argentan": "1225", "Alençon": "1328"}
    assert all(GAME.board.names[GRID.parse(h)] == name for name, h in towns.items())
    assert "0821" in ends(exploit(at, "breakout 5", "brittany_turn 5", turn=6), "CW-50")
    match = exploit(at, "allied 1328 1227 0921")
    assert "0821" not in ends(match, "CW-50")
    moved(match, "US-2", "1225")
    assert match.state.west_free
    assert "0821" in ends(match, "CW-50")
    lost = exploit("CW-50=0921 G-352=1225 US-1=1332", "west_free 1")
    assert "0821" in ends(lost, "CW-50")


@rule("reich", "10.7.2i", "5.2.Bc")
def test_shaef_is_bound_by_no_national_limit() -> None:
    match = exploit("AL-SHAEF=0821 G-352=4420", *FREE, turn=8)
    assert "0921" in ends(match, "AL-SHAEF")
    for h in ("2318", "2627", "3839"):
        assert not limits.closed_to(GAME, match.state, GAME.unit_ids["AL-SHAEF"]) >> GRID.parse(h) & 1


# -- 10.7.2 -----------------------------------------------------------------------------------


@rule("reich", "10.7.2", "10.7.2a", "10.7.2b", "10.7.2c")
def test_east_of_the_seine_commands_keep_to_their_areas() -> None:
    match = exploit("CW-50=2322 US-1=2324 US-3=2424 G-352=4420", *FREE, turn=8)
    assert beyond(match, "CW-50", "2324") == "10.7.2"
    assert "2323" in ends(match, "US-1")
    assert beyond(match, "US-3", "2323") == "10.7.2"
    assert "2523" in ends(match, "US-3")
    assert "2423" in ends(match, "US-1")


@rule("reich", "10.7.2", "10.7.2a", "10.7.2b", "10.7.2h")
def test_attacks_stay_within_the_area() -> None:
    match = exploit("CW-50=2322 US-3=2324 US-1=2324 G-352=2323 G-353=2423", *FREE, turn=8)
    assert not may_attack(match, "CW-50", "2324")
    assert may_attack(match, "CW-50", "2323")
    assert not may_attack(match, "US-3", "2323")
    assert may_attack(match, "US-3", "2423")
    assert may_attack(match, "US-1", "2323")


@rule("reich", "10.7.2", "10.7.2e", "10.7.2f", "10.7.2g")
def test_white_units_enter_the_south_after_antwerp_or_the_offensive() -> None:
    border = next(
        (a, b)
        for a in sorted(labels(AREAS.army12))
        for b in sorted(labels(GRID.neighbours(1 << GRID.parse(a)) & AREAS.army6 & ~GAME.ground.off_map))
    )
    at = f"US-1={border[0]} US-3={border[0]} G-352=4407"
    match = exploit(at, *FREE, turn=10)
    assert beyond(match, "US-1", border[1]) == "10.7.2"
    assert border[1] in ends(match, "US-3")
    assert border[1] in ends(exploit(at, *FREE, "antwerp 1", turn=10), "US-1")
    assert border[1] in ends(exploit(at, *FREE, "offensive 10", turn=11), "US-1")


@rule("reich", "10.7.2", "10.7.2d")
def test_west_of_the_seine_line_all_us_and_french_units_move_with_the_1st_army() -> None:
    match = exploit("US-3=1328 US-1=1327 G-352=0927", dice=[3])
    assert match.state.points[:3] == [0, 10, 0]
    assert match.state.army12 >> GAME.unit_ids["US-3"] & 1


# -- 10.7.3 -----------------------------------------------------------------------------------

FIVE = "US-1=4319 US-2=4319 US-29=4320 US-9=4320 US-30=4321"


@rule("reich", "10.7.3", "10.7.3a", "10.7.3b", "10.7.3h")
def test_five_us_and_french_divisions_are_in_the_blind_spot_at_a_time() -> None:
    match = exploit(f"{FIVE} US-35=4217 FR-2A=4217 US-HQ1-12=4216 CW-50=4216 G-352=5320", *FREE, turn=9)
    for unit in ("US-35", "FR-2A"):
        assert beyond(match, unit, "4318") == "10.7.3"
        assert not ends(match, unit) & labels(AREAS.ike)
    assert "4318" in ends(match, "US-HQ1-12")
    assert "4420" in ends(match, "US-1")  # it is one of the five
    four = exploit(f"{FIVE} US-35=4217 G-352=5320".replace("US-30=4321 ", ""), *FREE, turn=9)
    assert "4318" in ends(four, "US-35")
    moved(four, "US-35", "4318")
    assert len(labels(AREAS.ike) & {where(four, "US-35")}) == 1


@rule("reich", "10.7.3h")
def test_an_attack_into_the_blind_spot_counts() -> None:
    at = "US-35=4217 US-4A=4217 G-352=4318 G-353=5320"
    match = exploit(f"{FIVE} {at}", *FREE, turn=9)
    assert not may_attack(match, "US-35", "4318")
    assert may_attack(match, "US-1", "4318")
    assert not offers(match.play("select US-4A"), "assault")
    assert may_attack(exploit(at, *FREE, turn=9), "US-35", "4318")


@rule("reich", "10.7.3", "10.7.3c", "10.7.3d", "10.7.3g")
def test_a_captured_dam_lifts_the_limit_for_good() -> None:
    at = f"{FIVE} US-35=4217 US-90=5017 G-352=5320"
    match = exploit(at, *FREE, turn=9)
    moved(match, "US-90", "5016")
    assert match.state.ike_lifted
    assert "4318" in ends(match, "US-35")
    assert "4318" in ends(exploit(at, *FREE, "ike_lifted 1", turn=9), "US-35")


@rule("reich", "10.7.3", "10.7.3e")
@pytest.mark.parametrize(("divisions", "lifted"), [(5, False), (6, True)])
def test_six_german_divisions_at_the_end_of_a_german_step_lift_it(divisions: int, lifted: bool) -> None:
    units = ("G-352", "G-353", "G-271", "G-272", "G-276", "G-277")[:divisions]
    hexes = ("4318", "4318", "4319", "4319", "4320", "4320")
    at = " ".join(f"{unit}={h}" for unit, h in zip(units, hexes, strict=False))
    match = german(f"{at} G-6FJR=4321 US-1=2324", *FREE, turn=9)
    assert not match.state.ike_lifted
    assert match.play("done").state.ike_lifted is lifted


# -- 8.7.A, 8.7.B, 10.7.6 ---------------------------------------------------------------------


@rule("reich", "8.7.A", "8.7.Aa", "8.7.Ab", "8.7.Ac")
def test_no_german_stops_in_antwerpen_before_the_allies_have_been_there() -> None:
    at = "G-352=3911 G-84=4009 US-1=1327"
    match = german(at, *FREE, turn=8)
    assert beyond(match, "G-352", "3910") == "8.7.A"
    assert "3909" in ends(match, "G-352")
    assert "3910" in ends(german(at, *FREE, "allied 3910 1327", turn=8), "G-352")


@rule("reich", "8.7.B", "8.7.Ba", "8.7.Bb", "8.7.Bg", "10.7.6", "10.7.6a")
def test_monty_is_blind_to_three_hexes() -> None:
    at = "CW-50=3910 CW-11A=3910 G-352=4008 G-353=5320"
    match = exploit(at, *FREE, turn=8)
    assert beyond(match, "CW-50", "3909") == "8.7.B"
    assert not may_attack(match, "CW-50", "4008")
    assert not may_attack(match, "CW-11A", "3909")
    assert not may_advance(match, "CW-11A", "3909")
    free = exploit(at, *FREE, "antwerp_held 1", turn=8)
    assert "3909" in ends(free, "CW-50")
    assert may_attack(free, "CW-50", "4008")


@rule("reich", "8.7.B", "8.7.Bc")
def test_allied_zones_do_not_reach_the_three_hexes() -> None:
    at = "CW-50=3910 G-352=5320"
    zone = GAME.zone(exploit(at, *FREE, turn=8).state, 0)
    assert not zone & AREAS.monty
    assert GAME.zone(exploit(at, *FREE, "antwerp_held 1", turn=8).state, 0) >> GRID.parse("3909") & 1


@rule("reich", "8.7.B", "8.7.Bd", "8.7.Bf", "8.7.Bg")
def test_germans_are_there_freely_but_do_not_attack_out() -> None:
    at = "G-12SS=3909 G-352=4007 CW-50=3910"
    match = german(at, *FREE, turn=8)
    assert "3908" in ends(match, "G-352")
    assert not targets(match, "G-12SS")
    assert not offers(match.play("select G-12SS"), "assault")
    assert may_attack(german(at, *FREE, "antwerp_held 1", turn=8), "G-12SS", "3910")


@rule("reich", "8.7.B", "8.7.Be")
def test_the_blind_spot_is_lifted_on_the_turn_after_the_capture() -> None:
    at = "CW-50=3911 CW-3=4010 G-352=5320"
    match = on_map("allied", "exploitation", at, *FREE, turn=7)
    moved(match, "CW-50", "3910")
    assert not ends(match, "CW-3") & {"3909", "4008"}
    while match.state.turn == 7:
        assert not match.state.antwerp_held
        wanted = ["done", "pass", "propose", "declare 0", *match.actions.texts()]
        match.play(next(text for text in wanted if text in match.actions.texts()))
    assert match.state.antwerp_held


# -- 10.7.8 -----------------------------------------------------------------------------------


@rule("reich", "10.7.8", "10.7.8a", "10.7.8b", "10.7.8e", "10.7.8h")
def test_the_15th_army_waits_for_its_turn() -> None:
    at = "G-49=1720 G-352=1332 US-1=1719"
    release = GAME.roster.release[GAME.unit_ids["G-49"]]
    assert release > 2
    match = german(at, turn=release - 1)
    refused(match, "select G-49", "10.7.8")
    assert not targets(match, "G-49")
    free = german(at, turn=release)
    assert offered(free, "select G-49")
    assert may_attack(free, "G-49", "1719")


@rule("reich", "10.7.8", "10.7.8f")
def test_the_breakout_releases_all() -> None:
    match = german("G-49=1720 US-1=0719", "released 1", turn=2)
    assert offered(match, "select G-49")


# -- 10.7.9 -----------------------------------------------------------------------------------


@rule("reich", "10.7.9", "10.7.9a", "10.7.9b", "10.7.9j")
def test_germans_pass_paris_but_do_not_stop_there() -> None:
    match = german("G-352=2425 G-12SS=2425 US-1=1327")
    for h in ("2526", "2527", "2626"):
        assert h not in ends(match, "G-12SS")
    assert beyond(match, "G-352", "2526") == "10.7.9"
    assert {"2627", "2727"} & ends(match, "G-12SS")
    assert may_advance(match, "G-352", "2526")


@rule("reich", "10.7.9", "10.7.9j", "14.2.C")
def test_germans_make_no_mobile_assault_that_would_end_in_paris() -> None:
    match = german("G-12SS=2425 US-1=2526 US-2=2426", turn=8)
    match.play("select G-12SS")
    refused(match, "assault 2526", "10.7.9")
    allied = exploit("US-2A=2425 G-716=2526", *FREE, turn=8)
    assert offered(allied.play("select US-2A"), "assault 2526")


# -- 10.7.10 ----------------------------------------------------------------------------------


@rule("reich", "10.7.10", "10.7.10a", "10.7.10c", "10.7.10d")
def test_no_allied_unit_crosses_the_seine_line_before_the_breakout() -> None:
    at = "US-1=2224 US-2A=2224 US-2=2324 US-3=4039 G-352=2223 G-353=5320"
    match = on_map("allied", "exploitation", at, turn=6)
    assert beyond(match, "US-1", "2424") == "10.7.10"
    assert not ends(match, "US-1") & labels(AREAS.east)
    assert may_attack(match, "US-1", "2223")
    assert not may_advance(match, "US-1", "2223")
    assert not offers(match.play("select US-2A"), "assault")
    match.undo()
    assert ends(match, "US-3") & labels(AREAS.east)
    free = on_map("allied", "exploitation", at, "breakout 5", "brittany_turn 5", turn=6)
    assert ends(free, "US-1") & labels(AREAS.east)
    assert may_advance(free, "US-1", "2324")


@rule("reich", "10.7.10", "10.7.10a")
def test_nobody_crosses_and_comes_back_on_the_way() -> None:
    match = on_map("allied", "exploitation", "US-2=2324 G-352=5320", turn=6)  # east of the line, as after a drop
    found = ends(match, "US-2")
    assert found & labels(AREAS.west)
    moved(match, "US-2", "2224")
    assert where(match, "US-2") == "2224"


@rule("reich", "10.7.10", "10.7.10b")
def test_the_line_is_open_from_the_breakout_on() -> None:
    match = exploit("US-1=2224 G-352=5320", "breakout 6", "brittany_turn 6", turn=6)
    moved(match, "US-1", "2324")
    assert match.state.seine_crossed


# -- 10.7.3f, 10.7.8c, 10.7.9 -----------------------------------------------------------------


@rule("reich", "10.7.3", "10.7.3f")
def test_the_declaration_of_the_counteroffensive_lifts_the_blind_spot() -> None:
    at = f"{FIVE} US-35=4217 G-352=5320 G-9SS=watch"
    match = on_map("german", "decision", at, *FREE, turn=10)
    assert not match.state.ike_lifted
    assert match.play("launch").state.ike_lifted


@rule("reich", "10.7.8", "10.7.8c")
def test_unreleased_units_defend_with_their_strength() -> None:
    from grognard.games.reich import pieces

    state = german("G-49=1720 US-1=1719", turn=2).state
    unit = GAME.unit_ids["G-49"]
    assert pieces.defense_of(GAME, state, unit) == GAME.roster.defense[unit][-1] > 0
    assert pieces.zone_units(GAME, state, 1) >> unit & 1


PARIS = "US-1=2428 FR-2A=2428 US-2=2528 G-352=4420"


@rule("reich", "10.7.9", "10.7.9c", "10.7.9e", "10.7.9f", "10.7.9i", "10.7.9k")
def test_others_enter_paris_first_and_the_french_leave() -> None:
    match = on_map("allied", "exploitation", f"{PARIS} FR-5A=track", *FREE, "due FR-5A=9", turn=8)
    moved(match, "US-1", "2527")
    assert "2526" in ends(match, "FR-2A")
    moved(match, "FR-2A", "2527")  # too late: units move one at a time
    while match.state.turn == 8:
        wanted = ["done", "pass", "propose", *match.actions.texts()]
        match.play(next(text for text in wanted if text in match.actions.texts()))
    assert where(match, "FR-2A") == "removed"
    assert where(match, "FR-5A") == "removed"  # wherever they are (ruling 10.7.9i)
    assert where(match, "US-1") != "removed"


@rule("reich", "10.7.9", "10.7.9d", "10.7.9g")
def test_the_french_first_and_nothing_happens() -> None:
    match = on_map("allied", "exploitation", PARIS, *FREE, turn=8)
    moved(match, "FR-2A", "2527")
    moved(match, "US-1", "2526")
    while match.state.turn == 8:
        wanted = ["done", "pass", "propose", *match.actions.texts()]
        match.play(next(text for text in wanted if text in match.actions.texts()))
    assert where(match, "FR-2A") == "2527"


@rule("reich", "10.7.9h")
def test_strategic_movement_and_drops_enter_paris_too() -> None:
    from grognard.games.reich import pieces

    match = on_map("allied", "exploitation", "US-1=0619 G-352=4420", *FREE, turn=8)
    match.play("select US-1", "strategic 2526")
    assert match.state.paris
    state = on_map("allied", "exploitation", "US-1=0619 US-82AB=england G-352=4420", *FREE, turn=8).state
    pieces.occupy(GAME, state, GAME.unit_ids["US-82AB"], GRID.parse("2626"))
    assert state.paris


@rule("reich", "7.1.2.H", "7.1.2.Ha")
def test_zones_reach_into_b_hexes_and_into_no_other_entrance_hex() -> None:
    state = on_map("german", "assault", "G-353=0128 G-9SS=5706 G-2PZ=5707 US-1=0634 US-2=0633", turn=2).state
    mine = GAME.zone(state, 1)
    assert mine >> GRID.parse("0127") & 1
    assert not GAME.zone(state, 0) >> GRID.parse("0734") & 1
    assert not mine & GAME.ground.entrances["E"]


@rule("reich", "16.2", "16.2e")
def test_garrisons_are_always_in_supply() -> None:
    from grognard.games.reich import supply

    ring = " ".join(
        f"US-{unit}={GRID.label(h)}"
        for unit, h in zip((1, 2, 29, 9, 30, 79), bits(GRID.neighbours(1 << GRID.parse("4526"))), strict=False)
        if not GAME.ground.forts["metz"] >> h & 1
    )
    state = german(f"G-METZ1=4526 G-352=4526 {ring}", *FREE, turn=9).state
    assert not supply.unfed(GAME, state, 1) >> GAME.unit_ids["G-METZ1"] & 1
