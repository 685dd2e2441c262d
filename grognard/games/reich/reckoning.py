"""The chances of an attack as commanders reckon them: strengths and modifiers are known, single units are not."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ...hexes import bits
from ...mechanics.fire import FireTable, result_name
from ...mechanics.stacks import units_in
from . import pieces, roer, zones
from .ground import Fight
from .state import ALLIED, EXPLOITATION, GERMAN, LIMITED, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: The strength that an attacker loses with each step, where the defender fires first.
_PER_STEP = 3


class Odds(NamedTuple):
    """An attack in numbers."""

    attack: int
    defense: int
    #: the modifiers of the two dice
    own: int
    theirs: int
    #: the steps to be cleared in a Mobile Assault, in which failure costs a step (14.2.D); otherwise 0
    left: int
    #: whether the defender fires first (13.6.A)
    first: bool
    #: whether the defender ignores the loss of one step (3.2.E.4)
    alone: bool


def joint_chances(table: FireTable, odds: Odds) -> dict[str, float]:
    """The chances of the steps lost by attacker and defender, by the names of the results."""
    out: dict[str, float] = {}
    share = 1.0 / table.faces**2
    for roll in range(1, table.faces + 1):
        lost = table.steps(odds.defense, roll + odds.theirs)
        power = max(0, odds.attack - _PER_STEP * lost) if odds.first else odds.attack
        for die in range(1, table.faces + 1):
            hit = table.steps(power, die + odds.own)
            hit = 0 if odds.alone and hit == 1 else hit
            name = result_name(lost + (hit < odds.left), hit)
            out[name] = out.get(name, 0.0) + share
    return out


class Reckoning:
    """The chances of attacks on hexes, computed once for the same columns and modifiers."""

    def __init__(self, game: ReichGame) -> None:
        self.game = game
        self._known: dict[Hashable, Mapping[str, float]] = {}

    def rivers(self, s: ReichState, side: int, h: int, hexes: int) -> int:
        """The points that rivers take from the die of attackers in these hexes, beyond the ground of the target."""
        ground = self.game.ground
        river = ground.river_modifier(hexes & self.game.attacks.near(1 << h), h)
        return min(0, river - self._ground(s, 1 - side, h))

    def _ground(self, s: ReichState, defender: int, h: int) -> int:
        """The points that the hex of a defender takes from the attacker's die (13.9.A.1)."""
        game = self.game
        if not game.ground.land >> h & 1:
            return 0
        return game.ground.hex_modifier(h, Fight(defender, s.turn, zones.intact_forts(game, s), roer.stage(s)))

    def key(self, s: ReichState, side: int, h: int) -> Hashable:
        """Everything the chances depend on besides strengths."""
        there = units_in(s.at, h) & self.game.combat_of[1 - side]
        disrupted = bool(s.disrupted & there)
        forts = zones.intact_forts(self.game, s) >> h & 1
        stage = roer.stage(s)
        return (
            s.turn,
            self._left(s, there),
            self._alone(s, side, there),
            forts,
            disrupted,
            s.air > 0,
            s.logistics,
            stage,
        )

    def _left(self, s: ReichState, there: int) -> int:
        """The steps to be cleared in a Mobile Assault; 0 in other attacks."""
        return sum(pieces.steps_left(self.game, s, u) for u in bits(there)) if s.step == EXPLOITATION else 0

    def _alone(self, s: ReichState, side: int, there: int) -> bool:
        """Whether the defender is an airborne division alone on Turn 1 (3.2.E.4)."""
        airborne = there & self.game.roster.types["airborne"]
        return side == GERMAN and s.turn == 1 and there.bit_count() == 1 and bool(airborne)

    def chances(self, s: ReichState, side: int, attack: int, defense: int, h: int, bonus: int) -> Mapping[str, float]:
        """Both fires at once; the defender's first where it fires first."""
        game, table = self.game, self.game.tables.fire
        there = units_in(s.at, h) & game.combat_of[1 - side]
        own = self._ground(s, 1 - side, h) + bonus
        if side == ALLIED:
            own += (s.air > 0) + (game.tables.numbers["modifiers"]["limited"] if s.logistics == LIMITED else 0)
        theirs = (side == GERMAN and s.air > 0) - bool(s.disrupted & there)
        first = side == GERMAN and game.ground.fires_first(h)
        rest = own, theirs, self._left(s, there), first, self._alone(s, side, there)
        key = attack if first else table.column(attack), table.column(defense), *rest
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = joint_chances(table, Odds(attack, defense, *rest))
        return found
