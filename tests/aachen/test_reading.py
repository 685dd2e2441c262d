"""What players read of Aachen: costs, marks, badges, gauges, charts and lessons, from what their side may know."""

from __future__ import annotations

import pytest

import grognard
from grognard import Match
from grognard.engine.reading import Exercise
from grognard.games.aachen.game import AachenGame
from grognard.games.aachen.state import UNSEEN

GAME = AachenGame.load()
LESSONS = [pytest.param(exercise, id=exercise.title) for exercise in GAME.lessons()]

TRAINING = "game aachen\nscenario first-blood\nturn 1\nphase us activation 1-HQ\npurse 5 0\n"
FRONT = (
    "game aachen\nscenario stolberg\nturn 1\nphase us activation 1-HQ\npurse 5 0\nlevel 6 6 0 0 0 0 3 0 0 0 0 0 0 0 0\n"
)


def begin(position: str, *actions: str, dice: list[int | str] | None = None) -> Match:
    return grognard.setup(position, of=GAME, dice=dice or []).play(*actions)


def shown(match: Match, side: str):  # type: ignore[no-untyped-def]
    return GAME.redact(match.state, side)


def hexes(labels: str) -> set[int]:
    return {GAME.board.grid.parse(label) for label in labels.split()}


def marks(match: Match, side: str, unit: str) -> tuple[str, ...]:
    return tuple(GAME.reading.marks(shown(match, side)).get(GAME.unit_ids[unit], ()))


# -- movement -----------------------------------------------------------------------------------


def test_reach_marks_the_quiet_part_steps_with_everything_and_infiltration() -> None:
    match = begin(TRAINING + "at 1-HQ=1705 1-I/16=1706 526-328=2107 526-473=2109", "select 1-I/16")
    s, grid = shown(match, "us"), GAME.board.grid
    reach, faint = GAME.reading.reach(s), GAME.reading.faint(s)
    # Eynatten by road, and the wood of 2104 beyond the printed allowance.
    assert reach[grid.parse("1705")] == "1"
    far = grid.parse("2104")
    assert reach[far] not in ("all", "check")
    assert faint >> far & 1
    assert not faint >> grid.parse("1705") & 1
    match = begin(TRAINING + "at 1-HQ=1705 1-I/16=2008 526-328=2107 526-473=2109", "select 1-I/16")
    assert GAME.reading.reach(shown(match, "us"))[grid.parse("2007")] == "check"


def test_hexes_next_to_the_enemy_are_ringed_where_the_enemy_may_react() -> None:
    units = "at 1-HQ=1705 1-I/16=1907 526-HQ=2706 526-328=2107"
    match = begin(FRONT + units, "select 1-I/16")
    ringed = GAME.reading.ringed(shown(match, "us"))
    assert ringed >> GAME.board.grid.parse("2007") & 1
    assert not ringed >> GAME.board.grid.parse("1906") & 1
    # The Germans of First Blood never react (10.1).
    match = begin(TRAINING + "at 1-HQ=1705 1-I/16=1907 526-328=2107 526-473=2109", "select 1-I/16")
    assert GAME.reading.ringed(shown(match, "us")) == 0


# -- counters -----------------------------------------------------------------------------------


def test_only_the_owner_reads_the_current_strength_of_a_unit() -> None:
    match = begin(TRAINING + "at 1-HQ=1705 1-I/16=2008 526-328=2107 526-473=2109\nlost 1-I/16=3 526-328=2")
    mine, theirs = GAME.unit_ids["1-I/16"], GAME.unit_ids["526-328"]
    us, german = (GAME.reading.badges(shown(match, side)) for side in ("us", "german"))
    assert (us[mine].text, us[mine].look) == ("7", "harm")
    assert theirs not in us
    assert (german[theirs].text, mine in german) == ("3", False)


def test_marks_of_command_are_for_the_owner_and_disruption_turns_the_counter() -> None:
    match = begin(FRONT + "at 1-HQ=1705 1-I/16=1907 4Cav=1909 526-HQ=2706 526-328=2107\ndisrupted 1-I/16")
    assert "disrupted" in marks(match, "us", "1-I/16")
    assert GAME.reading.look_of("disrupted").turns
    # The cavalry is assigned to nobody.
    assert "out of command" in marks(match, "us", "4Cav")
    assert "out of command" not in marks(match, "german", "4Cav")


def test_the_height_of_a_stack_is_open_and_its_units_are_not() -> None:
    match = begin(FRONT + "at 1-HQ=1705 1-I/16=1907 526-HQ=2706 526-328=2107 526-453=2107\ntops 526-328")
    s = shown(match, "us")
    assert s.at[GAME.unit_ids["526-453"]] == UNSEEN
    assert GAME.reading.heights(s) == {GAME.board.grid.parse("2107"): 2}
    assert GAME.reading.heights(shown(match, "german")) == {}


def test_other_formations_are_grey_while_one_acts() -> None:
    match = begin(FRONT + "at 1-HQ=1705 1-I/16=1907 3A-HQ=1408 3A-I/32=1609 526-HQ=2706 526-328=2107")
    assert marks(match, "us", "3A-I/32") == ("others",)
    assert "others" not in marks(match, "us", "1-I/16")


