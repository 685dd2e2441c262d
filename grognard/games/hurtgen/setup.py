"""Chapters 3 and 16: setting up, the scenarios and free deployment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.action import Refusal
from ...engine.board import Board
from ...engine.checks import check_cells, need_region, unit_of
from ...engine.data import Source
from ...engine.game import Counter, Scenario
from ...engine.places import Way
from ...engine.schema import Entries, ListOf, Table, Text, Whole, one_of, read
from ...engine.step import ONLY, Offer, Procedure, Prompt, Step
from ...hexes import bits
from .state import DUE, RESERVE, HurtgenState
from .units import place

if TYPE_CHECKING:
    from .game import HurtgenGame

_FILE = "scenarios.toml"


def load_scenarios(
    source: Source, sides: tuple[str, ...], counters: tuple[Counter, ...], board: Board
) -> dict[str, Scenario]:
    """Read and check scenarios.toml, and what else setting up needs: whose side of the Front Line a hex is on."""
    by_id = {c.id: c for c in counters}
    words = read(source, _FILE, _scenarios(sides, by_id, board))
    check_cells(source, "hexes.csv", "area", sides)
    need_region(source, board, "Front Line", "line")
    arrivals = words.pop("arrivals", [])
    due = _check_arrivals(source, arrivals, by_id)
    for name, entry in words.items():
        _check_setup(source, name, entry, due)
    return {
        name: Scenario(name, e["title"], e["about"], e["turns"], e["rule"], {**e, "arrivals": arrivals})
        for name, e in words.items()
    }


def _scenarios(sides: tuple[str, ...], by_id: dict[str, Counter], board: Board) -> Table:
    """What scenarios.toml must look like: scenarios by name, and the arrivals they share."""

    def first(side: str) -> None:
        if side != sides[0]:
            raise ValueError(f"{side!r}; the rules make the U.S. the First Player")

    spot = Text(board.grid.parse)
    arrival = Table({"side": one_of(sides), "turn": Whole(1, 99), "hex": spot, "units": ListOf(Text(unit_of(by_id)))},
                    {"rule": Text()})  # fmt: skip
    scenario = Table(
        {"title": Text(), "rule": Text(), "turns": Whole(1, 99), "first": Text(first), "about": Text()},
        {"setup": Table(optional={side: Table(others=spot, names=unit_of(by_id, side)) for side in sides}),
         "deploy": ListOf(one_of(sides)),
         "deploy_units": Table(optional={side: ListOf(Text(unit_of(by_id, side))) for side in sides})},
    )  # fmt: skip
    return Table(optional={"arrivals": Entries(arrival, key=("side", "turn", "hex"))}, others=scenario)


def _check_arrivals(source: Source, arrivals: list[dict[str, Any]], by_id: dict[str, Counter]) -> dict[str, Way]:
    """Every unit arrives once, and on its own side. Where each is listed."""
    seen: dict[str, Way] = {}
    for i, entry in enumerate(arrivals):
        for k, unit in enumerate(entry["units"]):
            way = ("arrivals", i, "units", k)
            if unit in by_id and by_id[unit].side != entry["side"]:
                source.fault(source.place(_FILE, *way), f"arrivals #{i + 1}: {unit!r} is not a {entry['side']} unit")
            if unit in seen:
                source.fault(source.blame(_FILE, seen[unit], way), f"arrivals: {unit!r} arrives twice")
            seen[unit] = way
    return seen


def _check_setup(source: Source, name: str, entry: dict[str, Any], due: dict[str, Way]) -> None:
    """One unit a hex (5.31), and every unit begins in one place."""
    taken: dict[str, str] = {}
    listed = dict(due)

    def once(unit: str, *way: str | int) -> None:
        if unit in listed:
            place = source.blame(_FILE, listed[unit], (name, *way))
            source.fault(place, f"{name}: {unit!r} is placed twice, or placed and due later")
        listed[unit] = (name, *way)

    for side, units in entry.get("setup", {}).items():
        for unit, label in units.items():
            once(unit, "setup", side, unit)
            if label and label in taken:
                place = source.blame(_FILE, listed[taken[label]], listed[unit])
                source.fault(place, f"{name}.setup.{side}: {unit} and {taken[label]} both stand in {label}")
            taken[label] = unit
    for side, units in entry.get("deploy_units", {}).items():
        for k, unit in enumerate(units):
            once(unit, "deploy_units", side, k)


def arrival_lists(game: HurtgenGame) -> tuple[list[int], list[int]]:
    """Turn and hex of every reinforcement; the same in both scenarios (16.23, 16.24)."""
    turns, hexes = [0] * len(game.counters), [-1] * len(game.counters)
    for entry in next(iter(game.scenarios.values())).words["arrivals"]:
        for unit in entry["units"]:
            turns[game.unit_ids[unit]] = entry["turn"]
            hexes[game.unit_ids[unit]] = game.board.grid.parse(entry["hex"])
    return turns, hexes


def deployment_areas(game: HurtgenGame) -> list[int]:
    """For each side the hexes on its side of the Front Line that do not touch it (16.21, 16.22)."""
    touching = 0
    for a, b in game.board.regions["Front Line"].sides:
        touching |= 1 << a | 1 << b
    return [game.board.area(side) & ~touching for side in game.sides]


def start(game: HurtgenGame, scenario: Scenario) -> HurtgenState:
    """The state before Game-Turn 1, or before deployment."""
    s = game.blank(scenario)
    for entry in scenario.words["arrivals"]:
        for unit in entry["units"]:
            s.at[game.unit_ids[unit]] = DUE
    for units in scenario.words.get("setup", {}).values():
        for unit, label in units.items():
            s.at[game.unit_ids[unit]] = game.board.grid.parse(label)
    for units in scenario.words.get("deploy_units", {}).values():
        for unit in units:
            s.at[game.unit_ids[unit]] = RESERVE
    s.agenda = [(game.codes[game.by_name["game-turn"]], 0)]
    for side in reversed(scenario.words.get("deploy", ())):
        s.agenda.append((game.codes[Deployment], game.side_index[side]))
    game.refresh(s)
    return s


class Deployment(Procedure):
    """One side's free deployment; the German deploys first (16.25)."""

    name = "deployment"
    args = ("side",)

    def run(self, s: HurtgenState) -> None:
        side = s.agenda[-1][1]
        s.phasing = side
        s.begin(f"{self.game.side_names[self.game.sides[side]]} deployment")
        self.pop(s)
        self.push(s, Deploy, side, -1)


