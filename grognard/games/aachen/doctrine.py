"""The doctrine for Crossing the Line: what commanders know about formations, orders and goals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ...engine.doctrine import Doctrine, Role, Suggestion
from ...hexes import Costs, bits
from . import command, opinions, raiding, stacking
from .combat import MODES
from .control import controls
from .drm import Fight
from .gains import gain_of, worth_of
from .openings import openings
from .pieces import german_losses
from .state import AachenState
from .units import GERMAN, US
from .worths import Worths, decisive_hexes, force, goals, lasting, road_of_supply

if TYPE_CHECKING:
    from .game import AachenGame

#: Points for a German strength point lost in the campaign, of infantry and of AFV type (9).
_LOST = (0.05, 0.2)
#: Steps in which a side spends Action Points.
_BUYING = frozenset({"act", "declare", "move"})
#: The share of the worth of a hex that its attacker has when the defender leaves it, and the factor for places.
_TAKEN, _PLACE = 0.5, 0.6
#: The strength in a hex that halves the worth of another unit in its garrison.
_SECOND = 5.0
#: The cost for a stack to be out of command, and to be isolated.
_AWAY, _CUT_OFF = 0.8, 2.5


class AachenDoctrine(Doctrine["AachenGame", AachenState]):
    """The U.S. side takes hexes for points, the German side holds them; every order costs Action Points."""

    stack_limit = 3
    strength_value = 0.5
    boldness = (1.2, 0.9)
    roles = {
        "stack": Role.GROUP,
        "mode": Role.MODE,
        "also": "",
        "leave": "",
        "place": Role.RETREAT,
        "decline": Role.END,
        "keep": Role.END,
        "stay": Role.END,
        "remove": Role.LOSE,
    }

    def __init__(self, game: AachenGame) -> None:
        super().__init__(game)
        self._worths: dict[tuple[object, ...], Worths] = {}
        self._fades: dict[int, list[float]] = {}
        #: the most dangerous raid by all that it depends on (10.4)
        self.dangers: dict[tuple[int, ...], tuple[float, raiding.Raid | None]] = {}

    # -- strength and ground -----------------------------------------------------------------

    def attack(self, s: AachenState, unit: int) -> float:
        return force(self.game, s, unit) if self.game.roster.combat >> unit & 1 else 0.0

    def defense(self, s: AachenState, unit: int) -> float:
        return self.attack(s, unit)

    def worth(self, s: AachenState, unit: int) -> float:
        return worth_of(self.game, s, unit) if self.game.roster.combat >> unit & 1 else 4.0

    def movement_costs(self, s: AachenState, unit: int) -> Costs:
        roster = self.game.roster
        return self.game.ground.steps[roster.mover[unit] or f"{self.game.sides[roster.side[unit]]} leg"].costs

    def speed(self, s: AachenState, unit: int) -> int:
        return 0 if s.disrupted >> unit & 1 else 2 * self.game.roster.movement[unit]

    def goals(self, s: AachenState, side: int) -> Mapping[int, float]:
        return goals(self.game, s, side)

    def held(self, s: AachenState, side: int) -> int:
        return controls(s, side)

    def zone(self, s: AachenState, side: int) -> int:
        return self.game.zone(s, side)

    def has_room(self, s: AachenState, unit: int, h: int) -> bool:
        return stacking.has_room(self.game, s, unit, h)

    def allowed_hexes(self, s: AachenState, unit: int) -> int:
        return ~self.game.closed_hexes(s, self.game.side_of[unit])

    def chances(
        self, s: AachenState, side: int, attack: float, defense: float, h: int, bonus: int
    ) -> Mapping[str, float]:
        return {}

    def score(self, s: AachenState) -> float:
        """The worth of the hexes that the U.S. side has taken, and of German losses in the campaign."""
        road = road_of_supply(self.game, s)
        worth = {h: w for h, w in goals(self.game, s, US).items() if not road >> h & 1}
        words = self.game.scenario_of(s).words
        if "clear" in words:
            return -sum(w for h, w in worth.items() if s.manned[GERMAN] >> h & 1)
        held = controls(s, US)
        decisive = decisive_hexes(self.game, s)
        out = sum(w for h, w in worth.items() if held >> h & 1 and not decisive >> h & 1)
        if s.manned[US] & decisive:
            out += max(w for h, w in worth.items() if decisive >> h & 1)
        out *= lasting(self.game, s)
        if words["victory"].get("losses"):
            out += sum(share * lost for share, lost in zip(_LOST, german_losses(self.game, s), strict=True))
        return out

    # -- bought orders -----------------------------------------------------------------------

    def purse(self, s: AachenState) -> int | None:
        return s.purse[s.phasing] if self.game.step(s).name in _BUYING else None

    def price(self, s: AachenState, verb: str, arg: int) -> int:
        game, costs = self.game, self.game.tables.costs
        if verb == "relocate":
            return game.roster.relocation[arg]
        if verb in ("refit", "improve"):
            return costs["refit" if verb == "refit" else "improved_defense"]
        declared = self.game.step(s).name == "declare"
        units = s.attackers if declared else sum(1 << u for u in s.hand)
        if units & ~command.in_command(game, s, units):
            return game.tables.out_of_command
        return costs[MODES[s.mode] if declared else "movement"]

    def selected(self, s: AachenState) -> Sequence[int]:
        return s.hand

    def worths(self, s: AachenState, side: int) -> Worths:
        """The map as a side values it; the same for all questions about one position."""
        key = (
            side,
            s.scenario_index,
            s.turn,
            tuple(s.at),
            tuple(s.lost),
            s.disrupted,
            s.us_flags,
            s.german_flags,
            s.improved,
            tuple(s.plans),
        )
        found = self._worths.get(key)
        if found is None:
            if len(self._worths) > 64:
                self._worths.clear()
            found = self._worths[key] = Worths(self.game, s, side, self._fades)
        return found

    def place_gain(self, s: AachenState, side: int, units: Sequence[int], hexes: int) -> Mapping[int, float]:
        """By pull and exposure; a hex that would be overstacked is worth nothing."""
        game, worths = self.game, self.worths(s, side)
        moving, here = sum(1 << u for u in units), s.at[units[0]]
        power = sum(worths.force[u] for u in units)
        share = _PLACE * min(power, 20.0) / 14.0
        own = worths.power[side]

        def value(h: int, others: float) -> float:
            kept = worths.garrison(h) * _SECOND / (_SECOND + others)
            return share * worths.pull(h, moving) + kept - worths.exposure(h, power + others)

        led = self._led(s, units)
        base = value(here, own.get(here, power) - power) - led(here)
        out = {}
        for h in bits(hexes):
            if stacking.is_overstacked(game, s.pile[h] & ~moving | moving):
                continue
            out[h] = value(h, own.get(h, 0.0)) - led(h) - base
        if s.improved >> here & 1:
            out = {h: gain - 0.6 for h, gain in out.items()}
        return out

    def _led(self, s: AachenState, units: Sequence[int]) -> Callable[[int], float]:
        """The cost for units to be out of command or isolated in a hex (5.8.3, 5.8.4)."""
        game = self.game
        index = game.formation_of(s, units[0])
        found = command.command_of(game, s, index, game.roster.mover[units[0]]) if index >= 0 else None
        if found is None or game.is_static(s, game.side_of[units[0]]):
            return lambda h: 0.0
        near, joined = found.in_command, found.joined
        return lambda h: 0.0 if near >> h & 1 else _AWAY if joined >> h & 1 else _CUT_OFF

    def attack_gain(self, s: AachenState) -> float:
        side = s.phasing
        worths = self.worths(s, side)
        defenders = s.pile[s.target] & self.game.roster.combat
        fight = Fight(s.origin, s.target, s.attackers, defenders, s.mode, side)
        taken = worths.goals.get(s.target, 0.0) + _TAKEN * worths.pull(s.target)
        given = 0.5 + 0.5 * worths.goals.get(s.origin, 0.0)
        return gain_of(self.game, s, fight, taken, given)

    def suggestions(self, s: AachenState, side: int) -> Iterable[Suggestion]:
        return raiding.suggestions(self, s, side) if self.game.step(s).name == "act" else ()

    def risk(self, s: AachenState, side: int) -> float:
        return raiding.risk(self, s, side)

    def openings(self, s: AachenState, side: int, near: int) -> Sequence[AachenState]:
        return openings(self.game, s, side, near)

    def preference(self, s: AachenState, side: int, verb: str, arg: int) -> float | None:
        return opinions.opinion(self, s, side, verb, arg)
