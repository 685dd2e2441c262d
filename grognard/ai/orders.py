"""Orders: a few actions that belong together, and why they are given, in words a player reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..engine.action import Action
from ..engine.doctrine import STRIKE


class Order(NamedTuple):
    """One or more actions and the reason for them."""

    actions: tuple[Action, ...]
    why: str = ""


def place(game: Any, h: int) -> str:
    """A hex as a player calls it."""
    name = game.board.names.get(h, "") if h >= 0 else ""
    label = str(game.place_name(h))
    return f"{name} ({label})" if name and name != label else label


def names(game: Any, units: Iterable[int]) -> str:
    """Some units by name, for a sentence."""
    found = [game.counters[u].id for u in units]
    return " and ".join(found) if len(found) < 3 else f"{', '.join(found[:-1])} and {found[-1]}"


def told(game: Any, role: Mapping[str, str], orders: Sequence[Action]) -> str:
    """An attack in words: its target, unless it has been announced before, who takes part, and what helps."""
    fresh = role.get(orders[0].verb) == STRIKE
    parts = orders[1:] if fresh else orders
    units = [a.arg for a in parts if game.verbs[a.verb].kind == "unit"]
    help_ = [game.notation.text(a) for a in parts[:-1] if game.verbs[a.verb].kind != "unit"]
    what = f"{orders[0].verb} {place(game, orders[0].arg)}" if fresh else "go in"
    return ", ".join([f"{what} with {names(game, units)}" if units else what, *help_])


def sentence(text: str) -> str:
    """A sentence with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
