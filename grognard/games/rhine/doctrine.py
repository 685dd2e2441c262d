"""The doctrine for Watch on the Rhine: cities and edges decide it, at once or on Turn 6 (4.0)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import TYPE_CHECKING

from ...engine.doctrine import Doctrine, Drop, Effect, Role
from ...hexes import Costs, bits
from ...mechanics import odds as mechanics
from ...mechanics.order import FIGHT_MOVE
from . import area, odds, stacking, supply, wins
from .arrivals import strength_to_come
from .movement import may_use_column
from .pieces import steps_of
from .state import ALLIED, GERMAN, RhineState
from .tables import LINE

if TYPE_CHECKING:
    from .game import RhineGame

#: Points for a city, a hex that opens Antwerp, the last of these, a city in Germany before the check (4.5) and a Ruhr
#: city; factors for them in the turn of the check and in the turns before it.
_CITY, _ANTWERP, _LAST, _INSIDE, _RUHR, _HASTE = 6.0, 4.0, 16.0, 8.0, 12.0, (10.0, 4.0, 2.0, 1.5)


class RhineDoctrine(Doctrine["RhineGame", RhineState]):
    """The Allies need Antwerp, the cities outside Germany, one inside and then the Ruhr; the German needs one city."""

    stack_limit = 4
    phase_orders = ("mf", "fm")
    zone_to_zone = True
    supported_attacks = (1, 0)
    strength_value = 0.06
    danger_weight = 0.12
    vital_penalty = 60.0  # a lost city ends the game (4.4)
    supply_penalty = 1.0
    water_divides = True
    roles = {
        "full": Role.ASSIGN,
        "land": Role.PLACE,
        "bombers": Role.JOIN,
        "withdraw": Role.LOSE,
        "exit": "",
        "yield": "",
    }
    effects = {
        "AL1": Effect(own_units=0.5),
        "BB": Effect(own_units=0.5, enemy_units=0.5, storms=True),
        "DR": Effect(leaves=True),
        "DE": Effect(enemy=1.0, leaves=True),
    }

    def attack(self, s: RhineState, unit: int) -> float:
        share = 0.5 if supply.beyond(self.game, s, unit) else 1  # (8.16)
        return share * self.game.roster.attack[unit][steps_of(self.game, s, unit)]

    def defense(self, s: RhineState, unit: int) -> float:
        return self.game.roster.defense[unit][steps_of(self.game, s, unit)]

    def worth(self, s: RhineState, unit: int) -> float:
        roster, steps = self.game.roster, steps_of(self.game, s, unit)
        return 0.25 * (roster.attack[unit][steps] + roster.defense[unit][steps])

    def steps(self, s: RhineState, unit: int) -> int:
        return steps_of(self.game, s, unit)

    def defense_in(self, s: RhineState, h: int) -> float:
        """The defence of the units that are seen in a hex."""
        return sum(self.defense(s, u) for u in bits(s.pile[h]))

    def strength_key(self, s: RhineState, side: int) -> tuple[int, ...]:
        return s.antwerp, s.sector, *s.steps

    def movement_costs(self, s: RhineState, unit: int) -> Costs:
        return self.game.class_costs(s, self.game.mover_class(s, unit))

    def speed(self, s: RhineState, unit: int) -> int:
        full = self.game.roster.movement[unit]  # in the German turn either sector may get full supply next (8.16)
        starved = s.at[unit] >= 0 and supply.kind_of(self.game, s, unit) == supply.NONE  # (8.6)
        return (full + 1) // 2 if starved or (s.phasing == ALLIED and supply.beyond(self.game, s, unit)) else full

    def speed_outside_zones(self, s: RhineState, unit: int) -> int:  # column movement doubles the points (10.19)
        side = self.game.side_of[unit]
        fed = (supply.overland if s.phasing == ALLIED else supply.line_hexes)(self.game, s, side)
        return 2 * self.speed(s, unit) if may_use_column(self.game, s, unit, self.zone(s, 1 - side), fed) else 0

    def allowed_hexes(
        self, s: RhineState, unit: int
    ) -> int:  # most Allied units keep to one side of the sector line (9.5)
        return area.moving_area(self.game, s, unit) if self.game.side_of[unit] == ALLIED and s.at[unit] >= 0 else -1

    def reinforcements(self, s: RhineState, side: int) -> tuple[int, float]:
        return strength_to_come(self.game, s, side)

    def has_room(self, s: RhineState, unit: int, h: int) -> bool:
        return stacking.room(self.game, s, h, unit)

    def _haste(self, s: RhineState, sooner: int = 0) -> float:
        """The factor for goals of the check of Turn 6 in the present turn (4.5)."""
        left = self.game.tables.watch.turn - sooner - s.turn
        return _HASTE[left] if 0 <= left < len(_HASTE) else 1.0

    def goals(self, s: RhineState, side: int) -> Mapping[int, float]:
        game, haste, inside = self.game, self._haste(s), self.game.cities_inside
        out = dict.fromkeys(bits(game.cities_outside), _CITY * haste)
        first = 0.5 * _INSIDE * (1.0 if inside & s.allied else haste) if s.turn <= game.tables.watch.turn else _CITY
        out.update(dict.fromkeys(bits(inside & ~game.ruhr), first))
        out.update(dict.fromkeys(bits(game.ruhr), _RUHR if s.turn > 3 else _INSIDE))
        if not s.antwerp:  # all hexes are needed at once (8.15), so the last ones are worth more
            last = min(_LAST, _ANTWERP * game.opening.bit_count() / max(1, (game.opening & ~s.allied).bit_count()))
            for h in bits(game.opening):
                out[h] = out.get(h, 0.0) + (_ANTWERP if s.allied >> h & 1 else last) * self._haste(s, 1)
        if side == ALLIED:  # a German on the edge leaves in its next turn unless it is cut off (4.4)
            stand = self.enemy_exits(s, side) & s.occupied[GERMAN]
            cut = game.lines.next(stand) & ~stand if s.turn < game.tables.german_exit else 0
            out.update(
                {**dict.fromkeys(bits(cut), self.vital_penalty / 4), **dict.fromkeys(bits(stand), self.vital_penalty)}
            )
        other = 1.5 if side == GERMAN else 0.3  # the Allies only keep their cities; the German wins by them
        return {h: worth * (other if s.allied >> h & 1 else 1.0) for h, worth in out.items()}

    def held(self, s: RhineState, side: int) -> int:
        return s.allied if side == ALLIED else self.game.land & ~s.allied

    def vital(self, s: RhineState, side: int) -> int:  # a city lost is a lost game (4.4, 4.3)
        return self.game.cities & s.allied if side == ALLIED else self.game.ruhr & ~s.allied

    def enemy_exits(self, s: RhineState, side: int) -> int:  # the west edge also supplies the Allies (8.14)
        game, early = self.game, s.turn < self.game.tables.german_exit  # a unit cut off so early never leaves (8.8)
        lost = s.occupied[GERMAN] & ~supply.line_hexes(game, s, GERMAN) if early else 0
        return game.east_edge if side == GERMAN else game.west_edge & ~lost

    def own_exits(self, s: RhineState, side: int) -> int:  # the German from Turn 4 on (4.4)
        return self.enemy_exits(s, 1 - side) if side == ALLIED or s.turn >= self.game.tables.german_exit else 0

    def score(self, s: RhineState) -> float:
        game, haste = self.game, self._haste(s)  # the conditions of the broad front that are met (4.5)
        out = _CITY * haste * (game.cities_outside & s.allied & supply.line_hexes(game, s, ALLIED)).bit_count()
        opened = game.opening.bit_count() + 3 if s.antwerp else (game.opening & s.allied).bit_count()
        inside = (game.cities_inside & s.allied).bit_count()
        first = (
            _INSIDE * haste * haste / 4 + 0.5 * _INSIDE * (inside - 1) if inside else 0.0
        )  # in time, but not too early
        return out + _ANTWERP * self._haste(s, 1) * opened + first

    def margin(self, s: RhineState) -> float:
        """There are no victory levels (4.7), so an earlier victory counts as a better one."""
        soon = 10.0 * (s.turns - s.turn) * (1 if self.game.result(s).winner == "allied" else -1)
        return soon + (self.game.cities & s.allied).bit_count()

    def supplied(self, s: RhineState, side: int) -> int:
        return supply.line_hexes(self.game, s, side) | (self.game.coast if side == ALLIED else 0)

    def combat_follows(self, s: RhineState) -> bool:
        return s.order != FIGHT_MOVE

    def movement_follows(self, s: RhineState) -> bool:
        return s.order == FIGHT_MOVE

    def arrivals(self, s: RhineState, side: int) -> Mapping[int, int]:
        return wins.arrivals(self.game, s, side)

    def drops(self, s: RhineState, side: int) -> Iterator[Drop]:
        return wins.drops(self, s, side)

    def fights_with(self, s: RhineState, unit: int) -> Hashable:
        return wins.fights_with(self.game, unit)

    def may_go_on(self, s: RhineState, unit: int) -> bool:
        return wins.goes_on(self.game, s, unit)

    def may_probe(self, s: RhineState, unit: int, h: int) -> bool:
        wall = supply.intact(self.game, s) if self.game.side_of[unit] == ALLIED else 0
        return not wall >> h & 1 and wins.goes_on(self.game, s, unit)

    def closed_outside_zones(self, s: RhineState, unit: int) -> int:
        return supply.intact(self.game, s) if self.game.side_of[unit] == ALLIED else 0  # (10.19)

    def preference(self, s: RhineState, side: int, verb: str, arg: int) -> float | None:
        known = {"supply": 1.0 + 5.0 * (self.vital(s, side) >> arg & 1), "exit": 1000.0, "top": -0.5, "lift": -0.5}
        return 0.5 + self.worth(s, arg) if verb in ("replace", "reclaim", "recall") else known.get(verb)

    def support(self, s: RhineState, side: int, h: int) -> float:
        return 3.0 if side == ALLIED else 0.0

    def attack_hexes(self, s: RhineState, h: int) -> int:
        return self.game.lines.next(1 << h)

    def chances_key(self, s: RhineState, side: int, h: int) -> Hashable:
        return s.turn == 1, supply.intact(self.game, s) >> h & 1, h in [s.at[u] for u in bits(self.game.roster.corps)]

    def attack_bonus(self, s: RhineState, side: int, h: int, hexes: int) -> int:
        return sum(m.amount for m in odds.bearing(self.game, s, side, h, hexes))

    def chances(self, s: RhineState, side: int, attack: float, defense: float, h: int, bonus: int) -> dict[str, float]:
        if attack < 0.5 or defense < 0.5:
            return {"AL1": 1.0} if attack < 0.5 else {"DE": 1.0}
        game, step = self.game, mechanics.odds(round(attack), max(1, round(defense)), defender_rounds_up=True)
        column = game.tables.crt.column(LINE, step) + sum(m.amount for m in odds.ground(game, s, side, h)) + bonus
        return {word: n / m for word, (n, m) in mechanics.chances(odds.results_in(game, s, side, h, column)).items()}
