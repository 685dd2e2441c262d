"""Retreat of a beaten stack by one hex, towards its supply.

Every unit of the stack goes to an open hex next to it, nearer to a source of supply if there is such a hex. If none has
room, games differ: a unit may continue through full hexes to the nearest hex with room, or be lost. A game derives a
:class:`RetreatRules` and lists these steps among its own.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

from ..engine.limits import AnyCase, Case, lazy
from ..engine.state import WarState
from ..engine.step import Procedure, Prompt, Step
from ..hexes import Costs, Grid, bits, of
from .phasing import Opposing
from .turn_game import TurnGame


class SupplyRetreatState(WarState):
    """The fields of a game's state that retreats read and write."""

    #: the hex in which the units were beaten, and those that still have to retreat from it
    target: int
    pending: int


R = TypeVar("R", bound=SupplyRetreatState)


class SupplyRetreatGame(TurnGame[R]):
    """A game with retreats towards supply."""

    retreat_rules: RetreatRules[Any, R]  # any game: the game and its form of this know each other


G = TypeVar("G", bound=SupplyRetreatGame[Any])  # any state: games are not alike in it


def distances(grid: Grid, hexes: int, sources: int) -> dict[int, int]:
    """The distance of each hex from the nearest source, as the crow flies."""
    ends = list(bits(sources))
    return {h: min((grid.distance(h, end) for end in ends), default=0) for h in bits(hexes)}


def nearer(grid: Grid, here: int, hexes: int, sources: int) -> int:
    """The hexes that are closer to a source than ``here``, or all of them if none is."""
    far = distances(grid, hexes | 1 << here, sources)
    return of(h for h in bits(hexes) if far[h] < far[here]) or hexes


def nearest(grid: Grid, hexes: int, sources: int) -> int:
    """The hexes that are closest to a source."""
    far = distances(grid, hexes, sources)
    best = min(far.values(), default=0)
    return of(h for h in bits(hexes) if far[h] == best)


class RetreatRules(Generic[G, R]):
    """The rules of where beaten units may go."""

    #: the rule that prompts and events name
    rule: ClassVar[str]
    #: the rule by which units that never move are lost instead
    static_rule: ClassVar[str]

    def __init__(self, game: G) -> None:
        self.game = game

    # -- defined by a game -------------------------------------------------------------------

    def lines(self, s: R, unit: int) -> Costs:
        """The steps that a retreating unit can make."""
        raise NotImplementedError

    def closed(self, s: R, side: int) -> int:
        """Hexes that no unit of the side may retreat into."""
        raise NotImplementedError

    def having_room(self, s: R, hexes: int, unit: int) -> int:
        """The hexes with room for a unit, among the given ones."""
        raise NotImplementedError

    def sources(self, s: R, side: int) -> int:
        """The sources of supply that retreats lead to."""
        raise NotImplementedError

    def static(self) -> int:
        """Units that never move."""
        raise NotImplementedError

    def lose(self, s: R, unit: int, rule: str, why: str) -> None:
        """Remove a unit that cannot retreat, and say why."""
        raise NotImplementedError

    def enter(self, s: R, unit: int, h: int) -> None:
        """Retreat a unit into a hex, with all consequences."""
        raise NotImplementedError

    # -- derived from these ------------------------------------------------------------------

    def legal(self, s: R, unit: int, hexes: int) -> int:
        """Hexes next to these that are open to a retreating unit."""
        return self.lines(s, unit).next(hexes) & ~self.closed(s, self.game.side_of[unit])

    def around(self, s: R, unit: int) -> int:
        """The hexes next to a retreating unit that are open to it, with room or without."""
        return self.legal(s, unit, 1 << s.at[unit]) & ~(1 << s.target)

    def with_room(self, s: R, unit: int) -> int:
        """The open hexes with room; if there are none, those on the shortest path to a hex with room."""
        around = self.around(s, unit)
        return self.having_room(s, around, unit) or self.onwards(s, unit, around)

    def options(self, s: R, unit: int) -> int:
        """The hexes that a retreating unit may enter next.

        They have room and are nearer to a source if possible. If none has room, they are on the shortest path through
        full hexes to a hex with room.
        """
        good = self.with_room(s, unit)
        if not good:
            return 0
        return nearer(self.game.board.grid, s.at[unit], good, self.sources(s, self.game.side_of[unit]))

    def onwards(self, s: R, unit: int, around: int) -> int:
        """If all open hexes are full: those on the shortest paths to a hex with room."""
        layer, seen = around, around | 1 << s.at[unit] | 1 << s.target
        layers = [around]
        while layer:
            layer = self.legal(s, unit, layer) & ~seen
            seen |= layer
            layers.append(layer)
            ends = self.having_room(s, layer, unit)
            if ends:
                for before in reversed(layers[:-1]):
                    ends = self.lines(s, unit).next(ends) & before
                return ends
        return 0

    def settled(self, s: R, unit: int) -> bool:
        """Whether a unit has left the hex in which it was beaten and is in a hex with room."""
        return s.at[unit] != s.target and bool(self.having_room(s, 1 << s.at[unit], unit))


