"""Attacks before they are made: which enemy is worth attacking, with whom and from where.

Units are given to targets by the exact average of the combat table, losses, retreats and the ground won included;
who is surrounded counts as lost when he must retreat.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ...hexes import bits
from ..maps import Maps

#: A beaten unit that has somewhere to go is not lost, but it has lost something.
SHAKEN = 0.08
#: An attack must promise so many points.
LEAST = 0.15
#: What a unit that joins must add, in points for each point of its strength: it could fight elsewhere.
PRICE = 0.02
#: What a column is worth beside ways of retreat that are closed.
_COLUMN = 1.5
#: More units than this in one attack bring nothing.
_CROWD = 8


@dataclass(frozen=True)
class Assault:
    """An attack to be made: who goes where, and what it promises in points."""

    target: int
    spots: dict[int, int]
    gain: float
    #: the gain over what happens anyway, where those in contact must fight
    better: float
    #: whether it counts on help from afar
    aided: bool = False


@dataclass
class Draft:
    """What has been decided so far: who is taken, and how full hexes are."""

    free: set[int]
    arrivals: dict[int, int] = field(default_factory=dict)
    struck: int = 0
    #: attacks that count on help from afar
    aided: int = 0


class Allocator:
    """Gives the units of a side to targets.

    ``mobile`` units go where they can get to, others fight where they are; those with ``posts`` fight from there. Who
    ``presses`` on takes a hex at any price, where the table allows it.
    """

    def __init__(
        self,
        maps: Maps,
        side: int,
        ready: list[int],
        *,
        mobile: bool,
        caution: float = 1.0,
        posts: Mapping[int, int] = MappingProxyType({}),
        presses: bool = False,
    ) -> None:
        self.maps, self.side, self.mobile, self.presses = maps, side, mobile, presses
        self.doctrine, self.foe = maps.doctrine, 1 - side
        self.caution = caution
        self.draft = Draft({u for u in ready if maps.attack[u] > 0})
        grid = maps.game.board.grid
        self._beside = grid.neighbours
        at = maps.s.at
        #: where each can stand: at his post, anywhere in reach, or where he is
        self._spots = {
            u: 1 << posts[u] if u in posts else maps.reach(u) if mobile else 1 << at[u] for u in sorted(self.draft.free)
        }
        self._shut = {u: shut for u in self._spots if (shut := maps.shut(u))}
        self._playable = maps.game.board.playable
        self._worth_of_ground = maps.doctrine.goals(maps.s, side)

    def targets(self) -> int:
        """Enemies that somebody can get at."""
        spots = 0
        for hexes in self._spots.values():
            spots |= hexes
        return self._beside(spots) & self.maps.occupied[self.foe]

    def allocate(self, allowed: int = -1) -> list[Assault]:
        """The attacks to make, most promising first; each unit in one of them at most."""
        heap: list[tuple[float, int, Assault]] = []
        for t in bits(self.targets() & allowed):
            self._push(heap, t)
        chosen = []
        while heap:
            _, t, assault = heapq.heappop(heap)
            late = assault.aided and not self._helped()
            if not late and assault.spots.keys() <= self.draft.free and self._room(assault):
                chosen.append(assault)
                self._take(assault)
            else:
                self._push(heap, t, None if late else assault)
        return chosen

    def _helped(self) -> bool:
        """Whether one more attack can count on help from afar."""
        return self.draft.aided < self.doctrine.supported_attacks[self.side]

    def _push(self, heap: list[tuple[float, int, Assault]], t: int, before: Assault | None = None) -> None:
        found = self._build(t)
        if found is not None and (before is None or found.spots != before.spots):
            heapq.heappush(heap, (-found.better, t, found))

    def _room(self, assault: Assault) -> bool:
        coming: dict[int, int] = {}
        for h in assault.spots.values():
            coming[h] = coming.get(h, 0) + 1
        return all(self._full(h) + n <= self.doctrine.stack_limit for h, n in coming.items())

    def _full(self, h: int) -> int:
        """Units that will be in a hex: those that come, and those that stand there and have their orders."""
        free = self.draft.free
        return self.draft.arrivals.get(h, 0) + sum(1 for u in self.maps.inside.get(h, ()) if u not in free)

    def _take(self, assault: Assault) -> None:
        draft = self.draft
        draft.free -= assault.spots.keys()
        draft.struck |= 1 << assault.target
        draft.aided += assault.aided
        for u, h in assault.spots.items():
            if self.maps.s.at[u] != h:
                draft.arrivals[h] = draft.arrivals.get(h, 0) + 1

    # -- one target --------------------------------------------------------------------------

    def _build(self, t: int) -> Assault | None:
        """The best attack on a hex with whoever is free."""
        maps, s = self.maps, self.maps.s
        near = self.doctrine.attack_hexes(s, t) & self._playable & ~maps.occupied[self.foe]
        able = [
            (u, hexes & near)
            for u, hexes in self._spots.items()
            if u in self.draft.free and hexes & near and not self._shut.get(u, 0) >> t & 1
        ]
        if not able:
            return None
        attack = maps.attack
        must = [u for u, _ in able if self._bound(u, near)]
        able.sort(key=lambda pair: (pair[0] not in must, -attack[pair[0]], pair[0]))
        return self._grow(t, able, len(must))

    def _bound(self, unit: int, near: int) -> bool:
        """Whether a unit must fight this enemy, since it cannot leave."""
        here = self.maps.s.at[unit]
        return self.doctrine.must_attack and bool(near >> here & 1) and bool(self.maps.zone[self.foe] >> here & 1)

    def _grow(self, t: int, able: list[tuple[int, int]], bound: int) -> Assault | None:
        """Add one unit after the other and keep the best."""
        maps, spots = self.maps, dict[int, int]()
        strength, stake = self.support(t), 0.0
        base, best, kept = 0.0, -1e9, dict[int, int]()
        for number, (u, hexes) in enumerate(able[: max(_CROWD, bound)]):
            h = self._spot(u, hexes, spots, t)
            if h < 0:
                continue
            spots[u] = h
            strength += maps.attack[u]
            stake += maps.worth[u]
            gain = self.gain(t, strength, stake, spots)
            if number < bound:
                base = best = gain
                kept = dict(spots)
            elif gain > best + (PRICE * maps.attack[u] if kept else 0.0):
                best, kept = gain, dict(spots)
        better = best - min(0.0, base)
        if not kept or (better <= LEAST and not bound):
            return None
        return Assault(t, kept, best, better, self.support(t) > 0)

    def support(self, t: int) -> float:
        """What an attack can count on from afar, as long as there is some left."""
        if not self._helped():
            return 0.0
        return self.maps.support(self.side, t)

    def _spot(self, unit: int, hexes: int, taken: dict[int, int], t: int) -> int:
        """The best hex to attack from: where one stands already, or one that closes a way of retreat."""
        maps = self.maps
        here = maps.s.at[unit]
        if hexes >> here & 1:
            return here
        best, found = -1e9, -1
        mine, places = maps.zone[self.side], 0
        for h in taken.values():
            mine |= self._beside(1 << h)
            places |= 1 << h
        ways = self._beside(1 << t) & self._playable & ~maps.occupied[self.foe] & ~mine
        for h in bits(hexes):
            if not self._free_spot(h, taken):
                continue
            closed = (ways & (self._beside(1 << h) | 1 << h)).bit_count()
            worth = (
                closed - 0.05 * maps.threat(self.foe).at(h) + _COLUMN * maps.attack_bonus(self.side, t, places | 1 << h)
            )
            if self.doctrine.must_attack:
                worth -= 2.0 * (self._beside(1 << h) & maps.occupied[self.foe] & ~(1 << t)).bit_count()
            if worth > best:
                best, found = worth, h
        return found

    def _free_spot(self, h: int, taken: dict[int, int]) -> bool:
        coming = sum(1 for spot in taken.values() if spot == h)
        return self._full(h) + coming < self.doctrine.stack_limit

    # -- what it is worth --------------------------------------------------------------------

    def gain(self, t: int, strength: float, stake: float, spots: dict[int, int]) -> float:
        """Points an attack promises: the enemy's losses and the ground, less one's own losses."""
        maps = self.maps
        defense, prize = maps.guard(t), maps.stake(t)
        mine = 0
        for h in spots.values():
            mine |= 1 << h
        if self.doctrine.must_attack:
            also = self._beside(mine) & maps.occupied[self.foe] & ~(1 << t) & ~maps.zone[self.side]
            defense += 0.7 * sum(maps.guard(h) for h in bits(also & ~self.draft.struck))
        p = maps.knowledge.prospect(maps.s, self.side, strength, defense, t, maps.attack_bonus(self.side, t, mine))
        covered = maps.zone[self.side] | self._beside(mine) | mine
        ways = self._beside(1 << t) & self._playable & ~covered & ~maps.occupied[self.foe]
        inside = self.maps.inside.get(t, ())
        lost = (p.enemy + p.leaves * (SHAKEN if ways else 0.9)) * prize + p.enemy_units * prize / max(1, len(inside))
        ground = 0.3 + self._worth_of_ground.get(t, 0.0)
        bold = self.doctrine.boldness[self.side]
        won = p.leaves * ground
        if self.presses and p.storms and stake > prize:  # he pays with as much as the enemy has
            won += p.storms * max(0.0, ground - self.caution * 0.5 * prize)
        least = min((maps.worth[u] for u in spots), default=0.0)
        return bold * (lost + won) - self.caution * (p.own * stake + p.own_units * least)
