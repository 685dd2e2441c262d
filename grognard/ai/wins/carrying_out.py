"""The orders for a win, step by step: the order of phases, airdrops, arrivals, moves, attacks and advances."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.action import Action
from ...engine.doctrine import Drop, Role
from ...engine.game import AnyGame
from ...engine.step import Offer
from ...hexes import bits
from ...mechanics.attacks import AttackState
from ..doctrine import WarState, actions_of, doctrine_of, kind_of, verb_for
from ..orders import Order, describe_place, describe_units, sentence
from .checker import NOTHING, Checker, Strike, Win

#: The most actions of one order.
_MOST = 40


class Winner:
    """Finds the orders for a side's best win at the present decision."""

    def __init__(self, game: AnyGame, s: WarState, side: int, offer: Offer) -> None:
        self.game, self.s, self.side, self.offer = game, s, side, offer
        self.doctrine = doctrine_of(game)
        self.role_of = self.doctrine.role_of
        #: by unit: where it has to be for an attack after the movement; and the position when they are there
        self.keeps: dict[int, int] = {}
        self.after = s
        self._roles = {self.role_of.get(verb, "") for verb, args in offer.items() if args}

    def orders(self, least: float) -> list[Order]:
        """Return the orders for a win with at least this chance; empty if there is none, or nothing to do for it."""
        if self.s.phasing != self.side or self._sets_up() or not self.doctrine.aims(self.s, self.side):
            return []
        roles = self._roles
        if Role.ADVANCE in roles:
            return self._advance()
        if Role.LOSE in roles and Role.END in roles:
            return self._storm()
        if Role.ORDER in roles or Role.ASSIGN in roles:
            return self._choice(least)
        if Role.SELECT in roles:
            return self._with_units(least)
        return self._attack(least) if Role.ATTACK in roles else []

    def _sets_up(self) -> bool:
        """Whether units are still to be set up after the present decision."""
        steps = [self.game.steps[frame[0]] for frame in self.s.agenda[:-1]]
        return any(self.role_of.get(verb) == Role.PROPOSE for step in steps for verb in step.verbs)

    # -- choices before the turn begins ------------------------------------------------------------

    def _choice(self, least: float) -> list[Order]:
        """Choose the order of phases, or what is supplied, by the win that it allows."""
        found, choice = NOTHING, None
        role = Role.ORDER if Role.ORDER in self._roles else Role.ASSIGN
        for action in actions_of(self.offer):
            if self.role_of.get(action.verb) == role:
                after = self.s.copy()
                self.game.do(after, action)
                win = Checker(self.game, after, self.side).best(self._phases(after), enough=1.0)
                if win.chance > found.chance:
                    found, choice = win, action
        if choice is None or found.chance < least:
            return []
        return [Order((choice,), self._reason(found))]

    def _phases(self, s: WarState) -> tuple[str, ...]:
        """Return the phases to come if the order of phases is chosen, but neither has begun."""
        first = "m" if self.doctrine.combat_follows(s) else "f"
        return tuple(order for order in self.doctrine.phase_orders if order.startswith(first))

    # -- moves, arrivals and airdrops ----------------------------------------------------------------

    def _with_units(self, least: float) -> list[Order]:
        select = verb_for(Role.SELECT, self.offer, self.role_of)
        able, doctrine = self.offer[select], self.doctrine
        on_map = any(self.s.at[u] >= 0 for u in bits(able))
        if on_map and not doctrine.arrivals(self.s, self.side):
            phases = ("mf",) if doctrine.combat_follows(self.s) else ("m",)
            win = Checker(self.game, self.s, self.side, movers=able).best(phases, drops=False, enough=1.0)
            return self._moves(select, win) if win.chance >= least else []
        win = Checker(self.game, self.s, self.side).best(self._phases(self.s), enough=1.0)
        if win.chance < least:
            return []
        if win.drop is not None:
            return self._drop(select, win, win.drop)
        return self._placed(select, win)

    def _drop(self, select: str, win: Win, drop: Drop) -> list[Order]:
        """Return the order for an airdrop: each unit with its parts and its hex, then the end of the phase."""
        s, actions = self.s.copy(), list[Action]()

        def do(action: Action) -> bool:
            if not self.game.step(s).permits(s, action.verb, action.arg):
                return False
            self.game.do(s, action)
            actions.append(action)
            return True

        for unit, h in drop.spots:
            if not do(Action(select, unit)):
                return []
            for part in bits(drop.parts.get(unit, 0)):
                joins = verb_for(Role.JOIN, self.game.offer(s), self.role_of)
                if joins:
                    do(Action(joins, part))
            lands = verb_for(Role.PLACE, self.game.offer(s), self.role_of)
            if not lands or not do(Action(lands, h)):
                return []
        end = verb_for(Role.END, self.game.offer(s), self.role_of)
        return [Order(tuple(actions), self._reason(win))] if end and do(Action(end, 0)) else []

    def _placed(self, select: str, win: Win) -> list[Order]:
        """Return the orders that place the units of a win where they begin."""
        wanted = {taker.unit: taker.start for taker in win.takers}
        for strike in win.strikes if win.order.startswith("f") else ():
            wanted.update(strike.spots)
        out, s = list[Order](), self.s.copy()
        for unit, h in wanted.items():
            trial, actions = s.copy(), [Action(select, unit)]
            if s.at[unit] >= 0 or not self.game.step(s).permits(s, select, unit):
                continue
            self.game.do(trial, actions[0])
            place = next((v for v in ("place", *self.role_of) if self._places(trial, v, h)), "")
            if place:
                actions.append(Action(place, h))
                self.game.do(trial, actions[1])
                out.append(Order(tuple(actions), self._reason(win)))
                s = trial
        return out

    def _places(self, s: WarState, verb: str, h: int) -> bool:
        return self.role_of.get(verb) == Role.PLACE and bool(self.game.offer(s).get(verb, 0) >> h & 1)

    def _moves(self, select: str, win: Win) -> list[Order]:
        """Return the moves of a win; before combat also those of its attackers, and the end of the phase."""
        s, out = self.s.copy(), list[Order]()
        for unit, h in self._destinations(win):
            leaves = any(aim.leaves for aim in win.aims)
            if s.at[unit] == h and not leaves:
                continue
            trial = s.copy()
            actions = self._move(trial, select, unit, h, leaves)
            if not actions:
                return []
            out.append(Order(actions, self._reason(win)))
            s = trial
            if s.over:
                return out
        if not win.takers:  # the rest of the army moves, too
            self.keeps, self.after = dict(self._destinations(win)), s
            return out
        end = verb_for(Role.END, self.game.offer(s), self.role_of)
        return [*out, Order((Action(end, 0),), self._reason(win))] if end else []

    @staticmethod
    def _destinations(win: Win) -> list[tuple[int, int]]:
        if win.takers:
            return [(taker.unit, taker.hex) for taker in win.takers]
        return list(win.strikes[0].spots.items()) if win.strikes else []

    def _move(self, s: WarState, select: str, unit: int, h: int, leaves: bool) -> tuple[Action, ...]:
        """Move a unit on ``s`` to a hex, and off the map; return its actions, or nothing if that is not legal."""
        actions = list[Action]()

        def do(verb: str, arg: int) -> None:
            actions.append(Action(verb, arg))
            self.game.do(s, actions[-1])

        if not self.game.step(s).permits(s, select, unit):
            return ()
        do(select, unit)
        for _ in range(_MOST):
            if s.over or self.game.seat(s) != self.game.sides[self.side]:
                break
            offer = self.game.offer(s)
            there = s.at[unit] == h
            move = next((v for v, a in offer.items() if self.role_of.get(v) == Role.MOVE and a >> h & 1), "")
            if there and leaves and (leave := self._leave(s, offer)):
                do(leave, 0)
            elif move and not there:
                do(move, h)
            elif there and (end := verb_for(Role.DESELECT, offer, self.role_of)):
                do(end, 0)
            else:
                break
        return tuple(actions) if s.over or s.at[unit] in (h, -1) or s.at[unit] < 0 else ()

    def _leave(self, s: WarState, offer: Offer) -> str:
        """Return the verb with which the selected units leave the map; empty if they cannot."""
        for verb, args in offer.items():
            if args and kind_of(self.game, verb) == "none" and not self.role_of.get(verb):
                trial = s.copy()
                self.game.do(trial, Action(verb, 0))
                if trial.over:
                    return verb
        return ""

    # -- combat ------------------------------------------------------------------------------------

    def _attack(self, least: float) -> list[Order]:
        """Return the next attack of a win, or the end of the phase if movement is enough."""
        joiners = {a: self._joiners(a) for a in actions_of(self.offer) if self.role_of.get(a.verb) == Role.ATTACK}
        fighters = 0
        for units in joiners.values():
            fighters |= units
        checker = Checker(self.game, self.s, self.side, fighters=fighters)
        win = checker.best(("f",), drops=False)
        if win.chance < 1.0 and self.doctrine.movement_follows(self.s):
            win = max(win, checker.best(("fm",), drops=False), key=lambda w: w.chance)
        if win.chance < least:
            return []
        if not win.strikes:
            end = verb_for(Role.END, self.offer, self.role_of)
            return [Order((Action(end, 0),), self._reason(win))] if end else []
        order = next((o for action in joiners for o in self._strike(action, joiners[action], win.strikes[0])), ())
        return [Order(tuple(order), self._reason(win))] if order else []

    def _joiners(self, announce: Action) -> int:
        """Return the units that may take part in an attack."""
        s, out = self.s.copy(), 0
        self.game.do(s, announce)
        if s.over or self.game.seat(s) != self.game.sides[self.side]:
            return 0
        for verb, args in self.game.offer(s).items():
            if self.role_of.get(verb) == Role.JOIN and kind_of(self.game, verb) == "unit":
                out |= args
        return out

    def _strike(self, announce: Action, joiners: int, strike: Strike) -> Iterator[list[Action]]:
        """Return the actions of an attack if it is the one announced and all its units may join."""
        units = [u for u in strike.spots if joiners >> u & 1]
        if announce.arg != strike.target or len(units) < len(strike.spots):
            return
        s, out = self.s.copy(), [announce]
        self.game.do(s, announce)
        for u in units:
            join = next(
                (v for v, a in self.game.offer(s).items() if self.role_of.get(v) == Role.JOIN and a >> u & 1), ""
            )
            if join:
                out.append(Action(join, u))
                self.game.do(s, out[-1])
        launch = verb_for(Role.RESOLVE, self.game.offer(s), self.role_of)
        if launch:
            yield [*out, Action(launch, 0)]

    def _storm(self) -> list[Order]:
        """Return the loss that continues an attack on a hex that decides; empty if it would not be enough."""
        s, verb = self.s, verb_for(Role.LOSE, self.offer, self.role_of)
        target = s.target if isinstance(s, AttackState) else -1
        decides = any(aim.hexes >> target & 1 for way in self.doctrine.aims(s, self.side) for aim in way if target >= 0)
        if not decides:
            return []
        mine = list(bits(self.offer[verb]))
        steps = sum(self.doctrine.steps(s, u) for u in mine)
        theirs = [u for u in bits(self.game.units_of[1 - self.side]) if s.at[u] == target]
        if steps <= sum(self.doctrine.steps(s, u) for u in theirs):
            return []
        unit = min(mine, key=lambda u: (self.doctrine.worth(s, u), u))
        return [Order((Action(verb, unit),), sentence(f"{describe_place(self.game, target)} decides the game"))]

    def _advance(self) -> list[Order]:
        """Return the advance that wins at once, or that meets an aim; empty if there is none."""
        lacking = self._lacking(self.s)
        for action in actions_of(self.offer):
            if self.role_of.get(action.verb) == Role.ADVANCE:
                after = self.s.copy()
                self.game.do(after, action)
                if self._is_won(after) or (not after.over and self._lacking(after) < lacking):
                    return [Order((action,), sentence(f"{self._name(action.arg)} advances into a hex that decides"))]
        return []

    def _lacking(self, s: WarState) -> int:
        """Return the fewest units that a side still needs for one of its ways to win."""
        return min((sum(aim.units for aim in way) for way in self.doctrine.aims(s, self.side)), default=0)

    def _is_won(self, s: WarState) -> bool:
        result = self.game.result(s) if s.over else None
        return result is not None and result.winner == self.game.sides[self.side]

    # -- in words ----------------------------------------------------------------------------------

    def _name(self, unit: int) -> str:
        return str(self.game.counters[unit].id)

    def _reason(self, win: Win) -> str:
        """Return what wins, in the order in which it happens, and the chance."""
        parts = []
        if win.drop is not None:
            places = dict.fromkeys(describe_place(self.game, h) for _, h in win.drop.spots)
            parts.append(f"an airdrop on {' and '.join(places)}")
        for strike in win.strikes:
            what = "a probe into" if strike.probe else "an attack on"
            parts.append(f"{what} {describe_place(self.game, strike.target)}")
        if win.takers:
            units = describe_units(self.game, [taker.unit for taker in win.takers])
            hexes = dict.fromkeys(describe_place(self.game, taker.hex) for taker in win.takers)
            off = "off the map from" if any(aim.leaves for aim in win.aims) else "to"
            parts.append(f"a move of {units} {off} {' and '.join(hexes)}")
        how = ", then ".join(parts) or "the units that are in place"
        sure = "" if win.chance > 0.995 else f", with a chance of {100 * win.chance:.0f} %"
        return sentence(f"this wins the game{sure}: {how}")
