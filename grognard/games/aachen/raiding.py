"""Raids on hexes that decide the game, for commanders: the shortest one, its chance, and the units that prevent it.

A German unit in command on the road of U.S. supply wins at once (10.4), a U.S. unit in the city of Aachen at the end
(10.2). A raid is a chain of Movement Actions of one activation, for the road perhaps after the relocation of the HQ. It
is computed from what the asking side sees or guesses, like the warning of ``raids``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ...engine.action import Action
from ...engine.doctrine import Suggestion
from ...hexes import bits, of
from . import command as commanding
from . import formations, stacking
from .activation import Activation
from .displacement import destinations
from .movement import march_of_units
from .pieces import place
from .raids import after_one_action, raiders
from .state import AachenState
from .units import GERMAN, US
from .worths import decisive_hexes, lasting, road_of_supply

if TYPE_CHECKING:
    from .doctrine import AachenDoctrine
    from .game import AachenGame

#: The worth of a raid that comes through: where it wins at once, and in the city where the unit must stay. And how
#: likely it is that it is tried in time.
_WON, _CITY, _TRIED = 100.0, 40.0, 0.5
#: The chance that a Movement Action past units that may react is not stopped.
_PASSES = 0.55
_FACES = 10
#: How many units and hexes are tried to prevent a raid, and how far from its path.
_TRIES, _ASIDE = 14, 1
#: How near a formation has to be to its path to prevent it.
_NEAR = 7
#: A smaller risk is accepted, in points.
_SMALL = 0.5


class Aim(NamedTuple):
    """The aim of raids: the side that makes them, the hexes without an enemy, and their worth.

    Where it wins at once, the raider has to be in command (``led``)."""

    side: int
    hexes: int
    worth: float
    led: bool


def aim_of(game: AachenGame, s: AachenState) -> Aim | None:
    """The aim of raids in a scenario; None if there is none, or if it has been reached."""
    if road := road_of_supply(game, s):
        return Aim(GERMAN, road & ~s.manned[US], _WON, led=True)
    city = decisive_hexes(game, s)
    if not city or s.manned[US] & city:
        return None
    return Aim(US, city & ~s.manned[GERMAN], _CITY * lasting(game, s), led=False)


class Raid(NamedTuple):
    """A chain of Movement Actions that ends in a hex that decides."""

    formation: int
    unit: int
    #: where its HQ relocates first, or -1
    town: int
    #: where it starts, and where each Movement Action ends
    hexes: tuple[int, ...]
    points: int
    #: the chance that no reaction stops it
    chance: float


def shortest(game: AachenGame, s: AachenState, aim: Aim, formation: int, purse: int) -> Raid | None:
    """The raid of a formation with the fewest points, at most ``purse``."""
    hq = game.roster.formations[formation].hq
    home, moving = s.at[hq], game.roster.relocation[hq]
    if home < 0 or not aim.hexes:
        return None
    towns = list(bits(destinations(game, s, hq))) if aim.led and moving <= purse else []
    best: Raid | None = None
    for units in _kinds(game, s, formation):
        for town in (-1, *towns):
            begun = 0 if town < 0 else moving
            most = purse if best is None else best.points - 1
            raid = _Chain(game, s, formation, units, home if town < 0 else town, aim).find(begun, most, town)
            best = raid or best
    return best


def _kinds(game: AachenGame, s: AachenState, formation: int) -> Iterator[list[int]]:
    """The units of a formation that can move, together those that move alike."""
    found: dict[tuple[str, int], list[int]] = {}
    able = s.on_map & game.roster.combat & game.units_of[game.roster.formations[formation].side] & ~s.disrupted
    for u in bits(able):
        if s.at[u] >= 0 and game.formation_of(s, u) == formation:
            found.setdefault((game.roster.mover[u], game.roster.movement[u]), []).append(u)
    yield from found.values()


class _Chain:
    """The hexes that units of one kind can reach, by the points spent, with their HQ in one hex."""

    def __init__(self, game: AachenGame, s: AachenState, formation: int, units: list[int], home: int, aim: Aim) -> None:
        self.game, self.s, self.formation, self.units, self.aim = game, s, formation, units, aim
        ranges = game.ground.steps[game.roster.mover[units[0]]].ranges
        hq = game.roster.formations[formation].hq
        enemies = s.manned[1 - aim.side]
        self.led = ranges.near(home, game.roster.range[hq], enemies, 0).all
        self.goal = aim.hexes & self.led if aim.led else aim.hexes
        self.found: list[int] = []

    def find(self, begun: int, most: int, town: int) -> Raid | None:
        """The shortest chain with at most some points, if some are spent already."""
        if not self.goal or begun >= most:
            return None
        away = self.game.tables.out_of_command
        self.found = [0] * (most + away + 1)
        self.found[begun] = of(self.s.at[u] for u in self.units)
        for spent in range(begun, most + 1):
            if self.found[spent] & self.goal:
                return self._raid(begun, spent, town)
            for hexes, price in ((self.found[spent] & self.led, 1), (self.found[spent] & ~self.led, away)):
                if hexes and spent + price <= most:
                    self.found[spent + price] |= self._after(hexes)
        return None

    def _after(self, hexes: int) -> int:
        return after_one_action(self.game, self.s, self.units[0], hexes) & self.game.board.playable

    def _raid(self, begun: int, spent: int, town: int) -> Raid:
        """The chain backwards from the road."""
        points, path = spent, [next(bits(self.found[spent] & self.goal))]
        while spent > begun:
            step = self._before(spent, path[0], begun)
            if step is None:
                break
            spent, h = step
            path.insert(0, h)
        unit = next((u for u in self.units if self.s.at[u] == path[0]), self.units[0])
        return Raid(self.formation, unit, town, tuple(path), points, self._chance(path))

    def _before(self, spent: int, h: int, begun: int) -> tuple[int, int] | None:
        """The points spent before and the hex from which one Movement Action leads to a hex."""
        distance, away = self.game.board.grid.distance, self.game.tables.out_of_command
        for price, led in ((1, self.led), (away, ~self.led)):
            if spent - price >= begun:
                for n in sorted(bits(self.found[spent - price] & led), key=lambda n: (distance(n, h), n)):
                    if self._after(1 << n) >> h & 1:
                        return spent - price, n
        return None

    def _chance(self, path: list[int]) -> float:
        """The chance that no reaction stops it: the road itself wins as soon as it is entered."""
        beside = self.game.board.grid.neighbours(self.s.manned[1 - self.aim.side])
        return float(_PASSES ** sum(beside >> h & 1 for h in path[:-1]))


def danger(d: AachenDoctrine, s: AachenState) -> tuple[float, Raid | None]:
    """The risk of the raiders' enemy, in points, and the most dangerous raid."""
    game, aim = d.game, aim_of(d.game, s)
    if aim is None or not aim.hexes:
        return 0.0, None
    key = (s.scenario_index, s.turn, s.disrupted, *s.manned, *s.grip, *s.at, *s.level, *s.assigned)
    known = d.dangers.get(key)
    if known is None:
        if len(d.dangers) > 64:
            d.dangers.clear()
        found = [chance_of(game, s, aim, i) for i in _able(game, s, aim)]
        chance, raid = max(found, key=lambda pair: pair[0], default=(0.0, None))
        known = d.dangers[key] = aim.worth * _TRIED * chance, raid
    return known


