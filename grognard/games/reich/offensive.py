"""Chapter 17.7: the decision on the Hitler Counteroffensive, the units of the Box, and the negated zone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.bounds import FLAG
from ...engine.limits import Case, Choice, Limit, Only, allowed_by, lazy
from ...engine.step import AnyStep, Procedure, Prompt, Step
from ...engine.verbs import Verb
from ...hexes import bits, of
from ...mechanics import placing
from ...mechanics.placing import PlaceUnits, none_selected, selected
from ...mechanics.stacks import hexes_of
from . import control, shaef, supply, traces, withdrawal
from .moments import may_declare
from .pieces import lift, occupy
from .stacking import room, why_full
from .state import ALLIED, GERMAN, REMOVED, TRACK, WATCH, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: How units leave the Box: into Germany when the offensive is launched (17.7.3.B), or at the East edge (17.7.1.B).
INTO_GERMANY, AT_THE_EDGE = range(2)


# -- the decision ------------------------------------------------------------------------------


def begin_decision(game: ReichGame, s: ReichState, _: int) -> None:
    """Phase II: the decision of Turns 10 and 11, and the withdrawal of Turn 13 (ruling 17.8.Ah)."""
    if not may_declare(game, s):
        withdrawal.begin(game, s)
    elif game.scenario_of(s).words["start"] == "front":  # 3.4.B
        launch(game, s)
    else:
        s.agenda.append((game.codes[Decision],))


def launch(game: ReichGame, s: ReichState) -> None:
    """Declare the counteroffensive (17.7.1, 17.7.3)."""
    s.offensive = s.turn
    s.gains = s.hexes_attacked = 0
    s.dead_divisions = s.german_attacks = 0
    s.shaef_used = s.shaef_later = False
    s.cities_at_start = game.ground.cities & s.allied & game.in_play(s) & supply.fed(game, s, ALLIED)
    s.report("17.7.1", "the Germans declare the Hitler Counteroffensive")
    control.lift_blind_spot(s, "the counteroffensive is declared")


def decline(game: ReichGame, s: ReichState) -> None:
    """Do without the counteroffensive; on the last possible turn that has its price (17.7.1.B)."""
    if s.turn < max(game.tables.lists["counteroffensive"]["turns"]):
        s.report("17.7.1", "the Germans do not declare the counteroffensive on this turn")
        return
    s.declined = True
    s.report("17.7.1.B", "there is no counteroffensive")
    lost = late_replacements(game, s)
    for u in bits(lost):
        lift(game, s, u, REMOVED)
        s.due[u] = 0
    if lost:
        s.report("17.7.1.B", "{} will not return", game.names(lost))
    s.agenda.append((game.codes[LeaveBox], AT_THE_EDGE))
    withdrawal.begin(game, s)


def late_replacements(game: ReichGame, s: ReichState) -> int:
    """Eliminated Mechanized units on the turn track, which return no more if nothing is declared (17.7.1.B)."""
    roster = game.roster
    return of(u for u in bits(roster.mechanized) if s.at[u] == TRACK and roster.turn[u] <= s.turn)


class Decision(Step["ReichGame", ReichState]):
    """The German player declares the counteroffensive or declines (17.7.1)."""

    name = "decision"
    choices: ClassVar[tuple[Choice[Case[ReichGame, ReichState]], ...]] = (Choice("launch"), Choice("decline"))

    def seat(self, s: ReichState) -> str:
        return self.game.sides[GERMAN]

    def prompt(self, s: ReichState) -> Prompt:
        return Prompt(f"Declare the Hitler Counteroffensive or decline. {self._price(s)}", "17.7.1")

    def _price(self, s: ReichState) -> str:
        """The consequences of either choice."""
        if s.turn < max(self.game.tables.lists["counteroffensive"]["turns"]):
            return "It may still be declared on the next turn; without its Minimum Achievements it loses the game."
        late = late_replacements(self.game, s).bit_count()
        units = f"{late} eliminated Mechanized unit{'' if late == 1 else 's'} will not return"
        return f"If you decline, four Mechanized divisions leave at once, and {units}."

    def do_launch(self, s: ReichState, _: int) -> None:
        self.pop(s)
        launch(self.game, s)

    def do_decline(self, s: ReichState, _: int) -> None:
        self.pop(s)
        decline(self.game, s)


# -- units of the Box ----------------------------------------------------------------------------


def begin_watch(game: ReichGame, s: ReichState, _: int) -> None:
    """The Watch on the Rhine Segment (4.1.II.a)."""
    s.agenda.append((game.codes[LeaveBox], INTO_GERMANY))


class Leaving(placing.Placing["ReichGame", ReichState]):
    """The units in the Box, and the selected one of them."""

    @lazy
    def waiting(self) -> int:
        return of(u for u in bits(self.game.roster.german) if self.s.at[u] == WATCH)

    @lazy
    def placeable(self) -> int:
        """The units for which there is a hex."""
        return of(u for u in bits(self.waiting) if self.hexes_for(u))

    @lazy
    def calm(self) -> int:
        """Hexes next to no Allied unit, and those where a unit could join others at the front (17.7.3.B)."""
        game, s = self.game, self.s
        near = game.board.grid.neighbours(s.occupied[ALLIED])
        return ~near | joinable(game, s, near)

    @lazy
    def supplied(self) -> int:
        return traces.german(self.game, self.s)

    def hexes_for(self, unit: int) -> int:
        """The hexes in which a unit may be placed."""
        selected_now, self.unit = self.unit, unit
        found = allowed_by(_PLACES, self, self.game.ground.land)
        self.unit = selected_now
        return found


def joinable(game: ReichGame, s: ReichState, near: int) -> int:
    """Hexes with German Infantry next to the enemy that a unit could move into from a neighbour (17.7.3.B)."""
    infantry = game.combat_of[GERMAN] & ~game.roster.mechanized
    zone = game.zone(s, ALLIED)
    out = 0
    for h in bits(near & s.occupied[GERMAN] & hexes_of(s.at, infantry)):
        ways = game.ground.lines.next(1 << h) & ~(s.occupied[ALLIED] | game.ground.off_map)
        if ways & ~zone if zone >> h & 1 else ways:
            out |= 1 << h
    return out


def in_germany(c: Leaving, hexes: int) -> int:
    return hexes & c.game.ground.germany & ~c.game.ground.off_map if c.number == INTO_GERMANY else hexes


def at_the_edge(c: Leaving, hexes: int) -> int:
    return hexes & c.game.ground.entrances["E"] if c.number == AT_THE_EDGE else hexes


def supplied(c: Leaving, hexes: int) -> int:
    return hexes & c.supplied if c.number == INTO_GERMANY else hexes


def calm(c: Leaving, hexes: int) -> int:
    return hexes & c.calm if c.number == INTO_GERMANY else hexes


def with_room(c: Leaving, hexes: int) -> int:
    return room(c.game, c.s, hexes, c.bit) if hexes else 0


_PLACES: tuple[Limit[Any], ...] = (
    Limit("17.7.3.B", in_germany, "{it} is not in Germany"),
    Limit("17.7.1.B", at_the_edge, "{it} is not an Entrance Hex on the East Map edge"),
    Limit("17.7.3.B", lambda c, hexes: hexes & ~c.s.occupied[ALLIED], "Allied units are in {it}"),
    Limit("17.7.3.B", supplied, "no normal Supply Line leads from {it} to the East Map edge"),
    Limit("17.7.3.B", calm, "{it} is adjacent to Allied units, without Infantry to join there or surrounded"),
    Limit("17.7.3.B", with_room, lambda c, h: why_full(c.game, c.s, h, c.bit)),
)


class LeaveBox(Procedure["ReichGame", ReichState]):
    """The units in the Watch on the Rhine Box come onto the map, if there are any. Argument: how."""

    name = "leave-box"
    args = ("number",)

    def run(self, s: ReichState) -> None:
        _, how = s.agenda.pop()
        if any(s.at[u] == WATCH for u in bits(self.game.roster.german)):
            self.push(s, PlaceBox, how, -1)


class PlaceBox(PlaceUnits["ReichGame", ReichState]):
    """The German player places the units of the Box (17.7.3.B, 17.7.1.B). Arguments: how, and the selected unit."""

    name = "place-box"
    passes = True
    case = Leaving
    choices: ClassVar[tuple[Choice[Any], ...]] = (
        Choice(
            "select",
            Only("17.7.3.B", none_selected, "place {c.name} first"),
            Limit("17.7.2.B", lambda c, units: units & c.waiting, "{it} is not in the Watch on the Rhine Box"),
            Limit("17.7.3.B", lambda c, units: units & c.placeable, "there is no legal hex for {it}"),
        ),
        Choice(
            "propose",
            Only("17.7.3.B", none_selected, "place {c.name} first"),
            Only("17.7.3.B", lambda c: c.placeable, "no unit of the Box can be placed any more"),
        ),
        Choice("place", Only("17.7.3.B", selected, "first choose a unit to place"), *_PLACES),
        Choice(
            "done",
            Only("17.7.3.B", none_selected, "place {c.name} first"),
            Only("17.7.3.B", lambda c: not c.placeable, "every unit of the Box has to be placed"),
        ),
    )

    def seat(self, s: ReichState) -> str:
        return self.game.sides[GERMAN]

    def rule(self, s: ReichState) -> str:
        _, where, *_ = s.agenda[-1]
        return "17.7.3.B" if where == INTO_GERMANY else "17.7.1.B"

    def prompt(self, s: ReichState) -> Prompt:
        c = Leaving(self.game, s)
        if c.unit < 0 and c.waiting and not c.placeable:
            lost = self.game.names(c.waiting)
            return Prompt(f"There is no legal hex for {lost}. Continue; they are out of the game.", self.rule(s))
        return super().prompt(s)

    def put(self, s: ReichState, unit: int, h: int) -> None:
        occupy(self.game, s, unit, h)

    def proposal(self, s: ReichState, number: int, unit: int, hexes: int) -> int:
        """Close to the Allied front, several together; at the edge where there is an easy way out."""
        game = self.game
        if number == AT_THE_EDGE:
            return min(bits(hexes & game.entries.easy or hexes), key=lambda h: (s.at.count(h), h))
        grid, near = game.board.grid, s.occupied[ALLIED]
        while near and not near & hexes:
            near |= grid.neighbours(near)
        return min(bits(near & hexes or hexes), key=lambda h: (-s.at.count(h), h))

    def do_propose(self, s: ReichState, _: int) -> None:
        _, number, _ = s.agenda[-1]
        while placeable := Leaving(self.game, s).placeable:
            unit = min(bits(placeable))
            self.set_args(s, number, unit)
            self.do_place(s, self.proposal(s, number, unit, self.hexes(s)))

    def do_done(self, s: ReichState, _: int) -> None:
        left = Leaving(self.game, s).waiting
        self.pop(s)
        for unit in bits(left):  # rulings 17.7.3.Bf and 17.7.1.Be
            lift(self.game, s, unit, REMOVED)
            s.report("17.7.3.B", "{} finds no place and is out of the game", self.game.counters[unit].id)


# -- the negated zone ----------------------------------------------------------------------------


class Negate(Step["ReichGame", ReichState]):
    """One Allied hex loses its zone for the German Breakthrough Step, if the German player likes (17.7.3.D)."""

    name = "negate"
    choices: ClassVar[tuple[Choice[Case[ReichGame, ReichState]], ...]] = (
        Choice("negate", Limit("17.7.3.D", lambda c, hexes: hexes & c.s.occupied[ALLIED], "no Allied unit is in {it}")),
        Choice("pass"),
    )

    def seat(self, s: ReichState) -> str:
        return self.game.sides[GERMAN]

    def prompt(self, s: ReichState) -> Prompt:
        return Prompt("Name an Allied hex whose zone does not count in this Breakthrough, or pass.", "17.7.3.D")

    def do_negate(self, s: ReichState, h: int) -> None:
        self.pop(s)
        s.negated = h
        s.report("17.7.3.D", "the zone from {} does not count in this step", self.game.place_name(h))

    def do_pass(self, s: ReichState, _: int) -> None:
        self.pop(s)


class EndNegation(Procedure["ReichGame", ReichState]):
    """The end of the German Breakthrough Step: all zones count again (17.7.3.D)."""

    name = "end-negation"

    def run(self, s: ReichState) -> None:
        self.pop(s)
        s.negated = -1


def push_last(game: ReichGame, s: ReichState, side: int, phase: str) -> None:
    """The end of a segment of the counteroffensive."""
    if side == GERMAN and phase == "breakthrough":
        s.agenda.append((game.codes[EndNegation],))
    elif phase == "offensive-combat":
        s.agenda.append((game.codes[shaef.LastReaction],))


def push_first(game: ReichGame, s: ReichState, side: int, phase: str) -> None:
    """The beginning of a segment of the counteroffensive."""
    if side == GERMAN and phase == "breakthrough":
        s.agenda.append((game.codes[Negate],))


VERBS = {
    "launch": Verb("none", "Declare the Hitler Counteroffensive", "strike", main=True),
    "decline": Verb("none", "Do not declare it", "leave"),
    "negate": Verb("hex", "Ignore the zone from {}"),
    "wait": Verb("none", "Ask again only after the last combat"),
}
STEPS: tuple[type[AnyStep], ...] = (Decision, LeaveBox, PlaceBox, Negate, EndNegation, *shaef.STEPS, *withdrawal.STEPS)
BOUNDS = {"leave-box": (FLAG,), "place-box": (FLAG,), **withdrawal.BOUNDS}
