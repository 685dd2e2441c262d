"""The best way to win within a turn: a search over airdrops, one or two attacks, and the movement before or after them.

Every attack counts with the average of the combat table, as the game's doctrine gives it. A defender that has to
retreat goes where it bars the way best.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from ...engine.doctrine import Aim, Drop
from ...engine.game import AnyGame
from ...hexes import bits, of
from ..doctrine import WarState
from ..knowledge import knowledge
from ..maps import Maps
from .clearing import Cleared, Clearing
from .position import Position, Taker

#: Attacks with a smaller chance to clear their hex are not considered, and wins with a smaller chance not reported.
LEAST, _NO_WIN = 0.1, 0.02
#: The chance that supply lasts which the enemy could cut.
_CUT = 0.5
#: How far apart two attacks that open one path can be, in hexes.
_SECOND = 10


class Strike(NamedTuple):
    """An attack on the way to a win: its hex, the hex of each attacker, and its chance to clear the hex."""

    target: int
    spots: Mapping[int, int]
    chance: float
    #: whether units that have just advanced make it, and whether it is a probe into an empty hex
    follows: bool = False
    probe: bool = False


class Win(NamedTuple):
    """A way to win: in this order an airdrop, attacks, and units that move; or units that move and then attack."""

    chance: float
    order: str = ""
    drop: Drop | None = None
    strikes: tuple[Strike, ...] = ()
    takers: tuple[Taker, ...] = ()
    aims: tuple[Aim, ...] = ()
    #: the hexes on the way of the units that move
    path: int = 0


NOTHING = Win(0.0)


class Checker:
    """Searches for the best win of a side in its present or coming turn.

    In the middle of a turn only ``movers`` can still move, and only ``fighters`` attack."""

    def __init__(self, game: AnyGame, s: WarState, side: int, movers: int = -1, fighters: int = -1) -> None:
        self.known, self.side, self.foe, self.s = knowledge(game), side, 1 - side, s
        self.doctrine = self.known.doctrine
        arrivals = self.doctrine.arrivals(s, side)
        self._begin = Position(self.known, s, side, arrivals, movers=movers, fighters=fighters)

    def best(self, orders: Sequence[str] = (), *, drops: bool = True, enough: float = 1.0) -> Win:
        """Return the win with the best chance; its chance is 0 if there is none.

        ``orders`` are the phases to come, such as "fm" for combat before movement; by default those of a whole turn.
        The search ends as soon as a chance is ``enough``."""
        phases = tuple(orders or self.doctrine.phase_orders)
        found = self._best_from(self._begin, phases, NOTHING, enough)
        for drop in self.doctrine.drops(self.s, self.side) if drops and found.chance < enough else ():
            most = prod(sum(chances) for chances in drop.chances.values())
            if most <= max(LEAST, found.chance):
                continue
            landed = self._begin.at(drop.after)
            win = self._best_from(landed, phases, NOTHING, 1.0)
            chance = win.chance and self._after_landing(drop, landed, phases, win.chance)
            if chance > found.chance:
                found = win._replace(chance=chance, drop=drop)
            if found.chance >= enough:
                break
        return found

    def openings(self) -> int:
        """Return how many hexes that decide each kind of unit can walk to: a measure of how wide the way is open."""
        out = 0
        for aims in self.doctrine.aims(self.s, self.side):
            for aim in aims:
                out += self._begin.width(aim) if aim.units else 0
        return out

    def weight(self) -> float:
        """Return the chances of all different wins without airdrops, added up: those by walking, and by each target."""
        chances: dict[int, float] = {}
        for win in self._wins_from(self._begin, self.doctrine.phase_orders, {}):
            what = win.strikes[-1].target if win.strikes else -1
            chances[what] = max(chances.get(what, 0.0), win.chance)
        return sum(chances.values())

    def _best_from(self, position: Position, phases: Sequence[str], found: Win, enough: float) -> Win:
        """Return the best win from a position."""
        known = {0: found.chance}
        for win in self._wins_from(position, phases, known):
            if win.chance > max(found.chance, _NO_WIN):
                found, known[0] = win, win.chance
            if found.chance >= enough:
                break
        return found

    def _wins_from(self, position: Position, phases: Sequence[str], known: Mapping[int, float]) -> Iterator[Win]:
        """Return wins from a position; those with a smaller chance than is ``known`` may be left out."""
        for aims in self.doctrine.aims(position.s, self.side):
            for order in phases:
                for win in _Search(position, tuple(aims), order).wins(max(_NO_WIN, known.get(0, 0.0))):
                    if win.chance > known.get(0, 0.0) and self._is_held(aims):
                        win = win._replace(chance=win.chance * self._held(position, win, aims))
                    yield win

    def _after_landing(self, drop: Drop, landed: Position, phases: Sequence[str], sure: float) -> float:
        """Return the chance of a win by an airdrop; enemies who leave go where they bar the way best."""
        out, grid = 0.0, self.known.game.board.grid
        stacks = {h: [u for u in self.known.members[self.foe] if self.s.at[u] == h] for h in drop.chances}
        for leaving in product((False, True), repeat=len(stacks)):
            chance = prod(drop.chances[h][leaves] for h, leaves in zip(stacks, leaving, strict=True))
            gone = [h for h, leaves in zip(stacks, leaving, strict=True) if leaves]
            if not chance:
                continue
            worst = sure
            open_ = [list(bits(self._refuge(landed, h, grid.neighbours(1 << h)))) or [-1] for h in gone]
            for hexes in product(*open_):
                places = {u: to for h, to in zip(gone, hexes, strict=True) for u in stacks[h] if to >= 0}
                if worst and places:
                    worst = min(worst, self._best_from(landed.with_enemies(places), phases, NOTHING, worst).chance)
            out += chance * worst
        return out

    def _refuge(self, landed: Position, h: int, near: int) -> int:
        """Return the hexes into which the enemies in a drop hex may retreat."""
        near &= self.doctrine.attack_hexes(self.s, h) & self.known.game.in_play(self.s)
        return near & ~landed.s.occupied[self.side]

    @staticmethod
    def _is_held(aims: Sequence[Aim]) -> bool:
        return any(aim.held for aim in aims)

    def _held(self, position: Position, win: Win, aims: Sequence[Aim]) -> float:
        """Return the chance that units which have to stay where they win are still there after the enemy's turn."""
        after, hexes = self._carried_out(position, win), 0
        for u in self.known.members[self.side]:
            if after.at[u] >= 0 and any(aim.held and aim.hexes >> after.at[u] & 1 for aim in aims):
                hexes |= 1 << after.at[u]
        maps = Maps(self.known.game, after)
        fed, safe = self.doctrine.supplied(after, self.side), self.doctrine.supplied(self._cut(maps), self.side)
        out = 1.0
        for h in bits(hexes):
            supply = 1.0 if safe >> h & 1 else _CUT if fed >> h & 1 else 0.0
            out *= supply * (1.0 - min(1.0, maps.chance_of_loss(self.side, h)))
        return out

    def _carried_out(self, position: Position, win: Win) -> WarState:
        """Return the position after a win: targets are empty, attackers have advanced into the last one."""
        after, members = position.s.copy(), self.known.members
        for strike in win.strikes:
            for u in members[self.foe]:
                if after.at[u] == strike.target:
                    after.at[u] = -1
            after.occupied[self.foe] &= ~(1 << strike.target)
        if win.strikes and not win.takers:
            for u in list(win.strikes[-1].spots)[: self.doctrine.stack_limit]:
                after.at[u] = win.strikes[-1].target
        for taker in win.takers:
            after.at[taker.unit] = taker.hex
        after.occupied[self.side] = 0
        for u in members[self.side]:
            if after.at[u] >= 0:
                after.occupied[self.side] |= 1 << after.at[u]
        return after

    def _cut(self, maps: Maps) -> WarState:
        """Return the position with enemies in all hexes that they can reach: supply that is left is safe."""
        after = maps.s.copy()
        after.occupied[self.foe] |= maps.reachable(self.foe) & ~after.occupied[self.side]
        return after


