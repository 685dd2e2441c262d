"""Chapter 3.4: units of Final Battles placed hex by hex in steps 6, 9 and 10, and whether they cover the front."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ...engine.action import Action, Refusal
from ...engine.bounds import Bound
from ...engine.limits import Choice, Limit, Only, argument_text, lazy
from ...engine.reading import Note
from ...engine.step import AnyStep, Procedure, Prompt
from ...engine.toml_lines import Words
from ...hexes import bits, lowest, of
from ...mechanics import placing
from ...mechanics.placing import PlaceUnits, none_selected, selected
from ...mechanics.stacks import units_in, units_on
from .front import best_cover, uncovered
from .pieces import put, stacks, steps_left
from .stacking import room, why_full
from .state import ALLIED, ASIDE, GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: Where the proposal places a division that was set aside: places behind the front that the Germans must not have.
INLAND = ("Antwerpen", "Aachen", "Luxembourg", "Liège")
#: The lists in which units are placed: the front, the three parts of step 9 before the rest, the rest, and step 10.
FRONT, GARRISONS, BATTERED, NORTHERN, SOUTHERN, REST, RESERVE = range(7)


@dataclass(frozen=True)
class Part:
    """One list of units to be placed."""

    step: int
    side: int
    #: how many units are placed; 0 for all that there are
    count: int
    what: str

    @property
    def rule(self) -> str:
        return f"3.4.A.{self.step}"


PARTS = {
    FRONT: Part(6, ALLIED, 0, "an Allied unit for the Allied Front Line"),
    GARRISONS: Part(9, GERMAN, 3, "a non-Mechanized division for a garrison city"),
    BATTERED: Part(9, GERMAN, 1, "the division for the German Front Line"),
    NORTHERN: Part(9, GERMAN, 2, "a Mechanized division for one front hex in the area of the 21st Army Group"),
    SOUTHERN: Part(9, GERMAN, 2, "a Mechanized division for a front hex in the area of the 6th Army Group"),
    REST: Part(9, GERMAN, 0, "a German unit"),
    RESERVE: Part(10, ALLIED, 0, "a unit that was set aside"),
}


def lists_of(number: int) -> tuple[int, ...]:
    """The lists of a step of 3.4.A, in order."""
    return tuple(part for part, found in PARTS.items() if found.step == number)


def is_covering(part: int) -> bool:
    """Whether a front must be covered at the end of a list (3.4.A.6, 3.4.A.9)."""
    return part in (FRONT, REST)


def front_of(game: ReichGame, side: int) -> int:
    return game.board.regions[("Allied" if side == ALLIED else "German") + " Front Line hexes"].set


def gaps(game: ReichGame, s: ReichState, side: int) -> int:
    """The front hexes of a side without a unit or zone; terrain does not matter (3.4.A.6, 3.4.A.9)."""
    return uncovered(game.board.grid, front_of(game, side), s.occupied[side], s.zoned[side])


# -- the facts ---------------------------------------------------------------------------------


class Deploying(placing.Placing["ReichGame", ReichState]):
    """A list of units to be placed in the set-up of Final Battles."""

    @property
    def part(self) -> Part:
        return PARTS[self.number]

    @property
    def words(self) -> Words:
        """The words of the step."""
        steps: list[Words] = self.game.scenario_of(self.s).words["steps"]
        return next(step for step in steps if step["number"] == self.part.step)

    @lazy
    def eligible(self) -> int:
        """The units of the list, placed or not."""
        game, s, number = self.game, self.s, self.number
        roster, units = game.roster, game.combat_of[self.part.side]
        if number == FRONT:
            units &= ~s.kept
        elif number == RESERVE:
            units &= s.kept
        elif number == GARRISONS:
            units &= roster.divisions & ~roster.mechanized
        elif number == BATTERED:
            units &= of(game.unit_ids[unit] for unit in self.words["anywhere"])
        elif number in (NORTHERN, SOUTHERN):
            units &= roster.mech_divisions
        return of(u for u in bits(units) if s.at[u] == ASIDE or s.chosen >> u & 1)

    @property
    def free(self) -> int:
        """The units of the list that may still be placed."""
        return self.eligible & ~self.s.chosen

    @lazy
    def waiting(self) -> int:
        """The units that have to be placed before the list is complete; any of them, if the list has a number."""
        count = self.part.count
        return self.free if not count or self.s.chosen.bit_count() < count else 0

    @lazy
    def gaps(self) -> int:
        """The front hexes left open, if the list has to cover the front."""
        return gaps(self.game, self.s, self.part.side) if is_covering(self.number) else 0

    @property
    def open_hexes(self) -> str:
        return ", ".join(self.game.place_name(h) for h in bits(self.gaps))

    @property
    def missing(self) -> str:
        """The units still to be placed, in words."""
        if self.part.count:
            return f"{self.part.count - self.s.chosen.bit_count()} of {self.part.count}"
        return self.left

    @property
    def area(self) -> int:
        """The hexes of the list, without the limits of single units."""
        game, s = self.game, self.s
        regions, front = game.board.regions, front_of(game, self.part.side)
        if self.number == GARRISONS:
            return regions["Fortress Holland garrison cities"].set & ~s.occupied[GERMAN]
        if self.number == NORTHERN:
            return front & regions["21st Army Group area"].set
        if self.number == SOUTHERN:
            return front & regions["6th Army Group area"].set
        if self.number == REST:
            return game.in_play(s) & game.ground.land & ~(s.allied | game.ground.holland | game.ground.off_map)
        if self.number == RESERVE:
            return game.in_play(s) & game.ground.land & s.allied & ~game.ground.off_map
        return front


def by_part(text: str, kind: str = "none") -> Any:  # any: a reason for rows of all kinds of arguments
    """A refusal with the rule of the list; ``{it}`` is an argument of this kind."""
    return lambda c, arg: Refusal(c.part.rule, text.format(it=argument_text(c.game, kind, arg), c=c))


_AREAS = {
    FRONT: "is not on the Allied Front Line",
    GARRISONS: "is not a city of Fortress Holland that still needs its garrison",
    BATTERED: "is not on the German Front Line",
    NORTHERN: "is not on the German Front Line in the area of the 21st Army Group",
    SOUTHERN: "is not on the German Front Line in the area of the 6th Army Group",
    REST: "is not beyond the Allied Front Line outside Fortress Holland",
    RESERVE: "is not an Allied hex of the map",
}


def why_outside(c: Deploying, h: int) -> Refusal:
    return Refusal(c.part.rule, f"{c.game.place_name(h)} {_AREAS[c.number]}")


def of_command(c: Deploying, hexes: int) -> int:
    """Hexes in the area of the unit's Command (3.4.A.6, 3.4.A.10, ruling 3.4.A.6i)."""
    game, regions = c.game, c.game.board.regions
    if c.unit < 0 or c.part.side == GERMAN:
        return hexes
    north = regions["North of row 14"].set
    if game.roster.commonwealth >> c.unit & 1:
        return hexes & north
    if game.roster.commands["6AG"] >> c.unit & 1:
        return hexes & regions["6th Army Group area"].set
    return hexes & (regions["21st Army Group area"].set | regions["12th Army Group area"].set) & ~north


