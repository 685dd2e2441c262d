"""Skirmish: a toy game without secrets, made of what the larger rulebooks ask of the engine.

    command roll      how far the units of a side go this turn (reich 10.2)
    step by step      a mover enters hex after hex, and each may be answered
    reaction          the other side interrupts, rolls, and acts before the mover goes on (aachen 6.4)
    chits             drawn at random and put back after the fight (aachen 7.5.1.1)
    both sides roll   and the attacker takes his losses before the defender (reich 13.7)
    off-map boxes     units wait in England, land on the coast and sail again (reich 5.4)
    badges, gauges    strength on the counters, command points on a track (aachen 5.6, 6.3)

Every step of the game is a frame on the agenda; nothing here needs anything special of the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.action import Refusal
from grognard.engine.bounds import Bound, Bounds
from grognard.engine.contents import Scenario
from grognard.engine.game import Game, Result
from grognard.engine.looks import SHARED_MARKS, Badge, Box, Gauge, Mark
from grognard.engine.reading import Alternative, Modifier, Note, Preview, Reading
from grognard.engine.verbs import Verb, shared
from grognard.hexes import bits, of

from .skirmish_steps import (
    BOXES,
    COUNTERS,
    ENGLAND,
    LOST,
    SIDES,
    TURNS,
    Check,
    Command,
    Draw,
    Fight,
    Fire,
    Initiative,
    Losses,
    Moves,
    Moving,
    React,
    Reaction,
    SkirmishState,
    Turn,
    hits,
)
from .toys import DATA, clear_board


class SkirmishReading(Reading[Any, SkirmishState]):
    mark_looks = {**SHARED_MARKS, "worn": Mark("W", "harm", turns=True)}
    box_looks = {"england": Box("In England"), "lost": Box("Lost", lost=True)}

    def status(self, state: Any) -> dict[str, Any]:
        return {"turn": state.turn, "active": state.active}

    def preview(self, state: Any) -> Preview | None:
        if state.over or self.game.step(state).name != "fight":
            return None
        results = [str(hits(roll, 1, 0)) for roll in range(1, 7)]
        return Preview(
            "attack",
            (Modifier("roll", 0, "13.7"),),
            0,
            "clear",
            "",
            "1",
            {r: (results.count(r), 6) for r in results},
            tuple(results),
            alternatives=tuple(self._way(kind, n) for n, kind in enumerate(("hasty", "prepared"))),
            assumed="at full strength",
        )

    def _way(self, kind: str, n: int) -> Alternative:
        """One way to attack, with its own chances."""
        results = [str(hits(roll, 1, n)) for roll in range(1, 7)]
        return Alternative(
            f"order {kind}",
            f"{kind} attack",
            f"{n + 1} points",
            True,
            "1",
            (Modifier("kind", n, "7.2"),),
            n,
            {r: (results.count(r), 6) for r in results},
            (sum(r != "0" for r in results), 6),
        )

    def marks(self, state: Any) -> dict[int, tuple[str, ...]]:
        return {u: ("worn",) for u, c in enumerate(COUNTERS) if state.steps[u] < c.values["steps"]}

    def warnings(self, state: Any) -> tuple[Note, ...]:
        return (Note("an enemy could land", "16.2"),) if state.active == 1 else ()

    def badges(self, state: Any) -> dict[int, Badge]:
        """How many steps a unit has left."""
        return {u: Badge(str(left), f"{left} steps left") for u, left in enumerate(state.steps) if state.at[u] >= 0}

    def gauges(self, state: Any) -> tuple[Gauge, ...]:
        if state.active < 0:
            return ()
        return (Gauge("Command points", state.allowance, 3, SIDES[state.active], "10.2", asked=True),)


class Skirmish(Game):
    id = "skirmish"
    title = "Skirmish"
    sides = SIDES
    boxes = BOXES
    state_type = SkirmishState
    reading_type = SkirmishReading
    verbs = {
        **shared("roll select enter pass attack lose done"),
        "first": Verb("side", "{} first"),
        "chit": Verb("number"),
        "halt": Verb("none", main=True),
        "land": Verb("hex", "Land at {}", key="l"),
        "sail": Verb("word:england lisbon", "Sail for {}", words={"england": "home", "lisbon": "the port of Lisbon"}),
        "react": Verb("unit", "React with {}", "aid", answer="react"),
        "order": Verb("word:hasty prepared", "A {} attack", "strike"),
        "call-off": Verb("none"),
        "accept": Verb("none"),
    }
    step_types = (Turn, Initiative, Command, Moves, Moving, React, Check, Reaction, Fight, Draw, Fire, Losses)

    def __init__(self) -> None:
        field, sea = Scenario("open", "Open field", "", TURNS, "16.1"), Scenario("sea", "", "", 2, "", answers="red")
        super().__init__(clear_board((1, 4), (1, 4)), COUNTERS, {"open": field, "sea": sea})
        self.coast = of(self.board.grid.at(0, i) for i in range(4))
        self.data_digest = DATA
        self.make_steps()

    def start(self, scenario: Scenario, options: Mapping[str, Any]) -> SkirmishState:
        state = SkirmishState()
        parse = self.board.grid.parse
        state.at = [parse("0101"), parse("0102"), parse("0401"), parse("0402")]
        if scenario.id == "sea" or options.get("sea"):
            state.at[:2] = [ENGLAND, ENGLAND]
        state.agenda = [(self.codes[Turn],)]
        return state

    def begin_phase(self, state: Any, words: list[str]) -> None:
        if len(words) != 2 or words[0] not in SIDES or words[1] != "moves":
            raise Refusal("", "a phase is 'blue moves' or 'red moves'")
        side = SIDES.index(words[0])
        state.active = side
        state.agenda = [(self.codes[Turn],), (self.codes[Moves], side)]

    def number_bounds(self) -> Bounds:
        return Bounds(
            {"turn": Bound(0, TURNS), "allowance": Bound(0, 3, "10.2"), "steps": Bound(0, 2)},
            {"moving": (Bound(0, 6),), "fire": (Bound(0, 1),)},
        )

    def position_errors(self, state: Any) -> list[str]:
        return [f"two units in {self.board.grid.label(h)}" for h in set(state.at) if h >= 0 and state.at.count(h) > 1]

    def result(self, state: Any) -> Result:
        blue, red = self.strengths(state)
        winner = "blue" if blue > red else "red" if red > blue else ""
        return Result(winner, f"{blue}:{red}", ("steps left on the map or in the boxes",), {"blue": blue, "red": red})

    # -- what the steps ask ------------------------------------------------------------------

    def on_map(self, s: Any, side: int) -> int:
        return of(u for u in bits(self.units_of[side]) if s.at[u] >= 0)

    def hexes_of(self, s: Any, side: int) -> int:
        return of(s.at[u] for u in bits(self.on_map(s, side)))

    def occupied(self, s: Any) -> int:
        return self.hexes_of(s, 0) | self.hexes_of(s, 1)

    def reactors(self, s: Any, side: int, h: int) -> int:
        near = self.board.grid.neighbours(1 << h)
        return of(u for u in bits(self.on_map(s, side) & ~s.reacted) if near >> s.at[u] & 1)

    def in_fight(self, s: Any, side: int) -> int:
        if side != s.active:
            return of(u for u in bits(self.on_map(s, side)) if s.at[u] == s.target)
        near = self.board.grid.neighbours(1 << s.target)
        return of(u for u in bits(self.on_map(s, side)) if near >> s.at[u] & 1)

    def steps_left(self, s: Any, side: int) -> int:
        return sum(s.steps[u] for u in bits(self.in_fight(s, side)))

    def strengths(self, s: Any) -> tuple[int, int]:
        blue, red = (sum(s.steps[u] for u in bits(self.units_of[side]) if s.at[u] != LOST) for side in (0, 1))
        return blue, red


GAME = Skirmish()
