"""The library for clients: the list of games, and the static facts of each game."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from ..ai import commanders
from ..art import PALETTES
from ..art.legend import legend_height
from ..art.plan import SCALE, Plan
from ..engine.game import Game
from ..engine.library import game as game_of
from ..engine.library import games
from ..engine.looks import Box, Mark
from ..engine.reading import Chart
from ..engine.verbs import argument_words, plain, wording
from ..hexes import bits
from .errors import Problem


class SideName(msgspec.Struct):
    id: str
    name: str


class ScenarioCard(msgspec.Struct):
    id: str
    title: str
    about: str
    turns: int
    rule: str
    #: the side that only answers, for which a commander sits by default
    answers: str
    #: by side, how to win
    aims: dict[str, list[str]]


class CommanderCard(msgspec.Struct):
    id: str
    name: str
    about: str


class GameCard(msgspec.Struct):
    id: str
    title: str
    about: str
    scale: str
    publisher: str
    sides: list[SideName]
    scenarios: list[ScenarioCard]
    map: str
    note: str
    commanders: list[CommanderCard]
    lessons: int


class HexCard(msgspec.Struct):
    x: float
    y: float
    terrain: str
    name: str
    neighbours: list[str]


class GridCard(msgspec.Struct):
    hexes: dict[str, HexCard]
    size: tuple[float, float]
    #: distance between the centres of neighbouring hexes
    hex: float
    flat_top: bool


class CounterCard(msgspec.Struct):
    side: str
    name: str
    type: str
    formation: str
    printed: str
    size: str
    tags: list[str]
    values: dict[str, int]


class VerbCard(msgspec.Struct):
    """A verb with its texts; ``{}`` in ``say`` stands for the argument."""

    kind: str
    say: str
    #: the heading of a list of such actions
    ask: str
    tone: str
    #: the text of each argument that is a word
    words: dict[str, str]
    main: bool
    quiet: bool
    before: str
    answer: str
    #: the key that does this while it is legal
    key: str
    #: whether the proposed number is in the middle of the legal ones
    middle: bool
    #: for a verb whose dice may be rolled together: the verb that lets go of a unit that may still do something else
    together: str
    #: whether a click with Shift does it while units are selected
    shift: bool


class LessonCard(msgspec.Struct):
    number: int
    title: str
    text: str
    side: str
    rule: str


class GameSheet(msgspec.Struct):
    """All static facts of a game that a client needs."""

    id: str
    title: str
    about: str
    publisher: str
    scale: str
    sides: list[SideName]
    #: boxes off the map by id, in the order of lists
    boxes: dict[str, Box]
    grid: GridCard
    counters: dict[str, CounterCard]
    verbs: dict[str, VerbCard]
    charts: list[Chart]
    palettes: list[str]
    lessons: list[LessonCard]
    scenarios: list[ScenarioCard]
    commanders: list[CommanderCard]
    note: str
    credits: str
    data: str
    #: whether the game has hidden information; then a curtain separates the sides in a hot-seat match
    secrets: bool
    #: looks of marks on counters; any other mark shows its first letter
    marks: dict[str, Mark]
    #: names of the figures on counters
    figures: dict[str, str]
    #: names of status keys and the like
    words: dict[str, str]


def find(name: str) -> Game:
    try:
        return game_of(name)
    except KeyError as error:
        raise Problem("not-found", str(error.args[0])) from None


def _sides(game: Game) -> list[SideName]:
    return [SideName(side, game.side_names.get(side, side)) for side in game.sides]


def _scenarios(game: Game) -> list[ScenarioCard]:
    return [
        ScenarioCard(
            s.id, s.title, s.about, s.length, s.rule, s.answers, {side: list(lines) for side, lines in s.aims.items()}
        )
        for s in game.scenarios.values()
    ]


def _commanders() -> list[CommanderCard]:
    return [CommanderCard(f"machine:{name}", name, entry.about) for name, entry in commanders().items()]


def library() -> list[GameCard]:
    out = []
    for name in games():
        game = game_of(name)
        out.append(
            GameCard(
                id=game.id,
                title=game.title,
                about=game.about,
                scale=game.scale,
                publisher=game.publisher,
                sides=_sides(game),
                scenarios=_scenarios(game),
                map=f"/art/{game.id}/map.svg",
                note=game.board.note,
                commanders=_commanders(),
                lessons=len(game.lessons()),
            )
        )
    return out


@cache
def plan_of(game: Game) -> Plan:
    """The coordinates of a board on its drawing."""
    return Plan(game.board)


def _grid(game: Game) -> GridCard:
    board, plan = game.board, plan_of(game)
    size = (round(plan.width, 2), round(plan.height + legend_height(plan), 2))
    label = board.grid.label
    hexes = {
        label(h): HexCard(
            round(plan.at[h][0], 2),
            round(plan.at[h][1], 2),
            board.terrain_at.get(h, ""),
            board.names.get(h, ""),
            [label(n) for n in board.grid.neighbour_list(h) if board.playable >> n & 1],
        )
        for h in bits(board.playable)
    }
    return GridCard(hexes, size, SCALE, board.grid.flat_top)


def _boxes(game: Game) -> dict[str, Box]:
    looks = game.reading.box_looks
    named = {**looks, **{name: Box(plain(name)) for name in game.boxes if name not in looks}}
    return {name: box for name, box in named.items() if name in game.boxes}


def _verbs(game: Game) -> dict[str, VerbCard]:
    out = {}
    for name, verb in game.verbs.items():
        say, ask = wording(name, verb)
        words = argument_words(verb)
        flags = (verb.main, verb.quiet, verb.before, verb.answer, verb.key, verb.middle, verb.together, verb.shift)
        out[name] = VerbCard(verb.kind, say, ask, verb.tone, words, *flags)
    return out


@cache
def sheet(game: Game) -> GameSheet:
    """The static facts of a game."""
    counters = {
        c.id: CounterCard(c.side, c.name, c.type, c.formation, c.printed, c.size, sorted(c.tags), dict(c.values))
        for c in game.counters
    }
    lessons = [LessonCard(n, e.title, e.text, e.side, e.rule) for n, e in enumerate(game.lessons(), 1)]
    more: dict[str, Any] = {"palettes": list(PALETTES), "lessons": lessons, "commanders": _commanders()}
    return GameSheet(
        id=game.id,
        title=game.title,
        about=game.about,
        publisher=game.publisher,
        scale=game.scale,
        sides=_sides(game),
        boxes=_boxes(game),
        grid=_grid(game),
        counters=counters,
        verbs=_verbs(game),
        charts=list(game.reading.charts()),
        scenarios=_scenarios(game),
        note=game.board.note,
        credits=game.board.credits,
        data=game.data_digest,
        secrets=bool(game.secret_fields),
        words=dict(game.reading.words),
        marks=dict(game.reading.mark_looks),
        figures=dict(game.reading.figures),
        **more,
    )