def why_command(c: Deploying, h: int) -> Refusal:
    game = c.game
    if game.roster.commonwealth >> c.unit & 1:
        where = "north of hexrow xx14, as Commonwealth units are"
    elif game.roster.commands["6AG"] >> c.unit & 1:
        where = "in the area of the 6th Army Group"
    else:
        where = "in the areas of the 21st and 12th Army Groups, on or south of hexrow xx14"
    return Refusal(c.part.rule, f"{c.name} has to be placed {where}; {game.place_name(h)} is not there")


def within_blind_spot(c: Deploying, hexes: int) -> int:
    """Ike's Blind Spot holds five US and French divisions (10.7.3, 3.4.A.6)."""
    game = c.game
    divisions = (game.roster.us | game.roster.french) & game.roster.divisions
    if c.unit < 0 or not divisions >> c.unit & 1:
        return hexes
    there = units_on(c.s.at, divisions, game.ike).bit_count()
    return hexes & ~game.ike if there >= game.tables.numbers["blind_spot"]["allied"] else hexes


def together(c: Deploying, hexes: int) -> int:
    """The pair in the north shares one hex (ruling 3.4.A.9f)."""
    if c.number != NORTHERN or not c.s.chosen:
        return hexes
    return hexes & of(c.s.at[u] for u in bits(c.s.chosen))


def with_room(c: Deploying, hexes: int) -> int:
    """Stacking limits hold in the set-up (ruling 3.4.Ab)."""
    return room(c.game, c.s, hexes, c.bit) if c.unit >= 0 and hexes else 0


# -- the step ----------------------------------------------------------------------------------


