"""After the match: how lucky each side was, and how points and losses went turn by turn."""

from __future__ import annotations

from typing import Any

import msgspec

from ..engine.game import Game
from ..engine.match import Match
from ..engine.reading import Preview
from ..engine.step import DICE
from .journal import Live
from .visibility import known


class Luck(msgspec.Struct, kw_only=True):
    """One chance event: what could have come, and what came."""

    number: int
    turn: Any
    #: the side whose luck it was; empty for nobody's
    side: str
    title: str
    rule: str
    #: every outcome with its chance
    outcomes: dict[str, float]
    actual: str
    #: the mean of numbered outcomes, and the number that came; null for others
    expected: float | None
    rolled: int | None
    #: the share of outcomes below what came, plus half of those equal to it: 0.5 is average
    rank: float | None
    #: with an attack: chance of each result, and the one that came
    results: dict[str, float]
    result: str


class Totals(msgspec.Struct):
    """All numbered chance events of one side together."""

    events: int
    expected: float
    rolled: int
    rank: float


class TurnLine(msgspec.Struct):
    """The state of things when a turn ended."""

    turn: Any
    vp: dict[str, Any]
    #: counters that were on the map once and are not now
    losses: dict[str, int]
    #: counters of each side in each box beside the map
    boxes: dict[str, dict[str, int]]


class Report(msgspec.Struct, kw_only=True):
    over: bool
    result: dict[str, Any] | None
    luck: list[Luck]
    totals: dict[str, Totals]
    turns: list[TurnLine]


def report_of(live: Live, side: str) -> Report:
    """The report as a side may know it; everything is public once the match is over and has no secrets."""
    match = live.match
    teller = _Teller(match, side)
    teller.tell()
    result = live.result
    return Report(
        over=live.over,
        result=None if result is None else msgspec.to_builtins(result),
        luck=teller.luck,
        totals=_totals(teller.luck),
        turns=teller.turns,
    )


class _Teller:
    """Walks through a match once."""

    def __init__(self, match: Match, side: str) -> None:
        self.match = match
        self.side = side
        self.game: Game = match.game
        self.luck: list[Luck] = []
        self.turns: list[TurnLine] = []
        self.been: set[int] = set()

    def tell(self) -> None:
        state = self.match.before(0).state.copy()
        self._note(state, first=True)
        headings = {event.number for event in self.match.events if event.heading}
        for number, entry in enumerate(self.match.journal, 1):
            # A turn changes with a heading only: what it came to is noted before and after it.
            new_phase = number in headings or not headings
            before = state.copy()
            if new_phase:
                self._note(before)
            self.game.do(state, entry.action)
            if entry.seat == DICE and known(self.game, before, state, DICE, self.side):
                self.luck.append(self._luck(number, before, entry.action))
            self._see(state)
            if new_phase or number == len(self.match.journal):
                self._note(state)

    def _see(self, state: Any) -> None:
        """Whoever has been on the map, as far as the side has seen it."""
        shown = next((f.shown for f in self.game.secret_fields if f.name == "at"), None)
        at = shown(self.game, state, self.side) if shown else state.at
        self.been |= {unit for unit, place in enumerate(at) if place >= 0}

    def _note(self, state: Any, *, first: bool = False) -> None:
        """Keep the line of this turn up to date; a new turn begins a new line."""
        self._see(state)
        shown = self.game.redact(state, self.side)
        status = self.game.reading.status(shown)
        turn = status.get("turn", 0)
        line = TurnLine(turn, dict(status.get("vp", {})), self._losses(shown), self._boxes(shown))
        if first or not self.turns or self.turns[-1].turn != turn:
            self.turns.append(line)
        else:
            self.turns[-1] = line

    def _losses(self, shown: Any) -> dict[str, int]:
        out = dict.fromkeys(self.game.sides, 0)
        for unit in self.been:
            if shown.at[unit] < 0:
                out[self.game.counters[unit].side] += 1
        return out

    def _boxes(self, shown: Any) -> dict[str, dict[str, int]]:
        out = {box: dict.fromkeys(self.game.sides, 0) for box in self.game.boxes}
        for counter, place in zip(self.game.counters, shown.at, strict=True):
            if place < 0:
                out[self.game.place_name(place)][counter.side] += 1
        return out

    def _luck(self, number: int, before: Any, action: Any) -> Luck:
        game = self.game
        shown = game.redact(before, self.side)
        step: Any = game.step(before)
        outcomes = [(a, w) for a, w in step.outcomes(before) if w > 0]
        total = sum(w for _, w in outcomes)
        numbered = all(game.verbs[a.verb].kind == "number" for a, _ in outcomes)
        status = game.reading.status(shown)
        preview = game.reading.preview(shown)
        prompt = game.prompt(shown)
        text = game.notation.text
        return Luck(
            number=number,
            turn=status.get("turn", 0),
            side=step.roller(before),
            title=preview.title if preview else prompt.text,
            rule=prompt.rule,
            outcomes={text(a): w / total for a, w in outcomes},
            actual=text(action),
            expected=sum(a.arg * w for a, w in outcomes) / total if numbered else None,
            rolled=action.arg if numbered else None,
            rank=_rank(outcomes, action.arg, total) if numbered else None,
            results={name: hits / of for name, (hits, of) in preview.chances.items()} if preview else {},
            result=_result(preview, action),
        )


def _rank(outcomes: list[tuple[Any, int]], rolled: int, total: int) -> float:
    below = sum(w for a, w in outcomes if a.arg < rolled)
    equal = sum(w for a, w in outcomes if a.arg == rolled)
    return (below + equal / 2) / total


def _result(preview: Preview | None, action: Any) -> str:
    if preview is None or not 1 <= action.arg <= len(preview.by_roll):
        return ""
    return preview.by_roll[action.arg - 1]


def _totals(luck: list[Luck]) -> dict[str, Totals]:
    out: dict[str, Totals] = {}
    for event in luck:
        if event.expected is None or event.rolled is None or event.rank is None or not event.side:
            continue
        sum_of = out.setdefault(event.side, Totals(0, 0.0, 0, 0.0))
        sum_of.events += 1
        sum_of.expected += event.expected
        sum_of.rolled += event.rolled
        sum_of.rank += event.rank
    for line in out.values():
        line.rank /= line.events
    return out
