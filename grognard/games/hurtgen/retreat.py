"""Chapters 7.7 and 7.8: retreat and displacement.

:mod:`grognard.mechanics.retreat` finds the routes; this module has the owner's decisions.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.limits import Case, Choice, Limit, Reason, Row, lazy
from ...engine.step import Procedure, Prompt
from ...hexes import Costs, bits, of
from ...mechanics.phasing import OneUnit, Owned
from ...mechanics.retreat import Retreat, RouteCost
from .state import HurtgenState
from .units import eliminate, place

if TYPE_CHECKING:
    from .game import HurtgenGame

#: An explanation looks for routes that displace fewer friends than this.
_SLACK = 5


def begin_path(s: HurtgenState, unit: int) -> None:
    """Begin a unit's path of retreat (7.91)."""
    s.path_units.append(unit)


def end_path(s: HurtgenState) -> None:
    s.path_hexes.append(-1)


def paths(s: HurtgenState) -> list[tuple[int, list[int]]]:
    """Every path of retreat so far: the unit and the hexes it has vacated, in order."""
    out: list[tuple[int, list[int]]] = []
    hexes: list[int] = []
    units = iter(s.path_units)
    for h in s.path_hexes:
        if h >= 0:
            hexes.append(h)
        else:
            out.append((next(units), hexes))
            hexes = []
    return out


class _Army:
    """The units of the retreating side, for the route finder."""

    def __init__(self, game: HurtgenGame, s: HurtgenState) -> None:
        self.game = game
        self.s = s

    def unit_at(self, h: int) -> int:
        return self.s.at.index(h)

    def costs_of(self, unit: int) -> Costs:
        return self.game.ground[unit].costs


def router(game: HurtgenGame, s: HurtgenState, side: int) -> Retreat:
    """The route finder for one side, with enemies and their zones closed (7.71)."""
    enemies = s.occupied[1 - side]
    closed = enemies | game.zones.of(enemies) | ~game.board.playable
    return Retreat(game.board.grid, _Army(game, s), s.occupied[side], closed, s.displaced)


def combat_hex(s: HurtgenState, unit: int) -> int:
    """The hex of the retreating unit in the combat.

    The last path is the current one, and its first hex is the combat hex. Before the first step there is no path and
    the unit is still in its combat hex.
    """
    start = len(s.path_hexes)
    while start and s.path_hexes[start - 1] >= 0:
        start -= 1
    return s.path_hexes[start] if start < len(s.path_hexes) else s.at[unit]


class Retreats(Procedure["HurtgenGame", HurtgenState]):
    """Retreat all units of one side that a result drives back, one by one (ruling 7.62)."""

    name = "retreats"
    args = ("side", "number")

    def run(self, s: HurtgenState) -> None:
        _, side, length = s.agenda[-1]
        waiting = s.pending & self.game.units_of[side]
        if not waiting:
            self.pop(s)
        elif waiting & (waiting - 1):
            self.push(s, ChooseRetreat, side, length)
        else:
            send(self.game, s, waiting.bit_length() - 1, length)


def send(game: HurtgenGame, s: HurtgenState, unit: int, length: int) -> None:
    """Begin a unit's retreat."""
    s.pending &= ~(1 << unit)
    s.hit_now |= 1 << unit
    begin_path(s, unit)
    if unit in s.pushed_units:
        # A friend displaced it before, so its combat hex is the first of its path (ruling 7.81).
        s.path_hexes.append(s.pushed_from[s.pushed_units.index(unit)])
    s.agenda.append((game.codes[Retreating], unit, length))


class Beaten(Case["HurtgenGame", HurtgenState]):
    """The beaten side, and how many hexes its units retreat."""

    side: int
    length: int

    def __init__(self, game: HurtgenGame, s: HurtgenState) -> None:
        super().__init__(game, s)
        _, self.side, self.length = s.agenda[-1]


class ChooseRetreat(Owned["HurtgenGame", HurtgenState]):
    """The owner chooses which of several units retreats next."""

    name = "choose-retreat"
    args = ("side", "number")
    case = Beaten
    choices: ClassVar[tuple[Choice[Beaten], ...]] = (
        Choice(
            "retreat",
            Limit(
                "7.62",
                lambda c, units: units & c.s.pending & c.game.units_of[c.side],
                "{it} does not have to retreat now",
            ),
        ),
    )

    def prompt(self, s: HurtgenState) -> Prompt:
        return Prompt(f"Choose the unit that retreats next (length of retreat: {Beaten(self.game, s).length}).", "7.62")

    def do_retreat(self, s: HurtgenState, unit: int) -> None:
        _, _, length = s.agenda[-1]
        self.pop(s)
        send(self.game, s, unit, length)