class Deploy(PlaceUnits["ReichGame", ReichState]):
    """Units placed one by one, taken back, or placed as proposed. Arguments: the list, and the selected unit."""

    name = "deploy"
    case = Deploying
    choices: ClassVar[tuple[Choice[Any], ...]] = (
        Choice(
            "select",
            Only("3.4.A", none_selected, by_part("place {c.name} first")),
            Limit("3.4.A", lambda c, units: units & ~c.s.chosen, by_part("{it} is placed already", "unit")),
            Limit("3.4.A", lambda c, units: units & c.eligible, by_part("{it} is not {c.part.what}", "unit")),
            Limit("3.4.A", lambda c, units: units & c.waiting, by_part("{c.part.count} units are placed already")),
        ),
        Choice(
            "return",
            Only("3.4.A", none_selected, by_part("place {c.name} first")),
            Limit("3.4.A", lambda c, units: units & c.s.chosen, by_part("{it} was not placed in this step", "unit")),
        ),
        Choice(
            "propose",
            Only("3.4.A", none_selected, by_part("place {c.name} first")),
            Only("3.4.A", lambda c: c.waiting or c.gaps, by_part("all units have been placed")),
        ),
        Choice(
            "place",
            Only("3.4.A", selected, by_part("first choose a unit to place")),
            Limit("3.4.A", lambda c, hexes: hexes & c.area, why_outside),
            Limit("3.4.A", of_command, why_command),
            Limit("10.7.3", within_blind_spot, "Ike's Blind Spot holds five US and French divisions already"),
            Limit("3.4.A.9", together, "{it} is not the hex of the other division of the pair"),
            Limit("3.4.A", with_room, lambda c, h: why_full(c.game, c.s, h, c.bit)),
        ),
        Choice(
            "done",
            Only("3.4.A", none_selected, by_part("place {c.name} first")),
            Only("3.4.A", lambda c: not c.waiting, by_part("these units still have to be placed: {c.missing}")),
            Only("3.4.A", lambda c: not c.gaps, by_part("neither a unit nor a zone covers {c.open_hexes}")),
        ),
        Choice("everything", Only("3.4.A", none_selected, by_part("place {c.name} first"))),
    )

    def __init__(self, game: ReichGame, code: int) -> None:
        super().__init__(game, code)
        self._wishes: dict[int, Wishes] = {}

    def seat(self, s: ReichState) -> str:
        _, part, *_ = s.agenda[-1]
        return self.game.sides[PARTS[part].side]

    def rule(self, s: ReichState) -> str:
        _, part, *_ = s.agenda[-1]
        return PARTS[part].rule

    def prompt(self, s: ReichState) -> Prompt:
        c = Deploying(self.game, s)
        if c.unit < 0 and c.gaps and not c.waiting:
            return Prompt(f"Nothing covers {c.open_hexes}: take units back, or accept the proposal.", c.part.rule)
        if c.unit < 0 and c.waiting:
            return Prompt(f"Choose {c.part.what}, or accept the proposal.", c.part.rule)
        return super().prompt(s)

    def put(self, s: ReichState, unit: int, h: int) -> None:
        put(self.game, s, unit, h)
        s.chosen |= 1 << unit

    def do_return(self, s: ReichState, unit: int) -> None:
        put(self.game, s, unit, ASIDE)
        s.chosen &= ~(1 << unit)

    def do_done(self, s: ReichState, _: int) -> None:
        self.pop(s)
        s.chosen = 0

    def do_everything(self, s: ReichState, _: int) -> None:
        set_up_everything(self.game, s)

    # -- the proposal --------------------------------------------------------------------------

    def do_propose(self, s: ReichState, _: int) -> None:
        """Place the other units; if the front stays open, all units of the list again."""
        self._fill(s)
        if Deploying(self.game, s).gaps:
            for unit in bits(s.chosen):
                self.do_return(s, unit)
            self._fill(s)

    def _fill(self, s: ReichState) -> None:
        _, number, _ = s.agenda[-1]
        count = PARTS[number].count
        order = sorted(bits(Deploying(self.game, s).waiting), key=lambda u: (self._turn(s, number, u), u))
        for unit in order[: count - s.chosen.bit_count()] if count else order:
            self.set_args(s, number, unit)
            self.do_place(s, self.proposal(s, number, unit, self.hexes(s)))

    def _turn(self, s: ReichState, number: int, unit: int) -> int:
        """When the proposal places a unit: those that cover the front first, weak garrisons, strong pairs."""
        game = self.game
        strength = game.roster.defense[unit][steps_left(game, s, unit)]
        if number == GARRISONS:
            return strength
        return -strength if game.roster.zoned >> unit & 1 else 1

    def proposal(self, s: ReichState, number: int, unit: int, hexes: int) -> int:
        """A place that must not fall; else a front hex that leaves no gap; else the hex that lacks most steps."""
        game, side = self.game, PARTS[number].side
        wishes, there = self._wishes_of(number), steps_by_hex(game, s, side)
        thin = [h for h, least in wishes.least.items() if hexes >> h & 1 and there.get(h, 0) < least]
        if thin:
            return min(thin, key=lambda h: (there.get(h, 0), h))
        open_hexes = gaps(game, s, side) if is_covering(number) else 0
        open_hexes &= hexes | game.board.grid.neighbours(hexes)
        if game.roster.zoned >> unit & 1 and open_hexes:
            h = best_cover(game.board.grid, front_of(game, side), open_hexes, bits(hexes))
            if h >= 0:
                return h
        lacking = [(wishes.wanted.get(h, 0) - there[h], -h) for h in bits(hexes & s.occupied[side])]
        empty = hexes & ~s.occupied[side]
        lacking += [(steps, -lowest(empty & level)) for steps, level in wishes.levels if empty & level][:1]
        return -max(lacking)[1]

    def _wishes_of(self, number: int) -> Wishes:
        found = self._wishes.get(number)
        if found is None:
            found = self._wishes[number] = Wishes.of(self.game, number)
        return found


