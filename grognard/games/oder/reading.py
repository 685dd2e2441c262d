"""Texts for players at the table: the current attack, hexes, costs, marks and tracks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...engine.looks import Box
from ...engine.reading import Chart, Note, Objective, Preview, Track, Turn
from ...hexes import Reach, bits
from ...mechanics.order import ORDERS
from ...mechanics.reading import AttackReading
from ...mechanics.stacks import words_by_unit
from . import charts, supply
from .markers import air_area
from .movement import Move, allowance, reach_of
from .preview import preview
from .state import DUE, GERMAN, SOVIET, OderState
from .units import controlled

if TYPE_CHECKING:
    from .game import OderGame

_PHASES = ("declaration", "support", "movement", "combat", "regroup", "check")


class OderReading(AttackReading["OderGame", OderState]):
    """The texts and marks on screens."""

    game: OderGame

    box_looks = {
        "due": Box("Reinforcements due"),
        "reserve": Box("In reserve"),
        "eliminated": Box("Eliminated", lost=True),
        "aside": Box("Not in play", listed=False),
    }
    words = {"order": "Order of phases", "air": "Air support", "naval": "Naval support", "aerial": "Aerial supply"}

    def status(self, s: OderState) -> dict[str, Any]:  # any: words, numbers and tables of them
        game = self.game
        markers = {
            "air": "" if s.air < 0 else game.place_name(s.air),
            "naval": "" if s.naval < 0 else game.place_name(s.naval),
            "aerial": "" if s.aerial < 0 else game.counters[s.aerial].id,
        }
        return self.status_head(s) | {
            "order": ORDERS[s.order],
            "vp": {"german": s.vp_german, "soviet": s.vp_soviet},
            "markers": markers,
            "supply": {game.counters[u].id: kind for u, kind in supply.kinds_on_map(game, s).items()},
        }

    def preview(self, s: OderState) -> Preview | None:
        return preview(self.game, s)

    def charts(self) -> tuple[Chart, ...]:
        return charts.charts(self.game)

    def overlays(self, s: OderState) -> dict[str, int]:
        game = self.game
        return {
            "German Zones of Control": game.zones.of(s.occupied[GERMAN]),
            "Soviet Zones of Control": game.zones.of(s.occupied[SOVIET]),
            "German threat": self.threat(s, GERMAN),
            "Soviet threat": self.threat(s, SOVIET),
            "German supply": supply.line_hexes(game, s, GERMAN),
            "Soviet supply": supply.line_hexes(game, s, SOVIET),
            "Soviet control": controlled(game, s, SOVIET),
            "Intact fortifications": game.fortifications & ~s.razed,
        }

    def objectives(self, s: OderState) -> tuple[Objective, ...]:
        """The hexes of sudden death (4.1)."""
        game = self.game
        west, east = game.edges["west"] & ~game.sea, game.edges["east"] & ~game.sea
        german = ~controlled(game, s, SOVIET)
        return (
            Objective("two German units in supply on the east edge win", "4.1.1", east, GERMAN, sudden=True),
            Objective("two Soviet units in supply on the west edge are one of three conditions", "4.1.2", west, SOVIET),
            Objective(
                "Königsberg is one of three Soviet conditions",
                "4.1.2",
                1 << game.koenigsberg & german,
                SOVIET,
                sudden=True,
            ),
            Objective(
                "a hex of Upper Silesia is one of three Soviet conditions",
                "4.1.2",
                game.usir & german,
                SOVIET,
                sudden=True,
            ),
        )

    def entries(self, s: OderState, side: int) -> int:
        """The hexes that units of a side on the map could enter next."""
        game, out = self.game, 0
        for u in bits(game.units_of[side] & ~game.roster.static):
            if s.at[u] >= 0:
                out |= reach_of(game, s, u, allowance(game, s, u)).all
        return out & ~game.bridges

    def inspect(self, s: OderState, h: int) -> tuple[Note, ...]:
        """Terrain, hexsides, control, zones and supply of a hex, each with its rule."""
        game = self.game
        if game.sea >> h & 1:
            return (Note("sea: no unit may enter", "10.0"),)
        return (
            *self._ground(h),
            *self._features(s, h),
            *self._around(h),
            Note(f"under {game.side_names[game.sides[game.controller(s, h)]]} control", "3.1"),
            *self.closing_notes(s, h, "in a {} Zone of Control", "7.0"),
        )

    def _ground(self, h: int) -> Iterator[Note]:
        """The movement cost of a hex and its die roll modifier."""
        game, tables = self.game, self.game.tables
        built = [word for word, hexes in (("town", game.towns), ("city", game.cities)) if hexes >> h & 1]
        words = [game.board.terrain_at[h], *built]
        costs = [max(tables.enter[who][w] or 0 for w in words) for who in ("non-mechanized", "mechanized")]
        yield Note(f"{', '.join(words)}: {costs[0]} for non-mechanized, {costs[1]} for mechanized units", "10.2")
        best = max((tables.modifiers[w] for w in words if w in tables.modifiers), default=0)
        if best:
            yield Note(f"+{best} to the die roll when the defender is attacked here", "11.5.1")

    def _features(self, s: OderState, h: int) -> list[Note]:
        game = self.game
        wall = (
            "intact fortification: +1 to the die roll for German defenders"
            if game.intact(s, h)
            else "destroyed fortification"
        )
        notes = (
            (game.fortifications, wall, "11.5.2"),
            (game.bridges, "land bridge: units may cross it but not stop", "10.0"),
            (game.usir, "Upper Silesian Industrial Region: German supply, Soviet objective", "4.1.2"),
            (1 << game.koenigsberg, "Königsberg: Soviet objective", "4.1.2"),
            (game.coast, "coast: Coastal Supply, naval support", "8.2"),
            (
                air_area(game, s),
                "under German air support: costs Germans 1 movement factor, Soviets 1 more than usual",
                "10.3",
            ),
            (1 << s.naval if s.naval >= 0 else 0, "German naval support", "11.5.3"),
        )
        return [Note(text, rule) for hexes, text, rule in notes if hexes >> h & 1]

    def _around(self, h: int) -> Iterator[Note]:
        """Water on the hexsides of a hex."""
        rivers, closed = self.neighbours_across(h, "river"), self.neighbours_across(h, "all-sea")
        if rivers:
            yield Note(f"river (+{self.game.tables.cross['mechanized']['river']}) towards {rivers}", "10.2")
        if closed:
            yield Note(f"all-sea hexside towards {closed}", "10.0")

    def reach_of_selected(self, s: OderState) -> Reach | None:
        """The reach of a single selected unit that is moving."""
        hand = self.hand(s)
        if len(hand) != 1 or not isinstance(self.game.step(s), Move):
            return None
        return reach_of(self.game, s, hand[0], s.left[0])

    def reach(self, s: OderState) -> dict[int, str]:
        found = self.reach_of_selected(s)
        if found is None:
            return {}
        return {h: str(cost) for cost, level in enumerate(found.levels) for h in bits(level & ~self.game.bridges)}

    def threat(self, s: OderState, side: int) -> int:
        """Every hex a side could attack after its next move: next to where its units can go."""
        return self.game.lines.next(s.occupied[side] | self.entries(s, side))

    def marks(self, s: OderState) -> dict[int, tuple[str, ...]]:
        """The markers of each unit, in words."""
        return words_by_unit({**self.marked(s), "supplied by air": 1 << s.aerial if s.aerial >= 0 else 0})

    def track(self, s: OderState) -> Track:
        """The phases of both Player Turns, and the turns with their arriving units."""
        game = self.game
        phases = [(side, name) for side in game.sides for name in _PHASES if (side, name) != ("soviet", "support")]
        turns = []
        for number in range(1, s.turns + 1):
            units = [game.counters[u].id for u in range(len(s.at)) if s.at[u] == DUE and s.due_turn[u] == number]
            notes = (Note(f"arriving: {', '.join(units)}", "9.0"),) if units else ()
            turns.append(Turn(number, f"Game Turn {number}", notes))
        return self.on_track(s, phases, turns)
