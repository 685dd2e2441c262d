"""Steps lost by the units of a side: the owner distributes them, and units with more than one step come first.

No unit is eliminated while a unit with more than one step is left in its group: in its hex, unless a game says
otherwise. Losses without an alternative are taken at once; the others one by one, or all at once as the program
proposes.

A game derives :class:`StepLosses` for its own rules and keeps an object of it as ``step_losses``. It derives
:class:`Lose` with its own rows over :class:`Loss`:

    choices = (
        Choice("lose",
            Limit("13.7.4", involved, "{it} is not one of your units in this combat"),
            Limit("13.7.4", full_first, "units with two steps have to be reduced before {it} is eliminated")),
        Choice("propose"),
    )

and pushes ``Losses, side, number`` where a side loses steps; the last one pushed is the first to be carried out.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from ..engine.game import Game
from ..engine.limits import Case, lazy
from ..engine.state import WarState
from ..engine.step import Procedure, Prompt
from ..engine.verbs import Verb
from ..hexes import bits, of
from .phasing import Owned

W = TypeVar("W", bound=WarState)


class StepLossGame(Game[W]):
    """A game in which units lose steps."""

    step_losses: StepLosses[Any, W]  # any: the game and its form of this know each other


G = TypeVar("G", bound=StepLossGame[Any])  # any state: games are not alike in it

#: The words of the proposal, for a game with ``Choice("propose")`` in its form of :class:`Lose`.
PROPOSE = {"propose": Verb("none", "Take the losses as proposed", main=True)}


class StepLosses(Generic[G, W]):
    """A game's rules for the loss of steps."""

    #: the rule of the choice
    rule: ClassVar[str]

    def __init__(self, game: G) -> None:
        self.game = game

    # -- defined by a game -------------------------------------------------------------------

    @abstractmethod
    def units(self, s: W, side: int) -> int:
        """The units of a side that share its loss."""

    @abstractmethod
    def steps(self, s: W, unit: int) -> int:
        """The steps that a unit has left."""

    @abstractmethod
    def lose(self, s: W, unit: int) -> None:
        """Take one step from a unit; with the last one it is eliminated."""

    def price(self, s: W, unit: int, left: int) -> float:
        """The cost to the owner of a step of a unit with ``left`` steps. The program proposes the cheapest loss."""
        return 1.0

    def groups(self, s: W, units: int) -> Iterable[int]:
        """The units in which those with more steps come first: hex by hex. They are listed in order."""
        out: dict[int, int] = {}
        for u in bits(units):
            out[s.at[u]] = out.get(s.at[u], 0) | 1 << u
        return out.values()

    # -- derived from these ------------------------------------------------------------------

    def full(self, s: W, units: int) -> int:
        """The units that have more than one step left."""
        return of(u for u in bits(units) if self.steps(s, u) > 1)

    def candidates(self, s: W, units: int) -> int:
        """The units that may lose the next step, among those that share the loss."""
        out = 0
        for group in self.groups(s, units):
            out |= self.full(s, group) or group
        return out

    def total(self, s: W, units: int) -> int:
        """All steps of these units."""
        return sum(self.steps(s, u) for u in bits(units))

    def forced(self, s: W, side: int, number: int) -> int:
        """A unit that loses a step in any case, or -1: the others alone cannot lose ``number`` steps."""
        units = self.units(s, side)
        whole = self.total(s, units)
        for group in self.groups(s, units):
            full = self.full(s, group)
            for u in bits(full or group):
                spared = whole - 1
                if full:  # its own steps, and the last step of every other unit of its group
                    spared = whole - self.steps(s, u) - (group.bit_count() - 1)
                if number > spared:
                    return u
        return -1

    def proposal(self, s: W, side: int, number: int) -> list[int]:
        """The units that lose the steps at the least cost, in a legal order; a unit that loses two comes twice."""
        best: list[tuple[float, list[int]] | None] = [(0.0, []), *[None] * number]
        for group in self.groups(s, self.units(s, side)):
            order, costs = self._in_order(s, group)
            after = list(best)
            for taken in range(1, min(len(order), number) + 1):
                more = sum(costs[:taken])
                for before in range(number - taken + 1):
                    known, there = best[before], after[before + taken]
                    if known is not None and (there is None or known[0] + more < there[0]):
                        after[before + taken] = (known[0] + more, known[1] + order[:taken])
            best = after
        return next((found[1] for found in reversed(best) if found is not None), [])

    def _in_order(self, s: W, group: int) -> tuple[list[int], list[float]]:
        """All steps of a group in the cheapest legal order, each as its unit, and their costs."""
        left = {u: self.steps(s, u) for u in bits(group)}
        order: list[int] = []
        costs: list[float] = []
        while left:
            most = {u: n for u, n in left.items() if n > 1} or left
            price, unit = min((self.price(s, u, n), u) for u, n in most.items())
            order.append(unit)
            costs.append(price)
            left[unit] -= 1
            if not left[unit]:
                del left[unit]
        return order, costs


