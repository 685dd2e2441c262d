"""Chapter 11.1 to 11.6 and 11.23 to 11.26: who may attack what, and with whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.action import Refusal
from ...engine.step import ONLY, Offer
from ...hexes import bits
from ...mechanics import advance, assault
from ...mechanics.stacks import hexes_of, units_on
from . import odds, supply
from .area import area
from .asides import Asides
from .pieces import enter, height, standing, steps_of
from .results import resolve
from .stacking import legal, one_group, room
from .state import ALLIED, GERMAN, RhineState

if TYPE_CHECKING:
    from .game import RhineGame


class RhineAssault(assault.Assault):
    """What chapter 11 says of attacks, probes and momentum."""

    game: RhineGame
    barrier = "a blocked hexside or water"
    rules = assault.Rules(
        attack="11.1", gather="11.3", once="11.4", factors="11.8", stacking="6.3", advance="11.23", momentum="11.24",
        probe="11.25",
    )  # fmt: skip

    def near(self, hexes: int, *, easy: bool = False) -> int:
        """Not across sea or estuary (11.15); probes and momentum attacks not across blocked hexsides either."""
        return (self.game.easy_lines if easy else self.game.lines).next(hexes)

    def targets_of(self, s: RhineState, units: int, *, easy: bool) -> int:
        """Every hex some of these units could attack: on their side of the sector line (9.5)."""
        out = 0
        for which, part in self._by_area(s, units):
            found = self.near(hexes_of(s.at, part), easy=easy)
            commandos = part & self.game.roster.commandos
            if commandos:
                found |= self._over_water(hexes_of(s.at, commandos), easy)
            out |= found & which
        return out

    def _over_water(self, hexes: int, easy: bool) -> int:
        """Every hex next to the set that commandos can attack from it (11.15)."""
        return (self.game.easy_estuary_lines if easy else self.game.estuary_lines).next(hexes)

    def probers(self, s: Any, units: int) -> int:
        """Commandos are next to an enemy across the Scheldt, too (11.15)."""
        able = self.may_probe(s, units)
        commandos = able & self.game.roster.commandos
        found = able & standing(s, self._contact(s))
        if commandos:
            found |= commandos & standing(s, self._over_water(s.occupied[1 - s.phasing], False))
        return found

    def _contact(self, s: RhineState) -> int:
        """Every hex next to an enemy that can be attacked from it: zones reach just as far (7.2, 11.15)."""
        return self.game.zones.of(s.occupied[1 - s.phasing]) & self.game.land

    def begun(self, s: RhineState) -> None:
        """Who attacks or probes is seen by the enemy until the phase ends (6.7)."""
        s.seen |= s.attackers

    def attack_targets(self, s: Any, units: int, *, momentum: bool = False) -> int:
        """Somebody with an attack factor is needed (ruling 11.8c)."""
        return super().attack_targets(s, self._armed(s, units), momentum=momentum)

    def _armed(self, s: RhineState, units: int) -> int:
        game = self.game
        return sum(1 << u for u in bits(units) if game.roster.attack[u][steps_of(game, s, u)])

    def _by_area(self, s: RhineState, units: int) -> list[tuple[int, int]]:
        """The units by the ground they may attack on; those on foreign ground do not attack (ruling 9.5x)."""
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

    def from_which(self, s: RhineState, units: int, h: int, *, easy: bool) -> int:
        out = 0
        beside = self.near(1 << h, easy=easy)
        for which, part in self._by_area(s, units):
            if which >> h & 1:
                out |= units_on(s.at, part, beside)
                commandos = part & self.game.roster.commandos
                if commandos:
                    out |= units_on(s.at, commandos, self._over_water(1 << h, easy))
        return out

    def together(self, s: RhineState, units: int, unit: int) -> bool:
        """One army group attacks, unless the others stand together in Antwerp (11.1, 11.26); units without an
        attack factor only go along with others (ruling 11.8c)."""
        every = units | 1 << unit
        if not s.probe and not self._armed(s, every):
            return False
        if s.bombers and self.french(1 << unit):
            return False
        if one_group(self.game, every):
            return True
        if not s.antwerp:
            return False
        inside = every & s.pile[self.game.antwerp]
        return not one_group(self.game, inside) and one_group(self.game, every & ~inside)

    def french(self, units: int) -> int:
        """Those of the units that can only be of the F army group."""
        return units & self.game.roster.groups["f"] & ~self.game.roster.us_or_f

    def ready(self, s: RhineState) -> bool:
        """Some attack factor is needed (ruling 11.8c)."""
        return odds.attack_factors(self.game, s) > 0

    def untouched(self, s: RhineState, h: int) -> bool:
        """Whoever was attacked stays in sight in this phase, so the others are those not counted among them."""
        return height(s, h) > (s.pile[h] & s.struck).bit_count()

    def able(self, s: RhineState) -> int:
        """Units next to an enemy: no airborne corps (ruling 11.1g), nobody frozen in the flood."""
        game = self.game
        contact = self._contact(s) & ~supply.frozen(game, s)
        if s.on_map & game.roster.commandos:
            contact |= self._over_water(s.occupied[1 - s.phasing], False) & ~supply.frozen(game, s)
        return standing(s, contact) & game.units_of[s.phasing] & ~game.roster.corps

    def may_probe(self, s: RhineState, units: int) -> int:
        """Units that can advance; Allied ones in full supply (8.16, ruling 11.24j)."""
        return self._supplied(s, units & ~self.game.roster.static)

    def may_go_on(self, s: RhineState, units: int) -> int:
        return self._supplied(s, units)

    def _supplied(self, s: RhineState, units: int) -> int:
        if s.phasing == GERMAN:
            return units
        return units & standing(s, supply.overland(self.game, s, ALLIED))

    def closed(self, s: RhineState, *, probe: bool, momentum: bool) -> int:
        """Flooded ground and the Hook; the intact West Wall for probes and momentum attacks (11.17)."""
        out = supply.frozen(self.game, s) | self.game.hook | ~self.game.land
        return out | supply.intact(self.game, s) if probe or momentum else out

    def zone(self, s: RhineState, side: int) -> int:
        return self.game.zones.of(s.occupied[side])

    def fits(self, s: RhineState, units: int) -> bool:
        return legal(self.game, s, units, s.target)

    def room(self, s: RhineState, h: int, unit: int) -> bool:
        """An attacker may advance: he can move at all, and there is room (11.23)."""
        return not self.game.roster.static >> unit & 1 and room(self.game, s, h, unit)

    def enter(self, s: RhineState, unit: int, h: int) -> None:
        enter(self.game, s, unit, h)

    def resolve(self, s: RhineState) -> None:
        resolve(self.game, s)

    def over(self, s: RhineState) -> None:
        s.pending = s.halved = s.bombers = s.bombs = s.short = 0

    def why_closed(self, s: RhineState, verb: str, h: int, *, momentum: bool) -> Refusal | None:
        game, there = self.game, self.game.place_name(h)
        if supply.frozen(game, s) >> h & 1:
            return Refusal("10.18", f"{there} is flooded")
        if game.hook >> h & 1:
            return Refusal("10.7", f"there is no combat into {there}")
        if supply.intact(game, s) >> h & 1:
            if momentum:
                return Refusal("11.24", f"{there} is in the intact West Wall: no momentum attack")
            if verb == "probe":
                return Refusal("11.25", f"{there} is in the intact West Wall: no probing attack")
        mine = (s.advanced if momentum else game.units_of[s.phasing]) & ~game.roster.corps
        touching = units_on(s.at, mine, game.board.grid.neighbours(1 << h))
        beside = self.from_which(s, touching, h, easy=False)
        if touching and not units_on(s.at, touching, self.near(1 << h)) and not beside:
            return Refusal("11.15", f"there is no combat across the water to {there}")
        if beside and momentum and not self.from_which(s, beside, h, easy=True):
            return Refusal("11.24", f"no momentum attack across the blocked hexside to {there}")
        if verb == "probe" and beside and not self._supplied(s, beside):
            return Refusal("8.16", f"no unit next to {there} is in full supply: no probing attack")
        if touching and not any(area(game, s, u) >> h & 1 for u in bits(touching)):
            return Refusal("9.5", f"{there} lies on the other side of the supply sector line for the units next to it")
        return None

    def why_unable(self, s: RhineState, unit: int) -> Refusal | None:
        game, bit = self.game, 1 << unit
        name, there = game.counters[unit].id, game.place_name(s.target)
        if game.roster.corps & bit:
            return Refusal("11.1", f"{name} has no attack factor: a corps fights where it lands and in defence")
        if supply.frozen(game, s) >> s.at[unit] & 1:
            return Refusal("10.18", f"{name} is held fast by the flood")
        if not area(game, s, unit) >> s.target & 1 or not area(game, s, unit) >> s.at[unit] & 1:
            return Refusal("9.5", f"{name} may not attack on that side of the supply sector line")
        dry = self.near(1 << s.target) >> s.at[unit] & 1 or self.from_which(s, bit, s.target, easy=False)
        if game.board.grid.adjacent(s.at[unit], s.target) and not dry:
            return Refusal("11.15", f"{name} may not attack across the water to {there}")
        if not s.probe and not self._armed(s, s.attackers | bit):
            return Refusal("11.8", f"{name} has no attack factor: others have to attack first")
        if s.bombers and self.french(bit):
            return Refusal("11.18", f"the bombers have been called, and a French attack gets none: not {name}")
        if not self.together(s, s.attackers, unit):
            return Refusal("11.1", f"{name} belongs to another army group than those who attack {there}")
        if (s.probe or s.momentum_now) and not self._supplied(s, bit):
            return Refusal("8.16", f"{name} is not in full supply: no probing and no momentum attack")
        if s.probe and game.roster.static & bit:
            return Refusal("11.25", f"{name} cannot advance")
        return None


class Combat(assault.Combat, Asides):
    """The Combat Phase, with what may be done between attacks."""

    def offer(self, s: RhineState) -> Offer:
        return {**assault.Combat.offer(self, s), **self.aside_offer(s)}

    def refuse(self, s: Any, verb: str, arg: int) -> Refusal:
        if verb in ("top", "lift", "supply"):
            return self.refuse_aside(s, verb, arg)
        return super().refuse(s, verb, arg)


class Declare(assault.Declare):
    """An attack being put together; the Allied player may call the bombers for it (11.18)."""

    def offer(self, s: RhineState) -> Offer:
        out = super().offer(s)
        if self._bombers(s):
            out["bombers"] = ONLY
        return out

    def _bombers(self, s: RhineState) -> bool:
        return s.phasing == ALLIED and not s.probe and not s.bombed and not s.bombers and self._us_or_bc(s)

    def _us_or_bc(self, s: RhineState) -> bool:
        """Whether the attack counts as one of the US or BC army group (rulings 11.18s)."""
        r = self.game.roster
        named = s.attackers & (r.groups["us"] | r.groups["bc"])
        leclerc = s.attackers & r.us_or_f and not self.game.assault.french(s.attackers)
        return bool(named or leclerc) and self.game.assault.ready(s)

    def do_bombers(self, s: RhineState, _: int) -> None:
        s.bombers = 1

    def refuse(self, s: Any, verb: str, arg: int) -> Refusal:
        if verb != "bombers":
            return super().refuse(s, verb, arg)
        if s.phasing == GERMAN:
            return Refusal("11.18", "the German has no heavy bombers")
        if s.probe:
            return Refusal("11.18", "a probing attack has no odds to improve")
        if s.bombed or s.bombers:
            return Refusal("11.18", "the bombers fly once in a Combat Phase")
        return Refusal("11.18", "choose the US or BC units that attack first; French attacks get no bombers")


class Momentum(advance.Momentum):
    """Units that advanced may attack once more, or probe, at once (11.24)."""
