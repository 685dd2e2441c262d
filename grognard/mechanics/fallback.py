"""Retreat of a beaten stack by one hex, towards its supply.

Every unit of the stack goes to a hex next to it that is open to it, nearer to a source of supply if
there is such a hex. Where none has room, games differ: a unit may go on through full hexes to the
nearest room, or be lost. A game derives a :class:`Fallback` and lists these steps among its own.
"""

from __future__ import annotations

from typing import Any, ClassVar

from ..engine.action import Refusal
from ..engine.step import Offer, Procedure, Prompt, Step
from ..hexes import Costs, Grid, bits, of


def distances(grid: Grid, hexes: int, sources: int) -> dict[int, int]:
    """How far each of the hexes is from the nearest source, counted straight over the map."""
    ends = list(bits(sources))
    return {h: min((grid.distance(h, end) for end in ends), default=0) for h in bits(hexes)}


def nearer(grid: Grid, here: int, hexes: int, sources: int) -> int:
    """Of these hexes those closer to a source than here, or all of them if none is."""
    far = distances(grid, hexes | 1 << here, sources)
    return of(h for h in bits(hexes) if far[h] < far[here]) or hexes


def nearest(grid: Grid, hexes: int, sources: int) -> int:
    """Those of the hexes that are closest to a source."""
    far = distances(grid, hexes, sources)
    best = min(far.values(), default=0)
    return of(h for h in bits(hexes) if far[h] == best)


class Fallback:
    """Where beaten units may go."""

    rule: ClassVar[str]
    #: the rule by which units that never move are lost instead
    static_rule: ClassVar[str]

    def __init__(self, game: Any) -> None:
        self.game = game

    # -- what a game says --------------------------------------------------------------------

    def lines(self, s: Any, unit: int) -> Costs:
        """What can be crossed."""
        raise NotImplementedError

    def closed(self, s: Any, side: int) -> int:
        """Hexes that no unit of the side may retreat into."""
        raise NotImplementedError

    def rooms(self, s: Any, hexes: int, unit: int) -> int:
        """Those of the hexes that have room for a unit."""
        raise NotImplementedError

    def sources(self, s: Any, side: int) -> int:
        """The sources of supply a retreat leads to."""
        raise NotImplementedError

    def static(self) -> int:
        """Units that never move."""
        raise NotImplementedError

    def lose(self, s: Any, unit: int, rule: str) -> None:
        """A unit that cannot retreat is lost."""
        raise NotImplementedError

    def enter(self, s: Any, unit: int, h: int) -> None:
        """A unit retreats into a hex, with all that follows."""
        raise NotImplementedError

    def why_closed(self, s: Any, unit: int, h: int) -> Refusal:
        """Why a hex next to a unit is closed to it."""
        raise NotImplementedError

    # -- what follows ------------------------------------------------------------------------

    def legal(self, s: Any, unit: int, hexes: int) -> int:
        """The hexes next to these that are open to a retreating unit."""
        return self.lines(s, unit).next(hexes) & ~self.closed(s, self.game.side_of[unit])

    def options(self, s: Any, unit: int) -> int:
        """Where a retreating unit goes next: a hex with room if there is one, nearer to a source if it can;
        otherwise through a full hex by the shortest way to one with room."""
        here = s.at[unit]
        around = self.legal(s, unit, 1 << here) & ~(1 << s.target)
        good = self.rooms(s, around, unit) or self.onwards(s, unit, around)
        if not good:
            return 0
        side = self.game.side_of[unit]
        return nearer(self.game.board.grid, here, good, self.sources(s, side))

    def onwards(self, s: Any, unit: int, around: int) -> int:
        """Every legal hex is full: those of them through which the shortest ways to some room lead."""
        layer, seen = around, around | 1 << s.at[unit] | 1 << s.target
        layers = [around]
        while layer:
            layer = self.legal(s, unit, layer) & ~seen
            seen |= layer
            layers.append(layer)
            ends = self.rooms(s, layer, unit)
            if ends:
                for before in reversed(layers[:-1]):
                    ends = self.lines(s, unit).next(ends) & before
                return ends
        return 0

    def settled(self, s: Any, unit: int) -> bool:
        """Whether a unit has left the hex it was beaten in and stands where there is room."""
        return s.at[unit] != s.target and bool(self.rooms(s, 1 << s.at[unit], unit))

    def why_not(self, s: Any, unit: int, h: int) -> Refusal:
        game, rule = self.game, self.rule
        there, name = game.place_name(h), game.counters[unit].id
        if not game.board.grid.adjacent(s.at[unit], h):
            return Refusal(rule, f"{there} is not adjacent to {name}")
        if not self.legal(s, unit, 1 << s.at[unit]) >> h & 1:
            return self.why_closed(s, unit, h)
        if not self.rooms(s, 1 << h, unit):
            if self.rooms(s, self.options(s, unit), unit):
                return Refusal(rule, f"{there} has no room, and there is a hex that has")
            return Refusal(rule, f"{there} has no room; another way leads nearer to supply or to room")
        return Refusal(rule, f"another hex lies closer to a supply source than {there}")


