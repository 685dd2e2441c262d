"""The automatic path of a move: of equal paths one that captures no city, and a warning where there is no other."""

from __future__ import annotations

import grognard
from grognard import Match
from tests.rules import rule

AACHEN = "2305N"


def marching() -> Match:
    """A division west of Aachen that is about to move."""
    match = grognard.setup("game rhine\nturn 4\nphase allied movement\nat US30=2104N 12VG=2713N\n")
    match.play("select US30")
    return match


def path(match: Match, label: str) -> list[str]:
    grid = match.game.board.grid
    return [grid.label(h) for h in match.game.reading.path(match.state, grid.parse(label))]


def said(match: Match, label: str) -> list[tuple[str, str]]:
    found = match.game.reading.path_notes(match.state, match.game.board.grid.parse(label))
    return [(note.text, note.rule) for note in found]


@rule("rhine", "3.9")
def test_of_equal_paths_one_around_a_city_is_taken() -> None:
    match = marching()
    assert AACHEN not in path(match, "2505N")
    assert not said(match, "2505N")
    match.play("move 2505N")
    assert not match.state.allied >> match.game.board.grid.parse(AACHEN) & 1


@rule("rhine", "3.9")
def test_a_city_on_the_path_is_announced_before_and_after() -> None:
    match = marching()
    assert said(match, AACHEN) == [("captures 2305N", "3.9")]
    match.play(f"move {AACHEN}")
    assert "Allied captures 2305N" in [event.text for event in match.events]
    assert match.state.allied >> match.game.board.grid.parse(AACHEN) & 1


@rule("rhine", "3.9")
def test_a_city_of_ones_own_is_no_capture() -> None:
    text = "game rhine\nturn 4\nphase allied movement\nat US30=2104N 12VG=2713N\nallied 2104N 2305N\n"
    match = grognard.setup(text)
    match.play("select US30")
    assert not said(match, AACHEN)


@rule("rhine", "10.1")
def test_a_mixed_stack_is_told_why_it_moves_one_hex_at_a_time() -> None:
    """No enemy zone is the reason: the units pay different costs."""
    match = grognard.setup("game rhine\nturn 4\nphase allied movement\nat F2MO=2717S F4MO=2717S 2Pz=1500S\n")
    match.play("select F2MO")
    match.play("also F4MO")
    refusal = match.why_not("move 2515S")
    assert refusal is not None
    assert refusal.rule == "10.1"
    assert "different movement costs" in refusal.why


def warned(match: Match) -> list[tuple[str, str]]:
    return [(note.rule, note.text) for note in match.game.reading.warnings(match.state)]


@rule("rhine", "3.9")
def test_a_city_left_empty_and_a_closed_source_are_announced_before_and_after() -> None:
    match = grognard.setup("game rhine\nturn 3\nphase allied movement\nat US30=2305N 12VG=2713N\nallied 2305N\n")
    match.play("select US30")
    assert said(match, "2304N") == [("leaves 2305N empty", "3.9")]
    match.play("move 2304N")
    assert "Allied leaves 2305N empty" in [event.text for event in match.events]


@rule("rhine", "8.12")
def test_a_source_of_supply_that_the_path_closes_is_announced() -> None:
    match = grognard.setup("game rhine\nturn 4\nphase german movement\nat 12VG=2812S US30=2713N\nsector 2\n")
    match.play("select 12VG")
    assert ("closes the source of supply 2913S", "8.12") in said(match, "2913S")
    assert not said(match, "2711S")


@rule("rhine", "4.4")
def test_the_end_of_a_phase_warns_of_an_empty_city_in_reach() -> None:
    match = grognard.setup("game rhine\nturn 3\nphase allied movement\nat US30=2305N 12VG=2505N\nallied 2305N\n")
    assert not warned(match)
    match.play("select US30", "move 2304N", "stop")
    assert warned(match) == [("4.4", "German units could reach 2305N next: a German unit in an Allied city wins")]
    away = grognard.setup("game rhine\nturn 3\nphase allied movement\nat US30=2304N 12VG=2813S\nallied 2305N\n")
    assert not warned(away)


@rule("rhine", "8.8")
def test_the_end_of_the_last_phase_names_what_the_check_would_eliminate() -> None:
    match = grognard.setup("game rhine\nturn 4\nphase allied combat\nat US30=2505N\n")
    ring = match.game.board.grid.neighbour_list(match.game.board.grid.parse("2505N"))[::2]
    germans = " ".join(
        f"{name}={match.game.board.grid.label(h)}" for name, h in zip(("12VG", "3PG", "3FJ"), ring, strict=True)
    )
    ringed = grognard.setup(f"game rhine\nturn 4\nphase allied combat\nat US30=2505N {germans}\n")
    assert not any(rule == "8.8" for rule, _ in warned(match))
    assert [text for rule, text in warned(ringed) if rule == "8.8"] == [
        "out of supply, and lost in the Terminal Supply Check if they stay so: US30"
    ]


@rule("rhine", "8.7")
def test_the_preview_says_who_attacks_at_half_strength() -> None:
    match = grognard.setup("game rhine\nturn 4\nphase allied combat\nat US30=2505N\n")
    near = [
        match.game.board.grid.label(h)
        for h in match.game.board.grid.neighbour_list(match.game.board.grid.parse("2505N"))
    ]
    germans = " ".join(f"{name}={h}" for name, h in zip(("12VG", "3PG", "3FJ"), near[::2], strict=True))
    match = grognard.setup(f"game rhine\nturn 4\nphase allied combat\nat US30=2505N {germans}\n")
    match.play(f"attack {near[0]}", "with US30")
    preview = match.preview
    assert preview is not None
    assert [(note.text, note.rule) for note in preview.remarks] == [("out of supply, so at half strength: US30", "8.7")]
    fed = grognard.setup(f"game rhine\nturn 4\nsector 1\nphase allied combat\nat US30=2505N 12VG={near[0]}\n")
    fed.play(f"attack {near[0]}", "with US30")
    assert fed.preview is not None
    assert not fed.preview.remarks


@rule("rhine", "9.4")
def test_a_unit_that_waits_for_an_entry_hex_is_named_with_the_reason() -> None:
    text = "game rhine\nturn 2\nphase allied reinforcement\nclosed {}\nat F1A=due\ndue_turn F1A=2\n"
    game = grognard.new("rhine", seed="1").game
    edge = [game.board.grid.label(h) for h in range(game.allied_edge.bit_length()) if game.allied_edge >> h & 1]
    shut = grognard.setup(text.format(" ".join(edge)))
    assert "F1A wait: no hex where they could arrive is open." in shut.prompt.text
    assert "wait" not in grognard.setup(text.format("")).prompt.text
