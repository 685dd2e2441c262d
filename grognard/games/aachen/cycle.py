"""Chapters 6, 6.1 and 6.2: the Ops Cycle, initiative, and what the side with the initiative may do."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Choice, Limit, Only
from ...engine.step import AnyStep, Procedure, Prompt
from ...mechanics.phasing import Owned
from . import activation, victory
from .luck import AachenDie, give_marker, holds_marker
from .stacking import TOP, Owner, PutsInOrder
from .state import NOBODY, AachenState
from .units import GERMAN, US

if TYPE_CHECKING:
    from .game import AachenGame


def able_hqs(game: AachenGame, s: AachenState, side: int) -> int:
    """The HQs of formations that a side could activate (6.3.1)."""
    if game.is_static(s, side):
        return 0
    return sum(
        1 << f.hq for i, f in enumerate(game.roster.formations) if f.side == side and s.level[i] and s.at[f.hq] >= 0
    )


def modified(s: AachenState, side: int) -> int:
    """The Initiative die of a side with the marker of the track and, for the US side, Interdiction (6.1)."""
    return s.dice[side] + (s.drm if s.drm_side == side else 0) + (s.interdiction if side == US else 0)


def winner(s: AachenState) -> int:
    """The side with the higher result; the US side wins ties (6.1)."""
    return US if modified(s, US) >= modified(s, GERMAN) else GERMAN


def move_marker(game: AachenGame, s: AachenState, reaction_side: int) -> None:
    """The marker of the Initiative track goes to the Reaction side's 2, or one up if it is that side's (6.1)."""
    tables = game.tables
    s.drm = s.drm + tables.initiative_step if s.drm_side == reaction_side else tables.initiative_first
    s.drm_side = reaction_side


class Cycle(Procedure["AachenGame", AachenState]):
    """One Ops Cycle after the other, until both sides have passed or none can activate. Argument: cycles so far (6)."""

    name = "cycle"
    args = ("number",)

    def run(self, s: AachenState) -> None:
        game = self.game
        _, count = s.agenda[-1]
        s.fresh = 0
        victory.check(game, s)  # a unit that was there may be in command now (ruling 10.4p)
        if s.over:
            return
        if not any(able_hqs(game, s, side) and not s.passed >> side & 1 for side in (US, GERMAN)):
            self.pop(s)
            s.passed, s.initiative = 0, NOBODY
            return
        self.set_args(s, count + 1)
        if count == 0 and s.turn == game.scenario_of(s).words["first_turn"]:
            s.announce("10", "the U.S. side has the initiative for the first activation")
            move_marker(game, s, GERMAN)
            self._begin(s, US)
        elif s.passed:
            self._begin(s, GERMAN if s.passed >> US & 1 else US)
        else:
            self.push(s, Determine, 0)
            self.push(s, InitiativeDie, GERMAN, 0, 0)
            self.push(s, InitiativeDie, US, 0, 0)

    def _begin(self, s: AachenState, side: int) -> None:
        s.initiative = s.phasing = side
        self.push(s, Choose, side, 0)


class Training(Procedure["AachenGame", AachenState]):
    """First Blood: one formation is activated again and again, without cycles, until its task is done (10.1)."""

    name = "training"

    def run(self, s: AachenState) -> None:
        words = self.game.scenario_of(s).words["clear"]
        if s.activations == words["activations"]:
            s.over = True
            return
        index = self.game.roster.by_code[words["formation"]]
        hq = self.game.roster.formations[index].hq
        if s.at[hq] < 0:
            s.over = True
            return
        s.activations += 1
        s.initiative = s.phasing = self.game.side_of[hq]
        activation.begin(self.game, s, hq, reaction=False)


class InitiativeDie(AachenDie):
    """One side's die. Windows open when both dice have been rolled."""

    name = "initiative-die"
    args = ("side", "number", "number")

    def side(self, s: AachenState) -> int:
        _, side, *_ = s.agenda[-1]
        return side

    def prompt(self, s: AachenState) -> Prompt:
        return Prompt(f"The {self.game.side_names[self.game.sides[self.side(s)]]} Initiative die.", "6.1")

    def effect(self, s: AachenState, roll: int) -> None:
        s.dice[self.side(s)] = roll
        self.pop(s)


class Determine(Procedure["AachenGame", AachenState]):
    """Compares the dice. Argument: sides that have rolled again or kept their die, bit by bit.

    The loser that holds the marker is asked; the winner may roll again while it chooses what to do.
    """

    name = "determine"
    args = ("number",)

    def run(self, s: AachenState) -> None:
        _, settled = s.agenda[-1]
        first = winner(s)
        second = 1 - first
        if holds_marker(s, second) and not settled >> second & 1 and self._could_win(s, second):
            self.set_args(s, settled | 1 << second)
            self.push(s, InitiativeWindow, second)
            return
        self.pop(s)
        self._report(s, first)
        s.marker = [s.drm_side, s.drm]
        move_marker(self.game, s, second)
        s.initiative = s.phasing = first
        s.fresh = 0 if settled >> first & 1 else 1
        self.push(s, Choose, first, 0)

    def _could_win(self, s: AachenState, side: int) -> bool:
        best = modified(s, side) - s.dice[side] + InitiativeDie.faces
        other = modified(s, 1 - side)
        return best >= other if side == US else best > other

    def _report(self, s: AachenState, first: int) -> None:
        tied = ", a tie" if modified(s, US) == modified(s, GERMAN) else ""
        s.announce(
            "6.1",
            "Initiative: {}; {}{}: the {} side",
            self._sum(s, US),
            self._sum(s, GERMAN),
            tied,
            self.game.side_names[self.game.sides[first]],
        )

    def _sum(self, s: AachenState, side: int) -> str:
        """How a result came about, such as "U.S. 6 + 1 for interdiction = 7"."""
        parts = [f"{self.game.side_names[self.game.sides[side]]} {s.dice[side]}"]
        if s.drm_side == side and s.drm:
            parts.append(f"{s.drm} from the track")
        if side == US and s.interdiction:
            parts.append(f"{s.interdiction} for interdiction")
        total = f" = {modified(s, side)}" if len(parts) > 1 else ""
        return " + ".join(parts) + total


