"""Attacks built step by step: units and support are added as long as the expected value rises.

The expected value is exact for the first roll: the chance of each result comes from the game's preview, and its value
from a simulation with exactly these units, including losses, retreats and advances.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.reading import Preview
from ...engine.step import Offer
from ...hexes import bits, lowest
from ..doctrine import WarState, kind_of, verb_for
from ..orders import describe_attack, expected_gain, sentence
from .lookahead import Lookahead

#: The gain that a further unit or support point must add, as a share of the worth of its strength.
_JOINING_COST = 0.16
#: The largest number of units and support points in an attack.
_MAX_PARTS = 14


@dataclass(frozen=True)
class BuiltAttack:
    """A complete attack: its actions, and its expected gain in points."""

    actions: tuple[Action, ...]
    gain: float
    #: the column of the combat table; empty if there is no table
    odds: str = ""


#: The next action of an attack, the expected value after it, and the position after it.
_Joined = tuple[Action, float, WarState]


class AttackBuilder:
    """Builds attacks in a combat phase."""

    def __init__(self, lookahead: Lookahead) -> None:
        self.lookahead = lookahead
        self.game, self.doctrine = lookahead.game, lookahead.adjutant.doctrine
        self.role_of = lookahead.adjutant.role_of

    def reason(self, built: BuiltAttack) -> str:
        """Return the reason for an attack, as a sentence."""
        odds = f" at {built.odds}" if built.odds else ""
        what = f"{describe_attack(self.game, self.role_of, built.actions)}{odds}"
        return sentence(f"{what}; {expected_gain(built.gain)}")

    def compose(self, s: WarState, strike: Action, before: float) -> BuiltAttack | None:
        """Return the best attack on a target; None if it cannot be made."""
        trial = s.copy()
        self.game.do(trial, strike)
        if not self.lookahead.adjutant.play_reply(trial, self.game.seat(s)):
            return None
        return self.complete(trial, before, (strike,))

    def complete(self, s: WarState, before: float, begun: tuple[Action, ...] = ()) -> BuiltAttack | None:
        """Return the best way to complete an attack that is already announced; None if it cannot be made."""
        trial, orders, worth = s, list(begun), _AttackValue(self.lookahead)
        value = -1e9
        for _ in range(_MAX_PARTS):
            offer = self.game.offer(trial)
            ready = bool(verb_for(Role.RESOLVE, offer, self.role_of))
            if ready and value < -1e8:
                value = worth.of(trial)
            added = self._join(trial, offer, worth, value if ready else -1e9)
            if added is None:
                break
            action, value, trial = added
            orders.append(action)
        offer = self.game.offer(trial)
        launch = verb_for(Role.RESOLVE, offer, self.role_of)
        if not launch:
            return None
        if value < -1e8:
            value = worth.of(trial)
        orders.append(Action(launch, 0))
        return BuiltAttack(tuple(orders), worth.answered(trial, Action(launch, 0), value) - before, worth.odds)

    def _join(self, trial: WarState, offer: Offer, worth: _AttackValue, value: float) -> _Joined | None:
        """Return the best unit or support to add; None if nothing improves the attack."""
        for verb, args in offer.items():
            if self.role_of.get(verb) != Role.JOIN or not args:
                continue
            kind = kind_of(self.game, verb)
            if kind == "unit":
                choices = sorted(bits(args), key=lambda u: (-self._strength(trial, u), u))[:6]
            elif kind == "hex":
                alone = not any(a and v != verb and self.role_of.get(v) == Role.JOIN for v, a in offer.items())
                choices = [lowest(args)] if alone and value < -1e8 else []
            else:
                choices = list(bits(args))
            best, now, each = None, self._chances(trial), _JOINING_COST * self.doctrine.strength_value
            for arg in choices:
                price = each * (self._strength(trial, arg) if kind == "unit" else arg if kind == "number" else 1.0)
                other = trial.copy()
                self.game.do(other, Action(verb, arg))
                if value < -1e8:
                    return Action(verb, arg), self._value(other, worth), other
                if (kind != "unit" or not self.doctrine.attack(trial, arg)) and now and self._chances(other) == now:
                    continue  # support that does not change the chances
                found = self._value(other, worth)
                if found > value + price and (best is None or found - price > best[1]):
                    best = (Action(verb, arg), found - price, other, found)
                    if kind == "unit":
                        break
            if best is not None:
                return best[0], best[3], best[2]
        return None

    def _chances(self, s: WarState) -> Mapping[str, tuple[int, int]] | None:
        preview = self.game.reading.preview(s)
        return preview.chances if preview is not None and preview.next_by_roll else None

    def _strength(self, s: WarState, unit: int) -> float:
        return self.doctrine.attack(s, unit) or 1.0

    def _value(self, s: WarState, worth: _AttackValue) -> float:
        if not verb_for(Role.RESOLVE, self.game.offer(s), self.role_of):
            return -1e9
        return worth.of(s)


class _AttackValue:
    """The expected value of an attack: chances from the preview, values from simulation."""

    def __init__(self, lookahead: Lookahead) -> None:
        self.lookahead = lookahead
        self.game = lookahead.game
        self.odds = ""

    def of(self, s: WarState) -> float:
        preview = self.game.reading.preview(s)
        launch = verb_for(Role.RESOLVE, self.game.offer(s), self.lookahead.adjutant.role_of)
        if preview is None or not preview.next_by_roll:
            return self.lookahead.value(s, Action(launch, 0))
        self.odds = f"{preview.column}"
        trial = s.copy()
        self.game.do(trial, Action(launch, 0))
        self.lookahead.run(trial)
        return self._average(trial, preview)

    def _average(self, s: WarState, preview: Preview) -> float:
        """Average over the results of a preview, for an attack that is about to be rolled for. ``s`` is changed.

        If both sides fire, it is the average over the results of both rolls."""
        if preview.fires:
            return self._average_fires(s)
        out = 0.0
        for result, (n, of) in preview.chances.items():
            roll = preview.by_roll.index(result) + 1
            out += self.lookahead.after(s.copy(), Action("roll", roll)) * n / of
        return out

    def _average_fires(self, s: WarState) -> float:
        self.lookahead.run(s)
        preview = self.game.reading.preview(s) if not s.over and self.game.step(s).chance else None
        fire = preview.next_fire if preview is not None else None
        if preview is None or fire is None:
            self.lookahead.settle(s)
            return self.lookahead.judge.value(s)
        out = 0.0
        for result, (n, of) in preview.next_chances.items():
            trial = s.copy()
            self.game.do(trial, Action("roll", fire.by_roll.index(result) + 1))
            out += self._average_fires(trial) * n / of
        return out

    def answered(self, s: WarState, launch: Action, value: float) -> float:
        """Return the expected value after the enemy's reply, such as defensive fire."""
        announced = self.game.reading.preview(s)
        self.odds = f"{announced.column}" if announced is not None and announced.next_by_roll else ""
        trial = s.copy()
        self.game.do(trial, launch)
        self.lookahead.run(trial)
        preview = self.game.reading.preview(trial) if not trial.over and self.game.step(trial).chance else None
        if announced is None or preview is None or not preview.next_by_roll or _is_unchanged(announced, preview):
            return value
        self.odds = f"{preview.column}"
        return self._average(trial, preview)


def _is_unchanged(announced: Preview, preview: Preview) -> bool:
    """Whether an attack has the results with which it was announced."""
    if preview.fires:
        return preview.chances == announced.chances
    return preview.by_roll == announced.by_roll
