"""Chapters 7.1 and 7.2: why a unit cannot arrive in a hex, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from ...engine.action import Refusal
from . import entries, supply
from .stacking import why_full
from .state import ALLIED, GERMAN

if TYPE_CHECKING:
    from .game import ReichGame

#: any: the case of the step that places arrivals, which imports this module
Arriving: TypeAlias = Any


def missing_place(c: Arriving, unit: int) -> str:
    """Why a unit cannot be selected: it has no place at all."""
    return f"no hex where {c.game.counters[unit].id} could arrive is open and has room"


def no_room(c: Arriving, h: int) -> Refusal:
    return Refusal("5.1", why_full(c.game, c.s, h, 1 << c.unit))


def no_entry(c: Arriving, h: int) -> Refusal:
    """Why a unit may not arrive in a hex."""
    game, there = c.game, c.game.place_name(h)
    if c.s.occupied[1 - c.side] >> h & 1:
        return Refusal("7.1.4" if c.side == GERMAN else "7.1.3", f"an enemy unit is in {there}")
    if not game.in_play(c.s) >> h & 1:
        return Refusal("7.1.2", f"{there} is not in play")
    return _german(c, h, there) if c.side == GERMAN else _allied(c, h, there)


def _german(c: Arriving, h: int, there: str) -> Refusal:
    game, s, unit = c.game, c.s, c.unit
    if not entries.is_reinforcement(game, s, unit):
        if h == s.at[game.entries.hq7] or h == s.at[game.entries.model]:
            return Refusal("7.2.B", f"{there} takes no more replacements now: {_staff(c, h)}")
        return Refusal("7.2.B", f"{c.name} is a replacement and arrives in an E hex or with the 7th Army HQ or Model")
    code = game.roster.entry[unit]
    if code != "flak":
        return Refusal("7.1.4", f"{c.name} arrives in a hex of the code {code}, and {there} is not one")
    if not game.entries.flak >> h & 1:
        return Refusal("7.1.5", f"{there} is not a Town or City in Germany")
    if s.allied >> h & 1:
        return Refusal("7.1.5", f"{there} is not German-controlled")
    if not (supply.fed(game, s, GERMAN) | game.lines.ruhr) >> h & 1:
        return Refusal("7.1.5", f"no Supply Line leads to {there}")
    return Refusal("7.1.5", f"a Flak unit has arrived in {there} already")


def _staff(c: Arriving, h: int) -> str:
    game, s = c.game, c.s
    if not supply.fed(game, s, GERMAN) >> h & 1:
        return "it has no Supply Line to the East edge"
    if _near(game, c.s.occupied[ALLIED], h):
        return "an Allied unit is adjacent"
    return "the number of this turn has arrived there"


def _near(game: ReichGame, hexes: int, h: int) -> bool:
    return bool(game.board.grid.neighbours(1 << h) & hexes)


def _allied(c: Arriving, h: int, there: str) -> Refusal:
    game, s, unit = c.game, c.s, c.unit
    board = game.entries
    if entries.is_southern(game, unit) and not (h == s.at[board.hq6] and not entries.is_reinforcement(game, s, unit)):
        return Refusal("7.1.3", f"{c.name} is an A-D unit, and {there} is not an A-D hex")
    nations = entries.nations(game.roster, unit)
    if any(board.beaches[nation] >> h & 1 for nation in nations):
        return Refusal("7.1.3.A", f"the Beaches serve through Turn {game.lines.last_beaches} only")
    staff = next((hq for hq in (*(board.hqs[n] for n in nations), board.hq6) if s.at[hq] == h), -1)
    if staff >= 0:
        return _headquarters(c, h, there)
    if h == game.lines.cherbourg and "american" in nations:
        return Refusal("7.1.3.B", "Cherbourg is not Allied-controlled and Operational")
    if board.ports >> h & 1:
        return _port(c, h, there)
    for nation in nations:
        if board.cities[nation] >> h & 1:
            return _city(c, h, there)
    return Refusal("7.1.3", f"{c.name} has no place to arrive in {there}")


def _headquarters(c: Arriving, h: int, there: str) -> Refusal:
    rule = "7.1.3.C" if c.game.roster.commonwealth >> c.unit & 1 else "7.1.3.D"
    if entries.is_southern(c.game, c.unit):
        rule = "7.2.A"
    if _near(c.game, c.s.occupied[GERMAN], h):
        return Refusal(rule, f"a German unit is adjacent to the headquarters in {there}")
    if not supply.fed(c.game, c.s, ALLIED) >> h & 1:
        return Refusal(rule, f"the headquarters in {there} cannot trace supply")
    return Refusal("7.1.3", f"{c.name} does not arrive with the headquarters in {there}")


def _port(c: Arriving, h: int, there: str) -> Refusal:
    s, board = c.s, c.game.entries
    if not s.allied >> h & 1:
        return Refusal("7.1.3.E", f"{there} is not Allied-controlled")
    if h == board.rouen and not s.allied >> board.havre & 1:
        return Refusal("7.1.3.E", f"{there} needs Le Havre, which is not Allied-controlled")
    if _near(c.game, s.occupied[GERMAN], h):
        return Refusal("7.1.3.E", f"a German unit is adjacent to {there}")
    return Refusal("7.1.3.E", f"a unit has arrived in {there} this turn already")


def _city(c: Arriving, h: int, there: str) -> Refusal:
    s, game = c.s, c.game
    rule = "7.1.3.F" if game.roster.commonwealth >> c.unit & 1 else "7.1.3.G"
    if not s.antwerp:
        return Refusal(rule, f"Antwerpen is not Operational, so nobody arrives in {there}")
    if not s.allied >> h & 1:
        return Refusal(rule, f"{there} is not Allied-controlled")
    if _near(game, s.occupied[GERMAN], h):
        return Refusal(rule, f"a German unit is adjacent to {there}")
    if not supply.fed(game, s, ALLIED) >> h & 1:
        return Refusal(rule, f"no Supply Line leads to {there}")
    return Refusal(rule, "Antwerpen is not Allied-controlled")
