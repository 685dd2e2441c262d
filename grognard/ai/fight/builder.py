"""Attacks as they are made: targets, units and supports one after the other, as long as the average gets better.

The average is exact as far as the first roll goes: the chance of each result comes from the game's own preview, and
what a result is worth from carrying it out with just those who take part, with retreats, advances and losses, and
judging the position after it.
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
from ..orders import describe_attack, sentence
from .lookahead import Lookahead

#: What a unit or point that joins must add for each point of its strength, as a share of what that is worth.
_PRICE = 0.16
#: Unit by unit at most so many join.
_CROWD = 14


@dataclass(frozen=True)
class BuiltAttack:
    """An attack put together: its actions, and by how much it betters the position on the average."""

    orders: tuple[Action, ...]
    gain: float
    text: str = ""


#: Who joins next, what the attack is then worth, and the position.
_Joined = tuple[Action, float, WarState]


class AttackBuilder:
    """Puts attacks together in a combat phase."""

    def __init__(self, ahead: Lookahead) -> None:
        self.ahead = ahead
        self.game, self.doctrine = ahead.game, ahead.adjutant.doctrine
        self.role = ahead.adjutant.role

    def reason(self, built: BuiltAttack) -> str:
        """Why an attack is made."""
        odds = f" at {built.text}" if built.text else ""
        what = f"{describe_attack(self.game, self.role, built.orders)}{odds}"
        return sentence(f"{what}: on the average the position is {built.gain:.1f} points better for it")

    def compose(self, s: WarState, strike: Action, before: float) -> BuiltAttack | None:
        """The best attack that begins with a target."""
        trial = s.copy()
        self.game.do(trial, strike)
        if not self.ahead.adjutant.answer(trial, self.game.seat(s)):
            return None
        return self.complete(trial, before, (strike,))

    def complete(self, s: WarState, before: float, begun: tuple[Action, ...] = ()) -> BuiltAttack | None:
        """The best that can be made of an attack that has been announced."""
        trial, orders, worth = s, list(begun), _Worth(self.ahead)
        value = -1e9
        for _ in range(_CROWD):
            offer = self.game.offer(trial)
            ready = bool(verb_for(Role.RESOLVE, offer, self.role))
            if ready and value < -1e8:
                value = worth.of(trial)
            added = self._join(trial, offer, worth, value if ready else -1e9)
            if added is None:
                break
            action, value, trial = added
            orders.append(action)
        offer = self.game.offer(trial)
        launch = verb_for(Role.RESOLVE, offer, self.role)
        if not launch:
            return None
        if value < -1e8:
            value = worth.of(trial)
        orders.append(Action(launch, 0))
        return BuiltAttack(tuple(orders), worth.answered(trial, Action(launch, 0), value) - before, worth.text)

    def _join(self, trial: WarState, offer: Offer, worth: _Worth, value: float) -> _Joined | None:
        """The next one to join; None if nobody improves the attack."""
        for verb, args in offer.items():
            if self.role.get(verb) != Role.JOIN or not args:
                continue
            kind = kind_of(self.game, verb)
            if kind == "unit":
                choices = sorted(bits(args), key=lambda u: (-self._strength(trial, u), u))[:6]
            elif kind == "hex":
                alone = not any(a and v != verb and self.role.get(v) == Role.JOIN for v, a in offer.items())
                choices = [lowest(args)] if alone and value < -1e8 else []
            else:
                choices = list(bits(args))
            best, now, each = None, self._chances(trial), _PRICE * self.doctrine.strength_value
            for arg in choices:
                price = each * (self._strength(trial, arg) if kind == "unit" else arg if kind == "number" else 1.0)
                other = trial.copy()
                self.game.do(other, Action(verb, arg))
                if value < -1e8:
                    return Action(verb, arg), self._value(other, worth), other
                if (kind != "unit" or not self.doctrine.attack(trial, arg)) and now and self._chances(other) == now:
                    continue  # help from afar that changes nothing
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
        return preview.chances if preview is not None and preview.by_roll else None

    def _strength(self, s: WarState, unit: int) -> float:
        return self.doctrine.attack(s, unit) or 1.0

    def _value(self, s: WarState, worth: _Worth) -> float:
        if not verb_for(Role.RESOLVE, self.game.offer(s), self.role):
            return -1e9
        return worth.of(s)


class _Worth:
    """The average of an attack: chances from the preview, and every result carried out and judged."""

    def __init__(self, ahead: Lookahead) -> None:
        self.ahead = ahead
        self.game = ahead.game
        self.text = ""

    def of(self, s: WarState) -> float:
        preview = self.game.reading.preview(s)
        launch = verb_for(Role.RESOLVE, self.game.offer(s), self.ahead.adjutant.role)
        if preview is None or not preview.by_roll:
            return self.ahead.value(s, Action(launch, 0))
        self.text = f"{preview.column}"
        trial = s.copy()
        self.game.do(trial, Action(launch, 0))
        self.ahead.run(trial)
        return self._average(trial, preview)

    def _average(self, s: WarState, preview: Preview) -> float:
        """Over the results of a preview, for an attack that has been launched and answered."""
        out = 0.0
        for result, (n, of) in preview.chances.items():
            roll = preview.by_roll.index(result) + 1
            out += self.ahead.after(s.copy(), Action("roll", roll)) * n / of
        return out

    def answered(self, s: WarState, launch: Action, value: float) -> float:
        """The average once the enemy has said what he adds to his defence."""
        told = self.game.reading.preview(s)
        self.text = f"{told.column}" if told is not None and told.by_roll else ""
        trial = s.copy()
        self.game.do(trial, launch)
        self.ahead.run(trial)
        preview = self.game.reading.preview(trial) if not trial.over and self.game.step(trial).chance else None
        if told is None or preview is None or not preview.by_roll or preview.by_roll == told.by_roll:
            return value
        self.text = f"{preview.column}"
        return self._average(trial, preview)
