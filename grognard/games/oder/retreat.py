"""Chapter 11.6.1: retreat after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import Offer, Procedure, Prompt, Step
from ...hexes import bits, of
from . import stacking
from .regroup import eliminate
from .state import OderState
from .units import enter

if TYPE_CHECKING:
    from .game import OderGame


def legal(game: OderGame, s: OderState, side: int, hexes: int) -> int:
    """The hexes next to these into which a unit of the side may retreat (7.2, 11.6.1)."""
    enemies = s.occupied[1 - side]
    closed = enemies | game.zones.of(enemies) | game.bridges | game.sea
    return game.lines.next(hexes) & ~closed


def options(game: OderGame, s: OderState, unit: int) -> int:
    """Where a retreating unit goes next: a hex with room if there is one, nearer to a source if it can;
    otherwise through a full hex by the shortest way to one with room (rulings 11.6.1)."""
    side, here = game.side_of[unit], s.at[unit]
    around = legal(game, s, side, 1 << here) & ~(1 << s.target)
    good = stacking.rooms(game, s, around, unit)
    if good:
        return _nearer(game, s, side, here, good)
    # Every legal hex is full: on through them, layer by layer, until somewhere has room.
    first, seen, layer = around, around | 1 << here | 1 << s.target, around
    layers = [around]
    while layer:
        layer = legal(game, s, side, layer) & ~seen
        seen |= layer
        layers.append(layer)
        ends = stacking.rooms(game, s, layer, unit)
        if ends:
            for before in reversed(layers[:-1]):
                ends = game.lines.next(ends) & before
            return _nearer(game, s, side, here, ends & first)
    return 0


def _nearer(game: OderGame, s: OderState, side: int, here: int, hexes: int) -> int:
    """Of these hexes those closer to a supply source than here, if any are (ruling 11.6.1)."""
    sources = list(bits(game.sources[side] & ~s.occupied[1 - side]))
    if not sources:
        return hexes
    distance = game.board.grid.distance
    now = min(distance(here, source) for source in sources)
    closer = of(h for h in bits(hexes) if min(distance(h, source) for source in sources) < now)
    return closer or hexes


class Retreats(Procedure):
    """All units of the defending hex retreat, one after the other."""

    name = "retreats"

    def run(self, s: OderState) -> None:
        game: OderGame = self.game
        stuck = s.pending & game.roster.static
        if stuck:
            unit = (stuck & -stuck).bit_length() - 1
            eliminate(game, s, unit, "10.1")
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

    def seat(self, s: OderState) -> str:
        return str(self.game.sides[1 - s.phasing])

    def prompt(self, s: OderState) -> Prompt:
        return Prompt("Choose the unit that retreats next.", "11.6.1")

    def offer(self, s: OderState) -> Offer:
        return {"retreat": s.pending}

    def do_retreat(self, s: OderState, unit: int) -> None:
        s.pending &= ~(1 << unit)
        self.pop(s)
        self.push(s, Retreating, unit)

    def refuse(self, s: OderState, verb: str, arg: int) -> Refusal:
        if verb != "retreat":
            return self.out_of_place(s, verb)
        return Refusal("11.6.1", f"{self.game.counters[arg].id} does not have to retreat now")


class Retreating(Procedure):
    """One unit's retreat: done once it has left the hex and stands within the limit."""

    name = "retreating"
    args = ("unit",)

    def run(self, s: OderState) -> None:
        game: OderGame = self.game
        unit = s.agenda[-1][1]
        if s.at[unit] != s.target and stacking.room(game, s, s.at[unit], unit):
            self.pop(s)
        elif options(game, s, unit):
            self.push(s, RetreatStep, unit)
        else:
            self.pop(s)
            eliminate(game, s, unit, "11.6.1")


class RetreatStep(Step):
    """The owner chooses the hex."""

    name = "retreat-step"
    args = ("unit",)

    def seat(self, s: OderState) -> str:
        return str(self.game.counters[s.agenda[-1][1]].side)

    def prompt(self, s: OderState) -> Prompt:
        name = self.game.counters[s.agenda[-1][1]].id
        if s.at[s.agenda[-1][1]] != s.target:
            return Prompt(f"There is no room: {name} retreats on.", "11.6.1")
        return Prompt(f"{name} retreats one hex: choose it.", "11.6.1")

    def offer(self, s: OderState) -> Offer:
        return {"to": options(self.game, s, s.agenda[-1][1])}

    def do_to(self, s: OderState, h: int) -> None:
        game: OderGame = self.game
        _, unit = s.agenda.pop()
        s.tell("11.6.1", "{} retreats to {}", game.counters[unit].id, game.place_name(h))
        enter(game, s, unit, h)

    def refuse(self, s: OderState, verb: str, arg: int) -> Refusal:
        game: OderGame = self.game
        if verb != "to":
            return self.out_of_place(s, verb)
        unit = s.agenda[-1][1]
        side, there, name = game.side_of[unit], game.place_name(arg), game.counters[unit].id
        if not game.board.grid.adjacent(s.at[unit], arg):
            return Refusal("11.6.1", f"{there} is not adjacent to {name}")
        if s.occupied[1 - side] >> arg & 1:
            return Refusal("11.6.1", f"{there} is occupied by the enemy")
        if game.zones.of(s.occupied[1 - side]) >> arg & 1:
            return Refusal("7.2", f"{there} is in an enemy zone")
        if game.bridges >> arg & 1:
            return Refusal("11.6.1", f"{there} is a land bridge hex")
        if not legal(game, s, side, 1 << s.at[unit]) >> arg & 1:
            return Refusal("11.6.1", f"{name} may not cross into {there}")
        if not stacking.room(game, s, arg, unit):
            found = options(game, s, unit)
            if stacking.rooms(game, s, found, unit):
                return Refusal("11.6.1", f"{there} has no room, and there is a hex that has")
            return Refusal("11.6.1", f"{there} has no room; another way leads nearer to supply or to room")
        return Refusal("11.6.1", f"another hex lies closer to a supply source than {there}")
