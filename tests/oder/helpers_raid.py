"""The German raid through Courland on 3505, where coast and east edge meet (4.1.1, 8.2c): orders, and its chance."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import grognard
from grognard import Action, Match
from grognard.ai import Commander, consult
from grognard.engine.step import DICE
from grognard.hexes import bits, reach
from tests.oder.table import game

_GAME: Any = game()
_GOAL = _GAME.board.grid.parse("3505")
_BESIDE = _GAME.lines.next(1 << _GOAL)
_ROADS: Any = reach(_GAME.ground_of("mechanized", 0, -1), 1 << _GOAL, 30)
#: What leaves 3505 empty if the army there is alone (11.6).
_CLEARS = ("DE", "DR", "EX")
_GERMANS = {
    "1SS": "2707",
    "2SS": "2707",
    "4SS": "2707",
    "47k": "2708",
    "39k": "2708",
    "58": "2708",
    "66": "2806",
}
RAIDERS = ("1SS", "2SS", "4SS", "47k", "39k", "58")


def set_up(armies: dict[str, str] | None = None) -> Match:
    """The armies are placed as given, or as the program proposes; then the raiders and the other German corps."""
    match = grognard.new("oder", dice=[6]).play("propose", "done")
    for unit, label in (armies or {}).items():
        match.play(f"select {unit}", f"place {label}")
    match.play(*(["propose"] if "propose" in match.actions else []), "done")
    for unit, label in _GERMANS.items():
        match.play(f"select {unit}", f"place {label}")
    return match.play("propose", "done")


def breach(match: Match) -> Match:
    """Turn 1: 43 in 2807 is eliminated without a roll (the die decides its return only), three corps advance."""
    match.play("order fight-move", "attack 2807", *(f"with {u}" for u in ("1SS", "2SS", "4SS", "28k", "66")), "resolve")
    match.play("advance 1SS", "advance 2SS", "advance 4SS")
    if "pass" in match.actions:
        match.play("pass")
    return match.play("done")


def raid(s: Any) -> None:
    """Movement: the raiders go as near to 3505 as they can, at most three to a hex."""
    for unit in [_GAME.unit_ids[name] for name in RAIDERS]:
        if s.at[unit] < 0 or not _GAME.offer(s)["select"] >> unit & 1:
            continue
        act(s, "select", unit)
        room = [h for h in bits(_GAME.offer(s)["move"]) if s.at.count(h) < 3 and _far(h) < _far(s.at[unit])]
        if not room:
            act(s, "move", next(bits(_GAME.offer(s)["move"])))
        else:
            act(s, "move", min(room, key=_far))
        if _GAME.step(s).name == "move":
            act(s, "stop")
    act(s, "done")


def _far(h: int) -> int:
    """What the march from a hex to 3505 costs if nobody bars it."""
    return _ROADS.cost(h) if _ROADS.all >> h & 1 else 99


def act(s: Any, verb: str, arg: int = 0) -> None:
    _GAME.apply(s, Action(verb, arg))


def answer(s: Any, soviet: Commander | None, rng: random.Random) -> None:
    """Everything up to the German Turn 2; without a commander the Soviet does nothing at all."""
    while not s.over and not (s.turn == 2 and _GAME.step(s).name == "declaration"):
        offer, seat = _GAME.offer(s), _GAME.seat(s)
        if seat == "soviet" and soviet is not None:
            action = consult(soviet, _GAME, s, rng)
            assert action is not None
            _GAME.do(s, action)
        elif seat == DICE:
            _GAME.do(s, rng.choice([roll for roll, _ in _GAME.step(s).outcomes(s)]))
        else:
            quiet = [verb for verb in ("done", "pass", "decline") if offer.get(verb)]
            verb = quiet[0] if quiet else next(verb for verb, args in offer.items() if args)
            act(s, verb, next(bits(offer[verb])))


def chance(s: Any) -> Fraction:
    """German Turn 2: the chance that two corps can be in 3505 after combat, with both markers on it."""
    act(s, "order", 0)
    act(s, "naval", _GOAL)
    act(s, "air", _GOAL)
    if _GAME.step(s).name == "support-markers":
        act(s, "done")
    if not s.occupied[1] >> _GOAL & 1 and not s.occupied[0] >> _GOAL & 1:
        return Fraction(_walkers(s) >= 2)
    raid(s)
    if s.over:
        return Fraction(0)
    targets = (1 << _GOAL | _BESIDE) & _GAME.offer(s).get("attack", 0)
    return max((_strike(s.copy(), h) for h in bits(targets)), default=Fraction(0))


def _strike(s: Any, h: int) -> Fraction:
    """The chance of an attack by all who can take part: on 3505, or on a hex beside it and by momentum on 3505."""
    act(s, "attack", h)
    while _GAME.offer(s).get("with"):
        act(s, "with", max(bits(_GAME.offer(s).get("with")), key=_GAME.roster.attack.__getitem__))
    if h == _GOAL:
        alone, found = s.at.count(h) == 1, _GAME.reading.preview(s).chances
        return sum((Fraction(*found[r]) for r in _CLEARS if r in found and (r != "EX" or alone)), Fraction(0))
    act(s, "resolve")
    return _go_on(s)


def _go_on(s: Any) -> Fraction:
    """The chance after an attack on a hex beside 3505: the strongest advance, and attack again at once."""
    while _GAME.step(s).name != "combat":
        offer, name = _GAME.offer(s), _GAME.step(s).name
        if name == "combat-die":
            rolls = _GAME.step(s).outcomes(s)
            return sum((Fraction(n, 6) * _go_on(_rolled(s, roll)) for roll, n in rolls), Fraction(0))
        if name == "momentum":
            return _strike(s, _GOAL) if offer["attack"] >> _GOAL & 1 else Fraction(0)
        if name == "choose-advance":
            act(s, "advance", max(bits(offer["advance"]), key=_GAME.roster.attack.__getitem__))
        else:
            _GAME.do(s, next(Action(verb, next(bits(args))) for verb, args in offer.items() if args))
    return Fraction(0)


def _rolled(s: Any, roll: Action) -> Any:
    after = s.copy()
    _GAME.do(after, roll)
    return after


def _walkers(s: Any) -> int:
    """How many raiders can simply walk into 3505."""
    count = 0
    for unit in [_GAME.unit_ids[name] for name in RAIDERS]:
        if s.at[unit] >= 0 and _GAME.offer(s)["select"] >> unit & 1:
            trial = s.copy()
            act(trial, "select", unit)
            count += _GAME.offer(trial)["move"] >> _GOAL & 1
    return count
