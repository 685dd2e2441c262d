"""The worth of hexes to a side, for commanders: goals, the distance to them, and exposure to the enemy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import bits
from .control import controls
from .pieces import armor, effectiveness, german_losses, strength
from .state import UNKNOWN, AachenState
from .units import GERMAN, US

if TYPE_CHECKING:
    from .game import AachenGame

#: Points for each hex of First Blood, for the city of Aachen in Scenario Two, and for the road of U.S. supply (10.4).
#: The first two count in full on the last turn.
_CLEARED, _DECISIVE, _ROAD = 12.0, 30.0, (10.0, 4.0)
#: Points for a German strength point lost in the campaign, of infantry and of AFV type (9).
_LOST = (0.05, 0.2)
#: The share of the pull of a goal that is left a hex farther away, and its range.
_FADE, _FAR = 0.85, 24
#: The share of a goal's worth that pulls units of the side that controls it, by the distance of the enemy.
_GUARD, _ALARM = 0.8, 7
#: The distance that is near a goal, and the strength there that halves its pull on others.
_NEAR, _ENOUGH = 2, 14.0
#: The worth of a decisive hex to its garrison, and the share of the worth of any other goal.
_VITAL, _HELD = 30.0, 0.35
#: How much of an enemy's strength threatens a hex, by distance, and the strength that comes half of the time.
_REACH, _LIKELY = (1.0, 1.0, 0.7, 0.5, 0.35, 0.25, 0.15, 0.1, 0.05), 10.0
#: How much a Tank Point of a defender multiplies its strength.
_ARMORED = 0.15
#: How strength counts in ground of the defender, by the line of the combat results table.
_COVER = {"open": 1.0, "light": 1.4, "dense": 2.0, "fortified": 2.8}


def goals(game: AachenGame, s: AachenState, side: int) -> dict[int, float]:
    """The hexes that a scenario scores, with the points they bring; of a plan that is unknown, the mean (8.3)."""
    words = game.scenario_of(s).words
    regions = game.board.regions
    if "clear" in words:
        return dict.fromkeys(game.objectives(s), _CLEARED)
    out: dict[int, float] = {}
    victory = words["victory"]
    for region, worth in victory.get("points", {}).items():
        for h in bits(regions[region].set):
            out[h] = float(worth)
    if victory.get("plans"):
        for region, worth in _mean_plan(game, s).items():
            hexes = list(bits(regions[region].set))
            for h in hexes:
                out[h] = worth if len(hexes) == 1 else worth / 3
    if decisive := decisive_hexes(game, s):
        for h in bits(decisive):
            out[h] = max(out.get(h, 0.0), _DECISIVE * lasting(game, s))
    for h in bits(road_of_supply(game, s)):
        out[h] = _ROAD[side]
    return out


def score(game: AachenGame, s: AachenState) -> float:
    """The worth of the hexes that the U.S. side has taken, and of German losses in the campaign."""
    road = road_of_supply(game, s)
    worth = {h: w for h, w in goals(game, s, US).items() if not road >> h & 1}
    words = game.scenario_of(s).words
    if "clear" in words:
        return -sum(w for h, w in worth.items() if s.manned[GERMAN] >> h & 1)
    held = controls(s, US)
    decisive = decisive_hexes(game, s)
    out = sum(w for h, w in worth.items() if held >> h & 1 and not decisive >> h & 1)
    if s.manned[US] & decisive:
        out += max(w for h, w in worth.items() if decisive >> h & 1)
    out *= lasting(game, s)
    if words["victory"].get("losses"):
        out += sum(share * lost for share, lost in zip(_LOST, german_losses(game, s), strict=True))
    return out


def decisive_hexes(game: AachenGame, s: AachenState) -> int:
    """Hexes in which a U.S. unit wins at the end (10.2)."""
    region = game.scenario_of(s).words.get("victory", {}).get("decisive")
    return game.board.regions[region].set if region else 0


def road_of_supply(game: AachenGame, s: AachenState) -> int:
    """Hexes in which a German unit in command wins at once (10.4)."""
    region = game.scenario_of(s).words.get("victory", {}).get("instant_victory")
    return game.board.regions[region].set if region else 0


def lasting(game: AachenGame, s: AachenState) -> float:
    """How much of what is taken now will count in the end: the more turns are left, the less."""
    left = game.scenario_of(s).turns - s.turn
    return max(0.9 - 0.15 * left, 0.3)


def _mean_plan(game: AachenGame, s: AachenState) -> dict[str, float]:
    """The points of the plan in force, or the mean of all plans while a side knows of none."""
    plans = list(game.tables.plans.values())
    drawn = next((m for m in s.plans if m == UNKNOWN or m < len(plans)), UNKNOWN)
    known = [plans[drawn]] if drawn != UNKNOWN else plans
    return {region: sum(plan[region] for plan in known) / len(known) for region in known[0]}


class Worths:
    """The map as one side values it at one moment, by what it knows."""

    def __init__(self, game: AachenGame, s: AachenState, side: int, fades: dict[int, list[float]]) -> None:
        self.game, self.s, self.side = game, s, side
        self.goals = goals(game, s, side)
        #: by hex with combat units: their strength in an attack or a defence, by side
        self.power: tuple[dict[int, float], dict[int, float]] = ({}, {})
        self.force = [0.0] * len(game.counters)
        for u in bits(s.on_map & game.roster.combat):
            owner, h = game.side_of[u], s.at[u]
            self.force[u] = force(game, s, u)
            self.power[owner][h] = self.power[owner].get(h, 0.0) + self.force[u]
        self.enemies = list(self.power[1 - side].items())
        self._wanted = self._list_wanted()
        self._fades = fades
        self._garrisons: dict[int, tuple[float, float]] | None = None
        #: by hex the strength of the enemies near it; by goal the hexes with own units near it, and their strength
        self._pressure: dict[int, float] = {}
        self._near: dict[int, list[tuple[int, float]]] = {}
        self._needs: dict[int, list[tuple[list[float], float]]] = {}

    def _list_wanted(self) -> list[tuple[int, float]]:
        """Goals with their worth now: those to take in full, those to guard by how near the enemy is."""
        game, s = self.game, self.s
        if "clear" in game.scenario_of(s).words:
            return [(h, w) for h, w in self.goals.items() if s.manned[GERMAN] >> h & 1]
        mine, out = controls(s, self.side), []
        if self.side == US:
            mine |= road_of_supply(game, s)
        decisive = decisive_hexes(game, s)
        if decisive and self.side == US and s.manned[US] & decisive:
            mine |= decisive
        distance = game.board.grid.distance
        for h, worth in self.goals.items():
            if mine >> h & 1:
                near = min((distance(h, e) for e, _ in self.enemies), default=_FAR)
                worth *= _GUARD * max(0.0, 1 - near / _ALARM) if near < _ALARM else 0.0
            if worth:
                out.append((h, worth))
        return out

    def garrison(self, h: int, units: int, others: int = 0) -> float:
        """The worth of units in a hex that their side must not lose: the chance that they make the difference.

        They are needed most where the enemy is near, and there a second unit is worth nearly as much as the first."""
        if self._garrisons is None:
            self._garrisons = self._list_garrisons()
        worth, threat = self._garrisons.get(h, (0.0, 0.0))
        if not worth:
            return 0.0
        before, after = (self.firmness(group) * self.cover(h) for group in (others, others | units))
        return worth * (after / (after + threat) - before / (before + threat))

    def firmness(self, units: int) -> float:
        """The strength of defenders; the best Tank Points among them count against every attack (7.5.1.2 D)."""
        tanks = max((armor(self.game, self.s, u) for u in bits(units & self.game.roster.afv)), default=0)
        return sum(self.force[u] for u in bits(units)) * (1 + _ARMORED * tanks)

    def _list_garrisons(self) -> dict[int, tuple[float, float]]:
        """Hexes to hold under threat: the worth that is at stake there, and the strength that may attack."""
        game, s = self.game, self.s
        if "clear" in game.scenario_of(s).words:
            return {}
        mine = controls(s, self.side) | (road_of_supply(game, s) if self.side == US else 0)
        decisive, out = decisive_hexes(game, s), {}
        for h, worth in self.goals.items():
            if mine >> h & 1:
                threat = self._threat(h)
                held = _VITAL if decisive >> h & 1 and self.side == GERMAN else _HELD * worth
                if threat:
                    out[h] = held * threat / (threat + _LIKELY), threat
        return out

    def _threat(self, h: int) -> float:
        """The strength of enemies near a hex, less for each hex of their path; units of the side block paths."""
        grid, open_, power = self.game.board.grid, self.game.board.playable & ~self.s.manned[self.side], 0.0
        ring = seen = 1 << h
        enemies = self.power[1 - self.side]
        for share in _REACH:
            for e in bits(ring & self.s.manned[1 - self.side]):
                power += share * enemies.get(e, 0.0)
            ring = grid.neighbours(ring) & open_ & ~seen
            seen |= ring
        return power

    def pull(self, h: int, units: int = 0) -> float:
        """How much a hex draws units: the best goal by worth, distance and strength already there, and a bit of all."""
        found = [worth * fade[h] for fade, worth in self.needs(units)]
        best = max(found, default=0.0)
        return best + 0.1 * (sum(found) - best)

    def needs(self, units: int) -> list[tuple[list[float], float]]:
        """For each goal its pull by hex, and its worth to some units, given the strength of others near it."""
        if units not in self._needs:
            self._needs[units] = [
                (self._fade(g), worth / (1 + self._present(g, units) / _ENOUGH)) for g, worth in self._wanted
            ]
        return self._needs[units]

    def _fade(self, g: int) -> list[float]:
        found = self._fades.get(g)
        if found is None:
            distance, playable = self.game.board.grid.distance, self.game.board.playable
            far = [distance(h, g) if playable >> h & 1 else _FAR for h in range(self.game.hex_count)]
            found = self._fades[g] = [_FADE**d if d < _FAR else 0.0 for d in far]
        return found

    def _present(self, g: int, units: int) -> float:
        """The strength of the side near a goal, without some units."""
        near = self._near.get(g)
        if near is None:
            distance = self.game.board.grid.distance
            near = self._near[g] = [(h, p) for h, p in self.power[self.side].items() if distance(h, g) <= _NEAR]
        found, pile = 0.0, self.s.pile
        for h, power in near:
            found += power - sum(self.force[u] for u in bits(pile[h] & units))
        return max(found, 0.0)

    def cover(self, h: int) -> float:
        """How much the terrain of a hex multiplies the strength of its defenders."""
        return _COVER.get(self.game.ground.line(h), 1.0) * (1.2 if self.s.improved >> h & 1 else 1.0)

    def exposure(self, h: int, power: float) -> float:
        """The points that units with this strength risk in a hex: by enemies next to it, and by those near."""
        pressure = self._pressure.get(h)
        if pressure is None:
            distance, pressure = self.game.board.grid.distance, 0.0
            for e, force in self.enemies:
                d = distance(h, e)
                if d <= 3:
                    pressure += force if d == 1 else 0.35 * force
            self._pressure[h] = pressure
        if not pressure:
            return 0.0
        odds = pressure / (max(power, 1.0) * self.cover(h))
        return 0.25 * min(odds, 3.0) * min(power, 12.0) * 0.3


def force(game: AachenGame, s: AachenState, unit: int) -> float:
    """The strength of a unit, by its rating."""
    return strength(game, s, unit) * (0.6 + 0.1 * effectiveness(game, s, unit))


__all__ = ["US", "Worths", "force", "goals"]
