"""Chapter 6.4: Formation Reactions in the middle of an enemy move; and lone HQs that give way (7.3.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Case, Choice, Limit, Only, lazy
from ...engine.step import AnyStep, Prompt
from ...hexes import bits
from ...mechanics.fog import height
from ...mechanics.phasing import Owned
from . import activation, command, displacement, supply
from .luck import AachenDie
from .pieces import drop_improved
from .state import AachenState

if TYPE_CHECKING:
    from .game import AachenGame

#: Answers for longer than one question: no attempt in this Movement Action, and none in this activation.
HOLD, STAND_DOWN = 1, 2
#: The last answer: these two, this trigger only, and this entry only.
_PASSED, _WAITS = 3, 4


def may_be_reacted_to(game: AachenGame, s: AachenState) -> bool:
    """Whether the enemy may react to the current move: by the Initiative side, outside a reaction (6.4.3)."""
    if s.phasing != s.initiative or game.is_static(s, 1 - s.phasing):
        return False
    code = game.codes[activation.Activation]
    return not any(step == code and args[1] for step, *args in s.agenda)


def eligible_hqs(game: AachenGame, s: AachenState, side: int, h: int) -> int:
    """The HQs of formations that may attempt a reaction to enemies in a hex (6.4.1).

    A combat unit of the formation is next to it, undisrupted and in command; the formation has a level left (ruling
    6.4.1l), and no HQ of it was displaced by this move (7.3.6).
    """
    found, roster = 0, game.roster
    for unit in bits(next_to(game, s, side, h) & ~s.disrupted):
        index = game.formation_of(s, unit)
        if index < 0 or not s.level[index] or s.startled >> roster.formations[index].hq & 1:
            continue
        if command.status(game, s, unit) == command.IN_COMMAND:
            found |= 1 << roster.formations[index].hq
    return found


def next_to(game: AachenGame, s: AachenState, side: int, h: int) -> int:
    """The combat units of a side next to a hex."""
    near = game.board.grid.neighbours(1 << h) & s.manned[side]
    return sum(s.pile[n] & game.roster.combat for n in bits(near))


def ask(game: AachenGame, s: AachenState, h: int, *, leaving: bool) -> None:
    """Ask the enemy about a trigger, if it can react there and has not said otherwise.

    A side that has let the mover into a hex is asked about its exit only if it has other means by now (6.4.1, ruling
    6.4.1m). Whether it was asked or not, the step is settled: the mover may not try out where a reaction is possible.
    """
    side = 1 - s.phasing
    if not leaving:
        s.let_pass = 0
    if not game.triggers(s, s.phasing) >> h & 1 or not may_be_reacted_to(game, s):
        return
    s.settle("the enemy could have reacted")
    if s.attempted or s.answer:
        return
    if eligible_hqs(game, s, side, h) & ~s.let_pass:
        s.reply = 0
        s.agenda.append((game.codes[React], side, h, int(leaving)))


def startle(game: AachenGame, s: AachenState, hexes: int) -> None:
    """Lone enemy HQs in some hexes are displaced at once, and their formations may not react to this move (7.3.6)."""
    side = 1 - s.phasing
    for h in bits(hexes & s.occupied[side] & ~s.manned[side]):
        for hq in bits(s.pile[h] & game.roster.hqs):
            s.startled |= 1 << hq
            displacement.displace_hq(game, s, hq)


class Trigger(Case["AachenGame", AachenState]):
    """The hex the enemy has entered or is about to leave."""

    def __init__(self, game: AachenGame, s: AachenState) -> None:
        super().__init__(game, s)
        _, self.side, self.hex, self.leaving = s.agenda[-1]
        self.mine = game.units_of[self.side]

    @lazy
    def hqs(self) -> int:
        return eligible_hqs(self.game, self.s, self.side, self.hex)


def _why_not_eligible(c: Trigger, unit: int) -> str:
    index = c.game.hq_formation[unit]
    name = c.game.roster.formations[index].name
    if c.s.at[unit] < 0:
        return f"the HQ of the {name} is not on the map"
    if not c.s.level[index]:
        return f"the {name} has Activation Level 0"
    if c.s.startled >> unit & 1:
        return f"the HQ of the {name} was displaced by this movement"
    return f"no undisrupted unit of the {name} in command is next to {c.game.place_name(c.hex)}"


class React(Owned["AachenGame", AachenState]):
    """The enemy has entered a hex next to a unit or is about to leave one: react, or let it pass (6.4.1).

    Arguments: the side asked, the hex, and whether it is being left.
    """

    game: AachenGame
    name = "react"
    args = ("side", "hex", "number")
    brief = True
    case = Trigger
    choices: ClassVar[tuple[Choice[Trigger], ...]] = (
        Choice(
            "react",
            Limit("6.4.1", lambda c, units: units & c.mine, "{it} is an enemy unit"),
            Limit(
                "6.4.2", lambda c, units: units & c.game.roster.hqs, "{it} is not an HQ: a formation is named by its HQ"
            ),
            Limit("6.4.1", lambda c, units: units & c.hqs, _why_not_eligible),
        ),
        Choice("pass"),
        Choice("wait", Only("6.4.1", lambda c: not c.leaving, "the enemy is leaving now")),
        Choice("hold"),
        Choice("stand-down"),
    )

    def prompt(self, s: AachenState) -> Prompt:
        _, side, h, leaving = s.agenda[-1]
        who, many = self._movers(s, 1 - side, h)
        verb = ("are" if many else "is") + " about to leave" if leaving else "have entered" if many else "has entered"
        chances = "; ".join(self._chance(s, hq) for hq in bits(eligible_hqs(self.game, s, side, h)))
        words = f" {chances}." if chances else ""
        return Prompt(f"{who} {verb} {self.game.hex_name(h)}: react, or let it pass?{words}", "6.4.1", h)

    def _movers(self, s: AachenState, side: int, h: int) -> tuple[str, bool]:
        """The stack that moves, by what both sides see of its hex: the top counter and the height (5.3.4)."""
        top = next((u for u in bits(s.tops & self.game.units_of[side]) if s.at[u] == h), -1)
        if top < 0:
            return f"The {self.game.side_names[self.game.sides[side]]} side", False
        more = height(s, h) - 1
        return self.game.counters[top].id + (f" and {more} more" if more else ""), more > 0

    def _chance(self, s: AachenState, hq: int) -> str:
        """The chance of a formation's check, the points it would get, and the level that it would have left."""
        game = self.game
        index = game.hq_formation[hq]
        points = [game.tables.reaction_points(s.level[index], die) for die in range(1, AachenDie.faces + 1)]
        low, high = min(points), max(points)
        many = f"{low} to {high} points" if low != high else f"{low} point{'s' if low != 1 else ''}"
        name, level = game.roster.formations[index].name, s.level[index]
        left = 0 if s.flipped >> hq & 1 and not supply.is_supplied(game, s, hq) else level - 1
        return f"{name}: {game.roster.reaction[hq]} in {AachenDie.faces}, then {many}, level {level} to {left}"

    def do_react(self, s: AachenState, hq: int) -> None:
        self.pop(s)
        s.attempted = True
        self.push(s, ReactionDie, hq, 0, 0)

    def do_pass(self, s: AachenState, _: int) -> None:
        """This trigger passes; with the same means the exit from the same hex is not asked about again."""
        _, side, h, _ = s.agenda.pop()
        s.let_pass, s.reply = eligible_hqs(self.game, s, side, h), _PASSED

    def do_wait(self, s: AachenState, _: int) -> None:
        """Let the entry pass, but ask again when the enemy leaves (ruling 6.4.1m)."""
        self.pop(s)
        s.reply = _WAITS

    def do_hold(self, s: AachenState, _: int) -> None:
        self.pop(s)
        s.answer = s.reply = HOLD

    def do_stand_down(self, s: AachenState, _: int) -> None:
        self.pop(s)
        s.answer = s.reply = STAND_DOWN


