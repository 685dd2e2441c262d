"""Chapter 11.18 and 11.20 to 11.22: the dice, and what they bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import ONLY, Die, Offer, Procedure, Prompt, Step
from ...hexes import bits
from ...mechanics.advance import Advances
from ...mechanics.fallback import Retreats
from . import odds, supply
from .pieces import at_full_strength, lose_step, steps_of
from .state import RhineState
from .tables import LINE

if TYPE_CHECKING:
    from .game import RhineGame


def resolve(game: RhineGame, s: RhineState) -> None:
    """A battle begins: both sides see who fights (6.7), supply is judged (8.1), the bombers fly (11.18)."""
    s.seen |= s.attackers | odds.defenders(game, s)
    supply.judge(game, s, s.attackers)
    s.agenda.append((game.codes[Resolution],))
    if s.bombers:
        s.bombed = True
        s.agenda.append((game.codes[BomberDie], game.bombs(s).dice, 0))


class BomberDie(Die):
    """Heavy bombers: one die or two (11.18). Arguments: dice to roll, and the sum so far."""

    name = "bomber-die"
    args = ("number", "number")

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt("Roll for the heavy bombers.", "11.18")

    def do_roll(self, s: RhineState, roll: int) -> None:
        game: RhineGame = self.game
        _, dice, total = s.agenda[-1]
        if dice > 1:
            self.become(s, dice - 1, total + roll)
            return
        self.pop(s)
        odds.drop_bombs(game, s, total + roll)
        if s.short:
            s.tell("11.18", "a {}: the bombs fall short, one column to the left", total + roll)
        else:
            less = game.bombs(s).less
            s.tell("11.18", "a {} less {}: the bombers add {} attack factors", total + roll, less, s.bombs)


class Resolution(Procedure):
    """Odds beyond the table need no die (11.9)."""

    name = "resolution"

    def run(self, s: RhineState) -> None:
        game: RhineGame = self.game
        self.pop(s)
        automatic = game.tables.crt.automatic(odds.column(game, s))
        if automatic:
            s.tell("11.9", "the odds are beyond the table: {}", automatic)
            carry_out(game, s, automatic)
        else:
            self.push(s, CombatDie)


class CombatDie(Die):
    """The attacker's die roll (11.20)."""

    name = "combat-die"

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt("Roll the die for the attack.", "11.20")

    def do_roll(self, s: RhineState, roll: int) -> None:
        game: RhineGame = self.game
        self.pop(s)
        column = odds.column(game, s)
        result = odds.convert(game, s, s.phasing, s.target, game.tables.crt.result(column, roll))
        s.tell("11.20", "{} odds, a {}: {}", game.tables.crt.lines[LINE][column], roll, result)
        carry_out(game, s, result)


def carry_out(game: RhineGame, s: RhineState, result: str) -> None:
    """Call the steps that carry a result out; the last one called is carried out first (11.21)."""
    call = lambda step, *args: s.agenda.append((game.codes[step], *args))  # noqa: E731
    if result == "AL1":
        call(Losses, s.phasing)
    elif result == "BB":
        call(Advances)
        bloodbath(game, s)
    elif result == "DR":
        call(Advances)
        retreat(game, s)
    elif result == "DE":
        call(Advances)
        call(Survivors)
        strike_all(game, s)
    else:
        s.tell("11.21", "the attack is stalled")


def bloodbath(game: RhineGame, s: RhineState) -> None:
    """Both sides lose a step, then it may go on."""
    for frame in ((Bloodbath,), (Losses, 1 - s.phasing), (Losses, s.phasing)):
        s.agenda.append((game.codes[frame[0]], *frame[1:]))


def retreat(game: RhineGame, s: RhineState) -> None:
    s.pending = odds.defenders(game, s)
    s.routed = 0
    s.agenda.append((game.codes[Retreats],))


def strike_all(game: RhineGame, s: RhineState) -> None:
    """Every defender loses a step (11.21, DE); those of the last counter come first on the agenda."""
    for unit in reversed(list(bits(odds.defenders(game, s)))):
        lose_step(game, s, unit, "11.21")


class Survivors(Procedure):
    """After a DE the survivors retreat; a corps among them makes it a bloodbath (ruling 12.5g)."""

    name = "survivors"

    def run(self, s: RhineState) -> None:
        game: RhineGame = self.game
        self.pop(s)
        units = odds.defenders(game, s)
        if units & game.roster.corps:
            bloodbath(game, s)
        elif units:
            retreat(game, s)


