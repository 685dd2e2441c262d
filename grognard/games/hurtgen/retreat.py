"""Chapters 7.7 and 7.8: retreat and displacement.

The routes themselves are :mod:`grognard.mechanics.retreat`; here are the owner's decisions.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import Offer, Procedure, Prompt, Step
from ...hexes import Costs, of
from ...mechanics.retreat import Price, Retreat
from .state import HurtgenState
from .units import eliminate, place

if TYPE_CHECKING:
    from .game import HurtgenGame

#: An explanation looks for ways that displace fewer friends than this.
_SLACK = 5


def begin_path(s: HurtgenState, unit: int) -> None:
    """A unit begins to leave a path of retreat (7.91)."""
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
    """The route finder for one side: closed to it are enemies and their zones (7.71)."""
    enemies = s.occupied[1 - side]
    barred = enemies | game.zones.of(enemies) | ~game.board.playable
    return Retreat(game.board.grid, _Army(game, s), s.occupied[side], barred, s.displaced)


def combat_hex(s: HurtgenState, unit: int) -> int:
    """Where the unit that is retreating now stood in the combat.

    The path in the making is the last one, and its first hex is the combat hex; before the first
    step there is none yet, and the unit still stands there.
    """
    start = len(s.path_hexes)
    while start and s.path_hexes[start - 1] >= 0:
        start -= 1
    return s.path_hexes[start] if start < len(s.path_hexes) else s.at[unit]


class Retreats(Procedure):
    """All units of one side that a result drives back, one after the other (ruling 7.62)."""

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
            ChooseRetreat.send(self.game, s, waiting.bit_length() - 1, length)


class ChooseRetreat(Step):
    """The owner says which of several units goes next."""

    name = "choose-retreat"
    args = ("side", "number")

    def seat(self, s: HurtgenState) -> str:
        return str(self.game.sides[s.agenda[-1][1]])

    def prompt(self, s: HurtgenState) -> Prompt:
        return Prompt(f"Choose the unit that retreats next (hexes: {s.agenda[-1][2]}).", "7.62")

    def offer(self, s: HurtgenState) -> Offer:
        return {"retreat": s.pending & self.game.units_of[s.agenda[-1][1]]}

    def do_retreat(self, s: HurtgenState, unit: int) -> None:
        length = s.agenda[-1][2]
        self.pop(s)
        self.send(self.game, s, unit, length)

    @staticmethod
    def send(game: HurtgenGame, s: HurtgenState, unit: int, length: int) -> None:
        """A unit begins its retreat."""
        s.pending &= ~(1 << unit)
        s.hit_now |= 1 << unit
        begin_path(s, unit)
        if unit in s.pushed_units:
            # A friend displaced it first: the hex it stood in counts as the first of its path (ruling 7.81).
            s.path_hexes.append(s.pushed_from[s.pushed_units.index(unit)])
        s.agenda.append((game.codes[Retreating], unit, length))

    def refuse(self, s: HurtgenState, verb: str, arg: int) -> Refusal:
        if verb != "retreat":
            return self.out_of_place(s, verb)
        return Refusal("7.62", f"{self.game.counters[arg].id} does not have to retreat now")


class Retreating(Procedure):
    """One unit's retreat: on to the next hex, or the end of it (7.74)."""

    name = "retreating"
    args = ("unit", "number")

    def run(self, s: HurtgenState) -> None:
        game: HurtgenGame = self.game
        _, unit, length = s.agenda[-1]
        origin, here = combat_hex(s, unit), s.at[unit]
        if game.board.grid.distance(origin, here) >= length:
            end_path(s)
            self.pop(s)
        elif RetreatStep.options(game, s, unit, length):
            self.push(s, RetreatStep, unit, length)
        else:
            s.path_hexes.append(here)
            end_path(s)
            eliminate(game, s, unit, "7.74")
            self.pop(s)


