"""Chapters 5.3.1 to 5.3.3: overstacked hexes, and displaced HQs and units."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Case, Choice, Limit, Only, Prefer, Row, lazy
from ...engine.step import AnyStep, Procedure, Prompt
from ...hexes import bits, flood, lowest, of, reach
from ...mechanics.phasing import Owned
from . import control, victory
from .pieces import disrupt, drop_improved, eliminate, lower_level, lower_support, place
from .stacking import has_room, is_overstacked, surplus
from .state import WAITING, AachenState
from .supply import supplied_hexes
from .zones import enemy_zone

if TYPE_CHECKING:
    from .game import AachenGame


# -- HQs (5.3.2) ------------------------------------------------------------------------------


def destinations(game: AachenGame, s: AachenState, hq: int) -> int:
    """The built-up hexes an HQ may be put in: controlled by its side, without enemies, not in an enemy zone unless a
    friendly combat unit is there, open to its side (ruling 5.3.2b)."""
    side = game.side_of[hq]
    zone = enemy_zone(game, s, side) & ~s.manned[side]
    here = 1 << s.at[hq] if s.at[hq] >= 0 else 0
    closed = s.occupied[1 - side] | zone | game.closed_hexes(s, side) | here
    return game.ground.built_up & control.controls(s, side) & ~closed


def chain(game: AachenGame, s: AachenState, hq: int) -> tuple[int, int]:
    """The hexes that a chain free of enemy units and zones joins to an HQ, and those of them within its range.

    The hex it starts from is not part of the chain (ruling 5.3.2q); the Roer and the teeth stop it as they stop units
    of its side (ruling 7.4l); the range is counted along it.
    """
    side = game.side_of[hq]
    start = 1 << s.at[hq]
    closed = s.occupied[1 - side] | (enemy_zone(game, s, side) & ~s.occupied[side]) | ~game.area(s)
    steps = game.ground.steps[f"{game.sides[side]} leg"].displacement
    block = closed & ~start
    return flood(steps, start, block=block), reach(steps, start, game.roster.range[hq], block=block).all


def displace_hq(game: AachenGame, s: AachenState, hq: int) -> None:
    """An HQ has to leave its hex; its owner says where to (5.3.2, ruling 5.3.1i)."""
    s.agenda.append((game.codes[DisplacedHQ], hq))


class Leaving(Case["AachenGame", AachenState]):
    """The HQ that is displaced."""

    def __init__(self, game: AachenGame, s: AachenState) -> None:
        super().__init__(game, s)
        _, self.hq = s.agenda[-1]
        self.side = game.side_of[self.hq]

    @lazy
    def open(self) -> int:
        return destinations(self.game, self.s, self.hq)

    def supplied(self, hexes: int) -> int:
        """As long as there are such hexes with a Supply Path, only those (ruling 5.3.2b)."""
        return hexes & supplied_hexes(self.game, self.s, self.side) or hexes

    def without_hq(self, hexes: int) -> int:
        """A hex with another HQ only where there is no other (ruling 5.3.2r)."""
        s = self.s
        taken = of(s.at[hq] for hq in bits(self.game.roster.hqs) if s.at[hq] >= 0)
        return hexes & ~taken or hexes


def why_closed(c: Leaving, h: int) -> str:
    game, s, there = c.game, c.s, c.game.place_name(h)
    if not game.ground.built_up >> h & 1:
        return f"{there} is not a town, city or industrial hex"
    if s.at[c.hq] == h:
        return f"the HQ is displaced from {there}"
    if s.occupied[1 - c.side] >> h & 1:
        return f"an enemy unit is in {there}"
    if not control.controls(s, c.side) >> h & 1:
        return f"{there} is not controlled by this side"
    if game.closed_hexes(s, c.side) >> h & 1:
        return f"{there} is closed to this side"
    return f"{there} is in an enemy zone of control, and no friendly combat unit is there"


HQ_HEXES: tuple[Row[Leaving], ...] = (
    Limit("5.3.2", lambda c, hexes: hexes & c.open, why_closed),
    Prefer("5.7.2", lambda c, hexes: c.supplied(hexes), "{it} has no Supply Path, and another hex has one"),
    Prefer("3.3", lambda c, hexes: c.without_hq(hexes), "another HQ is in {it}, and another hex has none"),
)


class DisplacedHQ(Procedure["AachenGame", AachenState]):
    """An HQ is displaced: its owner is asked where there is a choice. Without any place it waits off the map
    (ruling 5.3.2m)."""

    game: AachenGame
    name = "displaced-hq"
    args = ("unit",)

    def run(self, s: AachenState) -> None:
        game = self.game
        _, hq = s.agenda[-1]
        c = Leaving(game, s)
        found = c.without_hq(c.supplied(c.open))
        if not found:
            self.pop(s)
            name = game.counters[hq].id
            s.announce("5.3.2", "{} has nowhere to go and leaves the map until the next Recovery Segment", name)
            lower_support(game, s, hq, game.roster.support[hq])
            s.level[game.hq_formation[hq]] = 0
            place(game, s, hq, WAITING)
        elif found & (found - 1):
            self.pop(s)
            self.push(s, PlaceHQ, hq)
        else:
            self.pop(s)
            settle_hq(game, s, hq, lowest(found))


class PlaceHQ(Owned["AachenGame", AachenState]):
    """The owner places a displaced HQ (5.3.2)."""

    game: AachenGame
    name = "place-hq"
    args = ("unit",)
    brief = True
    case = Leaving
    choices: ClassVar[tuple[Choice[Leaving], ...]] = (Choice("to", *HQ_HEXES),)

    def seat(self, s: AachenState) -> str:
        _, hq = s.agenda[-1]
        return self.game.sides[self.game.side_of[hq]]

    def prompt(self, s: AachenState) -> Prompt:
        _, hq = s.agenda[-1]
        return Prompt(f"{self.game.counters[hq].id} is displaced: choose the hex it goes to.", "5.3.2", s.at[hq])

    def do_to(self, s: AachenState, h: int) -> None:
        _, hq = s.agenda.pop()
        settle_hq(self.game, s, hq, h)


def penalty(game: AachenGame, s: AachenState, hq: int, h: int) -> int:
    """Which case of 5.3.2 a hex is: 1 in range along a chain, 2 beyond it, 3 without a chain (ruling 5.3.2k)."""
    joined, near = chain(game, s, hq)
    return 1 if near >> h & 1 else 2 if joined >> h & 1 else 3


def settle_hq(game: AachenGame, s: AachenState, hq: int, h: int) -> None:
    """A displaced HQ arrives, with fewer support points and a lower level (5.3.2)."""
    case = penalty(game, s, hq, h)
    lose_for_case(game, s, hq, case)
    s.announce("5.3.2", "{} goes to {}", game.counters[hq].id, game.hex_name(h))
    place(game, s, hq, h)
    control.update(game, s)
    victory.check(game, s)
    judge(game, s, h)


def lose_for_case(game: AachenGame, s: AachenState, hq: int, case: int) -> None:
    """The price of a displacement: one point and level, two, or all."""
    index = game.hq_formation[hq]
    by = case if case < 3 else max(game.roster.support[hq], s.level[index])
    lower_support(game, s, hq, by)
    lower_level(game, s, index, by)
    what = "all support points and its whole level" if case == 3 else f"{case} support and {case} of its level"
    s.announce("5.3.2", "{} loses {}", game.counters[hq].id, what)


# -- overstacked hexes (5.3.1, 5.3.3) -------------------------------------------------------------


def judge(game: AachenGame, s: AachenState, h: int) -> None:
    """Stacking limits bind at the end of an Action or a retreat (5.3.1)."""
    units = s.pile[h]
    if not is_overstacked(game, units):
        return
    s.announce("5.3.1", "{} is overstacked", game.hex_name(h))
    s.agenda.append((game.codes[Overstacked], h))
    hqs = units & game.roster.hqs
    if hqs & (hqs - 1):
        for hq in bits(hqs):
            lower_support(game, s, hq, 1)
            s.announce("5.3.1", "{} loses a support point", game.counters[hq].id)
    for unit in bits(units & game.roster.combat):
        disrupt(game, s, unit, "5.3.1", costs_a_point=True)
    control.update(game, s)
    victory.check(game, s)


class Overstacked(Procedure["AachenGame", AachenState]):
    """A hex over the limits: unit after unit leaves it until they are met."""

    game: AachenGame
    name = "overstacked"
    args = ("hex",)

    def run(self, s: AachenState) -> None:
        game = self.game
        _, h = s.agenda[-1]
        units = surplus_units(game, s, h)
        if not units:
            self.pop(s)
            s.seen = s.attackers | s.defenders
            return
        side = game.side_of[lowest(units)]
        reveal(game, s, h)
        movable = sum(1 << u for u in bits(units) if is_displaceable(game, s, u))
        if movable & (movable - 1):
            self.push(s, Displace, 1 - side, h)
        elif movable:
            send_away(game, s, 1 - side, lowest(movable))
        elif units & (units - 1):
            self.push(s, GiveUp, side, h)
        else:
            eliminate(game, s, lowest(units), "5.3.3")
            control.update(game, s)
            victory.check(game, s)


def reveal(game: AachenGame, s: AachenState, h: int) -> None:
    """The side that displaces sees the overstacked stack and the stacks of the other side next to it (5.3.3)."""
    for there in (h, *bits(game.board.grid.neighbours(1 << h) & (s.occupied[0] | s.occupied[1]))):
        if game.side_of[lowest(s.pile[there])] == game.side_of[lowest(s.pile[h])]:
            s.seen |= s.pile[there]


def surplus_units(game: AachenGame, s: AachenState, h: int) -> int:
    """The units of a hex among which some are over a limit: all those of the types concerned."""
    units, roster = s.pile[h], game.roster
    hqs, afvs, infantry = surplus(game, units)
    found = roster.hqs if hqs else 0
    found |= roster.afv if afvs else 0
    found |= roster.infantry if infantry else 0
    return units & found


def is_displaceable(game: AachenGame, s: AachenState, unit: int) -> bool:
    return bool(game.roster.hqs >> unit & 1 or neighbours_open(game, s, unit))


def neighbours_open(game: AachenGame, s: AachenState, unit: int) -> int:
    """The hexes a combat unit may be displaced to: next to it, without enemies of any kind, open to it (5.3.3)."""
    side = game.side_of[unit]
    steps = game.ground.steps[game.roster.mover[unit]].displacement
    return steps.next(1 << s.at[unit]) & ~s.occupied[1 - side] & ~game.closed_hexes(s, side)


class Crowd(Case["AachenGame", AachenState]):
    """The overstacked hex, and the units of it that are too many."""

    def __init__(self, game: AachenGame, s: AachenState) -> None:
        super().__init__(game, s)
        _, self.side, self.hex = s.agenda[-1]

    @property
    def owns(self) -> bool:
        """Whether the side that decides owns the units; the enemy may leave the displacement to it (5.3.1)."""
        return bool(self.s.pile[self.hex] & self.game.units_of[self.side])

    @property
    def there(self) -> str:
        return self.game.place_name(self.hex)

    @lazy
    def units(self) -> int:
        return surplus_units(self.game, self.s, self.hex)


_CROWD: tuple[Row[Crowd], ...] = (
    Limit("5.3.1", lambda c, units: units & c.s.pile[c.hex], "{it} is not in {c.there}"),
    Limit("5.3.1", lambda c, units: units & c.units, "{c.there} does not hold too many of the type of {it}"),
)


class Displace(Owned["AachenGame", AachenState]):
    """The opponent displaces a unit of an overstacked hex (5.3.3). Arguments: the opponent, and the hex."""

    game: AachenGame
    name = "displace"
    args = ("side", "hex")
    brief = True
    case = Crowd
    choices: ClassVar[tuple[Choice[Crowd], ...]] = (
        Choice(
            "displace",
            *_CROWD,
            Limit(
                "5.3.3",
                lambda c, units: sum(1 << u for u in bits(units) if is_displaceable(c.game, c.s, u)),
                "no hex next to {c.there} is open to {it}",
            ),
        ),
        Choice("leave-it", Only("5.3.1", lambda c: not c.owns, "the enemy has left the displacement to you")),
    )

    def prompt(self, s: AachenState) -> Prompt:
        c = Crowd(self.game, s)
        whose = "unit" if c.owns else "enemy unit"
        text = f"{self.game.hex_name(c.hex)} is overstacked: choose the {whose} that must leave."
        return Prompt(text, "5.3.3", c.hex)

    def do_leave_it(self, s: AachenState, _: int) -> None:
        """The owner displaces in place of the enemy (5.3.1)."""
        _, side, h = s.agenda.pop()
        self.push(s, Displace, 1 - side, h)

    def do_displace(self, s: AachenState, unit: int) -> None:
        _, side, _ = s.agenda.pop()
        send_away(self.game, s, side, unit)


def send_away(game: AachenGame, s: AachenState, side: int, unit: int) -> None:
    """A unit must leave an overstacked hex; a side says where a combat unit goes, if there is a choice (5.3.3)."""
    if game.roster.hqs >> unit & 1:
        displace_hq(game, s, unit)
        return
    found = roomy(game, s, unit, neighbours_open(game, s, unit))
    if found & (found - 1):
        s.agenda.append((game.codes[DisplaceTo], side, unit))
    else:
        settle_unit(game, s, unit, lowest(found))


def roomy(game: AachenGame, s: AachenState, unit: int, hexes: int) -> int:
    """Hexes with room for the type of a unit; if there are none, all of them (5.3.3, ruling 5.3.3i)."""
    return sum(1 << h for h in bits(hexes) if has_room(game, s, unit, h)) or hexes


def settle_unit(game: AachenGame, s: AachenState, unit: int, h: int) -> None:
    """A displaced unit arrives (5.3.3)."""
    drop_improved(s, s.at[unit], "a unit leaves it")
    place(game, s, unit, h)
    drop_improved(s, h, "a disrupted unit was displaced into it")
    s.announce("5.3.3", "{} is displaced to {}", game.counters[unit].id, game.hex_name(h))
    control.update(game, s)
    victory.check(game, s)
    judge(game, s, h)


class Displaced(Case["AachenGame", AachenState]):
    """The unit that is displaced."""

    def __init__(self, game: AachenGame, s: AachenState) -> None:
        super().__init__(game, s)
        _, self.side, self.unit = s.agenda[-1]
        self.name = game.counters[self.unit].id

    @property
    def owns(self) -> bool:
        """Whether the side that decides owns the unit."""
        return self.game.side_of[self.unit] == self.side

    @lazy
    def open(self) -> int:
        return neighbours_open(self.game, self.s, self.unit)

    def roomy(self, hexes: int) -> int:
        return roomy(self.game, self.s, self.unit, hexes)


def _why_not_there(c: Displaced, h: int) -> str:
    game, s, there = c.game, c.s, c.game.place_name(h)
    if not game.board.grid.adjacent(h, s.at[c.unit]):
        return f"{there} is not next to {c.name}"
    if s.occupied[1 - game.side_of[c.unit]] >> h & 1:
        return f"{there} holds a unit of the other side"
    return f"{there} is closed to {c.name}"


class DisplaceTo(Owned["AachenGame", AachenState]):
    """Where the displaced unit goes. Arguments: the side that says so, and the unit."""

    game: AachenGame
    name = "displace-to"
    args = ("side", "unit")
    brief = True
    case = Displaced
    choices: ClassVar[tuple[Choice[Displaced], ...]] = (
        Choice(
            "to",
            Limit("5.3.3", lambda c, hexes: hexes & c.open, _why_not_there),
            Prefer("5.3.3", lambda c, hexes: c.roomy(hexes), "{it} is full, and another hex has room for {c.name}"),
        ),
        Choice("leave-it", Only("5.3.1", lambda c: not c.owns, "the enemy has left the displacement to you")),
    )

    def prompt(self, s: AachenState) -> Prompt:
        _, _, unit = s.agenda[-1]
        return Prompt(f"Choose the hex that {self.game.counters[unit].id} is displaced to.", "5.3.3", s.at[unit])

    def do_to(self, s: AachenState, h: int) -> None:
        _, _, unit = s.agenda.pop()
        settle_unit(self.game, s, unit, h)

    def do_leave_it(self, s: AachenState, _: int) -> None:
        """The owner chooses the hex in place of the enemy (5.3.1)."""
        _, side, unit = s.agenda.pop()
        self.push(s, DisplaceTo, 1 - side, unit)


class GiveUp(Owned["AachenGame", AachenState]):
    """No unit can be displaced: the owner eliminates one (5.3.1, ruling 5.3.3g)."""

    game: AachenGame
    name = "give-up"
    args = ("side", "hex")
    brief = True
    case = Crowd
    choices: ClassVar[tuple[Choice[Crowd], ...]] = (Choice("remove", *_CROWD),)

    def prompt(self, s: AachenState) -> Prompt:
        _, _, h = s.agenda[-1]
        text = f"No hex next to {self.game.hex_name(h)} is open: choose the unit to eliminate."
        return Prompt(text, "5.3.1", h)

    def do_remove(self, s: AachenState, unit: int) -> None:
        self.pop(s)
        eliminate(self.game, s, unit, "5.3.3")
        control.update(self.game, s)
        victory.check(self.game, s)


STEPS: tuple[type[AnyStep], ...] = (DisplacedHQ, PlaceHQ, Overstacked, Displace, DisplaceTo, GiveUp)
