"""The doctrine for Watch on the Oder: lost units are points (4.2), and sudden death ends the game (4.1)."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

from ...engine.doctrine import Aim, Doctrine, Effect
from ...hexes import Costs, bits
from ...mechanics.odds import chances, odds
from ...mechanics.order import FIGHT_MOVE, MOVE_FIGHT
from ...mechanics.stacks import units_in
from . import preview, stacking, supply, victory, wins
from .movement import allowance, costs_of
from .state import GERMAN, SOVIET, OderState
from .units import controlled

if TYPE_CHECKING:
    from .game import OderGame

#: The weight of a Soviet point (4.3: the German needs more than twice the Soviet total); the value of a condition of
#: Soviet sudden death (4.1.2: two win); the difference between the two aims of 4.3 beyond which only one matters.
_RATIO, _CONDITION, _SOFT = 2.0, 8.0, 4.0


class OderDoctrine(Doctrine["OderGame", OderState]):
    """The German attacks where it costs nothing; the Soviet trades units and advances on Königsberg and Silesia."""

    stack_limit = 3
    phase_orders = ("mf", "fm")
    pursuit = (1.5, 0.5)
    effects = {
        "AL1": Effect(own_units=1),
        "EX": Effect(own_units=1, enemy_units=1),
        "DR": Effect(leaves=True),
        "DE": Effect(enemy=1.0, leaves=True),
    }

    def attack(self, s: OderState, unit: int) -> float:
        """Attack factors, except for Shock Armies that may not attack (5.2, 5.3) and a side without another turn.

        The German judges Shock Armies by the current order of phases, its own."""
        shock = self.game.roster.shock >> unit & 1 and (s.turn == 1 or s.order == MOVE_FIGHT)
        return 0.0 if shock or self.has_last_move(s, 1 - self.game.side_of[unit]) else self.game.roster.attack[unit]

    def defense(self, s: OderState, unit: int) -> float:
        return self.game.roster.defense[unit]

    def worth(self, s: OderState, unit: int) -> float:
        """The Victory Points for a unit (4.2.1), plus a little for its strength."""
        roster, side = self.game.roster, self.game.side_of[unit]
        points = 1.0 if supply.line_hexes(self.game, s, side) >> s.at[unit] & 1 else 2.0
        price = _RATIO * self._ratio_matters(s) if side == GERMAN else 1.0
        return points * price + 0.05 * (roster.attack[unit] + roster.defense[unit])

    def _aims(self, s: OderState) -> tuple[float, float]:
        """The German lead over thirty points, at a steady pace, and over twice the Soviet total (4.3)."""
        least = self.game.tables.german_least
        return s.vp_german - least * min(1.0, (s.turn - 0.5) / s.turns), s.vp_german - _RATIO * s.vp_soviet

    def _ratio_matters(self, s: OderState) -> float:
        """The weight of the ratio against the thirty points: the aim that is farther away counts more."""
        points, ratio = self._aims(s)
        return 1.0 / (1.0 + math.exp(max(-20.0, min(20.0, (ratio - points) / _SOFT))))

    def strength_key(self, s: OderState, side: int) -> tuple[int, ...]:
        return s.turn, s.order, s.phasing, s.vp_german, s.vp_soviet, supply.line_hexes(self.game, s, side)

    def movement_costs(self, s: OderState, unit: int) -> Costs:
        return costs_of(self.game, s, unit)

    def speed(self, s: OderState, unit: int) -> int:
        return allowance(self.game, s, unit) if s.at[unit] >= 0 else self.game.tables.movement["non-mechanized"]

    def has_room(self, s: OderState, unit: int, h: int) -> bool:
        """Whether a hex has room for a unit; excess units would be lost (6.4)."""
        return stacking.load(self.game, units_in(s.at, h) | 1 << unit) <= self.game.tables.stacking_limit

    def goals(self, s: OderState, side: int) -> Mapping[int, float]:
        """Königsberg, Silesia and the west edge (4.1.2), for the German also the east edge with less weight (4.1.1)."""
        game = self.game
        out = {game.koenigsberg: _CONDITION}
        out.update(dict.fromkeys(bits(game.usir), _CONDITION / max(1, game.usir.bit_count()) * 2))
        out.update(dict.fromkeys(bits(game.edges["west"] & ~game.sea), 0.4))
        if side == GERMAN:
            out.update(dict.fromkeys(bits(game.edges["east"] & ~game.sea), 0.2))
        return out

    def held(self, s: OderState, side: int) -> int:
        return controlled(self.game, s, side)

    def vital(self, s: OderState, side: int) -> int:
        """The hexes the German must keep: Königsberg and Silesia."""
        return (1 << self.game.koenigsberg | self.game.usir) & controlled(self.game, s, GERMAN) if side == GERMAN else 0

    def score(self, s: OderState) -> float:
        """The German needs thirty points and twice the Soviet total (4.3); the aim that is farther away counts more."""
        points, ratio = self._aims(s)
        share = self._ratio_matters(s)
        return (1.0 - share) * points + share * ratio - _CONDITION * len(victory.soviet_conditions(self.game, s))

    def supplied(self, s: OderState, side: int) -> int:
        out = supply.line_hexes(self.game, s, side)
        if side == GERMAN:
            game = self.game
            out |= game.coast | game.cities & game.start_control[GERMAN] & ~s.once_changed
        return out

    def combat_follows(self, s: OderState) -> bool:
        return s.order != FIGHT_MOVE

    def movement_follows(self, s: OderState) -> bool:
        return s.order == FIGHT_MOVE

    def aims(self, s: OderState, side: int) -> Sequence[Sequence[Aim]]:
        return wins.aims(self.game, s, side)

    def standing(self, s: OderState, side: int) -> bool:
        return not any(aim.units for aim in wins.unmet(self.game, s, side))

    def may_go_on(self, s: OderState, unit: int) -> bool:
        momentum = self.game.roster.mechanized & ~s.momentum if self.game.side_of[unit] == GERMAN else 0
        return bool(momentum >> unit & 1)

    def may_probe(self, s: OderState, unit: int, h: int) -> bool:
        return not (self.game.roster.shock | self.game.roster.static) >> unit & 1

    def has_last_move(self, s: OderState, side: int) -> bool:
        return s.phasing == side == SOVIET and s.turn == s.turns

    def preference(self, s: OderState, side: int, verb: str, arg: int) -> float | None:
        """Prefer support markers where Soviets are next to strong Germans (5.4)."""
        game = self.game
        if verb in ("air", "naval"):
            area = game.board.grid.within(arg, 1) if verb == "air" else 1 << arg
            foes = area & s.occupied[SOVIET] & game.board.grid.neighbours(s.occupied[GERMAN])
            return 0.2 * foes.bit_count() + 0.01
        if verb == "supply":
            return -1.0 if supply.in_supply(game, s, arg) else 0.5
        return None

    def attack_hexes(self, s: OderState, h: int) -> int:
        return self.game.lines.next(1 << h)

    def chances_key(self, s: OderState, side: int, h: int) -> Hashable:
        return s.turn == 1, self.game.intact(s, h)

    def attack_bonus(self, s: OderState, side: int, h: int, hexes: int) -> int:
        """Rivers, support and concentric attacks (11.5); defenders out of supply (8.6)."""
        hungry = not self.supplied(s, 1 - side) >> h & 1
        return hungry - sum(m.amount for m in preview.bearing(self.game, s, side, h, hexes))

    def chances(
        self, s: OderState, side: int, attack: float, defense: float, h: int, bonus: int
    ) -> Mapping[str, float]:
        game = self.game
        tables, crt = game.tables, game.tables.crt
        if attack < 0.5 or defense < 0.5:
            return {"AL1": 1.0} if attack < 0.5 else {"DE": 1.0}
        column = crt.column(game.sides[side], odds(round(attack), max(1, round(defense))))
        column -= tables.modifiers["first_turn_soviet_shift"] if side == SOVIET and s.turn == 1 else 0
        drm = sum(m.amount for m in preview.ground(game, s, side, h)) - bonus
        found = chances(tuple(preview.convert(game, h, result) for result in crt.by_roll(column, drm)))
        return {result: n / m for result, (n, m) in found.items()}