def win_chance(d: AachenDoctrine, s: AachenState, side: int) -> float:
    """The chance that the best raid of a side wins at once (10.4), if its formation is activated now."""
    aim = aim_of(d.game, s)
    if aim is None or not aim.led or aim.side != side or not aim.hexes:
        return 0.0
    return danger(d, s)[0] / (aim.worth * _TRIED)


def _able(game: AachenGame, s: AachenState, aim: Aim) -> tuple[int, ...]:
    """Formations that may be able to raid."""
    if aim.led:
        return raiders(game, s)
    return tuple(i for i, f in enumerate(game.roster.formations) if f.side == aim.side and s.level[i] > 0)


def chance_of(
    game: AachenGame, s: AachenState, aim: Aim, formation: int, *, reaction: bool = False
) -> tuple[float, Raid | None]:
    """The chance that a raid succeeds if the formation gets the die for its points now, and the raid."""
    level, tables = s.level[formation], game.tables
    if not level:
        return 0.0, None
    dice = range(1, _FACES + 1)
    points = [tables.reaction_points(level, i) if reaction else tables.points(level, i) for i in dice]
    raid = shortest(game, s, aim, formation, max(points))
    if raid is None:
        return 0.0, None
    return raid.chance * sum(p >= raid.points for p in points) / _FACES, raid