# -- the choice ------------------------------------------------------------------------------


class Loss(Case[G, W]):
    """The side that loses steps, the number, and its units that share the loss."""

    def __init__(self, game: G, s: W) -> None:
        super().__init__(game, s)
        self.side = self.loser(s)
        self.units = game.step_losses.units(s, self.side)

    def loser(self, s: W) -> int:
        """The side that loses steps: the first argument of the frame."""
        _, side, *_ = s.agenda[-1]
        return side

    @lazy
    def candidates(self) -> int:
        """The units that may lose the next step."""
        found: int = self.game.step_losses.candidates(self.s, self.units)
        return found


AnyLoss: TypeAlias = Loss[Any, Any]  # any: games are not alike in it


def involved(c: AnyLoss, units: int) -> int:
    """Units that share the loss."""
    return units & c.units


def full_first(c: AnyLoss, units: int) -> int:
    """Units that may lose the next step: those with more steps come first."""
    return units & c.candidates


class Losses(Procedure[G, W]):
    """A side loses steps. Arguments: the side and, if a game has more than one at a time, their number."""

    name = "losses"
    args: ClassVar[tuple[str, ...]] = ("side", "number")

    def run(self, s: W) -> None:
        _, side, *rest = s.agenda[-1]
        left = rest[0] if rest else 1
        rules = self.game.step_losses
        self.pop(s)
        while left and not s.over:
            unit = rules.forced(s, side, left)
            if unit < 0:
                break
            depth = len(s.agenda)
            rules.lose(s, unit)
            left -= 1
            if len(s.agenda) > depth:  # the loss has consequences of its own, which come first
                if left:
                    s.agenda.insert(depth, (self.code, side, left))
                return
        if left and not s.over and rules.units(s, side):
            self.push(s, Lose, side, *([left] if rest else []))


class Lose(Owned[G, W]):
    """The owner chooses the unit that loses the next step. Arguments: as for :class:`Losses`."""

    name = "lose"
    args: ClassVar[tuple[str, ...]] = ("side", "number")
    case = Loss

    def prompt(self, s: W) -> Prompt:
        _, _, *rest = s.agenda[-1]
        left = f" ({rest[0]} steps left to lose)" if rest and rest[0] > 1 else ""
        return Prompt(f"Choose the unit that loses a step{left}.", self.game.step_losses.rule, self.where(s))

    def where(self, s: W) -> int:
        """The hex that the loss is about, if any."""
        return -1

    def presets(self, s: W) -> dict[int, str]:
        if not self.aftermath or "propose" not in self.laws:
            return {}
        _, side, *rest = s.agenda[-1]
        rules = self.game.step_losses
        found = Counter(rules.proposal(s, side, rest[0] if rest else 1))
        left = {unit: rules.steps(s, unit) - taken for unit, taken in found.items()}
        return {u: f"loses {n} step{'s' if n > 1 else ''}" if left[u] else "is eliminated" for u, n in found.items()}

    def do_lose(self, s: W, unit: int) -> None:
        _, side, *rest = s.agenda[-1]
        self.pop(s)
        if rest and rest[0] > 1:
            self.push(s, Losses, side, rest[0] - 1)
        self.game.step_losses.lose(s, unit)

    def do_propose(self, s: W, _: int) -> None:
        _, side, *rest = s.agenda[-1]
        rules = self.game.step_losses
        self.pop(s)
        for unit in rules.proposal(s, side, rest[0] if rest else 1):
            rules.lose(s, unit)