class Retreating(Procedure["HurtgenGame", HurtgenState]):
    """Continue one unit's retreat to the next hex, or end it (7.74)."""

    name = "retreating"
    args = ("unit", "number")

    def run(self, s: HurtgenState) -> None:
        game = self.game
        _, unit, length = s.agenda[-1]
        origin, here = combat_hex(s, unit), s.at[unit]
        if game.board.grid.distance(origin, here) >= length:
            end_path(s)
            self.pop(s)
        elif next_hexes(Leaving(game, s), -1):
            self.push(s, RetreatStep, unit, length)
        else:
            s.path_hexes.append(here)
            end_path(s)
            eliminate(game, s, unit, "7.74", "no full retreat is open")
            self.pop(s)


class Going(Case["HurtgenGame", HurtgenState]):
    """A retreating or displaced unit about to move to the next hex."""

    unit: int

    def __init__(self, game: HurtgenGame, s: HurtgenState) -> None:
        super().__init__(game, s)
        _, self.unit, *_ = s.agenda[-1]
        self.side = game.side_of[self.unit]
        self.here = s.at[self.unit]

    @property
    def name(self) -> str:
        return self.game.counters[self.unit].id

    @lazy
    def router(self) -> Retreat:
        return router(self.game, self.s, self.side)


class Leaving(Going):
    """A retreating unit with its combat hex and the length of its retreat."""

    length: int

    def __init__(self, game: HurtgenGame, s: HurtgenState) -> None:
        super().__init__(game, s)
        _, _, self.length = s.agenda[-1]
        self.origin = combat_hex(s, self.unit)

    @property
    def left(self) -> int:
        """The number of hexes left to retreat."""
        return self.length - self.game.board.grid.distance(self.origin, self.here)

    @property
    def from_where(self) -> str:
        return self.game.place_name(self.origin)


def adjacent(c: Going, hexes: int) -> int:
    return hexes & c.game.board.grid.neighbours(1 << c.here)


def free_of_enemies(c: Going, hexes: int) -> int:
    return hexes & ~c.s.occupied[1 - c.side]


def over_open_hexsides(c: Going, hexes: int) -> int:
    """Hexsides closed to a unit's movement are closed to its retreat (7.72)."""
    return hexes & c.game.ground[c.unit].costs.next(1 << c.here)


def outside_enemy_zones(c: Going, hexes: int) -> int:
    return hexes & ~c.game.enemy_zone(c.s, c.side)


#: Hexes that no retreating or displaced unit may enter.
ENTRY: tuple[Row[Going], ...] = (
    Reason("7.7", adjacent, "{it} is not next to {c.name}, which moves one hex at a time"),
    Reason("5.12", free_of_enemies, "{it} holds an enemy unit"),
    Reason("7.72", over_open_hexsides, "{c.name} may not cross into {it}"),
    Reason("7.71", outside_enemy_zones, "{it} is in an enemy Zone of Control"),
)


def further_away(c: Leaving, hexes: int) -> int:
    """Every hex of a retreat leads further from the combat (7.74)."""
    distance = c.game.board.grid.distance
    gone = distance(c.origin, c.here)
    return of(h for h in bits(hexes) if distance(c.origin, h) > gone)


def next_hexes(c: Leaving, hexes: int) -> int:
    """The next hexes of the best routes: vacant ones first (7.73), then those that displace the fewest (7.82)."""
    return hexes & c.router.next_hexes(c.unit, c.here, c.origin, c.length)


def why_not_next(c: Leaving, h: int) -> str | Refusal:
    game, there = c.game, c.game.place_name(h)
    best, cost = prices_through(c, h)
    if best and cost and cost[0] > best[0]:
        return f"another route displaces fewer friendly units than the one through {there}"
    if cost:
        return Refusal(
            "7.82", f"another route displaces fewer friendly units a second time than the one through {there}"
        )
    if c.s.occupied[c.side] >> h & 1:
        friend = game.counters[game.unit_at(c.s, h)].id
        why = f"{friend} in {there} cannot make room for a full retreat of {c.name}, or only by displacing many others"
        return Refusal("7.82", why)
    return Refusal("7.74", f"from {there} {c.name} could not complete its retreat of {c.length} hexes")


def prices_through(c: Leaving, h: int) -> tuple[RouteCost | None, RouteCost | None]:
    """The lowest cost of a full retreat, and the lowest through a hex if it is not much higher."""
    best = None
    for bounded in islice(c.router.bounds(), _SLACK):
        prices = bounded.route_costs(c.unit, c.here, c.origin, c.length)
        best = best or min(prices.values(), default=None)
        if h in prices:
            return best, prices[h]
    return best, None


