"""Chapters 3 and 16: setting up, the scenarios and free deployment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.action import Refusal
from ...engine.board import Board
from ...engine.checks import check_cells, require_region, unit_of
from ...engine.contents import Counter, Scenario, read_scenarios
from ...engine.data import Source
from ...engine.limits import Case, Choice, Limit, Only, Reason, lazy
from ...engine.schema import Entries, ListOf, Table, Text, Whole, one_of, read
from ...engine.step import Procedure, Prompt
from ...engine.toml_lines import KeyPath
from ...hexes import bits, of
from ...mechanics.phasing import Owned
from ...mechanics.placing import UnitLists
from .state import DUE, RESERVE, HurtgenState
from .units import place

if TYPE_CHECKING:
    from .game import HurtgenGame

_FILE = "scenarios.toml"


def load_scenarios(
    source: Source, sides: tuple[str, ...], counters: tuple[Counter, ...], board: Board
) -> dict[str, Scenario]:
    """Read and check scenarios.toml, and the areas of both sides that set-up needs."""
    by_id = {c.id: c for c in counters}
    words = read(source, _FILE, _scenarios(sides, by_id, board))
    check_cells(source, "hexes.csv", "area", sides)
    require_region(source, board, "Front Line", "line")
    arrivals = words.pop("arrivals", [])
    due = _check_arrivals(source, arrivals, by_id)
    for name, entry in words.items():
        _check_setup(source, name, entry, due)
    return read_scenarios(words, arrivals=arrivals)


def _scenarios(sides: tuple[str, ...], by_id: dict[str, Counter], board: Board) -> Table:
    """The schema of scenarios.toml: scenarios by name, and the arrivals they share."""

    def first(side: str) -> None:
        if side != sides[0]:
            raise ValueError(f"{side!r}; the First Player must be the U.S. (16.16, 16.25)")

    spot = Text(board.grid.parse)
    arrival = Table(
        {"side": one_of(sides), "turn": Whole(1, 99), "hex": spot, "units": ListOf(Text(unit_of(by_id)))},
        {"rule": Text()},
    )
    scenario = Table(
        {"title": Text(), "rule": Text(), "turns": Whole(1, 99), "first": Text(first), "about": Text()},
        {
            "setup": Table(optional={side: Table(others=spot, names=unit_of(by_id, side)) for side in sides}),
            "deploy": ListOf(one_of(sides)),
            "deploy_units": Table(optional={side: ListOf(Text(unit_of(by_id, side))) for side in sides}),
        },
    )
    return Table(optional={"arrivals": Entries(arrival, key=("side", "turn", "hex"))}, others=scenario)


def _check_arrivals(source: Source, arrivals: list[dict[str, Any]], by_id: dict[str, Counter]) -> dict[str, KeyPath]:
    """Check that every unit arrives once and on its own side. Return where each is listed."""
    seen: dict[str, KeyPath] = {}
    for i, entry in enumerate(arrivals):
        for k, unit in enumerate(entry["units"]):
            way = ("arrivals", i, "units", k)
            if unit in by_id and by_id[unit].side != entry["side"]:
                source.error(source.entry(_FILE, *way), f"arrivals #{i + 1}: {unit!r} is not a {entry['side']} unit")
            if unit in seen:
                source.error(source.conflicting_entry(_FILE, seen[unit], way), f"arrivals: {unit!r} arrives twice")
            seen[unit] = way
    return seen


def _check_setup(source: Source, name: str, entry: dict[str, Any], due: dict[str, KeyPath]) -> None:
    """Check that each hex has one unit (5.31) and each unit one place."""
    taken: dict[str, str] = {}
    muster = UnitLists(source, _FILE, name, due, twice="is listed twice")
    listed = muster.listed
    for side, units in entry.get("setup", {}).items():
        for unit, label in units.items():
            muster.add(unit, "setup", side, unit)
            if label and label in taken:
                place = source.conflicting_entry(_FILE, listed[taken[label]], listed[unit])
                source.error(place, f"{name}.setup.{side}: {unit} and {taken[label]} are both placed in {label}")
            taken[label] = unit
    for side, units in entry.get("deploy_units", {}).items():
        for k, unit in enumerate(units):
            muster.add(unit, "deploy_units", side, k)


def arrival_lists(game: HurtgenGame) -> tuple[list[int], list[int]]:
    """The turn and hex of every reinforcement, the same in both scenarios (16.23, 16.24)."""
    turns, hexes = [0] * len(game.counters), [-1] * len(game.counters)
    for entry in next(iter(game.scenarios.values())).words["arrivals"]:
        for unit in entry["units"]:
            turns[game.unit_ids[unit]] = entry["turn"]
            hexes[game.unit_ids[unit]] = game.board.grid.parse(entry["hex"])
    return turns, hexes


def deployment_areas(game: HurtgenGame) -> list[int]:
    """For each side the hexes on its side of the Front Line that do not touch it (16.21, 16.22)."""
    touching = 0
    for a, b in game.board.regions["Front Line"].hexsides:
        touching |= 1 << a | 1 << b
    return [game.board.area(side) & ~touching for side in game.sides]


def start(game: HurtgenGame, scenario: Scenario) -> HurtgenState:
    """The state before Game-Turn 1 or before deployment, with only the listed units on the map (3.0, 16.0)."""
    s = game.blank(scenario)
    for entry in scenario.words["arrivals"]:
        game.place_in_box(s, entry["units"], DUE)
    for units in scenario.words.get("setup", {}).values():
        game.place_units(s, units)
    for units in scenario.words.get("deploy_units", {}).values():
        game.place_in_box(s, units, RESERVE)
    s.agenda = [(game.codes[game.steps_by_name["game-turn"]], 0)]
    for side in reversed(scenario.words.get("deploy", ())):
        s.agenda.append((game.codes[Deployment], game.side_index[side]))
    game.refresh(s)
    return s


class Deployment(Procedure["HurtgenGame", HurtgenState]):
    """One side's free deployment; the German deploys first (16.25)."""

    name = "deployment"
    args = ("side",)

    def run(self, s: HurtgenState) -> None:
        _, side = s.agenda[-1]
        s.phasing = side
        s.begin(f"{self.game.side_names[self.game.sides[side]]} deployment")
        self.pop(s)
        self.push(s, Deploy, side, -1)


