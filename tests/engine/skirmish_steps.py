"""The steps of the toy game Skirmish, and what changes in it: see skirmish.py."""

from __future__ import annotations

from typing import Any

from grognard.engine.action import Action, Refusal
from grognard.engine.state import Field, State
from grognard.engine.step import ONLY, Chance, Die, Offer, Procedure, Prompt, Step
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
    __slots__ = ("active", "allowance", "at", "chits", "holding", "losses", "reacted", "steps", "target", "turn")

    fields = (
        Field("turn", "number"),
        Field("active", "side", -1),
        Field("allowance", "number"),
        Field("at", "places", [LOST] * len(COUNTERS)),
        Field("steps", "numbers", [c.values["steps"] for c in COUNTERS]),
        Field("reacted", "units"),
        Field("holding", "hexes"),
        Field("target", "hex", -1),
        Field("chits", "numbers", [0, 0]),
        Field("losses", "numbers", [0, 0]),
    )


class Turn(Procedure):
    """Begins a turn, or ends the game."""

    name = "turn"

    def run(self, s: Any) -> None:
        if s.turn == TURNS or 0 in self.game.strengths(s):
            s.over = 1
            return
        s.turn += 1
        s.begin(f"Turn {s.turn}")
        self.push(s, Initiative)


class Initiative(Step):
    """The red side says who goes first: an argument that is a side."""

    name = "initiative"

    def seat(self, s: Any) -> str:
        return "red"

    def offer(self, s: Any) -> Offer:
        return {"first": 0b11}

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

    def do_roll(self, s: Any, roll: int) -> None:
        s.active = s.agenda[-1][1]
        s.allowance = (roll + 1) // 2
        s.reacted = 0
        self.pop(s)


class Owned(Step):
    """A decision of the side in the frame's first argument."""

    args: tuple[str, ...] = ("side",)

    def me(self, s: Any) -> int:
        side: int = s.agenda[-1][1]
        return side

    def seat(self, s: Any) -> str:
        return SIDES[self.me(s)]


class Moves(Owned):
    """Move, land, attack or be done."""

    name = "moves"

    def offer(self, s: Any) -> Offer:
        g, me = self.game, self.me(s)
        mine = g.on_map(s, me)
        return {
            "select": mine if s.allowance else 0,
            "land": g.coast & ~g.occupied(s) if ENGLAND in s.at and me == 0 else 0,
            "attack": g.board.grid.neighbours(g.hexes_of(s, me)) & g.hexes_of(s, 1 - me) & ~s.holding,
            "done": ONLY,
        }

    def prompt(self, s: Any) -> Prompt:
        return Prompt("move, land, attack, or be done", "5.0")

    def refuse(self, s: Any, verb: str, arg: int) -> Refusal:
        if verb == "select" and COUNTERS[arg].side != self.seat(s):
            return Refusal("5.1", f"{COUNTERS[arg].id} is not yours")
        if verb == "attack":
            return Refusal("7.1", "only an adjacent enemy can be attacked, and only once a phase")
        return super().refuse(s, verb, arg)

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


class Moving(Owned):
    """One unit on its way: a hex at a time."""

    name = "moving"
    args = ("side", "unit", "number")

    def offer(self, s: Any) -> Offer:
        _, _, unit, left = s.agenda[-1]
        at = s.at[unit]
        near = self.game.board.grid.neighbours(1 << at) & ~self.game.occupied(s)
        sail = 0b11 if self.game.coast >> at & 1 and s.agenda[-1][1] == 0 else 0
        return {"enter": near if left else 0, "sail": sail, "halt": ONLY}

    def prompt(self, s: Any) -> Prompt:
        return Prompt(f"move {COUNTERS[s.agenda[-1][2]].id}", "5.2")

    def do_enter(self, s: Any, h: int) -> None:
        _, me, unit, left = s.agenda[-1]
        s.at[unit] = h
        self.become(s, me, unit, left - 1)
        if self.game.reactors(s, 1 - me, h):
            self.push(s, React, 1 - me, h)

    def do_sail(self, s: Any, port: int) -> None:
        s.at[s.agenda[-1][2]] = (ENGLAND, -3)[port]
        self.pop(s)

    def do_halt(self, s: Any, _: int) -> None:
        self.pop(s)


class React(Owned):
    """The other side may interrupt the mover that has just entered a hex next to it."""

    name = "react"
    args = ("side", "hex")

    def offer(self, s: Any) -> Offer:
        _, me, h = s.agenda[-1]
        return {"react": self.game.reactors(s, me, h), "pass": ONLY}

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

    def do_roll(self, s: Any, roll: int) -> None:
        _, me, unit = s.agenda[-1]
        self.pop(s)
        if roll <= 3:
            self.pop(s)  # the interrupted move
            self.push(s, Reaction, me, unit)


class Reaction(Owned):
    """The reactor's own move: one hex, or none."""

    name = "reaction"
    args = ("side", "unit")

    def offer(self, s: Any) -> Offer:
        at = s.at[s.agenda[-1][2]]
        return {"enter": self.game.board.grid.neighbours(1 << at) & ~self.game.occupied(s), "halt": ONLY}

    def prompt(self, s: Any) -> Prompt:
        return Prompt(f"{COUNTERS[s.agenda[-1][2]].id} reacts: one hex", "6.4.3")

    def do_enter(self, s: Any, h: int) -> None:
        s.at[s.agenda[-1][2]] = h
        self.pop(s)

    def do_halt(self, s: Any, _: int) -> None:
        self.pop(s)


class Fight(Owned):
    """The attack is declared; the player may still think better of it, or say how he attacks."""

    name = "fight"

    def offer(self, s: Any) -> Offer:
        return {"order": 0b11, "call-off": ONLY}

    def prompt(self, s: Any) -> Prompt:
        return Prompt("order a hasty or a prepared attack", "7.2")

    def do_order(self, s: Any, kind: int) -> None:
        me = self.me(s)
        self.pop(s)
        s.losses = [0, 0]
        self.push(s, Losses, 1 - me)
        self.push(s, Losses, me)  # on top: the attacker takes his first
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

    def do_roll(self, s: Any, roll: int) -> None:
        _, me, bonus = s.agenda[-1]
        s.losses[1 - me] = min(hits(roll, s.chits[me], bonus), self.game.steps_left(s, 1 - me))
        self.pop(s)


class Losses(Owned):
    """The owner distributes his losses; a unit dies only when all are down to one step."""

    name = "losses"

    def offer(self, s: Any) -> Offer:
        me = self.me(s)
        if not s.losses[me]:
            return {"accept": ONLY}
        units = self.game.in_fight(s, me)
        full = of(u for u in bits(units) if s.steps[u] > 1)
        return {"lose": full or units}

    def prompt(self, s: Any) -> Prompt:
        return Prompt(f"take {s.losses[self.me(s)]} losses", "13.7.4")

    def refuse(self, s: Any, verb: str, arg: int) -> Refusal:
        if verb == "lose":
            return Refusal("13.7.4", "units with two steps are reduced first")
        return super().refuse(s, verb, arg)

    def do_lose(self, s: Any, unit: int) -> None:
        me = self.me(s)
        s.losses[me] -= 1
        s.steps[unit] -= 1
        if not s.steps[unit]:
            s.at[unit] = LOST
            s.tell("13.7.4", "{} is lost", COUNTERS[unit].id)
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
