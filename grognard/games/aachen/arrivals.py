"""Chapter 8.5: withdrawals, and the placement of reinforcements."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Choice, Limit, Only, Prefer, lazy
from ...engine.step import AnyStep, Procedure, Prompt, Step
from ...hexes import bits, lowest
from ...mechanics.phasing import possible
from ...mechanics.placing import PlaceUnits, Placing, none_selected, selected
from . import assignment, command, control, displacement, entries, victory
from .formations import formation_of
from .pieces import drop_improved, eliminate, leave, place, remove_idle_hqs
from .stacking import TOP, Owner, PutsInOrder, has_room
from .state import DUE, ELIMINATED, WITHDRAWN, AachenState
from .supply import is_supplied
from .units import GERMAN, US

if TYPE_CHECKING:
    from .game import AachenGame


def begin(game: AachenGame, s: AachenState) -> None:
    """Withdrawals first, then the German side places its reinforcements, then the US side (8.5, ruling 8.5h)."""
    s.agenda.append((game.codes[Arrivals], 0))


#: The parts of the segment, in order.
_WITHDRAW, _GERMAN, _US, _END = range(4)


class Arrivals(Procedure["AachenGame", AachenState]):
    """The segment. Argument: the part."""

    name = "arrivals"
    args = ("number",)

    def run(self, s: AachenState) -> None:
        game = self.game
        _, part = s.agenda[-1]
        if part == _END:
            self.pop(s)
            return
        self.set_args(s, part + 1)
        if part == _WITHDRAW:
            self._withdraw(s)
            return
        self.push(s, Reinforce, GERMAN if part == _GERMAN else US, -1)
        if not possible(game, s, Reinforce, "select"):
            self.step_of(s).end(s)

    def step_of(self, s: AachenState) -> Reinforce:
        step = self.game.step(s)
        assert isinstance(step, Reinforce)
        return step

    def _withdraw(self, s: AachenState) -> None:
        game = self.game
        codes = game.scenario_of(s).words["departures"].get(s.turn, ())
        left = withdraw(game, s, [game.roster.by_code[code] for code in codes]) if codes else 0
        call_back(game, s)
        if left and not s.over:
            self.push(s, assignment.Assign, GERMAN, assignment.LEFTOVER)
            if not possible(game, s, assignment.Assign, "assign"):
                self.pop(s)


# -- withdrawals (8.5.2) ------------------------------------------------------------------------


def withdrawable(game: AachenGame, s: AachenState, unit: int) -> bool:
    """Whether a unit leaves in good order: undisrupted, in command of its own HQ, and that in supply (8.5.2).

    A unit that is attached elsewhere is tested with its own division (ruling 8.5.2m).
    """
    home = game.roster.home[unit]
    return (
        not s.disrupted >> unit & 1
        and is_supplied(game, s, game.roster.formations[home].hq)
        and command.status_for(game, s, unit, home) == command.IN_COMMAND
    )


def withdraw(game: AachenGame, s: AachenState, formations: list[int]) -> int:
    """Divisions leave with all of their own units; return the units that were only assigned to them (8.5.2)."""
    leavers = [u for index in formations for u in bits(game.roster.formations[index].members & s.on_map)]
    ready = {u for u in leavers if withdrawable(game, s, u)}
    left = 0
    for index in formations:
        left |= assignment.release(game, s, index)
        formation = game.roster.formations[index]
        s.announce("8.5.2", "the {} is withdrawn", formation.name)
        for u in bits(formation.members & s.on_map):
            if u in ready:
                _leave(game, s, u)
            else:
                eliminate(game, s, u, "8.5.2")
        if s.at[formation.hq] != ELIMINATED:
            place(game, s, formation.hq, WITHDRAWN)
        s.level[index] = 0
        s.flipped &= ~(1 << formation.hq)
    remove_idle_hqs(game, s, "8.5.2")
    control.update(game, s)
    victory.check(game, s)
    return left


def _leave(game: AachenGame, s: AachenState, unit: int) -> None:
    """Losses so far are noted (8.5.2). A unit that leaves its hex ends an Improved Defense there (7.7)."""
    here = s.at[unit]
    s.tally[game.roster.afv >> unit & 1] += s.lost[unit]
    s.lost[unit] = s.noted[unit] = s.assigned[unit] = 0
    leave(game, s, unit, WITHDRAWN)
    drop_improved(s, here, "a unit leaves it")


def call_back(game: AachenGame, s: AachenState) -> None:
    """A division that comes back is due at full strength, with units that were lost before (8.5.2).

    What it had lost counts all the same (ruling 8.5.2k): it is noted when a unit leaves, or now if it was eliminated.
    """
    for unit in entries.returning(game, s):
        if s.at[unit] >= 0 or s.at[unit] == DUE:
            continue
        if s.at[unit] == ELIMINATED and game.roster.combat >> unit & 1:
            s.tally[game.roster.afv >> unit & 1] += game.roster.strength[unit]
        s.lost[unit] = s.noted[unit] = s.assigned[unit] = 0
        place(game, s, unit, DUE)


# -- reinforcements (8.5.1) ---------------------------------------------------------------------


class Arriving(Placing["AachenGame", AachenState], Owner):
    """The reinforcements of a side, and the selected one."""

    def __init__(self, game: AachenGame, s: AachenState) -> None:
        super().__init__(game, s)
        self.side = self.number
        self.mine = game.units_of[self.side]

    @lazy
    def waiting(self) -> int:
        return entries.due(self.game, self.s, self.side)

    @lazy
    def given(self) -> int:
        """The given hex of the selected unit as a set."""
        return 1 << entries.entry_of(self.game, self.s, self.unit)[1]

    def assigned(self, units: int) -> int:
        """Independent units enter after they were assigned (8.5.1)."""
        return units & ~sum(1 << u for u in bits(units & self.game.roster.independents) if not self.s.assigned[u])

    def under_hq(self, units: int) -> int:
        """Independent units wait with the HQ that they are assigned to."""
        game, s = self.game, self.s
        out = 0
        for u in bits(units):
            index = formation_of(game, s, u)
            if not game.roster.independents >> u & 1 or (index >= 0 and s.at[game.roster.formations[index].hq] >= 0):
                out |= 1 << u
        return out

    @lazy
    def placeable(self) -> int:
        """The units that could be placed now: a hex is open to them."""
        units = self.under_hq(self.assigned(self.waiting & self.mine))
        return sum(1 << u for u in bits(units) if open_hexes(self.game, self.s, u))


def is_available(game: AachenGame, s: AachenState, unit: int, h: int) -> bool:
    """Whether a given hex can take a unit: no enemy is in it and it has room (ruling 8.5g)."""
    side = game.side_of[unit]
    return bool(game.area(s) >> h & 1 and not s.occupied[1 - side] >> h & 1 and has_room(game, s, unit, h))


def substitutes(game: AachenGame, s: AachenState, unit: int) -> int:
    """Hexes in place of a given one: next to no enemy, with room, and in command (8.5, 8.5.1).

    An HQ needs a town, city or industrial hex of its side instead, without another HQ.
    """
    side = game.side_of[unit]
    near = game.board.grid.neighbours(s.occupied[1 - side]) | s.occupied[1 - side]
    if game.roster.hqs >> unit & 1:
        return _roomy(game, s, unit, displacement.destinations(game, s, unit) & ~near)
    index = formation_of(game, s, unit)
    found = command.command_of(game, s, index, game.roster.mover[unit]) if index >= 0 else None
    if found is None:
        return 0
    return _roomy(game, s, unit, found.in_command & game.area(s) & ~near & ~game.closed_hexes(s, side))


def _roomy(game: AachenGame, s: AachenState, unit: int, hexes: int) -> int:
    """The hexes with room for a unit; those without any unit are not looked at one by one."""
    taken = hexes & (s.occupied[0] | s.occupied[1])
    full = sum(1 << h for h in bits(taken) if not has_room(game, s, unit, h))
    return hexes & ~full


def nearest(game: AachenGame, hexes: int, h: int) -> int:
    """The hexes at the smallest distance from a hex."""
    ring = 1 << h
    seen = ring
    while hexes and not ring & hexes:
        ring = game.open_ground.next(seen) & ~seen
        if not ring:
            return 0
        seen |= ring
    return ring & hexes


def open_hexes(game: AachenGame, s: AachenState, unit: int) -> int:
    """Where a unit may be placed: in its given hex, or as near to it as possible if that is not available (8.5)."""
    _, h = entries.entry_of(game, s, unit)
    if is_available(game, s, unit, h):
        return 1 << h
    return nearest(game, substitutes(game, s, unit), h)


def _given_if_available(c: Arriving, hexes: int) -> int:
    h = lowest(c.given)
    return hexes & c.given if is_available(c.game, c.s, c.unit, h) else hexes


def _legal_ground(c: Arriving, hexes: int) -> int:
    h = lowest(c.given)
    return hexes if is_available(c.game, c.s, c.unit, h) else hexes & substitutes(c.game, c.s, c.unit)


def _why_no_substitute(c: Arriving, h: int) -> str:
    game, s, there = c.game, c.s, c.game.place_name(h)
    if s.occupied[1 - c.side] >> h & 1:
        return f"an enemy unit is in {there}"
    if game.board.grid.neighbours(s.occupied[1 - c.side]) >> h & 1:
        return f"{there} is next to an enemy unit"
    if game.roster.hqs >> c.unit & 1:
        return f"{there} is not a town, city or industrial hex open to an HQ of this side"
    return f"{there} is full, or not in command of the HQ of {c.name}"


class Reinforce(PutsInOrder, PlaceUnits["AachenGame", AachenState]):
    """A side places its reinforcements; those it does not place are delayed (8.5). Arguments: side, selected unit."""

    game: AachenGame
    name = "reinforce"
    args = ("side", "unit")
    case = Arriving
    choices: ClassVar[tuple[Choice[Arriving], ...]] = (
        Choice(
            "select",
            Only("8.5", none_selected, "place {c.name} first"),
            Limit("8.5", lambda c, units: units & c.mine, "{it} is an enemy unit"),
            Limit("8.5", lambda c, units: units & c.waiting, "{it} is not due"),
            Limit("8.5.1", lambda c, units: c.assigned(units), "{it} is not assigned to a formation"),
            Limit("8.5.1", lambda c, units: c.under_hq(units), "the HQ that {it} is assigned to is not on the map"),
            Limit("8.5", lambda c, units: units & c.placeable, "no hex is open to {it}, so it waits"),
        ),
        Choice(
            "place",
            Only("8.5", selected, "choose a unit first"),
            Limit("8.5", _given_if_available, "the given hex of {c.name} is available"),
            Limit("8.5.1", _legal_ground, _why_no_substitute),
            Prefer(
                "8.5",
                lambda c, hexes: nearest(c.game, hexes, lowest(c.given)),
                "another hex is nearer to the given hex of {c.name} than {it}",
            ),
        ),
        Choice(
            "propose",
            Only("8.5", none_selected, "place {c.name} first"),
            Only("8.5", lambda c: c.placeable, "no unit can be placed"),
        ),
        TOP,
        Choice("done", Only("8.5", none_selected, "place {c.name} first")),
    )

    def __init__(self, game: AachenGame, code: int) -> None:
        Step.__init__(self, game, code)
        self.proposed = {}  # the given hexes are the proposal

    def seat(self, s: AachenState) -> str:
        _, side, _ = s.agenda[-1]
        return self.game.sides[side]

    def rule(self, s: AachenState) -> str:
        return "8.5.1"

    def prompt(self, s: AachenState) -> Prompt:
        _, _, unit = s.agenda[-1]
        if unit >= 0:
            return Prompt(f"Choose the hex where {self.game.counters[unit].id} arrives.", "8.5.1")
        return Prompt(f"Place reinforcements; those left are delayed: {self.game.names(self.waiting(s))}.", "8.5")

    def put(self, s: AachenState, unit: int, h: int) -> None:
        """A unit enters. The marker of an arriving formation starts at its maximum (8.5.1)."""
        game = self.game
        place(game, s, unit, h)
        if unit in game.hq_formation:
            index = game.hq_formation[unit]
            s.level[index] = game.roster.level[index]
        control.update(game, s)
        victory.check(game, s)

    def do_place(self, s: AachenState, h: int) -> None:
        super().do_place(s, h)
        if not s.over and not self.waiting(s):
            self.pop(s)

    def proposal(self, s: AachenState, number: int, unit: int, hexes: int) -> int:
        return lowest(hexes)

    def do_propose(self, s: AachenState, _: int) -> None:
        """HQs first, since other units may need them; units without a hex wait."""
        _, side, _ = s.agenda[-1]
        waiting = self.waiting(s)
        for unit in [*bits(waiting & self.game.roster.hqs), *bits(waiting & ~self.game.roster.hqs)]:
            c = Arriving(self.game, s)
            if c.under_hq(c.assigned(1 << unit)) and (hexes := open_hexes(self.game, s, unit)):
                self.set_args(s, side, unit)
                self._put(s, unit, self.proposal(s, side, unit, hexes))
                self.set_args(s, side, -1)
                if s.over:
                    return
        if not self.waiting(s):
            self.pop(s)

    def do_done(self, s: AachenState, _: int) -> None:
        self.end(s)

    def end(self, s: AachenState) -> None:
        """Units that were not placed are delayed to the next turn (8.5)."""
        late = self.waiting(s)
        self.pop(s)
        if late:
            s.announce("8.5", "delayed: {}", self.game.names(late))


STEPS: tuple[type[AnyStep], ...] = (Arrivals, Reinforce)
