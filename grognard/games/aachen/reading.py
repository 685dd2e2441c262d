"""Texts for players at the table: status, previews, notes on hexes, costs, marks and tracks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...engine.looks import SHARED_MARKS, Badge, Box, Gauge, Mark
from ...engine.reading import Chart, Note, Objective, Preview, Spotlight, Track, Turn
from ...hexes import bits
from ...mechanics.fog import height
from ...mechanics.reading import TurnGameReading
from ...mechanics.stacks import words_by_unit
from . import charts, command, supply, victory
from .actions import Act
from .activation import Activation
from .assignment import Assign
from .charts import half
from .combat import Declare
from .control import controls
from .cycle import Choose, able_hqs, modified
from .formations import members
from .movement import March
from .moves import Move, march_of
from .pieces import strength, support_of
from .preview import preview
from .raids import raiders
from .reaction import React, next_to
from .state import DUE, NOBODY, UNKNOWN, UNSEEN, AachenState
from .units import GERMAN, US

if TYPE_CHECKING:
    from .game import AachenGame

_PHASES = ("recovery", "assignment", "plan", "replacement", "reinforcement", "ops")
#: The greatest number that the Initiative gauge has room for; the track itself has no end.
_INITIATIVE = 8


class AachenReading(TurnGameReading["AachenGame", AachenState]):
    """Texts about Crossing the Line for the screens."""

    game: AachenGame

    box_looks = {
        "due": Box("Reinforcements due"),
        "waiting": Box("Waiting for a place"),
        "unseen": Box("Hidden in enemy stacks"),
        "eliminated": Box("Eliminated", lost=True),
        "reorganized": Box("Given up for replacements", lost=True),
        "withdrawn": Box("Withdrawn"),
        "aside": Box("Not in play", listed=False),
    }
    mark_looks = {
        **SHARED_MARKS,
        "disrupted": Mark("D", "harm", turns=True),
        "emergency": Mark("E", "harm", turns=True),
        "out of command": Mark("O", "duty"),
        "isolated": Mark("I", "harm"),
        "improved": Mark("⛨", "plain"),
        "others": Mark("", "spent"),
    }
    figures = {
        "effectiveness": "effectiveness",
        "strength": "strength",
        "armor": "tank or anti-tank points",
        "movement": "movement",
        "reaction": "reaction",
        "range": "command range",
        "support": "support",
        "relocation": "relocation",
        "level": "highest level",
        "recovery": "recovery",
    }
    words = {
        "us": "U.S.",
        "initiative": "Initiative",
        "interdiction": "Interdiction",
        "marker": "Reroll marker",
        "passed": "Passed for this turn",
        "activations": "Activations used",
        "held": "Scored hexes held",
        "losses": "German points lost",
        "plan": "Victory Plan markers",
        "assigned": "Assigned units",
        "fight": "The fight",
    }

    # -- the table ---------------------------------------------------------------------------

    def status(self, s: AachenState) -> dict[str, Any]:  # any: words, numbers and tables of them
        game = self.game
        names = game.side_names
        words = game.scenario_of(s).words
        out = self.status_head(s)
        if "clear" in words:
            held = [game.hex_name(h) for h in game.objectives(s) if s.manned[GERMAN] >> h & 1]
            return out | {"activations": f"{s.activations} of {words['clear']['activations']}", "still held": held}
        side = [names[name] for name in game.sides]
        out["vp"] = {"us": victory.points(game, s)}
        if s.initiative != NOBODY:
            out["initiative"] = side[s.initiative]
        if any(s.dice):
            out["initiative dice"] = f"U.S. {modified(s, US)}, German {modified(s, GERMAN)}"
        if s.passed:
            out["passed"] = [side[i] for i in (US, GERMAN) if s.passed >> i & 1]
        out["held"] = {"us": controls(s, US) & self._scored(s), "german": controls(s, GERMAN) & self._scored(s)}
        out["held"] = {name: found.bit_count() for name, found in out["held"].items()}
        if words["victory"].get("plans"):
            out["plan"] = [self._plan(marker) for marker in s.plans]
        assigned = {game.counters[u].id: n for u, n in enumerate(s.assigned) if n not in (0, UNKNOWN)}
        out["assigned"] = {unit: game.roster.formations[n - 1].name for unit, n in assigned.items()}
        return out

    def _scored(self, s: AachenState) -> int:
        return sum(1 << h for h in self.game.objectives(s))

    def _plan(self, marker: int) -> str:
        plans = list(self.game.tables.plans)
        return "unknown" if marker == UNKNOWN else plans[marker] if marker < len(plans) else "dummy"

    def preview(self, s: AachenState) -> Preview | None:
        return preview(self.game, s)

    def charts(self) -> tuple[Chart, ...]:
        return charts.charts(self.game)

    def objectives(self, s: AachenState) -> tuple[Objective, ...]:
        """The hexes that score or decide (9, 10), as far as the side knows its plan."""
        game, words = self.game, self.game.scenario_of(s).words
        clear, road = game.at_once[s.scenario_index]
        found = [
            Objective("to be cleared of Germans", "10.1", clear, US),
            Objective("a German unit in command here wins", "10.4", road, GERMAN),
        ]
        aims = words.get("victory", {})
        worths = dict(aims.get("points", {})) | (victory.plan_points(game, s) if aims.get("plans") else {})
        regions = game.board.regions
        for region, worth in worths.items():
            found.append(Objective(f"{worth} Victory Points", "9", regions[region].set, US))
        return tuple(aim for aim in found if aim.hexes)

    def warnings(self, s: AachenState) -> tuple[Note, ...]:
        """German formations that could reach the road of U.S. supply in command, before a U.S. decision to stop."""
        game = self.game
        if s.over or s.phasing != US or not isinstance(game.step(s), (Act, Choose)) or s.hand:
            return ()
        names = [game.roster.formations[i].name for i in raiders(game, s)]
        said = "{} could reach the road of U.S. supply in command with one activation"
        return tuple(Note(said.format(f"the {name}"), "10.4") for name in names)

    def gauges(self, s: AachenState) -> tuple[Gauge, ...]:
        """Action Points, activation levels, the Initiative track, Interdiction, and who holds the reroll marker."""
        game = self.game
        out = [
            Gauge("Action Points", s.purse[side], max(7, s.purse[side]), game.sides[side], "6.3.4", asked=True)
            for side in (US, GERMAN)
            if s.purse[side]
        ]
        for i, formation in enumerate(game.roster.formations):
            if s.at[formation.hq] >= 0:
                side = game.sides[formation.side]
                out.append(Gauge(formation.name, s.level[i], game.roster.level[i], side, "6.3.1"))
        if "clear" not in game.scenario_of(s).words:
            track = game.sides[s.drm_side] if s.drm_side != NOBODY else ""
            out.append(Gauge("Initiative track", s.drm, max(_INITIATIVE, s.drm), track, "6.1"))
            out.append(Gauge("Interdiction", s.interdiction, max(game.tables.interdiction), rule="8.1.2"))
        out.append(Gauge("Reroll marker", 1, 1, game.sides[s.snafu], "5.2"))
        return tuple(out)

    def track(self, s: AachenState) -> Track:
        """The phases of a turn, and the turns with what arrives and leaves."""
        game, words = self.game, self.game.scenario_of(s).words
        turns = []
        for number in range(words["first_turn"], s.turns + 1):
            named = game.tables.track[number - 1]
            turns.append(Turn(number, f"Turn {number}, {named.dates}", tuple(self._changes(s, words, number))))
        titles = game.game_turn.titles
        phases = tuple(titles.get(name, name.capitalize()) for name in _PHASES)
        _, _, phase = game.phase_of(s).rpartition(" ")
        return Track(phases, _PHASES.index(phase) if phase in _PHASES else -1, tuple(turns), s.turn, self._ends(s))

    def _ends(self, s: AachenState) -> str:
        """The name of the thing that ``done`` ends, where it is not the phase."""
        step = None if s.over else self.game.step(s)
        if isinstance(step, Assign):  # before play, too: the phase is then Ops
            return "the assignment"
        if not isinstance(step, Act):
            return ""
        reacts = any(frame[0] == self.game.codes[Activation] and frame[2] for frame in s.agenda)
        return "the reaction" if reacts else "the activation"

    def _changes(self, s: AachenState, words: dict[str, Any], turn: int) -> Iterator[Note]:  # any: a scenario's entries
        """Notes on arrivals and withdrawals of a turn, by the printed schedule, without units already there."""
        game = self.game
        for code in words["departures"].get(turn, ()):
            yield Note(f"withdrawal: {game.roster.formations[game.roster.by_code[code]].name}", "8.5.2")
        for name, rule in (("arrivals", "8.5.1"), ("returns", "8.5.2")):
            units = [u for u in words[name].get(turn, ()) if turn > s.turn or s.at[game.unit_ids[u]] == DUE]
            for side in game.sides:
                coming = [u for u in units if game.counters[game.unit_ids[u]].side == side]
                if coming:
                    yield Note(f"{game.side_names[side]}: {', '.join(coming)}", rule)

    # -- the map -----------------------------------------------------------------------------

    def overlays(self, s: AachenState) -> dict[str, int]:
        game = self.game
        lines = [supply.supplied_hexes(game, s, side) for side in (US, GERMAN)]
        out = {
            "U.S. zones of control": game.zone(s, US),
            "German zones of control": game.zone(s, GERMAN),
            "Objectives": self._scored(s),
            "U.S. control": s.us_flags & game.area(s),
            "German control": s.german_flags & game.area(s),
            "Improved Defense": s.improved,
            "The enemy may react": game.triggers(s, s.phasing) & game.area(s),
            "U.S. supply": lines[US],
            "German supply": lines[GERMAN],
            "Closed to Germans": game.ground.closed_to_germans & game.area(s) if game.is_closed(s, GERMAN) else 0,
            "Outside the scenario": game.board.playable & ~game.area(s),
        }
        for i, formation in enumerate(game.roster.formations):
            out |= self._command(s, i, formation.name, acting=formation.hq == self._acting(s))
        return out

    def _command(self, s: AachenState, index: int, name: str, *, acting: bool) -> dict[str, int]:
        """Where units of a formation are in command; of the one that acts also where they are not."""
        game = self.game
        if game.is_static(s, game.roster.formations[index].side):
            return {}
        side = game.sides[game.roster.formations[index].side]
        found = command.command_of(game, s, index, f"{side} leg")
        if found is None:
            return {}
        out = {f"In command: {name}": found.in_command & game.area(s)}
        if acting:
            out[f"Out of command: {name}"] = found.out_of_command & game.area(s)
            out[f"Cut off: {name}"] = game.area(s) & ~found.joined
        return out

    def _acting(self, s: AachenState) -> int:
        """The HQ of the activation that goes on, or -1."""
        code = self.game.codes[Activation]
        return next((frame[1] for frame in reversed(s.agenda) if frame[0] == code), -1)

    def inspect(self, s: AachenState, h: int) -> tuple[Note, ...]:
        """Terrain, hexsides, roads, control, zones and supply of a hex, each with its rule."""
        game = self.game
        row = game.ground.terrain.get(h)
        if row is None:
            return (Note("not a hex of the map"),)
        motorized = f"by road only, {half(row.by_road)} there" if row.motorized is None else half(row.motorized)
        notes = [Note(f"{row.title}: {half(row.leg)} for leg units, {motorized} for motorized ones", "3.1.1")]
        notes += self._around(h)
        high = height(s, h)
        if high > 1:
            notes.append(Note(f"{high} units in the stack", "5.3.4"))
        notes += (Note(text, rule) for hexes, text, rule in self._features(s) if hexes >> h & 1)
        if game.ground.built_up >> h & 1:
            holders = [game.side_names[game.sides[i]] for i in (US, GERMAN) if controls(s, i) >> h & 1]
            notes.append(Note(f"under {' and '.join(holders) or 'nobody’s'} control", "9"))
        for region, worth in game.scenario_of(s).words.get("victory", {}).get("points", {}).items():
            if game.board.regions[region].set >> h & 1:
                notes.append(Note(f"{worth} Victory Points for the U.S. side", "9"))
        return self.closing_notes(s, h, "in a {} zone of control", "5.4", *notes)

    def _features(self, s: AachenState) -> tuple[tuple[int, str, str], ...]:
        game = self.game
        return (
            (s.improved, "Improved Defense", "7.7"),
            (game.ground.supply[US], "map edge of U.S. supply", "5.7.2"),
            (game.ground.supply[GERMAN], "map edge of German supply", "5.7.2"),
            (game.closed_hexes(s, GERMAN) & game.area(s), "closed to German units until Turn 4", "7.3.8"),
            (game.board.playable & ~game.area(s), "outside the map area of this scenario", "10"),
        )

    def _around(self, h: int) -> Iterator[Note]:
        """Notes on hexsides and roads."""
        board, ground = self.game.board, self.game.ground
        for kind, row in self.game.tables.hexsides.items():
            found = self.neighbours_across(h, kind)
            if found:
                yield Note(f"{row.title.lower()} towards {found}", "3.1.2")
        roads = ", ".join(board.grid.label(n) for n in board.grid.neighbour_list(h) if ground.has_road(h, n))
        if roads:
            yield Note(f"road to {roads}", "7.3.3")

    # -- movement ----------------------------------------------------------------------------

    def _march(self, s: AachenState) -> March | None:
        """The stack that is about to move or to go on."""
        if s.over or not s.hand:
            return None
        step = self.game.step(s)
        if isinstance(step, Move):
            return march_of(self.game, s)
        return March(self.game, s, tuple(s.hand)) if isinstance(step, Act) else None

    def reach(self, s: AachenState) -> dict[int, str]:
        """The cost of each hex. A step with the whole allowance is marked "all", infiltration "check"."""
        march = self._march(s)
        if march is None:
            return {}
        # A neighbor is entered directly, even if a way round would be cheaper.
        out = {h: half(march.cost(h)) for h in bits(march.targets)}
        out |= {h: "all" for h in bits(march.whole) if march.after(h) is None}
        return out | dict.fromkeys(bits(march.infiltration), "check")

    def faint(self, s: AachenState) -> int:
        """Hexes that only the increased allowance reaches, out of sight of the enemy (7.3.5)."""
        march = self._march(s)
        if march is None or march.far is None:
            return 0
        return march.far.all & ~march.near.all

    def ringed(self, s: AachenState) -> int:
        """Hexes in reach where the enemy may react (6.4.1)."""
        march = self._march(s)
        if march is None or s.phasing != s.initiative or self.game.is_static(s, 1 - s.phasing):
            return 0
        return march.targets & self.game.triggers(s, march.side)

    def spotlights(self, s: AachenState) -> dict[int, Spotlight]:
        """The level, the supply and the Command Range of each HQ that may be activated now."""
        if s.over or not isinstance(self.game.step(s), Choose):
            return {}
        return {s.at[hq]: self._spotlight(s, hq) for hq in bits(able_hqs(self.game, s, s.phasing))}

    def _spotlight(self, s: AachenState, hq: int) -> Spotlight:
        game = self.game
        index = game.hq_formation[hq]
        side = game.sides[game.roster.formations[index].side]
        found = command.command_of(game, s, index, f"{side} leg")
        level = Note(f"Activation Level {s.level[index]} of {game.roster.level[index]}", "6.3.1")
        if supply.is_supplied(game, s, hq):
            fed = Note("in supply", "5.7.2")
        elif s.flipped >> hq & 1:
            fed = Note("out of supply, Emergency Supply expended: an activation lowers the level to 0", "5.7.3")
        else:
            fed = Note("out of supply: an activation expends Emergency Supply", "5.7.3")
        return Spotlight(found.in_command & game.area(s) if found is not None else 0, (level, fed))

    def path(self, s: AachenState, h: int) -> tuple[int, ...]:
        march = self._march(s)
        if march is None or not march.targets >> h & 1:
            return ()
        return (march.here, h) if march.next_hex(h) == h else tuple(march.path(h))

    # -- the counters ------------------------------------------------------------------------

    def hand(self, s: AachenState) -> tuple[int, ...]:
        """The units of the current Action; else the unit that a small decision is about."""
        if s.over or s.hand:
            return () if s.over else tuple(s.hand)
        if isinstance(self.game.step(s), (Act, Declare)):
            return ()
        return super().hand(s)

    def marks(self, s: AachenState) -> dict[int, tuple[str, ...]]:
        game = self.game
        target = s.pile[s.target] & game.units_of[1 - s.phasing] if s.target >= 0 else 0
        away = self._away(s)
        return words_by_unit(
            {
                "disrupted": s.disrupted & game.roster.combat,
                "emergency": s.flipped,
                "out of command": away[command.OUT_OF_COMMAND],
                "isolated": away[command.ISOLATED],
                "improved": sum(s.pile[h] & game.roster.combat for h in bits(s.improved)),
                "others": self._others(s),
                "target": target & game.roster.combat,
                "attacking": s.attackers,
            },
            s.on_map,
        )

    def _away(self, s: AachenState) -> dict[int, int]:
        """The units out of command and those isolated, as far as their formation is known."""
        out = {command.IN_COMMAND: 0, command.OUT_OF_COMMAND: 0, command.ISOLATED: 0}
        for u in bits(s.on_map & self.game.roster.combat):
            if s.assigned[u] != UNKNOWN and s.at[u] >= 0 and self._sees_hq(s, u):
                out[command.status(self.game, s, u)] |= 1 << u
        return out

    def _sees_hq(self, s: AachenState, unit: int) -> bool:
        index = self.game.formation_of(s, unit)
        return index < 0 or s.at[self.game.roster.formations[index].hq] != UNSEEN

    def _others(self, s: AachenState) -> int:
        """While a formation acts, the units of its side that may not."""
        game = self.game
        hq = self._acting(s)
        if s.over or hq < 0 or not isinstance(game.step(s), (Act, Declare, Move)) or game.side_of[hq] != s.phasing:
            return 0
        own = game.units_of[s.phasing] & s.on_map
        return own & ~members(game, s, game.hq_formation[hq]) & ~(1 << hq)

    def badges(self, s: AachenState) -> dict[int, Badge]:
        """The current strength of units, and the support of HQs, as far as they are known."""
        game = self.game
        out = {}
        for u in bits(s.on_map):
            lost = s.lost[u]
            if lost == UNKNOWN or s.at[u] < 0:
                continue
            if game.roster.hqs >> u & 1:
                if lost:
                    out[u] = Badge(str(support_of(game, s, u)), "current support", "harm", foot="middle")
            elif lost:
                out[u] = Badge(str(strength(game, s, u)), "current strength", "harm", foot="left")
            else:
                out[u] = Badge(str(strength(game, s, u)), "current strength", foot="left")
        return out

    def reminders(self, s: AachenState, side: int) -> dict[int, str]:
        """The strengths of a side's units in the current fight, or next to an enemy that moves."""
        step, *arguments = s.agenda[-1]
        if step == self.game.codes[React]:
            units = next_to(self.game, s, side, arguments[1])
        else:
            units = (s.attackers | s.defenders) & self.game.units_of[side] & s.on_map
        ends = {u: ", disrupted" if s.disrupted >> u & 1 else "" for u in bits(units)}
        return {u: f"strength {strength(self.game, s, u)}{end}" for u, end in ends.items()}

    def heights(self, s: AachenState) -> dict[int, int]:
        """The heights of stacks with hidden units; everybody may count them."""
        found = ((h, height(s, h)) for h in {s.at[u] for u in bits(s.tops)} if h >= 0)
        return {h: many for h, many in sorted(found) if many > s.at.count(h)}
