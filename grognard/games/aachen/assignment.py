"""Chapters 5.5.1, 5.5.2 and 8.2: the Assignment Segment, assignments at set-up, and those after a withdrawal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from ...engine.limits import Choice, Limit, Only, lazy
from ...engine.step import AnyStep, Offer, Procedure, Prompt
from ...hexes import bits, of
from ...mechanics.phasing import Owned, possible
from . import command, entries, recovery, victory
from .formations import all_members, assign, formation_of, members
from .luck import give_marker, holds_marker
from .stacking import TOP, Owner, PutsInOrder, not_on_top
from .state import AachenState
from .units import GERMAN, US

if TYPE_CHECKING:
    from .game import AachenGame

#: Why units are assigned now: the segment of the turn, the set-up (ruling 10l), a withdrawal (ruling 8.5.2i).
SEGMENT, SETUP, LEFTOVER = range(3)

#: US formations that lend units to each other (5.5.1): from, to, whether infantry battalions, and how many.
EXCHANGES = (
    ("1", "3A", True, 3),
    ("3A", "1", False, 2),
    ("30", "2A", True, 3),
    ("2A", "30", False, 2),
)


def begin(game: AachenGame, s: AachenState) -> None:
    """Assignments are secret notes (8.2): from now on nobody knows whether they are still as they were seen."""
    s.assigned_open = 0
    s.agenda.append((game.codes[Assignments], SEGMENT, 0))


def begin_setup(game: AachenGame, s: AachenState) -> None:
    """Before the first Ops Phase, owners assign their independent units on the map (ruling 10l)."""
    if unplaced(game, s, US) | unplaced(game, s, GERMAN):
        s.agenda.append((game.codes[Assignments], SETUP, 0))


def unplaced(game: AachenGame, s: AachenState, side: int) -> int:
    """The independent units on the map that a scenario leaves to their owner and that are not assigned yet."""
    ids = game.unit_ids
    units = sum(1 << ids[unit] for unit in game.scenario_of(s).words["proposed"])
    return sum(1 << u for u in bits(units & s.on_map & game.units_of[side]) if not s.assigned[u])


def waiting(game: AachenGame, s: AachenState, side: int) -> int:
    """Independent units due this turn without a formation, if there is one for them (8.2, 8.5.1)."""
    due = entries.due(game, s, side) & game.roster.independents
    return sum(1 << u for u in bits(due & prospects(game, s, side).movable) if not s.assigned[u]) if due else 0


class Assignments(Procedure["AachenGame", AachenState]):
    """Asks one side after the other; the order has no effect (ruling 8.2d). Arguments: why, and how many were asked."""

    name = "assignments"
    args = ("number", "number")

    def run(self, s: AachenState) -> None:
        game = self.game
        _, why, asked = s.agenda[-1]
        if asked == 2:
            self.pop(s)
            victory.check(game, s)
            return
        side = (US, GERMAN)[asked]
        self.set_args(s, why, asked + 1)
        if why == SEGMENT and side == GERMAN:
            return_attached(game, s)
        self.push(s, Assign, side, why)
        wanted = ("assign", "reroll") if holds_marker(s, side) else ("assign",)
        if not possible(game, s, Assign, *wanted):
            recovery.forget_die(s)
            self.pop(s)


def return_attached(game: AachenGame, s: AachenState) -> None:
    """German formation units that can trace a Command Path of any length to their own HQ return to it (5.5.1)."""
    for u in bits(game.roster.combat & game.units_of[GERMAN] & ~game.roster.independents & s.on_map):
        if s.assigned[u] and command.status_for(game, s, u, game.roster.home[u]) != command.ISOLATED:
            assign(game, s, u, game.roster.home[u])
            s.report("5.5.1", "{} returns to its own formation", game.counters[u].id)


# -- which formations a unit may go to ---------------------------------------------------------


def present_or_due(game: AachenGame, s: AachenState, unit: int) -> int:
    """The HQs that count for a unit: those on the map; for a unit that arrives also those that arrive (5.5.2)."""
    hqs = game.roster.hqs & game.units_of[game.side_of[unit]]
    found = hqs & s.on_map
    return found if s.at[unit] >= 0 else found | hqs & entries.due(game, s, game.side_of[unit])


def staying(game: AachenGame, s: AachenState, hqs: int) -> int:
    """HQs of formations that are not withdrawn this turn."""
    leaving = {game.roster.by_code[code] for code in game.scenario_of(s).words["departures"].get(s.turn, ())}
    if not leaving:
        return hqs
    return sum(1 << hq for hq in bits(hqs) if game.hq_formation[hq] not in leaving)


def could_serve(game: AachenGame) -> list[int]:
    """For each unit the HQs that it could ever be under: by side, by corps, by exchange (5.5.1, 5.5.2)."""
    roster, formations = game.roster, game.roster.formations
    exchanges = {(roster.by_code[a], roster.by_code[b]) for a, b, _, _ in EXCHANGES}
    out = []
    for unit, home in enumerate(roster.home):
        side, found = game.side_of[unit], 0
        for index, target in enumerate(formations):
            free = side == GERMAN or (home < 0 and roster.corps[unit] == target.corps)
            if target.side == side and (free or index == home or (home, index) in exchanges):
                found |= 1 << target.hq
        out.append(found)
    return out


def permitted(game: AachenGame, s: AachenState, unit: int, hqs: int) -> int:
    """The HQs that a unit may be under at all: by corps, by exchange, or by attachment (5.5.1, 5.5.2)."""
    hqs &= game.serves[unit]
    home = game.roster.home[unit]
    own = 1 << game.roster.formations[home].hq if home >= 0 else hqs
    others = hqs & ~own
    if not others:
        return hqs
    if game.side_of[unit] == GERMAN:
        return hqs if command.status(game, s, unit) == command.ISOLATED else hqs & own
    return hqs & own | sum(1 << hq for hq in bits(others) if not why_not_lent(game, s, unit, game.hq_formation[hq]))


def why_not_permitted(game: AachenGame, s: AachenState, unit: int, formation: int) -> str:
    """Why a unit may never be assigned to a formation as things are, or an empty text."""
    roster, name = game.roster, game.counters[unit].id
    home, target = roster.home[unit], roster.formations[formation]
    if home < 0:
        same = game.side_of[unit] == GERMAN or roster.corps[unit] == target.corps
        return "" if same else f"{name} belongs to another corps than the {target.name}"
    if formation == home:
        return ""
    if game.side_of[unit] == US:
        return why_not_lent(game, s, unit, formation)
    if command.status(game, s, unit) != command.ISOLATED:
        return f"{name} is not isolated, so it stays with its formation"
    return ""


def why_not_lent(game: AachenGame, s: AachenState, unit: int, formation: int) -> str:
    """Why a US unit may not be lent to a formation: only four exchanges exist, within limits (5.5.1)."""
    roster, name = game.roster, game.counters[unit].id
    home, target = roster.home[unit], roster.formations[formation]
    codes = (roster.formations[home].code, target.code)
    found = next((e for e in EXCHANGES if e[:2] == codes), None)
    if found is None:
        return f"units of the {roster.formations[home].name} are not lent to the {target.name}"
    _, _, infantry, most = found
    if not lendable(game, home, infantry) >> unit & 1:
        kind = "an infantry battalion" if infantry else "a tank task group"
        return f"{name} is not {kind}"
    lent = lent_to(game, s, home, formation)
    if lent.bit_count() >= most:
        return f"{most} units are with the {target.name} already: {game.names(lent)}"
    if infantry and lent and not any(r >> unit & 1 and not lent & ~r for r in roster.regiments[home].values()):
        return f"{name} is not of the same regiment as {game.names(lent)}"
    return ""


def lendable(game: AachenGame, home: int, infantry: bool) -> int:
    """The infantry battalions or the tank task groups of a formation (5.5.1)."""
    roster = game.roster
    return sum(roster.regiments[home].values()) if infantry else roster.task_groups & roster.formations[home].members


def could_be_lent(game: AachenGame) -> dict[int, int]:
    """For each HQ the combat units that could ever be under it, by the kind of unit too (5.5.1, 5.5.2)."""
    roster, codes = game.roster, game.roster.by_code
    foreign = {(codes[a], codes[b]): lendable(game, codes[a], infantry) for a, b, infantry, _ in EXCHANGES}
    out = {}
    for index, formation in enumerate(roster.formations):
        units = of(u for u in bits(roster.combat) if game.serves[u] >> formation.hq & 1)
        for (home, target), some in foreign.items():
            units &= ~roster.formations[home].members | some if target == index else -1
        out[formation.hq] = units
    return out


def lent_to(game: AachenGame, s: AachenState, home: int, formation: int) -> int:
    """The units of a formation that another one has now, wherever they are in play."""
    return game.roster.formations[home].members & members(game, s, formation) & s.on_map


def in_range(game: AachenGame, s: AachenState, unit: int, hqs: int) -> int:
    """The HQs in whose Command Range a unit is; range is not asked of a unit off the map (5.5.2, ruling 5.5.2m)."""
    if s.at[unit] < 0:
        return hqs
    found = 0
    for hq in bits(hqs):
        if command.status_for(game, s, unit, game.hq_formation[hq]) == command.IN_COMMAND:
            found |= 1 << hq
    return found


def may_leave(game: AachenGame, s: AachenState, units: int) -> int:
    """Those of some units that may leave the formation they are with: they must be in command (5.5.2).

    A German unit that is attached because it was isolated is asked for its new HQ only (5.5.1).
    """
    bound = units & (game.units_of[US] | game.roster.independents) & of(u for u in bits(units) if s.at[u] >= 0)
    bound &= reduce(or_, all_members(game, s))
    return units & ~bound | command.in_command(game, s, bound)


def qualified(game: AachenGame, s: AachenState, unit: int) -> int:
    """The HQs that a unit may be assigned to now."""
    return _accepting(game, s, unit, takers(game, s, game.side_of[unit], 1 << unit)[unit])


def _accepting(game: AachenGame, s: AachenState, unit: int, hqs: int) -> int:
    """Those of some HQs that could take a unit by places, and may have it: it is not under them now."""
    current = formation_of(game, s, unit)
    if current >= 0:
        hqs &= ~(1 << game.roster.formations[current].hq)
    return permitted(game, s, unit, hqs) if hqs else 0


def takers(game: AachenGame, s: AachenState, side: int, units: int) -> dict[int, int]:
    """For each of some combat units of a side the HQs that could take it by places alone.

    The unit could ever be under them, they are on the map or due, they stay, and the unit is in their range. The last
    answer is kept: it depends on the units, all places, zones and the turn, but not on assignments.
    """
    key = (units, s.turn, s.scenario_index, s.on_map, *s.occupied, *s.grip, s.at)
    asked, found = game.memory.takers[side]
    if asked != key:
        placed = units & s.on_map
        found = dict.fromkeys(bits(units), 0)
        for hq, some in _serving(game, s, side, of(u for u in found if s.at[u] < 0)):
            for u in bits(some):
                found[u] |= 1 << hq
        for hq in bits(staying(game, s, game.roster.hqs & game.units_of[side] & s.on_map)):
            some = placed & game.possible_members[hq]
            for u in bits(command.leads(game, s, game.hq_formation[hq], some)) if some else ():
                found[u] |= 1 << hq
        game.memory.takers[side] = (*key[:-1], s.at[:]), found
    return found


def _serving(game: AachenGame, s: AachenState, side: int, units: int) -> Iterator[tuple[int, int]]:
    """The HQs of a side that units off the map could be under, and those units: range is not asked of them."""
    hqs = game.roster.hqs & game.units_of[side]
    for hq in bits(staying(game, s, hqs & (s.on_map | entries.due(game, s, side)))) if units else ():
        yield hq, units & game.possible_members[hq]


class Prospects(NamedTuple):
    """The units of a side that could be assigned, whatever the segment."""

    #: units that another formation could take if it were in range: few of an army
    candidates: int
    #: those of them that may leave their present HQ, and those that an HQ may take now
    leaving: int
    movable: int


def prospects(game: AachenGame, s: AachenState, side: int) -> Prospects:
    """The prospects of a side. The last ones are kept, by all places, zones and assignments, and by the turn."""
    key = (s.turn, s.scenario_index, s.on_map, *s.occupied, *s.grip, s.at, s.assigned)
    asked, found = game.memory.prospects[side]
    if found is None or asked != key:
        units = candidates(game, s, side) & game.roster.combat
        movable = of(u for u, hqs in takers(game, s, side, units).items() if hqs and _accepting(game, s, u, hqs))
        found = Prospects(units, may_leave(game, s, units), movable)
        game.memory.prospects[side] = (*key[:-2], s.at[:], s.assigned[:]), found
    return found


def candidates(game: AachenGame, s: AachenState, side: int) -> int:
    """The units of a side that another formation could take if it were in range."""
    mine = game.units_of[side]
    if side == US:
        return game.exchangeable & mine
    out = game.roster.independents & mine
    for index, formation in enumerate(game.roster.formations):
        if formation.side == side:
            out |= command.isolated_members(game, s, index)
    return out | sum(1 << u for u, assigned in enumerate(s.assigned) if assigned and mine >> u & 1)


# -- the step ----------------------------------------------------------------------------------


class Assigning(Owner):
    """The side that assigns, why, and the unit that is selected."""

    def __init__(self, game: AachenGame, s: AachenState) -> None:
        super().__init__(game, s)
        _, self.side, self.why = s.agenda[-1]
        self.mine = game.units_of[self.side]
        self.unit = s.assignee

    @property
    def current(self) -> int:
        return formation_of(self.game, self.s, self.unit)

    @property
    def name(self) -> str:
        return self.game.counters[self.unit].id

    @property
    def highest(self) -> int:
        """The highest Interdiction Level."""
        return max(self.game.tables.interdiction)

    @lazy
    def due(self) -> int:
        return entries.due(self.game, self.s, self.side)

    @lazy
    def eligible(self) -> int:
        """Units on the map or due; at set-up and after a withdrawal only independent ones (rulings 10l, 8.5.2i)."""
        game, s = self.game, self.s
        units = (s.on_map | self.due & game.roster.independents) & game.roster.combat
        if self.why == SEGMENT:
            return units
        units &= game.roster.independents & s.on_map
        if self.why == SETUP:
            return units & sum(1 << game.unit_ids[unit] for unit in game.scenario_of(s).words["proposed"])
        return sum(1 << u for u in bits(units) if not s.assigned[u])

    @lazy
    def must(self) -> int:
        """Units without which the side may not finish."""
        if self.why == SETUP:
            units = unplaced(self.game, self.s, self.side)
            return sum(1 << u for u in bits(units) if qualified(self.game, self.s, u))
        return waiting(self.game, self.s, self.side) if self.why == SEGMENT else 0

    @lazy
    def prospects(self) -> Prospects:
        return prospects(self.game, self.s, self.side)

    def leaving(self, units: int) -> int:
        """Without the candidates that may not leave their present HQ; of the others a later row speaks."""
        return units & (~self.prospects.candidates | self.prospects.leaving)


def _why_not_movable(c: Assigning, unit: int) -> str:
    game, s = c.game, c.s
    name = game.counters[unit].id
    hqs = staying(game, s, present_or_due(game, s, unit))
    current = formation_of(game, s, unit)
    for hq in bits(hqs):
        why = why_not_permitted(game, s, unit, game.hq_formation[hq])
        if game.hq_formation[hq] != current and not why:
            return f"{name} is not in the Command Range of another HQ that may take it"
    if game.roster.home[unit] >= 0:
        return f"{name} may not be assigned to another formation"
    return f"no other formation may take {name}"


def _why_hq(c: Assigning, hq: int) -> str:
    why = why_not_permitted(c.game, c.s, c.unit, c.game.hq_formation[hq])
    return why or f"{c.name} may not be assigned there"


def _why_range(c: Assigning, hq: int) -> str:
    return f"{c.name} is not in the Command Range of {c.game.counters[hq].id}"


class Assign(PutsInOrder, Owned["AachenGame", AachenState]):
    """A side assigns units: first the unit, then the HQ it goes under. Arguments: the side, and why."""

    game: AachenGame
    name = "assign"
    args = ("side", "number")
    case = Assigning
    choices: ClassVar[tuple[Choice[Assigning], ...]] = (
        Choice(
            "assign",
            Limit("5.5.2", lambda c, units: units & c.mine, "{it} is an enemy unit"),
            Limit("5.5", lambda c, units: units & ~c.game.roster.hqs, "{it} is an HQ"),
            Limit("8.2", lambda c, units: units & c.eligible, "{it} is not to be assigned now"),
            Limit("5.5.2", lambda c, units: units & ~c.s.disrupted, "{it} is disrupted"),
            Limit("5.5.2", lambda c, units: c.leaving(units), "{it} is not in the Command Range of its present HQ"),
            Limit("5.5.1", lambda c, units: units & c.prospects.movable, _why_not_movable),
            Limit("8.2", lambda c, units: units & ~(1 << c.unit if c.unit >= 0 else 0), "{it} is selected already"),
        ),
        Choice(
            "under",
            Only("8.2", lambda c: c.unit >= 0, "first choose the unit to assign"),
            Limit("5.5.2", lambda c, units: units & c.mine, "{it} is an enemy unit"),
            Limit("5.5", lambda c, units: units & c.game.roster.hqs, "{it} is not an HQ"),
            Limit(
                "5.5.2",
                lambda c, units: units & present_or_due(c.game, c.s, c.unit),
                "{it} is not on the map",
            ),
            Limit("8.5.2", lambda c, units: staying(c.game, c.s, units), "{it} is withdrawn this turn"),
            Limit(
                "5.5.2",
                lambda c, units: sum(1 << u for u in bits(units) if c.game.hq_formation[u] != c.current),
                "{c.name} is under {it} already",
            ),
            Limit("5.5.1", lambda c, units: permitted(c.game, c.s, c.unit, units), _why_hq),
            Limit("5.5.2", lambda c, units: in_range(c.game, c.s, c.unit, units), _why_range),
        ),
        Choice("propose", Only("8.2", lambda c: c.must, "no unit has to be assigned")),
        Choice(
            "reroll",
            Only("5.2", lambda c: c.s.fresh and c.side == US, "no die of yours was just rolled"),
            Only("5.2", lambda c: c.s.snafu == c.side, "the other side has the reroll marker"),
            Only("5.2", lambda c: c.s.interdiction < c.highest, "no die gives a higher Interdiction Level"),
        ),
        TOP,
        Choice("done", Only("8.2", lambda c: not c.must, "every independent unit needs a formation first")),
    )

    def offer(self, s: AachenState) -> Offer:
        """The same as the rows say."""
        c = Assigning(self.game, s)
        selected = 1 << c.unit if c.unit >= 0 else 0
        units = c.prospects.movable & c.mine & c.eligible & ~(s.disrupted | selected)
        out: Offer = {"assign": c.leaving(units), "under": self.laws["under"].legal(c) if selected else 0}
        out["reroll"] = int(s.fresh > 0 and c.side == US == s.snafu and s.interdiction < c.highest)
        out["top"] = not_on_top(s, c.mine)
        out["propose" if c.must else "done"] = 1
        return {verb: args for verb, args in out.items() if args}

    def prompt(self, s: AachenState) -> Prompt:
        c = Assigning(self.game, s)
        if s.fresh and c.side == US == s.snafu and s.interdiction < c.highest:
            text = f"The Interdiction Level is {s.interdiction}: roll again, or assign units, or continue."
            return Prompt(text, "5.2")
        if c.unit >= 0 and c.mine >> c.unit & 1:
            return Prompt(f"Choose the HQ for {c.name}.", "8.2")
        if c.must:
            return Prompt(f"Assign {self.game.names(c.must)}, or accept the proposal.", "8.2")
        return Prompt("Assign units to formations, or continue.", "8.2")

    def do_reroll(self, s: AachenState, _: int) -> None:
        """The Interdiction die is rolled again, and the Germans recover by the new level (5.2, 8.1.3)."""
        recovery.take_back_german_levels(self.game, s)
        give_marker(self.game, s)
        self.push(s, recovery.InterdictionDie, 0, 1)

    def do_assign(self, s: AachenState, unit: int) -> None:
        recovery.forget_die(s)
        s.assignee = unit

    def do_under(self, s: AachenState, hq: int) -> None:
        unit, s.assignee = s.assignee, -1
        put_under(self.game, s, unit, self.game.hq_formation[hq])

    def do_propose(self, s: AachenState, _: int) -> None:
        """Each unit goes under the HQ that the scenario names if that is legal, else under the first that is."""
        game = self.game
        recovery.forget_die(s)
        s.assignee = -1
        words = game.scenario_of(s).words
        named = {**words["arrivals_proposed"], **words["proposed"]}
        for unit in bits(Assigning(game, s).must):
            hqs = qualified(game, s, unit)
            formation = game.roster.by_code.get(named.get(game.counters[unit].id, ""), -1)
            hq = game.roster.formations[formation].hq if formation >= 0 else -1
            chosen = hq if hq >= 0 and hqs >> hq & 1 else next(bits(hqs))
            put_under(game, s, unit, game.hq_formation[chosen])

    def do_done(self, s: AachenState, _: int) -> None:
        recovery.forget_die(s)
        s.assignee = -1
        self.pop(s)


def put_under(game: AachenGame, s: AachenState, unit: int, formation: int) -> None:
    """Assign a unit in secret (5.5.2)."""
    assign(game, s, unit, formation)
    s.report("8.2", "{} is assigned to the {}", game.counters[unit].id, game.roster.formations[formation].name)


def release(game: AachenGame, s: AachenState, formation: int) -> int:
    """Units that were only assigned to a withdrawn formation are nobody's now; return those on the map (8.5.2)."""
    found = 0
    for u in bits(game.roster.combat):
        if s.assigned[u] == formation + 1:
            s.assigned[u] = 0
            found |= 1 << u
    return found & game.roster.independents & s.on_map


STEPS: tuple[type[AnyStep], ...] = (Assignments, Assign)
