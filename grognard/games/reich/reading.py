"""Texts for players at the table: status, marks, badges, gauges and tracks. Notes on hexes are in ``notes``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.looks import SHARED_MARKS, Badge, Box, Gauge, Mark
from ...engine.reading import Chart, Effect, Note, Objective, Preview, Track, Turn
from ...hexes import of
from ...mechanics.reading import AttackReading
from ...mechanics.stacks import words_by_unit
from . import allowance, charts, deployment, notes, preview, reinforcements, sequence, strategic, zones
from .state import (
    ALLIED,
    BREAKTHROUGH,
    FULL,
    GERMAN,
    LIMITED_MOVEMENT,
    NO_STEP,
    POOLS,
    TRACK,
    ReichState,
)

if TYPE_CHECKING:
    from .game import ReichGame

#: Marks of units by the fields of the state.
_MARKED = (
    *("oos", "disrupted", "refitting", "grounded", "priority", "red_ball", "strafed"),
    *("reduced", "dropped"),
)
#: Badges of Strafing markers: the points that each takes, in the order of ``strafers``.
_STRAFING = (2, 3, 4, 5)


class ReichReading(AttackReading["ReichGame", ReichState]):
    """The texts and marks on screens."""

    game: ReichGame

    box_looks = {
        "tray": Box("East of the map"),
        "track": Box("On the turn track"),
        "england": Box("Allied units in England"),
        "watch": Box("Watch on the Rhine"),
        "cup": Box("In the cup"),
        "brittany": Box("In Brittany"),
        "support": Box("Allied support units"),
        "exited": Box("Exited"),
        "eliminated": Box("Eliminated", lost=True),
        "removed": Box("Out of the game", lost=True),
        "aside": Box("Not in play", listed=False),
    }
    mark_looks = {
        **SHARED_MARKS,
        "reduced": Mark("", turns=True),
        "dropped": Mark("", turns=True),
        "out of supply": Mark("U", "harm"),
        "disrupted": Mark("D", "harm"),
        "refitting": Mark("R", "duty"),
        "grounded": Mark("G", "harm"),
        "priority": Mark("P", "plain"),
        "red ball": Mark("B", "plain"),
        "strafed": Mark("S", "harm"),
        "not released": Mark("×", "spent"),
        "assaulted": Mark("✓", "spent"),
    }
    words = {
        "armies": "Allied supply",
        "antwerpen": "Antwerpen",
        "cherbourg": "Cherbourg",
        "breakout": "Breakout",
        "air": "Tactical Air units set aside",
        "points": "Movement Points left",
        "declared": "Points before combat",
        "ruhr": "Ruhr City hexes",
        "minimum": "Counteroffensive so far",
        "operations": "Airborne Operations made",
        "limited": "Limited Supply",
        "full": "Full Supply",
    }

    # -- the table ---------------------------------------------------------------------------

    def status(self, s: ReichState) -> dict[str, Any]:  # any: words, numbers and tables of them
        game = self.game
        out = self.status_head(s)
        if self._setting_up(s):
            out["phase"] = "set-up"
        out |= {
            "armies": "full" if s.logistics == FULL else "limited",
            "cherbourg": self._cherbourg(s),
            "breakout": f"Turn {s.breakout}" if s.breakout else "not yet",
            "operations": s.operations,
        }
        if s.logistics == LIMITED_MOVEMENT:
            out["armies"] = "limited for movement only"
        if s.step != NO_STEP:
            out["points"] = {allowance.command_name(self.game, s, pool): s.points[pool] for pool in self._pools(s)}
        if s.step and s.step <= BREAKTHROUGH and s.declared:
            out["declared"] = s.declared
        if s.air:
            out["air"] = s.air
        if s.turn > game.tables.numbers["entry"]["beaches_last"] or s.allied >> game.lines.antwerp & 1:
            out["antwerpen"] = self._antwerpen(s)
            out["ruhr"] = f"{(s.allied & game.lines.ruhr).bit_count()} of {game.lines.ruhr.bit_count()} Allied"
        if s.offensive == s.turn:
            gained = (s.gains & game.ground.cities).bit_count(), (s.gains & game.ground.towns).bit_count()
            out["minimum"] = {
                "Cities captured": gained[0],
                "Towns captured": gained[1],
                "divisions eliminated": s.dead_divisions,
                "hexes attacked": s.hexes_attacked.bit_count(),
            }
        return out

    def _setting_up(self, s: ReichState) -> bool:
        """Whether the first segment has not begun."""
        return not s.over and bool(s.agenda) and s.agenda[0] == (self.game.codes[sequence.GameTurn], 0)

    def _cherbourg(self, s: ReichState) -> str:
        if not s.cherbourg:
            return "German"
        if not s.allied >> self.game.lines.cherbourg & 1:
            return "German again"
        return "Operational" if s.cherbourg <= s.turn else f"Operational on Turn {s.cherbourg}"

    def _antwerpen(self, s: ReichState) -> str:
        if s.antwerp:
            return "Operational"
        return "Allied" if s.allied >> self.game.lines.antwerp & 1 else "German"

    def _pools(self, s: ReichState) -> tuple[int, ...]:
        """The pools of the phasing side that have units on the map."""
        if s.phasing == GERMAN:
            return tuple(POOLS[3:])
        armies = (s.army21, s.army12, s.army6)
        return tuple(pool for pool in POOLS[:3] if armies[pool])

    def preview(self, s: ReichState) -> Preview | None:
        return preview.preview(self.game, s)

    def effects(self, s: ReichState) -> tuple[Effect, ...]:
        return preview.effects(self.game, s)

    def reactions(self, s: ReichState) -> tuple[Note, ...]:
        return preview.reactions(self.game, s)

    def objectives(self, s: ReichState) -> tuple[Objective, ...]:
        """The hexes of the victory conditions (3.2.C, 3.3.C) that are on the part of the board in play."""
        game, used = self.game, self.game.in_play(s)
        beaches = game.ground.beaches if s.turn <= game.tables.numbers["victory"]["beaches_last"] else 0
        found = (
            Objective("Ruhr City: the Allies win with all of them", "3.2.C.1", game.lines.ruhr & used, ALLIED),
            Objective("Beach: the Germans win if they take one", "3.2.C.2", beaches & used, GERMAN),
            Objective("Paris", "3.3.C.1", game.paris & used, ALLIED),
        )
        return tuple(aim for aim in found if aim.hexes)

    def warnings(self, s: ReichState) -> tuple[Note, ...]:
        """Thin places in the Allied set-up of Final Battles (3.4.A.6, 3.4.A.10)."""
        if not s.agenda or self.game.codes[deployment.Deploy] != s.agenda[-1][0]:
            return ()
        _, part, *_ = s.agenda[-1]
        if deployment.PARTS[part].side != ALLIED:
            return ()
        return deployment.weak_places(self.game, s)

    def charts(self) -> tuple[Chart, ...]:
        return charts.charts(self.game)

    def gauges(self, s: ReichState) -> tuple[Gauge, ...]:
        """The Movement Points that are left, and air units set aside."""
        game = self.game
        out = []
        if s.step != NO_STEP:
            spaces = game.tables.numbers["allowance"]["spaces"]
            side = game.sides[s.phasing]
            for pool in self._pools(s):
                title = f"Movement Points, {allowance.command_name(game, s, pool)}"
                out.append(Gauge(title, s.points[pool], spaces, side, "10.2.5", asked=True))
        if s.air:
            most = game.tables.air_units(s.turn)
            out.append(Gauge("Tactical Air units", s.air, max(s.air, most), game.sides[ALLIED], "17.5.3", asked=True))
        return tuple(out)

    def track(self, s: ReichState) -> Track:
        """The segments of a turn, and the turns with their events and arrivals."""
        game = self.game
        first = game.scenario_of(s).words["first_turn"]
        turns = [self._turn(s, number) for number in range(first, s.turns + 1)]
        titles = game.game_turn.titles
        listed = tuple(
            f"{game.side_names[game.sides[side]]} {titles.get(phase, phase.capitalize())}"
            if side >= 0
            else titles.get(phase, phase.capitalize())
            for side, phase in sequence.STAGES
        )
        names = [f"{game.sides[side]} {phase}" if side >= 0 else phase for side, phase in sequence.STAGES]
        now = game.phase_of(s)
        index = names.index(now) if now in names and not self._setting_up(s) else -1
        return Track(listed, index, tuple(turns), s.turn)

    def _turn(self, s: ReichState, number: int) -> Turn:
        game = self.game
        space = game.tables.track[number - 1]
        out = [Note(text) for text in space.notes]
        coming = [u for u, h in enumerate(s.at) if h == TRACK and s.due[u] == number]
        for side, name in enumerate(game.sides):
            units = [u for u in coming if game.side_of[u] == side]
            if units:
                out.append(Note(f"{game.side_names[name]}: {game.listed(units)}", "7.1"))
        return Turn(number, f"Turn {number}, {space.label}", tuple(out))

    # -- the map -----------------------------------------------------------------------------

    def flagged(self, s: ReichState, side: int) -> int:
        return s.flagged if side == ALLIED else 0

    def wishes(self, s: ReichState) -> tuple[str, ...]:
        """Orders for the air where air units are set aside or asked for, those for SHAEF with its question."""
        name = self.game.step(s).name
        return {
            "place-strafers": ("air-defense",),
            "air-defence": ("air-defense",),
            "shaef-reaction": ("ask-shaef",),
        }.get(name, ())

    def remarks(self, s: ReichState) -> tuple[Note, ...]:
        """The room where units arrive, by free type (5.2.A)."""
        return reinforcements.remarks(self.game, s)

    def leaps(self, s: ReichState) -> dict[str, int]:
        """Strategic Movement (10.7.11, 10.7.12)."""
        return {"strategic": strategic.leaps(self.game, s)}

    def consequences(self, s: ReichState) -> dict[str, dict[int, str]]:
        """The points that are left after declaring or giving some (10.6.A, 9.4)."""
        return allowance.consequences(self.game, s)

    def overlays(self, s: ReichState) -> dict[str, int]:
        game, regions = self.game, self.game.board.regions
        return {
            "Allied zones of control": game.zone(s, ALLIED),
            "German zones of control": game.zone(s, GERMAN),
            "Allied control": s.allied,
            "Intact forts": zones.intact_forts(game, s),
            **notes.supply_overlays(game, s),
            "21st Army Group area": regions["21st Army Group area"].set,
            "12th Army Group area": regions["12th Army Group area"].set,
            "6th Army Group area": regions["6th Army Group area"].set,
            "East of the Seine Line": game.ground.east,
            "Inside the Breakout Line": regions["Inside the Breakout Line"].set,
            "Normandy Exclusion Zone": regions["Normandy Exclusion Zone"].set,
            "Ike's Blind Spot": 0 if s.ike_lifted else regions["Ike's Blind Spot"].set,
            "Monty's Blind Spot": 0 if s.antwerp_held else game.blind_spot,
            "Fortress Holland": 0 if s.holland_open else game.ground.holland,
            "Hexes needed to open Antwerpen": 0 if s.antwerp else regions["Antwerp approaches"].set & ~s.allied,
            "Roer River Valley": game.ground.valley,
            "Rhine Bridges": of(h for n, ends in enumerate(game.ground.bridges) if not s.blown >> n & 1 for h in ends),
            **notes.victory_overlays(game, s),
        }

    def inspect(self, s: ReichState, h: int) -> tuple[Note, ...]:
        """Terrain, hexsides, control, zones and supply of a hex, each with its rule."""
        if not self.game.ground.land >> h & 1:
            return (Note("sea: no unit may enter", "10.5.A"),)
        more = notes.of_hex(self.game, s, h)
        across = tuple(
            Note(f"{row.title} towards {found}", "10.5")
            for kind, row in self.game.tables.hexsides.items()
            if (found := self.neighbours_across(h, kind))
        )
        return (*more, *across, *self.closing_notes(s, h, "in a Zone of Control of the {} side", "6.1"))

    # -- the counters ------------------------------------------------------------------------

    def marks(self, s: ReichState) -> dict[int, tuple[str, ...]]:
        """The markers of each counter, as words."""
        sets = {name.replace("_", " "): getattr(s, name) for name in _MARKED}
        sets["out of supply"] = sets.pop("oos")
        sets["not released"] = notes.unreleased(self.game, s)
        own = self.marked(s)
        own["moved"] = s.moved if s.step != NO_STEP else 0
        own["assaulted"] = s.assaulted if s.step != NO_STEP else 0
        own["fought"] = s.fought if "combat" in self.game.phase_of(s) else 0
        return words_by_unit({**own, **sets})

    def badges(self, s: ReichState) -> dict[int, Badge]:
        """The Movement Points that Strafing takes from units."""
        return {
            unit: Badge(f"−{points}", f"strafed: {points} Movement Points fewer", "harm")
            for unit, points in zip(s.strafers, _STRAFING, strict=True)
            if unit >= 0
        }

    def groups(self, s: ReichState) -> dict[str, int]:
        """The units of the phasing side by the points that they share, for lists of units yet to move."""
        if s.phasing == GERMAN:
            roster, mine = self.game.roster, self.game.combat_of[GERMAN]
            return {"infantry": mine & ~roster.mechanized, "mechanized": mine & roster.mechanized}
        names = (allowance.command_name(self.game, s, pool) for pool in POOLS)
        return dict(zip(names, (s.army21, s.army12, s.army6), strict=False))
