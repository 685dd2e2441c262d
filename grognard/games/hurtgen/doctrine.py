"""The doctrine for Hürtgen Forest: points win (15.0), and a surrounded unit cannot retreat (7.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...engine.doctrine import Doctrine, Effect, Role
from ...hexes import Costs, bits
from . import victory
from .state import GERMAN, US, HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame

#: The weight of a German point: the U.S. needs twice the German total (15.4).
_RATIO = 2.0
#: Number of Game-Turns before the end in which towns count.
_LATE = 5
#: Number of positions whose town points are cached.
_MOST = 50_000


class HurtgenDoctrine(Doctrine["HurtgenGame", HurtgenState]):
    """The U.S. needs towns, the German needs time, and both must save battalions."""

    must_attack = True
    may_leave_zones = False
    supported_attacks = (5, 3)
    roles = {"also": Role.JOIN, "barrage": Role.JOIN, "support": Role.JOIN, "fpf": Role.JOIN}
    effects = {
        "A1": Effect(own=0.06),
        "A2": Effect(own=0.12),
        "Ae": Effect(own=1.0),
        "Br": Effect(own=0.05, leaves=True),
        "D1": Effect(leaves=True),
        "D2": Effect(enemy=0.05, leaves=True),
        "D3": Effect(enemy=0.1, leaves=True),
        "D4": Effect(enemy=0.15, leaves=True),
        "De": Effect(enemy=1.0, leaves=True),
    }

    def __init__(self, game: HurtgenGame) -> None:
        super().__init__(game)
        self._held: dict[int, int] = {}

    def attack(self, s: HurtgenState, unit: int) -> float:
        return 0.0 if self.game.roster.artillery >> unit & 1 else self.game.roster.attack[unit]

    def defense(self, s: HurtgenState, unit: int) -> float:
        return self.game.roster.defense[unit]

    def worth(self, s: HurtgenState, unit: int) -> float:
        """The points of a unit, doubled for the U.S., plus one for its later use."""
        worth = self.game.roster.worth[unit]
        return 1.0 + worth * (_RATIO if self.game.side_of[unit] == US else 1.0)

    def strength_key(self, s: HurtgenState, side: int) -> tuple[int, ...]:
        return ()

    def movement_costs(self, s: HurtgenState, unit: int) -> Costs:
        return self.game.ground[unit].costs

    def speed(self, s: HurtgenState, unit: int) -> int:
        return self.game.roster.movement[unit]

    def standoff(self, s: HurtgenState, unit: int) -> int:
        return self.game.roster.range[unit] // 2 if self.game.roster.artillery >> unit & 1 else 0

    def goals(self, s: HurtgenState, side: int) -> Mapping[int, float]:
        """The town hexes (15.22), each with its share of the town's points."""
        out = {}
        for name, points in self.game.tables.objectives.items():
            hexes = self.game.towns[name]
            for h in bits(hexes):
                out[h] = points / hexes.bit_count()
        return out

    def held(self, s: HurtgenState, side: int) -> int:
        """The U.S. holds the connected hexes (15.3), the German all others."""
        line = victory.connected(self.game, s)
        return line if side == US else self.game.board.playable & ~line

    def special_goals(self, s: HurtgenState, side: int) -> Mapping[int, Mapping[int, float]]:
        """The 116th Panzer Division heads for the exit edge before the penalties begin (12.11)."""
        game = self.game
        if side != GERMAN or s.turn < game.tables.last_turn_116 - 2:
            return {}
        exits = dict.fromkeys(bits(game.exit_edge), 4.0 * game.tables.penalty_116)
        return {u: exits for u in bits(game.roster.panzer116) if s.at[u] >= 0}

    def score(self, s: HurtgenState) -> float:
        """The score, with towns gaining weight towards the end, when they count (15.21)."""
        us, german = victory.points(s)
        return us + self._towns(s) * max(0.1, 1.0 - (s.turns - s.turn) / _LATE) - _RATIO * german

    def _towns(self, s: HurtgenState) -> int:
        """Points for towns, cached by the German positions, on which they depend."""
        found = self._held.get(s.occupied[GERMAN])
        if found is None:
            if len(self._held) > _MOST:
                self._held.clear()
            found = self._held[s.occupied[GERMAN]] = sum(victory.towns_held(self.game, s).values())
        return found

    def has_last_move(self, s: HurtgenState, side: int) -> bool:
        return side == GERMAN and s.turn == s.turns

    def preference(self, s: HurtgenState, side: int, verb: str, arg: int) -> float | None:
        return 1000.0 if verb == "exit" and s.turn >= self.game.tables.last_turn_116 - 2 else None

    def support(self, s: HurtgenState, side: int, h: int) -> float:
        """The strength of the best batteries in range, with a few Ground Support Points (8.0, 9.0)."""
        game = self.game
        distance, roster, at = game.board.grid.distance, game.roster, s.at
        guns = [
            roster.attack[u]
            for u in bits(roster.artillery & game.units_of[side])
            if at[u] >= 0 and distance(at[u], h) <= roster.range[u]
        ]
        guns.sort(reverse=True)
        return sum(guns[: 2 if side == US else 1]) + (4 if side == US else 0)

    def attack_hexes(self, s: HurtgenState, h: int) -> int:
        return self.game.zones.near[h]

    def chances_key(self, s: HurtgenState, side: int, h: int) -> str:
        return self.game.board.terrain_at[h]

    def chances(
        self, s: HurtgenState, side: int, attack: float, defense: float, h: int, bonus: int
    ) -> Mapping[str, float]:
        crt = self.game.tables.crt
        column = crt.lines[crt.line_of([self.game.board.terrain_at[h]])].column(round(attack - defense))
        return {result: n / m for result, (n, m) in crt.chances(column).items()}
