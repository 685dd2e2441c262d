"""Chapters 13.1 to 13.5: the Combat Segment, from the Combat Duration to the declaration of attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Choice, Limit, Only, Reason, lazy
from ...engine.step import AnyStep, Die, Procedure, Prompt
from ...engine.verbs import Verb
from ...hexes import bits, of
from ...mechanics import attacks
from ...mechanics.attacks import AfterCombat, adjacent, announce, begin_combat_phase
from ...mechanics.phasing import own_units, possible
from ...mechanics.stacks import hexes_of, units_on
from . import attackers as who
from . import duties, limits, support
from .allowance import lowest
from .state import ALLIED, BY_SEA, INFANTRY, MECHANIZED, NO_COMBAT, POOLS, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


# -- the segment -----------------------------------------------------------------------------------


def begin(game: ReichGame, s: ReichState, side: int) -> None:
    """Begin a Combat Segment (4.1.IV.d, 4.1.V.c)."""
    open_segment(s)
    s.agenda.append((game.codes[Segment],))
    if side == ALLIED:
        begin_timed(game, s)


def begin_offensive(game: ReichGame, s: ReichState, side: int) -> None:
    """Begin the Combat Segment of the counteroffensive (4.1.II.d)."""
    open_segment(s)
    s.agenda.append((game.codes[Segment],))
    begin_timed(game, s)


def open_segment(s: ReichState) -> None:
    """Forget the attacks of the last segment."""
    begin_combat_phase(s)
    s.struck_hexes = s.owed = 0
    s.mobile = False


def begin_timed(game: ReichGame, s: ReichState) -> None:
    """Roll for the Combat Duration, or forfeit combat and Breakthrough if no point is left (10.6.B, 13.5)."""
    if lowest(s, s.phasing) < 1:
        s.declared = NO_COMBAT
        s.agenda.pop()
        rule = "10.6.B.1" if s.phasing == ALLIED else "10.6.B.2"
        s.report(rule, "no Movement Point is left: there is no combat and no Breakthrough Movement")
    else:
        s.agenda.append((game.codes[Duration],))


class Duration(Die["ReichGame", ReichState]):
    """The Combat Duration, which all Movement Allowances lose (13.5)."""

    name = "duration"

    def prompt(self, s: ReichState) -> Prompt:
        return Prompt("Roll for the Combat Duration.", "13.5")

    def do_roll(self, s: ReichState, roll: int) -> None:
        self.pop(s)
        lost = self.game.tables.duration(roll)
        for pool in POOLS:
            if (pool in (INFANTRY, MECHANIZED)) == (s.phasing != ALLIED):
                s.points[pool] = max(0, s.points[pool] - lost)
        s.report("13.5", "roll {}: combat takes {} Movement Point{}", roll, lost, "s" if lost > 1 else "")


class Segment(Procedure["ReichGame", ReichState]):
    """Asks for attacks as long as one is possible (13.1, 13.7.6)."""

    name = "segment"

    def run(self, s: ReichState) -> None:
        if possible(self.game, s, Combat, "attack"):
            self.push(s, Combat)
        else:
            self.pop(s)


# -- choosing a hex --------------------------------------------------------------------------------


class Fight(attacks.Fight["ReichGame", ReichState]):
    """The units that may attack, the hexes next to them, and what must still be attacked."""

    @lazy
    def near(self) -> int:
        """Hexes next to units that may attack."""
        return who.hexes_next_to(self, self.game.attacks.able(self.s))

    @lazy
    def near_armed(self) -> int:
        """Hexes next to units that may attack and have an Attack Strength."""
        rules = self.game.attacks
        return who.hexes_next_to(self, rules.armed(self.s, rules.able(self.s)))

    @lazy
    def near_fresh(self) -> int:
        """Hexes next to such units that have not attacked."""
        return who.hexes_next_to(self, self.game.attacks.armed(self.s, self.units))

    @lazy
    def by_sea(self) -> int:
        """Hexes that could only be attacked over the sea."""
        return support.sea_targets(self.game, self.s)

    @lazy
    def pending(self) -> int:
        """Hexes that must still be attacked and can be."""
        return duties.pending(self.game, self.s)

    @property
    def pending_names(self) -> str:
        """Those hexes in words."""
        return ", ".join(self.game.place_name(h) for h in bits(self.pending))


def within_duty(c: Fight, hexes: int) -> int:
    """Hexes that some unit can attack without leaving another hex unattacked that must be (6.6)."""
    owed = duties.owed(c.s)
    if not owed:
        return hexes
    rules, able = c.game.attacks, duties.able(c.game, c.s, owed)
    armed, excused = rules.armed(c.s, c.units), duties.without(able.values())

    def is_possible(unit: int, h: int) -> bool:
        """Whether the others can do the rest: an attack by one unit brings no new duty."""
        return duties.without(units & ~(1 << unit) for other, units in able.items() if other != h) <= excused

    return of(
        h
        for h in bits(hexes)
        if c.by_sea >> h & 1 or any(is_possible(u, h) for u in bits(rules.attackers_of(c.s, armed, h)))
    )


def why_barred(c: Fight, h: int) -> str:
    """Why no unit next to a hex may attack it."""
    return f"no unit next to {c.game.place_name(h)} that has not attacked may attack that hex"


class Combat(attacks.Combat["ReichGame", ReichState]):
    """Announce an attack, or end the segment (13.1, 13.1.B, 13.1.D)."""

    case = Fight
    choices: ClassVar[tuple[Choice[Fight], ...]] = (
        Choice(
            "attack",
            Limit("13.1.C", lambda c, hexes: hexes & c.enemies, "there is no enemy unit in {it}"),
            Limit("13.2.E", lambda c, hexes: hexes & ~c.s.struck_hexes, "{it} has already been attacked"),
            Limit("7.1.2.G", lambda c, hexes: hexes & ~c.game.ground.off_map, "{it} is an Entrance Hex"),
            Reason(
                "13.1.C", lambda c, hexes: hexes & (c.next_to(c.mine) | c.by_sea), "none of your units is next to {it}"
            ),
            Reason(
                "13.1.C",
                lambda c, hexes: hexes & (who.hexes_next_to(c, c.mine) | c.by_sea),
                "prohibited hexsides separate {it} from your units",
            ),
            Reason("13.1.C", lambda c, hexes: hexes & (c.near | c.by_sea), "no unit next to {it} may attack now"),
            Reason(
                "13.2.A",
                lambda c, hexes: hexes & (c.near_armed | c.by_sea),
                "the units next to {it} that may attack have an Attack Strength of 0",
            ),
            Reason(
                "13.2.B",
                lambda c, hexes: hexes & (c.near_fresh | c.by_sea),
                "every unit next to {it} that may attack and has an Attack Strength has already attacked",
            ),
            Limit("13.1.C", lambda c, hexes: hexes & (c.attackable | c.by_sea), why_barred),
            Limit("6.6", within_duty, "the units that could attack {it} are needed where an attack is owed"),
        ),
        Choice("done", Only("6.6", lambda c: not c.pending, "you still have to attack {c.pending_names}")),
    )

    def prompt(self, s: ReichState) -> Prompt:
        pending = duties.pending(self.game, s)
        if pending:
            names = ", ".join(self.game.place_name(h) for h in bits(pending))
            return Prompt(f"Choose a hex to attack; still to be attacked: {names}.", "6.6")
        return Prompt("Choose a hex to attack, or end the Combat Segment.", "13.1")

    def do_attack(self, s: ReichState, h: int) -> None:
        self.pop(s)
        announce(self.game, s, h)

    def do_done(self, s: ReichState, _: int) -> None:
        self.pop(s)
        self.pop(s)


# -- choosing the units ----------------------------------------------------------------------------


class Attack(attacks.Attack["ReichGame", ReichState]):
    """The attack that is being declared."""

    @lazy
    def swimmers(self) -> int:
        """Units that the 79th can bring over the sea."""
        s = self.s
        return support.swimmers(self.game, s, s.target, s.attackers) if s.funnies == BY_SEA and s.helped < 0 else 0


def present(c: Attack, units: int) -> int:
    """Units on the map."""
    return units & c.game.attacks.units_on(c.s, c.s.occupied[c.side])


def over_open_sides(c: Attack, units: int) -> int:
    """Units next to the target over hexsides that may be attacked across, or helped over the sea (13.1.C, 13.9.B)."""
    rules = c.game.attacks
    return units & (rules.units_on(c.s, rules.near(1 << c.target)) | c.swimmers)


def off_mountains(c: Attack, units: int) -> int:
    """Units that may attack mountains, if the target is one (13.9.E)."""
    return units & ~c.game.roster.mobile if c.game.attacks.mountains(c.s) >> c.target & 1 else units


def in_bounds(c: Attack, units: int) -> int:
    """Units whose limits allow them to attack the target."""
    return of(u for u in bits(units) if c.game.attacks.open_to(c.s, u) >> c.target & 1)


def led(c: Attack, units: int) -> int:
    """Units with an Attack Strength, and those stacked with one that takes part (13.2.A, ruling 13.2.Ab)."""
    rules = c.game.attacks
    armed = rules.armed(c.s, units)
    leaders = hexes_of(c.s.at, rules.armed(c.s, c.attackers))
    return armed | of(u for u in bits(units & ~armed) if c.s.at[u] >= 0 and leaders >> c.s.at[u] & 1)


def without_new_duty(c: Attack, units: int) -> int:
    """Units that may join without leaving a hex unattacked that must be (6.6); at Cherbourg 6.6 does not apply."""
    if c.game.attacks.at_cherbourg(c.s):
        return units
    s = c.s
    if not s.owed:
        if not c.attackers:
            return units
        hexes = hexes_of(s.at, c.attackers)
        if not hexes & (hexes - 1) and units_on(s.at, units, hexes) == units:
            return units
    excused = duties.unmet(c.game, s, duties.owed(s))
    return of(u for u in bits(units) if duties.is_possible(c.game, s, c.attackers | 1 << u, c.target, excused))


def why_duty(c: Attack, unit: int) -> str:
    """Which hexes would be left open."""
    left = duties.after(c.game, c.s, c.attackers | 1 << unit, c.target)
    names = ", ".join(c.game.place_name(h) for h in bits(left))
    return f"with {c.game.counters[unit].id} in this attack not all of {names} could still be attacked"


class Declare(attacks.Declare["ReichGame", ReichState]):
    """Add units and support to an attack, and resolve it (13.1, 13.9.B, 17.5.3, 13.2.C, 13.2.D)."""

    case = Attack
    choices: ClassVar[tuple[Choice[Attack], ...]] = (
        Choice(
            "with",
            Limit("13.1.A", own_units, "{it} is an enemy unit"),
            Limit("2.2", who.combat_units, "{it} is a support unit"),
            Limit("13.1.C", present, "{it} is not on the map"),
            Limit("13.1.C", lambda c, units: units & ~c.attackers, "{it} is already in this attack"),
            Reason("13.1.C", lambda c, units: adjacent(c, units) | units & c.swimmers, "{it} is not next to {c.there}"),
            Limit("13.1.C", over_open_sides, "a prohibited hexside separates {it} from {c.there}"),
            Limit("12.1", who.undisrupted, "{it} is disrupted and may not attack"),
            Limit("7.3.E", who.not_refitting, "{it} is refitting and may not attack"),
            Limit("9.2.B", who.ungrounded, "{it} is grounded and may not attack"),
            Limit("16.2", who.no_garrison, "{it} is a Metz garrison and may not attack"),
            Limit("10.7.8", who.released, "{it} is not released yet and may not attack"),
            Limit("7.1.2.G", who.in_play, "{it} is in an Entrance Hex and may not attack"),
            Limit("13.2.B", attacks.unspent, "{it} has already attacked"),
            Limit("13.9.E", off_mountains, "{it} has a red Attack Strength and may not attack into a Mountain hex"),
            Limit("10.7", in_bounds, lambda c, unit: limits.why_no_attack(c.game, c.s, unit, c.target)),
            Limit("13.2.A", led, "{it} has an Attack Strength of 0, and nobody with more attacks out of its hex"),
            Limit("6.6", without_new_duty, why_duty),
        ),
        Choice("resolve", Only("13.1.C", lambda c: c.attackers, "no unit takes part yet")),
        support.AIR_ATTACK,
        support.FUNNIES,
    )

    def next_choice(self, s: ReichState) -> str:
        return "add units and support, or roll the dice" if s.attackers else "choose a unit that takes part"

    def do_with(self, s: ReichState, unit: int) -> None:
        if s.funnies == BY_SEA and s.helped < 0 and not self.game.attacks.near(1 << s.target) >> s.at[unit] & 1:
            s.helped = unit
        super().do_with(s, unit)

    def do_air(self, s: ReichState, _: int) -> None:
        support.commit_air(self.game, s)

    def do_funnies(self, s: ReichState, word: int) -> None:
        support.commit_funnies(self.game, s, word)


STEPS: tuple[type[AnyStep], ...] = (Duration, Segment, Combat, Declare, AfterCombat)
#: Both sides roll.
VERBS = {"resolve": Verb("none", "Roll the dice", "strike", main=True)}
