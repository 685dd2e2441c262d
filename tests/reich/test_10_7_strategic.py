"""Chapters 10.7.11, 10.7.12, 3.3.D: Strategic Movement."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.engine.orders import send
from tests.kit import offered, offers, refused, where
from tests.reich.helpers_moves import AREAS, GAME, GRID, assault, breakthrough, on_map, step
from tests.reich.test_10_7_limits import FREE, labels
from tests.rules import rule

#: a German unit far away from the Seine
FAR = "G-352=4202"


def exploit(at: str, *more: str, **options: object) -> Match:
    return on_map("allied", "exploitation", at, *FREE, *more, turn=8, **options)  # type: ignore[arg-type]


def german(at: str, *more: str, kind: str = "assault", turn: int = 6, **options: object) -> Match:
    return on_map("german", kind, at, *more, turn=turn, **options)  # type: ignore[arg-type]


def leaps(match: Match, unit: str) -> set[str]:
    if not offered(match, f"select {unit}"):
        return set()
    match.play(f"select {unit}")
    found = offers(match, "strategic")
    match.undo()
    return found


# -- 10.7.11 ----------------------------------------------------------------------------------


@rule("reich", "10.7.11", "10.7.11a", "10.7.11d", "10.7.11g", "10.7.11h", "10.7.11i")
def test_allied_units_go_to_the_east_bank_once_the_west_is_free() -> None:
    match = exploit(f"US-1=0619 {FAR}", "logistics 2", dice=[1])
    assert leaps(match, "US-1") == labels(AREAS.east_bank)
    match.play("select US-1")
    refused(match, "strategic 2423", "10.7.11")
    match.play("strategic 2324")
    assert where(match, "US-1") == "2324"
    assert not match.state.hand
    refused(match, "select US-1", "10.4.A")
    moved = exploit(f"US-1=0619 {FAR}").play("select US-1", "move 0620")
    refused(moved, "strategic 2324", "10.7.11")


@rule("reich", "10.7.11", "10.7.11b", "10.7.11c", "10.7.11j")
def test_what_forbids_it() -> None:
    match = exploit(f"US-1=0619 {FAR} G-709=0518").play("select US-1")
    refused(match, "strategic 2324", "10.7.11")
    match = exploit(f"US-1=0619 US-2=0620 {FAR}", "grounded US-1")
    refused(match, "select US-1", "9.2.B")
    match = on_map("allied", "exploitation", f"US-1=0619 {FAR}", turn=6).play("select US-1")
    refused(match, "strategic 2324", "10.7.10")
    match = exploit(f"US-1=2424 {FAR}").play("select US-1")
    refused(match, "strategic 2324", "10.7.11")


@rule("reich", "10.7.11", "10.7.11e", "10.7.11f", "5.1i")
def test_the_hex_is_free_of_germans_around_and_has_room() -> None:
    full = "US-2=2324 US-29=2324 US-9=2324"
    match = exploit(f"US-1=0619 {full} G-352=2525")
    found = leaps(match, "US-1")
    assert "2324" not in found
    near = {GRID.label(h) for h in GRID.neighbour_list(GRID.parse("2525"))}
    assert not found & (near | {"2525"})
    match.play("select US-1")
    refused(match, "strategic 2324", "5.2")
    refused(match, f"strategic {sorted(near & labels(AREAS.east_bank))[0]}", "10.7.11")


@rule("reich", "10.7.11k")
def test_the_west_is_tested_for_each_unit() -> None:
    match = exploit(f"US-1=0619 {FAR} G-709=0518")
    assert not leaps(match, "US-1")
    state = match.state
    unit = GAME.unit_ids["G-709"]
    from grognard.games.reich import strategic

    assert not strategic.is_open(GAME, state)
    state.at[unit] = -10
    GAME.refresh(state)
    assert strategic.is_open(GAME, state)


@rule("reich", "10.7.11l")
def test_points_play_no_part_but_the_step_does() -> None:
    at = f"US-1=0619 US-HQ1-12=0619 {FAR}"
    match = on_map("allied", "assault", at, *FREE, turn=8, dice=[6]).play("declare 0")
    assert "2324" in leaps(match, "US-1")
    refused(match, "select US-HQ1-12", "10.3.A")
    late = breakthrough(f"US-82AB=0619 US-1=0619 {FAR}", *FREE, "dropped US-82AB", turn=8, points="0 0 0 0 0")
    refused(late, "select US-82AB", "10.6.C")
    assert leaps(late, "US-1")


@rule("reich", "10.7.11", "10.7.11m")
def test_the_hex_lies_where_the_unit_may_operate() -> None:
    match = exploit(f"CW-50=1021 {FAR}")
    assert leaps(match, "CW-50") == labels(AREAS.east_bank & AREAS.army21)
    match.play("select CW-50")
    refused(match, "strategic 2627", "10.7.2")


# -- 10.7.12 ----------------------------------------------------------------------------------

E = "G-9SS=5706 US-1=0619"


@rule("reich", "10.7.12", "10.7.12a", "10.7.12b", "10.7.12d", "10.7.12e", "10.7.12h")
@pytest.mark.parametrize(("die", "there"), [(1, "5706"), (2, "1521"), (6, "1521")])
def test_a_die_decides_for_each_german_unit(die: int, there: str) -> None:
    match = german(E, dice=[3]).play("select G-9SS")
    assert offers(match, "strategic") <= labels(AREAS.west_bank)
    refused(match, "strategic 1423", "10.7.12")
    match.play("strategic 1521")
    assert match.side == "dice"
    match.play(f"roll {die}")
    assert where(match, "G-9SS") == there


@rule("reich", "10.7.12", "10.7.12c", "10.7.12d")
def test_any_number_of_units_may_try_each_with_its_die() -> None:
    match = german("G-9SS=5706 G-10SS=5706 G-502SS=5707 US-1=0619", dice=[3, 2, 3, 4])
    for unit in ("G-9SS", "G-10SS", "G-502SS"):
        match.play(f"select {unit}", "strategic 1521")
        assert where(match, unit) == "1521"
    assert [where(match, unit) for unit in ("G-9SS", "G-10SS", "G-502SS")] == ["1521"] * 3


@rule("reich", "10.7.12", "10.7.12f", "10.7.12g", "7.1.2.Ce")
def test_a_unit_that_fails_stays_unless_it_is_entering() -> None:
    match = german("G-9SS=5108 US-1=0619", dice=[3, 1]).play("select G-9SS", "strategic 1521")
    assert where(match, "G-9SS") == "5108"
    refused(match, "select G-9SS", "10.4.A")
    match = german(E, dice=[3, 1]).play("select G-9SS", "strategic 1521")
    refused(match, "strategic 1521")
    match.play("move 5606")
    assert where(match, "G-9SS") == "5606"


@rule("reich", "10.7.12", "10.7.12i", "10.7.12j", "10.7.12m", "5.1i")
def test_the_german_hex_is_calm_supplied_and_has_room() -> None:
    full = "G-12SS=1721 G-17SS=1721 G-2PZ=1721"
    match = german(f"G-9SS=5706 {full} US-1=1522 US-2=2225").play("select G-9SS")
    found = offers(match, "strategic")
    assert "1521" not in found
    refused(match, "strategic 1521", "10.7.12")
    refused(match, "strategic 1721", "5.2")
    refused(match, "strategic 2224", "10.7.12")
    assert "1821" in found
    hexes = ("1720", "1921", "1822", "1722", "1620", "1820")
    ring = " ".join(f"CW-{unit}={h}" for unit, h in zip((50, 3, 51, 15, 43, 53), hexes, strict=True))
    cut = german(f"G-9SS=5706 {ring} US-1=0619")
    assert "1821" not in leaps(cut, "G-9SS")


@rule("reich", "10.7.12", "10.7.12k", "10.7.12l", "10.7.12q", "4.1aw")
@pytest.mark.parametrize("kind", ["assault", "exploitation"])
@pytest.mark.parametrize(
    ("more", "die", "there"), [("unbombed 1", 2, "5706"), ("unbombed 1", 3, "1521"), ("unbombed 0", 2, "1521")]
)
def test_bombers_that_stay_at_home_hinder_it(kind: str, more: str, die: int, there: str) -> None:
    match = german(E, more, kind=kind, turn=2, dice=[3, die]).play("select G-9SS", "strategic 1521")
    assert where(match, "G-9SS") == there


@rule("reich", "10.7.12", "10.7.12n", "10.7.12r")
def test_it_ends_when_an_allied_unit_has_crossed() -> None:
    match = german(E, "seine_crossed 1").play("select G-9SS")
    refused(match, "strategic 1521", "10.7.12")
    dropped = german(f"{E} US-82AB=2424", "dropped US-82AB")
    assert leaps(dropped, "G-9SS")


@rule("reich", "10.7.12", "10.7.12o", "10.7.8", "10.7.8h", "10.7.12p")
def test_units_that_may_not_move_may_not_try() -> None:
    at = "G-9SS=5706 G-49=1720 G-12SS=5108 G-2PZ=5107 G-HQ7=5106 US-1=0619"
    match = german(at, "refitting G-12SS", "reduced G-12SS", "disrupted G-2PZ", turn=2)
    refused(match, "select G-12SS", "7.3.E")
    refused(match, "select G-2PZ", "12.1")
    refused(match, "select G-49", "10.7.8")
    refused(match, "select G-HQ7", "10.3.A")
    assert leaps(german(at, kind="exploitation"), "G-HQ7")


@rule("reich", "10.7.12s")
def test_strafing_may_prevent_it() -> None:
    unit = GAME.unit_ids["G-271"]
    at = "G-271=5107 G-9SS=5108 US-1=0619"
    match = german(at, "strafed G-271", f"strafers -1 -1 -1 {unit}", dice=[3])
    refused(match, "select G-271", "10.2")
    match = german(at, "strafed G-271", f"strafers {unit} -1 -1 -1", dice=[3])
    assert leaps(match, "G-271")


# -- 3.3.D ------------------------------------------------------------------------------------


@rule("reich", "3.3.D", "3.3.Da", "3.3.Dg", "3.3.Dh")
def test_units_of_the_tray_come_in_by_strategic_movement_only() -> None:
    at = "G-503SS=tray G-1SS=tray US-1=0619 G-352=1321"
    match = german(at, scenario="breakout", turn=2, dice=[3, 6, 1])
    match.play("select G-503SS")
    assert not offers(match, "move")
    match.play("strategic 1521")
    assert where(match, "G-503SS") == "1521"
    match.play("select G-1SS", "strategic 1521")
    assert where(match, "G-1SS") == "tray"
    refused(match, "select G-1SS", "10.4.A")
    closed = german(at, "seine_crossed 1", scenario="breakout", turn=6)
    refused(closed, "select G-503SS", "10.4")


@rule("reich", "3.3.D", "10.7.8")
def test_the_15th_army_waits_in_the_tray_too() -> None:
    release = GAME.roster.release[GAME.unit_ids["G-70"]]
    match = german("G-70=tray US-1=0619 G-352=1321", scenario="breakout", turn=2)
    assert release > 2
    refused(match, "select G-70", "10.7.8")


def test_an_allied_move_over_the_line_ends_german_strategic_movement() -> None:
    match = step("allied", "exploitation", f"US-1=2224 {FAR}", *[m for m in FREE if "crossed" not in m], turn=6)
    assert not match.state.seine_crossed
    match.play("select US-1", "move 2324")
    assert match.state.seine_crossed
    assert assault(f"US-1=2224 {FAR}").state.seine_crossed is False


# -- all dice together ------------------------------------------------------------------------


@rule("reich", "10.7.12", "10.7.12c", "10.7.12g")
def test_the_dice_of_several_units_are_rolled_together() -> None:
    """A reinforcement that fails is put off, so that it does not hold up the others, and moves normally afterwards."""
    at = "G-9SS=5706 G-10SS=5706 G-502SS=5707 G-2PZ=5108 US-1=0619"
    match = german(at, dice=[3, 1, 4, 1, 5])
    plan = [[f"select {u}", "strategic 1521"] for u in ("G-9SS", "G-10SS", "G-2PZ", "G-502SS")]
    assert send(match, plan, "put-off", through=True) == (4, "")
    assert [where(match, u) for u in ("G-9SS", "G-10SS", "G-2PZ", "G-502SS")] == ["5706", "1521", "5108", "1521"]
    refused(match, "select G-2PZ", "10.4.A")  # not a reinforcement: it stays
    match.play("select G-9SS")
    refused(match, "strategic 1521", "10.7.12")
    match.play("move 5606")
    assert where(match, "G-9SS") == "5606"
    assert match.state.failed


@rule("reich", "10.7.12", "10.7.12g")
def test_a_unit_is_put_off_only_after_its_die_has_failed() -> None:
    match = german(E, dice=[3, 1]).play("select G-9SS")
    refused(match, "put-off", "10.7.12")
    match.play("strategic 1521", "put-off")
    assert not match.state.hand
    assert offered(match, "select G-9SS")
    assert match.state.failed
    again = german("G-9SS=5606 US-1=0619", "failed G-9SS", kind="exploitation", dice=[3])
    assert not again.state.failed  # a new step begins
    assert leaps(again, "G-9SS")


@rule("reich", "10.7.11", "10.7.12")
def test_the_screen_shows_where_strategic_movement_leads() -> None:
    match = german(E, dice=[3])
    found = GAME.reading.leaps(match.state)["strategic"]
    assert labels(found) >= leaps(match, "G-9SS") - {""}
    closed = german(E, "seine_crossed 1", dice=[3])
    assert GAME.reading.leaps(closed.state)["strategic"] == 0
