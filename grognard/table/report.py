"""The report: luck of each side, and points and losses by turn."""

from __future__ import annotations

from typing import Any

import msgspec

from ..engine.game import Game
from ..engine.match import Match
from ..engine.reading import Preview
from ..engine.step import DICE
from .journal import Live


class Luck(msgspec.Struct, kw_only=True):
    """One chance event: its possible outcomes and the actual one."""

    number: int
    turn: Any
    #: the side whose luck it was; empty for no side
    side: str
    title: str
    rule: str
    #: each outcome with its chance
    outcomes: dict[str, float]
    actual: str
    #: the mean of numbered outcomes, and the number rolled; null for others
    expected: float | None
    rolled: int | None
    #: the share of lower outcomes plus half the share of equal ones: 0.5 is average
    rank: float | None
    #: for an attack: the chance of each result, and the actual result
    results: dict[str, float]
    result: str


class Totals(msgspec.Struct):
    """All numbered chance events of one side together."""

    events: int
    expected: float
    rolled: int
    rank: float


class TurnLine(msgspec.Struct):
    """Points and losses at the end of a turn."""

    turn: Any
    vp: dict[str, Any]
    #: counters that were on the map and no longer are
    losses: dict[str, int]
    #: counters of each side in each box off the map
    boxes: dict[str, dict[str, int]]


class Report(msgspec.Struct, kw_only=True):
    over: bool
    result: dict[str, Any] | None
    luck: list[Luck]
    totals: dict[str, Totals]
    turns: list[TurnLine]


def report_of(live: Live, side: str) -> Report:
    """The report as a side may know it."""
    match = live.match
    report = _ReportBuilder(match, side)
    report.build()
    result = live.result
    return Report(
        over=live.over,
        result=None if result is None else msgspec.to_builtins(result),
        luck=report.luck,
        totals=_totals(report.luck),
        turns=report.turns,
    )


class _ReportBuilder:
    """Collects the report while it plays a match once."""

    def __init__(self, match: Match, side: str) -> None:
        self.match = match
        self.side = side
        self.game: Game = match.game
        self.luck: list[Luck] = []
        self.turns: list[TurnLine] = []
        self.on_map_once: set[int] = set()

    def build(self) -> None:
        state = self.match.before(0).state.copy()
        self._note(state, first=True)
        headings = {event.number for event in self.match.events if event.heading}
        for number, entry in enumerate(self.match.journal, 1):
            # A turn changes only with a heading, so its line is updated before and after one.
            new_phase = number in headings or not headings
            before = state.copy()
            if new_phase:
                self._note(before)
            self.game.do(state, entry.action)
            if entry.seat == DICE and entry.known_to(self.side):
                self.luck.append(self._luck(number, before, entry.action))
            self._see(state)
            if new_phase or number == len(self.match.journal):
                self._note(state)

    def _see(self, state: Any) -> None:
        """Note which units the side has seen on the map."""
        shown = next((f.shown for f in self.game.secret_fields if f.name == "at"), None)
        at = shown(self.game, state, self.side) if shown else state.at
        self.on_map_once |= {unit for unit, place in enumerate(at) if place >= 0}

    def _note(self, state: Any, *, first: bool = False) -> None:
        """Update the line of this turn, or begin that of a new turn."""
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
        for unit in self.on_map_once:
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
            results={name: hits / of for name, (hits, of) in preview.next_chances.items()} if preview else {},
            result=_result(preview, action),
        )


def _rank(outcomes: list[tuple[Any, int]], rolled: int, total: int) -> float:
    below = sum(w for a, w in outcomes if a.arg < rolled)
    equal = sum(w for a, w in outcomes if a.arg == rolled)
    return (below + equal / 2) / total


def _result(preview: Preview | None, action: Any) -> str:
    by_roll = preview.next_by_roll if preview is not None else ()
    return by_roll[action.arg - 1] if 1 <= action.arg <= len(by_roll) else ""


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
