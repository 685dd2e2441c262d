"""Chapter 6: stacking. Four divisions a hex, and no two Allied army groups in one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.limits import Choice, Limit
from ...hexes import bits
from ...mechanics import overstack
from .pieces import eliminate
from .state import ALLIED, RhineState

if TYPE_CHECKING:
    from .game import RhineGame


def load(game: RhineGame, units: int) -> int:
    """The stacking value of units, in half divisions (6.3). Markers have none (6.6)."""
    roster, size = game.roster, game.tables.stacking
    return (
        size["XXX"] * (units & roster.corps).bit_count()
        + size["XX"] * (units & roster.divisions).bit_count()
        + size["X"] * (units & roster.brigades).bit_count()
    )


def one_group(game: RhineGame, units: int) -> bool:
    """Whether units belong to one army group (6.4, 6.5); German units always do.

    An airborne corps counts as US or BC, the French 2nd Armored as US or F.
    """
    groups = game.roster.groups
    either, corps = units & game.roster.us_or_f, units & groups["1aaa"]
    us, bc, f = units & groups["us"], units & groups["bc"], units & groups["f"] & ~game.roster.us_or_f
    if bool(us) + bool(bc) + bool(f) > 1:
        return False
    return not (f and corps) and not (bc and either)


def legal(game: RhineGame, s: RhineState, units: int, h: int) -> bool:
    """Whether these units may stack in a hex (6.3, 6.4, 6.9)."""
    if load(game, units) > game.tables.stacking_limit:
        return False
    return bool(s.antwerp and h == game.antwerp) or one_group(game, units)


def having_room(game: RhineGame, s: RhineState, hexes: int, units: int) -> int:
    """The hexes that these units may be added to. Units of several army groups may stack only in Antwerp."""
    highest = units.bit_length() - 1
    side, alone = game.side_of[highest], bool(units) and not units & (units - 1)
    if not alone and not one_group(game, units):
        hexes &= 1 << game.antwerp if s.antwerp else 0
    mine = hexes & s.occupied[side]
    if not mine:
        return hexes
    out = hexes
    if side == ALLIED:
        foreign = mine & _foreign(s, {game.kind_of[highest]} if alone else {game.kind_of[u] for u in bits(units)})
        if s.antwerp:
            foreign &= ~(1 << game.antwerp)
        out &= ~foreign
        mine &= ~foreign
    # Stacks of few units need not be added up, unless they contain a corps.
    weight = game.loads[highest] if alone else load(game, units)
    limit, most = game.tables.stacking_limit, game.heaviest
    doubtful = mine & (at_least(s, (limit - weight) // most + 1) | s.held[CORPS])
    while doubtful:
        h = doubtful.bit_length() - 1
        doubtful ^= 1 << h
        if load(game, s.pile[h] | units) > limit:
            out ^= 1 << h
    return out


def at_least(s: RhineState, count: int) -> int:
    """The hexes with at least this many units."""
    if count > 15:
        return 0
    ones, twos, fours, eights = s.heights
    if count == 4:  # by far the most frequent question
        return fours | eights
    higher, equal = 0, -1
    for bit, digit in ((8, eights), (4, fours), (2, twos), (1, ones)):
        if count & bit:
            equal &= digit
        else:
            higher |= equal & digit
            equal &= ~digit
    return higher | equal if count > 0 else -1


#: Kinds of units for 6.4 and 6.5.
_US, _BC, _F, _US_OR_F, CORPS, _GERMAN = range(6)
#: Kinds that may not stack: a corps is American or British, the French 2nd Armored French or American.
_STRANGERS = {
    _US: (_BC, _F),
    _BC: (_US, _F, _US_OR_F),
    _F: (_US, _BC, CORPS),
    _US_OR_F: (_BC,),
    CORPS: (_F,),
}


def kinds(game: RhineGame) -> list[int]:
    """The kind of each unit for stacking."""
    words = {"us": _US, "bc": _BC, "f": _F, "1aaa": CORPS, "": _GERMAN}
    return [_US_OR_F if game.roster.us_or_f >> u & 1 else words[g] for u, g in enumerate(game.roster.group)]


def _foreign(s: RhineState, kinds: Iterable[int]) -> int:
    """The hexes with Allied units that may not stack with one of these kinds (6.4, 6.5)."""
    out = 0
    for kind in kinds:
        for stranger in _STRANGERS[kind]:
            out |= s.held[stranger]
    return out


def room(game: RhineGame, s: RhineState, h: int, unit: int) -> bool:
    return legal(game, s, s.pile[h] | 1 << unit, h)


def refuse_stacking(game: RhineGame, s: RhineState, h: int, units: int) -> Refusal:
    """The refusal of adding units to a hex."""
    there, names = game.place_name(h), game.names(units)
    if load(game, s.pile[h] | units) > game.tables.stacking_limit:
        return Refusal("6.3", f"{there} would hold more than four divisions with {names}")
    return Refusal("6.4", f"{there} contains units of a different army group from {names}")


def overstacked(game: RhineGame, s: RhineState) -> int:
    """The hexes whose units may not stack."""
    limit, most = game.tables.stacking_limit, game.heaviest
    out = 0
    for h in bits(at_least(s, limit // most + 1) | s.held[CORPS]):
        if load(game, s.pile[h]) > limit:
            out |= 1 << h
    mixed = 0
    for kind, strangers in _STRANGERS.items():
        for stranger in strangers:
            mixed |= s.held[kind] & s.held[stranger]
    return out | (mixed & ~(1 << game.antwerp) if s.antwerp else mixed)


class StackingCheck(overstack.StackingCheck["RhineGame", RhineState]):
    """Stacking is enforced at the end of a phase (6.2)."""

    def overstacked(self, s: RhineState) -> int:
        return overstacked(self.game, s)


class RemoveOverstack(overstack.RemoveOverstack["RhineGame", RhineState]):
    """The owner chooses a unit to eliminate (6.2)."""

    rule = "6.2"
    choices: ClassVar[tuple[Choice[overstack.Overstack[RhineGame, RhineState]], ...]] = (
        Choice("remove", Limit("6.2", lambda c, units: units & c.units, "{it} is not in {c.there}")),
    )

    def seat(self, s: RhineState) -> str:
        return self.game.sides[self.owner(s)]

    def remove(self, s: RhineState, unit: int) -> None:
        from .airborne import corps_lost

        if self.game.roster.corps >> unit & 1:
            corps_lost(self.game, s, unit, "6.2")
        else:
            eliminate(self.game, s, unit, "6.2", why="too many units in the hex")
