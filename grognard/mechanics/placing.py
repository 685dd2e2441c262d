"""Units that a player places himself, one after the other or as the program proposes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from ..engine.action import Refusal
from ..engine.data import Source
from ..engine.step import ONLY, Offer, Prompt, Step
from ..hexes import bits


def check_proposed(source: Source, where: tuple[str, str], scenario: Mapping[str, Any], lists: str) -> None:
    """A hex is proposed only for units of the lists whose units their owner places."""
    file, name = where
    placed = {unit for units in scenario[lists].values() for unit in units}
    for unit in scenario.get("proposed", {}):
        if unit not in placed:
            source.fault(source.place(file, name, "proposed", unit), f"{name}: {unit!r} is not in a list of {lists!r}")


class PlaceUnits(Step):
    """A list of units is placed. Arguments: which list, and the unit in hand.

    A game says which units a list still holds, where each may stand and by which rule. A scenario may name a hex for a
    unit under ``proposed``: the program proposes it where the unit may stand there, and otherwise a hex of its choice.
    """

    name = "set-up"
    args = ("number", "unit")

    def __init__(self, game: Any, code: int) -> None:
        super().__init__(game, code)
        parse, ids = game.board.grid.parse, game.unit_ids
        tables = (scenario.words.get("proposed", {}) for scenario in game.scenarios.values())
        self.proposed = {ids[unit]: parse(label) for table in tables for unit, label in table.items()}

    # -- what a game says --------------------------------------------------------------------

    @abstractmethod
    def rule(self, s: Any) -> str:
        """The clause of the list in hand."""

    @abstractmethod
    def waiting(self, s: Any, number: int) -> int:
        """The units of a list that do not stand yet."""

    @abstractmethod
    def hexes(self, s: Any, number: int, unit: int) -> int:
        """Where a unit may be placed."""

    @abstractmethod
    def put(self, s: Any, unit: int, h: int) -> None:
        """A unit is placed."""

    @abstractmethod
    def proposal(self, s: Any, number: int, unit: int, hexes: int) -> int:
        """A sensible one of the hexes a unit may be placed in, where the scenario names none."""

    @abstractmethod
    def refuse_place(self, s: Any, number: int, unit: int, h: int) -> Refusal:
        """Why the unit in hand may not be placed in a hex."""

    # -- what follows ------------------------------------------------------------------------

    def prompt(self, s: Any) -> Prompt:
        _, number, unit = s.agenda[-1]
        if unit >= 0:
            return Prompt(f"Choose a hex for {self.game.counters[unit].id}.", self.rule(s))
        if self.waiting(s, number):
            return Prompt("Choose a unit to place, or let the program propose a set-up.", self.rule(s))
        return Prompt("All units stand: go on.", self.rule(s))

    def offer(self, s: Any) -> Offer:
        _, number, unit = s.agenda[-1]
        if unit >= 0:
            return {"place": self.hexes(s, number, unit)}
        waiting = self.waiting(s, number)
        return {"select": waiting, "propose": ONLY} if waiting else {"done": ONLY}

    def do_select(self, s: Any, unit: int) -> None:
        self.become(s, s.agenda[-1][1], unit)

    def do_place(self, s: Any, h: int) -> None:
        _, number, unit = s.agenda[-1]
        self._put(s, unit, h)
        self.become(s, number, -1)

    def _put(self, s: Any, unit: int, h: int) -> None:
        self.put(s, unit, h)
        s.tell(self.rule(s), "{} is set up in {}", self.game.counters[unit].id, self.game.place_name(h))

    def do_propose(self, s: Any, _: int) -> None:
        number = s.agenda[-1][1]
        for unit in bits(self.waiting(s, number)):
            hexes, h = self.hexes(s, number, unit), self.proposed.get(unit, -1)
            if h < 0 or not hexes >> h & 1:
                h = self.proposal(s, number, unit, hexes)
            self._put(s, unit, h)

    def do_done(self, s: Any, _: int) -> None:
        self.pop(s)

    def refuse(self, s: Any, verb: str, arg: int) -> Refusal:
        game, rule = self.game, self.rule(s)
        _, number, unit = s.agenda[-1]
        if verb in ("done", "propose"):
            if verb == "done":
                return Refusal(rule, f"still to be placed: {game.names(self.waiting(s, number) or 1 << unit)}")
            return Refusal(rule, "nothing is left to place, or a unit is in hand")
        if verb == "select":
            if unit >= 0:
                return Refusal(rule, f"place {game.counters[unit].id} first")
            placed = "stands already" if s.at[arg] >= 0 else "is not placed in this step"
            return Refusal(rule, f"{game.counters[arg].id} {placed}")
        if verb != "place":
            return self.out_of_place(s, verb)
        if unit < 0:
            return Refusal(rule, "choose the unit to place first")
        return self.refuse_place(s, number, unit, arg)