def in_combat(game: RhineGame, s: RhineState, side: int) -> int:
    """The units of a side in the combat in hand."""
    return s.attackers if side == s.phasing else odds.defenders(game, s)


def may_lose(game: RhineGame, s: RhineState, side: int) -> int:
    """Units that may take a step loss: those of two steps first (11.22)."""
    units = in_combat(game, s, side)
    return at_full_strength(game, s, units) or units


def refuse_loss(game: RhineGame, s: RhineState, side: int, unit: int) -> Refusal:
    name = game.counters[unit].id
    if in_combat(game, s, side) >> unit & 1:
        return Refusal("11.22", f"units of two steps are reduced before {name} is eliminated")
    return Refusal("11.22", f"{name} is not one of your units in this combat")


class Losses(Procedure):
    """A side loses one step; it is asked which if there is a choice."""

    name = "losses"
    args = ("side",)

    def run(self, s: RhineState) -> None:
        _, side = s.agenda.pop()
        units = may_lose(self.game, s, side)
        if units & (units - 1):
            self.push(s, Lose, side)
        elif units:
            lose_step(self.game, s, units.bit_length() - 1, "11.21")


class Lose(Step):
    """A side chooses the unit that loses a step (11.22)."""

    name = "lose"
    args = ("side",)

    def seat(self, s: RhineState) -> str:
        return str(self.game.sides[s.agenda[-1][1]])

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt("Choose the unit that loses a step.", "11.22")

    def offer(self, s: RhineState) -> Offer:
        return {"lose": may_lose(self.game, s, s.agenda[-1][1])}

    def do_lose(self, s: RhineState, unit: int) -> None:
        self.pop(s)
        lose_step(self.game, s, unit, "11.21")

    def refuse(self, s: RhineState, verb: str, arg: int) -> Refusal:
        return refuse_loss(self.game, s, s.agenda[-1][1], arg) if verb == "lose" else self.out_of_place(s, verb)


class Bloodbath(Procedure):
    """After both have lost a step the attacker may give up more, one at a time, but not his last (11.21)."""

    name = "bloodbath"

    def run(self, s: RhineState) -> None:
        game: RhineGame = self.game
        steps = sum(steps_of(game, s, u) for u in bits(s.attackers))
        if odds.defenders(game, s) and steps > 1:
            self.push(s, Escalate)
        else:
            self.pop(s)


class Escalate(Step):
    """The attacker gives up one more step, or ends it."""

    name = "escalate"

    def seat(self, s: RhineState) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt("Bloodbath: choose one more step to give up, or pass.", "11.21")

    def offer(self, s: RhineState) -> Offer:
        return {"lose": may_lose(self.game, s, s.phasing), "pass": ONLY}

    def do_lose(self, s: RhineState, unit: int) -> None:
        self.pop(s)
        self.push(s, Answer)
        lose_step(self.game, s, unit, "11.21")

    def do_pass(self, s: RhineState, _: int) -> None:
        self.pop(s)
        self.pop(s)

    def refuse(self, s: RhineState, verb: str, arg: int) -> Refusal:
        return refuse_loss(self.game, s, s.phasing, arg) if verb == "lose" else self.out_of_place(s, verb)


class Answer(Step):
    """The defender loses another step as well, or retreats; a corps cannot (ruling 12.5h)."""

    name = "answer"

    def seat(self, s: RhineState) -> str:
        return str(self.game.sides[1 - s.phasing])

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt("Bloodbath: choose the unit that loses another step, or yield the hex.", "11.21")

    def offer(self, s: RhineState) -> Offer:
        game: RhineGame = self.game
        out: Offer = {"lose": may_lose(game, s, 1 - s.phasing)}
        if not odds.defenders(game, s) & game.roster.corps:
            out["yield"] = ONLY
        return out

    def do_lose(self, s: RhineState, unit: int) -> None:
        self.pop(s)
        lose_step(self.game, s, unit, "11.21")

    def do_yield(self, s: RhineState, _: int) -> None:
        self.pop(s)
        self.pop(s)  # the bloodbath is over
        retreat(self.game, s)

    def refuse(self, s: RhineState, verb: str, arg: int) -> Refusal:
        if verb == "yield":
            return Refusal("12.5", "a corps cannot leave its hex: it has to lose steps")
        return refuse_loss(self.game, s, 1 - s.phasing, arg) if verb == "lose" else self.out_of_place(s, verb)