class _Search:
    """The ways to win for one choice of aims and one order of phases."""

    def __init__(self, position: Position, aims: tuple[Aim, ...], order: str) -> None:
        self.position, self.aims, self.order = position, aims, order
        self.known, self.doctrine, self.s = position.known, position.doctrine, position.s
        self.side, self.foe = position.side, position.foe

    def wins(self, least: float) -> Iterator[Win]:
        """Return wins with a better chance than ``least``; where units have to stay, several that differ in it."""
        if "m" in self.order or not any(aim.units for aim in self.aims):
            walks = list(self._walks())
            yield from walks
            if walks and not any(aim.held for aim in self.aims):
                return
        if "f" not in self.order:
            return
        mobile = self.order.startswith("m")
        if mobile and not self._comes_near():
            return
        clearing = Clearing(self.position, mobile=mobile)
        open_ = [aim for aim in self.aims if aim.units]
        if len(open_) == 1 and not open_[0].leaves:
            yield from self._into(clearing, open_[0])
        if not mobile and "m" in self.order:
            yield self._through(clearing, least)

    def _comes_near(self) -> bool:
        """Whether some unit can be next to what is aimed at after its movement, or next to an enemy there."""
        grid, hexes = self.known.game.board.grid, 0
        for aim in self.aims:
            hexes |= aim.hexes if aim.units and not aim.leaves else 0
        near = grid.neighbours(hexes)
        return bool((near | grid.neighbours(near & self.position.enemies)) & self.position.everywhere)

    def _walks(self) -> Iterator[Win]:
        """Return wins by movement alone; where units have to stay, also those with all of them in one hex."""
        takers = self.position.meets(self.aims)
        if takers is None:
            return
        yield self._walked(takers)
        for i, aim in enumerate(self.aims):
            for h in bits(aim.hexes & ~self.position.enemies) if aim.held and aim.units else ():
                together = (*self.aims[:i], aim._replace(hexes=1 << h), *self.aims[i + 1 :])
                takers = self.position.meets(together)
                if takers is not None:
                    yield self._walked(takers)

    def _walked(self, takers: Sequence[Taker]) -> Win:
        path = self._path(self.position, takers)
        return Win(1.0, self.order, takers=tuple(takers), aims=self.aims, path=path)

    @staticmethod
    def _path(position: Position, takers: Sequence[Taker]) -> int:
        """Return the hexes on the way of some units."""
        return of(h for taker in takers for h in position.path(taker))

    # -- into a hex by combat ----------------------------------------------------------------------

    def _into(self, clearing: Clearing, aim: Aim) -> Iterator[Win]:
        """Return attacks that take a hex, a probe into one, and attacks that are followed by another one."""
        for h in bits(aim.hexes & self.position.enemies):
            cleared = clearing.best(h)
            if cleared.chance and len(cleared.spots) >= aim.units:
                yield self._win(cleared.chance, Strike(h, cleared.spots, cleared.chance))
        yield self._probed(clearing, aim)
        yield self._followed(clearing, aim)

    def _win(self, chance: float, *strikes: Strike) -> Win:
        return Win(chance, self.order, strikes=strikes, aims=self.aims)

    def _probed(self, clearing: Clearing, aim: Aim) -> Win:
        """Return a probe into an empty hex by units next to an enemy."""
        position = self.position
        empty = aim.hexes & position.zone & ~position.enemies & ~self.s.occupied[self.side]
        for h in bits(empty):
            near = self.doctrine.attack_hexes(self.s, h) & ~position.enemies
            spots = {
                u: _first(beside)
                for u, places in clearing.places()
                if (beside := places & near & self._contact) and self.doctrine.may_probe(self.s, u, h)
            }
            if len(spots) >= aim.units:
                return self._win(1.0, Strike(h, dict(list(spots.items())[: aim.units]), 1.0, probe=True))
        return NOTHING

    @property
    def _contact(self) -> int:
        """The hexes next to an enemy."""
        return self.known.game.board.grid.neighbours(self.position.enemies)

    def _followed(self, clearing: Clearing, aim: Aim) -> Win:
        """Return an attack on a hex next to one of those aimed at, and a second one by units that advance."""
        found, hexes = NOTHING, aim.hexes
        grid = self.known.game.board.grid
        for t in bits(clearing.targets() & grid.neighbours(hexes) & ~hexes):
            cleared = clearing.best(t)
            if cleared.chance <= max(LEAST, found.chance):
                continue
            able = [u for u in cleared.spots if self.doctrine.may_go_on(self.s, u)]
            there = frozenset(able[: self.doctrine.stack_limit])
            for h in bits(self.doctrine.attack_hexes(self.s, t) & hexes) if len(there) >= aim.units else ():
                second = self._second(t, h, there, cleared)
                if cleared.chance * second.chance > found.chance:
                    first = Strike(t, cleared.spots, cleared.chance)
                    found = self._win(cleared.chance * second.chance, first, second)
        return found

    def _second(self, t: int, h: int, units: frozenset[int], first: Cleared) -> Strike:
        """Return the attack on a hex by units that have advanced, or their probe if it is empty."""
        spots = dict.fromkeys(units, t)
        if not self.position.enemies >> h & 1:
            able = [u for u in units if self.doctrine.may_probe(self.s, u, h)]
            return Strike(h, spots, first.chance > 0 and bool(able), follows=True, probe=True)
        after = self.position.without(1 << t, advanced=dict.fromkeys(units, 1 << t))
        for u in units:
            after.s.at[u] = t
        cleared = Clearing(after, mobile=False).best(h, units)
        return Strike(h, spots, cleared.chance, follows=True)

    # -- through the line ------------------------------------------------------------------------

    def _through(self, clearing: Clearing, least: float) -> Win:
        """Return the best one or two attacks after which units reach the aims by movement."""
        cleared = {t: clearing.best(t) for t in bits(clearing.targets())}
        cleared = {t: c for t, c in cleared.items() if c.chance >= max(LEAST, least)}
        everything = 0
        for t in cleared:
            everything |= 1 << t
        if not everything or self._after(everything, cleared).meets(self.aims) is None:
            return NOTHING
        found = NOTHING
        for t, c in sorted(cleared.items(), key=lambda item: (-item[1].chance, item[0])):
            if c.chance > max(least, found.chance):
                found = max(found, self._alone(clearing, t, c), key=lambda win: win.chance)
        if found.chance < 1.0:
            found = max(found, self._both(cleared, max(least, found.chance)), key=lambda win: win.chance)
        return found

    def _after(self, hexes: int, cleared: Mapping[int, Cleared], moved: Mapping[int, int] | None = None) -> Position:
        """Return the position after attacks: their hexes are empty, and attackers may have advanced into them."""
        advanced: dict[int, int] = {}
        for t in bits(hexes):
            for u in cleared[t].spots:
                advanced[u] = advanced.get(u, 0) | 1 << t
        return self.position.without(hexes, moved or {}, advanced)

    def _alone(self, clearing: Clearing, t: int, c: Cleared) -> Win:
        """Return the win by an attack on one hex."""
        takers = self._after(1 << t, {t: c}).meets(self.aims)
        if takers is None:
            return NOTHING
        chance = c.destroyed
        if c.leave and all(
            self._after(1 << t, {t: c}, {t: h}).meets(self.aims) is not None for h in clearing.retreats(t)
        ):
            chance += c.leave
        strike = Strike(t, c.spots, c.chance)
        path = self._path(self._after(1 << t, {t: c}), takers)
        return Win(chance, self.order, strikes=(strike,), takers=tuple(takers), aims=self.aims, path=path)

    def _both(self, cleared: Mapping[int, Cleared], least: float) -> Win:
        """Return the win by attacks on two hexes, made by different units."""
        found, grid = NOTHING, self.known.game.board.grid
        ranked = sorted(cleared, key=lambda t: (-cleared[t].chance, t))
        for i, first in enumerate(ranked):
            near = [t for t in ranked[i + 1 :] if grid.distance(first, t) <= _SECOND]
            for other in near:
                one, two = cleared[first], cleared[other]
                if one.chance * two.chance <= max(least, found.chance):
                    break
                takers = self._after(1 << first | 1 << other, {first: one, other: two}).meets(self.aims)
                if takers is None:
                    continue
                two = Clearing(self.position, mobile=False, used=frozenset(one.spots)).best(other)
                chance = one.chance * two.chance
                if chance > max(least, found.chance):
                    strikes = Strike(first, one.spots, one.chance), Strike(other, two.spots, two.chance)
                    path = self._path(self._after(1 << first | 1 << other, {first: one, other: two}), takers)
                    found = Win(chance, self.order, strikes=strikes, takers=tuple(takers), aims=self.aims, path=path)
        return found


def _first(hexes: int) -> int:
    return (hexes & -hexes).bit_length() - 1