class ReactionDie(AachenDie):
    """The Reaction Check of an HQ (6.4.2)."""

    game: AachenGame
    name = "reaction-die"
    args = ("unit", "number", "number")

    def side(self, s: AachenState) -> int:
        _, hq, _, _ = s.agenda[-1]
        return self.game.side_of[hq]

    def prompt(self, s: AachenState) -> Prompt:
        _, hq, _, _ = s.agenda[-1]
        name = self.game.roster.formations[self.game.hq_formation[hq]].name
        rating = self.game.roster.reaction[hq]
        return Prompt(f"Reaction Check of the {name}: {rating} or less.", "6.4.2", s.at[s.hand[0]] if s.hand else -1)

    def may_improve(self, s: AachenState, roll: int) -> bool:
        _, hq, _, _ = s.agenda[-1]
        return roll > self.game.roster.reaction[hq]

    def effect(self, s: AachenState, roll: int) -> None:
        game = self.game
        _, hq, _, _ = s.agenda.pop()
        name = game.roster.formations[game.hq_formation[hq]].name
        if roll > game.roster.reaction[hq]:
            s.announce("6.4.2", "the {} fails its Reaction Check with a {}", name, roll)
            return
        s.announce("6.4.2", "the {} passes its Reaction Check with a {}: the movement ends", name, roll)
        s.agenda.pop()  # the march
        here, s.hand = s.at[s.hand[0]], []
        if here != s.start:
            drop_improved(s, here, "a unit ends its movement there")
        activation.begin(game, s, hq, reaction=True)
        displacement.judge(game, s, here)


STEPS: tuple[type[AnyStep], ...] = (React, ReactionDie)
