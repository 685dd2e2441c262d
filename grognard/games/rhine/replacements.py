"""Rules 9.2, 9.3 and 9.6 to 9.9: replacements, returning units, and withdrawals."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Choice, Limit, Only, Row
from ...engine.step import Prompt, Step
from ...hexes import bits, of
from ...mechanics.phasing import Phase
from ...mechanics.stacks import units_in, units_on
from . import supply
from .arrivals import with_entry
from .asides import allied_phase, on_map
from .pieces import place
from .state import ALLIED, DUE, ELIMINATED, GERMAN, REMOVED, RHINE, RhineState

if TYPE_CHECKING:
    from .game import RhineGame

Moment = Phase["RhineGame", RhineState]

# -- Allied replacements (9.6 to 9.9) --------------------------------------------------------


def left(game: RhineGame, s: RhineState, group: str) -> int:
    """The replacement steps that a nation has left in this turn: one for the BC, two for U.S. and French (9.7, 9.8)."""
    rates = game.tables.replacements
    return int(rates["bc"] - s.used_bc if group == "bc" else rates["us"] - s.used_us)


def is_1945(c: Moment) -> bool:
    """Whether it is 1945."""
    return c.game.tables.year(c.s.turn) > 1944


def in_dead_pile(c: Moment, units: int) -> int:
    return units & units_in(c.s.at, ELIMINATED)


def divisions(c: Moment, units: int) -> int:
    """Replacements are for divisions, and for airborne brigades (9.6, 9.9, rulings 9.6n, 9.9d)."""
    return units & (c.game.roster.divisions | c.game.roster.paratroops)


def reduced(c: Moment, units: int) -> int:
    return units & c.game.roster.two_steps & units_in(c.s.steps, 1)


def in_full_supply(c: Moment, units: int) -> int:
    """Full overland supply, not coastal, aerial or attenuated (9.6)."""
    return units_on(c.s.at, units, supply.overland(c.game, c.s, ALLIED)) if units else 0


def armor_in_1945(c: Moment, units: int) -> int:
    """From 1945 on only BC armor takes replacements (9.8)."""
    roster = c.game.roster
    return units & ~(roster.groups["bc"] & ~roster.bc_armor) if is_1945(c) else units


def none_of_bc_in_1945(c: Moment, units: int) -> int:
    """From 1945 on no BC division returns from the dead pile (9.8)."""
    return units & ~c.game.roster.groups["bc"] if is_1945(c) else units


def with_us_step(c: Moment, units: int) -> int:
    """The US has two steps a turn, from which French ones are deducted (9.7)."""
    return units if left(c.game, c.s, "us") > 0 else units & c.game.roster.groups["bc"]


def with_bc_step(c: Moment, units: int) -> int:
    """The BC has one step a turn (9.8)."""
    return units if left(c.game, c.s, "bc") > 0 else units & ~c.game.roster.groups["bc"]


#: Units that may take replacements at all.
ALLIED_ONLY: tuple[Row[Moment], ...] = (
    Only("9.6", allied_phase, "only Allied units take replacements"),
    Limit(
        "9.6", lambda c, units: units & c.game.units_of[ALLIED], "{it} is German: only Allied units take replacements"
    ),
    Limit(
        "9.9", lambda c, units: units & ~c.game.roster.corps, "{it} is a corps: only its components take replacements"
    ),
)

#: Whether the nation of a unit has a step left.
STEP_LEFT: tuple[Row[Moment], ...] = (
    Limit("9.7", with_us_step, "the U.S. and French replacement steps for this turn have been used"),
    Limit("9.8", with_bc_step, "the Commonwealth replacement step for this turn has been used"),
)

#: Reduced divisions on the map that may take a step (9.6).
REPLACE: tuple[Row[Moment], ...] = (
    *ALLIED_ONLY,
    Limit("9.6", on_map, "{it} is not on the map"),
    Limit("9.6", divisions, "{it} is not a division"),
    Limit("9.6", reduced, "{it} is at full strength"),
    Limit("9.8", armor_in_1945, "in 1945 only armor among the Commonwealth units takes replacements, so not {it}"),
    Limit("9.6", in_full_supply, "{it} is not in full overland supply"),
    Limit("9.6", lambda c, units: units & ~c.s.rebuilt, "{it} has already taken a replacement this turn"),
    *STEP_LEFT,
)

#: Divisions that may return from the dead pile (9.6, 9.9).
RECLAIM: tuple[Row[Moment], ...] = (
    *ALLIED_ONLY,
    Limit("9.6", in_dead_pile, "{it} is not in the dead pile"),
    Limit("9.6", divisions, "{it} is not a division"),
    Limit("9.8", none_of_bc_in_1945, "in 1945 no Commonwealth unit returns from the dead pile, so not {it}"),
    *STEP_LEFT,
)


def replace(game: RhineGame, s: RhineState, unit: int) -> None:
    """Bring a reduced division back to full strength (9.6)."""
    s.report("9.6", "{} is brought back to full strength", game.counters[unit].id)
    s.steps[unit] = 0
    _spend(game, s, unit)


def reclaim(game: RhineGame, s: RhineState, unit: int) -> None:
    """Return a division from the dead pile, with one step if it has two (9.6)."""
    s.report("9.6", "{} returns from the dead pile", game.counters[unit].id)
    s.steps[unit] = 1 if game.roster.steps[unit] == 2 else 0
    s.due_turn[unit] = s.turn
    place(game, s, unit, DUE)
    _spend(game, s, unit)


def _spend(game: RhineGame, s: RhineState, unit: int) -> None:
    if game.roster.group[unit] == "bc":
        s.used_bc += 1
    else:
        s.used_us += 1
    s.rebuilt |= 1 << unit


# -- German returns (9.2) --------------------------------------------------------------------


def returns_open(c: Moment) -> bool:
    """Units return with the reinforcements of Watch on the Rhine (9.2)."""
    return c.side == GERMAN and c.s.watch == RHINE and c.s.turn == c.game.tables.watch.turn + 1


def returns_left(c: Moment) -> bool:
    """Any seven units may return (9.2)."""
    return c.s.recalled < c.game.tables.watch.returned


#: German units that may return from the dead pile when Watch on the Rhine is launched (9.2).
RECALL: tuple[Row[Moment], ...] = (
    Only(
        "9.2",
        returns_open,
        "units return from the dead pile only on Turn 7, after Watch on the Rhine has been launched",
    ),
    Only("9.2", returns_left, "{c.game.tables.watch.returned} units have already returned"),
    Limit(
        "9.2", lambda c, units: in_dead_pile(c, units & c.game.units_of[GERMAN]), "{it} is not in the German dead pile"
    ),
    Limit("9.2", lambda c, units: with_entry(c.game, c.s, units), "there is no hex where {it} could return"),
)


def recall(game: RhineGame, s: RhineState, unit: int) -> None:
    """Return a unit from the dead pile at full strength (9.2)."""
    s.report("9.2", "{} returns from the dead pile", game.counters[unit].id)
    s.steps[unit] = 0
    s.due_turn[unit] = s.turn
    s.recalled += 1
    place(game, s, unit, DUE)


# -- German withdrawals (9.3) ----------------------------------------------------------------


def withdrawable(game: RhineGame, s: RhineState) -> int:
    """German units that may be withdrawn: mobile, on the map, in supply (9.3)."""
    units = (game.roster.withdraw_divisions | game.roster.withdraw_brigades) & s.on_map
    return of(u for u in bits(units) if supply.kind_of(game, s, u) != supply.NONE)


def still_to_go(game: RhineGame, s: RhineState) -> tuple[int, int]:
    """The numbers of divisions and brigades still to be withdrawn."""
    watch = game.tables.watch
    divisions = watch.divisions - (s.withdrawn & game.roster.withdraw_divisions).bit_count()
    brigades = watch.brigades - (s.withdrawn & game.roster.withdraw_brigades).bit_count()
    return divisions, brigades


def of_a_kind_that_goes(c: Moment, units: int) -> int:
    """Panzer and panzer grenadier units, and assault gun brigades (9.3)."""
    return units & (c.game.roster.withdraw_divisions | c.game.roster.withdraw_brigades)


def of_a_size_to_go(c: Moment, units: int) -> int:
    """Six divisions and three brigades have to be withdrawn (9.3)."""
    roster = c.game.roster
    divisions, brigades = still_to_go(c.game, c.s)
    return units & ((roster.withdraw_divisions if divisions else 0) | (roster.withdraw_brigades if brigades else 0))


class Withdraw(Step["RhineGame", RhineState]):
    """Turn 9 after Watch on the Rhine: units are withdrawn to the east (9.3)."""

    name = "withdraw"
    case = Phase
    choices: ClassVar[tuple[Choice[Moment], ...]] = (
        Choice(
            "withdraw",
            Limit(
                "9.3",
                of_a_kind_that_goes,
                "{it} is not a panzer, panzer grenadier or assault gun unit of the required size",
            ),
            Limit("9.3", on_map, "{it} is not on the map"),
            Limit("9.3", lambda c, units: units & c.s.leaving, "{it} was not in supply when the withdrawal began"),
            Limit("9.3", of_a_size_to_go, "enough units of this size have been withdrawn, so not {it}"),
        ),
    )

    def seat(self, s: RhineState) -> str:
        return str(self.game.sides[GERMAN])

    def prompt(self, s: RhineState) -> Prompt:
        divisions, brigades = still_to_go(self.game, s)
        return Prompt(
            f"Choose a unit to withdraw. Still to go: {divisions} mobile divisions, {brigades} brigades.", "9.3"
        )

    def do_withdraw(self, s: RhineState, unit: int) -> None:
        game = self.game
        s.report("9.3", "{} is withdrawn", game.counters[unit].id)
        s.withdrawn |= 1 << unit
        s.leaving &= ~(1 << unit)
        place(game, s, unit, REMOVED)
        if not any(still_to_go(game, s)):
            s.leaving = 0
            self.pop(s)


def begin_withdrawal(game: RhineGame, s: RhineState) -> None:
    """Judge once which units may be withdrawn; a side without enough of them forfeits the game (9.3)."""
    from .victory import NO_WITHDRAWAL, win

    s.leaving = withdrawable(game, s)
    divisions, brigades = still_to_go(game, s)
    have = s.leaving & game.roster.withdraw_divisions, s.leaving & game.roster.withdraw_brigades
    if have[0].bit_count() < divisions or have[1].bit_count() < brigades:
        win(game, s, NO_WITHDRAWAL)
    else:
        s.agenda.append((game.codes[Withdraw],))
