"""The doctrine for Storming the Reich: the Allies break out, cross the Seine and the Rhine; the Germans gain time."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ...engine.doctrine import Aim, Doctrine, Role
from ...hexes import Costs
from ...mechanics.fire import fire_effects
from ...mechanics.stacks import hexes_of
from . import allowance, departures, forces, limits, opinions, pieces, supply, zones
from .reckoning import Reckoning
from .state import ALLIED, ASSAULT, EXPLOITATION, GERMAN, ReichState
from .worths import Worths

if TYPE_CHECKING:
    from .game import ReichGame

#: The hexes that an HQ keeps from the enemy.
_BEHIND = 5


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
        return forces.attack(self.game, s, unit)

    def defense(self, s: ReichState, unit: int) -> float:
        weak = (s.oos | s.disrupted) >> unit & 1
        return pieces.defense_of(self.game, s, unit) * (0.5 if weak else 1.0) if s.at[unit] >= 0 else 0.0

    def steps(self, s: ReichState, unit: int) -> int:
        return pieces.steps_left(self.game, s, unit)

    def worth(self, s: ReichState, unit: int) -> float:
        return forces.worth(self.game, s, unit)

    def strength_key(self, s: ReichState, side: int) -> tuple[Hashable, ...]:
        return s.turn, s.phasing, s.step, s.reduced, s.oos, s.disrupted, s.grounded, s.refitting, s.dropped, s.released

    # -- ground ------------------------------------------------------------------------------

    def movement_costs(self, s: ReichState, unit: int) -> Costs:
        return self._worths.costs(s, unit)

    def speed(self, s: ReichState, unit: int) -> int:
        if limits.bound(self.game, s) >> unit & 1:
            return 0
        if s.phasing == self.game.side_of[unit] and s.step:
            return allowance.allowance(self.game, s, unit)
        return forces.usual_points(self.game, s, unit)

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

    def standoff(self, s: ReichState, unit: int) -> int:
        """HQs stay behind the front: reinforcements arrive with them, but not next to the enemy (7.1.3)."""
        return _BEHIND if (self.game.roster.staff & ~self.game.patton) >> unit & 1 else 0

    def leaps(self, s: ReichState, unit: int) -> int:
        return forces.leaps(self.game, s, unit)

    def allowed_hexes(self, s: ReichState, unit: int) -> int:
        return self._worths.allowed(s, unit)

    def supplied(self, s: ReichState, side: int) -> int:
        return supply.fed(self.game, s, side) | (supply.always(self.game, s) if side == GERMAN else 0)

    # -- combat ------------------------------------------------------------------------------

    def attack_hexes(self, s: ReichState, h: int) -> int:
        return self.game.attacks.near(1 << h)

    def combat_follows(self, s: ReichState) -> bool:
        if s.step != ASSAULT or forces.is_reaction(self.game, s):
            return False
        return not allowance.declares(s, s.phasing) or allowance.lowest(s, s.phasing) > 0

    def attack_bonus(self, s: ReichState, side: int, h: int, hexes: int) -> int:
        return self._reckoning.rivers(s, side, h, hexes)

    def attack_prize(self, s: ReichState, side: int, h: int, units: Iterable[int]) -> float:
        return opinions.attack_prize(self.game, s, side, h, units)

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
        return forces.garrison_steps(self.game, s, side, h)

    def always_held(self, s: ReichState, side: int) -> int:
        return self.game.ground.beaches | 1 << self.game.lines.antwerp if side == ALLIED else 0

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
