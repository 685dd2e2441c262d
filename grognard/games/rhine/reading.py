"""Texts for players at the table: status, previews, notes on hexes, costs, marks and tracks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...engine.looks import SHARED_MARKS, Box, Gauge, Mark
from ...engine.reading import Chart, Note, Objective, Preview, Track, Turn
from ...hexes import bits, reach
from ...mechanics.fog import height
from ...mechanics.order import ORDERS
from ...mechanics.reading import AttackReading
from ...mechanics.stacks import words_by_unit
from . import charts, supply, victory
from .area import moving_area
from .movement import March, blocked_hexes, costs_of, may_use_column, points_of
from .moves import Move
from .odds import high_water, preview
from .state import ALLIED, DUE, GERMAN, ODER, RhineState

if TYPE_CHECKING:
    from .game import RhineGame

_PHASES = {
    "allied": ("declaration", "sector", "airborne", "reinforcement", "movement", "combat"),
    "german": ("declaration", "reinforcement", "movement", "combat", "determination"),
}
#: Hexsides with rules: kind, name for players, rule.
_WATER = (
    ("river", "river", "10.11"),
    ("rhine", "Rhine", "10.11"),
    ("blocked", "blocked", "10.13"),
    ("estuary", "estuary", "10.12"),
    ("all-sea", "all-sea", "10.12"),
)


class RhineReading(AttackReading["RhineGame", RhineState]):
    """Texts about Watch on the Rhine for the screens."""

    game: RhineGame

    box_looks = {
        "due": Box("Reinforcements due"),
        "reserve": Box("To be set up"),
        "airborne": Box("Airborne holding box"),
        "landing": Box("Airborne, landing now"),
        "unseen": Box("Hidden in enemy stacks"),
        "eliminated": Box("Dead pile", lost=True),
        "removed": Box("Out of the game"),
        "aside": Box("Not in play", listed=False),
    }
    mark_looks = {**SHARED_MARKS, "reduced": Mark("R", turns=True), "unsupplied": Mark("U", "harm")}
    words = {
        "sector": "Full supply",
        "antwerp": "Antwerp",
        "watch": "Hitler's decision",
        "rhine": "Watch on the Rhine",
        "oder": "Watch on the Oder",
        "undecided": "not yet made",
        "flood": "Roer flood",
        "frozen": "out of play",
        "high": "high water",
        "markers": "Aerial Supply markers left",
        "taken": "Hexes captured (4.6)",
        "replacements": "Replacement steps left",
        "us": "U.S. and French",
        "bc": "Commonwealth",
        "1": "one step",
        "2": "two steps",
        "order": "Order of phases",
    }

    def status(self, s: RhineState) -> dict[str, Any]:  # any: words, numbers and tables of them
        game = self.game
        kinds, counters, tables = supply.kinds_on_map(game, s), game.counters, game.tables
        rates = tables.replacements
        return self.status_head(s) | {
            "progress": victory.progress(game, s),
            "order": ORDERS[s.order],
            "sector": {0: "not yet chosen", 1: "north", 2: "south"}.get(s.sector, "unknown"),
            "antwerp": bool(s.antwerp),
            "watch": ("undecided", "rhine", "oder")[s.watch],
            "flood": "" if s.flood != s.turn else "frozen" if supply.frozen(game, s) else "high",
            "markers": 0 if s.no_air else tables.aerial_markers - s.aerial_used,
            "taken": s.taken.bit_count(),
            "replacements": {"us": rates["us"] - s.used_us, "bc": rates["bc"] - s.used_bc},
            "supply": {counters[u].id: kind for u, kind in kinds.items()},
            "steps": {counters[u].id: s.steps[u] or game.roster.steps[u] for u in kinds},
        }

    def preview(self, s: RhineState) -> Preview | None:
        return preview(self.game, s)

    def charts(self) -> tuple[Chart, ...]:
        return charts.charts(self.game)

    def overlays(self, s: RhineState) -> dict[str, int]:
        game = self.game
        lines, full = supply.line_hexes(game, s, ALLIED), supply.full_sector(game, s)
        return {
            "Allied Zones of Control": game.zones.of(s.occupied[ALLIED]),
            "German Zones of Control": game.zones.of(s.occupied[GERMAN]),
            "Allied threat": self.threat(s, ALLIED),
            "German threat": self.threat(s, GERMAN),
            "Allied full supply": lines & full,
            "Allied attenuated supply": lines & ~full,
            "German supply": supply.line_hexes(game, s, GERMAN),
            "Allied control": s.allied,
            "Intact West Wall": supply.intact(game, s),
            "Northern supply sector": game.north,
            "Hexes needed to open Antwerp": 0 if s.antwerp else game.opening & ~s.allied,
            "Roer flood": game.flood_hexes if s.flood == s.turn else 0,
        }

    def objectives(self, s: RhineState) -> tuple[Objective, ...]:
        """The hexes of sudden death (4.2 to 4.4), and those of the check of Turn 6 (4.5)."""
        game, land = self.game, self.game.land & ~self.game.hook
        found = [
            Objective("an Allied unit in a Ruhr city wins", "4.3", game.ruhr & ~s.allied, ALLIED, sudden=True),
            Objective(
                "an Allied unit that leaves by the east edge wins", "4.2", game.east_edge & land, ALLIED, sudden=True
            ),
            Objective("a German unit in an Allied city wins", "4.4", game.cities & s.allied, GERMAN, sudden=True),
        ]
        if self._next_turn(s) >= game.tables.german_exit:
            west = game.west_edge & land
            found.append(Objective("a German unit that leaves by the west edge wins", "4.4", west, GERMAN, sudden=True))
        if s.turn <= game.tables.watch.turn:
            cities, opening = game.cities_outside & ~s.allied, 0 if s.antwerp else game.opening & ~s.allied
            found.append(Objective("a city that the Allies need by the end of Turn 6", "4.5", cities, ALLIED))
            found.append(Objective("a hex that the Allies need to open Antwerp", "8.15", opening, ALLIED))
        return tuple(aim for aim in found if aim.hexes)

    def _next_turn(self, s: RhineState) -> int:
        """The turn in which the side that is not phasing moves next."""
        first = self.game.game_turn.stages(s)[2][0]
        return s.turn if s.phasing == first else s.turn + 1

    def entries(self, s: RhineState, side: int) -> int:
        """The hexes that units of a side on the map could enter next, also by column movement."""
        game, out, enemies = self.game, 0, s.occupied[1 - side]
        zone, fed = game.zones.of(enemies), supply.overland(game, s, side)
        closed = zone | (supply.intact(game, s) if side == ALLIED else 0)
        for u in bits(game.units_of[side] & ~game.roster.static):
            if s.at[u] >= 0:
                costs, points, block = costs_of(game, s, u), points_of(game, s, u), blocked_hexes(game, s, u)
                out |= reach(costs, 1 << s.at[u], points, stop=zone, block=block).all
                if may_use_column(game, s, u, zone, fed):
                    out |= reach(costs, 1 << s.at[u], 2 * points, block=block | closed).all
        return out & ~supply.frozen(game, s)

    def gauges(self, s: RhineState) -> tuple[Gauge, ...]:
        """The Aerial Supply markers that the Allies have left, which matter while one may be placed."""
        most = self.game.tables.aerial_markers
        left, wanted = 0 if s.no_air else most - s.aerial_used, supply.may_be_marked(self.game, s) != 0
        asked = wanted and s.phasing == ALLIED
        return (Gauge(self.words["markers"], left, most, self.game.sides[ALLIED], "8.18", asked=asked),)

    def warnings(self, s: RhineState) -> tuple[Note, ...]:
        """Also the units that the Terminal Supply Check would eliminate as things are (8.8)."""
        found = super().warnings(s)
        if s.over or self.hand(s) or not self.game.phase_of(s).endswith("combat"):
            return found
        lost = supply.out_of_supply(self.game, s, s.phasing)
        if not lost or self.game.seat(s) != self.game.sides[s.phasing]:
            return found
        words = f"out of supply, and lost in the Terminal Supply Check if they stay so: {self.game.names(lost)}"
        return (*found, Note(words, "8.8"))

    def inspect(self, s: RhineState, h: int) -> tuple[Note, ...]:
        """Terrain, hexsides, control, zones and supply of a hex, each with its rule."""
        game, high = self.game, height(s, h)
        if not game.land >> h & 1:
            return (Note("sea: no unit may enter", "10.12"),)
        built, ground = game.built(h), game.board.terrain_at[h]
        words = [ground, *([{"ruhr": "Ruhr city"}.get(built, built)] if built else [])]
        cost = game.tables.enter[built or ground]
        points = "1 Movement Point" if cost == 1 else f"{cost} Movement Points"
        stack = (Note(f"{high} units in the stack", "6.7"),) if high > 1 else ()
        return (
            Note(f"{', '.join(words)}: {points} to enter", "10.6"),
            *self._features(s, h),
            *self._around(h),
            Note(f"under {game.side_names[game.sides[game.controller(s, h)]]} control", "3.9"),
            Note(f"in the {'northern' if game.north >> h & 1 else 'southern'} supply sector", "8.16"),
            *self.closing_notes(s, h, "in a Zone of Control of the {} side", "7.1", *stack),
        )

    def _features(self, s: RhineState, h: int) -> list[Note]:
        game = self.game
        notes = (
            (game.west_wall, "West Wall, intact" if game.intact(s, h) else "West Wall, cleared", "11.17"),
            (game.highway, "Hell's Highway", "10.16"),
            (game.access, "Antwerp access", "8.15"),
            (game.coast, "coast: coastal supply for Allied units", "8.17"),
            (game.board.having("dam"), "Roer dam", "10.18"),
            (supply.frozen(game, s), "flooded: out of play this turn", "10.18"),
            (high_water(game, s), "flooded: 3 more Movement Points to enter, odds one column to the left", "10.18"),
            (s.aerial, "Aerial Supply marker", "8.18"),
            (game.hook, "Hook of Holland: no unit may enter", "10.7"),
        )
        return [Note(text, rule) for hexes, text, rule in notes if hexes >> h & 1]

    def _around(self, h: int) -> Iterator[Note]:
        """Notes on the rivers, water and blocked hexsides of a hex."""
        for kind, word, rule in _WATER:
            found = self.neighbours_across(h, kind)
            if found:
                yield Note(f"{word} hexside towards {found}", rule)

    def _marching(self, s: RhineState) -> March | None:
        """The selected units that are moving, if their movement costs are the same."""
        hand = self.hand(s)
        if not hand or not isinstance(self.game.step(s), Move):
            return None
        march = March(self.game, s, list(hand))
        return march if march.alike else None

    def reach(self, s: RhineState) -> dict[int, str]:
        march = self._marching(s)
        out: dict[int, str] = {}
        if march is None:
            return out
        for found in march.searches:
            for price, level in enumerate(found.levels):
                for h in bits(level):
                    out[h] = str(min(price, int(out.get(h, price))))
        return out

    def path(self, s: RhineState, h: int) -> tuple[int, ...]:
        march = self._marching(s)
        return tuple(march.way(h)) if march is not None else ()

    def path_notes(self, s: RhineState, h: int) -> tuple[Note, ...]:
        march = self._marching(s)
        return tuple(Note(text, rule) for text, rule in march.consequences(h)) if march is not None else ()

    def threat(self, s: RhineState, side: int) -> int:
        """Every hex a side could attack after its next move without column movement."""
        game, out, enemies = self.game, s.occupied[side], s.occupied[1 - side]
        zone = game.zones.of(enemies)
        for u in bits(game.units_of[side] & ~game.roster.static):
            if s.at[u] >= 0:
                block = enemies | game.hook | game.land & ~moving_area(game, s, u)
                out |= reach(costs_of(game, s, u), 1 << s.at[u], points_of(game, s, u), stop=zone, block=block).all
        return game.lines.next(out)

    def marks(self, s: RhineState) -> dict[int, tuple[str, ...]]:
        """The markers of each counter, as words."""
        reduced = sum(1 << u for u, n in enumerate(s.steps) if n == 1 and self.game.roster.steps[u] == 2)
        cut_off = supply.out_of_supply(self.game, s, ALLIED) | supply.out_of_supply(self.game, s, GERMAN)
        return words_by_unit({**self.marked(s), "reduced": reduced, "unsupplied": cut_off}, s.on_map)

    def heights(self, s: RhineState) -> dict[int, int]:
        """The heights of stacks with hidden units, which are public (ruling 6.7e)."""
        found = ((h, height(s, h)) for h in (s.at[u] for u in bits(s.tops)) if h >= 0)
        return {h: many for h, many in found if many > s.at.count(h)}

    def track(self, s: RhineState) -> Track:
        """The phases of both player turns, and the turns with their reinforcements."""
        game = self.game
        first = game.game_turn.stages(s)[2][0]
        sides = game.sides if first == ALLIED else tuple(reversed(game.sides))
        turns = []
        for number in range(1, s.turns + 1):
            never = game.roster.codes["WR"] if s.watch == ODER else 0  # 9.2
            coming = [u for u, h in enumerate(s.at) if h == DUE and s.due_turn[u] == number and not never >> u & 1]
            notes = []
            for side, rule in ((ALLIED, "9.4"), (GERMAN, "9.1")):
                units = [game.counters[u].id for u in coming if game.side_of[u] == side]
                if units:
                    notes.append(Note(f"{game.side_names[game.sides[side]]}: {', '.join(units)}", rule))
            turns.append(Turn(number, f"Game Turn {number}, {game.tables.track[number - 1].label}", tuple(notes)))
        return self.on_track(s, [(side, name) for side in sides for name in _PHASES[side]], turns)
