"""The chance that an attack clears a hex: its defenders are destroyed, or they have to leave."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import NamedTuple

from ...engine.doctrine import Effect
from ...hexes import bits
from .position import Position

_NOTHING = Effect()
#: An attack is strong enough with this chance to clear its hex.
_SURE = 0.999
#: The most units that attack from one hex if the game has no limit, and the most in one attack.
_MOST = 12


class Cleared(NamedTuple):
    """The chances that the defenders of a hex are destroyed, and that they leave it; and the attackers."""

    destroyed: float = 0.0
    leave: float = 0.0
    #: by unit: the hex it attacks from
    spots: Mapping[int, int] = {}

    @property
    def chance(self) -> float:
        return self.destroyed + self.leave


class Clearing:
    """The best attacks on the hexes of the enemy in a position, from where units are or after their movement."""

    def __init__(self, position: Position, *, mobile: bool, used: frozenset[int] = frozenset()) -> None:
        self.position, self.mobile, self.used = position, mobile, used
        self.known, self.doctrine, self.s = position.known, position.doctrine, position.s
        self._stacks: dict[int, list[int]] = {}
        for u in self.known.members[position.foe]:
            if self.s.at[u] >= 0:
                self._stacks.setdefault(self.s.at[u], []).append(u)
        self._places = position.reach if mobile else {u: position.places(u) for u, _ in position.own()}
        able = {u: self.doctrine.attack(position.placed, u) for u in self._places if u not in used}
        self._strength = {u: a for u, a in able.items() if a > 0 and position.fighters >> u & 1}
        self._order = sorted(self._strength, key=lambda u: (-self._strength[u], u))

    def places(self) -> Iterator[tuple[int, int]]:
        """Return the units that can take part, with the hexes they attack from."""
        for u in self._order:
            yield u, self._places[u]

    def targets(self) -> int:
        """Return the enemy hexes that could be attacked."""
        places = 0
        for u in self._order:
            places |= self._places[u]
        near = self.known.game.board.grid.neighbours(places)
        return near & self.position.enemies

    def best(self, h: int, only: frozenset[int] | None = None) -> Cleared:
        """Return the best attack on a hex; with ``only`` by some units."""
        near = self.doctrine.attack_hexes(self.s, h) & self.known.game.in_play(self.s) & ~self.position.enemies
        groups: dict[Hashable, list[int]] = {}
        for u in self._order:
            if self._places[u] & near and (only is None or u in only) and self._may_attack(u, h):
                groups.setdefault(self.doctrine.fights_with(self.s, u), []).append(u)
        return max(
            (self._grown(h, near, units) for units in groups.values()), key=lambda c: c.chance, default=Cleared()
        )

    def _may_attack(self, unit: int, h: int) -> bool:
        allowed = self.doctrine.allowed_hexes(self.position.placed, unit)
        return bool(allowed >> h & 1)

    def _grown(self, h: int, near: int, units: list[int]) -> Cleared:
        """Add units, the strongest first, until the hex is sure to be cleared."""
        spots: dict[int, int] = {}
        best, strength = Cleared(), self.doctrine.support(self.s, self.position.side, h)
        for u in units[:_MOST]:
            there = self._spot(u, self._places[u] & near, spots)
            if there < 0:
                continue
            spots[u] = there
            strength += self._strength[u]
            found = self.chances(h, strength, spots)
            if found.chance > best.chance + 1e-9:
                best = found
            if best.chance >= _SURE:
                break
        return best

    def _spot(self, unit: int, hexes: int, spots: Mapping[int, int]) -> int:
        """Return a hex with room to attack from: the unit's own, or the one with the fewest units."""
        here = self.s.at[unit]
        if here >= 0 and hexes >> here & 1:
            return here
        count = dict.fromkeys(bits(hexes), 0)
        for h in spots.values():
            if h in count:
                count[h] += 1
        for u in self.known.members[self.position.side]:
            if self.s.at[u] in count and u not in spots and not self.mobile:
                count[self.s.at[u]] += 1
        free = [h for h, n in count.items() if n < self.doctrine.stack_limit]
        return min(free, key=lambda h: (count[h], h)) if free else -1

    def chances(self, h: int, strength: float, spots: Mapping[int, int]) -> Cleared:
        """Return the chances of an attack with these units."""
        doctrine, s, side = self.doctrine, self.s, self.position.side
        stack = self._stacks.get(h, [])
        mine = 0
        for there in spots.values():
            mine |= 1 << there
        defense = sum(doctrine.defense(s, u) for u in stack)
        steps, own = sum(doctrine.steps(s, u) for u in stack), sum(doctrine.steps(s, u) for u in spots)
        bonus = doctrine.attack_bonus(s, side, h, mine)
        destroyed = leave = 0.0
        for result, p in doctrine.chances(s, side, round(strength), round(defense), h, bonus).items():
            dead, gone = _outcome(doctrine.effects.get(result, _NOTHING), len(stack), steps, len(spots), own)
            destroyed += p * dead
            leave += p * gone
        return Cleared(destroyed, leave, dict(spots))

    def retreats(self, h: int) -> Iterator[int]:
        """Return the hexes into which the defenders of a hex might retreat."""
        position = self.position
        zone = self.doctrine.zone(self.s, position.side)
        own = self.s.occupied[position.side]
        open_ = self.doctrine.attack_hexes(self.s, h) & self.known.game.in_play(self.s) & ~own
        yield from bits(open_ & (~zone | position.enemies))


def _outcome(effect: Effect, units: int, steps: int, attackers: int, own: int) -> tuple[bool, bool]:
    """Return whether a result destroys the defenders, and whether it only makes them leave."""
    if effect.enemy >= 1.0:
        return steps <= units, steps > units
    if effect.enemy_steps:
        dead = effect.enemy_steps >= steps and own > effect.own_steps
        return dead, effect.leaves and not dead
    if effect.leaves:
        return False, True
    if effect.storms:
        return own > 1 and steps == 1, own > steps > 1
    return effect.enemy_units >= units and attackers > effect.own_units, False
