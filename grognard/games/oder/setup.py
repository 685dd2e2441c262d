"""Chapter 3: set-up and hex control."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.board import Board
from ...engine.checks import check_cells, require_region, unit_of
from ...engine.contents import Counter, Scenario, read_scenarios
from ...engine.data import Source
from ...engine.limits import Choice, Limit, Only, lazy
from ...engine.schema import ListOf, Table, Text, Whole, read
from ...hexes import bits, of
from ...mechanics import placing
from ...mechanics.placing import PlaceUnits, UnitLists, check_proposed, none_selected, selected, unplaced
from ...mechanics.stacks import units_in
from . import stacking
from .state import DUE, GERMAN, RESERVE, SOVIET, OderState
from .units import place, take

if TYPE_CHECKING:
    from .game import OderGame

_FILE = "scenarios.toml"
#: Regions that the rules name: hexes, or a line of hexsides.
_REGIONS = {"Memel": "list", "Königsberg": "list", "Third Shock Army": "list", "No zones onto the land bridges": "line"}

#: The steps in which players place units (3.2, steps 2, 4 and 5): the side and the list of units.
STEPS = ((SOVIET, "third_shock"), (SOVIET, "soviet"), (GERMAN, "german"))
#: The most German units in Memel at set-up, none of them mechanized (3.2).
MEMEL_LIMIT = 2


def load_scenarios(
    source: Source, sides: tuple[str, ...], counters: tuple[Counter, ...], board: Board
) -> dict[str, Scenario]:
    """Read and check scenarios.toml, and the areas and regions of the board that the rules name."""
    by_id = {c.id: c for c in counters}
    words = read(source, _FILE, _scenarios(sides, by_id, board))
    check_cells(source, "hexes.csv", "area", sides)
    for region, kind in _REGIONS.items():
        require_region(source, board, region, kind)
    for name, entry in words.items():
        _check(source, name, entry, by_id)
    return read_scenarios(words)


def _scenarios(sides: tuple[str, ...], by_id: dict[str, Counter], board: Board) -> Table:
    """The schema of scenarios.toml: scenarios by name."""
    spot = Text(board.grid.parse)
    lists = {name: ListOf(Text(unit_of(by_id, sides[side]))) for side, name in STEPS}
    box = Table(others=Text(board.grid.parse, empty=True), names=unit_of(by_id))
    scenario = Table(
        {
            "title": Text(),
            "rule": Text(),
            "turns": Whole(1, 99),
            "about": Text(),
            "setup": Table({side: Table(others=spot, names=unit_of(by_id, side)) for side in sides}),
            "any": Table(lists),
            "turn_box": Table({"turn": Whole(1, 99), "units": box}),
        },
        {"source": Text(), "proposed": Table(others=Text(board.grid.parse), names=unit_of(by_id))},
    )
    return Table(others=scenario)


def _check(source: Source, name: str, entry: dict[str, Any], by_id: dict[str, Counter]) -> None:
    """Check that every unit of the game is in exactly one list."""
    muster = UnitLists(source, _FILE, name)
    for side, units in entry["setup"].items():
        for unit in units:
            muster.add(unit, "setup", side, unit)
    for which, chosen in entry["any"].items():
        for k, unit in enumerate(chosen):
            muster.add(unit, "any", which, k)
    for unit in entry["turn_box"]["units"]:
        muster.add(unit, "turn_box", "units", unit)
    check_proposed(source, (_FILE, name), entry, "any")
    muster.complete(by_id)


def start(game: OderGame, scenario: Scenario) -> OderState:
    """The state with the fixed units placed, before the players place the others (3.0)."""
    s = game.blank(scenario)
    words = scenario.words
    for units in words["setup"].values():
        game.place_units(s, units)
    for units in words["any"].values():
        game.place_in_box(s, units, RESERVE)
    game.place_in_box(s, words["turn_box"]["units"], DUE)
    for unit in words["turn_box"]["units"]:
        s.due_turn[game.unit_ids[unit]] = words["turn_box"]["turn"]
    s.agenda = [(game.codes[game.steps_by_name["game-turn"]], 0)]
    for number in reversed(range(len(STEPS))):
        s.agenda.append((game.codes[SetUp], number, -1))
    game.refresh(s)
    return s


def settle_control(game: OderGame, s: OderState) -> None:
    """In a position written by hand, give control of each occupied hex to the side of its units."""
    for side in (GERMAN, SOVIET):
        take(game, s, side, s.occupied[side])


class Placing(placing.Placing["OderGame", OderState]):
    """A list of units in 3.2, with the hexes where they may be placed."""

    def __init__(self, game: OderGame, s: OderState) -> None:
        super().__init__(game, s)
        self.side = STEPS[self.number][0]

    @lazy
    def waiting(self) -> int:
        """The units of the list that are not placed yet."""
        return of(u for u in self.game.placed_in[self.number] if self.s.at[u] == RESERVE)


def in_start_area(c: Placing, hexes: int) -> int:
    """The Third Shock Army has its own area; all others are placed in hexes that their side controls."""
    return hexes & (c.game.third_shock_hexes if c.number == 0 else c.game.start_control[c.side])


def why_outside(c: Placing, h: int) -> str:
    if c.number == 0:
        return f"{c.name} must be set up in one of the hexes 3505 to 3521"
    return f"{c.game.place_name(h)} is not under your control"


def memel_without_tanks(c: Placing, hexes: int) -> int:
    """German mechanized units may not be placed in Memel."""
    excluded = c.side == GERMAN and c.game.roster.mechanized & c.bit
    return hexes & ~(1 << c.game.memel) if excluded else hexes


def memel_not_full(c: Placing, hexes: int) -> int:
    """At most two German units may be in Memel, including units with a printed hex (ruling 3.2n)."""
    there = units_in(c.s.at, c.game.memel) & ~c.game.roster.static
    full = c.side == GERMAN and there.bit_count() >= MEMEL_LIMIT
    return hexes & ~(1 << c.game.memel) if full else hexes


def with_room(c: Placing, hexes: int) -> int:
    return stacking.having_room(c.game, c.s, hexes, c.unit)


class SetUp(PlaceUnits["OderGame", OderState]):
    """The players place their units (3.2)."""

    case = Placing
    choices: ClassVar[tuple[Choice[Placing], ...]] = (
        Choice(
            "select",
            Only("3.2", none_selected, "place {c.name} first"),
            Limit("3.2", unplaced, "{it} is already on the map"),
            Limit("3.2", lambda c, units: units & c.waiting, "{it} is not one of the units to be placed now"),
        ),
        Choice(
            "propose",
            Only("3.2", none_selected, "place {c.name} first"),
            Only("3.2", lambda c: c.waiting, "all units are already placed"),
        ),
        Choice(
            "place",
            Only("3.2", selected, "choose the unit to place first"),
            Limit("3.2", lambda c, hexes: hexes & ~c.game.sea, "{it} is a sea hex"),
            Limit("6.0", lambda c, hexes: hexes & ~c.s.occupied[1 - c.side], "{it} is occupied by the enemy"),
            Limit("3.2", in_start_area, why_outside),
            Limit(
                "10.0",
                lambda c, hexes: hexes & ~c.game.bridges,
                "{it} is a land bridge hex, where no unit may be set up",
            ),
            Limit("3.2", memel_without_tanks, "no German mechanized unit may be set up in Memel ({it})"),
            Limit("3.2", memel_not_full, "at most two German units may be set up in Memel ({it})"),
            Limit("6.2", with_room, "{c.name} would exceed the stacking limit in {it}"),
        ),
        Choice(
            "done",
            Only("3.2", none_selected, "place {c.name} first"),
            Only("3.2", lambda c: not c.waiting, "units still to be placed: {c.left}"),
        ),
    )

    def seat(self, s: OderState) -> str:
        _, number, _ = s.agenda[-1]
        return self.game.sides[STEPS[number][0]]

    def rule(self, s: OderState) -> str:
        return "3.2"

    def put(self, s: OderState, unit: int, h: int) -> None:
        place(self.game, s, unit, h)

    def proposal(self, s: OderState, number: int, unit: int, hexes: int) -> int:
        """A sensible hex: infantry where the front is weakest, mobile units close behind it."""
        game = self.game
        side = game.side_of[unit]
        enemies = s.occupied[1 - side]
        zone = game.zones.of(enemies)
        mobile = bool(game.roster.mechanized >> unit & 1) or side == SOVIET
        wanted = (hexes & ~zone if mobile else hexes & zone) or hexes
        grid, near = game.board.grid, enemies
        while not wanted & near:
            near |= grid.neighbours(near)

        def merit(h: int) -> tuple[int, int]:
            threat = (grid.within(h, 3 if mobile else 1) & enemies).bit_count()
            friends = sum(game.roster.defense[u] for u in bits(units_in(s.at, h)))
            return friends - 3 * threat, h

        return min(bits(wanted & near), key=merit)