class RetreatStep(Step):
    """The owner chooses the next hex of a retreat."""

    name = "retreat-step"
    args = ("unit", "number")

    def seat(self, s: HurtgenState) -> str:
        return str(self.game.counters[s.agenda[-1][1]].side)

    def prompt(self, s: HurtgenState) -> Prompt:
        _, unit, length = s.agenda[-1]
        left = length - self.game.board.grid.distance(combat_hex(s, unit), s.at[unit])
        name = self.game.counters[unit].id
        return Prompt(f"{name} retreats {left} more hex{'es' if left > 1 else ''}: choose the next one.", "7.7")

    @staticmethod
    def options(game: HurtgenGame, s: HurtgenState, unit: int, length: int) -> int:
        return router(game, s, game.side_of[unit]).next_hexes(unit, s.at[unit], combat_hex(s, unit), length)

    def offer(self, s: HurtgenState) -> Offer:
        _, unit, length = s.agenda[-1]
        return {"to": self.options(self.game, s, unit, length)}

    def do_to(self, s: HurtgenState, h: int) -> None:
        _, unit, _ = s.agenda.pop()
        go_to(self.game, s, unit, h)

    def refuse(self, s: HurtgenState, verb: str, arg: int) -> Refusal:
        if verb != "to":
            return self.out_of_place(s, verb)
        _, unit, length = s.agenda[-1]
        return refuse_step(self.game, s, unit, arg, combat_hex(s, unit), length)


def go_to(game: HurtgenGame, s: HurtgenState, unit: int, h: int) -> None:
    """A unit goes to a hex as soon as the friend in it, if there is one, has been displaced."""
    s.agenda.append((game.codes[MakeRoom], unit, h))
    if s.occupied[game.side_of[unit]] >> h & 1:
        s.agenda.append((game.codes[Displace], game.unit_at(s, h)))


class MakeRoom(Procedure):
    """A retreating or displaced unit enters a hex that is vacant now."""

    name = "make-room"
    args = ("unit", "hex")

    def run(self, s: HurtgenState) -> None:
        game: HurtgenGame = self.game
        _, unit, h = s.agenda.pop()
        here = s.at[unit]
        below = s.agenda[-1]
        if below[0] == game.codes[Retreating] and below[1] == unit:
            s.path_hexes.append(here)
            s.tell("7.7", "{} retreats from {} to {}", game.counters[unit].id, game.place_name(here),
                   game.place_name(h))  # fmt: skip
        else:
            if s.pending >> unit & 1 and unit not in s.pushed_units:
                s.pushed_units.append(unit)
                s.pushed_from.append(here)
            s.displaced |= 1 << unit
            s.hit_now |= 1 << unit
            s.tell("7.81", "{} is displaced from {} to {}", game.counters[unit].id, game.place_name(here),
                   game.place_name(h))  # fmt: skip
        place(game, s, unit, h)


