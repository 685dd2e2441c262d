"""Chapter 11.21, DR: the retreat of the defenders, together if possible."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.limits import Case, Choice, Limit, Reason, Row, lazy
from ...engine.step import Prompt
from ...hexes import Costs, bits, of
from ...mechanics import retreat_to_supply
from ...mechanics.phasing import Opposing
from ...mechanics.stacks import hexes_of
from . import supply
from .area import moving_area
from .pieces import eliminate, enter
from .stacking import having_room, legal, load, refuse_stacking
from .state import ALLIED, RhineState

if TYPE_CHECKING:
    from .game import RhineGame


class RhineRetreatRules(retreat_to_supply.RetreatRules["RhineGame", RhineState]):
    """Retreats of one hex, to the open hex nearest to a supply source."""

    rule = "11.21"
    static_rule = "11.21"

    def lines(self, s: RhineState, unit: int) -> Costs:
        """Hexsides that a unit can cross; commandos also the Scheldt (11.15)."""
        return self.game.estuary_lines if self.game.roster.commandos >> unit & 1 else self.game.lines

    def closed(self, s: RhineState, side: int) -> int:
        """Closed hexes: enemies, vacant hexes in their zones (7.5), flooded hexes and the Hook."""
        enemies = s.occupied[1 - side]
        return enemies | self.game.zones.of(enemies) & ~s.occupied[side] | supply.frozen(self.game, s) | self.game.hook

    def legal(self, s: RhineState, unit: int, hexes: int) -> int:
        found = super().legal(s, unit, hexes) & ~(1 << s.target)
        return found & moving_area(self.game, s, unit) if self.game.side_of[unit] == ALLIED else found

    def having_room(self, s: RhineState, hexes: int, unit: int) -> int:
        return having_room(self.game, s, hexes, 1 << unit)

    def sources(self, s: RhineState, side: int) -> int:
        return supply.sources(self.game, s, side)

    def static(self) -> int:
        return self.game.roster.static

    def lose(self, s: RhineState, unit: int, rule: str, why: str) -> None:
        eliminate(self.game, s, unit, rule, why=why)

    def enter(self, s: RhineState, unit: int, h: int) -> None:
        s.routed |= 1 << unit
        enter(self.game, s, unit, h)

    # -- the force as a whole ----------------------------------------------------------------

    def open_to_all(self, s: RhineState, units: int) -> int:
        """The hexes next to the combat that are open to each of the units."""
        out = -1
        for u in bits(units):
            out &= self.legal(s, u, 1 << s.target)
        return max(out, 0)

    def whole(self, s: RhineState) -> int:
        """The hexes nearest to supply that have room for the whole force."""
        found = self.open_to_all(s, s.pending)
        found = having_room(self.game, s, found, s.pending) if found else 0
        return self._nearest(s, found, s.pending) if found else 0

    def _nearest(self, s: RhineState, hexes: int, units: int) -> int:
        side = self.game.side_of[units.bit_length() - 1]
        return retreat_to_supply.nearest(self.game.board.grid, hexes, self.sources(s, side))

    def options(self, s: RhineState, unit: int) -> int:
        """The hexes for a unit of a force that cannot stay together: those that split it as little as possible."""
        good = self.least_split(s, unit)
        return self._nearest(s, good, 1 << unit) if good else 0

    def least_split(self, s: RhineState, unit: int) -> int:
        """The hexes with room for a unit that split its force as little as possible."""
        around = self.having_room(s, self.legal(s, unit, 1 << s.target), unit)
        used = hexes_of(s.at, s.routed)
        rest = [u for u in bits(s.pending) if u != unit]
        prices = {h: self._price(s, unit, h, rest, used) for h in bits(around)}
        best = min(prices.values(), default=(0, 0))
        return of(h for h, price in prices.items() if price == best)

    def _price(self, s: RhineState, unit: int, h: int, rest: list[int], used: int) -> tuple[int, int]:
        """The least number of units lost and of new hexes used if a unit goes to a hex and the others follow."""
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
        """The number of units that find no room when the largest are placed first."""
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

    def settled(self, s: RhineState, unit: int) -> bool:
        return s.at[unit] != s.target


class Retreats(retreat_to_supply.Retreats["RhineGame", RhineState]):
    """The force retreats to one hex; if no hex has room for all, unit by unit (11.21)."""

    def run(self, s: RhineState) -> None:
        game = self.game
        mobile = s.pending & ~game.roster.static
        if mobile and mobile == s.pending and not s.routed and game.retreat_rules.whole(s):
            self.push(s, RetreatTogether)
        elif mobile and not any(game.retreat_rules.options(s, u) for u in bits(mobile)):
            for unit in bits(s.pending):
                game.retreat_rules.lose(s, unit, "11.21", "no hex is open to its retreat")
            self.pop(s)
        else:
            super().run(s)


class ChooseRetreat(retreat_to_supply.ChooseRetreat["RhineGame", RhineState]):
    """The owner chooses the unit that retreats next."""

    choices: ClassVar[tuple[Choice[Case[RhineGame, RhineState]], ...]] = (
        Choice("retreat", Limit("11.21", lambda c, units: units & c.s.pending, "{it} does not have to retreat now")),
    )


# -- the hex ---------------------------------------------------------------------------------


class Force(Case["RhineGame", RhineState]):
    """Units that retreat together from the hex of the combat."""

    def __init__(self, game: RhineGame, s: RhineState) -> None:
        super().__init__(game, s)
        self.units = self.retreating(s)
        self.side = game.side_of[self.units.bit_length() - 1]
        self.enemies: int = s.occupied[1 - self.side]

    def retreating(self, s: RhineState) -> int:
        return s.pending

    @property
    def names(self) -> str:
        return self.game.names(self.units)

    @property
    def there(self) -> str:
        return self.game.place_name(self.s.target)

    @lazy
    def open(self) -> int:
        """The hexes next to the combat that are open to all of them."""
        return self.game.retreat_rules.open_to_all(self.s, self.units)

    @lazy
    def whole(self) -> int:
        """The hexes to which they may all retreat."""
        return self.game.retreat_rules.whole(self.s)


class Straggler(Force):
    """A unit of a force that cannot stay together."""

    def retreating(self, s: RhineState) -> int:
        _, self.unit = s.agenda[-1]
        return 1 << self.unit

    @lazy
    def least_split(self) -> int:
        """The hexes with room that split the force as little as possible."""
        return self.game.retreat_rules.least_split(self.s, self.unit)

    @lazy
    def options(self) -> int:
        """The hexes to which the unit may retreat."""
        return self.game.retreat_rules.options(self.s, self.unit)


def next_to(c: Force, hexes: int) -> int:
    return hexes & c.game.board.grid.neighbours(1 << c.s.target)


def dry(c: Force, hexes: int) -> int:
    return hexes & ~supply.frozen(c.game, c.s)


def outside_zones(c: Force, hexes: int) -> int:
    """An enemy zone closes a vacant hex (7.5)."""
    return hexes & ~(c.game.zones.of(c.enemies) & ~c.s.occupied[c.side])


def in_area(c: Force, hexes: int) -> int:
    """Allied units stay on their side of the sector line, or retreat closer to it (9.5)."""
    if c.side == ALLIED:
        for u in bits(c.units):
            hexes &= moving_area(c.game, c.s, u)
    return hexes


def with_room(c: Force, hexes: int) -> int:
    return having_room(c.game, c.s, hexes, c.units)


def why_full(c: Force, h: int) -> Refusal:
    return refuse_stacking(c.game, c.s, h, c.units)


#: Hexes that are open to a retreat and have room.
OPEN: tuple[Row[Force], ...] = (
    Reason("11.21", next_to, "{it} is not adjacent to {c.there}"),
    Reason("11.21", lambda c, hexes: hexes & ~c.enemies, "{it} is occupied by the enemy"),
    Reason("10.18", dry, "{it} is flooded"),
    Reason("10.7", lambda c, hexes: hexes & ~c.game.hook, "no unit may enter {it}"),
    Reason("7.5", outside_zones, "{it} is in an enemy Zone of Control and has no friendly unit in it"),
    Reason("9.5", in_area, "the supply sector line keeps {c.names} out of {it}"),
    Reason("11.21", lambda c, hexes: hexes & c.open, "{c.names} may not cross the hexside to {it}"),
    Reason("6.3", with_room, why_full),
)


class RetreatTogether(Opposing["RhineGame", RhineState]):
    """The owner chooses one hex for the whole force."""

    name = "retreat-together"
    case = Force
    choices: ClassVar[tuple[Choice[Force], ...]] = (
        Choice(
            "to",
            *OPEN,
            Limit(
                "11.21", lambda c, hexes: hexes & c.whole, "another possible hex is closer to a supply source than {it}"
            ),
        ),
    )

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt("Choose the hex that the defenders retreat to.", "11.21", s.target)

    def do_to(self, s: RhineState, h: int) -> None:
        game = self.game
        verb = "retreat" if s.pending & (s.pending - 1) else "retreats"
        s.report("11.21", "{} {} to {}", game.names(s.pending), verb, game.place_name(h))
        units, s.pending = s.pending, 0
        for unit in bits(units):
            game.retreat_rules.enter(s, unit, h)
        self.pop(s)


class RetreatStep(retreat_to_supply.RetreatStep["RhineGame", RhineState]):
    """The owner chooses the hex of a unit whose force cannot stay together."""

    case = Straggler
    choices: ClassVar[tuple[Choice[Straggler], ...]] = (
        Choice(
            "to",
            *OPEN,
            Reason(
                "11.21",
                lambda c, hexes: hexes & c.least_split,
                "a retreat to {it} would split the force more than necessary",
            ),
            Limit(
                "11.21",
                lambda c, hexes: hexes & c.options,
                "another possible hex is closer to a supply source than {it}",
            ),
        ),
    )
