"""Chapters 7.1.2.C-J, 8.7, 10.7.1-10.7.3, 10.7.6-10.7.10, 12.1, 16.2 and 17.1: who may enter, end, attack and act.

Each limit on entering is written once, as a :class:`Ban`: the moves, their refusals, advances and attacks all read it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ...engine.action import Refusal
from ...engine.limits import written_here
from ...hexes import bits
from ...mechanics.stacks import units_in, units_on
from .areas import ALLIES, AMERICAN, GERMANS, KINDS
from .state import ALLIED, COMMAND_6, COMMAND_12, COMMAND_21, GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


# -- Commands --------------------------------------------------------------------------------


def command_at(game: ReichGame, s: ReichState, unit: int, h: int) -> int:
    """The Command that an Allied unit in a hex belongs to (10.2.1 to 10.2.3).

    West of the Seine Line the nation decides (rulings 10.2.2c and 10.2.3b), east of it the area.
    """
    areas = game.areas
    british = game.roster.commonwealth >> unit & 1
    if areas.west >> h & 1:
        return COMMAND_21 if british else COMMAND_12
    if areas.army21 >> h & 1:
        return COMMAND_21
    return COMMAND_6 if areas.army6 >> h & 1 and not british else COMMAND_12


# -- units that can do nothing ---------------------------------------------------------------


def unreleased(game: ReichGame, s: ReichState) -> int:
    """Units of the 15th Army that may neither move nor attack yet (10.7.8)."""
    return 0 if s.released or s.breakout else game.areas.held[s.turn]


def bound(game: ReichGame, s: ReichState) -> int:
    """Units that may neither move nor attack (7.3.E, 9.2.B, 10.7.8, 12.1, 16.2)."""
    return s.disrupted | s.refitting | s.grounded | game.roster.types["garrison"] | unreleased(game, s)


# -- entering --------------------------------------------------------------------------------


Law = Callable[["ReichGame", ReichState, int], int]


class Ban(NamedTuple):
    """Hexes that a unit may not enter, with the rule and why; ``{it}`` is the hex, ``{unit}`` the unit."""

    rule: str
    hexes: Callable[[ReichGame, ReichState, int], int]
    why: str
    #: the kinds of units that it can bind, see :data:`areas.KINDS`
    kinds: tuple[str, ...] = KINDS
    #: the file and line where it is written
    location: tuple[str, int] = ("", 0)

    def closed(self, game: ReichGame, s: ReichState, unit: int) -> int:
        """The hexes that are closed to a unit."""
        return self.hexes(game, s, unit) if game.areas.kind_of[unit] in self.kinds else 0


def _scenario(game: ReichGame, s: ReichState, unit: int) -> int:
    return ~game.in_play(s)


def _commonwealth_west(game: ReichGame, s: ReichState, unit: int) -> int:
    return 0 if s.west_free or s.breakout else game.areas.barred_columns


def _commonwealth_south(game: ReichGame, s: ReichState, unit: int) -> int:
    return game.areas.south_east


def _red(game: ReichGame, s: ReichState, unit: int) -> int:
    return game.areas.army21


def _white(game: ReichGame, s: ReichState, unit: int) -> int:
    return 0 if s.antwerp or s.offensive else game.areas.army6


def in_blind_spot(game: ReichGame, s: ReichState) -> int:
    """The US and French divisions in Ike's Blind Spot (10.7.3)."""
    ike = game.areas.ike & s.occupied[ALLIED]
    return units_on(s.at, game.areas.american_divisions & s.fielded, ike) if ike else 0


def _ike(game: ReichGame, s: ReichState, unit: int) -> int:
    ike = game.areas.ike
    if s.ike_lifted or not game.areas.american_divisions >> unit & 1 or not ike & game.in_play(s):
        return 0
    if s.at[unit] >= 0 and ike >> s.at[unit] & 1:
        return 0
    others = (in_blind_spot(game, s) | _joining(game, s)) & ~(1 << unit)
    return 0 if others.bit_count() < game.tables.numbers["blind_spot"]["allied"] else ike


