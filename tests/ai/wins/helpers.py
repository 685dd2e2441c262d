"""Positions before a side's first turn, with everything set up as the program proposes."""

from __future__ import annotations

import random
from typing import Any

from grognard import Action
from grognard.ai import consult
from grognard.ai.wins.checker import Checker, Win
from grognard.engine.game import Game
from grognard.hexes import bits
from grognard.lab.playout import draw

from ...generic.play import begin
from ..helpers import officer

#: Steps before the first turn. In "deploy" nothing is proposed, and a captain places the units.
SET_UP = frozenset({"set-up", "assign", "deploy", "secret-sector", "final-choice"})


def proposed(game: Game, scenario: str, pick: int = 0) -> Any:
    """The position when everything is set up; where there is a choice without a proposal, its ``pick``-th."""
    s, rng = begin(game, scenario), random.Random(1)
    captain = officer("captain")
    for _ in range(400):
        step = game.step(s)
        if step.chance:
            game.do(s, step.outcomes(s)[0][0])  # type: ignore[attr-defined]
            continue
        offer = {verb: args for verb, args in game.offer(s).items() if args}
        if step.name not in SET_UP:
            return s
        if step.name == "deploy":
            action = consult(captain, game, s, rng)
            assert action is not None
        elif "propose" in offer or "done" in offer:
            action = Action("propose" if "propose" in offer else "done", 0)
        else:
            verb, args = next(iter(offer.items()))
            action = Action(verb, list(bits(args))[pick % args.bit_count()])
        game.do(s, action)
    raise AssertionError("the set-up does not end")


def first_turns(game: Game, s: Any) -> list[tuple[int, Any]]:
    """Each side with a position before its first turn: the second side's is after a turn in which nothing happens."""
    first, after = s.phasing, s.copy()
    for _ in range(400):
        if after.over or (after.phasing != first and game.seat(after) == game.sides[1 - first]):
            break
        idle(game, after)
    return [(first, s), (1 - first, after)]


def idle(game: Game, s: Any) -> None:
    """Do as little as possible: end the phase, or take the first action on offer."""
    step = game.step(s)
    if step.chance:
        game.do(s, draw(step.outcomes(s), random.Random(1)))  # type: ignore[attr-defined]
        return
    offer = {verb: args for verb, args in game.offer(s).items() if args}
    verb = next((v for v in ("propose", "done", "pass", "decline") if v in offer), "") or next(iter(offer))
    game.do(s, Action(verb, next(bits(offer[verb]))))


def win(game: Game, s: Any, side: int) -> Win:
    """The best win of a side in its present or coming turn."""
    return Checker(game, s, side).best()


def names(game: Game, found: Win) -> dict[str, str]:
    """The units that move to win, with the hexes where they go."""
    return {game.counters[taker.unit].id: game.place_name(taker.hex) for taker in found.takers}
