"""Orders: a few actions that belong together, and the reason for them in words that a player reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ..engine.action import Action
from ..engine.doctrine import Role
from ..engine.game import AnyGame
from .doctrine import kind_of


class Order(NamedTuple):
    """One or more actions and the reason for them."""

    actions: tuple[Action, ...]
    reason: str = ""


def describe_place(game: AnyGame, h: int) -> str:
    """A hex as a player calls it."""
    name = game.board.names.get(h, "") if h >= 0 else ""
    label = game.place_name(h)
    return f"{name} ({label})" if name and name != label else label


def describe_units(game: AnyGame, units: Iterable[int]) -> str:
    """Some units by name, for a sentence."""
    found = [game.counters[u].id for u in units]
    return " and ".join(found) if len(found) < 3 else f"{', '.join(found[:-1])} and {found[-1]}"


def describe_attack(game: AnyGame, role: Mapping[str, str], orders: Sequence[Action]) -> str:
    """An attack in words: its target, unless it has been announced before, who takes part, and what helps."""
    fresh = role.get(orders[0].verb) == Role.ATTACK
    parts = orders[1:] if fresh else orders
    units = [a.arg for a in parts if kind_of(game, a.verb) == "unit"]
    help_ = [game.notation.text(a) for a in parts[:-1] if kind_of(game, a.verb) != "unit"]
    what = f"{orders[0].verb} {describe_place(game, orders[0].arg)}" if fresh else "go in"
    return ", ".join([f"{what} with {describe_units(game, units)}" if units else what, *help_])


def sentence(text: str) -> str:
    """A sentence with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
