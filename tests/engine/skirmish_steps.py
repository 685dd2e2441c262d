"""The steps of the toy game Skirmish, and what changes in it: see skirmish.py."""

from __future__ import annotations

from typing import Any

from grognard.engine.action import Action
from grognard.engine.limits import Case, Choice, Limit, Only, Prefer
from grognard.engine.state import State, field
from grognard.engine.step import Chance, Die, Procedure, Prompt, Step
from grognard.hexes import bits, of

from .toys import counter

SIDES = ("blue", "red")
COUNTERS = (
    counter("1/8", "blue", strength=2, steps=2),
    counter("2/8", "blue", strength=1, steps=2),
    counter("1/983", "red", strength=2, steps=2),
    counter("2/983", "red", strength=1, steps=1),
)
BOXES = ("lost", "england", "lisbon")
LOST, ENGLAND = -1, -2
#: chit -> (multiplier, how many of it are in the cup)
CHITS = {0: (1, 3), 1: (2, 2), 2: (3, 1)}
TURNS = 2


class SkirmishState(State):
    turn: int = field("number")
    active: int = field("side", -1)
    allowance: int = field("number")
    at: list[int] = field("places", [LOST] * len(COUNTERS))
    steps: list[int] = field("numbers", [c.values["steps"] for c in COUNTERS])
    reacted: int = field("units")
    holding: int = field("hexes")
    target: int = field("hex", -1)
    chits: list[int] = field("numbers", [0, 0])
    losses: list[int] = field("numbers", [0, 0])


class Turn(Procedure):
    """Begins a turn, or ends the game."""

    name = "turn"

    def run(self, s: Any) -> None:
        if s.turn == TURNS or 0 in self.game.strengths(s):
            s.over = True
            return
        s.turn += 1
        s.begin(f"Turn {s.turn}")
        self.push(s, Initiative)


class Initiative(Step):
    """The red side says who goes first: an argument that is a side."""

    name = "initiative"
    choices = (Choice("first"),)

    def seat(self, s: Any) -> str:
        return "red"

    def prompt(self, s: Any) -> Prompt:
        return Prompt("say who goes first", "4.1")

    def do_first(self, s: Any, side: int) -> None:
        self.pop(s)
        for who in (1 - side, side):
            self.push(s, Moves, who)
            self.push(s, Command, who)


class Command(Die):
    """The command roll: movement points of this side's units."""

    name = "command"
    args = ("side",)

    def prompt(self, s: Any) -> Prompt:
        return Prompt("the command roll", "10.2")

    def roller(self, s: Any) -> str:
        return SIDES[s.agenda[-1][1]]

    def do_roll(self, s: Any, roll: int) -> None:
        s.active = s.agenda[-1][1]
        s.allowance = (roll + 1) // 2
        s.reacted = 0
        self.pop(s)


class Mine(Case[Any, SkirmishState]):
    """The side in the frame's first argument."""

    me: int

    def __init__(self, game: Any, s: SkirmishState) -> None:
        super().__init__(game, s)
        self.me = s.agenda[-1][1]


class Owned(Step[Any, SkirmishState]):
    """A decision of the side in the frame's first argument."""

    args: tuple[str, ...] = ("side",)
    case = Mine

    def me(self, s: Any) -> int:
        side: int = s.agenda[-1][1]
        return side

    def seat(self, s: Any) -> str:
        return SIDES[self.me(s)]


class Moves(Owned):
    """Move, land, attack or be done."""

    name = "moves"
    choices = (
        Choice(
            "select",
            Limit("5.1", lambda c, units: units & c.game.units_of[c.me], "{it} is not yours"),
            Limit("5.1", lambda c, units: units & c.game.on_map(c.s, c.me), "{it} is not on the map"),
            Only("10.2", lambda c: c.s.allowance, "no movement points are left"),
        ),
        Choice(
            "land",
            Only("5.4", lambda c: c.me == 0, "only blue units come from the sea"),
            Only("5.4", lambda c: ENGLAND in c.s.at, "nobody waits in England"),
            Limit("5.4", lambda c, hexes: hexes & c.game.coast, "{it} is not on the coast"),
            Limit("5.4", lambda c, hexes: hexes & ~c.game.occupied(c.s), "{it} is occupied"),
        ),
        Choice(
            "attack",
            Limit("7.1", lambda c, hexes: hexes & c.game.hexes_of(c.s, 1 - c.me), "no enemy is in {it}"),
            Limit(
                "7.1",
                lambda c, hexes: hexes & c.game.board.grid.neighbours(c.game.hexes_of(c.s, c.me)),
                "none of your units is next to {it}",
            ),
            Limit("7.1", lambda c, hexes: hexes & ~c.s.holding, "{it} has been attacked in this phase"),
        ),
        Choice("done"),
    )

    def prompt(self, s: Any) -> Prompt:
        return Prompt("move, land, attack, or be done", "5.0")

    def do_select(self, s: Any, unit: int) -> None:
        s.allowance -= 1
        self.push(s, Moving, self.me(s), unit, 2)

    def do_land(self, s: Any, h: int) -> None:
        s.at[s.at.index(ENGLAND)] = h

    def do_attack(self, s: Any, h: int) -> None:
        s.target = h
        s.holding |= 1 << h
        self.push(s, Fight, self.me(s))

    def do_done(self, s: Any, _: int) -> None:
        s.holding = 0
        self.pop(s)