def _joining(game: ReichGame, s: ReichState) -> int:
    """The divisions that move together, attack into Ike's Blind Spot together, or have been named to drop there."""
    ike = game.areas.ike
    units = sum(1 << u for u in s.hand)
    if s.target >= 0 and ike >> s.target & 1 and s.phasing == ALLIED:
        units |= s.attackers
    units |= sum(1 << u for u, h in zip(s.dropping, s.landing, strict=False) if ike >> h & 1)
    return units & game.areas.american_divisions


def _monty(game: ReichGame, s: ReichState, unit: int) -> int:
    return 0 if s.antwerp_held else game.areas.monty


def holland_closed(game: ReichGame, s: ReichState) -> bool:
    """Whether the Germans keep the Allies out of Fortress Holland (17.1.A): a division in each of three cities."""
    garrisons = game.areas.garrisons
    if s.holland_open or garrisons & ~s.occupied[GERMAN]:
        return False
    fit = game.roster.german & game.roster.divisions & ~game.roster.mechanized
    return all(units_in(s.at, h) & fit for h in bits(garrisons))


def _holland(game: ReichGame, s: ReichState, unit: int) -> int:
    return game.areas.holland if holland_closed(game, s) else 0


def _mechanized(game: ReichGame, s: ReichState, unit: int) -> int:
    return game.areas.holland


def _coast(game: ReichGame, s: ReichState, unit: int) -> int:
    return game.ground.entrances["B"] if s.brittany_turn else 0


def _ban(rule: str, hexes: Law, why: str, kinds: tuple[str, ...] = KINDS) -> Ban:
    return Ban(rule, hexes, why, kinds, written_here(2))


BANS = (
    _ban("3.3", _scenario, "{it} is not on the part of the map that this scenario uses"),
    _ban(
        "10.7.1",
        _commonwealth_west,
        "{unit} may not enter {it} yet: the Commonwealth stays east of hexrow 08xx",
        ("commonwealth",),
    ),
    _ban(
        "10.7.2",
        _commonwealth_south,
        "{it} is not in the area of the 21st Army Group, and {unit} is Commonwealth",
        ("commonwealth",),
    ),
    _ban("10.7.2", _red, "{it} is in the area of the 21st Army Group, where {unit} may not operate", ("red",)),
    _ban("10.7.2", _white, "{it} is in the area of the 6th Army Group, where {unit} may not operate yet", ("white",)),
    _ban("10.7.3", _ike, "{it} is in Ike's Blind Spot, where as many US and French divisions operate as may", AMERICAN),
    _ban(
        "8.7.B",
        _monty,
        "{it} is in Monty's Blind Spot, and Antwerpen was not Allied at the end of the last turn",
        ALLIES,
    ),
    _ban("17.1.A", _holland, "{it} is in Fortress Holland, which the Germans garrison", ALLIES),
    _ban("17.1.C", _mechanized, "{it} is in Fortress Holland, where Mechanized units never go", ("mechanized",)),
    _ban("7.1.2.J", _coast, "{it} is closed to German units since the Allied exit into Brittany", GERMANS),
)


def _by_kind(bans: tuple[Ban, ...], *laws: Law, without: tuple[Law, ...] = ()) -> dict[str, tuple[Law, ...]]:
    """The laws of bans that can bind each kind of unit: some of them, or all but some."""
    chosen = [ban for ban in bans if (ban.hexes in laws if laws else ban.hexes not in without)]
    return {kind: tuple(ban.hexes for ban in chosen if kind in ban.kinds) for kind in KINDS}


#: laws that depend on where units are, and those that depend on lasting facts only
_PASSING, _LASTING = _by_kind(BANS, _ike, _holland), _by_kind(BANS, without=(_ike, _holland))


def closed_for_long(game: ReichGame, s: ReichState, unit: int) -> int:
    """The hexes that a unit may not enter by the limits that do not depend on where other units are."""
    known, kind = game.areas.known, game.areas.kind_of[unit]
    key = (
        kind,
        s.scenario_index,
        s.west_free or s.breakout,
        s.antwerp or s.offensive,
        s.antwerp_held,
        s.brittany_turn,
    )
    out = known.get(key)
    if out is None:
        out = known[key] = _together(game, s, unit, _LASTING[kind])
    return out


def closed_to(game: ReichGame, s: ReichState, unit: int) -> int:
    """All hexes that a unit may not enter, whatever is in them."""
    out = closed_for_long(game, s, unit)
    for law in _PASSING[game.areas.kind_of[unit]]:
        out |= law(game, s, unit)
    return out


