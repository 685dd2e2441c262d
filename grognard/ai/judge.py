"""What a position is worth to a side: points, forces, ground, and who is in danger."""

from __future__ import annotations

from typing import Any

from .aims import Goal, gather
from .maps import Maps

#: Points for a game that is won.
WON = 10_000.0
#: How much forces and the nearness to goals count beside points.
_FORCE, _GROUND, _DANGER = 0.25, 0.25, 0.5
_THREAT = 0.55


class Judge:
    """Judges positions near the one whose maps he has been given: threats are those of that moment."""

    def __init__(self, maps: Maps, side: int) -> None:
        self.maps, self.side = maps, side
        self.game, self.doctrine = maps.game, maps.doctrine
        self._sign = 1.0 if side == 0 else -1.0
        self.goals: tuple[list[Goal], list[Goal]] = (gather(maps, 0), gather(maps, 1))
        #: all goals of both sides, each once: its centre, its worth to both, and how units bear on it
        worths: dict[int, float] = {}
        for goal in (*self.goals[0], *self.goals[1]):
            worths[goal.centre] = worths.get(goal.centre, 0.0) + goal.worth
        self._pulls = [(worth, self._pull(centre)) for centre, worth in worths.items()]
        self._dangers: dict[tuple[int, int, int], float] = {}

    def _pull(self, centre: int) -> list[float]:
        known = self.maps.knowledge
        found = known.pulls.get(centre)
        if found is None:
            grid = self.game.board.grid
            found = [0.0] * known.ways.size
            for h in grid:
                found[h] = 0.8 ** grid.distance(h, centre)
            known.pulls[centre] = found
        return found

    def value(self, s: Any) -> float:
        """Points for the side."""
        if s.over:
            return self.final(s)
        doctrine, at = self.doctrine, s.at
        out = self._sign * doctrine.score(s)
        mine, theirs = self._side(s, at, self.side), self._side(s, at, 1 - self.side)
        out += mine[0] - theirs[0]
        for (worth, _), own, foe in zip(self._pulls, mine[1], theirs[1], strict=True):
            out += _GROUND * worth * (own - foe) / (own + foe + 1.0) / 2
        return out

    def final(self, s: Any) -> float:
        """Points for the side when the game is over."""
        result = self.game.result(s)
        margin = self._sign * self.doctrine.score(s)
        winner = result.winner if result is not None else ""
        if winner not in self.game.side_index:
            return margin
        return margin + (WON if self.game.side_index[winner] == self.side else -WON)

    def _side(self, s: Any, at: list[int], side: int) -> tuple[float, list[float]]:
        """What a side's units are worth where they stand, and their weight at each goal."""
        doctrine, force = self.doctrine, 0.0
        heavy: dict[int, float] = {}
        standing: dict[int, float] = {}
        for u in self.maps.knowledge.members[side]:
            h = at[u]
            if h >= 0:
                defense = doctrine.defense(s, u)
                weight = 0.5 * (doctrine.attack(s, u) + defense)
                force += weight
                heavy[h] = heavy.get(h, 0.0) + weight
                standing[h] = standing.get(h, 0.0) + defense
        total = _FORCE * force
        if side == self.side:
            total -= _DANGER * sum(self._danger(s, h, defense) for h, defense in standing.items())
        sums = [sum(weight * pull[h] for h, weight in heavy.items()) for _, pull in self._pulls]
        return total, sums

    def _danger(self, s: Any, h: int, defense: float) -> float:
        """Points the enemy takes on the average from a stack in a hex, if he does what he can."""
        key = (h, round(defense), 0)
        found = self._dangers.get(key)
        if found is None:
            foe = 1 - self.side
            threat = _THREAT * self.maps.threat(foe).at(h)
            found = 0.0
            if threat:
                _, enemy, leaves = self.maps.knowledge.prospect(s, foe, threat, defense, h)
                found = (enemy + 0.1 * leaves) * defense
            self._dangers[key] = found
        return found