class InitiativeWindow(Owned["AachenGame", AachenState]):
    """The side that would lose the initiative may roll its die again (5.2, ruling 5.2i)."""

    name = "initiative-window"
    args = ("side",)
    brief = True
    choices = (Choice("keep"), Choice("reroll"))

    def prompt(self, s: AachenState) -> Prompt:
        _, side = s.agenda[-1]
        result = f"{modified(s, side)} against {modified(s, 1 - side)}"
        text = f"Your Initiative die shows {s.dice[side]}: {result}. Keep it, or hand over the marker and reroll?"
        return Prompt(text, "5.2")

    def do_keep(self, s: AachenState, _: int) -> None:
        self.pop(s)

    def do_reroll(self, s: AachenState, _: int) -> None:
        _, side = s.agenda.pop()
        give_marker(self.game, s)
        self.push(s, InitiativeDie, side, 0, 1)


class Initiative(Owner):
    """The side with the initiative, and whether it was handed over."""

    def __init__(self, game: AachenGame, s: AachenState) -> None:
        super().__init__(game, s)
        _, self.side, self.transferred = s.agenda[-1]
        self.mine = game.units_of[self.side]


def _ready(c: Initiative, units: int) -> int:
    return units & able_hqs(c.game, c.s, c.side)


def _not_ready(c: Initiative, unit: int) -> str:
    name = c.game.roster.formations[c.game.hq_formation[unit]].name
    if c.s.at[unit] < 0:
        return f"the HQ of the {name} is not on the map"
    return f"the {name} has Activation Level 0"


class Choose(PutsInOrder, Owned["AachenGame", AachenState]):
    """Act, hand the initiative over, or pass (6.2). Arguments: the side, and whether it was handed the initiative."""

    name = "choose"
    args = ("side", "number")
    case = Initiative
    choices: ClassVar[tuple[Choice[Initiative], ...]] = (
        Choice(
            "act",
            Limit("6.2", lambda c, units: units & c.mine, "{it} is an enemy unit"),
            Limit(
                "6.3", lambda c, units: units & c.game.roster.hqs, "{it} is not an HQ: a formation is named by its HQ"
            ),
            Limit("6.3.1", _ready, _not_ready),
        ),
        Choice(
            "transfer",
            Only("6.2", lambda c: not c.transferred, "initiative that was handed over may not be handed back"),
            Only("6.2", lambda c: not c.s.passed >> 1 - c.side & 1, "the other side has passed in this Ops Phase"),
        ),
        Choice("pass"),
        Choice(
            "reroll",
            Only("5.2", lambda c: c.s.fresh, "no die of yours was just rolled"),
            Only("5.2", lambda c: c.s.snafu == c.side, "the other side has the reroll marker"),
        ),
        TOP,
    )

    def prompt(self, s: AachenState) -> Prompt:
        _, side, transferred = s.agenda[-1]
        if not able_hqs(self.game, s, side):
            return Prompt("No formation of yours can be activated: hand over the initiative or pass.", "6.2")
        text = "You have the initiative: activate a formation"
        if not transferred and not s.passed >> 1 - side & 1:
            text += ", hand the initiative over"
        return Prompt(f"{text}, or pass for the rest of the turn.", "6.2")

    def do_act(self, s: AachenState, hq: int) -> None:
        self.pop(s)
        activation.begin(self.game, s, hq, reaction=False)

    def do_transfer(self, s: AachenState, _: int) -> None:
        _, side, _ = s.agenda.pop()
        other = 1 - side
        s.initiative = s.phasing = other
        s.fresh = 0
        s.announce("6.2", "the {} side hands the initiative over", self.game.side_names[self.game.sides[side]])
        self.push(s, Choose, other, 1)

    def do_pass(self, s: AachenState, _: int) -> None:
        _, side, _ = s.agenda.pop()
        s.passed |= 1 << side
        s.announce("6.2", "the {} side passes for this turn", self.game.side_names[self.game.sides[side]])

    def do_reroll(self, s: AachenState, _: int) -> None:
        """The marker of the track goes back to where it was; the dice are compared again."""
        _, side, _ = s.agenda.pop()
        s.drm_side, s.drm = s.marker
        s.fresh = 0
        give_marker(self.game, s)
        self.push(s, Determine, 1 << side)
        self.push(s, InitiativeDie, side, 0, 1)


STEPS: tuple[type[AnyStep], ...] = (Cycle, Training, InitiativeDie, Determine, InitiativeWindow, Choose)