def _together(game: ReichGame, s: ReichState, unit: int, laws: tuple[Law, ...]) -> int:
    out = 0
    for law in laws:
        out |= law(game, s, unit)
    return out


def may_enter(game: ReichGame, s: ReichState, units: int) -> int:
    """The hexes that all of these units may enter, whatever is in them."""
    out = game.ground.land
    for u in bits(units):
        out &= ~closed_to(game, s, u)
    return out


# -- ending ----------------------------------------------------------------------------------


def _exclusion(game: ReichGame, s: ReichState, unit: int) -> int:
    return game.areas.exclusion


def _paris(game: ReichGame, s: ReichState, unit: int) -> int:
    return game.areas.paris


def _antwerp(game: ReichGame, s: ReichState, unit: int) -> int:
    return 1 << game.lines.antwerp & ~s.allied


def _alone(game: ReichGame, s: ReichState, unit: int) -> int:
    """Hexes next to enemies without a unit that could fight for an HQ or Leader (17.3, 17.4, ruling 17.3g)."""
    if not game.roster.staff >> unit & 1:
        return 0
    side, at = game.side_of[unit], s.at
    near = game.board.grid.neighbours(s.occupied[1 - side])
    escorts = game.combat_of[side] & ~game.roster.staff
    if s.hand and any(u != unit and escorts >> u & 1 for u in s.hand):
        return 0
    out = near & ~s.occupied[side]
    for u in bits(game.combat_of[side] & game.roster.staff & s.fielded):
        if near >> at[u] & 1 and not units_in(at, at[u]) & escorts:
            out |= 1 << at[u]
    return out


#: Hexes where a unit may not end its movement.
ENDS = (
    _ban(
        "10.7.1", _exclusion, "{it} is in the Normandy Exclusion Zone, where {unit} may not end its movement", AMERICAN
    ),
    _ban("10.7.9", _paris, "{it} is a hex of Paris, where no German unit ends its movement", GERMANS),
    _ban("8.7.A", _antwerp, "no German unit may stop in Antwerpen before the Allies have been there", GERMANS),
    _ban("17.3", _alone, "{it} is adjacent to an enemy unit and has no unit that could fight for {unit}"),
)


_END = _by_kind(ENDS, without=(_alone,))


def no_end(game: ReichGame, s: ReichState, unit: int) -> int:
    """The hexes where a unit may not end its movement."""
    known, kind = game.areas.known, game.areas.kind_of[unit]
    key = kind, s.allied >> game.lines.antwerp & 1
    out = known.get(key)
    if out is None:
        out = known[key] = _together(game, s, unit, _END[kind])
    return out | _alone(game, s, unit) if game.roster.staff >> unit & 1 else out


def may_end(game: ReichGame, s: ReichState, units: int) -> int:
    """The hexes where all of these units may end their movement, if they may enter them."""
    out = game.ground.land
    for u in bits(units):
        out &= ~no_end(game, s, u)
    return out


# -- attacking and advancing -----------------------------------------------------------------


#: Laws that an attack minds in the unit's hex and in the target, and those that it minds in the target only.
_OPERATION = (_commonwealth_south, _red, _white, _exclusion, _holland)
_TARGETS = (_ike, _monty, _mechanized, _coast)
#: Those that do not depend on where units are, by kind; Holland and Ike's Blind Spot are asked for near them only.
_FIXED = _by_kind((*BANS, *ENDS), _commonwealth_south, _red, _white, _exclusion)
_FIXED_TARGETS = _by_kind((*BANS, *ENDS), _monty, _mechanized, _coast)


