"""Notes on a hex for players, and the overlays of supply."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.reading import Note
from ...hexes import bits
from . import charts, zones
from .ground import ALLIED, GERMAN
from .lines import Ports, Situation
from .state import ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: Lists of hexes with a rule of their own: region, words, rule.
_REGIONS = (
    ("Normandy Exclusion Zone", "in the Normandy Exclusion Zone: U.S. and French units may pass only", "10.7.1"),
    ("Antwerp approaches", "must be Allied before Antwerpen is Operational", "8.7.C"),
    ("Paris", "Paris: no German unit ends its movement here", "10.7.9"),
    ("Roer Dams", "Roer Dam", "17.2"),
    ("Roer River Valley", "in the Roer River Valley", "17.2.B"),
    ("Ruhr Cities", "Ruhr City: German units are always in supply; all of them are an Allied victory", "3.2.C.1"),
    ("Single-unit ports", "port: one Allied unit a turn may arrive", "7.1.3.E"),
    ("Allied Automatic Victory Exit Hexes", "exit for an Allied victory", "7.1.2.L"),
    ("Fortress Holland garrison cities", "garrison of Fortress Holland", "17.1.A"),
)
_FORTS = {"coastal": "Coastal", "metz": "Metz", "westwall": "West Wall"}


def unreleased(game: ReichGame, s: ReichState) -> int:
    """Units of the 15th Army that are not released yet (10.7.8)."""
    if s.released or s.breakout:
        return 0
    return sum(1 << u for u in bits(game.roster.fifteenth) if game.roster.release[u] > s.turn and s.at[u] >= 0)


def supply_overlays(game: ReichGame, s: ReichState) -> dict[str, int]:
    """Where units are in supply, by source."""
    allied = game.lines.allied_sources(Ports(s.turn, s.allied, s.cherbourg, s.antwerp))
    lines, mine, theirs = game.lines, s.occupied[ALLIED], s.occupied[GERMAN]
    forward = Situation(theirs, game.zone(s, GERMAN), mine, zones.intact_forts(game, s))
    back = Situation(mine, game.zone(s, ALLIED), theirs)
    return {
        "Allied supply": lines.hexes(allied, forward),
        "Allied supply from the south": lines.hexes(lines.southern, forward),
        "German supply": lines.hexes(lines.german_sources(), back),
    }


def victory_overlays(game: ReichGame, s: ReichState) -> dict[str, int]:
    """The places that decide the game, as far as they still can."""
    ground, numbers = game.ground, game.tables.numbers["victory"]
    open_towns = (ground.towns | ground.cities) & ground.west & ~game.inside_breakout
    return {
        "Beaches that must not fall": ground.beaches if s.turn <= numbers["beaches_last"] else 0,
        "Towns and Cities for the Breakout": 0 if s.breakout else open_towns,
        "Paris": game.paris,
        "Metz Forts": ground.forts["metz"] & ~s.razed,
        "Ruhr Cities": game.lines.ruhr,
        "Exits for an Allied victory": ground.exits,
    }


def of_hex(game: ReichGame, s: ReichState, h: int) -> tuple[Note, ...]:
    """Terrain, forts, towns, places with a rule, and control."""
    return (*_ground(game, s, h), *_places(game, s, h), *_limits(game, s, h))


def _ground(game: ReichGame, s: ReichState, h: int) -> Iterator[Note]:
    ground, tables = game.ground, game.tables
    row = tables.terrain[ground.terrain(h)]
    cost = f"{row.cost} Movement Point{'s' * (row.cost > 1)}"
    if row.mountain != row.cost:
        cost += f", mountain units {row.mountain}"
    yield Note(f"{row.title}: {cost} to enter, attacker's die {charts.signed(row.modifier)}", "10.5")
    for word, hexes in (("town", ground.towns), ("city", ground.cities)):
        if hexes >> h & 1:
            place = tables.places[word]
            yield Note(f"{place.title}: attacker's die {charts.signed(place.modifier)}", "13.9.A.1")


def _places(game: ReichGame, s: ReichState, h: int) -> Iterator[Note]:
    ground = game.ground
    for kind, name in _FORTS.items():
        if ground.forts[kind] >> h & 1:
            if s.razed >> h & 1:
                yield Note(f"{name} Fort, destroyed", "16.1")
            else:
                state = "held by the Allies, without effect" if s.allied >> h & 1 else "intact"
                yield Note(f"{name} Fort, {state}", "16.1")
    if ground.beaches >> h & 1:
        yield Note(f"Beach: Allied supply and arrivals through Turn {game.lines.last_beaches}", "8.3.B")
    for code, hexes in ground.entrances.items():
        if hexes >> h & 1:
            yield Note(f"entrance hex {code}", "7.1.2")
    for region, words, rule in _REGIONS:
        if game.board.regions[region].set >> h & 1:
            yield Note(words, rule)


def _limits(game: ReichGame, s: ReichState, h: int) -> Iterator[Note]:
    ground = game.ground
    if not s.holland_open and ground.holland >> h & 1:
        yield Note("Fortress Holland: closed to the Allies while its three garrisons stand", "17.1")
    if not s.antwerp_held and game.blind_spot >> h & 1:
        yield Note("Monty's Blind Spot: no Allied unit may enter or attack", "8.7.B")
    if not s.ike_lifted and game.board.regions["Ike's Blind Spot"].set >> h & 1:
        yield Note("Ike's Blind Spot: at most five U.S. and French divisions", "10.7.3")
    yield Note(f"{'Allied' if s.allied >> h & 1 else 'German'} control", "3.2.D")
