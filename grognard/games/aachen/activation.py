"""Chapters 6.3, 7.1 and 7.2: a Formation Activation, its Action Points, and the choice of the next Action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.limits import lazy
from ...engine.step import AnyStep, Procedure, Prompt
from ...hexes import bits
from . import command, victory
from .formations import disclose, members
from .luck import AachenDie
from .movement import March, march_of_units
from .stacking import Owner
from .state import AachenState
from .supply import is_supplied

if TYPE_CHECKING:
    from .game import AachenGame


def begin(game: AachenGame, s: AachenState, hq: int, *, reaction: bool) -> None:
    """Begin an activation or a Formation Reaction: supply (5.7.1), then the level goes down, then the die (6.3, 6.4.2).

    The column of the die is that of the level before (ruling 6.3.2e). An HQ without supply expends Emergency Supply;
    one that has done so before goes down to level 0 (5.7.3, 6.3.3).
    """
    index = game.hq_formation[hq]
    column = s.level[index]
    name = game.roster.formations[index].name
    s.announce("6.4.2" if reaction else "6.3", "the {} {}", name, "reacts" if reaction else "is activated")
    s.level[index] = column - 1
    if not is_supplied(game, s, hq):
        if s.flipped >> hq & 1:
            s.level[index] = 0
            s.announce("5.7.3", "its HQ is unsupplied again: the Activation Level falls to 0")
        else:
            s.flipped |= 1 << hq
            s.announce("5.7.3", "its HQ is unsupplied and expends Emergency Supply")
    back, s.phasing = s.phasing, game.side_of[hq]
    s.hand = []
    if not reaction:
        s.answer = 0
    s.agenda.append((game.codes[Activation], hq, int(reaction), back))
    s.agenda.append((game.codes[ActionPointDie], hq, int(reaction), column, 0, 0))


def points_text(points: int) -> str:
    """A number of Action Points, for a sentence."""
    return f"{points} Action Point{'s' if points != 1 else ''}"


class ActionPointDie(AachenDie):
    """The die for Action Points (6.3.2, 6.4.2). Arguments: the HQ, whether it reacts, the column, and the die's own."""

    name = "ap-die"
    args = ("unit", "number", "number", "number", "number")

    def side(self, s: AachenState) -> int:
        _, hq, *_ = s.agenda[-1]
        return self.game.side_of[hq]

    def prompt(self, s: AachenState) -> Prompt:
        _, hq, reaction, *_ = s.agenda[-1]
        name = self.game.roster.formations[self.game.hq_formation[hq]].name
        return Prompt(f"Roll for the Action Points of the {name}.", "6.4.2" if reaction else "6.3.2")

    def effect(self, s: AachenState, roll: int) -> None:
        _, _, reaction, column, _, again = s.agenda.pop()
        tables = self.game.tables
        points = tables.reaction_points(column, roll) if reaction else tables.points(column, roll)
        s.purse[s.phasing] = points
        s.fresh = 0 if again else column
        s.announce("6.4.2" if reaction else "6.3.2", "a {} at level {}: {}", roll, column, points_text(points))


class Activation(Procedure["AachenGame", AachenState]):
    """One Action after the other until the points are spent or the side is done. Arguments: the HQ, whether it reacts,
    and the side whose turn it was before."""

    name = "activation"
    args = ("unit", "number", "side")

    def run(self, s: AachenState) -> None:
        from .actions import Act

        _, hq, _, _ = s.agenda[-1]
        s.hand = []
        victory.check(self.game, s)  # a unit that was there may be in command now (ruling 10.4p)
        if s.over:
            return
        if s.purse[s.phasing] and members(self.game, s, self.game.hq_formation[hq]) & s.on_map:
            self.push(s, Act, hq)
        else:
            finish(self.game, s)


def finish(game: AachenGame, s: AachenState) -> None:
    """The activation on top of the agenda ends; unused points are lost (7.1)."""
    _, _, reaction, back = s.agenda.pop()
    s.purse[s.phasing] = 0
    s.fresh, s.hand = 0, []
    s.phasing = back
    if reaction:
        s.announce("6.4.3", "the reaction is over; the {} side goes on", game.side_names[game.sides[back]])


class Acting(Owner):
    """The formation or the stack that acts, its points, and what each of its units may do.

    The frame below says who acts: an activation, or the bonus of a battle that was won (7.5.3).
    """

    def __init__(self, game: AachenGame, s: AachenState) -> None:
        super().__init__(game, s)
        self.side = s.phasing
        self.purse = s.purse[s.phasing]
        self.mine = game.units_of[s.phasing]
        below = s.agenda[-2]
        self.bonus = game.steps[below[0]].name == "bonus"
        _, self.hq = s.agenda[-1]
        self.hand = sum(1 << u for u in s.hand)

    @lazy
    def formation(self) -> int:
        """The formation that acts, or -1 while a stack of several formations has a bonus."""
        return self.game.hq_formation[self.hq] if self.hq >= 0 else -1

    @lazy
    def formation_name(self) -> str:
        return self.game.roster.formations[self.formation].name if self.formation >= 0 else "stack"

    @lazy
    def units(self) -> int:
        """The combat units on the map that may act at all now (6.3, 7.5.3)."""
        s = self.s
        if self.bonus:
            units = s.agenda[-2][2:5]
            return sum(1 << u for u in units if u >= 0) & s.on_map
        return members(self.game, s, self.formation) & s.on_map

    @lazy
    def status(self) -> dict[int, int]:
        """In command, out of command or isolated: each unit that may act (5.8)."""
        return {u: command.status(self.game, self.s, u) for u in bits(self.units)}

    @lazy
    def in_command(self) -> int:
        if not self.bonus:
            return command.members_in_command(self.game, self.s, self.units, self.formation)
        return sum(1 << u for u, status in self.status.items() if status == command.IN_COMMAND)

    @lazy
    def isolated(self) -> int:
        return sum(1 << u for u, status in self.status.items() if status == command.ISOLATED)

    @lazy
    def able(self) -> int:
        """Units that may move and attack: those that are not disrupted (5.6.3), with points to pay for them."""
        found = self.units & ~self.s.disrupted
        return found if self.purse >= self.game.tables.out_of_command else found & self.in_command

    @lazy
    def march(self) -> March:
        """The selected units, about to move."""
        return march_of_units(self.game, self.s, tuple(self.s.hand))

    def price(self, units: int, action: str) -> int:
        """The Action Points of an Action of some units together; a unit out of command raises them (ruling 5.8.3e)."""
        return price(self.game, units & ~self.in_command, action)


def price(game: AachenGame, out_of_command: int, action: str) -> int:
    """The cost of an Action, given the units in it that are out of command or isolated (7.1, 5.8.3)."""
    return game.tables.out_of_command if out_of_command else game.tables.costs[action]


def pay(game: AachenGame, s: AachenState, points: int) -> None:
    """Spend Action Points (6.3.4). From now on the die that gave them stands."""
    s.purse[s.phasing] -= points
    s.fresh = 0


def take_part(game: AachenGame, s: AachenState, units: int) -> None:
    """Units carry out an Action: their assignment is seen (5.5.2)."""
    disclose(game, s, units)


STEPS: tuple[type[AnyStep], ...] = (Activation, ActionPointDie)
