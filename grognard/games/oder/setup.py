"""Chapter 3: set-up and hex control."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.action import Refusal
from ...engine.board import Board
from ...engine.checks import check_cells, need_region, unit_of
from ...engine.data import Source
from ...engine.game import Counter, Scenario
from ...engine.schema import ListOf, Table, Text, Whole, read
from ...hexes import bits
from ...mechanics.placing import PlaceUnits, check_proposed
from ...mechanics.stacks import units_in
from . import stacking
from .state import DUE, GERMAN, RESERVE, SOVIET, OderState
from .units import place, take

if TYPE_CHECKING:
    from .game import OderGame

_FILE = "scenarios.toml"
#: What the rules speak of by name: hexes, or a line of hexsides.
_REGIONS = {"Memel": "list", "Königsberg": "list", "Third Shock Army": "list",
            "No zones onto the land bridges": "line"}  # fmt: skip

#: The steps in which players place units themselves (3.2, steps 2, 4 and 5): who, which list, which rule.
STEPS = ((SOVIET, "third_shock"), (SOVIET, "soviet"), (GERMAN, "german"))
#: Memel takes two German non-mechanized units and no mechanized ones at set-up (3.2).
MEMEL_LIMIT = 2


def load_scenarios(
    source: Source, sides: tuple[str, ...], counters: tuple[Counter, ...], board: Board
) -> dict[str, Scenario]:
    """Read and check scenarios.toml, and the areas and regions of the board that the rules speak of."""
    by_id = {c.id: c for c in counters}
    words = read(source, _FILE, _scenarios(sides, by_id, board))
    check_cells(source, "hexes.csv", "area", sides)
    for region, kind in _REGIONS.items():
        need_region(source, board, region, kind)
    for name, entry in words.items():
        _check(source, name, entry, by_id)
    return {name: Scenario(name, e["title"], e["about"], e["turns"], e["rule"], e) for name, e in words.items()}


def _scenarios(sides: tuple[str, ...], by_id: dict[str, Counter], board: Board) -> Table:
    """What scenarios.toml must look like: scenarios by name."""
    spot = Text(board.grid.parse)
    lists = {name: ListOf(Text(unit_of(by_id, sides[side]))) for side, name in STEPS}
    box = Table(others=Text(board.grid.parse, empty=True), names=unit_of(by_id))
    scenario = Table(
        {"title": Text(), "rule": Text(), "turns": Whole(1, 99), "about": Text(),
         "setup": Table({side: Table(others=spot, names=unit_of(by_id, side)) for side in sides}),
         "any": Table(lists), "turn_box": Table({"turn": Whole(1, 99), "units": box})},
        {"source": Text(), "proposed": Table(others=Text(board.grid.parse), names=unit_of(by_id))},
    )  # fmt: skip
    return Table(others=scenario)


def _check(source: Source, name: str, entry: dict[str, Any], by_id: dict[str, Counter]) -> None:
    """Every unit of the game stands in exactly one list."""
    where: list[tuple[str, tuple[str | int, ...]]] = []
    for side, units in entry["setup"].items():
        where += [(unit, ("setup", side, unit)) for unit in units]
    for which, chosen in entry["any"].items():
        where += [(unit, ("any", which, k)) for k, unit in enumerate(chosen)]
    where += [(unit, ("turn_box", "units", unit)) for unit in entry["turn_box"]["units"]]
    listed: dict[str, tuple[str | int, ...]] = {}
    for unit, way in where:
        if unit in listed:
            place = source.blame(_FILE, (name, *listed[unit]), (name, *way))
            source.fault(place, f"{name}: {unit!r} is listed a second time")
        listed[unit] = way
    check_proposed(source, (_FILE, name), entry, "any")
    for unit in by_id:
        if unit not in listed:
            source.fault(source.place(_FILE, name), f"{name}: {unit!r} is not listed")


def start(game: OderGame, scenario: Scenario) -> OderState:
    """The state after the fixed units stand, before the players place theirs."""
    s = game.blank(scenario)
    assert isinstance(s, OderState)
    words, ids = scenario.words, game.unit_ids
    for units in words["setup"].values():
        for unit, label in units.items():
            s.at[ids[unit]] = game.board.grid.parse(label)
    for units in words["any"].values():
        for unit in units:
            s.at[ids[unit]] = RESERVE
    for unit in words["turn_box"]["units"]:
        s.at[ids[unit]] = DUE
        s.due_turn[ids[unit]] = words["turn_box"]["turn"]
    s.agenda = [(game.codes[game.by_name["game-turn"]], 0)]
    for number in reversed(range(len(STEPS))):
        s.agenda.append((game.codes[SetUp], number, -1))
    game.refresh(s)
    return s


def settle_control(game: OderGame, s: OderState) -> None:
    """In a position written by hand a hex with a unit in it is under that unit's side's control."""
    for side in (GERMAN, SOVIET):
        take(game, s, side, s.occupied[side])


class SetUp(PlaceUnits):
    """A player places units of his choice (3.2)."""

    def seat(self, s: OderState) -> str:
        return str(self.game.sides[STEPS[s.agenda[-1][1]][0]])

    def rule(self, s: OderState) -> str:
        return "3.2"

    def waiting(self, s: OderState, number: int) -> int:
        return sum(1 << u for u in self.game.placed_in[number] if s.at[u] == RESERVE)

    def put(self, s: OderState, unit: int, h: int) -> None:
        place(self.game, s, unit, h)

    def hexes(self, s: OderState, number: int, unit: int) -> int:
        """Where the unit may stand: on its side's ground, within the stacking limit (3.2)."""
        game: OderGame = self.game
        side = STEPS[number][0]
        found = game.third_shock_hexes if number == 0 else game.start_control[side] & ~game.sea & ~game.bridges
        found &= ~s.occupied[1 - side]
        if side == GERMAN and self._memel_full(s, unit):
            found &= ~(1 << game.memel)
        return stacking.rooms(game, s, found, unit)

    def _memel_full(self, s: OderState, unit: int) -> bool:
        game: OderGame = self.game
        if game.roster.mechanized >> unit & 1:
            return True
        return (units_in(s.at, game.memel) & ~game.roster.static).bit_count() >= MEMEL_LIMIT

    def proposal(self, s: OderState, number: int, unit: int, hexes: int) -> int:
        """A sensible hex: infantry where the front is weakest, mobile units close behind it."""
        game: OderGame = self.game
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

    def refuse_place(self, s: OderState, number: int, unit: int, h: int) -> Refusal:
        game: OderGame = self.game
        side, there, name = STEPS[number][0], game.place_name(h), game.counters[unit].id
        if number == 0 and not game.third_shock_hexes >> h & 1:
            return Refusal("3.2", f"{name} is set up in one of the hexes 3505 to 3521")
        if not game.start_control[side] >> h & 1 or game.sea >> h & 1:
            return Refusal("3.2", f"{there} is not under your control")
        if game.bridges >> h & 1:
            return Refusal("10.0", f"nobody is set up in the land bridge hex {there}")
        if h == game.memel and side == GERMAN and self._memel_full(s, unit):
            return Refusal("3.2", "Memel takes at most two non-mechanized units and no mechanized ones")
        return Refusal("6.2", f"{there} has no room for {name}")
