"""Words for the tests of set-up, control, victory and the special rules of chapter 17."""

from __future__ import annotations

from typing import Any

import grognard
from grognard import Match
from grognard.engine.contents import Scenario
from grognard.games.reich import control, pieces
from grognard.games.reich.victory import REASONS, VictoryCheck
from grognard.hexes import bits
from tests.reich.helpers_map import at
from tests.reich.helpers_supply import Board, labels

GAME: Any = grognard.game("reich")  # any: the game's own type is not that of the library


def scenario(name: str) -> Scenario:
    return GAME.scenarios[name]


def begun(name: str = "campaign", *, seed: int = 1) -> Match:
    """A new match, its set-up accepted as proposed."""
    match = grognard.new(GAME, name, seed=seed)
    while not match.over and GAME.step(match.state).name in ("set-up", "deploy", "final-choice"):
        texts = match.actions.texts()
        match.play("everything" if "everything" in texts else "propose")
    return match


def bit(unit: str) -> int:
    return 1 << GAME.unit_ids[unit]


def place(match: Match, unit: str) -> str:
    """The hex or box of a unit."""
    return GAME.place_name(match.state.at[GAME.unit_ids[unit]]).split(" ")[0]


def box(match: Match, name: str) -> set[str]:
    """The units in a box."""
    found = GAME.box(name)
    return {GAME.counters[u].id for u, there in enumerate(match.state.at) if there == found}


def units_in(match: Match, label: str) -> set[str]:
    """The units in a hex."""
    return {GAME.counters[u].id for u, there in enumerate(match.state.at) if there == at(label)}


def units_of(units: int) -> set[str]:
    return {GAME.counters[u].id for u in bits(units)}


def enter(board: Board, unit: str, label: str) -> Board:
    """A unit enters a hex, with all that follows."""
    pieces.occupy(GAME, board.state, GAME.unit_ids[unit], at(label))
    return board


def is_allied(board: Board, label: str) -> bool:
    """Whether the Allies control a hex."""
    return bool(board.state.allied >> at(label) & 1)


def end_of_turn(board: Board) -> int:
    """How the game ends in the first step of the End Phase, or 0."""
    board.state.agenda = [(GAME.codes[VictoryCheck],)]
    GAME.steps[GAME.codes[VictoryCheck]].run(board.state)
    return int(board.state.won)


def winner(board: Board) -> str:
    """The side that has won, or nothing."""
    return REASONS[board.state.won][0] if board.state.won else ""


def play_phases(match: Match, until: str, most: int = 400) -> list[str]:
    """Play on with passes to a segment; returns the segments on the way."""
    seen: list[str] = []
    for _ in range(most):
        now = GAME.phase_of(match.state)
        if not seen or seen[-1] != now:
            seen.append(now)
        if match.over or now == until:
            return seen
        match.play(quiet(match))
    raise AssertionError(f"{until} is not reached: {seen}")


def quiet(match: Match) -> str:
    """The action that does least."""
    texts = match.actions.texts()
    for word in ("done", "pass", "keep", "decline", "stop", "propose", "resolve"):
        if word in texts:
            return word
    return next((text for text in texts if text.startswith("declare")), texts[0])


__all__ = [
    "GAME",
    "begun",
    "bit",
    "box",
    "control",
    "end_of_turn",
    "enter",
    "is_allied",
    "labels",
    "place",
    "play_phases",
    "quiet",
    "scenario",
    "units_in",
    "units_of",
    "winner",
]
