"""Chapters 4.1 and 7.1 to 7.2: declaring one attack.

First the targets, then the adjacent attackers, then barrage and Ground Support. Every choice offered leaves all other
duties possible (7.11, 7.12, 7.21, 8.31). :mod:`grognard.mechanics.duty` explains why that needs no search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.limits import Choice, Limit, Only, Reason, Row, lazy
from ...engine.step import Prompt
from ...hexes import bits, of
from ...mechanics import duty
from ...mechanics.phasing import Phase, Phasing, on_map
from . import artillery
from .results import AfterCombat, CombatDie
from .state import HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame


class Declaring(Phase["HurtgenGame", HurtgenState]):
    """An attack being declared: the units that may join it and those that must."""

    @property
    def named_all(self) -> bool:
        """Whether targets and attackers may no longer be chosen (4.1)."""
        return bool(self.s.barrage or self.s.spent)

    # -- adjacent units ----------------------------------------------------------------------

    def beside_all(self, targets: int) -> int:
        """Units with a duty to attack that are next to all the targets (7.23).

        Artillery is also next to enemies across an unbridged river. It may attack them together with those on its own
        bank but has no duty to (8.32, 8.34).
        """
        found = self.s.duty_attack
        for t in bits(targets):
            found &= self.s.contact[t] | self._across(t)
        return found

    def candidates(self, targets: int) -> int:
        """The units that may attack all the targets. At least one target must be on their own bank (8.31)."""
        found = self.beside_all(targets)
        for u in bits(found & self.game.roster.artillery):
            if not self.s.contact[u] & targets:
                found &= ~(1 << u)
        return found

    def _across(self, target: int) -> int:
        """Artillery with a duty to attack that has this enemy on the other bank of an unbridged river."""
        guns = self.s.duty_attack & self.game.roster.artillery
        if not guns:
            return 0
        return guns & self.game.units_in(self.s, self._river(self.s.at[target]) & self.s.occupied[self.side])

    def _river(self, h: int) -> int:
        """The neighbours of a hex across an unbridged river."""
        return self.game.board.grid.neighbours(1 << h) & ~self.game.zones.near[h]

    def other_bank(self, unit: int) -> int:
        """The enemies an artillery unit faces across an unbridged river and may attack."""
        foes = self._river(self.s.at[unit]) & self.enemies
        return self.game.units_in(self.s, foes) & ~self.s.struck & ~self.s.advanced

    def river_guns(self, targets: int) -> int:
        """Free artillery next to all the targets across a river, which may attack them all (8.32)."""
        hexes = -1
        for t in bits(targets):
            hexes &= self._river(self.s.at[t])
        hexes &= self.s.occupied[self.side]
        return self.game.units_in(self.s, hexes) & self.guns if hexes else 0

    def can_attack(self, targets: int) -> bool:
        """Whether any unit can attack all the targets together."""
        return bool(self.beside_all(targets) or self.river_guns(targets))

    def left_over(self, targets: int) -> int:
        """Units that would have no enemy to attack if these targets were attacked together (7.12)."""
        return duty.forced(self.s.contact, targets, self.s.duty_attack) & ~self.candidates(targets)

    def viable(self, targets: int) -> bool:
        """Whether an attack on these targets together can be completed, perhaps with further targets."""
        return not self.left_over(targets) and bool(self.candidates(targets) or self.river_guns(targets))

    # -- duties ------------------------------------------------------------------------------

    @lazy
    def bound(self) -> int:
        """Units that must join because they have no other enemy to attack (7.12, 8.31)."""
        return duty.forced(self.s.contact, self.s.targets, self.s.duty_attack) & ~self.s.attackers

    @lazy
    def must(self) -> int:
        """Units that must join because no other attack is left to them."""
        guns = self.s.duty_attack & self.game.roster.artillery & ~self.s.attackers & ~self.bound
        return self.bound | self._crowded_out(guns) if guns & (guns - 1) else self.bound

    def _crowded_out(self, guns: int) -> int:
        """Artillery whose other targets will all be attacked by the full number of guns without it.

        Left out here, it would become an avoidable surplus (ruling 11.12).
        """
        s = self.s
        limit = self.game.tables.barrage_limit[self.side]
        every = s.duty_attack & self.game.roster.artillery & ~s.attackers

        def is_full(gun: int, target: int) -> bool:
            return sum(1 for u in bits(every) if u != gun and s.contact[u] & ~s.targets == 1 << target) >= limit

        candidates = guns & self.candidates(s.targets)
        return of(g for g in bits(candidates) if all(is_full(g, x) for x in bits(s.contact[g] & ~s.targets)))

    @lazy
    def missing(self) -> int:
        """The units that must join and still can; surplus artillery is excused (ruling 11.12)."""
        if self.must & self.game.roster.artillery and self.gun_room <= 0:
            return self.must & ~self.game.roster.artillery
        return self.must

    @property
    def bound_names(self) -> str:
        return self.game.names(self.missing & self.bound)

    @property
    def crowded_names(self) -> str:
        return self.game.names(self.missing & ~self.bound)

    def left_alone(self, unit: int) -> int:
        """The enemies left without an attacker if this unit joined the attack (7.21, ruling 7.12).

        A unit in the Zone of Control of an enemy may leave that enemy out of its attack only
        if the enemy has been attacked already, or if another unit in the zone still has its attack to
        make. Artillery that could fire later does not count; it must have fired (ruling 7.11).

        Units and enemies with open duties are in each other's zones. No retreat leads there (7.71), so none of them is
        driven away, and every adjacent enemy is attacked by the end of the phase.
        """
        s = self.s
        others = s.contact[unit] & ~s.targets
        return duty.stranded(s.contact, others, s.duty_attack & ~s.attackers & ~(1 << unit))

    # -- artillery and support ---------------------------------------------------------------

    @lazy
    def guns(self) -> int:
        """Artillery that may barrage now."""
        return artillery.guns(self.game, self.s)

    @property
    def gun_limit(self) -> int:
        """Artillery units allowed in one combat, adjacent or not, without Ground Support (11.0, 11.11 to 11.13)."""
        return self.game.tables.barrage_limit[self.side]

    @lazy
    def gun_room(self) -> int:
        """Artillery units that may still be added (11.21, 11.31)."""
        return self.gun_limit - artillery.guns_used(self.game, self.s)

    @property
    def needs_neighbour(self) -> bool:
        """Whether several hexes are under attack and no adjacent unit attacks yet (8.13)."""
        s = self.s
        return not s.attackers and not s.barrage and bool(s.targets & (s.targets - 1))

    @lazy
    def more_guns(self) -> int:
        """Artillery that may join the attack."""
        if self.missing or self.gun_room <= 0:
            return 0
        return artillery.reaching(self.game, self.s, self.s.targets, fires_together(self, self.guns))


# -- choosing targets -----------------------------------------------------------------------


def enemy_hexes(c: Declaring, hexes: int) -> int:
    return hexes & c.enemies


def at_hexes(c: Declaring, hexes: int, units: int) -> int:
    """The hexes without those of some units."""
    return hexes & ~c.game.hexes_of(c.s, units)


def with_a_neighbour(c: Declaring, hexes: int) -> int:
    """Artillery that fires from a distance attacks a single hex (8.13)."""
    return hexes if c.can_attack(c.s.targets) else 0


def next_to_somebody(c: Declaring, hexes: int) -> int:
    """Every adjacent attacker must be next to all targets (7.23)."""
    return of(h for h in bits(hexes & c.enemies) if c.can_attack(c.s.targets | 1 << c.game.unit_at(c.s, h)))


def more_targets(c: Declaring, hexes: int) -> int:
    """Hexes that may be attacked together with the targets so far."""
    s, guns = c.s, c.game.roster.artillery
    near = 0
    for u in bits(c.beside_all(s.targets) | c.river_guns(s.targets)):
        near |= s.contact[u]
        if guns >> u & 1:
            near |= c.other_bank(u)
    return hexes & of(s.at[t] for t in bits(near & ~s.targets) if c.viable(s.targets | 1 << t))


def why_not_target(c: Declaring, h: int) -> str | Refusal:
    left = c.left_over(c.s.targets | 1 << c.game.unit_at(c.s, h))
    if left:
        return f"this attack would leave no enemy to attack for {c.game.names(left)}"
    return Refusal("8.31", "the artillery next to these hexes must also attack an enemy on its own bank of the river")


# -- choosing units -------------------------------------------------------------------------


def candidates(c: Declaring, units: int) -> int:
    """Units other than artillery attack only adjacent enemies (7.15), all targets together (7.23)."""
    return units & c.candidates(c.s.targets)


def why_apart(c: Declaring, unit: int) -> str | Refusal:
    game, here, name = c.game, c.s.at[unit], c.game.counters[unit].id
    hexes = [c.s.at[t] for t in bits(c.s.targets)]
    next_to = [h for h in hexes if game.board.grid.adjacent(here, h)]
    across = [h for h in next_to if not game.zones.near[here] >> h & 1]
    gun = bool(game.roster.artillery >> unit & 1)
    if across and len(next_to) == len(hexes):
        if gun and c.game.enemy_zone(c.s, c.side) >> here & 1:
            return Refusal("8.31", f"{name} has an enemy on its own bank and may not attack only across the river")
        if gun:
            return Refusal("8.34", f"{name} has no enemy on its own bank; use 'barrage' to fire across the river")
        return Refusal("6.33", f"{name} may not attack across a river without a bridge")
    if gun and not next_to:
        return Refusal("8.32", f"{name} is not next to the target; use 'barrage' to fire from a distance")
    if next_to:
        return Refusal("8.32" if gun else "7.23", f"{name} is not next to all the targets")
    return Refusal("7.15", f"{name} is not next to the target")


def within_the_gun_limit(c: Declaring, units: int) -> int:
    """The number of artillery units in one combat is limited (11.21, 11.31)."""
    return units if c.gun_room > 0 else units & ~c.game.roster.artillery


def why_too_many_guns(c: Declaring, _: int) -> Refusal:
    return Refusal(("11.21", "11.31")[c.side], f"at most {c.gun_limit} artillery units may attack in one combat")


def places_kept(c: Declaring, units: int) -> int:
    """The last places belong to artillery that has no other target (ruling 11.12)."""
    guns = c.game.roster.artillery
    return units & (~guns | c.must) if c.gun_room <= (c.must & guns).bit_count() else units


def why_kept(c: Declaring, _: int) -> Refusal:
    guns = c.game.names(c.must & c.game.roster.artillery)
    why = f"the remaining places for artillery are reserved for units with no other target: {guns}"
    return Refusal(("11.21", "11.31")[c.side], why)


def leaving_nobody_out(c: Declaring, units: int) -> int:
    """A unit attacks every adjacent enemy that no other unit will attack (7.21)."""
    return of(u for u in bits(units) if not c.left_alone(u))


def why_needed(c: Declaring, unit: int) -> str:
    return "; ".join(_needed(c, unit, enemy) for enemy in bits(c.left_alone(unit)))


def _needed(c: Declaring, unit: int, enemy: int) -> str:
    """Why a unit may not leave this enemy out, and what would allow it: one more target, or artillery first."""
    game, s = c.game, c.s
    options = []
    if c.viable(s.targets | 1 << enemy):
        options.append(f"add it as a target ('also {game.place_name(s.at[enemy])}', before the units)")
    guns = artillery.in_range(game, s, s.at[enemy], c.guns)
    if guns:
        options.append(f"barrage it first ({game.names(guns)})")
    name = game.counters[enemy].id
    why = f"{game.counters[unit].id} is the last unit in the Zone of Control of {name} that can attack it"
    return f"{why}: {' or '.join(options)}" if options else why


# -- barrage, support, resolution ------------------------------------------------------------


def fires_together(c: Declaring, units: int) -> int:
    """Artillery alone fires at one hex only, unless it is next to all targets across a river (8.13, 8.22, 8.32)."""
    return units & c.river_guns(c.s.targets) if c.needs_neighbour else units


def within_range(c: Declaring, units: int) -> int:
    """Fire ignores everything between the gun and the target (8.61)."""
    return artillery.reaching(c.game, c.s, c.s.targets, units)


def why_beyond(c: Declaring, unit: int) -> str:
    return f"the target is beyond {c.game.counters[unit].id}'s range of {c.game.roster.range[unit]} hexes"


def up_to(most: int) -> int:
    """The numbers from 0 to a maximum, as a set."""
    return (2 << most) - 1


def backed_by_units(c: Declaring) -> bool:
    """Points alone fulfil no duty (ruling 7.11): a unit must take part or be able to."""
    s = c.s
    return bool(s.attackers or s.barrage or not s.targets & s.duty_target or c.more_guns)


def does_the_duty(c: Declaring) -> bool:
    s = c.s
    return bool(s.attackers or s.barrage or not s.spent or not s.targets & s.duty_target)


#: Units with a duty join before artillery fires from a distance, points are added or the attack is resolved.
MUST_JOIN: tuple[Row[Declaring], ...] = (
    Only(
        "7.12",
        lambda c: not c.missing & c.bound,
        "these units have no other enemy to attack and must join this attack first: {c.bound_names}",
    ),
    Only(
        "8.31",
        lambda c: not c.missing & ~c.bound,
        "other artillery takes all places in attacks on other enemies, so these units must join this attack first: "
        "{c.crowded_names}",
    ),
)


class Declare(Phasing["HurtgenGame", HurtgenState]):
    """Declare an attack.

    A unit attacks as a whole (7.3) and at full strength (7.52). At most six adjacent units can attack a hex (7.13).
    Ground Support may be divided among attacks (9.12).
    """

    name = "declare"
    case = Declaring
    choices: ClassVar[tuple[Choice[Declaring], ...]] = (
        Choice(
            "also",
            Only(
                "4.1",
                lambda c: not c.named_all,
                "artillery or Ground Support has been added; targets and attacking units are chosen before that",
            ),
            Only("4.1", lambda c: not c.s.attackers, "choose all targets before the units that attack them"),
            Limit("7.0", enemy_hexes, "there is no enemy unit in {it}"),
            Reason("7.14", lambda c, hexes: at_hexes(c, hexes, c.s.targets), "{it} is already a target of this attack"),
            Reason(
                "7.14",
                lambda c, hexes: hexes & ~c.game.hexes_of(c.s, on_map(c, c.s.struck)),
                "the unit in {it} has already been attacked in this phase",
            ),
            Reason("8.13", with_a_neighbour, "artillery that fires from a distance may attack only one hex"),
            Reason("7.23", next_to_somebody, "no unit can attack {it} and the other targets together"),
            Limit("7.12", more_targets, why_not_target),
        ),
        Choice(
            "with",
            Only(
                "4.1",
                lambda c: not c.named_all,
                "artillery or Ground Support has been added; targets and attacking units are chosen before that",
            ),
            Limit("7.0", lambda c, units: units & c.mine, "{it} is not on the attacking side"),
            Limit("7.14", lambda c, units: units & ~c.s.attackers, "{it} is already in this attack"),
            Limit("7.96", lambda c, units: units & ~c.s.advanced, "{it} has advanced and may not attack in this phase"),
            Limit("7.14", lambda c, units: units & ~c.s.fought, "{it} has already attacked in this phase"),
            Reason("7.15", on_map, "{it} is not on the map"),
            Limit("7.15", candidates, why_apart),
            Limit("11.21", within_the_gun_limit, why_too_many_guns),
            Limit("11.21", places_kept, why_kept),
            Limit("7.21", leaving_nobody_out, why_needed),
        ),
        Choice(
            "barrage",
            *MUST_JOIN,
            Limit("8.1", lambda c, units: units & c.mine, "{it} is not on the attacking side"),
            Reason("8.1", on_map, "{it} is not on the map"),
            Limit(
                "7.15",
                lambda c, units: units & c.game.roster.artillery,
                "{it} is not artillery and attacks only adjacent enemies",
            ),
            Limit("7.14", lambda c, units: units & ~(c.s.barrage | c.s.attackers), "{it} is already in this attack"),
            Reason("7.14", lambda c, units: units & ~c.s.fought, "{it} has already attacked in this phase"),
            Reason(
                "7.82", lambda c, units: units & ~c.s.displaced, "{it} was displaced and may not fire in this phase"
            ),
            Limit(
                "8.31",
                lambda c, units: units & c.guns,
                "{it} has an enemy next to it and may attack only adjacent enemies",
            ),
            Limit("8.11", within_range, why_beyond),
            Limit("8.13", fires_together, "artillery that fires from a distance may attack only one hex"),
            Only("11.21", lambda c: c.gun_room > 0, why_too_many_guns),
        ),
        Choice(
            "support",
            *MUST_JOIN,
            Only("11.4", lambda c: c.game.tables.support_turn[c.side], "only the U.S. has Ground Support Points"),
            Only("4.1", lambda c: not c.s.spent, "Ground Support Points have already been added to this attack"),
            Limit("9.11", lambda c, points: points & ~1, "add at least one Ground Support Point"),
            Limit(
                "11.42",
                lambda c, points: points & up_to(c.game.tables.support_combat[c.side]),
                lambda c, _: (
                    f"at most {c.game.tables.support_combat[c.side]} Ground Support Points may be used in one combat"
                ),
            ),
            Limit(
                "11.41",
                lambda c, points: points & up_to(c.s.support),
                "only {c.s.support} points of Ground Support are left in this Game-Turn",
            ),
            Only(
                "7.23",
                lambda c: not c.needs_neighbour,
                "several hexes are under attack: a unit next to all of them must take part first",
            ),
            Only(
                "7.11",
                backed_by_units,
                "this unit must be attacked by a unit; Ground Support alone is not enough",
            ),
        ),
        Choice(
            "resolve",
            *MUST_JOIN,
            Only("7.11", does_the_duty, "a target must be attacked by a unit; Ground Support alone is not enough"),
            Only(
                "7.0",
                lambda c: c.s.attackers or c.s.barrage or c.s.spent,
                "no unit or Ground Support is in this attack yet",
            ),
        ),
    )

    def prompt(self, s: HurtgenState) -> Prompt:
        names = self.game.names(s.targets)
        if s.barrage or s.spent:
            return Prompt(f"Attack on {names}: add artillery or Ground Support, or roll the die.", "4.1")
        if s.attackers:
            return Prompt(f"Attack on {names}: add units, artillery or Ground Support, or roll the die.", "7.2")
        if s.targets & s.duty_target:
            return Prompt(f"Attack on {names}: add targets, or choose the units that attack.", "7.2")
        return Prompt(f"Attack on {names}: choose artillery or Ground Support.", "8.1")

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
        game = self.game
        forces = [game.names(s.attackers | s.barrage)] if s.attackers | s.barrage else []
        forces += [f"{s.spent} Ground Support Point{'s' if s.spent > 1 else ''}"] if s.spent else []
        s.report(
            "7.0",
            "{} attack on {} with {}",
            game.side_names[self.seat(s)],
            game.names(s.targets),
            " and ".join(forces),
        )
        self.pop(s)
        self.push(s, AfterCombat)
        self.push(s, CombatDie)
        if artillery.final_fire(game, s):
            self.push(s, artillery.FinalFire)
