"""Chapters 3.3.D, 10.7.11 and 10.7.12: Strategic Movement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import AnyStep, Die, Prompt
from ...hexes import bits
from ...mechanics.stacks import units_in, units_on
from . import limits, stacking, traces
from .allowance import allowance
from .state import ALLIED, GERMAN, TRAY, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


#: The argument of the step of a move whose Strategic Movement has failed.
FAILED = 2


# -- who may try -----------------------------------------------------------------------------


def in_tray(game: ReichGame, s: ReichState) -> int:
    """German units off the map that come in by Strategic Movement only (3.3.D)."""
    return units_in(s.at, TRAY) & game.combat_of[GERMAN]


def waiting(game: ReichGame, s: ReichState) -> int:
    """Units off the map that may try in this step, other limits apart."""
    if s.phasing != GERMAN or s.seine_crossed or game.in_play(s) == game.board.playable:
        return 0
    return in_tray(game, s)


def is_open(game: ReichGame, s: ReichState) -> bool:
    """Whether the phasing side may use Strategic Movement at all now (10.7.11, 10.7.12)."""
    if s.phasing == GERMAN:
        return not s.seine_crossed
    return bool(s.breakout) and not game.areas.west & s.occupied[GERMAN]


def eligible(game: ReichGame, s: ReichState, units: int) -> int:
    """The units that may use Strategic Movement, among those that may move in this step."""
    if not is_open(game, s):
        return 0
    if s.phasing == ALLIED:
        return units_on(s.at, units & s.fielded, game.areas.west)
    units &= ~s.failed
    east = units_on(s.at, units & s.fielded, game.areas.east) | units & waiting(game, s)
    for u in bits(east & s.strafed):  # ruling 10.7.12s
        if not allowance(game, s, u):
            east &= ~(1 << u)
    return east


def calm(game: ReichGame, s: ReichState) -> int:
    """The hexes on the other bank of the Seine Line that are not next to an enemy (10.7.11, 10.7.12)."""
    side = s.phasing
    bank = game.areas.east_bank if side == ALLIED else game.areas.west_bank
    enemies = s.occupied[1 - side]
    return bank & game.in_play(s) & ~(enemies | game.board.grid.neighbours(enemies))


def fed(game: ReichGame, s: ReichState) -> int:
    """The calm hexes, for German units those with normal supply only (10.7.12)."""
    hexes = calm(game, s)
    return hexes & traces.german(game, s) if hexes and s.phasing == GERMAN else hexes


def ends(game: ReichGame, s: ReichState, unit: int, hexes: int = -1) -> int:
    """The hexes to which a unit may go by Strategic Movement, of those found by :func:`fed`."""
    hexes = fed(game, s) if hexes == -1 else hexes
    hexes &= limits.may_end(game, s, 1 << unit) & ~limits.closed_to(game, s, unit)
    return stacking.room(game, s, hexes, 1 << unit) if hexes else 0


def able(game: ReichGame, s: ReichState, units: int) -> int:
    """The units that could go somewhere by Strategic Movement."""
    units = eligible(game, s, units)
    hexes = fed(game, s) if units else 0
    out, known, free = 0, {}, hexes & ~s.occupied[s.phasing]
    for u in bits(units) if hexes else ():
        kind = game.areas.kind_of[u], game.roster.staff >> u & 1
        if kind not in known:
            known[kind] = bool(free & limits.may_end(game, s, 1 << u) & ~limits.closed_to(game, s, u))
        if known[kind] or ends(game, s, u, hexes):
            out |= 1 << u
    return out


def leaps(game: ReichGame, s: ReichState) -> int:
    """The hexes to which some unit could go by Strategic Movement now, for the screen."""
    return fed(game, s) if s.step and is_open(game, s) else 0


def why_closed(game: ReichGame, s: ReichState) -> Refusal:
    if s.phasing == GERMAN:
        return Refusal("10.7.12", "an Allied unit has crossed the Seine Line")
    if not s.breakout:
        return Refusal("10.7.10", "no Allied unit crosses the Seine Line before the Breakout")
    return Refusal("10.7.11", "a German combat unit is west of the Seine Line")


def why_not(game: ReichGame, s: ReichState, unit: int) -> Refusal:
    name = game.counters[unit].id
    if s.phasing == ALLIED:
        return Refusal("10.7.11", f"{name} is not west of the Seine Line")
    if s.strafed >> unit & 1 and not allowance(game, s, unit):
        return Refusal("17.5.2.D", f"{name} is strafed and has no Movement Points left")
    return Refusal("10.7.12", f"{name} is not east of the Seine Line")


def why_no_end(game: ReichGame, s: ReichState, unit: int, h: int) -> Refusal:
    """Why a unit may not go to a hex by Strategic Movement."""
    side, there, bit = s.phasing, game.place_name(h), 1 << h
    rule, bank, near = (
        ("10.7.11", game.areas.east_bank, "east")
        if side == ALLIED
        else (
            "10.7.12",
            game.areas.west_bank,
            "west",
        )
    )
    if not bank & game.in_play(s) & bit:
        return Refusal(rule, f"{there} does not touch the Seine Line from the {near}")
    if s.occupied[1 - side] & bit:
        return Refusal(rule, f"{there} is occupied by the enemy")
    if not calm(game, s) & bit:
        return Refusal(rule, f"{there} is adjacent to an enemy unit")
    for ban in (*limits.BANS, *limits.ENDS):
        if ban.closed(game, s, unit) & bit:
            return Refusal(ban.rule, ban.why.format(it=there, unit=game.counters[unit].id))
    if side == GERMAN and not traces.german(game, s) & bit:
        return Refusal(rule, f"{there} has no normal supply")
    return Refusal("5.2", stacking.why_full(game, s, h, 1 << unit))


# -- the German die --------------------------------------------------------------------------


class StrategicRoll(Die["ReichGame", ReichState]):
    """The die of a German unit (10.7.12). Argument: the hex that it goes to."""

    name = "strategic-roll"
    args = ("hex",)

    def prompt(self, s: ReichState) -> Prompt:
        _, h = s.agenda[-1]
        name = self.game.counters[s.hand[0]].id
        return Prompt(f"Roll for the Strategic Movement of {name} to {self.game.place_name(h)}.", "10.7.12", h)

    def do_roll(self, s: ReichState, die: int) -> None:
        _, h = s.agenda[-1]
        self.pop(s)
        game, unit = self.game, s.hand[0]
        name = game.counters[unit].id
        if not game.tables.strategic_fails(die, unbombed=s.unbombed):
            s.report("10.7.12", "die {}: {} moves to {}", die, name, game.place_name(h))
            game.marches.leap(s, h)
            return
        s.report("10.7.12", "die {}: the Strategic Movement of {} fails", die, name)
        entering = s.at[unit] >= 0 and bool(game.ground.off_map >> s.at[unit] & 1)
        if entering and game.marches.march(s, s.hand).can_go():
            code, *_ = s.agenda[-1]
            s.agenda[-1] = (code, FAILED)
        else:
            game.marches.let_go(s)


STEPS: tuple[type[AnyStep], ...] = (StrategicRoll,)
