"""Positions as text: any moment of a match, or any situation written by hand.

    game hurtgen
    turn 3
    phase us combat
    at 1/8=0503 2/8=0504 1/983=0603

A line is a key and its words; ``#`` starts a comment. ``phase`` begins a phase. A saved position has ``agenda``
instead, which gives the exact step. Missing fields have their defaults; missing counters are not in play.
"""

from __future__ import annotations

import re

from .action import NotationError, Refusal
from .bounds import FLAG, check_frames
from .fields import field_text, field_value, frame_text, frame_value
from .game import AnyGame
from .state import Field, Frame, State


class PositionError(ValueError):
    """A position that is not valid; names the line and the reason."""


#: Most characters of a position. Saved positions are much smaller.
LIMIT = 200_000
#: Most lines of a position, without empty lines and comments.
LINES = 1_000


def position_text(game: AnyGame, state: State, scenario: str) -> str:
    """A state as text; :func:`position_state` is the inverse."""
    lines = [f"game {game.id}", f"scenario {scenario}"]
    blank = _blank(game, scenario)
    for field in game.state_type.fields:
        value = getattr(state, field.name)
        if not field.derived and value != getattr(blank, field.name):
            lines.append(f"{field.name} {field_text(game, field, value)}".rstrip())
    if state.over:
        lines.append(f"over {int(state.over)}")
    lines.append("agenda " + " / ".join(frame_text(game, frame) for frame in state.agenda))
    return "\n".join(lines) + "\n"


def _blank(game: AnyGame, scenario: str) -> State:
    """The state that a position text fills in. The default scenario is the game's first."""
    chosen = game.scenarios.get(scenario or next(iter(game.scenarios)))
    if chosen is None:
        raise PositionError(f"{game.title} has no scenario {scenario!r}; choose from: {', '.join(game.scenarios)}")
    found: State = game.blank(chosen)
    return found


def position_words(text: str) -> list[tuple[int, str, str]]:
    """The lines of a position as ``(line number, key, rest)``."""
    if len(text) > LIMIT:
        raise PositionError(f"a position has at most {LIMIT} characters, this text has {len(text)}")
    out = []
    for number, line in enumerate(text.split("\n"), 1):
        line = line.split("#", 1)[0].strip()
        if line:
            key, _, rest = line.partition(" ")
            out.append((number, key, rest.strip()))
        if len(out) > LINES:
            raise PositionError(f"line {number}: a position has at most {LINES} lines, not counting comments")
    return out


def position_header(text: str) -> tuple[str, str]:
    """The game and the scenario of a position text."""
    found = {key: rest for _, key, rest in position_words(text) if key in ("game", "scenario")}
    if "game" not in found:
        raise PositionError("the line 'game NAME' is missing, so the game of the position is unknown")
    return found["game"], found.get("scenario", "")


def position_state(game: AnyGame, text: str) -> State:
    """Parse and check a position text."""
    state = _blank(game, position_header(text)[1])
    fields = {f.name: f for f in game.state_type.fields if not f.derived}
    bounds = game.number_bounds()
    seen: set[str] = set()
    flow: tuple[int, str, str] | None = None
    for number, key, rest in position_words(text):
        # ``at`` may be spread over several lines; any other key appears once.
        if key in seen and key != "at":
            raise PositionError(f"line {number}: {key!r} is given twice")
        try:
            if key in ("game", "scenario"):
                pass
            elif key in ("phase", "agenda"):
                if flow:
                    raise NotationError("a position has one line 'phase' or 'agenda', not two")
                flow = (number, key, rest)
            elif key == "over":
                over = game.notation.value("number", rest)
                FLAG.check(key, over)
                state.over = bool(over)
            elif key == "at" and "at" in seen:
                _more_places(game, state, fields["at"], rest)
            elif key in fields:
                setattr(state, key, field_value(game, fields[key], rest))
                bounds.check_field(fields[key], getattr(state, key))
            else:
                raise NotationError(f"unknown field {key!r}; choose from: {', '.join(sorted(fields))}")
        except Refusal as error:
            raise PositionError(f"line {number}: {error}") from None
        seen.add(key)
    _finish(game, state, flow)
    return state


def _more_places(game: AnyGame, state: State, field: Field, rest: str) -> None:
    before: list[int] = getattr(state, field.name)
    for unit, place in enumerate(field_value(game, field, rest)):
        if place != field.default[unit]:
            if before[unit] != field.default[unit]:
                raise NotationError(f"unit {game.counters[unit].id!r} is placed twice")
            before[unit] = place


def _finish(game: AnyGame, state: State, flow: tuple[int, str, str] | None) -> None:
    if flow is None:
        raise PositionError("a line 'phase' or 'agenda' is missing, so the next step of the position is unknown")
    number, key, rest = flow
    try:
        game.refresh(state)
        if key == "phase":
            game.begin_phase(state, rest.split())
        else:
            state.agenda = _agenda(game, rest)
        if not state.agenda and not state.over:
            raise NotationError("the agenda is empty, but the game is not over")
        faults = game.position_errors(state)
        if not faults:
            _try(game, state)
    except Refusal as error:
        raise PositionError(f"line {number}: {error}") from None
    except Exception as error:
        # A hand-written position can be wrong in ways that no game foresees. Report it instead of crashing.
        reason = f"{type(error).__name__}: {error}"
        raise PositionError(f"line {number}: the position cannot be played: {reason}") from error
    if faults:
        raise PositionError("; ".join(faults))


def _agenda(game: AnyGame, text: str) -> list[Frame]:
    # Names of counters may have a slash: only a slash between spaces separates frames.
    parts = re.split(r"\s+/\s+", text) if text else []
    check_frames(len(parts))
    bounds, agenda = game.number_bounds(), [frame_value(game, part) for part in parts]
    for frame in agenda:
        bounds.check_frame(game.step_types[frame[0]], frame)
    return agenda


def _try(game: AnyGame, state: State) -> None:
    """Run the position up to its first decision and check that there is one."""
    game.run(state)
    game.prompt(state)
    game.reading.status(state)
    if state.over:
        game.result(state)
    elif not any(game.offer(state).values()):
        raise NotationError(f"there is no legal action in the step {game.step(state).name!r}")