class BeginDeployment(Procedure["ReichGame", ReichState]):
    """Begins a list: nothing is placed yet."""

    name = "begin-deployment"

    def run(self, s: ReichState) -> None:
        self.pop(s)
        s.chosen = 0


# -- sensible set-ups --------------------------------------------------------------------------


def steps_in(game: ReichGame, s: ReichState, h: int, side: int) -> int:
    """The steps of a side in a hex."""
    return sum(steps_left(game, s, u) for u in bits(units_in(s.at, h) & game.combat_of[side]))


def steps_by_hex(game: ReichGame, s: ReichState, side: int) -> dict[int, int]:
    """The steps of a side in every hex with units of it."""
    steps, reduced = game.roster.steps, s.reduced
    return {
        h: sum(steps[u] for u in bits(units)) - (units & reduced).bit_count()
        for h, units in stacks(game, s, side).items()
    }


class Wishes(NamedTuple):
    """The wish of a proposal for each hex; hexes that are not named have none."""

    least: dict[int, int]
    wanted: dict[int, int]
    #: all hexes by the steps wanted there, most first
    levels: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, game: ReichGame, number: int) -> Wishes:
        hexes = list(bits(game.board.grid.all))
        want = {h: wanted(game, number, h) for h in hexes}
        levels = sorted(set(want.values()), reverse=True)
        return cls(
            {h: steps for h in hexes if (steps := least_wanted(game, number, h))},
            want,
            tuple((steps, of(h for h in hexes if want[h] == steps)) for steps in levels),
        )


def least_wanted(game: ReichGame, number: int, h: int) -> int:
    """The steps that a proposal puts into a hex before anything else: Cities in the Allied line, places behind it."""
    city = (front_of(game, ALLIED) & game.ground.cities) >> h & 1
    if number == RESERVE:
        return 1 if game.board.names.get(h) in INLAND else 6 if city else 0
    if number != FRONT or not city:
        return 0
    return 6 if game.board.names.get(h) == "Strasbourg" else 4


def wanted(game: ReichGame, number: int, h: int) -> int:
    """The steps that a proposal would like to have in a hex."""
    front = front_of(game, PARTS[number].side) >> h & 1
    if number == REST:
        strong = (game.ground.cities | game.ground.every_fort) >> h & 1
        return (4 if strong else 3) if front else 1 if _near_front(game, h) else 0
    return 2 if front else 0


def _near_front(game: ReichGame, h: int) -> bool:
    return bool(game.board.grid.neighbours(1 << h) & front_of(game, GERMAN))


def weak_places(game: ReichGame, s: ReichState) -> tuple[Note, ...]:
    """Warnings for the Allied player before a list ends: thin front cities and an empty Antwerpen.

    Two Cities lost to the counteroffensive lose the game at once (3.2.C.2), and so does Antwerpen (8.7.E).
    """
    least = 4
    out = []
    for h in bits(front_of(game, ALLIED) & game.ground.cities):
        there = steps_in(game, s, h, ALLIED)
        if there < least:
            text = f"{game.place_name(h)} is a front city with {there} steps: two lost Cities lose the game."
            out.append(Note(text, "3.2.C.2"))
    if not steps_in(game, s, game.lines.antwerp, ALLIED):
        out.append(Note("Antwerpen is empty: its loss loses the game.", "8.7.E"))
    return tuple(out)


def set_up_everything(game: ReichGame, s: ReichState) -> None:
    """Set up everything of the deciding side as proposed, up to the other side's next decision or the first turn."""
    side = game.seat(s)
    while not s.over and game.seat(s) == side:
        step = game.step(s)
        if "everything" not in step.verbs:
            return
        verb = "propose" if step.permits(s, "propose", 0) else "done"
        game.do(s, Action(verb, 0))


STEPS: tuple[type[AnyStep], ...] = (Deploy, BeginDeployment)
BOUNDS = {"deploy": (Bound(0, len(PARTS) - 1, "3.4.A"),)}
