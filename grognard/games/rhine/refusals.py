"""Why something is not possible in a Reinforcement Phase, with the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...hexes import bits
from . import supply
from .airborne import bound_in_corps
from .area import entry
from .reinforcements import entry_hexes
from .stacking import refuse_room
from .state import AIRBORNE, ALLIED, DUE, ELIMINATED, GERMAN, RHINE, RhineState

if TYPE_CHECKING:
    from .game import RhineGame
    from .reinforcements import Reinforce


def refuse_reinforcement(step: Reinforce, s: RhineState, verb: str, arg: int) -> Refusal | None:
    game: RhineGame = step.game
    unit = s.agenda[-1][1]
    if verb == "place" and unit >= 0:
        return _refuse_place(game, s, unit, arg)
    if verb == "box":
        return Refusal("12.2", "only an arriving airborne unit in hand goes into the holding box")
    if verb in ("done", "propose"):
        rule, names = "9.4" if s.phasing == ALLIED else "9.1", game.names(step.must(s))
        if unit >= 0:
            return Refusal(rule, f"place {game.counters[unit].id} first")
        why = f"nothing may be held back: {names}" if verb == "done" else "nothing has to be placed"
        return Refusal(rule, why)
    if unit >= 0 or verb not in ("select", "replace", "reclaim", "recall"):
        return None
    name = game.counters[arg].id
    if verb == "select":
        return _refuse_select(game, s, arg, name)
    if verb == "recall":
        return _refuse_recall(game, s, arg, name)
    return _refuse_step(step, s, verb, arg, name)


def _refuse_place(game: RhineGame, s: RhineState, unit: int, h: int) -> Refusal:
    there, name = game.place_name(h), game.counters[unit].id
    side = game.side_of[unit]
    if supply.frozen(game, s) >> h & 1:
        return Refusal("10.18", f"{there} is flooded")
    if side == GERMAN:
        if supply.intact(game, s) >> h & 1 and not supply.line_hexes(game, s, GERMAN) >> h & 1:
            return Refusal("9.1", f"{there} in the West Wall is not in supply")
        if not (supply.sources(game, s, GERMAN) | supply.intact(game, s)) >> h & 1:
            return Refusal("9.1", f"{there} is neither a German supply source nor in the intact West Wall")
        return refuse_room(game, s, h, 1 << unit)
    if not entry(game, s, unit) >> h & 1:
        ends = [game.place_name(x) for x in bits(entry(game, s, unit))]
        return Refusal("9.5", f"{name} comes on at {', '.join(ends)}, not at {there}")
    if not supply.sources(game, s, ALLIED) >> h & 1 or s.occupied[GERMAN] >> h & 1:
        return Refusal("9.4", f"{there} is in German hands and no source of supply")
    return refuse_room(game, s, h, 1 << unit)


def _refuse_select(game: RhineGame, s: RhineState, unit: int, name: str) -> Refusal:
    rule = "9.4" if s.phasing == ALLIED else "9.1"
    if game.side_of[unit] != s.phasing:
        return Refusal(rule, f"{name} is an enemy unit")
    if game.roster.corps >> unit & 1:
        return Refusal("12.8", f"{name} comes by airdrop only")
    if s.at[unit] >= 0:
        return Refusal(rule, f"{name} is on the map already")
    if game.roster.codes["WR"] >> unit & 1 and s.watch != RHINE:
        return Refusal("9.2", f"{name} comes only if Watch on the Rhine is launched")
    if s.at[unit] == DUE and s.due_turn[unit] > s.turn:
        return Refusal(rule, f"{name} arrives in turn {s.due_turn[unit]}")
    if s.at[unit] == AIRBORNE and bound_in_corps(game, s) >> unit & 1:
        return Refusal("12.2", f"{name} is part of a corps on the map")
    if s.at[unit] in (DUE, AIRBORNE) and not entry_hexes(game, s, unit):
        return Refusal(rule, f"{name} has no hex to arrive in and waits")
    return Refusal(rule, f"{name} does not arrive in this turn")


def _refuse_recall(game: RhineGame, s: RhineState, unit: int, name: str) -> Refusal:
    watch = game.tables.watch
    if s.phasing != GERMAN or s.watch != RHINE or s.turn != watch.turn + 1:
        return Refusal("9.2", "units come back only on Turn 7, when Watch on the Rhine has been launched")
    if s.recalled >= watch.returned:
        return Refusal("9.2", f"{watch.returned} units have come back already")
    if s.at[unit] == ELIMINATED and game.side_of[unit] == GERMAN:
        return Refusal("9.2", f"there is no hex for {name} to come back in")
    return Refusal("9.2", f"{name} is not in the German dead pile")


def _refuse_step(step: Reinforce, s: RhineState, verb: str, unit: int, name: str) -> Refusal:
    game: RhineGame = step.game
    group = game.roster.group[unit]
    if s.phasing != ALLIED or game.side_of[unit] != ALLIED:
        return Refusal("9.6", "only Allied units take replacements")
    if game.roster.corps >> unit & 1:
        return Refusal("9.9", f"{name} takes no replacements itself")
    dead = verb == "reclaim"
    if dead and s.at[unit] != ELIMINATED:
        return Refusal("9.6", f"{name} is not in the dead pile")
    if not dead and s.at[unit] < 0:
        return Refusal("9.6", f"{name} is not on the map")
    if not game.roster.divisions >> unit & 1 and not (dead and game.roster.paratroops >> unit & 1):
        return Refusal("9.6", f"{name} is no division")
    if not dead and s.steps[unit] != 1:
        return Refusal("9.6", f"{name} is at full strength")
    if s.rebuilt >> unit & 1:
        return Refusal("9.6", f"{name} has taken a replacement in this turn")
    if group == "bc" and game.tables.year(s.turn) > 1944 and (dead or not game.roster.bc_armor >> unit & 1):
        return Refusal("9.8", "in 1945 only BC armor on the map takes replacements")
    if not dead and not supply.overland(game, s, ALLIED) >> s.at[unit] & 1:
        return Refusal("9.6", f"{name} is not in full overland supply")
    return Refusal("9.8" if group == "bc" else "9.7", "the replacement steps of this turn have been used")