def may_attack(game: ReichGame, s: ReichState, unit: int) -> int:
    """The hexes that a unit may attack from where it is, by these limits alone: none if it may not attack at all.

    Both the unit's hex and the target have to be where it may operate (ruling 10.7.2h).
    """
    here, side = s.at[unit], game.side_of[unit]
    if here < 0 or bound(game, s) >> unit & 1:
        return 0
    areas, ground, bit = game.areas, game.ground, 1 << here
    out = ground.land & ~ground.off_map & game.in_play(s)
    if ground.off_map & bit and not may_break_out(game, s, unit):  # 7.1.2.E, 7.1.2.G
        return 0
    if side == GERMAN and not s.antwerp_held and areas.monty & bit:  # 8.7.B
        return 0
    kind = areas.kind_of[unit]
    key = "attack", kind, s.antwerp or s.offensive, s.antwerp_held, s.brittany_turn
    found = areas.known_pairs.get(key)
    if found is None:
        both = _together(game, s, unit, _FIXED[kind])
        found = areas.known_pairs[key] = both, both | _together(game, s, unit, _FIXED_TARGETS[kind])
    if found[0] & bit:
        return 0
    out &= ~found[1]
    if side == ALLIED and areas.near_holland & bit and holland_closed(game, s):  # 17.1.A
        out &= 0 if areas.holland & bit else ~areas.holland
    return out & ~_ike(game, s, unit) if areas.ike_rim & bit and kind in AMERICAN else out


def _closed(
    game: ReichGame, s: ReichState, unit: int, laws: tuple[Callable[[ReichGame, ReichState, int], int], ...]
) -> int:
    """The hexes that some of these laws close to a unit."""
    out = 0
    for ban in (*BANS, *ENDS):
        if ban.hexes in laws:
            out |= ban.closed(game, s, unit)
    return out


def may_break_out(game: ReichGame, s: ReichState, unit: int) -> bool:
    """Whether German units keep an Allied unit from leaving its A-D hex by movement (7.1.2.E)."""
    here = s.at[unit]
    if game.side_of[unit] != ALLIED or here < 0 or not game.ground.entrances["A-D"] >> here & 1:
        return False
    near = game.ground.costs("staff").next(1 << here)
    return not near & ~s.occupied[GERMAN]


def may_advance(game: ReichGame, s: ReichState, unit: int) -> int:
    """The hexes that a unit may enter by an advance or a Mobile Assault (10.4.C).

    An advance is not movement, but US and French units stay out of the Exclusion Zone (ruling 10.7.1g), and no Allied
    unit crosses the Seine Line before the Breakout (ruling 10.7.10c).
    """
    here = s.at[unit]
    if here < 0 or game.roster.types["garrison"] >> unit & 1:  # 16.2
        return 0
    out = game.ground.land & ~game.ground.off_map & ~closed_to(game, s, unit) & ~_closed(game, s, unit, (_exclusion,))
    if game.side_of[unit] == ALLIED and not s.breakout and game.areas.west >> here & 1:
        out &= ~game.areas.east
    return out


def why_no_advance(game: ReichGame, s: ReichState, unit: int, h: int) -> Refusal:
    """Why a unit may not enter a hex by an advance or a Mobile Assault."""
    name, there = game.counters[unit].id, game.place_name(h)
    if game.roster.types["garrison"] >> unit & 1:
        return Refusal("16.2", f"{name} is a garrison and never advances")
    for ban in BANS:
        if ban.closed(game, s, unit) >> h & 1:
            return Refusal(ban.rule, ban.why.format(it=there, unit=name))
    if _closed(game, s, unit, (_exclusion,)) >> h & 1:
        return Refusal("10.7.1", f"{there} is in the Normandy Exclusion Zone, which is closed to {name}")
    return Refusal("10.7.10", f"{there} is beyond the Seine Line, which {name} may not cross before the Breakout")


def why_no_attack(game: ReichGame, s: ReichState, unit: int, h: int) -> Refusal:
    """Why a unit next to a hex may not attack it, though nothing keeps it from attacking at all."""
    name = game.counters[unit].id
    if game.side_of[unit] == GERMAN and not s.antwerp_held and game.areas.monty >> s.at[unit] & 1:
        return Refusal("8.7.B", f"{name} is in Monty's Blind Spot, and may not attack out of it yet")
    for place, laws in ((s.at[unit], _OPERATION), (h, (*_OPERATION, *_TARGETS))):
        there = game.place_name(place)
        for ban in (*BANS, *ENDS):
            if ban.hexes in laws and ban.closed(game, s, unit) >> place & 1:
                why = ban.why.format(it=there, unit=name)
                return Refusal(ban.rule, why if place == h else f"{name} may not attack out of {there}: {why}")
    if game.ground.off_map >> h & 1:
        return Refusal("7.1.2.G", f"{game.place_name(h)} is an Entrance Hex, which nobody attacks")
    return Refusal("7.1.2.G", f"{name} is in an Entrance Hex, out of which it may not attack")
