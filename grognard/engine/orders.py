"""Several orders at once, such as a whole stack sent to a hex: one order for each unit, made of legal actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from .action import Action, NotationError
from .step import DICE

if TYPE_CHECKING:
    from .match import Match


class Sent(NamedTuple):
    """The result of some orders: the number carried out, and why the others were not; empty if all were."""

    orders: int
    why: str


def send(match: Match, orders: Sequence[Sequence[str]], closing: str = "", *, through: bool = False) -> Sent:
    """Carry out orders one after the other, as far as the first that asks for a roll or another decision.

    With ``through`` they go on after rolls, as long as the same side decides: the dice are rolled together.

    What happened up to then stands. An order that is not legal raises Refusal, and the match is left in the middle:
    give it a copy. ``closing`` is an action such as ``stop`` that ends an order if its units could still go on.
    """
    notation = match.game.notation
    side, base = match.side, match.state.agenda[-1][0]
    for number, order in enumerate(orders):
        for n, text in enumerate(order):
            action = notation.parse(text)
            if n and _asks_for_more(match, action):
                return Sent(number, _reason(match, side))
            rolled = match.chance_count
            match.play(action, side=side)
            if match.over or match.side != side or (match.chance_count != rolled and not through):
                return Sent(
                    number + 1, "" if number + 1 == len(orders) else _reason(match, side, match.chance_count > rolled)
                )
        if closing and match.state.agenda[-1][0] != base and not match.why_not(closing):
            match.play(closing, side=side)
        if number + 1 < len(orders) and match.state.agenda[-1][0] != base:
            return Sent(number + 1, _reason(match, side))
    return Sent(len(orders), "")


def _asks_for_more(match: Match, action: Action) -> bool:
    """Whether the step in force does not know a verb, because something happened that asks for another decision."""
    if action.verb not in match.game.verbs:
        raise NotationError(f"unknown action {action.verb[:40]!r} in {match.game.title}")
    return action.verb not in match.game.step(match.state).verbs


def _reason(match: Match, side: str, rolled: bool = False) -> str:
    if match.over:
        return "the match is over"
    if rolled or match.side == DICE:
        return "a die was rolled" if rolled else "a roll is due"
    if match.side != side:
        return f"{match.game.side_names.get(match.side, match.side)} decides now"
    return match.prompt.text
