"""The doctrine for Storming the Reich: the Allies break out, cross the Seine and the Rhine; the Germans gain time."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING

from ...engine.doctrine import Doctrine, Role
from ...hexes import Costs, bits
from ...mechanics.fire import fire_effects
from ...mechanics.stacks import hexes_of, units_in
from . import allowance, limits, opinions, pieces, roer, stacking, strategic, supply, victory, zones
from .ground import Fight
from .movement import mover_of
from .state import ALLIED, ASSAULT, EXPLOITATION, GERMAN, INFANTRY, LIMITED, MECHANIZED, ReichState
from .reckoning import Odds, joint_chances
from .worths import Worths

if TYPE_CHECKING:
    from .game import ReichGame

#: The die that a commander expects of the other side, and what a point of strength is worth by side: the Allies have
#: more divisions than room for them.
_DIE, _POINT = 4, (0.12, 0.25)
#: The share of its attack that a unit keeps if its side can only make Mobile Assaults before the enemy moves again.
_SUPPORTS = 0.3
#: Steps that hold a vital hex against one attack.
_GARRISON = 4


class ReichDoctrine(Doctrine["ReichGame", ReichState]):
    """Steps are traded about evenly, so ground and time decide: every goal has its price by turn."""

    stack_limit = 3
    boldness = (2.0, 0.9)
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

    def __init__(self, game: ReichGame) -> None:
        super().__init__(game)
        self.worths = Worths(game)
        self._fires: dict[Hashable, Mapping[str, float]] = {}

    # -- strength ----------------------------------------------------------------------------

    def attack(self, s: ReichState, unit: int) -> float:
        game, bit = self.game, 1 << unit
        if not game.roster.combat & bit or limits.bound(game, s) & bit or s.at[unit] < 0:
            return 0.0
        full = pieces.attack_of(game, s, unit) * (0.5 if s.oos & bit else 1.0)
        return full if self._fights_next(s, game.side_of[unit]) or game.roster.mobile & bit else _SUPPORTS * full

    def _fights_next(self, s: ReichState, side: int) -> bool:
        """Whether ordinary attacks of a side come before the enemy's next move."""
        return s.phasing == side or (side == GERMAN) != (s.step == EXPLOITATION)

    def defense(self, s: ReichState, unit: int) -> float:
        weak = (s.oos | s.disrupted) >> unit & 1
        return pieces.defense_of(self.game, s, unit) * (0.5 if weak else 1.0) if s.at[unit] >= 0 else 0.0

    def steps(self, s: ReichState, unit: int) -> int:
        return pieces.steps_left(self.game, s, unit)

    def worth(self, s: ReichState, unit: int) -> float:
        return _POINT[self.game.side_of[unit]] * (pieces.attack_of(self.game, s, unit) + pieces.defense_of(self.game, s, unit))

    def strength_key(self, s: ReichState, side: int) -> tuple[Hashable, ...]:
        return s.turn, s.phasing, s.step, s.reduced, s.oos, s.disrupted, s.grounded, s.refitting, s.dropped, s.released

    # -- ground ------------------------------------------------------------------------------

    def movement_costs(self, s: ReichState, unit: int) -> Costs:
        return self.worths.costs(s, self.game.areas.kind_of[unit], mover_of(self.game, unit))

    def speed(self, s: ReichState, unit: int) -> int:
        game, side = self.game, self.game.side_of[unit]
        if limits.bound(game, s) >> unit & 1:
            return 0
        if s.phasing == side and s.step:
            return allowance.allowance(game, s, unit)
        if game.roster.staff >> unit & 1:
            return game.roster.movement[unit]
        pool = allowance.pool_of(game, s, unit)
        soon = s.turn + (s.phasing == GERMAN and s.step == EXPLOITATION)  # the next Allied move may be full (9.1.C)
        limited = s.logistics == LIMITED or soon <= game.tables.numbers["logistics"]["limited_through"]
        line = {INFANTRY: "infantry", MECHANIZED: "mechanized"}.get(pool, "limited" if limited else "full")
        mean = game.tables.points(line, _DIE)
        printed = game.roster.movement[unit]
        return (min(mean, printed) if printed >= 0 else mean) // (2 if s.oos >> unit & 1 else 1)

    def goals(self, s: ReichState, side: int) -> Mapping[int, float]:
        return self.worths.goals(s, side)

    def held(self, s: ReichState, side: int) -> int:
        """By control; beyond the Seine only divisions count, so the Allies go on to hexes without them (3.3.C)."""
        mine = s.allied if side == ALLIED else self.game.ground.land & ~s.allied
        if side == ALLIED and not victory.is_campaign(self.game, s):
            mine &= s.occupied[ALLIED] | ~self.worths.shore | self.game.paris
        return mine

    def special_goals(self, s: ReichState, side: int) -> Mapping[int, Mapping[int, float]]:
        if side != ALLIED or not self.worths.french_lead(s) or s.turn < self.game.tables.numbers["victory"]["seine"]:
            return {}
        return {self.game.french_first: dict.fromkeys(bits(self.game.paris), 5.0)}

    def zone(self, s: ReichState, side: int) -> int:
        """The zones as they are, or as they would be with units that have one in other hexes."""
        without = hexes_of(s.at, self.game.combat_of[side]) & ~s.zoned[side]
        return zones.spread(self.game, s, side, s.occupied[side] & ~without)

    def has_room(self, s: ReichState, unit: int, h: int) -> bool:
        """Whether a unit fits into a hex; on a Beach others wait to land, so two units are enough there."""
        if not stacking.room(self.game, s, 1 << h, 1 << unit):
            return False
        if not self.game.ground.beaches >> h & 1 or self.game.side_of[unit] == GERMAN or not s.step:
            return True
        return (units_in(s.at, h) & self.game.combat_of[ALLIED] & ~(1 << unit)).bit_count() < 2

    def leaps(self, s: ReichState, unit: int) -> int:
        if s.phasing != self.game.side_of[unit] or not s.step or not strategic.eligible(self.game, s, 1 << unit):
            return 0
        return strategic.ends(self.game, s, unit)

    def allowed_hexes(self, s: ReichState, unit: int) -> int:
        return self.worths.allowed(s, unit)

    def supplied(self, s: ReichState, side: int) -> int:
        fed = supply.fed(self.game, s, side)
        return fed | supply.always(self.game, s) if side == GERMAN else fed

    def reinforcements(self, s: ReichState, side: int) -> tuple[int, float]:
        return 0, 0.0

    # -- combat ------------------------------------------------------------------------------

    def attack_hexes(self, s: ReichState, h: int) -> int:
        return self.game.attacks.near(1 << h)

    def combat_follows(self, s: ReichState) -> bool:
        return s.step == ASSAULT and (not allowance.declares(s, s.phasing) or allowance.lowest(s, s.phasing) > 0)

    def attack_bonus(self, s: ReichState, side: int, h: int, hexes: int) -> int:
        """What rivers take from the die of attackers in these hexes, beyond the ground of the target."""
        game = self.game
        river = game.ground.river_modifier(hexes & self.attack_hexes(s, h), h)
        return min(0, river - self._ground(s, 1 - side, h))

    def _ground(self, s: ReichState, defender: int, h: int) -> int:
        """What the hex of a defender takes from the attacker's die (13.9.A.1)."""
        game = self.game
        if not game.ground.land >> h & 1:
            return 0
        return game.ground.hex_modifier(h, Fight(defender, s.turn, zones.intact_forts(game, s), roer.stage(s)))

    def chances_key(self, s: ReichState, side: int, h: int) -> Hashable:
        there = units_in(s.at, h) & self.game.combat_of[1 - side]
        left = sum(pieces.steps_left(self.game, s, u) for u in bits(there)) if s.step == EXPLOITATION else 0
        alone = there.bit_count() == 1 and bool(there & self.game.roster.types["airborne"]) and s.turn == 1
        forts = zones.intact_forts(self.game, s) >> h & 1
        return (s.turn, left, alone, forts, bool(s.disrupted & there), s.air > 0, s.logistics, roer.stage(s))

    def chances(
        self, s: ReichState, side: int, attack: float, defense: float, h: int, bonus: int
    ) -> Mapping[str, float]:
        """Both fires at once; the defender's first where it fires first, and the step that a failed assault costs."""
        game, table = self.game, self.game.tables.fire
        there = units_in(s.at, h) & game.combat_of[1 - side]
        left = sum(pieces.steps_left(game, s, u) for u in bits(there)) if s.step == EXPLOITATION else 0
        own, theirs = self._ground(s, 1 - side, h) + bonus, 0
        own += game.tables.numbers["modifiers"]["limited"] if side == ALLIED and s.logistics == LIMITED else 0
        own += side == ALLIED and s.air > 0
        theirs += (side == GERMAN and s.air > 0) - bool(s.disrupted & there)
        first = side == GERMAN and game.ground.fires_first(h)
        alone = side == GERMAN and s.turn == 1 and there.bit_count() == 1 and there & game.roster.types["airborne"]
        power = round(attack) if first else table.column(round(attack))
        key = power, table.column(round(defense)), own, theirs, left, first, bool(alone)
        found = self._fires.get(key)
        if found is None:
            odds = Odds(round(attack), round(defense), own, theirs, left, first, bool(alone))
            found = self._fires[key] = joint_chances(table, odds)
        return found

    # -- victory -----------------------------------------------------------------------------

    def vital(self, s: ReichState, side: int) -> int:
        return self.worths.vital(s, side)

    def garrison_steps(self, s: ReichState, side: int, h: int) -> int:
        if self.game.paris >> h & 1:
            return _GARRISON - 1
        return _GARRISON // 2 if s.step == EXPLOITATION and s.phasing == side == ALLIED else _GARRISON

    def enemy_exits(self, s: ReichState, side: int) -> int:
        return self.worths.exits(s) if side == GERMAN else 0

    def own_exits(self, s: ReichState, side: int) -> int:
        return 0

    def has_last_move(self, s: ReichState, side: int) -> bool:
        return side == GERMAN == s.phasing and s.turn == s.turns and s.step == EXPLOITATION

    def score(self, s: ReichState) -> float:
        return self.worths.score(s)

    def margin(self, s: ReichState) -> float:
        """An earlier victory is a better one; then divisions beyond the Seine count."""
        result = victory.result(self.game, s)
        soon = 10.0 * (s.turns - s.turn) * (1 if result and result.winner == "allied" else -1)
        return soon + victory.across(self.game, s).bit_count()

    def preference(self, s: ReichState, side: int, verb: str, arg: int) -> float | None:
        return opinions.opinion(self, s, side, verb, arg)
