"""Fog: a toy game of secrets, made of what ``rhine`` asks of the engine.

    two sheets        joined by a row that has a number on both (1.4)
    secret choice     the Allied side sets a supply marker face down; the German side acts before it is
                      turned over (3.6, 3.7)
    hidden stacks     of an enemy stack only the top unit is seen, until it is attacked (6.7)
    standing order    the Allied side may say at any time that its marker is turned over at once
    quick answer      in the second form, the German side sets its reserve up in front of both players
    shuffled deck     dealt by the dice, drawn without return; nobody sees it, a hand only its owner

It has badges, gauges, heights of stacks and verbs in words of its own, as a game at the table has them.
What is hidden is declared with the fields; nothing here needs anything special of the engine.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from grognard.engine.contents import Scenario
from grognard.engine.game import Game, Result
from grognard.engine.looks import Badge, Gauge
from grognard.engine.reading import Preview, Reading
from grognard.engine.verbs import Verb, shared
from grognard.hexes import bits, of
from grognard.hexes.grid import Sheet

from .fog_steps import (
    ASIDE,
    BOXES,
    CARDS,
    COUNTERS,
    FACE_DOWN,
    LAST,
    SIDES,
    Fight,
    FogState,
    Go,
    Orders,
    Reserve,
    Reveal,
    Shuffle,
    Supply,
    Turn,
    shown_supply,
)
from .toys import DATA, clear_board


class FogReading(Reading[Any, FogState]):
    def status(self, state: Any) -> dict[str, Any]:
        return {"mass": state.mass}

    def preview(self, state: Any) -> Preview | None:
        if state.over or self.game.step(state).name != "fight":
            return None
        enemy = [u for u, place in enumerate(state.at) if place == state.agenda[-1][1]]
        total = sum(COUNTERS[u].values["strength"] for u in enemy)
        return Preview("attack", (), total, "", "", "", {"gone": (2, 6), "-": (4, 6)})

    def hand(self, state: Any) -> tuple[int, ...]:
        return (state.in_hand,) if state.in_hand >= 0 else ()

    def heights(self, state: Any) -> dict[int, int]:
        """Stacks in which a side sees less than lies there."""
        counted = zip(self.game.cells, state.heights, strict=False)
        return {h: many for h, many in counted if many > state.at.count(h)}

    def gauges(self, state: Any) -> tuple[Gauge, ...]:
        """The cards in each hand, which everybody may count."""
        hands = zip(SIDES, (state.hand_allied, state.hand_german), strict=True)
        return tuple(Gauge("Cards", len(hand), len(CARDS), side, "2.1") for side, hand in hands)

    def badges(self, state: Any) -> dict[int, Badge]:
        """The strength of all that is seen of a stack, on its top unit."""
        strength = {
            h: sum(c.values["strength"] for c, at in zip(COUNTERS, state.at, strict=True) if at == h)
            for h in set(state.at)
            if h >= 0
        }
        return {
            u: Badge(str(strength[state.at[u]]), "strength of the stack as seen")
            for u in bits(state.tops)
            if state.at[u] in strength
        }


class Fog(Game):
    id = "fog"
    title = "Fog"
    sides = SIDES
    boxes = BOXES
    state_type = FogState
    reading_type = FogReading
    verbs = {
        **shared("place select to attack pass roll"),
        "card": Verb("number"),
        "favour": Verb("word:north south"),
        "turn-over": Verb("none"),
        "stay": Verb("none", main=True),
        "draw": Verb("none", "Draw a card"),
        "play": Verb("number", "Play card {}"),
        "quick": Verb("side", "{}: turn the marker over at once"),
        "slow": Verb("side", "{}: ask about the marker"),
    }
    step_types = (Shuffle, Supply, Reserve, Reveal, Turn, Go, Fight)
    orders_type = Orders

    def __init__(self) -> None:
        # Row 3 of the north sheet lies under row 1 of the south sheet.
        sheets = (Sheet("N", 1, 3), Sheet("S", 1, 3, 2))
        super().__init__(clear_board((1, 5), (0, 3), sheets=sheets), COUNTERS, {"any": Scenario("any", "", "", 2, "")})
        self.cells = tuple(self.board.grid)
        self.data_digest = DATA
        self.make_steps()

    def start(self, scenario: Scenario, options: Mapping[str, Any]) -> FogState:
        s = FogState()
        parse = self.board.grid.parse
        s.at = [parse("0100N"), parse("0100N"), parse("0101N"), parse("0300N"), parse("0300N"), ASIDE]
        self.count(s)
        s.agenda = [(self.codes[step],) for step in (Turn, Reserve, Supply, Shuffle)]
        return s

    def begin_phase(self, state: Any, words: list[str]) -> None:
        self.count(state)
        state.agenda = [(self.codes[Turn],)]

    def refresh(self, state: Any) -> None:
        state.mass = [
            sum(COUNTERS[u].values["strength"] for u in bits(units) if state.at[u] >= 0) for units in self.units_of
        ]

    def position_errors(self, state: Any, /) -> list[str]:
        going = any(code == self.codes[Go] for code, *_ in state.agenda)
        placed = state.in_hand >= 0 and state.at[state.in_hand] >= 0
        return ["in_hand: has to be a unit on the map"] if going and not placed else []

    def result(self, state: Any) -> Result:
        left = [sum(1 for u in bits(units) if state.at[u] >= 0) for units in self.units_of]
        return Result("", f"{left[0]}:{left[1]}", ())

    def resample(self, state: Any, seat: str, rng: random.Random) -> FogState:
        """Enemy units nobody saw change places among themselves, and so do unseen cards."""
        s: FogState = state.copy()
        for units in self.units_of:
            hidden = [u for u in bits(units) if not self.known_units(s, seat) >> u & 1]
            places = [s.at[u] for u in hidden]
            rng.shuffle(places)
            for unit, place in zip(hidden, places, strict=True):
                s.at[unit] = place
        hands = [hand for owner, hand in (("allied", s.hand_allied), ("german", s.hand_german)) if owner != seat]
        piles = [s.deck, *hands]
        cards = [card for pile in piles for card in pile]
        rng.shuffle(cards)
        for pile in piles:
            pile[:] = [cards.pop() for _ in pile]
        if shown_supply(self, s, seat) == FACE_DOWN:
            s.supply = rng.choice((1, 2))
        s.quick %= FACE_DOWN
        self.refresh(s)
        return s

    # -- what the steps ask ------------------------------------------------------------------

    def known_units(self, s: Any, seat: str) -> int:
        """Units that a seat sees: its own, tops of stacks, those under attack, and those not in play."""
        own = self.units_of[self.side_index[seat]] if seat else 0
        return own | s.tops | s.seen | of(u for u, place in enumerate(s.at) if place == ASIDE)

    def hexes_of(self, s: Any, side: int) -> int:
        return of(s.at[u] for u in bits(self.units_of[side]) if s.at[u] >= 0)

    def count(self, s: Any) -> None:
        """Heights of the stacks, and the units on top: those with the lowest number."""
        s.heights = [s.at.count(h) for h in self.cells]
        s.tops = of(s.at.index(h) for h in set(s.at) if h >= 0)
        self.refresh(s)

    def next(self, s: Any) -> None:
        s.turn += 1
        if s.turn >= 2 * LAST:
            s.over = True


class QuickReading(FogReading):
    def reminders(self, s: FogState, side: int) -> dict[int, str]:
        return {u: f"number {u}" for u, h in enumerate(s.at) if h >= 0 and self.game.units_of[side] >> u & 1}


class QuickReserve(Reserve):
    brief = True


class OpenShuffle(Shuffle):
    open_outcome = True


class QuickFog(Fog):
    """The same with a brief decision, and with cards that everybody sees as they are shuffled."""

    id = "quick-fog"
    reading_type = QuickReading
    step_types = (OpenShuffle, Supply, QuickReserve, Reveal, Turn, Go, Fight)


GAME, QUICK = Fog(), QuickFog()