class OneUnit(Mine):
    """A unit, and how far it may still go."""

    unit: int
    left: int

    def __init__(self, game: Any, s: SkirmishState) -> None:
        super().__init__(game, s)
        _, self.me, self.unit, self.left = s.agenda[-1]


def vacant(c: Mine, hexes: int) -> int:
    return hexes & ~c.game.occupied(c.s)


class Moving(Owned):
    """One unit on its way: a hex at a time."""

    name = "moving"
    args = ("side", "unit", "number")
    case = OneUnit
    choices = (
        Choice(
            "enter",
            Only("5.2", lambda c: c.left, "it has gone as far as it may"),
            Limit(
                "5.2",
                lambda c, hexes: hexes & c.game.board.grid.neighbours(1 << c.s.at[c.unit]),
                "{it} is not the next hex",
            ),
            Limit("5.2", vacant, "{it} is occupied"),
        ),
        Choice(
            "sail",
            Only("5.4", lambda c: c.me == 0, "only blue units sail"),
            Only("5.4", lambda c: c.game.coast >> c.s.at[c.unit] & 1, "the unit is not on the coast"),
        ),
        Choice("halt"),
    )

    def prompt(self, s: Any) -> Prompt:
        return Prompt(f"move {COUNTERS[s.agenda[-1][2]].id}", "5.2")

    def do_enter(self, s: Any, h: int) -> None:
        _, me, unit, left = s.agenda[-1]
        s.at[unit] = h
        self.set_args(s, me, unit, left - 1)
        if self.game.reactors(s, 1 - me, h):
            self.push(s, React, 1 - me, h)

    def do_sail(self, s: Any, port: int) -> None:
        s.at[s.agenda[-1][2]] = (ENGLAND, -3)[port]
        self.pop(s)

    def do_halt(self, s: Any, _: int) -> None:
        self.pop(s)


class Trigger(Mine):
    """The hex that an enemy has entered."""

    def __init__(self, game: Any, s: SkirmishState) -> None:
        super().__init__(game, s)
        _, self.me, self.hex = s.agenda[-1]


class React(Owned):
    """The other side may interrupt the mover that has just entered a hex next to it."""

    name = "react"
    args = ("side", "hex")
    brief = True
    case = Trigger
    choices = (
        Choice(
            "react",
            Limit("6.4", lambda c, units: units & c.game.units_of[c.me], "{it} is not yours"),
            Limit("6.4", lambda c, units: units & ~c.s.reacted, "{it} has reacted already"),
            Limit("6.4", lambda c, units: units & c.game.reactors(c.s, c.me, c.hex), "{it} is not next to the mover"),
        ),
        Choice("pass"),
    )

    def prompt(self, s: Any) -> Prompt:
        return Prompt("react to the enemy who comes near, or pass", "6.4")

    def do_react(self, s: Any, unit: int) -> None:
        me = self.me(s)
        self.pop(s)
        s.reacted |= 1 << unit
        self.push(s, Check, me, unit)

    def do_pass(self, s: Any, _: int) -> None:
        self.pop(s)


class Check(Die):
    """The reaction check. Passed: the mover's action is over, and the reactor moves at once."""

    name = "check"
    args = ("side", "unit")

    def prompt(self, s: Any) -> Prompt:
        return Prompt("the reaction check", "6.4.2")

    def roller(self, s: Any) -> str:
        return SIDES[s.agenda[-1][1]]

    def do_roll(self, s: Any, roll: int) -> None:
        _, me, unit = s.agenda[-1]
        self.pop(s)
        if roll <= 3:
            self.pop(s)  # the interrupted move
            self.push(s, Reaction, me, unit)


