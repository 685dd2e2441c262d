"""What a position is worth to a side: points, forces, ground, and who is in danger."""

from __future__ import annotations

from collections.abc import Hashable
from operator import itemgetter, mul

from ...hexes import bits
from ..doctrine import WarState
from ..line import Line
from ..maps import Maps
from .goals import gather

#: Points for a game that is won.
WON = 10_000.0
#: How much weight at goals counts beside points.
_GROUND = 0.25

#: The price of a hex that must not be lost and into which the enemy can walk.
_OPEN = 60.0
#: The same for a door in which he must stop first, as a share.
_NEXT = 0.3
#: How likely it is that a hex is lost where nobody stands, in supply and out of it, and by an enemy in a door.
_EMPTY, _STARVED, _STANDS = 0.1, 0.5, 0.5
#: What it is worth to threaten the like to the enemy.
_CHANCE = 4.0


class Judge:
    """Judges positions near the one whose maps he has been given: threats are those of that moment.

    ``danger`` and ``ways`` say how much threats to units count, and ways open to what must not be lost.
    """

    def __init__(self, maps: Maps, side: int, danger: float = 1.0, ways: float = _OPEN) -> None:
        self.maps, self.side, self._leak = maps, side, ways
        self.game, self.doctrine = maps.game, maps.doctrine
        self._danger_weight = danger * self.doctrine.danger_weight
        self._sign = 1.0 if side == 0 else -1.0
        #: the goals of both sides, by their centres: what they are worth to both, and how units bear on them
        worths: dict[int, float] = {}
        for goal in (*gather(maps, 0), *gather(maps, 1)):
            worths[goal.centre] = worths.get(goal.centre, 0.0) + goal.worth
        self._pulls = [(worth, self._pull(centre)) for centre, worth in worths.items()]
        self._dangers: dict[tuple[int, float, float, int], float] = {}
        self._stands: dict[tuple[Hashable, ...], tuple[float, list[float]]] = {}
        self._falls: dict[tuple[int, float], float] = {}
        self._line = Line(maps, side)
        #: by the places held on both sides: what the enemy could walk into
        self._ways: dict[tuple[int, int], int] = {}

    def _pull(self, centre: int) -> list[float]:
        known = self.maps.knowledge
        found = known.pulls.get(centre)
        if found is None:
            found = known.pulls[centre] = [0.8**steps for steps in known.ways.apart(self.maps.s, centre)]
        return found

    def value(self, s: WarState) -> float:
        """Points for the side."""
        if s.over:
            return self.final(s)
        doctrine, at = self.doctrine, s.at
        out = self._sign * doctrine.score(s)
        if self._leak:
            out -= self._leak * self._open(s)
        if doctrine.vital_penalty:
            out -= doctrine.vital_penalty * self._risk(s)
        theirs = doctrine.vital(s, 1 - self.side) & ~s.occupied[1 - self.side] | doctrine.enemy_exits(s, 1 - self.side)
        if theirs and theirs & self.maps.coming(self.side):
            out += _CHANCE
        mine, others = self._stand(s, at, self.side), self._stand(s, at, 1 - self.side)
        out += mine[0] - others[0]
        for (worth, _), own, foe in zip(self._pulls, mine[1], others[1], strict=True):
            out += _GROUND * worth * (own - foe) / (own + foe + 1.0) / 2
        return out

    def _open(self, s: WarState) -> float:
        """How many hexes that must not be lost the enemy can walk into, or out of the map; as less where he has to stop
        in a door first."""
        guarded, foe = s.occupied[self.side], 1 - self.side
        vital = self.doctrine.vital(s, self.side) & ~guarded
        exits = self.doctrine.enemy_exits(s, self.side) & ~guarded
        if not vital and not exits:
            return 0.0
        coming = self.maps.coming(foe)
        if self.maps.occupied[self.side] & ~guarded:  # somebody has left his place: is there a way through now?
            key = (guarded, s.occupied[foe])
            if key not in self._ways:
                zone = self.doctrine.zone(s, self.side)
                self._ways[key] = self._line.open(vital | exits, zone, guarded)
            coming |= self._ways[key]
        # Who stands in a door is as good as gone, each of them; ways to the others count as one.
        stands = exits & s.occupied[foe]
        out = float((vital & coming).bit_count() + stands.bit_count())
        ways = exits & coming & ~stands
        if ways:
            out += _NEXT if not ways & ~self.doctrine.zone(s, self.side) else 1.0
        return out

    def _risk(self, s: WarState) -> float:
        """How likely it is that hexes which must not be lost are lost: stormed, since they are held too weakly, or
        walked into, since nobody is there and something has gone wrong elsewhere. Summed up; who moves next himself
        has to look after those alone where nobody is."""
        vital, foe = self.doctrine.vital(s, self.side), 1 - self.side
        guards = dict.fromkeys(bits(vital & s.occupied[self.side]), 0.0)
        out, fed = 0.0, self.doctrine.supplied(s, self.side)
        for h in bits(vital & ~s.occupied[self.side] & self.maps.within(foe)):
            out += _EMPTY if fed >> h & 1 else _STARVED
        exits = self.doctrine.enemy_exits(s, self.side) & s.occupied[foe]
        if not self._leak:
            return out + _STANDS * exits.bit_count()
        for u in self.maps.knowledge.members[self.side]:
            if s.at[u] in guards:
                guards[s.at[u]] += self.doctrine.defense(s, u)
        for h, guard in guards.items():
            out += max(self._fall(h, guard), 0.0 if fed >> h & 1 else _STARVED)
        return out

    def _fall(self, h: int, guard: float) -> float:
        found = self._falls.get((h, guard))
        if found is None:
            found = self._falls[h, guard] = self.maps.fall(self.side, h, guard)
        return found

    def final(self, s: WarState) -> float:
        """Points for the side when the game is over."""
        result = self.game.result(s)
        margin = self._sign * self.doctrine.score(s)
        winner = result.winner if result is not None else ""
        if winner not in self.game.side_index:
            return margin
        return margin + (WON if self.game.side_index[winner] == self.side else -WON)

    def _stand(self, s: WarState, at: list[int], side: int) -> tuple[float, list[float]]:
        """The same as :meth:`_side`, remembered: most results of a fight change one side alone."""
        fed, strengths = self.doctrine.supplied(s, side), self.doctrine.strength_key(s, side)
        if strengths is None:
            return self._side(s, at, side, fed)
        key = (side, fed, *strengths, *map(at.__getitem__, self.maps.knowledge.members[side]))
        found = self._stands.get(key)
        if found is None:
            found = self._stands[key] = self._side(s, at, side, fed)
        return found

    def _side(self, s: WarState, at: list[int], side: int, fed: int) -> tuple[float, list[float]]:
        """What a side's units are worth where they stand, and their weight at each goal."""
        doctrine, force = self.doctrine, 0.0
        supply_penalty, hungry = doctrine.supply_penalty, 0.0
        heavy: dict[int, float] = {}
        standing: dict[int, tuple[float, float, int]] = {}
        for u in self.maps.knowledge.members[side]:
            h = at[u]
            if h >= 0:
                defense, price = doctrine.defense(s, u), doctrine.worth(s, u)
                weight = 0.5 * (doctrine.attack(s, u) + defense)
                force += weight
                if not fed >> h & 1:
                    hungry += min(supply_penalty * price, doctrine.strength_value * weight)  # never worse than lost
                heavy[h] = heavy.get(h, 0.0) + weight
                if side == self.side and self._danger_weight:
                    guard, worth, units = standing.get(h, (0.0, 0.0, 0))
                    standing[h] = (guard + defense, worth + price, units + 1)
        total = doctrine.strength_value * force - hungry
        for h, (guard, worth, units) in standing.items():
            total -= self._danger_weight * self._danger(h, guard, worth, units)
        if len(heavy) < 2:  # itemgetter gives a tuple for two or more alone
            return total, [sum(weight * pull[h] for h, weight in heavy.items()) for _, pull in self._pulls]
        there, weights = itemgetter(*heavy), list(heavy.values())
        return total, [sum(map(mul, weights, there(pull))) for _, pull in self._pulls]

    def _danger(self, h: int, defense: float, worth: float, units: int) -> float:
        """Points the enemy takes on the average from a stack in a hex, if he does what he can."""
        key = (h, defense, worth, units)
        found = self._dangers.get(key)
        if found is None:
            found = self._dangers[key] = self.maps.danger(self.side, h, defense, worth, units)
        return found
