"""Chapters 10.7.4, 10.7.5 and 10.7.10: crossing the Rhine and the Seine Line, and the Rhine Bridges."""

from __future__ import annotations

from itertools import accumulate
from operator import or_
from typing import TYPE_CHECKING

from ...engine.board import Hexside, hexside
from ...engine.bounds import Bound
from ...engine.step import AnyStep, Die, Prompt
from ...hexes import Costs, bits, reach
from . import control, roer
from .state import ALLIED, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


class Rhine:
    """The hexsides of the Rhine and its bridges, and the movement costs that depend on them."""

    def __init__(self, game: ReichGame) -> None:
        self.game = game
        board, ground = game.board, game.ground
        self.river = frozenset(board.regions["Rhine River"].hexsides)
        #: in both directions
        self.steps = tuple((a, b) for pair in sorted(self.river) for a, b in (pair, pair[::-1]) if ground.is_open(a, b))
        self.bridges: tuple[Hexside, ...] = ground.bridges
        self.banks = sum(1 << h for h in {h for pair in self.river for h in pair})
        #: the hexes from which a step can cross the Rhine or the Seine Line
        self.shores = self.banks | game.areas.west & board.grid.neighbours(game.areas.east)
        #: hexes of each bridge
        self.heads = tuple(1 << a | 1 << b for a, b in self.bridges)
        self.every_head = sum(1 << h for h in {h for pair in self.bridges for h in pair})
        self.over: dict[int, int] = {}
        for a, b in self.steps:
            self.over[a] = self.over.get(a, 0) | 1 << b
        #: the most points that a unit can have
        self.most = max(game.tables.numbers["allowance"]["spaces"], *game.roster.movement)
        #: by number of points: the hexes from which a unit with these points may reach the Rhine, terrain aside
        self._within = [self.banks]
        for _ in range(self.most):
            self._within.append(self._within[-1] | board.grid.neighbours(self._within[-1]))
        self._undecided: dict[int, int] = {}
        self._paid: dict[tuple[str, int, int], Costs] = {}
        self._near: dict[tuple[Costs, int], list[int]] = {}
        self._costs: dict[tuple[str, int, int, int, int, bool, bool], Costs] = {}

    def undecided(self, s: ReichState) -> int:
        """The hexes with a bridge that is neither blown nor captured."""
        if not self.every_head & self.game.in_play(s):
            return 0
        decided = s.blown | (1 << s.bridge - 1 if s.bridge else 0)
        found = self._undecided.get(decided)
        if found is None:
            hexes = 0
            for n, heads in enumerate(self.heads):
                hexes |= 0 if decided >> n & 1 else heads
            found = self._undecided[decided] = hexes
        return found

    def captured(self, s: ReichState) -> Hexside | None:
        """The captured bridge, as long as it stands."""
        return self.bridges[s.bridge - 1] if s.bridge and not s.blown >> s.bridge - 1 & 1 else None

    # -- costs -------------------------------------------------------------------------------

    def german_costs(self, s: ReichState, mover: str) -> Costs:
        """Costs of German units: a captured bridge is none for them (ruling 10.7.5r)."""
        gone = s.blown | (1 << s.bridge - 1 if s.bridge else 0)
        return self.game.ground.costs(mover, roer.stage(s), self._pairs(gone)) if gone else self._plain(s, mover)

    def _plain(self, s: ReichState, mover: str) -> Costs:
        return self.game.ground.costs(mover, roer.stage(s))

    def _pairs(self, numbers: int) -> tuple[Hexside, ...]:
        return tuple(self.bridges[n] for n in bits(numbers))

    def paid_costs(self, s: ReichState, mover: str) -> Costs:
        """Costs of Allied units: of the bridges only the captured one saves them anything (10.7.4)."""
        if not self.banks & self.game.in_play(s):
            return self._plain(s, mover)
        kept = 1 << s.bridge - 1 if self.captured(s) else 0
        key = mover, roer.stage(s), kept
        found = self._paid.get(key)
        if found is None:
            pairs = self._pairs((1 << len(self.bridges)) - 1 & ~kept)
            found = self._paid[key] = self.game.ground.costs(mover, roer.stage(s), pairs)
        return found

    def allied_costs(self, s: ReichState, mover: str) -> Costs:
        """Costs of Allied units in mid-move, if no unit on the other bank helps them over the Rhine.

        Only a captured bridge, or a hex with an Allied unit on the other bank, lets them cross the Rhine (10.7.4), and
        before the Breakout nobody crosses the Seine Line from the west (10.7.10).
        """
        return self._with_banks(s, mover, 0)

    def costs_from(self, s: ReichState, mover: str, here: int, points: int) -> Costs:
        """Costs of Allied units in mid-move from a hex: the units on the Rhine that they could come to help them over.

        Units further away change nothing, so they are left out, and there are few different costs.
        """
        held = s.occupied[ALLIED] & self.banks
        if held:
            points = max(0, min(points, self.most))
            held = held & self._banks_near(s, mover, here)[points] if self._within[points] >> here & 1 else 0
        return self._with_banks(s, mover, held)

    def _banks_near(self, s: ReichState, mover: str, here: int) -> list[int]:
        """For each number of points the hexes on the Rhine that a unit could reach with them if nobody stopped it."""
        costs = self.paid_costs(s, mover)
        found = self._near.get((costs, here))
        if found is None:
            levels = reach(costs, 1 << here, self.most).levels
            found = self._near[costs, here] = list(accumulate((level & self.banks for level in levels), or_))
        return found

    def _with_banks(self, s: ReichState, mover: str, held: int) -> Costs:
        barred, rhine = not s.breakout, bool(self.banks & self.game.in_play(s))
        key = mover, roer.stage(s), held, s.bridge, s.blown & 1 << max(0, s.bridge - 1), barred, rhine
        found = self._costs.get(key)
        if found is None:
            if len(self._costs) > 128:
                self._costs.clear()
            if held:
                found = self._open(s, mover, held)
            else:
                found = self._close(s, self.paid_costs(s, mover), rhine=rhine, seine=barred)
            self._costs[key] = found
        return found

    def _open(self, s: ReichState, mover: str, held: int) -> Costs:
        """Costs in mid-move with Allied units in some hexes on the Rhine."""
        costs, paid = self._with_banks(s, mover, 0), self.paid_costs(s, mover)
        return costs.changed({(a, b): paid.step(a, b) for a, b in self.steps if held >> b & 1})

    def _close(self, s: ReichState, costs: Costs, *, rhine: bool, seine: bool) -> Costs:
        closed: list[tuple[int, int]] = []
        if rhine:
            kept = self.captured(s)
            closed = [(a, b) for a, b in self.steps if hexside(a, b) != kept]
        if seine:
            closed += self.game.areas.over_seine
        return costs.changed(dict.fromkeys(closed))

    # -- crossing ----------------------------------------------------------------------------

    def across(self, s: ReichState, h: int) -> int:
        """The hexes to which an Allied unit that begins its move in a hex may cross the Rhine and stop (10.7.4)."""
        found = self.over.get(h, 0)
        if not found:
            return 0
        kept = self.captured(s)
        if kept and h in kept:
            found &= ~(1 << kept[0] | 1 << kept[1])
        return found & ~s.occupied[ALLIED]

    def is_crossing(self, a: int, b: int) -> bool:
        return bool(self.over.get(a, 0) >> b & 1)

    # -- bridges -----------------------------------------------------------------------------

    def entered(self, s: ReichState, h: int) -> None:
        """An Allied unit has entered a hex: a die for its bridge, or none after one was captured (10.7.5)."""
        for n in reversed(range(len(self.bridges))):
            if not self.heads[n] >> h & 1 or s.blown >> n & 1 or s.bridge == n + 1:
                continue
            if s.bridge:
                s.blown |= 1 << n
                s.report("10.7.5", "the Rhine Bridge {} is blown", self.words(n))
            elif (self.game.codes[BridgeRoll], n, h) not in s.agenda:
                s.agenda.append((self.game.codes[BridgeRoll], n, h))

    def words(self, n: int) -> str:
        a, b = self.bridges[n]
        return f"between {self.game.place_name(a)} and {self.game.place_name(b)}"


class BridgeRoll(Die["ReichGame", ReichState]):
    """The die for a Rhine Bridge (10.7.5). Arguments: the number of the bridge, and the hex of the Allied unit."""

    name = "bridge-roll"
    args = ("number", "hex")

    def prompt(self, s: ReichState) -> Prompt:
        _, n, h = s.agenda[-1]
        return Prompt(f"Roll for the Rhine Bridge {self.game.rhine.words(n)}.", "10.7.5", h)

    def do_roll(self, s: ReichState, die: int) -> None:
        _, n, h = s.agenda[-1]
        self.pop(s)
        if self.game.tables.captures(die):
            s.bridge, s.bridge_hex = n + 1, h
            s.report("10.7.5", "die {}: the Rhine Bridge {} is captured", die, self.game.rhine.words(n))
            control.lift_blind_spot(s, "the Allies have captured a Rhine Bridge")
        else:
            s.blown |= 1 << n
            s.report("10.7.5", "die {}: the Rhine Bridge {} is blown", die, self.game.rhine.words(n))


#: the number of the last bridge
_LAST = 11
BOUNDS = {"bridge-roll": (Bound(0, _LAST, "10.7.5"),)}
STEPS: tuple[type[AnyStep], ...] = (BridgeRoll,)
