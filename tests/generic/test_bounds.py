"""No number in a position is larger than play can make it: it would keep loops busy, or make lists long."""

from __future__ import annotations

from functools import cache

import pytest

import grognard
from grognard import PositionError
from grognard.engine.bounds import ENTRIES, FRAMES, Bound
from grognard.engine.fields import frame_text
from grognard.engine.game import Game
from grognard.engine.state import Field
from grognard.engine.step import Step

from .play import LIBRARY, every_game, every_scenario, journey, position

every_real_game = pytest.mark.parametrize("game", LIBRARY, ids=[game.id for game in LIBRARY])
NUMBERS = ("number", "numbers", "counts")


def number_fields(game: Game) -> list[Field]:
    return [f for f in game.state_type.fields if f.kind in NUMBERS and not f.derived]


def number_steps(game: Game) -> list[type[Step]]:
    return [step for step in game.step_types if "number" in step.args]


def beyond(bound: Bound) -> tuple[int, ...]:
    return bound.least - 1, bound.most + 1, 10**18 - 1


@cache
def opening(game: Game) -> list[str]:
    """The lines of a position in which a list of numbers holds some, if the game has such a list."""
    lists = [f for f in number_fields(game) if f.kind == "numbers"]
    for scenario in game.scenarios:
        for state in journey(game, scenario, 1):
            if all(getattr(state, f.name) for f in lists):
                return position(game, scenario, state).splitlines()
    pytest.fail("no such moment")


def refused(game: Game, lines: list[str]) -> str:
    with pytest.raises(PositionError) as caught:
        grognard.setup("\n".join(lines), of=game, dice=[])
    return str(caught.value)


@every_real_game
def test_every_number_has_a_bound(game: Game) -> None:
    bounds = game.number_bounds()
    assert set(bounds.fields) == {f.name for f in number_fields(game)}
    assert {name: len(found) for name, found in bounds.steps.items()} == {
        step.name: step.args.count("number") for step in number_steps(game)
    }
    assert all(bound.least <= bound.most <= 9_999 for bound in bounds.fields.values())
    assert all(bound.least <= bound.most <= 999 for found in bounds.steps.values() for bound in found)


@every_scenario
def test_play_stays_within_the_bounds(game: Game, scenario: str) -> None:
    bounds = game.number_bounds()
    fields = [f for f in game.state_type.fields if not f.derived]
    for seed in (1, 2, 4):
        for state in journey(game, scenario, seed):
            assert len(state.agenda) <= FRAMES
            for f in fields:
                bounds.check_field(f, getattr(state, f.name))
            for frame in state.agenda:
                bounds.check_frame(game.step_types[frame[0]], frame)


@every_real_game
def test_a_field_out_of_bounds_is_refused_by_line(game: Game) -> None:
    lines, unit = opening(game), game.counters[0].id
    for f in number_fields(game):
        if f.name == "scenario":  # the line of this name is the id of the scenario
            continue
        bound = game.number_bounds().fields[f.name]
        for number in beyond(bound):
            words = {"counts": f"{unit}={number}", "numbers": f"{bound.least} {number}"}.get(f.kind, str(number))
            others = [line for line in lines if line.split()[0] != f.name]
            said = refused(game, [*others[:2], f"{f.name} {words}", *others[2:]])
            wanted = f"it must be from {bound.least} to {bound.most}"
            assert said.startswith(f"line 3: {f.name} is {number}; {wanted}")


@every_real_game
def test_an_argument_of_a_step_out_of_bounds_is_refused_by_line(game: Game) -> None:
    lines = opening(game)
    assert lines[-1].startswith("agenda ")
    word = {
        "unit": game.counters[0].id,
        "hex": game.board.grid.label(next(iter(game.board.grid))),
        "side": game.sides[0],
    }
    for step in number_steps(game):
        bounds = iter(game.number_bounds().steps[step.name])
        for place in (i for i, kind in enumerate(step.args) if kind == "number"):
            bound = next(bounds)
            for number in beyond(bound):
                least = iter(game.number_bounds().steps[step.name])
                words = [word.get(kind) or str(next(least).least) for kind in step.args]
                words[place] = str(number)
                said = refused(game, [*lines[:-1], f"{lines[-1]} / {step.name} {' '.join(words)}"])
                wanted = f"{number}; it must be from {bound.least} to {bound.most}"
                assert said.startswith(f"line {len(lines)}: an argument of the step {step.name!r} is {wanted}")


@every_real_game
def test_a_game_of_endless_turns_is_refused_before_anybody_looks(game: Game) -> None:
    """Its turn track alone would take for ever."""
    text = f"game {game.id}\nturns 999999999999999999\nphase {game.sides[0]} movement"
    most = game.number_bounds().fields["turns"].most
    assert refused(game, [text]) == f"line 2: turns is 999999999999999999; it must be from 1 to {most}"


@every_game
def test_lists_and_agendas_have_an_end(game: Game) -> None:
    lines = position(game, next(iter(game.scenarios)), next(journey(game, next(iter(game.scenarios)), 1))).splitlines()
    for f in game.state_type.fields:
        if f.kind in ("unit-list", "hex-list", "numbers") and not f.derived:
            word = "0" if f.kind == "numbers" else "-"
            others = [line for line in lines if line.split()[0] != f.name]
            said = refused(game, [*others[:2], f"{f.name} {' '.join([word] * (ENTRIES + 1))}", *others[2:]])
            assert said == f"line 3: {f.name} has {ENTRIES + 1} entries; at most {ENTRIES} are allowed"
    frame = frame_text(game, next(journey(game, next(iter(game.scenarios)), 1)).agenda[0])
    said = refused(game, [*lines[:-1], "agenda " + " / ".join([frame] * (FRAMES + 1))])
    assert said == f"line {len(lines)}: the agenda has {FRAMES + 1} steps; at most {FRAMES} are allowed"