class Reactor(Mine):
    """The unit that reacts."""

    def __init__(self, game: Any, s: SkirmishState) -> None:
        super().__init__(game, s)
        _, self.me, self.unit = s.agenda[-1]


class Reaction(Owned):
    """The reactor's own move: one hex, or none."""

    name = "reaction"
    args = ("side", "unit")
    case = Reactor
    choices = (
        Choice(
            "enter",
            Limit(
                "6.4.3",
                lambda c, hexes: hexes & c.game.board.grid.neighbours(1 << c.s.at[c.unit]),
                "{it} is not next to it",
            ),
            Limit("6.4.3", vacant, "{it} is occupied"),
        ),
        Choice("halt"),
    )

    def prompt(self, s: Any) -> Prompt:
        return Prompt(f"{COUNTERS[s.agenda[-1][2]].id} reacts: one hex", "6.4.3")

    def do_enter(self, s: Any, h: int) -> None:
        s.at[s.agenda[-1][2]] = h
        self.pop(s)

    def do_halt(self, s: Any, _: int) -> None:
        self.pop(s)


class Fight(Owned):
    """An attack is declared; the player may still cancel it, or choose how to attack."""

    name = "fight"
    choices = (Choice("order"), Choice("call-off"))

    def prompt(self, s: Any) -> Prompt:
        return Prompt("order a hasty or a prepared attack", "7.2")

    def do_order(self, s: Any, kind: int) -> None:
        me = self.me(s)
        self.pop(s)
        s.losses = [0, 0]
        self.push(s, Losses, 1 - me)
        self.push(s, Losses, me)  # on top: the attacker takes losses first
        self.push(s, Fire, 1 - me, 0)
        self.push(s, Fire, me, kind)
        self.push(s, Draw, 1 - me)
        self.push(s, Draw, me)

    def do_call_off(self, s: Any, _: int) -> None:
        s.target = -1
        self.pop(s)


class Draw(Chance):
    """One chit from the cup, for one side. All chits are back in it for the next draw."""

    name = "draw"
    args = ("side",)

    def outcomes(self, s: Any) -> list[tuple[Action, int]]:
        return [(Action("chit", chit), count) for chit, (_, count) in CHITS.items()]

    def prompt(self, s: Any) -> Prompt:
        return Prompt("a combat chit", "7.5.1.1")

    def do_chit(self, s: Any, chit: int) -> None:
        s.chits[s.agenda[-1][1]] = CHITS[chit][0]
        self.pop(s)


class Fire(Die):
    """One side's roll. Nothing is taken off before both have rolled."""

    name = "fire"
    args = ("side", "number")

    def prompt(self, s: Any) -> Prompt:
        return Prompt("roll for the losses of the other side", "13.7")

    def roller(self, s: Any) -> str:
        return SIDES[s.agenda[-1][1]]

    def do_roll(self, s: Any, roll: int) -> None:
        _, me, bonus = s.agenda[-1]
        s.losses[1 - me] = min(hits(roll, s.chits[me], bonus), self.game.steps_left(s, 1 - me))
        self.pop(s)


class Losses(Owned):
    """The owner distributes losses; a unit dies only when all are down to one step."""

    name = "losses"
    choices = (
        Choice("accept", Only("13.7.4", lambda c: not c.s.losses[c.me], "losses are left to be taken")),
        Choice(
            "lose",
            Only("13.7.4", lambda c: c.s.losses[c.me], "no loss is left to be taken"),
            Limit("13.7.4", lambda c, units: units & c.game.in_fight(c.s, c.me), "{it} is not yours in the fight"),
            Prefer(
                "13.7.4",
                lambda c, units: of(u for u in bits(units) if c.s.steps[u] > 1) or units,
                "units with two steps are reduced first",
            ),
        ),
    )

    def prompt(self, s: Any) -> Prompt:
        return Prompt(f"take {s.losses[self.me(s)]} losses", "13.7.4")

    def do_lose(self, s: Any, unit: int) -> None:
        me = self.me(s)
        s.losses[me] -= 1
        s.steps[unit] -= 1
        if not s.steps[unit]:
            s.at[unit] = LOST
            s.report("13.7.4", "{} is lost", COUNTERS[unit].id)
        if not s.losses[me]:
            self.leave(s)

    def do_accept(self, s: Any, _: int) -> None:
        self.leave(s)

    def leave(self, s: Any) -> None:
        self.pop(s)
        if self.game.step(s).name != "losses":
            s.target = -1
            s.chits = [0, 0]


def hits(roll: int, multiplier: int, bonus: int) -> int:
    return max(0, (roll + multiplier + bonus - 4) // 2)
