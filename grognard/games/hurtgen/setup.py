"""Chapters 3 and 16: setting up, the scenarios and free deployment."""

from __future__ import annotations

from collections import Counter as Tally
from typing import TYPE_CHECKING, Any

from ...engine.action import Refusal
from ...engine.board import Board
from ...engine.data import Source
from ...engine.game import Counter, Scenario
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
    """Read and check scenarios.toml."""
    words = source.toml(_FILE)
    source.check()
    arrivals = words.pop("arrivals", [])
    by_id = {c.id: c for c in counters}
    _check_arrivals(source, arrivals, sides, by_id, board)
    out = {}
    for name, entry in words.items():
        missing = {"title", "rule", "turns", "first", "about"} - set(entry)
        if missing:
            source.fault(_FILE, f"[{name}] lacks {', '.join(sorted(missing))}")
            continue
        if entry["first"] != sides[0]:
            source.fault(_FILE, f"[{name}] first is {entry['first']!r}; the rules make the U.S. the First Player")
        _check_setup(source, name, entry, by_id, board)
        full = {**entry, "arrivals": arrivals}
        out[name] = Scenario(name, entry["title"], entry["about"], int(entry["turns"]), entry["rule"], full)
    return out


def _check_unit(source: Source, where: str, unit: str, side: str, by_id: dict[str, Counter]) -> None:
    if unit not in by_id:
        source.fault(_FILE, f"[{where}] unknown unit {unit!r}")
    elif by_id[unit].side != side:
        source.fault(_FILE, f"[{where}] {unit!r} is not a {side} unit")


def _check_hex(source: Source, where: str, label: str, board: Board) -> None:
    try:
        board.grid.parse(label)
    except ValueError as error:
        source.fault(_FILE, f"[{where}] {error}")


def _check_arrivals(
    source: Source, arrivals: list[Any], sides: tuple[str, ...], by_id: dict[str, Counter], board: Board
) -> None:
    for number, entry in enumerate(arrivals, 1):
        where = f"arrivals {number}"
        if entry.get("side") not in sides or not isinstance(entry.get("turn"), int):
            source.fault(_FILE, f"[{where}] needs a side and a turn")
        _check_hex(source, where, str(entry.get("hex", "")), board)
        for unit in entry.get("units", ()):
            _check_unit(source, where, unit, entry["side"], by_id)
    seen = Tally(unit for entry in arrivals for unit in entry.get("units", ()))
    for unit, times in seen.items():
        if times > 1:
            source.fault(_FILE, f"[arrivals] {unit!r} arrives {times} times")


def _check_setup(source: Source, name: str, entry: dict[str, Any], by_id: dict[str, Counter], board: Board) -> None:
    taken: dict[str, str] = {}
    for side, units in entry.get("setup", {}).items():
        for unit, label in units.items():
            where = f"{name}.setup.{side}"
            _check_unit(source, where, unit, side, by_id)
            _check_hex(source, where, label, board)
            if label in taken:
                source.fault(_FILE, f"[{where}] {unit} and {taken[label]} both stand in {label}")
            taken[label] = unit
    for side, units in entry.get("deploy_units", {}).items():
        for unit in units:
            _check_unit(source, f"{name}.deploy_units", unit, side, by_id)


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
        s.tell("phase", "{} deployment", self.game.side_names[self.game.sides[side]])
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
                return Refusal("16.25", f"{name} is not {self.seat(s)}'s; the German deploys first, then the U.S.")
            return Refusal(rule, f"{name} does not have to be placed")
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