class RetreatStep(OneUnit["HurtgenGame", HurtgenState]):
    """The owner chooses the next hex of a retreat."""

    name = "retreat-step"
    args = ("unit", "number")
    case = Leaving
    choices: ClassVar[tuple[Choice[Leaving], ...]] = (
        Choice(
            "to",
            *ENTRY,
            Reason("7.74", further_away, "each hex of the retreat must take {c.name} further away from {c.from_where}"),
            Limit("7.73", next_hexes, why_not_next),
        ),
    )

    def prompt(self, s: HurtgenState) -> Prompt:
        c = Leaving(self.game, s)
        return Prompt(f"{c.name} retreats {c.left} more hex{'es' if c.left > 1 else ''}. Choose the next hex.", "7.7")

    def do_to(self, s: HurtgenState, h: int) -> None:
        _, unit, _ = s.agenda.pop()
        go_to(self.game, s, unit, h)


def go_to(game: HurtgenGame, s: HurtgenState, unit: int, h: int) -> None:
    """Move a unit to a hex after displacing the friend in it, if any."""
    s.agenda.append((game.codes[MakeRoom], unit, h))
    if s.occupied[game.side_of[unit]] >> h & 1:
        s.agenda.append((game.codes[Displace], game.unit_at(s, h)))


class MakeRoom(Procedure["HurtgenGame", HurtgenState]):
    """Move a retreating or displaced unit into a hex that is now vacant.

    A displaced unit has left the hex that was to be barraged (7.82b).
    """

    name = "make-room"
    args = ("unit", "hex")

    def run(self, s: HurtgenState) -> None:
        game = self.game
        _, unit, h = s.agenda.pop()
        here = s.at[unit]
        below = s.agenda[-1]
        if below[0] == game.codes[Retreating] and below[1] == unit:
            s.path_hexes.append(here)
            s.report(
                "7.7", "{} retreats from {} to {}", game.counters[unit].id, game.place_name(here), game.place_name(h)
            )
        else:
            if s.pending >> unit & 1 and unit not in s.pushed_units:
                s.pushed_units.append(unit)
                s.pushed_from.append(here)
            s.displaced |= 1 << unit
            s.hit_now |= 1 << unit
            s.report(
                "7.81",
                "{} is displaced from {} to {}",
                game.counters[unit].id,
                game.place_name(here),
                game.place_name(h),
            )
        place(game, s, unit, h)


class Displaced(Going):
    """A unit that makes room for a friend."""

    @lazy
    def chain(self) -> list[tuple[int, int]]:
        """The units waiting to enter a hex, with the hex, nearest first. The last is the retreating unit."""
        out: list[tuple[int, int]] = []
        code = self.game.codes[MakeRoom]
        for frame in reversed(self.s.agenda[:-1]):
            if frame[0] != code:
                break
            out.append((frame[1], frame[2]))
        return out

    @lazy
    def retreat(self) -> tuple[int, int]:
        """The retreating unit and the length of its retreat."""
        _, unit, length = self.s.agenda[-2 - len(self.chain)]
        return unit, length

    @property
    def retreater(self) -> str:
        return self.game.counters[self.retreat[0]].id

    @lazy
    def prices(self) -> dict[int, RouteCost]:
        """The hexes the displaced unit may enter, each with the lowest cost of the rest of the retreat.

        The waiting units move up one after the other. Only paths that let the retreating unit complete its retreat
        count; it was sent here because there is one.
        """
        s, unit, here = self.s, self.unit, self.here
        retreater, length = self.retreat
        waiting = of(s.at[mover] for mover, _ in self.chain) | 1 << here
        for bounded in self.router.bounds():
            out: dict[int, RouteCost] = {}
            for h, after in bounded.displacements(unit, here, waiting):
                for mover, there in self.chain:
                    after = after.moved_to(mover, s.at[mover], there)
                price = after.least_cost(retreater, self.chain[-1][1], combat_hex(s, retreater), length)
                if price is not None and (h not in out or price < out[h]):
                    out[h] = price
            if out:
                return out
        return {}


def least_displaced(c: Displaced, hexes: int) -> int:
    """The hexes for which the whole retreat displaces the fewest friends (7.82)."""
    best = min(c.prices.values(), default=None)
    return hexes & of(h for h, price in c.prices.items() if price == best)


def why_not_displaced(c: Displaced, h: int) -> str:
    there = c.game.place_name(h)
    if c.s.occupied[c.side] >> h & 1:
        return f"{c.name} may not displace the unit in {there}: it can move elsewhere, or that unit cannot move"
    return f"with {c.name} in {there}, {c.retreater} could not retreat, or would displace more units"


class Displace(OneUnit["HurtgenGame", HurtgenState]):
    """The owner moves a displaced unit one hex, as if it were retreating (7.81)."""

    name = "displace"
    args = ("unit",)
    case = Displaced
    choices: ClassVar[tuple[Choice[Displaced], ...]] = (
        Choice("to", *ENTRY, Limit("7.82", least_displaced, why_not_displaced)),
    )

    def prompt(self, s: HurtgenState) -> Prompt:
        return Prompt(f"{Displaced(self.game, s).name} is displaced. Choose the hex it moves to.", "7.81")

    def do_to(self, s: HurtgenState, h: int) -> None:
        _, unit = s.agenda.pop()
        go_to(self.game, s, unit, h)