class Retreats(Procedure):
    """All units of the defending hex, those in ``pending``, retreat one after the other."""

    name = "retreats"

    def run(self, s: Any) -> None:
        fallback: Fallback = self.game.fallback
        stuck = s.pending & fallback.static()
        if stuck:
            unit = (stuck & -stuck).bit_length() - 1
            s.pending &= ~(1 << unit)
            fallback.lose(s, unit, fallback.static_rule)
        elif not s.pending:
            self.pop(s)
        elif s.pending & (s.pending - 1):
            self.push(s, ChooseRetreat)
        else:
            unit = s.pending.bit_length() - 1
            s.pending = 0
            self.push(s, Retreating, unit)


class ChooseRetreat(Step):
    """The owner says which of several units goes next."""

    name = "choose-retreat"

    def seat(self, s: Any) -> str:
        return str(self.game.sides[1 - s.phasing])

    def prompt(self, s: Any) -> Prompt:
        return Prompt("Choose the unit that retreats next.", self.game.fallback.rule, s.target)

    def offer(self, s: Any) -> Offer:
        return {"retreat": s.pending}

    def do_retreat(self, s: Any, unit: int) -> None:
        s.pending &= ~(1 << unit)
        self.pop(s)
        self.push(s, Retreating, unit)

    def refuse(self, s: Any, verb: str, arg: int) -> Refusal:
        if verb != "retreat":
            return self.out_of_place(s, verb)
        return Refusal(self.game.fallback.rule, f"{self.game.counters[arg].id} does not have to retreat now")


class Retreating(Procedure):
    """One unit's retreat: done once it has left the hex and stands within the limit."""

    name = "retreating"
    args = ("unit",)

    def run(self, s: Any) -> None:
        fallback: Fallback = self.game.fallback
        unit = s.agenda[-1][1]
        if fallback.settled(s, unit):
            self.pop(s)
        elif fallback.options(s, unit):
            self.push(s, RetreatStep, unit)
        else:
            self.pop(s)
            fallback.lose(s, unit, fallback.rule)


class RetreatStep(Step):
    """The owner chooses the hex."""

    name = "retreat-step"
    args = ("unit",)

    def seat(self, s: Any) -> str:
        return str(self.game.counters[s.agenda[-1][1]].side)

    def prompt(self, s: Any) -> Prompt:
        name, rule = self.game.counters[s.agenda[-1][1]].id, self.game.fallback.rule
        if s.at[s.agenda[-1][1]] != s.target:
            return Prompt(f"There is no room: {name} retreats on.", rule, s.target)
        return Prompt(f"{name} retreats one hex: choose it.", rule, s.target)

    def offer(self, s: Any) -> Offer:
        return {"to": self.game.fallback.options(s, s.agenda[-1][1])}

    def do_to(self, s: Any, h: int) -> None:
        game = self.game
        _, unit = s.agenda.pop()
        s.tell(game.fallback.rule, "{} retreats to {}", game.counters[unit].id, game.place_name(h))
        game.fallback.enter(s, unit, h)

    def refuse(self, s: Any, verb: str, arg: int) -> Refusal:
        if verb != "to":
            return self.out_of_place(s, verb)
        refusal: Refusal = self.game.fallback.why_not(s, s.agenda[-1][1], arg)
        return refusal
