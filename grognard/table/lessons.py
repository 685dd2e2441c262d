"""Lessons: prepared positions, and the player's progress through their steps."""

from __future__ import annotations

import msgspec

from ..engine.dice import digest, new_seed
from ..engine.game import Game
from ..engine.library import setup
from ..engine.match import Match, SeedMark
from ..engine.reading import Exercise
from .errors import Problem
from .journal import AUTO, ME, Header, LessonDice, Live, header_of


class LessonState(msgspec.Struct, kw_only=True):
    """A lesson and the player's progress in it."""

    number: int
    of: int
    title: str
    text: str
    rule: str
    side: str
    #: number of steps done
    step: int
    steps: int
    #: whether the player's last action was a step of the lesson; null before the first
    met: bool | None
    #: actions that the next step accepts, or their first words
    wants: list[str]
    done: bool
    praise: str


def exercise(game: Game, number: int) -> Exercise:
    lessons = game.lessons()
    if not 1 <= number <= len(lessons):
        raise Problem("not-found", f"unknown lesson {number}; {game.title} has lessons 1 to {len(lessons)}")
    return lessons[number - 1]


def begin(game: Game, number: int) -> tuple[Match, Header]:
    """The match of a lesson. The program decides for the other side."""
    task = exercise(game, number)
    seed = new_seed()
    script = list(task.dice)
    match = setup(task.position, dice=LessonDice(seed, script), of=game)
    match.seeds = [SeedMark(1, digest(seed), seed)]
    for _ in range(500):
        if match.over or match.side == task.side:
            break
        match.play(match.actions[0])
    seats = {side: ME if side == task.side else AUTO for side in game.sides}
    return match, header_of(match, seats, lesson=number, script=script)


def meets(text: str, accepted: tuple[str, ...]) -> bool:
    """Whether an action is accepted, or begins with the words of an accepted one."""
    return any(text == wanted or text.startswith(wanted + " ") for wanted in accepted)


def lesson_state(live: Live) -> LessonState | None:
    number = live.header.lesson
    if not number:
        return None
    task = exercise(live.game, number)
    step, met = 0, None
    text = live.game.notation.text
    for entry in live.match.journal[live.header.given :]:
        if entry.seat == task.side and step < len(task.steps):
            met = meets(text(entry.action), task.steps[step])
            step += met
    done = step == len(task.steps)
    return LessonState(
        number=number,
        of=len(live.game.lessons()),
        title=task.title,
        text=task.text,
        rule=task.rule,
        side=task.side,
        step=step,
        steps=len(task.steps),
        met=met,
        wants=[] if done else list(task.steps[step]),
        done=done,
        praise=task.praise if done else "",
    )
