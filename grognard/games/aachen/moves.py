"""Chapters 7.3.1 to 7.3.8: a Movement Action, hex by hex, with the questions to the enemy in between."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.limits import Case, Choice, Limit, lazy
from ...engine.step import AnyStep, Procedure, Prompt
from ...mechanics.phasing import Phasing
from . import activation, command, control, displacement, effectiveness, reaction, victory
from .movement import March, march_of_units
from .pieces import drop_improved, place
from .state import AachenState

if TYPE_CHECKING:
    from .game import AachenGame

#: Where a march is between two hexes: before the first; about to leave a hex; leaving; in the next one; checked for
#: infiltration; done.
_FIRST, _AT, _LEAVING, _IN, _CHECKED, _DONE = range(6)


def begin(game: AachenGame, s: AachenState, goal: int) -> None:
    """The selected units begin a Movement Action: it is paid for, and isolated ones are checked first (5.8.4, 7.3)."""
    units = sum(1 << u for u in s.hand)
    status = {u: command.status(game, s, u) for u in s.hand}
    away = sum(1 << u for u, found in status.items() if found != command.IN_COMMAND)
    isolated = sum(1 << u for u, found in status.items() if found == command.ISOLATED)
    activation.pay(game, s, activation.price(game, away, "movement"))
    activation.take_part(game, s, units)
    start = s.at[s.hand[0]]
    drop_improved(s, start, "a unit in it carries out an Action")
    s.start, s.attempted, s.startled, s.let_pass = start, False, 0, 0
    if s.answer == reaction.HOLD:
        s.answer = 0
    s.agenda.append((game.codes[Marching], 0, 0, -1 if isolated else goal, _FIRST))
    if isolated:
        effectiveness.check(game, s, s.phasing, isolated, effectiveness.ISOLATION)


def march_of(game: AachenGame, s: AachenState) -> March:
    """The stack on its way, by the frame of its march."""
    code = game.codes[Marching]
    _, spent, loud, _, _ = next(frame for frame in reversed(s.agenda) if frame[0] == code)
    return march_of_units(game, s, tuple(s.hand), spent, bool(loud))


class Marching(Procedure["AachenGame", AachenState]):
    """A stack on its way. Arguments: half points spent, whether it has been next to an enemy, the hex it was ordered to
    (or none), and the stage between two hexes."""

    game: AachenGame
    name = "marching"
    args = ("number", "number", "hex", "number")

    def run(self, s: AachenState) -> None:
        if s.failed:
            self._stay_behind(s)
        march: March | None = None
        while s.agenda[-1][0] == self.code and not s.over:  # as long as nobody is asked, the stack goes on
            _, spent, loud, goal, stage = s.agenda[-1]
            if not s.hand or stage == _DONE:
                self._end(s)
                return
            if march is None:
                march = march_of_units(self.game, s, tuple(s.hand), spent, bool(loud))
            if stage == _IN:
                self._entered(s, march)
            elif stage in (_LEAVING, _CHECKED):
                self._step(s, march, march.next_hex(goal))
                march = None
            elif goal < 0:
                self._ask(s, march)
            else:
                self._leave(s, march)

    def _stay_behind(self, s: AachenState) -> None:
        """Units that failed a check were disrupted: they do not move (5.8.4, 7.3.4, ruling 7.3.4i)."""
        s.hand = [u for u in s.hand if not s.failed >> u & 1]
        s.failed = 0

    def _ask(self, s: AachenState, march: March) -> None:
        """Go on, if there is anywhere to go."""
        if march.targets:
            self.push(s, Move)
        else:
            self._end(s)

    def _leave(self, s: AachenState, march: March) -> None:
        """The stack is about to leave its hex: the enemy may react to that (6.4.1)."""
        _, spent, _, goal, _ = s.agenda[-1]
        self.set_args(s, spent, int(march.loud), goal, _LEAVING)
        if march.triggers >> march.here & 1:
            reaction.ask(self.game, s, march.here, leaving=True)

    def _step(self, s: AachenState, march: March, h: int) -> None:
        game = self.game
        _, spent, loud, goal, stage = s.agenda[-1]
        if march.infiltration >> h & 1 and stage != _CHECKED:
            self.set_args(s, spent, loud, goal, _CHECKED)
            effectiveness.check(game, s, s.phasing, sum(1 << u for u in s.hand), effectiveness.INFILTRATION)
            return
        if s.occupied[1 - s.phasing] >> h & 1:  # a lone HQ gives way before its hex is entered (ruling 7.3.6j)
            reaction.startle(game, s, 1 << h)
            return
        after = march.after(h)
        loud = int(march.loud or bool(march.beside >> h & 1))
        self.set_args(s, march.increased if after is None else after, loud, goal if h != goal else -1, _IN)
        for unit in s.hand:
            place(game, s, unit, h)
        if s.log is not None:
            names = game.listed(s.hand)
            s.report("7.3", "{} {} to {}", names, "moves" if len(s.hand) == 1 else "move", game.hex_name(h))
        control.update(game, s)
        victory.check(game, s)
        if not s.over and march.lone_hqs:
            reaction.startle(game, s, game.board.grid.neighbours(1 << h))

    def _entered(self, s: AachenState, march: March) -> None:
        """The stack has entered a hex: the enemy may react to that; an enemy zone ends the movement (5.4.1)."""
        _, spent, loud, goal, _ = s.agenda[-1]
        ends = march.in_zone or spent >= march.increased
        self.set_args(s, spent, loud, -1 if ends else goal, _DONE if ends else _AT)
        reaction.ask(self.game, s, march.here, leaving=False)

    def _end(self, s: AachenState) -> None:
        """The Movement Action ends."""
        self.pop(s)
        end(self.game, s)


def end(game: AachenGame, s: AachenState) -> None:
    """The stack stops where it is: a hex it joins loses its Improved Defense (7.7), stacking is judged (5.3.1)."""
    here = s.at[s.hand[0]] if s.hand else s.start
    if here != s.start:
        drop_improved(s, here, "a unit ends its movement there")
    s.hand = []
    displacement.judge(game, s, here)


class Moving(Case["AachenGame", AachenState]):
    """The selected stack."""

    @lazy
    def march(self) -> March:
        return march_of(self.game, self.s)

    @property
    def here(self) -> int:
        return self.march.here


def _reachable(c: Moving, hexes: int) -> int:
    return hexes & c.march.targets


def why_out_of_reach(march: March, h: int) -> str | Refusal:
    """Why a stack cannot go to a hex."""
    game, s = march.game, march.s
    there, names = game.place_name(h), game.listed(march.units)
    if h == march.here:
        return Refusal("7.3", f"{names} {'is' if len(march.units) == 1 else 'are'} in {there} already")
    if s.manned[1 - march.side] >> h & 1:
        return Refusal("7.3.2", f"{there} is occupied by the enemy")
    if game.closed_hexes(s, march.side) >> h & 1:
        if not game.area(s) >> h & 1:
            return Refusal("10", f"{there} is outside the map area of this scenario")
        return Refusal("7.3.8", f"{there} is beyond the outer pillbox line, closed to German units until Turn 4")
    if march.held:
        return Refusal("5.4.1", f"{names} entered an enemy zone of control and must stop there")
    if not march.steps.open.closure(1 << march.here, ~march.closed) >> h & 1:
        return Refusal("7.3", f"no path open to {names} leads to {there}")
    if march.farther >> h & 1:
        return Refusal(
            "7.3.5", f"{names} cannot reach {there}: the increase for leg units is lost next to an enemy unit"
        )
    bare = March(game, _without_zones(s), march.units, march.spent, march.loud)
    if bare.targets >> h & 1:
        return Refusal("5.4.1", f"enemy zones of control keep {names} from {there}")
    return Refusal("7.3.2", f"{names} cannot reach {there} with the Movement Points left")


def _without_zones(s: AachenState) -> AachenState:
    bare = s.copy()
    bare.grip = [0, 0, 0, 0]
    return bare


class Move(Phasing["AachenGame", AachenState]):
    """Go on moving, or stop (7.3)."""

    game: AachenGame
    name = "move"
    case = Moving
    choices: ClassVar[tuple[Choice[Moving], ...]] = (
        Choice("move", Limit("7.3", _reachable, lambda c, h: why_out_of_reach(c.march, h))),
        Choice("stop"),
    )

    def prompt(self, s: AachenState) -> Prompt:
        names = self.game.listed(s.hand)
        return Prompt(f"{names}: choose the next hex, or stop.", "7.3", s.at[s.hand[0]])

    def do_move(self, s: AachenState, h: int) -> None:
        self.pop(s)
        code, spent, loud, _, stage = s.agenda[-1]
        s.agenda[-1] = (code, spent, loud, h, stage)

    def do_stop(self, s: AachenState, _: int) -> None:
        self.pop(s)
        self.pop(s)
        end(self.game, s)


STEPS: tuple[type[AnyStep], ...] = (Marching, Move)
