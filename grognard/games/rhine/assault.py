"""Chapter 11.1 to 11.4, 11.15 and 11.24: which units may attack or probe which hexes, also with momentum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import bits, of
from ...mechanics.assault import Assault, Rules
from ...mechanics.fog import height, standing
from ...mechanics.phasing import Phase
from ...mechanics.stacks import hexes_of, units_on
from . import supply
from .area import area
from .pieces import enter, steps_of
from .results import resolve
from .stacking import room
from .state import ALLIED, GERMAN, RhineState

if TYPE_CHECKING:
    from .game import RhineGame


def no_corps(c: Phase[RhineGame, RhineState], units: int) -> int:
    """An airborne corps on the map does not attack (ruling 11.1g)."""
    return units & ~c.game.roster.corps


def unfrozen(c: Phase[RhineGame, RhineState], units: int) -> int:
    """Units in flooded hexes may not act (10.18)."""
    return units & ~standing(c.s, supply.frozen(c.game, c.s))


def supplied(game: RhineGame, s: RhineState, units: int) -> int:
    """The units that may probe and make momentum attacks: Allied units need full supply (8.16, ruling 11.24j)."""
    return units if s.phasing == GERMAN else units & standing(s, supply.overland(game, s, ALLIED))


class RhineAssault(Assault["RhineGame", RhineState]):
    """The rules of chapter 11 for attacks, probes and momentum attacks."""

    rules = Rules(attack="11.1", gather="11.3", advance="11.23", momentum="11.24", probe="11.25")

    def near(self, hexes: int, *, restricted: bool = False) -> int:
        """Adjacent hexes not across sea or estuary (11.15); with ``easy`` not across blocked hexsides either."""
        return (self.game.easy_lines if restricted else self.game.lines).next(hexes)

    def over_water(self, hexes: int, *, restricted: bool = False) -> int:
        """Adjacent hexes that commandos can attack (11.15)."""
        return (self.game.easy_estuary_lines if restricted else self.game.estuary_lines).next(hexes)

    def beside(self, s: RhineState, units: int, *, restricted: bool = False) -> int:
        """Every hex that some of these units could attack, ignoring the sector line."""
        found = self.near(hexes_of(s.at, units), restricted=restricted)
        commandos = units & self.game.roster.commandos
        return found | self.over_water(hexes_of(s.at, commandos), restricted=restricted) if commandos else found

    def targets_of(self, s: RhineState, units: int, *, restricted: bool = False) -> int:
        """Every hex that some of these units could attack, on their side of the sector line (9.5)."""
        out = 0
        for which, part in self._by_area(s, units):
            out |= self.beside(s, part, restricted=restricted) & which
        return out

    def attackers_of(self, s: RhineState, units: int, h: int, *, restricted: bool = False) -> int:
        out = 0
        beside = self.near(1 << h, restricted=restricted)
        for which, part in self._by_area(s, units):
            if which >> h & 1:
                out |= units_on(s.at, part, beside)
                commandos = part & self.game.roster.commandos
                if commandos:
                    out |= units_on(s.at, commandos, self.over_water(1 << h, restricted=restricted))
        return out

    def _by_area(self, s: RhineState, units: int) -> list[tuple[int, int]]:
        """The units grouped by the area where they may attack; units outside their area do not attack (ruling 9.5x)."""
        if s.phasing == GERMAN:
            return [(-1, units)]
        out: dict[int, int] = {}
        for u in bits(units):
            h = s.at[u]
            if h >= 0:
                mine = area(self.game, s, u)
                if mine >> h & 1:
                    out[mine] = out.get(mine, 0) | 1 << u
        return list(out.items())

    def next_to_enemy(self, s: RhineState, units: int) -> int:
        """The units in contact with an enemy; commandos also across the Scheldt (11.15)."""
        commandos = units & self.game.roster.commandos
        found = units & standing(s, self._contact(s))
        if commandos:
            found |= commandos & standing(s, self.over_water(s.occupied[1 - s.phasing]))
        return found

    def _contact(self, s: RhineState) -> int:
        """Hexes from which an adjacent enemy can be attacked: the same as its zone (7.2, 11.15)."""
        return self.game.zones.of(s.occupied[1 - s.phasing]) & self.game.land

    def able(self, s: RhineState) -> int:
        """Units next to an enemy that may attack: not airborne corps or units in flooded hexes."""
        contact = self._contact(s)
        if s.on_map & self.game.roster.commandos:
            contact |= self.over_water(s.occupied[1 - s.phasing])
        c = Phase(self.game, s)
        return no_corps(c, unfrozen(c, standing(s, contact) & c.mine))

    def armed(self, s: RhineState, units: int) -> int:
        """The units that have an attack factor (ruling 11.8c)."""
        game = self.game
        return of(u for u in bits(units) if game.roster.attack[u][steps_of(game, s, u)])

    def may_probe(self, s: RhineState, units: int) -> int:
        """Units that can advance; Allied units need full supply (8.16, ruling 11.24j)."""
        return supplied(self.game, s, units & ~self.game.roster.static)

    def may_make_momentum_attack(self, s: RhineState, units: int) -> int:
        return supplied(self.game, s, units)

    def french(self, units: int) -> int:
        """The units that can belong only to the French army group."""
        return units & self.game.roster.groups["f"] & ~self.game.roster.us_or_f

    def untouched(self, s: RhineState, h: int) -> bool:
        """Whether a hex contains a unit not yet attacked. Attacked units stay visible, so counting them is enough."""
        return height(s, h) > (s.pile[h] & s.struck).bit_count()

    def zone(self, s: RhineState, side: int) -> int:
        return self.game.zones.of(s.occupied[side])

    def has_room(self, s: RhineState, h: int, unit: int) -> bool:
        return room(self.game, s, h, unit)

    def enter(self, s: RhineState, unit: int, h: int) -> None:
        enter(self.game, s, unit, h)

    def on_begin(self, s: RhineState) -> None:
        """Reveal the attackers to the enemy until the phase ends (6.7). Enemy zones do not matter (7.6)."""
        s.seen |= s.attackers

    def resolve(self, s: RhineState) -> None:
        resolve(self.game, s)

    def on_combat_over(self, s: RhineState) -> None:
        s.pending = s.halved = s.bombs = 0
        s.bombers = s.short = False