# -- the table ----------------------------------------------------------------------------------


def test_an_hq_that_may_be_activated_shows_its_level_supply_and_range() -> None:
    position = "game aachen\nscenario stolberg\nturn 2\nphase ops\npassed 2\nlevel 5 6 0 0 0 0 3 0 0 0 0 0 0 0 0\n"
    place = GAME.board.grid.parse

    def notes(at: str, *more: str) -> list[str]:
        match = begin("\n".join([f"{position}at {at}", *more]))
        lights = GAME.reading.spotlights(shown(match, "us"))
        assert set(lights) == {place("1705")}
        light = lights[place("1705")]
        assert light.hexes == GAME.reading.overlays(shown(match, "us"))["In command: 1st Infantry Division"]
        assert light.hexes >> place("1705") & 1
        return [note.text for note in light.notes]

    assert notes("1-HQ=1705 1-I/16=1907 526-HQ=2706") == ["Activation Level 5 of 7", "in supply"]
    cut = "1-HQ=1705 1-I/16=1907 526-HQ=2706 " + " ".join(
        f"{unit}={h}"
        for unit, h in (("526-328", "1704"), ("526-453", "1706"), ("526-473", "1805"), ("526-536", "1605"))
    )
    assert notes(cut)[1] == "out of supply: an activation expends Emergency Supply"
    assert notes(cut, "flipped 1-HQ")[1].startswith("out of supply, Emergency Supply expended")


def test_gauges_say_points_levels_and_the_holder_of_the_marker() -> None:
    match = begin(FRONT + "at 1-HQ=1705 1-I/16=1907 526-HQ=2706 526-328=2107")
    found = {(g.title, g.side): g for g in GAME.reading.gauges(shown(match, "us"))}
    assert found["Action Points", "us"].value == 5
    assert found["Action Points", "us"].asked
    assert (found["1st Infantry Division", "us"].value, found["1st Infantry Division", "us"].greatest) == (6, 7)
    assert ("Reroll marker", "german") in found


def test_each_side_reads_the_points_it_can_know() -> None:
    """German losses that the U.S. side does not see count nothing in its campaign score."""
    position = "game aachen\nscenario campaign\nturn 1\nphase us activation 1-HQ\nat 1-HQ=1705 526-328=2107\n"
    match = begin(position + "lost 526-328=4\ntally 18 0")
    assert GAME.reading.status(shown(match, "us"))["vp"] == {"us": 0}
    assert GAME.reading.status(shown(match, "german"))["vp"] == {"us": 1}


def test_the_track_lists_arrivals_and_withdrawals() -> None:
    match = grognard.Match(GAME, GAME.scenarios["stolberg"], GAME.start(GAME.scenarios["stolberg"], {}))
    track = GAME.reading.track(shown(match, "us"))
    texts = {turn.number: [note.text for note in turn.notes] for turn in track.turns}
    assert "U.S.: 1-238, 1-257" in texts[2]
    assert "withdrawal: 353rd Infantry Division" in texts[3]
    assert track.turn == 1


def test_the_lines_of_the_combat_chart_carry_the_columns_of_the_preview() -> None:
    match = begin(TRAINING + "at 1-HQ=1705 1-I/16=2008 526-328=2107 526-473=2109", "select 1-I/16", "attack 2107")
    found = match.preview
    assert found is not None
    crt = next(chart for chart in GAME.reading.charts() if chart.id == "crt")
    line = next(head for head in crt.heads if head[0] == found.line)
    assert "Pillbox in light forest" in line[0]
    assert all(len(row) == len(line) for row in crt.rows)


def test_the_card_shows_three_ways_until_the_attack_is_resolved() -> None:
    position = TRAINING + "at 1-HQ=1705 1-I/16=2007 1-II/16=2008 526-328=2107 526-473=2109"
    match = begin(position, "select 1-II/16", "attack 2107", dice=["chit 2"])
    assert match.preview is not None
    assert [way.price for way in match.preview.alternatives] == [f"{n} Action Point{'s' * (n > 1)}" for n in (1, 2, 3)]
    match.play("mode prepared", "resolve")
    assert match.side == "dice"
    assert match.preview is not None
    assert match.preview.alternatives == ()


# -- lessons ------------------------------------------------------------------------------------


@pytest.mark.parametrize("exercise", LESSONS)
def test_the_lesson_can_be_done(exercise: Exercise) -> None:
    match = grognard.setup(exercise.position, of=GAME, dice=list(exercise.dice))
    assert match.side == exercise.side
    for step in exercise.steps:
        while match.side not in (exercise.side, "dice"):
            match.play(match.actions[0])
        fitting = [text for text in match.actions.texts() if text in step or text.split()[0] in step]
        assert fitting, (step, match.side, match.prompt.text)
        match.play(fitting[0])


def test_the_course_has_ten_exercises() -> None:
    assert len(LESSONS) == 10
    assert [exercise.side for exercise in GAME.lessons()].count("german") == 1
