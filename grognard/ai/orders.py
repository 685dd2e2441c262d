"""Orders: actions that belong together, with a reason for the player to read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ..engine.action import Action
from ..engine.doctrine import Role
from ..engine.game import AnyGame
from .doctrine import kind_of


class Order(NamedTuple):
    """One or more actions, and the reason for them."""

    actions: tuple[Action, ...]
    reason: str = ""


def describe_place(game: AnyGame, h: int) -> str:
    """Return a hex as players call it: its name, if any, and its number."""
    name = game.board.names.get(h, "") if h >= 0 else ""
    label = game.place_name(h)
    return f"{name} ({label})" if name and name != label else label


def describe_units(game: AnyGame, units: Iterable[int]) -> str:
    """Return the names of units as a list in words."""
    found = [game.counters[u].id for u in units]
    return " and ".join(found) if len(found) < 3 else f"{', '.join(found[:-1])} and {found[-1]}"


def describe_attack(game: AnyGame, role_of: Mapping[str, str], orders: Sequence[Action]) -> str:
    """Describe an attack: the target unless it is already announced, the units that take part, and the support."""
    announces = role_of.get(orders[0].verb) == Role.ATTACK
    parts = orders[1:] if announces else orders
    units = [a.arg for a in parts if kind_of(game, a.verb) == "unit"]
    support = [game.notation.text(a) for a in parts[:-1] if kind_of(game, a.verb) != "unit"]
    what = f"{orders[0].verb} {describe_place(game, orders[0].arg)}" if announces else "carry out the attack"
    return ", ".join([f"{what} with {describe_units(game, units)}" if units else what, *support])


def expected_gain(points: float) -> str:
    """Describe the expected change in points of an action."""
    return f"expected {'gain' if points >= 0 else 'loss'}: {abs(points):.1f} points"


def sentence(text: str) -> str:
    """Return a text with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
