"""The doctrine for Storming the Reich: the Allies break out, cross the Seine and the Rhine; the Germans gain time."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ...engine.doctrine import Aim, Doctrine, Role
from ...hexes import Costs
from ...mechanics.fire import fire_effects
from ...mechanics.stacks import hexes_of
from . import allowance, departures, limits, opinions, pieces, strategic, supply, zones
from .movement import mover_of
from .reckoning import Reckoning
from .state import ALLIED, ASSAULT, EXPLOITATION, GERMAN, ReichState
from .worths import Worths

if TYPE_CHECKING:
    from .game import ReichGame

#: The worth of a point of strength by side (the Allies have more divisions than room for them), less on the last turn.
_POINT, _LATE = (0.12, 0.25), 0.4
#: The share of its attack that a unit keeps if its side can only make Mobile Assaults before the enemy moves again;
#: steps that hold a vital hex against one attack.
_SUPPORTS, _GARRISON = 0.3, 4


class ReichDoctrine(Doctrine["ReichGame", ReichState]):
    """Steps are traded about evenly, so ground and time decide: every goal has its price by turn."""

    stack_limit = 3
    boldness = (2.5, 0.9)
    pursuit = (0.3, 0.05)
    strength_value = 0.12
    danger_weight = 0.3
    vital_penalty = 60.0
    supply_penalty = 2.0
    supported_attacks = (0, 0)
    roles = {
        "assault": Role.ATTACK,
        "strategic": Role.MOVE,
        "also": Role.JOIN,
        "air": Role.JOIN,
        "funnies": Role.JOIN,
        "leave": "",
        "drop": "",
        "keep": Role.END,
        "decline": Role.END,
    }
    effects = fire_effects(5)

    _worths = cached_property(lambda self: Worths(self.game))
    _reckoning = cached_property(lambda self: Reckoning(self.game))

    # -- strength ----------------------------------------------------------------------------

    def attack(self, s: ReichState, unit: int) -> float:
        game, bit = self.game, 1 << unit
        if not game.roster.combat & bit or limits.bound(game, s) & bit or s.at[unit] < 0:
            return 0.0
        full, side = pieces.attack_of(game, s, unit) * (0.5 if s.oos & bit else 1.0), game.side_of[unit]
        fights = s.phasing == side or (side == GERMAN) != (s.step == EXPLOITATION) or game.roster.mobile & bit
        return full if fights else _SUPPORTS * full  # the enemy moves before its next ordinary attack

    def defense(self, s: ReichState, unit: int) -> float:
        weak = (s.oos | s.disrupted) >> unit & 1
        return pieces.defense_of(self.game, s, unit) * (0.5 if weak else 1.0) if s.at[unit] >= 0 else 0.0

    def steps(self, s: ReichState, unit: int) -> int:
        return pieces.steps_left(self.game, s, unit)

    def worth(self, s: ReichState, unit: int) -> float:
        late = _LATE if s.turn >= s.turns and self.game.side_of[unit] == ALLIED else 1.0
        return late * _POINT[self.game.side_of[unit]] * opinions.strength(self.game, s, unit)

    def strength_key(self, s: ReichState, side: int) -> tuple[Hashable, ...]:
        return s.turn, s.phasing, s.step, s.reduced, s.oos, s.disrupted, s.grounded, s.refitting, s.dropped, s.released

    # -- ground ------------------------------------------------------------------------------

    def movement_costs(self, s: ReichState, unit: int) -> Costs:
        return self._worths.costs(s, self.game.areas.kind_of[unit], mover_of(self.game, unit))

    def speed(self, s: ReichState, unit: int) -> int:
        if limits.bound(self.game, s) >> unit & 1:
            return 0
        if s.phasing == self.game.side_of[unit] and s.step:
            return allowance.allowance(self.game, s, unit)
        return opinions.usual_points(self.game, s, unit)

    def goals(self, s: ReichState, side: int) -> Mapping[int, float]:
        return self._worths.goals(s, side)

    def held(self, s: ReichState, side: int) -> int:
        return self._worths.held(s, side)

    def special_goals(self, s: ReichState, side: int) -> Mapping[int, Mapping[int, float]]:
        return self._worths.french_goals(s) if side == ALLIED else {}

    def zone(self, s: ReichState, side: int) -> int:
        """The zones as they are, or as they would be with units that have one in other hexes."""
        without = hexes_of(s.at, self.game.combat_of[side]) & ~s.zoned[side]
        return zones.spread(self.game, s, side, s.occupied[side] & ~without)

    def has_room(self, s: ReichState, unit: int, h: int) -> bool:
        return self._worths.has_room(s, unit, h)

    def leaps(self, s: ReichState, unit: int) -> int:
        if s.phasing != self.game.side_of[unit] or not s.step or not strategic.eligible(self.game, s, 1 << unit):
            return 0
        return strategic.ends(self.game, s, unit)

    def allowed_hexes(self, s: ReichState, unit: int) -> int:
        return self._worths.allowed(s, unit)

    def supplied(self, s: ReichState, side: int) -> int:
        return supply.fed(self.game, s, side) | (supply.always(self.game, s) if side == GERMAN else 0)

    # -- combat ------------------------------------------------------------------------------

    def attack_hexes(self, s: ReichState, h: int) -> int:
        return self.game.attacks.near(1 << h)

    def combat_follows(self, s: ReichState) -> bool:
        return s.step == ASSAULT and (not allowance.declares(s, s.phasing) or allowance.lowest(s, s.phasing) > 0)

    def attack_bonus(self, s: ReichState, side: int, h: int, hexes: int) -> int:
        return self._reckoning.rivers(s, side, h, hexes)

    def chances_key(self, s: ReichState, side: int, h: int) -> Hashable:
        return self._reckoning.key(s, side, h)

    def chances(
        self, s: ReichState, side: int, attack: float, defense: float, h: int, bonus: int
    ) -> Mapping[str, float]:
        return self._reckoning.chances(s, side, round(attack), round(defense), h, bonus)

    # -- victory -----------------------------------------------------------------------------

    def vital(self, s: ReichState, side: int) -> int:
        return self._worths.vital(s, side)

    def garrison_steps(self, s: ReichState, side: int, h: int) -> int:
        if (self.game.paris | 1 << self.game.lines.antwerp) >> h & 1:
            return _GARRISON - 1 if self.game.paris >> h & 1 else _GARRISON + 2
        return _GARRISON // 2 if s.step == EXPLOITATION and s.phasing == side == ALLIED else _GARRISON

    def aims(self, s: ReichState, side: int) -> Sequence[Sequence[Aim]]:
        return self._worths.aims(s, side)

    def enemy_exits(self, s: ReichState, side: int) -> int:
        return self._worths.exits(s, side)

    def own_exits(self, s: ReichState, side: int) -> int:
        return 0  # four divisions or ten leave together

    def departures(self, s: ReichState, side: int) -> Mapping[int, int]:
        return departures.departures(self.game, s) if side == ALLIED else {}

    def has_last_move(self, s: ReichState, side: int) -> bool:
        return side == GERMAN == s.phasing and s.turn == s.turns and s.step == EXPLOITATION

    def score(self, s: ReichState) -> float:
        return self._worths.score(s)

    def margin(self, s: ReichState) -> float:
        return self._worths.margin(s)

    def preference(self, s: ReichState, side: int, verb: str, arg: int) -> float | None:
        return opinions.opinion(self, s, side, verb, arg)
