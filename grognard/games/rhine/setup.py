"""Chapter 3: set-up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.action import Refusal
from ...engine.board import Board
from ...engine.checks import require_region, unit_of
from ...engine.contents import Counter, Scenario, read_scenarios
from ...engine.data import Source
from ...engine.limits import Case, Choice, Limit, Only, argument_text, lazy
from ...engine.schema import ListOf, Table, Text, Whole, read
from ...engine.step import Prompt, Step
from ...hexes import bits, of
from ...mechanics import placing
from ...mechanics.fog import new_top
from ...mechanics.placing import PlaceUnits, UnitLists, check_proposed, none_selected, selected, unplaced
from .pieces import enter, take
from .stacking import having_room, refuse_stacking
from .state import AIRBORNE, ALLIED, DUE, GERMAN, NORTH, ODER, RESERVE, SOUTH, RhineState

if TYPE_CHECKING:
    from .game import RhineGame

_FILE = "scenarios.toml"
#: Regions that the rules name: lists of hexes, or lines of hexsides.
_REGIONS = {
    **dict.fromkeys(
        (
            "North sector",
            "South sector",
            "Any set-up",
            "15A set-up",
            "19A set-up",
            "Antwerp access",
            "Antwerp opening",
            "East edge",
            "West edge",
            "Allied edge sources",
            "BC entry",
            "US N entry",
            "US SW entry",
            "US S entry",
            "F entry",
            "Coastal polder",
            "Antwerp",
            "Metz",
        ),
        "list",
    ),
    "Supply sector line": "line",
}

#: The lists of units that the German player places, in order; the sector is chosen before the last.
GROUPS = ("15A", "19A", "Any")


def load_scenarios(
    source: Source, sides: tuple[str, ...], counters: tuple[Counter, ...], board: Board
) -> dict[str, Scenario]:
    """Read and check scenarios.toml, and the regions of the board that the rules name."""
    by_id = {c.id: c for c in counters}
    words = read(source, _FILE, _scenarios(sides, by_id, board))
    for region, kind in _REGIONS.items():
        require_region(source, board, region, kind)
    for name, entry in words.items():
        _check(source, name, entry, by_id)
    return read_scenarios(words)


def _scenarios(sides: tuple[str, ...], by_id: dict[str, Counter], board: Board) -> Table:
    """The schema of scenarios.toml: scenarios by name."""
    german = ListOf(Text(unit_of(by_id, "german")))
    boxes = {side: Table(others=ListOf(Text(unit_of(by_id, side)))) for side in sides}
    scenario = Table(
        {
            "title": Text(),
            "rule": Text(),
            "turns": Whole(1, 99),
            "about": Text(),
            "setup": Table({"german": Table(others=Text(board.grid.parse), names=unit_of(by_id, "german"))}),
            "groups": Table(dict.fromkeys(GROUPS, german)),
            "box": Table({"units": ListOf(Text(unit_of(by_id, "allied")))}),
            "turn_boxes": Table(boxes),
            "watch": Table({"turn": Whole(1, 99), "units": german}),
        },
        {"source": Text(), "proposed": Table(others=Text(board.grid.parse), names=unit_of(by_id))},
    )
    return Table(others=scenario)


def _check(source: Source, name: str, entry: dict[str, Any], by_id: dict[str, Counter]) -> None:
    """Check that every unit is in exactly one list, and where its counter says."""
    where: list[tuple[str, tuple[str | int, ...], int, str]] = []
    where += [(unit, ("setup", "german", unit), 0, "hex") for unit in entry["setup"]["german"]]
    for code, units in entry["groups"].items():
        where += [(unit, ("groups", code, k), 0, code) for k, unit in enumerate(units)]
    where += [(unit, ("box", "units", k), 0, "*") for k, unit in enumerate(entry["box"]["units"])]
    for side, boxes in entry["turn_boxes"].items():
        for turn, units in boxes.items():
            way: tuple[str | int, ...] = ("turn_boxes", side, turn)
            if not turn.isdigit():
                source.error(source.entry(_FILE, name, *way), f"{name}: {turn!r} is not a game turn")
                continue
            where += [(unit, (*way, k), int(turn), "") for k, unit in enumerate(units)]
    watch = entry["watch"]
    where += [(unit, ("watch", "units", k), watch["turn"], "WR") for k, unit in enumerate(watch["units"])]
    muster = UnitLists(source, _FILE, name)
    for unit, way, turn, code in where:
        muster.add(unit, *way)
        counter = by_id.get(unit)
        if counter is not None and counter.values["entry"] != turn:
            source.error(source.entry(_FILE, name, *way), f"{name}: {unit!r} has another turn of entry on its counter")
        if counter is not None and code and f"code:{code}" not in counter.tags:
            source.error(
                source.entry(_FILE, name, *way), f"{name}: {unit!r} does not have the code {code} on its counter"
            )
    check_proposed(source, (_FILE, name), entry, "groups")
    muster.complete(by_id)


def start(game: RhineGame, scenario: Scenario) -> RhineState:
    """The state with the fixed units placed, before the players place and choose (3.1 to 3.5).

    Turn 1 begins when the last unit is placed (3.8); airborne units wait in their box (12.1).
    """
    s = game.blank(scenario)
    words, watch = scenario.words, scenario.words["watch"]
    game.place_units(s, words["setup"]["german"])
    for units in words["groups"].values():
        game.place_in_box(s, units, RESERVE)
    game.place_in_box(s, words["box"]["units"], AIRBORNE)
    due = [(int(turn), units) for boxes in words["turn_boxes"].values() for turn, units in boxes.items()]
    due.append((watch["turn"], watch["units"]))  # on the turn track, but they arrive only with Watch on the Rhine (9.2)
    for number, units in due:
        game.place_in_box(s, units, DUE)
        for unit in units:
            s.due_turn[game.unit_ids[unit]] = number
    s.sector, s.sector_open = 0, False
    turn = (game.codes[game.steps_by_name["game-turn"]], 0)
    s.agenda = [
        turn,
        (game.codes[SetUp], 2, -1),
        (game.codes[SecretSector],),
        (game.codes[SetUp], 1, -1),
        (game.codes[SetUp], 0, -1),
    ]
    game.refresh(s)
    settle(game, s)
    return s


def settle(game: RhineGame, s: RhineState) -> None:
    """Derive control, stack tops and the like from the units of a position written by hand."""
    for h in sorted({h for h in s.at if h >= 0}):
        new_top(s, s.pile[h])
    take(game, s, ALLIED, s.occupied[ALLIED] & ~s.occupied[GERMAN])
    lost = s.occupied[GERMAN] & game.allied_edge
    s.closed |= lost
    s.allied &= ~s.occupied[GERMAN]
    if s.watch == ODER:
        s.turns = game.tables.watch.otherwise
    if not s.boxed:
        s.boxed = sum(1 << u for u, h in enumerate(s.at) if h == AIRBORNE)
    if any(s.at[u] >= 0 for u in bits(game.roster.corps)):
        s.no_air = True


def rule_of(number: int) -> str:
    """The rule of a list: 3.5 for the two armies, 3.7 for Any units."""
    return "3.7" if number == 2 else "3.5"


class Placing(placing.Placing["RhineGame", RhineState]):
    """A list of 3.5 or 3.7."""

    @lazy
    def waiting(self) -> int:
        """The units of the list that are not placed yet."""
        units = self.game.roster.codes[GROUPS[self.number]]
        return of(u for u in bits(units) if self.s.at[u] == RESERVE)


def by_list(text: str, kind: str = "none") -> Callable[[Placing, int], Refusal]:
    """A refusal with the rule of the list; ``{it}`` is an argument of this kind."""
    return lambda c, arg: Refusal(rule_of(c.number), text.format(it=argument_text(c.game, kind, arg), c=c))


def in_area(c: Placing, hexes: int) -> int:
    return hexes & c.game.set_up_areas[c.number]


def why_outside(c: Placing, h: int) -> Refusal:
    where = (
        "1213N, 1312N or 1412N",
        "2915S, 2916S or 2917S",
        "Germany, the Netherlands east of the Wilhelmina Canal, or Metz",
    )[c.number]
    return Refusal(rule_of(c.number), f"{c.name} has to be set up in {where}, not in {c.game.place_name(h)}")


def with_room(c: Placing, hexes: int) -> int:
    return having_room(c.game, c.s, hexes, c.bit)


def why_full(c: Placing, h: int) -> Refusal:
    return refuse_stacking(c.game, c.s, h, c.bit)


class SetUp(PlaceUnits["RhineGame", RhineState]):
    """The German player places units (3.5, 3.7)."""

    case = Placing
    choices: ClassVar[tuple[Choice[Placing], ...]] = (
        Choice(
            "select",
            Only("3.5", none_selected, by_list("place {c.name} first")),
            Limit("3.5", unplaced, by_list("{it} is already on the map", "unit")),
            Limit(
                "3.5", lambda c, units: units & c.waiting, by_list("{it} is not one of the units to place now", "unit")
            ),
        ),
        Choice(
            "propose",
            Only("3.5", none_selected, by_list("place {c.name} first")),
            Only("3.5", lambda c: c.waiting, by_list("all units have been placed")),
        ),
        Choice(
            "place",
            Only("3.5", selected, by_list("first choose a unit to place")),
            Limit("10.12", lambda c, hexes: hexes & c.game.land, "{it} is sea"),
            Limit("10.7", lambda c, hexes: hexes & ~c.game.hook, "no unit may enter {it}"),
            Limit("3.5", in_area, why_outside),
            Limit("6.3", with_room, why_full),
        ),
        Choice(
            "done",
            Only("3.5", none_selected, by_list("place {c.name} first")),
            Only("3.5", lambda c: not c.waiting, by_list("these units still have to be placed: {c.left}")),
        ),
    )

    def seat(self, s: RhineState) -> str:
        return self.game.sides[GERMAN]

    def rule(self, s: RhineState) -> str:
        _, number, _ = s.agenda[-1]
        return rule_of(number)

    def put(self, s: RhineState, unit: int, h: int) -> None:
        enter(self.game, s, unit, h)

    def proposal(self, s: RhineState, number: int, unit: int, hexes: int) -> int:
        """A sensible hex: the armies spread out, Any units hold empty hexes of the West Wall."""
        game = self.game
        wall = hexes & game.west_wall & ~s.occupied[GERMAN]
        wanted = wall if number == 2 and wall else hexes
        grid = game.board.grid

        def merit(h: int) -> tuple[int, int, int]:
            friends = (grid.within(h, 2) & s.occupied[GERMAN]).bit_count()
            return s.at.count(h), friends if number == 2 else 0, h

        return min(bits(wanted), key=merit)


class Sector(Step["RhineGame", RhineState]):
    """The Allied player chooses the sector with full supply (8.16)."""

    name = "sector"
    choices: ClassVar[tuple[Choice[Case[RhineGame, RhineState]], ...]] = (Choice("full"),)
    rule = "8.16"
    question = "Choose the supply sector that gets full supply."
    openly = True

    def seat(self, s: RhineState) -> str:
        return self.game.sides[ALLIED]

    def prompt(self, s: RhineState) -> Prompt:
        return Prompt(self.question, self.rule)

    def do_full(self, s: RhineState, word: int) -> None:
        self.pop(s)
        s.sector, s.sector_open = (NORTH, SOUTH)[word], self.openly
        if self.openly:
            s.report("8.16", "full supply goes to the {} sector", ("northern", "southern")[word])


class SecretSector(Sector):
    """The secret choice for Turn 1 (3.6)."""

    name = "secret-sector"
    rule = "3.6"
    question = "Choose the supply sector that gets full supply on Turn 1. The German player does not see it yet."
    openly = False