class Deploying(Case["HurtgenGame", HurtgenState]):
    """The side that deploys, and the selected unit, if any."""

    side: int
    unit: int

    def __init__(self, game: HurtgenGame, s: HurtgenState) -> None:
        super().__init__(game, s)
        _, self.side, self.unit = s.agenda[-1]

    @property
    def rule(self) -> str:
        """The rule of the side's deployment."""
        return ("16.21", "16.22")[self.side]

    @property
    def name(self) -> str:
        return self.game.counters[self.unit].id

    @lazy
    def reserve(self) -> int:
        """The units still to be placed."""
        return of(u for u in bits(self.game.units_of[self.side]) if self.s.at[u] == RESERVE)

    @property
    def left(self) -> str:
        return self.game.names(self.reserve or 1 << self.unit)


def own_units(c: Deploying, units: int) -> int:
    return units & c.game.units_of[c.side]


def own_ground(c: Deploying, hexes: int) -> int:
    return hexes & c.game.board.area(c.game.sides[c.side])


def why_not_waiting(c: Deploying, unit: int) -> Refusal:
    placed = "has been placed" if c.s.at[unit] >= 0 else "is not part of the deployment"
    return Refusal(c.rule, f"{c.game.counters[unit].id} {placed}")


def drivable_to(c: Deploying, hexes: int) -> int:
    """Vehicles are placed only in hexes they could have entered (ruling 16.22)."""
    return hexes & drivable(c.game) if c.game.roster.vehicles >> c.unit & 1 else hexes


class Deploy(Owned["HurtgenGame", HurtgenState]):
    """Place units on the map one by one (16.21, 16.22). Arguments: the side and the selected unit."""

    name = "deploy"
    args = ("side", "unit")
    case = Deploying
    choices: ClassVar[tuple[Choice[Deploying], ...]] = (
        Choice(
            "place",
            Only("16.2", lambda c: c.unit >= 0, lambda c, _: Refusal(c.rule, "choose the unit to place first")),
            Reason(
                "16.2",
                own_ground,
                lambda c, h: Refusal(c.rule, f"{c.game.place_name(h)} is on the enemy's side of the Front Line"),
            ),
            Limit(
                "16.2",
                lambda c, hexes: hexes & c.game.deploy_areas[c.side],
                lambda c, h: Refusal(c.rule, f"{c.game.place_name(h)} touches the Front Line"),
            ),
            Limit("5.31", lambda c, hexes: hexes & ~c.s.occupied[c.side], "{it} is already occupied"),
            Limit(
                "5.24", drivable_to, "{c.name} is a vehicle, and {it} is closed to vehicles and has no road or trail"
            ),
        ),
        Choice(
            "select",
            Only("16.2", lambda c: c.unit < 0, lambda c, _: Refusal(c.rule, f"place {c.name} first")),
            Limit("16.25", own_units, "{it} is an enemy unit; the German Player deploys first, then the U.S. Player"),
            Limit("16.2", lambda c, units: units & c.reserve, why_not_waiting),
        ),
        Choice(
            "done",
            Only(
                "16.2",
                lambda c: c.unit < 0 and not c.reserve,
                lambda c, _: Refusal(c.rule, f"units still to be placed: {c.left}"),
            ),
        ),
    )

    def prompt(self, s: HurtgenState) -> Prompt:
        c = Deploying(self.game, s)
        if c.unit >= 0:
            return Prompt(
                f"Choose a hex for {c.name} on your side of the Front Line that does not touch the line.", c.rule
            )
        if c.reserve:
            return Prompt("Choose a unit to place.", c.rule)
        return Prompt("All units are placed. Continue when ready.", c.rule)

    def do_select(self, s: HurtgenState, unit: int) -> None:
        _, side, _ = s.agenda[-1]
        self.set_args(s, side, unit)

    def do_place(self, s: HurtgenState, h: int) -> None:
        _, side, unit = s.agenda[-1]
        place(self.game, s, unit, h)
        s.report("16.2", "{} deploys in {}", self.game.counters[unit].id, self.game.place_name(h))
        self.set_args(s, side, -1)

    def do_done(self, s: HurtgenState, _: int) -> None:
        self.pop(s)


def drivable(game: HurtgenGame) -> int:
    """The hexes where vehicles may be placed: ground they may enter, or a road or trail."""
    hexes = 0
    for word, price in game.vehicle.enter.items():
        if price is not None:
            hexes |= game.board.terrain.get(word, 0)
    for a, b in game.board.roads:
        hexes |= 1 << a | 1 << b
    return hexes
