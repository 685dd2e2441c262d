"""Chapters 8.2, 5.5.1 and 5.5.2: who is assigned to whom."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard import Match
from tests.aachen.kit import real, step, table
from tests.kit import offered, offers, refused
from tests.rules import rule


def under(match: Match, unit: str) -> str:
    """The code of the formation that a unit belongs to."""
    index = match.game.formation_of(match.state, match.game.unit_ids[unit])
    return match.game.roster.formations[index].code if index >= 0 else ""


def segment(at: str, *more: str, **ground: object) -> Match:
    return table("assignment", at, *more, turn=2, **ground)  # type: ignore[arg-type]


US = "1-HQ=1703 3A-HQ=1707 30-HQ=2003 2A-HQ=2007"


@rule("aachen", "8.2a", "5.5.2f", "5.5.2m", "10.3d")
def test_independents_that_arrive_are_assigned_before_anything_else() -> None:
    m = table("assignment", "30-HQ=4202 1128=due 1129=due 99=due 49-HQ=4107", scenario="wurm", turn=7)
    assert m.side == "us"
    assert refused(m, "done", "8.2")
    assert offers(m.play("assign 1128"), "under") == {"30-HQ"}
    m.play("propose")
    assert [under(m, unit) for unit in ("1128", "1129", "99")] == ["30", "30", "30"]
    assert offered(m, "done")


@rule("aachen", "5.5.1c", "5.5.1d", "5.5.1e", "8.2b")
def test_pitfall_29_one_regiment_of_the_1st_goes_to_the_3rd_armored() -> None:
    m = segment(US + " 1-I/16=1704 1-II/16=1804 1-III/16=1904 1-I/18=1705 526-HQ=3518")
    for unit in ("1-I/16", "1-II/16"):
        m.play(f"assign {unit}", "under 3A-HQ")
    assert refused(m, "assign 1-I/18", "5.5.1")
    m.play("assign 1-III/16", "under 3A-HQ")
    assert [under(m, f"1-{n}/16") for n in ("I", "II", "III")] == ["3A"] * 3


@rule("aachen", "5.5.1f", "5.5.1g", "5.5.1h")
@pytest.mark.parametrize(("home", "to", "kind"), [("3A", "1", "tank"), ("2A", "30", "tank")])
def test_pitfall_29_two_tank_task_groups_may_be_lent(home: str, to: str, kind: str) -> None:
    game = real()
    members = game.roster.formations[game.roster.by_code[home]].members & game.roster.task_groups
    names = [c.id for u, c in enumerate(game.counters) if members >> u & 1][:3]
    hexes = ["1704", "1804", "1904"]
    m = segment(US + " 526-HQ=3518 " + " ".join(f"{u}={h}" for u, h in zip(names, hexes, strict=False)))
    m.play(f"assign {names[0]}", f"under {to}-HQ", f"assign {names[1]}", f"under {to}-HQ")
    assert {under(m, name) for name in names[:2]} == {to}
    if len(names) > 2:
        assert not offered(m, f"assign {names[2]}")


@rule("aachen", "5.5.1i", "5.5.1j")
@pytest.mark.parametrize("unit", ["9-I/47", "1-1", "3A-I/36"])
def test_other_us_units_keep_their_formation(unit: str) -> None:
    m = segment(f"{US} 9-HQ=1603 {unit}=1704 4Cav=1705 526-HQ=3518", "assigned 4Cav=1")
    assert refused(m, f"assign {unit}", "5.5.1")


@rule("aachen", "5.5.1k", "5.5.1p", "5.5.2b", "5.5.2h", "5.5.2l")
def test_pitfall_29_units_are_reassigned_undisrupted_and_in_range_of_both_hqs() -> None:
    near = "1-HQ=1703 9-HQ=1603 3A-HQ=1707 1-I/16=1704 4Cav=1705 526-HQ=3518"
    assert offered(segment(near, "assigned 4Cav=1"), "assign 1-I/16")
    assert offered(segment(near, "assigned 4Cav=1 1-I/16=2"), "assign 1-I/16"), "it may return"
    assert refused(segment(near, "assigned 4Cav=1", "disrupted 1-I/16"), "assign 1-I/16", "5.5.2")
    far = near.replace("3A-HQ=1707", "3A-HQ=4003")
    assert refused(segment(far, "assigned 1-I/16=2 4Cav=1"), "assign 1-I/16", "5.5.2")
    assert refused(segment(far.replace("4Cav=1705", "4Cav=3003")), "assign 1-I/16", "5.5.1")


@rule("aachen", "5.5.2c", "5.5.2j")
def test_a_us_independent_stays_in_its_corps_and_in_range() -> None:
    m = segment("1-HQ=1703 3A-HQ=1707 30-HQ=2003 9-HQ=4203 4Cav=1705 526-HQ=3518", "assigned 4Cav=1")
    m.play("assign 4Cav")
    assert offers(m, "under") == {"3A-HQ"}
    assert refused(m, "under 30-HQ", "5.5.1")
    assert refused(m, "under 9-HQ", "5.5.2")


@rule("aachen", "5.5.2i", "5.5.2g", "5.5.2e")
def test_a_german_independent_goes_to_any_german_formation_and_stays_there() -> None:
    m = segment("526-HQ=2706 116P-HQ=2710 394=2708 1-HQ=1703", "assigned 394=7")
    m.play("assign 394", "under 116P-HQ", "done")
    assert under(m, "394") == "116P"


@rule("aachen", "5.5.1l", "5.5.1o")
def test_pitfall_29_a_german_formation_unit_is_attached_only_while_isolated() -> None:
    m = segment("526-HQ=2706 12-HQ=3317 116P-HQ=2710 12-I/27=2810 394=2710 1-HQ=1703", "assigned 394=7")
    assert refused(m, "assign 12-I/27", "5.5.1")
    m = segment("12-HQ=due 116P-HQ=2710 12-I/27=2810 1-HQ=1703")
    m.play("assign 12-I/27", "under 116P-HQ")
    assert under(m, "12-I/27") == "116P"


@rule("aachen", "5.5.1m")
def test_pitfall_29_an_attached_unit_returns_when_a_path_is_open() -> None:
    m = segment("12-HQ=3317 116P-HQ=2710 12-I/27=2810 1-HQ=1703", "assigned 12-I/27=10")
    assert under(m, "12-I/27") == "12"


@rule("aachen", "5.5.1n")
def test_an_attached_unit_stays_while_no_path_is_open() -> None:
    code = real().roster.by_code["116P"] + 1
    m = segment("12-HQ=waiting 12-II/27=due 116P-HQ=2710 12-I/27=2810 1-HQ=1703", f"assigned 12-I/27={code}")
    assert under(m, "12-I/27") == "116P"


@rule("aachen", "5.5.2d", "8.2d", "5.5.2o")
def test_the_enemy_sees_nothing_of_an_assignment() -> None:
    at = "1-HQ=1703 3A-HQ=1707 1-I/16=1704 1-II/16=1705 526-HQ=3518"
    still, moved = segment(at), segment(at)
    moved.play("assign 1-I/16", "under 3A-HQ")
    game = still.game
    assert not game.redact(still.state, "german").changes(game.redact(moved.state, "german"))
    picked = segment(at).play("assign 1-II/16")
    assert not game.redact(still.state, "german").changes(game.redact(picked.state, "german"))


@rule("aachen", "10l")
def test_independents_on_the_map_are_assigned_before_the_first_ops_phase() -> None:
    m = grognard.new(real(), "campaign", seed=1)
    assert (step(m), m.side) == ("assign", "us")
    assert not offered(m, "done")
    m.play("propose", "done")
    assert (step(m), m.side) == ("assign", "german")
    m.play("propose", "done")
    assert {u: under(m, u) for u in ("4Cav", "24Cav", "34MG", "XXLW", "Pol", "Gen", "394")} == {
        "4Cav": "3A",
        "24Cav": "3A",
        "34MG": "526",
        "XXLW": "526",
        "Pol": "526",
        "Gen": "526",
        "394": "526",
    }
    assert (step(m), m.side) == ("choose", "us")


@rule("aachen", "5.5.2a")
def test_pitfall_29_nobody_is_assigned_in_the_ops_phase() -> None:
    m = table("ops", "1-HQ=1703 3A-HQ=1707 4Cav=1705 526-HQ=3518", "assigned 4Cav=1", turn=2, dice=[9, 1])
    assert "'assign' is not possible now" in refused(m, "assign 4Cav").why


@rule("aachen", "8.2c")
def test_a_unit_that_has_just_recovered_may_be_assigned() -> None:
    at = "1-HQ=1703 3A-HQ=1707 4Cav=1705 526-HQ=3518"
    m = table("recovery", at, "assigned 4Cav=1", "disrupted 4Cav", turn=2, dice=[1])
    assert offered(m, "assign 4Cav")


def test_the_same_view_gives_the_same_guess() -> None:
    at = "1-HQ=1703 3A-HQ=1707 1-I/16=1704 1-II/16=1804 526-HQ=3518"
    a, b = segment(at), segment(at).play("assign 1-I/16", "under 3A-HQ")
    guesses = [m.game.resample(m.state, "german", random.Random(5)) for m in (a, b)]
    assert not guesses[0].changes(guesses[1])
