"""Doctrines as commanders read them: the types, and what an offer means by the parts of its verbs."""

from __future__ import annotations

from collections.abc import Mapping

from ..engine.action import Action
from ..engine.doctrine import Doctrine
from ..engine.game import AnyGame
from ..engine.state import WarState
from ..engine.step import Chance, Offer
from ..hexes import bits

__all__ = ["GameDoctrine", "WarState", "actions_of", "doctrine_of", "kind_of", "outcomes_of", "verb_for"]

#: The doctrine of any game.
GameDoctrine = Doctrine[AnyGame, WarState]


def doctrine_of(game: AnyGame) -> GameDoctrine:
    """The doctrine of a game that has one."""
    found: GameDoctrine | None = game.doctrine
    if found is None:
        raise ValueError(f"{game.id} has no doctrine")
    return found


def verb_for(part: str, offer: Offer, role: Mapping[str, str]) -> str:
    """The first verb of a part that is on offer; empty if there is none."""
    return next((verb for verb, args in offer.items() if args and role.get(verb) == part), "")


def actions_of(offer: Offer) -> list[Action]:
    """Every action on offer."""
    return [Action(verb, arg) for verb, args in offer.items() for arg in bits(args)]


def kind_of(game: AnyGame, verb: str) -> str:
    """What the argument of a verb is."""
    return game.verbs[verb].kind


def outcomes_of(game: AnyGame, s: WarState) -> list[tuple[Action, int]]:
    """What the dice may say now, with weights."""
    step = game.step(s)
    assert isinstance(step, Chance), f"no dice are rolled in the step {step.name!r}"
    return step.outcomes(s)
