"""Rehearsals: plans played out with dice to the end of the enemy's turn.

All plans are rehearsed with the same random numbers, so luck does not favour any of them: an attack on the same hex has
the same roll in all of them, whatever happened before.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.game import AnyGame
from ..commander import Commander
from ..doctrine import WarState, doctrine_of, outcomes_of, verb_for
from ..fight.allocator import Allocator
from ..maps import Maps
from ..value.judge import Judge

#: The weight of the side's own next attacks.
_OWN_ATTACKS = 0.8

#: A limit on the actions of a rehearsal; no real one is that long.
_MAX_ACTIONS = 3000

#: Makes a fresh commander.
Maker = Callable[[], Commander]


class Rehearsal:
    """Plays a position on until the side's next turn. ``own`` and ``foe`` make the commanders of both sides."""

    def __init__(self, game: AnyGame, side: int, seed: int, own: Maker, foe: Maker) -> None:
        self.game, self.side, self.seed, self.own, self.foe = game, side, seed, own, foe

    def value(self, s: WarState, number: int, *, moved: bool = True) -> float:
        """Return the value of a position after the enemy's turn, with the rolls of a numbered rehearsal.

        ``s`` is changed. Unless a plan has already ``moved`` the units, the side's commander moves them."""
        game, rng = self.game, random.Random(f"{self.seed}/{number}")
        dice = Dice(game, f"{self.seed}/{number}")
        if moved:
            self._end(s)
        players = {name: self.own() if i == self.side else self.foe() for i, name in enumerate(game.sides)}
        me, away = game.sides[self.side], False
        turn = s.turn
        for _ in range(_MAX_ACTIONS):
            if s.over:
                break
            seat = game.seat(s)
            if s.phasing != self.side:
                away = True
            elif away and (seat == me or s.turn > turn):
                break
            player = players.get(seat)
            game.do(s, dice.roll(s) if player is None else player.decide(game, s, game.offer(s), rng))
        return self._judged(s)

    def _judged(self, s: WarState) -> float:
        """Return the value of a position to the side that moves next: threats do not count, its own chances do."""
        maps = Maps(self.game, s)
        value = Judge(maps, self.side, danger=0.0, open_paths=0.0).value(s)
        if s.over:
            return value
        prizes = maps.doctrine.vital(s, 1 - self.side) & ~maps.occupied[1 - self.side]
        if (prizes | maps.doctrine.own_exits(s, self.side)) & maps.reachable(self.side):
            value += maps.doctrine.vital_penalty
        attacks = Allocator(maps, self.side, maps.units[self.side], mobile=True, storms=True).allocate()
        return value + _OWN_ATTACKS * sum(max(0.0, attack.gain) for attack in attacks)

    def _end(self, s: WarState) -> None:
        """End the movement phase: the plan is complete."""
        end = verb_for(Role.END, self.game.offer(s), doctrine_of(self.game).role_of)
        if end and not s.over:
            self.game.do(s, Action(end, 0))


class Dice:
    """Rolls that depend only on their purpose, not on what was rolled before."""

    def __init__(self, game: AnyGame, seed: str) -> None:
        self.game, self.seed = game, seed
        self._rolled: dict[str, int] = {}

    def roll(self, s: WarState) -> Action:
        """Return one of the outcomes; a second roll for the same purpose is independent of the first."""
        preview = self.game.reading.preview(s)
        what = self.game.step(s).name if preview is None else preview.about
        about = f"{s.turn}/{s.phasing}/{what}"
        self._rolled[about] = again = self._rolled.get(about, 0) + 1
        outcomes = [(action, weight) for action, weight in outcomes_of(self.game, s) if weight > 0]
        rng = random.Random(f"{self.seed}/{about}/{again}")
        return rng.choices([a for a, _ in outcomes], [w for _, w in outcomes])[0]
