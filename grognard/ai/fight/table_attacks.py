"""The captain's attacks: chosen by the averages of the combat table, without simulation."""

from __future__ import annotations

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.step import Offer
from ...hexes import bits, lowest
from ..doctrine import WarState, kind_of, verb_for
from ..maps import Maps
from ..orders import Order, describe_attack, describe_place, expected_gain, sentence
from ..value.previews import preview_value
from .adjutant import Adjutant
from .allocator import MIN_GAIN, Allocator, PlannedAttack

#: The gain that distant support must add to be used, for each point of it.
_SUPPORT_COST = 0.01
#: The largest number of actions in an attack.
_MAX_ACTIONS = 24
#: How often attacks are allocated again if a unit may not join.
_MAX_ALLOCATIONS = 6


class TableAttacks:
    """Chooses and builds attacks in a combat phase."""

    def __init__(self, maps: Maps, side: int) -> None:
        self.maps, self.side = maps, side
        self.game, self.doctrine = maps.game, maps.doctrine
        self.role_of = self.doctrine.role_of
        self._adjutant = Adjutant(maps)

    def attack(self, s: WarState, offer: Offer) -> Order:
        """Return the best attack, or the end of the phase."""
        strikes = {verb: args for verb, args in offer.items() if args and self.role_of.get(verb) == Role.ATTACK}
        held = self.maps.occupied[1 - self.side]
        for verb, args in strikes.items():
            prize = self._prize(s, args & ~held)
            order = self._occupy(s, Action(verb, prize)) if prize >= 0 else None
            if order is not None:
                return order
        planned, verb = self._best(strikes, held)
        end = verb_for(Role.END, offer, self.role_of)
        if planned is not None and (not end or planned.gain > MIN_GAIN):
            return self._attack_order(s, Action(verb, planned.target), planned)
        if end:
            return Order((Action(end, 0),), "No attack is worth its expected cost.")
        verb, args = next(iter(strikes.items()))
        return self._attack_order(s, Action(verb, lowest(args)), None)

    def _prize(self, s: WarState, empty: int) -> int:
        """Return an empty hex that is worth entering; -1 if there is none."""
        wanted = empty & self.doctrine.vital(s, 1 - self.side)
        if wanted:
            return lowest(wanted)
        held = self.doctrine.held(s, self.side)
        goals = self.doctrine.goals(s, self.side)
        fed = self.doctrine.supplied(s, self.side)
        found = [h for h in bits(empty & ~held & fed) if goals.get(h, 0.0) > 1.0]
        return max(found, key=lambda h: (goals[h], -h)) if found else -1

    def _occupy(self, s: WarState, strike: Action) -> Order | None:
        """Enter an empty hex with the unit that defends best and does not leave a vital hex."""
        trial = s.copy()
        self.game.do(trial, strike)
        vital = self.doctrine.vital(s, self.side)
        decisive = self.doctrine.vital(s, 1 - self.side) >> strike.arg & 1
        for verb, args in self.game.offer(trial).items():
            if self.role_of.get(verb) == Role.JOIN and kind_of(self.game, verb) == "unit":
                able = [u for u in bits(args) if decisive or not vital >> s.at[u] & 1]
                if able:
                    unit = max(able, key=lambda u: (self.doctrine.defense(s, u), -u))
                    self.game.do(trial, Action(verb, unit))
                    launch = self._resolve_verb(trial)
                    name, where = self.game.counters[unit].id, describe_place(self.game, strike.arg)
                    what = f"{name} enters {where}, which is empty"
                    return Order((strike, Action(verb, unit), Action(launch, 0)), sentence(what)) if launch else None
        return None

    def _resolve_verb(self, s: WarState) -> str:
        """Return the verb that resolves the announced attack; empty while it is incomplete."""
        return verb_for(Role.RESOLVE, self.game.offer(s), self.role_of)

    def _best(self, strikes: Offer, held: int) -> tuple[PlannedAttack | None, str]:
        maps, at = self.maps, self.maps.s.at
        vital = self.doctrine.vital(maps.s, self.side) & maps.reachable_unopposed(1 - self.side)
        ready = [u for u in maps.units[self.side] if not vital >> at[u] & 1 or self._may_spare(at[u])]
        for verb, args in strikes.items():
            for _ in range(_MAX_ALLOCATIONS if args & held else 0):
                found = Allocator(maps, self.side, ready, mobile=False).allocate(args & held)
                if not found:
                    break
                missing = found[0].spots.keys() - self._joiners(Action(verb, found[0].target))
                if not missing:
                    return found[0], verb
                ready = [u for u in ready if u not in missing]
        return None, ""

    def _may_spare(self, h: int) -> bool:
        """Return whether units may attack out of a vital hex: not if one unit or too few steps hold it."""
        stack = self.maps.stacks[h]
        least = self.doctrine.garrison_steps(self.maps.s, self.side, h)
        return len(stack) > 1 and (not least or self.maps.steps_of(stack) > least)

    def _joiners(self, strike: Action) -> set[int]:
        """Return the units that may join an attack: some may have fought already."""
        trial = self._announced(self.maps.s, strike)
        out: set[int] = set()
        for verb, args in self.game.offer(trial).items():
            if self.role_of.get(verb) == Role.JOIN and kind_of(self.game, verb) == "unit":
                out.update(bits(args))
        return out

    def _attack_order(self, s: WarState, strike: Action, planned: PlannedAttack | None) -> Order:
        """Return the order for an attack: target, attackers, support, and its resolution."""
        orders = (strike, *self._parts(self._announced(s, strike), set(planned.spots) if planned is not None else None))
        gain = f"; {expected_gain(planned.gain)}" if planned is not None else ""
        return Order(orders, sentence(f"{describe_attack(self.game, self.role_of, orders)}{gain}"))

    def join(self, s: WarState) -> Order | None:
        """Complete an announced attack with the units that improve the odds; None if that is impossible."""
        orders = tuple(self._parts(s.copy(), set()))
        if not orders:
            return None
        return Order(
            orders,
            sentence(f"{describe_attack(self.game, self.role_of, orders)}: no other unit would improve the odds"),
        )

    def _announced(self, s: WarState, strike: Action) -> WarState:
        """Return the position after an announcement and the other side's reply."""
        trial = s.copy()
        self.game.do(trial, strike)
        self._adjutant.play_reply(trial, self.game.sides[self.side])
        return trial

    def _parts(self, trial: WarState, wanted: set[int] | None) -> list[Action]:
        """Return the actions that complete an attack: attackers, support, and its resolution. ``trial`` is changed."""
        out: list[Action] = []
        while len(out) < _MAX_ACTIONS and (action := self._next(trial, self.game.offer(trial), wanted)) is not None:
            self.game.do(trial, action)
            out.append(action)
        launch = self._resolve_verb(trial)
        return [*out, Action(launch, 0)] if launch else out

    def _next(self, s: WarState, offer: Offer, wanted: set[int] | None) -> Action | None:
        """Return the next action of an attack; None if it is complete.

        Only ``wanted`` units join. None means all units; an empty set means those that improve the odds."""
        ready = bool(verb_for(Role.RESOLVE, offer, self.role_of))
        now = preview_value(self.game.reading.preview(s), self.doctrine.effects) if ready else -9.0
        for verb, args in offer.items():
            if not args or self.role_of.get(verb) != Role.JOIN:
                continue
            fights = kind_of(self.game, verb) == "unit" and any(self.doctrine.attack(s, u) > 0 for u in bits(args))
            if fights and not (ready and wanted == set()):
                able = [u for u in bits(args) if wanted is None or u in wanted or not ready]
                if able:
                    best_unit = max(able, key=lambda u: (wanted is None or u in wanted, self._strength(s, u), -u))
                    return Action(verb, best_unit)
            elif ready or not any(self.role_of.get(v) == Role.JOIN and a and v != verb for v, a in offer.items()):
                best, found = now, None
                for arg in self._options(s, verb, args):
                    other = s.copy()
                    self.game.do(other, Action(verb, arg))
                    price = _SUPPORT_COST * (arg if kind_of(self.game, verb) == "number" else self._strength(s, arg))
                    value = preview_value(self.game.reading.preview(other), self.doctrine.effects) - price
                    if value > best or not ready:
                        best, found = value, Action(verb, arg)
                        if not ready:
                            break
                if found is not None:
                    return found
        return None if ready else self._first_part(s, offer)

    def _first_part(self, s: WarState, offer: Offer) -> Action | None:
        """Return the first possible action if the attack cannot be resolved yet."""
        for verb, args in offer.items():
            if self.role_of.get(verb) == Role.JOIN and (options := self._options(s, verb, args)):
                return Action(verb, options[0])
        return None

    def _options(self, s: WarState, verb: str, args: int) -> list[int]:
        kind = kind_of(self.game, verb)
        if kind == "number":
            return list(bits(args))
        if kind == "unit":
            return sorted(bits(args), key=lambda u: (-self._strength(s, u), u))[:3]
        return [] if kind == "hex" else [lowest(args)]

    def _strength(self, s: WarState, unit: int) -> float:
        return (self.doctrine.attack(s, unit) or 2.0) if unit < len(self.maps.attack) else 1.0
