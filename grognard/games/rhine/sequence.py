"""Chapter 5: the game turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Case, Choice
from ...engine.step import AnyStep, Die, Procedure, Prompt, Step
from ...hexes import bits
from ...mechanics import order
from ...mechanics.assault import begin_combat_phase
from ...mechanics.stages import OrderedStages, Stage
from . import supply, victory
from .airborne import LinkUp
from .asides import Airlift
from .combat import Combat
from .drop import AirbornePhase
from .movement import begin_movement_phase
from .moves import Movement
from .pieces import eliminate
from .reinforcements import Reinforce
from .replacements import begin_withdrawal
from .setup import Sector
from .stacking import StackingCheck
from .state import AIRBORNE, ALLIED, ASIDE, DUE, GERMAN, ODER, RHINE, RhineState

if TYPE_CHECKING:
    from .game import RhineGame

_START = ((ALLIED, "opening"), (ALLIED, "flood"))
_ALLIED = (
    (ALLIED, "declaration"),
    (ALLIED, "sector"),
    (ALLIED, "airborne"),
    (ALLIED, "reinforcement"),
    (ALLIED, "first"),
    (ALLIED, "second"),
    (ALLIED, "linkup"),
)
_GERMAN = (
    (GERMAN, "declaration"),
    (GERMAN, "reinforcement"),
    (GERMAN, "first"),
    (GERMAN, "second"),
    (GERMAN, "airlift"),
    (GERMAN, "determination"),
)
_END = ((GERMAN, "supply"), (ALLIED, "supply"))

#: The two outlines of 5.2.
BEFORE = (*_START, *_ALLIED, *_GERMAN, *_END)
AFTER = (*_START, *_GERMAN, *_ALLIED, *_END)


class Declaration(order.Declaration["RhineGame", RhineState]):
    """Declare the order of movement and combat (5.6)."""

    rule = "5.6"
    choices: ClassVar[tuple[Choice[Case[RhineGame, RhineState]], ...]] = (Choice("order"),)


class GameTurn(OrderedStages["RhineGame", RhineState]):
    """Two player turns and the Terminal Logistics Phases; from Turn 7 on the German turn may come first (5.4).

    Phases of both sides (5.1), the airborne phase (5.5), arrivals and withdrawals (5.7), and the end of the turn (5.3).
    """

    titles = {
        "sector": "Supply Sector Allocation",
        "airborne": "1AAA Entry",
        "reinforcement": "Reinforcement",
        "determination": "Watch on the Rhine Determination",
        "supply": "Terminal Supply Check",
    }

    def stages(self, s: RhineState) -> Sequence[Stage]:
        return AFTER if s.watch == RHINE and s.turn > self.game.tables.watch.turn else BEFORE

    def omitted(self, s: RhineState, side: int, phase: str) -> bool:
        """Run phases that have no heading in the log; return whether the phase is over or does not take place."""
        s.seen = s.topped = 0
        game = self.game
        if phase in ("opening", "flood", "linkup", "airlift"):
            self._silent(s, phase)
            return True
        if phase == "sector":
            if s.turn == 1 and s.sector:  # the choice made at set-up is revealed now (3.6)
                s.sector_open = True
                where = ("", "northern", "southern")[s.sector]
                s.report("8.16", "the secret choice is revealed: full supply goes to the {} sector", where)
                return True
            return bool(s.antwerp)
        return phase == "determination" and s.turn != game.tables.watch.turn

    def _silent(self, s: RhineState, phase: str) -> None:
        game = self.game
        if phase == "opening":
            open_turn(game, s)
        elif phase == "flood":
            if may_flood(game, s) >= 0:
                self.push(s, Flood)
        elif phase == "linkup":
            self.push(s, StackingCheck)
            self.push(s, LinkUp)
        else:
            self.push(s, Airlift)

    def begin(self, s: RhineState, side: int, phase: str) -> None:
        game = self.game
        if phase == "supply":
            self.push(s, TerminalCheck, side)
            if side == ALLIED:
                self.push(s, Airlift)
            return
        self.push(s, StackingCheck)
        if phase == "declaration":
            s.bombed = False
        if phase == "movement":
            begin_movement_phase(game, s)
            self.push(s, Movement)
        elif phase == "combat":
            begin_combat_phase(s)
            s.momentum = 0
            self.push(s, Combat)
        elif phase == "reinforcement":
            if side == GERMAN:
                self.push(s, Withdrawals)
            self.push(s, Reinforce, -1)
        else:
            steps: dict[str, type[AnyStep]] = {
                "declaration": Declaration,
                "sector": Sector,
                "airborne": AirbornePhase,
                "determination": Determination,
            }
            self.push(s, steps[phase])

    def end_turn(self, s: RhineState) -> None:
        """Check the German hexes and the end of the game (4.6, 4.7)."""
        game = self.game
        victory.check_hexes(game, s)
        if not s.over and s.turn >= s.turns:
            victory.win(game, s, victory.LAST_TURN)

    def phase_of(self, s: RhineState) -> str:
        top: AnyStep = self.game.step(s) if s.agenda and not s.over else self
        return f"{top.seat(s)} setup" if top.name in ("set-up", "secret-sector") else super().phase_of(s)


def open_turn(game: RhineGame, s: RhineState) -> None:
    """Automatic events at the start of a game turn (ruling 10.18ad)."""
    s.aerial = s.aerial_used = 0
    s.no_air = any(s.at[u] >= 0 for u in bits(game.roster.corps))
    s.used_us = s.used_bc = s.rebuilt = s.recalled = 0
    s.boxed = sum(1 << u for u, h in enumerate(s.at) if h == AIRBORNE)
    if not s.antwerp and not game.opening & ~s.allied:
        s.antwerp = True
        s.report("8.15", "Antwerp is up and running")


def may_flood(game: RhineGame, s: RhineState) -> int:
    """The side that may open the dam now, or -1 (10.18)."""
    if s.flood or s.turn < game.tables.flood_first or game.dam < 0:
        return -1
    return ALLIED if s.allied >> game.dam & 1 else GERMAN


class Flood(Step["RhineGame", RhineState]):
    """The side that controls the dam may open it, once in the game (10.18)."""

    name = "flood"
    choices: ClassVar[tuple[Choice[Case[RhineGame, RhineState]], ...]] = (Choice("flood"), Choice("pass"))

    def seat(self, s: RhineState) -> str:
        return self.game.sides[ALLIED if s.allied >> self.game.dam & 1 else GERMAN]

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt("Open the Roer dam to flood the valley below it, or pass.", "10.18")

    def do_flood(self, s: RhineState, _: int) -> None:
        self.pop(s)
        s.flood = s.turn
        s.report("10.18", "the Roer dam is opened")

    def do_pass(self, s: RhineState, _: int) -> None:
        self.pop(s)


class Withdrawals(Procedure["RhineGame", RhineState]):
    """The withdrawal of Turn 9 (9.3)."""

    name = "withdrawals"

    def run(self, s: RhineState) -> None:
        game = self.game
        self.pop(s)
        if s.watch == RHINE and s.turn == game.tables.watch.withdraw_turn:
            begin_withdrawal(game, s)


class Determination(Procedure["RhineGame", RhineState]):
    """The end of Turn 6: the broad-front check, then Hitler's decision (4.5, 5.4)."""

    name = "determination"

    def run(self, s: RhineState) -> None:
        self.pop(s)
        if victory.narrow_front(self.game, s):
            victory.win(self.game, s, victory.NARROW_FRONT)
        else:
            self.push(s, HitlerDie)


