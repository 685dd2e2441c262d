"""The assignment of units to attacks: targets, attackers, and the hexes they attack from.

Attacks are compared by the exact average of the combat table: losses, retreats and ground gained. A surrounded unit
that has to retreat counts as lost.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ...hexes import bits
from ..maps import Maps

#: The cost of a retreat to a free hex, as a share of the units' worth.
RETREAT_COST = 0.08
#: The least gain of an attack, in points.
MIN_GAIN = 0.15
#: The gain that a further unit must add, in points for each point of its strength: it could fight elsewhere.
JOINING_COST = 0.02
#: The value of one column, compared with one blocked retreat hex.
_COLUMN_VALUE = 1.5
#: The largest number of units considered for one attack.
_MAX_UNITS = 8


@dataclass(frozen=True)
class PlannedAttack:
    """An attack to prepare: the hex of each attacker, and the expected gain in points."""

    target: int
    spots: dict[int, int]
    gain: float
    #: the gain compared with what happens anyway if units in contact must fight
    improvement: float
    #: whether it expects distant support
    supported: bool = False


@dataclass
class Draft:
    """The allocation so far: free units, arrivals by hex, and hexes under attack."""

    free: set[int]
    arrivals: dict[int, int] = field(default_factory=dict)
    attacked: int = 0
    #: the number of attacks that expect distant support
    supported: int = 0


class Allocator:
    """Assigns the units of a side to attacks.

    ``mobile`` units attack from any hex in reach, others from where they are, and units with ``posts`` from their
    post. With ``storms``, repeated attacks until a hex falls are considered where the table allows them.
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
        storms: bool = False,
    ) -> None:
        self.maps, self.side, self.mobile, self.storms = maps, side, mobile, storms
        self.doctrine, self.foe = maps.doctrine, 1 - side
        self.caution = caution
        self.draft = Draft({u for u in ready if maps.attack[u] > 0})
        grid = maps.game.board.grid
        self._neighbours = grid.neighbours
        at = maps.s.at
        #: by unit: the hexes it can attack from
        self._spots = {
            u: 1 << posts[u] if u in posts else maps.reach(u) | maps.leaps(u) if mobile else 1 << at[u]
            for u in sorted(self.draft.free)
        }
        self._forbidden = {u: forbidden for u in self._spots if (forbidden := maps.forbidden_hexes(u))}
        self._playable = maps.in_play
        self._worth_of_ground = maps.doctrine.goals(maps.s, side)

    def targets(self) -> int:
        """Return the enemy hexes that can be attacked."""
        spots = 0
        for hexes in self._spots.values():
            spots |= hexes
        return self._neighbours(spots) & self.maps.occupied[self.foe]

    def allocate(self, allowed: int = -1) -> list[PlannedAttack]:
        """Return the attacks to make, most promising first; each unit is in one of them at most."""
        heap: list[tuple[float, int, PlannedAttack]] = []
        for t in bits(self.targets() & allowed):
            self._push(heap, t)
        chosen = []
        while heap:
            _, t, planned = heapq.heappop(heap)
            late = planned.supported and not self._has_support_left()
            if not late and planned.spots.keys() <= self.draft.free and self._fits(planned):
                chosen.append(planned)
                self._take(planned)
            else:
                self._push(heap, t, None if late else planned)
        return chosen

    def _has_support_left(self) -> bool:
        """Return whether one more attack can expect distant support."""
        return self.draft.supported < self.doctrine.supported_attacks[self.side]

    def _push(self, heap: list[tuple[float, int, PlannedAttack]], t: int, before: PlannedAttack | None = None) -> None:
        found = self._build(t)
        if found is not None and (before is None or found.spots != before.spots):
            heapq.heappush(heap, (-found.improvement, t, found))

    def _fits(self, planned: PlannedAttack) -> bool:
        coming: dict[int, int] = {}
        for h in planned.spots.values():
            coming[h] = coming.get(h, 0) + 1
        return all(self._full(h) + n <= self.doctrine.stack_limit for h, n in coming.items())

    def _full(self, h: int) -> int:
        """Return how many units will be in a hex: arrivals, and units there that already have an attack."""
        free = self.draft.free
        return self.draft.arrivals.get(h, 0) + sum(1 for u in self.maps.stacks.get(h, ()) if u not in free)

    def _take(self, planned: PlannedAttack) -> None:
        draft = self.draft
        draft.free -= planned.spots.keys()
        draft.attacked |= 1 << planned.target
        draft.supported += planned.supported
        for u, h in planned.spots.items():
            if self.maps.s.at[u] != h:
                draft.arrivals[h] = draft.arrivals.get(h, 0) + 1

    # -- one target --------------------------------------------------------------------------

    def _build(self, t: int) -> PlannedAttack | None:
        """Return the best attack on a hex with the free units."""
        maps, s = self.maps, self.maps.s
        near = self.doctrine.attack_hexes(s, t) & self._playable & ~maps.occupied[self.foe]
        able = [
            (u, hexes & near)
            for u, hexes in self._spots.items()
            if u in self.draft.free and hexes & near and not self._forbidden.get(u, 0) >> t & 1
        ]
        if not able:
            return None
        attack = maps.attack
        must = [u for u, _ in able if self._must_fight(u, near)]
        able.sort(key=lambda pair: (pair[0] not in must, -attack[pair[0]], pair[0]))
        return self._grow(t, able, len(must))

    def _must_fight(self, unit: int, near: int) -> bool:
        """Return whether a unit must fight this enemy because it cannot leave."""
        here = self.maps.s.at[unit]
        return self.doctrine.must_attack and bool(near >> here & 1) and bool(self.maps.zone[self.foe] >> here & 1)

    def _grow(self, t: int, able: list[tuple[int, int]], bound: int) -> PlannedAttack | None:
        """Add units one by one and return the best attack found."""
        maps, spots = self.maps, dict[int, int]()
        strength, stake = self.support(t), 0.0
        base, best, kept = 0.0, -1e9, dict[int, int]()
        for number, (u, hexes) in enumerate(able[: max(_MAX_UNITS, bound)]):
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
            elif gain > best + (JOINING_COST * maps.attack[u] if kept else 0.0):
                best, kept = gain, dict(spots)
        better = best - min(0.0, base)
        if not kept or (better <= MIN_GAIN and not bound):
            return None
        return PlannedAttack(t, kept, best, better, self.support(t) > 0)

    def support(self, t: int) -> float:
        """Return the distant support for an attack, as long as there is some left."""
        if not self._has_support_left():
            return 0.0
        return self.maps.support(self.side, t)

    def _spot(self, unit: int, hexes: int, taken: dict[int, int], t: int) -> int:
        """Return the best hex to attack from: the unit's own, or one that blocks a retreat."""
        maps = self.maps
        here = maps.s.at[unit]
        if hexes >> here & 1:
            return here
        best, found = -1e9, -1
        mine, places = maps.zone[self.side], 0
        for h in taken.values():
            mine |= self._neighbours(1 << h)
            places |= 1 << h
        exits = self._neighbours(1 << t) & self._playable & ~maps.occupied[self.foe] & ~mine
        for h in bits(hexes):
            if not self._free_spot(h, taken):
                continue
            closed = (exits & (self._neighbours(1 << h) | 1 << h)).bit_count()
            worth = (
                closed
                - 0.05 * maps.threat(self.foe).at(h)
                + _COLUMN_VALUE * maps.attack_bonus(self.side, t, places | 1 << h)
            )
            if self.doctrine.must_attack:
                worth -= 2.0 * (self._neighbours(1 << h) & maps.occupied[self.foe] & ~(1 << t)).bit_count()
            if worth > best:
                best, found = worth, h
        return found

    def _free_spot(self, h: int, taken: dict[int, int]) -> bool:
        coming = sum(1 for spot in taken.values() if spot == h)
        return self._full(h) + coming < self.doctrine.stack_limit

    # -- the value of an attack --------------------------------------------------------------------

    def gain(self, t: int, strength: float, stake: float, spots: dict[int, int]) -> float:
        """Return the expected gain of an attack: enemy losses and ground, minus own losses."""
        maps = self.maps
        defense, stock = maps.defense_at(t), maps.worth_at(t)
        mine = 0
        for h in spots.values():
            mine |= 1 << h
        if self.doctrine.must_attack:
            also = self._neighbours(mine) & maps.occupied[self.foe] & ~(1 << t) & ~maps.zone[self.side]
            defense += 0.7 * sum(maps.defense_at(h) for h in bits(also & ~self.draft.attacked))
        inside = maps.stacks.get(t, ())
        steps = maps.steps_of(inside)
        bonus = maps.attack_bonus(self.side, t, mine)
        p = maps.knowledge.prospect(maps.s, self.side, strength, defense, t, bonus, steps)
        covered = maps.zone[self.side] | self._neighbours(mine) | mine
        exits = self._neighbours(1 << t) & self._playable & ~covered & ~maps.occupied[self.foe]
        retreat = RETREAT_COST if exits else 0.9
        lost = (p.enemy + p.leaves * retreat) * stock + p.enemy_units * stock / max(1, len(inside))
        ground = 0.3 + self._worth_of_ground.get(t, 0.0)
        if steps:
            lost += p.enemy_steps * stock / steps
        bold = self.doctrine.boldness[self.side]
        won = (p.leaves + p.clears) * ground
        if self.storms and p.storms and stake > stock:  # it costs as much as the enemy has there
            won += p.storms * max(0.0, ground - self.caution * 0.5 * stock)
        least = min((maps.worth[u] for u in spots), default=0.0)
        cost = p.own * stake + p.own_units * least
        if p.own_steps:
            mine_steps = max(1, maps.steps_of(spots))
            cost += min(p.own_steps, mine_steps) * stake / mine_steps
        prize = self.doctrine.attack_prize(maps.s, self.side, t, spots)
        return prize + bold * (lost + won) - self.caution * cost