class Deploy(Step):
    """Take a unit in hand, put it on the map; done when all stand. Arguments: side and unit in hand."""

    name = "deploy"
    args = ("side", "unit")

    def seat(self, s: HurtgenState) -> str:
        return str(self.game.sides[s.agenda[-1][1]])

    def prompt(self, s: HurtgenState) -> Prompt:
        _, side, unit = s.agenda[-1]
        rule = ("16.21", "16.22")[side]
        if unit >= 0:
            return Prompt(f"Place {self.game.counters[unit].id} behind the Front Line, not touching it.", rule)
        if self._reserve(s, side):
            return Prompt("Choose a unit to place.", rule)
        return Prompt("All units stand: end the deployment.", rule)

    def _reserve(self, s: HurtgenState, side: int) -> int:
        return sum(1 << u for u in bits(self.game.units_of[side]) if s.at[u] == RESERVE)

    def _open(self, s: HurtgenState, side: int, unit: int) -> int:
        """Vacant hexes of the area; vehicles only where they could have driven (ruling 16.22)."""
        game: HurtgenGame = self.game
        hexes = game.deploy_areas[side] & ~s.occupied[side]
        if game.roster.vehicles >> unit & 1:
            hexes &= drivable(game)
        return hexes

    def offer(self, s: HurtgenState) -> Offer:
        _, side, unit = s.agenda[-1]
        if unit >= 0:
            return {"place": self._open(s, side, unit)}
        waiting = self._reserve(s, side)
        return {"select": waiting} if waiting else {"done": ONLY}

    def do_select(self, s: HurtgenState, unit: int) -> None:
        self.become(s, s.agenda[-1][1], unit)

    def do_place(self, s: HurtgenState, h: int) -> None:
        _, side, unit = s.agenda[-1]
        place(self.game, s, unit, h)
        s.tell("16.2", "{} deploys in {}", self.game.counters[unit].id, self.game.place_name(h))
        self.become(s, side, -1)

    def do_done(self, s: HurtgenState, _: int) -> None:
        self.pop(s)

    def refuse(self, s: HurtgenState, verb: str, arg: int) -> Refusal:
        game: HurtgenGame = self.game
        _, side, unit = s.agenda[-1]
        rule = ("16.21", "16.22")[side]
        if verb == "done":
            waiting = self._reserve(s, side)
            return Refusal(rule, f"still to be placed: {game.names(waiting or 1 << unit)}")
        if verb == "select":
            if unit >= 0:
                return Refusal(rule, f"place {game.counters[unit].id} first")
            name = game.counters[arg].id
            if game.side_of[arg] != side:
                return Refusal("16.25", f"{name} is an enemy unit; the German deploys first, then the U.S.")
            placed = "has been placed" if s.at[arg] >= 0 else "is not part of the deployment"
            return Refusal(rule, f"{name} {placed}")
        if unit < 0:
            return Refusal(rule, "choose the unit to place first")
        return self._refuse_place(s, side, unit, arg)

    def _refuse_place(self, s: HurtgenState, side: int, unit: int, h: int) -> Refusal:
        game: HurtgenGame = self.game
        rule, there = ("16.21", "16.22")[side], game.place_name(h)
        if not game.board.area(game.sides[side]) >> h & 1:
            return Refusal(rule, f"{there} is on the enemy's side of the Front Line")
        if not game.deploy_areas[side] >> h & 1:
            return Refusal(rule, f"{there} touches the Front Line")
        if s.occupied[side] >> h & 1:
            return Refusal("5.31", f"{there} is taken")
        return Refusal("5.24", f"{game.counters[unit].id} could not have driven to {there}: no road, no trail")


def drivable(game: HurtgenGame) -> int:
    """The hexes where vehicles may stand: ground they may enter, or a road or trail."""
    hexes = 0
    for word, price in game.vehicle.enter.items():
        if price is not None:
            hexes |= game.board.terrain.get(word, 0)
    for a, b in game.board.roads:
        hexes |= 1 << a | 1 << b
    return hexes
