"""Rows by number, and which of them speak: the first to take an argument away gives the reason of a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import grognard
from grognard import Action
from grognard.engine.game import Game
from grognard.engine.limits import Case, Law
from grognard.engine.position import position_state
from grognard.engine.step import DICE
from tests.kit.land import Land

#: Positions in which rows speak that are seldom heard in random games, a file a game.
RARE = Path(__file__).parent / "rare"
SPACE = " ; "


class Slot(NamedTuple):
    """The place of a row: its step, its verb, and its number among the rows of the verb."""

    step: str
    verb: str
    number: int


def slots(game: Game[Any]) -> dict[Slot, str]:
    """Every row of a game, with its file, line and rule."""
    return {
        Slot(step.name, law.verb, number): f"{Path(row.location[0]).name}:{row.location[1]} ({row.rule})"
        for step in (*game.steps, *([game.orders] if game.orders else []))
        for law in step.laws.values()
        for number, row in enumerate(law.rows)
    }


def spoken(law: Law, c: Case[Any, Any]) -> Iterator[tuple[int, int]]:
    """The rows of a verb, by number, with the arguments that each is the first to take away."""
    args = unexplained = law.every
    for number, row in enumerate(law.rows):
        if not unexplained:
            return
        left = row.remaining(c, args)
        if unexplained & ~left:
            yield number, unexplained & ~left
        unexplained &= left
        if row.binds:
            args = left


def heard(game: Game[Any], state: Any) -> Iterator[tuple[Slot, int]]:
    """The rows that speak at a decision, as the side that decides knows it, with the arguments they refuse."""
    seat, step = game.seat(state), game.step(state)
    if seat in ("", DICE):
        return
    shown = game.redact(state, seat)
    for law in step.laws.values():
        refused = law.every & ~law.legal(step.make_case(state))
        for number, args in spoken(law, step.make_case(shown)):
            if args & refused:
                yield Slot(step.name, law.verb, number), args & refused
    yield from heard_of_orders(game, state)


def heard_of_orders(game: Game[Any], state: Any) -> Iterator[tuple[Slot, int]]:
    """The rows of standing orders that speak, each asked for a side as that side knows the state."""
    orders = game.orders
    for number, seat in enumerate(game.sides if orders else ()):
        assert orders is not None
        shown = game.redact(state, seat)
        for law in orders.laws.values():
            owner = game.order_owners.get(law.verb)
            mine = 1 << number if owner is None else law.every if owner == number else 0
            refused = mine & ~law.legal(orders.make_case(state))
            for row, args in spoken(law, orders.make_case(shown)):
                if args & refused:
                    yield Slot(orders.name, law.verb, row), args & refused


class Rare(NamedTuple):
    """A line of a file of rare rows: a position in one line, a refused action, and perhaps an owner's own data."""

    text: str
    action: str
    overlay: str = ""

    def game(self, game: Game[Any]) -> Game[Any]:
        """The game, on the owner's own data if the line has some."""
        if not self.overlay:
            return game
        parts = (part.split(" ", 1) for part in self.overlay.split(" & "))
        files = {file: text.replace(SPACE, "\n") + "\n" for file, text in parts}
        played = grognard.game(game.id, files)
        Land.of(played, files)
        return played

    def state(self, game: Game[Any]) -> Any:
        state = position_state(game, f"game {game.id}\n" + self.text.replace(SPACE, "\n"))
        game.run(state)
        return state

    def speaker(self, game: Game[Any]) -> Slot | None:
        """The row that refuses the action."""
        game = self.game(game)
        state = self.state(game)
        action: Action = game.notation.parse(self.action)
        found = (slot for slot, args in heard(game, state) if slot.verb == action.verb and args >> action.arg & 1)
        return next(found, None)


def rare(game: Game[Any]) -> list[Rare]:
    """The rare refusals of a game."""
    file = RARE / f"{game.id}.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [Rare(*(part.strip() for part in line.split("|"))) for line in lines if line and not line.startswith("#")]
