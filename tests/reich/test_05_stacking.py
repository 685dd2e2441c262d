"""Chapter 5: stacking."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.games.reich import stacking
from tests.kit import offered, offers, refused, status, where
from tests.reich.helpers_moves import GAME, assault, breakthrough, moved, on_map, step
from tests.reich.table import position
from tests.rules import rule


def units(words: str) -> int:
    return sum(1 << GAME.unit_ids[word] for word in words.split())


def fits(words: str) -> bool:
    return stacking.fits(GAME, units(words))


def crowded(side: str, at: str, *more: str, **options: object) -> Match:
    """The end of an Exploitation Movement Segment with these units."""
    match = step(side, "exploitation", at, *more, **options)  # type: ignore[arg-type]
    return match.play("done")


# -- 5.0, 5.1 ---------------------------------------------------------------------------------


@rule("reich", "5.0", "5.0a", "5.2", "5.2a")
def test_a_stack_is_all_units_of_a_hex_and_support_units_never_count() -> None:
    match = step("german", "exploitation", "G-352=1327 G-84=1327 G-85=1327 US-1=1331", "strafed G-352", turn=8)
    assert stacking.excess(GAME, units("G-352 G-84 G-85")) == 0
    match.play("done")
    assert not offers(match, "remove")
    assert where(match, "G-352") == "1327"
    assert GAME.roster.support & sum(GAME.combat_of) == 0


@rule("reich", "5.1", "5.1a", "5.1e")
def test_no_arrival_is_placed_beyond_the_limits() -> None:
    full = "US-1=0820 US-2=0820 US-29=0820 US-HQ1-12=0820 US-9=track"
    match = position("allied reinforcement", full, "due US-9=3")
    assert not offered(match, "place 0820")
    assert not offers(match, "remove")


@rule("reich", "5.1", "5.1b", "5.1d", "5.3", "5.3a", "5.3b")
def test_stacks_are_checked_at_the_end_of_a_movement_segment_only() -> None:
    at = "US-1=1327 US-2=1327 US-29=1327 US-9=1326 US-30=1325 G-352=1332"
    match = step("allied", "exploitation", at)
    moved(match, "US-9", "1327")
    moved(match, "US-30", "1327")
    assert [where(match, unit) for unit in ("US-9", "US-30")] == ["1327", "1327"]
    match.play("done")
    assert match.side == "allied"
    assert offers(match, "remove") == {"US-1", "US-2", "US-29", "US-9", "US-30"}
    match.play("remove US-1")
    assert offers(match, "remove") == {"US-2", "US-29", "US-9", "US-30"}
    match.play("remove US-9")
    assert not offers(match, "remove")
    assert sum(where(match, unit) == "1327" for unit in ("US-1", "US-2", "US-29", "US-9", "US-30")) == 3


@rule("reich", "5.1", "5.1d")
def test_units_pass_through_a_full_hex() -> None:
    at = "US-1=1327 US-2=1327 US-29=1327 US-9=1326 G-352=1332"
    match = step("allied", "exploitation", at)
    moved(match, "US-9", "1327", "1328")
    assert where(match, "US-9") == "1328"
    assert not offers(match.play("done"), "remove")


@rule("reich", "5.1", "5.1f")
def test_stacks_are_checked_after_assault_movement_and_after_breakthrough() -> None:
    at = "US-1=1327 US-2=1327 US-29=1327 US-9=1326 G-352=1329"
    match = assault(at, declared=2)
    moved(match, "US-9", "1327")
    match.play("done")
    assert status(match)["phase"] == "allied assault"
    assert offers(match, "remove")
    match = moved(breakthrough(at), "US-9", "1327").play("done")
    assert offers(match, "remove")


@rule("reich", "5.1", "5.1g")
def test_a_player_may_end_a_step_overstacked_and_is_warned() -> None:
    at = "US-1=1327 US-2=1327 US-29=1327 US-9=1326 US-30=1526 G-352=1332"
    match = moved(step("allied", "exploitation", at), "US-9", "1327")
    assert match.prompt is not None
    assert "Too many units in 1327" in match.prompt.text
    assert offered(match, "done")
    calm = step("allied", "exploitation", at)
    assert calm.prompt is not None
    assert "Too many" not in calm.prompt.text


@rule("reich", "5.1", "5.1h")
@pytest.mark.parametrize(("h", "turn"), [("0634", 2), ("5706", 2), ("0125", 2)])
def test_limits_hold_in_entrance_hexes(h: str, turn: int) -> None:
    at = f"G-352=1331 G-84={h} G-85={h} G-353={h} G-271={h} US-1=1321"
    match = step("german", "exploitation", at, turn=turn)
    match.play("done")
    if h != "0125":
        assert match.prompt is not None
        match.play("pass")
        assert where(match, "G-84") != h
    else:
        assert len(offers(match, "remove")) == 4
    assert not fits("G-84 G-85 G-353 G-271")


@rule("reich", "5.1", "5.1h")
def test_a_fourth_arrival_needs_another_entrance_hex() -> None:
    at = "G-272=0634 G-276=0634 G-277=0634 G-2SS=track US-1=0820"
    match = position("german reinforcement", at, "due G-2SS=2", turn=2)
    if offered(match, "select G-2SS"):
        match.play("select G-2SS")
    assert offers(match, "place")
    assert not offered(match, "place 0634")
    assert offered(match, "place 0734")


# -- 5.2 --------------------------------------------------------------------------------------


@rule("reich", "5.2.A", "5.2.Aa", "5.2.A.1", "5.2.A.1a")
def test_three_units_of_any_size_and_strength() -> None:
    assert fits("US-1 US-2 US-29")
    assert not fits("US-1 US-2 US-29 US-9")
    assert fits("G-914 G-30BDE G-6FJR")
    assert not fits("G-914 G-30BDE G-6FJR G-352")
    match = crowded("allied", "US-1=1327 US-2=1327 US-29=1327 G-352=1332", "reduced US-1 US-2")
    assert not offers(match, "remove")
    match = crowded("allied", "US-1=1327 US-2=1327 US-29=1327 US-9=1327 G-352=1332", "reduced US-1 US-2")
    assert offers(match, "remove")


GERMAN_FREE = (
    ("G-501SS", "G-502SS"),
    ("G-IIIFLK", "G-FLAK1"),
    ("G-METZ1", "G-METZ2"),
    ("G-MODEL", "G-HQ7"),
    ("G-654", "G-FLAK1"),
)
ALLIED_FREE = (
    ("CW-8AB", "CW-4AB"),
    ("CW-1AB", "CW-52AL"),
    ("CW-HQ21", "AL-SHAEF"),
)


@rule("reich", "5.2.A", "5.2.A.2", "5.2.A.2a", "5.2.A.2b", "5.2.A.2c", "5.2.A.2d", "5.2.A.2f", "5.2.A.2g")
@pytest.mark.parametrize(("one", "other"), GERMAN_FREE)
def test_one_german_unit_of_each_free_type_does_not_count(one: str, other: str) -> None:
    three, two = "G-352 G-84 G-85", "G-352 G-84"
    assert fits(f"{three} {one}")
    assert fits(f"{three} {other}")
    assert not fits(f"{three} {one} {other}")
    assert fits(f"{two} {one} {other}")


@rule("reich", "5.2.A", "5.2.A.3", "5.2.A.3a", "5.2.A.3b", "5.2.A.3c", "5.2.A.3e")
@pytest.mark.parametrize(("one", "other"), ALLIED_FREE)
def test_one_allied_unit_of_each_free_type_does_not_count(one: str, other: str) -> None:
    three, two = "CW-50 CW-3 CW-51", "CW-50 CW-3"
    assert fits(f"{three} {one}")
    assert fits(f"{three} {other}")
    assert not fits(f"{three} {one} {other}")
    assert fits(f"{two} {one} {other}")


@rule("reich", "5.2.A.2e", "5.2.A.3d", "5.2.A.3e")
def test_the_free_types_add_up() -> None:
    assert fits("G-352 G-84 G-85 G-501SS G-IIIFLK G-METZ1 G-MODEL")
    assert fits("US-30 US-79 US-2A US-HQ1-12 US-82AB")
    assert fits("CW-11A CW-49 CW-4AB CW-34TB CW-HQ21")
    assert not fits("CW-11A CW-49 CW-50 CW-4AB CW-34TB CW-HQ21")


@rule("reich", "5.2.A.3f")
def test_the_polish_airborne_brigade_is_a_brigade() -> None:
    assert fits("CW-50 CW-3 CW-51 CW-1AB CW-POLAB")
    assert not fits("CW-50 CW-3 CW-51 CW-POLAB CW-8AB")


@rule("reich", "5.2.B", "5.2.Ba", "5.2.Bb", "5.2.Bc", "5.2.Bd")
def test_nations() -> None:
    assert fits("US-4A FR-2A")
    assert not fits("US-30 CW-50")
    assert not fits("FR-2A CW-50")
    assert fits("AL-SHAEF CW-50")
    assert fits("AL-SHAEF US-30")
    assert not fits("AL-SHAEF US-30 CW-50")


@rule("reich", "5.2.B", "5.2.Be", "5.2.Bf")
def test_one_us_airborne_division_joins_ordinary_commonwealth_divisions() -> None:
    assert fits("US-82AB CW-GA")
    assert not fits("US-82AB US-101AB CW-GA")
    assert not fits("US-82AB CW-1AB")
    assert not fits("US-82AB CW-52AL")


@rule("reich", "5.2.Bg")
def test_brigades_alone_are_no_hosts_and_an_airborne_division_spoils_it() -> None:
    assert not fits("US-101AB CW-8AB")
    assert not fits("US-101AB CW-HQ21")
    assert not fits("US-101AB CW-50 CW-1AB")
    assert fits("US-101AB CW-50 CW-8AB CW-HQ21")


@rule("reich", "5.2.Bh")
def test_units_pass_through_those_of_another_nation() -> None:
    match = step("allied", "exploitation", "US-1=1326 CW-50=1327 G-352=1332")
    moved(match, "US-1", "1327", "1328")
    assert where(match, "US-1") == "1328"


# -- 5.3, 5.4 ---------------------------------------------------------------------------------


@rule("reich", "5.3", "5.3c")
def test_a_breach_of_nations_is_cured_by_the_owner() -> None:
    match = crowded("allied", "US-1=1327 CW-50=1327 AL-SHAEF=1327 G-352=1332")
    assert match.side == "allied"
    assert offers(match, "remove") == {"US-1", "CW-50"}
    refused(match, "remove AL-SHAEF", "5.3")
    match.play("remove CW-50")
    assert not offers(match, "remove")
    assert where(match, "CW-50") == "track"  # replaceable like other losses


@rule("reich", "5.3", "5.3a")
def test_a_free_unit_is_not_removed_for_others() -> None:
    at = "G-352=1327 G-84=1327 G-85=1327 G-353=1327 G-501SS=1327 US-1=1321"
    match = crowded("german", at)
    assert match.side == "german"
    assert offers(match, "remove") == {"G-352", "G-84", "G-85", "G-353"}
    refused(match, "remove G-501SS", "5.3")


@rule("reich", "5.4", "5.4a")
def test_boxes_have_no_limit() -> None:
    box = " ".join(f"{unit}=england" for unit in ("US-1", "US-2", "US-29", "US-9", "US-30", "CW-50", "CW-3"))
    panzers = " ".join(f"{unit}=watch" for unit in ("G-12SS", "G-LEHR", "G-2PZ", "G-1SS", "G-9SS", "G-10SS"))
    match = step("german", "exploitation", f"{box} {panzers} G-352=1331 US-4=1321").play("done")
    assert not offers(match, "remove")


@rule("reich", "5.4b")
def test_each_box_takes_its_own_units() -> None:
    with pytest.raises(ValueError, match="cannot be in the box 'england'"):
        on_map("german", "exploitation", "G-352=england G-84=1331 US-4=1321")
    with pytest.raises(ValueError, match="cannot be in the box 'watch'"):
        on_map("german", "exploitation", "G-352=watch G-84=1331 US-4=1321")
