"""Chapters 7.1.2 to 7.1.5, 7.2.A and 7.2.B: the hexes in which units arrive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...hexes import bits, of
from ...mechanics.stacks import units_in
from . import supply, traces
from .roster import Roster
from .stacking import room
from .state import ALLIED, GERMAN, TRACK, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: Beaches by the nation that lands there (7.1.3.A), and the city area of each (7.1.3.F, G).
_BEACHES = {"american": ("Omaha", "Utah"), "commonwealth": ("Gold", "Sword/Juno")}
_AREAS = {"american": "12th Army Group area", "commonwealth": "21st Army Group area"}
_HQS = {"american": "US-HQ1-12", "commonwealth": "CW-HQ21"}
HQ6, HQ7, MODEL = "US-HQ6", "G-HQ7", "G-MODEL"


class Entries:
    """The hexes of the board at which units arrive, before anything that changes in play."""

    def __init__(self, game: ReichGame) -> None:
        regions, ground = game.board.regions, game.ground
        cities = ground.cities & ground.east & ~ground.germany
        self.beaches = {nation: sum(regions[name].set for name in names) for nation, names in _BEACHES.items()}
        self.cities = {nation: cities & regions[name].set for nation, name in _AREAS.items()}
        self.ports = regions["Single-unit ports"].set
        named = {printed: h for h, printed in game.board.names.items()}
        self.rouen, self.havre = named["Rouen"], named["Le Havre"]
        self.hqs = {nation: game.unit_ids[name] for nation, name in _HQS.items()}
        self.hq6, self.hq7, self.model = (game.unit_ids[name] for name in (HQ6, HQ7, MODEL))
        #: Towns and Cities in Germany, for the Flak units of Turn 13 (7.1.5)
        self.flak = (ground.towns | ground.cities) & ground.germany
        #: units that arrive alike have the same number here: nation, code of arrival and free type of stacking
        classes: dict[tuple[object, ...], int] = {}
        self.alike = [classes.setdefault(_likeness(game, u), len(classes)) for u in range(len(game.counters))]
        #: entrance hexes with an exit of cost 1, for proposals
        self.easy = sum(1 << h for h in bits(ground.off_map) if _has_easy_exit(game, h))


def _has_easy_exit(game: ReichGame, h: int) -> bool:
    """Whether a unit can leave an entrance hex at a cost of 1."""
    return any(game.ground.step("ordinary", h, n) == 1 for n in game.board.grid.neighbour_list(h))


def _likeness(game: ReichGame, unit: int) -> tuple[object, ...]:
    roster, bit = game.roster, 1 << unit
    free = tuple(bool(units & bit) for kinds in roster.free.values() for units in kinds.values())
    nation = (roster.us & bit, roster.french & bit, roster.commonwealth & bit, roster.shaef & bit)
    return (game.side_of[unit], roster.entry[unit], *map(bool, nation), *free)


def nations(roster: Roster, unit: int) -> tuple[str, ...]:
    """The nations whose places of arrival an Allied unit may use; SHAEF uses those of both."""
    bit = 1 << unit
    if roster.shaef & bit:
        return ("american", "commonwealth")
    return ("commonwealth",) if roster.commonwealth & bit else ("american",)


def is_southern(game: ReichGame, unit: int) -> bool:
    """Whether a unit arrives in the A-D hexes (7.1.3)."""
    return game.roster.entry[unit] == "A-D"


def is_reinforcement(game: ReichGame, s: ReichState, unit: int) -> bool:
    """Whether a unit that is due now enters for the first time (7.1); else it is a replacement."""
    return game.roster.turn[unit] == s.turn


def due_now(game: ReichGame, s: ReichState, side: int, *, new: bool) -> int:
    """The units of a side on the turn track that arrive on this turn as reinforcements, or as replacements."""
    waiting = units_in(s.due, s.turn) & game.combat_of[side]
    return of(u for u in bits(waiting) if s.at[u] == TRACK and is_reinforcement(game, s, u) == new)


# -- German units ---------------------------------------------------------------------------


def german_hexes(game: ReichGame, s: ReichState, unit: int) -> int:
    """The hexes that a German arrival may use, stacking aside (7.1.4, 7.1.5, 7.2.B)."""
    if not is_reinforcement(game, s, unit):
        return _edge(game, s) | _with_staff(game, s)
    code = game.roster.entry[unit]
    if code == "flak":
        return _flak_hexes(game, s)
    if code == "E":
        return _edge(game, s)
    return game.ground.entrances[code] & game.in_play(s) & ~s.occupied[ALLIED]


def uses_tray(game: ReichGame, s: ReichState, unit: int) -> bool:
    """Whether the tray stands in for the East edge for a unit (3.3.D, ruling 3.3.Di)."""
    off_map = bool(game.scenario_of(s).words.get("german_supply"))
    return off_map and (not is_reinforcement(game, s, unit) or game.roster.entry[unit] == "E")


def _edge(game: ReichGame, s: ReichState) -> int:
    return game.ground.entrances["E"] & game.in_play(s) & ~s.occupied[ALLIED]


def _with_staff(game: ReichGame, s: ReichState) -> int:
    """The hexes of the 7th Army HQ and of Model that take a replacement now (7.2.B, 17.4.B)."""
    entries, numbers = game.entries, game.tables.numbers["returns"]
    fed = supply.fed(game, s, GERMAN)
    found = 0
    for staff, most in ((entries.hq7, numbers["with_hq"]), (entries.model, numbers["with_leader"])):
        h = s.at[staff]
        if h >= 0 and fed >> h & 1 and not _is_near(game, s, h, ALLIED) and _replaced_at(game, s, h) < most:
            found |= 1 << h
    return found


def _replaced_at(game: ReichGame, s: ReichState, h: int) -> int:
    """Replacements that have arrived in a hex this turn."""
    return sum(s.at[u] == h and not is_reinforcement(game, s, u) for u in bits(s.arrived))


def _flak_hexes(game: ReichGame, s: ReichState) -> int:
    """Towns and Cities in Germany that take a Flak unit of Turn 13: one each (7.1.5, ruling 7.1.5e)."""
    taken = 0
    for u in bits(s.arrived & game.roster.flak):
        taken |= 1 << s.at[u]
    fed = supply.fed(game, s, GERMAN) | game.lines.ruhr
    return game.entries.flak & game.in_play(s) & fed & ~(s.allied | taken | s.occupied[ALLIED])


# -- Allied units ---------------------------------------------------------------------------


def allied_hexes(game: ReichGame, s: ReichState, unit: int) -> int:
    """The hexes that an Allied arrival may use, stacking aside (7.1.3, 7.2.A, 17.9.2.B)."""
    free = game.in_play(s) & ~s.occupied[GERMAN]
    if is_southern(game, unit) and s.at[unit] == TRACK:
        found = game.ground.entrances["A-D"]
        if not is_reinforcement(game, s, unit):
            found |= _hq_hex(game, s, game.entries.hq6)
        return found & free
    found = _ports(game, s)
    for nation in nations(game.roster, unit):
        found |= _national(game, s, nation)
    return found & free


def _national(game: ReichGame, s: ReichState, nation: str) -> int:
    """Beaches, Cherbourg, headquarters, cities of a nation (7.1.3.A, 7.1.3.B, 7.1.3.C, 7.1.3.D, 7.1.3.F, 7.1.3.G)."""
    entries = game.entries
    found = _hq_hex(game, s, entries.hqs[nation])
    if s.turn <= game.lines.last_beaches:
        found |= entries.beaches[nation]
    if nation == "american" and game.lines.serves_cherbourg(traces.ports(s)):
        found |= 1 << game.lines.cherbourg
    if s.antwerp and s.allied >> game.lines.antwerp & 1:
        cities = entries.cities[nation] & s.allied & supply.fed(game, s, ALLIED)
        found |= cities & ~game.board.grid.neighbours(s.occupied[GERMAN])
    return found


def _hq_hex(game: ReichGame, s: ReichState, hq: int) -> int:
    """The hex of a headquarters that can trace supply and is not adjacent to a German unit, or 0."""
    h = s.at[hq]
    if h < 0 or _is_near(game, s, h, GERMAN) or not supply.in_supply(game, s, hq):
        return 0
    return 1 << h


def _ports(game: ReichGame, s: ReichState) -> int:
    """Ports that take one unit a turn and have none yet (7.1.3.E, ruling 7.1.3.Ee)."""
    entries = game.entries
    found = entries.ports & s.allied & ~game.board.grid.neighbours(s.occupied[GERMAN])
    if not s.allied >> entries.havre & 1:
        found &= ~(1 << entries.rouen)
    for u in bits(s.arrived & game.combat_of[ALLIED]):
        if s.at[u] >= 0:
            found &= ~(1 << s.at[u])
    return found


# -- both -----------------------------------------------------------------------------------


def hexes(game: ReichGame, s: ReichState, unit: int) -> int:
    """The hexes that a unit may arrive in, stacking aside."""
    return allied_hexes(game, s, unit) if game.side_of[unit] == ALLIED else german_hexes(game, s, unit)


def with_room(game: ReichGame, s: ReichState, unit: int) -> int:
    """The hexes that a unit may arrive in."""
    return room(game, s, hexes(game, s, unit), 1 << unit)


def _is_near(game: ReichGame, s: ReichState, h: int, side: int) -> bool:
    return bool(game.board.grid.neighbours(1 << h) & s.occupied[side])
