"""Orders that cost points: candidates for the units on offer, each with its price and its gain.

A game in which orders are bought offers moves, attacks and other orders at once, and all of them are paid from one
purse. A candidate is an attack, a move, a move that makes an attack possible or better, or an order without units.
Every candidate is tried out on a copy of the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...engine.action import Action
from ...engine.doctrine import Role
from ...engine.game import AnyGame
from ...engine.step import Offer
from ...hexes import bits, lowest
from ..doctrine import WarState, doctrine_of, outcomes_of, verb_for

#: Points for an order that ends the game.
WON = 100.0
#: Of how many orders the risk is found out.
_RISKED = 12
#: How many hexes of a group are tried out; a limit on the steps of one order.
_TRIED, _PARTS, _MAX_STEPS = 4, 2, 60
#: The share of the gain of an attack that a move makes possible: the enemy may react.
LATER = 0.85
#: The cost of a move that the enemy may interrupt.
_NOTICED = 0.35
#: The worth of a point: gains below it per point are not worth an order, though points that are left are lost.
_LEAST = 0.05
#: How the price counts: with 1 the gain per point decides, with 0 the gain alone; and the price of a free order.
_THRIFT, _FREE = 0.65, 0.3


class Purchase(NamedTuple):
    """An order that can be bought."""

    actions: tuple[Action, ...]
    #: the points of the order itself, and with the attack it prepares
    price: int
    total: int
    gain: float
    #: the hex it is about
    hex: int = -1
    attack: bool = False
    #: whether the game itself suggests it
    suggested: bool = False
    #: the attack that it prepares
    then: tuple[Action, ...] = ()

    @property
    def rank(self) -> float:
        """The gain for its points."""
        return float(self.gain / max(self.total, _FREE) ** _THRIFT)


class _Attack(NamedTuple):
    """An attack by the units selected in a position."""

    actions: tuple[Action, ...]
    price: int
    gain: float
    target: int


class Buyer:
    """Finds the best order for the points of the side to decide."""

    def __init__(self, game: AnyGame, s: WarState, side: int, offer: Offer) -> None:
        self.game, self.s, self.side, self.offer = game, s, side, offer
        self.doctrine = doctrine_of(game)
        self.role_of = self.doctrine.role_of
        self.purse = self.doctrine.purse(s) or 0
        self._seat = game.sides[side]
        #: the frames below the present step
        self._below = s.agenda[:-1]
        self._neighbours = game.board.grid.neighbours
        self._group = verb_for(Role.GROUP, offer, self.role_of)
        #: the verb for moves of selected units
        self.move_verb = next((v for v, role in self.role_of.items() if role == Role.MOVE), "")
        #: hexes in which or next to which the score may change
        goals = sum(1 << h for h in self.doctrine.goals(s, side))
        self._scored = goals | self._neighbours(goals)
        #: by hex the best attacks of the units in it
        self._standing: dict[int, list[_Attack]] = {}

    def best(self) -> Purchase | None:
        """Return the order with the best gain for its points; None if none is worth them."""
        found = [p for p in self.candidates() if p.gain > _LEAST * max(p.total, 1)]
        found.sort(key=lambda p: -p.rank)
        return self._safest(found) if found else None

    def _safest(self, found: list[Purchase]) -> Purchase | None:
        """The first of the best orders that is still the best with the risk it takes, given in falling rank."""
        before, known = self.doctrine.risk(self.s, self.side), list[Purchase]()
        for i, p in enumerate(found[:_RISKED]):
            after = None if p.attack or p.suggested else self._carried_out(p)
            if after is not None and not after.over:
                p = p._replace(gain=p.gain + before - self.doctrine.risk(after, self.side))
            if p.gain > _LEAST * max(p.total, 1):
                known.append(p)
            best = max(known, key=lambda p: p.rank, default=None)
            if best is not None and (i + 1 == len(found) or best.rank >= found[i + 1].rank):
                return best
        return max(known, key=lambda p: p.rank, default=None)

    def _carried_out(self, p: Purchase) -> WarState | None:
        """The position after an order without an attack; None if it does not come to an end."""
        trial = self.s
        for action in p.actions[:-1]:
            trial = self.after(trial, action)
        return self.arrived(trial, p.actions[-1])[0]

    def candidates(self) -> Iterator[Purchase]:
        """Every order worth a look."""
        for s in self.doctrine.suggestions(self.s, self.side):
            yield Purchase(s.actions, s.price, s.total, s.gain, s.hex, suggested=True)
        yield from self._plain()
        selected = self._selected()
        yield from self._attacks_of(selected)
        for action, trial in selected:
            yield from self._moves(action, trial)
        for action in self._parts(selected):
            yield from self._moves(action, self.after(self.s, action), part=True)

    def attacks(self) -> Iterator[Purchase]:
        """Every attack by units where they are."""
        yield from self._attacks_of(self._selected())

    def _selected(self) -> list[tuple[Action, WarState]]:
        """The groups that may be selected, each with the position in which it is."""
        groups = [Action(self._group, h) for h in bits(self.offer.get(self._group, 0))]
        return [(action, self.after(self.s, action)) for action in groups]

    def _attacks_of(self, selected: Sequence[tuple[Action, WarState]]) -> Iterator[Purchase]:
        for action, trial in selected:
            attacks = self._standing[action.arg] = list(self._attacks(trial, self.purse))
            for a in attacks:
                yield Purchase((action, *a.actions), a.price, a.price, a.gain, a.target, attack=True)

    def _parts(self, selected: Sequence[tuple[Action, WarState]]) -> Iterator[Action]:
        """The units of stacks, each alone: of units with the same strength and speed one is enough."""
        verb, d = verb_for(Role.SELECT, self.offer, self.role_of), self.doctrine
        for _, trial in selected:
            units = d.selected(trial)
            alike = {(d.attack(self.s, u), d.speed(self.s, u)): u for u in reversed(units)}
            for u in sorted(alike.values()) if len(units) > 1 else ():
                if self.offer.get(verb, 0) >> u & 1:
                    yield Action(verb, u)

    def worth(self) -> float:
        """About what all the points will bring: the gains of the best orders, each for units and a hex of its own."""
        out, left, used = 0.0, self.purse, set[Action | int]()
        for p in sorted(self.candidates(), key=lambda p: -p.rank):
            if p.total <= left and p.gain > _LEAST * max(p.total, 1) and not used & {p.actions[0], p.hex}:
                out, left = out + p.gain, left - p.total
                used |= {p.actions[0], p.hex}
        return out

    def _plain(self) -> Iterator[Purchase]:
        """Orders that need no selected units, by what the doctrine thinks of them."""
        for verb, args in self.offer.items():
            if self.role_of.get(verb, "") or verb == self._group:
                continue
            for arg in bits(args):
                liked = self.doctrine.preference(self.s, self.side, verb, arg)
                if liked is not None and liked > 0:
                    price = self.doctrine.price(self.s, verb, arg)
                    if price <= self.purse:
                        yield Purchase((Action(verb, arg),), price, price, liked)

    # -- attacks -----------------------------------------------------------------------------

    def _attacks(self, s: WarState, purse: int) -> Iterator[_Attack]:
        """The attacks of the selected units, each in its best way for the points."""
        offer = self.game.offer(s)
        verb = verb_for(Role.ATTACK, offer, self.role_of)
        for target in bits(offer.get(verb, 0)):
            announce = Action(verb, target)
            yield from self.ways(self.after(s, announce), (announce,), purse, target)

    def ways(self, declared: WarState, before: tuple[Action, ...], purse: int, target: int) -> Iterator[_Attack]:
        """The ways to make an attack that is declared."""
        offer = self.game.offer(declared)
        resolve = verb_for(Role.RESOLVE, offer, self.role_of)
        if resolve:
            price = self.doctrine.price(declared, resolve, 0)
            if price <= purse:
                gain = self.doctrine.attack_gain(declared)
                yield _Attack((*before, Action(resolve, 0)), price, gain, target)
        mode = verb_for(Role.MODE, offer, self.role_of)
        for way in bits(offer.get(mode, 0)):
            trial = self.after(declared, Action(mode, way))
            price = self.doctrine.price(trial, mode, way)
            if price <= purse:
                gain = self.doctrine.attack_gain(trial)
                yield _Attack((*before, Action(mode, way), Action(resolve or "resolve", 0)), price, gain, target)

    # -- moves -------------------------------------------------------------------------------

    def _moves(self, select: Action, s: WarState, *, part: bool = False) -> Iterator[Purchase]:
        """Moves of a group: those to the best places, and those next to enemies that it could attack from there.

        ``part`` of a stack goes to the best places only."""
        offer = self.game.offer(s)
        verb = verb_for(Role.MOVE, offer, self.role_of)
        hexes = offer.get(verb, 0)
        if not hexes:
            return
        units = tuple(self.doctrine.selected(s))
        price = self.doctrine.price(s, verb, lowest(hexes))
        if price > self.purse:
            return
        places = self.doctrine.place_gain(s, self.side, units, hexes)
        ranked = sorted(places, key=lambda h: (-places[h], h))
        contact = self._neighbours(s.occupied[1 - self.side])
        if part:
            tried = [h for h in ranked[:_PARTS] if places[h] > 0]
        else:
            tried = ranked[:_TRIED] + [h for h in ranked[_TRIED:] if contact >> h & 1][:_TRIED]
        before = self.score(s)
        for h in tried:
            order = (select, Action(verb, h))
            if not (contact | self._scored) >> h & 1:  # it changes nothing but places
                yield Purchase(order, price, price, places[h], h)
                continue
            after, asked = self.arrived(s, order[1])
            if after is None:
                continue
            gain = places[h] + self.score(after) - before - self.noticed(asked)
            yield Purchase(order, price, price, gain, h)
            if contact >> h & 1 and not after.over and not part:
                yield from self._prepares(order, price, gain, h, after)

    def _prepares(
        self, order: tuple[Action, ...], price: int, gain: float, h: int, after: WarState
    ) -> Iterator[Purchase]:
        """A move together with the attack it allows, by the units that moved or by others that they support."""
        left = self.purse - price
        if left <= 0:
            return
        group = Action(self._group, h)
        offer = self.game.offer(after)
        if offer.get(self._group, 0) >> h & 1:
            for a in self._attacks(self.after(after, group), left):
                attack = (group, *a.actions)
                yield Purchase(order, price, price + a.price, gain + LATER * a.gain, h, then=attack)
        for origin, attacks in self._standing.items():
            if origin in (h, order[0].arg) or not offer.get(self._group, 0) >> origin & 1:
                continue
            targets = {a.target for a in attacks if self._neighbours(1 << a.target) >> h & 1}
            if not targets:
                continue
            other = Action(self._group, origin)
            for a in self._attacks(self.after(after, other), left):
                if a.target in targets:
                    attack = (other, *a.actions)
                    yield Purchase(order, price, price + a.price, gain + LATER * a.gain, h, then=attack)

    # -- trying out --------------------------------------------------------------------------

    def score(self, s: WarState) -> float:
        """The score of a position for the side that buys."""
        if s.over and self.goes_on(s):  # the order itself ended the game
            result = self.game.result(s)
            return 0.0 if result is None or not result.winner else WON if result.winner == self._seat else -WON
        return self.doctrine.score(s) if self.side == 0 else -self.doctrine.score(s)

    def noticed(self, asked: int) -> float:
        """The cost of a move that the enemy could interrupt this often."""
        return _NOTICED if asked else 0.0

    def goes_on(self, s: WarState) -> bool:
        """Whether the frames below the present step are still there: their points are not spent."""
        return s.agenda[: len(self._below)] == self._below

    def after(self, s: WarState, action: Action) -> WarState:
        """The position after an action."""
        trial = s.copy()
        self.game.do(trial, action)
        return trial

    def arrived(self, s: WarState, move: Action) -> tuple[WarState | None, int]:
        """The position after a move, if the enemy lets it pass, and how often the enemy could interrupt it.

        It ends with the next order, or when the frames below the present step are left: the points are spent. None if
        it does not come to an end."""
        trial, game, asked = self.after(s, move), self.game, 0
        for _ in range(_MAX_STEPS):
            if trial.over or not self.goes_on(trial):
                return trial, asked
            if game.step(trial).chance:
                outcomes = outcomes_of(game, trial)
                game.do(trial, outcomes[len(outcomes) // 2][0])
                continue
            offer, mine = game.offer(trial), game.seat(trial) == self._seat
            if verb_for(Role.GROUP, offer, self.role_of) or (mine and self._may_buy(offer)):
                return trial, asked
            asked += not mine
            game.do(trial, self._simplest(offer))
        return None, asked

    def _may_buy(self, offer: Offer) -> bool:
        return bool(verb_for(Role.SELECT, offer, self.role_of))

    def _simplest(self, offer: Offer) -> Action:
        """The answer that changes least: pass, stop, or the first one."""
        for role in (Role.END, Role.DESELECT, Role.RESOLVE):
            if verb := verb_for(role, offer, self.role_of):
                return Action(verb, lowest(offer[verb]))
        verb, args = next((verb, args) for verb, args in offer.items() if args)
        return Action(verb, lowest(args))
