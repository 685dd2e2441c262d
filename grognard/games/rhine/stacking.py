"""Chapter 6: stacking. Four divisions a hex, and no two Allied army groups in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import Offer, Procedure, Prompt, Step
from ...hexes import bits
from ...mechanics.stacks import units_in
from .pieces import eliminate
from .state import RhineState

if TYPE_CHECKING:
    from .game import RhineGame


def load(game: RhineGame, units: int) -> int:
    """What units count for stacking, in half divisions (6.3)."""
    r = game.roster
    return 4 * (units & r.corps).bit_count() + 2 * (units & r.divisions).bit_count() + (units & r.brigades).bit_count()


def one_group(game: RhineGame, units: int) -> bool:
    """Whether units can be said to belong to one army group (6.4, 6.5); German units always do.

    An airborne corps counts as US or BC, the French 2nd Armored as US or F.
    """
    groups = game.roster.groups
    either, corps = units & game.roster.us_or_f, units & groups["1aaa"]
    us, bc, f = units & groups["us"], units & groups["bc"], units & groups["f"] & ~game.roster.us_or_f
    if bool(us) + bool(bc) + bool(f) > 1:
        return False
    return not (f and corps) and not (bc and either)


def legal(game: RhineGame, s: RhineState, units: int, h: int) -> bool:
    """Whether these units may stand in a hex together (6.3, 6.4, 6.9)."""
    if load(game, units) > game.tables.stacking_limit:
        return False
    return bool(s.antwerp and h == game.antwerp) or one_group(game, units)


def rooms(game: RhineGame, s: RhineState, hexes: int, units: int) -> int:
    """Those of the hexes that these units may be added to. Alone they may stand anywhere."""
    side = game.side_of[units.bit_length() - 1]
    mine = hexes & s.occupied[side]
    if not mine:
        return hexes
    out = hexes & ~mine
    for h in bits(mine):
        if legal(game, s, units_in(s.at, h) | units, h):
            out |= 1 << h
    return out


def room(game: RhineGame, s: RhineState, h: int, unit: int) -> bool:
    return legal(game, s, units_in(s.at, h) | 1 << unit, h)


def overstacked(game: RhineGame, s: RhineState) -> int:
    """The hexes whose units may not stand together."""
    several = s.heights[1] | s.heights[2] | s.heights[3]
    return sum(1 << h for h in bits(several) if not legal(game, s, units_in(s.at, h), h))


def removable(game: RhineGame, s: RhineState, h: int) -> int:
    """Units whose removal brings a stack nearer to the rules."""
    units = units_in(s.at, h)
    if load(game, units) > game.tables.stacking_limit:
        return units
    fine = sum(1 << u for u in bits(units) if one_group(game, units & ~(1 << u)))
    return fine or units


class StackingCheck(Procedure):
    """At the end of a phase each side brings its hexes into order (6.2)."""

    name = "stacking-check"

    def run(self, s: RhineState) -> None:
        over = overstacked(self.game, s)
        if over:
            self.push(s, RemoveOverstack, (over & -over).bit_length() - 1)
        else:
            self.pop(s)


class RemoveOverstack(Step):
    """The owner chooses a unit to eliminate (6.2)."""

    name = "remove-overstack"
    args = ("hex",)

    def seat(self, s: RhineState) -> str:
        side = 0 if s.occupied[0] >> s.agenda[-1][1] & 1 else 1
        return str(self.game.sides[side])

    def prompt(self, s: RhineState) -> Prompt:
        there = self.game.place_name(s.agenda[-1][1])
        return Prompt(f"The units in {there} may not stack: choose one to eliminate.", "6.2")

    def offer(self, s: RhineState) -> Offer:
        return {"remove": removable(self.game, s, s.agenda[-1][1])}

    def do_remove(self, s: RhineState, unit: int) -> None:
        self.pop(s)
        eliminate(self.game, s, unit, "6.2")

    def refuse(self, s: RhineState, verb: str, arg: int) -> Refusal:
        if verb != "remove":
            return self.out_of_place(s, verb)
        name, there = self.game.counters[arg].id, self.game.place_name(s.agenda[-1][1])
        if s.at[arg] == s.agenda[-1][1]:
            return Refusal("6.2", f"with {name} gone the units in {there} could still not stack")
        return Refusal("6.2", f"{name} is not in {there}")
