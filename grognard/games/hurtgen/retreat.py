"""Chapters 7.7 and 7.8: retreat and displacement.

The routes themselves are :mod:`grognard.mechanics.retreat`; here are the owner's decisions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import Offer, Procedure, Prompt, Step
from ...hexes import Costs, bits
from ...mechanics.retreat import Retreat
from .state import HurtgenState
from .units import eliminate, place

if TYPE_CHECKING:
    from .game import HurtgenGame


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
    return Retreat(game.board.grid, _Army(game, s), s.occupied[side], barred)


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
        return Prompt(f"Choose the unit that retreats {s.agenda[-1][2]} next.", "7.62")

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
        game: HurtgenGame = self.game
        _, unit, _ = s.agenda.pop()
        self.push(s, MakeRoom, unit, h)
        if s.occupied[game.side_of[unit]] >> h & 1:
            self.push(s, Displace, game.unit_at(s, h))

    def refuse(self, s: HurtgenState, verb: str, arg: int) -> Refusal:
        if verb != "to":
            return self.out_of_place(s, verb)
        _, unit, length = s.agenda[-1]
        return refuse_step(self.game, s, unit, arg, combat_hex(s, unit), length)


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

    def _waiting(self, s: HurtgenState) -> int:
        """The hexes of those who wait for this unit to make room, and its own."""
        hexes, code = 0, self.game.codes[MakeRoom]
        for frame in reversed(s.agenda[:-1]):
            if frame[0] != code:
                break
            hexes |= 1 << s.at[frame[1]] | 1 << frame[2]
        return hexes

    def offer(self, s: HurtgenState) -> Offer:
        game: HurtgenGame = self.game
        unit = s.agenda[-1][1]
        find = router(game, s, game.side_of[unit])
        hexes = find.displacement_hexes(unit, s.at[unit], self._waiting(s))
        return {"to": self._without_dead_ends(s, unit, hexes)}

    def _without_dead_ends(self, s: HurtgenState, unit: int, hexes: int) -> int:
        """Of several hexes, those after which the retreat can still be completed, if there are any."""
        if not hexes & (hexes - 1):
            return hexes
        good = 0
        for h in bits(hexes):
            if self._completes(s, unit, h):
                good |= 1 << h
        return good or hexes

    def _completes(self, s: HurtgenState, unit: int, h: int) -> bool:
        """Play the displacement out on a copy: does the unit that retreats get to its end?"""
        game: HurtgenGame = self.game
        if s.occupied[game.side_of[unit]] >> h & 1:
            return True  # a chain: judged when its last unit moves
        trial = s.copy()
        trial.agenda.pop()
        place(game, trial, unit, h)
        while game.steps[trial.agenda[-1][0]].name == "make-room":
            game.steps[trial.agenda[-1][0]].run(trial)  # type: ignore[attr-defined]
        _, retreater, length = trial.agenda[-1]
        origin = combat_hex(trial, retreater)
        gone = game.board.grid.distance(origin, trial.at[retreater])
        return gone >= length or router(game, trial, game.side_of[retreater]).completes(
            retreater, trial.at[retreater], origin, length
        )

    def do_to(self, s: HurtgenState, h: int) -> None:
        game: HurtgenGame = self.game
        _, unit = s.agenda.pop()
        self.push(s, MakeRoom, unit, h)
        if s.occupied[game.side_of[unit]] >> h & 1:
            self.push(s, Displace, game.unit_at(s, h))

    def refuse(self, s: HurtgenState, verb: str, arg: int) -> Refusal:
        if verb != "to":
            return self.out_of_place(s, verb)
        unit = s.agenda[-1][1]
        return refuse_step(self.game, s, unit, arg, s.at[unit], 1)


def refuse_step(game: HurtgenGame, s: HurtgenState, unit: int, h: int, origin: int, length: int) -> Refusal:
    """Why a retreating or displaced unit may not go to a hex."""
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
    if game.board.grid.distance(origin, h) <= game.board.grid.distance(origin, here):
        return Refusal("7.74", f"{name} must get further away from {game.place_name(origin)} with every hex")
    if s.occupied[side] >> h & 1:
        return Refusal("7.73", f"{there} is held by a friend, and there is a way that displaces fewer or none")
    return Refusal("7.74", f"from {there} {name} could not complete its retreat of {length}")