class Displace(Step):
    """The owner moves a displaced unit one hex, as if it were retreating (7.81)."""

    name = "displace"
    args = ("unit",)

    def seat(self, s: HurtgenState) -> str:
        return str(self.game.counters[s.agenda[-1][1]].side)

    def prompt(self, s: HurtgenState) -> Prompt:
        name = self.game.counters[s.agenda[-1][1]].id
        return Prompt(f"{name} is displaced one hex: choose it.", "7.81")

    def offer(self, s: HurtgenState) -> Offer:
        prices = self._prices(s)
        best = min(prices.values(), default=None)
        return {"to": of(h for h, price in prices.items() if price == best)}

    def _prices(self, s: HurtgenState) -> dict[int, Price]:
        """Where the displaced unit may go, with the least price of the whole retreat from there on.

        Those who wait for room enter it one after the other; the last of them is the unit that
        retreats. Only ways that let it complete its retreat count: it was sent here because there is one.
        """
        game: HurtgenGame = self.game
        unit = s.agenda[-1][1]
        chain, retreater, length = self._chain(s)
        find = router(game, s, game.side_of[unit])
        waiting = 1 << s.at[unit]
        for mover, _ in chain:
            waiting |= 1 << s.at[mover]
        for bounded in find.bounds():
            out: dict[int, Price] = {}
            for h, after in bounded.displacements(unit, s.at[unit], waiting):
                for mover, there in chain:
                    after = after.moved_to(mover, s.at[mover], there)
                price = after.least(retreater, chain[-1][1], combat_hex(s, retreater), length)
                if price is not None and (h not in out or price < out[h]):
                    out[h] = price
            if out:
                return out
        return {}

    def _chain(self, s: HurtgenState) -> tuple[list[tuple[int, int]], int, int]:
        """Who waits to enter which hex, nearest first; the unit that retreats, and how far."""
        chain: list[tuple[int, int]] = []
        code = self.game.codes[MakeRoom]
        for frame in reversed(s.agenda[:-1]):
            if frame[0] != code:
                return chain, frame[1], frame[2]
            chain.append((frame[1], frame[2]))
        raise AssertionError("a displacement without a retreat")

    def do_to(self, s: HurtgenState, h: int) -> None:
        _, unit = s.agenda.pop()
        go_to(self.game, s, unit, h)

    def refuse(self, s: HurtgenState, verb: str, arg: int) -> Refusal:
        if verb != "to":
            return self.out_of_place(s, verb)
        return refuse_displacement(self.game, s, s.agenda[-1][1], arg, self._chain(s)[1])


def refuse_entry(game: HurtgenGame, s: HurtgenState, unit: int, h: int) -> Refusal | None:
    """Why a retreating or displaced unit may not enter a hex at all, or None."""
    side, here = game.side_of[unit], s.at[unit]
    name, there = game.counters[unit].id, game.place_name(h)
    if not game.board.grid.adjacent(here, h):
        return Refusal("7.7", f"{there} is not next to {name}: it goes hex by hex")
    if s.occupied[1 - side] >> h & 1:
        return Refusal("5.12", f"{there} holds an enemy unit")
    if not game.ground[unit].open(here, h):
        return Refusal("7.72", f"{name} may not cross into {there}")
    if game.enemy_zone(s, side) >> h & 1:
        return Refusal("7.71", f"{there} is in an enemy zone of control")
    return None


def refuse_step(game: HurtgenGame, s: HurtgenState, unit: int, h: int, origin: int, length: int) -> Refusal:
    """Why a retreating unit may not go to a hex."""
    side, here = game.side_of[unit], s.at[unit]
    name, there = game.counters[unit].id, game.place_name(h)
    barred = refuse_entry(game, s, unit, h)
    if barred is not None:
        return barred
    if game.board.grid.distance(origin, h) <= game.board.grid.distance(origin, here):
        return Refusal("7.74", f"{name} must get further away from {game.place_name(origin)} with every hex")
    bounds = islice(router(game, s, side).bounds(), _SLACK)
    if any(h in bounded.route_prices(unit, here, origin, length) for bounded in bounds):
        return Refusal("7.73", f"another way displaces fewer friends than the one through {there}, or none")
    if s.occupied[side] >> h & 1:
        friend = game.counters[game.unit_at(s, h)].id
        why = f"{friend} in {there} cannot make room for a full retreat of {name}, or only by pushing many others"
        return Refusal("7.82", why)
    return Refusal("7.74", f"from {there} {name} could not complete its retreat of {length}")


def refuse_displacement(game: HurtgenGame, s: HurtgenState, unit: int, h: int, retreater: int) -> Refusal:
    """Why a displaced unit may not go to a hex."""
    name, there = game.counters[unit].id, game.place_name(h)
    barred = refuse_entry(game, s, unit, h)
    if barred is not None:
        return barred
    if s.occupied[game.side_of[unit]] >> h & 1:
        return Refusal("7.82", f"{name} may not displace a friend in {there}: it has another way, or he has none")
    other = game.counters[retreater].id
    return Refusal("7.82", f"with {name} in {there}, {other} could not retreat, or would displace more units")
