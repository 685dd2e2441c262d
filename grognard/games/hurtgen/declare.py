"""Chapters 4.1 and 7.1 to 7.2: declaring one attack.

Targets first, then the units that attack from next door, then barrage and Ground Support. At every
stage only such choices are offered as leave all other duties possible (7.11, 7.12, 7.21, 8.31); the
argument why that needs no search is in :mod:`grognard.mechanics.duty`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import ONLY, Offer, Prompt, Step
from ...hexes import bits
from ...mechanics import duty
from . import artillery
from .results import AfterCombat, CombatDie
from .state import HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame


class Declare(Step):
    """An attack being put together."""

    name = "declare"

    def seat(self, s: HurtgenState) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: HurtgenState) -> Prompt:
        game: HurtgenGame = self.game
        names = game.names(s.targets)
        if s.barrage or s.spent:
            return Prompt(f"Attack on {names}: add barrage or ground support, or resolve it.", "4.1")
        if s.attackers:
            return Prompt(f"Attack on {names}: add units, barrage or ground support, or resolve it.", "7.2")
        if s.targets & s.duty_target:
            return Prompt(f"Attack on {names}: add targets, or choose the units that attack.", "7.2")
        return Prompt(f"Attack on {names}: choose artillery or ground support.", "8.1")

    # -- what can be done --------------------------------------------------------------------

    def offer(self, s: HurtgenState) -> Offer:
        out: Offer = {}
        if not s.barrage and not s.spent:
            if not s.attackers:
                out["also"] = self._more_targets(s)
            out["with"] = self._more_attackers(s)
        must = self._missing(s)
        if not must:
            out["barrage"] = self._more_guns(s)
            support = self._support(s, bool(out["barrage"]))
            out["support"] = (1 << support + 1) - 2
            if self._complete(s):
                out["resolve"] = ONLY
        return out

    def permits(self, s: HurtgenState, verb: str, arg: int) -> bool:
        if verb in ("also", "with"):
            if s.barrage or s.spent or (verb == "also" and s.attackers):
                return False
            found = self._more_targets(s) if verb == "also" else self._more_attackers(s)
            return bool(found >> arg & 1)
        if self._missing(s):
            return False
        if verb == "resolve":
            return arg == 0 and self._complete(s)
        if verb == "barrage":
            return bool(self._more_guns(s) >> arg & 1)
        return super().permits(s, verb, arg)

    def _beside_all(self, s: HurtgenState, targets: int) -> int:
        """Units with a duty to attack that are next to all the targets (7.23).

        Artillery is next to enemies across an unbridged river as well, and may attack them together
        with those on its own bank (8.32, 8.34); it has no duty to.
        """
        found = s.duty_attack
        for t in bits(targets):
            found &= s.contact[t] | self._across(s, t)
        return found

    def _candidates(self, s: HurtgenState, targets: int) -> int:
        """Those of them that may attack the targets: one target at least must be on their own bank (8.31)."""
        found = self._beside_all(s, targets)
        for u in bits(found & self.game.roster.artillery):
            if not s.contact[u] & targets:
                found &= ~(1 << u)
        return found

    def _across(self, s: HurtgenState, target: int) -> int:
        """Artillery with a duty to attack that has this enemy on the other bank of an unbridged river."""
        game: HurtgenGame = self.game
        guns = s.duty_attack & game.roster.artillery
        if not guns:
            return 0
        return guns & game.units_in(s, self._river(s.at[target]) & s.occupied[s.phasing])

    def _river(self, h: int) -> int:
        """The neighbours of a hex across an unbridged river."""
        game: HurtgenGame = self.game
        return game.board.grid.neighbours(1 << h) & ~game.zones.near[h]

    def _other_bank(self, s: HurtgenState, unit: int) -> int:
        """The enemies an artillery unit faces across an unbridged river and may attack."""
        game: HurtgenGame = self.game
        foes = self._river(s.at[unit]) & s.occupied[1 - s.phasing]
        return game.units_in(s, foes) & ~s.struck & ~s.advanced

    def _river_guns(self, s: HurtgenState, targets: int) -> int:
        """Free artillery that has all the targets next door across a river: it may attack them all (8.32)."""
        hexes = -1
        for t in bits(targets):
            hexes &= self._river(s.at[t])
        hexes &= s.occupied[s.phasing]
        return self.game.units_in(s, hexes) & artillery.guns(self.game, s) if hexes else 0

    def _more_targets(self, s: HurtgenState) -> int:
        """Hexes that may be attacked together with the targets so far."""
        near, guns = 0, self.game.roster.artillery
        for u in bits(self._beside_all(s, s.targets) | self._river_guns(s, s.targets)):
            near |= s.contact[u]
            if guns >> u & 1:
                near |= self._other_bank(s, u)
        out = 0
        for t in bits(near & ~s.targets):
            if self._viable(s, s.targets | 1 << t):
                out |= 1 << s.at[t]
        return out

    def _viable(self, s: HurtgenState, targets: int) -> bool:
        """Whether an attack on these targets together can be completed, perhaps with further targets."""
        joint = self._candidates(s, targets)
        if duty.forced(s.contact, targets, s.duty_attack) & ~joint:
            return False
        return bool(joint) or bool(self._river_guns(s, targets))

    def _gun_room(self, s: HurtgenState) -> int:
        """Artillery units that may still be added (11.21, 11.31)."""
        limit: int = self.game.tables.barrage_limit[s.phasing]
        return limit - artillery.guns_used(self.game, s)

    def _must(self, s: HurtgenState) -> int:
        """Units that must join because no other attack is left to them (7.12, 8.31)."""
        must = duty.forced(s.contact, s.targets, s.duty_attack) & ~s.attackers
        guns = s.duty_attack & self.game.roster.artillery & ~s.attackers & ~must
        return must | self._crowded_out(s, guns) if guns & (guns - 1) else must

    def _crowded_out(self, s: HurtgenState, guns: int) -> int:
        """Artillery whose every other target will have as many guns as may fire at it, without this one.

        Left out here it would become a surplus that need not be (ruling 11.12).
        """
        limit = self.game.tables.barrage_limit[s.phasing]
        every = s.duty_attack & self.game.roster.artillery & ~s.attackers
        out = 0
        for g in bits(guns & self._candidates(s, s.targets)):
            full = all(
                sum(1 for u in bits(every) if u != g and s.contact[u] & ~s.targets == 1 << x) >= limit
                for x in bits(s.contact[g] & ~s.targets)
            )
            if full:
                out |= 1 << g
        return out

    def _missing(self, s: HurtgenState) -> int:
        """Those of them who can still join: surplus artillery is excused (ruling 11.12)."""
        must = self._must(s)
        if must & self.game.roster.artillery and self._gun_room(s) <= 0:
            must &= ~self.game.roster.artillery
        return must

    def _more_attackers(self, s: HurtgenState) -> int:
        game: HurtgenGame = self.game
        guns = game.roster.artillery
        must = self._must(s)
        out = self._candidates(s, s.targets) & ~s.attackers
        room = self._gun_room(s)
        if room <= 0:
            out &= ~guns
        elif room <= (must & guns).bit_count():
            out &= ~guns | must  # the places left belong to artillery that has no other target
        return sum(1 << u for u in bits(out) if not self._left_alone(s, u))

    @staticmethod
    def _left_alone(s: HurtgenState, unit: int) -> int:
        """The enemies that nobody would be left to attack if this unit joined the attack (7.21, ruling 7.12).

        The law: a unit in the Zone of Control of an enemy may leave that enemy out of its attack only
        if the enemy has been attacked already, or if another unit in the zone still has its attack to
        make. Artillery that could fire later does not count; it must have fired (ruling 7.11).

        Units and enemies with open duties are in each other's zones. No retreat leads there (7.71), so
        none of them is driven away, and every enemy next door is attacked by the end of the phase.
        """
        others = s.contact[unit] & ~s.targets
        return duty.stranded(s.contact, others, s.duty_attack & ~s.attackers & ~(1 << unit))

    def _more_guns(self, s: HurtgenState) -> int:
        """Artillery that may join: in range of one target; alone it fires at one hex only, unless it has
        all the targets next door across a river (8.13, 8.22, 8.32)."""
        game: HurtgenGame = self.game
        if self._gun_room(s) <= 0:
            return 0
        if self._needs_neighbour(s):
            return self._river_guns(s, s.targets)
        return artillery.reaching(game, s, s.targets, artillery.guns(game, s))

    def _needs_neighbour(self, s: HurtgenState) -> bool:
        """Whether several hexes are under attack and nobody attacks from next door yet (8.13)."""
        return not s.attackers and not s.barrage and bool(s.targets & (s.targets - 1))

    def _support(self, s: HurtgenState, guns_left: bool) -> int:
        """Points that may be added; alone they do no duty (ruling 7.11), so a unit must be able to join."""
        if self._needs_neighbour(s):
            return 0
        if s.attackers or s.barrage or not s.targets & s.duty_target or guns_left:
            return artillery.support_limit(self.game, s)
        return 0

    def _complete(self, s: HurtgenState) -> bool:
        if s.attackers or s.barrage:
            return True
        return bool(s.spent) and not s.targets & s.duty_target

    # -- what it does ------------------------------------------------------------------------

    def do_also(self, s: HurtgenState, h: int) -> None:
        s.targets |= 1 << self.game.unit_at(s, h)

    def do_with(self, s: HurtgenState, unit: int) -> None:
        s.attackers |= 1 << unit

    def do_barrage(self, s: HurtgenState, unit: int) -> None:
        s.barrage |= 1 << unit

    def do_support(self, s: HurtgenState, points: int) -> None:
        s.spent = points
        s.support -= points

    def do_resolve(self, s: HurtgenState, _: int) -> None:
        game: HurtgenGame = self.game
        s.tell("7.0", "{} attack on {} with {}{}", game.side_names[self.seat(s)], game.names(s.targets),
               game.names(s.attackers | s.barrage) or "ground support",
               f" and {s.spent} ground support" if s.spent and s.attackers | s.barrage else "")  # fmt: skip
        self.pop(s)
        self.push(s, AfterCombat)
        self.push(s, CombatDie)
        if artillery.final_fire(game, s):
            self.push(s, artillery.FinalFire)

    # -- why not -----------------------------------------------------------------------------

    def refuse(self, s: HurtgenState, verb: str, arg: int) -> Refusal:
        if verb in ("also", "with") and (s.barrage or s.spent):
            return Refusal("4.1", "barrage has been allotted; units and targets are named before that")
        if verb in ("barrage", "support", "resolve"):
            missing = self._missing(s)
            if missing:
                names = self.game.names(missing)
                return Refusal("7.12", f"these units have no other enemy to attack and must join first: {names}")
        if verb == "also":
            return self._refuse_also(s, arg)
        if verb == "with":
            return self._refuse_with(s, arg)
        if verb == "barrage":
            return self._refuse_barrage(s, arg)
        if verb == "support":
            return self._refuse_support(s, arg)
        if s.spent:
            return Refusal("7.11", "ground support alone does not do the duty to attack: a unit must take part")
        return Refusal("7.0", "nobody attacks yet")

    def _refuse_also(self, s: HurtgenState, h: int) -> Refusal:
        game: HurtgenGame = self.game
        there = game.place_name(h)
        if s.attackers:
            return Refusal("4.1", "name all targets before the units that attack them")
        if not s.occupied[1 - s.phasing] >> h & 1:
            return Refusal("7.0", f"there is no enemy unit in {there}")
        unit = game.unit_at(s, h)
        if s.targets >> unit & 1:
            return Refusal("7.14", f"{there} is a target of this attack already")
        if s.struck >> unit & 1:
            return Refusal("7.14", f"the unit in {there} has been attacked already in this phase")
        targets = s.targets | 1 << unit
        joint = self._candidates(s, targets)
        if not self._beside_all(s, targets) and not self._river_guns(s, targets):
            if not self._beside_all(s, s.targets) and not self._river_guns(s, s.targets):
                return Refusal("8.13", "artillery firing from afar attacks a single hex")
            return Refusal("7.23", f"no unit is next to {there} and to the other targets as well")
        left = duty.forced(s.contact, targets, s.duty_attack) & ~joint
        if left:
            return Refusal("7.12", f"this would leave nobody to attack for {game.names(left)}")
        return Refusal("8.31", "the artillery next to these hexes must attack on its own bank too")

    def _refuse_with(self, s: HurtgenState, unit: int) -> Refusal:
        game: HurtgenGame = self.game
        name, bit = game.counters[unit].id, 1 << unit
        if game.side_of[unit] != s.phasing:
            return Refusal("7.0", f"{name} is not on the attacking side")
        if s.attackers & bit:
            return Refusal("7.14", f"{name} is in this attack already")
        if s.fought & bit:
            return Refusal("7.14", f"{name} has attacked already in this phase")
        if s.advanced & bit:
            return Refusal("7.96", f"{name} has advanced and may not attack in this phase")
        if not self._candidates(s, s.targets) & bit:
            return self._refuse_apart(s, unit)
        if game.roster.artillery & bit and self._gun_room(s) <= (self._must(s) & game.roster.artillery).bit_count():
            return self._too_many_guns(s)
        return Refusal("7.21", "; ".join(self._needed(s, unit, d) for d in bits(self._left_alone(s, unit))))

    def _needed(self, s: HurtgenState, unit: int, enemy: int) -> str:
        """Why a unit may not leave this enemy out, and what would let it: one more target, or artillery first."""
        game: HurtgenGame = self.game
        ways = []
        if self._viable(s, s.targets | 1 << enemy):
            ways.append(f"name it too ('also {game.place_name(s.at[enemy])}', before the units)")
        guns = artillery.in_range(game, s, s.at[enemy], artillery.guns(game, s))
        if guns:
            ways.append(f"barrage it first ({game.names(guns)})")
        name = game.counters[enemy].id
        why = f"without {game.counters[unit].id} nobody in the zone of {name} is left to attack it"
        return f"{why}: {' or '.join(ways)}" if ways else why

    def _refuse_apart(self, s: HurtgenState, unit: int) -> Refusal:
        game: HurtgenGame = self.game
        name, here = game.counters[unit].id, s.at[unit]
        if here < 0:
            return Refusal("7.15", f"{name} is not on the map")
        hexes = [s.at[t] for t in bits(s.targets)]
        next_to = [h for h in hexes if game.board.grid.adjacent(here, h)]
        across = [h for h in next_to if not game.zones.near[here] >> h & 1]
        gun = bool(game.roster.artillery >> unit & 1)
        if across and len(next_to) == len(hexes):
            if gun:
                return Refusal("8.34", f"{name} has no enemy on its own bank; it fires across the river by 'barrage'")
            return Refusal("6.33", f"{name} may not attack across a river without a bridge")
        if gun and not next_to:
            return Refusal("8.32", f"{name} is not next to the target; artillery fires from afar by 'barrage'")
        if next_to:
            return Refusal("8.32" if gun else "7.23", f"{name} is not next to all the targets")
        return Refusal("7.15", f"{name} is not next to the target")

    def _too_many_guns(self, s: HurtgenState) -> Refusal:
        limit = self.game.tables.barrage_limit[s.phasing]
        return Refusal(("11.21", "11.31")[s.phasing], f"at most {limit} artillery units may attack in one combat")

    def _refuse_barrage(self, s: HurtgenState, unit: int) -> Refusal:
        game: HurtgenGame = self.game
        name, bit = game.counters[unit].id, 1 << unit
        if game.side_of[unit] != s.phasing or s.at[unit] < 0:
            return Refusal("8.1", f"{name} is not a unit of the attacker on the map")
        if not game.roster.artillery & bit:
            return Refusal("7.0", f"{name} is not artillery and attacks only from next door")
        if (s.barrage | s.attackers) & bit:
            return Refusal("7.14", f"{name} is in this attack already")
        if s.fought & bit:
            return Refusal("7.14", f"{name} has attacked already in this phase")
        if s.displaced & bit:
            return Refusal("7.82", f"{name} was displaced and may not fire in this phase")
        if game.enemy_zone(s, s.phasing) >> s.at[unit] & 1:
            return Refusal("8.31", f"{name} has an enemy next to it and may attack only its neighbours")
        if not artillery.reaching(game, s, s.targets, bit):
            return Refusal("8.11", f"the target is beyond {name}'s range of {game.roster.range[unit]} hexes")
        if self._needs_neighbour(s):
            return Refusal("8.13", "artillery firing from afar attacks a single hex")
        return self._too_many_guns(s)

    def _refuse_support(self, s: HurtgenState, points: int) -> Refusal:
        tables = self.game.tables
        if not tables.support_turn[s.phasing]:
            return Refusal("11.4", "only the U.S. has Ground Support Points")
        if s.spent:
            return Refusal("4.1", "Ground Support Points have been allotted to this attack")
        if points < 1:
            return Refusal("9.11", "Ground Support Points are added one or more at a time")
        if points > tables.support_combat[s.phasing]:
            return Refusal("11.42", f"at most {tables.support_combat[s.phasing]} points may be used in one combat")
        if points > s.support:
            return Refusal("11.41", f"Ground Support Points left in this Game-Turn: {s.support}")
        return Refusal("7.11", "ground support alone does not do the duty to attack this unit: a unit must take part")
