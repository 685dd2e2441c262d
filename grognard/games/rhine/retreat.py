"""Chapter 11.21, DR: the retreat of a beaten force, together if it can."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import Offer, Prompt, Step
from ...hexes import Costs, bits, of
from ...mechanics import fallback
from ...mechanics.stacks import hexes_of
from . import supply
from .area import moving_area
from .pieces import eliminate, enter
from .stacking import legal, load, refuse_room, rooms
from .state import ALLIED, RhineState

if TYPE_CHECKING:
    from .game import RhineGame


class RhineFallback(fallback.Fallback):
    """One hex, to where the force could move, nearest to a source of supply."""

    game: RhineGame
    rule = "11.21"
    static_rule = "11.21"

    def lines(self, s: RhineState, unit: int) -> Costs:
        """Commandos may cross the Scheldt (11.15)."""
        return self.game.estuary_lines if self.game.roster.commandos >> unit & 1 else self.game.lines

    def closed(self, s: RhineState, side: int) -> int:
        """Enemies, and vacant hexes in their zones (7.5); flooded ground and the Hook."""
        enemies = s.occupied[1 - side]
        return enemies | self.game.zones.of(enemies) & ~s.occupied[side] | supply.frozen(self.game, s) | self.game.hook

    def legal(self, s: RhineState, unit: int, hexes: int) -> int:
        found = super().legal(s, unit, hexes) & ~(1 << s.target)
        return found & moving_area(self.game, s, unit) if self.game.side_of[unit] == ALLIED else found

    def rooms(self, s: RhineState, hexes: int, unit: int) -> int:
        return rooms(self.game, s, hexes, 1 << unit)

    def sources(self, s: RhineState, side: int) -> int:
        return supply.sources(self.game, s, side)

    def static(self) -> int:
        return self.game.roster.static

    def lose(self, s: RhineState, unit: int, rule: str) -> None:
        eliminate(self.game, s, unit, rule)

    def enter(self, s: RhineState, unit: int, h: int) -> None:
        s.routed |= 1 << unit
        enter(self.game, s, unit, h)

    # -- the force as a whole ----------------------------------------------------------------

    def whole(self, s: RhineState) -> int:
        """The hexes, nearest to supply, that take the whole force together."""
        out = -1
        for u in bits(s.pending):
            out &= self.legal(s, u, 1 << s.target)
        if out <= 0:
            return 0
        out = rooms(self.game, s, out, s.pending)
        return self._nearest(s, out, s.pending) if out else 0

    def _nearest(self, s: RhineState, hexes: int, units: int) -> int:
        side = self.game.side_of[units.bit_length() - 1]
        return fallback.nearest(self.game.board.grid, hexes, self.sources(s, side))

    def options(self, s: RhineState, unit: int) -> int:
        """Where a unit of a force that cannot stay together goes: so that it splits as little as it can."""
        around = self.rooms(s, self.legal(s, unit, 1 << s.target), unit)
        if not around:
            return 0
        used = hexes_of(s.at, s.routed)
        rest = [u for u in bits(s.pending) if u != unit]
        prices = {h: self._price(s, unit, h, rest, used) for h in bits(around)}
        best = min(prices.values())
        return self._nearest(s, of(h for h, price in prices.items() if price == best), 1 << unit)

    def _price(self, s: RhineState, unit: int, h: int, rest: list[int], used: int) -> tuple[int, int]:
        """Units lost and hexes newly used, at best, if a unit goes to a hex and the others follow."""
        stand = {h: s.pile[h] | 1 << unit}
        used_now = used | 1 << h
        first = 0 if used >> h & 1 else 1
        open_to = {u: self.legal(s, u, 1 << s.target) for u in rest}
        others = [x for x in bits(of(x for hexes in open_to.values() for x in bits(hexes))) if not used_now >> x & 1]
        best = (len(rest), 0)
        for count in range(len(others) + 1):
            for more in combinations(others, count):
                lost = self._lost(s, rest, open_to, [*bits(used_now), *more], stand)
                best = min(best, (lost, count))
            if best[0] == 0:
                break
        return best[0], first + best[1]

    def _lost(
        self, s: RhineState, rest: list[int], open_to: dict[int, int], hexes: list[int], stand: dict[int, int]
    ) -> int:
        """How many of the units find no room when the greatest are placed first."""
        now = dict(stand)
        lost = 0
        for u in sorted(rest, key=lambda u: -load(self.game, 1 << u)):
            for x in hexes:
                there = now.get(x, s.pile[x]) | 1 << u
                if open_to[u] >> x & 1 and legal(self.game, s, there, x):
                    now[x] = there
                    break
            else:
                lost += 1
        return lost

    def why_not(self, s: RhineState, unit: int, h: int) -> Refusal:
        around = self.rooms(s, self.legal(s, unit, 1 << s.target), unit)
        if around >> h & 1 and not self.options(s, unit) >> h & 1 and self._nearest(s, around, 1 << unit) >> h & 1:
            there = self.game.place_name(h)
            return Refusal("11.21", f"the force splits as little as it can, and would split more by way of {there}")
        return super().why_not(s, unit, h)

    def settled(self, s: RhineState, unit: int) -> bool:
        return s.at[unit] != s.target

    def why_closed(self, s: RhineState, unit: int, h: int) -> Refusal:
        game = self.game
        there, side = game.place_name(h), game.side_of[unit]
        enemies = s.occupied[1 - side]
        if enemies >> h & 1:
            return Refusal("11.21", f"{there} is occupied by the enemy")
        if supply.frozen(game, s) >> h & 1:
            return Refusal("10.18", f"{there} is flooded")
        if game.zones.of(enemies) >> h & 1 and not s.occupied[side] >> h & 1:
            return Refusal("7.5", f"{there} is in an enemy zone and no friend is there")
        if side == ALLIED and not moving_area(game, s, unit) >> h & 1:
            return Refusal("9.5", f"{there} lies on the other side of the supply sector line")
        return Refusal("11.21", f"{game.counters[unit].id} may not cross into {there}")


class Retreats(fallback.Retreats):
    """The force goes together to one hex; if none takes it whole, unit by unit (11.21)."""

    def run(self, s: RhineState) -> None:
        game: RhineGame = self.game
        mobile = s.pending & ~game.roster.static
        if mobile and mobile == s.pending and not s.routed and game.fallback.whole(s):
            self.push(s, RetreatTogether)
        elif mobile and not any(game.fallback.options(s, u) for u in bits(mobile)):
            for unit in bits(s.pending):
                game.fallback.lose(s, unit, "11.21")
            self.pop(s)
        else:
            super().run(s)


class RetreatTogether(Step):
    """The owner chooses the hex for all."""

    name = "retreat-together"

    def seat(self, s: RhineState) -> str:
        return str(self.game.sides[1 - s.phasing])

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt("The beaten force retreats one hex: choose it.", "11.21", s.target)

    def offer(self, s: RhineState) -> Offer:
        return {"to": self.game.fallback.whole(s)}

    def do_to(self, s: RhineState, h: int) -> None:
        game: RhineGame = self.game
        verb = "retreat" if s.pending & (s.pending - 1) else "retreats"
        s.tell("11.21", "{} {} to {}", game.names(s.pending), verb, game.place_name(h))
        units, s.pending = s.pending, 0
        for unit in bits(units):
            game.fallback.enter(s, unit, h)
        self.pop(s)

    def refuse(self, s: RhineState, verb: str, arg: int) -> Refusal:
        if verb != "to":
            return self.out_of_place(s, verb)
        game: RhineGame = self.game
        there = game.place_name(arg)
        if not game.board.grid.adjacent(s.target, arg):
            return Refusal("11.21", f"{there} is not adjacent")
        for u in bits(s.pending):
            if not game.fallback.legal(s, u, 1 << s.target) >> arg & 1:
                return game.fallback.why_closed(s, u, arg)
        if not rooms(game, s, 1 << arg, s.pending):
            return refuse_room(game, s, arg, s.pending)
        return Refusal("11.21", f"another hex lies closer to a source of supply than {there}")