def risk(d: AachenDoctrine, s: AachenState, side: int) -> float:
    """The risk of a side by a raid of its enemy, in points."""
    aim = aim_of(d.game, s)
    return danger(d, s)[0] if aim is not None and side != aim.side else 0.0


def prospect(d: AachenDoctrine, s: AachenState, side: int, formation: int, *, reaction: bool = False) -> float:
    """The worth of activating a formation now: to raid, or to prevent a raid."""
    game, aim = d.game, aim_of(d.game, s)
    if aim is None or not aim.hexes:
        return 0.0
    if side == aim.side:
        able = formation in _able(game, s, aim)
        return aim.worth * chance_of(game, s, aim, formation, reaction=reaction)[0] if able else 0.0
    risked, raid = danger(d, s)
    if raid is None or risked < _SMALL:
        return 0.0
    distance = game.board.grid.distance
    units = formations.members(game, s, formation) & s.on_map & ~s.disrupted
    far = min((distance(s.at[u], h) for u in bits(units) for h in raid.hexes[1:]), default=99)
    return 0.5 * risked if far <= _NEAR else 0.0


def under_way(d: AachenDoctrine, s: AachenState, side: int) -> float:
    """The worth of stopping the formation that moves now: it may be raiding."""
    game, aim = d.game, aim_of(d.game, s)
    if aim is None or not aim.hexes or side == aim.side:
        return 0.0
    code = game.codes[Activation]
    formation = next((game.hq_formation[frame[1]] for frame in reversed(s.agenda) if frame[0] == code), -1)
    if formation < 0 or game.roster.formations[formation].side != aim.side:
        return 0.0
    raid = shortest(game, s, aim, formation, s.purse[aim.side] + 1)
    return aim.worth * _TRIED * raid.chance if raid is not None else 0.0


def suggestions(d: AachenDoctrine, s: AachenState, side: int) -> Iterator[Suggestion]:
    """The first order of a raid, or the orders that prevent one."""
    game, aim, (_, hq) = d.game, aim_of(d.game, s), s.agenda[-1]
    if aim is None or hq < 0:
        return
    formation = game.hq_formation[hq]
    if side != aim.side:
        yield from _guards(d, s, formation)
    elif formation in _able(game, s, aim) or not aim.led:
        raid = shortest(game, s, aim, formation, s.purse[side])
        if raid is not None and len(raid.hexes) > 1:
            price = game.roster.relocation[hq] if raid.town >= 0 else 1
            place = raid.town if raid.town >= 0 else raid.hexes[1]
            yield Suggestion(_first_order(raid, hq), price, raid.points, aim.worth * raid.chance, place)


def _first_order(raid: Raid, hq: int) -> tuple[Action, ...]:
    if raid.town >= 0:
        return (Action("relocate", hq), Action("place", raid.town))
    return (Action("select", raid.unit), Action("move", raid.hexes[1]))


def _guards(d: AachenDoctrine, s: AachenState, formation: int) -> Iterator[Suggestion]:
    """Moves of single units that make the raid harder."""
    game, (before, raid) = d.game, danger(d, s)
    if raid is None or before < _SMALL:
        return
    grid, side = game.board.grid, game.roster.formations[formation].side
    watch = sum(1 << h for h in raid.hexes[1:])
    for _ in range(_ASIDE):
        watch |= grid.neighbours(watch)
    tried = []
    for u in bits(s.on_map & game.roster.combat & game.units_of[side] & ~s.disrupted):
        if game.formation_of(s, u) != formation or commanding.status(game, s, u) != commanding.IN_COMMAND:
            continue
        for h in bits(march_of_units(game, s, (u,)).targets & watch):
            near = min(grid.distance(h, goal) for goal in raid.hexes[1:])
            tried.append((near, grid.distance(s.at[u], h), u, h))
    for _, _, u, h in sorted(tried)[:_TRIES]:
        if not stacking.has_room(game, s, u, h):
            continue
        gain = before - danger(d, _moved(game, s, u, h))[0]
        if gain > _SMALL:
            yield Suggestion((Action("select", u), Action("move", h)), 1, 1, gain, h)


def _moved(game: AachenGame, s: AachenState, unit: int, h: int) -> AachenState:
    """The position with a unit somewhere else."""
    trial = s.copy()
    place(game, trial, unit, h)
    return trial
