"""Texts for players at the table: the current attack, hexes, costs, marks and tracks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...engine.board import hexside
from ...engine.looks import SHARED_MARKS, Box, Gauge, Mark
from ...engine.reading import Chart, Effect, Note, Objective, Preview, Track, Turn
from ...hexes import Reach, bits, of
from ...mechanics.reading import TurnGameReading
from ...mechanics.stacks import words_by_unit
from . import charts, effects, victory
from .movement import Move, reach_from, reach_of
from .preview import preview
from .sequence import STAGES
from .state import DUE, GERMAN, US, HurtgenState
from .tables import half_points

if TYPE_CHECKING:
    from .game import HurtgenGame

_PHASE_NAMES = ("U.S. Movement", "U.S. Combat", "German Movement", "German Combat")


def _cost(half: int | None) -> str:
    return "prohibited" if half is None else half_points(half)


class HurtgenReading(TurnGameReading["HurtgenGame", HurtgenState]):
    """The texts and marks on screens."""

    game: HurtgenGame

    box_looks = {
        "due": Box("Reinforcements due"),
        "reserve": Box("In reserve"),
        "exited": Box("Left the map"),
        "eliminated": Box("Eliminated", lost=True),
        "aside": Box("Not in play", listed=False),
    }
    mark_looks = {
        **SHARED_MARKS,
        "firing": Mark("", "attacking"),
        "attacked": Mark("×", "spent"),
        "must attack": Mark("!", "duty"),
        "must be attacked": Mark("!", "duty"),
        "displaced": Mark("D", "harm"),
    }
    figures = {
        "attack": "attack",
        "barrage": "barrage",
        "fpf": "Final Protective Fire",
        "defense": "defense",
        "range": "range",
        "movement": "movement",
    }
    words = {"support": "Ground Support Points left", "vp_parts": "Sources of points", "towns": "Towns scoring now"}

    def status(self, s: HurtgenState) -> dict[str, Any]:  # any: words, numbers and tables of them
        us, german = victory.points(s)
        return self.status_head(s) | {
            "support": s.support,
            "vp": {"us": us, "german": german},
            "vp_parts": {"us units": s.vp_us, "us 116th": s.vp_116, "german units": s.vp_german},
            "towns": victory.towns_held(self.game, s),
        }

    def preview(self, s: HurtgenState) -> Preview | None:
        return preview(self.game, s)

    def effects(self, s: HurtgenState) -> tuple[Effect, ...]:
        shown = preview(self.game, s)
        return () if shown is None else effects.effects(self.game, s, list(shown.chances))

    def reactions(self, s: HurtgenState) -> tuple[Note, ...]:
        return () if preview(self.game, s) is None else effects.reactions(self.game, s)

    def faint(self, s: HurtgenState) -> int:
        """Enemies that may be bombarded but need not be attacked (7.11)."""
        if not self.game.phase_of(s).endswith("combat"):
            return 0
        return s.occupied[1 - s.phasing] & ~self.game.hexes_of(s, s.duty_target)

    def charts(self) -> tuple[Chart, ...]:
        return charts.charts(self.game)

    def overlays(self, s: HurtgenState) -> dict[str, int]:
        game = self.game
        towns = (game.towns[name] for name in victory.towns_held(game, s))
        return {
            "U.S. Zones of Control": game.zones.of(s.occupied[US]),
            "German Zones of Control": game.zones.of(s.occupied[GERMAN]),
            "U.S. threat": self.threat(s, US),
            "German threat": self.threat(s, GERMAN),
            "Lines of Communications": victory.connected(game, s),
            "Towns scoring now": of(h for hexes in towns for h in bits(hexes)),
        }

    def objectives(self, s: HurtgenState) -> tuple[Objective, ...]:
        """The towns that score for the U.S. side, and the edge over which the 116th Panzer Division leaves."""
        game = self.game
        towns = [
            Objective(f"{name}: {game.tables.objectives[name]} Victory Points at the end", "15.22", hexes, US)
            for name, hexes in game.towns.items()
        ]
        return (*towns, Objective("exit of the 116th Panzer Division", "14.0", game.exit_edge, GERMAN))

    def inspect(self, s: HurtgenState, h: int) -> tuple[Note, ...]:
        """Terrain, roads, hexsides, zones and objectives of a hex, each with its rule."""
        tables, word = self.game.tables, self.game.board.terrain_at[h]
        leg, vehicle = tables.leg[0][word], tables.vehicle[0][word]
        line = tables.crt.lines[tables.crt.line_of([word])]
        return (
            Note(f"{word}: {_cost(leg)} on foot, {_cost(vehicle)} for vehicles", "5.21"),
            Note(f"defends on the {', '.join(line.terrain)} line", "7.43"),
            *self._around(h),
            *self.closing_notes(s, h, "in a {} Zone of Control", "6.0", *self._uses(h)),
        )

    def _uses(self, h: int) -> Iterator[Note]:
        """Objectives, entries and exits in a hex."""
        game = self.game
        for name, hexes in game.towns.items():
            if hexes >> h & 1:
                yield Note(
                    f"{name}: {game.tables.objectives[name]} Victory Points for the U.S. at the end of the game",
                    "15.22",
                )
        if any(hexes == h for hexes in game.arrival_hex):
            yield Note("reinforcements enter here", "13.0")
        if game.exit_edge >> h & 1:
            yield Note("the 116th Panzer Division may leave the map here", "14.0")

    def _around(self, h: int) -> Iterator[Note]:
        """Roads, trails and water on the hexsides of a hex."""
        board, tables = self.game.board, self.game.tables
        ways: dict[str, list[str]] = {}
        for n in board.grid.neighbour_list(h):
            pair = hexside(h, n)
            road, edge = board.roads.get(pair), board.hexsides.get(pair)
            if road:
                ways.setdefault(road.kind, []).append(board.grid.label(n))
            if edge:
                ways.setdefault(f"{edge.kind}{' with a bridge' if edge.bridge else ''}", []).append(board.grid.label(n))
        text = {
            "road": (f"road ({half_points(tables.ways['road'])} a hex) to", "5.22"),
            "trail": (f"trail ({half_points(tables.ways['trail'])} a hex) to", "5.23"),
            "stream": (f"stream (+{half_points(tables.leg[1]['stream'])} on foot, closed to vehicles) towards", "5.21"),
            "river": (
                "river without a bridge (closed to movement, Zones of Control and ground attacks) towards",
                "6.33",
            ),
            "ferry": ("ferry (no bridge) towards", "6.33"),
            "stream with a bridge": ("bridged stream towards", "7.42"),
            "river with a bridge": ("bridged river towards", "6.33"),
        }
        for kind, labels in ways.items():
            words, rule = text[kind]
            yield Note(f"{words} {', '.join(labels)}", rule)

    def reach_of_selected(self, s: HurtgenState) -> Reach | None:
        """The reach of the selected unit, if one is moving."""
        game = self.game
        if s.over or not isinstance(game.step(s), Move):
            return None
        _, unit, entry, spent = s.agenda[-1]
        if s.at[unit] == DUE and entry < 0:
            return None
        return reach_from(game, s, unit, entry, spent)

    def reach(self, s: HurtgenState) -> dict[int, str]:
        found = self.reach_of_selected(s)
        if found is None:
            return {}
        return {h: half_points(cost) for cost, level in enumerate(found.levels) if level for h in bits(level)}

    def threat(self, s: HurtgenState, side: int) -> int:
        """Every hex a side could attack after its next move: next to where its units can go."""
        game = self.game
        zone, out = game.enemy_zone(s, side), s.occupied[side]
        for u in bits(game.units_of[side]):
            if s.at[u] >= 0 and not zone >> s.at[u] & 1:
                out |= reach_of(game, s, u).all
        return game.zones.of(out)

    def marks(self, s: HurtgenState) -> dict[int, tuple[str, ...]]:
        """The markers of each unit, in words."""
        sets = {
            "moved": s.moved if self.game.phase_of(s).endswith("movement") else 0,
            "fought": s.fought,
            "attacked": s.struck & ~s.targets,
            "target": s.targets,
            "attacking": s.attackers | s.barrage,
            "firing": s.fpf,
            "must attack": s.duty_attack & ~s.attackers,
            "must be attacked": s.duty_target & ~s.targets,
            "displaced": s.displaced,
            "advanced": s.advanced,
        }
        return words_by_unit(sets)

    def gauges(self, s: HurtgenState) -> tuple[Gauge, ...]:
        """The Ground Support Points of the U.S. side, which matter in its Combat Phases."""
        fights = self.game.phase_of(s) == "us combat"
        title, most = self.words["support"], self.game.tables.support_turn[US]
        return (Gauge(title, s.support, most, self.game.sides[US], "11.41", asked=fights),)

    def track(self, s: HurtgenState) -> Track:
        """The four phases, and the turns with their arrivals."""
        game = self.game
        phase = game.phase_of(s)
        notes: dict[int, list[Note]] = {}
        for entry in next(iter(game.scenarios.values())).words["arrivals"]:
            text = f"{game.side_names[entry['side']]}: {', '.join(entry['units'])} at {entry['hex']}"
            notes.setdefault(entry["turn"], []).append(Note(text, entry["rule"]))
        last = Note("last turn for the 116th Panzer Division to leave without a penalty", "12.11")
        notes.setdefault(game.tables.last_turn_116, []).append(last)
        turns = tuple(Turn(n, f"Game-Turn {n}", tuple(notes.get(n, ()))) for n in range(1, s.turns + 1))
        phases = [f"{game.sides[side]} {name}" for side, name in STAGES]
        return Track(_PHASE_NAMES, phases.index(phase) if phase in phases else -1, turns, s.turn)