class Retreats(Procedure[G, R]):
    """All units of the defending hex, those in ``pending``, retreat one after the other."""

    name = "retreats"

    def run(self, s: R) -> None:
        rules = self.game.retreat_rules
        stuck = s.pending & rules.static()
        if stuck:
            unit = (stuck & -stuck).bit_length() - 1
            s.pending &= ~(1 << unit)
            rules.lose(s, unit, rules.static_rule, "it has to retreat and cannot move")
        elif not s.pending:
            self.pop(s)
        elif s.pending & (s.pending - 1):
            self.push(s, ChooseRetreat)
        else:
            unit = s.pending.bit_length() - 1
            s.pending = 0
            self.push(s, Retreating, unit)


class ChooseRetreat(Opposing[G, R]):
    """The owner's choice of the unit that retreats next."""

    name = "choose-retreat"

    def prompt(self, s: R) -> Prompt:
        return Prompt("Choose the unit that retreats next.", self.game.retreat_rules.rule, s.target)

    def do_retreat(self, s: R, unit: int) -> None:
        s.pending &= ~(1 << unit)
        self.pop(s)
        self.push(s, Retreating, unit)


class Retreating(Procedure[G, R]):
    """The retreat of one unit: done when it has left the hex and is within the stacking limit."""

    name = "retreating"
    args = ("unit",)

    def run(self, s: R) -> None:
        rules = self.game.retreat_rules
        _, unit = s.agenda[-1]
        if rules.settled(s, unit):
            self.pop(s)
        elif rules.options(s, unit):
            self.push(s, RetreatStep, unit)
        else:
            self.pop(s)
            rules.lose(s, unit, rules.rule, "no hex is open to its retreat")


class Beaten(Case[G, R]):
    """A retreating unit, and the hexes next to it."""

    def __init__(self, game: G, s: R) -> None:
        super().__init__(game, s)
        _, self.unit = s.agenda[-1]
        self.side = game.side_of[self.unit]
        self.enemies: int = s.occupied[1 - self.side]

    @property
    def name(self) -> str:
        return self.game.counters[self.unit].id

    @lazy
    def next_to(self) -> int:
        """The hexes next to it."""
        return self.game.board.grid.neighbours(1 << self.s.at[self.unit])

    @lazy
    def around(self) -> int:
        """The hexes next to it that are open to it."""
        return self.game.retreat_rules.around(self.s, self.unit)

    @lazy
    def roomy(self) -> int:
        """The open hexes with room."""
        return self.game.retreat_rules.having_room(self.s, self.around, self.unit)

    @lazy
    def onwards(self) -> int:
        """The open hexes on the shortest path to a hex with room."""
        return self.game.retreat_rules.onwards(self.s, self.unit, self.around)

    @lazy
    def options(self) -> int:
        """The hexes that it may enter."""
        return self.game.retreat_rules.options(self.s, self.unit)


class RetreatStep(Step[G, R]):
    """The owner's choice of the hex to retreat to."""

    name = "retreat-step"
    args = ("unit",)
    case: ClassVar[type[AnyCase]] = Beaten  # a game may use another case

    def seat(self, s: R) -> str:
        _, unit = s.agenda[-1]
        return self.game.counters[unit].side

    def prompt(self, s: R) -> Prompt:
        _, unit = s.agenda[-1]
        name, rule = self.game.counters[unit].id, self.game.retreat_rules.rule
        if s.at[unit] != s.target:
            return Prompt(f"There is no room here. Choose the next hex for {name} to retreat to.", rule, s.target)
        return Prompt(f"Choose the hex that {name} retreats to.", rule, s.target)

    def do_to(self, s: R, h: int) -> None:
        game = self.game
        _, unit = s.agenda.pop()
        s.report(game.retreat_rules.rule, "{} retreats to {}", game.counters[unit].id, game.place_name(h))
        game.retreat_rules.enter(s, unit, h)
