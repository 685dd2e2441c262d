"""Chapters 4 and 10: how scenarios begin, and the order of their turns."""

from __future__ import annotations

import pytest

import grognard
from grognard import Match
from tests.aachen.kit import level, real, step, table, where
from tests.kit import offered
from tests.rules import rule


def opening(scenario: str) -> Match:
    """A scenario at its first choice in the Ops Phase."""
    m = grognard.new(real(), scenario, seed=1)
    while step(m) == "assign":
        m.play("propose" if offered(m, "propose") else "done")
    return m


@rule("aachen", "10.2a", "10.3a", "10.4a", "10.2b", "10.3b", "10i")
@pytest.mark.parametrize(
    ("scenario", "first", "last", "inside", "outside"),
    [("stolberg", 1, 3, "4201", "4301"), ("wurm", 5, 8, "3101", "3001"), ("campaign", 1, 8, "5601", "")],
)
def test_turns_and_areas(scenario: str, first: int, last: int, inside: str, outside: str) -> None:
    m = opening(scenario)
    parse = m.game.board.grid.parse
    assert (m.state.turn, m.state.turns) == (first, last)
    assert m.game.area(m.state) >> parse(inside) & 1
    assert not outside or not m.game.area(m.state) >> parse(outside) & 1


@rule("aachen", "10b", "10c", "10j", "8.1.1b")
@pytest.mark.parametrize("scenario", ["stolberg", "wurm", "campaign"])
def test_units_start_in_their_hexes_undug_and_formations_at_their_maximum(scenario: str) -> None:
    m = opening(scenario)
    for unit, label in m.scenario.words["setup"].items():
        assert where(m, unit) == label
    assert m.state.improved == 0
    for index, formation in enumerate(m.game.roster.formations):
        there = m.state.at[formation.hq] >= 0
        assert m.state.level[index] == (m.game.roster.level[index] if there else 0)


@rule("aachen", "10d", "10e", "10f", "10g")
@pytest.mark.parametrize("scenario", ["stolberg", "wurm", "campaign"])
def test_the_us_side_begins_without_dice_and_the_marker_helps_the_germans(scenario: str) -> None:
    m = opening(scenario)
    assert (step(m), m.side) == ("choose", "us")
    assert (m.state.drm, m.state.drm_side) == (2, 1)
    assert offered(m, "transfer")
    assert offered(m, "pass")


@rule("aachen", "10.4c", "10.4q")
def test_three_independents_start_with_the_526th() -> None:
    m = grognard.new(real(), "campaign", seed=1)
    index = m.game.roster.by_code["526"]
    for unit in ("Pol", "Gen", "394"):
        assert m.game.formation_of(m.state, m.game.unit_ids[unit]) == index
        assert m.state.assigned_open >> m.game.unit_ids[unit] & 1
    assert [f.code for f in m.game.roster.formations if "526" in f.name] == ["526"]


@rule("aachen", "10.3p")
def test_germans_may_go_beyond_the_outer_line_from_turn_4_on() -> None:
    game = real()
    for scenario, closed in (("stolberg", True), ("wurm", False)):
        s = game.blank(game.scenarios[scenario])
        assert game.is_closed(s, 1) == closed


@rule("aachen", "4", "4b", "4c", "4e", "4f")
def test_a_turn_has_five_segments_and_the_ops_phase_and_the_first_has_only_that() -> None:
    m = opening("campaign")
    assert m.state.turn == 1
    m.play("pass")
    while m.state.turn == 1:
        m.play("pass" if offered(m, "pass") else m.actions.texts()[0])
    while step(m) != "choose":
        names = m.actions.texts()
        m.play(next((a for a in ("propose", "done", "keep", "pass") if a in names), names[0]))
    assert m.state.turn == 2
    assert [event.text.partition(", ")[2] for event in m.events if event.text.startswith("Turn 2, ")] == [
        "Recovery Phase",
        "Assignment Phase",
        "Victory Plan Phase",
        "Replacement Phase",
        "Reinforcement Phase",
        "Ops Phase",
    ]


@rule("aachen", "3.3f", "3.3g", "3.3i")
def test_an_hq_goes_with_the_last_unit_assigned_or_due() -> None:
    def after(*more: str) -> str:
        at = "1-HQ=1703 12-HQ=3317 12-I/27=3218 526-HQ=3518 526-328=3517 394=3417"
        return where(table("replacement", at, *more, turn=2).play("give 12-I/27"), "12-HQ")

    assert after("assigned 394=7") == "eliminated"
    assert after("assigned 394=12") == "3317"
    due = table("replacement", "1-HQ=1703 12-HQ=3317 12-I/27=3218 12-II/27=due 526-HQ=3518 526-328=3517", turn=2)
    assert where(due.play("give 12-I/27"), "12-HQ") == "3317"


@rule("aachen", "9b")
def test_only_the_us_side_scores() -> None:
    m = opening("stolberg")
    assert level(m, "1") == 7
    assert m.state.us_flags & sum(1 << h for h in m.game.objectives(m.state)) == 0