class HitlerDie(Die["RhineGame", RhineState]):
    """The roll for Hitler's decision (5.4)."""

    name = "hitler-die"

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt("Roll for Hitler's decision: 4 or more is Watch on the Rhine.", "5.4")

    def do_roll(self, s: RhineState, roll: int) -> None:
        game = self.game
        watch = game.tables.watch
        self.pop(s)
        if roll < watch.least:
            s.watch, s.turns = ODER, watch.otherwise
            s.report("5.4", "Watch on the Oder: the game ends after Turn {}", s.turns)
            return
        s.watch, s.turns = RHINE, watch.last_turn
        s.report("5.4", "Watch on the Rhine: from now on the German player turn comes first")
        for unit in bits(game.roster.codes["WR"]):
            if s.at[unit] == ASIDE:
                s.at[unit] = DUE
                s.due_turn[unit] = watch.turn + 1


class TerminalCheck(Procedure["RhineGame", RhineState]):
    """Eliminate all units of a side that are out of supply at the end of the turn, at the same time (8.8)."""

    name = "terminal-check"
    args = ("side",)

    def run(self, s: RhineState) -> None:
        game = self.game
        _, side = s.agenda.pop()
        for unit in bits(supply.out_of_supply(game, s, side)):
            eliminate(game, s, unit, "8.8", why="out of supply at the end of the turn")
