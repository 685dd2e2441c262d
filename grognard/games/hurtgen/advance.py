"""Chapter 7.9: advance after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import ONLY, Offer, Procedure, Prompt, Step
from ...hexes import bits
from .retreat import paths
from .state import HurtgenState
from .units import place

if TYPE_CHECKING:
    from .game import HurtgenGame


def winners(game: HurtgenGame, s: HurtgenState, side: int) -> int:
    """The units that fought next door on the winning side and have not advanced yet (7.91, 7.94)."""
    units = s.attackers if side == s.phasing else s.targets
    return units & ~s.advanced


def advance_hexes(game: HurtgenGame, s: HurtgenState, unit: int) -> int:
    """The hexes on paths of retreat a unit may advance to (7.91 to 7.95).

    It follows a path from its beginning, over hexsides it may cross, past friends but not past
    enemies, and stops where nobody stands. Zones do not matter (7.93).
    """
    ground, grid, here = game.ground[unit], game.board.grid, s.at[unit]
    enemies = s.occupied[1 - game.side_of[unit]]
    taken = s.occupied[0] | s.occupied[1]
    out = 0
    for _, path in paths(s):
        if not grid.adjacent(here, path[0]):
            continue
        before = here
        for h in path:
            if h == before or enemies >> h & 1 or not ground.open(before, h):
                break
            if not taken >> h & 1:
                out |= 1 << h
            before = h
    return out


class Advances(Procedure):
    """The winning side may follow the paths of retreat, at once (7.96)."""

    name = "advances"
    args = ("side",)

    def run(self, s: HurtgenState) -> None:
        side = s.agenda[-1][1]
        if ChooseAdvance.able(self.game, s, side):
            self.push(s, ChooseAdvance, side)
        else:
            self.pop(s)


class ChooseAdvance(Step):
    """Which victorious unit advances, if any."""

    name = "choose-advance"
    args = ("side",)

    def seat(self, s: HurtgenState) -> str:
        return str(self.game.sides[s.agenda[-1][1]])

    def prompt(self, s: HurtgenState) -> Prompt:
        return Prompt("Choose a victorious unit to advance, or pass.", "7.9")

    @staticmethod
    def able(game: HurtgenGame, s: HurtgenState, side: int) -> int:
        out = 0
        for u in bits(winners(game, s, side)):
            if s.at[u] >= 0 and advance_hexes(game, s, u):
                out |= 1 << u
        return out

    def offer(self, s: HurtgenState) -> Offer:
        return {"advance": self.able(self.game, s, s.agenda[-1][1]), "pass": ONLY}

    def do_advance(self, s: HurtgenState, unit: int) -> None:
        self.pop(s)
        self.push(s, AdvanceTo, unit)

    def do_pass(self, s: HurtgenState, _: int) -> None:
        self.pop(s)
        self.pop(s)

    def refuse(self, s: HurtgenState, verb: str, arg: int) -> Refusal:
        game: HurtgenGame = self.game
        if verb != "advance":
            return self.out_of_place(s, verb)
        name, side = game.counters[arg].id, s.agenda[-1][1]
        if s.advanced >> arg & 1:
            return Refusal("7.92", f"{name} has advanced already")
        if not winners(game, s, side) >> arg & 1:
            return Refusal("7.94", f"{name} did not fight next to the beaten unit on the winning side")
        starts = [path[0] for _, path in paths(s) if game.board.grid.adjacent(s.at[arg], path[0])]
        if game.roster.vehicles >> arg & 1 and not any(game.ground[arg].open(s.at[arg], h) for h in starts):
            return Refusal("5.24", f"{name} may not cross into {game.place_name(starts[0])} without a road or trail")
        return Refusal("7.91", f"there is no vacant hex on a path of retreat that {name} can follow")


class AdvanceTo(Step):
    """How far along the path the unit goes (7.92)."""

    name = "advance-to"
    args = ("unit",)

    def seat(self, s: HurtgenState) -> str:
        return str(self.game.counters[s.agenda[-1][1]].side)

    def prompt(self, s: HurtgenState) -> Prompt:
        return Prompt(f"Choose how far {self.game.counters[s.agenda[-1][1]].id} advances.", "7.92")

    def offer(self, s: HurtgenState) -> Offer:
        return {"to": advance_hexes(self.game, s, s.agenda[-1][1])}

    def do_to(self, s: HurtgenState, h: int) -> None:
        game: HurtgenGame = self.game
        _, unit = s.agenda.pop()
        s.tell("7.9", "{} advances to {}", game.counters[unit].id, game.place_name(h))
        place(game, s, unit, h)
        s.advanced |= 1 << unit

    def refuse(self, s: HurtgenState, verb: str, arg: int) -> Refusal:
        game: HurtgenGame = self.game
        if verb != "to":
            return self.out_of_place(s, verb)
        there, on_path = game.place_name(arg), any(arg in path for _, path in paths(s))
        name = game.counters[s.agenda[-1][1]].id
        if not on_path:
            return Refusal("7.95", f"{there} is not on a path of retreat")
        if (s.occupied[0] | s.occupied[1]) >> arg & 1:
            return Refusal("5.31", f"{there} is not vacant")
        return Refusal("7.91", f"{name} cannot follow the path as far as {there}")
