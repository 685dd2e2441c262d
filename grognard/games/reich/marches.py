"""Chapter 10.4: what happens on the way of selected units and at the end of their move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ...hexes import bits, of
from ...mechanics import moving
from . import air, bombing, control, exits, mobile, pieces, watch
from .allowance import pool_of
from .movement import March, Recent
from .state import ALLIED, ASSAULT, GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


class Marching(moving.Marches["ReichGame", ReichState]):
    """The course of moves."""

    def __init__(self, game: ReichGame) -> None:
        super().__init__(game)
        self.recent = Recent()

    def march(self, s: ReichState, units: Sequence[int]) -> March:
        return March(self.game, s, units)

    def selected(self, s: ReichState) -> March:
        """The moves of the selected units."""
        march = March(self.game, s, s.hand)
        self.recent.tell(march)
        return march

    def carry(self, s: ReichState, march: moving.March[ReichGame, ReichState], way: Sequence[int]) -> None:
        self.recent.forget()
        super().carry(s, march, way)

    # -- on the way --------------------------------------------------------------------------

    def halts(self, march: moving.March[ReichGame, ReichState]) -> int:
        """Hexes with a Rhine Bridge to be rolled for (10.7.5)."""
        return self.game.rhine.undecided(march.s) if march.side == ALLIED else 0

    def interrupt(self, s: ReichState, h: int) -> None:
        self.game.rhine.entered(s, h)

    def enter(self, s: ReichState, way: Sequence[int]) -> None:
        game, end = self.game, way[-1]
        if s.log is not None:
            self._report(s, way)
        passed = of(way[:-1])
        if s.phasing == ALLIED and passed & game.rhine.shores:
            self._cross(s, way)
        if passed & (~s.allied if s.phasing == ALLIED else s.allied):
            foreign = of(way[1:-1]) & (~s.allied if s.phasing == ALLIED else s.allied)
            for a, h in pairwise(way[:-1]):
                if foreign >> h & 1:
                    control.entered(game, s, s.hand[0], h, a)
        before = way[-2] if len(way) > 1 else -1
        for unit in s.hand:
            pieces.put(game, s, unit, end)
            control.entered(game, s, unit, end, before)

    def _report(self, s: ReichState, way: Sequence[int]) -> None:
        game = self.game
        if len(way) == 1:
            s.report("7.1.2.K", "{} comes back in {}", game.listed(s.hand), game.place_name(way[0]))
            return
        verb = "moves" if len(s.hand) == 1 else "move"
        s.report("10.4", "{} {} {}", game.listed(s.hand), verb, game.path_words(list(way)))

    def _cross(self, s: ReichState, way: Sequence[int]) -> None:
        """Note a crossing of the Seine Line (10.7.12), and what one of the Rhine means (10.7.4).

        Behind the Rhine a unit halts, or the hex that it has crossed to must stay occupied.
        """
        rhine, areas = self.game.rhine, self.game.areas
        kept = rhine.captured(s)
        for a, b in pairwise(way):
            if areas.west >> a & areas.east >> b & 1:
                s.seine_crossed = True
            if rhine.is_crossing(a, b) and (kept is None or {a, b} != set(kept)):
                if s.occupied[ALLIED] >> b & 1:
                    s.crossed |= 1 << b
                else:
                    s.halted = True

    # -- the end of a move -------------------------------------------------------------------

    def stops(self, s: ReichState, march: moving.March[ReichGame, ReichState]) -> bool:
        return s.halted or super().stops(s, march)

    def can_go_on(self, s: ReichState) -> bool:
        return self.selected(s).can_go()

    def arrived(self, s: ReichState) -> None:
        s.hand[:] = [u for u in s.hand if s.at[u] >= 0]
        if not s.hand:
            self.let_go(s)
            return
        march = self.march(s, s.hand)
        if not march.can_go() and not self.has_more(s, march):
            self.let_go(s)

    def has_more(self, s: ReichState, march: March) -> bool:
        """Whether the selected units can do anything but move on."""
        if mobile.targets(march) or (len(s.hand) > 1 and any(self._can_do(s, u) for u in s.hand)):
            return True
        if march.side == GERMAN:
            return len(s.hand) == 1 and bool(watch.ready(self.game, s, march.members))
        game = self.game
        can_exit = march.budget >= 1 and not march.stopped and exits.way_out(game, s, march.here)
        return can_exit and not exits.exited_before(game, s)

    def _can_do(self, s: ReichState, unit: int) -> bool:
        """Whether a unit of the stack could move on or make a Mobile Assault without the others."""
        march = self.march(s, [unit])
        return march.can_go() or bool(mobile.targets(march))

    def on_let_go(self, s: ReichState) -> None:
        for unit in s.hand:
            self.settle(s, unit)
        s.halted = False
        s.origin = s.locked = -1

    def settle(self, s: ReichState, unit: int) -> None:
        """A unit has ended its move."""
        game, bit = self.game, 1 << unit
        s.moved |= bit
        here = s.at[unit]
        if here < 0:
            return
        if unit in s.strafers:
            air.end_strafing(s, unit)
        if s.priority & bit and s.step == ASSAULT:
            s.priority_moved |= 1 << pool_of(game, s, unit)
        if s.disrupted:
            bombing.end_move(game, s, unit)
        self._poise(s, unit, here)

    def _poise(self, s: ReichState, unit: int, here: int) -> None:
        """Note a US division in a B hex that has a point left and is not stopped (7.1.2.J)."""
        game = self.game
        if not game.ground.entrances["B"] >> here & 1 or not game.roster.us & game.roster.divisions & 1 << unit:
            return
        march = self.march(s, [unit])
        if march.budget >= 1 and not march.stopped:
            s.poised |= 1 << unit

    # -- moves without a path ----------------------------------------------------------------

    def leap(self, s: ReichState, h: int) -> None:
        """Carry out the Strategic Movement of the selected unit, which ends its move (10.7.11, 10.7.12)."""
        depth = len(s.agenda)
        pieces.occupy(self.game, s, s.hand[0], h)
        s.halted = True
        if not self.waits(s, depth, h):
            self.let_go(s)

    def step_out(self, s: ReichState, unit: int) -> None:
        """Move a unit out of its Entrance Hex, into the cheapest hex next to it."""
        s.hand.append(unit)
        march = self.march(s, [unit])
        near = list(bits(march.ends() & self.game.board.grid.neighbours(1 << march.here)))
        if near:
            self.carry(s, march, march.way(min(near, key=lambda h: (march.price(h, unit), h))))
        self.on_let_go(s)
        s.hand.clear()
