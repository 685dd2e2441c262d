"""The worth of the ground to each side by turn, for commanders: goals, vital hexes, and the score."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING

from ...engine.doctrine import Aim
from ...hexes import Costs, bits
from ...mechanics.stacks import units_in, units_on
from . import breakout, departures, limits, pieces, roer, stacking, supply, victory
from .movement import mover_of
from .state import ALLIED, EXITED, GERMAN, UNENTERED, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: Points before the Breakout: Cherbourg, a B hex, a place beyond the Breakout Line, a Beach for the Germans.
_CHERBOURG, _EXIT, _PLACE, _BEACH = 10.0, 2.0, 3.0, 5.0
#: Points on the way to the Rhine: a bank of the Seine, a hex of Paris, Antwerpen and its hexes, a Metz fort.
_SEINE, _PARIS, _ANTWERP, _ESTUARY, _METZ = 0.8, 4.0, 10.0, 3.0, 15.0
#: The price of ground across the Seine before Turn 6 ends, and the hexes with Allies there that are enough.
_CROSSING, _CROSSED = 4.0, 4
#: Points in Germany: a Ruhr City, a bridge over the Rhine, a way out over the East edge; a City and a Town for the
#: counteroffensive.
_RUHR, _BRIDGE, _GATE, _CITY, _TOWN = 8.0, 1.5, 1.5, 10.0, 2.0
#: Points of the score: a division across the Seine, a US division in a B hex, the way into Brittany, the Breakout.
_ACROSS, _POISED, _BRITTANY, _BROKEN_OUT = 1.5, 2.0, 12.0, 25.0

#: Allied strength around Antwerpen before anybody enters it: hexes, least strength, and times the German one there.
_AROUND, _SAFE, _MARGIN = 5, 14, 1.6
#: The hexes from which a garrison gets there at once, and the steps that have to be there.
_CLOSE, _STEPS = 2, 6
#: The price of a Metz fort for the Allies, and the share of the prices in Germany, as long as Antwerpen does not feed
#: them: all of their army needs the port first.
_HURRIED, _LATER = 4.0, 0.25
#: The hexes from which the Allies can get to the East edge in a move.
_RANGE = 9
#: The last turn on which the Allies wait for the French before Paris.
_FRENCH_UNTIL = 9


class Worths:
    """The map as the two sides value it."""

    def __init__(self, game: ReichGame) -> None:
        self.game = game
        self._bounded: dict[tuple[str, int, int], Costs] = {}
        self._goals: dict[Hashable, dict[int, float]] = {}
        ground = game.ground
        places = (ground.towns | ground.cities) & ground.west & ~game.inside_breakout
        #: Towns and Cities beyond the Breakout Line, those near it and all others (17.6)
        near = game.inside_breakout
        for _ in range(9):
            near |= game.board.grid.neighbours(near)
        self.places = places & near & ~ground.off_map
        #: where divisions across the Seine count at once (3.3.C)
        grid = game.board.grid
        self.shore = grid.neighbours(grid.neighbours(game.areas.east_bank)) & game.beyond_seine & ground.land
        self.shore &= ~grid.neighbours(game.paris) | game.paris  # Paris is a goal of its own
        #: the hexes from which the Allies leave over the East edge, and those from which they get there (7.1.2.L)
        self.gates = self.near_gates = departures.gates(game)
        for _ in range(_RANGE):
            self.near_gates |= grid.neighbours(self.near_gates)
        #: the hexes that open Antwerpen with the City (8.7.C)
        self.mouth = game.board.regions["Antwerp approaches"].set

    # -- movement ----------------------------------------------------------------------------

    def costs(self, s: ReichState, unit: int) -> Costs:
        """Movement costs of a unit with the limits that hold for the time being."""
        game = self.game
        closed = game.board.grid.all & (game.board.playable & ~game.in_play(s) | limits.closed_for_long(game, s, unit))
        if game.side_of[unit] == ALLIED and self._waits(s):
            closed |= game.areas.east
        return self._within(mover_of(game, unit), roer.stage(s), closed)

    def _within(self, mover: str, flood: int, closed: int) -> Costs:
        """The costs of a mover without the steps into closed hexes."""
        grid, ground = self.game.board.grid, self.game.ground
        found = self._bounded.get((mover, flood, closed))
        if found is None:

            def step(h: int, direction: int) -> int | None:
                n = grid.neighbour(h, direction)
                return None if n is None or closed >> n & 1 else ground.step(mover, h, n, flood)

            found = self._bounded[mover, flood, closed] = Costs(grid, step)
        return found

    def allowed(self, s: ReichState, unit: int) -> int:
        """The hexes that a unit may enter, stop in and attack."""
        game, bit = self.game, 1 << unit
        found = limits.may_enter(game, s, bit) & limits.may_end(game, s, bit)
        if game.side_of[unit] == ALLIED and s.at[unit] >= 0 and game.areas.west >> s.at[unit] & 1 and self._waits(s):
            found &= ~game.areas.east
        if self.french_lead(s) and unit != game.french_first:
            found &= ~game.paris
        if game.side_of[unit] == ALLIED and not self._could_keep_antwerp(s):
            found &= ~(1 << game.lines.antwerp)
        return found

    def held(self, s: ReichState, side: int) -> int:
        """By control; beyond the Seine only divisions count, so the Allies go on to hexes without them (3.3.C)."""
        mine = s.allied if side == ALLIED else self.game.ground.land & ~s.allied
        if side == ALLIED and not victory.is_campaign(self.game, s):
            mine &= s.occupied[ALLIED] | ~self.shore | self.game.paris
        return mine

    def has_room(self, s: ReichState, unit: int, h: int) -> bool:
        """Whether a unit fits into a hex; on a Beach others wait to land, so two units are enough there."""
        game = self.game
        if not stacking.room(game, s, 1 << h, 1 << unit):
            return False
        if not game.ground.beaches >> h & 1 or game.side_of[unit] == GERMAN or not s.step:
            return True
        return (units_in(s.at, h) & game.combat_of[ALLIED] & ~(1 << unit)).bit_count() < 2

    def _could_keep_antwerp(self, s: ReichState) -> bool:
        """Whether the Allies may go into Antwerpen: who loses it again loses the game (8.7.E)."""
        game = self.game
        if s.allied >> game.lines.antwerp & 1:
            return True
        near = game.board.grid.within(game.lines.antwerp, _AROUND)
        ours, theirs = (
            sum(pieces.attack_of(game, s, u) for u in bits(units_on(s.at, game.combat_of[side], near)))
            for side in (ALLIED, GERMAN)
        )
        close = game.board.grid.within(game.lines.antwerp, _CLOSE)
        steps = sum(pieces.steps_left(game, s, u) for u in bits(units_on(s.at, game.combat_of[ALLIED], close)))
        return steps >= _STEPS and ours >= max(_SAFE, _MARGIN * theirs)

    def _waits(self, s: ReichState) -> bool:
        """Whether the Allies stay west of the Seine: before the Breakout, and until the turn that asks for a crossing.

        An earlier crossing brings Limited Supply, and divisions that are not ready to be Grounded are lost (9).
        """
        if s.turn < self.game.tables.numbers["victory"]["seine"]:
            return True
        return not s.breakout and bool(self.game.in_play(s) & self.game.inside_breakout)

    def _must_cross(self, s: ReichState) -> bool:
        """Whether the Allies lose soon for want of divisions across the Seine (3.2.C.2)."""
        late = s.turn > self.game.tables.numbers["victory"]["seine"]
        return not late and (s.occupied[ALLIED] & self.game.beyond_seine).bit_count() < _CROSSED

    def french_lead(self, s: ReichState) -> bool:
        """Whether the French 2nd Armored Division should enter Paris before anybody else (10.7.9)."""
        game = self.game
        return (
            s.paris == UNENTERED
            and s.turn <= _FRENCH_UNTIL
            and s.at[game.french_first] >= 0
            and victory.is_campaign(game, s)
        )

    # -- goals -------------------------------------------------------------------------------

    def goals(self, s: ReichState, side: int) -> Mapping[int, float]:
        key = (
            side,
            s.scenario_index,
            s.turn,
            s.allied,
            s.breakout,
            s.brittany_turn,
            s.antwerp,
            s.offensive,
            s.declined,
            s.paris,
            self._must_cross(s),
        )
        found = self._goals.get(key)
        if found is None:
            if len(self._goals) > 256:
                self._goals.clear()
            here = self.game.in_play(s)
            find = self._in_normandy if self._is_in_normandy(s) else self._in_the_east
            found = self._goals[key] = {h: w for h, w in find(s, side).items() if w and here >> h & 1}
        return found

    def _is_in_normandy(self, s: ReichState) -> bool:
        return not s.breakout and s.turn <= 6 and bool(self.game.in_play(s) & self.game.inside_breakout)

    def _in_normandy(self, s: ReichState, side: int) -> dict[int, float]:
        game, ground = self.game, self.game.ground
        out: dict[int, float] = {}
        got = (self.places & s.allied).bit_count() >= game.tables.numbers["victory"]["breakout_places"]
        out.update(dict.fromkeys(bits(self.places), _PLACE if not got else 0.5))
        if not s.brittany_turn:
            out.update(dict.fromkeys(bits(ground.entrances["B"]), _EXIT))
        if side == GERMAN:
            out.update(dict.fromkeys(bits(ground.beaches), _BEACH))
            if victory.is_campaign(game, s) and not s.allied >> game.lines.cherbourg & 1:
                out[game.lines.cherbourg] = _PLACE
        else:
            out[game.lines.cherbourg] = 0.0 if s.allied >> game.lines.cherbourg & 1 else self._price_of_cherbourg(s)
        return out

    def _price_of_cherbourg(self, s: ReichState) -> float:
        """The port feeds the Allies when the Beaches end; a game that is over by then hardly needs it (8.6)."""
        return _CHERBOURG if victory.is_campaign(self.game, s) else 2.0

    def _in_the_east(self, s: ReichState, side: int) -> dict[int, float]:
        game, ground, areas = self.game, self.game.ground, self.game.areas
        out: dict[int, float] = {}
        out.update(dict.fromkeys(bits(areas.east_bank), _SEINE if s.turn <= 7 else 0.2))
        out.update(dict.fromkeys(bits(areas.paris), _PARIS if s.turn <= 7 else 0.5))
        if not victory.is_campaign(game, s):
            return {
                **dict.fromkeys(bits(self.shore & ~game.paris), _SEINE),
                **dict.fromkeys(bits(game.paris), 2 * _PARIS),
            }
        if self._must_cross(s):
            out.update(dict.fromkeys(bits(self.shore), _CROSSING))
        if self.french_lead(s):
            out = {h: w for h, w in out.items() if not game.paris >> h & 1}
        if not s.cherbourg:
            out[game.lines.cherbourg] = 3.0
        if not s.antwerp:
            out[game.lines.antwerp] = _ANTWERP
            out.update(dict.fromkeys(bits(self.mouth), _ESTUARY))
        last = game.tables.numbers["victory"]["metz"]
        if s.turn <= last and not s.offensive:
            price = _METZ if side == GERMAN or s.antwerp else _HURRIED
            out.update(dict.fromkeys(bits(ground.forts["metz"]), price))
        if s.turn >= 7:
            share = 1.0 if s.turn > last or s.antwerp else _LATER
            for a, b in ground.bridges:
                out[a] = out[b] = share * _BRIDGE
            out.update(dict.fromkeys(bits(game.lines.ruhr), _RUHR * (share if side == ALLIED else 1.0)))
        if side == GERMAN and s.turn >= last:
            out.update(dict.fromkeys(bits(self.gates & ~self.game.board.grid.neighbours(game.lines.ruhr)), _GATE))
        if side == GERMAN and s.offensive == s.turn:
            out.update(dict.fromkeys(bits(ground.towns & s.allied), _TOWN))
            out.update(dict.fromkeys(bits(s.cities_at_start), _CITY))
        elif side == GERMAN and s.allied >> game.lines.antwerp & 1:
            out[game.lines.antwerp] = _CITY
        return out

    # -- hexes that decide -------------------------------------------------------------------

    def vital(self, s: ReichState, side: int) -> int:
        """The hexes whose loss loses the game (3.2.C, 3.3.C)."""
        game = self.game
        paris = 0 if victory.is_campaign(game, s) or s.turn < s.turns or not s.breakout else game.paris
        if side == GERMAN:
            if paris:
                return paris & ~s.allied
            left = game.lines.ruhr & ~s.allied
            return left if left.bit_count() <= 3 and victory.is_campaign(game, s) else 0
        out, entered = paris, 0
        if s.turn <= game.tables.numbers["victory"]["beaches_last"]:
            out |= game.ground.beaches & game.in_play(s)
        if victory.is_campaign(game, s) and (s.allied >> game.lines.antwerp & 1 or self._is_entering_antwerp(s)):
            entered = 1 << game.lines.antwerp
        if s.offensive == s.turn:
            out |= s.cities_at_start & s.allied
        elif s.turn in game.tables.lists["counteroffensive"]["turns"] and not s.offensive and not s.declined:
            out |= game.ground.cities & s.allied & game.in_play(s) & supply.fed(game, s, ALLIED)
        return out & s.allied | entered

    def _is_entering_antwerp(self, s: ReichState) -> bool:
        """Whether the Allies go into the empty City in this step: as many steps as hold it, and at once."""
        city = self.game.lines.antwerp
        free = not s.occupied[GERMAN] >> city & 1
        return s.phasing == ALLIED and bool(s.step) and free and self._could_keep_antwerp(s)

    def aims(self, s: ReichState, side: int) -> list[list[Aim]]:
        """The aims that win at once (3.2.C): a Beach, Antwerpen or two cities; for the Allies the whole Ruhr."""
        game, vital = self.game, self.vital(s, 1 - side)
        if side == ALLIED:
            ruhr = vital & game.lines.ruhr
            return [[Aim(1 << h) for h in bits(ruhr)]] if ruhr else []
        sure = vital & (game.ground.beaches | 1 << game.lines.antwerp)
        cities = vital & s.cities_at_start if s.offensive == s.turn else 0
        missing = max(1, 2 - (s.cities_at_start & ~s.allied).bit_count())
        return [[aim] for aim in (Aim(sure), Aim(cities, missing)) if aim.hexes]

    def exits(self, s: ReichState, side: int) -> int:
        """The hexes from which the Allies leave: four US divisions for Brittany, or ten over the East edge (7.1.2)."""
        if side == ALLIED:
            return 0
        if self._is_in_normandy(s):
            return 0 if s.brittany_turn else self.game.ground.entrances["B"]
        return self.gates if self._nears_the_edge(s) else 0

    def _nears_the_edge(self, s: ReichState) -> bool:
        """Whether ten divisions could be at the East edge soon."""
        game = self.game
        if s.turn < max(game.tables.lists["counteroffensive"]["turns"]) or not self.gates & game.in_play(s):
            return False
        there = units_on(s.at, game.combat_of[ALLIED] & game.roster.divisions, self.near_gates)
        return there.bit_count() >= game.tables.numbers["victory"]["exit_divisions"]

    def french_goals(self, s: ReichState) -> Mapping[int, Mapping[int, float]]:
        """The French 2nd Armored Division goes to Paris, from the turn of the crossing on (10.7.9)."""
        game = self.game
        if s.turn < game.tables.numbers["victory"]["seine"] or not self.french_lead(s):
            return {}
        return {game.french_first: dict.fromkeys(bits(game.paris), _PARIS)}

    # -- the score ---------------------------------------------------------------------------

    def score(self, s: ReichState) -> float:
        """The Allied lead: goals held, and how far the Allies are on their way."""
        if s.won:
            return 200.0 if victory.REASONS[s.won][0] == "allied" else -200.0
        game = self.game
        out = sum(w for h, w in self.goals(s, ALLIED).items() if s.allied >> h & 1)
        out += _BROKEN_OUT * bool(s.breakout) + _BRITTANY * bool(s.brittany_turn)
        if not s.brittany_turn:
            coast = game.ground.entrances["B"]
            out += _POISED * min(4, units_on(s.at, game.roster.us & game.roster.divisions, coast).bit_count())
            out += 2.0 * min(2, breakout.places(game, s).bit_count())
        else:
            out += _ACROSS * victory.across(game, s).bit_count()
        if victory.is_campaign(game, s) and s.turn >= 10:
            out += 2.0 * sum(s.at[u] == EXITED for u in bits(game.combat_of[ALLIED]))
        return out + 8.0 * bool(s.cherbourg) + 12.0 * s.antwerp

    def margin(self, s: ReichState) -> float:
        """An earlier victory is a better one; then divisions beyond the Seine count."""
        result = victory.result(self.game, s)
        soon = 10.0 * (s.turns - s.turn) * (1 if result is not None and result.winner == "allied" else -1)
        return soon + victory.across(self.game, s).bit_count()
