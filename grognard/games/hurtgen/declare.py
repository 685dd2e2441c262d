"""Chapters 4.1 and 7.1 to 7.2: declaring one attack.

Targets first, then the units that attack from next door, then barrage and Ground Support. At every
stage only such choices are offered as leave all other duties possible (7.11, 7.12, 7.21, 8.31); the
argument why that needs no search is in :mod:`grognard.mechanics.duty`.
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
    """An attack being put together: who could join it, and who must."""

    @property
    def named_all(self) -> bool:
        """Whether the time to name targets and units is over (4.1)."""
        return bool(self.s.barrage or self.s.spent)

    # -- units next door ---------------------------------------------------------------------

    def beside_all(self, targets: int) -> int:
        """Units with a duty to attack that are next to all the targets (7.23).

        Artillery is next to enemies across an unbridged river as well, and may attack them together
        with those on its own bank (8.32, 8.34); it has no duty to.
        """
        found = self.s.duty_attack
        for t in bits(targets):
            found &= self.s.contact[t] | self._across(t)
        return found

    def candidates(self, targets: int) -> int:
        """Those of them that may attack the targets: one target at least must be on their own bank (8.31)."""
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
        """Free artillery that has all the targets next door across a river: it may attack them all (8.32)."""
        hexes = -1
        for t in bits(targets):
            hexes &= self._river(self.s.at[t])
        hexes &= self.s.occupied[self.side]
        return self.game.units_in(self.s, hexes) & self.guns if hexes else 0

    def can_attack(self, targets: int) -> bool:
        """Whether somebody can attack all the targets together."""
        return bool(self.beside_all(targets) or self.river_guns(targets))

    def left_over(self, targets: int) -> int:
        """Units that would have nobody to attack if these targets were attacked together (7.12)."""
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
        """Artillery whose every other target will have as many guns as may fire at it, without this one.

        Left out here it would become a surplus that need not be (ruling 11.12).
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
        """Those of them who can still join: surplus artillery is excused (ruling 11.12)."""
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
        """The enemies that nobody would be left to attack if this unit joined the attack (7.21, ruling 7.12).

        The law: a unit in the Zone of Control of an enemy may leave that enemy out of its attack only
        if the enemy has been attacked already, or if another unit in the zone still has its attack to
        make. Artillery that could fire later does not count; it must have fired (ruling 7.11).

        Units and enemies with open duties are in each other's zones. No retreat leads there (7.71), so
        none of them is driven away, and every enemy next door is attacked by the end of the phase.
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
        """Artillery units in one combat, near and far ones alike, points not counted (11.0, 11.11 to 11.13)."""
        return self.game.tables.barrage_limit[self.side]

    @lazy
    def gun_room(self) -> int:
        """Artillery units that may still be added (11.21, 11.31)."""
        return self.gun_limit - artillery.guns_used(self.game, self.s)

    @property
    def needs_neighbour(self) -> bool:
        """Whether several hexes are under attack and nobody attacks from next door yet (8.13)."""
        s = self.s
        return not s.attackers and not s.barrage and bool(s.targets & (s.targets - 1))

    @lazy
    def more_guns(self) -> int:
        """Artillery that may join the attack."""
        if self.missing or self.gun_room <= 0:
            return 0
        return artillery.reaching(self.game, self.s, self.s.targets, fires_together(self, self.guns))


# -- naming targets --------------------------------------------------------------------------


def enemy_hexes(c: Declaring, hexes: int) -> int:
    return hexes & c.enemies


def at_hexes(c: Declaring, hexes: int, units: int) -> int:
    """The hexes without those of some units."""
    return hexes & ~c.game.hexes_of(c.s, units)


def with_a_neighbour(c: Declaring, hexes: int) -> int:
    """Artillery firing from afar attacks a single hex (8.13)."""
    return hexes if c.can_attack(c.s.targets) else 0


def next_to_somebody(c: Declaring, hexes: int) -> int:
    """Every attacker from next door must be next to all targets (7.23)."""
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
        return f"this would leave nobody to attack for {c.game.names(left)}"
    return Refusal("8.31", "the artillery next to these hexes must attack on its own bank too")


# -- naming units ----------------------------------------------------------------------------


def candidates(c: Declaring, units: int) -> int:
    """Units other than artillery attack from next door only (7.15), and all targets together (7.23)."""
    return units & c.candidates(c.s.targets)


def why_apart(c: Declaring, unit: int) -> str | Refusal:
    game, here, name = c.game, c.s.at[unit], c.game.counters[unit].id
    hexes = [c.s.at[t] for t in bits(c.s.targets)]
    next_to = [h for h in hexes if game.board.grid.adjacent(here, h)]
    across = [h for h in next_to if not game.zones.near[here] >> h & 1]
    gun = bool(game.roster.artillery >> unit & 1)
    if across and len(next_to) == len(hexes):
        if gun and c.game.enemy_zone(c.s, c.side) >> here & 1:
            return Refusal("8.31", f"{name} has an enemy on its own bank and may not attack across the river alone")
        if gun:
            return Refusal("8.34", f"{name} has no enemy on its own bank; it fires across the river by 'barrage'")
        return Refusal("6.33", f"{name} may not attack across a river without a bridge")
    if gun and not next_to:
        return Refusal("8.32", f"{name} is not next to the target; artillery fires from afar by 'barrage'")
    if next_to:
        return Refusal("8.32" if gun else "7.23", f"{name} is not next to all the targets")
    return Refusal("7.15", f"{name} is not next to the target")


def within_the_gun_limit(c: Declaring, units: int) -> int:
    """At most so many artillery units in one combat (11.21, 11.31)."""
    return units if c.gun_room > 0 else units & ~c.game.roster.artillery


def why_too_many_guns(c: Declaring, _: int) -> Refusal:
    return Refusal(("11.21", "11.31")[c.side], f"at most {c.gun_limit} artillery units may attack in one combat")


def places_kept(c: Declaring, units: int) -> int:
    """The last places belong to artillery that has no other target (ruling 11.12)."""
    guns = c.game.roster.artillery
    return units & (~guns | c.must) if c.gun_room <= (c.must & guns).bit_count() else units


def why_kept(c: Declaring, _: int) -> Refusal:
    guns = c.game.names(c.must & c.game.roster.artillery)
    why = f"the last places for artillery are for units that can attack nothing else: {guns}"
    return Refusal(("11.21", "11.31")[c.side], why)


def leaving_nobody_out(c: Declaring, units: int) -> int:
    """A unit attacks every adjacent enemy that nobody else takes on (7.21)."""
    return of(u for u in bits(units) if not c.left_alone(u))


def why_needed(c: Declaring, unit: int) -> str:
    return "; ".join(_needed(c, unit, enemy) for enemy in bits(c.left_alone(unit)))


def _needed(c: Declaring, unit: int, enemy: int) -> str:
    """Why a unit may not leave this enemy out, and what would let it: one more target, or artillery first."""
    game, s = c.game, c.s
    ways = []
    if c.viable(s.targets | 1 << enemy):
        ways.append(f"name it too ('also {game.place_name(s.at[enemy])}', before the units)")
    guns = artillery.in_range(game, s, s.at[enemy], c.guns)
    if guns:
        ways.append(f"barrage it first ({game.names(guns)})")
    name = game.counters[enemy].id
    why = f"without {game.counters[unit].id} nobody in the zone of {name} is left to attack it"
    return f"{why}: {' or '.join(ways)}" if ways else why


# -- barrage, support, resolution ------------------------------------------------------------


def fires_together(c: Declaring, units: int) -> int:
    """Artillery alone fires at one hex only, unless it has all targets next door across a river (8.13, 8.22, 8.32)."""
    return units & c.river_guns(c.s.targets) if c.needs_neighbour else units


def within_range(c: Declaring, units: int) -> int:
    """Nothing in between blocks fire (8.61)."""
    return artillery.reaching(c.game, c.s, c.s.targets, units)


def why_beyond(c: Declaring, unit: int) -> str:
    return f"the target is beyond {c.game.counters[unit].id}'s range of {c.game.roster.range[unit]} hexes"


def up_to(most: int) -> int:
    """The numbers up to a greatest one, as a set."""
    return (2 << most) - 1


def backed_by_units(c: Declaring) -> bool:
    """Points alone do no duty (ruling 7.11): a unit must take part, or be able to."""
    s = c.s
    return bool(s.attackers or s.barrage or not s.targets & s.duty_target or c.more_guns)


def does_the_duty(c: Declaring) -> bool:
    s = c.s
    return bool(s.attackers or s.barrage or not s.spent or not s.targets & s.duty_target)


#: Before artillery fires from afar, points are added or the attack is resolved, those join who have to.
MUST_JOIN: tuple[Row[Declaring], ...] = (
    Only(
        "7.12",
        lambda c: not c.missing & c.bound,
        "these units have no other enemy to attack and must join first: {c.bound_names}",
    ),
    Only(
        "8.31",
        lambda c: not c.missing & ~c.bound,
        "other artillery fills the attacks on all other enemies of these units, so they must join first: "
        "{c.crowded_names}",
    ),
)


class Declare(Phasing["HurtgenGame", HurtgenState]):
    """An attack being put together.

    A unit attacks as a whole (7.3), at full strength (7.52), up to six of them from next door (7.13). Ground Support
    may be divided among attacks (9.12).
    """

    name = "declare"
    case = Declaring
    choices: ClassVar[tuple[Choice[Declaring], ...]] = (
        Choice(
            "also",
            Only(
                "4.1", lambda c: not c.named_all, "barrage has been allotted; units and targets are named before that"
            ),
            Only("4.1", lambda c: not c.s.attackers, "name all targets before the units that attack them"),
            Limit("7.0", enemy_hexes, "there is no enemy unit in {it}"),
            Reason("7.14", lambda c, hexes: at_hexes(c, hexes, c.s.targets), "{it} is a target of this attack already"),
            Reason(
                "7.14",
                lambda c, hexes: hexes & ~c.game.hexes_of(c.s, on_map(c, c.s.struck)),
                "the unit in {it} has been attacked already in this phase",
            ),
            Reason("8.13", with_a_neighbour, "artillery firing from afar attacks a single hex"),
            Reason("7.23", next_to_somebody, "no unit can attack {it} and the other targets together"),
            Limit("7.12", more_targets, why_not_target),
        ),
        Choice(
            "with",
            Only(
                "4.1", lambda c: not c.named_all, "barrage has been allotted; units and targets are named before that"
            ),
            Limit("7.0", lambda c, units: units & c.mine, "{it} is not on the attacking side"),
            Limit("7.14", lambda c, units: units & ~c.s.attackers, "{it} is in this attack already"),
            Limit("7.96", lambda c, units: units & ~c.s.advanced, "{it} has advanced and may not attack in this phase"),
            Limit("7.14", lambda c, units: units & ~c.s.fought, "{it} has attacked already in this phase"),
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
                "{it} is not artillery and attacks only from next door",
            ),
            Limit("7.14", lambda c, units: units & ~(c.s.barrage | c.s.attackers), "{it} is in this attack already"),
            Reason("7.14", lambda c, units: units & ~c.s.fought, "{it} has attacked already in this phase"),
            Reason(
                "7.82", lambda c, units: units & ~c.s.displaced, "{it} was displaced and may not fire in this phase"
            ),
            Limit(
                "8.31",
                lambda c, units: units & c.guns,
                "{it} has an enemy next to it and may attack only its neighbours",
            ),
            Limit("8.11", within_range, why_beyond),
            Limit("8.13", fires_together, "artillery firing from afar attacks a single hex"),
            Only("11.21", lambda c: c.gun_room > 0, why_too_many_guns),
        ),
        Choice(
            "support",
            *MUST_JOIN,
            Only("11.4", lambda c: c.game.tables.support_turn[c.side], "only the U.S. has Ground Support Points"),
            Only("4.1", lambda c: not c.s.spent, "Ground Support Points have been allotted to this attack"),
            Limit("9.11", lambda c, points: points & ~1, "Ground Support Points are added one or more at a time"),
            Limit(
                "11.42",
                lambda c, points: points & up_to(c.game.tables.support_combat[c.side]),
                lambda c, _: f"at most {c.game.tables.support_combat[c.side]} points may be used in one combat",
            ),
            Limit(
                "11.41",
                lambda c, points: points & up_to(c.s.support),
                "Ground Support Points left in this Game-Turn: {c.s.support}",
            ),
            Only(
                "7.23",
                lambda c: not c.needs_neighbour,
                "several hexes are under attack: a unit next to all of them must take part first",
            ),
            Only(
                "7.11",
                backed_by_units,
                "ground support alone does not do the duty to attack this unit: a unit must take part",
            ),
        ),
        Choice(
            "resolve",
            *MUST_JOIN,
            Only("7.11", does_the_duty, "ground support alone does not do the duty to attack: a unit must take part"),
            Only("7.0", lambda c: c.s.attackers or c.s.barrage or c.s.spent, "nobody attacks yet"),
        ),
    )

    def prompt(self, s: HurtgenState) -> Prompt:
        names = self.game.names(s.targets)
        if s.barrage or s.spent:
            return Prompt(f"Attack on {names}: add barrage or ground support, or resolve it.", "4.1")
        if s.attackers:
            return Prompt(f"Attack on {names}: add units, barrage or ground support, or resolve it.", "7.2")
        if s.targets & s.duty_target:
            return Prompt(f"Attack on {names}: add targets, or choose the units that attack.", "7.2")
        return Prompt(f"Attack on {names}: choose artillery or ground support.", "8.1")

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
        s.report(
            "7.0",
            "{} attack on {} with {}{}",
            game.side_names[self.seat(s)],
            game.names(s.targets),
            game.names(s.attackers | s.barrage) or "ground support",
            f" and {s.spent} ground support" if s.spent and s.attackers | s.barrage else "",
        )
        self.pop(s)
        self.push(s, AfterCombat)
        self.push(s, CombatDie)
        if artillery.final_fire(game, s):
            self.push(s, artillery.FinalFire)
