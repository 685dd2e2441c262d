"""Helpers for reading doctrines, and for finding verbs by their role."""

from __future__ import annotations

from collections.abc import Mapping

from ..engine.action import Action
from ..engine.doctrine import Doctrine
from ..engine.game import AnyGame
from ..engine.state import WarState
from ..engine.step import Chance, Offer
from ..hexes import bits

__all__ = ["GameDoctrine", "WarState", "actions_of", "doctrine_of", "expect", "kind_of", "outcomes_of", "verb_for"]

#: The doctrine of any game.
GameDoctrine = Doctrine[AnyGame, WarState]


def doctrine_of(game: AnyGame) -> GameDoctrine:
    """Return the doctrine of a game; raise ValueError if it has none."""
    found: GameDoctrine | None = game.doctrine
    if found is None:
        raise ValueError(f"{game.id} has no doctrine")
    return found


def verb_for(role: str, offer: Offer, role_of: Mapping[str, str]) -> str:
    """Return the first verb on offer with a role; empty if there is none."""
    return next((verb for verb, args in offer.items() if args and role_of.get(verb) == role), "")


def actions_of(offer: Offer) -> list[Action]:
    """Every action on offer."""
    return [Action(verb, arg) for verb, args in offer.items() for arg in bits(args)]


def kind_of(game: AnyGame, verb: str) -> str:
    """Return the kind of a verb's argument, such as "unit" or "hex"."""
    return game.verbs[verb].kind


def outcomes_of(game: AnyGame, s: WarState) -> list[tuple[Action, int]]:
    """Return the possible outcomes of the chance step in force, with their weights."""
    step = game.step(s)
    assert isinstance(step, Chance), f"step {step.name!r} is not a chance step"
    return step.outcomes(s)


def expect(game: AnyGame, s: WarState) -> WarState:
    """Return the position after the dice that are to be rolled: the one that is likeliest by the places of units."""
    while not s.over and isinstance(game.step(s), Chance):
        found: dict[tuple[int, ...], tuple[int, WarState]] = {}
        for action, weight in outcomes_of(game, s):
            after = s.copy()
            game.do(after, action)
            chance, first = found.get(tuple(after.at), (0, after))
            found[tuple(after.at)] = chance + weight, first
        _, s = max(found.values(), key=lambda pair: pair[0])
    return s
