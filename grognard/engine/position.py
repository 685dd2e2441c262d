"""Positions as text: any moment of a match, or any situation somebody writes down.

    game hurtgen
    turn 3
    phase us combat
    at 1/8=0503 2/8=0504 1/983=0603

A line is a key and its words; ``#`` starts a comment. ``phase`` begins a phase; a saved position has
``agenda`` instead, which says exactly what is going on. Fields left out have their defaults; counters
left out are not in play.
"""

from __future__ import annotations

import re

from .action import NotationError, Refusal
from .bounds import FLAG, check_frames
from .fields import field_text, field_value, frame_text, frame_value
from .game import AnyGame
from .state import Field, Frame, State


class PositionError(ValueError):
    """A position text that makes no sense; names the line and the reason."""


#: A saved position is small; anything much larger is not one.
LIMIT = 200_000
#: Nor has it more lines with something in them.
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
    """What a position text fills in; without a scenario, that of the game's first."""
    chosen = game.scenarios.get(scenario or next(iter(game.scenarios)))
    if chosen is None:
        raise PositionError(f"{game.title} has no scenario {scenario!r}: it has {', '.join(game.scenarios)}")
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
            raise PositionError(f"line {number}: a position has at most {LINES} lines besides comments")
    return out


def position_header(text: str) -> tuple[str, str]:
    """Game and scenario of a position text."""
    found = {key: rest for _, key, rest in position_words(text) if key in ("game", "scenario")}
    if "game" not in found:
        raise PositionError("the position does not say which game it is: a line 'game NAME' is missing")
    return found["game"], found.get("scenario", "")


def position_state(game: AnyGame, text: str) -> State:
    """The state that a position text describes, checked."""
    state = _blank(game, position_header(text)[1])
    fields = {f.name: f for f in game.state_type.fields if not f.derived}
    bounds = game.number_bounds()
    seen: set[str] = set()
    flow: tuple[int, str, str] | None = None
    for number, key, rest in position_words(text):
        # ``at`` may be spread over several lines; anything else stands once.
        if key in seen and key != "at":
            raise PositionError(f"line {number}: {key!r} stands here a second time")
        try:
            if key in ("game", "scenario"):
                pass
            elif key in ("phase", "agenda"):
                if flow:
                    raise NotationError("a position has one phase or one agenda")
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
                raise NotationError(f"no field {key!r}; there are {', '.join(sorted(fields))}")
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
        raise PositionError("the position does not say what happens next: a line 'phase' or 'agenda' is missing")
    number, key, rest = flow
    try:
        game.refresh(state)
        if key == "phase":
            game.begin_phase(state, rest.split())
        else:
            state.agenda = _agenda(game, rest)
        if not state.agenda and not state.over:
            raise NotationError("nothing is going on, yet the game is not over")
        faults = game.position_errors(state)
        if not faults:
            _try(game, state)
    except Refusal as error:
        raise PositionError(f"line {number}: {error}") from None
    except Exception as error:
        # Whoever writes a position can write nonsense that no game foresees; he is told so, not shown a crash.
        raise PositionError(f"line {number}: this cannot be played: {type(error).__name__}: {error}") from error
    if faults:
        raise PositionError("; ".join(faults))


def _agenda(game: AnyGame, text: str) -> list[Frame]:
    # Counters may have a slash in their names: a lone one parts the frames.
    parts = re.split(r"\s+/\s+", text) if text else []
    check_frames(len(parts))
    bounds, agenda = game.number_bounds(), [frame_value(game, part) for part in parts]
    for frame in agenda:
        bounds.check_frame(game.step_types[frame[0]], frame)
    return agenda


def _try(game: AnyGame, state: State) -> None:
    """Go on to the first decision and look at it."""
    game.run(state)
    game.prompt(state)
    game.reading.status(state)
    if state.over:
        game.result(state)
    elif not any(game.offer(state).values()):
        raise NotationError(f"nobody can do anything in the step {game.step(state).name!r}")
