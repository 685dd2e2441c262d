"""The captain's way of fighting: attacks by the averages of the combat table, put together without trying them out."""

from __future__ import annotations

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.step import Offer
from ...hexes import bits, lowest
from ..doctrine import WarState, kind_of, verb_for
from ..maps import Maps
from ..orders import Order, describe_attack, describe_place, sentence
from ..value.previews import preview_value
from .adjutant import Adjutant
from .allocator import LEAST, Allocator, Assault

#: What help from afar must add to be used, for each point of it.
_PRICE = 0.01
#: No attack is put together of more parts than this.
_LONG = 24
#: How often attacks are shared out anew when somebody may not join.
_TRIES = 6


class TableAttacks:
    """Chooses attacks in a combat phase and puts them together."""

    def __init__(self, maps: Maps, side: int) -> None:
        self.maps, self.side = maps, side
        self.game, self.doctrine = maps.game, maps.doctrine
        self.role = self.doctrine.role_of
        self._adjutant = Adjutant(maps)

    def fight(self, s: WarState, offer: Offer) -> Order:
        """The best attack, or the end of the phase."""
        strikes = {verb: args for verb, args in offer.items() if args and self.role.get(verb) == Role.ATTACK}
        held = self.maps.occupied[1 - self.side]
        for verb, args in strikes.items():
            prize = self._prizes(s, args & ~held)
            order = self._walk_in(s, Action(verb, prize)) if prize >= 0 else None
            if order is not None:
                return order
        assault, verb = self._best(strikes, held)
        end = verb_for(Role.END, offer, self.role)
        if assault is not None and (not end or assault.gain > LEAST):
            return self._put_together(s, Action(verb, assault.target), assault)
        if end:
            return Order((Action(end, 0),), "No attack promises more than it costs.")
        verb, args = next(iter(strikes.items()))
        return self._put_together(s, Action(verb, lowest(args)), None)

    def _prizes(self, s: WarState, empty: int) -> int:
        """An empty hex that is worth walking into; -1 for none."""
        wanted = empty & self.doctrine.vital(s, 1 - self.side)
        if wanted:
            return lowest(wanted)
        held = self.doctrine.held(s, self.side)
        goals = self.doctrine.goals(s, self.side)
        fed = self.doctrine.supplied(s, self.side)
        found = [h for h in bits(empty & ~held & fed) if goals.get(h, 0.0) > 1.0]
        return max(found, key=lambda h: (goals[h], -h)) if found else -1

    def _walk_in(self, s: WarState, strike: Action) -> Order | None:
        """One unit goes into an empty hex: the one that defends best, and stands in none that must not be lost."""
        trial = s.copy()
        self.game.do(trial, strike)
        vital = self.doctrine.vital(s, self.side)
        decisive = self.doctrine.vital(s, 1 - self.side) >> strike.arg & 1
        for verb, args in self.game.offer(trial).items():
            if self.role.get(verb) == Role.JOIN and kind_of(self.game, verb) == "unit":
                able = [u for u in bits(args) if decisive or not vital >> s.at[u] & 1]
                if able:
                    unit = max(able, key=lambda u: (self.doctrine.defense(s, u), -u))
                    self.game.do(trial, Action(verb, unit))
                    launch = self._launch(trial)
                    name, where = self.game.counters[unit].id, describe_place(self.game, strike.arg)
                    what = f"{name} walks into {where}, which is empty"
                    return Order((strike, Action(verb, unit), Action(launch, 0)), sentence(what)) if launch else None
        return None

    def _launch(self, s: WarState) -> str:
        """The verb that begins the attack in hand; nothing while it is not complete."""
        return verb_for(Role.RESOLVE, self.game.offer(s), self.role)

    def _best(self, strikes: Offer, held: int) -> tuple[Assault | None, str]:
        maps, at = self.maps, self.maps.s.at
        vital = self.doctrine.vital(maps.s, self.side) & maps.within(1 - self.side)
        # Who alone keeps what must not be lost does not risk himself.
        ready = [u for u in maps.units[self.side] if not vital >> at[u] & 1 or len(maps.inside[at[u]]) > 1]
        for verb, args in strikes.items():
            for _ in range(_TRIES if args & held else 0):
                found = Allocator(maps, self.side, ready, mobile=False).allocate(args & held)
                if not found:
                    break
                missing = found[0].spots.keys() - self._joiners(Action(verb, found[0].target))
                if not missing:
                    return found[0], verb
                ready = [u for u in ready if u not in missing]
        return None, ""

    def _joiners(self, strike: Action) -> set[int]:
        """Who could take part in an attack: some have fought already, or may not fight now."""
        trial = self._announced(self.maps.s, strike)
        out: set[int] = set()
        for verb, args in self.game.offer(trial).items():
            if self.role.get(verb) == Role.JOIN and kind_of(self.game, verb) == "unit":
                out.update(bits(args))
        return out

    def _put_together(self, s: WarState, strike: Action, assault: Assault | None) -> Order:
        """Announce, let those join who should, add what helps, and go."""
        orders = (strike, *self._parts(self._announced(s, strike), set(assault.spots) if assault is not None else None))
        gain = f": it promises {assault.gain:.1f} points on the average" if assault is not None else ""
        return Order(orders, sentence(f"{describe_attack(self.game, self.role, orders)}{gain}"))

    def go_in(self, s: WarState) -> Order | None:
        """What can be made of an attack that has been announced: whoever betters the odds joins."""
        orders = tuple(self._parts(s.copy(), set()))
        if not orders:
            return None
        return Order(orders, sentence(f"{describe_attack(self.game, self.role, orders)}: so much pays"))

    def _announced(self, s: WarState, strike: Action) -> WarState:
        """The position after an announcement, when the other side has answered it."""
        trial = s.copy()
        self.game.do(trial, strike)
        self._adjutant.answer(trial, self.game.sides[self.side])
        return trial

    def _parts(self, trial: WarState, wanted: set[int] | None) -> list[Action]:
        """Who joins an attack, what helps, and the word to go. ``trial`` is changed."""
        out: list[Action] = []
        while len(out) < _LONG and (action := self._next(trial, self.game.offer(trial), wanted)) is not None:
            self.game.do(trial, action)
            out.append(action)
        launch = self._launch(trial)
        return [*out, Action(launch, 0)] if launch else out

    def _next(self, s: WarState, offer: Offer, wanted: set[int] | None) -> Action | None:
        """The next part of an attack; None when it is complete. Of the units those come who are wanted: all if it is
        not said who, those who better the odds if nobody is named."""
        ready = bool(verb_for(Role.RESOLVE, offer, self.role))
        now = preview_value(self.game.reading.preview(s), self.doctrine.effects) if ready else -9.0
        for verb, args in offer.items():
            if not args or self.role.get(verb) != Role.JOIN:
                continue
            near = kind_of(self.game, verb) == "unit" and any(self.doctrine.attack(s, u) > 0 for u in bits(args))
            if near and not (ready and wanted == set()):
                able = [u for u in bits(args) if wanted is None or u in wanted or not ready]
                if able:
                    return Action(verb, max(able, key=lambda u: (wanted is None or u in wanted, self._force(s, u), -u)))
            elif ready or not any(self.role.get(v) == Role.JOIN and a and v != verb for v, a in offer.items()):
                best, found = now, None
                for arg in self._options(s, verb, args):
                    other = s.copy()
                    self.game.do(other, Action(verb, arg))
                    price = _PRICE * (arg if kind_of(self.game, verb) == "number" else self._force(s, arg))
                    value = preview_value(self.game.reading.preview(other), self.doctrine.effects) - price
                    if value > best or not ready:
                        best, found = value, Action(verb, arg)
                        if not ready:
                            break
                if found is not None:
                    return found
        return None if ready else self._anybody(s, offer)

    def _anybody(self, s: WarState, offer: Offer) -> Action | None:
        """Somebody has to begin: the first to help."""
        for verb, args in offer.items():
            if self.role.get(verb) == Role.JOIN and (options := self._options(s, verb, args)):
                return Action(verb, options[0])
        return None

    def _options(self, s: WarState, verb: str, args: int) -> list[int]:
        kind = kind_of(self.game, verb)
        if kind == "number":
            return list(bits(args))
        if kind == "unit":
            return sorted(bits(args), key=lambda u: (-self._force(s, u), u))[:3]
        return [] if kind == "hex" else [lowest(args)]

    def _force(self, s: WarState, unit: int) -> float:
        return (self.doctrine.attack(s, unit) or 2.0) if unit < len(self.maps.attack) else 1.0
